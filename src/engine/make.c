/* A run as an object: what the model asks of it while it is evaluated, making and freeing it, values given from
 * outside, and what it tells afterwards. */
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
	if (!run->image->delays.at[delay].steady)
		return se_moving_delay(run, (uint32_t)delay, value, time);
	/* at the far end of a jump: after it from the instant on, before it up to there */
	return se_history_at(run->history, run->delay_id[delay], now - time, now <= run->segment, now, value);
}

static double on_transport(void *context, int transport, int what, double x, bool positive)
{
	return se_transported(context, (uint32_t)transport, what, x, positive);
}

void se_reinit(se_run *run, int state, int scalar, double value)
{
	if (run->image->switches.n || run->image->may_jump)        /* in another mode what was named may be another state */
		se_state_reinit(run, (uint32_t)scalar,
						state >= 0 && si_place_of(run->image, (uint32_t)scalar).negated ? -value : value);
	run->reinit_any = true;
	if (state < 0)
		return;
	run->reinit_value[state] = value;
	if (!run->reinit_set[state]) {
		sb_push(run->own, run->reinits, (uint32_t)state);
		run->reinit_before[state] = run->x[state];
	}
	if (run->process->running)       /* a routine reads what it has set */
		run->x[state] = value;
	run->reinit_set[state] = true;
}

static void on_reinit(void *context, int state, int scalar, double value)
{
	se_reinit(context, state, scalar, value);
}

static void on_assertion(void *context, int number, bool inside_when, const char *message)
{
	se_run *run = context;
	const si_action *a = inside_when ? &run->image->actions.at[number] : &run->image->asserts.at[number];
	uint32_t slot = (inside_when ? run->image->asserts.n : 0) + (uint32_t)number;
	if (a->level && run->assert_told[slot])
		return;
	if (run->probing) {
		run->probed = true;
		return;
	}
	if (inside_when && sc_noticed(run->d))
		return;                  /* its condition computes with what has no value: that is told, and ends the run */
	run->assert_told[slot] = 1;
	sb_message *m =
		sb_report(run->diag, a->level ? SB_WARNING : SB_ERROR, a->level ? "R0205" : "R0204", a->span,
				  "an assertion %s at time %.9g: %s", a->level ? "does not hold" : "failed", run->d->time, message);
	if (a->condition) {
		sb_text text = {0};
		si_print(run->image, a->condition, &text);
		sb_note(m, "'%s' is false%s%s", text.at, a->component ? " in component " : "",
				si_word(run->image, a->component));
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
	const si_event *e = &run->image->event_code.at[event];
	if (!(delay >= 0)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0206", e->span,
								  "event '%s' is scheduled %.9g seconds from now", si_word(run->image, e->name), delay);
		sb_help(m, "a delay is not negative; 0 is the next microstep of the same instant");
		run->failed = true;
	} else if (run->time + delay == run->time) {     /* also a delay that is too short for time to show */
		se_queue_event(run, (uint32_t)event);
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

/* An array that is part of the state of the run: see archive.c. */
static void *keep(se_run *run, void *at, size_t size)
{
	sb_push(run->own, run->kept, ((struct se_kept){at, size}));
	return at;
}
#define KEEP(type, n) keep(run, sb_new_array(run->own, type, n), (n) * sizeof(type))

static void allocate(se_run *run)
{
	const si_image *image = run->image;
	uint32_t n = image->states + 1, w = image->watches.n + 1, c = image->clocks.n + image->event_code.n + 1,
			 e = image->event_code.n + 1, l = image->delays.n + 1;
	double **states[] = {&run->x_try, &run->bad_x, &run->reinit_value, &run->reinit_before, &run->nominal,
	                     &run->size, &run->size_most, &run->size_was, &run->size_way, &run->size_least};
	double **watches[] = {&run->g_begin,   &run->g_end,    &run->g_a,     &run->g_near,     &run->g_far,
						  &run->g_scale,   &run->g_slack,  &run->g_noise, &run->g_peak,     &run->g_blur,
						  &run->g_area,    &run->g_lasts,  &run->g_way,   &run->watch_when, &run->watch_slope,
						  &run->next_when, &run->forced_at};
	double **others[] = {&run->clock_start, &run->clock_interval, &run->event_value,  &run->event_time,
						 &run->delay_value, &run->delay_time,     &run->delay_longest};
	uint32_t sizes[] = {c, c, e, e, l, l, l};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		*states[i] = KEEP(double, n);
	for (size_t i = 0; i < sizeof watches / sizeof *watches; i++)
		*watches[i] = KEEP(double, w);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		*others[i] = KEEP(double, sizes[i]);
	if (image->switches.n) {
		run->x_left = KEEP(double, n);
		run->x_unset = KEEP(double, n);
	}
	run->size_kind = KEEP(char, n);
	run->reinit_set = KEEP(bool, n);
	run->masked = KEEP(bool, w);
	run->flips = KEEP(uint32_t, w);
	run->truth = KEEP(long long, w);
	run->turned = KEEP(uint64_t, w);
	run->forced = KEEP(long long, w);
	run->delay_id = sb_new_array(run->own, uint32_t, l);
	run->profile_id = sb_new_array(run->own, uint32_t, image->transports.n + 1);
	run->flow = KEEP(double, 4 * (size_t)image->transports.n + 1);
	run->flows = sb_new_array(run->own, se_samples, image->transports.n + 1);
	if (image->transports.n)
		run->x_begin = KEEP(double, n);
	run->clock_tick = KEEP(uint64_t, c);
	run->event_true = KEEP(bool, e);
	run->assert_told = KEEP(char, image->asserts.n + image->actions.n + 1);
	run->pre_discrete = sb_new_array(run->own, bool, image->pres.n + 1);
	for (uint32_t k = 0; k < image->pres.n; k++)
		run->pre_discrete[k] = image->pres.at[k].discrete;
}

void se_frame_clear(se_run *run)
{
	se_select_clear(run);
	se_guards_clear(run);
	se_forget_flips(run);
	se_ahead_forget(run);
	run->reinits.n = run->blurred.n = 0;
	memset(run->flows, 0, run->image->transports.n * sizeof *run->flows);
	memset(run->reinit_set, 0, run->image->states * sizeof *run->reinit_set);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		run->watch_when[i] = run->forced_at[i] = NAN;
		run->g_scale[i] = run->g_noise[i] = run->g_blur[i] = run->g_area[i] = run->g_lasts[i] = 0;
		run->g_peak[i] = INFINITY;
		run->g_way[i] = 0;
	}
	memset(run->assert_told, 0, run->image->asserts.n + run->image->actions.n);
	memset(run->event_true, 0, run->image->event_code.n * sizeof *run->event_true);
}

void se_make_data(se_run *run)
{
	sc_hooks hooks = { .delay = on_delay, .transport = on_transport, .reinit = on_reinit, .assertion = on_assertion,
		.terminate = on_terminate, .schedule = on_schedule, .cancel = on_cancel };
	se_processes_hooks(&hooks);
	run->d = sc_data_new(run->program, run->diag);
	sc_set_objects(run->d, run->objects);
	run->x = run->d->x;
	run->xd = run->d->xd;
	sc_set_hooks(run->d, &hooks, run);
}

void se_free_data(se_run *run)
{
	run->d->x = run->x;
	run->d->xd = run->xd;
	sc_data_free(run->d);
}

void se_frame_make(se_run *run, sc_program *program)
{
	run->program = program;
	run->image = sc_image(program);
	run->own = sb_arena_new();
	run->f = sc_functions_of(program);
	se_make_data(run);
	allocate(run);
	se_select_open(run);
	run->watching = se_lens_open(run);
	se_ahead_open(run);
	se_projection_open(run);
	se_choice_open(run);
	se_guards_make(run);
	se_follow_open(run);
	se_frame_clear(run);
	se_mode_tables(run);
}

void se_frame_free(se_run *run)
{
	if (run->solver)
		run->solver->operations->free(run->solver);
	se_projection_close(run);
	se_impulses_close(run);
	se_left_close(run);
	se_free_data(run);
	sb_arena_free(run->own);
	run->frame = (se_frame){0};
}

se_run *se_run_new(sc_program *program, sb_diag *diag)
{
	se_run *run = sb_resize(NULL, sizeof *run);
	memset(run, 0, sizeof *run);
	run->diag = diag;
	run->stores = true;
	run->arena = sb_arena_new();
	run->once = sb_arena_new();
	run->objects = sc_objects_new();
	run->calendar = se_calendar_new();
	run->history = se_history_new(0);
	run->delay_ids = sb_map_new(run->arena);
	run->profile_ids = sb_map_new(run->arena);
	sb_push(run->arena, run->frames, sb_new(run->arena, se_frame));
	run->image = sc_image(program);
	se_processes_open(run);
	se_frame_make(run, program);
	return run;
}

static void close_solver(se_run *run)
{
	if (run->solver)
		run->solver->operations->free(run->solver);
	run->solver = NULL;
}

void se_close_solvers(se_run *run)
{
	se_visit_frames(run, close_solver);
}

void se_run_free(se_run *run)
{
	if (!run)
		return;
	sc_objects_clear(run->objects);
	se_hold_clear(run);
	se_processes_close(run);
	se_visit_frames(run, se_frame_free);
	sc_objects_free(run->objects);
	se_calendar_free(run->calendar);
	se_history_free(run->history);
	se_forget_profiles(run);
	sr_record_free(run->record);
	sr_record_free(run->cross);
	sb_arena_free(run->once);
	sb_arena_free(run->arena);
	free(run);
}

static const char *name_of(se_run *run, uint32_t scalar)
{
	sb_text text = {0};
	si_scalar_name(run->image, scalar, &text);
	const char *name = sb_strdup(run->arena, text.at);
	sb_text_free(&text);
	return name;
}

static bool settable(se_run *run, uint32_t scalar)
{
	const si_image *image = run->in ? run->frames.at[0]->image
								  : run->image; /* of the first mode: others have parts of the structure of their own */
	const si_variable *v = si_owner(image, scalar);
	bool parameter = v->variability == SI_PARAMETER, unknown = parameter && v->unknown;
	if (si_parameter_number(image, scalar) != UINT32_MAX && parameter && !v->final && !v->structural && !unknown)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0101", v->span, "'%s' cannot be set from outside: it is %s",
	                          name_of(run, scalar),
	                          v->structural                    ? "part of the model's structure"
	                          : v->final                       ? "final"
	                          : v->variability == SI_CONSTANT  ? "a constant"
	                          : unknown                        ? "determined by the initial equations (fixed = false)"
	                                                           : "a variable, not a parameter");
	if (v->structural)
		sb_help(
			m,
			"its value went into sizes or conditions of the equations: translate the model again with the new value");
	return false;
}

const char *se_wanted(uint32_t type, uint32_t literals, double value)
{
	if (literals && !(value >= 1 && value <= literals && value == floor(value)))
		return "the number of one of its values";
	if (type == SI_TYPE_BOOLEAN && value != 0 && value != 1)
		return "0 or 1";
	if (type == SI_TYPE_INTEGER && !(fabs(value) < 9007199254740992.0 && value == floor(value)))
		return "a whole number, smaller than 2^53 in size";
	return isfinite(value) ? NULL : "a finite number";
}

/* A number must be one that the type has; a text only a String can have. */
static bool suits(se_run *run, uint32_t scalar, double value, const char *string)
{
	const si_variable *v = si_owner(run->image, scalar);
	const char *wanted = NULL;
	if ((v->type == SI_TYPE_STRING) != (string != NULL))
		wanted = v->type == SI_TYPE_STRING ? "a text" : "a number";
	else if (v->type != SI_TYPE_STRING)
		wanted = se_wanted(
			v->type, v->enumeration ? run->image->enums.at[v->enumeration - 1].literals.n : 0, value);
	if (!wanted)
		return true;
	const char *name = name_of(run, scalar);
	sb_message *m =
		string ? sb_report(run->diag, SB_ERROR, "R0106", v->span, "'%s' is not a value for '%s'", string, name)
			   : sb_report(run->diag, SB_ERROR, "R0106", v->span, "%.17g is not a value for '%s'", value, name);
	sb_help(m, "give %s", wanted);
	return false;
}

bool se_suits(se_run *run, uint32_t scalar, double value)
{
	return suits(run, scalar, value, NULL);
}

static bool give(se_run *run, uint32_t scalar, double value, const char *string)
{
	if (!settable(run, scalar) || !suits(run, scalar, value, string))
		return false;
	uint32_t i = 0;
	while (i < run->given.n && run->given.at[i].scalar != scalar)
		i++;
	if (i == run->given.n)
		sb_push(run->arena, run->given, ((struct se_given){0}));
	run->given.at[i] = (struct se_given){scalar, value, string};
	for (i = 0; i < run->numbers.n && run->numbers.at[i].scalar != scalar;)
		i++;
	if (i == run->numbers.n && !string)
		sb_push(run->arena, run->numbers, ((sc_given){0}));
	if (!string)
		run->numbers.at[i] = (sc_given){scalar, value};
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

void se_refuse(se_run *run)
{
	run->refused = true;
}

/* ------------------------------------------------------------------------------------------- telling afterwards */

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

const se_mode_use *se_modes(const se_run *run, uint32_t *count)
{
	*count = run->uses.n;
	return run->uses.at;
}

const se_mode_search *se_searched(const se_run *run)
{
	return &run->search;
}

bool se_is_paused(const se_run *run)
{
	return run->outcome == SE_PAUSED;
}

double se_time(const se_run *run)
{
	return run->outcome == SE_PAUSED ? run->shown_at : run->time;
}

double se_value(const se_run *run, uint32_t scalar)
{
	return sc_scalar_value(run->d, scalar);
}

sc_data *se_data(se_run *run)
{
	return run->d;
}
