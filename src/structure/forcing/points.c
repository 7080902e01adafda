/* Expressions over iterators, of families and of loops, at their points. */
#include "structure/forcing/forcing.h"

/* Large functions with loops have many features, each with many points, and an expression as large as the function at
 * each of them. All points are looked at until so many nodes were written; then a few of each. */
enum { WRITTEN_MOST = 500000, FEW = 3 };

/* Of an iterator of a family or of a loop; NULL: not known. */
static const ss_range *range_of(const forcing *f, uint32_t iterator)
{
	uint64_t known;
	if (sb_map_get(&f->w->range_of, iterator, &known))
		return &f->w->ranges.at[known - 1];
	return sb_map_get(&f->loops, iterator, &known) ? &f->turns.at[known - 1] : NULL;
}

void ss_note_loops(forcing *f, const sm_statements *body)
{
	sx_pool *p = f->w->pool;

	for (uint32_t i = 0; i < body->n; i++) {
		const sm_statement *s = body->at[i];
		bool known = s->kind == SM_FOR && !s->step && sx_is_const(p, s->from) && sx_is_const(p, s->to) &&
					 sx_type_of(p, s->from) == SX_INTEGER && sx_type_of(p, s->to) == SX_INTEGER &&
					 sx_int_value(p, s->to) >= sx_int_value(p, s->from);
		if (known) {
			sb_push(f->w->scratch, f->turns,
					((ss_range){s->iterator, sx_int_value(p, s->from), sx_int_value(p, s->to)}));
			sb_map_put(&f->loops, s->iterator, f->turns.n);
		}
		for (uint32_t k = 0; k < s->branches.n; k++)
			ss_note_loops(f, &s->branches.at[k].body);
	}
}

/* The iterators that an expression leaves free, and the number of points that they run through. UINT64_MAX: a range is
 * not known. size: its nodes that have iterators in them. */
static uint64_t points_of(forcing *f, sx_ref e, sb_u32s *iterators, uint64_t *size)
{
	ss_work *w = f->w;
	sb_map bound = sb_map_new(w->scratch);
	uint64_t points = 1, known;

	ss_visit(w, e);
	for (sx_ref part; (part = ss_next_part(w, SX_HAS_ITER));) {
		sx_op op = sx_op_of(w->pool, part);
		++*size;
		if (op == SX_ITER)
			sb_push(w->scratch, *iterators, sx_at(w->pool, part)->payload);
		if (op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM)
			sb_map_put(&bound, sx_at(w->pool, sx_arg(w->pool, part, 0))->payload, 1);
		ss_look_inside(w, part, 0);
	}
	uint32_t n = 0;
	for (uint32_t i = 0; i < iterators->n; i++) {
		if (sb_map_get(&bound, iterators->at[i], &known))
			continue;
		const ss_range *r = range_of(f, iterators->at[i]);
		if (!r)
			return UINT64_MAX;
		uint64_t length = (uint64_t)(r->to - r->from + 1);
		points = points > UINT32_MAX ? points : points * length;
		iterators->at[n++] = iterators->at[i];
	}
	iterators->n = n;
	return points;
}

/* An expression at a point, by the number of the point. */
static sx_ref at_point(forcing *f, sx_ref e, const sb_u32s *iterators, uint64_t point)
{
	ss_work *w = f->w;
	sx_ref *to = sb_new_array(w->scratch, sx_ref, iterators->n + 1);

	for (uint32_t i = 0; i < iterators->n; i++) {
		const ss_range *r = range_of(f, iterators->at[i]);
		uint64_t length = (uint64_t)(r->to - r->from + 1);
		to[i] = sx_int(w->pool, r->from + (int64_t)(point % length));
		point /= length;
	}
	return ss_shift_iterators(w, e, iterators->at, to, iterators->n);
}

uint64_t ss_points(forcing *f, sx_ref e)
{
	sb_u32s iterators = {0};
	uint64_t size = 0;
	return sx_flags(f->w->pool, e) & SX_HAS_ITER ? points_of(f, e, &iterators, &size) : 1;
}

/* The weights differ, so that one that becomes positive while another one becomes negative is seen: 1 + u*(A + u*B),
 * where u goes from 0 to 1 over the points. */
sx_ref ss_count_positive(forcing *f, sx_ref e)
{
	static const double A = 0.6180339887498949, B = 0.3247179572447460;
	sx_pool *p = f->w->pool;
	sb_u32s iterators = {0};
	uint64_t size = 0, points = points_of(f, e, &iterators, &size), stride = 1;
	sx_ref u = sx_real(p, 0);

	if (points == UINT64_MAX || !iterators.n)
		return 0;
	for (uint32_t i = 0; i < iterators.n; i++) {
		const ss_range *r = range_of(f, iterators.at[i]);
		sx_ref at = sx_binary(p, SX_SUB, sx_iter(p, iterators.at[i]), sx_int(p, r->from));
		sx_ref part = sx_binary(p, SX_MUL, sx_cast(p, at, SX_REAL), sx_real(p, (double)stride / (double)points));
		u = sx_binary(p, SX_ADD, u, part);
		stride *= (uint64_t)(r->to - r->from + 1);
	}
	sx_ref slope = sx_binary(p, SX_ADD, sx_real(p, A), sx_binary(p, SX_MUL, u, sx_real(p, B)));
	sx_ref weight = sx_binary(p, SX_ADD, sx_real(p, 1), sx_binary(p, SX_MUL, u, slope));
	sx_ref sign = sx_cast(p, sx_unary(p, SX_SIGN, e), SX_REAL);
	sx_ref sum = sx_binary(p, SX_MUL, sign, weight);
	for (uint32_t i = 0; i < iterators.n; i++) {
		const ss_range *r = range_of(f, iterators.at[i]);
		sum = sx_reduce(p, SX_SUM, iterators.at[i], sx_int(p, r->from), sx_int(p, r->to), sum);
	}
	return sum;
}

/* Calls `add` for an expression at each of its points. If they are more than `most`: `some`, for so many of them,
 * evenly spread; otherwise none, and false. */
bool ss_at_points(forcing *f, sx_ref e, uint64_t most, bool some, void (*add)(forcing *f, sx_ref e))
{
	sb_u32s iterators = {0};
	uint64_t size = 0, points = sx_flags(f->w->pool, e) & SX_HAS_ITER ? points_of(f, e, &iterators, &size) : 1;

	if (points == UINT64_MAX || (points > most && !some))
		return false;
	uint64_t count = points < most ? points : most;
	if (some && count > FEW && f->written + count*size > WRITTEN_MOST)
		count = FEW;
	f->written += count*size;
	for (uint64_t k = 0; k < count; k++)
		add(f, iterators.n ? at_point(f, e, &iterators, count > 1 ? k * (points - 1) / (count - 1) : 0) : e);
	return true;
}
