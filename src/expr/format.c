/* Formats of String(x, format = ...): those of printf without the '%', for one number.
 *
 *     flags, width, '.' and precision, then one of e E f g G for a Real, or of d i o x X u c for an Integer;
 *     D writes a Real as E of FORTRAN does: 0.1234E+02
 */
#include "expr/value.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
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
	return at && *at && strchr(type == SX_REAL ? "eEfgGD" : "dioxXuc", *at) && !at[1];
}

/* The first digit stands behind the point. Where the width has no room for the 0 before it, that is left out; and so is
 * the E before an exponent of three digits. */
static void add_fortran(sb_text *out, double x, const char *format)
{
	char digits[1100], shown[1120];
	int width = atoi(format), count = strchr(format, '.') ? atoi(strchr(format, '.') + 1) : 6;
	snprintf(digits, sizeof digits, "%.*E", count > 1 ? count - 1 : 0, fabs(x));
	char *mark = strchr(digits, 'E');
	int exponent = x == 0 ? 0 : atoi(mark + 1) + 1;
	*mark = 0;
	snprintf(shown, sizeof shown, "%s0.%c%s%s%+03d", signbit(x) && x != 0 ? "-" : "", digits[0],
			 digits[1] ? digits + 2 : "", abs(exponent) < 100 ? "E" : "", exponent);
	char *zero = strchr(shown, '0');
	if (width > 0 && (int)strlen(shown) == width + 1)
		memmove(zero, zero + 1, strlen(zero));
	sb_addf(out, "%*s", width, shown);
}

void sx_add_format(sb_text *out, const sx_value *v, const char *format)
{
	char whole[32];
	size_t n = strlen(format);
	if (!sx_is_format(format, v->type) || n + 4 > sizeof whole)
		return;
	char kind = format[n - 1];
	snprintf(whole, sizeof whole, "%%%.*s%s%c", (int)(n - 1), format, v->type == SX_INTEGER && kind != 'c' ? "ll" : "",
			 kind);
	if (v->type == SX_REAL && !isfinite(v->real))
		sb_add(out, isnan(v->real) ? "NaN" : v->real > 0 ? "Infinity" : "-Infinity");
	else if (v->type == SX_REAL && kind == 'D')
		add_fortran(out, v->real, format);
	else if (v->type == SX_REAL)
		sb_addf(out, whole, v->real);
	else if (kind == 'c')
		sb_addf(out, whole, (int)v->integer);
	else
		sb_addf(out, whole, (long long)v->integer);
}
