/* Calls of type names: Integer(e), String(x, ...), and E(i) for an enumeration E. */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

static mo_value *wrong(mo_context *c, const mo_expr *call, const char *form)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0536", call->span, "this conversion is not one of the language");
	sb_help(m, "write %s", form);
	return NULL;
}

static mo_value *one_argument(mo_context *c, const mo_env *env, const mo_expr *call)
{
	if (call->a.n < 1 || call->iterators.n)
		return wrong(c, call, "one argument");
	return mo_lower(c, env, call->a.at[0]);
}

static sx_ref apply_to_integer(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_type_of(c->pool, args[0]) == SX_INTEGER ? args[0] : sx_unary(c->pool, SX_TO_INTEGER, args[0]);
}

static mo_value *to_integer(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_value *v = one_argument(c, env, call);
	if (!v)
		return NULL;
	if (v->type.base != MO_B_ENUM || call->a.n != 1 || call->named.n)
		return wrong(c, call, "Integer(e) for an enumeration e; integer(x) rounds a Real down");
	mo_value_type type = v->type;
	type.base = MO_B_INTEGER;
	type.enumeration = 0;
	return mo_map(c, &type, apply_to_integer, NULL, &v, 1);
}

/* The numbers of the literals as a table: a number that none has is a subscript out of range while the model runs. */
static sx_ref apply_to_enum(mo_context *c, const void *data, const sx_ref *args)
{
	uint32_t count = *(const uint32_t *)data;
	if (sx_is_const(c->pool, args[0]) || !count)
		return args[0];
	sx_ref *numbers = sb_new_array(c->arena, sx_ref, count);
	for (uint32_t i = 0; i < count; i++)
		numbers[i] = sx_int(c->pool, i + 1);
	return sx_elem(c->pool, sx_array(c->pool, SX_INTEGER, &count, 1, numbers, count), args, 1);
}

static mo_value *to_enum(mo_context *c, const mo_env *env, const mo_expr *call, mo_scope *of)
{
	mo_value *v = one_argument(c, env, call);
	if (!v)
		return NULL;
	if (v->type.base != MO_B_INTEGER || call->a.n != 1 || call->named.n)
		return wrong(c, call, "E(i) with an Integer i for an enumeration E");
	sx_ref at = v->type.rank ? 0 : mo_elem(c, v, NULL);
	uint32_t count = of->enumeration && of->enumeration <= c->model->enums.n
		? c->model->enums.at[of->enumeration - 1].count : 0;
	if (at && sx_is_const(c->pool, at) && (sx_int_value(c->pool, at) < 1 || sx_int_value(c->pool, at) > count)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0307", call->span,
			"the enumeration has %u literals, so there is no number %lld", count,
			(long long)sx_int_value(c->pool, at));
		sb_help(m, "literals count from 1");
		return NULL;
	}
	mo_value_type type = v->type;
	type.base = MO_B_ENUM;
	type.enumeration = of->enumeration;
	uint32_t *kept = sb_new(c->arena, uint32_t);
	*kept = count;
	return mo_map(c, &type, apply_to_enum, kept, &v, 1);
}

/* ------------------------------------------------------------------ String */

typedef struct format { sx_ref digits, length, left; } format;

/* A literal by its name: looked up in a table of texts. */
static sx_ref literal_text(mo_context *c, uint32_t enumeration, sx_ref e)
{
	if (!enumeration || enumeration > c->model->enums.n)
		return e;
	const sm_enum *all = &c->model->enums.at[enumeration - 1];
	sx_ref *names = sb_new_array(c->arena, sx_ref, all->count + 1);
	for (uint32_t i = 0; i < all->count; i++)
		names[i] = sx_string(c->pool, all->literals[i]);
	sx_ref table = sx_array(c->pool, SX_STRING, &all->count, 1, names, all->count);
	if (sx_is_const(c->pool, e) && sx_int_value(c->pool, e) >= 1 && sx_int_value(c->pool, e) <= all->count)
		return names[sx_int_value(c->pool, e) - 1];
	return sx_elem(c->pool, table, &e, 1);
}

static bool format_argument(mo_context *c, const mo_env *env, const mo_expr *e, mo_base base, sx_ref *to)
{
	return (*to = mo_lower_scalar(c, env, e, base)) != 0;
}

/* String(x, format = ".3f"), which is all that is said about the form then. */
static bool lower_format_text(mo_context *c, const mo_env *env, const mo_expr *call, mo_base base, sx_ref *to)
{
	const mo_named *named = &call->named.at[0];
	sx_type type = base == MO_B_REAL ? SX_REAL : SX_INTEGER;
	const char *text;
	if (call->a.n != 1 || call->named.n != 1 || (base != MO_B_REAL && base != MO_B_INTEGER))
		return wrong(c, call, "String(x, format = ...) with a number x and nothing else") != NULL;
	if (!mo_evaluate_string(c, env, named->value, "the format of a String", &text))
		return false;
	if (sx_is_format(text, type)) {
		*to = sx_string(c->pool, text);
		return true;
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0540", named->value->span, "\"%s\" is not a format for %s", text,
		base == MO_B_REAL ? "a Real" : "an Integer");
	sb_help(m, base == MO_B_REAL ? "write it as in C without the %%, such as \".3f\", \"12.4e\" or \"g\""
		: "write it as in C without the %%, such as \"5d\", \"-5d\" or \"05d\"");
	return false;
}

static bool has_format(const mo_expr *call)
{
	for (uint32_t i = 0; i < call->named.n; i++)
		if (strcmp(call->named.at[i].name, "format") == 0)
			return true;
	return false;
}

static bool lower_format(mo_context *c, const mo_env *env, const mo_expr *call, bool real, format *f)
{
	static const char *const names[] = { "significantDigits", "minimumLength", "leftJustified" };
	sx_ref *places[] = { &f->digits, &f->length, &f->left };
	for (uint32_t i = 1; i < call->a.n; i++) {
		uint32_t k = i - (real ? 1 : 0);
		if (k > 2)
			return wrong(c, call, "String(x, significantDigits, minimumLength, leftJustified)") != NULL;
		if (!format_argument(c, env, call->a.at[i], k == 2 ? MO_B_BOOLEAN : MO_B_INTEGER, places[k]))
			return false;
	}
	for (uint32_t i = 0; i < call->named.n; i++) {
		const mo_named *named = &call->named.at[i];
		uint32_t k = 0;
		while (k < 3 && strcmp(names[k], named->name) != 0)
			k++;
		if (k == 3)
			return wrong(c, call,
				"String(x, significantDigits = ..., minimumLength = ..., leftJustified = ...)") != NULL;
		if (!format_argument(c, env, named->value, k == 2 ? MO_B_BOOLEAN : MO_B_INTEGER, places[k]))
			return false;
	}
	return true;
}

static mo_value *to_string(mo_context *c, const mo_env *env, const mo_expr *call)
{
	mo_value *v = one_argument(c, env, call), *result;
	if (!v)
		return NULL;
	if (mo_is_operator_record(v) && mo_overloaded(c, env, sb_intern(c->names, "'String'"), &v, 1, call->span, &result))
		return result;
	if (v->type.rank || v->type.base == MO_B_CLASS || v->type.base == MO_B_EXTERNAL_OBJECT)
		return wrong(c, call, "String(x) for a scalar x");
	format f = {0};
	if (has_format(call) ? !lower_format_text(c, env, call, v->type.base, &f.digits)
		: !lower_format(c, env, call, v->type.base == MO_B_REAL, &f))
		return NULL;
	sx_ref e = mo_elem(c, v, NULL);
	if (v->type.base == MO_B_ENUM)
		e = literal_text(c, v->type.enumeration, e);
	if (sx_type_of(c->pool, e) == SX_STRING && !f.length)
		return mo_value_scalar(c, e, MO_B_STRING, 0);
	return mo_value_scalar(c, sx_to_string(c->pool, e, f.digits, f.length, f.left), MO_B_STRING, 0);
}

mo_value *mo_lower_conversion(mo_context *c, const mo_env *env, const mo_expr *call, mo_scope *type)
{
	switch (type->base) {
	case MO_B_STRING: return to_string(c, env, call);
	case MO_B_INTEGER: return to_integer(c, env, call);
	case MO_B_ENUM: return to_enum(c, env, call, type);
	case MO_B_CLOCK: return mo_lower_clock(c, env, call);
	case MO_B_ACTIVATION: return mo_lower_activation(c, env, call);
	default: return wrong(c, call, "String(x), Integer(e) or E(i); a Real or Boolean needs no conversion");
	}
}
