/* An instant: what happens while time stands still. docs/events.md, E7 to E17. */
#include "engine/inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* How far from zero a relation must be to turn again after it has turned `flips` times in this instant. At its own crossing a
 * relation is zero but for rounding, and where a loop of equations depends on it (an ideal diode) each side may round to
 * the other. The more often it turns, the more rounding is allowed for, up to a billionth of the size it has had. */
static double held(const se_run *run, uint32_t watch, uint32_t flips)
{
	return run->g_scale[watch] * fmin(1e-9, 1e-14 * pow(10, flips));
}

/* Times that differ by rounding alone are one time: 3*0.1 and 1*0.3 are meant to be the same (E5). */
static bool is_now(const se_run *run, double t)
{
	return t <= run->time + 4 * DBL_EPSILON * fmax(fabs(run->time), fabs(t));
}

/* A relation on time alone, by the time at which it changes: from then on it has its far value. A step of time alone (floor(time/T))
 * has it from its instant on, whatever rounding says. */
static void evaluate_on_time(se_run *run, uint32_t i)
{
	const ss_watch *w = &run->plan->watches.at[i];
	if (w->kind != SS_RELATION) {
		if (run->forced_at[i] == run->d->time)
			run->truth[i] = run->forced[i];
		return;
	}
	double slope = run->watch_slope[i], when = run->next_when[i];
	if (!run->d->initial && slope != 0 && isfinite(when))
		run->truth[i] = ((slope > 0) == is_now(run, when)) == (w->op == SX_GT || w->op == SX_GE);
}

/* The values of the conditions now. */
void se_evaluate_conditions(se_run *run)
{
	run->f->truths(run->d, run->truth);
	run->f->times(run->d, run->next_when, run->watch_slope);
	if (run->watching)
		run->f->watch(run->d, run->g_a);
	for (uint32_t i = 0; i < run->plan->watches.n; i++) {
		const ss_watch *w = &run->plan->watches.at[i];
		if (w->time_only)
			evaluate_on_time(run, i);
		else if (run->flips[i] && w->kind == SS_RELATION && fabs(run->g_a[i]) <= held(run, i, run->flips[i]))
			run->truth[i] = run->d->latch[i];
		if (w->initial_only && !run->d->initial)
			run->truth[i] = run->d->latch[i];
	}
}

/* Conditions that keep turning together, as the diodes of a bridge may, are turned one at a time, the first first: where a
 * linear complementarity problem has one solution whatever its right-hand side (a P-matrix), this always finds it (Murty). */
enum { TURN_TOGETHER = 3 };

bool se_latch_conditions(se_run *run)
{
	bool changed = false, one_at_a_time = false;
	for (uint32_t i = 0; i < run->plan->watches.n && !one_at_a_time; i++)
		one_at_a_time = run->flips[i] >= TURN_TOGETHER;
	for (uint32_t i = 0; i < run->plan->watches.n && !(changed && one_at_a_time); i++) {
		if (run->truth[i] == run->d->latch[i])
			continue;
		se_log_watch(run, i, run->truth[i]);
		run->d->latch[i] = run->truth[i];
		run->flips[i]++;
		changed = true;
	}
	return changed;
}

/* Events whose condition has become true (or crossed) since the last look join the queue (E13). */
static void look_at_events(se_run *run, bool fire)
{
	if (!run->plan->event_code.n)
		return;
	run->f->event_when(run->d, run->event_value);
	for (uint32_t k = 0; k < run->plan->event_code.n; k++) {
		const sm_event *e = &run->model->events.at[run->plan->event_code.at[k].event];
		if (e->trigger != SM_ON_EDGE && e->trigger != SM_ON_CROSSING)
			continue;
		bool now = run->event_value[k] != 0, was = run->event_true[k];
		run->event_true[k] = now;
		bool fires = e->trigger == SM_ON_CROSSING && e->direction == 0 ? now != was : now && !was;
		if (fires && fire)
			sb_push(run->once, run->queue, k);
	}
}

/* Conditions that hold from the start have not become true. */
void se_note_events(se_run *run)
{
	look_at_events(run, false);
}

/* The fixed point of the equations (E10). */
bool se_fixed_point(se_run *run)
{
	sc_data *d = run->d;
	uint32_t micro = 0, changing = 0;
	for (;;) {
		if (++micro > run->settings.max_microsteps) {
			se_report_microsteps(run, changing);
			return false;
		}
		run->stats.microsteps++;
		run->f->all(d);
		if (d->failed) {
			se_report_trouble(run, "an event was handled");
			return false;
		}
		se_evaluate_conditions(run);
		memcpy(run->micro_latch, d->latch, run->plan->watches.n * sizeof *d->latch);
		if (se_latch_conditions(run))
			continue;
		run->f->actions(d);
		if (run->failed || d->failed) {
			if (d->failed)
				se_report_trouble(run, "an event was handled");
			return false;
		}
		bool moved = se_apply_reinits(run);
		bool jumped = se_pre_differs(run, &changing);
		if (!moved && !jumped)
			return true;
		se_save_pre(run, SE_DISCRETE_ONLY);
	}
}

bool se_plan_tick(se_run *run, uint32_t clock, int priority, se_entry_kind kind, uint32_t number, sb_span span)
{
	double start = run->clock_start[clock], interval = run->clock_interval[clock], n = (double)run->clock_tick[clock];
	double time = start + n * interval;
	if (start + (n + 1) * interval - time > 4 * DBL_EPSILON * fmax(fabs(time), fabs(start))) {
		se_calendar_put(run->calendar, time, priority, kind, number);
		return true;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0107", span, "this clock ticks every %.9g seconds, which time near %.9g cannot tell apart",
	                          interval, fmax(fabs(run->time), fabs(start)));
	sb_help(m, "give it a longer interval, or a start nearer to the start of the run");
	run->failed = true;
	return false;
}

/* Takes what the calendar has for this time: clocks tick, conditions are due, events queue up (E7). */
static bool take_entries(se_run *run, bool *equations, bool *jump)
{
	bool any = false;
	const se_entry *first;
	while ((first = se_calendar_first(run->calendar)) && is_now(run, first->time)) {
		se_entry e = se_calendar_take(run->calendar);
		any = true;
		switch (e.kind) {
		case SE_CLOCK:
			se_log_time(run, run->plan->clocks.at[e.number].span, "a clock ticks");
			run->d->clock[e.number] = 1;
			run->clock_tick[e.number]++;
			se_plan_tick(run, e.number, 0, SE_CLOCK, e.number, run->plan->clocks.at[e.number].span);
			*equations = true;
			break;
		case SE_WATCH:
			se_log_time(run, run->plan->watches.at[e.number].span, "a condition on time is due");
			run->watch_when[e.number] = NAN;
			if (run->plan->watches.at[e.number].kind != SS_RELATION) {
				run->forced[e.number] = run->d->latch[e.number] + (run->watch_slope[e.number] > 0 ? 1 : -1);
				run->forced_at[e.number] = run->time;
			}
			*equations = true;
			break;
		case SE_EVENT: sb_push(run->once, run->queue, e.number); break;
		case SE_JUMP: *jump = *equations = true; break;
		}
	}
	return any;
}

/* A period's next turn, or nothing, once an event of the calendar has been taken. */
static void plan_event_again(se_run *run, uint32_t k)
{
	const sm_event *e = &run->model->events.at[run->plan->event_code.at[k].event];
	if (e->trigger != SM_ON_PERIOD)
		return;
	uint32_t c = run->plan->clocks.n + k;
	run->clock_tick[c]++;
	se_plan_tick(run, c, e->priority, SE_EVENT, k, e->span);
}

/* The waiting events, one after another, each to the fixed point (E9, E13). */
static bool run_queue(se_run *run, bool *changed)
{
	uint32_t count = 0;
	while (run->queue_head < run->queue.n) {
		uint32_t k = run->queue.at[run->queue_head++];
		if (++count > run->settings.max_microsteps) {
			se_report_microsteps(run, UINT32_MAX);
			return false;
		}
		se_logf(run, SE_LOG_EVENTS, "event '%s'", run->model->events.at[run->plan->event_code.at[k].event].name);
		plan_event_again(run, k);
		run->f->event(run->d, (int)k);
		if (run->d->failed) {
			se_report_trouble(run, "the action of an event was executed");
			return false;
		}
		*changed = se_apply_reinits(run) || *changed;
		if (run->failed || !se_fixed_point(run))
			return false;
		look_at_events(run, true);
	}
	run->queue.n = run->queue_head = 0;
	return true;
}

static bool clear_clocks(se_run *run)
{
	bool any = false;
	for (uint32_t i = 0; i < run->plan->clocks.n; i++) {
		any = any || run->d->clock[i];
		run->d->clock[i] = 0;
	}
	return any;
}

/* Time-only conditions whose time has moved, and time events likewise, go to the calendar. */
void se_plan_ahead(se_run *run)
{
	const ss_plan *plan = run->plan;
	run->f->times(run->d, run->next_when, run->watch_slope);
	for (uint32_t i = 0; i < plan->watches.n; i++) {
		const ss_watch *w = &plan->watches.at[i];
		if (!w->time_only || w->initial_only)
			continue;
		double when = run->next_when[i], slope = run->watch_slope[i];
		if (w->kind != SS_RELATION) {
			double edge = (double)run->d->latch[i] + (w->kind == SS_FLOOR ? slope > 0 : -(slope < 0));
			when = slope != 0 ? run->time + (edge - run->g_a[i]) / slope : NAN;
			if (when <= run->time)       /* rounding: the change is due, and must not be lost */
				when = nextafter(run->time, INFINITY);
		}
		bool ahead = when > run->time && isfinite(when);
		if (ahead && run->watch_when[i] == when)
			continue;
		if (!isnan(run->watch_when[i]))
			se_calendar_remove(run->calendar, SE_WATCH, i);
		run->watch_when[i] = ahead ? when : NAN;
		if (ahead)
			se_calendar_put(run->calendar, when, 0, SE_WATCH, i);
	}
	if (!plan->event_code.n)
		return;
	run->f->event_when(run->d, run->event_value);
	for (uint32_t k = 0; k < plan->event_code.n; k++) {
		const sm_event *e = &run->model->events.at[plan->event_code.at[k].event];
		if (e->trigger != SM_ON_TIME || run->event_time[k] == run->event_value[k])
			continue;
		se_calendar_remove(run->calendar, SE_EVENT, k);
		run->event_time[k] = run->event_value[k];
		if (run->event_value[k] >= run->time)
			se_calendar_put(run->calendar, run->event_value[k], e->priority, SE_EVENT, k);
	}
}

/* A delayed expression that has jumped will jump again when its delay has passed. */
static void note_delays(se_run *run)
{
	if (!run->plan->delays.n)
		return;
	run->f->delays(run->d, run->delay_value, run->delay_time, run->delay_longest);
	for (uint32_t k = 0; k < run->plan->delays.n; k++) {
		double t, before;
		if (se_history_last(run->history, k, &t, &before) && t == run->time && before != run->delay_value[k]) {
			se_history_add(run->history, k, run->time, run->delay_value[k]);
			se_calendar_put(run->calendar, run->time + run->delay_time[k], 0, SE_JUMP, k);
		}
	}
}

/* Two rows (E21). An instant in which a condition merely returned to its old side, and nothing came of it, makes none. */
static void record_instant(se_run *run, bool seen)
{
	bool grid = se_on_grid(run, run->time);
	size_t bytes = run->channel_count * sizeof(double);
	if (seen && run->settings.limits == SE_BOTH)
		memcpy(sr_row(run->record, run->time, SR_LEFT), run->left_row, bytes);
	if ((seen && run->settings.limits != SE_NONE) || grid)
		memcpy(sr_row(run->record, run->time, seen ? SR_RIGHT : SR_GRID), run->right_row, bytes);
	if (grid)
		run->next_grid++;
}

static bool handle(se_run *run, bool crossing, bool *changed, bool *jump, bool *timed)
{
	bool equations = crossing;
	run->queue.n = run->queue_head = 0;
	*timed = take_entries(run, &equations, jump);
	run->stats.time_events += *timed;
	if (equations && !se_fixed_point(run))
		return false;
	look_at_events(run, true);
	if (!run_queue(run, changed))
		return false;
	if (!clear_clocks(run))
		return true;
	return se_fixed_point(run);
}

bool se_instant(se_run *run, bool crossing, bool *restart)
{
	sc_data *d = run->d;
	bool changed = false, jump = false, timed = false;
	se_at(run, run->time, run->x);
	se_evaluate_all(run);
	se_record_values(run, run->left_row);
	se_save_pre(run, SE_CONTINUOUS_ONLY);
	se_snapshot(run);
	memcpy(run->i_left, d->i, run->plan->ints * sizeof *run->i_left);
	if (run->plan->states)
		memcpy(run->x_left, run->x, run->plan->states * sizeof *run->x);
	d->event = 1;
	memset(run->flips, 0, run->plan->watches.n * sizeof *run->flips);
	run->segment = run->time;        /* from here on a delayed jump of this time has happened */
	bool good = handle(run, crossing, &changed, &jump, &timed);
	d->event = 0;
	if (good && !se_settle(run, NULL)) {     /* a constraint may hold what the instant has changed */
		se_report_astray(run, "an event was handled");
		good = false;
	}
	se_evaluate_all(run);
	if (good)
		good = se_check(run, "an event was handled");
	se_save_pre(run, SE_EVERYTHING);
	se_record_values(run, run->right_row);
	note_delays(run);
	bool moved = run->plan->states && memcmp(run->x_left, run->x, run->plan->states * sizeof *run->x) != 0;
	bool turned = false;
	for (uint32_t i = 0; i < run->shown.n && !turned; i++)
		turned = run->i_left[run->shown.at[i]] != d->i[run->shown.at[i]];
	bool seen = moved || turned || run->terminate || memcmp(run->left_row, run->right_row, run->channel_count * sizeof(double)) != 0;
	*restart = jump || moved || changed || se_readings_changed(run);
	run->stats.state_events += crossing && (seen || *restart);
	record_instant(run, seen || timed || *restart);
	se_mask(run);
	se_plan_ahead(run);
	return good && !run->failed;
}
