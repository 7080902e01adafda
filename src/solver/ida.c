/* IDA: BDF on the residual x' - f(t, x), whose Jacobian is cj*I - J. */
#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

#include "solver/sundials.h"
#include "solver/solvers.h"
#include "solver/trust.h"

static const double CUT = 0.3;           /* a step that is so much shorter than the one before it */

typedef struct ida_solver {
	sv_sundials sun;
	N_Vector xd, scratch2, from;
	bool keep;                       /* the restart may use sun.first */
} ida_solver;

static const sv_sundials_calls calls = {
	IDAGetNumErrTestFails, IDAGetNonlinSolvStats, IDAGetEstLocalErrors, IDAGetErrWeights, IDAGetLastStep,
	IDAGetLastOrder, IDAGetDky,
};

static int residual(realtype t, N_Vector x, N_Vector xd, N_Vector out, void *data)
{
	ida_solver *s = data;
	int status = sv_sundials_rates(&s->sun, t, x, out);
	if (status)
		return status;
	double *r = NV_DATA_S(out);
	const double *v = NV_DATA_S(xd);
	for (uint32_t i = 0; i < s->sun.length; i++)
		r[i] = v[i] - r[i];
	return 0;
}

/* The rates at x are x' less the residual. */
static int jacobian(realtype t, realtype cj, N_Vector x, N_Vector xd, N_Vector residuals, SUNMatrix matrix, void *data,
                    N_Vector u, N_Vector v, N_Vector w)
{
	ida_solver *s = data;
	(void)matrix, (void)v, (void)w;
	N_VLinearSum(1, xd, -1, residuals, u);
	s->sun.shift = cj;
	s->sun.scale = 1;
	return sv_linear_jacobian(s->sun.linear, t, NV_DATA_S(x), NV_DATA_S(u));
}

static sv_solver *create(const sv_problem *problem, const sv_options *options)
{
	ida_solver *s = sb_draw_zeros(sizeof *s);
	sv_sundials_open(&s->sun, &sv_ida, &calls, problem, options);
	sv_sundials_settles(&s->sun);
	s->xd = sv_sundials_vector(&s->sun, NULL);
	s->scratch2 = sv_sundials_vector(&s->sun, NULL);
	s->from = sv_sundials_vector(&s->sun, NULL);
	N_VConst(0, s->xd);
	s->sun.memory = sv_sundials_made(IDACreate(s->sun.context));
	IDASetErrHandlerFn(s->sun.memory, sv_sundials_error, s);
	IDASetUserData(s->sun.memory, s);
	return &s->sun.core.head;
}

static void start(ida_solver *s, double t)
{
	sv_sundials *sun = &s->sun;
	sv_sundials_set(IDAInit(s->sun.memory, residual, t, s->sun.x, s->xd));
	sv_sundials_set(IDAWFtolerances(s->sun.memory, sv_sundials_weights));
	sv_sundials_linear(sun);
	sv_sundials_set(IDASetLinearSolver(s->sun.memory, sun->linear_solver, sun->matrix));
	sv_sundials_set(IDASetJacFn(s->sun.memory, jacobian));
	sun->iteration = sv_trust_new(sun);
	sv_sundials_set(IDASetNonlinearSolver(sun->memory, sun->iteration));
	sv_trust_set(sun, sun->iteration);
	IDASetMaxNumSteps(s->sun.memory, -1);
	IDASetMaxConvFails(s->sun.memory, 40);
	IDASetMaxErrTestFails(s->sun.memory, 20);
	if (sun->core.options.longest > 0)
		IDASetMaxStep(s->sun.memory, sun->core.options.longest);
	s->sun.ready = true;
}

static void begin_anew(ida_solver *s, double t, const double *x, bool keep_step)
{
	if (!s->sun.restarted)
		sv_sundials_count(&s->sun, &s->sun.past);
	sv_sundials_begin(&s->sun, t, x);
	s->keep = keep_step;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	ida_solver *s = (ida_solver *)solver;
	sv_core_reset(&s->sun.core);
	begin_anew(s, t, x, keep_step);
}

static void bound(sv_solver *solver, double longest)
{
	ida_solver *s = (ida_solver *)solver;
	sv_sundials_bound(&s->sun, longest);
	if (s->sun.ready)
		IDASetMaxStep(s->sun.memory, longest);
}

/* IDA is restarted with the first step and not in reset, because it needs the rates, which may not be evaluable, and a
 * first step that depends on the limit. */
static sv_status restart(ida_solver *s, double limit)
{
	sv_core *core = &s->sun.core;
	int status = sv_sundials_rates(&s->sun, s->sun.t, s->sun.x, s->xd);
	if (status)
		return status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	if (s->sun.ready)
		sv_sundials_set(IDAReInit(s->sun.memory, s->sun.t, s->sun.x, s->xd));
	else
		start(s, s->sun.t);
	double first = s->keep && s->sun.first > SV_FIRST * sv_smallest(s->sun.t) ? s->sun.first : core->options.step;
	if (!(first > 0))
		first = sv_first_step(core, 1, s->sun.t, NV_DATA_S(s->sun.x), NV_DATA_S(s->xd), limit,
							  NV_DATA_S(s->sun.scratch), NV_DATA_S(s->scratch2));
	first = fmax(first, SV_FIRST * sv_smallest(s->sun.t));
	IDASetInitStep(s->sun.memory, first < limit - s->sun.t ? first : limit - s->sun.t);
	return SV_OK;
}

static sv_status status_of(const ida_solver *s, int flag)
{
	switch (flag) {
	case IDA_MEM_FAIL: sb_out_of_memory(0);
	case IDA_TOO_MUCH_WORK: return SV_TOO_MUCH_WORK;
	case IDA_CONV_FAIL: case IDA_LSETUP_FAIL: case IDA_LSOLVE_FAIL: case IDA_NLS_SETUP_FAIL: case IDA_NLS_FAIL:
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_NO_CONVERGENCE;
	case IDA_REP_RES_ERR: case IDA_FIRST_RES_FAIL: return SV_NOT_EVALUABLE;
	}
	return SV_TOO_SMALL;
}

/* IDA takes h/(h + h1) of what the polynomial through the steps before was off for the error of a step h after one of
 * h1: that is so of what is smooth. A step that was cut very short and ends where something has begun would be taken
 * whatever it misses. True: the polynomial was off by more than the error that is allowed. */
static bool is_surprised(ida_solver *s, double before)
{
	double h = 0;
	int order = 1;
	IDAGetLastStep(s->sun.memory, &h);
	if (s->sun.restarted || !(h < CUT * before) || IDAGetEstLocalErrors(s->sun.memory, s->scratch2) ||
		IDAGetErrWeights(s->sun.memory, s->sun.weight))
		return false;
	IDAGetLastOrder(s->sun.memory, &order);
	return !((1 + before / h) * N_VWrmsNorm(s->scratch2, s->sun.weight) <= order + 1);
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	ida_solver *s = (ida_solver *)solver;
	*t = s->sun.t;
	if (sv_at(s->sun.t, limit)) {
		*t = limit;
		return SV_OK;
	}
	double to = sv_sundials_next(&s->sun, limit), reached = s->sun.t, before = s->sun.core.count.last_step;
	if (sv_sundials_was_cut(&s->sun))
		begin_anew(s, s->sun.t, sv_sundials_state(solver), true);
	bool cut = !s->sun.restarted && to - s->sun.t < CUT * before;
	if (cut)
		N_VScale(1, s->sun.x, s->from);
	s->sun.failed = 0;
	if (s->sun.astray)
		begin_anew(s, s->sun.t, s->sun.settled, true);
	if (s->sun.restarted) {
		sv_status status = restart(s, to);
		if (status)
			return status;
	}
	IDASetStopTime(s->sun.memory, to);
	int flag = IDASolve(s->sun.memory, to, &reached, s->sun.x, s->xd, IDA_ONE_STEP);
	if (s->sun.failed < 0)
		return SV_GAVE_UP;
	if (flag < 0)
		return status_of(s, flag);
	if (cut && is_surprised(s, before)) {
		begin_anew(s, s->sun.t, NV_DATA_S(s->from), false);
		s->sun.past.rejected++;
		return step(solver, limit, t);
	}
	return sv_sundials_arrive(&s->sun, reached, to, t);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const ida_solver *s = (const ida_solver *)solver;
	*out = s->sun.core.count;
	out->rejected = s->sun.past.rejected;
	out->newton_iterations = s->sun.past.newton_iterations;
	if (!s->sun.restarted)
		sv_sundials_count(&s->sun, out);
	if (s->sun.ready)
		IDAGetLastOrder(s->sun.memory, &out->last_order);
}

static void close_ida(sv_solver *solver)
{
	ida_solver *s = (ida_solver *)solver;
	if (!s)
		return;
	IDAFree(&s->sun.memory);
	N_VDestroy(s->xd);
	N_VDestroy(s->scratch2);
	N_VDestroy(s->from);
	sv_sundials_close(&s->sun);
	sb_put_back(s);
}

const sv_operations sv_ida = {
	.name = "ida",
	.what = "BDF of variable order on the residual form (IDA)",
	.implicit = true,
	.remembers = true,
	.fraction = 0.07,
	.power = 0.14,
	.create = create,
	.reset = reset,
	.bound = bound,
	.step = step,
	.interpolate = sv_sundials_interpolate,
	.state = sv_sundials_state,
	.statistics = statistics,
	.chosen = sv_core_name,
	.detail = sv_core_detail,
	.free = close_ida,
};
