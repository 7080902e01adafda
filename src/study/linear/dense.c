/* Matrices: making, taking apart, products, solving. */
#include "external/functions.h"
#include "study/linear/dense.h"
#include "study/linear/lapack_calls.h"
#include <math.h>
#include <string.h>

/* Whoever links this room gets external/lapack.c with it, which has what LAPACK asks of the library of FORTRAN. */
__attribute__((used)) static const sl_entry *const lapack_with_runtime = sl_lapack;

st_dense st_dense_new(sb_arena *arena, uint32_t rows, uint32_t columns)
{
	return (st_dense){rows, columns, sb_new_array(arena, double, (size_t)rows * columns + 1)};
}

st_dense st_dense_identity(sb_arena *arena, uint32_t n)
{
	st_dense m = st_dense_new(arena, n, n);
	for (uint32_t i = 0; i < n; i++)
		*st_element(&m, i, i) = 1;
	return m;
}

st_dense st_dense_of_rows(sb_arena *arena, uint32_t rows, uint32_t columns, const double *row_by_row)
{
	st_dense m = st_dense_new(arena, rows, columns);
	for (uint32_t i = 0; i < rows; i++)
		for (uint32_t k = 0; k < columns; k++)
			*st_element(&m, i, k) = row_by_row[(size_t)i * columns + k];
	return m;
}

st_dense st_dense_copy(sb_arena *arena, const st_dense *m)
{
	st_dense copy = st_dense_new(arena, m->rows, m->columns);
	memcpy(copy.at, m->at, (size_t)m->rows * m->columns * sizeof *m->at);
	return copy;
}

st_dense st_dense_transpose(sb_arena *arena, const st_dense *m)
{
	st_dense t = st_dense_new(arena, m->columns, m->rows);
	for (uint32_t i = 0; i < m->rows; i++)
		for (uint32_t k = 0; k < m->columns; k++)
			*st_element(&t, k, i) = *st_element(m, i, k);
	return t;
}

st_dense st_dense_part(sb_arena *arena, const st_dense *m, uint32_t row, uint32_t column, uint32_t rows,
					   uint32_t columns)
{
	st_dense part = st_dense_new(arena, rows, columns);
	for (uint32_t k = 0; k < columns; k++)
		for (uint32_t i = 0; i < rows; i++)
			*st_element(&part, i, k) = *st_element(m, row + i, column + k);
	return part;
}

void st_dense_put(st_dense *to, uint32_t row, uint32_t column, const st_dense *part)
{
	for (uint32_t k = 0; k < part->columns; k++)
		for (uint32_t i = 0; i < part->rows; i++)
			*st_element(to, row + i, column + k) = *st_element(part, i, k);
}

st_dense st_dense_times(sb_arena *arena, const st_dense *a, const st_dense *b)
{
	st_dense c = st_dense_new(arena, a->rows, b->columns);
	for (uint32_t k = 0; k < b->columns; k++)
		for (uint32_t j = 0; j < a->columns; j++) {
			double factor = *st_element(b, j, k);
			if (factor == 0)
				continue;
			for (uint32_t i = 0; i < a->rows; i++)
				*st_element(&c, i, k) += *st_element(a, i, j) * factor;
		}
	return c;
}

st_dense st_dense_transposed_times(sb_arena *arena, const st_dense *a, const st_dense *b)
{
	st_dense c = st_dense_new(arena, a->columns, b->columns);
	for (uint32_t k = 0; k < b->columns; k++)
		for (uint32_t i = 0; i < a->columns; i++) {
			double sum = 0;
			for (uint32_t j = 0; j < a->rows; j++)
				sum += *st_element(a, j, i) * *st_element(b, j, k);
			*st_element(&c, i, k) = sum;
		}
	return c;
}

st_dense st_dense_plus(sb_arena *arena, const st_dense *a, double factor, const st_dense *b)
{
	st_dense c = st_dense_copy(arena, a);
	for (size_t i = 0; i < (size_t)a->rows * a->columns; i++)
		c.at[i] += factor * b->at[i];
	return c;
}

bool st_dense_is_finite(const st_dense *m)
{
	for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
		if (!isfinite(m->at[i]))
			return false;
	return true;
}

/* Scaled, so that squares do not overflow. */
double st_dense_norm(const st_dense *m)
{
	double most = 0, sum = 0;
	for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
		most = fmax(most, fabs(m->at[i]));
	if (most == 0 || !isfinite(most))
		return most;
	for (size_t i = 0; i < (size_t)m->rows * m->columns; i++)
		sum += m->at[i] / most * (m->at[i] / most);
	return most * sqrt(sum);
}

/* ---------------------------------------------------------------------------------------------------------- solving */

bool st_dense_solve(sb_arena *arena, const st_dense *a, const st_dense *b, st_dense *x)
{
	int n = (int)a->rows, columns = (int)b->columns, info = 0;
	*x = st_dense_copy(arena, b);
	if (!st_dense_is_finite(a))
		return false;
	if (!n || !columns)
		return true;
	st_dense lu = st_dense_copy(arena, a);
	double norm = 0, sum, rcond = 0;
	for (uint32_t k = 0; k < a->columns; k++) {
		sum = 0;
		for (uint32_t i = 0; i < a->rows; i++)
			sum += fabs(*st_element(a, i, k));
		norm = fmax(norm, sum);
	}
	int *pivots = sb_new_array(arena, int, n), *whole = sb_new_array(arena, int, n);
	double *work = sb_new_array(arena, double, 4 * (size_t)n);
	dgesv_(&n, &columns, lu.at, &n, pivots, x->at, &n, &info);
	if (info)
		return false;
	dgecon_("1", &n, lu.at, &n, &norm, &rcond, work, whole, &info, 1);
	return rcond > 0x1p-52 && st_dense_is_finite(x);
}

bool st_dense_least(sb_arena *arena, const st_dense *a, const st_dense *b, double tolerance, st_dense *x,
					uint32_t *rank)
{
	st_svd d;
	*x = st_dense_new(arena, a->columns, b->columns);
	*rank = 0;
	if (!st_dense_svd(arena, a, &d))
		return false;
	*rank = d.count ? st_svd_rank(&d, tolerance * d.s[0]) : 0;
	for (uint32_t k = 0; k < b->columns; k++)
		for (uint32_t r = 0; r < *rank; r++) {
			double sum = 0;
			for (uint32_t i = 0; i < a->rows; i++)
				sum += *st_element(&d.u, i, r) * *st_element(b, i, k);
			for (uint32_t i = 0; i < a->columns; i++)
				*st_element(x, i, k) += *st_element(&d.v, i, r) * sum / d.s[r];
		}
	return true;
}

bool st_dense_svd(sb_arena *arena, const st_dense *a, st_svd *out)
{
	int m = (int)a->rows, n = (int)a->columns, info = 0, size = 5 * (m + n) + 64;
	out->count = a->rows < a->columns ? a->rows : a->columns;
	out->s = sb_new_array(arena, double, out->count + 1);
	out->u = st_dense_identity(arena, a->rows);
	out->v = st_dense_identity(arena, a->columns);
	if (!st_dense_is_finite(a))
		return false;
	if (!m || !n)
		return true;
	st_dense copy = st_dense_copy(arena, a), vt = st_dense_new(arena, a->columns, a->columns);
	double *work = sb_new_array(arena, double, size);
	dgesvd_("A", "A", &m, &n, copy.at, &m, out->s, out->u.at, &m, vt.at, &n, work, &size, &info, 1, 1);
	out->v = st_dense_transpose(arena, &vt);
	return !info;
}

uint32_t st_svd_rank(const st_svd *d, double least)
{
	uint32_t rank = 0;
	while (rank < d->count && d->s[rank] > least)
		rank++;
	return rank;
}

bool st_dense_pivots(sb_arena *arena, const st_dense *a, uint32_t *order)
{
	int m = (int)a->rows, n = (int)a->columns, info = 0, size = 3 * (n + 1) + 64 * (n + 1);
	for (uint32_t i = 0; i < a->columns; i++)
		order[i] = i;
	if (!st_dense_is_finite(a))
		return false;
	if (!m || !n)
		return true;
	st_dense copy = st_dense_copy(arena, a);
	int *pivot = sb_new_array(arena, int, n);
	double *tau = sb_new_array(arena, double, m < n ? m : n), *work = sb_new_array(arena, double, size);
	dgeqp3_(&m, &n, copy.at, &m, pivot, tau, work, &size, &info);
	for (int i = 0; i < n && !info; i++)
		order[i] = (uint32_t)(pivot[i] - 1);
	return !info;
}
