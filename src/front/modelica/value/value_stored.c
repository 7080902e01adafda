/* What values are stored in, and places: questions that equations and assignments share. */
#include "front/modelica/value/modelica_value.h"

#include <string.h>

/* Is every argument of e, from `first` on, the probe of its place? */
static bool at_probes(const sx_pool *pool, sx_ref e, uint32_t first, uint32_t rank, const sx_ref *probes)
{
	if (sx_at(pool, e)->count != first + rank)
		return false;
	for (uint32_t d = 0; d < rank; d++)
		if (sx_arg(pool, e, first + d) != probes[d])
			return false;
	return true;
}

/* Has the value all the elements of what it is stored in? A part from the first element on is asked at the same
 * subscripts. */
static bool same_sizes(const mo_value *v, const sx_ref *dims)
{
	for (uint32_t d = 0; d < v->type.rank; d++)
		if (v->type.dims[d] != dims[d])
			return false;
	return true;
}

static bool is_all_of_variable(mo_context *c, const mo_value *v, uint32_t variable)
{
	const sm_variable *of = sm_var(c->model, variable);

	for (uint32_t d = 0; d < v->type.rank; d++)
		if (v->type.dims[d] != sx_int(c->pool, of->shape[d]))
			return false;
	return true;
}

static bool is_all_of_local(mo_context *c, const mo_value *v, uint32_t local)
{
	const sm_function *f = mo_making(c);

	return f && local < f->locals.n && f->locals.at[local].rank == v->type.rank &&
		   same_sizes(v, f->locals.at[local].dims);
}

static bool is_all_of_result(mo_context *c, const mo_value *v, sx_ref e)
{
	bool out = sx_op_of(c->pool, e) == SX_OUT;
	sx_ref call = out ? sx_arg(c->pool, e, 0) : e;
	const sm_function *f = c->model->functions.at[sx_at(c->pool, call)->payload];
	uint32_t local = f->args + (out ? sx_at(c->pool, e)->payload : 0);

	if (local >= f->locals.n || f->locals.at[local].rank != v->type.rank)
		return false;
	for (uint32_t d = 0; d < v->type.rank; d++) {
		sx_ref size = f->locals.at[local].dims[d];

		if (sx_op_of(c->pool, size) == SX_LOCAL && sx_at(c->pool, size)->payload < sx_at(c->pool, call)->count)
			size = sx_arg(c->pool, call, sx_at(c->pool, size)->payload);
		if (size != v->type.dims[d])
			return false;
	}
	return true;
}

/* The array behind an element that was asked for at the probes, if that is all of it. */
static sx_ref whole_behind(mo_context *c, const mo_value *v, sx_ref e, const sx_ref *probes)
{
	uint32_t rank = v->type.rank, number = sx_at(c->pool, e)->payload;
	sx_ref whole;

	switch (sx_op_of(c->pool, e)) {
	case SX_VAR:
		if (!at_probes(c->pool, e, 0, rank, probes) || !is_all_of_variable(c, v, number))
			return 0;
		return sx_var(c->pool, number, sx_type_of(c->pool, e), NULL, 0);
	case SX_LOCAL:
		if (!at_probes(c->pool, e, 0, rank, probes) || !is_all_of_local(c, v, number))
			return 0;
		return sx_local(c->pool, number, sx_type_of(c->pool, e), NULL, 0);
	case SX_AT:
		whole = sx_arg(c->pool, e, 0);
		if (!at_probes(c->pool, e, 1, rank, probes) ||
			(sx_op_of(c->pool, whole) != SX_CALL && sx_op_of(c->pool, whole) != SX_OUT))
			return 0;
		return is_all_of_result(c, v, whole) ? whole : 0;
	default:
		return 0;
	}
}

sx_ref mo_stored(mo_context *c, mo_value *v)
{
	const sx_ref *probes = mo_probes(c);
	sx_ref e;
	sx_op op;

	if (v->type.base == MO_B_CLASS || v->type.rank > MO_PROBES || !mo_symbolic(c, v))
		return 0;
	e = mo_elem(c, v, v->type.rank ? probes : NULL);
	if (!e || v->type.rank > 0)
		return e ? whole_behind(c, v, e, probes) : 0;
	op = sx_op_of(c->pool, e);
	return op == SX_VAR || op == SX_LOCAL || op == SX_CALL || op == SX_OUT ? e : 0;
}

bool mo_give_up_row(mo_context *c, mo_value *v)
{
	sx_ref e = v->type.rank && v->type.rank <= MO_PROBES && v->type.base != MO_B_CLASS && mo_symbolic(c, v)
				   ? mo_elem(c, v, mo_probes(c))
				   : 0;
	const mo_item *item =
		e && sx_op_of(c->pool, e) == SX_VAR ? mo_item_of_variable(c, sx_at(c->pool, e)->payload) : NULL;

	return !item || mo_give_up_scope(c, mo_whole_scope(item->scope));
}

bool mo_each_leaf(mo_context *c, mo_value *a, mo_value *b, bool (*see)(void *context, mo_value *a, mo_value *b),
				  void *context)
{
	if (a->type.base != MO_B_CLASS)
		return see(context, a, b);
	for (uint32_t i = 0; i < a->field_count; i++) {
		mo_value *other = b ? mo_field(c, b, a->field_names[i]) : NULL;

		if (b && !other)
			return false;
		if (!mo_each_leaf(c, a->fields[i], other, see, context))
			return false;
	}
	return true;
}

bool mo_next_place(const uint32_t *dims, uint32_t rank, uint32_t *place)
{
	for (uint32_t d = rank; d-- > 0;) {
		if (++place[d] < dims[d])
			return true;
		place[d] = 0;
	}
	return false;
}

void mo_place_subscripts(mo_context *c, const uint32_t *place, uint32_t rank, sx_ref *out)
{
	for (uint32_t d = 0; d < rank; d++)
		out[d] = sx_int(c->pool, (int64_t)place[d] + 1);
}
