/* Calls of functions that users write, and of records as constructors.
 *
 * Arguments are brought into the order of the inputs: by place, by name, then defaults, which may refer to inputs
 * before them. A function of scalars that is given arrays is used for each element. The function of the model is made
 * for the shapes of the arguments by mo_specialise; records go in and come out field by field.
 */
#include "front/modelica/function/function_inside.h"

#include <string.h>

typedef struct formal { mo_item *item; mo_value_type type; } formal;
/* preset: of a function value, by input the value that it is bound to, or NULL; interface: the names that arguments are given by */
typedef struct callee {
	const char *name; mo_scope *scope; formal *inputs; uint32_t n; bool record;
	mo_value **preset; mo_items interface; const char *builtin;
	mo_scope *made;    /* what the function is made from: scope, or der(scope, x) */
} callee;

const char *mo_call_text(mo_context *c, const mo_expr *e)
{
	sb_text text = {0};
	for (uint32_t i = 0; i < e->parts.n; i++)
		sb_addf(&text, "%s%s", i || e->global ? "." : "", e->parts.at[i].name);
	const char *out = sb_strdup(c->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return out;
}

/* ------------------------------------------------------------- what is called */

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
		sb_help(sb_report(c->diag, SB_ERROR, "M0559", in->ast->name_span, "the input '%s' of the function is protected", in->name),
				"declare it in the public section, or without 'input'");
}

static bool make_callee(mo_context *c, mo_item *item, sb_span span, const char *name, bool record, callee *out)
{
	mo_items items = {0};
	*out = (callee){ .name = name, .record = record, .made = mo_function_scope(c, item) };
	out->scope = out->made && !record ? mo_partial_of(c, out->made, span) : out->made;
	if (!out->scope)
		return false;
	mo_components(out->scope, &items);
	out->inputs = sb_new_array(c->arena, formal, items.n + 1);
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
		formal *f = &out->inputs[out->n++];
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
static const char *builtin_behind(const mo_item *item)
{
	const mo_class *def = item->class_scope ? item->class_scope->class_def : NULL;
	if (!def || !def->external || !def->language || strcmp(def->language, "builtin") != 0)
		return NULL;
	const char *name = def->external_call && def->external_name ? def->external_name : def->name;
	return mo_is_builtin(name) ? name : NULL;
}

/* ------------------------------------------------------------------ arguments */

static bool too_many(mo_context *c, const callee *f, const mo_expr *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0523", e->span, "'%s' takes %u argument%s, but %u are given",
		f->name, f->n, f->n == 1 ? "" : "s",
		e->a.n);
	if (f->scope->class_def)
		sb_also(m, f->scope->class_def->name_span, "it is declared here");
	sb_help(m, "leave the last ones away");
	return false;
}

static bool no_such_input(mo_context *c, const callee *f, const mo_named *named)
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
static uint32_t input_at(const callee *f, uint32_t place)
{
	uint32_t k = 0;
	for (; k < f->n; k++)
		if (!(f->preset && f->preset[k]) && place-- == 0)
			break;
	return k;
}

static uint32_t input_called(const callee *f, const char *name)
{
	for (uint32_t i = 0; i < f->interface.n; i++)
		if (f->interface.at[i]->name == name)
			return input_at(f, i);
	uint32_t k = 0;
	while (k < f->n && (f->interface.n || f->inputs[k].item->name != name))
		k++;
	return k;
}

static bool place_arguments(mo_context *c, const callee *f, const mo_expr *e, const mo_expr **given)
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

static mo_value *missing_argument(mo_context *c, const callee *f, uint32_t i, sb_span span)
{
	sb_message *note = sb_report(c->diag, SB_ERROR, "M0532", span, "'%s' is called without its argument '%s'", f->name,
		f->inputs[i].item->name);
	sb_also(note, f->inputs[i].item->ast->name_span, "it has no default");
	sb_help(note, "give it: %s = ...", f->inputs[i].item->name);
	return NULL;
}

/* The default of an input, read with the inputs before it as names. */
static mo_value *default_value(mo_context *c, const callee *f, uint32_t i, mo_value **args, sb_span span)
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

static bool no_functional(mo_context *c, const callee *f, uint32_t i, const mo_expr *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0584", e->span, "the argument '%s' of '%s' is a value, not a function",
		f->inputs[i].item->name, f->name);
	sb_also(m, f->inputs[i].item->ast->name_span, "it is declared here");
	sb_help(m, "call the function to get a value of it");
	return false;
}

/* An argument for an input of a function type (12.4.2), given or by default. */
static mo_value *functional_argument(mo_context *c, const mo_env *env, const callee *f, uint32_t i, const mo_expr *given,
	sb_span span)
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
static bool check_argument(mo_context *c, const callee *f, uint32_t i, mo_value **arg, sb_span span, uint32_t *extra)
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

typedef struct arguments { mo_value **at; uint32_t *extra; uint32_t n, repeated; const mo_value *shape; } arguments;

static bool same_repetition(mo_context *c, const arguments *a, const mo_value *v, uint32_t extra)
{
	if (extra != a->repeated)
		return false;
	for (uint32_t i = 0; i < extra; i++)
		if (!mo_same_size(c, a->shape->type.dims[i], v->type.dims[i]))
			return false;
	return true;
}

static bool lower_arguments(mo_context *c, const mo_env *env, const callee *f, const mo_expr *e, arguments *out)
{
	const mo_expr **given = sb_new_array(c->arena, const mo_expr *, f->n + 1);
	if (!place_arguments(c, f, e, given))
		return false;
	*out = (arguments){ .at = sb_new_array(c->arena, mo_value *, f->n + 1), .extra = sb_new_array(c->arena, uint32_t,
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
		if (!(out->at[i] = given[i] ? mo_lower(c, env, given[i]) : default_value(c, f, i, out->at, e->span)))
			return false;
		if (!check_argument(c, f, i, &out->at[i], span, &out->extra[i]))
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

/* -------------------------------------------------------------------- results */

typedef sm_exprs flat_args;

static bool flatten_argument(mo_context *c, mo_value *v, flat_args *out)
{
	if (v->kind == MO_K_RECORD || v->kind == MO_K_FUNCTION) {
		for (uint32_t i = 0; i < v->field_count; i++)
			if (!flatten_argument(c, v->fields[i], out))
				return false;
		return true;
	}
	sx_ref e = mo_whole(c, v);
	if (e)
		sb_push(c->arena, *out, e);
	return e != 0;
}

/* The fields of a record in the order of its declaration: what mo_specialise and the function expect. */
static mo_value *in_declared_order(mo_context *c, mo_value *v, mo_scope *record)
{
	mo_items items = {0};
	if (v->kind != MO_K_RECORD || !record || v->type.record == record)
		return v;
	mo_components(record, &items);
	mo_value **fields = sb_new_array(c->arena, mo_value *, items.n + 1);
	const char **names = sb_new_array(c->arena, const char *, items.n + 1);
	for (uint32_t i = 0; i < items.n; i++) {
		names[i] = items.at[i]->name;
		if (!(fields[i] = mo_field(c, v, names[i])))
			return v;
	}
	return mo_value_record(c, record, v->type.rank, v->type.dims, names, fields, items.n);
}

/* formulas: of all results, where the call is written out; else NULL */
typedef struct outcome {
	mo_context *c; sx_ref call; const mo_formula *formulas; uint32_t next; sb_span span; const sm_function *made; const flat_args *args;
} outcome;

/* A size of a result, as the caller sees it: a number, or one of the arguments. */
static sx_ref size_of_result(const outcome *o, sx_ref size)
{
	if (size && sx_op_of(o->c->pool, size) == SX_LOCAL && sx_at(o->c->pool, size)->payload < o->args->n)
		return o->args->at[sx_at(o->c->pool, size)->payload];
	return size;
}

static sx_ref *sizes_of_result(const outcome *o, const sx_ref *sizes, uint32_t rank)
{
	sx_ref *out = sb_new_array(o->c->arena, sx_ref, rank + 1);
	for (uint32_t i = 0; i < rank; i++)
		out[i] = size_of_result(o, sizes[i]);
	return out;
}

static mo_value *take_result(outcome *o, const mo_value_type *type, int depth);

static mo_value *take_formula(outcome *o, const mo_value_type *type)
{
	const mo_formula *f = &o->formulas[o->next++];
	mo_value_type item = mo_type_of(type->base, type->enumeration, 0, NULL);
	mo_value **items = sb_new_array(o->c->arena, mo_value *, f->n + 1);
	for (uint32_t i = 0; i < f->n; i++)
		items[i] = mo_value_scalar(o->c, f->at[i], type->base, type->enumeration);
	return f->rank ? mo_value_list(o->c, items, f->n, f->dims, f->rank, &item) : items[0];
}

static mo_value *take_record(outcome *o, const mo_value_type *type, int depth)
{
	mo_context *c = o->c;
	mo_items items = {0};
	if (!type->record || depth > 50)
		return NULL;
	mo_components(type->record, &items);
	mo_value **fields = sb_new_array(c->arena, mo_value *, items.n + 1);
	const char **names = sb_new_array(c->arena, const char *, items.n + 1);
	for (uint32_t i = 0; i < items.n; i++) {
		mo_item *item = items.at[i];
		if (!mo_open(c, item, o->span))
			return NULL;
		mo_value_type field = mo_type_of(item->base, item->type ? item->type->enumeration : 0, type->rank + item->rank,
			sb_new_array(c->arena, sx_ref, type->rank + item->rank + 1));
		if (type->rank)
			memcpy(field.dims, type->dims, sizeof(sx_ref) * type->rank);
		field.record = item->base == MO_B_CLASS ? item->type : NULL;
		names[i] = item->name;
		if (!(fields[i] = take_result(o, &field, depth + 1)))
			return NULL;
	}
	return mo_value_record(c, type->record, type->rank, sizes_of_result(o, type->dims, type->rank), names, fields, items.n);
}

static mo_value *take_result(outcome *o, const mo_value_type *type, int depth)
{
	if (type->base == MO_B_CLASS)
		return take_record(o, type, depth);
	if (o->formulas)
		return take_formula(o, type);
	mo_value_type sized = *type;
	if (o->made->args + o->next < o->made->locals.n)
		sized.dims = sizes_of_result(o, o->made->locals.at[o->made->args + o->next].dims, type->rank);
	sx_ref e = o->next == 0 ? o->call : sx_out(o->c->pool, o->call, o->next, mo_sx_type(type->base));
	o->next++;
	return mo_value_whole(o->c, e, &sized);
}

/* The function for the sizes that its results have, where only the call tells them: `function` gives these sizes. In a model they are
 * evaluated now; in a function they may be found each time, and are then further arguments. */
static uint32_t with_sizes(mo_context *c, const callee *f, mo_value **args, uint32_t function, flat_args *flat, sb_span span,
	mo_signature *signature)
{
	uint32_t n = signature->hidden;
	sx_ref call = sx_call(c->pool, function, SX_INTEGER, flat->at, flat->n);
	const mo_formula *formulas = sx_op_of(c->pool, call) == SX_CALL ? mo_inline(c, call) : NULL;
	int64_t *sizes = sb_new_array(c->arena, int64_t, n + 1);
	sx_ref *wanted = sb_new_array(c->arena, sx_ref, n + 1);
	bool known = true;
	for (uint32_t k = 0; k < n; k++) {
		sx_value size;
		wanted[k] = formulas ? formulas[k].at[0] : k ? sx_out(c->pool, call, k, SX_INTEGER) : call;
		bool open = sx_flags(c->pool, wanted[k]) & SX_HAS_LOCAL || (mo_is_making(c) && !mo_try_evaluate(c, wanted[k], &size));
		if (!open && !mo_evaluate(c, wanted[k], span, sb_printf(c->arena, "the size of a result of '%s'", f->name), &size))
			return UINT32_MAX;
		sizes[k] = open ? -1 : size.integer < 0 ? 0 : size.integer;
		known = known && !open;
	}
	for (uint32_t k = 0; k < n && !known; k++) {
		sizes[k] = -1;
		sb_push(c->arena, *flat, wanted[k]);
	}
	return mo_specialise_sized(c, f->made, args, f->n, sizes, n, span, signature);
}

/* One call with arguments that fit: the values of all results. As formulas only where nobody asks for the call itself. */
static bool make_call(mo_context *c, const callee *f, mo_value **args, sb_span span, bool formulas, mo_value ***results,
	uint32_t *count)
{
	mo_signature signature = {0};
	flat_args flat = {0};
	for (uint32_t i = 0; i < f->n; i++)
		args[i] = in_declared_order(c, args[i], f->inputs[i].type.record);
	uint32_t function = mo_specialise(c, f->made, args, f->n, span, &signature);
	if (function == UINT32_MAX)
		return false;
	if (c->model->functions.at[function]->destructor)
		sb_push(c->arena, flat, sx_int(c->pool, 0));     /* the number of the object: see mo_number_objects */
	for (uint32_t i = 0; i < f->n; i++)
		if (!flatten_argument(c, args[i], &flat))
			return false;
	for (uint32_t i = 0; i < f->n; i++)
		mo_unknown_sizes(c, args[i], &flat);
	if (signature.hidden && (function = with_sizes(c, f, args, function, &flat, span, &signature)) == UINT32_MAX)
		return false;
	const sm_function *made = c->model->functions.at[function];
	sx_type type = made->results ? made->locals.at[made->args].type : SX_NOTYPE;
	outcome o = { .c = c, .call = sx_call(c->pool, function, type, flat.at, flat.n), .span = span, .made = made,
		.args = &flat };
	if (formulas && sx_op_of(c->pool, o.call) == SX_CALL)
		o.formulas = mo_inline(c, o.call);
	*count = signature.result_count;
	*results = sb_new_array(c->arena, mo_value *, *count + 1);
	if (*count == 0)
		/* a call for its effect: who asks finds it behind the results */
		(*results)[0] = mo_value_scalar(c, o.call, MO_B_REAL, 0);
	for (uint32_t i = 0; i < *count; i++)
		if (!((*results)[i] = take_result(&o, &signature.results[i], 0)))
			return false;
	return true;
}

/* A result whose size only the run tells is kept where it can be, so that it is not computed for each of its elements. */
static mo_value *kept_result(mo_context *c, mo_value *v, sb_span span)
{
	uint32_t few[8];
	if (v->kind != MO_K_WHOLE || v->type.rank > 8 || mo_const_dims(c, v, few) || mo_is_guarded(c) || !mo_may_put_before(c, v))
		return v;
	sx_ref kept = mo_put_before(c, v, span);
	mo_value_type type = v->type;
	type.dims = sb_new_array(c->arena, sx_ref, type.rank);
	for (uint32_t d = 0; kept && d < type.rank; d++)
		type.dims[d] = sx_binary(c->pool, SX_SIZE, kept, sx_int(c->pool, d + 1));
	return mo_value_whole(c, kept, &type);
}

static mo_value *first_result(mo_context *c, const callee *f, mo_value **args, sb_span span)
{
	mo_value **results;
	uint32_t n;
	if (!make_call(c, f, args, span, true, &results, &n))
		return NULL;
	if (n > 0)
		return kept_result(c, results[0], span);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0533", span, "'%s' has no result, so it has no value", f->name);
	sb_help(m, "call it alone, as an equation or statement");
	return NULL;
}

/* ----------------------------------------------------------------- repetition */

static mo_value *call_at(mo_context *c, const callee *f, const arguments *a, const sx_ref *at, sb_span span)
{
	mo_value **args = sb_new_array(c->arena, mo_value *, a->n + 1);
	for (uint32_t i = 0; i < a->n; i++)
		if (!(args[i] = a->extra[i] ? mo_index(c, a->at[i], at, a->extra[i]) : a->at[i]))
			return NULL;
	return first_result(c, f, args, span);
}

static mo_value *call_for_each(mo_context *c, const callee *f, const arguments *a, sb_span span)
{
	uint32_t rank = a->repeated, total = 1, *dims = sb_new_array(c->arena, uint32_t, rank);
	mo_value shape = { .type = { .rank = rank, .dims = a->shape->type.dims } };
	if (!mo_const_dims(c, &shape, dims))
		return NULL;
	for (uint32_t i = 0; i < rank; i++)
		total = (uint64_t)total * dims[i] > MO_MOST_TAKEN_APART ? UINT32_MAX : total * dims[i];
	if (total > MO_MOST_TAKEN_APART) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0327", span,
			"a call for each of very many elements would have to be written out");
		sb_help(m, "declare variables for the arguments");
		return NULL;
	}
	mo_value **items = sb_new_array(c->arena, mo_value *, total + 1);
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank);
	for (uint32_t k = 0; k < total; k++) {
		uint32_t rest = k;
		for (uint32_t i = rank; i-- > 0; rest /= dims[i])
			at[i] = sx_int(c->pool, rest % dims[i] + 1);
		if (!(items[k] = call_at(c, f, a, at, span)))
			return NULL;
	}
	mo_value_type none = mo_type_of(MO_B_REAL, 0, 0, NULL);
	return mo_value_list(c, items, total, dims, rank, total ? &items[0]->type : &none);
}

static mo_value *call_repeated(mo_context *c, const callee *f, const arguments *a, sb_span span)
{
	bool symbolic = true, empty = false;
	for (uint32_t i = 0; i < a->n; i++)
		symbolic = symbolic && mo_symbolic(c, a->at[i]);
	for (uint32_t i = 0; i < a->repeated; i++)
		empty = empty || sx_is_number(c->pool, a->shape->type.dims[i], 0);
	if (!symbolic || empty)
		return call_for_each(c, f, a, span);
	uint32_t *iterators = sb_new_array(c->arena, uint32_t, a->repeated);
	sx_ref *at = sb_new_array(c->arena, sx_ref, a->repeated), *from = sb_new_array(c->arena, sx_ref, a->repeated);
	for (uint32_t i = 0; i < a->repeated; i++) {
		iterators[i] = sx_new_iter(c->pool, "k");
		at[i] = sx_iter(c->pool, iterators[i]);
		from[i] = sx_int(c->pool, 1);
	}
	mo_value *body = call_at(c, f, a, at, span);
	return body ? mo_over(c, body, iterators, from, a->shape->type.dims, a->repeated) : NULL;
}

/* ------------------------------------------------------------ record, function */

static mo_value *construct(mo_context *c, const callee *f, const arguments *a)
{
	const char **names = sb_new_array(c->arena, const char *, f->n + 1);
	for (uint32_t i = 0; i < f->n; i++)
		names[i] = f->inputs[i].item->name;
	return mo_value_record(c, f->scope, 0, NULL, names, a->at, f->n);
}

/* 3.6, 12.9.7: constructor and destructor of an external object are never called by their names. */
static bool is_called_by_name(mo_context *c, const mo_expr *e, const mo_item *item)
{
	const mo_scope *around = mo_whole_scope(item->scope);
	if (around->base != MO_B_EXTERNAL_OBJECT)
		return false;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0591", e->span, "the %s of the external object '%s' is called by its name", item->name,
		around->class_def->name);
	sb_help(m, strcmp(item->name, "destructor") == 0 ? "leave it out: the object ends with the run, or with the function that declares it"
		: "write '%s(...)' as the value of a component of this class", around->class_def->name);
	return true;
}

static bool callable(mo_context *c, const mo_expr *e, mo_item *item, bool *record)
{
	mo_scope *scope = item->class_scope;
	if (is_called_by_name(c, e, item))
		return false;
	mo_restriction r = scope ? mo_scope_restriction(scope) : MO_CLASS;
	if (scope && scope->incomplete)
		return false;          /* its class could not be read, which was said */
	*record = scope && mo_is_record(scope);
	if (r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION || *record) {
		if (*record || !scope->class_def || !scope->class_def->is_partial)
			return true;
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0534", e->span, "'%s' is partial, so it cannot be called",
			mo_call_text(c, e));
		sb_also(m, scope->class_def->name_span, "it is declared here");
		sb_help(m, "call a function that extends it");
		return false;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0531", e->span, "'%s' is a %s, not a function", mo_call_text(c, e),
		mo_restriction_text(r));
	sb_help(m, "only functions and records can be called");
	return false;
}

bool mo_is_impure(const mo_scope *function)
{
	for (int depth = 0; function && function->class_def && depth < 100; depth++) {
		if (function->class_def->impure || function->class_def->pure)
			return function->class_def->impure;
		function = function->bases.n ? function->bases.at[0] : NULL;
	}
	return false;
}

/* 3.6, 12.3: where a function that is declared impure may be called. A function without a word about it may too, and is treated as impure
 * then; that is deprecated, but done. */
static bool may_be_impure(mo_context *c, const mo_env *env, const mo_expr *e, const mo_scope *function)
{
	const char *where = NULL;
	if (!mo_is_impure(function) || env->purified == e)
		return true;
	if (env->procedure)
		where = mo_procedure_calls_impure(env->procedure) ? NULL : "in a function that is declared pure";
	else if (env->lasting && !env->in_when && !env->in_initial)
		where = env->in_algorithm ? "in an algorithm outside of when" : "in an equation, or the value of a variable, that holds all the time";
	if (!where)
		return true;
	/* what is called for its effect alone, to print something say, changes no result */
	bool effect = env->effect == e && !env->procedure;
	if (effect && !mo_first_report(c, e))
		return true;
	sb_message *m = sb_report(c->diag, effect ? SB_WARNING : SB_ERROR, effect ? "M0625" : "M0624", e->span,
		effect ? "'%s' is impure, and should not be called %s" : "'%s' is impure, so it cannot be called %s", mo_call_text(c, e), where);
	if (function->class_def)
		sb_also(m, function->class_def->name_span, "it is declared here");
	sb_note(m, "an impure function may do something, or give another value each time; how often what holds all the time is evaluated is up to the solver");
	sb_help(m, env->procedure ? "declare the function around it impure, or write pure(...) around the call if it matters not how often it is made" :
		"call it in a when, in an initial equation or for the value of a parameter; or write pure(...) around the call if it matters not how often it is made");
	return effect;
}

static mo_value *call_class(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *item)
{
	callee f;
	arguments a;
	bool record;
	mo_value *result;
	if (e->iterators.n)
		return mo_lower_reduction(c, env, e, mo_call_text(c, e));
	if (!callable(c, e, item, &record) || !make_callee(c, item, e->span, mo_call_text(c, e), record, &f)
		|| (!record && !may_be_impure(c, env, e, f.scope)))
		return NULL;
	if (record && mo_lower_cast(c, env, e, f.scope, &result))
		return result;
	if (record && mo_scope_restriction(item->class_scope) == MO_OPERATOR_RECORD && e->a.n + e->named.n != f.n
		&& !e->named.n) {
		mo_value **args = sb_new_array(c->arena, mo_value *, e->a.n + 1);
		for (uint32_t i = 0; i < e->a.n; i++)
			if (!(args[i] = mo_lower(c, env, e->a.at[i])))
				return NULL;
		if (mo_constructed(c, env, item->class_scope, args, e->a.n, e->span, &result))
			return result;
	}
	if (!lower_arguments(c, env, &f, e, &a))
		return NULL;
	if (record)
		return construct(c, &f, &a);
	return a.repeated ? call_repeated(c, &f, &a, e->span) : first_result(c, &f, a.at, e->span);
}

mo_value *mo_call_values(mo_context *c, const mo_env *env, mo_item *function, mo_value **args, uint32_t n, sb_span span)
{
	(void)env;
	callee f;
	if (!mo_open(c, function, span) || !make_callee(c, function, span, function->name, false, &f))
		return NULL;
	mo_value **all = sb_new_array(c->arena, mo_value *, f.n + 1);
	for (uint32_t i = 0; i < f.n; i++) {
		uint32_t extra;
		if (!(all[i] = i < n ? args[i] : default_value(c, &f, i, all, span)) || !check_argument(c, &f, i, &all[i], span,
			&extra))
			return NULL;
	}
	return first_result(c, &f, all, span);
}

/* ---------------------------------------------------------- functions as values */

/* A call of an input of a function type: the function that was given for it, with what is bound. */
static bool callee_of_value(mo_context *c, const mo_env *env, const mo_expr *e, mo_value *v, callee *f, arguments *a)
{
	const mo_closure *k = mo_closure_of(v);
	if (k->scope) {
		if (!make_callee(c, k->item, e->span, mo_call_text(c, e), false, f))
			return false;
		f->preset = sb_new_array(c->arena, mo_value *, f->n + 1);
		for (uint32_t i = 0; i < f->n; i++)
			f->preset[i] = mo_field(c, v, f->inputs[i].item->name);
	} else {
		*f = (callee){ .name = mo_call_text(c, e) };
	}
	f->builtin = k->builtin ? k->builtin : builtin_behind(k->item);
	if (k->interface && !mo_function_interface(c, k->interface, e->span, &f->interface))
		return false;
	if (!k->scope) {
		/* a predefined function has no declaration: its inputs are those of the function type */
		f->inputs = sb_new_array(c->arena, formal, f->interface.n + 1);
		f->scope = k->interface;
		for (; f->n < f->interface.n; f->n++) {
			f->inputs[f->n].item = f->interface.at[f->n];
			f->inputs[f->n].type = mo_type_of(MO_B_REAL, 0, 0, NULL);
		}
	}
	return lower_arguments(c, env, f, e, a);
}

static mo_value *call_value(mo_context *c, const mo_env *env, const mo_expr *e, mo_value *v)
{
	callee f;
	arguments a;
	if (e->iterators.n)
		return mo_lower_reduction(c, env, e, mo_call_text(c, e));
	if (!callee_of_value(c, env, e, v, &f, &a))
		return NULL;
	if (f.builtin)
		return mo_call_builtin(c, env, f.builtin, a.at, a.n, e->span);
	return a.repeated ? call_repeated(c, &f, &a, e->span) : first_result(c, &f, a.at, e->span);
}

/* T(...) for a class T of external objects calls its constructor. */
static mo_value *make_object(mo_context *c, const mo_env *env, const mo_expr *e, mo_scope *class_scope)
{
	mo_item *item = mo_member(class_scope, sb_intern(c->names, "constructor"));
	callee f;
	arguments a;
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, e->span)
		|| !make_callee(c, item, e->span, mo_call_text(c, e), false, &f) || !lower_arguments(c, env, &f, e, &a))
		return NULL;
	mo_value *v = a.repeated ? call_repeated(c, &f, &a, e->span) : first_result(c, &f, a.at, e->span);
	if (v)
		v->type.record = class_scope;
	return v;
}

/* Which inputs a function has, for the choice among overloaded ones; false if it cannot be opened. */
bool mo_function_inputs(mo_context *c, mo_item *function, sb_span span, mo_value_type **types, uint32_t *n,
	uint32_t *needed)
{
	callee f;
	if (!mo_open(c, function, span) || !make_callee(c, function, span, function->name, false, &f))
		return false;
	*types = sb_new_array(c->arena, mo_value_type, f.n + 1);
	*n = f.n;
	*needed = 0;
	for (uint32_t i = 0; i < f.n; i++) {
		(*types)[i] = f.inputs[i].type;
		*needed += !f.inputs[i].item->binding;
	}
	return true;
}

/* ------------------------------------------------------------------- dispatch */

/* A.b.f(x) that is not found: which of its parts is to blame? True if that was said. */
static bool blame_part(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global ? NULL : mo_lookup(env->scope, e->parts.at[0].name);
	bool in_class = false;
	for (uint32_t i = 1; item && i < e->parts.n; i++) {
		const mo_part *part = &e->parts.at[i];
		mo_scope *inside = mo_open(c, item, part->span) ? mo_item_scope(item) : NULL;
		if (item->kind == MO_I_COMPONENT && (item->rank || in_class)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0521", part->span,
				item->rank ? "functions are not looked up in the array '%s'" : "functions are not looked up through '%s', a component of a class",
				item->name);
			sb_help(m, "call the function by the name of its class");
			return true;
		}
		in_class |= item->kind == MO_I_CLASS;
		mo_item *inner = inside ? mo_member(inside, part->name) : NULL;
		if (inside && !inner) {
			const char *near = mo_near_name(c, inside, part->name, false);
			sb_text name = {0};
			mo_full_class_name(inside, &name);
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0521", part->span, "there is no function '%s' in '%s'", part->name,
				name.at ? name.at : item->name);
			sb_text_free(&name);
			if (near)
				sb_help(m, "did you mean '%s'?", near);
			else
				sb_help(m, "check the name against the declaration of '%s'", item->name);
			return true;
		}
		item = inner;
	}
	return false;
}

static mo_value *unknown_function(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *item)
{
	if (e->parts.n == 2 && strcmp(e->parts.at[0].name, "Connections") == 0)
		return c->lower_asks->connection(c, env, e);
	if (item) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0531", e->span, "'%s' is a variable, not a function",
			mo_call_text(c, e));
		sb_also(m, item->ast->name_span, "it is declared here");
		sb_help(m, "write '*' to multiply, or [...] for subscripts");
	} else if (e->parts.n == 1 || !blame_part(c, env, e)) {
		mo_unknown_name(c, env, e->parts.n == 1 ? e->parts.at[0].name : mo_call_text(c, e), e->parts.at[0].span, true);
	}
	return NULL;
}

/* 3.6, 5.3.2: of the functions in the class of a component those of operators are not found. */
static bool is_operator(const mo_item *item)
{
	mo_restriction r = item->class_scope ? mo_scope_restriction(item->class_scope) : MO_CLASS;
	return item->kind == MO_I_CLASS && (r == MO_OPERATOR || r == MO_OPERATOR_FUNCTION);
}

static bool operator_of_component(mo_context *c, const mo_part *part, const mo_item *component)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0260", part->span,
							  "%s is an operator and cannot be called through the component '%s'", part->name, component->name);
	sb_help(m, "write the operator between its operands, or name it by its class instead of the component");
	return false;
}

/* What stands before the dots of a function's name must be there, and open to everybody. */
static bool may_be_reached(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = e->global || e->parts.n < 2 ? NULL : mo_lookup(env->scope, e->parts.at[0].name), *component = NULL;
	for (uint32_t i = 0; item && i < e->parts.n; i++) {
		sb_span span = e->parts.at[i].span;
		if (i > 0) {
			mo_scope *inside = mo_open(c, item, span) ? mo_item_scope(item) : NULL;
			item = inside ? mo_member(inside, e->parts.at[i].name) : NULL;
		}
		if (item && ((i > 0 && !mo_accessible(c, env->scope, item, span))
			|| (mo_open(c, item, span) && !mo_unconditional(c, item, span))))
			return false;
		if (item && component && is_operator(item))
			return operator_of_component(c, &e->parts.at[i], component);
		if (item && item->kind == MO_I_COMPONENT)
			component = item;
	}
	return true;
}

static mo_item *called_item(mo_context *c, const mo_env *env, const mo_expr *e)
{
	mo_item *item = mo_find_item(c, env->scope, e->parts.at, e->parts.n, e->global);
	return item || e->parts.n > 1 || e->global ? item : mo_lookup(env->scope, e->parts.at[0].name);
}

mo_value *mo_lower_call(mo_context *c, const mo_env *env, const mo_expr *call)
{
	const char *name = call->parts.n == 1 ? call->parts.at[0].name : NULL;
	mo_value *function = mo_called_value(env, call);
	if (function)
		return call_value(c, env, call, function);
	mo_item *item = name && strcmp(name, "der") == 0 ? NULL : called_item(c, env, call);
	if (item && item->kind == MO_I_CLASS) {
		if (!mo_open(c, item, call->span) || !item->class_scope || !may_be_reached(c, env, call))
			return NULL;
		const char *builtin = builtin_behind(item);
		if (builtin && call->named.n == 0)
			return mo_lower_builtin(c, env, call, builtin);
		if (item->class_scope->base == MO_B_EXTERNAL_OBJECT)
			return make_object(c, env, call, item->class_scope);
		if (item->class_scope->base != MO_B_CLASS)
			return mo_lower_conversion(c, env, call, item->class_scope);
		return call_class(c, env, call, item);
	}
	if (name && (strcmp(name, "cardinality") == 0 || strcmp(name, "rooted") == 0))
		return c->lower_asks->connection(c, env, call);
	if (name && mo_is_builtin(name))
		return mo_lower_builtin(c, env, call, name);
	return unknown_function(c, env, call, item);
}

bool mo_lower_multi(mo_context *c, const mo_env *env, const mo_expr *call, mo_value ***results, uint32_t *count)
{
	mo_value *function = call->kind == MO_E_CALL ? mo_called_value(env, call) : NULL;
	mo_item *item = call->kind == MO_E_CALL && !function ? called_item(c, env, call) : NULL;
	bool record = false;
	callee f;
	arguments a;
	if (function && !callee_of_value(c, env, call, function, &f, &a))
		return false;
	if (function && !f.builtin && !a.repeated)
		return make_call(c, &f, a.at, call->span, false, results, count);
	bool user = item && item->kind == MO_I_CLASS && mo_open(c, item, call->span) && item->class_scope
		&& item->class_scope->base == MO_B_CLASS && !builtin_behind(item) && !mo_is_record(item->class_scope);
	if (!user) {
		*results = sb_new_array(c->arena, mo_value *, 2);
		*count = 1;
		const char *name = call->kind == MO_E_CALL && !item && !function && call->parts.n == 1 ? call->parts.at[0].name : "";
		if (strcmp(name, "spatialDistribution") == 0) {
			*count = 2;
			return ((*results)[0] = mo_lower_builtin_pair(c, env, call, name, &(*results)[1])) != NULL;
		}
		return ((*results)[0] = mo_lower(c, env, call)) != NULL;
	}
	if (!may_be_reached(c, env, call) || !callable(c, call, item, &record)
		|| !make_callee(c, item, call->span, mo_call_text(c, call), false, &f) || !may_be_impure(c, env, call, f.scope)
		|| !lower_arguments(c, env, &f, call, &a))
		return false;
	if (a.repeated) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0535", call->span,
			"'%s' is called with arrays for scalars, so it has only one result", f.name);
		sb_help(m, "call it in a for loop");
		return false;
	}
	return make_call(c, &f, a.at, call->span, false, results, count);
}
