/* Numbers: 13  13.  13E0  1.3e1  .13E2, and what is near to a number and is none.
 *
 * Most numbers have few digits and are made exactly from an integer and a power of ten; the others go through strtod as
 * digits and an exponent without a point, since the point of strtod depends on the locale.
 */
#include "front/modelica/syntax/lex.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double from_digits(mo_lexer *x, const char *digits, size_t n, long exponent)
{
	char small[512], *text = small;
	if (n + 32 > sizeof small)
		text = sb_alloc(x->arena, n + 32);
	memcpy(text, digits, n);
	snprintf(text + n, 32, "e%ld", exponent);
	return strtod(text, NULL);
}

/* The value of digits [. digits] [e [+-] digits], which is known to be well formed. */
static double number_value(mo_lexer *x, uint32_t start, uint32_t end)
{
	static const double tens[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
		1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
	const char *s = x->text + start, *stop = x->text + end;
	char small[128], *digits = small;
	if (end - start + 1 > sizeof small)
		digits = sb_alloc(x->arena, end - start + 1);
	uint64_t mantissa = 0;
	size_t n = 0;
	long exponent = 0;
	bool point = false;
	for (; s < stop && *s != 'e' && *s != 'E'; s++) {
		if (*s == '.') {
			point = true;
			continue;
		}
		if (n > 0 || *s != '0') {
			digits[n++] = *s;
			if (n <= 15)
				mantissa = mantissa * 10 + (uint64_t)(*s - '0');
		}
		exponent -= point;
	}
	if (n == 0)
		return 0;
	if (s < stop) {
		long written = 0;
		bool minus = *++s == '-';
		for (s += *s == '-' || *s == '+'; s < stop; s++)
			written = written < 100000 ? written * 10 + (*s - '0') : written;
		exponent += minus ? -written : written;
	}
	if (n <= 15 && exponent >= 0 && exponent <= 22)
		return (double)mantissa * tens[exponent];
	if (n <= 15 && exponent < 0 && exponent >= -22)
		return (double)mantissa / tens[-exponent];
	return from_digits(x, digits, n, exponent);
}

static uint32_t skip_digits(const mo_lexer *x, uint32_t at)
{
	while (mo_lex_is_digit(mo_lex_char(x, at)))
		at++;
	return at;
}

/* A number that runs into letters: 0x10, 1_000, 2x, 10k. Takes the letters along. */
static uint32_t number_with_letters(mo_lexer *x, uint32_t start, uint32_t end)
{
	uint32_t stop = end;
	while (mo_lex_is_name(mo_lex_char(x, stop)))
		stop++;
	const char *s = x->text + start;
	int number = (int)(end - start), letters = (int)(stop - end);
	if (number > 100 || letters > 100)
		number = letters = 0;
	char next = x->text[end];
	if (end - start == 1 && *s == '0' && (next == 'x' || next == 'X' || next == 'b' || next == 'B') && letters > 1) {
		mo_lex_report(x, SB_ERROR, "M0105", start, stop, "Modelica has decimal numbers only, not '%.*s'",
			number + letters, s);
		long long value = strtoll(sb_strndup(x->arena, x->text + end + 1, stop - end - 1), NULL, (next | 32) == 'x' ? 16
			: 2);
		mo_lex_help(x, "write %lld", value);
	} else if (next == '_') {
		mo_lex_report(x, SB_ERROR, "M0105", start, stop, "a number has no '_' in it");
		mo_lex_help(x, "write the digits together");
	} else if ((next == 'e' || next == 'E') && stop == end + 1) {
		char sign = mo_lex_char(x, stop);
		stop += sign == '+' || sign == '-';
		mo_lex_report(x, SB_ERROR, "M0105", start, stop, "the exponent of this number has no digits");
		mo_lex_help(x, "write for example %.*se3, or leave the 'e' out", number, s);
	} else {
		mo_lex_report(x, SB_ERROR, "M0105", start, stop, "the number '%.*s' runs into the letters '%.*s'", number, s,
			letters,
			s + number);
		mo_lex_help(x,
			"write '*' between a number and a name (%.*s*%.*s); units and prefixes such as k or u are not part of "
			"a number (1k is 1e3)", number, s, letters, s + number);
	}
	return stop;
}

static bool is_lost(const mo_lexer *x, const mo_token *t)
{
	return t->number == 0 && isnan(sb_read_real(sb_strndup(x->arena, x->text + t->start, t->end - t->start), NULL));
}

static void check_range(mo_lexer *x, mo_token *t)
{
	const double exact = 9007199254740992.0;
	if (isinf(t->number)) {
		mo_lex_report(x, SB_ERROR, "M0109", t->start, t->end, "this number is too large for a Real");
		mo_lex_help(x, "the largest Real is about 1.8e308; see Modelica.Constants.inf");
	} else if (is_lost(x, t)) {
		mo_lex_report(x, SB_ERROR, "M0109", t->start, t->end, "this number is too small for a Real");
		mo_lex_help(x, "the smallest Real above 0 is about 5e-324; see Modelica.Constants.small");
	} else if (t->integer && t->number >= exact) {        /* beyond it neighbours are the same number */
		t->integer = false;
		mo_lex_report(x, SB_WARNING, "M0139", t->start, t->end,
			"this number is too large for an Integer and is read as a Real");
		mo_lex_help(x, "write it with a decimal point if a Real is meant");
	}
}

void mo_lex_number(mo_lexer *x)
{
	uint32_t start = x->at, end = skip_digits(x, start);
	bool integer = true;
	if (mo_lex_char(x, end) == '.') {
		integer = false;
		end = skip_digits(x, end + 1);
	}
	char next = mo_lex_char(x, end);
	if (next == 'e' || next == 'E') {
		char sign = mo_lex_char(x, end + 1);
		uint32_t digits = end + 1 + (sign == '+' || sign == '-');
		if (mo_lex_is_digit(mo_lex_char(x, digits))) {
			integer = false;
			end = skip_digits(x, digits);
		}
	}
	double value = number_value(x, start, end);
	uint32_t stop = end;
	if (mo_lex_is_letter(mo_lex_char(x, end))) {
		stop = number_with_letters(x, start, end);
	} else if (!integer && mo_lex_char(x, end) == '.' && mo_lex_is_digit(mo_lex_char(x, end + 1))) {
		while (mo_lex_char(x, stop) == '.' || mo_lex_is_digit(mo_lex_char(x, stop)))
			stop++;
		mo_lex_report(x, SB_ERROR, "M0105", start, stop, "a number has one decimal point at most");
		mo_lex_help(x, "a version or a date is a string: put it in double quotes");
	}
	mo_token *t = mo_lex_push(x, MO_T_NUMBER, MO_W_NUMBER, start, stop);
	t->number = value;
	t->integer = integer;
	check_range(x, t);
}
