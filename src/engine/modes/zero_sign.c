/* Conditions that are zero in a candidate, but for rounding: on which side they will be; see seek.h.
 *
 * A short way ahead is made with the rates of the candidate. A step of Euler's method shows the first derivative. If it
 * is zero, too, a step of the classical method of Runge and Kutta shows those up to the fourth. How long the step must
 * be for such a change to be seen beyond rounding, nobody knows. So several lengths are tried, the shortest first. A
 * change is believed if it grows by the same power of the step where the step is longer, and longer again. Rounding
 * does not, and neither does a way that has become unstable. What is zero at any states (a diode beside a closed
 * switch) is not looked for. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/modes/seek.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

enum { ORDER = 4, WAYS = 3 };            /* derivatives that are seen; steps of other lengths that are compared */

static const double UNSEEN = 1e-9;       /* of the size of a condition: rounding */
static const double LOOK_AHEAD = 1e-7;   /* of the run */
static const double ROUNDING = 1e-12;    /* of the largest condition: what is less may be its rounding */
static const double LONGER[WAYS] = { 1, 4, 64 };         /* the steps */
static const double LONGEST = 1e-4;      /* of the run, for the first step */
static const double ASIDE = 1e-3;        /* of a state, for a look at what does not depend on it */

/* The values from which a step ahead is made. */
typedef struct beginning {
	double time;
	const double *x, *xd, *g;
	double rounding;                 /* that a condition may have, whatever its own size is */
} beginning;

/* Zero but for rounding. */
static double zero_of(const se_run *run, uint32_t watch)
{
	return fmax(fmax(se_held(run, watch), UNSEEN * run->view->scale[watch]), run->view->doubt[watch]);
}

static bool may_be_zero(const se_run *run, uint32_t i)
{
	const si_watch *w = &run->image->watches.at[i];
	return !w->time_only && !w->initial_only && w->kind == SI_RELATION && fabs(run->g_a[i]) <= zero_of(run, i);
}

static double span_of(const se_run *run)
{
	double span = run->settings.stop - run->settings.start;
	return isfinite(span) ? span : 1;
}

/* The functions of the conditions, as everything is now. */
static void evaluate_functions(se_run *run)
{
	run->f->all(run->d);
	run->f->functions(run->d, run->g_a);
}

/* False: something had no value. */
static bool was_good(se_run *run)
{
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	return good;
}

/* The functions at states and a time that have nothing to do with the present ones. */
static bool evaluate_aside(se_run *run, const beginning *b, double ahead)
{
	run->d->time = b->time + ahead;
	for (uint32_t i = 0; i < run->image->states; i++)
		run->d->x[i] = b->x[i] * (1 + ASIDE * (1 + i % 7)) + ASIDE * (3 + i % 5);
	evaluate_functions(run);
	return was_good(run);
}

static void go_back(se_run *run, const beginning *b)
{
	run->d->time = b->time;
	memcpy(run->d->x, b->x, run->image->states * sizeof *b->x);
	memcpy(run->d->xd, b->xd, run->image->states * sizeof *b->xd);
	memcpy(run->g_a, b->g, run->image->watches.n * sizeof *b->g);
}

/* -------------------------------------------------------------------------------------------------------- rounding */

/* What seems to be a value, and is rounding, does not turn a condition. */
static void find_rounded(se_run *run, const beginning *b, bool *rounded)
{
	bool any = false;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		any = (rounded[i] = !may_be_zero(run, i) && se_may_be_rounding(run, i, run->g_a[i])) || any;
	if (!any)
		return;
	double *off = sb_new_array(run->once, double, run->image->watches.n + 1);
	se_find_rounding(run, b->g, off);
	go_back(run, b);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		rounded[i] = rounded[i] && fabs(b->g[i]) <= SE_ROUNDING_ROOM * off[i];
		if (rounded[i])
			se_note_rounding(run, i, off[i]);
	}
}

/* ----------------------------------------------------------------------------------------------- higher derivatives */

static void step_ahead(se_run *run, double h)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		run->d->x[i] += h * run->d->xd[i];
	run->d->time += h;
	evaluate_functions(run);
}

/* The states and the time after a step of Runge and Kutta; sum: room. */
static void step_exactly(se_run *run, const beginning *b, double h, double *sum)
{
	static const double at[ORDER] = { 0.5, 0.5, 1, 1 }, weight[ORDER] = { 1, 2, 2, 1 };
	uint32_t n = run->image->states;
	memset(sum, 0, n * sizeof *sum);
	for (int k = 0; k < ORDER && !run->d->failed; k++) {
		for (uint32_t i = 0; i < n; i++) {
			sum[i] += weight[k] / 6 * run->d->xd[i];
			run->d->x[i] = b->x[i] + h * (k + 1 < ORDER ? at[k] * run->d->xd[i] : sum[i]);
		}
		run->d->time = b->time + at[k] * h;
		evaluate_functions(run);
	}
}

/* By how much the functions of these conditions change in a step. */
static bool changes_in_step(se_run *run, const beginning *b, double h, const sb_u32s *list, double *sum, double *change)
{
	go_back(run, b);
	step_exactly(run, b, h, sum);
	for (uint32_t k = 0; k < list->n; k++)
		change[k] = run->g_a[list->at[k]] - b->g[list->at[k]];
	return was_good(run);
}

/* The power with which the change grows with the step; 0: with none. */
static int power_of(double one, double other, double longer)
{
	static const double NEAR = 0.1;
	double power = log2(other / one) / log2(longer);
	return power > NEAR && fabs(power - round(power)) < NEAR && power < ORDER + 1 ? (int)round(power) : 0;
}

/* Those that even the longest step does not change leave the list for `still`. */
static void take_out_resting(se_run *run, const beginning *b, double span, sb_u32s *list, se_still *still, double *room)
{
	uint32_t kept = 0;
	double *change = sb_new_array(run->once, double, list->n + 1);
	if (!changes_in_step(run, b, LONGER[WAYS - 1] * LONGEST * span, list, room, change))
		return;
	for (uint32_t k = 0; k < list->n; k++)
		if (fabs(change[k]) <= b->rounding)
			still->at[still->n++] = list->at[k];
		else
			list->at[kept++] = list->at[k];
	list->n = kept;
}

/* Conditions that have turned out not to be zero leave the list. What only decays is rounding that has been left;
 * rounding of a rate makes a change that grows like a real one, but stays small. */
static void take_changes(se_run *run, const beginning *b, double *change[WAYS], sb_u32s *list)
{
	uint32_t kept = 0;
	for (uint32_t k = 0; k < list->n; k++) {
		int power = power_of(change[0][k], change[1][k], LONGER[1] / LONGER[0]);
		bool beyond = fabs(change[0][k]) > 2 * fabs(b->g[list->at[k]]) && fabs(change[WAYS - 1][k]) > b->rounding;
		if (beyond && power && power == power_of(change[1][k], change[2][k], LONGER[2] / LONGER[1]))
			run->truth[list->at[k]] = sc_truth(run->d, &run->image->watches.at[list->at[k]], change[0][k], NAN, 0);
		else
			list->at[kept++] = list->at[k];
	}
	list->n = kept;
}

static void look_closely(se_run *run, const beginning *b, double span, sb_u32s *list, se_still *still)
{
	if (!list->n)
		return;
	double *change[WAYS], *sum = sb_new_array(run->once, double, run->image->states + 1);
	for (int k = 0; k < WAYS; k++)
		change[k] = sb_new_array(run->once, double, list->n + 1);
	take_out_resting(run, b, span, list, still, sum);
	for (double h = LOOK_AHEAD * span; list->n && h <= 1.001 * LONGEST * span; h *= 10) {
		bool good = true;
		for (int k = 0; k < WAYS && good; k++)
			good = changes_in_step(run, b, LONGER[k] * h, list, sum, change[k]);
		if (good)
			take_changes(run, b, change, list);
	}
}

/* -------------------------------------------------------------------------------------------------------- all of it */

/* After one step, by the functions then. list: those that do not change clearly. */
static void take_first_changes(se_run *run, const beginning *b, const bool *zero, sb_u32s *list)
{
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (zero[i] && fabs(run->g_a[i]) > fmax(2 * zero_of(run, i), b->rounding))
			run->truth[i] = sc_truth(run->d, &run->image->watches.at[i], run->g_a[i], NAN, 0);
		else if (zero[i] && list->n < SE_UNDECIDED_MOST)
			list->at[list->n++] = i;
}

/* Those of the list that are zero wherever the states are go over to `still`. One that a branch of the candidate ties
 * to zero has the value that it is written with: two bodies that touch have no `gap < 0`, though it was what has
 * brought them together. */
static void take_out_constant(se_run *run, const beginning *b, double span, sb_u32s *list, se_still *still)
{
	uint32_t kept = 0;
	if (!list->n || !evaluate_aside(run, b, ASIDE * span))
		return;
	for (uint32_t k = 0; k < list->n; k++) {
		uint32_t i = list->at[k];
		const si_watch *w = &run->image->watches.at[i];
		if (w->tied && b->g[i] == 0 && run->g_a[i] == 0)
			run->truth[i] = sc_truth(run->d, w, 0, NAN, 0);
		if (fabs(run->g_a[i]) <= b->rounding)
			still->at[still->n++] = i;
		else
			list->at[kept++] = i;
	}
	list->n = kept;
	still->shorted = still->n;
}

void se_look_ahead(se_run *run, bool closely, se_still *still)
{
	const si_image *image = run->image;
	double span = span_of(run);
	bool any = false;
	still->n = still->shorted = 0;
	for (uint32_t i = 0; i < image->watches.n && !any; i++)
		any = may_be_zero(run, i) || se_may_be_rounding(run, i, run->g_a[i]);
	if (!any)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	se_trial t = se_begin_trial(run);
	beginning b = { run->d->time, se_copy_once(run, run->d->x, image->states, sizeof *b.x),
					se_copy_once(run, run->d->xd, image->states, sizeof *b.xd),
					se_copy_once(run, run->g_a, image->watches.n, sizeof *b.g),
					ROUNDING * se_largest_condition(run) };
	bool *zero = sb_new_array(run->once, bool, image->watches.n + 1);
	bool *rounded = sb_new_array(run->once, bool, image->watches.n + 1);
	find_rounded(run, &b, rounded);
	for (uint32_t i = 0; i < image->watches.n; i++)
		if ((zero[i] = may_be_zero(run, i)) && rounded[i])
			run->truth[i] = run->d->latch[i];
	sb_u32s list = { .at = sb_new_array(run->once, uint32_t, SE_UNDECIDED_MOST) };
	step_ahead(run, LOOK_AHEAD * span);
	take_first_changes(run, &b, zero, &list);
	if (!run->d->failed) {
		take_out_constant(run, &b, span, &list, still);
		if (closely)
			look_closely(run, &b, span, &list, still);
	}
	for (uint32_t k = 0; k < list.n; k++)
		still->at[still->n++] = list.at[k];
	go_back(run, &b);
	se_end_trial(run, &t);
	sb_arena_rewind(run->once, mark);
}
