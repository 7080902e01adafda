/* Nonlinear loops: Newton's method with a line search, from the last solution. In the initial system other points are
 * tried too: the start values, and points around them. The residuals are compared in units of their rows, and a step is
 * also good where the next one, with the same factors, would be shorter. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

enum { ROUNDS = 100, HALVINGS = 40, ATTEMPTS = 7 };
#ifdef RT_SINGLE
static const rt_real CONVERGED = 1e-5f;
#else
static const rt_real CONVERGED = 1e-12;                      /* relative size of the last step */
#endif
static const rt_real LONGEST = 1000;                         /* no step is longer, in units of the unknown */

typedef struct search {
	rt_run *run;
	const rt_loop *loop;
	int number;
	uint32_t n;
	rt_residual *residual, *jacobian;
	rt_real *z, *trial, *res, *trial_res, *step, *next, *scale, *begin, *matrix;
} search;

static rt_real size_of(const search *w, const rt_real *res)
{
	rt_real largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		rt_real one = RT_(fabs)(res[k]) / w->scale[k];
		if (!(one <= RT_LARGEST))
			return RT_INFINITY;
		largest = one > largest ? one : largest;
	}
	return largest;
}

static rt_real unit_of(const search *w, uint32_t k)
{
	rt_real nominal = w->run->model->nominal[w->loop->first_unknown + k];
	return nominal > 0 ? nominal : 1;
}

/* Of a step, beside the values themselves; an unknown that is next to nothing counts as a part of its unit. */
static rt_real relative_size(const search *w, const rt_real *step)
{
	rt_real largest = 0;
	for (uint32_t k = 0; k < w->n; k++) {
		rt_real least = (rt_real)1e-3 * unit_of(w, k), size = RT_(fabs)(w->z[k]);
		rt_real one = RT_(fabs)(step[k]) / (size > least ? size : least);
		largest = one > largest || one != one ? one : largest;
	}
	return largest;
}

static int evaluate(search *w, const rt_real *z, rt_real *res)
{
	rt_data *d = &w->run->d;
	w->residual(d, z, res);
	int good = !d->failed;
	d->failed = 0;
	for (uint32_t k = 0; k < w->n; k++)
		good = good && rt_is_finite(res[k]);
	return good;
}

/* Each row by its largest entry times the unit of the unknown. */
static void scale_rows(search *w)
{
	const rt_entry *at = w->run->model->entry + w->loop->first_entry;
	for (uint32_t k = 0; k < w->n; k++)
		w->scale[k] = 0;
	for (uint32_t k = 0; k < w->loop->entries; k++) {
		rt_real one = RT_(fabs)(w->matrix[k]) * unit_of(w, at[k].col);
		w->scale[at[k].row] = one > w->scale[at[k].row] ? one : w->scale[at[k].row];
	}
	for (uint32_t k = 0; k < w->n; k++)
		w->scale[k] = w->scale[k] > 0 && rt_is_finite(w->scale[k]) ? w->scale[k] : 1;
}

static void newton_step(const search *w, const rt_real *res, rt_real *step)
{
	for (uint32_t k = 0; k < w->n; k++)
		step[k] = -res[k];
	sc_dense_solve(&w->run->factors[w->number], step);
}

static int find_step(search *w)
{
	rt_data *d = &w->run->d;
	rt_real longest = 0;
	w->jacobian(d, w->z, w->matrix);
	int failed = d->failed;
	d->failed = 0;
	scale_rows(w);
	if (failed || rt_factor(w->run, w->number, w->matrix))
		return 0;
	newton_step(w, w->res, w->step);
	for (uint32_t k = 0; k < w->n; k++) {
		if (!rt_is_finite(w->step[k]))
			return 0;
		rt_real size = RT_(fabs)(w->z[k]), unit = unit_of(w, k);
		rt_real one = RT_(fabs)(w->step[k]) / (size > unit ? size : unit);
		longest = one > longest ? one : longest;
	}
	for (uint32_t k = 0; longest > LONGEST && k < w->n; k++)
		w->step[k] *= LONGEST / longest;
	return 1;
}

static int line_search(search *w)
{
	rt_real size = size_of(w, w->res), change = relative_size(w, w->step), length = 1;
	for (int k = 0; k < HALVINGS; k++, length /= 2) {
		for (uint32_t i = 0; i < w->n; i++)
			w->trial[i] = w->z[i] + length * w->step[i];
		if (!evaluate(w, w->trial, w->trial_res))
			continue;
		int good = size_of(w, w->trial_res) <= (1 - (rt_real)1e-4 * length) * size;
		if (!good) {
			newton_step(w, w->trial_res, w->next);
			good = relative_size(w, w->next) <= (1 - length / 4) * change;
		}
		if (!good)
			continue;
		for (uint32_t i = 0; i < w->n; i++) {
			w->z[i] = w->trial[i];
			w->res[i] = w->trial_res[i];
		}
		return 1;
	}
	return 0;
}

/* The values of the run are those of the last evaluation: the solution's. */
static int finish(search *w)
{
	rt_real size = size_of(w, w->res);
	for (uint32_t i = 0; i < w->n; i++)
		w->trial[i] = w->z[i] + w->step[i];
	if (evaluate(w, w->trial, w->trial_res) && size_of(w, w->trial_res) <= size)
		for (uint32_t i = 0; i < w->n; i++)
			w->z[i] = w->trial[i];
	else
		evaluate(w, w->z, w->res);
	return 1;
}

static int iterate(search *w)
{
	rt_real shortest = RT_INFINITY;
	int idle = 0;
	if (!evaluate(w, w->z, w->res))
		return 0;
	for (int round = 0; round < ROUNDS; round++) {
		if (!find_step(w))
			return size_of(w, w->res) <= 0;
		rt_real relative = relative_size(w, w->step);
		if (relative <= CONVERGED)
			return finish(w);
		idle = relative <= (rt_real)0.5 * shortest ? 0 : idle + 1;
		shortest = relative < shortest ? relative : shortest;
		if (!line_search(w) || idle > 8)     /* rounding is all that is left, or it does not converge */
			return shortest <= (rt_real)1e3 * CONVERGED && evaluate(w, w->z, w->res);
	}
	return 0;
}

/* Where attempt number k begins: the last solution, the start values, points around these. */
static void begin_at(search *w, int attempt)
{
	static const rt_real around[ATTEMPTS] = { 0, 0, (rt_real)0.1, (rt_real)-0.1, 1, -1, 10 };
	for (uint32_t k = 0; k < w->n; k++) {
		rt_real guess = w->run->model->guess[w->loop->first_unknown + k];
		w->z[k] = attempt == 0 ? w->begin[k]
							   : guess + around[attempt] * unit_of(w, k) * (1 + (rt_real)0.1 * (rt_real)(k % 7));
	}
}

int rt_newton(rt_data *d, int number, rt_real *z, rt_residual *residual, rt_residual *jacobian)
{
	rt_run *run = (rt_run *)d;
	const rt_loop *loop = &run->model->loop[number];
	search w = { .run = run, .loop = loop, .number = number, .n = loop->n, .residual = residual, .jacobian = jacobian };
	rt_real **parts[] = { &w.z, &w.trial, &w.res, &w.trial_res, &w.step, &w.next, &w.scale, &w.begin };
	for (uint32_t k = 0; k < sizeof parts / sizeof *parts; k++)
		*parts[k] = run->work + (size_t)k * loop->n;
	w.matrix = run->work + sizeof parts / sizeof *parts * (size_t)loop->n;
	for (uint32_t k = 0; k < loop->n; k++)
		w.begin[k] = z[k];
	int most = d->initial || d->event ? ATTEMPTS : 1, solved = 0;
	for (int attempt = 0; attempt < most && !solved; attempt++) {
		begin_at(&w, attempt);
		solved = iterate(&w);
	}
	if (!solved) {
		rt_fail(d, loop->site, "a nonlinear loop of equations was not solved");
		return 1;
	}
	for (uint32_t k = 0; k < loop->n; k++)
		z[k] = w.z[k];
	return 0;
}
