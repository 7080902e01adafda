/* See the header. */
#include "engine/parts/search.h"
#include "base/times.h"
#include <math.h>

enum { SAMPLES = 5, MOST_SAMPLES = 3000 };       /* of one step: what is not explained by then cannot be followed */

static bool differs(const se_lens *l, const double *g)
{
	for (uint32_t k = 0; k < se_seen(l); k++) {
		uint32_t i = se_seen_at(l, k);
		if (se_glance_at(l, i, g[i]) != l->value[i])
			return true;
	}
	return false;
}

static bool is_relation(const se_lens *l, uint32_t i)
{
	return l->kind[i] < SE_WHOLE_BELOW;
}

/* How far g is from the nearest value at which the condition changes. */
static double distance(const se_lens *l, uint32_t i, double g)
{
	if (is_relation(l, i))
		return fabs(g);
	double k = (double)l->value[i], low = l->kind[i] == SE_WHOLE_BELOW ? k : k - 1;
	return fmin(g - low, low + 1 - g);
}

/* The parabola through three points, at t. */
static double parabola(double a, double ga, double b, double gb, double c, double gc, double t)
{
	double ab = (gb - ga) / (b - a), bc = (gc - gb) / (c - b);
	return ga + (t - a) * (ab + (t - b) * (bc - ab) / (c - a));
}

/* The smallest distance that the parabola has from a change of the condition, at its ends and its vertex. If it has its
 * vertex on the other side, that is a change which the samples may have missed: then the distance is 0 and *hidden is
 * the place to look. */
static double nearest_of(const se_lens *l, uint32_t i, double a, double ga, double b, double gb, double c, double gc,
						 double *hidden)
{
	double ab = (gb - ga) / (b - a), bc = (gc - gb) / (c - b), curve = (bc - ab) / (c - a);
	double least = fmin(distance(l, i, ga), fmin(distance(l, i, gb), distance(l, i, gc)));
	double vertex = 0.5 * (a + b) - 0.5 * ab / curve;
	if (!(vertex > a && vertex < c))
		return least;
	double g = parabola(a, ga, b, gb, c, gc, vertex);
	if (se_glance_at(l, i, g) == l->value[i])
		return fmin(least, distance(l, i, g));
	*hidden = fmin(*hidden, vertex);
	return 0;
}

/* It begins at zero exactly, and all samples after that are on its side. Does the parabola leave zero to the other
 * side, to turn before the first of them? */
static bool turns_early(const se_lens *l, uint32_t i, const double *at, const double *const *g, double error,
						double *hidden)
{
	double vertex = INFINITY;
	nearest_of(l, i, at[0], g[0][i], at[2], g[2][i], at[4], g[4][i], &vertex);
	if (!(vertex < at[1]) ||
		!(distance(l, i, parabola(at[0], g[0][i], at[2], g[2][i], at[4], g[4][i], vertex)) > error))
		return false;
	*hidden = fmin(*hidden, vertex);
	return true;
}

/* Do the samples leave room for a change of condition i that they do not show? The parabola goes through the ends and
 * the middle sample; it must predict the two others. */
static bool unexplained_by(const se_lens *l, uint32_t i, const double *at, const double *const *g, double *hidden)
{
	double error = 0, largest = 0;
	bool shown = false;
	for (int k = 1; k < SAMPLES; k += 2)
		error = fmax(error, fabs(parabola(at[0], g[0][i], at[2], g[2][i], at[4], g[4][i], at[k]) - g[k][i]));
	for (int k = 0; k < SAMPLES; k++) {
		largest = fmax(largest, fabs(g[k][i]));
		shown = shown || (k > 0 && se_glance_at(l, i, g[k][i]) != l->value[i]);
	}
	if (shown)                       /* it changes: the samples need only show about where */
		return error > 0.02 * largest;
	/* where it begins it may be at zero exactly, and leaves it: what counts is how near it comes again, and where it
	 * turns before that */
	int first = se_glance_at(l, i, g[0][i]) != l->value[i];
	if (first && turns_early(l, i, at, g, 10 * error + 1e-15 * l->scale[i], hidden))
		return true;
	/* A function that has become as small as its rounding once was, and is as smooth as ever, leaves no room either: a
	 * state that decays towards its limit. */
	double least = nearest_of(l, i, at[first], g[first][i], at[2], g[2][i], at[4], g[4][i], hidden);
	return least <= 10 * error || (least <= 1e-15 * l->scale[i] && least <= 100 * error);
}

/* Samples that differ by much less than their distance from zero leave no room for a change. The parabola through three
 * of them stays within a few times their range, and so does its error at the others; the rule above would say the same
 * after more work. */
static inline bool is_far_away(const se_lens *l, uint32_t i, const double *const *g)
{
	double low = g[0][i], high = low;
	for (int k = 1; k < SAMPLES; k++) {
		low = g[k][i] < low ? g[k][i] : low;
		high = g[k][i] > high ? g[k][i] : high;
	}
	double range = high - low, near = low > 0 ? low : -high;
	if (range == 0 && se_glance_at(l, i, low) == l->value[i])
		return true;
	return near > 40 * range && near > 1e-12 * l->scale[i] && is_relation(l, i) &&
		   se_glance_at(l, i, low) == l->value[i];
}

/* Do the samples change their course? Those that are zero but for rounding do so at every point, and say nothing about
 * how often the condition turns; where the function leaves such a zero it goes one way. */
static bool changes_course(const se_lens *l, uint32_t i, const double *const *g)
{
	bool rises = false, falls = false;
	double zero = is_relation(l, i) ? 1e-9 * l->scale[i] : 0, last = 0;
	for (int k = 0; k < SAMPLES; k++) {
		double now = fabs(g[k][i]) <= zero ? 0 : g[k][i];
		rises = rises || (k > 0 && now > last);
		falls = falls || (k > 0 && now < last);
		last = now;
	}
	return rises && falls;
}

/* *hidden is set to the earliest place at which a parabola has a change that the samples do not show, *which to a
 * condition with room for one whose samples change their course; UINT32_MAX: there is none. */
static bool unexplained(se_lens *l, const double *at, const double *const *g, double *hidden, uint32_t *which)
{
	bool any = false;
	*hidden = INFINITY;
	for (uint32_t k = 0; k < se_seen(l); k++) {
		uint32_t i = se_seen_at(l, k);
		if (l->kind[i] == SE_NEVER || (l->calm && l->calm[i]) || is_far_away(l, i, g) ||
			!unexplained_by(l, i, at, g, hidden))
			continue;
		any = true;
		if (changes_course(l, i, g))
			*which = i;
	}
	return any;
}

static void look(se_lens *l, double t, double *g)
{
	if (l->awake && l->some)
		l->some(l->context, t, l->awake, l->awake_count, g);
	else
		l->at(l->context, t, g);
	if (l->note)
		l->note(l->context, g);
}

static void sample(se_lens *l, double t, double *g, se_bracket *found)
{
	look(l, t, g);
	found->samples++;
}

static bool scan(se_lens *l, int level, double a, const double *ga, double c, const double *gc, se_bracket *found);

/* Is all as it is held again on both sides of t, at the resolution of time? Then it is rounding that differs at t: two
 * zeros of sin(7*t)*sin(3*t) that are one. */
static bool is_speck(se_lens *l, double t, se_bracket *found)
{
	double *g = l->room + (size_t)SE_SCAN_VECTORS * SE_SCAN_LEVELS * l->n;
	double width = sb_shortest(sb_size_of(l->finest, t));
	sample(l, t - width, g, found);
	if (differs(l, g))
		return false;
	sample(l, t + width, g, found);
	return !differs(l, g);
}

/* The pieces between the samples, in order; one is cut again where a change may hide. */
static bool scan_pieces(se_lens *l, int level, const double *at, const double *const *g, double hidden,
						double *g_hidden, se_bracket *found)
{
	for (int k = 0; k + 1 < SAMPLES; k++) {
		if (!(hidden > at[k] && hidden < at[k + 1])) {
			if (scan(l, level + 1, at[k], g[k], at[k + 1], g[k + 1], found))
				return true;
			continue;
		}
		sample(l, hidden, g_hidden, found);
		if (differs(l, g_hidden) && is_speck(l, hidden, found)) {
			if (scan(l, level + 1, at[k], g[k], at[k + 1], g[k + 1], found))
				return true;
			continue;
		}
		if (scan(l, level + 1, at[k], g[k], hidden, g_hidden, found) ||
			scan(l, level + 1, hidden, g_hidden, at[k + 1], g[k + 1], found))
			return true;
	}
	return false;
}

/* Looks for the first change between a and c. Each level has sample vectors of its own. */
static bool scan(se_lens *l, int level, double a, const double *ga, double c, const double *gc, se_bracket *found)
{
	double *own = l->room + (size_t)(SE_SCAN_VECTORS * level) * l->n, hidden;
	const double at[SAMPLES] = {a, a + 0.1909830056 * (c - a), a + 0.4721359550 * (c - a), a + 0.7639320225 * (c - a),
								c};
	const double *const g[SAMPLES] = {ga, own, own + l->n, own + 2 * l->n, gc};
	bool divisible = a < at[1] && at[1] < at[2] && at[2] < at[3] && at[3] < c;
	uint32_t which = UINT32_MAX;
	for (int k = 0; k < SAMPLES - 2 && divisible; k++)
		sample(l, at[k + 1], own + (size_t)k * l->n, found);
	if (divisible && unexplained(l, at, g, &hidden, &which)) {
		if (level + 1 < SE_SCAN_LEVELS && found->samples < MOST_SAMPLES)
			return scan_pieces(l, level, at, g, hidden, own + 3 * l->n, found);
		if (found->samples >= MOST_SAMPLES && which != UINT32_MAX)
			l->lost = which;
	}
	int low = 0;
	for (int k = divisible ? 1 : SAMPLES - 1; k < SAMPLES; low = k++) {
		if (differs(l, g[k])) {
			found->low = at[low];
			found->high = at[k];
			found->g_low = g[low];
			found->g_high = g[k];
			return true;
		}
	}
	return false;
}

bool se_scan(se_lens *l, double from, const double *g_from, double to, const double *g_to, se_bracket *found)
{
	double t = from;
	*found = (se_bracket){0};
	for (uint32_t k = 0; l->place && (t = l->place(l->context, t)) < to; k = !k) {
		double *g = l->at_places + (size_t)k * l->n;
		sample(l, t, g, found);
		bool changed = differs(l, g), close = t - from <= 2 * sb_shortest(sb_size_of(l->finest, t));
		if (changed && is_speck(l, t, found))
			continue;
		if ((changed || !close) && scan(l, 0, from, g_from, t, g, found))
			return true;
		from = t;
		g_from = g;
	}
	return scan(l, 0, from, g_from, to, g_to, found);
}

/* ---- narrowing down */

typedef struct narrowing { se_lens *l; uint32_t n; double *near, *far, *here; } narrowing;      /* n candidates */

/* Where the line between two values of a relation meets zero; a step function is simply halved. */
static double guess(const se_lens *l, uint32_t i, const se_bracket *b, double weight_low, double weight_high)
{
	double middle = 0.5 * (b->low + b->high);
	if (!is_relation(l, i))
		return middle;
	double low = b->g_low[i] * weight_low, high = b->g_high[i] * weight_high;
	return low * high < 0 ? b->low + (b->high - b->low) * (low / (low - high)) : middle;
}

/* The earliest guess among the candidates that differ at the far end. */
static double next_guess(const narrowing *n, const se_bracket *b, double weight_low, double weight_high)
{
	double t = b->high;
	for (uint32_t k = 0; k < n->n; k++) {
		uint32_t i = n->l->candidates[k];
		if (se_glance_at(n->l, i, b->g_high[i]) != n->l->value[i])
			t = fmin(t, guess(n->l, i, b, weight_low, weight_high));
	}
	return t;
}

static bool candidates_differ(const narrowing *n, const double *g)
{
	for (uint32_t k = 0; k < n->n; k++)
		if (se_glance_at(n->l, n->l->candidates[k], g[n->l->candidates[k]]) != n->l->value[n->l->candidates[k]])
			return true;
	return false;
}

static bool is_candidate(const narrowing *n, uint32_t i)
{
	for (uint32_t k = 0; k < n->n; k++)
		if (n->l->candidates[k] == i)
			return true;
	return false;
}

/* The conditions that differ at the far end, with those that were known before. False: there is no new one. */
static bool add_candidates(narrowing *n, const double *g)
{
	uint32_t before = n->n;
	for (uint32_t k = 0; k < se_seen(n->l); k++) {
		uint32_t i = se_seen_at(n->l, k);
		if (se_glance_at(n->l, i, g[i]) != n->l->value[i] && !is_candidate(n, i))
			n->l->candidates[n->n++] = i;
	}
	return n->n > before;
}

static void keep(const narrowing *n, double *to, const double *from)
{
	for (uint32_t k = 0; k < n->n; k++)
		to[n->l->candidates[k]] = from[n->l->candidates[k]];
}

static void candidates_at(const narrowing *n, double t)
{
	if (n->l->some)
		n->l->some(n->l->context, t, n->l->candidates, n->n, n->here);
	else
		n->l->at(n->l->context, t, n->here);
}

/* Narrows the bracket to the resolution of time, for the candidates. Regula falsi with the weights of the Illinois
 * rule. Its guesses come close from one side, so the next point is a little beyond the last, and further each time that
 * side comes up again; every fourth time the interval is simply halved, so the work is bounded whatever the
 * function. */
static double narrow_candidates(const narrowing *n, se_bracket b)
{
	double weight_low = 1, weight_high = 1, reach = 0;
	int side = 0;
	for (int k = 1;; k++) {
		double resolution = sb_one_time(fmax(n->l->finest, sb_size_of(b.low, b.high)));
		if (b.high - b.low <= resolution)
			return b.high;
		double t = k % 4 ? next_guess(n, &b, weight_low, weight_high) : 0.5 * (b.low + b.high);
		t = side == 1 ? fmin(t, b.high - reach) : side == 2 ? fmax(t, b.low + reach) : t;
		t = fmin(fmax(t, b.low + 0.5 * resolution), b.high - 0.5 * resolution);
		if (t <= b.low || t >= b.high)
			return b.high;
		candidates_at(n, t);
		bool differ = candidates_differ(n, n->here);
		reach = side == (differ ? 1 : 2) ? 8 * reach : resolution;
		if (differ) {
			keep(n, n->far, n->here);
			b.high = t;
			b.g_high = n->far;
			weight_high = 1;
			weight_low = side == 1 ? 0.5 * weight_low : 1;
			side = 1;
		} else {
			keep(n, n->near, n->here);
			b.low = t;
			b.g_low = n->near;
			weight_low = 1;
			weight_high = side == 2 ? 0.5 * weight_high : 1;
			side = 2;
		}
	}
}

/* The conditions that differ at the far end are narrowed down without the others. Then all are looked at: if one more
 * differs at the place found, it is the earlier one. */
double se_narrow(se_lens *l, const se_bracket *found)
{
	double *room = l->room + (size_t)SE_SCAN_VECTORS * SE_SCAN_LEVELS * l->n, *all = room + 3 * (size_t)l->n;
	narrowing n = {.l = l, .near = room, .far = room + l->n, .here = room + 2 * (size_t)l->n};
	se_bracket b = *found;
	while (add_candidates(&n, b.g_high)) {
		double at = narrow_candidates(&n, b);
		if (at == b.high)
			return at;
		look(l, at, all);
		b.high = at;
		b.g_high = all;
	}
	return b.high;
}
