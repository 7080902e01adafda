/* e = a*x + b. Only the nodes between e and the occurrences of x are taken apart; what is free of x stays as it was
 * built. */
#include "expr/pool.h"
#include "expr/scratch.h"

typedef struct part { sx_ref a, b; } part;

typedef struct pass {
	sx_pool *pool;
	sx_ref x, zero, one;
	sx_memo depends;
	sx_memo at;                       /* handle -> 2*n, the place of its a and b in parts */
	sx_stack parts;
} pass;

static bool is_free(const pass *l, sx_ref e)
{
	uint32_t depends = SX_DIFFERENT;
	sx_memo_get(&l->depends, e, &depends);
	return depends == SX_DIFFERENT;
}

static part part_of(const pass *l, sx_ref e)
{
	uint32_t at;
	if (is_free(l, e) || !sx_memo_get(&l->at, e, &at))
		return (part){ l->zero, e };
	return (part){ l->parts.at[at], l->parts.at[at + 1] };
}

static part both(sx_pool *p, sx_op op, part f, part g)
{
	return (part){ sx_binary(p, op, f.a, g.a), sx_binary(p, op, f.b, g.b) };
}

static part each(sx_pool *p, sx_ref e, part f)
{
	sx_op op = sx_op_of(p, e);
	uint32_t payload = sx_at(p, e)->payload;
	return (part){ sx_make(p, op, SX_NOTYPE, payload, &f.a, 1), sx_make(p, op, SX_NOTYPE, payload, &f.b, 1) };
}

static part linear_reduction(const pass *l, sx_ref e)
{
	sx_pool *p = l->pool;
	part body = part_of(l, sx_arg(p, e, 3));
	sx_ref args[4] = { sx_arg(p, e, 0), sx_arg(p, e, 1), sx_arg(p, e, 2), body.a };
	sx_ref a = sx_make(p, SX_SUM, SX_NOTYPE, 0, args, 4);
	args[3] = body.b;
	return (part){ a, sx_make(p, SX_SUM, SX_NOTYPE, 0, args, 4) };
}

/* The parts of a node that holds x, from those of its arguments; none where it is not linear. */
static part combine(const pass *l, sx_ref e)
{
	sx_pool *p = l->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref u = sx_arg(p, e, 0), v = sx_arg(p, e, 1), w = sx_arg(p, e, 2);
	part none = {0}, f = part_of(l, u);
	switch (op) {
	case SX_NEG: case SX_NOEVENT: case SX_SMOOTH: case SX_TO_REAL:
		return each(p, e, f);
	case SX_ADD: case SX_SUB: case SX_HOMOTOPY:
		return both(p, op, f, part_of(l, v));
	case SX_MUL:
		if (is_free(l, u)) {
			part g = part_of(l, v);
			return (part){ sx_binary(p, SX_MUL, u, g.a), sx_binary(p, SX_MUL, u, g.b) };
		}
		return is_free(l, v) ? (part){ sx_binary(p, SX_MUL, f.a, v), sx_binary(p, SX_MUL, f.b, v) } : none;
	case SX_DIV:
		return is_free(l, v) ? (part){ sx_binary(p, SX_DIV, f.a, v), sx_binary(p, SX_DIV, f.b, v) } : none;
	case SX_IF: {
		part g = part_of(l, v), h = part_of(l, w);
		return is_free(l, u) ? (part){ sx_if(p, u, g.a, h.a), sx_if(p, u, g.b, h.b) } : none;
	}
	case SX_SUM:
		return is_free(l, v) && is_free(l, w) ? linear_reduction(l, e) : none;
	default:
		return none;
	}
}

static bool run(pass *l, sx_ref e)
{
	sx_stack stack;
	sx_stack_start(&stack);
	sx_stack_push(&stack, e);
	bool ok = true;
	while (stack.n && ok) {
		sx_ref top = stack.at[stack.n - 1];
		uint32_t known, before = stack.n;
		if (is_free(l, top) || sx_memo_get(&l->at, top, &known)) {
			stack.n--;
			continue;
		}
		if (top != l->x && sx_same_leaf(l->pool, top, l->x) == SX_DIFFERENT)
			for (uint32_t i = 0; i < sx_at(l->pool, top)->count; i++) {
				sx_ref arg = sx_arg(l->pool, top, i);
				if (!is_free(l, arg) && !sx_memo_get(&l->at, arg, &known))
					sx_stack_push(&stack, arg);
			}
		if (stack.n > before)
			continue;
		part f = sx_same_leaf(l->pool, top, l->x) == SX_SAME ? (part){ l->one, l->zero } : combine(l, top);
		ok = f.a && f.b;
		sx_memo_put(&l->at, top, l->parts.n);
		sx_stack_push(&l->parts, f.a);
		sx_stack_push(&l->parts, f.b);
		stack.n--;
	}
	sx_stack_end(&stack);
	return ok;
}

bool sx_linear(sx_pool *pool, sx_ref e, sx_ref x, sx_ref *a, sx_ref *b)
{
	bool whole = sx_type_of(pool, x) == SX_INTEGER;
	if (!e || !x || (!whole && sx_type_of(pool, x) != SX_REAL))
		return false;
	pass l = { .pool = pool, .x = x };
	l.zero = whole ? sx_int(pool, 0) : sx_real(pool, 0);
	l.one = whole ? sx_int(pool, 1) : sx_real(pool, 1);
	sx_memo_start(&l.depends);
	sx_memo_start(&l.at);
	sx_stack_start(&l.parts);
	bool ok = sx_depends(pool, e, x, &l.depends) != SX_MAYBE && run(&l, e);
	if (ok) {
		part f = part_of(&l, e);
		*a = f.a;
		*b = f.b;
	}
	sx_stack_end(&l.parts);
	sx_memo_end(&l.at);
	sx_memo_end(&l.depends);
	return ok;
}
