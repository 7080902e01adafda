/* Modifications: which one holds, how they reach nested elements and elements of arrays, and what is wrong with some.
 */
#include "unit/front/instance.h"

static const char *circuit =
	"package P\n"
	"  type Voltage = Real(unit = \"V\", min = -10);\n"
	"  connector Pin Voltage v; flow Real i; end Pin;\n"
	"  partial model OnePort Pin p, n; Voltage v(start = 0); Real i; end OnePort;\n"
	"  model Resistor extends OnePort(v(start = 1)); parameter Real R(unit = \"Ohm\") = 1; end Resistor;\n"
	"  model Two Resistor a, b(R = 2); parameter Real k = 3; end Two;\n"
	"  model Plain Resistor r; end Plain;\n"
	"  model Nested Two t(a.R = 7, b(R = k2, p.v(start = 4)), k = 5); parameter Real k2 = 6; end Nested;\n"
	"  model Deep Nested n(t.a.R = 8); end Deep;\n"
	"  model Arrays Resistor r[3](R = {1, 2, 3}, each v.start = 9); Two t[2](a(R = {4, 5}), each b(each R = 6)); end "
	"Arrays;\n"
	"  model Matrix Resistor r[2, 2](R = [1, 2; 3, 4]); end Matrix;\n"
	"  model Inner Two t[2]; end Inner;\n"
	"  model Twice Inner i[3](t(a(R = [1, 2; 3, 4; 5, 6]))); end Twice;\n"
	"  model Sized Voltage x[2](start = {1, 2}); Real y[2](each start = 3); end Sized;\n"
	"  model Break Two t(b(R = break)); end Break;\n"
	"  record Point Real x = 1, y = 2; end Point;\n"
	"  record Line Point a, b(x = 3); end Line;\n"
	"  model Records Line l = f(1); Line m(a = Point(1, 2), b(y = 5)); Line n(a(x = 7)); end Records;\n"
	"  model Outside Records r(l(a(x = 4))); end Outside;\n"
	"end P;\n";

static void the_outermost_value_wins(void **state)
{
	(void)state;
	made m = make(circuit, "P.Plain");
	require_ok(&m);
	require_binding(&m, "r.R", "1");
	require_attribute(&m, "r.v", "start", "1");
	require_attribute(&m, "r.v", "unit", "\"V\"");
	require_attribute(&m, "r.R", "unit", "\"Ohm\"");
	require_attribute(&m, "r.v", "max", "none");
	made_free(&m);
	m = make(circuit, "P.Nested");
	require_ok(&m);
	require_binding(&m, "t.a.R", "7");
	require_binding(&m, "t.b.R", "k2");
	assert_ptr_equal(get(&m, "t.b.R")->binding->scope, m.root);
	require_binding(&m, "t.k", "5");
	require_attribute(&m, "t.b.p.v", "start", "4");
	require_attribute(&m, "t.a.p.v", "start", "none");
	made_free(&m);
	m = make(circuit, "P.Deep");
	require_ok(&m);
	require_binding(&m, "n.t.a.R", "8");
	require_binding(&m, "n.t.b.R", "k2");
	made_free(&m);
}

static void elements_of_arrays_take_their_share(void **state)
{
	(void)state;
	made m = make(circuit, "P.Arrays");
	require_ok(&m);
	require_binding(&m, "r[1].R", "{1, 2, 3} @1");
	require_binding(&m, "r[3].R", "{1, 2, 3} @3");
	require_attribute(&m, "r[2].v", "start", "9");
	require_binding(&m, "t[2].a.R", "{4, 5} @2");
	require_binding(&m, "t[2].b.R", "6");
	assert_string_equal(get(&m, "r[2].p.v")->full_name, "r[2].p.v");
	made_free(&m);
	m = make(circuit, "P.Matrix");
	require_ok(&m);
	require_binding(&m, "r[3].R", "[1, 2; 3, 4] @2 @1");
	assert_string_equal(get(&m, "r[3].R")->full_name, "r[2,1].R");
	made_free(&m);
	m = make(circuit, "P.Twice");
	require_ok(&m);
	require_binding(&m, "i[2].t[1].a.R", "[1, 2; 3, 4; 5, 6] @2 @1");
	made_free(&m);
	m = make("package P model R parameter Real R = 1, q = 0; end R; model R3 = R[3](R = {1, 2, 3}, each q = 5);\n"
			 "model M R3 a; R3 b[2](q = [1, 2, 3; 4, 5, 6]); R3 c[2](R(each unit = \"Ohm\")); end M; end P;",
			 "P.M");
	require_ok(&m);
	require_binding(&m, "a[2].R", "{1, 2, 3} @2");
	require_binding(&m, "a[2].q", "5");
	require_binding(&m, "b[6].R", "{1, 2, 3} @3");
	require_binding(&m, "b[6].q", "[1, 2, 3; 4, 5, 6] @2 @3");
	require_attribute(&m, "c[4].R", "unit", "\"Ohm\"");
	made_free(&m);
}

static void attributes_of_arrays_say_whether_they_are_the_same_for_all(void **state)
{
	(void)state;
	made m = make(circuit, "P.Sized");
	require_ok(&m);
	assert_false(mo_attribute(m.c, get(&m, "x"), "start")->each);
	assert_true(mo_attribute(m.c, get(&m, "y"), "start")->each);
	assert_true(mo_attribute(m.c, get(&m, "x"), "min")->each);
	made_free(&m);
}

static void break_takes_a_value_away(void **state)
{
	(void)state;
	made m = make(circuit, "P.Break");
	require_ok(&m);
	require_binding(&m, "t.b.R", "none");
	require_binding(&m, "t.a.R", "1");
	made_free(&m);
}

static void a_bound_record_gives_its_fields_their_values(void **state)
{
	(void)state;
	made m = make(circuit, "P.Records");
	require_ok(&m);
	assert_ptr_equal(get(&m, "l.b.x")->record_binding, get(&m, "l"));
	assert_ptr_equal(get(&m, "m.a.y")->record_binding, get(&m, "m.a"));
	require_binding(&m, "m.b.y", "5");
	require_binding(&m, "m.b.x", "3");
	require_binding(&m, "n.a.x", "7");
	require_binding(&m, "n.a.y", "2");
	made_free(&m);
	m = make(circuit, "P.Outside");
	require_ok(&m);
	require_binding(&m, "r.l.a.x", "4");
	assert_null(get(&m, "r.l.a.x")->record_binding);
	assert_ptr_equal(get(&m, "r.l.a.y")->record_binding, get(&m, "r.l"));
	made_free(&m);
}

static void values_from_outside_come_first(void **state)
{
	(void)state;
	sf_given good[] = {{"t.a.R", "70"}, {"k2", "2 * 3"}};
	made m = start(circuit);
	instantiate(&m, "P.Nested", good, 2);
	require_ok(&m);
	require_binding(&m, "t.a.R", "70");
	require_binding(&m, "k2", "2 * 3");
	made_free(&m);
	sf_given unknown[] = {{"t.a.S", "1"}};
	m = start(circuit);
	instantiate(&m, "P.Nested", unknown, 1);
	assert_false(m.ok);
	require_message(&m, "M0211", 0);
	made_free(&m);
	sf_given odd[] = {{"k2", "1); end P; model Q Real x(y"}};
	m = start(circuit);
	instantiate(&m, "P.Nested", odd, 1);
	assert_false(m.ok);
	assert_true(sb_errors(m.diag) > 0);
	made_free(&m);
}

static void wrong_modifications_are_reported(void **state)
{
	(void)state;
	require_error("package P\nmodel A Real x; end A;\nmodel M\nA a(y = 1);\nend M; end P;", "M0211", 4);
	require_error("package P\nmodel A Real x; end A;\nmodel M\nextends A(y = 1);\nend M; end P;", "M0211", 4);
	require_error("package P model M\nReal x(begin = 1);\nend M; end P;", "M0212", 2);
	require_error("package P type T = Real(strat = 1);\nmodel M\nT x;\nend M; end P;", "M0212", 1);
	require_error("package P model M\nReal x(start = 1, start = 2);\nend M; end P;", "M0213", 2);
	require_error("package P model A Real x; end A; model M\nA a(x(start = 1), x.start = 2);\nend M; end P;", "M0213",
				  2);
	require_error("package P model A final parameter Real x = 1; end A; model M\nA a(x = 2);\nend M; end P;", "M0214",
				  2);
	require_error("package P model A parameter Real x = 1; end A; model B A a(final x = 3); end B; model M\nB b(a.x = "
				  "2);\nend M; end P;",
				  "M0214", 2);
	require_error("package P type T = Real(final unit = \"V\"); model M\nT x(unit = \"A\");\nend M; end P;", "M0214",
				  2);
	require_error("package P model A protected parameter Real x = 1; end A; model M\nA a(x = 2);\nend M; end P;",
				  "M0207", 2);
	require_error("package P model A Real x; end A; model M\nA a = 3;\nend M; end P;", "M0226", 2);
}

static void a_mistake_in_an_array_is_reported_once(void **state)
{
	(void)state;
	require_error("package P model A Real x; end A; model M\nA a[100](y = 1);\nend M; end P;", "M0211", 2);
}

static void protected_elements_may_be_modified_where_they_are_inherited(void **state)
{
	(void)state;
	made m =
		make("package P model A protected parameter Real x = 1; end A; model M extends A(x = 2); end M; end P;", "P.M");
	require_ok(&m);
	require_binding(&m, "x", "2");
	made_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_outermost_value_wins),
		cmocka_unit_test(elements_of_arrays_take_their_share),
		cmocka_unit_test(attributes_of_arrays_say_whether_they_are_the_same_for_all),
		cmocka_unit_test(break_takes_a_value_away),
		cmocka_unit_test(a_bound_record_gives_its_fields_their_values),
		cmocka_unit_test(values_from_outside_come_first),
		cmocka_unit_test(wrong_modifications_are_reported),
		cmocka_unit_test(a_mistake_in_an_array_is_reported_once),
		cmocka_unit_test(protected_elements_may_be_modified_where_they_are_inherited),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
