/* Initial values: of several solutions the one next to the start values.
 *
 * Newton's method leads far away where the slope at the start is small, past solutions that are nearer. So what it has
 * found is compared with other ways from the start values that a user wrote. With one unknown the equation is looked at
 * on both sides of the start, as far as the solution is away, for changes of its sign. With more unknowns the residuals
 * of the start are taken away bit by bit (Newton's homotopy), and the solution in which this ends is taken if it is
 * nearer. Unknowns that the loop computes from those over which it iterates have start values too. They count for the
 * distance, and on the way they are moved (sc_data.lean) from where their equations would have them to their starts. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

enum { PARTS = 60, HALVINGS = 60, EVALUATIONS = 1500, CORRECTIONS = 6, SMALL = 12, LEANINGS = 32, ROOTS = 24 };
static const double NEAR = 0.05;          /* weights; a solution that near to the start is taken as it is */
static const double CLEARLY = 1 - 1e-6;   /* so much nearer */
static const double SHORTEST = 1e-6;      /* part of the residuals */
static const double STRIDE = 0.3;         /* of an unknown inside of the loop, from one point of the way to the next */
static const double SETTLED = 1e-6;       /* of its size: so exactly an unknown has its start value */
static const double FINE = 0.25, GROWTH = 0.1;        /* places to look at: scales apart at most, or growing so */
static const double ASIDE = 0.02;         /* weights; a start where the matrix is singular is moved */

/* What is looked for. Start values count of the unknowns that are iterated over, and of those that are computed from
 * them; only those that the user wrote, or that follow from them. */
typedef struct nearness {
	sc_newton *w;
	double start[SMALL];
	uint32_t n;                    /* of the leanings */
	double wish[LEANINGS], scale[LEANINGS], move[LEANINGS], lean[LEANINGS];
	double was[LEANINGS];          /* at the last point of the way */
} nearness;

/* How far w->z is from the start values, in units of each unknown; the last evaluation was there. */
static double away_from(const nearness *b)
{
	const sc_newton *w = b->w;
	const sc_loop *loop = w->loop;
	double largest = 0, value;
	for (uint32_t k = 0; k < w->n; k++)
		if (loop->unknowns[k].given || loop->unknowns[k].follow)
			largest = fmax(largest, fabs(w->z[k] - b->start[k]) / loop->scale[k]);
	for (uint32_t k = 0; k < b->n; k++)
		if (sc_unknown_value(w->run, &loop->leanings[k], &value))
			largest = fmax(largest, fabs(value - b->wish[k]) / b->scale[k]);
	return largest;
}

/* Newton's method from w->z, and how far the solution is away; infinite: there is none. */
static double settle(const nearness *b)
{
	sc_newton *w = b->w;
	w->d->failed = 0;
	memset(w->from, 0, w->n * sizeof(double));
	bool good = sc_newton_iterate(w, false) && sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
	return good ? away_from(b) : INFINITY;
}

/* ---- one unknown: changes of sign */

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

/* The k-th place to look at: equally spaced, or finer near to the start if what was found is very far away. */
static double place(double far, double scale, int k)
{
	bool wide = far > PARTS * FINE * scale;
	return wide ? far * expm1(k * GROWTH) / expm1(PARTS * GROWTH) : far * k / PARTS;
}

/* Where the residual changes its sign, on either side, as long as the unknown itself is not further away than what was
 * found before: *nearest, at *found. */
static void by_signs(const nearness *b, double *found, double *nearest)
{
	sc_newton *w = b->w;
	bool counts = w->loop->unknowns[0].given || w->loop->unknowns[0].follow;
	double scale = w->loop->scale[0], far = CLEARLY * *nearest * scale, begin = b->start[0];
	double last[2] = {residual_at(w, begin), 0};
	last[1] = last[0];
	for (int k = 1, roots = 0; k < PARTS && !isnan(last[0] + last[1]) && roots < ROOTS; k++)
		for (int side = 0; side < 2 && (!counts || place(far, scale, k) < *nearest * scale); side++) {
			double sign = side ? -1 : 1, z = begin + sign * place(far, scale, k), f = residual_at(w, z);
			if (!isnan(f) && !isnan(last[side]) && (f > 0) != (last[side] > 0)) {
				w->z[0] = halve(w, begin + sign * place(far, scale, k - 1), last[side], z);
				double away = settle(b);
				if (away < CLEARLY * *nearest) {
					*nearest = away;
					*found = w->z[0];
				}
				roots++;
			}
			last[side] = isnan(last[side]) ? NAN : f;         /* nothing leads on beyond */
		}
}

/* ---- any number of unknowns: the residuals are taken away bit by bit */

/* So far are the unknowns inside of the loop moved from where its equations would have them. */
static void lean(nearness *b, double part)
{
	for (uint32_t k = 0; k < b->n; k++)
		b->lean[k] = part * b->move[k];
}

/* The moves with which all of them have their start values. Each may depend on those before it, so they are found one
 * after another, and what comes behind may have no value until then. Their residuals are left in w->res. */
static bool find_moves(nearness *b)
{
	sc_newton *w = b->w;
	double value;
	memset(b->move, 0, sizeof b->move);
	for (uint32_t k = 0; k < b->n; k++) {
		lean(b, 1);
		sc_newton_evaluate(w, w->z, w->res);
		w->d->failed = 0;
		if (!sc_unknown_value(w->run, &w->loop->leanings[k], &value) || !isfinite(value))
			return false;
		b->move[k] = b->wish[k] - value;
	}
	lean(b, 1);
	if (!sc_newton_evaluate(w, w->z, w->res))
		return false;
	for (uint32_t k = 0; k < b->n; k++)
		if (!sc_unknown_value(w->run, &w->loop->leanings[k], &value) ||
			!(fabs(value - b->wish[k]) <= SETTLED * b->scale[k]))
			return false;
	return true;
}

/* The corrector: F(z) = part * begun, from w->z. */
static bool correct(nearness *b, const double *begun, double part, int *left)
{
	sc_newton *w = b->w;
	double *target = w->worst, before = INFINITY;
	lean(b, part);
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

/* Unknowns inside of the loop may run far away for a small change of those over which it iterates. They go the way,
 * too, and leap nowhere. */
static bool has_leapt(const nearness *b)
{
	for (uint32_t k = 0; k < b->n; k++) {
		double value = b->was[k];
		sc_unknown_value(b->w->run, &b->w->loop->leanings[k], &value);
		if (!(fabs(value - b->was[k]) <= STRIDE * fmax(b->scale[k], fabs(value))))
			return true;
	}
	return false;
}

static void take(nearness *b, double *last)
{
	memcpy(last, b->w->z, b->w->n * sizeof(double));
	for (uint32_t k = 0; k < b->n; k++)
		sc_unknown_value(b->w->run, &b->w->loop->leanings[k], &b->was[k]);
}

/* From the start values; in w->z is where it ends. False: it does not come to an end. */
static bool go_there(nearness *b)
{
	sc_newton *w = b->w;
	size_t bytes = w->n * sizeof(double);
	double *begun = w->bound, *last = w->next, *slope = w->found, part = 1, step = 0.05;
	int left = EVALUATIONS;
	memcpy(w->z, b->start, bytes);
	if (!find_moves(b))
		return false;
	memcpy(begun, w->res, bytes);
	take(b, last);
	memset(slope, 0, bytes);
	if (!correct(b, begun, 1 - SHORTEST, &left))          /* the matrix may be singular just there */
		for (uint32_t k = 0; k < w->n; k++)
			last[k] = b->start[k] + ASIDE * w->loop->scale[k] * (1 + 0.1 * (k % 7));
	while (part > 0 && step >= SHORTEST && left > 0) {
		double next = fmax(0, part - step);
		for (uint32_t k = 0; k < w->n; k++)
			w->z[k] = last[k] + (part - next) * slope[k];
		bool good = correct(b, begun, next, &left) && !has_leapt(b);
		w->d->failed = 0;
		step *= good ? 1.5 : 0.4;
		if (!good)
			continue;
		for (uint32_t k = 0; k < w->n; k++)
			slope[k] = (w->z[k] - last[k]) / (part - next);
		take(b, last);
		part = next;
	}
	return part == 0;
}

static void by_homotopy(nearness *b, double *found, double *nearest)
{
	b->w->d->lean = b->n ? b->lean : NULL;
	bool good = go_there(b);
	b->w->d->lean = NULL;
	double away = good ? settle(b) : INFINITY;
	if (!(away < CLEARLY * *nearest))
		return;
	*nearest = away;
	memcpy(found, b->w->z, b->w->n * sizeof(double));
}

static bool is_given(const sc_loop *loop)
{
	for (uint32_t k = 0; k < loop->of->n; k++)
		if (loop->unknowns[k].given)
			return true;
	return loop->of->leanings.n > 0;
}

static void begin(nearness *b, const double *from)
{
	const sc_loop *loop = b->w->loop;
	memcpy(b->start, from, b->w->n * sizeof(double));
	for (uint32_t k = 0; k < loop->of->leanings.n && k < LEANINGS; k++) {
		double start = sc_loop_value(b->w->run, loop->leanings[k].start);
		double nominal = fabs(sc_loop_value(b->w->run, loop->leanings[k].nominal));
		b->wish[k] = start;
		b->scale[k] = nominal > 0 ? nominal : start != 0 ? fabs(start) : 1;
		b->n = k + 1;
	}
}

bool sc_newton_from_starts(sc_newton *w, const double *from)
{
	nearness b = {.w = w};
	double before[SMALL], found[SMALL], nearest = INFINITY;
	if (w->n > SMALL || !is_given(w->loop))
		return false;
	begin(&b, from);
	memcpy(before, w->z, w->n * sizeof(double));
	by_homotopy(&b, found, &nearest);
	if (!(nearest < INFINITY))
		memcpy(w->z, before, w->n * sizeof(double));
	return nearest < INFINITY;
}

/* The solution is in w->z; the last evaluation is that of the solution again. */
void sc_newton_nearest(sc_newton *w, const double *from)
{
	nearness b = {.w = w};
	double found[SMALL];
	if (w->n > SMALL || !is_given(w->loop))
		return;
	begin(&b, from);
	memcpy(found, w->z, w->n * sizeof(double));
	sc_newton_evaluate(w, w->z, w->res);
	double nearest = away_from(&b);
	if (!(nearest > NEAR))
		return;
	if (w->n > 1 || b.n)
		by_homotopy(&b, found, &nearest);
	if (w->n == 1 && nearest > NEAR)
		by_signs(&b, found, &nearest);
	memcpy(w->z, found, w->n * sizeof(double));
	settle(&b);
}
