/* Expressions whose values must be known now: sizes, conditions of components, options; and sizes that follow from
 * values: Real x[:] = {1, 2, 3}. */
#include "front/modelica/lower/lower_inside.h"

/* The value of the item as far as its sizes are concerned: its binding, its field of the record it is in, or its start
 * value. */
static mo_value *bound_value(mo_context *c, mo_item *item)
{
	if (item->binding)
		return mo_lower_modifier(c, item->binding);
	if (!item->record_binding) {
		mo_modifier *guess = mo_attribute(c, item, "start");
		return guess && !guess->each ? mo_lower_modifier(c, guess) : NULL;
	}
	mo_scope *whole = mo_whole_scope(item->scope);
	mo_item *owner = whole->owner;
	mo_value *record = owner == item->record_binding ? mo_lower_modifier(c, owner->binding) : bound_value(c, owner);
	if (record && owner->rank && owner->shape) {
		const mo_share *shares = mo_shares(c, owner, whole->element);
		sx_ref *at = sb_new_array(c->arena, sx_ref, owner->rank);
		for (uint32_t d = 0; d < owner->rank; d++)
			at[d] = mo_share_now(c, &shares[d]);
		record = mo_index(c, record, at, owner->rank);
	}
	return record ? mo_field(c, record, item->name) : NULL;
}

mo_sizes mo_sizes_of_binding(mo_context *c, mo_item *item, uint32_t *sizes, uint32_t *rank)
{
	mo_value *v = bound_value(c, item);
	if (!v)
		return MO_NO_VALUE;
	*rank = v->type.rank;
	return *rank <= item->rank && mo_const_dims(c, v, sizes) ? MO_SIZED : MO_NO_SIZES;
}

static bool evaluate_expr(mo_context *c, const mo_env *env, const mo_expr *e, mo_base base, const char *what,
	sx_value *out)
{
	mo_env here = *env;
	here.parameter_only = true;
	mo_value *v = mo_lower(c, &here, e);
	mo_value_type type = mo_type_of(base, 0, 0, NULL);
	return v && mo_fits(c, v, &type, e->span, what) && mo_evaluate(c, mo_elem(c, v, NULL), e->span, what, out);
}

bool mo_evaluate_integer(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, int64_t *out)
{
	sx_value v;
	if (!evaluate_expr(c, env, e, MO_B_INTEGER, what, &v))
		return false;
	*out = v.integer;
	return true;
}

bool mo_evaluate_boolean(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, bool *out)
{
	sx_value v;
	if (!evaluate_expr(c, env, e, MO_B_BOOLEAN, what, &v))
		return false;
	*out = v.integer != 0;
	return true;
}

bool mo_evaluate_string(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, const char **out)
{
	sx_value v;
	if (!evaluate_expr(c, env, e, MO_B_STRING, what, &v))
		return false;
	*out = v.string;
	return true;
}

bool mo_integer_in(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, int64_t *out)
{
	return mo_evaluate_integer(c, &(mo_env){ .scope = scope }, e, what, out);
}

bool mo_boolean_in(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, bool *out)
{
	return mo_evaluate_boolean(c, &(mo_env){ .scope = scope }, e, what, out);
}
