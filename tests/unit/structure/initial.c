/* Initial systems with known solutions. */
#include "interpret.h"
#include "model/print/print.h"

/* Steady state: der(x) = 0 for x' = u - x*x gives x = sqrt(u) from the guess 1. */
static void test_steady(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), u = parameter(&f, "u", 9);
	set_start(&f, x, 1, false);
	eq(&f, der(&f, x), sub(&f, u, mul(&f, x, x)));
	initial_eq(&f, der(&f, x), num(&f, 0));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->assumed.n, 0);
	assert_int_equal(plan->guesses.n, 1);
	run d = run_initial(&f, plan);
	assert_near(d.x[0], 3, 1e-12);
	end(&f);
}

/* One initial equation for two states: x + y = 5. y has a start value of the user's, so x is computed. */
static void test_choice(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	set_start(&f, y, 2, false);
	eq(&f, der(&f, x), neg(&f, x));
	eq(&f, der(&f, y), x);
	initial_eq(&f, add(&f, x, y), num(&f, 5));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->assumed.n, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "y"), 2, 0);
	assert_near(value(&d, "x"), 3, 0);
	end(&f);
}

/* A parameter with fixed = false: p so that x starts at 4 with x = p*p; q = 2*p follows it. */
static void test_free_parameter(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref p = variable(&f, "p", SX_REAL, SM_PARAMETER), q = variable(&f, "q", SX_REAL, SM_PARAMETER),
		   x = real(&f, "x");
	sx_ref y = real(&f, "y");
	set_start(&f, p, 1, false);
	var_of(&f, p)->fixed = sx_bool(f.p, false);
	var_of(&f, q)->binding = mul(&f, num(&f, 2), p);
	set_start(&f, x, 4, true);
	eq(&f, der(&f, x), neg(&f, mul(&f, p, x)));
	eq(&f, y, add(&f, q, x));
	initial_eq(&f, x, mul(&f, p, p));
	ss_plan *plan = analyse(&f);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "p"), 2, 1e-12);
	assert_near(value(&d, "q"), 4, 1e-12);
	assert_near(d.xd[0], -8, 1e-11);
	assert_near(value(&d, "y"), 8, 1e-11);
	end(&f);
}

static void test_too_many(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x");
	set_start(&f, x, 4, true);
	eq(&f, der(&f, x), neg(&f, x));
	initial_eq(&f, x, num(&f, 1));
	const ss_plan *plan = analyse(&f);       /* it is looked at when the values are known */
	assert_int_equal(plan->checks.n, 1);
	assert_true(plan->checks.at[0].surplus);
	end(&f);
}

/* A discrete variable starts from pre = start; an initial equation for it wins. */
static void test_discrete(void **state)
{
	(void)state;
	for (int given = 0; given < 2; given++) {
		fixture f = begin();
		sx_ref x = real(&f, "x"), d = variable(&f, "d", SX_REAL, SM_DISCRETE);
		set_start(&f, d, 7, false);
		eq(&f, der(&f, x), d);
		sm_equation *q = sm_equation_new(f.m, SM_WHEN, (sb_span){0}, ""),
					*e = sm_equation_new(f.m, SM_EQUAL, (sb_span){0}, "");
		sm_branch branch = { .condition = sx_binary(f.p, SX_GT, x, num(&f, 1)) };
		e->lhs = d, e->rhs = neg(&f, pre(&f, d));
		sb_push(f.arena, branch.body, e);
		sb_push(f.arena, q->branches, branch);
		sb_push(f.arena, f.m->equations, q);
		if (given)
			initial_eq(&f, d, num(&f, 11));
		run r = run_initial(&f, analyse(&f));
		assert_near(value(&r, "d"), given ? 11 : 7, 0);
		assert_near(r.xd[0], given ? 11 : 7, 0);
		end(&f);
	}
}

/* A relation in the initial system: x starts where der(x) = 0 for x' = (if x > 2 then 10 else 4) - x. */
static void test_latch(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x");
	set_start(&f, x, 1, false);
	eq(&f, der(&f, x), sub(&f, sx_if(f.p, sx_binary(f.p, SX_GT, x, num(&f, 2)), num(&f, 10), num(&f, 4)), x));
	initial_eq(&f, der(&f, x), num(&f, 0));
	run d = run_initial(&f, analyse(&f));
	assert_near(d.x[0], 10, 1e-12);
	end(&f);
}

/* A start that is fixed on v = der(x) and on an algebraic variable: x from y = x^3 = 8. */
static void test_fixed_elsewhere(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), v = real(&f, "v"), y = real(&f, "y"), u = real(&f, "u");
	set_start(&f, v, 5, true);
	set_start(&f, y, 8, true);
	eq(&f, v, der(&f, x));
	eq(&f, add(&f, v, mul(&f, u, x)), num(&f, 1));
	eq(&f, y, sx_binary(f.p, SX_POW, x, num(&f, 3)));
	eq(&f, der(&f, u), x);
	run d = run_initial(&f, analyse(&f));
	assert_near(value(&d, "x"), 2, 1e-12);
	assert_near(value(&d, "u"), -2, 1e-12);
	assert_near(value(&d, "v"), 5, 1e-12);
	end(&f);
}

/* The guess chooses between the solutions of x*x = 4, and is said to be one. */
static void test_guess(void **state)
{
	(void)state;
	for (int sign = -1; sign <= 1; sign += 2) {
		fixture f = begin();
		sx_ref x = real(&f, "x");
		set_start(&f, x, 3 * sign, false);
		eq(&f, der(&f, x), neg(&f, x));
		initial_eq(&f, mul(&f, x, x), num(&f, 4));
		ss_plan *plan = analyse(&f);
		assert_int_equal(plan->guesses.n, 1);
		assert_int_equal(plan->guesses.at[0], sm_scalar_of(f.m, x));
		assert_int_equal(plan->assumed.n, 0);
		run d = run_initial(&f, plan);
		assert_near(value(&d, "x"), 2 * sign, 1e-12);
		end(&f);
	}
}

/* Two parameters to be found, one condition: both are named. */
static void test_too_few(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"),
		   p[2] = {variable(&f, "p", SX_REAL, SM_PARAMETER), variable(&f, "q", SX_REAL, SM_PARAMETER)};
	set_start(&f, x, 1, true);
	for (int i = 0; i < 2; i++)
		var_of(&f, p[i])->fixed = sx_bool(f.p, false);
	eq(&f, der(&f, x), neg(&f, mul(&f, mul(&f, p[0], p[1]), x)));
	initial_eq(&f, der(&f, x), num(&f, -2));
	assert_fails(&f, "S0203", "'p', 'q'");
	end(&f);
}

/* pre(b) and pre(n) given by initial equations, n through b: left limits are unknowns like others. */
static void test_left_limits(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), b = variable(&f, "b", SX_BOOLEAN, SM_DISCRETE),
		   n = variable(&f, "n", SX_INTEGER, SM_DISCRETE);
	eq(&f, der(&f, x), num(&f, 1));
	set_start(&f, x, 0, true);
	sm_equation *q = sm_equation_new(f.m, SM_WHEN, (sb_span){0}, "");
	sm_branch branch = { .condition = sx_binary(f.p, SX_GT, x, num(&f, 1)) };
	for (int i = 0; i < 2; i++) {
		sm_equation *e = sm_equation_new(f.m, SM_EQUAL, (sb_span){0}, "");
		e->lhs = i ? n : b;
		e->rhs = i ? add(&f, pre(&f, n), sx_int(f.p, 1)) : sx_unary(f.p, SX_NOT, pre(&f, b));
		sb_push(f.arena, branch.body, e);
	}
	sb_push(f.arena, q->branches, branch);
	sb_push(f.arena, f.m->equations, q);
	initial_eq(&f, pre(&f, b), sx_bool(f.p, true));
	initial_eq(&f, pre(&f, n), sx_if(f.p, pre(&f, b), sx_int(f.p, 6), sx_int(f.p, 7)));
	run d = run_initial(&f, analyse(&f));
	assert_near(value(&d, "b"), 1, 0);
	assert_near(value(&d, "n"), 6, 0);
	end(&f);
}

/* homotopy is its first argument in the run, and stays whole in the initial system. */
static void test_homotopy(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	set_start(&f, y, 1, false);
	eq(&f, der(&f, x), sub(&f, y, x));
	eq(&f, sx_binary(f.p, SX_HOMOTOPY, mul(&f, y, mul(&f, y, y)), y), num(&f, 8));
	initial_eq(&f, der(&f, x), num(&f, 0));
	ss_plan *plan = analyse(&f);
	assert_true(plan->uses_homotopy);
	for (uint32_t i = 0; i < plan->loops.n; i++)
		for (uint32_t k = 0; k < plan->loops.at[i]->n && !plan->loops.at[i]->linear; k++) {
			sb_text out = {0};
			sm_print_expr(f.m, plan->loops.at[i]->residuals[k], &out);
			bool of_run = false;
			for (uint32_t s = 0; s < plan->steps.n; s++)
				of_run = of_run || (plan->steps.at[s].kind == SS_LOOP && plan->steps.at[s].loop == i);
			assert_int_equal(strstr(out.at, "homotopy") == NULL, of_run);
			sb_text_free(&out);
		}
	run d = run_initial(&f, plan);
	assert_near(value(&d, "y"), 2, 1e-10);
	assert_near(value(&d, "x"), 2, 1e-10);
	end(&f);
}

/* A start on an alias that is not the one in use is said once; equal ones are not. */
static void test_unused_start(void **state)
{
	(void)state;
	for (int equal = 0; equal < 2; equal++) {
		fixture f = begin();
		sx_ref x = real(&f, "x"), other = real(&f, "other");
		set_start(&f, x, 2, true);
		set_start(&f, other, equal ? -2 : 2, false);
		eq(&f, der(&f, x), neg(&f, x));
		eq(&f, add(&f, other, x), num(&f, 0));
		run d = run_initial(&f, analyse(&f));
		assert_near(value(&d, "other"), -2, 0);
		assert_int_equal(sb_messages(f.diag), !equal);
		if (!equal)
			assert_string_equal(sb_message_at(f.diag, 0).code, "S0207");
		end(&f);
	}
}

/* x' = A x + c with a dominant diagonal; each state starts from a fixed value, at rest, or by a sum with another one.
 * The same linear equations are solved here by elimination. */
static void test_random(void **state)
{
	enum { SYSTEMS = 200, MOST = 12 };
	uint64_t seed = 7;

	(void)state;
	for (int round = 0; round < SYSTEMS; round++) {
		fixture f = begin();
		double a[MOST][MOST], c[MOST], system[MOST * MOST] = {0}, right[MOST];
		sx_ref x[MOST];
		uint32_t n = 1 + (uint32_t)round % MOST;
		char name[16];
		for (uint32_t i = 0; i < n; i++) {
			snprintf(name, sizeof name, "x%u", i);
			x[i] = real(&f, name);
		}
		for (uint32_t i = 0; i < n; i++) {
			sx_ref sum = num(&f, c[i] = (double)((seed = seed * 6364136223846793005u + 1) >> 40) / 1e7);
			for (uint32_t k = 0; k < n; k++) {
				seed = seed * 6364136223846793005u + 1442695040888963407u;
				a[i][k] = i == k ? -3 : (seed >> 33) % 3 ? 0 : (double)((seed >> 36) % 100) / 400 / n;
				if (a[i][k] != 0)
					sum = add(&f, sum, mul(&f, num(&f, a[i][k]), x[k]));
			}
			eq(&f, der(&f, x[i]), sum);
		}
		for (uint32_t i = 0; i < n; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			uint32_t other = (i + 1) % n;
			switch ((seed >> 33) % 3) {
			case 0:
				set_start(&f, x[i], right[i] = i + 0.5, true);
				system[i * n + i] = 1;
				break;
			case 1:
				initial_eq(&f, der(&f, x[i]), num(&f, 0));
				for (uint32_t k = 0; k < n; k++)
					system[i * n + k] = a[i][k];
				right[i] = -c[i];
				break;
			default:
				initial_eq(&f, add(&f, mul(&f, num(&f, 2), x[i]), mul(&f, num(&f, 0.5), x[other])),
						   num(&f, right[i] = 3));
				system[i * n + i] += 2;
				system[i * n + other] += 0.5;
				break;
			}
		}
		assert_true(eliminate(system, right, n));
		ss_plan *plan = analyse(&f);
		run d = run_initial(&f, plan);
		for (uint32_t i = 0; i < n; i++)
			assert_near(d.x[i], right[i], 1e-9 * (1 + fabs(right[i])));
		assert_int_equal(plan->assumed.n, 0);
		end(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steady), cmocka_unit_test(test_choice), cmocka_unit_test(test_free_parameter),
		cmocka_unit_test(test_too_many), cmocka_unit_test(test_discrete), cmocka_unit_test(test_latch),
		cmocka_unit_test(test_fixed_elsewhere), cmocka_unit_test(test_guess), cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_left_limits), cmocka_unit_test(test_homotopy), cmocka_unit_test(test_unused_start),
		cmocka_unit_test(test_random),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
