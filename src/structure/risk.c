/* What can go wrong between two steps of a solver without the solver noticing: a divisor that passes zero, a root
 * or a logarithm that leaves its range, a function that fails, in values that no rate needs. The engine looks at
 * these at every accepted step, whatever is recorded.
 *
 * A *guard* is a function of the model's values that tells of one operation whether it is near its fault: the
 * divisor, or the distance of an argument from the end of the range. In a branch of an if-expression it counts
 * only where the branch does. What has no such function (a call, a subscript, a loop) makes its step *risky*: it
 * must be evaluated to know. */
#include "structure/work.h"

#include <math.h>

enum { DEEP_MOST = 60, PROOF_DEEP = 20, GUARDS_MOST = 20000, INSIDE_MOST = 1000000 };

typedef struct seeking {
	ss_work *w;
	const ss_step *step;
	uint32_t inside;                 /* how many expressions of branches were looked at, which may be the same again and again */
	sb_map seen;                     /* expressions outside of branches that were looked at -> 1 risky, 2 opaque */
	bool risky, opaque;
	bool rates;                      /* the solver evaluates it: an argument out of range makes it step back */
} seeking;

/* ---- signs */

static bool positive(const ss_work *w, sx_ref e, uint32_t depth);

static bool not_negative(const ss_work *w, sx_ref e, uint32_t depth)
{
	const sx_pool *p = w->pool;
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (depth > PROOF_DEEP)
		return false;
	switch (sx_op_of(p, e)) {
	case SX_CONST: return (sx_type_of(p, e) == SX_REAL || sx_type_of(p, e) == SX_INTEGER) && sx_real_value(p, e) >= 0;
	case SX_ABS: case SX_SQRT: case SX_EXP: case SX_COSH: return true;
	case SX_MUL: return a == b || (not_negative(w, a, depth + 1) && not_negative(w, b, depth + 1));
	case SX_POW: return sx_is_const(p, b) && (fmod(sx_real_value(p, b), 2) == 0 || not_negative(w, a, depth + 1));
	case SX_ADD: case SX_DIV: case SX_MIN: return not_negative(w, a, depth + 1) && not_negative(w, b, depth + 1);
	case SX_MAX: return not_negative(w, a, depth + 1) || not_negative(w, b, depth + 1);
	case SX_IF: return not_negative(w, b, depth + 1) && not_negative(w, sx_arg(p, e, 2), depth + 1);
	default: return false;
	}
}

static bool positive(const ss_work *w, sx_ref e, uint32_t depth)
{
	const sx_pool *p = w->pool;
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (depth > PROOF_DEEP)
		return false;
	switch (sx_op_of(p, e)) {
	case SX_CONST: return (sx_type_of(p, e) == SX_REAL || sx_type_of(p, e) == SX_INTEGER) && sx_real_value(p, e) > 0;
	case SX_EXP: case SX_COSH: return true;
	case SX_SQRT: return positive(w, a, depth + 1);
	case SX_ADD: return (positive(w, a, depth + 1) && not_negative(w, b, depth + 1)) || (not_negative(w, a, depth + 1) && positive(w, b, depth + 1));
	case SX_MUL: case SX_DIV: case SX_MIN: return positive(w, a, depth + 1) && positive(w, b, depth + 1);
	case SX_MAX: return positive(w, a, depth + 1) || positive(w, b, depth + 1);
	case SX_IF: return positive(w, b, depth + 1) && positive(w, sx_arg(p, e, 2), depth + 1);
	default: return false;
	}
}

/* ---- guards */

static void add_guard(seeking *s, bool range, sx_ref function, sx_ref over, sx_ref whole, sx_ref condition)
{
	ss_work *w = s->w;
	uint16_t flags = sx_flags(w->pool, function) | (over ? sx_flags(w->pool, over) : 0) | (condition ? sx_flags(w->pool, condition) : 0);

	if (flags & (SX_HAS_ITER | SX_HAS_LOCAL) || w->plan->guards.n >= GUARDS_MOST) {
		s->risky = true;
		return;
	}
	if (!ss_moves(w, function))
		return;                      /* it changes in instants only, and what is computed there is looked at */
	if (condition)
		function = sx_if(w->pool, condition, sx_cast(w->pool, function, SX_REAL), sx_real(w->pool, 1));
	ss_guard guard = { .range = range, .function = sx_cast(w->pool, function, SX_REAL), .over = over, .whole = whole, .phases = s->step->phases,
		.span = s->step->span.source || !s->step->origin ? s->step->span : s->step->origin->span };
	sb_push(w->arena, w->plan->guards, guard);
}

/* A divisor: each of its factors can be zero. */
static void guard_divisor(seeking *s, sx_ref e, sx_ref over, sx_ref whole, sx_ref condition, uint32_t depth)
{
	const sx_pool *p = s->w->pool;
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, b = sx_at(p, e)->count > 1 ? sx_arg(p, e, 1) : 0;

	if (positive(s->w, e, 0) || sx_is_const(p, e))
		return;
	if (sx_op_of(p, e) == SX_MUL && depth < PROOF_DEEP) {
		guard_divisor(s, a, over, whole, condition, depth + 1);
		if (a != b)
			guard_divisor(s, b, over, whole, condition, depth + 1);
	} else if ((sx_op_of(p, e) == SX_NEG || sx_op_of(p, e) == SX_ABS || sx_op_of(p, e) == SX_SQRT || sx_op_of(p, e) == SX_DIV ||
		(sx_op_of(p, e) == SX_POW && sx_is_const(p, b) && sx_real_value(p, b) > 0)) && depth < PROOF_DEEP) {
		guard_divisor(s, a, over, whole, condition, depth + 1);
	} else {
		add_guard(s, false, e, over, whole, condition);
	}
}

static void guard_range(seeking *s, sx_ref function, sx_ref whole, sx_ref condition)
{
	if (!s->rates)
		add_guard(s, true, function, 0, whole, condition);
}

static void guard_power(seeking *s, sx_ref e, sx_ref condition)
{
	sx_pool *p = s->w->pool;
	sx_ref a = sx_arg(p, e, 0), b = sx_arg(p, e, 1);
	double exponent = sx_is_const(p, b) ? sx_real_value(p, b) : 0;

	if (!sx_is_const(p, b) && !positive(s->w, a, 0))
		s->risky = true;
	if (exponent < 0)
		guard_divisor(s, a, sx_real(p, 1), e, condition, 0);
	if (sx_is_const(p, b) && exponent != floor(exponent) && !not_negative(s->w, a, 0))
		guard_range(s, a, e, condition);
}

static void seek(seeking *s, sx_ref e, sx_ref condition, uint32_t depth);

static void seek_parts(seeking *s, sx_ref e, sx_ref condition, uint32_t depth)
{
	for (uint32_t i = 0; i < sx_at(s->w->pool, e)->count; i++)
		seek(s, sx_arg(s->w->pool, e, i), condition, depth + 1);
}

static void seek_branches(seeking *s, sx_ref e, sx_ref condition, uint32_t depth)
{
	sx_pool *p = s->w->pool;
	sx_ref c = sx_arg(p, e, 0), yes = sx_arg(p, e, 1), no = sx_arg(p, e, 2), not_c = sx_unary(p, SX_NOT, c);

	seek(s, c, condition, depth + 1);
	seek(s, yes, condition ? sx_binary(p, SX_AND, condition, c) : c, depth + 1);
	seek(s, no, condition ? sx_binary(p, SX_AND, condition, not_c) : not_c, depth + 1);
}

static void seek_operation(seeking *s, sx_ref e, sx_ref condition, uint32_t depth)
{
	sx_pool *p = s->w->pool;
	sx_op op = sx_op_of(p, e);

	seek_parts(s, e, condition, depth);
	sx_ref a = sx_at(p, e)->count ? sx_arg(p, e, 0) : 0, one = sx_real(p, 1);
	switch (op) {
	case SX_DIV: guard_divisor(s, sx_arg(p, e, 1), a, e, condition, 0); break;
	case SX_POW: guard_power(s, e, condition); break;
	case SX_SQRT: case SX_LOG: case SX_LOG10:
		if (op == SX_SQRT ? !not_negative(s->w, a, 0) : !positive(s->w, a, 0))
			guard_range(s, a, e, condition);
		break;
	case SX_ASIN: case SX_ACOS: guard_range(s, sx_binary(p, SX_SUB, one, sx_unary(p, SX_ABS, a)), e, condition); break;
	case SX_EXP: guard_range(s, sx_binary(p, SX_SUB, sx_real(p, 709), a), e, condition); break;
	case SX_CALL: case SX_OUT: case SX_AT:
		s->risky = s->opaque = true;
		break;
	case SX_SUM: case SX_PRODUCT: case SX_MINIMUM: case SX_MAXIMUM: case SX_QUOT: case SX_MOD: case SX_REM:
		s->risky = true;
		break;
	default: break;
	}
}

static void seek(seeking *s, sx_ref e, sx_ref condition, uint32_t depth)
{
	sx_pool *p = s->w->pool;
	sx_op op = sx_op_of(p, e);
	uint64_t before;

	s->inside += condition != 0;
	if (depth > DEEP_MOST || s->inside > INSIDE_MOST) {
		s->risky = true;
		return;
	}
	if (!sx_at(p, e)->count || op == SX_DER || op == SX_PRE)
		return;
	if (op == SX_VAR) {
		s->risky = s->risky || ss_cell_of(s->w, e) == UINT32_MAX;
		return;
	}
	if (!condition && sb_map_get(&s->seen, e, &before)) {
		s->risky = s->risky || before & 1;
		s->opaque = s->opaque || before & 2;
		return;
	}
	bool risky = s->risky, opaque = s->opaque;
	s->risky = s->opaque = false;
	if (op == SX_IF)
		seek_branches(s, e, condition, depth);
	else
		seek_operation(s, e, condition, depth);
	if (!condition)
		sb_map_put(&s->seen, e, (uint64_t)s->risky | (uint64_t)s->opaque << 1);
	s->risky = s->risky || risky;
	s->opaque = s->opaque || opaque;
}

void ss_find_risks(ss_work *w)
{
	ss_plan *plan = w->plan;
	seeking s = { .w = w, .seen = sb_map_new(w->scratch) };

	for (uint32_t i = 0; i < plan->steps.n; i++) {
		const ss_step *step = &plan->steps.at[i];
		if (step->phases & SS_DISCRETE)
			continue;
		s.step = step;
		s.rates = step->phases & SS_RATES;
		s.risky = step->kind != SS_ASSIGN;
		s.opaque = step->kind == SS_ALGORITHM || step->kind == SS_CALL;
		if (step->kind == SS_ASSIGN)
			seek(&s, step->value, step->when, 0);
		if (s.rates || !s.risky)
			continue;
		sb_push(w->arena, plan->risky, i);
		plan->opaque = plan->opaque || s.opaque;
	}
}
