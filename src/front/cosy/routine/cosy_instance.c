/* Statements about instances of FULL MODELs: CREATE, SUSPEND, RESUME, DELETE. */
#include "front/cosy/routine/cosy_routine.h"

static void set_activity(co_scope *s, const co_node *n, const co_body *body, int activity, sm_statements *out)
{
	sm_statement *st = co_do(s, SM_ASSIGN, n, out);

	st->target = sm_ref(s->c->m, s->c->m->instances.at[body->instance].activity);
	st->value = sx_int(s->c->pool, activity);
}

/* The state, or each element of an array of states, has its start value again. */
static void start_anew(co_scope *s, const co_node *n, const co_symbol *own, sm_statements *out)
{
	const sm_variable *v = sm_var(s->c->m, own->variable);
	sx_ref at[CO_RANK_MOST];

	for (uint32_t k = 0; k < v->count; k++) {
		uint32_t rest = k;
		for (uint32_t d = own->rank; d-- > 0;) {
			uint32_t size = (uint32_t)(own->upper[d] - own->lower[d] + 1);
			at[d] = sx_int(s->c->pool, rest % size + 1);
			rest /= size;
		}
		sm_statement *st = co_do(s, SM_REINIT_DO, n, out);
		st->target = sx_var(s->c->pool, own->variable, SX_REAL, at, own->rank);
		st->value = v->start;
	}
}

sm_statement *co_do_fail(co_scope *s, sb_span span, sx_ref text, sm_statements *out)
{
	sm_statement *st = sm_statement_new(s->c->m, SM_ASSERT_DO, span);

	st->condition = sx_bool(s->c->pool, false);
	st->value = text;
	sb_push(s->c->arena, *out, st);
	return st;
}

void co_outside(co_scope *s, const co_symbol *symbol, sx_ref at, sb_span span, sm_statement *choice)
{
	sx_pool *p = s->c->pool;
	sx_ref k = sx_binary(p, SX_ADD, at, sx_int(p, symbol->lower[0] - 1));
	sx_ref front = sx_binary(p, SX_CONCAT, sx_string(p, "the subscript "), sx_to_string(p, k, 0, 0, 0));
	const char *back = sb_printf(s->c->arena, " of '%s' is outside %lld..%lld", symbol->name,
								 (long long)symbol->lower[0], (long long)symbol->upper[0]);
	sm_statement_branch other = {.span = span};

	co_do_fail(s, span, sx_binary(p, SX_CONCAT, front, sx_string(p, back)), &other.body);
	sb_push(s->c->arena, choice->branches, other);
}

/* Arguments first, then it is there, its states have their first values, and its INITIAL is done. */
static void create_one(co_scope *s, const co_node *n, const co_symbol *symbol, const co_body *body, const sx_ref *args,
					   sm_statements *out)
{
	co_context *c = s->c;
	const co_node *inputs = co_child(symbol->record->described, 1);
	uint32_t next = 0;

	for (uint32_t i = 0; i < co_count(inputs); i++) {
		const char *name = sb_intern(c->names, sb_printf(c->arena, "%s.%s", body->name, inputs->of.at[i]->name));
		co_symbol *own = co_global(c, name);
		if (own && own->type == CO_T_REAL && next < co_count(co_child(n, 1)))
			co_assign_to(s, co_plain_name(c, name, n->span), args[next++], n->span, out);
	}
	set_activity(s, n, body, SM_ACTIVE, out);
	for (uint32_t i = 0; s->place != CO_IN_INITIAL && i < body->own.n; i++)
		if (body->own.at[i]->type == CO_T_STATE && body->own.at[i]->variable != CO_NOWHERE)
			start_anew(s, n, body->own.at[i], out);
	if (body->initial)
		co_do_statements(s, body->initial, out);
}

static bool arguments(co_scope *s, const co_node *n, const co_symbol *symbol, sx_ref *args)
{
	const co_node *list = co_child(n, 1), *inputs = co_child(symbol->record->described, 1);
	uint32_t able = 0;

	for (uint32_t i = 0; i < co_count(inputs); i++) {
		const co_body *body = &s->c->bodies.at[symbol->instances.at[0]];
		co_symbol *own = co_global(
			s->c, sb_intern(s->c->names, sb_printf(s->c->arena, "%s.%s", body->name, inputs->of.at[i]->name)));
		able += own && own->type == CO_T_REAL;
	}
	if (co_count(list) && co_count(list) != able) {
		sb_message *m = sb_report(s->c->diag, SB_ERROR, "K0553", n->span, "'%s' takes %u value%s here, not %u",
								  symbol->name, able, able == 1 ? "" : "s", co_count(list));
		sb_also(m, symbol->record->span, "'%s' is described here", symbol->record->name);
		return false;
	}
	for (uint32_t i = 0; i < co_count(list); i++)
		if (!(args[i] = co_typed(s, list->of.at[i], SX_REAL, "this argument")))
			return false;
	return true;
}

/* What is not there cannot be suspended, resumed or deleted. */
static void demand_presence(co_scope *s, const co_node *n, const co_body *body, sm_statements *out)
{
	const char *verb = n->kind == CO_SUSPEND ? "suspended" : n->kind == CO_RESUME ? "resumed" : "deleted";
	sx_ref text =
		sx_string(s->c->pool, sb_printf(s->c->arena,
										"'%s' cannot be %s, because it does not exist: CREATE it first",
										body->name, verb));

	co_do_fail(s, n->span, text, out)->condition =
		sx_binary(s->c->pool, SX_NE, sm_ref(s->c->m, s->c->m->instances.at[body->instance].activity),
				  sx_int(s->c->pool, SM_ABSENT));
}

static void act(co_scope *s, const co_node *n, const co_symbol *symbol, co_body *body, const sx_ref *args,
				sm_statements *out)
{
	body->created = body->created || n->kind == CO_CREATE;
	if (n->kind != CO_CREATE)
		demand_presence(s, n, body, out);
	if (n->kind == CO_CREATE)
		create_one(s, n, symbol, body, args, out);
	else
		set_activity(s, n, body,
					 n->kind == CO_SUSPEND  ? SM_SUSPENDED
					 : n->kind == CO_RESUME ? SM_ACTIVE
											: SM_ABSENT,
					 out);
}

bool co_instance_statement(co_scope *s, const co_node *n, co_symbol *symbol, sm_statements *out)
{
	co_context *c = s->c;
	sx_ref at[CO_RANK_MOST], *args = sb_new_array(c->arena, sx_ref, co_count(co_child(n, 1)) + 1);

	if (!symbol->record || !co_subscripts(s, symbol, co_child(n, 0), at) ||
		(n->kind == CO_CREATE && !arguments(s, n, symbol, args)))
		return false;
	if (n->kind == CO_CREATE && (co_child(n, 2) || co_child(n, 3) || co_child(n, 4))) {
		sb_help(sb_report(c->diag, SB_ERROR, "K0451", n->span, "an instance of a MODEL is created at once"),
				"schedule an event that creates it");
		return false;
	}
	if (!symbol->rank || sx_is_const(c->pool, at[0])) {
		act(s, n, symbol, &c->bodies.at[symbol->instances.at[symbol->rank ? sx_int_value(c->pool, at[0]) - 1 : 0]],
			args, out);
		return true;
	}
	sm_statement *choice = sm_statement_new(c->m, SM_IF_DO, n->span);
	for (uint32_t k = 0; k < symbol->instances.n; k++) {
		sm_statement_branch branch = {.condition = sx_binary(c->pool, SX_EQ, at[0], sx_int(c->pool, k + 1)),
									  .span = n->span};
		act(s, n, symbol, &c->bodies.at[symbol->instances.at[k]], args, &branch.body);
		sb_push(c->arena, choice->branches, branch);
	}
	co_outside(s, symbol, at[0], n->span, choice);
	sb_push(c->arena, *out, choice);
	return true;
}
