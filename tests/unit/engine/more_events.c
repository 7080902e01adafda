/* Events where they are easily missed: at the start and the stop, in runs of no length, together, in delays, far from
 * zero, by the million. Known answers come from closed forms and from counting. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static trial simulate(const char *text, double start, double stop, const char *solver)
{
	trial t = load(text);
	t.settings.start = start;
	t.settings.stop = stop;
	t.settings.solver = solver;
	t.status = se_simulate(t.run, &t.settings);
	return t;
}

static double value_at(const trial *t, double time, sr_mark mark, const char *name)
{
	const sr_record *r = se_record(t->run);
	for (uint32_t row = 0; row < sr_rows(r); row++)
		if (sr_time(r, row) == time && sr_mark_at(r, row) == mark)
			return sr_value(r, row, sr_find(r, name));
	return NAN;
}

static const char *const solvers[] = {"auto", "cvode", "erk", "rk4"};

/* The solution is 1 - t: it meets zero at the stop time itself, give or take rounding; the clock ticks there exactly.
 */
static void what_happens_at_the_stop(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		trial t = simulate(
			"model M Real x(start = 1, fixed = true); Integer ticks(start = 0, fixed = true); Integer ends(start = 0, "
			"fixed = true); "
			"Integer late(start = 0, fixed = true); Real y(start = 0, fixed = true); equation der(x) = -1; der(y) = 0; "
			"when sample(0, 0.25) then ticks = pre(ticks) + 1; end when; "
			"when terminal() then ends = pre(ends) + 1; reinit(y, x + 5); end when; "
			"when time >= 1 then late = pre(late) + 1; end when; end M;",
			0, 1, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "ticks"), 5);
		assert_int_equal((int)last(&t, "ends"), 1);
		assert_int_equal((int)last(&t, "late"), 1);
		assert_true(fabs(last(&t, "y") - 5) < 1e-9);
		const sr_record *r = se_record(t.run);
		assert_true(sr_time(r, sr_rows(r) - 1) == 1);
		assert_true(sr_value(r, sr_rows(r) - 1, sr_find(r, "ticks")) == 5);
		done(&t);
	}
}

static void a_crossing_just_before_the_stop(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		trial t = simulate("model M parameter Real at = 1 - 1e-12; Real x(start = 0, fixed = true); Integer n(start = "
						   "0, fixed = true); "
						   "equation der(x) = 1; when x > at then n = pre(n) + 1; reinit(x, 0); end when; end M;",
						   0, 1, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "n"), 1);
		assert_true(fabs(last(&t, "x")) < 2e-12);
		done(&t);
	}
}

static void a_run_of_no_length(void **state)
{
	(void)state;
	static const double times[] = {0, -3.5, 1e9};
	for (size_t i = 0; i < 3; i++) {
		trial t =
			simulate("model M Real x(start = 2, fixed = true); Integer n(start = 0, fixed = true); Integer a(start = "
					 "0, fixed = true); "
					 "Integer b(start = 0, fixed = true); parameter Real t0 = 0; equation der(x) = -x; "
					 "when sample(t0, 1) then n = pre(n) + 1; end when; when initial() then a = pre(a) + 1; end when; "
					 "when terminal() then b = pre(b) + 1; end when; end M;",
					 times[i], times[i], "auto");
		assert_int_equal(t.status, SE_DONE);
		assert_true(last(&t, "x") == 2);
		assert_int_equal((int)last(&t, "n"), times[i] == floor(times[i]) ? 1 : 0);
		assert_int_equal((int)last(&t, "a"), 1);
		assert_int_equal((int)last(&t, "b"), 1);
		done(&t);
	}
	trial t = simulate("model M Real x(start = 2, fixed = true); equation der(x) = -x; end M;", 1, 1, "auto");
	assert_int_equal(sr_rows(se_record(t.run)), 1);      /* nothing happens: one row */
	done(&t);
}

static void runs_that_are_very_short(void **state)
{
	(void)state;
	static const double spans[][2] = {{0, 1e-12}, {0, 1e-30}, {1e6, 1e-9}, {-1e6, 1e-9}, {1e6, 1e-3}};
	for (size_t i = 0; i < 5; i++)
		for (size_t k = 0; k < 4; k++) {
			double start = spans[i][0], stop = start + spans[i][1];
			trial t = simulate("model M Real x(start = 1, fixed = true); Integer n(start = 0, fixed = true); Boolean "
							   "b; equation der(x) = -x; "
							   "b = x < 0.5; when sample(0, 1) then n = pre(n) + 1; end when; end M;",
							   start, stop, solvers[k]);
			assert_int_equal(t.status, SE_DONE);
			assert_true(fabs(last(&t, "x") - exp(-(stop - start))) < 1e-6);
			assert_int_equal((int)last(&t, "n"), start >= 0);      /* the clock begins at 0 */
			assert_true(se_time(t.run) == stop);
			done(&t);
		}
}

/* b is true from the start and acts not; c becomes true at the start; x leaves zero at once. */
static void what_happens_at_the_start(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		trial t =
			simulate("model M Integer b(start = 0, fixed = true); Integer c(start = 0, fixed = true); Integer d(start "
					 "= 0, fixed = true); "
					 "Integer e(start = 0, fixed = true); Real x(start = 0, fixed = true); equation der(x) = 1; "
					 "when time >= 0 then b = pre(b) + 1; end when; when time > 0 then c = pre(c) + 1; end when; "
					 "when x > 0 then d = pre(d) + 1; end when; when x >= 0 then e = pre(e) + 1; end when; end M;",
					 0, 1, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "b"), 0);
		assert_int_equal((int)last(&t, "c"), 1);
		assert_int_equal((int)last(&t, "d"), 1);
		assert_int_equal((int)last(&t, "e"), 0);
		done(&t);
	}
}

static void terminate_at_the_start(void **state)
{
	(void)state;
	static const char *const models[] = {"model M Real x(start = 1, fixed = true); equation der(x) = 1; when initial() "
										 "then terminate(\"now\"); end when; end M;",
										 "model M Real x(start = 1, fixed = true); equation der(x) = 1; when sample(0, "
										 "1) then terminate(\"now\"); end when; end M;",
										 "model M Real x(start = 1, fixed = true); equation der(x) = 1; when time > 0 "
										 "then terminate(\"now\"); end when; end M;",
										 "model M Integer k(start = 0, fixed = true); equation when sample(0, 1) then "
										 "k = pre(k) + 1; terminate(\"now\"); end when; end M;"};
	for (size_t i = 0; i < 4; i++) {
		trial t = simulate(models[i], 0, 5, "auto");
		assert_int_equal(t.status, SE_TERMINATED);
		assert_true(se_time(t.run) == 0);
		assert_true(said(&t, "R0207"));
		assert_true(sr_rows(se_record(t.run)) >= 1);
		done(&t);
	}
}

/* The relay meets its band when x = 0.5, at time 0.5, where the clock ticks and a time condition is due: all in one
 * instant. */
static void time_and_state_events_together(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		trial t =
			simulate("model M Real x(start = 0, fixed = true); Integer a(start = 0, fixed = true); Integer b(start = "
					 "0, fixed = true); "
					 "Integer c(start = 0, fixed = true); equation der(x) = 1; "
					 "when sample(0.5, 10) then a = pre(a) + 1; reinit(x, 10); end when; "
					 "when time >= 0.5 then b = pre(b) + 1; end when; when x > 5 then c = pre(c) + 1; end when; end M;",
					 0, 1, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "a"), 1);
		assert_int_equal((int)last(&t, "b"), 1);
		assert_int_equal((int)last(&t, "c"), 1);     /* becomes true by the reinit, in the same instant */
		assert_true(fabs(last(&t, "x") - 10.5) < 1e-9);
		assert_true(value_at(&t, 0.5, SR_LEFT, "c") == 0 && value_at(&t, 0.5, SR_RIGHT, "c") == 1);
		assert_true(fabs(value_at(&t, 0.5, SR_LEFT, "x") - 0.5) < 1e-9 && value_at(&t, 0.5, SR_RIGHT, "x") == 10);
		done(&t);
	}
}

static void a_reinit_to_the_same_value(void **state)
{
	(void)state;
	trial t = simulate("model M Real x(start = 1, fixed = true); equation der(x) = -x; when sample(0, 0.01) then "
					   "reinit(x, pre(x)); end when; "
					   "end M;",
					   0, 1, "cvode");
	trial plain = simulate("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;", 0, 1, "cvode");
	assert_int_equal(t.status, SE_DONE);
	assert_true(se_stats(t.run)->time_events == 101);
	assert_true(fabs(last(&t, "x") - exp(-1)) < 1e-4);
	assert_true(se_stats(t.run)->solver.resets <=
				se_stats(plain.run)->solver.resets + 1); /* it changed nothing: no restart (E15) */
	done(&t);
	done(&plain);
}

static void clocks_that_began_before_or_begin_later(void **state)
{
	(void)state;
	static const struct { double from, every, start, stop;
	} cases[] = {{0, 0.1, 0.3, 1.3},   {-10, 0.3, 0, 3},     {5, 1, 0, 3},         {2.5, 1, 0, 4.5},
				 {0, 0.1, -1, 1},      {-1, 0.25, -1, 1},    {1e-3, 1e-3, 0, 0.1}, {-1000000, 0.7, 0, 70},
				 {0, 1, 1e9, 1e9 + 5}, {0.1, 0.1, 0.7, 0.8}, {0, 3, 1, 2}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char text[400];
		snprintf(text, sizeof text,
				 "model M Integer n(start = 0, fixed = true); discrete Real at(start = 0, fixed = true); equation "
				 "when sample(%.17g, %.17g) then n = pre(n) + 1; at = time; end when; end M;",
				 cases[i].from, cases[i].every);
		trial t = simulate(text, cases[i].start, cases[i].stop, "auto");
		int ticks = 0;
		double latest = 0;
		for (double k = 0; cases[i].from + k * cases[i].every <= cases[i].stop; k++)
			if (cases[i].from + k * cases[i].every >= cases[i].start) {
				ticks++;
				latest = cases[i].from + k * cases[i].every;
			} else if (cases[i].start - (cases[i].from + k * cases[i].every) > 4 * cases[i].every) {
				k = fmax(k, floor((cases[i].start - cases[i].from) / cases[i].every) -
								3); /* not one by one from the beginning of time */
			}
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "n"), ticks);
		assert_true(last(&t, "at") == latest);
		done(&t);
	}
}

static void clocks_that_time_cannot_follow(void **state)
{
	(void)state;
	static const char *const models[] = {"model M Integer n(start = 0, fixed = true); equation when sample(0, 1e-20) "
										 "then n = pre(n) + 1; end when; end M;",
										 "model M Integer n(start = 0, fixed = true); equation when sample(-1e30, 1) "
										 "then n = pre(n) + 1; end when; end M;"};
	for (size_t i = 0; i < 2; i++) {
		trial t = simulate(models[i], 1000, 1001, "auto");
		assert_int_equal(t.status, SE_FAILED);
		assert_true(said(&t, "R0107"));
		done(&t);
	}
}

/* Conditions of time that are not affine are searched for even where there is no state and the output grid has only its
 * ends. */
static void no_states_but_conditions(void **state)
{
	(void)state;
	trial t = load("model M Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); discrete Real "
				   "at(start = 0, fixed = true); "
				   "equation when sin(20*time) > 0 then n = pre(n) + 1; end when; "
				   "when time^2 > 2 then m = pre(m) + 1; at = time; end when; end M;");
	t.settings.stop = t.settings.interval = 10;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_int_equal((int)last(&t, "n"), 32);        /* at 2*pi*k/20, k = 0 .. 31 */
	assert_int_equal((int)last(&t, "m"), 1);
	assert_true(fabs(last(&t, "at") - sqrt(2)) < 1e-14);
	done(&t);
}

static void times_before_zero(void **state)
{
	(void)state;
	for (size_t i = 0; i < 4; i++) {
		trial t = simulate(
			"model M Real x(start = -1, fixed = true); Integer n(start = 0, fixed = true); Integer k; Integer m; "
			"discrete Real at(start = 9, fixed = true); equation der(x) = 1; k = integer(floor(time)); m = "
			"integer(ceil(-2*time)); "
			"when x > 0 then n = pre(n) + 1; at = time; end when; end M;",
			-1, 1, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "n"), 1);
		assert_true(fabs(last(&t, "at")) < 1e-9);
		assert_true(se_stats(t.run)->evaluations < 3000);
		assert_true(value_at(&t, -0.5, SR_RIGHT, "m") == 0 || value_at(&t, -0.5, SR_RIGHT, "m") == 1);
		assert_int_equal((int)last(&t, "k"), 1);
		assert_int_equal((int)value_at(&t, 0, SR_RIGHT, "k"), 0);
		done(&t);
	}
}

/* A step at s comes out at s + d although (s + d) - d is not s; the condition on it acts in that instant, the integral
 * is exact. */
static void E22_a_jump_through_a_delay(void **state)
{
	(void)state;
	static const double at[][2] = {{0.1, 0.2}, {0.3, 0.1},         {0.7, 0.1}, {0.15, 0.15},
								   {0.2, 0.4}, {1.0 / 3, 1.0 / 7}, {0.1, 0.7}, {0.6, 1e-3}};
	for (size_t i = 0; i < 8; i++)
		for (size_t k = 0; k < 4; k++) {
			char text[600];
			double s = at[i][0], d = at[i][1];
			snprintf(
				text, sizeof text,
				"model M Real u = if time > %.17g then 1 else 0; Real y = delay(u, %.17g); Real x(start = 0, fixed = "
				"true); "
				"Integer n(start = 0, fixed = true); discrete Real seen(start = 0, fixed = true); equation der(x) = y; "
				"when y > 0.5 then n = pre(n) + 1; seen = time; end when; end M;",
				s, d);
			trial t = simulate(text, 0, 1, solvers[k]);
			assert_int_equal(t.status, SE_DONE);
			assert_int_equal((int)last(&t, "n"), 1);
			assert_true(last(&t, "seen") == s + d);
			assert_true(value_at(&t, s + d, SR_LEFT, "y") == 0 && value_at(&t, s + d, SR_RIGHT, "y") == 1);
			assert_true(fabs(last(&t, "x") - (1 - s - d)) < 1e-12);
			done(&t);
		}
}

static void delays_of_every_length(void **state)
{
	(void)state;
	static const double delays[] = {0, 1e-12, 1e-4, 0.5, 3};
	for (size_t i = 0; i < 5; i++) {
		char text[300];
		snprintf(text, sizeof text,
				 "model M Real x(start = 1, fixed = true); Real y; equation der(x) = 1; y = delay(x, %.17g); end M;",
				 delays[i]);
		trial t = load(text);
		for (int turn = 0; turn < 2; turn++) {       /* the second simulation knows nothing of the first */
			assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
			assert_true(fabs(last(&t, "y") - fmax(1, 2 - delays[i])) < 1e-9);
			const sr_record *r = se_record(t.run);
			assert_true(sr_value(r, 0, sr_find(r, "y")) == 1);
		}
		done(&t);
	}
}

static void a_million_ticks(void **state)
{
	(void)state;
	trial t = load("model M Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); discrete Real "
				   "at(start = 0, fixed = true); "
				   "equation when sample(0, 0.1) then n = pre(n) + 1; at = time; end when; "
				   "when sample(0, 0.3) then m = pre(m) + 1; end when; end M;");
	t.settings.stop = 30000;
	t.settings.interval = 30000;
	t.settings.limits = SE_NONE;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_int_equal((int)last(&t, "n"), 300001);
	int expected = 0;
	for (int k = 0; k * 0.3 <= 30000; k++)
		expected++;
	assert_int_equal((int)last(&t, "m"), expected);
	assert_int_equal(sr_rows(se_record(t.run)), 2);
	done(&t);
}

/* A reinit that fails a run leaves nothing for the next one. */
static void a_failure_leaves_nothing_behind(void **state)
{
	(void)state;
	trial t = load("model M parameter Real bad = 0; Real x(start = 1, fixed = true); equation der(x) = 0; "
	               "when sample(0.5, 1) then reinit(x, 7); assert(bad < 0.5, \"bad\"); end when; "
	               "when sample(0.25, 10) then reinit(x, x + 1); end when; end M;");
	uint32_t bad = sm_find_scalar(t.model->flat, "bad");
	assert_true(se_set(t.run, bad, 1));
	assert_int_equal(se_simulate(t.run, &t.settings), SE_FAILED);
	assert_true(said(&t, "R0204"));
	assert_true(se_set(t.run, bad, 0));
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_true(last(&t, "x") == 7);
	assert_true(value_at(&t, 0.25, SR_RIGHT, "x") == 2);
	done(&t);
}

/* Three diodes w = M*z + q, of which turning all that are wrong at once goes round in circles. */
static void E10_conditions_that_keep_turning_turn_one_at_a_time(void **state)
{
	(void)state;
	trial t = load("model M Real s1, s2, s3, z1, z2, z3; Boolean late = time > 0.5; equation "
	               "z1 = if s1 > 0 then s1 else 0; z2 = if s2 > 0 then s2 else 0; z3 = if s3 > 0 then s3 else 0; "
	               "(if s1 > 0 then 0 else -s1) = z1 - z2 + (if late then 3 else 1); "
	               "(if s2 > 0 then 0 else -s2) = z1 + z2 + 3*z3 + (if late then -4 else 1); "
	               "(if s3 > 0 then 0 else -s3) = 2*z1 - 3*z2 + z3 + (if late then 3 else 1); end M;");
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_float_equal(value_at(&t, 0.5, SR_LEFT, "s1"), -1, 1e-12);
	assert_float_equal(value_at(&t, 0.5, SR_RIGHT, "s1"), -1.7, 1e-12);
	assert_float_equal(last(&t, "s2"), 1.3, 1e-12);
	assert_float_equal(last(&t, "s3"), 0.9, 1e-12);
	done(&t);
}

/* R0821: quanta that are none, which no command line lets through. */
static void quanta_that_are_none(void **state)
{
	(void)state;
	const double none[] = {-1, NAN, INFINITY};
	for (int k = 0; k < 6; k++) {
		trial t = load("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
		t.settings.stop = 1;
		t.settings.solver = "qss1";
		*(k % 2 ? &t.settings.quantum : &t.settings.hysteresis) = none[k / 2];
		assert_int_equal(se_simulate(t.run, &t.settings), SE_FAILED);
		assert_true(said(&t, "R0821"));
		done(&t);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_happens_at_the_stop),
		cmocka_unit_test(a_crossing_just_before_the_stop),
		cmocka_unit_test(a_run_of_no_length),
		cmocka_unit_test(runs_that_are_very_short),
		cmocka_unit_test(what_happens_at_the_start),
		cmocka_unit_test(terminate_at_the_start),
		cmocka_unit_test(time_and_state_events_together),
		cmocka_unit_test(a_reinit_to_the_same_value),
		cmocka_unit_test(clocks_that_began_before_or_begin_later),
		cmocka_unit_test(clocks_that_time_cannot_follow),
		cmocka_unit_test(no_states_but_conditions),
		cmocka_unit_test(times_before_zero),
		cmocka_unit_test(E22_a_jump_through_a_delay),
		cmocka_unit_test(delays_of_every_length),
		cmocka_unit_test(a_million_ticks),
		cmocka_unit_test(a_failure_leaves_nothing_behind),
		cmocka_unit_test(quanta_that_are_none),
		cmocka_unit_test(E10_conditions_that_keep_turning_turn_one_at_a_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
