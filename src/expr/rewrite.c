/* Passes over expressions: rewriting, replacing, visiting. All walk with a stack of their own, since an expression
 * can be as deep as a sum is long, and see each different subexpression once.
 *
 * An entry of the stack is a handle with one bit more: set when its arguments have been put on top of it.
 */
#include "expr/pool.h"
#include "expr/scratch.h"

#define OPENED 0x80000000u

sx_rewriter sx_rewriter_new(sb_arena *scratch, sx_ref (*rewrite)(sx_rewriter *, sx_pool *, sx_ref), void *context)
{
	return (sx_rewriter){ .rewrite = rewrite, .context = context, .done = sb_map_new(scratch) };
}

/* The results so far: the rewriter's own map if it has one, so that they last from call to call, or one of this
 * call. */
typedef struct results { sb_map *lasting; sx_memo own; } results;

static bool result_of(const results *r, sx_ref e, sx_ref *result)
{
	if (!r->lasting)
		return sx_memo_get(&r->own, e, result);
	uint64_t value;
	if (!sb_map_get(r->lasting, e, &value))
		return false;
	*result = (sx_ref)value;
	return true;
}

static void keep_result(results *r, sx_ref e, sx_ref result)
{
	if (r->lasting)
		sb_map_put(r->lasting, e, result);
	else
		sx_memo_put(&r->own, e, result);
}

/* Simplification may give back an argument or a part of one: those were rewritten already and must not be again. */
static bool is_part(const sx_pool *pool, sx_ref e, const sx_ref *args, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		if (args[i] == e)
			return true;
		uint32_t inner = sx_at(pool, args[i])->count;
		for (uint32_t k = 0; k < inner && inner <= 4; k++)
			if (sx_arg(pool, args[i], k) == e)
				return true;
	}
	return false;
}

static sx_ref rebuild(sx_rewriter *rw, sx_pool *pool, sx_ref e, results *r, sx_stack *args)
{
	uint32_t count = sx_at(pool, e)->count;
	bool changed = false;
	args->n = 0;
	for (uint32_t i = 0; i < count; i++) {
		sx_ref old = sx_arg(pool, e, i), now = old;
		result_of(r, old, &now);
		changed = changed || now != old;
		sx_stack_push(args, now);
	}
	sx_ref built = e;
	if (changed) {
		sx_node node = *sx_at(pool, e);
		built = sx_make(pool, (sx_op)node.op, (sx_type)node.type, node.payload, args->at, count);
		if (!built || is_part(pool, built, args->at, count))
			return built;
	}
	rw->from = e;
	return rw->rewrite ? rw->rewrite(rw, pool, built) : built;
}

static sx_ref run(sx_rewriter *rw, sx_pool *pool, sx_ref e, results *r)
{
	sx_stack stack, args;
	sx_stack_start(&stack);
	sx_stack_start(&args);
	sx_stack_push(&stack, e);
	while (stack.n) {
		sx_ref top = stack.at[stack.n - 1], result;
		if (top & OPENED) {
			stack.n--;
			top &= ~OPENED;
			keep_result(r, top, rebuild(rw, pool, top, r, &args));
			continue;
		}
		if (result_of(r, top, &result)) {
			stack.n--;
			continue;
		}
		if (rw->enter && (result = rw->enter(rw, pool, top))) {
			stack.n--;
			keep_result(r, top, result);
			continue;
		}
		stack.at[stack.n - 1] |= OPENED;
		for (uint32_t i = sx_at(pool, top)->count; i-- > 0;) {
			sx_ref arg = sx_arg(pool, top, i);
			if (!result_of(r, arg, &result))
				sx_stack_push(&stack, arg);
		}
	}
	sx_stack_end(&args);
	sx_stack_end(&stack);
	sx_ref result = 0;
	result_of(r, e, &result);
	return result;
}

sx_ref sx_rewrite(sx_rewriter *rewriter, sx_pool *pool, sx_ref e)
{
	if (!e)
		return 0;
	results r = { .lasting = &rewriter->done };
	return run(rewriter, pool, e, &r);
}

/* The rewriters of this file keep nothing from call to call. */
static sx_ref run_once(sx_rewriter *rw, sx_pool *pool, sx_ref e)
{
	if (!e)
		return 0;
	sx_ref result = rw->enter(rw, pool, e);
	if (result)
		return result;
	results r = { .lasting = NULL };
	sx_memo_start(&r.own);
	result = run(rw, pool, e, &r);
	sx_memo_end(&r.own);
	return result;
}

typedef struct replacement { sx_ref what, by; } replacement;

static sx_ref replace_enter(sx_rewriter *rw, sx_pool *pool, sx_ref e)
{
	const replacement *r = rw->context;
	(void)pool;
	if (e == r->what)
		return r->by;
	return e < r->what ? e : 0;
}

sx_ref sx_replace(sx_pool *pool, sx_ref e, sx_ref what, sx_ref by)
{
	replacement r = { what, by };
	if (!by)
		return sx_contains(pool, e, what) ? 0 : e;
	sx_rewriter rw = { .enter = replace_enter, .context = &r };
	return run_once(&rw, pool, e);
}

typedef struct binding { const uint32_t *iterators; const int64_t *values; uint32_t count; } binding;

static int64_t bound_at(const binding *b, uint32_t iterator)
{
	for (uint32_t i = 0; i < b->count; i++)
		if (b->iterators[i] == iterator)
			return i;
	return -1;
}

static sx_ref bind_enter(sx_rewriter *rw, sx_pool *pool, sx_ref e)
{
	const binding *b = rw->context;
	const sx_node *node = sx_at(pool, e);
	if (!(node->flags & SX_HAS_ITER))
		return e;
	if (node->op == SX_ITER) {
		int64_t at = bound_at(b, node->payload);
		return at < 0 ? e : sx_int(pool, b->values[at]);
	}
	bool reduction = node->op == SX_SUM || node->op == SX_PRODUCT || node->op == SX_MINIMUM || node->op == SX_MAXIMUM;
	if (!reduction || bound_at(b, sx_at(pool, sx_arg(pool, e, 0))->payload) < 0)
		return 0;
	/* its own iterator hides the one that is bound */
	sx_ref args[4];
	for (uint32_t i = 0; i < 4; i++)
		args[i] = sx_arg(pool, e, i);
	sx_op op = sx_op_of(pool, e);
	args[1] = sx_bind_iters(pool, args[1], b->iterators, b->values, b->count);
	args[2] = sx_bind_iters(pool, args[2], b->iterators, b->values, b->count);
	return sx_make(pool, op, SX_NOTYPE, 0, args, 4);
}

sx_ref sx_bind_iters(sx_pool *pool, sx_ref e, const uint32_t *iterators, const int64_t *values, uint32_t count)
{
	binding b = { iterators, values, count };
	sx_rewriter rw = { .enter = bind_enter, .context = &b };
	return run_once(&rw, pool, e);
}

void sx_visit(const sx_pool *pool, sx_ref e, bool (*see)(void *context, const sx_pool *pool, sx_ref e), void *context)
{
	if (!e)
		return;
	sx_stack stack;
	sx_memo seen;
	uint32_t mark;
	sx_stack_start(&stack);
	sx_memo_start(&seen);
	sx_stack_push(&stack, e);
	while (stack.n) {
		sx_ref top = stack.at[stack.n - 1];
		if (top & OPENED) {
			stack.n--;
			if (!see(context, pool, top & ~OPENED))
				break;
			continue;
		}
		if (sx_memo_get(&seen, top, &mark)) {
			stack.n--;
			continue;
		}
		sx_memo_put(&seen, top, 1);
		stack.at[stack.n - 1] |= OPENED;
		for (uint32_t i = sx_at(pool, top)->count; i-- > 0;) {
			sx_ref arg = sx_arg(pool, top, i);
			if (!sx_memo_get(&seen, arg, &mark))
				sx_stack_push(&stack, arg);
		}
	}
	sx_memo_end(&seen);
	sx_stack_end(&stack);
}

bool sx_contains(const sx_pool *pool, sx_ref e, sx_ref what)
{
	if (e <= what)
		return e == what && e;
	sx_stack stack;
	sx_memo seen;
	uint32_t mark;
	bool found = false;
	sx_stack_start(&stack);
	sx_memo_start(&seen);
	sx_stack_push(&stack, e);
	while (stack.n && !found) {
		sx_ref top = stack.at[--stack.n];
		if (sx_memo_get(&seen, top, &mark))
			continue;
		sx_memo_put(&seen, top, 1);
		for (uint32_t i = 0; i < sx_at(pool, top)->count && !found; i++) {
			sx_ref arg = sx_arg(pool, top, i);
			found = arg == what;
			if (arg > what)
				sx_stack_push(&stack, arg);
		}
	}
	sx_memo_end(&seen);
	sx_stack_end(&stack);
	return found;
}
