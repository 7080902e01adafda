/* Steps that end at events. A time event ends a step at its own time. Where a condition has turned at the end of a
 * step, the step is made again with other lengths, until the point is found to rounding; it lies on the far side,
 * where the condition has turned. Each of these steps is one of the solver, so the point has its accuracy. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

#include <string.h>

enum { TRIALS = 80 };
static const rt_real STRETCHED = (rt_real)1e-6;

/* The states at `t`, from those at `from`: 0 nothing has turned, 1 a condition has, -1 it failed. */
static int try_at(rt_run *run, rt_real from, rt_real t)
{
	memcpy(run->d.x, run->began, run->model->states * sizeof *run->began);
	if (rt_integrate(run, from, t - from))
		return -1;
	run->d.time = t;
	if (run->drive)
		run->drive(run, t);
	if (!rt_values(run))
		return -1;
	return rt_has_turned(run);
}

/* The first condition that has turned, if its function has a sign to go by; else UINT32_MAX. */
static uint32_t turned_one(const rt_run *run)
{
	for (uint32_t i = 0; i < run->model->watches; i++)
		if (!run->model->watch[i].time_only && !run->model->watch[i].initial_only &&
			rt_truth(run, i) != run->d.latch[i])
			return run->model->watch[i].kind == RT_RELATION ? i : UINT32_MAX;
	return UINT32_MAX;
}

/* Where it is by a straight line, a little beyond: the far side is wanted. */
static rt_real by_line(rt_real low, rt_real low_value, rt_real high, rt_real high_value)
{
	rt_real t = high - high_value * (high - low) / (high_value - low_value);
	return t + (rt_real)1e-3 * (high - t);
}

/* Between `low`, where nothing has turned, and `high`, where the run is: by the function of the condition that has
 * turned, where its values at both ends are known, else halfway; and halfway now and then, so that it always ends. */
static int locate(rt_run *run, rt_real from, rt_real high)
{
	uint32_t one = turned_one(run), known = UINT32_MAX;
	rt_real low = from, low_value = 0, high_value = one != UINT32_MAX ? run->g[one] : 0, at = high;
	for (int k = 0; k < TRIALS && high - low > rt_rounding(high, from); k++) {
		rt_real middle = low + (high - low) / 2, t = middle;
		if (k % 3 && one != UINT32_MAX && one == known)
			t = by_line(low, low_value, high, high_value);
		t = t > low && t < high ? t : middle;
		if (!(t > low && t < high))
			break;
		int turned = try_at(run, from, at = t);
		if (turned < 0)
			return 0;
		if (turned) {
			high = t;
			one = turned_one(run);
			high_value = one != UINT32_MAX ? run->g[one] : 0;
		} else {
			low = t;
			known = one;
			low_value = one != UINT32_MAX ? run->g[one] : 0;
		}
	}
	return !(at < high) || try_at(run, from, high) >= 0;
}

rt_status rt_travel(rt_run *run, rt_real until, int *event)
{
	rt_data *d = &run->d;
	rt_real from = d->time, end = from + run->step, due = rt_next_due(run);
	*event = 0;
	if (run->status != RT_OK)
		return run->status;
	if (end > until - STRETCHED * run->step)
		end = until;
	if (due <= end)
		end = due > from ? due : from;
	if (end > from) {
		memcpy(run->began, d->x, run->model->states * sizeof *run->began);
		int turned = try_at(run, from, end);
		if (turned < 0 || (turned && !locate(run, from, end)))
			return rt_give_up(run, "a step is made");
		*event = turned;
		rt_delays_keep(run);
	}
	*event = *event || due <= d->time + rt_rounding(d->time, run->begun);
	return d->failed ? rt_give_up(run, "a step is made") : run->status;
}
