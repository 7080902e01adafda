/* Sources of activations that have code of their own (docs/diagrams.md): the calendar gives the source, its function is
 * called, and nothing else is evaluated. The general way (engine/instant) is the reference: rows and messages are the
 * same, and whatever is not a plain turn of such a source is left to it. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/look/guard.h"
#include "engine/look/look.h"
#include "engine/modes/engine_modes.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/run/run.h"
#include <math.h>
#include <string.h>

/* What becomes of a turn, or of an instant: done; not begun, for the general way; or the run must end. */
typedef enum turn { TURNED, LEFT, ENDED } turn;

bool se_has_sources(const se_run *run)
{
	return run->f->sources && !run->process->any && !run->guards->moving && !run->hold && !run->instants->changes.n &&
		(run->settings.rows == SE_ROWS_GRID || run->settings.rows == SE_ROWS_ENDS) && !se_is_heard(run);
}

static bool is_straight(const se_run *run, const se_entry *e)
{
	return se_kind_of(e) == SE_EVENT && run->f->sources[e->number];
}

static void turn_boolean(se_run *run, uint32_t event)
{
	uint32_t place = run->image->event_code.at[event].turned - 1 - run->image->reals;
	run->d->i[place] = !run->d->i[place];
}

/* The event is taken: its Boolean turns, if others may come with it, and a periodic one is planned again. */
static void begin_turn(se_run *run, uint32_t event)
{
	const si_event *e = &run->image->event_code.at[event];
	if (e->group)
		turn_boolean(run, event);
	if (e->trigger == SI_ON_SCHEDULE)
		run->mode->event_time[event] = NAN;
	else
		se_plan_event_again(run, event);
}

/* The event waits again, as if it had not been taken. */
static void take_back(se_run *run, uint32_t event)
{
	const si_event *e = &run->image->event_code.at[event];
	if (e->trigger == SI_ON_SCHEDULE) {
		run->mode->event_time[event] = run->time;
	} else {
		run->ticks->tick[run->image->clocks.n + event]--;
		se_calendar_remove(run->calendar, SE_EVENT, event);
	}
}

/* All events of this turn, and those that wait behind them, wait in this order. */
static void queue_again(se_run *run, uint32_t event, const sb_u32s *with)
{
	sb_u32s rest = {0};
	se_turn_entry e;
	while (se_next_turn(run, &e))
		sb_push(run->once, rest, e.number);
	take_back(run, event);
	se_queue_event(run, event);
	for (uint32_t i = 0; i < with->n; i++) {
		take_back(run, with->at[i]);
		se_queue_event(run, with->at[i]);
	}
	for (uint32_t i = 0; i < rest.n; i++)
		se_queue_event(run, rest.at[i]);
}

static turn run_source(se_run *run, uint32_t event)
{
	uint32_t group = run->image->event_code.at[event].group, other;
	sb_u32s *with = &run->control->synchronous;
	with->n = 0;
	begin_turn(run, event);
	while (group && run->process->head != run->process->tail &&
		   se_unqueue_event(run, se_is_of_group, group, &other)) {
		begin_turn(run, other);
		sb_push(run->own, *with, other);
	}
	if (!run->f->sources[event](run->d))
		return run->failed || run->d->failed ? ENDED : TURNED;
	sc_forgive(run->d);
	queue_again(run, event, with);
	return LEFT;
}

/* Whoever waits for a turn in this instant, one after another. */
static turn run_waiting(se_run *run)
{
	uint32_t count = 1;
	turn now = TURNED;
	se_turn_entry e;
	while (now == TURNED && count++ < run->settings.max_microsteps && se_next_turn(run, &e)) {
		if (!run->f->sources[e.number]) {
			sb_u32s none = {0};
			queue_again(run, e.number, &none);
			return LEFT;
		}
		now = run_source(run, e.number);
	}
	return now;
}

/* The entries of this instant queue up. False: one of them is none of ours, and all are in the calendar again. */
static bool take_entries(se_run *run)
{
	sb_vec(se_entry) taken = {0};
	const se_entry *first;
	bool good = true;
	sb_mark mark = sb_arena_mark(run->once);
	while ((first = se_calendar_first(run->calendar)) && first->time <= run->time) {
		good = good && is_straight(run, first);
		sb_push(run->once, taken, *first);
		se_calendar_drop_first(run->calendar);
	}
	for (uint32_t i = 0; i < taken.n; i++) {
		const se_entry *e = &taken.at[i];
		if (good)
			se_queue_event(run, e->number);
		else
			se_calendar_put(run->calendar, e->time, e->priority, se_kind_of(e), e->number);
	}
	sb_arena_rewind(run->once, mark);
	return good;
}

static turn run_due(se_run *run)
{
	const se_entry *first = se_calendar_first(run->calendar);
	uint32_t event = first->number;
	se_calendar_gather(run->calendar, run->time, run->time + se_time_rounding(run));
	bool alone = true;
	for (uint32_t i = 1; i <= SE_CHILDREN && i < run->calendar->n; i++)
		alone = alone && run->calendar->at[i].time > run->time;
	if (alone) {
		se_calendar_drop_first(run->calendar);
		turn now = run_source(run, event);
		if (now != TURNED || run->process->head == run->process->tail)
			return now;
		se_first_round(run);
		return run_waiting(run);
	}
	if (!take_entries(run))
		return LEFT;
	se_first_round(run);
	return run_waiting(run);
}

static bool note_row(se_run *run, double *row)
{
	se_here(run);
	bool good = se_evaluate_recorded(run);
	se_record_values(run, row);
	return good;
}

static turn instant(se_run *run, bool rows)
{
	se_recording *r = run->recording;
	if (rows && !note_row(run, r->left_row))
		sc_forgive(run->d);
	run->d->event = 1;
	turn now = run_due(run);
	run->d->event = 0;
	if (now == LEFT)
		return LEFT;
	if (now == ENDED && run->d->failed)
		se_report_trouble(run, "an event was handled");
	if (now == TURNED && rows && !note_row(run, r->right_row)) {
		se_report_trouble(run, "an event was handled");
		now = ENDED;
	}
	if (now == TURNED && run->guards->changing && !se_guard_instant(run)) {
		se_evaluate_all(run);
		now = se_check(run, "an event was handled") ? TURNED : ENDED;
	}
	if (now == ENDED && rows)
		memcpy(r->right_row, r->left_row, run->channel_count * sizeof(double));
	run->stats.time_events++;
	if (rows)
		se_record_instant(run, true);
	return now;
}

/* Time goes on to the next entry; what the grid asks for in between is recorded. */
static void go_on_to(se_run *run, double time)
{
	if (time > run->control->light_grid) {
		se_record_grid(run, time, false);
		run->control->light_grid = se_next_grid(run);
	}
	run->time = run->d->time = time;
}

se_status se_run_sources(se_run *run, double until, bool to_event)
{
	enum { LOOK = 1024 };            /* at the clock on the wall */
	se_status status = SE_DONE;
	bool limits = run->settings.limits != SE_NONE && run->settings.rows != SE_ROWS_ENDS, any = false;
	uint32_t count = 0;
	turn now = TURNED;
	if (run->process->head != run->process->tail)
		return SE_DONE;              /* an instant that the general way is in */
	run->control->light_grid = se_next_grid(run);
	while (now == TURNED && status == SE_DONE && !run->terminate && !run->unwanted && !(any && to_event)) {
		const se_entry *first = se_calendar_first(run->calendar);
		if (!first || first->time <= run->time || first->time > until || !is_straight(run, first) ||
			!(se_stop_or(run, first->time) < run->settings.stop))
			break;
		go_on_to(run, first->time);
		bool grid = run->time == run->control->light_grid;
		now = instant(run, limits || grid);
		if (grid)
			run->control->light_grid = se_next_grid(run);
		any = true;
		if (++count % LOOK == 0 && now == TURNED)
			status = se_look_at_clock(run);
	}
	if (any) {
		run->instants->last_instant = run->segment = run->step_end = run->time;
		se_here(run);
		sc_accepted(run->d, run->time);
	}
	return now == ENDED ? SE_FAILED : status;
}
