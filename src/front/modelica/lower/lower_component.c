/* Components as values: variables, records, and arrays of both.
 *
 * The variable of a component that is in families has their axes as leading dimensions. What a component is worth is
 * asked with one subscript for each axis: inside of the family the axis itself, from outside what is written, or all.
 */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

static mo_value *value_at(mo_context *c, mo_item *item, const mo_subscript *at);

/* The axes of a scope as they are now: what a name means inside of it. */
mo_subscript *mo_axes_now(mo_context *c, const mo_scope *scope)
{
	mo_subscript *at = sb_new_array(c->arena, mo_subscript, scope->axis_count + 1);
	for (uint32_t k = 0; k < scope->axis_count; k++)
		at[k] = (mo_subscript){ .kind = MO_S_AT, .at = scope->axes[k]->at };
	return at;
}

/* How many elements a subscript of an axis leaves. */
sx_ref mo_kept_size(mo_context *c, const mo_axis *axis, const mo_subscript *at)
{
	return at->kind == MO_S_VECTOR ? at->vector->type.dims[0] : sx_int(c->pool, axis->size);
}

bool mo_is_sliced(const mo_subscript *at, uint32_t n)
{
	for (uint32_t k = 0; k < n; k++)
		if (at[k].kind != MO_S_AT)
			return true;
	return false;
}

mo_value *mo_record_of_scope(mo_context *c, mo_scope *scope, const mo_subscript *at)
{
	mo_items items = {0};
	mo_components(scope, &items);
	const char **names = sb_new_array(c->arena, const char *, items.n);
	mo_value **fields = sb_new_array(c->arena, mo_value *, items.n);
	for (uint32_t i = 0; i < items.n; i++) {
		names[i] = items.at[i]->name;
		if (!(fields[i] = value_at(c, items.at[i], at)))
			return NULL;
	}
	uint32_t rank = 0;
	sx_ref *dims = sb_new_array(c->arena, sx_ref, scope->axis_count + 1);
	for (uint32_t k = 0; k < scope->axis_count; k++)
		if (at[k].kind != MO_S_AT)
			dims[rank++] = mo_kept_size(c, scope->axes[k], &at[k]);
	return mo_value_record(c, scope, rank, dims, names, fields, items.n);
}

mo_value *mo_gather(mo_context *c, mo_value **values, uint32_t n, uint32_t rank, const uint32_t *shape)
{
	if (rank == 0)
		return values[0];
	mo_value_type none = mo_type_of(MO_B_REAL, 0, 0, NULL);
	return mo_value_list(c, values, n, shape, rank, n ? &values[0]->type : &none);
}

static mo_value *record_item(mo_context *c, mo_item *item, const mo_subscript *at)
{
	if (item->family) {
		uint32_t around = item->axis_count - item->rank;
		mo_subscript *inside = sb_new_array(c->arena, mo_subscript, item->axis_count);
		if (around)
			memcpy(inside, at, sizeof *at * around);
		for (uint32_t d = around; d < item->axis_count; d++)
			inside[d].kind = MO_S_ALL;
		return mo_record_of_scope(c, item->type, inside);
	}
	const mo_scope *around = mo_whole_scope(item->scope);
	if (item->rank && item->count && mo_is_sliced(at, around->axis_count)) {
		mo_give_up_scope(c, around);
		return NULL;
	}
	uint32_t n = item->rank ? item->count : 1;
	mo_value **values = sb_new_array(c->arena, mo_value *, n);
	for (uint32_t i = 0; i < n; i++) {
		mo_scope *scope = item->rank ? item->elements[i] : item->type;
		if (!scope || !(values[i] = mo_record_of_scope(c, scope, at)))
			return NULL;
	}
	return mo_gather(c, values, n, item->rank, item->shape);
}

/* 3.6, 18.3: a parameter with the annotation Evaluate = true may be given its value for good when the model is
 * translated. It stands in the equations as a number then, so that what is zero (of an axis of rotation) is nothing. So
 * may one that is final or protected, if its value is made of such numbers alone: nobody can change it. */
static bool is_evaluated(mo_context *c, mo_item *item)
{
	const mo_modifications *list = &item->ast->annotation;
	if (item->variability != MO_PARAMETER)
		return false;
	for (uint32_t i = 0; i < list->n; i++) {
		const mo_modification *m = list->at[i];
		if (m->name_n == 1 && strcmp(m->name[0], "Evaluate") == 0)
			return m->value && m->value->kind == MO_E_BOOLEAN && m->value->number != 0;
	}
	if ((!item->is_final && !item->is_protected) || mo_is_declaring(c, item))
		return false;
	sx_ref value = c->asks->bind(c, item) ? sm_var(c->model, item->variable)->binding : 0;
	return value && !(sx_flags(c->pool, value) & SX_HAS_VAR);
}

static bool known_now(mo_context *c, uint32_t variable, sx_ref e, sx_value *known)
{
	if (!mo_try_evaluate(c, e, known))
		return false;
	const sm_variable *v = sm_var(c->model, variable);
	return v->variability == SM_CONSTANT
		|| mo_evaluate(c, e, mo_span_now(c), "a parameter with Evaluate = true", known);
}

/* The value of a constant, or of a parameter that is evaluated, where it is a number by now. One that is needed for its
 * own value stays a name; evaluation reports the circle. */
static sx_ref folded(mo_context *c, mo_item *item, sx_ref e)
{
	struct mo_lowering *l = mo_lowering_of(c);
	uint32_t variable = item->variable;
	uint64_t mark;
	sx_value known;
	if (sb_map_get(&l->folding, variable, &mark) && mark)
		return e;
	if (sm_var(c->model, variable)->variability != SM_CONSTANT && !is_evaluated(c, item))
		return e;
	sb_map_put(&l->folding, variable, 1);
	bool got = known_now(c, variable, e, &known);
	sb_map_put(&l->folding, variable, 0);
	if (!got)
		return e;
	switch (known.type) {
	case SX_REAL: return sx_real(c->pool, known.real);
	case SX_INTEGER: return sx_int(c->pool, known.integer);
	case SX_BOOLEAN: return sx_bool(c->pool, known.integer != 0);
	default: return known.string ? sx_string(c->pool, known.string) : e;
	}
}

/* The same of a short array: a list of its elements. Longer ones stay tables that are looked up. */
static mo_value *folded_array(mo_context *c, mo_item *item, mo_value *v)
{
	uint32_t dims[MO_FOLDED_RANK];
	uint64_t count = 1;
	if ((item->variability != MO_CONSTANT && !is_evaluated(c, item)) || v->type.rank > MO_FOLDED_RANK
		|| !mo_const_dims(c, v, dims))
		return v;
	for (uint32_t i = 0; i < v->type.rank; i++)
		count = count > MO_FOLDED ? count : count * dims[i];
	if (count == 0 || count > MO_FOLDED)
		return v;
	mo_value **items = sb_new_array(c->arena, mo_value *, count);
	uint32_t place[MO_FOLDED_RANK] = {0};
	for (uint64_t k = 0; k < count; k++) {
		sx_ref at[MO_FOLDED_RANK];
		for (uint32_t d = 0; d < v->type.rank; d++)
			at[d] = sx_int(c->pool, (int64_t)place[d] + 1);
		sx_ref e = mo_elem(c, v, at), known = e ? folded(c, item, e) : 0;
		if (!known || !sx_is_const(c->pool, known))
			return v;
		items[k] = mo_value_scalar(c, known, v->type.base, v->type.enumeration);
		for (uint32_t d = v->type.rank; d-- > 0; place[d] = 0)
			if (++place[d] < dims[d])
				break;
	}
	mo_value_type one = mo_type_of(v->type.base, v->type.enumeration, 0, NULL);
	return mo_value_list(c, items, (uint32_t)count, dims, v->type.rank, &one);
}

static mo_value *undeclared(mo_context *c, mo_item *item)
{
	if (item->binding) {
		mo_value *v = mo_lower_modifier(c, item->binding);
		return v ? mo_cast(c, v, item->base) : NULL;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0315", item->ast->name_span, "'%s' has no value here", item->name);
	sb_help(m, "give it one where it is declared: %s = ...", item->name);
	return NULL;
}

/* A constant of a package becomes a variable of the model by being used; nobody else comes by to give it its value. */
bool mo_bind_once(mo_context *c, mo_item *item)
{
	struct mo_lowering *l = mo_lowering_of(c);
	uint64_t seen;
	if (sb_map_get(&l->bound, item->variable, &seen))
		return true;
	sb_map_put(&l->bound, item->variable, 1);
	return c->asks->bind(c, item);
}

/* The variable of a component, with the axes around it as leading dimensions. */
mo_value *mo_whole_variable(mo_context *c, mo_item *item)
{
	const mo_scope *scope = mo_whole_scope(item->scope);
	uint32_t rank = scope->axis_count + item->rank;
	mo_value_type type = mo_type_of(item->base, item->type ? item->type->enumeration : 0, rank, NULL);
	if (item->base == MO_B_EXTERNAL_OBJECT)
		type.record = item->type;
	type.dims = sb_new_array(c->arena, sx_ref, rank + 1);
	for (uint32_t i = 0; i < scope->axis_count; i++)
		type.dims[i] = sx_int(c->pool, scope->axes[i]->size);
	for (uint32_t i = 0; i < item->rank; i++)
		type.dims[scope->axis_count + i] = sx_int(c->pool, item->shape[i]);
	return mo_value_whole(c, sm_ref(c->model, item->variable), &type);
}

/* A function is made once for all elements of a family: what it takes from around it must be the same for all. */
static mo_value *same_for_all(mo_context *c, mo_item *item, mo_value *v)
{
	if (mo_making(c) && !(v->type.rank == 0 && sx_is_const(c->pool, mo_elem(c, v, NULL)))) {
		mo_give_up_scope(c, mo_whole_scope(item->scope));
		return NULL;
	}
	return v;
}

/* The variable with these subscripts of the axes and, if there are some, of its own dimensions. */
mo_value *mo_picked_value(mo_context *c, mo_item *item, const mo_subscript *at, const mo_subscript *own, uint32_t n)
{
	uint32_t axes = mo_whole_scope(item->scope)->axis_count;
	mo_value *v = mo_whole_variable(c, item);
	if (axes + n) {
		mo_subscript *all = sb_new_array(c->arena, mo_subscript, axes + n);
		if (axes)
			memcpy(all, at, sizeof *at * axes);
		if (n)
			memcpy(all + axes, own, sizeof *own * n);
		v = mo_slice(c, v, all, axes + n);
	}
	if (v && v->type.rank == 0)
		v = mo_value_scalar(c, folded(c, item, mo_elem(c, v, NULL)), v->type.base, v->type.enumeration);
	else if (v && !axes)
		v = folded_array(c, item, v);
	if (v && item->base == MO_B_EXTERNAL_OBJECT)
		v->type.record = item->type;
	return v && axes ? same_for_all(c, item, v) : v;
}

/* Without going from outer to inner: of `inner outer` the inner one. */
mo_value *mo_value_at(mo_context *c, mo_item *item, const mo_subscript *at)
{
	if (!mo_open(c, item, item->ast->name_span))
		return NULL;
	if (item->base == MO_B_CLASS)
		return record_item(c, item, at);
	if (item->variable == UINT32_MAX)
		return undeclared(c, item);
	if (mo_whole_scope(item->scope)->use == MO_USE_CLASS && !mo_bind_once(c, item))
		return NULL;
	item->asked = true;
	return mo_picked_value(c, item, at, NULL, 0);
}

mo_value *mo_own_value(mo_context *c, mo_item *item)
{
	return mo_value_at(c, item, mo_axes_now(c, mo_whole_scope(item->scope)));
}

static mo_value *value_at(mo_context *c, mo_item *item, const mo_subscript *at)
{
	if (!mo_open(c, item, item->ast->name_span))
		return NULL;
	return item->outer_of ? mo_own_value(c, item->outer_of) : mo_value_at(c, item, at);
}

mo_value *mo_lower_item(mo_context *c, mo_item *item)
{
	if (!mo_open(c, item, item->ast->name_span))
		return NULL;
	return mo_own_value(c, item->outer_of ? item->outer_of : item);
}

mo_value *mo_lower_inner(mo_context *c, mo_item *item)
{
	return mo_own_value(c, item);
}
