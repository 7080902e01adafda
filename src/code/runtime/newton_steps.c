/* The steps of Newton's method for a nonlinear loop, which a run and code that has left Saltus share; see
 * newton_steps.h. */
#include "code/runtime/newton_steps.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef RT_SINGLE
#define FN(name) name##f
#define REAL_EPSILON FLT_EPSILON
#define REAL_LARGEST FLT_MAX
#define REAL_SMALLEST FLT_MIN
static const sc_real CONVERGED = 1e-5f, NEARLY = 1e-3f, SETTLED = 1e-3f, UNSEEN = 1e-6f;
#else
#define FN(name) name
#define REAL_EPSILON DBL_EPSILON
#define REAL_LARGEST DBL_MAX
#define REAL_SMALLEST DBL_MIN
static const sc_real CONVERGED = 1e-12;    /* relative size of the last step */
static const sc_real NEARLY = 1e-5;        /* after such a step the next one is computed with the same matrix */
static const sc_real SETTLED = 1e-6;       /* shorter steps lead to no other solution */
static const sc_real UNSEEN = 1e-13;       /* the step after such a one is rounding and says nothing */
#endif
#define R(number) ((sc_real)(number))

enum { ROUNDS = 100, DOUBLINGS = 12, PATIENCE = 4 };
static const sc_real LARGE = R(0.3);       /* a step that asks whether the residuals mean anything */
static const sc_real LONGEST = R(1e3);     /* no step is longer, in units of the unknown */
static const sc_real FARTHEST = R(1e8);    /* beyond it nothing is taken for a solution because of rounding alone */

/* ---------------------------------------------------------------------------------------------------------- sizes */

/* The largest residual in units of its row; infinite if one is not finite. */
static sc_real size_of(const sc_iteration *w, const sc_real *res)
{
	sc_real largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		sc_real one = FN(fabs)(res[k]) / w->row_scale[k];
		if (!(one <= REAL_LARGEST))
			return R(INFINITY);
		largest = FN(fmax)(largest, one);
	}
	return largest;
}

static sc_real squares(const sc_iteration *w, const sc_real *res)
{
	sc_real sum = 0;
	for (uint32_t k = 0; k < w->n; k++)
		sum += res[k] / w->row_scale[k] * (res[k] / w->row_scale[k]);
	return sum <= REAL_LARGEST ? sum : R(INFINITY);
}

static sc_real weight(const sc_iteration *w, uint32_t k)
{
	return FN(fmax)(w->scale[k], FN(fabs)(w->z[k]));
}

static sc_real step_size(const sc_iteration *w, const sc_real *step)
{
	sc_real largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = FN(fmax)(largest, FN(fabs)(step[k]) / weight(w, k));
	return largest;
}

/* The largest part of an unknown that the step changes. */
sc_real sc_steps_relative(const sc_iteration *w, const sc_real *step)
{
	const sc_real *nominal = w->nominal;
	sc_real largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		sc_real whole = FN(fmax)(FN(fmax)(FN(fabs)(w->z[k]), FN(fabs)(w->from[k])), nominal[k]),
				part = FN(fabs)(step[k]);
		if (part > largest * whole)
			largest = whole > 0 ? part / whole : R(INFINITY);
	}
	return largest;
}

/* Of the residuals in w->res, which the last evaluation has given for w->z. */
bool sc_steps_at_level(sc_iteration *w)
{
	w->asks->bounds(w);
	for (uint32_t k = 0; k < w->n; k++)
		if (!(FN(fabs)(w->z[k]) <= FARTHEST * FN(fmax)(w->scale[k], FN(fabs)(w->from[k]))))
			return false;
	for (uint32_t k = 0; k < w->n; k++)
		if (!(FN(fabs)(w->res[k]) <= 2 * w->bound[k] && w->bound[k] <= REAL_LARGEST))
			return false;
	return true;
}

/* ---------------------------------------------------------------------------------------------------------- steps */

static void scale_rows(sc_iteration *w)
{
	memset(w->row_scale, 0, w->n * sizeof(sc_real));
	for (uint32_t k = 0; k < w->entries; k++) {
		const sc_entry *e = &w->entry[k];
		w->row_scale[e->row] = FN(fmax)(w->row_scale[e->row], FN(fabs)(w->matrix[k]) * weight(w, e->col));
	}
	for (uint32_t k = 0; k < w->n; k++)
		if (!(w->row_scale[k] > REAL_SMALLEST && w->row_scale[k] <= REAL_LARGEST))
			w->row_scale[k] = 1;
}

/* The point at which the matrix was factored, and what the rounding of the unknowns alone makes of each residual
 * there. */
static void note_place(sc_iteration *w)
{
	sc_real *level = w->level;
	memset(level, 0, w->n * sizeof(sc_real));
	for (uint32_t k = 0; k < w->entries; k++) {
		const sc_entry *e = &w->entry[k];
		level[e->row] += REAL_EPSILON * FN(fabs)(w->matrix[k] * w->z[e->col]);
	}
	memcpy(w->place, w->z, w->n * sizeof *w->z);
}

static bool below_level(const sc_iteration *w)
{
	for (uint32_t k = 0; k < w->n; k++)
		if (!(FN(fabs)(w->res[k]) <= w->level[k]))
			return false;
	return true;
}

/* Solves the symmetric positive system a s = b in place by Cholesky. */
static bool cholesky(sc_real *a, sc_real *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j <= i; j++) {
			sc_real sum = a[(size_t)i * n + j];
			for (uint32_t k = 0; k < j; k++)
				sum -= a[(size_t)i * n + k] * a[(size_t)j * n + k];
			if (i == j && !(sum > 0))
				return false;
			a[(size_t)i * n + j] = i == j ? FN(sqrt)(sum) : sum / a[(size_t)j * n + j];
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
static bool marquardt_step(sc_iteration *w, const sc_real *held)
{
	uint32_t n = w->n;
	sc_real *j = n <= SC_STEPS_SMALL ? w->asks->squares(w) : NULL, *a = j ? j + (size_t)n * n : NULL;
	bool good = j;
	for (size_t k = 0; good && k < 2 * (size_t)n * n; k++)
		j[k] = 0;
	for (uint32_t k = 0; good && k < w->entries; k++) {
		const sc_entry *e = &w->entry[k];
		if (!held || !(held[e->col] > 0))
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
		a[(size_t)p * n + p] += R(1e-6);
	}
	good = good && cholesky(a, w->step, n);
	for (uint32_t k = 0; good && k < n; k++)
		w->step[k] *= weight(w, k);
	return good;
}

bool sc_steps_solve(sc_iteration *w, const sc_real *res, sc_real *step)
{
	for (uint32_t k = 0; k < w->n; k++)
		step[k] = -res[k];
	w->asks->solve(w, step);
	for (uint32_t k = 0; k < w->n; k++)
		if (!isfinite(step[k]))
			return false;
	return true;
}

static void shorten(sc_iteration *w)
{
	sc_real size = 0;
	for (uint32_t k = 0; k < w->n; k++) /* a start value may be next to nothing, a nominal value means what it says */
		size = FN(fmax)(size, FN(fabs)(w->step[k]) / FN(fmax)(weight(w, k), w->nominal[k] > 0 ? 0 : 1));
	for (uint32_t k = 0; size > LONGEST && k < w->n; k++)
		w->step[k] *= LONGEST / size;
}

typedef enum direction { NO_DIRECTION, NEWTON, MARQUARDT } direction;

static direction find_step(sc_iteration *w)
{
	w->asks->derive(w);
	if (*w->failed)
		return NO_DIRECTION;
	scale_rows(w);
	int status = w->asks->factor(w);
	if (status == 0)
		note_place(w);
	if (status == 0 && sc_steps_solve(w, w->res, w->step))
		return NEWTON;
	return status == 1 && marquardt_step(w, NULL) ? MARQUARDT : NO_DIRECTION;
}

static bool try_step(sc_iteration *w, sc_real length)
{
	for (uint32_t i = 0; i < w->n; i++)
		w->trial[i] = w->z[i] + length * w->step[i];
	bool good = w->asks->evaluate(w, w->trial, w->trial_res);
	*w->failed = 0;
	return good;
}

static void take_trial(sc_iteration *w)
{
	memcpy(w->z, w->trial, w->n * sizeof *w->z);
	memcpy(w->res, w->trial_res, w->n * sizeof *w->z);
}

/* Newton's step of the same matrix at the trial point is shorter. */
static bool is_nearer(sc_iteration *w, direction by, sc_real length, sc_real change)
{
	return by == NEWTON && sc_steps_solve(w, w->trial_res, w->next) &&
		   step_size(w, w->next) <= (1 - length / 4) * change;
}

/* While the residuals fall by a constant factor only, twice the way is tried. The last evaluation is that of the point
 * that is taken. */
static void go_on(sc_iteration *w, sc_real size, sc_real left)
{
	sc_real length = 1;
	if (!(left > R(0.1) * size))
		return;
	memcpy(w->next, w->z, w->n * sizeof *w->z);        /* where the step began */
	for (int k = 0; k < DOUBLINGS; k++) {
		take_trial(w);
		length *= 2;
		for (uint32_t i = 0; i < w->n; i++)
			w->trial[i] = w->next[i] + length * w->step[i];
		bool good = w->asks->evaluate(w, w->trial, w->trial_res);
		sc_real here = good ? size_of(w, w->trial_res) : R(INFINITY);
		*w->failed = 0;
		if (!(here < R(0.5) * left))
			break;
		left = here;
	}
	memcpy(w->trial, w->z, w->n * sizeof *w->z);
	w->asks->evaluate(w, w->trial, w->trial_res);
	*w->failed = 0;
}

static uint32_t largest_residual(const sc_iteration *w)
{
	uint32_t largest = 0;
	for (uint32_t k = 1; k < w->n; k++)
		if (FN(fabs)(w->res[k]) / w->row_scale[k] > FN(fabs)(w->res[largest]) / w->row_scale[largest])
			largest = k;
	return largest;
}

/* It has the sign that it had where the step began. */
static bool is_beside(const sc_iteration *w, uint32_t k)
{
	return (w->trial_res[k] > 0) == (w->res[k] > 0);
}

/* The largest residual is as it was at the length `near`, and beyond zero at `far`: what it does between them is steep
 * (an exponential behind a plain). A length between them that is good; 0 if there is none. */
static sc_real between(sc_iteration *w, sc_real near, sc_real far, sc_real size)
{
	uint32_t largest = largest_residual(w);
	for (int k = 0; k < 50; k++) {
		sc_real length = R(0.5) * (near + far);
		bool finite = try_step(w, length);
		if (finite && size_of(w, w->trial_res) <= R(0.5) * size)
			return length;
		*(finite && is_beside(w, largest) ? &near : &far) = length;
	}
	return 0;
}

/* Takes the largest of the steps 1, 1/2, 1/4, ... that is good; 0 if none is. */
static sc_real line_search(sc_iteration *w, direction by, sc_real size)
{
	sc_real length = 1, change = step_size(w, w->step), beyond = 0;
	uint32_t largest = largest_residual(w);
	for (int k = 0; k < 40; k++, length /= 2) {
		bool finite = try_step(w, length);
		sc_real left = finite ? size_of(w, w->trial_res) : R(INFINITY);
		if (finite && (left <= (1 - R(1e-4) * length) * size || is_nearer(w, by, length, change))) {
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
static void finish(sc_iteration *w, sc_real size)
{
	if (try_step(w, 1) && size_of(w, w->trial_res) <= size)
		take_trial(w);
	else
		w->asks->evaluate(w, w->z, w->res);
	*w->failed = 0;
}

/* Newton's step for the residuals that are above their rounding level (w->bound). The others are noise, which a small
 * slope makes large. *most: how long a step may be that is taken whole. */
static bool step_without_noise(sc_iteration *w, sc_real *most)
{
	*most = NEARLY;
	for (uint32_t k = 0; k < w->n; k++) {
		bool noise = FN(fabs)(w->res[k]) <= 2 * w->bound[k];
		w->trial_res[k] = noise ? 0 : w->res[k];
		*most = noise ? LARGE : *most;
	}
	return sc_steps_solve(w, w->trial_res, w->step);
}

/* Where steps get no shorter or none helps, rounding may be all that is left. A residual that is noise makes a line
 * search take next to nothing of each step, which the other residuals would need: after a few whole steps for those
 * each of them must be at its level. The last evaluation is that of the solution. */
static bool settles(sc_iteration *w)
{
	bool good = w->asks->evaluate(w, w->z, w->res), there = good && sc_steps_at_level(w);
	for (int k = 0; good && !there && k < 5; k++) {
		sc_real most;
		good = find_step(w) == NEWTON && step_without_noise(w, &most) && sc_steps_relative(w, w->step) <= most &&
			   try_step(w, 1);
		if (good)
			take_trial(w);
		there = good && sc_steps_at_level(w);
	}
	*w->failed = 0;
	return there;
}

/* From the point in w->z, whose residuals may be known. The values of the run are those of the last evaluation, which
 * is the solution's. */
bool sc_steps_iterate(sc_iteration *w, bool known)
{
	*w->failed = 0;
	w->loose = false;
	if (!known && !w->asks->evaluate(w, w->z, w->res))
		return false;
	sc_real shortest = R(INFINITY);
	uint32_t idle = 0;
	for (w->rounds = 1; w->rounds <= ROUNDS; w->rounds++) {
		direction by = find_step(w);
		*w->failed = 0;
		sc_real size = size_of(w, w->res), relative = by == NO_DIRECTION ? R(INFINITY) : sc_steps_relative(w, w->step);
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
		if ((by != NEWTON || relative > LARGE) && sc_steps_at_level(w))
			return w->loose = true;
		if (by == NO_DIRECTION)
			return false;
		idle = relative <= R(0.5) * shortest ? 0 : idle + 1;
		shortest = FN(fmin)(shortest, relative);
		if (idle == PATIENCE && settles(w))
			return true;
		if (idle == PATIENCE)
			continue;
		sc_real change = step_size(w, w->step);
		if (!w->hasty && change > SETTLED &&
			(by != NEWTON || w->asks->sign(w) * w->path_sign < 0))
			w->hasty = !sc_steps_at_level(w);
		shorten(w);
		sc_real taken = line_search(w, by, size);
		if (taken == 0)
			return settles(w);
		if (taken == 1 && by == NEWTON && relative <= NEARLY && sc_steps_solve(w, w->res, w->next) &&
			sc_steps_relative(w, w->next) <= UNSEEN)
			return true;
	}
	return false;
}

/* Where some unknowns have start values that the user wrote and others have not, the others are moved to where they fit
 * best, in the sense of least squares, before all are set free: what was written decides which solution is found, not
 * the zeros of the rest. */
void sc_steps_fit(sc_iteration *w, const sc_real *held)
{
	bool good = w->asks->evaluate(w, w->z, w->res);
	for (int round = 0; good && round < 20; round++) {
		w->asks->derive(w);
		scale_rows(w);
		good = !*w->failed && marquardt_step(w, held);
		sc_real size = squares(w, w->res), length = 1;
		for (bool better = false; good && !better; length /= 2) {
			good = length > R(1e-3);
			better = good && try_step(w, length) && squares(w, w->trial_res) < (1 - R(1e-3) * length) * size;
		}
		if (good)
			take_trial(w);
		good = good && sc_steps_relative(w, w->step) > R(1e-3);
	}
	*w->failed = 0;
}
