/* Poles with what belongs to them, controllability and observability, minimal realisation. */
#include "study/linear/linear.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------------- the staircase
 *
 * What B reaches, then what A makes of that, and so on: each time the new directions are found by a singular value
 * decomposition, and what is below the noise is none. */

typedef struct staircase { st_dense a, b, u; uint32_t rank; } staircase;

/* Rows and columns from `from` on are turned by q. */
static void turn(sb_arena *arena, staircase *t, uint32_t from, const st_dense *q)
{
	uint32_t n = t->a.rows, m = n - from;
	st_dense rows = st_dense_part(arena, &t->a, from, 0, m, n);
	rows = st_dense_transposed_times(arena, q, &rows);
	st_dense_put(&t->a, from, 0, &rows);
	st_dense columns = st_dense_part(arena, &t->a, 0, from, n, m);
	columns = st_dense_times(arena, &columns, q);
	st_dense_put(&t->a, 0, from, &columns);
	st_dense inputs = st_dense_part(arena, &t->b, from, 0, m, t->b.columns);
	inputs = st_dense_transposed_times(arena, q, &inputs);
	st_dense_put(&t->b, from, 0, &inputs);
	columns = st_dense_part(arena, &t->u, 0, from, n, m);
	columns = st_dense_times(arena, &columns, q);
	st_dense_put(&t->u, 0, from, &columns);
}

static bool climb(sb_arena *arena, staircase *t)
{
	uint32_t n = t->a.rows, from = 0, stair = 0;
	double noise_b = ST_SMALL * st_dense_norm(&t->b), noise_a = ST_SMALL * st_dense_norm(&t->a);
	for (bool first = true; from < n; first = false) {
		st_dense next = first ? t->b : st_dense_part(arena, &t->a, from, from - stair, n - from, stair);
		st_svd d;
		if (!st_dense_svd(arena, &next, &d))
			return false;
		uint32_t rank = st_svd_rank(&d, first ? noise_b : noise_a);
		if (!rank)
			break;
		turn(arena, t, from, &d.u);
		from += rank;
		stair = rank;
	}
	t->rank = from;
	return true;
}

/* Inputs in units of their own effect, so that none is lost beside another. */
static st_dense like_columns(sb_arena *arena, const st_dense *b)
{
	st_dense out = st_dense_copy(arena, b);
	for (uint32_t k = 0; k < b->columns; k++) {
		st_dense column = st_dense_part(arena, b, 0, k, b->rows, 1);
		double norm = st_dense_norm(&column);
		for (uint32_t i = 0; i < b->rows && norm > 0; i++)
			*st_element(&out, i, k) /= norm;
	}
	return out;
}

/* The orthogonal change of states that shows what inputs reach: the first `rank` of u' x. By ranks of a staircase. */
static bool reachable(sb_arena *arena, const st_system *s, st_dense *u, uint32_t *rank)
{
	staircase t = {st_dense_copy(arena, &s->a), like_columns(arena, &s->b), st_dense_identity(arena, s->a.rows), 0};
	bool good = st_dense_is_finite(&t.a) && st_dense_is_finite(&t.b) && climb(arena, &t);
	*u = t.u;
	*rank = t.rank;
	return good;
}

uint32_t st_controllable(sb_arena *arena, const st_system *s)
{
	st_dense u;
	uint32_t rank = 0;
	st_system t = st_system_balanced(arena, s);
	reachable(arena, &t, &u, &rank);
	return rank;
}

uint32_t st_observable(sb_arena *arena, const st_system *s)
{
	st_system t = st_system_transposed(arena, s);
	return st_controllable(arena, &t);
}

/* The part of a system that its inputs reach. */
static bool reached_part(sb_arena *arena, const st_system *s, st_system *out)
{
	st_dense u;
	uint32_t rank;
	if (!reachable(arena, s, &u, &rank))
		return false;
	st_dense q = st_dense_part(arena, &u, 0, 0, u.rows, rank), aq = st_dense_times(arena, &s->a, &q);
	*out = *s;
	out->a = st_dense_transposed_times(arena, &q, &aq);
	out->b = st_dense_transposed_times(arena, &q, &s->b);
	out->c = st_dense_times(arena, &s->c, &q);
	out->states = NULL;
	return true;
}

/* What is left of an output where nothing of it can be reached is rounding. */
static void drop_rounding(st_dense *c, const st_dense *whole, sb_arena *arena)
{
	for (uint32_t o = 0; o < c->rows; o++) {
		st_dense row = st_dense_part(arena, c, o, 0, 1, c->columns);
		st_dense all = st_dense_part(arena, whole, o, 0, 1, whole->columns);
		for (uint32_t k = 0; k < c->columns && st_dense_norm(&row) <= ST_SMALL * st_dense_norm(&all); k++)
			*st_element(c, o, k) = 0;
	}
}

bool st_minimal(sb_arena *arena, const st_system *s, st_system *out)
{
	st_system t = st_system_balanced(arena, s), r;
	if (!reached_part(arena, &t, &r))
		return false;
	drop_rounding(&r.c, &t.c, arena);
	t = st_system_transposed(arena, &r);
	if (!reached_part(arena, &t, &r))
		return false;
	*out = st_system_transposed(arena, &r);
	out->states = NULL;
	return true;
}

/* ------------------------------------------------------------------------------------------------------------ poles */

static double complex as_continuous(double complex value, double period)
{
	return period > 0 ? value == 0 ? -INFINITY : clog(value) / period : value;
}

static void describe(const st_system *s, st_pole *p)
{
	double complex c = as_continuous(p->value, s->period);
	double rounding = 1e-9 * fmax(cabs(p->value), DBL_MIN), out = s->period > 0 ? cabs(p->value) - 1 : creal(p->value);
	p->frequency = cabs(c);
	p->damping = p->frequency > 0 ? isfinite(p->frequency) ? -creal(c) / p->frequency : 1 : 1;
	p->time = creal(c) == 0 ? INFINITY : 1 / fabs(creal(c));
	p->border = fabs(out) <= rounding;
	p->stable = out < 0 && !p->border;
}

static int by_speed(const void *a, const void *b)
{
	const st_pole *p = a, *q = b;
	double tiny = 1e-9 * fmax(p->frequency, q->frequency);
	if (!(fabs(p->frequency - q->frequency) <= tiny))
		return p->frequency < q->frequency ? -1 : 1;
	if (creal(p->value) != creal(q->value) && fabs(creal(p->value) - creal(q->value)) > tiny)
		return creal(p->value) < creal(q->value) ? -1 : 1;
	return cimag(p->value) > cimag(q->value) ? -1 : cimag(p->value) < cimag(q->value);
}

/* The modes that inputs do not reach are the eigenvalues of what the staircase leaves over. Each is given to the
 * nearest pole that has none yet. */
static bool find_reached(sb_arena *arena, const st_system *s, st_pole *poles, bool outputs)
{
	st_system t = outputs ? st_system_transposed(arena, s) : *s;
	st_dense u;
	uint32_t n = s->a.rows, rank, left;
	t = st_system_balanced(arena, &t);
	t.b = like_columns(arena, &t.b);
	if (!reachable(arena, &t, &u, &rank))
		return false;
	for (uint32_t i = 0; i < n; i++)
		*(outputs ? &poles[i].seen : &poles[i].reached) = true;
	left = n - rank;
	if (!left)
		return true;
	st_dense au = st_dense_times(arena, &t.a, &u), turned = st_dense_transposed_times(arena, &u, &au);
	st_dense rest = st_dense_part(arena, &turned, rank, rank, left, left);
	double complex *values = sb_new_array(arena, double complex, left);
	if (!st_dense_eigenvalues(arena, &rest, values))
		return false;
	for (uint32_t k = 0; k < left; k++) {
		uint32_t best = UINT32_MAX;
		for (uint32_t i = 0; i < n; i++) {
			bool taken = !(outputs ? poles[i].seen : poles[i].reached);
			if (taken)
				continue;
			if (best == UINT32_MAX || cabs(poles[i].value - values[k]) < cabs(poles[best].value - values[k]))
				best = i;
		}
		*(outputs ? &poles[best].seen : &poles[best].reached) = false;
	}
	return true;
}

bool st_poles(sb_arena *arena, const st_system *s, st_pole *out)
{
	uint32_t n = s->a.rows;
	size_t square = (size_t)n * n + 1;
	double complex *value = sb_new_array(arena, double complex, n + 1);
	double complex *right = sb_new_array(arena, double complex, square);
	double complex *left = sb_new_array(arena, double complex, square);
	if (!st_dense_eigenvectors(arena, &s->a, value, right, left))
		return false;
	for (uint32_t i = 0; i < n; i++) {
		double most = -1;
		out[i] = (st_pole){.value = value[i]};
		for (uint32_t k = 0; k < n; k++) {           /* participation: |left_k right_k| */
			double part = cabs(left[(size_t)i * n + k]) * cabs(right[(size_t)i * n + k]);
			if (part > most * (1 + 1e-6)) {
				most = part;
				out[i].leading = k;
			}
		}
		describe(s, &out[i]);
	}
	qsort(out, n, sizeof *out, by_speed);
	return find_reached(arena, s, out, false) && find_reached(arena, s, out, true);
}
