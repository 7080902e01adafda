/* Instances of FULL MODELs: copies with variables and equations of their own, which are created, suspended, resumed and
 * deleted while the run goes on. MODEL S[1..3] OF STONE makes S[1].X, S[2].X, ...; all are in the model from the
 * beginning, absent at first. An argument of the FULL MODEL is a variable of the instance: what a call in CONTINUOUS
 * gives is a connection, S[I] (PHI[I] <- PHI[I - 1]), anything else is set by CREATE or assignments. */
#include "front/cosy/expression/cosy_lower.h"

#include <string.h>

static const char *element_name(co_context *c, const co_symbol *s, int64_t k)
{
	return sb_intern(c->names, s->rank ? sb_printf(c->arena, "%s[%lld]", s->name, (long long)k) : s->name);
}

static co_node *plain_name(co_context *c, const char *name, sb_span span)
{
	co_node *n = co_new(c, CO_NAME, span, sb_intern(c->names, name));

	sb_push(c->arena, n->of, co_new(c, CO_LIST, span, NULL));
	return n;
}

static bool is_declared(const co_node *parts, const char *name)
{
	for (uint32_t i = 0; i < co_count(parts); i++) {
		const co_node *list = parts->of.at[i]->kind == CO_VARS ? co_child(parts->of.at[i], 0) : NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			if (list->of.at[k]->name == name)
				return true;
	}
	return false;
}

static void declare_formals(co_context *c, const co_node *list, const co_node *parts, sb_map *names, const char *prefix,
							const char *type)
{
	for (uint32_t i = 0; i < co_count(list); i++) {
		const co_node *formal = list->of.at[i];
		const char *name = sb_intern(c->names, sb_printf(c->arena, "%s.%s", prefix, formal->name));
		co_node *var = co_new(c, CO_VAR, formal->span, name);
		sb_map_set(names, formal->name, plain_name(c, name, formal->span));
		if (is_declared(parts, formal->name))
			continue;
		sb_push(c->arena, var->of, co_new(c, CO_NAME, formal->span, sb_intern(c->names, type)));
		sb_push(c->arena, var->of, co_new(c, CO_LIST, formal->span, NULL));
		co_declare_var(c, var, prefix);
	}
}

static void make_one(co_context *c, co_symbol *s, const co_node *model, int64_t k)
{
	const co_node *parts = co_child(model, 2), *rest = co_new(c, CO_LIST, model->span, NULL);
	const char *prefix = element_name(c, s, k);
	sb_map names = sb_map_new(c->arena);
	co_body body = {.instance = sm_add_instance(c->m, prefix, SM_ABSENT, s->span), .name = prefix};
	uint32_t declared = c->all.n;

	declare_formals(c, co_child(model, 0), parts, &names, prefix, "ALGEBR");
	declare_formals(c, co_child(model, 1), parts, &names, prefix, "REAL");
	for (int pass = 0; pass < 2; pass++)
		for (uint32_t i = 0; i < co_count(parts); i++) {
			const co_node *list = parts->of.at[i]->kind == CO_VARS ? co_child(parts->of.at[i], 0) : NULL;
			for (uint32_t v = 0; v < co_count(list); v++) {
				const co_node *var = list->of.at[v];
				if (pass)
					co_declare_var(c, co_copy(c, var, &names), prefix);
				else if (!sb_map_find(&names, var->name))
					sb_map_set(&names, var->name,
							   plain_name(c, sb_printf(c->arena, "%s.%s", prefix, var->name), var->name_span));
			}
		}
	for (uint32_t i = 0; i < co_count(parts); i++) {
		if (parts->of.at[i]->kind == CO_INITIAL)
			body.initial = co_copy(c, co_child(parts->of.at[i], 0), &names);
		else
			sb_push(c->arena, ((co_node *)rest)->of, parts->of.at[i]);
	}
	body.equations = co_instantiate(c, rest, &names, prefix, 0, true);
	for (uint32_t i = declared; i < c->all.n; i++)
		sb_push(c->arena, body.own, c->all.at[i]);
	sb_push(c->arena, s->instances, c->bodies.n);
	sb_push(c->arena, c->bodies, body);
}

void co_make_instances(co_context *c)
{
	uint32_t count = c->all.n;

	for (uint32_t i = 0; i < count; i++) {
		co_symbol *s = c->all.at[i];
		const co_node *list = s->meaning == CO_INSTANCES ? co_child(s->node, 3) : NULL;
		const co_node *of = NULL;
		for (uint32_t k = 0; k < co_count(list); k++)
			if (list->of.at[k]->kind == CO_OPTION && strcmp(list->of.at[k]->name, "OF") == 0)
				of = co_child(list->of.at[k], 0);
		if (!of)
			continue;
		co_symbol *model = co_global(c, of->name);
		if (!model || model->meaning != CO_MODULE_NAME || !model->described ||
			model->described->kind != CO_FULL_MODEL || s->rank > 1) {
			sb_message *m =
				sb_report(c->diag, SB_ERROR, "K0450", of->span,
						  s->rank > 1 ? "instances of '%s' have one subscript" : "'%s' is no FULL MODEL", of->name);
			sb_help(m, "instances are made of a FULL MODEL: it uses nothing but its arguments and its own variables");
			continue;
		}
		s->record = model;
		model->used = true;
		for (int64_t k = s->rank ? s->lower[0] : 1; k <= (s->rank ? s->upper[0] : 1); k++)
			make_one(c, s, model->described, k);
	}
}

/* ---- connections */

co_node *co_connect_instance(co_context *c, const co_node *call, co_symbol *symbol)
{
	co_scope scope = {.c = c, .component = ""};
	co_node *list = co_new(c, CO_LIST, call->span, NULL);
	const co_node *subscripts = co_child(call, 2), *model = symbol->record ? symbol->record->described : NULL;
	int64_t k = 1;

	if (!model)
		return list;
	if (co_count(subscripts) != symbol->rank ||
		(symbol->rank && !co_integer_constant(&scope, subscripts->of.at[0], "the subscript of an instance", &k)))
		return list;
	if (symbol->rank && (k < symbol->lower[0] || k > symbol->upper[0])) {
		sb_report(c->diag, SB_ERROR, "K0325", call->span, "subscript %lld of '%s' is not within %lld..%lld",
				  (long long)k, symbol->name, (long long)symbol->lower[0], (long long)symbol->upper[0]);
		return list;
	}
	for (uint32_t side = 0; side < 2; side++) {
		const co_node *formals = co_child(model, side), *actuals = co_child(call, side);
		uint32_t next = 0;
		for (uint32_t i = 0; i < co_count(actuals); i++) {
			const co_node *a = actuals->of.at[i],
						  *formal = a->kind == CO_BINDING ? co_child(a, 1) : co_child(formals, next++);
			const char *name =
				formal ? sb_intern(c->names, sb_printf(c->arena, "%s.%s", element_name(c, symbol, k), formal->name))
					   : NULL;
			co_symbol *own = name ? co_global(c, name) : NULL;
			if (!own) {
				sb_message *m = sb_report(c->diag, SB_ERROR, "K0422", a->span, "'%s' has no argument for this",
										  symbol->record->name);
				sb_also(m, symbol->record->span, "'%s' is described here", symbol->record->name);
				return list;
			}
			if (side == 1 && own->type == CO_T_REAL) {
				own->type = CO_T_ALGEBR;
				own->connected = true;
			}
			co_node *q = co_new(c, CO_EQUATION, a->span, NULL), *inside = plain_name(c, name, a->span);
			co_node *outside = (co_node *)(a->kind == CO_BINDING ? co_child(a, 0) : a);
			sb_push(c->arena, q->of, side ? inside : outside);
			sb_push(c->arena, q->of, side ? outside : inside);
			sb_push(c->arena, list->of, q);
		}
	}
	return list;
}

/* ---- statements */

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
	const char *back = sb_printf(s->c->arena, " of '%s' is outside of %lld..%lld", symbol->name, (long long)symbol->lower[0],
								 (long long)symbol->upper[0]);
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
			co_assign_to(s, plain_name(c, name, n->span), args[next++], n->span, out);
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
	sx_ref text = sx_string(s->c->pool, sb_printf(s->c->arena, "'%s' is not there to be %s: CREATE it first", body->name, verb));

	co_do_fail(s, n->span, text, out)->condition = sx_binary(
		s->c->pool, SX_NE, sm_ref(s->c->m, s->c->m->instances.at[body->instance].activity), sx_int(s->c->pool, SM_ABSENT));
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

/* What is never created stays absent, and all that reads it reads zeros. */
void co_check_instances(co_context *c)
{
	for (uint32_t i = 0; i < c->all.n; i++) {
		const co_symbol *s = c->all.at[i];
		uint32_t created = 0, missing = 0;
		for (uint32_t k = 0; s->meaning == CO_INSTANCES && k < s->instances.n; k++)
			if (c->bodies.at[s->instances.at[k]].created)
				created++;
			else
				missing = k;
		if (s->meaning != CO_INSTANCES || !s->instances.n || created == s->instances.n)
			continue;
		const char *name = created ? c->bodies.at[s->instances.at[missing]].name : s->name;
		sb_message *m = sb_report(c->diag, created ? SB_WARNING : SB_ERROR, created ? "K0385" : "K0384", s->span,
								  "no statement creates '%s'%s", name,
								  s->instances.n - created > 1 && created ? ", nor some others of them" : "");
		sb_note(m, "an instance that is not created is absent: its equations do not hold, and its variables are zero");
		sb_help(m, "write CREATE %s in INITIAL, an event or a process", name);
	}
}

void co_lower_bodies(co_context *c)
{
	for (uint32_t i = 0; i < c->bodies.n; i++) {
		const co_body *body = &c->bodies.at[i];
		const sm_instance *one = &c->m->instances.at[body->instance];
		co_scope scope = {.c = c, .place = CO_IN_EQUATIONS, .component = "", .in_module = true};
		sm_equations list = {0};
		scope.active = sx_binary(c->pool, SX_EQ, sm_ref(c->m, one->activity), sx_int(c->pool, SM_ACTIVE));
		co_lower_equations(&scope, body->equations, &list);
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
