/* What other modes, and conditions, may still ask about a variable that a mode makes constant: its left limit, and on
 * which side of zero it is. */
#include "structure/system/system.h"

struct ss_looked_back {
	sb_u32s cells; uint8_t *listed;  /* of which pre is read; by cell: it is among them */
	sb_u32s compared;                /* cells that Booleans compare with zero */
};

static bool is_among(ss_work *w, const sb_u32s *cells, uint32_t root)
{
	bool flip = false;

	for (uint32_t i = 0; i < cells->n; i++)
		if (ss_root(w, cells->at[i], &flip) == root)
			return true;
	return false;
}

bool ss_looks_back(const ss_work *w)
{
	return w->looked_back && w->looked_back->cells.n;
}

bool ss_is_looked_back_at(ss_work *w, uint32_t root)
{
	return w->looked_back && is_among(w, &w->looked_back->cells, root);
}

bool ss_is_compared(ss_work *w, uint32_t root)
{
	return w->looked_back && is_among(w, &w->looked_back->compared, root);
}

static bool see_left_limit(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;
	uint32_t s = sx_op_of(pool, e) == SX_PRE ? ss_cell_of(w, sx_arg(pool, e, 0)) : UINT32_MAX;

	if (s != UINT32_MAX && !w->looked_back->listed[s]) {
		w->looked_back->listed[s] = 1;
		sb_push(w->scratch, w->looked_back->cells, s);
	}
	return true;
}

/* What a mode makes zero and a Boolean compares with zero stays a variable: the voltage of a diode beside a closed
 * switch. Folded, the comparison would be as sure as any other, and in the search for the next mode it must have no
 * opinion. */
static bool see_comparison(void *context, const sx_pool *pool, sx_ref e)
{
	ss_work *w = context;
	sx_op op = sx_op_of(pool, e);

	if (!sx_is_order(op))
		return true;
	for (uint32_t k = 0; k < 2; k++) {
		uint32_t s = sx_arg(pool, e, 1 - k) == w->zero && sx_op_of(pool, sx_arg(pool, e, k)) == SX_VAR
						 ? ss_cell_of(w, sx_arg(pool, e, k))
						 : UINT32_MAX;
		if (s != UINT32_MAX && !(w->traits[s] & SS_IS_PARAMETER))
			sb_push(w->scratch, w->looked_back->compared, s);
	}
	return true;
}

static void find_comparisons(ss_work *w, sx_ref e)
{
	if (e && sx_type_of(w->pool, e) == SX_BOOLEAN && sx_flags(w->pool, e) & SX_HAS_RELATION)
		sx_visit(w->pool, e, see_comparison, w);
}

static void find_left_limits(void *context, sx_ref e, bool target)
{
	ss_work *w = context;

	(void)target;
	if (e && sx_flags(w->pool, e) & SX_HAS_PRE)
		sx_visit(w->pool, e, see_left_limit, w);
}

void ss_list_looked_back(ss_work *w)
{
	if (!w->plan->switches.n)
		return;
	w->looked_back = sb_new(w->scratch, ss_looked_back);
	w->looked_back->listed = sb_new_array(w->scratch, uint8_t, w->n + 1);
	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		find_left_limits(w, q->lhs, false);
		find_left_limits(w, q->rhs, false);
		find_comparisons(w, q->lhs);
		find_comparisons(w, q->rhs);
		ss_statement_exprs(&q->statements, find_left_limits, w);
	}
	for (uint32_t i = 0; i < w->plan->actions.n; i++) {
		find_left_limits(w, w->plan->actions.at[i].guard, false);
		find_left_limits(w, w->plan->actions.at[i].value, false);
	}
}

/* In the mode before, what a branch makes equal here may have been different: a variable whose left limit is read
 * stays by itself. */
bool ss_differs_in_other_modes(ss_work *w, const ss_equation *q)
{
	sx_ref side[2] = { q->lhs, q->rhs };
	sb_u32s keys = {0};
	bool flip = false;

	for (int i = 0; i < 2; i++)
		ss_depends(w, side[i], &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < w->n && ss_is_looked_back_at(w, ss_root(w, keys.at[i], &flip)))
			return true;
	return false;
}
