/* Evaluation by interpretation. Lazy where the language is: the branch of an if that is not taken and the second
 * operand of a decided `and` or `or` are never looked at, so an unknown there does no harm.
 *
 * The walk has its own stack of (node, step) pairs. Values are kept by handle; those that hold iterators only while
 * the iterators keep their values, so a reduction runs its body with a memo of its own. Reductions are the one place
 * that recurses, and their nesting is limited.
 */
#include "expr/pool.h"
#include "expr/scratch.h"
#include "expr/value.h"

#include <stdlib.h>
#include <string.h>

sx_value sx_value_of_const(const sx_pool *pool, sx_ref e)
{
	switch (sx_type_of(pool, e)) {
	case SX_REAL: return sx_value_real(sx_real_value(pool, e));
	case SX_INTEGER: return sx_value_int(sx_int_value(pool, e));
	case SX_BOOLEAN: return sx_value_bool(sx_int_value(pool, e) != 0);
	default: return sx_value_string(sx_string_value(pool, e));
	}
}

#define NESTING 32

typedef struct machine {
	const sx_pool *pool;
	sx_env *env;
	sx_texts texts;
	sx_memo fixed;                    /* handle -> index of its value, where no iterator is in it */
	sx_memo *moving;                  /* the same for the current values of the iterators */
	sx_value *values;
	uint32_t n, cap;
	sx_value own[32];
	uint32_t depth;
} machine;

static bool run(machine *m, sx_ref e, sx_value *out);

static sx_memo *memo_of(machine *m, sx_ref e)
{
	return sx_flags(m->pool, e) & SX_HAS_ITER ? m->moving : &m->fixed;
}

static bool find(machine *m, sx_ref e, sx_value *value)
{
	uint32_t at;
	if (!sx_memo_get(memo_of(m, e), e, &at))
		return false;
	*value = m->values[at];
	return true;
}

static void keep(machine *m, sx_ref e, const sx_value *value)
{
	if (m->n == m->cap) {
		sx_value *old = m->values == m->own ? NULL : m->values;
		m->cap *= 2;
		m->values = sb_resize(old, sizeof *m->values * m->cap);
		if (!old)
			memcpy(m->values, m->own, sizeof m->own);
	}
	m->values[m->n] = *value;
	sx_memo_put(memo_of(m, e), e, m->n++);
}

/* What a hook gave, as a value of the node's type with all its fields set. */
static bool settle(sx_type type, sx_value *v)
{
	if (v->type == SX_STRING || type == SX_STRING)
		return v->type == type && v->string;
	if (v->type == SX_NOTYPE)
		return false;
	if (type == SX_REAL) {
		*v = sx_value_real(v->type == SX_REAL ? v->real : (double)v->integer);
		return true;
	}
	if (v->type == SX_REAL)
		return false;
	*v = type == SX_BOOLEAN ? sx_value_bool(v->integer != 0) : sx_value_int(v->integer);
	return true;
}

static bool ask(machine *m, sx_ref e, sx_value *out)
{
	sx_env *env = m->env;
	memset(out, 0, sizeof *out);
	return env && env->leaf && env->leaf(env, m->pool, e, out) && settle(sx_type_of(m->pool, e), out);
}

static bool eval_iterator(machine *m, sx_ref e, sx_value *out)
{
	uint32_t iterator = sx_at(m->pool, e)->payload;
	for (uint32_t i = m->env ? m->env->iterator_count : 0; i-- > 0;)
		if (m->env->iterators[i] == iterator) {
			*out = sx_value_int(m->env->iterator_values[i]);
			return true;
		}
	return ask(m, e, out);
}

static bool is_leaf(sx_op op)
{
	switch (op) {
	case SX_CONST:
	case SX_VAR:
	case SX_LOCAL:
	case SX_ITER:
	case SX_TIME:
	case SX_INITIAL:
	case SX_TERMINAL:
	case SX_LATCH:
	case SX_DER: case SX_PRE: case SX_SAMPLE: case SX_DELAY: case SX_CALL: case SX_OUT: case SX_ARRAY: case SX_SIZE:
	case SX_TRANSPORT: case SX_TRANSPORTED:
	case SX_NEW_CLOCK: case SX_SAMPLED: case SX_HOLD: case SX_SUB_SAMPLE: case SX_SUPER_SAMPLE: case SX_SHIFT_SAMPLE:
	case SX_BACK_SAMPLE: case SX_NO_CLOCK: case SX_PREVIOUS: case SX_INTERVAL: case SX_FIRST_TICK:
	case SX_SOURCE: case SX_ACTIVE: case SX_PERIOD:
		return true;
	default:
		return false;
	}
}

static bool eval_leaf(machine *m, sx_ref e, sx_value *out)
{
	switch (sx_op_of(m->pool, e)) {
	case SX_CONST: *out = sx_value_of_const(m->pool, e); return true;
	case SX_ITER: return eval_iterator(m, e, out);
	default: return ask(m, e, out);
	}
}

/* The element of a literal array that subscripts (already evaluated) pick; others are the hook's. */
static bool eval_element(machine *m, sx_ref e, sx_ref *element)
{
	sx_ref array = sx_arg(m->pool, e, 0);
	uint32_t rank, count = sx_at(m->pool, e)->count - 1;
	const uint32_t *dims = sx_shape(m->pool, array, &rank);
	uint64_t at = 0;
	if (!dims || rank != count)
		return false;
	for (uint32_t i = 0; i < count; i++) {
		sx_value v;
		if (!find(m, sx_arg(m->pool, e, i + 1), &v) || v.integer < 1 || v.integer > dims[i])
			return false;
		at = at * dims[i] + (uint64_t)v.integer - 1;
	}
	*element = at < sx_at(m->pool, array)->count ? sx_arg(m->pool, array, (uint32_t)at) : 0;
	return *element;
}

/* The running value of a reduction after one more term. */
static bool accumulate(machine *m, sx_op op, sx_type type, bool first, const sx_value *term, sx_value *total)
{
	sx_op step = op == SX_SUM ? SX_ADD : op == SX_PRODUCT ? SX_MUL : op == SX_MINIMUM ? SX_MIN : SX_MAX;
	if (first && (op == SX_MINIMUM || op == SX_MAXIMUM)) {
		*total = *term;
		return true;
	}
	sx_value pair[2] = { *total, *term };
	return sx_apply(step, type, pair, 2, m->texts, total);
}

static bool run_terms(machine *m, sx_ref e, int64_t from, int64_t to, int64_t *iterator_value, sx_value *out)
{
	sx_op op = sx_op_of(m->pool, e);
	sx_type type = sx_type_of(m->pool, e);
	if (from > to && (op == SX_MINIMUM || op == SX_MAXIMUM))
		return false;
	*out = type == SX_REAL ? sx_value_real(op == SX_PRODUCT) : sx_value_int(op == SX_PRODUCT);
	for (int64_t i = from; i <= to; i++) {
		sx_value term;
		uint32_t before = m->n, fixed = m->fixed.n;
		*iterator_value = i;
		sx_memo_clear(m->moving);
		if (!run(m, sx_arg(m->pool, e, 3), &term) || !accumulate(m, op, type, i == from, &term, out))
			return false;
		if (m->fixed.n == fixed)
			m->n = before;                      /* only values of this term were added */
		if (i == INT64_MAX)
			break;
	}
	return true;
}

static bool eval_reduction(machine *m, sx_ref e, int64_t from, int64_t to, sx_value *out)
{
	sx_ref iterator = sx_arg(m->pool, e, 0);
	sx_env *env = m->env;
	if (m->depth >= NESTING || sx_op_of(m->pool, iterator) != SX_ITER || !env)
		return false;
	sx_env saved = *env;
	sx_memo *outer = m->moving, inner;
	uint32_t count = saved.iterator_count, *names = sb_resize(NULL, sizeof *names * (count + 1));
	int64_t *values = sb_resize(NULL, sizeof *values * (count + 1));
	for (uint32_t i = 0; i < count; i++) {
		names[i] = saved.iterators[i];
		values[i] = saved.iterator_values[i];
	}
	names[count] = sx_at(m->pool, iterator)->payload;
	env->iterators = names;
	env->iterator_values = values;
	env->iterator_count = count + 1;
	sx_memo_start(&inner);
	m->moving = &inner;
	m->depth++;
	bool ok = run_terms(m, e, from, to, &values[count], out);
	m->depth--;
	m->moving = outer;
	sx_memo_end(&inner);
	env->iterators = saved.iterators;
	env->iterator_values = saved.iterator_values;
	env->iterator_count = saved.iterator_count;
	free(names);
	free(values);
	return ok;
}

typedef enum progress { FAILED, DONE, WAIT } progress;

/* The argument to look at next for a node that decides as it goes, or its value. */
static progress step_lazy(machine *m, sx_ref e, uint32_t step, sx_ref *next, sx_value *out)
{
	const sx_pool *p = m->pool;
	sx_op op = sx_op_of(p, e);
	sx_value first, last;
	if (step == 0) {
		*next = sx_arg(p, e, op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM);
		return WAIT;
	}
	if (op == SX_HOMOTOPY)
		return find(m, sx_arg(p, e, 0), out) ? DONE : FAILED;
	if (op == SX_IF || op == SX_AND || op == SX_OR) {
		if (!find(m, sx_arg(p, e, 0), &first))
			return FAILED;
		if (op != SX_IF && (first.integer != 0) == (op == SX_OR)) {
			*out = first;
			return DONE;
		}
		*next = sx_arg(p, e, op == SX_IF && !first.integer ? 2 : 1);
		return step == 1 ? WAIT : find(m, *next, out) ? DONE : FAILED;
	}
	if (step == 1) {
		*next = sx_arg(p, e, 2);
		return WAIT;
	}
	if (!find(m, sx_arg(p, e, 1), &first) || !find(m, sx_arg(p, e, 2), &last))
		return FAILED;
	return eval_reduction(m, e, first.integer, last.integer, out) ? DONE : FAILED;
}

static progress step_element(machine *m, sx_ref e, uint32_t step, sx_ref *next, sx_value *out)
{
	uint32_t count = sx_at(m->pool, e)->count;
	if (sx_op_of(m->pool, sx_arg(m->pool, e, 0)) != SX_ARRAY)
		return ask(m, e, out) ? DONE : FAILED;
	if (step + 1 < count) {
		*next = sx_arg(m->pool, e, step + 1);
		return WAIT;
	}
	if (!eval_element(m, e, next))
		return FAILED;
	return step + 1 == count ? WAIT : find(m, *next, out) ? DONE : FAILED;
}

static progress step_strict(machine *m, sx_ref e, uint32_t step, sx_ref *next, sx_value *out)
{
	const sx_node *node = sx_at(m->pool, e);
	sx_value args[4];
	if (step < node->count) {
		*next = sx_arg(m->pool, e, step);
		return WAIT;
	}
	for (uint32_t i = 0; i < node->count && i < 4; i++)
		if (!find(m, sx_arg(m->pool, e, i), &args[i]))
			return FAILED;
	return sx_apply((sx_op)node->op, (sx_type)node->type, args, node->count, m->texts, out) ? DONE : FAILED;
}

static progress step_node(machine *m, sx_ref e, uint32_t step, sx_ref *next, sx_value *out)
{
	sx_op op = sx_op_of(m->pool, e);
	if (is_leaf(op))
		return eval_leaf(m, e, out) ? DONE : FAILED;
	switch (op) {
	case SX_IF:
	case SX_AND:
	case SX_OR:
	case SX_HOMOTOPY:
	case SX_SUM:
	case SX_PRODUCT:
	case SX_MINIMUM:
	case SX_MAXIMUM:
		return step_lazy(m, e, step, next, out);
	case SX_AT: return step_element(m, e, step, next, out);
	case SX_NOTHING: return FAILED;
	default: return step_strict(m, e, step, next, out);
	}
}

static bool run(machine *m, sx_ref e, sx_value *out)
{
	sx_stack stack;
	sx_value value;
	progress state = DONE;
	sx_stack_start(&stack);
	sx_stack_push(&stack, e);
	sx_stack_push(&stack, 0);
	while (stack.n && state != FAILED) {
		sx_ref top = stack.at[stack.n - 2], next = 0;
		if (find(m, top, &value)) {
			stack.n -= 2;
			continue;
		}
		state = step_node(m, top, stack.at[stack.n - 1]++, &next, &value);
		if (state == WAIT) {
			sx_stack_push(&stack, next);
			sx_stack_push(&stack, 0);
		} else if (state == DONE) {
			keep(m, top, &value);
			stack.n -= 2;
		}
	}
	sx_stack_end(&stack);
	return state != FAILED && find(m, e, out);
}

bool sx_eval(const sx_pool *pool, sx_ref e, sx_env *env, sx_value *out)
{
	if (!e)
		return false;
	if (sx_is_const(pool, e)) {
		*out = sx_value_of_const(pool, e);
		return true;
	}
	sx_memo moving;
	sx_env nothing = {0};
	machine m = { .pool = pool, .env = env ? env : &nothing, .moving = &moving };
	m.texts = (sx_texts){ pool->names, m.env->strings };
	m.values = m.own;
	m.cap = sizeof m.own / sizeof *m.own;
	sx_memo_start(&m.fixed);
	sx_memo_start(&moving);
	bool ok = run(&m, e, out);
	sx_memo_end(&moving);
	sx_memo_end(&m.fixed);
	if (m.values != m.own)
		free(m.values);
	return ok;
}
