/* Solving left = right for x.
 *
 * As long as x is below one argument only, the outermost operation is undone on the other side: that keeps the
 * numbers as good as the equation itself (x/R = i gives i*R, not i/(1/R)). Where x is below several arguments the
 * rest must be linear in x. Every if is solved branch by branch, since each branch may need another way.
 */
#include "expr/pool.h"
#include "expr/scratch.h"

#include <math.h>

#define BRANCHINGS 100                /* ifs that are solved branch by branch; a shared branch counts each time */

typedef struct pass {
	sx_pool *pool;
	sx_ref x;
	bool (*divide)(void *context, sx_ref divisor);
	sx_invert invert;
	void *context;
	sx_memo depends;
	uint32_t depth, branchings;
} pass;

static sx_ref solve_for(pass *s, sx_ref e, sx_ref r, bool quiet);

static bool is_free(const pass *s, sx_ref e)
{
	uint32_t depends = SX_DIFFERENT;
	sx_memo_get(&s->depends, e, &depends);
	return depends == SX_DIFFERENT;
}

static sx_ref quotient(const pass *s, sx_ref a, sx_ref b)
{
	if (sx_is_const(s->pool, b) ? sx_is_number(s->pool, b, 0) : !s->divide || !s->divide(s->context, b))
		return 0;
	return sx_binary(s->pool, SX_DIV, a, b);
}

/* a*x + b = r */
static sx_ref from_linear(const pass *s, sx_ref a, sx_ref b, sx_ref r)
{
	sx_pool *p = s->pool;
	if (sx_is_number(p, a, 1))
		return sx_binary(p, SX_SUB, r, b);
	if (sx_is_number(p, a, -1))
		return sx_binary(p, SX_SUB, b, r);
	if (sx_type_of(p, s->x) == SX_INTEGER)
		return 0;
	if (sx_op_of(p, a) == SX_NEG)
		return quotient(s, sx_binary(p, SX_SUB, b, r), sx_arg(p, a, 0));
	return quotient(s, sx_binary(p, SX_SUB, r, b), a);
}

/* sign(r)*abs(r)^power, the odd continuation of a power */
static sx_ref odd_power(sx_pool *p, sx_ref r, double power)
{
	sx_ref size = sx_binary(p, SX_POW, sx_unary(p, SX_ABS, r), sx_real(p, power));
	return sx_binary(p, SX_MUL, sx_unary(p, SX_SIGN, r), size);
}

/* f^c = r. Even powers have two answers; powers that are not whole exist for f >= 0 only, so they have one. */
static sx_ref undo_power(const pass *s, double c, sx_ref r)
{
	sx_pool *p = s->pool;
	if (c == 0 || !isfinite(c) || fabs(c) > 1e6)
		return 0;
	if (c == floor(c) && fmod(c, 2) == 0)
		return 0;
	if (c < 0)
		r = quotient(s, sx_real(p, 1), r);
	if (!r || fabs(c) == 1)
		return r;
	double root = 1 / fabs(c);
	return c == floor(c) ? odd_power(p, r, root) : sx_binary(p, SX_POW, r, sx_real(p, root));
}

/* sinh: asinh(r) = sign(r)*log(abs(r) + sqrt(r^2 + 1)), without the cancellation that the short form has for r < 0 */
static sx_ref undo_sinh(sx_pool *p, sx_ref r)
{
	sx_ref size = sx_unary(p, SX_ABS, r);
	sx_ref root = sx_unary(p, SX_SQRT, sx_binary(p, SX_ADD, sx_binary(p, SX_POW, r, sx_real(p, 2)), sx_real(p, 1)));
	return sx_binary(p, SX_MUL, sx_unary(p, SX_SIGN, r), sx_unary(p, SX_LOG, sx_binary(p, SX_ADD, size, root)));
}

static sx_ref undo_tanh(const pass *s, sx_ref r)
{
	sx_pool *p = s->pool;
	sx_ref one = sx_real(p, 1);
	sx_ref ratio = quotient(s, sx_binary(p, SX_ADD, one, r), sx_binary(p, SX_SUB, one, r));
	return sx_binary(p, SX_MUL, sx_real(p, 0.5), sx_unary(p, SX_LOG, ratio));
}

/* op(f) = r: the other side of f = ... */
static sx_ref undo_unary(const pass *s, sx_op op, sx_ref r)
{
	sx_pool *p = s->pool;
	switch (op) {
	case SX_NEG: case SX_NOT: return sx_unary(p, op, r);
	case SX_NOEVENT: case SX_SMOOTH: return r;
	case SX_EXP: return sx_unary(p, SX_LOG, r);
	case SX_LOG: return sx_unary(p, SX_EXP, r);
	case SX_LOG10: return sx_binary(p, SX_POW, sx_real(p, 10), r);
	case SX_SQRT: return sx_binary(p, SX_POW, r, sx_real(p, 2));
	case SX_ASIN: return sx_unary(p, SX_SIN, r);
	case SX_ACOS: return sx_unary(p, SX_COS, r);
	case SX_ATAN: return sx_unary(p, SX_TAN, r);
	case SX_SINH: return undo_sinh(p, r);
	case SX_TANH: return undo_tanh(s, r);
	default: return 0;
	}
}

/* f op g = r with x in f */
static sx_ref undo_left(const pass *s, sx_op op, sx_ref g, sx_ref r)
{
	sx_pool *p = s->pool;
	switch (op) {
	case SX_ADD: return sx_binary(p, SX_SUB, r, g);
	case SX_SUB: return sx_binary(p, SX_ADD, r, g);
	case SX_MUL: return quotient(s, r, g);
	case SX_DIV: return sx_binary(p, SX_MUL, r, g);
	case SX_POW: return sx_is_const(p, g) ? undo_power(s, sx_real_value(p, g), r) : 0;
	default: return 0;
	}
}

/* g op f = r with x in f */
static sx_ref undo_right(const pass *s, sx_op op, sx_ref g, sx_ref r)
{
	sx_pool *p = s->pool;
	switch (op) {
	case SX_ADD: return sx_binary(p, SX_SUB, r, g);
	case SX_SUB: return sx_binary(p, SX_SUB, g, r);
	case SX_MUL: return quotient(s, r, g);
	case SX_DIV: return quotient(s, g, r);
	case SX_POW: {
		double base = sx_is_const(p, g) ? sx_real_value(p, g) : 0;
		return base > 0 && base != 1 ? quotient(s, sx_unary(p, SX_LOG, r), sx_unary(p, SX_LOG, g)) : 0;
	}
	default: return 0;
	}
}

/* What is taken from inside a noEvent keeps making no events. */
static sx_ref taken(const pass *s, sx_ref g, bool quiet)
{
	return quiet ? sx_unary(s->pool, SX_NOEVENT, g) : g;
}

static sx_ref solve_if(pass *s, sx_ref e, sx_ref r, bool quiet)
{
	sx_pool *p = s->pool;
	sx_ref c = sx_arg(p, e, 0), yes = sx_arg(p, e, 1), no = sx_arg(p, e, 2);
	if (!is_free(s, c) || s->branchings++ >= BRANCHINGS)
		return 0;
	s->depth++;
	sx_ref a = is_free(s, yes) ? 0 : solve_for(s, yes, r, quiet);
	sx_ref b = !a || is_free(s, no) ? 0 : solve_for(s, no, r, quiet);
	s->depth--;
	return b ? sx_if(p, taken(s, c, quiet), a, b) : 0;
}

static sx_ref solve_linear(const pass *s, sx_ref e, sx_ref r, bool quiet)
{
	sx_ref a, b;
	if (!sx_linear(s->pool, e, s->x, &a, &b))
		return 0;
	return from_linear(s, taken(s, a, quiet), taken(s, b, quiet), r);
}

/* A call with x in one argument alone. */
static bool undo_call(const pass *s, sx_ref *e, sx_ref *r)
{
	uint32_t holder = UINT32_MAX, holders = 0;
	for (uint32_t i = 0; i < sx_at(s->pool, *e)->count; i++)
		if (!is_free(s, sx_arg(s->pool, *e, i))) {
			holder = i;
			holders++;
		}
	sx_ref other = s->invert && holders == 1 ? s->invert(s->context, *e, holder, *r) : 0;
	if (!other)
		return false;
	*e = sx_arg(s->pool, *e, holder);
	*r = other;
	return true;
}

/* One operation undone: *e becomes the argument that holds x, *r the new other side; false if that is not possible. */
static bool undo(const pass *s, sx_ref *e, sx_ref *r, bool *quiet)
{
	sx_pool *p = s->pool;
	sx_op op = sx_op_of(p, *e);
	sx_ref f = sx_arg(p, *e, 0), g = sx_arg(p, *e, 1), other = 0;
	uint32_t count = sx_at(p, *e)->count;
	if (op == SX_CALL)
		return undo_call(s, e, r);
	if (count == 1) {
		*quiet = *quiet || op == SX_NOEVENT;
		other = undo_unary(s, op, *r);
	} else if (count == 2 && is_free(s, g)) {
		other = undo_left(s, op, taken(s, g, *quiet), *r);
	} else if (count == 2 && is_free(s, f)) {
		other = undo_right(s, op, taken(s, f, *quiet), *r);
		f = g;
	}
	*e = f;
	*r = other;
	return other;
}

/* e = r for an e that holds x and an r that does not. */
static sx_ref solve_for(pass *s, sx_ref e, sx_ref r, bool quiet)
{
	sx_pool *p = s->pool;
	while (sx_same_leaf(p, e, s->x) != SX_SAME) {
		sx_ref inner = e, other = r;
		bool under = quiet;
		if (sx_op_of(p, e) == SX_IF) {
			sx_ref found = solve_if(s, e, r, quiet);
			bool hopeless = s->depth && s->branchings > BRANCHINGS;   /* the outermost if tries the whole as linear */
			return found || hopeless ? found : solve_linear(s, e, r, quiet);
		}
		if (!undo(s, &inner, &other, &under))
			return solve_linear(s, e, r, quiet);
		e = inner;
		r = other;
		quiet = under;
	}
	return r;
}

/* x on both sides: linear or not at all. */
static sx_ref solve_both(const pass *s, sx_ref left, sx_ref right)
{
	sx_pool *p = s->pool;
	sx_ref a, b, c, d;
	if (!sx_linear(p, left, s->x, &a, &b) || !sx_linear(p, right, s->x, &c, &d) || a == c)
		return 0;
	sx_ref factor = sx_binary(p, SX_SUB, a, c);
	return from_linear(s, factor, b, d);
}

sx_ref sx_solve(sx_pool *pool, sx_ref left, sx_ref right, sx_ref x, bool (*divide)(void *context, sx_ref divisor),
	void *context)
{
	return sx_solve_by(pool, left, right, x, divide, NULL, context);
}

sx_ref sx_solve_by(sx_pool *pool, sx_ref left, sx_ref right, sx_ref x, bool (*divide)(void *context, sx_ref divisor),
	sx_invert invert, void *context)
{
	if (!left || !right || !x)
		return 0;
	pass s = { .pool = pool, .x = x, .divide = divide, .invert = invert, .context = context };
	sx_memo_start(&s.depends);
	sx_same in_left = sx_depends(pool, left, x, &s.depends), in_right = sx_depends(pool, right, x, &s.depends);
	sx_ref found = 0;
	if (in_left == SX_MAYBE || in_right == SX_MAYBE)
		found = 0;
	else if (in_left && in_right)
		found = solve_both(&s, left, right);
	else if (in_left)
		found = solve_for(&s, left, right, false);
	else if (in_right)
		found = solve_for(&s, right, left, false);
	sx_memo_end(&s.depends);
	if (!found || sx_type_of(pool, found) == sx_type_of(pool, x))
		return found;
	return sx_type_of(pool, x) == SX_REAL ? sx_cast(pool, found, SX_REAL) : 0;
}
