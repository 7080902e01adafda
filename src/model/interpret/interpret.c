/* Expressions on values: see interpret.h. */
#include "model/interpret/interpret_inside.h"

#include "base/whole.h"
#include "expr/value.h"

#include <float.h>
#include <math.h>
#include <string.h>

bool sm_no_value(sm_machine *m, const sm_trouble *why)
{
	if (m->strict && !m->stopped && why)
		m->asks->trouble(m, why);
	m->stopped = m->stopped || m->strict;
	return false;
}

bool sm_step(sm_machine *m)
{
	if (*m->steps > 0) {
		--*m->steps;
		return true;
	}
	sm_no_value(m, &(sm_trouble){ .kind = SM_TOO_MANY_STEPS });
	return false;
}

void sm_of_type(sm_value *v, sx_type type)
{
	if (v->known && type == SX_REAL && v->is.type != SX_REAL)
		v->is = sx_value_real((double)v->is.integer);
}

bool sm_same_value(const sm_value *a, const sm_value *b)
{
	if (!a->known || !b->known || a->is.type != b->is.type)
		return false;
	if (a->is.type == SX_STRING)
		return strcmp(a->is.string, b->is.string) == 0;
	return a->is.type == SX_REAL ? a->is.real == b->is.real : a->is.integer == b->is.integer;
}

bool sm_eval_integer(sm_machine *m, sx_ref e, int64_t *out)
{
	sx_value v;
	if (!sm_eval(m, e, &v))
		return false;
	*out = v.type == SX_REAL ? sb_whole(v.real) : v.integer;
	return true;
}

/* ------------------------------------------------------------------- arrays */

sm_array sm_open_array(sm_machine *m)
{
	sm_no_value(m, NULL);
	return (sm_array){ .open = true };
}

sm_array sm_sized_array(sm_machine *m, uint32_t rank, const uint32_t *dims)
{
	uint64_t n = 1;
	for (uint32_t i = 0; i < rank; i++) {
		n *= dims[i];
		if (n > m->most_elements)
			return sm_open_array(m);
	}
	sm_array a = { .rank = rank, .dims = sb_new_array(m->arena, uint32_t, rank + 1), .n = (uint32_t)n };
	for (uint32_t i = 0; i < rank; i++)
		a.dims[i] = dims[i];
	a.at = sb_new_array(m->arena, sm_value, a.n + 1);
	return a;
}

bool sm_eval_place(sm_machine *m, sx_ref e, uint32_t first, uint32_t rank, const uint32_t *dims, uint32_t *out)
{
	const sx_pool *pool = m->model->pool;
	int64_t at;
	*out = 0;
	for (uint32_t i = 0; i < rank; i++) {
		if (first + i >= sx_at(pool, e)->count || !sm_eval_integer(m, sx_arg(pool, e, first + i), &at))
			return sm_no_value(m, NULL);
		if (at < 1 || at > dims[i])
			return sm_no_value(m, &(sm_trouble){ .kind = SM_OUTSIDE, .e = e, .at = at, .size = dims[i] });
		*out = *out * dims[i] + (uint32_t)(at - 1);
	}
	return true;
}

static bool picked(sm_machine *m, sx_ref e, uint32_t first, const sm_array *from, sx_value *out)
{
	uint32_t at;
	if (from->open || !sm_eval_place(m, e, first, from->rank, from->dims, &at) || !from->at[at].known)
		return false;
	*out = from->at[at].is;
	return true;
}

static sm_array of_variable(sm_machine *m, uint32_t variable)
{
	const sm_variable *v = sm_var(m->model, variable);
	sm_array a = sm_sized_array(m, v->rank, v->shape);
	for (uint32_t i = 0; i < a.n && sm_step(m); i++) {
		a.at[i].known = m->asks->element(m, variable, i, &a.at[i].is);
		if (!a.at[i].known)
			sm_no_value(m, NULL);
	}
	return a;
}

static sm_array of_elements(sm_machine *m, sx_ref e)
{
	uint32_t rank;
	const uint32_t *shape = sx_shape(m->model->pool, e, &rank);
	sm_array a = sm_sized_array(m, rank, shape);
	for (uint32_t i = 0; i < a.n; i++)
		a.at[i].known = sm_eval(m, sx_arg(m->model->pool, e, i), &a.at[i].is);
	return a;
}

static sm_array of_call(sm_machine *m, sx_ref e)
{
	const sx_pool *pool = m->model->pool;
	bool result = sx_op_of(pool, e) == SX_OUT;
	sx_ref call = result ? sx_arg(pool, e, 0) : e;
	uint32_t which = result ? sx_at(pool, e)->payload : 0;
	const sm_array *results = sm_eval_call(m, call);
	return results && which < m->model->functions.at[sx_at(pool, call)->payload]->results ? results[which]
																						  : sm_open_array(m);
}

sm_array sm_eval_array(sm_machine *m, sx_ref e)
{
	const sx_node *node = sx_at(m->model->pool, e);
	switch (node->op) {
	case SX_VAR:
		if (node->count == 0 && sm_var(m->model, node->payload)->rank)
			return of_variable(m, node->payload);
		break;
	case SX_LOCAL:
		if (node->count == 0)
			return m->frame ? m->frame->locals[node->payload] : sm_open_array(m);
		break;
	case SX_ARRAY: return of_elements(m, e);
	case SX_CALL: case SX_OUT: return of_call(m, e);
	default: break;
	}
	sm_array one = sm_sized_array(m, 0, NULL);
	one.at[0].known = sm_eval(m, e, &one.at[0].is);
	return one;
}

/* ------------------------------------------------------------------ scalars */

static bool eval_local(sm_machine *m, sx_ref e, sx_value *out)
{
	return m->frame && picked(m, e, 0, &m->frame->locals[sx_at(m->model->pool, e)->payload], out);
}

bool sm_has_counter(const sm_machine *m, uint32_t iterator)
{
	for (const sm_counter *k = m->counters; k; k = k->next)
		if (k->iterator == iterator)
			return true;
	return false;
}

static bool eval_iterator(sm_machine *m, sx_ref e, sx_value *out)
{
	for (const sm_counter *k = m->counters; k; k = k->next)
		if (k->iterator == sx_at(m->model->pool, e)->payload) {
			*out = sx_value_int(k->at);
			return true;
		}
	return sm_no_value(m, &(sm_trouble){ .kind = SM_FREE_ITERATOR, .e = e });
}

/* Of an array that is written out only the element is evaluated. */
static bool eval_at(sm_machine *m, sx_ref e, sx_value *out)
{
	const sx_pool *pool = m->model->pool;
	sx_ref array = sx_arg(pool, e, 0);
	uint32_t rank, at;
	if (sx_op_of(pool, array) == SX_ARRAY) {
		const uint32_t *shape = sx_shape(pool, array, &rank);
		uint32_t *dims = sb_new_array(m->arena, uint32_t, rank + 1);      /* the pool may grow */
		memcpy(dims, shape, sizeof *shape * rank);
		return sm_eval_place(m, e, 1, rank, dims, &at) && sm_eval(m, sx_arg(pool, array, at), out);
	}
	sm_array all = sm_eval_array(m, array);
	return picked(m, e, 1, &all, out);
}

static bool eval_size(sm_machine *m, sx_ref e, sx_value *out)
{
	sm_array all = sm_eval_array(m, sx_arg(m->model->pool, e, 0));
	int64_t dim;
	if (all.open || !sm_eval_integer(m, sx_arg(m->model->pool, e, 1), &dim) || dim < 1 || dim > all.rank)
		return false;
	*out = sx_value_int(all.dims[dim - 1]);
	return true;
}

sx_value sm_reduce_none(sx_op op, sx_type type)
{
	bool least = op == SX_MAXIMUM;
	if (op == SX_SUM || op == SX_PRODUCT)
		return type == SX_REAL ? sx_value_real(op == SX_PRODUCT) : sx_value_int(op == SX_PRODUCT);
	if (type == SX_REAL)
		return sx_value_real(least ? -DBL_MAX : DBL_MAX);
	return type == SX_BOOLEAN ? sx_value_bool(!least) : sx_value_int(least ? -INT32_MAX - 1LL : INT32_MAX);
}

static bool eval_reduction(sm_machine *m, sx_ref e, sx_value *out)
{
	static const sx_op pairs[] = {
		[SX_SUM] = SX_ADD, [SX_PRODUCT] = SX_MUL, [SX_MINIMUM] = SX_MIN, [SX_MAXIMUM] = SX_MAX};
	const sx_pool *pool = m->model->pool;
	sx_op op = sx_op_of(pool, e);
	sx_type type = sx_type_of(pool, e);
	int64_t from, to;
	if (!m->strict || !sm_eval_integer(m, sx_arg(pool, e, 1), &from) || !sm_eval_integer(m, sx_arg(pool, e, 2), &to))
		return false;
	sm_counter counter = { sx_at(pool, sx_arg(pool, e, 0))->payload, from, m->counters };
	sx_value pair[2];
	bool good = true;
	*out = sm_reduce_none(op, type);
	m->counters = &counter;
	for (; good && counter.at <= to; counter.at++) {
		good = sm_step(m) && sm_eval(m, sx_arg(pool, e, 3), &pair[1]);
		pair[0] = *out;
		if (good && counter.at == from && op != SX_SUM && op != SX_PRODUCT)
			*out = pair[1];
		else
			good = good && sx_apply(pairs[op], type, pair, 2, (sx_texts){ m->model->names, NULL }, out);
	}
	m->counters = counter.next;
	return good;
}

/* if, and, or: what does not count is not evaluated. */
static bool eval_choice(sm_machine *m, sx_ref e, sx_value *out)
{
	const sx_pool *pool = m->model->pool;
	sx_op op = sx_op_of(pool, e);
	sx_value first;
	bool known = sm_eval(m, sx_arg(pool, e, 0), &first);
	if (op == SX_IF && known)
		return sm_eval(m, sx_arg(pool, e, first.integer ? 1 : 2), out);
	if (known && (op == SX_OR) == (first.integer != 0)) {
		*out = first;
		return true;
	}
	if (op != SX_IF)
		return sm_eval(m, sx_arg(pool, e, 1), out) && (known || (op == SX_OR) == (out->integer != 0));
	sm_value second, third;
	second.known = sm_eval(m, sx_arg(pool, e, 1), &second.is);
	third.known = sm_eval(m, sx_arg(pool, e, 2), &third.is);
	*out = second.is;
	return sm_same_value(&second, &third);
}

/* A product with a factor that is zero is zero, and so is a quotient of zero, whatever else is not known. */
static bool is_zero_anyway(sx_op op, const sx_value *a, const bool *known)
{
	bool left = known[0] && a[0].type == SX_REAL && a[0].real == 0,
		 right = known[1] && a[1].type == SX_REAL && a[1].real == 0;
	return (op == SX_MUL && (left || right)) || (op == SX_DIV && left && !right);
}

static bool eval_operator(sm_machine *m, sx_ref e, sx_value *out)
{
	const sx_pool *pool = m->model->pool;
	sx_op op = sx_op_of(pool, e);
	sx_type type = sx_type_of(pool, e);
	uint32_t n = sx_at(pool, e)->count;
	sx_value args[4];
	bool known[4], all = true;
	if (n > 4)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		known[i] = sm_eval(m, sx_arg(pool, e, i), &args[i]);
		all = all && known[i];
		if (m->stopped)
			return false;
	}
	if (!m->strict && type == SX_REAL && n == 2 && is_zero_anyway(op, args, known)) {
		*out = sx_value_real(0);
		return true;
	}
	if (!all)
		return false;
	if (!sx_apply(op, type, args, n, (sx_texts){ m->model->names, m->strict ? NULL : m->arena }, out))
		return sm_no_value(m, &(sm_trouble){ .kind = SM_NO_RESULT, .e = e });
	return m->strict || out->type != SX_REAL || isfinite(out->real);
}

static bool eval_call(sm_machine *m, sx_ref e, sx_value *out)
{
	sm_array a = of_call(m, e);
	if (a.open || a.n == 0 || (a.rank && !m->strict) || !a.at[0].known)
		return false;
	*out = a.at[0].is;
	return true;
}

static bool eval_node(sm_machine *m, sx_ref e, sx_value *out)
{
	switch (sx_op_of(m->model->pool, e)) {
	case SX_CONST: *out = sx_value_of_const(m->model->pool, e); return true;
	case SX_VAR: return m->asks->variable(m, e, out);
	case SX_LOCAL: return eval_local(m, e, out);
	case SX_ITER: return eval_iterator(m, e, out);
	case SX_IF: case SX_AND: case SX_OR: return eval_choice(m, e, out);
	case SX_CALL: case SX_OUT: return eval_call(m, e, out);
	case SX_AT: return eval_at(m, e, out);
	case SX_SIZE: return eval_size(m, e, out);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return eval_reduction(m, e, out);
	case SX_NOEVENT: case SX_SMOOTH: return sm_eval(m, sx_arg(m->model->pool, e, 0), out);
	case SX_HOMOTOPY: return m->strict && eval_operator(m, e, out);      /* what it is depends on when it is asked */
	case SX_ARRAY: return false;
	case SX_TIME:
	case SX_DER:
	case SX_PRE:
	case SX_SAMPLE:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_LATCH:
	case SX_DELAY:
	case SX_TRANSPORT:
	case SX_TRANSPORTED:
	case SX_NEW_CLOCK:
	case SX_SAMPLED:
	case SX_HOLD:
	case SX_SUB_SAMPLE:
	case SX_SUPER_SAMPLE:
	case SX_SHIFT_SAMPLE:
	case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK:
	case SX_SOURCE:
	case SX_ACTIVE:
	case SX_PERIOD:
		return sm_no_value(m, &(sm_trouble){ .kind = SM_MOVES, .e = e });
	default: return eval_operator(m, e, out);
	}
}

static bool shared_value(sm_machine *m, sx_ref e, sx_value *out)
{
	uint64_t at;
	if (sb_map_get(m->done, e, &at)) {
		*out = *(sx_value *)(uintptr_t)at;
		return true;
	}
	if (!eval_node(m, e, out))
		return false;
	sx_value *kept = sb_new(m->arena, sx_value);
	*kept = *out;
	sb_map_put(m->done, e, (uint64_t)(uintptr_t)kept);
	return true;
}

bool sm_eval(sm_machine *m, sx_ref e, sx_value *out)
{
	if (m->stopped)
		return false;
	if (m->depth >= m->most_depth)
		return sm_no_value(m, &(sm_trouble){ .kind = SM_TOO_DEEP });
	if (!m->strict && !sm_step(m))
		return false;
	const sx_node *node = sx_at(m->model->pool, e);
	bool shared = m->strict && node->count > 1 && node->op != SX_VAR && !(node->flags & (SX_HAS_ITER | SX_HAS_LOCAL));
	m->depth++;
	bool known = shared ? shared_value(m, e, out) : eval_node(m, e, out);
	m->depth--;
	return known || sm_no_value(m, NULL);
}

bool sm_eval_alone(sm_machine *m, sx_ref e, const sm_counter *counters, sx_value *out)
{
	struct sm_frame *frame = m->frame;
	const sm_counter *around = m->counters;
	m->frame = NULL;
	m->counters = counters;
	bool known = sm_eval(m, e, out);
	m->frame = frame;
	m->counters = around;
	return known;
}
