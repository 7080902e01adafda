/* Predefined functions of vectors and matrices (3.6, 10.3). */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

mo_value *mo_builtin_diagonal(const mo_builtin_call *k)
{
	if (!mo_is_numeric(k->args[0]))
		return mo_wrong_argument(k, 0, "numbers");
	return k->args[0]->type.rank == 1 ? mo_diagonal(k->c, k->args[0]) : mo_wrong_sizes(k, "vectors");
}

mo_value *mo_builtin_transpose(const mo_builtin_call *k)
{
	return k->args[0]->type.rank >= 2 && k->args[0]->kind != MO_K_RECORD ? mo_transpose(k->c, k->args[0])
		: mo_wrong_sizes(k, "matrices");
}

mo_value *mo_builtin_vector(const mo_builtin_call *k)
{
	mo_value *v = k->args[0];
	uint32_t rank = v->type.rank, kept = 0, long_ones = 0;
	if (v->kind == MO_K_RECORD)
		return mo_wrong_argument(k, 0, "arrays of numbers, Booleans and Strings");
	if (rank == 0)
		return mo_promote(k->c, v, 1);
	for (uint32_t i = 0; i < rank; i++)
		if (!sx_is_number(k->c->pool, v->type.dims[i], 1)) {
			kept = i;
			long_ones++;
		}
	return long_ones > 1 ? mo_wrong_sizes(k, "arrays with at most one size other than 1")
						 : mo_squeeze(k->c, v, &kept, 1);
}

mo_value *mo_builtin_matrix(const mo_builtin_call *k)
{
	mo_value *v = k->args[0];
	if (v->kind == MO_K_RECORD)
		return mo_wrong_argument(k, 0, "arrays of numbers, Booleans and Strings");
	for (uint32_t i = 2; i < v->type.rank; i++)
		if (!sx_is_number(k->c->pool, v->type.dims[i], 1))
			return mo_wrong_sizes(k, "arrays whose third and further sizes are 1");
	return v->type.rank < 2 ? mo_promote(k->c, v, 2) : mo_squeeze(k->c, v, (uint32_t[]){ 0, 1 }, 2);
}

mo_value *mo_builtin_scalar(const mo_builtin_call *k)
{
	mo_value *v = k->args[0];
	for (uint32_t i = 0; i < v->type.rank; i++)
		if (!mo_same_size(k->c, v->type.dims[i], sx_int(k->c->pool, 1)))
			return mo_wrong_sizes(k, "arrays of one element");
	sx_ref *ones = sb_new_array(k->c->arena, sx_ref, v->type.rank + 1);
	for (uint32_t i = 0; i < v->type.rank; i++)
		ones[i] = sx_int(k->c->pool, 1);
	return mo_index(k->c, v, ones, v->type.rank);
}

mo_value *mo_builtin_promote(const mo_builtin_call *k)
{
	sx_ref n = mo_size_argument(k, 1);
	if (!n || !sx_is_const(k->c->pool, n) || sx_int_value(k->c->pool, n) < k->args[0]->type.rank
		|| sx_int_value(k->c->pool, n) > 32)
		return n ? mo_wrong_sizes(k, "arrays of fewer dimensions than asked for") : NULL;
	return k->args[0]->kind == MO_K_RECORD ? mo_wrong_argument(k, 0, "arrays of numbers, Booleans and Strings")
		: mo_promote(k->c, k->args[0], (uint32_t)sx_int_value(k->c->pool, n));
}

static bool both_real(const mo_builtin_call *k, uint32_t rank, int64_t size)
{
	for (uint32_t i = 0; i < k->n; i++) {
		if (!mo_is_numeric(k->args[i]))
			return mo_wrong_argument(k, i, "numbers") != NULL;
		if (k->args[i]->type.rank != rank || (size && !mo_same_size(k->c, k->args[i]->type.dims[0], sx_int(k->c->pool,
			size))))
			return mo_wrong_sizes(k, size == 3 ? "vectors of size 3" : rank == 1 ? "vectors" : "matrices") != NULL;
		k->args[i] = mo_cast(k->c, k->args[i], mo_common_base(k));
	}
	return true;
}

mo_value *mo_builtin_outer(const mo_builtin_call *k)
{
	if (!both_real(k, 1, 0))
		return NULL;
	return mo_product(k->c, mo_promote(k->c, k->args[0], 2), mo_transpose(k->c, mo_promote(k->c, k->args[1], 2)));
}

static sx_ref at1(const mo_builtin_call *k, uint32_t which, int64_t i)
{
	sx_ref at = sx_int(k->c->pool, i);
	return mo_elem(k->c, k->args[which], &at);
}

static mo_value *numbers(const mo_builtin_call *k, const sx_ref *e, uint32_t rows, uint32_t columns)
{
	uint32_t n = rows * (columns ? columns : 1), lead[2] = { rows, columns };
	mo_value **items = sb_new_array(k->c->arena, mo_value *, n);
	for (uint32_t i = 0; i < n; i++)
		if (!(items[i] = mo_value_scalar(k->c, e[i], k->args[0]->type.base, 0)))
			return NULL;
	return mo_value_list(k->c, items, n, lead, columns ? 2 : 1, &items[0]->type);
}

mo_value *mo_builtin_cross(const mo_builtin_call *k)
{
	sx_pool *p = k->c->pool;
	sx_ref e[3];
	if (!both_real(k, 1, 3))
		return NULL;
	for (int64_t i = 0; i < 3; i++) {
		int64_t a = (i + 1) % 3 + 1, b = (i + 2) % 3 + 1;
		e[i] = sx_binary(p, SX_SUB, sx_binary(p, SX_MUL, at1(k, 0, a), at1(k, 1, b)), sx_binary(p, SX_MUL, at1(k, 0, b),
			at1(k, 1, a)));
	}
	return numbers(k, e, 3, 0);
}

mo_value *mo_builtin_skew(const mo_builtin_call *k)
{
	sx_pool *p = k->c->pool;
	if (!both_real(k, 1, 3))
		return NULL;
	sx_ref zero = k->args[0]->type.base == MO_B_REAL ? sx_real(p, 0) : sx_int(p, 0);
	sx_ref x = at1(k, 0, 1), y = at1(k, 0, 2), z = at1(k, 0, 3);
	sx_ref e[9] = { zero, sx_unary(p, SX_NEG, z), y, z, zero, sx_unary(p, SX_NEG, x), sx_unary(p, SX_NEG, y), x, zero };
	return numbers(k, e, 3, 3);
}

static sx_ref symmetric_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *at)
{
	(void)v;
	sx_pool *p = c->pool;
	sx_ref swapped[2] = { at[1], at[0] }, upper = sx_binary(p, SX_LE, at[0], at[1]);
	sx_ref a = mo_elem(c, l->args[0], at), b = mo_elem(c, l->args[0], swapped);
	return a && b ? sx_if(p, upper, a, b) : 0;
}

mo_value *mo_builtin_symmetric(const mo_builtin_call *k)
{
	mo_value *v = k->args[0], **args = sb_new(k->c->arena, mo_value *);
	if (v->type.rank != 2 || !mo_same_size(k->c, v->type.dims[0], v->type.dims[1]))
		return mo_wrong_sizes(k, "square matrices");
	args[0] = v;
	return mo_value_lazy(k->c, &v->type, &(mo_lazy){ .elem = symmetric_elem, .args = args, .n = 1, .parted = true });
}

/* Brings all arguments from `first` on to one type. */
static bool alike(const mo_builtin_call *k, uint32_t first)
{
	mo_value_type common = k->args[first]->type;
	for (uint32_t i = first + 1; i < k->n; i++) {
		mo_value sample = *k->args[first];
		sample.type.base = common.base;
		if (!mo_common_type(k->c, &sample, k->args[i], &common))
			return mo_wrong_argument(k, i, mo_type_string(k->c, &k->args[first]->type)) != NULL;
	}
	for (uint32_t i = first; i < k->n; i++)
		k->args[i] = mo_cast(k->c, k->args[i], common.base);
	return true;
}

mo_value *mo_builtin_array(const mo_builtin_call *k)
{
	if (!alike(k, 0))
		return NULL;
	for (uint32_t i = 1; i < k->n; i++)
		if (!mo_same_dims(k->c, k->args[0], k->args[i]))
			return mo_wrong_sizes(k, "arguments of one size");
	return mo_value_list(k->c, k->args, k->n, &k->n, 1, &k->args[0]->type);
}

mo_value *mo_builtin_cat(const mo_builtin_call *k)
{
	sx_ref dim = mo_size_argument(k, 0);
	if (!dim || !alike(k, 1))
		return NULL;
	int64_t d = sx_is_const(k->c->pool, dim) ? sx_int_value(k->c->pool, dim) : 0;
	for (uint32_t i = 1; i < k->n; i++)
		if (k->args[i]->kind == MO_K_RECORD || k->args[i]->type.rank != k->args[1]->type.rank || d < 1
			|| d > k->args[i]->type.rank) {
			sb_message *m = sb_report(k->c->diag, SB_ERROR, "M0325", mo_argument_span(k, i),
				"%s cannot be joined along dimension %lld",
				mo_type_string(k->c, &k->args[i]->type), (long long)d);
			sb_help(m,
				"all arrays must have the same number of dimensions, and the first argument of cat must be one of "
				"these dimensions");
			return NULL;
		}
	return mo_cat(k->c, (uint32_t)d - 1, k->args + 1, k->n - 1, k->e->span);
}
