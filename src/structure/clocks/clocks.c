/* Partitions (16.7 of the Modelica specification). Two variables in one equation have the same clock, unless one of
 * them is the argument of a conversion: then they have the same base clock (subSample, ...), or have nothing to do with
 * each other (sample, hold). */
#include "base/sets.h"
#include "structure/clocks/clocks.h"
#include "structure/expand/expand.h"

#include <stdio.h>
#include <string.h>

static bool any_clock(const sx_pool *pool, sx_ref e)
{
	return e && sx_flags(pool, e) & SX_HAS_CLOCK;
}

/* ---------------------------------------------------------- expressions get variables (16.7.1) */

typedef struct naming { ss_work *w; sb_span span; const char *component; uint32_t made; } naming;

static bool is_known(ss_work *w, sx_ref e)
{
	return sx_op_of(w->pool, e) == SX_VAR && ss_is_known(sm_var(w->model, sx_at(w->pool, e)->payload));
}

static sx_ref give_name(naming *n, sx_ref e)
{
	ss_work *w = n->w;
	sx_ref v = ss_named_variable(w, "clocked", ++n->made, sx_type_of(w->pool, e), n->span, n->component);
	sm_edit(w->model, sx_at(w->pool, v)->payload)->stands_for = e;
	ss_equation q = {.form = SS_FORM_EQUAL, .lhs = v, .rhs = e, .written_lhs = v, .written_rhs = e, .made = true,
		.span = n->span, .component = n->component ? n->component : ""};

	sb_push(w->scratch, w->equations, q);
	return v;
}

static sx_ref name_argument(naming *n, sx_ref e, uint32_t which)
{
	sx_pool *p = n->w->pool;
	sx_node node = *sx_at(p, e);
	sx_ref args[3] = {0};

	for (uint32_t i = 0; i < node.count && i < 3; i++)
		args[i] = sx_arg(p, e, i);
	if (sx_op_of(p, args[which]) == SX_VAR || sx_is_const(p, args[which]))
		return e;
	args[which] = give_name(n, args[which]);
	return sx_make(p, (sx_op)node.op, (sx_type)node.type, node.payload, args, node.count);
}

static sx_ref name_node(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	naming *n = self->context;
	const sx_node *node = sx_at(pool, e);

	switch (node->op) {
	case SX_SAMPLED:
		if (node->count > 1)
			e = name_argument(n, e, 1);
		return name_argument(n, e, 0);
	case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE: case SX_NO_CLOCK:
		return name_argument(n, e, 0);
	case SX_NEW_CLOCK:
		return node->payload % 8 == SX_CLOCK_EVENT || node->payload % 8 == SX_CLOCK_SOLVER ? name_argument(n, e, 0) : e;
	default: return e;
	}
}

static sx_ref name_in(ss_work *w, sx_ref e, void *context)
{
	naming *n = context;
	sx_rewriter rw;

	if (!any_clock(w->pool, e))
		return e;
	/* one for each equation: equal clocks of two equations are two clocks */
	rw = sx_rewriter_new(w->scratch, name_node, n);
	sx_ref out = sx_rewrite(&rw, w->pool, e);
	return out ? out : e;
}

static void name_all(ss_work *w)
{
	naming n = {.w = w};

	for (uint32_t i = 0; i < w->equations.n; i++) {
		n.span = w->equations.at[i].span;
		n.component = w->equations.at[i].component;
		sx_ref lhs = name_in(w, w->equations.at[i].lhs, &n), rhs = name_in(w, w->equations.at[i].rhs, &n);
		w->equations.at[i].lhs = lhs;        /* the list may have moved */
		w->equations.at[i].rhs = rhs;
		if (w->equations.at[i].form == SS_FORM_ALGORITHM) {
			sm_statements s = ss_map_statements(w, &w->equations.at[i].statements, name_in, &n);
			w->equations.at[i].statements = w->equations.at[i].initial_statements = s;
		}
	}
	for (uint32_t i = 0; i < w->plan->asserts.n + w->plan->actions.n; i++) {
		bool outside = i < w->plan->asserts.n;
		ss_action *a = outside ? &w->plan->asserts.at[i] : &w->plan->actions.at[i - w->plan->asserts.n];
		n.span = a->span;
		n.component = a->component;
		a->condition = a->kind == SS_REINIT ? a->condition : name_in(w, a->condition, &n);
		a->value = name_in(w, a->value, &n);
	}
}

/* ------------------------------------------------------------------------------ partitions */

ss_subclock *ss_subclock_of(ss_clocking *c, uint32_t node)
{
	uint32_t k = c->subclock[sb_set_of(c->sub, node)];
	return k ? &c->subclocks.at[k - 1] : NULL;
}

/* An equation that is looked at. */
typedef struct looking {
	ss_clocking *c; uint32_t node; sb_span span; sb_map seen; sb_vec(sx_ref) todo;
	bool only_met; sb_u32s met;      /* of an initial equation: nothing is tied, the scalars are listed */
} looking;

static void say(looking *l, uint32_t node, bool clocked, const char *why)
{
	ss_reason r = {node, clocked, l->span, why};
	sb_push(l->c->w->scratch, l->c->reasons, r);
}

typedef enum bond { SAME_CLOCK, SAME_BASE, NO_BOND } bond;

/* A variable, or all of an array. */
static void meet(looking *l, sx_ref var, bond how, const char *why, bool clocked)
{
	ss_work *w = l->c->w;

	if (sx_op_of(w->pool, var) != SX_VAR || is_known(w, var))
		return;
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, var)->payload);
	uint32_t scalar = sm_scalar_of(w->model, var), first = scalar, count = 1;
	if (scalar == UINT32_MAX) {      /* whole, or at a computed place */
		first = v->first;
		count = v->count;
	}
	for (uint32_t s = first; s < first + count; s++) {
		if (l->only_met) {
			if (how != NO_BOND)
				sb_push(w->scratch, l->met, s);
			continue;
		}
		if (how != NO_BOND) {
			sb_unite(l->c->base, l->node, s);
			sb_push(w->scratch, l->c->ties, ((ss_tie){l->node, s}));
		}
		if (how == SAME_CLOCK)
			sb_unite(l->c->sub, l->node, s);
		if (why)
			say(l, s, clocked, why);
	}
}

static void push(looking *l, sx_ref e)
{
	uint64_t known;
	if (!e || sb_map_get(&l->seen, e, &known))
		return;
	sb_map_put(&l->seen, e, 1);
	sb_push(l->c->w->scratch, l->todo, e);
}

static void relate(looking *l, sx_op op, sx_ref var, int64_t a, int64_t b)
{
	ss_work *w = l->c->w;
	uint32_t from = sm_scalar_of(w->model, var);
	ss_relation r = {op, from, l->node, a, b, l->span};

	say(l, l->node, true, "a clock is converted here");
	if (sx_op_of(w->pool, var) != SX_VAR || is_known(w, var) || from == UINT32_MAX)
		return;
	meet(l, var, SAME_BASE, NULL, true);
	sb_push(w->scratch, l->c->relations, r);
}

static void see_maker(looking *l, sx_ref e)
{
	ss_work *w = l->c->w;
	const sx_node *node = sx_at(w->pool, e);
	int kind = node->payload % 8;
	ss_maker m = {kind, l->node, e, l->span};
	sx_ref first = node->count ? sx_arg(w->pool, e, 0) : 0;

	say(l, l->node, true, "a clock is made here");
	if (kind == SX_CLOCK_SOLVER) {
		const char *name = sx_string_value(w->pool, sx_arg(w->pool, e, 1));
		ss_method method = {l->node, name, l->span};
		relate(l, SX_NEW_CLOCK, first, 1, 1);
		sb_push(w->scratch, l->c->methods, method);
		return;
	}
	if (kind == SX_CLOCK_EVENT)
		meet(l, first, NO_BOND, "it is the condition of a clock here", false);
	else if (first)
		push(l, first);
	if (kind != SX_CLOCK_INFERRED)
		sb_push(w->scratch, l->c->makers, m);
}

static void see(looking *l, sx_ref e)
{
	ss_work *w = l->c->w;
	sx_pool *p = w->pool;
	const sx_node *node = sx_at(p, e);

	switch (node->op) {
	case SX_HOLD:
		say(l, l->node, false, "hold gives a continuous-time value here");
		meet(l, sx_arg(p, e, 0), NO_BOND, "hold is taken of it here", true);
		return;
	case SX_SAMPLED:
		say(l, l->node, true, "sample gives a clocked value here");
		meet(l, sx_arg(p, e, 0), NO_BOND, "sample is taken of it here", false);
		if (node->count > 1)
			meet(l, sx_arg(p, e, 1), SAME_CLOCK, NULL, true);
		return;
	case SX_SUB_SAMPLE:
	case SX_SUPER_SAMPLE:
		relate(l, node->op, sx_arg(p, e, 0), sx_int_value(p, sx_arg(p, e, 1)), 1);
		return;
	case SX_SHIFT_SAMPLE: case SX_BACK_SAMPLE:
		relate(l, node->op, sx_arg(p, e, 0), sx_int_value(p, sx_arg(p, e, 1)), sx_int_value(p, sx_arg(p, e, 2)));
		return;
	case SX_NO_CLOCK: relate(l, SX_NO_CLOCK, sx_arg(p, e, 0), 1, 1); return;
	case SX_NEW_CLOCK: see_maker(l, e); return;
	case SX_PREVIOUS: say(l, l->node, true, "previous is used here"); break;
	case SX_INTERVAL: say(l, l->node, true, "interval is used here"); break;
	case SX_FIRST_TICK: say(l, l->node, true, "firstTick is used here"); break;
	case SX_VAR: meet(l, e, SAME_CLOCK, NULL, true); break;
	default: break;
	}
	for (uint32_t i = 0; i < sx_at(p, e)->count; i++)
		push(l, sx_arg(p, e, i));
}

static void look(looking *l, sx_ref e)
{
	push(l, e);
	while (l->todo.n)
		see(l, l->todo.at[--l->todo.n]);
}

static void look_at_statement(void *context, sx_ref e, bool target)
{
	(void)target;
	look(context, e);
}

/* The innermost state that a component is or is part of, its number + 1; 0: none. */
uint32_t ss_state_of(ss_clocking *c, const char *component)
{
	const sm_model *model = c->w->model;
	size_t n = component ? strlen(component) : 0;

	while (model->machine_states.n && n) {
		for (uint32_t i = 0; i < model->machine_states.n; i++)
			if (strncmp(model->machine_states.at[i].name, component, n) == 0 && !model->machine_states.at[i].name[n])
				return i + 1;
		while (n && component[--n] != '.')
			;
	}
	return 0;
}

static void look_at_equation(ss_clocking *c, uint32_t i)
{
	ss_equation *q = &c->w->equations.at[i];
	looking l = {.c = c, .node = c->scalars + i, .span = q->span, .seen = sb_map_new(c->w->scratch)};

	look(&l, q->lhs);
	look(&l, q->rhs);
	q->state = q->made ? 0 : ss_state_of(c, q->component);
	if (q->state) {
		meet(&l, sm_ref(c->w->model, c->w->model->machine_states.at[q->state - 1].active), SAME_CLOCK, NULL, true);
		say(&l, l.node, true, "it stands in a state of a state machine");
	}
	if (q->clock_var) {
		meet(&l, q->clock_var, SAME_CLOCK, NULL, true);
		say(&l, l.node, true, "it stands in a when with a clock");
	}
	for (uint32_t k = 0; k < q->targets.n; k++)
		look(&l, q->targets.at[k]);
	for (uint32_t k = 0; k < q->results.n; k++)
		look(&l, q->results.at[k]);
	ss_statement_exprs(&q->statements, look_at_statement, &l);
}

static void look_at_action(ss_clocking *c, ss_action *a, uint32_t node)
{
	looking l = {.c = c, .node = node, .span = a->span, .seen = sb_map_new(c->w->scratch)};

	look(&l, a->guard);
	look(&l, a->value);
	look(&l, a->condition);
	if (a->clock_var) {
		meet(&l, a->clock_var, SAME_CLOCK, NULL, true);
		say(&l, l.node, true, "it stands in a when with a clock");
	}
}

/* ---------------------------------------------------------------------- clocked or not */

static const ss_reason *reason(ss_clocking *c, uint32_t base, bool clocked)
{
	uint64_t at;
	return sb_map_get(&c->reason_of, (uint64_t)base << 1 | clocked, &at) ? &c->reasons.at[at] : NULL;
}

/* The nodes from one to another, each tied to the next: found by going outward from the first. */
static void find_path(ss_clocking *c, uint32_t from, uint32_t to, sb_u32s *path)
{
	ss_work *w = c->w;
	uint32_t *before = sb_new_array(w->scratch, uint32_t, c->nodes + 1);
	bool grown = true;

	before[from] = from + 1;
	while (!before[to] && grown) {
		grown = false;
		for (uint32_t i = 0; i < c->ties.n; i++) {
			uint32_t a = c->ties.at[i].equation, b = c->ties.at[i].scalar;
			if (!before[a] == !before[b])
				continue;
			*(before[a] ? &before[b] : &before[a]) = (before[a] ? a : b) + 1;
			grown = true;
		}
	}
	for (uint32_t n = to; before[n]; n = before[n] - 1) {
		sb_push(w->scratch, *path, n);
		if (n == from)
			return;
	}
}

static sb_span span_of(const ss_clocking *c, uint32_t node)
{
	return node >= c->scalars && node < c->scalars + c->equations ? c->w->equations.at[node - c->scalars].span
																  : (sb_span){0};
}

/* The first variable on the way that somebody has written. */
static const char *name_on(ss_clocking *c, const sb_u32s *path, bool backwards)
{
	for (uint32_t i = 0; i < path->n; i++) {
		uint32_t node = path->at[backwards ? path->n - 1 - i : i], element;
		if (node >= c->scalars || sm_var(c->w->model, sm_variable_of_scalar(c->w->model, node, &element))->hidden)
			continue;
		sb_text name = {0};
		sm_scalar_name(c->w->model, node, &name);
		const char *kept = sb_strdup(c->w->scratch, name.at);
		sb_text_free(&name);
		return kept;
	}
	return NULL;
}

static void report_mixed(ss_clocking *c, const ss_reason *yes, const ss_reason *no)
{
	sb_u32s path = {0};

	find_path(c, no->node, yes->node, &path);
	const char *clocked = name_on(c, &path, false), *other = name_on(c, &path, true);
	sb_message *m =
		clocked && other && strcmp(clocked, other) != 0
			? sb_report(c->w->diag, SB_ERROR, "S0601", yes->span,
						"'%s' has a clock and '%s' has none, but equations tie them together", clocked, other)
			: sb_report(c->w->diag, SB_ERROR, "S0601", yes->span,
						"%s%s%s would need a clock in one place and none in another",
						clocked ? "'" : "", clocked ? clocked : "this", clocked ? "'" : "");
	sb_note(m, "it has a clock because %s", yes->why);
	uint32_t shown = 0;
	for (uint32_t i = 0; i < path.n && shown < 3; i++) {
		sb_span at = span_of(c, path.at[i]);
		if (!at.source || memcmp(&at, &yes->span, sizeof at) == 0 || memcmp(&at, &no->span, sizeof at) == 0)
			continue;
		sb_also(m, at, "this equation ties them");
		shown++;
	}
	sb_also(m, no->span, "it has none because %s", no->why);
	sb_help(m, "write sample(...) where clocked equations use a continuous-time value, and hold(...) where "
			   "continuous-time ones use a clocked value");
}

static bool classify(ss_clocking *c)
{
	bool good = true;
	uint64_t at;

	for (uint32_t i = 0; i < c->reasons.n; i++) {
		const ss_reason *r = &c->reasons.at[i];
		uint64_t key = (uint64_t)sb_set_of(c->base, r->node) << 1 | r->clocked;
		if (!sb_map_get(&c->reason_of, key, &at))
			sb_map_put(&c->reason_of, key, i);
	}
	for (uint32_t n = 0; n < c->nodes; n++) {
		const ss_reason *yes = c->base[n] == n ? reason(c, n, true) : NULL, *no = yes ? reason(c, n, false) : NULL;
		if (!no)
			continue;
		report_mixed(c, yes, no);
		good = false;
	}
	return good;
}

static void number_subclocks(ss_clocking *c)
{
	ss_work *w = c->w;
	sb_map base_of = sb_map_new(w->scratch);

	c->subclock = sb_new_array(w->scratch, uint32_t, c->nodes + 1);
	for (uint32_t n = 0; n < c->nodes; n++) {
		uint32_t base = sb_set_of(c->base, n), sub = sb_set_of(c->sub, n);
		uint64_t number;
		const ss_reason *why = reason(c, base, true);
		if (!why || c->subclock[sub])
			continue;
		if (!sb_map_get(&base_of, base, &number)) {
			number = c->bases.n;
			sb_map_put(&base_of, base, number);
			sb_push(w->scratch, c->bases, ((ss_baseclock){.root = base, .span = why->span}));
		}
		sb_push(w->scratch, c->subclocks, ((ss_subclock){.root = sub, .base = (uint32_t)number, .span = why->span}));
		c->subclock[sub] = c->subclocks.n;
	}
}

/* 16.9: clocked variables have no part in the initial system, unless their partition is integrated: then it is its
 * first tick that satisfies the initial equations. */
static bool take_initial(ss_clocking *c)
{
	ss_work *w = c->w;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < w->initial.n; i++) {
		looking l = {
			.c = c, .node = c->nodes, .span = w->initial.at[i].span, .seen = sb_map_new(w->scratch), .only_met = true};
		ss_equation q = w->initial.at[i];
		uint32_t before = c->reasons.n, makers = c->makers.n, relations = c->relations.n, methods = c->methods.n,
				 clock = 0;
		const ss_reason *why = NULL;
		look(&l, q.lhs);
		look(&l, q.rhs);
		ss_statement_exprs(&q.statements, look_at_statement, &l);
		c->reasons.n = before;
		c->makers.n = makers;
		c->relations.n = relations;
		c->methods.n = methods;
		for (uint32_t m = 0; m < l.met.n; m++) {
			const ss_reason *here = reason(c, sb_set_of(c->base, l.met.at[m]), true);
			why = here ? here : why;
			clock = here ? c->subclock[sb_set_of(c->sub, l.met.at[m])] : clock;
		}
		if (!why) {
			w->initial.at[kept++] = q;
			continue;
		}
		if (clock && c->subclocks.at[clock - 1].has_der && q.form == SS_FORM_EQUAL) {
			q.clock = clock;
			sb_push(w->scratch, c->initial, q);
			continue;
		}
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0607", w->initial.at[i].span,
								  "an initial equation contains a variable that has a clock");
		sb_also(m, why->span, "it has a clock because %s", why->why);
		sb_note(m, "clocked variables begin with their start values, at the first tick");
		sb_help(m, "give a start value instead");
		return false;
	}
	w->initial.n = kept;
	return true;
}

static void find_derivatives(ss_clocking *c)
{
	ss_work *w = c->w;

	for (uint32_t i = 0; i < c->equations; i++) {
		const ss_equation *q = &w->equations.at[i];
		ss_subclock *k = ss_subclock_of(c, c->scalars + i);
		if (k && ((sx_flags(w->pool, q->lhs) | sx_flags(w->pool, q->rhs)) & SX_HAS_DER))
			k->has_der = true;
	}
}

bool ss_clocks(ss_work *w)
{
	ss_clocking c = {.w = w, .reason_of = sb_map_new(w->scratch)};

	name_all(w);
	c.scalars = w->model->scalars;
	c.equations = w->equations.n;
	uint32_t asserts = w->plan->asserts.n, actions = w->plan->actions.n;
	c.nodes = c.scalars + c.equations + asserts + actions;
	c.base = sb_new_array(w->scratch, uint32_t, c.nodes + 2);
	c.sub = sb_new_array(w->scratch, uint32_t, c.nodes + 2);
	for (uint32_t n = 0; n <= c.nodes; n++)
		c.base[n] = c.sub[n] = n;
	for (uint32_t i = 0; i < c.equations; i++)
		look_at_equation(&c, i);
	for (uint32_t i = 0; i < asserts + actions; i++)
		look_at_action(&c, i < asserts ? &w->plan->asserts.at[i] : &w->plan->actions.at[i - asserts],
					   c.scalars + c.equations + i);
	if (!classify(&c))
		return false;
	number_subclocks(&c);
	find_derivatives(&c);
	if (!take_initial(&c))
		return false;
	if (!ss_infer_clocks(&c) || !ss_infer_methods(&c) || !ss_clocked_equations(&c))
		return false;
	ss_fold_operands(w);
	return true;
}
