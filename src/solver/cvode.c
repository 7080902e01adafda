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
#include "solver/table.h"

typedef struct cvode_solver {
	sv_sundials sun;
	void *memory;
	SUNNonlinearSolver iteration;    /* adams */
	N_Vector x, weight, scratch;
	double t, t0;                    /* the end and the beginning of the last step */
	double first;                    /* the step that would have been right after the last restart; 0: not known */
	bool restarted;                  /* no step since the restart */
	bool ready;                      /* CVodeInit was called */
	sv_statistics before;            /* counts of CVODE up to the last restart, which zeroes them */
} cvode_solver;

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

static sv_solver *open_cvode(const sv_operations *operations, int method, const sv_problem *problem,
                             const sv_options *options)
{
	cvode_solver *s = memset(sb_resize(NULL, sizeof *s), 0, sizeof *s);
	sv_sundials_open(&s->sun, operations, problem, options);
	s->x = sv_sundials_vector(&s->sun, NULL);
	s->weight = sv_sundials_vector(&s->sun, NULL);
	s->scratch = sv_sundials_vector(&s->sun, NULL);
	N_VConst(0, s->x);
	s->memory = CVodeCreate(method, s->sun.context);
	CVodeSetErrHandlerFn(s->memory, sv_sundials_error, s);
	CVodeSetUserData(s->memory, s);
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
	CVodeInit(s->memory, rates, t, s->x);
	N_Vector absolute = sv_sundials_vector(sun, sun->core.absolute);
	CVodeSVtolerances(s->memory, sun->core.relative, absolute);      /* takes a copy */
	N_VDestroy(absolute);
	if (sun->core.head.operations == &sv_cvode) {
		sv_sundials_linear(sun);
		CVodeSetLinearSolver(s->memory, sun->linear_solver, sun->matrix);
		CVodeSetLinSysFn(s->memory, system_matrix);
	} else {
		s->iteration = SUNNonlinSol_FixedPoint(s->x, 0, sun->context);
		CVodeSetNonlinearSolver(s->memory, s->iteration);
	}
	CVodeSetMaxNumSteps(s->memory, -1);
	CVodeSetMaxHnilWarns(s->memory, -1);
	CVodeSetMaxConvFails(s->memory, 40);
	CVodeSetMaxErrTestFails(s->memory, 20);
	if (sun->core.options.longest > 0)
		CVodeSetMaxStep(s->memory, sun->core.options.longest);
	s->ready = true;
}

/* What CVODE counts itself and zeroes at a restart. */
static void add_counts(const cvode_solver *s, sv_statistics *to)
{
	long errors = 0, iterations = 0, failures = 0;
	if (!s->ready)
		return;
	CVodeGetNumErrTestFails(s->memory, &errors);
	CVodeGetNonlinSolvStats(s->memory, &iterations, &failures);
	to->rejected += (uint64_t)(errors + failures);
	to->newton_iterations += (uint64_t)iterations;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	cvode_solver *s = (cvode_solver *)solver;
	sv_core *core = &s->sun.core;
	if (core->started)
		core->count.resets++;
	core->started = true;
	if (x != NV_DATA_S(s->x))
		memcpy(NV_DATA_S(s->x), x, core->problem.n * sizeof(double));
	add_counts(s, &s->before);
	if (s->ready)
		CVodeReInit(s->memory, t, s->x);
	else
		start(s, t);
	double first = keep_step ? s->first : 0;
	CVodeSetInitStep(s->memory, first > 0 ? first : core->options.step > 0 ? core->options.step : 0);
	s->t = s->t0 = t;
	s->restarted = true;
}

/* The first step's error says which first step would have had half the error allowed. */
static void learn_first_step(cvode_solver *s, double h)
{
	s->restarted = false;
	if (CVodeGetEstLocalErrors(s->memory, s->scratch) || CVodeGetErrWeights(s->memory, s->weight))
		return;
	double error = N_VWrmsNorm(s->scratch, s->weight), factor = error > 0 ? sqrt(0.5 / error) : 10;
	s->first = h * (factor > 10 ? 10 : factor < 0.1 ? 0.1 : factor);
}

static sv_status status_of(const cvode_solver *s, int flag)
{
	switch (flag) {
	case CV_TOO_MUCH_WORK: return SV_TOO_MUCH_WORK;
	case CV_CONV_FAILURE: case CV_LSETUP_FAIL: case CV_LSOLVE_FAIL: case CV_NLS_SETUP_FAIL: case CV_NLS_FAIL:
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_NO_CONVERGENCE;
	case CV_FIRST_RHSFUNC_ERR: case CV_REPTD_RHSFUNC_ERR: case CV_UNREC_RHSFUNC_ERR: return SV_NOT_EVALUABLE;
	}
	return SV_TOO_SMALL;
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	cvode_solver *s = (cvode_solver *)solver;
	sv_core *core = &s->sun.core;
	*t = s->t;
	if (sv_at(s->t, limit)) {
		*t = limit;
		return SV_OK;
	}
	double to = sv_sundials_limit(&s->sun, s->t, limit), reached = s->t;
	s->sun.failed = 0;
	CVodeSetStopTime(s->memory, to);
	int flag = CVode(s->memory, to, s->x, &reached, CV_ONE_STEP);
	if (s->sun.failed < 0)
		return SV_GAVE_UP;
	if (flag < 0)
		return status_of(s, flag);
	/* SUNDIALS goes on with steps that no longer move time; it would creep along a wall for ever. */
	if (reached < to && reached - s->t < sv_smallest(s->t))
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_TOO_SMALL;
	s->t0 = s->t;
	*t = s->t = reached;
	CVodeGetLastStep(s->memory, &core->count.last_step);
	core->count.steps++;
	if (s->restarted)
		learn_first_step(s, core->count.last_step);
	return SV_OK;
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	cvode_solver *s = (cvode_solver *)solver;
	uint32_t n = s->sun.core.problem.n;
	if (t >= s->t || s->restarted || !n) {
		memcpy(x, NV_DATA_S(s->x), n * sizeof(double));
		return;
	}
	double *own = NV_DATA_S(s->scratch);
	NV_DATA_S(s->scratch) = x;
	int flag = CVodeGetDky(s->memory, t > s->t0 ? t : s->t0, 0, s->scratch);
	NV_DATA_S(s->scratch) = own;
	if (flag < 0)
		memcpy(x, NV_DATA_S(s->x), n * sizeof(double));
}

static const double *state(sv_solver *solver)
{
	return NV_DATA_S(((cvode_solver *)solver)->x);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const cvode_solver *s = (const cvode_solver *)solver;
	*out = s->sun.core.count;
	out->rejected = s->before.rejected;
	out->newton_iterations = s->before.newton_iterations;
	add_counts(s, out);
	if (s->ready)
		CVodeGetLastOrder(s->memory, &out->last_order);
}

static const char *chosen(const sv_solver *solver)
{
	return solver->operations->name;
}

static const char *detail(const sv_solver *solver)
{
	return ((const cvode_solver *)solver)->sun.core.detail;
}

static void close_cvode(sv_solver *solver)
{
	cvode_solver *s = (cvode_solver *)solver;
	if (!s)
		return;
	CVodeFree(&s->memory);
	if (s->iteration)
		SUNNonlinSolFree(s->iteration);
	N_VDestroy(s->x);
	N_VDestroy(s->weight);
	N_VDestroy(s->scratch);
	sv_sundials_close(&s->sun);
	free(s);
}

#define CVODE(NAME, WHAT, IMPLICIT, FRACTION, POWER)                                                                   \
	const sv_operations sv_##NAME = {                                                                                  \
		.name = #NAME, .what = WHAT, .implicit = IMPLICIT, .fraction = FRACTION, .power = POWER,                       \
		.create = create_##NAME, .reset = reset, .step = step, .interpolate = interpolate, .state = state,             \
		.statistics = statistics, .chosen = chosen, .detail = detail, .free = close_cvode,                             \
	};
CVODE(cvode, "BDF of variable order for stiff problems (CVODE)", true, 0.05, 0.14)
CVODE(adams, "Adams-Moulton of variable order, fixed-point iteration (CVODE)", false, 0.05, 0.12)
