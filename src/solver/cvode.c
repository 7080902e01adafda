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
	return status;
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
	CVodeWFtolerances(s->memory, sv_sundials_weights);
	if (sun->core.head.operations == &sv_cvode) {
		sv_sundials_linear(sun);
		CVodeSetLinearSolver(s->memory, sun->linear_solver, sun->matrix);
		CVodeSetLinSysFn(s->memory, system_matrix);
		if (sun->core.problem.project) {
			CVodeSetProjFn(s->memory, project);
			CVodeSetProjErrEst(s->memory, SUNFALSE);
		}
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

static void restart(cvode_solver *s, double t, const double *x, bool keep_step)
{
	sv_core *core = &s->sun.core;
	if (x != NV_DATA_S(s->x))
		memcpy(NV_DATA_S(s->x), x, core->problem.n * sizeof(double));
	add_counts(s, &s->before);
	if (s->ready)
		CVodeReInit(s->memory, t, s->x);
	else
		start(s, t);
	double first = keep_step ? s->first : 0;
	CVodeSetInitStep(s->memory, first > 0 ? first : core->options.step > 0 ? core->options.step : 0);
	if (s->sun.settled && x != s->sun.settled)
		memcpy(s->sun.settled, x, core->problem.n * sizeof(double));
	s->sun.astray = false;
	s->t = s->t0 = t;
	s->restarted = true;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	cvode_solver *s = (cvode_solver *)solver;
	if (s->sun.core.started)
		s->sun.core.count.resets++;
	s->sun.core.started = true;
	restart(s, t, x, keep_step);
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
	case CV_PROJFUNC_FAIL: case CV_REPTD_PROJFUNC_ERR: return SV_NO_CONVERGENCE;
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
	if (s->sun.astray)
		restart(s, s->t, s->sun.settled, true);
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
	int settled = solver->operations == &sv_adams ? sv_sundials_settle(&s->sun, reached, NV_DATA_S(s->x)) : 0;
	if (settled)
		return settled < 0 ? SV_GAVE_UP : SV_NO_CONVERGENCE;
	CVodeGetLastStep(s->memory, &core->count.last_step);
	core->count.steps++;
	if (s->restarted)
		learn_first_step(s, core->count.last_step);
	return SV_OK;
}

static const double *state(sv_solver *solver)
{
	cvode_solver *s = (cvode_solver *)solver;
	return solver->operations == &sv_adams && s->sun.settled ? s->sun.settled : NV_DATA_S(s->x);
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	cvode_solver *s = (cvode_solver *)solver;
	uint32_t n = s->sun.core.problem.n;
	if (t >= s->t || s->restarted || !n) {
		memcpy(x, state(solver), n * sizeof(double));
		return;
	}
	double *own = NV_DATA_S(s->scratch);
	NV_DATA_S(s->scratch) = x;
	int flag = CVodeGetDky(s->memory, t > s->t0 ? t : s->t0, 0, s->scratch);
	NV_DATA_S(s->scratch) = own;
	if (flag < 0)
		memcpy(x, NV_DATA_S(s->x), n * sizeof(double));
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
