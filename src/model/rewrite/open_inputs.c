/* Inputs of components that nothing is connected to, where that has a meaning: an activation never comes, and of other
 * inputs the class of the port says what they read (sm_variable.unconnected). An input is given by a connection around
 * its component, by a value where the component is declared, or by any equation outside of the component. */
#include "model/rewrite/open_inputs.h"

#include <string.h>

typedef struct reading { const sm_model *m; const char *component; const sm_domain *domain; bool *met; } reading;

bool sm_may_stay_open(const sm_variable *v)
{
	return v->port == SM_PORT_INPUT && v->causality != SM_INPUT && (v->activation || v->unconnected);
}

/* The values of a subscript: a number, all of a range, or any. */
static sm_range values_of(const reading *r, sx_ref at, uint32_t size)
{
	const sx_pool *pool = r->m->pool;
	sm_range all = {0, 1, size};

	if (sx_op_of(pool, at) == SX_CONST && sx_type_of(pool, at) == SX_INTEGER)
		all.from = all.to = sx_int_value(pool, at);
	for (uint32_t i = 0; i < r->domain->n && sx_op_of(pool, at) == SX_ITER; i++)
		if (r->domain->at[i].iterator == sx_at(pool, at)->payload)
			all = r->domain->at[i];
	return all;
}

/* Elements of a variable; `number`: of the first of those that the subscripts before the dimension d select. */
static void meet(const reading *r, const sm_variable *v, sx_ref var, uint32_t d, uint32_t number)
{
	if (d == v->rank) {
		r->met[v->first + number] = true;
		return;
	}
	sm_range over = values_of(r, sx_arg(r->m->pool, var, d), v->shape[d]);
	for (int64_t k = over.from > 1 ? over.from : 1; k <= over.to && k <= v->shape[d]; k++)
		meet(r, v, var, d + 1, number * v->shape[d] + (uint32_t)(k - 1));
}

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	const reading *r = context;
	uint32_t first;

	if (sx_op_of(pool, e) != SX_VAR || !sm_may_stay_open(sm_var(r->m, sx_at(pool, e)->payload)) ||
		sm_var(r->m, sx_at(pool, e)->payload)->component == r->component)
		return true;
	const sm_variable *v = sm_var(r->m, sx_at(pool, e)->payload);
	if (v->rank && sx_at(pool, e)->count == v->rank) {
		meet(r, v, e, 0, 0);
		return true;
	}
	uint32_t count = sm_scalars_of(r->m, e, &first);
	for (uint32_t i = 0; i < count; i++)
		r->met[first + i] = true;
	return true;
}

/* Elements of one variable, as ports of two blocks of an array are: no block connects its own inputs with each other. */
static bool are_neighbours(const sm_model *m, sx_ref one, sx_ref other)
{
	return sx_op_of(m->pool, one) == SX_VAR && sx_op_of(m->pool, other) == SX_VAR
		&& sx_at(m->pool, one)->payload == sx_at(m->pool, other)->payload;
}

/* The component of a connection is that of one of the connections that a set was made of: which side is around the other
 * one says more. */
static bool is_around(const sm_model *m, sx_ref outer, sx_ref inner)
{
	const char *a, *b;

	if (sx_op_of(m->pool, outer) != SX_VAR || sx_op_of(m->pool, inner) != SX_VAR)
		return false;
	a = sm_var(m, sx_at(m->pool, outer)->payload)->component;
	b = sm_var(m, sx_at(m->pool, inner)->payload)->component;
	return a != b && (!*a || strncmp(a, b, strlen(a)) != 0 || b[strlen(a)] != '.');
}

static void read_connection(reading *r, const sm_equation *q)
{
	bool both = are_neighbours(r->m, q->lhs, q->rhs);

	r->component = NULL;
	if (both || is_around(r->m, q->lhs, q->rhs))
		see(r, r->m->pool, q->lhs);
	if (both || is_around(r->m, q->rhs, q->lhs))
		see(r, r->m->pool, q->rhs);
}

static void read_equations(reading *r, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		r->domain = &q->domain;
		if (q->from_connect)
			read_connection(r, q);
		/* a value that is given with the declaration belongs to the component by its name */
		r->component = q->from_binding ? NULL : q->component;
		sx_visit(r->m->pool, q->lhs, see, r);
		sx_visit(r->m->pool, q->rhs, see, r);
		for (uint32_t k = 0; k < q->targets.n; k++)
			sx_visit(r->m->pool, q->targets.at[k], see, r);
		for (uint32_t b = 0; b < q->branches.n; b++)
			read_equations(r, &q->branches.at[b].body);
	}
}

void sm_give_open_inputs(sm_model *m, uint32_t *sites)
{
	sb_arena *scratch = sb_arena_new();
	reading r = {.m = m, .met = sb_new_array(scratch, bool, m->scalars + 1)};
	sm_owners owners = sm_owners_new(m, scratch);

	read_equations(&r, &m->equations);
	sm_tell_open_blocks(m, r.met);
	for (uint32_t k = 0; k < m->variables.n; k++) {
		const sm_variable v = *sm_var(m, k);
		sx_ref never = sx_bool(m->pool, false);
		for (uint32_t i = 0; sm_may_stay_open(&v) && i < v.count; i++) {
			if (r.met[v.first + i])
				continue;
			uint32_t kind = SX_SOURCE_EDGE + 4 * (v.activation ? (*sites)++ : 0);
			sx_ref value = v.activation ? sx_make(m->pool, SX_SOURCE, SX_BOOLEAN, kind, &never, 1)
				: sx_cast(m->pool, v.unconnected, v.type);
			uint32_t owner = sm_owner(&owners, v.component);
			const char *around = owner == UINT32_MAX ? "" : m->components.at[sm_around(&owners, owner)].name;
			sm_add_equation(m, v.rank ? sm_ref_at(m, k, i) : sm_ref(m, k), value, v.span, around);
		}
	}
	sb_arena_free(scratch);
}
