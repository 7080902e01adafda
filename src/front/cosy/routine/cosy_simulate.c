/* SIMULATE and INITCOND: the statements of experiments that ask for runs. */
#include "front/cosy/routine/cosy_routine.h"

#include <ctype.h>
#include <string.h>

const co_node *co_setting(const co_node *simulate, const char *name)
{
	const co_node *list = co_child(simulate, 2);

	for (uint32_t i = 0; i < co_count(list); i++)
		if (list->of.at[i]->name && strcmp(list->of.at[i]->name, name) == 0)
			return co_child(list->of.at[i], 0);
	return NULL;
}

const char *co_method_of(co_context *c, const co_node *simulate)
{
	const co_node *method = co_setting(simulate, "METHOD");
	const char *text = !method ? NULL : method->kind == CO_TEXT ? method->text : method->name;
	char *lower;

	if (!text)
		return NULL;
	lower = sb_strdup(c->arena, text);
	for (char *at = lower; *at; at++)
		*at = (char)tolower((unsigned char)*at);
	return lower;
}

static sx_ref number(co_scope *s, const co_node *n, sx_type type, const char *what, bool *ok)
{
	sx_ref e = n ? co_typed(s, n, type, what) : 0;

	*ok = *ok && (e || !n);
	return e;
}

static void assign(co_scope *s, const co_node *n, sx_ref target, sx_ref value, sm_statements *out)
{
	sm_statement *st = co_do(s, SM_ASSIGN, n, out);

	st->target = target;
	st->value = value;
}

void co_show_state(co_scope *s, const co_shown_state *shown, uint32_t variable, const co_node *n, sm_statements *out)
{
	const co_symbol *state = shown->symbol;
	sx_pool *p = s->c->pool;
	sx_ref at[CO_RANK_MOST];

	out = co_each_element(s->c, state, n->span, at, out);
	assign(s, n, sx_local(p, shown->local, SX_REAL, at, state->rank),
		   sx_var(p, variable, SX_REAL, at, state->rank), out);
}

static void simulate(co_scope *s, const co_node *n, sm_statements *out)
{
	sm_statement *st = sm_statement_new(s->c->m, SM_SIMULATE, n->span);
	bool ok = true;

	st->from = number(s, co_child(n, 0), SX_REAL, "the start time", &ok);
	st->to = number(s, co_child(n, 1), SX_REAL, "the stop time", &ok);
	st->step = number(s, co_setting(n, "COMINT"), SX_REAL, "COMINT", &ok);
	st->tolerance = number(s, co_setting(n, "TOL"), SX_REAL, "TOL", &ok);
	st->warmup = number(s, co_setting(n, "WARMUP"), SX_REAL, "WARMUP", &ok);
	st->replications = number(s, co_setting(n, "REPLICATIONS"), SX_INTEGER, "the number of REPLICATIONS", &ok);
	st->solver = co_method_of(s->c, n);
	if (st->step && sx_is_const(s->c->pool, st->step) && sx_real_value(s->c->pool, st->step) <= 0) {
		sb_help(
			sb_report(s->c->diag, SB_ERROR, "K0610", co_setting(n, "COMINT")->span, "COMINT must be greater than zero"),
			"it is the interval at which values are stored");
		ok = false;
	}
	if (ok && st->to && sx_is_const(s->c->pool, st->from) && sx_is_const(s->c->pool, st->to) &&
		sx_real_value(s->c->pool, st->to) < sx_real_value(s->c->pool, st->from)) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0618", co_child(n, 1)->span, "the run would end before it begins"),
				"the time after TO must be greater than the time after FROM");
		ok = false;
	}
	if (st->replications && sx_is_const(s->c->pool, st->replications) &&
		sx_real_value(s->c->pool, st->replications) < 1) {
		sb_help(sb_report(s->c->diag, SB_ERROR, "K0617", co_setting(n, "REPLICATIONS")->span,
						  "there must be at least one replication"),
				"leave REPLICATIONS out for one run");
		ok = false;
	}
	if (ok)
		sb_push(s->c->arena, *out, st);
	for (uint32_t i = 0; i < s->c->shown.n; i++) /* states are where the run has left them */
		co_show_state(s, &s->c->shown.at[i], s->c->shown.at[i].symbol->variable, n, out);
	s->simulated = true;
	s->replicated = st->replications &&
					!(sx_is_const(s->c->pool, st->replications) && sx_real_value(s->c->pool, st->replications) <= 1);
}

static bool is_same(const co_node *a, const co_node *b)
{
	if (!a || !b || a->kind != b->kind || a->name != b->name || a->number != b->number || a->of.n != b->of.n)
		return a == b;
	for (uint32_t i = 0; i < a->of.n; i++)
		if (!is_same(a->of.at[i], b->of.at[i]))
			return false;
	return true;
}

/* Its values are found at the start of each run; here it is said that they are to be found. */
static void hold_conditions(co_scope *s, const co_node *n, sm_statements *out)
{
	for (uint32_t i = 0; i < co_count(co_child(n, 0)); i++)
		for (uint32_t k = 0; k < s->c->conditions.n; k++) {
			const co_node *item = co_child(n, 0)->of.at[i], *other = s->c->conditions.at[k].item;
			if (item == other || is_same(co_child(item, 0), co_child(other, 0)))
				assign(s, n, sm_ref(s->c->m, s->c->conditions.at[k].holds), sx_int(s->c->pool, item == other), out);
		}
}

void co_end_condition(co_scope *s, const co_node *target, sm_statements *out)
{
	for (uint32_t k = 0; k < s->c->conditions.n; k++)
		if (is_same(co_child(s->c->conditions.at[k].item, 0), target))
			assign(s, target, sm_ref(s->c->m, s->c->conditions.at[k].holds), sx_int(s->c->pool, 0), out);
}

bool co_do_experiment(co_scope *s, const co_node *n, sm_statements *out)
{
	if (s->place != CO_IN_MONITOR)
		return false;
	if (n->kind == CO_SIMULATE)
		simulate(s, n, out);
	else
		hold_conditions(s, n, out);
	return true;
}
