/* Symbolic derivatives. One pass with its own stack: a node's derivative is made from those of its arguments, each of
 * which is made once. None (0) stands for "not known how" and, as in all constructors, goes up by itself. */
#include "expr/pool.h"
#include "expr/scratch.h"

#define MOVING (SX_HAS_VAR | SX_HAS_TIME | SX_HAS_ITER | SX_HAS_LOCAL | SX_HAS_DER | SX_HAS_CALL)

typedef struct pass {
	sx_pool *pool;
	sx_ref x, zero, one;
	sx_chain *known;
	bool lasting;                     /* results are in known->done */
	bool whole;                       /* x is an Integer, so Integers have derivatives too */
	sx_memo own;
} pass;

static bool find(const pass *d, sx_ref e, sx_ref *result)
{
	if (!d->lasting)
		return sx_memo_get(&d->own, e, result);
	uint64_t value;
	if (!sb_map_get(&d->known->done, e, &value))
		return false;
	*result = (sx_ref)value;
	return true;
}

static void keep(pass *d, sx_ref e, sx_ref result)
{
	if (d->lasting)
		sb_map_put(&d->known->done, e, result);
	else
		sx_memo_put(&d->own, e, result);
}

static sx_ref ask(pass *d, sx_ref leaf)
{
	return d->known && d->known->leaf ? d->known->leaf(d->known, d->pool, leaf) : 0;
}

/* Are all subscripts equal? The derivative of one element of an array by another is 1 where they are the same. */
static sx_ref same_element(pass *d, sx_ref e)
{
	sx_pool *p = d->pool;
	bool rates = sx_op_of(p, e) == SX_DER;
	sx_ref x = rates ? sx_arg(p, d->x, 0) : d->x;
	e = rates ? sx_arg(p, e, 0) : e;
	if (sx_at(p, e)->count != sx_at(p, x)->count)
		return 0;
	sx_ref same = sx_bool(p, true);
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++)
		if (sx_arg(p, e, i) != sx_arg(p, x, i))
			same = sx_binary(p, SX_AND, same, sx_binary(p, SX_EQ, sx_arg(p, e, i), sx_arg(p, x, i)));
	return sx_if(p, same, d->one, d->zero);
}

static sx_ref diff_leaf(pass *d, sx_ref e)
{
	switch (sx_same_leaf(d->pool, e, d->x)) {
	case SX_SAME: return d->one;
	case SX_MAYBE: return same_element(d, e);
	default: break;
	}
	sx_ref given = ask(d, e);
	return given ? given : d->zero;
}

/* The past does not move with x, unless x is the time: then only the hook can know. */
static sx_ref diff_delay(pass *d, sx_ref e)
{
	if (sx_op_of(d->pool, d->x) != SX_TIME)
		return d->zero;
	return ask(d, e);
}

/* By x only in plans, where a transport is a function of its position; by time it is what goes in that matters, which
 * only the hook can know. */
static bool diff_transport(pass *d, sx_ref e, sx_ref *result)
{
	const sx_node *node = sx_at(d->pool, e);
	bool by_time = sx_op_of(d->pool, d->x) == SX_TIME;
	if (by_time)
		*result = ask(d, e);
	else if (node->op == SX_TRANSPORT || node->count < 2 || node->payload % 8 > SX_END_1)
		*result = d->zero;
	return by_time || node->op == SX_TRANSPORT || node->count < 2 || node->payload % 8 > SX_END_1;
}

/* The nodes that are done without looking at their arguments. */
static bool diff_at_once(pass *d, sx_ref e, sx_ref *result)
{
	const sx_node *node = sx_at(d->pool, e);
	if (e == d->x)
		*result = d->one;
	else if (!(node->flags & MOVING) || (node->type != SX_REAL && !d->whole))
		*result = d->zero;
	else if (!d->known && e < d->x && sx_op_of(d->pool, d->x) == SX_VAR && !sx_at(d->pool, d->x)->count)
		*result = d->zero;
	else
		switch (node->op) {
		case SX_VAR: case SX_LOCAL: case SX_DER: case SX_TIME: case SX_ITER:
			*result = diff_leaf(d, e);
			break;
		case SX_DELAY:
			*result = diff_delay(d, e);
			break;
		case SX_TRANSPORT: case SX_TRANSPORTED:
			return diff_transport(d, e, result);
		case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE: case SX_AND: case SX_OR: case SX_NOT:
		case SX_LATCH: case SX_INITIAL: case SX_TERMINAL: case SX_SAMPLE: case SX_PRE: case SX_SIZE: case SX_SIGN:
		case SX_FLOOR:
		case SX_CEIL:
		case SX_INTEGER_OF:
		case SX_QUOT:
		case SX_CONCAT:
		case SX_TO_STRING:
		case SX_TO_INTEGER:
		case SX_CONST:
			*result = d->zero;
			break;
		default:
			return false;
		}
	return true;
}

/* The arguments whose derivatives are needed are the arguments from..to-1 of *of: for an OUT those of its call. */
static void needed(const sx_pool *p, sx_ref e, sx_ref *of, uint32_t *from, uint32_t *to)
{
	*of = sx_op_of(p, e) == SX_OUT ? sx_arg(p, e, 0) : e;
	*from = 0;
	*to = sx_at(p, *of)->count;
	switch (sx_op_of(p, e)) {
	case SX_IF: *from = 1; break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: *from = 3; break;
	case SX_AT: *to = 1; break;
	default: break;
	}
}

static sx_ref product(sx_pool *p, sx_ref a, sx_ref b)
{
	return sx_binary(p, SX_MUL, a, b);
}

static sx_ref square(sx_pool *p, sx_ref a)
{
	return sx_binary(p, SX_POW, a, sx_real(p, 2));
}

/* u^v: v*u^(v - 1)*du + u^v*log(u)*dv, each part only if it is there, so that x^2 at 0 makes no log(0). */
static sx_ref diff_power(const pass *d, sx_ref e, sx_ref u, sx_ref v, sx_ref du, sx_ref dv)
{
	sx_pool *p = d->pool;
	sx_ref by_base = d->zero, by_exponent = d->zero;
	if (du != d->zero) {
		sx_ref lower = sx_binary(p, SX_POW, u, sx_binary(p, SX_SUB, v, d->one));
		by_base = product(p, product(p, v, lower), du);
	}
	if (dv != d->zero)
		by_exponent = product(p, product(p, e, sx_unary(p, SX_LOG, u)), dv);
	return sx_binary(p, SX_ADD, by_base, by_exponent);
}

static sx_ref diff_quotient(const pass *d, sx_ref e, sx_ref b, sx_ref da, sx_ref db)
{
	sx_pool *p = d->pool;
	return sx_binary(p, SX_DIV, sx_binary(p, SX_SUB, da, product(p, e, db)), b);
}

static sx_ref diff_atan2(const pass *d, sx_ref y, sx_ref x, sx_ref dy, sx_ref dx)
{
	sx_pool *p = d->pool;
	sx_ref top = sx_binary(p, SX_SUB, product(p, x, dy), product(p, y, dx));
	return sx_binary(p, SX_DIV, top, sx_binary(p, SX_ADD, square(p, x), square(p, y)));
}

static sx_ref diff_binary(const pass *d, sx_op op, sx_ref e, sx_ref a, sx_ref b, sx_ref da, sx_ref db)
{
	sx_pool *p = d->pool;
	switch (op) {
	case SX_ADD: case SX_SUB: case SX_HOMOTOPY:
		return sx_binary(p, op, da, db);
	case SX_MUL: return sx_binary(p, SX_ADD, product(p, da, b), product(p, a, db));
	case SX_DIV: return diff_quotient(d, e, b, da, db);
	case SX_POW: return diff_power(d, e, a, b, da, db);
	case SX_ATAN2: return diff_atan2(d, a, b, da, db);
	case SX_MIN: return sx_if(p, sx_unary(p, SX_NOEVENT, sx_binary(p, SX_LT, a, b)), da, db);
	case SX_MAX: return sx_if(p, sx_unary(p, SX_NOEVENT, sx_binary(p, SX_GT, a, b)), da, db);
	case SX_MOD: {
		sx_ref turns = sx_unary(p, SX_FLOOR, sx_binary(p, SX_DIV, a, b));
		return sx_binary(p, SX_SUB, da, product(p, sx_unary(p, SX_NOEVENT, turns), db));
	}
	case SX_REM:
		return sx_binary(p, SX_SUB, da, product(p, sx_unary(p, SX_NOEVENT, sx_binary(p, SX_QUOT, a, b)), db));
	default: return 0;
	}
}

/* The factor f of f(a)' = f*a', for the functions where it is one. */
static sx_ref slope(const pass *d, sx_op op, sx_ref e, sx_ref a)
{
	sx_pool *p = d->pool;
	switch (op) {
	case SX_SIN: return sx_unary(p, SX_COS, a);
	case SX_COS: return sx_unary(p, SX_NEG, sx_unary(p, SX_SIN, a));
	case SX_TAN: return sx_binary(p, SX_ADD, d->one, square(p, e));
	case SX_SINH: return sx_unary(p, SX_COSH, a);
	case SX_COSH: return sx_unary(p, SX_SINH, a);
	case SX_TANH: return sx_binary(p, SX_SUB, d->one, square(p, e));
	case SX_EXP: return e;
	case SX_ABS: return sx_unary(p, SX_SIGN, a);
	case SX_TO_REAL: return d->one;
	default: return 0;
	}
}

/* The divisor g of f(a)' = a'/g, for the others. */
static sx_ref inverse_slope(const pass *d, sx_op op, sx_ref e, sx_ref a)
{
	sx_pool *p = d->pool;
	sx_ref rest;
	switch (op) {
	case SX_ASIN: case SX_ACOS:
		rest = sx_unary(p, SX_SQRT, sx_binary(p, SX_SUB, d->one, square(p, a)));
		return op == SX_ASIN ? rest : sx_unary(p, SX_NEG, rest);
	case SX_ATAN: return sx_binary(p, SX_ADD, d->one, square(p, a));
	case SX_LOG: return a;
	case SX_LOG10: return product(p, sx_real(p, 2.302585092994045684), a);
	case SX_SQRT: return product(p, sx_real(p, 2), e);
	default: return 0;
	}
}

static sx_ref diff_unary(const pass *d, sx_op op, sx_ref e, sx_ref a, sx_ref da)
{
	sx_pool *p = d->pool;
	switch (op) {
	case SX_NEG: case SX_NOEVENT: return sx_unary(p, op, da);
	case SX_SMOOTH: {
		uint32_t order = sx_at(p, e)->payload;
		return order ? sx_make(p, SX_SMOOTH, SX_NOTYPE, order - 1, &da, 1) : da;
	}
	default: break;
	}
	sx_ref factor = slope(d, op, e, a);
	if (factor)
		return product(p, factor, da);
	sx_ref divisor = inverse_slope(d, op, e, a);
	return divisor ? sx_binary(p, SX_DIV, da, divisor) : 0;
}

static sx_ref diff_array(pass *d, sx_ref e)
{
	sx_pool *p = d->pool;
	sx_stack parts;
	sx_stack_start(&parts);
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++) {
		sx_ref part = 0;
		find(d, sx_arg(p, e, i), &part);
		sx_stack_push(&parts, part);
	}
	sx_ref result = sx_make(p, SX_ARRAY, SX_REAL, sx_at(p, e)->payload, parts.at, parts.n);
	sx_stack_end(&parts);
	return result;
}

static sx_ref diff_element(sx_pool *p, sx_ref e, sx_ref array)
{
	sx_stack args;
	sx_stack_start(&args);
	sx_stack_push(&args, array);
	for (uint32_t i = 1; i < sx_at(p, e)->count; i++)
		sx_stack_push(&args, sx_arg(p, e, i));
	sx_ref result = sx_make(p, SX_AT, SX_NOTYPE, 0, args.at, args.n);
	sx_stack_end(&args);
	return result;
}

static sx_ref reduce(sx_pool *p, sx_op op, sx_ref like, sx_ref iterator, sx_ref body)
{
	sx_ref args[4] = { iterator, sx_arg(p, like, 1), sx_arg(p, like, 2), body };
	return sx_make(p, op, SX_NOTYPE, 0, args, 4);
}

/* The sum of what each factor contributes, all others as they are: right where factors are zero, too. */
static sx_ref diff_product(const pass *d, sx_ref e, sx_ref body)
{
	sx_pool *p = d->pool;
	sx_ref i = sx_arg(p, e, 0), j = sx_iter(p, sx_new_iter(p, sx_iter_name(p, sx_at(p, i)->payload)));
	sx_ref factor = sx_replace(p, sx_arg(p, e, 3), i, j);
	sx_ref others = reduce(p, SX_PRODUCT, e, j, sx_if(p, sx_binary(p, SX_EQ, i, j), d->one, factor));
	return reduce(p, SX_SUM, e, i, product(p, body, others));
}

/* That of the first element that is the least or largest, and zero where there are no elements. */
static sx_ref diff_extreme(const pass *d, sx_ref e, sx_ref body)
{
	sx_pool *p = d->pool;
	sx_ref i = sx_arg(p, e, 0), last = sx_arg(p, e, 2);
	sx_ref is_it = sx_unary(p, SX_NOEVENT, sx_binary(p, SX_EQ, sx_arg(p, e, 3), e));
	sx_ref which = reduce(p, SX_MINIMUM, e, i, sx_if(p, is_it, i, last));
	return sx_if(p, sx_binary(p, SX_LE, sx_arg(p, e, 1), last), sx_replace(p, body, i, which), d->zero);
}

static sx_ref diff_reduction(const pass *d, sx_op op, sx_ref e, sx_ref body)
{
	switch (op) {
	case SX_SUM: return reduce(d->pool, SX_SUM, e, sx_arg(d->pool, e, 0), body);
	case SX_PRODUCT: return diff_product(d, e, body);
	default: return diff_extreme(d, e, body);
	}
}

/* With three arguments it is what goes in, the third, as long as it moves in at this end. */
static sx_ref diff_transported(sx_pool *p, sx_ref e, const sx_ref *parts)
{
	sx_ref args[2] = { sx_arg(p, e, 0), sx_arg(p, e, 1) };
	uint32_t end = sx_at(p, e)->payload % 8 - SX_END_0;
	sx_ref steepness = sx_make(p, SX_TRANSPORTED, SX_REAL, sx_at(p, e)->payload - SX_END_0 + SX_SLOPE_0, args, 2);
	sx_ref inside = parts[0] ? product(p, steepness, parts[0]) : 0;
	if (sx_at(p, e)->count < 3 || !inside || !parts[2])
		return sx_at(p, e)->count < 3 ? inside : 0;
	return end ? sx_if(p, args[1], inside, parts[2]) : sx_if(p, args[1], parts[2], inside);
}

/* All needed derivatives are there. */
static sx_ref combine(pass *d, sx_ref e)
{
	sx_pool *p = d->pool;
	sx_op op = sx_op_of(p, e);
	sx_ref of, parts[4] = {0};
	uint32_t from, to;
	bool moves = false;
	needed(p, e, &of, &from, &to);
	for (uint32_t i = from; i < to; i++) {
		sx_ref part = 0;
		find(d, sx_arg(p, of, i), &part);
		if (i < 4)
			parts[i] = part;
		moves = moves || part != d->zero;
	}
	if (!moves)
		return d->zero;
	switch (op) {
	case SX_CALL: case SX_OUT: return ask(d, e);
	case SX_ARRAY: return diff_array(d, e);
	case SX_AT: return parts[0] ? diff_element(p, e, parts[0]) : 0;
	case SX_IF: return sx_if(p, sx_arg(p, e, 0), parts[1], parts[2]);
	case SX_TRANSPORTED: return diff_transported(p, e, parts);
	case SX_SUM:
	case SX_PRODUCT:
	case SX_MINIMUM:
	case SX_MAXIMUM:
		return parts[3] ? diff_reduction(d, op, e, parts[3]) : 0;
	default: break;
	}
	for (uint32_t i = from; i < to; i++)
		if (!parts[i])
			return 0;
	if (sx_arity(op) == 1)
		return diff_unary(d, op, e, sx_arg(p, e, 0), parts[0]);
	return diff_binary(d, op, e, sx_arg(p, e, 0), sx_arg(p, e, 1), parts[0], parts[1]);
}

static void run(pass *d, sx_ref e)
{
	sx_stack stack;
	sx_stack_start(&stack);
	sx_stack_push(&stack, e);
	while (stack.n) {
		sx_ref top = stack.at[stack.n - 1], result, of;
		uint32_t from, to, before = stack.n;
		if (find(d, top, &result)) {
			stack.n--;
			continue;
		}
		if (diff_at_once(d, top, &result)) {
			keep(d, top, result);
			stack.n--;
			continue;
		}
		needed(d->pool, top, &of, &from, &to);
		for (uint32_t i = from; i < to; i++)
			if (!find(d, sx_arg(d->pool, of, i), &result))
				sx_stack_push(&stack, sx_arg(d->pool, of, i));
		if (stack.n == before) {
			keep(d, top, combine(d, top));
			stack.n--;
		}
	}
	sx_stack_end(&stack);
}

sx_ref sx_diff(sx_pool *pool, sx_ref e, sx_ref x, sx_chain *known)
{
	if (!e)
		return 0;
	pass d = { .pool = pool, .x = x, .known = known, .lasting = known && known->done.arena,
		.whole = sx_type_of(pool, x) == SX_INTEGER };
	d.zero = sx_real(pool, 0);
	d.one = sx_real(pool, 1);
	sx_memo_start(&d.own);
	run(&d, e);
	sx_ref result = 0;
	find(&d, e, &result);
	sx_memo_end(&d.own);
	return result;
}
