/* The lexer: text to tokens, in one pass.
 *
 * Nothing stops it. What is no Modelica is reported and becomes either the token that was meant (`!=` is read as `<>`),
 * so that the parser has nothing more to say about it, or a token that the parser steps over.
 *
 * A string may go on over lines, so a missing quote turns the rest of the file inside out: code is read as text and
 * text as code, and the mistake is noticed at the end of the file only. When that happens the lexer goes back to the
 * first string whose first line looks as if the quote was forgotten there, cuts it at the end of that line, and goes on
 * from there.
 */
#include "front/modelica/syntax/lex.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_MESSAGES 1000
#define MAX_CUTS 16

#define WORD_TEXT(name, text) [MO_W_##name] = text,
static const char *const word_texts[MO_W_COUNT] = {
	[MO_W_EOF] = "", [MO_W_IDENT] = "", [MO_W_NUMBER] = "", [MO_W_STRING] = "", [MO_W_SKIP] = "", [MO_W_NOTHING] = "",
	SF_KEYWORDS(WORD_TEXT)
	MO_SYMBOLS(WORD_TEXT)
};

const char *mo_word_text(int word)
{
	return word_texts[word];
}

char mo_lex_char(const mo_lexer *x, uint32_t at)
{
	return at < x->n ? x->text[at] : 0;
}

bool mo_lex_is_digit(char c)
{
	return c >= '0' && c <= '9';
}

bool mo_lex_is_letter(char c)
{
	return (unsigned char)((c | 32) - 'a') < 26 || c == '_';
}

bool mo_lex_is_name(char c)
{
	return mo_lex_is_letter(c) || mo_lex_is_digit(c);
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

mo_token *mo_lex_push(mo_lexer *x, int kind, int id, uint32_t start, uint32_t end)
{
	if (x->tokens.n == x->tokens.cap) {
		x->tokens.cap = x->tokens.cap ? x->tokens.cap + x->tokens.cap / 2 : x->n / 8 + 16;
		x->tokens.at = sb_resize(x->tokens.at, sizeof(mo_token) * x->tokens.cap);
	}
	mo_token *t = &x->tokens.at[x->tokens.n++];
	*t = (mo_token){.kind = (uint8_t)kind, .id = (uint8_t)id, .start = start, .end = end};
	if (id >= MO_FIRST_KEYWORD)
		t->word = x->words[id];
	x->at = end;
	return t;
}

static char *format_text(sb_arena *arena, const char *format, va_list list)
{
	char text[512];
	vsnprintf(text, sizeof text, format, list);
	return sb_strdup(arena, text);
}

void mo_lex_report(mo_lexer *x, int severity, const char *code, uint32_t start, uint32_t end, const char *format, ...)
{
	if (x->messages.n >= MAX_MESSAGES)
		return;
	va_list list;
	va_start(list, format);
	char *text = format_text(x->arena, format, list);
	va_end(list);
	mo_lexical m = {.severity = (uint8_t)severity, .code = code, .start = start, .end = end, .text = text};
	sb_push(x->arena, x->messages, m);
}

void mo_lex_help(mo_lexer *x, const char *format, ...)
{
	mo_lexical *last = &x->messages.at[x->messages.n - 1];
	if (last->help)
		return;
	va_list list;
	va_start(list, format);
	last->help = format_text(x->arena, format, list);
	va_end(list);
}

void mo_lexicals_say(mo_lexicals *messages, sb_diag *diag, uint32_t before)
{
	for (; messages->said < messages->n && messages->at[messages->said].start < before; messages->said++) {
		const mo_lexical *m = &messages->at[messages->said];
		sb_span span = {messages->source, m->start, m->end};
		sb_message *said = sb_report(diag, m->severity, m->code, span, "%s", m->text);
		if (m->help)
			sb_help(said, "%s", m->help);
	}
}

static int by_place(const void *a, const void *b)
{
	const mo_lexical *p = a, *q = b;
	return (p->start > q->start) - (p->start < q->start);
}

static void lex_name(mo_lexer *x)
{
	uint32_t start = x->at, end = start;
	while (end < x->n && mo_lex_is_name(x->text[end]))
		end++;
	if ((unsigned char)mo_lex_char(x, end) >= 0x80) {
		mo_lex_name_with_strangers(x, start);
		return;
	}
	const char *s = x->text + start;
	size_t length = end - start;
	if (*s >= 'a' && *s <= 'z') {
		for (int k = x->first_keyword[*s - 'a']; k <= MO_LAST_KEYWORD && word_texts[k][0] == *s; k++) {
			if (strncmp(word_texts[k], s, length) == 0 && word_texts[k][length] == 0) {
				mo_lex_push(x, MO_T_KEYWORD, k, start, end);
				return;
			}
		}
	}
	mo_lex_push(x, MO_T_IDENT, MO_W_IDENT, start, end)->word = sb_internn(x->names, s, length);
}

/* Is the character before this place the end of a name, a number or a bracket, with nothing between? */
static bool touches_operand(const mo_lexer *x)
{
	if (x->at == 0 || x->tokens.n == 0 || x->tokens.at[x->tokens.n - 1].end != x->at)
		return false;
	char c = x->text[x->at - 1];
	return mo_lex_is_name(c) || c == ')' || c == ']' || c == '\'';
}

/* A quote right after an operand is a prime, as in mathematics; no Modelica text has a quoted name there. */
static void lex_prime(mo_lexer *x)
{
	uint32_t start = x->at, end = start;
	while (mo_lex_char(x, end) == '\'')
		end++;
	const mo_token *last = &x->tokens.at[x->tokens.n - 1];
	bool named = last->kind == MO_T_IDENT;
	mo_lex_report(x, SB_ERROR, "M0106", start, end, "a prime is not part of Modelica");
	if (named && end - start == 1)
		mo_lex_help(x, "write der(%s) for the derivative of '%s', and transpose(...) for the transpose of a matrix",
			last->word,
			last->word);
	else
		mo_lex_help(x, "write der(...) for a derivative, and transpose(...) for the transpose of a matrix");
	mo_lex_push(x, MO_T_BAD, MO_W_SKIP, start, end);
}

const char *mo_quoted_name(sb_arena *arena, sb_names *names, const char *text, size_t length)
{
	char *plain = sb_alloc(arena, length + 1);
	size_t n = 0;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\\' && i + 1 < length) {
			if (text[i + 1] != '"' && text[i + 1] != '?')
				plain[n++] = text[i];
			i++;
		}
		plain[n++] = text[i];
	}
	return sb_internn(names, plain, n);
}

/* Q-IDENT: the quotes are part of the name; \? and \" are the same as ? and ", so they are stored without the \. */
static void lex_quoted_name(mo_lexer *x)
{
	uint32_t start = x->at, end = start + 1;
	bool escaped = false;
	while (end < x->n && x->text[end] != '\'' && x->text[end] != '\n' && x->text[end]) {
		if (x->text[end] == '\\' && end + 1 < x->n && x->text[end + 1] != '\n' && x->text[end + 1]) {
			escaped = true;
			end++;
		}
		end++;
	}
	if (mo_lex_char(x, end) != '\'') {
		mo_lex_report(x, SB_ERROR, "M0103", start, start + 1, "the quoted name that begins here has no closing quote");
		mo_lex_help(x, "a name in single quotes ends on its line; a text stands in double quotes");
		for (end = start + 1; end < x->n && !strchr(";,()=\r\n", x->text[end]); end++)
			continue;
		mo_lex_push(x, MO_T_QUOTED_IDENT, MO_W_IDENT, start, end)->word = sb_internn(x->names, x->text + start,
			end - start);
		return;
	}
	end++;
	if (end - start == 2) {
		mo_lex_report(x, SB_ERROR, "M0103", start, end, "a quoted name cannot be empty");
		mo_lex_help(x, "an empty text is \"\"");
	}
	mo_lex_push(x, MO_T_QUOTED_IDENT, MO_W_IDENT, start, end)->word =
		escaped ? mo_quoted_name(x->arena, x->names, x->text + start, end - start)
				: sb_internn(x->names, x->text + start, end - start);
}

/* The value of a string that has escapes. An escape that Modelica does not know keeps its backslash. */
static const char *decode_string(mo_lexer *x, uint32_t from, uint32_t to)
{
	static const char from_chars[] = "'\"?\\abfnrtv", to_chars[] = "'\"?\\\a\b\f\n\r\t\v";
	char *value = sb_alloc(x->arena, to - from + 1);
	size_t n = 0;
	for (uint32_t i = from; i < to; i++) {
		if (x->text[i] != '\\') {
			value[n++] = x->text[i];
			continue;
		}
		char c = i + 1 < to ? x->text[i + 1] : 0;
		const char *known = c ? strchr(from_chars, c) : NULL;
		if (known) {
			value[n++] = to_chars[known - from_chars];
			i++;
			continue;
		}
		bool plain = c > ' ' && c < 127;
		mo_lex_report(x, SB_WARNING, "M0107", i, plain ? i + 2 : i + 1,
			"'\\%.*s' is not an escape sequence of Modelica; the backslash is kept", plain, &c);
		mo_lex_help(x, "write \\\\ for a backslash; the others are \\' \\\" \\? \\a \\b \\f \\n \\r \\t \\v");
		value[n++] = '\\';
	}
	return value;
}

static void push_string(mo_lexer *x, uint32_t start, uint32_t text_end, uint32_t end, bool escaped)
{
	bool zero = memchr(x->text + start, 0, end - start) != NULL;
	if (zero) {
		mo_lex_report(x, SB_ERROR, "M0108", start, end, "this string has a zero byte in it");
		mo_lex_help(x, "is the file a binary one, or in UTF-16? Save it as UTF-8");
	}
	const char *value = escaped || zero ? decode_string(x, start + 1, text_end)
		: sb_internn(x->names, x->text + start + 1, text_end - start - 1);
	mo_lex_push(x, MO_T_STRING, MO_W_STRING, start, end)->word = value;
}

/* Where a string that lacks its quote is cut: at the end of its first line, before a ';' or a ')' that stands there. */
static uint32_t string_cut(const mo_lexer *x, uint32_t start)
{
	const char *newline = memchr(x->text + start, '\n', x->n - start);
	uint32_t cut = newline ? (uint32_t)(newline - x->text) : x->n;
	while (cut > start + 1 && (is_space(x->text[cut - 1]) || x->text[cut - 1] == ';'))
		cut--;
	while (cut > start + 1 && (x->text[cut - 1] == ')' || x->text[cut - 1] == ','))
		cut--;
	return cut;
}

static bool line_ends_with_semicolon(const mo_lexer *x, uint32_t start, uint32_t limit)
{
	const char *newline = memchr(x->text + start, '\n', limit - start);
	if (!newline)
		return false;
	uint32_t end = (uint32_t)(newline - x->text);
	while (end > start && is_space(x->text[end - 1]))
		end--;
	return end > start && x->text[end - 1] == ';';
}

static void take_back(mo_lexer *x, uint32_t from)
{
	while (x->messages.n > 0 && x->messages.at[x->messages.n - 1].start >= from)
		x->messages.n--;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < x->strangers.n; i++) {
		if (x->strangers.at[i].start < from)
			x->strangers.at[kept++] = x->strangers.at[i];
	}
	x->strangers.n = kept;
}

/* Looks for the string that really lacks its quote, from the first on; the one at `start` if none looks so. */
static uint32_t find_suspect(mo_lexer *x, uint32_t start)
{
	for (uint32_t i = 0; i < x->tokens.n; i++) {
		const mo_token *t = &x->tokens.at[i];
		if (t->kind == MO_T_STRING && line_ends_with_semicolon(x, t->start, t->end) && x->text[t->start] == '"') {
			x->tokens.n = i;
			take_back(x, t->start);
			return t->start;
		}
	}
	return start;
}

static void lex_open_string(mo_lexer *x, uint32_t start)
{
	if (x->cuts++ < MAX_CUTS)
		start = find_suspect(x, start);
	else
		x->one_line_strings = true;
	mo_lex_report(x, SB_ERROR, "M0101", start, start + 1, "the string that begins here has no closing quote");
	mo_lex_help(x, "close it with \" ; a quote inside a string is written \\\"");
	uint32_t cut = string_cut(x, start);
	push_string(x, start, cut, cut, memchr(x->text + start, '\\', cut - start) != NULL);
}

static void lex_string(mo_lexer *x)
{
	uint32_t start = x->at, end = start + 1;
	bool escaped = false;
	while (end < x->n && x->text[end] != '"') {
		if (x->text[end] == '\n' && x->one_line_strings)
			break;
		if (x->text[end] == '\\') {
			escaped = true;
			end++;
		}
		end++;
	}
	if (end >= x->n || x->text[end] != '"')
		lex_open_string(x, start);
	else
		push_string(x, start, end, end + 1, escaped);
}

static void lex_line_comment(mo_lexer *x)
{
	const char *newline = memchr(x->text + x->at, '\n', x->n - x->at);
	uint32_t end = newline ? (uint32_t)(newline - x->text) : x->n;
	mo_lex_push(x, MO_T_COMMENT, MO_W_SKIP, x->at, end);
}

static void lex_block_comment(mo_lexer *x)
{
	uint32_t start = x->at, end = start + 2;
	for (;;) {
		const char *star = end < x->n ? memchr(x->text + end, '*', x->n - end) : NULL;
		if (!star)
			break;
		end = (uint32_t)(star - x->text) + 1;
		if (mo_lex_char(x, end) == '/') {
			mo_lex_push(x, MO_T_COMMENT, MO_W_SKIP, start, end + 1);
			return;
		}
	}
	mo_lex_report(x, SB_ERROR, "M0102", start, start + 2, "the comment that begins here has no end");
	mo_lex_help(x, "close it with */");
	/* The parser sees this kind at the end of the text and keeps quiet about all that is missing there. */
	mo_lex_push(x, MO_T_BAD, MO_W_SKIP, start, x->n);
}

static void push_symbol(mo_lexer *x, int id, uint32_t length)
{
	mo_lex_push(x, MO_T_SYMBOL, id, x->at, x->at + length);
}

static void lex_dot(mo_lexer *x)
{
	switch (mo_lex_char(x, x->at + 1)) {
	case '+': push_symbol(x, MO_W_DOT_PLUS, 2); break;
	case '-': push_symbol(x, MO_W_DOT_MINUS, 2); break;
	case '*': push_symbol(x, MO_W_DOT_STAR, 2); break;
	case '/': push_symbol(x, MO_W_DOT_SLASH, 2); break;
	case '^': push_symbol(x, MO_W_DOT_CARET, 2); break;
	default: push_symbol(x, MO_W_DOT, 1); break;
	}
}

/* `import A.*;` is a dot and a star to people and `.*` to the lexer; the parser knows. */
static void lex_symbol(mo_lexer *x)
{
	char c = x->text[x->at], next = mo_lex_char(x, x->at + 1);
	switch (c) {
	case '(': push_symbol(x, MO_W_LPAREN, 1); break;
	case ')': push_symbol(x, MO_W_RPAREN, 1); break;
	case '[': push_symbol(x, MO_W_LBRACKET, 1); break;
	case ']': push_symbol(x, MO_W_RBRACKET, 1); break;
	case '{': push_symbol(x, MO_W_LBRACE, 1); break;
	case '}': push_symbol(x, MO_W_RBRACE, 1); break;
	case ',': push_symbol(x, MO_W_COMMA, 1); break;
	case ';': push_symbol(x, MO_W_SEMICOLON, 1); break;
	case '+': push_symbol(x, MO_W_PLUS, 1); break;
	case '-': push_symbol(x, MO_W_MINUS, 1); break;
	case '*': push_symbol(x, MO_W_STAR, 1); break;
	case '/': push_symbol(x, MO_W_SLASH, 1); break;
	case '^': push_symbol(x, MO_W_CARET, 1); break;
	case ':': push_symbol(x, next == '=' ? MO_W_ASSIGN : MO_W_COLON, next == '=' ? 2 : 1); break;
	case '=': push_symbol(x, next == '=' ? MO_W_EQ : MO_W_EQUAL, next == '=' ? 2 : 1); break;
	case '>': push_symbol(x, next == '=' ? MO_W_GE : MO_W_GT, next == '=' ? 2 : 1); break;
	case '<':
		if (next == '>')
			push_symbol(x, MO_W_NE, 2);
		else
			push_symbol(x, next == '=' ? MO_W_LE : MO_W_LT, next == '=' ? 2 : 1);
		break;
	default: mo_lex_wrong(x); break;
	}
}

static void lex_token(mo_lexer *x)
{
	char c = x->text[x->at], next = mo_lex_char(x, x->at + 1);
	if (mo_lex_is_letter(c))
		lex_name(x);
	else if (mo_lex_is_digit(c) || (c == '.' && mo_lex_is_digit(next)))
		mo_lex_number(x);
	else if (c == '"')
		lex_string(x);
	else if (c == '\'' && touches_operand(x))
		lex_prime(x);
	else if (c == '\'')
		lex_quoted_name(x);
	else if (c == '/' && next == '/')
		lex_line_comment(x);
	else if (c == '/' && next == '*')
		lex_block_comment(x);
	else if (mo_lex_wrong_symbol(x))
		return;
	else if (c == '.')
		lex_dot(x);
	else
		lex_symbol(x);
}

mo_tokens mo_tokenize(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source)
{
	mo_lexicals messages = {0};
	mo_tokens tokens = mo_lex(arena, names, diag, source, &messages);
	mo_lexicals_say(&messages, diag, UINT32_MAX);
	return tokens;
}

mo_tokens mo_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, mo_lexicals *messages)
{
	size_t length;
	const char *text = sb_source_text(diag, source, &length);
	mo_lexer x = {.arena = arena, .names = names, .text = text, .n = (uint32_t)length};
	for (int k = MO_FIRST_KEYWORD; k < MO_W_COUNT; k++)
		x.words[k] = sb_intern(names, word_texts[k]);
	for (int k = MO_LAST_KEYWORD; k >= MO_FIRST_KEYWORD; k--)
		x.first_keyword[word_texts[k][0] - 'a'] = (uint8_t)k;
	if (length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0)
		x.at = 3;
	for (;;) {
		while (x.at < x.n && is_space(text[x.at]))
			x.at++;
		if (x.at >= x.n)
			break;
		lex_token(&x);
	}
	mo_lex_strangers(&x);
	if (x.messages.n)
		qsort(x.messages.at, x.messages.n, sizeof *x.messages.at, by_place);
	*messages = x.messages;
	messages->source = source;
	mo_lex_push(&x, MO_T_END, MO_W_EOF, x.n, x.n);
	mo_tokens tokens = {.n = x.tokens.n, .cap = x.tokens.n};
	tokens.at = sb_new_array(arena, mo_token, tokens.n);
	memcpy(tokens.at, x.tokens.at, sizeof(mo_token) * tokens.n);
	free(x.tokens.at);
	return tokens;
}
