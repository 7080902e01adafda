/* One operator applied to values: see value.h. What is written here and what the code generator prints must be the same
 * arithmetic, to the bit. */
#include "expr/value.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

sx_value sx_value_real(double value)
{
	return (sx_value){ .type = SX_REAL, .real = value };
}

sx_value sx_value_int(int64_t value)
{
	return (sx_value){ .type = SX_INTEGER, .real = (double)value, .integer = value };
}

sx_value sx_value_bool(bool value)
{
	return (sx_value){ .type = SX_BOOLEAN, .real = value, .integer = value };
}

sx_value sx_value_string(const char *value)
{
	return (sx_value){ .type = SX_STRING, .string = value };
}

static bool apply_integer(sx_op op, int64_t x, int64_t y, int64_t *z)
{
	switch (op) {
	case SX_NEG: return !__builtin_sub_overflow((int64_t)0, x, z);
	case SX_ADD: return !__builtin_add_overflow(x, y, z);
	case SX_SUB: return !__builtin_sub_overflow(x, y, z);
	case SX_MUL: return !__builtin_mul_overflow(x, y, z);
	case SX_ABS: return x >= 0 ? (*z = x, true) : !__builtin_sub_overflow((int64_t)0, x, z);
	case SX_MIN: *z = x < y ? x : y; return true;
	case SX_MAX: *z = x > y ? x : y; return true;
	case SX_QUOT: case SX_MOD: case SX_REM:
		if (y == 0 || (y == -1 && x == INT64_MIN))
			return false;
		*z = op == SX_QUOT ? x / y : x % y;
		if (op == SX_MOD && *z != 0 && (*z < 0) != (y < 0))
			*z += y;
		return true;
	default: return false;
	}
}

static bool apply_real(sx_op op, double x, double y, double *z)
{
	switch (op) {
	case SX_NEG: *z = -x; return true;
	case SX_ADD: *z = x + y; return true;
	case SX_SUB: *z = x - y; return true;
	case SX_MUL: *z = x * y; return true;
	case SX_DIV: *z = x / y; return true;
	case SX_POW: *z = y == 2 ? x * x : pow(x, y); return true;
	case SX_SIN: *z = sin(x); return true;
	case SX_COS: *z = cos(x); return true;
	case SX_TAN: *z = tan(x); return true;
	case SX_ASIN: *z = asin(x); return true;
	case SX_ACOS: *z = acos(x); return true;
	case SX_ATAN: *z = atan(x); return true;
	case SX_ATAN2: *z = atan2(x, y); return true;
	case SX_SINH: *z = sinh(x); return true;
	case SX_COSH: *z = cosh(x); return true;
	case SX_TANH: *z = tanh(x); return true;
	case SX_EXP: *z = exp(x); return true;
	case SX_LOG: *z = log(x); return true;
	case SX_LOG10: *z = log10(x); return true;
	case SX_SQRT: *z = sqrt(x); return true;
	case SX_ABS: *z = fabs(x); return true;
	case SX_MIN: *z = x < y ? x : y; return true;
	case SX_MAX: *z = x > y ? x : y; return true;
	case SX_FLOOR: *z = floor(x); return true;
	case SX_CEIL: *z = ceil(x); return true;
	case SX_QUOT: *z = trunc(x / y); return true;
	case SX_MOD: *z = x - floor(x / y) * y; return true;
	case SX_REM: *z = x - trunc(x / y) * y; return true;
	default: return false;
	}
}

static bool relation(sx_op op, const sx_value *a, const sx_value *b)
{
	int order;
	if (a->type == SX_STRING) {
		order = strcmp(a->string, b->string);
	} else if (a->type == SX_REAL) {
		if (isnan(a->real) || isnan(b->real))
			return op == SX_NE;
		order = (a->real > b->real) - (a->real < b->real);
	} else {
		order = (a->integer > b->integer) - (a->integer < b->integer);
	}
	switch (op) {
	case SX_LT: return order < 0;
	case SX_LE: return order <= 0;
	case SX_GT: return order > 0;
	case SX_GE: return order >= 0;
	case SX_EQ: return order == 0;
	default: return order != 0;
	}
}

static const char *keep(sx_texts texts, sb_text *text)
{
	const char *at = text->at ? text->at : "";
	const char *kept = texts.arena ? sb_strdup(texts.arena, at) : sb_intern(texts.names, at);
	sb_text_free(text);
	return kept;
}

/* As the language asks: "%.<digits>g" for Reals; widths are filled with blanks. */
static const char *to_string(sx_texts texts, const sx_value *a)
{
	char number[512];
	const char *shown = number;
	if (a[1].type == SX_STRING) {
		sb_text formatted = {0};
		sx_add_format(&formatted, a, a[1].string);
		return keep(texts, &formatted);
	}
	int64_t digits = a[1].integer < 1 ? 1 : a[1].integer > 400 ? 400 : a[1].integer;
	if (a->type == SX_STRING)
		shown = a->string;
	else if (a->type == SX_BOOLEAN)
		shown = a->integer ? "true" : "false";
	else if (a->type == SX_INTEGER)
		snprintf(number, sizeof number, "%lld", (long long)a->integer);
	else if (isfinite(a->real))
		snprintf(number, sizeof number, "%.*g", (int)digits, a->real);
	else
		shown = isnan(a->real) ? "NaN" : a->real > 0 ? "Infinity" : "-Infinity";
	sb_text text = {0};
	int width = a[2].integer < 0 ? 0 : a[2].integer > 10000 ? 10000 : (int)a[2].integer;
	sb_addf(&text, a[3].integer ? "%-*s" : "%*s", width, shown);
	return keep(texts, &text);
}

static bool apply_conversion(sx_op op, const sx_value *a, sx_texts texts, sx_value *out)
{
	switch (op) {
	case SX_TO_REAL: *out = sx_value_real(a->type == SX_REAL ? a->real : (double)a->integer); return true;
	case SX_TO_INTEGER: *out = sx_value_int(a->integer); return true;
	case SX_SIGN:
		*out = a->type == SX_REAL ? sx_value_int((a->real > 0) - (a->real < 0))
			: sx_value_int((a->integer > 0) - (a->integer < 0));
		return true;
	case SX_INTEGER_OF:
		if (!(a->real >= -9.2e18 && a->real <= 9.2e18))
			return false;
		*out = sx_value_int((int64_t)floor(a->real));
		return true;
	case SX_CONCAT: {
		sb_text text = {0};
		sb_add(&text, a[0].string);
		sb_add(&text, a[1].string);
		*out = sx_value_string(keep(texts, &text));
		return true;
	}
	case SX_TO_STRING: *out = sx_value_string(to_string(texts, a)); return true;
	default: return false;
	}
}

bool sx_apply(sx_op op, sx_type type, const sx_value *a, uint32_t count, sx_texts texts, sx_value *out)
{
	const sx_value *b = count > 1 ? &a[1] : &a[0];
	switch (op) {
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		*out = sx_value_bool(relation(op, a, b));
		return true;
	case SX_AND: *out = sx_value_bool(a->integer && b->integer); return true;
	case SX_OR: *out = sx_value_bool(a->integer || b->integer); return true;
	case SX_NOT: *out = sx_value_bool(!a->integer); return true;
	case SX_IF: *out = a->integer ? a[1] : a[2]; return true;
	case SX_NOEVENT: case SX_SMOOTH: case SX_HOMOTOPY: case SX_DELAY: case SX_PRE: *out = a[0]; return true;
	case SX_TO_REAL: case SX_TO_INTEGER: case SX_SIGN: case SX_INTEGER_OF: case SX_CONCAT: case SX_TO_STRING:
		return apply_conversion(op, a, texts, out);
	default:
		break;
	}
	if (type == SX_REAL) {
		out->type = SX_REAL;
		out->integer = 0;
		out->string = NULL;
		return apply_real(op, a->real, b->real, &out->real);
	}
	int64_t z;
	if (type == SX_STRING || !apply_integer(op, a->integer, b->integer, &z))
		return false;
	*out = type == SX_BOOLEAN ? sx_value_bool(z != 0) : sx_value_int(z);
	return true;
}
