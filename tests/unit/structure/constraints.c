/* Constraints between states: what is differentiated, which states are chosen, what is projected onto. */
#include "interpret.h"

static sx_ref square(fixture *f, sx_ref a) { return sx_binary(f->p, SX_POW, a, num(f, 2)); }
static sx_ref time_of(fixture *f) { return sx_time(f->p); }

static uint32_t scalar_of(fixture *f, const char *name)
{
	return sm_find_scalar(f->m, name);
}

static bool is_state(fixture *f, const ss_plan *plan, const char *name)
{
	const ss_place *p = &plan->place[scalar_of(f, name)];
	return p->store == SS_STATE;
}

typedef struct pendulum { sx_ref x, y, u, v, force; } pendulum;

static pendulum make_pendulum(fixture *f)
{
	pendulum p = { real(f, "x"), real(f, "y"), real(f, "u"), real(f, "v"), real(f, "force") };
	eq(f, der(f, p.x), p.u);
	eq(f, der(f, p.y), p.v);
	eq(f, der(f, p.u), neg(f, mul(f, p.force, p.x)));
	eq(f, der(f, p.v), sub(f, neg(f, mul(f, p.force, p.y)), num(f, 10)));
	eq(f, add(f, square(f, p.x), square(f, p.y)), num(f, 1));
	return p;
}

/* The residuals of the invariants at the present states, and their derivatives against differences. */
static void assert_invariants(run *d, double tolerance)
{
	const ss_plan *plan = d->plan;
	const ss_invariant_jacobian *j = &plan->invariant_jacobian;
	assert_true(j->symbolic);
	run_steps(d, &plan->steps, SS_PROJECT);
	d->local = sb_new_array(d->f->arena, double, j->temp_count + 1);
	for (uint32_t i = 0; i < j->steps.n; i++) {
		assert_false(j->steps.at[i].solve);
		d->local[j->steps.at[i].local] = evaluate(d, j->steps.at[i].value);
	}
	for (uint32_t c = 0; c < plan->states; c++) {
		double kept = d->x[c], h = 1e-6, up[16] = {0}, down[16] = {0}, by[16] = {0};
		for (uint32_t k = j->pattern.column[c]; k < j->pattern.column[c + 1]; k++)
			by[j->pattern.row[k]] = evaluate(d, j->values[k]);
		for (int side = -1; side <= 1; side += 2) {
			d->x[c] = kept + side * h;
			run_steps(d, &plan->steps, SS_PROJECT);
			for (uint32_t i = 0; i < plan->invariants.n; i++)
				(side < 0 ? down : up)[i] = evaluate(d, plan->invariants.at[i].residual);
		}
		d->x[c] = kept;
		run_steps(d, &plan->steps, SS_PROJECT);
		for (uint32_t i = 0; i < plan->invariants.n; i++)
			assert_near(by[i], (up[i] - down[i]) / (2 * h), tolerance);
	}
}

/* Index 3: four states, two invariants; force and accelerations from the constraint differentiated twice. */
static void test_pendulum(void **state)
{
	(void)state;
	fixture f = begin();
	pendulum p = make_pendulum(&f);
	set_start(&f, p.x, 0.6, true);
	set_start(&f, p.y, -1, false);
	set_start(&f, p.u, 2, true);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->index, 3);
	assert_int_equal(plan->states, 4);
	assert_int_equal(plan->invariants.n, 2);
	assert_int_equal(plan->constraints.n, 1);
	assert_true(plan->constraints.at[0].invariant);
	assert_int_equal(plan->constraints.at[0].times, 2);
	assert_int_equal(plan->constraints.at[0].tied.n, 2);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "y"), -0.8, 1e-12);
	assert_near(value(&d, "v"), 0.6 * 2 / 0.8, 1e-12);
	/* force = u^2 + v^2 - g*y, from x*x'' + y*y'' + u^2 + v^2 = 0 */
	assert_near(value(&d, "force"), 4 + 2.25 + 8, 1e-11);
	assert_jacobian(&d, 1e-6);
	assert_invariants(&d, 1e-8);
	end(&f);
}

/* stateSelect decides: x and u stay, y and v are computed, nothing is projected. */
static void test_pendulum_chosen(void **state)
{
	(void)state;
	fixture f = begin();
	pendulum p = make_pendulum(&f);
	set_start(&f, p.x, 0.6, true);
	set_start(&f, p.y, -1, false);
	set_start(&f, p.u, 2, true);
	var_of(&f, p.x)->state_select = SM_SELECT_ALWAYS;
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 2);
	assert_int_equal(plan->invariants.n, 0);
	assert_true(plan->constraints.at[0].chosen);
	assert_true(is_state(&f, plan, "x") && is_state(&f, plan, "u"));
	assert_false(is_state(&f, plan, "y") || is_state(&f, plan, "v"));
	run d = run_initial(&f, plan);
	assert_near(value(&d, "force"), 4 + 2.25 + 8, 1e-11);
	assert_jacobian(&d, 1e-6);
	end(&f);
}

/* x = sin(phi), y = -cos(phi) have constant factors for x and y: phi is the state without being asked. */
static void test_angle(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), u = real(&f, "u"), v = real(&f, "v"), force = real(&f, "force"),
		   phi = real(&f, "phi");
	eq(&f, der(&f, x), u);
	eq(&f, der(&f, y), v);
	eq(&f, der(&f, u), neg(&f, mul(&f, force, x)));
	eq(&f, der(&f, v), sub(&f, neg(&f, mul(&f, force, y)), num(&f, 10)));
	eq(&f, x, sx_unary(f.p, SX_SIN, phi));
	eq(&f, y, neg(&f, sx_unary(f.p, SX_COS, phi)));
	set_start(&f, phi, 0.3, true);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 2);
	assert_int_equal(plan->invariants.n, 0);
	assert_true(is_state(&f, plan, "phi"));
	run d = run_initial(&f, plan);
	/* phi'' = -g sin(phi) and at rest force = g cos(phi) */
	assert_near(value(&d, "force"), 10 * cos(0.3), 1e-12);
	assert_jacobian(&d, 1e-6);
	end(&f);
}

/* Which of two states that w1 = 3*w2 ties stays one: by stateSelect, then by a fixed start, then by a start, then the
 * first. */
static void test_priorities(void **state)
{
	(void)state;
	static const struct { sm_state_select s1, s2; int start1, start2; bool first; } cases[] = {
		{ SM_SELECT_DEFAULT, SM_SELECT_DEFAULT, 0, 0, true },
		{ SM_SELECT_DEFAULT, SM_SELECT_DEFAULT, 0, 1, false },
		{ SM_SELECT_DEFAULT, SM_SELECT_DEFAULT, 1, 2, false },
		{ SM_SELECT_PREFER, SM_SELECT_DEFAULT, 0, 2, true },
		{ SM_SELECT_DEFAULT, SM_SELECT_PREFER, 2, 0, false },
		{ SM_SELECT_PREFER, SM_SELECT_ALWAYS, 2, 0, false },
		{ SM_SELECT_AVOID, SM_SELECT_DEFAULT, 2, 0, false },
		{ SM_SELECT_AVOID, SM_SELECT_NEVER, 0, 2, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		fixture f = begin();
		sx_ref w1 = real(&f, "w1"), w2 = real(&f, "w2"), t = real(&f, "t");
		eq(&f, der(&f, w1), sub(&f, num(&f, 1), t));
		eq(&f, der(&f, w2), mul(&f, num(&f, 3), t));
		eq(&f, w1, mul(&f, num(&f, 3), w2));
		var_of(&f, w1)->state_select = cases[i].s1;
		var_of(&f, w2)->state_select = cases[i].s2;
		if (cases[i].start1)
			set_start(&f, w1, 6, cases[i].start1 == 2);
		if (cases[i].start2)
			set_start(&f, w2, 2, cases[i].start2 == 2);
		ss_plan *plan = analyse(&f);
		assert_int_equal(plan->states, 1);
		assert_int_equal(plan->index, 2);
		if (is_state(&f, plan, "w1") != cases[i].first)
			fail_msg("case %zu", i);
		run d = run_initial(&f, plan);
		/* w1' + w2'/3 = 1 and w1' = 3 w2', so t = 1 - w1' = 0.1 */
		assert_near(value(&d, "t"), 0.1, 1e-13);
		assert_near(value(&d, "w1"), 3 * value(&d, "w2"), 1e-13);
		if (cases[i].start1 || cases[i].start2)
			assert_near(value(&d, "w1"), 6, 1e-13);
		end(&f);
	}
}

/* Factors whose numbers cancel: x + y = 1 and x + y + z = 2, with x and y never both states. The pattern allows x and y
 * as dependent, the numbers do not. */
static void test_numbers_decide(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z"), g = real(&f, "g"), h = real(&f, "h"),
		   a = parameter(&f, "a", 1);
	eq(&f, der(&f, x), add(&f, g, h));
	eq(&f, der(&f, y), sub(&f, time_of(&f), g));
	eq(&f, der(&f, z), h);
	eq(&f, add(&f, x, mul(&f, a, y)), num(&f, 1));
	eq(&f, add(&f, add(&f, x, y), z), num(&f, 2));
	set_start(&f, z, 1, true);
	var_of(&f, z)->state_select = SM_SELECT_PREFER;
	set_start(&f, y, 0.25, true);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 1);
	assert_false(is_state(&f, plan, "z"));
	end(&f);
}

/* x = f(time) is differentiated as often as needed; the user's own name for the rate is taken for it, with its sign. */
static void test_prescribed(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), v = real(&f, "v"), w = real(&f, "w"), a = real(&f, "a"), force = real(&f, "force");
	eq(&f, x, sx_unary(f.p, SX_SIN, mul(&f, num(&f, 2), time_of(&f))));
	eq(&f, v, neg(&f, der(&f, x)));
	eq(&f, w, der(&f, x));
	eq(&f, a, der(&f, v));
	eq(&f, force, add(&f, a, w));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 0);
	assert_int_equal(plan->index, 3);
	run d = run_initial(&f, plan);
	d.time = 0.7;
	run_steps(&d, &plan->steps, 0xff);
	assert_near(value(&d, "w"), 2 * cos(1.4), 1e-14);
	assert_near(value(&d, "v"), -2 * cos(1.4), 1e-14);
	assert_near(value(&d, "force"), 4 * sin(1.4) + 2 * cos(1.4), 1e-13);
	end(&f);
}

/* v1 = a - b and v2 = a - b: by their numbers these make v1 = v2. */
static void test_dependent_equations(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref v1 = real(&f, "v1"), v2 = real(&f, "v2"), a = real(&f, "a"), b = real(&f, "b"), i1 = real(&f, "i1"),
		   i2 = real(&f, "i2");
	eq(&f, v1, sub(&f, a, b));
	eq(&f, v2, sub(&f, a, b));
	eq(&f, der(&f, v1), i1);
	eq(&f, mul(&f, num(&f, 3), der(&f, v2)), i2);
	eq(&f, sub(&f, num(&f, 5), a), add(&f, i1, i2));
	eq(&f, b, add(&f, i1, i2));
	set_start(&f, v1, 1, true);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 1);
	run d = run_initial(&f, plan);
	/* i1 + i2 = 4 v' = (5 - v)/2 */
	assert_near(value(&d, "v2"), 1, 1e-14);
	assert_near(value(&d, "i1"), 0.5, 1e-13);
	assert_near(value(&d, "i2"), 1.5, 1e-13);
	end(&f);
}

/* Fixed starts that say what a constraint says: it is left out there, and kept for a look afterwards. */
static void test_checks(void **state)
{
	(void)state;
	fixture f = begin();
	pendulum p = make_pendulum(&f);
	set_start(&f, p.x, 1, true);
	set_start(&f, p.y, 0, true);
	set_start(&f, p.u, 0, true);
	set_start(&f, p.v, 3, true);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->checks.n, 2);
	assert_int_equal(plan->checks.at[0].starts.n >= 2, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "force"), 9, 1e-12);
	end(&f);
}

/* Singular whatever is differentiated: explained, and not tried for ever. */
static void test_no_end(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	eq(&f, add(&f, der(&f, x), y), num(&f, 0));
	eq(&f, add(&f, der(&f, y), x), num(&f, 0));
	eq(&f, sub(&f, x, y), num(&f, 0));
	(void)z;
	assert_fails(&f, "S0103", "z");
	end(&f);
}

/* A chain of n masses, each tied to the next: one pair of states is left, and every mass has the same acceleration. */
static void test_long_chain(void **state)
{
	(void)state;
	enum { N = 300 };
	fixture f = begin();
	sx_ref x[N], v[N], force[N + 1];
	char name[16];
	for (int i = 0; i < N; i++) {
		snprintf(name, sizeof name, "x%d", i);
		x[i] = real(&f, name);
		snprintf(name, sizeof name, "v%d", i);
		v[i] = real(&f, name);
	}
	for (int i = 0; i <= N; i++) {
		snprintf(name, sizeof name, "f%d", i);
		force[i] = real(&f, name);
	}
	for (int i = 0; i < N; i++) {
		eq(&f, v[i], der(&f, x[i]));
		eq(&f, der(&f, v[i]), sub(&f, force[i], force[i + 1]));
		if (i + 1 < N)
			eq(&f, sub(&f, x[i + 1], x[i]), num(&f, 1));
	}
	eq(&f, force[0], num(&f, 2.0 * N));
	eq(&f, force[N], num(&f, 0));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 2);
	assert_int_equal(plan->dependents.n, 2 * (N - 1));
	run d = run_initial(&f, plan);
	assert_near(value(&d, "x299") - value(&d, "x0"), 299, 1e-9);
	assert_near(value(&d, "f150"), 2.0 * (N - 150), 1e-8);
	end(&f);
}

/* A model may be analysed again, also with another choice of states: variables made for derivatives are found again or
 * are nothing. */
static void test_again(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), v = real(&f, "v"), g = real(&f, "g");
	eq(&f, der(&f, x), v);
	eq(&f, der(&f, v), g);
	eq(&f, der(&f, y), sub(&f, v, g));
	eq(&f, y, mul(&f, num(&f, 2), x));
	set_start(&f, x, 3, true);
	for (int round = 0; round < 3; round++) {
		var_of(&f, x)->state_select = round == 1 ? SM_SELECT_NEVER : SM_SELECT_DEFAULT;
		ss_plan *plan = analyse(&f);
		run d = run_initial(&f, plan);
		assert_near(value(&d, "x"), 3, 1e-14);
		assert_near(value(&d, "y"), 6, 1e-14);
		/* 2 v = v - g, so g = -v */
		assert_near(value(&d, "g"), -value(&d, "v"), 1e-14);
	}
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pendulum), cmocka_unit_test(test_pendulum_chosen), cmocka_unit_test(test_angle),
		cmocka_unit_test(test_priorities), cmocka_unit_test(test_numbers_decide), cmocka_unit_test(test_prescribed),
		cmocka_unit_test(test_dependent_equations), cmocka_unit_test(test_checks), cmocka_unit_test(test_no_end),
		cmocka_unit_test(test_long_chain), cmocka_unit_test(test_again),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
