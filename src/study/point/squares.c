/* Least squares with bounds: squares.h. */
#include "study/point/squares.h"
#include <float.h>
#include <math.h>
#include <string.h>

typedef struct search {
	const st_squares *q;
	st_least *best;
	sb_arena *scratch;
	double damping, growth;
	bool *held;
	double *weight, *most;           /* of the residuals, by 1/most; the largest reach so far */
} search;

/* Newton steps below it are no better than rounding lets them be, where residuals can be made no smaller. */
static const double ROUNDING = 1e-11;
/* A rate that nothing changes is zero below it. */
static const double NOTHING = 1e-15;

static double sum_of_squares(const double *v, uint32_t n)
{
	double sum = 0;
	for (uint32_t i = 0; i < n; i++)
		sum += v[i] * v[i];
	return isfinite(sum) ? sum : INFINITY;
}

/* Half the slope of the sum by variable k. */
static double slope(const search *s, uint32_t k)
{
	double sum = 0;
	for (uint32_t i = 0; i < s->q->m; i++)
		sum += s->best->matrix[(size_t)i * s->q->n + k] * s->best->residual[i];
	return sum;
}

static void find_held(search *s)
{
	const st_squares *q = s->q;
	for (uint32_t k = 0; k < q->n; k++) {
		double z = s->best->z[k], rounding = 4 * DBL_EPSILON * (fabs(z) + q->size[k]), g = slope(s, k);
		s->best->bound[k] = z <= q->low[k] + rounding && g >= 0 ? -1 : z >= q->high[k] - rounding && g <= 0 ? 1 : 0;
		s->held[k] = s->best->bound[k] != 0;
	}
}

static double extent(const search *s, uint32_t k)
{
	return fmax(fabs(s->best->z[k]), s->q->size[k]);
}

/* How much a change of all variables by their sizes does to a residual. */
static double reach(const search *s, uint32_t i)
{
	double sum = 0;
	for (uint32_t k = 0; k < s->q->n; k++)
		sum += fabs(s->best->matrix[(size_t)i * s->q->n + k]) * s->q->size[k];
	return sum;
}

static bool is_small(const search *s)
{
	double tolerance = s->q->tolerance > 0 ? s->q->tolerance : 1e-9;
	for (uint32_t i = 0; i < s->q->m; i++)
		if (!(fabs(s->best->residual[i]) <= tolerance * (reach(s, i) + 1)))
			return false;
	return true;
}

/* The matrix by the ways that are open, in units of size. */
static bool open_matrix(const search *s, st_dense *ways, st_dense *j)
{
	const st_squares *q = s->q;
	if (q->ways && !q->ways(q->context, s->held, s->scratch, ways))
		return false;
	if (!q->ways) {
		uint32_t free = 0;
		for (uint32_t k = 0; k < q->n; k++)
			free += !s->held[k];
		*ways = st_dense_new(s->scratch, q->n, free);
		for (uint32_t k = 0, c = 0; k < q->n; k++)
			if (!s->held[k])
				*st_element(ways, k, c++) = 1;
	}
	st_dense all = st_dense_new(s->scratch, q->m, q->n);
	for (uint32_t i = 0; i < q->m; i++)
		for (uint32_t k = 0; k < q->n; k++)
			*st_element(&all, i, k) = s->best->matrix[(size_t)i * q->n + k] * q->size[k];
	*j = st_dense_times(s->scratch, &all, ways);
	return true;
}

/* The damped step, in units of size, and what it should do to the sum. */
static double damped_step(const search *s, const st_dense *ways, const st_svd *d, double *step)
{
	double *along = sb_new_array(s->scratch, double, ways->columns + 1), gain = 0;
	for (uint32_t r = 0; r < d->count; r++) {
		double part = 0;
		for (uint32_t i = 0; i < s->q->m; i++)
			part += *st_element(&d->u, i, r) * s->best->residual[i];
		if (d->s[r] <= 1e-13 * d->s[0])
			continue;
		double factor = d->s[r] / (d->s[r] * d->s[r] + s->damping), left = 1 - d->s[r] * factor;
		gain += part * part * (1 - left * left);
		for (uint32_t c = 0; c < ways->columns; c++)
			along[c] -= *st_element(&d->v, c, r) * part * factor;
	}
	for (uint32_t k = 0; k < s->q->n; k++) {
		step[k] = 0;
		for (uint32_t c = 0; c < ways->columns; c++)
			step[k] += *st_element(ways, k, c) * along[c];
	}
	return gain;
}

/* ------------------------------------------------------------------------------------------- zeros of all residuals */

/* The Newton step from the best point, and what it leaves of the residuals. False: there is none. */
static bool newton(const search *s, double *step, double *left)
{
	const st_squares *q = s->q;
	search bare = *s;
	st_dense ways, j;
	st_svd d = {0};
	bare.damping = 0;
	memset(step, 0, q->n * sizeof *step);
	if (!open_matrix(s, &ways, &j))
		return false;
	if (j.columns && !st_dense_svd(s->scratch, &j, &d))
		return false;
	if (d.count && d.s[0] > 0)
		damped_step(&bare, &ways, &d, step);
	for (uint32_t i = 0; i < q->m; i++) {
		left[i] = s->best->residual[i];
		for (uint32_t k = 0; k < q->n; k++)
			left[i] += s->best->matrix[(size_t)i * q->n + k] * q->size[k] * step[k];
	}
	for (uint32_t k = 0; k < q->n; k++)
		step[k] *= q->size[k];
	return true;
}

/* Would a Newton step change nothing, by `tolerance` of what the variables are or of `size`? */
static bool is_zero(search *s, const double *size, double tolerance)
{
	const st_squares *q = s->q;
	sb_mark mark = sb_arena_mark(s->scratch);
	double *step = sb_new_array(s->scratch, double, q->n + 1), *left = sb_new_array(s->scratch, double, q->m + 1);
	find_held(s);
	bool zero = newton(s, step, left);
	for (uint32_t k = 0; k < q->n && zero; k++)
		zero = fabs(step[k]) <= tolerance * fmax(size[k], fabs(s->best->z[k]));
	for (uint32_t i = 0; i < q->m && zero; i++) {
		double sum = 0;
		for (uint32_t k = 0; k < q->n; k++)
			sum += fabs(s->best->matrix[(size_t)i * q->n + k]) * fmax(size[k], fabs(s->best->z[k]));
		zero = fabs(left[i]) <= fmax(tolerance * sum, NOTHING * s->weight[i]);
	}
	sb_arena_rewind(s->scratch, mark);
	return zero;
}

static bool is_solved(search *s)
{
	double tolerance = s->q->tolerance > 0 ? s->q->tolerance : 1e-9;
	return s->q->usual ? is_zero(s, s->q->size, tolerance) : is_small(s);
}

/* Residuals and derivatives of the best point get the weights; these follow what the variables do to the residuals. */
static void weigh(search *s)
{
	const st_squares *q = s->q;
	st_least *b = s->best;
	for (uint32_t i = 0; i < q->m && q->usual; i++) {
		double sum = 0;
		for (uint32_t k = 0; k < q->n; k++)
			sum += fabs(b->matrix[(size_t)i * q->n + k]) * extent(s, k);
		s->most[i] = fmax(s->most[i], sum);
		double most = s->most[i] > 0 ? s->most[i] : fabs(b->residual[i]);
		s->weight[i] = most > 0 && isfinite(1 / most) ? 1 / most : 1;
		b->residual[i] *= s->weight[i];
		for (uint32_t k = 0; k < q->n; k++)
			b->matrix[(size_t)i * q->n + k] *= s->weight[i];
	}
	b->sum = sum_of_squares(b->residual, q->m);
}

static bool evaluate_best(search *s)
{
	if (!s->q->at(s->q->context, s->best->z, s->best->residual, s->best->matrix))
		return false;
	weigh(s);
	return true;
}

/* How long a step is beside the variables. */
static double length_of(const search *s, const double *step)
{
	double length = 0;
	for (uint32_t k = 0; k < s->q->n; k++)
		length = fmax(length, fabs(step[k]) / extent(s, k));
	return length;
}

static bool is_rounding(const search *s, const double *step)
{
	for (uint32_t k = 0; k < s->q->n; k++)
		if (fabs(step[k]) > 4 * DBL_EPSILON * fabs(s->best->z[k]))
			return false;
	return true;
}

/* Newton steps near a zero, as long as they get shorter: at a multiple zero slowly. */
static void polish(search *s)
{
	const st_squares *q = s->q;
	double *step = sb_new_array(s->scratch, double, q->n + 1), *left = sb_new_array(s->scratch, double, q->m + 1);
	double *from = sb_new_array(s->scratch, double, q->n + 1);
	bool more = newton(s, step, left) && length_of(s, step) <= 1e-3 && !is_rounding(s, step);
	for (int i = 0; more && i < 60; i++) {
		double before = length_of(s, step);
		memcpy(from, s->best->z, q->n * sizeof *from);
		for (uint32_t k = 0; k < q->n; k++)
			s->best->z[k] = fmin(q->high[k], fmax(q->low[k], from[k] + step[k]));
		bool good = evaluate_best(s) && newton(s, step, left) && length_of(s, step) < 0.9 * before;
		if (!good)
			memcpy(s->best->z, from, q->n * sizeof *from);
		more = (good || !evaluate_best(s)) && good && !is_rounding(s, step);
	}
}

/* A derivative tells of a point what it does next to it. Where the residuals have a cusp, as abs(x)^0.1 has at zero, it
 * is as large as one likes, any residual is nothing beside it, and the Newton step is zero. So the residuals have to be
 * small, too, beside what they do over a distance: a millionth of the variables, in some directions at once. */
static bool is_zero_over_distance(search *s)
{
	enum { DIRECTIONS = 4 };
	const double distance = 1e-6, part = 1e3 * ROUNDING;
	const st_squares *q = s->q;
	double *z = sb_new_array(s->scratch, double, q->n + 1), *there = sb_new_array(s->scratch, double, q->m + 1);
	double *change = sb_new_array(s->scratch, double, q->m + 1);
	uint32_t seen = 0, random = 1;
	for (int i = 0; i < DIRECTIONS; i++) {
		for (uint32_t k = 0; k < q->n; k++) {
			random = random * 1664525u + 1013904223u;
			double way = (random >> 31 ? 1 : -1) * (0.5 + 0.5 * (double)(random >> 8 & 0xffff) / 0x10000);
			z[k] = fmin(q->high[k], fmax(q->low[k], s->best->z[k] + distance * way * extent(s, k)));
		}
		if (!q->at(q->context, z, there, NULL))
			continue;
		seen++;
		for (uint32_t k = 0; k < q->m; k++)
			change[k] = fmax(change[k], fabs(there[k] * s->weight[k] - s->best->residual[k]) / distance);
	}
	for (uint32_t i = 0; i < q->m && seen; i++)
		if (!(fabs(s->best->residual[i]) <= fmax(part * change[i], NOTHING * s->weight[i])))
			return false;
	return true;
}

/* What the search has found, with the weights taken off. A short step alone is no zero: shorter ones have to follow. */
static void conclude_zeros(search *s)
{
	st_least *b = s->best;
	find_held(s);
	polish(s);
	if ((is_zero(s, s->q->size, ROUNDING) || is_zero(s, s->q->usual, ROUNDING)) && is_zero_over_distance(s))
		b->end = ST_SOLVED;
	else if (b->end == ST_SOLVED)
		b->end = ST_STUCK;
	for (uint32_t i = 0; i < s->q->m; i++) {
		b->residual[i] /= s->weight[i];
		for (uint32_t k = 0; k < s->q->n; k++)
			b->matrix[(size_t)i * s->q->n + k] /= s->weight[i];
	}
	b->sum = sum_of_squares(b->residual, s->q->m);
}

/* ------------------------------------------------------------------------------------------------------------ steps */

typedef struct trial { double *z, *residual, sum, length; bool good, cut; } trial;

static void go(const search *s, const double *step, trial *t)
{
	const st_squares *q = s->q;
	t->length = 0;
	t->cut = false;
	for (uint32_t k = 0; k < q->n; k++) {
		double z = s->best->z[k] + step[k] * q->size[k];
		t->cut = t->cut || z < q->low[k] || z > q->high[k];
		t->z[k] = fmin(q->high[k], fmax(q->low[k], z));
		t->length = fmax(t->length, fabs(step[k]));
	}
	t->good = q->at(q->context, t->z, t->residual, NULL);
	for (uint32_t i = 0; i < q->m && t->good; i++)
		t->residual[i] *= s->weight[i];
	t->sum = t->good ? sum_of_squares(t->residual, q->m) : INFINITY;
}

/* Takes the point; false: its derivatives have no values, and the best one stays what it was. */
static bool accept(search *s, const trial *t)
{
	size_t bytes = s->q->n * sizeof *t->z;
	double *from = sb_new_array(s->scratch, double, s->q->n + 1);
	memcpy(from, s->best->z, bytes);
	memcpy(s->best->z, t->z, bytes);
	if (evaluate_best(s))
		return true;
	memcpy(s->best->z, from, bytes);
	evaluate_best(s);
	return false;
}

/* One accepted step; *end says why there is none. */
static bool make_step(search *s, st_end *end)
{
	const st_squares *q = s->q;
	st_dense ways, j;
	st_svd d;
	double *step = sb_new_array(s->scratch, double, q->n + 1);
	trial t = {.z = sb_new_array(s->scratch, double, q->n + 1), .residual = sb_new_array(s->scratch, double, q->m + 1)};
	find_held(s);
	*end = ST_NEAREST;
	if (!open_matrix(s, &ways, &j) || !st_dense_svd(s->scratch, &j, &d) || !d.count || d.s[0] == 0)
		return false;
	if (s->damping < 0)
		s->damping = 1e-4 * d.s[0] * d.s[0];
	for (int attempt = 0; attempt < 60; attempt++) {
		double gain = damped_step(s, &ways, &d, step);
		if (gain <= 1e-15 * s->best->sum)
			return false;                    /* as near as it gets */
		go(s, step, &t);
		double ratio = (s->best->sum - t.sum) / gain;
		if (t.good && t.sum < s->best->sum && (ratio > 1e-4 || t.cut)) {
			double damping = s->damping * (t.cut ? 1 : fmax(0.1, 1 - pow(2 * fmin(1, ratio) - 1, 3)));
			t.good = accept(s, &t);
			if (t.good) {
				s->damping = fmax(damping, 1e-14 * d.s[0] * d.s[0]);
				s->growth = 2;
				return true;
			}
		}
		s->best->limited = !t.good;
		if (t.length < 1e-13)
			break;
		s->damping = fmax(s->damping, 1e-8 * d.s[0] * d.s[0]) * s->growth;
		s->growth *= 2;
	}
	*end = ST_STUCK;
	return false;
}

st_least st_least_squares(const st_squares *q, const double *start, sb_arena *arena)
{
	st_least best = {.end = ST_NOWHERE, .z = sb_new_array(arena, double, q->n + 1),
					 .residual = sb_new_array(arena, double, q->m + 1),
					 .matrix = sb_new_array(arena, double, (size_t)q->n * q->m + 1),
					 .bound = sb_new_array(arena, int8_t, q->n + 1)};
	search s = {.q = q, .best = &best, .scratch = sb_arena_new(), .damping = -1, .growth = 2,
				.held = sb_new_array(arena, bool, q->n + 1), .weight = sb_new_array(arena, double, q->m + 1),
				.most = sb_new_array(arena, double, q->m + 1)};
	uint32_t most = q->most_steps ? q->most_steps : 200;
	best.sum = INFINITY;
	for (uint32_t i = 0; i < q->m; i++)
		s.weight[i] = 1;
	for (uint32_t k = 0; k < q->n; k++)
		best.z[k] = fmin(q->high[k], fmax(q->low[k], start[k]));
	bool good = evaluate_best(&s);
	if (good && isfinite(best.sum))
		best.end = is_solved(&s) ? ST_SOLVED : ST_STUCK;
	bool more = best.end == ST_STUCK, polished = false;
	while (more && best.steps < most && !(q->stopped && q->stopped(q->context))) {
		sb_mark mark = sb_arena_mark(s.scratch);
		st_end end = ST_STUCK;
		more = make_step(&s, &end);
		best.steps += more;
		best.end = is_solved(&s) ? ST_SOLVED : end;
		if (best.end == ST_SOLVED) {         /* one step more: the error of the last one, squared */
			more = more && !polished && !q->usual;
			polished = true;
		} else if (more) {
			best.end = ST_STUCK;
		}
		sb_arena_rewind(s.scratch, mark);
	}
	if (q->usual && best.end != ST_NOWHERE)
		conclude_zeros(&s);
	find_held(&s);
	sb_arena_free(s.scratch);
	return best;
}
