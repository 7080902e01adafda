/* FUNCTIONs with discontinuities, called in equations. A relation inside of a function makes no event, and a solver
 * that knows nothing of a jump makes its way across with ever smaller steps. So such a call is written out as the
 * formulas that it stands for, and its relations are watched like all others.
 *
 * The statements are carried out on expressions: each local has one, a choice joins the values of its branches, a loop
 * whose bounds are constants is gone through round by round. What cannot be carried out so (a loop whose end depends on
 * what moves) stays a call. */
#include "front/cosy/expression/cosy_expression.h"

#include <string.h>

enum { STEPS_MOST = 5000, CALLS_MOST = 20 };

typedef struct counter {
	uint32_t iterator;
	sx_ref value;
	const struct counter *next;
} counter;

typedef struct work {
	co_scope *s;
	const sm_function *f;
	uint32_t *first;             /* by local: its first slot */
	sx_ref *slot;                /* the present values */
	uint32_t slots, *steps;
	sx_ref path;                 /* the branch that is carried out holds; 0: always */
	const counter *counters;
	int depth;
	bool possible;
} work;

/* ---- does it jump? */

static bool see_jump(void *context, const sx_pool *pool, sx_ref e)
{
	bool *jumps = context;

	*jumps = *jumps || sx_op_of(pool, e) == SX_SIGN || sx_flags(pool, e) & SX_HAS_RELATION;
	return !*jumps;
}

typedef struct callees {
	co_context *c;
	int depth;
	bool jump;
} callees;

static bool function_jumps(co_context *c, const sm_function *f, int depth);

static bool see_callee(void *context, const sx_pool *pool, sx_ref e)
{
	callees *k = context;

	if (sx_op_of(pool, e) == SX_CALL && sx_at(pool, e)->payload < k->c->m->functions.n)
		k->jump = k->jump || function_jumps(k->c, k->c->m->functions.at[sx_at(pool, e)->payload], k->depth + 1);
	return !k->jump;
}

static bool jumps_in(co_context *c, const sm_statements *list, int depth)
{
	bool jumps = false;

	for (uint32_t i = 0; i < list->n && !jumps; i++) {
		const sm_statement *st = list->at[i];
		callees k = {c, depth, false};
		if (st->value) {
			sx_visit(c->pool, st->value, see_jump, &jumps);
			sx_visit(c->pool, st->value, see_callee, &k);
		}
		jumps = jumps || k.jump;
		for (uint32_t b = 0; b < st->branches.n && !jumps; b++)
			jumps =
				(st->kind != SM_FOR && st->branches.at[b].condition) || jumps_in(c, &st->branches.at[b].body, depth);
	}
	return jumps;
}

static bool function_jumps(co_context *c, const sm_function *f, int depth)
{
	return depth < CALLS_MOST && !f->external && f->inlining != SM_INLINE_NO && jumps_in(c, &f->body, depth);
}

/* ---- expressions */

static bool place_of(work *w, sx_ref local, const sx_ref *at, uint32_t *slot)
{
	const sm_local *l = &w->f->locals.at[sx_at(w->s->c->pool, local)->payload];
	uint32_t count = sx_at(w->s->c->pool, local)->count, place = 0;

	if (count != l->rank)
		return false;
	for (uint32_t d = 0; d < count; d++) {
		int64_t size = sx_int_value(w->s->c->pool, l->dims[d]);
		int64_t k = sx_is_const(w->s->c->pool, at[d]) ? sx_int_value(w->s->c->pool, at[d]) : 0;
		if (k < 1 || k > size)
			return false;
		place = place * (uint32_t)size + (uint32_t)(k - 1);
	}
	*slot = w->first[sx_at(w->s->c->pool, local)->payload] + place;
	return true;
}

static sx_ref enter(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	work *w = self->context;
	sx_ref at[CO_RANK_MOST];
	uint32_t slot;

	if (sx_op_of(pool, e) == SX_ITER)
		for (const counter *k = w->counters; k; k = k->next)
			if (k->iterator == sx_at(pool, e)->payload)
				return k->value;
	if (sx_op_of(pool, e) != SX_LOCAL)
		return 0;
	for (uint32_t d = 0; d < sx_at(pool, e)->count && d < CO_RANK_MOST; d++)
		at[d] = sx_rewrite(self, pool, sx_arg(pool, e, d));
	if (place_of(w, e, at, &slot))
		return w->slot[slot];
	w->possible = false;
	return e;
}

/* Equality is what a removable singularity is guarded with: it has no side to be watched. */
static sx_ref leave(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	work *w = self->context;
	sx_op op = sx_op_of(pool, e);

	if ((op == SX_EQ || op == SX_NE) && sx_type_of(pool, sx_arg(pool, e, 0)) == SX_REAL && co_moves(w->s->c, e))
		return sx_unary(pool, SX_NOEVENT, e);
	if (op == SX_SIGN)
		return co_sign(pool, sx_arg(pool, e, 0));
	if (op == SX_CALL) {
		sx_ref args[16];
		uint32_t count = sx_at(pool, e)->count, number = sx_at(pool, e)->payload;
		for (uint32_t i = 0; i < count && i < 16; i++)
			args[i] = sx_arg(pool, e, i);
		sx_ref made = count <= 16 ? co_write_out(w->s, number, args, count, w->depth + 1) : 0;
		return made ? made : e;
	}
	return e;
}

static sx_ref put_in(work *w, sx_ref e)
{
	sx_rewriter rewriter = sx_rewriter_new(w->s->c->arena, leave, w);

	rewriter.enter = enter;
	return e ? sx_rewrite(&rewriter, w->s->c->pool, e) : 0;
}

/* ---- statements */

static void carry_out(work *w, const sm_statements *list);

static sx_ref *copy_of(const work *w, const sx_ref *slots)
{
	sx_ref *copy = sb_new_array(w->s->c->arena, sx_ref, w->slots + 1);

	memcpy(copy, slots, w->slots * sizeof *copy);
	return copy;
}

static void carry_out_choice(work *w, const sm_statement *st)
{
	co_context *c = w->s->c;
	sx_pool *p = c->pool;
	uint32_t n = 0;
	sx_ref *before = w->slot, path = w->path, *conditions = sb_new_array(c->arena, sx_ref, st->branches.n + 1);
	sx_ref **after = sb_new_array(c->arena, sx_ref *, st->branches.n + 2);
	bool closed = false;

	for (uint32_t i = 0; i < st->branches.n && !closed && w->possible; i++) {
		w->slot = before;
		sx_ref condition = put_in(w, st->branches.at[i].condition);
		if (condition && sx_is_const(p, condition) && !sx_int_value(p, condition))
			continue;
		closed = !condition || sx_is_const(p, condition);
		sx_ref outside = w->path;
		if (!closed)
			w->path = outside ? sx_binary(p, SX_AND, outside, condition) : condition;
		w->slot = copy_of(w, before);
		carry_out(w, &st->branches.at[i].body);
		conditions[n] = condition;
		after[n++] = w->slot;
		w->path = closed    ? outside
				  : outside ? sx_binary(p, SX_AND, outside, sx_unary(p, SX_NOT, condition))
							: sx_unary(p, SX_NOT, condition);
	}
	sx_ref *joined = closed ? after[--n] : before;
	joined = copy_of(w, joined);
	for (uint32_t i = n; i-- > 0 && w->possible;)
		for (uint32_t k = 0; k < w->slots; k++)
			if (joined[k] != after[i][k])
				joined[k] = sx_if(p, conditions[i], after[i][k], joined[k]);
	w->slot = joined;
	w->path = path;
}

static bool integer_of(work *w, sx_ref e, int64_t *out)
{
	sx_ref value = put_in(w, e);

	if (!value || !sx_is_const(w->s->c->pool, value))
		return w->possible = false;
	*out = sx_int_value(w->s->c->pool, value);
	return true;
}

static void carry_out_for(work *w, const sm_statement *st)
{
	int64_t from, to, step = 1;
	const counter *outside = w->counters;

	if (!integer_of(w, st->from, &from) || !integer_of(w, st->to, &to) ||
		(st->step && !integer_of(w, st->step, &step)) || !step)
		return;
	for (int64_t k = from; (step > 0 ? k <= to : k >= to) && w->possible; k += step) {
		counter one = {st->iterator, sx_int(w->s->c->pool, k), outside};
		w->counters = &one;
		carry_out(w, &st->branches.at[0].body);
		w->counters = outside;
		w->possible = w->possible && ++*w->steps < STEPS_MOST;
	}
}

static void carry_out_while(work *w, const sm_statement *st)
{
	while (w->possible) {
		sx_ref condition = put_in(w, st->branches.at[0].condition);
		if (!sx_is_const(w->s->c->pool, condition))
			w->possible = false;
		else if (!sx_int_value(w->s->c->pool, condition))
			return;
		else
			carry_out(w, &st->branches.at[0].body);
		w->possible = w->possible && ++*w->steps < STEPS_MOST;
	}
}

/* What must hold where the function is called must hold among the equations. */
static void carry_out_assert(work *w, const sm_statement *st)
{
	co_context *c = w->s->c;
	sx_pool *p = c->pool;
	sx_ref condition = put_in(w, st->condition), path = w->path;
	sm_equation *q = sm_equation_new(c->m, SM_ASSERT, st->span, w->s->component);

	if (w->s->active)
		path = path ? sx_binary(p, SX_AND, w->s->active, path) : w->s->active;
	q->lhs = path ? sx_binary(p, SX_OR, sx_unary(p, SX_NOT, path), condition) : condition;
	q->rhs = put_in(w, st->value);
	if (!sx_is_const(p, q->lhs) || !sx_int_value(p, q->lhs))
		sb_push(c->arena, c->m->equations, q);
}

static void assign(work *w, const sm_statement *st)
{
	sx_pool *p = w->s->c->pool;
	sx_ref at[CO_RANK_MOST], value = put_in(w, st->value);
	uint32_t slot;

	for (uint32_t d = 0; d < sx_at(p, st->target)->count && d < CO_RANK_MOST; d++)
		at[d] = put_in(w, sx_arg(p, st->target, d));
	if (sx_op_of(p, st->target) != SX_LOCAL || !place_of(w, st->target, at, &slot))
		w->possible = false;
	else
		w->slot[slot] = sx_cast(p, value, sx_type_of(p, st->target));
}

static void carry_out(work *w, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n && w->possible; i++) {
		const sm_statement *st = list->at[i];
		w->possible = ++*w->steps < STEPS_MOST;
		switch (st->kind) {
		case SM_ASSIGN: assign(w, st); break;
		case SM_IF_DO: carry_out_choice(w, st); break;
		case SM_FOR: carry_out_for(w, st); break;
		case SM_WHILE: carry_out_while(w, st); break;
		case SM_ASSERT_DO: carry_out_assert(w, st); break;
		default: w->possible = false;
		}
	}
}

/* ---- calls */

static sx_ref nothing(sx_pool *p, sx_type type)
{
	return type == SX_REAL      ? sx_real(p, 0)
		   : type == SX_INTEGER ? sx_int(p, 0)
		   : type == SX_BOOLEAN ? sx_bool(p, false)
								: sx_string(p, "");
}

static bool lay_out(work *w, const sx_ref *args)
{
	sb_u32s first = {0};
	sb_vec(sx_ref) slots = {0};

	for (uint32_t i = 0; i < w->f->locals.n; i++) {
		const sm_local *l = &w->f->locals.at[i];
		uint32_t count = sm_local_scalars(w->s->c->m, l);
		if (count > STEPS_MOST || (l->rank && i < w->f->args) || l->binding)
			return false;
		sb_push(w->s->c->arena, first, slots.n);
		for (uint32_t k = 0; k < count; k++)
			sb_push(w->s->c->arena, slots, i < w->f->args ? args[i] : nothing(w->s->c->pool, l->type));
	}
	w->first = first.at;
	w->slot = slots.at;
	w->slots = slots.n;
	return true;
}

bool co_hides_jump(co_scope *s, uint32_t function, const sx_ref *args, uint32_t count)
{
	bool moves = false;

	for (uint32_t i = 0; i < count; i++)
		moves = moves || co_moves(s->c, args[i]);
	return moves && function_jumps(s->c, s->c->m->functions.at[function], 0);
}

/* 0: it stays a call. */
sx_ref co_write_out(co_scope *s, uint32_t function, const sx_ref *args, uint32_t count, int depth)
{
	const sm_function *f = s->c->m->functions.at[function];
	uint32_t steps = 0, equations = s->c->m->equations.n;
	work w = {.s = s, .f = f, .steps = &steps, .depth = depth, .possible = true};

	if (depth > CALLS_MOST || count != f->args || !co_hides_jump(s, function, args, count) || !lay_out(&w, args))
		return 0;
	carry_out(&w, &f->body);
	if (!w.possible) {
		s->c->m->equations.n = equations;
		return 0;
	}
	return w.slot[w.first[f->args]];
}
