/* State machines (chapter 17). Blocks that `transition` ties together are the states of a machine. A machine is a
 * handful of clocked equations (17.3.6, the semantic model): which transition fires, which state is active, which are
 * to be reset. The states go to the model with their Booleans `active` and `reset`; the structure layer lets the
 * equations of a state hold while it is active, and begins `previous` anew where it is reset. Machines whose states are
 * models, in continuous time, are written by flatten_automaton.c.
 * Questions about states are in lower/lower_machine.c. */
#include "front/modelica/flatten/flatten_inside.h"
#include "front/modelica/flatten/flatten_machine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef mo_machine machine;

static void equate(mo_context *c, const machine *m, const char *component, sx_ref lhs, sx_ref rhs)
{
	sm_equation *q = sm_equation_new(c->model, SM_EQUAL, m->span, component);

	q->lhs = lhs;
	q->rhs = rhs;
	sb_push(c->arena, c->model->equations, q);
}

/* ------------------------------------------------------------------------- reading */

bool mo_flatten_initial_state(const mo_destination *p, const mo_equation *q)
{
	const mo_expr *e = mo_call_argument(q->left, 0, "state");
	mo_named_state n = {mo_state_name(p->c, p->env, e), mo_whole_scope(p->env->scope)->prefix, q->span};

	if (!n.name || q->left->a.n + q->left->named.n != 1)
		return mo_wrong_state(p->c, q->left, e);
	sb_push(p->c->arena, mo_machines_of(p->c)->initial, n);
	return true;
}

static bool option(const mo_destination *p, const mo_expr *call, uint32_t i, const char *name, bool *out)
{
	const mo_expr *e = mo_call_argument(call, i, name);
	return !e || mo_evaluate_boolean(p->c, p->env, e, "an option of a transition", out);
}

/* A Boolean; or the name of an activation. */
static sx_ref lower_condition(mo_context *c, const mo_env *env, const mo_expr *e, bool *event)
{
	mo_value *v = e && e->kind == MO_E_REF ? mo_lower(c, env, e) : NULL;

	*event = v && v->type.base == MO_B_ACTIVATION && !v->type.rank;
	return *event ? mo_elem(c, v, NULL) : mo_lower_scalar(c, env, e, MO_B_BOOLEAN);
}

bool mo_flatten_transition(const mo_destination *p, const mo_equation *q)
{
	static const char *const names[] = {"from", "to", "condition", "immediate", "reset", "synchronize", "priority"};
	const mo_expr *call = q->left;
	mo_context *c = p->c;
	mo_transition t = {.immediate = true, .reset = true, .priority = 1, .span = q->span,
		.component = mo_whole_scope(p->env->scope)->prefix};

	if (!mo_check_arguments(c, call, 3, names, 7))
		return false;
	if (p->family)          /* each element has its own */
		return mo_give_up_scope(c, p->family);
	if (p->env->in_when || p->env->in_clocked || p->at_run) {
		sb_help(
			sb_report(
				c->diag, SB_ERROR, "M0961", q->span,
				"a transition cannot stand inside a when, or inside an if whose condition is not known before the run"),
			"write it by itself, and its condition as its third argument");
		return false;
	}
	t.from = mo_state_name(c, p->env, mo_call_argument(call, 0, "from"));
	t.to = mo_state_name(c, p->env, mo_call_argument(call, 1, "to"));
	if (!t.from || !t.to)
		return mo_wrong_state(c, call, mo_call_argument(call, t.from ? 1 : 0, t.from ? "to" : "from"));
	const mo_expr *priority = mo_call_argument(call, 6, "priority");
	if (!option(p, call, 3, "immediate", &t.immediate) || !option(p, call, 4, "reset", &t.reset) ||
		!option(p, call, 5, "synchronize", &t.synchronize) ||
		(priority && !mo_evaluate_integer(c, p->env, priority, "the priority of a transition", &t.priority)))
		return false;
	if (t.priority < 1) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0962", priority->span, "the priority of a transition is at least 1"),
				"1 is the most urgent one");
		return false;
	}
	mo_env env = *p->env;
	env.from_state = t.from;
	env.immediate = t.immediate;
	t.condition = lower_condition(c, &env, mo_call_argument(call, 2, "condition"), &t.event);
	if (!t.condition)
		return false;
	sb_push(c->arena, mo_machines_of(c)->transitions, t);
	return true;
}

/* ------------------------------------------------------------------------ machines */

static machine *machine_of(mo_context *c, const char *state, uint32_t *at)
{
	struct mo_machines *all = mo_machines_of(c);

	for (uint32_t i = 0; i < all->list.n; i++)
		for (uint32_t k = 0; k < all->list.at[i].states.n; k++)
			if (all->list.at[i].states.at[k] == state) {
				*at = k;
				return &all->list.at[i];
			}
	return NULL;
}

/* The machine of the state that a component is or is part of. */
static machine *machine_around(mo_context *c, const char *component, uint32_t *at)
{
	const char *name = component;

	while (name && *name) {
		machine *m = machine_of(c, name, at);
		if (m)
			return m;
		const char *dot = strrchr(name, '.');
		name = dot ? sb_intern(c->names, sb_printf(c->arena, "%.*s", (int)(dot - name), name)) : NULL;
	}
	return NULL;
}

static void join_state(mo_context *c, const char *state, const char *component, sb_span span)
{
	uint32_t at;

	if (machine_of(c, state, &at))
		return;
	machine m = {.component = component, .parent = -1, .span = span};
	sb_push(c->arena, m.states, state);
	sb_push(c->arena, mo_machines_of(c)->list, m);
}

static void unite(mo_context *c, const char *a, const char *b)
{
	uint32_t at;
	machine *m = machine_of(c, a, &at), *n = machine_of(c, b, &at);

	if (m == n)
		return;
	for (uint32_t i = 0; i < n->states.n; i++)
		sb_push(c->arena, m->states, n->states.at[i]);
	n->states.n = 0;
}

static int by_priority(const void *a, const void *b)
{
	const mo_transition *s = *(mo_transition *const *)a, *t = *(mo_transition *const *)b;
	return s->priority != t->priority ? (s->priority > t->priority ? -1 : 1) : s < t ? 1 : -1;
}

static bool collect(mo_context *c)
{
	struct mo_machines *all = mo_machines_of(c);
	bool good = true;
	uint32_t at;

	for (uint32_t i = 0; i < all->transitions.n; i++) {
		mo_transition *t = &all->transitions.at[i];
		join_state(c, t->from, t->component, t->span);
		join_state(c, t->to, t->component, t->span);
		unite(c, t->from, t->to);
	}
	for (uint32_t i = 0; i < all->initial.n; i++) {
		const mo_named_state *n = &all->initial.at[i];
		join_state(c, n->name, n->component, n->span);
		machine *m = machine_of(c, n->name, &at);
		if (m->initial) {
			sb_message *e = sb_report(c->diag, SB_ERROR, "M0963", n->span, "this state machine has two initial states");
			sb_also(e, m->initial->span, "the other one is given here");
			sb_help(e, "remove one of them");
			return false;
		}
		m->initial = n;
		m->states.at[at] = m->states.at[0];
		m->states.at[0] = n->name;
	}
	for (uint32_t i = 0; i < all->transitions.n; i++) {
		mo_transition *t = &all->transitions.at[i];
		machine *m = machine_of(c, t->from, &at);
		for (uint32_t k = 0; k < m->transitions.n; k++)
			if (m->transitions.at[k]->from == t->from && m->transitions.at[k]->priority == t->priority) {
				sb_message *e =
					sb_report(c->diag, SB_ERROR, "M0962", t->span,
							  "two transitions from one state have the same priority, %lld", (long long)t->priority);
				sb_also(e, m->transitions.at[k]->span, "the other one is here");
				sb_help(e, "write priority = 2, 3, ... as the last argument: which of them fires must be clear");
				good = false;
			}
		sb_push(c->arena, m->transitions, t);
	}
	for (uint32_t i = 0; i < all->list.n; i++) {
		machine *m = &all->list.at[i];
		if (!m->states.n)
			continue;
		if (m->transitions.n)
			qsort(m->transitions.at, m->transitions.n, sizeof *m->transitions.at, by_priority);
		if (!m->initial) {
			sb_message *e =
				sb_report(c->diag, SB_ERROR, "M0963", m->span, "this state machine has no initial state");
			sb_help(e, "write initialState(%s), or name another of its states",
					strrchr(m->states.at[0], '.') ? strrchr(m->states.at[0], '.') + 1 : m->states.at[0]);
			good = false;
		}
	}
	return good;
}

/* The name of a state that is none: of something else, or of nothing at all. */
static void report_no_state(mo_context *c, const machine *m, const char *name)
{
	sb_span span = m->span;
	sb_strings names = {0};

	for (uint32_t i = 0; i < m->transitions.n; i++)
		if (m->transitions.at[i]->from == name || m->transitions.at[i]->to == name)
			span = m->transitions.at[i]->span;
	if (sm_find(c->model, name) != UINT32_MAX) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0960", span, "'%s' is not a block or model, so it cannot be a state",
						  name),
				"declare a block for each state, or, in continuous time, a model");
		return;
	}
	sb_message *e = sb_report(c->diag, SB_ERROR, "M0960", span, "there is no block or model '%s' that could be a state",
							  name);
	for (uint32_t i = 0; i < c->model->components.n; i++)
		sb_push(c->arena, names, c->model->components.at[i].name);
	const char *near = sb_nearest(name, names.at, names.n);
	if (near)
		sb_help(e, "did you mean '%s'?", near);
	else
		sb_help(e, "declare a component for each state of the machine");
}

static bool check_components(mo_context *c)
{
	struct mo_machines *all = mo_machines_of(c);
	sb_map known = sb_map_new(c->arena);
	bool good = true;
	uint32_t at;

	for (uint32_t i = 0; i < c->model->components.n; i++)
		sb_map_set(&known, c->model->components.at[i].name, &c->model->components.at[i]);
	for (uint32_t i = 0; i < all->list.n; i++)
		for (uint32_t k = 0; k < all->list.at[i].states.n; k++)
			if (!sb_map_find(&known, all->list.at[i].states.at[k])) {
				report_no_state(c, &all->list.at[i], all->list.at[i].states.at[k]);
				good = false;
			}
	for (uint32_t i = 0; i < all->asked.n; i++)
		if (!machine_of(c, all->asked.at[i].name, &at)) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0964", all->asked.at[i].span,
							  "'%s' is not a state of a state machine", all->asked.at[i].name),
					"write a transition to it, or initialState(...)");
			good = false;
		}
	return good;
}

static bool check_conditions(mo_context *c, const machine *m)
{
	for (uint32_t i = 0; i < m->transitions.n; i++)
		if (m->transitions.at[i]->event && !m->continuous) {
			sb_help(sb_report(c->diag, SB_ERROR, "M1004", m->transitions.at[i]->span,
							  "the condition of a transition between clocked states cannot be an Activation"),
					"write a Boolean; or declare the states as model, for an automaton in continuous time");
			return false;
		}
	return true;
}

static bool is_in_state(const machine *m, const char *component)
{
	for (uint32_t s = 0; component && s < m->states.n; s++) {
		size_t n = strlen(m->states.at[s]);
		if (strncmp(component, m->states.at[s], n) == 0 && (!component[n] || component[n] == '.'))
			return true;
	}
	return false;
}

/* Modelica lets only blocks be states of a clocked machine, and other tools take models too. Models that use operators
 * of clocks, and have no derivatives, are meant so. */
static bool has_clocked_states(const mo_context *c, const machine *m)
{
	bool clocked = false;

	for (uint32_t i = 0; i < c->model->equations.n; i++) {
		const sm_equation *q = c->model->equations.at[i];
		if (!is_in_state(m, q->component))
			continue;
		if (sm_equation_has(c->pool, q, SX_HAS_DER))
			return false;
		clocked = clocked || sm_equation_has(c->pool, q, SX_HAS_CLOCK);
	}
	return clocked;
}

/* A machine is clocked if its states are blocks or use clocks, and goes on in continuous time otherwise. A machine
 * inside a state is of the kind of the one around it. */
static bool tell_apart(mo_context *c, machine *m)
{
	const struct mo_machines *all = mo_machines_of(c);
	const machine *outermost = m;
	uint64_t is_model;
	uint32_t at;

	for (const machine *around; (around = machine_around(c, outermost->component, &at)) != NULL;)
		outermost = around;
	if (has_clocked_states(c, outermost))
		return check_conditions(c, m);
	m->continuous = sb_map_get(&all->models, (uint64_t)(uintptr_t)m->states.at[0], &is_model);
	for (uint32_t i = 1; i < m->states.n; i++) {
		if (sb_map_get(&all->models, (uint64_t)(uintptr_t)m->states.at[i], &is_model) == m->continuous)
			continue;
		sb_message *e = sb_report(c->diag, SB_ERROR, "M1000", m->span,
								  "'%s' is a %s, but '%s' is a %s: the states of a machine are of one kind",
								  m->states.at[0], m->continuous ? "model" : "block", m->states.at[i],
								  m->continuous ? "block" : "model");
		sb_note(e, "blocks are states of a clocked state machine, models those of an automaton in continuous time");
		sb_help(e, "declare all of them as model, or all as block");
		return false;
	}
	return check_conditions(c, m);
}

/* ----------------------------------------------------------------------- equations */

static sx_ref number(mo_context *c, int64_t n)
{
	return sx_int(c->pool, n);
}

static sx_ref equals(mo_context *c, sx_ref e, int64_t n)
{
	return sx_binary(c->pool, SX_EQ, e, number(c, n));
}

static sx_ref previous(mo_context *c, sx_ref v)
{
	return sx_make(c->pool, SX_PREVIOUS, sx_type_of(c->pool, v), 0, &v, 1);
}

static uint32_t index_of(const machine *m, const char *state)
{
	uint32_t i = 0;
	while (m->states.at[i] != state)
		i++;
	return i + 1;
}

/* The last of the transitions of this kind that leave the state and whose condition holds; 0: none. */
static sx_ref which(mo_context *c, const machine *m, const sx_ref *conditions, sx_ref state, bool immediate)
{
	sx_ref out = number(c, 0);

	for (uint32_t i = 0; i < m->transitions.n; i++) {
		const mo_transition *t = m->transitions.at[i];
		if (t->immediate != immediate)
			continue;
		sx_ref fires = sx_binary(c->pool, SX_AND, equals(c, state, index_of(m, t->from)), conditions[i]);
		out = sx_if(c->pool, fires, number(c, i + 1), out);
	}
	return out;
}

/* 17.3.2: a transition that synchronises waits until all machines of its state are in final states. */
static sx_ref all_final(mo_context *c, const char *state)
{
	struct mo_machines *all = mo_machines_of(c);
	sx_ref out = sx_bool(c->pool, true);

	for (uint32_t i = 0; i < all->list.n; i++)
		if (all->list.at[i].states.n && all->list.at[i].component == state)
			out = sx_binary(c->pool, SX_AND, out, all->list.at[i].final);
	return out;
}

static sx_ref variable(mo_context *c, machine *m, sx_type type)
{
	return mo_machine_variable(c, type, m->component, m->span, 0);
}

static void declare(mo_context *c, machine *m)
{
	m->active = variable(c, m, SX_INTEGER);
	m->fired = variable(c, m, SX_INTEGER);
	m->reset = variable(c, m, SX_BOOLEAN);
	m->final = variable(c, m, SX_BOOLEAN);
	m->ticks = variable(c, m, SX_INTEGER);
	m->entry = variable(c, m, SX_REAL);
	m->now = variable(c, m, SX_REAL);
}

static sx_ref is_final(mo_context *c, const machine *m)
{
	sx_ref out = sx_bool(c->pool, false);

	for (uint32_t s = 0; s < m->states.n; s++) {
		bool leaves = false;
		for (uint32_t i = 0; i < m->transitions.n; i++)
			leaves = leaves || m->transitions.at[i]->from == m->states.at[s];
		if (!leaves)
			out = sx_binary(c->pool, SX_OR, out, equals(c, m->active, s + 1));
	}
	return out;
}

static void write_states(mo_context *c, machine *m, sx_ref reset_target)
{
	sx_pool *p = c->pool;

	for (uint32_t s = 0; s < m->states.n; s++) {
		uint32_t at;
		machine *outer = m->parent >= 0 ? machine_around(c, m->component, &at) : NULL;
		sx_ref here = equals(c, m->active, s + 1), active = mo_active_variable(c, m->states.at[s], m->span),
			   reset = mo_machine_variable(c, SX_BOOLEAN, "", m->span, 0);
		sx_ref due = variable(c, m, SX_BOOLEAN), left = variable(c, m, SX_BOOLEAN);
		equate(c, m, m->component, due, sx_binary(p, SX_OR, m->reset, previous(c, left)));
		equate(c, m, m->component, left, sx_binary(p, SX_AND, sx_unary(p, SX_NOT, here), due));
		if (outer)
			here = sx_binary(p, SX_AND, mo_active_variable(c, outer->states.at[at], m->span), here);
		equate(c, m, "", active, here);
		equate(c, m, "", reset, sx_binary(p, SX_AND, active, sx_binary(p, SX_OR, reset_target, due)));
		sm_machine_state state = {m->states.at[s], sx_at(p, active)->payload, sx_at(p, reset)->payload};
		sb_push(c->arena, c->model->machine_states, state);
	}
}

static void write_machine(mo_context *c, machine *m, sx_ref reset)
{
	sx_pool *p = c->pool;
	uint32_t n = m->transitions.n;
	sx_ref *conditions = sb_new_array(c->arena, sx_ref, n + 1), one = number(c, 1), zero = number(c, 0);
	sx_ref selected = sx_if(p, m->reset, one, previous(c, m->active)), delayed = variable(c, m, SX_INTEGER),
		   target = selected, begins = sx_bool(p, false);
	sx_ref time = sx_time(p);

	equate(c, m, m->component, m->reset, reset);
	for (uint32_t i = 0; i < n; i++) {
		const mo_transition *t = m->transitions.at[i];
		conditions[i] = variable(c, m, SX_BOOLEAN);
		equate(c, m, m->component, conditions[i],
			   t->synchronize ? sx_binary(p, SX_AND, t->condition, all_final(c, t->from)) : t->condition);
		target = sx_if(p, equals(c, m->fired, i + 1), number(c, index_of(m, t->to)), target);
		if (t->reset)
			begins = sx_binary(p, SX_OR, begins, equals(c, m->fired, i + 1));
	}
	sx_ref immediate = which(c, m, conditions, selected, true);
	equate(c, m, m->component, m->fired,
		   sx_if(p, m->reset, zero, sx_binary(p, SX_MAX, previous(c, delayed), immediate)));
	equate(c, m, m->component, m->active, sx_if(p, m->reset, one, target));
	equate(c, m, m->component, delayed, which(c, m, conditions, m->active, false));
	equate(c, m, m->component, m->final, is_final(c, m));
	sx_ref entered = sx_binary(p, SX_OR, m->reset, sx_binary(p, SX_GT, m->fired, zero));
	equate(c, m, m->component, m->ticks, sx_if(p, entered, one, sx_binary(p, SX_ADD, previous(c, m->ticks), one)));
	equate(c, m, m->component, m->now, sx_make(p, SX_SAMPLED, SX_REAL, 0, &time, 1));
	equate(c, m, m->component, m->entry, sx_if(p, entered, m->now, previous(c, m->entry)));
	write_states(c, m, sx_binary(p, SX_OR, m->reset, begins));
}

static bool write_continuous_use(mo_context *c, const machine *m, const mo_state_use *u)
{
	if (!u->time) {
		sb_help(sb_report(c->diag, SB_ERROR, "M1005", u->span,
						  "'ticksInState' is for clocked states, and the states of this automaton are models"),
				"use timeInState(), or count activations");
		return false;
	}
	equate(c, m, "", sm_ref(c->model, u->variable),
		   sx_binary(c->pool, SX_SUB, sx_time(c->pool), m->entry ? m->entry : sx_real(c->pool, 0)));
	return true;
}

/* ticksInState and timeInState. In the condition of an immediate transition they are asked before it is known whether
 * the state is left: they have the values that they will have if it is not. */
static bool write_use(mo_context *c, const mo_state_use *u)
{
	sx_pool *p = c->pool;
	uint32_t at;
	machine *m = u->from ? machine_of(c, u->from, &at) : machine_around(c, u->prefix, &at);

	if (!m) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0965", u->span,
						  "'%s' is for states, and for the conditions of transitions",
						  u->time ? "timeInState" : "ticksInState"),
				"write it inside a block that is a state");
		return false;
	}
	if (m->continuous)
		return write_continuous_use(c, m, u);
	bool before = u->from && u->immediate;
	sx_ref ticks =
		before ? sx_if(p, m->reset, number(c, 1), sx_binary(p, SX_ADD, previous(c, m->ticks), number(c, 1))) : m->ticks;
	sx_ref since = before ? sx_if(p, m->reset, m->now, previous(c, m->entry)) : m->entry;
	equate(c, m, "", sm_ref(c->model, u->variable), u->time ? sx_binary(p, SX_SUB, m->now, since) : ticks);
	return true;
}

bool mo_finish_machines(mo_context *c)
{
	struct mo_machines *all = mo_machines_of(c);
	bool good = true;
	uint32_t at;

	if (!all->transitions.n && !all->initial.n && !all->asked.n && !all->uses.n)
		return true;
	if (!collect(c) || !check_components(c))
		return false;
	for (uint32_t i = 0; i < all->list.n; i++)
		if (all->list.at[i].states.n && !tell_apart(c, &all->list.at[i]))
			return false;
	for (uint32_t i = 0; i < all->list.n; i++) {
		machine *m = &all->list.at[i];
		if (m->states.n && m->continuous && !mo_write_automaton(c, m))
			return false;
		if (m->states.n && !m->continuous)
			declare(c, m);
	}
	/* outer machines first: the reset of a state is known when that of its machines is written */
	for (uint32_t depth = 0, left = all->list.n; left && depth < 1000; depth++) {
		left = 0;
		for (uint32_t i = 0; i < all->list.n; i++) {
			machine *m = &all->list.at[i];
			if (!m->states.n || m->continuous)
				continue;
			machine *outer = machine_around(c, m->component, &at);
			const sm_machine_state *around = NULL;
			for (uint32_t k = 0; outer && k < c->model->machine_states.n; k++)
				if (c->model->machine_states.at[k].name == outer->states.at[at])
					around = &c->model->machine_states.at[k];
			bool written = false;
			for (uint32_t k = 0; k < c->model->machine_states.n; k++)
				written = written || c->model->machine_states.at[k].name == m->states.at[0];
			if (written)
				continue;
			if (outer && !around) {
				left++;
				continue;
			}
			m->parent = outer ? (int)at : -1;
			write_machine(c, m,
						  around ? sm_ref(c->model, around->reset)
								 : sx_make(c->pool, SX_FIRST_TICK, SX_BOOLEAN, 0, NULL, 0));
			left++;
		}
	}
	for (uint32_t i = 0; i < all->uses.n; i++)
		good = write_use(c, &all->uses.at[i]) && good;
	return good;
}
