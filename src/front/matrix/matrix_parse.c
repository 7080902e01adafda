/* Tokens to the tree: a function for each symbol of the grammar in docs/diagrams.md. All give NULL after a mistake. */
#include "front/matrix/matrix_lex.h"

#include <string.h>

typedef struct parser {
	mx_lexer lexer;
	mx_token now;
	uint32_t last;                     /* where the token before it ended */
	uint32_t depth, indices;           /* around: all nesting, and the indices among it */
	bool in_brackets;                  /* directly in [ ]: a space may be meant as a comma */
} parser;

static mx_node *expression(parser *p);

/* -------------------------------------------------------------------- tokens */

static void advance(parser *p)
{
	p->last = p->now.end;
	p->now = mx_next(&p->lexer);
}

static bool is(const parser *p, const char *symbol)
{
	return (p->now.kind == MX_T_SYMBOL || p->now.kind == MX_T_WORD) && strcmp(p->now.text, symbol) == 0;
}

static bool take(parser *p, const char *symbol)
{
	if (p->lexer.failed || !is(p, symbol))
		return false;
	advance(p);
	return true;
}

static sb_span here(const parser *p)
{
	return mx_span(p->lexer.text, p->now.start, p->now.end);
}

static const char *token_text(const parser *p)
{
	if (p->now.kind == MX_T_END)
		return "the end";
	if (is(p, "'"))
		return "a quote";
	return sb_printf(p->lexer.arena, "'%.*s'", (int)(p->now.end - p->now.start), p->lexer.text->at + p->now.start);
}

static mx_node *wrong(parser *p, const char *wanted, const char *help)
{
	if (p->lexer.failed)
		return NULL;
	p->lexer.failed = true;
	sb_message *m = sb_report(p->lexer.diag, SB_ERROR, "M0983", here(p),
							  "in a matrix expression, %s is expected here, but %s comes", wanted, token_text(p));
	sb_help(m, "%s", help);
	return NULL;
}

static bool begins_value(const parser *p)
{
	return p->now.kind == MX_T_NUMBER || p->now.kind == MX_T_NAME || p->now.kind == MX_T_STRING || is(p, "[") ||
		   is(p, ".if") || is(p, ".switch");
}

/* What ends a part is not there: most often an operator, or a comma, is missing. */
static mx_node *not_ended(parser *p, const char *wanted, const char *help)
{
	if (p->lexer.failed || !begins_value(p))
		return wrong(p, wanted, help);
	p->lexer.failed = true;
	sb_message *m = sb_report(p->lexer.diag, SB_ERROR, "M0984", here(p),
							  "two values stand side by side in a matrix expression: %s follows without an operator",
							  token_text(p));
	sb_note(m, "spaces and line breaks separate nothing");
	sb_help(m, p->in_brackets ? "separate columns by ',' and rows by ';', as in [1, 2; 3, 4]"
							  : "write an operator between them");
	return NULL;
}

/* --------------------------------------------------------------------- nodes */

static mx_node *node(parser *p, mx_kind kind, uint32_t start)
{
	mx_node *e = sb_new(p->lexer.arena, mx_node);
	e->kind = (uint8_t)kind;
	e->span = mx_span(p->lexer.text, start, p->last > start ? p->last : start);
	return e;
}

static void add(parser *p, mx_node *to, mx_node *part)
{
	sb_push(p->lexer.arena, to->a, part);
}

static mx_node *finish(parser *p, mx_node *e, uint32_t start)
{
	e->span = mx_span(p->lexer.text, start, p->last);
	return e;
}

static bool enter(parser *p)
{
	if (p->lexer.failed)
		return false;
	if (++p->depth <= MX_DEEPEST)
		return true;
	p->lexer.failed = true;
	sb_help(sb_report(p->lexer.diag, SB_ERROR, "M0983", here(p), "this matrix expression is nested too deeply"),
			"at most %d levels are read; use several blocks", MX_DEEPEST);
	return false;
}

/* ------------------------------------------------------------------- primary */

static mx_node *leaf(parser *p, mx_kind kind)
{
	uint32_t start = p->now.start;
	const char *word = p->now.text;
	double number = p->now.number;
	advance(p);
	mx_node *e = node(p, kind, start);
	e->word = word;
	e->number = number;
	return e;
}

/* row = expression { ',' expression } */
static mx_node *row(parser *p)
{
	uint32_t start = p->now.start;
	mx_node *r = node(p, MX_ROW, start);
	do {
		mx_node *e = expression(p);
		if (!e)
			return NULL;
		add(p, r, e);
	} while (take(p, ","));
	return finish(p, r, start);
}

/* '[' row { ';' row } ']' */
static mx_node *matrix(parser *p)
{
	uint32_t start = p->now.start;
	bool around = p->in_brackets;
	advance(p);
	mx_node *m = node(p, MX_MATRIX, start);
	p->in_brackets = true;
	while (!is(p, "]")) {
		mx_node *r = row(p);
		if (!r)
			return NULL;
		add(p, m, r);
		if (!take(p, ";"))
			break;
	}
	if (!is(p, "]"))
		return not_ended(p, "',', ';' or ']'", "a matrix is written [1, 2; 3, 4]");
	p->in_brackets = around;
	advance(p);
	return finish(p, m, start);
}

static mx_node *conditional(parser *p)
{
	static const char *const words[] = {".then", ".else", ".end"};
	uint32_t start = p->now.start;
	advance(p);
	mx_node *e = node(p, MX_IF, start);
	for (int i = 0; i < 3; i++) {
		mx_node *part = expression(p);
		if (!part)
			return NULL;
		add(p, e, part);
		if (!take(p, words[i]))
			return not_ended(p, sb_printf(p->lexer.arena, "'%s'", words[i]), "write .if c .then a .else b .end");
	}
	return finish(p, e, start);
}

static mx_node *switching(parser *p)
{
	static const char form[] = "write .switch c .case 1, a .case 2, b .otherwise d .end";
	uint32_t start = p->now.start;
	advance(p);
	mx_node *e = node(p, MX_SWITCH, start), *part = expression(p);
	if (!part)
		return NULL;
	add(p, e, part);
	while (take(p, ".case")) {
		for (int i = 0; i < 2; i++) {
			if (!(part = expression(p)))
				return NULL;
			add(p, e, part);
			if (i == 0 && !take(p, ","))
				return not_ended(p, "','", form);
		}
	}
	if (!take(p, ".otherwise"))
		return not_ended(p, "'.case' or '.otherwise'", form);
	if (!(part = expression(p)))
		return NULL;
	add(p, e, part);
	if (!take(p, ".end"))
		return not_ended(p, "'.end'", form);
	return finish(p, e, start);
}

static mx_node *parenthesised(parser *p)
{
	bool around = p->in_brackets;
	p->in_brackets = false;
	advance(p);
	mx_node *e = expression(p);
	if (!e)
		return NULL;
	if (!is(p, ")"))
		return not_ended(p, "')'", "close the parenthesis");
	p->in_brackets = around;
	advance(p);
	return e;
}

static mx_node *last_index(parser *p)
{
	if (!p->indices)
		return wrong(p, "a value", "'end' is the last row or column, inside an index: u1(end, 1)");
	return leaf(p, MX_END);
}

static mx_node *primary(parser *p)
{
	if (p->now.kind == MX_T_NUMBER)
		return leaf(p, MX_NUMBER);
	if (p->now.kind == MX_T_IMAGINARY)
		return leaf(p, MX_IMAGINARY);
	if (p->now.kind == MX_T_STRING)
		return leaf(p, MX_STRING);
	if (is(p, "$") || (p->now.kind == MX_T_NAME && strcmp(p->now.text, "end") == 0))
		return last_index(p);
	if (p->now.kind == MX_T_NAME)
		return leaf(p, MX_NAME);
	if (is(p, "("))
		return parenthesised(p);
	if (is(p, "["))
		return matrix(p);
	if (is(p, ".if"))
		return conditional(p);
	if (is(p, ".switch"))
		return switching(p);
	if (is(p, "'"))
		return wrong(p, "a value", "texts are written in double quotes; inside of a String of Modelica as \\\"");
	return wrong(p, "a value", p->now.kind == MX_T_END ? "complete the expression" : "check the expression");
}

/* ------------------------------------------------------------------- postfix */

static mx_node *index_part(parser *p)
{
	if (!is(p, ":"))
		return expression(p);
	mx_node *e = leaf(p, MX_ALL);
	return is(p, ",") || is(p, ")") ? e : wrong(p, "',' or ')'", "':' as an index stands alone, as in u1(:, 2)");
}

/* '(' [ index { ',' index } ] ')' */
static mx_node *applied(parser *p, mx_node *to, uint32_t start)
{
	bool around = p->in_brackets;
	mx_node *e = node(p, MX_APPLY, start);
	add(p, e, to);
	p->in_brackets = false;
	p->indices++;
	advance(p);
	if (!is(p, ")"))
		do {
			mx_node *part = index_part(p);
			if (!part)
				return NULL;
			add(p, e, part);
		} while (take(p, ","));
	if (!is(p, ")"))
		return not_ended(p, "',' or ')'", "indices and arguments are separated by ','");
	p->indices--;
	p->in_brackets = around;
	advance(p);
	return finish(p, e, start);
}

static mx_op unary_op(const parser *p)
{
	return is(p, "-") ? MX_MINUS : is(p, "+") ? MX_PLUS : is(p, "~") ? MX_NOT : MX_NONE;
}

/* An exponent: signs, then a primary with indices. A ' behind it is of the power. */
static mx_node *exponent(parser *p)
{
	uint32_t start = p->now.start;
	mx_op op = unary_op(p);
	sb_span op_span = here(p);
	mx_node *e;
	if (!enter(p))
		return NULL;
	if (op) {
		advance(p);
		mx_node *of = exponent(p);
		if (!of)
			return NULL;
		e = node(p, MX_UNARY, start);
		e->op = (uint8_t)op;
		e->op_span = op_span;
		add(p, e, of);
	} else {
		for (e = primary(p); e && is(p, "(");)
			e = applied(p, e, start);
	}
	p->depth--;
	return e;
}

static mx_node *binary(parser *p, mx_op op, sb_span op_span, mx_node *a, mx_node *b, uint32_t start)
{
	if (!a || !b)
		return NULL;
	mx_node *e = node(p, MX_BINARY, start);
	e->op = (uint8_t)op;
	e->op_span = op_span;
	add(p, e, a);
	add(p, e, b);
	return e;
}

/* power = primary { "'" | '(' indices ')' | ( '^' | '.^' ) exponent } */
static mx_node *power(parser *p)
{
	uint32_t start = p->now.start, long_ago = p->depth;
	mx_node *e = primary(p);
	while (e && (is(p, "'") || is(p, "(") || is(p, "^") || is(p, ".^"))) {
		if (!enter(p))
			return NULL;
		if (is(p, "(")) {
			e = applied(p, e, start);
		} else if (is(p, "'")) {
			mx_node *of = e;
			advance(p);
			e = node(p, MX_TRANSPOSE, start);
			add(p, e, of);
		} else {
			mx_op op = is(p, "^") ? MX_POW : MX_EPOW;
			sb_span at = here(p);
			advance(p);
			e = binary(p, op, at, e, exponent(p), start);
		}
	}
	p->depth = long_ago;
	return e;
}

/* unary = ( '-' | '+' | '~' ) unary | power */
static mx_node *unary(parser *p)
{
	uint32_t start = p->now.start;
	mx_op op = unary_op(p);
	sb_span op_span = here(p);
	if (!op)
		return power(p);
	if (!enter(p))
		return NULL;
	advance(p);
	mx_node *of = unary(p);
	p->depth--;
	if (!of)
		return NULL;
	mx_node *e = node(p, MX_UNARY, start);
	e->op = (uint8_t)op;
	e->op_span = op_span;
	add(p, e, of);
	return e;
}

/* -------------------------------------------------------------------- binary */

typedef struct level { const char *symbols[8]; mx_op ops[8]; } level;
enum { DISJUNCTION, CONJUNCTION, RELATION, RANGE, SUM, PRODUCT, UNARY };
static const level levels[] = {
	[DISJUNCTION] = {{"|"}, {MX_OR}},
	[CONJUNCTION] = {{"&"}, {MX_AND}},
	[RELATION] = {{"<", "<=", ">", ">=", "==", "~=", "<>"}, {MX_LT, MX_LE, MX_GT, MX_GE, MX_EQ, MX_NE, MX_NE}},
	[RANGE] = {{NULL}, {MX_NONE}},
	[SUM] = {{"+", "-"}, {MX_ADD, MX_SUB}},
	[PRODUCT] = {{"*", "/", "\\", ".*", "./", ".\\"},
				 {MX_MUL, MX_DIV, MX_LEFT_DIV, MX_EMUL, MX_EDIV, MX_ELEFT_DIV}},
};

static mx_op op_now(const parser *p, const level *l)
{
	for (int i = 0; l->symbols[i]; i++)
		if (is(p, l->symbols[i]))
			return l->ops[i];
	return MX_NONE;
}

/* [1 -2] has one column here, and two elsewhere. */
static void warn_of_sign(parser *p, mx_op op, const mx_token *sign)
{
	if ((op != MX_ADD && op != MX_SUB) || !p->in_brackets || !sign->space_before || p->now.space_before)
		return;
	sb_message *m = sb_report(p->lexer.diag, SB_WARNING, "M0985", mx_span(p->lexer.text, sign->start, sign->end),
							  "this '%s' is an operator: both sides are one column", sign->text);
	sb_note(m, "spaces separate nothing in a matrix expression");
	sb_help(m, "write a comma in front of it for two columns, or a space behind it");
}

static mx_node *operators(parser *p, int at);

/* range = sum [ ':' sum [ ':' sum ] ] */
static mx_node *range(parser *p)
{
	uint32_t start = p->now.start;
	mx_node *first = operators(p, SUM);
	if (!first || !is(p, ":"))
		return first;
	mx_node *e = node(p, MX_RANGE, start);
	add(p, e, first);
	while (e->a.n < 3 && take(p, ":")) {
		mx_node *next = operators(p, SUM);
		if (!next)
			return NULL;
		add(p, e, next);
	}
	return finish(p, e, start);
}

static mx_node *operators(parser *p, int at)
{
	uint32_t start = p->now.start, long_ago = p->depth;
	if (at == UNARY)
		return unary(p);
	if (at == RANGE)
		return range(p);
	mx_node *e = operators(p, at + 1);
	for (mx_op op; e && (op = op_now(p, &levels[at])) != MX_NONE;) {
		mx_token sign = p->now;
		sb_span op_span = here(p);
		if (!enter(p))
			return NULL;
		advance(p);
		warn_of_sign(p, op, &sign);
		e = binary(p, op, op_span, e, operators(p, at + 1), start);
	}
	p->depth = long_ago;
	return e;
}

/* ---------------------------------------------------------------- assignment */

static bool take_nothing(parser *p)
{
	mx_lexer before = p->lexer;
	mx_token now = p->now;
	uint32_t last = p->last;
	if (take(p, "[") && take(p, "]"))
		return true;
	if (!p->lexer.failed) {
		p->lexer = before;
		p->now = now;
		p->last = last;
	}
	return false;
}

/* indexing ':=' ( expression | '[' ']' ) */
static mx_node *assignment(parser *p, mx_node *to, uint32_t start)
{
	if (to->kind != MX_APPLY)
		return wrong(p, "an operator or the end", "':=' stands behind elements of a matrix: u1(1, 2):=3, u1(:, 1):=[]");
	advance(p);
	bool nothing = take_nothing(p);
	mx_node *value = nothing || p->lexer.failed ? NULL : expression(p);
	if (!nothing && !value)
		return NULL;
	mx_node *e = node(p, nothing ? MX_DELETE : MX_ASSIGN, start);
	add(p, e, to);
	if (value)
		add(p, e, value);
	return e;
}

static mx_node *expression(parser *p)
{
	uint32_t start = p->now.start;
	if (!enter(p))
		return NULL;
	mx_node *e = operators(p, DISJUNCTION);
	if (e && is(p, ":="))
		e = assignment(p, e, start);
	p->depth--;
	return p->lexer.failed ? NULL : e;
}

mx_node *mx_parse(sb_arena *arena, sb_names *names, sb_diag *diag, const mx_text *text)
{
	parser p = {.lexer = {.arena = arena, .names = names, .diag = diag, .text = text}};
	advance(&p);
	mx_node *e = p.lexer.failed ? NULL : expression(&p);
	if (!e || p.lexer.failed)
		return NULL;
	return p.now.kind == MX_T_END ? e : not_ended(&p, "an operator or the end", "check the expression");
}
