/* The plan of an impulse system: without what only a run needs. */
#include "structure/modes/modes.h"

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
