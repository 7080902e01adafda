/* Branches that can never hold, because of the values that a call gives: a limiter whose limits are exchanged. */
#include "front/muss/check/muss_check.h"

#include <math.h>

/* A number, or an expression of numbers, parameters and constants of this unit; false: it is not known. */
static bool value_in(const mu_unit *u, const mu_node *e, int depth, double *out)
{
	double a, b;
	if (!e || depth > 20)
		return false;
	if (e->kind == MU_NUMBER) {
		*out = e->number;
		return true;
	}
	if (e->kind == MU_NAME) {
		const mu_symbol *s = mu_find(u, e->name);
		bool held = s && !s->rank && (s->group == MU_PARAMETERS || s->group == MU_CONSTANTS);
		return held && value_in(u, mu_child(s->declared, 1), depth + 1, out);
	}
	if (e->kind == MU_UNARY && e->number == MU_W_MINUS && value_in(u, mu_child(e, 0), depth + 1, &a)) {
		*out = -a;
		return true;
	}
	if (e->kind != MU_BINARY || !value_in(u, mu_child(e, 0), depth + 1, &a) ||
		!value_in(u, mu_child(e, 1), depth + 1, &b))
		return false;
	switch ((int)e->number) {
	case MU_W_PLUS: *out = a + b; return true;
	case MU_W_MINUS: *out = a - b; return true;
	case MU_W_STAR: *out = a * b; return true;
	case MU_W_SLASH: *out = a / b; return b != 0;
	default: return false;
	}
}

/* The same inside of a call: an input has the value of its argument. */
static bool value_of(const mu_unit *caller, const mu_call *call, const mu_node *e, double *out)
{
	const mu_unit *u = call->unit;
	for (uint32_t i = 0; e && e->kind == MU_NAME && i < u->inputs.n; i++)
		if (u->inputs.at[i]->name == e->name)
			return value_in(caller, mu_list(call->node, 1, i), 0, out);
	for (uint32_t i = 0; e && e->kind == MU_NAME && i < mu_length(call->node, 2); i++)
		if (mu_list(call->node, 2, i)->name == e->name)
			return value_in(caller, mu_child(mu_list(call->node, 2, i), 0), 0, out);
	return value_in(u, e, 0, out);
}

/* x > a, a < x and so on: is x above (1) or below (-1) what it is compared with? 0: it is no such comparison. */
static int side_of(const mu_node *c, const mu_node **x, const mu_node **limit)
{
	if (!c || c->kind != MU_BINARY || mu_child(c, 0)->kind != MU_NAME)
		return 0;
	*x = mu_child(c, 0);
	*limit = mu_child(c, 1);
	return c->number == MU_W_GT || c->number == MU_W_GE ? 1 : c->number == MU_W_LT || c->number == MU_W_LE ? -1 : 0;
}

static void check_if(mu_text *t, const mu_unit *caller, const mu_call *call, const mu_node *n)
{
	const mu_node *x[2], *limit[2], *last = mu_list(n, 0, 2);
	double value[2];
	int side[2];
	if (mu_length(n, 0) != 3 || !last || mu_child(last, 0))
		return;
	for (uint32_t i = 0; i < 2; i++)
		if (!(side[i] = side_of(mu_child(mu_list(n, 0, i), 0), &x[i], &limit[i])) ||
			!value_of(caller, call, limit[i], &value[i]))
			return;
	double above = value[side[0] < 0], below = value[side[0] > 0];
	if (side[0] == side[1] || x[0]->name != x[1]->name || !(below > above))
		return;
	sb_message *m = sb_report(t->diag, SB_WARNING, "N0223", call->node->span, "the last branch of '%s' can never hold "
							  "here: '%s' is always above %.6g or below %.6g", call->unit->name, x[0]->name, above,
							  below);
	sb_also(m, last->span, "this branch");
	sb_help(m, "are the two values exchanged?");
}

static void check_calls(mu_text *t, const mu_unit *u)
{
	for (uint32_t i = 0; i < u->calls.n; i++) {
		const mu_unit *called = u->calls.at[i].unit;
		const mu_node *r = called && !called->compiled ? mu_region(called, MU_DYNAMIC) : NULL;
		for (uint32_t k = 0; k < mu_length(r, 0); k++)
			if (mu_list(r, 0, k)->kind == MU_IF)
				check_if(t, u, &u->calls.at[i], mu_list(r, 0, k));
	}
}

void mu_check_limits(mu_text *t)
{
	for (uint32_t i = 0; i < t->units.n; i++)
		check_calls(t, t->units.at[i]);
}
