/* Models without events: order, aliases, loops, tearing, Jacobians. */
#include "interpret.h"

/* der(x) = -a*x, y = 2*x, z = y: one state, an alias, a phase for each step. */
static void test_one_state(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref a = parameter(&f, "a", 3), x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	set_start(&f, x, 2, true);
	eq(&f, z, y);
	eq(&f, y, mul(&f, num(&f, 2), x));
	eq(&f, der(&f, x), neg(&f, mul(&f, a, x)));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 1);
	assert_int_equal(plan->steps.n, 2);
	assert_int_equal(plan->assumed.n, 0);
	run d = run_initial(&f, plan);
	assert_near(d.x[0], 2, 0);
	assert_near(d.xd[0], -6, 0);
	assert_near(value(&d, "z"), 4, 0);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		assert_int_equal(plan->steps.at[i].phases, plan->steps.at[i].target == der(&f, x) ? SS_RATES : SS_OUTPUT);
	assert_jacobian(&d, 1e-8);
	end(&f);
}

/* Signs of aliases, through sums and derivatives: v = der(x), p + v = 0, q = -p. */
static void test_signs(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), v = real(&f, "v"), p = real(&f, "p"), q = real(&f, "q"), u = real(&f, "u");
	set_start(&f, x, 1, true);
	eq(&f, v, der(&f, x));
	eq(&f, add(&f, p, v), num(&f, 0));
	eq(&f, q, neg(&f, p));
	eq(&f, u, neg(&f, x));
	eq(&f, add(&f, q, mul(&f, num(&f, 4), u)), num(&f, 0));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 1);
	assert_int_equal(plan->steps.n, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "v"), -4 * -1, 0);
	assert_near(value(&d, "p"), -4, 0);
	assert_near(value(&d, "q"), 4, 0);
	assert_near(value(&d, "u"), -1, 0);
	assert_jacobian(&d, 1e-8);
	end(&f);
}

/* A Wheatstone bridge: five resistors, a source of 10 V. Linear loop; currents from Kirchhoff's laws solved by hand:
 * R1 = 1, R2 = 2, R3 = 3, R4 = 4, R5 = 5 gives, with node voltages va, vb: (10-va)/1 = va/2 + (va-vb)/5 and (10-vb)/3 =
 * vb/4 - (va-vb)/5. */
static void test_bridge(void **state)
{
	(void)state;
	fixture f = begin();
	const char *name[] = { "i1", "i2", "i3", "i4", "i5" };
	sx_ref i[5], va = real(&f, "va"), vb = real(&f, "vb"), u = real(&f, "u");
	for (int k = 0; k < 5; k++)
		i[k] = real(&f, name[k]);
	eq(&f, u, num(&f, 10));
	eq(&f, sub(&f, u, va), mul(&f, num(&f, 1), i[0]));
	eq(&f, va, mul(&f, num(&f, 2), i[1]));
	eq(&f, sub(&f, u, vb), mul(&f, num(&f, 3), i[2]));
	eq(&f, vb, mul(&f, num(&f, 4), i[3]));
	eq(&f, sub(&f, va, vb), mul(&f, num(&f, 5), i[4]));
	eq(&f, i[0], add(&f, i[1], i[4]));
	eq(&f, add(&f, i[2], i[4]), i[3]);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->steps.n, 1);
	assert_int_equal(plan->steps.at[0].kind, SS_LOOP);
	assert_true(plan->loops.at[0]->linear);
	assert_true(plan->loops.at[0]->invariant);
	run d = run_initial(&f, plan);
	/* 1.7 va - 0.2 vb = 10 and (1/3 + 1/4 + 0.2) vb - 0.2 va = 10/3 */
	double g = 1.0 / 3 + 0.25 + 0.2, det = 1.7 * g - 0.04;
	assert_near(value(&d, "va"), (10 * g + 0.2 * 10 / 3) / det, 1e-12);
	assert_near(value(&d, "vb"), (1.7 * 10 / 3 + 2) / det, 1e-12);
	end(&f);
}

/* A loop with a state in its matrix, and its Jacobian: (2 + x) y + z = x^2, y - 3 z = sin(x), der(x) = y*z. */
static void test_linear_loop_jacobian(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z"), w = real(&f, "w");
	set_start(&f, x, 0.7, true);
	set_start(&f, w, 0.3, true);
	eq(&f, add(&f, mul(&f, add(&f, num(&f, 2), x), y), z), sx_binary(f.p, SX_POW, x, num(&f, 2)));
	eq(&f, sub(&f, y, mul(&f, num(&f, 3), z)), sx_unary(f.p, SX_SIN, mul(&f, x, w)));
	eq(&f, der(&f, x), mul(&f, y, z));
	eq(&f, der(&f, w), sub(&f, y, w));
	ss_plan *plan = analyse(&f);
	assert_true(plan->jacobian.symbolic);
	run d = run_initial(&f, plan);
	assert_near((2 + 0.7) * value(&d, "y") + value(&d, "z"), 0.49, 1e-12);
	assert_jacobian(&d, 1e-7);
	end(&f);
}

/* A nonlinear loop of four that tears to one: a = b + x, b = c^3/10, c = d - 1, d + a = cos(d). */
static void test_tearing(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), a = real(&f, "a"), b = real(&f, "b"), c = real(&f, "c"), e = real(&f, "d");
	set_start(&f, x, 0.5, true);
	eq(&f, a, add(&f, b, x));
	eq(&f, b, quot(&f, sx_binary(f.p, SX_POW, c, num(&f, 3)), num(&f, 10)));
	eq(&f, c, sub(&f, e, num(&f, 1)));
	eq(&f, add(&f, e, a), sx_unary(f.p, SX_COS, e));
	eq(&f, der(&f, x), sub(&f, mul(&f, a, c), x));
	ss_plan *plan = analyse(&f);
	const ss_loop *loop = plan->loops.at[0];
	assert_false(loop->linear);
	assert_int_equal(loop->n, 1);
	assert_int_equal(loop->inner.n, 3);
	assert_int_equal(loop->members.n, 4);
	assert_true(plan->jacobian.symbolic);
	run d = run_initial(&f, plan);
	double dd = value(&d, "d"), cc = dd - 1;
	assert_near(dd + cc * cc * cc / 10 + 0.5 - cos(dd), 0, 1e-12);
	assert_jacobian(&d, 1e-7);
	end(&f);
}

/* Two unknowns, both nonlinear: p*q = x + 2, exp(p) = q; and one alone that no inverse gives: y + sin(y)/2 = x. */
static void test_newton(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), p = real(&f, "p"), q = real(&f, "q"), y = real(&f, "y");
	set_start(&f, x, 1, true);
	set_start(&f, p, 1, false);
	set_start(&f, q, 2, false);
	eq(&f, mul(&f, p, q), add(&f, x, num(&f, 2)));
	eq(&f, sx_unary(f.p, SX_EXP, p), q);
	eq(&f, add(&f, y, quot(&f, sx_unary(f.p, SX_SIN, y), num(&f, 2))), x);
	eq(&f, der(&f, x), sub(&f, mul(&f, p, y), x));
	ss_plan *plan = analyse(&f);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "p") * exp(value(&d, "p")), 3, 1e-12);
	assert_near(value(&d, "y") + sin(value(&d, "y")) / 2, 1, 1e-12);
	assert_true(plan->guesses.n >= 2);
	assert_jacobian(&d, 1e-7);
	end(&f);
}

/* What depends on parameters alone is computed once, and in order: c = b + 1, b = 2*a, and y = c*c. */
static void test_parameters(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref c = variable(&f, "c", SX_REAL, SM_PARAMETER), b = variable(&f, "b", SX_REAL, SM_PARAMETER),
		   a = parameter(&f, "a", 5);
	sx_ref y = real(&f, "y"), x = real(&f, "x");
	var_of(&f, c)->binding = add(&f, b, num(&f, 1));
	var_of(&f, b)->binding = mul(&f, num(&f, 2), a);
	eq(&f, y, mul(&f, c, c));
	eq(&f, der(&f, x), y);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->parameters.n, 3);
	assert_int_equal(plan->steps.n, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "y"), 121, 0);
	assert_near(d.xd[0], 121, 0);
	for (uint32_t i = 0; i < plan->parameter_steps.n; i++)
		assert_int_equal(plan->parameter_steps.at[i].guard != 0, plan->parameter_steps.at[i].target != y);
	end(&f);
}

static void test_parameter_circle(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref a = variable(&f, "a", SX_REAL, SM_PARAMETER), b = variable(&f, "b", SX_REAL, SM_PARAMETER);
	var_of(&f, a)->binding = add(&f, b, num(&f, 1));
	var_of(&f, b)->binding = mul(&f, num(&f, 2), a);
	assert_fails(&f, "S0109", "'a'");
	end(&f);
}

/* A family: heat along a rod of n cells. It stays whole; the Jacobian is a band of 3. */
static void test_rod(void **state)
{
	(void)state;
	enum { N = 50 };
	fixture f = begin();
	uint32_t shape[] = { N }, number = sm_add_variable(f.m, "u", SX_REAL, shape, 1), iterator = sx_new_iter(f.p, "i");
	sx_ref i = sx_iter(f.p, iterator), one = sx_int(f.p, 1), at[3], first = sm_ref_at(f.m, number, 0),
		   last = sm_ref_at(f.m, number, N - 1);
	sx_ref left = sx_binary(f.p, SX_SUB, i, one), right = sx_binary(f.p, SX_ADD, i, one);
	sm_edit(f.m, number)->component = "";
	at[0] = sx_var(f.p, number, SX_REAL, &left, 1);
	at[1] = sx_var(f.p, number, SX_REAL, &i, 1);
	at[2] = sx_var(f.p, number, SX_REAL, &right, 1);
	sm_equation *q = eq(&f, der(&f, at[1]), add(&f, sub(&f, at[0], mul(&f, num(&f, 2), at[1])), mul(&f, at[2], at[2])));
	sm_range range = { iterator, 2, N - 1 };
	sb_push(f.arena, q->domain, range);
	eq(&f, der(&f, first), neg(&f, first));
	eq(&f, der(&f, last), neg(&f, last));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, N);
	assert_int_equal(plan->assumed.n, 3);
	assert_int_equal(plan->steps.n, 3);
	assert_int_equal(plan->families.n, 1);
	assert_null(plan->families.at[0].why);
	assert_true(plan->jacobian.symbolic);
	assert_int_equal(ss_lay_out(plan, f.arena).pattern.column[N], 3 * (N - 2) + 2);
	run d = run_initial(&f, plan);
	for (int k = 0; k < N; k++)
		d.x[k] = sin(k);
	assert_jacobian(&d, 1e-7);
	end(&f);
}

/* sum(k*x for k in 1:4) = 10*x is written out. */
static void test_reduction(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	uint32_t k = sx_new_iter(f.p, "k");
	set_start(&f, x, 3, true);
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, y,
	   sx_reduce(f.p, SX_SUM, k, sx_int(f.p, 1), sx_int(f.p, 4), mul(&f, sx_cast(f.p, sx_iter(f.p, k), SX_REAL), x)));
	run d = run_initial(&f, analyse(&f));
	assert_near(value(&d, "y"), 30, 0);
	end(&f);
}

/* der of an expression: der(x*y) = 1 with y = time: x + y*der(x) = 1. */
static void test_der_of_expression(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), p = parameter(&f, "p", 4);
	set_start(&f, x, 3, true);
	eq(&f, der(&f, mul(&f, mul(&f, p, x), x)), num(&f, 48));
	run d = run_initial(&f, analyse(&f));
	assert_near(d.xd[0], 2, 1e-14);
	end(&f);
}

/* An if-equation with the same unknowns in both branches, and one with crossed ones. */
static void test_if_equations(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref b = variable(&f, "b", SX_BOOLEAN, SM_PARAMETER), x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	var_of(&f, b)->binding = sx_bool(f.p, false);
	for (int kind = 0; kind < 2; kind++) {
		sm_equation *q = sm_equation_new(f.m, SM_IF, (sb_span){0}, "");
		for (int k = 0; k < 2; k++) {
			sm_branch branch = { .condition = k == 0 ? b : 0 };
			sm_equation *inside = sm_equation_new(f.m, SM_EQUAL, (sb_span){0}, "");
			inside->lhs = kind == 0 ? x : k == 0 ? y : z;
			inside->rhs = kind == 0 ? num(&f, 1 + k) : num(&f, 5);
			sb_push(f.arena, branch.body, inside);
			sb_push(f.arena, q->branches, branch);
		}
		sb_push(f.arena, f.m->equations, q);
	}
	eq(&f, add(&f, y, mul(&f, num(&f, 2), z)), add(&f, x, sx_time(f.p)));
	run d = run_initial(&f, analyse(&f));
	assert_near(value(&d, "x"), 2, 0);
	assert_near(value(&d, "z"), 5, 0);
	assert_near(value(&d, "y"), -8, 0);
	end(&f);
}

/* A chain of 100 000 equations in reverse order, then a loop through all of them: linear time is enough for both. */
static void test_big(void **state)
{
	(void)state;
	enum { N = 100000 };
	for (int closed = 0; closed < 2; closed++) {
		fixture f = begin();
		uint32_t shape[] = { N }, v = sm_add_variable(f.m, "v", SX_REAL, shape, 1);
		sm_edit(f.m, v)->component = "";
		sx_ref x = real(&f, "x");
		eq(&f, der(&f, x), sm_ref_at(f.m, v, N - 1));
		for (uint32_t i = N; i-- > 1;)
			eq(&f, sm_ref_at(f.m, v, i), add(&f, mul(&f, num(&f, 0.5), sm_ref_at(f.m, v, i - 1)), num(&f, 1)));
		sx_ref from = closed ? add(&f, mul(&f, num(&f, 0.5), sm_ref_at(f.m, v, N - 1)), x) : x;
		eq(&f, add(&f, sm_ref_at(f.m, v, 0), num(&f, 1)), from);
		ss_plan *plan = analyse(&f);
		assert_int_equal(plan->states, 1);
		if (closed) {
			assert_int_equal(plan->loops.at[0]->members.n, N);
		} else {
			run d = run_initial(&f, plan);
			assert_near(value(&d, "v[100000]"), 2, 1e-12);
		}
		const ss_profile *t = ss_times(plan);
		print_message("%s: expand %.2f alias %.2f match %.2f solve %.2f initial %.2f jacobian %.2f s\n",
					  closed ? "loop" : "chain", t->expand, t->alias, t->match, t->solve, t->initial, t->jacobian);
		end(&f);
	}
}

static void test_describe(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	set_start(&f, x, 1, false);
	eq(&f, der(&f, x), y);
	eq(&f, add(&f, y, z), x);
	eq(&f, sub(&f, y, z), num(&f, 1));
	sb_text out = {0};
	ss_describe(analyse(&f), &out);
	assert_non_null(strstr(out.at, "1 state,"));
	assert_non_null(strstr(out.at, "linear loop of 2 equations"));
	assert_non_null(strstr(out.at, "states: x\n"));
	assert_non_null(strstr(out.at, "start values taken as fixed: x = 1"));
	sb_text_free(&out);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_one_state), cmocka_unit_test(test_signs), cmocka_unit_test(test_bridge),
		cmocka_unit_test(test_linear_loop_jacobian), cmocka_unit_test(test_tearing), cmocka_unit_test(test_newton),
		cmocka_unit_test(test_parameters), cmocka_unit_test(test_parameter_circle), cmocka_unit_test(test_rod),
		cmocka_unit_test(test_reduction), cmocka_unit_test(test_der_of_expression), cmocka_unit_test(test_if_equations),
		cmocka_unit_test(test_describe), cmocka_unit_test(test_big),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
