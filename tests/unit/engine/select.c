/* Selective evaluation: what an event costs does not depend on what is beside it, and what was not evaluated is right
 * when it is needed. Known answers come from closed forms; the cost is counted in pieces of code that were called. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>
#include <stdio.h>

static trial simulate(const char *text, double stop, const char *record)
{
	trial t = load(text);
	t.settings.stop = stop;
	t.settings.interval = stop;
	t.settings.record = &record;
	t.settings.record_count = record ? 1 : 0;
	t.status = se_simulate(t.run, &t.settings);
	assert_int_equal(t.status, SE_DONE);
	return t;
}

/* n components with a clock each, of which one ticks at a time; the pieces called for each event beyond those of the
 * first and last instant. */
static double pieces_per_event(int n, const char *behaviour)
{
	char text[2000];
	snprintf(text, sizeof text,
			 "model M model C parameter Real first; discrete Real y(start = 0, fixed = true); Integer k(start = 0, "
			 "fixed = true); "
			 "Boolean odd; %s end C; C c[%d](first = {(i - 0.5)*0.01 for i in 1:%d}); end M;",
			 behaviour, n, n);
	trial few = simulate(text, 0.1, "c[1].k"), more = simulate(text, 0.3, "c[1].k");
	double events = (double)(se_stats(more.run)->time_events - se_stats(few.run)->time_events);
	double pieces = (double)(se_stats(more.run)->pieces - se_stats(few.run)->pieces);
	assert_true(events == 20 && last(&more, "c[30].k") == 1 && last(&more, "c[31].k") == 0);
	assert_true(last(&more, "c[30].y") == 29.5 * 0.01 + 1 && last(&more, "c[30].odd") == 1);
	done(&few);
	done(&more);
	return pieces / events;
}

static void an_event_costs_the_same_in_any_number_of_components(void **state)
{
	static const char *const behaviours[] = {
		"equation when sample(first, 100) then k = pre(k) + 1; y = time + k; end when; odd = mod(k, 2) == 1;",
		"equation when time >= first then k = pre(k) + 1; y = time + k; end when; odd = mod(k, 2) == 1;",
		"algorithm when sample(first, 100) then k := pre(k) + 1; y := time + k; end when; equation odd = mod(k, 2) == "
		"1;",
	};
	(void)state;
	for (int i = 0; i < 3; i++) {
		double small = pieces_per_event(60, behaviours[i]), large = pieces_per_event(600, behaviours[i]);
		assert_true(small > 0 && small < 30);
		assert_true(fabs(large - small) < 1);
	}
}

/* Nothing of u is recorded or watched: it is evaluated when the clock's equation reads it, at that time and with the
 * latches of then. */
static void what_is_not_recorded_is_there_when_it_is_needed(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Real x(start = 0, fixed = true), u, w; discrete Real y(start = 0, fixed = true), z(start = 0, fixed = "
		"true); "
		"Boolean late(start = false, fixed = true); equation der(x) = 1; u = 2*x + 1; w = u*u + (if late then 100 else "
		"0); "
		"when sample(0.25, 0.5) then y = w; end when; when time >= 0.5 then late = true; z = w; end when; end M;",
		1, "z");
	assert_true(fabs(last(&t, "y") - (2.5 * 2.5 + 100)) < 1e-9);
	assert_true(fabs(last(&t, "z") - (4 + 100)) < 1e-9);
	assert_true(fabs(last(&t, "w") - (9 + 100)) < 1e-9);       /* the last values are those of everything */
	done(&t);
}

/* pre of an algebraic variable is its left limit in this instant, whoever reads it and however late. */
static void left_limits_of_what_is_not_recorded(void **state)
{
	(void)state;
	trial t = simulate("model M Real x(start = 1, fixed = true), u; Boolean up(start = false, fixed = true); discrete "
					   "Real before(start = 0, "
					   "fixed = true), after(start = 0, fixed = true); Boolean then_(start = false, fixed = true); "
					   "equation der(x) = 0; "
					   "u = if up then 10*x else time; when time >= 0.5 then up = true; end when; then_ = pre(up); "
					   "when then_ then before = pre(u); after = u; end when; end M;",
					   1, "x");
	assert_true(last(&t, "before") == 0.5 && last(&t, "after") == 10);
	done(&t);
}

/* What a when-clause in an algorithm reads is of its own instant, although instants of others went by without it. */
static void a_when_in_an_algorithm_reads_the_present(void **state)
{
	(void)state;
	trial t = simulate(
		"model M Real x(start = 0, fixed = true); Integer k(start = 0, fixed = true), n(start = 0, fixed = true); "
		"discrete "
		"Real seen(start = 0, fixed = true); equation der(x) = 1; when sample(0.1, 0.2) then k = pre(k) + 1; end when; "
		"algorithm when sample(0.35, 10) then n := pre(n) + 1; seen := x; end when; end M;",
		1, "k");
	assert_true(last(&t, "k") == 5 && last(&t, "n") == 1 && fabs(last(&t, "seen") - 0.35) < 1e-9);
	done(&t);
}

/* One state is reinitialised at each event; a thousand others go on. The instants themselves touch a few pieces. */
static void a_reinit_concerns_its_readers(void **state)
{
	(void)state;
	trial t = simulate("model M model S parameter Real limit; Real x(start = 0, fixed = true), y; Integer n(start = 0, "
					   "fixed = true); equation "
					   "der(x) = 1; y = 3*x; when x > limit then reinit(x, -1); n = pre(n) + 1; end when; end S; "
					   "S s[300](limit = {0.5 + 0.001*i for i in 1:300}); end M;",
					   0.6505, "s[1].n");
	assert_true(se_stats(t.run)->state_events == 150);
	assert_true(last(&t, "s[150].n") == 1 && last(&t, "s[151].n") == 0);
	assert_true(fabs(last(&t, "s[100].x") - (-1 + 0.0505)) < 1e-9 &&
				fabs(last(&t, "s[100].y") - 3 * (-1 + 0.0505)) < 1e-9);
	assert_true(fabs(last(&t, "s[200].y") - 3 * 0.6505) < 1e-9);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_event_costs_the_same_in_any_number_of_components),
		cmocka_unit_test(what_is_not_recorded_is_there_when_it_is_needed),
		cmocka_unit_test(left_limits_of_what_is_not_recorded),
		cmocka_unit_test(a_when_in_an_algorithm_reads_the_present),
		cmocka_unit_test(a_reinit_concerns_its_readers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
