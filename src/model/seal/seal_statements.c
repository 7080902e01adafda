/* Statements as segments. A list in which nothing happens but assignments, choices and loops is one segment: a function
 * of what it reads, which gives what it sets. A variable that it need not set is passed in as well, and goes out again
 * as it came. Of all other lists each statement is looked at by itself. */
#include "model/seal/seal_inside.h"

#include <string.h>

sm_statements sm_map_statements(sb_arena *arena, const sm_statements *list, sm_map_expr map, void *context)
{
	sm_statements out = {0};

	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *from = list->at[i];
		sm_statement *s = sb_new(arena, sm_statement);
		*s = *from;
		sx_ref *const parts[] = {&s->target, &s->value, &s->condition, &s->from, &s->to, &s->step};
		for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
			*parts[k] = *parts[k] ? map(context, *parts[k]) : 0;
		s->targets = (sm_exprs){0};
		for (uint32_t k = 0; k < from->targets.n; k++)
			sb_push(arena, s->targets, from->targets.at[k] ? map(context, from->targets.at[k]) : 0);
		memset(&s->branches, 0, sizeof s->branches);
		for (uint32_t b = 0; b < from->branches.n; b++) {
			sm_statement_branch branch = from->branches.at[b];
			branch.condition = branch.condition ? map(context, branch.condition) : 0;
			branch.body = sm_map_statements(arena, &branch.body, map, context);
			sb_push(arena, s->branches, branch);
		}
		sb_push(arena, out, s);
	}
	return out;
}

/* -------------------------------------------------------------------------------------------- one segment for all */

static bool has_event(const sx_pool *pool, sx_ref e, bool plain)
{
	uint16_t flags = e ? sx_flags(pool, e) : 0;
	return (flags & (SX_HAS_EVENT_OP | SX_HAS_STATEFUL)) || (!plain && (flags & SX_HAS_RELATION));
}

static bool is_procedure(const sm_sealing *s, const sm_statements *list, bool plain)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *t = list->at[i];
		if (t->kind > SM_WHILE && t->kind != SM_BREAK)
			return false;
		if (has_event(s->pool, t->value, plain) || has_event(s->pool, t->target, plain) ||
			(t->value && sx_type_of(s->pool, t->value) == SX_STRING))
			return false;
		for (uint32_t b = 0; b < t->branches.n; b++)
			if (has_event(s->pool, t->branches.at[b].condition, plain) ||
				!is_procedure(s, &t->branches.at[b].body, plain))
				return false;
	}
	return list->n > 0;
}

static void find_targets(sm_sealing *s, const sm_statements *list, sb_u32s *variables, sb_u32s *iterators)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *t = list->at[i];
		for (uint32_t k = 0; k < t->targets.n + 1; k++) {
			sx_ref target = k < t->targets.n ? t->targets.at[k] : t->target;
			bool old = !target;
			for (uint32_t j = 0; j < variables->n && !old; j++)
				old = variables->at[j] == sx_at(s->pool, target)->payload;
			if (!old)
				sb_push(s->scratch, *variables, sx_at(s->pool, target)->payload);
		}
		if (t->kind == SM_FOR)
			sb_push(s->scratch, *iterators, t->iterator);
		for (uint32_t b = 0; b < t->branches.n; b++)
			find_targets(s, &t->branches.at[b].body, variables, iterators);
	}
}

typedef struct reading { uint32_t variable; bool found; } reading;

static bool see_reading(void *context, const sx_pool *pool, sx_ref e)
{
	reading *r = context;
	r->found = r->found || (sx_op_of(pool, e) == SX_VAR && sx_at(pool, e)->payload == r->variable);
	return !r->found;
}

static bool reads(const sm_sealing *s, sx_ref e, uint32_t variable)
{
	reading r = {variable, false};
	if (e)
		sx_visit(s->pool, e, see_reading, &r);
	return r.found;
}

/* Is the value from before needed? *set: it certainly has another one behind the list. */
static bool needs_before(const sm_sealing *s, const sm_statements *list, uint32_t variable, bool *set)
{
	for (uint32_t i = 0; i < list->n && !*set; i++) {
		const sm_statement *t = list->at[i];
		bool all = t->kind == SM_IF_DO && t->branches.n && !t->branches.at[t->branches.n - 1].condition;
		if (reads(s, t->value, variable) || reads(s, t->from, variable) || reads(s, t->to, variable) ||
			reads(s, t->step, variable))
			return true;
		for (uint32_t b = 0; b < t->branches.n; b++) {
			bool here = false;
			if (reads(s, t->branches.at[b].condition, variable) ||
				needs_before(s, &t->branches.at[b].body, variable, &here))
				return true;
			all = all && here;
		}
		for (uint32_t k = 0; k < t->targets.n + 1; k++) {
			sx_ref target = k < t->targets.n ? t->targets.at[k] : t->target;
			all = all || (target && sx_at(s->pool, target)->payload == variable && !sx_at(s->pool, target)->count);
		}
		*set = all;
	}
	return false;
}

static sx_ref inside(void *context, sx_ref e)
{
	return sm_segment_inside(context, e);
}

/* What goes out as it came where nothing sets it. The argument is met before the variable becomes the segment's. */
static void keep_before(sm_segment_making *k, sx_ref var, sx_ref own)
{
	sm_statement *keep = sm_statement_new(k->s->m, SM_ASSIGN, k->s->span);

	keep->target = own;
	keep->value = sm_segment_inside(k, var);
	sb_push(k->s->m->arena, k->f->body, keep);
}

static sm_statement *call_of(sm_sealing *s, const sm_statements *list, bool plain)
{
	sm_segment_making k;
	sb_u32s variables = {0};
	sm_statement *call = sm_statement_new(s->m, SM_ASSIGN_CALL, s->span);

	sm_segment_open(&k, s, plain);
	find_targets(s, list, &variables, &k.bound);
	for (uint32_t i = 0; i < variables.n; i++) {
		const sm_variable *v = sm_var(s->m, variables.at[i]);
		sx_ref whole = sm_ref(s->m, variables.at[i]);
		uint32_t local = sm_segment_local(&k, v, true, SM_RESULT);
		bool set = false;
		if (needs_before(s, list, variables.at[i], &set) || !set)
			keep_before(&k, whole, sx_local(s->pool, local, v->type, NULL, 0));
		sb_map_put(&k.own, whole, local + 1);
		sb_push(s->m->arena, call->targets, whole);
	}
	sm_statements body = sm_map_statements(s->m->arena, list, inside, &k);
	for (uint32_t i = 0; i < body.n; i++)
		sb_push(s->m->arena, k.f->body, body.at[i]);
	uint32_t f = sm_segment_close(&k);
	call->value = sx_call(s->pool, f, s->m->functions.at[f]->locals.at[k.f->args].type, k.actual.at, k.actual.n);
	if (call->targets.n == 1) {
		call->kind = SM_ASSIGN;
		call->target = call->targets.at[0];
		call->targets.n = 0;
	}
	return call;
}

/* ------------------------------------------------------------------------------------------------- one by one */

static bool is_copy(const sm_sealing *s, const sm_statements *list)
{
	return list->n == 1 && list->at[0]->kind == SM_ASSIGN && sm_is_open(s, list->at[0]->value) &&
		   sx_op_of(s->pool, list->at[0]->value) == SX_VAR;
}

static sm_statement *seal_one(sm_sealing *s, const sm_statement *from, bool plain)
{
	sm_statement *t = sb_new(s->m->arena, sm_statement);
	bool when = from->kind == SM_WHEN_DO;

	*t = *from;
	memset(&t->branches, 0, sizeof t->branches);
	s->span = from->span.source ? from->span : s->span;
	if (from->kind == SM_FOR || from->kind == SM_WHILE) {
		sm_cannot_seal(s, "a loop of an algorithm in which events take place");
		return t;
	}
	if (from->kind > SM_REINIT_DO)
		sm_cannot_seal(s, "a statement of a process or a function that is called for its effect");
	t->value = from->kind == SM_TERMINATE_DO || from->kind == SM_ASSERT_DO ? from->value
																		  : sm_seal_expr(s, from->value, plain);
	t->condition = sm_seal_condition(s, from->condition, plain);
	for (uint32_t b = 0; b < from->branches.n; b++) {
		sm_statement_branch branch = from->branches.at[b];
		branch.condition = sm_seal_condition(s, branch.condition, plain && !when);
		for (uint32_t i = 0; i < branch.any.n; i++)
			branch.any.at[i] = sm_seal_condition(s, branch.any.at[i], plain && !when);
		branch.body = sm_seal_statements(s, &branch.body, plain || when);
		sb_push(s->m->arena, t->branches, branch);
	}
	return t;
}

sm_statements sm_seal_statements(sm_sealing *s, const sm_statements *list, bool plain)
{
	sm_statements out = {0};

	if (list->n && list->at[0]->span.source)
		s->span = list->at[0]->span;
	if (is_copy(s, list))
		return *list;
	if (is_procedure(s, list, plain)) {
		sb_push(s->m->arena, out, call_of(s, list, plain));
		return out;
	}
	for (uint32_t i = 0; i < list->n && !s->failed; i++)
		sb_push(s->m->arena, out, seal_one(s, list->at[i], plain));
	return out;
}
