/* Text to tokens. */
#include <ctype.h>
#include <string.h>

#include "front/muss/syntax/muss_syntax.h"

typedef struct mu_lexer {
	sb_arena *arena;
	sb_names *names;
	sb_diag *diag;
	const char *text;
	uint32_t source, n, at;
	bool new_line;
	mu_tokens tokens;
} mu_lexer;

static const struct { const char *text; uint8_t word; } symbols[] = {
	/* longer ones first */
	{"..", MU_W_RANGE}, {"==", MU_W_EQ}, {"!=", MU_W_NE}, {"<>", MU_W_NE}, {"<=", MU_W_LE}, {">=", MU_W_GE},
	{"**", MU_W_POWER}, {"&&", MU_W_AND}, {"||", MU_W_OR}, {"(", MU_W_LPAREN}, {")", MU_W_RPAREN}, {"{", MU_W_LBRACE},
	{"}", MU_W_RBRACE}, {"[", MU_W_LBRACKET}, {"]", MU_W_RBRACKET}, {",", MU_W_COMMA}, {";", MU_W_SEMICOLON},
	{":", MU_W_COLON}, {".", MU_W_DOT}, {"=", MU_W_EQUAL}, {"<", MU_W_LT}, {">", MU_W_GT}, {"+", MU_W_PLUS},
	{"-", MU_W_MINUS}, {"*", MU_W_STAR}, {"/", MU_W_SLASH}, {"^", MU_W_POWER}, {"'", MU_W_PRIME}, {"!", MU_W_NOT},
};
enum { SYMBOLS = sizeof symbols / sizeof *symbols };

const char *mu_word_text(int word)
{
	for (int i = 0; i < SYMBOLS; i++)
		if (symbols[i].word == word)
			return symbols[i].text;
	return "";
}

static mu_token *push(mu_lexer *x, int word, uint32_t length)
{
	sb_push(x->arena, x->tokens, ((mu_token){.word = (uint8_t)word, .new_line = x->new_line, .start = x->at,
											 .end = x->at + length}));
	x->at += length;
	x->new_line = false;
	return &x->tokens.at[x->tokens.n - 1];
}

static sb_span span(const mu_lexer *x, uint32_t length)
{
	return (sb_span){x->source, x->at, x->at + length};
}

static bool skip_blank(mu_lexer *x)
{
	const char *at = x->text + x->at;
	if (*at == '\n')
		x->new_line = true;
	if (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n' || *at == '\f') {
		x->at++;
		return true;
	}
	if (at[0] == '/' && at[1] == '/') {
		x->at += (uint32_t)strcspn(at, "\n");
		return true;
	}
	if (at[0] != '/' || at[1] != '*')
		return false;
	const char *end = strstr(at + 2, "*/");
	if (!end)
		sb_help(sb_report(x->diag, SB_ERROR, "N0001", span(x, 2), "a comment that begins here never ends"),
				"end it with */");
	x->at = end ? (uint32_t)(end - x->text) + 2 : x->n;
	return true;
}

static bool letter(char c)
{
	return isalpha((unsigned char)c) || c == '_';
}

static void number(mu_lexer *x)
{
	const char *from = x->text + x->at, *at = from;
	bool whole = true;
	at += strspn(at, "0123456789");
	if (*at == '.' && at[1] != '.') {
		whole = false;
		at++;
		at += strspn(at, "0123456789");
	}
	if ((*at == 'e' || *at == 'E') && (isdigit((unsigned char)at[1]) || ((at[1] == '+' || at[1] == '-') &&
		isdigit((unsigned char)at[2])))) {
		whole = false;
		at += 2;
		at += strspn(at, "0123456789");
	}
	uint32_t length = (uint32_t)(at - from);
	const char *written = sb_internn(x->names, from, length);
	double value = sb_read_real(written, NULL);
	if (!(value - value == 0))
		sb_report(x->diag, SB_ERROR, "N0002", span(x, length), "no number of the machine is near to '%s'", written);
	if (letter(*at)) {
		sb_help(sb_report(x->diag, SB_ERROR, "N0003", (sb_span){x->source, x->at + length, x->at + length + 1},
						  "a name directly behind a number"),
						  		"write a * between them, or begin the name with a letter");
	}
	mu_token *t = push(x, MU_W_NUMBER, length);
	t->name = written;
	t->number = value;
	t->whole = whole;
}

static void text(mu_lexer *x)
{
	const char *from = x->text + x->at + 1;
	uint32_t length = (uint32_t)strcspn(from, "\"\n");
	bool closed = from[length] == '"';
	if (!closed)
		sb_help(sb_report(x->diag, SB_ERROR, "N0001", span(x, 1), "a text that begins here does not end in its line"),
				"end it with \"");
	mu_token *t = push(x, MU_W_TEXT, length + 1 + closed);
	t->name = sb_internn(x->names, from, length);
}

/* A byte that begins nothing. The rest of a character in UTF-8 goes with it. */
static void stranger(mu_lexer *x)
{
	uint32_t length = 1;
	while (((unsigned char)x->text[x->at + length] & 0xc0) == 0x80)
		length++;
	const char *at = x->text + x->at;
	sb_message *m = sb_report(x->diag, SB_ERROR, "N0004", span(x, length), "'%.*s' means nothing in MUSS", (int)length,
							  *at >= 0 && *at < ' ' ? "?" : at);
	if (*at == '&' || *at == '|')
		sb_help(m, "write '%c%c', or the word '%s'", *at, *at, *at == '&' ? "and" : "or");
	x->at += length;
}

static void token(mu_lexer *x)
{
	const char *at = x->text + x->at;
	if (letter(*at)) {
		uint32_t length = 1;
		while (letter(at[length]) || isdigit((unsigned char)at[length]))
			length++;
		const char *name = sb_internn(x->names, at, length);
		push(x, MU_W_NAME, length)->name = name;
	} else if (isdigit((unsigned char)*at) || (*at == '.' && isdigit((unsigned char)at[1]))) {
		number(x);
	} else if (*at == '"') {
		text(x);
	} else {
		for (int i = 0; i < SYMBOLS; i++)
			if (strncmp(at, symbols[i].text, strlen(symbols[i].text)) == 0) {
				push(x, symbols[i].word, (uint32_t)strlen(symbols[i].text));
				return;
			}
		stranger(x);
	}
}

mu_tokens mu_lex(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source)
{
	size_t length;
	mu_lexer x = {.arena = arena, .names = names, .diag = diag, .source = source, .new_line = true};
	x.text = sb_source_text(diag, source, &length);
	x.n = (uint32_t)length;
	if (length >= 3 && memcmp(x.text, "\xEF\xBB\xBF", 3) == 0)
		x.at = 3;
	while (x.at < x.n)
		if (!skip_blank(&x))
			token(&x);
	x.at = x.n;
	push(&x, MU_W_EOF, 0);
	return x.tokens;
}
