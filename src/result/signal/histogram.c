/* How much of the time a signal spends where. */
#include "result/signal/result_signal.h"
#include <math.h>

static void add(sr_histogram *h, double from, double to, double weight)
{
	double width = (h->high - h->low) / h->bins, low = fmin(from, to), high = fmax(from, to);
	double end = h->bins - 1.0;
	double first = fmin(floor((low - h->low) / width), end), last = fmin(floor((high - h->low) / width), end);
	for (double k = fmax(first, 0); k <= last; k++) {
		double a = fmax(low, h->low + k * width), b = fmin(high, h->low + (k + 1) * width);
		h->part[(uint32_t)k] += first == last ? weight : weight * fmax(b - a, 0) / (high - low);
	}
}

static bool find_range(const sr_record *r, uint32_t column, sr_histogram *out)
{
	out->low = INFINITY;
	out->high = -INFINITY;
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double v = sr_shown(r, row, column);
		if (!isfinite(v))
			continue;
		out->low = fmin(out->low, v);
		out->high = fmax(out->high, v);
	}
	if (!(out->low <= out->high))
		return false;
	if (!(out->high - out->low > 1e-12 * fmax(fabs(out->low), fabs(out->high)))) {
		double size = out->low != 0 ? 0.01 * fabs(out->low) : 0.5;
		out->low -= size;
		out->high += size;
	}
	return isfinite(out->high - out->low);
}

bool sr_histogram_of(sb_arena *arena, const sr_record *r, uint32_t column, uint32_t bins, sr_histogram *out)
{
	const sr_column *c = sr_column_at(r, column);
	double all = 0;
	*out = (sr_histogram){.bins = bins};
	if (sr_rows(r) < 2 || !find_range(r, column, out))
		return false;
	if (!bins)
		out->bins = (uint32_t)fmin(fmax(2 * cbrt(sr_rows(r)), 10), 60);
	if (c->kind != SR_REAL && !bins && out->high - out->low < 60) {      /* a bin for each whole number */
		out->low -= 0.5;
		out->high += 0.5;
		out->bins = (uint32_t)lround(out->high - out->low);
	}
	out->part = sb_new_array(arena, double, out->bins);
	for (uint32_t row = 1; row < sr_rows(r); row++) {
		double a = sr_shown(r, row - 1, column), b = sr_shown(r, row, column);
		double dt = sr_time(r, row) - sr_time(r, row - 1);
		if (!(dt > 0) || !isfinite(a) || !isfinite(b))
			continue;
		add(out, a, c->discrete ? a : b, dt);
		all += dt;
	}
	for (uint32_t k = 0; k < out->bins && all > 0; k++)
		out->part[k] *= 100 / all;
	return all > 0;
}
