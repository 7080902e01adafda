/* Signs of other languages and characters that do not belong: each is reported, with what COSY writes instead, and read
 * as that. */
#include "front/cosy/text/cosy_text.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "base/utf8.h"

typedef struct habit { const char *sign; int word; const char *instead; } habit;

static const habit signs[] = {
	{"==", CO_W_EQUAL, "="}, {"!=", CO_W_NE, "<>"}, {"~=", CO_W_NE, "<>"},
	{"/=", CO_W_NE, "<>"}, {"&&", CO_W_AND, "AND"}, {"||", CO_W_OR, "OR"},
	{"=>", CO_W_GE, ">="}, {"=<", CO_W_LE, "<="}, {"&", CO_W_AND, "AND"},
	{"|", CO_W_OR, "OR"}, {"~", CO_W_NOT, "NOT"}, {"%", CO_W_MOD, "MOD"},
};

static const habit dotted[] = {
	{".GT.", CO_W_GT, ">"}, {".GE.", CO_W_GE, ">="},
	{".LT.", CO_W_LT, "<"}, {".LE.", CO_W_LE, "<="}, {".EQ.", CO_W_EQUAL, "="},
	{".NE.", CO_W_NE, "<>"}, {".AND.", CO_W_AND, "AND"}, {".OR.", CO_W_OR, "OR"}, {".NOT.", CO_W_NOT, "NOT"},
	{".TRUE.", CO_W_IDENT, "TRUE"}, {".FALSE.", CO_W_IDENT, "FALSE"},
};

static uint32_t line_end(const co_lexer *x)
{
	const char *newline = memchr(x->text + x->at, '\n', x->n - x->at);
	return newline ? (uint32_t)(newline - x->text) : x->n;
}

static void use_habit(co_lexer *x, const habit *h)
{
	uint32_t start = x->at, end = start + (uint32_t)strlen(h->sign);
	co_lex_report(x, SB_ERROR, "K0103", start, end, sb_printf(x->arena, "write %s", h->instead),
		"'%s' is not a sign of COSY", h->sign);
	co_token *t = co_lex_push(x, h->word, start, end);
	t->broken = true;
	t->name = sb_intern(x->names, h->instead);
}

/* Comments of C, Modelica and FORTRAN 90: the rest of the line, or up to the closing sign, is left out. */
static bool wrong_comment(co_lexer *x)
{
	char c = x->text[x->at], next = co_lex_char(x, x->at + 1);
	uint32_t length = c == '/' && (next == '/' || next == '*') ? 2 : c == '!' && next != '=' ? 1 : 0;
	if (!length)
		return false;
	co_lex_report(x, SB_ERROR, "K0103", x->at, x->at + length, "a comment is written (* ... *) or { ... }",
		"'%.*s' does not begin a comment of COSY", (int)length, x->text + x->at);
	if (length == 2 && next == '*') {
		const char *close = x->at + 2 < x->n ? memmem(x->text + x->at + 2, x->n - x->at - 2, "*/", 2) : NULL;
		uint32_t end = close ? (uint32_t)(close - x->text) + 2 : line_end(x);
		x->new_line |= memchr(x->text + x->at, '\n', end - x->at) != NULL;
		x->at = end;
	} else {
		x->at = line_end(x);
	}
	return true;
}

bool co_lex_wrong_symbol(co_lexer *x)
{
	char c = x->text[x->at];
	if (co_lex_is_letter(c) || co_lex_is_digit(c))
		return false;
	if (c == '.') {
		for (size_t i = 0; i < sizeof dotted / sizeof *dotted; i++) {
			size_t length = strlen(dotted[i].sign);
			if (x->n - x->at >= length && strncasecmp(x->text + x->at, dotted[i].sign, length) == 0) {
				use_habit(x, &dotted[i]);
				return true;
			}
		}
		return false;
	}
	if (c == '*' && co_lex_char(x, x->at + 1) == ')') {
		co_lex_report(x, SB_ERROR, "K0107", x->at, x->at + 2, "comments do not nest: the first *) ends a comment",
			"no comment is open here");
		x->at += 2;
		return true;
	}
	if (wrong_comment(x))
		return true;
	for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
		size_t length = strlen(signs[i].sign);
		if (x->n - x->at >= length && memcmp(x->text + x->at, signs[i].sign, length) == 0) {
			use_habit(x, &signs[i]);
			return true;
		}
	}
	return false;
}

/* 'abc' is a text of Pascal. A quote right after a name is a prime and does not come here. */
static void wrong_quote(co_lexer *x)
{
	uint32_t start = x->at;
	const char *close = memchr(x->text + start + 1, '\'', line_end(x) - start - 1);
	uint32_t end = close ? (uint32_t)(close - x->text) + 1 : start + 1;
	if (!close) {
		co_lex_report(x, SB_ERROR, "K0105", start, end,
			"X' is the derivative of X, without a space before the '; texts stand between $ or between \"",
			"this ' has no meaning here");
		x->at = end;
		return;
	}
	co_lex_report(x, SB_ERROR, "K0103", start, end,
		sb_printf(x->arena, "write $%.*s$", (int)(end - start - 2), x->text + start + 1),
		"texts of COSY do not stand between '");
	co_token *t = co_lex_push(x, CO_W_TEXT, start, end);
	t->name = sb_strndup(x->arena, x->text + start + 1, end - start - 2);
	t->broken = true;
}

void co_lex_wrong(co_lexer *x)
{
	uint32_t start = x->at, end = start + 1;
	unsigned char c = (unsigned char)x->text[start];
	if (c == '\'') {
		wrong_quote(x);
		return;
	}
	if (c >= 0x80 || co_lex_is_letter((char)c)) {
		uint32_t shown = start;
		while (end < x->n && ((unsigned char)x->text[end] >= 0x80 || co_lex_is_letter(x->text[end])
			|| co_lex_is_digit(x->text[end])))
			end++;
		for (size_t length; shown < end && shown - start < 60
			&& (length = sb_utf8_length(x->text + shown, x->n - shown)) > 0;)
			shown += (uint32_t)length;
		co_lex_report(x, SB_ERROR, "K0105", start, end,
			"names are letters A to Z, digits and _; other characters stand in texts and comments only",
			"'%.*s' is not a name of COSY", (int)(shown - start), x->text + start);
		co_token *t = co_lex_push(x, CO_W_IDENT, start, end);
		t->name = sb_internn(x->names, x->text + start, shown - start);
		t->broken = true;
	} else if (c > ' ' && c < 127) {
		co_lex_report(x, SB_ERROR, "K0105", start, end, c == '}' ? "a comment of this kind begins with {"
			: "remove it, or put it into a text or comment",
			"'%c' is not a sign of COSY", c);
	} else {
		while (end < x->n && (unsigned char)x->text[end] < ' ' && !isspace((unsigned char)x->text[end]))
			end++;
		co_lex_report(x, SB_ERROR, "K0105", start, end, "is the file a binary one, or in UTF-16? Save it as UTF-8",
			"a character with the code %d is not part of a program", c);
	}
	x->at = end;
}
