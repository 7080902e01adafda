/* Inputs of components that nothing is connected to, where that has a meaning: an activation never comes, and of other
 * inputs the class of the port says what they read (sm_variable.unconnected). An input is given by a connection to
 * something that gives it (open_nets.c), by a value where the component is declared, or by any equation outside of the
 * component. */
#include "model/rewrite/open_inputs.h"

#include <string.h>

typedef struct reading {
	const sm_model *m; const char *component; const sm_domain *domain; sm_links *links; bool *met;
} reading;

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

static void read_equations(reading *r, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
		r->domain = &q->domain;
		if (sm_is_link(r->m, q) && sm_links_add(r->links, q))
			continue;
		/* a value that is given with the declaration is given from outside, and may read what the component has */
		r->component = q->from_binding ? NULL : q->component;
		sx_visit(r->m->pool, q->lhs, see, r);
		if (q->from_binding && q->lhs && sx_op_of(r->m->pool, q->lhs) == SX_VAR)
			r->component = sm_var(r->m, sx_at(r->m->pool, q->lhs)->payload)->component;
		sx_visit(r->m->pool, q->rhs, see, r);
		for (uint32_t k = 0; k < q->targets.n; k++)
			sx_visit(r->m->pool, q->targets.at[k], see, r);
		for (uint32_t b = 0; b < q->branches.n; b++)
			read_equations(r, &q->branches.at[b].body);
	}
}

static bool has_any(const sm_model *m)
{
	for (uint32_t k = 0; k < m->variables.n; k++)
		if (sm_may_stay_open(sm_var(m, k)))
			return true;
	return false;
}

/* Sets of connections are made scalar by scalar: only where a port asks for them. */
void sm_give_open_inputs(sm_model *m, uint32_t *sites)
{
	if (!has_any(m))
		return;
	sb_arena *scratch = sb_arena_new();
	sm_owners owners = sm_owners_new(m, scratch);
	sm_links links = sm_links_new(m, scratch);
	reading r = {.m = m, .links = &links, .met = sb_new_array(scratch, bool, m->scalars + 1)};

	read_equations(&r, &m->equations);
	sm_close_nets(&links, &owners, r.met);
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
