/* Comments, texts, numbers, and the formats of FORTRAN. */
#include "front/cosy/text/cosy_text.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------ comments */

static void note_lines(co_lexer *x, uint32_t from, uint32_t to)
{
	if (memchr(x->text + from, '\n', to - from))
		x->new_line = true;
}

/* A comment that never ends is cut at the end of its line: so the rest of the program is read, and only what is wrong
 * there is said. */
static void cut_comment(co_lexer *x, uint32_t start, uint32_t length, const char *close)
{
	const char *newline = memchr(x->text + start, '\n', x->n - start);
	co_lex_report(x, SB_ERROR, "K0102", start, start + length, sb_printf(x->arena, "close it with %s", close),
		"the comment that begins here has no end");
	x->at = newline ? (uint32_t)(newline - x->text) : x->n;
}

static const char *where_text(const co_lexer *x, uint32_t start, uint32_t inner)
{
	int lines = 0;
	for (uint32_t i = start; i < inner; i++)
		lines += x->text[i] == '\n';
	return lines == 0 ? "on the same line"
		: sb_printf(x->arena,
					"%d line%s further down: the text between them is not read", lines, lines == 1 ? "" : "s");
}

static void lex_star_comment(co_lexer *x)
{
	uint32_t start = x->at, inner = 0;
	for (uint32_t i = start + 2; i + 1 < x->n && !x->open_comment; i++) {
		if (x->text[i] == '*' && x->text[i + 1] == ')') {
			if (inner)
				co_lex_report(x, SB_WARNING, "K0106", start, start + 2,
					"comments do not nest; close this comment before the other '(*', or remove the other '(*'",
					"this comment has another '(*' in it, %s", where_text(x, start, inner));
			note_lines(x, start, i);
			x->at = i + 2;
			return;
		}
		if (x->text[i] == '(' && x->text[i + 1] == '*' && !inner && co_lex_char(x, i + 2) != ')')
			inner = i;
	}
	x->open_comment = true;
	cut_comment(x, start, 2, "*)");
}

static void lex_brace_comment(co_lexer *x)
{
	const char *close = x->open_brace ? NULL : memchr(x->text + x->at, '}', x->n - x->at);
	if (!close) {
		x->open_brace = true;
		cut_comment(x, x->at, 1, "}");
		return;
	}
	uint32_t end = (uint32_t)(close - x->text) + 1;
	note_lines(x, x->at, end);
	x->at = end;
}

bool co_lex_comment(co_lexer *x)
{
	char c = x->text[x->at], next = co_lex_char(x, x->at + 1);
	if (c == '(' && next == '*')
		lex_star_comment(x);
	else if (c == '{')
		lex_brace_comment(x);
	else
		return false;
	return true;
}

/* --------------------------------------------------------------------- texts */

/* A quote in a text is written twice. A text ends on its line, but for those of CCODE. */
void co_lex_text(co_lexer *x, char quote)
{
	uint32_t start = x->at, end = start + 1;
	bool lines = x->in_ccode && !x->open_ccode;
	x->in_ccode = false;
	const char *stop = memchr(x->text + start, '\n', x->n - start);
	uint32_t limit = lines || !stop ? x->n : (uint32_t)(stop - x->text);
	for (; end < limit; end++) {
		if (x->text[end] == quote) {
			if (co_lex_char(x, end + 1) != quote)
				break;
			end++;
		}
	}
	bool closed = end < limit;
	if (!closed) {
		x->open_ccode |= lines;
		co_lex_report(x, SB_ERROR, "K0101", start, start + 1,
			sb_printf(x->arena, lines ? "close it with %c"
				: "close it with %c on its line; the sign itself is written twice inside a text", quote),
			"the text that begins here has no end");
		end = stop ? (uint32_t)(stop - x->text) : x->n;
		while (end > start + 1 && (x->text[end - 1] == ';' || isspace((unsigned char)x->text[end - 1])))
			end--;
	}
	char *value = sb_alloc(x->arena, end - start + 1);
	size_t n = 0;
	for (uint32_t i = start + 1; i < end; i++) {
		value[n++] = x->text[i] ? x->text[i] : ' ';
		i += x->text[i] == quote;
	}
	co_token *t = co_lex_push(x, CO_W_TEXT, start, closed ? end + 1 : end);
	t->name = value;
	t->broken = !closed;
}

/* ------------------------------------------------------------------- numbers */

static uint32_t digits(const co_lexer *x, uint32_t at)
{
	while (co_lex_is_digit(co_lex_char(x, at)))
		at++;
	return at;
}

/* Is the point at this place part of a number? Not in 1..3, nor in 1.EQ.2 */
static bool decimal_point(const co_lexer *x, uint32_t at)
{
	char next = co_lex_char(x, at + 1), after = co_lex_char(x, at + 2);
	if (co_lex_char(x, at) != '.' || next == '.')
		return false;
	if (!co_lex_is_letter(next))
		return true;
	return toupper((unsigned char)next) == 'E' && (co_lex_is_digit(after) || after == '+' || after == '-');
}

static uint32_t exponent(const co_lexer *x, uint32_t at, char letter)
{
	if (toupper((unsigned char)co_lex_char(x, at)) != letter)
		return at;
	uint32_t from = at + 1;
	if (co_lex_char(x, from) == '+' || co_lex_char(x, from) == '-')
		from++;
	return co_lex_is_digit(co_lex_char(x, from)) ? digits(x, from) : at;
}

/* digits [ "." digits ] [ E [ sign ] digits ]; `5.` and `.5` are numbers too. */
void co_lex_number(co_lexer *x)
{
	uint32_t start = x->at, end = digits(x, start);
	bool broken = false;
	if (decimal_point(x, end))
		end = digits(x, end + 1);
	uint32_t mantissa = end;
	end = exponent(x, end, 'E');
	char *text = sb_strndup(x->arena, x->text + start, end - start);
	if (end == mantissa && exponent(x, end, 'D') > end) {
		end = exponent(x, end, 'D');
		text = sb_strndup(x->arena, x->text + start, end - start);
		text[mantissa - start] = 'E';
		broken = true;
		co_lex_report(x, SB_ERROR, "K0104", start, end,
			sb_printf(x->arena, "write %s: all numbers are of double precision", text),
			"the D of FORTRAN is not part of a number");
	} else if (co_lex_is_letter(co_lex_char(x, end))) {
		uint32_t word = end;
		while (co_lex_is_letter(co_lex_char(x, word)) || co_lex_is_digit(co_lex_char(x, word)))
			word++;
		broken = true;
		co_lex_report(x, SB_ERROR, "K0104", start, word,
			"a product is written with *, an exponent as 1.0E-3, and names begin with a letter",
			"'%.*s' is neither a number nor a name", word - start < 60 ? (int)(word - start) : 60, x->text + start);
		end = word;
	}
	co_token *t = co_lex_push(x, CO_W_NUMBER, start, end);
	t->name = text;
	t->number = sb_read_real(text, NULL);
	t->broken = broken;
	if (t->number > 1.7e308)
		co_lex_report(x, SB_ERROR, "K0104", start, end, "the largest number is about 1.8E308",
			"this number is too large");
	else if (isnan(t->number)) {
		t->number = 0;
		co_lex_report(x, SB_ERROR, "K0104", start, end, "the smallest number above 0 is about 5E-324",
			"this number is too small");
	}
}

/* ------------------------------------------------------------------- formats */

/* 5Habcde: the five characters after H are text, whatever they are. Returns where it, or the number alone, ends. */
static uint32_t hollerith(const co_lexer *x, uint32_t at)
{
	uint32_t end = digits(x, at);
	if (end == at || toupper((unsigned char)co_lex_char(x, end)) != 'H')
		return end;
	long count = strtol(sb_strndup(x->arena, x->text + at, end - at > 6 ? 6 : end - at), NULL, 10);
	for (end++; count > 0 && end < x->n && x->text[end] != '\n'; count--)
		end++;
	return end;
}

/* The text of a FORMAT with its parentheses, as it stands: its commas, quotes and counts mean other things than those
 * of COSY. */
void co_lex_format(co_lexer *x)
{
	uint32_t word = x->tokens.n - 1, start = x->at, open = 0;
	while (start < x->n && isspace((unsigned char)x->text[start]))
		start++;
	if (co_lex_char(x, start) != '(')
		return;
	uint32_t end = start;
	while (end < x->n) {
		char c = x->text[end];
		uint32_t after = hollerith(x, end);
		if (after > end) {
			end = after;
			continue;
		}
		if (c == '\'') {
			const char *close = memchr(x->text + end + 1, '\'', x->n - end - 1);
			end = close ? (uint32_t)(close - x->text) : end;
		}
		open += c == '(';
		open -= c == ')';
		end++;
		if (open == 0)
			break;
	}
	if (open) {
		co_lex_report(x, SB_ERROR, "K0101", start, start + 1,
			"the characters after nH are counted: 5H X = has the five characters ' X = '",
			"the FORMAT that begins here has no closing parenthesis");
		const char *newline = memchr(x->text + start, '\n', x->n - start);
		end = newline ? (uint32_t)(newline - x->text) : x->n;
	}
	co_token *t = &x->tokens.at[word];
	t->name = sb_strndup(x->arena, x->text + start, end - start);
	t->end = t->shown_end = end;
	x->at = end;
}
