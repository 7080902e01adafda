/* What stands in CONTINUOUS: equations, conditions, calls, and the constructs that hold equations. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

/* label = name ":" and the like, of a branch or an event: nothing else has a ":", "," or ".." right after its first
 * word. */
bool co_at_label(const co_parser *p)
{
	uint32_t sign = p->word == CO_W_MINUS;
	int word = sign ? co_peek(p, 1) : p->word, next = co_peek(p, 1 + sign);
	if (word == CO_W_ELSE)
		return next == CO_W_COLON;
	return (word == CO_W_IDENT || word == CO_W_NUMBER)
		&& (next == CO_W_COLON || next == CO_W_COMMA || next == CO_W_RANGE);
}

/* actual = expression [ "=" reference ]. */
static co_node *actual(co_parser *p)
{
	sb_span start = co_shown(p, p->at);
	bool before = p->in_arguments;
	p->in_arguments = true;
	co_node *e = co_expression_no_equal(p);
	p->in_arguments = before;
	if (!co_accept(p, CO_W_EQUAL))
		return e;
	co_node *n = co_make_at(p, CO_BINDING, start);
	co_add(p, n, e);
	co_add(p, n, co_reference(p));
	return co_done(p, n);
}

static co_node *actuals(co_parser *p)
{
	co_node *list = co_list(p);
	if (p->word == CO_W_ARROW || p->word == CO_W_RPAREN)
		return list;
	do
		co_add(p, list, actual(p));
	while (co_accept(p, CO_W_COMMA));
	return co_done(p, list);
}

/* call = name | name [ subscripts ] "(" [ actuals ] [ "<-" [ actuals ] ] ")". */
co_node *co_call(co_parser *p, co_node *name)
{
	co_node *n = co_make_like(p, CO_CALL, name), *outputs = co_list(p), *inputs = co_list(p);
	if (name->of.at[1]) {
		sb_message *m = co_error(p, "K0110", co_here(p), "a part after a '.' cannot be called");
		co_help(m, "call a MODULE, a MODEL or a PROCEDURE by its own name; a function has its arguments in an "
			"expression");
		co_fail(p);
	}
	n->name = name->name;
	n->name_span = name->name_span;
	if (co_accept(p, CO_W_LPAREN)) {
		inputs = actuals(p);
		if (co_accept(p, CO_W_ARROW)) {
			n->number = 1;
			outputs = inputs;
			inputs = actuals(p);
		}
		co_expect(p, CO_W_RPAREN);
	}
	co_add(p, n, outputs);
	co_add(p, n, inputs);
	co_add(p, n, name->of.at[0]);
	return co_done(p, n);
}

/* F(X) = ... begins like a call: what follows tells. */
static co_node *call_as_function(co_parser *p, co_node *call)
{
	co_node *n = co_make_like(p, CO_APPLY, call);
	n->name = call->name;
	n->name_span = call->name_span;
	co_add(p, n, call->of.at[1]);
	if (strcmp(n->name, "DER") == 0) {
		const co_node *of = call->of.at[1]->of.n == 1 ? call->of.at[1]->of.at[0] : NULL;
		sb_message *m = co_error(p, "K0123", n->name_span, "a derivative is not written with DER");
		co_help(m, "write %s'", of && of->kind == CO_NAME ? of->name : "X");
	}
	if (call->number) {
		sb_message *m = co_error(p, "K0110", call->span, "a call with an arrow has no value");
		co_help(m, "its outputs stand before the '<-'");
	}
	return n;
}

static void assigned(co_parser *p, const co_node *left)
{
	sb_message *m = co_error(p, "K0115", co_here(p),
		"':=' assigns a value; equations stand here, which hold all the time");
	co_help(m, "write %s%s = ..., or move the assignment to an event, a WHEN, INITIAL or a PROCED section",
		left->name && (left->kind == CO_NAME || left->kind == CO_PRIME) ? left->name : "X", left->kind == CO_PRIME ? "'"
			: "");
}

/* equation = expression "=" expression. */
static co_node *equation_rest(co_parser *p, co_node *left)
{
	co_node *n = co_make_like(p, CO_EQUATION, left);
	if (p->word == CO_W_ASSIGN) {
		assigned(p, left);
		co_next(p);
	} else if (!co_accept(p, CO_W_EQUAL)) {
		co_unexpected(p, "'=' of an equation");
		return NULL;
	}
	co_node *right = co_expression_no_equal(p);
	if (p->word == CO_W_EQUAL) {
		sb_message *m = co_error(p, "K0126", co_here(p), "an equation has one '='");
		co_help(m, "a comparison in an equation stands in parentheses: L = (X = Y)");
		co_fail(p);
	}
	co_add(p, n, left);
	co_add(p, n, right);
	return co_done(p, n);
}

static bool ends_item(const co_parser *p)
{
	return p->word == CO_W_SEMICOLON || p->word == CO_W_END || p->word == CO_W_ELSE || p->word == CO_W_ELSEIF
		|| co_now(p)->new_line || co_is_part(p->word);
}

static co_node *equation_or_call(co_parser *p)
{
	if (p->word != CO_W_IDENT)
		return equation_rest(p, co_expression_no_equal(p));
	co_node *left = co_reference(p);
	if (p->word == CO_W_LPAREN) {
		co_node *call = co_call(p, left);
		if (p->word != CO_W_EQUAL && p->word != CO_W_PLUS && p->word != CO_W_MINUS && p->word != CO_W_STAR
			&& p->word != CO_W_SLASH
			&& p->word != CO_W_POWER && p->word != CO_W_ASSIGN)
			return call;
		left = call_as_function(p, call);
	} else if (ends_item(p) && !left->of.at[1] && left->of.at[0]->of.n == 0) {
		return co_call(p, left);
	}
	return equation_rest(p, co_expression_from(p, co_primes(p, left)));
}

/* condit = CONDIT name ":" expression CROSSES expression [ POS | NEG ] [ TOL "=" expression ] END. */
static co_node *condit(co_parser *p)
{
	co_node *n = co_make(p, CO_CONDIT), *x, *y, *tolerance = NULL;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_CONDIT, NULL);
	co_name(p, n, "a name of an event");
	co_expect(p, CO_W_COLON);
	x = co_expression(p);
	if (p->word != CO_W_CROSSES && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected CROSSES, found %s", co_token_text(p, p->at));
		co_help(m, "a condition is of the form CONDIT %s: X CROSSES Y POS END; for one with < or > write WHEN",
			n->name);
		co_fail(p);
	}
	co_accept(p, CO_W_CROSSES);
	y = co_expression_no_equal(p);
	for (;;) {
		if (co_accept_name(p, "POS")) {
			n->number = 1;
		} else if (co_accept_name(p, "NEG")) {
			n->number = -1;
		} else if (co_accept_name(p, "TOL")) {
			co_expect(p, CO_W_EQUAL);
			tolerance = co_expression_no_equal(p);
		} else {
			break;
		}
	}
	if (p->word == CO_W_IDENT && !co_now(p)->new_line) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected POS, NEG, TOL or END, found '%s'", co_now(p)->name);
		co_help(m, "POS: upwards, NEG: downwards, neither: both; TOL = 1.0E-3 limits how far past the crossing the "
			"event may be");
		co_fail(p);
	}
	co_add(p, n, x);
	co_add(p, n, y);
	co_add(p, n, tolerance);
	co_go_to(p, CO_W_END);
	co_close(p, &open);
	return co_done(p, n);
}

/* when = WHEN expression ( THEN statement | DO statements END | schedule ). */
static co_node *when(co_parser *p)
{
	co_node *n = co_make(p, CO_WHEN), *body = co_list(p);
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_WHEN, NULL);
	co_add(p, n, co_expression(p));
	if (p->word == CO_W_NOTHING && !co_go_to(p, CO_W_THEN))
		co_go_to(p, CO_W_DO);
	if (co_accept(p, CO_W_DO)) {
		body = co_statements(p);
		co_close(p, &open);
	} else {
		p->open = open.outer;
		if (!co_accept(p, CO_W_THEN) && p->word != CO_W_SCHEDULE)
			co_unexpected(p, "THEN or DO");
		co_node *statement = co_statement(p);
		if (statement && statement->kind == CO_BLOCK)
			body = statement->of.at[0];
		else if (statement)
			co_add(p, body, statement);
	}
	co_add(p, n, body);
	return co_done(p, n);
}

/* The equations of a part of IF or FOR: up to ELSE or END, or in BEGIN ... END. */
static co_node *body_of(co_parser *p, bool *block)
{
	*block = p->word == CO_W_BEGIN;
	if (!*block)
		return co_equations(p);
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_BEGIN, NULL);
	co_node *list = co_equations(p);
	co_close(p, &open);
	return list;
}

/* if = IF expression THEN equations { ELSEIF expression THEN equations } [ ELSE equations ] END. */
static co_node *if_equations(co_parser *p)
{
	co_node *n = co_make(p, CO_IF), *parts = co_list(p);
	co_open open;
	bool block = false, last = false;
	co_enter(p, &open, CO_W_IF, NULL);
	open.span = co_here(p);
	while (!last && (p->word == CO_W_IF || p->word == CO_W_ELSEIF || p->word == CO_W_ELSE)) {
		co_node *part = co_make(p, CO_IF_PART), *condition = NULL;
		last = p->word == CO_W_ELSE;
		co_next(p);
		if (!last) {
			condition = co_expression(p);
			co_go_to(p, CO_W_THEN);
			co_expect(p, CO_W_THEN);
		}
		co_add(p, part, condition);
		co_add(p, part, body_of(p, &block));
		co_add(p, parts, co_done(p, part));
		if (p->word == CO_W_IF)
			break;
	}
	if (block)
		p->open = open.outer;
	else
		co_close(p, &open);
	co_add(p, n, parts);
	return co_done(p, n);
}

/* for = FOR name ":=" expression ( TO | DOWNTO ) expression DO equations END. */
static co_node *for_equations(co_parser *p)
{
	co_node *n = co_make(p, CO_FOR);
	co_open open;
	bool block;
	co_for_head(p, n);
	co_enter(p, &open, CO_W_FOR, NULL);
	open.span = n->span;
	co_add(p, n, body_of(p, &block));
	if (block)
		p->open = open.outer;
	else
		co_close(p, &open);
	return co_done(p, n);
}

/* model = MODEL name [ signature ] ( ";" | ":" ) equations END. */
static co_node *model(co_parser *p)
{
	co_node *n = co_make(p, CO_MODEL);
	co_open open;
	co_next(p);
	co_name(p, n, "a name of a model");
	co_signature(p, n);
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	co_enter(p, &open, CO_W_MODEL, n->name);
	open.span = n->span;
	co_separate(p);
	uint32_t labels = p->labels;
	p->labels = 0;
	co_add(p, n, co_equations(p));
	p->labels = labels;
	co_close(p, &open);
	return co_done(p, n);
}

/* proced = PROCED signature ";" statements END.     nosort = NOSORT statements END. */
static co_node *proced(co_parser *p)
{
	co_node *n = co_make(p, CO_PROCED);
	co_open open;
	n->number = p->word == CO_W_NOSORT;
	int word = p->word;
	co_next(p);
	co_enter(p, &open, word, NULL);
	if (n->number) {
		co_add(p, n, co_list(p));
		co_add(p, n, co_list(p));
	} else {
		co_signature(p, n);
	}
	if (p->word == CO_W_NOTHING)
		co_recover(p);
	co_separate(p);
	co_add(p, n, co_statements(p));
	co_close(p, &open);
	return co_done(p, n);
}

/* Statements do not stand among equations; they are read, so that nothing more is said about them, and left out. */
static co_node *misplaced(co_parser *p, const co_node *before)
{
	int word = p->word;
	sb_message *m = co_error(p, "K0118", co_here(p), "%s is a statement and cannot stand among equations",
		co_word_text(word));
	if (before && before->kind == CO_WHEN)
		co_help(m, "several statements of a WHEN are written WHEN ... DO ... END");
	else if (word == CO_W_FINISH || word == CO_W_TERMINATE)
		co_help(m, "to end the run on a condition write WHEN X < -9.0 THEN %s, or an event with a CONDIT",
			co_word_text(word));
	else
		co_help(m, "equations hold all the time; put what happens once into WHEN ... THEN, an event, a process, "
			"INITIAL or TERMINAL");
	co_statement(p);
	if (word == CO_W_FINISH && p->word == CO_W_IDENT && !co_now(p)->new_line)
		co_fail(p);
	return NULL;
}

/* A word that is nearly a keyword, before another word: it was meant to be it. */
static void correct_word(co_parser *p, const char *kind)
{
	int next = co_peek(p, 1);
	if (p->word != CO_W_IDENT || (next != CO_W_IDENT && next != CO_W_NUMBER) || p->tokens[p->at + 1].new_line)
		return;
	const char *near = co_near_keyword(co_now(p)->name, kind);
	if (!near)
		return;
	sb_message *m = co_error(p, "K0116", co_here(p), "'%s' is not a word of COSY", co_now(p)->name);
	co_help(m, "did you mean %s?", near);
	p->word = (uint8_t)co_keyword(near);
}

static co_node *equation(co_parser *p, const co_node *before)
{
	correct_word(p, "equation");
	co_reserved(p);
	switch (p->word) {
	case CO_W_CONDIT: return condit(p);
	case CO_W_WHEN: return when(p);
	case CO_W_CASE: return co_case(p, true);
	case CO_W_IF: return if_equations(p);
	case CO_W_FOR: return for_equations(p);
	case CO_W_MODEL: return model(p);
	case CO_W_PROCED: case CO_W_NOSORT: return proced(p);
	case CO_W_IDENT: case CO_W_NUMBER: case CO_W_PLUS: case CO_W_MINUS: case CO_W_LPAREN: case CO_W_NOT:
		return equation_or_call(p);
	default:
		if (p->word >= CO_W_BEGIN && p->word <= CO_W_INITCOND)
			return misplaced(p, before);
		co_unexpected(p, "an equation");
		return NULL;
	}
}

/* An ELSE that no IF waits for, as for example after a `;` too many. */
void co_stray_else(co_parser *p)
{
	sb_message *m = co_error(p, "K0112", co_here(p), "this %s belongs to no IF", co_word_text(p->word));
	co_help(m, "look for an END that is missing, or one too many, before it");
	co_next(p);
}

static bool ends_equations(co_parser *p)
{
	while (co_stray_end(p))
		co_semicolons(p);
	if (p->word == CO_W_END || p->word == CO_W_PROCESS || p->word == CO_W_NOTHING || co_is_part(p->word))
		return true;
	if (p->word == CO_W_ELSE || p->word == CO_W_ELSEIF)
		return (p->open && p->open->word == CO_W_IF) ||
			   (p->word == CO_W_ELSE && ((p->labels && co_at_label(p)) || (p->open && p->open->word == CO_W_CASE)));
	return p->labels && co_at_label(p);
}

/* equations = { equation [ ";" ] }. */
co_node *co_equations(co_parser *p)
{
	co_node *list = co_list(p), *before = NULL;
	if (!co_deeper(p))
		return list;
	for (;;) {
		co_semicolons(p);
		if (ends_equations(p))
			break;
		uint32_t start = p->at;
		if (p->word == CO_W_ELSE || p->word == CO_W_ELSEIF) {
			co_stray_else(p);
			continue;
		}
		co_node *e = equation(p, before);
		if (e && p->word != CO_W_NOTHING) {
			co_add(p, list, e);
			before = e;
		}
		co_go_on(p, start);
	}
	p->depth--;
	return co_done(p, list);
}
