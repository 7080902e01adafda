/* Automata: state machines in continuous time (docs/automata.md). Their states are models, and the equations of a state
 * exist while it is active. An automaton becomes what a person would write by hand:
 *
 *     mode = pre(next);                              the state whose equations hold
 *     seen = pre(mode);  done = pre(made);
 *     if mode == 1 then                              a switch: only the equations of one branch exist
 *       ... equations of the first state ...
 *       up_1 = condition of its first transition;    so only conditions of the active state are watched
 *     else ...
 *     end if;
 *     settled = mode == seen and done == pre(done);
 *     go_k = up_k and settled and pre(settled) and not initial();
 *     when {go_1, ...} then next = ...; made = pre(made) + 1; end when;
 *     when done <> pre(done) and mode == k then reinit(x, start of x); end when;
 *
 * A transition takes three passes of its instant: it fires; the equations change and states are reset; the state is
 * active, so that `when activeState(s)` acts and may give its states other values. Conditions are looked at again in
 * the pass after it.
 *
 * An automaton in a state of another one: its switch is part of the branch of that state, and all else stands outside
 * (at `home`), so that it can be told to begin again. This happens in the first pass of the transition to the outer
 * state, if that resets; its equations exist from the second pass on, and are those of its initial state then. */
#include "front/modelica/flatten/flatten_inside.h"
#include "front/modelica/flatten/flatten_machine.h"

enum { MOST_IN_ROW = 12 };      /* transitions in one instant: beyond that they lead to each other for ever */

typedef struct automaton {
	mo_context *c;
	sx_pool *p;
	const mo_machine *m;
	const char *home;               /* the component of the outermost automaton around it, or its own */
	uint32_t most;                  /* transitions that leave a state */
	sx_ref next, mode, seen, made, done, settled, again, in_row, last;
	sx_ref around, restart;         /* the state around it is active; is entered with a reset. 0: there is none */
	sx_ref *inside;                 /* by state: its equations hold */
	sx_ref *up, *armed, *go;        /* by number of the transition among those of its state */
} automaton;

/* ------------------------------------------------------------------------ small things */

static sx_ref before(automaton *a, sx_ref v)
{
	return sx_make(a->p, SX_PRE, sx_type_of(a->p, v), 0, &v, 1);
}

static sx_ref both(automaton *a, sx_ref x, sx_ref y)
{
	return sx_binary(a->p, SX_AND, x, y);
}

static sx_ref number(automaton *a, int64_t n)
{
	return sx_int(a->p, n);
}

static sx_ref is(automaton *a, sx_ref v, uint32_t state)
{
	return sx_binary(a->p, SX_EQ, v, number(a, state + 1));
}

static sx_ref plus_one(automaton *a, sx_ref v)
{
	return sx_binary(a->p, SX_ADD, before(a, v), number(a, 1));
}

static sm_equation *equate(automaton *a, sm_equations *out, sx_ref lhs, sx_ref rhs, sb_span span)
{
	sm_equation *q = sm_equation_new(a->c->model, SM_EQUAL, span, a->home);

	q->lhs = lhs;
	q->rhs = rhs;
	sb_push(a->c->arena, *out, q);
	return q;
}

/* A discrete variable that begins with a value. */
static sx_ref hidden(mo_context *c, sx_type type, const char *component, sb_span span, sx_ref start)
{
	sx_ref v = mo_machine_variable(c, type, component, span, start);
	sm_variable *edit = sm_edit(c->model, sx_at(c->pool, v)->payload);

	edit->variability = SM_DISCRETE;
	edit->fixed = sx_bool(c->pool, true);
	return v;
}

static sx_ref discrete(automaton *a, sx_type type, sx_ref start)
{
	return hidden(a->c, type, a->home, a->m->span, start);
}

/* A variable of which messages may speak, by this name. */
static sx_ref named(automaton *a, const char *name, sx_type type, sx_ref start)
{
	uint32_t at = sm_add_variable(a->c->model, name, type, NULL, 0);
	sm_variable *v = sm_edit(a->c->model, at);

	v->variability = SM_DISCRETE;
	v->hidden = true;
	v->span = a->m->span;
	v->component = a->home;
	v->start = start;
	v->fixed = sx_bool(a->p, true);
	return sm_ref(a->c->model, at);
}

static uint32_t index_of(const automaton *a, const char *state)
{
	uint32_t i = 0;

	while (a->m->states.at[i] != state)
		i++;
	return i;
}

/* The k-th transition of a state, the most urgent first; NULL: it has fewer. */
static const mo_transition *transition_of(const automaton *a, uint32_t state, uint32_t k)
{
	for (uint32_t i = a->m->transitions.n; i-- > 0;)
		if (a->m->transitions.at[i]->from == a->m->states.at[state] && k-- == 0)
			return a->m->transitions.at[i];
	return NULL;
}

/* --------------------------------------------------------------------------- branches */

/* Clauses and assertions of a state stay where they are, and act while it is active. */
static void guard(automaton *a, sm_equation *q, sx_ref active)
{
	if (q->kind == SM_ASSERT) {
		q->lhs = sx_binary(a->p, SX_OR, sx_unary(a->p, SX_NOT, active), q->lhs);
		return;
	}
	for (uint32_t b = 0; b < q->branches.n; b++) {
		sm_branch *branch = &q->branches.at[b];
		if (branch->condition)
			branch->condition = both(a, branch->condition, active);
		for (uint32_t i = 0; i < branch->any.n; i++)
			branch->any.at[i] = both(a, branch->any.at[i], active);
	}
}

static bool is_activation(const automaton *a, sx_ref e)
{
	return e && sx_op_of(a->p, e) == SX_VAR && sm_var(a->c->model, sx_at(a->p, e)->payload)->activation;
}

/* Takes the equations of the states out of the model. */
static void move_equations(automaton *a, sm_equation *choice)
{
	sm_equations *all = &a->c->model->equations, kept = {0};

	for (uint32_t i = 0; i < all->n; i++) {
		sm_equation *q = all->at[i];
		uint32_t s = is_activation(a, q->lhs) ? UINT32_MAX : mo_state_around(a->m, q->component);
		bool acts = q->kind == SM_WHEN || q->kind == SM_ASSERT;
		if (s != UINT32_MAX && acts)
			guard(a, q, mo_active_variable(a->c, a->m->states.at[s], a->m->span));
		if (s != UINT32_MAX && !acts)
			sb_push(a->c->arena, choice->branches.at[s].body, q);
		else
			sb_push(a->c->arena, kept, q);
	}
	*all = kept;
}

/* An activation as condition holds in the pass in which it comes. */
static sx_ref comes(automaton *a, const mo_transition *t)
{
	sm_equation *when = sm_equation_new(a->c->model, SM_WHEN, t->span, a->m->component);
	sm_branch branch = {.condition = t->condition, .span = t->span};
	sx_ref turns = discrete(a, SX_BOOLEAN, sx_bool(a->p, false));

	equate(a, &branch.body, turns, sx_unary(a->p, SX_NOT, before(a, turns)), t->span);
	sb_push(a->c->arena, when->branches, branch);
	sb_push(a->c->arena, a->c->model->equations, when);
	return sx_binary(a->p, SX_NE, turns, before(a, turns));
}

static const sm_equation *write_branches(automaton *a)
{
	sm_equation *choice = sm_equation_new(a->c->model, SM_IF, a->m->span, a->m->component);

	choice->holds = true;
	for (uint32_t s = 0; s < a->m->states.n; s++) {
		sm_branch branch = {.condition = s + 1 < a->m->states.n ? a->inside[s] : 0, .span = a->m->span};
		sb_push(a->c->arena, choice->branches, branch);
	}
	for (uint32_t v = 0; v < a->c->model->variables.n; v++) {
		uint32_t s = mo_state_around(a->m, sm_var(a->c->model, v)->component);
		if (s != UINT32_MAX && sm_var(a->c->model, v)->variability < SM_PARAMETER &&
			!sm_var(a->c->model, v)->activation)
			sb_push(a->c->arena, choice->branches.at[s].owns, v);
	}
	move_equations(a, choice);
	for (uint32_t s = 0; s < a->m->states.n; s++)
		for (uint32_t k = 0; k < a->most; k++) {
			const mo_transition *t = transition_of(a, s, k);
			sx_ref condition = !t ? sx_bool(a->p, false) : t->event ? comes(a, t) : t->condition;
			equate(a, &choice->branches.at[s].body, a->up[k], condition, t ? t->span : a->m->span)->component =
				a->m->component;
		}
	if (a->m->states.n > 1)
		sb_push(a->c->arena, a->c->model->equations, choice);
	for (uint32_t i = 0; a->m->states.n == 1 && i < choice->branches.at[0].body.n; i++)
		sb_push(a->c->arena, a->c->model->equations, choice->branches.at[0].body.at[i]);
	return choice;
}

/* ------------------------------------------------------------------------ transitions */

/* Must the condition have been false since the state was entered? */
static bool waits(const mo_transition *t)
{
	return !t->event && (!t->immediate || t->from == t->to);
}

static void write_turns(automaton *a)
{
	sm_equations *out = &a->c->model->equations;
	sx_ref ready = both(a, a->settled, before(a, a->settled)),
		   begun = sx_unary(a->p, SX_NOT, sx_make(a->p, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0));

	if (a->around)
		ready = both(a, ready, both(a, a->around, before(a, a->around)));
	for (uint32_t k = 0; k < a->most; k++) {
		sx_ref waiting = sx_bool(a->p, false);
		for (uint32_t s = 0; s < a->m->states.n; s++) {
			const mo_transition *t = transition_of(a, s, k);
			if (t && waits(t))
				waiting = sx_binary(a->p, SX_OR, waiting, is(a, a->mode, s));
		}
		sx_ref free = sx_binary(a->p, SX_OR, sx_unary(a->p, SX_NOT, waiting), before(a, a->armed[k]));
		sx_ref was = sx_binary(a->p, SX_OR, before(a, a->armed[k]), sx_unary(a->p, SX_NOT, a->up[k]));
		equate(a, out, a->go[k], both(a, both(a, a->up[k], ready), both(a, begun, free)), a->m->span);
		equate(a, out, a->armed[k], both(a, ready, was), a->m->span);
	}
}

/* What the transition that fires says, chosen by state and number: the state it leads to, or whether it resets. */
static sx_ref of_fired(automaton *a, bool reset)
{
	sx_ref out = reset ? sx_bool(a->p, false) : a->mode;

	for (uint32_t k = a->most; k-- > 0;) {
		sx_ref here = reset ? sx_bool(a->p, false) : a->mode;
		for (uint32_t s = 0; s < a->m->states.n; s++) {
			const mo_transition *t = transition_of(a, s, k);
			if (t)
				here = sx_if(a->p, is(a, a->mode, s),
							 reset ? sx_bool(a->p, t->reset) : number(a, index_of(a, t->to) + 1), here);
		}
		out = sx_if(a->p, both(a, a->go[k], sx_unary(a->p, SX_NOT, before(a, a->go[k]))), here, out);
	}
	return out;
}

static sx_ref loop_text(automaton *a)
{
	sb_text text = {0};

	sb_addf(&text, "more than %d transitions in one instant between the states", MOST_IN_ROW);
	for (uint32_t s = 0; s < a->m->states.n && s < 6; s++)
		sb_addf(&text, "%s '%s'", s ? "," : "", a->m->states.at[s]);
	sb_addf(&text, "%s: each state that is entered is left at once, because the condition of a transition from it "
				   "holds already. Let one of these conditions be false then, or write immediate = false",
			a->m->states.n > 6 ? ", ..." : "");
	return sx_string(a->p, sb_intern_text(a->c->names, &text));
}

static void write_firing(automaton *a)
{
	sm_equation *when = sm_equation_new(a->c->model, SM_WHEN, a->m->span, a->home);
	sm_branch branch = {.span = a->m->span};
	sm_equation *limit = sm_equation_new(a->c->model, SM_ASSERT, a->m->span, a->home);
	sx_ref to = of_fired(a, false), again = of_fired(a, true);
	sx_ref later = sx_unary(a->p, SX_NOEVENT, sx_binary(a->p, SX_GT, sx_time(a->p), before(a, a->last)));

	if (a->most == 1 && !a->restart)
		branch.condition = a->go[0];
	for (uint32_t k = 0; !branch.condition && k < a->most; k++)
		sb_push(a->c->arena, branch.any, a->go[k]);
	if (a->restart) {
		sb_push(a->c->arena, branch.any, a->restart);
		to = sx_if(a->p, a->restart, number(a, 1), to);
		again = sx_binary(a->p, SX_OR, a->restart, again);
	}
	equate(a, &branch.body, a->next, to, a->m->span);
	equate(a, &branch.body, a->again, again, a->m->span);
	equate(a, &branch.body, a->made, plus_one(a, a->made), a->m->span);
	equate(a, &branch.body, a->in_row, sx_if(a->p, later, number(a, 1), plus_one(a, a->in_row)), a->m->span);
	equate(a, &branch.body, a->last, sx_time(a->p), a->m->span);
	limit->lhs = sx_binary(a->p, SX_LE, a->in_row, number(a, MOST_IN_ROW));
	limit->rhs = loop_text(a);
	sb_push(a->c->arena, branch.body, limit);
	sb_push(a->c->arena, when->branches, branch);
	sb_push(a->c->arena, a->c->model->equations, when);
}

/* ----------------------------------------------------------------------------- resets */

typedef struct derivatives { automaton *a; sb_map *found; } derivatives;

static bool see_derivative(void *context, const sx_pool *pool, sx_ref e)
{
	derivatives *d = context;

	if (sx_op_of(pool, e) == SX_DER && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR)
		sb_map_put(d->found, sx_at(pool, sx_arg(pool, e, 0))->payload, 1);
	return true;
}

static void find_derivatives(automaton *a, const sm_equations *body, sb_map *found)
{
	derivatives d = {a, found};

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_equation *q = body->at[i];
		if (q->lhs)
			sx_visit(a->p, q->lhs, see_derivative, &d);
		if (q->rhs)
			sx_visit(a->p, q->rhs, see_derivative, &d);
		for (uint32_t b = 0; b < q->branches.n; b++)
			find_derivatives(a, &q->branches.at[b].body, found);
	}
}

static void reset_variable(automaton *a, uint32_t variable, sm_equations *out)
{
	const sm_variable *v = sm_var(a->c->model, variable);
	int64_t at[16];

	for (uint32_t k = 0; k < v->count && v->rank <= 16; k++) {
		sm_equation *q = sm_equation_new(a->c->model, SM_REINIT, a->m->span, a->m->component);
		uint32_t element = k;
		for (uint32_t d = v->rank; d-- > 0; element /= v->shape[d])
			at[d] = element % v->shape[d] + 1;
		q->lhs = v->rank ? sm_ref_at(a->c->model, variable, k) : sm_ref(a->c->model, variable);
		q->rhs = v->start ? sx_bind_iters(a->p, v->start, v->over, at, v->rank) : sx_real(a->p, 0);
		sb_push(a->c->arena, *out, q);
	}
}

static bool is_reset(const automaton *a, uint32_t state)
{
	for (uint32_t i = 0; i < a->m->transitions.n; i++)
		if (a->m->transitions.at[i]->to == a->m->states.at[state] && a->m->transitions.at[i]->reset)
			return true;
	return state == 0 && a->restart;
}

/* A variable of a state of an automaton in this one, which resets it by itself. */
static bool is_of_inner(const automaton *a, const char *component)
{
	const struct mo_machines *all = mo_machines_of(a->c);

	for (uint32_t i = 0; i < all->list.n; i++) {
		const mo_machine *inner = &all->list.at[i];
		if (inner == a->m || !inner->transitions.n || mo_state_around(a->m, inner->component) == UINT32_MAX)
			continue;
		for (uint32_t s = 0; s < inner->states.n; s++)
			if (mo_is_inside(component, inner->states.at[s]))
				return true;
	}
	return false;
}

static void write_resets(automaton *a, const sm_equation *choice)
{
	sx_ref moved = sx_binary(a->p, SX_NE, a->done, before(a, a->done));

	for (uint32_t s = 0; s < a->m->states.n; s++) {
		sm_equation *when = sm_equation_new(a->c->model, SM_WHEN, a->m->span, a->home);
		sm_branch branch = {.condition = both(a, both(a, moved, a->again), is(a, a->mode, s)), .span = a->m->span};
		sb_map found = sb_map_new(a->c->arena);
		if (is_reset(a, s))
			find_derivatives(a, &choice->branches.at[s].body, &found);
		for (uint32_t v = 0; v < a->c->model->variables.n; v++) {
			uint64_t is_state;
			const char *component = sm_var(a->c->model, v)->component;
			if (sb_map_get(&found, v, &is_state) && mo_is_inside(component, a->m->states.at[s]) &&
				!is_of_inner(a, component))
				reset_variable(a, v, &branch.body);
		}
		if (!branch.body.n)
			continue;
		sb_push(a->c->arena, when->branches, branch);
		sb_push(a->c->arena, a->c->model->equations, when);
	}
}

/* ------------------------------------------------------------------------------ whole */

static void declare(automaton *a)
{
	sx_ref one = number(a, 1), zero = number(a, 0), no = sx_bool(a->p, false);

	for (uint32_t s = 0; s < a->m->states.n; s++) {
		uint32_t leave = 0;
		while (transition_of(a, s, leave))
			leave++;
		a->most = leave > a->most ? leave : a->most;
	}
	a->next = a->m->next;
	a->made = a->m->made;
	a->again = a->m->again;
	a->mode = discrete(a, SX_INTEGER, one);
	a->seen = discrete(a, SX_INTEGER, one);
	a->done = discrete(a, SX_INTEGER, zero);
	a->settled = discrete(a, SX_BOOLEAN, sx_bool(a->p, true));
	if (a->most) {
		const char *text = "transitions of the machine of %s in this instant";
		a->in_row = named(a, sb_printf(a->c->arena, text, a->m->states.at[0]), SX_INTEGER, zero);
		a->last = discrete(a, SX_REAL, sx_real(a->p, -1e300));
	}
	a->inside = sb_new_array(a->c->arena, sx_ref, a->m->states.n);
	a->up = sb_new_array(a->c->arena, sx_ref, a->most + 1);
	a->armed = sb_new_array(a->c->arena, sx_ref, a->most + 1);
	a->go = sb_new_array(a->c->arena, sx_ref, a->most + 1);
	for (uint32_t s = 0; s < a->m->states.n; s++)
		a->inside[s] = named(a, sb_printf(a->c->arena, "activeState(%s)", a->m->states.at[s]), SX_BOOLEAN,
							 sx_bool(a->p, s == 0));
	for (uint32_t k = 0; k < a->most; k++) {
		a->up[k] = hidden(a->c, SX_BOOLEAN, a->m->component, a->m->span, no);
		a->armed[k] = discrete(a, SX_BOOLEAN, no);
		a->go[k] = discrete(a, SX_BOOLEAN, no);
	}
}

/* When the present state was entered, for timeInState. */
static void write_entry(automaton *a, mo_machine *m)
{
	sm_equation *when = sm_equation_new(a->c->model, SM_WHEN, m->span, a->home);
	sx_ref moved = sx_binary(a->p, SX_NE, a->done, before(a, a->done));
	sm_branch branch = {.condition = a->around ? 0 : moved, .span = m->span};

	if (a->around) {
		sb_push(a->c->arena, branch.any, moved);
		sb_push(a->c->arena, branch.any, a->around);
	}
	if (!mo_machines_of(a->c)->uses.n)
		return;
	m->entry = discrete(a, SX_REAL, 0);
	sm_edit(a->c->model, sx_at(a->p, m->entry)->payload)->fixed = 0;
	equate(a, &a->c->model->initial_equations, m->entry, sx_time(a->p), m->span);
	equate(a, &branch.body, m->entry, sx_time(a->p), m->span);
	sb_push(a->c->arena, when->branches, branch);
	sb_push(a->c->arena, a->c->model->equations, when);
}

static void write_states(automaton *a)
{
	sm_equations *out = &a->c->model->equations;
	sb_span span = a->m->span;

	equate(a, out, a->mode, before(a, a->next), span);
	equate(a, out, a->seen, before(a, a->mode), span);
	equate(a, out, a->done, before(a, a->made), span);
	equate(a, out, a->settled, both(a, sx_binary(a->p, SX_EQ, a->mode, a->seen),
		sx_binary(a->p, SX_EQ, a->done, before(a, a->done))), span);
	for (uint32_t s = 0; s < a->m->states.n; s++) {
		sx_ref active = mo_active_variable(a->c, a->m->states.at[s], span);
		equate(a, out, a->inside[s], is(a, a->mode, s), span);
		sx_ref here = both(a, is(a, a->mode, s), a->settled);
		equate(a, out, active, a->around ? both(a, here, a->around) : here, span);
	}
}

static const char *home_of(const mo_machine *m)
{
	return m->outer ? home_of(m->outer) : m->component;
}

void mo_declare_automaton(mo_context *c, mo_machine *m)
{
	m->next = hidden(c, SX_INTEGER, home_of(m), m->span, sx_int(c->pool, 1));
	m->made = hidden(c, SX_INTEGER, home_of(m), m->span, sx_int(c->pool, 0));
	if (m->transitions.n)
		m->again = hidden(c, SX_BOOLEAN, home_of(m), m->span, sx_bool(c->pool, false));
}

/* What the automaton around it tells one that is in its state. */
static void declare_around(automaton *a)
{
	const mo_machine *m = a->m, *outer = m->outer;

	if (!outer)
		return;
	a->around = mo_active_variable(a->c, outer->states.at[m->parent], m->span);
	if (!outer->transitions.n || !m->transitions.n)
		return;
	a->restart = discrete(a, SX_BOOLEAN, sx_bool(a->p, false));
	equate(a, &a->c->model->equations, a->restart,
		   both(a, sx_binary(a->p, SX_NE, outer->made, before(a, outer->made)),
				both(a, is(a, outer->next, (uint32_t)m->parent), outer->again)), m->span);
}

bool mo_write_automaton(mo_context *c, mo_machine *m)
{
	automaton a = {.c = c, .p = c->pool, .m = m, .home = home_of(m)};

	if (!mo_check_automaton(c, m))
		return false;
	declare(&a);
	declare_around(&a);
	if (!m->transitions.n) {      /* the one state is always active */
		equate(&a, &c->model->equations, a.next, before(&a, a.next), m->span);
		equate(&a, &c->model->equations, a.made, before(&a, a.made), m->span);
		write_states(&a);
		write_entry(&a, m);
		return true;
	}
	const sm_equation *choice = write_branches(&a);
	write_states(&a);
	write_turns(&a);
	write_firing(&a);
	write_resets(&a, choice);
	write_entry(&a, m);
	return true;
}
