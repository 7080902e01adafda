/* The machine that evaluates: expressions over constants and parameters.
 *
 * The value of a parameter is that of its binding, made on demand, so declarations may stand in any order; a parameter
 * that is needed for its own value is a message. Values are kept by scalar of the model. A value that was found quietly
 * is found again when it is really used, because only then all the parameters behind it are marked as structural.
 */
#include "front/modelica/evaluate/machine.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/whole.h"
#include "expr/value.h"

enum { DEEPEST = 4000 };

struct mo_known { sx_value value; bool busy, done, marked; };

sb_message *mo_machine_fail(mo_machine *m, const char *code, const char *format, ...)
{
	if (m->quiet)
		return NULL;
	char text[512];
	va_list args;
	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return sb_report(m->c->diag, SB_ERROR, code, m->span, "%s must be known before the run, but %s", m->what, text);
}

bool mo_machine_step(mo_machine *m)
{
	if (m->steps > 0) {
		m->steps--;
		return true;
	}
	sb_message *note = mo_machine_fail(m, "M0318", "its evaluation takes too many steps");
	if (note)
		sb_help(note, "a loop of a function may not end; give the value directly if it is known");
	return false;
}

/* ---------------------------------------------------------------- variables */

static bool not_known(mo_machine *m, uint32_t variable, uint32_t element, const char *why, const char *help)
{
	if (m->quiet)
		return false;
	sm_model *model = m->c->model;
	sb_text name = {0};
	sm_scalar_name(model, sm_var(model, variable)->first + element, &name);
	sb_message *note = mo_machine_fail(m, "M0314", "'%s' %s", name.at, why);
	sb_also(note, sm_var(model, variable)->span, "'%s' is declared here", sm_var(model, variable)->name);
	sb_help(note, "%s", help);
	sb_text_free(&name);
	return false;
}

static bool from_binding(mo_machine *m, uint32_t variable, uint32_t element, uint64_t open, sx_value *out)
{
	const sm_variable *v = sm_var(m->c->model, variable);
	sx_ref e = v->binding;
	if (!e && v->start_given)
		e = v->start;
	if (!e)
		return not_known(m, variable, element, "has no value",
			"give it a value where it is declared, or in a modification");
	if (!v->binding && v->fixed && sx_is_const(m->c->pool, v->fixed) && !sx_int_value(m->c->pool, v->fixed))
		return not_known(m, variable, element, "is found only when the run begins (fixed = false)", "give it a value");
	mo_counter *counters = sb_new_array(m->arena, mo_counter, v->rank + 1), *first = NULL;
	uint64_t rest = element;
	for (uint32_t i = v->rank; i-- > 0; rest /= v->shape[i] ? v->shape[i] : 1) {
		if (open >> i & 1)
			continue;
		counters[i] = (mo_counter){ v->over ? v->over[i] : UINT32_MAX, v->shape[i] ? (int64_t)(rest % v->shape[i]) + 1
			: 1, first };
		first = &counters[i];
	}
	mo_frame *frame = m->frame;
	const mo_counter *around = m->counters;
	m->frame = NULL;
	m->counters = first;
	sx_type type = v->type;
	bool good = mo_machine_scalar(m, e, out);
	m->frame = frame;
	m->counters = around;
	if (good && type == SX_REAL && out->type != SX_REAL)
		*out = sx_value_real((double)out->integer);
	return good;
}

static struct mo_known *known_of(mo_context *c, uint64_t scalar)
{
	sb_map *constants = &mo_evaluation_of(c)->constants;
	uint64_t at;
	if (sb_map_get(constants, scalar, &at))
		return (struct mo_known *)(uintptr_t)at;
	struct mo_known *known = sb_new(c->arena, struct mo_known);
	sb_map_put(constants, scalar, (uint64_t)(uintptr_t)known);
	return known;
}

/* A variable of a family at the axes themselves: the value that all elements have. Dimensions whose bit is in `open` are
 * at their own iterator, which nothing in the value may depend on; `element` is right for the others. */
static bool common_value(mo_machine *m, uint32_t variable, uint32_t element, uint64_t open, sx_value *out)
{
	mo_context *c = m->c;
	sm_variable *v = sm_var(c->model, variable);
	if (v->variability != SM_PARAMETER && v->variability != SM_CONSTANT)
		return not_known(m, variable, element, "is a variable",
			"only constants and parameters can decide over sizes and structure");
	struct mo_known *known = known_of(c, (open << 32) + v->first + element);
	if (known->done && (known->marked || m->quiet)) {
		*out = known->value;
		return true;
	}
	if (known->busy)
		return not_known(m, variable, element, "depends on itself", "take it out of its own value");
	known->busy = true;
	if (!m->quiet && v->variability == SM_PARAMETER)
		v->structural = true;
	mo_item *item = mo_item_of_variable(c, variable);
	bool good = (!item || c->asks->bind(c, item)) && from_binding(m, variable, element, open, out);
	known->busy = false;
	if (!good)
		return false;
	if (out->type == SX_STRING)
		out->string = sb_intern(c->names, out->string);
	known->value = *out;
	known->done = true;
	known->marked = known->marked || !m->quiet;
	return true;
}

static bool variable_value(mo_machine *m, uint32_t variable, uint32_t element, sx_value *out)
{
	return common_value(m, variable, element, 0, out);
}

/* ------------------------------------------------------------------- arrays */

static bool array_of_variable(mo_machine *m, uint32_t variable, mo_array *out)
{
	const sm_variable *v = sm_var(m->c->model, variable);
	*out = (mo_array){ .rank = v->rank, .dims = v->shape, .n = v->count };
	out->at = sb_new_array(m->arena, sx_value, out->n + 1);
	for (uint32_t i = 0; i < out->n; i++)
		if (!mo_machine_step(m) || !variable_value(m, variable, i, &out->at[i]))
			return false;
	return true;
}

static bool array_of_elements(mo_machine *m, sx_ref e, mo_array *out)
{
	sx_pool *pool = m->c->pool;
	const uint32_t *shape = sx_shape(pool, e, &out->rank);
	out->dims = sb_new_array(m->arena, uint32_t, out->rank + 1);
	memcpy(out->dims, shape, sizeof *shape * out->rank);
	out->n = sx_at(pool, e)->count;
	out->at = sb_new_array(m->arena, sx_value, out->n + 1);
	for (uint32_t i = 0; i < out->n; i++)
		if (!mo_machine_scalar(m, sx_arg(pool, e, i), &out->at[i]))
			return false;
	return true;
}

static bool call_result(mo_machine *m, sx_ref e, mo_array *out)
{
	sx_pool *pool = m->c->pool;
	bool picked = sx_op_of(pool, e) == SX_OUT;
	sx_ref call = picked ? sx_arg(pool, e, 0) : e;
	uint32_t which = picked ? sx_at(pool, e)->payload : 0;
	const sm_function *f = m->c->model->functions.at[sx_at(pool, call)->payload];
	mo_array *results = sb_new_array(m->arena, mo_array, f->results + 1);
	if (!mo_machine_call(m, call, results) || which >= f->results)
		return false;
	*out = results[which];
	return true;
}

bool mo_machine_array(mo_machine *m, sx_ref e, mo_array *out)
{
	sx_pool *pool = m->c->pool;
	const sx_node *node = sx_at(pool, e);
	switch (node->op) {
	case SX_VAR:
		if (node->count == 0 && sm_var(m->c->model, node->payload)->rank)
			return array_of_variable(m, node->payload, out);
		break;
	case SX_LOCAL:
		if (node->count == 0 && m->frame) {
			*out = m->frame->locals[node->payload];
			return true;
		}
		break;
	case SX_ARRAY: return array_of_elements(m, e, out);
	case SX_CALL: case SX_OUT: return call_result(m, e, out);
	default: break;
	}
	*out = (mo_array){ .n = 1, .at = sb_new(m->arena, sx_value) };
	return mo_machine_scalar(m, e, out->at);
}

bool mo_machine_integer(mo_machine *m, sx_ref e, int64_t *out)
{
	sx_value v;
	if (!mo_machine_scalar(m, e, &v))
		return false;
	*out = v.type == SX_REAL ? sb_whole(v.real) : v.integer;
	return true;
}

bool mo_machine_place(mo_machine *m, sx_ref e, uint32_t first, const mo_array *of, uint64_t *place)
{
	*place = 0;
	for (uint32_t i = 0; i < of->rank; i++) {
		int64_t at;
		if (first + i >= sx_at(m->c->pool, e)->count || !mo_machine_integer(m, sx_arg(m->c->pool, e, first + i), &at))
			return false;
		if (at < 1 || at > of->dims[i]) {
			sb_message *note = mo_machine_fail(m, "M0316", "the subscript %lld is outside of 1:%u", (long long)at,
				of->dims[i]);
			if (note)
				sb_help(note, "check the range that the subscript runs over");
			return false;
		}
		*place = *place * of->dims[i] + (uint64_t)(at - 1);
	}
	return true;
}

/* ------------------------------------------------------------------ scalars */

/* Is this subscript an axis that stands for all elements? */
static bool is_open(mo_machine *m, sx_ref subscript)
{
	sx_pool *pool = m->c->pool;
	if (sx_op_of(pool, subscript) != SX_ITER || !mo_axis_of(m->c, sx_at(pool, subscript)->payload))
		return false;
	for (const mo_counter *k = m->counters; k; k = k->next)
		if (k->iterator == sx_at(pool, subscript)->payload)
			return false;
	return true;
}

static bool eval_variable(mo_machine *m, sx_ref e, sx_value *out)
{
	uint32_t variable = sx_at(m->c->pool, e)->payload;
	const sm_variable *v = sm_var(m->c->model, variable);
	mo_array shape = { .rank = v->rank, .dims = v->shape };
	uint64_t place = 0, open = 0;
	for (uint32_t d = 0; d < v->rank && d < 31 && d < sx_at(m->c->pool, e)->count && m->c->families; d++)
		open |= (uint64_t)is_open(m, sx_arg(m->c->pool, e, d)) << d;
	if (!open)
		return mo_machine_place(m, e, 0, &shape, &place) && variable_value(m, variable, (uint32_t)place, out);
	for (uint32_t d = 0; d < v->rank; d++) {
		int64_t at = 1;
		if (!(open >> d & 1) && (!mo_machine_integer(m, sx_arg(m->c->pool, e, d), &at) || at < 1 || at > v->shape[d]))
			return false;
		place = place * v->shape[d] + (uint64_t)(at - 1);
	}
	return common_value(m, variable, (uint32_t)place, open, out);
}

static bool eval_local(mo_machine *m, sx_ref e, sx_value *out)
{
	uint64_t place;
	if (!m->frame)
		return false;
	const mo_array *local = &m->frame->locals[sx_at(m->c->pool, e)->payload];
	if (!mo_machine_place(m, e, 0, local, &place))
		return false;
	*out = local->at[place];
	return true;
}

static bool eval_iterator(mo_machine *m, sx_ref e, sx_value *out)
{
	uint32_t iterator = sx_at(m->c->pool, e)->payload;
	for (const mo_counter *k = m->counters; k; k = k->next)
		if (k->iterator == iterator) {
			*out = sx_value_int(k->value);
			return true;
		}
	if (mo_axis_of(m->c, iterator))
		return false;
	sb_message *note = mo_machine_fail(m, "M0314", "it depends on the iterator '%s'", sx_iter_name(m->c->pool,
		iterator));
	if (note)
		sb_help(note, "sizes and conditions cannot change with an iterator");
	return false;
}

static bool eval_at(mo_machine *m, sx_ref e, sx_value *out)
{
	sx_pool *pool = m->c->pool;
	sx_ref array = sx_arg(pool, e, 0);
	mo_array all;
	uint64_t place;
	if (sx_op_of(pool, array) == SX_ARRAY) {
		const uint32_t *shape = sx_shape(pool, array, &all.rank);
		all.dims = sb_new_array(m->arena, uint32_t, all.rank + 1);
		memcpy(all.dims, shape, sizeof *shape * all.rank);
		return mo_machine_place(m, e, 1, &all, &place) && mo_machine_scalar(m, sx_arg(pool, array, (uint32_t)place),
			out);
	}
	if (!mo_machine_array(m, array, &all) || !mo_machine_place(m, e, 1, &all, &place))
		return false;
	*out = all.at[place];
	return true;
}

static bool eval_size(mo_machine *m, sx_ref e, sx_value *out)
{
	mo_array all;
	int64_t dim;
	if (!mo_machine_array(m, sx_arg(m->c->pool, e, 0), &all) || !mo_machine_integer(m, sx_arg(m->c->pool, e, 1), &dim))
		return false;
	if (dim < 1 || dim > all.rank)
		return false;
	*out = sx_value_int(all.dims[dim - 1]);
	return true;
}

static bool eval_reduction(mo_machine *m, sx_ref e, sx_value *out)
{
	static const sx_op pairs[] = { [SX_SUM] = SX_ADD, [SX_PRODUCT] = SX_MUL, [SX_MINIMUM] = SX_MIN,
		[SX_MAXIMUM] = SX_MAX };
	sx_pool *pool = m->c->pool;
	sx_op op = sx_op_of(pool, e);
	sx_type type = sx_type_of(pool, e);
	int64_t from, to;
	if (!mo_machine_integer(m, sx_arg(pool, e, 1), &from) || !mo_machine_integer(m, sx_arg(pool, e, 2), &to))
		return false;
	mo_base base = type == SX_REAL ? MO_B_REAL : type == SX_BOOLEAN ? MO_B_BOOLEAN : MO_B_INTEGER;
	mo_counter counter = { sx_at(pool, sx_arg(pool, e, 0))->payload, from, m->counters };
	sx_value sum = sx_value_of_const(pool, mo_reduce_none(m->c, op, base));
	m->counters = &counter;
	bool good = true;
	for (; good && counter.value <= to; counter.value++) {
		sx_value pair[2] = { sum };
		good = mo_machine_step(m) && mo_machine_scalar(m, sx_arg(pool, e, 3), &pair[1]);
		if (good && counter.value == from && op != SX_SUM && op != SX_PRODUCT)
			sum = pair[1];
		else
			good = good && sx_apply(pairs[op], type, pair, 2, (sx_texts){ m->c->names, NULL }, &sum);
	}
	m->counters = counter.next;
	*out = sum;
	return good;
}

/* if, and, or: what does not count is not evaluated. */
static bool eval_choice(mo_machine *m, sx_ref e, sx_value *out)
{
	sx_pool *pool = m->c->pool;
	sx_op op = sx_op_of(pool, e);
	sx_value first;
	if (!mo_machine_scalar(m, sx_arg(pool, e, 0), &first))
		return false;
	if (op == SX_IF)
		return mo_machine_scalar(m, sx_arg(pool, e, first.integer ? 1 : 2), out);
	if ((op == SX_OR) == (first.integer != 0)) {
		*out = first;
		return true;
	}
	return mo_machine_scalar(m, sx_arg(pool, e, 1), out);
}

/* A root of a negative number, a division by zero: what stands around it may hide that it is no number. */
static bool is_no_number(const sx_value *args, uint32_t n, const sx_value *out)
{
	for (uint32_t i = 0; i < n; i++)
		if (args[i].type == SX_REAL && !isfinite(args[i].real))
			return false;
	return out->type == SX_REAL && !isfinite(out->real);
}

static bool eval_function(mo_machine *m, sx_ref e, sx_value *out)
{
	sx_pool *pool = m->c->pool;
	sx_value args[4];
	uint32_t n = sx_at(pool, e)->count;
	if (n > 4)
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (!mo_machine_scalar(m, sx_arg(pool, e, i), &args[i]))
			return false;
	if (sx_apply(sx_op_of(pool, e), sx_type_of(pool, e), args, n, (sx_texts){ m->c->names, NULL }, out) && !is_no_number(args, n, out))
		return true;
	sb_message *note = mo_machine_fail(m, "M0316", "'%s' has no value there", sx_op_name(sx_op_of(pool, e)));
	if (note)
		sb_help(note, "a division by zero, a root of a negative number, or an overflow; check the parameters that it is made of");
	return false;
}

static bool moving(mo_machine *m, const char *what)
{
	sb_message *note = mo_machine_fail(m, "M0314", "it depends on %s", what);
	if (note)
		sb_help(note, "only constants and parameters can decide over sizes and structure");
	return false;
}

static bool eval_call(mo_machine *m, sx_ref e, sx_value *out)
{
	mo_array result;
	if (!call_result(m, e, &result) || result.n == 0)
		return false;
	*out = result.at[0];
	return true;
}

static bool eval_node(mo_machine *m, sx_ref e, sx_value *out)
{
	sx_pool *pool = m->c->pool;
	switch (sx_op_of(pool, e)) {
	case SX_CONST: *out = sx_value_of_const(pool, e); return true;
	case SX_VAR: return eval_variable(m, e, out);
	case SX_LOCAL: return eval_local(m, e, out);
	case SX_ITER: return eval_iterator(m, e, out);
	case SX_TIME: return moving(m, "time");
	case SX_DER: return moving(m, "a derivative");
	case SX_PRE: case SX_SAMPLE: case SX_INITIAL: case SX_TERMINAL: case SX_LATCH: case SX_DELAY: case SX_TRANSPORT: case SX_TRANSPORTED: return moving(m,
		"events of the run");
	case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE:
	case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK:
		return moving(m, "clocks of the run");
	case SX_IF: case SX_AND: case SX_OR: return eval_choice(m, e, out);
	case SX_CALL: case SX_OUT: return eval_call(m, e, out);
	case SX_AT: return eval_at(m, e, out);
	case SX_SIZE: return eval_size(m, e, out);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return eval_reduction(m, e, out);
	default: return eval_function(m, e, out);
	}
}

static bool shared_value(mo_machine *m, sx_ref e, sx_value *out)
{
	uint64_t at;
	if (sb_map_get(&m->done, e, &at)) {
		*out = *(sx_value *)(uintptr_t)at;
		return true;
	}
	if (!eval_node(m, e, out))
		return false;
	sx_value *kept = sb_new(m->arena, sx_value);
	*kept = *out;
	sb_map_put(&m->done, e, (uint64_t)(uintptr_t)kept);
	return true;
}

bool mo_machine_scalar(mo_machine *m, sx_ref e, sx_value *out)
{
	if (m->depth >= DEEPEST) {
		sb_message *note = mo_machine_fail(m, "M0331", "its expression is nested too deeply");
		if (note)
			sb_help(note, "give parts of it to parameters of their own");
		return false;
	}
	const sx_node *node = sx_at(m->c->pool, e);
	bool shared = node->count > 1 && node->op != SX_VAR && !(node->flags & (SX_HAS_ITER | SX_HAS_LOCAL));
	m->depth++;
	bool good = shared ? shared_value(m, e, out) : eval_node(m, e, out);
	m->depth--;
	return good;
}
