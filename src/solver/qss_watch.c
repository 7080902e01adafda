/* Conditions: their functions along the polynomials of the states, and when they turn.
 *
 * A function is sampled ahead of the present time at as many points as its polynomial has coefficients. Of a function
 * that is linear in the states the polynomial is exact, until one of its states has another one. Others are compared
 * with it further ahead, at places that are not evenly spaced, and it is believed as far as they agree. So it is not
 * believed beyond a corner of the function, and a crossing is located before anybody goes there. */
#include "solver/qss.h"
#include "solver/roots.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { POINTS = 4 };

static uint32_t thing(const qss_solver *s, uint32_t watch)
{
	return s->core.problem.n + watch;
}

static bool functions(qss_solver *s, const uint32_t *which, uint32_t count, double t, double *out)
{
	const sv_lists *of = &s->singly->states_of_watch;
	s->stamp++;
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = of->first[which[k]]; i < of->first[which[k] + 1]; i++) {
			uint32_t j = of->at[i];
			if (s->placed[j] == s->stamp)
				continue;
			s->placed[j] = s->stamp;
			s->at[j] = sv_qss_x(&s->states[j], t);
		}
	return !s->singly->functions(s->core.problem.context, t, s->at, which, count, out);
}

static double farthest(const qss_solver *s)
{
	double longest = s->core.options.longest;
	return longest > 0 ? longest : s->core.options.span > 0 ? 0.1 * s->core.options.span : 1;
}

static double spacing(const qss_solver *s, uint32_t watch)
{
	const sv_lists *of = &s->singly->states_of_watch;
	double least = 0.1 * farthest(s);
	for (uint32_t i = of->first[watch]; i < of->first[watch + 1]; i++)
		least = fmin(least, s->states[of->at[i]].scale);
	return sv_qss_apart(s, 0.1 * least);
}

/* Coefficients of the polynomial through values at 0, h, 2h, 3h. */
static void through(const double v[POINTS], double h, int degree, double noise, double g[4])
{
	noise = fmax(noise, 8 * DBL_EPSILON * fmax(fabs(v[0]), fabs(v[degree])));
	double a = v[1] - v[0], b = degree >= 2 ? v[2] - 2 * v[1] + v[0] : 0,
		   c = degree >= 3 ? v[3] - 3 * v[2] + 3 * v[1] - v[0] : 0;
	a = fabs(a) <= noise ? 0 : a;
	b = fabs(b) <= 2 * noise ? 0 : b;
	c = fabs(c) <= 4 * noise ? 0 : c;
	g[0] = v[0];
	g[1] = (a - b / 2 + c / 3) / h;
	g[2] = (b / 2 - c / 2) / (h * h);
	g[3] = c / 6 / (h * h * h);
}

/* When the polynomial leaves the band in which the condition does not turn. A function that is beyond already and comes
 * back has not turned for the caller, who counts it as zero. */
static double leaves(const qss_solver *s, const qss_watch *w)
{
	double after = INFINITY, size = fabs(w->g[0]);
	for (int side = 0; side < 2; side++) {
		double level = side ? w->high : w->low;
		if (!isfinite(level))
			continue;
		double c[4] = {w->g[0] - level, w->g[1], w->g[2], w->g[3]};
		if (fabs(c[0]) <= 4e-16 * size)
			c[0] = 0;
		bool outward = side ? c[1] > 0 : c[1] < 0;
		if ((side ? c[0] >= 0 : c[0] <= 0) && outward)
			return 0;
		after = fmin(after, sv_first_root(c, s->order));
	}
	return after;
}

static void put(qss_solver *s, uint32_t watch, double after, bool meant)
{
	s->watches[watch].meant = meant;
	sv_agenda_put(&s->agenda, thing(s, watch), s->watches[watch].t + after);
}

/* ------------------------------------------------------------------------------------------------ what is not exact */

static bool is_outside(const qss_watch *w, double g, double noise)
{
	return g < w->low - noise || g > w->high + noise;
}

/* The crossing between two times ahead, on its far side; before the first of them there is none. */
static double locate(qss_solver *s, uint32_t watch, double near, double far)
{
	double least = sv_qss_shortest(s), g;
	while (far - near > least) {
		double middle = near + 0.5 * (far - near);
		if (!functions(s, &watch, 1, s->t + middle, &g))
			return near;
		if (is_outside(&s->watches[watch], g, 0))
			far = middle;
		else
			near = middle;
	}
	return far;
}

/* Is the function what its polynomial is, up to this time ahead? *crossing: where it is found to turn before. */
static bool is_followed(qss_solver *s, uint32_t watch, double until, double *crossing)
{
	qss_watch *w = &s->watches[watch];
	double g, first = INFINITY, inside = 0;
	bool good = true;
	for (int k = 0; k < SV_QSS_PLACES; k++) {
		double ahead = sv_qss_places[k] * until;
		if (!functions(s, &watch, 1, s->t + ahead, &g))
			return false;
		if (is_outside(w, g, w->noise))
			first = fmin(first, ahead);
		double most = fmax(w->noise, 1e-3 * fmax(fabs(g), s->core.options.tolerance * fabs(w->g[0])));
		good = good && fabs(g - sv_cubic(w->g, ahead)) <= most;
	}
	for (int k = 0; k < SV_QSS_PLACES; k++)
		inside = sv_qss_places[k] * until < first ? fmax(inside, sv_qss_places[k] * until) : inside;
	if (good && isfinite(first))
		*crossing = locate(s, watch, inside, first);
	return good;
}

/* The polynomial from s->t on, through points at this distance. False: it has no value there. */
static bool sample(qss_solver *s, uint32_t watch, double h)
{
	qss_watch *w = &s->watches[watch];
	double v[POINTS] = {0};
	for (int k = 0; k <= s->order; k++)
		if (!functions(s, &watch, 1, s->t + k * h, &v[k]))
			return false;
	through(v, h, s->order, w->noise, w->g);
	return true;
}

/* Up to the first root, or as far as it is believed. It is shortened, and taken through closer points, until the
 * function is followed; it is believed for twice as long the next time where nothing had to be shortened. */
static void plan(qss_solver *s, uint32_t watch, double h)
{
	qss_watch *w = &s->watches[watch];
	double crossing = INFINITY, least = 64 * sv_qss_shortest(s), root = leaves(s, w);
	if (s->singly->watch_bends && !s->singly->watch_bends[watch]) {
		put(s, watch, root, true);
		return;
	}
	double most = fmin(sv_qss_next_change(s, &s->singly->states_of_watch, watch), w->trust);
	double until = fmin(root, most), shortened = most;
	while (until > least && !is_followed(s, watch, until, &crossing)) {
		shortened = 0.5 * until;
		if (s->order * h > shortened && sample(s, watch, sv_qss_apart(s, 0.1 * shortened))) {
			h = sv_qss_apart(s, 0.1 * shortened);
			root = leaves(s, w);
		}
		until = fmin(root, shortened);
	}
	if (shortened < most)
		w->trust = fmax(shortened, least);
	else if (until == w->trust)
		w->trust = fmin(2 * w->trust, farthest(s));
	put(s, watch, fmin(until, crossing), isfinite(crossing) || until == root);
}

static bool expand_line(qss_solver *s, uint32_t watch)
{
	qss_watch *w = &s->watches[watch];
	sv_qss_along(s, &s->watch_lines, watch, false, w->g);
	w->t = s->t;
	if (s->singly->turned(s->core.problem.context, watch, w->g[0]))
		put(s, watch, 0, true);
	else
		put(s, watch, leaves(s, w), true);
	return true;
}

static bool expand(qss_solver *s, uint32_t watch)
{
	qss_watch *w = &s->watches[watch];
	w->low = -INFINITY;
	w->high = INFINITY;
	w->noise = 0;
	s->singly->band(s->core.problem.context, watch, &w->low, &w->high, &w->noise);
	if (!isfinite(w->low) && !isfinite(w->high)) {       /* it does not change between two instants */
		sv_agenda_put(&s->agenda, thing(s, watch), INFINITY);
		return true;
	}
	if (sv_qss_is_line(s, &s->watch_lines, watch))
		return expand_line(s, watch);
	double h = fmin(spacing(s, watch), sv_qss_apart(s, 0.1 * w->trust));
	w->t = s->t;
	if (!sample(s, watch, h))            /* it has no value ahead: look again soon */
		put(s, watch, h, false);
	else if (s->singly->turned(s->core.problem.context, watch, w->g[0]))
		put(s, watch, 0, true);
	else
		plan(s, watch, h);
	return true;
}

bool sv_qss_watch(qss_solver *s, const uint32_t *which, uint32_t count)
{
	for (uint32_t k = 0; k < count; k++)
		if (!expand(s, which[k]))
			return false;
	return true;
}

void sv_qss_watch_states(qss_solver *s, const uint32_t *states, uint32_t count)
{
	const sv_lists *of = &s->singly->watches_of_state;
	if (!s->singly->watches)
		return;
	uint32_t n = s->core.problem.n;
	s->listing++;
	for (uint32_t k = 0; k < count; k++)
		for (uint32_t i = of->first[states[k]]; i < of->first[states[k] + 1]; i++) {
			uint32_t watch = of->at[i];
			if (s->listed[n + watch] == s->listing)
				continue;
			s->listed[n + watch] = s->listing;
			expand(s, watch);
		}
}

/* The prediction has come to where it should turn. On its far side; where rounding keeps it on the near side, a few
 * units later. */
bool sv_qss_watch_due(qss_solver *s, uint32_t watch, bool *crossed)
{
	enum { NEAR = 12 };
	double g, step = sv_qss_shortest(s), ahead = 0;
	*crossed = false;
	for (int k = 0; k < NEAR; k++, ahead = ahead > 0 ? 2 * ahead : step) {
		if (!functions(s, &watch, 1, s->t + ahead, &g))
			break;
		*crossed = s->singly->turned(s->core.problem.context, watch, g);
		if (*crossed && g == 0 && k + 1 < NEAR)      /* of x < c and x >= c both turn beyond zero (E126) */
			continue;
		if (*crossed && k == 0)
			return true;
		if (*crossed) {              /* others may be due before */
			*crossed = false;
			sv_agenda_put(&s->agenda, thing(s, watch), s->t + ahead);
			return true;
		}
		if (!s->watches[watch].meant)
			break;
	}
	qss_watch *w = &s->watches[watch];
	bool meant = w->meant;
	expand(s, watch);
	if (!meant || s->agenda.due[thing(s, watch)] > s->t + fmax(2 * w->wait, 64 * step)) {
		w->wait = 0;
		return true;
	}
	w->wait = fmax(2 * w->wait, 16 * step);      /* rounding holds it back: look again, less and less often */
	sv_agenda_put(&s->agenda, thing(s, watch), s->t + w->wait);
	return true;
}
