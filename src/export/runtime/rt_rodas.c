/* A Rosenbrock method of order 5 for stiff models, with steps of its own inside of those of the grid: eight stages,
 * each one linear system with the same matrix, no iteration. L-stable. The coefficients are those of the simulator. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"
#include "code/runtime/rodas_table.h"

#include <string.h>

enum { STAGES = SC_RODAS_STAGES, FIRST = STAGES, SLOPE = STAGES + 1, SMALL_STEPS = 100000 };

static int factor(rt_run *run, rt_real h)
{
	uint32_t n = run->model->states, row, column;
	sc_dense *f = &run->factors[run->model->loops];
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++)
			f->lu[(size_t)i * n + j] = (i == j ? 1 : 0) - h * sc_rodas_gamma * run->matrix[(size_t)i * n + j];
	return sc_dense_factor(f, &row, &column);
}

/* df/dt at the beginning of the step, by differences that look forward only. */
static int time_slope(rt_run *run, rt_real t, rt_real h)
{
	rt_real least = 64 * RT_EPSILON * RT_(fabs)(t), by = RT_(fmin)(RT_(fmax)((rt_real)1e-4 * h, least), h / 3);
	rt_real *const *k = run->k;
	if (rt_rates(run, t + by, run->x0, k[1]) || rt_rates(run, t + 2 * by, run->x0, k[2]))
		return 1;
	for (uint32_t i = 0; i < run->model->states; i++)
		k[SLOPE][i] = (4 * (k[1][i] - k[FIRST][i]) - (k[2][i] - k[FIRST][i])) / (2 * by);
	return 0;
}

/* From the rates in k[s] to the stage. */
static void solve_stage(rt_run *run, int s, rt_real h)
{
	rt_real *const *k = run->k;
	for (uint32_t i = 0; i < run->model->states; i++) {
		rt_real sum = 0;
		for (int j = 0; j < s; j++)
			sum += sc_rodas_C[s][j] * k[j][i];
		k[s][i] = sc_rodas_gamma * (h * k[s][i] + sum + h * h * sc_rodas_d[s] * k[SLOPE][i]);
	}
	sc_dense_solve(&run->factors[run->model->loops], k[s]);
}

/* The error beside the tolerance; not a number: a stage could not be evaluated. */
static rt_real attempt(rt_run *run, rt_real t, rt_real h)
{
	const rt_model *m = run->model;
	rt_real *const *k = run->k, *x = run->stage, sum = 0;
	if (factor(run, h) || time_slope(run, t, h))
		return RT_NAN;
	memcpy(k[0], k[FIRST], m->states * sizeof *x);
	solve_stage(run, 0, h);
	for (int s = 1; s < STAGES; s++) {
		for (uint32_t i = 0; i < m->states; i++) {
			rt_real shift = 0;
			for (int j = 0; j < s && s < 6; j++)
				shift += sc_rodas_a[s][j] * k[j][i];
			x[i] = s < 6 ? run->x0[i] + shift : x[i] + k[s - 1][i];
		}
		if (rt_rates(run, t + sc_rodas_c[s] * h, x, k[s]))
			return RT_NAN;
		solve_stage(run, s, h);
	}
	for (uint32_t i = 0; i < m->states; i++) {
		x[i] += k[STAGES - 1][i];
		rt_real size = RT_(fmax)(RT_(fabs)(run->x0[i]), RT_(fabs)(x[i]));
		rt_real error = k[STAGES - 1][i] / (run->tolerance * (size + m->state_nominal[i]));
		sum += error * error;
	}
	return m->states ? RT_(sqrt)(sum / (rt_real)m->states) : 0;
}

static rt_real factor_of(rt_real error)
{
	if (!(error <= RT_LARGEST))
		return (rt_real)0.25;
	rt_real factor = (rt_real)0.9 * RT_(pow)(RT_(fmax)(error, (rt_real)1e-8), (rt_real)-0.2);
	return RT_(fmin)(6, RT_(fmax)((rt_real)0.2, factor));
}

int rt_rodas(rt_run *run, rt_real t, rt_real length)
{
	rt_real end = t + length, h = RT_(fmin)(run->tried, length);
	size_t bytes = run->model->states * sizeof *run->x0;
	int fresh = 0;                       /* rates and Jacobian are those of this point */
	for (int count = 0; count < SMALL_STEPS; count++) {
		int last = t + h >= end - (rt_real)1e-6 * length;
		h = last ? end - t : h;
		memcpy(run->x0, run->d.x, bytes);
		if (!fresh && (rt_rates(run, t, run->d.x, run->k[0]) || rt_partial_derivatives(run, t)))
			return 1;
		if (!fresh)
			memcpy(run->k[FIRST], run->k[0], bytes);
		run->retreats = 1;
		rt_real error = attempt(run, t, h);
		run->retreats = 0;
		run->d.failed = 0;
		fresh = !(error <= 1);
		if (error <= 1) {
			t = last ? end : t + h;
			memcpy(run->d.x, run->stage, bytes);
			if (last) {
				run->tried = RT_(fmax)(run->tried, h * factor_of(error));
				return 0;
			}
		}
		h *= factor_of(error);
		run->tried = h;
		if (h < 16 * RT_EPSILON * RT_(fabs)(t))
			break;
	}
	rt_fail(&run->d, -1, "the step has become too small: the tolerance cannot be kept");
	return 1;
}
