/* Has a model clocks? Which operators has an equation, with all that is in it? */
#include "model/model.h"

static bool any(const sx_pool *pool, sx_ref e, uint16_t flags)
{
	return e && sx_flags(pool, e) & flags;
}

static bool statements_have(const sx_pool *pool, const sm_statements *list, uint16_t flags)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		if (any(pool, s->value, flags) || any(pool, s->condition, flags) || any(pool, s->from, flags) ||
			any(pool, s->to, flags))
			return true;
		for (uint32_t b = 0; b < s->branches.n; b++)
			if (any(pool, s->branches.at[b].condition, flags) || statements_have(pool, &s->branches.at[b].body, flags))
				return true;
	}
	return false;
}

static bool equations_have(const sx_pool *pool, const sm_equations *list, uint16_t flags)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (sm_equation_has(pool, list->at[i], flags))
			return true;
	return false;
}

bool sm_equation_has(const sx_pool *pool, const sm_equation *q, uint16_t flags)
{
	if (any(pool, q->lhs, flags) || any(pool, q->rhs, flags) || statements_have(pool, &q->statements, flags))
		return true;
	for (uint32_t b = 0; b < q->branches.n; b++)
		if (any(pool, q->branches.at[b].condition, flags) || equations_have(pool, &q->branches.at[b].body, flags))
			return true;
	return false;
}

bool sm_has_clocks(const sm_model *model)
{
	return equations_have(model->pool, &model->equations, SX_HAS_CLOCK) ||
		   equations_have(model->pool, &model->initial_equations, SX_HAS_CLOCK);
}
