/* Types of values: how they are written, which fit where, and what holds two of them. */
#include "front/modelica/value/modelica_value.h"

mo_value_type mo_type_of(mo_base base, uint32_t enumeration, uint32_t rank, sx_ref *dims)
{
	return (mo_value_type){ .base = base, .enumeration = enumeration, .rank = rank, .dims = dims };
}

static void base_text(const mo_value_type *type, sb_text *out)
{
	static const char *const names[] = { [MO_B_REAL] = "Real", [MO_B_INTEGER] = "Integer", [MO_B_BOOLEAN] = "Boolean",
		[MO_B_STRING] = "String", [MO_B_ENUM] = "enumeration", [MO_B_EXTERNAL_OBJECT] = "ExternalObject",
		[MO_B_CLOCK] = "Clock", [MO_B_ACTIVATION] = "Activation" };
	if (type->base != MO_B_CLASS && !(type->base == MO_B_EXTERNAL_OBJECT && type->record))
		sb_add(out, names[type->base]);
	else if (type->record)
		mo_full_class_name(type->record, out);
	else
		sb_add(out, "record");
}

static void dims_text(sx_pool *pool, const mo_value_type *type, sb_text *out)
{
	for (uint32_t i = 0; i < type->rank; i++) {
		sb_add(out, i ? ", " : "[");
		if (pool && type->dims[i] && sx_is_const(pool, type->dims[i]))
			sb_addf(out, "%lld", (long long)sx_int_value(pool, type->dims[i]));
		else
			sb_add(out, ":");
	}
	if (type->rank)
		sb_add(out, "]");
}

static const char *kept(mo_context *c, sb_text *text)
{
	const char *out = sb_strdup(c->arena, text->at ? text->at : "");
	sb_text_free(text);
	return out;
}

const char *mo_type_string(mo_context *c, const mo_value_type *type)
{
	sb_text text = {0};
	if (type->base == MO_B_ENUM && type->enumeration && type->enumeration <= c->model->enums.n)
		sb_add(&text, c->model->enums.at[type->enumeration - 1].name);
	else
		base_text(type, &text);
	dims_text(c->pool, type, &text);
	return kept(c, &text);
}

const char *mo_size_text(mo_context *c, const mo_value_type *type)
{
	sb_text text = {0};
	dims_text(c->pool, type, &text);
	return type->rank ? kept(c, &text) : "a scalar";
}

bool mo_is_numeric(const mo_value *v)
{
	return v->type.base == MO_B_REAL || v->type.base == MO_B_INTEGER;
}

bool mo_same_size(mo_context *c, sx_ref a, sx_ref b)
{
	if (!a || !b || a == b || !sx_is_const(c->pool, a) || !sx_is_const(c->pool, b))
		return true;
	return sx_int_value(c->pool, a) == sx_int_value(c->pool, b);
}

static bool same_dims(mo_context *c, const mo_value_type *a, const mo_value_type *b)
{
	if (a->rank != b->rank)
		return false;
	for (uint32_t i = 0; i < a->rank; i++)
		if (!mo_same_size(c, a->dims[i], b->dims[i]))
			return false;
	return true;
}

bool mo_same_dims(mo_context *c, const mo_value *a, const mo_value *b)
{
	return same_dims(c, &a->type, &b->type);
}

static bool same_record(const mo_value *a, const mo_value *b)
{
	if (a->field_count != b->field_count)
		return false;
	for (uint32_t i = 0; i < a->field_count; i++)
		if (a->field_names[i] != b->field_names[i])
			return false;
	return true;
}

bool mo_common_type(mo_context *c, const mo_value *a, const mo_value *b, mo_value_type *out)
{
	(void)c;
	*out = a->type;
	if (mo_is_numeric(a) && mo_is_numeric(b)) {
		out->base = a->type.base == MO_B_REAL || b->type.base == MO_B_REAL ? MO_B_REAL : MO_B_INTEGER;
		return true;
	}
	if (a->type.base != b->type.base)
		return false;
	if (a->type.base == MO_B_ENUM)
		return a->type.enumeration == b->type.enumeration;
	return a->type.base != MO_B_CLASS || same_record(a, b);
}

/* A record fits where one with the same field names is expected, in any order. */
static bool fits_record(const mo_value *v, const mo_value_type *wanted)
{
	if (v->type.base != MO_B_CLASS || !wanted->record || v->type.record == wanted->record)
		return v->type.base == MO_B_CLASS;
	mo_items items = {0};
	mo_components(wanted->record, &items);
	if (items.n != v->field_count)
		return false;
	for (uint32_t i = 0; i < items.n; i++) {
		uint32_t k = 0;
		while (k < v->field_count && v->field_names[k] != items.at[i]->name)
			k++;
		if (k == v->field_count)
			return false;
	}
	return true;
}

static bool fits_base(const mo_value *v, const mo_value_type *wanted)
{
	if (wanted->base == MO_B_CLASS)
		return fits_record(v, wanted);
	if (wanted->base == MO_B_REAL && v->type.base == MO_B_INTEGER)
		return true;
	if (wanted->base != v->type.base)
		return false;
	if (wanted->base == MO_B_EXTERNAL_OBJECT && wanted->record && v->type.record)
		return wanted->record->class_def == v->type.record->class_def;
	return wanted->base != MO_B_ENUM || !wanted->enumeration || wanted->enumeration == v->type.enumeration;
}

static void help_conversion(sb_message *m, mo_base wanted, mo_base given)
{
	if (wanted == MO_B_INTEGER && given == MO_B_REAL)
		sb_help(m, "a Real does not become an Integer by itself: write integer(...) to round down, or div(a, b) where "
				   "Integers are divided");
	else if (given == MO_B_ACTIVATION)
		sb_help(m, "an Activation is an instant and has no value that lasts: use it in 'when e then ... end when'; "
				   "inside of it active(e) tells whether e has come");
	else if (wanted == MO_B_ACTIVATION && given == MO_B_BOOLEAN)
		sb_help(m, "write Activation(condition) for the instants at which a condition becomes true");
	else if (wanted == MO_B_BOOLEAN && (given == MO_B_REAL || given == MO_B_INTEGER))
		sb_help(m, "write a comparison, such as ... > 0");
	else if (wanted == MO_B_REAL && given == MO_B_BOOLEAN)
		sb_help(m, "write: if ... then 1 else 0");
	else if (wanted == MO_B_INTEGER && given == MO_B_ENUM)
		sb_help(m, "write Integer(...) for the number of an enumeration literal");
	else if (wanted == MO_B_STRING)
		sb_help(m, "write String(...) to make a text of it");
	else
		sb_help(m, "change one of the two so that the types agree");
}

bool mo_fits(mo_context *c, const mo_value *v, const mo_value_type *wanted, sb_span span, const char *what)
{
	if (!fits_base(v, wanted)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0309", span, "%s is %s, but %s is expected", what,
			mo_type_string(c, &v->type), mo_type_string(c, wanted));
		help_conversion(m, wanted->base, v->type.base);
		return false;
	}
	if (same_dims(c, &v->type, wanted))
		return true;
	if (v->type.rank && !wanted->rank) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0310", span,
			"%s is an array of size %s, but a scalar is expected", what,
			mo_size_text(c, &v->type));
		sb_help(m, "pick one element with subscripts");
		return false;
	}
	if (wanted->rank && !v->type.rank) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0305", span,
			"%s is a scalar, but an array of size %s is expected", what, mo_size_text(c, wanted));
		sb_help(m, "write fill(value, size, ...), or an array with a value for each element");
		return false;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0305", span, "%s has the size %s, but %s is expected", what,
		mo_size_text(c, &v->type), mo_size_text(c, wanted));
	sb_help(m, "make the sizes equal");
	return false;
}

bool mo_const_dims(mo_context *c, const mo_value *v, uint32_t *dims)
{
	for (uint32_t i = 0; i < v->type.rank; i++) {
		sx_ref d = v->type.dims[i];
		if (!d || !sx_is_const(c->pool, d))
			return false;
		int64_t n = sx_int_value(c->pool, d);
		dims[i] = n < 0 ? 0 : n > UINT32_MAX ? UINT32_MAX : (uint32_t)n;
	}
	return true;
}
