/* Formats of String(x, format = ...): those of printf without the '%', for one number.
 *
 *     flags, width, '.' and precision, then one of e E f g G for a Real, or of d i o x X u c for an Integer
 */
#include "expr/expr.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Longest width and precision: a text of more digits is a mistake, and must not fill the memory. */
enum { MOST_DIGITS = 3 };

static const char *skip_digits(const char *at)
{
	const char *from = at;
	while (isdigit((unsigned char)*at))
		at++;
	return at - from > MOST_DIGITS ? NULL : at;
}

bool sx_is_format(const char *format, sx_type type)
{
	const char *at = format + strspn(format, "-+ #0");
	at = skip_digits(at);
	if (at && *at == '.')
		at = skip_digits(at + 1);
	return at && *at && strchr(type == SX_REAL ? "eEfgG" : "dioxXuc", *at) && !at[1];
}

void sx_add_format(sb_text *out, const sx_value *v, const char *format)
{
	char whole[32];
	size_t n = strlen(format);
	if (!sx_is_format(format, v->type) || n + 4 > sizeof whole)
		return;
	char kind = format[n - 1];
	snprintf(whole, sizeof whole, "%%%.*s%s%c", (int)(n - 1), format, v->type == SX_INTEGER && kind != 'c' ? "ll" : "", kind);
	if (v->type == SX_REAL && !isfinite(v->real))
		sb_add(out, isnan(v->real) ? "NaN" : v->real > 0 ? "Infinity" : "-Infinity");
	else if (v->type == SX_REAL)
		sb_addf(out, whole, v->real);
	else if (kind == 'c')
		sb_addf(out, whole, (int)v->integer);
	else
		sb_addf(out, whole, (long long)v->integer);
}
