/* The call itself, made for the shapes of its arguments, and its results; calls that are repeated for the elements of
 * arrays. */
#include "front/modelica/function/function_call.h"

#include <string.h>

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
	mo_context *c;
	sx_ref call;
	const mo_formula *formulas;
	uint32_t next;
	sb_span span;
	const sm_function *made;
	const flat_args *args;
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
	return mo_value_record(c, type->record, type->rank, sizes_of_result(o, type->dims, type->rank), names, fields,
						   items.n);
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

/* The function for the sizes that its results have, where only the call tells them: `function` gives these sizes. In a
 * model they are evaluated now; in a function they may be found each time, and are then further arguments. */
static uint32_t with_sizes(mo_context *c, const mo_callee *f, mo_value **args, uint32_t function, flat_args *flat,
						   sb_span span, mo_signature *signature)
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
		bool open =
			sx_flags(c->pool, wanted[k]) & SX_HAS_LOCAL || (mo_making(c) && !mo_try_evaluate(c, wanted[k], &size));
		if (!open &&
			!mo_evaluate(c, wanted[k], span, sb_printf(c->arena, "the size of a result of '%s'", f->name), &size))
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

/* One call with arguments that fit: the values of all results. As formulas only where nobody asks for the call
 * itself. */
bool mo_make_call(mo_context *c, const mo_callee *f, mo_value **args, sb_span span, bool formulas, mo_value ***results,
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

/* A result whose size only the run tells is kept where it can be, so that it is not computed for each of its
 * elements. */
static mo_value *kept_result(mo_context *c, mo_value *v, sb_span span)
{
	uint32_t few[8];
	if (v->kind != MO_K_WHOLE || v->type.rank > 8 || mo_const_dims(c, v, few) || mo_is_guarded(c) ||
		!mo_may_put_before(c, v))
		return v;
	sx_ref kept = mo_put_before(c, v, span);
	mo_value_type type = v->type;
	type.dims = sb_new_array(c->arena, sx_ref, type.rank);
	for (uint32_t d = 0; kept && d < type.rank; d++)
		type.dims[d] = sx_binary(c->pool, SX_SIZE, kept, sx_int(c->pool, d + 1));
	return mo_value_whole(c, kept, &type);
}

mo_value *mo_first_result(mo_context *c, const mo_callee *f, mo_value **args, sb_span span)
{
	mo_value **results;
	uint32_t n;
	if (!mo_make_call(c, f, args, span, true, &results, &n))
		return NULL;
	if (n > 0)
		return kept_result(c, results[0], span);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0533", span, "'%s' has no result, so it has no value", f->name);
	sb_help(m, "call it alone, as an equation or statement");
	return NULL;
}

/* ----------------------------------------------------------------- repetition */

static mo_value *call_at(mo_context *c, const mo_callee *f, const mo_arguments *a, const sx_ref *at, sb_span span)
{
	mo_value **args = sb_new_array(c->arena, mo_value *, a->n + 1);
	for (uint32_t i = 0; i < a->n; i++)
		if (!(args[i] = a->extra[i] ? mo_index(c, a->at[i], at, a->extra[i]) : a->at[i]))
			return NULL;
	return mo_first_result(c, f, args, span);
}

static mo_value *call_for_each(mo_context *c, const mo_callee *f, const mo_arguments *a, sb_span span)
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

mo_value *mo_call_repeated(mo_context *c, const mo_callee *f, const mo_arguments *a, sb_span span)
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
