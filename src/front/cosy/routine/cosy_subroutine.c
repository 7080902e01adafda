/* FUNCTIONs: their bodies as functions of the model. What a FUNCTION uses of the program is captured: it becomes a
 * further argument. */
#include "front/cosy/routine/cosy_routine.h"

static void add_local(co_context *c, sm_function *f, sb_map *locals, const co_node *var, sm_role role, co_symbol **made)
{
	co_symbol *s = co_new_symbol(c, CO_LOCAL_NAME, var->name, var->name_span, var);
	sm_local one = {.name = var->name, .role = role, .span = var->name_span};

	s->local = f->locals.n;
	if (var->kind == CO_VAR && (!co_set_type(c, s, co_child(var, 0)) || !co_bounds(c, s, co_child(var, 1)) ||
								!co_may_be_local(c, s, "a FUNCTION", false)))
		return;
	one.type = s->value_type;
	one.rank = s->rank;
	one.dims = co_dims(c, s);
	one.lower = co_lower(c, s);
	sb_push(c->arena, f->locals, one);
	sb_map_set(locals, var->name, s);
	*made = s;
}

void co_give_value(co_scope *s, const co_node *var, sm_statements *out)
{
	const co_symbol *symbol = co_find(s, var->name);
	co_context *c = s->c;
	sx_ref at[CO_RANK_MOST], value;

	if (!co_child(var, 2) || !symbol || symbol->meaning != CO_LOCAL_NAME ||
		!(value = co_typed(s, co_child(var, 2), symbol->value_type, "the value of a declaration")))
		return;
	out = co_each_element(c, symbol, var->span, at, out);
	sm_statement *st = sm_statement_new(c->m, SM_ASSIGN, var->span);
	st->target = sx_local(c->pool, symbol->local, symbol->value_type, at, symbol->rank);
	st->value = value;
	sb_push(c->arena, *out, st);
}

static void give_values(co_scope *s, const co_node *vars, sm_statements *out)
{
	for (uint32_t i = 0; i < co_count(vars); i++) {
		const co_node *list = vars->of.at[i]->kind == CO_VARS ? co_child(vars->of.at[i], 0) : NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			co_give_value(s, list->of.at[k], out);
	}
}

/* One pass over the text. The first finds out what is captured, the second knows it. */
static sm_function *lower_body(co_context *c, co_symbol *symbol, const co_node *n, bool last)
{
	const co_node *formals = co_child(n, 0), *vars = co_child(n, 2);
	sm_function *f = sb_new(c->arena, sm_function);
	sb_map locals = sb_map_new(c->arena);
	co_symbol *made = NULL;
	sb_vec(co_symbol *) captured = {0};
	co_scope scope = {.c = c, .place = CO_IN_FUNCTION, .component = "", .locals = &locals, .function = f};

	f->name = n->name;
	f->span = n->name_span;
	f->definite = true;
	for (uint32_t i = 0; i < co_count(formals); i++)
		add_local(c, f, &locals, formals->of.at[i], SM_ARG, &made);
	f->args = f->locals.n;
	for (uint32_t i = 0; last && i < symbol->fields.n; i++) {
		sm_local one = {.name = symbol->fields.at[i]->name,
						.type = symbol->fields.at[i]->value_type,
						.role = SM_ARG,
						.span = symbol->fields.at[i]->span};
		sb_push(c->arena, f->locals, one);
		sb_push(c->arena, captured, symbol->fields.at[i]);
	}
	co_node *result = co_new(c, CO_VAR, n->name_span, n->name);
	sb_push(c->arena, result->of, co_child(n, 1));
	add_local(c, f, &locals, result, SM_RESULT, &made);
	symbol->value_type = made ? made->value_type : SX_REAL;
	scope.result = made;
	for (uint32_t i = 0; i < co_count(vars); i++) {
		const co_node *list = vars->of.at[i]->kind == CO_VARS ? co_child(vars->of.at[i], 0) : NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			add_local(c, f, &locals, list->of.at[k], SM_TEMPORARY, &made);
	}
	scope.captured = (void *)&captured;
	give_values(&scope, vars, &f->body);
	co_do_statements(&scope, co_child(n, 3), &f->body);
	f->args += last ? symbol->fields.n : 0;
	f->results = 1;
	if (!last)
		for (uint32_t i = 0; i < captured.n; i++)
			sb_push(c->arena, symbol->fields, captured.at[i]);
	return f;
}

/* Is the result set whichever way is taken? A loop may have no rounds. */
static bool always_set(const sx_pool *pool, const sm_statements *list, uint32_t local)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_statement *st = list->at[i];
		bool all = st->kind == SM_IF_DO && st->branches.n && !st->branches.at[st->branches.n - 1].condition;
		if (st->target && sx_op_of(pool, st->target) == SX_LOCAL && sx_at(pool, st->target)->payload == local)
			return true;
		for (uint32_t k = 0; sm_sets_targets(st->kind) && k < st->targets.n; k++)
			if (st->targets.at[k] && sx_op_of(pool, st->targets.at[k]) == SX_LOCAL &&
				sx_at(pool, st->targets.at[k])->payload == local)
				return true;
		if (st->kind == SM_ASSERT_DO && sx_is_const(pool, st->condition) && !sx_int_value(pool, st->condition))
			return true;
		for (uint32_t b = 0; all && b < st->branches.n; b++)
			all = always_set(pool, &st->branches.at[b].body, local);
		if (all)
			return true;
	}
	return false;
}

void co_lower_functions(co_context *c)
{
	for (uint32_t i = 0; i < c->all.n; i++) {
		co_symbol *s = c->all.at[i];
		if (s->meaning != CO_ROUTINE_NAME || !co_child(s->node, 1))
			continue;
		uint32_t first = sb_messages(c->diag);
		lower_body(c, s, s->node, false);
		sb_take_back(c->diag, first, NULL);
		sm_function *f = lower_body(c, s, s->node, true);
		if (!always_set(c->pool, &f->body, f->args)) {
			sb_message *m = sb_report(c->diag, SB_WARNING, "K0393", s->span,
									  "'%s' does not get a value on every path; without one it is %s", s->name,
									  s->value_type == SX_BOOLEAN ? "FALSE" : "0");
			sb_help(m, "assign %s := ... first, or in every branch", s->name);
		}
		sb_push(c->arena, c->m->functions, f);
		s->object = c->m->functions.n - 1;
	}
}
