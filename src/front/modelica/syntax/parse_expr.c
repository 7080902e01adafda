/* Expressions: operators, conditions and what they are made of. References, calls and brackets are in parse_call.c. */
#include "front/modelica/syntax/parse.h"

mo_expr *mo_new_expr(mo_parser *p, int kind, uint32_t start)
{
	mo_expr *e = sb_new(p->arena, mo_expr);
	e->kind = (uint8_t)kind;
	e->height = 1;
	e->span = (sb_span){p->source, start, start};
	return e;
}

mo_expr *mo_finish_expr(mo_parser *p, mo_expr *e)
{
	e->span = mo_from(p, e->span.start);
	return e;
}

/* Puts a child into an expression. Long chains of operators are read by loops but make high trees, so height is limited
 * here and not by mo_deeper. */
void mo_adopt(mo_parser *p, mo_expr *e, mo_expr *child)
{
	if (child && child->height >= e->height) {
		e->height = (uint16_t)(child->height + 1);
		if (e->height > MO_MAX_HEIGHT) {
			sb_message *m = mo_error(p, "M0110", mo_from(p, child->span.start),
				"this expression has more than %d operators in a row",
				MO_MAX_HEIGHT);
			mo_help(m, "use sum({...}) or product({...}), or split the expression");
			e->height = 1;
			mo_fail(p);
		}
	}
	mo_push(p, e->a, child);
}

static mo_expr *binary(mo_parser *p, int op, sb_span op_span, mo_expr *left, mo_expr *right, uint32_t start)
{
	mo_expr *e = mo_new_expr(p, MO_E_BINARY, start);
	e->op = (uint8_t)op;
	e->op_span = op_span;
	e->a.at = sb_new_array(p->arena, mo_expr *, 2);
	e->a.cap = 2;
	mo_adopt(p, e, left);
	mo_adopt(p, e, right);
	return mo_finish_expr(p, e);
}

static mo_expr *unary(mo_parser *p, int op, sb_span op_span, mo_expr *operand, uint32_t start)
{
	mo_expr *e = mo_new_expr(p, MO_E_UNARY, start);
	e->op = (uint8_t)op;
	e->op_span = op_span;
	mo_adopt(p, e, operand);
	return mo_finish_expr(p, e);
}

bool mo_starts_expression(int word)
{
	switch (word) {
	case MO_W_IDENT: case MO_W_NUMBER: case MO_W_STRING: case MO_W_TRUE: case MO_W_FALSE: case MO_W_LPAREN:
	case MO_W_LBRACKET:
	case MO_W_LBRACE:
	case MO_W_DOT:
	case MO_W_DER:
	case MO_W_INITIAL:
	case MO_W_PURE:
	case MO_W_PLUS:
	case MO_W_MINUS: case MO_W_DOT_PLUS: case MO_W_DOT_MINUS: case MO_W_NOT: case MO_W_IF:
		return true;
	default:
		return false;
	}
}

/* ------------------------------------------------------------------ primary */

static mo_expr *factor(mo_parser *p);

/* Operators that bind looser than what stands around them: a * -b, 2^-3, a == not b, 1 + if c then ... They are read as
 * if they had the parentheses that the grammar asks for. */
static mo_expr *needs_parentheses(mo_parser *p)
{
	uint32_t start = mo_start(p);
	sb_span op_span = mo_here(p);
	int word = p->word;
	sb_message *m = mo_error(p, "M0133", op_span, "'%s' needs parentheses here", mo_word_text(word));
	mo_help(m, "put it and what it applies to in parentheses: (%s ...)", mo_word_text(word));
	if (!mo_deeper(p))
		return mo_new_expr(p, MO_E_REF, start);
	mo_expr *e;
	if (word == MO_W_IF) {
		e = mo_read_expression(p);
	} else {
		static const uint8_t ops[MO_W_COUNT] = {[MO_W_PLUS] = MO_OP_PLUS, [MO_W_MINUS] = MO_OP_MINUS,
			[MO_W_DOT_PLUS] = MO_OP_PLUS,
			[MO_W_DOT_MINUS] = MO_OP_MINUS, [MO_W_NOT] = MO_OP_NOT};
		mo_next(p);
		mo_expr *operand = word == MO_W_NOT ? mo_read_expression(p) : factor(p);
		e = unary(p, ops[word], op_span, operand, start);
	}
	p->depth--;
	return e;
}

static mo_expr *no_expression(mo_parser *p)
{
	mo_expr *none = mo_new_expr(p, MO_E_REF, mo_start(p));
	bool keyword = p->word >= MO_FIRST_KEYWORD && p->word <= MO_LAST_KEYWORD;
	if (keyword) {
		int next = mo_peek(p);
		bool operand = next == MO_W_SEMICOLON || next == MO_W_RPAREN || next == MO_W_COMMA || next == MO_W_DOT
			|| (next >= MO_W_EQ && next <= MO_W_DOT_CARET) || next == MO_W_EQUAL;
		if (operand && p->word != MO_W_THEN && p->word != MO_W_ELSE && p->word != MO_W_LOOP && p->word != MO_W_END)
			return mo_read_reference(p);
	}
	mo_unexpected(p, "an expression");
	return none;
}

static mo_expr *literal(mo_parser *p, int kind)
{
	const mo_token *t = mo_token_now(p);
	mo_expr *e = mo_new_expr(p, kind, t->start);
	e->number = t->id == MO_W_TRUE ? 1 : t->number;
	e->text = kind == MO_E_STRING ? t->word : NULL;
	mo_next(p);
	return mo_finish_expr(p, e);
}

/* "(" output_expression_list ")" [ array_subscripts ], and subscripts after a call, which 3.6 does not have either */
static mo_expr *subscripted(mo_parser *p, mo_expr *base, uint32_t start)
{
	if (p->word != MO_W_LBRACKET)
		return base;
	mo_expr *e = mo_new_expr(p, MO_E_SUBSCRIPTED, start);
	mo_part part = {.subscripted = true, .span = mo_here(p)};
	mo_adopt(p, e, base);
	mo_read_subscripts(p, &part.subscripts);
	for (uint32_t i = 0; i < part.subscripts.n; i++) {
		if (part.subscripts.at[i]->height >= e->height)
			e->height = (uint16_t)(part.subscripts.at[i]->height + 1);
	}
	part.span = mo_from(p, part.span.start);
	mo_push(p, e->parts, part);
	return mo_finish_expr(p, e);
}

static bool in_subscripts(const mo_parser *p)
{
	const mo_bracket *b = p->bracket;
	while (b && b->close != MO_W_RBRACKET)
		b = b->outer;
	return b != NULL;
}

/* primary: NUMBER | STRING | false | true | component_reference [ function_call_args ]
 *        | ( der | initial | pure ) function_call_args | "(" output_expression_list ")" [ array_subscripts ]
 *        | "[" expression_list { ";" expression_list } "]" | "{" array_arguments "}" | end */
static mo_expr *primary(mo_parser *p)
{
	uint32_t start = mo_start(p);
	switch (p->word) {
	case MO_W_NUMBER: return literal(p, mo_token_now(p)->integer ? MO_E_INTEGER : MO_E_REAL);
	case MO_W_STRING: return literal(p, MO_E_STRING);
	case MO_W_TRUE: case MO_W_FALSE: return literal(p, MO_E_BOOLEAN);
	case MO_W_END: return in_subscripts(p) ? literal(p, MO_E_END) : no_expression(p);
	case MO_W_DOT: case MO_W_IDENT: {
		mo_expr *e = mo_read_reference(p);
		return p->word == MO_W_LPAREN ? subscripted(p, mo_read_call_args(p, e), start) : e;
	}
	case MO_W_DER: case MO_W_INITIAL: case MO_W_PURE: return mo_read_call(p);
	case MO_W_LPAREN: return subscripted(p, mo_read_parentheses(p), start);
	case MO_W_LBRACKET: return subscripted(p, mo_read_matrix(p), start);
	case MO_W_LBRACE: return subscripted(p, mo_read_array(p), start);
	case MO_W_PLUS: case MO_W_MINUS: case MO_W_DOT_PLUS: case MO_W_DOT_MINUS: case MO_W_NOT: case MO_W_IF:
		return needs_parentheses(p);
	default: return no_expression(p);
	}
}

/* --------------------------------------------------------------- operators */

/* factor: primary [ ( "^" | ".^" ) primary ] */
static mo_expr *factor(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *e = primary(p);
	bool second = false;
	while (p->word == MO_W_CARET || p->word == MO_W_DOT_CARET) {
		int op = p->word == MO_W_CARET ? MO_OP_POW : MO_OP_EPOW;
		sb_span op_span = mo_here(p);
		if (second) {
			sb_message *m = mo_error(p, "M0133", op_span, "a power of a power needs parentheses");
			mo_help(m, "write (a^b)^c or a^(b^c)");
		}
		mo_next(p);
		e = binary(p, op, op_span, e, primary(p), start);
		second = true;
	}
	return e;
}

/* term: factor { mul_op factor } */
static mo_expr *term(mo_parser *p)
{
	static const uint8_t ops[MO_W_COUNT] = {[MO_W_STAR] = MO_OP_MUL, [MO_W_SLASH] = MO_OP_DIV,
		[MO_W_DOT_STAR] = MO_OP_EMUL,
		[MO_W_DOT_SLASH] = MO_OP_EDIV};
	uint32_t start = mo_start(p);
	mo_expr *e = factor(p);
	while (ops[p->word]) {
		int op = ops[p->word];
		sb_span op_span = mo_here(p);
		mo_next(p);
		e = binary(p, op, op_span, e, factor(p), start);
	}
	return e;
}

/* arithmetic_expression: [ add_op ] term { add_op term } */
static mo_expr *arithmetic_expression(mo_parser *p)
{
	static const uint8_t ops[MO_W_COUNT] = {[MO_W_PLUS] = MO_OP_ADD, [MO_W_MINUS] = MO_OP_SUB,
		[MO_W_DOT_PLUS] = MO_OP_EADD,
		[MO_W_DOT_MINUS] = MO_OP_ESUB};
	uint32_t start = mo_start(p);
	mo_expr *e;
	if (ops[p->word]) {
		int op = p->word == MO_W_PLUS || p->word == MO_W_DOT_PLUS ? MO_OP_PLUS : MO_OP_MINUS;
		sb_span op_span = mo_here(p);
		mo_next(p);
		e = unary(p, op, op_span, term(p), start);
	} else {
		e = term(p);
	}
	while (ops[p->word]) {
		int op = ops[p->word];
		sb_span op_span = mo_here(p);
		mo_next(p);
		e = binary(p, op, op_span, e, term(p), start);
	}
	return e;
}

/* relation: arithmetic_expression [ ( "<" | "<=" | ">" | ">=" | "==" | "<>" ) arithmetic_expression ] */
static mo_expr *relation(mo_parser *p)
{
	static const uint8_t ops[MO_W_COUNT] = {[MO_W_LT] = MO_OP_LT, [MO_W_LE] = MO_OP_LE, [MO_W_GT] = MO_OP_GT,
		[MO_W_GE] = MO_OP_GE, [MO_W_EQ] = MO_OP_EQ, [MO_W_NE] = MO_OP_NE};
	uint32_t start = mo_start(p);
	mo_expr *e = arithmetic_expression(p);
	bool second = false;
	while (ops[p->word]) {
		int op = ops[p->word];
		sb_span op_span = mo_here(p);
		if (second) {
			sb_message *m = mo_error(p, "M0133", op_span, "comparisons cannot be chained");
			mo_help(m, "write a < b and b < c");
		}
		mo_next(p);
		e = binary(p, op, op_span, e, arithmetic_expression(p), start);
		second = true;
	}
	return e;
}

/* logical_factor: [ not ] relation */
static mo_expr *logical_factor(mo_parser *p)
{
	uint32_t start = mo_start(p);
	sb_span op_span = mo_here(p);
	if (mo_accept(p, MO_W_NOT))
		return unary(p, MO_OP_NOT, op_span, relation(p), start);
	return relation(p);
}

/* logical_term: logical_factor { and logical_factor } */
static mo_expr *logical_term(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *e = logical_factor(p);
	while (p->word == MO_W_AND) {
		sb_span op_span = mo_here(p);
		mo_next(p);
		e = binary(p, MO_OP_AND, op_span, e, logical_factor(p), start);
	}
	return e;
}

/* logical_expression: logical_term { or logical_term } */
static mo_expr *logical_expression(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *e = logical_term(p);
	while (p->word == MO_W_OR) {
		sb_span op_span = mo_here(p);
		mo_next(p);
		e = binary(p, MO_OP_OR, op_span, e, logical_term(p), start);
	}
	return e;
}

/* simple_expression: logical_expression [ ":" logical_expression [ ":" logical_expression ] ] */
static mo_expr *simple_expression(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *e = logical_expression(p);
	if (p->word != MO_W_COLON)
		return e;
	mo_expr *range = mo_new_expr(p, MO_E_RANGE, start);
	mo_adopt(p, range, e);
	while (range->a.n < 3 && mo_accept(p, MO_W_COLON))
		mo_adopt(p, range, logical_expression(p));
	return mo_finish_expr(p, range);
}

/* A condition before `then` or `loop`: `=` is read as `==`, with a message. */
mo_expr *mo_read_condition(mo_parser *p)
{
	uint32_t start = mo_start(p);
	mo_expr *e = mo_read_expression(p);
	if (p->word != MO_W_EQUAL && p->word != MO_W_ASSIGN)
		return e;
	sb_span op_span = mo_here(p);
	sb_message *m = mo_error(p, "M0134", op_span, "a condition compares with '==', not with '%s'",
		mo_word_text(p->word));
	mo_help(m, "write '=='; Reals that vary are compared with '>=' or '<='");
	mo_next(p);
	return binary(p, MO_OP_EQ, op_span, e, mo_read_expression(p), start);
}

static bool expect_then(mo_parser *p, const char *after)
{
	if (mo_accept(p, MO_W_THEN))
		return true;
	if (mo_starts_expression(p->word) || p->word == MO_W_ELSE || p->word == MO_W_SEMICOLON) {
		sb_message *m = mo_error(p, "M0135", mo_after_last(p), "expected 'then' after %s", after);
		mo_help(m, "an if-expression is written: if condition then a else b");
		return p->word != MO_W_SEMICOLON;
	}
	return mo_expect(p, MO_W_THEN, "'then'");
}

static bool ends_expression(const mo_parser *p)
{
	return p->word == MO_W_SEMICOLON || p->word == MO_W_RPAREN || p->word == MO_W_COMMA || p->word == MO_W_RBRACE
		|| p->word == MO_W_RBRACKET || p->word == MO_W_STRING || (p->word >= MO_FIRST_KEYWORD
			&& p->word <= MO_LAST_KEYWORD);
}

/* expression: simple_expression
 *   | if expression then expression { elseif expression then expression } else expression */
static mo_expr *if_expression(mo_parser *p)
{
	mo_expr *e = mo_new_expr(p, MO_E_IF, mo_start(p));
	sb_span begin = mo_here(p);
	do {
		mo_next(p);
		mo_adopt(p, e, mo_read_condition(p));
		if (expect_then(p, "the condition"))
			mo_adopt(p, e, mo_read_expression(p));
		while (mo_word_is(p, "elsif") || mo_word_is(p, "elif") || mo_word_is(p, "elseIf")) {
			sb_message *m = mo_error(p, "M0136", mo_here(p), "'%s' is not a word of Modelica", mo_token_now(p)->word);
			mo_help(m, "write 'elseif'");
			p->word = MO_W_ELSEIF;
		}
	} while (p->word == MO_W_ELSEIF);
	if (mo_accept(p, MO_W_ELSE)) {
		mo_adopt(p, e, mo_read_expression(p));
	} else if (!ends_expression(p)) {
		mo_expect(p, MO_W_ELSE, "'else' or an operator");
	} else {
		sb_message *m = mo_error(p, "M0135", mo_after_last(p), "this if-expression has no 'else'");
		mo_also(m, begin, "the 'if'");
		mo_help(m, "an expression has a value in every case: if condition then a else b");
	}
	return mo_finish_expr(p, e);
}

mo_expr *mo_read_expression(mo_parser *p)
{
	if (!mo_deeper(p))
		return mo_new_expr(p, MO_E_REF, mo_start(p));
	mo_expr *e = p->word == MO_W_IF ? if_expression(p) : simple_expression(p);
	p->depth--;
	return e;
}
