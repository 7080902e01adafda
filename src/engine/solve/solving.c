/* The solver of a run: made for the equations of a mode, made anew for others, and counted. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/solve/engine_solve.h"
#include <stdio.h>
#include <string.h>

/* The error estimate of a step sees nothing between its stages, so a step that is a large part of the run is not made,
 * however smooth the solution seems: a tenth of the run is the longest, or half of that where something is searched for
 * within steps. What is recorded has no influence. A step may not be longer than a delay, or it would need values that
 * do not exist yet; across a very short one the history goes on in a straight line. */
static double longest_step(const se_run *run, uint32_t *by_delay)
{
	double span = run->settings.stop - run->settings.start, start = run->settings.start;
	if (!isfinite(span))             /* a run without a stop */
		span = 0;
	bool searched = run->watching || run->image->waits.n || run->image->looked_at;
	double longest = run->settings.max_step > 0 ? run->settings.max_step : span / (searched ? 20 : 10);
	if (!isfinite(longest))
		longest = 0;
	for (uint32_t k = 0; k < run->image->delays.n; k++) {
		double delay = fmax(run->delays->time[k], 1e-6 * span);
		if (!run->image->delays.at[k].still && run->delays->time[k] > 0 && (longest == 0 || delay < longest)) {
			longest = delay;
			*by_delay = k;
		}
	}
	double resolution = sb_one_time(sb_size_of(start, start + span));
	return longest > 0 ? fmax(longest, resolution) : 0;
}

/* A delay that is very short beside the run makes very many steps, whatever the solver is. */
static void tell_short_delay(se_run *run, uint32_t delay)
{
	static const double MANY = 2e5;
	double steps = (run->settings.stop - run->time) / run->longest;
	if (run->solving->delay_told || run->ops->fixed_step || !(steps > MANY && isfinite(steps)))
		return;
	run->solving->delay_told = true;
	sb_message *m = sb_report(run->diag, SB_INFO, "R0720", run->image->delays.at[delay].span,
							  "no step of the solver is longer than this delay of %.3g: the run needs %.2g steps or "
							  "more",
							  run->delays->time[delay], steps);
	sb_note(m, "what comes out of a delay must have gone in before the step begins");
	sb_help(m, "if the delay does not matter beside a run of %.3g, leave it out, or put a lag in its place "
			   "(der(y) = (u - y)/T)", run->settings.stop - run->settings.start);
}

sv_solver *se_new_solver(se_run *run)
{
	const si_image *image = run->image;
	si_layout layout = {image->jacobian_column.at, image->jacobian_row.at, NULL, image->jacobian_color.at,
						image->jacobian.colors};
	run->entry_at = NULL;
	if (image->jacobian.by_families && run->ops->implicit) {
		if (image->asks)
			layout = image->asks->lay_out(image, run->once);
		else
			layout.at = image->jacobian_at.at;
		run->entry_at = layout.at;
		run->jacobian_entries = sb_new_array(run->once, double, image->jacobian.entry_count + 1);
		run->jacobian_places = layout.column ? layout.column[image->states] : 0;
	}
	sv_problem problem = {.n = image->states,
						  .context = run,
						  .rates = se_rates,
						  .jacobian = image->jacobian.symbolic && run->f->jacobian ? se_jacobian : NULL,
						  .column = layout.column,
						  .row = layout.row,
						  .color = layout.color,
						  .colors = layout.colors,
						  .project = run->projection ? se_project : NULL,
						  .checked = true,
						  .cost = run->image->cost,
						  .singly = run->ops->quantised ? se_singly_table(run) : NULL};
	if (run->hold)
		run->asks->held_pattern(run, &problem);
	double span = run->settings.stop - run->settings.start;
	uint32_t by_delay = UINT32_MAX;
	run->longest = longest_step(run, &by_delay);
	if (by_delay != UINT32_MAX)
		tell_short_delay(run, by_delay);
	/* steps that end at events are mostly more precise than they must be: nobody should see that auto has changed */
	double part = run->solving->weighing.quantised ? 0.25 : 1;
	sv_options options = {.tolerance = part * run->tolerance, .nominal = run->ops->fixed_step ? run->nominal : run->size,
	                      .longest = run->longest,
	                      .step = run->ops->fixed_step ? run->settings.step : 0, .span = isfinite(span) ? span : 0,
	                      .share = &run->solving->restart_share, .quantum = run->settings.quantum,
	                      .hysteresis = run->settings.hysteresis};
	const sv_operations *ops = run->hold && run->ops->remembers ? sv_default() : run->ops;
	if (ops != run->ops)
		se_logf(run, SE_LOG_SOLVER, "solver %s while the motion is held", ops->name);
	return ops->create(&problem, &options);
}

/* Each restart of a method that remembers begins with steps of low order, whose errors are alike and add up (E144). As
 * many restarts as are expected up to the end share what a few may have. */
void se_note_restart(se_run *run)
{
	const double few = 30, least = 1e-3;
	double span = run->settings.stop - run->settings.start, passed = run->time - run->settings.start;
	run->solving->restarts++;
	if (!(passed > 0) || !isfinite(span) || run->solving->restarts < 5)
		return;
	run->solving->restart_share = fmin(1, fmax(least, few / ((double)run->solving->restarts * span / passed)));
}

void se_open_solver(se_run *run)
{
	if (!run->image->states)
		return;
	se_guess_sizes(run);
	run->solver = se_new_solver(run);
	run->solver_tolerance = run->tolerance;
	se_ahead_anew(run);
	run->solver->operations->reset(run->solver, run->time, run->x, false);
}

static void add_statistics(sv_statistics *all, const sv_statistics *one)
{
	all->steps += one->steps;
	all->rejected += one->rejected;
	all->rates += one->rates;
	all->jacobians += one->jacobians;
	all->newton_iterations += one->newton_iterations;
	all->resets += one->resets;
	all->last_step = one->last_step;
	all->last_order = one->last_order;
}

void se_close_solver(se_run *run)
{
	sv_statistics one;
	if (!run->solver)
		return;
	run->solver->operations->statistics(run->solver, &one);
	se_tell_rough(run, &one);
	add_statistics(&run->solving->spent, &one);
	run->solver->operations->free(run->solver);
	run->solver = NULL;
}

void se_reopen_solver(se_run *run)
{
	se_close_solver(run);
	run->reopened = true;
	run->step_end = run->time;
	se_open_solver(run);
}

bool se_trip(se_run *run, double tolerance, double t, double *x, uint32_t most)
{
	uint32_t steps = 0;
	double reached = run->time, kept = run->tolerance;
	bool bad = run->bad, noticed = run->noticed;
	sv_status status = SV_OK;
	run->tolerance = tolerance;
	sv_solver *solver = se_new_solver(run);
	run->tolerance = kept;
	solver->operations->reset(solver, run->time, x, false);
	while (status == SV_OK && reached < t) {
		double before = reached;
		status = steps++ < most ? solver->operations->step(solver, t, &reached) : SV_TOO_MUCH_WORK;
		status = reached > before || status != SV_OK ? status : SV_TOO_SMALL;
	}
	if (status == SV_OK)
		memcpy(x, solver->operations->state(solver), run->image->states * sizeof *x);
	solver->operations->free(solver);
	run->fresh_x = NULL;             /* it was a vector of that solver */
	run->fresh_time = NAN;
	run->bad = bad;
	run->noticed = noticed;
	return status == SV_OK;
}

bool se_side_trip(se_run *run, double t, double *x)
{
	enum { STEPS_MOST = 100000 };
	double *from = sb_new_array(run->once, double, run->image->states);
	se_interpolate(run, run->time, from);
	if (!se_trip(run, run->tolerance, t, from, STEPS_MOST))
		return false;
	memcpy(x, from, run->image->states * sizeof *x);
	return true;
}

static void name_chosen(se_run *run)
{
	const se_weighing *w = &run->solving->weighing;
	size_t room = sizeof run->stats.chosen;
	const char *chosen = run->solver->operations->chosen(run->solver);
	if (w->quantised)
		snprintf(run->stats.chosen, room, "erk, then %s from t = %.6g (many events, each of few states)", chosen,
				 w->changed_at);
	else if (w->changed)
		snprintf(run->stats.chosen, room, "erk, qss3, from t = %.6g %s (quantised states did not pay)", w->changed_at,
				 chosen);
	else
		snprintf(run->stats.chosen, room, "%s", chosen);
}

static void add_solver(se_run *run)
{
	sv_statistics one;
	if (!run->solver)
		return;
	run->solver->operations->statistics(run->solver, &one);
	se_tell_rough(run, &one);
	se_log_transitions(run);
	se_tell_mispredicted(run, &one);
	add_statistics(&run->stats.solver, &one);
	name_chosen(run);
}

void se_gather_statistics(se_run *run)
{
	run->stats.simulate_seconds = sb_clock() - run->started;
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "none: the model has no states");
	run->stats.solver = run->solving->spent;
	se_visit_frames(run, add_solver);
	se_gather_uses(run);
}

/* The step is made again, to end at t: a point inside it cannot be evaluated, and whether that is the model's fault or
 * the interpolation's is known when the solver has been there. */
bool se_step_again(se_run *run, double t)
{
	se_here(run);
	run->solver->operations->reset(run->solver, run->time, run->x, true);
	se_choice_forget(run);
	run->visit = t;
	se_logf(run, SE_LOG_SOLVER, "the step is made again, to time %.9g", t);
	return true;
}

void se_solving_archive(se_run *run, sb_archive *a)
{
	sb_archive_tag(a, "solving");
	sb_archive_one(a, run->solving->spent);
	sb_archive_one(a, run->solving->restarts);
	sb_archive_one(a, run->solving->restart_share);
	sb_archive_one(a, run->solving->delay_told);
	sb_archive_one(a, run->solving->weighing);
	if (a->reads && run->solving->weighing.quantised && se_quantises_well(run))
		run->ops = sv_find("qss3");
}
