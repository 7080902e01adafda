/* Cells as a plan has them: boxes, the sections of a variable, and the place of every scalar. What the analysis asks on
 * top of it is in family.c. */
#include "base/dotted.h"
#include "structure/structure.h"

uint32_t ss_box_count(const ss_box *box)
{
	uint64_t count = 1;

	for (uint32_t d = 0; d < box->rank; d++)
		count *= box->hi[d] < box->lo[d] ? 0 : (uint64_t)(box->hi[d] - box->lo[d] + 1);
	return count > UINT32_MAX ? UINT32_MAX : (uint32_t)count;
}

bool ss_boxes_meet(const ss_box *a, const ss_box *b)
{
	for (uint32_t d = 0; d < a->rank; d++)
		if (a->hi[d] < b->lo[d] || b->hi[d] < a->lo[d])
			return false;
	return true;
}

bool ss_box_inside(const ss_box *a, const ss_box *b)
{
	for (uint32_t d = 0; d < a->rank; d++)
		if (a->lo[d] < b->lo[d] || a->hi[d] > b->hi[d])
			return false;
	return true;
}

bool ss_same_box(const ss_box *a, const ss_box *b)
{
	return ss_box_inside(a, b) && ss_box_inside(b, a);
}

const ss_section *ss_next_section(const ss_cells *cells, uint32_t variable, const ss_box *box, uint32_t *at)
{
	for (uint32_t p = cells->first[variable] + *at; p < cells->first[variable + 1]; p++) {
		++*at;
		if (ss_boxes_meet(box, &cells->sections[p].box))
			return &cells->sections[p];
	}
	return NULL;
}

/* ----------------------------------------------------------------------------------------------------- subscripts */

enum { SUBSCRIPT_DEEP = 20 };

static bool read_linear(const sx_pool *pool, sx_ref e, int sign, ss_subscript *out, int depth)
{
	const sx_node *node = sx_at(pool, e);

	if (depth > SUBSCRIPT_DEEP || node->type != SX_INTEGER)
		return false;
	switch (node->op) {
	case SX_CONST: {
		int64_t value = sx_int_value(pool, e);
		if (value > INT32_MAX || value < -(int64_t)INT32_MAX)
			return false;
		out->offset += sign * value;
		return true;
	}
	case SX_ITER:
		if (sign < 0 || out->iterator != UINT32_MAX)
			return false;
		out->iterator = node->payload;
		return true;
	case SX_NEG: return read_linear(pool, sx_arg(pool, e, 0), -sign, out, depth + 1);
	case SX_ADD: case SX_SUB:
		return read_linear(pool, sx_arg(pool, e, 0), sign, out, depth + 1) &&
			read_linear(pool, sx_arg(pool, e, 1), sx_op_of(pool, e) == SX_ADD ? sign : -sign, out, depth + 1);
	default: return false;
	}
}

bool ss_read_subscript(const sx_pool *pool, sx_ref e, ss_subscript *out)
{
	*out = (ss_subscript){ UINT32_MAX, 0 };
	return read_linear(pool, e, 1, out, 0);
}

bool ss_reference_box(const sm_model *model, sx_ref var, const sm_domain *domain, ss_box *out)
{
	const sx_node *node = sx_at(model->pool, var);
	const sm_variable *v = node->op == SX_VAR ? sm_var(model, node->payload) : NULL;

	if (!v || node->count != v->rank || v->rank > SS_RANK_MOST)
		return false;
	*out = (ss_box){ .rank = v->rank };
	for (uint32_t d = 0; d < v->rank; d++) {
		ss_subscript s;
		if (!ss_read_subscript(model->pool, sx_arg(model->pool, var, d), &s))
			return false;
		uint32_t k = 0;
		while (s.iterator != UINT32_MAX && k < domain->n && domain->at[k].iterator != s.iterator)
			k++;
		if (s.iterator != UINT32_MAX && k == domain->n)
			return false;
		out->lo[d] = s.offset + (s.iterator == UINT32_MAX ? 0 : domain->at[k].from);
		out->hi[d] = s.offset + (s.iterator == UINT32_MAX ? 0 : domain->at[k].to);
		if (out->lo[d] < 1 || out->hi[d] > v->shape[d])
			return false;
	}
	return true;
}

/* --------------------------------------------------------------------------------------------------------- places */

static sb_shape shape_of(const sm_variable *v)
{
	return (sb_shape){v->shape, v->rank, v->count};
}

static const ss_section *section_of_element(const ss_plan *plan, uint32_t number, uint32_t element, uint32_t *cell,
										uint32_t *away)
{
	return sb_section_of(&plan->cells->sections[plan->cells->first[number]], shape_of(sm_var(plan->model, number)),
						 element, cell, away);
}

static const ss_section *section_at(const ss_plan *plan, uint32_t scalar, uint32_t *cell, uint32_t *away)
{
	uint32_t element, number = sm_variable_of_scalar(plan->model, scalar, &element);

	return section_of_element(plan, number, element, cell, away);
}

ss_place ss_place_of_leaf(const ss_plan *plan, sx_ref var)
{
	uint32_t scalar = sm_scalar_of(plan->model, var), cell = scalar, away = 0;

	if (scalar == UINT32_MAX)
		return (ss_place){0};
	if (plan->cells) {
		uint32_t number = sx_at(plan->model->pool, var)->payload;
		section_of_element(plan, number, scalar - sm_var(plan->model, number)->first, &cell, &away);
	}
	ss_place place = plan->place[cell];
	place.index += away;
	return place;
}

uint32_t ss_place_key(const ss_plan *plan, ss_place place)
{
	switch (place.store) {
	case SS_REAL: return place.index;
	case SS_INT: return plan->reals + place.index;
	case SS_STRING: return plan->reals + plan->ints + place.index;
	case SS_STATE: return plan->reals + plan->ints + plan->strings + place.index;
	default: return plan->reals + plan->ints + plan->strings + plan->states + place.index;
	}
}

ss_place ss_place_of(const ss_plan *plan, uint32_t scalar)
{
	uint32_t cell, away;

	if (!plan->cells)
		return plan->place[scalar];
	section_at(plan, scalar, &cell, &away);
	ss_place place = plan->place[cell];
	place.index += away;
	return place;
}

uint32_t ss_cell_of_scalar(const ss_plan *plan, uint32_t scalar)
{
	uint32_t cell = scalar, away;

	if (plan->cells)
		section_at(plan, scalar, &cell, &away);
	return cell;
}

ss_place ss_cell_place_of(const ss_plan *plan, uint32_t scalar)
{
	return plan->place[ss_cell_of_scalar(plan, scalar)];
}

/* The section that has the state, and its element. */
static const ss_section *section_of_state(const ss_plan *plan, uint32_t state, uint32_t *element)
{
	uint32_t low = 0, high = plan->state_runs.n;

	while (high - low > 1) {
		uint32_t middle = low + (high - low) / 2;
		if (plan->state_runs.at[middle].first <= state)
			low = middle;
		else
			high = middle;
	}
	uint32_t variable = plan->state_runs.at[low].variable;
	sb_shape array = shape_of(sm_var(plan->model, variable));
	for (uint32_t k = plan->cells->first[variable]; k < plan->cells->first[variable + 1]; k++) {
		const ss_section *p = &plan->cells->sections[k];
		ss_place place = plan->place[p->cell];
		if ((p->whole || p->in_row) && place.store == SS_STATE && state >= place.index &&
			sb_element_away(p, array, state - place.index, element))
			return p;
		for (uint32_t i = 0; !p->whole && !p->in_row && i < p->count; i++) {
			place = plan->place[p->cell + i];
			if (place.store != SS_STATE || place.index != state)
				continue;
			*element = sb_element_of_cell(p, array, i);
			return p;
		}
	}
	return NULL;
}

uint32_t ss_state_scalar(const ss_plan *plan, uint32_t state)
{
	uint32_t element = 0;

	if (!plan->cells)
		return plan->state_scalar[state];
	const ss_section *p = section_of_state(plan, state, &element);
	return p ? sm_var(plan->model, p->variable)->first + element : 0;
}

const ss_parameter *ss_parameter_of(const ss_plan *plan, uint32_t scalar)
{
	uint32_t low = 0, high = plan->parameters.n;

	while (high > low) {
		uint32_t middle = low + (high - low) / 2;
		const ss_parameter *p = &plan->parameters.at[middle];
		if (scalar < p->scalar)
			high = middle;
		else if (scalar >= p->scalar + p->count)
			low = middle + 1;
		else
			return p;
	}
	return NULL;
}

uint32_t ss_parameter_number(const ss_plan *plan, uint32_t scalar)
{
	const ss_parameter *p = ss_parameter_of(plan, scalar);

	return p ? p->number + scalar - p->scalar : UINT32_MAX;
}

void ss_cell_name(const ss_plan *plan, uint32_t scalar, sb_text *out)
{
	uint32_t cell, away;
	const ss_section *p = plan->cells ? section_at(plan, scalar, &cell, &away) : NULL;

	if (!p || !p->whole || away) {
		sm_scalar_name(plan->model, scalar, out);
		return;
	}
	const sm_variable *v = sm_var(plan->model, p->variable);
	sb_write_name(v->name, v->parts, v->rank, ",", sb_write_range, (void *)&p->box, out);
}

void ss_places_met(const ss_plan *plan, sx_ref var, const sm_domain *domain,
				   void (*see)(void *context, ss_place place, const ss_section *section), void *context)
{
	static const sm_domain single = {0};
	const sm_model *m = plan->model;
	uint32_t variable = sx_at(m->pool, var)->payload, at = 0;
	const sm_variable *v = sm_var(m, variable);
	ss_box box;

	if (!plan->cells) {
		uint32_t first, count = sm_scalars_of(m, var, &first);
		for (uint32_t i = 0; i < count; i++)
			see(context, plan->place[first + i], NULL);
		return;
	}
	if (v->rank == 0 || v->rank > SS_RANK_MOST || !ss_reference_box(m, var, domain ? domain : &single, &box)) {
		for (uint32_t p = plan->cells->first[variable]; p < plan->cells->first[variable + 1]; p++)
			for (uint32_t k = 0; k < (plan->cells->sections[p].whole ? 1 : plan->cells->sections[p].count); k++)
				see(context, plan->place[plan->cells->sections[p].cell + k], &plan->cells->sections[p]);
		return;
	}
	for (const ss_section *p; (p = ss_next_section(plan->cells, variable, &box, &at));) {
		ss_box one = box;
		if (p->whole) {
			see(context, plan->place[p->cell], p);
			continue;
		}
		int64_t lo[SS_RANK_MOST], hi[SS_RANK_MOST];
		for (uint32_t d = 0; d < box.rank; d++) {
			lo[d] = one.lo[d] = box.lo[d] > p->box.lo[d] ? box.lo[d] : p->box.lo[d];
			hi[d] = box.hi[d] < p->box.hi[d] ? box.hi[d] : p->box.hi[d];
		}
		for (uint32_t d = 0; d != UINT32_MAX;) {
			see(context, plan->place[p->cell + sb_number_in(&p->box, one.lo)], p);
			for (d = box.rank; d-- > 0;) {
				if (++one.lo[d] <= hi[d])
					break;
				one.lo[d] = lo[d];
			}
		}
	}
}
