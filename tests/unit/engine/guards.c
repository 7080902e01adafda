/* What can go wrong is found at its moment, whatever is recorded (docs/events.md, E80 to E82), and so is everything
 * else (E99). */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>
#include <stdlib.h>

/* Runs with nothing, everything, one variable and other intervals recorded. The message must be there in all of
 * them, with the time. */
static void assert_fault(const char *text, double stop, se_status status, const char *code, double time)
{
	static const double intervals[] = {0, 0.3, 0.01};
	static const char *const one[] = {"x"};
	for (int what = 0; what < 3; what++)
		for (int k = 0; k < 3; k++) {
			trial t = load(text);
			t.settings.stop = stop;
			t.settings.tolerance = 1e-8;
			t.settings.interval = intervals[k];
			t.settings.record_nothing = what == 0;
			t.settings.record = one;
			t.settings.record_count = what == 2;
			se_status got = se_simulate(t.run, &t.settings);
			for (uint32_t i = 0;
				 i < sb_messages(t.model->diag) && (got != status || !code || sb_messages(t.model->diag) > 1); i++)
				print_error("%s\n%s\n", text, sb_message_at(t.model->diag, i).text);
			assert_int_equal(got, status);
			assert_int_equal(sb_messages(t.model->diag), code ? 1 : 0);
			if (code) {
				sb_message_view m = sb_message_at(t.model->diag, 0);
				const char *at = strstr(m.text, "at time ");
				assert_string_equal(m.code, code);
				assert_non_null(at);
				if (!(fabs(strtod(at + 8, NULL) - time) < 1e-5))
					print_error("%s\n%s, not %.9g\n", text, m.text, time);
				assert_true(fabs(strtod(at + 8, NULL) - time) < 1e-5);
			}
			done(&t);
		}
}

#define DECAY "Real x(start = 1, fixed = true); "
#define FALLS "equation der(x) = -x; "
#define FUNCTIONS                                                                                                      \
	"function low input Real u; output Real y; algorithm assert(u > 0.5, \"low\"); y := u; end low; "                  \
	"function said input Real u; output Real y; algorithm assert(u > 0.5, \"low\", AssertionLevel.warning); y := u; "  \
	"end said; "

static void E80_faults_are_found_at_their_moment(void **state)
{
	(void)state;
	assert_fault("model M " DECAY "Real y = 1/(1 - time); " FALLS "end M;", 2, SE_FAILED, "R0301", 1);
	assert_fault("model M " DECAY "Real y = sqrt(x - 0.5); " FALLS "end M;", 2, SE_FAILED, "R0302", log(2));
	assert_fault("model M " DECAY "Real y(min = 0.5) = x; " FALLS "end M;", 2, SE_DONE, "R0112", log(2));
	assert_fault("model M " DECAY FALLS "assert(x > 0.5, \"low\", AssertionLevel.warning); end M;", 2, SE_DONE, "R0205",
				 log(2));
	assert_fault("model M " DECAY FALLS "assert(noEvent(x > 0.5), \"low\"); end M;", 2, SE_FAILED, "R0204", log(2));
	assert_fault("model M " FUNCTIONS DECAY "Real y = low(x); " FALLS "end M;", 2, SE_FAILED, "R0320", log(2));
	assert_fault("model M " FUNCTIONS DECAY "Real y = said(x); " FALLS "end M;", 2, SE_DONE, "R0321", log(2));
	assert_fault("model M " FUNCTIONS DECAY "equation der(x) = -said(x); end M;", 2, SE_DONE, "R0321", log(2));
	/* without states, too; and between two steps: the sine is above 0.999 for 0.09 seconds only */
	assert_fault("model M Real x = time; Real y(max = 0.999) = sin(x); end M;", 3, SE_DONE, "R0112", asin(0.999));
	assert_fault("model M Real x(start = 0, fixed = true), v(start = 1, fixed = true), y(max = 0.999) = x; equation "
				 "der(x) = v; der(v) = -x; end M;",
				 3, SE_DONE, "R0112", asin(0.999));
	assert_fault(
		"model M Real x(start = 0, fixed = true), v(start = 1, fixed = true), y = x; equation der(x) = v; der(v) = -x; "
		"assert(noEvent(y < 0.999), \"\"); end M;",
		3, SE_FAILED, "R0204", asin(0.999));
}

/* The interpolation of a step of this stiff decay goes below zero; the decay itself does not. */
static void E81_no_row_ends_a_run(void **state)
{
	(void)state;
	static const char *const solvers[] = {"erk", "dirk"};
	for (int k = 0; k < 2; k++) {
		trial t = load("model M function f input Real u; output Real y; algorithm assert(u >= 0, \"negative\"); y := "
					   "sqrt(u); end f; "
					   "Real x(start = 1, fixed = true), y = f(x); equation der(x) = -1000*x; end M;");
		t.settings.solver = solvers[k];
		t.settings.interval = 0.0007;
		assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
		assert_int_equal(sb_messages(t.model->diag), 0);
		const sr_record *r = se_record(t.run);
		uint32_t x = sr_find(r, "x"), y = sr_find(r, "y");
		for (uint32_t row = 0; row < sr_rows(r); row++) {
			assert_true(fabs(sr_value(r, row, x) - exp(-1000 * sr_time(r, row))) < 1e-4);
			assert_true(sr_value(r, row, y) >= 0);
		}
		uint64_t steps = se_stats(t.run)->solver.steps;
		t.settings.record_nothing = true;        /* the rows have not changed the run */
		assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
		assert_int_equal(se_stats(t.run)->solver.steps, steps);
		done(&t);
	}
}

static void E112_what_has_no_value_is_not_hidden(void **state)
{
	(void)state;
	assert_fault("model M " DECAY "discrete Real y(start = 0, fixed = true); " FALLS
				 "when sample(0.1, 0.1) then y = max(0, sqrt(x - 0.5)); end when; end M;",
				 2, SE_FAILED, "R0302", 0.7);
	assert_fault("model M " DECAY "Real z(start = 0, fixed = true); " FALLS
				 "der(z) = 0; when sample(0.1, 0.1) then reinit(z, max(0, sqrt(x - 0.5))); end when; end M;",
				 2, SE_FAILED, "R0302", 0.7);
	assert_fault("model M " DECAY "Real y[80]; " FALLS
				 "for i in 1:80 loop y[i] = max(0, sqrt(x - i/160)); end for; end M;",
				 2, SE_FAILED, "R0302", log(2));
	assert_fault("model M " DECAY "Real y; " FALLS "algorithm y := min(1, log(x - 0.5)); end M;", 2, SE_FAILED, "R0302",
				 log(2));
	assert_fault("model M function f input Real u; output Real y; protected Integer k; algorithm y := 0; k := 0; while "
				 "k < 2 loop y := max(y, sqrt(u)); k := k + 1; "
				 "end while; end f; " DECAY "Real y = f(x - 0.5); " FALLS "end M;",
				 2, SE_FAILED, "R0302", log(2));
	/* at a crossing, in the first pass of the instant, the branch that held still does; a number that is too large is
	 * one all the same */
	assert_fault("model M " DECAY "Real y; discrete Real z(start = 0, fixed = true); " FALLS
				 "when x < 0.5 then z = max(1, y); end when; algorithm if x > 0.5 then y := max(0, sqrt(x - 0.5)); "
				 "else y := 0; end if; end M;",
				 2, SE_DONE, NULL, 0);
	assert_fault("model M " DECAY "Real y = 1/(1 + exp(1000*time)); " FALLS "end M;", 2, SE_DONE, NULL, 0);
	/* poles and overflow, of the elements of a family too: the first moment of the step counts */
	assert_fault("model M " DECAY "Real y = tan(time); " FALLS "end M;", 2, SE_FAILED, "R0301", M_PI / 2);
	assert_fault("model M " DECAY "Real y = exp(400*time)*exp(400*time); " FALLS "end M;", 2, SE_FAILED, "R0303",
				 log(1.7976931348623157e308) / 800);
	assert_fault("model M " DECAY "Real y[90]; " FALLS
				 "for i in 1:90 loop y[i] = 1/(1.001 - time*i/90); end for; end M;",
				 2, SE_FAILED, "R0301", 1.001);
}

static void E82_quotients_may_have_a_value_where_the_divisor_is_zero(void **state)
{
	(void)state;
#define TURNS "Real x(start = 0, fixed = true), v(start = 1, fixed = true), "
#define ROUND "; equation der(x) = v; der(v) = -x; end M;"
	assert_fault("model M " TURNS "y = 1/x" ROUND, 0.5, SE_FAILED, "R0301", 0);
	assert_fault("model M " TURNS "y = 1/v" ROUND, 7, SE_FAILED, "R0301", acos(0));
	assert_fault("model M " TURNS "y = x/v^2" ROUND, 7, SE_FAILED, "R0301", acos(0));
	assert_fault("model M " TURNS "y = 1/(1 - 2*time + time^2)" ROUND, 7, SE_FAILED, "R0301", 1);
	assert_fault("model M " TURNS "y = 1/(1 + cos(time))" ROUND, 7, SE_FAILED, "R0301", acos(-1));
	assert_fault("model M " TURNS "y = 1/(1.001 + cos(time))" ROUND, 7, SE_DONE, NULL, 0);
	assert_fault("model M " TURNS "y = 2*v*x/v" ROUND, 7, SE_DONE, NULL, 0);
	assert_fault("model M " TURNS "y = sin(2*time - 2)/sin(time - 1)" ROUND, 3, SE_DONE, "R0294", 1);
	assert_fault("model M " TURNS "y = sin(2*time)/v" ROUND, 3, SE_DONE, "R0294", acos(0));
	assert_fault("model M " TURNS "y = if noEvent(abs(v) > 1e-3) then 1/v else 0" ROUND, 7, SE_DONE, NULL, 0);
	assert_fault("model M " TURNS "y = 1/(if noEvent(v > 0) then 1 else -1)" ROUND, 7, SE_DONE, NULL, 0);
	assert_fault("model M " TURNS "y = 1/(1.5 + v)" ROUND, 7, SE_DONE, NULL, 0);
}

/* Wherever the steps end: a divisor that comes to zero and turns back, and one that turns just before. */
static void E82_divisors_that_touch_zero_are_found(void **state)
{
	(void)state;
	static const char *const model[] = {"model M " TURNS "y = 1/(1 + cos(time))" ROUND,
										"model M " TURNS "y = 1/(time - 3.3)^2" ROUND,
										"model M " TURNS "y = 1/(1.001 + cos(time))" ROUND};
	for (int k = 0; k < 3; k++)
		for (double tolerance = 1e-3; tolerance > 1e-10; tolerance /= 3) {
			trial t = load(model[k]);
			t.settings.stop = 7;
			t.settings.tolerance = tolerance;
			assert_int_equal(se_simulate(t.run, &t.settings), k < 2 ? SE_FAILED : SE_DONE);
			done(&t);
		}
}

/* Two loops of exponential diodes, of which one floats between leaks: where the iteration begins decides the last
 * digits, and of the potential in between all of them. */
static void E99_rows_leave_no_trace(void **state)
{
	(void)state;
	static const double intervals[] = {0, 0.0137, 0.0001};
	double want = 0, floats = 0;
	uint64_t steps = 0;
	for (int what = 0; what < 2; what++)
		for (int k = 0; k < 3; k++) {
			trial t = load("model M Real x(start = 1, fixed = true), a, b; equation der(x) = 20*cos(20*time) - a; "
						   "1e-3*(x - a) = 1e-12*(exp(a/0.026) - 1) - 1e-12*(exp(-a/0.026) - 1); "
						   "1e-14*(exp((x - b)/0.026) - exp((b - x)/0.026)) = 1e-14*(exp((b - a)/0.026) - exp((a - "
						   "b)/0.026)); end M;");
			t.settings.stop = 1;
			t.settings.interval = intervals[k];
			t.settings.record_nothing = what == 0;
			assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
			want = what || k ? want : last(&t, "x");
			floats = what || k ? floats : last(&t, "b");
			steps = what || k ? steps : se_stats(t.run)->solver.steps;
			assert_true(last(&t, "x") == want && last(&t, "b") == floats && se_stats(t.run)->solver.steps == steps);
			done(&t);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E80_faults_are_found_at_their_moment),
		cmocka_unit_test(E81_no_row_ends_a_run),
		cmocka_unit_test(E99_rows_leave_no_trace),
		cmocka_unit_test(E112_what_has_no_value_is_not_hidden),
		cmocka_unit_test(E82_quotients_may_have_a_value_where_the_divisor_is_zero),
		cmocka_unit_test(E82_divisors_that_touch_zero_are_found),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
