/* Ranges, iterators, comprehensions and reductions.
 *
 * {e for i in 1:n} is lowered once with a symbolic i. Only where that cannot be (i picks one of an array of components,
 * which are variables of their own) is e lowered again for each i. Of several iterators the last is the outermost, as
 * the specification has it, and may be used in the ranges of those before it.
 */
#include "front/modelica/lower/lower_inside.h"

#include <string.h>

#include <math.h>

#define MOST_VALUES 9e15           /* so many are whole numbers of a Real */

/* ------------------------------------------------------------------ ranges */

static bool wrong_range(mo_context *c, const mo_value *v, sb_span span)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0328", span,
		"a range goes from a number to a number, but this is %s", mo_type_string(c, &v->type));
	sb_help(m, "write from:to or from:step:to with scalars; enumerations and Booleans have no step");
	return false;
}

/* In a model sizes are numbers, so what a range is made of must be known; in functions and over iterators it may stay
 * an expression. */
static bool settle_bound(mo_context *c, const mo_env *env, sb_span span, sx_ref *e)
{
	sx_value known;
	if (sx_is_const(c->pool, *e) || env->procedure)
		return true;
	if (sx_flags(c->pool, *e) & SX_HAS_LOCAL || mo_varies(c, *e)) {
		*e = mo_with_parameters(c, *e, span, "the bound of a range");
		return true;
	}
	if (!mo_evaluate(c, *e, span, "the bound of a range", &known))
		return false;
	*e = known.type == SX_REAL ? sx_real(c->pool, known.real) : known.type == SX_BOOLEAN ? sx_bool(c->pool,
		known.integer != 0)
		: sx_int(c->pool, known.integer);
	return true;
}

typedef struct bounds { sx_ref from, step, to; mo_base base; uint32_t enumeration; } bounds;

/* The size of a range is an Integer. */
static bool is_countable(mo_context *c, const mo_expr *e, const bounds *b)
{
	sx_pool *p = c->pool;

	if (b->base == MO_B_BOOLEAN || !sx_is_const(p, b->from) || !sx_is_const(p, b->step) || !sx_is_const(p, b->to))
		return true;
	double n = (sx_real_value(p, b->to) - sx_real_value(p, b->from))/sx_real_value(p, b->step);
	if (n < MOST_VALUES)
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0329", e->span, "this range has too many values: %.3g", n + 1);
	sb_help(m, "give a larger step");
	return false;
}

static bool lower_bounds(mo_context *c, const mo_env *env, const mo_expr *e, bounds *b)
{
	uint32_t n = e->a.n;
	sx_ref *parts[3] = { &b->from, n == 3 ? &b->step : &b->to, &b->to };
	bool first_ordered = false;
	b->base = MO_B_INTEGER;
	for (uint32_t i = 0; i < n; i++) {
		mo_value *v = mo_lower(c, env, e->a.at[i]);
		if (!v)
			return false;
		bool ordered = v->type.base == MO_B_ENUM || v->type.base == MO_B_BOOLEAN;
		if (v->type.rank || (!mo_is_numeric(v) && (!ordered || n == 3)) || (i && (ordered != first_ordered
			|| b->enumeration != v->type.enumeration)))
			return wrong_range(c, v, e->a.at[i]->span);
		first_ordered = ordered;
		if (v->type.base != MO_B_INTEGER)
			b->base = v->type.base;
		b->enumeration = v->type.enumeration;
		*parts[i] = mo_elem(c, v, NULL);
		if (!settle_bound(c, env, e->a.at[i]->span, parts[i]))
			return false;
	}
	if (n < 3)
		b->step = sx_int(c->pool, 1);
	if (sx_is_number(c->pool, b->step, 0)) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0329", e->a.at[1]->span, "the step of a range is 0");
		sb_help(m, "give a step that is not 0");
		return false;
	}
	return is_countable(c, e, b);
}

static sx_ref at_least_zero(sx_pool *p, sx_ref n)
{
	if (!sx_is_const(p, n))
		return sx_binary(p, SX_MAX, n, sx_int(p, 0));
	return sx_int_value(p, n) < 0 ? sx_int(p, 0) : n;
}

/* e as what is left without its constant: i - 2 is i and -2. */
static sx_ref without_constant(sx_pool *p, sx_ref e, int64_t *constant)
{
	sx_op op = sx_op_of(p, e);
	*constant = 0;
	if ((op == SX_ADD || op == SX_SUB) && sx_is_const(p, sx_arg(p, e, 1))) {
		*constant = op == SX_ADD ? sx_int_value(p, sx_arg(p, e, 1)) : -sx_int_value(p, sx_arg(p, e, 1));
		return sx_arg(p, e, 0);
	}
	if (op == SX_ADD && sx_is_const(p, sx_arg(p, e, 0))) {
		*constant = sx_int_value(p, sx_arg(p, e, 0));
		return sx_arg(p, e, 1);
	}
	return e;
}

typedef struct leaves { sx_ref at[8]; uint32_t n; } leaves;

static bool see_leaf(void *context, const sx_pool *p, sx_ref e)
{
	leaves *l = context;
	sx_op op = sx_op_of(p, e);
	bool leaf = (op == SX_ITER || op == SX_VAR || op == SX_LOCAL) && sx_type_of(p, e) == SX_INTEGER;

	for (uint32_t i = 0; i < l->n && leaf; i++)
		leaf = l->at[i] != e;
	if (leaf && l->n < 8)
		l->at[l->n++] = e;
	return true;
}

/* to - from; i:i + 2 and 3*(i - 1) + 1:3*i have sizes that are known although i is not. */
static sx_ref distance(sx_pool *p, sx_ref from, sx_ref to)
{
	int64_t a, b;
	leaves found = {0};
	bool integers = sx_type_of(p, from) == SX_INTEGER && sx_type_of(p, to) == SX_INTEGER;
	if (integers && without_constant(p, from, &a) == without_constant(p, to, &b))
		return sx_int(p, b - a);
	sx_ref span = sx_binary(p, SX_SUB, to, from), factor, rest;
	if (integers)
		sx_visit(p, span, see_leaf, &found);
	for (uint32_t i = 0; i < found.n; i++)
		if (sx_linear(p, span, found.at[i], &factor, &rest) && sx_is_number(p, factor, 0))
			span = rest;
	return span;
}

/* The last of a Real range counts although rounding may have put it a little beyond the end. */
static sx_ref range_count(mo_context *c, const bounds *b)
{
	sx_pool *p = c->pool;
	sx_ref span = distance(p, b->from, b->to);
	if (b->base == MO_B_INTEGER) {
		sx_ref steps = sx_is_number(p, b->step, 1) ? span : sx_unary(p, SX_INTEGER_OF, sx_binary(p, SX_DIV,
			sx_cast(p, span, SX_REAL),
			sx_cast(p, b->step, SX_REAL)));
		return at_least_zero(p, sx_binary(p, SX_ADD, steps, sx_int(p, 1)));
	}
	sx_ref steps = sx_binary(p, SX_DIV, sx_cast(p, span, SX_REAL), sx_cast(p, b->step, SX_REAL));
	steps = sx_binary(p, SX_ADD, steps, sx_real(p, 1e-10));
	return at_least_zero(p, sx_binary(p, SX_ADD, sx_unary(p, SX_INTEGER_OF, steps), sx_int(p, 1)));
}

static sx_ref apply_boolean(mo_context *c, const void *data, const sx_ref *args)
{
	(void)data;
	return sx_binary(c->pool, SX_EQ, args[0], sx_int(c->pool, 2));
}

/* The values number from..to of an enumeration, or of {false, true}. */
static mo_value *ordinals(mo_context *c, sx_ref from, sx_ref to, mo_base base, uint32_t enumeration)
{
	sx_pool *p = c->pool;
	sx_ref n = at_least_zero(p, sx_binary(p, SX_ADD, sx_binary(p, SX_SUB, to, from), sx_int(p, 1)));
	mo_value *v = mo_range(c, from, sx_int(p, 1), n);
	if (base == MO_B_BOOLEAN) {
		mo_value_type type = v->type;
		type.base = MO_B_BOOLEAN;
		return mo_map(c, &type, apply_boolean, NULL, &v, 1);
	}
	v->type.base = base;
	v->type.enumeration = enumeration;
	return v;
}

static sx_ref boolean_place(sx_pool *p, sx_ref b)
{
	return sx_if(p, b, sx_int(p, 2), sx_int(p, 1));
}

mo_value *mo_lower_range(mo_context *c, const mo_env *env, const mo_expr *e)
{
	bounds b = {0};
	if (!lower_bounds(c, env, e, &b))
		return NULL;
	if (b.base == MO_B_BOOLEAN)
		return ordinals(c, boolean_place(c->pool, b.from), boolean_place(c->pool, b.to), MO_B_BOOLEAN, 0);
	mo_value *v;
	if (b.base == MO_B_ENUM) {
		v = mo_range(c, b.from, sx_int(c->pool, 1), range_count(c, &(bounds){ b.from, sx_int(c->pool, 1), b.to,
			MO_B_INTEGER, 0 }));
		v->type.base = MO_B_ENUM;
		v->type.enumeration = b.enumeration;
		return v;
	}
	v = mo_range(c, b.from, b.step, range_count(c, &b));
	if (sx_flags(c->pool, v->type.dims[0]) & SX_HAS_ITER && env->needs_constants)
		*env->needs_constants = true;
	return b.base == MO_B_REAL ? mo_cast(c, v, MO_B_REAL) : v;
}

/* ----------------------------------------------------------- left-out ranges */

/* What the places that an iterator stands in say about its range. */
typedef struct implicit {
	mo_context *c; const mo_env *env;
	const char *name;
	sx_ref size; mo_scope *type;
	bool differ;
} implicit;

/* The size of the dimension of an array, component or local, that parts 0..k of a reference name; 0 if it is not known.
 */
static sx_ref size_of(const implicit *f, const mo_expr *e, uint32_t k, uint32_t dim, mo_scope **type)
{
	mo_context *c = f->c;
	const mo_env *env = f->env;
	mo_value *local = mo_local_value(env, e->parts.at[0].name);
	for (uint32_t i = 1; local && i <= k; i++)
		local = mo_field(c, local, e->parts.at[i].name);
	if (local)
		return dim < local->type.rank ? local->type.dims[dim] : 0;
	mo_item *item = mo_lookup(env->scope, e->parts.at[0].name);
	for (uint32_t i = 0; item; i++) {
		if (item->kind != MO_I_COMPONENT || !mo_open(c, item, e->parts.at[i].span))
			return 0;
		if (item->outer_of)
			item = item->outer_of;
		if (i == k) {
			*type = dim < item->rank && item->dims ? mo_dim_type(c, &item->dims[dim]) : NULL;
			return dim < item->rank && item->shape ? sx_int(c->pool, item->shape[dim]) : 0;
		}
		item = item->type ? mo_member(item->type, e->parts.at[i + 1].name) : NULL;
	}
	return 0;
}

static void find_implicit(implicit *f, const mo_expr *e, int depth);

static void see_subscript(implicit *f, const mo_expr *e, uint32_t k, uint32_t dim, int depth)
{
	const mo_expr *s = e->parts.at[k].subscripts.at[dim];
	if (s->kind != MO_E_REF || s->parts.n != 1 || s->parts.at[0].name != f->name || s->global) {
		find_implicit(f, s, depth + 1);
		return;
	}
	mo_scope *type = NULL;
	sx_ref size = size_of(f, e, k, dim, &type);
	f->differ |= f->size && size && !mo_same_size(f->c, f->size, size);
	if (!f->size && size) {
		f->size = size;
		f->type = type;
	}
}

static void find_implicit(implicit *f, const mo_expr *e, int depth)
{
	if (!e || depth > 500)
		return;
	for (uint32_t k = 0; e->kind == MO_E_REF && k < e->parts.n; k++)
		for (uint32_t i = 0; i < e->parts.at[k].subscripts.n; i++)
			see_subscript(f, e, k, i, depth);
	for (uint32_t i = 0; i < e->a.n; i++)
		find_implicit(f, e->a.at[i], depth + 1);
	for (uint32_t i = 0; i < e->named.n; i++)
		find_implicit(f, e->named.at[i].value, depth + 1);
}

/* ------------------------------------------------------------------- loops */

static bool loop_bounds(mo_context *c, const mo_loop *loop, int64_t *from, int64_t *to)
{
	if (!sx_is_const(c->pool, loop->from) || !sx_is_const(c->pool, loop->to))
		return false;
	*from = sx_int_value(c->pool, loop->from);
	*to = sx_int_value(c->pool, loop->to);
	return true;
}

static void start_loop(mo_context *c, const mo_env *env, const mo_iterator *it, mo_loop *out)
{
	*out = (mo_loop){ .bound = { .name = it->name, .next = env->bound }, .base = MO_B_INTEGER };
	const char *name = it->name;
	while (mo_axis_is_called(env->scope, name))
		name = sb_printf(c->arena, "%s1", name);
	out->iterator = sx_new_iter(c->pool, name);
	out->bound.value = sx_iter(c->pool, out->iterator);
	out->from = sx_int(c->pool, 1);
}

/* Over all values of an enumeration or of Boolean. */
static bool values_loop(mo_context *c, const mo_scope *type, mo_loop *out)
{
	if (type->base == MO_B_BOOLEAN) {
		out->range = ordinals(c, sx_int(c->pool, 1), sx_int(c->pool, 2), MO_B_BOOLEAN, 0);
	} else if (type->base == MO_B_ENUM && type->enumeration && type->enumeration <= c->model->enums.n) {
		out->bound.enumeration = type->enumeration;
		out->to = sx_int(c->pool, c->model->enums.at[type->enumeration - 1].count);
	} else {
		return false;
	}
	out->base = type->base;
	return true;
}

static bool implicit_loop(mo_context *c, const mo_env *env, const mo_iterator *it, const mo_expr *const *bodies,
	uint32_t n, mo_loop *out)
{
	implicit f = { .c = c, .env = env, .name = it->name };
	for (uint32_t i = 0; i < n; i++)
		find_implicit(&f, bodies[i], 0);
	out->to = f.size;
	if (f.size && !f.differ)
		return !f.type || values_loop(c, f.type, out);
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0332", it->span, f.differ
		? "the range of '%s' is not clear: it subscripts dimensions of different sizes"
		: "the range of '%s' cannot be found", it->name);
	sb_note(m, "if the range is left out, it is the size of an array that has the iterator alone as a subscript");
	sb_help(m, "write the range: for %s in 1:n", it->name);
	return false;
}

/* `for e in E` over a type: an enumeration or Boolean. */
static bool type_loop(mo_context *c, const mo_env *env, const mo_expr *range, mo_loop *out)
{
	if (range->kind != MO_E_REF)
		return false;
	mo_item *item = mo_find_item(c, env->scope, range->parts.at, range->parts.n, range->global);
	if (!item || item->kind != MO_I_CLASS || !mo_open(c, item, range->span) || !item->class_scope)
		return false;
	return values_loop(c, item->class_scope, out);
}

static bool vector_loop(mo_context *c, const mo_env *env, const mo_iterator *it, mo_loop *out)
{
	mo_value *v = mo_lower(c, env, it->range);
	if (!v)
		return false;
	if (v->type.rank != 1 || v->type.base == MO_B_CLASS) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0328", it->range->span,
			"an iterator runs over a vector, but this is %s",
			mo_type_string(c, &v->type));
		sb_help(m, v->type.rank == 0 ? "write a range, such as 1:n" : "write a vector or a range, such as 1:n");
		return false;
	}
	out->range = v;
	out->base = v->type.base;
	out->bound.enumeration = v->type.enumeration;
	return true;
}

static bool find_loop(mo_context *c, const mo_env *env, const mo_iterator *iterator, const mo_expr *const *bodies,
	uint32_t body_count, mo_loop *out)
{
	start_loop(c, env, iterator, out);
	if (!iterator->range && !implicit_loop(c, env, iterator, bodies, body_count, out))
		return false;
	if (iterator->range && !type_loop(c, env, iterator->range, out)) {
		bounds b = {0};
		bool plain = iterator->range->kind == MO_E_RANGE && iterator->range->a.n == 2;
		if (plain && !lower_bounds(c, env, iterator->range, &b))
			return false;
		if (plain && b.base == MO_B_INTEGER) {
			out->from = b.from;
			out->to = b.to;
			return true;
		}
		if (!vector_loop(c, env, iterator, out))
			return false;
	}
	if (out->range) {
		out->to = out->range->type.dims[0];
		out->bound.value = mo_elem(c, out->range, &out->bound.value);
	}
	return out->bound.value != 0;
}

bool mo_lower_loop(mo_context *c, const mo_env *env, const mo_iterator *iterator, const mo_expr *const *bodies,
	uint32_t body_count, mo_loop *out)
{
	if (!find_loop(c, env, iterator, bodies, body_count, out))
		return false;
	out->bound.iterator = out->iterator;
	out->bound.ranged = loop_bounds(c, out, &out->bound.from, &out->bound.to) && out->bound.from <= out->bound.to;
	return true;
}

sx_ref mo_loop_value(mo_context *c, const mo_loop *loop, int64_t k)
{
	sx_ref at = sx_int(c->pool, k);
	return loop->range ? mo_elem(c, loop->range, &at) : at;
}

/* ----------------------------------------------------- comprehensions, sums */

/* An operator over iterators: 0 makes the array, a reduction reduces each level as it is made. */
typedef struct iterated { const mo_expr *e; sx_op reduction; const mo_env *env; } iterated;

static mo_value *level(mo_context *c, const mo_env *env, const iterated *all, uint32_t left);

static mo_value *reduced(mo_context *c, const iterated *all, mo_value *v)
{
	if (v && all->reduction == SX_SUM && mo_is_operator_record(v))
		return mo_sum_records(c, all->env, v, all->e->span);
	return v && all->reduction ? mo_reduce_all(c, all->reduction, v, all->e->span) : v;
}

static mo_value *reducible(mo_context *c, const iterated *all, mo_value *v)
{
	if (!v || !all->reduction)
		return v;
	bool ordered = v->type.base == MO_B_ENUM || v->type.base == MO_B_BOOLEAN;
	bool extreme = all->reduction == SX_MINIMUM || all->reduction == SX_MAXIMUM;
	if (v->type.rank == 0 && all->reduction == SX_SUM && mo_is_operator_record(v))
		return v;
	if (v->type.rank == 0 && (mo_is_numeric(v) || (ordered && extreme)))
		return v;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0304", all->e->span, "'%s' cannot be used with %s",
		sx_op_name(all->reduction),
		mo_type_string(c, &v->type));
	sb_help(m, "it is for scalar numbers");
	return NULL;
}

/* The type of the elements where there are none: that of the body, if it can be told without a value of the
 * iterator; else a number, which becomes a Real where one is needed. */
static mo_value_type type_of_none(mo_context *c, const mo_env *env, const iterated *all, uint32_t left, mo_loop *loop)
{
	bool needs_constants = false;
	uint32_t said = sb_messages(c->diag);
	mo_env here = *env;
	here.bound = &loop->bound;
	here.needs_constants = &needs_constants;
	mo_value *v = level(c, &here, all, left - 1);
	sb_take_back(c->diag, said, NULL);
	bool extreme = all->reduction == SX_MINIMUM || all->reduction == SX_MAXIMUM;
	return v ? v->type : mo_type_of(extreme ? MO_B_REAL : MO_B_INTEGER, 0, 0, NULL);
}

static mo_value *unrolled(mo_context *c, const mo_env *env, const iterated *all, uint32_t left, mo_loop *loop)
{
	int64_t from, to;
	sb_span span = all->e->iterators.at[left - 1].span;
	if (!loop_bounds(c, loop, &from, &to) || to - from >= MO_MOST_TAKEN_APART) {
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0327", span,
			"the range of '%s' must be known here, and not too long", loop->bound.name);
		sb_help(m, "the iterator selects a component of an array, so each of its values is written out; use a range of "
			"constants");
		return NULL;
	}
	uint32_t n = to < from ? 0 : (uint32_t)(to - from + 1);
	mo_value **items = sb_new_array(c->arena, mo_value *, n);
	mo_env here = *env;
	here.bound = &loop->bound;
	for (uint32_t i = 0; i < n; i++) {
		loop->bound.value = mo_loop_value(c, loop, from + i);
		if (!loop->bound.value || !(items[i] = level(c, &here, all, left - 1)))
			return NULL;
		if (i && !mo_same_dims(c, items[0], items[i])) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0313", all->e->span,
				"this element is %s, but the first is %s",
				mo_type_string(c, &items[i]->type), mo_type_string(c, &items[0]->type));
			sb_help(m, "all elements of an array have one size");
			return NULL;
		}
	}
	mo_value_type none = n ? items[0]->type : type_of_none(c, env, all, left, loop);
	return reduced(c, all, mo_value_list(c, items, n, &n, 1, &none));
}

static bool size_has_iterator(mo_context *c, const mo_value *v)
{
	for (uint32_t i = 0; i < v->type.rank; i++)
		if (sx_flags(c->pool, v->type.dims[i]) & SX_HAS_ITER)
			return true;
	return false;
}

static mo_value *level(mo_context *c, const mo_env *env, const iterated *all, uint32_t left)
{
	if (left == 0)
		return reducible(c, all, mo_lower(c, env, all->e->a.at[0]));
	const mo_expr *body = all->e->a.at[0];
	mo_loop *loop = sb_new(c->arena, mo_loop);
	if (!mo_lower_loop(c, env, &all->e->iterators.at[left - 1], &body, 1, loop))
		return NULL;
	int64_t from, to;
	bool needs_constants = false, known = loop_bounds(c, loop, &from, &to);
	if (known && to <= from)
		return unrolled(c, env, all, left, loop);
	mo_env here = *env;
	here.bound = &loop->bound;
	here.needs_constants = &needs_constants;
	mo_value *v = level(c, &here, all, left - 1);
	if (!v)
		return NULL;
	if (needs_constants || size_has_iterator(c, v))
		return unrolled(c, env, all, left, loop);
	sx_ref *size = sb_new_array(c->arena, sx_ref, 2);
	size[0] = at_least_zero(c->pool, sx_binary(c->pool, SX_ADD, distance(c->pool, loop->from, loop->to), sx_int(c->pool,
		1)));
	return reduced(c, all, mo_over(c, v, &loop->iterator, &loop->from, size, 1));
}

mo_value *mo_lower_comprehension(mo_context *c, const mo_env *env, const mo_expr *e)
{
	return level(c, env, &(iterated){ e, 0, env }, e->iterators.n);
}

mo_value *mo_lower_reduction(mo_context *c, const mo_env *env, const mo_expr *e, const char *name)
{
	static const struct { const char *name; sx_op op; } all[] = { { "sum", SX_SUM }, { "product", SX_PRODUCT },
		{ "min", SX_MINIMUM },
		{ "max", SX_MAXIMUM }, { "array", 0 } };
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (sb_intern(c->names, all[i].name) != name || e->a.n != 1)
			continue;
		iterated level_of = { e, all[i].op, env };
		return level(c, env, &level_of, e->iterators.n);
	}
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0530", e->span, "'%s' cannot be used with iterators", name);
	sb_help(m, "sum, product, min, max and array can; or write %s({... for i in ...})", name);
	return NULL;
}

/* i, j, k, ... without those that the loops and axes around are called. */
const char *mo_fresh_name(const mo_env *env, uint32_t which)
{
	static const char *const names[] = {"i", "j", "k", "l", "m", "n", "i1", "j1", "k1", "l1", "m1", "n1"};
	size_t count = sizeof names / sizeof *names;

	for (size_t i = 0; i < count; i++) {
		bool taken = env && mo_axis_is_called(env->scope, names[i]);

		for (const mo_bound *b = env ? env->bound : NULL; b; b = b->next)
			taken |= strcmp(b->name, names[i]) == 0;
		if (!taken && which-- == 0)
			return names[i];
	}
	return "i2";
}
