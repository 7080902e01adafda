/* Nonlinear loops: Newton's method, whose steps are those of a run (newton_steps.h), from the last solution. If this
 * does not lead to one, other points are tried: the start values, points around them and around the last solution, and
 * points far away. The solution nearest to the last one is taken; in the initial system the first. A solver that can
 * take a shorter step does that instead. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"
#include "code/runtime/newton_steps.h"

#include <string.h>

typedef struct search {
	sc_iteration it;                     /* first: the steps see this only */
	rt_run *run;
	const rt_loop *loop;
	int number;
	rt_residual *residual, *jacobian;
	rt_real *begin, *nearest;
} search;

static search *of(sc_iteration *it)
{
	return (search *)(void *)it;
}

static bool evaluate(sc_iteration *it, const rt_real *z, rt_real *res)
{
	search *w = of(it);
	w->residual(&w->run->d, z, res);
	bool good = !w->run->d.failed;
	for (uint32_t k = 0; k < it->n; k++)
		good = good && rt_is_finite(res[k]);
	return good;
}

static void derive(sc_iteration *it)
{
	of(it)->jacobian(&of(it)->run->d, it->z, it->matrix);
}

static int factor(sc_iteration *it)
{
	for (uint32_t k = 0; k < it->entries; k++)
		if (!rt_is_finite(it->matrix[k]))
			return 2;
	return rt_factor(of(it)->run, of(it)->number, it->matrix);
}

static void solve(sc_iteration *it, rt_real *rhs_to_z)
{
	sc_dense_solve(&of(it)->run->factors[of(it)->number], rhs_to_z);
}

static int sign(sc_iteration *it)
{
	return of(it)->run->factors[of(it)->number].sign;
}

/* Terms that are no unknowns are not larger than the sum of those that are, where all of them add up to nearly zero. */
static void bounds(sc_iteration *it)
{
	for (uint32_t k = 0; k < it->n; k++)
		it->bound[k] = 0;
	for (uint32_t k = 0; k < it->entries; k++)
		it->bound[it->entry[k].row] += 2 * RT_EPSILON * RT_(fabs)(it->matrix[k] * it->z[it->entry[k].col]);
}

static rt_real *squares(sc_iteration *it)
{
	return of(it)->run->model->squares >= it->n ? of(it)->run->squares : NULL;
}

static const sc_iteration_asks asks = { evaluate, derive, factor, solve, sign, bounds, squares };

/* ---- where it begins */

enum { AROUND = 7, NEAR = 4, FAR = 32, BITS = 3 };

/* Where attempt number k begins: start values and points around them, points around the last solution; far from the
 * start values, each unknown up or down by itself. False: there are no more. */
static bool begin_at(search *w, uint32_t attempt)
{
	static const rt_real around[] = { 0, (rt_real)0.1, (rt_real)-0.1, 1, -1, 10, -10 };
	static const rt_real sizes[] = { 1, 10, 100, 1000 };
	for (uint32_t k = 0; k < w->it.n; k++) {
		rt_real value = w->run->model->guess[w->loop->first_unknown + k], part = 0;
		if (attempt < AROUND) {
			part = around[attempt];
		} else if (attempt < AROUND + NEAR) {
			value = w->begin[k];
			part = around[attempt - AROUND + 1];
		} else {
			uint32_t far = (attempt - AROUND - NEAR) % FAR;
			part = (far % 8) >> k % BITS & 1 ? -sizes[far / 8] : sizes[far / 8];
		}
		/* the second factor keeps unknowns of equal values apart */
		w->it.z[k] = value + part * w->it.scale[k] * (1 + (rt_real)0.1 * (rt_real)(k % 7));
	}
	return attempt < AROUND + NEAR + FAR;
}

static rt_real distance(const search *w)
{
	rt_real largest = 0;
	for (uint32_t k = 0; k < w->it.n; k++) {
		rt_real unit = RT_(fmax)(w->it.scale[k], RT_(fabs)(w->begin[k]));
		largest = RT_(fmax)(largest, RT_(fabs)(w->it.z[k] - w->begin[k]) / unit);
	}
	return largest;
}

/* From other points than the last solution. A solution is found again from itself. */
static bool search_around(search *w)
{
	size_t bytes = w->it.n * sizeof *w->begin;
	rt_real nearest = RT_INFINITY;
	memset(w->it.from, 0, bytes);
	for (uint32_t attempt = 0; begin_at(w, attempt); attempt++) {
		if (attempt >= AROUND + NEAR && nearest < RT_INFINITY)
			break;
		if (!sc_steps_iterate(&w->it, false))
			continue;
		if (w->run->d.initial)
			return true;
		if (!sc_steps_iterate(&w->it, false) || !(distance(w) < nearest))
			continue;
		nearest = distance(w);
		memcpy(w->nearest, w->it.z, bytes);
	}
	if (!(nearest < RT_INFINITY))
		return false;
	memcpy(w->it.z, w->nearest, bytes);
	return sc_steps_iterate(&w->it, false);
}

static bool fitted(search *w)
{
	const unsigned char *held = w->run->model->held + w->loop->first_unknown;
	if (!w->run->d.initial || !w->loop->fits)
		return false;
	for (uint32_t k = 0; k < w->it.n; k++)
		w->it.found[k] = held[k];
	sc_steps_fit(&w->it, w->it.found);
	return sc_steps_iterate(&w->it, false);
}

static rt_real largest(const search *w, const rt_real *res)
{
	rt_real most = 0;
	for (uint32_t k = 0; k < w->it.n; k++)
		most = RT_(fmax)(most, RT_(fabs)(res[k]) / w->it.row_scale[k]);
	return most;
}

/* A last step by the last factors, to rounding. A run, which solves each loop many times, leaves it out. The last
 * evaluation is that of the solution. */
static void polish(search *w)
{
	sc_iteration *it = &w->it;
	if (it->loose || !sc_steps_solve(it, it->res, it->step) || !(sc_steps_relative(it, it->step) <= (rt_real)1e-6))
		return;
	for (uint32_t k = 0; k < it->n; k++)
		it->trial[k] = it->z[k] + it->step[k];
	if (evaluate(it, it->trial, it->trial_res) && largest(w, it->trial_res) <= largest(w, it->res))
		memcpy(it->z, it->trial, it->n * sizeof *it->z);
	else
		evaluate(it, it->z, it->res);
}

static void set_up(search *w, const rt_real *z)
{
	rt_run *run = w->run;
	sc_iteration *it = &w->it;
	rt_real **parts[] = { &it->z, &it->trial, &it->res, &it->trial_res, &it->step, &it->next, &it->row_scale,
		&it->bound, &it->from, &it->worst, &it->found, &it->level, &it->place, &w->begin, &w->nearest };
	_Static_assert(sizeof parts / sizeof *parts == RT_NEWTON_VECTORS, "the room for them");
	it->asks = &asks;
	it->n = w->loop->n;
	it->entries = w->loop->entries;
	it->entry = run->model->entry + w->loop->first_entry;
	it->failed = &run->d.failed;
	it->scale = run->model->unit + w->loop->first_unknown;
	it->nominal = run->model->nominal + w->loop->first_unknown;
	it->off = -1;
	for (uint32_t k = 0; k < RT_NEWTON_VECTORS; k++)
		*parts[k] = run->work + (size_t)k * it->n;
	it->matrix = run->work + (size_t)RT_NEWTON_VECTORS * it->n;
	memcpy(w->begin, z, it->n * sizeof *z);
	memcpy(it->z, z, it->n * sizeof *z);
	memcpy(it->from, z, it->n * sizeof *z);
}

int rt_newton(rt_data *d, int number, rt_real *z, rt_residual *residual, rt_residual *jacobian)
{
	rt_run *run = (rt_run *)d;
	search w = { .run = run, .loop = &run->model->loop[number], .number = number, .residual = residual,
		.jacobian = jacobian };
	size_t bytes = w.loop->n * sizeof *z;
	set_up(&w, z);
	bool solved = fitted(&w);
	if (!solved) {
		memcpy(w.it.z, w.begin, bytes);
		solved = sc_steps_iterate(&w.it, false) || (!run->retreats && search_around(&w));
	}
	d->failed = 0;
	if (solved)
		polish(&w);
	d->failed = 0;
	if (!solved) {
		rt_fail(d, w.loop->site, "a nonlinear loop of equations was not solved");
		return 1;
	}
	memcpy(z, w.it.z, bytes);
	return 0;
}
