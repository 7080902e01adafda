/* Components: sizes, conditional ones, prefixes, variability, enumerations, the kinds of classes, and what each kind
 * may contain. */
#include "unit/front/instance.h"

static void sizes_come_from_the_declaration_the_type_and_the_value(void **state)
{
	(void)state;
	made m = make(
		"package P type V3 = Real[3]; type Long extends V3; end Long; model A parameter Real t[:, 2] = [1, 2; 3, 4; 5, "
		"6]; end A;\n"
		"model M parameter Integer n = 2; V3 x[n]; Long q; Real y[n, n + 1]; A a; A b(t = fill(0, 0, 2)); A c[0];\n"
		"parameter Real u[:] = {1, 2, 3, 4}; Real v[size(u, 1) - 1]; end M; end P;",
		"P.M");
	require_ok(&m);
	mo_item *x = get(&m, "x");
	assert_int_equal(x->rank, 2);
	assert_int_equal(x->shape[0], 2);
	assert_int_equal(x->shape[1], 3);
	assert_int_equal(get(&m, "q")->shape[0], 3);
	assert_int_equal(get(&m, "y")->count, 6);
	assert_int_equal(get(&m, "a.t")->shape[0], 3);
	assert_int_equal(get(&m, "b.t")->shape[0], 0);
	assert_int_equal(get(&m, "c")->count, 0);
	assert_int_equal(get(&m, "v")->shape[0], 3);
	made_free(&m);
	require_error("package P model M\nReal x[-1];\nend M; end P;", "M0228", 2);
	require_error("package P model M\nparameter Real x[:];\nend M; end P;", "M0227", 2);
}

static void conditional_components_may_be_absent(void **state)
{
	(void)state;
	const char *text = "package P model A parameter Real k = 1; end A; model M parameter Boolean on = false; A a(k = "
					   "2) if on; A b if not on; end M; end P;";
	made m = make(text, "P.M");
	require_ok(&m);
	assert_false(get(&m, "a")->present);
	assert_null(find(&m, "a.k"));
	assert_true(get(&m, "b")->present);
	made_free(&m);
	sf_given on = {"on", "true"};
	m = start(text);
	instantiate(&m, "P.M", &on, 1);
	require_ok(&m);
	require_binding(&m, "a.k", "2");
	assert_false(get(&m, "b")->present);
	made_free(&m);
}

static void prefixes_come_from_the_declaration_the_type_and_around(void **state)
{
	(void)state;
	made m = make("package P connector In = input Real; connector Pin Real v; flow Real i; end Pin; record R Real a; "
				  "constant Real b = 1; end R;\n"
				  "model M In u; output Integer y; Pin p; parameter R r; input R s; Boolean b; protected Real hidden; "
				  "end M; end P;",
				  "P.M");
	require_ok(&m);
	assert_true(get(&m, "u")->input);
	assert_true(get(&m, "y")->output);
	assert_int_equal(get(&m, "y")->variability, MO_DISCRETE);
	assert_true(get(&m, "p.i")->flow);
	assert_false(get(&m, "p.v")->flow);
	assert_int_equal(get(&m, "r.a")->variability, MO_PARAMETER);
	assert_int_equal(get(&m, "r.b")->variability, MO_CONSTANT);
	assert_true(get(&m, "s.a")->input);
	assert_true(get(&m, "hidden")->is_protected);
	assert_true(mo_is_connector(get(&m, "u")->type));
	assert_true(mo_is_record(get(&m, "r")->type));
	made_free(&m);
}

static void a_part_can_be_left_out_of_a_base_class(void **state)
{
	(void)state;
	made m = make("package P model A Real x, y; end A; model M extends A(break x); end M; end P;", "P.M");
	require_ok(&m);
	assert_false(get(&m, "x")->present);
	assert_true(get(&m, "y")->present);
	made_free(&m);
}

static void functions_are_scopes_without_variables(void **state)
{
	(void)state;
	made m = make("package P function f input Real x[:]; output Real y; protected Integer n = size(x, 1); algorithm y "
				  ":= n; end f;\n"
				  "model M Real z; end M; end P;",
				  "P.M");
	require_ok(&m);
	mo_item *f = mo_lookup(m.root, sb_intern(m.names, "f"));
	mo_scope *a = mo_class_scope(m.c, f), *b = mo_class_scope(m.c, f);
	assert_ptr_not_equal(a, b);
	require_components(a, "x y n");
	mo_item *x = mo_member(a, sb_intern(m.names, "x"));
	assert_true(mo_open(m.c, x, (sb_span){0}));
	assert_int_equal(x->variable, UINT32_MAX);
	assert_int_equal(x->rank, 1);
	assert_null(x->shape);
	assert_int_equal(x->dims[0].size->kind, MO_E_COLON);
	made_free(&m);
}

static void classes_contain_what_their_kind_may(void **state)
{
	(void)state;
	require_error("package P record R Real x;\nequation x = 1; end R; model M R r; end M; end P;", "M0241", 2);
	require_error("package P connector C Real x;\nprotected Real y; end C; model M C c; end M; end P;", "M0241", 2);
	require_error("package P model M Real x;\nInteger x; end M; end P;", "M0205", 2);
	require_error("package P type E = enumeration(a,\na); model M E e; end M; end P;", "M0205", 2);
	require_error("package P type E = enumeration(a,\nmin); model M E e; end M; end P;", "M0242", 2);
	require_error("package P model M\nReal Integer; end M; end P;", "M0240", 2);
	require_error("package P model A Real x; end A; model M\nparameter A a; end M; end P;", "M0246", 2);
	require_error("package P connector C\nflow Integer i; end C; model M C c; end M; end P;", "M0246", 2);
	require_error("package P replaceable model A Real x; end A; model M\nextends A; end M; end P;", "M0247", 2);
	require_error("package P type T = Real;\nmodel N extends T; end N; model M N n; end M; end P;", "M0230", 2);
	require_error("package P\nconnector N extends Real; Real x; end N; model M N n; end M; end P;", "M0236", 2);
}

static void many_components_are_made_in_linear_time(void **state)
{
	(void)state;
	made m =
		make("package P connector Pin Real v; flow Real i; end Pin; model R Pin p, n; parameter Real R = 1; end R;\n"
			 "model M R r[10000](each R = 2); end M; end P;",
			 "P.M");
	require_ok(&m);
	assert_int_equal(m.model->variables.n, 50000);
	assert_string_equal(get(&m, "r[10000].n.i")->full_name, "r[10000].n.i");
	made_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sizes_come_from_the_declaration_the_type_and_the_value),
		cmocka_unit_test(conditional_components_may_be_absent),
		cmocka_unit_test(prefixes_come_from_the_declaration_the_type_and_around),
		cmocka_unit_test(a_part_can_be_left_out_of_a_base_class),
		cmocka_unit_test(functions_are_scopes_without_variables),
		cmocka_unit_test(classes_contain_what_their_kind_may),
		cmocka_unit_test(many_components_are_made_in_linear_time),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
