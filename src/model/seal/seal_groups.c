/* Which definitions become one segment: those that need the same things to be known before.
 *
 * A definition is an equation v = e or der(x) = e of scalars that is the only one of its left side. What it needs is
 * found through all definitions that it reads. Definitions that read themselves in this way are a loop, and stay
 * equations: whoever uses the submodel solves it, together with what goes round outside. */
#include "model/seal/seal_inside.h"

#include <stdlib.h>
#include <string.h>

/* What a definition needs: handles of expressions, sorted. MOVES: it changes with the time or the states. */
enum { MOVES = UINT32_MAX };
enum mark { FRESH, OPEN, DONE };

typedef struct definition {
	sm_equation *q;
	sx_ref left, right;              /* left: VAR or DER */
	sb_u32s reads;                   /* other definitions */
	sb_u32s needs;
	bool loop, wanted;               /* something outside of its segment reads it */
	uint32_t mark, low, number, group;
} definition;

typedef struct grouping {
	sm_sealing *s;
	sb_vec(definition) all;
	sb_map by_left, by_equation;     /* left side, address of the equation -> definition + 1 */
	sb_map states;                   /* variable -> 1: der() of it is somewhere */
	sb_map started;                  /* variable -> 1: its start value is not given by parameters */
	sb_u32s order, stack;            /* those that are no loop, each behind what it reads */
	uint32_t next;
	sb_vec(sb_u32s) groups;
} grouping;

/* -------------------------------------------------------------------------------------------------- definitions */

static bool is_left(const grouping *g, sx_ref e)
{
	const sm_model *m = g->s->m;
	bool der = sx_op_of(g->s->pool, e) == SX_DER;
	sx_ref var = der ? sx_arg(g->s->pool, e, 0) : e;
	uint64_t known;

	if (sx_op_of(g->s->pool, var) != SX_VAR || sm_scalar_of(m, var) == UINT32_MAX)
		return false;
	const sm_variable *v = sm_var(m, sx_at(g->s->pool, var)->payload);
	if (v->type == SX_STRING || v->variability >= SM_PARAMETER || v->held || v->causality == SM_INPUT)
		return false;
	return der || !sb_map_get(&g->states, sx_at(g->s->pool, var)->payload, &known);
}

static void add_definition(grouping *g, sm_equation *q)
{
	sx_ref left = is_left(g, q->lhs) ? q->lhs : is_left(g, q->rhs) ? q->rhs : 0;
	uint64_t known;

	if (q->kind != SM_EQUAL || q->domain.n || !left)
		return;
	definition d = {.q = q, .left = left, .right = left == q->lhs ? q->rhs : q->lhs};
	/* a = b: the right side may be what is meant, if the left one has a definition already */
	if (sb_map_get(&g->by_left, left, &known) && is_left(g, d.right) && left == q->lhs) {
		d.left = q->rhs;
		d.right = q->lhs;
	}
	if (sb_map_get(&g->by_left, d.left, &known)) {
		g->all.at[known - 1].loop = true;        /* two for one: neither is a definition */
		return;
	}
	sb_push(g->s->scratch, g->all, d);
	sb_map_put(&g->by_left, d.left, g->all.n);
	sb_map_put(&g->by_equation, (uint64_t)(uintptr_t)q, g->all.n);
}

static bool see_derivative(void *context, const sx_pool *pool, sx_ref e)
{
	grouping *g = context;
	if (sx_op_of(pool, e) == SX_DER)
		sb_map_put(&g->states, sx_at(pool, sx_arg(pool, e, 0))->payload, 1);
	return true;
}

static void find_states(grouping *g, const sm_equations *all)
{
	for (uint32_t i = 0; i < all->n; i++) {
		const sm_equation *q = all->at[i];
		if (q->lhs)
			sx_visit(g->s->pool, q->lhs, see_derivative, g);
		if (q->rhs)
			sx_visit(g->s->pool, q->rhs, see_derivative, g);
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_states(g, &q->branches.at[b].body);
	}
}

/* ------------------------------------------------------------------------------------------------ what they need */

static void need(grouping *g, definition *d, uint32_t what)
{
	for (uint32_t i = 0; i < d->needs.n; i++)
		if (d->needs.at[i] == what)
			return;
	sb_push(g->s->scratch, d->needs, what);
}

static void need_variable(grouping *g, definition *d, sx_ref e)
{
	sx_pool *pool = g->s->pool;
	uint32_t variable = sx_at(pool, e)->payload;
	const sm_variable *v = sm_var(g->s->m, variable);
	uint64_t known;

	if (sb_map_get(&g->by_left, e, &known)) {
		sb_push(g->s->scratch, d->reads, (uint32_t)known - 1);
		return;
	}
	if (v->variability >= SM_PARAMETER)
		return;
	if (sm_scalar_of(g->s->m, e) == UINT32_MAX)          /* elements that are not known: all of them */
		for (uint32_t i = 0; i < v->count; i++)
			if (sb_map_get(&g->by_left, sm_ref_at(g->s->m, variable, i), &known))
				sb_push(g->s->scratch, d->reads, (uint32_t)known - 1);
	need(g, d, MOVES);
	need(g, d, e);
}

/* What of an expression is passed to the segment; what stands inside of a condition is not. */
static void look(grouping *g, definition *d, sx_ref e)
{
	sx_pool *pool = g->s->pool;
	uint64_t known;

	if (sx_op_of(pool, e) == SX_VAR) {
		need_variable(g, d, e);
	} else if (sb_map_get(&g->by_left, e, &known)) {
		sb_push(g->s->scratch, d->reads, (uint32_t)known - 1);
		return;
	} else if (sm_stays_outside(pool, e, false)) {
		need(g, d, MOVES);
		if (sx_op_of(pool, e) != SX_TIME)
			need(g, d, e);
		return;
	}
	for (uint32_t i = 0; i < sx_at(pool, e)->count; i++)
		look(g, d, sx_arg(pool, e, i));
}

/* Tarjan's algorithm: loops, and an order for all others. */
static void visit(grouping *g, uint32_t i)
{
	definition *d = &g->all.at[i];
	bool self = false;

	d->mark = OPEN;
	d->number = d->low = ++g->next;
	sb_push(g->s->scratch, g->stack, i);
	for (uint32_t k = 0; k < d->reads.n; k++) {
		definition *other = &g->all.at[d->reads.at[k]];
		self = self || other == d;
		if (other->mark == FRESH)
			visit(g, d->reads.at[k]);
		if (other->mark == OPEN && other->low < d->low)
			d->low = other->low;
	}
	if (d->low != d->number)
		return;
	bool many = g->stack.at[g->stack.n - 1] != i;
	for (uint32_t top = UINT32_MAX; top != i;) {
		top = g->stack.at[--g->stack.n];
		g->all.at[top].mark = DONE;
		g->all.at[top].loop = g->all.at[top].loop || many || self;
	}
	sb_push(g->s->scratch, g->order, i);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return x < y ? -1 : x > y;
}

/* In order: what a definition reads has its needs already. */
static void gather_needs(grouping *g)
{
	for (uint32_t k = 0; k < g->order.n; k++) {
		definition *d = &g->all.at[g->order.at[k]];
		for (uint32_t i = 0; i < d->reads.n; i++) {
			const definition *other = &g->all.at[d->reads.at[i]];
			if (other->loop) {
				need(g, d, MOVES);
				need(g, d, other->left);
			}
			for (uint32_t j = 0; j < other->needs.n && !other->loop; j++)
				need(g, d, other->needs.at[j]);
		}
		if (d->needs.n)
			qsort(d->needs.at, d->needs.n, sizeof *d->needs.at, compare);
	}
}

/* ---- states and left limits are known before all else, but not at the start: there they have equations, too, and what
 * these read has to be known first. So they count as needed, unless parameters give them their start values. */

typedef struct starting { grouping *g; bool moves; } starting;

static bool see_moving(void *context, const sx_pool *pool, sx_ref e)
{
	starting *s = context;
	uint64_t known;
	if (sx_op_of(pool, e) != SX_VAR)
		return true;
	if (sb_map_get(&s->g->by_left, e, &known) && !s->g->all.at[known - 1].loop)
		s->moves = s->moves || s->g->all.at[known - 1].needs.n;
	else
		s->moves = s->moves || sm_var(s->g->s->m, sx_at(pool, e)->payload)->variability < SM_PARAMETER;
	return !s->moves;
}

static bool see_target(void *context, const sx_pool *pool, sx_ref e)
{
	grouping *g = context;
	if (sx_op_of(pool, e) == SX_VAR)
		sb_map_put(&g->started, sx_at(pool, e)->payload, 1);
	return true;
}

static void see_values(starting *s, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *t = list->at[i];
		const sx_ref parts[] = {t->value, t->condition, t->from, t->to, t->step};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			if (parts[k])
				sx_visit(s->g->s->pool, parts[k], see_moving, s);
		for (uint32_t b = 0; b < t->branches.n; b++) {
			if (t->branches.at[b].condition)
				sx_visit(s->g->s->pool, t->branches.at[b].condition, see_moving, s);
			see_values(s, &t->branches.at[b].body);
		}
	}
}

static void find_started(grouping *g)
{
	sx_pool *pool = g->s->pool;

	for (uint32_t i = 0; i < g->s->m->initial_equations.n; i++) {
		const sm_equation *q = g->s->m->initial_equations.at[i];
		starting s = {g, false};
		bool plain = q->kind == SM_EQUAL && sx_op_of(pool, q->lhs) == SX_VAR;
		if (plain)
			sx_visit(pool, q->rhs, see_moving, &s);
		else if (q->kind == SM_ALGORITHM)
			see_values(&s, &q->statements);
		else
			s.moves = true;
		if (!s.moves)
			continue;
		if (q->lhs)
			sx_visit(pool, q->lhs, see_target, g);
		if (q->rhs && !plain)
			sx_visit(pool, q->rhs, see_target, g);
		for (uint32_t k = 0; k < q->targets.n; k++)
			sx_visit(pool, q->targets.at[k], see_target, g);
		for (uint32_t b = 0; b < q->branches.n; b++)
			for (uint32_t k = 0; k < q->branches.at[b].body.n; k++)
				sx_visit(pool, q->branches.at[b].body.at[k]->lhs, see_target, g);
	}
}

static bool is_known_at_start(const grouping *g, uint32_t need)
{
	sx_pool *pool = g->s->pool;
	uint64_t known;
	if (need == MOVES)
		return false;
	sx_op op = sx_op_of(pool, need);
	uint32_t variable = sx_at(pool, op == SX_PRE ? sx_arg(pool, need, 0) : need)->payload;
	bool before = op == SX_PRE || (op == SX_VAR && sb_map_get(&g->states, variable, &known));
	return before && !sb_map_get(&g->started, variable, &known);
}

static void forget_known(grouping *g)
{
	find_started(g);
	for (uint32_t i = 0; i < g->all.n; i++) {
		sb_u32s *needs = &g->all.at[i].needs;
		uint32_t kept = 0;
		for (uint32_t k = 0; k < needs->n; k++)
			if (!is_known_at_start(g, needs->at[k]))
				needs->at[kept++] = needs->at[k];
		needs->n = kept;
	}
}

static void divide(grouping *g)
{
	for (uint32_t k = 0; k < g->order.n; k++) {
		definition *d = &g->all.at[g->order.at[k]];
		uint32_t found = UINT32_MAX;
		if (d->loop)
			continue;
		for (uint32_t i = 0; i < g->groups.n && found == UINT32_MAX; i++) {
			const sb_u32s *other = &g->all.at[g->groups.at[i].at[0]].needs;
			if (other->n == d->needs.n && (!d->needs.n || memcmp(other->at, d->needs.at, 4ul * d->needs.n) == 0))
				found = i;
		}
		if (found == UINT32_MAX) {
			sb_push(g->s->scratch, g->groups, ((sb_u32s){0}));
			found = g->groups.n - 1;
		}
		d->group = found;
		sb_push(g->s->scratch, g->groups.at[found], g->order.at[k]);
	}
}

/* ------------------------------------------------------------------------------------------------ what is wanted */

static void want(grouping *g, sx_ref e)
{
	uint64_t known;
	if (sb_map_get(&g->by_left, e, &known))
		g->all.at[known - 1].wanted = true;
}

static bool see_wanted(void *context, const sx_pool *pool, sx_ref e)
{
	grouping *g = context;
	(void)pool;
	want(g, e);
	return true;
}

static void want_all_of(grouping *g, sx_ref e)
{
	if (e)
		sx_visit(g->s->pool, e, see_wanted, g);
}

static void want_statements(grouping *g, const sm_statements *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *t = list->at[i];
		const sx_ref parts[] = {t->target, t->value, t->condition, t->from, t->to, t->step};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			want_all_of(g, parts[k]);
		for (uint32_t b = 0; b < t->branches.n; b++) {
			want_all_of(g, t->branches.at[b].condition);
			for (uint32_t k = 0; k < t->branches.at[b].any.n; k++)
				want_all_of(g, t->branches.at[b].any.at[k]);
			want_statements(g, &t->branches.at[b].body);
		}
	}
}

static bool is_taken(const grouping *g, const sm_equation *q)
{
	uint64_t known;
	return sb_map_get(&g->by_equation, (uint64_t)(uintptr_t)q, &known) && !g->all.at[known - 1].loop;
}

static void want_equations(grouping *g, const sm_equations *all)
{
	for (uint32_t i = 0; i < all->n; i++) {
		const sm_equation *q = all->at[i];
		if (is_taken(g, q))
			continue;
		want_all_of(g, q->lhs);
		want_all_of(g, q->rhs);
		for (uint32_t k = 0; k < q->targets.n; k++)
			want_all_of(g, q->targets.at[k]);
		want_statements(g, &q->statements);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			want_all_of(g, q->branches.at[b].condition);
			for (uint32_t k = 0; k < q->branches.at[b].any.n; k++)
				want_all_of(g, q->branches.at[b].any.at[k]);
			want_equations(g, &q->branches.at[b].body);
		}
	}
}

/* Inside of conditions and left limits, which stay outside of the segment. */
static void want_outside(grouping *g, sx_ref e)
{
	if (sm_stays_outside(g->s->pool, e, false)) {
		want_all_of(g, e);
		return;
	}
	for (uint32_t i = 0; i < sx_at(g->s->pool, e)->count; i++)
		want_outside(g, sx_arg(g->s->pool, e, i));
}

/* Arrays are declared as a whole, so each element is given. */
static void find_wanted(grouping *g, const sm_equations *all)
{
	const sm_model *m = g->s->m;

	want_equations(g, all);
	want_equations(g, &m->initial_equations);
	for (uint32_t v = 0; v < m->variables.n; v++) {
		const sm_variable *x = sm_var(m, v);
		const sx_ref parts[] = {x->binding, x->start, x->min, x->max, x->nominal, x->fixed};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			want_all_of(g, parts[k]);
	}
	for (uint32_t i = 0; i < g->all.n; i++) {
		definition *d = &g->all.at[i];
		bool der = sx_op_of(g->s->pool, d->left) == SX_DER;
		const sm_variable *v = der ? NULL : sm_var(m, sx_at(g->s->pool, d->left)->payload);
		d->wanted = d->wanted || der || v->rank || v->causality == SM_OUTPUT;
		if (d->loop)
			continue;
		want_outside(g, d->right);
		for (uint32_t k = 0; k < d->reads.n; k++)
			if (g->all.at[d->reads.at[k]].group != d->group)
				g->all.at[d->reads.at[k]].wanted = true;
	}
}

/* ------------------------------------------------------------------------------------------------------ segments */

static sm_variable shape_of_left(const grouping *g, sx_ref left)
{
	return (sm_variable){.type = sx_type_of(g->s->pool, left)};
}

/* The rate of a state is no target of a call: it gets a variable of its own. */
static sx_ref target_of(grouping *g, sx_ref left, sm_equations *made)
{
	sm_model *m = g->s->m;

	if (sx_op_of(g->s->pool, left) != SX_DER)
		return left;
	uint32_t v = sm_add_variable(m, sb_printf(m->arena, "%srate_%u", g->s->prefix, m->variables.n), SX_REAL, NULL, 0);
	sm_edit(m, v)->hidden = true;
	sm_edit(m, v)->is_protected = true;
	sm_equation *q = sm_equation_new(m, SM_EQUAL, g->s->span, "");
	q->lhs = left;
	q->rhs = sm_ref(m, v);
	sb_push(m->arena, *made, q);
	return sm_ref(m, v);
}

static void make_call(grouping *g, sm_segment_making *k, const sm_exprs *given, sm_equations *made)
{
	sm_model *m = g->s->m;
	uint32_t f = sm_segment_close(k);
	sx_type type = m->functions.at[f]->locals.at[k->f->args].type;
	sm_equation *q = sm_equation_new(m, given->n == 1 ? SM_EQUAL : SM_CALL, g->s->span, "");

	q->rhs = sx_call(g->s->pool, f, type, k->actual.at, k->actual.n);
	if (given->n == 1)
		q->lhs = given->at[0];
	for (uint32_t i = 0; i < given->n && given->n > 1; i++)
		sb_push(m->arena, q->targets, target_of(g, given->at[i], made));
	sb_push(m->arena, *made, q);
}

static void make_segment(grouping *g, const sb_u32s *group, sm_equations *made)
{
	sm_segment_making k;
	sm_exprs given = {0};

	g->s->span = g->all.at[group->at[0]].q->span;
	sm_segment_open(&k, g->s, false);
	for (uint32_t i = 0; i < group->n; i++) {
		definition *d = &g->all.at[group->at[i]];
		sm_variable like = shape_of_left(g, d->left);
		uint32_t local = sm_segment_local(&k, &like, false, d->wanted ? SM_RESULT : SM_TEMPORARY);
		sm_statement *t = sm_statement_new(g->s->m, SM_ASSIGN, g->s->span);
		t->target = sx_local(g->s->pool, local, like.type, NULL, 0);
		t->value = sm_segment_inside(&k, d->right);
		sb_push(g->s->m->arena, k.f->body, t);
		sb_map_put(&k.own, d->left, local + 1);
		if (d->wanted)
			sb_push(g->s->scratch, given, d->left);
	}
	if (given.n)
		make_call(g, &k, &given, made);
}

/* y = x hides nothing, and b = x > 1 is a condition by itself. */
static bool is_open_alone(const grouping *g, const sb_u32s *group)
{
	const definition *d = &g->all.at[group->at[0]];
	sx_op op = sx_op_of(g->s->pool, d->right);

	return group->n == 1 && op != SX_CONST && op != SX_TIME &&
		   (sm_is_open(g->s, d->right) || sm_stays_outside(g->s->pool, d->right, false));
}

static void make_equation(grouping *g, const definition *d, sm_equations *made)
{
	if (!d->wanted)
		return;
	g->s->span = d->q->span;
	sm_equation *q = sm_equation_new(g->s->m, SM_EQUAL, d->q->span, "");
	q->lhs = d->left;
	q->rhs = sm_seal_expr(g->s, d->right, false);
	sb_push(g->s->m->arena, *made, q);
}

void sm_seal_definitions(sm_sealing *s, sm_equations *all, sm_equations *made)
{
	grouping g = {.s = s, .by_left = sb_map_new(s->scratch), .by_equation = sb_map_new(s->scratch),
				  .states = sb_map_new(s->scratch), .started = sb_map_new(s->scratch)};
	uint32_t kept = 0;

	find_states(&g, all);
	find_states(&g, &s->m->initial_equations);
	for (uint32_t i = 0; i < all->n; i++)
		add_definition(&g, all->at[i]);
	for (uint32_t i = 0; i < g.all.n; i++)
		look(&g, &g.all.at[i], g.all.at[i].right);
	for (uint32_t i = 0; i < g.all.n; i++)
		if (g.all.at[i].mark == FRESH)
			visit(&g, i);
	gather_needs(&g);
	forget_known(&g);
	divide(&g);
	find_wanted(&g, all);
	for (uint32_t i = 0; i < all->n; i++)
		if (!is_taken(&g, all->at[i]))
			all->at[kept++] = all->at[i];
	all->n = kept;
	for (uint32_t i = 0; i < g.groups.n && !s->failed; i++) {
		if (is_open_alone(&g, &g.groups.at[i]))
			make_equation(&g, &g.all.at[g.groups.at[i].at[0]], made);
		else
			make_segment(&g, &g.groups.at[i], made);
	}
}
