/* Growing text on the heap. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"

static void reserve(sb_text *text, size_t more)
{
	if (more < text->cap - text->n)
		return;
	size_t cap = text->cap ? text->cap : 64;
	while (cap - text->n <= more && cap <= SIZE_MAX / 2)
		cap *= 2;
	text->at = sb_draw(text->at, cap - text->n > more ? cap : SIZE_MAX);
	text->cap = cap;
}

void sb_addn(sb_text *text, const char *more, size_t length)
{
	reserve(text, length);
	if (length)
		memcpy(text->at + text->n, more, length);
	text->n += length;
	text->at[text->n] = 0;
}

void sb_add(sb_text *text, const char *more)
{
	sb_addn(text, more, strlen(more));
}

void sb_addc(sb_text *text, char c)
{
	sb_addn(text, &c, 1);
}

static void add_whole(sb_text *text, unsigned long long value, bool negative)
{
	char digits[24];
	size_t at = sizeof digits;
	do
		digits[--at] = (char)('0' + value % 10);
	while (value /= 10);
	if (negative)
		digits[--at] = '-';
	sb_addn(text, digits + at, sizeof digits - at);
}

/* One conversion of a whole number or a text without flags, which are nearly all where code is generated; the rest of
 * the format, NULL: it is another one. */
static const char *add_one(sb_text *text, const char *format, va_list *args)
{
	bool wide = format[0] == 'l' && format[1] == 'l';
	char kind = format[wide ? 2 : 0];
	if (kind == 's' && !wide) {
		const char *more = va_arg(*args, const char *);
		sb_add(text, more ? more : "(null)");
	} else if (kind == 'u')
		add_whole(text, wide ? va_arg(*args, unsigned long long) : va_arg(*args, unsigned), false);
	else if (kind == 'd') {
		long long value = wide ? va_arg(*args, long long) : va_arg(*args, int);
		add_whole(text, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, value < 0);
	} else
		return NULL;
	return format + (wide ? 3 : 1);
}

static bool adds_simply(sb_text *text, const char *format, va_list *args)
{
	size_t n = text->n;
	while (format && *format) {
		size_t plain = strcspn(format, "%");
		sb_addn(text, format, plain);
		format += plain;
		if (*format)
			format = add_one(text, format + 1, args);
	}
	if (!format)
		text->n = n;
	return format != NULL;
}

void sb_addf(sb_text *text, const char *format, ...)
{
	reserve(text, 80);
	va_list args;
	va_start(args, format);
	bool simple = adds_simply(text, format, &args);
	va_end(args);
	if (simple)
		return;
	va_start(args, format);
	int length = vsnprintf(text->at + text->n, text->cap - text->n, format, args);
	va_end(args);
	if (length < 0) {
		text->at[text->n] = 0;
		return;
	}
	if ((size_t)length >= text->cap - text->n) {
		reserve(text, (size_t)length);
		va_start(args, format);
		vsnprintf(text->at + text->n, text->cap - text->n, format, args);
		va_end(args);
	}
	text->n += (size_t)length;
}

void sb_add_real(sb_text *text, double value)
{
	char digits[32];
	sb_addn(text, digits, (size_t)sb_real_text(digits, value));
}

void sb_text_free(sb_text *text)
{
	sb_put_back(text->at);
	*text = (sb_text){0};
}

void sb_add_xml(sb_text *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&': sb_add(out, "&amp;"); break;
		case '<': sb_add(out, "&lt;"); break;
		case '>': sb_add(out, "&gt;"); break;
		case '"': sb_add(out, "&quot;"); break;
		default: sb_addc(out, (unsigned char)*text < 32 ? ' ' : *text);
		}
	}
}

bool sb_ends_with(const char *name, const char *ending)
{
	size_t n = strlen(name), m = strlen(ending);
	return n > m && strcmp(name + n - m, ending) == 0;
}
