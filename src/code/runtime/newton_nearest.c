/* Initial values: of several solutions the one next to the start values.
 *
 * Newton's method leads far away where the slope at the start is small, past solutions that are nearer. So what it has
 * found is compared with other ways from the start values that a user wrote. With one unknown the equation is looked at
 * on both sides of the start, as far as the solution is away: the first change of sign that is a root is the nearest
 * one. With more unknowns the residuals of the start are taken away bit by bit (Newton's homotopy), and the solution in
 * which this ends is taken if it is nearer. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

enum { PARTS = 60, HALVINGS = 60, EVALUATIONS = 400, CORRECTIONS = 6, SMALL = 12 };
static const double NEAR = 0.05;          /* weights; a solution that near to the start is taken as it is */
static const double CLEARLY = 1 - 1e-6;   /* so much nearer */
static const double SHORTEST = 1e-4;      /* part of the residuals */
static const double ASIDE = 0.02;         /* weights; a start where the matrix is singular is moved */

static double away_from(const sc_newton *w, const double *start, const double *z)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = fmax(largest, fabs(z[k] - start[k]) / w->loop->scale[k]);
	return largest;
}

/* The residual of a loop with one unknown; NAN: it has no value there. */
static double residual_at(sc_newton *w, double z)
{
	double f, at = z;
	bool good = sc_newton_evaluate(w, &at, &f);
	w->d->failed = 0;
	return good ? f : NAN;
}

static double halve(sc_newton *w, double low, double f, double high)
{
	for (int k = 0; k < HALVINGS; k++) {
		double middle = 0.5 * (low + high), here = residual_at(w, middle);
		if (isnan(here))
			break;
		*((here > 0) == (f > 0) ? &low : &high) = middle;
	}
	return 0.5 * (low + high);
}

/* Of one unknown: where the residual first changes its sign, on either side; false: nowhere before `far`. */
static bool first_change(sc_newton *w, double start, double far, double *found)
{
	double at_start = residual_at(w, start), last[2] = {at_start, at_start};
	for (int k = 1; k < PARTS && !isnan(at_start); k++)
		for (int side = 0; side < 2; side++) {
			double step = (side ? -far : far) / PARTS, z = start + k * step, f = residual_at(w, z);
			if (!isnan(f) && !isnan(last[side]) && (f > 0) != (last[side] > 0)) {
				*found = halve(w, z - step, last[side], z);
				return true;
			}
			last[side] = isnan(last[side]) ? NAN : f;         /* nothing leads on beyond */
		}
	return false;
}

/* The corrector: F(z) = part * begun, from w->z. */
static bool correct(sc_newton *w, const double *begun, double part, int *left)
{
	double *target = w->worst, before = INFINITY;
	for (int k = 0; k < CORRECTIONS && *left > 0; k++, --*left) {
		uint32_t row, column;
		if (!sc_newton_evaluate(w, w->z, w->res))
			return false;
		w->jacobian(w->d, w->z, w->matrix);
		if (w->d->failed || sc_factor(w->loop->factors, w->matrix, &row, &column) != 0)
			return false;
		double size = 0;
		for (uint32_t i = 0; i < w->n; i++)
			target[i] = part * begun[i] - w->res[i];
		sc_factors_solve(w->loop->factors, target);
		for (uint32_t i = 0; i < w->n; i++) {
			size = fmax(size, fabs(target[i]) / fmax(w->loop->scale[i], fabs(w->z[i])));
			w->z[i] += target[i];
		}
		if (!(size <= 0.5 * before) || !(size < 0.3))
			return false;
		if (size < 1e-6)
			return true;
		before = size;
	}
	return false;
}

/* From the start values; in w->z is where it ends. False: it does not come to an end. */
static bool by_homotopy(sc_newton *w, const double *start)
{
	size_t bytes = w->n * sizeof(double);
	double *begun = w->bound, *last = w->next, part = 1, step = 0.05;
	int left = EVALUATIONS;
	memcpy(w->z, start, bytes);
	if (!sc_newton_evaluate(w, w->z, w->res))
		return false;
	memcpy(begun, w->res, bytes);
	memcpy(last, w->z, bytes);
	if (!correct(w, begun, 1 - SHORTEST, &left))          /* the matrix may be singular just there */
		for (uint32_t k = 0; k < w->n; k++)
			last[k] = start[k] + ASIDE * w->loop->scale[k] * (1 + 0.1 * (k % 7));
	while (part > 0 && step >= SHORTEST && left > 0) {
		double next = fmax(0, part - step);
		memcpy(w->z, last, bytes);
		bool good = correct(w, begun, next, &left);
		w->d->failed = 0;
		step *= good ? 1.5 : 0.4;
		if (!good)
			continue;
		memcpy(last, w->z, bytes);
		part = next;
	}
	return part == 0;
}

static bool is_given(const sc_loop *loop)
{
	for (uint32_t k = 0; k < loop->of->n; k++)
		if (loop->unknowns[k].given)
			return true;
	return false;
}

/* The solution is in w->z; the last evaluation is that of the solution again. */
void sc_newton_nearest(sc_newton *w, const double *from)
{
	sc_loop *loop = w->loop;
	uint32_t n = w->n;
	size_t bytes = n * sizeof(double);
	if (n > SMALL || !is_given(loop))
		return;
	double start[SMALL], found[SMALL], away;
	memcpy(start, from, bytes);
	memcpy(found, w->z, bytes);
	away = away_from(w, start, found);
	if (!(away > NEAR))
		return;
	bool other = n == 1 ? first_change(w, start[0], CLEARLY * fabs(found[0] - start[0]), &w->z[0])
						: by_homotopy(w, start);
	w->d->failed = 0;
	memset(w->from, 0, bytes);
	bool nearer = other && sc_newton_iterate(w, false) && away_from(w, start, w->z) < CLEARLY * away;
	if (nearer)
		return;
	memcpy(w->z, found, bytes);
	sc_newton_iterate(w, false);
	w->d->failed = 0;
}
