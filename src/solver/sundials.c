/* The glue to SUNDIALS; see the header. */
#include "solver/sundials.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/vector.h"

/* Up to here the methods are of low order, and most of the error of a stretch comes from these steps. As many again
 * lead over to the whole tolerance. */
enum { FIRST_STEPS = 10 };

void *sv_sundials_made(void *thing)
{
	if (!thing)
		sb_out_of_memory(0);
	return thing;
}

void sv_sundials_set(int flag)
{
	if (flag < 0)
		sb_out_of_memory(0);
}

void sv_sundials_open(sv_sundials *s, const sv_operations *operations, const sv_sundials_calls *call,
                      const sv_problem *problem, const sv_options *options)
{
	sv_core_open(&s->core, operations, problem, options);
	s->length = problem->n ? problem->n : 1;
	s->call = call;
	sv_sundials_set(SUNContext_Create(NULL, &s->context));
	N_Vector *vectors[] = { &s->x, &s->weight, &s->scratch };
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
		*vectors[i] = sv_sundials_vector(s, NULL);
		N_VConst(0, *vectors[i]);
	}
}

void sv_sundials_settles(sv_sundials *s)
{
	if (!s->core.problem.project)
		return;
	s->settled = sv_doubles(s->core.problem.n);
	s->before = sv_doubles(s->core.problem.n);
}

void sv_sundials_close(sv_sundials *s)
{
	if (s->linear_solver)
		SUNLinSolFreeEmpty(s->linear_solver);
	if (s->matrix)
		SUNMatFreeEmpty(s->matrix);
	if (s->iteration)
		SUNNonlinSolFree(s->iteration);
	sv_linear_free(s->linear);
	sb_put_back(s->residual);
	sb_put_back(s->first_residual);
	sb_put_back(s->settled);
	sb_put_back(s->before);
	N_VDestroy(s->x);
	N_VDestroy(s->weight);
	N_VDestroy(s->scratch);
	SUNContext_Free(&s->context);
	sv_core_close(&s->core);
}

N_Vector sv_sundials_vector(sv_sundials *s, double *at)
{
	N_Vector v =
		sv_sundials_made(at ? N_VMake_Serial(s->length, at, s->context) : N_VNew_Serial(s->length, s->context));
	sv_vector_speed_up(v);
	return v;
}

void sv_sundials_error(int code, const char *module, const char *function, char *message, void *data)
{
	sv_sundials *s = data;
	(void)module;
	if (code > 0)
		return;                      /* a warning: the step goes on */
	snprintf(s->message, sizeof s->message, "%s: %s", function, message);
	s->core.detail = s->message;
}

int sv_sundials_rates(sv_sundials *s, double t, N_Vector x, N_Vector xd)
{
	double *to = NV_DATA_S(xd);
	if (!s->core.problem.n)
		to[0] = 0;
	if (s->failed < 0)
		return -1;                   /* whoever gave up is not asked again: the fixed-point iteration would */
	int status = sv_evaluate(&s->core, t, NV_DATA_S(x), to);
	if (status)
		s->failed = status;
	return status;
}

/* A multistep method knows its past and cannot be moved without forgetting it. What it reports is on the invariants;
 * the method itself goes on beside them until it is a tenth of the tolerance away. */
static int settle(sv_sundials *s, double t, const double *x)
{
	double moved, tolerance = s->core.options.tolerance > 0 ? s->core.options.tolerance : 1e-6;
	if (!s->settled)
		return 0;
	memcpy(s->settled, x, s->core.problem.n * sizeof(double));
	int status = sv_project(&s->core, t, s->settled, s->before, &moved);
	s->astray = !status && moved * s->core.relative > 0.1 * tolerance;
	return status;
}

int sv_sundials_weights(N_Vector x, N_Vector weights, void *data)
{
	const sv_sundials *s = data;
	const double *share = s->core.options.share;
	double part = !share || s->since >= 2 * FIRST_STEPS ? 1 : s->since < FIRST_STEPS ? *share : sqrt(*share);
	return sv_vector_weights(fmax(part * s->core.relative, 1e-14), s->core.size, x, weights);
}

static SUNLinearSolver_Type direct(SUNLinearSolver solver)
{
	(void)solver;
	return SUNLINEARSOLVER_DIRECT;
}

static int setup(SUNLinearSolver solver, SUNMatrix matrix)
{
	sv_sundials *s = solver->content;
	(void)matrix;
	return sv_linear_factor(s->linear, s->shift, s->scale);
}

static int solve(SUNLinearSolver solver, SUNMatrix matrix, N_Vector x, N_Vector b, realtype tolerance)
{
	sv_sundials *s = solver->content;
	(void)matrix;
	(void)tolerance;
	memcpy(s->residual, NV_DATA_S(b), s->length * sizeof(double));
	memcpy(NV_DATA_S(x), s->residual, s->length * sizeof(double));
	return s->core.problem.n ? sv_linear_solve(s->linear, NV_DATA_S(x)) : 0;
}

static int zero(SUNMatrix matrix)
{
	(void)matrix;
	return 0;
}

void sv_sundials_linear(sv_sundials *s)
{
	s->linear = sv_linear_new(&s->core);
	s->matrix = sv_sundials_made(SUNMatNewEmpty(s->context));
	s->matrix->ops->zero = zero;
	s->linear_solver = sv_sundials_made(SUNLinSolNewEmpty(s->context));
	s->linear_solver->content = s;
	s->linear_solver->ops->gettype = direct;
	s->linear_solver->ops->setup = setup;
	s->linear_solver->ops->solve = solve;
}

double sv_sundials_next(sv_sundials *s, double limit)
{
	double span = s->core.options.span, longest = s->core.options.longest;
	if (!(limit <= 1e300))
		limit = s->t + (span > 0 && span < 1e300 ? 10 * span : 1e10);
	if (s->shortened && longest > 0 && s->t + 1.001 * longest < limit)
		limit = s->t + longest;
	s->shortened = false;
	return limit;
}

bool sv_sundials_was_cut(const sv_sundials *s)
{
	return !s->restarted && s->core.count.last_step < SV_FIRST * sv_smallest(s->t);
}

void sv_sundials_bound(sv_sundials *s, double longest)
{
	double before = s->core.options.longest;
	s->shortened = s->shortened || (longest > 0 && !(before > 0 && before <= longest));
	s->core.options.longest = longest;
}

void sv_sundials_begin(sv_sundials *s, double t, const double *x)
{
	size_t bytes = s->core.problem.n * sizeof(double);
	if (x != NV_DATA_S(s->x))
		memcpy(NV_DATA_S(s->x), x, bytes);
	if (s->settled && x != s->settled)
		memcpy(s->settled, x, bytes);
	s->astray = false;
	s->t = s->t0 = t;
	s->since = 0;
	s->restarted = true;
}

void sv_sundials_count(const sv_sundials *s, sv_statistics *to)
{
	long errors = 0, iterations = 0, failures = 0;
	if (!s->ready)
		return;
	s->call->errors(s->memory, &errors);
	s->call->iterations(s->memory, &iterations, &failures);
	to->rejected += (uint64_t)(errors + failures);
	to->newton_iterations += (uint64_t)iterations;
}

/* The first step's error says which first step would have had half the error allowed. */
static void learn_first_step(sv_sundials *s, double h)
{
	s->restarted = false;
	if (s->call->local_errors(s->memory, s->scratch) || s->call->weights(s->memory, s->weight))
		return;
	double error = N_VWrmsNorm(s->scratch, s->weight), factor = error > 0 ? sqrt(0.5 / error) : 10;
	s->first = h * (factor > 10 ? 10 : factor < 0.1 ? 0.1 : factor);
}

sv_status sv_sundials_arrive(sv_sundials *s, double reached, double limit, double *t)
{
	/* SUNDIALS goes on with steps that no longer move time; it would creep along a wall for ever. */
	if (reached < limit && reached - s->t < sv_smallest(s->t))
		return s->failed > 0 ? SV_NOT_EVALUABLE : SV_TOO_SMALL;
	s->t0 = s->t;
	*t = s->t = reached;
	int settled = settle(s, reached, NV_DATA_S(s->x));
	if (settled)
		return settled < 0 ? SV_GAVE_UP : SV_NO_CONVERGENCE;
	s->call->last_step(s->memory, &s->core.count.last_step);
	s->core.count.steps++;
	s->since++;
	if (s->restarted)
		learn_first_step(s, s->core.count.last_step);
	return SV_OK;
}

const double *sv_sundials_state(sv_solver *solver)
{
	sv_sundials *s = (sv_sundials *)solver;
	return s->settled ? s->settled : NV_DATA_S(s->x);
}

void sv_sundials_interpolate(sv_solver *solver, double t, double *x)
{
	sv_sundials *s = (sv_sundials *)solver;
	uint32_t n = s->core.problem.n;
	if (t >= s->t || s->restarted || !n) {
		memcpy(x, sv_sundials_state(solver), n * sizeof(double));
		return;
	}
	double *own = NV_DATA_S(s->scratch);
	NV_DATA_S(s->scratch) = x;
	int flag = s->call->derivative(s->memory, t > s->t0 ? t : s->t0, 0, s->scratch);
	NV_DATA_S(s->scratch) = own;
	if (flag < 0)
		memcpy(x, NV_DATA_S(s->x), n * sizeof(double));
}
