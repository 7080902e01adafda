/* Small dense matrices, n by n, row by row, by elimination. Large or sparse systems are for solver/factors.h. */
#ifndef SALTUS_BASE_SMALL_H
#define SALTUS_BASE_SMALL_H

#include <stdbool.h>
#include <stdint.h>

/* a*x = b; x takes the place of b, and a is used up. False: no pivot of a column is larger than `least`. */
bool sb_solve_small(double *a, double *b, uint32_t n, double least);

/* A vector that the matrix takes to zero; a is used up. False: there is none. */
bool sb_null_vector(double *a, uint32_t n, double *out);

#endif
