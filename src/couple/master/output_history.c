/* What is known of an output, and curves through it. */
#include "couple/master/lead.h"

#include <string.h>

void cp_deposit(cp_history *h, double t, double y)
{
	uint32_t n = h->n && h->t[0] == t ? 0 : h->n;    /* a second value of one time is the right one */
	if (h->n && h->t[0] == t) {
		h->y[0] = y;
		return;
	}
	if (n == CP_POINTS)
		n--;
	memmove(h->t + 1, h->t, n * sizeof *h->t);
	memmove(h->y + 1, h->y, n * sizeof *h->y);
	h->t[0] = t;
	h->y[0] = y;
	h->n = n + 1;
}

double cp_last(const cp_history *h) { return h->n ? h->y[0] : 0; }

/* The polynomial through n points, by Newton's differences, around t. */
static cp_curve through(const double *at, const double *value, uint32_t n, double t)
{
	double a = at[0] - t, y = value[0];
	if (n == 1)
		return (cp_curve){{y, 0, 0}};
	double b = at[1] - t, slope = (value[1] - y) / (b - a);
	if (n == 2)
		return (cp_curve){{y - slope * a, slope, 0}};
	double c = at[2] - t, bend = ((value[2] - value[1]) / (c - b) - slope) / (c - a);
	return (cp_curve){{y - slope * a + bend * a * b, slope - bend * (a + b), bend}};
}

cp_curve cp_extrapolate(const cp_history *h, uint32_t order, double t)
{
	uint32_t n = order + 1 < h->n ? order + 1 : h->n;
	return n ? through(h->t, h->y, n, t) : (cp_curve){{0, 0, 0}};
}

cp_curve cp_interpolate(const cp_history *h, uint32_t order, double t, double step, double ahead)
{
	double at[CP_POINTS] = {t + step}, value[CP_POINTS] = {ahead};
	uint32_t n = 1;
	if (order == 0)
		return (cp_curve){{cp_last(h), 0, 0}};
	for (; n <= order && n <= h->n; n++) {
		at[n] = h->t[n - 1];
		value[n] = h->y[n - 1];
	}
	return through(at, value, n, t);
}
