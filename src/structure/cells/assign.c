/* Which family is there for which array, before there are cells: counted, not matched. An equation that can give one
 * array only, because all others that it holds have as many equations as elements, is there for that one; and if an
 * array has just as many equations left as elements, all of them are. This says how an array must be divided that
 * nothing is said about by the form of the equations, such as the currents into a capacitor at each node of a ladder,
 * which are given by the sums of currents. What it does not settle is guessed by form (divide.c). */
#include "structure/cells/cells.h"
#include "structure/cells/division.h"

enum { EQUATIONS_MOST = 5000, PASSES_MOST = 200 };

uint32_t ss_set_of(const division *d, uint32_t variable)
{
	while (d->parent[variable] != variable)
		variable = d->parent[variable] = d->parent[d->parent[variable]];
	return variable;
}

ss_box ss_all_elements(const sm_variable *v)
{
	ss_box box = { .rank = v->rank };

	for (uint32_t k = 0; k < v->rank; k++) {
		box.lo[k] = 1;
		box.hi[k] = v->shape[k];
	}
	return box;
}

/* --------------------------------------------------------------------------------------------------- equal arrays */

static bool is_whole_array(ss_work *w, sx_ref e, const sm_domain *domain)
{
	ss_box box, all;

	if (sx_op_of(w->pool, e) != SX_VAR || !(sx_flags(w->pool, e) & SX_HAS_ITER) || !ss_box_of(w, e, &box))
		return false;
	const sm_variable *v = sm_var(w->model, sx_at(w->pool, e)->payload);
	all = ss_all_elements(v);
	return !ss_is_known(v) && ss_same_box(&box, &all) && ss_one_to_one(w, e, domain);
}

static bool same_subscripts(const sx_pool *pool, sx_ref a, sx_ref b)
{
	if (sx_at(pool, a)->count != sx_at(pool, b)->count)
		return false;
	for (uint32_t k = 0; k < sx_at(pool, a)->count; k++)
		if (sx_arg(pool, a, k) != sx_arg(pool, b, k))
			return false;
	return true;
}

void ss_unite_arrays(division *d)
{
	ss_work *w = d->w;

	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		ss_terms terms = {0}, real = {0};
		if (!q->domain.n || sx_type_of(w->pool, q->lhs) != SX_REAL || sx_type_of(w->pool, q->rhs) != SX_REAL)
			continue;
		ss_split_sum(w, sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), &terms);
		for (uint32_t k = 0; k < terms.n; k++)
			if (!sx_is_number(w->pool, terms.at[k].e, 0))
				sb_push(w->scratch, real, terms.at[k]);
		if (real.n != 2 || !is_whole_array(w, real.at[0].e, &q->domain) ||
			!is_whole_array(w, real.at[1].e, &q->domain) || !same_subscripts(w->pool, real.at[0].e, real.at[1].e))
			continue;
		uint32_t a = ss_set_of(d, sx_at(w->pool, real.at[0].e)->payload),
				 b = ss_set_of(d, sx_at(w->pool, real.at[1].e)->payload);
		if (a == b)
			continue;
		d->equality[i] = true;
		d->parent[b] = a;
		d->loose[a] = d->loose[a] ? d->loose[a] : d->loose[b];
	}
}

/* ------------------------------------------------------------------------------------------------------- counting */

typedef struct counting {
	division *d;
	sb_u32s *sets;                   /* by equation: what it may be there for, each once */
	uint32_t *count;                 /* by equation */
	int64_t *open, *supply;          /* by set: elements without an equation; equations that may be there for it */
	uint32_t *stamp;                 /* by set */
} counting;

static void see_rates(division *d, sx_ref e)
{
	ss_work *w = d->w;

	ss_visit_more(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_DER));) {
		sx_ref of = sx_op_of(w->pool, part) == SX_DER ? sx_arg(w->pool, part, 0) : 0;
		if (of && sx_op_of(w->pool, of) == SX_VAR)
			d->state[ss_set_of(d, sx_at(w->pool, of)->payload)] = true;
		ss_look_inside(w, part, 0);
	}
}

static void list_set(counting *c, uint32_t equation, uint32_t set)
{
	if (c->stamp[set] == equation + 1)
		return;
	c->stamp[set] = equation + 1;
	sb_push(c->d->w->scratch, c->sets[equation], set);
	c->supply[set] += c->count[equation];
}

/* The unknowns of a single equation, or of a family those that stand still. */
static void list_single(counting *c, uint32_t equation, sx_ref e)
{
	division *d = c->d;
	ss_work *w = d->w;

	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_VAR | SX_HAS_DER));) {
		sx_op op = sx_op_of(w->pool, part);
		bool rate = op == SX_DER;
		sx_ref var = rate ? sx_arg(w->pool, part, 0) : part;
		if (op == SX_PRE)
			continue;
		if (sx_op_of(w->pool, var) == SX_VAR) {
			uint32_t variable = sx_at(w->pool, var)->payload, set = ss_set_of(d, variable);
			if (!ss_is_known(sm_var(w->model, variable)) && rate == d->state[set])
				list_set(c, equation, set);
			continue;
		}
		ss_look_inside(w, part, 0);
	}
}

static void list_sets(counting *c)
{
	division *d = c->d;
	ss_work *w = d->w;

	for (uint32_t e = 0; e < w->equations.n; e++) {
		const ss_equation *q = &w->equations.at[e];
		if (d->equality[e])
			continue;
		c->count[e] = 1;
		for (uint32_t k = 0; k < q->domain.n; k++)
			c->count[e] *= (uint32_t)(q->domain.at[k].to - q->domain.at[k].from + 1);
		for (uint32_t i = d->first[e]; i < d->first[e + 1]; i++) {
			const candidate *known = &d->candidates.at[i];
			if ((known->wish == 0) == d->state[known->set])
				list_set(c, e, known->set);
		}
		if (q->domain.n)
			continue;
		for (uint32_t i = 0; i < q->targets.n; i++)
			list_single(c, e, q->targets.at[i]);
		if (q->form == SS_FORM_EQUAL) {
			list_single(c, e, q->lhs);
			list_single(c, e, q->rhs);
		}
	}
}

static void give(counting *c, uint32_t equation, uint32_t set)
{
	c->d->assigned[equation] = set;
	c->open[set] -= c->count[equation];
	for (uint32_t i = 0; i < c->sets[equation].n; i++)
		c->supply[c->sets[equation].at[i]] -= c->count[equation];
}

/* One look at an equation; true if it is settled by that. */
static bool look(counting *c, uint32_t equation)
{
	uint32_t only = UINT32_MAX, possible = 0;

	for (uint32_t i = 0; i < c->sets[equation].n; i++) {
		uint32_t set = c->sets[equation].at[i];
		if (c->open[set] < (int64_t)c->count[equation])
			continue;
		if (c->supply[set] == c->open[set]) {
			give(c, equation, set);
			return true;
		}
		only = set;
		possible++;
	}
	if (possible != 1)
		return false;
	give(c, equation, only);
	return true;
}

void ss_assign_families(division *d)
{
	ss_work *w = d->w;
	counting c = { .d = d };
	uint32_t variables = w->model->variables.n;
	bool found = true;

	if (w->equations.n > EQUATIONS_MOST)
		return;
	c.sets = sb_new_array(w->scratch, sb_u32s, w->equations.n + 1);
	c.count = sb_new_array(w->scratch, uint32_t, w->equations.n + 1);
	c.open = sb_new_array(w->scratch, int64_t, variables + 1);
	c.supply = sb_new_array(w->scratch, int64_t, variables + 1);
	c.stamp = sb_new_array(w->scratch, uint32_t, variables + 1);
	ss_visit(w, 0);
	for (uint32_t e = 0; e < w->equations.n; e++) {
		see_rates(d, w->equations.at[e].lhs);
		see_rates(d, w->equations.at[e].rhs);
	}
	for (uint32_t v = 0; v < variables; v++)
		c.open[v] = sm_var(w->model, v)->count;
	list_sets(&c);
	for (uint32_t pass = 0; pass < PASSES_MOST && found; pass++) {
		found = false;
		for (uint32_t e = 0; e < w->equations.n; e++)
			if (c.sets[e].n && d->assigned[e] == UINT32_MAX)
				found = look(&c, e) || found;
	}
}
