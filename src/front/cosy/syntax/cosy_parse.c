/* The parser: nodes, the program and its parts. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

/* ---------------------------------------------------------------------- nodes */

co_node *co_make_at(co_parser *p, co_kind kind, sb_span span)
{
	co_node *n = sb_new(p->arena, co_node);
	n->kind = kind;
	n->span = n->name_span = span;
	return n;
}

co_node *co_make(co_parser *p, co_kind kind)
{
	co_node *n = co_make_at(p, kind, co_shown(p, p->at));
	if (co_now(p)->from)
		n->macro = co_here(p);
	return n;
}

co_node *co_make_like(co_parser *p, co_kind kind, const co_node *first)
{
	co_node *n = co_make_at(p, kind, first->span);
	n->macro = first->macro;
	return n;
}

co_node *co_list(co_parser *p)
{
	return co_make(p, CO_LIST);
}

co_node *co_done(co_parser *p, co_node *node)
{
	uint32_t end = p->tokens[p->last].shown_end;
	if (end > node->span.start)
		node->span.end = end;
	return node;
}

co_node *co_add(co_parser *p, co_node *node, co_node *child)
{
	sb_push(p->arena, node->of, child);
	return node;
}

/* A keyword with what can only follow a name. */
static bool meant_as_name(const co_parser *p)
{
	if (p->word < CO_FIRST_KEYWORD || p->word > CO_LAST_KEYWORD)
		return false;
	switch (co_peek(p, 1)) {
	case CO_W_COMMA: case CO_W_SEMICOLON: case CO_W_EQUAL: case CO_W_ASSIGN: case CO_W_COLON: case CO_W_RPAREN:
	case CO_W_ARROW: case CO_W_LBRACKET:
		return true;
	default:
		return false;
	}
}

bool co_name(co_parser *p, co_node *node, const char *what)
{
	if (meant_as_name(p)) {
		sb_message *m = co_error(p, "K0117", co_here(p), "'%s' is a reserved word and cannot be a name",
			co_word_text(p->word));
		co_help(m, "choose another name, such as %s1", co_word_text(p->word));
	} else if (p->word != CO_W_IDENT) {
		co_unexpected(p, what);
		return false;
	}
	node->name = co_now(p)->name;
	node->name_span = co_shown(p, p->at);
	co_next(p);
	co_done(p, node);
	return true;
}

void co_semicolons(co_parser *p)
{
	while (co_accept(p, CO_W_SEMICOLON))
		continue;
}

void co_separate(co_parser *p)
{
	if (!co_accept(p, CO_W_COLON))
		co_semicolons(p);
}

/* --------------------------------------------------------------------- macros */

static bool within(const co_parser *p, uint32_t from, uint32_t expansion)
{
	while (from && from != expansion)
		from = p->expansions->at[from - 1].parent;
	return from == expansion;
}

bool co_comes_from(const co_parser *p, uint32_t expansion)
{
	return p->word != CO_W_EOF && p->word != CO_W_NOTHING && within(p, co_now(p)->from, expansion);
}

uint32_t co_put_in(const co_parser *p)
{
	uint32_t outer = p->tokens[p->last].from, from = co_now(p)->from;
	while (from && p->expansions->at[from - 1].parent != outer)
		from = p->expansions->at[from - 1].parent;
	return from != outer ? from : 0;
}

/* The declarations of a macro's own variables are read from a list of tokens of their own. */
static void declare_own(co_parser *p, co_expansion *e)
{
	const co_token *tokens = p->tokens;
	uint32_t at = p->at, last = p->last;
	uint8_t word = p->word;
	e->declared = true;
	if (e->variables.n == 0 || p->stop)
		return;
	p->tokens = e->variables.at;
	p->at = p->last = 0;
	p->word = p->tokens[0].word;
	co_declarations(p, p->macro_variables);
	if (p->word != CO_W_EOF)
		co_unexpected(p, "a declaration");
	p->tokens = tokens;
	p->at = at;
	p->last = last;
	p->word = word;
	p->unexpected_at = UINT32_MAX;
}

void co_declare_own(co_parser *p, uint32_t before)
{
	for (; p->scanned < before; p->scanned++) {
		uint32_t from = p->tokens[p->scanned].from;
		while (from && !p->expansions->at[from - 1].declared) {
			declare_own(p, &p->expansions->at[from - 1]);
			from = p->expansions->at[from - 1].parent;
		}
	}
}

/* What macros declare belongs to the module in which they are called, or to the program. */
void co_add_own(co_parser *p, co_node *parts)
{
	co_declare_own(p, p->at);
	if (p->macro_variables->of.n == 0)
		return;
	co_node *vars = co_make_at(p, CO_VARS, p->macro_variables->of.at[0]->span);
	co_add(p, vars, p->macro_variables);
	co_add(p, parts, vars);
}

/* ------------------------------------------------------------------- the parts */

/* project = PROJECT number [ BY text ]. */
static co_node *project(co_parser *p)
{
	co_node *n = co_make(p, CO_PROJECT);
	co_next(p);
	n->number = co_now(p)->number;
	if (!co_accept(p, CO_W_NUMBER))
		co_unexpected(p, "the number of the project");
	if (co_accept_name(p, "BY")) {
		n->text = p->word == CO_W_TEXT ? co_now(p)->name : NULL;
		if (!co_accept(p, CO_W_TEXT))
			co_unexpected(p, "a name between $ and $");
	}
	return co_done(p, n);
}

/* labels = LABEL number { "," number }. */
static co_node *label_part(co_parser *p)
{
	co_node *n = co_make(p, CO_LABELS), *list;
	co_next(p);
	list = co_list(p);
	do {
		co_node *label = co_make(p, CO_NUMBER);
		label->name = co_now(p)->name;
		label->number = co_now(p)->number;
		if (co_accept(p, CO_W_NUMBER))
			co_add(p, list, co_done(p, label));
		else
			co_unexpected(p, "a number");
	} while (co_accept(p, CO_W_COMMA));
	co_add(p, n, list);
	return co_done(p, n);
}

/* system = SYSTEM { ( initial | continuous | discrete | terminal ) [ ";" ] } END. */
static co_node *system_of(co_parser *p)
{
	co_node *n = co_make(p, CO_SYSTEM), *list;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_SYSTEM, NULL);
	list = co_list(p);
	for (;;) {
		co_semicolons(p);
		uint32_t start = p->at;
		co_node *part = co_system_part(p);
		if (part)
			co_add(p, list, part);
		else if (p->word == CO_W_END || p->word == CO_W_NOTHING || co_is_part(p->word))
			break;
		else
			co_unexpected(p, "INITIAL, CONTINUOUS, DISCRETE or TERMINAL");
		co_go_on(p, start);
	}
	co_close(p, &open);
	co_add(p, n, list);
	return co_done(p, n);
}

static co_node *outside_system(co_parser *p)
{
	sb_message *m = co_error(p, "K0118", co_here(p), "%s stands outside SYSTEM", co_word_text(p->word));
	if (p->system_end.source) {
		co_also(m, p->system_end, "this END closed SYSTEM");
		co_help(m, "there is one END too many before it (each branch of a CASE has its END, and CASE has none of its "
			"own)");
	} else {
		co_help(m, "write SYSTEM before the first of INITIAL, CONTINUOUS, DISCRETE and TERMINAL, and END after the "
			"last");
	}
	p->end_said = true;
	return co_system_part(p);
}

/* A name that is nearly a keyword of this kind was meant to be it. */
static void correct_word(co_parser *p)
{
	const char *near = p->word == CO_W_IDENT ? co_near_keyword(co_now(p)->name, "part") : NULL;
	if (!near)
		return;
	sb_message *m = co_error(p, "K0116", co_here(p), "'%s' is not a word of COSY", co_now(p)->name);
	co_help(m, "did you mean %s?", near);
	p->word = (uint8_t)co_keyword(near);
}

static void wrong_part(co_parser *p)
{
	if (p->word != CO_W_MODEL) {
		co_unexpected(p, "a part of the program");
		return;
	}
	sb_message *m = co_error(p, "K0118", co_here(p),
							 "a MODEL that is described outside CONTINUOUS must be a FULL MODEL");
	co_help(m, "write FULL MODEL, or move it to CONTINUOUS");
	co_fail(p);
}

static co_node *part(co_parser *p)
{
	correct_word(p);
	switch (p->word) {
	case CO_W_PROJECT: return project(p);
	case CO_W_LABEL: return label_part(p);
	case CO_W_CONST: return co_consts(p);
	case CO_W_TYPE: return co_types(p);
	case CO_W_VAR: return co_vars(p);
	case CO_W_STORE: return co_store(p);
	case CO_W_FUNCTIONAL: return co_functional(p);
	case CO_W_MODULE: return co_module(p);
	case CO_W_FULL: return co_full_model(p);
	case CO_W_EXTERNAL: return co_external_model(p);
	case CO_W_PROCEDURE: case CO_W_FUNCTION: return co_subroutine(p);
	case CO_W_MONITOR: return co_monitor(p);
	case CO_W_SYSTEM: return system_of(p);
	case CO_W_OUTPUT: return co_output(p);
	case CO_W_INITIAL: case CO_W_CONTINUOUS: case CO_W_DISCRETE: case CO_W_TERMINAL: return outside_system(p);
	default: wrong_part(p); return NULL;
	}
}

/* To the next word that begins a part, or the END of the program. */
static void next_part(co_parser *p)
{
	if (p->stop)
		return;
	p->word = p->tokens[p->at].word;
	co_next(p);
	while (!co_is_part(p->word) && !(p->word == CO_W_END && co_peek(p, 1) == CO_W_DOT))
		co_next(p);
}

/* The END of the program is followed by a point. Another one closes nothing. */
static bool end_of_program(co_parser *p)
{
	if (p->word != CO_W_END)
		return false;
	if (co_peek(p, 1) == CO_W_DOT) {
		co_next(p);
		co_next(p);
		return true;
	}
	if (co_peek(p, 1) == CO_W_EOF) {
		co_next(p);
		sb_message *m = co_error(p, "K0110", co_last_span(p), "the END of the program has no '.'");
		co_help(m, "write END.");
		return true;
	}
	if (!p->end_said) {
		sb_message *m = co_error(p, "K0112", co_here(p), "this END closes nothing");
		co_help(m, "everything that was open is closed; is there one END too many before it (each branch of a CASE has "
			"its END, and CASE has none of its own)?");
		p->end_said = true;
	}
	co_next(p);
	return false;
}

static void parts(co_parser *p, co_node *list)
{
	for (;;) {
		co_semicolons(p);
		uint32_t start = p->at;
		if (p->word == CO_W_EOF || p->word == CO_W_NOTHING || end_of_program(p))
			break;
		if (p->at != start)
			continue;
		co_node *n = part(p);
		if (n)
			co_add(p, list, n);
		if (p->word == CO_W_NOTHING)
			next_part(p);
		if (p->at == start)
			co_next(p);
	}
}

/* ------------------------------------------------------------------ the program */

/* program = [ PROGRAM name [ "(" names ")" ] ";" ] { part [ ";" ] } END ".". */
static co_node *program(co_parser *p)
{
	co_node *n = co_make(p, CO_PROGRAM), *list;
	correct_word(p);
	bool head = co_accept(p, CO_W_PROGRAM);
	if (head) {
		co_name(p, n, "a name of the program");
		if (co_accept(p, CO_W_LPAREN)) {
			while (p->word == CO_W_IDENT || p->word == CO_W_OUTPUT || p->word == CO_W_COMMA)
				co_next(p);
			co_expect(p, CO_W_RPAREN);
		}
		if (p->word == CO_W_NOTHING)
			co_recover(p);
	}
	list = co_list(p);
	parts(p, list);
	if (head && p->word == CO_W_EOF && p->last < p->at && p->tokens[p->last].word != CO_W_DOT
		&& p->tokens[p->last].word != CO_W_END) {
		sb_message *m = co_error(p, "K0111", n->name_span, "the program has no END");
		co_help(m, "write END. where it ends");
	} else if (p->word != CO_W_EOF && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0124", co_here(p), "there is text after the end of the program");
		co_help(m, "remove it, or put it before END.");
	}
	co_add(p, n, list);
	return co_done(p, n);
}

/* Records and classes of processes are types, wherever they are declared. */
static void collect_types(co_parser *p)
{
	p->types = sb_map_new(p->arena);
	for (const co_token *t = p->tokens; t->word != CO_W_EOF; t++) {
		if (t->word == CO_W_IDENT && t[1].word == CO_W_EQUAL && t[2].word == CO_W_RECORD)
			sb_map_set(&p->types, t->name, (void *)t->name);
		for (const co_token *name = t + 1; t->word == CO_W_PROCESS && name->word == CO_W_IDENT; name += 2) {
			sb_map_set(&p->types, name->name, (void *)name->name);
			if (name[1].word != CO_W_COMMA)
				break;
		}
	}
}

co_node *co_parse(sb_arena *arena, sb_names *names, sb_diag *diag, uint32_t source, const sf_given *overrides,
	uint32_t count)
{
	co_parser p = {.arena = arena, .names = names, .diag = diag, .source = source, .unexpected_at = UINT32_MAX};
	co_expansions expansions = {0};
	p.said = sb_map_new(arena);
	co_tokens tokens = co_lex(arena, names, diag, source, &p.lexical);
	bool empty = tokens.n == 1;
	p.tokens = co_expand(arena, names, diag, source, tokens, &p.lexical, overrides, count, &expansions).at;
	p.expansions = &expansions;
	p.word = p.tokens[0].word;
	p.macro_variables = co_list(&p);
	collect_types(&p);
	if (empty) {
		sb_message *m = co_error(&p, "K0125", co_here(&p), "there is no program in this text");
		co_help(m, "a program begins with PROGRAM name; and ends with END.");
	}
	co_node *n = program(&p);
	co_add_own(&p, n->of.at[0]);
	co_lexicals_say(&p.lexical, diag, UINT32_MAX);
	return n;
}
