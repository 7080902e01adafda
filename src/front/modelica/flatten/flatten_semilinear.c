/* semiLinear where nothing flows (3.6, 3.7.2.5): of
 *
 *     x = 0;  y = 0;  y = semiLinear(x, sa, sb);
 *
 * the third says nothing that the others do not, and sa, which belongs to a port that is not connected, would be
 * determined by nothing. It then stands for sa = sb, which is what both tend to as the flow goes to zero.
 */
#include "front/modelica/flatten/flatten_inside.h"

static sx_ref without_sign(const sx_pool *p, sx_ref e)
{
	return sx_op_of(p, e) == SX_NEG ? sx_arg(p, e, 0) : e;
}

/* The variable that an equation says is zero, or 0. */
static sx_ref zero_variable(const sx_pool *p, const sm_equation *q)
{
	if (q->kind != SM_EQUAL)
		return 0;
	sx_ref l = without_sign(p, q->lhs), r = without_sign(p, q->rhs);
	if (sx_op_of(p, l) == SX_VAR && sx_is_number(p, r, 0))
		return l;
	return sx_op_of(p, r) == SX_VAR && sx_is_number(p, l, 0) ? r : 0;
}

/* Does a family go over all elements of the variable, once each, in order? */
static bool is_whole(const mo_context *c, const sm_equation *q, sx_ref var)
{
	const sm_variable *v = sm_var(c->model, sx_at(c->pool, var)->payload);
	bool whole = q->domain.n == v->rank && sx_at(c->pool, var)->count == v->rank;

	for (uint32_t d = 0; d < q->domain.n && whole; d++) {
		sx_ref at = sx_arg(c->pool, var, d);
		const sm_range *range = &q->domain.at[d];
		whole = sx_op_of(c->pool, at) == SX_ITER && sx_at(c->pool, at)->payload == range->iterator &&
			range->from == 1 && range->to == v->shape[d];
	}
	return whole;
}

/* Variables that are zero: scalars and elements by their expressions, arrays by their numbers. */
typedef struct zeros { sb_map one, whole; } zeros;

static bool is_zero(const mo_context *c, const zeros *z, sx_ref e)
{
	sx_ref var = without_sign(c->pool, e);
	uint64_t is;

	return sb_map_get(&z->one, var, &is) ||
		(sx_op_of(c->pool, var) == SX_VAR && sb_map_get(&z->whole, sx_at(c->pool, var)->payload, &is));
}

static void find_zeros(mo_context *c, zeros *z)
{
	for (uint32_t i = 0; i < c->model->equations.n; i++) {
		const sm_equation *q = c->model->equations.at[i];
		sx_ref v = zero_variable(c->pool, q);
		if (v && !q->domain.n)
			sb_map_put(&z->one, v, 1);
		else if (v && is_whole(c, q, v))
			sb_map_put(&z->whole, sx_at(c->pool, v)->payload, 1);
	}
}

void mo_resolve_semilinears(mo_context *c)
{
	zeros z = {sb_map_new(c->arena), sb_map_new(c->arena)};

	if (!mo_has_semilinears(c))
		return;
	find_zeros(c, &z);
	for (uint32_t i = 0; i < c->model->equations.n; i++) {
		sm_equation *q = c->model->equations.at[i];
		if (q->kind != SM_EQUAL)
			continue;
		const mo_semilinear *s = mo_semilinear_of(c, q->rhs);
		sx_ref y = s ? q->lhs : q->rhs;
		if (!s)
			s = mo_semilinear_of(c, q->lhs);
		if (!s || !is_zero(c, &z, y) || !is_zero(c, &z, s->x))
			continue;
		q->lhs = s->positive;
		q->rhs = s->negative;
	}
}
