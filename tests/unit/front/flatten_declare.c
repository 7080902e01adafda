/* Declarations: components to variables with their attributes and values. */
#include "flatten_help.h"

static void attributes_and_values_are_those_of_the_outermost_modifier(void **state)
{
	(void)state;
	EXPECT("type Length = Real(unit = \"m\", min = 0);"
		   "model M parameter Length l = 2; Length x(start = 1, fixed = true, nominal = 10) \"place\"; equation der(x) "
		   "= l; end M;"
		   "model N extends M(l = 3, x(start = 5)); end N;",
		   "parameter Real l(unit = \"m\", min = 0) = 3;",
		   "Real x(unit = \"m\", min = 0, nominal = 10, start = 5, fixed = true) \"place\";", "der(x) = l;");
}

static void arrays_are_one_variable_with_values_over_its_iterators(void **state)
{
	(void)state;
	EXPECT("model M parameter Integer n = 3; parameter Real a[n] = {i^2 for i in 1:n}; Real x[n](start = a, each fixed "
		   "= true);"
		   " equation der(x) = -x; end M;",
		   "Real x[3](start = a, each fixed = true);", "for i in 1:3 loop", "der(x[i]) = -x[i];");
}

static void values_of_variables_are_equations(void **state)
{
	(void)state;
	EXPECT("model M Real x = 2*time; Real y[2] = {x, 3}; Boolean b = x > 1; Integer k = if b then 1 else 2; end M;",
		   "x = 2*time;", "y[1] = x;", "y[2] = 3;", "b = x > 1;", "k = if b then 1 else 2;");
}

static void records_are_bound_field_by_field(void **state)
{
	(void)state;
	EXPECT(
		"record R Real a; Real b[2]; end R; model M R r = R(time, {1, 2}); R s[2] = {r, R(a = 3, b = {4, 5})}; end M;",
		"Real r.b[2];", "r.a = time;", "s[1].a = r.a;", "s[2].a = 3;");
}

static void a_record_that_a_call_gives_is_one_call(void **state)
{
	(void)state;
	EXPECT(
		"record R Real a; Real b; end R; function f input Real x; output R r; algorithm r := R(if x > 1 then 1 else x, "
		"2*x); end f; model M R r = f(time); end M;",
		"(r.a, r.b) = f(time);");
	/* formulas without relations are written out */
	EXPECT("record R Real a; Real b; end R; function f input Real x; output R r; algorithm r := R(x, 2*x); end f;"
		   "model M R r = f(time); end M;",
		   "r.a = time;", "r.b = 2*time;");
}

static void what_a_when_sets_is_discrete(void **state)
{
	(void)state;
	EXPECT("model M Real d(start = 0); Integer k(start = 0); equation when sample(0, 1) then d = pre(d) + 1; k = "
		   "pre(k) + 2; end when; end M;",
		   "discrete Real d(start = 0);", "Integer k(start = 0);", "d = pre(d) + 1;");
}

static void inputs_of_the_model_hold_their_start_value(void **state)
{
	(void)state;
	EXPECT("model M input Real u(start = 2); output Real y; equation y = 3*u; end M;", "input Real u(start = 2);",
		   "output Real y;", "y = 3*u;");
}

static void conditional_components_that_are_absent_leave_nothing(void **state)
{
	(void)state;
	EXPECT("model A Real x = 1; end A; model M parameter Boolean with = false; A a if with; A b if not with; end M;",
		   "b.x = 1;");
}

static void the_experiment_is_read(void **state)
{
	flat f = flatten("model M Real x = time; annotation(experiment(StartTime = 1, StopTime = 3, NumberOfIntervals = "
					 "100, Tolerance = 1e-7),"
					 " __Saltus(solver = \"ida\", plot = {\"x\"})); end M;");

	(void)state;
	assert_non_null(f.model);
	assert_true(f.model->settings.start == 1 && f.model->settings.stop == 3 &&
				f.model->settings.tolerance == 1e-7);
	assert_true(f.model->settings.interval == 0.02);
	assert_string_equal(f.model->settings.solver, "ida");
	assert_int_equal(f.model->settings.plot.n, 1);
	flat_free(&f);
}

static void the_last_model_of_a_file_is_translated(void **state)
{
	flat f = flatten("model A Real x = 1; end A; model B Real y = 2; end B; partial model C end C; function g end g;");

	(void)state;
	assert_non_null(f.model);
	assert_string_equal(f.model->name, "B");
	flat_free(&f);
	assert_error("partial model A end A;", "M0490");
	assert_error("package P constant Real g = 9.81; end P;", "M0490");
}

static void assert_chosen(const char *text, const char *name)
{
	flat f = flatten(text);

	assert_non_null(f.model);
	assert_string_equal(f.model->name, name);
	flat_free(&f);
}

static void in_a_package_the_model_with_an_experiment_is_translated(void **state)
{
	(void)state;
	assert_chosen("package P model A end A; model B end B; partial model C end C; end P;", "P.B");
	assert_chosen("package P model A annotation(experiment(StopTime = 2)); end A; model B end B; end P;", "P.A");
	assert_chosen(
		"package P model A annotation(experiment(StopTime = 2)); end A; model B annotation(experiment(StopTime = "
		"3)); end B; model C end C; end P;",
		"P.C");
	assert_chosen("within Nowhere; model A end A;", "A");
}

static void overrides_win_over_everything(void **state)
{
	const sf_given overrides[] = {{"n", "4"}, {"a.k", "2.5"}};
	flat f = {.arena = sb_arena_new(), .diag = sb_diag_new()};

	(void)state;
	f.model = mo_translate(
		&(sf_request){.arena = f.arena,
					  .names = sb_names_new(f.arena),
					  .diag = f.diag,
					  .path = "test.mo",
					  .text = "model A parameter Real k = 1; Real y = k; end A; model M parameter Integer n = 2; "
							  "Real x[n] = fill(1, n); A a(k = 3); end M;",
					  .given = overrides,
					  .given_count = 2});
	if (!f.model)
		show(&f);
	assert_non_null(f.model);
	assert_int_equal(sm_var(f.model, sm_find(f.model, "x"))->count, 4);
	assert_true(sm_var(f.model, sm_find(f.model, "n"))->structural);
	assert_false(sm_var(f.model, sm_find(f.model, "a.k"))->structural);
	assert_true(sx_is_number(f.model->pool, sm_var(f.model, sm_find(f.model, "a.k"))->binding, 2.5));
	flat_free(&f);
}

static void mistakes_are_told(void **state)
{
	(void)state;
	assert_error("model M Real x = time; parameter Real p = x; end M;", "M0405");
	assert_error("model M constant Real c; Real x = c; end M;", "M0404");
	assert_error("model M parameter Real p = 2*q; parameter Real q = p; end M;", "M0402");
	assert_error("model M parameter Real p = p + 1; end M;", "M0402");
	assert_error("model M Real x(start = y); Real y = 1; equation der(x) = 1; end M;", "M0409");
	assert_error("model M discrete Real d = 1; end M;", "M0406");
	assert_error("connector C input Real p; stream Real h; end C; model M C c; end M;", "M0252");
	assert_error("expandable connector C flow Real f; end C; model M C c; end M;", "M0241");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(attributes_and_values_are_those_of_the_outermost_modifier),
		cmocka_unit_test(arrays_are_one_variable_with_values_over_its_iterators),
		cmocka_unit_test(values_of_variables_are_equations),
		cmocka_unit_test(records_are_bound_field_by_field),
		cmocka_unit_test(a_record_that_a_call_gives_is_one_call),
		cmocka_unit_test(what_a_when_sets_is_discrete),
		cmocka_unit_test(inputs_of_the_model_hold_their_start_value),
		cmocka_unit_test(conditional_components_that_are_absent_leave_nothing),
		cmocka_unit_test(the_experiment_is_read),
		cmocka_unit_test(the_last_model_of_a_file_is_translated),
		cmocka_unit_test(in_a_package_the_model_with_an_experiment_is_translated),
		cmocka_unit_test(overrides_win_over_everything),
		cmocka_unit_test(mistakes_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
