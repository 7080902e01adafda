/* Names: the classes around, inherited ones, imports, encapsulation, dotted names, predefined types. */
#include "unit/front/instance.h"

static const char *text = "package P\n"
						  "  constant Integer n = 3;\n"
						  "  constant Real pi = 3.14;\n"
						  "  type E = enumeration(red, green, blue);\n"
						  "  package Sub\n"
						  "    constant Integer m = n + 1;\n"
						  "    model A Real a; end A;\n"
						  "    model UsesOuter B b; A a; end UsesOuter;\n"
						  "  end Sub;\n"
						  "  model B Real b; end B;\n"
						  "  package Base model Inherited Real z; end Inherited; constant Real k = 2; end Base;\n"
						  "  package Derived extends Base(k = 5); model User Inherited i; end User; end Derived;\n"
						  "  model Imports import P.Sub.A; import Other = P.B; import P.Base.*; import "
						  "P.Sub.{UsesOuter}; A a; Other o; Inherited i; UsesOuter u; end Imports;\n"
						  "  encapsulated model Alone import P.Sub; Sub.A a; Real x; end Alone;\n"
						  "  model Global .P.Sub.A a; Sub.A b; Derived.Inherited c; end Global;\n"
						  "  model Hides model B Real other; end B; B b; end Hides;\n"
						  "  model Sizes Real x[n], y[Sub.m], z[E], w[Boolean]; StateSelect s; end Sizes;\n"
						  "  model Around Real x; constant Real c = 1; model In Real y; end In; In i; end Around;\n"
						  "end P;\n";

static void classes_are_found(void **state)
{
	(void)state;
	made m = make(text, "P.Sub.UsesOuter");
	require_ok(&m);
	require_class(&m, "b", "P.B");
	require_class(&m, "a", "P.Sub.A");
	made_free(&m);
	m = make(text, "P.Derived.User");
	require_ok(&m);
	require_class(&m, "i", "P.Base.Inherited");
	made_free(&m);
	m = make(text, "P.Imports");
	require_ok(&m);
	require_class(&m, "a", "P.Sub.A");
	require_class(&m, "o", "P.B");
	require_class(&m, "i", "P.Base.Inherited");
	require_class(&m, "u", "P.Sub.UsesOuter");
	made_free(&m);
	m = make(text, "P.Alone");
	require_ok(&m);
	made_free(&m);
	m = make(text, "P.Global");
	require_ok(&m);
	require_class(&m, "c", "P.Base.Inherited");
	made_free(&m);
	m = make(text, "P.Hides");
	require_ok(&m);
	require_class(&m, "b", "P.Hides.B");
	made_free(&m);
}

static void packages_are_scopes_made_once(void **state)
{
	(void)state;
	made m = make(text, "P.Global");
	require_ok(&m);
	mo_type_name name = {.name = (const char *[]){sb_intern(m.names, "P"), sb_intern(m.names, "Sub")}, .n = 2};
	mo_scope *once = mo_find_class(m.c, m.root, &name);
	assert_non_null(once);
	assert_ptr_equal(once, mo_find_class(m.c, get(&m, "a")->type, &name));
	mo_item *k = mo_member(
		mo_find_class(m.c, m.root, &(mo_type_name){.name = (const char *[]){sb_intern(m.names, "Derived")}, .n = 1}),
		sb_intern(m.names, "k"));
	assert_true(mo_open(m.c, k, (sb_span){0}));
	require_modifier(k->binding, "5");
	assert_string_equal(k->full_name, "P.Derived.k");
	assert_int_not_equal(k->variable, UINT32_MAX);
	made_free(&m);
}

static void sizes_may_be_constants_and_types(void **state)
{
	(void)state;
	made m = make(text, "P.Sizes");
	require_ok(&m);
	assert_int_equal(get(&m, "x")->shape[0], 3);
	assert_int_equal(get(&m, "y")->shape[0], 4);
	assert_int_equal(get(&m, "z")->shape[0], 3);
	assert_int_equal(get(&m, "w")->shape[0], 2);
	mo_item *s = get(&m, "s");
	assert_int_equal(s->base, MO_B_ENUM);
	made_free(&m);
}

static void only_constants_of_classes_around_are_seen(void **state)
{
	(void)state;
	made m = make(text, "P.Around");
	require_ok(&m);
	mo_scope *inner = get(&m, "i")->type;
	assert_non_null(mo_lookup(inner, sb_intern(m.names, "c")));
	assert_null(mo_lookup(inner, sb_intern(m.names, "x")));
	assert_ptr_equal(mo_hidden_component(inner, sb_intern(m.names, "x")), get(&m, "x"));
	assert_non_null(mo_lookup(inner, sb_intern(m.names, "pi")));
	made_free(&m);
}

static void what_is_not_found_is_reported(void **state)
{
	(void)state;
	require_error("package P model Motor Real x; end Motor; model M\nMoter m;\nend M; end P;", "M0201", 2);
	require_error("package P package Q model Motor Real x; end Motor; end Q; model M\nQ.Moter m;\nend M; end P;",
				  "M0202", 2);
	require_error("package P model M Real x;\nx y;\nend M; end P;", "M0203", 2);
	require_error("package P package Q end Q; model M\nQ q;\nend M; end P;", "M0204", 2);
	require_error("package P package Q protected model A Real x; end A; end Q; model M\nQ.A a;\nend M; end P;", "M0207",
				  2);
	require_error("package P model A Real x; end A; encapsulated model M\nA a;\nend M; end P;", "M0201", 2);
	require_error("package P model M\nimport P.Nothing;\nReal x;\nend M; end P;", "M0224", 2);
	require_error("package P model A Real x; model B Real y; end B; end A; model M\nA.B b;\nend M; end P;", "M0234", 2);
	require_error("package P package A constant Real x = 1; model B Real r; end B; end A; package C model B Real q; "
				  "end B; end C;\n"
				  "model M import P.A.*;\nimport P.C.*;\nB b; end M; end P;",
				  "M0245", 3);
	made m = make(text, "P.Nowhere");
	assert_false(m.ok);
	require_message(&m, "M0238", 0);
	made_free(&m);
}

static void near_names_are_offered(void **state)
{
	(void)state;
	made m = make("package P model Motor Real x; end Motor; model M Moter m; end M; end P;", "P.M");
	assert_string_equal(sb_message_at(m.diag, 0).help, "did you mean 'Motor'?");
	made_free(&m);
	m = make("package P model A Real speed; end A; model M A a(sped(start = 1)); end M; end P;", "P.M");
	assert_string_equal(sb_message_at(m.diag, 0).help, "did you mean 'speed'?");
	made_free(&m);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(classes_are_found),
		cmocka_unit_test(packages_are_scopes_made_once),
		cmocka_unit_test(sizes_may_be_constants_and_types),
		cmocka_unit_test(only_constants_of_classes_around_are_seen),
		cmocka_unit_test(what_is_not_found_is_reported),
		cmocka_unit_test(near_names_are_offered),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
