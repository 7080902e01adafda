/* Looking up cells while a model is analysed, and cutting families along them. */
#include "structure/ground/ground.h"

static uint32_t number_in(const ss_box *box, const int64_t *subscripts)
{
	uint32_t number = 0;

	for (uint32_t d = 0; d < box->rank; d++)
		number = number * (uint32_t)(box->hi[d] - box->lo[d] + 1) + (uint32_t)(subscripts[d] - box->lo[d]);
	return number;
}

uint32_t ss_first_element(const sm_variable *v, const ss_box *box)
{
	uint32_t number = 0;

	for (uint32_t d = 0; d < v->rank; d++)
		number = number * v->shape[d] + (uint32_t)(box->lo[d] - 1);
	return number;
}

uint32_t ss_cell_of_element(ss_work *w, uint32_t variable, uint32_t element)
{
	const sm_variable *v = sm_var(w->model, variable);
	uint32_t at = 0;

	if (!w->cells)
		return v->first + element;
	const ss_section *p = &w->cells->sections[w->cells->first[variable]];
	if (w->cells->first[variable + 1] - w->cells->first[variable] == 1)
		return p->whole ? p->cell : p->cell + element;
	ss_box one = { .rank = v->rank };
	for (uint32_t d = v->rank; d-- > 0;) {
		one.lo[d] = one.hi[d] = element % v->shape[d] + 1;
		element /= v->shape[d];
	}
	p = ss_next_section(w->cells, variable, &one, &at);
	return p->whole ? p->cell : p->cell + number_in(&p->box, one.lo);
}

uint32_t ss_cell_at(ss_work *w, uint32_t scalar)
{
	uint32_t element, variable = sm_variable_of_scalar(w->model, scalar, &element);

	return ss_cell_of_element(w, variable, element);
}

uint32_t ss_cell_of(ss_work *w, sx_ref var)
{
	uint32_t s = sm_scalar_of(w->model, var);

	if (!w->cells)
		return s;
	const sx_node *node = sx_at(w->pool, var);
	if (s != UINT32_MAX) {
		uint32_t cell = ss_cell_of_element(w, node->payload, s - sm_var(w->model, node->payload)->first);
		return ss_is_whole(w, cell) ? UINT32_MAX : cell;
	}
	ss_box box;
	uint32_t at = 0;
	if (node->op != SX_VAR || !(node->flags & SX_HAS_ITER) || !ss_box_of(w, var, &box))
		return UINT32_MAX;
	const ss_section *p = ss_next_section(w->cells, node->payload, &box, &at);
	return p && p->whole && w->leaf[p->cell] == var ? p->cell : UINT32_MAX;
}

uint32_t ss_first_cell(ss_work *w, uint32_t variable)
{
	return w->cells ? w->cells->sections[w->cells->first[variable]].cell : sm_var(w->model, variable)->first;
}

uint32_t ss_last_cell(ss_work *w, uint32_t variable)
{
	if (!w->cells)
		return sm_var(w->model, variable)->first + sm_var(w->model, variable)->count;
	const ss_section *p = &w->cells->sections[w->cells->first[variable + 1] - 1];
	return p->cell + (p->whole ? 1 : p->count);
}

bool ss_is_whole(ss_work *w, uint32_t cell)
{
	return w->cells && w->cells->sections[w->section_of[cell]].whole;
}

uint32_t ss_cell_count(ss_work *w, uint32_t cell)
{
	return ss_is_whole(w, cell) ? w->cells->sections[w->section_of[cell]].count : 1;
}

uint32_t ss_scalar_of_cell(ss_work *w, uint32_t cell)
{
	if (!w->cells)
		return cell;
	const ss_section *p = &w->cells->sections[w->section_of[cell]];
	const sm_variable *v = sm_var(w->model, p->variable);
	if (v->rank == 0 || v->rank > SS_RANK_MOST)
		return v->first + cell - p->cell;
	ss_box one = p->box;
	for (uint32_t d = v->rank, rest = cell - p->cell; d-- > 0;) {
		uint32_t size = (uint32_t)(p->box.hi[d] - p->box.lo[d] + 1);
		one.lo[d] += rest % size;
		rest /= size;
	}
	return v->first + ss_first_element(v, &one);
}

void ss_cells_met(ss_work *w, sx_ref var, sb_u32s *out)
{
	uint32_t s = sm_scalar_of(w->model, var), variable = sx_at(w->pool, var)->payload, at = 0;
	ss_box box;

	if (s != UINT32_MAX) {
		sb_push(w->scratch, *out, ss_cell_of_element(w, variable, s - sm_var(w->model, variable)->first));
		return;
	}
	if (!w->cells) {
		uint32_t first, count = sm_scalars_of(w->model, var, &first);
		for (uint32_t i = 0; i < count; i++)
			sb_push(w->scratch, *out, first + i);
		return;
	}
	if (!ss_box_of(w, var, &box)) {
		for (uint32_t c = ss_first_cell(w, variable); c < ss_last_cell(w, variable); c++)
			sb_push(w->scratch, *out, c);
		return;
	}
	for (const ss_section *p; (p = ss_next_section(w->cells, variable, &box, &at));) {
		if (p->whole) {
			sb_push(w->scratch, *out, p->cell);
			continue;
		}
		int64_t lo[SS_RANK_MOST], hi[SS_RANK_MOST], k[SS_RANK_MOST];
		for (uint32_t d = 0; d < box.rank; d++) {
			lo[d] = k[d] = box.lo[d] > p->box.lo[d] ? box.lo[d] : p->box.lo[d];
			hi[d] = box.hi[d] < p->box.hi[d] ? box.hi[d] : p->box.hi[d];
		}
		for (uint32_t d = 0; d != UINT32_MAX;) {
			sb_push(w->scratch, *out, p->cell + number_in(&p->box, k));
			for (d = box.rank; d-- > 0;) {
				if (++k[d] <= hi[d])
					break;
				k[d] = lo[d];
			}
		}
	}
}

sm_domain ss_domain_of_cell(ss_work *w, uint32_t cell)
{
	sm_domain domain = {0};

	if (!ss_is_whole(w, cell))
		return domain;
	const ss_box *box = &w->cells->sections[w->section_of[cell]].box;
	for (uint32_t d = 0; d < box->rank; d++)
		if (box->lo[d] < box->hi[d]) {
			sm_range range = { ss_iterator(w, d, box->lo[d], box->hi[d]), box->lo[d], box->hi[d] };
			sb_push(w->arena, domain, range);
		}
	return domain;
}

/* --------------------------------------------------------------------------------- families of the initial system */

/* One part of a family: its domain cut down so that the reference runs through the cell. */
static void add_part(ss_work *w, const ss_equation *q, sx_ref var, const ss_box *box, ss_equations *out)
{
	ss_equation part = *q;
	uint32_t from[SS_RANK_MOST], n = 0;
	sx_ref to[SS_RANK_MOST];

	part.domain = (sm_domain){0};
	for (uint32_t k = 0; k < q->domain.n; k++)
		for (uint32_t d = 0; d < box->rank; d++) {
			ss_subscript s;
			ss_read_subscript(w->pool, sx_arg(w->pool, var, d), &s);
			if (s.iterator != q->domain.at[k].iterator)
				continue;
			int64_t lo = box->lo[d] - s.offset, hi = box->hi[d] - s.offset;
			from[n] = s.iterator;
			if (lo == hi) {
				to[n++] = sx_int(w->pool, lo);
				continue;
			}
			sm_range range = { ss_iterator(w, d, lo, hi), lo, hi };
			to[n++] = sx_iter(w->pool, range.iterator);
			sb_push(w->scratch, part.domain, range);
		}
	part.lhs = part.written_lhs = ss_shift_iterators(w, q->lhs, from, to, n);
	part.rhs = part.written_rhs = ss_shift_iterators(w, q->rhs, from, to, n);
	sb_push(w->scratch, *out, part);
}

/* The reference that an initial family is about: what stands alone, or the first that runs through all of its
 * points. */
static sx_ref main_reference(ss_work *w, const ss_equation *q)
{
	ss_references list = {0};
	sx_ref best = 0;

	ss_references_of(w, q->lhs, &list);
	ss_references_of(w, q->rhs, &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref e = list.at.at[i], var = sx_op_of(w->pool, e) == SX_DER ? sx_arg(w->pool, e, 0) : e;
		if (ss_one_to_one(w, var, &q->domain) && (!best || e == q->lhs || (e == q->rhs && best != q->lhs)))
			best = e;
	}
	return best && sx_op_of(w->pool, best) == SX_DER ? sx_arg(w->pool, best, 0) : best;
}

static void write_out_givers(ss_work *w, uint32_t cell, const char *why)
{
	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		if (q->domain.n && (ss_reference_to(w, q, false, cell) || ss_reference_to(w, q, false, w->n + cell)))
			ss_write_out_all(w, &q, 1, why);
	}
}

void ss_fit_family(ss_work *w, const ss_equation *q, ss_equations *out)
{
	sx_ref var = main_reference(w, q);
	uint32_t at = 0, variable = var ? sx_at(w->pool, var)->payload : 0;
	ss_box box;

	if (!var || !ss_box_of(w, var, &box)) {
		ss_write_out(w, q->origin, "it runs through no array");
		return;
	}
	for (const ss_section *p; (p = ss_next_section(w->cells, variable, &box, &at));) {
		if (p->whole && !ss_box_inside(&p->box, &box)) {
			write_out_givers(w, p->cell, "an initial equation is for a part of it only");
			ss_write_out_all(w, &q, 1, "it is for a part of what a family gives");
			return;
		}
		if (p->whole) {
			add_part(w, q, var, &p->box, out);
			continue;
		}
		ss_box both = box;
		for (uint32_t d = 0; d < box.rank; d++) {
			both.lo[d] = box.lo[d] > p->box.lo[d] ? box.lo[d] : p->box.lo[d];
			both.hi[d] = box.hi[d] < p->box.hi[d] ? box.hi[d] : p->box.hi[d];
		}
		ss_box one = both;
		for (uint32_t d = 0; d != UINT32_MAX;) {
			for (d = 0; d < box.rank; d++)
				one.hi[d] = one.lo[d];
			add_part(w, q, var, &one, out);
			for (d = box.rank; d-- > 0;) {
				if (++one.lo[d] <= both.hi[d])
					break;
				one.lo[d] = both.lo[d];
			}
		}
	}
}

void ss_fit_initial(ss_work *w)
{
	ss_equations list = {0};

	for (uint32_t i = 0; i < w->initial.n && !w->again; i++) {
		if (!w->initial.at[i].domain.n)
			sb_push(w->scratch, list, w->initial.at[i]);
		else if (!w->cells)
			ss_write_out(w, w->initial.at[i].origin, "the equations of its variables are written out");
		else
			ss_fit_family(w, &w->initial.at[i], &list);
	}
	w->initial = list;
}
