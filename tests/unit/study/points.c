/* Linear systems and equilibrium through include/saltus.h. */
#include "unit/unit.h"
#include <saltus.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const plant = "model Plant\n"
								 "  parameter Real k = 2;\n"
								 "  input Real u(start = 0), d(start = 0);\n"
								 "  output Real y = x^2;\n"
								 "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
								 "equation\n"
								 "  der(x) = v;\n"
								 "  der(v) = u - 3*v - k*sin(x) + d;\n"
								 "end Plant;\n";

static saltus_run *begun(saltus_program *p)
{
	assert_false(saltus_failed(p));
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	return r;
}

static void is_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= tolerance * (1 + fabs(expected)));
}

/* x' = -u(n/10), u = 2 x: x+ = (1 - 2/10) x */
static void sampled_systems(void **state)
{
	(void)state;
	saltus_program *p = saltus_load_text("model M Real x(start = 1, fixed = true), u; equation der(x) = -hold(u); "
		"u = 2*sample(x, Clock(1, 10)); end M;", NULL);
	saltus_run *r = saltus_new_run(p);
	const char *x = "x";
	saltus_set_stop(r, 2);
	assert_null(saltus_linearise_clocked(r, NULL, 0, &x, 1));            /* it is not paused */
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	saltus_linear *l = saltus_linearise_clocked(r, NULL, 0, &x, 1);
	assert_non_null(l);
	assert_int_equal(saltus_linear_count(l, 'x'), 1);
	is_near(saltus_linear_at(l, 'A')[0], 0.8, 1e-15);
	is_near(saltus_linear_period(l), 0.1, 1e-15);
	assert_true(saltus_linear_period(NULL) == 0);
	saltus_free_linear(l);
	saltus_free_run(r);
	saltus_free(p);
}

static void linear_systems(void **state)
{
	saltus_program *p = saltus_load_text(plant, NULL);
	saltus_run *r = begun(p);
	saltus_linear *l = saltus_linearise(r, NULL, 0, NULL, 0);
	double real[2], imaginary[2];
	assert_non_null(l);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);                  /* it needs neither any more */
	assert_int_equal(saltus_linear_count(l, 'x'), 2);
	assert_int_equal(saltus_linear_count(l, 'u'), 2);
	assert_int_equal(saltus_linear_count(l, 'y'), 1);
	assert_string_equal(saltus_linear_name(l, 'x', 1), "v");
	assert_string_equal(saltus_linear_name(l, 'u', 0), "u");
	assert_null(saltus_linear_name(l, 'y', 1));
	const double *A = saltus_linear_at(l, 'A'), *B = saltus_linear_at(l, 'B'), *C = saltus_linear_at(l, 'C');
	is_near(A[1], 1, 1e-15);
	is_near(A[2], -2 * cos(1), 1e-14);
	is_near(A[3], -3, 1e-15);
	is_near(B[2], 1, 1e-15);
	is_near(C[0], 2, 1e-15);
	is_near(saltus_linear_at(l, 'y')[0], 1, 1e-15);
	is_near(saltus_linear_at(l, 'r')[1], -2 * sin(1), 1e-14);
	assert_null(saltus_linear_at(l, 'Z'));
	assert_int_equal(saltus_linear_poles(l, real, imaginary), 2);
	is_near(real[0] * real[1] - imaginary[0] * imaginary[1], 2 * cos(1), 1e-9);
	assert_int_equal(saltus_linear_zeros(l, real, imaginary), 0);
	double re, im, w = 1.7;
	assert_true(saltus_linear_response(l, 0, 0, w, &re, &im));
	double a = 2 * cos(1) - w * w, b = 3 * w;
	is_near(re, 2 * a / (a * a + b * b), 1e-12);
	is_near(im, -2 * b / (a * a + b * b), 1e-12);
	assert_false(saltus_linear_response(l, 1, 0, w, &re, &im));
	assert_non_null(strstr(saltus_linear_text(l), "Plant at time 0"));
	assert_false(saltus_linear_write(l, "/nowhere/at/all.mat"));
	assert_true(*saltus_linear_messages(l));
	assert_false(saltus_linear_draw(l, "bodee=/tmp/x.svg"));
	assert_non_null(strstr(saltus_linear_messages(l), "did you mean 'bode'?"));
	assert_true(saltus_linear_sample(l, 0.1, true));
	assert_false(saltus_linear_sample(l, 0.1, true));
	is_near(saltus_linear_at(l, 'A')[0] * saltus_linear_at(l, 'A')[3] -
				/* det = exp(trace T) */
				saltus_linear_at(l, 'A')[1] * saltus_linear_at(l, 'A')[2], exp(-0.3), 1e-12);
	saltus_free_linear(l);
	saltus_free_linear(NULL);
	(void)state;
}

static void equilibrium(void **state)
{
	saltus_program *p = saltus_load_text(plant, NULL);
	saltus_run *r = begun(p);
	/* where y is 0.25 with all at rest: x = 0.5, u = 2 sin 0.5 */
	const char *const free[] = {"x", "v", "u"}, *const zero[] = {"der(*)", "y - 0.25"};
	assert_int_equal(saltus_trim(r, free, 3, zero, 2, NULL, 0), SALTUS_DONE);
	is_near(saltus_get(r, "x"), 0.5, 1e-9);
	is_near(saltus_get(r, "u"), 2 * sin(0.5), 1e-9);
	is_near(saltus_get(r, "v"), 0, 1e-12);
	/* it stays there */
	assert_int_equal(saltus_advance(r, 0.5), SALTUS_PAUSED);
	is_near(saltus_get(r, "x"), 0.5, 1e-9);
	/* what cannot be reached leaves it where it is */
	const saltus_bound bound = {"u", -1, 1};
	const char *const far[] = {"der(*)", "x - 1.5"};
	assert_int_equal(saltus_trim(r, free, 3, far, 2, &bound, 1), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "U0627"));
	assert_non_null(strstr(saltus_run_messages(r), "at its bound 1"));
	is_near(saltus_get(r, "x"), 0.5, 1e-9);
	const char *const odd[] = {"x - "};
	assert_int_equal(saltus_trim(r, NULL, 0, odd, 1, NULL, 0), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "M0115"));
	const char *const wrong[] = {"w"};
	assert_null(saltus_linearise(r, wrong, 1, NULL, 0));
	assert_non_null(strstr(saltus_run_messages(r), "U0601"));
	saltus_end(r);
	assert_int_equal(saltus_trim(r, NULL, 0, NULL, 0, NULL, 0), SALTUS_FAILED);
	assert_int_equal(saltus_trim(NULL, NULL, 0, NULL, 0, NULL, 0), SALTUS_FAILED);
	assert_null(saltus_linearise(NULL, NULL, 0, NULL, 0));
	saltus_free_run(r);
	saltus_free(p);
	(void)state;
}

/* A component inside of a loop, with connections of many forms: the source is declared before and behind it, an array
 * of inputs, a binding, an equation, feed-through in the component and in the controller, one source for two inputs. */
static void components(void **state)
{
	static const char *const loop =
		"package L\n"
		"  connector RI = input Real; connector RO = output Real;\n"
		"  block Gain parameter Real k = 1; RI u; RO y; equation y = k*u; end Gain;\n"
		"  block Inner RI u; RO y(start = 0, fixed = true); equation der(y) = u - 2*y; end Inner;\n"
		"  block Plant RI u[2], w, e; RO y; Inner a, b; equation\n"
		"    connect(u[1], a.u); connect(u[2], b.u); y = a.y + 3*b.y + 0.5*u[1] + 7*w + 11*e; end Plant;\n"
		"  model M Gain before(k = 0.25); Plant plant(w = sin(time) + after.y); Gain after(k = 0.125); equation\n"
		"    connect(plant.y, before.u); connect(before.y, plant.u[1]); connect(plant.y, after.u);\n"
		"    connect(after.y, plant.u[2]); plant.e = 0.03125*plant.y; end M;\n"
		"end L;\n";
	FILE *f = fopen("components_test.mo", "w");
	assert_non_null(f);
	fputs(loop, f);
	fclose(f);
	saltus_program *p = saltus_load_opened("components_test.mo", "L.M", "plant");
	remove("components_test.mo");
	saltus_run *r = begun(p);
	saltus_linear *l = saltus_linearise(r, NULL, 0, NULL, 0);
	if (!l)
		print_error("%s\n", saltus_run_messages(r));
	assert_non_null(l);
	static const double A[] = {-2, 0, 0, -2}, B[] = {1, 0, 0, 0, 0, 1, 0, 0}, C[] = {1, 3}, D[] = {0.5, 0, 7, 11};
	static const char *const inputs[] = {"plant.u[1]", "plant.u[2]", "plant.w", "plant.e"};
	assert_int_equal(saltus_linear_count(l, 'x'), 2);
	assert_int_equal(saltus_linear_count(l, 'u'), 4);
	for (int i = 0; i < 4; i++) {
		size_t k = 0;                /* the order of inputs is not promised */
		while (k < 4 && strcmp(saltus_linear_name(l, 'u', k), inputs[i]) != 0)
			k++;
		assert_true(k < 4);
		is_near(saltus_linear_at(l, 'A')[i], A[i], 1e-14);
		is_near(saltus_linear_at(l, 'B')[k], B[i], 1e-14);
		is_near(saltus_linear_at(l, 'B')[4 + k], B[4 + i], 1e-14);
		is_near(saltus_linear_at(l, 'D')[k], D[i], 1e-13);
	}
	is_near(saltus_linear_at(l, 'C')[0], C[0], 1e-14);
	is_near(saltus_linear_at(l, 'C')[1], C[1], 1e-14);
	saltus_free_linear(l);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
	(void)state;
}

/* Texts that a function makes are kept by the run; its derivatives are compiled beside the program. */
static void texts_in_functions(void **state)
{
	saltus_program *p = saltus_load_text("model S\n"
										 "  function f input Real x; output Real y; protected String s; algorithm\n"
										 "    s := \"a\" + String(x); assert(x > -100, \"x is \" + s); y := x*x; end "
										 "f;\n"
										 "  Real x(start = 3, fixed = true);\n"
										 "equation\n  der(x) = -f(x);\nend S;\n", NULL);
	saltus_run *r = begun(p);
	saltus_linear *l = saltus_linearise(r, NULL, 0, NULL, 0);
	assert_non_null(l);
	is_near(saltus_linear_at(l, 'A')[0], -6, 1e-12);
	saltus_free_linear(l);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
	(void)state;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sampled_systems),
		cmocka_unit_test(linear_systems), cmocka_unit_test(equilibrium), cmocka_unit_test(components),
		cmocka_unit_test(texts_in_functions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
