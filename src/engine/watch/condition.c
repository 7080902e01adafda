/* The value of a condition now, of its function and of its time (E2, E10). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>

/* A step of time alone whose instant is now: its value behind the step that it is on but for rounding. False: it is on
 * none, because what it reads was changed in this instant. */
static bool is_on_step(const se_run *run, uint32_t i, long long *value)
{
	static const double NEAR = 1e-9;
	double g = run->g_a[i], slope = run->watch_slope[i], size = fmax(1, fmax(fabs(g), fabs(slope * run->d->time)));
	if (slope == 0 || !(fabs(g - rint(g)) <= NEAR * size) || fabs(g) > 9e15)
		return false;
	*value = (long long)rint(g) + (run->image->watches.at[i].kind == SI_FLOOR ? -(slope < 0) : slope > 0);
	return true;
}

/* A relation on time alone, by the time at which it changes: from then on it has its far value. A step of time alone
 * (floor(time/T)) has it from its instant on, whatever rounding says (E490). */
static long long condition_on_time(const se_run *run, uint32_t i)
{
	const si_watch *w = &run->image->watches.at[i];
	double slope = run->watch_slope[i], when = run->next_when[i];
	long long behind;
	if (w->kind != SI_RELATION && run->forced_at[i] == run->d->time && is_on_step(run, i, &behind))
		return behind;
	if (w->kind == SI_RELATION && !run->d->initial && slope != 0 && isfinite(when) && !sc_turns_late(w, slope))
		return ((slope > 0) == se_is_now(run, when)) == (w->op == SI_GT || w->op == SI_GE);
	return sc_truth(run->d, w, run->g_a[i], when, slope);
}

/* Has a condition that is known ahead its moment now, or does it turn because of one? */
static bool turns_now(const se_run *run, uint32_t i)
{
	if (run->d->initial || run->g_noise[i] != 0)
		return false;
	return run->forced_at[i] == run->d->time || run->flips[i] ||
		   sc_truth(run->d, &run->image->watches.at[i], run->g_a[i], NAN, 0) != run->d->latch[i];
}

double se_largest_condition(const se_run *run)
{
	double largest = 0;
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		if (run->view->scale[i] > largest && !run->image->watches.at[i].time_only)
			largest = run->view->scale[i];
	return largest;
}

/* How far from zero a relation must be to turn again after it has turned `flips` times in this instant. At its own
 * crossing a relation is zero but for rounding, and where a loop of equations depends on it (an ideal diode) each side
 * may round to the other. The more often it turns, the more rounding is allowed for, up to a billionth of the size it
 * has had. One that turns again and again and has had no size (the voltage of a diode beside another one that conducts)
 * is the rounding of others. */
double se_held(const se_run *run, uint32_t watch)
{
	static const double part[] = {1e-14, 1e-14 * 10, 1e-14 * 100, 1e-14 * 1000, 1e-14 * 10000}, NONE = 1e-13;
	uint32_t flips = run->flips[watch];
	double size = run->view->scale[watch], largest = flips > 1 ? se_largest_condition(run) : 0;
	return fmax(size, size <= NONE * largest ? largest : 0) *
		   (flips < sizeof part / sizeof *part ? part[flips] : 1e-9);
}

/* It has not left zero since the last instant, but for rounding, and has not done so now. */
static bool is_at_rest(const se_run *run, uint32_t i, double g)
{
	return run->view->masked[i] && fabs(g) <= SE_ROUNDING * run->view->scale[i];
}

/* It has been held near zero, and has not left it since (held.c). A search for crossings ends a little beyond what is
 * in doubt, but for rounding; whatever it has found there counts. */
static bool is_doubtful(const se_run *run, uint32_t i)
{
	return fabs(run->g_a[i]) < 0.5 * run->view->doubt[i];
}

/* Does the rate of a state read this other one? */
static bool is_driven_by(const se_run *run, uint32_t state, uint32_t other)
{
	const se_view *v = run->view;
	bool driven = !se_find_reads(run);
	for (uint32_t k = driven ? 0 : v->reads_at[state]; !driven && k < v->reads_at[state + 1]; k++)
		driven = v->reads[k] == other;
	return driven;
}

/* Of several states that the model has set, one moves the function, and no other one drives it. Where the structure
 * changes, states are set together by what ties them, and only a single one is sure to be meant. */
static bool was_set_alone(const se_run *run, uint32_t i)
{
	uint32_t state = run->image->watches.at[i].state;
	bool found = false, driven = false;
	if (run->set_states.n <= 1 || run->image->switches.n)       /* none: where the run begins, all are given */
		return run->set_states.n <= 1;
	for (uint32_t k = 0; state && run->set_mode == run->in && k < run->set_states.n; k++) {
		uint32_t other = run->set_states.at[k];
		found = found || other == state - 1;
		driven = driven || (other != state - 1 && is_driven_by(run, state - 1, other));
	}
	return found && !driven;
}

/* The model has set a state in this instant, and with it the function to exactly zero: reinit(x, 1) where x > 1 has
 * become true. This is no rounding, and the relation is what it says. Where a speed is set together with the place, the
 * motion bounces, and leaves its level by itself. */
static bool is_set_onto_zero(const se_run *run, uint32_t i)
{
	return run->g_a[i] == 0 && run->set_in == run->instant && was_set_alone(run, i);
}

long long se_condition(const se_run *run, uint32_t i)
{
	const si_watch *w = &run->image->watches.at[i];
	if (w->initial_only && !run->d->initial)
		return run->d->latch[i];
	if (w->time_only)
		return condition_on_time(run, i);
	long long behind;
	if (w->ahead && turns_now(run, i) && se_ahead_behind(run, i, run->g_a[i], &behind))
		return behind;
	if (w->ahead && run->forced_at[i] == run->d->time) {     /* its moment, whatever rounding says */
		if (!run->flips[i])
			return run->forced[i];
		if (w->kind == SI_RELATION && fabs(run->g_a[i]) <= 1e-9 * se_terms(run, w->terms))
			return run->d->latch[i];
	}
	if (w->kind == SI_RELATION &&
		((run->flips[i] && fabs(run->g_a[i]) <= se_held(run, i)) || fabs(run->g_a[i]) < run->g_noise[i]) &&
		!is_set_onto_zero(run, i))
		return run->d->latch[i];
	if (w->kind == SI_RELATION && !w->ahead && run->image->switches.n &&
		(is_at_rest(run, i, run->g_a[i]) || is_doubtful(run, i)))
		return run->d->latch[i];
	return sc_truth(run->d, w, run->g_a[i], NAN, 0);
}

void se_evaluate_conditions(se_run *run)
{
	run->f->functions(run->d, run->g_a);
	run->f->times(run->d, run->next_when, run->watch_slope);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		run->truth[i] = se_condition(run, i);
}

/* As they are, whatever is held. */
void se_evaluate_raw(se_run *run)
{
	run->f->functions(run->d, run->g_a);
	run->f->times(run->d, run->next_when, run->watch_slope);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		run->truth[i] =
			sc_truth(run->d, &run->image->watches.at[i], run->g_a[i], run->next_when[i], run->watch_slope[i]);
}
