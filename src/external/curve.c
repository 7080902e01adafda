/* Slopes in one direction: see curve.h. */
#include "external/curve.h"

#include <math.h>

bool sl_has_slopes(sl_smoothness smoothness)
{
	return smoothness != SL_LINEAR && smoothness != SL_CONSTANT;
}

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
