/* Finding crossings inside a step that the solver has made (E2, E3, E16).
 *
 * A watch has a function g of time, and a value made of g: g > 0, floor(g), ... A crossing is where that value differs from the
 * latch. Error control keeps the states smooth over a step, but not what a condition makes of them: sin(10*x) > 0 may go round several
 * times while x is a straight line. So each step is sampled at three points of unequal distance (equal ones can meet a period of
 * the function), a parabola through the ends and one of them must predict the two others, and where it does not well enough to
 * exclude a crossing, each of the four pieces is looked at in the same way.
 *
 * What is interpolated is right to the tolerance only. That matters to a function that is about zero where the step begins and leaves it
 * slowly, as the voltage of a capacitor does that a diode has just let go: interpolated, it may first go a little to the wrong side,
 * and the diode would conduct again. So where it begins and ends on the right side, what is within the tolerance of the end counts as
 * zero (g_slack), unless the rates say that it really goes there, as a ball does that bounces.
 */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { SAMPLES = 5, MOST_SAMPLES = 3000, TERMS_DEEP = 50 };        /* of one step: what is not explained by then is noise */

bool se_watching(const se_run *run)
{
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (!run->plan->watches.at[i].time_only && !run->plan->watches.at[i].initial_only && !run->plan->watches.at[i].ahead)
			return true;
	return false;
}

/* The functions of all watches at a time inside the last step. */
void se_watch_at(se_run *run, double t, double *functions)
{
	if (run->plan->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	if (run->f->search) {
		run->f->search(run->d, functions);
	} else {
		run->f->rates(run->d);
		run->f->watch(run->d, functions);
	}
	run->stats.evaluations++;
	if (run->d->failed)
		sc_forgive(run->d);
	else if (!run->f->search && functions == run->g_a)
		run->searched = run->select.point;
}

/* Where conditions are held from instant to instant, what has turned counts as zero as far as it does there (se_condition). */
static bool is_held(const se_run *run, uint32_t watch)
{
	return run->holding && run->flips[watch];
}

static double zero(const se_run *run, uint32_t watch)
{
	double rounding = fmax(fmax(1e-13 * run->g_scale[watch], run->g_slack[watch]), run->g_noise[watch]);
	return is_held(run, watch) ? fmax(rounding, se_held(run, watch)) : rounding;
}

static inline long long truth(const se_run *run, uint32_t watch, double g)
{
	const ss_watch *w = &run->plan->watches.at[watch];
	if (w->time_only || w->ahead || w->initial_only || !isfinite(g))
		return run->d->latch[watch];
	if ((run->masked[watch] || run->g_slack[watch] > 0 || run->g_noise[watch] > 0 || is_held(run, watch)) && fabs(g) <= zero(run, watch))
		return run->d->latch[watch];
	switch (w->kind) {
	case SS_FLOOR: return (long long)floor(g);
	case SS_CEIL: return (long long)ceil(g);
	default: break;
	}
	switch (w->op) {
	case SX_LT: return g < 0;
	case SX_LE: return g <= 0;
	case SX_GT: return g > 0;
	default: return g >= 0;
	}
}

long long se_truth(const se_run *run, uint32_t watch, double g)
{
	return truth(run, watch, g);
}

static bool differs(const se_run *run, const double *g)
{
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (truth(run, i, g[i]) != run->d->latch[i])
			return true;
	return false;
}

/* How far g is from the nearest value at which the watch changes. */
static double distance(const se_run *run, uint32_t watch, double g)
{
	const ss_watch *w = &run->plan->watches.at[watch];
	if (w->kind == SS_RELATION)
		return fabs(g);
	double k = (double)run->d->latch[watch];
	double low = w->kind == SS_FLOOR ? k : k - 1;
	return fmin(g - low, low + 1 - g);
}

/* The parabola through three points, at t. */
static double parabola(double a, double ga, double b, double gb, double c, double gc, double t)
{
	double ab = (gb - ga) / (b - a), bc = (gc - gb) / (c - b);
	return ga + (t - a) * (ab + (t - b) * (bc - ab) / (c - a));
}

/* The smallest distance that the parabola has from a change of the watch, at its ends and its vertex. If it has its vertex on the
 * other side, that is a crossing which the samples may have missed: then the distance is 0 and *hidden is the place to look. */
static double nearest_of(const se_run *run, uint32_t i, double a, double ga, double b, double gb, double c, double gc, double *hidden)
{
	double ab = (gb - ga) / (b - a), bc = (gc - gb) / (c - b), curve = (bc - ab) / (c - a);
	double least = fmin(distance(run, i, ga), fmin(distance(run, i, gb), distance(run, i, gc)));
	double vertex = 0.5 * (a + b) - 0.5 * ab / curve;
	if (!(vertex > a && vertex < c))
		return least;
	double g = parabola(a, ga, b, gb, c, gc, vertex);
	if (truth(run, i, g) == run->d->latch[i])
		return fmin(least, distance(run, i, g));
	*hidden = fmin(*hidden, vertex);
	return 0;
}

/* Do the samples leave room for a crossing of watch i that they do not show? The parabola goes through the ends and the middle
 * sample; it must predict the two others. */
static bool unexplained_by(const se_run *run, uint32_t i, const double *at, const double *const *g, double *hidden)
{
	double error = 0, largest = 0;
	bool shown = false;
	for (int k = 1; k < SAMPLES; k += 2)
		error = fmax(error, fabs(parabola(at[0], g[0][i], at[2], g[2][i], at[4], g[4][i], at[k]) - g[k][i]));
	for (int k = 0; k < SAMPLES; k++) {
		largest = fmax(largest, fabs(g[k][i]));
		shown = shown || truth(run, i, g[k][i]) != run->d->latch[i];
	}
	if (shown)                       /* it crosses: the samples need only show about where */
		return error > 0.02 * largest;
	return nearest_of(run, i, at[0], g[0][i], at[2], g[2][i], at[4], g[4][i], hidden) <= 10 * error + 1e-15 * run->g_scale[i];
}

/* Samples that differ by much less than their distance from zero leave no room for a crossing. The parabola through three of them stays
 * within a few times their range, and so does its error at the others; the rule below would say the same after more work. */
static inline bool is_far_away(const se_run *run, uint32_t i, const double *const *g)
{
	double low = g[0][i], high = low;
	for (int k = 1; k < SAMPLES; k++) {
		low = g[k][i] < low ? g[k][i] : low;
		high = g[k][i] > high ? g[k][i] : high;
	}
	double range = high - low, near = low > 0 ? low : -high;
	return near > 40 * range && near > 1e-12 * run->g_scale[i] && run->plan->watches.at[i].kind == SS_RELATION &&
	       truth(run, i, low) == run->d->latch[i];
}

/* *hidden is set to the earliest place at which a parabola has a crossing that the samples do not show. */
static bool unexplained(const se_run *run, const double *at, const double *const *g, double *hidden)
{
	bool any = false;
	*hidden = INFINITY;
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		const ss_watch *w = &run->plan->watches.at[i];
		if (!w->time_only && !w->ahead && !w->initial_only && !run->masked[i] && !is_far_away(run, i, g))
			any = unexplained_by(run, i, at, g, hidden) || any;
	}
	return any;
}

static void note_scale(se_run *run, const double *g)
{
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		double size = fabs(g[i]);
		if (size > run->g_scale[i] && isfinite(size))
			run->g_scale[i] = size;
		if (size > run->g_peak[i])
			run->g_peak[i] = size;
		if (run->masked[i] && size > zero(run, i))
			run->masked[i] = false;
	}
}

static double size_of_terms(const se_run *run, sx_ref e, int depth)
{
	const sx_pool *p = run->model->pool;
	switch (depth < TERMS_DEEP ? sx_op_of(p, e) : SX_NOTHING) {
	case SX_ADD: case SX_SUB: return size_of_terms(run, sx_arg(p, e, 0), depth + 1) + size_of_terms(run, sx_arg(p, e, 1), depth + 1);
	case SX_NEG: return size_of_terms(run, sx_arg(p, e, 0), depth + 1);
	default: return fabs(se_parameter_value(run, e, 0));
	}
}

double se_rounding(const se_run *run, sx_ref function)
{
	return 1e-9 * size_of_terms(run, function, 0);
}

/* A relation that has turned, between two sides that have been the same but for rounding since it turned last (a switch that is open, asked whether
 * its current is at most what flows through an open one): it does not turn again for so little, and for ever more as long as it goes on. */
static void look_for_noise(se_run *run, uint32_t watch)
{
	const ss_watch *w = &run->plan->watches.at[watch];
	double peak = run->g_peak[watch], size = w->kind == SS_RELATION && !w->time_only && !w->ahead ? se_rounding(run, w->function) : 0;
	run->g_peak[watch] = 0;
	run->g_noise[watch] = peak <= size && size > 0 ? fmin(size, fmax(100 * run->g_noise[watch], 1e-4 * size)) : 0;
}

/* Two neighbouring samples: at `low` every watch has its latched value, at `high` one has not. */
typedef struct bracket { double low, high; const double *g_low, *g_high; uint32_t samples; } bracket;

static void sample(se_run *run, double t, double *g, bracket *found)
{
	se_watch_at(run, t, g);
	note_scale(run, g);
	found->samples++;
}

static bool scan(se_run *run, int level, double a, const double *ga, double c, const double *gc, bracket *found);

/* The pieces between the samples, in order; one is cut again where a crossing may hide. */
static bool scan_pieces(se_run *run, int level, const double *at, const double *const *g, double hidden, double *g_hidden, bracket *found)
{
	for (int k = 0; k + 1 < SAMPLES; k++) {
		if (!(hidden > at[k] && hidden < at[k + 1])) {
			if (scan(run, level + 1, at[k], g[k], at[k + 1], g[k + 1], found))
				return true;
			continue;
		}
		sample(run, hidden, g_hidden, found);
		if (scan(run, level + 1, at[k], g[k], hidden, g_hidden, found) ||
		    scan(run, level + 1, hidden, g_hidden, at[k + 1], g[k + 1], found))
			return true;
	}
	return false;
}

/* Looks for the first change between a and c. Each level has sample vectors of its own in g_scan. */
static bool scan(se_run *run, int level, double a, const double *ga, double c, const double *gc, bracket *found)
{
	uint32_t n = run->plan->watches.n;
	double *own = run->g_scan + (size_t)(SE_SCAN_VECTORS * level) * n, hidden;
	const double at[SAMPLES] = {a, a + 0.19 * (c - a), a + 0.47 * (c - a), a + 0.76 * (c - a), c};
	const double *const g[SAMPLES] = {ga, own, own + n, own + 2 * n, gc};
	bool divisible = a < at[1] && at[1] < at[2] && at[2] < at[3] && at[3] < c;
	for (int k = 0; k < SAMPLES - 2 && divisible; k++)
		sample(run, at[k + 1], own + (size_t)k * n, found);
	if (divisible && level + 1 < SE_SCAN_LEVELS && found->samples < MOST_SAMPLES && unexplained(run, at, g, &hidden))
		return scan_pieces(run, level, at, g, hidden, own + 3 * n, found);
	int low = 0;
	for (int k = divisible ? 1 : SAMPLES - 1; k < SAMPLES; low = k++) {
		if (differs(run, g[k])) {
			found->low = at[low];
			found->high = at[k];
			found->g_low = g[low];
			found->g_high = g[k];
			return true;
		}
	}
	return false;
}

/* Where the line between two values of a relation meets zero; a step function is simply halved. */
static double guess(const se_run *run, uint32_t i, const bracket *b, double weight_low, double weight_high)
{
	double middle = 0.5 * (b->low + b->high);
	if (run->plan->watches.at[i].kind != SS_RELATION)
		return middle;
	double low = b->g_low[i] * weight_low, high = b->g_high[i] * weight_high;
	return low * high < 0 ? b->low + (b->high - b->low) * (low / (low - high)) : middle;
}

/* The earliest guess among the candidates that differ at the far end. */
static double next_guess(const se_run *run, const bracket *b, double weight_low, double weight_high)
{
	double t = b->high;
	for (uint32_t k = 0; k < run->candidates.n; k++) {
		uint32_t i = run->candidates.at[k];
		if (truth(run, i, b->g_high[i]) != run->d->latch[i])
			t = fmin(t, guess(run, i, b, weight_low, weight_high));
	}
	return t;
}

static bool candidates_differ(const se_run *run, const double *g)
{
	for (uint32_t k = 0; k < run->candidates.n; k++)
		if (truth(run, run->candidates.at[k], g[run->candidates.at[k]]) != run->d->latch[run->candidates.at[k]])
			return true;
	return false;
}

/* The watches that differ at the far end, with those that were known before. False: there is no new one. */
static bool add_candidates(se_run *run, const double *g)
{
	uint32_t before = run->candidates.n, known = 0;
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		if (truth(run, i, g[i]) == run->d->latch[i])
			continue;
		while (known < before && run->candidates.at[known] < i)
			known++;
		if (known == before || run->candidates.at[known] != i)
			sb_push(run->own, run->candidates, i);
	}
	return run->candidates.n > before;
}

/* The functions of the candidates at a time inside the last step; those of others may be of another time. */
static void candidates_at(se_run *run, double t, double *g)
{
	if (!run->select.graph || 8 * run->candidates.n > run->plan->watches.n) {
		se_watch_at(run, t, g);
		return;
	}
	if (run->plan->states)
		se_interpolate(run, t, run->x_try);
	se_at(run, t, run->x_try);
	for (uint32_t k = 0; k < run->candidates.n; k++)
		se_watch_one(run, run->candidates.at[k], g);
	if (run->d->failed)
		sc_forgive(run->d);
}

static void keep(const se_run *run, double *to, const double *from)
{
	for (uint32_t k = 0; k < run->candidates.n; k++)
		to[run->candidates.at[k]] = from[run->candidates.at[k]];
}

/* Narrows the bracket to the resolution of time, for the candidates. Regula falsi with the weights of the Illinois rule. Its guesses
 * come close from one side, so the next point is a little beyond the last, and further each time that side comes up again; every
 * fourth time the interval is simply halved, so the work is bounded whatever the function. */
static double narrow_candidates(se_run *run, bracket b)
{
	double weight_low = 1, weight_high = 1, reach = 0;
	double least = 0.01 * (run->step_end - run->step_begin);      /* near time zero numbers are finer than any interpolation */
	int side = 0;
	for (int k = 1;; k++) {
		double resolution = 4 * DBL_EPSILON * fmax(least, fmax(fabs(b.low), fabs(b.high)));
		if (b.high - b.low <= resolution)
			return b.high;
		double t = k % 4 ? next_guess(run, &b, weight_low, weight_high) : 0.5 * (b.low + b.high);
		t = side == 1 ? fmin(t, b.high - reach) : side == 2 ? fmax(t, b.low + reach) : t;
		t = fmin(fmax(t, b.low + 0.5 * resolution), b.high - 0.5 * resolution);
		if (t <= b.low || t >= b.high)
			return b.high;
		candidates_at(run, t, run->g_a);
		bool differ = candidates_differ(run, run->g_a);
		reach = side == (differ ? 1 : 2) ? 8 * reach : resolution;
		if (differ) {
			keep(run, run->g_far, run->g_a);
			b.high = t;
			b.g_high = run->g_far;
			weight_high = 1;
			weight_low = side == 1 ? 0.5 * weight_low : 1;
			side = 1;
		} else {
			keep(run, run->g_near, run->g_a);
			b.low = t;
			b.g_low = run->g_near;
			weight_low = 1;
			weight_high = side == 2 ? 0.5 * weight_high : 1;
			side = 2;
		}
	}
}

/* The watches that differ at the far end are narrowed down without the others. Then all are looked at: if one more differs at the
 * place found, it is the earlier one. */
static double narrow(se_run *run, bracket b)
{
	run->candidates.n = 0;
	while (add_candidates(run, b.g_high)) {
		double at = narrow_candidates(run, b);
		if (at == b.high)
			return at;
		se_watch_at(run, at, run->g_end);
		b.high = at;
		b.g_high = run->g_end;
	}
	return b.high;
}

/* Does the function of a relation begin the step in the direction of its latch, or not at all? By the rates, which are exact where the step
 * begins. */
static bool begins_well(const se_run *run, uint32_t i)
{
	const ss_watch *w = &run->plan->watches.at[i];
	bool above = (w->op == SX_GT || w->op == SX_GE) == (run->d->latch[i] != 0);
	double rise = run->g_far[i] - run->g_near[i];
	return above ? rise >= 0 : rise <= 0;
}

/* Do all watches that differ there begin at zero and end on their side, and are they off by no more than the tolerance? Then their slack is
 * set to that. */
static bool may_be_off(se_run *run, const double *g)
{
	bool any = false;
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		double slack = run->settings.tolerance * fabs(run->g_end[i]);
		if (truth(run, i, g[i]) == run->d->latch[i])
			continue;
		if (run->plan->watches.at[i].kind != SS_RELATION || truth(run, i, run->g_end[i]) != run->d->latch[i] ||
		    !(fabs(run->g_begin[i]) <= slack && fabs(g[i]) <= slack))
			return false;
		run->g_slack[i] = slack;
		any = true;
	}
	return any;
}

/* See above: is what was found in the step nothing but its interpolation? */
static bool is_off(se_run *run, double from, double to, const bracket *found)
{
	double ahead = 1e-3 * (to - from);
	bool off = may_be_off(run, found->g_high);
	if (off) {
		se_watch_at(run, from, run->g_near);
		for (uint32_t i = 0; i < run->plan->states; i++)
			run->x_try[i] += ahead * run->xd[i];
		se_at(run, from + ahead, run->x_try);
		run->f->rates(run->d);
		run->f->watch(run->d, run->g_far);
		if (run->d->failed)
			sc_forgive(run->d);
		for (uint32_t i = 0; i < run->plan->watches.n; i++)
			off = off && (run->g_slack[i] == 0 || begins_well(run, i));
	}
	if (!off)
		memset(run->g_slack, 0, run->plan->watches.n * sizeof *run->g_slack);
	return off;
}

/* The far side of the earliest crossing after `from`, up to `to`, in the solver's last step. run->g_begin has the functions at
 * `from`; if there is no crossing it gets those at `to`. */
bool se_find_crossing(se_run *run, double from, double to, double *at)
{
	se_watch_at(run, to, run->g_end);
	note_scale(run, run->g_end);
	bracket found = {0};
	bool any = scan(run, 0, from, run->g_begin, to, run->g_end, &found), off = any && is_off(run, from, to, &found);
	if (off) {
		found = (bracket){0};
		any = scan(run, 0, from, run->g_begin, to, run->g_end, &found);
	}
	if (any)
		*at = narrow(run, found);
	else
		memcpy(run->g_begin, run->g_end, run->plan->watches.n * sizeof *run->g_end);
	if (off)
		memset(run->g_slack, 0, run->plan->watches.n * sizeof *run->g_slack);
	return any;
}

/* After an instant: the functions as they are now, and those at zero are masked until they have left it. */
void se_mask(se_run *run)
{
	memcpy(run->g_begin, run->g_a, run->plan->watches.n * sizeof *run->g_a);
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		run->masked[i] = false;
	for (uint32_t i = 0; i < run->flipped.n; i++)
		look_for_noise(run, run->flipped.at[i]);
	note_scale(run, run->g_begin);
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		run->masked[i] = run->plan->watches.at[i].kind == SS_RELATION && fabs(run->g_begin[i]) <= zero(run, i);
}

/* A function that has been zero so far has no size by which rounding could be told. It has the one that its states give it: what it would change
 * by if each of them changed by its nominal value, here found by a small change of all at once, with different parts so that nothing cancels. */
void se_expect_sizes(se_run *run)
{
	const double part = 1e-6;
	uint32_t n = run->plan->states;
	if (!n || !run->watching)
		return;
	run->f->rates(run->d);
	run->f->watch(run->d, run->g_near);
	memcpy(run->x_try, run->x, n * sizeof *run->x);
	for (uint32_t i = 0; i < n; i++) {
		double share = 0.5 + 0.5 * fmod(0.618 * (i + 1), 1);
		run->x[i] += part * (i % 2 ? -share : share) * fmax(run->nominal[i], fabs(run->x[i]));
	}
	run->f->rates(run->d);
	run->f->watch(run->d, run->g_far);
	memcpy(run->x, run->x_try, n * sizeof *run->x);
	if (run->d->failed) {
		sc_forgive(run->d);
		return;
	}
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		double size = fabs(run->g_far[i] - run->g_near[i]) / part;
		if (isfinite(size))
			run->g_scale[i] = fmax(run->g_scale[i], size);
	}
}
