/* Matrices: eigenvalues, pencils, Hessenberg form, the exponential. */
#include "study/linear/dense.h"
#include "study/linear/lapack_calls.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* LAPACK keeps a pair of complex vectors as two columns, real and imaginary part. */
static void unpack(uint32_t n, const double *wi, const double *packed, double complex *out)
{
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++) {
			const double *first = packed + (size_t)n * k + i, *second = first + n, *before = first - n;
			out[(size_t)n * k + i] = wi[k] == 0 ? *first : wi[k] > 0 ? *first + *second * I : *before - *first * I;
		}
}

bool st_dense_eigenvectors(sb_arena *arena, const st_dense *a, double complex *value, double complex *right,
						   double complex *left)
{
	int n = (int)a->rows, info = 0, low, high, size = 64 * n + 64, none = 1;
	if (!n)
		return true;
	if (!st_dense_is_finite(a))
		return false;
	st_dense copy = st_dense_copy(arena, a);
	size_t square = (size_t)n * n;
	double *wr = sb_new_array(arena, double, n), *wi = sb_new_array(arena, double, n);
	double *vl = sb_new_array(arena, double, left ? square : 1), *vr = sb_new_array(arena, double, right ? square : 1);
	double *scale = sb_new_array(arena, double, n), *work = sb_new_array(arena, double, size);
	double norm, *ignored = sb_new_array(arena, double, n);
	int *whole = sb_new_array(arena, int, 2 * n);
	dgeevx_("B", left ? "V" : "N", right ? "V" : "N", "N", &n, copy.at, &n, wr, wi, vl, left ? &n : &none, vr,
			right ? &n : &none, &low, &high, scale, &norm, ignored, ignored, work, &size, whole, &info, 1, 1, 1, 1);
	if (info)
		return false;
	for (int i = 0; i < n; i++)
		value[i] = wr[i] + wi[i] * I;
	if (right)
		unpack((uint32_t)n, wi, vr, right);
	if (left)
		unpack((uint32_t)n, wi, vl, left);
	return true;
}

bool st_dense_eigenvalues(sb_arena *arena, const st_dense *a, double complex *out)
{
	return st_dense_eigenvectors(arena, a, out, NULL, NULL);
}

bool st_dense_pencil(sb_arena *arena, const st_dense *a, const st_dense *b, double complex *out, uint32_t *count)
{
	int n = (int)a->rows, info = 0, size = 16 * n + 64, none = 1;
	*count = 0;
	if (!n)
		return true;
	if (!st_dense_is_finite(a) || !st_dense_is_finite(b))
		return false;
	st_dense p = st_dense_copy(arena, a), q = st_dense_copy(arena, b);
	double *ar = sb_new_array(arena, double, n), *ai = sb_new_array(arena, double, n);
	double *beta = sb_new_array(arena, double, n), *work = sb_new_array(arena, double, size), unused;
	dggev_("N", "N", &n, p.at, &n, q.at, &n, ar, ai, beta, &unused, &none, &unused, &none, work, &size, &info, 1, 1);
	if (info)
		return false;
	double scale_a = st_dense_norm(a), scale_b = st_dense_norm(b);
	for (int i = 0; i < n; i++) {
		bool finite = fabs(beta[i]) > 16 * n * DBL_EPSILON * scale_b;
		if (finite && hypot(ar[i], ai[i]) / fabs(beta[i]) < DBL_MAX * fmin(1, scale_a + 1))
			out[(*count)++] = (ar[i] + ai[i] * I) / beta[i];
	}
	return true;
}

bool st_dense_hessenberg(sb_arena *arena, const st_dense *a, st_dense *q, st_dense *h)
{
	int n = (int)a->rows, info = 0, one = 1, size = 64 * n + 64;
	*h = st_dense_copy(arena, a);
	*q = st_dense_identity(arena, a->rows);
	if (!st_dense_is_finite(a))
		return false;
	if (n < 3)
		return true;
	double *tau = sb_new_array(arena, double, n), *work = sb_new_array(arena, double, size);
	dgehrd_(&n, &one, &n, h->at, &n, tau, work, &size, &info);
	memcpy(q->at, h->at, (size_t)n * n * sizeof *h->at);
	if (!info)
		dorghr_(&n, &one, &n, q->at, &n, tau, work, &size, &info);
	for (int k = 0; k < n; k++)
		for (int i = k + 2; i < n; i++)
			*st_element(h, (uint32_t)i, (uint32_t)k) = 0;
	return !info;
}

/* ------------------------------------------------------------------------------------------------- the exponential
 *
 * Scaling and squaring with the diagonal approximant of Pade of degree 13, which is good to rounding for a norm up to
 * 5.37 (Higham, SIAM J. Matrix Anal. Appl. 26, 2005). */
static double norm_one(const st_dense *a)
{
	double most = 0;
	for (uint32_t k = 0; k < a->columns; k++) {
		double sum = 0;
		for (uint32_t i = 0; i < a->rows; i++)
			sum += fabs(*st_element(a, i, k));
		most = fmax(most, sum);
	}
	return most;
}

/* sum of c[i] m[i], i < 4, the first of them the identity */
static st_dense combine(sb_arena *arena, const st_dense *const m[4], const double c[4])
{
	st_dense out = st_dense_new(arena, m[0]->rows, m[0]->rows);
	for (int i = 0; i < 4; i++)
		out = st_dense_plus(arena, &out, c[i], m[i]);
	return out;
}

static st_dense pade13(sb_arena *arena, const st_dense *a)
{
	static const double b[] = {64764752532480000., 32382376266240000., 7771770303897600., 1187353796428800.,
							   129060195264000.,   10559470521600.,    670442572800.,     33522128640.,
							   1323241920.,        40840800.,          960960.,           16380., 182., 1.};
	st_dense one = st_dense_identity(arena, a->rows), a2 = st_dense_times(arena, a, a);
	st_dense a4 = st_dense_times(arena, &a2, &a2), a6 = st_dense_times(arena, &a4, &a2), x;
	const st_dense *powers[] = {&one, &a2, &a4, &a6};
	st_dense high = combine(arena, powers, (double[]){0, b[9], b[11], b[13]});
	st_dense low = combine(arena, powers, (double[]){b[1], b[3], b[5], b[7]});
	st_dense sum = st_dense_times(arena, &a6, &high);
	sum = st_dense_plus(arena, &sum, 1, &low);
	st_dense odd = st_dense_times(arena, a, &sum);
	high = combine(arena, powers, (double[]){0, b[8], b[10], b[12]});
	low = combine(arena, powers, (double[]){b[0], b[2], b[4], b[6]});
	sum = st_dense_times(arena, &a6, &high);
	st_dense even = st_dense_plus(arena, &sum, 1, &low);
	st_dense above = st_dense_plus(arena, &even, 1, &odd), below = st_dense_plus(arena, &even, -1, &odd);
	st_dense_solve(arena, &below, &above, &x);
	return x;
}

st_dense st_dense_exponential(sb_arena *arena, const st_dense *a)
{
	double norm = norm_one(a);
	int squarings = norm > 5.37 && isfinite(norm) ? (int)ceil(log2(norm / 5.37)) : 0;
	st_dense scaled = st_dense_new(arena, a->rows, a->columns);
	scaled = st_dense_plus(arena, &scaled, ldexp(1, -squarings), a);
	st_dense x = pade13(arena, &scaled);
	for (int i = 0; i < squarings; i++)
		x = st_dense_times(arena, &x, &x);
	return x;
}

void st_dense_hold(sb_arena *arena, const st_dense *a, const st_dense *b, double t, st_dense *phi, st_dense *gamma)
{
	uint32_t n = a->rows, m = b->columns;
	st_dense whole = st_dense_new(arena, n + m, n + m);
	st_dense_put(&whole, 0, 0, a);
	st_dense_put(&whole, 0, n, b);
	for (size_t i = 0; i < (size_t)(n + m) * (n + m); i++)
		whole.at[i] *= t;
	st_dense e = st_dense_exponential(arena, &whole);
	*phi = st_dense_part(arena, &e, 0, 0, n, n);
	*gamma = st_dense_part(arena, &e, 0, n, n, m);
}
