/* How many equations each component has, and how many it owes.
 *
 * Connections need not be looked into for this. A set of n connected ports, each with a potential and a flow, gives n -
 * 1 equalities and one sum; together with what flows in from outside that is exactly what the ports of the set ask for,
 * whatever n is. So a pair that is connected within the component counts nothing, one that is not counts one equation,
 * and the ports of the components inside count nothing in any case (left open, their flow is zero). In the same way one
 * output feeds any number of inputs. */
#include "model/model.h"
#include "model/check/model_check.h"

typedef struct count {
	const sm_model *m;
	sm_owners owners;
	sm_balance *of;
	bool *bound;                  /* by variable: its value is given where it is declared */
	uint32_t *potentials, *flows; /* by component: of its ports */
} count;

static void count_variable(count *c, uint32_t number)
{
	const sm_variable *v = sm_var(c->m, number);
	uint32_t owner = sm_owner(&c->owners, v->component);

	if (owner == UINT32_MAX || v->variability == SM_PARAMETER || v->variability == SM_CONSTANT || v->hidden ||
		v->activation)
		return;
	switch (v->port) {
	case SM_NO_PORT:
		c->of[owner].unknowns += v->count;
		break;
	case SM_POTENTIAL:
		c->potentials[owner] += v->count;
		c->of[owner].unknowns += v->count - v->joined_inside;
		break;
	case SM_STREAM:
	case SM_PORT_OUTPUT:
		c->of[owner].unknowns += v->count - v->joined_inside;
		break;
	case SM_FLOW:
		c->flows[owner] += v->count;
		break;
	case SM_PORT_INPUT:
		if (c->bound[number])
			c->of[owner].unknowns += v->count - v->joined_outside;
		else if (owner)
			c->of[sm_around(&c->owners, owner)].unknowns += v->count - v->joined_outside;
		break;
	case SM_REDUNDANT:
		c->of[owner].unsure = c->of[sm_around(&c->owners, owner)].unsure = true;
		break;
	}
}

static const sm_variable *variable_at(const sm_model *m, sx_ref e)
{
	return e && sx_op_of(m->pool, e) == SX_VAR ? sm_var(m, sx_at(m->pool, e)->payload) : NULL;
}

/* How many equations of a clause are for variables that no text has. */
static uint32_t hidden_count(const sm_model *m, const sm_equation *q)
{
	uint32_t n = 0;

	for (uint32_t i = 0; q->kind == SM_WHEN && q->branches.n && i < q->branches.at[0].body.n; i++) {
		const sm_equation *inside = q->branches.at[0].body.at[i];
		n += sm_equation_count(m, inside) - sm_written_count(m, inside);
	}
	return n;
}

uint32_t sm_written_count(const sm_model *m, const sm_equation *q)
{
	uint32_t n = sm_equation_count(m, q) - hidden_count(m, q);
	const sm_variable *v = variable_at(m, q->lhs);

	if (q->kind == SM_EQUAL && v && (v->hidden || v->activation))    /* of activations sm_lower_activations tells */
		return 0;
	for (uint32_t i = 0; i < q->targets.n; i++) {
		v = variable_at(m, q->targets.at[i]);
		n -= v && v->hidden && n ? (sx_at(m->pool, q->targets.at[i])->count ? 1 : v->count) : 0;
	}
	return n;
}

/* Whom an equation counts for: the component it is written in, or the one inside whose variable stands alone on its
 * left. */
static uint32_t counts_for(count *c, const sm_equation *q)
{
	const sm_variable *v = q->kind == SM_EQUAL ? variable_at(c->m, q->lhs) : NULL;

	return sm_owner(&c->owners,
					v && v->port == SM_NO_PORT && v->variability < SM_PARAMETER ? v->component : q->component);
}

/* Equations of components that exist in one branch only: they may all give the same variable around them. Branches may
 * have such components in branches of their own. */
static void see_branches(count *c, const sm_equation *q, uint32_t owner)
{
	for (uint32_t b = 0; q->kind == SM_IF && b < q->branches.n; b++)
		for (uint32_t i = 0; i < q->branches.at[b].body.n; i++) {
			const sm_equation *one = q->branches.at[b].body.at[i];
			uint32_t inside = sm_owner(&c->owners, one->component);
			if (inside != owner && inside != UINT32_MAX)
				c->of[inside].unsure = c->of[sm_around(&c->owners, inside)].unsure = true;
			see_branches(c, one, owner);
		}
}

static void count_equations(count *c)
{
	for (uint32_t i = 0; i < c->m->equations.n; i++) {
		const sm_equation *q = c->m->equations.at[i];
		uint32_t owner = counts_for(c, q);

		see_branches(c, q, owner);
		if (owner == UINT32_MAX || q->from_connect)
			continue;
		c->of[owner].equations += sm_written_count(c->m, q);
		for (uint32_t k = 0; q->from_binding && k <= q->targets.n; k++) {
			sx_ref target = k < q->targets.n ? q->targets.at[k] : q->lhs;
			if (variable_at(c->m, target))
				c->bound[sx_at(c->m->pool, target)->payload] = true;
		}
	}
}

sm_balance *sm_balances(const sm_model *m, sb_arena *arena)
{
	uint32_t n = m->components.n;
	count c = {.m = m,
			   .owners = sm_owners_new(m, arena),
			   .of = sb_new_array(arena, sm_balance, n + 1),
			   .bound = sb_new_array(arena, bool, m->variables.n + 1),
			   .potentials = sb_new_array(arena, uint32_t, n + 1),
			   .flows = sb_new_array(arena, uint32_t, n + 1)};

	count_equations(&c);
	for (uint32_t i = 0; i < m->variables.n; i++)
		count_variable(&c, i);
	for (uint32_t i = 0; i < n; i++)
		if (c.potentials[i] != c.flows[i])
			c.of[i].unsure = c.of[sm_around(&c.owners, i)].unsure = true;
	/* States of state machines may all give the same variable around them. */
	for (uint32_t i = 0; i < m->machine_states.n; i++) {
		uint32_t state = sm_owner(&c.owners, m->machine_states.at[i].name);
		c.of[state].unsure = c.of[sm_around(&c.owners, state)].unsure = true;
	}
	return c.of;
}
