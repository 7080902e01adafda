/* Initial systems with known solutions. */
#include "interpret.h"

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
	assert_fails(&f, "S0202", "fixed");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_steady), cmocka_unit_test(test_choice), cmocka_unit_test(test_free_parameter),
		cmocka_unit_test(test_too_many), cmocka_unit_test(test_discrete), cmocka_unit_test(test_latch),
		cmocka_unit_test(test_fixed_elsewhere),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
