/* Equations with several results: (a, b) = f(x). They stay one call that sets its targets together, unless a target is
 * something else than a variable; then there is one equation for each result. */
#include "front/modelica/flatten/flatten_inside.h"

typedef struct multi {
	const mo_destination *p;
	sm_exprs targets;
	sx_ref call;
	bool possible;
} multi;

static bool see_leaf(void *context, mo_value *target, mo_value *result)
{
	multi *m = context;
	mo_context *c = m->p->c;
	sx_ref from = mo_stored(c, result), to = mo_stored(c, target), call;
	uint32_t which = 0;

	if (from && !to && (sx_op_of(c->pool, from) == SX_CALL || sx_op_of(c->pool, from) == SX_OUT))
		mo_give_up_row(c, target);
	if (!from || !to || sx_op_of(c->pool, to) != SX_VAR || sx_type_of(c->pool, to) != sx_type_of(c->pool, from))
		return m->possible = false;
	call = from;
	if (sx_op_of(c->pool, from) == SX_OUT) {
		which = sx_at(c->pool, from)->payload;
		call = sx_arg(c->pool, from, 0);
	}
	if (sx_op_of(c->pool, call) != SX_CALL || (m->call && m->call != call))
		return m->possible = false;
	m->call = call;
	while (m->targets.n < c->model->functions.at[sx_at(c->pool, call)->payload]->results)
		sb_push(c->arena, m->targets, (sx_ref)0);
	if (which >= m->targets.n)
		return m->possible = false;
	m->targets.at[which] = to;
	return true;
}

bool mo_equate_call(const mo_destination *p, mo_value **targets, mo_value **results, uint32_t count, sb_span span)
{
	multi m = {.p = p, .possible = true};
	sm_equation *e;

	for (uint32_t k = 0; k < count && m.possible; k++)
		if (targets[k])
			mo_each_leaf(p->c, targets[k], results[k], see_leaf, &m);
	if (!m.possible || !m.call)
		return false;
	e = mo_new_equation(p, SM_CALL, span);
	e->rhs = m.call;
	e->targets = m.targets;
	e->from_binding = p->from_binding;
	for (uint32_t k = 0; p->env && p->env->in_when && k < e->targets.n; k++)
		if (e->targets.at[k])
			mo_set_in_when(p->c, e->targets.at[k]);
	sb_push(p->c->arena, *p->out, e);
	return true;
}

static mo_value **lower_targets(const mo_destination *p, const mo_expr *tuple, mo_value **results)
{
	mo_value **targets = sb_new_array(p->c->arena, mo_value *, tuple->a.n + 1);

	for (uint32_t k = 0; k < tuple->a.n; k++) {
		const mo_expr *e = tuple->a.at[k];

		if (!e)
			continue;
		targets[k] = p->env->in_when ? mo_lower_target(p->c, p->env, e) : mo_lower(p->c, p->env, e);
		if (!targets[k] || !mo_fits(p->c, results[k], &targets[k]->type, e->span, "a result of the call"))
			return NULL;
	}
	return targets;
}

bool mo_flatten_multi(const mo_destination *p, const mo_equation *q)
{
	mo_value **results, **targets;
	uint32_t count;

	if (!q->right || q->right->kind != MO_E_CALL) {
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0415", q->right ? q->right->span : q->span,
						  "'(a, b) = ...' needs several results, and only a call of a function has them"),
				"write one equation for each of the variables");
		return false;
	}
	if (!mo_lower_multi(p->c, p->env, q->right, &results, &count))
		return false;
	if (q->left->a.n > count) {
		sb_help(sb_report(p->c->diag, SB_ERROR, "M0416", q->left->span,
						  "the function has %u results, but %u variables are on the left side", count, q->left->a.n),
				"remove variables; if a function has more results than variables, its first results are used");
		return false;
	}
	targets = lower_targets(p, q->left, results);
	if (!targets)
		return false;
	if (mo_equate_call(p, targets, results, q->left->a.n, q->span))
		return true;
	for (uint32_t k = 0; k < q->left->a.n; k++)
		if (targets[k] && !mo_equate(p, SM_EQUAL, targets[k], results[k], q->span))
			return false;
	return true;
}
