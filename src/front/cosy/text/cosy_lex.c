/* The lexer: text to tokens, in one pass. Nothing stops it: what is not COSY is reported and becomes what was meant, or
 * nothing. */
#include "front/cosy/text/cosy_text.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_MESSAGES = 1000 };

const char *co_word_text(int word)
{
	static const char *const texts[CO_W_COUNT] = {
#define K(word) [CO_W_##word] = #word,
		CO_KEYWORDS(K)
#undef K
#define S(name, text) [CO_W_##name] = text,
		CO_SYMBOLS(S)
#undef S
	};
	return texts[word] ? texts[word] : "";
}

char co_lex_char(const co_lexer *x, uint32_t at)
{
	return at < x->n ? x->text[at] : 0;
}

bool co_lex_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool co_lex_is_letter(char c)
{
	return (unsigned char)((c | 32) - 'a') < 26 || c == '_';
}

co_token *co_lex_push(co_lexer *x, int word, uint32_t start, uint32_t end)
{
	co_token t = {.word = (uint8_t)word, .new_line = x->new_line, .start = start, .end = end, .shown_start = start,
		.shown_end = end};
	sb_push(x->arena, x->tokens, t);
	x->new_line = false;
	x->at = end;
	return &x->tokens.at[x->tokens.n - 1];
}

void co_lex_report(co_lexer *x, sb_severity severity, const char *code, uint32_t start, uint32_t end, const char *help,
	const char *format, ...)
{
	if (x->messages.list.n >= MOST_MESSAGES)
		return;
	char text[512];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	co_lexical m = {.severity = severity, .code = code, .start = start, .end = end, .text = sb_strdup(x->arena, text),
		.help = help ? sb_strdup(x->arena, help) : NULL};
	sb_push(x->arena, x->messages.list, m);
}

void co_lexicals_say(co_lexicals *messages, sb_diag *diag, uint32_t before)
{
	for (; messages->said < messages->list.n && messages->list.at[messages->said].start < before; messages->said++) {
		const co_lexical *m = &messages->list.at[messages->said];
		sb_message *said = sb_report(diag, m->severity, m->code, (sb_span){messages->source, m->start, m->end}, "%s",
			m->text);
		if (m->help)
			sb_help(said, "%s", m->help);
	}
}

static const char *fold(co_lexer *x, uint32_t start, uint32_t end)
{
	char few[64], *upper = end - start < sizeof few ? few : sb_alloc(x->arena, end - start + 1);
	for (uint32_t i = start; i < end; i++)
		upper[i - start] = (char)toupper((unsigned char)x->text[i]);
	return sb_internn(x->names, upper, end - start);
}

static void lex_name(co_lexer *x)
{
	uint32_t start = x->at, end = start;
	while (co_lex_is_letter(co_lex_char(x, end)) || co_lex_is_digit(co_lex_char(x, end)))
		end++;
	if ((unsigned char)co_lex_char(x, end) >= 0x80) {
		co_lex_wrong(x);
		return;
	}
	const char *name = fold(x, start, end);
	uint64_t word = CO_W_IDENT;
	sb_map_get(&x->keywords, (uint64_t)(uintptr_t)name, &word);
	co_lex_push(x, (int)word, start, end)->name = name;
	if (word == CO_W_CCODE)
		x->in_ccode = true;
	if (word == CO_W_FORMAT && x->tokens.n > 1 && x->tokens.at[x->tokens.n - 2].word == CO_W_NUMBER)
		co_lex_format(x);
}

static void push_symbol(co_lexer *x, int word, uint32_t length)
{
	co_lex_push(x, word, x->at, x->at + length);
}

/* A `*` is the old sign of a derivative where the next token is `=`: no expression has the two side by side. */
static bool equal_follows(const co_lexer *x, uint32_t at)
{
	while (co_lex_char(x, at) == ' ' || co_lex_char(x, at) == '\t')
		at++;
	return co_lex_char(x, at) == '=' && co_lex_char(x, at + 1) != '=';
}

static void lex_less(co_lexer *x, char next)
{
	switch (next) {
	case '-': push_symbol(x, CO_W_ARROW, 2); break;
	case '=': push_symbol(x, CO_W_LE, 2); break;
	case '>': push_symbol(x, CO_W_NE, 2); break;
	default: push_symbol(x, CO_W_LT, 1); break;
	}
}

static void lex_symbol(co_lexer *x)
{
	char c = x->text[x->at], next = co_lex_char(x, x->at + 1);
	switch (c) {
	case '(': push_symbol(x, CO_W_LPAREN, 1); break;
	case ')': push_symbol(x, CO_W_RPAREN, 1); break;
	case '[': push_symbol(x, CO_W_LBRACKET, 1); break;
	case ']': push_symbol(x, CO_W_RBRACKET, 1); break;
	case ',': push_symbol(x, CO_W_COMMA, 1); break;
	case ';': push_symbol(x, CO_W_SEMICOLON, 1); break;
	case ':': push_symbol(x, next == '=' ? CO_W_ASSIGN : CO_W_COLON, next == '=' ? 2 : 1); break;
	case '.': push_symbol(x, next == '.' ? CO_W_RANGE : CO_W_DOT, next == '.' ? 2 : 1); break;
	case '=': push_symbol(x, CO_W_EQUAL, 1); break;
	case '<': lex_less(x, next); break;
	case '>': push_symbol(x, next == '=' ? CO_W_GE : CO_W_GT, next == '=' ? 2 : 1); break;
	case '+': push_symbol(x, CO_W_PLUS, 1); break;
	case '-': push_symbol(x, CO_W_MINUS, 1); break;
	case '*':
		if (next == '*')
			push_symbol(x, CO_W_POWER, 2);
		else
			push_symbol(x, equal_follows(x, x->at + 1) ? CO_W_STAR_PRIME : CO_W_STAR, 1);
		break;
	case '/': push_symbol(x, CO_W_SLASH, 1); break;
	case '^': push_symbol(x, CO_W_POWER, 1); break;
	default: co_lex_wrong(x); break;
	}
}

/* Is what stands right before this place a name, a number or a bracket? Then a quote is a prime. */
static bool touches_operand(const co_lexer *x)
{
	if (x->at == 0 || x->tokens.n == 0 || x->tokens.at[x->tokens.n - 1].end != x->at)
		return false;
	char c = x->text[x->at - 1];
	return co_lex_is_letter(c) || co_lex_is_digit(c) || c == ')' || c == ']' || c == '\'';
}

static void lex_token(co_lexer *x)
{
	char c = x->text[x->at], next = co_lex_char(x, x->at + 1);
	if (co_lex_comment(x) || co_lex_wrong_symbol(x))
		return;
	if (co_lex_is_letter(c))
		lex_name(x);
	else if (co_lex_is_digit(c) || (c == '.' && co_lex_is_digit(next)))
		co_lex_number(x);
	else if (c == '$' || c == '"')
		co_lex_text(x, c);
	else if (c == '\'' && touches_operand(x))
		push_symbol(x, CO_W_PRIME, 1);
	else
		lex_symbol(x);
}

/* FULL and EXTERNAL are names unless MODEL follows. */
static void settle_words(co_tokens *tokens)
{
	for (uint32_t i = 0; i < tokens->n; i++) {
		co_token *t = &tokens->at[i];
		if ((t->word == CO_W_FULL || t->word == CO_W_EXTERNAL) && tokens->at[i + 1].word != CO_W_MODEL)
			t->word = CO_W_IDENT;
	}
}

static int by_place(const void *a, const void *b)
{
	const co_lexical *p = a, *q = b;
	return (p->start > q->start) - (p->start < q->start);
}

co_tokens co_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, co_lexicals *messages)
{
	size_t length;
	const char *text = sb_source_text(diag, source, &length);
	co_lexer x = {.arena = arena, .names = names, .text = text, .n = (uint32_t)length, .new_line = true,
		.keywords = sb_map_new(arena)};
	for (int word = CO_FIRST_KEYWORD; word <= CO_LAST_KEYWORD; word++)
		sb_map_put(&x.keywords, (uint64_t)(uintptr_t)sb_intern(names, co_word_text(word)), (uint64_t)word);
	if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		x.at = 3;
	while (x.at < x.n) {
		char c = text[x.at];
		if (c == '\n')
			x.new_line = true;
		if (c == ' ' || (c >= '\t' && c <= '\r'))
			x.at++;
		else
			lex_token(&x);
	}
	co_lex_push(&x, CO_W_EOF, x.n, x.n);
	settle_words(&x.tokens);
	if (x.messages.list.n)
		qsort(x.messages.list.at, x.messages.list.n, sizeof *x.messages.list.at, by_place);
	*messages = x.messages;
	messages->source = source;
	return x.tokens;
}
