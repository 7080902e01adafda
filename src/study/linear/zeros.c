/* Transmission zeros, and transfer functions of single channels.
 *
 * The zeros are where the system pencil [A - s, B; C, D] loses rank. As a pencil it has infinite eigenvalues too, which
 * rounding turns into large finite ones; they are taken out first by orthogonal compressions (Emami-Naeini and Van
 * Dooren, Automatica 18, 1982): rows of D are compressed, what is left of C without D says which states only make
 * infinite zeros, and those states go. The same on the transposed system leaves an invertible D, and a pencil with
 * finite eigenvalues alone. Zeros at the origin are taken out of that pencil by the rank of its matrix, because
 * rounding would turn n of them into a ring, as large as its nth root. */
#include "study/linear/linear.h"
#include <float.h>
#include <math.h>

/* One step of the reduction; *done: D has full row rank, or nothing is left. */
static bool reduce_once(sb_arena *arena, st_system *s, double noise, bool *done)
{
	st_svd d, e;
	uint32_t n = s->a.rows, m = s->b.columns, p = s->c.rows;
	*done = true;
	if (!st_dense_svd(arena, &s->d, &d))
		return false;
	uint32_t sigma = st_svd_rank(&d, noise);
	st_dense c = st_dense_transposed_times(arena, &d.u, &s->c), dd = st_dense_transposed_times(arena, &d.u, &s->d);
	st_dense c_high = st_dense_part(arena, &c, 0, 0, sigma, n), d_high = st_dense_part(arena, &dd, 0, 0, sigma, m);
	st_dense c_low = st_dense_part(arena, &c, sigma, 0, p - sigma, n);
	if (!st_dense_svd(arena, &c_low, &e))
		return false;
	uint32_t rho = st_svd_rank(&e, noise), nu = n - rho;
	if (sigma == p || rho == 0) {            /* rows without C and D say nothing */
		s->c = c_high;
		s->d = d_high;
		return true;
	}
	/* states in the order: those that C does not see, those that it sees */
	st_dense v = st_dense_new(arena, n, n);
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t i = 0; i < n; i++)
			*st_element(&v, i, k) = *st_element(&e.v, i, k < nu ? rho + k : k - nu);
	st_dense av = st_dense_times(arena, &s->a, &v), a = st_dense_transposed_times(arena, &v, &av);
	st_dense b = st_dense_transposed_times(arena, &v, &s->b), cv = st_dense_times(arena, &c_high, &v);
	st_system t = *s;
	t.a = st_dense_part(arena, &a, 0, 0, nu, nu);
	t.b = st_dense_part(arena, &b, 0, 0, nu, m);
	t.c = st_dense_new(arena, rho + sigma, nu);
	t.d = st_dense_new(arena, rho + sigma, m);
	st_dense part = st_dense_part(arena, &a, nu, 0, rho, nu);
	st_dense_put(&t.c, 0, 0, &part);
	part = st_dense_part(arena, &cv, 0, 0, sigma, nu);
	st_dense_put(&t.c, rho, 0, &part);
	part = st_dense_part(arena, &b, nu, 0, rho, m);
	st_dense_put(&t.d, 0, 0, &part);
	st_dense_put(&t.d, rho, 0, &d_high);
	*s = t;
	*done = nu == 0;
	return true;
}

static bool reduce(sb_arena *arena, st_system *s, double noise)
{
	bool done = false;
	while (!done)
		if (!reduce_once(arena, s, noise, &done))
			return false;
	return true;
}

/* Inputs and outputs in units of their own, so that one of them does not drown in the noise of another. */
static void scale_channels(sb_arena *arena, st_system *s)
{
	uint32_t n = s->a.rows;
	s->d = st_dense_copy(arena, &s->d);
	for (uint32_t k = 0; k < s->b.columns; k++) {
		double size = 0;
		for (uint32_t i = 0; i < n; i++)
			size = fmax(size, fabs(*st_element(&s->b, i, k)));
		for (uint32_t i = 0; i < s->d.rows && size == 0; i++)
			size = fmax(size, fabs(*st_element(&s->d, i, k)));
		for (uint32_t i = 0; i < n && size > 0; i++)
			*st_element(&s->b, i, k) /= size;
		for (uint32_t i = 0; i < s->d.rows && size > 0; i++)
			*st_element(&s->d, i, k) /= size;
	}
	for (uint32_t k = 0; k < s->c.rows; k++) {
		double size = 0;
		for (uint32_t i = 0; i < n; i++)
			size = fmax(size, fabs(*st_element(&s->c, k, i)));
		for (uint32_t i = 0; i < s->d.columns && size == 0; i++)
			size = fmax(size, fabs(*st_element(&s->d, k, i)));
		for (uint32_t i = 0; i < n && size > 0; i++)
			*st_element(&s->c, k, i) /= size;
		for (uint32_t i = 0; i < s->d.columns && size > 0; i++)
			*st_element(&s->d, k, i) /= size;
	}
}

/* Takes the eigenvalues at the origin out of the pencil a - s e: columns that a does not see go, and with them the rows
 * that e makes of them. A chain of n of them takes n turns. False: there is none any more. */
static bool deflate_origin(sb_arena *arena, st_dense *a, st_dense *e, uint32_t *gone)
{
	st_svd d, r;
	uint32_t n = a->rows;
	double noise = 64 * n * DBL_EPSILON * st_dense_norm(a);
	*gone = 0;
	if (!n || !st_dense_svd(arena, a, &d) || st_svd_rank(&d, noise) == n)
		return false;
	uint32_t rank = st_svd_rank(&d, noise), k = n - rank;
	st_dense seen = st_dense_part(arena, &d.v, 0, 0, n, rank), unseen = st_dense_part(arena, &d.v, 0, rank, n, k);
	st_dense image = st_dense_times(arena, e, &unseen);
	if (!st_dense_svd(arena, &image, &r) || st_svd_rank(&r, 64 * n * DBL_EPSILON * st_dense_norm(e)) < k)
		return false;                /* the pencil is singular, or has infinite eigenvalues: left to the iteration */
	st_dense rest = st_dense_part(arena, &r.u, 0, k, n, rank);
	st_dense av = st_dense_times(arena, a, &seen), ev = st_dense_times(arena, e, &seen);
	*a = st_dense_transposed_times(arena, &rest, &av);
	*e = st_dense_transposed_times(arena, &rest, &ev);
	*gone = k;
	return true;
}

static bool eigenvalues(sb_arena *arena, const st_dense *a, const st_dense *e, double complex *out, uint32_t *count)
{
	st_dense p = *a, q = *e;
	uint32_t zeros = 0, gone;
	while (deflate_origin(arena, &p, &q, &gone))
		for (uint32_t i = 0; i < gone; i++)
			out[zeros++] = 0;
	bool good = st_dense_pencil(arena, &p, &q, out + zeros, count);
	*count += zeros;
	return good;
}

/* [C D] w = [0, X]; the columns of w that C and D do not see carry the pencil. */
static bool finite_pencil(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count)
{
	uint32_t n = s->a.rows, m = s->b.columns;
	st_dense cd = st_dense_new(arena, s->c.rows, n + m), ab = st_dense_new(arena, n, n + m);
	st_dense ei = st_dense_new(arena, n, n + m), one = st_dense_identity(arena, n);
	st_svd d;
	st_dense_put(&cd, 0, 0, &s->c);
	st_dense_put(&cd, 0, n, &s->d);
	st_dense_put(&ab, 0, 0, &s->a);
	st_dense_put(&ab, 0, n, &s->b);
	st_dense_put(&ei, 0, 0, &one);
	if (!st_dense_svd(arena, &cd, &d))
		return false;
	st_dense w = st_dense_part(arena, &d.v, 0, m, n + m, n);
	st_dense a = st_dense_times(arena, &ab, &w), b = st_dense_times(arena, &ei, &w);
	return eigenvalues(arena, &a, &b, out, count);
}

static bool all_zero(const st_dense *m)
{
	return st_dense_norm(m) == 0;
}

bool st_zeros(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count, bool *degenerate)
{
	st_system t = st_system_balanced(arena, s);
	*count = 0;
	*degenerate = false;
	if (!st_dense_is_finite(&s->a) || !st_dense_is_finite(&s->b) || !st_dense_is_finite(&s->c) ||
		!st_dense_is_finite(&s->d))
		return false;
	scale_channels(arena, &t);
	double size = fmax(1, st_dense_norm(&t.a)), noise = 1e-12 * size;
	if (!reduce(arena, &t, noise))
		return false;
	st_svd d;
	if (!st_dense_svd(arena, &t.d, &d))
		return false;
	uint32_t rank = st_svd_rank(&d, noise);          /* of the transfer matrix, but at its zeros */
	t = st_system_transposed(arena, &t);
	if (!reduce(arena, &t, noise))
		return false;
	*degenerate = rank < s->c.rows && rank < s->b.columns;
	if (!t.a.rows || t.c.rows != t.b.columns)
		return true;
	if (!t.b.columns || (all_zero(&t.c) && all_zero(&t.d))) {
		st_dense one = st_dense_identity(arena, t.a.rows);
		return t.b.columns || eigenvalues(arena, &t.a, &one, out, count);
	}
	return finite_pencil(arena, &t, out, count);
}

/* -------------------------------------------------------------------------------------------------- single channels */

/* gain = value(s0) prod(s0 - pole)/prod(s0 - zero), at an s0 outside of all of them; factors in turn, so that no
 * product overflows. */
static double leading_gain(const st_system *s, sb_arena *arena, const st_transfer *t)
{
	double radius = 1;
	for (uint32_t i = 0; i < t->pole_count; i++)
		radius = fmax(radius, 2 * cabs(t->poles[i]));
	for (uint32_t i = 0; i < t->zero_count; i++)
		radius = fmax(radius, 2 * cabs(t->zeros[i]));
	st_dense one = st_dense_identity(arena, s->a.rows), shifted = st_dense_new(arena, s->a.rows, s->a.rows), x;
	shifted = st_dense_plus(arena, &shifted, radius, &one);
	shifted = st_dense_plus(arena, &shifted, -1, &s->a);
	if (!st_dense_solve(arena, &shifted, &s->b, &x))
		return NAN;
	st_dense y = st_dense_times(arena, &s->c, &x);
	double complex gain = s->d.at[0] + y.at[0];
	for (uint32_t i = 0; i < t->pole_count; i++) {
		gain *= radius - t->poles[i];
		if (i < t->zero_count)
			gain /= radius - t->zeros[i];
	}
	return creal(gain);
}

/* The poles of the channel as eigenvalues of the whole A, which are the more accurate ones, if it is known which. */
static bool find_poles(sb_arena *arena, const st_system *channel, const st_system *small, double complex *out)
{
	uint32_t n = channel->a.rows, count = 0;
	st_pole *poles = sb_new_array(arena, st_pole, n + 1);
	if (!st_poles(arena, channel, poles))
		return false;
	for (uint32_t i = 0; i < n; i++)
		count += poles[i].reached && poles[i].seen;
	if (count != small->a.rows)
		return st_dense_eigenvalues(arena, &small->a, out);
	for (uint32_t i = 0, k = 0; i < n; i++)
		if (poles[i].reached && poles[i].seen)
			out[k++] = poles[i].value;
	return true;
}

bool st_transfer_of(sb_arena *arena, const st_system *s, uint32_t output, uint32_t input, st_transfer *out)
{
	st_system channel = st_system_channel(arena, s, output, input), small;
	bool degenerate;
	*out = (st_transfer){0};
	if (!st_minimal(arena, &channel, &small))
		return false;
	uint32_t n = small.a.rows;
	out->zeros = sb_new_array(arena, double complex, n + 1);
	out->poles = sb_new_array(arena, double complex, n + 1);
	out->pole_count = n;
	if (n == 0) {
		out->gain = out->steady = small.d.at[0];
		return true;
	}
	if (!find_poles(arena, &channel, &small, out->poles) ||
		!st_zeros(arena, &small, out->zeros, &out->zero_count, &degenerate))
		return false;
	out->gain = leading_gain(&small, arena, out);
	out->steady = st_system_gain(arena, &channel).at[0];
	for (uint32_t i = 0; i < out->zero_count; i++)
		if (out->zeros[i] == (s->period > 0 ? 1 : 0))        /* and not what rounding makes of it */
			out->steady = 0;
	return true;
}
