/* What depends on what: may two references be the same variable, and does the value of an expression depend on one?
 *
 * In a family x[i] and x[i - 1] are different elements for every i, x[i] and x[j] may be equal. So subscripts are
 * compared as a base and a whole offset.
 */
#include "expr/pool.h"
#include "expr/scratch.h"

static sx_ref base_and_offset(const sx_pool *pool, sx_ref e, int64_t *offset)
{
	*offset = 0;
	for (;;) {
		sx_op op = sx_op_of(pool, e);
		int64_t step = 0, sum;
		sx_ref rest = 0;
		if (op == SX_CONST) {
			step = sx_int_value(pool, e);
		} else if ((op == SX_ADD || op == SX_SUB) && sx_is_const(pool, sx_arg(pool, e, 1))) {
			step = sx_int_value(pool, sx_arg(pool, e, 1));
			rest = sx_arg(pool, e, 0);
		} else if (op == SX_ADD && sx_is_const(pool, sx_arg(pool, e, 0))) {
			step = sx_int_value(pool, sx_arg(pool, e, 0));
			rest = sx_arg(pool, e, 1);
		} else {
			return e;
		}
		bool over =
			op == SX_SUB ? __builtin_sub_overflow(*offset, step, &sum) : __builtin_add_overflow(*offset, step, &sum);
		if (over)
			return e;
		*offset = sum;
		e = rest;
		if (!e)
			return 0;
	}
}

sx_same sx_same_leaf(const sx_pool *pool, sx_ref e, sx_ref x)
{
	if (e == x)
		return SX_SAME;
	if (sx_op_of(pool, e) == SX_DER && sx_op_of(pool, x) == SX_DER) {
		e = sx_arg(pool, e, 0);
		x = sx_arg(pool, x, 0);
	}
	const sx_node *a = sx_at(pool, e), *b = sx_at(pool, x);
	if (a->op != b->op || a->payload != b->payload || (a->op != SX_VAR && a->op != SX_LOCAL))
		return SX_DIFFERENT;
	if (a->count != b->count)
		return SX_MAYBE;
	sx_same same = SX_SAME;
	for (uint32_t i = 0; i < a->count; i++) {
		int64_t s, t;
		sx_ref from = base_and_offset(pool, sx_arg(pool, e, i), &s), to = base_and_offset(pool, sx_arg(pool, x, i), &t);
		if (from == to && s != t)
			return SX_DIFFERENT;
		if (from != to)
			same = SX_MAYBE;
	}
	return same;
}

static bool is_closed(sx_op op)
{
	return op == SX_DER || op == SX_PRE || op == SX_DELAY || op == SX_SIZE || op == SX_SAMPLE;
}

/* Without subscripts x has no namesakes, and what is older than x cannot hold it. */
static bool cannot_hold(const sx_pool *pool, sx_ref e, sx_ref x, const sx_node *node)
{
	return (e < x && !sx_at(pool, x)->count) || is_closed((sx_op)node->op) || !node->flags;
}

static sx_same depends_by_args(const sx_pool *pool, sx_ref e, const sx_memo *memo)
{
	const sx_node *node = sx_at(pool, e);
	sx_same result = SX_DIFFERENT;
	for (uint32_t i = 0; i < node->count; i++) {
		uint32_t part = SX_DIFFERENT;
		sx_memo_get(memo, sx_arg(pool, e, i), &part);
		if (part == SX_MAYBE || result == SX_MAYBE)
			result = SX_MAYBE;
		else if (part == SX_SAME)
			result = SX_SAME;
	}
	return result;
}

sx_same sx_depends(const sx_pool *pool, sx_ref e, sx_ref x, sx_memo *memo)
{
	sx_stack stack;
	uint32_t known;
	sx_stack_start(&stack);
	sx_stack_push(&stack, e);
	while (stack.n) {
		sx_ref top = stack.at[stack.n - 1];
		const sx_node *node = sx_at(pool, top);
		uint32_t before = stack.n;
		if (sx_memo_get(memo, top, &known)) {
			stack.n--;
			continue;
		}
		sx_same same = sx_same_leaf(pool, top, x);
		if (same != SX_DIFFERENT || cannot_hold(pool, top, x, node)) {
			sx_memo_put(memo, top, same);
			stack.n--;
			continue;
		}
		for (uint32_t i = 0; i < node->count; i++)
			if (!sx_memo_get(memo, sx_arg(pool, top, i), &known))
				sx_stack_push(&stack, sx_arg(pool, top, i));
		if (stack.n == before) {
			sx_memo_put(memo, top, depends_by_args(pool, top, memo));
			stack.n--;
		}
	}
	sx_stack_end(&stack);
	known = SX_DIFFERENT;
	sx_memo_get(memo, e, &known);
	return (sx_same)known;
}
