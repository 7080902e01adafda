/* Steps from one point of the grid to the next.
 *
 * The grid is start + made*step and not a running sum. It goes on from where an instant was. The sums of the explicit
 * methods are in the order of those of the simulator, so they have the same bits. */
#include "export/runtime/rt_math.h"
#include "export/runtime/export_runtime.h"

#include <string.h>

static const rt_real STRETCHED = (rt_real)1e-6;              /* of a step: so near to its end is at its end */

void rt_restart(rt_run *run)
{
	run->grid = run->d.time;
	run->made = 0;
}

/* ---- explicit methods */

/* A sum of what is no number is none. Several sums go on beside each other, because each addition waits for the
 * last. */
static int are_numbers(const rt_real *k, uint32_t n)
{
	rt_real sum[4] = { 0, 0, 0, 0 };
	uint32_t i = 0;
	for (; i + 4 <= n; i += 4) {
		sum[0] += k[i] - k[i];
		sum[1] += k[i + 1] - k[i + 1];
		sum[2] += k[i + 2] - k[i + 2];
		sum[3] += k[i + 3] - k[i + 3];
	}
	for (; i < n; i++)
		sum[0] += k[i] - k[i];
	return sum[0] + sum[1] + (sum[2] + sum[3]) <= 0;
}

/* The equations write the rates where they are wanted; but loops begin with the values that they found last. */
int rt_rates(rt_run *run, rt_real t, const rt_real *x, rt_real *k)
{
	rt_data *d = &run->d;
	rt_real *own = d->x, *own_rates = d->xd;
	int direct = !run->model->loops;
	d->time = t;
	if (run->drive)
		run->drive(run, t);
	if (x != own)
		d->x = (rt_real *)x;                 /* the equations of rates set no state */
	d->xd = direct ? k : own_rates;
	run->model->functions->rates(d);
	d->x = own;
	d->xd = own_rates;
	if (!direct)
		memcpy(k, d->xd, run->model->states * sizeof *k);
	return d->failed || !are_numbers(k, run->model->states);
}

/* Four at a time, which compilers put side by side. */
static void shift(uint32_t n, rt_real *restrict out, const rt_real *restrict x, rt_real h, const rt_real *restrict k)
{
	uint32_t i = 0;
	for (; i + 4 <= n; i += 4) {
		out[i] = x[i] + h * k[i];
		out[i + 1] = x[i + 1] + h * k[i + 1];
		out[i + 2] = x[i + 2] + h * k[i + 2];
		out[i + 3] = x[i + 3] + h * k[i + 3];
	}
	for (; i < n; i++)
		out[i] = x[i] + h * k[i];
}

static int euler(rt_run *run, rt_real t, rt_real h)
{
	rt_real *x = run->d.x, *k = run->k[0];
	(void)t;
	for (uint32_t i = 0; i < run->model->states; i++)
		x[i] = x[i] + h * k[i];
	return 0;
}

static int heun(rt_run *run, rt_real t, rt_real h)
{
	rt_real *x = run->d.x, *const *k = run->k, half = h * (rt_real)0.5;
	uint32_t n = run->model->states;
	shift(n, run->stage, x, h, k[0]);
	if (rt_rates(run, t + h, run->stage, k[1]))
		return 1;
	for (uint32_t i = 0; i < n; i++)
		x[i] = x[i] + (half * k[0][i] + half * k[1][i]);
	return 0;
}

static int rk4(rt_run *run, rt_real t, rt_real h)
{
	rt_real *x = run->d.x, *const *k = run->k;
	const rt_real half = h * (rt_real)0.5, sixth = h * ((rt_real)1 / 6), third = h * ((rt_real)1 / 3);
	uint32_t n = run->model->states;
	shift(n, run->stage, x, half, k[0]);
	if (rt_rates(run, t + (rt_real)0.5 * h, run->stage, k[1]))
		return 1;
	shift(n, run->stage, x, half, k[1]);
	if (rt_rates(run, t + (rt_real)0.5 * h, run->stage, k[2]))
		return 1;
	shift(n, run->stage, x, h, k[2]);
	if (rt_rates(run, t + h, run->stage, k[3]))
		return 1;
	const rt_real *restrict a = k[0], *restrict b = k[1], *restrict c = k[2], *restrict e = k[3];
	for (uint32_t i = 0; i < n; i++)
		x[i] = x[i] + (sixth * a[i] + third * b[i] + third * c[i] + sixth * e[i]);
	return 0;
}

/* ---- linearly implicit Euler: (I - h*J) dx = h*f */

static int differences(rt_run *run, rt_real t)
{
	uint32_t n = run->model->states;
	rt_real *x = run->d.x;
	for (uint32_t j = 0; j < n; j++) {
		rt_real kept = x[j], nominal = run->model->state_nominal[j];
		rt_real delta = RT_(sqrt)(RT_EPSILON) * RT_(fmax)(RT_(fabs)(kept), nominal > 0 ? nominal : 1);
		x[j] = kept + delta;
		delta = x[j] - kept;
		int bad = rt_rates(run, t, x, run->stage);
		x[j] = kept;
		if (bad)
			return 1;
		for (uint32_t i = 0; i < n; i++)
			run->matrix[(size_t)i * n + j] = (run->stage[i] - run->k[0][i]) / delta;
	}
	return 0;
}

int rt_partial_derivatives(rt_run *run, rt_real t)
{
	const rt_model *m = run->model;
	uint32_t n = m->states;
	if (!m->functions->jacobian)
		return differences(run, t);
	m->functions->jacobian(&run->d, run->jacobian);
	for (size_t k = 0; k < (size_t)n * n; k++)
		run->matrix[k] = 0;
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t k = m->column[j]; k < m->column[j + 1]; k++)
			run->matrix[(size_t)m->row[k] * n + j] += run->jacobian[k];
	return run->d.failed;
}

static int implicit(rt_run *run, rt_real t, rt_real h)
{
	uint32_t n = run->model->states, row, column;
	sc_dense *f = &run->factors[run->model->loops];
	if (rt_partial_derivatives(run, t))
		return 1;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++)
			f->lu[(size_t)i * n + j] = (i == j ? 1 : 0) - h * run->matrix[(size_t)i * n + j];
	if (sc_dense_factor(f, &row, &column)) {
		rt_fail(&run->d, -1, "the matrix of the implicit step is singular: export it with a smaller step");
		return 1;
	}
	for (uint32_t i = 0; i < n; i++)
		run->stage[i] = h * run->k[0][i];
	sc_dense_solve(f, run->stage);
	for (uint32_t i = 0; i < n; i++)
		run->d.x[i] += run->stage[i];
	return 0;
}

/* ---- Dormand and Prince, of order 5, with steps of its own inside of those of the grid */

static const rt_real dopri_c[] = { 0, (rt_real)0.2, (rt_real)0.3, (rt_real)0.8, (rt_real)8 / 9, 1, 1 };
static const rt_real dopri_a[7][6] = {
	{ 0 },
	{ (rt_real)1 / 5 },
	{ (rt_real)3 / 40, (rt_real)9 / 40 },
	{ (rt_real)44 / 45, (rt_real)-56 / 15, (rt_real)32 / 9 },
	{ (rt_real)19372 / 6561, (rt_real)-25360 / 2187, (rt_real)64448 / 6561, (rt_real)-212 / 729 },
	{ (rt_real)9017 / 3168, (rt_real)-355 / 33, (rt_real)46732 / 5247, (rt_real)49 / 176, (rt_real)-5103 / 18656 },
	{ (rt_real)35 / 384, 0, (rt_real)500 / 1113, (rt_real)125 / 192, (rt_real)-2187 / 6784, (rt_real)11 / 84 },
};
static const rt_real dopri_e[] = { (rt_real)71 / 57600, 0, (rt_real)-71 / 16695, (rt_real)71 / 1920,
	(rt_real)-17253 / 339200, (rt_real)22 / 525, (rt_real)-1 / 40 };

/* The error beside the tolerance; not a number: a stage could not be evaluated. */
static rt_real try_dopri(rt_run *run, rt_real t, rt_real h)
{
	const rt_model *m = run->model;
	uint32_t n = m->states;
	for (int s = 1; s < 7; s++) {
		for (uint32_t i = 0; i < n; i++) {
			rt_real sum = 0;
			for (int j = 0; j < s; j++)
				sum += dopri_a[s][j] * run->k[j][i];
			run->stage[i] = run->x0[i] + h * sum;
		}
		if (rt_rates(run, t + dopri_c[s] * h, run->stage, run->k[s]))
			return RT_NAN;
	}
	rt_real sum = 0;
	for (uint32_t i = 0; i < n; i++) {
		rt_real error = 0, size = RT_(fmax)(RT_(fabs)(run->x0[i]), RT_(fabs)(run->stage[i]));
		for (int j = 0; j < 7; j++)
			error += dopri_e[j] * run->k[j][i];
		error *= h / (run->tolerance * (size + m->state_nominal[i]));
		sum += error * error;
	}
	return n ? RT_(sqrt)(sum / (rt_real)n) : 0;
}

enum { SMALL_STEPS = 100000 };

static int dopri(rt_run *run, rt_real t, rt_real length)
{
	rt_real end = t + length, h = RT_(fmin)(run->tried, length);
	uint32_t n = run->model->states;
	for (int count = 0; count < SMALL_STEPS; count++) {
		int last = t + h >= end - STRETCHED * length;
		h = last ? end - t : h;
		for (uint32_t i = 0; i < n; i++)
			run->x0[i] = run->d.x[i];
		run->retreats = 1;
		rt_real error = try_dopri(run, t, h);
		run->retreats = 0;
		if (error <= 1) {
			t = last ? end : t + h;
			for (uint32_t i = 0; i < n; i++) {
				run->d.x[i] = run->stage[i];
				run->k[0][i] = run->k[6][i];
			}
			if (last)
				return 0;
		}
		run->d.failed = 0;
		rt_real factor = error <= RT_LARGEST ? (rt_real)0.9 * RT_(pow)(RT_(fmax)(error, (rt_real)1e-8), (rt_real)-0.2)
											 : (rt_real)0.25;
		h *= RT_(fmin)(5, RT_(fmax)((rt_real)0.2, factor));
		run->tried = h;
		if (h < 16 * RT_EPSILON * RT_(fabs)(t))
			break;
	}
	rt_fail(&run->d, -1, "the step has become too small: the tolerance cannot be kept");
	return 1;
}

/* ---- a step */

/* The outputs at the end of the last step have needed them already. */
static int first_rates(rt_run *run, rt_real t)
{
	int same = run->fresh && memcmp(run->d.x, run->x0, run->model->states * sizeof *run->x0) == 0;
	run->fresh = 0;
	if (!same)
		return rt_rates(run, t, run->d.x, run->k[0]);
	memcpy(run->k[0], run->d.xd, run->model->states * sizeof *run->x0);
	return 0;
}

/* The same for a model that has a step of its own, which reads them where the equations put them. */
static int own_rates(rt_run *run, rt_real t)
{
	rt_data *d = &run->d;
	int same = run->fresh;
	for (uint32_t i = 0; i < run->model->states; i++)
		same = same && d->x[i] == run->x0[i];
	run->fresh = 0;
	d->time = t;
	if (!same)
		run->model->functions->rates(d);
	return d->failed;
}

int rt_integrate(rt_run *run, rt_real t, rt_real h)
{
	static int (*const methods[])(rt_run *, rt_real, rt_real) = { euler, heun, rk4, implicit, dopri, rt_rodas };
	if (!run->model->states)
		return 0;
	if (run->model->functions->step && !run->drive)
		return own_rates(run, t) || run->model->functions->step(run, t, h);
	return first_rates(run, t) || methods[run->model->solver](run, t, h);
}

/* Where nothing happens there is nothing to look for. */
static rt_status quiet_step(rt_run *run)
{
	rt_data *d = &run->d;
	const rt_functions *f = run->model->functions;
	rt_real begin = d->time, end = run->grid + (rt_real)(run->made + 1) * run->step;
	if (own_rates(run, begin) || f->step(run, begin, end - begin))
		return rt_give_up(run, "a step is made");
	d->time = end;
	run->made++;
	f->rates(d);
	f->outputs(d);
	if (d->failed)
		return rt_give_up(run, "values are computed");
	for (uint32_t i = 0; i < run->model->states; i++)
		run->x0[i] = d->x[i];
	run->fresh = 1;
	return RT_OK;
}

rt_status rt_step(rt_run *run)
{
	rt_data *d = &run->d;
	const rt_model *m = run->model;
	if (run->status != RT_OK || (m->inputs && rt_see_inputs(run) != RT_OK))
		return run->status;
	if (m->quiet && !run->drive)
		return quiet_step(run);
	rt_real begin = d->time, end = run->grid + (rt_real)(run->made + 1) * run->step, due = rt_next_due(run);
	int meets = RT_(fabs)(due - end) <= STRETCHED * run->step;
	end = meets ? due : end;
	if (rt_integrate(run, begin, end - begin))
		return rt_give_up(run, "a step is made");
	d->time = end;
	run->made++;
	rt_delays_keep(run);
	if (meets)
		rt_restart(run);
	if (!rt_values(run))
		return rt_give_up(run, "values are computed");
	if (due <= end || rt_has_turned(run)) {
		if (rt_instant(run) == RT_FAILED)
			return RT_FAILED;
		if (!rt_values(run))
			return rt_give_up(run, "values are computed");
	}
	for (uint32_t i = 0; i < m->states; i++)
		run->x0[i] = d->x[i];
	run->fresh = 1;
	return rt_look_at_asserts(run);
}

rt_status rt_advance(rt_run *run, rt_real until)
{
	while (run->status == RT_OK && run->d.time < until - STRETCHED * run->step)
		rt_step(run);
	return run->status;
}
