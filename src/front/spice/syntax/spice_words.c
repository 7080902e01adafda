/* Words of a card, and numbers with their suffixes. */
#include "front/spice/syntax/spice_syntax.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

const char *sp_lower(sb_names *names, const char *text, size_t length)
{
	sb_text small = {0};
	for (size_t i = 0; i < length; i++)
		sb_addc(&small, (char)tolower((unsigned char)text[i]));
	return length ? sb_intern_text(names, &small) : sb_intern(names, "");
}

sb_span sp_span(const sp_context *c, const sp_card *card, uint32_t from, uint32_t to)
{
	uint32_t start = 0, end = 0;
	if (to <= from)
		to = from + 1;
	for (uint32_t i = 0; i < card->pieces.n; i++) {
		const sp_piece *p = &card->pieces.at[i];
		if (p->at <= from)
			start = p->from + (from - p->at);
		if (p->at <= to - 1)
			end = p->from + (to - 1 - p->at) + 1;
	}
	return (sb_span){c->source, start, end};
}

/* The end of what is in braces or quotes and begins at `at`; the length of the card if it does not end. */
static uint32_t enclosed_end(const sp_card *card, uint32_t at)
{
	char open = card->text[at], close = open == '{' ? '}' : open;
	uint32_t depth = 1;
	for (at++; at < card->length; at++) {
		if (card->text[at] == close && --depth == 0)
			return at;
		if (open == '{' && card->text[at] == '{')
			depth++;
	}
	return card->length;
}

static sp_word enclosed(sp_context *c, const sp_card *card, uint32_t *at)
{
	uint32_t from = *at, end = enclosed_end(card, from);
	bool string = card->text[from] == '"';
	sp_word w = {.kind = string ? SP_STRING : SP_BRACED, .from = from + 1, .to = end};
	w.text = sb_strndup(c->arena, card->text + w.from, w.to - w.from);
	w.name = string ? sb_intern(c->names, w.text) : "";
	w.span = sp_span(c, card, from, end + (end < card->length));
	if (end == card->length)
		sb_report(c->diag, SB_ERROR, "L0002", sp_span(c, card, from, from + 1), "this %c is not closed on its card",
				  card->text[from]);
	*at = end < card->length ? end + 1 : end;
	return w;
}

static sp_word sign(sp_context *c, const sp_card *card, uint32_t at)
{
	char mark = card->text[at];
	return (sp_word){.kind = mark == '=' ? SP_EQUALS : mark == '(' ? SP_OPEN : SP_CLOSE, .name = "",
		.text = sb_strndup(c->arena, card->text + at, 1), .from = at, .to = at + 1,
		.span = sp_span(c, card, at, at + 1)};
}

sp_words sp_split(sp_context *c, const sp_card *card)
{
	sp_words words = {0};
	for (uint32_t at = 0; at < card->length;) {
		char mark = card->text[at];
		if (isspace((unsigned char)mark) || mark == ',') {
			at++;
		} else if (mark == '{' || mark == '\'' || mark == '"') {
			sp_word w = enclosed(c, card, &at);
			sb_push(c->arena, words, w);
		} else if (mark == '=' || mark == '(' || mark == ')') {
			sb_push(c->arena, words, sign(c, card, at));
			at++;
		} else {
			uint32_t n = (uint32_t)strcspn(card->text + at, " \t\r\n\f\v,{'\"=()");
			sp_word w = {.kind = SP_WORD, .from = at, .to = at + n, .span = sp_span(c, card, at, at + n)};
			w.text = sb_strndup(c->arena, card->text + at, n);
			w.name = sp_lower(c->names, card->text + at, n);
			sb_push(c->arena, words, w);
			at += n;
		}
	}
	sp_word end = {.kind = SP_END, .name = "", .text = "", .from = card->length, .to = card->length,
		.span = sp_span(c, card, card->length ? card->length - 1 : 0, card->length)};
	for (int i = 0; i < SP_AHEAD; i++)
		sb_push(c->arena, words, end);
	return words;
}

bool sp_is_word_of(const char *list, const char *word)
{
	size_t n = strlen(word);
	for (const char *at = n ? strstr(list, word) : NULL; at; at = strstr(at + 1, word))
		if (at > list && at[-1] == ' ' && at[n] == ' ')
			return true;
	return false;
}

/* ------------------------------------------------------------------------------------------------------ numbers */

static const struct { const char *text; int exponent; double factor; } suffixes[] = {
	{"meg", 6, 1},  {"mil", 0, 25.4e-6}, {"t", 12, 1}, {"g", 9, 1},         {"k", 3, 1},         {"m", -3, 1},
	{"u", -6, 1},   {"n", -9, 1},        {"p", -12, 1}, {"f", -15, 1},       {"a", -18, 1},
	{"\xc2\xb5", -6, 1}, {"\xce\xbc", -6, 1}};           /* the micro sign, and the Greek letter */

static int suffix_of(const char *at)
{
	for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
		if (strncasecmp(at, suffixes[i].text, strlen(suffixes[i].text)) == 0)
			return (int)i;
	return -1;
}

/* The digits of a number, with what stands for the suffix as an exponent: 4.7u is read as 4.7e-6, and not multiplied.
 * 4k7 is 4.7k. False: it is too long to be one. */
static bool read_digits(const char *digits, const char **at, double *value)
{
	const char *end = *at, *more = "";
	bool whole = !memchr(digits, '.', (size_t)(end - digits)) && strcspn(digits, "eE") >= (size_t)(end - digits);
	bool has_exponent = strcspn(digits, "eE") < (size_t)(end - digits);
	int k = suffix_of(end);
	size_t decimals = 0;
	if (k >= 0 && whole) {
		more = end + strlen(suffixes[k].text);
		decimals = strspn(more, "0123456789");
	}
	char plain[128], *stop;
	if ((size_t)(end - digits) + decimals > 100)
		return false;
	int n = snprintf(plain, sizeof plain, "%.*s%s%.*s", (int)(end - digits), digits, decimals ? "." : "", (int)decimals,
					 more);
	if (k >= 0 && !has_exponent)
		snprintf(plain + n, sizeof plain - (size_t)n, "e%d", suffixes[k].exponent);
	*value = sb_read_real(plain, &stop);
	if (k >= 0 && has_exponent)
		*value *= pow(10, suffixes[k].exponent);
	if (k >= 0)
		*value *= suffixes[k].factor;
	if (decimals)
		*at = more + decimals;
	return true;
}

bool sp_number(const char *text, double *value, const char **suffix, const char **end)
{
	const char *at = text;
	at += *at == '+' || *at == '-';
	if (!isdigit((unsigned char)*at) && !(*at == '.' && isdigit((unsigned char)at[1])))
		return false;
	const char *digits = at;
	at += strspn(at, "0123456789");
	if (*at == '.')
		at += 1 + strspn(at + 1, "0123456789");
	if ((*at == 'e' || *at == 'E') && isdigit((unsigned char)at[1 + (at[1] == '+' || at[1] == '-')])) {
		at += 2;
		at += strspn(at, "0123456789");
	}
	*suffix = at;
	if (!read_digits(digits, &at, value))
		return false;
	if (*text == '-')
		*value = -*value;
	while (isalpha((unsigned char)*at) || *at == '%' || (unsigned char)*at >= 0x80)
		at++;
	*end = at;
	return true;
}

bool sp_is_number(const char *text)
{
	double value;
	const char *suffix, *end;
	return sp_number(text, &value, &suffix, &end) && !*end;
}
