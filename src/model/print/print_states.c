/* State machines in flat Modelica, which has no words for states: what holds in a state is written so that it holds
 * always.
 *
 *     v = e, in a state                       v = if active then e else previous(v)
 *     previous(v) of what is reset            if reset then start else previous(v)
 *     v = e in one state, v = f in another    v = if active1 then e else if active2 then f else previous(v)
 *
 * `active` and `reset` are variables of the machine, whose own equations are in the model already. The structure layer
 * does the same with guards (structure/clocks/clock_equations.c). */
#include "model/print/print_inside.h"

#include <string.h>

typedef struct spreading {
	const sm_model *m;
	sb_arena *arena;
	sm_equations out;
	sb_map merged;
	bool possible;
} spreading;

/* The innermost state that a component is or is part of, its number + 1; 0: none. */
static uint32_t state_of(const sm_model *m, const char *component)
{
	size_t n = component ? strlen(component) : 0;

	while (n) {
		for (uint32_t i = 0; i < m->machine_states.n; i++)
			if (strlen(m->machine_states.at[i].name) == n && memcmp(m->machine_states.at[i].name, component, n) == 0)
				return i + 1;
		while (n && component[--n] != '.')
			;
	}
	return 0;
}

static const sm_variable *variable_of(const sm_model *m, sx_ref var)
{
	return sm_var(m, sx_at(m->pool, var)->payload);
}

static sx_ref active(const sm_model *m, uint32_t state)
{
	return sm_ref(m, m->machine_states.at[state - 1].active);
}

static sx_ref previous(const sm_model *m, sx_ref var)
{
	return sx_make(m->pool, SX_PREVIOUS, sx_type_of(m->pool, var), 0, &var, 1);
}

static sx_ref start_of(spreading *s, sx_ref var)
{
	const sm_variable *v = variable_of(s->m, var);
	sx_pool *p = s->m->pool;
	sx_ref start = v->start;

	if (!start)
		return v->type == SX_REAL      ? sx_real(p, 0)
			   : v->type == SX_BOOLEAN ? sx_bool(p, false)
			   : v->type == SX_STRING  ? sx_string(p, "")
			: sx_int(p, v->enumeration ? 1 : 0);
	for (uint32_t d = 0; d < v->rank; d++)
		start = sx_replace(p, start, sx_iter(p, v->over[d]), sx_arg(p, var, d));
	return start;
}

static sx_ref before(spreading *s, sx_ref var)
{
	const sm_variable *v = variable_of(s->m, var);
	uint32_t state = v->hidden ? 0 : state_of(s->m, v->component);

	if (v->rank != sx_at(s->m->pool, var)->count)
		s->possible = false;
	if (!state || !s->possible)
		return previous(s->m, var);
	sx_ref reset = sm_ref(s->m, s->m->machine_states.at[state - 1].reset);
	return sx_if(s->m->pool, reset, start_of(s, var), previous(s->m, var));
}

static sx_ref rewrite(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	bool of_variable = sx_op_of(pool, e) == SX_PREVIOUS && sx_op_of(pool, sx_arg(pool, e, 0)) == SX_VAR;

	return of_variable ? before(self->context, sx_arg(pool, e, 0)) : e;
}

static void add(spreading *s, const sm_equation *like, sx_ref lhs, sx_ref rhs)
{
	sm_equation *q = sb_new(s->arena, sm_equation);

	*q = *like;
	q->lhs = lhs;
	q->rhs = rhs;
	sb_push(s->arena, s->out, q);
}

/* What is given from inside a state to a variable outside of it: one equation for all states that give it something. */
static void merge(spreading *s, const sm_equation *q, uint32_t state, sx_ref v, sx_ref value)
{
	uint64_t at;

	if (!sb_map_get(&s->merged, v, &at)) {
		at = s->out.n;
		sb_map_put(&s->merged, v, at);
		add(s, q, v, before(s, v));
	}
	s->out.at[at]->rhs = sx_if(s->m->pool, active(s->m, state), value, s->out.at[at]->rhs);
}

static void spread(spreading *s, const sm_equation *q, uint32_t state, sx_ref lhs, sx_ref rhs)
{
	const sm_model *m = s->m;
	bool left = sx_op_of(m->pool, lhs) == SX_VAR, right = sx_op_of(m->pool, rhs) == SX_VAR;

	if (left && state_of(m, variable_of(m, lhs)->component) != state && !variable_of(m, lhs)->hidden)
		merge(s, q, state, lhs, rhs);
	else if (left)
		add(s, q, lhs, sx_if(m->pool, active(m, state), rhs, previous(m, lhs)));
	else if (right && state_of(m, variable_of(m, rhs)->component) != state && !variable_of(m, rhs)->hidden)
		merge(s, q, state, rhs, lhs);
	else if (right)
		add(s, q, rhs, sx_if(m->pool, active(m, state), lhs, previous(m, rhs)));
	else
		s->possible = false;
}

/* ------------------------------------------------------------------------------------------ connected outputs */

static uint32_t output_of_state(const sm_model *m, sx_ref var)
{
	const sm_variable *v = variable_of(m, var);

	return v->port == SM_PORT_OUTPUT ? state_of(m, v->component) : 0;
}

static bool connects(const sm_model *m, const sm_equation *q)
{
	return q->kind == SM_EQUAL && q->from_connect && !q->domain.n && sx_op_of(m->pool, q->lhs) == SX_VAR &&
		   sx_op_of(m->pool, q->rhs) == SX_VAR;
}

/* The variables that are connected with `first`; their equations are marked. */
static void list_connected(spreading *s, sx_ref first, bool *done, sm_exprs *set)
{
	sb_push(s->arena, *set, first);
	for (uint32_t k = 0; k < set->n; k++)
		for (uint32_t i = 0; i < s->m->equations.n; i++) {
			const sm_equation *q = s->m->equations.at[i];
			if (done[i] || !connects(s->m, q) || (q->lhs != set->at[k] && q->rhs != set->at[k]))
				continue;
			sx_ref other = q->lhs == set->at[k] ? q->rhs : q->lhs;
			bool known = false;
			for (uint32_t j = 0; j < set->n; j++)
				known |= set->at[j] == other;
			if (!known)
				sb_push(s->arena, *set, other);
			done[i] = true;
		}
}

/* Outputs of several states that are connected are one source, and have the value of the active state (17.3.6). */
static void join_outputs(spreading *s, bool *done)
{
	for (uint32_t i = 0; i < s->m->equations.n; i++) {
		const sm_equation *q = s->m->equations.at[i];
		sm_exprs set = {0}, others = {0};
		uint32_t outputs = 0;

		if (done[i] || !connects(s->m, q))
			continue;
		bool *kept = sb_new_array(s->arena, bool, s->m->equations.n + 1);
		memcpy(kept, done, s->m->equations.n * sizeof *kept);
		list_connected(s, q->lhs, kept, &set);
		for (uint32_t k = 0; k < set.n; k++)
			if (output_of_state(s->m, set.at[k]) && output_of_state(s->m, set.at[k]) != state_of(s->m, q->component))
				outputs++;
			else
				sb_push(s->arena, others, set.at[k]);
		if (outputs < 2 || !others.n)
			continue;
		memcpy(done, kept, s->m->equations.n * sizeof *kept);
		sx_ref value = before(s, others.at[0]);
		for (uint32_t k = 0; k < set.n; k++)
			if (output_of_state(s->m, set.at[k]) && output_of_state(s->m, set.at[k]) != state_of(s->m, q->component))
				value = sx_if(s->m->pool, active(s->m, output_of_state(s->m, set.at[k])), set.at[k], value);
		for (uint32_t k = 0; k < others.n; k++)
			add(s, q, others.at[k], k ? others.at[0] : value);
	}
}

bool sm_spread_states(const sm_model *m, sb_arena *arena, sm_equations *out)
{
	spreading s = {.m = m, .arena = arena, .merged = sb_map_new(arena), .possible = true};
	bool *done = sb_new_array(arena, bool, m->equations.n + 1);
	sx_rewriter rw = sx_rewriter_new(arena, rewrite, &s);

	join_outputs(&s, done);
	for (uint32_t i = 0; i < m->equations.n && s.possible; i++) {
		const sm_equation *q = m->equations.at[i];
		uint32_t state = state_of(m, q->component);

		if (done[i])
			continue;
		if (q->kind != SM_EQUAL || q->domain.n || sx_type_of(m->pool, q->lhs) == SX_CLOCK) {
			s.possible = s.possible && !state;
			sb_push(arena, s.out, m->equations.at[i]);
			continue;
		}
		sx_ref lhs = sx_rewrite(&rw, m->pool, q->lhs), rhs = sx_rewrite(&rw, m->pool, q->rhs);
		if (state)
			spread(&s, q, state, lhs, rhs);
		else
			add(&s, q, lhs, rhs);
	}
	*out = s.out;
	return s.possible;
}
