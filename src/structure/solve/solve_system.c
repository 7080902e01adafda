/* Solve: each component of a sorted system as a step. One equation for one unknown is solved symbolically where it can
 * be; loops that are linear become A z = b; the others are torn. */
#include "structure/solve/solve.h"
#include "structure/expand/expand.h"
#include "structure/system/system.h"
#include "structure/explain/explain.h"

#include <string.h>

typedef struct loop { ss_equation **equations; uint32_t *keys, n; } loop;

/* A level of a constraint in the initial system: what it is solved for may just there have no weight in it (x*u +
 * y*v = 0 for v where y is 0), and then the start value, from which an iteration begins, is the answer. */
static bool wants_iteration(ss_work *w, const ss_equation *q, bool initial)
{
	return initial && q->constraint && q->level < w->plan->constraints.at[q->constraint - 1].times;
}

/* A constraint from which stateSelect takes a variable whose factor may become zero: a loop of one equation can say
 * so. */
static bool may_break_down(ss_work *w, const ss_equation *q)
{
	return q->constraint && w->plan->constraints.at[q->constraint - 1].chosen;
}

/* What divisors are judged by; `divided`: one that is not constant was asked about. */
typedef struct dividing { ss_work *w; bool initial, divided; } dividing;

static bool constant_divisor(void *context, sx_ref divisor)
{
	ss_work *w = ((dividing *)context)->w;
	return sx_is_const(w->pool, divisor) ? !sx_is_number(w->pool, divisor, 0) : ss_constant_parts(w, divisor);
}

/* One branch of the factor is zero: the equation says something else then (a brake that sticks). */
static bool may_vanish(ss_work *w, sx_ref factor, uint32_t depth)
{
	sx_pool *p = w->pool;

	switch (sx_op_of(p, factor)) {
	case SX_CONST: return sx_is_number(p, factor, 0);
	case SX_IF:
		return depth < 50 &&
			   (may_vanish(w, sx_arg(p, factor, 1), depth + 1) || may_vanish(w, sx_arg(p, factor, 2), depth + 1));
	case SX_NEG: return may_vanish(w, sx_arg(p, factor, 0), depth);
	default: return false;
	}
}

/* A factor that may be zero when the run begins, or in some branch of it, is left to a loop of one equation: if there
 * the whole equation says 0 = 0 the unknown keeps its value. In the run a division is so much cheaper that it is done
 * where the factor is only any variable. */
static bool safe_divisor(void *context, sx_ref divisor)
{
	dividing *d = context;
	ss_work *w = d->w;

	if (constant_divisor(d, divisor))
		return true;
	d->divided = true;
	return !d->initial && !sx_is_number(w->pool, divisor, 0) && !may_vanish(w, divisor, 0);
}

static bool any_divisor(void *context, sx_ref divisor)
{
	ss_work *w = ((dividing *)context)->w;
	return !sx_is_number(w->pool, divisor, 0);
}

static void push_step(ss_work *w, ss_steps *out, ss_step step, ss_equation *q, bool initial)
{
	if (q) {
		step.origin = q->origin;
		step.span = q->span;
		step.phases = q->discrete ? SS_DISCRETE : 0;
		step.when = initial ? 0 : q->guard;
	}
	sb_push(w->arena, *out, step);
	if (!initial)
		sb_push(w->scratch, w->step_equation, q);
}

static void push_loop(ss_work *w, ss_steps *out, ss_loop *b, const loop *l, bool initial)
{
	ss_step step = {.kind = SS_LOOP,
					.loop = w->plan->loops.n,
					.origin = l->equations[0]->origin,
					.span = l->equations[0]->span,
					.phases = SS_DISCRETE};

	for (uint32_t i = 0; i < l->n; i++)
		if (!l->equations[i]->discrete)
			step.phases = 0;
	step.when = initial ? 0 : l->equations[0]->guard;
	sb_push(w->arena, w->plan->loops, b);
	push_step(w, out, step, NULL, initial);
	for (uint32_t i = 0; initial && !b->linear && i < b->n; i++) {
		uint32_t key = ss_key(w, b->unknowns[i]);
		ss_guess guess = ss_guess_of(w, key);
		sb_push(w->scratch, w->guessed, key);
		bool own = key >= w->n;       /* a rate has no name but that of the variable that it is */
		if (own && !guess.rank)
			guess.giver = w->rate_name[key - w->n];
		if (own && !guess.rank && (!b->follows[i] || guess.giver == UINT32_MAX))
			continue;
		sb_push(w->arena, w->plan->guesses, ss_scalar_of_cell(w, own ? guess.giver : key));
		sb_push(w->arena, w->plan->guess_starts, b->follows[i] ? b->follows[i]
				: own ? ss_attribute(w, guess.giver, ss_variable(w, guess.giver)->start) : guess.value);
	}
}

static void mark_keys(ss_work *w, const uint32_t *keys, uint32_t n)
{
	w->mark_now++;
	for (uint32_t i = 0; i < n; i++) {
		w->mark[keys[i]] = w->mark_now;
		w->local[keys[i]] = i;
	}
}

static ss_loop *linear_loop(ss_work *w, const loop *l, bool initial)
{
	ss_parts *parts = sb_new_array(w->scratch, ss_parts, l->n + 1);

	mark_keys(w, l->keys, l->n);
	for (uint32_t e = 0; e < l->n; e++) {
		const ss_equation *q = l->equations[e];
		if (!ss_linear_parts(w, sx_binary(w->pool, SX_SUB, ss_left(q, initial), ss_right(q, initial)), &parts[e]))
			return NULL;
	}
	ss_loop *b = sb_new(w->arena, ss_loop);
	b->linear = b->invariant = true;
	b->n = l->n;
	b->unknowns = sb_new_array(w->arena, sx_ref, l->n + 1);
	b->rhs = sb_new_array(w->arena, sx_ref, l->n + 1);
	b->sides = sb_new_array(w->arena, ss_sides, l->n + 1);
	for (uint32_t e = 0; e < l->n; e++) {
		b->unknowns[e] = ss_leaf(w, l->keys[e]);
		b->rhs[e] = sx_unary(w->pool, SX_NEG, parts[e].rest);
		sb_push(w->arena, b->members, b->unknowns[e]);
		sb_push(w->arena, b->equations, l->equations[e]->origin);
		b->sides[e] = (ss_sides){ss_left(l->equations[e], initial), ss_right(l->equations[e], initial)};
		for (uint32_t k = 0; k < parts[e].keys.n; k++) {
			ss_entry entry = { e, w->local[parts[e].keys.at[k]], parts[e].factors.at[k] };
			if (sx_is_number(w->pool, entry.value, 0))
				continue;
			b->invariant = b->invariant && ss_constant_parts(w, entry.value);
			sb_push(w->arena, b->matrix, entry);
		}
	}
	return b;
}

/* An unknown whose factors all cancel, or an equation that is left without unknowns. */
static bool report_empty(ss_work *w, const loop *l, const ss_loop *b)
{
	bool *row = sb_new_array(w->scratch, bool, b->n + 1), *column = sb_new_array(w->scratch, bool, b->n + 1);

	for (uint32_t i = 0; i < b->matrix.n; i++)
		row[b->matrix.at[i].row] = column[b->matrix.at[i].col] = true;
	for (uint32_t i = 0; i < b->n; i++) {
		if (row[i] && column[i])
			continue;
		sb_message *m =
			sb_report(w->diag, SB_ERROR, "S0111", l->equations[i]->span, "%s cancel%s out: nothing determines %s",
					  row[i] ? ss_names(w, &l->keys[i], 1, 1) : "the unknowns of this equation", row[i] ? "s" : "",
					  ss_names(w, l->keys, l->n, 8));
		sb_help(m, "an equation of this form holds for any value; replace it by one that determines the variable");
		return true;
	}
	return false;
}

static bool report_itself(ss_work *w, const ss_equation *q, uint32_t key)
{
	const char *type = sx_type_of(w->pool, ss_leaf(w, key)) == SX_BOOLEAN ? "Boolean"
					   : sx_type_of(w->pool, ss_leaf(w, key)) == SX_STRING ? "String" : "Integer";
	const char *name = ss_names(w, &key, 1, 1);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0104", ss_equation_position(w, q), "the %s %s depends on itself",
							  type, name);
	sb_note(m, "an equation is not an assignment: both sides mean the same value at the same time");
	sb_help(m, q->discrete ? "write pre() of %s for the value that it had before the event"
						   : "a value that changes step by step is set in a when-clause, from pre() of %s", name);
	return true;
}

/* The components whose equations make the loop, if there are several: in a diagram, its blocks. */
static void note_components(const loop *l, sb_message *m)
{
	enum { MOST = 12 };
	const char *known[MOST];
	sb_text names = {0};
	uint32_t count = 0;

	for (uint32_t i = 0; i < l->n && count < MOST; i++) {
		const char *name = l->equations[i]->component;
		bool again = !name || !*name;
		for (uint32_t k = 0; k < count && !again; k++)
			again = strcmp(known[k], name) == 0;
		if (again)
			continue;
		sb_addf(&names, "%s%s", count ? ", " : "", name);
		known[count++] = name;
	}
	if (count > 1)
		sb_note(m, "it leads through %s", names.at);
	sb_text_free(&names);
}

static bool report_discrete_loop(ss_work *w, const loop *l)
{
	sb_u32s members = {0};
	bool own_condition = false;
	uint32_t main = 0;

	for (uint32_t i = 0; i < l->n; i++)
		if (ss_variable(w, l->keys[i] % w->n)->type != SX_REAL) {
			sb_push(w->scratch, members, l->keys[i]);
			own_condition = own_condition || ss_hidden(w, l->keys[i]);
		}
	if (!members.n)
		return false;
	if (l->n == 1 && !own_condition)
		return report_itself(w, l->equations[0], l->keys[0]);
	while (main + 1 < l->n && ss_made_up(w, l->equations[main]))
		main++;
	sb_span where = ss_equation_position(w, l->equations[main]);
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0104", where,
							  own_condition ? "the condition of a when-clause depends on what the clause sets: %s"
											: "Boolean, Integer or String variables depend on each other in a loop: %s",
							  own_condition ? ss_names(w, l->keys, l->n, 8) : ss_names(w, members.at, members.n, 8));
	if (members.n < l->n && !own_condition)
		sb_note(m, "the whole loop: %s", ss_names(w, l->keys, l->n, 12));
	note_components(l, m);
	sb_span shown[4];                    /* the equations of a state machine may all stand at its one declaration */
	uint32_t count = 0;
	shown[count++] = where;
	for (uint32_t i = 0; i < l->n && count < 4; i++) {
		const char *text = ss_equation_text(w, l->equations[i], &where);
		bool known = i == main;
		where = ss_equation_position(w, l->equations[i]);
		for (uint32_t k = 0; k < count; k++)
			known = known || memcmp(&shown[k], &where, sizeof where) == 0;
		if (known)
			continue;
		shown[count++] = where;
		sb_also(m, where, "part of the loop: %s",
				ss_made_up(w, l->equations[i]) ? "the condition of this when-clause" : text);
	}
	sb_help(m,
			"the values of such a loop cannot be computed; use pre() of one of them, a when-clause, or a block that "
			"remembers");
	return true;
}

/* A choice that holds the unknown in one branch and not in another: what the equation determines changes with it. */
static bool report_other_unknown(ss_work *w, const ss_equation *q, sx_ref e, uint32_t key, int depth)
{
	sx_pool *p = w->pool;

	if (sx_op_of(p, e) != SX_IF || depth > 100 || ss_constant_parts(w, sx_arg(p, e, 0)))
		return false;
	sx_ref yes = sx_arg(p, e, 1), no = sx_arg(p, e, 2), leaf = ss_leaf(w, key);
	bool in_yes = sx_contains(p, yes, leaf), in_no = sx_contains(p, no, leaf);
	if (in_yes && in_no)
		return report_other_unknown(w, q, yes, key, depth + 1) || report_other_unknown(w, q, no, key, depth + 1);
	if (!in_yes && !in_no)
		return false;
	sb_message *m =
		sb_report(w->diag, SB_ERROR, "S0301", q->span,
				  "only one branch of this expression determines %s: the unknown of the equation changes with the "
				  "condition",
				  ss_names(w, &key, 1, 1));
	sb_note(m, "other equations determine everything else in the equation, in both branches");
	sb_help(m, "write an if-equation with an equation in each branch: its branches may determine different variables");
	return true;
}

static loop loop_of(ss_work *w, const ss_system *s, uint32_t c)
{
	uint32_t begin = s->component_first[c], n = s->component_first[c + 1] - begin;
	loop l = { sb_new_array(w->scratch, ss_equation *, n + 1), sb_new_array(w->scratch, uint32_t, n + 1), n };

	for (uint32_t i = 0; i < n; i++) {
		uint32_t e = s->component[begin + i];
		l.equations[i] = s->equations[e];
		l.keys[i] = s->unknowns[s->unknown_of_row[s->first_row[e]]];
	}
	return l;
}

/* Equations for these unknowns as a system of their own. False, and nothing is added, if they do not suffice. */
static bool solve_apart(ss_work *w, ss_equations *list, const sb_u32s *unknowns, bool initial, ss_steps *out)
{
	uint8_t *wanted = sb_new_array(w->scratch, uint8_t, unknowns->n + 1);
	ss_system *s = ss_system_new(w, list, NULL, unknowns, wanted, initial);
	bool good = true;

	ss_match(w, s);
	for (uint32_t u = 0; u < s->unknown_count; u++)
		good = good && s->row_of_unknown[u] != UINT32_MAX;
	if (good) {
		ss_sort(w, s);
		good = ss_solve_system(w, s, out);
	}
	ss_system_done(w, s);
	return good;
}

/* A loop through calls or algorithms: one equation for each unknown that these give, and what is a loop then. */
static bool solve_singly(ss_work *w, const ss_system *s, uint32_t c, ss_steps *out)
{
	ss_equations list = {0};
	sb_u32s unknowns = {0};
	const char *why_not;

	for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++)
		for (uint32_t r = s->first_row[s->component[i]]; r < s->first_row[s->component[i] + 1]; r++)
			sb_push(w->scratch, unknowns, s->unknowns[s->unknown_of_row[r]]);
	for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++) {
		const ss_equation *q = s->equations[s->component[i]];
		if (ss_single_equations(w, q, &list, &why_not))
			continue;
		sb_message *m = sb_report(w->diag, SB_ERROR, "S0308", q->span,
								  "this algorithm cannot be part of a loop of equations: %s", why_not);
		for (uint32_t k = 0; k < unknowns.n && k < 8; k++)
			sb_note(m, "the loop goes through %s", ss_names(w, &unknowns.at[k], 1, 1));
		sb_help(m, "write that part of the algorithm as equations, or break the loop with a state or pre()");
		return false;
	}
	return solve_apart(w, &list, &unknowns, s->initial, out);
}

/* A loop through variables that change at events only: the whole loop holds in an instant. Between events those
 * variables are given, and the others are computed from them by steps of their own, without the loop. Nothing is added
 * if they do not suffice for that. */
static bool between_events(ss_work *w, const loop *l, ss_steps *out)
{
	ss_equations rest = {0};
	sb_u32s unknowns = {0};

	w->mark_now++;
	for (uint32_t i = 0; i < l->n; i++) {
		uint32_t key = l->equations[i]->discrete ? ss_key(w, l->equations[i]->lhs) : UINT32_MAX;
		if (!l->equations[i]->discrete)
			sb_push(w->scratch, rest, *l->equations[i]);
		else if (key != UINT32_MAX)
			w->mark[key] = w->mark_now;
	}
	for (uint32_t i = 0; i < l->n; i++)
		if (w->mark[l->keys[i]] != w->mark_now)
			sb_push(w->scratch, unknowns, l->keys[i]);
	if (!rest.n || rest.n == l->n || rest.n != unknowns.n)
		return false;
	return solve_apart(w, &rest, &unknowns, false, out);
}

/* A loop through equations that do not tick together has no time at which it could be solved. */
static bool report_clocks_in_loop(ss_work *w, const loop *l, bool initial)
{
	for (uint32_t i = 1; i < l->n && !initial; i++) {
		if (l->equations[i]->guard == l->equations[0]->guard)
			continue;
		if (l->equations[i]->clock == l->equations[0]->clock) {
			sb_message *e =
				sb_report(w->diag, SB_ERROR, "S0613", l->equations[0]->span,
						  "whether a state is active depends on what is computed in it in the same tick: %s",
						  ss_names(w, l->keys, l->n, 8));
			sb_also(e, l->equations[i]->span, "this is part of the loop");
			sb_help(e,
					"make the transition a delayed one, with immediate = false, or use previous(...) in its condition");
			return true;
		}
		sb_message *m =
			sb_report(w->diag, SB_ERROR, "S0612", l->equations[0]->span,
					  "a loop of equations goes through different clocks: %s", ss_names(w, l->keys, l->n, 8));
		sb_also(m, l->equations[i]->span, "this equation of the loop has another clock");
		sb_help(m, "use previous(...) of one of the variables");
		return true;
	}
	return false;
}

static bool solve_loop(ss_work *w, ss_system *s, uint32_t c, ss_steps *out)
{
	bool single = true;
	ss_loop *b;

	for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++)
		if (s->equations[s->component[i]]->sums) {
			ss_write_out_sums(w);
			return false;
		}
	for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++)
		single = single && s->equations[s->component[i]]->form == SS_FORM_EQUAL;
	if (!single)
		return solve_singly(w, s, c, out);
	loop l = loop_of(w, s, c);
	if (report_clocks_in_loop(w, &l, s->initial) || report_discrete_loop(w, &l))
		return false;
	b = linear_loop(w, &l, s->initial);
	for (uint32_t i = 0; b && !b->invariant && i < l.n; i++)
		if (wants_iteration(w, l.equations[i], s->initial))
			b = NULL;
	if (!b)
		b = ss_tear(w, l.equations, l.n, l.keys, s->initial);
	else if (report_empty(w, &l, b) || (!s->initial && ss_report_no_reference(w, b, l.equations)))
		return false;
	push_loop(w, out, b, &l, s->initial);
	uint32_t at = out->n - 1;
	if (!s->initial && between_events(w, &l, out))
		out->at[at].phases = SS_DISCRETE;
	return true;
}

static bool report_not_explicit(ss_work *w, ss_equation *q, uint32_t key)
{
	sb_message *m = sb_report(w->diag, SB_ERROR, "S0105", q->span, "this equation cannot be solved for %s",
							  ss_names(w, &key, 1, 1));

	sb_note(m, "an equation for a Boolean, Integer or String variable must have the form variable = expression");
	sb_help(m, "write %s alone on one side", ss_names(w, &key, 1, 1));
	return false;
}

/* What an argument of a call is, if the call has this value and its function an inverse. */
static sx_ref invert_call(void *context, sx_ref call, uint32_t argument, sx_ref value)
{
	ss_work *w = ((dividing *)context)->w;
	const sm_function *f = w->model->functions.at[sx_at(w->pool, call)->payload];

	for (uint32_t i = 0; i < f->inverses.n; i++) {
		const sm_inverse *v = &f->inverses.at[i];
		sx_ref args[64];

		if (v->argument != argument || v->count > 64)
			continue;
		for (uint32_t k = 0; k < v->count; k++)
			args[k] = v->from[k] == UINT32_MAX ? value : sx_arg(w->pool, call, v->from[k]);
		return sx_call(w->pool, v->function, SX_REAL, args, v->count);
	}
	return 0;
}

/* An equation as what its unknown is, or 0. Where it is linear a loop of one equation can take its place. */
static sx_ref solve_for(ss_work *w, const ss_system *s, ss_equation *q, uint32_t key, bool *divided)
{
	sx_ref left = ss_left(q, s->initial), right = ss_right(q, s->initial), leaf = ss_leaf(w, key), a, b;
	bool (*divide)(void *, sx_ref) = any_divisor;

	if (q->solution && q->solved_for == key && left == q->lhs && right == q->rhs && !wants_iteration(w, q, s->initial))
		return q->solution;
	dividing d = { w, s->initial, false };
	if (wants_iteration(w, q, s->initial) || may_break_down(w, q))
		divide = constant_divisor;
	else if (sx_type_of(w->pool, leaf) == SX_REAL && !q->sums &&
			 sx_linear(w->pool, sx_binary(w->pool, SX_SUB, left, right), leaf, &a, &b))
		divide = safe_divisor;
	sx_ref value = sx_solve_by(w->pool, left, right, leaf, divide, invert_call, &d);
	*divided = d.divided;
	return value;
}

static bool solve_single(ss_work *w, ss_system *s, ss_equation *q, uint32_t key, ss_steps *out)
{
	sx_ref left = ss_left(q, s->initial), right = ss_right(q, s->initial), leaf = ss_leaf(w, key), value = 0;

	if (left == w->zero && report_other_unknown(w, q, right, key, 0))
		return false;
	mark_keys(w, &key, 1);
	bool divided = false;
	if (left == leaf && ss_unmarked(w, right))
		value = right;
	else if (right == leaf && ss_unmarked(w, left))
		value = left;
	else
		value = solve_for(w, s, q, key, &divided);
	if (q->sums && (!value || !ss_unmarked(w, value))) {
		ss_write_out_sums(w);
		return false;
	}
	if (value) {
		if (!s->initial && !divided) {
			q->solved_for = key;
			q->solution = value;
		}
		push_step(w, out, (ss_step){ .kind = SS_ASSIGN, .target = leaf, .value = value }, q, s->initial);
		return true;
	}
	loop l = { &q, &key, 1 };
	if ((left == leaf || right == leaf) && report_discrete_loop(w, &l))
		return false;
	if (sx_type_of(w->pool, leaf) != SX_REAL)
		return report_not_explicit(w, q, key);
	ss_loop *b = wants_iteration(w, q, s->initial) ? NULL : linear_loop(w, &l, s->initial);
	if (!b)
		b = ss_tear(w, l.equations, 1, l.keys, s->initial);
	else if (report_empty(w, &l, b))
		return false;
	push_loop(w, out, b, &l, s->initial);
	return true;
}

/* Does the call need one of its own results? */
static bool needs_itself(ss_work *w, const ss_equation *q, bool initial)
{
	w->mark_now++;
	for (uint32_t i = 0; i < q->targets.n; i++) {
		uint32_t key = ss_key(w, q->targets.at[i]);
		if (key != UINT32_MAX)
			w->mark[key] = w->mark_now;
	}
	return !ss_unmarked(w, ss_right(q, initial));
}

/* A family that is part of a loop is written out: what it gives must be found together with the others. */
static bool has_family(ss_work *w, ss_system *s, uint32_t c)
{
	sb_vec(const ss_equation *) members = {0};
	bool any = false;

	for (uint32_t i = s->component_first[c]; i < s->component_first[c + 1]; i++) {
		sb_push(w->scratch, members, s->equations[s->component[i]]);
		any = any || members.at[members.n - 1]->domain.n;
	}
	if (any)
		ss_write_out_all(w, members.at, members.n, "it is part of a loop of equations");
	return any;
}

static bool solve_component(ss_work *w, ss_system *s, uint32_t c, ss_steps *out)
{
	uint32_t e = s->component[s->component_first[c]];
	ss_equation *q = s->equations[e];

	if (s->component_first[c + 1] - s->component_first[c] > 1)
		return has_family(w, s, c) ? false : solve_loop(w, s, c, out);
	sb_must(q->form != SS_FORM_EQUAL || s->unknown_of_row[s->first_row[e]] != UINT32_MAX,
			"equation %u of %u has no unknown", e, s->equation_count);
	if (q->domain.n) {
		ss_step step;
		if (!ss_solve_family(w, q, s->initial, s->unknowns[s->unknown_of_row[s->first_row[e]]], &step))
			return false;
		push_step(w, out, step, q, s->initial);
		return true;
	}
	switch (q->form) {
	case SS_FORM_EQUAL:
		return solve_single(w, s, q, s->unknowns[s->unknown_of_row[s->first_row[e]]], out);
	case SS_FORM_CALL:
		if (needs_itself(w, q, s->initial))
			return solve_loop(w, s, c, out);
		push_step(w, out, (ss_step){.kind = SS_CALL, .targets = q->results, .value = ss_right(q, s->initial)}, q,
				  s->initial);
		return true;
	default: {
		ss_step step = { .kind = SS_ALGORITHM, .statements = s->initial ? q->initial_statements : q->statements };
		for (uint32_t i = s->initial ? q->kept : 0; i < q->targets.n; i++)
			sb_push(w->arena, step.targets, q->targets.at[i]);
		push_step(w, out, step, q, s->initial);
		return true;
	}
	}
}

bool ss_solve_system(ss_work *w, ss_system *s, ss_steps *out)
{
	bool good = true;

	for (uint32_t c = 0; c < s->component_count; c++)
		good = solve_component(w, s, c, out) && good;
	return good;
}
