/* What is no Modelica but is often found in a Modelica text: operators of other languages, and characters that a word
 * processor, a web page or a keyboard has put there. Each is named, and read as what was meant. */
#include "front/modelica/syntax/lex.h"

#include "base/utf8.h"

#include <string.h>

typedef struct wrong_symbol { const char *text; uint8_t meant; const char *message, *help; } wrong_symbol;

static const wrong_symbol wrong_symbols[] = {
	{"!=", MO_W_NE, "'!=' is not an operator of Modelica", "write '<>' for \"not equal\""},
	{"~=", MO_W_NE, "'~=' is not an operator of Modelica", "write '<>' for \"not equal\""},
	{"&&", MO_W_AND, "'&&' is not an operator of Modelica", "write 'and'"},
	{"||", MO_W_OR, "'||' is not an operator of Modelica", "write 'or'"},
	{"**", MO_W_CARET, "'**' is not an operator of Modelica", "write '^' for a power"},
	{"=<", MO_W_LE, "'=<' is not an operator of Modelica", "write '<='"},
	{"=>", MO_W_GE, "'=>' is not an operator of Modelica", "write '>=' to compare, '=' to give a value"},
	{"+=", MO_W_ASSIGN, "'+=' is not an operator of Modelica", "write x := x + ..."},
	{"-=", MO_W_ASSIGN, "'-=' is not an operator of Modelica", "write x := x - ..."},
	{"*=", MO_W_ASSIGN, "'*=' is not an operator of Modelica", "write x := x * ..."},
	{"/=", MO_W_ASSIGN, "'/=' is not an operator of Modelica", "write x := x / ... , or '<>' for \"not equal\""},
	{"!", MO_W_NOT, "'!' is not an operator of Modelica", "write 'not'"},
	{"~", MO_W_NOT, "'~' is not an operator of Modelica", "write 'not'"},
	{"&", MO_W_AND, "'&' is not an operator of Modelica", "write 'and'"},
	{"|", MO_W_OR, "'|' is not an operator of Modelica", "write 'or'"},
};

static bool at_line_start(const mo_lexer *x)
{
	uint32_t i = x->at;
	while (i > 0 && (x->text[i - 1] == ' ' || x->text[i - 1] == '\t'))
		i--;
	return i == 0 || x->text[i - 1] == '\n' || x->text[i - 1] == ';';
}

static void foreign_comment(mo_lexer *x, char sign)
{
	const char *newline = memchr(x->text + x->at, '\n', x->n - x->at);
	uint32_t end = newline ? (uint32_t)(newline - x->text) : x->n;
	mo_lex_report(x, SB_ERROR, "M0104", x->at, x->at + 1, "'%c' does not begin a comment in Modelica", sign);
	mo_lex_help(x, "a comment begins with // and ends with the line, or stands between /* and */");
	mo_lex_push(x, MO_T_BAD, MO_W_SKIP, x->at, end);
}

/* None of these pairs can stand in a correct text: no expression begins with the second character. */
bool mo_lex_wrong_symbol(mo_lexer *x)
{
	char c = x->text[x->at], next = mo_lex_char(x, x->at + 1);
	bool pair = strchr("*=+-/", c) && (next == '=' || next == '*' || next == '<' || next == '>');
	if (!c || (!pair && !strchr("!~&|", c)))
		return false;
	for (size_t i = 0; i < sizeof wrong_symbols / sizeof *wrong_symbols; i++) {
		const wrong_symbol *w = &wrong_symbols[i];
		uint32_t length = (uint32_t)strlen(w->text);
		if (x->at + length > x->n || memcmp(x->text + x->at, w->text, length) != 0)
			continue;
		mo_lex_report(x, SB_ERROR, "M0104", x->at, x->at + length, "%s", w->message);
		mo_lex_help(x, "%s", w->help);
		mo_lex_push(x, w->meant <= MO_LAST_KEYWORD ? MO_T_KEYWORD : MO_T_SYMBOL, w->meant, x->at, x->at + length);
		return true;
	}
	return false;
}

/* ------------------------------------------------------------ characters */

enum { AS_LETTER = MO_W_COUNT, AS_SPACE, AS_STRING, AS_QUOTE, AS_NOTHING };

typedef struct stranger_name { uint32_t code; uint8_t as; const char *name, *help; } stranger_name;

static const stranger_name stranger_names[] = {
	{0x00A0, AS_SPACE, "a no-break space", "replace it by a space"},
	{0x2002, AS_SPACE, "an en space", "replace it by a space"},
	{0x2003, AS_SPACE, "an em space", "replace it by a space"},
	{0x2009, AS_SPACE, "a thin space", "replace it by a space"},
	{0x200B, AS_SPACE, "a zero-width space", "delete it: it cannot be seen"},
	{0x202F, AS_SPACE, "a narrow no-break space", "replace it by a space"},
	{0x2028, AS_SPACE, "a line separator", "replace it by an ordinary line end"},
	{0x3000, AS_SPACE, "an ideographic space", "replace it by a space"},
	{0xFEFF, AS_SPACE, "a byte order mark in the middle of the text", "delete it: it cannot be seen"},
	{0x00AD, AS_SPACE, "a soft hyphen", "delete it: it cannot be seen"},
	{0x2212, MO_W_MINUS, "a minus sign of typography", "write '-' from the keyboard"},
	{0x2010, MO_W_MINUS, "a typographic hyphen", "write '-' from the keyboard"},
	{0x2013, MO_W_MINUS, "an en dash", "write '-' from the keyboard"},
	{0x2014, MO_W_MINUS, "an em dash", "write '-' from the keyboard"},
	{0x00D7, MO_W_STAR, "a multiplication sign", "write '*'"},
	{0x00B7, MO_W_STAR, "a middle dot", "write '*'"},
	{0x22C5, MO_W_STAR, "a dot operator", "write '*'"},
	{0x2219, MO_W_STAR, "a bullet operator", "write '*'"},
	{0x00F7, MO_W_SLASH, "a division sign", "write '/'"},
	{0x2215, MO_W_SLASH, "a division slash", "write '/'"},
	{0x2264, MO_W_LE, "a less-or-equal sign", "write '<='"},
	{0x2265, MO_W_GE, "a greater-or-equal sign", "write '>='"},
	{0x2260, MO_W_NE, "a not-equal sign", "write '<>'"},
	{0x2227, MO_W_AND, "a logical and", "write 'and'"},
	{0x2228, MO_W_OR, "a logical or", "write 'or'"},
	{0x00AC, MO_W_NOT, "a not sign", "write 'not'"},
	{0x201C, AS_STRING, "a typographic quote", "write the straight quote \" from the keyboard"},
	{0x201D, AS_STRING, "a typographic quote", "write the straight quote \" from the keyboard"},
	{0x201E, AS_STRING, "a typographic quote", "write the straight quote \" from the keyboard"},
	{0x00AB, AS_STRING, "an angle quote", "write the straight quote \" from the keyboard"},
	{0x2018, AS_QUOTE, "a typographic single quote", "write the straight quote ' from the keyboard"},
	{0x2019, AS_QUOTE, "a typographic single quote", "write the straight quote ' from the keyboard"},
	{0x00B4, AS_QUOTE, "an acute accent", "write the straight quote ' from the keyboard"},
	{0x2032, AS_NOTHING, "a prime", "write der(x) for a derivative"},
	{0x00B2, AS_NOTHING, "a superscript two", "write ^2"},
	{0x00B3, AS_NOTHING, "a superscript three", "write ^3"},
	{0x00B0, AS_NOTHING, "a degree sign", "units are attributes: Real phi(unit = \"deg\")"},
	{0x2026, AS_NOTHING, "an ellipsis", "a range is written from:to"},
	{0xFF08, MO_W_LPAREN, "a full-width parenthesis", "write '('"},
	{0xFF09, MO_W_RPAREN, "a full-width parenthesis", "write ')'"},
	{0xFF0C, MO_W_COMMA, "a full-width comma", "write ','"},
	{0xFF1B, MO_W_SEMICOLON, "a full-width semicolon", "write ';'"},
	{0xFF1A, MO_W_COLON, "a full-width colon", "write ':'"},
	{0xFF1D, MO_W_EQUAL, "a full-width equals sign", "write '='"},
	{'@', AS_NOTHING, NULL, NULL},
	{'#', AS_NOTHING, NULL, "a comment begins with //"},
	{'$', AS_NOTHING, NULL, NULL},
	{'?', AS_NOTHING, NULL, "a choice is written: if condition then a else b"},
	{'`', AS_NOTHING, "a backquote", "write the straight quote ' for a quoted name"},
	{'\\', AS_NOTHING, "a backslash", "a line needs no sign to go on in the next; a/b divides"},
	{'%', MO_W_STAR, NULL, "write mod(a, b) for the remainder; a comment begins with //"},
	{0, AS_SPACE, "a zero byte", "is the file a binary one, or in UTF-16? Save it as UTF-8"},
};

#define NOT_UTF8 0x80000000u

static uint32_t decode(const mo_lexer *x, uint32_t at, uint32_t *length)
{
	const unsigned char *s = (const unsigned char *)x->text + at;
	size_t n = sb_utf8_length(x->text + at, x->n - at);
	*length = n ? (uint32_t)n : 1;
	switch (n) {
	case 1: return s[0];
	case 2: return (uint32_t)(s[0] & 31) << 6 | (s[1] & 63);
	case 3: return (uint32_t)(s[0] & 15) << 12 | (uint32_t)(s[1] & 63) << 6 | (s[2] & 63);
	case 4: return (uint32_t)(s[0] & 7) << 18 | (uint32_t)(s[1] & 63) << 12 | (uint32_t)(s[2] & 63) << 6 | (s[3] & 63);
	default: return NOT_UTF8 | s[0];
	}
}

static const stranger_name *find_stranger(uint32_t code)
{
	for (size_t i = 0; i < sizeof stranger_names / sizeof *stranger_names; i++) {
		if (stranger_names[i].code == code)
			return &stranger_names[i];
	}
	return NULL;
}

/* A text full of the same wrong character gets one message with a count. Past 32 kinds the text is no Modelica at all
 * and the rest count as one. */
static void note_stranger(mo_lexer *x, uint32_t code, uint32_t start, uint32_t end)
{
	uint32_t i = 0;
	while (i < x->strangers.n && x->strangers.at[i].code != code)
		i++;
	if (i == x->strangers.n && i < 32) {
		mo_stranger new = {code, start, end, 0};
		sb_push(x->arena, x->strangers, new);
	}
	x->strangers.at[i < 32 ? i : 31].count++;
}

static bool is_stranger_letter(uint32_t code)
{
	return code >= 0x80 && !(code & NOT_UTF8) && !find_stranger(code);
}

void mo_lex_name_with_strangers(mo_lexer *x, uint32_t start)
{
	uint32_t end = start, length;
	while (end < x->n) {
		if (mo_lex_is_name(x->text[end])) {
			end++;
			continue;
		}
		uint32_t code = decode(x, end, &length);
		if (!is_stranger_letter(code))
			break;
		note_stranger(x, code, end, end + length);
		end += length;
	}
	mo_lex_push(x, MO_T_IDENT, MO_W_IDENT, start, end)->word = sb_internn(x->names, x->text + start, end - start);
}

/* The place after the closing quote on the same line, whichever of the kinds it is; 0 if there is none. */
static uint32_t typographic_end(const mo_lexer *x, uint32_t at, int as)
{
	uint32_t length;
	for (; at < x->n && x->text[at] != '\n'; at += length) {
		uint32_t code = decode(x, at, &length);
		const stranger_name *s = code >= 0x80 ? find_stranger(code) : NULL;
		bool straight = as == AS_STRING ? code == '"' : code == '\'';
		if (straight || code == 0xBB || (s && s->as == as))
			return at + length;
	}
	return 0;
}

static void lex_typographic(mo_lexer *x, int as, uint32_t start, uint32_t first_length)
{
	uint32_t end = typographic_end(x, start + first_length, as), last;
	if (!end) {
		mo_lex_push(x, MO_T_BAD, MO_W_SKIP, start, start + first_length);
		return;
	}
	for (last = end - 1; last > start && ((unsigned char)x->text[last] & 0xC0) == 0x80; last--)
		;
	uint32_t inner = start + first_length;
	if (as == AS_STRING) {
		mo_lex_push(x, MO_T_STRING, MO_W_STRING, start, end)->word = sb_strndup(x->arena, x->text + inner,
			last - inner);
	} else {
		char *name = sb_printf(x->arena, "'%.*s'", (int)(last - inner), x->text + inner);
		mo_lex_push(x, MO_T_QUOTED_IDENT, MO_W_IDENT, start, end)->word = sb_intern(x->names, name);
	}
}

void mo_lex_wrong(mo_lexer *x)
{
	uint32_t start = x->at, length, code = decode(x, start, &length);
	if ((code == '%' || code == '#') && at_line_start(x)) {
		foreign_comment(x, (char)code);
		return;
	}
	if (is_stranger_letter(code)) {
		mo_lex_name_with_strangers(x, start);
		return;
	}
	note_stranger(x, code, start, start + length);
	const stranger_name *s = find_stranger(code);
	if (s && (s->as == AS_STRING || s->as == AS_QUOTE))
		lex_typographic(x, s->as, start, length);
	else if (s && s->as < MO_W_COUNT)
		mo_lex_push(x, s->as <= MO_LAST_KEYWORD ? MO_T_KEYWORD : MO_T_SYMBOL, s->as, start, start + length);
	else
		mo_lex_push(x, MO_T_BAD, MO_W_SKIP, start, start + length);
}

static void report_stranger(mo_lexer *x, const mo_stranger *s, const char *more)
{
	const stranger_name *known = find_stranger(s->code);
	const char *at = x->text + s->start;
	int length = (int)(s->end - s->start);
	if (s->code & NOT_UTF8) {
		mo_lex_report(x, SB_ERROR, "M0108", s->start, s->end, "the byte 0x%02X is not UTF-8%s", s->code & 255u, more);
		mo_lex_help(x, "save the file as UTF-8");
	} else if (known && known->name) {
		mo_lex_report(x, SB_ERROR, "M0108", s->start, s->end, "%s (U+%04X) has no place here%s", known->name, s->code,
			more);
		mo_lex_help(x, "%s", known->help);
	} else if (s->code < 0x20 || s->code == 0x7F) {
		mo_lex_report(x, SB_ERROR, "M0108", s->start, s->end, "a control character (U+%04X) has no place here%s",
			s->code, more);
		mo_lex_help(x, "delete it: it cannot be seen");
	} else if (s->code < 0x80) {
		mo_lex_report(x, SB_ERROR, "M0108", s->start, s->end, "'%c' has no meaning in Modelica%s", (char)s->code, more);
		mo_lex_help(x, "%s", known && known->help ? known->help : "delete it, or put the text in double quotes");
	} else {
		mo_lex_report(x, SB_ERROR, "M0108", s->start, s->end, "'%.*s' (U+%04X) cannot be part of a name%s", length, at,
			s->code,
			more);
		mo_lex_help(x,
			"names have the letters a to z and A to Z, digits and '_'; any other name stands in single quotes");
	}
}

void mo_lex_strangers(mo_lexer *x)
{
	for (uint32_t i = 0; i < x->strangers.n; i++) {
		const mo_stranger *s = &x->strangers.at[i];
		const char *more = s->count > 1 ? sb_printf(x->arena, "; there are %u more of them", s->count - 1) : "";
		report_stranger(x, s, more);
	}
}
