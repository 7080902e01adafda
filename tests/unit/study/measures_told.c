/* Measures: what there is nothing to measure of, what is told, what is recorded for them. */
#include "unit/study/measured.h"

static void nothing_to_measure(void **state)
{
	(void)state;
	bench b = load("model M Real x(start = 1, fixed = true), c = 0, r(start = 0, fixed = true); "
				   "equation der(x) = -x; der(r) = 1; end M;");
	static const char *const cases[][2] = {
		{"settling(x, 0.02, 0.9)", "has not settled"},
		{"time_when(x > 2)", "x > 2 never becomes true"},
		{"time_when(x < 0.5, 2)", "only 1 times"},
		{"final(x)/final(c)", "divides by zero: final(c) is 0"},
		{"max(x/c)", "divides by zero: c is 0 at time 0"},
		{"frequency(x)", "does not go through its mean"},
		{"at(x, 3)", "the run goes from 0 to 1"},
		{"overshoot(c)", "makes no step"},
		{"max(x, from = 2)", "there is nothing from 2 to 1"},
		{"max(sqrt(r - 0.5))", "has no value at time 0"},
		{"rise(r, 0.1, 0.9, 2)", "never reaches 90 %"},
		{"log(final(c))", "infinite"},
		{"rise(x, 0.9, 0.1)", "does not rise from 90 % to 10 %"},
	};
	sb_text note = {0};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		st_measured got = measured_with(&b, cases[i][0], 1, "auto", &note);
		assert_true(isnan(got.value));
		if (!strstr(note.at, cases[i][1]))
			fail_msg("%s: '%s' does not tell '%s'", cases[i][0], note.at, cases[i][1]);
	}
	sb_text_free(&note);
	unload(&b);
}

/* x = sin(t) passes r at asin(r), wherever that is in a step. A pole has no number; what is finite beside a divisor
 * that is zero has one, and so have levels beside a pole, and integrals that converge. */
static void poles_are_told(void **state)
{
	(void)state;
	bench b = load("model M parameter Real r = 0.5; Real x(start = 0, fixed = true), v(start = 1, fixed = true); "
				   "Real z = (x - r)^2; equation der(x) = v; der(v) = -x; end M;");
	static const char *const poles[] = {
		"integral(1/(x - r))", "max(1/(x - r))", "min(1/(x - r))", "max(1/(x - r)^2)", "max(1/z)", "max((x - r)^(-3))",
		"rms(2/(x - r))", "mean(tan(x/r*2*atan(1)))", "max(tan(x/r*2*atan(1)))", "min(log(abs(x - r)))",
		"overshoot(1/(x - r))",
		"time_of_max(1/(x - r))", "amplitude(3 + 1/(r - x))", "max(1/(x - r)) <= 5", "max(v/(x - r)/(x + 2))",
	};
	sb_text note = {0};
	for (size_t i = 0; i < sizeof poles / sizeof *poles; i++)
		for (int k = 0; k < SOLVERS; k++) {
			st_measured got = measured_with(&b, poles[i], 1.5, all_solvers[k], &note);
			if (!isnan(got.value) || (!strstr(note.at, "has no value at time 0.523")
								  && !strstr(note.at, "still moves")))
				fail_msg("%s with %s: %g '%s'", poles[i], all_solvers[k], got.value, note.at);
		}
	sb_text_free(&note);
	is_near(&b, "max(-1/(x - r)^2)", 1.5, -4, 1e-5);
	is_near(&b, "max(log(abs(x - r)))", 1.5, log(0.5), 1e-5);
	is_near(&b, "max((x^2 - r^2)/(x - r))", 1.5, sin(1.5) + 0.5, 1e-5);
	is_near(&b, "integral((x^2 - r^2)/(x - r)*v)", 1.5, pow(sin(1.5), 2) / 2 + 0.5 * sin(1.5), 1e-5);
	is_near(&b, "max(if x > 0.6 then 1/(x - r) else 0)", 1.5, 10, 1e-4);
	is_near(&b, "integral(v*log(abs(x - r)))", 1.5,
			0.5 * log(0.5) - 0.5 + (sin(1.5) - 0.5) * (log(sin(1.5) - 0.5) - 1), 1e-5);
	is_near(&b, "integral(v/sqrt(abs(x - r)))", 1.5, 2 * (sqrt(0.5) + sqrt(sin(1.5) - 0.5)), 1e-5);
	is_near(&b, "1e4*duration(abs(1/(x - r)) > 1e4)", 1.5, 2 / cos(asin(0.5)), 1e-3);
	is_near(&b, "max(1/(1 + 1/(x - r)))", 1.5, (sin(1.5) - 0.5) / (sin(1.5) + 0.5), 1e-5);
	unload(&b);
}

/* exp(-t) over T changes by (exp(-0.9 T) - exp(-T))/(1 - exp(-T)) of its step in its last tenth: 6.01 % at T = 1,
 * 2.54 % at T = 2.5, 1.83 % at T = 3, 0.63 % at T = 4.5. */
static void responses_that_still_move_are_told(void **state)
{
	(void)state;
	bench b = load("model M Real x(start = 1, fixed = true); equation der(x) = -x; end M;");
	static const struct { const char *text; double stop; bool moves; } cases[] = {
		{"overshoot(x)", 1, true}, {"overshoot(x)", 4.5, false}, {"overshoot(x, 0)", 1, false},
		{"rise(x, 0.1, 0.5)", 2.5, true}, {"rise(x, 0.1, 0.5)", 3, false}, {"peak_time(x)", 1, true},
		{"settling(x, 0.1)", 1, false}, {"settling(x, 0.02)", 1, true}, {"settling(x, 0.02)", 4.5, false},
		{"settling(x, 0.02, from = 4, to = 5)", 9, true}, {"settling(x, 0.02, from = 0, to = 6)", 9, false},
	};
	sb_text note = {0};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		st_measured got = measured_with(&b, cases[i].text, cases[i].stop, "auto", &note);
		assert_true(isfinite(got.value));
		if ((strstr(note.at, "still moves at the end") != NULL) != cases[i].moves)
			fail_msg("%s to %g: '%s'", cases[i].text, cases[i].stop, note.at);
	}
	sb_text_free(&note);
	unload(&b);
}

/* What is offered for a curve is taken by the option. */
static void offers_are_taken(void **state)
{
	(void)state;
	bench b = load("model M Real x(start = 1, fixed = true), y = 2*x; Boolean c = x > 0.5; "
				   "equation der(x) = -x; end M;");
	static const struct { const char *option, *text, *offer; bool condition; } cases[] = {
		{"--subject", "x<=1", "max(x) <= 1 or final(x) <= 1", true},
		{"--subject", "2 > x", "2 > max(x) or 2 > final(x)", true},
		{"--subject", "x >= 1 + 1", "min(x) >= 1 + 1 or final(x) >= 1 + 1", true},
		{"--subject", "x < y - 1", "max(x - (y - 1)) < 0 or final(x) < final(y - 1)", true},
		{"--subject", "x == 1", "final(x) == 1", true}, {"--subject", "c", "duration(not (c)) == 0 or final(c) == 1",
			true},
		{"--min", "x <= 1", "duration(x <= 1), count(x <= 1) or time_when(x <= 1)", false},
		{"--max", "x", "final(x), max(x) or rms(x)", false},
		{"--measure", "c", "duration(c), count(c) or time_when(c)", false},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sb_diag *diag = sb_diag_new();
		sb_text said = {0};
		assert_null(st_measures_read(b.m, cases[i].option, &cases[i].text, 1, diag));
		sb_render(diag, 0, false, &said);
		if (!strstr(said.at, cases[i].offer))
			fail_msg("'%s' is not offered: %s", cases[i].offer, said.at);
		char offer[200];
		snprintf(offer, sizeof offer, "%s", cases[i].offer);
		char *comma = strstr(offer, ", "), *other = strstr(offer, " or "), *end = comma ? comma : other;
		if (end)
			*end = 0;
		const char *first = offer;
		st_measures *ms = st_measures_read(b.m, cases[i].option, &first, 1, diag);
		assert_non_null(ms);
		assert_int_equal(st_measure_is_constraint(ms, 0), cases[i].condition);
		st_measures_free(ms);
		sb_text_free(&said);
		sb_diag_free(diag);
	}
	unload(&b);
}

static void mistakes_are_told(void **state)
{
	(void)state;
	bench b = load("model M parameter String s = \"a\"; Real speed(start = 1, fixed = true), u[2] = {1, 2}; "
				   "equation der(speed) = -speed; end M;");
	static const char *const cases[][2] = {
		{"max(sped)", "U0701"}, {"max(u[speed])", "U0702"}, {"mean(u)", "U0703"}, {"max(s)", "U0704"},
		{"max(der(u[1]))", "U0705"}, {"maks(speed)", "U0706"}, {"sum(speed)", "U0707"},
		{"max(speed, after = 1)", "U0708"},
		{"at(speed, speed)", "U0709"}, {"final(speed, 1)", "U0710"}, {"count(speed)", "U0711"},
		{"max(speed)/0", "U0712"},
		{"{1, 2}", "U0713"}, {"speed", "U0714"}, {"max(speed", "M01"}, {"a = = 2", "M01"}, {"", "M01"},
		{"max(speed) max(speed)", "M01"},
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sb_diag *diag = sb_diag_new();
		assert_null(st_measures_read(b.m, "--measure", &cases[i][0], 1, diag));
		assert_true(sb_messages(diag) > 0);
		if (strncmp(sb_message_at(diag, 0).code, cases[i][1], strlen(cases[i][1])) != 0)
			fail_msg("%s: %s, not %s", cases[i][0], sb_message_at(diag, 0).code, cases[i][1]);
		sb_diag_free(diag);
	}
	sb_diag *diag = sb_diag_new();
	const char *twice[] = {"max(speed)", "max(speed)"};
	assert_null(st_measures_read(b.m, "--measure", twice, 2, diag));
	assert_string_equal(sb_message_at(diag, 0).code, "U0715");
	sb_diag_free(diag);
	unload(&b);
}

/* Where extremes alone are asked for, steps that cannot have one leave no rows: nothing is found that is not found in
 * all steps, and nothing is lost. */
static void extremes_need_few_rows(void **state)
{
	(void)state;
	static const char *const models[] = {
		"model M Real x(start = 2, fixed = true), v(start = 0, fixed = true); "
		"equation der(x) = v; der(v) = 3*(1 - x^2)*v - x; end M;",
		"model M Real x(start = 1, fixed = true), v(start = 0, fixed = true); "       /* it grows, ever faster */
		"equation der(x) = v; der(v) = 0.1*v - (1 + time)*x; end M;",
		"model M Real x(start = 1, fixed = true), v(start = 0, fixed = true); Real y = -x, z = y; "
		"equation der(z) = -v; der(v) = -0.3*v - 9*x; end M;",
		"model M Real x(start = 3, fixed = true), v(start = 0, fixed = true); "
		"equation der(x) = v; der(v) = -9.81; when x < 0 then reinit(v, -0.8*pre(v)); end when; end M;",
		"model M Real x(start = 0, fixed = true), v; Boolean on(start = true, fixed = true); "
		"equation der(x) = v; v = if on then 1 - 0.2*x else sin(5*time); "
		"when sample(1, 1.3) then on = not pre(on); end when; end M;",
	};
	static const char *const texts[] = {"max(x)", "min(x)", "time_of_max(x)", "time_of_min(2 - 3*x)", "amplitude(x/2)",
		"max(abs(x - 1))", "max(max(x, 2*v))", "max(x) - min(v)"};
	for (uint32_t m = 0; m < sizeof models / sizeof *models; m++)
		for (uint32_t i = 0; i < sizeof texts / sizeof *texts; i++)
			for (int k = 0; k < SOLVERS; k++) {
				bench b = load(models[m]);
				sb_text with = {0};
				sb_addf(&with, "%s + 0*integral(x)", texts[i]);
				double few = measured_with(&b, texts[i], 7, all_solvers[k], NULL).value;
				uint32_t rows = sr_rows(se_record(b.run));
				double all = measured_with(&b, with.at, 7, all_solvers[k], NULL).value;
				if (!(fabs(few - all) <= 3e-8 * fmax(1, fabs(all))))
					fail_msg("%s of model %u with %s: %.17g, not %.17g", texts[i], m, all_solvers[k], few, all);
				if (rows > sr_rows(se_record(b.run)))
					fail_msg("%s of model %u with %s: %u rows, not %u", texts[i], m, all_solvers[k], rows,
							 sr_rows(se_record(b.run)));
				sb_text_free(&with);
				unload(&b);
			}
	bench b = load(models[0]);
	measured_with(&b, "max(x)", 30, "erk", NULL);
	uint32_t rows = sr_rows(se_record(b.run));
	measured_with(&b, "max(x) + 0*integral(x)", 30, "erk", NULL);
	assert_true(10 * rows < sr_rows(se_record(b.run)));
	unload(&b);
}

/* Only what is named is recorded, and of final values the ends alone. */
static void no_more_is_recorded(void **state)
{
	(void)state;
	bench b = load("model M Real x(start = 1, fixed = true), y(start = 0, fixed = true), z; "
				   "equation der(x) = -x; der(y) = x; z = x + y; end M;");
	measured(&b, "final(z) + initial(x)", 1);
	assert_int_equal(sr_rows(se_record(b.run)), 2);
	assert_int_equal(sr_columns(se_record(b.run)), 2);
	measured(&b, "mean(z)", 1);
	assert_int_equal(sr_columns(se_record(b.run)), 1);
	unload(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_to_measure), cmocka_unit_test(poles_are_told),
		cmocka_unit_test(responses_that_still_move_are_told), cmocka_unit_test(offers_are_taken),
		cmocka_unit_test(mistakes_are_told), cmocka_unit_test(no_more_is_recorded),
		cmocka_unit_test(extremes_need_few_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
