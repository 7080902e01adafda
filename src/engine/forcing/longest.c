/* The longest step: before a step, from angles of time; after it, from angles of states, from rates between
 * the stages, and from what the step passes over (centre.c). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/ahead_parts.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double QUARTER = 1.5707963267948966;        /* of a turn: the most in a step */
static const double SHARE = 0.1; /* of that: the step of a solver with fixed steps, if nobody has given one */
enum { PARTS = 4, LEAST = 64 };
enum { AGAIN_MOST = 60 };            /* steps that are made again from one point because they have missed something */

static void angles_at(se_run *run, double t, bool steady, double *angles)
{
	double now = run->d->time;
	run->d->time = t;
	run->f->angles(run->d, steady, angles);
	run->d->time = now;
	if (run->d->failed)
		sc_forgive(run->d);
}

void se_find_quickest(se_run *run)
{
	se_ahead *a = run->ahead;
	double ahead = 1e-3 * se_span(run);
	a->quickest = 0;
	if (!run->image->angles.n)
		return;
	angles_at(run, run->time, true, a->angle);
	angles_at(run, run->time + ahead, true, a->from);
	a->from_known = false;
	for (uint32_t i = 0; i < run->image->angles.n; i++)
		if (run->image->angles.at[i].steady)
			a->quickest = fmax(a->quickest, fabs(a->from[i] - a->angle[i]) / ahead / QUARTER);
	if (!isfinite(a->quickest))
		a->quickest = 0;
}

/* Angles that are functions of time, but not affine: how far they go in a step of h, by a few samples. */
static double most_turned(se_run *run, double h)
{
	static const double at[PARTS] = {0.17, 0.43, 0.72, 1};
	se_ahead *a = run->ahead;
	uint32_t n = run->image->angles.n;
	double most = 0, *room = sb_draw_zeros((2 * (size_t)n + 1) * sizeof *room), *before = room, *way = room + n;
	for (int p = 0; p <= PARTS; p++) {
		angles_at(run, p ? run->time + at[p - 1] * h : run->time, false, a->angle);
		for (uint32_t i = 0; i < n; i++) {
			way[i] += p ? fabs(a->angle[i] - before[i]) : 0;
			before[i] = a->angle[i];
		}
	}
	for (uint32_t i = 0; i < n; i++)
		if (run->image->angles.at[i].of_time && !run->image->angles.at[i].steady)
			most = fmax(most, way[i]);
	sb_put_back(room);
	return most / QUARTER;
}

/* A solver with fixed steps makes the step that it was given, whatever goes round in it. `turn`: by how many quarters
 * of a turn angle i goes on in one. */
static void tell_turn(se_run *run, uint32_t i, double step, double turn)
{
	se_ahead *a = run->ahead;
	double period = 4 * step / turn;
	if (a->told)
		return;
	a->told = true;
	sb_text text = {0};
	si_print(run->image, run->image->angles.at[i].value, &text);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0213", (sb_span){0},
							  "the step %.4g of solver %s is longer than a quarter of the period %.4g of the "
							  "oscillation with the angle '%.160s', at time %.9g",
							  step, run->ops->name, period, text.at, run->time);
	sb_note(m, "the oscillation between the steps is not seen, and nothing controls the error");
	sb_help(m, "give a step of at most %.2g (--step), or use a solver that chooses its steps (--solver auto)",
			SHARE * period / 4);
	sb_text_free(&text);
}

/* The same before a step, for angles of time. */
static void look_at_given_step(se_run *run)
{
	se_ahead *a = run->ahead;
	for (int steady = 0; steady < 2 && !a->told; steady++) {
		angles_at(run, run->time, steady, a->angle);
		angles_at(run, run->time + run->settings.step, steady, a->from);
		for (uint32_t i = 0; i < run->image->angles.n; i++) {
			const si_angle *angle = &run->image->angles.at[i];
			double turn = fabs(a->from[i] - a->angle[i]) / QUARTER;
			if (angle->of_time && angle->steady == (steady != 0) && turn > 1.001 && isfinite(turn))
				tell_turn(run, i, run->settings.step, turn);
		}
	}
	a->from_known = false;
}

/* What angles of states read. */
static void compute(se_run *run)
{
	run->f->rates(run->d);
	if (run->image->angles_watched)
		run->f->watch(run->d, run->ahead->beside);
	if (run->d->failed)
		sc_forgive(run->d);
}

double se_ahead_bound(se_run *run)
{
	se_ahead *a = run->ahead;
	if (!a || (!run->image->angles.n && !a->steps_again))
		return INFINITY;
	double bound = run->longest > 0 ? run->longest : INFINITY, turn;
	if (a->quickest > 0)
		bound = fmin(bound, 1 / a->quickest);
	bound = fmin(fmin(bound, a->turning), se_sampled_bound(run));
	if (a->any_unsteady && !isfinite(bound))
		bound = se_span(run);
	double least = LEAST * sb_shortest(sb_size_of(run->time, 1e-3 * se_span(run)));  /* an angle that jumps is passed */
	for (int round = 0; a->any_unsteady && round < 50 && bound > least && (turn = most_turned(run, bound)) > 1.2;
		 round++)
		bound = fmax(least, bound * fmax(0.1, 1 / turn));
	bool given = run->ops->fixed_step && run->forcing->step_given;
	if (given && !a->told && (a->any_unsteady || run->settings.step * a->quickest > 1))
		look_at_given_step(run);
	/* a step that is made again ends where it must */
	double slack = run->time == a->again_from ? 0 : 1e-3 * bound;
	if (run->solver && isfinite(bound) && fabs(bound - a->bound) > slack && !given) {
		a->bound = bound;
		run->solver->operations->bound(run->solver,
									   run->ops->fixed_step && run->image->angles.n ? SHARE * bound : bound);
	}
	if (a->any_state && !a->from_known) {
		compute(run);
		run->f->angles(run->d, false, a->from);
		a->from_known = true;
	}
	se_passage_begin(run);
	return bound;
}

/* How far angles that depend on states have turned in the step, in quarter turns. */
static double states_turned(se_run *run, uint32_t *which)
{
	se_ahead *a = run->ahead;
	double most = 0;
	se_at(run, run->step_end, run->solver->operations->state(run->solver));
	if (run->image->angles_watched)          /* what the rates read, the last stage has computed */
		compute(run);
	run->f->angles(run->d, false, a->angle);
	for (uint32_t i = 0; i < run->image->angles.n; i++) {
		double turn = fabs(a->angle[i] - a->from[i]) / QUARTER;
		if (!run->image->angles.at[i].of_time && turn > most) {
			most = turn;
			*which = i;
		}
	}
	return most;
}

/* The rates against the slope of the solution at a point between the stages, over the step, as a multiple of the
 * tolerance. */
double se_defect_at(se_run *run, double t)
{
	se_ahead *a = run->ahead;
	double taken = run->step_end - run->step_begin, finest = 1e3 * DBL_EPSILON * fabs(t), most = 0;
	double near = fmax(1e-4 * taken, finest), inside = 0.5 * fmin(t - run->step_begin, run->step_end - t);
	uint32_t n = run->image->states;
	if (near > 0.05 * taken || inside < finest)      /* so short that time cannot show a slope */
		return 0;
	near = fmin(near, inside);
	se_interpolate(run, t - near, a->before);
	se_interpolate(run, t + near, a->after);
	se_interpolate(run, t, run->x_try);
	if (se_rates(run, t, run->x_try, a->rates) != 0)
		return 0;
	for (uint32_t i = 0; i < n; i++) {
		double rounding = 16 * DBL_EPSILON * fabs(run->x_try[i]) / near;
		double off = taken * fmax(0, fabs(a->rates[i] - (a->after[i] - a->before[i]) / (2 * near)) - rounding);
		off /= run->settings.tolerance * (fabs(run->x_try[i]) + run->size[i]);
		most = fmax(most, off);
	}
	return most;
}

/* Where the rates read a function of time whose inside is not known, each step is looked at between its stages. The
 * continuous extensions of the methods have defects of up to some hundred times the tolerance where the solution is
 * smooth. */
static bool misses_something(se_run *run)
{
	static const double at[] = {0.2360679775, 0.5527864045, 0.8944271910};
	for (int k = 0; run->image->looked_at && k < 3; k++)
		if (se_defect_at(run, run->step_begin + at[k] * (run->step_end - run->step_begin)) > 1000)
			return true;
	return false;
}

bool se_turned_too_far(se_run *run)
{
	se_ahead *a = run->ahead;
	uint32_t which = 0;
	if (!a || !run->solver || !(a->steps_again || (run->ops->fixed_step && a->n)))
		return false;
	double taken = run->step_end - run->step_begin, most = a->any_state ? states_turned(run, &which) : 0;
	if (most <= 1.5 || run->ops->fixed_step)
		se_find_places(run);
	if (run->ops->fixed_step) {
		if (most > 1.001 && isfinite(most))
			tell_turn(run, which, taken, most);
		se_look_at_fixed_step(run);
		memcpy(a->from, a->angle, run->image->angles.n * sizeof *a->from);
		return false;
	}
	bool missed = most <= 1.5 && misses_something(run);
	if (run->passage)
		run->passage->cut = NAN;
	double centre = most <= 1.5 && !missed ? se_missed_place(run) : NAN;
	if (run->passage && !isnan(run->passage->cut)) {
		a->turning = 2 * (centre - run->passage->cut);
		a->from_known = false;
		return false;
	}
	a->turning = missed ? 0.3 * taken : !isnan(centre) ? centre - run->step_begin :
		most > 0 || run->image->looked_at ? taken * fmin(2, 1 / most) : INFINITY;
	missed = missed || !isnan(centre);
	a->again = missed && run->step_begin == a->again_from ? a->again + 1 : 0;
	a->again_from = run->step_begin;
	if (missed && a->again >= AGAIN_MOST)
		se_tell_peak_missed(run, isnan(centre) ? 0.5 * (run->step_begin + run->step_end) : centre);
	missed = missed && a->again < AGAIN_MOST;
	if ((most <= 1.5 && !missed) || taken <= 1e3 * DBL_EPSILON * se_size(run)) {
		se_sampled_step(run);
		memcpy(a->from, a->angle, run->image->angles.n * sizeof *a->from);
		return false;
	}
	run->step_end = run->step_begin;
	se_bring_states(run);
	se_at(run, run->step_begin, run->x);
	run->solver->operations->reset(run->solver, run->step_begin, run->x, true);
	return true;
}
