/* The plan of an impulse system: without what only a run needs. */
#include "structure/modes/modes.h"

/* By how much a constraint is broken before the instant, with the sign turned. Rounding does not break it, and moves
 * nothing: a jump of 1e-17 would make an impulse, and what is not linear in an impulse has no value, however small. */
sx_ref ss_beyond_rounding(ss_work *w, sx_ref off)
{
	const double part = 1e-12;
	ss_terms terms = {0};
	sx_ref size = w->zero;

	ss_split_sum(w, off, &terms);
	for (uint32_t i = 0; i < terms.n; i++)
		size = sx_binary(w->pool, SX_ADD, size, sx_unary(w->pool, SX_ABS, terms.at[i].e));
	sx_ref least = sx_binary(w->pool, SX_MUL, sx_real(w->pool, part), size);
	sx_ref is_broken = sx_binary(w->pool, SX_GT, sx_unary(w->pool, SX_ABS, off), least);
	sx_ref broken = sx_unary(w->pool, SX_NOEVENT, is_broken);
	return sx_if(w->pool, broken, sx_unary(w->pool, SX_NEG, off), w->zero);
}

/* Nothing else happens in an impulse system. */
void ss_drop_all_else(ss_plan *plan)
{
	plan->actions.n = plan->asserts.n = plan->event_code.n = plan->delays.n = plan->transports.n = 0;
	plan->invariants.n = 0;
}

/* What depends on states and can jump; and the positions, of which higher orders tell. */
void ss_keep_jumping(ss_work *w)
{
	ss_plan *plan = w->plan;
	uint32_t kept = 0;

	for (uint32_t s = 0; s < w->n; s++)
		if (ss_link_of(w, s).place == SS_BELOW_LAST)
			sb_push(w->arena, plan->positions, ss_scalar_of_cell(w, s));
	if (w->impulses->of)
		return;
	for (uint32_t i = 0; i < plan->dependents.n; i++)
		if (ss_link_of(w, ss_cell_at(w, plan->dependents.at[i].scalar)).place == SS_LAST)
			plan->dependents.at[kept++] = plan->dependents.at[i];
	plan->dependents.n = kept;
}
