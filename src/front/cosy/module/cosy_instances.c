/* Instances of FULL MODELs: copies with variables and equations of their own, which are created, suspended, resumed and
 * deleted while the run goes on. MODEL S[1..3] OF STONE makes S[1].X, S[2].X, ...; all are in the model from the
 * beginning, absent at first. An argument of the FULL MODEL is a variable of the instance: what a call in CONTINUOUS
 * gives is a connection, S[I] (PHI[I] <- PHI[I - 1]), anything else is set by CREATE or assignments. */
#include "front/cosy/module/cosy_module.h"

#include <string.h>

static const char *element_name(co_context *c, const co_symbol *s, int64_t k)
{
	return sb_intern(c->names, s->rank ? sb_printf(c->arena, "%s[%lld]", s->name, (long long)k) : s->name);
}

co_node *co_plain_name(co_context *c, const char *name, sb_span span)
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
		sb_map_set(names, formal->name, co_plain_name(c, name, formal->span));
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
							   co_plain_name(c, sb_printf(c->arena, "%s.%s", prefix, var->name), var->name_span));
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
						  s->rank > 1 ? "instances of '%s' have one subscript" : "'%s' is not a FULL MODEL", of->name);
			sb_help(m, "instances are made from a FULL MODEL, which uses only its arguments and its own variables");
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
			co_node *q = co_new(c, CO_EQUATION, a->span, NULL), *inside = co_plain_name(c, name, a->span);
			co_node *outside = (co_node *)(a->kind == CO_BINDING ? co_child(a, 0) : a);
			sb_push(c->arena, q->of, side ? inside : outside);
			sb_push(c->arena, q->of, side ? outside : inside);
			sb_push(c->arena, list->of, q);
		}
	}
	return list;
}

/* ---- statements */

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
								  s->instances.n - created > 1 && created ? ", nor some others of its array" : "");
		sb_note(m, "an instance that is not created is absent: its equations do not hold, and its variables are zero");
		sb_help(m, "write CREATE %s in INITIAL, an event or a process", name);
	}
}
