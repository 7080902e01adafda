/* The whole model: what cannot be sealed, choices, definitions, all other expressions, and what stays of it. */
#include "model/seal/seal.h"

#include <string.h>

#include "model/differentiate/differentiate.h"
#include "model/seal/seal_inside.h"

/* ------------------------------------------------------------------------------------------- what cannot be sealed */

static bool has_clock(const sm_model *m)
{
	for (uint32_t v = 0; v < m->variables.n; v++)
		if (m->variables.at[v].type == SX_CLOCK)
			return true;
	return sm_has_clocks(m);
}

static const char *forbidden(const sm_model *m)
{
	if (m->blocks.n)
		return "a block whose inside is C, Python or an FMU";
	if (m->routines.n || m->resources.n || m->experiments.n)
		return "a process";
	if (m->events.n || m->activations)
		return "an event that is no condition";
	if (m->instances.n || m->machine_states.n)
		return "a state machine";
	if (m->objects)
		return "an external object";
	return has_clock(m) ? "a clock" : NULL;
}

/* ------------------------------------------------------------------------------------------------------- choices */

/* An if-equation whose branches define the same variables is a choice of values:
 *
 *     if c then y = a; else y = b; end if;         y = if c then a else b; */
typedef struct value { sx_ref left, right; } value;
typedef sb_vec(value) values;

static bool values_of(sm_sealing *s, const sm_equations *body, values *out);

static sx_ref value_in(const values *list, sx_ref left)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i].left == left)
			return list->at[i].right;
	return 0;
}

static bool choose(sm_sealing *s, const sm_equation *q, values *out)
{
	values *of = sb_new_array(s->scratch, values, q->branches.n + 1);
	uint32_t n = q->branches.n;

	if (q->domain.n || q->instance || q->holds || n < 2 || q->branches.at[n - 1].condition)
		return false;
	for (uint32_t b = 0; b < n; b++)
		if (!values_of(s, &q->branches.at[b].body, &of[b]) || of[b].n != of[0].n)
			return false;
	for (uint32_t i = 0; i < of[0].n; i++) {
		sx_ref right = value_in(&of[n - 1], of[0].at[i].left);
		for (uint32_t b = n - 1; b-- > 0 && right;) {
			sx_ref one = value_in(&of[b], of[0].at[i].left);
			right = one ? sx_if(s->pool, q->branches.at[b].condition, one, right) : 0;
		}
		if (!right)
			return false;
		sb_push(s->scratch, *out, ((value){of[0].at[i].left, right}));
	}
	return true;
}

static bool values_of(sm_sealing *s, const sm_equations *body, values *out)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];
		sx_op op = q->kind == SM_EQUAL ? sx_op_of(s->pool, q->lhs) : SX_NOTHING;
		if (q->kind == SM_IF && choose(s, q, out))
			continue;
		if (q->domain.n || (op != SX_VAR && op != SX_DER) || value_in(out, q->lhs))
			return false;
		sb_push(s->scratch, *out, ((value){q->lhs, q->rhs}));
	}
	return true;
}

static void make_choices(sm_sealing *s, sm_equations *all)
{
	sm_equations out = {0};

	for (uint32_t i = 0; i < all->n; i++) {
		values list = {0};
		if (all->at[i]->kind != SM_IF || !choose(s, all->at[i], &list)) {
			sb_push(s->m->arena, out, all->at[i]);
			continue;
		}
		for (uint32_t k = 0; k < list.n; k++) {
			sm_equation *q = sm_equation_new(s->m, SM_EQUAL, all->at[i]->span, all->at[i]->component);
			q->lhs = list.at[k].left;
			q->rhs = list.at[k].right;
			sb_push(s->m->arena, out, q);
		}
	}
	*all = out;
}

/* ------------------------------------------------------------------------------------------------ other equations */

/* (a, b) = f(x): the call itself is inside of the segment. */
static void seal_call(sm_sealing *s, sm_equation *q)
{
	const sm_function *called = s->m->functions.at[sx_at(s->pool, q->rhs)->payload];
	sm_statement *t = sm_statement_new(s->m, SM_ASSIGN_CALL, s->span);
	sm_segment_making k;

	sm_segment_open(&k, s, false);
	for (uint32_t i = 0; i < called->results; i++) {
		const sm_local *l = &called->locals.at[called->args + i];
		uint32_t shape[8] = {0};
		for (uint32_t d = 0; d < l->rank && d < 8; d++)
			shape[d] = (uint32_t)sx_int_value(s->pool, l->dims[d]);
		sm_variable like = {.type = l->type, .rank = l->rank, .shape = shape};
		uint32_t local = sm_segment_local(&k, &like, true, SM_RESULT);
		sb_push(s->m->arena, t->targets, sx_local(s->pool, local, l->type, NULL, 0));
	}
	t->value = sm_segment_inside(&k, q->rhs);
	sb_push(s->m->arena, k.f->body, t);
	sx_type type = sx_type_of(s->pool, q->rhs);
	q->rhs = sx_call(s->pool, sm_segment_close(&k), type, k.actual.at, k.actual.n);
}

static void seal_equations(sm_sealing *s, sm_equations *all, bool plain);

static void seal_equation(sm_sealing *s, sm_equation *q, bool plain)
{
	s->span = q->span.source ? q->span : s->span;
	switch (q->kind) {
	case SM_CALL:
		seal_call(s, q);
		return;
	case SM_ALGORITHM:
		q->statements = sm_seal_statements(s, &q->statements, plain);
		return;
	case SM_ASSERT:
		q->lhs = sm_seal_condition(s, q->lhs, plain);
		return;
	case SM_TERMINATE:
		return;
	default:
		q->lhs = sm_seal_expr(s, q->lhs, plain);
		q->rhs = sm_seal_expr(s, q->rhs, plain);
	}
	for (uint32_t b = 0; b < q->branches.n; b++) {
		sm_branch *branch = &q->branches.at[b];
		branch->condition = sm_seal_condition(s, branch->condition, plain);
		for (uint32_t i = 0; i < branch->any.n; i++)
			branch->any.at[i] = sm_seal_condition(s, branch->any.at[i], plain);
		seal_equations(s, &branch->body, plain || q->kind == SM_WHEN);
	}
}

static void seal_equations(sm_sealing *s, sm_equations *all, bool plain)
{
	for (uint32_t i = 0; i < all->n && !s->failed; i++)
		seal_equation(s, all->at[i], plain);
}

static void seal_variables(sm_sealing *s)
{
	for (uint32_t i = 0; i < s->m->variables.n && !s->failed; i++) {
		sm_variable *v = sm_edit(s->m, i);
		sx_ref *const parts[] = {&v->binding, &v->start, &v->min, &v->max, &v->nominal, &v->fixed};
		s->span = v->span;
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
			sx_ref e = *parts[k];
			/* literals of arrays are values of the interface */
			if (e && (sx_flags(s->pool, e) & (SX_HAS_VAR | SX_HAS_CALL)) && sx_op_of(s->pool, e) != SX_ARRAY)
				*parts[k] = sm_seal_expr(s, e, true);
		}
	}
}

/* ---------------------------------------------------------------------------------------------- what stays of it */

typedef struct staying { const sm_sealed *sealed; bool more; } staying;

static bool see_staying(void *context, const sx_pool *pool, sx_ref e)
{
	staying *t = context;
	if (sx_op_of(pool, e) == SX_VAR && !t->sealed->stays[sx_at(pool, e)->payload])
		t->more = t->sealed->stays[sx_at(pool, e)->payload] = true;
	return true;
}

static void stay(staying *t, sx_ref e)
{
	if (e)
		sx_visit(t->sealed->model->pool, e, see_staying, t);
}

static sx_ref stay_mapped(void *context, sx_ref e)
{
	stay(context, e);
	return e;
}

static void stay_equations(staying *t, const sm_equations *all)
{
	sb_arena *arena = sb_arena_new();

	for (uint32_t i = 0; i < all->n; i++) {
		const sm_equation *q = all->at[i];
		stay(t, q->lhs);
		stay(t, q->rhs);
		for (uint32_t k = 0; k < q->targets.n; k++)
			stay(t, q->targets.at[k]);
		sm_map_statements(arena, &q->statements, stay_mapped, t);
		for (uint32_t b = 0; b < q->branches.n; b++) {
			stay(t, q->branches.at[b].condition);
			for (uint32_t k = 0; k < q->branches.at[b].any.n; k++)
				stay(t, q->branches.at[b].any.at[k]);
			stay_equations(t, &q->branches.at[b].body);
		}
	}
	sb_arena_free(arena);
}

static void find_staying(sm_sealed *out)
{
	sm_model *m = out->model;
	staying t = {out, true};

	out->stays = sb_new_array(m->arena, bool, m->variables.n + 1);
	for (uint32_t i = 0; i < m->variables.n; i++) {
		const sm_variable *v = sm_var(m, i);
		bool setting = v->variability == SM_PARAMETER && !v->is_protected && !v->final;
		out->stays[i] = v->causality != SM_INTERNAL || setting;
	}
	stay_equations(&t, &m->equations);
	stay_equations(&t, &m->initial_equations);
	while (t.more) {
		t.more = false;
		for (uint32_t i = 0; i < m->variables.n; i++) {
			const sm_variable *v = sm_var(m, i);
			const sx_ref parts[] = {v->binding, v->start, v->min, v->max, v->nominal, v->fixed};
			for (size_t k = 0; k < sizeof parts / sizeof *parts && out->stays[i]; k++)
				stay(&t, parts[k]);
		}
	}
}

/* ------------------------------------------------------------------------------------------------------ the whole */

static const char *free_prefix(sm_model *m)
{
	const char *prefix = "segment_";
	for (bool taken = true; taken;) {
		taken = false;
		for (uint32_t i = 0; i < m->variables.n; i++)
			taken = taken || strncmp(m->variables.at[i].name, prefix, strlen(prefix)) == 0;
		if (taken)
			prefix = sb_printf(m->arena, "%s_", prefix);
	}
	return prefix;
}

static void add_segments(const sm_sealing *s, sm_sealed *out)
{
	for (uint32_t i = 0; i < s->made.n; i++) {
		const sm_derivative *d = sm_function_derivative(s->m, s->made.at[i], NULL);
		bool moves = false;
		const sm_function *f = s->m->functions.at[s->made.at[i]];
		for (uint32_t k = 0; k < f->results; k++)
			moves = moves || f->locals.at[f->args + k].type == SX_REAL;
		sb_push(s->m->arena, out->segments,
				((sm_segment){s->made.at[i], moves && d->function != UINT32_MAX ? d->function : UINT32_MAX}));
	}
}

bool sm_seal(sm_model *m, sm_sealed *out)
{
	sm_sealing s = {.m = m, .pool = m->pool, .scratch = sb_arena_new(), .prefix = free_prefix(m)};
	sm_equations made = {0};

	*out = (sm_sealed){.model = m};
	s.known = sb_map_new(s.scratch);
	if (forbidden(m))
		sm_cannot_seal(&s, forbidden(m));
	if (!s.failed) {
		make_choices(&s, &m->equations);
		sm_seal_definitions(&s, &m->equations, &made);
		seal_equations(&s, &m->equations, false);
		seal_equations(&s, &m->initial_equations, true);
		seal_variables(&s);
		for (uint32_t i = 0; i < made.n; i++)
			sb_push(m->arena, m->equations, made.at[i]);
	}
	if (!s.failed) {
		add_segments(&s, out);
		find_staying(out);
	}
	sb_arena_free(s.scratch);
	return !s.failed;
}
