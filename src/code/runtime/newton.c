/* The steps of Newton's method for the loops of a run (newton_steps.h), and old factors.
 *
 * Old factors save the matrix near the last solution. A small step by them says nothing: the slope of a diode that has
 * closed in the meantime is 1e20 times the present one, and any residual looks solved. So they count only if the second
 * step is a tenth of the first, and no residual stays as it was.
 *
 * From where it begins: newton_attempts.c. All of it is deterministic. */
#include "code/runtime/newton.h"

#include <math.h>
#include <string.h>

static const double LARGE = 0.3;           /* a step that asks whether the residuals mean anything */
static const double UNSEEN = 1e-13;        /* the step after such a one is rounding and says nothing */

/* ------------------------------------------------------------------------------------------- what the steps ask */

static sc_newton *of(sc_iteration *it)
{
	return (sc_newton *)(void *)it;      /* it is its first member */
}

bool sc_newton_evaluate(sc_newton *w, const double *z, double *res)
{
	w->run->noticed = w->before;
	w->residual(w->d, z, res);
	if (w->d->failed)
		return false;
	for (uint32_t k = 0; k < w->n; k++)
		if (!isfinite(res[k]))
			return false;
	return true;
}

static bool evaluate(sc_iteration *it, const double *z, double *res)
{
	return sc_newton_evaluate(of(it), z, res);
}

static void derive(sc_iteration *it)
{
	of(it)->jacobian(of(it)->d, it->z, it->matrix);
}

static int factor(sc_iteration *it)
{
	sc_newton *w = of(it);
	uint32_t row = 0, column = 0;
	int status = sc_factor(w->loop->factors, w->matrix, &row, &column);
	if (status) {
		w->run->failure.row = row;
		w->run->failure.column = column;
	}
	return status;
}

static void solve(sc_iteration *it, double *rhs_to_z)
{
	sc_factors_solve(of(it)->loop->factors, rhs_to_z);
}

static int sign(sc_iteration *it)
{
	return sc_factors_sign(of(it)->loop->factors);
}

static void bounds(sc_iteration *it)
{
	sc_newton *w = of(it);
	sc_loop *loop = w->loop;
	if (!loop->rounding)
		loop->rounding = sc_rounding_new(w->run, loop);
	sc_rounding_bounds(loop->rounding, w->run, w->res, w->bound);
}

static double *squares(sc_iteration *it)
{
	sc_loop *loop = of(it)->loop;
	if (!loop->squares)
		loop->squares = sb_draw(NULL, (2 * (size_t)it->n * it->n + 1) * sizeof(double));
	return loop->squares;
}

const sc_iteration_asks sc_newton_asks = { evaluate, derive, factor, solve, sign, bounds, squares };

bool sc_newton_iterate(sc_newton *w, bool known)
{
	w->path_sign = w->loop->path.sign;
	bool good = sc_steps_iterate(&w->it, known);
	w->loop->loose = w->loose;
	return good;
}

void sc_newton_fit_to_given(sc_newton *w)
{
	const si_unknown *u = w->loop->unknowns;
	uint32_t count = 0;
	if (!w->loop->of->fits)
		return;
	for (uint32_t k = 0; k < w->n; k++) {
		w->found[k] = u[k].given || u[k].follow;
		count += w->found[k] > 0;
	}
	if (count > 0 && count < w->n)
		sc_steps_fit(&w->it, w->found);
	w->d->failed = 0;
}

/* ------------------------------------------------------------------------------------------- other solutions */

/* Is `point` a solution, too, as far as rounding can tell? The last evaluation is that of w->z again. */
bool sc_newton_holds_at(sc_newton *w, const double *point)
{
	size_t bytes = w->n * sizeof(double);
	memcpy(w->found, w->z, bytes);
	memcpy(w->z, point, bytes);
	bool holds = sc_newton_evaluate(w, w->z, w->res) && sc_steps_at_level(&w->it);
	memcpy(w->z, w->found, bytes);
	sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
	return holds;
}

/* Where rounding has left unknowns undetermined they stay as they are for as long as that is so. */
bool sc_newton_stay(sc_newton *w)
{
	bool good = w->loop->loose && sc_newton_evaluate(w, w->z, w->res) && sc_steps_at_level(&w->it);
	w->d->failed = 0;
	return good;
}

static bool is_near_factors(const sc_newton *w)
{
	const double *place = w->loop->place;
	for (uint32_t k = 0; k < w->n; k++)
		if (!(fabs(w->z[k] - place[k]) <= LARGE * fmax(fabs(w->z[k]), fabs(place[k]))))
			return false;
	return true;
}

/* Each residual has fallen, or is what a solution has left of it before. */
static bool all_have_fallen(const sc_newton *w)
{
	const sc_loop *loop = w->loop;
	for (uint32_t k = 0; k < w->n; k++)
		if (!(fabs(w->res[k]) <= 0.5 * w->worst[k] + 4 * fmax(loop->level[k], fabs(loop->last[k]))))
			return false;
	return true;
}

/* Near the last solution its factors are good enough: a few steps with them cost no matrix. SC_UNDECIDED: of the
 * residuals where it began, which are known, they can say nothing; SC_NOT_SOLVED: they do not converge fast. */
sc_outcome sc_newton_by_old_factors(sc_newton *w)
{
	sc_loop *loop = w->loop;
	if (!loop->has_good || loop->loose || !sc_factors_ready(loop->factors) || !is_near_factors(w) ||
		!sc_newton_evaluate(w, w->z, w->res))
		return SC_NOT_SOLVED;
	size_t bytes = w->n * sizeof(double);
	if (memcmp(w->res, loop->last, bytes) == 0 && memcmp(w->z, loop->good, bytes) == 0)
		return SC_SOLVED;
	if (!sc_steps_solve(&w->it, w->res, w->step))
		return SC_UNDECIDED;
	double before = sc_steps_relative(&w->it, w->step);
	if (before > LARGE || before <= UNSEEN)
		return SC_UNDECIDED;
	memset(w->worst, 0, bytes);
	for (int round = 0; round < 6; round++) {
		for (uint32_t k = 0; k < w->n; k++) {
			w->worst[k] = fmax(w->worst[k], fabs(w->res[k]));
			w->z[k] += w->step[k];
		}
		if (!sc_newton_evaluate(w, w->z, w->res) || !sc_steps_solve(&w->it, w->res, w->step))
			return SC_NOT_SOLVED;
		double change = sc_steps_relative(&w->it, w->step), rate = change / before;
		if (!(rate <= 0.1))
			return SC_NOT_SOLVED;
		if (change <= 0.01 * UNSEEN)
			return all_have_fallen(w) ? SC_SOLVED : SC_NOT_SOLVED;
		/* the first steps fall faster than those by old factors do in the end */
		if (change * fmax(rate, 0.3) <= UNSEEN) {
			for (uint32_t k = 0; k < w->n; k++)
				w->z[k] += w->step[k];
			return sc_newton_evaluate(w, w->z, w->res) && all_have_fallen(w) ? SC_SOLVED : SC_NOT_SOLVED;
		}
		before = change;
	}
	return SC_NOT_SOLVED;
}
