/* Equations and statements. They have the same forms and share their readers; `algorithm` says in which one is. */
#include "front/modelica/syntax/parse.h"

#include <string.h>

typedef struct lines { mo_equations *body; bool algorithm, declaration_said; } lines;

static void equation(mo_parser *p, lines *l);

bool mo_at_section(const mo_parser *p)
{
	if (p->word == MO_W_EQUATION || p->word == MO_W_ALGORITHM)
		return true;
	int next = p->word == MO_W_INITIAL ? mo_peek(p) : MO_W_NOTHING;
	return next == MO_W_EQUATION || next == MO_W_ALGORITHM;
}

/* equation_section: [initial] equation { equation ";" }     algorithm_section: [initial] algorithm { statement ";" } */
void mo_read_section(mo_parser *p, mo_class *c)
{
	mo_section s = {0};
	uint32_t start = mo_start(p);
	s.initial = mo_accept(p, MO_W_INITIAL);
	s.algorithm = p->word == MO_W_ALGORITHM;
	mo_next(p);
	if (p->word == MO_W_COLON) {
		sb_message *m = mo_error(p, "M0115", mo_here(p), "there is no ':' after '%s'", mo_token_last(p)->word);
		mo_help(m, "delete it");
		mo_next(p);
	}
	mo_read_lines(p, &s.body, s.algorithm);
	s.span = mo_from(p, start);
	mo_push(p, c->sections, s);
}

/* ------------------------------------------------------------------- lines */

static bool ends_lines(mo_parser *p)
{
	switch (p->word) {
	case MO_W_EOF: case MO_W_END: case MO_W_PUBLIC: case MO_W_PROTECTED: case MO_W_EXTERNAL: case MO_W_ANNOTATION:
	case MO_W_ELSE: case MO_W_ELSEIF: case MO_W_ELSEWHEN:
		return true;
	case MO_W_IDENT:
		return mo_at_joined_end(p) && p->open->word != MO_W_CLASS;
	case MO_W_RBRACE:
		return p->open->brace;
	default:
		return mo_at_section(p);
	}
}

static bool else_without_if(mo_parser *p)
{
	if (p->open->word != MO_W_CLASS || (p->word != MO_W_ELSE && p->word != MO_W_ELSEIF && p->word != MO_W_ELSEWHEN))
		return false;
	sb_message *m = mo_error(p, "M0125", mo_here(p), "no '%s' is open here", p->word == MO_W_ELSEWHEN ? "when" : "if");
	mo_help(m, "has an 'end if;' or 'end when;' been written too early?");
	mo_next(p);
	if (mo_token_last(p)->id != MO_W_ELSE) {
		mo_fail(p);
		mo_recover(p);
	}
	return true;
}

static bool misspelled_elseif(mo_parser *p)
{
	if (p->word != MO_W_IDENT || p->open->word != MO_W_IF || mo_token_now(p)->word[0] != 'e'
		|| !(mo_word_is(p, "elsif") || mo_word_is(p, "elif") || mo_word_is(p, "elseIf")))
		return false;
	sb_message *m = mo_error(p, "M0136", mo_here(p), "'%s' is not a word of Modelica", mo_token_now(p)->word);
	mo_help(m, "write 'elseif'");
	p->word = p->stop ? MO_W_NOTHING : MO_W_ELSEIF;
	return true;
}

/* A name, dotted or not, and another one on the same line: a type and what is declared. */
static bool two_names(const mo_parser *p)
{
	uint32_t t = p->tokens[p->at].id == MO_W_DOT ? mo_after_token(p, p->at) : p->at;
	uint32_t next = mo_after_token(p, t);
	while (p->tokens[t].id == MO_W_IDENT && p->tokens[next].id == MO_W_DOT) {
		t = mo_after_token(p, next);
		next = mo_after_token(p, t);
	}
	if (p->tokens[t].id != MO_W_IDENT || p->tokens[next].id != MO_W_IDENT)
		return false;
	uint32_t end = p->tokens[t].end;
	return !memchr(p->text + end, '\n', p->tokens[next].start - end);
}

static bool starts_declaration(const mo_parser *p)
{
	switch (p->word) {
	case MO_W_IMPORT: case MO_W_EXTENDS: case MO_W_FINAL: case MO_W_INNER: case MO_W_OUTER: case MO_W_REPLACEABLE:
	case MO_W_REDECLARE:
		return true;
	case MO_W_IDENT: case MO_W_DOT:
		return two_names(p);
	default:
		return mo_starts_type_prefix(p->word) || mo_starts_class(p);
	}
}

static void declaration_among_lines(mo_parser *p, lines *l)
{
	if (!l->declaration_said) {
		sb_message *m = mo_error(p, "M0129", mo_here(p), "a declaration stands among the %s", l->algorithm
			? "statements" : "equations");
		mo_help(m, "move it up, before '%s', or write 'public' or 'protected' before it", l->algorithm ? "algorithm"
			: "equation");
	}
	l->declaration_said = true;
	mo_read_element(p);
}

static void line(mo_parser *p, lines *l)
{
	if (p->word == MO_W_SEMICOLON) {
		sb_message *m = mo_error(p, "M0113", mo_here(p), "there is one ';' too many here");
		mo_help(m, "delete it");
		mo_next(p);
	} else if (starts_declaration(p)) {
		declaration_among_lines(p, l);
	} else {
		equation(p, l);
	}
}

static void read_lines(mo_parser *p, lines *l)
{
	while (!p->stop) {
		if (misspelled_elseif(p))
			return;
		if (else_without_if(p) || (p->open->word == MO_W_CLASS && mo_extra_end(p)))
			continue;
		if (ends_lines(p))
			return;
		uint32_t before = p->at;
		line(p, l);
		if (p->word == MO_W_NOTHING)
			mo_recover(p);
		if (p->at == before && !ends_lines(p))
			mo_next(p);
	}
}

void mo_read_lines(mo_parser *p, mo_equations *body, bool algorithm)
{
	lines l = {.body = body, .algorithm = algorithm};
	read_lines(p, &l);
}

/* ------------------------------------------------------- if, for, when, while */

/* `then` after a condition, `loop` after the head of a loop. Without it the body is still read as the body, so that its
 * end is found. */
static void head_word(mo_parser *p, int word, const char *after)
{
	if (mo_accept(p, word))
		return;
	if (p->word == MO_W_LBRACE) {
		sb_message *m = mo_error(p, "M0135", mo_here(p), "expected '%s' after %s, found '{'", mo_word_text(word),
			after);
		mo_help(m, "a block is written '%s ... end %s;', without braces", mo_word_text(word),
			mo_word_text(p->open->word));
		p->open->brace = true;
		mo_next(p);
		return;
	}
	bool other = p->word == MO_W_COLON || p->word == MO_W_THEN || p->word == MO_W_LOOP || mo_word_is(p, "do")
		|| mo_word_is(p, "then");
	if (other || (p->word != MO_W_NOTHING && (mo_new_line(p) || mo_starts_expression(p->word)))) {
		sb_message *m = mo_error(p, "M0135", mo_after_last(p), "expected '%s' after %s", mo_word_text(word), after);
		if (other) {
			mo_help(m, "write '%s' instead of %s", mo_word_text(word), mo_token_text(p, p->at));
			mo_next(p);
		} else {
			mo_help(m, "add '%s'", mo_word_text(word));
		}
		return;
	}
	if (p->word != MO_W_NOTHING)
		mo_unexpected(p, sb_printf(p->arena, "'%s' after %s", mo_word_text(word), after));
	uint32_t token = p->at;
	for (int i = 0; i < 100 && p->tokens[token].id != MO_W_SEMICOLON && p->tokens[token].id != MO_W_EOF; i++) {
		if (p->tokens[token].id == word) {
			mo_go_back(p, mo_after_token(p, token), token);
			return;
		}
		token = mo_after_token(p, token);
	}
	mo_recover(p);
}

/* One branch: [condition then] lines */
static void branch(mo_parser *p, mo_equation *q, const lines *l, bool condition, int word)
{
	mo_branch b = {0};
	uint32_t start = mo_start(p);
	lines inner = {.body = &b.body, .algorithm = l->algorithm, .declaration_said = l->declaration_said};
	mo_next(p);
	if (condition) {
		b.condition = mo_read_condition(p);
		head_word(p, word, "the condition");
	}
	read_lines(p, &inner);
	if (p->open->brace && p->word == MO_W_RBRACE && mo_peek(p) == MO_W_ELSE)
		mo_next(p);
	b.span = mo_from(p, start);
	mo_push(p, q->branches, b);
}

/* if_equation: if expression then { equation ";" } { elseif expression then { equation ";" } }
 *   [ else { equation ";" } ] end if */
static void if_equation(mo_parser *p, mo_equation *q, const lines *l)
{
	mo_open open;
	q->kind = MO_Q_IF;
	mo_open_block(p, &open, MO_W_IF);
	branch(p, q, l, true, MO_W_THEN);
	bool has_else = false;
	while (p->word == MO_W_ELSEIF || p->word == MO_W_ELSE || p->word == MO_W_ELSEWHEN) {
		if (has_else || p->word == MO_W_ELSEWHEN) {
			sb_message *m = mo_error(p, "M0125", mo_here(p), "'%s' cannot stand %s", mo_word_text(p->word),
				has_else ? "after the 'else' of an 'if'" : "in an 'if'");
			mo_also(m, open.span, "the 'if' begins here");
		}
		bool last = p->word == MO_W_ELSE;
		if (last && open.brace && mo_peek(p) == MO_W_LBRACE)
			mo_next(p);
		branch(p, q, l, !last, MO_W_THEN);
		has_else = has_else || last;
	}
	mo_block_end(p, &open);
}

/* when_equation: when expression then { equation ";" } { elsewhen expression then { equation ";" } } end when */
static void when_equation(mo_parser *p, mo_equation *q, const lines *l)
{
	mo_open open;
	q->kind = MO_Q_WHEN;
	mo_open_block(p, &open, MO_W_WHEN);
	branch(p, q, l, true, MO_W_THEN);
	while (p->word == MO_W_ELSEWHEN || p->word == MO_W_ELSE || p->word == MO_W_ELSEIF) {
		if (p->word != MO_W_ELSEWHEN) {
			sb_message *m = mo_error(p, "M0125", mo_here(p), "a 'when' has no '%s'", mo_word_text(p->word));
			mo_also(m, open.span, "the 'when' begins here");
			mo_help(m, "write 'elsewhen condition then'");
		}
		branch(p, q, l, p->word != MO_W_ELSE, MO_W_THEN);
	}
	mo_block_end(p, &open);
}

/* for (int i = 0; i < n; i++) { ... }: one message, and the body is read as the body. */
static void foreign_for(mo_parser *p)
{
	sb_message *m = mo_error(p, "M0130", mo_here(p), "the head of a loop is not in parentheses");
	mo_help(m, "write: for i in 1:10 loop ... end for;");
	uint32_t token = p->at;
	for (int open = 0, i = 0; i < 200 && p->tokens[token].id != MO_W_EOF; i++, token = mo_after_token(p, token)) {
		int word = p->tokens[token].id;
		open += word == MO_W_LPAREN;
		open -= word == MO_W_RPAREN;
		if (open == 0) {
			mo_go_back(p, mo_after_token(p, token), token);
			p->open->brace = mo_accept(p, MO_W_LBRACE);
			if (!p->open->brace)
				mo_accept(p, MO_W_LOOP);
			return;
		}
	}
	mo_fail(p);
	mo_recover(p);
}

/* for_equation: for for_indices loop { equation ";" } end for */
static void for_equation(mo_parser *p, mo_equation *q, const lines *l)
{
	mo_open open;
	mo_branch b = {0};
	lines inner = {.body = &b.body, .algorithm = l->algorithm, .declaration_said = l->declaration_said};
	uint32_t start = mo_start(p);
	q->kind = MO_Q_FOR;
	mo_open_block(p, &open, MO_W_FOR);
	mo_next(p);
	if (p->word == MO_W_LPAREN) {
		foreign_for(p);
	} else {
		mo_read_for_indices(p, &q->iterators);
		head_word(p, MO_W_LOOP, "the range of the loop");
	}
	read_lines(p, &inner);
	b.span = mo_from(p, start);
	mo_push(p, q->branches, b);
	mo_block_end(p, &open);
}

/* while_statement: while expression loop { statement ";" } end while */
static void while_statement(mo_parser *p, mo_equation *q, const lines *l)
{
	mo_open open;
	q->kind = MO_Q_WHILE;
	if (!l->algorithm) {
		sb_message *m = mo_error(p, "M0142", mo_here(p), "'while' is a statement and cannot stand among equations");
		mo_help(m, "use it in an algorithm or a function; for equations there is 'for'");
	}
	mo_open_block(p, &open, MO_W_WHILE);
	branch(p, q, l, true, MO_W_LOOP);
	mo_block_end(p, &open);
}

/* ------------------------------------------------------- the simple forms */

/* connect_clause: connect "(" component_reference "," component_reference ")" */
static void connect_clause(mo_parser *p, mo_equation *q, const lines *l)
{
	if (l->algorithm) {
		sb_message *m = mo_error(p, "M0142", mo_here(p), "'connect' is an equation and cannot stand among statements");
		mo_help(m, "move it into an equation section");
	}
	q->kind = MO_Q_CONNECT;
	mo_expr *call = mo_read_call(p);
	if (p->word == MO_W_NOTHING)
		return;
	bool two = call->a.n == 2 && call->named.n == 0 && call->iterators.n == 0;
	if (!two || call->a.at[0]->kind != MO_E_REF || call->a.at[1]->kind != MO_E_REF) {
		sb_message *m = mo_error(p, "M0146", call->span, "connect has two connectors as arguments");
		mo_help(m, "write connect(a.port, b.port);");
		mo_fail(p);
		return;
	}
	q->left = call->a.at[0];
	q->right = call->a.at[1];
}

static void comparison_as_equation(mo_parser *p, mo_equation *q, bool algorithm)
{
	sb_message *m = mo_error(p, "M0143", q->left->op_span, "'==' compares two values; %s is written with '%s'",
		algorithm ? "a statement" : "an equation", algorithm ? ":=" : "=");
	mo_help(m, "write '%s'", algorithm ? ":=" : "=");
	q->right = q->left->a.at[1];
	q->left = q->left->a.at[0];
}

/* What has neither '=' nor ':=' is a call, or it is wrong. */
static void line_without_sign(mo_parser *p, mo_equation *q, bool algorithm)
{
	if (p->word == MO_W_NOTHING)
		return;
	if (q->left->kind == MO_E_CALL) {
		q->kind = MO_Q_CALL;
	} else if (q->left->kind == MO_E_BINARY && q->left->op == MO_OP_EQ) {
		q->kind = algorithm ? MO_Q_ASSIGN : MO_Q_EQUAL;
		comparison_as_equation(p, q, algorithm);
	} else if (mo_lexical_in(p, q->left->span.start)) {
		mo_fail(p);
	} else {
		sb_message *m = mo_error(p, "M0144", q->left->span, algorithm ? "this is not a statement: it has no ':='"
			: "this is not an equation: it has no '='");
		mo_help(m, algorithm ? "write variable := expression;" : "write expression = expression;");
		mo_fail(p);
	}
}

/* equation: simple_expression "=" expression | component_reference function_call_args */
static void simple_equation(mo_parser *p, mo_equation *q)
{
	q->kind = MO_Q_EQUAL;
	q->left = mo_read_expression(p);
	if (p->word == MO_W_ASSIGN) {
		sb_message *m = mo_error(p, "M0143", mo_here(p), "an equation is written with '=', not with ':='");
		mo_help(m, "write '=', or move it into an algorithm section");
		p->word = p->stop ? MO_W_NOTHING : MO_W_EQUAL;
	}
	if (mo_accept(p, MO_W_EQUAL))
		q->right = mo_read_expression(p);
	else
		line_without_sign(p, q, false);
}

/* statement: component_reference ( ":=" expression | function_call_args )
 *   | "(" output_expression_list ")" ":=" component_reference function_call_args */
static void simple_statement(mo_parser *p, mo_equation *q)
{
	bool parenthesis = p->word == MO_W_LPAREN;
	uint32_t start = mo_start(p);
	q->kind = MO_Q_ASSIGN;
	q->left = mo_read_expression(p);
	if (parenthesis && q->left->kind == MO_E_REF) {
		mo_expr *tuple = mo_new_expr(p, MO_E_TUPLE, start);
		mo_push(p, tuple->a, q->left);
		tuple->height = (uint16_t)(q->left->height + 1);
		tuple->span = mo_from(p, start);
		q->left = tuple;
	}
	if (q->left->kind == MO_E_TUPLE)
		q->kind = MO_Q_MULTI;
	if (p->word == MO_W_EQUAL) {
		sb_message *m = mo_error(p, "M0143", mo_here(p), "a statement assigns with ':=', not with '='");
		mo_help(m, "write ':=', or move it into an equation section");
		p->word = p->stop ? MO_W_NOTHING : MO_W_ASSIGN;
	}
	if (p->word != MO_W_ASSIGN) {
		line_without_sign(p, q, true);
		return;
	}
	if (q->left->kind != MO_E_REF && q->left->kind != MO_E_TUPLE) {
		sb_message *m = mo_error(p, "M0145", q->left->span, "only a variable can get a value");
		mo_help(m, "write variable := expression;");
	}
	mo_next(p);
	q->right = mo_read_expression(p);
	if (q->kind == MO_Q_MULTI && q->right->kind != MO_E_CALL) {
		sb_message *m = mo_error(p, "M0145", q->right->span, "the right side of (...) := is the call of a function");
		mo_help(m, "assign the variables one by one");
	}
}

static const char *what_ends(const mo_equation *q, bool algorithm)
{
	switch (q->kind) {
	case MO_Q_IF: return "'end if'";
	case MO_Q_FOR: return "'end for'";
	case MO_Q_WHEN: return "'end when'";
	case MO_Q_WHILE: return "'end while'";
	default: return algorithm ? "the statement" : "the equation";
	}
}

static void return_with_value(mo_parser *p)
{
	if (!mo_starts_expression(p->word) || mo_new_line(p) || p->word == MO_W_STRING)
		return;
	sb_message *m = mo_error(p, "M0147", mo_here(p), "'return' does not take a value");
	mo_help(m, "a function returns the values of its outputs: assign them, then write 'return;'");
	mo_read_expression(p);
}

static void equation_body(mo_parser *p, mo_equation *q, const lines *l)
{
	switch (p->word) {
	case MO_W_IF: if_equation(p, q, l); break;
	case MO_W_FOR: for_equation(p, q, l); break;
	case MO_W_WHEN: when_equation(p, q, l); break;
	case MO_W_WHILE: while_statement(p, q, l); break;
	case MO_W_CONNECT: connect_clause(p, q, l); break;
	case MO_W_BREAK: case MO_W_RETURN:
		q->kind = p->word == MO_W_BREAK ? MO_Q_BREAK : MO_Q_RETURN;
		if (!l->algorithm) {
			sb_message *m = mo_error(p, "M0142", mo_here(p), "'%s' is a statement and cannot stand among equations",
				mo_word_text(p->word));
			mo_help(m, "use it in an algorithm or a function");
		}
		mo_next(p);
		if (q->kind == MO_Q_RETURN)
			return_with_value(p);
		break;
	default:
		if (l->algorithm)
			simple_statement(p, q);
		else
			simple_equation(p, q);
	}
}

/* equation ";" or statement ";":  ( one of the forms above ) description ";" */
static void equation(mo_parser *p, lines *l)
{
	uint32_t start = mo_start(p);
	if (!mo_deeper(p))
		return;
	mo_equation *q = sb_new(p->arena, mo_equation);
	equation_body(p, q, l);
	p->depth--;
	bool open = p->end_missing;
	p->end_missing = false;
	if (!open) {
		mo_described d = {0};
		mo_read_description(p, &d);
		q->comment = d.comment;
		q->annotation = d.annotation;
		q->has_annotation = d.has_annotation;
	}
	q->span = mo_from(p, start);
	if (p->word == MO_W_NOTHING)
		return;
	mo_push(p, *l->body, q);
	if (!open)
		mo_semicolon(p, what_ends(q, l->algorithm));
}
