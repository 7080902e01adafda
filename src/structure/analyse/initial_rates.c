/* Derivatives that initial equations ask for and that the run does not have: they get a name. */
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"

typedef struct asked { ss_work *w; sm_exprs rates; } asked;

static bool see_rate(void *context, const sx_pool *pool, sx_ref e)
{
	asked *a = context;

	if (sx_op_of(pool, e) == SX_DER)
		sb_push(a->w->scratch, a->rates, e);
	return true;
}

static void see_rates(asked *a, const ss_equations *list)
{
	const sx_pool *pool = a->w->pool;

	for (uint32_t i = 0; i < list->n; i++) {
		const ss_equation *q = &list->at[i];
		if (q->lhs && sx_flags(pool, q->lhs) & SX_HAS_DER)
			sx_visit(pool, q->lhs, see_rate, a);
		if (q->rhs && sx_flags(pool, q->rhs) & SX_HAS_DER)
			sx_visit(pool, q->rhs, see_rate, a);
	}
}

/* An initial equation may use the derivative of what is no state in the run (3.6, 8.6): der(i) = 0 for a current that
 * others determine. An equation that gives it a name makes index reduction find it. */
void ss_name_initial_rates(ss_work *w)
{
	asked initial = { w, {0} }, run = { w, {0} };
	sb_map known = sb_map_new(w->scratch);
	uint64_t seen;

	see_rates(&initial, &w->initial);
	if (!initial.rates.n)
		return;
	see_rates(&run, &w->equations);
	for (uint32_t i = 0; i < run.rates.n; i++) {
		sb_map_put(&known, run.rates.at[i], 1);
		if (sx_flags(w->pool, run.rates.at[i]) & SX_HAS_ITER)        /* of a family: any element */
			sb_map_put(&known, sb_pair(1, sx_at(w->pool, sx_arg(w->pool, run.rates.at[i], 0))->payload), 1);
	}
	for (uint32_t i = 0; i < initial.rates.n; i++) {
		sx_ref rate = initial.rates.at[i];
		if (sb_map_get(&known, rate, &seen) ||
			sb_map_get(&known, sb_pair(1, sx_at(w->pool, sx_arg(w->pool, rate, 0))->payload), &seen) ||
			sm_scalar_of(w->model, sx_arg(w->pool, rate, 0)) == UINT32_MAX)
			continue;
		sb_map_put(&known, rate, 1);
		const sm_variable *v = sm_var(w->model, sx_at(w->pool, sx_arg(w->pool, rate, 0))->payload);
		ss_equation q = {
			.form = SS_FORM_EQUAL, .rhs = rate, .span = v->span, .component = v->component ? v->component : ""};
		q.lhs = ss_hidden_variable(w, SX_REAL, v->span, q.component);
		q.written_lhs = q.lhs;
		q.written_rhs = rate;
		sb_push(w->scratch, w->equations, q);
	}
}
