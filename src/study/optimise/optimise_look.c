/* What bounds the optimum, what each constraint costs, and how flat the cost is there: differences around it. */
#include "study/optimise/optimise_inside.h"
#include "study/linear/dense.h"
#include <math.h>
#include <string.h>

#define STEP 0.01
enum { PAIRS_MOST = 12 };        /* parameters whose curvatures are looked at in pairs */

typedef struct around {
	st_search *s; st_optimise *o; sb_arena *arena;
	const double *best; uint32_t n;
	double *slope, *curvature;       /* of the scaled cost, by parameter; NAN: not known */
	double *margin_slope, *margin_bend;      /* [constraint][parameter], scaled; how much the slope changes in a step */
	double rise;                     /* of the scaled cost, that counts as worse */
	const st_trial **side;           /* two for each parameter */
	double *h;
} around;

/* One percent of the cost, or of what was gained, if that is more: a cost that is zero at its best has a size, too. */
static double rise_of(const st_optimise *o)
{
	double best = st_scaled_cost(o, o->best), start = st_scaled_cost(o, o->start);
	return ST_WORSE * fmax(fmax(fabs(best), isnan(start) ? 0 : fabs(start - best)), 1e-9);
}

static bool is_bound(const around *a, uint32_t i)
{
	return a->o->look[i].at_low || a->o->look[i].at_high;
}

static bool is_active(const around *a, uint32_t i)
{
	return a->o->best->margin[i] <= ST_ACTIVE * a->o->inside->size[i];
}

/* Up and down by a step, or at a bound by one and two steps inwards. */
static void make_sides(around *a)
{
	uint32_t n = a->n;
	double *points = sb_new_array(a->arena, double, 2 * (size_t)n * n);
	for (uint32_t i = 0; i < n; i++) {
		double *up = points + 2 * (size_t)n * i, *down = up + n, x = a->best[i];
		bool inward = x < STEP, outward = x > 1 - STEP;
		memcpy(up, a->best, n * sizeof *up);
		memcpy(down, a->best, n * sizeof *up);
		a->h[i] = outward ? -STEP : STEP;
		up[i] = x + a->h[i];
		down[i] = inward || outward ? x + 2 * a->h[i] : x - a->h[i];
	}
	st_try_all(a->s, points, 2 * n, a->side);
}

static double value(const around *a, const st_trial *t, uint32_t which)
{
	if (!t || t->state != ST_TRIAL_DONE)
		return NAN;
	return which ? st_scaled_margin(a->o, t, which - 1) : st_scaled_cost(a->o, t);
}

static void fit(const around *a, uint32_t i, uint32_t which, double *slope, double *curvature)
{
	double h = a->h[i], m = value(a, a->o->best, which);
	double up = value(a, a->side[2 * i], which), down = value(a, a->side[2 * i + 1], which);
	bool one_sided = a->best[i] < STEP || a->best[i] > 1 - STEP;
	*curvature = one_sided ? (m - 2 * up + down) / (h * h) : (up - 2 * m + down) / (h * h);
	*slope = one_sided ? (-3 * m + 4 * up - down) / (2 * h) : (up - down) / (2 * h);
}

/* How far until curvature/2 d^2 + slope d reaches the rise, where the cost gets worse; of 1. */
static double distance_to(double slope, double curvature, double rise)
{
	double b = fabs(slope);
	if (isnan(slope) || isnan(curvature))
		return NAN;
	if (curvature > 1e-12)
		return 2 * rise / (b + sqrt(b * b + 2 * curvature * rise));
	return b > 1e-12 ? rise / b : INFINITY;
}

/* At a bound: nearer than the search can tell, or near it both by the range and by the numbers themselves. 7 is not at
 * the lower bound of [1e-6, 1e6]. */
static bool is_at(const around *a, uint32_t i, double bound, double part)
{
	double value = st_vary_value(&a->o->vary[i], a->best[i]);
	return part < ST_ACTIVE && (part <= 2 * a->o->request.xtol ||
								fabs(value - bound) <= ST_ACTIVE * fmax(fabs(value), fabs(bound)));
}

static void look_at_parameters(around *a)
{
	st_optimise *o = a->o;
	for (uint32_t i = 0; i < a->n; i++) {
		const st_vary *v = &o->vary[i];
		o->look[i].at_low = is_at(a, i, v->low, a->best[i]);
		o->look[i].at_high = is_at(a, i, v->high, 1 - a->best[i]);
		fit(a, i, 0, &a->slope[i], &a->curvature[i]);
		for (uint32_t k = 0; k < o->constraints; k++) {
			size_t at = (size_t)k * a->n + i;
			fit(a, i, k + 1, &a->margin_slope[at], &a->margin_bend[at]);
			a->margin_bend[at] *= a->h[i];
		}
		double d = distance_to(a->slope[i], a->curvature[i], a->rise);
		double at = st_vary_value(v, a->best[i]);
		o->look[i].flat = isnan(d) ? NAN : d > 1 ? INFINITY : v->logarithmic ? at * (pow(v->high / v->low, d) - 1)
																			: d * (v->high - v->low);
	}
}

/* Has the margin a slope? Not where it has a kink, as that of 'a == 1 or b == 2' has: it falls to both sides. */
static bool has_slope(const around *a, uint32_t constraint)
{
	double slope = 0, bend = 0;
	for (uint32_t i = 0; i < a->n; i++) {
		if (is_bound(a, i))
			continue;
		slope = hypot(slope, a->margin_slope[(size_t)constraint * a->n + i]);
		bend = hypot(bend, a->margin_bend[(size_t)constraint * a->n + i]);
	}
	return slope > 1e-9 && slope > 0.1 * bend;
}

/* Prices: at an optimum the slope of the cost is a sum of those of the active margins, as far as no bound holds it. */
static void price_constraints(around *a)
{
	st_optimise *o = a->o;
	uint32_t active = 0, free = 0, rank;
	bool known = true;
	for (uint32_t i = 0; i < o->constraints; i++) {
		o->price[i] = NAN;
		active += is_active(a, i);
		known = known && (!is_active(a, i) || has_slope(a, i));
	}
	for (uint32_t i = 0; i < a->n; i++)
		free += !is_bound(a, i);
	if (!active || !free || !known)
		return;
	st_dense m = st_dense_new(a->arena, free, active), b = st_dense_new(a->arena, free, 1), x;
	for (uint32_t i = 0, row = 0; i < a->n; i++) {
		if (is_bound(a, i))
			continue;
		*st_element(&b, row, 0) = a->slope[i];
		for (uint32_t k = 0, column = 0; k < o->constraints; k++)
			if (is_active(a, k))
				*st_element(&m, row, column++) = a->margin_slope[(size_t)k * a->n + i];
		row++;
	}
	if (!st_dense_is_finite(&m) || !st_dense_is_finite(&b) || !st_dense_least(a->arena, &m, &b, 1e-9, &x, &rank))
		return;
	for (uint32_t k = 0, column = 0; k < o->constraints; k++)
		if (is_active(a, k))
			o->price[k] = fabs(*st_element(&x, column++, 0)) * o->inside->cost_size / o->inside->size[k];
}

/* The direction of the least curvature. Only where nothing holds the optimum but the cost itself. */
static void find_flattest(around *a)
{
	st_optimise *o = a->o;
	uint32_t n = a->n, pairs = n * (n - 1) / 2, p = 0;
	bool alone = n > 1 && n <= PAIRS_MOST;
	for (uint32_t i = 0; i < n; i++)
		alone = alone && a->best[i] > STEP && a->best[i] < 1 - STEP && isfinite(a->curvature[i]);
	for (uint32_t i = 0; i < o->constraints; i++)
		alone = alone && !is_active(a, i);
	if (!alone)
		return;
	double *points = sb_new_array(a->arena, double, (size_t)pairs * n);
	const st_trial **t = sb_new_array(a->arena, const st_trial *, pairs + 1);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = i + 1; k < n; k++, p++) {
			memcpy(points + (size_t)p * n, a->best, n * sizeof *points);
			points[(size_t)p * n + i] += a->h[i];
			points[(size_t)p * n + k] += a->h[k];
		}
	st_try_all(a->s, points, pairs, t);
	st_dense h = st_dense_new(a->arena, n, n);
	p = 0;
	for (uint32_t i = 0; i < n; i++) {
		*st_element(&h, i, i) = a->curvature[i];
		for (uint32_t k = i + 1; k < n; k++, p++)
			*st_element(&h, i, k) = *st_element(&h, k, i) =
				(value(a, t[p], 0) - value(a, a->side[2 * i], 0) - value(a, a->side[2 * k], 0) + value(a, o->best, 0)) /
				(a->h[i] * a->h[k]);
	}
	st_svd d;
	if (!st_dense_is_finite(&h) || !st_dense_svd(a->arena, &h, &d) || !(d.s[n - 1] > 0))
		return;
	o->flattest = sb_new_array(o->arena, double, n);
	o->flat_part = sqrt(2 * a->rise / d.s[n - 1]);
	for (uint32_t i = 0; i < n; i++)
		o->flattest[i] = *st_element(&d.v, i, n - 1);
}

uint64_t st_look_runs(const st_optimise *o)
{
	uint64_t n = o->count;
	return 2 * n + (n <= PAIRS_MOST ? n * (n - 1) / 2 : 0);
}

void st_look_around(st_search *s)
{
	st_optimise *o = s->o;
	sb_arena *arena = sb_arena_new();
	uint32_t n = o->count;
	around a = {.s = s, .o = o, .arena = arena, .best = o->best->at, .n = n,
		.slope = sb_new_array(arena, double, n), .curvature = sb_new_array(arena, double, n),
		.margin_slope = sb_new_array(arena, double, (size_t)n * o->constraints + 1),
		.margin_bend = sb_new_array(arena, double, (size_t)n * o->constraints + 1),
		.rise = rise_of(o),
		.side = sb_new_array(arena, const st_trial *, 2 * n), .h = sb_new_array(arena, double, n)};
	o->look = sb_new_array(o->arena, st_look, n + 1);
	o->price = sb_new_array(o->arena, double, o->constraints + 1);
	make_sides(&a);
	look_at_parameters(&a);
	price_constraints(&a);
	find_flattest(&a);
	sb_arena_free(arena);
}
