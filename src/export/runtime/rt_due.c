/* Time events: when they are due, and what happens then. Nothing is kept in order: a controller has a handful of
 * clocks, and looking at all of them takes the same time in every step. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

/* ---- base clocks: the time of a tick follows from its number, in whole numbers as far as the model gives them */

static rt_real exactly(long long count, long long den)
{
	return (rt_real)(count / den) + (rt_real)(count % den) / (rt_real)den;
}

static rt_real base_time(const rt_run *run, uint32_t b)
{
	const rt_base *base = &run->model->base[b];
	rt_real start = run->base_at[b];
	if (base->variable)
		return base->rational ? run->begun + exactly(run->base_units[b], base->den * base->resolution) : start;
	rt_real elapsed = exactly((long long)run->base_tick[b] * base->num, base->den);
	return run->begun + (base->rational ? elapsed : elapsed * run->base_interval[b]);
}

static int ticks_at(const rt_clock *c, unsigned long long n)
{
	return n >= (unsigned long long)c->first && (n - (unsigned long long)c->first) % (unsigned long long)c->step == 0;
}

/* The first tick from n on at which one of its clocks ticks. */
static unsigned long long next_tick(const rt_model *m, uint32_t b, unsigned long long n)
{
	unsigned long long next = UINT64_MAX;
	for (uint32_t k = 0; k < m->clocks; k++) {
		const rt_clock *c = &m->clock[k];
		if (c->base != b + 1)
			continue;
		unsigned long long first = (unsigned long long)c->first, step = (unsigned long long)c->step;
		unsigned long long here = n <= first ? first : first + (n - first + step - 1) / step * step;
		next = here < next ? here : next;
	}
	return next;
}

static int interval_is_good(rt_run *run, rt_real interval)
{
	if (interval > 0 && rt_is_finite(interval))
		return 1;
	rt_say(run, run->model->name, "the interval of a clock is %.9g: it must be greater than zero", (double)interval);
	run->status = RT_FAILED;
	return 0;
}

static void read_interval(rt_run *run, uint32_t b)
{
	for (uint32_t k = 0; k < run->model->clocks; k++)
		if (run->model->clock[k].base == b + 1)
			run->base_interval[b] = run->clock_interval[k];
	interval_is_good(run, run->base_interval[b]);
}

static void plan_base_again(rt_run *run, uint32_t b)
{
	const rt_base *base = &run->model->base[b];
	unsigned long long tick = run->base_tick[b], next = next_tick(run->model, b, tick + 1);
	if (base->variable) {
		if (tick % (unsigned long long)base->den == 0)
			read_interval(run, b);
		run->base_units[b] += (long long)(next - tick) * (long long)run->base_interval[b];
		run->base_at[b] += (rt_real)(next - tick) * run->base_interval[b] / (rt_real)base->den;
	}
	run->base_tick[b] = next;
}

/* ---- sample(start, interval), and periodic events */

static rt_real tick_time(const rt_run *run, uint32_t k)
{
	return run->clock_start[k] + (rt_real)run->tick[k] * run->clock_interval[k];
}

/* The first tick at or after the present time: rounding of the quotient can be off by one. */
static void plan_clock(rt_run *run, uint32_t k)
{
	rt_real start = run->clock_start[k], interval = run->clock_interval[k], now = run->d.time;
	if (!interval_is_good(run, interval))
		return;
	rt_real tick = start >= now ? 0 : RT_(ceil)((now - start) / interval);
	if (tick > 0 && start + (tick - 1) * interval >= now)
		tick -= 1;
	else if (start + tick * interval < now)
		tick += 1;
	run->tick[k] = (unsigned long long)tick;
}

void rt_plan_first(rt_run *run)
{
	const rt_model *m = run->model;
	m->functions->clocks(&run->d, run->clock_start, run->clock_interval);
	for (uint32_t b = 0; b < m->bases; b++) {
		run->base_at[b] = run->begun;
		run->base_units[b] = 0;
		if (!m->base[b].variable)
			read_interval(run, b);
		run->base_tick[b] = next_tick(m, b, 0);
	}
	for (uint32_t k = 0; k < m->clocks; k++)
		if (!m->clock[k].base)
			plan_clock(run, k);
	for (uint32_t k = 0; k < m->events; k++) {
		const rt_event *e = &m->event[k];
		if (e->trigger == RT_ON_INITIAL)
			run->event_at[k] = run->d.time;
		if (e->trigger != RT_ON_PERIOD)
			continue;
		run->clock_start[m->clocks + k] = e->start;
		run->clock_interval[m->clocks + k] = e->interval;
		plan_clock(run, m->clocks + k);
		run->event_at[k] = tick_time(run, m->clocks + k);
	}
}

/* ---- conditions */

static long long whole(rt_real x)
{
	return x >= (rt_real)-9.2e18 && x <= (rt_real)9.2e18 ? (long long)x : 0;
}

/* A step function of time alone at the time of its step: rounding may have put f on either side of the whole number. */
static int at_step(const rt_run *run, rt_real f, rt_real slope)
{
	rt_real scale = RT_(fmax)(RT_(fabs)(slope * run->d.time), RT_(fabs)(f));
	return (slope < 0 || slope > 0) && !run->d.initial &&
		   RT_(fabs)(f - RT_(floor)(f + (rt_real)0.5)) <= RT_SAME_STEP * scale;
}

static int turns_late(const rt_watch *w, rt_real slope)
{
	int above = w->op == RT_GT || w->op == RT_GE, or_equal = w->op == RT_GE || w->op == RT_LE;
	return w->guards && w->kind == RT_RELATION && ((slope > 0) == above) != or_equal;
}

long long rt_truth(const rt_run *run, uint32_t i)
{
	const rt_watch *w = &run->model->watch[i];
	rt_real f = run->g[i], slope = run->slope[i], when = run->when[i];
	int above = w->op == RT_GT || w->op == RT_GE, moves = slope < 0 || slope > 0;
	if (w->kind == RT_RELATION) {
		if (w->time_only && !run->d.initial && moves && rt_is_finite(when)) {
			int late = turns_late(w, slope);
			int come = late ? run->d.time > when : when <= run->d.time + rt_rounding(run->d.time, run->begun);
			return come == (above ? slope > 0 : slope < 0);
		}
		return w->op == RT_LT ? f < 0 : w->op == RT_LE ? f <= 0 : w->op == RT_GT ? f > 0 : f >= 0;
	}
	if (w->time_only && at_step(run, f, slope))
		return whole(RT_(floor)(f + (rt_real)0.5)) + (w->kind == RT_FLOOR ? -(slope < 0) : slope > 0);
	return whole(w->kind == RT_FLOOR ? RT_(floor)(f) : RT_(ceil)(f));
}

static rt_real turn_of(const rt_run *run, uint32_t i)
{
	const rt_watch *w = &run->model->watch[i];
	rt_real when = run->when[i], slope = run->slope[i], now = run->d.time;
	if (!w->time_only || w->initial_only)
		return RT_NAN;
	if (w->kind != RT_RELATION) {
		rt_real edge = (rt_real)run->d.latch[i] + (rt_real)(w->kind == RT_FLOOR ? slope > 0 : -(slope < 0));
		if (!(slope < 0 || slope > 0))
			return RT_NAN;
		when = now + (edge - run->g[i]) / slope;
		if (when <= now)                 /* rounding: the change is due, and must not be lost */
			when = RT_(nextafter)(now, RT_INFINITY);
	}
	if (turns_late(w, slope))
		when += rt_rounding(when, run->begun);
	return when > now && rt_is_finite(when) ? when : RT_NAN;
}

void rt_plan(rt_run *run)
{
	const rt_model *m = run->model;
	for (uint32_t i = 0; i < m->watches; i++) {
		rt_real when = turn_of(run, i), before = run->planned[i];
		int same = RT_(fabs)(when - before) <= 16 * rt_rounding(when, run->begun);
		run->planned[i] = same && before > run->d.time ? before : when;  /* as it was seen first */
	}
	for (uint32_t k = 0; k < m->events; k++)
		if (m->event[k].trigger == RT_ON_TIME)
			run->event_at[k] = run->event_value[k] >= run->d.time ? run->event_value[k] : RT_NAN;
}

/* ---- what is next */

static rt_real event_time(const rt_run *run, uint32_t k)
{
	return run->model->event[k].trigger == RT_ON_SCHEDULE ? run->d.due[k] : run->event_at[k];
}

/* The latest of all entries up to a bound; of no bound (infinite) the first. */
static rt_real look_for(const rt_run *run, rt_real bound)
{
	const rt_model *m = run->model;
	const int first = bound > RT_LARGEST;
	rt_real found = first ? RT_INFINITY : -RT_INFINITY;
	for (uint32_t k = 0; k < m->clocks + m->bases + m->watches + m->events + m->delays; k++) {
		uint32_t b = k - m->clocks, w = b - m->bases, e = w - m->watches, j = e - m->events;
		rt_real t = k < m->clocks                 ? (m->clock[k].base ? RT_NAN : tick_time(run, k))
					: b < m->bases                ? base_time(run, b)
					: w < m->watches              ? run->planned[w]
					: e < m->events               ? event_time(run, e)
												  : rt_jump_due(run, j);
		if (first ? t < found : t <= bound && t > found)     /* what is not a number is neither */
			found = t;
	}
	return found;
}

/* What is due at the same time but for rounding is one instant, and none of it may come too early. */
rt_real rt_next_due(const rt_run *run)
{
	rt_real first = look_for(run, RT_INFINITY);
	return first <= RT_LARGEST ? look_for(run, first + rt_rounding(first, run->begun)) : first;
}

static int has_come(const rt_run *run, rt_real t)
{
	return t <= run->d.time + rt_rounding(run->d.time, run->begun);
}

static void join(rt_run *run, uint32_t event)
{
	for (uint32_t i = 0; i < run->queued; i++)
		if (run->queue[i] == event)
			return;
	run->queue[run->queued++] = event;
}

/* Events that are due, by time, then priority, then their order in the model. */
static int take_events(rt_run *run)
{
	const rt_model *m = run->model;
	int any = 0;
	for (;;) {
		uint32_t first = UINT32_MAX;
		for (uint32_t k = 0; k < m->events; k++) {
			rt_real t = event_time(run, k);
			if (!has_come(run, t))
				continue;
			if (first == UINT32_MAX || t < event_time(run, first) ||
				(!(t > event_time(run, first)) && m->event[k].priority < m->event[first].priority))
				first = k;
		}
		if (first == UINT32_MAX)
			return any;
		any = 1;
		join(run, first);
		run->event_at[first] = RT_NAN;
		run->d.due[first] = RT_NAN;
		while (m->event[first].trigger == RT_ON_PERIOD && !(run->event_at[first] > run->d.time)) {
			run->tick[m->clocks + first]++;
			run->event_at[first] = tick_time(run, m->clocks + first);
			if (!has_come(run, run->event_at[first]))
				break;
		}
	}
}

/* A clock that is faster than the grid ticks once at each point. */
static int take_clocks(rt_run *run)
{
	const rt_model *m = run->model;
	int any = 0;
	for (uint32_t k = 0; k < m->clocks; k++) {
		if (m->clock[k].base || !has_come(run, tick_time(run, k)))
			continue;
		run->d.clock[k] = run->ticked[k] = 1;
		while (has_come(run, tick_time(run, k)))
			run->tick[k]++;
		any = 1;
	}
	return any;
}

static int take_bases(rt_run *run)
{
	const rt_model *m = run->model;
	int any = 0;
	for (uint32_t b = 0; b < m->bases; b++) {
		run->base_due[b] = 0;
		if (!has_come(run, base_time(run, b)))
			continue;
		for (uint32_t k = 0; k < m->clocks; k++)
			if (m->clock[k].base == b + 1 && ticks_at(&m->clock[k], run->base_tick[b]))
				run->d.clock[k] = run->ticked[k] = 1;
		run->base_due[b] = 1;
		any = 1;
	}
	return any;
}

int rt_take_due(rt_run *run)
{
	int any = take_clocks(run);
	any = take_bases(run) || any;
	any = take_events(run) || any;
	for (uint32_t i = 0; i < run->model->watches; i++)
		any = any || has_come(run, run->planned[i]);
	return any;
}

/* At the end of the instant; what has ticked is planned again. */
int rt_clear_clocks(rt_run *run)
{
	const rt_model *m = run->model;
	int any = 0;
	for (uint32_t k = 0; k < m->clocks; k++) {
		any = any || run->ticked[k];
		run->d.clock[k] = run->ticked[k] = 0;
	}
	return any;
}

void rt_plan_bases(rt_run *run)
{
	const rt_model *m = run->model;
	for (uint32_t b = 0; b < m->bases; b++) {
		if (!run->base_due[b])
			continue;
		m->functions->clocks(&run->d, run->clock_start, run->clock_interval);
		do
			plan_base_again(run, b);
		while (run->status == RT_OK && has_come(run, base_time(run, b)));
		run->base_due[b] = 0;
	}
}

/* ---- what the equations ask for */

void rt_program(rt_data *d, int event, int action, rt_real delay)
{
	rt_run *run = (rt_run *)d;
	(void)action;
	if (!(delay <= RT_LARGEST)) {
		rt_fail(d, -1, "an activation is programmed with a delay that is infinite or no number");
		return;
	}
	for (uint32_t i = 0; i < run->queued; i++)
		if (run->queue[i] == (uint32_t)event) {
			for (uint32_t k = i + 1; k < run->queued; k++)
				run->queue[k - 1] = run->queue[k];
			run->queued--;
		}
	d->due[event] = delay < 0 ? RT_NAN : d->time + delay;
	if (delay >= 0 && !(d->due[event] > d->time)) {
		d->due[event] = RT_NAN;
		join(run, (uint32_t)event);
	}
}

void rt_schedule(rt_data *d, int event, rt_real delay)
{
	if (!(delay >= 0))
		rt_fail(d, -1, "an event is scheduled before the present time");
	else if (d->due[event] > d->time)
		rt_fail(d, -1, "an event is scheduled while it is pending: code that stands alone keeps one of each");
	else
		rt_program(d, event, 0, delay);
}

void rt_cancel(rt_data *d, int event)
{
	d->due[event] = RT_NAN;
}
