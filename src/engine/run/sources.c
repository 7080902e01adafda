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
#include <float.h>
#include <math.h>
#include <string.h>

/* What becomes of a turn, or of an instant: done; not begun, for the general way; or the run must end. */
typedef enum turn { TURNED, LEFT, ENDED } turn;
enum { PLAIN_MOST = 1024 };          /* instants between two looks at the clock on the wall */

/* Some have code of their own, and nobody wants to know more of them than what they set. */
static bool may_be_straight(const se_run *run)
{
	return run->f->sources && !run->process->any && !run->hold && !run->instants->changes.n &&
		(run->settings.rows == SE_ROWS_GRID || run->settings.rows == SE_ROWS_ENDS) && !se_is_heard(run);
}

bool se_has_sources(const se_run *run)
{
	return run->image->sources_alone && may_be_straight(run) && !run->guards->moving;
}

static bool is_straight(const se_run *run, const se_entry *e)
{
	return e && se_kind_of(e) == SE_EVENT && run->f->sources[e->number];
}

static long long *boolean_of(se_run *run, uint32_t event)
{
	return &run->d->i[run->image->event_code.at[event].turned - 1 - run->image->reals];
}

/* By event: the next one with the same function, in a circle; itself: there is no other. */
static void find_circles(se_run *run)
{
	const si_image *image = run->image;
	uint32_t n = image->event_code.n, *next = sb_new_array(run->own, uint32_t, n + 1);
	sb_map last = sb_map_new(run->own);
	uint64_t found;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t group = run->f->sources[k] ? image->event_code.at[k].group : 0;
		next[k] = k;
		if (group && sb_map_get(&last, group, &found)) {
			next[k] = next[found];
			next[found] = k;
		}
		if (group)
			sb_map_put(&last, group, k);
	}
	run->control->circle = next;
	run->control->ran = sb_new_array(run->own, bool, n + 1);
	run->control->plain = sb_new_array(run->own, bool, n + 1);
	for (uint32_t k = 0; k < n; k++)
		run->control->plain[k] = run->f->sources[k] && image->event_code.at[k].trigger == SI_ON_SCHEDULE;
}

static inline void note_run(se_run *run, uint32_t event)
{
	if (run->control->ran[event])
		return;
	run->control->ran[event] = true;
	sb_push(run->own, run->control->run_list, event);
}

/* The event is taken, and a periodic one is planned again. */
static void begin_turn(se_run *run, uint32_t event)
{
	const si_event *e = &run->image->event_code.at[event];
	if (e->trigger == SI_ON_SCHEDULE)
		run->mode->event_time[event] = NAN;
	else
		se_plan_event_again(run, event);
	note_run(run, event);
}

/* Left limits of all that has run are kept again. */
static void keep_limits(se_run *run)
{
	sb_u32s *list = &run->control->run_list;
	for (uint32_t i = 0; i < list->n; i++) {
		run->f->source_limits[list->at[i]](run->d);
		run->control->ran[list->at[i]] = false;
	}
	list->n = 0;
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
static void queue_again(se_run *run, uint32_t event)
{
	const sb_u32s *with = &run->control->synchronous;
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

/* Which ones come of those that have one function. */
static void gather_synchronous(se_run *run, uint32_t event)
{
	const uint32_t *next = run->control->circle;
	sb_u32s *with = &run->control->synchronous;
	uint32_t group = run->image->event_code.at[event].group, other;
	for (uint32_t k = next[event]; k != event; k = next[k])
		*boolean_of(run, k) = 0;
	*boolean_of(run, event) = 1;
	while (run->process->head != run->process->tail && se_unqueue_event(run, se_is_of_group, group, &other)) {
		begin_turn(run, other);
		*boolean_of(run, other) = 1;
		sb_push(run->own, *with, other);
	}
}

static turn run_source(se_run *run, uint32_t event)
{
	sb_u32s *with = &run->control->synchronous;
	with->n = 0;
	begin_turn(run, event);
	if (run->control->circle[event] != event)
		gather_synchronous(run, event);
	if (run->f->sources[event](run->d)) {
		sc_forgive(run->d);
		return LEFT;
	}
	return run->failed || run->d->failed ? ENDED : TURNED;
}

/* Whoever waits for a turn in this instant, one after another; so many rounds were before. */
static turn run_waiting(se_run *run, uint32_t before)
{
	turn now = TURNED;
	se_turn_entry e;
	se_first_round(run);
	while (now == TURNED && se_next_turn(run, &e)) {
		uint32_t round = before + run->process->rounds;
		bool straight = round < run->settings.max_microsteps && run->f->sources[e.number];
		run->control->synchronous.n = 0;
		now = straight ? run_source(run, e.number) : LEFT;
		se_flush_programs(run);
		run->instants->rounds = now == LEFT ? round : 0;
		if (now == LEFT)
			queue_again(run, e.number);
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

/* What has run has programmed one event, which takes the place of the first entry of the calendar. False: it has done
 * something else. */
static inline bool replace_first(se_run *run, se_calendar *c, sc_data *d)
{
	uint32_t event = (uint32_t)d->programmed[0];
	double due = d->due[event];
	if (d->programs != 1 || !(due > d->time))
		return false;
	d->programs = 0;
	se_calendar_replace_first(c, (se_entry){.time = due, .order = se_calendar_order(c, SE_EVENT),
		.priority = run->image->event_code.at[event].priority, .number = event});
	return true;
}

/* The first entry of the calendar has its turn. It stays where it is meanwhile, and is nobody's. */
static turn run_first(se_run *run)
{
	uint32_t event = run->calendar->at->number;
	run->calendar->at->number = UINT32_MAX;
	turn now = run_source(run, event);
	if (now == TURNED && replace_first(run, run->calendar, run->d))
		return now;
	se_calendar_drop_first(run->calendar);
	se_flush_programs(run);
	if (now == LEFT)
		queue_again(run, event);
	return now;
}

/* Can the first entry of the calendar have a turn alone? */
static inline bool is_plain(const se_run *run, const se_calendar *c, double start, double before)
{
	double time = c->at->time, until = time + sb_one_time(sb_size_of(time, start));
	bool plain = time > run->time && time < before && se_kind_of(c->at) == SE_EVENT &&
		run->control->plain[c->at->number];
	for (uint32_t i = 1; i <= SE_CHILDREN && i < c->n; i++)
		plain = plain && c->at[i].time > until;
	return plain;
}

/* As many instants as are plain: one source that was programmed comes alone, no row is wanted, and all that it does
 * beside setting values is to program one event. This loop is what an event costs. */
static turn run_plain(se_run *run, double before)
{
	se_calendar *c = run->calendar;
	sc_data *d = run->d;
	const double start = fabs(run->settings.start);
	uint32_t count = 0;
	turn now = TURNED;
	for (; count < PLAIN_MOST && c->n && is_plain(run, c, start, before); count++) {
		uint32_t event = c->at->number;
		run->time = d->time = c->at->time;
		note_run(run, event);
		d->due[event] = NAN;
		c->at->number = UINT32_MAX;
		bool left = run->f->sources[event](d);
		if (!left && !run->failed && !d->failed && replace_first(run, c, d) && !run->terminate)
			continue;
		count++;
		now = left ? LEFT : run->failed || d->failed ? ENDED : TURNED;
		if (!left && c->at->number != UINT32_MAX)
			break;                   /* it ends the run, and the entry was replaced */
		se_calendar_drop_first(c);
		se_flush_programs(run);
		if (left) {
			sc_forgive(d);
			run->control->synchronous.n = 0;
			queue_again(run, event);
		}
		break;
	}
	run->stats.time_events += count - (now == LEFT);
	return now;
}

static turn run_due(se_run *run)
{
	double until = run->time + se_time_rounding(run);
	bool alone = true;
	for (uint32_t i = 1; i <= SE_CHILDREN && i < run->calendar->n; i++)
		alone = alone && run->calendar->at[i].time > until;
	if (alone) {
		turn now = run_first(run);
		return now == TURNED ? run_waiting(run, 1) : now;
	}
	se_calendar_gather(run->calendar, run->time, until);
	return take_entries(run) ? run_waiting(run, 0) : LEFT;
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
	if (now == LEFT) {
		run->instants->left_known = rows;
		return LEFT;
	}
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

/* Has the first entry of the calendar its turn here, before anything else can happen? */
static bool comes_next(const se_run *run, const se_entry *e, double until)
{
	return is_straight(run, e) && e->time > run->time && e->time <= until &&
		se_stop_or(run, e->time) < run->settings.stop;
}

/* No instant that is plain comes as late as this. */
static double end_of_plain(const se_run *run, double until)
{
	double stop = run->settings.stop, size = fmax(fabs(stop), fabs(run->settings.start));
	double grid = run->control->light_grid, near = isfinite(grid) ? grid - se_rounding_at(run, grid) : grid;
	double limit = fmin(near, nextafter(until, INFINITY));
	return isfinite(stop) ? fmin(limit, stop - 1e-9 * size) : limit;
}

se_status se_run_sources(se_run *run, double until, bool to_event)
{
	se_status status = SE_DONE;
	bool limits = run->settings.limits != SE_NONE && run->settings.rows != SE_ROWS_ENDS, any = false;
	bool plain = !limits && !run->guards->changing && !to_event;
	turn now = TURNED;
	if (run->process->head != run->process->tail)
		return SE_DONE;              /* an instant that the general way is in */
	if (!run->control->circle)
		find_circles(run);
	run->control->light_grid = se_next_grid(run);
	while (now == TURNED && status == SE_DONE && !run->terminate && !run->unwanted && !(any && to_event)) {
		run->d->event = 1;
		now = plain ? run_plain(run, end_of_plain(run, until)) : TURNED;
		if (now == TURNED && run->process->head != run->process->tail)
			now = run_waiting(run, 1);
		run->d->event = 0;
		const se_entry *first = se_calendar_first(run->calendar);
		if (now != TURNED || !first || !comes_next(run, first, until))
			break;
		any = true;
		go_on_to(run, se_next_entry(run));
		now = instant(run, limits || se_on_grid(run, run->time));
		run->control->light_grid = se_next_grid(run);
		status = now == TURNED ? se_look_at_clock(run) : status;
	}
	if (now == ENDED && run->d->failed)
		se_report_trouble(run, "an event was handled");
	keep_limits(run);
	run->instants->last_instant = run->segment = run->step_end = run->time;
	se_here(run);
	se_note_claims(run);
	sc_accepted(run->d, run->time);
	return now == ENDED ? SE_FAILED : status;
}

/* ------------------------------------------------------------------------------------ those that only look (E420) */

/* Values at a time inside the step, by the solver's dense output. */
static void look_inside(se_run *run, double t)
{
	if (run->image->states)
		se_interpolate(run, t, run->x_there);
	se_at(run, t, run->image->states ? run->x_there : run->x);
}

static bool note_inside(se_run *run, double *row)
{
	bool good = se_evaluate_recorded(run);
	se_record_values(run, row);
	return good;
}

/* The present time is that of the look, the states stay those of the last accepted point. */
static turn look(se_run *run, bool rows)
{
	se_recording *r = run->recording;
	look_inside(run, run->time);
	if (rows && !note_inside(run, r->left_row))
		sc_forgive(run->d);
	run->d->event = 1;
	turn now = run_due(run);
	run->d->event = 0;
	if (now == ENDED && run->d->failed)
		se_report_trouble(run, "an event was handled");
	run->instants->left_known = now == LEFT && rows;
	if (now == LEFT)
		return LEFT;
	run->stats.time_events++;
	if (now == ENDED && rows)
		memcpy(r->right_row, r->left_row, run->channel_count * sizeof(double));
	se_new_point(run);
	if (now == TURNED && rows && !note_inside(run, r->right_row))
		sc_forgive(run->d);
	if (rows)
		se_record_instant(run, true);
	return now;
}

/* What a look has left to others: those that act at once, an end of the run, something that is not straight. */
static bool is_left(const se_run *run, turn now)
{
	return now != TURNED || run->terminate || run->unwanted || run->process->head != run->process->tail;
}

/* Without states there is nothing to interpolate, so plain instants are as cheap as without anything continuous. False:
 * the next one is not plain. */
static bool look_plainly(se_run *run, double until, turn *now)
{
	double end = run->control->point.at, before = run->time;
	run->control->light_grid = se_next_grid(run);
	run->d->event = 1;
	*now = run_plain(run, fmin(end_of_plain(run, until), end - se_rounding_at(run, end)));
	run->d->event = 0;
	return run->time > before;
}

bool se_run_looks(se_run *run, double until, se_status *status)
{
	double accepted = run->time, at;
	bool limits = run->settings.limits != SE_NONE && run->settings.rows != SE_ROWS_ENDS, here = false, any = false;
	turn now = TURNED;
	if (!may_be_straight(run) || run->process->head != run->process->tail)
		return true;
	if (!run->control->circle)
		find_circles(run);
	while (*status == SE_DONE && !here && is_straight(run, se_calendar_first(run->calendar)) &&
		se_looks_first(run, until, &at)) {
		any = true;
		if (!limits && !run->image->states && look_plainly(run, until, &now)) {
			at = run->time;
			here = is_left(run, now);
			*status = se_look_at_clock(run);
			continue;
		}
		if (at > se_next_grid(run))
			se_record_grid(run, at, false);
		run->time = at;
		now = look(run, limits || se_on_grid(run, at));
		here = is_left(run, now);
		*status = se_look_at_clock(run);
	}
	keep_limits(run);
	run->time = accepted;
	se_here(run);
	if (here && now != ENDED)
		se_accept(run, at, false);
	if (any && now != ENDED)
		se_note_claims(run);
	return now != ENDED;
}
