/* Conditions whose functions the equations hold where they are: a branch that ties a speed holds the distance at which
 * it was entered (E670). What they are off zero are errors of steps, and so is what they change. So they are in doubt:
 * up to some size they count as zero, and keep the side that they have.
 *
 * That a function is held is seen from the states: their rates move it, each by itself, and cancel. And what it is off
 * zero is small against what the states make of it. A small current through a small resistance is another matter. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/evaluate/trial.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

static const double ERRORS = 100;        /* of steps, in tolerances, beside the size of a condition */
static const double HELD = 1e-6;         /* of what the states would change by themselves */
static const double AHEAD = 1e-7;        /* of the run: a step with the rates */
static const double ASIDE = 1e-3;        /* of a state, for a look at what depends on it */

typedef struct place {
	double time;
	const double *x, *xd, *g;
	double *off;                     /* by condition that is held: what errors of steps may be; else 0 */
} place;

static bool may_be_held(const se_run *run, uint32_t i, double g)
{
	const si_watch *w = &run->image->watches.at[i];
	return !w->time_only && !w->initial_only && w->kind == SI_RELATION && g > 0 &&
		g <= ERRORS * run->settings.tolerance * run->view->scale[i];
}

static bool evaluate(se_run *run)
{
	run->f->all(run->d);
	run->f->functions(run->d, run->g_a);
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	return good;
}

static void go_back(se_run *run, const place *p)
{
	run->d->time = p->time;
	memcpy(run->d->x, p->x, run->image->states * sizeof *p->x);
	memcpy(run->d->xd, p->xd, run->image->states * sizeof *p->xd);
	memcpy(run->g_a, p->g, run->image->watches.n * sizeof *p->g);
}

/* By how much the functions change where each state moves by `way` times its rate, or its size; with signs that differ
 * from state to state, unless `signs` is zero. NULL: something had no value. */
static double *changes(se_run *run, const place *p, bool by_rates, double way, uint32_t signs)
{
	uint32_t n = run->image->watches.n;
	for (uint32_t i = 0; i < run->image->states; i++) {
		double move = by_rates ? p->xd[i] : fabs(p->x[i]) + run->nominal[i];
		run->d->x[i] += (signs && (i * signs >> 1 ^ i) & 1 ? -way : way) * move;
	}
	run->d->time += by_rates && !signs ? way : 0;
	double *change = evaluate(run) ? se_copy_once(run, run->g_a, n, sizeof *change) : NULL;
	for (uint32_t i = 0; i < n && change; i++)
		change[i] = fabs(change[i] - p->g[i]);
	go_back(run, p);
	return change;
}

static void find_held(se_run *run, place *p)
{
	double span = run->settings.stop - run->settings.start, h = AHEAD * (isfinite(span) ? span : 1);
	const double *ahead = changes(run, p, true, h, 0), *back = changes(run, p, true, -h, 0);
	const double *one = changes(run, p, true, h, 1), *other = changes(run, p, true, h, 3);
	const double *size = changes(run, p, false, ASIDE, 0), *size_too = changes(run, p, false, ASIDE, 1);
	if (!ahead || !back || !one || !other || !size || !size_too)
		return;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		double off = ERRORS * run->settings.tolerance * fmax(size[i], size_too[i]) / ASIDE;
		if (fmin(ahead[i], back[i]) <= HELD * fmax(one[i], other[i]) && fabs(p->g[i]) <= off)
			p->off[i] = off;
	}
}

/* By condition, in run->once; NULL: no state can be looked at. */
static double *held(se_run *run)
{
	const si_image *image = run->image;
	const double *functions = se_copy_once(run, run->g_a, image->watches.n, sizeof *functions);
	se_trial t = se_begin_trial(run);
	bool good = evaluate(run);
	place p = { run->d->time, se_copy_once(run, run->d->x, image->states, sizeof *p.x),
				se_copy_once(run, run->d->xd, image->states, sizeof *p.xd),
				se_copy_once(run, run->g_a, image->watches.n, sizeof *p.g),
				sb_new_array(run->once, double, image->watches.n + 1) };
	if (good)
		find_held(run, &p);
	go_back(run, &p);
	se_end_trial(run, &t);
	memcpy(run->g_a, functions, image->watches.n * sizeof *functions);
	return p.off;
}

void se_find_held(se_run *run)
{
	uint32_t n = run->image->watches.n;
	bool any = false;
	for (uint32_t i = 0; i < n && !any; i++) /* what has crossed zero in this instant was not held there */
		any = run->view->doubt[i] > 0 || (!run->flips[i] && fabs(run->g_a[i]) > se_held(run, i) &&
										  may_be_held(run, i, fabs(run->g_a[i])));
	if (!any)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	const double *off = held(run);
	for (uint32_t i = 0; i < n; i++)
		if (off[i] > 0)
			run->view->doubt[i] = fabs(run->g_a[i]) > se_held(run, i) ? 4 * fabs(run->g_a[i]) : 0;
	sb_arena_rewind(run->once, mark);
}

void se_doubt_turned(se_run *run)
{
	bool any = false;
	for (uint32_t i = 0; i < run->flipped.n && !any; i++)
		any = may_be_held(run, run->flipped.at[i], run->view->peak[run->flipped.at[i]]);
	if (!any || !run->image->switches.n)
		return;
	sb_mark mark = sb_arena_mark(run->once);
	const double *off = held(run);
	for (uint32_t i = 0; i < run->flipped.n; i++) {
		uint32_t watch = run->flipped.at[i];
		if (may_be_held(run, watch, run->view->peak[watch]) && off[watch] > 0)
			run->view->doubt[watch] = off[watch];
	}
	sb_arena_rewind(run->once, mark);
}
