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

static se_speed speed_at(se_run *run, uint32_t watch, double t, const double *x)
{
	if (run->image->watches.at[watch].state) {
		double *f = sb_draw(NULL, (run->image->states + 1) * sizeof *f);
		se_speed speed = {0, INFINITY};
		if (se_functions_at(run, t, x, f, run->view->near))
			speed = se_speed_alone(run, watch, t, x, f, run->view->scale[watch], longest_span(run));
		sb_put_back(f);
		return speed;
	}
	return se_speed_of(run, probe, &watch, t, x, run->view->scale[watch], longest_span(run));
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
 * rates tell what is on its way, and beyond it the error of the step tells where it is now. */
static void move_onto(se_run *run, uint32_t watch, double level, double t, double *x)
{
	enum { MOST = 64 };
	const si_watch *w = &run->image->watches.at[watch];
	uint32_t n = run->image->states;
	double *moved = sb_draw(NULL, 3 * (n + 1) * sizeof *moved), *f = moved + n + 1, *slope = f + n + 1, sum = 0, g;
	bool good = (w->state || n <= MOST) && probe(run, &watch, t, x, f, &g);
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
	move_onto(run, watch, -blur * se_side(run, watch), at, x);
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
static bool begins_near(const se_run *run, uint32_t i)
{
	return run->image->watches.at[i].kind == SI_RELATION && run->g_noise[i] < INFINITY &&
	       fabs(run->view->begin[i]) <= fmax(1e-2 * run->view->scale[i], run->view->blur[i]);
}

/* The conditions that differ at the point, and which of them are only approached (1, or 0). False: one of them really
 * crosses, or may. */
static bool all_lead_back(se_run *run, double at, sb_u32s *which, sb_u32s *limits)
{
	uint32_t n = run->image->watches.n;
	for (uint32_t i = 0; i < n; i++) {
		if (se_truth(run, i, run->g_a[i]) == run->d->latch[i])
			continue;
		if (!begins_near(run, i) || se_course_of(run, i)->jump)
			return false;
		sb_push(run->once, *which, i);
	}
	double *x =
		memcpy(sb_draw(NULL, (run->image->states + 1) * sizeof *x), run->x_try, run->image->states * sizeof *x);
	bool good = which->n > 0;
	for (uint32_t k = 0; k < which->n && good; k++) {
		way to = leads(run, which->at[k], at, x);
		bool rounded = false;
		good = to == BACK || (to == NOWHERE && returns(run, which->at[k], at, x, &rounded));
		bool still = !good && se_is_still(run, which->at[k], at, x);
		good = good || still;
		sb_push(run->once, *limits, to == NOWHERE || still);
		if (good)
			run->view->blur[which->at[k]] = rounded ? rounding_of(run, which->at[k]) :
				(still ? STILL : 1) * blur_of(run, which->at[k], at, x);
		good = good && run->view->blur[which->at[k]] > 0;
	}
	sb_put_back(x);
	return good;
}

static void tell(se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m = sb_report(run->diag, SB_INFO, "R0259", w->span,
							  "from time %.9g on, states are computed with a smaller tolerance than %.3g", run->time,
							  run->settings.tolerance);
	sb_note(m,
			"errors of this size change the function of '%s' by up to %.3g, so that the condition changed too early, "
			"too late, or back and forth",
			text.at, run->view->blur[watch]);
	sb_text_free(&text);
}

/* The finest tolerance is not fine enough. */
static void tell_unresolved(se_run *run, uint32_t watch)
{
	const si_watch *w = &run->image->watches.at[watch];
	sb_text text = {0};
	si_print(run->image, w->written, &text);
	sb_message *m =
		sb_report(run->diag, SB_WARNING, "R0260", w->span,
				  "'%s' cannot be resolved: its events near time %.9g may be early or late", text.at, run->time);
	sb_note(m,
			"errors of %.2g in the states, which is as small as the solver can make them, change its function by up to "
			"%.3g, and the function is %.3g on average",
			run->tolerance, run->view->blur[watch], run->view->area[watch] / run->view->lasts[watch]);
	sb_help(m, "it is a small difference of large values times a large factor: make the factor smaller (a larger "
			   "resistance, a softer spring), or "
			   "make it ideal");
	sb_text_free(&text);
	run->watched->unresolved_told = true;
}

void se_note_area(se_run *run, double span, const double *g)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		run->view->area[i] += span * fabs(g[i]);
		run->view->lasts[i] += span;
	}
}

/* Where the function is much larger on average, it passes what cannot be resolved soon. What this does to the states is
 * the square of that part. */
static bool passes_soon(const se_run *run, uint32_t watch)
{
	return run->view->blur[watch] * run->view->lasts[watch] <= sqrt(run->settings.tolerance) * run->view->area[watch];
}

/* The step is made again with a smaller tolerance. False: it has to be as it is. turns: the condition really
 * crosses. */
static bool sharpen(se_run *run, uint32_t watch, bool turns)
{
	double least =
		fmax(1e-10, sv_least_tolerance(run->ops)); /* nearer to rounding, stiff solvers may make very many steps */
	if (passes_soon(run, watch))
		return false;
	if (run->tolerance <= 1.001 * least) {
		const se_view *v = run->view;
		if (turns && !run->watched->unresolved_told &&
			v->blur[watch] * v->lasts[watch] > 10 * sqrt(run->settings.tolerance) * v->area[watch])
			tell_unresolved(run, watch);
		return false;
	}
	if (run->tolerance == run->settings.tolerance)
		tell(run, watch);
	run->tolerance = fmax(0.1 * run->tolerance, least);
	se_logf(run, SE_LOG_SOLVER, "a crossing was the solver's error: the tolerance is %.3g from here on",
			run->tolerance);
	return run->watched->sharper = true;
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
static bool follows(se_run *run, uint32_t watch, double at, const double *x)
{
	double *there =
		memcpy(sb_draw(NULL, (run->image->states + 1) * sizeof *there), x, run->image->states * sizeof *x);
	double slope = (run->g_a[watch] - run->view->begin[watch]) / (at - run->time);
	se_speed here = speed_at(run, watch, at, x);
	move_onto(run, watch, run->view->blur[watch] * se_side(run, watch), at, there);
	se_speed other = speed_at(run, watch, at, there);
	sb_put_back(there);
	return fabs(other.rate - here.rate) > 100 * (fabs(slope) + here.error + other.error);
}

/* One of the conditions that cross there is not known well enough. */
static bool may_be_late(se_run *run, double at)
{
	double *x =
		memcpy(sb_draw(NULL, (run->image->states + 1) * sizeof *x), run->x_try, run->image->states * sizeof *x);
	bool late = false;
	for (uint32_t i = 0; i < run->image->watches.n && !late; i++) {
		if (se_truth(run, i, run->g_a[i]) == run->d->latch[i] || !begins_near(run, i) || se_course_of(run, i)->jump)
			continue;
		run->view->blur[i] = blur_of(run, i, at, x);
		late = !passes_soon(run, i) && follows(run, i, at, x) && sharpen(run, i, true);
	}
	sb_put_back(x);
	return late;
}

bool se_is_contradicted(se_run *run, double at)
{
	sb_u32s which = {0}, limits = {0};
	if (run->hold || !run->image->states || run->ops->fixed_step)
		return false;
	bool at_once = at - run->time <= 100 * DBL_EPSILON * se_size(run);
	se_watch_at(run, at, run->g_a);
	if (!all_lead_back(run, at, &which, &limits)) {
		se_watch_at(run, at, run->g_a);
		if (!at_once)
			may_be_late(run, at);
		return false;
	}
	for (uint32_t k = 0; k < which.n; k++) {
		uint32_t i = which.at[k];
		if (!limits.at[k] && sharpen(run, i, false))      /* it is on no side of a limit, however near it comes */
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
		if (way_of(run, i, speed[k]) == ON && !se_is_still(run, i, run->time, run->x))
			continue;
		run->view->blur[i] = rounding_of(run, i);
		ignore(run, i, 0);
	}
}

/* Beyond zero, in an instant of something else, by no more than errors of the states make of it: a limit that is only
 * approached. On it the rates lead nowhere, and from beyond it they lead back. */
static bool is_an_error(se_run *run, uint32_t watch, double beyond)
{
	static const double KNOWN = 1e-2; /* of the size of the function: where the tolerance makes more, it says nothing */
	if (!(beyond > 0) || se_course_of(run, watch)->jump)
		return false;
	double blur = blur_of(run, watch, run->time, run->x);
	if (!(beyond <= STILL * blur && blur <= KNOWN * run->view->scale[watch]))
		return false;
	uint32_t n = run->image->states;
	double *x = memcpy(sb_draw(NULL, (n + 1) * sizeof *x), run->x, n * sizeof *x);
	move_onto(run, watch, 0, run->time, x);
	bool limit = beyond < blur && leads(run, watch, run->time, x) == NOWHERE &&
				 is_held_back(run, watch, run->time, run->x, beyond),
		 still = !limit && se_is_still(run, watch, run->time, run->x);
	sb_put_back(x);
	run->view->blur[watch] = (still ? STILL : 1) * blur;
	return limit || still;
}

/* May the function be beyond zero by an error? */
static bool may_be_an_error(const se_run *run, uint32_t i)
{
	return begins_near(run, i) &&
		   (run->view->blur[i] > 0 || fabs(run->view->begin[i]) <= 10 * run->tolerance * run->view->scale[i]);
}

/* A function that has not left zero since the instant before, or one that may be beyond zero by an error. */
static bool is_in_doubt(const se_run *run, uint32_t i)
{
	return !(run->g_noise[i] > 0) && run->view->lens.kind[i] != SE_NEVER &&
		   (run->view->masked[i] || may_be_an_error(run, i));
}

static void keep_those_in_doubt(se_run *run, const double *g)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (!run->view->masked[i] && is_in_doubt(run, i) && is_an_error(run, i, -g[i] * se_side(run, i)))
			ignore(run, i, fabs(g[i]));
	sb_mark mark = sb_arena_mark(run->once);
	sb_u32s list = {0};
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->view->masked[i] && is_in_doubt(run, i) && g[i] * se_side(run, i) <= 0 &&
			fabs(g[i]) <= rounding_of(run, i))
			sb_push(run->once, list, i);
	if (list.n)
		keep_if_resting(run, &list);
	sb_arena_rewind(run->once, mark);
}

/* Before an instant: a function that has not left zero since the one before, and is at rest there, is on the side where
 * it was. So is one that is beyond zero by an error. What else happens says nothing about its sign. */
void se_keep_resting(se_run *run)
{
	bool any = false;
	if (run->hold || !run->image->states || run->ops->fixed_step)
		return;
	if (run->time == run->watched->unblurred) /* what led here is known to turn: to hold it would lead here again */
		return;
	for (uint32_t i = 0; i < run->image->watches.n && !any; i++)
		any = is_in_doubt(run, i);
	if (!any)
		return;
	uint32_t n = run->image->states + 1;
	double *f = sb_draw(NULL, (n + run->image->watches.n) * sizeof *f), *g = f + n;
	if (se_functions_at(run, run->time, run->x, f, g))
		keep_those_in_doubt(run, g);
	sb_put_back(f);
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
	move_onto(run, watch, 0, t, x);
	way to = leads(run, watch, t, x);
	if (to == NOWHERE) {
		se_interpolate(run, t, x);
		to = leads(run, watch, t, x);
	}
	return to == ON && !se_is_still(run, watch, t, x);
}

bool se_blurred_turns(se_run *run, double from, double *at)
{
	enum { HALVES = 30 };
	bool found = false;
	double *x = sb_draw(NULL, (run->image->states + 1) * sizeof *x), known = NAN;
	for (uint32_t k = 0; k < run->view->blurred.n; k++) {
		uint32_t i = run->view->blurred.at[k].watch;
		double low = from, high = *at;
		if (run->g_noise[i] != run->view->blurred.at[k].size || !has_turned(run, i, high, &known, x))
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
