/* Curves with a parameter, written by sides. The ideal diode of many textbooks,
 *
 *     v = if off then s else 0;    i = if off then 0 else s;
 *
 * is that of factor.c without factors: what the two equations determine changes with the condition. It is known by two
 * equations of one component with the same condition: in each, one side has an unknown and the other has none, in the
 * opposite branches, and the two have an unknown in common, which is no state and stands alone on no left side. An
 * if-equation that says the same, for v and i in both of its branches, is such a curve too. A curve for an
 * acceleration, as of friction that sticks, is none: it ties no states, and its loop can be solved in all branches. */
#include "structure/expand/expand.h"

#include <string.h>

/* One of the two equations. `choice`: the if-expression, or 0 where it is from an if-equation. */
typedef struct half {
	const sm_equation *q;
	sx_ref condition, choice;
	sx_ref open;                     /* the side that has an unknown */
	bool first;                      /* it is the first */
} half;

typedef struct listing {
	const sm_model *model;
	const sm_equation *q;
	sb_arena *arena;
	sb_map given;                    /* variables that are states, or stand alone on a left side */
	sb_map rates;                    /* variables that are derivatives by another name */
	sb_vec(half) halves;
} listing;

typedef struct meeting { const listing *l; sb_map *before, *seen; bool any, common; } meeting;

static bool see_unknown(void *context, const sx_pool *pool, sx_ref e)
{
	meeting *m = context;
	uint64_t known;
	uint32_t variable = sx_at(pool, e)->payload;
	if (sx_op_of(pool, e) != SX_VAR || sx_type_of(pool, e) != SX_REAL || ss_is_known(sm_var(m->l->model, variable)))
		return true;
	m->any = true;
	if (m->seen)
		sb_map_put(m->seen, e, 1);
	if (m->before && sb_map_get(m->before, e, &known) && !sb_map_get(&m->l->given, variable, &known))
		m->common = true;
	return true;
}

static bool has_unknown(const listing *l, sx_ref e)
{
	meeting m = { .l = l };
	sx_visit(l->model->pool, e, see_unknown, &m);
	return m.any;
}

static bool share_parameter(const listing *l, sx_ref a, sx_ref b)
{
	sb_map seen = sb_map_new(l->arena);
	meeting first = { .l = l, .seen = &seen }, second = { .l = l, .before = &seen };
	sx_visit(l->model->pool, a, see_unknown, &first);
	sx_visit(l->model->pool, b, see_unknown, &second);
	return second.common;
}

static bool see_state(void *context, const sx_pool *pool, sx_ref e)
{
	listing *l = context;
	sx_ref of = sx_op_of(pool, e) == SX_DER ? sx_arg(pool, e, 0) : 0;
	if (of && sx_op_of(pool, of) == SX_VAR)
		sb_map_put(&l->given, sx_at(pool, of)->payload, 1);
	return true;
}

/* der(w) = a, or a = der(w) */
static void list_rate(listing *l, sx_ref rate, sx_ref name)
{
	const sx_pool *pool = l->model->pool;
	if (sx_op_of(pool, rate) == SX_DER && sx_op_of(pool, name) == SX_VAR)
		sb_map_put(&l->rates, sx_at(pool, name)->payload, 1);
}

static void list_given(listing *l, const sm_equations *list)
{
	const sx_pool *pool = l->model->pool;
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		for (uint32_t b = 0; b < q->branches.n && q->kind == SM_IF; b++)
			list_given(l, &q->branches.at[b].body);
		if (q->kind != SM_EQUAL)
			continue;
		sx_visit(pool, q->lhs, see_state, l);
		sx_visit(pool, q->rhs, see_state, l);
		list_rate(l, q->lhs, q->rhs);
		list_rate(l, q->rhs, q->lhs);
		if (sx_op_of(pool, q->lhs) == SX_VAR)
			sb_map_put(&l->given, sx_at(pool, q->lhs)->payload, 1);
	}
}

static void list_half(listing *l, sx_ref condition, sx_ref choice, sx_ref yes, sx_ref no)
{
	bool first = has_unknown(l, yes);
	if (first != has_unknown(l, no))
		sb_push(l->arena, l->halves, ((half){ l->q, condition, choice, first ? yes : no, first }));
}

static bool is_rate(const listing *l, sx_ref left)
{
	uint64_t known;
	return sx_op_of(l->model->pool, left) == SX_VAR &&
		   sb_map_get(&l->rates, sx_at(l->model->pool, left)->payload, &known);
}

static bool see_choice(void *context, const sx_pool *pool, sx_ref e)
{
	listing *l = context;
	if (sx_op_of(pool, e) == SX_IF && sx_type_of(pool, e) == SX_REAL)
		list_half(l, sx_arg(pool, e, 0), e, sx_arg(pool, e, 1), sx_arg(pool, e, 2));
	return true;
}

static void list_of_branches(listing *l)
{
	const sm_branches *b = &l->q->branches;
	if (b->n != 2 || !b->at[0].condition || b->at[1].condition || l->q->instance || l->q->holds)
		return;
	for (uint32_t i = 0; i < b->at[0].body.n; i++)
		for (uint32_t k = 0; k < b->at[1].body.n; k++) {
			const sm_equation *x = b->at[0].body.at[i], *y = b->at[1].body.at[k];
			if (x->kind == SM_EQUAL && y->kind == SM_EQUAL && x->lhs == y->lhs &&
				sx_type_of(l->model->pool, x->lhs) == SX_REAL && !x->domain.n && !y->domain.n && !is_rate(l, x->lhs))
				list_half(l, b->at[0].condition, 0, x->rhs, y->rhs);
		}
}

static bool same_place(const sm_equation *a, const sm_equation *b)
{
	for (uint32_t i = 0; i < a->domain.n && a->domain.n == b->domain.n; i++)
		if (a->domain.at[i].iterator != b->domain.at[i].iterator || a->domain.at[i].from != b->domain.at[i].from ||
			a->domain.at[i].to != b->domain.at[i].to)
			return false;
	return a->domain.n == b->domain.n && strcmp(a->component, b->component) == 0;
}

static void mark(ss_curves *c, const half *h)
{
	if (h->choice)
		sb_map_put(&c->choices, h->choice, 1);
	else
		sb_map_put(&c->equations, (uintptr_t)h->q, 1);
	c->any = true;
}

ss_curves ss_find_curves(sb_arena *arena, const sm_model *model)
{
	ss_curves c = { .choices = sb_map_new(arena), .equations = sb_map_new(arena) };
	listing l = { .model = model, .arena = sb_arena_new() };
	l.given = sb_map_new(l.arena);
	l.rates = sb_map_new(l.arena);
	list_given(&l, &model->equations);
	for (uint32_t i = 0; i < model->equations.n; i++) {
		l.q = model->equations.at[i];
		if (l.q->kind == SM_IF)
			list_of_branches(&l);
		if (l.q->kind != SM_EQUAL || sx_type_of(model->pool, l.q->lhs) != SX_REAL || is_rate(&l, l.q->lhs))
			continue;
		sx_visit(model->pool, l.q->lhs, see_choice, &l);
		sx_visit(model->pool, l.q->rhs, see_choice, &l);
	}
	for (uint32_t i = 0; i < l.halves.n; i++)
		for (uint32_t k = i + 1; k < l.halves.n; k++) {
			const half *a = &l.halves.at[i], *b = &l.halves.at[k];
			if (a->condition != b->condition || a->first == b->first || !same_place(a->q, b->q) ||
				!share_parameter(&l, a->open, b->open))
				continue;
			mark(&c, a);
			mark(&c, b);
		}
	sb_arena_free(l.arena);
	return c;
}
