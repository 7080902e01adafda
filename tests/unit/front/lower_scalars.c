/* Scalar operators, functions and conversions, and the types of what they give. */
#include "unit/front/lower.h"
#include "model/print/print.h"

#define D "type E = enumeration(red, green, blue); @Real x = 2.5; @Real y = -2.5; @Integer i = 7; @Integer j = -2;" \
	"@Boolean t = true; @Boolean f = false; @E e = E.green; @String s = \"ab\";"

static void arithmetic(void **state)
{
	(void)state;
	CHECK(D, "Real", "x + i*2 - y/4", 2.5 + 14 + 0.625);
	CHECK(D, "Real", "i/j", -3.5);
	CHECK(D, "Integer", "i*j + 1", -13);
	CHECK(D, "Real", "-x^2", -6.25);
	CHECK(D, "Real", "2^3 + i^2", 57);
	CHECK(D, "Real", "+x", 2.5);
}

static void logic(void **state)
{
	(void)state;
	CHECK(D, "Boolean", "t and not f or f", 1);
	CHECK(D, "Boolean", "x > 2 and x >= 2.5 and y < 0 and y <= -2.5", 1);
	CHECK(D, "Boolean", "i == 7 and j <> -1", 1);
	CHECK(D, "Boolean", "e == E.green and e < E.blue and e > E.red", 1);
	CHECK(D, "Boolean", "s == \"ab\" and s < \"b\" and s + \"c\" == \"abc\"", 1);
	CHECK(D, "Boolean", "t <> f", 1);
	CHECK(D, "Real", "if f then 1 elseif i > 3 then x else 3", 2.5);
	CHECK(D, "Integer", "if t then 1 else 2", 1);
}

static void functions(void **state)
{
	(void)state;
	CHECK(D, "Real", "sin(x)^2 + cos(x)^2", 1);
	CHECK(D, "Real", "tan(x) - sin(x)/cos(x)", 0);
	CHECK(D, "Real", "asin(sin(1)) + acos(cos(1)) + atan(tan(1))", 3);
	CHECK(D, "Real", "atan2(1, -1)", 2.356194490192345);
	CHECK(D, "Real", "cosh(x)^2 - sinh(x)^2 + tanh(0)", 1);
	CHECK(D, "Real", "log(exp(x)) + log10(1000) + sqrt(x*x)", 8);
	CHECK(D, "Real", "floor(y) + ceil(y)", -5);
	CHECK(D, "Integer", "integer(y) + integer(x)", -1);
	CHECK(D, "Integer", "div(i, j) + 10*mod(i, j) + 100*rem(i, j)", -3 - 10 + 100);
	CHECK(D, "Real", "div(x, 2) + mod(y, 2) + rem(y, 2)", 1 + 1.5 - 0.5);
	CHECK(D, "Integer", "abs(j) + sign(y)*10 + sign(i)*100", 2 - 10 + 100);
	CHECK(D, "Real", "min(x, i) + max(x, i) + min({x, y, 1}) + max([x, y; 1, 3])", 2.5 + 7 - 2.5 + 3);
	CHECK(D, "Integer", "max(i, j)", 7);
	CHECK(D, "Real", "semiLinear(x, 2, 3) + semiLinear(y, 2, 3)", 5 - 7.5);
	CHECK(D, "Real", "homotopy(simplified = 1, actual = x)", 2.5);
	CHECK(D, "Real", "noEvent(if x > 0 then 1 else 2) + smooth(1, x)", 3.5);
}

static void conversions(void **state)
{
	(void)state;
	CHECK(D, "Integer", "Integer(e) + Integer(E.blue)", 5);
	CHECK(D, "E", "E(3)", 3);
	CHECK(D, "Boolean", "String(i) == \"7\" and String(t) == \"true\" and String(e) == \"green\"", 1);
	CHECK(D, "Boolean", "String(x, significantDigits = 3) == \"2.5\" and String(1/3, 3) == \"0.333\"", 1);
	CHECK(D, "Boolean", "String(i, minimumLength = 3) + \"|\" == \"7  |\"", 1);
	CHECK(D, "Boolean", "String(i, minimumLength = 3, leftJustified = false) == \"  7\"", 1);
	CHECK(D, "E[3]", "{v for v in E}", 1, 2, 3);
	CHECK(D, "E[2]", "E.green:E.blue", 2, 3);
	CHECK(D " @Real z[E] = {1, 2, 3}; @Real w[Boolean] = {4, 5};", "Real", "z[E.blue] + z[e] + w[t] + 10*w[f]",
		3 + 2 + 5 + 40);
}

/* A sum of thousands of terms is a deep tree: nothing may depend on the stack for it. */
static void long_sums(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_add(&text, "model M parameter Real x = 1; Real r = x");
	for (int i = 0; i < 4900; i++)
		sb_add(&text, " + x");
	sb_add(&text, "; end M;");
	lowered r = lower_text(text.at);
	require_model(&r, "a sum of 4901 terms");
	lowered_free(&r);
	sb_text_free(&text);
}

/* What a condition in a size depends on decides over the structure too. */
static void structural_conditions(void **state)
{
	(void)state;
	lowered r =
		lower_text("model M parameter Boolean big = true; parameter Integer a = 2; Real x[if big then 3 else a];\n"
		"equation x = fill(time, size(x, 1)); end M;");
	require_model(&r, "a size by a condition");
	assert_true(sm_var(r.model, sm_find(r.model, sb_intern(r.names, "big")))->structural);
	assert_false(sm_var(r.model, sm_find(r.model, sb_intern(r.names, "a")))->structural);
	lowered_free(&r);
}

/* Only the branch that holds is read where sizes have settled the condition already. */
static void settled_conditions(void **state)
{
	(void)state;
	CHECK("#Integer n = 1; @Real x[n] = {5};", "Real", "if n > 1 then x[2] else x[1]", 5);
	CHECK("#Integer n = 1; @Real x[n] = {5};", "Real[1]", "if n > 1 then {1, 2} else x", 5);
	CHECK("#Real x[:] = fill(0.0, 0); final #Integer n = size(x, 1);", "Real", "if n > 0 then x[1] else 4", 4);
	CHECK("#Integer n = 3; @Real x[n] = {5, 6, 7};", "Real", "sum(if i == n then 0 else x[i + 1] - x[i] for i in 1:n)",
		2);
}

static const char *equation_text(const lowered *r, uint32_t i, sb_text *out)
{
	sm_print_equation(r->model, r->model->equations.at[i], out);
	return out->at;
}

static void check_equation(const char *declarations, const char *equation, const char *want)
{
	sb_text text = {0}, got = {0};
	sb_addf(&text, "model M %s equation %s end M;", declarations, equation);
	lowered r = lower_text(text.at);
	require_model(&r, text.at);
	assert_int_equal(r.model->equations.n, 1);
	assert_string_equal(equation_text(&r, 0, &got), want);
	lowered_free(&r);
	sb_text_free(&text);
	sb_text_free(&got);
}

static void derivatives_and_events(void **state)
{
	(void)state;
	const char *d = "parameter Real p = 3; Real x, y, u[2]; Boolean b; Integer i;";
	check_equation(d, "y = der(x);", "y = der(x);\n");
	check_equation(d, "y = der(x*y);", "y = der(x)*y + x*der(y);\n");
	check_equation(d, "y = der(p*x) + der(p);", "y = p*der(x);\n");
	check_equation(d, "y = der(u[2]) + der(time);", "y = der(u[2]) + 1;\n");
	check_equation(d, "y = der(sin(x));", "y = cos(x)*der(x);\n");
	check_equation(d, "i = pre(i) + 1;", "i = pre(i) + 1;\n");
	check_equation(d, "b = edge(b);", "b = b and not pre(b);\n");
	check_equation(d, "b = change(i);", "b = i <> pre(i);\n");
	check_equation(d, "b = initial() or terminal();", "b = initial() or terminal();\n");
	check_equation(d, "b = sample(0, 0.1);", "b = sample(0, 0.1);\n");
	check_equation(d, "y = delay(x, p);", "y = delay(x, p, p);\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(arithmetic), cmocka_unit_test(logic),
		cmocka_unit_test(functions),
		cmocka_unit_test(conversions), cmocka_unit_test(long_sums), cmocka_unit_test(structural_conditions),
			cmocka_unit_test(settled_conditions),
		cmocka_unit_test(derivatives_and_events) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
