/* An instant: what happens while time stands still.
 *
 * The equations settle with left limits held, conditions turning until they agree with the values; then when-clauses
 * act, states are set, and the left limits of what changes at events take the present values. This is repeated until
 * nothing changes. Events with an action of their own have their turn one after another. At the end clocks are off
 * again, and the equations settle once more. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

#include <string.h>

enum { PASSES = 100, TOGETHER = 10 };

/* ---- left limits */

static int same_text(const char *a, const char *b)
{
	return strcmp(a ? a : "", b ? b : "") == 0;
}

static int same_real(rt_real a, rt_real b)
{
	return !(a < b || a > b) && (a == a) == (b == b);        /* NaN equals NaN here */
}

/* True: it was another one. */
static int save(rt_run *run, uint32_t k)
{
	rt_data *d = &run->d;
	rt_place p = run->model->pre[k].place;
	int moved = 0;
	if (p.store == RT_WHOLE) {
		moved = d->pre_i[k] != d->i[p.index];
		d->pre_i[k] = d->i[p.index];
	} else if (p.store == RT_TEXT) {
		moved = !same_text(d->pre_s[k], d->s[p.index]);
		d->pre_s[k] = d->s[p.index];
	} else if (p.store != RT_NOWHERE) {
		rt_real now = rt_get(d, p);
		moved = !same_real(d->pre_r[k], now);
		d->pre_r[k] = now;
	}
	return moved;
}

static int renew_pre(rt_run *run)
{
	int any = 0;
	for (uint32_t k = 0; k < run->model->pres; k++)
		if (run->model->pre[k].discrete && save(run, k))
			any = 1;
	return any;
}

void rt_save_pre(rt_run *run, int discrete)
{
	for (uint32_t k = 0; k < run->model->pres; k++)
		if (discrete || !run->model->pre[k].discrete)
			save(run, k);
}

/* ---- states that are set */

void rt_reinit(rt_data *d, int state, int scalar, rt_real value)
{
	rt_run *run = (rt_run *)d;
	(void)scalar;
	if (state < 0)
		return;
	run->reinit[state] = value;
	run->reinit_set[state] = 1;
}

int rt_apply_reinits(rt_run *run)
{
	int moved = 0;
	for (uint32_t i = 0; i < run->model->states; i++) {
		if (!run->reinit_set[i])
			continue;
		run->reinit_set[i] = 0;
		moved = moved || !same_real(run->d.x[i], run->reinit[i]);
		run->d.x[i] = run->reinit[i];
	}
	return moved;
}

/* ---- conditions */

int rt_has_turned(const rt_run *run)
{
	for (uint32_t i = 0; i < run->model->watches; i++)
		if (!run->model->watch[i].time_only && !run->model->watch[i].initial_only &&
			rt_truth(run, i) != run->d.latch[i])
			return 1;
	return 0;
}

/* All that differ turn together at first. Where this does not come to an end, as with the diodes of a bridge, the first
 * one turns alone. */
static int latch(rt_run *run, int one_at_a_time)
{
	int turned = 0;
	for (uint32_t i = 0; i < run->model->watches && !(turned && one_at_a_time); i++) {
		if (run->model->watch[i].initial_only && !run->d.initial)
			continue;
		long long truth = rt_truth(run, i);
		turned = turned || truth != run->d.latch[i];
		run->d.latch[i] = truth;
	}
	return turned;
}

static int look(rt_run *run, int one_at_a_time)
{
	const rt_functions *f = run->model->functions;
	f->functions(&run->d, run->g);
	f->times(&run->d, run->when, run->slope);
	return latch(run, one_at_a_time);
}

int rt_fixed_point(rt_run *run)
{
	const rt_functions *f = run->model->functions;
	rt_data *d = &run->d;
	for (int pass = 0; pass < PASSES; pass++) {
		f->all(d);
		if (d->failed)
			return 0;
		if (look(run, pass >= TOGETHER))
			continue;
		f->actions(d);
		if (d->failed)
			return 0;
		int moved = rt_apply_reinits(run), jumped = renew_pre(run);
		if (!moved && !jumped)
			return 1;
	}
	rt_say(run, run->model->name, "the conditions do not come to rest: %d passes in one instant", (int)PASSES);
	run->status = RT_FAILED;
	return 0;
}

/* ---- events with an action */

void rt_note_events(rt_run *run, int fire)
{
	const rt_model *m = run->model;
	if (!m->events)
		return;
	m->functions->event_when(&run->d, run->event_value);
	for (uint32_t k = 0; k < m->events; k++) {
		const rt_event *e = &m->event[k];
		if (e->trigger != RT_ON_EDGE && e->trigger != RT_ON_CROSSING)
			continue;
		unsigned char now = run->event_value[k] < 0 || run->event_value[k] > 0, was = run->event_true[k];
		int fires = e->trigger == RT_ON_CROSSING && e->direction == 0 ? now != was : now && !was;
		run->event_true[k] = now;
		if (fires && fire && run->queued < m->events)
			run->queue[run->queued++] = k;
	}
}

static uint32_t next_in_queue(rt_run *run, uint32_t at)
{
	uint32_t event = run->queue[at];
	for (uint32_t k = at + 1; k < run->queued; k++)
		run->queue[k - 1] = run->queue[k];
	run->queued--;
	return event;
}

/* An event, or all of a group that wait: they are one source. */
static int run_event(rt_run *run)
{
	const rt_model *m = run->model;
	uint32_t event = next_in_queue(run, 0), group = m->event[event].group;
	m->functions->event(&run->d, (int)event);
	for (uint32_t i = 0; group && i < run->queued;)
		if (m->event[run->queue[i]].group == group)
			m->functions->event(&run->d, (int)next_in_queue(run, i));
		else
			i++;
	rt_apply_reinits(run);
	if (run->d.failed || !rt_fixed_point(run))
		return 0;
	rt_note_events(run, 1);
	return 1;
}

static int run_queue(rt_run *run)
{
	for (int turn = 0; run->queued; turn++) {
		if (turn >= PASSES) {
			rt_say(run, run->model->name, "the events do not come to an end: %d in one instant", turn);
			run->status = RT_FAILED;
			return 0;
		}
		if (!run_event(run))
			return 0;
	}
	return 1;
}

/* ---- the whole */

static int handle(rt_run *run)
{
	rt_take_due(run);
	if (!rt_fixed_point(run))
		return 0;
	rt_note_events(run, 1);
	if (!run_queue(run))
		return 0;
	return !rt_clear_clocks(run) || rt_fixed_point(run);
}

rt_status rt_instant_open(rt_run *run)
{
	if (!rt_values(run))
		return rt_give_up(run, "an event is handled");
	rt_delays_keep(run);             /* time may have moved without a step, to an instant that is very near */
	rt_save_pre(run, 0);
	rt_instant_again(run);
	return run->status;
}

void rt_instant_again(rt_run *run)
{
	run->d.event = 1;
}

int rt_settle(rt_run *run)
{
	for (int pass = 0; pass < PASSES; pass++) {
		run->model->functions->all(&run->d);
		if (run->d.failed)
			return 0;
		if (!look(run, pass >= TOGETHER))
			return 1;
	}
	rt_fail(&run->d, -1, "the conditions do not come to rest");
	return 0;
}

/* How far from zero the function of a condition has been. */
static void note_reach(rt_run *run)
{
	for (uint32_t i = 0; i < run->model->watches; i++)
		if (rt_is_finite(run->g[i]))
			run->reach[i] = RT_(fmax)(run->reach[i], RT_(fabs)(run->g[i]));
}

rt_status rt_instant_close(rt_run *run)
{
	note_reach(run);
	int good = handle(run);
	run->d.event = 0;
	run->settled = run->d.time;
	if (!good)
		return rt_give_up(run, "an event is handled");
	rt_save_pre(run, 0);
	rt_plan(run);
	rt_plan_bases(run);
	rt_delays_keep(run);
	return run->status;
}

rt_status rt_instant(rt_run *run)
{
	return rt_instant_open(run) == RT_FAILED ? RT_FAILED : rt_instant_close(run);
}

/* The last instant, in which terminal() is true. */
rt_status rt_finish(rt_run *run)
{
	const rt_model *m = run->model;
	if (run->status == RT_FAILED)
		return RT_FAILED;
	run->d.terminal = 1;
	for (uint32_t k = 0; k < m->events; k++)
		if (m->event[k].trigger == RT_ON_TERMINAL)
			run->event_at[k] = run->d.time;
	rt_status status = rt_instant(run);
	run->d.terminal = 0;
	return status;
}
