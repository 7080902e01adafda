/* Factors that are zero at the values that the text gives to parameters: in `i = (if loss <= 0 then 0 else G)*v` v has such a factor as long as
 * loss is zero. The equation says i = 0 then, and v must come from another one, so it is not matched with v; but it
 * still needs v, and the order is right for other values of the parameters as well. If the model is singular without such
 * pairs they are allowed, and the analysis begins again. */
#include "structure/work.h"


/* Products, quotients and if-expressions with something that is known: without one of them no factor can vanish. */
static bool has_factors(ss_work *w, sx_ref e, uint32_t depth)
{
	const sx_node *node = sx_at(w->pool, e);

	if (!(node->flags & SX_HAS_VAR) || depth > 40)
		return false;
	if (node->op == SX_MUL || node->op == SX_DIV || node->op == SX_IF)
		return true;
	for (uint32_t i = 0; i < node->count; i++)
		if (has_factors(w, sx_arg(w->pool, e, i), depth + 1))
			return true;
	return false;
}

static bool look(ss_work *w, sx_ref left, sx_ref right, sx_ref leaf)
{
	sx_ref a, b;
	double value;

	if (!sx_linear(w->pool, sx_binary(w->pool, SX_SUB, left, right), leaf, &a, &b) || sx_is_const(w->pool, a))
		return false;
	return ss_parameter_value(w, a, &value) && value == 0;
}

bool ss_zero_by_parameter(ss_work *w, sx_ref factor)
{
	double value;

	return !w->written_out->zeros && !sx_is_const(w->pool, factor) && ss_parameter_value(w, factor, &value) && value == 0;
}

bool ss_vanishes(ss_work *w, const ss_equation *q, bool initial, uint32_t key)
{
	sx_ref left = ss_left(q, initial), right = ss_right(q, initial), leaf = ss_leaf(w, key);
	uint64_t known, place;

	if (w->written_out->zeros || q->form != SS_FORM_EQUAL || q->domain.n || q->sums || q->discrete ||
		left == leaf || right == leaf || sx_type_of(w->pool, leaf) != SX_REAL)
		return false;
	sx_ref residual = sx_binary(w->pool, SX_SUB, left, right);
	place = (uint64_t)residual << 32 | leaf;
	if (!sb_map_get(&w->vanishing, place, &known)) {
		known = has_factors(w, residual, 0) && look(w, left, right, leaf);
		sb_map_put(&w->vanishing, place, known);
	}
	w->has_zeros |= known;
	return known;
}
