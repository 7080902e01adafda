/* State machines (chapter 17). Blocks that `transition` ties together are the states of a machine. A machine is a handful of clocked equations
 * (17.3.6, the semantic model): which transition fires, which state is active, which are to be reset. The states go to the model with their
 * Booleans `active` and `reset`; the structure layer lets the equations of a state hold while it is active, and begins `previous` anew where
 * it is reset.
 *
 * Names of states are full names of components. A condition may ask for states of machines that are read later, so activeState(s) is a
 * variable from the beginning, and gets its equation when all machines are known. */
#include "front/modelica/flatten/flatten_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct transition {
	const char *from, *to, *component;
	sx_ref condition;
	bool immediate, reset, synchronize;
	int64_t priority;
	sb_span span;
} transition;
typedef struct named { const char *name, *component; sb_span span; } named;
/* A use of ticksInState or timeInState: where, and its variable. `from`: in a condition of a transition from this state. */
typedef struct use { const char *prefix, *from; bool immediate, time; uint32_t variable; sb_span span; } use;

typedef struct machine {
	const char *component;
	sb_strings states;                /* the initial one first */
	sb_vec(transition *) transitions; /* the one with the smallest priority last */
	const named *initial;
	int parent;                       /* number of the state around it, -1: none */
	sb_span span;
	sx_ref reset, active, fired, final, ticks, entry, now;
} machine;

struct mo_machines {
	sb_vec(transition) transitions;
	sb_vec(named) initial, asked;
	sb_vec(use) uses;
	sb_map active;                    /* name of a state -> variable + 1 */
	sb_vec(machine) list;
	uint32_t variables;
};

static struct mo_machines *machines(mo_context *c)
{
	struct mo_flattening *f = mo_flattening_of(c);

	if (!f->machines) {
		f->machines = sb_new(c->arena, struct mo_machines);
		f->machines->active = sb_map_new(c->arena);
	}
	return f->machines;
}

/* The full name of the component that a reference names. */
static const char *state_name(mo_context *c, const mo_env *env, const mo_expr *e)
{
	const char *prefix = mo_whole_scope(env->scope)->prefix;
	sb_text text = {0};

	for (uint32_t i = 0; e && e->kind == MO_E_REF && i < e->parts.n; i++)
		if (e->parts.at[i].subscripted)
			e = NULL;
	if (!e || e->kind != MO_E_REF) {
		return NULL;
	}
	if (*prefix)
		sb_addf(&text, "%s.", prefix);
	for (uint32_t i = 0; i < e->parts.n; i++)
		sb_addf(&text, "%s%s", i ? "." : "", e->parts.at[i].name);
	const char *name = sb_intern(c->names, text.at);
	sb_text_free(&text);
	return name;
}

static bool wrong_state(mo_context *c, const mo_expr *call, const mo_expr *e)
{
	sb_help(sb_report(c->diag, SB_ERROR, "M0960", e ? e->span : call->span, "'%s' needs the name of a block that is declared in this class",
					  call->parts.at[0].name), "write transition(from, to, condition), initialState(state) or activeState(state)");
	return false;
}

static sx_ref new_variable(mo_context *c, sx_type type, const char *component, sb_span span, sx_ref start)
{
	char name[32];
	snprintf(name, sizeof name, "$machine%u", ++machines(c)->variables);
	uint32_t number = sm_add_variable(c->model, name, type, NULL, 0);
	sm_variable *v = sm_var(c->model, number);

	v->variability = type == SX_REAL ? SM_CONTINUOUS : SM_DISCRETE;
	v->hidden = true;
	v->span = span;
	v->component = component;
	v->start = start;
	return sm_ref(c->model, number);
}

static void equate(mo_context *c, const machine *m, const char *component, sx_ref lhs, sx_ref rhs)
{
	sm_equation *q = sm_equation_new(c->model, SM_EQUAL, m->span, component);

	q->lhs = lhs;
	q->rhs = rhs;
	sb_push(c->arena, c->model->equations, q);
}

static sx_ref active_variable(mo_context *c, const char *state, sb_span span)
{
	struct mo_machines *all = machines(c);
	uint64_t known;

	if (sb_map_get(&all->active, (uint64_t)(uintptr_t)state, &known))
		return sm_ref(c->model, (uint32_t)known - 1);
	sx_ref v = new_variable(c, SX_BOOLEAN, "", span, 0);
	sb_map_put(&all->active, (uint64_t)(uintptr_t)state, sx_at(c->pool, v)->payload + 1);
	return v;
}

/* ------------------------------------------------------------------------- reading */

bool mo_flatten_initial_state(const mo_place *p, const mo_equation *q)
{
	const mo_expr *e = mo_call_argument(q->left, 0, "state");
	named n = {state_name(p->c, p->env, e), mo_whole_scope(p->env->scope)->prefix, q->span};

	if (!n.name || q->left->a.n + q->left->named.n != 1)
		return wrong_state(p->c, q->left, e);
	sb_push(p->c->arena, machines(p->c)->initial, n);
	return true;
}

static bool option(const mo_place *p, const mo_expr *call, uint32_t i, const char *name, bool *out)
{
	const mo_expr *e = mo_call_argument(call, i, name);
	return !e || mo_evaluate_boolean(p->c, p->env, e, "an option of a transition", out);
}

bool mo_flatten_transition(const mo_place *p, const mo_equation *q)
{
	static const char *const names[] = {"from", "to", "condition", "immediate", "reset", "synchronize", "priority"};
	const mo_expr *call = q->left;
	mo_context *c = p->c;
	transition t = {.immediate = true, .reset = true, .priority = 1, .span = q->span, .component = mo_whole_scope(p->env->scope)->prefix};

	if (!mo_check_arguments(c, call, 3, names, 7))
		return false;
	if (p->env->in_when || p->env->in_clocked || p->at_run) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0961", q->span, "a transition cannot stand inside of a when, or of an if whose condition is not known before the run"),
				"write it by itself, and its condition as its third argument");
		return false;
	}
	t.from = state_name(c, p->env, mo_call_argument(call, 0, "from"));
	t.to = state_name(c, p->env, mo_call_argument(call, 1, "to"));
	if (!t.from || !t.to)
		return wrong_state(c, call, mo_call_argument(call, t.from ? 1 : 0, t.from ? "to" : "from"));
	const mo_expr *priority = mo_call_argument(call, 6, "priority");
	if (!option(p, call, 3, "immediate", &t.immediate) || !option(p, call, 4, "reset", &t.reset) ||
		!option(p, call, 5, "synchronize", &t.synchronize) ||
		(priority && !mo_evaluate_integer(c, p->env, priority, "the priority of a transition", &t.priority)))
		return false;
	if (t.priority < 1) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0962", priority->span, "the priority of a transition is at least 1"), "1 is the most urgent one");
		return false;
	}
	mo_env env = *p->env;
	env.from_state = t.from;
	env.immediate = t.immediate;
	t.condition = mo_lower_scalar(c, &env, mo_call_argument(call, 2, "condition"), MO_B_BOOLEAN);
	if (!t.condition)
		return false;
	sb_push(c->arena, machines(c)->transitions, t);
	return true;
}

mo_value *mo_lower_active_state(mo_context *c, const mo_env *env, const mo_expr *call)
{
	const mo_expr *e = mo_call_argument(call, 0, "state");
	const char *name = state_name(c, env, e);

	if (!name || call->a.n + call->named.n != 1)
		return wrong_state(c, call, e) ? NULL : NULL;
	sb_push(c->arena, machines(c)->asked, ((named){name, "", call->span}));
	return mo_value_scalar(c, active_variable(c, name, call->span), MO_B_BOOLEAN, 0);
}

mo_value *mo_lower_in_state(mo_context *c, const mo_env *env, const mo_expr *call, bool time)
{
	sx_ref v = new_variable(c, time ? SX_REAL : SX_INTEGER, "", call->span, 0);
	use u = {mo_whole_scope(env->scope)->prefix, env->from_state, env->immediate, time, sx_at(c->pool, v)->payload, call->span};

	sb_push(c->arena, machines(c)->uses, u);
	return mo_value_scalar(c, v, time ? MO_B_REAL : MO_B_INTEGER, 0);
}

bool mo_is_state(mo_context *c, const char *component)
{
	const struct mo_machines *all = mo_flattening_of(c)->machines;

	for (uint32_t i = 0; all && i < all->transitions.n; i++)
		if (all->transitions.at[i].from == component || all->transitions.at[i].to == component)
			return true;
	return false;
}

/* ------------------------------------------------------------------------ machines */

static machine *machine_of(mo_context *c, const char *state, uint32_t *at)
{
	struct mo_machines *all = machines(c);

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
	sb_push(c->arena, machines(c)->list, m);
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
	const transition *s = *(transition *const *)a, *t = *(transition *const *)b;
	return s->priority != t->priority ? (s->priority > t->priority ? -1 : 1) : s < t ? 1 : -1;
}

static bool collect(mo_context *c)
{
	struct mo_machines *all = machines(c);
	bool good = true;
	uint32_t at;

	for (uint32_t i = 0; i < all->transitions.n; i++) {
		transition *t = &all->transitions.at[i];
		join_state(c, t->from, t->component, t->span);
		join_state(c, t->to, t->component, t->span);
		unite(c, t->from, t->to);
	}
	for (uint32_t i = 0; i < all->initial.n; i++) {
		const named *n = &all->initial.at[i];
		join_state(c, n->name, n->component, n->span);
		machine *m = machine_of(c, n->name, &at);
		if (m->initial) {
			sb_message *e = sb_report(c->diag, SB_ERROR, "M0963", n->span, "this state machine has two initial states");
			sb_also(e, m->initial->span, "the other one is given here");
			sb_help(e, "take one of them away");
			return false;
		}
		m->initial = n;
		m->states.at[at] = m->states.at[0];
		m->states.at[0] = n->name;
	}
	for (uint32_t i = 0; i < all->transitions.n; i++) {
		transition *t = &all->transitions.at[i];
		machine *m = machine_of(c, t->from, &at);
		for (uint32_t k = 0; k < m->transitions.n; k++)
			if (m->transitions.at[k]->from == t->from && m->transitions.at[k]->priority == t->priority) {
				sb_message *e = sb_report(c->diag, SB_ERROR, "M0962", t->span, "two transitions from one state have the same priority, %lld", (long long)t->priority);
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
		qsort(m->transitions.at, m->transitions.n, sizeof *m->transitions.at, by_priority);
		if (!m->initial) {
			sb_message *e = sb_report(c->diag, SB_ERROR, "M0963", m->span, "no state of this state machine is its initial one");
			sb_help(e, "write initialState(%s), or another of its states", strrchr(m->states.at[0], '.') ? strrchr(m->states.at[0], '.') + 1 : m->states.at[0]);
			good = false;
		}
	}
	return good;
}

static bool check_components(mo_context *c)
{
	struct mo_machines *all = machines(c);
	sb_map known = sb_map_new(c->arena);
	bool good = true;
	uint32_t at;

	for (uint32_t i = 0; i < c->model->components.n; i++)
		sb_map_set(&known, c->model->components.at[i].name, &c->model->components.at[i]);
	for (uint32_t i = 0; i < all->list.n; i++)
		for (uint32_t k = 0; k < all->list.at[i].states.n; k++)
			if (!sb_map_find(&known, all->list.at[i].states.at[k])) {
				sb_help(sb_report(c->diag, SB_ERROR, "M0960", all->list.at[i].span, "'%s' is no block, so it cannot be a state", all->list.at[i].states.at[k]),
						"declare a block for each state");
				good = false;
			}
	for (uint32_t i = 0; i < all->asked.n; i++)
		if (!machine_of(c, all->asked.at[i].name, &at)) {
			sb_help(sb_report(c->diag, SB_ERROR, "M0964", all->asked.at[i].span, "'%s' is not a state of a state machine", all->asked.at[i].name),
					"write a transition to it, or initialState(...)");
			good = false;
		}
	return good;
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
		const transition *t = m->transitions.at[i];
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
	struct mo_machines *all = machines(c);
	sx_ref out = sx_bool(c->pool, true);

	for (uint32_t i = 0; i < all->list.n; i++)
		if (all->list.at[i].states.n && all->list.at[i].component == state)
			out = sx_binary(c->pool, SX_AND, out, all->list.at[i].final);
	return out;
}

static sx_ref variable(mo_context *c, machine *m, sx_type type)
{
	return new_variable(c, type, m->component, m->span, 0);
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
		sx_ref here = equals(c, m->active, s + 1), active = active_variable(c, m->states.at[s], m->span), reset = new_variable(c, SX_BOOLEAN, "", m->span, 0);
		sx_ref due = variable(c, m, SX_BOOLEAN), left = variable(c, m, SX_BOOLEAN);
		equate(c, m, m->component, due, sx_binary(p, SX_OR, m->reset, previous(c, left)));
		equate(c, m, m->component, left, sx_binary(p, SX_AND, sx_unary(p, SX_NOT, here), due));
		if (outer)
			here = sx_binary(p, SX_AND, active_variable(c, outer->states.at[at], m->span), here);
		equate(c, m, "", active, here);
		equate(c, m, "", reset, sx_binary(p, SX_AND, active, sx_binary(p, SX_OR, reset_target, due)));
		sm_state state = {m->states.at[s], sx_at(p, active)->payload, sx_at(p, reset)->payload};
		sb_push(c->arena, c->model->states, state);
	}
}

static void write_machine(mo_context *c, machine *m, sx_ref reset)
{
	sx_pool *p = c->pool;
	uint32_t n = m->transitions.n;
	sx_ref *conditions = sb_new_array(c->arena, sx_ref, n + 1), one = number(c, 1), zero = number(c, 0);
	sx_ref selected = sx_if(p, m->reset, one, previous(c, m->active)), delayed = variable(c, m, SX_INTEGER), target = selected, begins = sx_bool(p, false);
	sx_ref time = sx_time(p);

	equate(c, m, m->component, m->reset, reset);
	for (uint32_t i = 0; i < n; i++) {
		const transition *t = m->transitions.at[i];
		conditions[i] = variable(c, m, SX_BOOLEAN);
		equate(c, m, m->component, conditions[i], t->synchronize ? sx_binary(p, SX_AND, t->condition, all_final(c, t->from)) : t->condition);
		target = sx_if(p, equals(c, m->fired, i + 1), number(c, index_of(m, t->to)), target);
		if (t->reset)
			begins = sx_binary(p, SX_OR, begins, equals(c, m->fired, i + 1));
	}
	sx_ref immediate = which(c, m, conditions, selected, true);
	equate(c, m, m->component, m->fired, sx_if(p, m->reset, zero, sx_binary(p, SX_MAX, previous(c, delayed), immediate)));
	equate(c, m, m->component, m->active, sx_if(p, m->reset, one, target));
	equate(c, m, m->component, delayed, which(c, m, conditions, m->active, false));
	equate(c, m, m->component, m->final, is_final(c, m));
	sx_ref entered = sx_binary(p, SX_OR, m->reset, sx_binary(p, SX_GT, m->fired, zero));
	equate(c, m, m->component, m->ticks, sx_if(p, entered, one, sx_binary(p, SX_ADD, previous(c, m->ticks), one)));
	equate(c, m, m->component, m->now, sx_make(p, SX_SAMPLED, SX_REAL, 0, &time, 1));
	equate(c, m, m->component, m->entry, sx_if(p, entered, m->now, previous(c, m->entry)));
	write_states(c, m, sx_binary(p, SX_OR, m->reset, begins));
}

/* ticksInState and timeInState. In the condition of an immediate transition they are asked before it is known whether the state is left: they
 * have the values that they will have if it is not. */
static bool write_use(mo_context *c, const use *u)
{
	sx_pool *p = c->pool;
	uint32_t at;
	machine *m = u->from ? machine_of(c, u->from, &at) : machine_around(c, u->prefix, &at);

	if (!m) {
		sb_help(sb_report(c->diag, SB_ERROR, "M0965", u->span, "'%s' is for states, and for the conditions of transitions", u->time ? "timeInState" : "ticksInState"),
				"write it inside a block that is a state");
		return false;
	}
	bool before = u->from && u->immediate;
	sx_ref ticks = before ? sx_if(p, m->reset, number(c, 1), sx_binary(p, SX_ADD, previous(c, m->ticks), number(c, 1))) : m->ticks;
	sx_ref since = before ? sx_if(p, m->reset, m->now, previous(c, m->entry)) : m->entry;
	equate(c, m, "", sm_ref(c->model, u->variable), u->time ? sx_binary(p, SX_SUB, m->now, since) : ticks);
	return true;
}

bool mo_finish_machines(mo_context *c)
{
	struct mo_machines *all = mo_flattening_of(c)->machines;
	bool good = true;
	uint32_t at;

	if (!all)
		return true;
	if (!collect(c) || !check_components(c))
		return false;
	for (uint32_t i = 0; i < all->list.n; i++)
		if (all->list.at[i].states.n)
			declare(c, &all->list.at[i]);
	/* outer machines first: the reset of a state is known when that of its machines is written */
	for (uint32_t depth = 0, left = all->list.n; left && depth < 1000; depth++) {
		left = 0;
		for (uint32_t i = 0; i < all->list.n; i++) {
			machine *m = &all->list.at[i];
			if (!m->states.n)
				continue;
			machine *outer = machine_around(c, m->component, &at);
			const sm_state *around = NULL;
			for (uint32_t k = 0; outer && k < c->model->states.n; k++)
				if (c->model->states.at[k].name == outer->states.at[at])
					around = &c->model->states.at[k];
			bool written = false;
			for (uint32_t k = 0; k < c->model->states.n; k++)
				written = written || c->model->states.at[k].name == m->states.at[0];
			if (written)
				continue;
			if (outer && !around) {
				left++;
				continue;
			}
			m->parent = outer ? (int)at : -1;
			write_machine(c, m, around ? sm_ref(c->model, around->reset) : sx_make(c->pool, SX_FIRST_TICK, SX_BOOLEAN, 0, NULL, 0));
			left++;
		}
	}
	for (uint32_t i = 0; i < all->uses.n; i++)
		good = write_use(c, &all->uses.at[i]) && good;
	return good;
}
