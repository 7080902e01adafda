/* Optimisation: through include/saltus.h, and what the text of --vary may be. */
#include "unit/unit.h"
#include "study/optimise/optimise_inside.h"
#include <saltus.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const oscillator = "model Oscillator\n"
									  "  parameter Real d = 1, c[2] = {3, 4};\n"
									  "  parameter Integer n = 1;\n"
									  "  Real y(start = 0, fixed = true), v(start = 0, fixed = true);\n"
									  "  Real far = (c[1] - 1)^2 + (c[2] + 2)^2;\n"
									  "equation\n"
									  "  der(y) = v;\n"
									  "  der(v) = 1 - y - 2*d*v;\n"
									  "  annotation(experiment(StopTime = 60));\n"
									  "end Oscillator;\n";

static void is_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= tolerance);
}

/* The integral of the squared error of a step is d + 1/(4 d): 1 at d = 1/2. */
static void best_damping(void **state)
{
	(void)state;
	const char *vary[] = {"d in [0.1, 3]"};
	saltus_optimum *o = saltus_optimise(&(saltus_aim){.model.text = oscillator, .cost = "integral((1 - y)^2)",
		.vary = vary,
		.vary_count = 1});
	assert_true(saltus_optimum_found(o));
	is_near(saltus_optimum_cost(o), 1, 1e-5);
	is_near(saltus_optimum_value(o, "d"), 0.5, 2e-3);
	assert_true(isnan(saltus_optimum_value(o, "e")));
	assert_true(isnan(saltus_optimum_margin(o, 0)));
	assert_true(saltus_optimum_runs(o) > 5);
	assert_string_equal(saltus_optimum_messages(o), "");
	assert_non_null(strstr(saltus_optimum_text(o), "saltus run"));
	saltus_free_optimum(o);
}

/* The overshoot of the step is exp(-pi d/sqrt(1 - d^2)): 5 % at d = 0.690. */
static void with_a_constraint(void **state)
{
	(void)state;
	const char *vary[] = {"d in [0.1, 0.95] = 0.9"}, *subject[] = {"overshoot(y, 1) <= 0.05"};
	saltus_optimum *o = saltus_optimise(&(saltus_aim){.model.text = oscillator, .cost = "d", .vary = vary,
		.vary_count = 1,
		.subject = subject, .subject_count = 1, .stop = 30, .solver = "cvode", .method = "cobyla"});
	assert_true(saltus_optimum_found(o));
	double d = log(1 / 0.05) / sqrt(M_PI * M_PI + log(1 / 0.05) * log(1 / 0.05));
	is_near(saltus_optimum_value(o, "d"), d, 1e-3);
	is_near(saltus_optimum_margin(o, 0), 0, 1e-4);
	saltus_free_optimum(o);
}

typedef struct looking { unsigned calls; saltus_so_far so_far; } looking;

static bool end_after_20(void *context)
{
	looking *l = context;
	l->calls++;
	return l->so_far.runs < 20 || isnan(l->so_far.best);
}

static void ended_by_the_caller(void **state)
{
	(void)state;
	const char *vary[] = {"d in [0.1, 3]"};
	looking l = {0};
	saltus_optimum *o = saltus_optimise(&(saltus_aim){.model.text = oscillator, .cost = "integral((1 - y)^2)",
		.vary = vary,
		.vary_count = 1, .method = "crs", .evaluations = 1000000, .stop = 2000, .threads = 1, .starts = 3000,
		.progress = end_after_20, .context = &l, .so_far = &l.so_far});
	assert_true(saltus_optimum_found(o));
	assert_true(l.calls >= 1 && saltus_optimum_runs(o) < 100000);
	assert_non_null(strstr(saltus_optimum_messages(o), "U0920"));
	saltus_free_optimum(o);
}

static void all_elements(void **state)
{
	(void)state;
	const char *vary[] = {"c in [-5, 5] = {4, 4}"};
	saltus_optimum *o = saltus_optimise(&(saltus_aim){.model.text = oscillator, .cost = "final(far)", .vary = vary,
		.vary_count = 1, .starts = 3, .threads = 3, .seed = 5});
	char csv[] = "/tmp/saltus_optimise_XXXXXX.csv", svg[] = "/tmp/saltus_optimise_XXXXXX.svg";
	is_near(saltus_optimum_value(o, "c[1]"), 1, 1e-3);
	is_near(saltus_optimum_value(o, "c[2]"), -2, 1e-3);
	assert_int_equal(saltus_optimum_count(o), 2);
	assert_string_equal(saltus_optimum_name(o, 1), "c[2]");
	assert_string_equal(saltus_optimum_name(o, 2), "");
	close(mkstemps(csv, 4));
	close(mkstemps(svg, 4));
	assert_true(saltus_optimum_write(o, csv));
	assert_true(saltus_optimum_write(o, svg));
	assert_false(saltus_optimum_write(o, "/no/such/folder/t.csv"));
	assert_non_null(strstr(saltus_optimum_messages(o), "error"));
	unlink(csv);
	unlink(svg);
	saltus_free_optimum(o);
}

static void says(const saltus_aim *aim, const char *code)
{
	saltus_optimum *o = saltus_optimise(aim);
	assert_false(saltus_optimum_found(o));
	assert_non_null(strstr(saltus_optimum_messages_json(o), code));
	if (!strstr(saltus_optimum_messages(o), code))
		print_error("no %s in: %s\n", code, saltus_optimum_messages(o));
	assert_non_null(strstr(saltus_optimum_messages(o), code));
	assert_true(isnan(saltus_optimum_cost(o)));
	saltus_optimum_text(o);
	saltus_optimum_write(o, "/no/such/folder/t.svg");
	saltus_free_optimum(o);
}

static void mistakes(void **state)
{
	(void)state;
	const char *d[] = {"d in [0, 1]"}, *n[] = {"n in [0, 1]"}, *e[] = {"e in [0, 1]"}, *limit[] = {"final(y) >= 3"};
	const char *none[] = {NULL};
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)"}, "U0922");
	says(&(saltus_aim){.model.text = oscillator, .vary = d, .vary_count = 1}, "error");
	says(&(saltus_aim){.cost = "final(y)", .vary = d, .vary_count = 1}, "error");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = n, .vary_count = 1}, "U0905");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = e, .vary_count = 1}, "U0101");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = none, .vary_count = 1}, "U0901");
	says(&(saltus_aim){.model.text = oscillator, .cost = "y", .vary = d, .vary_count = 1}, "U0714");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = d, .vary_count = 1, .solver = "rk5"},
		 "R0404");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = d, .vary_count = 1, .method = "luck"},
		 "U0910");
	says(&(saltus_aim){.model.text = oscillator, .cost = "final(y)", .vary = d, .vary_count = 1, .subject = limit,
		.subject_count = 1, .evaluations = 60}, "U0916");
	saltus_free_optimum(NULL);
	assert_false(saltus_optimum_found(NULL));
	assert_string_equal(saltus_optimum_messages(NULL), "");
	assert_non_null(strstr(saltus_optimum_messages(saltus_optimise(NULL)), "error"));
}

/* Texts cut off anywhere, and with any character changed, are read or refused. */
static void texts_of_vary(void **state)
{
	(void)state;
	static const char *const texts[] = {"k in [0.1, 1e3] = 2 log", "'a in b'.c[1,2] in [-1, 1] = {1, 0.5}",
		"T[*] in [0,1]"};
	for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
		size_t n = strlen(texts[t]);
		for (size_t i = 0; i <= 2 * n; i++) {
			sb_diag *diag = sb_diag_new();
			sb_arena *arena = sb_arena_new();
			st_vary_list list = {0};
			char *text = sb_strdup(arena, texts[t]);
			text[i < n ? i : i - n - (i == 2 * n)] = i < n ? 0 : "[]{}=,' "[i % 8];
			bool good = st_vary_read(arena, NULL, text, &list, diag);
			assert_true(good == (sb_errors(diag) == 0));
			assert_true(!good || (list.n == 1 && list.at[0].low < list.at[0].high));
			sb_arena_free(arena);
			sb_diag_free(diag);
		}
	}
}

static void scales(void **state)
{
	(void)state;
	st_vary v = {.low = 0.01, .high = 100, .logarithmic = true}, w = {.low = -3, .high = 5};
	is_near(st_vary_value(&v, 0.5), 1, 1e-15);
	is_near(st_vary_part(&v, 10), 0.75, 1e-15);
	is_near(st_vary_value(&w, 0.5), 1, 1e-15);
	assert_true(st_vary_value(&v, 1) == 100 && st_vary_value(&v, 0) == 0.01 && st_vary_value(&w, 1) == 5);
	assert_true(st_vary_part(&w, 7) == 1 && st_vary_part(&w, -7) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(best_damping), cmocka_unit_test(with_a_constraint), cmocka_unit_test(ended_by_the_caller),
		cmocka_unit_test(all_elements), cmocka_unit_test(mistakes), cmocka_unit_test(texts_of_vary),
		cmocka_unit_test(scales),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
