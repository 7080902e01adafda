/* Growing text on the heap. */
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(sb_text *text, size_t more)
{
	if (more < text->cap - text->n)
		return;
	size_t cap = text->cap ? text->cap : 64;
	while (cap - text->n <= more && cap <= SIZE_MAX / 2)
		cap *= 2;
	text->at = sb_resize(text->at, cap - text->n > more ? cap : SIZE_MAX);
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

void sb_addf(sb_text *text, const char *format, ...)
{
	reserve(text, 80);
	va_list args;
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
	free(text->at);
	*text = (sb_text){0};
}
