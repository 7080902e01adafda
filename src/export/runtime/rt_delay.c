/* delay(): what went in is kept at the points of the grid, before and after each event, in a ring of fixed size.
 * Between two points it is interpolated by a cubic through four of them, none of them beyond a jump. */
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

static void add(rt_run *run, uint32_t k, rt_real time, rt_real value)
{
	rt_history *h = &run->history[k];
	rt_real longest = RT_(fmax)(run->delay_longest[k], run->delay_ago[k]);
	while (h->n > 2 && time_at(h, 1) < time - longest - 2 * run->step) {
		h->first = place(h, 1);
		h->n--;
	}
	if (h->n == h->room) {
		rt_fail(&run->d, -1, "a delay has more values to keep than it has room for: export it with a larger --delays");
		return;
	}
	uint32_t at = place(h, h->n++);
	h->time[at] = time;
	h->value[at] = value;
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
		run->history[k].first = run->history[k].n = 0;
		add(run, k, run->d.time, run->delay_value[k]);
	}
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
		rt_real last = h->value[place(h, h->n - 1)];
		if (run->delay_ago[k] < 0)
			rt_fail(&run->d, -1, "a delay is negative");
		if (run->d.time > time_at(h, h->n - 1) || last < run->delay_value[k] || last > run->delay_value[k])
			add(run, k, run->d.time, run->delay_value[k]);
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

static int apart(const rt_history *h, uint32_t k)            /* no jump between k and k + 1 */
{
	return k + 1 < h->n && time_at(h, k + 1) > time_at(h, k);
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

rt_real rt_delay_of(rt_data *d, int number, rt_real value, rt_real ago)
{
	rt_run *run = (rt_run *)d;
	const rt_history *h = &run->history[number];
	rt_real t = d->time - ago;
	if (!h->n)
		return value;
	rt_real rounding = rt_rounding(d->time, run->begun), last = time_at(h, h->n - 1);
	uint32_t k = find(h, t + rounding);
	if (t <= time_at(h, 0) || (k + 1 == h->n && !(t > last + rounding)))
		return h->value[place(h, t <= time_at(h, 0) ? 0 : k)];
	if (k + 1 == h->n)                   /* shorter than the step: between the last point and now */
		return h->value[place(h, k)] + (value - h->value[place(h, k)]) * ((t - last) / (d->time - last));
	if (!apart(h, k) || t - time_at(h, k) <= rounding || run->model->delay[number].still)
		return h->value[place(h, k)];
	return interpolate(h, k, t);
}
