/* Text to tokens. What other languages write, and this one does not, has a message of its own. */
#include "front/matrix/matrix_lex.h"

#include <math.h>
#include <string.h>

static const char *const symbols[] = {
	":=", "==", "~=", "<>", "<=", ">=", ".*", "./", ".\\", ".^", "+", "-", "*", "/", "\\", "^", "'", "<", ">", "&", "|",
	"~", "(", ")", "[", "]", ",", ";", ":", "$"};
static const char *const words[] = {".if", ".then", ".else", ".end", ".switch", ".case", ".otherwise"};

/* What people write instead, longest first. */
static const struct { const char *written, *help; } foreign[] = {
	{"&&", "write '&', which combines element by element"},
	{"||", "write '|', which combines element by element"},
	{"!=", "write '~=' or '<>'"},
	{"!", "write '~' for not"},
	{"=", "write '==' to compare, or ':=' for a copy with other elements, as in u1(1,2):=3"},
	{"{", "matrices are written in square brackets: [1, 2; 3, 4]"},
	{"}", "matrices are written in square brackets: [1, 2; 3, 4]"},
	{"%", "there are no comments in a matrix expression"},
	{"#", "there are no comments in a matrix expression"},
	{".'", "write ' alone, or conj(x)' where x is complex"},
};

enum { SYMBOLS = sizeof symbols / sizeof *symbols, WORDS = sizeof words / sizeof *words,
	   FOREIGN = sizeof foreign / sizeof *foreign };

sb_span mx_span(const mx_text *text, uint32_t start, uint32_t end)
{
	if (!text->place)
		return (sb_span){text->source, start, end};
	return (sb_span){text->source, text->place[start], text->place[end]};
}

static char peek(const mx_lexer *l, uint32_t ahead)
{
	return l->at + ahead < l->text->n ? l->text->at[l->at + ahead] : 0;
}

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool starts_with(const mx_lexer *l, const char *what)
{
	size_t n = strlen(what);
	return l->text->n - l->at >= n && memcmp(l->text->at + l->at, what, n) == 0;
}

static uint32_t name_length(const mx_lexer *l, uint32_t from)
{
	uint32_t n = 0;
	while (is_letter(peek(l, from + n)) || (n && is_digit(peek(l, from + n))))
		n++;
	return n;
}

/* The word with a dot that begins here, or NULL. */
static const char *word_at(const mx_lexer *l, uint32_t from)
{
	uint32_t n = peek(l, from) == '.' ? name_length(l, from + 1) + 1 : 0;
	for (int i = 0; n > 1 && i < WORDS; i++)
		if (strlen(words[i]) == n && memcmp(l->text->at + l->at + from, words[i], n) == 0)
			return words[i];
	return NULL;
}

static mx_token fail(mx_lexer *l, uint32_t length, const char *help)
{
	sb_message *m = sb_report(l->diag, SB_ERROR, "M0983", mx_span(l->text, l->at, l->at + length),
							  "'%.*s' is not part of a matrix expression", (int)length, l->text->at + l->at);
	sb_help(m, "%s", help);
	l->failed = true;
	return (mx_token){.start = l->at, .end = l->at};
}

static mx_token made(mx_lexer *l, mx_token_kind kind, uint32_t length, const char *text)
{
	mx_token t = {.kind = kind, .text = text, .start = l->at, .end = l->at + length};
	l->at += length;
	return t;
}

/* The point of `1./x` belongs to the operator. */
static mx_token number(mx_lexer *l)
{
	uint32_t n = 0;
	while (is_digit(peek(l, n)))
		n++;
	if (peek(l, n) == '.' && !strchr("*/\\^'", peek(l, n + 1) ? peek(l, n + 1) : ' ') && !word_at(l, n))
		for (n++; is_digit(peek(l, n));)
			n++;
	if (peek(l, n) == 'e' || peek(l, n) == 'E') {
		uint32_t sign = peek(l, n + 1) == '+' || peek(l, n + 1) == '-';
		if (is_digit(peek(l, n + 1 + sign)))
			for (n += 1 + sign; is_digit(peek(l, n));)
				n++;
	}
	const char *text = sb_internn(l->names, l->text->at + l->at, n);
	double value = sb_read_real(text, NULL);
	if (!isfinite(value))
		return fail(l, n, "numbers go from about 1e-308 to 1e308");
	bool imaginary = (peek(l, n) == 'i' || peek(l, n) == 'j') && name_length(l, n) == 1;
	mx_token t = made(l, imaginary ? MX_T_IMAGINARY : MX_T_NUMBER, n + imaginary, text);
	t.number = value;
	return t;
}

static mx_token string(mx_lexer *l)
{
	uint32_t n = 1;
	while (l->at + n < l->text->n && peek(l, n) != '"')
		n++;
	if (l->at + n >= l->text->n)
		return fail(l, 1, "a text begins and ends with \"; inside of a String of Modelica this is written \\\"");
	return made(l, MX_T_STRING, n + 1, sb_internn(l->names, l->text->at + l->at + 1, n - 1));
}

static mx_token name(mx_lexer *l)
{
	uint32_t n = name_length(l, 0);
	while (peek(l, n) == '.' && is_letter(peek(l, n + 1)) && !word_at(l, n))
		n += 1 + name_length(l, n + 1);
	return made(l, MX_T_NAME, n, sb_internn(l->names, l->text->at + l->at, n));
}

static mx_token other(mx_lexer *l)
{
	const char *word = word_at(l, 0);
	if (word)
		return made(l, MX_T_WORD, (uint32_t)strlen(word), word);
	if (starts_with(l, "=="))
		return made(l, MX_T_SYMBOL, 2, "==");
	for (int i = 0; i < FOREIGN; i++)
		if (starts_with(l, foreign[i].written))
			return fail(l, (uint32_t)strlen(foreign[i].written), foreign[i].help);
	for (int i = 0; i < SYMBOLS; i++)
		if (starts_with(l, symbols[i]))
			return made(l, MX_T_SYMBOL, (uint32_t)strlen(symbols[i]), symbols[i]);
	uint32_t n = 1;
	if (peek(l, 0) == '.' && name_length(l, 1)) {
		n += name_length(l, 1);
		return fail(l, n, "the words with a dot are .if .then .else .end .switch .case .otherwise");
	}
	while (((unsigned char)peek(l, n) & 0xC0) == 0x80)
		n++;               /* one character of several bytes */
	return fail(l, n, "check the expression");
}

mx_token mx_next(mx_lexer *l)
{
	uint32_t before = l->at;
	while (l->at < l->text->n && (peek(l, 0) == ' ' || (peek(l, 0) >= '\t' && peek(l, 0) <= '\r')))
		l->at++;
	bool space = l->at > before;
	mx_token t;
	if (l->at >= l->text->n)
		t = (mx_token){.kind = MX_T_END, .start = l->at, .end = l->at};
	else if (is_digit(peek(l, 0)) || (peek(l, 0) == '.' && is_digit(peek(l, 1))))
		t = number(l);
	else if (is_letter(peek(l, 0)))
		t = name(l);
	else
		t = peek(l, 0) == '"' ? string(l) : other(l);
	t.space_before = space;
	return t;
}
