/* What is called, and the arguments of a call: by place, by name, then defaults, which may refer to inputs before
 * them. */
#include "front/modelica/function/function_call.h"

#include <string.h>

const char *mo_call_text(mo_context *c, const mo_expr *e)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < e->parts.n; i++)
		sb_addf(&text, "%s%s", i || e->global ? "." : "", e->parts.at[i].name);
	const char *out = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return out;
}

mo_scope *mo_function_scope(mo_context *c, mo_item *item)
{
	mo_functions *f = mo_functions_of(c);
	mo_scope *scope = sb_map_find(&f->scopes, item);
	if (!scope && (scope = mo_class_scope(c, item)))
		sb_map_set(&f->scopes, item, scope);
	return scope;
}

/* 3.6, 12.2: inputs and outputs are what a function has in public. */
static void protected_input(mo_context *c, const mo_item *in)
{
	if (mo_first_report(c, in->ast))
		sb_help(sb_report(c->diag, SB_ERROR, "M0559", in->ast->name_span, "the input '%s' of the function is protected",
						  in->name),
				"declare it in the public section, or without 'input'");
}

bool mo_make_callee(mo_context *c, mo_item *item, sb_span span, const char *name, bool record, mo_callee *out)
{
	mo_items items = {0};
	*out = (mo_callee){ .name = name, .record = record, .made = mo_function_scope(c, item) };
	out->scope = out->made && !record ? mo_partial_of(c, out->made, span) : out->made;
	if (!out->scope)
		return false;
	mo_components(out->scope, &items);
	out->inputs = sb_new_array(c->arena, mo_formal, items.n + 1);
	for (uint32_t i = 0; i < items.n; i++) {
		if (!mo_open(c, items.at[i], span))
			return false;
		mo_item *in = items.at[i];
		if (!record && !in->input)
			continue;
		if (!record && in->is_protected) {
			protected_input(c, in);
			return false;
		}
		mo_formal *f = &out->inputs[out->n++];
		f->item = in;
		f->type = mo_type_of(in->base, in->type ? in->type->enumeration : 0, in->rank, sb_new_array(c->arena, sx_ref,
			in->rank));
		f->type.record = in->base == MO_B_CLASS || in->base == MO_B_EXTERNAL_OBJECT ? in->type : NULL;
		for (uint32_t k = 0; k < in->rank && in->shape; k++)
			f->type.dims[k] = sx_int(c->pool, in->shape[k]);
	}
	return true;
}

/* A function whose body is external "builtin" is one of the language's, under the name that it gives. */
const char *mo_builtin_behind(const mo_item *item)
{
	const mo_class *def = item->class_scope ? item->class_scope->class_def : NULL;
	if (!def || !def->external || !def->language || strcmp(def->language, "builtin") != 0)
		return NULL;
	const char *name = def->external_call && def->external_name ? def->external_name : def->name;
	return mo_is_builtin(name) ? name : NULL;
}

/* ------------------------------------------------------------------ arguments */

static bool too_many(mo_context *c, const mo_callee *f, const mo_expr *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0523", e->span, "'%s' takes %u argument%s, but %u are given",
		f->name, f->n, f->n == 1 ? "" : "s",
		e->a.n);
	if (f->scope->class_def)
		sb_also(m, f->scope->class_def->name_span, "it is declared here");
	sb_help(m, "remove the last ones");
	return false;
}

static bool no_such_input(mo_context *c, const mo_callee *f, const mo_named *named)
{
	const char **names = sb_new_array(c->arena, const char *, f->n + 1);
	for (uint32_t i = 0; i < f->n; i++)
		names[i] = f->inputs[i].item->name;
	const char *near = sb_nearest(named->name, names, f->n);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0522", named->span, "'%s' has no argument called '%s'", f->name,
		named->name);
	if (f->scope->class_def)
		sb_also(m, f->scope->class_def->name_span, "it is declared here");
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else
		sb_help(m, "see the inputs of the function");
	return false;
}

/* The input at a place among those that can be given; f->n if there is none. */
static uint32_t input_at(const mo_callee *f, uint32_t place)
{
	uint32_t k = 0;
	for (; k < f->n; k++)
		if (!(f->preset && f->preset[k]) && place-- == 0)
			break;
	return k;
}

static uint32_t input_called(const mo_callee *f, const char *name)
{
	for (uint32_t i = 0; i < f->interface.n; i++)
		if (f->interface.at[i]->name == name)
			return input_at(f, i);
	uint32_t k = 0;
	while (k < f->n && (f->interface.n || f->inputs[k].item->name != name))
		k++;
	return k;
}

static bool place_arguments(mo_context *c, const mo_callee *f, const mo_expr *e, const mo_expr **given)
{
	for (uint32_t i = 0; i < e->a.n; i++) {
		uint32_t k = input_at(f, i);
		if (k == f->n)
			return too_many(c, f, e);
		given[k] = e->a.at[i];
	}
	for (uint32_t i = 0; i < e->named.n; i++) {
		uint32_t k = input_called(f, e->named.at[i].name);
		if (k == f->n)
			return no_such_input(c, f, &e->named.at[i]);
		if (given[k]) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0524", e->named.at[i].span,
				"the argument '%s' is given twice", e->named.at[i].name);
			sb_also(m, given[k]->span, "here first");
			sb_help(m, "give each argument once");
			return false;
		}
		given[k] = e->named.at[i].value;
	}
	return true;
}

static mo_value *missing_argument(mo_context *c, const mo_callee *f, uint32_t i, sb_span span)
{
	sb_message *note = sb_report(c->diag, SB_ERROR, "M0532", span, "'%s' is called without its argument '%s'", f->name,
		f->inputs[i].item->name);
	sb_also(note, f->inputs[i].item->ast->name_span, "it has no default");
	sb_help(note, "give it: %s = ...", f->inputs[i].item->name);
	return NULL;
}

/* The default of an input, read with the inputs before it as names. */
mo_value *mo_default_value(mo_context *c, const mo_callee *f, uint32_t i, mo_value **args, sb_span span)
{
	const mo_modifier *m = f->inputs[i].item->binding;
	if (!m || !m->value)
		return missing_argument(c, f, i, span);
	mo_env env = { .scope = m->scope, .in_function = !f->record };
	mo_bound *bound = sb_new_array(c->arena, mo_bound, i + 1);
	for (uint32_t k = 0; k < i && mo_whole_scope(m->scope) == mo_whole_scope(f->scope); k++) {
		bound[k] = (mo_bound){ .name = f->inputs[k].item->name, .whole = args[k], .next = env.bound };
		env.bound = &bound[k];
	}
	return mo_lower(c, &env, m->value);
}

static bool no_functional(mo_context *c, const mo_callee *f, uint32_t i, const mo_expr *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0584", e->span,
							  "the argument '%s' of '%s' is a value, not a function", f->inputs[i].item->name, f->name);
	sb_also(m, f->inputs[i].item->ast->name_span, "it is declared here");
	sb_help(m, "call the function to get a value");
	return false;
}

/* An argument for an input of a function type (12.4.2), given or by default. */
static mo_value *functional_argument(mo_context *c, const mo_env *env, const mo_callee *f, uint32_t i,
									 const mo_expr *given, sb_span span)
{
	mo_item *item = f->inputs[i].item;
	if (given)
		return mo_lower_function(c, env, given, item);
	if (!item->binding || !item->binding->value)
		return missing_argument(c, f, i, span);
	mo_env there = { .scope = item->binding->scope, .in_function = true };
	return mo_lower_function(c, &there, item->binding->value, item);
}

/* Checks the type; of the sizes only those behind the `extra` leading ones, by which the call is repeated. */
bool mo_check_argument(mo_context *c, const mo_callee *f, uint32_t i, mo_value **arg, sb_span span, uint32_t *extra)
{
	mo_value_type wanted = f->inputs[i].type;
	const char *what = sb_printf(c->arena, "the argument '%s' of '%s'", f->inputs[i].item->name, f->name);
	mo_value behind = **arg;
	*extra = !f->record && (*arg)->type.rank > wanted.rank ? (*arg)->type.rank - wanted.rank : 0;
	if (*extra) {                    /* a scalar has no sizes at all */
		behind.type.rank -= *extra;
		behind.type.dims += *extra;
	}
	if (!mo_fits(c, &behind, &wanted, span, what))
		return false;
	return (*arg = mo_cast(c, *arg, wanted.base)) != NULL;
}

static bool same_repetition(mo_context *c, const mo_arguments *a, const mo_value *v, uint32_t extra)
{
	if (extra != a->repeated)
		return false;
	for (uint32_t i = 0; i < extra; i++)
		if (!mo_same_size(c, a->shape->type.dims[i], v->type.dims[i]))
			return false;
	return true;
}

bool mo_lower_arguments(mo_context *c, const mo_env *env, const mo_callee *f, const mo_expr *e, mo_arguments *out)
{
	const mo_expr **given = sb_new_array(c->arena, const mo_expr *, f->n + 1);
	if (!place_arguments(c, f, e, given))
		return false;
	*out = (mo_arguments){ .at = sb_new_array(c->arena, mo_value *, f->n + 1), .extra = sb_new_array(c->arena, uint32_t,
		f->n + 1), .n = f->n };
	for (uint32_t i = 0; i < f->n; i++) {
		sb_span span = given[i] ? given[i]->span : e->span;
		bool functional = mo_is_functional(f->inputs[i].item);
		if (f->preset && f->preset[i]) {
			out->at[i] = f->preset[i];
			continue;
		}
		if (functional) {
			if (!(out->at[i] = functional_argument(c, env, f, i, given[i], e->span)))
				return false;
			continue;
		}
		if (given[i] && given[i]->kind == MO_E_PARTIAL)
			return no_functional(c, f, i, given[i]);
		if (!(out->at[i] = given[i] ? mo_lower(c, env, given[i]) : mo_default_value(c, f, i, out->at, e->span)))
			return false;
		if (!mo_check_argument(c, f, i, &out->at[i], span, &out->extra[i]))
			return false;
		if (!out->extra[i])
			continue;
		if (!out->repeated) {
			out->repeated = out->extra[i];
			out->shape = out->at[i];
		} else if (!same_repetition(c, out, out->at[i], out->extra[i])) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0535", span,
				"'%s' is called for each element of arrays of different sizes: %s and %s", f->name,
				mo_type_string(c, &out->shape->type), mo_type_string(c, &out->at[i]->type));
			sb_help(m, "make the sizes equal");
			return false;
		}
	}
	return true;
}
