/* What has no part in a value (sx_keep_operands) is left out again, once all clocks are known. */
#include "structure/clocks/clocks.h"
#include "structure/expand/expand.h"

/* Only these can become simpler than they were built. */
static sx_ref build_again(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	sx_node node = *sx_at(pool, e);
	sx_ref args[3];

	(void)self;
	switch (node.op) {
	case SX_MUL: case SX_DIV: case SX_POW: case SX_AND: case SX_OR: case SX_IF: break;
	default: return e;
	}
	for (uint32_t i = 0; i < node.count; i++)
		args[i] = sx_arg(pool, e, i);
	return sx_make(pool, (sx_op)node.op, (sx_type)node.type, node.payload, args, node.count);
}

static sx_ref folded(ss_work *w, sx_ref e, void *rewriter)
{
	sx_ref out = e ? sx_rewrite(rewriter, w->pool, e) : 0;
	return out ? out : e;
}

static void fold_equations(ss_work *w, ss_equations *list, sx_rewriter *rw)
{
	for (uint32_t i = 0; i < list->n; i++) {
		ss_equation *q = &list->at[i];
		q->lhs = folded(w, q->lhs, rw);
		q->rhs = folded(w, q->rhs, rw);
		q->initial_rhs = folded(w, q->initial_rhs, rw);
		q->statements = ss_map_statements(w, &q->statements, folded, rw);
		q->initial_statements = ss_map_statements(w, &q->initial_statements, folded, rw);
	}
}

void ss_fold_operands(ss_work *w)
{
	sx_rewriter rw = sx_rewriter_new(w->scratch, build_again, NULL);
	uint32_t asserts = w->plan->asserts.n;

	sx_keep_operands(w->pool, false);
	fold_equations(w, &w->equations, &rw);
	fold_equations(w, &w->initial, &rw);
	for (uint32_t i = 0; i < asserts + w->plan->actions.n; i++) {
		ss_action *a = i < asserts ? &w->plan->asserts.at[i] : &w->plan->actions.at[i - asserts];
		a->guard = folded(w, a->guard, &rw);
		a->value = folded(w, a->value, &rw);
		a->condition = a->kind == SS_REINIT ? a->condition : folded(w, a->condition, &rw);
	}
}
