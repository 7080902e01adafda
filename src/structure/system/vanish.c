/* Factors that are zero at the values that the text gives to parameters: in `i = (if loss <= 0 then 0 else G)*v` v has
 * such a factor as long as loss is zero. The equation says i = 0 then, and v must come from another one, so it is not
 * matched with v; but it still needs v, and the order is right for other values of the parameters as well. If the model
 * is singular without such pairs they are allowed, and the analysis begins again. */
#include "structure/system/system.h"

#include <string.h>

struct ss_factored { sb_vec(bool) of; };     /* by handle: what has_factors answers */

/* Products, quotients and if-expressions with something that is known: without one of them no factor can vanish, and
 * most equations of a network are sums. Arguments come before their node in the pool, so a sweep over what is new in it
 * answers for all of it. */
static bool has_factors(ss_work *w, sx_ref e)
{
	if (!w->factored)
		w->factored = sb_new(w->scratch, ss_factored);
	for (uint32_t i = w->factored->of.n; i < sx_count(w->pool); i++) {
		const sx_node *node = sx_at(w->pool, i);
		bool any = node->op == SX_MUL || node->op == SX_DIV || node->op == SX_IF;
		for (uint32_t k = 0; k < node->count && !any; k++)
			any = w->factored->of.at[sx_arg(w->pool, i, k)];
		sb_push(w->scratch, w->factored->of, any && node->flags & SX_HAS_VAR);
	}
	return w->factored->of.at[e];
}

static bool look(ss_work *w, sx_ref left, sx_ref right, sx_ref leaf)
{
	sx_ref a, b;
	double value;

	if (!sx_linear(w->pool, sx_binary(w->pool, SX_SUB, left, right), leaf, &a, &b) || sx_is_const(w->pool, a))
		return false;
	return ss_parameter_value(w, a, &value) && value == 0;
}

/* Or it may be: its value is known in the run only. */
bool ss_zero_by_parameter(ss_work *w, sx_ref factor)
{
	double value;

	return !sx_is_const(w->pool, factor) && (!ss_parameter_value(w, factor, &value) || value == 0);
}

bool ss_vanishes(ss_work *w, const ss_equation *q, bool initial, uint32_t key)
{
	sx_ref left = ss_left(q, initial), right = ss_right(q, initial), leaf = ss_leaf(w, key);
	uint64_t known, place;

	if (w->written_out->zeros || q->form != SS_FORM_EQUAL || q->domain.n || q->sums || q->discrete || left == leaf ||
		right == leaf || sx_type_of(w->pool, leaf) != SX_REAL || (!has_factors(w, left) && !has_factors(w, right)))
		return false;
	sx_ref residual = sx_binary(w->pool, SX_SUB, left, right);
	place = sb_pair(residual, leaf);
	if (!sb_map_get(&w->vanishing, place, &known)) {
		known = has_factors(w, residual) && look(w, left, right, leaf);
		sb_map_put(&w->vanishing, place, known);
	}
	w->has_zeros |= known;
	return known;
}

/* ---- derivatives */

typedef struct leaves { ss_work *w; sm_exprs found; } leaves;

/* Derivatives, and variables where all terms are looked at. */
static bool see_leaf(void *context, const sx_pool *pool, sx_ref e)
{
	leaves *r = context;
	bool any = r->w->written_out->dropping == SS_DROP_ALL;
	const sm_variable *v = sx_op_of(pool, e) == SX_VAR ? sm_var(r->w->model, sx_at(pool, e)->payload) : NULL;

	if (sx_op_of(pool, e) != SX_DER &&
		!(any && v && v->type == SX_REAL && v->variability == SM_CONTINUOUS && (!v->rank || sx_at(pool, e)->count)))
		return true;
	for (uint32_t i = 0; i < r->found.n; i++)
		if (r->found.at[i] == e)
			return true;
	sb_push(r->w->scratch, r->found, e);
	return true;
}

/* Is an expression zero whatever the variables in it are? *by: the parameters that make it so. */
typedef struct zeros { ss_work *w; sb_map defined; bool ready; sb_u32s by; } zeros;
enum { ZEROS_DEEP = 30 };

static void find_definitions(zeros *z)
{
	ss_work *w = z->w;

	z->ready = true;
	z->defined = sb_map_new(w->scratch);
	for (uint32_t i = 0; i < w->equations.n; i++) {
		const ss_equation *q = &w->equations.at[i];
		if (q->form == SS_FORM_EQUAL && !q->domain.n && sx_op_of(w->pool, q->lhs) == SX_VAR)
			sb_map_put(&z->defined, q->lhs, q->rhs);
		for (uint32_t k = 0; q->form == SS_FORM_CALL && k < q->results.n; k++)
			if (q->results.at[k] && sm_scalar_of(w->model, q->results.at[k]) != UINT32_MAX)
				sb_map_put(&z->defined, q->results.at[k], sx_out(w->pool, q->rhs, k, SX_REAL));
	}
}

static bool see_parameter(void *context, const sx_pool *pool, sx_ref e)
{
	zeros *z = context;

	if (sx_op_of(pool, e) == SX_VAR && ss_is_known(sm_var(z->w->model, sx_at(pool, e)->payload)))
		sb_push(z->w->scratch, z->by, sx_at(pool, e)->payload);
	return true;
}

/* A result of a call, whatever the variables among the arguments are. */
static bool result_is_zero(zeros *z, sx_ref e)
{
	sx_value value;

	if (!ss_known(z->w, e, &value) || value.type != SX_REAL || value.real != 0)
		return false;
	sx_visit(z->w->pool, e, see_parameter, z);
	return true;
}

static bool is_zero(zeros *z, sx_ref e, uint32_t depth)
{
	ss_work *w = z->w;
	const sx_node *node = sx_at(w->pool, e);
	uint64_t rhs;
	double value;

	if (depth > ZEROS_DEEP || sx_type_of(w->pool, e) != SX_REAL)
		return false;
	switch (node->op) {
	case SX_CONST: return sx_is_number(w->pool, e, 0);
	case SX_VAR:
		if (ss_is_known(sm_var(w->model, node->payload))) {
			if (!sm_var(w->model, node->payload)->binding || !ss_parameter_value(w, e, &value) || value != 0)
				return false;
			sb_push(w->scratch, z->by, node->payload);
			return true;
		}
		if (!z->ready)
			find_definitions(z);
		return sb_map_get(&z->defined, e, &rhs) && is_zero(z, (sx_ref)rhs, depth + 1);
	case SX_MUL: return is_zero(z, sx_arg(w->pool, e, 0), depth + 1) || is_zero(z, sx_arg(w->pool, e, 1), depth + 1);
	case SX_NEG: case SX_NOEVENT: case SX_SMOOTH: case SX_DIV: return is_zero(z, sx_arg(w->pool, e, 0), depth + 1);
	case SX_ADD:
	case SX_SUB:
		return is_zero(z, sx_arg(w->pool, e, 0), depth + 1) && is_zero(z, sx_arg(w->pool, e, 1), depth + 1);
	case SX_CALL: case SX_OUT: return result_is_zero(z, e);
	default: return false;
	}
}

static bool factor_is_zero(zeros *z, sx_ref a)
{
	double value;

	z->by.n = 0;
	if (sx_is_const(z->w->pool, a))
		return false;
	if (is_zero(z, a, 0))
		return true;
	z->by.n = 0;
	if (!ss_parameter_value(z->w, a, &value) || value != 0)
		return false;
	sx_visit(z->w->pool, a, see_parameter, z);
	for (uint32_t i = 0; i < z->by.n; i++)
		if (!sm_var(z->w->model, z->by.at[i])->binding)
			return false;            /* a value that was forgotten is none */
	return true;
}

/* And those that they are computed from. */
static void make_structural(zeros *z)
{
	ss_own_variables(z->w);
	for (uint32_t i = 0; i < z->by.n; i++) {
		sm_variable *v = sm_edit(z->w->model, z->by.at[i]);
		if (v->structural)
			continue;
		v->structural = true;
		sb_push(z->w->written_out->arena, z->w->written_out->structural, z->by.at[i]);
		if (z->w->marks)
			sm_edit(z->w->marks, z->by.at[i])->structural = true;
		if (v->binding)
			sx_visit(z->w->pool, v->binding, see_parameter, z);
	}
}

/* Both sides of an equation, without what has the factor zero. */
static void drop_from(zeros *z, ss_equation *q)
{
	ss_work *w = z->w;
	sx_ref residual = sx_binary(w->pool, SX_SUB, q->lhs, q->rhs), a, b;
	leaves r = { w, {0} };

	if (!has_factors(w, residual))
		return;
	sx_visit(w->pool, residual, see_leaf, &r);
	for (uint32_t k = 0; k < r.found.n; k++) {
		if (!sx_linear(w->pool, residual, r.found.at[k], &a, &b) || !factor_is_zero(z, a))
			continue;
		make_structural(z);
		w->has_zeros = true;
		residual = b;
		q->lhs = b;
		q->rhs = w->zero;
		q->initial_lhs = q->initial_rhs = 0;
	}
}

/* A capacitor of the capacitance zero has no state: the derivative goes, and the parameter becomes part of the
 * structure. Other terms go where equations have to be differentiated: a resistor of no resistance between two
 * capacitors ties their voltages, and its current has no derivative in that. */
void ss_drop_terms(ss_work *w)
{
	zeros z = { .w = w };
	bool all = w->written_out->dropping == SS_DROP_ALL;

	for (uint32_t i = 0; i < w->equations.n && !w->written_out->zeros; i++) {
		ss_equation *q = &w->equations.at[i];
		if (q->form == SS_FORM_EQUAL && !q->domain.n && !q->sums && !q->discrete
			&& (all || (sx_flags(w->pool, q->lhs) | sx_flags(w->pool, q->rhs)) & SX_HAS_DER))
			drop_from(&z, q);
	}
}

static void take_back_structural(ss_work *w)
{
	ss_written_out *list = w->written_out;

	for (uint32_t i = 0; i < list->structural.n && w->marks; i++)
		sm_edit(w->model, list->structural.at[i])->structural =
			sm_edit(w->marks, list->structural.at[i])->structural = false;
	list->structural.n = 0;
}

/* True: all terms with such factors are left out from now on, and the analysis begins again. */
bool ss_drop_all(ss_work *w)
{
	if (!w->has_zeros || w->written_out->dropping != SS_DROP_RATES || w->written_out->zeros)
		return false;
	w->written_out->dropping = SS_DROP_ALL;
	w->again = true;
	return true;
}

/* The model is singular with them. */
void ss_allow_zeros(ss_work *w)
{
	take_back_structural(w);
	if (w->written_out->dropping == SS_DROP_ALL)
		w->written_out->dropping = SS_DROPPED_ALL;
	else
		w->written_out->zeros = true;
}
