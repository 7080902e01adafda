/* Random trees for the tests of expressions: a plain tree with its own evaluation, and the same thing built in a
 * pool. What the pool makes of it must have the value of the plain tree. */
#ifndef TESTS_EXPR_TREES_H
#define TESTS_EXPR_TREES_H

#include <math.h>
#include <string.h>

#include "unit/unit.h"
#include "expr/expr.h"

#define VARIABLES 4

typedef struct tree { sx_op op; double value; int variable; struct tree *args[3]; } tree;

static inline uint64_t next_random(uint64_t *seed)
{
	uint64_t z = (*seed += 0x9e3779b97f4a7c15u);
	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
	z = (z ^ z >> 27) * 0x94d049bb133111ebu;
	return z ^ z >> 31;
}

static inline double uniform(uint64_t *seed, double low, double high)
{
	return low + (high - low) * (double)(next_random(seed) >> 11) / 9007199254740992.0;
}

static inline int pick(uint64_t *seed, int n)
{
	return (int)(next_random(seed) % (uint64_t)n);
}

static inline int arity_of(sx_op op)
{
	switch (op) {
	case SX_ADD: case SX_SUB: case SX_MUL: case SX_DIV: case SX_POW: case SX_MIN: case SX_MAX: case SX_ATAN2: return 2;
	case SX_IF: return 3;
	default: return 1;
	}
}

/* A Real-valued tree; op SX_VAR is a variable, SX_CONST a literal (often 0, 1, -1 or 2, where simplification is at
 * work). */
static inline tree *random_tree(sb_arena *arena, uint64_t *seed, int depth)
{
	static const sx_op ops[] = { SX_ADD, SX_SUB, SX_MUL, SX_ADD, SX_SUB, SX_MUL, SX_DIV, SX_NEG, SX_POW, SX_SIN, SX_COS,
		SX_EXP, SX_TANH, SX_ATAN, SX_IF, SX_MIN, SX_MAX, SX_ABS, SX_SQRT, SX_LOG, SX_ATAN2, SX_SINH, SX_ASIN, SX_ACOS,
		SX_TAN, SX_COSH, SX_LOG10 };
	static const double usual[] = { 0, 1, -1, 2, 3, 0.5, -2 };
	tree *t = sb_new(arena, tree);
	if (depth == 0 || pick(seed, 8) == 0) {
		t->op = pick(seed, 3) ? SX_VAR : SX_CONST;
		t->variable = pick(seed, VARIABLES);
		t->value = pick(seed, 3) ? usual[pick(seed, 7)] : uniform(seed, -3, 3);
		return t;
	}
	t->op = ops[pick(seed, (int)(sizeof ops / sizeof *ops))];
	for (int i = 0; i < arity_of(t->op); i++)
		t->args[i] = random_tree(arena, seed, depth - 1);
	if (t->op == SX_POW) {
		t->args[1] = sb_new(arena, tree);
		t->args[1]->op = SX_CONST;
		t->args[1]->value = pick(seed, 5) - 1;
	}
	return t;
}

static inline double tree_value(const tree *t, const double *x, bool *finite)
{
	double a = t->args[0] ? tree_value(t->args[0], x, finite) : 0;
	double b = t->args[1] ? tree_value(t->args[1], x, finite) : 0;
	double c = t->args[2] ? tree_value(t->args[2], x, finite) : 0;
	double v = NAN;
	switch (t->op) {
	case SX_CONST: v = t->value; break;
	case SX_VAR: v = x[t->variable]; break;
	case SX_ADD: v = a + b; break;
	case SX_SUB: v = a - b; break;
	case SX_MUL: v = a * b; break;
	case SX_DIV: v = a / b; break;
	case SX_NEG: v = -a; break;
	case SX_POW: v = b == 2 ? a * a : pow(a, b); break;
	case SX_SIN: v = sin(a); break;
	case SX_COS: v = cos(a); break;
	case SX_TAN: v = tan(a); break;
	case SX_EXP: v = exp(a); break;
	case SX_TANH: v = tanh(a); break;
	case SX_SINH: v = sinh(a); break;
	case SX_COSH: v = cosh(a); break;
	case SX_ATAN: v = atan(a); break;
	case SX_ASIN: v = asin(a); break;
	case SX_ACOS: v = acos(a); break;
	case SX_ATAN2: v = atan2(a, b); break;
	case SX_ABS: v = fabs(a); break;
	case SX_SQRT: v = sqrt(a); break;
	case SX_LOG: v = log(a); break;
	case SX_LOG10: v = log10(a); break;
	case SX_MIN: v = a < b ? a : b; break;
	case SX_MAX: v = a > b ? a : b; break;
	case SX_IF: v = a < 0.25 ? b : c; break;
	default: fail();
	}
	/* x*0 and 0 - x do not keep the sign of a zero, which atan2 can see */
	*finite = *finite && isfinite(v) && !(t->op == SX_ATAN2 && a == 0);
	return v;
}

static inline sx_ref tree_build(sx_pool *p, const tree *t)
{
	if (t->op == SX_CONST)
		return sx_real(p, t->value);
	if (t->op == SX_VAR)
		return sx_var(p, (uint32_t)t->variable, SX_REAL, NULL, 0);
	sx_ref a = tree_build(p, t->args[0]);
	if (t->op == SX_IF)
		return sx_if(p, sx_binary(p, SX_LT, a, sx_real(p, 0.25)), tree_build(p, t->args[1]), tree_build(p, t->args[2]));
	return arity_of(t->op) == 2 ? sx_binary(p, t->op, a, tree_build(p, t->args[1])) : sx_unary(p, t->op, a);
}

static inline bool leaf_value(sx_env *self, const sx_pool *p, sx_ref leaf, sx_value *out)
{
	if (sx_op_of(p, leaf) != SX_VAR || sx_at(p, leaf)->count)
		return false;
	*out = (sx_value){ .type = SX_REAL, .real = ((const double *)self->context)[sx_at(p, leaf)->payload] };
	return true;
}

static inline double value_at(const sx_pool *p, sx_ref e, const double *x)
{
	sx_env env = { .leaf = leaf_value, .context = (void *)x };
	sx_value v;
	assert_true(sx_eval(p, e, &env, &v));
	assert_int_equal(v.type, SX_REAL);
	return v.real;
}

static inline const char *printed(sb_arena *arena, const sx_pool *p, sx_ref e)
{
	sb_text text = {0};
	sx_print(p, e, NULL, &text);
	const char *kept = sb_strdup(arena, text.at);
	sb_text_free(&text);
	return kept;
}

/* One pool for a test, with x[0..3] as v0 .. v3. */
typedef struct world { sb_arena *arena; sx_pool *p; sx_ref x[VARIABLES]; } world;

static inline world world_new(void)
{
	world w = { .arena = sb_arena_new() };
	w.p = sx_pool_new(w.arena, sb_names_new(w.arena));
	for (uint32_t i = 0; i < VARIABLES; i++)
		w.x[i] = sx_var(w.p, i, SX_REAL, NULL, 0);
	return w;
}

static inline bool may_divide(void *context, sx_ref divisor)
{
	(void)divisor;
	return context == NULL;
}

#endif
