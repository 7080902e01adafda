/* der() of a sum, a difference or a product that needs a variable of its own.
 *
 *     C*der(p.v - n.v) = p.i        becomes        C*der($der1) = p.i,   $der1 = p.v - n.v
 *
 * Carrying the derivative out would make states of p.v and n.v, and the ground, which says n.v = 0, a constraint
 * between states. The difference is what has a memory, so it is the state. Where every variable of the expression is
 * differentiated by itself somewhere the derivative is carried out later (structure), which keeps the states that the
 * user wrote. The derivative of a product is carried out here, unless it is the product that goes on where a factor
 * jumps (jumping.c).
 *
 * In a family the variable is an array over the iterators that the sum is written with. */
#include "model/model.h"
#include "model/rewrite/rewrite.h"
#include "model/rewrite/rewrite_inside.h"
#include <stdio.h>

typedef struct naming {
	sm_model *m;
	bool *derived;                   /* by variable: der(x) is written somewhere, or that of a product with it */
	bool *alone;                     /* by variable: der(x) is */
	sm_jumping *jumping;             /* NULL: not needed yet */
	sb_arena *scratch;
	sx_rewriter rewriter;
	const sm_equation *at;
	sm_domain around;                /* the domains of the equation and of the if-equations around it */
	sm_equations added;
	sb_map made;                     /* expression -> its variable */
	sb_u32s rates;                   /* variables of which only initial equations ask for the derivative */
} naming;

/* Or a function: what is carried out here. */
static bool is_product(const sx_pool *pool, sx_ref e)
{
	return sx_op_of(pool, e) != SX_ADD && sx_op_of(pool, e) != SX_SUB && !(sx_flags(pool, e) & SX_HAS_CALL);
}

static bool see_part(void *context, const sx_pool *pool, sx_ref e)
{
	naming *n = context;
	const sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_var(n->m, sx_at(pool, e)->payload) : NULL;
	if (v && v->type == SX_REAL && v->variability == SM_CONTINUOUS)
		n->derived[sx_at(pool, e)->payload] = true;
	return true;
}

static bool see_derived(void *context, const sx_pool *pool, sx_ref e)
{
	naming *n = context;
	if (sx_op_of(pool, e) != SX_DER)
		return true;
	sx_ref of = sx_arg(pool, e, 0);
	if (sx_op_of(pool, of) == SX_VAR)
		n->derived[sx_at(pool, of)->payload] = n->alone[sx_at(pool, of)->payload] = true;
	else if (is_product(pool, of))
		sx_visit(pool, of, see_part, n);
	return true;
}

/* Calls f on the two sides of every equality, inside if-equations too. */
static void each_equality(naming *n, sm_equations *list, void (*f)(naming *, sm_equation *))
{
	uint32_t around = n->around.n;
	for (uint32_t i = 0; i < list->n; i++) {
		sm_equation *q = list->at[i];
		for (uint32_t d = 0; d < q->domain.n; d++)
			sb_push(n->m->arena, n->around, q->domain.at[d]);
		if (q->kind == SM_EQUAL)
			f(n, q);
		else if (q->kind == SM_IF)
			for (uint32_t b = 0; b < q->branches.n; b++)
				each_equality(n, &q->branches.at[b].body, f);
		n->around.n = around;
	}
}

static void note_derived(naming *n, sm_equation *q)
{
	sx_visit(n->m->pool, q->lhs, see_derived, n);
	sx_visit(n->m->pool, q->rhs, see_derived, n);
}

/* A sum or difference of variables, perhaps with constant factors; *free: one of them has no derivative of its own. */
static bool is_sum(const naming *n, sx_ref e, uint32_t *variables, bool *free, int depth)
{
	const sx_pool *pool = n->m->pool;
	const sx_node *node = sx_at(pool, e);
	if (!(node->flags & SX_HAS_VAR))
		return true;
	if (depth > 100)
		return false;
	switch (node->op) {
	case SX_VAR: {
		const sm_variable *v = sm_var(n->m, node->payload);
		if (v->variability == SM_PARAMETER || v->variability == SM_CONSTANT)
			return true;
		++*variables;
		*free = *free || !n->derived[node->payload];
		return v->type == SX_REAL && v->variability == SM_CONTINUOUS;
	}
	case SX_NEG: return is_sum(n, sx_arg(pool, e, 0), variables, free, depth + 1);
	case SX_ADD: case SX_SUB: {
		sx_ref a = sx_arg(pool, e, 0), b = sx_arg(pool, e, 1);
		return is_sum(n, a, variables, free, depth + 1) && is_sum(n, b, variables, free, depth + 1);
	}
	default: return false;
	}
}

/* Which of the iterators around e is written with; false if it has others too. */
typedef struct iterators { const naming *n; sm_domain used; bool others; } iterators;

static bool see_iterator(void *context, const sx_pool *pool, sx_ref e)
{
	iterators *k = context;
	const sm_domain *around = &k->n->around;
	uint32_t d = 0;
	if (sx_op_of(pool, e) != SX_ITER)
		return true;
	while (d < around->n && around->at[d].iterator != sx_at(pool, e)->payload)
		d++;
	if (d == around->n)
		return !(k->others = true);
	for (uint32_t i = 0; i < k->used.n; i++)
		if (k->used.at[i].iterator == around->at[d].iterator)
			return true;
	sb_push(k->n->m->arena, k->used, around->at[d]);
	return true;
}

/* The variable number v where the iterators are; it counts from 1, and they may begin elsewhere. */
static sx_ref at_iterators(const naming *n, uint32_t v, const sm_domain *used)
{
	sx_pool *p = n->m->pool;
	sx_ref *at = sb_new_array(n->m->arena, sx_ref, used->n + 1);
	for (uint32_t d = 0; d < used->n; d++) {
		int64_t before = used->at[d].from - 1;
		at[d] = sx_iter(p, used->at[d].iterator);
		if (before)
			at[d] = before > 0 ? sx_binary(p, SX_SUB, at[d], sx_int(p, before))
							   : sx_binary(p, SX_ADD, at[d], sx_int(p, -before));
	}
	return sx_var(p, v, SX_REAL, at, used->n);
}

static sx_ref variable_for(naming *n, sx_ref e, const sm_domain *used)
{
	uint64_t found;
	if (sb_map_get(&n->made, e, &found))
		return at_iterators(n, (uint32_t)found, used);
	char name[32];
	snprintf(name, sizeof name, "$der%u", n->made.n + 1);
	uint32_t *shape = sb_new_array(n->m->arena, uint32_t, used->n + 1);
	for (uint32_t d = 0; d < used->n; d++)
		shape[d] = (uint32_t)(used->at[d].to - used->at[d].from + 1);
	uint32_t v = sm_add_variable(n->m, name, SX_REAL, shape, used->n);
	sm_edit(n->m, v)->hidden = true;
	sm_edit(n->m, v)->span = n->at->span;
	sm_edit(n->m, v)->component = n->at->component;
	sb_map_put(&n->made, e, v);
	sm_equation *q = sm_equation_new(n->m, SM_EQUAL, n->at->span, n->at->component);
	q->domain = *used;
	q->lhs = at_iterators(n, v, used);
	q->rhs = e;
	sb_push(n->m->arena, n->added, q);
	return q->lhs;
}

static bool is_empty(const sm_domain *domain)
{
	for (uint32_t d = 0; d < domain->n; d++)
		if (domain->at[d].to < domain->at[d].from)
			return true;
	return false;
}

static sx_ref leaf_derivative(sx_chain *self, sx_pool *pool, sx_ref leaf)
{
	const sm_model *m = self->context;
	if (sx_op_of(pool, leaf) == SX_TIME)
		return sx_real(pool, 1);
	if (sx_op_of(pool, leaf) != SX_VAR)
		return 0;
	const sm_variable *v = sm_var(m, sx_at(pool, leaf)->payload);
	return v->type == SX_REAL && v->variability == SM_CONTINUOUS ? sx_unary(pool, SX_DER, leaf) : 0;
}

/* The front end has seen that it can be differentiated. */
static sx_ref carried_out(const naming *n, sx_ref e)
{
	sx_chain chain = {.leaf = leaf_derivative, .context = n->m};
	return sx_diff(n->m->pool, sx_arg(n->m->pool, e, 0), sx_time(n->m->pool), &chain);
}

static bool is_jumping_whole(naming *n, sx_ref e)
{
	if (!n->jumping)
		n->jumping = sm_find_jumping(n->scratch, n->m, n->alone);
	return sm_has_memory_as_a_whole(n->jumping, e);
}

static sx_ref rewrite(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	naming *n = self->context;
	if (sx_op_of(pool, e) != SX_DER || sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR)
		return e;
	uint32_t variables = 0;
	bool free = false;
	sx_ref of = sx_arg(pool, e, 0);
	iterators k = {.n = n};
	sx_visit(pool, of, see_iterator, &k);
	bool named = (is_sum(n, of, &variables, &free, 0) && variables >= 2 && free) || is_jumping_whole(n, of);
	if (named && !k.others && !is_empty(&k.used))
		return sx_unary(pool, SX_DER, variable_for(n, of, &k.used));
	sx_ref d = is_product(pool, of) ? carried_out(n, e) : 0;
	return d ? d : e;
}

static void name_derivatives(naming *n, sm_equation *q)
{
	n->at = q;
	if (sx_flags(n->m->pool, q->lhs) & SX_HAS_DER)
		q->lhs = sx_rewrite(&n->rewriter, n->m->pool, q->lhs);
	if (sx_flags(n->m->pool, q->rhs) & SX_HAS_DER)
		q->rhs = sx_rewrite(&n->rewriter, n->m->pool, q->rhs);
}

/* Initial equations may ask for the rate of what no equation of the run differentiates, such as the temperature of a
 * volume whose energy is balanced. The rate is given a name, and so an equation of the run asks for it: the reduction
 * finds it from there. */
static bool see_rate(void *context, const sx_pool *pool, sx_ref e)
{
	naming *n = context;
	sx_ref of = sx_op_of(pool, e) == SX_DER ? sx_arg(pool, e, 0) : 0;
	if (!of || sx_op_of(pool, of) != SX_VAR || n->derived[sx_at(pool, of)->payload])
		return true;
	n->derived[sx_at(pool, of)->payload] = true;
	sb_push(n->m->arena, n->rates, sx_at(pool, of)->payload);
	return true;
}

static void note_rates(naming *n, sm_equation *q)
{
	sx_visit(n->m->pool, q->lhs, see_rate, n);
	sx_visit(n->m->pool, q->rhs, see_rate, n);
}

static void name_rate(sm_model *m, uint32_t of)
{
	const sm_variable *x = sm_var(m, of);
	if (x->variability != SM_CONTINUOUS || !x->count)
		return;
	uint32_t rate = sm_add_variable(m, sb_printf(m->arena, "$rate%u", m->variables.n), SX_REAL, x->shape, x->rank);
	x = sm_var(m, of);
	sm_edit(m, rate)->hidden = true;
	sm_edit(m, rate)->parts = x->parts;
	sm_edit(m, rate)->span = x->span;
	sm_edit(m, rate)->component = x->component;
	sm_equation *q = sm_equation_new(m, SM_EQUAL, x->span, x->component);
	sx_ref *at = sb_new_array(m->arena, sx_ref, x->rank + 1);
	for (uint32_t d = 0; d < x->rank; d++) {
		uint32_t iterator = sx_new_iter(m->pool, "i");
		at[d] = sx_iter(m->pool, iterator);
		sb_push(m->arena, q->domain, ((sm_range){iterator, 1, x->shape[d]}));
	}
	q->lhs = sx_var(m->pool, rate, SX_REAL, at, x->rank);
	q->rhs = sx_unary(m->pool, SX_DER, sx_var(m->pool, of, SX_REAL, at, x->rank));
	sb_push(m->arena, m->equations, q);
}

void sm_name_derivatives(sm_model *m)
{
	sb_arena *scratch = sb_arena_new();
	naming n = {.m = m, .scratch = scratch, .derived = sb_new_array(scratch, bool, m->variables.n + 1),
		.alone = sb_new_array(scratch, bool, m->variables.n + 1), .made = sb_map_new(scratch)};
	n.rewriter = sx_rewriter_new(scratch, rewrite, &n);
	each_equality(&n, &m->equations, note_derived);
	each_equality(&n, &m->equations, name_derivatives);
	each_equality(&n, &m->initial_equations, name_derivatives);
	each_equality(&n, &m->initial_equations, note_rates);
	for (uint32_t i = 0; i < n.rates.n; i++)
		name_rate(m, n.rates.at[i]);
	for (uint32_t i = 0; i < n.added.n; i++)
		sb_push(m->arena, m->equations, n.added.at[i]);
	sb_arena_free(scratch);
}
