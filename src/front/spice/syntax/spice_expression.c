/* Expressions of parameters and of behavioural sources.
 *
 *     choice   or [? choice : choice]
 *     or       and {|| and}          and   equal {&& equal}
 *     equal    compared {==, != compared}     compared   sum {<, >, <=, >= sum}
 *     sum      product {+, - product}         product    power {*, /, % power}
 *     power    signed [**, ^ power]           signed     {+, -, !} basic
 *     basic    number | name | name(args) | v(node[, node]) | i(device) | (choice) | {choice}
 *
 * A minus before a power belongs to the power: -2^2 is -4.
 */
#include "front/spice/syntax/spice_syntax.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

enum { DEEPEST = 200 };

typedef struct reader {
	sp_context *c;
	const sp_card *card;
	const char *text;                  /* of the card */
	uint32_t at, to, depth;
	bool failed;
} reader;

static sp_expr *choice(reader *r);

static void skip(reader *r)
{
	while (r->at < r->to && isspace((unsigned char)r->text[r->at]))
		r->at++;
}

static sb_span span_from(const reader *r, uint32_t from)
{
	uint32_t to = r->at;
	while (to > from + 1 && isspace((unsigned char)r->text[to - 1]))
		to--;
	return sp_span(r->c, r->card, from, to);
}

static sp_expr *fail(reader *r, uint32_t at, const char *what)
{
	if (!r->failed) {
		uint32_t n = at < r->to ? 1 : 0;
		while (n && at + n < r->to && isalnum((unsigned char)r->text[at]) && isalnum((unsigned char)r->text[at + n]))
			n++;
		sb_report(r->c->diag, SB_ERROR, "L0003", sp_span(r->c, r->card, n ? at : at ? at - 1 : 0, at + n),
				  "%s is expected here, in an expression", what);
	}
	r->failed = true;
	return NULL;
}

static bool take(reader *r, const char *mark)
{
	size_t n = strlen(mark);
	skip(r);
	if (r->to - r->at < n || strncmp(r->text + r->at, mark, n) != 0)
		return false;
	r->at += (uint32_t)n;
	return true;
}

static sp_expr *node(reader *r, sp_expr_kind kind, uint32_t from)
{
	sp_expr *e = sb_new(r->c->arena, sp_expr);
	e->kind = kind;
	e->span = span_from(r, from);
	return e;
}

sp_expr *sp_number_expr(sp_context *c, double value, sb_span span)
{
	sp_expr *e = sb_new(c->arena, sp_expr);
	*e = (sp_expr){.kind = SP_NUMBER, .number = value, .span = span};
	return e;
}

/* v(a, b): names of nodes have other characters than names in expressions. */
static sp_expr *probe(reader *r, uint32_t from, const char *name)
{
	const char *probed[2] = {NULL, NULL};
	int n = 0;
	for (bool more = true; more && n < 2; n++) {
		skip(r);
		uint32_t begin = r->at;
		while (r->at < r->to && !strchr(",() \t\r\n", r->text[r->at]))
			r->at++;
		if (r->at == begin)
			return fail(r, begin, *name == 'v' ? "the name of a node" : "the name of a device");
		probed[n] = sp_lower(r->c->names, r->text + begin, r->at - begin);
		more = take(r, ",");
	}
	if (!take(r, ")"))
		return fail(r, r->at, "')'");
	sp_expr *e = node(r, SP_PROBE, from);
	e->name = name;
	e->probed[0] = probed[0];
	e->probed[1] = probed[1];
	return e;
}

static sp_expr *call(reader *r, uint32_t from, const char *name)
{
	if (!strcmp(name, "v") || !strcmp(name, "i"))
		return probe(r, from, name);
	sp_expr *e = node(r, SP_CALL, from);
	e->name = name;
	while (!take(r, ")")) {
		if (e->args.n && !take(r, ","))
			return fail(r, r->at, "',' or ')'");
		sp_expr *a = choice(r);
		if (!a)
			return NULL;
		sb_push(r->c->arena, e->args, a);
	}
	e->span = span_from(r, from);
	return e;
}

static sp_expr *named(reader *r)
{
	uint32_t from = r->at;
	while (r->at < r->to && (isalnum((unsigned char)r->text[r->at]) || strchr("_.#@", r->text[r->at])))
		r->at++;
	const char *name = sp_lower(r->c->names, r->text + from, r->at - from);
	uint32_t end = r->at;
	if (take(r, "("))
		return call(r, from, name);
	r->at = end;
	sp_expr *e = node(r, SP_NAME, from);
	e->name = name;
	return e;
}

static sp_expr *basic(reader *r)
{
	skip(r);
	uint32_t from = r->at;
	const char *suffix, *end;
	double value;
	if (r->at >= r->to)
		return fail(r, r->at, "a value");
	char mark = r->text[r->at];
	if (mark == '(' || mark == '{') {
		r->at++;
		sp_expr *e = choice(r);
		return !e ? NULL : take(r, mark == '(' ? ")" : "}") ? e : fail(r, r->at, mark == '(' ? "')'" : "'}'");
	}
	if (isalpha((unsigned char)mark) || mark == '_' || mark == '@')
		return named(r);
	if (mark == '+' || mark == '-' || !sp_number(r->text + r->at, &value, &suffix, &end) ||
		end > r->text + r->to)
		return fail(r, r->at, "a value");
	r->at = (uint32_t)(end - r->text);
	sp_expr *e = node(r, SP_NUMBER, from);
	e->number = value;
	return e;
}

static sp_expr *operation(reader *r, sp_expr_kind kind, sp_op op, uint32_t from, sp_expr *a, sp_expr *b)
{
	if (!a || (kind == SP_BINARY && !b))
		return NULL;
	sp_expr *e = node(r, kind, from);
	e->op = op;
	e->of[0] = a;
	e->of[1] = b;
	return e;
}

static sp_expr *power(reader *r);

static sp_expr *signed_power(reader *r)
{
	skip(r);
	uint32_t from = r->at;
	if (++r->depth > DEEPEST)
		return fail(r, r->at, "an expression that is not nested so deeply");
	sp_expr *e;
	bool unequal = r->at + 1 < r->to && r->text[r->at + 1] == '=';
	if (take(r, "-"))
		e = operation(r, SP_UNARY, SP_MINUS, from, signed_power(r), NULL);
	else if (take(r, "+"))
		e = operation(r, SP_UNARY, SP_PLUS, from, signed_power(r), NULL);
	else if (!unequal && (take(r, "!") || take(r, "~")))
		e = operation(r, SP_UNARY, SP_NOT, from, signed_power(r), NULL);
	else
		e = power(r);
	r->depth--;
	return e;
}

static sp_expr *power(reader *r)
{
	skip(r);
	uint32_t from = r->at;
	sp_expr *e = basic(r);
	if (e && (take(r, "**") || take(r, "^")))
		e = operation(r, SP_BINARY, SP_POW, from, e, signed_power(r));
	return e;
}

static const struct { const char *mark; sp_op op; uint8_t level; } operators[] = {
	{"||", SP_OR, 0}, {"&&", SP_AND, 1}, {"==", SP_EQ, 2}, {"!=", SP_NE, 2}, {"<>", SP_NE, 2}, {"<=", SP_LE, 3},
	{">=", SP_GE, 3}, {"<", SP_LT, 3},   {">", SP_GT, 3},  {"+", SP_ADD, 4}, {"-", SP_SUB, 4}, {"*", SP_MUL, 5},
	{"/", SP_DIV, 5}, {"%", SP_MOD, 5},  {"|", SP_OR, 0},  {"&", SP_AND, 1}};

static bool operator_at(reader *r, uint8_t level, sp_op *op)
{
	for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
		if (operators[i].level == level && take(r, operators[i].mark)) {
			*op = operators[i].op;
			return true;
		}
	return false;
}

static sp_expr *level(reader *r, uint8_t at_level)
{
	skip(r);
	uint32_t from = r->at;
	sp_op op;
	if (at_level > 5)
		return signed_power(r);
	sp_expr *e = level(r, (uint8_t)(at_level + 1));
	while (e && operator_at(r, at_level, &op))
		e = operation(r, SP_BINARY, op, from, e, level(r, (uint8_t)(at_level + 1)));
	return e;
}

static sp_expr *choice(reader *r)
{
	skip(r);
	uint32_t from = r->at;
	if (++r->depth > DEEPEST)
		return fail(r, r->at, "an expression that is not nested so deeply");
	sp_expr *e = level(r, 0);
	if (e && take(r, "?")) {
		sp_expr *yes = choice(r), *no = NULL;
		if (yes && !take(r, ":"))
			return fail(r, r->at, "':'");
		no = yes ? choice(r) : NULL;
		if (!no)
			return NULL;
		sp_expr *whole = node(r, SP_CHOICE, from);
		whole->of[0] = e;
		whole->of[1] = yes;
		whole->of[2] = no;
		e = whole;
	}
	r->depth--;
	return e;
}

sp_expr *sp_read_expression(sp_context *c, const sp_card *card, uint32_t from, uint32_t to)
{
	reader r = {.c = c, .card = card, .text = card->text, .at = from, .to = to};
	sp_expr *e = choice(&r);
	skip(&r);
	if (e && r.at < r.to)
		return fail(&r, r.at, "the end, or an operator,");
	return e;
}

sp_expr *sp_word_value(sp_context *c, const sp_card *card, const sp_word *w)
{
	if (w->kind == SP_WORD || w->kind == SP_BRACED)
		return sp_read_expression(c, card, w->from, w->to);
	sb_report(c->diag, SB_ERROR, "L0004", w->span, "a value is expected here");
	return NULL;
}
