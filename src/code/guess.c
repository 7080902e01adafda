/* Where the iteration of a nonlinear loop begins.
 *
 * While time moves it is the last solution before the time of the evaluation, and nothing else: a loop with several solutions (a Schmitt trigger, x^2 = 4)
 * has one of them at the beginning, and the others are no answer later. If the iteration does not converge from there, the step was too long, and a shorter
 * one is taken. Only where time does not move (the initial system, an instant), or has come so near to the last solution that no step could be
 * shorter (the solution ends there: a fold), are other points tried: the solution of the last evaluation, the start values, and points around these. */
#include "code/inside.h"

#include <math.h>
#include <string.h>

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

void sc_loop_scales(sc_run *run, sc_loop *loop)
{
	for (uint32_t k = 0; k < loop->block->n; k++) {
		double nominal = 0, start = 0;
		unknown_value(run, loop->block->unknowns[k], true, &nominal);
		if (nominal == 0)
			unknown_value(run, loop->block->unknowns[k], false, &start);
		loop->nominal[k] = fabs(nominal);
		loop->scale[k] = nominal != 0 ? fabs(nominal) : start != 0 ? fabs(start) : 1;
	}
}

/* No step could be shorter. */
static bool is_stuck(const sc_run *run, const sc_loop *loop)
{
	double time = run->d.time, last = loop->past.n ? loop->past.time[loop->past.n - 1] : time;
	return fabs(time - last) <= 1e-9 * fabs(time);
}

/* Number `attempt` into z, or false: there are no more. `guess`: the last solution; `present`: what the caller has, which may be neither this nor
 * a start value: the values of another mode, or start values that were computed anew. */
bool sc_begin_at(sc_run *run, const sc_loop *loop, const double *guess, const double *present, uint32_t attempt, double *z)
{
	static const double spread[] = { 0, 0.1, -0.1, 1, -1, 10, -10 };
	uint32_t n = loop->block->n, points = sizeof spread / sizeof *spread;

	if (attempt > 0 && guess != present && !run->d.initial && !run->d.event && !is_stuck(run, loop))
		return false;
	if (attempt == 0 || attempt == 1 || attempt == 2 + points) {
		memcpy(z, attempt == 0 ? guess : attempt == 1 && loop->has_good ? loop->good : present, n * sizeof(double));
		return true;
	}
	for (uint32_t k = 0; k < n && attempt < 2 + points; k++) {
		double start = 0;
		unknown_value(run, loop->block->unknowns[k], false, &start);
		/* the second factor keeps unknowns of equal start apart */
		z[k] = start + spread[attempt - 2] * loop->scale[k] * (1 + 0.1 * (k % 7));
	}
	return attempt < 2 + points;
}

void sc_accepted(sc_data *d, double time)
{
	sc_run_of(d)->accepted = time;
}

/* A solver that tries a step, refuses it and tries a shorter one comes back to an earlier time. Where a loop has more than one solution (a Schmitt
 * trigger) what the refused step has found must not be the guess then, but the solution from before: those of later times are forgotten. Looks
 * back, for output points, change nothing. */
const double *sc_guess(const sc_run *run, sc_loop *loop, const double *guess)
{
	sc_past *p = &loop->past;
	uint32_t k = p->n;

	while (k && p->time[k - 1] > run->d.time)
		k--;
	if (run->d.time >= run->accepted)
		p->n = k;
	return k ? p->z + (size_t)(k - 1) * loop->block->n : guess;
}

void sc_keep_solution(const sc_run *run, sc_loop *loop, const double *z)
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

