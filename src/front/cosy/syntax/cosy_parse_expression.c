/* Expressions.
 *
 *     expression = IF expression THEN expression { ELSEIF expression THEN expression } ELSE expression | disjunction.
 *     disjunction = conjunction { OR conjunction }.          conjunction = negation { AND negation }.
 *     negation = NOT negation | relation.                    relation = sum [ ( "=" | "<>" | "<" | ... ) sum ].
 *     sum = term { ( "+" | "-" ) term }.                     term = factor { ( "*" | "/" | DIV | MOD ) factor }.
 *     factor = ( "+" | "-" ) factor | power.                 power = primary [ ( "**" | "^" ) factor ].
 *
 * AND and OR bind less than comparisons, other than in Pascal: programs with its parentheses mean the same, those
 * without mean what they look like.
 */
#include "front/cosy/syntax/cosy_parse_inside.h"

#include <string.h>

enum { LONGEST = 2000 };
enum { OR_LEVEL, AND_LEVEL, RELATION_LEVEL, SUM_LEVEL, TERM_LEVEL, POWER_LEVEL };

static int level_of(const co_parser *p)
{
	switch (p->word) {
	case CO_W_OR: return OR_LEVEL;
	case CO_W_AND: return AND_LEVEL;
	case CO_W_EQUAL: return p->no_equal ? -1 : RELATION_LEVEL;
	case CO_W_NE: case CO_W_LT: case CO_W_LE: case CO_W_GT: case CO_W_GE: return RELATION_LEVEL;
	case CO_W_PLUS: case CO_W_MINUS: return SUM_LEVEL;
	case CO_W_STAR: case CO_W_SLASH: case CO_W_DIV: case CO_W_MOD: return TERM_LEVEL;
	case CO_W_POWER: return POWER_LEVEL;
	case CO_W_ARROW: return p->in_arguments ? -1 : RELATION_LEVEL;      /* X<-3, which is said below */
	default: return -1;
	}
}

bool co_begins_expression(const co_parser *p)
{
	switch (p->word) {
	case CO_W_IDENT:
	case CO_W_NUMBER:
	case CO_W_TEXT:
	case CO_W_LPAREN:
	case CO_W_PLUS:
	case CO_W_MINUS:
	case CO_W_NOT:
	case CO_W_IF:
	case CO_W_NEW:
		return true;
	default:
		return false;
	}
}

static co_node *binary(co_parser *p, co_node *left, int level);
static co_node *factor(co_parser *p);

/* Inside of parentheses and brackets a `=` compares and an arrow is no arrow. */
static co_node *inside(co_parser *p)
{
	bool no_equal = p->no_equal, in_arguments = p->in_arguments;
	p->no_equal = p->in_arguments = false;
	co_node *e = co_expression(p);
	p->no_equal = no_equal;
	p->in_arguments = in_arguments;
	return e;
}

/* arguments = "(" [ expression { "," expression } ] ")". */
co_node *co_arguments(co_parser *p)
{
	co_node *list = co_list(p);
	if (!co_accept(p, CO_W_LPAREN))
		return list;
	if (p->word != CO_W_RPAREN) {
		do
			co_add(p, list, inside(p));
		while (co_accept(p, CO_W_COMMA));
	}
	co_expect(p, CO_W_RPAREN);
	return co_done(p, list);
}

/* reference = name [ "[" expression { "," expression } "]" ] [ "." reference ]. */
co_node *co_reference(co_parser *p)
{
	co_node *n = co_make(p, CO_NAME), *subscripts = co_list(p), *rest = NULL;
	if (!co_name(p, n, "a name"))
		return n;
	if (co_accept(p, CO_W_LBRACKET)) {
		do
			co_add(p, subscripts, inside(p));
		while (co_accept(p, CO_W_COMMA));
		co_expect(p, CO_W_RBRACKET);
	}
	if (p->word == CO_W_DOT && co_peek(p, 1) == CO_W_IDENT && co_deeper(p)) {
		co_next(p);
		rest = co_reference(p);
		p->depth--;
	}
	co_add(p, n, subscripts);
	co_add(p, n, rest);
	return co_done(p, n);
}

/* names = reference { "," reference }. */
co_node *co_names(co_parser *p)
{
	co_node *list = co_list(p);
	do
		co_add(p, list, co_reference(p));
	while (co_accept(p, CO_W_COMMA));
	return co_done(p, list);
}

/* signature = "(" [ names ] "<-" [ names ] ")". */
void co_signature(co_parser *p, co_node *node)
{
	co_node *outputs = co_list(p), *inputs = co_list(p);
	if (co_accept(p, CO_W_LPAREN)) {
		if (p->word == CO_W_IDENT)
			outputs = co_names(p);
		if (p->word == CO_W_RPAREN && outputs->of.n) {
			sb_message *m = co_error(p, "K0110", co_here(p), "expected '<-' between outputs and inputs, found ')'");
			co_help(m, "write (outputs <- inputs), with an empty side where there are none: (X <- )");
		} else if (p->word != CO_W_RPAREN) {
			co_expect(p, CO_W_ARROW);
			if (p->word == CO_W_IDENT)
				inputs = co_names(p);
		}
		co_expect(p, CO_W_RPAREN);
	}
	co_add(p, node, outputs);
	co_add(p, node, inputs);
}

co_node *co_primes(co_parser *p, co_node *name)
{
	if (p->word != CO_W_PRIME && p->word != CO_W_STAR_PRIME)
		return name;
	co_node *n = co_make_like(p, CO_PRIME, name);
	n->name = name->name;
	n->name_span = name->name_span;
	co_add(p, n, name);
	while (p->word == CO_W_PRIME || p->word == CO_W_STAR_PRIME) {
		n->number++;
		co_next(p);
	}
	return co_done(p, n);
}

static co_node *apply(co_parser *p, co_node *name)
{
	co_node *n = co_make_like(p, CO_APPLY, name);
	n->name = name->name;
	n->name_span = name->name_span;
	bool der = strcmp(name->name, "DER") == 0;
	if (name->of.n == 2 && (name->of.at[0]->of.n || name->of.at[1])) {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected an operator, found '('");
		co_help(m, "subscripts stand in brackets: [1]; only functions have arguments in parentheses");
		co_fail(p);
		return name;
	}
	co_add(p, n, co_arguments(p));
	co_done(p, n);
	co_node *list = n->of.at[0];
	if (der && list->of.n == 1 && list->of.at[0] && list->of.at[0]->kind == CO_NAME) {
		sb_message *m = co_error(p, "K0123", n->name_span, "the derivative of %s is not written with DER",
			list->of.at[0]->name);
		co_help(m, "write %s'", list->of.at[0]->name);
	}
	return n;
}

static co_node *name_or_call(co_parser *p)
{
	co_node *n = co_reference(p);
	if (p->word == CO_W_LPAREN)
		return apply(p, n);
	return co_primes(p, n);
}

static co_node *literal(co_parser *p, co_kind kind)
{
	co_node *n = co_make(p, kind);
	const co_token *t = co_now(p);
	if (kind == CO_TEXT)
		n->text = t->name;
	else
		n->name = t->name;
	n->number = t->number;
	n->name_span = n->span;
	co_next(p);
	return co_done(p, n);
}

static co_node *new_process(co_parser *p)
{
	co_node *n = co_make(p, CO_NEW);
	co_next(p);
	co_name(p, n, "a name of a class of processes");
	co_add(p, n, co_arguments(p));
	return co_done(p, n);
}

/* primary = number | text | reference | reference "'" | name arguments | NEW name [ arguments ] | "(" expression
 * ")". */
static co_node *primary(co_parser *p)
{
	switch (p->word) {
	case CO_W_NUMBER: return literal(p, CO_NUMBER);
	case CO_W_TEXT: return literal(p, CO_TEXT);
	case CO_W_IDENT: return name_or_call(p);
	case CO_W_NEW: return new_process(p);
	case CO_W_LPAREN: {
		co_next(p);
		co_node *e = inside(p);
		co_expect(p, CO_W_RPAREN);
		return e;
	}
	case CO_W_STAR_PRIME: {
		sb_message *m = co_error(p, "K0110", co_here(p), "expected an expression, found '*'");
		co_help(m, "X* = ... is the old spelling of X' = ..., at the head of an equation");
		co_fail(p);
		return co_make(p, CO_NUMBER);
	}
	default: {
		co_node *n = co_make(p, CO_NUMBER);
		co_unexpected(p, "an expression");
		return n;
	}
	}
}

static co_node *operation(co_parser *p, co_node *n, int word, sb_span name_span)
{
	n->name = sb_intern(p->names, co_word_text(word));
	n->name_span = name_span;
	return n;
}

static co_node *factor(co_parser *p)
{
	if (!co_deeper(p))
		return co_make(p, CO_NUMBER);
	co_node *n;
	if (p->word == CO_W_PLUS || p->word == CO_W_MINUS) {
		n = operation(p, co_make(p, CO_UNARY), p->word, co_shown(p, p->at));
		co_next(p);
		co_add(p, n, factor(p));
		co_done(p, n);
	} else {
		n = binary(p, primary(p), POWER_LEVEL);
	}
	p->depth--;
	return n;
}

static co_node *negation(co_parser *p)
{
	if (p->word != CO_W_NOT)
		return factor(p);
	if (!co_deeper(p))
		return co_make(p, CO_NUMBER);
	co_node *n = operation(p, co_make(p, CO_UNARY), CO_W_NOT, co_shown(p, p->at));
	co_next(p);
	co_add(p, n, binary(p, negation(p), RELATION_LEVEL));
	p->depth--;
	return co_done(p, n);
}

static void chained(co_parser *p, const co_node *left)
{
	if (left->kind != CO_BINARY || !strchr("=<>", left->name[0]))
		return;
	sb_message *m = co_error(p, "K0126", co_here(p), "two comparisons follow each other");
	co_help(m, "write A < B AND B < C, or put one of them into parentheses");
}

/* The tree of A + B + C + ... is as deep as it is long. */
static void too_long(co_parser *p)
{
	sb_message *m = co_error(p, "K0119", co_here(p), "this expression has more than %d operators in a row", LONGEST);
	co_help(m, "divide it: give parts of it to variables, or add up an array in a FOR");
	co_fail(p);
}

/* Reads operators of this level and those that bind more, after `left`. */
static co_node *binary(co_parser *p, co_node *left, int level)
{
	bool compared = false;
	uint32_t count = 0;
	for (int found; (found = level_of(p)) >= level;) {
		co_node *n = operation(p, co_make_like(p, CO_BINARY, left), p->word, co_shown(p, p->at));
		if (p->word == CO_W_ARROW) {
			sb_message *m = co_error(p, "K0128", co_here(p),
				"'<-' is the arrow between outputs and inputs, not a comparison with a negative number");
			co_help(m, "write < - with a space between");
			n->name = sb_intern(p->names, "<");
		}
		if (found == RELATION_LEVEL && compared)
			chained(p, left);
		if (++count > LONGEST)
			too_long(p);
		co_next(p);
		co_node *right = found <= AND_LEVEL ? negation(p) : factor(p);
		/* A power takes all powers to its right; the others go from left to right. */
		right = binary(p, right, found == POWER_LEVEL ? POWER_LEVEL : found + 1);
		co_add(p, n, left);
		co_add(p, n, right);
		compared = found == RELATION_LEVEL;
		left = co_done(p, n);
	}
	return left;
}

static co_node *choice(co_parser *p)
{
	co_node *n = co_make(p, CO_CHOICE);
	if (!co_deeper(p))
		return n;
	sb_span start = co_here(p);
	co_next(p);
	co_add(p, n, inside(p));
	co_expect(p, CO_W_THEN);
	co_add(p, n, co_expression(p));
	if (p->word == CO_W_ELSEIF) {
		co_add(p, n, choice(p));
	} else if (co_accept(p, CO_W_ELSE)) {
		co_add(p, n, co_expression(p));
	} else if (p->word != CO_W_NOTHING) {
		sb_message *m = co_error(p, "K0127", start, "this IF stands for a value and has no ELSE");
		co_help(m, "write IF ... THEN ... ELSE ..., so that it has a value in every case");
		co_add(p, n, co_make(p, CO_NUMBER));
	}
	p->depth--;
	return co_done(p, n);
}

co_node *co_expression(co_parser *p)
{
	if (p->word == CO_W_IF)
		return choice(p);
	return binary(p, negation(p), OR_LEVEL);
}

co_node *co_expression_no_equal(co_parser *p)
{
	bool before = p->no_equal;
	p->no_equal = true;
	co_node *e = co_expression(p);
	p->no_equal = before;
	return e;
}

co_node *co_expression_from(co_parser *p, co_node *left)
{
	bool before = p->no_equal;
	p->no_equal = true;
	left = binary(p, binary(p, left, POWER_LEVEL), OR_LEVEL);
	p->no_equal = before;
	return left;
}
