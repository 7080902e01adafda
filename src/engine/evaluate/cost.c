/* What one evaluation of the rates costs, roughly, in arithmetic operations: auto weighs it against its own work when
 * it chooses between methods that evaluate often and methods that compute much between evaluations. Counted in the plan
 * and not timed, so that a run does not depend on the machine. */
#include "engine/evaluate/engine_evaluate.h"

enum {
	FUNCTION = 20,
	CALL = 200,
	STATEMENT = 20,
	ITERATIONS = 3
}; /* of sin, exp, ...; of a user's function; Newton of a loop */

static bool count(void *context, const sx_pool *pool, sx_ref e)
{
	double *cost = context;
	sx_op op = sx_op_of(pool, e);
	if (op >= SX_SIN && op <= SX_SQRT)
		*cost += FUNCTION;
	else if (op == SX_CALL)
		*cost += CALL;
	else if (op > SX_LATCH)
		*cost += op == SX_POW ? 3 : 1;
	return true;
}

static double of_expression(const sx_pool *pool, sx_ref e)
{
	double cost = 1;                 /* what is computed is also stored */
	if (e)
		sx_visit(pool, e, count, &cost);
	return cost;
}

static double of_steps(const se_run *run, const ss_steps *steps, bool all)
{
	const sx_pool *pool = run->model->pool;
	double cost = 0;
	for (uint32_t i = 0; i < steps->n; i++) {
		const ss_step *step = &steps->at[i];
		if (!all && !(step->phases & SS_RATES))
			continue;
		double points = 1;
		for (uint32_t d = 0; d < step->domain.n; d++)
			points *= (double)(step->domain.at[d].to - step->domain.at[d].from + 1);
		cost += points * of_expression(pool, step->value) + STATEMENT * (double)step->statements.n;
		if (step->kind != SS_LOOP)
			continue;
		const ss_loop *b = run->plan->loops.at[step->loop];
		double once = of_steps(run, &b->inner, true) + (double)b->n * b->n * (1 + b->n / 3.0);
		for (uint32_t k = 0; k < b->n; k++)
			once += of_expression(pool, b->linear ? b->rhs[k] : b->residuals[k]);
		cost += b->linear ? once : ITERATIONS * once;
	}
	return cost;
}

double se_cost(se_run *run)
{
	if (run->cost_of != run->plan)
		run->cost = of_steps(run, &run->plan->steps, false);
	run->cost_of = run->plan;
	return run->cost;
}
