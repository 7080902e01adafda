/* Arrays made of other arrays: slices, elementwise functions, products, ranges, concatenations, comprehensions,
 * reductions.
 *
 * None of them makes elements before they are asked for; the element of a matrix product at symbolic subscripts is one
 * sum, however large the matrices are.
 */
#include "front/modelica/value/modelica_value.h"

#include <float.h>
#include <string.h>

/* Subscripts for a rank: the buffer of the caller where it is long enough, as nearly always. */
enum { USUAL_RANK = 8 };
static sx_ref *room(mo_context *c, sx_ref *usual, uint32_t n)
{
	return n <= USUAL_RANK ? usual : sb_new_array(c->arena, sx_ref, n);
}

/* ------------------------------------------------------------------ slices */

typedef struct slicing { mo_subscript *at; uint32_t n; } slicing;

static sx_ref slice_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	(void)v;
	const slicing *s = l->data;
	mo_value *base = l->args[0];
	sx_ref usual[USUAL_RANK], *full = room(c, usual, base->type.rank);
	uint32_t next = 0;
	for (uint32_t i = 0; i < base->type.rank; i++) {
		const mo_subscript *at = i < s->n ? &s->at[i] : NULL;
		if (at && at->kind == MO_S_AT)
			full[i] = at->at;
		else if (at && at->kind == MO_S_VECTOR)
			full[i] = mo_elem(c, at->vector, &subscripts[next++]);
		else
			full[i] = subscripts[next++];
		if (!full[i])
			return 0;
	}
	return mo_elem(c, base, full);
}

static void slice_type(mo_context *c, const mo_value *v, const mo_subscript *subscripts, uint32_t count,
	mo_value_type *type)
{
	*type = v->type;
	type->rank = 0;
	type->dims = sb_new_array(c->arena, sx_ref, v->type.rank);
	for (uint32_t i = 0; i < v->type.rank; i++)
		if (i >= count || subscripts[i].kind == MO_S_ALL)
			type->dims[type->rank++] = v->type.dims[i];
		else if (subscripts[i].kind == MO_S_VECTOR)
			type->dims[type->rank++] = subscripts[i].vector->type.dims[0];
}

static mo_value *slice_field(mo_context *c, mo_value *field, void *data)
{
	const slicing *s = data;
	return mo_slice(c, field, s->at, s->n);
}

/* A list gives its item at once where the place is known: a gathered array of components is never looked up by a
 * subscript that could have been one of its variables. */
static mo_value *slice_list(mo_context *c, mo_value *v, const mo_subscript *subscripts, uint32_t count)
{
	mo_list *list = v->data;
	uint64_t place = 0;
	for (uint32_t i = 0; i < list->lead; i++) {
		if (i >= count || subscripts[i].kind != MO_S_AT || !sx_is_const(c->pool, subscripts[i].at))
			return NULL;
		int64_t at = sx_int_value(c->pool, subscripts[i].at), size = sx_int_value(c->pool, v->type.dims[i]);
		if (at < 1 || at > size)
			return NULL;
		place = place * (uint64_t)size + (uint64_t)(at - 1);
	}
	mo_value *item = list->items[place];
	return count > list->lead ? mo_slice(c, item, subscripts + list->lead, count - list->lead) : item;
}

mo_value *mo_slice(mo_context *c, mo_value *v, const mo_subscript *subscripts, uint32_t count)
{
	mo_value_type type;
	uint32_t all = 0;
	while (all < count && subscripts[all].kind == MO_S_ALL)
		all++;
	if (all == count)
		return v;
	slice_type(c, v, subscripts, count, &type);
	slicing *s = sb_new(c->arena, slicing);
	s->n = count;
	s->at = sb_new_array(c->arena, mo_subscript, count);
	memcpy(s->at, subscripts, sizeof *subscripts * count);
	if (v->kind == MO_K_RECORD)
		return mo_fieldwise(c, v, &type, slice_field, s);
	mo_value *picked = v->kind == MO_K_LIST ? slice_list(c, v, subscripts, count) : NULL;
	if (picked)
		return picked;
	mo_value **args = sb_new_array(c->arena, mo_value *, count + 1);
	uint32_t n = 0;
	bool scattered = false;
	args[n++] = v;
	for (uint32_t i = 0; i < count; i++)
		if (subscripts[i].kind == MO_S_VECTOR) {
			scattered = scattered || subscripts[i].vector->kind != MO_K_LAZY;
			args[n++] = subscripts[i].vector;
		}
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = slice_elem, .args = args, .n = n, .data = s,
		.parted = scattered });
}

/* ------------------------------------------------------------- elementwise */

typedef struct mapping { mo_apply apply; const void *data; } mapping;

static sx_ref map_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	(void)v;
	const mapping *m = l->data;
	sx_ref usual[USUAL_RANK], *args = room(c, usual, l->n);
	for (uint32_t i = 0; i < l->n; i++)
		if (!(args[i] = mo_elem(c, l->args[i], l->args[i]->type.rank ? subscripts : NULL)))
			return 0;
	return m->apply(c, m->data, args);
}

mo_value *mo_map(mo_context *c, const mo_value_type *type, mo_apply apply, const void *data, mo_value **args,
	uint32_t n)
{
	if (type->rank == 0) {
		sx_ref usual[USUAL_RANK], *at = room(c, usual, n);
		for (uint32_t i = 0; i < n; i++)
			if (!(at[i] = mo_elem(c, args[i], NULL)))
				return NULL;
		return mo_value_scalar(c, apply(c, data, at), type->base, type->enumeration);
	}
	mapping *m = sb_new(c->arena, mapping);
	*m = (mapping){ apply, data };
	mo_value **kept = sb_new_array(c->arena, mo_value *, n);
	memcpy(kept, args, sizeof *args * n);
	return mo_value_lazy(c, type, &(mo_lazy){ .elem = map_elem, .args = kept, .n = n, .data = m });
}

static sx_ref apply_cast(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_cast(c->pool, args[0], SX_REAL);
}

mo_value *mo_cast(mo_context *c, mo_value *v, mo_base base)
{
	if (!v || base != MO_B_REAL || v->type.base != MO_B_INTEGER)
		return v;
	mo_value_type type = v->type;
	type.base = MO_B_REAL;
	return mo_map(c, &type, apply_cast, NULL, &v, 1);
}

/* ------------------------------------------------------------------- views */

/* for each dimension of the base: a dimension of the view, or -1: at 1 */
typedef struct viewing { int32_t *from; } viewing;

static sx_ref view_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	(void)v;
	const viewing *w = l->data;
	mo_value *base = l->args[0];
	sx_ref usual[USUAL_RANK], *full = room(c, usual, base->type.rank);
	for (uint32_t i = 0; i < base->type.rank; i++)
		full[i] = w->from[i] < 0 ? sx_int(c->pool, 1) : subscripts[w->from[i]];
	return mo_elem(c, base, full);
}

static mo_value *view(mo_context *c, mo_value *v, int32_t *from, uint32_t rank, sx_ref *dims)
{
	mo_value_type type = v->type;
	type.rank = rank;
	type.dims = dims;
	mo_value **args = sb_new(c->arena, mo_value *);
	args[0] = v;
	viewing *w = sb_new(c->arena, viewing);
	w->from = from;
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = view_elem, .args = args, .n = 1, .data = w });
}

mo_value *mo_transpose(mo_context *c, mo_value *v)
{
	uint32_t rank = v->type.rank;
	int32_t *from = sb_new_array(c->arena, int32_t, rank);
	sx_ref *dims = sb_new_array(c->arena, sx_ref, rank);
	for (uint32_t i = 0; i < rank; i++) {
		from[i] = (int32_t)(i < 2 ? 1 - i : i);
		dims[i] = v->type.dims[i < 2 ? 1 - i : i];
	}
	return view(c, v, from, rank, dims);
}

mo_value *mo_promote(mo_context *c, mo_value *v, uint32_t rank)
{
	if (v->type.rank >= rank)
		return v;
	int32_t *from = sb_new_array(c->arena, int32_t, v->type.rank);
	sx_ref *dims = sb_new_array(c->arena, sx_ref, rank);
	for (uint32_t i = 0; i < rank; i++) {
		dims[i] = i < v->type.rank ? v->type.dims[i] : sx_int(c->pool, 1);
		if (i < v->type.rank)
			from[i] = (int32_t)i;
	}
	return view(c, v, from, rank, dims);
}

mo_value *mo_squeeze(mo_context *c, mo_value *v, const uint32_t *kept, uint32_t n)
{
	int32_t *from = sb_new_array(c->arena, int32_t, v->type.rank);
	sx_ref *dims = sb_new_array(c->arena, sx_ref, n);
	for (uint32_t i = 0; i < v->type.rank; i++)
		from[i] = -1;
	for (uint32_t i = 0; i < n; i++) {
		from[kept[i]] = (int32_t)i;
		dims[i] = v->type.dims[kept[i]];
	}
	return view(c, v, from, n, dims);
}

typedef struct filling { const sx_ref *dims; uint32_t n; } filling;

static mo_value *fill_field(mo_context *c, mo_value *field, void *data)
{
	const filling *f = data;
	return mo_fill(c, field, f->dims, f->n);
}

mo_value *mo_fill(mo_context *c, mo_value *v, const sx_ref *dims, uint32_t n)
{
	uint32_t rank = v->type.rank + n;
	sx_ref *all = sb_new_array(c->arena, sx_ref, rank);
	memcpy(all, dims, sizeof *dims * n);
	if (v->type.rank)
		memcpy(all + n, v->type.dims, sizeof *dims * v->type.rank);
	if (v->kind == MO_K_RECORD) {
		mo_value_type type = v->type;
		type.rank = rank;
		type.dims = all;
		filling f = { dims, n };
		return mo_fieldwise(c, v, &type, fill_field, &f);
	}
	int32_t *from = sb_new_array(c->arena, int32_t, v->type.rank);
	for (uint32_t i = 0; i < v->type.rank; i++)
		from[i] = (int32_t)(n + i);
	return view(c, v, from, rank, all);
}

/* ------------------------------------------------------- ranges, diagonals */

typedef struct ranging { sx_ref from, step; } ranging;

static sx_ref range_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	const ranging *r = l->data;
	sx_pool *p = c->pool;
	sx_ref i = subscripts[0];
	bool integer = v->type.base == MO_B_INTEGER;
	if (integer && sx_is_number(p, r->step, 1) && sx_is_const(p, r->from)) {
		int64_t shift = sx_int_value(p, r->from) - 1;
		return shift == 0 ? i : shift > 0 ? sx_binary(p, SX_ADD, i, sx_int(p, shift)) : sx_binary(p, SX_SUB, i,
			sx_int(p, -shift));
	}
	sx_ref steps = sx_binary(p, SX_SUB, i, sx_int(p, 1));
	return sx_binary(p, SX_ADD, r->from, sx_binary(p, SX_MUL, steps, r->step));
}

/* from, from + step, ...: Integer where both are. */
mo_value *mo_range(mo_context *c, sx_ref from, sx_ref step, sx_ref count)
{
	bool integer = sx_type_of(c->pool, from) == SX_INTEGER && sx_type_of(c->pool, step) == SX_INTEGER;
	ranging *r = sb_new(c->arena, ranging);
	*r = (ranging){ integer ? from : sx_cast(c->pool, from, SX_REAL), integer ? step : sx_cast(c->pool, step,
		SX_REAL) };
	sx_ref *dims = sb_new(c->arena, sx_ref);
	*dims = count;
	mo_value_type type = mo_type_of(integer ? MO_B_INTEGER : MO_B_REAL, 0, 1, dims);
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = range_elem, .data = r });
}

static sx_ref zero_of(mo_context *c, mo_base base)
{
	return base == MO_B_REAL ? sx_real(c->pool, 0) : sx_int(c->pool, 0);
}

static sx_ref diagonal_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	sx_pool *p = c->pool;
	sx_ref zero = zero_of(c, v->type.base);
	if (sx_is_const(p, subscripts[0]) && sx_is_const(p, subscripts[1]) && subscripts[0] != subscripts[1])
		return zero;
	sx_ref at = mo_elem(c, l->args[0], subscripts);
	if (!at || subscripts[0] == subscripts[1])
		return at;
	return sx_if(p, sx_binary(p, SX_EQ, subscripts[0], subscripts[1]), at, zero);
}

mo_value *mo_diagonal(mo_context *c, mo_value *v)
{
	mo_value_type type = v->type;
	type.rank = 2;
	type.dims = sb_new_array(c->arena, sx_ref, 2);
	type.dims[0] = type.dims[1] = v->type.dims[0];
	mo_value **args = sb_new(c->arena, mo_value *);
	args[0] = v;
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = diagonal_elem, .args = args, .n = 1, .parted = true });
}

mo_value *mo_identity(mo_context *c, sx_ref n)
{
	return mo_diagonal(c, mo_fill(c, mo_integer_value(c, 1), &n, 1));
}

/* ---------------------------------------------------- products, reductions */

static sx_op pairwise(sx_op reduction)
{
	switch (reduction) {
	case SX_SUM: return SX_ADD;
	case SX_PRODUCT: return SX_MUL;
	case SX_MINIMUM: return SX_MIN;
	default: return SX_MAX;
	}
}

/* A sum is written out where it is short (it can then be solved and differentiated term by term), and where its terms
 * are different variables. */
static bool written_out(mo_context *c, sx_ref n, bool symbolic)
{
	return sx_is_const(c->pool, n) && (!symbolic || sx_int_value(c->pool, n) <= MO_WRITTEN_OUT);
}

/* Elements that were made are kept: in a chain of products each is asked for once for every element of the next. */
typedef struct multiplying { uint32_t iterator; sx_ref n; bool written_out; sb_map *made; } multiplying;

static sx_ref product_term(mo_context *c, const mo_lazy *l, const sx_ref *subscripts, sx_ref k)
{
	uint32_t rank = l->args[0]->type.rank;
	sx_ref left[2] = { rank == 2 ? subscripts[0] : k, k };
	sx_ref right[2] = { k, l->args[1]->type.rank == 2 ? subscripts[rank - 1] : 0 };
	sx_ref a = mo_elem(c, l->args[0], left), b = mo_elem(c, l->args[1], right);
	return a && b ? sx_binary(c->pool, SX_MUL, a, b) : 0;
}

static sx_ref make_product_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	const multiplying *m = l->data;
	if (!m->written_out) {
		sx_ref body = product_term(c, l, subscripts, sx_iter(c->pool, m->iterator));
		return body ? sx_reduce(c->pool, SX_SUM, m->iterator, sx_int(c->pool, 1), m->n, body) : 0;
	}
	sx_ref sum = 0;
	for (int64_t k = 1; k <= sx_int_value(c->pool, m->n); k++) {
		sx_ref term = product_term(c, l, subscripts, sx_int(c->pool, k));
		if (!term)
			return 0;
		sum = sum ? sx_binary(c->pool, SX_ADD, sum, term) : term;
	}
	return sum ? sum : zero_of(c, v->type.base);
}

static sx_ref product_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	const multiplying *m = l->data;
	uint64_t key = 0, made;
	for (uint32_t i = 0; i < v->type.rank; i++)
		key = key << 32 | subscripts[i];
	if (sb_map_get(m->made, key, &made))
		return (sx_ref)made;
	sx_ref e = make_product_elem(c, v, l, subscripts);
	sb_map_put(m->made, key, e);
	return e;
}

mo_value *mo_product(mo_context *c, mo_value *a, mo_value *b)
{
	mo_value_type type = a->type;
	type.rank = a->type.rank + b->type.rank - 2;
	type.dims = sb_new_array(c->arena, sx_ref, 2);
	if (a->type.rank == 2)
		type.dims[0] = a->type.dims[0];
	if (b->type.rank == 2)
		type.dims[a->type.rank - 1] = b->type.dims[1];
	mo_value **args = sb_new_array(c->arena, mo_value *, 2);
	args[0] = a;
	args[1] = b;
	multiplying *m = sb_new(c->arena, multiplying);
	m->made = sb_new(c->arena, sb_map);
	*m->made = sb_map_new(c->arena);
	m->n = a->type.dims[a->type.rank - 1];
	m->written_out = written_out(c, m->n, mo_symbolic(c, a) && mo_symbolic(c, b));
	if (!m->written_out)
		m->iterator = sx_new_iter(c->pool, "k");
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = product_elem, .args = args, .n = 2, .data = m });
}

typedef struct reducing { mo_context *c; sx_op op; sx_ref sum; } reducing;

static bool reduce_next(void *context, sx_ref element)
{
	reducing *r = context;
	r->sum = r->sum ? sx_binary(r->c->pool, pairwise(r->op), r->sum, element) : element;
	return true;
}

static sx_ref reduce_loops(mo_context *c, sx_op op, mo_value *v)
{
	sx_ref usual[USUAL_RANK], *at = room(c, usual, v->type.rank);
	static const char *const names[] = { "k", "l", "m", "n" };
	for (uint32_t i = 0; i < v->type.rank; i++)
		at[i] = sx_iter(c->pool, sx_new_iter(c->pool, names[i < 4 ? i : 3]));
	sx_ref body = mo_elem(c, v, at);
	for (uint32_t i = v->type.rank; body && i-- > 0;)
		body = sx_reduce(c->pool, op, sx_at(c->pool, at[i])->payload, sx_int(c->pool, 1), v->type.dims[i], body);
	return body;
}

mo_value *mo_reduce_all(mo_context *c, sx_op op, mo_value *v, sb_span span)
{
	uint32_t *dims = sb_new_array(c->arena, uint32_t, v->type.rank);
	bool known = mo_const_dims(c, v, dims);
	uint64_t count = 1;
	for (uint32_t i = 0; known && i < v->type.rank; i++)
		count = count > UINT32_MAX ? count : count * dims[i];
	sx_ref e;
	if (known && (count <= MO_WRITTEN_OUT || !mo_symbolic(c, v))) {
		reducing r = { .c = c, .op = op };
		if (!mo_each_element(c, v, span, reduce_next, &r))
			return NULL;
		e = r.sum ? r.sum : mo_reduce_none(c, op, v->type.base);
	} else {
		e = known && count == 0 ? mo_reduce_none(c, op, v->type.base) : reduce_loops(c, op, v);
	}
	return mo_value_scalar(c, e, v->type.base, v->type.enumeration);
}

/* ---------------------------------------------------------- concatenations */

typedef struct joining { uint32_t dim; } joining;

static sx_ref cat_part(mo_context *c, const mo_lazy *l, uint32_t part, const sx_ref *subscripts, uint32_t dim,
	sx_ref before)
{
	mo_value *v = l->args[part];
	sx_ref usual[USUAL_RANK], *at = room(c, usual, v->type.rank);
	memcpy(at, subscripts, sizeof *at * v->type.rank);
	at[dim] = sx_is_number(c->pool, before, 0) ? at[dim] : sx_binary(c->pool, SX_SUB, at[dim], before);
	return mo_elem(c, v, at);
}

/* Stands for an element of an array that has none: it is written only where nothing is evaluated, in a loop without
 * rounds. */
static sx_ref no_element(mo_context *c, mo_base base)
{
	switch (base) {
	case MO_B_REAL: return sx_real(c->pool, 0);
	case MO_B_BOOLEAN: return sx_bool(c->pool, false);
	case MO_B_STRING: return sx_string(c->pool, "");
	default: return sx_int(c->pool, 0);
	}
}

static sx_ref cat_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	uint32_t dim = ((const joining *)l->data)->dim, choices = 0;
	sx_pool *p = c->pool;
	sx_ref *inside = sb_new_array(c->arena, sx_ref, l->n), *value = sb_new_array(c->arena, sx_ref, l->n);
	sx_ref before = sx_int(p, 0);
	for (uint32_t i = 0; i < l->n; i++) {
		sx_ref to = sx_binary(p, SX_ADD, before, l->args[i]->type.dims[dim]);
		sx_ref in = sx_binary(p, SX_LE, subscripts[dim], to);
		if (!(sx_is_const(p, in) && !sx_int_value(p, in)) && !sx_is_number(p, l->args[i]->type.dims[dim], 0)) {
			inside[choices] = in;
			if (!(value[choices++] = cat_part(c, l, i, subscripts, dim, before)))
				return 0;
			if (sx_is_const(p, in))
				break;
		}
		before = to;
	}
	if (choices == 0)
		return sx_is_number(p, v->type.dims[dim], 0) ? no_element(c, v->type.base) : 0;
	sx_ref e = value[choices - 1];
	for (uint32_t i = choices - 1; i-- > 0;)
		e = sx_if(p, inside[i], value[i], e);
	return e;
}

static bool cat_fits(mo_context *c, uint32_t dim, mo_value **args, uint32_t n, sb_span span)
{
	for (uint32_t k = 1; k < n; k++)
		for (uint32_t i = 0; i < args[0]->type.rank; i++) {
			if (i == dim || mo_same_size(c, args[0]->type.dims[i], args[k]->type.dims[i]))
				continue;
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0325", span,
				"arrays of sizes %s and %s cannot be joined along dimension %u",
				mo_size_text(c, &args[0]->type), mo_size_text(c, &args[k]->type), dim + 1);
			sb_help(m, "all other dimensions must have equal sizes");
			return false;
		}
	return true;
}

mo_value *mo_cat(mo_context *c, uint32_t dim, mo_value **args, uint32_t n, sb_span span)
{
	if (!cat_fits(c, dim, args, n, span))
		return NULL;
	if (n == 1)
		return args[0];
	mo_value_type type = args[0]->type;
	type.dims = sb_new_array(c->arena, sx_ref, type.rank);
	memcpy(type.dims, args[0]->type.dims, sizeof(sx_ref) * type.rank);
	for (uint32_t k = 1; k < n; k++)
		type.dims[dim] = sx_binary(c->pool, SX_ADD, type.dims[dim], args[k]->type.dims[dim]);
	joining *j = sb_new(c->arena, joining);
	j->dim = dim;
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = cat_elem, .args = args, .n = n, .data = j, .parted = true });
}

/* ---------------------------------------------------------- comprehensions */

typedef struct ranging_over { const uint32_t *iterators; const sx_ref *from; uint32_t n; } ranging_over;

static sx_ref over_elem(mo_context *c, const mo_value *v, const mo_lazy *l, const sx_ref *subscripts)
{
	(void)v;
	const ranging_over *o = l->data;
	sx_pool *p = c->pool;
	sx_ref e = mo_elem(c, l->args[0], subscripts + o->n);
	for (uint32_t i = 0; e && i < o->n; i++) {
		sx_ref at = subscripts[i], one = sx_int(p, 1);
		if (sx_is_const(p, at))
			at = sx_binary(p, SX_ADD, o->from[i], sx_binary(p, SX_SUB, at, one));
		else if (!sx_is_number(p, o->from[i], 1))
			at = sx_binary(p, SX_ADD, at, sx_binary(p, SX_SUB, o->from[i], one));
		e = sx_replace(p, e, sx_iter(p, o->iterators[i]), at);
	}
	return e;
}

typedef struct over_all { const uint32_t *iterators; const sx_ref *from, *sizes; uint32_t n; } over_all;

static mo_value *over_field(mo_context *c, mo_value *field, void *data)
{
	const over_all *o = data;
	return mo_over(c, field, o->iterators, o->from, o->sizes, o->n);
}

/* The body for each value of the iterators, which start at `from` and go by 1; the leading dimensions of the result. */
mo_value *mo_over(mo_context *c, mo_value *body, const uint32_t *iterators, const sx_ref *from, const sx_ref *sizes,
	uint32_t n)
{
	mo_value_type type = body->type;
	type.rank += n;
	type.dims = sb_new_array(c->arena, sx_ref, type.rank);
	memcpy(type.dims, sizes, sizeof *sizes * n);
	if (body->type.rank)
		memcpy(type.dims + n, body->type.dims, sizeof *sizes * body->type.rank);
	if (body->kind == MO_K_RECORD) {
		over_all all = { iterators, from, sizes, n };
		return mo_fieldwise(c, body, &type, over_field, &all);
	}
	mo_value **args = sb_new(c->arena, mo_value *);
	args[0] = body;
	ranging_over *o = sb_new(c->arena, ranging_over);
	*o = (ranging_over){ iterators, from, n };
	return mo_value_lazy(c, &type, &(mo_lazy){ .elem = over_elem, .args = args, .n = 1, .data = o });
}

bool mo_symbolic_in_front(mo_context *c, mo_value *v, uint32_t n)
{
	if (n == 0 || mo_symbolic(c, v))
		return true;
	const mo_lazy *l = v->kind == MO_K_LAZY ? v->data : NULL;
	if (v->kind == MO_K_RECORD) {
		for (uint32_t i = 0; i < v->field_count; i++)
			if (!mo_symbolic_in_front(c, v->fields[i], n))
				return false;
		return true;
	}
	if (l && l->elem == over_elem) {
		uint32_t over = ((const ranging_over *)l->data)->n;
		return mo_symbolic_in_front(c, l->args[0], n > over ? n - over : 0);
	}
	if (!l || l->elem != map_elem)
		return false;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->args[i]->type.rank && !mo_symbolic_in_front(c, l->args[i], n))
			return false;
	return true;
}
