/* IDA: BDF on the residual x' - f(t, x), whose Jacobian is cj*I - J. */
#include <ida/ida.h>
#include <ida/ida_ls.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>

#include "solver/sundials.h"
#include "solver/table.h"

typedef struct ida_solver {
	sv_sundials sun;
	void *memory;
	N_Vector x, xd, weight, scratch, scratch2;
	double t, t0;                    /* the end and the beginning of the last step */
	double first;                    /* the step that would have been right after the last restart; 0: not known */
	bool restarted, keep;            /* no step since the restart; which may use `first` */
	bool ready;                      /* IDAInit was called */
	sv_statistics before;            /* counts of IDA up to the last restart, which zeroes them */
} ida_solver;

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
	ida_solver *s = memset(sb_resize(NULL, sizeof *s), 0, sizeof *s);
	sv_sundials_open(&s->sun, &sv_ida, problem, options);
	N_Vector *all[] = { &s->x, &s->xd, &s->weight, &s->scratch, &s->scratch2 };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		*all[i] = sv_sundials_vector(&s->sun, NULL);
		N_VConst(0, *all[i]);
	}
	s->memory = IDACreate(s->sun.context);
	IDASetErrHandlerFn(s->memory, sv_sundials_error, s);
	IDASetUserData(s->memory, s);
	return &s->sun.core.head;
}

static void start(ida_solver *s, double t)
{
	sv_sundials *sun = &s->sun;
	IDAInit(s->memory, residual, t, s->x, s->xd);
	IDAWFtolerances(s->memory, sv_sundials_weights);
	sv_sundials_linear(sun);
	IDASetLinearSolver(s->memory, sun->linear_solver, sun->matrix);
	IDASetJacFn(s->memory, jacobian);
	IDASetMaxNumSteps(s->memory, -1);
	IDASetMaxConvFails(s->memory, 40);
	IDASetMaxErrTestFails(s->memory, 20);
	if (sun->core.options.longest > 0)
		IDASetMaxStep(s->memory, sun->core.options.longest);
	s->ready = true;
}

static void add_counts(const ida_solver *s, sv_statistics *to)
{
	long errors = 0, iterations = 0, failures = 0;
	if (!s->ready)
		return;
	IDAGetNumErrTestFails(s->memory, &errors);
	IDAGetNonlinSolvStats(s->memory, &iterations, &failures);
	to->rejected += (uint64_t)(errors + failures);
	to->newton_iterations += (uint64_t)iterations;
}

static void begin_anew(ida_solver *s, double t, const double *x, bool keep_step)
{
	sv_core *core = &s->sun.core;
	if (x != NV_DATA_S(s->x))
		memcpy(NV_DATA_S(s->x), x, core->problem.n * sizeof(double));
	if (!s->restarted)
		add_counts(s, &s->before);
	s->t = s->t0 = t;
	s->restarted = true;
	s->keep = keep_step;
	if (s->sun.settled && x != s->sun.settled)
		memcpy(s->sun.settled, x, core->problem.n * sizeof(double));
	s->sun.astray = false;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	ida_solver *s = (ida_solver *)solver;
	if (s->sun.core.started)
		s->sun.core.count.resets++;
	s->sun.core.started = true;
	begin_anew(s, t, x, keep_step);
}

/* IDA is restarted with the first step and not in reset, because it needs the rates, which may not be evaluable, and a
 * first step that depends on the limit. */
static sv_status restart(ida_solver *s, double limit)
{
	sv_core *core = &s->sun.core;
	int status = sv_sundials_rates(&s->sun, s->t, s->x, s->xd);
	if (status)
		return status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	if (s->ready)
		IDAReInit(s->memory, s->t, s->x, s->xd);
	else
		start(s, s->t);
	double first = s->keep && s->first > 0 ? s->first : core->options.step;
	if (!(first > 0))
		first = sv_first_step(core, 1, s->t, NV_DATA_S(s->x), NV_DATA_S(s->xd), limit, NV_DATA_S(s->scratch),
		                      NV_DATA_S(s->scratch2));
	IDASetInitStep(s->memory, first < limit - s->t ? first : limit - s->t);
	return SV_OK;
}

/* The first step's error says which first step would have had half the error allowed. */
static void learn_first_step(ida_solver *s, double h)
{
	s->restarted = false;
	if (IDAGetEstLocalErrors(s->memory, s->scratch) || IDAGetErrWeights(s->memory, s->weight))
		return;
	double error = N_VWrmsNorm(s->scratch, s->weight), factor = error > 0 ? sqrt(0.5 / error) : 10;
	s->first = h * (factor > 10 ? 10 : factor < 0.1 ? 0.1 : factor);
}

static sv_status status_of(const ida_solver *s, int flag)
{
	switch (flag) {
	case IDA_TOO_MUCH_WORK: return SV_TOO_MUCH_WORK;
	case IDA_CONV_FAIL: case IDA_LSETUP_FAIL: case IDA_LSOLVE_FAIL: case IDA_NLS_SETUP_FAIL: case IDA_NLS_FAIL:
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_NO_CONVERGENCE;
	case IDA_REP_RES_ERR: case IDA_FIRST_RES_FAIL: return SV_NOT_EVALUABLE;
	}
	return SV_TOO_SMALL;
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	ida_solver *s = (ida_solver *)solver;
	sv_core *core = &s->sun.core;
	*t = s->t;
	if (sv_at(s->t, limit)) {
		*t = limit;
		return SV_OK;
	}
	double to = sv_sundials_limit(&s->sun, s->t, limit), reached = s->t;
	s->sun.failed = 0;
	if (s->sun.astray)
		begin_anew(s, s->t, s->sun.settled, true);
	if (s->restarted) {
		sv_status status = restart(s, to);
		if (status)
			return status;
	}
	IDASetStopTime(s->memory, to);
	int flag = IDASolve(s->memory, to, &reached, s->x, s->xd, IDA_ONE_STEP);
	if (s->sun.failed < 0)
		return SV_GAVE_UP;
	if (flag < 0)
		return status_of(s, flag);
	/* SUNDIALS goes on with steps that no longer move time; it would creep along a wall for ever. */
	if (reached < to && reached - s->t < sv_smallest(s->t))
		return s->sun.failed > 0 ? SV_NOT_EVALUABLE : SV_TOO_SMALL;
	s->t0 = s->t;
	*t = s->t = reached;
	int settled = sv_sundials_settle(&s->sun, reached, NV_DATA_S(s->x));
	if (settled)
		return settled < 0 ? SV_GAVE_UP : SV_NO_CONVERGENCE;
	IDAGetLastStep(s->memory, &core->count.last_step);
	core->count.steps++;
	if (s->restarted)
		learn_first_step(s, core->count.last_step);
	return SV_OK;
}

static const double *state(sv_solver *solver)
{
	ida_solver *s = (ida_solver *)solver;
	return s->sun.settled ? s->sun.settled : NV_DATA_S(s->x);
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	ida_solver *s = (ida_solver *)solver;
	uint32_t n = s->sun.core.problem.n;
	if (t >= s->t || s->restarted || !n) {
		memcpy(x, state(solver), n * sizeof(double));
		return;
	}
	double *own = NV_DATA_S(s->scratch);
	NV_DATA_S(s->scratch) = x;
	int flag = IDAGetDky(s->memory, t > s->t0 ? t : s->t0, 0, s->scratch);
	NV_DATA_S(s->scratch) = own;
	if (flag < 0)
		memcpy(x, NV_DATA_S(s->x), n * sizeof(double));
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const ida_solver *s = (const ida_solver *)solver;
	*out = s->sun.core.count;
	out->rejected = s->before.rejected;
	out->newton_iterations = s->before.newton_iterations;
	if (!s->restarted)
		add_counts(s, out);
	if (s->ready)
		IDAGetLastOrder(s->memory, &out->last_order);
}

static const char *chosen(const sv_solver *solver)
{
	return solver->operations->name;
}

static const char *detail(const sv_solver *solver)
{
	return ((const ida_solver *)solver)->sun.core.detail;
}

static void close_ida(sv_solver *solver)
{
	ida_solver *s = (ida_solver *)solver;
	if (!s)
		return;
	IDAFree(&s->memory);
	N_Vector all[] = { s->x, s->xd, s->weight, s->scratch, s->scratch2 };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		N_VDestroy(all[i]);
	sv_sundials_close(&s->sun);
	free(s);
}

const sv_operations sv_ida = {
	.name = "ida", .what = "BDF of variable order on the residual form (IDA)", .implicit = true,
	.fraction = 0.07, .power = 0.14, .create = create, .reset = reset, .step = step, .interpolate = interpolate,
	.state = state, .statistics = statistics, .chosen = chosen, .detail = detail, .free = close_ida,
};
