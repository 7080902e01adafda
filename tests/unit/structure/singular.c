/* Models that cannot be simulated: one message, with the names and the cause. */
#include "interpret.h"

/* y has no equation, and x + y + z = 1 does not give it: x is the state's, z is given. */
static void test_too_few(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z"), w = real(&f, "w");
	eq(&f, der(&f, x), y);
	eq(&f, w, add(&f, y, z));
	eq(&f, z, mul(&f, x, x));
	assert_fails(&f, "S0101", "'y'");
	end(&f);
}

/* Three equations for two unknowns. */
static void test_too_many(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	eq(&f, add(&f, x, y), sx_time(f.p));
	eq(&f, sub(&f, x, y), num(&f, 2));
	eq(&f, add(&f, mul(&f, x, y), x), num(&f, 3));
	assert_fails(&f, "S0102", "'x', 'y'");
	end(&f);
}

/* The number is right, but x has two equations and y none. */
static void test_singular(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	eq(&f, x, sx_unary(f.p, SX_SIN, sx_time(f.p)));
	eq(&f, mul(&f, x, x), sx_time(f.p));
	eq(&f, z, mul(&f, num(&f, 2), y));
	assert_fails(&f, "S0103", "'x'");
	end(&f);
}

/* The same equality twice: an equation too many, not a silent alias. */
static void test_twice(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	eq(&f, x, y);
	eq(&f, y, x);
	assert_fails(&f, "S0103", "'x'");
	end(&f);
}

/* x + y - x = time holds x, and does not determine it; 2*x - x*2 = y does not either, which shows only when it is
 * solved. */
static void test_cancels(void **state)
{
	(void)state;
	for (int hidden = 0; hidden < 2; hidden++) {
		fixture f = begin();
		sx_ref x = real(&f, "x"), y = real(&f, "y"), two = num(&f, 2);
		if (hidden)
			eq(&f, sub(&f, mul(&f, two, x), mul(&f, x, two)), sub(&f, y, sx_time(f.p)));
		else
			eq(&f, sub(&f, add(&f, x, y), x), sx_time(f.p));
		eq(&f, mul(&f, y, y), sx_time(f.p));
		assert_fails(&f, "S0111", "'x'");
		end(&f);
	}
}

/* A circuit without ground: the last node repeats the others, and one potential is open. */
static void test_no_ground(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref v1 = real(&f, "v1"), v2 = real(&f, "v2"), i1 = real(&f, "i1"), i2 = real(&f, "i2");
	eq(&f, sub(&f, v1, v2), num(&f, 10));
	eq(&f, sub(&f, v1, v2), mul(&f, num(&f, 5), i2));
	eq(&f, add(&f, i1, i2), num(&f, 0));
	eq(&f, sub(&f, neg(&f, i1), i2), num(&f, 0));
	assert_fails(&f, "S0103", "say the same, and nothing determines 'v1', 'v2', 'i1'");
	end(&f);
}

/* A pendulum in x and y with a second rod and nothing that the force in it could be: the constraints are too many
 * whatever is differentiated, and the message is about positions, not about their derivatives. */
static void test_pendulum(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), u = real(&f, "u"), v = real(&f, "v"), l = real(&f, "lambda");
	eq(&f, der(&f, x), u);
	eq(&f, der(&f, y), v);
	eq(&f, der(&f, u), mul(&f, l, x));
	eq(&f, der(&f, v), sub(&f, mul(&f, l, y), num(&f, 9.81)));
	eq(&f, add(&f, mul(&f, x, x), mul(&f, y, y)), num(&f, 1));
	eq(&f, add(&f, mul(&f, x, x), mul(&f, num(&f, 2), y)), num(&f, 1));
	assert_fails(&f, "S0102", "two equations determine 'x'");
	end(&f);
}

/* Two equal states are one: no index problem. */
static void test_equal_states(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), p = real(&f, "p"), q = real(&f, "q");
	set_start(&f, x, 2, true);
	set_start(&f, y, 2, true);
	eq(&f, x, y);
	eq(&f, mul(&f, num(&f, 2), der(&f, x)), p);
	eq(&f, mul(&f, num(&f, 3), der(&f, y)), q);
	eq(&f, add(&f, p, q), num(&f, 10));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 1);
	run d = run_initial(&f, plan);
	assert_near(d.xd[0], 2, 1e-14);
	assert_near(value(&d, "q"), 6, 1e-14);
	end(&f);
}

static void test_equal_states_differ(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	set_start(&f, x, 2, true);
	set_start(&f, y, 3, true);
	eq(&f, x, y);
	eq(&f, add(&f, der(&f, x), der(&f, y)), num(&f, 10));
	assert_fails(&f, "S0201", "'y'");
	end(&f);
}

/* Branches of one and of no equation: before time 1 nothing determines x, and the mode is told. */
static void test_if_counts(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x");
	sm_equation *q = sm_equation_new(f.m, SM_IF, (sb_span){0}, ""),
				*e = sm_equation_new(f.m, SM_EQUAL, (sb_span){0}, "");
	sm_branch branch = { .condition = sx_binary(f.p, SX_GT, sx_time(f.p), num(&f, 1)) };
	e->lhs = x, e->rhs = num(&f, 1);
	sb_push(f.arena, branch.body, e);
	sb_push(f.arena, q->branches, branch);
	sb_push(f.arena, f.m->equations, q);
	assert_null(ss_analyse(f.arena, f.m));
	assert_int_equal(sb_errors(f.diag), 2);
	assert_string_equal(sb_message_at(f.diag, 0).code, "S0101");
	assert_string_equal(sb_message_at(f.diag, 1).code, "S0320");
	end(&f);
}

static void when_sets(fixture *f, sx_ref target, double at, double v)
{
	sm_equation *q = sm_equation_new(f->m, SM_WHEN, (sb_span){0}, ""),
				*e = sm_equation_new(f->m, SM_EQUAL, (sb_span){0}, "");
	sm_branch branch = { .condition = sx_binary(f->p, SX_GT, sx_time(f->p), num(f, at)) };
	e->lhs = target, e->rhs = num(f, v);
	sb_push(f->arena, branch.body, e);
	sb_push(f->arena, q->branches, branch);
	sb_push(f->arena, f->m->equations, q);
}

static void assert_no_made_up_names(fixture *f)
{
	sb_text out = {0};
	sb_render(f->diag, 0, false, &out);
	assert_null(strstr(out.at, "$when"));
	assert_null(strstr(out.at, "latch"));
	sb_text_free(&out);
}

/* Set by two when-clauses; by one and an equation, one that became a constant too: the variable and both places. */
static void test_when_and_more(void **state)
{
	const char *const text[] = {"'x' is set by two when-clauses", "and given here: x = sin(time)",
								"and given here: x = 5"};

	(void)state;
	for (int with = 0; with < 3; with++) {
		fixture f = begin();
		sx_ref x = variable(&f, "x", SX_REAL, SM_DISCRETE);
		when_sets(&f, x, 1, 2);
		if (with == 0)
			when_sets(&f, x, 2, 3);
		else
			eq(&f, x, with == 1 ? sx_unary(f.p, SX_SIN, sx_time(f.p)) : num(&f, 5));
		assert_fails(&f, "S0102", text[with]);
		assert_no_made_up_names(&f);
		end(&f);
	}
}

/* x = 1, x = z, z = time: all three are shown, though two became aliases and constants. */
static void test_used_up(void **state)
{
	const char *const text[] = { "x = 1", "x = z", "z = time" };

	(void)state;
	for (int i = 0; i < 3; i++) {
		fixture f = begin();
		sx_ref x = real(&f, "x"), z = real(&f, "z");
		real(&f, "y");
		eq(&f, x, num(&f, 1));
		eq(&f, x, z);
		eq(&f, z, sx_time(f.p));
		assert_fails(&f, "S0103", text[i]);
		end(&f);
	}
}

/* Two contradictions that have nothing to do with each other are two messages. */
static void test_two_reasons(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	for (int i = 1; i <= 2; i++) {
		eq(&f, x, mul(&f, num(&f, i), sx_time(f.p)));
		eq(&f, y, mul(&f, num(&f, i + 2), sx_time(f.p)));
	}
	assert_null(ss_analyse(f.arena, f.m));
	assert_int_equal(sb_errors(f.diag), 2);
	for (uint32_t i = 0; i < 2; i++)
		assert_string_equal(sb_message_at(f.diag, i).code, "S0102");
	end(&f);
}

/* der(x) in one branch and x in the other. */
static void test_if_determines_others(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x");
	sx_ref early = sx_binary(f.p, SX_LT, sx_time(f.p), num(&f, 1));
	eq(&f, num(&f, 0), sx_if(f.p, early, sub(&f, der(&f, x), num(&f, 1)), sub(&f, x, num(&f, 2))));
	assert_fails(&f, "S0301", "'der(x)'");
	end(&f);
}

static void test_derivative_of_discrete(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = variable(&f, "x", SX_REAL, SM_DISCRETE);
	when_sets(&f, x, 1, 2);
	eq(&f, der(&f, x), num(&f, -1));
	assert_fails(&f, "S0112", "reinit(x");
	end(&f);
}

/* The clause sets what its own condition reads. */
static void test_own_condition(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = variable(&f, "x", SX_REAL, SM_DISCRETE);
	sm_equation *q = sm_equation_new(f.m, SM_WHEN, (sb_span){0}, ""),
				*e = sm_equation_new(f.m, SM_EQUAL, (sb_span){0}, "");
	sm_branch branch = { .condition = sx_binary(f.p, SX_LT, x, num(&f, 1)) };
	e->lhs = x, e->rhs = add(&f, pre(&f, x), num(&f, 1));
	sb_push(f.arena, branch.body, e);
	sb_push(f.arena, q->branches, branch);
	sb_push(f.arena, f.m->equations, q);
	assert_fails(&f, "S0104", "'x'");
	assert_no_made_up_names(&f);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_too_few),
		cmocka_unit_test(test_too_many),
		cmocka_unit_test(test_singular),
		cmocka_unit_test(test_twice),
		cmocka_unit_test(test_cancels),
		cmocka_unit_test(test_no_ground),
		cmocka_unit_test(test_pendulum),
		cmocka_unit_test(test_equal_states),
		cmocka_unit_test(test_equal_states_differ),
		cmocka_unit_test(test_if_counts),
		cmocka_unit_test(test_when_and_more),
		cmocka_unit_test(test_used_up),
		cmocka_unit_test(test_two_reasons),
		cmocka_unit_test(test_if_determines_others),
		cmocka_unit_test(test_derivative_of_discrete),
		cmocka_unit_test(test_own_condition),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
