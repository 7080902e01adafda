/* PROCEDUREs are written out where they are called: they may use everything that their caller may. What they declare,
 * and arguments by value, are locals of the caller under new names. */
#include "front/cosy/routine/cosy_routine.h"

static bool add_own(co_scope *s, const co_node *var, const char *name)
{
	co_symbol *own = co_new_symbol(s->c, CO_LOCAL_NAME, sb_intern(s->c->names, name), var->name_span, var);

	if (!co_set_type(s->c, own, co_child(var, 0)) || !co_bounds(s->c, own, co_child(var, 1)) ||
		!co_may_be_local(s->c, own, "a PROCEDURE", false))
		return false;
	own->local = co_local(s, own->name, own->value_type, var->name_span);
	sm_local *l = &(s->function ? &s->function->locals : &s->routine->locals)->at[own->local];
	l->rank = own->rank;
	l->dims = co_dims(s->c, own);
	l->lower = co_lower(s->c, own);
	sb_map_set(s->locals, own->name, own);
	return true;
}

sm_statements *co_each_element(co_context *c, const co_symbol *array, sb_span span, sx_ref *at, sm_statements *out)
{
	const sx_ref *sizes = co_dims(c, array);

	for (uint32_t k = 0; k < array->rank; k++) {
		sm_statement *loop = sm_statement_new(c->m, SM_FOR, span);
		sm_statement_branch branch = {.span = span};
		loop->iterator = sx_new_iter(c->pool, "i");
		loop->from = sx_int(c->pool, 1);
		loop->to = sizes[k];
		at[k] = sx_iter(c->pool, loop->iterator);
		sb_push(c->arena, loop->branches, branch);
		sb_push(c->arena, *out, loop);
		out = &loop->branches.at[0].body;
	}
	return out;
}

/* What a PROCEDURE declares begins with the value of its declaration, or with nothing, at each call, also in a loop.
 * False after a message. */
static bool clear_own(co_scope *s, const co_node *given, const char *name, sb_span span, sm_statements *out)
{
	co_context *c = s->c;
	const co_symbol *own = co_find(s, sb_intern(c->names, name));
	sx_ref at[CO_RANK_MOST], value;

	if (given)
		value = co_typed(s, given, own->value_type, "the value of a declaration");
	else if (own->value_type == SX_BOOLEAN)
		value = sx_bool(c->pool, false);
	else
		value = sx_cast(c->pool, sx_int(c->pool, 0), own->value_type);
	if (!value)
		return false;
	out = co_each_element(c, own, span, at, out);
	sm_statement *st = sm_statement_new(c->m, SM_ASSIGN, span);
	st->target = sx_local(c->pool, own->local, own->value_type, at, own->rank);
	st->value = value;
	sb_push(c->arena, *out, st);
	return true;
}

/* A PROCEDURE that uses a name of the program means that, and not what its caller has declared under this name. */
static void hide_locals(co_scope *inner, const co_node *body, const sb_map *formals)
{
	if (!body)
		return;
	if (body->name && !sb_map_find(formals, body->name) && co_hides(inner, body->name))
		sb_map_remove(inner->locals, (uint64_t)(uintptr_t)body->name);
	for (uint32_t i = 0; i < body->of.n; i++)
		hide_locals(inner, body->of.at[i], formals);
}

/* A subscript, evaluated here and now; `inner` knows it by the name. NULL after a message. */
static co_node *found_once(co_scope *s, co_scope *inner, co_node *at, const char *name, sm_statements *out)
{
	co_context *c = s->c;
	sx_ref value = co_typed(s, at, SX_INTEGER, "a subscript");

	if (!value)
		return NULL;
	name = sb_intern(c->names, name);
	co_symbol *index = co_new_symbol(c, CO_LOCAL_NAME, name, at->span, at);
	index->type = CO_T_INTEGER;
	index->value_type = SX_INTEGER;
	index->local = co_local(s, name, SX_INTEGER, at->span);
	sb_map_set(inner->locals, name, index);
	at = co_plain_name(c, name, at->span);
	return co_assign_to(inner, at, value, at->span, out) ? at : NULL;
}

/* A target whose subscripts draw: they are drawn once, and before the value is, in the order of the text. NULL after a
 * message. */
const co_node *co_with_subscripts_drawn(co_scope *s, const co_node *target, sm_statements *out)
{
	co_context *c = s->c;
	const co_node *list = co_child(target, 0);
	bool draws = false;

	for (uint32_t i = 0; s->locals && i < co_count(list); i++) {
		sx_ref at = list->of.at[i]->kind != CO_NUMBER ? co_expr(s, list->of.at[i]) : 0;
		draws = draws || (at && sx_flags(c->pool, at) & SX_HAS_ASK);
	}
	if (!draws)
		return target;
	co_node *copy = co_new(c, CO_NAME, target->span, target->name);
	co_node *subscripts = co_new(c, CO_LIST, target->span, NULL);
	copy->name_span = target->name_span;
	for (uint32_t i = 0; i < co_count(list); i++) {
		const char *name = sb_printf(c->arena, "%s.%u.%u", target->name, target->span.start, i + 1);
		co_node *at = found_once(s, s, list->of.at[i], name, out);
		if (!at)
			return NULL;
		sb_push(c->arena, subscripts->of, at);
	}
	sb_push(c->arena, copy->of, subscripts);
	if (co_child(target, 1))
		sb_push(c->arena, copy->of, co_child(target, 1));
	return copy;
}

/* What an argument after VAR stands for is found once, at the call: subscripts have the values that they have there,
 * and names mean what they mean there. */
static co_node *by_reference(co_scope *s, co_scope *inner, co_node *actual, const char *own,
							 sm_statements *out)
{
	co_context *c = s->c;
	co_symbol *symbol = actual->kind == CO_NAME ? co_find(s, actual->name) : NULL;
	const co_node *list = co_child(actual, 0);

	if (!symbol)                             /* which is reported where it is used */
		return actual;
	co_node *copy = co_new(c, CO_NAME, actual->span, actual->name);
	co_node *subscripts = co_new(c, CO_LIST, actual->span, NULL);
	copy->name_span = actual->name_span;
	if (symbol != co_global(c, actual->name)) {
		copy->name = sb_intern(c->names, own);
		sb_map_set(inner->locals, copy->name, symbol);
	}
	for (uint32_t i = 0; i < co_count(list); i++) {
		co_node *at = list->of.at[i];
		if (at->kind != CO_NUMBER && !(at = found_once(s, inner, at, sb_printf(c->arena, "%s.%u", own, i + 1), out)))
			return NULL;
		sb_push(c->arena, subscripts->of, at);
	}
	sb_push(c->arena, copy->of, subscripts);
	if (co_child(actual, 1))
		sb_push(c->arena, copy->of, co_child(actual, 1));
	return copy;
}

typedef struct procedure_call { const co_symbol *symbol; uint32_t number; sb_map *names; } procedure_call;

static const char *own_name(co_context *c, const procedure_call *call, const co_node *n)
{
	return sb_printf(c->arena, "%s%u.%s", call->symbol->name, call->number, n->name);
}

static bool bind_arguments(co_scope *s, co_scope *inner, const co_node *actuals, const procedure_call *call,
						   sm_statements *out)
{
	const co_node *formals = co_child(call->symbol->node, 0);

	for (uint32_t i = 0; i < co_count(formals); i++) {
		const co_node *formal = formals->of.at[i];
		const char *own = own_name(s->c, call, formal);
		if (formal->number == 1) {
			co_node *meant = by_reference(s, inner, actuals->of.at[i], own, out);
			if (!meant)
				return false;
			sb_map_set(call->names, formal->name, meant);
			continue;
		}
		sx_ref value = co_expr(s, actuals->of.at[i]);
		if (!value || !add_own(inner, formal, own))
			return false;
		co_node *name = co_plain_name(s->c, own, formal->name_span);
		sb_map_set(call->names, formal->name, name);
		if (!co_assign_to(inner, name, value, actuals->of.at[i]->span, out))
			return false;
	}
	return true;
}

static bool declare_locals(co_scope *inner, const procedure_call *call, sb_span span, sm_statements *out)
{
	const co_node *vars = co_child(call->symbol->node, 2);

	for (uint32_t i = 0; i < co_count(vars); i++) {
		const co_node *list = co_child(vars->of.at[i], 0);
		for (uint32_t k = 0; k < co_count(list); k++) {
			const co_node *var = list->of.at[k];
			const char *own = own_name(inner->c, call, var);
			const co_node *value = co_copy(inner->c, co_child(var, 2), call->names);
			if (!add_own(inner, var, own) || !clear_own(inner, value, own, span, out))
				return false;
			sb_map_set(call->names, var->name, co_plain_name(inner->c, own, var->name_span));
		}
	}
	return true;
}

static void call_procedure(co_scope *s, const co_node *n, co_symbol *symbol, sm_statements *out)
{
	co_context *c = s->c;
	const co_node *formals = co_child(symbol->node, 0), *body = co_child(symbol->node, 3);
	co_node *actuals = co_new(c, CO_LIST, n->span, NULL);
	sb_map names = sb_map_new(c->arena), locals;
	procedure_call call = {symbol, ++c->hidden, &names};
	co_scope inner = *s;

	for (uint32_t k = 0; k < 2; k++)
		for (uint32_t i = 0; i < co_count(co_child(n, k)); i++)
			sb_push(c->arena, actuals->of, co_child(n, k)->of.at[i]);
	if (symbol->open || !(s->routine || s->function)) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0509", n->span,
						  symbol->open ? "'%s' calls itself" : "'%s' cannot be called here", n->name),
				"a PROCEDURE cannot call itself, and is called in events, processes and experiments");
		return;
	}
	if (co_count(actuals) != co_count(formals)) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0510", n->span, "'%s' has %u arguments, not %u", n->name,
						  co_count(formals), co_count(actuals)),
				"its description lists them");
		return;
	}
	locals = s->locals ? sb_map_copy(c->arena, s->locals) : sb_map_new(c->arena);
	inner.locals = &locals;
	for (uint32_t i = 0; i < co_count(formals); i++)
		sb_map_set(&names, formals->of.at[i]->name, actuals->of.at[i]);
	hide_locals(&inner, body, &names);
	if (!bind_arguments(s, &inner, actuals, &call, out) || !declare_locals(&inner, &call, n->span, out))
		return;
	symbol->open = true;
	co_do_statements(&inner, co_copy(c, body, &names), out);
	symbol->open = false;
}

void co_do_call(co_scope *s, const co_node *n, sm_statements *out)
{
	co_symbol *symbol = co_find(s, n->name);

	if (symbol && symbol->meaning == CO_ROUTINE_NAME) {
		symbol->used = true;
		call_procedure(s, n, symbol, out);
	} else if (symbol && symbol->meaning == CO_MODULE_NAME) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0511", n->span,
						  "'%s' consists of equations; it cannot be called among statements", n->name),
				"call it in CONTINUOUS");
	} else {
		co_unknown(s, n, "PROCEDURE");
	}
}
