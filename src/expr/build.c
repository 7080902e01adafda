/* Building nodes: promotion of types, folding of constants, and the local simplifications that keep the bits of the
 * result.
 *
 * Every constructor ends in sx_make, so a pass that rebuilds a node gets the same simplifications as the front end
 * that built it first. A none argument, a wrong number of arguments, or types that the operator has no meaning for
 * give none.
 */
#include "expr/pool.h"
#include "expr/value.h"

#include <math.h>
#include <string.h>

#define FOLDED_TERMS 1000             /* a reduction over literals with more terms than this is left as it is */

static bool is_numeric(sx_type type)
{
	return type == SX_REAL || type == SX_INTEGER || type == SX_BOOLEAN;
}

static sx_ref cast_array(sx_pool *pool, sx_ref e, sx_type type)
{
	uint32_t count = sx_at(pool, e)->count;
	sx_ref *elements = sb_new_array(pool->arena, sx_ref, count);
	for (uint32_t i = 0; i < count; i++)
		elements[i] = sx_cast(pool, sx_arg(pool, e, i), type);
	return sx_make(pool, SX_ARRAY, type, sx_at(pool, e)->payload, elements, count);
}

sx_ref sx_cast(sx_pool *pool, sx_ref e, sx_type type)
{
	sx_type from = sx_type_of(pool, e);
	if (from == type || !e)
		return e;
	if (sx_op_of(pool, e) == SX_ARRAY)
		return cast_array(pool, e, type);
	if (type == SX_STRING)
		return sx_to_string(pool, e, 0, 0, 0);
	if (!is_numeric(from))
		return 0;
	switch (type) {
	case SX_REAL: return sx_unary(pool, SX_TO_REAL, e);
	case SX_INTEGER: return sx_unary(pool, from == SX_REAL ? SX_INTEGER_OF : SX_TO_INTEGER, e);
	case SX_BOOLEAN: return sx_binary(pool, SX_NE, e, from == SX_REAL ? sx_real(pool, 0) : sx_int(pool, 0));
	default: return 0;
	}
}

/* The common type of two numbers; Booleans count as Integers where arithmetic is done with them. */
static sx_type promote(sx_pool *pool, sx_ref *a, sx_ref *b, bool arithmetic)
{
	sx_type s = sx_type_of(pool, *a), t = sx_type_of(pool, *b);
	sx_type common = s == t ? s : s == SX_REAL || t == SX_REAL ? SX_REAL : SX_INTEGER;
	if (s != t && (!is_numeric(s) || !is_numeric(t)))
		return SX_NOTYPE;
	if (arithmetic && common == SX_BOOLEAN)
		common = SX_INTEGER;
	*a = sx_cast(pool, *a, common);
	*b = sx_cast(pool, *b, common);
	return *a && *b ? common : SX_NOTYPE;
}

static sx_type cast_all(sx_pool *pool, sx_ref *a, uint32_t count, sx_type type)
{
	for (uint32_t i = 0; i < count; i++) {
		if (!is_numeric(sx_type_of(pool, a[i])))
			return SX_NOTYPE;
		a[i] = sx_cast(pool, a[i], type);
		if (!a[i])
			return SX_NOTYPE;
	}
	return type;
}

/* Casts the arguments to what the operator works on and returns the type of the result, or SX_NOTYPE. */
static sx_type settle_types(sx_pool *pool, sx_op op, sx_ref *a)
{
	sx_type type = sx_type_of(pool, a[0]);
	switch (op) {
	case SX_NEG: case SX_ABS:
		return cast_all(pool, a, 1, type == SX_REAL ? SX_REAL : SX_INTEGER);
	case SX_SIGN:
		return cast_all(pool, a, 1, type == SX_REAL ? SX_REAL : SX_INTEGER) ? SX_INTEGER : SX_NOTYPE;
	case SX_ADD: case SX_SUB: case SX_MUL: case SX_QUOT: case SX_MOD: case SX_REM:
		type = promote(pool, &a[0], &a[1], true);
		return type == SX_STRING ? SX_NOTYPE : type;
	case SX_MIN: case SX_MAX:
		type = promote(pool, &a[0], &a[1], false);
		return type == SX_STRING ? SX_NOTYPE : type;
	case SX_DIV: case SX_POW: case SX_ATAN2:
		return cast_all(pool, a, 2, SX_REAL);
	case SX_LT: case SX_LE: case SX_GT: case SX_GE: case SX_EQ: case SX_NE:
		return promote(pool, &a[0], &a[1], false) ? SX_BOOLEAN : SX_NOTYPE;
	case SX_AND: case SX_OR: return cast_all(pool, a, 2, SX_BOOLEAN);
	case SX_NOT: return cast_all(pool, a, 1, SX_BOOLEAN);
	case SX_IF: return cast_all(pool, a, 1, SX_BOOLEAN) ? promote(pool, &a[1], &a[2], false) : SX_NOTYPE;
	case SX_INTEGER_OF:
		return cast_all(pool, a, 1, SX_REAL) ? SX_INTEGER : SX_NOTYPE;
	case SX_TO_REAL: return is_numeric(type) ? SX_REAL : SX_NOTYPE;
	case SX_TO_INTEGER: return type == SX_BOOLEAN || type == SX_INTEGER ? SX_INTEGER : SX_NOTYPE;
	case SX_PRE: case SX_NOEVENT: case SX_SMOOTH: return type;
	case SX_HOMOTOPY: return promote(pool, &a[0], &a[1], false);
	case SX_SAMPLE: return cast_all(pool, a, 2, SX_REAL) ? SX_BOOLEAN : SX_NOTYPE;
	case SX_DELAY: return cast_all(pool, a, 3, SX_REAL);
	case SX_CONCAT: return type == SX_STRING && sx_type_of(pool, a[1]) == SX_STRING ? SX_STRING : SX_NOTYPE;
	case SX_TO_STRING: return SX_STRING;
	case SX_SIZE: return SX_INTEGER;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM:
		type = sx_type_of(pool, a[3]);
		if (type == SX_BOOLEAN && (op == SX_SUM || op == SX_PRODUCT))
			type = SX_INTEGER;
		return cast_all(pool, &a[1], 2, SX_INTEGER) ? cast_all(pool, &a[3], 1, type) : SX_NOTYPE;
	default: return cast_all(pool, a, 1, SX_REAL);
	}
}

static sx_ref literal(sx_pool *pool, const sx_value *value)
{
	switch (value->type) {
	case SX_REAL: return sx_real(pool, value->real);
	case SX_INTEGER: return sx_int(pool, value->integer);
	case SX_BOOLEAN: return sx_bool(pool, value->integer != 0);
	default: return sx_string(pool, value->string);
	}
}

/* None where the result would not be a finite value: that must stay for the run to find, with its place. */
static sx_ref fold(sx_pool *pool, sx_op op, sx_type type, const sx_ref *a, uint32_t count)
{
	sx_value values[4], result;
	for (uint32_t i = 0; i < count; i++) {
		if (!sx_is_const(pool, a[i]))
			return 0;
		values[i] = sx_value_of_const(pool, a[i]);
	}
	/* in another mode something else has gone into a delay */
	if (op == SX_SAMPLE || op == SX_SIZE || op == SX_DER || op == SX_DELAY)
		return op == SX_DER ? sx_real(pool, 0) : 0;
	sx_texts texts = { pool->names, NULL };
	if (!sx_apply(op, type, values, count, texts, &result))
		return 0;
	/* the minus of a literal is always a literal */
	if (result.type == SX_REAL && !isfinite(result.real) && op != SX_NEG)
		return 0;
	return literal(pool, &result);
}

static sx_ref number(sx_pool *pool, sx_type type, int value)
{
	return type == SX_REAL ? sx_real(pool, value) : sx_int(pool, value);
}

static bool is_negative(const sx_pool *pool, sx_ref e)
{
	if (!sx_is_const(pool, e))
		return false;
	return sx_type_of(pool, e) == SX_REAL ? sx_real_value(pool, e) < 0
		: sx_int_value(pool, e) < 0 && sx_int_value(pool, e) != INT64_MIN;
}

/* If e is -f for an f that is no harder to write, f; else none. All of these are exact. */
static sx_ref negated(sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);
	if (op == SX_NEG)
		return sx_arg(pool, e, 0);
	if (is_negative(pool, e))
		return sx_unary(pool, SX_NEG, e);
	if ((op == SX_MUL || op == SX_DIV) && is_negative(pool, sx_arg(pool, e, 0))) {
		sx_ref rest = sx_arg(pool, e, 1);
		return sx_binary(pool, op, sx_unary(pool, SX_NEG, sx_arg(pool, e, 0)), rest);
	}
	return 0;
}

static sx_ref simplify_sum(sx_pool *pool, sx_op op, sx_ref a, sx_ref b)
{
	if (sx_is_number(pool, b, 0))
		return a;
	if (sx_is_number(pool, a, 0))
		return op == SX_ADD ? b : sx_unary(pool, SX_NEG, b);
	sx_ref opposite = negated(pool, b);
	if (opposite)
		return sx_binary(pool, op == SX_ADD ? SX_SUB : SX_ADD, a, opposite);
	if (op == SX_ADD && sx_op_of(pool, a) == SX_NEG)
		return sx_binary(pool, SX_SUB, b, sx_arg(pool, a, 0));
	return 0;
}

static sx_ref simplify_product(sx_pool *pool, sx_type type, sx_ref a, sx_ref b)
{
	if (sx_is_const(pool, b) && !sx_is_const(pool, a))
		return sx_binary(pool, SX_MUL, b, a);
	if (sx_is_number(pool, a, 0))
		return number(pool, type, 0);
	if (sx_is_number(pool, a, 1))
		return b;
	if (sx_is_number(pool, a, -1))
		return sx_unary(pool, SX_NEG, b);
	bool minus_b = sx_op_of(pool, b) == SX_NEG;
	if (minus_b && sx_op_of(pool, a) == SX_NEG)
		return sx_binary(pool, SX_MUL, sx_arg(pool, a, 0), sx_arg(pool, b, 0));
	if (minus_b && sx_is_const(pool, a) && sx_type_of(pool, a) == SX_REAL)
		return sx_binary(pool, SX_MUL, sx_unary(pool, SX_NEG, a), sx_arg(pool, b, 0));
	return 0;
}

static sx_ref simplify_quotient(sx_pool *pool, sx_ref a, sx_ref b)
{
	if (sx_is_number(pool, b, 1))
		return a;
	if (sx_is_number(pool, b, -1))
		return sx_unary(pool, SX_NEG, a);
	if (sx_is_number(pool, a, 0) && !sx_is_number(pool, b, 0))
		return sx_real(pool, 0);
	if (sx_op_of(pool, a) == SX_NEG && sx_op_of(pool, b) == SX_NEG)
		return sx_binary(pool, SX_DIV, sx_arg(pool, a, 0), sx_arg(pool, b, 0));
	return 0;
}

static sx_ref simplify_negative(sx_pool *pool, sx_ref a)
{
	sx_op op = sx_op_of(pool, a);
	if (op == SX_NEG)
		return sx_arg(pool, a, 0);
	if ((op == SX_MUL || op == SX_DIV) && sx_type_of(pool, a) == SX_REAL && sx_is_const(pool, sx_arg(pool, a, 0))) {
		sx_ref rest = sx_arg(pool, a, 1);
		return sx_binary(pool, op, sx_unary(pool, SX_NEG, sx_arg(pool, a, 0)), rest);
	}
	return 0;
}

static sx_ref simplify_logic(sx_pool *pool, sx_op op, sx_ref a, sx_ref b)
{
	bool neutral = op == SX_AND;
	if (sx_is_const(pool, a))
		return (sx_int_value(pool, a) != 0) == neutral ? b : a;
	if (sx_is_const(pool, b))
		return (sx_int_value(pool, b) != 0) == neutral ? a : b;
	return a == b ? a : 0;
}

static sx_ref simplify_if(sx_pool *pool, const sx_ref *a)
{
	if (sx_is_const(pool, a[0]))
		return sx_int_value(pool, a[0]) ? a[1] : a[2];
	if (a[1] == a[2] && !(sx_flags(pool, a[0]) & SX_HAS_STATEFUL))
		return a[1];
	if (sx_op_of(pool, a[0]) == SX_NOT)
		return sx_if(pool, sx_arg(pool, a[0], 0), a[2], a[1]);
	if (sx_type_of(pool, a[1]) == SX_BOOLEAN && sx_is_const(pool, a[1]) && sx_is_const(pool, a[2]))
		return sx_int_value(pool, a[1]) ? a[0] : sx_unary(pool, SX_NOT, a[0]);
	return 0;
}

static bool is_not_reduction(void *context, const sx_pool *pool, sx_ref e)
{
	sx_op op = sx_op_of(pool, e);
	bool *found = context;
	*found = *found || op == SX_SUM || op == SX_PRODUCT || op == SX_MINIMUM || op == SX_MAXIMUM;
	return !*found;
}

/* Sums and products over nothing or one element, and over literals alone; nested ones could take forever. */
static sx_ref simplify_reduction(sx_pool *pool, sx_op op, sx_type type, const sx_ref *a)
{
	if (sx_op_of(pool, a[0]) != SX_ITER || !sx_is_const(pool, a[1]) || !sx_is_const(pool, a[2]))
		return 0;
	int64_t from = sx_int_value(pool, a[1]), to = sx_int_value(pool, a[2]);
	uint32_t iterator = sx_at(pool, a[0])->payload;
	if (from == to)
		return sx_bind_iters(pool, a[3], &iterator, &from, 1);
	if (from > to && (op == SX_SUM || op == SX_PRODUCT))
		return number(pool, type, op == SX_PRODUCT);
	if (sx_flags(pool, a[3]) & ~SX_HAS_ITER || from > to || (double)to - (double)from >= FOLDED_TERMS)
		return 0;
	bool nested = false;
	sx_visit(pool, a[3], is_not_reduction, &nested);
	if (nested)
		return 0;
	sx_env env = {0};
	sx_value value;
	sx_ref node = sx_intern(pool, op, type, 0, a, 4);
	if (!sx_eval(pool, node, &env, &value) || (value.type == SX_REAL && !isfinite(value.real)))
		return 0;
	return literal(pool, &value);
}

static sx_ref simplify_size(sx_pool *pool, sx_ref array, sx_ref dimension)
{
	uint32_t rank;
	const uint32_t *dims = sx_shape(pool, array, &rank);
	if (!dims || !sx_is_const(pool, dimension))
		return 0;
	int64_t i = sx_int_value(pool, dimension);
	return i >= 1 && i <= rank ? sx_int(pool, dims[i - 1]) : 0;
}

static sx_ref simplify(sx_pool *pool, sx_op op, sx_type type, const sx_ref *a)
{
	switch (op) {
	case SX_NEG: return simplify_negative(pool, a[0]);
	case SX_ADD: case SX_SUB: return simplify_sum(pool, op, a[0], a[1]);
	case SX_MUL: return simplify_product(pool, type, a[0], a[1]);
	case SX_DIV: return simplify_quotient(pool, a[0], a[1]);
	case SX_POW:
		if (sx_is_number(pool, a[1], 0) || sx_is_number(pool, a[0], 1))
			return sx_real(pool, 1);
		return sx_is_number(pool, a[1], 1) ? a[0] : 0;
	case SX_AND: case SX_OR: return simplify_logic(pool, op, a[0], a[1]);
	case SX_NOT: return sx_op_of(pool, a[0]) == SX_NOT ? sx_arg(pool, a[0], 0) : 0;
	case SX_IF: return simplify_if(pool, a);
	case SX_MIN: case SX_MAX: case SX_HOMOTOPY: return a[0] == a[1] ? a[0] : 0;
	case SX_FLOOR: case SX_CEIL: return sx_op_of(pool, a[0]) == SX_TO_REAL ? a[0] : 0;
	case SX_INTEGER_OF:
		return sx_op_of(pool, a[0]) == SX_TO_REAL ? sx_cast(pool, sx_arg(pool, a[0], 0), SX_INTEGER) : 0;
	case SX_TO_REAL: case SX_TO_INTEGER: return sx_type_of(pool, a[0]) == type ? a[0] : 0;
	case SX_NOEVENT: case SX_SMOOTH: return sx_flags(pool, a[0]) & SX_HAS_RELATION ? 0 : a[0];
	case SX_SIZE: return simplify_size(pool, a[0], a[1]);
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: return simplify_reduction(pool, op, type, a);
	default: return 0;
	}
}

/* Questions are asked as often as they are written, in their order. */
static bool asks(const sx_pool *pool, const sx_ref *a, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++)
		if (sx_flags(pool, a[i]) & SX_HAS_ASK)
			return true;
	return false;
}

/* The flags of the operands with variables in them that what a node became lacks. A branch that a literal condition
 * excludes is not part of the model, and is not lacking. */
static uint16_t lost(const sx_pool *pool, sx_op op, const sx_ref *a, uint32_t count, sx_ref became)
{
	uint16_t flags = 0;
	bool drops = op == SX_MUL || op == SX_DIV || op == SX_POW || op == SX_AND || op == SX_OR ||
				 (op == SX_IF && !sx_is_const(pool, a[0]));
	bool is_one = sx_is_const(pool, became);
	for (uint32_t i = 0; i < count; i++)
		is_one = is_one || became == a[i];
	for (uint32_t i = 0; drops && is_one && i < count; i++)
		if (a[i] != became && sx_flags(pool, a[i]) & SX_HAS_VAR)
			flags |= sx_flags(pool, a[i]);
	return flags;
}

/* The element of a literal array, where the subscripts are literals inside it; else none. */
static sx_ref literal_element(const sx_pool *pool, sx_ref array, const sx_ref *subscripts, uint32_t count)
{
	uint32_t rank;
	const uint32_t *dims = sx_shape(pool, array, &rank);
	uint64_t at = 0;
	if (!dims || rank != count)
		return 0;
	for (uint32_t i = 0; i < count; i++) {
		if (!sx_is_const(pool, subscripts[i]))
			return 0;
		int64_t value = sx_int_value(pool, subscripts[i]);
		if (value < 1 || value > dims[i])
			return 0;
		at = at * dims[i] + (uint64_t)value - 1;
	}
	return at < sx_at(pool, array)->count ? sx_arg(pool, array, (uint32_t)at) : 0;
}

static sx_ref make_at(sx_pool *pool, const sx_ref *args, uint32_t count)
{
	if (count < 1)
		return 0;
	if (count == 1)
		return args[0];
	const sx_node *array = sx_at(pool, args[0]);
	sx_type type = (sx_type)array->type;
	if ((array->op == SX_VAR || array->op == SX_LOCAL) && array->count == 0)
		return sx_intern(pool, (sx_op)array->op, type, array->payload, args + 1, count - 1);
	if (array->op == SX_TO_REAL)
		return sx_cast(pool, sx_elem(pool, sx_arg(pool, args[0], 0), args + 1, count - 1), SX_REAL);
	sx_ref element = literal_element(pool, args[0], args + 1, count - 1);
	return element ? element : sx_intern(pool, SX_AT, type, 0, args, count);
}

static sx_ref make_array(sx_pool *pool, sx_type type, uint32_t shape, const sx_ref *args, uint32_t count)
{
	bool fits = true;
	for (uint32_t i = 0; i < count; i++)
		fits = fits && sx_type_of(pool, args[i]) == type;
	if (fits)
		return sx_intern(pool, SX_ARRAY, type, shape, args, count);
	sx_ref *cast = sb_new_array(pool->arena, sx_ref, count);
	for (uint32_t i = 0; i < count; i++) {
		cast[i] = sx_cast(pool, args[i], type);
		if (!cast[i])
			return 0;
	}
	return sx_intern(pool, SX_ARRAY, type, shape, cast, count);
}

/* Of a block of conditions: so many after the number. */
static sx_ref make_latch(sx_pool *pool, sx_type type, uint32_t number, const sx_ref *args, uint32_t count)
{
	bool known = count && sx_is_const(pool, args[0]);
	return sx_intern(pool, SX_LATCH, type, known ? number + (uint32_t)sx_int_value(pool, args[0]) : number, args,
					 known ? 0 : count);
}

/* Leaves and what holds any number of arguments: their type is the caller's to say. */
static sx_ref make_any(sx_pool *pool, sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count)
{
	switch (op) {
	case SX_CONST: return payload < pool->const_count ? sx_const(pool, type, pool->consts[payload]) : 0;
	case SX_ITER: return sx_intern(pool, op, SX_INTEGER, payload, NULL, 0);
	case SX_TIME: return sx_intern(pool, op, SX_REAL, 0, NULL, 0);
	case SX_INITIAL: case SX_TERMINAL: return sx_intern(pool, op, SX_BOOLEAN, 0, NULL, 0);
	case SX_LATCH: return make_latch(pool, type == SX_INTEGER ? SX_INTEGER : SX_BOOLEAN, payload, args, count);
	case SX_ARRAY: return make_array(pool, type, payload, args, count);
	case SX_AT: return make_at(pool, args, count);
	default: return sx_intern(pool, op, type, payload, args, count);
	}
}

sx_ref sx_make(sx_pool *pool, sx_op op, sx_type type, uint32_t payload, const sx_ref *args, uint32_t count)
{
	int arity = op == SX_LATCH ? -1 : sx_arity(op);
	if (op <= SX_NOTHING || op >= SX_OP_COUNT || (arity >= 0 && (uint32_t)arity != count))
		return 0;
	for (uint32_t i = 0; i < count; i++)
		if (!args[i])
			return 0;
	if (arity <= 0 || op == SX_OUT)
		return make_any(pool, op, type, payload, args, count);
	sx_ref a[4];
	memcpy(a, args, sizeof *a * count);
	if (op == SX_ADD && sx_type_of(pool, a[0]) == SX_STRING)
		op = SX_CONCAT;
	type = settle_types(pool, op, a);
	if (!type)
		return 0;
	sx_ref other = fold(pool, op, type, a, count);
	if (!other && !asks(pool, a, count))
		other = simplify(pool, op, type, a);
	uint16_t missing = other ? lost(pool, op, a, count, other) : 0;
	if (missing && pool->whole)
		other = 0;
	else
		pool->lost |= missing;
	if (op != SX_SMOOTH && op != SX_SAMPLE && op != SX_DELAY)
		payload = 0;
	return other ? other : sx_intern(pool, op, type, payload, a, count);
}

sx_ref sx_var(sx_pool *pool, uint32_t variable, sx_type type, const sx_ref *subscripts, uint32_t count)
{
	return sx_make(pool, SX_VAR, type, variable, subscripts, count);
}

sx_ref sx_local(sx_pool *pool, uint32_t local, sx_type type, const sx_ref *subscripts, uint32_t count)
{
	return sx_make(pool, SX_LOCAL, type, local, subscripts, count);
}

sx_ref sx_iter(sx_pool *pool, uint32_t iterator)
{
	return sx_intern(pool, SX_ITER, SX_INTEGER, iterator, NULL, 0);
}

sx_ref sx_time(sx_pool *pool)
{
	return sx_intern(pool, SX_TIME, SX_REAL, 0, NULL, 0);
}

sx_ref sx_unary(sx_pool *pool, sx_op op, sx_ref a)
{
	return sx_make(pool, op, SX_NOTYPE, 0, &a, 1);
}

sx_ref sx_binary(sx_pool *pool, sx_op op, sx_ref a, sx_ref b)
{
	sx_ref args[2] = { a, b };
	return sx_make(pool, op, SX_NOTYPE, 0, args, 2);
}

sx_ref sx_if(sx_pool *pool, sx_ref condition, sx_ref yes, sx_ref no)
{
	sx_ref args[3] = { condition, yes, no };
	return sx_make(pool, SX_IF, SX_NOTYPE, 0, args, 3);
}

sx_ref sx_call(sx_pool *pool, uint32_t function, sx_type type, const sx_ref *args, uint32_t count)
{
	return sx_make(pool, SX_CALL, type, function, args, count);
}

sx_ref sx_out(sx_pool *pool, sx_ref call, uint32_t which, sx_type type)
{
	return sx_make(pool, SX_OUT, type, which, &call, 1);
}

sx_ref sx_elem(sx_pool *pool, sx_ref array, const sx_ref *subscripts, uint32_t count)
{
	sx_ref few[9], *args = count < 9 ? few : sb_new_array(pool->arena, sx_ref, (size_t)count + 1);
	args[0] = array;
	for (uint32_t i = 0; i < count; i++)
		args[i + 1] = subscripts[i];
	return sx_make(pool, SX_AT, SX_NOTYPE, 0, args, count + 1);
}

sx_ref sx_reduce(sx_pool *pool, sx_op op, uint32_t iterator, sx_ref from, sx_ref to, sx_ref body)
{
	sx_ref args[4] = { sx_iter(pool, iterator), from, to, body };
	return sx_make(pool, op, SX_NOTYPE, 0, args, 4);
}

sx_ref sx_to_string(sx_pool *pool, sx_ref value, sx_ref digits, sx_ref length, sx_ref left)
{
	sx_ref args[4] = { value, digits ? digits : sx_int(pool, 6), length ? length : sx_int(pool, 0),
		left ? left : sx_bool(pool, true) };
	if (sx_type_of(pool, value) == SX_STRING && !digits && !length && !left)
		return value;
	return sx_make(pool, SX_TO_STRING, SX_STRING, 0, args, 4);
}
