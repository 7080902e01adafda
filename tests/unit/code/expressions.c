/* Expressions: both tiers give the bits of the interpreter, guards are respected, and size does not matter. */
#include "unit/code/plan.h"

static bool same(double a, double b)
{
	return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

static bool leaf(sx_env *self, const sx_pool *pool, sx_ref e, sx_value *out)
{
	bench *b = self->context;
	if (sx_op_of(pool, e) != SX_VAR)
		return false;
	double v = sc_scalar_value(b->d, sm_scalar_of(b->m, e));
	*out = (sx_value){ .type = sx_type_of(pool, e), .real = v, .integer = (int64_t)v };
	return true;
}

static sx_ref random_expression(bench *b, uint64_t *s, const sx_ref *vars, int depth)
{
	static const sx_op unary[] = {SX_NEG,  SX_SIN, SX_COS, SX_TAN,   SX_ASIN, SX_ACOS, SX_ATAN,  SX_SINH, SX_COSH,
								  SX_TANH, SX_EXP, SX_LOG, SX_LOG10, SX_SQRT, SX_ABS,  SX_FLOOR, SX_CEIL};
	static const sx_op binary[] = {SX_ADD, SX_SUB, SX_MUL,  SX_DIV, SX_POW, SX_ATAN2,
								   SX_MIN, SX_MAX, SX_QUOT, SX_MOD, SX_REM};
	static const sx_op relations[] = { SX_LT, SX_LE, SX_GT, SX_GE, SX_EQ, SX_NE };
	uint64_t k = next_random(s);
	if (depth == 0 || k % 11 == 0) {
		if (k % 3 == 0)
			return num(b, (double)(int64_t)next_random(s) / 1e18);
		return vars[k % 4];
	}
	sx_ref x = random_expression(b, s, vars, depth - 1);
	if (k % 5 == 0)
		return op1(b, unary[next_random(s) % (sizeof unary / sizeof *unary)], x);
	sx_ref y = random_expression(b, s, vars, depth - 1);
	if (k % 5 == 1) {
		sx_ref c = op2(b, relations[next_random(s) % 6], x, y);
		if (next_random(s) % 2)
			c = op2(b, next_random(s) % 2 ? SX_AND : SX_OR, c, op2(b, SX_LT, y, num(b, 0.25)));
		return sx_if(b->p, c, x, random_expression(b, s, vars, depth - 1));
	}
	if (k % 5 == 2)
		return op2(b, SX_POW, x, num(b, next_random(s) % 4));
	return op2(b, binary[next_random(s) % (sizeof binary / sizeof *binary)], x, y);
}

/* 400 random expressions at 20 points: libtcc, cc and the interpreter agree to the bit. */
static void both_tiers_give_the_same_bits(void **unused)
{
	(void)unused;
	enum { N = 400 };
	bench b = bench_new();
	sx_ref vars[4] = { real(&b, "a"), real(&b, "b"), real(&b, "c"), state(&b, "x") }, targets[N], values[N];
	uint64_t s = 88172645463325252ull;
	for (int k = 0; k < N; k++) {
		char name[20];
		snprintf(name, sizeof name, "y%d", k);
		targets[k] = real(&b, name);
		values[k] = random_expression(&b, &s, vars, 5);
		step(&b, targets[k], values[k]);
	}
	build(&b, 0);
	bench fast = b;
	fast.d = NULL;
	build(&fast, 2);
	assert_int_equal(sc_tier(b.program), 1);
	assert_int_equal(sc_tier(fast.program), 2);
	sx_env env = { .leaf = leaf, .context = &b };
	int interpreted = 0;
	for (int round = 0; round < 20; round++) {
		for (int k = 0; k < 4; k++) {
			double v = round < 2 ? round : (double)(int64_t)next_random(&s) / (round % 2 ? 1e18 : 3e18);
			set(&b, vars[k], v);
			set(&fast, vars[k], v);
		}
		rates(&b);
		rates(&fast);
		for (int k = 0; k < N; k++) {
			sx_value expected;
			assert_true(same(value(&b, targets[k]), value(&fast, targets[k])));
			if (sx_eval(b.p, values[k], &env, &expected) && ++interpreted)
				assert_true(same(value(&b, targets[k]), expected.real));
		}
	}
	assert_true(interpreted > N * 10);
	sc_data_free(fast.d);
	sc_program_free(fast.program);
	bench_free(&b);
}

/* Constants survive the way through text exactly. */
static void constants_are_exact(void **unused)
{
	(void)unused;
	enum { N = 2000 };
	bench b = bench_new();
	sx_ref targets[N];
	double values[N];
	uint64_t s = 2463534242ull;
	for (int k = 0; k < N; k++) {
		char name[20];
		uint64_t bits = next_random(&s);
		memcpy(&values[k], &bits, 8);
		if (!isfinite(values[k]))
			values[k] = k % 2 ? INFINITY : -INFINITY;
		if (k % 10 == 0)
			values[k] = (double)(bits & 0xfffff) * 4.9e-324;
		snprintf(name, sizeof name, "y%d", k);
		targets[k] = real(&b, name);
		step(&b, targets[k], num(&b, values[k]));
	}
	build(&b, 0);
	rates(&b);
	for (int k = 0; k < N; k++)
		assert_true(same(value(&b, targets[k]), values[k]));
	bench_free(&b);
}

/* What a condition guards is not evaluated: an Integer division by zero would fail. */
static void branches_are_lazy(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref n = integer(&b, "n"), y = integer(&b, "y"), z = integer(&b, "z"), t = add(&b, "t", SX_BOOLEAN, SS_INT, 0);
	sx_ref zero = sx_int(b.p, 0), quotient = sx_make(b.p, SX_QUOT, SX_INTEGER, 0, (sx_ref[]){ sx_int(b.p, 10), n }, 2);
	sx_ref safe = op2(&b, SX_NE, n, zero);
	step(&b, y, sx_if(b.p, safe, op2(&b, SX_ADD, quotient, quotient), zero));
	step(&b, z, sx_if(b.p, safe, op2(&b, SX_MUL, quotient, quotient), sx_int(b.p, 7)));
	step(&b, t, op2(&b, SX_AND, safe, op2(&b, SX_GT, quotient, sx_int(b.p, 2))));
	build(&b, 0);
	set(&b, n, 0);
	rates(&b);
	assert_false(b.d->failed);
	assert_true(value(&b, y) == 0 && value(&b, z) == 7 && value(&b, t) == 0);
	set(&b, n, 3);
	rates(&b);
	assert_true(value(&b, y) == 6 && value(&b, z) == 9 && value(&b, t) == 1);
	bench_free(&b);
}

static void integer_division_by_zero_is_reported(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref n = integer(&b, "n"), y = integer(&b, "y");
	step(&b, y, sx_make(b.p, SX_MOD, SX_INTEGER, 0, (sx_ref[]){ sx_int(b.p, 10), n }, 2));
	build(&b, 0);
	set(&b, n, -3);
	rates(&b);
	assert_true(value(&b, y) == -2);
	set(&b, n, 0);
	rates(&b);
	assert_true(b.d->failed);
	assert_true(sc_report_failure(b.d));
	assert_true(said(&b, "R0320", "divided by zero"));
	assert_false(b.d->failed);
	bench_free(&b);
}

/* A sum of 100 000 terms and a chain of 100 000 ifs: neither the generator nor the compiler may run out of stack. */
static void size_does_not_matter(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref x = real(&b, "x"), y = real(&b, "y"), z = real(&b, "z"), w = real(&b, "w");
	sx_ref sum = x, chain = x, power = op2(&b, SX_ADD, x, num(&b, 1));
	for (int k = 1; k < 100000; k++) {
		sum = op2(&b, SX_ADD, sum, op2(&b, SX_MUL, num(&b, k), x));
		chain = sx_if(b.p, op2(&b, SX_GT, x, num(&b, k)), op2(&b, SX_MUL, num(&b, k), chain),
					  op2(&b, SX_ADD, chain, num(&b, k)));
	}
	/* each level uses the one below four times, twice under conditions: without sharing 4^60 nodes */
	for (int k = 0; k < 60; k++)
		power = sx_if(b.p, op2(&b, SX_LT, power, num(&b, k)), op2(&b, SX_MUL, power, num(&b, 0.5)),
					  op2(&b, SX_ADD, power, num(&b, 0.125)));
	step(&b, y, sum);
	step(&b, z, chain);
	step(&b, w, power);
	build(&b, 0);
	set(&b, x, 0.5);
	rates(&b);
	assert_true(value(&b, y) > 0);
	assert_true(fabs(value(&b, y) - 0.5 * (1 + 100000.0 * 99999 / 2)) < 1);
	assert_true(fabs(value(&b, z) - (0.5 + 100000.0 * 99999 / 2)) < 1);
	double expected = 1.5;
	for (int k = 0; k < 60; k++)
		expected = expected < k ? expected * 0.5 : expected + 0.125;
	assert_true(value(&b, w) == expected);
	bench_free(&b);
}

/* Reversed aliases are read and written with their sign; left limits have entries of their own. */
static void places_have_signs(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref a = real(&b, "a"), minus = real(&b, "minus"), y = real(&b, "y"), x = state(&b, "x"), p = real(&b, "p");
	b.plan->place[sm_scalar_of(b.m, minus)] = (ss_place){ .store = SS_REAL, .index = 0, .negated = true };
	ss_pre pre = { .var = a };
	sb_push(b.arena, b.plan->pres, pre);
	step(&b, minus, num(&b, 3));
	step(&b, y, op2(&b, SX_ADD, a, op2(&b, SX_MUL, num(&b, 10), minus)));
	step(&b, op1(&b, SX_DER, x), op2(&b, SX_MUL, x, sx_time(b.p)));
	step(&b, p, op1(&b, SX_PRE, minus));
	build(&b, 0);
	b.d->time = 4;
	b.d->x[0] = 2;
	b.d->pre_r[0] = 11;
	rates(&b);
	assert_true(b.d->r[0] == -3 && value(&b, minus) == 3 && value(&b, a) == -3 && value(&b, y) == 27);
	assert_true(b.d->xd[0] == 8 && value(&b, p) == -11);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_tiers_give_the_same_bits), cmocka_unit_test(constants_are_exact),
		cmocka_unit_test(branches_are_lazy), cmocka_unit_test(integer_division_by_zero_is_reported),
		cmocka_unit_test(size_does_not_matter), cmocka_unit_test(places_have_signs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
