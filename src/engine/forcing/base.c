/* Base clocks (E34): one entry of the calendar each. The time of a tick is computed from its number, in whole numbers
 * as far as the model gives whole numbers, so ticks of clocks with one base are one tick, and clocks of equal intervals
 * never part. */
#include "engine/evaluate/select.h"
#include "engine/forcing/engine_forcing.h"
#include <float.h>
#include <math.h>

/* n*num/den without rounding before the last step */
static double exactly(__int128 count, __int128 den)
{
	return (double)(count / den) + (double)(count % den) / (double)den;
}

static double time_of(const se_run *run, uint32_t b)
{
	const si_base *base = &run->image->bases.at[b];
	const se_base *s = &run->forcing->bases.at[b];
	double start = run->settings.start;
	if (base->variable)
		return base->rational ? start + exactly(s->units, (__int128)base->den * base->resolution) : s->at;
	double elapsed = exactly((__int128)s->tick * base->num, base->den);
	return start + (base->rational ? elapsed : elapsed * s->interval);
}

static bool ticks_at(const si_clock *c, uint64_t n)
{
	return n >= (uint64_t)c->first && (n - (uint64_t)c->first) % (uint64_t)c->step == 0;
}

/* The first tick from n on at which one of its clocks ticks. */
static uint64_t next_tick(const se_run *run, uint32_t b, uint64_t n)
{
	uint64_t next = UINT64_MAX;
	for (uint32_t k = 0; k < run->image->clocks.n; k++) {
		const si_clock *c = &run->image->clocks.at[k];
		if (c->base != b + 1)
			continue;
		uint64_t first = (uint64_t)c->first, step = (uint64_t)c->step;
		uint64_t here = n <= first ? first : first + (n - first + step - 1) / step * step;
		next = here < next ? here : next;
	}
	return next;
}

/* The interval that holds now, from the equations. False after a message. */
static bool read_interval(se_run *run, uint32_t b)
{
	const si_base *base = &run->image->bases.at[b];
	for (uint32_t k = 0; k < run->image->clocks.n; k++)
		if (run->image->clocks.at[k].base == b + 1)
			run->forcing->bases.at[b].interval = run->ticks->interval[k];
	double interval = run->forcing->bases.at[b].interval;
	if (interval > 0 && isfinite(interval) && interval < 9e18)
		return true;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0104", base->span,
							  "the interval of this clock is %.9g: it must be greater than zero", interval);
	sb_help(m, "check the values that the interval is computed from");
	run->failed = true;
	return false;
}

static bool plan_base(se_run *run, uint32_t b)
{
	double time = time_of(run, b);
	if (run->forcing->bases.at[b].tick == 0 || !sb_has_come(time, run->time, sb_size_of(time, run->time))) {
		se_calendar_put(run->calendar, time, 0, SE_BASE, b);
		return true;
	}
	sb_message *m =
		sb_report(run->diag, SB_ERROR, "R0107", run->image->bases.at[b].span,
				  "the next tick of this clock is at %.17g, which is too close to time %.9g to tell the two apart",
				  time, run->time);
	sb_help(m, "give it a longer interval");
	run->failed = true;
	return false;
}

bool se_plan_bases(se_run *run)
{
	run->forcing->bases.n = run->forcing->bases_due.n = 0;
	for (uint32_t b = 0; b < run->image->bases.n; b++) {
		sb_push(run->once, run->forcing->bases, ((se_base){.at = run->settings.start}));
		/* a variable interval has its value after the first tick, which is at the start */
		if (!run->image->bases.at[b].variable && !read_interval(run, b))
			return false;
		run->forcing->bases.at[b].tick = next_tick(run, b, 0);
		if (!plan_base(run, b))
			return false;
	}
	return true;
}

void se_tick_base(se_run *run, uint32_t b)
{
	for (uint32_t k = 0; k < run->image->clocks.n; k++) {
		const si_clock *c = &run->image->clocks.at[k];
		if (c->base != b + 1 || !ticks_at(c, run->forcing->bases.at[b].tick))
			continue;
		run->d->clock[k] = 1;
		sb_push(run->own, run->select->ticked, k);
		se_touch(run, run->select->graph->clock + k, (se_bits){0});
	}
	sb_push(run->once, run->forcing->bases_due, b);
}

/* At the end of the instant: what has ticked is planned again. */
bool se_plan_due_bases(se_run *run)
{
	if (!run->forcing->bases_due.n)
		return true;
	run->f->clocks(run->d, run->ticks->start, run->ticks->interval);
	for (uint32_t i = 0; i < run->forcing->bases_due.n; i++) {
		uint32_t b = run->forcing->bases_due.at[i];
		const si_base *base = &run->image->bases.at[b];
		se_base *s = &run->forcing->bases.at[b];
		uint64_t next = next_tick(run, b, s->tick + 1);
		if (base->variable) {
			if (s->tick % (uint64_t)base->den == 0 && !read_interval(run, b))
				return false;
			s->units += (__int128)(next - s->tick) * (int64_t)s->interval;
			s->at += (double)(next - s->tick) * s->interval / (double)base->den;
		}
		s->tick = next;
		if (!plan_base(run, b))
			return false;
	}
	run->forcing->bases_due.n = 0;
	return true;
}

bool se_plan_tick(se_run *run, uint32_t clock, int priority, se_entry_kind kind, uint32_t number, sb_span span)
{
	const se_ticks *t = run->ticks;
	double start = t->start[clock], interval = t->interval[clock], n = (double)t->tick[clock];
	double time = start + n * interval;
	if (!sb_has_come(start + (n + 1) * interval, time, sb_size_of(time, start))) {
		se_calendar_put(run->calendar, time, priority, kind, number);
		return true;
	}
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0107", span,
							  "this clock ticks every %.9g seconds, which is too short to tell ticks near time %.9g "
							  "apart", interval,
							  fmax(fabs(run->time), fabs(start)));
	sb_help(m, "give it a longer interval, or a start nearer to the start of the run");
	run->failed = true;
	return false;
}

/* The first tick at or after the present time: rounding of the quotient can be off by one. */
bool se_plan_clock(se_run *run, uint32_t k, int priority, se_entry_kind kind, uint32_t number, sb_span span)
{
	double start = run->ticks->start[k], interval = run->ticks->interval[k], now = run->time;
	double tick = start >= now ? 0 : ceil((now - start) / interval);
	if (tick > 0 && start + (tick - 1) * interval >= now)
		tick--;
	else if (start + tick * interval < now)
		tick++;
	run->ticks->tick[k] = tick < 9e15 ? (uint64_t)tick : UINT64_MAX / 2;
	return se_plan_tick(run, k, priority, kind, number, span);
}
