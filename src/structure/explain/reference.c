/* A mesh without a reference. Matching does not see it: every node has its equation, only that these are not
 * independent, because a shift of all potentials by the same amount changes nothing. In a linear loop this shows as a
 * sum of factors that is zero in every equation, over potentials that equations hold together. Where that is so
 * whatever the parameters are, no run can be made of the model.
 *
 * Almost always an equation with plain numbers (v = p.v - 0 next to a ground) says at once that it is not so; only then
 * are factors with parameters looked at. */
#include "structure/explain/explain.h"

#include <math.h>

static bool is_potential(ss_work *w, sx_ref unknown)
{
	return sx_op_of(w->pool, unknown) == SX_VAR &&
		   sm_var(w->model, sx_at(w->pool, unknown)->payload)->port == SM_POTENTIAL;
}

static uint32_t top(uint32_t *group, uint32_t i)
{
	while (group[i] != i)
		i = group[i] = group[group[i]];
	return i;
}

/* Sums of one equation at a time; the entries of a loop come equation by equation. */
typedef struct sums {
	double *sum, *size;
	sb_u32s groups;
} sums;

static void close_row(sums *s, bool judge, bool *fixed)
{
	for (uint32_t i = 0; i < s->groups.n; i++) {
		uint32_t g = s->groups.at[i];
		fixed[g] = fixed[g] || (judge && fabs(s->sum[g]) > 1e-9 * s->size[g]);
		s->sum[g] = s->size[g] = 0;
	}
	s->groups.n = 0;
}

/* Marks the groups that an equation fixes; at first only equations whose factors are all literals. A factor that
 * changes during the run may do so at some time. */
static void look(ss_work *w, const ss_loop *b, uint32_t *group, const bool *potential, bool parameters, bool *fixed)
{
	sums s = {sb_new_array(w->scratch, double, b->n + 1), sb_new_array(w->scratch, double, b->n + 1), {0}};
	bool plain = true;

	for (uint32_t i = 0; i < b->matrix.n; i++) {
		const ss_entry *e = &b->matrix.at[i];
		double value = 0;
		if (i && e->row != b->matrix.at[i - 1].row) {
			close_row(&s, plain, fixed);
			plain = true;
		}
		uint32_t g = potential[e->col] ? top(group, e->col) : UINT32_MAX;
		if (g == UINT32_MAX || fixed[g])
			continue;
		if (sx_is_const(w->pool, e->value))
			value = sx_real_value(w->pool, e->value);
		else if (!parameters)
			plain = false;
		else if (!ss_constant_parts(w, e->value) || !ss_draw(w, e->value, 0, &value))
			fixed[g] = true;
		ss_add_once(w, &s.groups, g);
		s.sum[g] += value;
		s.size[g] += fabs(value);
	}
	close_row(&s, plain, fixed);
}

static void report(ss_work *w, const ss_loop *b, ss_equation *const *equations, uint32_t *group, const bool *potential,
				   uint32_t which)
{
	sb_u32s potentials = {0}, network = {0};
	const ss_equation *node = NULL;

	for (uint32_t i = 0; i < b->n; i++)
		if (potential[i] && top(group, i) == which)
			sb_push(w->scratch, potentials, ss_key(w, b->unknowns[i]));
	for (uint32_t i = 0; i < b->matrix.n; i++) {
		const ss_entry *e = &b->matrix.at[i];
		uint32_t owner =
			potential[e->col] && top(group, e->col) == which ? ss_owner(w, equations[e->row]->component) : 0;
		if (owner && owner != UINT32_MAX)
			ss_add_once(w, &network, owner);
	}
	for (uint32_t i = 0; i < b->n; i++)
		if (!node && equations[i]->origin && equations[i]->origin->from_connect)
			node = equations[i];
	ss_sort_numbers(&potentials);
	ss_sort_numbers(&network);
	ss_tell_floating(w, ss_equation_position(w, node ? node : equations[0]), &potentials, &network);
}

bool ss_report_no_reference(ss_work *w, const ss_loop *b, ss_equation *const *equations)
{
	uint32_t *group = sb_new_array(w->scratch, uint32_t, b->n + 1),
			 *last = sb_new_array(w->scratch, uint32_t, b->n + 1), any = 0;
	bool *fixed = sb_new_array(w->scratch, bool, b->n + 1), *potential = sb_new_array(w->scratch, bool, b->n + 1);

	for (uint32_t i = 0; i < b->n; i++) {
		group[i] = i;
		last[i] = UINT32_MAX;
		potential[i] = is_potential(w, b->unknowns[i]);
		any += potential[i];
	}
	if (!any)
		return false;
	for (uint32_t i = 0; i < b->matrix.n; i++) {
		const ss_entry *e = &b->matrix.at[i];
		if (!potential[e->col])
			continue;
		if (last[e->row] != UINT32_MAX)
			group[top(group, e->col)] = top(group, last[e->row]);
		last[e->row] = e->col;
	}
	look(w, b, group, potential, false, fixed);
	look(w, b, group, potential, true, fixed);
	for (uint32_t i = 0; i < b->n; i++)
		if (potential[i] && top(group, i) == i && !fixed[i]) {
			report(w, b, equations, group, potential, i);
			return true;
		}
	return false;
}
