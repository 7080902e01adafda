/* Of which variables pre is read, in all that the plan has: what plan->pres lists. */
#include "structure/analyse/analyse.h"
#include "structure/expand/expand.h"

static bool see_pre(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;

	if (sx_op_of(pool, e) == SX_PRE && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR) {
		uint32_t first = w->met.n;
		ss_cells_met(w, sx_arg(pool, e, 0), &w->met);
		for (uint32_t i = first; i < w->met.n; i++)
			w->traits[w->met.at[i]] |= SS_HAS_PRE;
		w->met.n = first;
	}
	return true;
}

static void find_pre(void *context, sx_ref e, bool target)
{
	ss_work *w = context;
	(void)target;
	if (e && sx_flags(w->pool, e) & SX_HAS_PRE)
		sx_visit(w->pool, e, see_pre, w);
}

/* Of a whole cell, row by row. */
static sx_ref element_of(ss_work *w, uint32_t cell, uint32_t number)
{
	const ss_section *p = &w->cells->sections[w->section_of[cell]];
	const sm_variable *v = sm_var(w->model, p->variable);
	sx_ref subscripts[SS_RANK_MOST];

	for (uint32_t d = v->rank; d-- > 0;) {
		uint32_t size = (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
		subscripts[d] = sx_int(w->pool, p->box.lo[d] + number % size);
		number /= size;
	}
	return sx_var(w->pool, p->variable, v->type, subscripts, v->rank);
}

void ss_list_left_limits(ss_work *w)
{
	ss_plan *plan = w->plan;

	for (uint32_t i = 0; i < w->equations.n + w->initial.n; i++) {
		const ss_equation *q = i < w->equations.n ? &w->equations.at[i] : &w->initial.at[i - w->equations.n];
		if (q->gone)
			continue;
		find_pre(w, q->lhs, false);
		find_pre(w, q->rhs, false);
		find_pre(w, q->initial_lhs, false);
		find_pre(w, q->initial_rhs, false);
		ss_statement_exprs(&q->statements, find_pre, w);
		ss_statement_exprs(&q->initial_statements, find_pre, w);
	}
	for (uint32_t i = 0; i < plan->actions.n; i++) {
		find_pre(w, plan->actions.at[i].guard, false);
		find_pre(w, plan->actions.at[i].value, false);
		find_pre(w, plan->actions.at[i].condition, false);
	}
	for (uint32_t i = 0; i < plan->asserts.n; i++) {
		find_pre(w, plan->asserts.at[i].condition, false);
		find_pre(w, plan->asserts.at[i].value, false);
	}
	for (uint32_t i = 0; i < plan->watches.n; i++)
		find_pre(w, plan->watches.at[i].function, false);
	for (uint32_t i = 0; i < plan->delays.n; i++)
		find_pre(w, plan->delays.at[i].value, false);
	for (uint32_t i = 0; i < plan->transports.n; i++) {
		find_pre(w, plan->transports.at[i].in[0], false);
		find_pre(w, plan->transports.at[i].in[1], false);
		find_pre(w, plan->transports.at[i].x, false);
		find_pre(w, plan->transports.at[i].positive, false);
	}
	for (uint32_t i = 0; i < plan->switches.n; i++)
		find_pre(w, plan->switches.at[i].which, false);
	for (uint32_t i = 0; i < plan->event_code.n; i++) {
		ss_statement_exprs(&plan->event_code.at[i].action, find_pre, w);
		find_pre(w, plan->event_code.at[i].when, false);
	}
	ss_routine_exprs(plan, find_pre, w);
	for (uint32_t s = 0; s < w->n; s++)
		for (uint32_t k = 0; k < ss_cell_count(w, s) && w->traits[s] & SS_HAS_PRE; k++) {
			ss_pre pre = { .var = ss_is_whole(w, s) ? element_of(w, s, k) : w->leaf[s],
				.discrete = w->traits[s] & SS_IS_DISCRETE };
			sb_push(w->arena, plan->pres, pre);
		}
}
