/* The validator of plans finds what is broken on purpose: two that compute one place, an order against the
 * dependence, phases that need each other. */
#include "interpret.h"
#include "base/check.h"

/* x' = 1 - y, y = 2*x, z = y + w, w + v = z, w - v = x: an assignment, a rate and a loop. */
static ss_plan *sample(fixture *f)
{
	*f = begin();
	sx_ref x = real(f, "x"), y = real(f, "y"), z = real(f, "z"), w = real(f, "w"), v = real(f, "v");
	set_start(f, x, 2, true);
	eq(f, y, mul(f, num(f, 2), x));
	eq(f, der(f, x), sub(f, num(f, 1), y));
	eq(f, z, add(f, y, mul(f, num(f, 3), w)));
	eq(f, add(f, w, v), z);
	eq(f, sub(f, w, v), x);
	return analyse(f);
}

static void expect(fixture *f, const ss_plan *plan, const char *expected)
{
	sb_text why = {0};
	bool good = ss_check_plan(plan, &why);
	assert_int_equal(good, !expected);
	if (expected && !strstr(why.at, expected))
		fail_msg("'%s' does not tell of '%s'", why.at, expected);
	sb_text_free(&why);
	end(f);
}

/* The step of the run that computes a variable, or its derivative. */
static uint32_t step_of(const ss_plan *plan, sx_ref target)
{
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].kind == SS_ASSIGN && plan->steps.at[i].target == target)
			return i;
	fail();
	return 0;
}

static uint32_t loop_of(const ss_plan *plan)
{
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].kind == SS_LOOP)
			return i;
	fail();
	return 0;
}

static sx_ref named(fixture *f, const char *name)
{
	return sm_ref(f->m, sm_find(f->m, name));
}

static void a_whole_plan_is_sound(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	expect(&f, plan, NULL);
}

static void each_place_is_computed_once(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	sb_push(plan->arena, plan->steps, plan->steps.at[step_of(plan, named(&f, "y"))]);
	expect(&f, plan, "y is computed by step");
	plan = sample(&f);
	plan->steps.at[loop_of(plan)] = plan->steps.at[step_of(plan, named(&f, "y"))];
	expect(&f, plan, "is computed by step");
}

static void nothing_is_read_before_it_is_computed(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	uint32_t a = step_of(plan, named(&f, "y")), b = step_of(plan, der(&f, named(&f, "x")));
	ss_step one = plan->steps.at[a];
	plan->steps.at[a] = plan->steps.at[b];
	plan->steps.at[b] = one;
	expect(&f, plan, "reads y");
}

static void rates_need_rates(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	plan->steps.at[step_of(plan, named(&f, "y"))].phases = SS_OUTPUT;
	expect(&f, plan, "reads y");
	plan = sample(&f);
	plan->steps.at[0].phases = 0;
	expect(&f, plan, "has no phase");
}

static void everything_has_a_value(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	plan->steps.at[step_of(plan, der(&f, named(&f, "x")))] = plan->steps.at[--plan->steps.n];
	expect(&f, plan, "nothing computes der(x)");
	plan = sample(&f);
	uint32_t loop = loop_of(plan);
	for (uint32_t i = loop + 1; i < plan->steps.n; i++)
		plan->steps.at[i - 1] = plan->steps.at[i];
	plan->steps.n--;
	expect(&f, plan, "nothing computes");
}

static void loops_have_as_many_unknowns_as_equations(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	ss_loop *b = plan->loops.at[plan->steps.at[loop_of(plan)].loop];
	b->matrix.at[0].row = b->n;
	expect(&f, plan, "has an entry at row");
	plan = sample(&f);
	b = plan->loops.at[plan->steps.at[loop_of(plan)].loop];
	b->members.n--;
	expect(&f, plan, "members");
}

static void states_are_states(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	plan->state_scalar[0] = sm_find(f.m, "y");
	expect(&f, plan, "the place of state 0");
	plan = sample(&f);
	sx_ref x = named(&f, "x");
	plan->steps.at[step_of(plan, named(&f, "y"))].target = x;
	expect(&f, plan, "the state x is computed");
}

static void patterns_are_in_order(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	plan->jacobian.pattern.row[0] = 9;
	expect(&f, plan, "of the Jacobian");
	plan = sample(&f);
	if (plan->jacobian.color)
		plan->jacobian.color[0] = plan->jacobian.colors;
	expect(&f, plan, plan->jacobian.color ? "has colour" : NULL);
}

static void numbers_are_in_range(void **state)
{
	fixture f;
	(void)state;
	ss_plan *plan = sample(&f);
	plan->steps.at[step_of(plan, named(&f, "y"))].value = sx_make(f.p, SX_LATCH, SX_BOOLEAN, 3, NULL, 0);
	expect(&f, plan, "number 3 of 0");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_whole_plan_is_sound),
		cmocka_unit_test(each_place_is_computed_once),
		cmocka_unit_test(nothing_is_read_before_it_is_computed),
		cmocka_unit_test(rates_need_rates),
		cmocka_unit_test(everything_has_a_value),
		cmocka_unit_test(loops_have_as_many_unknowns_as_equations),
		cmocka_unit_test(states_are_states),
		cmocka_unit_test(patterns_are_in_order),
		cmocka_unit_test(numbers_are_in_range),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
