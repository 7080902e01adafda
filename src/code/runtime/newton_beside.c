/* Is there another solution of a nonlinear loop beside this one?
 *
 * The derivatives of the equations tell how far away a neighbour would be, if there is one (newton_course.c). With one
 * unknown the derivative changes its sign between two neighbouring roots, and so does the determinant where two
 * solutions are about to meet. Where it does not change, as with exponentials that bend and have one solution, there is
 * none. With more unknowns two solutions may have determinants of the same sign (the two square roots of a complex
 * number). They are looked for by Newton's method with the known solution divided out (deflation). This costs matrices,
 * so after each search that found nothing twice as many measurements pass before the next. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

enum { SMALL = 12, ROUNDS = 8, RAREST = 16 };      /* SMALL: unknowns, for matrices of this file */
static const double BESIDE = 0.9;         /* part of the gap behind which the determinant must have changed its sign */
static const double THERE = 1e-3;         /* parts of the gap; such a step leads to no other solution */
static const double OTHER = 0.05;         /* what is nearer than this part is the solution itself */
static const double STRAIGHT = 0.1;       /* of the way: so near to its end Newton's first step leads */
static const double FARTHEST = 5;         /* gaps; what is further away is no neighbour */

/* Elimination in place, with one right side. The sign of the determinant; 0: singular. */
static int eliminate(double *a, double *b, uint32_t n)
{
	int sign = 1;
	for (uint32_t k = 0; k < n; k++) {
		uint32_t pivot = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (fabs(a[i * n + k]) > fabs(a[pivot * n + k]))
				pivot = i;
		if (!(fabs(a[pivot * n + k]) > 0))
			return 0;
		double last = b[k];
		b[k] = b[pivot];
		b[pivot] = last;
		for (uint32_t j = 0; pivot != k && j < n; j++) {
			double other = a[k * n + j];
			a[k * n + j] = a[pivot * n + j];
			a[pivot * n + j] = other;
		}
		sign *= (pivot != k ? -1 : 1) * (a[k * n + k] < 0 ? -1 : 1);
		for (uint32_t i = k + 1; i < n; i++) {
			b[i] -= a[i * n + k] / a[k * n + k] * b[k];
			for (uint32_t j = n; j-- > k;)
				a[i * n + j] -= a[i * n + k] / a[k * n + k] * a[k * n + j];
		}
	}
	for (uint32_t k = n; k-- > 0;) {
		for (uint32_t j = k + 1; j < n; j++)
			b[k] -= a[k * n + j] * b[j];
		b[k] /= a[k * n + k];
	}
	return sign;
}

/* The sign of the determinant at a point, and Newton's step from there; 0: there is none. */
static int step_at(sc_newton *w, const double *point, double *step)
{
	uint32_t n = w->n;
	double *a = sb_draw_zeros(((size_t)n * n + 1) * sizeof(double));
	bool good = sc_newton_evaluate(w, point, w->trial_res);
	if (good)
		w->jacobian(w->d, point, w->matrix);
	good = good && !w->d->failed;
	w->d->failed = 0;
	for (uint32_t k = 0; good && k < w->entries; k++) {
		a[(size_t)w->loop->entries[k].row * n + w->loop->entries[k].col] += w->matrix[k];
		good = isfinite(w->matrix[k]);
	}
	for (uint32_t k = 0; k < n; k++)
		step[k] = -w->trial_res[k];
	int sign = good ? eliminate(a, step, n) : 0;
	sb_put_back(a);
	return sign;
}

static double size_of(const sc_newton *w, const double *v)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = fmax(largest, fabs(v[k]) / w->loop->course.weight[k]);
	return largest;
}

static void go(const sc_newton *w, double length, const double *direction, double *point)
{
	for (uint32_t k = 0; k < w->n; k++)
		point[k] = w->z[k] + length * direction[k];
}

/* By which factor a step from a point is longer with the solution w->z divided out. */
static double deflation(const sc_newton *w, const double *point, const double *step, double gap)
{
	double square = 0, along = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		double unit = w->loop->course.weight[k] * gap, away = (point[k] - w->z[k]) / unit;
		square += away * away;
		along += 2 * away * step[k] / unit;
	}
	double pole = 1 + along / (square * (1 + square));
	return fabs(pole) > 0.01 ? 1 / pole : 100;
}

/* From `point`: how far away another solution is, in weights; infinite: none was found. */
static double search_from(sc_newton *w, double *point, double *step, double gap)
{
	double *apart = w->bound;
	for (int round = 0; round < ROUNDS; round++) {
		if (!step_at(w, point, step))
			return INFINITY;
		for (uint32_t k = 0; k < w->n; k++)
			apart[k] = point[k] - w->z[k];
		double away = size_of(w, apart), left = size_of(w, step);
		if (!(away > 0 && away <= FARTHEST * gap && left <= 1e3 * gap))
			return INFINITY;
		if (left <= THERE * gap && away > OTHER * gap)
			return away;
		double factor = deflation(w, point, step, gap);
		factor *= fmin(1, 2 * gap / fmax(fabs(factor) * left, 1e-300));
		for (uint32_t k = 0; k < w->n; k++)
			point[k] += factor * step[k];
	}
	return INFINITY;
}

/* Any other solution in a few steps from two points beside this one. */
static double search(sc_newton *w, const double *direction, double gap)
{
	sc_course *c = &w->loop->course;
	double *step = sb_draw(NULL, (w->n + 1) * sizeof(double)), found = INFINITY;
	for (int side = -1; !(found < INFINITY) && side <= 1; side += 2) {
		go(w, side * gap, direction, c->probe);
		found = search_from(w, c->probe, step, gap);
	}
	sb_put_back(step);
	return found;
}

bool sc_leads_straight(sc_newton *w, const double *from)
{
	double step[SMALL];
	bool straight = w->n <= SMALL && step_at(w, from, step);
	for (uint32_t k = 0; straight && k < w->n; k++)
		straight = fabs(from[k] + step[k] - w->z[k]) <= STRAIGHT * fabs(w->z[k] - from[k]);
	sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
	return straight;
}

/* `to`: the direction in which the matrix is almost singular. *gap: how far away the derivatives say it is, and how far
 * it is. */
bool sc_has_neighbour(sc_newton *w, const double *to, double *gap)
{
	sc_course *c = &w->loop->course;
	double size = w->n > SMALL ? 0 : size_of(w, to), step[SMALL];
	if (!(size > 0) || c->paired)
		return true;
	for (uint32_t k = 0; k < w->n; k++)
		w->found[k] = to[k] / size;
	int here = step_at(w, w->z, step);
	for (int side = -1; side <= 1; side += 2) {
		go(w, side * BESIDE * *gap, w->found, c->probe);
		if (step_at(w, c->probe, step) * here <= 0)
			return true;
	}
	if (w->n < 2 || c->rest-- > 0)
		return false;
	double found = search(w, w->found, *gap);
	c->paired = found < INFINITY;
	c->rest = c->pause = c->pause < RAREST ? 2 * c->pause + 1 : RAREST;
	*gap = fmin(*gap, found);
	return c->paired;
}
