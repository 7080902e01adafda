/* Expressions, by the precedence of their operators. */
#include <strings.h>

#include "front/muss/syntax/muss_parse.h"

static mu_node *binary(mu_parser *p, int word, mu_node *a, mu_node *b)
{
	if (!a || !b)
		return NULL;
	mu_node *n = mu_node_new(p, MU_BINARY, sb_span_join(a->span, b->span));
	n->number = word;
	mu_add(p, n, a);
	mu_add(p, n, b);
	return n;
}

static mu_node *unary(mu_parser *p, int word, sb_span from, mu_node *a)
{
	if (!a)
		return NULL;
	mu_node *n = mu_node_new(p, MU_UNARY, sb_span_join(from, a->span));
	n->number = word;
	mu_add(p, n, a);
	return n;
}

static bool list_of(mu_parser *p, mu_node *list, int close)
{
	if (mu_take(p, close))
		return true;
	do {
		mu_node *e = mu_expression(p);
		if (!e)
			return false;
		mu_add(p, list, e);
	} while (mu_take(p, MU_W_COMMA));
	return mu_need(p, close, "behind the list");
}

mu_node *mu_reference(mu_parser *p)
{
	sb_span span;
	const char *name = mu_name(p, "a name", &span);
	if (!name)
		return NULL;
	mu_node *n = mu_node_new(p, MU_NAME, span);
	n->name = name;
	n->name_span = span;
	mu_node *subscripts = mu_node_list(p);
	mu_add(p, n, subscripts);
	if (mu_take(p, MU_W_LBRACKET) && !list_of(p, subscripts, MU_W_RBRACKET))
		return NULL;
	mu_node *inner = NULL;
	if (mu_take(p, MU_W_DOT) && !(inner = mu_reference(p)))
		return NULL;
	mu_add(p, n, inner);
	mu_close(p, n);
	return n;
}

/* a, b, k = c): the values in the order of the inputs, then those that have names */
static bool arguments(mu_parser *p, mu_node *call)
{
	mu_node *plain = mu_node_list(p), *named = mu_node_list(p);
	mu_add(p, call, plain);
	mu_add(p, call, named);
	if (mu_take(p, MU_W_RPAREN))
		return true;
	do {
		mu_node *given = NULL, *e;
		if (p->word == MU_W_NAME && p->tokens[p->at + 1].word == MU_W_EQUAL) {
			given = mu_node_new(p, MU_GIVEN, mu_here(p));
			given->name = mu_name(p, "a name", &given->name_span);
			mu_next(p);
		} else if (named->of.n) {
			mu_unexpected(p, "'NAME = ' before each value that follows such a one");
			return false;
		}
		if (!(e = mu_expression(p)))
			return false;
		if (given) {
			mu_add(p, given, e);
			mu_close(p, given);
		}
		mu_add(p, given ? named : plain, given ? given : e);
	} while (mu_take(p, MU_W_COMMA));
	return mu_need(p, MU_W_RPAREN, "behind the list");
}

/* name | name' | name(arguments) */
static mu_node *named(mu_parser *p)
{
	mu_node *name = mu_reference(p), *n = name;
	if (!name)
		return NULL;
	if (mu_take(p, MU_W_PRIME)) {
		n = mu_node_new(p, MU_PRIME, name->span);
		mu_add(p, n, name);
		mu_close(p, n);
	} else if (mu_take(p, MU_W_LPAREN)) {
		n = mu_node_new(p, MU_APPLY, name->span);
		n->name = name->name;
		mu_add(p, n, name);
		if (!arguments(p, n))
			return NULL;
		mu_close(p, n);
	}
	return n;
}

static mu_node *primary(mu_parser *p)
{
	mu_node *n = NULL;
	if (p->word == MU_W_NUMBER) {
		n = mu_node_new(p, MU_NUMBER, mu_here(p));
		n->number = mu_now(p)->number;
		n->name = mu_now(p)->name;
		mu_next(p);
	} else if (p->word == MU_W_TEXT) {
		n = mu_node_new(p, MU_TEXT, mu_here(p));
		n->name = mu_now(p)->name;
		mu_next(p);
	} else if (mu_take(p, MU_W_LPAREN)) {
		n = mu_expression(p);
		return n && mu_need(p, MU_W_RPAREN, "behind the expression") ? n : NULL;
	} else if (p->word == MU_W_NAME) {
		n = named(p);
	} else {
		mu_unexpected(p, "a value");
	}
	return n;
}

static mu_node *power(mu_parser *p)
{
	mu_node *a = primary(p);
	if (!a || p->word != MU_W_POWER)
		return a;
	mu_next(p);
	sb_span from = mu_here(p);
	if (mu_take(p, MU_W_MINUS))                          /* 10^-3 */
		return binary(p, MU_W_POWER, a, unary(p, MU_W_MINUS, from, power(p)));
	return binary(p, MU_W_POWER, a, power(p));
}

static mu_node *factor(mu_parser *p)
{
	sb_span from = mu_here(p);
	int word = p->word;
	if (word != MU_W_MINUS && word != MU_W_PLUS)
		return power(p);
	if (mu_too_deep(p))
		return NULL;
	mu_next(p);
	p->depth++;
	mu_node *n = unary(p, word, from, factor(p));
	p->depth--;
	return n;
}

static mu_node *term(mu_parser *p)
{
	mu_node *a = factor(p);
	while (a && (p->word == MU_W_STAR || p->word == MU_W_SLASH)) {
		int word = p->word;
		mu_next(p);
		a = binary(p, word, a, factor(p));
	}
	return a;
}

static mu_node *sum(mu_parser *p)
{
	mu_node *a = term(p);
	while (a && (p->word == MU_W_PLUS || p->word == MU_W_MINUS)) {
		int word = p->word;
		mu_next(p);
		a = binary(p, word, a, term(p));
	}
	return a;
}

static mu_node *relation(mu_parser *p)
{
	mu_node *a = sum(p);
	if (a && p->word == MU_W_EQUAL && p->depth > 1) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0010", mu_here(p), "'=' defines a variable, and does not compare"),
				"write '==' to compare");
		p->word = MU_W_EQ;
	}
	if (!a || p->word < MU_W_EQ || p->word > MU_W_GE)
		return a;
	int word = p->word;
	mu_next(p);
	mu_node *r = binary(p, word, a, sum(p));
	if (r && p->word >= MU_W_EQ && p->word <= MU_W_GE) {
		sb_help(sb_report(p->diag, SB_ERROR, "N0011", mu_here(p), "two comparisons in a row"),
				"write 'a < b && b < c'");
		mu_fail(p);
		return NULL;
	}
	return r;
}

static mu_node *negation(mu_parser *p)
{
	sb_span from = mu_here(p);
	if (p->word != MU_W_NOT && !mu_is(p, "not"))
		return relation(p);
	if (mu_too_deep(p))
		return NULL;
	mu_next(p);
	p->depth++;
	mu_node *n = unary(p, MU_W_NOT, from, negation(p));
	p->depth--;
	return n;
}

static mu_node *conjunction(mu_parser *p)
{
	mu_node *a = negation(p);
	while (a && (p->word == MU_W_AND || mu_is(p, "and"))) {
		mu_next(p);
		a = binary(p, MU_W_AND, a, negation(p));
	}
	return a;
}

mu_node *mu_expression(mu_parser *p)
{
	if (mu_too_deep(p))
		return NULL;
	p->depth++;
	mu_node *a = conjunction(p);
	while (a && (p->word == MU_W_OR || mu_is(p, "or"))) {
		mu_next(p);
		a = binary(p, MU_W_OR, a, conjunction(p));
	}
	p->depth--;
	return a;
}
