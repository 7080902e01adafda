/* Margins of one channel: where its frequency response crosses the unit circle and the negative real axis.
 *
 * Crossings are looked for between frequencies that are dense around each little damped pole and zero, and then
 * narrowed down by bisection on the response itself. */
#include "study/linear/linear.h"
#include <math.h>

static double size_of(double complex g)
{
	return log(cabs(g));
}

/* Sign changes of a quantity of the response between w[0] and w[1]: log |g|, or the imaginary part. */
static double narrow(const st_response *r, double low, double high, bool phase)
{
	double complex g = st_channel_at(r, low);
	bool sign = (phase ? cimag(g) : size_of(g)) > 0;
	for (int i = 0; i < 200 && high - low > 1e-15 * high; i++) {
		double middle = low > 0 && high / low > 2 ? sqrt(low * high) : low + (high - low) / 2;
		if (middle <= low || middle >= high)
			break;
		g = st_channel_at(r, middle);
		if (((phase ? cimag(g) : size_of(g)) > 0) == sign)
			low = middle;
		else
			high = middle;
	}
	return low + (high - low) / 2;
}

/* Above or below the real axis; 0: on it, but for rounding, as the response of what is not damped is. */
static int side_of(double complex g)
{
	return fabs(cimag(g)) <= 1e-9 * fabs(creal(g)) ? 0 : cimag(g) > 0 ? 1 : -1;
}

static st_crossing phase_crossing(const st_response *r, double w)
{
	double margin = carg(-st_channel_at(r, w));      /* from -1: what is missing to the negative real axis */
	double lag = margin > 0 ? margin : margin + 2 * M_PI;    /* a delay only turns further */
	return (st_crossing){w, margin * 180 / M_PI, lag / w};
}

static void choose_least(st_margins *m)
{
	m->least_gain = m->least_phase = m->least_delay = UINT32_MAX;
	for (uint32_t i = 0; i < m->gain_count; i++)
		if (m->least_gain == UINT32_MAX || fabs(log(m->gain[i].value)) < fabs(log(m->gain[m->least_gain].value)))
			m->least_gain = i;
	for (uint32_t i = 0; i < m->phase_count; i++) {
		if (m->least_phase == UINT32_MAX || fabs(m->phase[i].value) < fabs(m->phase[m->least_phase].value))
			m->least_phase = i;
		if (m->least_delay == UINT32_MAX || m->phase[i].delay < m->phase[m->least_delay].delay)
			m->least_delay = i;
	}
}

/* The nearest point to -1, by golden section around the best of the frequencies. */
static void find_distance(const st_response *r, const double *w, uint32_t n, st_margins *m)
{
	uint32_t best = 0;
	m->distance = INFINITY;
	for (uint32_t i = 0; i < n; i++) {
		double d = cabs(1 + st_channel_at(r, w[i]));
		if (d < m->distance) {
			m->distance = d;
			best = i;
		}
	}
	double low = w[best ? best - 1 : 0], high = w[best + 1 < n ? best + 1 : best], part = (sqrt(5) - 1) / 2;
	double a = high - part * (high - low), b = low + part * (high - low);
	for (int i = 0; i < 80; i++) {
		if (cabs(1 + st_channel_at(r, a)) < cabs(1 + st_channel_at(r, b)))
			high = b;
		else
			low = a;
		a = high - part * (high - low);
		b = low + part * (high - low);
	}
	double d = cabs(1 + st_channel_at(r, a));
	m->distance_at = d <= m->distance ? a : w[best];
	m->distance = fmin(d, m->distance);
}

static bool closed_is_stable(sb_arena *arena, const st_system *channel)
{
	st_system closed;
	uint32_t n = channel->a.rows;
	st_pole *poles = sb_new_array(arena, st_pole, n + 1);
	if (!st_system_closed(arena, channel, 1, &closed) || !st_poles(arena, &closed, poles))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!poles[i].stable)
			return false;
	return true;
}

bool st_margins_of(sb_arena *arena, const st_system *channel, st_margins *out)
{
	st_response r;
	double *w;
	uint32_t n;
	*out = (st_margins){0};
	if (!st_response_open(arena, channel, &r))
		return false;
	st_frequencies(arena, channel, 4000, &w, &n);
	/* crossings may lie far away from all poles, where the response falls: four decades more on both sides */
	double *wide = sb_new_array(arena, double, n + 1602);
	uint32_t count = 0;
	for (int i = 0; i < 800; i++)
		wide[count++] = w[0] * pow(10, -4 + i / 200.0);
	for (uint32_t i = 0; i < n; i++)
		wide[count++] = w[i];
	for (int i = 1; i <= 800 && channel->period == 0; i++)
		wide[count++] = w[n - 1] * pow(10, i / 200.0);
	out->gain = sb_new_array(arena, st_crossing, count);
	out->phase = sb_new_array(arena, st_crossing, count);
	double complex before = st_channel_at(&r, wide[0]);
	int side = creal(before) < 0 ? side_of(before) : 0;      /* the last one, while the real part is negative */
	uint32_t off = 0;                                        /* where that was */
	for (uint32_t i = 1; i < count; i++) {
		double complex g = st_channel_at(&r, wide[i]);
		if (!isfinite(creal(g)) || !isfinite(creal(before))) {
			before = g;
			side = 0;
			continue;
		}
		if ((size_of(g) > 0) != (size_of(before) > 0))
			out->phase[out->phase_count++] = phase_crossing(&r, narrow(&r, wide[i - 1], wide[i], false));
		int now = creal(g) < 0 ? side_of(g) : 0;
		if (now && side == -now) {
			double at = narrow(&r, wide[off], wide[i], true);
			out->gain[out->gain_count++] = (st_crossing){at, 1 / cabs(st_channel_at(&r, at)), 0};
		}
		if (now || !(creal(g) < 0)) {
			side = now;
			off = i;
		}
		before = g;
	}
	/* a sampled system ends on the real axis */
	if (channel->period > 0 && isfinite(creal(before)) && creal(before) < 0 && cabs(before) > 0)
		out->gain[out->gain_count++] = (st_crossing){wide[count - 1], 1 / cabs(before), 0};
	find_distance(&r, wide, count, out);
	choose_least(out);
	st_system small;
	out->stable = closed_is_stable(arena, channel);
	out->hidden = !out->stable && st_minimal(arena, channel, &small) && small.a.rows < channel->a.rows &&
				  closed_is_stable(arena, &small);
	return true;
}
