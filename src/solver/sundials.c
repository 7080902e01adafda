/* The glue to SUNDIALS; see the header. */
#include "solver/sundials.h"

#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "solver/vector.h"

void sv_sundials_open(sv_sundials *s, const sv_operations *operations, const sv_problem *problem,
                      const sv_options *options)
{
	sv_core_open(&s->core, operations, problem, options);
	s->length = problem->n ? problem->n : 1;
	if (!problem->n)
		s->core.absolute[0] = 1;
	SUNContext_Create(NULL, &s->context);
	if (problem->project) {
		s->settled = sv_doubles(problem->n);
		s->before = sv_doubles(problem->n);
	}
}

void sv_sundials_close(sv_sundials *s)
{
	if (s->linear_solver)
		SUNLinSolFreeEmpty(s->linear_solver);
	if (s->matrix)
		SUNMatFreeEmpty(s->matrix);
	sv_linear_free(s->linear);
	free(s->settled);
	free(s->before);
	SUNContext_Free(&s->context);
	sv_core_close(&s->core);
}

N_Vector sv_sundials_vector(sv_sundials *s, double *at)
{
	N_Vector v = at ? N_VMake_Serial(s->length, at, s->context) : N_VNew_Serial(s->length, s->context);
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
int sv_sundials_settle(sv_sundials *s, double t, const double *x)
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
	const sv_core *core = data;
	return sv_vector_weights(core->relative, core->absolute, x, weights);
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
	memcpy(NV_DATA_S(x), NV_DATA_S(b), s->length * sizeof(double));
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
	s->matrix = SUNMatNewEmpty(s->context);
	s->matrix->ops->zero = zero;
	s->linear_solver = SUNLinSolNewEmpty(s->context);
	s->linear_solver->content = s;
	s->linear_solver->ops->gettype = direct;
	s->linear_solver->ops->setup = setup;
	s->linear_solver->ops->solve = solve;
}

double sv_sundials_limit(const sv_sundials *s, double t, double limit)
{
	if (limit <= 1e300)
		return limit;
	double span = s->core.options.span;
	return t + (span > 0 && span < 1e300 ? 10 * span : 1e10);
}
