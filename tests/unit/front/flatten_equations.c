/* Equations: families, branches, events; what is kept symbolic and what is written out. */
#include "flatten_help.h"

static void a_loop_stays_one_family(void **state)
{
	flat f = flatten("model M parameter Integer n = 1000000; Real u[n]; equation u[1] = time;"
					 " for i in 2:n loop der(u[i]) = u[i - 1] - u[i]; end for; end M;");

	(void)state;
	assert_non_null(f.model);
	assert_int_equal(f.model->equations.n, 2);
	assert_true(has_line(&f, "for i in 2:1000000 loop"));
	assert_true(has_line(&f, "der(u[i]) = u[i - 1] - u[i];"));
	assert_balanced(&f);
	flat_free(&f);
}

static void nested_loops_are_one_family_of_two_dimensions(void **state)
{
	(void)state;
	EXPECT("model M Real a[2, 3]; equation for i in 1:2 loop for j in 1:3 loop a[i, j] = 10*i + j; end for; end for; "
		   "end M;",
		   "for i in 1:2, j in 1:3 loop", "a[i, j] = 10*i + j;");
}

static void loops_over_components_stay_and_other_ranges_are_written_out(void **state)
{
	(void)state;
	EXPECT("model A Real x; end A; model M A a[3]; Real b[5]; equation for i in 1:3 loop a[i].x = i*time; end for;"
		   " for i in 1:2:5 loop b[i] = i; end for; for i in {2, 4} loop b[i] = -i; end for; end M;",
		   "for i in 1:3 loop", "a[i].x = i*time;", "b[5] = 5;", "b[4] = -4;");
}

static void a_triangle_is_written_out_row_by_row(void **state)
{
	(void)state;
	EXPECT("model M Real a[3, 3]; equation for i in 1:3 loop for j in 1:i loop a[i, j] = 1; end for; for j in i + 1:3 "
		   "loop a[i, j] = 0;"
		   " end for; end for; end M;",
		   "a[1, 1] = 1;", "a[2, 3] = 0;");
}

static void a_branch_that_depends_on_the_iterator_is_chosen_now(void **state)
{
	(void)state;
	EXPECT("model M Real a[3]; equation for i in 1:3 loop if i == 1 then a[i] = time; else a[i] = a[i - 1] + 1; end "
		   "if; end for; end M;",
		   "a[1] = time;", "a[2] = a[1] + 1;", "a[3] = a[2] + 1;");
}

static void array_equations_are_families(void **state)
{
	(void)state;
	EXPECT("model M parameter Real A[2, 2] = [1, 2; 3, 4]; Real x[2](each start = 1), y[2]; equation der(x) = A*x; y = "
		   "2*x + {1, 2}; end M;",
		   "for i in 1:2 loop", "der(x[i]) = A[i, 1]*x[1] + A[i, 2]*x[2];");
}

static void conditions_of_parameters_stay_where_only_values_differ(void **state)
{
	(void)state;
	EXPECT("model M parameter Boolean b = true; Real x; equation if b then x = 1; else x = 2; end if; end M;",
		   "if b then", "x = 1;", "else", "x = 2;");
	EXPECT("model M parameter Boolean b = true; Real x, y; equation if b then x = 1; y = 2; else x + y = 2; x = y; end "
		   "if; end M;",
		   "x = 1;", "y = 2;");
}

static void conditions_of_the_run_keep_all_branches(void **state)
{
	(void)state;
	EXPECT("model M Real x = sin(time), y; equation if x > 0 then y = 1; elseif x < -0.5 then y = 2; else y = 3; end "
		   "if; end M;",
		   "if x > 0 then", "elseif x < -0.5 then", "y = 3;");
	assert_error("model M Real x = time, y; equation if x > 0 then y = 1; end if; end M;", "M0411");
	assert_error("model M Real x = time, y, z; equation if x > 0 then y = 1; z = 2; else y = 1; end if; end M;",
				 "M0410");
}

static void whens_keep_their_branches_and_vectors_of_conditions(void **state)
{
	(void)state;
	EXPECT("model M Real x(start = 1), d[2]; equation der(x) = -1; when {x < 0, initial()} then d = {time, 1}; "
		   "reinit(x, 1);"
		   " elsewhen time > 5 then d = {0, 0}; end when; end M;",
		   "when {x < 0, initial()} then", "d[1] = time;", "reinit(x, 1);", "elsewhen time > 5 then",
		   "discrete Real d[2];");
	assert_error("model M Real x; equation der(x) = 1; when x > 1 then x + 1 = 2; end when; end M;", "M0413");
	assert_error("model M Real x; equation der(x) = 1; reinit(x, 1); end M;", "M0421");
	assert_error("model M Real d; equation when time > 1 then when time > 2 then d = 1; end when; end when; end M;",
				 "M0412");
	assert_error("model M Boolean b; equation b = time > 1; when b then reinit(b, true); end when; end M;", "M0417");
}

static void asserts_terminate_and_initial_equations(void **state)
{
	(void)state;
	EXPECT("model M Real x(start = 1); initial equation x = 3; equation der(x) = -x; assert(x > -1, \"low\", "
		   "AssertionLevel.warning);"
		   " assert(true, \"never\"); when x < 0.1 then terminate(\"done\"); end when; end M;",
		   "initial equation", "x = 3;", "assert(x > -1, \"low\", AssertionLevel.warning);", "terminate(\"done\");");
}

static void several_results_are_one_call(void **state)
{
	(void)state;
	EXPECT("function f input Real x; output Real a; output Real b[2]; algorithm a := x; b := {x, 2*x}; end f;"
		   "model M Real a, b[2], c[2]; equation (a, b) = f(time); (, c) = f(2*time); end M;",
		   "(a, b) = f(time);", "(, c) = f(2*time);");
	assert_error("function f input Real x; output Real y; algorithm y := x; end f; model M Real a, b; equation (a, b) "
				 "= f(1); end M;",
				 "M0416");
}

static void ranges_must_be_known(void **state)
{
	(void)state;
	EXPECT_UNBALANCED(
		"model M parameter Integer p[2] = {2, 1}; Real x[2]; equation for i in p loop x[i] = i; end for; end M;",
		"x[2] = 2;");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_loop_stays_one_family),
		cmocka_unit_test(nested_loops_are_one_family_of_two_dimensions),
		cmocka_unit_test(loops_over_components_stay_and_other_ranges_are_written_out),
		cmocka_unit_test(a_triangle_is_written_out_row_by_row),
		cmocka_unit_test(a_branch_that_depends_on_the_iterator_is_chosen_now),
		cmocka_unit_test(array_equations_are_families),
		cmocka_unit_test(conditions_of_parameters_stay_where_only_values_differ),
		cmocka_unit_test(conditions_of_the_run_keep_all_branches),
		cmocka_unit_test(whens_keep_their_branches_and_vectors_of_conditions),
		cmocka_unit_test(asserts_terminate_and_initial_equations),
		cmocka_unit_test(several_results_are_one_call),
		cmocka_unit_test(ranges_must_be_known),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
