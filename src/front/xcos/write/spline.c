/* Slopes of cubic curves at their points, by the methods of Scilab's splin. */
#include "front/xcos/write/xcos_write.h"

#include <math.h>

typedef struct points {
	const double *x, *y;
	uint32_t n;
	double *a, *b; /* equations a*d = b of the slopes; a column by column */
} points;

static double width(const points *p, uint32_t i)
{
	return p->x[i + 1] - p->x[i];
}

static double chord(const points *p, uint32_t i)
{
	return (p->y[i + 1] - p->y[i]) / width(p, i);
}

static void put(points *p, uint32_t row, uint32_t column, double v)
{
	p->a[column * p->n + row] = v;
}

/* The second derivative is the same on both sides of a point, between intervals i and j. */
static void smooth(points *p, uint32_t row, uint32_t i, uint32_t j, uint32_t before, uint32_t behind)
{
	double h = width(p, i), g = width(p, j);
	put(p, row, before, g);
	put(p, row, row, 2 * (h + g));
	put(p, row, behind, h);
	p->b[row] = 3 * (g * chord(p, i) + h * chord(p, j));
}

/* The third derivative is the same in intervals i and i + 1. */
static void no_knot(points *p, uint32_t row, uint32_t i)
{
	double h = width(p, i), g = width(p, i + 1), u = 1 / (h * h), v = 1 / (g * g);
	put(p, row, i, u);
	put(p, row, i + 1, u - v);
	put(p, row, i + 2, -v);
	p->b[row] = 2 * (chord(p, i) * u - chord(p, i + 1) * v);
}

/* The slope at point k of the parabola through the points i, i + 1, i + 2. */
static double of_parabola(const points *p, uint32_t i, uint32_t k)
{
	double h = width(p, i), g = width(p, i + 1), s = chord(p, i), t = chord(p, i + 1), bend = (t - s) / (h + g);
	return k == i ? s - h * bend : k == i + 1 ? s + h * bend : t + g * bend;
}

static bool solved(points *p, int method)
{
	uint32_t last = p->n - 1;
	for (uint32_t i = 1; i < last; i++)
		smooth(p, i, i - 1, i, i - 1, i + 1);
	if (method == XC_CLAMPED) {
		put(p, 0, 0, 1);
		put(p, last, last, 1);
	} else if (method == XC_PERIODIC) { /* the first point is the last one */
		double h = width(p, last - 1), g = width(p, 0);
		put(p, 0, last - 1, g);
		put(p, 0, 0, 2 * (h + g));
		put(p, 0, 1, p->a[p->n] + h);
		p->b[0] = 3 * (g * chord(p, last - 1) + h * chord(p, 0));
		put(p, last, 0, -1);
		put(p, last, last, 1);
	} else {
		no_knot(p, 0, 0);
		no_knot(p, last, last - 2);
	}
	return xc_solve(p->a, p->b, p->n, 1);
}

/* Slopes that keep the curve rising where its points rise (Fritsch and Butland); at the ends by three points, not
 * steeper than three chords. */
static double monotone(const points *p, uint32_t i)
{
	uint32_t last = p->n - 1;
	if (i > 0 && i < last) {
		double h = width(p, i - 1), g = width(p, i), s = chord(p, i - 1), t = chord(p, i);
		double w = (h + 2 * g) / (3 * (h + g)), r = (2 * h + g) / (3 * (h + g));
		double most = fmax(fabs(s), fabs(t)), least = fmin(fabs(s), fabs(t));
		return s * t > 0 ? least / (r * (s / most) + w * (t / most)) : 0;
	}
	double d = of_parabola(p, i == 0 ? 0 : last - 2, i), s = chord(p, i == 0 ? 0 : last - 1),
		   t = chord(p, i == 0 ? 1 : last - 2);
	if (d * s <= 0)
		return 0;
	return s * t < 0 && fabs(d) > 3 * fabs(s) ? 3 * s : d;
}

bool xc_spline_slopes(sb_arena *arena, const double *x, const double *y, uint32_t n, int method, double *slope)
{
	points p = {x, y, n, sb_new_array(arena, double, (size_t)n * n + 1), sb_new_array(arena, double, n + 1)};
	for (uint32_t i = 0; i + 1 < n; i++)
		if (!(width(&p, i) > 0))
			return false;
	bool system = method == XC_NO_KNOT || method == XC_PERIODIC || method == XC_CLAMPED;
	if (n < 3 || (n == 3 && method == XC_NO_KNOT) || n > 2000) { /* a line, a parabola */
		for (uint32_t i = 0; i < n; i++)
			slope[i] = n == 2 ? chord(&p, 0) : of_parabola(&p, 0, i);
		return n == 2 || n == 3;
	}
	if (system && !solved(&p, method))
		return false;
	for (uint32_t i = 0; i < n; i++)
		slope[i] = system                  ? p.b[i]
				   : method == XC_MONOTONE ? monotone(&p, i)
										   : of_parabola(&p, i == 0 ? 0 : i == n - 1 ? n - 3 : i - 1, i);
	return true;
}
