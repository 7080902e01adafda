/* Rules of the language that a model can break while every single expression of it looks right: who may see what, which
 * values exist, what moves when; and the constructs next to them that are right. */
#include "unit/front/flatten_help.h"

typedef struct mistake {
	const char *text, *code;
} mistake;

static void assert_all(const mistake *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		assert_error(list[i].text, list[i].code);
}
#define ALL(list) assert_all(list, sizeof(list) / sizeof *(list))

static void what_is_protected_is_not_seen_from_outside(void **state)
{
	static const mistake list[] = {
		{"model A protected Real v = 1; end A; model M A a; Real x = a.v; end M;", "M0207"},
		{"model A protected function f input Real u; output Real y; algorithm y := u; end f; end A; model M A a; Real "
		 "x = "
		 "a.f(1); end M;",
		 "M0207"},
		{"model A protected Real v = 1; end A; model M A a[2]; Real x[2] = a.v; end M;", "M0207"},
	};

	(void)state;
	ALL(list);
	EXPECT("model A protected Real v = 1; end A; model M extends A; Real x = v; end M;", "x = v;");
}

static void conditional_components_are_for_connect(void **state)
{
	static const mistake list[] = {
		{"model M Real x = 1 if true; Real y = x; end M;", "M0321"},
		{"model M Real x = 1 if false; Real y = x; end M;", "M0321"},
		{"model M Real x if true; algorithm x := 2; end M;", "M0321"},
		{"model A function f input Real u; output Real y; algorithm y := u; end f; end A; model M A a if true; Real x "
		 "= "
		 "a.f(2); end M;",
		 "M0321"},
	};

	(void)state;
	ALL(list);
}

static void only_models_and_blocks_know_the_time(void **state)
{
	static const mistake list[] = {
		{"record R Real x = time; end R; model M R r; end M;", "M0330"},
		{"connector C Real x = time; flow Real f; end C; model M C c; end M;", "M0330"},
		{"package P constant Real x = time; end P; model M Real y = P.x; end M;", "M0330"},
	};

	(void)state;
	ALL(list);
	EXPECT("record R Real x; end R; model M R r(x = time); end M;", "r.x = time;");
}

static void integers_do_not_take_the_value_of_reals(void **state)
{
	static const mistake list[] = {
		{"model M Integer i = 1.5; end M;", "M0309"},
		{"model M Integer i; equation i = 2.5*time; end M;", "M0309"},
		{"model M Integer i[2]; equation i = {1.0, 2.0}; end M;", "M0309"},
		{"model M function f input Real x; output Integer y; algorithm y := integer(x); end f; Integer i = f(time); "
		 "end M;",
		 "M0438"},
		{"model M Boolean b = noEvent(time > 1); end M;", "M0438"},
	};

	(void)state;
	ALL(list);
	EXPECT("model M Real x; equation 0 = x - 1; end M;", "0 = x - 1;");
	EXPECT("model M parameter Integer n = 2; Real x; equation n = x; end M;", "n = x;");
	EXPECT("model M Real y; equation y = if noEvent(time > 1) then 1 else 0; end M;",
		   "y = if noEvent(time > 1) then 1 else 0;");
	EXPECT("model M Boolean b = time > 1; Integer i = integer(3*time); end M;", "b = time > 1;");
}

static void subscripts_stay_in_their_range_and_type(void **state)
{
	static const mistake list[] = {
		{"model M Real x[3]; equation for i in 1:4 loop x[i] = i; end for; end M;", "M0307"},
		{"model M Real x[3] = {1, 2, 3}; Real y = sum(x[i + 1] for i in 1:3); end M;", "M0307"},
		{"model M Real x[4]; equation for i in 1:2, j in 1:2 loop x[2*i + j - 1] = 1; end for; end M;", "M0307"},
		{"model M Real x[6] = fill(1, 6); Real y[3]; equation for i in 1:3 loop y[i] = x[7 - 3*i]; end for; end M;",
		 "M0307"},
		{"model M type E = enumeration(a, b); Real x[E] = {1, 2}; Real y = x[1]; end M;", "M0308"},
		{"model M Real x[Boolean] = {1, 2}; Real y = x[1]; end M;", "M0308"},
		{"model M Real x[2] = {1, 2}; Real y = x[true]; end M;", "M0308"},
		{"model M Real x[3], y[4]; equation for i loop x[i] = y[i]; end for; end M;", "M0332"},
	};

	(void)state;
	ALL(list);
	EXPECT("model M Real x[4]; equation for i in 1:2, j in 1:2 loop x[2*i + j - 2] = i; end for; end M;",
		   "x[2*i + j - 2] = i;");
	/* a branch that is not taken may go beyond */
	EXPECT("model M Boolean b = time > 1; Real x[3] = {1, 2, 3}; Real y[3]; equation for i in 1:3 loop y[i] = if i < 3 "
		   "and b then "
		   "x[i + 1] else 0; end for; end M;",
		   "b = time > 1;");
	EXPECT("model M type E = enumeration(a, b); Real x[E]; Integer k[E]; equation for e loop x[e] = k[e]; k[e] = "
		   "Integer(e); "
		   "end for; end M;",
		   "k[e] = e;");
}

static void values_that_do_not_exist_are_told_at_once(void **state)
{
	static const mistake list[] = {
		{"model M Real x = sqrt(-25); end M;", "M0525"},
		{"model M constant Real c = 0; Real x = log(c); end M;", "M0525"},
		{"model M Real x = acos(2); end M;", "M0525"},
		{"model M Real x = delay(time, -1); end M;", "M0525"},
		{"model M Real x = delay(time, 2, 1); end M;", "M0525"},
		{"model M Real T = 1 + time; Integer n(start = 0); equation when sample(0, T) then n = pre(n) + 1; end when; "
		 "end M;",
		 "M0525"},
		{"model M equation assert(false, \"no\"); end M;", "M0437"},
		{"model M constant Real k = -1; Real x; algorithm x := k; assert(k > 0, \"k\"); end M;", "M0437"},
		{"model M Real x = sin; end M;", "M0303"},
		{"model M Real x(start = 1); equation der(x) = 1; when time > 1 then reinit(2*x, 1); end when; end M;",
		 "M0417"},
	};

	(void)state;
	ALL(list);
	EXPECT("model M parameter Real p = -1; Real x = if p < 0 then 0 else sqrt(p); end M;",
		   "x = if p < 0 then 0 else sqrt(p);");
	EXPECT("model M Real x = 1; equation assert(false, \"only said\", AssertionLevel.warning); end M;", "x = 1;");
}

static void a_class_can_extend_the_one_it_inherits(void **state)
{
	(void)state;
	/* who inherits the first M keeps it */
	EXPECT("model A replaceable model M Real x = 1; end M; M a; end A; model B extends A; model extends M(x = 3) Real "
		   "y = 2; end "
		   "M; M b; end B;",
		   "a.x = 1;", "b.x = 3;", "b.y = 2;");
	assert_error(
		"model A model M Real x = 1; end M; end A; model B extends A; model extends M Real y = 2; end M; M b; end B;",
		"M0215");
	assert_error(
		"model A replaceable model M Real x = 1; end M; M a; end A; model B extends A; model extends M Real y = 2; end "
		"M; Real z = a.y; end B;",
		"M0320");
}

static void redeclarations_keep_what_is_not_said_again(void **state)
{
	(void)state;
	EXPECT("model A Real x[:] = ones(size(x, 1)); end A; model M A a(redeclare Real x[2]); end M;",
		   "a.x[i] = 1;");
	EXPECT(
		"model L parameter Real k = 1; Real y = k; end L; model S parameter Real k = 2; Real y = 2*k; end S; model H "
		"replaceable L l constrainedby L(k = 3); end H; model M H h(redeclare S l(k = 5)); end M;",
		"parameter Real h.l.k = 5;");
	assert_error("model A Real x = 1; end A; model B Real x = 2; Real y = 2; end B; model D replaceable B b "
				 "constrainedby B; end "
				 "D; model M extends D(replaceable B b constrainedby A); end M;",
				 "M0216");
}

static void inner_and_outer_at_once(void **state)
{
	(void)state;
	EXPECT("model C outer Real g; Real x = g; end C; model S Real own = 2; inner outer Real g = 3*g; C c; Real y = g; "
		   "end S; "
		   "model M inner Real g = 5; S s; end M;",
		   "g = 5;", "s.g = 3*g;", "s.c.x = s.g;", "s.y = g;");
	assert_error(
		"partial record R Integer i; end R; record Q extends R; Real a; end Q; model A outer R t; Real x = t.a; end A; "
		"model M inner Q t = Q(1, 2); A a; end M;",
		"M0320");
}

static void constants_come_from_packages(void **state)
{
	static const mistake list[] = {
		{"model M partial package P constant Real x = 1; end P; Real y = P.x; end M;", "M0234"},
		{"model A constant Real x = 1; Real y = 2; end A; model M Real z = A.x; end M;", "M0234"},
	};

	(void)state;
	ALL(list);
	EXPECT("model M package P constant Real x = 1; end P; Real y = P.x; end M;", "y = 1;");
	EXPECT("model A constant Real x = 1; end A; model M Real z = A.x; end M;", "z = 1;");
}

static void connectors_and_operators(void **state)
{
	static const char *const record =
		"operator record C Real re; Real im; encapsulated operator '-' function f import C; input C "
		"a; output C b; algorithm b := C(-a.re, -a.im); end f; end '-'; end C;";
	sb_text text = {0};

	(void)state;
	assert_error("connector C Real v; flow Real i; end C; model M parameter C c; end M;", "M0246");
	sb_addf(&text, "%s connector K C v; flow C i; end K; model M K k; end M;", record);
	assert_error(text.at, "M0246");
	sb_text_free(&text);
	assert_error("package A operator record R Real x; end R; end A; package B extends A; constant Real x = 1; end B; "
				 "model M Real "
				 "y = B.x; end M;",
				 "M0250");
	assert_error("model M Real x = 1; Integer n = cardinality(x); end M;", "M0428");
}

static void sizes_of_zero_have_attributes_too(void **state)
{
	(void)state;
	EXPECT("model M parameter Integer n = 0; parameter String u[n] = fill(\"m\", n); parameter StateSelect s[n] = "
		   "fill(StateSelect.prefer, n); Real x[n](unit = u, stateSelect = s); Real y = 1; end M;",
		   "y = 1;");
}

/* A function that calls itself is met before all of it is known. */
static void functions_that_call_themselves_are_not_written_out(void **state)
{
	(void)state;
	EXPECT("model M function f input Real n; output Real y; algorithm y := 1; if n > 1 then y := n*f(n - 1); end if; "
		   "end f; Real x "
		   "= f(5 + time); end M;",
		   "y := n*M.f(n - 1);");
	assert_error("model M function f input Integer n; output Real y; protected Real t[f(0)]; algorithm y := n; end f; "
				 "Real x = f(2); "
				 "end M;",
				 "M0539");
}

/* a = b + c of records is an equation for each field, to be solved for any of the three. */
static void formulas_of_records_are_equations(void **state)
{
	(void)state;
	EXPECT("operator record C Real re; Real im; encapsulated operator function '+' import C; input C a; input C b; "
		   "output C c; "
		   "algorithm c := C(a.re + b.re, a.im + b.im); end '+'; end C; model M C a, b, c; equation a = b + c; a = "
		   "C(1, time); c = "
		   "C(time, 2); end M;",
		   "a.re = b.re + c.re;", "a.im = b.im + c.im;");
	EXPECT("model M function f input Real u; output Real y; protected Real t = 2*u; algorithm y := t + 1; y := y*t; "
		   "end f; Real x = "
		   "f(time); end M;",
		   "x = (2*time + 1)*(2*time);");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_is_protected_is_not_seen_from_outside),
		cmocka_unit_test(conditional_components_are_for_connect),
		cmocka_unit_test(only_models_and_blocks_know_the_time),
		cmocka_unit_test(integers_do_not_take_the_value_of_reals),
		cmocka_unit_test(subscripts_stay_in_their_range_and_type),
		cmocka_unit_test(values_that_do_not_exist_are_told_at_once),
		cmocka_unit_test(a_class_can_extend_the_one_it_inherits),
		cmocka_unit_test(redeclarations_keep_what_is_not_said_again),
		cmocka_unit_test(inner_and_outer_at_once),
		cmocka_unit_test(constants_come_from_packages),
		cmocka_unit_test(connectors_and_operators),
		cmocka_unit_test(sizes_of_zero_have_attributes_too),
		cmocka_unit_test(functions_that_call_themselves_are_not_written_out),
		cmocka_unit_test(formulas_of_records_are_equations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
