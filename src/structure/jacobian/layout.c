/* The places of references over a domain, and the pattern of a Jacobian that is given by families: columns of
 * entries, laid out by plain loops over the points of each family when a solver is opened. */
#include "structure/jacobian/jacobian.h"

#include <stdlib.h>

bool ss_reference_place(const ss_plan *plan, sx_ref var, const sm_domain *domain, ss_place *first, int64_t *stride)
{
	const sm_model *m = plan->model;
	uint32_t variable = sx_at(m->pool, var)->payload, at = 0;
	const ss_section *base = NULL;
	int64_t strides[SS_RANK_MOST] = {0};
	ss_box box;

	for (uint32_t k = 0; k < domain->n; k++)
		stride[k] = 0;
	uint32_t scalar = sm_scalar_of(m, var);
	if (scalar != UINT32_MAX) {
		*first = ss_place_of(plan, scalar);
		return first->store != SS_NOWHERE;
	}
	if (!plan->cells || !ss_reference_box(m, var, domain, &box))
		return false;
	uint32_t points = ss_box_count(&box);
	for (const ss_section *p; (p = ss_next_section(plan->cells, variable, &box, &at));) {
		int64_t away = 0;
		if (points == 1) {
			uint32_t element = 0;
			for (uint32_t d = 0; d < box.rank; d++)
				element = element * sm_var(m, variable)->shape[d] + (uint32_t)(box.lo[d] - 1);
			*first = ss_place_of(plan, sm_var(m, variable)->first + element);
			return first->store != SS_NOWHERE;
		}
		ss_place own = plan->place[p->cell], to = base ? plan->place[base->cell] : own;
		base = base ? base : p;
		if (!p->in_row || own.store == SS_NOWHERE || own.store != to.store || own.negated != to.negated)
			return false;
		for (uint32_t d = 0; d < box.rank; d++) {
			away += (p->box.lo[d] - base->box.lo[d]) * (int64_t)base->stride[d];
			if (p->stride[d] != base->stride[d] && box.lo[d] < box.hi[d])
				return false;
		}
		if ((int64_t)own.index != (int64_t)to.index + away)
			return false;
	}
	if (!base)
		return false;
	*first = plan->place[base->cell];
	int64_t index = first->index;
	for (uint32_t d = 0; d < box.rank; d++) {
		ss_subscript s;
		index += (box.lo[d] - base->box.lo[d]) * (int64_t)base->stride[d];
		strides[d] = base->stride[d];
		ss_read_subscript(m->pool, sx_arg(m->pool, var, d), &s);
		for (uint32_t k = 0; k < domain->n; k++)
			if (s.iterator == domain->at[k].iterator)
				stride[k] += strides[d];
	}
	first->index = (uint32_t)index;
	return true;
}

/* ------------------------------------------------------------------------------------------------------- patterns */

typedef struct spread { uint32_t row, column; int64_t row_stride[SS_RANK_MOST], column_stride[SS_RANK_MOST]; } spread;
typedef struct laying { const ss_plan *plan; uint32_t *fill, *row, *entry; bool count; } laying;

/* Calls for each point of the entries, in order. */
static void each_entry(laying *l, const ss_jacobian_entries *e, const spread *s)
{
	int64_t k[SS_RANK_MOST] = {0};
	uint32_t number = e->first, n = e->domain.n;

	for (uint32_t d = 0; d != UINT32_MAX; number++) {
		int64_t row = s->row, column = s->column;
		for (d = 0; d < n; d++) {
			row += k[d] * s->row_stride[d];
			column += k[d] * s->column_stride[d];
		}
		if (l->count) {
			l->fill[column + 1]++;
		} else {
			l->row[l->fill[column]] = (uint32_t)row;
			l->entry[l->fill[column]++] = number;
		}
		for (d = n; d-- > 0;) {
			if (++k[d] <= e->domain.at[d].to - e->domain.at[d].from)
				break;
			k[d] = 0;
		}
	}
}

static void all_entries(laying *l)
{
	const ss_jacobian *j = &l->plan->jacobian;

	for (uint32_t i = 0; i < j->entries.n; i++) {
		const ss_jacobian_entries *e = &j->entries.at[i];
		spread s = {0};
		ss_place row = {0}, column = {0};
		ss_reference_place(l->plan, e->rate, &e->domain, &row, s.row_stride);
		ss_reference_place(l->plan, e->state, &e->domain, &column, s.column_stride);
		s.row = row.index;
		s.column = column.index;
		each_entry(l, e, &s);
	}
}

typedef struct pair { uint32_t row, entry; } pair;

static int by_row(const void *a, const void *b)
{
	const pair *x = a, *y = b;
	return x->row < y->row ? -1 : x->row > y->row ? 1 : x->entry < y->entry ? -1 : x->entry > y->entry;
}

enum { FEW = 24 };

static void sort_column(laying *l, uint32_t first, uint32_t n, pair *room)
{
	uint32_t *row = l->row + first, *entry = l->entry + first;

	if (n > FEW) {
		for (uint32_t i = 0; i < n; i++)
			room[i] = (pair){ row[i], entry[i] };
		qsort(room, n, sizeof *room, by_row);
		for (uint32_t i = 0; i < n; i++) {
			row[i] = room[i].row;
			entry[i] = room[i].entry;
		}
		return;
	}
	for (uint32_t i = 1; i < n; i++) {
		uint32_t r = row[i], e = entry[i], k = i;
		for (; k > 0 && row[k - 1] > r; k--) {
			row[k] = row[k - 1];
			entry[k] = entry[k - 1];
		}
		row[k] = r;
		entry[k] = e;
	}
}

/* Two references may mean the same state at some point: their entries are added up in one place. */
static void close_up(laying *l, ss_layout *out, uint32_t n, const uint32_t *first)
{
	uint32_t at = 0;

	for (uint32_t c = 0; c < n; c++) {
		out->pattern.column[c] = at;
		for (uint32_t k = first[c]; k < first[c + 1]; k++) {
			if (k == first[c] || l->row[k] != l->row[k - 1])
				out->pattern.row[at++] = l->row[k];
			out->at[l->entry[k]] = at - 1;
		}
	}
	out->pattern.column[n] = at;
}

static void only_diagonal(ss_layout *out, sb_arena *arena, uint32_t n)
{
	out->pattern.column = sb_new_array(arena, uint32_t, n + 1);
	out->pattern.row = sb_new_array(arena, uint32_t, n + 1);
	out->color = sb_new_array(arena, uint32_t, n + 1);
	for (uint32_t c = 0; c < n; c++)
		out->pattern.column[c] = out->pattern.row[c] = out->color[c] = c;
	out->pattern.column[n] = n;
	out->colors = n;
}

enum { FULL_MOST = 2000 };

ss_layout ss_lay_out(const ss_plan *plan, sb_arena *arena)
{
	const ss_jacobian *j = &plan->jacobian;
	ss_layout out = { .pattern = { .n = plan->states } };
	uint32_t n = plan->states, total = j->entry_count, most = 0;
	sb_arena *scratch = sb_arena_new();

	if (j->diagonal) {
		if (n > FULL_MOST)
			only_diagonal(&out, arena, n);
		sb_arena_free(scratch);
		return out;
	}
	uint32_t *first = sb_new_array(scratch, uint32_t, n + 2);
	laying l = { .plan = plan, .fill = first, .count = true };
	all_entries(&l);
	for (uint32_t c = 0; c < n; c++) {
		most = first[c + 1] > most ? first[c + 1] : most;
		first[c + 1] += first[c];
	}
	l.count = false;
	l.fill = sb_new_array(scratch, uint32_t, n + 1);
	l.row = sb_new_array(scratch, uint32_t, total + 1);
	l.entry = sb_new_array(scratch, uint32_t, total + 1);
	for (uint32_t c = 0; c < n; c++)
		l.fill[c] = first[c];
	all_entries(&l);
	pair *room = sb_new_array(scratch, pair, most + 1);
	for (uint32_t c = 0; c < n; c++)
		sort_column(&l, first[c], first[c + 1] - first[c], room);
	out.pattern.column = sb_new_array(arena, uint32_t, n + 1);
	out.pattern.row = sb_new_array(arena, uint32_t, total + 1);
	out.at = sb_new_array(arena, uint32_t, total + 1);
	close_up(&l, &out, n, first);
	if (!j->symbolic) {
		ss_jacobian colored = { .pattern = out.pattern };
		ss_color(arena, scratch, &colored);
		out.color = colored.color;
		out.colors = colored.colors;
	}
	sb_arena_free(scratch);
	return out;
}
