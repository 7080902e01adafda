/* CVODE: BDF with Newton and our linear algebra (cvode), and Adams-Moulton with fixed-point iteration (adams).
 *
 * A restart begins at order 1 with a first step. CVODE's own estimate of it costs evaluations at each restart;
 * where the caller says that the solution goes on much as before, the first step that was right after the last
 * restart is used. */
#include <cvode/cvode.h>
#include <cvode/cvode_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "solver/sundials.h"
#include "solver/solvers.h"
#include "solver/trust.h"

typedef struct cvode_solver {
	sv_sundials sun;
	N_Vector from;                   /* where the first step after a restart began */
} cvode_solver;

static const sv_sundials_calls calls = {
	CVodeGetNumErrTestFails, CVodeGetNonlinSolvStats, CVodeGetEstLocalErrors, CVodeGetErrWeights, CVodeGetLastStep,
	CVodeGetLastOrder, CVodeGetDky,
};

static int rates(realtype t, N_Vector x, N_Vector xd, void *data)
{
	return sv_sundials_rates(data, t, x, xd);
}

static int system_matrix(realtype t, N_Vector x, N_Vector xd, SUNMatrix matrix, booleantype keep, booleantype *renewed,
                         realtype gamma, void *data, N_Vector u, N_Vector v, N_Vector w)
{
	sv_sundials *s = data;
	(void)matrix, (void)u, (void)v, (void)w;
	s->shift = 1;
	s->scale = gamma;
	*renewed = !keep;
	return keep ? 0 : sv_linear_jacobian(s->linear, t, NV_DATA_S(x), NV_DATA_S(xd));
}

/* CVODE projects what BDF has found. The estimate of its error is left as it is: without its part across the
 * invariants steps become so long that the error along them is many times larger (measured on a circle: sixty
 * times). */
static int project(realtype t, N_Vector x, N_Vector correction, realtype epsilon, N_Vector error, void *data)
{
	cvode_solver *s = data;
	const sv_problem *p = &s->sun.core.problem;
	double *to = NV_DATA_S(correction);
	(void)epsilon, (void)error;
	memcpy(to, NV_DATA_S(x), p->n * sizeof(double));
	int status = p->project(p->context, t, to);
	for (uint32_t i = 0; i < p->n && !status; i++)
		to[i] -= NV_DATA_S(x)[i];
	/* another branch: a shorter step */
	return status || sv_norm(&s->sun.core, to, NV_DATA_S(x), NV_DATA_S(x)) <= SV_FARTHEST ? status : 1;
}

static sv_solver *open_cvode(const sv_operations *operations, int method, const sv_problem *problem,
                             const sv_options *options)
{
	cvode_solver *s = sb_draw_zeros(sizeof *s);
	sv_sundials_open(&s->sun, operations, &calls, problem, options);
	if (operations == &sv_adams)
		sv_sundials_settles(&s->sun);
	s->from = sv_sundials_vector(&s->sun, NULL);
	s->sun.memory = sv_sundials_made(CVodeCreate(method, s->sun.context));
	CVodeSetErrHandlerFn(s->sun.memory, sv_sundials_error, s);
	CVodeSetUserData(s->sun.memory, s);
	return &s->sun.core.head;
}

static sv_solver *create_cvode(const sv_problem *problem, const sv_options *options)
{
	return open_cvode(&sv_cvode, CV_BDF, problem, options);
}

static sv_solver *create_adams(const sv_problem *problem, const sv_options *options)
{
	return open_cvode(&sv_adams, CV_ADAMS, problem, options);
}

/* CVODE wants the first state before anything else is set. */
static void start(cvode_solver *s, double t)
{
	sv_sundials *sun = &s->sun;
	sv_sundials_set(CVodeInit(s->sun.memory, rates, t, s->sun.x));
	sv_sundials_set(CVodeWFtolerances(s->sun.memory, sv_sundials_weights));
	if (sun->core.head.operations == &sv_cvode) {
		sv_sundials_linear(sun);
		sv_sundials_set(CVodeSetLinearSolver(s->sun.memory, sun->linear_solver, sun->matrix));
		sv_sundials_set(CVodeSetLinSysFn(s->sun.memory, system_matrix));
		sun->iteration = sv_trust_new(sun);
		sv_sundials_set(CVodeSetNonlinearSolver(sun->memory, sun->iteration));
		sv_trust_set(sun, sun->iteration);
		if (sun->core.problem.project) {
			sv_sundials_set(CVodeSetProjFn(s->sun.memory, project));
			CVodeSetProjErrEst(s->sun.memory, SUNFALSE);
		}
	} else {
		sun->iteration = sv_sundials_made(SUNNonlinSol_FixedPoint(s->sun.x, 0, sun->context));
		sv_sundials_set(CVodeSetNonlinearSolver(s->sun.memory, sun->iteration));
	}
	CVodeSetMaxNumSteps(s->sun.memory, -1);
	CVodeSetMaxHnilWarns(s->sun.memory, -1);
	CVodeSetMaxConvFails(s->sun.memory, 40);
	CVodeSetMaxErrTestFails(s->sun.memory, 20);
	if (sun->core.options.longest > 0)
		CVodeSetMaxStep(s->sun.memory, sun->core.options.longest);
	s->sun.ready = true;
}

static void restart(cvode_solver *s, double t, const double *x, bool keep_step)
{
	sv_sundials_count(&s->sun, &s->sun.past);
	sv_sundials_begin(&s->sun, t, x);
	if (s->sun.ready)
		sv_sundials_set(CVodeReInit(s->sun.memory, t, s->sun.x));
	else
		start(s, t);
	double first = keep_step && s->sun.first > SV_FIRST * sv_smallest(t) ? s->sun.first : 0;
	double given = s->sun.core.options.step;
	CVodeSetInitStep(s->sun.memory, first > 0 ? first : given > 0 ? given : 0);
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	cvode_solver *s = (cvode_solver *)solver;
	sv_core_reset(&s->sun.core);
	restart(s, t, x, keep_step);
}

static void bound(sv_solver *solver, double longest)
{
	cvode_solver *s = (cvode_solver *)solver;
	sv_sundials_bound(&s->sun, longest);
	if (s->sun.ready)
		CVodeSetMaxStep(s->sun.memory, longest);
}

static sv_status status_of(const cvode_solver *s, int flag)
{
	switch (flag) {
	case CV_MEM_FAIL: sb_out_of_memory(0);
	case CV_TOO_MUCH_WORK: return SV_TOO_MUCH_WORK;
	case CV_CONV_FAILURE: case CV_LSETUP_FAIL: case CV_LSOLVE_FAIL: case CV_NLS_SETUP_FAIL: case CV_NLS_FAIL:
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_NO_CONVERGENCE;
	case CV_PROJFUNC_FAIL: case CV_REPTD_PROJFUNC_ERR: return SV_NO_CONVERGENCE;
	case CV_FIRST_RHSFUNC_ERR: case CV_REPTD_RHSFUNC_ERR: case CV_UNREC_RHSFUNC_ERR: return SV_NOT_EVALUABLE;
	}
	return SV_TOO_SMALL;
}

static int advance(cvode_solver *s, double to, double *reached)
{
	CVodeSetStopTime(s->sun.memory, to);
	return CVode(s->sun.memory, to, s->sun.x, reached, CV_ONE_STEP);
}

/* CVODE's own first step moves a state by a part of its tolerance. Where the tolerance is small and time is large,
 * time cannot show so short a step, and a longer one is tried. Its error is tested like that of any other step. */
static sv_status step(sv_solver *solver, double limit, double *t)
{
	cvode_solver *s = (cvode_solver *)solver;
	*t = s->sun.t;
	if (sv_at(s->sun.t, limit)) {
		*t = limit;
		return SV_OK;
	}
	double to = sv_sundials_next(&s->sun, limit), reached = s->sun.t;
	s->sun.failed = 0;
	if (s->sun.astray || sv_sundials_was_cut(&s->sun))
		restart(s, s->sun.t, sv_sundials_state(solver), true);
	bool first = s->sun.restarted;
	if (first)
		N_VScale(1, s->sun.x, s->from);
	int flag = advance(s, to, &reached);
	if (first && flag >= 0 && reached < to && reached - s->sun.t < sv_smallest(s->sun.t)) {
		restart(s, s->sun.t, NV_DATA_S(s->from), false);
		CVodeSetInitStep(s->sun.memory, fmin(SV_FIRST * sv_smallest(s->sun.t), to - s->sun.t));
		flag = advance(s, to, &reached);
	}
	if (s->sun.failed < 0)
		return SV_GAVE_UP;
	if (flag < 0)
		return status_of(s, flag);
	return sv_sundials_arrive(&s->sun, reached, to, t);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const cvode_solver *s = (const cvode_solver *)solver;
	*out = s->sun.core.count;
	out->rejected = s->sun.past.rejected;
	out->newton_iterations = s->sun.past.newton_iterations;
	sv_sundials_count(&s->sun, out);
	if (s->sun.ready)
		CVodeGetLastOrder(s->sun.memory, &out->last_order);
}

static void close_cvode(sv_solver *solver)
{
	cvode_solver *s = (cvode_solver *)solver;
	if (!s)
		return;
	CVodeFree(&s->sun.memory);
	N_VDestroy(s->from);
	sv_sundials_close(&s->sun);
	sb_put_back(s);
}

#define CVODE(NAME, WHAT, IMPLICIT, FRACTION, POWER)                                                                   \
	const sv_operations sv_##NAME = {                                                                                  \
		.name = #NAME, .what = WHAT, .implicit = IMPLICIT, .remembers = true, .fraction = FRACTION, .power = POWER,   \
		.create = create_##NAME, .reset = reset, .bound = bound, .step = step, .interpolate = sv_sundials_interpolate, \
		.state = sv_sundials_state, .statistics = statistics, .chosen = sv_core_name, .detail = sv_core_detail,        \
		.free = close_cvode,                                                                                           \
	};
CVODE(cvode, "BDF of variable order for stiff problems (CVODE)", true, 0.05, 0.14)
CVODE(adams, "Adams-Moulton of variable order, fixed-point iteration (CVODE)", false, 0.05, 0.12)
