/* The run: step, look for crossings, instants, recording. Read it beside docs/events.md. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --------------------------------------------------------------------------------------------------- beginning */

se_settings se_defaults(const sm_experiment *e)
{
	se_settings s = {.start = 0, .stop = 1, .tolerance = 1e-6, .solver = "auto", .limits = SE_BOTH, .max_microsteps = 100};
	if (isfinite(e->start))
		s.start = e->start;
	s.stop = isfinite(e->stop) ? e->stop : s.start + 1;
	if (isfinite(e->interval) && e->interval > 0)
		s.interval = e->interval;
	if (isfinite(e->tolerance) && e->tolerance > 0)
		s.tolerance = e->tolerance;
	if (e->solver)
		s.solver = e->solver;
	s.on_zeno = e->rests ? SE_REST : SE_ZENO_STOP;
	s.on_chatter = e->slides ? SE_SLIDE : SE_CHATTER_STOP;
	return s;
}

/* A solver by a name that others use, or in other letters. */
static const char *solver_meant(const char *name)
{
	static const char *const others[][2] = {
		{"dassl", "ida"}, {"daskr", "ida"}, {"ode45", "erk"}, {"ode23", "erk"}, {"rk45", "erk"}, {"dopri5", "erk"}, {"dopri45", "erk"},
		{"tsit5", "erk"}, {"ode15s", "cvode"}, {"ode113", "adams"}, {"ode23t", "dirk"}, {"ode23tb", "dirk"}, {"ode23s", "rodas"},
		{"gear", "cvode"}, {"bdf", "cvode"}, {"lsoda", "auto"}, {"lsodar", "auto"}, {"radau", "rodas"}, {"radau5", "rodas"},
		{"trap", "dirk"}, {"trapezoid", "dirk"}, {"rungekutta", "rk4"}, {"ode4", "rk4"}, {"ode1", "euler"}, {"ode2", "heun"},
	};
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++)
		if (strcasecmp(name, names[i]) == 0)
			return names[i];
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (strcasecmp(name, others[i][0]) == 0)
			return others[i][1];
	return sb_nearest(name, names, count);
}

static bool settings_are_good(se_run *run)
{
	se_settings *s = &run->settings;
	bool open = s->stop == INFINITY;
	if (!isfinite(s->start) || (!open && (!isfinite(s->stop) || s->stop < s->start || !isfinite(s->stop - s->start)))) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0402", (sb_span){0}, "a run cannot go from time %.9g to time %.9g", s->start, s->stop);
		sb_help(m, "give both with --start and --stop, or in the model's experiment annotation");
		return false;
	}
	if (!(s->tolerance >= SM_TOLERANCE_LEAST && s->tolerance <= SM_TOLERANCE_MOST)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0403", (sb_span){0}, "the tolerance cannot be %.9g", s->tolerance);
		if (s->tolerance > 0 && s->tolerance < SM_TOLERANCE_LEAST)
			sb_note(m, "numbers have 16 digits, of which rounding takes some: errors below %g cannot be reached", SM_TOLERANCE_LEAST);
		sb_help(m, "give a number from %g to %g; the default is 1e-6, and 1e-10 is very fine", SM_TOLERANCE_LEAST, SM_TOLERANCE_MOST);
		return false;
	}
	double largest = open ? fabs(s->start) : fmax(fabs(s->start), fabs(s->stop)), resolution = 4 * DBL_EPSILON * largest;
	bool no_grid = open && !(s->interval > 0);
	if (!(s->interval > 0))
		s->interval = open ? INFINITY : s->stop > s->start ? fmax((s->stop - s->start) / 500, resolution) : 1;
	run->step_given = s->step > 0;
	if (!run->step_given)
		s->step = s->interval;
	if (s->interval < resolution || s->step < resolution || (!no_grid && (!isfinite(s->interval) || !isfinite(s->step)))) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0407", (sb_span){0}, "the output interval cannot be %.9g",
		                          s->interval < resolution || !isfinite(s->interval) ? s->interval : s->step);
		sb_note(m, "numbers near %.9g tell times apart only if they differ by more than %.3g", largest, resolution);
		sb_help(m, "leave it out: the default is a 500th of the run");
		return false;
	}
	run->ops = sv_find(s->solver);
	if (!run->ops) {
		uint32_t count;
		const char *const *names = sv_names(&count), *near = solver_meant(s->solver);
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0404", (sb_span){0}, "there is no solver '%s'", s->solver);
		sb_text all = {0};
		for (uint32_t i = 0; i < count; i++)
			sb_addf(&all, "%s%s", i ? ", " : "", names[i]);
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		sb_note(m, "the solvers are %s", all.at);
		sb_text_free(&all);
		return false;
	}
	double least = sv_least_tolerance(run->ops);
	if (s->tolerance < least / 5)
		sb_help(sb_report(run->diag, SB_WARNING, "U0382", (sb_span){0}, "solver %s cannot hold the tolerance %.3g: it works with %.2g", s->solver,
		                  s->tolerance, least),
		        "erk and rodas can be the most precise");
	if (run->ops->fixed_step && !isfinite(s->step)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0601", (sb_span){0}, "solver %s needs a step: the run has no stop time to derive one from", s->solver);
		sb_help(m, "give the step with --step, or the output interval in the model");
		return false;
	}
	return true;
}

static void clear(se_run *run)
{
	run->stats = (se_statistics){.solver_name = run->ops ? run->ops->name : ""};
	run->begun_any = false;
	run->time = run->segment = run->settings.start;
	run->last_instant = run->held_since = run->last_held = -INFINITY;
	run->close_calm = run->held_again = 0;
	run->holding = false;
	run->next_grid = 0;
	run->terminate = run->failed = run->bad = run->timed_out = false;
	run->terminate_message = NULL;
	se_sets_free(run->process);
	se_hold_clear(run);
	sb_arena_free(run->once);
	run->once = sb_arena_new();
	se_accumulation_clear(run);
	se_crawl_clear(run);
	run->spent = (sv_statistics){0};
	run->astray_slides = 0;
	run->told_rough = false;
	run->visit = -INFINITY;
	run->vain_trips = 0;
	run->stories.at = NULL;
	run->stories.n = run->stories.cap = 0;
	run->story_of = sb_map_new(run->once);
	run->started = run->last_progress = sb_clock();
	se_calendar_clear(run->calendar);
	se_history_clear(run->history);
	se_corners_clear(run);
	run->reach = INFINITY;
	se_modes_begin(run);
	se_frame_clear(run);
	se_processes_clear(run);
}

void se_begin_outside(se_run *run)
{
	clear(run);
	run->visited.n = 0;
	run->used = true;
	run->d->time = run->time;
	run->d->failed = 0;
	run->d->deadline = run->settings.timeout > 0 ? se_timed_since(run) + run->settings.timeout : 0;
}

/* The error estimate of a step sees nothing between its stages, so a step that is a large part of the run is not made, however smooth the
 * solution seems: a tenth of the run is the longest, or half of that where something is searched for within steps. What is
 * recorded has no influence. A step may not be longer than a delay, or it would need values that do not exist
 * yet; across a very short one the history goes on in a straight line. */
static double longest_step(const se_run *run)
{
	double span = run->settings.stop - run->settings.start, start = run->settings.start;
	if (!isfinite(span))             /* a run without a stop */
		span = 0;
	bool searched = run->watching || run->plan->waits.n || run->plan->looked_at;
	double longest = run->settings.max_step > 0 ? run->settings.max_step : span / (searched ? 20 : 10);
	if (!isfinite(longest))
		longest = 0;
	for (uint32_t k = 0; k < run->plan->delays.n; k++) {
		double delay = fmax(run->delay_time[k], 1e-6 * span);
		if (!run->plan->delays.at[k].still && run->delay_time[k] > 0 && (longest == 0 || delay < longest))
			longest = delay;
	}
	double resolution = 4 * DBL_EPSILON * fmax(fabs(start), fabs(start + span));
	return longest > 0 ? fmax(longest, resolution) : 0;
}

static sv_solver *new_solver(se_run *run)
{
	const ss_plan *plan = run->plan;
	const ss_jacobian *j = &plan->jacobian;
	ss_layout layout = {.pattern = j->pattern, .color = j->color, .colors = j->colors};
	run->entry_at = NULL;
	if (j->by_families && run->ops->implicit) {
		layout = ss_lay_out(plan, run->once);
		run->entry_at = layout.at;
		run->jacobian_entries = sb_new_array(run->once, double, j->entry_count + 1);
		run->jacobian_places = layout.pattern.column ? layout.pattern.column[plan->states] : 0;
	}
	sv_problem problem = {.n = plan->states, .context = run, .rates = se_rates,
	                      .jacobian = j->symbolic && run->f->jacobian ? se_jacobian : NULL,
	                      .column = layout.pattern.column, .row = layout.pattern.row, .color = layout.color, .colors = layout.colors,
	                      .project = run->projection ? se_project : NULL, .checked = true, .cost = se_cost(run)};
	if (run->hold)
		se_held_pattern(run, &problem);
	double span = run->settings.stop - run->settings.start;
	run->longest = longest_step(run);
	sv_options options = {.tolerance = run->settings.tolerance, .nominal = run->nominal, .longest = run->longest,
	                      .step = run->ops->fixed_step ? run->settings.step : 0, .span = isfinite(span) ? span : 0};
	const sv_operations *ops = run->hold && run->ops->remembers ? sv_find("auto") : run->ops;
	if (ops != run->ops)
		se_logf(run, SE_LOG_SOLVER, "solver auto while the motion is held");
	return ops->create(&problem, &options);
}

void se_open_solver(se_run *run)
{
	if (!run->plan->states)
		return;
	run->solver = new_solver(run);
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

void se_reopen_solver(se_run *run)
{
	sv_statistics one;
	if (run->solver) {
		run->solver->operations->statistics(run->solver, &one);
		se_tell_rough(run, &one);
		add_statistics(&run->spent, &one);
		run->solver->operations->free(run->solver);
		run->solver = NULL;
	}
	run->reopened = true;
	run->step_end = run->time;
	se_open_solver(run);
}

bool se_side_trip(se_run *run, double t, double *x)
{
	double reached = run->time, *from = sb_new_array(run->once, double, run->plan->states);
	bool bad = run->bad;
	sv_status status = SV_OK;
	se_interpolate(run, run->time, from);
	sv_solver *solver = new_solver(run);
	solver->operations->reset(solver, run->time, from, false);
	while (status == SV_OK && reached < t) {
		double before = reached;
		status = solver->operations->step(solver, t, &reached);
		status = reached > before ? status : SV_TOO_SMALL;
	}
	if (status == SV_OK)
		memcpy(x, solver->operations->state(solver), run->plan->states * sizeof *x);
	solver->operations->free(solver);
	run->bad = bad;
	return status == SV_OK;
}

/* ---------------------------------------------------------------------------------------------------- the loop */

/* The point `until` of the last step becomes the present. `fault`: something is wrong there, or to be warned of. */
static void accept(se_run *run, double until, bool fault)
{
	se_remember(run, run->time, until);
	run->time = until;
	sc_accepted(run->d, until);
	if (run->plan->states) {
		if (until == run->step_end)
			memcpy(run->x, run->solver->operations->state(run->solver), run->plan->states * sizeof *run->x);
		else
			se_interpolate(run, until, run->x);
	}
	se_at(run, until, run->x);
	se_watch_sizes(run);
	if (fault && !run->failed) {
		sc_hold_warnings(run->d, false);
		se_evaluate_all(run);
		se_check(run, "the model was simulated");
		sc_hold_warnings(run->d, true);
	}
	if (!run->failed)
		se_choice_holds(run);
}

static double next_entry(const se_run *run);

/* The rates have no value where a condition has turned, as in `if x > 0 then sqrt(x) else 0`: the solver comes as near to the crossing as it can and never over it. The
 * point that it has tried last, on the far side, is the crossing (E3). */
static bool fails_beyond_branch(se_run *run)
{
	if (!run->bad || !run->watching || run->plan->delays.n || run->plan->transports.n || run->projection || run->hold || !(run->bad_time > run->time) ||
	    run->bad_time - run->time > 1e-6 * se_size(run) || se_next_grid(run) <= run->bad_time || next_entry(run) <= run->bad_time)
		return false;
	/* stages of some methods lie far away from the solution: the way from the last point on is short, and straight */
	se_at(run, run->time, run->x);
	run->f->rates(run->d);
	if (run->d->failed)
		sc_forgive(run->d);
	for (uint32_t i = 0; i < run->plan->states; i++) {
		double way = (run->bad_time - run->time) * run->xd[i];
		if (!(fabs(way) <= run->settings.tolerance * (fabs(run->x[i]) + run->nominal[i])))
			return false;
		run->x_try[i] = run->x[i] + way;
	}
	se_at(run, run->bad_time, run->x_try);
	run->f->rates(run->d);
	run->f->watch(run->d, run->g_a);
	sc_forgive(run->d);
	bool turned = false;
	for (uint32_t i = 0; i < run->plan->watches.n && !turned; i++) {
		const ss_watch *w = &run->plan->watches.at[i];
		turned = w->kind == SS_RELATION && !w->time_only && !w->ahead && !w->initial_only && isfinite(run->g_a[i]) &&
		         se_truth(run, i, run->g_a[i]) != run->d->latch[i];
	}
	se_at(run, run->time, run->x);
	if (turned)
		memcpy(run->bad_x, run->x_try, run->plan->states * sizeof *run->x);
	return turned;
}

static bool stand_still(se_run *run, bool crossing, bool *restarted);

static bool pass_branch(se_run *run)
{
	bool restarted;
	run->past_branch = false;
	run->time = run->step_end = run->bad_time;
	memcpy(run->x, run->bad_x, run->plan->states * sizeof *run->x);
	run->solver->operations->reset(run->solver, run->time, run->x, true);
	se_at(run, run->time, run->x);
	sc_accepted(run->d, run->time);
	se_logf(run, SE_LOG_SOLVER, "beyond a condition the rates have no value: it turns here");
	return stand_still(run, true, &restarted);
}

static bool step(se_run *run, double limit)
{
	run->step_begin = run->time;
	if (!run->plan->states) {
		double most = (run->settings.stop - run->settings.start) / 500;      /* whatever is recorded */
		if (!isfinite(most))
			most = fmax(0.01, se_size(run) / 100);
		most = fmin(most, se_ahead_bound(run));
		bool looks = run->watching || run->plan->delays.n || run->process->moving || run->guarded;
		run->step_end = looks ? fmin(limit, fmax(run->time + most, nextafter(run->time, INFINITY))) : limit;
		return true;
	}
	run->bad = run->noticed = false;
	sv_status status;
	do {
		se_ahead_bound(run);
		status = run->solver->operations->step(run->solver, limit, &run->step_end);
	} while (status == SV_OK && se_turned_too_far(run));
	sc_accepted(run->d, run->step_end);
	if (status == SV_OK && run->step_end > run->time)
		return true;
	if ((run->past_branch = fails_beyond_branch(run)))
		return false;
	se_report_solver(run, status == SV_OK ? SV_TOO_SMALL : status);      /* a step that time cannot show would be made for ever */
	return false;
}

static bool advance(se_run *run, double limit)
{
	if (!run->plan->transports.n)
		return step(run, limit);
	/* a step in which a transport goes all its way would need what goes in during the step */
	if (run->plan->states)
		memcpy(run->x_begin, run->x, run->plan->states * sizeof *run->x);
	for (double most = run->time + run->reach;; ) {
		if (!step(run, fmin(limit, fmax(most, nextafter(run->time, INFINITY)))))
			return false;
		double way = se_way(run, run->step_end), taken = run->step_end - run->time;
		run->reach = way > 0 ? 0.8 * taken / way : INFINITY;
		if (way <= 1 || taken <= 1e3 * DBL_EPSILON * se_size(run))
			return true;
		most = run->time + run->reach;
		if (run->plan->states) {
			memcpy(run->x, run->x_begin, run->plan->states * sizeof *run->x);
			run->solver->operations->reset(run->solver, run->time, run->x, true);
		}
	}
}

/* Wall time: progress, time-out, and the faster code once it is clear that the run lasts. */
se_status se_look_at_clock(se_run *run)
{
	if (++run->since_look < 16)
		return SE_DONE;
	run->since_look = 0;
	run->f = sc_functions_of(run->program);
	double now = sb_clock(), wall = now - run->started;
	run->looks++;
	if (wall > 0.05 && !(run->plan->switches.n && run->looks < 20) && !(run->optimised && sc_optimising(run->optimised)))
		sc_optimise(run->optimised = run->program);
	if (se_overdue(run))
		return run->timed_out ? SE_TIMEOUT : SE_FAILED;
	if (!run->settings.progress || now - run->last_progress < 0.1)
		return SE_DONE;
	run->last_progress = now;
	se_progress p = {run->time, run->settings.start, run->settings.stop, run->step_end - run->step_begin, run->stats.solver.steps,
	                 run->stats.state_events + run->stats.time_events, wall};
	return run->settings.progress(run->settings.progress_context, &p) ? SE_DONE : SE_TIMEOUT;
}

static double next_entry(const se_run *run)
{
	const se_entry *first = se_calendar_first(run->calendar);
	if (run->process->head != run->process->tail)
		return run->time;
	return first ? first->time : INFINITY;
}

/* An instant at the present time, and a solver that knows of it. *restarted: the rest of the step is void. */
static bool stand_still(se_run *run, bool crossing, bool *restarted)
{
	uint64_t before = run->stats.state_events;
	double since = sb_clock();
	run->reopened = false;
	if (crossing)
		se_watch_at(run, run->time, run->g_a);
	se_leave_slide(run);
	se_before_instant(run, crossing);
	bool good = se_instant(run, crossing, restarted);
	run->stats.event_seconds += sb_clock() - since;
	if (!good)
		return false;
	se_note_claims(run);
	/* what was put into the calendar may lie inside the step that is already made */
	*restarted = *restarted || next_entry(run) < run->step_end;
	if (*restarted) {
		se_choice_forget(run);
		se_note_corner(run);
	}
	if (*restarted && run->solver) {
		run->solver->operations->reset(run->solver, run->time, run->x, true);
		se_logf(run, SE_LOG_SOLVER, "solver restarted");
	} else if (*restarted) {
		se_open_solver(run);
	}
	return se_after_instant(run, run->stats.state_events != before, restarted);
}

/* The step is made again, to end at t: a point inside it cannot be evaluated, and whether that is the model's fault or the interpolation's is known
 * when the solver has been there. */
bool se_step_again(se_run *run, double t)
{
	se_interpolate(run, run->time, run->x_try);
	se_at(run, run->time, run->x_try);
	run->solver->operations->reset(run->solver, run->time, run->x, true);
	se_choice_forget(run);
	run->visit = t;
	se_logf(run, SE_LOG_SOLVER, "the step is made again, to time %.9g", t);
	return true;
}

/* What a loop of an algorithm computes follows the outcomes of its conditions at once, and not in the instant that they make (E74). So a step that has
 * met new outcomes is made again, up to just before them. */
static bool ends_before_loop(se_run *run, double at, double *near)
{
	double close = 16 * DBL_EPSILON * fmax(fabs(at), 0.01 * (run->step_end - run->step_begin));
	bool loose = false;
	for (uint32_t i = 0; i < run->plan->watches.n && !loose; i++)
		loose = run->plan->watches.at[i].loose;
	if (!loose || !run->solver || at - run->time <= 4 * close || run->visit >= run->step_end)
		return false;
	se_watch_at(run, at, run->g_a);
	*near = at - close;
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (run->plan->watches.at[i].loose && se_truth(run, i, run->g_a[i]) != run->d->latch[i])
			return true;
	return false;
}

/* What one step of the solver brings: crossings inside it one after another, then its end. *status: the clock on the wall may end
 * the run in the middle of it. */
static bool walk_step(se_run *run, se_status *status)
{
	bool moving = se_delays_move(run);
	while (run->time < run->step_end && !run->terminate) {
		double at = run->step_end;
		bool crossing = run->watching && se_find_crossing(run, run->time, run->step_end, &at);
		double near;
		if (crossing && ends_before_loop(run, at, &near))
			return se_step_again(run, near);
		double woken_at = at;
		bool woken = run->process->moving && se_find_woken(run, run->time, &woken_at);
		if (crossing && woken && fabs(at - woken_at) <= 64 * DBL_EPSILON * fmax(fabs(at), run->step_end - run->step_begin))
			woken_at = at;               /* they are the same but for rounding: one instant (E5), in which the relation has turned */
		crossing = crossing && !(woken && woken_at < at);
		at = woken_at;
		double free_at = at;
		bool freed = se_find_release(run, run->time, &free_at);
		crossing = crossing && !(freed && free_at < at);
		woken = woken && !(freed && free_at < at);
		at = free_at;
		double passed_at = at;
		bool passed = moving && se_find_passed(run, run->time, &passed_at);
		if (passed && passed_at < at)
			crossing = woken = freed = false;
		at = passed_at;
		if (se_bounce_is_lost(run, at))
			return !run->failed;
		if (run->watching)
			se_note_way(run, run->time, at, crossing);
		bool due = next_entry(run) <= at;
		double end = at;
		bool warned = sc_held_warning(run->d);
		se_found found = run->guarded || warned || run->noticed ? se_guard_step(run, warned || run->noticed, crossing || woken, &at) : SE_NOTHING;
		bool fault = found == SE_FAULT;
		if (found == SE_GOES_BACK)
			return se_step_again(run, at);
		if (fault && at < end)
			crossing = due = woken = freed = false;
		bool last = at == run->settings.stop;
		if (run->plan->transports.n)
			se_fill_profiles(run, run->time, at);
		se_record_grid(run, at, !crossing && !due && !woken && !freed && !last && !fault);
		accept(run, at, fault);
		se_note_sizes(run);
		if (run->failed)
			return false;
		if (fault && at < end && run->watching)
			se_watch_at(run, at, run->g_begin);
		if (!crossing && !woken && !fault)
			se_check_claims(run);
		*status = se_look_at_clock(run);
		if (last || *status != SE_DONE)      /* the last instant is taken with terminal() */
			return true;
		bool restarted = false, jump = false, corner = false;
		if (passed && at == passed_at)
			se_go_past_marks(run, &jump, &corner);
		if (run->failed)
			return false;
		due = due || jump;
		if (freed)
			se_release(run);
		if ((crossing || due || woken || freed) && !stand_still(run, crossing, &restarted))
			return false;
		restarted = restarted || freed || corner;
		if (restarted)
			return true;
	}
	return true;
}

/* Does anything happen by itself as time goes on? */
static bool can_move(const se_run *run)
{
	return run->plan->states || run->watching || run->plan->delays.n || run->process->moving;
}

static se_status loop(se_run *run)
{
	bool restarted;
	run->step_end = run->time;
	se_choice_forget(run);
	se_touch_everything(run);
	if (!se_instant(run, true, &restarted))
		return SE_FAILED;
	se_note_claims(run);
	run->stats.state_events = 0;
	se_open_solver(run);
	se_note_corner(run);
	while (run->time < run->settings.stop && !run->terminate) {
		if (run->process->light) {
			sc_hold_warnings(run->d, false);
			se_status status = se_run_light(run);
			if (status != SE_DONE)
				return status;
			if (run->terminate)
				break;
		}
		double limit = se_ahead_limit(run, fmin(run->settings.stop, next_entry(run)));
		limit = se_corner_limit(run, fmin(limit, next_entry(run)));        /* which may be a moment that was just found */
		if (run->visit > run->time)
			limit = fmin(limit, run->visit);
		if (limit == INFINITY && run->process->any && !can_move(run))
			break;                   /* all processes have ended, or wait for ever */
		if (limit == INFINITY && se_never_ends(run))
			return SE_FAILED;
		if (limit == INFINITY)       /* a long way, but not one without end */
			limit = run->time + fmax(1, 10 * se_size(run));
		if (limit == next_entry(run))
			se_go_to(run, limit);
		if (limit <= run->time) {
			if (!stand_still(run, false, &restarted))
				return SE_FAILED;
			continue;
		}
		se_status status = SE_DONE;
		sc_hold_warnings(run->d, true);
		if (!advance(run, limit)) {
			if (!run->past_branch || !pass_branch(run))
				return SE_FAILED;
			continue;
		}
		if (!walk_step(run, &status) || !se_look_at_pace(run))
			return SE_FAILED;
		se_logf(run, SE_LOG_STEPS, "step of %.6g", run->step_end - run->step_begin);
		if (status != SE_DONE)
			return status;
	}
	return SE_DONE;
}

/* The last instant, in which terminal() is true (E20). */
static bool finish(se_run *run)
{
	bool restarted;
	uint32_t rows = sr_rows(run->record);
	double last = rows ? sr_time(run->record, rows - 1) : -INFINITY;
	run->d->terminal = 1;
	for (uint32_t k = 0; k < run->plan->event_code.n; k++)
		if (run->model->events.at[run->plan->event_code.at[k].event].trigger == SM_ON_TERMINAL)
			se_calendar_put(run->calendar, run->time, 0, SE_EVENT, k);
	uint64_t state_events = run->stats.state_events;
	se_touch_everything(run);
	bool good = se_instant(run, true, &restarted);
	run->stats.state_events = state_events;
	run->d->terminal = 0;
	sc_hold_warnings(run->d, false);
	se_evaluate_all(run);            /* the final values of everything, recorded or not */
	good = good && se_check(run, "the model was simulated");
	se_look_for_idle(run);
	good = good && !run->failed && se_run_end(run);
	se_keep_values(run);
	if (sr_rows(run->record) == rows && run->settings.limits != SE_NONE && last < run->time)
		se_record_row(run, run->time, SR_END);
	return good;
}

static void add_solver(se_run *run)
{
	sv_statistics one;
	if (!run->solver)
		return;
	run->solver->operations->statistics(run->solver, &one);
	se_tell_rough(run, &one);
	add_statistics(&run->stats.solver, &one);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "%s", run->solver->operations->chosen(run->solver));
}

static void gather_statistics(se_run *run)
{
	run->stats.simulate_seconds = sb_clock() - run->started;
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "none: the model has no states");
	run->stats.solver = run->spent;
	se_visit_frames(run, add_solver);
	se_gather_uses(run);
}

/* A record that no memory can hold is refused at once, not after an hour. */
static bool record_fits(se_run *run)
{
	double rows = isfinite(run->settings.stop) ? (run->settings.stop - run->settings.start) / run->settings.interval + 1 : 1;
	double gigabytes = rows * (run->channel_count + 2) * sizeof(double) / 1e9;
	if (gigabytes < 16)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0406", (sb_span){0}, "recording %u variables at %.0f times would take %.3g gigabytes",
	                          run->channel_count, rows, gigabytes);
	sb_help(m, "select what you need with --vars, or record less often with --step");
	return false;
}

static se_status simulate(se_run *run, const se_settings *settings)
{
	run->settings = *settings;
	sr_record_free(run->record);
	run->record = NULL;
	if (run->refused || !settings_are_good(run))
		return SE_FAILED;
	clear(run);
	run->used = true;
	run->f = sc_functions_of(run->program);
	run->d->deadline = run->settings.timeout > 0 ? se_timed_since(run) + run->settings.timeout : 0;
	se_record_open(run);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "not begun");
	if (!record_fits(run) || !se_initial_values(run))
		return run->timed_out ? SE_TIMEOUT : SE_FAILED;
	se_record_constants(run);
	se_status status = loop(run);
	bool ended = status == SE_DONE;
	if (ended && !finish(run))
		status = SE_FAILED;
	if (!ended && sr_rows(run->record)) {      /* the values where it stopped are part of what was computed */
		se_at(run, run->time, run->x);
		se_evaluate_all(run);
		bool known = !run->d->failed;
		sc_forgive(run->d);
		if (known && sr_time(run->record, sr_rows(run->record) - 1) < run->time && run->settings.limits != SE_NONE)
			se_record_row(run, run->time, SR_END);
	}
	se_report_limits(run);
	se_tell_sizes(run);
	se_tell_jumps_again(run);
	gather_statistics(run);
	se_close_solvers(run);
	se_keep_shown(run);
	if (status != SE_TIMEOUT && sc_broken(run->d)) {
		se_overdue(run);
		status = SE_FAILED;
	}
	if (run->timed_out)
		return SE_TIMEOUT;
	if (status == SE_DONE && run->terminate) {
		if (run->settings.stop != INFINITY && !run->model->trials.n)      /* nobody said when, or the experiment is made so: no surprise */
			sb_report(run->diag, SB_INFO, "R0207", (sb_span){0}, "the model ended the run at time %.9g: %s", run->time, run->terminate_message);
		return SE_TERMINATED;
	}
	return status;
}

/* External objects live from the parameters to the end of the run, however it ends. */
se_status se_simulate(se_run *run, const se_settings *settings)
{
	se_status status = simulate(run, settings);
	uint32_t errors = sb_errors(run->diag);
	sc_objects_clear(run->objects);
	return status == SE_DONE && sb_errors(run->diag) > errors ? SE_FAILED : status;
}
