/* The run: step, look for crossings, instants, recording. Read it beside docs/events.md. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------- what the model asks for while it is evaluated */

static double on_delay(void *context, int delay, double value, double time)
{
	se_run *run = context;
	double now = run->d->time;
	/* at the far end of a jump: after it from the instant on, before it up to there */
	return se_history_at(run->history, (uint32_t)delay, now - time, now <= run->segment, now, value);
}

static void on_reinit(void *context, int state, double value)
{
	se_run *run = context;
	run->reinit_value[state] = value;
	run->reinit_set[state] = run->reinit_any = true;
}

static void on_assertion(void *context, int number, bool inside_when, const char *message)
{
	se_run *run = context;
	const ss_action *a = inside_when ? &run->plan->actions.at[number] : &run->plan->asserts.at[number];
	uint32_t slot = (inside_when ? run->plan->asserts.n : 0) + (uint32_t)number;
	if (a->level && run->assert_told[slot])
		return;
	run->assert_told[slot] = 1;
	sb_message *m = sb_report(run->diag, a->level ? SB_WARNING : SB_ERROR, a->level ? "R0205" : "R0204", a->span,
	                          "an assertion %s at time %.9g: %s", a->level ? "does not hold" : "failed", run->d->time, message);
	if (a->condition) {
		sb_text text = {0};
		sm_print_expr(run->model, a->condition, &text);
		sb_note(m, "'%s' is false%s%s", text.at, a->component && *a->component ? " in component " : "",
		        a->component ? a->component : "");
		sb_text_free(&text);
	}
	if (!a->level)
		run->failed = true;
}

static void on_terminate(void *context, const char *message)
{
	se_run *run = context;
	run->terminate = true;
	run->terminate_message = sb_strdup(run->once, message ? message : "");
}

static void on_schedule(void *context, int event, double delay)
{
	se_run *run = context;
	const sm_event *e = &run->model->events.at[run->plan->event_code.at[event].event];
	if (!(delay >= 0)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0206", e->span, "event '%s' is scheduled %.9g seconds from now", e->name, delay);
		sb_help(m, "a delay is not negative; 0 is the next microstep of the same instant");
		run->failed = true;
	} else if (run->time + delay == run->time) {     /* also a delay that is too short for time to show */
		sb_push(run->once, run->queue, (uint32_t)event);
	} else {
		se_calendar_put(run->calendar, run->time + delay, e->priority, SE_EVENT, (uint32_t)event);
	}
}

static void on_cancel(void *context, int event)
{
	se_run *run = context;
	se_calendar_remove(run->calendar, SE_EVENT, (uint32_t)event);
}

/* ------------------------------------------------------------------------------------------ making and freeing */

static void allocate(se_run *run)
{
	const ss_plan *plan = run->plan;
	sb_arena *a = run->arena;
	uint32_t n = plan->states + 1, w = plan->watches.n + 1, c = plan->clocks.n + plan->event_code.n + 1, e = plan->event_code.n + 1,
	         l = plan->delays.n + 1;
	double **states[] = {&run->x_try, &run->bad_x, &run->reinit_value, &run->x_left};
	double **watches[] = {&run->g_begin, &run->g_end, &run->g_a, &run->g_near, &run->g_far, &run->g_scale,
	                      &run->watch_when, &run->watch_slope, &run->next_when, &run->forced_at};
	double **others[] = {&run->clock_start, &run->clock_interval, &run->event_value, &run->event_time, &run->delay_value,
	                     &run->delay_time, &run->delay_longest};
	uint32_t sizes[] = {c, c, e, e, l, l, l};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		*states[i] = sb_new_array(a, double, n);
	for (size_t i = 0; i < sizeof watches / sizeof *watches; i++)
		*watches[i] = sb_new_array(a, double, w);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		*others[i] = sb_new_array(a, double, sizes[i]);
	run->g_scan = sb_new_array(a, double, (size_t)SE_SCAN_VECTORS * SE_SCAN_LEVELS * w);
	run->reinit_set = sb_new_array(a, bool, n);
	run->i_left = sb_new_array(a, long long, plan->ints + 1);
	run->masked = sb_new_array(a, bool, w);
	run->flips = sb_new_array(a, uint32_t, w);
	run->truth = sb_new_array(a, long long, w);
	run->micro_latch = sb_new_array(a, long long, w);
	run->forced = sb_new_array(a, long long, w);
	run->clock_tick = sb_new_array(a, uint64_t, c);
	run->event_true = sb_new_array(a, bool, e);
	run->assert_told = sb_new_array(a, char, plan->asserts.n + plan->actions.n + 1);
	for (uint32_t i = 0; i < run->model->variables.n; i++) {
		const sm_variable *v = &run->model->variables.at[i];
		for (uint32_t k = v->first; k < v->first + v->count && !v->hidden && v->variability == SM_DISCRETE; k++)
			if (plan->place[k].store == SS_INT)
				sb_push(a, run->shown, plan->place[k].index);
	}
	run->pre_discrete = sb_new_array(a, bool, plan->pres.n + 1);
	for (uint32_t k = 0; k < plan->pres.n; k++) {
		uint32_t element, s = sm_scalar_of(run->model, plan->pres.at[k].var);
		const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, s, &element));
		run->pre_discrete[k] = v->type != SX_REAL || v->variability != SM_CONTINUOUS;
	}
}

static void make_data(se_run *run)
{
	static const sc_hooks hooks = {on_delay, on_reinit, on_assertion, on_terminate, on_schedule, on_cancel};
	run->d = sc_data_new(run->program, run->diag);
	run->x = run->d->x;
	run->xd = run->d->xd;
	sc_set_hooks(run->d, &hooks, run);
}

static void free_data(se_run *run)
{
	run->d->x = run->x;
	run->d->xd = run->xd;
	sc_data_free(run->d);
}

se_run *se_run_new(sc_program *program, sb_diag *diag)
{
	se_run *run = sb_resize(NULL, sizeof *run);
	memset(run, 0, sizeof *run);
	run->program = program;
	run->plan = sc_plan(program);
	run->model = run->plan->model;
	run->diag = diag;
	run->arena = sb_arena_new();
	run->once = sb_arena_new();
	make_data(run);
	run->calendar = se_calendar_new();
	run->history = se_history_new(run->plan->delays.n);
	allocate(run);
	se_find_readings(run);
	run->watching = se_watching(run);
	return run;
}

static void close_solver(se_run *run)
{
	if (run->solver)
		run->ops->free(run->solver);
	run->solver = NULL;
}

void se_run_free(se_run *run)
{
	if (!run)
		return;
	close_solver(run);
	free_data(run);
	se_calendar_free(run->calendar);
	se_history_free(run->history);
	sr_record_free(run->record);
	sb_arena_free(run->once);
	sb_arena_free(run->arena);
	free(run);
}

static bool settable(se_run *run, uint32_t scalar)
{
	uint32_t element;
	const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, scalar, &element));
	for (uint32_t i = 0; i < run->plan->parameters.n; i++) {
		if (run->plan->parameters.at[i].scalar != scalar)
			continue;
		if (v->variability == SM_PARAMETER && !v->final && !v->structural)
			return true;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0101", v->span, "'%s' cannot be set from outside: it is %s", v->name,
	                          v->structural                    ? "part of the model's structure"
	                          : v->final                       ? "final"
	                          : v->variability == SM_CONSTANT  ? "a constant"
	                                                           : "a variable, not a parameter");
	if (v->structural)
		sb_help(m, "its value went into sizes or conditions of the equations: translate the model again with the new value");
	return false;
}

/* A number must be one that the type has; a text only a String can have. */
static bool suits(se_run *run, uint32_t scalar, double value, const char *string)
{
	uint32_t element;
	const sm_variable *v = sm_var(run->model, sm_variable_of_scalar(run->model, scalar, &element));
	const char *wanted = NULL;
	if ((v->type == SX_STRING) != (string != NULL))
		wanted = v->type == SX_STRING ? "a text" : "a number";
	else if (v->type == SX_STRING)
		return true;
	else if (v->enumeration && !(value >= 1 && value <= run->model->enums.at[v->enumeration - 1].count && value == floor(value)))
		wanted = "the number of one of its values";
	else if (v->type == SX_BOOLEAN && value != 0 && value != 1)
		wanted = "0 or 1";
	else if (v->type == SX_INTEGER && !(fabs(value) < 9007199254740993.0 && value == floor(value)))
		wanted = "a whole number";
	else if (!isfinite(value))
		wanted = "a finite number";
	if (!wanted)
		return true;
	sb_message *m = string ? sb_report(run->diag, SB_ERROR, "R0106", v->span, "'%s' is not a value for '%s'", string, v->name)
	                       : sb_report(run->diag, SB_ERROR, "R0106", v->span, "%.17g is not a value for '%s'", value, v->name);
	sb_help(m, "give %s", wanted);
	return false;
}

static bool give(se_run *run, uint32_t scalar, double value, const char *string)
{
	if (!settable(run, scalar) || !suits(run, scalar, value, string))
		return false;
	for (uint32_t i = 0; i < run->given.n; i++)
		if (run->given.at[i].scalar == scalar) {
			run->given.at[i] = (struct se_given){scalar, value, string};
			return true;
		}
	sb_push(run->arena, run->given, ((struct se_given){scalar, value, string}));
	return true;
}

bool se_set(se_run *run, uint32_t scalar, double value)
{
	return give(run, scalar, value, NULL);
}

bool se_set_string(se_run *run, uint32_t scalar, const char *value)
{
	return give(run, scalar, 0, sb_strdup(run->arena, value));
}

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
	return s;
}

static bool settings_are_good(se_run *run)
{
	se_settings *s = &run->settings;
	if (!isfinite(s->start) || !isfinite(s->stop) || s->stop < s->start || !isfinite(s->stop - s->start)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0402", (sb_span){0}, "a run cannot go from time %.9g to time %.9g", s->start, s->stop);
		sb_help(m, "give both with --start and --stop, or in the model's experiment annotation");
		return false;
	}
	if (!(s->tolerance > 0) || s->tolerance > 0.5) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0403", (sb_span){0}, "the tolerance %.9g is not between 0 and 0.5", s->tolerance);
		sb_help(m, "the default is 1e-6");
		return false;
	}
	double resolution = 4 * DBL_EPSILON * fmax(fabs(s->start), fabs(s->stop));
	if (!(s->interval > 0))
		s->interval = s->stop > s->start ? fmax((s->stop - s->start) / 500, resolution) : 1;
	if (!(s->step > 0))
		s->step = s->interval;
	if (s->interval < resolution || s->step < resolution || !isfinite(s->interval) || !isfinite(s->step)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0407", (sb_span){0}, "the output interval cannot be %.9g",
		                          s->interval < resolution || !isfinite(s->interval) ? s->interval : s->step);
		sb_note(m, "numbers near %.9g tell times apart only if they differ by more than %.3g", fmax(fabs(s->start), fabs(s->stop)), resolution);
		sb_help(m, "leave it out: the default is a 500th of the run");
		return false;
	}
	run->ops = sv_find(s->solver);
	if (!run->ops) {
		uint32_t count;
		const char *const *names = sv_names(&count), *near = sb_nearest(s->solver, names, count);
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
	return true;
}

static void clear(se_run *run)
{
	run->stats = (se_statistics){.solver_name = run->ops->name};
	run->time = run->segment = run->settings.start;
	run->next_grid = 0;
	run->terminate = run->failed = run->bad = run->reinit_any = run->timed_out = false;
	run->terminate_message = NULL;
	sb_arena_free(run->once);
	run->once = sb_arena_new();
	run->queue.at = NULL;
	run->queue.n = run->queue.cap = run->queue_head = 0;
	run->recent_count = 0;
	run->started = run->last_progress = sb_clock();
	se_calendar_clear(run->calendar);
	se_history_clear(run->history);
	memset(run->reinit_set, 0, run->plan->states * sizeof *run->reinit_set);
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		run->watch_when[i] = run->forced_at[i] = NAN;
		run->g_scale[i] = 0;
	}
	memset(run->assert_told, 0, run->plan->asserts.n + run->plan->actions.n);
	memset(run->event_true, 0, run->plan->event_code.n * sizeof *run->event_true);
}

/* A step may not be longer than a delay, or it would need values that do not exist yet; across a very short one the history goes on
 * in a straight line. And where conditions are searched for, a step that is most of the run would leave too much to the search. */
static double longest_step(const se_run *run)
{
	double span = run->settings.stop - run->settings.start, longest = run->watching ? span / 20 : 0;
	for (uint32_t k = 0; k < run->plan->delays.n; k++) {
		double delay = fmax(run->delay_time[k], 1e-6 * span);
		if (run->delay_time[k] > 0 && (longest == 0 || delay < longest))
			longest = delay;
	}
	double resolution = 4 * DBL_EPSILON * fmax(fabs(run->settings.start), fabs(run->settings.stop));
	return longest > 0 ? fmax(longest, resolution) : 0;
}

static void open_solver(se_run *run)
{
	const ss_plan *plan = run->plan;
	close_solver(run);
	if (!plan->states)
		return;
	double *nominal = sb_new_array(run->once, double, plan->states);
	for (uint32_t i = 0; i < plan->states; i++) {
		double v = fabs(se_parameter_value(run, plan->state_nominal ? plan->state_nominal[i] : 0, 1));
		nominal[i] = v > 0 && isfinite(v) ? v : 1;
	}
	const ss_jacobian *j = &plan->jacobian;
	sv_problem problem = {.n = plan->states, .context = run, .rates = se_rates,
	                      .jacobian = j->symbolic && run->f->jacobian ? se_jacobian : NULL,
	                      .column = j->pattern.column, .row = j->pattern.row, .color = j->color, .colors = j->colors};
	sv_options options = {.tolerance = run->settings.tolerance, .nominal = nominal, .longest = longest_step(run),
	                      .step = run->ops->fixed_step ? run->settings.step : 0, .span = run->settings.stop - run->settings.start};
	run->solver = run->ops->create(&problem, &options);
	run->ops->reset(run->solver, run->time, run->x, false);
}

/* ---------------------------------------------------------------------------------------------------- the loop */

/* The delayed expressions at a time inside the last step. */
static void delayed_at(se_run *run, double t)
{
	se_watch_at(run, t, run->g_a);
	run->f->delays(run->d, run->delay_value, run->delay_time, run->delay_longest);
}

/* Do values this dense reproduce the expressions? The middle of the last piece is predicted from what is kept. */
static bool dense_enough(se_run *run, double from, double piece)
{
	double t = from + 0.5 * piece;
	delayed_at(run, t);
	for (uint32_t k = 0; k < run->plan->delays.n; k++) {
		double v = run->delay_value[k], kept = se_history_at(run->history, k, t, false, t, v);
		if (fabs(v - kept) > 0.1 * run->settings.tolerance * (1 + fabs(v)))
			return false;
	}
	return true;
}

/* Keeps what is needed of the delayed expressions between two points of the last step: as dense as their own motion asks for, which
 * the error control of the states knows nothing about. */
static void remember(se_run *run, double from, double until)
{
	if (!run->plan->delays.n)
		return;
	for (int pieces = 4; pieces <= 4096; pieces *= 4) {
		double piece = (until - from) / pieces;
		for (uint32_t k = 0; k < run->plan->delays.n; k++)
			se_history_cut(run->history, k, from);
		for (int i = 1; i <= pieces; i++) {
			double t = i == pieces ? until : from + i * piece;
			delayed_at(run, t);
			for (uint32_t k = 0; k < run->plan->delays.n; k++)
				se_history_add(run->history, k, t, run->delay_value[k]);
		}
		if (dense_enough(run, from, piece) && dense_enough(run, from + (pieces / 2) * piece, piece))
			break;
	}
	for (uint32_t k = 0; k < run->plan->delays.n; k++)
		se_history_forget(run->history, k, until - fmax(run->delay_longest[k], run->delay_time[k]));
}

/* The point `until` of the last step becomes the present. */
static void accept(se_run *run, double until)
{
	remember(run, run->time, until);
	run->time = until;
	if (run->plan->states) {
		if (until == run->step_end)
			memcpy(run->x, run->ops->state(run->solver), run->plan->states * sizeof *run->x);
		else
			run->ops->interpolate(run->solver, until, run->x);
	}
	se_at(run, until, run->x);
	if (run->plan->asserts.n) {
		se_evaluate_all(run);
		se_check(run, "the model was simulated");
	}
}

static bool advance(se_run *run, double limit)
{
	run->step_begin = run->time;
	if (!run->plan->states) {
		double most = fmin(run->settings.interval, (run->settings.stop - run->settings.start) / 100);
		run->step_end = run->watching || run->plan->delays.n ? fmin(limit, fmax(run->time + most, nextafter(run->time, INFINITY))) : limit;
		return true;
	}
	run->bad = false;
	sv_status status = run->ops->step(run->solver, limit, &run->step_end);
	if (status == SV_OK && run->step_end > run->time)
		return true;
	se_report_solver(run, status == SV_OK ? SV_TOO_SMALL : status);      /* a step that time cannot show would be made for ever */
	return false;
}

/* Wall time: progress, time-out, and the faster code once it is clear that the run lasts. */
static se_status look_at_clock(se_run *run)
{
	if (++run->since_look < 16)
		return SE_DONE;
	run->since_look = 0;
	run->f = sc_functions_of(run->program);
	double now = sb_clock(), wall = now - run->started;
	if (wall > 0.05)
		sc_optimise(run->program);
	if (se_overdue(run))
		return SE_TIMEOUT;
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
	return first ? first->time : INFINITY;
}

/* The condition that crossed, for messages: the first that changes at this point. */
static uint32_t which_crossed(const se_run *run)
{
	for (uint32_t i = 0; i < run->plan->watches.n; i++)
		if (se_truth(run, i, run->g_a[i]) != run->d->latch[i])
			return i;
	return UINT32_MAX;
}

/* An instant at the present time, and a solver that knows of it. *restarted: the rest of the step is void. */
static bool stand_still(se_run *run, bool crossing, bool *restarted)
{
	uint32_t watch = UINT32_MAX;
	uint64_t before = run->stats.state_events;
	if (crossing) {
		se_watch_at(run, run->time, run->g_a);
		watch = which_crossed(run);
		se_at(run, run->time, run->x);
	}
	if (!se_instant(run, crossing, restarted))
		return false;
	/* what was put into the calendar may lie inside the step that is already made */
	*restarted = *restarted || next_entry(run) < run->step_end;
	if (*restarted && run->solver) {
		run->ops->reset(run->solver, run->time, run->x, true);
		se_logf(run, SE_LOG_SOLVER, "solver restarted");
	}
	return run->stats.state_events == before || !se_accumulates(run, watch);
}

/* What one step of the solver brings: crossings inside it one after another, then its end. *status: the clock on the wall may end
 * the run in the middle of it. */
static bool walk_step(se_run *run, se_status *status)
{
	while (run->time < run->step_end && !run->terminate) {
		double at = run->step_end;
		bool crossing = run->watching && se_find_crossing(run, run->time, run->step_end, &at);
		bool due = next_entry(run) <= at;
		bool last = at == run->settings.stop;
		if (!se_record_grid(run, at, !crossing && !due && !last))
			return false;
		accept(run, at);
		if (run->failed)
			return false;
		*status = look_at_clock(run);
		if (last || *status != SE_DONE)      /* the last instant is taken with terminal() */
			return true;
		bool restarted = false;
		if ((crossing || due) && !stand_still(run, crossing, &restarted))
			return false;
		if (restarted)
			return true;
	}
	return true;
}

static se_status loop(se_run *run)
{
	bool restarted;
	run->step_end = run->time;
	if (!se_instant(run, true, &restarted))
		return SE_FAILED;
	run->stats.state_events = 0;
	open_solver(run);
	while (run->time < run->settings.stop && !run->terminate) {
		double limit = fmin(run->settings.stop, next_entry(run));
		if (limit <= run->time) {
			if (!stand_still(run, false, &restarted))
				return SE_FAILED;
			continue;
		}
		se_status status = SE_DONE;
		if (!advance(run, limit) || !walk_step(run, &status))
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
	run->d->terminal = 1;
	for (uint32_t k = 0; k < run->plan->event_code.n; k++)
		if (run->model->events.at[run->plan->event_code.at[k].event].trigger == SM_ON_TERMINAL)
			se_calendar_put(run->calendar, run->time, 0, SE_EVENT, k);
	uint64_t state_events = run->stats.state_events;
	bool good = se_instant(run, true, &restarted);
	run->stats.state_events = state_events;
	run->d->terminal = 0;
	if (sr_rows(run->record) == rows && run->settings.limits != SE_NONE && sr_time(run->record, rows - 1) < run->time)
		se_record_row(run, run->time, SR_END);
	return good;
}

static void gather_statistics(se_run *run)
{
	run->stats.simulate_seconds = sb_clock() - run->started;
	if (!run->solver) {
		snprintf(run->stats.chosen, sizeof run->stats.chosen, "none (the model has no states)");
		return;
	}
	run->ops->statistics(run->solver, &run->stats.solver);
	snprintf(run->stats.chosen, sizeof run->stats.chosen, "%s", run->ops->chosen(run->solver));
}

/* A record that no memory can hold is refused at once, not after an hour. */
static bool record_fits(se_run *run)
{
	double rows = (run->settings.stop - run->settings.start) / run->settings.interval + 1;
	double gigabytes = rows * (run->channel_count + 2) * sizeof(double) / 1e9;
	if (gigabytes < 16)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0406", (sb_span){0}, "recording %u variables at %.0f times would take %.3g gigabytes",
	                          run->channel_count, rows, gigabytes);
	sb_help(m, "select what you need with --vars, or record less often with --step");
	return false;
}

se_status se_simulate(se_run *run, const se_settings *settings)
{
	run->settings = *settings;
	sr_record_free(run->record);
	run->record = NULL;
	if (!settings_are_good(run))
		return SE_FAILED;
	clear(run);
	if (run->used) {                 /* nothing of a simulation before, not even a guess, may be seen in this one */
		free_data(run);
		make_data(run);
	}
	run->used = true;
	run->f = sc_functions_of(run->program);
	run->d->deadline = run->settings.timeout > 0 ? run->started + run->settings.timeout : 0;
	se_record_open(run);
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
		sc_forgive(run->d);
		if (sr_time(run->record, sr_rows(run->record) - 1) < run->time && run->settings.limits != SE_NONE)
			se_record_row(run, run->time, SR_END);
	}
	gather_statistics(run);
	close_solver(run);
	if (run->timed_out)
		return SE_TIMEOUT;
	if (status == SE_DONE && run->terminate) {
		sb_report(run->diag, SB_INFO, "R0207", (sb_span){0}, "the model ended the run at time %.9g: %s", run->time, run->terminate_message);
		return SE_TERMINATED;
	}
	return status;
}

const sr_record *se_record(const se_run *run)
{
	return run->record;
}

sr_record *se_take_record(se_run *run)
{
	sr_record *record = run->record;
	run->record = NULL;
	return record;
}

const se_statistics *se_stats(const se_run *run)
{
	return &run->stats;
}

double se_time(const se_run *run)
{
	return run->time;
}

double se_value(const se_run *run, uint32_t scalar)
{
	return sc_scalar_value(run->d, scalar);
}

sc_data *se_data(se_run *run)
{
	return run->d;
}
