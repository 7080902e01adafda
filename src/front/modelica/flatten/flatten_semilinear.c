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
	if (q->kind != SM_EQUAL || q->domain.n)
		return 0;
	sx_ref l = without_sign(p, q->lhs), r = without_sign(p, q->rhs);
	if (sx_op_of(p, l) == SX_VAR && sx_is_number(p, r, 0))
		return l;
	return sx_op_of(p, r) == SX_VAR && sx_is_number(p, l, 0) ? r : 0;
}

void mo_resolve_semilinears(mo_context *c)
{
	sx_pool *p = c->pool;
	sb_map zero = sb_map_new(c->arena);

	if (!mo_has_semilinears(c))
		return;
	for (uint32_t i = 0; i < c->model->equations.n; i++) {
		sx_ref v = zero_variable(p, c->model->equations.at[i]);
		if (v)
			sb_map_put(&zero, v, 1);
	}
	for (uint32_t i = 0; i < c->model->equations.n; i++) {
		sm_equation *q = c->model->equations.at[i];
		uint64_t is;
		if (q->kind != SM_EQUAL || q->domain.n)
			continue;
		const mo_semilinear *s = mo_semilinear_of(c, q->rhs);
		sx_ref y = s ? q->lhs : q->rhs;
		if (!s)
			s = mo_semilinear_of(c, q->lhs);
		if (!s || !sb_map_get(&zero, without_sign(p, y), &is) || !sb_map_get(&zero, without_sign(p, s->x), &is))
			continue;
		q->lhs = s->positive;
		q->rhs = s->negative;
	}
}
