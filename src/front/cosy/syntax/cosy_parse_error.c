/* Words, what the parser says, and where it goes on. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MOST_ERRORS = 200, DEEPEST = 200, NEAR = 400, CHAIN = 4 };

const co_token *co_now(const co_parser *p)
{
	return &p->tokens[p->at];
}

int co_peek(const co_parser *p, uint32_t ahead)
{
	for (uint32_t i = 0; i < ahead; i++) {
		if (p->tokens[p->at + i].word == CO_W_EOF)
			return CO_W_EOF;
	}
	return p->tokens[p->at + ahead].word;
}

void co_next(co_parser *p)
{
	if (p->word == CO_W_NOTHING || p->tokens[p->at].word == CO_W_EOF)
		return;
	p->last = p->at++;
	p->word = p->stop ? CO_W_NOTHING : p->tokens[p->at].word;
}

bool co_accept(co_parser *p, int word)
{
	if (p->word != word)
		return false;
	co_next(p);
	return true;
}

bool co_is(const co_parser *p, const char *name)
{
	return p->word == CO_W_IDENT && strcmp(co_now(p)->name, name) == 0;
}

bool co_accept_name(co_parser *p, const char *name)
{
	if (!co_is(p, name))
		return false;
	co_next(p);
	return true;
}

/* A word of this place alone; one that is nearly it was meant to be it. */
void co_expect_name(co_parser *p, const char *name)
{
	if (co_accept_name(p, name))
		return;
	if (p->word == CO_W_IDENT && sb_nearest(co_now(p)->name, &name, 1)) {
		sb_message *m = co_error(p, "K0116", co_here(p), "expected %s, found '%s'", name, co_now(p)->name);
		co_help(m, "did you mean %s?", name);
		co_next(p);
		return;
	}
	co_unexpected(p, name);
}

static bool is_keyword(int word)
{
	return word >= CO_FIRST_KEYWORD && word <= CO_LAST_KEYWORD;
}

void co_reserved(co_parser *p)
{
	int next = co_peek(p, 1);
	if (!is_keyword(p->word) || (next != CO_W_EQUAL && next != CO_W_ASSIGN && next != CO_W_PRIME
		&& next != CO_W_STAR_PRIME))
		return;
	sb_message *m = co_error(p, "K0117", co_here(p), "'%s' is a reserved word and cannot be a name",
		co_word_text(p->word));
	co_help(m, "choose another name, such as %s1", co_word_text(p->word));
	p->word = CO_W_IDENT;
}

sb_span co_here(const co_parser *p)
{
	return (sb_span){p->source, co_now(p)->start, co_now(p)->end};
}

sb_span co_last_span(const co_parser *p)
{
	return (sb_span){p->source, p->tokens[p->last].start, p->tokens[p->last].end};
}

sb_span co_shown(const co_parser *p, uint32_t token)
{
	return (sb_span){p->source, p->tokens[token].shown_start, p->tokens[token].shown_end};
}

/* ------------------------------------------------------------------- messages */

/* What a macro put in is shown where it is written, and then the calls that brought it here. */
static void show_expansions(const co_parser *p, sb_message *m)
{
	uint32_t from = co_now(p)->from;
	for (int i = 0; from && i < CHAIN; i++) {
		const co_expansion *e = &p->expansions->at[from - 1];
		sb_also(m, e->call, "in the macro '%s', expanded from here", e->macro);
		from = e->parent;
	}
}

sb_message *co_error(co_parser *p, const char *code, sb_span span, const char *format, ...)
{
	if (p->word == CO_W_NOTHING || p->stop)
		return NULL;
	uint64_t before;
	if (co_now(p)->from && sb_map_get(&p->said, span.start, &before))
		return NULL;
	if (co_now(p)->from)
		sb_map_put(&p->said, span.start, 1);
	char text[1024];
	va_list list;
	va_start(list, format);
	vsnprintf(text, sizeof text, format, list);
	va_end(list);
	co_lexicals_say(&p->lexical, p->diag, span.start);
	sb_message *m = sb_report(p->diag, SB_ERROR, code, span, "%s", text);
	show_expansions(p, m);
	if (++p->errors >= MOST_ERRORS) {
		sb_note(m, "there are %d errors already, and the rest of the file was not read", MOST_ERRORS);
		p->stop = true;
	}
	return m;
}

#define PASS_ON(call)                                  \
	do {                                               \
		if (!m)                                        \
			return;                                    \
		char text[1024];                               \
		va_list list;                                  \
		va_start(list, format);                        \
		vsnprintf(text, sizeof text, format, list);    \
		va_end(list);                                  \
		call;                                          \
	} while (0)

void co_help(sb_message *m, const char *format, ...)
{
	PASS_ON(sb_help(m, "%s", text));
}

void co_also(sb_message *m, sb_span span, const char *format, ...)
{
	PASS_ON(sb_also(m, span, "%s", text));
}

const char *co_token_text(const co_parser *p, uint32_t token)
{
	const co_token *t = &p->tokens[token];
	switch (t->word) {
	case CO_W_EOF: return "the end of the text";
	case CO_W_TEXT: return "a text";
	case CO_W_NUMBER: return strlen(t->name) > 40 ? "a number" : sb_printf(p->arena, "the number %s", t->name);
	case CO_W_IDENT: return strlen(t->name) > 60 ? "a long name" : sb_printf(p->arena, "'%s'", t->name);
	case CO_W_STAR_PRIME: return "'*'";
	default: return sb_printf(p->arena, "'%s'", co_word_text(t->word));
	}
}

/* What is most often meant when a word does not fit. */
static void explain(co_parser *p, sb_message *m, const char *expected)
{
	int word = p->word;
	if (word == CO_W_ASSIGN)
		co_help(m, "':=' is the sign of an assignment to a variable; a comparison is written '='");
	else if (word == CO_W_ARROW)
		co_help(m, "'<-' separates outputs and inputs of a call; 'less than minus' needs a space: < -");
	else if (strncmp(expected, "INITIAL, CONTINUOUS", 19) == 0 && (word == CO_W_PROCESS || word == CO_W_PROCESSES))
		co_help(m, "processes stand in DISCRETE: DISCRETE PROCESSES PROCESS name; BEGIN ... END END END");
	else if (strncmp(expected, "INITIAL, CONTINUOUS", 19) == 0 && (word == CO_W_EVENT || word == CO_W_EVENTS))
		co_help(m, "events stand in DISCRETE: DISCRETE EVENT name; ... END name END");
	else if (strncmp(expected, "INITIAL, CONTINUOUS", 19) == 0 && (word == CO_W_WHEN || word == CO_W_CONDIT))
		co_help(m, "conditions stand in CONTINUOUS, among the equations");
	else if (is_keyword(word) && strncmp(expected, "a name", 6) == 0)
		co_help(m, "'%s' is a reserved word: choose another name", co_word_text(word));
	else if (is_keyword(word))
		co_help(m, "'%s' is a reserved word; is something missing before it?", co_word_text(word));
	else if (word == CO_W_RPAREN || word == CO_W_RBRACKET)
		co_help(m, "is something missing before it, or is it one too many?");
	else if (word == CO_W_IDENT || word == CO_W_NUMBER || word == CO_W_TEXT)
		co_help(m, "is an operator, a ',' or a ';' missing before it?");
	else if (word == CO_W_EOF)
		co_help(m, "is the file complete?");
	else
		co_help(m, "write %s here", expected);
}

void co_unexpected(co_parser *p, const char *expected)
{
	if (p->word == CO_W_NOTHING)
		return;
	if (p->unexpected_at != p->at && !co_now(p)->broken) {
		sb_message *m;
		if (p->word == CO_W_EOF)
			m = co_error(p, "K0110", co_last_span(p), "the text ends after %s, where %s is expected",
				co_token_text(p, p->last), expected);
		else
			m = co_error(p, "K0110", co_here(p), "expected %s, found %s", expected, co_token_text(p, p->at));
		explain(p, m, expected);
		p->unexpected_at = p->at;
	}
	co_fail(p);
}

bool co_expect(co_parser *p, int word)
{
	if (co_accept(p, word))
		return true;
	co_unexpected(p, sb_printf(p->arena, "'%s'", co_word_text(word)));
	return false;
}

bool co_deeper(co_parser *p)
{
	if (p->depth < DEEPEST) {
		p->depth++;
		return true;
	}
	sb_message *m = co_error(p, "K0119", co_here(p), "this is nested more than %d deep", DEEPEST);
	co_help(m, "divide it: give parts of an expression to variables, and parts of a program to procedures or modules");
	p->stop = true;
	co_fail(p);
	return false;
}

/* ------------------------------------------------------------------- recovery */

void co_fail(co_parser *p)
{
	p->word = CO_W_NOTHING;
}

bool co_is_part(int word)
{
	return (word >= CO_W_PROGRAM && word <= CO_W_PROCESSES) || word == CO_W_EOF;
}

static bool begins_statement(int word)
{
	return (word >= CO_W_BEGIN && word <= CO_W_INITCOND) || (word >= CO_W_CONDIT && word <= CO_W_PROCED);
}

/* To the `;` that ends the broken item, which is read, or to a word that begins another or ends the list. What stands
 * between BEGIN and END belongs to the broken item. */
void co_recover(co_parser *p)
{
	if (p->stop)
		return;
	int open = 0;
	p->word = p->tokens[p->at].word;
	for (bool first = true;; first = false) {
		if (co_is_part(p->word))
			return;
		if (p->word == CO_W_BEGIN)
			open++;
		else if (p->word == CO_W_END && open == 0)
			return;
		else if (p->word == CO_W_END)
			open--;
		else if (open == 0 && p->word == CO_W_SEMICOLON) {
			co_next(p);
			return;
		} else if (open == 0 && !first && begins_statement(p->word) && co_now(p)->new_line)
			return;
		co_next(p);
	}
}

void co_go_on(co_parser *p, uint32_t start)
{
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	if (p->at == start)
		co_next(p);
}

bool co_go_to(co_parser *p, int word)
{
	if (p->word != CO_W_NOTHING)
		return true;
	if (p->stop)
		return false;
	for (uint32_t i = p->at; i < p->at + NEAR; i++) {
		int found = p->tokens[i].word;
		if (found == word) {
			p->at = i;
			p->last = i > 0 ? i - 1 : 0;
			p->word = (uint8_t)word;
			return true;
		}
		if (found == CO_W_SEMICOLON || found == CO_W_END || co_is_part(found) || (i > p->at && begins_statement(found)))
			return false;
	}
	return false;
}

/* ------------------------------------------------------------- near keywords */

#define TEXT(word) #word,
static const char *const type_words[] = {CO_TYPE_WORDS(TEXT) "ARRAY"};
static const char *const part_words[] = {CO_PART_WORDS(TEXT)};
static const char *const statement_words[] = {CO_STATEMENT_WORDS(TEXT)};
static const char *const equation_words[] = {"CONDIT", "WHEN", "CASE", "IF", "FOR", "MODEL", "PROCED", "NOSORT"};
#undef TEXT
#define COUNT(a) (sizeof(a) / sizeof *(a))

const char *co_near_keyword(const char *name, const char *kind)
{
	if (strlen(name) < 3)
		return NULL;
	switch (kind[0]) {
	case 't': return sb_nearest(name, type_words, COUNT(type_words));
	case 'p': return sb_nearest(name, part_words, COUNT(part_words));
	case 's': return sb_nearest(name, statement_words, COUNT(statement_words));
	default: return sb_nearest(name, equation_words, COUNT(equation_words));
	}
}

int co_keyword(const char *name)
{
	for (int word = CO_FIRST_KEYWORD; word <= CO_LAST_KEYWORD; word++) {
		if (strcmp(co_word_text(word), name) == 0)
			return word;
	}
	return CO_W_IDENT;
}
