/* delay(): what went in is kept at the points of the grid, before and after each event, in a ring of fixed size.
 * Between two points it is interpolated by a cubic through four of them, none of them beyond a jump.
 *
 * A jump that has gone in is two points with one time. It comes out as an instant (E22): up to this instant there is
 * the value before it, so that a delay of what comes out keeps both sides of it too. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

static uint32_t place(const rt_history *h, uint32_t k)
{
	return (h->first + k) % h->room;
}

static rt_real time_at(const rt_history *h, uint32_t k)
{
	return h->time[place(h, k)];
}

static int apart(const rt_history *h, uint32_t k)            /* no jump between k and k + 1 */
{
	return k + 1 < h->n && time_at(h, k + 1) > time_at(h, k);
}

/* Steps that the caller chooses may be short: of three points that lie closer together than the room asks for, and
 * closer than those of the grid, the middle one is left out, unless it belongs to a jump. */
static int is_crowded(const rt_history *h, rt_real time, rt_real longest, rt_real step)
{
	enum { SPARE = 16 };
	if (h->n < 3 || h->room <= SPARE || !apart(h, h->n - 2) || !(time > time_at(h, h->n - 1)))
		return 0;
	rt_real both = time - time_at(h, h->n - 2);
	return both < (rt_real)1.5 * step && both * (rt_real)(h->room - SPARE) < 2 * longest;
}

static void add(rt_run *run, uint32_t k, rt_real time, rt_real value)
{
	rt_history *h = &run->history[k];
	rt_real longest = RT_(fmax)(run->delay_longest[k], run->delay_ago[k]);
	while (h->n > 2 && time_at(h, 1) < time - longest - 2 * run->step) {
		h->jumps -= !apart(h, 0);
		h->first = place(h, 1);
		h->n--;
	}
	if (is_crowded(h, time, longest, run->step))
		h->n--;
	if (h->n == h->room) {
		rt_fail(&run->d, -1, "a delay has more values to keep than it has room for: export it with a larger --delays");
		return;
	}
	uint32_t at = place(h, h->n++);
	h->time[at] = time;
	h->value[at] = value;
	h->jumps += h->n > 1 && !apart(h, h->n - 2);
}

static void read_delayed(rt_run *run)
{
	run->model->functions->delays(&run->d, run->delay_value, run->delay_ago, run->delay_longest);
}

void rt_delays_begin(rt_run *run)
{
	if (!run->model->delays)
		return;
	read_delayed(run);
	for (uint32_t k = 0; k < run->model->delays; k++) {
		run->history[k].first = run->history[k].n = run->history[k].jumps = 0;
		add(run, k, run->d.time, run->delay_value[k]);
	}
}

/* What settles anew may differ by rounding, which is no jump. */
static int has_jumped(rt_real before, rt_real now)
{
	return RT_(fabs)(now - before) > 8 * RT_EPSILON * RT_(fmax)(RT_(fabs)(before), RT_(fabs)(now));
}

/* At the end of a step, and at the end of an instant, where what went in may have jumped. */
void rt_delays_keep(rt_run *run)
{
	if (!run->model->delays)
		return;
	rt_values(run);
	read_delayed(run);
	for (uint32_t k = 0; k < run->model->delays; k++) {
		rt_history *h = &run->history[k];
		rt_real *last = &h->value[place(h, h->n - 1)], now = run->delay_value[k];
		if (run->delay_ago[k] < 0)
			rt_fail(&run->d, -1, "a delay is negative");
		if (run->d.time > time_at(h, h->n - 1) || has_jumped(*last, now))
			add(run, k, run->d.time, now);
		else
			*last = now;
	}
}

/* The last point at or before t; at a jump the one behind it. */
static uint32_t find(const rt_history *h, rt_real t)
{
	uint32_t low = 0, high = h->n;
	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (time_at(h, middle) <= t)
			low = middle;
		else
			high = middle;
	}
	return low;
}

static rt_real interpolate(const rt_history *h, uint32_t k, rt_real t)
{
	uint32_t from = k > 0 && apart(h, k - 1) ? k - 1 : k, to = apart(h, k + 1) ? k + 2 : k + 1;
	if (from == k && apart(h, to))
		to++;
	if (to == k + 1 && from > 0 && apart(h, from - 1))
		from--;
	rt_real sum = 0;
	for (uint32_t i = from; i <= to; i++) {
		rt_real weight = h->value[place(h, i)];
		for (uint32_t j = from; j <= to; j++)
			if (j != i)
				weight *= (t - time_at(h, j)) / (time_at(h, i) - time_at(h, j));
		sum += weight;
	}
	return sum;
}

rt_real rt_jump_due(const rt_run *run, uint32_t delay)
{
	const rt_history *h = &run->history[delay];
	rt_real ago = run->delay_ago[delay], out = run->d.time - ago + rt_rounding(run->d.time, run->begun);
	if (!h->jumps || !run->model->delay[delay].steady)
		return RT_INFINITY;
	for (uint32_t k = find(h, out); k + 1 < h->n; k++)
		if (!apart(h, k) && time_at(h, k) > out)
			return time_at(h, k) + ago;
	return RT_INFINITY;
}

rt_real rt_delay_of(rt_data *d, int number, rt_real value, rt_real ago)
{
	rt_run *run = (rt_run *)d;
	const rt_history *h = &run->history[number];
	rt_real t = d->time - ago;
	if (!h->n || !(ago > 0))
		return value;
	rt_real rounding = rt_rounding(d->time, run->begun), last = time_at(h, h->n - 1);
	int out = d->event || d->initial || !run->model->delay[number].steady || d->time <= run->settled;
	rt_real bound = out ? t + rounding : t - rounding;
	uint32_t k = find(h, bound);
	if (bound < time_at(h, 0) || (k + 1 == h->n && !(t > last + rounding)))
		return h->value[place(h, k)];
	if (k + 1 == h->n)                   /* shorter than the step: between the last point and now */
		return h->value[place(h, k)] + (value - h->value[place(h, k)]) * ((t - last) / (d->time - last));
	if (!apart(h, k) || t - time_at(h, k) <= rounding || run->model->delay[number].still)
		return h->value[place(h, k)];
	return interpolate(h, k, t);
}
