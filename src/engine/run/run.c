/* The run: it begins, advances to a time or an event, and ends. step.c: what a step brings. Read it beside
 * docs/events.md. */
#include "engine/accumulate/accumulate.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/run/run.h"
#include "engine/solve/engine_solve.h"
#include "engine/watch/watch.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static void clear(se_run *run)
{
	sc_blocks_clear(run->objects);           /* first: objects forget that a call has crashed */
	sc_objects_clear(run->objects);          /* an experiment may have made some, of data that go now */
	run->stats = (se_statistics){.solver_name = run->ops ? run->ops->name : ""};
	run->around->begun_any = false;
	run->time = run->segment = run->settings.start;
	se_unbounded_begin(run);
	run->instants->last_instant = run->held_since = run->gathering->last_held = -INFINITY;
	run->close_calm = run->gathering->held_again = 0;
	run->holding = false;
	run->unsealed = 1;               /* until it has begun */
	run->recording->next_grid = 0;
	run->recording->before.at = NULL;
	run->modes->lacking = NULL;
	run->terminate = run->failed = run->bad = run->timed_out = run->stopped = run->unwanted = false;
	run->control->walking = run->control->idle = run->control->point.known = false;
	run->instants->left_known = false;
	run->instants->rounds = 0;
	run->instants->changes.at = NULL;
	run->instants->changes.n = run->instants->changes.cap = 0;
	run->terminate_message = NULL;
	se_sets_free(run->process);
	se_hold_clear(run);
	sb_arena_free(run->once);
	run->once = sb_arena_new();
	run->forcing->bases.at = NULL;           /* they were in what is gone */
	run->forcing->bases.n = run->forcing->bases.cap = 0;
	run->forcing->bases_due = (sb_u32s){0};
	se_accumulation_clear(run);
	se_local_clear(run);
	se_crawl_clear(run);
	run->solving->spent = (sv_statistics){0};
	run->solving->restarts = 0;
	run->solving->weighing = (se_weighing){0};
	run->watched->unblurred = -INFINITY;
	run->solving->restart_share = 1;
	run->gathering->astray_slides = 0;
	run->tolerance = run->settings.tolerance;
	run->watched->sharper = run->watched->unresolved_told = false;
	run->told_rough = run->control->told_objects = false;
	run->looked->pace = (struct se_pace){.since = run->settings.start};
	run->solving->audit = NULL;
	run->visit = -INFINITY;
	run->recording->vain_trips = 0;
	run->recording->told_blank = false;
	run->set_states.n = 0;
	run->looked->stories.at = NULL;
	run->looked->stories.n = run->looked->stories.cap = 0;
	run->looked->story_of = sb_map_new(run->once);
	run->started = run->control->last_progress = sb_clock();
	se_calendar_clear(run->calendar);
	se_history_clear(run->past->history);
	se_corners_clear(run);
	run->control->reach = INFINITY;
	se_modes_begin(run);
	se_frame_clear(run);
	se_processes_clear(run);
}

void se_begin_outside(se_run *run)
{
	clear(run);
	run->modes->visited.n = 0;
	run->used = true;
	run->d->time = run->time;
	run->d->failed = 0;
	run->d->deadline = run->settings.timeout > 0 ? se_timed_since(run) + run->settings.timeout : 0;
}

/* ---------------------------------------------------------------------------------------------------- the loop */


/* Wall time: progress, time-out, and the faster code once it is clear that the run lasts. */
se_status se_look_at_clock(se_run *run)
{
	if (++run->control->since_look < 16)
		return SE_DONE;
	run->control->since_look = 0;
	run->f = sc_functions_of(run->program);
	double now = sb_clock(), wall = now - run->started;
	run->looks++;
	if (wall > 0.05 && !(run->image->switches.n && run->looks < 20) &&
		!(run->modes->optimised && sc_optimising(run->modes->optimised)))
		sc_optimise(run->modes->optimised = run->program);
	if (se_overdue(run))
		return run->stopped ? SE_STOPPED : run->timed_out ? SE_TIMEOUT : SE_FAILED;
	if (!run->settings.progress || now - run->control->last_progress < 0.1)
		return SE_DONE;
	run->control->last_progress = now;
	se_progress p = {run->time,
					 run->settings.start,
					 run->settings.stop,
					 run->step_end - run->step_begin,
					 run->stats.solver.steps,
					 run->stats.state_events + run->stats.time_events,
					 wall};
	return run->settings.progress(run->settings.progress_context, &p) ? SE_DONE : SE_STOPPED;
}

/* Does anything happen by itself as time goes on? */
static bool can_move(const se_run *run)
{
	return run->image->states || run->watching || run->image->delays.n || run->process->moving;
}

/* The first instant, and a solver that knows of it. */
static bool first_instant(se_run *run)
{
	bool restarted;
	run->step_end = run->time;
	se_choice_forget(run);
	se_touch_everything(run);
	run->modes->begins = true;
	if (!se_instant(run, true, &restarted))
		return false;
	se_look_whether_sound(run);
	se_note_claims(run);
	run->stats.state_events = 0;
	se_look_at_first_mode(run);
	se_guess_again(run);
	se_open_solver(run);
	se_note_corner(run);
	return true;
}

static bool is_over(const se_run *run)
{
	return !(run->time < run->settings.stop) || run->terminate;
}

/* How far the next step may go. */
static double limit_of_step(se_run *run)
{
	double limit = se_ahead_limit(run, fmin(run->settings.stop, se_next_halt(run)));
	double entry = se_next_halt(run), near;      /* which may be a moment that was just found */
	limit = se_corner_limit(run, fmin(limit, entry));
	if (limit == entry && (near = se_next_sides(run).near) > run->time)
		limit = near;
	return run->visit > run->time ? fmin(limit, run->visit) : limit;
}

/* Can anything happen while time passes, with an empty calendar? */
static bool something_may_come(const se_run *run)
{
	return run->watching || run->image->delays.n || run->image->transports.n || run->process->moving;
}

static bool never_ends(se_run *run)
{
	double rows = run->record ? sr_rows(run->record) : 0, bytes = rows * (run->channel_count + 2) * sizeof(double);
	double unit = isfinite(run->settings.interval) ? run->settings.interval : 1,
		   passed = run->time - run->settings.start;
	if (!something_may_come(run)) {
		sb_message *m = sb_report(
			run->diag, SB_ERROR, "R0602", (sb_span){0},
			"the run goes on until the model ends it, but after time %.9g nothing can happen that would end it",
			run->time);
		sb_help(m, "give it a stop time (--stop), or a condition that ends it");
	} else if (bytes > 4e9 || passed > 1e15 * unit) {
		sb_message *m =
			sb_report(run->diag, SB_ERROR, "R0603", (sb_span){0},
					  "the run goes on until the model ends it, but it has not ended at time %.9g", run->time);
		if (bytes > 4e9)
			sb_note(m, "%.0f rows of %u variables have been stored", rows, run->channel_count);
		sb_help(m, "give it a stop time (--stop), or check the condition that should end it");
	} else {
		return false;
	}
	run->failed = true;
	return true;
}

/* A row of the grid in between comes before it. */
void se_move_on(se_run *run, se_sides next)
{
	double before = run->time;
	bool between = se_is_between(run, next);
	if (between) {
		se_look_before(run, before, next.at);
		se_record_near(run, before);
		se_record_grid(run, next.at, false);
	}
	se_go_to(run, next.at);
	if (run->time > before && !run->image->states && !between)
		se_record_grid(run, next.at, false);
}

/* The next step, or the instant that is due at the present time. */
static se_status set_out(se_run *run, bool *instant)
{
	bool restarted;
	double before = run->time, limit = limit_of_step(run);
	if (run->time > before)
		se_look_before(run, before, run->time);
	if (limit == INFINITY && run->process->any && !can_move(run)) {
		run->control->idle = true;            /* all processes have ended, or wait for ever */
		return SE_DONE;
	}
	if (limit == INFINITY && never_ends(run))
		return SE_FAILED;
	if (limit == INFINITY)           /* a long way, but not one without end */
		limit = run->time + fmax(1, 10 * se_size(run));
	if (limit == se_next_halt(run))
		se_move_on(run, se_next_sides(run));
	if (run->failed)
		return SE_FAILED;
	if (is_over(run))                /* what is due at the stop is due with terminal() */
		return SE_DONE;
	if (limit <= run->time) {
		*instant = true;
		return se_stand_still(run, false, &restarted) ? SE_DONE : SE_FAILED;
	}
	sc_hold_warnings(run->d, true);
	run->control->limit = limit;
	if (se_make_step(run, limit)) {
		run->control->walking = true;
		se_look_behind(run);
		return run->failed ? SE_FAILED : SE_DONE;
	}
	*instant = true;
	return run->control->past_branch && se_pass_branch(run) ? SE_DONE : SE_FAILED;
}

/* Inside the step at hand. The search for its points has evaluated others; whoever looks at the run, changes or ends it
 * finds the values of its time. */
static se_status pause_inside(se_run *run, double at)
{
	se_here(run);
	run->control->shown_at = at;
	return SE_PAUSED;
}

/* From point to point of the step at hand. */
static se_status walk_on(se_run *run, double until, bool to_event, bool *instant)
{
	se_status status = SE_DONE;
	double look;
	if (!run->control->point.known && !se_find_point(run))
		return SE_FAILED;
	run->control->walking = run->control->point.known;         /* else the rest of the step is void */
	if (run->control->walking && !to_event && !se_run_looks(run, until, &status))
		return SE_FAILED;
	if (status != SE_DONE || is_over(run) || run->unwanted)
		return status;
	bool looks = run->control->walking && se_looks_first(run, until, &look);
	if (run->control->walking && !looks && until < run->control->point.at)
		return pause_inside(run, until);
	if (looks && !se_take_look(run, look, &status, instant))
		return SE_FAILED;
	if (!looks && run->control->walking && !se_take_point(run, &status, instant))
		return SE_FAILED;
	if (run->control->walking && status == SE_DONE && !is_over(run))
		return SE_DONE;
	run->control->walking = false;
	if (!se_look_at_pace(run))
		return SE_FAILED;
	se_look_at_length(run);
	se_look_at_errors(run, fmin(run->control->limit, se_next_halt(run)));
	if (run->time == run->settings.stop && !run->ops->quantised)     /* whose rates are a little off */
		se_look_at_end(run);
	se_logf(run, SE_LOG_STEPS, "step of %.6g", run->step_end - run->step_begin);
	if (status == SE_DONE && !is_over(run) && !run->failed)
		se_weigh_quantised(run);
	return status;
}

/* The time is reached, the step at hand is used up, and nothing is due here any more. */
static bool has_come_to(const se_run *run, double until)
{
	return !run->control->walking && until <= run->time && !(se_next_entry(run) <= run->time);
}

/* Up to `until`, or to the end of the next instant in which something happens. The steps are those of a run that goes
 * on: the last one may reach further, and the rest of it is kept for the way on. */
static se_status go_on(se_run *run, double until, bool to_event)
{
	se_status status = SE_DONE;
	bool instant = false;
	while (status == SE_DONE && !run->control->idle && !is_over(run)) {
		if (run->modes->lacking)
			return SE_FAILED;
		if (run->unwanted)
			return SE_STOPPED;
		if ((instant && to_event) || has_come_to(run, until)) {
			run->control->shown_at = run->time;
			return SE_PAUSED;
		}
		if (run->settings.halt && *run->settings.halt)
			return pause_inside(run, fmax(run->time, run->control->shown_at));
		if (run->control->walking) {
			status = walk_on(run, until, to_event, &instant);
			continue;
		}
		bool light = run->process->light && !se_has_pieces(run->settings.rows) && !se_is_heard(run);
		if (light || se_has_sources(run)) {
			double before = run->time;
			sc_hold_warnings(run->d, false);
			status = light ? se_run_light(run, until, to_event) : se_run_sources(run, until, to_event);
			if (status != SE_DONE || is_over(run))
				break;
			if (run->unwanted)
				continue;
			instant = run->time > before;
			if ((instant && to_event) || fmin(se_next_entry(run), run->settings.stop) > until) {
				run->control->shown_at = fmax(run->time, fmin(until, run->settings.stop));
				return SE_PAUSED;
			}
		}
		status = set_out(run, &instant);
	}
	if (status != SE_PAUSED)
		run->control->shown_at = run->time;
	return status;
}

/* The last instant, in which terminal() is true (E20). */
static bool finish(se_run *run)
{
	bool restarted;
	uint64_t rows = se_rows_made(run);
	double last = se_last_row(run);
	if (run->watching)
		se_keep_resting(run);
	run->d->terminal = 1;
	for (uint32_t k = 0; k < run->image->event_code.n; k++)
		if (run->image->event_code.at[k].trigger == SI_ON_TERMINAL)
			se_calendar_put(run->calendar, run->time, 0, SE_EVENT, k);
	uint64_t state_events = run->stats.state_events, time_events = run->stats.time_events;
	const se_entry *first = se_calendar_first(run->calendar);
	bool due = first && first->time <= run->time && se_kind_of(first) == SE_PROCESS;
	se_touch_everything(run);
	bool good = se_instant(run, true, &restarted);
	run->stats.state_events = state_events;
	if (due && run->stats.time_events == time_events)
		run->stats.time_events++;        /* a process that goes on at the very end */
	run->d->terminal = 0;
	sc_hold_warnings(run->d, false);
	se_evaluate_all(run);            /* the final values of everything, recorded or not */
	run->control->whole = !run->d->failed && !run->modes->lacking;
	good = good && se_check(run, "the model was simulated");
	se_look_for_idle(run);
	good = good && !run->failed && !run->modes->lacking && se_run_end(run);
	se_keep_values(run);
	if (se_rows_made(run) == rows && se_wants_last(run) && last < run->time)
		se_record_row(run, run->time, SR_END);
	return good;
}

/* A record that no memory can hold is refused at once, not after an hour. */
static bool record_fits(se_run *run)
{
	bool grid = isfinite(run->settings.stop) && run->settings.rows < SE_ROWS_EXTREMES;
	double rows = grid ? (run->settings.stop - run->settings.start) / run->settings.interval + 1 : 1;
	double gigabytes = rows * (run->channel_count + 2) * sizeof(double) / 1e9;
	if (gigabytes < 16 || run->settings.pass_on)
		return true;
	char what[40] = "nothing but the time";
	if (run->channel_count)
		snprintf(what, sizeof what, "%u variable%s", run->channel_count, run->channel_count > 1 ? "s" : "");
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0406", (sb_span){0},
							  "recording %s at %.0f times would take %.3g gigabytes", what, rows, gigabytes);
	sb_help(m, "select what you need with --vars, or record less often with --step");
	return false;
}

/* ------------------------------------------------------------------------------------------- from begin to end */

/* Everything that a run needs before it has values. */
bool se_prepare(se_run *run)
{
	se_forget_changes(run);
	run->instants->began_in = 0;
	sr_record_free(run->record);
	run->record = NULL;
	if (run->control->refused || !se_settings_are_good(run))
		return false;
	clear(run);
	run->instants->told_late = sb_map_new(run->once);
	run->used = true;
	run->f = sc_functions_of(run->program);
	run->d->deadline = run->settings.timeout > 0 ? se_timed_since(run) + run->settings.timeout : 0;
	se_record_open(run);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "not begun");
	return record_fits(run);
}

static se_status begin(se_run *run, const se_settings *settings)
{
	se_stop_showing(run);
	run->settings = *settings;
	se_keep_near(run);
	run->control->under_way = run->control->whole = false;
	run->control->outcome = SE_FAILED;
	if (!se_prepare(run))
		return SE_FAILED;
	se_tell_settings(run);
	if (!se_initial_values(run) || run->modes->lacking)
		return run->control->outcome = run->stopped ? SE_STOPPED : run->timed_out ? SE_TIMEOUT : SE_FAILED;
	se_record_constants(run);
	run->instants->began_in = run->in;
	run->control->under_way = true;
	bool good = first_instant(run);
	if (good)
		se_tell_step(run, SL_EVENT);
	run->control->outcome = good && !run->failed ? SE_PAUSED : SE_FAILED;
	se_seal(run);
	run->control->shown_at = run->time;
	return run->control->outcome;
}

se_status se_begin(se_run *run, const se_settings *settings)
{
	sb_stock *around = sb_stock_use(run->stock);
	se_status status = begin(run, settings);
	sb_stock_use(around);
	return status;
}

static se_status advance(se_run *run, double until, bool to_event)
{
	if (!run->used || isnan(until)) {
		sb_report(run->diag, SB_ERROR, "R0281", (sb_span){0},
				  isnan(until) ? "a run cannot advance to a time that is not a number"
							   : "a run that has not begun cannot advance");
		return SE_FAILED;
	}
	if (run->control->outcome != SE_PAUSED)
		return run->control->outcome;
	se_stop_showing(run);
	bool good = se_settle_changes(run);
	run->control->outcome = good ? go_on(run, fmax(until, run->control->shown_at), to_event) : SE_FAILED;
	return run->control->outcome;
}

se_status se_advance(se_run *run, double until, bool to_event)
{
	sb_stock *around = sb_stock_use(run->stock);
	se_status status = advance(run, until, to_event);
	sb_stock_use(around);
	return status;
}

/* The values where the run stopped are part of what was computed. */
static void record_last(se_run *run)
{
	se_here(run);
	se_evaluate_all(run);
	bool known = run->control->whole = !run->d->failed && !run->modes->lacking;
	sc_forgive(run->d);
	if (known && se_rows_made(run) && se_last_row(run) < run->time && se_wants_last(run))
		se_record_row(run, run->time, SR_END);
}

static se_status close(se_run *run, se_status status)
{
	bool ended = status == SE_DONE;
	if (ended && !finish(run))
		status = SE_FAILED;
	if (!ended)
		record_last(run);
	se_report_limits(run);
	se_tell_sizes(run);
	se_tell_jumps_again(run);
	se_gather_statistics(run);
	se_close_solvers(run);
	se_keep_shown(run);
	if (status != SE_TIMEOUT && status != SE_STOPPED && sc_broken(run->d)) {
		se_overdue(run);
		status = SE_FAILED;
	}
	if (run->timed_out || run->stopped)
		return run->stopped ? SE_STOPPED : SE_TIMEOUT;
	if (status != SE_DONE || !run->terminate)
		return status;
	if (run->settings.stop != INFINITY &&
		!run->image->experiments.n) /* nobody said when, or the experiment is made so: no surprise */
		sb_report(run->diag, SB_INFO, "R0207", (sb_span){0}, "the model ended the run at time %.9g: %s", run->time,
				  run->terminate_message);
	return SE_TERMINATED;
}

/* External objects live from the parameters to the end of the run, however it ends. */
static se_status end(se_run *run)
{
	se_stop_showing(run);
	if (run->control->outcome == SE_PAUSED)
		run->control->outcome = se_settle_changes(run) && se_leave_step(run) ? SE_DONE : SE_FAILED;
	if (run->control->under_way)
		run->control->outcome = close(run, run->control->outcome);
	run->control->under_way = false;
	se_tell_lacking(run);
	uint32_t errors = sb_errors(run->diag);
	sc_blocks_clear(run->objects);
	sc_objects_clear(run->objects);
	if (run->control->outcome == SE_DONE && sb_errors(run->diag) > errors)
		run->control->outcome = SE_FAILED;
	return run->control->outcome;
}

se_status se_end(se_run *run)
{
	sb_stock *around = sb_stock_use(run->stock);
	se_status status = end(run);
	sb_stock_use(around);
	return status;
}

se_status se_simulate(se_run *run, const se_settings *settings)
{
	if (se_begin(run, settings) == SE_PAUSED)
		se_advance(run, INFINITY, false);
	return se_end(run);
}

se_status se_abandon(se_run *run)
{
	se_overdue(run);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "left in the middle of a computation");
	run->control->under_way = false;
	return run->control->outcome = run->stopped ? SE_STOPPED : SE_TIMEOUT;
}
