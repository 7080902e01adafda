/* Which conditions make events (E73, E74). x is the time in all models, so a condition on it turns where the text says.
 */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>

static const char *const solvers[] = {"auto", "erk", "cvode", "dirk"};

/* The time at which `seen` was set, and how often n has counted, to the precision of the solver. */
static void turns_at(const char *text, double at)
{
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		trial t = load(text);
		t.settings.stop = 3;
		t.settings.solver = solvers[k];
		assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
		if ((int)last(&t, "n") != 1 || fabs(last(&t, "seen") - at) > 1e-6)
			fail_msg("%s: %d events, the last at %.9g instead of %.9g\n%s", solvers[k], (int)last(&t, "n"),
					 last(&t, "seen"), at, text);
		done(&t);
	}
}

static void condition_turns_at(const char *condition, double at)
{
	char text[900];
	snprintf(text, sizeof text,
			 "model M function is input Real u; output Boolean y; algorithm y := u > 1.25; end is; "
			 "Real x(start = 0, fixed = true); discrete Integer k(start = 2, fixed = true); discrete Boolean b(start = "
			 "true, fixed = true); "
			 "Integer n(start = 0, fixed = true); discrete Real seen(start = 0, fixed = true); "
			 "equation der(x) = 1; when sample(100, 1) then k = pre(k) + 1; b = not pre(b); end when; "
			 "when %s then n = pre(n) + 1; seen = time; end when; end M;",
			 condition);
	turns_at(text, at);
}

static void E73_whatever_moves_in_a_condition_is_watched(void **state)
{
	(void)state;
	condition_turns_at("pre(k)*x >= 3", 1.5);
	condition_turns_at("x^pre(k) >= 4", 2);
	condition_turns_at("(if pre(b) then x else 0) > 1.25", 1.25);
	condition_turns_at("delay(k, 0.1)*x > 2.5", 1.25);
	condition_turns_at("time >= 4.5 - pre(k)*x", 1.5);
	condition_turns_at("integer(pre(k)*x) > 2", 1.5);
}

static void E73_relations_of_integers_and_results_of_functions(void **state)
{
	(void)state;
	condition_turns_at("sign(x - 1.25) > 0", 1.25);
	condition_turns_at("sign(x - 1.25) == 1", 1.25);
	condition_turns_at("is(x)", 1.25);
	condition_turns_at("noEvent(x > 1.25)", 1.25);
}

static void algorithm_turns_at(const char *statements, double at)
{
	char text[900];
	snprintf(
		text, sizeof text,
		"model M Real x(start = 0, fixed = true); Real r; parameter Real level = 1.25; parameter Integer most = 5; "
		"Integer n(start = 0, fixed = true); Integer j; discrete Real seen(start = 0, fixed = true); "
		"equation der(x) = 1; algorithm j := 0; %s end M;",
		statements);
	turns_at(text, at);
}

static void E74_a_condition_reads_what_was_assigned_before_it(void **state)
{
	(void)state;
	algorithm_turns_at("r := 2*x; when r > 2.5 then n := n + 1; seen := time; end when;", 1.25);
	algorithm_turns_at("r := 2*x; when r > 2.5 then n := n + 1; seen := time; end when; r := 0;", 1.25);
	algorithm_turns_at("r := x; if r > level then r := 10; end if; when r > 5 then n := n + 1; seen := time; end when;",
					   1.25);
	algorithm_turns_at(
		"for i in 1:3 loop r := x + i; end for; when r > 4.25 then n := n + 1; seen := time; end when; r := 0;", 1.25);
}

static void E74_outcomes_in_loops(void **state)
{
	(void)state;
	algorithm_turns_at("r := 0; while r < x loop r := r + level; j := j + 1; end while; "
	                   "when j > 1 then n := n + 1; seen := time; end when;", 1.25);
	algorithm_turns_at("r := x; for i in 1:most loop if r < level then break; end if; r := r - level; j := i; end for; "
	                   "when j > 1 then n := n + 1; seen := time; end when;", 2.5);
}

/* One step for each crossing, exactly at the time that the calendar has. */
static void E74_a_discrete_variable_has_its_value_before(void **state)
{
	(void)state;
	trial t =
		load("model M discrete Real next(start = 1, fixed = true); Integer n(start = 0, fixed = true), c(start = 1, "
			 "fixed = true); "
			 "parameter Real t[4] = {0.5, 1.25, 2.125, 100}; discrete Real at[2](each start = 0, each fixed = true); "
			 "algorithm when time > next then at[1] := time - next; next := next + 1; n := n + 1; end when; "
			 "algorithm when time > t[c] then at[2] := time - t[c]; c := c + 1; end when; end M;");
	t.settings.stop = 3.5;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_int_equal((int)last(&t, "n"), 3);
	assert_int_equal((int)last(&t, "c"), 4);
	assert_true(last(&t, "next") == 4 && last(&t, "at[1]") == 0 && last(&t, "at[2]") == 0);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E73_whatever_moves_in_a_condition_is_watched),
		cmocka_unit_test(E73_relations_of_integers_and_results_of_functions),
		cmocka_unit_test(E74_a_condition_reads_what_was_assigned_before_it),
		cmocka_unit_test(E74_outcomes_in_loops),
		cmocka_unit_test(E74_a_discrete_variable_has_its_value_before),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
