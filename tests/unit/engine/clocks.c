/* Clocks: E34 to E40 of docs/events.md. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>

static trial simulated(const char *text, double stop)
{
	trial t = load(text);
	t.settings.stop = stop;
	t.status = se_simulate(t.run, &t.settings);
	assert_int_equal(t.status, SE_DONE);
	return t;
}

/* A tenth and a third of a second have no exact numbers: 3000 ticks of one are 900 of the other, and the counters agree
 * at every one of them. */
static void E34_ticks_are_counted(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Clock c = Clock(1, 30), d = subSample(c, 3), e = subSample(c, 10); Integer n(start = -1), m(start = "
		"-1), k(start = -1), bad(start = 0);"
		"equation when c then n = previous(n) + 1; end when; when d then m = previous(m) + 1; end when; when e then k "
		"= previous(k) + 1; "
		"bad = previous(bad) + (if noClock(n) == 10*k and noClock(m) == div(10*k, 3) then 0 else 1); end when; end M;",
		300);
	assert_int_equal((int)last(&t, "n"), 9000);
	assert_int_equal((int)last(&t, "m"), 3000);
	assert_int_equal((int)last(&t, "k"), 900);
	assert_int_equal((int)last(&t, "bad"), 0);
	const sr_record *r = se_record(t.run);
	assert_true(sr_time(r, sr_rows(r) - 1) == 300);
	done(&t);
	/* shifted far, and with no tick in between: two instants only, beside the end */
	t = simulated("model M Integer n(start = 0); equation when shiftSample(Clock(1, 1), 5000001, 1000000) then n = "
				  "previous(n) + 1; end when; end M;",
				  6.5);
	assert_int_equal((int)last(&t, "n"), 2);
	assert_true(se_stats(t.run)->time_events <= 3);
	done(&t);
}

/* Other events between the ticks, and passes within their instants, leave the partition alone; its equations are in no
 * order. */
static void E35_a_partition_is_evaluated_once_at_its_tick(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Real x(start = 0, fixed = true); Integer n(start = 0), a, b, c; Boolean flip; equation der(x) = 1; "
		"flip = sin(50*time) > 0;"
		"c = 2*b; b = a + n; a = 10*n; n = previous(n) + (if sample(x, Clock(1, 10)) >= 0 then 1 else 100); end M;",
		1);
	assert_int_equal((int)last(&t, "n"), 11);
	assert_int_equal((int)last(&t, "c"), 242);
	done(&t);
	/* the relation in it makes no event: eleven ticks are all that happens */
	t = simulated(
		"model M Integer n(start = 0); equation n = if sample(time, Clock(1, 10)) > 0.55 then 1 else 0; end M;", 1);
	assert_int_equal((int)last(&t, "n"), 1);
	assert_int_equal((int)se_stats(t.run)->state_events, 0);
	assert_int_equal((int)se_stats(t.run)->time_events, 11);
	done(&t);
}

/* x jumps to 5 in the instant in which it is sampled: 1 is seen. What is held is there at once: w follows it in the
 * same instant. */
static void E36_left_limits_and_held_values(void **state)
{
	(void)state;
	trial t = simulated("model M Real x(start = 0, fixed = true), s(start = 7), w, w0; Integer seen(start = 0, fixed = "
						"true); equation der(x) = 1;"
						"when time >= 1 then reinit(x, 5); seen = if w > 0.5 and w < 1.5 then 1 else 2; end when; s = "
						"sample(x, shiftSample(Clock(1, 1), 1)); w = hold(s); w0 = s0; s0 = hold(z);"
						"z = sample(time, shiftSample(Clock(1, 1), 9)); protected Real z(start = 3), s0; end M;",
						1.5);
	assert_true(fabs(last(&t, "s") - 1) < 1e-9);
	assert_int_equal((int)last(&t, "seen"), 1);
	assert_true(last(&t, "w0") == 3);
	done(&t);
}

static void E37_previous_begins_with_the_start_value(void **state)
{
	(void)state;
	trial t = simulated("model M Real a(start = 4), b(start = 9), c, d(start = 2); equation when Clock(1, 1) then a = "
						"previous(a) + 1; b = a; c = previous(b); end when;"
						"d = hold(a); end M;",
						0);
	assert_true(last(&t, "a") == 5);
	assert_true(last(&t, "c") == 9);         /* b equals a, but has its own start value */
	done(&t);
}

static void E38_event_clocks(void **state)
{
	(void)state;
	trial t = simulated("model M Boolean b = time >= 0.5, on = time >= 0, seen(start = false); Integer n(start = 0), "
						"m(start = 0), d(start = 0, fixed = true); Integer got(start = 0);"
						"equation seen = sample(b, Clock(b)); when b then d = 3; end when; got = sample(d, Clock(b));"
						"when Clock(on) then n = previous(n) + 1; end when;"
						"when subSample(shiftSample(Clock(mod(integer(10*time), 2) == 1), 1), 2) then m = previous(m) "
						"+ 1; end when; end M;",
						1);
	assert_int_equal((int)last(&t, "seen"), 1);      /* what the event has changed is there to be sampled */
	assert_int_equal((int)last(&t, "got"), 3);
	assert_int_equal((int)last(&t, "n"), 0);         /* true from the beginning: it never becomes true */
	assert_int_equal((int)last(&t, "m"), 2);         /* the second and the fourth of five */
	done(&t);
}

static void E39_intervals_that_vary(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Integer k(start = 1), n(start = 0), m(start = 0); Real at, last; Clock c = Clock(k, 10); equation "
		"when c then k = previous(k) + 1; n = previous(n) + 1; at = sample(time); end when;"
		"when superSample(c, 4) then m = previous(m) + 1; last = sample(time); end when; end M;",
		1.0);
	/* ticks at 0, 0.2, 0.5, 0.9; the last interval, half a second, is divided in 0.125 s: none of it falls into the
	 * last 0.1 s */
	assert_int_equal((int)last(&t, "n"), 4);
	assert_true(last(&t, "at") == 0.9);
	assert_int_equal((int)last(&t, "m"), 13);
	done(&t);
}

/* a is left after three ticks and entered anew after two of b; n begins again, m goes on. An immediate transition acts
 * in the tick in which its condition holds. */
static void E40_states_hold_while_they_are_active(void **state)
{
	(void)state;
	trial t = simulated("model M block S Integer n(start = 0); equation n = previous(n) + 1; end S; S a, b, c; Real u "
						"= sample(time, Clock(1, 1)); equation initialState(a);"
						"transition(a, b, a.n >= 3, immediate = false); transition(b, a, ticksInState() >= 2, "
						"immediate = false, reset = false, priority = 2);"
						"transition(b, c, u > 7.5); end M;",
						10);
	/* a at 0, 1, 2; b at 3, 4; a, not reset, at 5, where n is 4; b, reset, at 6, 7; c at 8, 9, 10 */
	assert_int_equal((int)last(&t, "a.n"), 4);
	assert_int_equal((int)last(&t, "b.n"), 2);
	assert_int_equal((int)last(&t, "c.n"), 3);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E34_ticks_are_counted),
		cmocka_unit_test(E35_a_partition_is_evaluated_once_at_its_tick),
		cmocka_unit_test(E36_left_limits_and_held_values),
		cmocka_unit_test(E37_previous_begins_with_the_start_value),
		cmocka_unit_test(E38_event_clocks),
		cmocka_unit_test(E39_intervals_that_vary),
		cmocka_unit_test(E40_states_hold_while_they_are_active),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
