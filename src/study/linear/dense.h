/* Dense matrices of Reals, column by column, on LAPACK: what linear systems need and no more.
 *
 * Matrices live in the arena that a function is given; arguments are never changed. A matrix may have no rows or no
 * columns: it has no elements then, and products with it are zeros. Functions that can fail do so on matrices with
 * elements that are not finite, and where an iteration of LAPACK does not converge, which is not known to happen. */
#ifndef SALTUS_STUDY_DENSE_H
#define SALTUS_STUDY_DENSE_H

#include "base/arena.h"
#include <complex.h>

typedef struct st_dense { uint32_t rows, columns; double *at; } st_dense;
static inline double *st_element(const st_dense *m, uint32_t row, uint32_t column)
{
	return &m->at[row + (size_t)column * m->rows];
}

st_dense st_dense_new(sb_arena *arena, uint32_t rows, uint32_t columns);         /* zeros */
st_dense st_dense_identity(sb_arena *arena, uint32_t n);
st_dense st_dense_of_rows(sb_arena *arena, uint32_t rows, uint32_t columns, const double *row_by_row);
st_dense st_dense_copy(sb_arena *arena, const st_dense *m);
st_dense st_dense_transpose(sb_arena *arena, const st_dense *m);
st_dense st_dense_part(sb_arena *arena, const st_dense *m, uint32_t row, uint32_t column, uint32_t rows,
					   uint32_t columns);
void st_dense_put(st_dense *to, uint32_t row, uint32_t column, const st_dense *part);
st_dense st_dense_times(sb_arena *arena, const st_dense *a, const st_dense *b);
st_dense st_dense_transposed_times(sb_arena *arena, const st_dense *a, const st_dense *b);      /* a' b */
st_dense st_dense_plus(sb_arena *arena, const st_dense *a, double factor, const st_dense *b);   /* a + factor b */
bool st_dense_is_finite(const st_dense *m);
double st_dense_norm(const st_dense *m);                                         /* Frobenius */

/* Solves a x = b; false: a is singular to working precision. */
bool st_dense_solve(sb_arena *arena, const st_dense *a, const st_dense *b, st_dense *x);
/* The x of least length that brings a x nearest to b, with singular values below `tolerance` of the largest taken as
 * zero; the rank. */
bool st_dense_least(sb_arena *arena, const st_dense *a, const st_dense *b, double tolerance, st_dense *x,
					uint32_t *rank);
/* a = u diag(s) v', with square u and v, s falling. */
typedef struct st_svd { st_dense u, v; double *s; uint32_t count; } st_svd;
bool st_dense_svd(sb_arena *arena, const st_dense *a, st_svd *out);
uint32_t st_svd_rank(const st_svd *d, double least);                             /* how many are above `least` */
/* Which `rank` columns are the most independent: by QR with pivoting, the best first. */
bool st_dense_pivots(sb_arena *arena, const st_dense *a, uint32_t *order);

/* Eigenvalues, after balancing; pairs stand beside each other, the one with the positive imaginary part first. */
bool st_dense_eigenvalues(sb_arena *arena, const st_dense *a, double complex *out);
/* The same with vectors, by columns, of length 1: a right = right diag(value), left* a = diag(value) left*. NULL: not
 * wanted. */
bool st_dense_eigenvectors(sb_arena *arena, const st_dense *a, double complex *value, double complex *right,
						   double complex *left);
/* Eigenvalues of a - lambda b; infinite ones are left out. How many there are. */
bool st_dense_pencil(sb_arena *arena, const st_dense *a, const st_dense *b, double complex *out, uint32_t *count);
/* a = q h q', h upper Hessenberg */
bool st_dense_hessenberg(sb_arena *arena, const st_dense *a, st_dense *q, st_dense *h);
st_dense st_dense_exponential(sb_arena *arena, const st_dense *a);
/* exp(a t) and the integral of exp(a s) b over s in [0, t] */
void st_dense_hold(sb_arena *arena, const st_dense *a, const st_dense *b, double t, st_dense *phi, st_dense *gamma);

#endif
