/* Conditions as the user wrote them, for messages: latches are taken out again. */
#include "structure/system/system.h"

static sx_ref unlatch(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	const ss_work *w = self->context;
	uint64_t of;

	if ((sx_op_of(pool, e) == SX_VAR || sx_op_of(pool, e) == SX_INTEGER_OF) && sb_map_get(&w->kept_of, e, &of))
		return (sx_ref)of;
	if (sx_op_of(pool, e) == SX_LATCH && sx_at(pool, e)->count)
		return sb_map_get(&w->watching->block_of, sx_at(pool, e)->payload, &of) ? (sx_ref)of : e;
	return sx_op_of(pool, e) == SX_LATCH ? w->plan->watches.at[sx_at(pool, e)->payload].written : e;
}

/* mod(a, b) and rem(a, b) are read as a - turns*b, with a latch for the turns: the written form, or 0. */
static sx_ref written_turns(const ss_plan *plan, sx_pool *pool, sx_ref e)
{
	sx_ref product = sx_op_of(pool, e) == SX_SUB ? sx_arg(pool, e, 1) : 0;
	if (!product || sx_op_of(pool, product) != SX_MUL)
		return 0;
	for (uint32_t i = 0; i < 2; i++) {
		sx_ref turns = sx_arg(pool, product, i);
		while (sx_op_of(pool, turns) == SX_TO_REAL || sx_op_of(pool, turns) == SX_IF)
			turns = sx_arg(pool, turns, 0);
		sx_ref written = sx_op_of(pool, turns) == SX_LATCH ? plan->watches.at[sx_at(pool, turns)->payload].written : 0;
		if (written && (sx_op_of(pool, written) == SX_MOD || sx_op_of(pool, written) == SX_REM))
			return written;
	}
	return 0;
}

static sx_ref enter_turns(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	return written_turns(((ss_work *)self->context)->plan, pool, e);
}

static sx_rewriter unlatching(ss_work *w)
{
	sx_rewriter rw = sx_rewriter_new(w->scratch, unlatch, w);
	rw.enter = enter_turns;
	return rw;
}

sx_ref ss_without_latches(ss_work *w, sx_ref e)
{
	sx_rewriter rw = unlatching(w);
	sx_ref written = sx_rewrite(&rw, w->pool, e);
	return written ? written : e;
}

/* A condition that holds another one was written over its latch: messages show both as the user wrote them. */
void ss_restore_written(ss_work *w)
{
	sx_rewriter rw = unlatching(w);

	for (uint32_t i = 0; i < w->plan->watches.n; i++) {
		sx_ref written = sx_rewrite(&rw, w->pool, w->plan->watches.at[i].written);
		w->plan->watches.at[i].written = written ? written : w->plan->watches.at[i].written;
	}
}
