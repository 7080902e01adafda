/* Derivatives of cost and constraints by the parameters: exact where a run can be followed (optimise_exact.c), else
 * central differences of runs, one-sided ones of the same order at bounds.
 *
 * How long a step must be depends on the model: too long, and the curve bends; too short, and the rounding of the run
 * shows. At the start three lengths are compared. If two of them agree, the step between them is taken, and the cost
 * is smooth there. */
#include "study/optimise/optimise_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Two points for a difference along parameter i: at +h and -h, or at h and 2h away from a bound. */
static void put_points(const double *at, uint32_t n, uint32_t i, double h, double *points)
{
	bool low = at[i] - h < 0, high = at[i] + h > 1;
	memcpy(points, at, n * sizeof *at);
	memcpy(points + n, at, n * sizeof *at);
	points[i] = high ? at[i] - h : at[i] + h;
	points[n + i] = high ? at[i] - 2 * h : low ? at[i] + 2 * h : at[i] - h;
}

static double quantity(const st_optimise *o, const st_trial *t, uint32_t which)
{
	if (!t || t->state != ST_TRIAL_DONE)
		return NAN;
	return which ? st_scaled_margin(o, t, which - 1) : st_scaled_cost(o, t);
}

/* Of one quantity; a side that failed is left out. */
static double difference(const st_optimise *o, const double *at, uint32_t i, double h, const st_trial *middle,
						 const st_trial *const *t, uint32_t which)
{
	double m = quantity(o, middle, which), a = quantity(o, t[0], which), b = quantity(o, t[1], which);
	bool low = at[i] - h < 0, high = at[i] + h > 1;
	if (low || high) {
		double away = isnan(b) ? (a - m) / h : (-3 * m + 4 * a - b) / (2 * h);
		return high ? -away : away;
	}
	return isnan(a) ? (m - b) / h : isnan(b) ? (a - m) / h : (a - b) / (2 * h);
}

/* The exact slope of a quantity, as methods see it; NAN: there is none. */
static double exact(const st_optimise *o, const st_trial *t, uint32_t i, uint32_t which)
{
	if (!t->slope || o->slopes[which])
		return NAN;
	double cost = o->request.maximise ? -o->inside->cost_size : o->inside->cost_size;
	double size = which ? o->inside->size[which - 1] : cost;
	return t->slope[(size_t)which * o->count + i] / size;
}

static bool all_exact(const st_optimise *o, const st_trial *t)
{
	for (uint32_t i = 0; i < o->count; i++)
		for (uint32_t k = 0; k <= o->constraints; k++)
			if (isnan(exact(o, t, i, k)))
				return false;
	return true;
}

/* Of all quantities along all parameters, into [quantity][parameter]. */
static bool differences(st_search *s, const st_trial *middle, const double *at, double *out)
{
	st_optimise *o = s->o;
	uint32_t n = o->count;
	double *points = sb_resize(NULL, 2 * (size_t)n * n * sizeof *points);
	const st_trial **t = sb_resize(NULL, 2 * n * sizeof *t);
	for (uint32_t i = 0; i < n; i++)
		put_points(at, n, i, o->inside->step[i], points + 2 * (size_t)n * i);
	bool good = st_try_all(s, points, 2 * n, t);
	for (uint32_t i = 0; i < n && good; i++)
		for (uint32_t k = 0; k <= o->constraints; k++) {
			double d = difference(o, at, i, o->inside->step[i], middle, t + 2 * i, k);
			out[(size_t)k * n + i] = isnan(d) ? 0 : d;
		}
	s->differed++;
	free(points);
	free(t);
	return good;
}

bool st_slopes(st_search *s, const double *at)
{
	st_optimise *o = s->o;
	uint32_t n = o->count;
	if (s->slope_known && memcmp(s->slope_at, at, n * sizeof *at) == 0)
		return true;
	st_trial *middle = (st_trial *)st_try(s, at);
	bool good = middle != NULL;
	if (good && o->inside->exact && middle->state == ST_TRIAL_DONE)
		good = st_exact_slopes(s, middle);
	double *d = sb_resize(NULL, ((size_t)o->constraints + 1) * n * sizeof *d);
	bool whole = good && all_exact(o, middle);
	good = good && (whole || differences(s, middle, at, d));
	for (uint32_t i = 0; i < n && good; i++)
		for (uint32_t k = 0; k <= o->constraints; k++) {
			double e = exact(o, middle, i, k);
			*(k ? &s->slope_constraint[(size_t)(k - 1) * n + i] : &s->slope_cost[i]) =
				isnan(e) ? d[(size_t)k * n + i] : e;
		}
	s->slope_known = good;
	memcpy(s->slope_at, at, n * sizeof *at);
	free(d);
	return good;
}

/* ------------------------------------------------------------------------------------------------- steps */

enum { LENGTHS = 3 };
static const double lengths[LENGTHS] = {1e-2, 1e-3, 1e-4};

typedef struct probe {
	st_optimise *o; const double *at; const st_trial *middle, **t;
	double noise;                    /* of a scaled quantity */
} probe;

static double slope_of(const probe *p, uint32_t i, uint32_t length, uint32_t which)
{
	return difference(p->o, p->at, i, lengths[length], p->middle, p->t + 2 * (i * LENGTHS + length), which);
}

static double largest(const probe *p, uint32_t length, uint32_t which)
{
	double most = 0;
	for (uint32_t i = 0; i < p->o->count; i++)
		most = fmax(most, fabs(slope_of(p, i, length, which)));
	return most;
}

/* Do a length and the next shorter one give the same slopes? */
static bool agree(const probe *p, uint32_t i, uint32_t length)
{
	for (uint32_t k = 0; k <= p->o->constraints; k++) {
		double a = slope_of(p, i, length, k), b = slope_of(p, i, length + 1, k);
		double room = 0.05 * fmax(fabs(a), 0.05 * largest(p, length, k)) + 4 * p->noise / lengths[length + 1];
		if (!(fabs(a - b) <= room))
			return false;
	}
	return true;
}

/* Does the difference over a length tell the slope that was followed? */
static bool is_confirmed(const probe *p, uint32_t i, uint32_t length, uint32_t which)
{
	double most = 0, e = exact(p->o, p->middle, i, which), d = slope_of(p, i, length, which);
	for (uint32_t k = 0; k < p->o->count; k++)
		most = fmax(most, fabs(exact(p->o, p->middle, k, which)));
	return fabs(e - d) <= 0.05 * fmax(fabs(e), 0.05 * most) + 4 * p->noise / lengths[length];
}

/* The start is followed. Which slopes are exact is decided here, for all searches. */
static bool follow_start(st_search *s, const probe *p)
{
	st_optimise *o = s->o;
	o->slopes = sb_new_array(o->arena, const char *, o->constraints + 1);
	for (uint32_t k = 0; k <= o->constraints && o->request.differences; k++)
		o->slopes[k] = "as asked for";
	if (o->request.differences || p->middle->state != ST_TRIAL_DONE)
		return true;
	if (!st_exact_slopes(s, (st_trial *)p->middle))
		return false;
	for (uint32_t k = 0; k <= o->constraints; k++) {
		o->slopes[k] = p->middle->why[k] ? sb_strdup(o->arena, p->middle->why[k]) : NULL;
		o->inside->exact = o->inside->exact || !o->slopes[k];
	}
	return true;
}

/* With points for this length of step: slopes that were followed and are not what runs tell are given up. False: there
 * were some. */
static bool confirm(const probe *p, uint32_t i, uint32_t length, bool decide)
{
	bool good = true;
	for (uint32_t k = 0; k <= p->o->constraints; k++) {
		if (p->o->slopes[k] || is_confirmed(p, i, length, k))
			continue;
		good = false;
		if (decide)
			p->o->slopes[k] = "differences of runs tell other slopes at the start";
	}
	return good;
}

/* Where all slopes are followed, and differences of one length tell the same, no other lengths are needed. */
static bool confirm_all(st_search *s, const probe *p, double *points)
{
	enum { LENGTH = 1 };
	st_optimise *o = s->o;
	uint32_t n = o->count;
	const st_trial **t = sb_resize(NULL, 2 * n * sizeof *t);
	bool good = all_exact(o, p->middle);
	for (uint32_t i = 0; i < n && good; i++)
		put_points(p->at, n, i, lengths[LENGTH], points + 2 * (size_t)n * i);
	good = good && st_try_all(s, points, 2 * n, t);
	for (uint32_t i = 0; i < n && good; i++) {
		memcpy(p->t + 2 * (i * LENGTHS + LENGTH), t + 2 * i, 2 * sizeof *t);
		good = confirm(p, i, LENGTH, false);
		o->inside->step[i] = 0.3 * lengths[LENGTH];
	}
	free(t);
	return good;
}

/* By three lengths of differences. */
static bool compare_lengths(st_search *s, const probe *p, double *points)
{
	st_optimise *o = s->o;
	uint32_t n = o->count;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t l = 0; l < LENGTHS; l++)
			put_points(p->at, n, i, lengths[l], points + 2 * (size_t)n * (i * LENGTHS + l));
	bool all = st_try_all(s, points, 2 * LENGTHS * n, p->t);
	for (uint32_t i = 0; i < n; i++) {
		uint32_t l = 0;
		while (all && l + 1 < LENGTHS && !agree(p, i, l))
			l++;
		bool smooth = all && l + 1 < LENGTHS;
		o->inside->step[i] = 0.3 * lengths[smooth ? l : 0];
		if (smooth)
			confirm(p, i, l + 1, true);
		if (all && !smooth && !o->inside->rough)
			o->inside->rough = o->vary[i].name;
	}
	return all;
}

bool st_choose_steps(st_search *s, const double *at)
{
	st_optimise *o = s->o;
	uint32_t n = o->count, count = 2 * LENGTHS * n;
	double *points = sb_resize(NULL, (size_t)count * n * sizeof *points);
	double tolerance = o->settings.tolerance;
	if (!o->request.keep_tolerance)
		tolerance = fmin(tolerance, ST_SLOPE_TOLERANCE);
	probe p = {.o = o, .at = at, .middle = st_try(s, at), .t = sb_resize(NULL, count * sizeof(st_trial *)),
		.noise = 10 * tolerance};
	bool all = p.middle && follow_start(s, &p);
	all = all && (confirm_all(s, &p, points) || compare_lengths(s, &p, points));
	free(points);
	free(p.t);
	return all;
}
