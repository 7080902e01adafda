/* Operators of operator records: '+' and the like, declared as operator functions (or operators with several functions) inside the record. */
#include "front/modelica/lower_inside.h"

bool mo_is_operator_record(const mo_value *v)
{
	return v->type.base == MO_B_CLASS && v->type.record && mo_scope_restriction(v->type.record) == MO_OPERATOR_RECORD;
}

/* The class that declares the operators: types like ComplexVoltage only give its fields other units. */
static const mo_class *declaring_class(const mo_scope *scope)
{
	for (int depth = 0; depth < 100 && scope->bases.n == 1 && mo_scope_restriction(scope->bases.at[0]) == MO_OPERATOR_RECORD; depth++)
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

static bool matches(mo_context *c, mo_item *function, mo_value **args, uint32_t n, sb_span span)
{
	mo_value_type *types;
	uint32_t inputs, needed;
	if (!mo_function_inputs(c, function, span, &types, &inputs, &needed) || n > inputs || n < needed)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!fits_quietly(args[i], &types[i]))
			return false;
	return true;
}

/* The function that fits, of an operator of the record; NULL if none does. */
static mo_item *choose(mo_context *c, mo_scope *record, const char *name, mo_value **args, uint32_t n, sb_span span)
{
	mo_item *item = mo_member(record, name);
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, span) || !item->class_scope)
		return NULL;
	mo_restriction r = mo_scope_restriction(item->class_scope);
	if (r == MO_FUNCTION || r == MO_OPERATOR_FUNCTION)
		return matches(c, item, args, n, span) ? item : NULL;
	for (uint32_t i = 0; i < item->class_scope->items.n; i++) {
		mo_item *one = item->class_scope->items.at[i];
		if (one->kind == MO_I_CLASS && matches(c, one, args, n, span))
			return one;
	}
	return NULL;
}

bool mo_constructed(mo_context *c, const mo_env *env, mo_scope *record, mo_value **args, uint32_t n, sb_span span, mo_value **result)
{
	mo_item *function = choose(c, record, sb_intern(c->names, "'constructor'"), args, n, span);
	if (function)
		*result = mo_call_values(c, env, function, args, n, span);
	return function != NULL;
}

/* With one side a number: the record that is made of it by a constructor with one argument. */
static bool converted(mo_context *c, const mo_env *env, const char *name, mo_value **args, sb_span span, mo_value **result)
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
		*result = mo_call_values(c, env, function, both, 2, span);
		return true;
	}
	return false;
}

bool mo_overloaded(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n, sb_span span, mo_value **result)
{
	for (uint32_t i = 0; i < n; i++) {
		mo_item *function = mo_is_operator_record(args[i]) ? choose(c, args[i]->type.record, name, args, n, span) : NULL;
		if (!function)
			continue;
		*result = mo_call_values(c, env, function, args, n, span);
		return true;
	}
	return n == 2 && converted(c, env, name, args, span, result);
}
