/* Inheritance: order, base classes inherited twice, redeclaration, replaceable packages, inner and outer. */
#include "unit/front/instance.h"

static void elements_come_at_the_place_of_their_extends_clause(void **state)
{
	(void)state;
	made m = make("package P model A Real a; equation a = 1; end A; model B Real b; equation b = 2; end B;\n"
				  "model M Real x; extends A; Real y; extends B; Real z; equation x = 1; end M; end P;",
				  "P.M");
	require_ok(&m);
	require_components(m.root, "x a y b z");
	mo_scoped_sections sections = {0};
	mo_sections(m.root, &sections);
	assert_int_equal(sections.n, 3);
	assert_string_equal(sections.at[0].scope->class_def->name, "A");
	assert_ptr_equal(sections.at[2].scope, m.root);
	made_free(&m);
}

static void what_comes_in_twice_is_one_element(void **state)
{
	(void)state;
	made m = make("package P model A Real x; equation x = 1; end A; model B extends A; Real b = x; end B; model C "
				  "extends A; Real c = x; end C;\n"
				  "model M extends B; extends C; end M; end P;",
				  "P.M");
	require_ok(&m);
	require_components(m.root, "x b c");
	mo_scope *c_part = m.root->bases.at[1];
	assert_ptr_equal(mo_lookup(c_part, sb_intern(m.names, "x")), get(&m, "x"));
	mo_scoped_sections sections = {0};
	mo_sections(m.root, &sections);
	assert_int_equal(sections.n, 1);
	made_free(&m);
	require_error(
		"package P model A Real x; end A; model B Integer x; end B; model M extends A; extends B; end M; end P;",
		"M0225", 1);
	require_error(
		"package P model A parameter Real x = 1; end A; model M extends A; parameter Real x = 2; end M; end P;",
		"M0225", 1);
	m = make("package P model A parameter Real x = 1 \"one\"; end A; model M extends A; parameter Real x = 1 \"two\"; "
			 "end M; end P;",
			 "P.M");
	require_ok(&m);
	require_components(m.root, "x");
	made_free(&m);
}

static const char *media =
	"package P\n"
	"  partial package Medium\n"
	"    constant Integer n = 1;\n"
	"    replaceable partial model Base Real p[n]; end Base;\n"
	"    replaceable partial function density input Real p; output Real d; end density;\n"
	"  end Medium;\n"
	"  package Water extends Medium(n = 2);\n"
	"    redeclare replaceable model extends Base Real h; end Base;\n"
	"    redeclare function extends density algorithm d := p; end density;\n"
	"  end Water;\n"
	"  package HotWater extends Water(n = 4); redeclare model extends Base Real t; end Base; end HotWater;\n"
	"  model Tank replaceable package Medium = P.Medium; Medium.Base medium; end Tank;\n"
	"  model Pipe replaceable package Medium = P.Medium; Tank tank(redeclare package Medium = Medium); end Pipe;\n"
	"  model Plant Pipe pipe(redeclare package Medium = Water); end Plant;\n"
	"  model HotPlant Plant plant; Tank t(redeclare package Medium = HotWater); end HotPlant;\n"
	"end P;\n";

static void replaced_components_keep_what_the_constraining_class_says(void **state)
{
	(void)state;
	const char *fixed =
		"package P partial model Motor parameter Real J = 1; end Motor; model Dc extends Motor; parameter Real R = 2; "
		"end Dc;\n"
		"model Ac extends Motor; parameter Real p = 4; end Ac;\n"
		"model Drive replaceable Dc motor(R = 7) constrainedby Motor(J = 5); replaceable model Load = Dc constrainedby "
		"Motor; Load load(J = 6); end Drive;\n"
		"model M Drive d(redeclare Ac motor(p = 6), redeclare model Load = Ac(p = 8)); Drive plain; end M;\n"
		"model N extends Drive; redeclare Ac motor(p = 10); end N; end P;";
	made m = make(fixed, "P.M");
	require_ok(&m);
	require_class(&m, "d.motor", "P.Ac");
	require_binding(&m, "d.motor.p", "6");
	require_binding(&m, "d.motor.J", "5");
	require_binding(&m, "d.load.p", "8");
	require_binding(&m, "d.load.J", "6");
	require_binding(&m, "plain.motor.R", "7");
	made_free(&m);
	m = make(fixed, "P.N");
	require_ok(&m);
	require_binding(&m, "motor.p", "10");
	require_binding(&m, "motor.J", "5");
	made_free(&m);
}

static void packages_are_replaced_as_a_whole(void **state)
{
	(void)state;
	made m = make(media, "P.HotPlant");
	require_ok(&m);
	mo_item *p = get(&m, "plant.pipe.tank.medium.p");
	assert_int_equal(p->shape[0], 2);
	assert_non_null(find(&m, "plant.pipe.tank.medium.h"));
	assert_null(find(&m, "plant.pipe.tank.medium.t"));
	assert_int_equal(get(&m, "t.medium.p")->shape[0], 4);
	require_components(get(&m, "t.medium")->type, "p h t");
	made_free(&m);
}

static void a_package_given_to_many_components_is_one_scope(void **state)
{
	(void)state;
	made m = make("package P partial package Medium constant Real k = 1; end Medium; package Water extends Medium(k = "
				  "2); end Water;\n"
				  "model Tank replaceable package Medium = P.Medium; Real x = Medium.k; end Tank;\n"
				  "model M Tank a(redeclare package Medium = Water), b(redeclare package Medium = Water), c(redeclare "
				  "package Medium = Water(k = 3));\n"
				  "end M; end P;",
				  "P.M");
	require_ok(&m);
	const char *medium = sb_intern(m.names, "Medium"), *k = sb_intern(m.names, "k"), *tanks[] = {"a", "b", "c"};
	mo_scope *scopes[3];
	for (int i = 0; i < 3; i++) {
		mo_item *package = mo_lookup(get(&m, tanks[i])->type, medium);
		assert_true(mo_open(m.c, package, (sb_span){0}));
		scopes[i] = package->class_scope;
		assert_true(mo_open(m.c, mo_member(scopes[i], k), (sb_span){0}));
	}
	assert_ptr_equal(scopes[0], scopes[1]);
	assert_ptr_not_equal(scopes[0], scopes[2]);
	require_modifier(mo_member(scopes[0], k)->binding, "2");
	require_modifier(mo_member(scopes[2], k)->binding, "3");
	made_free(&m);
}

static void wrong_redeclarations_are_reported(void **state)
{
	(void)state;
	require_error("package P model A Real x; end A; model B A a; end B; model M\nB b(redeclare A a);\nend M; end P;",
				  "M0215", 2);
	require_error("package P model A Real x; end A; model C Real y; end C; model B replaceable A a; end B; model M\nB "
				  "b(redeclare C a);\n"
				  "end M; end P;",
				  "M0216", 2);
	require_error(
		"package P model A Real x; end A; model C Real y; end C; model B replaceable model T = A; T t; end B; model M\n"
		"B b(redeclare model T = C);\nend M; end P;",
		"M0216", 2);
	require_error("package P model A Real x; end A; model M extends A;\nredeclare Real y;\nend M; end P;", "M0229", 2);
	require_error("package P model A replaceable Real x; end A; model M\nA a(redeclare model x = A);\nend M; end P;",
				  "M0233", 2);
	require_error("package P partial model A Real x; end A; model M\nA a;\nend M; end P;", "M0206", 2);
	require_error("package P partial model M Real x; end M; end P;", "M0206", 1);
	require_error("package P model A class x end x; end A;\npackage Q extends A; end Q; model M Q.x b; end M; end P;",
				  "M0230", 2);
}

static void what_contains_itself_is_reported(void **state)
{
	(void)state;
	require_error("package P model M\nM m;\nend M; end P;", "M0217", 2);
	require_error("package P model A B b; end A;\nmodel B A a; end B; model M A a; end M; end P;", "M0217", 2);
	require_error("package P model M\nextends M;\nend M; end P;", "M0218", 2);
	require_error("package P model A extends B; end A; model B extends A; end B;\nmodel M A a; end M; end P;", "M0218",
				  1);
	made m = make("package P type A = B; type B = A; model M A a; end M; end P;", "P.M");
	assert_false(m.ok);
	assert_true(sb_errors(m.diag) >= 1);
	made_free(&m);
	m = make("package P model M Real x[size(x, 1)]; end M; end P;", "P.M");
	assert_false(m.ok);
	assert_true(sb_errors(m.diag) >= 1);
	made_free(&m);
	/* Without an end, and twofold on every level: the first time it is too deep must be the last. */
	m = make(
		"package P model M parameter Integer n = 1; M a(n = n + 1) if n > 0; M b(n = n + 1) if n > 0; end M; end P;",
		"P.M");
	assert_false(m.ok);
	assert_true(sb_errors(m.diag) >= 1);
	made_free(&m);
	m = make("package P model T parameter Integer n = 3; T t(n = n - 1) if n > 0; end T; model M T t; end M; end P;",
			 "P.M");
	require_ok(&m);
	assert_true(get(&m, "t.t.t.t")->present);
	assert_false(get(&m, "t.t.t.t.t")->present);
	made_free(&m);
}

/* Each class extends the one before twice, so the forty-first would have 2^40 base classes. */
static void inheriting_twice_on_every_level_comes_to_an_end(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_add(&text, "package P model A0 Real x; end A0;\n");
	for (int i = 1; i <= 40; i++)
		sb_addf(&text, "model A%d extends A%d; extends A%d; end A%d;\n", i, i - 1, i - 1, i);
	sb_add(&text, "model M extends A40; end M; end P;");
	require_error(text.at, "M0220", 0);
	sb_text_free(&text);
}

static void outer_elements_are_the_inner_ones_around(void **state)
{
	(void)state;
	const char *text =
		"package P model World parameter Real g = 9.81; end World; model Uses outer World world; end Uses;\n"
		"model Middle inner World world(g = 1); Uses u; end Middle;\n"
		"model M inner World world(g = 5); Uses u; Middle m; end M;\n"
		"model Missing Uses u; end Missing;\n"
		"model Through inner outer World world(g = 2); Uses u; end Through; model Both inner World world; Through t; "
		"end Both; end P;";
	made m = make(text, "P.M");
	require_ok(&m);
	assert_ptr_equal(get(&m, "u.world")->outer_of, get(&m, "world"));
	assert_ptr_equal(get(&m, "m.u.world")->outer_of, get(&m, "m.world"));
	made_free(&m);
	m = make(text, "P.Missing");
	assert_true(m.ok);
	require_message(&m, "M0209", 1);
	assert_string_equal(get(&m, "u.world")->outer_of->full_name, "world");
	require_components(m.root, "u world");
	made_free(&m);
	m = make(text, "P.Both");
	require_ok(&m);
	assert_ptr_equal(get(&m, "t.world")->outer_of, get(&m, "world"));
	assert_ptr_equal(get(&m, "t.u.world")->outer_of, get(&m, "t.world"));
	made_free(&m);
	require_error("package P partial model W end W; model U\nouter W world; end U; model M U u; end M; end P;", "M0208",
				  2);
	require_error("package P model W Real a; end W; model V Real b; end V; model U\nouter W world; end U; model M "
				  "inner V world; U u; end M; end P;",
				  "M0210", 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(elements_come_at_the_place_of_their_extends_clause),
		cmocka_unit_test(what_comes_in_twice_is_one_element),
		cmocka_unit_test(replaced_components_keep_what_the_constraining_class_says),
		cmocka_unit_test(packages_are_replaced_as_a_whole),
		cmocka_unit_test(a_package_given_to_many_components_is_one_scope),
		cmocka_unit_test(wrong_redeclarations_are_reported),
		cmocka_unit_test(what_contains_itself_is_reported),
		cmocka_unit_test(inheriting_twice_on_every_level_comes_to_an_end),
		cmocka_unit_test(outer_elements_are_the_inner_ones_around),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
