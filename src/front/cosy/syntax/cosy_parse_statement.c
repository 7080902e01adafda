/* Statements, as in Pascal: assignments, BEGIN END, IF, CASE, FOR, WHILE, REPEAT, calls. Those of simulation are in
 * cosy_parse_process.c. */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

static co_node *body(co_parser *p, bool of_if)
{
	co_node *list = co_list(p);
	bool before = p->in_if;
	if (p->word == CO_W_SEMICOLON || p->word == CO_W_ELSE || p->word == CO_W_ELSEIF || p->word == CO_W_END)
		return list;
	p->in_if = before || of_if;
	co_node *s = co_statement(p);
	p->in_if = before;
	if (s && s->kind == CO_BLOCK)
		return s->of.at[0];
	if (s)
		co_add(p, list, s);
	return co_done(p, list);
}

/* A keyword of a head. Where it is missing and a statement follows, that is said and the statement is read. */
static void head_word(co_parser *p, int word)
{
	co_go_to(p, word);
	if (co_accept(p, word))
		return;
	if (p->word == CO_W_IDENT || (p->word >= CO_W_BEGIN && p->word <= CO_W_INITCOND)) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected %s, found %s", co_word_text(word),
			co_token_text(p, p->at));
		co_help(m, "write %s before it", co_word_text(word));
		return;
	}
	co_expect(p, word);
}

/* block = BEGIN statements END. */
static co_node *block(co_parser *p)
{
	co_node *n = co_make(p, CO_BLOCK);
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_BEGIN, NULL);
	co_add(p, n, co_statements(p));
	co_close(p, &open);
	return co_done(p, n);
}

/* if = IF expression THEN statement { ELSEIF expression THEN statement } [ ELSE statement ]. */
static void if_parts(co_parser *p, co_node *parts)
{
	for (bool last = false; !last && (p->word == CO_W_IF || p->word == CO_W_ELSEIF
		|| (p->word == CO_W_ELSE && co_peek(p, 1) != CO_W_COLON));) {
		co_node *part = co_make(p, CO_IF_PART), *condition = NULL;
		last = p->word == CO_W_ELSE;
		co_next(p);
		if (!last) {
			condition = co_expression(p);
			if (p->word == CO_W_ASSIGN) {
				sb_message *m = co_error(p, "K0114", co_here(p), "':=' assigns; a comparison is written '='");
				co_help(m, "write IF X = Y THEN");
				co_fail(p);
			}
			head_word(p, CO_W_THEN);
		}
		co_add(p, part, condition);
		co_add(p, part, body(p, true));
		co_add(p, parts, co_done(p, part));
		if (p->word == CO_W_IF)
			return;
	}
}

static co_node *if_statement(co_parser *p)
{
	co_node *n = co_make(p, CO_IF), *parts = co_list(p);
	if_parts(p, parts);
	co_add(p, n, parts);
	return co_done(p, n);
}

/* for = FOR name ":=" expression ( TO | DOWNTO ) expression DO statement. */
void co_for_head(co_parser *p, co_node *n)
{
	co_next(p);
	co_name(p, n, "a name of a variable");
	if (p->word == CO_W_EQUAL) {
		sb_message *m = co_error(p, "K0114", co_here(p), "the first value of a FOR follows ':=', not '='");
		co_help(m, "write FOR %s := ...", n->name);
		co_next(p);
	} else {
		co_expect(p, CO_W_ASSIGN);
	}
	co_add(p, n, co_expression(p));
	n->number = p->word == CO_W_DOWNTO ? -1 : 1;
	if (!co_accept(p, CO_W_DOWNTO))
		co_expect(p, CO_W_TO);
	co_add(p, n, co_expression(p));
	co_done(p, n);
	head_word(p, CO_W_DO);
}

static co_node *for_statement(co_parser *p)
{
	co_node *n = co_make(p, CO_FOR);
	co_for_head(p, n);
	co_add(p, n, body(p, false));
	return co_done(p, n);
}

/* while = WHILE expression DO statement. */
static co_node *while_statement(co_parser *p)
{
	co_node *n = co_make(p, CO_WHILE);
	co_next(p);
	co_add(p, n, co_expression(p));
	head_word(p, CO_W_DO);
	co_add(p, n, body(p, false));
	return co_done(p, n);
}

/* repeat = REPEAT statements UNTIL expression. */
static co_node *repeat(co_parser *p)
{
	co_node *n = co_make(p, CO_REPEAT);
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_REPEAT, NULL);
	co_add(p, n, co_statements(p));
	p->open = open.outer;
	if (p->word != CO_W_UNTIL && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0111", open.span, "REPEAT has no UNTIL");
		co_help(m, "write UNTIL and a condition where it ends");
		co_add(p, n, co_make(p, CO_NUMBER));
		return co_done(p, n);
	}
	co_accept(p, CO_W_UNTIL);
	co_add(p, n, co_expression(p));
	return co_done(p, n);
}

/* ----------------------------------------------------------------------- CASE */

/* labels = ELSE [ ":" ] | constant [ ".." constant ] { "," ... } ":". */
static co_node *labels(co_parser *p)
{
	co_node *list = co_list(p);
	if (co_accept(p, CO_W_ELSE)) {
		co_accept(p, CO_W_COLON);
	} else {
		do {
			co_node *from = co_expression(p);
			if (p->word == CO_W_RANGE) {
				co_node *range = co_make_like(p, CO_RANGE, from);
				co_next(p);
				co_add(p, range, from);
				co_add(p, range, co_expression(p));
				from = co_done(p, range);
			}
			co_add(p, list, from);
		} while (co_accept(p, CO_W_COMMA));
		co_expect(p, CO_W_COLON);
	}
	return co_done(p, list);
}

/* The ELSE of a CASE without its colon: one that can be of no IF around the CASE. A `;` ends an IF among statements. */
static bool at_else(co_parser *p, const co_open *open, bool ended, bool equations, bool in_if)
{
	if (p->word != CO_W_ELSE || !ended || equations)
		return p->word == CO_W_ELSE && (!ended || !open->outer || open->outer->word != CO_W_IF);
	return !in_if || p->tokens[p->last].word == CO_W_SEMICOLON;
}

/* case = CASE expression OF branch { [ END ] [ ";" ] branch } END [ CASE ]. branch = labels ( equations | statements ).
 * So each branch may have its END and CASE none of its own, as the language was printed, or CASE its own and the
 * branches none. */
co_node *co_case(co_parser *p, bool equations)
{
	co_node *n = co_make(p, CO_CASE), *branches;
	co_open open;
	co_next(p);
	co_enter(p, &open, CO_W_CASE, NULL);
	co_add(p, n, co_expression(p));
	co_go_to(p, CO_W_OF);
	co_expect(p, CO_W_OF);
	branches = co_list(p);
	p->labels++;
	bool ended = false, in_if = p->in_if;
	while (co_at_label(p) || (branches->of.n && at_else(p, &open, ended, equations, in_if))) {
		co_node *branch = co_make(p, CO_BRANCH);
		co_add(p, branch, labels(p));
		if (p->word == CO_W_NOTHING)
			co_recover(p);
		co_add(p, branch, equations ? co_equations(p) : co_statements(p));
		co_add(p, branches, co_done(p, branch));
		ended = p->word == CO_W_END && !co_end_closes(p, CO_W_CASE);
		if (ended) {
			co_next(p);
			co_semicolons(p);
		}
	}
	p->labels--;
	if (branches->of.n == 0 && p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected a label such as 1:, found %s",
			co_token_text(p, p->at));
		co_help(m, "CASE N OF 1: ... END; 2: ... END; labels are numbers, names of constants, ranges, or ELSE");
		co_fail(p);
	}
	if (!ended || co_end_closes(p, CO_W_CASE))
		co_close(p, &open);
	else
		p->open = open.outer;
	co_add(p, n, branches);
	return co_done(p, n);
}

/* ---------------------------------------------------------------- assignments */

static co_node *assignment(co_parser *p, co_node *target)
{
	co_node *n = co_make_like(p, CO_ASSIGN, target);
	if (p->word == CO_W_EQUAL) {
		sb_message *m = co_error(p, "K0114", co_here(p),
			"'=' is an equation, which holds all the time; statements stand here, which happen in order");
		co_help(m, "write %s := ... to assign a value, or move the equation to CONTINUOUS", target->name);
	} else if (target->kind == CO_PRIME) {
		sb_message *m = co_error(p, "K0115", target->span, "a derivative cannot be assigned");
		co_help(m, "it is given by an equation in CONTINUOUS: %s' = ...; what can be assigned is %s", target->name,
			target->name);
	}
	co_next(p);
	co_add(p, n, target);
	co_add(p, n, co_expression(p));
	return co_done(p, n);
}

static void foreign_word(co_parser *p, const co_node *name)
{
	const char *s = name->name;
	sb_message *m = NULL;
	if (strcmp(s, "GOTO") == 0 || strcmp(s, "GO") == 0) {
		m = co_error(p, "K0123", name->span, "COSY has no GOTO");
		co_help(m, "use IF, CASE, WHILE, REPEAT or a PROCEDURE");
	} else if (strcmp(s, "CALL") == 0) {
		m = co_error(p, "K0123", name->span, "a procedure is called by its name alone");
		co_help(m, "remove CALL");
		return;
	} else if (strcmp(s, "ELSIF") == 0 || strcmp(s, "ELIF") == 0) {
		m = co_error(p, "K0116", name->span, "'%s' is not a word of COSY", s);
		co_help(m, "did you mean ELSEIF?");
	} else {
		const char *near = co_near_keyword(s, "statement");
		m = co_error(p, "K0116", name->span, "no statement begins with '%s'", s);
		co_help(m, near ? "did you mean %s?" : "is a ':=', a ';' or a '(' missing after it?", near);
	}
	co_fail(p);
}

/* After INITCOND equations follow, up to the first statement. */
static co_node *from_name(co_parser *p, co_node *initial_conditions)
{
	co_node *name = co_reference(p);
	if (p->word == CO_W_EQUAL && initial_conditions) {
		co_node *e = co_make_like(p, CO_EQUATION, name);
		co_next(p);
		co_add(p, e, name);
		co_add(p, e, co_expression_no_equal(p));
		co_add(p, initial_conditions->of.at[0], co_done(p, e));
		co_accept(p, CO_W_COMMA);
		return NULL;
	}
	co_node *target = co_primes(p, name);
	if (p->word == CO_W_ASSIGN || p->word == CO_W_EQUAL)
		return assignment(p, target);
	if (target != name) {
		co_unexpected(p, "':='");
		return NULL;
	}
	if (p->word == CO_W_LPAREN)
		return co_call(p, name);
	if (name->of.at[0]->of.n || name->of.at[1]) {
		co_unexpected(p, "':='");
		return NULL;
	}
	if ((p->word == CO_W_IDENT || p->word == CO_W_NUMBER || p->word == CO_W_TEXT) && !co_now(p)->new_line)
		foreign_word(p, name);
	else if (p->word == CO_W_PLUS || p->word == CO_W_MINUS || p->word == CO_W_STAR || p->word == CO_W_SLASH
		|| p->word == CO_W_COLON
		|| p->word == CO_W_COMMA || p->word == CO_W_DOT)
		co_unexpected(p, "':='");
	return co_call(p, name);
}

/* initcond = INITCOND { reference "=" expression [ ";" ] }: those after the first are read by the list of
 * statements. */
static co_node *initcond(co_parser *p)
{
	co_node *n = co_make(p, CO_INITCOND);
	co_next(p);
	co_add(p, n, co_list(p));
	if (p->word != CO_W_IDENT) {
		co_unexpected(p, "an initial condition such as X = 0.0");
		return n;
	}
	co_node *wrong = from_name(p, n);
	if (wrong) {
		sb_message *m = co_error(p, "K0115", wrong->span, "an initial condition is an equation");
		co_help(m, "write INITCOND X = 0.0");
	}
	return co_done(p, n);
}

/* -------------------------------------------------------------------- the list */

static co_node *plain(co_parser *p, co_node *initial_conditions)
{
	co_reserved(p);
	switch (p->word) {
	case CO_W_IDENT: return from_name(p, initial_conditions);
	case CO_W_BEGIN: return block(p);
	case CO_W_IF: return if_statement(p);
	case CO_W_CASE: return co_case(p, false);
	case CO_W_FOR: return for_statement(p);
	case CO_W_WHILE: return while_statement(p);
	case CO_W_REPEAT: return repeat(p);
	case CO_W_INITCOND: return initcond(p);
	case CO_W_SIMULATE: return co_simulate(p);
	case CO_W_WRITE: case CO_W_WRITELN: return co_write(p);
	case CO_W_NUMBER: return co_format(p);
	case CO_W_FORTRAN: return co_fortran(p);
	case CO_W_CCODE: return co_ccode(p);
	case CO_W_CONDIT: case CO_W_NOSORT: case CO_W_PROCED: case CO_W_MODEL: case CO_W_WHEN: {
		sb_message *m = co_error(p, "K0118", co_here(p), "%s belongs to CONTINUOUS and cannot stand among statements",
			co_word_text(p->word));
		co_help(m, p->word == CO_W_WHEN ? "a process waits with WAIT UNTIL; to test once, write IF"
			: "move it to CONTINUOUS");
		co_fail(p);
		return NULL;
	}
	default: {
		co_node *s = co_process_statement(p);
		if (!s)
			co_unexpected(p, "a statement");
		return s;
	}
	}
}

co_node *co_statement(co_parser *p)
{
	if (!co_deeper(p))
		return NULL;
	uint32_t put_in = co_put_in(p);
	co_node *n;
	if (put_in) {
		n = co_make(p, CO_BLOCK);
		co_node *list = co_list(p);
		while (co_comes_from(p, put_in)) {
			co_node *s = plain(p, NULL);
			if (s)
				co_add(p, list, s);
			while (p->word == CO_W_SEMICOLON && co_comes_from(p, put_in))
				co_next(p);
			if (p->word == CO_W_NOTHING)
				break;
		}
		co_add(p, n, list);
		co_done(p, n);
	} else {
		n = plain(p, NULL);
	}
	p->depth--;
	return n;
}

/* `IF c THEN a; ELSE b`: the `;` ended the IF. */
static void else_after_semicolon(co_parser *p, co_node *before)
{
	if (before && before->kind == CO_IF && p->tokens[p->last].word == CO_W_SEMICOLON) {
		sb_message *m = co_error(p, "K0122", co_last_span(p), "a ';' before %s ends the IF", co_word_text(p->word));
		co_help(m, "remove the ';'");
		if_parts(p, before->of.at[0]);
		return;
	}
	co_stray_else(p);
}

static bool ends_statements(co_parser *p)
{
	while (co_stray_end(p))
		co_semicolons(p);
	if (p->word == CO_W_END || p->word == CO_W_NOTHING || p->word == CO_W_PROCESS || co_is_part(p->word))
		return true;
	if (p->word == CO_W_UNTIL)
		return p->open && p->open->word == CO_W_REPEAT;
	return p->labels && co_at_label(p);
}

/* An ELSE that ends the list: of a CASE, or of an IF before whose ELSE an END is missing. */
static bool others_else(const co_parser *p, const co_node *before)
{
	if (p->word == CO_W_ELSE && p->open && p->open->word == CO_W_CASE && !(before && before->kind == CO_IF))
		return true;
	return (p->word == CO_W_ELSE || p->word == CO_W_ELSEIF) && p->open && p->open->word == CO_W_BEGIN
		&& !(before && before->kind == CO_IF);
}

/* statements = { statement [ ";" ] }. */
co_node *co_statements(co_parser *p)
{
	co_node *list = co_list(p), *before = NULL;
	bool in_if = p->in_if;
	if (!co_deeper(p))
		return list;
	p->in_if = false;
	for (;;) {
		co_semicolons(p);
		if (ends_statements(p) || others_else(p, before))
			break;
		uint32_t start = p->at;
		if (p->word == CO_W_ELSE || p->word == CO_W_ELSEIF) {
			else_after_semicolon(p, before);
		} else {
			co_node *s = plain(p, before && before->kind == CO_INITCOND ? before : NULL);
			if (s && p->word != CO_W_NOTHING) {
				co_add(p, list, s);
				before = s;
			}
		}
		co_go_on(p, start);
	}
	p->in_if = in_if;
	p->depth--;
	return co_done(p, list);
}
