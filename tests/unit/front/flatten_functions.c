/* Algorithms and functions. Functions are run by the interpreter through constants, whose values show up as numbers. */
#include "flatten_help.h"

static void functions_compute_what_they_say(void **state)
{
	(void)state;
	/* 5! = 120; Euclid: gcd(1071, 462) = 21; the sum of the squares of 1..10 is 385 */
	EXPECT(
		"function fact input Integer n; output Integer r; algorithm if n <= 1 then r := 1; return; end if; r := "
		"n*fact(n - 1); end fact;"
		"function gcd input Integer a; input Integer b; output Integer g; protected Integer x = a, y = b, t; algorithm"
		" while y <> 0 loop t := mod(x, y); x := y; y := t; end while; g := x; end gcd;"
		"function squares input Integer n; output Real s = 0; algorithm for i in 1:n loop s := s + i^2; end for; end "
		"squares;"
		"model M constant Integer f = fact(5); constant Integer g = gcd(1071, 462); constant Real s = squares(10);"
		" Integer a = f, b = g; Real c = s; end M;",
		"a = 120;", "b = 21;", "c = 385;");
}

static void an_assignment_reads_everything_before_it_writes(void **state)
{
	(void)state;
	/* reversing {1, 2, 3} gives {3, 2, 1}, whose first element times 100 and second times 10 and third is 321; swapping
	 * fields likewise */
	EXPECT(
		"record R Real a; Real b; end R;"
		"function reverse input Real x[:]; output Real y; protected Real v[size(x, 1)] = x; algorithm v := v[end:-1:1];"
		" y := 100*v[1] + 10*v[2] + v[3]; end reverse;"
		"function swap input Real a; input Real b; output Real y; protected R r; algorithm r := R(a, b); r := R(r.b, "
		"r.a); y := 10*r.a + r.b;"
		" end swap;"
		"function shift output Real y; protected Real v[3] = {1, 2, 3}; algorithm v[2:3] := v[1:2]; y := 100*v[1] + "
		"10*v[2] + v[3]; end shift;"
		"function first output Real y; protected Real v[3] = {1, 2, 3}; algorithm v[1:2] := v[2:3]; y := 100*v[1] + "
		"10*v[2] + v[3]; end first;"
		"model M constant Real p = reverse({1, 2, 3}), q = swap(1, 2), r = shift(), t = first(); Real x = p, y = q, z "
		"= r, "
		"w = t; end M;",
		"x = 321;", "y = 21;", "z = 112;", "w = 233;");
}

static void loops_run_over_steps_and_vectors_and_can_be_left(void **state)
{
	(void)state;
	EXPECT("function f output Real s = 0; algorithm for k in {1, 3, 5} loop s := s + k; end for; for k in 10:-5:0 loop "
		   "s := s + k; end for;"
		   " for i in 1:10 loop if i > 4 then break; end if; for j in 1:3 loop if j == 2 then break; end if; s := s + "
		   "100; end for; end for; end f;"
		   "model M constant Real c = f(); Real x = c; end M;",
		   "x = 424;"); /* 9 + 15 + 4*100 */
}

static void sizes_of_results_follow_the_arguments(void **state)
{
	(void)state;
	EXPECT("function grid input Integer n; input Real h = 0.5; output Real x[n]; algorithm x := {h*i for i in 1:n}; "
		   "end grid;"
		   "function twice input Real x[:]; output Real y[size(x, 1)]; algorithm y := 2*x; end twice;"
		   "model M parameter Integer n = 3; constant Real g[2] = grid(2), s = sum(grid(4)); Real x[n] = grid(n), y[n] "
		   "= twice(x), z = s; end M;",
		   "output Real x[3];", "output Real y[3];", "(x) = grid_3(n, 0.5);", "(y) = twice(x);", "z = 5;");
}

static void records_go_in_and_out_field_by_field(void **state)
{
	(void)state;
	EXPECT("record R Real a; Real v[2]; end R; function f input R r; output R s; output Real t; algorithm s.a := "
		   "2*r.a; s.v := {r.v[2], r.v[1]};"
		   " t := r.a; end f; model M R r(a = time, v = {1, 2}); R s; Real t; equation (s, t) = f(r); end M;",
		   "input Real r.v[2];", "output Real s.a;", "s.a := 2*r.a;", "(s.a, s.v, t) = f(r.a, r.v);");
}

static void formulas_are_written_out_where_they_are_called(void **state)
{
	(void)state;
	EXPECT(
		"function f input Real u; output Real y; algorithm y := u*u + 1; end f; model M Real x = f(sin(time)); end M;",
		"x = sin(time)*sin(time) + 1;");
	EXPECT("function f input Real u; output Real y; algorithm y := if u > 0 then u else 0; end f; model M Real x = "
		   "f(time); end M;",
		   "x = f(time);");
}

static void functions_of_replaceable_packages_see_their_constants(void **state)
{
	(void)state;
	EXPECT("partial package Medium constant Real k = 1; replaceable function h input Real T; output Real y; algorithm "
		   "y := k*T; end h; end Medium;"
		   "package Water extends Medium(k = 4); end Water; model Pipe replaceable package M = Medium; Real x = "
		   "M.h(time); end Pipe;"
		   "model M Pipe p(redeclare package M = Water); end M;",
		   "p.x = 4*time;");
}

static void external_functions_say_what_is_passed(void **state)
{
	flat f =
		flatten("function c input Real x[:]; input Integer k; output Real y; external \"C\" y = cfun(x, size(x, 1), k)"
				" annotation(Library = {\"m\", \"gsl\"}, Include = \"#include <cfun.h>\"); end c;"
				"function d input Real x; output Real a; output Real b; external \"C\"; end d;"
				"model M Real x = c({time, 1}, 2), a, b; equation (a, b) = d(time); end M;");
	const sm_external *c, *d;

	(void)state;
	assert_non_null(f.model);
	assert_true(has_line(&f, "external \"C\" y = cfun(x, size(x, 1), k) annotation(Include = \"#include <cfun.h>\", "
							 "Library = {\"m\", \"gsl\"});"));
	assert_true(has_line(&f, "external \"C\" d(x, a, b);"));
	c = f.model->functions.at[0]->external;
	d = f.model->functions.at[1]->external;
	assert_non_null(c);
	assert_int_equal(c->libraries.n, 2);
	assert_string_equal(c->includes.at[0], "#include <cfun.h>");
	assert_int_equal(c->result, 2);
	assert_int_equal(d->result, UINT32_MAX);
	flat_free(&f);
}

static void algorithms_know_what_they_set(void **state)
{
	flat f = flatten(
		"model A Real y = time; end A; model M A a[2]; Real x, s, v[3]; Integer k(start = 0); algorithm s := 0; for i "
		"in 1:2 loop"
		" s := s + a[i].y; end for; x := s; v[1] := x; v[3] := 2; algorithm when s > 1 then k := pre(k) + 1; end when;"
		" equation v[2] = 1; end M;");

	(void)state;
	assert_non_null(f.model);
	assert_true(has_line(&f, "s := s + a[i].y;"));
	assert_true(has_line(&f, "when s > 1 then"));
	assert_balanced(&f);
	flat_free(&f);
}

static void mistakes_are_told(void **state)
{
	(void)state;
	assert_error("function f input Real x; output Real y; end f; model M Real a = f(1); end M;", "M0551");
	assert_error(
		"function f input Real x; output Real y; algorithm x := 1; y := x; end f; model M Real a = f(time); end M;",
		"M0562");
	assert_error("function f input Real x; output Real y; equation y = x; end f; model M Real a = f(time); end M;",
				 "M0552");
	assert_error("function f input Integer n; output Real y[n]; algorithm y := zeros(n); end f; model M Integer k = "
				 "integer(time); Real a[2] = f(k);"
				 " end M;",
				 "M0314");
	assert_error(
		"function f input Real x[2]; output Real y; algorithm y := x[1]; end f; model M Real a = f({1, 2, 3}); end M;",
		"M0553");
	assert_error(
		"function f input Real x; output Real y; external \"Cobol\"; end f; model M Real a = f(1); end M;",
		"M0941");
	assert_error("function f input Integer n; output Real y; protected Real t[n]; algorithm y := f(n + 1); end f; "
				 "model M Real a = f(1); end M;",
				 "M0556");
	assert_error("model M parameter Real p = 1; algorithm p := 2; end M;", "M0561");
	assert_error("model M Real x; algorithm x := 1; return; end M;", "M0571");
	assert_error("model M Real x; algorithm x := 1; break; end M;", "M0572");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(functions_compute_what_they_say),
		cmocka_unit_test(an_assignment_reads_everything_before_it_writes),
		cmocka_unit_test(loops_run_over_steps_and_vectors_and_can_be_left),
		cmocka_unit_test(sizes_of_results_follow_the_arguments),
		cmocka_unit_test(records_go_in_and_out_field_by_field),
		cmocka_unit_test(formulas_are_written_out_where_they_are_called),
		cmocka_unit_test(functions_of_replaceable_packages_see_their_constants),
		cmocka_unit_test(external_functions_say_what_is_passed),
		cmocka_unit_test(algorithms_know_what_they_set),
		cmocka_unit_test(mistakes_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
