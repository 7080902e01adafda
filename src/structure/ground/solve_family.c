/* How one family is solved as a loop, for a cell that one of its references runs through. */
#include "structure/ground/ground.h"

/* How far apart two references to one variable are, in each dimension; false: not the same distance at all points. */
static bool distance(ss_work *w, sx_ref a, sx_ref b, int64_t *out)
{
	for (uint32_t d = 0; d < sx_at(w->pool, a)->count; d++) {
		ss_subscript s, t;
		if (!ss_read_subscript(w->pool, sx_arg(w->pool, a, d), &s) ||
			!ss_read_subscript(w->pool, sx_arg(w->pool, b, d), &t) || s.iterator != t.iterator)
			return false;
		out[d] = t.offset - s.offset;
	}
	return true;
}

/* What the loop needs of itself must have been computed in an earlier round: in each dimension all distances point
 * the same way. (So the loop may be cut into boxes that run one after another.) */
static const char *find_direction(ss_work *w, sx_ref own, sx_ref value, uint32_t cell, bool *descending)
{
	ss_references list = {0};
	const ss_box *box = &w->cells->sections[w->section_of[cell]].box;
	bool rate = sx_op_of(w->pool, own) == SX_DER;
	sx_ref var = ss_variable_in(w, own);
	int way[SS_RANK_MOST] = {0};

	if (sx_op_of(w->pool, own) == SX_PRE)
		return NULL;                 /* what is computed of left limits does not hold them: needs_own_element */

	ss_references_of(w, value, &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref e = list.at.at[i], of = sx_op_of(w->pool, e) == SX_DER ? sx_arg(w->pool, e, 0) : e;
		int64_t away[SS_RANK_MOST];
		ss_box other;
		if ((sx_op_of(w->pool, e) == SX_DER) != rate || sx_at(w->pool, of)->payload != sx_at(w->pool, var)->payload)
			continue;
		if (ss_box_of(w, of, &other) && !ss_boxes_meet(&other, box))
			continue;
		uint32_t d = 0, rank = sx_at(w->pool, var)->count;
		if (!distance(w, var, of, away))
			return "it needs elements of its own that are not a constant distance away";
		while (d < rank && away[d] == 0)
			d++;
		if (d == rank)
			return "it cannot be solved for the variable that it gives";
		for (; d < rank; d++) {
			int here = away[d] < 0 ? 1 : away[d] > 0 ? -1 : way[d];
			if (way[d] && way[d] != here)
				return "it needs elements of its own on both sides";
			way[d] = here;
		}
	}
	for (uint32_t d = 0; d < box->rank; d++)
		descending[d] = way[d] < 0;
	return NULL;
}

static bool any_divisor(void *context, sx_ref divisor)
{
	ss_work *w = context;
	return !sx_is_number(w->pool, divisor, 0);
}

/* Does a leaf of the value mean elements of the cell otherwise than by a reference that find_direction has looked at:
 * at a fixed place, or through an alias of which the cell is a part? */
static bool needs_own_element(ss_work *w, sx_ref value, uint32_t key)
{
	uint32_t variable = w->variable_of[key % w->n];
	sb_u32s todo = {0};
	sb_map seen = sb_map_new(w->scratch);
	uint64_t known;

	if (key >= 2 * w->n) {
		w->mark[key] = ++w->mark_now;
		return !ss_unmarked(w, value);
	}
	sb_push(w->scratch, todo, value);
	while (todo.n) {
		sx_ref e = todo.at[--todo.n];
		const sx_node *node = sx_at(w->pool, e);
		if (sb_map_get(&seen, e, &known) || !(node->flags & (SX_HAS_VAR | SX_HAS_DER)) || node->op == SX_PRE)
			continue;
		sb_map_put(&seen, e, 1);
		bool rate = node->op == SX_DER;
		if (rate || node->op == SX_VAR) {
			sx_ref var = rate ? sx_arg(w->pool, e, 0) : e;
			bool looked_at =
				node->flags & SX_HAS_ITER && rate == (key >= w->n) && sx_at(w->pool, var)->payload == variable;
			w->found.n = 0;
			if (!looked_at)
				ss_depends(w, e, &w->found);
			for (uint32_t i = 0; i < w->found.n; i++)
				if (w->found.at[i] == key)
					return true;
			continue;
		}
		for (uint32_t i = 0; i < node->count; i++)
			sb_push(w->scratch, todo, sx_arg(w->pool, e, i));
	}
	return false;
}

static sx_ref name_own(sx_rewriter *self, sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);

	if (e == *(const sx_ref *)self->context)
		return sx_local(pool, UINT32_MAX, SX_REAL, NULL, 0);
	return op == SX_DER || op == SX_PRE || op == SX_VAR ? e : 0;
}

/* Another reference to the same array is another unknown: own is u[i], and u[i - 1] has been computed. */
static sx_ref solve_for(ss_work *w, sx_ref left, sx_ref right, sx_ref own)
{
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, &own);

	rw.enter = name_own;
	left = sx_rewrite(&rw, w->pool, left);
	right = sx_rewrite(&rw, w->pool, right);
	return sx_solve(w->pool, left, right, sx_local(w->pool, UINT32_MAX, SX_REAL, NULL, 0), any_divisor, w);
}

/* A left limit of it is something else. */
static bool holds(ss_work *w, sx_ref e, sx_ref own)
{
	sx_rewriter rw = sx_rewriter_new(w->scratch, NULL, &own);

	rw.enter = name_own;
	return sx_rewrite(&rw, w->pool, e) != e;
}

static sx_ref solution(ss_work *w, ss_equation *q, bool initial, uint32_t key, sx_ref own)
{
	sx_ref left = ss_left(q, initial), right = ss_right(q, initial), value;

	if (q->solution && q->solved_for == key && left == q->lhs && right == q->rhs)
		return q->solution;
	if (left == own && !holds(w, right, own))
		value = right;
	else if (right == own && !holds(w, left, own))
		value = left;
	else if (sx_type_of(w->pool, own) != SX_REAL)
		value = 0;
	else if (left == w->zero && sx_op_of(w->pool, right) == SX_IF)
		value = 0;           /* what it gives may change with the condition */
	else
		value = solve_for(w, left, right, own);
	if (!initial) {
		q->solved_for = key;
		q->solution = value;
	}
	return value;
}

/* The iterators of the equation, by those of the cell's leaf. */
static sx_ref over_cell(ss_work *w, sx_ref value, sx_ref own, uint32_t cell)
{
	const ss_box *box = &w->cells->sections[w->section_of[cell]].box;
	sx_ref var = ss_variable_in(w, own), to[SS_RANK_MOST];
	uint32_t from[SS_RANK_MOST], n = 0;

	for (uint32_t d = 0; d < box->rank; d++) {
		ss_subscript s;
		ss_read_subscript(w->pool, sx_arg(w->pool, var, d), &s);
		if (s.iterator == UINT32_MAX)
			continue;
		from[n] = s.iterator;
		to[n++] = ss_put_subscript(w, (ss_subscript){ ss_iterator(w, d, box->lo[d], box->hi[d]), -s.offset });
	}
	return ss_shift_iterators(w, value, from, to, n);
}

/* Left limits are kept cell by cell: those of one reference are of one cell. */
static bool has_whole_limits(ss_work *w, sx_ref e)
{
	ss_references list = {0};

	ss_left_limits_of(w, e, &list);
	for (uint32_t i = 0; i < list.at.n; i++) {
		sx_ref var = sx_arg(w->pool, list.at.at[i], 0);
		w->met.n = 0;
		ss_cells_met(w, var, &w->met);
		if (w->met.n != 1 || (sx_at(w->pool, var)->count && sx_flags(w->pool, var) & SX_HAS_ITER &&
							  !ss_is_whole(w, w->met.at[0])))
			return false;
	}
	return true;
}

bool ss_solve_family(ss_work *w, ss_equation *q, bool initial, uint32_t key, ss_step *out)
{
	sx_ref own = ss_reference_to(w, q, initial, key);
	uint32_t cell = key % w->n;
	bool descending[SS_RANK_MOST] = {0};
	sx_ref value = own ? solution(w, q, initial, key, own) : 0;
	const char *why =
		value ? find_direction(w, own, value, cell, descending) : "it cannot be solved for the variable that it gives";

	if (!why && needs_own_element(w, value, key))
		why = "it needs one of its own elements at each point";
	value = why ? 0 : over_cell(w, value, own, cell);
	if (!why && !has_whole_limits(w, value))
		why = "it reads left limits of parts of an array";
	if (why) {
		ss_write_out(w, q->origin, why);
		return false;
	}
	const ss_box *box = &w->cells->sections[w->section_of[cell]].box;
	*out = (ss_step){ .kind = SS_ASSIGN, .target = ss_leaf(w, key), .value = value };
	sm_domain domain = ss_domain_of_cell(w, cell);
	for (uint32_t i = 0, d = 0; i < domain.n; i++, d++) {
		while (box->lo[d] == box->hi[d])
			d++;
		sb_push(w->arena, out->domain, domain.at[i]);
		out->descending[i] = descending[d];
	}
	return true;
}
