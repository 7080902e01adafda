/* CONTINUOUS: equations and what stands among them. A CASE or IF is an if-equation of the model whose branches may give
 * different variables; conditions in a branch are watched while it holds. FOR is a family where it holds equations
 * only, and is written out elsewhere. */
#include "front/cosy/program/cosy_program.h"

#include <string.h>

enum { LOOP_MOST = 100000 };

static void lower_list(co_scope *s, const co_node *list, sm_equations *out);

/* ---- single equations */

static const co_symbol *head_of(co_scope *s, const co_node *left)
{
	return left->kind == CO_NAME && !co_child(left, 1) ? co_find(s, left->name) : NULL;
}

/* What stands alone on the left of an equation is what it is meant to give. */
static bool can_be_given(co_scope *s, const co_node *left)
{
	const co_symbol *head = head_of(s, left);
	sb_message *m;

	if (!head || s->in_module)
		return true;
	if (head->meaning == CO_CONSTANT) {
		m = sb_report(s->c->diag, SB_ERROR, "K0401", left->span, "'%s' is a CONST; an equation cannot determine it",
					  left->name);
		sb_also(m, head->span, "'%s' is declared here", left->name);
		sb_help(m, "declare it under VAR as ALGEBR, or write the equation for something else");
		return false;
	}
	if (head->meaning == CO_VARIABLE && (head->type == CO_T_REAL || head->type == CO_T_INTEGER ||
										 head->type == CO_T_BOOLEAN || head->type == CO_T_DSTATE)) {
		m = sb_report(s->c->diag, SB_ERROR, "K0402", left->span,
					  "'%s' is %s %s, which assignments set; an equation cannot determine it", left->name,
					  head->type == CO_T_INTEGER ? "an" : "a", co_kind_text(head->type));
		sb_also(m, head->span, "'%s' is declared here", left->name);
		sb_help(m, head->type == CO_T_BOOLEAN ? "declare it as LOGIC, or assign it in an event with ':='"
											  : "declare it as ALGEBR, or assign it in an event with ':='");
		return false;
	}
	return true;
}

/* Outside of modules a left side stands once in each branch. */
static bool is_given_twice(co_scope *s, sx_ref left, const co_node *at)
{
	typedef struct earlier {
		const co_node *at;
		sx_ref active;
		struct earlier *next;
	} earlier;
	co_context *c = s->c;
	uint64_t found = 0;
	earlier *list = sb_map_get(&c->given, left, &found) ? (earlier *)(uintptr_t)found : NULL,
			*one = sb_new(c->arena, earlier);

	for (earlier *e = list; e; e = e->next)
		if (e->active == s->active || !e->active || !s->active) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0410", at->span, "two equations determine '%s%s'",
						  at->kind == CO_PRIME ? co_child(at, 0)->name : at->name, at->kind == CO_PRIME ? "'" : "");
			sb_also(m, e->at->span, "this is the other");
			sb_help(m, "remove one of them; in a MODULE, an equation need not be solved for its left side");
			return true;
		}
	*one = (earlier){at, s->active, list};
	sb_map_put(&c->given, left, (uintptr_t)one);
	return false;
}

static void lower_equation(co_scope *s, const co_node *n, sm_equations *out)
{
	const co_node *left = co_child(n, 0), *right = co_child(n, 1);
	sx_pool *p = s->c->pool;

	if (!left || !right || !can_be_given(s, left))
		return;
	sx_ref a = co_expr(s, left), b = co_expr(s, right);
	if (!a || !b)
		return;
	sx_type type = sx_type_of(p, a) == SX_BOOLEAN || sx_type_of(p, b) == SX_BOOLEAN ? SX_BOOLEAN : SX_REAL;
	a = co_convert(s, a, type, left->span, "the left side");
	b = co_convert(s, b, type, right->span, "the right side");
	if (!a || !b)
		return;
	if (!s->in_module && !s->domain.n && (left->kind == CO_NAME || left->kind == CO_PRIME) &&
		is_given_twice(s, a, left))
		return;
	sm_equation *q = sm_equation_new(s->c->m, SM_EQUAL, n->span, s->component);
	q->lhs = a;
	q->rhs = b;
	for (uint32_t i = 0; i < s->domain.n; i++)
		sb_push(s->c->arena, q->domain, s->domain.at[i]);
	sb_push(s->c->arena, *out, q);
}

/* ---- branches */

static sx_ref all_of(sx_pool *p, sx_ref a, sx_ref b)
{
	return !a ? b : !b ? a : sx_binary(p, SX_AND, a, b);
}

static void lower_branch(co_scope *s, sm_equation *q, sx_ref condition, sx_ref *none_before, const co_node *body,
						 sb_span span)
{
	sx_pool *p = s->c->pool;
	sm_branch branch = {.condition = condition, .span = span};
	co_scope inner = *s;

	inner.active = all_of(p, all_of(p, s->active, *none_before), condition);
	lower_list(&inner, body, &branch.body);
	sb_push(s->c->arena, q->branches, branch);
	if (condition)
		*none_before = all_of(p, *none_before, sx_unary(p, SX_NOT, condition));
}

static void finish_branches(co_scope *s, sm_equation *q, sm_equations *out)
{
	bool empty = true;

	for (uint32_t i = 0; i < q->branches.n; i++)
		empty = empty && !q->branches.at[i].body.n;
	q->holds = true;
	if (!empty)
		sb_push(s->c->arena, *out, q);
}

static void lower_if(co_scope *s, const co_node *n, sm_equations *out)
{
	const co_node *parts = co_child(n, 0);
	sm_equation *q = sm_equation_new(s->c->m, SM_IF, n->span, s->component);
	sx_ref none_before = 0;

	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *part = parts->of.at[i], *condition = co_child(part, 0);
		sx_ref e = condition ? co_typed(s, condition, SX_BOOLEAN, "the condition") : 0;
		if (condition && !e)
			return;
		lower_branch(s, q, e, &none_before, co_child(part, 1), part->span);
	}
	finish_branches(s, q, out);
}

/* A CASE must have a branch for the value that its selector has, as long as the CASE itself holds. */
static void demand_branch(co_scope *s, const co_node *n, sx_ref selector, const sm_equation *choice)
{
	sx_pool *p = s->c->pool;
	sm_equation *q = sm_equation_new(s->c->m, SM_ASSERT, n->span, s->component);

	q->lhs = s->active ? sx_unary(p, SX_NOT, s->active) : sx_bool(p, false);
	for (uint32_t i = 0; i < choice->branches.n; i++)
		q->lhs = sx_binary(p, SX_OR, q->lhs, choice->branches.at[i].condition);
	q->rhs = co_no_branch(s->c, selector);
	sb_push(s->c->arena, s->c->m->equations, q);
}

static void lower_case(co_scope *s, const co_node *n, sm_equations *out)
{
	bool open = true;
	const co_node *branches = co_child(n, 1);
	sx_ref selector = co_expr(s, co_child(n, 0)), none_before = 0;
	sb_map seen = sb_map_new(s->c->arena);
	sm_equation *q = sm_equation_new(s->c->m, SM_IF, n->span, s->component);

	if (selector && sx_type_of(s->c->pool, selector) != SX_BOOLEAN)
		selector = co_convert(s, selector, SX_INTEGER, co_child(n, 0)->span, "the selector of CASE");
	for (uint32_t i = 0; selector && i < co_count(branches); i++) {
		const co_node *b = branches->of.at[i];
		bool other;
		sx_ref condition = co_label_condition(s, selector, co_child(b, 0), &seen, &other);
		if (!condition && !other)
			return;
		if (other && i + 1 < co_count(branches)) {
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0404", b->span, "ELSE is the last branch of CASE"),
					"put it after the others");
			return;
		}
		open = open && !other;
		lower_branch(s, q, condition, &none_before, co_child(b, 1), b->span);
	}
	if (!selector)
		return;
	if (open)
		demand_branch(s, co_child(n, 0), selector, q);
	finish_branches(s, q, out);
}

/* ---- loops */

static bool is_plain(const co_node *n, int depth)
{
	if (!n)
		return true;
	if (depth > 500)
		return false;
	if (n->kind == CO_APPLY && co_keeps_something(n->name))
		return false;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (!is_plain(n->of.at[i], depth + 1))
			return false;
	return true;
}

static bool only_equations(const co_node *body)
{
	for (uint32_t i = 0; i < co_count(body); i++) {
		const co_node *n = body->of.at[i];
		if (n->kind == CO_FOR ? !only_equations(co_child(n, 2)) : n->kind != CO_EQUATION || !is_plain(n, 0))
			return false;
	}
	return true;
}

static void lower_family(co_scope *s, const co_node *n, int64_t from, int64_t to, sm_equations *out)
{
	co_scope inner = *s;
	sb_map locals = s->locals ? sb_map_copy(s->c->arena, s->locals) : sb_map_new(s->c->arena);
	co_symbol *loop = sb_new(s->c->arena, co_symbol);
	sm_range range = {sx_new_iter(s->c->pool, n->name), from, to};

	*loop = (co_symbol){.meaning = CO_LOOP,
						.type = CO_T_INTEGER,
						.value_type = SX_INTEGER,
						.name = n->name,
						.span = n->name_span,
						.node = n,
						.component = "",
						.iterator = range.iterator};
	sb_map_set(&locals, n->name, loop);
	inner.locals = &locals;
	inner.domain = (sm_domain){0};
	for (uint32_t i = 0; i < s->domain.n; i++)
		sb_push(s->c->arena, inner.domain, s->domain.at[i]);
	sb_push(s->c->arena, inner.domain, range);
	lower_list(&inner, co_child(n, 2), out);
}

static void lower_for(co_scope *s, const co_node *n, sm_equations *out)
{
	int64_t from, to;

	if (!co_integer_constant(s, co_child(n, 0), "the bound of a loop among equations", &from) ||
		!co_integer_constant(s, co_child(n, 1), "the bound of a loop among equations", &to))
		return;
	if (n->number < 0) {
		int64_t t = from;
		from = to;
		to = t;
	}
	if (only_equations(co_child(n, 2)) && from <= to) {
		lower_family(s, n, from, to, out);
		return;
	}
	if (to - from >= LOOP_MOST)
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0383", n->span, "this FOR would be written out more than %d times",
						  LOOP_MOST),
				"a FOR of any length can have only equations, without conditions and calls");
	for (int64_t k = from; k <= to && !sb_errors(s->c->diag); k++)
		lower_list(s, co_unrolled(s->c, n, k), out);
}

/* ---- sections in order */

static void add_target(co_scope *s, sm_equation *q, const co_node *name)
{
	co_symbol *symbol = co_find(s, name->name);

	if (!symbol) {
		co_unknown(s, name, "variable");
		return;
	}
	if (symbol->meaning != CO_VARIABLE ||
		(symbol->type != CO_T_ALGEBR && symbol->type != CO_T_LOGIC && symbol->type != CO_T_MEMORY)) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0405", name->span,
								  "'%s' cannot be an output here: it is not an ALGEBR", name->name);
		sb_also(m, symbol->span, "'%s' is declared here", name->name);
		sb_help(m, "declare it as an ALGEBR or LOGIC, or set it in an event");
		return;
	}
	for (uint32_t i = 0; i < q->targets.n; i++)
		if (sx_at(s->c->pool, q->targets.at[i])->payload == symbol->variable)
			return;
	sb_push(s->c->arena, q->targets, sm_ref(s->c->m, symbol->variable));
}

static void find_targets(co_scope *s, sm_equation *q, const co_node *n, int depth)
{
	if (!n || depth > 500)
		return;
	if (n->kind == CO_ASSIGN && co_child(n, 0) && co_child(n, 0)->kind == CO_NAME)
		add_target(s, q, co_child(n, 0));
	for (uint32_t i = 0; i < n->of.n; i++)
		find_targets(s, q, n->of.at[i], depth + 1);
}

static void lower_proced(co_scope *s, const co_node *n, sm_equations *out)
{
	sm_equation *q = sm_equation_new(s->c->m, SM_ALGORITHM, n->span, s->component);
	co_scope inner = *s;
	const co_node *outputs = co_child(n, 0);

	inner.place = CO_IN_PROCED;
	q->definite = true;
	for (uint32_t i = 0; i < co_count(outputs); i++)
		add_target(s, q, outputs->of.at[i]);
	find_targets(s, q, co_child(n, 2), 0);
	co_do_statements(&inner, co_child(n, 2), &q->statements);
	sb_push(s->c->arena, *out, q);
}

/* ---- all */

static bool is_in(const co_node *n, const char *name, bool left, int depth)
{
	if (!n || depth > 500)
		return false;
	if (!left && (n->kind == CO_NAME || n->kind == CO_APPLY) && n->name == name)
		return true;
	if (left && n->kind == CO_EQUATION && co_child(n, 0) && co_child(n, 0)->kind == CO_NAME &&
		co_child(n, 0)->name == name)
		return true;
	for (uint32_t i = 0; i < n->of.n; i++)
		if (is_in(n->of.at[i], name, left, depth + 1))
			return true;
	return false;
}

/* A MODEL that is described in place says what goes out of it and into it. */
static void check_arguments(co_scope *s, const co_node *n)
{
	for (uint32_t side = 0; side < 2; side++)
		for (uint32_t i = 0; i < co_count(co_child(n, side)); i++) {
			const co_node *name = co_child(n, side)->of.at[i];
			sb_message *m = NULL;
			if (!co_find(s, name->name))
				co_unknown(s, name, "variable");
			else if (side == 0 && !is_in(co_child(n, 2), name->name, false, 0))
				m = sb_report(s->c->diag, SB_ERROR, "K0432", name->span,
							  "the MODEL '%s' has the output '%s', which is in none of its equations", n->name,
							  name->name);
			else if (side == 1 && is_in(co_child(n, 2), name->name, true, 0))
				m = sb_report(s->c->diag, SB_ERROR, "K0433", name->span,
							  "'%s' is an input of the MODEL '%s', but an equation of the MODEL determines it",
							  name->name, n->name);
			if (m)
				sb_help(m, "the MODEL determines what stands before '<-', and only uses what stands after it");
		}
}

static void lower_model(co_scope *s, const co_node *n, sm_equations *out)
{
	co_scope inner = *s;

	if (n->number == 0)
		check_arguments(s, n);

	inner.in_module = s->in_module || n->number > 0;
	lower_list(&inner, co_child(n, 2), out);
}

static void wrong_place(co_scope *s, const co_node *n)
{
	if (n->kind == CO_CALL) {
		co_symbol *called = co_find(s, n->name);
		if (called && called->external && !s->active)
			co_call_external(s->c, n);
		else if (called && called->external)
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0467", n->span,
							  "an EXTERNAL MODEL of another language cannot be called in a branch"),
					"call it outside CASE and IF");
		else if (called && called->meaning == CO_ROUTINE_NAME)
			sb_help(sb_report(s->c->diag, SB_ERROR, "K0407", n->span,
							  "this is a statement; among equations it has no meaning"),
					"call PROCEDUREs in INITIAL, events and processes");
		else
			co_unknown(s, n, "MODULE or MODEL");
	} else {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0407", n->span,
								  "this is a statement; among equations it has no meaning");
		sb_help(m, "put it into INITIAL, an event, a process, or after WHEN ... THEN");
	}
}

static void lower_one(co_scope *s, const co_node *n, sm_equations *out)
{
	switch (n->kind) {
	case CO_EQUATION:
		lower_equation(s, n, out);
		break;
	case CO_CASE:
		lower_case(s, n, out);
		break;
	case CO_IF:
		lower_if(s, n, out);
		break;
	case CO_FOR:
		lower_for(s, n, out);
		break;
	case CO_MODEL:
		lower_model(s, n, out);
		break;
	case CO_LIST:
		lower_list(s, n, out);
		break;
	case CO_BLOCK:
		lower_list(s, co_child(n, 0), out);
		break;
	case CO_CONDIT:
		co_condition(s, n);
		break;
	case CO_WHEN: {
		sx_ref condition = co_typed(s, co_child(n, 0), SX_BOOLEAN, "the condition");
		if (condition)
			co_hidden_event(s, n, SM_ON_EDGE, all_of(s->c->pool, s->active, condition), 0, co_child(n, 1));
		break;
	}
	case CO_PROCED:
		lower_proced(s, n, out);
		break;
	default:
		wrong_place(s, n);
	}
}

static void lower_list(co_scope *s, const co_node *list, sm_equations *out)
{
	if (list && list->kind != CO_LIST) {
		lower_one(s, list, out);
		return;
	}
	if (++s->depth > 300) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0408", list->span, "equations are nested too deeply"),
				"divide them among several models");
		return;
	}
	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i])
			lower_one(s, list->of.at[i], out);
	s->depth--;
}

static void lower_equations(co_scope *s, const co_node *list, sm_equations *out)
{
	lower_list(s, list, out);
}

void co_lower_continuous(co_context *c)
{
	co_scope scope = {.c = c, .place = CO_IN_EQUATIONS, .component = ""};

	if (c->continuous)
		lower_list(&scope, c->continuous, &c->m->equations);
}

void co_lower_bodies(co_context *c)
{
	for (uint32_t i = 0; i < c->bodies.n; i++) {
		const co_body *body = &c->bodies.at[i];
		const sm_instance *one = &c->m->instances.at[body->instance];
		co_scope scope = {.c = c, .place = CO_IN_EQUATIONS, .component = "", .in_module = true};
		sm_equations list = {0};
		scope.active = sx_binary(c->pool, SX_EQ, sm_ref(c->m, one->activity), sx_int(c->pool, SM_ACTIVE));
		lower_equations(&scope, body->equations, &list);
		for (uint32_t k = 0; k < list.n; k++)
			sm_instance_equation(c->m, body->instance, list.at[k]);
		for (uint32_t k = 0; k < body->own.n; k++) {
			const co_symbol *s = body->own.at[k];
			if (s->variable != CO_NOWHERE && !s->connected &&
				(s->type == CO_T_STATE || s->type == CO_T_ALGEBR || s->type == CO_T_LOGIC || s->type == CO_T_MEMORY))
				sm_instance_owns(c->m, body->instance, s->variable);
		}
	}
}
