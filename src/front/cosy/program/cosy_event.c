/* Events and processes as routines of the model; conditions and WHENs as events that cause them. */
#include "front/cosy/program/cosy_program.h"

#include <string.h>

uint32_t co_add_routine(co_context *c, const char *name, sm_routine_kind kind, sb_span span)
{
	sm_routine r = {.name = name, .kind = kind, .span = span};

	sb_push(c->arena, c->m->routines, r);
	return c->m->routines.n - 1;
}

/* ---- arguments and locals */

static void add_slot(co_context *c, sm_routine *r, co_symbol *s, sm_role role, sx_ref binding)
{
	sm_local one = {
		.name = s->name, .type = s->value_type, .rank = s->rank, .role = role, .binding = binding, .span = s->span};

	one.dims = co_dims(c, s);
	one.lower = co_lower(c, s);
	s->local = r->locals.n;
	sb_push(c->arena, r->locals, one);
}

static co_symbol *new_local(co_context *c, const char *name, const co_node *var)
{
	return co_new_symbol(c, CO_LOCAL_NAME, name, var->name_span, var);
}

static bool add_local(co_scope *scope, sm_routine *r, sb_map *locals, const co_node *var, sm_role role)
{
	co_context *c = scope->c;
	co_symbol *s = new_local(c, var->name, var), *before = sb_map_find(locals, var->name);

	if (!co_set_type(c, s, co_child(var, 0)) || !co_bounds(c, s, co_child(var, 1)))
		return false;
	if (before) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "K0302", var->name_span, "'%s' is declared twice", var->name);
		sb_also(m, before->span, "it was declared here");
		return false;
	}
	if (!co_may_be_local(c, s, "an event or process", true))
		return false;
	sb_map_set(locals, var->name, s);
	if (s->type != CO_T_RECORD) {
		sx_ref value = co_child(var, 2) && !s->rank
						   ? co_typed(scope, co_child(var, 2), s->value_type, "the value of a declaration")
						   : 0;
		add_slot(c, r, s, role, value);
		return true;
	}
	for (uint32_t i = 0; i < s->record->fields.n; i++) {
		const co_symbol *f = s->record->fields.at[i];
		co_symbol *one = new_local(c, sb_intern(c->names, sb_printf(c->arena, "%s.%s", s->name, f->name)), var);
		one->type = f->type;
		one->value_type = f->value_type;
		one->record = f->record;
		one->rank = s->rank;
		memcpy(one->lower, s->lower, sizeof s->lower);
		memcpy(one->upper, s->upper, sizeof s->upper);
		add_slot(c, r, one, role, 0);
		sb_push(c->arena, s->fields, one);
	}
	return true;
}

/* ---- descriptions */

static co_symbol *described_symbol(co_context *c, const co_node *n)
{
	co_symbol *s = co_global(c, n->name);
	bool event = n->kind == CO_EVENT;
	sb_message *m;

	if (!s) {
		m = sb_report(c->diag, SB_ERROR, "K0521", n->name_span, "the event '%s' is described, but not declared",
					  n->name);
		sb_help(m, "declare it under VAR: SEVENT %s if a condition causes it, TEVENT %s if it is scheduled", n->name,
				n->name);
		return NULL;
	}
	if (s->meaning != (event ? CO_EVENT_NAME : CO_CLASS)) {
		m = sb_report(c->diag, SB_ERROR, "K0522", n->name_span,
					  "'%s' is described as %s, but it is not declared as one", n->name,
					  event ? "an event" : "a process");
		sb_also(m, s->span, "'%s' is declared here", n->name);
		return NULL;
	}
	if (s->described) {
		m = sb_report(c->diag, SB_ERROR, "K0523", n->name_span, "'%s' is described twice", n->name);
		sb_also(m, s->described->name_span, "it is described here");
		return NULL;
	}
	return s;
}

static void prepare(co_context *c, const co_node *n)
{
	co_symbol *s = n->kind == CO_EVENT || n->kind == CO_PROCESS ? described_symbol(c, n) : NULL;
	const co_node *formals = co_child(n, 0);
	co_scope scope = {.c = c, .component = ""};

	if (!s)
		return;
	s->described = n;
	s->object = co_add_routine(c, s->name, n->kind == CO_EVENT ? SM_HAPPENING : SM_PROCESS, n->name_span);
	s->locals = sb_new(c->arena, sb_map);
	*s->locals = sb_map_new(c->arena);
	for (uint32_t i = 0; i < co_count(formals); i++)
		add_local(&scope, &c->m->routines.at[s->object], s->locals, formals->of.at[i], SM_ARG);
	c->m->routines.at[s->object].args = c->m->routines.at[s->object].locals.n;
}

void co_prepare_routines(co_context *c)
{
	for (uint32_t i = 0; i < c->discrete.n; i++)
		for (uint32_t k = 0; k < co_count(c->discrete.at[i].node); k++)
			prepare(c, c->discrete.at[i].node->of.at[k]);
}

static void lower_routine(co_context *c, const co_node *n, const char *component)
{
	co_symbol *s = co_global(c, n->name);
	sb_map later = sb_map_new(c->arena), copies = sb_map_new(c->arena);
	bool event = n->kind == CO_EVENT;

	if (!s || s->described != n)
		return;
	sm_routine r = c->m->routines.at[s->object];
	co_scope scope = {.c = c,
					  .place = event ? CO_IN_EVENT : CO_IN_PROCESS,
					  .component = component,
					  .routine = &r,
					  .locals = s->locals,
					  .process = s,
					  .later = event ? &later : NULL,
					  .copies = event ? &copies : NULL};
	const co_node *vars = event ? NULL : co_child(n, 1);
	for (uint32_t i = 0; i < co_count(vars); i++) {
		const co_node *list = vars->of.at[i]->kind == CO_VARS ? co_child(vars->of.at[i], 0) : vars;
		for (uint32_t k = 0; k < co_count(list); k++)
			if (add_local(&scope, &r, s->locals, list->of.at[k], SM_TEMPORARY) && co_child(list->of.at[k], 1))
				co_give_value(&scope, list->of.at[k], &r.body);
		if (list == vars)
			break;
	}
	if (event)
		co_copy_states(&scope, co_child(n, 1), co_child(n, 1), 0);
	co_do_statements(&scope, co_child(n, event ? 1 : 2), &r.body);
	if (event)
		co_finish_later(&scope, &r.body);
	c->m->routines.at[s->object] = r;
}

static void lower_once(co_context *c, const char *name, co_where place, const co_section *pieces, uint32_t count,
					   sb_u32s *into)
{
	for (uint32_t i = 0; i < count; i++) {
		sb_map locals = sb_map_new(c->arena);
		uint32_t number = co_add_routine(c, name, SM_ONCE, pieces[i].node->span);
		sm_routine r = c->m->routines.at[number];
		co_scope scope = {.c = c, .place = place, .component = pieces[i].component, .routine = &r, .locals = &locals};
		co_do_statements(&scope, pieces[i].node, &r.body);
		c->m->routines.at[number] = r;
		sb_push(c->arena, *into, number);
	}
}

void co_lower_routines(co_context *c)
{
	for (uint32_t i = 0; i < c->discrete.n; i++)
		for (uint32_t k = 0; k < co_count(c->discrete.at[i].node); k++)
			lower_routine(c, c->discrete.at[i].node->of.at[k], c->discrete.at[i].component);
	lower_once(c, "INITIAL", CO_IN_INITIAL, c->initial.at, c->initial.n, &c->m->begin);
	lower_once(c, "TERMINAL", CO_IN_TERMINAL, c->terminal.at, c->terminal.n, &c->m->end);
}

/* ---- what causes events */

static sm_event *add_event(co_context *c, const char *name, sm_trigger trigger, sx_ref when, int direction,
						   sb_span span)
{
	sm_event e = {.name = name, .trigger = trigger, .when = when, .direction = direction, .span = span};

	sb_push(c->arena, c->m->events, e);
	return &c->m->events.at[c->m->events.n - 1];
}

/* The statements of WHEN. Without locals they are the action itself, otherwise a routine that the action starts. */
void co_hidden_event(co_scope *s, const co_node *at, sm_trigger trigger, sx_ref when, int direction,
					 const co_node *statements)
{
	co_context *c = s->c;
	sb_map locals = sb_map_new(c->arena), later = sb_map_new(c->arena), copies = sb_map_new(c->arena);
	const char *name = sb_printf(c->arena, "WHEN.%u", ++c->hidden);
	sm_routine r = {.name = name, .kind = SM_HAPPENING, .span = at->span};
	co_scope inner = {.c = c,
					  .place = CO_IN_EVENT,
					  .component = s->component,
					  .routine = &r,
					  .locals = &locals,
					  .later = &later,
					  .copies = &copies};

	co_copy_states(&inner, statements, statements, 0);
	co_do_statements(&inner, statements, &r.body);
	co_finish_later(&inner, &r.body);
	sm_event *e = add_event(c, name, trigger, when, direction, at->span);
	if (!r.locals.n) {
		e->action = r.body;
		return;
	}
	sb_push(c->arena, c->m->routines, r);
	sm_statement *start = sm_statement_new(c->m, SM_START, at->span);
	start->object = c->m->routines.n - 1;
	sb_push(c->arena, e->action, start);
}

/* Whether the function was just past zero when its branch was entered, and has not gone back since: it is the crossing
 * that led here. */
static sx_ref just_past(co_scope *s, const co_node *n, sx_ref past, sx_ref function, double tolerance)
{
	co_context *c = s->c;
	sx_pool *p = c->pool;
	sx_ref v = sm_ref(c->m, co_hidden_variable(c, "past", SX_BOOLEAN, SM_DISCRETE, sx_bool(p, false), n->span));
	sx_ref near = sx_binary(p, SX_LE, sx_unary(p, SX_ABS, function), sx_real(p, tolerance));
	sx_ref values[2] = {sx_binary(p, SX_AND, past, sx_unary(p, SX_NOEVENT, near)), sx_bool(p, false)};
	sm_equation *q = sm_equation_new(c->m, SM_WHEN, n->span, s->component);

	for (int i = 0; i < 2; i++) {
		sm_branch branch = {.condition = i ? sx_unary(p, SX_NOT, past) : s->active, .span = n->span};
		sm_equation *set = sm_equation_new(c->m, SM_EQUAL, n->span, s->component);
		set->lhs = v;
		set->rhs = values[i];
		sb_push(c->arena, branch.body, set);
		sb_push(c->arena, q->branches, branch);
	}
	sb_push(c->arena, c->m->equations, q);
	return v;
}

/* A crossing in a branch is watched while the branch holds. One that is past already when its branch is entered, by
 * more than the tolerance, happens then: the condition of the branch is met. Where no direction was said, which side it
 * came from is not known, and only a passage counts. */
void co_condition(co_scope *s, const co_node *n)
{
	co_context *c = s->c;
	sx_pool *p = c->pool;
	co_symbol *event = co_event_named(s, n);
	sx_ref x = co_typed(s, co_child(n, 0), SX_REAL, "what crosses"),
		   y = co_typed(s, co_child(n, 1), SX_REAL, "what is crossed");
	double tolerance = 1e-6;

	if (co_child(n, 2) && co_number_constant(s, co_child(n, 2), "the tolerance", &tolerance) && tolerance <= 0)
		sb_help(sb_report(c->diag, SB_ERROR, "K0526", co_child(n, 2)->span,
						  "the tolerance of a condition must be greater than zero"),
				"write TOL = 1.0E-3, or leave it out");
	if (!event || !x || !y)
		return;
	event->by_condition = true;
	sx_ref function = sx_binary(p, SX_SUB, x, y);
	int direction = n->number > 0 ? 1 : n->number < 0 ? -1 : 0;
	const sm_routine *r = &c->m->routines.at[event->object];
	if (r->args) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0527", n->span,
						  "the event '%s' has arguments, which a condition cannot give", n->name),
				"write WHEN ... THEN SCHEDULE %s (...)", n->name);
		return;
	}
	sm_event *e;
	if (s->active && direction) {
		sx_ref past = sx_binary(p, direction > 0 ? SX_GT : SX_LT, function, sx_real(p, 0));
		sx_ref fresh = sx_unary(p, SX_NOT, just_past(s, n, past, function, tolerance));
		e = add_event(c, event->name, SM_ON_EDGE, sx_binary(p, SX_AND, s->active, sx_binary(p, SX_AND, past, fresh)), 0,
					  n->span);
	} else {
		e = add_event(c, event->name, SM_ON_CROSSING, function, direction, n->span);
	}
	sm_statements action = {0};
	if (r->locals.n) {
		sm_statement *start = sm_statement_new(c->m, SM_START, n->span);
		start->object = event->object;
		sb_push(c->arena, action, start);
	} else {
		action = r->body;
	}
	if (s->active && !direction) {
		sm_statement *choice = sm_statement_new(c->m, SM_IF_DO, n->span);
		sm_statement_branch branch = {.condition = s->active, .body = action, .span = n->span};
		sb_push(c->arena, choice->branches, branch);
		sb_push(c->arena, e->action, choice);
	} else {
		e->action = action;
	}
}
