/* Functions as values: arguments of a function type (3.6, 12.4.2) and partial applications of functions (12.4.2.1).
 *
 * Such a value is known when a model is translated: a function, together with values for some of its inputs. It has the
 * form of a record whose fields are these values, so it is handed on like one: the function that takes it is made anew
 * for the function it is given (function_specialise.c), and gets the bound values as further arguments. They are
 * evaluated once, where the value is made.
 *
 * What is given must fit the function type (6.6): its inputs that are not bound are those of the type, in order, and
 * others have defaults; its outputs begin with those of the type. Names may differ: the specification's own example
 * binds y of (x, y) -> z to get an x -> y. A call by name uses the names of the function type. */
#include "front/modelica/function/function_inside.h"

#include <string.h>

mo_closure *mo_closure_of(const mo_value *v)
{
	return v && v->kind == MO_K_FUNCTION ? v->data : NULL;
}

bool mo_is_functional(const mo_item *item)
{
	if (item->base != MO_B_CLASS || !item->type)
		return false;
	mo_restriction r = mo_scope_restriction(item->type);
	return r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION;
}

mo_value *mo_function_value(mo_context *c, const mo_closure *of, const char **names, mo_value **bound, uint32_t n)
{
	mo_value_type type = mo_type_of(MO_B_CLASS, 0, 0, NULL);
	mo_closure *k = sb_new(c->arena, mo_closure);
	*k = *of;
	type.record = of->scope;
	mo_value *v = mo_value_new(c, &type, MO_K_FUNCTION, k);
	v->fields = bound;
	v->field_names = names;
	v->field_count = n;
	return v;
}

mo_value *mo_called_value(const mo_env *env, const mo_expr *call)
{
	const char *name = call->parts.n == 1 && !call->global ? call->parts.at[0].name : NULL;
	if (!name || call->parts.at[0].subscripted)
		return NULL;
	for (const mo_bound *b = env->bound; b; b = b->next)
		if (b->name == name)
			return mo_closure_of(b->whole) ? b->whole : NULL;
	mo_value *v = mo_local_value(env, name);
	return mo_closure_of(v) ? v : NULL;
}

/* ----------------------------------------------------------------- interfaces */

/* The inputs (or outputs) of a function, open; of a function value only those that are not bound. */
static bool interface_of(mo_context *c, mo_scope *scope, bool inputs, const mo_value *bound, sb_span span,
						 mo_items *out)
{
	mo_items all = {0};
	mo_components(scope, &all);
	for (uint32_t i = 0; i < all.n; i++) {
		mo_item *item = all.at[i];
		if (!mo_open(c, item, span))
			return false;
		if ((inputs ? item->input : item->output) && !(bound && inputs && mo_field(c, (mo_value *)bound, item->name)))
			sb_push(c->arena, *out, item);
	}
	return true;
}

bool mo_function_interface(mo_context *c, mo_scope *scope, sb_span span, mo_items *inputs)
{
	return interface_of(c, scope, true, NULL, span, inputs);
}

static bool same_type(mo_context *c, mo_item *a, mo_item *b, uint32_t depth)
{
	if (a->base != b->base || a->rank != b->rank || depth > 50)
		return false;
	if (a->base == MO_B_ENUM)
		return a->type->enumeration == b->type->enumeration;
	if (a->base != MO_B_CLASS || a->type == b->type || mo_is_functional(a) || mo_is_functional(b))
		return mo_is_functional(a) == mo_is_functional(b);
	mo_items s = {0}, t = {0};
	mo_components(a->type, &s);
	mo_components(b->type, &t);
	bool same = s.n == t.n;
	for (uint32_t i = 0; same && i < s.n; i++) {
		mo_item *other = mo_member(b->type, s.at[i]->name);
		same = other && mo_open(c, s.at[i], s.at[i]->ast->span) && mo_open(c, other, other->ast->span)
			&& same_type(c, s.at[i], other, depth + 1);
	}
	return same;
}

static const char *item_type(mo_context *c, const mo_item *item)
{
	mo_value_type type = mo_type_of(item->base, item->type ? item->type->enumeration : 0, item->rank,
		sb_new_array(c->arena, sx_ref, item->rank + 1));
	type.record = item->base == MO_B_CLASS ? item->type : NULL;
	return mo_type_string(c, &type);
}

static const char *interface_text(mo_context *c, const mo_items *inputs, const mo_items *outputs)
{
	sb_text text = {0};
	sb_addc(&text, '(');
	for (uint32_t i = 0; i < inputs->n; i++)
		sb_addf(&text, "%s%s %s", i ? ", " : "", item_type(c, inputs->at[i]), inputs->at[i]->name);
	sb_add(&text, ") -> (");
	for (uint32_t i = 0; i < outputs->n; i++)
		sb_addf(&text, "%s%s %s", i ? ", " : "", item_type(c, outputs->at[i]), outputs->at[i]->name);
	sb_addc(&text, ')');
	const char *out = sb_strdup(c->arena, text.at);
	sb_text_free(&text);
	return out;
}

static const char *mismatch(mo_context *c, const mo_items *have_in, const mo_items *want_in, const mo_items *have_out,
	const mo_items *want_out)
{
	if (have_in->n < want_in->n)
		return sb_printf(c->arena, "it takes %u argument%s, but will be called with %u", have_in->n,
						 have_in->n == 1 ? "" : "s", want_in->n);
	for (uint32_t i = 0; i < want_in->n; i++)
		if (!same_type(c, have_in->at[i], want_in->at[i], 0))
			return sb_printf(c->arena, "its input '%s' is %s, but will be given %s", have_in->at[i]->name,
				item_type(c, have_in->at[i]), item_type(c, want_in->at[i]));
	for (uint32_t i = want_in->n; i < have_in->n; i++)
		if (!have_in->at[i]->binding)
			return sb_printf(c->arena, "its input '%s' would get no value: it has no default and is not bound",
				have_in->at[i]->name);
	if (have_out->n < want_out->n)
		return sb_printf(c->arena, "it has %u result%s, but %u are needed", have_out->n, have_out->n == 1 ? "" : "s",
			want_out->n);
	for (uint32_t i = 0; i < want_out->n; i++)
		if (!same_type(c, have_out->at[i], want_out->at[i], 0))
			return sb_printf(c->arena, "its result '%s' is %s, but %s is needed", have_out->at[i]->name,
				item_type(c, have_out->at[i]), item_type(c, want_out->at[i]));
	return NULL;
}


static bool check_fits(mo_context *c, const mo_value *v, const mo_item *formal, sb_span span)
{
	const mo_closure *k = mo_closure_of(v);
	mo_items have_in = {0}, want_in = {0}, have_out = {0}, want_out = {0};
	const char *why = NULL;
	if (!interface_of(c, formal->type, true, NULL, span, &want_in) ||
		!interface_of(c, formal->type, false, NULL, span, &want_out))
		return false;
	if (!k->scope) {
		if (want_in.n != k->arity || want_out.n != 1)
			why = sb_printf(c->arena, "it takes %u argument%s and has one result", k->arity, k->arity == 1 ? "" : "s");
	} else {
		if (!interface_of(c, k->scope, true, v, span, &have_in) ||
			!interface_of(c, k->scope, false, v, span, &have_out))
			return false;
		why = mismatch(c, &have_in, &want_in, &have_out, &want_out);
		if (!why && mo_is_impure(k->scope) && !mo_is_impure(formal->type))
			why = "it is impure, and the function type is not";
	}
	if (!why)
		return true;
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0580", span, "'%s' does not fit as the function '%s'", k->name, formal->name);
	sb_note(m, "%s", why);
	sb_also(m, formal->ast->name_span, "this input needs a function %s", interface_text(c, &want_in, &want_out));
	if (k->scope && k->scope->class_def)
		sb_also(m, k->scope->class_def->name_span, "'%s' is declared here", k->name);
	sb_help(m, "give a function with these inputs and outputs; bind further inputs with function %s(k = ...)", k->name);
	return false;
}

/* -------------------------------------------------------------------- arguments */

static mo_value *not_a_function(mo_context *c, const mo_expr *e, const mo_item *formal, const char *what)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0581", e->span,
							  "the argument '%s' must be a function, but this is %s", formal->name, what);
	sb_also(m, formal->ast->name_span, "it is declared here, with a function type");
	sb_help(m, "give the name of a function without a call, or function f(k = ...) to bind inputs of it");
	return NULL;
}

/* The predefined functions of numbers, which have no declaration. */
static uint32_t builtin_arity(const char *name)
{
	static const char *const one[] = {"sin",  "cos",  "tan", "asin", "acos",  "atan", "sinh",
									  "cosh", "tanh", "exp", "log",  "log10", "sqrt"};
	for (uint32_t i = 0; i < sizeof one / sizeof *one; i++)
		if (strcmp(name, one[i]) == 0)
			return 1;
	return strcmp(name, "atan2") == 0 ? 2 : 0;
}

static mo_value *from_class(mo_context *c, const mo_expr *e, mo_item *item, const mo_item *formal)
{
	mo_closure k = { .item = item, .name = mo_call_text(c, e) };
	if (!mo_open(c, item, e->span) || !item->class_scope)
		return NULL;
	mo_restriction r = mo_scope_restriction(item->class_scope);
	if (r != MO_FUNCTION && r != MO_OPERATOR_FUNCTION)
		return not_a_function(
			c, e, formal,
			item->class_scope->base != MO_B_CLASS ? "a type" : sb_printf(c->arena, "a %s", mo_restriction_text(r)));
	if (item->class_scope->class_def && item->class_scope->class_def->is_partial) {
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0534", e->span, "'%s' is partial, so it cannot be called", k.name);
		sb_also(m, item->class_scope->class_def->name_span, "it is declared here");
		sb_help(m, "give a function that extends it");
		return NULL;
	}
	k.scope = mo_function_scope(c, item);
	k.scope = k.scope ? mo_partial_of(c, k.scope, e->span) : NULL;
	return k.scope ? mo_function_value(c, &k, NULL, NULL, 0) : NULL;
}

static mo_value *named_function(mo_context *c, const mo_env *env, const mo_expr *e, const mo_item *formal)
{
	mo_value *v = mo_called_value(env, e);
	if (v)
		return v;
	mo_item *item = mo_find_item(c, env->scope, e->parts.at, e->parts.n, e->global);
	if (!item && e->parts.n == 1 && !e->global)
		item = mo_lookup(env->scope, e->parts.at[0].name);
	if (item && item->kind == MO_I_CLASS)
		return from_class(c, e, item, formal);
	if (item)
		return not_a_function(c, e, formal, "a variable");
	const char *name = e->parts.n == 1 ? e->parts.at[0].name : "";
	if (e->parts.n == 1 && mo_is_builtin(name)) {
		mo_closure k = { .builtin = name, .name = name, .arity = builtin_arity(name) };
		if (k.arity)
			return mo_function_value(c, &k, NULL, NULL, 0);
		return not_a_function(c, e, formal, "an operator of the language, which is not a function of numbers");
	}
	mo_unknown_name(c, env, e->parts.n == 1 ? name : mo_call_text(c, e), e->parts.at[0].span, true);
	return NULL;
}

static bool bind_one(mo_context *c, const mo_env *env, mo_value *v, const mo_named *n, const mo_items *inputs,
					 mo_value **out, uint32_t *which)
{
	const mo_closure *k = mo_closure_of(v);
	*which = 0;
	while (*which < inputs->n && inputs->at[*which]->name != n->name)
		++*which;
	if (*which == inputs->n) {
		const char **names = sb_new_array(c->arena, const char *, inputs->n + 1);
		for (uint32_t i = 0; i < inputs->n; i++)
			names[i] = inputs->at[i]->name;
		const char *near = sb_nearest(n->name, names, inputs->n);
		sb_message *m =
			sb_report(c->diag, SB_ERROR, "M0522", n->span, "'%s' has no argument called '%s'", k->name, n->name);
		if (k->scope && k->scope->class_def)
			sb_also(m, k->scope->class_def->name_span, "it is declared here");
		sb_help(m, near ? "did you mean '%s'?" : "see the inputs of the function", near);
		return false;
	}
	mo_item *in = inputs->at[*which];
	if (mo_is_functional(in))
		return (*out = mo_lower_function(c, env, n->value, in)) != NULL;
	mo_value_type wanted = mo_type_of(in->base, in->type ? in->type->enumeration : 0, in->rank,
									  sb_new_array(c->arena, sx_ref, in->rank + 1));
	wanted.record = in->base == MO_B_CLASS ? in->type : NULL;
	mo_value *given = mo_lower(c, env, n->value);
	const char *what = sb_printf(c->arena, "the argument '%s' of '%s'", in->name, k->name);
	if (!given || !mo_fits(c, given, &wanted, n->value->span, what) || !(given = mo_cast(c, given, in->base)))
		return false;
	*out = mo_known_for_sizes(c, k->scope, *which, given, n->value->span);
	return *out != NULL;
}

/* function f(k = e, ...): f with its inputs k bound, besides those that are bound already. */
static mo_value *apply(mo_context *c, const mo_env *env, const mo_expr *e, mo_value *v)
{
	const mo_closure *k = mo_closure_of(v);
	mo_items inputs = {0}, type = {0};
	if (e->named.n == 0)
		return v;
	if (!k->scope) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0522", e->named.at[0].span,
						  "'%s' is predefined, its arguments have no names", k->name),
				"write a function that calls it");
		return NULL;
	}
	if (!mo_function_interface(c, k->scope, e->span, &inputs)
		|| (k->interface && !mo_function_interface(c, k->interface, e->span, &type)))
		return NULL;
	mo_value **bound = sb_new_array(c->arena, mo_value *, v->field_count + e->named.n + 1);
	const char **names = sb_new_array(c->arena, const char *, v->field_count + e->named.n + 1);
	uint32_t n = v->field_count;
	for (uint32_t i = 0; i < n; i++) {
		bound[i] = v->fields[i];
		names[i] = v->field_names[i];
	}
	for (uint32_t i = 0; i < e->named.n; i++) {
		mo_named named = e->named.at[i];
		uint32_t which, free = 0;
		/* of an argument of the function around: the names of its function type, by place */
		for (uint32_t t = 0; k->interface && t < type.n; t++) {
			while (free < inputs.n && mo_field(c, v, inputs.at[free]->name))
				free++;
			if (type.at[t]->name == named.name && free < inputs.n) {
				named.name = inputs.at[free]->name;
				break;
			}
			free++;
		}
		for (uint32_t j = 0; j < n; j++)
			if (names[j] == named.name) {
				sb_help(sb_report(c->diag, SB_ERROR, "M0524", named.span, "the argument '%s' is given twice",
								  e->named.at[i].name),
						"give each argument once");
				return NULL;
			}
		if (!bind_one(c, env, v, &named, &inputs, &bound[n], &which))
			return NULL;
		names[n++] = inputs.at[which]->name;
	}
	mo_closure open = *k;
	open.interface = NULL;
	return mo_function_value(c, &open, names, bound, n);
}

mo_value *mo_lower_function(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *formal)
{
	if (formal->rank) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0583", formal->ast->name_span, "'%s' is an array of functions",
						  formal->name),
				"an argument of a function type is a scalar (12.4.2); declare one input for each function");
		return NULL;
	}
	bool plain = e->kind == MO_E_REF;
	for (uint32_t i = 0; plain && i < e->parts.n; i++)
		plain = !e->parts.at[i].subscripted;
	if (!plain && e->kind != MO_E_PARTIAL)
		return not_a_function(c, e, formal, e->kind == MO_E_CALL ? "the value of a call" : "an expression");
	mo_value *v = named_function(c, env, e, formal);
	if (v && e->kind == MO_E_PARTIAL)
		v = apply(c, env, e, v);
	if (!v || !check_fits(c, v, formal, e->span))
		return NULL;
	mo_closure seen = *mo_closure_of(v);
	seen.interface = formal->type;
	return mo_function_value(c, &seen, v->field_names, v->fields, v->field_count);
}

/* ------------------------------------------------------------------------ calls */

/* A predefined function of numbers is called by an expression whose arguments are names for the values. */
mo_value *mo_call_builtin(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span)
{
	mo_expr call = { .kind = MO_E_CALL, .height = 2, .span = span };
	mo_env here = *env;
	mo_part part = { .name = name, .span = span };
	sb_push(c->arena, call.parts, part);
	for (uint32_t i = 0; i < n; i++) {
		mo_expr *arg = sb_new(c->arena, mo_expr);
		mo_bound *bound = sb_new(c->arena, mo_bound);
		part.name = sb_intern(c->names, sb_printf(c->arena, "argument %u", i + 1));
		*arg = (mo_expr){ .kind = MO_E_REF, .height = 1, .span = span };
		sb_push(c->arena, arg->parts, part);
		sb_push(c->arena, call.a, arg);
		*bound = (mo_bound){ .name = part.name, .whole = args[i], .next = here.bound };
		here.bound = bound;
	}
	return mo_lower_builtin(c, &here, &call, name);
}
