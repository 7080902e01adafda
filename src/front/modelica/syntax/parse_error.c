/* What the parser says and where it goes on. */
#include "front/modelica/syntax/parse.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MAX_ERRORS 1000
#define LOOK_AHEAD 10000

sb_message *mo_error(mo_parser *p, const char *code, sb_span span, const char *format, ...)
{
	if (p->word == MO_W_NOTHING || p->stop)
		return NULL;
	/* What is missing at the end of a text that ends in an open comment is in the comment. */
	if (p->open_comment && p->word == MO_W_EOF) {
		p->stop = true;
		return NULL;
	}
	char text[1024];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	mo_lexicals_say(&p->lexical, p->diag, span.start);
	sb_message *m = sb_report(p->diag, SB_ERROR, code, span, "%s", text);
	if (++p->errors >= MAX_ERRORS) {
		sb_note(m, "there are %d errors already, and the rest of the file was not read", MAX_ERRORS);
		p->stop = true;
	}
	return m;
}

void mo_fail(mo_parser *p)
{
	if (p->word == MO_W_NOTHING)
		return;
	p->failed_open = p->failed_squares = 0;
	for (mo_bracket *b = p->bracket; b; b = b->outer) {
		p->failed_open++;
		p->failed_squares += b->close == MO_W_RBRACKET;
	}
	p->bracket = NULL;
	p->word = MO_W_NOTHING;
}

const char *mo_token_text(mo_parser *p, uint32_t token)
{
	const mo_token *t = &p->tokens[token];
	int n = (int)(t->end - t->start);
	const char *text = p->text + t->start;
	if (t->id == MO_W_EOF)
		return "the end of the text";
	if (t->id == MO_W_STRING)
		return "a string";
	if (n > 60)
		return t->id == MO_W_NUMBER ? "a number" : "a long name";
	if (t->id == MO_W_NUMBER)
		return sb_printf(p->arena, "the number %.*s", n, text);
	return sb_printf(p->arena, t->kind == MO_T_QUOTED_IDENT ? "%.*s" : "'%.*s'", n, text);
}

/* A string over several lines just before a mistake is often one whose quote is missing some lines above. */
static void suspect_string(mo_parser *p, sb_message *m)
{
	const mo_token *t = mo_token_last(p);
	if (m && t->kind == MO_T_STRING && memchr(p->text + t->start, '\n', t->end - t->start))
		sb_also(m, (sb_span){p->source, t->start, t->start + 1},
			"the string before it has several lines and begins here");
}

bool mo_lexical_in(const mo_parser *p, uint32_t start)
{
	uint32_t end = mo_token_now(p)->end;
	for (uint32_t i = 0; i < p->lexical.n && p->lexical.at[i].start <= end; i++) {
		if (p->lexical.at[i].start >= start && p->lexical.at[i].severity == SB_ERROR)
			return true;
	}
	return false;
}

void mo_unexpected(mo_parser *p, const char *expected)
{
	if (p->unexpected_at != p->at && !mo_lexical_in(p, mo_token_last(p)->start)) {
		sb_message *m;
		if (p->word == MO_W_EOF)
			m = mo_error(p, "M0115", mo_after_last(p), "the text ends where %s is expected", expected);
		else
			m = mo_error(p, "M0115", mo_here(p), "expected %s, found %s", expected, mo_token_text(p, p->at));
		suspect_string(p, m);
		if (p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD)
			mo_note(m, "'%s' is a reserved word of Modelica", mo_word_text(p->word));
		else if (p->word == MO_W_IDENT || p->word == MO_W_NUMBER || p->word == MO_W_STRING)
			mo_help(m, "is an operator, a ',' or a ';' missing before it?");
		p->unexpected_at = p->at;
	}
	mo_fail(p);
}

bool mo_expect(mo_parser *p, int word, const char *what)
{
	if (mo_accept(p, word))
		return true;
	if (p->word != MO_W_NOTHING)
		mo_unexpected(p, what ? what : sb_printf(p->arena, "'%s'", mo_word_text(word)));
	return false;
}

bool mo_word_is(const mo_parser *p, const char *text)
{
	return p->word == MO_W_IDENT && strcmp(mo_token_now(p)->word, text) == 0;
}

/* --------------------------------------------------------------- recovery */

static bool first_of_line(const mo_parser *p, uint32_t token)
{
	uint32_t at = p->tokens[token].start;
	while (at > 0 && (p->text[at - 1] == ' ' || p->text[at - 1] == '\t'))
		at--;
	return at == 0 || p->text[at - 1] == '\n';
}

/* Words that begin an element, a section or the end of something and are never inside an expression. */
static bool begins_item(const mo_parser *p, uint32_t token)
{
	switch (p->tokens[token].id) {
	case MO_W_EQUATION: case MO_W_ALGORITHM: case MO_W_PUBLIC: case MO_W_PROTECTED: case MO_W_EOF: case MO_W_EXTERNAL:
		return true;
	case MO_W_INITIAL: {
		int next = p->tokens[mo_after_token(p, token)].id;
		return next == MO_W_EQUATION || next == MO_W_ALGORITHM;
	}
	case MO_W_END: {
		int next = p->tokens[mo_after_token(p, token)].id;
		return next == MO_W_IDENT || next == MO_W_IF || next == MO_W_FOR || next == MO_W_WHEN || next == MO_W_WHILE
			|| (next == MO_W_SEMICOLON && first_of_line(p, token));
	}
	default:
		return false;
	}
}

static bool begins_line_item(const mo_parser *p, uint32_t token, uint32_t before)
{
	switch (p->tokens[token].id) {
	case MO_W_PARAMETER: case MO_W_CONSTANT: case MO_W_DISCRETE: case MO_W_IMPORT: case MO_W_EXTENDS: case MO_W_MODEL:
	case MO_W_PACKAGE: case MO_W_BLOCK: case MO_W_CONNECTOR: case MO_W_RECORD: case MO_W_FUNCTION: case MO_W_TYPE:
	case MO_W_CLASS: case MO_W_PARTIAL: case MO_W_ENCAPSULATED: case MO_W_INPUT: case MO_W_OUTPUT: case MO_W_FLOW:
	case MO_W_REPLACEABLE: case MO_W_CONNECT: case MO_W_WHEN: case MO_W_FOR: case MO_W_WHILE: case MO_W_ELSEWHEN: {
		uint32_t end = p->tokens[before].end, start = p->tokens[token].start;
		return end < start && memchr(p->text + end, '\n', start - end) != NULL;
	}
	default:
		return false;
	}
}

/* To the ';' that ends the broken item, which is read, or to a word that begins another. A ';' inside [ ] counts only
 * where its line ends. */
void mo_recover(mo_parser *p)
{
	if (p->stop) {
		p->word = MO_W_NOTHING;
		return;
	}
	int open = p->failed_open, squares = p->failed_squares;
	p->word = p->tokens[p->at].id;
	for (uint32_t first = p->at;; mo_next(p)) {
		switch (p->word) {
		case MO_W_LBRACKET: squares++; open++; continue;
		case MO_W_RBRACKET: squares -= squares > 0; open -= open > 0; continue;
		case MO_W_LPAREN: case MO_W_LBRACE: open++; continue;
		case MO_W_RPAREN: case MO_W_RBRACE: open -= open > 0; continue;
		case MO_W_SEMICOLON: {
			mo_next(p);
			if (squares == 0 || mo_new_line(p) || p->word == MO_W_EOF)
				return;
			break;
		}
		default: break;
		}
		if (begins_item(p, p->at) || (open == 0 && p->at != first && begins_line_item(p, p->at, p->last)))
			return;
		if (p->word == MO_W_SEMICOLON)
			return;
	}
}

/* Is there the closing bracket of the innermost open one, before the statement ends? Where, or 0. */
static uint32_t find_close(const mo_parser *p, int close)
{
	uint32_t token = p->at;
	for (int open = 0, i = 0; i < LOOK_AHEAD; i++, token = mo_after_token(p, token)) {
		switch (p->tokens[token].id) {
		case MO_W_LPAREN: case MO_W_LBRACKET: case MO_W_LBRACE:
			open++;
			break;
		case MO_W_RPAREN: case MO_W_RBRACKET: case MO_W_RBRACE:
			if (open == 0)
				return p->tokens[token].id == close ? token : 0;
			open--;
			break;
		case MO_W_SEMICOLON:
			if (close != MO_W_RBRACKET && open == 0)
				return 0;
			break;
		default:
			if (begins_item(p, token))
				return 0;
		}
	}
	return 0;
}

/* --------------------------------------------------------------- brackets */

void mo_bracket_open(mo_parser *p, mo_bracket *b, int close)
{
	*b = (mo_bracket){.outer = p->bracket, .token = p->at, .close = (uint8_t)close};
	p->bracket = b;
	mo_next(p);
}

static void not_closed(mo_parser *p, mo_bracket *b)
{
	const mo_token *t = &p->tokens[b->token];
	sb_span opened = {p->source, t->start, t->end};
	sb_message *m = mo_error(p, "M0116", opened, "this '%s' is not closed", mo_word_text(t->id));
	if (p->word == MO_W_EOF)
		mo_also(m, mo_after_last(p), "the text ends here");
	else
		mo_also(m, mo_here(p), "'%s' is expected before %s", mo_word_text(b->close), mo_token_text(p, p->at));
	mo_help(m, "add '%s'", mo_word_text(b->close));
}

void mo_bracket_close(mo_parser *p, mo_bracket *b)
{
	if (p->word == MO_W_NOTHING)
		return;
	p->bracket = b->outer;
	if (mo_accept(p, b->close))
		return;
	const mo_token *t = &p->tokens[b->token];
	sb_span opened = {p->source, t->start, t->end};
	bool closing = p->word == MO_W_RPAREN || p->word == MO_W_RBRACKET || p->word == MO_W_RBRACE;
	if (closing && !(b->outer && b->outer->close == p->word)) {
		sb_message *m = mo_error(p, "M0117", mo_here(p), "'%s' cannot close '%s'", mo_word_text(p->word),
			mo_word_text(t->id));
		mo_also(m, opened, "opened here");
		mo_help(m, "write '%s'", mo_word_text(b->close));
		mo_next(p);
		return;
	}
	uint32_t close = closing ? 0 : find_close(p, b->close);
	if (close) {
		sb_message *m = mo_error(p, "M0115", mo_here(p), "expected '%s', found %s", mo_word_text(b->close),
			mo_token_text(p, p->at));
		mo_also(m, opened, "to close this '%s'", mo_word_text(t->id));
		if (p->word == MO_W_EQUAL)
			mo_help(m, "'==' compares; '=' stands in equations and after the names of arguments");
		else if (p->word == MO_W_ASSIGN)
			mo_help(m, "':=' assigns in an algorithm and has no place in an expression");
		if (!p->stop)
			mo_go_back(p, mo_after_token(p, close), close);
		return;
	}
	not_closed(p, b);
	if (!closing && p->word != MO_W_SEMICOLON && !begins_item(p, p->at) && !mo_new_line(p))
		mo_fail(p);
}

bool mo_more(mo_parser *p, mo_bracket *b)
{
	if (mo_accept(p, MO_W_COMMA))
		return true;
	bool operand = p->word == MO_W_IDENT || p->word == MO_W_NUMBER || p->word == MO_W_STRING || p->word == MO_W_TRUE
		|| p->word == MO_W_FALSE || p->word == MO_W_LBRACE || p->word == MO_W_LBRACKET || p->word == MO_W_DER;
	if (!operand || !(b->comma_said || find_close(p, b->close)))
		return false;
	if (!b->comma_said) {
		sb_message *m = mo_error(p, "M0118", mo_after_last(p), "expected ',' or an operator before %s", mo_token_text(p,
			p->at));
		if (mo_token_last(p)->id == MO_W_NUMBER && p->word == MO_W_IDENT)
			mo_help(m, "units are not written after numbers; '*' multiplies; ',' separates the members of a list");
		else
			mo_help(m, "the members of a list are separated by ','%s",
				b->close == MO_W_RBRACKET ? ", the rows of a matrix by ';'" : "");
	}
	b->comma_said = true;
	return true;
}

/* -------------------------------------------------- names and semicolons */

/* Is the reserved word that stands here followed by what follows a name? */
static bool used_as_name(const mo_parser *p)
{
	uint32_t next = mo_after_token(p, p->at), end = mo_token_now(p)->end;
	int word = p->tokens[next].id;
	return (word >= MO_W_LPAREN && word < MO_W_COUNT && word != MO_W_LBRACE) || word == MO_W_STRING
		|| memchr(p->text + end, '\n', p->tokens[next].start - end);
}

const char *mo_identifier(mo_parser *p, const char *what, sb_span *span)
{
	const mo_token *t = mo_token_now(p);
	if (p->word == MO_W_NOTHING)
		return NULL;
	bool keyword = p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD;
	if (keyword && used_as_name(p)) {
		sb_message *m = mo_error(p, "M0114", mo_here(p), "'%s' is a reserved word and cannot be %s", t->word, what);
		mo_help(m, "choose another name, for example '%s_'", t->word);
	} else if (p->word != MO_W_IDENT) {
		mo_unexpected(p, what);
		return NULL;
	}
	*span = mo_here(p);
	mo_next(p);
	return t->word;
}

bool mo_decimal_comma(mo_parser *p)
{
	const mo_token *t = mo_token_now(p), *before = mo_token_last(p), *after = t + 1;
	if (p->word != MO_W_COMMA || before->id != MO_W_NUMBER || !before->integer || after->id != MO_W_NUMBER
		|| before->end != t->start || t->end != after->start)
		return false;
	sb_span span = {p->source, before->start, after->end};
	sb_message *m = mo_error(p, "M0105", span, "a number has a decimal point, not a decimal comma");
	mo_help(m, "write %.*s.%.*s", (int)(before->end - before->start), p->text + before->start,
		(int)(after->end - after->start), p->text + after->start);
	mo_next(p);
	mo_next(p);
	return true;
}

static bool can_begin_item(const mo_parser *p)
{
	return p->word == MO_W_IDENT || p->word == MO_W_LPAREN || p->word == MO_W_DOT || p->word == MO_W_EOF
		|| (p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD && p->word != MO_W_THEN && p->word != MO_W_LOOP
			&& p->word != MO_W_AND && p->word != MO_W_OR && p->word != MO_W_IN);
}

static void unexpected_before_semicolon(mo_parser *p, const char *after)
{
	sb_message *m;
	switch (p->word) {
	case MO_W_EQUAL:
		m = mo_error(p, "M0119", mo_here(p), "there is a second '=' here");
		mo_help(m, "an equation has one '='; '==' compares; is a ';' missing on the line above?");
		break;
	case MO_W_EQ:
		m = mo_error(p, "M0119", mo_here(p), "'==' cannot follow %s", after);
		mo_help(m, "'==' compares two values; an equation is written with '='");
		break;
	case MO_W_ASSIGN:
		m = mo_error(p, "M0119", mo_here(p), "':=' cannot follow %s", after);
		mo_help(m, "':=' stands after the variable of a statement; is a ';' missing on the line above?");
		break;
	default:
		mo_unexpected(p, sb_printf(p->arena, "';' after %s", after));
		return;
	}
	mo_fail(p);
}

void mo_semicolon(mo_parser *p, const char *after)
{
	if (mo_accept(p, MO_W_SEMICOLON) || p->word == MO_W_NOTHING)
		return;
	while (mo_decimal_comma(p) || p->word == MO_W_RPAREN || p->word == MO_W_RBRACKET || p->word == MO_W_RBRACE) {
		if (p->word == MO_W_RPAREN || p->word == MO_W_RBRACKET || p->word == MO_W_RBRACE) {
			sb_message *m = mo_error(p, "M0117", mo_here(p), "this '%s' closes nothing", mo_word_text(p->word));
			mo_help(m, "delete it, or open the bracket before");
			mo_fail(p);
			return;
		}
		if (mo_accept(p, MO_W_SEMICOLON))
			return;
	}
	if (mo_lexical_in(p, mo_token_last(p)->start)) {
		mo_fail(p);
		return;
	}
	bool keyword = p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD;
	if (can_begin_item(p) && (mo_new_line(p) || keyword || p->word == MO_W_EOF)) {
		sb_message *m = mo_error(p, "M0120", mo_after_last(p), "expected ';' after %s", after);
		suspect_string(p, m);
		mo_help(m, "add ';' here");
		return;
	}
	unexpected_before_semicolon(p, after);
}
