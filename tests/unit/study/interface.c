/* The public interface beyond single runs: messages for programs, handles, results by columns, samples, measures,
 * sweeps, continuation, charts. Models have closed forms: x' = -k x is x0 exp(-k t). */
#include "unit/unit.h"
#include <saltus.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char decay[] =
	"model Decay \"a decay\" parameter Real k = 1 \"rate\"; parameter Integer n = 2; parameter String s = \"\"; "
	"type Pace = enumeration(slow, fast); parameter Pace pace = Pace.slow; parameter Boolean on = true; "
	"Real x(start = 1, fixed = true, unit = \"m\"); Real y[n], z = -x; equation "
	"der(x) = if pace == Pace.fast then -10*k*x else -k*x; for i in 1:n loop y[i] = i*x; end for; "
	"assert(k < 100, \"k is too large\"); end Decay;";
static const char driven[] =
	"model Driven input Real u(start = 0); Real x(start = 0, fixed = true); equation der(x) = u; end Driven;";

static const char swing[] =
	"model Swing parameter Real k = 1; Real x(start = 1, fixed = true), v(start = 0, fixed = true); "
	"equation der(x) = v; der(v) = -k*x; end Swing;";

static saltus_program *load(const char *text)
{
	saltus_program *p = saltus_load_text(text, NULL);
	if (saltus_failed(p))
		print_error("%s\n", saltus_messages(p));
	assert_false(saltus_failed(p));
	return p;
}

static void is_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= tolerance);
}

static void says(const char *json, const char *what)
{
	if (!strstr(json, what))
		print_error("'%s' is not in %s\n", what, json);
	assert_non_null(strstr(json, what));
}

static void messages_have_parts(void **state)
{
	(void)state;
	saltus_program *p = saltus_load_text("model M\n  Real x;\nequation\n  der(x) = y;\nend M;\n", NULL);
	const char *json = saltus_messages_json(p);
	says(json, "\"severity\":\"error\"");
	says(json, "\"line\":4");
	says(json, "\"code\":\"M");
	saltus_free(p);
	p = load(decay);
	assert_string_equal(saltus_messages_json(p), "[]");
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_message_count(r), 0);
	assert_false(saltus_set(r, "kk", 1));
	assert_int_equal(saltus_message_count(r), 1);
	assert_false(saltus_set(r, "ll", 1));
	says(saltus_run_messages_json(r, 0), "'kk'");
	says(saltus_run_messages_json(r, 1), "'ll'");
	assert_null(strstr(saltus_run_messages_json(r, 1), "'kk'"));
	assert_string_equal(saltus_run_messages_json(r, 2), "[]");
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);       /* a simulation begins anew */
	assert_int_equal(saltus_message_count(r), 0);
	assert_string_equal(saltus_run_messages_json(NULL, 0), "[]");
	saltus_free_run(r);
	saltus_free(p);
}

static void models_are_loaded_with_values(void **state)
{
	(void)state;
	const char *given[] = {"n=5", "k=2"}, *wrong[] = {"m=5"}, *inputs[] = {"u=2*time"};
	saltus_program *p = saltus_load_from(&(saltus_source){.text = decay, .given = given, .given_count = 2});
	assert_false(saltus_failed(p));
	assert_string_equal(saltus_model_name(p), "Decay");
	size_t last = saltus_find(p, "y[5]"), k = saltus_find(p, "k");
	assert_true(last != SALTUS_NONE);
	assert_true(saltus_find(p, "y[6]") == SALTUS_NONE && saltus_find(p, NULL) == SALTUS_NONE);
	assert_string_equal(saltus_description(p, k), "rate");
	assert_int_equal(saltus_type(p, k), 'r');
	assert_int_equal(saltus_type(p, saltus_find(p, "n")), 'i');
	assert_int_equal(saltus_type(p, saltus_find(p, "on")), 'b');
	assert_int_equal(saltus_type(p, saltus_find(p, "pace")), 'e');
	assert_int_equal(saltus_type(p, saltus_find(p, "s")), 's');
	assert_int_equal(saltus_type(p, SALTUS_NONE), 0);
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_final(r, "y[5]"), 5 * exp(-2), 1e-4);
	saltus_free_run(r);
	saltus_free(p);
	p = saltus_load_from(&(saltus_source){.text = decay, .given = wrong, .given_count = 1});
	assert_true(saltus_failed(p));
	says(saltus_messages_json(p), "'m'");
	saltus_free(p);
	p = saltus_load_from(&(saltus_source){.text = driven, .inputs = inputs, .input_count = 1});
	r = saltus_new_run(p);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_final(r, "x"), 1, 1e-6);
	saltus_free_run(r);
	saltus_free(p);
	p = saltus_load_from(NULL);
	assert_true(saltus_failed(p));
	saltus_free(p);
}

static void texts_are_set(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	assert_true(saltus_set_text(r, "pace", "fast"));
	assert_true(saltus_set_text(r, "k", "0.5"));
	assert_false(saltus_set_text(r, "pace", "faster"));
	says(saltus_run_messages_json(r, 0), "fast");
	assert_false(saltus_set_text(r, "nothing", "1"));
	assert_false(saltus_set_text(r, "k", "many"));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_final(r, "x"), exp(-5), 1e-5);
	assert_true(saltus_set_text(r, "s", "a text"));
	saltus_free_run(r);
	saltus_free(p);
}

static bool count_and_stop(void *context)
{
	return ++*(int *)context < 2;
}

static void handles_are_names(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	size_t k = saltus_find(p, "k"), read[] = {saltus_find(p, "x"), SALTUS_NONE, saltus_find(p, "z")};
	double value = 3, out[3];
	saltus_set_rows(r, SALTUS_AT_ENDS);
	assert_int_equal(saltus_simulate_at(r, &k, &value, 1, read, out, 3), SALTUS_DONE);
	is_near(out[0], exp(-3), 1e-5);
	assert_true(isnan(out[1]));
	assert_true(out[2] == -out[0]);
	assert_true(saltus_final(r, "x") == out[0]);
	assert_int_equal(saltus_rows(r), 2);
	value = 200;
	assert_int_equal(saltus_simulate_at(r, &k, &value, 1, read, out, 3), SALTUS_FAILED);
	assert_true(isnan(out[0]));
	says(saltus_run_messages_json(r, 0), "k is too large");
	assert_int_equal(saltus_simulate_at(r, read, &value, 1, read, out, 3), SALTUS_FAILED);      /* x is no parameter */
	assert_false(saltus_set_at(r, SALTUS_NONE, 1));
	assert_false(saltus_set_at(r, 123456, 1));
	says(saltus_run_messages_json(r, 0), "U0960");
	assert_true(saltus_set_at(r, k, 1));
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_false(saltus_set_at(r, k, 1));
	assert_true(saltus_change_at(r, read[0], 5));
	saltus_get_at(r, read, 1, out);
	assert_true(out[0] == 5);
	value = 2;
	assert_int_equal(saltus_step_at(r, &k, &value, 1, 0.5, read, out, 1), SALTUS_PAUSED);
	is_near(out[0], 5 * exp(-1), 1e-4);
	assert_true(saltus_now(r) == 0.5);
	assert_int_equal(saltus_step_at(r, &read[1], &value, 1, 0.6, read, out, 1), SALTUS_FAILED);
	saltus_end(r);
	saltus_get_at(NULL, read, 1, out);
	assert_true(isnan(out[0]));
	saltus_free_run(r);
	saltus_free(p);
}

static void progress_stops_a_run(void **state)
{
	(void)state;
	int asked = 0;
	saltus_program *p = load(swing);
	saltus_run *r = saltus_new_run(p);
	saltus_set_rows(r, SALTUS_AT_ENDS);
	saltus_set_stop(r, 1e9);
	saltus_set_progress(r, count_and_stop, &asked);
	assert_int_equal(saltus_simulate(r), SALTUS_STOPPED);
	assert_int_equal(asked, 2);
	const char *names[] = {"k"}, *measures[] = {"final(x)"};
	double points[] = {1, 2, 3, 4}, values[4];
	asked = 0;
	assert_int_equal(saltus_sweep(r, &(saltus_points){names, 1, points, 4, measures, 1, 0}, values), SALTUS_STOPPED);
	says(saltus_point_message(r, 3), "stopped");
	assert_true(isnan(values[3]));
	saltus_free_run(r);
	saltus_free(p);
}

/* In one block, and over many of them: the values that saltus_value has. */
static void compare_columns(saltus_run *r, double interval)
{
	static const char *const names[] = {"x", "z", "y[2]", "k", "der(x)"};
	saltus_set_interval(r, interval);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	size_t rows = saltus_rows(r), stride;
	double *expected = calloc(5 * rows, sizeof *expected);
	for (size_t c = 0; c < 5; c++)
		for (size_t i = 0; i < rows; i++)
			expected[c * rows + i] = saltus_value(r, i, names[c]);
	saltus_result *x = saltus_take_result(r);
	assert_non_null(x);
	assert_int_equal(saltus_result_rows(x), rows);
	assert_int_equal(saltus_rows(r), 0);
	for (size_t c = 0; c < 5; c++) {
		size_t column = saltus_find_column(x, names[c]);
		const double *at = saltus_column(x, column, &stride);
		assert_string_equal(saltus_column_name(x, column), names[c]);
		assert_ptr_equal(at, saltus_column(x, column, &stride));
		assert_true((stride == 0) == (c == 3));
		for (size_t i = 0; i < rows; i++)
			assert_true(at[i * stride] == expected[c * rows + i]);
	}
	const double *time = saltus_column_time(x);
	assert_true(time[0] == 0 && time[rows - 1] == 1);
	assert_string_equal(saltus_column_unit(x, saltus_find_column(x, "x")), "m");
	assert_true(saltus_find_column(x, "w") == SALTUS_NONE);
	assert_null(saltus_column(x, SALTUS_NONE, &stride));
	free(expected);
	saltus_free_result(x);
}

static void results_outlive_their_run(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	assert_null(saltus_take_result(r));
	says(saltus_run_messages_json(r, 0), "U0961");
	compare_columns(r, 0.1);
	compare_columns(r, 1e-4);
	saltus_begin(r);
	assert_null(saltus_take_result(r));
	saltus_end(r);
	const char *only[] = {"x"}, *none[] = {"nothing"}, *measures[] = {"final(x)", "max(x) <= 0.5"},
			   *bad[] = {"max(q)"}, *left[] = {"max(z)"};
	assert_true(saltus_set_recorded(r, only, 1));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	saltus_result *x = saltus_take_result(r);
	double values[2];
	assert_true(saltus_result_measure(x, p, measures, 2, values));
	is_near(values[0], exp(-1), 1e-4);
	assert_true(values[1] == 0);
	assert_false(saltus_result_measure(x, p, bad, 1, values));
	says(saltus_result_messages_json(x), "'q'");
	assert_true(saltus_result_measure(x, p, left, 1, values));       /* was not recorded */
	assert_true(isnan(values[0]));
	saltus_free_run(r);
	saltus_free(p);
	assert_true(saltus_find_column(x, "z") == SALTUS_NONE);
	says(saltus_result_svg(x, only, 1, "a title"), "a title");
	assert_string_equal(saltus_result_svg(x, none, 1, NULL), "");
	says(saltus_result_messages_json(x), "U0962");
	assert_false(saltus_result_write(x, "/nowhere/at/all.csv"));
	says(saltus_result_messages_json(x), "all.csv");
	char path[] = "/tmp/saltus-interface-XXXXXX.csv";
	close(mkstemps(path, 4));
	assert_true(saltus_result_write(x, path));
	unlink(path);
	saltus_free_result(x);
	saltus_free_result(NULL);
	assert_int_equal(saltus_result_rows(NULL), 0);
}

static void samples_drive_inputs(void **state)
{
	(void)state;
	double time[] = {0, 0.5, 0.5, 1}, value[] = {0, 0, 2, 4}, other[] = {1, 1, 1, 1}, back[] = {0, 2, 1, 3};
	saltus_samples s = {.name = "u", .time = time, .value = value, .count = 4};
	saltus_program *p = saltus_load_from(&(saltus_source){.text = driven, .samples = &s, .sample_count = 1});
	assert_false(saltus_failed(p));
	saltus_run *r = saltus_new_run(p), *second = saltus_new_run(p);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_final(r, "x"), 1.5, 1e-9);                /* lines, with a jump */
	s.value = other;
	for (int i = 0; i < 20; i++)
		assert_true(saltus_set_samples(i % 2 ? r : second, &s));
	s.method = "floor";
	s.value = value;
	assert_true(saltus_set_samples(second, &s));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(saltus_simulate(second), SALTUS_DONE);
	is_near(saltus_final(r, "x"), 1, 1e-9);
	is_near(saltus_final(second, "x"), 1, 1e-9);             /* 2 for half a second */
	s.method = "wavy";
	assert_false(saltus_set_samples(r, &s));
	says(saltus_run_messages_json(r, 0), "wavy");
	s = (saltus_samples){.name = "u", .time = back, .value = value, .count = 4};
	assert_false(saltus_set_samples(r, &s));
	s.name = "x";
	assert_false(saltus_set_samples(r, &s));
	saltus_begin(r);
	assert_false(saltus_set_samples(r, &s));
	says(saltus_run_messages_json(r, 0), "U0963");
	saltus_run *copy = saltus_copy(r);
	assert_int_equal(saltus_advance(copy, 2), SALTUS_DONE);
	is_near(saltus_get(copy, "x"), 1, 1e-9);
	saltus_free_run(copy);
	saltus_free_run(second);
	saltus_free_run(r);
	saltus_free(p);
	s = (saltus_samples){.name = "u", .time = time, .value = value, .count = 4, .method = "wavy"};
	p = saltus_load_from(&(saltus_source){.text = driven, .samples = &s, .sample_count = 1});
	assert_true(saltus_failed(p));
	says(saltus_messages_json(p), "wavy");
	says(saltus_messages(p), "wavy");
	assert_null(saltus_new_run(p));
	saltus_free(p);
}

static void measures_follow_simulations(void **state)
{
	(void)state;
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	const char *good[] = {"integral(x)", "max(x) <= 2", "final(x)/(final(x) + final(z))"}, *bad[] = {"max(x"};
	assert_false(saltus_set_measures(r, bad, 1));
	assert_true(*saltus_run_messages(r));
	assert_true(saltus_set_measures(r, good, 3));
	assert_true(isnan(saltus_measured(r, 0)));
	saltus_set_interval(r, 0.5);             /* measures do not depend on it */
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	is_near(saltus_measured(r, 0), 1 - exp(-1), 1e-5);
	assert_true(saltus_measured(r, 1) == 1);
	assert_true(isnan(saltus_measured(r, 2)) && *saltus_measure_note(r, 2));
	assert_true(isnan(saltus_measured(r, 3)));
	assert_string_equal(saltus_measure_note(r, 0), "");
	assert_true(saltus_set_measures(r, NULL, 0));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_int_equal(saltus_rows(r), 3);
	saltus_free_run(r);
	saltus_free(p);
}

/* The square root of k by Newton's method, one step for each simulation: the result is the last one. */
static void models_ask_for_simulations(void **state)
{
	(void)state;
	saltus_program *p = load(
		"model Root parameter Real k = 2; Boolean more(start = true, fixed = true); "
		"discrete Real p(start = 1, fixed = true) annotation(__Saltus(keep = true)); equation when terminal() then "
		"p = (pre(p) + k/pre(p))/2; more = abs(p - pre(p)) > 1e-9*p; end when; "
		"annotation(experiment(StopTime = 0.1), __Saltus(again = more)); end Root;");
	saltus_run *r = saltus_new_run(p);
	const char *names[] = {"k"}, *measures[] = {"final(p)"};
	double points[] = {4, 9, 16}, values[3], matrix[1], times[] = {0.05};
	assert_int_equal(saltus_sweep(r, &(saltus_points){names, 1, points, 3, measures, 1, 1}, values), SALTUS_DONE);
	for (int i = 0; i < 3; i++)
		is_near(values[i], sqrt(points[i]), 1e-9);
	for (int round = 0; round < 2; round++) {
		assert_int_equal(saltus_simulate(r), SALTUS_DONE);
		is_near(saltus_final(r, "p"), sqrt(2), 1e-9);
		assert_int_equal(saltus_begin(r), SALTUS_PAUSED);        /* a run that is held begins at the start values */
		is_near(saltus_get(r, "p"), 1, 0);
		saltus_end(r);
	}
	assert_false(saltus_sensitivities(r, (const char *[]){"p"}, 1, names, 1, times, 1, matrix, NULL));
	says(saltus_run_messages_json(r, 0), "U0980");
	saltus_free_run(r);
	saltus_free(p);
}

static void sweeps_use_all_cores(void **state)
{
	(void)state;
	enum { POINTS = 40 };
	saltus_program *p = load(decay);
	saltus_run *r = saltus_new_run(p);
	const char *names[] = {"k", "x.start"}, *measures[] = {"final(x)", "max(x) <= 1.5"}, *wrong[] = {"q"};
	double points[2 * POINTS], values[2 * POINTS];
	for (int i = 0; i < POINTS; i++) {
		points[2 * i] = i == 7 ? 200 : 0.1 * i;
		points[2 * i + 1] = i % 2 ? 1 : 2;
	}
	saltus_points q = {names, 2, points, POINTS, measures, 2, 0};
	assert_true(saltus_set_text(r, "pace", "fast"));         /* the sweep has it too */
	for (int round = 0; round < 2; round++) {
		assert_int_equal(saltus_sweep(r, &q, values), SALTUS_DONE);
		assert_int_equal(saltus_points_done(r), POINTS);
		for (int i = 0; i < POINTS; i++) {
			double x0 = i % 2 ? 1 : 2;
			if (i != 7)
				is_near(values[2 * i], x0 * exp(-i), 2e-5);
			assert_true(i == 7 ? isnan(values[2 * i]) : values[2 * i + 1] == (i % 2));
			assert_true(strstr(saltus_point_message(r, (size_t)i), "k is too large") ? i == 7 : i != 7);
		}
	}
	q.names = wrong;
	q.name_count = 1;
	assert_int_equal(saltus_sweep(r, &q, values), SALTUS_FAILED);
	says(saltus_run_messages_json(r, 0), "'q'");
	q.measures = wrong;
	q.measure_count = 1;
	q.names = names;
	assert_int_equal(saltus_sweep(r, &q, values), SALTUS_FAILED);
	q.measure_count = 0;
	assert_int_equal(saltus_sweep(r, &q, values), SALTUS_FAILED);
	says(saltus_run_messages_json(r, 0), "U0965");
	saltus_free_run(r);
	saltus_free(p);
}

/* x' = k + x^2 has the equilibria -sqrt(-k), sqrt(-k), which meet in a fold at k = 0. */
static void equilibria_are_followed(void **state)
{
	(void)state;
	saltus_program *p = load("model Fold parameter Real k = -1; Real x(start = -1, fixed = true); "
							 "equation der(x) = k + x^2; end Fold;");
	saltus_run *r = saltus_new_run(p);
	saltus_along along = {"k", -1, 0.05, 1}, nowhere = {"k", -1, -0.05, 1};
	assert_null(saltus_continue(r, &along, NULL, 0, NULL, 0, NULL, 0));
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_null(saltus_continue(r, &nowhere, NULL, 0, NULL, 0, NULL, 0));
	says(saltus_run_messages_json(r, 0), "U0964");
	saltus_branch *b = saltus_continue(r, &along, NULL, 0, NULL, 0, NULL, 0);
	assert_non_null(b);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
	size_t n = saltus_branch_count(b, 'p'), folds = 0;
	assert_int_equal(saltus_branch_count(b, 'x'), 1);
	assert_string_equal(saltus_branch_name(b, 0), "x");
	assert_null(saltus_branch_name(b, 1));
	for (size_t i = 0; i < n; i++) {
		double k = saltus_branch_at(b, 'p')[i], x = saltus_branch_at(b, 'x')[i];
		is_near(k + x * x, 0, 1e-7);
		is_near(saltus_branch_at(b, 'i')[i], 0, 1e-9);
		if (saltus_branch_kind(b, i) == 'F') {
			is_near(k, 0, 1e-4);
			folds++;
		} else {
			is_near(saltus_branch_at(b, 'r')[i], 2 * x, 1e-6);
		}
	}
	assert_int_equal(folds, 1);
	assert_int_equal(saltus_branch_kind(b, n), 0);
	says(saltus_branch_text(b), "fold");
	saltus_free_branch(b);
	saltus_free_branch(NULL);
}

static void charts_are_drawn(void **state)
{
	(void)state;
	double x[] = {0, 1, 2}, y[] = {1, NAN, 3}, cells[] = {1, 2, 3, 4};
	saltus_chart *c = saltus_new_chart("some <curves>", 2);
	saltus_chart_panel(c, "left", "time [s]", "y", false, true);
	saltus_chart_curve(c, x, y, 3, "a curve");
	saltus_chart_points(c, x, y, 3, NULL);
	saltus_chart_panel(c, NULL, "a", "b", false, false);
	saltus_chart_cells(c, 2, 2, x, x, cells, "heat");
	const char *svg = saltus_chart_svg(c);
	says(svg, "<svg");
	says(svg, "some &lt;curves&gt;");
	says(svg, "a curve");
	says(svg, "heat");
	assert_false(saltus_chart_write(c, "/nowhere/at/all.svg"));
	says(saltus_chart_messages_json(c), "all.svg");
	saltus_free_chart(c);
	saltus_free_chart(NULL);
	assert_string_equal(saltus_chart_svg(NULL), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(messages_have_parts), cmocka_unit_test(models_are_loaded_with_values),
		cmocka_unit_test(texts_are_set), cmocka_unit_test(handles_are_names),
		cmocka_unit_test(progress_stops_a_run),
		cmocka_unit_test(results_outlive_their_run), cmocka_unit_test(samples_drive_inputs),
		cmocka_unit_test(measures_follow_simulations), cmocka_unit_test(models_ask_for_simulations),
		cmocka_unit_test(sweeps_use_all_cores),
		cmocka_unit_test(equilibria_are_followed), cmocka_unit_test(charts_are_drawn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
