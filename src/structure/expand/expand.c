/* Expand: every equation of the model as plain equations. A family stays one equation where it can (family.c);
 * otherwise it gives one for each point of its domain. What becomes of if-equations is in switch.c. */
#include "base/stop.h"
#include "structure/expand/expand.h"

#include <stdio.h>

void ss_each_point(ss_work *w, const sm_domain *domain, ss_point *at, void (*f)(ss_work *, ss_point *, void *),
				   void *context)
{
	uint32_t base = at->iterators.n, d;

	for (d = 0; d < domain->n; d++) {
		if (domain->at[d].to < domain->at[d].from)
			return;
	}
	for (d = 0; d < domain->n; d++) {
		sb_push(w->scratch, at->iterators, domain->at[d].iterator);
		sb_push(w->scratch, at->values, domain->at[d].from);
	}
	for (;;) {
		f(w, at, context);
		for (d = domain->n; d-- > 0;) {
			if (++at->values.at[base + d] <= domain->at[d].to)
				break;
			at->values.at[base + d] = domain->at[d].from;
		}
		if (d == UINT32_MAX)
			break;
	}
	at->iterators.n = at->values.n = base;
}

const char *ss_component(ss_work *w, const sm_equation *q, const ss_point *at)
{
	if (!q->component || !q->component_rank || !at || at->values.n < q->component_rank)
		return q->component ? q->component : "";
	sb_text text = {0};
	sm_equation_component(q, at->values.at, &text);
	return sb_intern_text(w->model->names, &text);
}

static ss_equation begin(ss_work *w, const sm_equation *q, const ss_point *at, ss_form form)
{
	return (ss_equation){ .form = form, .origin = q, .span = q->span, .component = ss_component(w, q, at) };
}

void ss_elements(ss_work *w, sx_ref var, sm_exprs *out)
{
	const sx_node *node = sx_at(w->pool, var);
	uint32_t number = node->payload;

	if (node->op != SX_VAR)
		return;
	if (node->count || sm_var(w->model, number)->rank == 0) {
		sb_push(w->scratch, *out, var);
		return;
	}
	for (uint32_t i = 0; i < sm_var(w->model, number)->count; i++)
		sb_push(w->scratch, *out, sm_ref_at(w->model, number, i));
}

static void expand_call(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out)
{
	ss_equation one = begin(w, q, at, SS_FORM_CALL);

	one.rhs = ss_tidy(w, at, q->rhs);
	for (uint32_t i = 0; i < q->targets.n; i++) {
		sx_ref target = q->targets.at[i] ? ss_tidy(w, at, q->targets.at[i]) : 0;
		sb_push(w->arena, one.results, target);
		if (target)
			ss_elements(w, target, &one.targets);
	}
	sb_push(w->scratch, *out, one);
}

sx_ref ss_all_of(ss_work *w, sx_ref a, sx_ref b)
{
	return !a ? b : !b ? a : sx_binary(w->pool, SX_AND, a, b);
}

static void expand_assert(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, bool initial)
{
	sx_ref condition = ss_tidy(w, at, q->lhs);

	if (initial) {                   /* once, when the initial values are known */
		sx_ref first = sx_make(w->pool, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0);
		first = guard ? sx_binary(w->pool, SX_AND, first, sx_unary(w->pool, SX_NOEVENT, guard)) : first;
		ss_add_action(w, SS_ASSERT, first, at, sx_unary(w->pool, SX_NOEVENT, q->lhs), q->rhs, q->level, q->span,
					  ss_component(w, q, at));
		return;
	}
	if (guard)
		condition = sx_binary(w->pool, SX_OR, sx_unary(w->pool, SX_NOT, guard), condition);
	ss_action a = { .kind = SS_ASSERT, .condition = condition, .value = ss_tidy(w, at, q->rhs), .level = q->level,
		.clock_var = ss_expanding_of(w)->under_clock, .span = q->span, .component = ss_component(w, q, at) };
	sb_push(w->arena, w->plan->asserts, a);
}

/* A when with a clock: its equations are equations like any other, and have this clock. */
static void expand_clocked(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out)
{
	sx_ref clock = ss_tidy(w, at, q->branches.at[0].condition);
	uint32_t first = out->n;

	if (sx_op_of(w->pool, clock) != SX_VAR) {
		sx_ref named = ss_named_variable(w, "when_clock", ++ss_expanding_of(w)->clocked_whens, SX_CLOCK, q->span, "");
		ss_equation one = begin(w, q, at, SS_FORM_EQUAL);
		one.lhs = one.written_lhs = named;
		one.rhs = one.written_rhs = clock;
		sb_push(w->scratch, *out, one);
		clock = named;
	}
	ss_expanding_of(w)->under_clock = clock;
	ss_expand_bodies(w, &q->branches.at[0].body, at, 0, out, false);
	ss_expanding_of(w)->under_clock = 0;
	for (uint32_t i = first; i < out->n; i++)
		out->at[i].clock_var = clock;
}

typedef struct here { const sm_equation *q; sx_ref guard; ss_equations *out; bool initial; } here;

static void expand_point(ss_work *w, ss_point *at, void *context)
{
	const here *h = context;
	const sm_equation *q = h->q;
	ss_equation one;
	bool single;

	w->here = q->span;
	switch (q->kind) {
	case SM_EQUAL:
		one = begin(w, q, at, SS_FORM_EQUAL);
		single = !at->iterators.n && !h->guard && h->out == &w->equations;
		one.lhs = one.written_lhs = single ? ss_tidy_side(w, q->lhs, &one.sums) : ss_tidy(w, at, q->lhs);
		one.rhs = one.written_rhs = single ? ss_tidy_side(w, q->rhs, &one.sums) : ss_tidy(w, at, q->rhs);
		sb_push(w->scratch, *h->out, one);
		break;
	case SM_CALL: expand_call(w, q, at, h->out); break;
	case SM_IF: ss_expand_if(w, q, at, h->guard, h->out, h->initial); break;
	case SM_WHEN:
		if (q->branches.n && q->branches.at[0].condition &&
			sx_type_of(w->pool, q->branches.at[0].condition) == SX_CLOCK)
			expand_clocked(w, q, at, h->out);
		else
			ss_expand_when(w, q, at, h->out);
		break;
	case SM_ALGORITHM: ss_expand_algorithm(w, q, at, h->out, h->initial); break;
	case SM_ASSERT: expand_assert(w, q, at, h->guard, h->initial); break;
	case SM_TERMINATE:
		ss_add_action(w, SS_TERMINATE, h->guard ? h->guard : w->yes, at, 0, q->rhs, 0, q->span, ss_component(w, q, at));
		break;
	case SM_PROGRAM:
	case SM_REINIT:
		sb_help(sb_report(w->diag, SB_ERROR, "S0106", q->span, "reinit outside a when-clause"),
				"put it into a when-clause: a state can jump only at an event");
		break;
	}
}

static void expand_at(ss_work *w, const sm_equation *q, ss_point *at, sx_ref guard, ss_equations *out, bool initial)
{
	here h = { q, guard, out, initial };

	if (q->domain.n)
		ss_each_point(w, &q->domain, at, expand_point, &h);
	else
		expand_point(w, at, &h);
}

void ss_tell_family(const ss_work *w, const sm_equation *q, const char *doing)
{
	char text[200];
	int line, column;

	if (!q->span.source || sm_equation_count(w->model, q) < 10000)
		return;
	sb_position(w->diag, q->span, &line, &column);
	snprintf(text, sizeof text, "%s:%d, which stands for %llu equations", sb_source_path(w->diag, q->span.source), line,
		(unsigned long long)sm_equation_count(w->model, q));
	sb_doing(doing, text);
}

static bool keeps_clause(ss_work *w, const sm_equation *q, ss_equations *out)
{
	const char *why = ss_why_not_whole(w, q);

	w->here = q->span;
	why = why ? why : ss_when_family(w, q, out);
	ss_note_family(w, q, why);
	return !why;
}

static void expand_top(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out, bool initial)
{
	ss_tell_family(w, q, "writing out equations");
	if (!q->domain.n || !(q->kind == SM_WHEN ? keeps_clause(w, q, out) : ss_keeps_whole(w, q, out)))
		expand_at(w, q, at, 0, out, initial);
}

void ss_expand_bodies(ss_work *w, const sm_equations *bodies, ss_point *at, sx_ref guard, ss_equations *out,
					  bool initial)
{
	for (uint32_t i = 0; i < bodies->n; i++)
		expand_at(w, bodies->at[i], at, guard, out, initial);
}

void ss_expand(ss_work *w)
{
	ss_point at = {0};
	uint64_t total = 0;

	/* room for all of them at once, which is not copied while it grows */
	for (uint32_t i = 0; i < w->model->equations.n; i++)
		total += w->model->equations.at[i]->domain.n ? 1 : sm_equation_count(w->model, w->model->equations.at[i]);
	total += ss_expanded_count(w);
	w->equations.cap = total < UINT32_MAX / 2 ? (uint32_t)total : 0;
	if (w->equations.cap)
		w->equations.at = sb_new_array(w->scratch, ss_equation, w->equations.cap);
	for (uint32_t i = 0; i < w->model->equations.n; i++)
		if (!ss_is_expanded(w, i, &w->equations))
			expand_top(w, w->model->equations.at[i], &at, &w->equations, false);
	for (uint32_t i = 0; i < w->model->initial_equations.n; i++)
		expand_top(w, w->model->initial_equations.at[i], &at, &w->initial, true);
	for (uint32_t i = 0; i < w->model->events.n; i++) {
		struct ss_event_code code = {.event = i, .action = ss_standing_action(w, &w->model->events.at[i].action)};
		sb_push(w->arena, w->plan->event_code, code);
	}
	ss_still_unused_blocks(w);
	ss_divide_beginning(w);
	ss_expand_routines(w);
}
