/* Newton's method for a nonlinear loop.
 *
 * Steps. Unknowns are measured in units of their nominal value (or start value, or 1, or their present size if that is
 * larger), residuals in units of what such a change of the unknowns makes of them. A step is good if it reduces the
 * largest residual, or the step that the same matrix gives behind it (the natural monotonicity test of Deuflhard, which
 * does not depend on how equations are scaled). Otherwise it is halved; a step into where the residuals are not finite
 * too. A step that goes on well is doubled: down a steep exponential Newton's method takes steps of equal length. Where
 * the matrix is singular, a Levenberg-Marquardt step takes its place.
 *
 * The end. A solution is a point at which
 *   - the next step is below 1e-12 of each unknown (of the larger of its values here and at the last solution); or
 *   - every residual is at the rounding level of its own terms (rounding.c), and Newton's step, which divides it by
 *     some slope, is no help: it does not reduce the residual, gets no shorter, or would change an unknown by a good
 *     part of its size. The unknown stays where it is then.
 * Nothing else is one, and a loop without a solution here is no failure of the run yet: the integrator takes a shorter
 * step.
 *
 * Old factors save the matrix near the last solution. A small step by them says nothing: the slope of a diode that has
 * closed in the meantime is 1e20 times the present one, and any residual looks solved. So they count only if the second
 * step is a tenth of the first, and no residual stays as it was.
 *
 * From where it begins: newton_attempts.c. All of it is deterministic. */
#include "code/runtime/newton.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 100, SMALL = 120, DOUBLINGS = 12, PATIENCE = 4 };
static const double CONVERGED = 1e-12;     /* relative size of the last step */
static const double NEARLY = 1e-5;         /* after such a step the next one is computed with the same matrix */
static const double SETTLED = 1e-6;        /* shorter steps lead to no other solution */
static const double LARGE = 0.3;           /* a step that asks whether the residuals mean anything */
static const double LONGEST = 1e3;         /* no step is longer, in units of the unknown */
static const double FARTHEST = 1e8;        /* beyond it nothing is taken for a solution because of rounding alone */
static const double UNSEEN = 1e-13;        /* the step after such a one is rounding and says nothing */

/* ---------------------------------------------------------------------------------------------------------- sizes */

/* The largest residual in units of its row; infinite if one is not finite. */
static double size_of(const sc_newton *w, const double *res)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		double one = fabs(res[k]) / w->row_scale[k];
		if (!(one <= DBL_MAX))
			return INFINITY;
		largest = fmax(largest, one);
	}
	return largest;
}

static double squares(const sc_newton *w, const double *res)
{
	double sum = 0;
	for (uint32_t k = 0; k < w->n; k++)
		sum += res[k] / w->row_scale[k] * (res[k] / w->row_scale[k]);
	return sum <= DBL_MAX ? sum : INFINITY;
}

static double weight(const sc_newton *w, uint32_t k)
{
	return fmax(w->loop->scale[k], fabs(w->z[k]));
}

static double step_size(const sc_newton *w, const double *step)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = fmax(largest, fabs(step[k]) / weight(w, k));
	return largest;
}

/* The largest part of an unknown that the step changes. */
static double relative_size(const sc_newton *w, const double *step)
{
	const double *nominal = w->loop->nominal;
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		double whole = fmax(fmax(fabs(w->z[k]), fabs(w->from[k])), nominal[k]), part = fabs(step[k]);
		if (part > largest * whole)
			largest = whole > 0 ? part / whole : INFINITY;
	}
	return largest;
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

/* Of the residuals in w->res, which the last evaluation has given for w->z. */
static bool at_rounding_level(sc_newton *w)
{
	sc_loop *loop = w->loop;
	if (!loop->rounding)
		loop->rounding = sc_rounding_new(w->run, loop);
	sc_rounding_bounds(loop->rounding, w->run, w->res, w->bound);
	for (uint32_t k = 0; k < w->n; k++)
		if (!(fabs(w->z[k]) <= FARTHEST * fmax(loop->scale[k], fabs(w->from[k]))))
			return false;
	for (uint32_t k = 0; k < w->n; k++)
		if (!(fabs(w->res[k]) <= 2 * w->bound[k] && w->bound[k] <= DBL_MAX))
			return false;
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- steps */

static void scale_rows(sc_newton *w)
{
	memset(w->row_scale, 0, w->n * sizeof(double));
	for (uint32_t k = 0; k < w->entries; k++) {
		const si_entry *e = &w->loop->entries[k];
		w->row_scale[e->row] = fmax(w->row_scale[e->row], fabs(w->matrix[k]) * weight(w, e->col));
	}
	for (uint32_t k = 0; k < w->n; k++)
		if (!(w->row_scale[k] > DBL_MIN && w->row_scale[k] <= DBL_MAX))
			w->row_scale[k] = 1;
}

/* The point at which the matrix was factored, and what the rounding of the unknowns alone makes of each residual
 * there. */
static void note_place(sc_newton *w)
{
	double *level = w->loop->level;
	memset(level, 0, w->n * sizeof(double));
	for (uint32_t k = 0; k < w->entries; k++) {
		const si_entry *e = &w->loop->entries[k];
		level[e->row] += DBL_EPSILON * fabs(w->matrix[k] * w->z[e->col]);
	}
	memcpy(w->loop->place, w->z, w->n * sizeof(double));
}

static bool below_level(const sc_newton *w)
{
	for (uint32_t k = 0; k < w->n; k++)
		if (!(fabs(w->res[k]) <= w->loop->level[k]))
			return false;
	return true;
}

/* Solves the symmetric positive system a s = b in place by Cholesky. */
static bool cholesky(double *a, double *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j <= i; j++) {
			double sum = a[(size_t)i * n + j];
			for (uint32_t k = 0; k < j; k++)
				sum -= a[(size_t)i * n + k] * a[(size_t)j * n + k];
			if (i == j && !(sum > 0))
				return false;
			a[(size_t)i * n + j] = i == j ? sqrt(sum) : sum / a[(size_t)j * n + j];
		}
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t k = 0; k < i; k++)
			b[i] -= a[(size_t)i * n + k] * b[k];
		b[i] /= a[(size_t)i * n + i];
	}
	for (uint32_t i = n; i-- > 0;) {
		for (uint32_t k = i + 1; k < n; k++)
			b[i] -= a[(size_t)k * n + i] * b[k];
		b[i] /= a[(size_t)i * n + i];
	}
	return true;
}

/* (JᵀJ + mu) s = -Jᵀ f, all scaled, with the columns that `held` names left out (NULL: all take part). Entries of one
 * row are near each other only in small loops, so only for those. */
static bool marquardt_step(sc_newton *w, const bool *held)
{
	uint32_t n = w->n;
	if (n > SMALL)
		return false;
	size_t bytes = ((size_t)n * n + 1) * sizeof(double);
	double *j = sb_draw_zeros(bytes), *a = sb_draw_zeros(bytes);
	bool good = true;
	for (uint32_t k = 0; good && k < w->entries; k++) {
		const si_entry *e = &w->loop->entries[k];
		if (!held || !held[e->col])
			j[(size_t)e->row * n + e->col] += w->matrix[k] * weight(w, e->col) / w->row_scale[e->row];
		good = isfinite(w->matrix[k]);
	}
	for (uint32_t p = 0; good && p < n; p++) {
		w->step[p] = 0;
		for (uint32_t i = 0; i < n; i++)
			w->step[p] -= j[(size_t)i * n + p] * w->res[i] / w->row_scale[i];
		for (uint32_t q = 0; q < n; q++)
			for (uint32_t i = 0; i < n; i++)
				a[(size_t)p * n + q] += j[(size_t)i * n + p] * j[(size_t)i * n + q];
		a[(size_t)p * n + p] += 1e-6;
	}
	good = good && cholesky(a, w->step, n);
	for (uint32_t k = 0; good && k < n; k++)
		w->step[k] *= weight(w, k);
	sb_put_back(j);
	sb_put_back(a);
	return good;
}

static bool solve(sc_newton *w, const double *res, double *step)
{
	for (uint32_t k = 0; k < w->n; k++)
		step[k] = -res[k];
	sc_factors_solve(w->loop->factors, step);
	for (uint32_t k = 0; k < w->n; k++)
		if (!isfinite(step[k]))
			return false;
	return true;
}

static void shorten(sc_newton *w)
{
	double size = 0;
	for (uint32_t k = 0; k < w->n; k++) /* a start value may be next to nothing, a nominal value means what it says */
		size = fmax(size, fabs(w->step[k]) / fmax(weight(w, k), w->loop->nominal[k] > 0 ? 0 : 1));
	for (uint32_t k = 0; size > LONGEST && k < w->n; k++)
		w->step[k] *= LONGEST / size;
}

typedef enum direction { NO_DIRECTION, NEWTON, MARQUARDT } direction;

static direction find_step(sc_newton *w)
{
	uint32_t row = 0, column = 0;
	w->jacobian(w->d, w->z, w->matrix);
	if (w->d->failed)
		return NO_DIRECTION;
	scale_rows(w);
	int status = sc_factor(w->loop->factors, w->matrix, &row, &column);
	if (status == 0)
		note_place(w);
	if (status == 0 && solve(w, w->res, w->step))
		return NEWTON;
	w->run->failure.row = row;
	w->run->failure.column = column;
	return status == 1 && marquardt_step(w, NULL) ? MARQUARDT : NO_DIRECTION;
}

static bool try_step(sc_newton *w, double length)
{
	for (uint32_t i = 0; i < w->n; i++)
		w->trial[i] = w->z[i] + length * w->step[i];
	bool good = sc_newton_evaluate(w, w->trial, w->trial_res);
	w->d->failed = 0;
	return good;
}

static void take_trial(sc_newton *w)
{
	memcpy(w->z, w->trial, w->n * sizeof(double));
	memcpy(w->res, w->trial_res, w->n * sizeof(double));
}

/* Newton's step of the same matrix at the trial point is shorter. */
static bool is_nearer(sc_newton *w, direction by, double length, double change)
{
	return by == NEWTON && solve(w, w->trial_res, w->next) && step_size(w, w->next) <= (1 - length / 4) * change;
}

/* While the residuals fall by a constant factor only, twice the way is tried. The last evaluation is that of the point
 * that is taken. */
static void go_on(sc_newton *w, double size, double left)
{
	double length = 1;
	if (!(left > 0.1 * size))
		return;
	memcpy(w->next, w->z, w->n * sizeof(double));        /* where the step began */
	for (int k = 0; k < DOUBLINGS; k++) {
		take_trial(w);
		length *= 2;
		for (uint32_t i = 0; i < w->n; i++)
			w->trial[i] = w->next[i] + length * w->step[i];
		bool good = sc_newton_evaluate(w, w->trial, w->trial_res);
		double here = good ? size_of(w, w->trial_res) : INFINITY;
		w->d->failed = 0;
		if (!(here < 0.5 * left))
			break;
		left = here;
	}
	memcpy(w->trial, w->z, w->n * sizeof(double));
	sc_newton_evaluate(w, w->trial, w->trial_res);
	w->d->failed = 0;
}

static uint32_t largest_residual(const sc_newton *w)
{
	uint32_t largest = 0;
	for (uint32_t k = 1; k < w->n; k++)
		if (fabs(w->res[k]) / w->row_scale[k] > fabs(w->res[largest]) / w->row_scale[largest])
			largest = k;
	return largest;
}

/* It has the sign that it had where the step began. */
static bool is_beside(const sc_newton *w, uint32_t k)
{
	return (w->trial_res[k] > 0) == (w->res[k] > 0);
}

/* The largest residual is as it was at the length `near`, and beyond zero at `far`: what it does between them is steep
 * (an exponential behind a plain). A length between them that is good; 0 if there is none. */
static double between(sc_newton *w, double near, double far, double size)
{
	uint32_t largest = largest_residual(w);
	for (int k = 0; k < 50; k++) {
		double length = 0.5 * (near + far);
		bool finite = try_step(w, length);
		if (finite && size_of(w, w->trial_res) <= 0.5 * size)
			return length;
		*(finite && is_beside(w, largest) ? &near : &far) = length;
	}
	return 0;
}

/* Takes the largest of the steps 1, 1/2, 1/4, ... that is good; 0 if none is. */
static double line_search(sc_newton *w, direction by, double size)
{
	double length = 1, change = step_size(w, w->step), beyond = 0;
	uint32_t largest = largest_residual(w);
	for (int k = 0; k < 40; k++, length /= 2) {
		bool finite = try_step(w, length);
		double left = finite ? size_of(w, w->trial_res) : INFINITY;
		if (finite && (left <= (1 - 1e-4 * length) * size || is_nearer(w, by, length, change))) {
			if (length == 1 && change > NEARLY && !w->plain)
				go_on(w, size, left);
			take_trial(w);
			return length;
		}
		if (!finite || !is_beside(w, largest))
			beyond = length;
		else if (beyond > 0 && change > LARGE && (beyond = between(w, length, beyond, size)) > 0) {
			take_trial(w);
			return beyond;
		}
	}
	return 0;
}

/* ----------------------------------------------------------------------------------------------------- iterations */

/* A last step, if it does not make things worse. The last evaluation is that of the solution. */
static void finish(sc_newton *w, double size)
{
	if (try_step(w, 1) && size_of(w, w->trial_res) <= size)
		take_trial(w);
	else
		sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
}

/* Newton's step for the residuals that are above their rounding level (w->bound). The others are noise, which a small
 * slope makes large. *most: how long a step may be that is taken whole. */
static bool step_without_noise(sc_newton *w, double *most)
{
	*most = NEARLY;
	for (uint32_t k = 0; k < w->n; k++) {
		bool noise = fabs(w->res[k]) <= 2 * w->bound[k];
		w->trial_res[k] = noise ? 0 : w->res[k];
		*most = noise ? LARGE : *most;
	}
	return solve(w, w->trial_res, w->step);
}

/* Where steps get no shorter or none helps, rounding may be all that is left. A residual that is noise makes a line
 * search take next to nothing of each step, which the other residuals would need: after a few whole steps for those
 * each of them must be at its level. The last evaluation is that of the solution. */
static bool settles(sc_newton *w)
{
	bool good = sc_newton_evaluate(w, w->z, w->res), there = good && at_rounding_level(w);
	for (int k = 0; good && !there && k < 5; k++) {
		double most;
		good = find_step(w) == NEWTON && step_without_noise(w, &most) && relative_size(w, w->step) <= most &&
			   try_step(w, 1);
		if (good)
			take_trial(w);
		there = good && at_rounding_level(w);
	}
	w->d->failed = 0;
	return there;
}

/* From the point in w->z, whose residuals may be known. The values of the run are those of the last evaluation, which
 * is the solution's. */
bool sc_newton_iterate(sc_newton *w, bool known)
{
	w->d->failed = 0;
	w->loop->loose = false;
	if (!known && !sc_newton_evaluate(w, w->z, w->res))
		return false;
	double shortest = INFINITY;
	uint32_t idle = 0;
	for (w->rounds = 1; w->rounds <= ROUNDS; w->rounds++) {
		direction by = find_step(w);
		w->d->failed = 0;
		double size = size_of(w, w->res), relative = by == NO_DIRECTION ? INFINITY : relative_size(w, w->step);
		if (by == NEWTON && relative <= UNSEEN)
			return true;
		if (w->off < 0)
			w->off = size;
		bool level = by == NEWTON && below_level(w);
		if (level && relative > NEARLY)
			return true;
		if (level || (by == NEWTON && relative <= CONVERGED)) {
			finish(w, size);
			return true;
		}
		if ((by != NEWTON || relative > LARGE) && at_rounding_level(w))
			return w->loop->loose = true;
		if (by == NO_DIRECTION)
			return false;
		idle = relative <= 0.5 * shortest ? 0 : idle + 1;
		shortest = fmin(shortest, relative);
		if (idle == PATIENCE && settles(w))
			return true;
		if (idle == PATIENCE)
			continue;
		double change = step_size(w, w->step);
		if (!w->hasty && change > SETTLED &&
			(by != NEWTON || sc_factors_sign(w->loop->factors) * w->loop->path.sign < 0))
			w->hasty = !at_rounding_level(w);
		shorten(w);
		double taken = line_search(w, by, size);
		if (taken == 0)
			return settles(w);
		if (taken == 1 && by == NEWTON && relative <= NEARLY && solve(w, w->res, w->next) &&
			relative_size(w, w->next) <= UNSEEN)
			return true;
	}
	return false;
}

/* Where some unknowns have start values that the user wrote and others have not, the others are moved to where they fit
 * best, in the sense of least squares, before all are set free: what was written decides which solution is found, not
 * the zeros of the rest. */
void sc_newton_fit_to_given(sc_newton *w)
{
	const si_unknown *u = w->loop->unknowns;
	uint32_t count = 0;
	if (!w->loop->of->fits)
		return;
	bool *held = sb_draw(NULL, (w->n + 1) * sizeof *held);
	for (uint32_t k = 0; k < w->n; k++)
		count += held[k] = u[k].given || u[k].follow;
	bool good = count > 0 && count < w->n && sc_newton_evaluate(w, w->z, w->res);
	for (int round = 0; good && round < 20; round++) {
		w->jacobian(w->d, w->z, w->matrix);
		scale_rows(w);
		good = !w->d->failed && marquardt_step(w, held);
		double size = squares(w, w->res), length = 1;
		for (bool better = false; good && !better; length /= 2) {
			good = length > 1e-3;
			better = good && try_step(w, length) && squares(w, w->trial_res) < (1 - 1e-3 * length) * size;
		}
		if (good)
			take_trial(w);
		good = good && relative_size(w, w->step) > 1e-3;
	}
	w->d->failed = 0;
	sb_put_back(held);
}

/* Is `point` a solution, too, as far as rounding can tell? The last evaluation is that of w->z again. */
bool sc_newton_holds_at(sc_newton *w, const double *point)
{
	size_t bytes = w->n * sizeof(double);
	memcpy(w->found, w->z, bytes);
	memcpy(w->z, point, bytes);
	bool holds = sc_newton_evaluate(w, w->z, w->res) && at_rounding_level(w);
	memcpy(w->z, w->found, bytes);
	sc_newton_evaluate(w, w->z, w->res);
	w->d->failed = 0;
	return holds;
}

/* Where rounding has left unknowns undetermined they stay as they are for as long as that is so. */
bool sc_newton_stay(sc_newton *w)
{
	bool good = w->loop->loose && sc_newton_evaluate(w, w->z, w->res) && at_rounding_level(w);
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
	if (!solve(w, w->res, w->step))
		return SC_UNDECIDED;
	double before = relative_size(w, w->step);
	if (before > LARGE || before <= UNSEEN)
		return SC_UNDECIDED;
	memset(w->worst, 0, bytes);
	for (int round = 0; round < 6; round++) {
		for (uint32_t k = 0; k < w->n; k++) {
			w->worst[k] = fmax(w->worst[k], fabs(w->res[k]));
			w->z[k] += w->step[k];
		}
		if (!sc_newton_evaluate(w, w->z, w->res) || !solve(w, w->res, w->step))
			return SC_NOT_SOLVED;
		double change = relative_size(w, w->step), rate = change / before;
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
