/* One test for each rule of docs/events.md, named after it. Known answers come from closed forms of small models. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>
#include <string.h>

static trial simulate(const char *text, double stop, const char *solver)
{
	trial t = load(text);
	t.settings.stop = stop;
	t.settings.solver = solver;
	t.status = se_simulate(t.run, &t.settings);
	return t;
}

/* Times of the rows that are right limits. */
static uint32_t jumps(const trial *t, double *times, uint32_t most)
{
	const sr_record *r = se_record(t->run);
	uint32_t n = 0;
	for (uint32_t row = 0; row < sr_rows(r) && n < most; row++)
		if (sr_mark_at(r, row) == SR_RIGHT)
			times[n++] = sr_time(r, row);
	return n;
}

/* A solver that evaluates at the end of its step would see the slope 1000 there and cross far too early, were the
 * relation not frozen. */
static void E1_relations_are_latched(void **state)
{
	(void)state;
	trial t = load("model M Real x(start = 0, fixed = true); equation der(x) = if x < 1 then 1 else 1000; end M;");
	t.settings.stop = 1.1;
	t.settings.interval = t.settings.step = 0.3;
	t.settings.solver = "heun";
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	double times[4];
	assert_int_equal(jumps(&t, times, 4), 1);
	assert_true(fabs(times[0] - 1) < 1e-12);
	assert_true(fabs(last(&t, "x") - 101) < 1e-9);
	done(&t);
}

/* x is a straight line, which every solver crosses in a few steps; sin(10*x) rises through zero at 2*pi*k/10, k = 0
 * .. 15. */
static void E2_conditions_inside_a_step_are_found(void **state)
{
	(void)state;
	static const char *const solvers[] = {"erk", "cvode", "adams", "rk4"};
	for (size_t i = 0; i < 4; i++) {
		trial t = simulate("model M Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); Integer "
						   "m(start = 0, fixed = true); "
						   "equation der(x) = 1; when sin(10*x) > 0 then n = pre(n) + 1; end when; "
						   "when (x - 5)^2 < 1e-4 then m = pre(m) + 1; end when; end M;",
						   10, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "n"), 16);
		assert_int_equal((int)last(&t, "m"), 1);
		done(&t);
	}
}

static void E3_the_stop_is_on_the_far_side(void **state)
{
	(void)state;
	trial t = simulate("model M Real x(start = 0, fixed = true); Boolean b; Real beyond; equation der(x) = 1; b = x > "
					   "1; beyond = x - 1; end M;",
					   2, "erk");
	const sr_record *r = se_record(t.run);
	uint32_t found = 0, beyond = sr_find(r, "beyond"), b = sr_find(r, "b");
	for (uint32_t row = 0; row < sr_rows(r); row++)
		if (sr_mark_at(r, row) == SR_RIGHT) {
			found++;
			assert_true(sr_value(r, row, b) == 1);
			assert_true(sr_value(r, row, beyond) > 0);
			assert_true(sr_value(r, row, beyond) < 1e-14);
		}
	assert_int_equal(found, 1);
	done(&t);
}

static void E4_time_conditions_are_met_exactly(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Real x(start = 0, fixed = true); Boolean b; Boolean c; Integer k; parameter Real t0 = 0.3; equation "
		"der(x) = if time > 2 then 2 else 1; b = time > 2; c = 4 - 2*time <= t0; k = integer(time/0.7); end M;",
		3, "erk");
	assert_int_equal(t.status, SE_DONE);
	double times[16];
	uint32_t n = jumps(&t, times, 16);
	assert_int_equal(n, 6);                       /* k at 0.7, 1.4, 2.1, 2.8; c at 1.85; b at 2 */
	assert_true(fabs(times[0] - 0.7) < 1e-15 && fabs(times[1] - 1.4) < 1e-15);
	assert_true(fabs(times[2] - 1.85) < 1e-15);
	assert_true(times[3] == 2.0);
	assert_true(fabs(times[4] - 2.1) < 1e-15 && fabs(times[5] - 2.8) < 1e-15);
	assert_true(fabs(last(&t, "x") - 4) < 1e-9);
	assert_int_equal((int)last(&t, "k"), 4);
	assert_int_equal((int)se_stats(t.run)->state_events, 0);
	const sr_record *r = se_record(t.run);
	for (uint32_t row = 0; row < sr_rows(r); row++)
		if (sr_time(r, row) == 2.0 && sr_mark_at(r, row) == SR_RIGHT)
			assert_true(sr_value(r, row, sr_find(r, "b")) == 1);
	done(&t);
}

static void E5_clocks_do_not_drift(void **state)
{
	(void)state;
	trial t = simulate("model M Integer n(start = 0, fixed = true); Integer both(start = 0, fixed = true); discrete "
					   "Real at(start = 0, fixed = true); "
					   "equation when sample(0, 0.1) then n = pre(n) + 1; at = time; end when; "
					   "when sample(0, 0.1) and sample(0, 0.25) then both = pre(both) + 1; end when; end M;",
					   100, "auto");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "n"), 1001);
	const sr_record *r = se_record(t.run);
	uint32_t n = sr_find(r, "n");
	for (uint32_t row = 0; row < sr_rows(r); row++)
		if (sr_mark_at(r, row) == SR_RIGHT && sr_value(r, row, n) > sr_value(r, row - 1, n))
			assert_true(fabs(sr_time(r, row) - (sr_value(r, row, n) - 1) * 0.1) <= 1e-15 * sr_time(r, row));
	assert_int_equal((int)last(&t, "both"), 201);         /* every half second, from 0 to 100 */
	done(&t);
}

static void E5_rounding_does_not_separate(void **state)
{
	(void)state;
	/* 3*0.1 is 0.30000000000000004; the slow task must see four ticks of the fast one, then seven, ten, ... */
	trial t =
		simulate("model M Integer n(start = 0, fixed = true); Integer slow(start = 0, fixed = true); Integer "
				 "wrong(start = 0, fixed = true); "
				 "Integer late(start = 0, fixed = true); equation when sample(0, 0.1) then n = pre(n) + 1; end when; "
				 "when sample(0, 0.3) then slow = pre(slow) + 1; wrong = pre(wrong) + (if n == 3*pre(slow) + 1 then 0 "
				 "else 1); end when; "
				 "when time >= 0.3 then late = n; end when; end M;",
				 30, "auto");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "slow"), 101);
	assert_int_equal((int)last(&t, "wrong"), 0);
	assert_int_equal((int)last(&t, "late"), 4);
	assert_int_equal((int)last(&t, "n"), 301);
	done(&t);
}

static void E6_no_event_where_none_is_wanted(void **state)
{
	(void)state;
	trial t = simulate("model M function f input Real u; output Real y; algorithm y := if u > 1 then 1 else 0; end f; "
					   "Real x(start = 0, fixed = true); Real y; Real z; Real w; equation der(x) = 1; y = if noEvent(x "
					   "> 1) then 1 else 0; z = f(x); "
					   "w = smooth(1, if x > 1 then (x - 1)^2 else 0); end M;",
					   2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)se_stats(t.run)->state_events, 0);
	assert_int_equal((int)t.model->plan->watches.n, 0);
	assert_true(last(&t, "y") == 1 && last(&t, "z") == 1 && fabs(last(&t, "w") - 1) < 1e-9);
	done(&t);
}

static void E6_an_assertion_fails_at_its_moment(void **state)
{
	(void)state;
	/* true at both ends of any step that crosses: only a search inside finds it */
	trial t = simulate("model M Real x(start = 0, fixed = true); equation der(x) = 1; assert(x < 1.2345 or x > 1.2346, "
					   "\"too near\"); end M;",
					   2, "erk");
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0204"));
	assert_true(fabs(se_time(t.run) - 1.2345) < 1e-9);
	done(&t);
}

static void E8_one_source_is_synchronous(void **state)
{
	(void)state;
	trial t =
		simulate("model M discrete Real a(start = 0, fixed = true); discrete Real b(start = 0, fixed = true); Integer "
				 "seen(start = 0, fixed = true); "
				 "equation when sample(1, 1) then a = b + 1; end when; when sample(1, 1) then b = 10*time; end when; "
				 "when {sample(1, 1), time >= 2} then seen = pre(seen) + 1; end when; end M;",
				 2.5, "auto");
	assert_int_equal(t.status, SE_DONE);
	assert_true(last(&t, "b") == 20 && last(&t, "a") == 21);      /* a has the new b, although it is written before */
	assert_int_equal((int)last(&t, "seen"), 2);                   /* at 2 both are there at once */
	done(&t);
}

static void E10_fixed_point(void **state)
{
	(void)state;
	trial t = simulate("model M Real x(start = 0, fixed = true); Boolean a; Boolean b; Boolean c; Boolean d; equation "
					   "der(x) = 1; a = x > 1; b = pre(a); "
					   "c = pre(b); d = pre(c) and a; end M;",
					   2, "erk");
	double times[8];
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal(jumps(&t, times, 8), 1);      /* all of them in one instant */
	assert_true(last(&t, "d") == 1);
	done(&t);
}

static void E10_conditions_settle_before_pre(void **state)
{
	(void)state;
	/* y jumps above 10 because a becomes true; b must see that in the same pass, and the when must act once */
	trial t = simulate("model M Real x(start = 0, fixed = true); Real y; Boolean a; Boolean b; Integer n(start = 0, "
					   "fixed = true); equation der(x) = 1; "
					   "a = x > 1; y = if a then x + 10 else x; b = y > 10; when b then n = pre(n) + (if a then 1 else "
					   "100); end when; end M;",
					   2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "n"), 1);
	done(&t);
}

static void E11_when_acts_on_edges(void **state)
{
	(void)state;
	trial t = simulate("model M Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); Integer "
					   "which(start = 0, fixed = true); equation "
					   "when time >= 1 then n = pre(n) + 1; end when; "
					   "when {time >= 1, time >= 2, time >= 2} then m = pre(m) + 1; end when; "
					   "when time >= 1 then which = 10*pre(which) + 1; elsewhen {time >= 1, time >= 2} then which = "
					   "10*pre(which) + 2; end when; end M;",
					   3, "auto");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "n"), 1);
	assert_int_equal((int)last(&t, "m"), 2);
	assert_int_equal((int)last(&t, "which"), 12);
	done(&t);
}

static void E12_reinits_use_the_values_before(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Real x(start = 1, fixed = true); Real y(start = 2, fixed = true); equation der(x) = 0; der(y) = 0; "
		"when time >= 1 then reinit(x, y); reinit(y, x); end when; end M;",
		2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_true(last(&t, "x") == 2 && last(&t, "y") == 1);
	done(&t);
}

static void E14_pre_is_the_left_limit(void **state)
{
	(void)state;
	trial t = simulate("model M Real v(start = 3, fixed = true); discrete Real before(start = 0, fixed = true); "
					   "discrete Real after(start = 0, fixed = true); "
					   "Boolean hit; equation der(v) = 1; hit = time >= 1; when hit then reinit(v, -0.5*pre(v)); "
					   "before = pre(v); end when; "
					   "when time >= 1.5 then after = pre(v); end when; end M;",
					   2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_true(fabs(last(&t, "before") - 4) < 1e-9);
	assert_true(fabs(last(&t, "after") + 1.5) < 1e-9);
	done(&t);
}

/* Also in a later pass of the same instant, after the state has jumped. */
static void E14_pre_stays_the_left_limit(void **state)
{
	(void)state;
	trial t = simulate("model M Real v(start = 3, fixed = true); Boolean hit(start = false, fixed = true); discrete "
					   "Real before(start = 0, fixed = true); "
					   "equation der(v) = 1; when time >= 1 then reinit(v, -10); hit = true; end when; "
					   "when pre(hit) then before = pre(v); end when; end M;",
					   2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_true(fabs(last(&t, "before") - 4) < 1e-9);
	done(&t);
}

static void E15_restart_only_when_needed(void **state)
{
	(void)state;
	trial watcher = simulate("model M Real x(start = 1, fixed = true); discrete Real y(start = 0, fixed = true); "
							 "Boolean low; equation der(x) = -x; "
							 "low = x < 0.5; when sample(0, 0.1) then y = x; end when; end M;",
							 2, "cvode");
	trial actor = simulate(
		"model M Real x(start = 1, fixed = true); discrete Real u(start = 0, fixed = true); equation der(x) = -x + u; "
		"when sample(0.05, 0.1) then u = 0.5*x; end when; end M;",
		2, "cvode");
	assert_int_equal(watcher.status, SE_DONE);
	assert_int_equal((int)se_stats(watcher.run)->solver.resets, 0);
	assert_int_equal((int)se_stats(actor.run)->solver.resets, 20);
	assert_true(fabs(last(&watcher, "x") - exp(-2)) < 1e-5);
	done(&watcher);
	done(&actor);
}

/* Ten bounces in the time in which there are ten, by the closed form t1*(1 + 2*e + 2*e^2 + ...). */
static void E16_a_crossing_fires_once(void **state)
{
	(void)state;
	trial t = simulate("model M Real h(start = 10, fixed = true); Real v(start = 0, fixed = true); Integer n(start = "
					   "0, fixed = true); equation der(h) = v; "
					   "der(v) = -9.81; when h < 0 then reinit(v, -0.9*pre(v)); n = pre(n) + 1; end when; end M;",
					   17.5, "erk");
	assert_int_equal(t.status, SE_DONE);
	double t1 = sqrt(20 / 9.81), at = t1, e = 0.9;
	int n = 0;
	for (; at <= 17.5; n++, e *= 0.9)
		at += 2 * t1 * e;
	assert_int_equal((int)last(&t, "n"), n);
	done(&t);
}

/* After one second y is zero but for rounding, which has either sign: the condition has had its crossing and must be
 * left alone. */
static void E16_rounding_at_zero_fires_nothing(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Real x(start = 0.1, fixed = true); Real y; Integer n(start = 0, fixed = true); equation der(x) = 1; "
		"y = (if time < 1 then 1 - time else 0) + ((3*x + 1) - 3*x - 1); when y > 0 then n = pre(n) + 1; end when; end "
		"M;",
		2, "erk");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "n"), 0);
	done(&t);
}

/* At time 1 y is set to zero, and on both sides it moves back there with the speed k, until 3e-12 seconds after tf it
 * falls for good with that speed. What happens in a time so short is rounding. If it goes on it is chattering. */
static void E16_conditions_are_held_across_close_instants(void **state)
{
	(void)state;
	static const char *const text =
		"model M constant Real k = %g, tf = %g; Real y(start = 1, fixed = true); Integer n(start = 0, fixed = true); "
		"equation der(y) = if time < 1 then 0 else k*(if y < 0 then 1 else -1) - k*(1 + tanh(1e12*(time - tf) - 3)); "
		"when time >= 1 then reinit(y, 0); end when; when y < 0 then n = pre(n) + 1; end when; end M;";
	static const char *const solver[] = {"erk", "dirk"};
	char model[500];
	for (int i = 0; i < 2; i++) {
		snprintf(model, sizeof model, text, 1.0, 1.0);
		trial falls = simulate(model, 2, solver[i]);
		assert_int_equal(falls.status, SE_DONE);
		assert_true(fabs(last(&falls, "y") + 1) < 1e-9);
		assert_in_range((int)last(&falls, "n"), 2, 5);
		done(&falls);
		snprintf(model, sizeof model, text, 0.1, 3.0);
		trial slides = simulate(model, 1.0001, solver[i]);
		assert_int_equal(slides.status, SE_FAILED);
		assert_true(said(&slides, "R0203"));
		assert_true(fabs(se_time(slides.run) - 1) < 1e-5);
		done(&slides);
	}
}

static void E17_endless_microsteps(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Boolean b(start = false, fixed = true); Real x(start = 0, fixed = true); equation der(x) = 1; "
		"b = if x > 1 then not pre(b) else false; end M;",
		2, "erk");
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0201"));
	assert_true(fabs(se_time(t.run) - 1) < 1e-9);
	done(&t);
}

static void E18_zeno_and_chattering(void **state)
{
	(void)state;
	trial zeno = simulate("model M Real h(start = 10, fixed = true); Real v(start = 0, fixed = true); equation der(h) "
						  "= v; der(v) = -9.81; "
						  "when h < 0 then reinit(v, -0.5*pre(v)); end when; end M;",
						  10, "erk");
	assert_int_equal(zeno.status, SE_FAILED);
	assert_true(said(&zeno, "R0202"));
	double t1 = sqrt(20 / 9.81);                  /* t1*(1 + 2*(e + e^2 + ...)) = 3*t1 for e = 0.5 */
	assert_true(fabs(se_time(zeno.run) - 3 * t1) < 1e-6);
	done(&zeno);
	trial slide = simulate("model M Real x(start = 1, fixed = true); equation der(x) = if x > 0 then -1 else 1; end M;",
						   10, "erk");
	assert_int_equal(slide.status, SE_FAILED);
	assert_true(said(&slide, "R0203"));
	assert_true(fabs(se_time(slide.run) - 1) < 1e-6);
	done(&slide);
}

static void E19_initial_values(void **state)
{
	(void)state;
	trial t = simulate("model M Real x(start = 1, fixed = true); Integer a(start = 0, fixed = true); Integer b(start = "
					   "0, fixed = true); Real y; equation "
					   "der(x) = 1; y = if x > 0.5 then 10 else 20; when x > 0 then a = 7; end when; "
					   "when {initial(), x > 1.5} then b = pre(b) + 1; end when; end M;",
					   1, "erk");
	assert_int_equal(t.status, SE_DONE);
	const sr_record *r = se_record(t.run);
	assert_true(sr_value(r, 0, sr_find(r, "y")) == 10);
	assert_int_equal((int)last(&t, "a"), 0);
	assert_true(sr_value(r, 0, sr_find(r, "b")) == 1);
	assert_int_equal((int)last(&t, "b"), 2);
	done(&t);
}

static void E20_first_and_last_instant(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Integer ticks(start = 0, fixed = true); Integer late(start = 0, fixed = true); Integer after(start = "
		"0, fixed = true); "
		"Integer ended(start = 0, fixed = true); equation when sample(0, 1) then ticks = pre(ticks) + 1; end when; "
		"when time > 0 then after = pre(after) + 1; end when; when time >= 0 then late = pre(late) + 1; end when; "
		"when terminal() then ended = pre(ended) + 1; end when; end M;",
		2, "auto");
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal((int)last(&t, "ticks"), 3);
	assert_int_equal((int)last(&t, "after"), 1);
	assert_int_equal((int)last(&t, "late"), 0);
	assert_int_equal((int)last(&t, "ended"), 1);
	done(&t);
}

static uint32_t rows_with(se_limits limits, uint32_t *at_event)
{
	trial t = load("model M Real x(start = 0, fixed = true); Boolean b; equation der(x) = 1; b = time >= 0.55; end M;");
	t.settings.stop = 1;
	t.settings.interval = 0.1;
	t.settings.limits = limits;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	const sr_record *r = se_record(t.run);
	*at_event = 0;
	for (uint32_t row = 0; row < sr_rows(r); row++)
		*at_event += sr_time(r, row) == 0.55;
	uint32_t rows = sr_rows(r);
	done(&t);
	return rows;
}

static void E21_rows(void **state)
{
	(void)state;
	uint32_t at_event;
	assert_int_equal(rows_with(SE_BOTH, &at_event), 13);
	assert_int_equal(at_event, 2);
	assert_int_equal(rows_with(SE_AFTER, &at_event), 12);
	assert_int_equal(at_event, 1);
	assert_int_equal(rows_with(SE_NONE, &at_event), 11);
	assert_int_equal(at_event, 0);
	/* a grid point that meets an event has the right limit */
	trial t = load("model M Boolean b; Real x(start = 0, fixed = true); equation der(x) = 1; b = time >= 0.5; end M;");
	t.settings.stop = 1;
	t.settings.interval = 0.125;
	t.settings.limits = SE_NONE;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	const sr_record *r = se_record(t.run);
	assert_int_equal(sr_rows(r), 9);
	assert_true(sr_time(r, 4) == 0.5 && sr_value(r, 4, sr_find(r, "b")) == 1);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E1_relations_are_latched),
		cmocka_unit_test(E2_conditions_inside_a_step_are_found),
		cmocka_unit_test(E3_the_stop_is_on_the_far_side),
		cmocka_unit_test(E4_time_conditions_are_met_exactly),
		cmocka_unit_test(E5_clocks_do_not_drift),
		cmocka_unit_test(E5_rounding_does_not_separate),
		cmocka_unit_test(E6_no_event_where_none_is_wanted),
		cmocka_unit_test(E6_an_assertion_fails_at_its_moment),
		cmocka_unit_test(E8_one_source_is_synchronous),
		cmocka_unit_test(E10_fixed_point),
		cmocka_unit_test(E10_conditions_settle_before_pre),
		cmocka_unit_test(E11_when_acts_on_edges),
		cmocka_unit_test(E12_reinits_use_the_values_before),
		cmocka_unit_test(E14_pre_is_the_left_limit),
		cmocka_unit_test(E14_pre_stays_the_left_limit),
		cmocka_unit_test(E15_restart_only_when_needed),
		cmocka_unit_test(E16_a_crossing_fires_once),
		cmocka_unit_test(E16_rounding_at_zero_fires_nothing),
		cmocka_unit_test(E16_conditions_are_held_across_close_instants),
		cmocka_unit_test(E17_endless_microsteps),
		cmocka_unit_test(E18_zeno_and_chattering),
		cmocka_unit_test(E19_initial_values),
		cmocka_unit_test(E20_first_and_last_instant),
		cmocka_unit_test(E21_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
