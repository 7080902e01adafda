/* When-clauses. Every condition has a Boolean variable c of its own (hidden, unless the condition is a variable
 * already); the clause acts at its edge, c and not pre(c). A variable that the clause sets gets one equation over all
 * branches:
 *
 *     x = if edge1 then e1 elseif edge2 then e2 else pre(x)
 *
 * In the initial system no clause acts but those of initial(), so there x = pre(x) or the value of that branch. reinit,
 * assert and terminate become actions, guarded by the edge. */
#include "structure/expand/expand.h"
#include "model/print/print.h"

#include <stdio.h>
#include <string.h>

/* What one branch sets, in the order of the text. */
typedef struct sets { sb_map of; sm_exprs targets, values; sb_vec(sb_span) spans; } sets;
/* The conditions around an equation, in the run and in the initial system. 0: true. */
typedef struct guards { sx_ref run, initial; } guards;

sx_ref ss_hidden_variable(ss_work *w, sx_type type, sb_span span, const char *component)
{
	return ss_named_variable(w, "when", ++ss_expanding_of(w)->whens, type, span, component);
}

static uint32_t find_block(const ss_work *w, uint32_t number)
{
	char name[32];

	snprintf(name, sizeof name, "$block%u", number);
	return sm_find(w->model, sb_intern(w->model->names, name));
}

static bool has_shape(const sm_variable *v, const uint32_t *shape, uint32_t rank)
{
	return v->rank == rank && memcmp(v->shape, shape, rank * sizeof *shape) == 0;
}

static bool is_used(const sb_u32s *list, uint32_t variable)
{
	bool found = false;

	for (uint32_t i = 0; i < list->n && !found; i++)
		found = list->at[i] == variable;
	return found;
}

/* A hidden array of this shape; one that another attempt has made, if it is free. */
static uint32_t take_block(ss_work *w, const uint32_t *shape, uint32_t rank, sb_span span)
{
	sb_u32s *used = &ss_expanding_of(w)->blocks;
	char name[32];
	uint32_t number = 1, v;

	while ((v = find_block(w, number)) != UINT32_MAX &&
		   (is_used(used, v) || !has_shape(sm_var(w->model, v), shape, rank)))
		number++;
	snprintf(name, sizeof name, "$block%u", number);
	v = v == UINT32_MAX ? sm_add_variable(w->model, name, SX_BOOLEAN, shape, rank) : v;
	ss_own_variables(w);
	sm_variable *var = sm_edit(w->model, v);
	var->variability = SM_DISCRETE;
	var->hidden = true;
	var->span = span;
	var->component = "";
	sb_push(w->scratch, *used, v);
	return v;
}

/* The condition of a clause over a domain: an array, with an element for each point. */
static sx_ref block_variable(ss_work *w, const sm_equation *q)
{
	sx_ref subscripts[SS_RANK_MOST];
	uint32_t shape[SS_RANK_MOST];

	for (uint32_t d = 0; d < q->domain.n; d++) {
		const sm_range *range = &q->domain.at[d];
		shape[d] = (uint32_t)(range->to - range->from + 1);
		subscripts[d] = sx_binary(w->pool, SX_SUB, sx_iter(w->pool, range->iterator), sx_int(w->pool, range->from - 1));
	}
	return sx_var(w->pool, take_block(w, shape, q->domain.n, q->span), SX_BOOLEAN, subscripts, q->domain.n);
}

static sx_ref one_edge(ss_work *w, sx_ref condition, bool pulse, sb_span span, const char *component,
					   ss_equations *out)
{
	sx_pool *p = w->pool;
	sx_ref c = condition;

	if (sx_op_of(p, c) != SX_VAR) {
		c = ss_expanding_of(w)->over ? block_variable(w, ss_expanding_of(w)->over)
									 : ss_hidden_variable(w, SX_BOOLEAN, span, component);
		ss_equation one = {
			.form = SS_FORM_EQUAL, .lhs = c, .rhs = condition, .span = span, .component = component ? component : ""};
		sb_push(w->scratch, *out, one);
	}
	return pulse ? c : sx_binary(p, SX_AND, c, sx_unary(p, SX_NOT, sx_unary(p, SX_PRE, c)));
}

/* The edge of a condition or of any of several; *initial: does it act in the initial system? */
static sx_ref edge_of(ss_work *w, const sm_branch *branch, const ss_point *at, const char *component, ss_equations *out,
					  sx_ref *initial)
{
	sx_ref edge = w->no;
	const sm_exprs *any = &branch->any;
	uint32_t count = any->n ? any->n : 1;

	*initial = w->no;
	for (uint32_t i = 0; i < count; i++) {
		sx_ref c = ss_tidy(w, at, any->n ? any->at[i] : branch->condition);
		if (sx_op_of(w->pool, c) == SX_INITIAL)
			*initial = w->yes;
		else if (!sx_is_const(w->pool, c))
			edge = sx_binary(w->pool, SX_OR, edge, one_edge(w, c, branch->pulse, branch->span, component, out));
	}
	return edge;
}

/* The guard of an action, in the run only. Actions are carried out once with the initial values too, where `pre` of a
 * condition is its start value: a clause whose condition is true from the beginning would act there. */
sx_ref ss_in_run(ss_work *w, sx_ref guard)
{
	return ss_all_of(w, sx_unary(w->pool, SX_NOT, sx_make(w->pool, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0)), guard);
}

void ss_add_action(ss_work *w, ss_action_kind kind, sx_ref guard, const ss_point *at, sx_ref subject, sx_ref value,
				   int level, sb_span span, const char *component)
{
	ss_action a = {.kind = kind,
				   .guard = guard,
				   .clock_var = ss_expanding_of(w)->under_clock,
				   .value = ss_tidy(w, at, value),
				   .level = level,
				   .span = span,
				   .component = component ? component : ""};

	a.condition = ss_tidy(w, at, subject);     /* of a reinit: the state, until states have numbers */
	sb_push(w->arena, w->plan->actions, a);
}

static void set(ss_work *w, sets *s, sx_ref target, sx_ref value, sb_span span)
{
	uint64_t at;

	if (sb_map_get(&s->of, target, &at)) {
		sb_text name = {0};
		sm_print_expr(w->model, target, &name);
		sb_message *m =
			sb_report(w->diag, SB_ERROR, "S0107", span, "'%s' is set twice in one branch of a when-clause", name.at);
		sb_also(m, s->spans.at[at], "it is set here already");
		sb_note(m, "the equations of a when-clause have no order, so each variable can have only one");
		sb_help(m, "remove one of them; if the order matters, write the when-clause in an algorithm");
		sb_text_free(&name);
		return;
	}
	sb_map_put(&s->of, target, s->targets.n);
	sb_push(w->scratch, s->targets, target);
	sb_push(w->scratch, s->values, value);
	sb_push(w->scratch, s->spans, span);
}

static sx_ref value_in(const sets *s, sx_ref target)
{
	uint64_t at;
	return sb_map_get(&s->of, target, &at) ? s->values.at[at] : 0;
}

/* A hidden variable of the type and shape of a target. */
static sx_ref place_like(ss_work *w, sx_ref target, sb_span span, const char *component)
{
	const sx_node *node = sx_at(w->pool, target);
	const sm_variable *like = sm_var(w->model, node->payload);
	char name[32];

	if (node->count || !like->rank)
		return ss_hidden_variable(w, (sx_type)node->type, span, component);
	snprintf(name, sizeof name, "$when%u", ++ss_expanding_of(w)->whens);
	uint32_t number = sm_find(w->model, sb_intern(w->model->names, name));
	if (number == UINT32_MAX)
		number = sm_add_variable(w->model, name, like->type, like->shape, like->rank);
	sm_variable *v = sm_edit(w->model, number);
	v->variability = SM_DISCRETE;
	v->hidden = true;
	v->span = span;
	v->component = component ? component : "";
	return sm_ref(w->model, number);
}

static sx_ref nothing_of(ss_work *w, sx_type type)
{
	return type == SX_REAL      ? w->zero
		   : type == SX_BOOLEAN ? w->no
		   : type == SX_STRING  ? sx_string(w->pool, "")
								: sx_int(w->pool, 0);
}

/* The results of a call go to places of their own, which mean something only while the clause acts; what they are for
 * gets its equation like everything else that a clause sets. So each result has its own initial condition. */
static void call_in_when(ss_work *w, const sm_equation *q, ss_point *at, guards g, sets *s, ss_equations *out)
{
	ss_equation one = { .form = SS_FORM_ALGORITHM, .discrete = true, .origin = q, .span = q->span,
		.component = ss_component(w, q, at) };
	sm_statement *call = sm_statement_new(w->model, SM_ASSIGN_CALL, q->span);

	call->value = ss_tidy(w, at, q->rhs);
	for (uint32_t i = 0; i < q->targets.n; i++) {
		sx_ref target = ss_tidy(w, at, q->targets.at[i]),
			   place = target ? place_like(w, target, q->span, one.component) : 0;
		sm_exprs targets = {0}, places = {0};

		sb_push(w->arena, call->targets, place);
		if (!target)
			continue;
		ss_elements(w, target, &targets);
		ss_elements(w, place, &places);
		for (uint32_t k = 0; k < targets.n && k < places.n; k++) {
			set(w, s, targets.at[k], places.at[k], q->span);
			sb_push(w->arena, one.targets, places.at[k]);
		}
	}
	for (uint32_t i = 0; i < one.targets.n; i++) {
		sm_statement *clear = sm_statement_new(w->model, SM_ASSIGN, q->span);
		clear->target = one.targets.at[i];
		clear->value = nothing_of(w, sx_type_of(w->pool, one.targets.at[i]));
		sb_push(w->arena, one.statements, clear);
		sb_push(w->arena, one.initial_statements, clear);
	}
	for (int initial = 0; initial < 2; initial++) {
		sm_statement *choice = sm_statement_new(w->model, SM_IF_DO, q->span);
		sm_statement_branch branch = { .condition = initial ? g.initial : g.run, .span = q->span };
		choice->at_events = true;
		if (!branch.condition)
			branch.condition = w->yes;
		sb_push(w->arena, branch.body, call);
		sb_push(w->arena, choice->branches, branch);
		if (initial)
			sb_push(w->arena, one.initial_statements, choice);
		else
			sb_push(w->arena, one.statements, choice);
	}
	sb_push(w->scratch, *out, one);
}

static void collect(ss_work *w, const sm_equations *body, ss_point *at, guards g, sets *s, ss_equations *out);

static void collect_if(ss_work *w, const sm_equation *q, ss_point *at, guards g, sets *s, ss_equations *out)
{
	uint32_t count = q->branches.n;
	sets *branch = sb_new_array(w->scratch, sets, count + 1), all = { .of = sb_map_new(w->scratch) };
	sx_ref *condition = sb_new_array(w->scratch, sx_ref, count + 1);

	for (uint32_t b = 0; b < count; b++) {
		guards inner = g;
		branch[b].of = sb_map_new(w->scratch);
		condition[b] = q->branches.at[b].condition ? ss_tidy(w, at, q->branches.at[b].condition) : w->yes;
		inner.run = ss_all_of(w, g.run, condition[b]);
		inner.initial = ss_all_of(w, g.initial, condition[b]);
		collect(w, &q->branches.at[b].body, at, inner, &branch[b], out);
		sx_ref not_this = sx_unary(w->pool, SX_NOT, condition[b]);
		g.run = ss_all_of(w, g.run, not_this);
		g.initial = ss_all_of(w, g.initial, not_this);
		for (uint32_t i = 0; i < branch[b].targets.n; i++)
			if (!value_in(&all, branch[b].targets.at[i]))
				set(w, &all, branch[b].targets.at[i], w->yes, q->span);
	}
	for (uint32_t i = 0; i < all.targets.n; i++) {
		sx_ref target = all.targets.at[i], keep = sx_unary(w->pool, SX_PRE, target), value = keep;
		for (uint32_t b = count; b-- > 0;) {
			sx_ref here = value_in(&branch[b], target);
			value = sx_if(w->pool, condition[b], here ? here : keep, value);
		}
		set(w, s, target, value, q->span);
	}
}

static void report_inner_clause(ss_work *w, sb_span span)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0305", span,
							  "a when-clause or an algorithm inside a when-clause is not supported");
	sb_help(m, "join the conditions with 'and' in one when-clause");
}

typedef struct where { const sm_equation *q; guards g; sets *s; ss_equations *out; } where;

/* What a clause does once, when the values of the instant agree. */
static void act(ss_work *w, const sm_equation *q, const ss_point *at, guards g)
{
	sx_ref guard = ss_in_run(w, g.run ? g.run : w->yes);
	ss_action_kind kind = q->kind == SM_REINIT ? SS_REINIT : q->kind == SM_ASSERT ? SS_ASSERT
						  : q->kind == SM_CALL ? SS_EVALUATE : q->kind == SM_PROGRAM ? SS_PROGRAM : SS_TERMINATE;

	if (g.initial != w->no)
		guard = sx_binary(w->pool, SX_OR, guard, ss_all_of(w, sx_make(w->pool, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0),
			g.initial));
	ss_add_action(w, kind, guard, at, q->lhs, q->rhs, q->level, q->span, ss_component(w, q, at));
}

void ss_name_programmed(ss_work *w, uint32_t action, sx_ref activation)
{
	uint32_t scalar = sm_scalar_of(w->model, activation);

	if (action >= w->plan->actions.n)
		return;                      /* it never acts */
	for (uint32_t i = 0; i < w->model->events.n; i++)
		if (w->model->events.at[i].programmed == scalar + 1)
			w->plan->actions.at[action].event = i;
	w->plan->actions.at[action].condition = 0;
}

/* The event of an activation that is programmed. */
static void act_program(ss_work *w, const sm_equation *q, const ss_point *at, guards g)
{
	uint32_t before = w->plan->actions.n;

	act(w, q, at, g);
	ss_name_programmed(w, before, ss_tidy(w, at, q->lhs));
}

/* An opaque component notes what has happened. */
static bool is_commit(const ss_work *w, const sm_equation *q)
{
	const sx_node *call = sx_at(w->pool, q->rhs);

	return !q->targets.n && call->op == SX_CALL && w->model->functions.at[call->payload]->block;
}

static void collect_point(ss_work *w, ss_point *at, void *context)
{
	const where *h = context;
	const sm_equation *q = h->q;

	w->here = q->span;
	switch (q->kind) {
	case SM_EQUAL: {
		sx_ref target = ss_tidy(w, at, q->lhs);
		if (sx_op_of(w->pool, target) != SX_VAR) {
			sb_message *m = sb_report(w->diag, SB_ERROR, "S0108", q->span,
									  "an equation in a when-clause must have a variable on its left");
			sb_help(m, "write it as x = expression");
			return;
		}
		set(w, h->s, target, ss_tidy(w, at, q->rhs), q->span);
		break;
	}
	case SM_CALL:
		if (is_commit(w, q))
			act(w, q, at, h->g);
		else
			call_in_when(w, q, at, h->g, h->s, h->out);
		break;
	case SM_IF: collect_if(w, q, at, h->g, h->s, h->out); break;
	case SM_REINIT: case SM_ASSERT: case SM_TERMINATE: act(w, q, at, h->g); break;
	case SM_PROGRAM: act_program(w, q, at, h->g); break;
	default:
		report_inner_clause(w, q->span);
		break;
	}
}

static void collect(ss_work *w, const sm_equations *body, ss_point *at, guards g, sets *s, ss_equations *out)
{
	for (uint32_t i = 0; i < body->n; i++) {
		where h = { body->at[i], g, s, out };
		if (body->at[i]->domain.n)
			ss_each_point(w, &body->at[i]->domain, at, collect_point, &h);
		else
			collect_point(w, at, &h);
	}
}

static void one_equation(ss_work *w, const sm_equation *q, const ss_point *at, sx_ref target, const sets *branch,
						 const guards *edge, ss_equations *out)
{
	sx_ref keep = sx_unary(w->pool, SX_PRE, target), run = keep, initial = keep;

	for (uint32_t b = q->branches.n; b-- > 0;) {
		sx_ref value = value_in(&branch[b], target);
		run = sx_if(w->pool, edge[b].run, value ? value : keep, run);
		initial = sx_if(w->pool, edge[b].initial, value ? value : keep, initial);
	}
	ss_equation one = {.form = SS_FORM_EQUAL,
					   .discrete = true,
					   .lhs = target,
					   .rhs = run,
					   .written_lhs = target,
					   .written_rhs = run,
					   .initial_rhs = initial,
					   .origin = q,
					   .span = q->span,
					   .component = ss_component(w, q, at)};
	sb_push(w->scratch, *out, one);
}

void ss_expand_when(ss_work *w, const sm_equation *q, ss_point *at, ss_equations *out)
{
	uint32_t count = q->branches.n;
	sets *branch = sb_new_array(w->scratch, sets, count + 1), all = { .of = sb_map_new(w->scratch) };
	guards *edge = sb_new_array(w->scratch, guards, count + 1), before = {0};

	for (uint32_t b = 0; b < count; b++) {
		const sm_branch *from = &q->branches.at[b];
		branch[b].of = sb_map_new(w->scratch);
		edge[b].run = edge_of(w, from, at, ss_component(w, q, at), out, &edge[b].initial);
		guards g = { ss_all_of(w, before.run, edge[b].run), ss_all_of(w, before.initial, edge[b].initial) };
		collect(w, &from->body, at, g, &branch[b], out);
		before.run = ss_all_of(w, before.run, sx_unary(w->pool, SX_NOT, edge[b].run));
		before.initial = ss_all_of(w, before.initial, sx_unary(w->pool, SX_NOT, edge[b].initial));
		for (uint32_t i = 0; i < branch[b].targets.n; i++)
			if (!value_in(&all, branch[b].targets.at[i]))
				set(w, &all, branch[b].targets.at[i], w->yes, q->span);
	}
	for (uint32_t i = 0; i < all.targets.n; i++)
		one_equation(w, q, at, all.targets.at[i], branch, edge, out);
}

/* ------------------------------------------------------------------------------------------- clauses over a domain */

static const char *why_not_body(ss_work *w, const sm_equation *clause, const sm_equations *body)
{
	const char *why = NULL;

	for (uint32_t i = 0; i < body->n && !why; i++) {
		const sm_equation *q = body->at[i];
		if ((q->kind != SM_EQUAL && q->kind != SM_IF) || q->domain.n)
			return "its when-clause does more than to set variables";
		for (uint32_t b = 0; q->kind == SM_IF && b < q->branches.n && !why; b++) {
			sx_ref condition = q->branches.at[b].condition;
			why = condition ? ss_why_irregular(w, clause, condition) : NULL;
			why = why ? why : why_not_body(w, clause, &q->branches.at[b].body);
		}
		if (q->kind == SM_IF)
			continue;
		if (sx_op_of(w->pool, q->lhs) != SX_VAR || !(sx_flags(w->pool, q->lhs) & SX_HAS_ITER))
			return "its when-clause sets what is the same at each point";
		why = ss_why_irregular(w, clause, q->lhs);
		why = why ? why : ss_why_irregular(w, clause, q->rhs);
	}
	return why;
}

static const char *why_not_condition(ss_work *w, const sm_equation *q, sx_ref condition)
{
	if (!condition || sx_type_of(w->pool, condition) != SX_BOOLEAN || !(sx_flags(w->pool, condition) & SX_HAS_ITER))
		return "a condition of its when-clause is the same at each point";
	return ss_why_irregular(w, q, condition);
}

/* Where something else than equations acts, events have an order of their own. */
static const char *why_not_clause(ss_work *w, const sm_equation *q)
{
	const char *why = NULL;

	if (w->model->events.n || w->model->routines.n || w->model->blocks.n)
		return "it acts at events, and so do others than equations";
	for (uint32_t d = 0; d < q->domain.n; d++)
		if (q->domain.at[d].to <= q->domain.at[d].from)
			return "it is short";
	for (uint32_t b = 0; b < q->branches.n && !why; b++) {
		const sm_branch *branch = &q->branches.at[b];
		if (branch->pulse)
			return "it acts at events";
		for (uint32_t i = 0; i < (branch->any.n ? branch->any.n : 1) && !why; i++)
			why = why_not_condition(w, q, branch->any.n ? branch->any.at[i] : branch->condition);
		why = why ? why : why_not_body(w, q, &branch->body);
	}
	return why;
}

const char *ss_when_family(ss_work *w, const sm_equation *q, ss_equations *out)
{
	const char *why = why_not_clause(w, q);
	ss_expanding *x = ss_expanding_of(w);
	ss_equations list = {0};

	if (why)
		return why;
	x->over = q;
	w->runs = true;
	ss_expand_when(w, q, &(ss_point){0}, &list);
	w->runs = false;
	x->over = NULL;
	for (uint32_t i = 0; i < list.n; i++) {
		ss_equation *one = &list.at[i];
		one->origin = q;
		one->lhs = one->written_lhs = ss_over_ranges(w, q, one->lhs, &one->domain);
		one->rhs = one->written_rhs = ss_over_ranges(w, q, one->rhs, &one->domain);
		one->initial_rhs = ss_over_ranges(w, q, one->initial_rhs, &one->domain);
		sb_push(w->scratch, *out, *one);
	}
	return NULL;
}

/* They stay variables of the model, which are false. */
void ss_still_unused_blocks(ss_work *w)
{
	const sb_u32s *used = &ss_expanding_of(w)->blocks;
	uint32_t number = 1;

	for (uint32_t variable; (variable = find_block(w, number)) != UINT32_MAX; number++) {
		const sm_variable *v = sm_var(w->model, variable);
		for (uint32_t k = 0; k < v->count && !is_used(used, variable); k++) {
			sx_ref leaf = sm_ref_at(w->model, variable, k);
			ss_equation one = { .form = SS_FORM_EQUAL, .lhs = leaf, .rhs = w->no, .written_lhs = leaf,
				.written_rhs = w->no, .span = v->span, .component = "" };
			sb_push(w->scratch, w->equations, one);
		}
	}
}
