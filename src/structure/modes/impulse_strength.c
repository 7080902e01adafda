/* The strength of an expression in which impulses are, where it can be told. */
#include "structure/modes/modes.h"
#include "structure/system/system.h"

static bool anything_moves(ss_impulses *m, sx_ref e)
{
	sb_u32s keys = {0};

	ss_depends(m->w, e, &keys);
	for (uint32_t i = 0; i < keys.n; i++)
		if (keys.at[i] < 2 * m->w->n && m->moves[keys.at[i]])
			return true;
	return false;
}

/* Which element it is, is told by values and not by strengths. */
static sx_ref element(ss_impulses *m, sx_ref e)
{
	sx_pool *p = m->w->pool;
	sx_node node = *sx_at(p, e);
	sx_ref subscripts[SS_RANK_MOST];

	for (uint32_t i = 0; i < node.count; i++)
		subscripts[i] = sx_rewrite(&m->values, p, sx_arg(p, e, i));
	return sx_var(p, node.payload, (sx_type)node.type, subscripts, node.count);
}

/* Beside an impulse all that is finite is nothing, so abs(i) is an impulse of the strength abs(P), and max(i, 1) one of
 * max(P, 0): the strength of an expression that is made of sums, factors that do not move, abs, max and min is made in
 * the same way of the strengths of its parts. 0: it is not made so. */
sx_ref ss_strength_of(ss_impulses *m, sx_ref e)
{
	ss_work *w = m->w;
	sx_pool *p = w->pool;
	sx_op op = sx_op_of(p, e);
	bool two = op == SX_ADD || op == SX_SUB || op == SX_MAX || op == SX_MIN;

	if (!anything_moves(m, e))
		return w->zero;
	if (op == SX_VAR && sx_at(p, e)->count)
		return element(m, e);
	if (op == SX_VAR || op == SX_DER)
		return e;
	if (op == SX_MUL || op == SX_DIV) {
		uint32_t moving = op == SX_MUL && anything_moves(m, sx_arg(p, e, 1));
		sx_ref factor = sx_arg(p, e, 1 - moving),
			   part = anything_moves(m, factor) ? 0 : ss_strength_of(m, sx_arg(p, e, moving));
		return part ? sx_binary(p, op, part, sx_rewrite(&m->values, p, factor)) : 0;
	}
	if (!two && op != SX_NEG && op != SX_ABS && op != SX_NOEVENT && op != SX_SMOOTH)
		return 0;
	sx_ref one = ss_strength_of(m, sx_arg(p, e, 0)), other = two && one ? ss_strength_of(m, sx_arg(p, e, 1)) : 0;
	if (!one || (two && !other))
		return 0;
	return two ? sx_binary(p, op, one, other) : op == SX_NEG || op == SX_ABS ? sx_unary(p, op, one) : one;
}
