/* Newton's method for a nonlinear loop.
 *
 * Unknowns are measured in units of their nominal value (or start value, or 1, or their present size if that is
 * larger), residuals in units of what such a change of the unknowns makes of them. A step that does not reduce the
 * largest residual is halved; a step into where the residuals are not finite too. Where the matrix is singular, a
 * Levenberg-Marquardt step takes its place. Residuals at rounding level that no step reduces are a solution. If it
 * does not converge from the values that hold (the last solution), it is tried from the start values and from points
 * around both. All of it is deterministic. */
#include "code/inside.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS = 100, SMALL = 120 };
static const double CONVERGED = 1e-12;     /* relative size of the last step */
static const double ROUNDING = 1e-9;       /* relative residual below which a standstill is a solution */

typedef struct newton {
	sc_run *run;
	sc_loop *loop;
	sc_data *d;
	uint32_t n, entries;
	void (*residual)(sc_data *, const double *, double *);
	void (*jacobian)(sc_data *, const double *, double *);
	double *z, *trial, *res, *trial_res, *step, *row_scale, *matrix;
	uint32_t rounds;
} newton;

static bool unknown_value(const sc_run *run, sx_ref unknown, bool nominal, double *value)
{
	const sm_model *m = run->program->plan->model;
	sx_op op = sx_op_of(m->pool, unknown);
	sx_ref var = op == SX_VAR ? unknown : sx_arg(m->pool, unknown, 0);
	uint32_t scalar = sm_scalar_of(m, var), element;
	if (scalar == UINT32_MAX || (op == SX_DER && !nominal))
		return false;
	const sm_variable *v = sm_var(m, sm_variable_of_scalar(m, scalar, &element));
	sx_ref e = nominal ? v->nominal : v->start;
	int64_t at[8];
	sx_value found;
	if (!e || v->rank > 8)
		return false;
	for (uint32_t k = v->rank; k-- > 0; element /= v->shape[k])
		at[k] = element % v->shape[k] + 1;
	if (!sc_evaluate(run, e, v->over, at, v->over ? v->rank : 0, &found))
		return false;
	*value = found.type == SX_REAL ? found.real : (double)found.integer;
	return isfinite(*value);
}

static void find_scales(sc_run *run, sc_loop *loop)
{
	uint32_t n = loop->block->n;
	loop->scale = sb_resize(NULL, (n + 1) * sizeof(double));
	for (uint32_t k = 0; k < n; k++) {
		double value = 0;
		if (!unknown_value(run, loop->block->unknowns[k], true, &value) || value == 0)
			unknown_value(run, loop->block->unknowns[k], false, &value);
		loop->scale[k] = value != 0 ? fabs(value) : 1;
	}
}

/* The largest residual in units of its row; infinite if one is not finite. */
static double size_of(const newton *w, const double *res)
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

static double weight(const newton *w, uint32_t k)
{
	return fmax(w->loop->scale[k], fabs(w->z[k]));
}

static bool evaluate(newton *w, const double *z, double *res)
{
	w->residual(w->d, z, res);
	if (w->d->failed)
		return false;
	for (uint32_t k = 0; k < w->n; k++)
		if (!isfinite(res[k]))
			return false;
	return true;
}

static void scale_rows(newton *w)
{
	memset(w->row_scale, 0, w->n * sizeof(double));
	for (uint32_t k = 0; k < w->entries; k++) {
		const ss_entry *e = &w->loop->block->matrix.at[k];
		w->row_scale[e->row] = fmax(w->row_scale[e->row], fabs(w->matrix[k]) * weight(w, e->col));
	}
	for (uint32_t k = 0; k < w->n; k++)
		if (!(w->row_scale[k] > DBL_MIN && w->row_scale[k] <= DBL_MAX))
			w->row_scale[k] = 1;
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

/* (JᵀJ + mu) s = -Jᵀ f, all scaled. Entries of one row are near each other only in small loops, so only for those. */
static bool marquardt_step(newton *w)
{
	uint32_t n = w->n;
	if (n > SMALL)
		return false;
	double *j = calloc((size_t)n * n + 1, sizeof *j), *a = calloc((size_t)n * n + 1, sizeof *a);
	bool good = j && a;
	for (uint32_t k = 0; good && k < w->entries; k++) {
		const ss_entry *e = &w->loop->block->matrix.at[k];
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
	free(j);
	free(a);
	return good;
}

static bool find_step(newton *w)
{
	uint32_t row = 0, column = 0;
	w->jacobian(w->d, w->z, w->matrix);
	if (w->d->failed)
		return false;
	scale_rows(w);
	int status = sc_factor(w->loop->factors, w->matrix, &row, &column);
	if (status == 0) {
		for (uint32_t k = 0; k < w->n; k++)
			w->step[k] = -w->res[k];
		sc_factors_solve(w->loop->factors, w->step);
		for (uint32_t k = 0; k < w->n; k++)
			if (!isfinite(w->step[k]))
				return false;
		return true;
	}
	w->run->failure.row = row;
	w->run->failure.column = column;
	return status == 1 && marquardt_step(w);
}

static double step_size(const newton *w)
{
	double largest = 0;
	for (uint32_t k = 0; k < w->n; k++)
		largest = fmax(largest, fabs(w->step[k]) / weight(w, k));
	return largest;
}

/* Takes the largest of the steps 1, 1/2, 1/4, ... that reduces the residuals; 0 if none does. */
static double line_search(newton *w, double size)
{
	double step = 1;
	for (int k = 0; k < 40; k++, step /= 2) {
		for (uint32_t i = 0; i < w->n; i++)
			w->trial[i] = w->z[i] + step * w->step[i];
		if (evaluate(w, w->trial, w->trial_res) && size_of(w, w->trial_res) <= (1 - 1e-4 * step) * size) {
			memcpy(w->z, w->trial, w->n * sizeof(double));
			memcpy(w->res, w->trial_res, w->n * sizeof(double));
			return step;
		}
		w->d->failed = 0;
	}
	return 0;
}

/* From the point in w->z. The values of the run are those of the last evaluation, which is the solution's. */
static bool iterate(newton *w)
{
	w->d->failed = 0;
	if (!evaluate(w, w->z, w->res))
		return false;
	for (w->rounds = 1; w->rounds <= ROUNDS; w->rounds++) {
		if (!find_step(w))
			return false;
		double size = size_of(w, w->res), change = step_size(w);
		if (size == 0)
			return true;
		double taken = line_search(w, size);
		if (taken == 0) {
			/* nothing better near: a solution if this is what rounding leaves */
			bool good = size <= ROUNDING && change <= ROUNDING;
			return good && evaluate(w, w->z, w->res);
		}
		/* Newton's error is the square of the last one: a small whole step is the last that is needed */
		double left = size_of(w, w->res);
		if (taken == 1 && (change <= CONVERGED || (change <= 1e-7 && left <= 1e-13)))
			return true;
	}
	return false;
}

/* Near the last solution its factors are good enough: a few steps with them cost no matrix. False: they do not converge fast. */
static bool iterate_with_old_factors(newton *w)
{
	double before = INFINITY;
	if (!w->loop->has_good || !sc_factors_ready(w->loop->factors) || !evaluate(w, w->z, w->res))
		return false;
	for (int round = 0; round < 6; round++) {
		for (uint32_t k = 0; k < w->n; k++)
			w->step[k] = -w->res[k];
		sc_factors_solve(w->loop->factors, w->step);
		double change = step_size(w);
		if (!(change <= 0.1 * before))
			return false;
		for (uint32_t k = 0; k < w->n; k++)
			w->z[k] += w->step[k];
		if (!evaluate(w, w->z, w->res))
			return false;
		if (change <= CONVERGED)
			return true;
		before = change;
	}
	return false;
}

static void failed_at(newton *w, int block)
{
	bool finite = true;
	w->d->failed = 0;
	w->residual(w->d, w->z, w->res);
	for (uint32_t k = 0; k < w->n; k++)
		finite &= isfinite(w->res[k]);
	w->run->failure.iterations = w->rounds;
	if (!w->d->failed)
		sc_fail_loop(w->run, finite ? SC_NO_CONVERGENCE : SC_NOT_FINITE, block, w->z, w->res);
}

/* The points to begin from: number `attempt`, or false when there are no more. */
static bool begin_at(newton *w, const double *guess, uint32_t attempt)
{
	static const double spread[] = { 0.1, -0.1, 1, -1, 10, -10 };
	const sc_loop *loop = w->loop;
	uint32_t points = sizeof spread / sizeof *spread;
	if (attempt < 2) {
		memcpy(w->z, attempt == 1 && loop->has_good ? loop->good : guess, w->n * sizeof(double));
		return true;
	}
	if (attempt > 2 + points)
		return false;
	for (uint32_t k = 0; k < w->n; k++) {
		double start = 0;
		unknown_value(w->run, loop->block->unknowns[k], false, &start);
		/* the second factor keeps unknowns of equal start apart */
		w->z[k] = start + (attempt == 2 ? 0 : spread[attempt - 3] * loop->scale[k] * (1 + 0.1 * (k % 7)));
	}
	return true;
}

void sc_accepted(sc_data *d, double time)
{
	sc_run_of(d)->accepted = time;
}

/* A solver that tries a step, refuses it and tries a shorter one comes back to an earlier time. Where a loop has more than one solution (a Schmitt
 * trigger) what the refused step has found must not be the guess then, but the solution from before: those of later times are forgotten. Looks
 * back, for output points, change nothing. */
static const double *guess_at(const sc_run *run, sc_loop *loop, const double *guess)
{
	sc_past *p = &loop->past;
	uint32_t k = p->n;

	while (k && p->time[k - 1] > run->d.time)
		k--;
	if (run->d.time >= run->accepted)
		p->n = k;
	return k ? p->z + (size_t)(k - 1) * loop->block->n : guess;
}

static void keep_solution(const sc_run *run, sc_loop *loop, const double *z)
{
	sc_past *p = &loop->past;
	size_t n = loop->block->n;
	double time = run->d.time;

	if (time < run->accepted)
		return;
	if (!p->z)
		p->z = sb_resize(NULL, (SC_PAST * n + 1) * sizeof(double));
	if (p->n == SC_PAST && p->time[p->n - 1] != time) {
		memmove(p->z, p->z + n, (SC_PAST - 1) * n * sizeof(double));
		memmove(p->time, p->time + 1, (SC_PAST - 1) * sizeof(double));
		p->n--;
	}
	if (!p->n || p->time[p->n - 1] != time)
		p->time[p->n++] = time;
	memcpy(p->z + (p->n - 1) * n, z, n * sizeof(double));
}

static void set_up(newton *w)
{
	sc_loop *loop = w->loop;
	uint32_t n = w->n;
	if (!loop->factors)
		loop->factors = sc_factors_new(loop->block);
	if (!loop->scale)
		find_scales(w->run, loop);
	if (!loop->work) {
		loop->work = sb_resize(NULL, ((size_t)n * 6 + w->entries + 1) * sizeof(double));
		loop->good = sb_resize(NULL, (n + 1) * sizeof(double));
	}
	double *at = loop->work;
	w->z = at;
	w->trial = at + n;
	w->res = at + 2 * n;
	w->trial_res = at + 3 * n;
	w->step = at + 4 * n;
	w->row_scale = at + 5 * n;
	w->matrix = at + 6 * n;
}

/* What went wrong in trial points does not matter once there is a solution. */
static void forget_failures(sc_run *run)
{
	run->d.failed = 0;
	run->failure.kind = SC_NO_FAILURE;
}

int sc_service_newton(sc_data *d, int block, double *z, void (*residual)(sc_data *, const double *, double *),
                      void (*jacobian)(sc_data *, const double *, double *))
{
	sc_run *run = sc_run_of(d);
	sc_loop *loop = &run->loops[block];
	newton w = { .run = run, .loop = loop, .d = d, .n = loop->block->n, .entries = loop->block->matrix.n,
		.residual = residual, .jacobian = jacobian };
	set_up(&w);
	const double *guess = guess_at(run, loop, z);
	begin_at(&w, guess, 0);
	bool solved = iterate_with_old_factors(&w);
	loop->stale = solved;
	loop->jacobian = jacobian;
	for (uint32_t attempt = 0; !solved && begin_at(&w, guess, attempt); attempt++)
		solved = iterate(&w);
	if (!solved) {
		/* what the caller has may be neither: the values of another mode, or start values that were computed anew */
		memcpy(w.z, z, w.n * sizeof(double));
		solved = iterate(&w);
	}
	if (!solved) {
		failed_at(&w, block);
		d->failed = 1;
		return 1;
	}
	memcpy(z, w.z, w.n * sizeof(double));
	memcpy(loop->good, w.z, w.n * sizeof(double));
	loop->has_good = true;
	keep_solution(run, loop, w.z);
	forget_failures(run);
	return 0;
}
