/* Making, clearing and freeing a frame, and what the model asks of the run while it is evaluated: delays, transports,
 * reinit, assertions, events. */
#include "code/apart.h"
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/past/past.h"
#include "engine/process/engine_process.h"
#include "engine/watch/watch.h"
#include <math.h>
#include <string.h>

#define KEEP(type, n) keep(run, sb_new_array(run->own, type, n), (n) * sizeof(type))

static double on_delay(void *context, int delay, double value, double time)
{
	se_run *run = context;
	double now = run->d->time;
	if (!run->image->delays.at[delay].steady)
		return se_moving_delay(run, (uint32_t)delay, value, time);
	/* a jump is out from the instant on that takes it from the calendar, which may be one of something else */
	double out = run->segment + se_rounding_at(run, run->segment);
	return se_history_behind(run->past->history, run->delays->id[delay], time, now, out, value);
}

static double on_transport(void *context, int transport, int what, double x, bool positive)
{
	return se_transported(context, (uint32_t)transport, what, x, positive);
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
	if (a->level && run->mode->assert_told[slot])
		return;
	if (run->looked->probing) {
		run->looked->probed = true;
		return;
	}
	if (inside_when && sc_noticed(run->d))
		return;                  /* its condition computes with what has no value: that is told, and ends the run */
	run->mode->assert_told[slot] = 1;
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
	si_show_component(run->image, si_word(run->image, a->component), a->span, m);
	if (!a->level)
		run->failed = true;
}

static void on_terminate(void *context, const char *message)
{
	se_run *run = context;
	run->terminate = true;
	run->terminate_message = sb_strdup(run->once, message ? message : "");
}

static bool on_heard(void *context)
{
	return se_is_heard(context);
}

static void on_happens(void *context, const char *name, const char *text)
{
	se_tell(context, (sr_event){.what = SR_TELLS, .name = name, .was = NAN, .now = NAN}, "%s", text);
}

static void on_schedule(void *context, int event, double delay)
{
	se_run *run = context;
	const si_event *e = &run->image->event_code.at[event];
	if (!(delay >= 0)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0206", e->span,
								  "event '%s' is scheduled %.9g seconds from now", si_word(run->image, e->name), delay);
		sb_help(m, "a delay must not be negative; 0 means the next microstep of the same instant");
		run->failed = true;
	} else if (run->time + delay == run->time) {     /* also a delay that is too short for time to show */
		se_queue_event(run, (uint32_t)event);
	} else {
		se_calendar_put(run->calendar, run->time + delay, e->priority, SE_EVENT, (uint32_t)event);
	}
}

/* What straight code has programmed, in this order. */
void se_flush_programs(se_run *run)
{
	sc_data *d = run->d;
	for (int i = 0; i < d->programs; i++) {
		uint32_t event = (uint32_t)d->programmed[i];
		if (d->due[event] == run->time)
			se_queue_event(run, event);
		else
			se_calendar_put(run->calendar, d->due[event], run->image->event_code.at[event].priority, SE_EVENT, event);
	}
	d->programs = 0;
}

void se_join_programs(se_run *run)
{
	run->d->due = run->mode->event_time;
	run->d->programmed = run->mode->programmed;
}

static void on_cancel(void *context, int event)
{
	se_run *run = context;
	se_calendar_remove(run->calendar, SE_EVENT, (uint32_t)event);
}

static bool is_itself(const se_run *run, uint32_t event, uint32_t by)
{
	(void)run;
	return event == by;
}

/* Takes a pending activation away; false: there was none. */
static bool take_away(se_run *run, uint32_t event)
{
	uint32_t which;
	if (isnan(run->mode->event_time[event]))
		return false;
	if (!se_unqueue_event(run, is_itself, event, &which))
		se_calendar_remove(run->calendar, SE_EVENT, event);
	return true;
}

static void tell_lost(se_run *run, const si_event *e, sb_span here, double due, double delay)
{
	sb_message *m = sb_report(run->diag, SB_WARNING, delay < 0 ? "R0725" : "R0724", here,
		delay < 0 ? "the activation '%s' is cancelled at time %.9g, %.9g before it would come"
				  : "the activation '%s' is programmed at time %.9g while it is pending for %.9g later: that one is "
					"lost",
		si_word(run->image, e->name), run->time, due - run->time);
	sb_note(m, "an activation has at most one pending event; this is told once for each activation");
	if (!(delay < 0))
		sb_help(m, "let it come before it is programmed again; an EventDelayedChannel keeps all events");
}

/* An activation is programmed (E167). */
static void on_program(void *context, int event, int action, double delay)
{
	se_run *run = context;
	const si_event *e = &run->image->event_code.at[event];
	se_flush_programs(run);
	double due = run->mode->event_time[event];
	sb_span here = run->image->actions.at[action].span;
	if (isnan(delay) || (isinf(delay) && delay > 0)) {
		sb_message *m = sb_report(run->diag, SB_ERROR, "R0723", here,
								  "the activation '%s' is programmed with a delay that is %s, at time %.9g",
								  si_word(run->image, e->name), isnan(delay) ? "no number" : "infinite", run->time);
		sb_help(m, "give a delay in seconds; a negative one cancels a pending event");
		run->failed = true;
		return;
	}
	if (take_away(run, (uint32_t)event) && !run->mode->event_told[event]) {
		tell_lost(run, e, here, due, delay);
		run->mode->event_told[event] = true;
	}
	run->mode->event_time[event] = delay < 0 ? NAN : run->time + delay;
	if (delay >= 0)
		on_schedule(run, event, delay);
}

/* An array that is part of the state of the run: see run_archive.c. */
static void *keep(se_run *run, void *at, size_t size)
{
	sb_push(run->own, run->mode->kept, ((struct se_kept){at, size}));
	return at;
}

static void allocate(se_run *run)
{
	const si_image *image = run->image;
	uint32_t n = image->states + 1, w = image->watches.n + 1, c = image->clocks.n + image->event_code.n + 1,
			 e = image->event_code.n + 1, l = image->delays.n + 1;
	double **states[] = {&run->x_try, &run->x_there, &run->bad_x, &run->fresh_xd, &run->reinit_value,
						 &run->reinit_before, &run->nominal, &run->size, &run->sizing->most, &run->sizing->was,
						 &run->sizing->way, &run->sizing->least, &run->sizing->reach};
	se_view *v = run->view;
	double **watches[] = {&v->begin,         &v->end,         &v->near,      &v->far,         &v->scale,
						  &v->slack,         &v->peak,        &v->blur,      &v->area,        &v->lasts,
						  &v->doubt,         &v->deep,        &v->back,      &v->apart,       &v->times,
						  &v->way,           &run->g_a,       &run->g_noise, &run->next_when, &run->watch_when,
						  &run->watch_slope, &run->forced_at, &v->beyond,    &v->looks};
	double **others[] = {&run->ticks->start,     &run->ticks->interval, &run->mode->event_value,
						 &run->mode->event_time, &run->delays->value,   &run->delays->time,
						 &run->delays->longest};
	uint32_t sizes[] = {c, c, e, e, l, l, l};
	for (size_t i = 0; i < sizeof states / sizeof *states; i++)
		*states[i] = KEEP(double, n);
	for (size_t i = 0; i < sizeof watches / sizeof *watches; i++)
		*watches[i] = KEEP(double, w);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		*others[i] = KEEP(double, sizes[i]);
	run->mode->programmed = sb_new_array(run->own, int, e);
	if (image->switches.n) {
		run->mode->x_left = KEEP(double, n);
		run->x_unset = KEEP(double, n);
	}
	run->sizing->kind = KEEP(char, n);
	run->reinit_set = KEEP(bool, n);
	run->view->masked = KEEP(bool, w);
	run->view->guessed = KEEP(bool, w);
	run->view->resolved = KEEP(bool, w);
	run->flips = KEEP(uint32_t, w);
	run->truth = KEEP(long long, w);
	run->turned = KEEP(uint64_t, w);
	run->forced = KEEP(long long, w);
	run->delays->id = sb_new_array(run->own, uint32_t, l);
	run->delays->profile_id = sb_new_array(run->own, uint32_t, image->transports.n + 1);
	run->delays->flow = KEEP(double, 4 * (size_t)image->transports.n + 1);
	run->delays->flows = sb_new_array(run->own, se_samples, image->transports.n + 1);
	run->ticks->tick = KEEP(uint64_t, c);
	run->mode->event_true = KEEP(bool, e);
	run->mode->event_told = KEEP(bool, e);
	for (uint32_t k = 0; k < image->event_code.n; k++)
		run->mode->conditions |= image->event_code.at[k].trigger <= SI_ON_EDGE &&
			image->event_code.at[k].trigger != SI_ON_PERIOD;
	run->mode->assert_told = KEEP(char, image->asserts.n + image->actions.n + 1);
	run->memory = (sb_u32s){0};
	run->memory_known = false;
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
	se_passed_forget(run);
	se_sampled_forget(run);
	run->reinits.n = run->view->blurred.n = 0;
	memset(run->delays->flows, 0, run->image->transports.n * sizeof *run->delays->flows);
	memset(run->reinit_set, 0, run->image->states * sizeof *run->reinit_set);
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		run->watch_when[i] = run->forced_at[i] = NAN;
		run->view->scale[i] = run->g_noise[i] = run->view->blur[i] = run->view->area[i] = run->view->lasts[i] = 0;
		run->view->peak[i] = INFINITY;
		run->view->way[i] = run->view->deep[i] = run->view->back[i] = run->view->times[i] = 0;
		run->view->beyond[i] = run->view->looks[i] = run->view->doubt[i] = 0;
		run->view->guessed[i] = run->view->resolved[i] = false;
	}
	memset(run->mode->assert_told, 0, run->image->asserts.n + run->image->actions.n);
	memset(run->mode->event_true, 0, run->image->event_code.n * sizeof *run->mode->event_true);
	memset(run->mode->event_told, 0, run->image->event_code.n * sizeof *run->mode->event_told);
	for (uint32_t k = 0; k < run->image->event_code.n; k++)
		run->mode->event_time[k] = NAN;
}

void se_make_data(se_run *run)
{
	sc_hooks hooks = { .delay = on_delay, .transport = on_transport, .reinit = on_reinit, .assertion = on_assertion,
		.terminate = on_terminate, .heard = on_heard, .happens = on_happens, .schedule = on_schedule,
		.program = on_program, .cancel = on_cancel };
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

/* What each room keeps of it. */
static void make_groups(se_run *run)
{
	run->delays = sb_new(run->own, se_delays);
	run->ticks = sb_new(run->own, se_ticks);
	run->view = sb_new(run->own, se_view);
	run->sizing = sb_new(run->own, se_sizing);
	run->claims = sb_new(run->own, se_claims);
	run->mode = sb_new(run->own, se_mode_frame);
}

void se_frame_make(se_run *run, sc_program *program)
{
	run->program = program;
	run->image = sc_image(program);
	run->own = sb_arena_new();
	make_groups(run);
	run->f = sc_functions_of(program);
	se_make_data(run);
	allocate(run);
	se_join_programs(run);
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
	if (run->singly) {
		sc_parts_free(run->singly->parts);
		sc_apart_free(run->singly->apart);
	}
	se_free_data(run);
	sb_arena_free(run->own);
	run->frame = (se_frame){0};
}

void se_mode_frame_archive(se_run *run, sb_archive *a)
{
	se_mode_frame *m = run->mode;
	double *const numbers[] = {&m->entered, &m->stay, &m->entering};
	sb_archive_tag(a, "mode");
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		sb_archive_one(a, *numbers[k]);
	sb_archive_one(a, m->entries);
	for (uint32_t i = 0; i < m->kept.n; i++)
		sb_archive_bytes(a, m->kept.at[i].at, m->kept.at[i].size);
}
