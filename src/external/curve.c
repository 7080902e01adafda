/* Interpolation in one direction: see curve.h. */
#include "external/curve.h"

#include <math.h>
#include <string.h>

bool sl_has_slopes(sl_smoothness smoothness)
{
	return smoothness != SL_LINEAR && smoothness != SL_CONSTANT;
}

/* ------------------------------------------------------------------------------------- slopes */

void sl_differences(const double *x, const double *y, size_t n, double *d)
{
	double *first = d + 2, *last = d + n;
	for (size_t i = 0; i + 1 < n; i++)
		first[i] = (y[i + 1] - y[i]) / (x[i + 1] - x[i]);
	double rise = n > 2 ? first[0] - first[1] : 0, fall = n > 2 ? last[0] - last[-1] : 0;
	d[1] = first[0] + rise;
	d[0] = first[0] + 2 * rise;
	d[n + 1] = last[0] + fall;
	d[n + 2] = last[0] + 2 * fall;
}

bool sl_akima_weights(const double *d, double *before, double *behind)
{
	*before = fabs(d[3] - d[2]);
	*behind = fabs(d[1] - d[0]);
	return *before + *behind > 0;
}

static double akima(const double *d)
{
	double before, behind;
	if (!sl_akima_weights(d, &before, &behind))
		return (d[1] + d[2]) / 2;
	return (before * d[1] + behind * d[2]) / (before + behind);
}

static double modified_akima(const double *d)
{
	double before, behind;
	sl_akima_weights(d, &before, &behind);
	before += fabs(d[3] + d[2]) / 2;
	behind += fabs(d[1] + d[0]) / 2;
	return before + behind > 0 ? (before * d[1] + behind * d[2]) / (before + behind) : 0;
}

/* The slope between two intervals of lengths h, k with differences a, b of the same sign. */
static double fritsch_butland(double h, double k, double a, double b)
{
	return 3 * (h + k) / ((h + 2 * k) / a + (k + 2 * h) / b);
}

static double steffen(double h, double k, double a, double b)
{
	double s = (a * k + b * h) / (h + k), least = fmin(fabs(a), fabs(b));
	return fabs(s) / 2 > least ? copysign(2 * least, a) : s;
}

void sl_slopes(sl_smoothness smoothness, const double *x, const double *y, size_t n, double *slopes, double *work)
{
	sl_differences(x, y, n, work);
	for (size_t i = 0; i < n; i++) {
		const double *d = work + i; /* those around point i are d[0] .. d[3], of its neighbours d[1] and d[2] */
		bool end = i == 0 || i == n - 1;
		if (smoothness == SL_AKIMA)
			slopes[i] = akima(d);
		else if (smoothness == SL_MODIFIED_AKIMA)
			slopes[i] = modified_akima(d);
		else if (end)
			slopes[i] = i == 0 ? d[2] : d[1];
		else if (!(d[1] * d[2] > 0))
			slopes[i] = 0;                         /* an extreme value stays one */
		else
			slopes[i] =
				(smoothness == SL_STEFFEN ? steffen : fritsch_butland)(x[i] - x[i - 1], x[i + 1] - x[i], d[1], d[2]);
	}
}

/* ------------------------------------------------------------------------------------- weights */

size_t sl_interval(const double *at, size_t n, double x, bool goes_down)
{
	size_t low = 0, high = n - 1;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (x > at[middle] || (x == at[middle] && !goes_down))
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void weigh_cubic(double h, double s, double w[3][4])
{
	double s2 = s * s, s3 = s2 * s;
	const double value[4] = {2 * s3 - 3 * s2 + 1, h * (s3 - 2 * s2 + s), 3 * s2 - 2 * s3, h * (s3 - s2)};
	const double first[4] = {(6 * s2 - 6 * s) / h, 3 * s2 - 4 * s + 1, (6 * s - 6 * s2) / h, 3 * s2 - 2 * s};
	const double second[4] = {(12 * s - 6) / (h * h), (6 * s - 4) / h, (6 - 12 * s) / (h * h), (6 * s - 2) / h};
	memcpy(w[0], value, sizeof value);
	memcpy(w[1], first, sizeof first);
	memcpy(w[2], second, sizeof second);
}

void sl_weigh(sl_smoothness smoothness, const double *at, size_t i, double x, sl_weights *place)
{
	double h = at[i + 1] - at[i], s = h > 0 ? (x - at[i]) / h : 1;
	memset(place->weights, 0, sizeof place->weights);
	place->i = i;
	if (smoothness == SL_CONSTANT) {
		place->weights[0][x >= at[i + 1] ? 2 : 0] = 1;
	} else if (smoothness == SL_LINEAR || !(h > 0)) {
		place->weights[0][0] = 1 - s;
		place->weights[0][2] = s;
		place->weights[1][0] = h > 0 ? -1 / h : 0;
		place->weights[1][2] = h > 0 ? 1 / h : 0;
	} else {
		weigh_cubic(h, s, place->weights);
	}
}

/* From the end on a straight line with the slope of the end, or the value of the end. */
static void go_beyond(sl_smoothness smoothness, bool line, const double *at, size_t n, double x, sl_weights *place)
{
	double end = place->side == SL_BELOW ? at[0] : at[n - 1];
	size_t i = place->side == SL_BELOW ? 0 : n - 2;
	if (!line || !(at[i + 1] > at[i])) {        /* a jump at the end has no slope to go on with */
		place->i = i;
		memset(place->weights, 0, sizeof place->weights);
		place->weights[0][place->side == SL_BELOW ? 0 : 2] = 1;
		return;
	}
	/* constant segments have no slope of their own: that of the last two points is meant */
	sl_weigh(smoothness == SL_CONSTANT ? SL_LINEAR : smoothness, at, i, end, place);
	for (int k = 0; k < 4; k++) {
		place->weights[2][k] = 0;
		place->weights[0][k] += place->weights[1][k] * (x - end);
	}
}

static double into_period(double x, double from, double to)
{
	double period = to - from, y = x;
	if (x < from || x > to)
		y = x - floor((x - from) / period) * period;
	return y < from ? from : y > to ? to : y;
}

sl_weights sl_locate(sl_smoothness smoothness, sl_extrapolation extrapolation, const double *at, size_t n, double x,
				   bool goes_down)
{
	sl_weights place = {.side = SL_INSIDE};
	if (extrapolation == SL_PERIODIC)
		x = into_period(x, at[0], at[n - 1]);
	else if (x < at[0] || x > at[n - 1])
		place.side = x < at[0] ? SL_BELOW : SL_ABOVE;
	if (place.side == SL_INSIDE)
		sl_weigh(smoothness, at, sl_interval(at, n, x, goes_down), x, &place);
	else
		go_beyond(smoothness, extrapolation == SL_LAST_TWO, at, n, x, &place);
	return place;
}
