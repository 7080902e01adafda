/* Has a model clocks? */
#include "model/model.h"

static bool any_clock(const sx_pool *pool, sx_ref e)
{
	return e && sx_flags(pool, e) & SX_HAS_CLOCK;
}

static bool statements_have_clock(const sx_pool *pool, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *s = list->at[i];
		if (any_clock(pool, s->value) || any_clock(pool, s->condition) || any_clock(pool, s->from) ||
			any_clock(pool, s->to))
			return true;
		for (uint32_t b = 0; b < s->branches.n; b++)
			if (any_clock(pool, s->branches.at[b].condition) || statements_have_clock(pool, &s->branches.at[b].body))
				return true;
	}
	return false;
}

static bool equations_have_clock(const sx_pool *pool, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		if (any_clock(pool, q->lhs) || any_clock(pool, q->rhs) || statements_have_clock(pool, &q->statements))
			return true;
		for (uint32_t b = 0; b < q->branches.n; b++)
			if (any_clock(pool, q->branches.at[b].condition) || equations_have_clock(pool, &q->branches.at[b].body))
				return true;
	}
	return false;
}

bool sm_has_clocks(const sm_model *model)
{
	return equations_have_clock(model->pool, &model->equations) ||
		   equations_have_clock(model->pool, &model->initial_equations);
}
