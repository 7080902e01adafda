/* The factors of a small dense matrix: rows scaled to their largest entry, partial pivoting. This needs nothing but the
 * C library, allocates nothing, and is also part of the code that leaves Saltus, so linear loops have the same bits
 * there. RT_SINGLE: in single precision. */
#ifndef SALTUS_CODE_DENSE_FACTORS_H
#define SALTUS_CODE_DENSE_FACTORS_H

#include <stddef.h>
#include <stdint.h>

#ifdef RT_SINGLE
typedef float sc_real;
#else
typedef double sc_real;
#endif

enum { SC_DENSE_MOST = 255 };            /* columns are counted in bytes */
typedef struct sc_dense {
	uint32_t n;
	int sign;                      /* of the determinant */
	sc_real weakest;               /* the smallest pivot beside the largest entry of its column */
	sc_real *lu, *row_scale, *column_max;
	uint32_t *pivot, *order;
	/* by row, n for each: columns of its factors that are not zero, left of the diagonal first; in a network most are
	 * zero */
	uint8_t *nonzero;
	uint8_t *left, *right;         /* by row: how many */
} sc_dense;

/* The matrix is in `lu`, row by row. 0, or 1: singular, with the equation (row) and the unknown (column) whose pivot
 * vanished. */
int sc_dense_factor(sc_dense *f, uint32_t *row, uint32_t *column);
void sc_dense_solve(const sc_dense *f, sc_real *rhs_to_z);

#endif
