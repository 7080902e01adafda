/* Runs without a stop time: they end where the model ends them, or are told that they never will. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>

static trial run_open(const char *text, const char *solver, double interval)
{
	trial t = load(text);
	t.settings.stop = INFINITY;
	t.settings.solver = solver;
	t.settings.interval = interval;
	t.status = se_simulate(t.run, &t.settings);
	return t;
}

static const char FALLS[] = "model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n"
                            "  when x < 0.1 then terminate(\"low\"); end when;\nend M;\n";

/* x = exp(-t) is 0.1 at ln 10, with and without a grid and whatever the solver. */
static void it_ends_where_the_model_ends_it(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "cvode", "adams", "erk", "dirk", "rodas", "rk4"};
	for (size_t i = 0; i < sizeof solvers / sizeof *solvers; i++)
		for (int grid = i == 6; grid < 2; grid++) {
			trial t = run_open(FALLS, solvers[i], grid ? 0.1 : 0);
			assert_int_equal(t.status, SE_TERMINATED);
			assert_float_equal(se_time(t.run), log(10), 1e-4);
			uint32_t rows = sr_rows(se_record(t.run)),
					 wanted = grid ? 24 : 1; /* 0, 0.1 ... 2.3, and the limits at the end */
			assert_in_range(rows, wanted + 1, wanted + 4);
			done(&t);
		}
}

static void a_clock_may_end_it(void **state)
{
	(void)state;
	trial t = run_open(
		"model M\n  Integer n(start = 0, fixed = true);\nequation\n  when sample(0, 7) then\n    n = pre(n) + 1;\n"
		"    if pre(n) >= 1000 then terminate(\"enough\"); end if;\n  end when;\nend M;\n",
		"auto", 0);
	assert_int_equal(t.status, SE_TERMINATED);
	assert_float_equal(se_time(t.run), 7000, 0);
	done(&t);
}

static void nothing_can_end_it(void **state)
{
	(void)state;
	trial t = run_open("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend M;\n", "auto", 0);
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0602"));
	done(&t);
}

/* The condition is there, but is never met: x goes to 0. */
static void it_has_gone_on_too_long(void **state)
{
	(void)state;
	trial t = run_open("model M\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\n  when x < -1 then "
					   "terminate(\"low\"); end when;\nend M;\n",
					   "cvode", 0);
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0603"));
	done(&t);
}

static void a_fixed_step_is_needed(void **state)
{
	(void)state;
	trial t = run_open(FALLS, "rk4", 0);
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0601"));
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(it_ends_where_the_model_ends_it),
									   cmocka_unit_test(a_clock_may_end_it), cmocka_unit_test(nothing_can_end_it),
									   cmocka_unit_test(it_has_gone_on_too_long),
									   cmocka_unit_test(a_fixed_step_is_needed)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
