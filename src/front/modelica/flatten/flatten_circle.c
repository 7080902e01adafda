/* Parameters whose values depend on each other in a circle. Elements of arrays may well depend on other elements of the
 * same array, so only scalars are looked at here; the rest is found when values are computed. */
#include "front/modelica/flatten/flatten_inside.h"

typedef struct visit {
	mo_context *c;
	sb_u32s stack, path;
	uint8_t *state;
} visit; /* state: 0 new, 1 on the path, 2 done */

static bool is_scalar_parameter(const sm_model *m, uint32_t variable)
{
	const sm_variable *v = sm_var(m, variable);

	return v->rank == 0 && v->binding && v->variability >= SM_PARAMETER;
}

static bool push_used(void *context, const sx_pool *pool, sx_ref e)
{
	visit *v = context;

	if (sx_op_of(pool, e) == SX_VAR && is_scalar_parameter(v->c->model, sx_at(pool, e)->payload))
		sb_push(v->c->arena, v->stack, sx_at(pool, e)->payload);
	return true;
}

static void report_circle(const visit *v, uint32_t again)
{
	uint32_t first = v->path.n;
	const sm_variable *p = sm_var(v->c->model, again);
	sb_message *m = sb_report(v->c->diag, SB_ERROR, "M0402", p->binding_span.source ? p->binding_span : p->span,
							  "the value of '%s' depends on itself", p->name);

	while (first > 0 && v->path.at[first - 1] != again)
		first--;
	for (uint32_t i = first; i < v->path.n && i < first + 5; i++)
		sb_also(m, sm_var(v->c->model, v->path.at[i])->span, "through '%s'", sm_var(v->c->model, v->path.at[i])->name);
	sb_help(m, "give one of them a value that does not depend on the others");
}

/* Of an if whose condition is known now, the branch that counts; the parameters in the condition become part of the
 * structure. */
static sx_ref settle_if(sx_rewriter *r, sx_pool *pool, sx_ref e)
{
	const visit *v = r->context;
	sx_value value;

	if (sx_op_of(pool, e) != SX_IF || !mo_try_evaluate(v->c, sx_arg(pool, e, 0), &value) || value.type != SX_BOOLEAN)
		return 0;
	mo_evaluate(v->c, sx_arg(pool, e, 0), (sb_span){0}, "a condition", &value);
	sx_rewriter inner = sx_rewriter_new(v->c->arena, NULL, r->context);
	inner.enter = settle_if;
	return sx_rewrite(&inner, pool, sx_arg(pool, e, value.integer ? 1 : 2));
}

/* Two parameters may each have a value that depends on the other, where a third says which of them counts:
 *
 *     parameter Real T = if use_T then 293 else h/4200;  parameter Real h = if use_T then 4200*T else 1e5;
 *
 * Such a circle is no circle once the conditions are settled. True if something has changed. */
static bool untangle(visit *v, uint32_t again)
{
	uint32_t first = v->path.n;
	bool changed = false;

	while (first > 0 && v->path.at[first - 1] != again)
		first--;
	for (uint32_t i = first ? first - 1 : 0; i < v->path.n; i++) {
		sx_rewriter r = sx_rewriter_new(v->c->arena, NULL, v);
		sx_ref before = sm_var(v->c->model, v->path.at[i])->binding, after;

		r.enter = settle_if;
		after = sx_rewrite(&r, v->c->pool, before);
		if (!after || after == before)
			continue;
		sm_edit(v->c->model, v->path.at[i])->binding = after;
		changed = true;
	}
	return changed;
}

static bool is_circle(visit *v, uint32_t start, uint32_t again)
{
	if (!untangle(v, again)) {
		report_circle(v, again);
		return true;
	}
	for (uint32_t i = 0; i < v->path.n; i++)
		v->state[v->path.at[i]] = 0;
	v->stack.n = v->path.n = 0;
	sb_push(v->c->arena, v->stack, start);
	return false;
}

/* Depth first with a stack of its own; a variable is met a second time on the stack when all it uses is done. */
static bool follow(visit *v, uint32_t start)
{
	v->stack.n = v->path.n = 0;
	sb_push(v->c->arena, v->stack, start);
	while (v->stack.n > 0) {
		uint32_t now = v->stack.at[v->stack.n - 1];

		if (v->state[now] == 2) {
			v->stack.n--;
		} else if (v->state[now] == 1 && v->path.at[v->path.n - 1] == now) {
			v->state[now] = 2;
			v->path.n--;
			v->stack.n--;
		} else if (v->state[now] == 1) {
			if (is_circle(v, start, now))
				return false;
		} else {
			v->state[now] = 1;
			sb_push(v->c->arena, v->path, now);
			sx_visit(v->c->pool, sm_var(v->c->model, now)->binding, push_used, v);
			if (sx_contains(v->c->pool, sm_var(v->c->model, now)->binding, sm_ref(v->c->model, now)) &&
				is_circle(v, start, now))
				return false;
		}
	}
	return true;
}

bool mo_check_circles(mo_context *c)
{
	visit v = {.c = c, .state = sb_new_array(c->arena, uint8_t, c->model->variables.n + 1)};
	bool ok = true;

	for (uint32_t i = 0; i < c->model->variables.n && ok; i++)
		if (v.state[i] == 0 && is_scalar_parameter(c->model, i))
			ok = follow(&v, i);
	return ok;
}
