/* Cards of controlled and behavioural sources: gains, POLY, VALUE, TABLE, LAPLACE. */
#include "front/spice/check/spice_check.h"

#include <string.h>

typedef struct reading { sp_netlist *n; sp_scope *s; sp_device *d; const sp_words *w; uint32_t at; } reading;

static const sp_word *word(const reading *r)
{
	return &r->w->at[r->at];
}

static bool is(const reading *r, const char *name)
{
	return word(r)->kind == SP_WORD && strcmp(word(r)->name, name) == 0;
}

static void expected(const reading *r, const char *what)
{
	sb_report(r->n->c->diag, SB_ERROR, "L0224", word(r)->kind == SP_END ? r->d->span : word(r)->span, "'%s': %s",
			  r->d->name, what);
}

/* The source whose current controls, by its name. */
static bool take_source(reading *r)
{
	if (word(r)->kind != SP_WORD) {
		expected(r, "the name of a voltage source is expected, whose current controls it");
		return false;
	}
	sp_device *source = sp_find_device(r->s, word(r)->name);
	if (!source || !strchr("vehlb", source->letter)) {
		sb_help(sb_report(r->n->c->diag, SB_ERROR, "L0225", word(r)->span, "there is no voltage source '%s'",
						  word(r)->text),
				"a current is measured by a source of 0 V in the same subcircuit: Vsense A B 0");
		return false;
	}
	sb_push(r->n->c->arena, r->d->sources, source);
	r->at++;
	return true;
}

static bool take_control_node(reading *r)
{
	if (word(r)->kind != SP_WORD) {
		expected(r, "two nodes are expected, whose voltage controls it");
		return false;
	}
	sp_node *node = sp_node_named(r->n, r->s, word(r)->name, word(r)->span);
	node->connections++;
	sb_push(r->n->c->arena, r->d->controls, node);
	r->at++;
	return true;
}

static void take_parentheses(reading *r)
{
	while (word(r)->kind == SP_OPEN || word(r)->kind == SP_CLOSE)
		r->at++;
}

static bool by_current(const reading *r)
{
	return r->d->letter == 'f' || r->d->letter == 'h';
}

/* POLY(n): n pairs of nodes, or n sources, and coefficients. */
static void poly(reading *r)
{
	double dimension = 1;
	const char *suffix, *end;
	r->d->form = SP_POLY;
	r->at++;
	take_parentheses(r);
	if (word(r)->kind == SP_WORD && sp_number(word(r)->text, &dimension, &suffix, &end))
		r->at++;
	if (!(dimension >= 1 && dimension <= 100)) {
		expected(r, "POLY(n) has 1 to 100 dimensions");
		return;
	}
	take_parentheses(r);
	for (int i = 0; i < (int)dimension; i++) {
		bool good = by_current(r) ? take_source(r) : take_control_node(r);
		take_parentheses(r);
		if (!good || (!by_current(r) && !take_control_node(r)))
			return;
		take_parentheses(r);
	}
	for (; word(r)->kind != SP_END; r->at++) {
		const sp_expr *value = sp_word_value(r->n->c, r->d->card, word(r));
		if (!value)
			return;
		sb_push(r->n->c->arena, r->d->args, value);
	}
	if (!r->d->args.n)
		expected(r, "POLY needs its coefficients");
}

/* The rest of the card is one expression. */
static const sp_expr *rest(reading *r)
{
	const sp_word *first = word(r);
	uint32_t last = sp_last_word(r->w);
	if (first->kind == SP_END)
		return NULL;
	if (first->kind == SP_BRACED && r->at == last)
		return sp_word_value(r->n->c, r->d->card, first);
	return sp_read_expression(r->n->c, r->d->card, first->from - (first->kind == SP_BRACED),
							  r->w->at[last].to + (r->w->at[last].kind == SP_BRACED));
}

static void value(reading *r)
{
	r->d->form = SP_VALUE;
	r->at++;
	r->at += word(r)->kind == SP_EQUALS;
	r->d->formula = rest(r);
	if (!r->d->formula)
		expected(r, "an expression is expected");
}

/* TABLE {expression} = (x, y) (x, y) ... */
static void table(reading *r)
{
	r->d->form = SP_TABLE;
	r->at++;
	r->at += word(r)->kind == SP_EQUALS;
	if (word(r)->kind != SP_BRACED) {
		expected(r, "TABLE {EXPRESSION} = (X, Y) ... is expected");
		return;
	}
	r->d->formula = sp_word_value(r->n->c, r->d->card, word(r));
	r->at++;
	r->at += word(r)->kind == SP_EQUALS;
	for (take_parentheses(r); word(r)->kind != SP_END; take_parentheses(r)) {
		const sp_expr *point = sp_word_value(r->n->c, r->d->card, word(r));
		if (!point)
			return;
		sb_push(r->n->c->arena, r->d->args, point);
		r->at++;
	}
	if (r->d->args.n < 4 || r->d->args.n % 2)
		expected(r, "TABLE needs two points at least, each of two values");
}

/* LAPLACE {expression} = {transfer function of s} */
static void laplace(reading *r)
{
	r->d->form = SP_LAPLACE;
	r->at++;
	if (word(r)->kind == SP_BRACED)
		r->d->formula = sp_word_value(r->n->c, r->d->card, &r->w->at[r->at++]);
	r->at += word(r)->kind == SP_EQUALS;
	r->d->transfer = r->d->formula ? rest(r) : NULL;
	if (!r->d->transfer)
		expected(r, "LAPLACE {EXPRESSION} = {FUNCTION OF s} is expected");
}

static void behaviour(reading *r)
{
	bool volt = is(r, "v"), ampere = is(r, "i");
	if (!volt && !ampere) {
		expected(r, "V = EXPRESSION or I = EXPRESSION is expected");
		return;
	}
	r->d->current = ampere;
	value(r);
}

static void linear(reading *r)
{
	r->d->form = SP_LINEAR;
	if (by_current(r)) {
		if (!take_source(r))
			return;
	} else {
		take_parentheses(r);
		if (!take_control_node(r) || !take_control_node(r))
			return;
		take_parentheses(r);
	}
	if (is(r, "gain"))
		r->at += 1 + (r->w->at[r->at + 1].kind == SP_EQUALS);
	r->d->value = word(r)->kind == SP_END ? NULL : sp_word_value(r->n->c, r->d->card, word(r));
	if (!r->d->value) {
		expected(r, "a gain is expected");
		return;
	}
	r->at++;
	r->d->pairs = sp_read_pairs(r->n, r->d->card, r->w, r->at);
	for (uint32_t i = 0; i < r->d->pairs.n; i++)
		if (strcmp(r->d->pairs.at[i].key, "m") || !r->d->pairs.at[i].values.n)
			sb_report(r->n->c->diag, SB_ERROR, "L0209", r->d->pairs.at[i].span, "the device '%s' has no parameter '%s'",
					  r->d->name, r->d->pairs.at[i].key);
}

void sp_read_controlled(sp_netlist *n, sp_scope *s, sp_device *d, const sp_words *w, uint32_t at)
{
	reading r = {.n = n, .s = s, .d = d, .w = w, .at = at};
	if (d->letter == 'w') {
		take_source(&r);
		return;
	}
	if (d->letter == 'b') {
		behaviour(&r);
		return;
	}
	bool voltage = d->letter == 'e' || d->letter == 'g';
	d->current = d->letter == 'g' || d->letter == 'f';
	if (is(&r, "vcvs") || is(&r, "vccs") || is(&r, "cccs") || is(&r, "ccvs"))
		r.at++;
	if (is(&r, "poly"))
		poly(&r);
	else if (voltage && (is(&r, "value") || is(&r, "vol") || is(&r, "cur")))
		value(&r);
	else if (voltage && is(&r, "table"))
		table(&r);
	else if (voltage && is(&r, "laplace"))
		laplace(&r);
	else if (voltage && (is(&r, "freq") || is(&r, "chebyshev") || is(&r, "foster") || is(&r, "delay")))
		sb_report(n->c->diag, SB_ERROR, "L0226", word(&r)->span, "the form '%s' of a controlled source is not there",
				  word(&r)->text);
	else
		linear(&r);
}
