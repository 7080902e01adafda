/* The parts of a system and of modules: INITIAL, CONTINUOUS, DISCRETE with its events and processes, TERMINAL; MODULE,
 * FULL MODEL, procedures. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

/* initial = INITIAL statements END. terminal = TERMINAL statements END. continuous = CONTINUOUS equations END. */
static co_node *section(co_parser *p, co_kind kind, co_node *(*list)(co_parser *p))
{
	co_node *n = co_make(p, kind);
	co_open open;
	int word = p->word;
	co_next(p);
	co_enter(p, &open, word, NULL);
	co_add(p, n, list(p));
	co_close(p, &open);
	return co_done(p, n);
}

/* After the head of an event, process or procedure: if it is broken, what follows is read all the same. */
static void after_head(co_parser *p)
{
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	co_separate(p);
}

/* event = name [ formals ] ":" statements END [ name ] | EVENT name [ formals ] [ ";" | ":" ] statements END [ name
 * ]. */
static co_node *event(co_parser *p)
{
	co_node *n = co_make(p, CO_EVENT);
	co_open open;
	bool named = co_accept(p, CO_W_EVENT);
	co_name(p, n, "a name of an event");
	co_enter(p, &open, CO_W_IDENT, n->name);
	co_add(p, n, co_formals(p, false));
	if (!named && p->word != CO_W_COLON && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected ':' after the name of an event, found %s",
			co_token_text(p, p->at));
		co_help(m, "an event is written %s: statements END", n->name);
		if (p->word == CO_W_ASSIGN || p->word == CO_W_EQUAL)
			co_fail(p);
	}
	after_head(p);
	co_add(p, n, co_statements(p));
	if (!n->name)
		open.word = CO_W_EVENT;
	co_close(p, &open);
	return co_done(p, n);
}

/* process = PROCESS name [ formals ] ";" [ vars ] BEGIN statements END. */
static co_node *co_process(co_parser *p)
{
	co_node *n = co_make(p, CO_PROCESS), *vars = co_list(p);
	co_open open;
	co_next(p);
	co_name(p, n, "a name of a process");
	co_enter(p, &open, CO_W_PROCESS, n->name);
	co_add(p, n, co_formals(p, false));
	after_head(p);
	while (p->word == CO_W_VAR)
		co_add(p, vars, co_vars(p));
	if (!co_accept(p, CO_W_BEGIN) && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected BEGIN, found %s", co_token_text(p, p->at));
		co_help(m, "the statements of a process stand between BEGIN and END");
	}
	co_add(p, n, co_done(p, vars));
	co_add(p, n, co_statements(p));
	co_close(p, &open);
	return co_done(p, n);
}

/* EVENTS { event [ ";" ] } END     PROCESSES { process [ ";" ] } END */
static void group(co_parser *p, co_node *list, bool events)
{
	co_open open;
	int word = p->word;
	co_next(p);
	co_enter(p, &open, word, NULL);
	p->labels += events;
	for (;;) {
		co_semicolons(p);
		uint32_t start = p->at;
		if (events ? p->word == CO_W_IDENT || p->word == CO_W_EVENT : p->word == CO_W_PROCESS) {
			co_add(p, list, events ? event(p) : co_process(p));
		} else if (p->word == CO_W_END || p->word == CO_W_NOTHING || co_is_part(p->word) || p->word == CO_W_PROCESS) {
			break;
		} else {
			co_unexpected(p, events ? "an event (name: statements END)" : "PROCESS");
		}
		co_go_on(p, start);
	}
	p->labels -= events;
	co_close(p, &open);
}

/* discrete = DISCRETE { EVENTS { event } END | PROCESSES { process } END | event | process } END. */
static co_node *discrete(co_parser *p)
{
	co_node *n = co_make(p, CO_DISCRETE), *list;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_DISCRETE, NULL);
	list = co_list(p);
	for (;;) {
		co_semicolons(p);
		uint32_t start = p->at;
		if (p->word == CO_W_EVENTS || p->word == CO_W_PROCESSES) {
			group(p, list, p->word == CO_W_EVENTS);
		} else if (p->word == CO_W_EVENT) {
			co_add(p, list, event(p));
		} else if (p->word == CO_W_PROCESS) {
			co_add(p, list, co_process(p));
		} else if (p->word == CO_W_END || p->word == CO_W_NOTHING || co_is_part(p->word)) {
			break;
		} else if (p->word == CO_W_IDENT && co_at_label(p)) {
			sb_message *m = co_error(p, "K0118", co_here(p), "events stand under EVENTS");
			co_help(m, "write EVENTS before the first and END after the last");
			co_add(p, list, event(p));
		} else {
			co_unexpected(p, "EVENTS or PROCESSES");
		}
		co_go_on(p, start);
	}
	co_close(p, &open);
	co_add(p, n, list);
	return co_done(p, n);
}

co_node *co_system_part(co_parser *p)
{
	switch (p->word) {
	case CO_W_INITIAL: return section(p, CO_INITIAL, co_statements);
	case CO_W_CONTINUOUS: return section(p, CO_CONTINUOUS, co_equations);
	case CO_W_DISCRETE: return discrete(p);
	case CO_W_TERMINAL: return section(p, CO_TERMINAL, co_statements);
	default: return NULL;
	}
}

/* ------------------------------------------------------------ modules and models */

static bool begins_part(const co_parser *p)
{
	return p->word == CO_W_VAR || p->word == CO_W_INITIAL || p->word == CO_W_CONTINUOUS || p->word == CO_W_DISCRETE
		|| p->word == CO_W_TERMINAL;
}

/* parts = { vars | initial | continuous | discrete | terminal } | equations. */
static co_node *parts(co_parser *p)
{
	co_node *list = co_list(p), *outer = p->macro_variables;
	p->macro_variables = co_list(p);
	co_semicolons(p);
	if (!begins_part(p)) {
		co_node *n = co_make(p, CO_CONTINUOUS);
		co_add(p, n, co_equations(p));
		co_add(p, list, co_done(p, n));
		if (begins_part(p)) {
			sb_message *m = co_error(p, "K0118", co_here(p), "%s cannot follow equations that stand alone",
				co_word_text(p->word));
			co_help(m, "put the equations into CONTINUOUS ... END, and VAR before it");
		}
	}
	while (begins_part(p)) {
		co_add(p, list, p->word == CO_W_VAR ? co_vars(p) : co_system_part(p));
		if (p->word == CO_W_NOTHING)
			co_recover(p);
		co_semicolons(p);
	}
	if (p->word == CO_W_IDENT && list->of.n && list->of.at[list->of.n - 1]->kind == CO_VARS) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected CONTINUOUS, found %s", co_token_text(p, p->at));
		co_help(m, "after VAR the equations stand between CONTINUOUS and END");
		co_equations(p);
	}
	co_add_own(p, list);
	p->macro_variables = outer;
	return co_done(p, list);
}

static void module_body(co_parser *p, co_node *n, int word)
{
	co_open open;
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	co_declare_own(p, p->at);
	co_enter(p, &open, word, n->name);
	open.span = n->span;
	co_separate(p);
	co_add(p, n, parts(p));
	co_close(p, &open);
	co_done(p, n);
}

/* module = MODULE name [ "(" names ")" ] ( ";" | ":" ) parts END. */
co_node *co_module(co_parser *p)
{
	co_node *n = co_make(p, CO_MODULE), *formals = co_list(p);
	co_next(p);
	co_name(p, n, "a name of a module");
	co_done(p, n);
	if (co_accept(p, CO_W_LPAREN)) {
		if (p->word != CO_W_RPAREN)
			formals = co_names(p);
		if (p->word == CO_W_ARROW) {
			sb_message *m = co_error(p, "K0123", co_here(p),
				"a module does not say which arguments are inputs and outputs: its calls do");
			co_help(m, "write ',' in place of '<-', or make it a FULL MODEL");
			co_fail(p);
		}
		co_expect(p, CO_W_RPAREN);
	}
	co_add(p, n, formals);
	module_body(p, n, CO_W_MODULE);
	return n;
}

/* full_model = FULL MODEL name signature ( ";" | ":" ) parts END. */
co_node *co_full_model(co_parser *p)
{
	co_node *n = co_make(p, CO_FULL_MODEL);
	co_next(p);
	co_next(p);
	co_name(p, n, "a name of a model");
	co_done(p, n);
	co_signature(p, n);
	module_body(p, n, CO_W_MODEL);
	return n;
}

/* external_model = EXTERNAL MODEL name signature FROM text. */
co_node *co_external_model(co_parser *p)
{
	co_node *n = co_make(p, CO_EXTERNAL_MODEL);
	co_next(p);
	co_next(p);
	co_name(p, n, "a name of a model");
	co_signature(p, n);
	co_expect_name(p, "FROM");
	n->text = p->word == CO_W_TEXT ? co_now(p)->name : "";
	if (!co_accept(p, CO_W_TEXT))
		co_unexpected(p, "the name of a file between $ and $");
	return co_done(p, n);
}

/* subroutine = ( PROCEDURE name [ formals ] | FUNCTION name [ formals ] ":" type ) ";" [ vars ] BEGIN statements
 * END. */
co_node *co_subroutine(co_parser *p)
{
	co_node *n = co_make(p, CO_SUBROUTINE), *type = NULL, *vars = co_list(p);
	co_open open;
	int word = p->word;
	co_next(p);
	co_name(p, n, word == CO_W_FUNCTION ? "a name of a function" : "a name of a procedure");
	co_enter(p, &open, word, n->name);
	co_add(p, n, co_formals(p, true));
	if (word == CO_W_FUNCTION && co_expect(p, CO_W_COLON)) {
		type = co_make(p, CO_NAME);
		type->name = co_now(p)->name;
		type->name_span = type->span;
		co_add(p, type, co_list(p));
		co_add(p, type, NULL);
		if (!co_accept(p, CO_W_REAL) && !co_accept(p, CO_W_INTEGER) && !co_accept(p, CO_W_BOOLEAN))
			co_unexpected(p, "REAL, INTEGER or BOOLEAN");
	}
	after_head(p);
	while (p->word == CO_W_VAR)
		co_add(p, vars, co_vars(p));
	if (!co_accept(p, CO_W_BEGIN) && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected BEGIN, found %s", co_token_text(p, p->at));
		co_help(m, "the statements of a %s stand between BEGIN and END", word == CO_W_FUNCTION ? "function"
			: "procedure");
	}
	co_add(p, n, type);
	co_add(p, n, co_done(p, vars));
	co_add(p, n, co_statements(p));
	co_close(p, &open);
	return co_done(p, n);
}
