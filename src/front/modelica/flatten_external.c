/* External functions: which C function is called, what is passed to it and in which order, and where it is found. */
#include "front/modelica/flatten_function.h"

#include <string.h>

static void add_strings(mo_context *c, const mo_env *env, const mo_modifications *list, const char *name,
						sb_strings *out)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const mo_modification *m = list->at[i];
		const char *text;

		if (m->name_n != 1 || strcmp(m->name[0], name) != 0 || !m->value)
			continue;
		if (m->value->kind != MO_E_ARRAY) {
			if (mo_evaluate_string(c, env, m->value, name, &text))
				sb_push(c->arena, *out, text);
			continue;
		}
		for (uint32_t k = 0; k < m->value->a.n; k++)
			if (mo_evaluate_string(c, env, m->value->a.at[k], name, &text))
				sb_push(c->arena, *out, text);
	}
}

static bool language_is_supported(mo_context *c, const mo_class *k)
{
	sb_message *m;

	if (!k->language || !*k->language || strcmp(k->language, "C") == 0 || strcmp(k->language, "builtin") == 0)
		return true;
	m = sb_report(c->diag, SB_ERROR, "M0941", k->external_span, "external functions in '%s' are not supported yet",
				  k->language);
	sb_help(m, "only \"C\" and \"builtin\" are; write a C function that calls it");
	return false;
}

/* An argument that is passed without being written: the local itself, and after an array its sizes. */
static bool add_local_argument(mo_context *c, struct mo_procedure *f, const mo_item *item, sm_external *x)
{
	mo_value *v = mo_procedure_local(c, f, item->name);

	if (!v || v->type.base == MO_B_CLASS) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0942", item->ast->span,
				"records as arguments of external functions are not supported yet ('%s')", item->name),
				"give its fields one by one");
		return false;
	}
	sb_push(c->arena, x->args, mo_whole(c, v));
	for (uint32_t d = 0; d < v->type.rank; d++)
		sb_push(c->arena, x->args, v->type.dims[d]);
	return true;
}

/* Without a written call: all inputs and outputs in order; a single scalar output is what the C function returns. */
static bool usual_call(mo_context *c, struct mo_procedure *f, sm_external *x)
{
	const mo_items *all = mo_members(c, f->of->scope);
	bool returns = f->of->outputs.n == 1 && f->of->outputs.at[0]->rank == 0 && f->of->outputs.at[0]->base != MO_B_CLASS;

	if (returns)
		x->result = f->function->args;
	for (uint32_t i = 0; i < all->n; i++) {
		const mo_item *item = all->at[i];

		if (!item->input && (!item->output || returns))
			continue;
		if (!add_local_argument(c, f, item, x))
			return false;
	}
	return true;
}

static bool written_call(mo_context *c, struct mo_procedure *f, const mo_env *env, const mo_class *k, sm_external *x)
{
	for (uint32_t i = 0; i < k->external_args.n; i++) {
		mo_value *v = mo_lower(c, env, k->external_args.at[i]);
		sx_ref e = v && v->type.base != MO_B_CLASS ? mo_whole(c, v) : 0;

		if (v && v->type.base == MO_B_CLASS)
			sb_help(sb_report(c->diag, SB_ERROR, "M0942", k->external_args.at[i]->span,
					"records as arguments of external functions are not supported yet"),
					"give its fields one by one");
		if (!e)
			return false;
		sb_push(c->arena, x->args, e);
	}
	if (k->external_result) {
		mo_value *v = mo_lower_target(c, env, k->external_result);
		sx_ref e = v ? mo_stored(c, v) : 0;

		if (v && (!e || sx_op_of(c->pool, e) != SX_LOCAL || v->type.rank > 0 ||
				  f->function->locals.at[sx_at(c->pool, e)->payload].role != SM_RESULT)) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0558", k->external_result->span,
					"what the external function returns must be a scalar output"),
					"give arrays and records as arguments of the external call instead");
			return false;
		}
		if (!v)
			return false;
		x->result = sx_at(c->pool, e)->payload;
	}
	return true;
}

bool mo_flatten_external(mo_context *c, struct mo_procedure *f, mo_scope *scope, sm_function *to)
{
	const mo_class *k = f->of->external;
	mo_env env = {.scope = scope, .procedure = f, .in_function = true, .in_algorithm = true},
		   plain = {.scope = scope, .parameter_only = true};
	sm_external *x = sb_new(c->arena, sm_external);
	const mo_modifications *from = &k->external_annotation;

	if (!language_is_supported(c, k))
		return false;
	x->symbol = k->external_call && k->external_name ? k->external_name : k->name;
	x->result = UINT32_MAX;
	if (k->external_call ? !written_call(c, f, &env, k, x) : !usual_call(c, f, x))
		return false;
	add_strings(c, &plain, from, "Library", &x->libraries);
	add_strings(c, &plain, from, "LibraryDirectory", &x->library_folders);
	add_strings(c, &plain, from, "Include", &x->includes);
	add_strings(c, &plain, from, "IncludeDirectory", &x->include_folders);
	to->external = x;
	return true;
}
