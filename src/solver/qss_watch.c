/* Conditions: their functions along the polynomials of the states, and when they turn.
 *
 * A function is sampled ahead of the present time at as many points as its polynomial has coefficients. Of a function
 * that is linear in the states the polynomial is exact, until one of its states has another one. Of others it is
 * believed for a time that grows while it predicts well. */
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
static void through(const double v[POINTS], double h, int degree, double g[4])
{
	double noise = 8 * DBL_EPSILON * fmax(fabs(v[0]), fabs(v[degree]));
	double a = v[1] - v[0], b = degree >= 2 ? v[2] - 2 * v[1] + v[0] : 0,
		   c = degree >= 3 ? v[3] - 3 * v[2] + 3 * v[1] - v[0] : 0;
	b = fabs(b) <= 2 * noise ? 0 : b;
	c = fabs(c) <= 4 * noise ? 0 : c;
	g[0] = v[0];
	g[1] = (a - b / 2 + c / 3) / h;
	g[2] = (b / 2 - c / 2) / (h * h);
	g[3] = c / 6 / (h * h * h);
}

/* When the polynomial leaves the band in which the condition does not turn. A function that is beyond already and comes
 * back has not turned for the caller, who counts it as zero. */
static double leaves(const qss_solver *s, uint32_t watch, double low, double high)
{
	const qss_watch *w = &s->watches[watch];
	double after = INFINITY, size = fabs(w->g[0]);
	for (int side = 0; side < 2; side++) {
		double level = side ? high : low;
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

static void plan(qss_solver *s, uint32_t watch)
{
	double low = -INFINITY, high = INFINITY;
	s->singly->band(s->core.problem.context, watch, &low, &high);
	double after = leaves(s, watch, low, high);
	sv_agenda_put(&s->agenda, thing(s, watch), s->watches[watch].t + fmin(after, s->watches[watch].trust));
}

/* How good was the prediction? */
static void judge(qss_solver *s, qss_watch *w, double g)
{
	double since = s->t - w->t, expected = sv_cubic(w->g, since), far = farthest(s);
	if (!(since > 0))
		return;
	double off = fabs(g - expected), size = fmax(fabs(g), fabs(w->g[0]));
	if (off <= 1e-9 * size)
		w->trust = far;
	else if (off <= 1e-3 * fabs(g))
		w->trust = fmin(far, fmax(w->trust, 2 * since));
	else
		w->trust = fmax(0.5 * fmin(w->trust, since), 1e4 * sv_qss_shortest(s));
}

static bool expand_line(qss_solver *s, uint32_t watch)
{
	qss_watch *w = &s->watches[watch];
	sv_qss_along(s, &s->watch_lines, watch, false, w->g);
	w->t = s->t;
	w->trust = INFINITY;
	if (s->singly->turned(s->core.problem.context, watch, w->g[0]))
		sv_agenda_put(&s->agenda, thing(s, watch), s->t);
	else
		plan(s, watch);
	return true;
}

static bool expand(qss_solver *s, uint32_t watch)
{
	qss_watch *w = &s->watches[watch];
	if (sv_qss_is_line(s, &s->watch_lines, watch))
		return expand_line(s, watch);
	double v[POINTS], h = spacing(s, watch);
	bool good = functions(s, &watch, 1, s->t, &v[0]);
	for (int k = 1; k <= s->order && good; k++)
		good = functions(s, &watch, 1, s->t + k * h, &v[k]);
	if (!good) {                     /* it has no value ahead: look again soon */
		w->t = s->t;
		sv_agenda_put(&s->agenda, thing(s, watch), s->t + h);
		return true;
	}
	if (!s->singly->watch_bends || s->singly->watch_bends[watch])
		judge(s, w, v[0]);
	else
		w->trust = INFINITY;
	through(v, h, s->order, w->g);
	w->t = s->t;
	if (s->singly->turned(s->core.problem.context, watch, v[0]))
		sv_agenda_put(&s->agenda, thing(s, watch), s->t);
	else
		plan(s, watch);
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
		if (s->watches[watch].t + s->watches[watch].trust <= s->t)
			break;
	}
	qss_watch *w = &s->watches[watch];
	bool trusted = w->t + w->trust > s->t;
	expand(s, watch);
	if (!trusted || s->agenda.due[thing(s, watch)] > s->t + fmax(2 * w->wait, 64 * step)) {
		w->wait = 0;
		return true;
	}
	w->wait = fmax(2 * w->wait, 16 * step);      /* rounding holds it back: look again, less and less often */
	sv_agenda_put(&s->agenda, thing(s, watch), s->t + w->wait);
	return true;
}
