/* Values: making them, and taking them apart into scalar expressions. */
#include "front/modelica/value/modelica_value.h"

#include <string.h>

struct mo_values {
	sb_span span;                /* of the innermost expression being lowered */
	const sm_function *making;   /* the function whose locals expressions mean now; NULL outside of functions */
	sx_ref probes[MO_PROBES];
};

static struct mo_values *values_of(mo_context *c)
{
	if (!c->values) {
		c->values = sb_new(c->arena, struct mo_values);
		for (int i = 0; i < MO_PROBES; i++)
			c->values->probes[i] = sx_iter(c->pool, sx_new_iter(c->pool, "probe"));
	}
	return c->values;
}

const sx_ref *mo_probes(mo_context *c)
{
	return values_of(c)->probes;
}

sb_span mo_span_now(mo_context *c)
{
	return values_of(c)->span;
}

sb_span mo_set_span(mo_context *c, sb_span span)
{
	sb_span before = values_of(c)->span;

	values_of(c)->span = span;
	return before;
}

const sm_function *mo_making(mo_context *c)
{
	return values_of(c)->making;
}

const sm_function *mo_set_making(mo_context *c, const sm_function *f)
{
	const sm_function *before = values_of(c)->making;

	values_of(c)->making = f;
	return before;
}

mo_value *mo_value_new(mo_context *c, const mo_value_type *type, int kind, void *data)
{
	mo_value *v = sb_new(c->arena, mo_value);
	v->type = *type;
	v->kind = kind;
	v->data = data;
	return v;
}

/* The handle of a scalar is kept in the pointer itself: there are as many scalars as expressions. */
mo_value *mo_value_scalar(mo_context *c, sx_ref e, mo_base base, uint32_t enumeration)
{
	if (!e)
		return NULL;
	mo_value_type type = mo_type_of(base, enumeration, 0, NULL);
	return mo_value_new(c, &type, MO_K_SCALAR, (void *)(uintptr_t)e);
}

mo_value *mo_integer_value(mo_context *c, int64_t value)
{
	return mo_value_scalar(c, sx_int(c->pool, value), MO_B_INTEGER, 0);
}

mo_value *mo_string_value(mo_context *c, const char *text)
{
	return mo_value_scalar(c, sx_string(c->pool, text), MO_B_STRING, 0);
}

mo_value *mo_value_whole(mo_context *c, sx_ref array, const mo_value_type *type)
{
	if (!array)
		return NULL;
	if (type->rank == 0)
		return mo_value_scalar(c, array, type->base, type->enumeration);
	return mo_value_new(c, type, MO_K_WHOLE, (void *)(uintptr_t)array);
}

mo_value *mo_value_lazy(mo_context *c, const mo_value_type *type, const mo_lazy *proto)
{
	mo_lazy *l = sb_new(c->arena, mo_lazy);
	*l = *proto;
	mo_value *v = mo_value_new(c, type, MO_K_LAZY, l);
	return type->rank ? v : mo_value_scalar(c, l->elem(c, v, l, NULL), type->base, type->enumeration);
}

mo_value *mo_value_record(mo_context *c, mo_scope *record, uint32_t rank, sx_ref *dims, const char **names,
	mo_value **fields, uint32_t n)
{
	mo_value_type type = mo_type_of(MO_B_CLASS, 0, rank, dims);
	type.record = record;
	mo_value *v = mo_value_new(c, &type, MO_K_RECORD, NULL);
	v->fields = fields;
	v->field_names = names;
	v->field_count = n;
	return v;
}

/* A record whose fields are made from those of v; type has the record and the dimensions of the result. */
mo_value *mo_fieldwise(mo_context *c, mo_value *v, const mo_value_type *type, mo_value *(*make)(mo_context *c,
	mo_value *field, void *data), void *data)
{
	mo_value **fields = sb_new_array(c->arena, mo_value *, v->field_count);
	for (uint32_t i = 0; i < v->field_count; i++)
		if (!(fields[i] = make(c, v->fields[i], data)))
			return NULL;
	return mo_value_record(c, type->record, type->rank, type->dims, v->field_names, fields, v->field_count);
}

static mo_value *list_of_records(mo_context *c, mo_value **items, uint32_t n, const uint32_t *lead, uint32_t lead_rank,
                                 const mo_value_type *item, sx_ref *dims)
{
	mo_value *first = n ? items[0] : NULL;
	uint32_t count = first ? first->field_count : 0;
	mo_value **fields = sb_new_array(c->arena, mo_value *, count);
	for (uint32_t f = 0; f < count; f++) {
		mo_value **column = sb_new_array(c->arena, mo_value *, n);
		for (uint32_t i = 0; i < n; i++)
			column[i] = i && items[i]->field_names[f] != first->field_names[f] ? mo_field(c, items[i],
				first->field_names[f])
				: items[i]->fields[f];
		fields[f] = mo_value_list(c, column, n, lead, lead_rank, &first->fields[f]->type);
	}
	return mo_value_record(c, item->record, lead_rank + item->rank, dims, first ? first->field_names : NULL, fields,
		count);
}

mo_value *mo_value_list(mo_context *c, mo_value **items, uint32_t n, const uint32_t *lead, uint32_t lead_rank,
	const mo_value_type *item)
{
	mo_value_type type = *item;
	type.rank = lead_rank + item->rank;
	type.dims = sb_new_array(c->arena, sx_ref, type.rank);
	for (uint32_t i = 0; i < lead_rank; i++)
		type.dims[i] = sx_int(c->pool, lead[i]);
	if (item->rank)
		memcpy(type.dims + lead_rank, item->dims, sizeof(sx_ref) * item->rank);
	if (item->base == MO_B_CLASS)
		return list_of_records(c, items, n, lead, lead_rank, item, type.dims);
	mo_list *list = sb_new(c->arena, mo_list);
	*list = (mo_list){ .items = items, .n = n, .lead = lead_rank };
	return mo_value_new(c, &type, MO_K_LIST, list);
}

static sx_ref outside(mo_context *c, int64_t at, sx_ref size)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0307", mo_span_now(c),
		"the subscript %lld is outside 1:%lld",
		(long long)at, (long long)sx_int_value(c->pool, size));
	sb_help(m, "check the range that the subscript runs over");
	return 0;
}

static sx_ref list_elem(mo_context *c, mo_value *v, const sx_ref *subscripts)
{
	mo_list *list = v->data;
	uint64_t place = 0;
	for (uint32_t i = 0; i < list->lead; i++) {
		if (!sx_is_const(c->pool, subscripts[i])) {
			sx_ref whole = mo_whole(c, v);
			return whole ? sx_elem(c->pool, whole, subscripts, v->type.rank) : 0;
		}
		int64_t at = sx_int_value(c->pool, subscripts[i]), size = sx_int_value(c->pool, v->type.dims[i]);
		if (at < 1 || at > size)
			return outside(c, at, v->type.dims[i]);
		place = place * (uint64_t)size + (uint64_t)(at - 1);
	}
	return mo_elem(c, list->items[place], subscripts + list->lead);
}

sx_ref mo_elem(mo_context *c, mo_value *v, const sx_ref *subscripts)
{
	switch (v->kind) {
	case MO_K_SCALAR: return (sx_ref)(uintptr_t)v->data;
	case MO_K_WHOLE: return sx_elem(c->pool, (sx_ref)(uintptr_t)v->data, subscripts, v->type.rank);
	case MO_K_LIST: return list_elem(c, v, subscripts);
	case MO_K_LAZY: return ((mo_lazy *)v->data)->elem(c, v, v->data, subscripts);
	default: return 0;
	}
}

mo_value *mo_field(mo_context *c, mo_value *v, const char *name)
{
	(void)c;
	for (uint32_t i = 0; i < v->field_count; i++)
		if (v->field_names[i] == name)
			return v->fields[i];
	return NULL;
}

mo_value *mo_index(mo_context *c, mo_value *v, const sx_ref *subscripts, uint32_t count)
{
	if (count == 0)
		return v;
	mo_subscript *list = sb_new_array(c->arena, mo_subscript, count);
	for (uint32_t i = 0; i < count; i++)
		list[i] = (mo_subscript){ .kind = MO_S_AT, .at = subscripts[i] };
	return mo_slice(c, v, list, count);
}

/* A list is one table that is looked up at a symbolic place. That is fine for parameters and in functions; an unknown
 * of the model must not hide in a table, because the structure of the equations depends on which one it is. */
static bool list_symbolic(mo_context *c, mo_value *v)
{
	mo_list *list = v->data;
	if (list->symbolic)
		return list->symbolic > 0;
	bool all = true;
	for (uint32_t i = 0; i < list->n && all; i++) {
		mo_value *item = list->items[i];
		all = mo_symbolic(c, item);
		if (all && item->kind == MO_K_LIST)
			continue;
		sx_ref e = all ? mo_whole(c, item) : 0;
		all = all && e && mo_is_parametric(c, e);
	}
	list->symbolic = all ? 1 : -1;
	return all;
}

static bool without_unknowns(mo_context *c, mo_value *v);

static bool lazy_without_unknowns(mo_context *c, const mo_lazy *l)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!without_unknowns(c, l->args[i]))
			return false;
	return true;
}

static bool without_unknowns(mo_context *c, mo_value *v)
{
	switch (v->kind) {
	case MO_K_SCALAR: case MO_K_WHOLE: return mo_is_parametric(c, (sx_ref)(uintptr_t)v->data);
	case MO_K_LIST: return list_symbolic(c, v);
	case MO_K_LAZY: return lazy_without_unknowns(c, v->data);
	default: return false;
	}
}

bool mo_symbolic(mo_context *c, mo_value *v)
{
	if (v->kind == MO_K_LIST)
		return list_symbolic(c, v);
	if (v->kind == MO_K_LAZY) {
		const mo_lazy *l = v->data;
		for (uint32_t i = 0; i < l->n; i++)
			if (!mo_symbolic(c, l->args[i]))
				return false;
		return !l->parted || lazy_without_unknowns(c, l);
	}
	for (uint32_t i = 0; i < v->field_count; i++)
		if (!mo_symbolic(c, v->fields[i]))
			return false;
	return true;
}

static bool element_count(mo_context *c, mo_value *v, sb_span span, uint32_t *dims, uint64_t *count)
{
	*count = 1;
	if (!mo_const_dims(c, v, dims)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0901", span,
			"an array expression whose size is not known before the run cannot be used here");
		sb_help(m, "assign it to a protected array of the function first");
		return false;
	}
	for (uint32_t i = 0; i < v->type.rank; i++)
		*count = dims[i] && *count > UINT32_MAX ? *count : *count * dims[i];
	if (*count <= MO_MOST_TAKEN_APART)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0327", span,
		"an array expression of %llu elements would have to be written out one by one",
		(unsigned long long)*count);
	sb_help(m, "declare a variable for it, which may have any size");
	return false;
}

bool mo_each_element(mo_context *c, mo_value *v, sb_span span, bool (*see)(void *context, sx_ref element),
	void *context)
{
	uint32_t rank = v->type.rank, *dims = sb_new_array(c->arena, uint32_t, rank);
	uint64_t count;
	if (!element_count(c, v, span, dims, &count))
		return false;
	sx_ref *at = sb_new_array(c->arena, sx_ref, rank);
	uint32_t *place = sb_new_array(c->arena, uint32_t, rank);
	for (uint64_t k = 0; k < count; k++) {
		for (uint32_t i = 0; i < rank; i++)
			at[i] = sx_int(c->pool, (int64_t)place[i] + 1);
		sx_ref e = mo_elem(c, v, at);
		if (!e || !see(context, e))
			return false;
		for (uint32_t i = rank; i-- > 0; place[i] = 0)
			if (++place[i] < dims[i])
				break;
	}
	return true;
}

typedef struct collected { sb_arena *arena; sb_vec(sx_ref) elements; } collected;

static bool collect(void *context, sx_ref element)
{
	collected *to = context;
	sb_push(to->arena, to->elements, element);
	return true;
}

sx_ref mo_whole(mo_context *c, mo_value *v)
{
	if (v->kind == MO_K_SCALAR || v->kind == MO_K_WHOLE)
		return (sx_ref)(uintptr_t)v->data;
	mo_list *list = v->kind == MO_K_LIST ? v->data : NULL;
	if (list && list->whole)
		return list->whole;
	collected all = { .arena = c->arena };
	uint32_t *dims = sb_new_array(c->arena, uint32_t, v->type.rank + 1);
	if (v->kind != MO_K_RECORD && v->kind != MO_K_FUNCTION && v->type.rank && !mo_const_dims(c, v, dims))
		return c->lower_asks->put_before(c, v, mo_span_now(c));
	if (v->kind == MO_K_RECORD || v->kind == MO_K_FUNCTION || !mo_each_element(c, v, mo_span_now(c), collect, &all))
		return 0;
	sx_ref whole = sx_array(c->pool, mo_sx_type(v->type.base), dims, v->type.rank, all.elements.at, all.elements.n);
	if (list)
		list->whole = whole;
	return whole;
}

mo_value *mo_spread(mo_context *c, mo_value *v)
{
	uint32_t *dims = sb_new_array(c->arena, uint32_t, v->type.rank);
	collected all = { .arena = c->arena };
	if (v->type.rank == 0 || !mo_const_dims(c, v, dims))
		return v;
	if (!mo_each_element(c, v, mo_span_now(c), collect, &all))
		return NULL;
	mo_value **items = sb_new_array(c->arena, mo_value *, all.elements.n);
	for (uint32_t i = 0; i < all.elements.n; i++)
		items[i] = mo_value_scalar(c, all.elements.at[i], v->type.base, v->type.enumeration);
	mo_value_type item = v->type;
	item.rank = 0;
	return mo_value_list(c, items, all.elements.n, dims, v->type.rank, &item);
}
