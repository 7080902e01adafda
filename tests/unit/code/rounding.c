/* The running error analysis of a loop's residuals (rounding.c) against arithmetic with eleven more bits: on random
 * expressions the bound is never smaller than the error, and over many points it is not absurdly larger than the
 * largest one. The analysis is linear, so angles that have hardly any digits left are out of the question. */
#include <float.h>
#include <stdio.h>

#include "structure/structure.h"
#include "code/runtime/runtime.h"
#include "unit/code/plan.h"

enum { EXPRESSIONS = 400, POINTS = 40, DEPTH = 6 };

static uint64_t seeded;

static double random_number(void)
{
	seeded = seeded * 6364136223846793005u + 1442695040888963407u;
	return (double)(seeded >> 11) / 9007199254740992.0;
}

static uint32_t choose(uint32_t n)
{
	return (uint32_t)(random_number() * n);
}

static sx_ref random_expression(bench *b, const ss_loop *k, uint32_t own, uint32_t depth)
{
	static const sx_op one[] = {SX_NEG,  SX_EXP, SX_SIN, SX_COS,  SX_ATAN, SX_TANH,
								SX_SQRT, SX_LOG, SX_ABS, SX_SINH, SX_COSH};
	static const sx_op two[] = { SX_ADD, SX_SUB, SX_ADD, SX_SUB, SX_MUL, SX_DIV, SX_MIN, SX_MAX };
	double what = random_number();
	if (depth == 0 || what < 0.1)
		return random_number() < 0.3 ? num(b, random_number() * 10 - 5)
									 : k->unknowns[random_number() < 0.7 ? own : choose(k->n)];
	if (what < 0.35)
		return op1(b, one[choose(sizeof one / sizeof *one)], random_expression(b, k, own, depth - 1));
	if (what < 0.42)
		return op2(b, SX_POW, random_expression(b, k, own, depth - 1), num(b, 2 + choose(3)));
	sx_op op = two[choose(sizeof two / sizeof *two)];
	sx_ref left = random_expression(b, k, own, depth - 1);
	return op2(b, op, left, random_expression(b, k, own, depth - 1));
}

/* With doubles as the program computes, and with long doubles. */
typedef struct both { double rough; long double fine; } both;

static both function_of(sx_op op, both x)
{
	switch (op) {
	case SX_NEG: return (both){ -x.rough, -x.fine };
	case SX_EXP: return (both){ exp(x.rough), expl(x.fine) };
	case SX_SIN: return (both){ sin(x.rough), sinl(x.fine) };
	case SX_COS: return (both){ cos(x.rough), cosl(x.fine) };
	case SX_ATAN: return (both){ atan(x.rough), atanl(x.fine) };
	case SX_TANH: return (both){ tanh(x.rough), tanhl(x.fine) };
	case SX_SINH: return (both){ sinh(x.rough), sinhl(x.fine) };
	case SX_COSH: return (both){ cosh(x.rough), coshl(x.fine) };
	case SX_SQRT: return (both){ sqrt(x.rough), sqrtl(x.fine) };
	case SX_LOG: return (both){ log(x.rough), logl(x.fine) };
	case SX_ABS: return (both){ fabs(x.rough), fabsl(x.fine) };
	default: return x;
	}
}

static both evaluate(const bench *b, sx_ref e)
{
	sx_op op = sx_op_of(b->p, e);
	if (op == SX_CONST) {
		double v = sx_type_of(b->p, e) == SX_REAL ? sx_real_value(b->p, e) : (double)sx_int_value(b->p, e);
		return (both){ v, v };
	}
	if (op == SX_VAR) {
		double v = sc_scalar_value(b->d, sm_scalar_of(b->m, e));
		return (both){ v, v };
	}
	both x = evaluate(b, sx_arg(b->p, e, 0));
	if ((op == SX_SIN || op == SX_COS) && fabs(x.rough) > 1e6)
		return (both){ NAN, NAN };
	if (sx_at(b->p, e)->count == 1)
		return function_of(op, x);
	both y = evaluate(b, sx_arg(b->p, e, 1));
	if (isnan(x.rough) || isnan(y.rough))
		return (both){ NAN, NAN };
	switch (op) {
	case SX_ADD: return (both){ x.rough + y.rough, x.fine + y.fine };
	case SX_SUB: return (both){ x.rough - y.rough, x.fine - y.fine };
	case SX_MUL: return (both){ x.rough * y.rough, x.fine * y.fine };
	case SX_DIV: return (both){ x.rough / y.rough, x.fine / y.fine };
	case SX_POW: return (both){ y.rough == 2 ? x.rough * x.rough : pow(x.rough, y.rough), powl(x.fine, y.fine) };
	case SX_MIN: return (both){ fmin(x.rough, y.rough), fminl(x.fine, y.fine) };
	case SX_MAX: return (both){ fmax(x.rough, y.rough), fmaxl(x.fine, y.fine) };
	default: fail(); return x;
	}
}

static ss_loop *new_block(bench *b)
{
	ss_loop *k = sb_new(b->arena, ss_loop);
	sx_ref z = add(b, "z", SX_REAL, SS_REAL, EXPRESSIONS);
	k->n = EXPRESSIONS;
	k->unknowns = sb_new_array(b->arena, sx_ref, k->n);
	k->residuals = sb_new_array(b->arena, sx_ref, k->n);
	for (uint32_t i = 0; i < k->n; i++)
		k->unknowns[i] = sm_ref_at(b->m, sx_at(b->p, z)->payload, i);
	for (uint32_t i = 0; i < k->n; i++)
		k->residuals[i] = random_expression(b, k, i, 1 + choose(DEPTH));
	return k;
}

static void show(const bench *b, sx_ref residual, double error, double bound)
{
	const char *seed = getenv("SEED");
	sb_text text = {0};
	sx_print(b->p, residual, NULL, &text);
	print_message("error %g, bound %g (SEED=%s): %s\n", error, bound, seed ? seed : "1", text.at);
	sb_text_free(&text);
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static void bounds_hold(void **unused)
{
	(void)unused;
	const char *seed = getenv("SEED");
	seeded = seed ? strtoull(seed, NULL, 10) : 1;
	bench b = bench_new();
	ss_loop *k = new_block(&b);
	sb_push(b.arena, b.plan->loops, k);
	build(&b, 0);
	sc_run *run = sc_run_of(b.d);
	sc_rounding *r = sc_rounding_new(run, sc_loop_of(run, 0));
	double residual[EXPRESSIONS] = {0}, bound[EXPRESSIONS], worst[EXPRESSIONS] = {0}, ratio[EXPRESSIONS];
	uint32_t judged = 0, n = 0;
	for (int point = 0; point < POINTS; point++) {
		for (uint32_t i = 0; i < k->n; i++)
			set(&b, k->unknowns[i], (random_number() - 0.3) * (point % 2 ? 10 : 1));
		sc_rounding_bounds(r, run, residual, bound);
		for (uint32_t i = 0; i < k->n; i++) {
			both v = evaluate(&b, k->residuals[i]);
			double error = (double)fabsl(v.rough - v.fine);
			if (!isfinite(v.rough) || !isfinite(error) || !isfinite(bound[i]) || fabs(v.rough) > 1e200)
				continue;
			if (!(error <= bound[i] * (1 + 1e-2)))
				show(&b, k->residuals[i], error, bound[i]);
			assert_true(error <= bound[i] * (1 + 1e-2));
			worst[i] = fmax(worst[i], error > 0 ? error / bound[i] : 0);
			judged++;
		}
	}
	for (uint32_t i = 0; i < k->n; i++)
		if (worst[i] > 0)
			ratio[n++] = 1 / worst[i];
	qsort(ratio, n, sizeof *ratio, by_size);
	assert_true(judged > EXPRESSIONS * POINTS / 3 && n > EXPRESSIONS / 3);
	/* half of them within a factor of ten, nine of ten within a thousand */
	assert_true(ratio[n / 2] < 10);
	assert_true(ratio[n * 9 / 10] < 1000);
	sc_rounding_free(r);
	bench_free(&b);
}

/* A function passes the error of its argument on by its slope: x = (10^6 + z) - 10^6 has an error beside which that of
 * the function itself is nothing, so the bounds of f(x) and of x have the ratio |f'(x)|. */
static void errors_are_passed_on_by_slopes(void **unused)
{
	(void)unused;
	static const sx_op ops[] = {SX_SIN,  SX_COS,  SX_TAN, SX_ASIN, SX_ACOS,  SX_ATAN, SX_SINH,
								SX_COSH, SX_TANH, SX_EXP, SX_LOG,  SX_LOG10, SX_SQRT};
	enum { N = sizeof ops / sizeof *ops };
	bench b = bench_new();
	ss_loop *k = sb_new(b.arena, ss_loop);
	k->n = N + 1;
	k->unknowns = sb_new_array(b.arena, sx_ref, k->n);
	k->residuals = sb_new_array(b.arena, sx_ref, k->n);
	sx_ref all = add(&b, "z", SX_REAL, SS_REAL, N + 1);
	for (uint32_t i = 0; i <= N; i++)
		k->unknowns[i] = sm_ref_at(b.m, sx_at(b.p, all)->payload, i);
	sx_ref x = op2(&b, SX_SUB, op2(&b, SX_ADD, num(&b, 1e6), k->unknowns[0]), num(&b, 1e6));
	k->residuals[0] = x;
	for (uint32_t i = 0; i < N; i++)
		k->residuals[i + 1] = op1(&b, ops[i], x);
	sb_push(b.arena, b.plan->loops, k);
	build(&b, 0);
	sc_run *run = sc_run_of(b.d);
	sc_rounding *r = sc_rounding_new(run, sc_loop_of(run, 0));
	double residual[N + 1] = {0}, bound[N + 1];
	for (double z = 0.125; z < 1; z += 0.25) {
		double arc = 1 / sqrt(1 - z * z);
		const double slopes[N] = {cos(z),  sin(z),  1 / (cos(z) * cos(z)),   arc,    arc,   1 / (1 + z * z),   cosh(z),
								  sinh(z), 1 / (cosh(z) * cosh(z)), exp(z), 1 / z, 1 / (z * log(10)), 0.5 / sqrt(z)};
		for (uint32_t i = 0; i <= N; i++)
			set(&b, k->unknowns[i], z);
		sc_rounding_bounds(r, run, residual, bound);
		for (uint32_t i = 0; i < N; i++) {
			double ratio = bound[i + 1] / bound[0];
			if (!(fabs(ratio - slopes[i]) <= 1e-3 * slopes[i] + 1e-5))
				print_error("%s at %g: %g instead of %g\n", sx_op_name(ops[i]), z, ratio, slopes[i]);
			assert_true(fabs(ratio - slopes[i]) <= 1e-3 * slopes[i] + 1e-5);
		}
	}
	sc_rounding_free(r);
	bench_free(&b);
}

/* Four diodes that block: of the residual, exponentials beside ones, nothing is left but rounding, and the bound says
 * so; a volt higher it is a current. */
static void diodes_that_block(void **unused)
{
	(void)unused;
	bench b = bench_new();
	ss_loop *k = sb_new(b.arena, ss_loop);
	sx_ref a = real(&b, "a");
	sx_ref up =
		op2(&b, SX_SUB, op1(&b, SX_EXP, op2(&b, SX_DIV, op2(&b, SX_SUB, a, num(&b, 9)), num(&b, 0.025))), num(&b, 1));
	sx_ref down = op2(&b, SX_SUB, op1(&b, SX_EXP, op2(&b, SX_DIV, op1(&b, SX_NEG, a), num(&b, 0.025))), num(&b, 1));
	double residual = 0, bound = 0;
	k->n = 1;
	k->unknowns = sb_new_array(b.arena, sx_ref, 1);
	k->residuals = sb_new_array(b.arena, sx_ref, 1);
	k->unknowns[0] = a;
	k->residuals[0] = op2(&b, SX_SUB, op2(&b, SX_MUL, num(&b, 1e-12), up), op2(&b, SX_MUL, num(&b, 1e-12), down));
	sb_push(b.arena, b.plan->loops, k);
	build(&b, 0);
	sc_rounding *r = sc_rounding_new(sc_run_of(b.d), sc_loop_of(sc_run_of(b.d), 0));
	set(&b, a, 4.5);
	sc_rounding_bounds(r, sc_run_of(b.d), &residual, &bound);
	assert_true(bound > 1e-29 && bound < 1e-26);
	set(&b, a, 9.1);
	sc_rounding_bounds(r, sc_run_of(b.d), &residual, &bound);
	assert_true(bound > 1e-14 * 1e-12 * exp(4) &&
				bound < 1e-13 * 1e-12 * exp(4)); /* 9.1 is rounded by 1e-15, and exp(v/0.025) is steep */
	sc_rounding_free(r);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_are_passed_on_by_slopes),
		cmocka_unit_test(bounds_hold),
		cmocka_unit_test(diodes_that_block),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
