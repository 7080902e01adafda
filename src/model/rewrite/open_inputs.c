/* Inputs of components that nothing is connected to, where that has a meaning: an activation never comes, and of other
 * inputs the class of the port says what they read (sm_variable.unconnected). An input is given by a connection around
 * its component, by a value where the component is declared, or by any equation outside of the component. */
#include "model/rewrite/rewrite.h"

typedef struct reading { const sm_model *m; const char *component; bool *met; } reading;

static bool may_stay_open(const sm_variable *v)
{
	return v->port == SM_PORT_INPUT && v->causality != SM_INPUT && (v->activation || v->unconnected);
}

static bool see(void *context, const sx_pool *pool, sx_ref e)
{
	const reading *r = context;
	uint32_t first;

	if (sx_op_of(pool, e) != SX_VAR || !may_stay_open(sm_var(r->m, sx_at(pool, e)->payload)) ||
		sm_var(r->m, sx_at(pool, e)->payload)->component == r->component)
		return true;
	uint32_t count = sm_scalars_of(r->m, e, &first);
	for (uint32_t i = 0; i < count; i++)
		r->met[first + i] = true;
	return true;
}

static void read_equations(reading *r, const sm_equations *list)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const sm_equation *q = list->at[i];
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
	for (uint32_t k = 0; k < m->variables.n; k++) {
		const sm_variable v = *sm_var(m, k);
		sx_ref never = sx_bool(m->pool, false);
		for (uint32_t i = 0; may_stay_open(&v) && i < v.count; i++) {
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
