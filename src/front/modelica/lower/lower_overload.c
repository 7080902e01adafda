/* Operators of operator records: '+' and the like, declared as operator functions (or operators with several functions)
 * inside the record. */
#include "front/modelica/lower/lower_inside.h"

bool mo_is_operator_record(const mo_value *v)
{
	const mo_scope *record = v->type.base == MO_B_CLASS ? v->type.record : NULL;
	/* connector ComplexInput = input Complex */
	while (record && mo_scope_restriction(record) == MO_CONNECTOR && record->bases.n == 1)
		record = record->bases.at[0];
	return record && mo_scope_restriction(record) == MO_OPERATOR_RECORD;
}

/* The class that declares the operators: types like ComplexVoltage only give its fields other units. */
static const mo_class *declaring_class(const mo_scope *scope)
{
	for (int depth = 0; depth < 100 && scope->bases.n == 1
		&& mo_scope_restriction(scope->bases.at[0]) == MO_OPERATOR_RECORD; depth++)
		scope = scope->bases.at[0];
	return scope->class_def;
}

static bool fits_quietly(const mo_value *v, const mo_value_type *wanted)
{
	if (v->type.rank != wanted->rank)
		return false;
	if (wanted->base != MO_B_CLASS)
		return v->type.base == wanted->base || (wanted->base == MO_B_REAL && v->type.base == MO_B_INTEGER);
	if (v->type.base != MO_B_CLASS || !wanted->record || !v->type.record)
		return false;
	return declaring_class(v->type.record) == declaring_class(wanted->record);
}

/* exact: without an Integer becoming a Real. */
static bool matches(mo_context *c, mo_item *function, mo_value **args, uint32_t n, sb_span span, bool exact)
{
	mo_value_type *types;
	uint32_t inputs, needed;
	if (!c->lower_asks->inputs(c, function, span, &types, &inputs, &needed) || n > inputs || n < needed)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!fits_quietly(args[i], &types[i]) || (exact && args[i]->type.base != types[i].base))
			return false;
	return true;
}

static void ambiguous(mo_context *c, mo_scope *record, const mo_item *a, const mo_item *b, sb_span span)
{
	if (!mo_first_report(c, b->ast))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0537", span, "two operators of '%s' fit these arguments",
		record->class_def->name);
	sb_also(m, a->ast->name_span, "one is this");
	sb_also(m, b->ast->name_span, "the other is this");
	sb_help(m, "remove one of them, or give them different inputs");
}

/* The function that fits, of an operator of the record; NULL if none does. */
static mo_item *choose(mo_context *c, mo_scope *record, const char *name, mo_value **args, uint32_t n, sb_span span)
{
	mo_item *item = mo_member(record, name);
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, span) || !item->class_scope)
		return NULL;
	mo_restriction r = mo_scope_restriction(item->class_scope);
	if (r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION)
		return matches(c, item, args, n, span, false) ? item : NULL;
	mo_item *found = NULL, *exact = NULL;
	for (uint32_t i = 0; i < item->class_scope->items.n; i++) {
		mo_item *one = item->class_scope->items.at[i];
		if (one->kind != MO_I_CLASS || !matches(c, one, args, n, span, false))
			continue;
		found = found ? found : one;
		if (!matches(c, one, args, n, span, true))
			continue;
		if (exact)
			ambiguous(c, record, exact, one, span);
		exact = exact ? exact : one;
	}
	return exact ? exact : found;
}

/* 3.6, 14.3: one output, and that is the record. */
static bool makes_record(mo_context *c, mo_item *constructor, mo_scope *record)
{
	mo_items items = {0};
	mo_item *made = NULL;
	uint32_t outputs = 0;
	mo_components(constructor->class_scope, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		outputs += items.at[i]->ast->output;
		made = items.at[i]->ast->output ? items.at[i] : made;
	}
	if (outputs == 1 && mo_open(c, made, made->ast->name_span) && made->base != MO_B_CLASS &&
		mo_first_report(c, constructor->ast)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0538", made->ast->name_span,
			"the output of the constructor '%s' is not a '%s'", constructor->name,
			record->class_def ? record->class_def->name : "record");
		sb_help(m, "a constructor has one output, the record that it makes");
		return false;
	}
	if (outputs == 1 || !mo_first_report(c, constructor->ast))
		return outputs == 1;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0538", constructor->ast->name_span,
		"the constructor '%s' has %u outputs", constructor->name, outputs);
	sb_help(m, "a constructor has one output, the record that it makes");
	return false;
}

bool mo_constructed(mo_context *c, const mo_env *env, mo_scope *record, mo_value **args, uint32_t n, sb_span span,
	mo_value **result)
{
	mo_item *function = choose(c, record, sb_intern(c->names, "'constructor'"), args, n, span);
	if (function && !makes_record(c, function, record)) {
		*result = NULL;
		return true;
	}
	if (function)
		*result = c->lower_asks->call_values(c, env, function, args, n, span);
	return function != NULL;
}

/* With one side a number: the record that is made of it by a constructor with one argument. */
static bool converted(mo_context *c, const mo_env *env, const char *name, mo_value **args, sb_span span,
	mo_value **result)
{
	for (uint32_t i = 0; i < 2; i++) {
		mo_value *both[2] = { args[0], args[1] };
		if (!mo_is_operator_record(args[1 - i]) || mo_is_operator_record(args[i]))
			continue;
		if (!mo_constructed(c, env, args[1 - i]->type.record, &args[i], 1, span, &both[i]) || !both[i])
			continue;
		mo_item *function = choose(c, args[1 - i]->type.record, name, both, 2, span);
		if (!function)
			continue;
		*result = c->lower_asks->call_values(c, env, function, both, 2, span);
		return true;
	}
	return false;
}

static bool of_scalars(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span,
	mo_value **result)
{
	for (uint32_t i = 0; i < n; i++) {
		mo_item *function = mo_is_operator_record(args[i]) ? choose(c, args[i]->type.record, name, args, n, span)
			: NULL;
		if (!function)
			continue;
		*result = c->lower_asks->call_values(c, env, function, args, n, span);
		return true;
	}
	return n == 2 && converted(c, env, name, args, span, result);
}

/* Arrays of operator records, element by element: those of equal sizes, and a scalar with an array. */
static bool of_elements(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span,
	mo_value **result)
{
	mo_value *shape = args[0]->type.rank ? args[0] : args[n - 1], *one[2];
	uint32_t rank = shape->type.rank, total = 1, *dims = sb_new_array(c->arena, uint32_t, rank);
	if (!mo_const_dims(c, shape, dims) || (n == 2 && args[0]->type.rank && args[1]->type.rank && !mo_same_dims(c,
		args[0], args[1])))
		return false;
	for (uint32_t i = 0; i < rank; i++)
		total = (uint64_t)total * dims[i] > MO_MOST_TAKEN_APART ? UINT32_MAX : total * dims[i];
	if (total == 0 || total > MO_MOST_TAKEN_APART)
		return false;
	mo_value **items = sb_new_array(c->arena, mo_value *, total);
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank);
	for (uint32_t k = 0; k < total; k++) {
		uint32_t rest = k;
		for (uint32_t i = rank; i-- > 0; rest /= dims[i])
			at[i] = sx_int(c->pool, rest % dims[i] + 1);
		for (uint32_t i = 0; i < n; i++)
			one[i] = args[i]->type.rank ? mo_index(c, args[i], at, rank) : args[i];
		if (!one[0] || !one[n - 1] || !of_scalars(c, env, name, one, n, span, &items[k]))
			return false;
		if (!items[k]) {
			*result = NULL;
			return true;
		}
	}
	*result = mo_value_list(c, items, total, dims, rank, &items[0]->type);
	return true;
}

/* ---------------------------------------------------------------- sums, products */

static mo_value *no_operator(mo_context *c, const mo_value *v, const char *name, const char *what, sb_span span)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0541", span, "%s needs the operator %s of '%s'", what, name,
		mo_type_string(c, &v->type));
	sb_help(m, "declare it in the operator record");
	return NULL;
}

/* The operator function '0', what a sum of nothing is. */
static mo_value *zero_of(mo_context *c, const mo_env *env, mo_scope *record, const mo_value *v, const char *what,
						 sb_span span)
{
	const char *name = sb_intern(c->names, "'0'");
	mo_item *function = choose(c, record, name, NULL, 0, span);
	return function ? c->lower_asks->call_values(c, env, function, NULL, 0, span) : no_operator(c, v, name, what, span);
}

/* 3.6, 10.3.4: sum is for operator records that have '0' and '+'. */
static mo_value *sum_of(mo_context *c, const mo_env *env, mo_value **items, uint32_t n, const mo_value *like,
						const char *what, sb_span span)
{
	mo_value *sum = NULL;
	if (n == 0)
		return zero_of(c, env, like->type.record, like, what, span);
	for (uint32_t i = 0; i < n; i++) {
		mo_value *pair[2] = { sum, items[i] };
		if (!items[i])
			return NULL;
		if (i == 0)
			sum = items[0];
		else if (!of_scalars(c, env, sb_intern(c->names, "'+'"), pair, 2, span, &sum))
			return no_operator(c, like, "'+'", what, span);
		if (!sum)
			return NULL;
	}
	return sum;
}

mo_value *mo_sum_records(mo_context *c, const mo_env *env, mo_value *v, sb_span span)
{
	uint32_t rank = v->type.rank, *dims = sb_new_array(c->arena, uint32_t, rank + 1), total = 1;
	if (!mo_const_dims(c, v, dims)) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0901", span,
						  "an array expression whose size is not known before the run cannot be used here"),
				"add the elements in a loop");
		return NULL;
	}
	for (uint32_t i = 0; i < rank; i++)
		total = (uint64_t)total * dims[i] > MO_MOST_TAKEN_APART ? MO_MOST_TAKEN_APART : total * dims[i];
	mo_value **items = sb_new_array(c->arena, mo_value *, total + 1);
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank + 1);
	for (uint32_t k = 0; k < total; k++) {
		uint32_t rest = k;
		for (uint32_t i = rank; i-- > 0; rest /= dims[i])
			at[i] = sx_int(c->pool, rest % dims[i] + 1);
		items[k] = mo_index(c, v, at, rank);
	}
	return sum_of(c, env, items, total, v, "sum", span);
}

/* One element of a product of vectors and matrices: row i of a with column j of b. */
static mo_value *product_at(mo_context *c, const mo_env *env, mo_value **args, uint32_t i, uint32_t j, uint32_t inner,
							sb_span span)
{
	mo_value **items = sb_new_array(c->arena, mo_value *, inner + 1);
	mo_value *like = mo_is_operator_record(args[0]) ? args[0] : args[1];
	for (uint32_t k = 0; k < inner; k++) {
		sx_ref in = sx_int(c->pool, k + 1), left[2] = {sx_int(c->pool, i + 1), in},
			   right[2] = {in, sx_int(c->pool, j + 1)};
		mo_value *pair[2] = { mo_index(c, args[0], args[0]->type.rank == 2 ? left : &in, args[0]->type.rank),
			mo_index(c, args[1], args[1]->type.rank == 2 ? right : &in, args[1]->type.rank) };
		if (!pair[0] || !pair[1] || !of_scalars(c, env, sb_intern(c->names, "'*'"), pair, 2, span, &items[k]))
			return NULL;
	}
	return sum_of(c, env, items, inner, like, "a product of arrays", span);
}

/* 3.6, 10.6.4 and 14.5: products of vectors and matrices are sums of products. */
static bool of_products(mo_context *c, const mo_env *env, mo_value **args, sb_span span, mo_value **result)
{
	uint32_t a[2], b[2], shape[2], rank = 0, left = args[0]->type.rank, right = args[1]->type.rank;
	if (left > 2 || right > 2 || !mo_const_dims(c, args[0], a) || !mo_const_dims(c, args[1], b) || a[left - 1] != b[0])
		return false;
	if (left == 2)
		shape[rank++] = a[0];
	if (right == 2)
		shape[rank++] = b[1];
	uint32_t rows = left == 2 ? a[0] : 1, columns = right == 2 ? b[1] : 1;
	if ((uint64_t)rows * columns * (b[0] + 1) > MO_MOST_TAKEN_APART || rows * columns == 0)
		return false;
	mo_value **items = sb_new_array(c->arena, mo_value *, rows * columns);
	*result = NULL;
	for (uint32_t k = 0; k < rows * columns; k++)
		if (!(items[k] = product_at(c, env, args, k / columns, k % columns, b[0], span)))
			return true;
	*result = rank ? mo_value_list(c, items, rows * columns, shape, rank, &items[0]->type) : items[0];
	return true;
}

bool mo_overloaded(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span,
	mo_value **result)
{
	uint32_t arrays = 0;
	bool elementwise = name[1] == '.', times = name == sb_intern(c->names, "'*'"), over = name == sb_intern(c->names,
		"'/'");
	if (elementwise)
		name = sb_intern(c->names, sb_printf(c->arena, "'%s", name + 2));
	for (uint32_t i = 0; i < n; i++)
		arrays += args[i]->type.rank > 0;
	/* 3.6, 14.5: .op of arrays is that of their elements, whatever functions of arrays the operator has */
	if (!(elementwise && arrays) && of_scalars(c, env, name, args, n, span, result))
		return true;
	if (times && arrays == 2 && !elementwise)
		return of_products(c, env, args, span, result);
	bool mixed = arrays == 1 && n == 2 && !elementwise && !times && !(over && args[0]->type.rank);
	return arrays > 0 && !mixed && of_elements(c, env, name, args, n, span, result);
}
