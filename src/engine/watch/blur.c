/* What the solver's error makes of a condition (E124).
 *
 * A diode with 1e-5 Ohm between two capacitors has a current of 1e5 times the difference of their voltages. Voltages
 * that are right to a millionth say nothing about the sign of such a current: where the solution comes to rest within a
 * nanosecond, and a step is a million times longer, what is interpolated may pass zero and come back. That is no
 * crossing of the model. The rates tell: where a solution crosses zero they lead on, and where the error of a step does
 * they lead back. Such a crossing does not count as long as the function stays within what errors of the states within
 * the tolerance make of it, in the mode at hand. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/speed.h"
#include "engine/watch/course.h"
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ONE_BY_ONE = 16, PROBES = 8 };
static const double STILL = 10;  /* times what the tolerance makes of a function: where all is at rest it is no more */

/* The root of the sum of squares of what the tolerance of each state makes of the functions: one after another, or all
 * at once with signs at random. 0: unknown, or the states make nothing of it. */
static void sum_parts(se_run *run, const sb_u32s *list, double t, const double *x, double *sum)
{
	uint32_t n = run->image->states, alone = list->n == 1 ? run->image->watches.at[list->at[0]].state : 0,
			 probes = n <= ONE_BY_ONE ? n : PROBES, random = 12345;
	if (alone) {
		sum[0] = run->tolerance * (fabs(x[alone - 1]) + run->size[alone - 1]);
		return;
	}
	double *moved = sb_draw(NULL, 2 * (n + 1) * sizeof *moved), *f = moved + n + 1;
	bool good = se_functions_at(run, t, x, f, run->view->near);
	memset(sum, 0, list->n * sizeof *sum);
	for (uint32_t k = 0; k < probes && good; k++) {
		memcpy(moved, x, n * sizeof *x);
		for (uint32_t i = 0; i < n; i++) {
			random = 1664525 * random + 1013904223;
			double part = n > ONE_BY_ONE ? (random >> 31 ? 1 : -1) : i == k ? 1 : 0;
			moved[i] += part * run->tolerance * (fabs(x[i]) + run->size[i]);
		}
		good = se_functions_at(run, t, moved, f, run->view->far);
		for (uint32_t j = 0; j < list->n; j++) {
			double change = run->view->far[list->at[j]] - run->view->near[list->at[j]];
			sum[j] += n > ONE_BY_ONE ? change * change / PROBES : change * change;
		}
	}
	sb_put_back(moved);
	for (uint32_t j = 0; j < list->n; j++)
		sum[j] = good && isfinite(sum[j]) ? sqrt(sum[j]) : 0;
}

/* Solvers hold the mean of the squares of the errors, in units of the tolerance, below 1: a single state may have more,
 * up to ten times. */
static double blur_of(se_run *run, uint32_t watch, double t, const double *x)
{
	double sum;
	sum_parts(run, &(sb_u32s){.at = &watch, .n = 1}, t, x, &sum);
	return fmin(sqrt(run->image->states), 10) * sum;
}

static bool probe(se_run *run, const void *of, double t, const double *x, double *f, double *value)
{
	bool good = se_functions_at(run, t, x, f, run->view->near);
	*value = run->view->near[*(const uint32_t *)of];
	return good;
}

/* Over a small part of the step: sin(100*x) goes round while x changes by a few per cent. */
static double longest_span(const se_run *run)
{
	return fmax(0.01 * (run->step_end - run->step_begin), 1e-8 * se_size(run));
}

/* The point of a step at which something crosses. Several questions are asked there, and most need the rates: they are
 * evaluated once. */
typedef struct place { double t, *x, *f; bool open, rated; } place;

static void open_place(se_run *run, place *p)
{
	if (p->open)
		return;
	p->x = sb_draw(NULL, 2 * (run->image->states + 1) * sizeof *p->x);
	p->f = p->x + run->image->states + 1;
	p->open = true;
	se_interpolate(run, p->t, p->x);
}

static void close_place(place *p)
{
	if (p->open)
		sb_put_back(p->x);
}

static bool rate_place(se_run *run, place *p)
{
	open_place(run, p);
	p->rated = p->rated || se_functions_at(run, p->t, p->x, p->f, run->view->near);
	return p->rated;
}

static se_speed speed_there(se_run *run, uint32_t watch, place *p)
{
	if (!run->image->watches.at[watch].state)
		return se_speed_of(run, probe, &watch, p->t, p->x, run->view->scale[watch], longest_span(run));
	if (!rate_place(run, p))
		return (se_speed){0, INFINITY};
	return se_speed_alone(run, watch, p->t, p->x, p->f, run->view->scale[watch], longest_span(run));
}

static se_speed speed_at(se_run *run, uint32_t watch, double t, const double *x)
{
	double *f = sb_draw(NULL, (run->image->states + 1) * sizeof *f);
	se_speed speed = speed_there(run, watch, &(place){.t = t, .x = (double *)x, .f = f, .open = true});
	sb_put_back(f);
	return speed;
}

/* To the side that the latch tells, to the other one, or to none: but for rounding the function is at rest. */
typedef enum way { ON = -1, NOWHERE, BACK } way;

static way way_of(const se_run *run, uint32_t watch, se_speed speed)
{
	double back = speed.rate * se_side(run, watch);
	return back > speed.error ? BACK : back < -speed.error || !isfinite(speed.error) ? ON : NOWHERE;
}

static way leads(se_run *run, uint32_t watch, double t, const double *x)
{
	return way_of(run, watch, speed_at(run, watch, t, x));
}

/* Rates that rounding hides (speed_at) move a function by no more than this within a step. */
static double rounding_of(const se_run *run, uint32_t watch)
{
	return 2e-13 * run->view->scale[watch];
}

/* The states are moved to where the function has this value, by the least change in units of their tolerance: there the
 * rates tell what is on its way, and beyond it the error of the step tells where it is now. known: the value that the
 * function has; NAN: nobody knows. */
static void move_onto(se_run *run, uint32_t watch, double level, double t, double *x, double known)
{
	enum { MOST = 64 };
	const si_watch *w = &run->image->watches.at[watch];
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, 3 * (n + 1) * sizeof *moved), *f = moved + n + 1, *slope = f + n + 1, sum = 0, g;
	bool good = w->state && !isnan(g = known) ? true : (w->state || n <= MOST) && probe(run, &watch, t, x, f, &g);
	if (w->state && good)
		x[w->state - 1] += w->falls ? g - level : level - g;
	good = good && !w->state;
	memcpy(moved, x, n * sizeof *x);
	for (uint32_t i = 0; i < n && good; i++) {
		moved[i] = x[i] + run->tolerance * (fabs(x[i]) + run->size[i]);
		good = probe(run, &watch, t, moved, f, &slope[i]);
		slope[i] -= g;
		sum += slope[i] * slope[i];
		moved[i] = x[i];
	}
	for (uint32_t i = 0; i < n && good && sum > 0; i++)
		x[i] += (level - g) * slope[i] / sum * run->tolerance * (fabs(x[i]) + run->size[i]);
	sb_put_back(moved);
}

/* The rates on the condition are hidden by rounding, and so are those beyond it. Is it a limit all the same? Beyond it
 * by as much as the error of the states may make, the rates of a limit are there to be seen, and lead back. */
static bool is_held_back(se_run *run, uint32_t watch, double at, const double *there, double beyond)
{
	uint32_t n = run->image->states;
	double *x = memcpy(sb_draw(NULL, (n + 1) * sizeof *x), there, n * sizeof *x);
	double blur = blur_of(run, watch, at, x);
	move_onto(run, watch, -blur * se_side(run, watch), at, x, NAN);
	bool held = blur > beyond && leads(run, watch, at, x) == BACK;
	sb_put_back(x);
	return held;
}

/* At the crossing the rates lead nowhere. They do so where the condition is a limit that is only approached, as in
 * der(x) = -x, and also where x = -t^3 passes zero. What is beyond it in the step tells: from a limit they lead back,
 * or it is passed by rounding only. */
static bool returns(se_run *run, uint32_t watch, double at, const double *there, bool *rounded)
{
	enum { SAMPLES = 8 };
	uint32_t n = run->image->states;
	double *x = sb_draw(NULL, (n + 1) * sizeof *x), most = 0;
	way found = NOWHERE;
	for (int k = 1; k <= SAMPLES && found == NOWHERE; k++) {
		double t = k < SAMPLES ? at + (run->step_end - at) * k / SAMPLES : run->step_end;
		se_watch_at(run, t, run->view->far);
		double beyond = -run->view->far[watch] * se_side(run, watch);
		if (!(beyond > 0))
			break;
		most = fmax(most, beyond);
		memcpy(x, run->x_try, n * sizeof *x);
		found = leads(run, watch, t, x);
	}
	sb_put_back(x);
	*rounded = found == NOWHERE && most <= rounding_of(run, watch);
	return found == BACK || *rounded || (found == NOWHERE && is_held_back(run, watch, at, there, most));
}

/* May the step have begun so near to zero that its error matters? Otherwise one crossing that is none does no harm: the
 * next step begins there. */
static inline bool begins_near(const se_run *run, uint32_t i)
{
	const se_view *v = run->view;
	double size = fabs(v->begin[i]);
	return (size <= 1e-2 * v->scale[i] || size <= v->blur[i]) && v->relation[i] && run->g_noise[i] < INFINITY;
}

/* The conditions that differ at the point, and which of them are only approached (1, or 0). False: one of them really
 * crosses, or may. */
static bool all_lead_back(se_run *run, place *p, sb_u32s *which, sb_u32s *limits)
{
	const se_lens *l = &run->view->lens;
	for (uint32_t k = 0; k < se_seen(l); k++) {
		uint32_t i = se_seen_at(l, k);
		if (se_glance_at(l, i, run->g_a[i]) == l->value[i])
			continue;
		if (!begins_near(run, i) || se_course_of(run, i)->jump || run->view->doubt[i] > 0)
			return false;
		sb_push(run->once, *which, i);
	}
	bool good = which->n > 0;
	if (good)
		open_place(run, p);
	for (uint32_t k = 0; k < which->n && good; k++) {
		uint32_t i = which->at[k];
		way to = way_of(run, i, speed_there(run, i, p));
		bool rounded = false;
		good = to == BACK || (to == NOWHERE && returns(run, i, p->t, p->x, &rounded));
		bool still = !good && se_is_still(run, i, p->t, p->x, p->rated ? &(se_known){p->f, run->g_a[i]} : NULL);
		good = good || still;
		sb_push(run->once, *limits, to == NOWHERE || still);
		if (good)
			run->view->blur[i] = rounded ? rounding_of(run, i) : (still ? STILL : 1) * blur_of(run, i, p->t, p->x);
		good = good && run->view->blur[i] > 0;
	}
	return good;
}

static void ignore(se_run *run, uint32_t watch, double deep)
{
	run->g_noise[watch] = run->view->blur[watch];
	sb_push(run->own, run->view->blurred, ((se_blurred_one){watch, run->view->blur[watch], deep}));
}

/* How far it goes beyond zero in the rest of the step, before it comes back. */
static double depth_in_step(se_run *run, uint32_t watch, double at)
{
	enum { SAMPLES = 8 };
	double deep = 0, beyond = 1;
	for (int k = 1; k <= SAMPLES && beyond > 0; k++) {
		se_watch_at(run, at + (run->step_end - at) * k / SAMPLES, run->view->far);
		beyond = -run->view->far[watch] * se_side(run, watch);
		deep = fmax(deep, beyond);
	}
	return deep;
}

void se_blur(se_run *run, uint32_t watch)
{
	run->view->blur[watch] = blur_of(run, watch, run->time, run->x);
	if (run->view->blur[watch] > 0 && run->g_noise[watch] < INFINITY)
		ignore(run, watch, 0);
}

/* What is interpolated may be worse than the ends of steps: one that ends there is made first. */
static void ends_there(se_run *run, double at)
{
	run->watched->sharper = at - run->time > 1e-6 * (run->step_end - run->step_begin) && at < run->step_end;
	if (run->watched->sharper)
		run->visit = at;
}

/* A function that follows something else within no time, as a current through 1e-5 Ohm does, may be late as well as
 * early: the rates lead on, but its error may have kept it on its side. Its rate then depends on its own value more
 * than on all else. */
static bool follows(se_run *run, uint32_t watch, place *p)
{
	double *there =
		memcpy(sb_draw(NULL, (run->image->states + 1) * sizeof *there), p->x, run->image->states * sizeof *p->x);
	double slope = (run->g_a[watch] - run->view->begin[watch]) / (p->t - run->time);
	se_speed here = speed_there(run, watch, p);
	move_onto(run, watch, run->view->blur[watch] * se_side(run, watch), p->t, there, run->g_a[watch]);
	se_speed other = speed_at(run, watch, p->t, there);
	sb_put_back(there);
	return fabs(other.rate - here.rate) > 100 * (fabs(slope) + here.error + other.error);
}

/* One of the conditions that cross there may not be known well enough. */
static void look_for_late(se_run *run, place *p)
{
	const se_lens *l = &run->view->lens;
	bool late = false;
	for (uint32_t k = 0; k < se_seen(l) && !late; k++) {
		uint32_t i = se_seen_at(l, k);
		if (se_glance_at(l, i, run->g_a[i]) == l->value[i] || !begins_near(run, i) || se_course_of(run, i)->jump)
			continue;
		open_place(run, p);
		run->view->blur[i] = blur_of(run, i, p->t, p->x);
		late = !se_passes_soon(run, i) && follows(run, i, p) && se_sharpen(run, i, true);
	}
}

bool se_is_contradicted(se_run *run, double at)
{
	sb_u32s which = {0}, limits = {0};
	if (run->hold || !run->image->states || run->ops->fixed_step)
		return false;
	bool at_once = at - run->time <= 100 * DBL_EPSILON * se_size(run);
	place there = {.t = at};
	se_watch_awake(run, at, run->g_a);
	bool back = all_lead_back(run, &there, &which, &limits);
	if (!back && !at_once)
		look_for_late(run, &there);
	close_place(&there);
	if (!back)
		return false;
	for (uint32_t k = 0; k < which.n; k++) {
		uint32_t i = which.at[k];
		if (!limits.at[k] && se_sharpen(run, i, false))      /* it is on no side of a limit, however near it comes */
			return false;
		if (run->view->blur[i] <= 1.1 * fmax(fabs(run->g_a[i]), run->g_noise[i])) {
			ends_there(run, at);
			return false;
		}
	}
	for (uint32_t k = 0; k < which.n; k++)
		ignore(run, which.at[k], depth_in_step(run, which.at[k], at));
	se_logf(run, SE_LOG_SOLVER, "a crossing at time %.12g is the solver's error: the rates lead back", at);
	return true;
}

static bool probe_list(se_run *run, const void *of, double t, const double *x, double *f, double *values)
{
	const sb_u32s *list = of;
	bool good = se_functions_at(run, t, x, f, run->view->near);
	for (uint32_t k = 0; k < list->n; k++)
		values[k] = run->view->near[list->at[k]];
	return good;
}

/* Without those that are zero whatever the states are, as x1 - x2 is while a mode has x1 = x2: that is no limit that is
 * approached. */
static void leave_out_tied(se_run *run, sb_u32s *list)
{
	double *sum = sb_new_array(run->once, double, list->n);
	uint32_t kept = 0;
	sum_parts(run, list, run->time, run->x, sum);
	for (uint32_t k = 0; k < list->n; k++)
		if (sum[k] > 0)
			list->at[kept++] = list->at[k];
	list->n = kept;
}

/* Those of the list that are not on their way keep their sides. */
static void keep_if_resting(se_run *run, sb_u32s *list)
{
	leave_out_tied(run, list);
	if (!list->n)
		return;
	double *size = sb_new_array(run->once, double, list->n);
	se_speed *speed = sb_new_array(run->once, se_speed, list->n);
	for (uint32_t k = 0; k < list->n; k++)
		size[k] = run->view->scale[list->at[k]];
	se_speeds_of(run, &(se_probing){probe_list, list, list->n, size}, run->time, run->x, longest_span(run), speed);
	for (uint32_t k = 0; k < list->n; k++) {
		uint32_t i = list->at[k];
		if (way_of(run, i, speed[k]) == ON && !se_is_still(run, i, run->time, run->x, NULL))
			continue;
		run->view->blur[i] = rounding_of(run, i);
		ignore(run, i, 0);
	}
}

/* Beyond zero, in an instant of something else, by no more than errors of the states make of it: a limit that is only
 * approached. On it the rates lead nowhere, and from beyond it they lead back. */
static bool is_an_error(se_run *run, uint32_t watch, double beyond, const se_known *known)
{
	static const double KNOWN = 1e-2; /* of the size of the function: where the tolerance makes more, it says nothing */
	if (!(beyond > 0) || se_course_of(run, watch)->jump)
		return false;
	double blur = blur_of(run, watch, run->time, run->x);
	if (!(beyond <= STILL * blur && blur <= KNOWN * run->view->scale[watch]))
		return false;
	uint32_t n = run->image->states;
	double *x = memcpy(sb_draw(NULL, (n + 1) * sizeof *x), run->x, n * sizeof *x);
	move_onto(run, watch, 0, run->time, x, known->g);
	bool limit = beyond < blur && leads(run, watch, run->time, x) == NOWHERE &&
				 is_held_back(run, watch, run->time, run->x, beyond),
		 still = !limit && se_is_still(run, watch, run->time, run->x, known);
	sb_put_back(x);
	run->view->blur[watch] = (still ? STILL : 1) * blur;
	return limit || still;
}

/* May the function be beyond zero by an error? */
static inline bool may_be_an_error(const se_run *run, uint32_t i)
{
	return begins_near(run, i) &&
		   (run->view->blur[i] > 0 || fabs(run->view->begin[i]) <= 10 * run->tolerance * run->view->scale[i]);
}

/* A function that has not left zero since the instant before, or one that may be beyond zero by an error. */
static inline bool is_in_doubt(const se_run *run, uint32_t i)
{
	return (run->view->masked[i] || may_be_an_error(run, i)) && run->view->kind[i] != SE_NEVER &&
		   !(run->g_noise[i] > 0);
}

/* With the rates and functions at the present point. */
static void keep_those_in_doubt(se_run *run, const sb_u32s *doubts, const double *f, const double *g)
{
	for (uint32_t k = 0; k < doubts->n; k++) {
		uint32_t i = doubts->at[k];
		if (!run->view->masked[i] && is_an_error(run, i, -g[i] * se_side(run, i), &(se_known){f, g[i]}))
			ignore(run, i, fabs(g[i]));
	}
	sb_mark mark = sb_arena_mark(run->once);
	sb_u32s list = {0};
	for (uint32_t k = 0; k < doubts->n; k++) {
		uint32_t i = doubts->at[k];
		if (run->view->masked[i] && g[i] * se_side(run, i) <= 0 && fabs(g[i]) <= rounding_of(run, i))
			sb_push(run->once, list, i);
	}
	if (list.n)
		keep_if_resting(run, &list);
	sb_arena_rewind(run->once, mark);
}

/* Before an instant: a function that has not left zero since the one before, and is at rest there, is on the side where
 * it was. So is one that is beyond zero by an error. What else happens says nothing about its sign. */
void se_keep_resting(se_run *run)
{
	if (run->hold || !run->image->states || run->ops->fixed_step)
		return;
	if (run->time == run->watched->unblurred) /* what led here is known to turn: to hold it would lead here again */
		return;
	sb_u32s doubts = {.at = run->view->lens.candidates};
	const se_view *v = run->view;
	const double *restrict begin = v->begin, *restrict scale = v->scale, *restrict blur = v->blur;
	const bool *restrict masked = v->masked;
	for (uint32_t i = 0, n = run->image->watches.n; i < n; i++)
		if ((masked[i] || fabs(begin[i]) <= 1e-2 * scale[i] || blur[i] > 0) && is_in_doubt(run, i))
			doubts.at[doubts.n++] = i;
	if (!doubts.n)
		return;
	se_here(run);
	if (se_watch_here(run)) {
		uint64_t point = run->select->point;
		uint32_t n = run->image->states + 1;
		double *f = sb_draw(NULL, (n + run->image->watches.n) * sizeof *f), *g = f + n;
		memcpy(f, run->xd, run->image->states * sizeof *f);
		memcpy(g, run->g_a, run->image->watches.n * sizeof *g);
		keep_those_in_doubt(run, &doubts, f, g);
		sb_put_back(f);
		if (run->select->point == point)         /* nothing else was evaluated, and the instant can use it */
			return;
	}
	se_here(run);
}

void se_note_excursion(se_run *run, uint32_t watch, double deep)
{
	static const double ALIKE = 3, CLEAR = 1e3;      /* CLEAR: units in the last place, less may be rounding */
	enum { OFTEN = 3 };
	const se_view *v = run->view;
	double last = v->deep[watch], rounding = DBL_EPSILON * se_terms(run, run->image->watches.at[watch].terms);
	bool alike = deep > CLEAR * rounding && deep <= ALIKE * last && last <= ALIKE * deep;
	v->times[watch] = alike || v->times[watch] < 0 ? v->times[watch] + 1 : 1;
	v->apart[watch] = run->time - v->back[watch];
	v->back[watch] = run->time;
	v->deep[watch] = deep;
	if (v->times[watch] >= OFTEN && alike)
		run->watched->doubtful = watch + 1;
}

/* Where a step begins: those that are back on their side are looked at as closely as ever. */
void se_look_at_blurred(se_run *run)
{
	uint32_t kept = 0;
	for (uint32_t k = 0; k < run->view->blurred.n; k++) {
		se_blurred_one b = run->view->blurred.at[k];
		if (run->g_noise[b.watch] != b.size)         /* it has turned in an instant, or is held */
			continue;
		b.deep = fmax(b.deep, -run->view->begin[b.watch] * se_side(run, b.watch));
		if (run->view->begin[b.watch] * se_side(run, b.watch) <= 0) {
			run->view->blurred.at[kept++] = b;
			continue;
		}
		run->g_noise[b.watch] = 0;
		se_note_excursion(run, b.watch, b.deep);
	}
	run->view->blurred.n = kept;
}

/* Is it beyond zero at a point of the step, and do the rates lead on? *known: the point whose values are in `far` and
 * run->x_try. */
static bool has_turned(se_run *run, uint32_t watch, double t, double *known, double *x)
{
	if (t != *known)
		se_watch_at(run, t, run->view->far);
	*known = t;
	if (!(run->view->far[watch] * se_side(run, watch) < 0))
		return false;
	memcpy(x, run->x_try, run->image->states * sizeof *x);
	move_onto(run, watch, 0, t, x, run->view->far[watch]);
	way to = leads(run, watch, t, x);
	if (to == NOWHERE) {
		se_interpolate(run, t, x);
		to = leads(run, watch, t, x);
	}
	return to == ON && !se_is_still(run, watch, t, x, NULL);
}

bool se_blurred_turns(se_run *run, double from, double *at)
{
	enum { HALVES = 30 };
	bool found = false;
	double *x = sb_draw(NULL, (run->image->states + 1) * sizeof *x), known = NAN;
	for (uint32_t k = 0; k < run->view->blurred.n; k++) {
		uint32_t i = run->view->blurred.at[k].watch;
		double low = from, high = *at;
		if (run->g_noise[i] != run->view->blurred.at[k].size || run->view->doubt[i] > 0 ||
			!has_turned(run, i, high, &known, x))
			continue;
		for (int n = 0; n < HALVES && high - low > 64 * DBL_EPSILON * se_size(run); n++) {
			double middle = 0.5 * (low + high);
			if (has_turned(run, i, middle, &known, x))
				high = middle;
			else
				low = middle;
		}
		run->g_noise[i] = 0;
		run->watched->unblurred = *at = high;
		found = true;
	}
	sb_put_back(x);
	return found;
}
