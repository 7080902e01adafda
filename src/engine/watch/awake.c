/* Conditions that the step just made cannot turn before another one does.
 *
 * A thousand rooms have two thousand conditions, and a step turns one of them after another. Most conditions compare
 * one state with something that stands still between events. What is interpolated of a state is a polynomial, which
 * lies between the least and the greatest of its Bernstein coefficients, over the step and over each part of it. So a
 * few operations tell that a condition is clearly on its side, or by when it is clearly on the other one. The search
 * ends at the first such time, and looks at those that are *awake*: all that are not clearly on their side until then.
 * It evaluates nothing else. If each of them is moved by one state, nothing but these states is interpolated, and the
 * search begins where the first of them is no longer clear. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

enum { DEGREE = SV_BERNSTEIN - 1, HALVINGS = 12, LOOKS = 64 };
/* Of the largest value: what rounding makes of the coefficients, and of what stands still, is much less. */
static const double CLEAR = 1e-13;

/* How far a condition is on its side, as a polynomial over a part of the step; up to `zero` it may be rounding. leaves:
 * the part begins at zero, where the condition was just decided, and what counts is where it goes. */
typedef struct margin { double at[SV_BERNSTEIN], zero; bool leaves; } margin;

static bool is_clear(const margin *m)
{
	bool clear = m->leaves || m->at[0] > m->zero;
	for (int k = 1; k < SV_BERNSTEIN; k++)
		clear = clear && m->at[k] > m->zero;
	return clear;
}

/* By the rule of de Casteljau: the part from u on, and the part up to u. */
static void keep_right(margin *m, double u)
{
	for (int r = 1; r <= DEGREE; r++)
		for (int k = 0; k <= DEGREE - r; k++)
			m->at[k] += u * (m->at[k + 1] - m->at[k]);
	m->leaves = false;
}

static void keep_left(margin *m, double u)
{
	for (int r = 1; r <= DEGREE; r++)
		for (int k = DEGREE; k >= r; k--)
			m->at[k] = m->at[k - 1] + u * (m->at[k] - m->at[k - 1]);
}

/* About the first place, from 0 to 1, by which it is on the other side for certain; more than 1: none was found. */
static double first_across(const margin *m, int halvings, int *looks)
{
	if (is_clear(m) || --*looks < 0)
		return INFINITY;
	if (!halvings)
		return m->at[DEGREE] < -m->zero ? 1 : INFINITY;
	margin half = *m;
	keep_left(&half, 0.5);
	double found = first_across(&half, halvings - 1, looks);
	if (found <= 1)
		return 0.5 * found;
	half = *m;
	keep_right(&half, 0.5);
	return 0.5 + 0.5 * first_across(&half, halvings - 1, looks);
}

/* A place up to which it is clear. */
static double first_unclear(const margin *m, int halvings, int *looks)
{
	if (is_clear(m))
		return 1;
	if (!halvings || --*looks < 0)
		return 0;
	margin half = *m;
	keep_left(&half, 0.5);
	double clear = first_unclear(&half, halvings - 1, looks);
	if (clear < 1)
		return 0.5 * clear;
	half = *m;
	keep_right(&half, 0.5);
	return 0.5 + 0.5 * first_unclear(&half, halvings - 1, looks);
}

/* Of condition i over the step from the place `from` on. False: it is not moved by one state alone. */
static bool find_margin(const se_run *run, uint32_t i, double from, margin *m)
{
	const si_watch *w = &run->image->watches.at[i];
	double sign = w->falls ? -1 : 1, side = se_side(run, i), largest = 0;
	if (!w->state || !run->solver->operations->polynomial(run->solver, w->state - 1, m->at))
		return false;
	for (int k = 0; k < SV_BERNSTEIN; k++) {
		largest = fmax(largest, fabs(m->at[k]));
		m->at[k] *= side * sign;
	}
	if (from > 0)
		keep_right(m, from);
	double rest = side * run->view->begin[i] - m->at[0], zero = fmax(run->view->lens.zero[i], 0);
	for (int k = 0; k < SV_BERNSTEIN; k++)
		m->at[k] += rest;
	m->zero = fmax(CLEAR * fmax(largest + fabs(rest), run->view->scale[i]), zero);
	m->leaves = fabs(m->at[0]) <= m->zero;
	return isfinite(rest) && isfinite(largest);
}

static bool has_polynomials(const se_run *run)
{
	const sv_solver *s = run->solver;
	return s && s->operations->polynomial && s->operations->steepest && !run->hold && !run->projection &&
		   run->step_end > run->step_begin && s->operations->steepest(s, run->view->steepest);
}

/* How far a relation is on its side where the search begins; se_side. */
static inline double distance_of(uint8_t kind, long long held, double g)
{
	return (kind == SE_MORE || kind == SE_AT_LEAST) == (held != 0) ? g : -g;
}

/* Those that are not so far on their side that no state can bring them to zero within this part of the step, from the
 * number `i` on: the first. */
static uint32_t next_near(const se_run *run, uint32_t i, double part)
{
	const se_view *v = run->view;
	const uint32_t *restrict states = v->state;
	const uint8_t *restrict kinds = v->kind;
	const double *restrict functions = v->begin, *restrict steepest = v->steepest, *restrict zero = v->lens.zero;
	const double *restrict x = run->x;
	const long long *restrict held = run->d->latch;
	for (uint32_t n = run->image->watches.n; i < n; i++) {
		uint32_t state = states[i];
		if (kinds[i] == SE_NEVER)
			continue;
		if (!state)
			return i;
		double far = distance_of(kinds[i], held[i], functions[i]), left = far - part * steepest[state - 1];
		if (!(left > CLEAR * (2 * fabs(x[state - 1]) + far) && left > zero[i]))
			return i;
	}
	return i;
}

/* Until when the one that is soonest at zero by the steepest slopes has turned for certain: others need not be looked
 * at any further. */
static double first_guess(const se_run *run, double begin)
{
	const uint32_t *restrict states = run->view->state;
	const uint8_t *restrict kinds = run->view->kind;
	const double *restrict functions = run->view->begin, *restrict steepest = run->view->steepest;
	const long long *restrict held = run->d->latch;
	double least = 1 - begin;
	uint32_t soonest = UINT32_MAX;
	int looks = LOOKS;
	margin m;
	for (uint32_t i = 0, n = run->image->watches.n; i < n; i++) {
		uint32_t state = states[i];
		double far = distance_of(kinds[i], held[i], functions[i]);
		if (!state || kinds[i] == SE_NEVER || far <= 0 || far >= least * steepest[state - 1])
			continue;
		least = far / steepest[state - 1];
		soonest = i;
	}
	return soonest != UINT32_MAX && find_margin(run, soonest, begin, &m) ?
		fmin(first_across(&m, HALVINGS, &looks), 1) : 1;
}

/* The conditions that the step may turn, each looked at up to the first time by which one has turned for certain: a
 * part of what is left of the step. `begin`: where in the step this begins. */
static double find_until(se_run *run, double begin, uint32_t *awake)
{
	se_view *v = run->view;
	double until = first_guess(run, begin);
	margin m;
	*awake = 0;
	memset(v->lens.kind, SE_NEVER, run->image->watches.n);
	for (uint32_t i = 0, n = run->image->watches.n; (i = next_near(run, i, until * (1 - begin))) < n; i++) {
		int looks = LOOKS;
		if (find_margin(run, i, begin, &m)) {
			if (until < 1)
				keep_left(&m, until);
			if (is_clear(&m))
				continue;
			until *= fmin(first_across(&m, HALVINGS, &looks), 1);
		}
		v->awake[(*awake)++] = i;
	}
	return until;
}

/* Keeps those awake that are not clear until then. The part of it in which all of them are clear. */
static double keep_awake(se_run *run, double begin, double until, uint32_t awake)
{
	se_view *v = run->view;
	uint32_t kept = 0;
	double since = until;
	margin m;
	for (uint32_t k = 0; k < awake; k++) {
		uint32_t i = v->awake[k];
		int looks = LOOKS;
		double clear = 0;
		if (find_margin(run, i, begin, &m)) {
			keep_left(&m, until);
			clear = first_unclear(&m, HALVINGS, &looks);
			if (clear == 1)
				continue;
		}
		since = fmin(since, clear * until);
		v->lens.kind[i] = v->kind[i];
		v->awake[kept++] = i;
	}
	v->lens.awake = v->awake;
	v->lens.awake_count = kept;
	memcpy(run->x_there, run->x, run->image->states * sizeof *run->x);       /* for se_look_alone */
	return since;
}

se_window se_wake(se_run *run, double from, double to)
{
	uint32_t awake;
	if (to != run->step_end || !(from < to) || !has_polynomials(run))
		return (se_window){from, to};
	double begin = fmax(0, (from - run->step_begin) / (to - run->step_begin)), until = find_until(run, begin, &awake),
		   since = keep_awake(run, begin, until, awake);
	return (se_window){from + since * (to - from), until < 1 ? fmin(to, from + until * (to - from)) : to};
}

void se_wake_all(se_run *run)
{
	se_view *v = run->view;
	if (v->lens.awake)
		memcpy(v->lens.kind, v->kind, run->image->watches.n * sizeof *v->kind);
	v->lens.awake = NULL;
}

/* Does the piece of code that has its function need no other? */
static bool is_alone(const se_run *run, uint32_t watch)
{
	const sc_graph *g = run->select->graph;
	uint32_t piece = g->watch_piece[watch];
	return run->image->watches.at[watch].state && g->sources_at[piece] == g->sources_at[piece + 1];
}

bool se_look_alone(se_run *run, double t, const uint32_t *which, uint32_t count)
{
	const sv_solver *s = run->solver;
	bool alone = s && s->operations->one && !run->hold && !run->projection;
	for (uint32_t k = 0; k < count && alone; k++)
		alone = is_alone(run, which[k]);
	if (!alone)
		return false;
	se_at_part(run, t);
	for (uint32_t k = 0; k < count && alone; k++) {
		uint32_t state = run->view->state[which[k]] - 1;
		alone = s->operations->one(s, t, state, &run->x_there[state]);
	}
	return alone;
}
