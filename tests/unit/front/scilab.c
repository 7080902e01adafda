/* Expressions of Scilab in contexts and parameters of blocks: each with its value by the definition of the function or
 * by hand, elements column by column; statements; and what has no value. */
#include <math.h>
#include <string.h>

#include "unit/unit.h"
#include "front/modelica/modelica.h"
#include "front/xcos/scilab/xcos_scilab.h"

enum { MOST = 9 };

typedef struct known { const char *text; uint32_t rows, columns; double at[MOST]; int type; } known;

static const known values[] = {
	{"2 + 3*4", 1, 1, {14}, 1},
	{"-2^2", 1, 1, {-4}, 1},
	{"2^-1", 1, 1, {0.5}, 1},
	{"(1 + 2)/4", 1, 1, {0.75}, 1},
	{"2^3^2", 1, 1, {512}, 1},
	{"1;2;3", 3, 1, {1, 2, 3}, 1},
	{"1, 2; 3, 4", 2, 2, {1, 3, 2, 4}, 1},
	{"[1 -2]", 1, 2, {1, -2}, 1},
	{"[1 - 2]", 1, 1, {-1}, 1},
	{"1:3", 1, 3, {1, 2, 3}, 1},
	{"3:-1:1", 1, 3, {3, 2, 1}, 1},
	{"0:0.5:1", 1, 3, {0, 0.5, 1}, 1},
	{"[1, 2; 3, 4]'", 2, 2, {1, 2, 3, 4}, 1},
	{"[1, 2; 3, 4]*[5; 6]", 2, 1, {17, 39}, 1},
	{"[1, 2; 3, 4].*[5, 6; 7, 8]", 2, 2, {5, 21, 12, 32}, 1},
	{"[2, 0; 0, 4]\\[2; 8]", 2, 1, {1, 2}, 1},
	{"[2, 8]/[2, 0; 0, 4]", 1, 2, {1, 2}, 1},
	{"[0, 2; 1, 1]\\[4; 3]", 2, 1, {1, 2}, 1},
	{"[1, 1; 0, 1]^3", 2, 2, {1, 0, 3, 1}, 1},
	{"[1, 2].^2", 1, 2, {1, 4}, 1},
	{"%pi/%e", 1, 1, {M_PI / M_E}, 1},
	{"%eps", 1, 1, {0x1p-52}, 1},
	{"%t", 1, 1, {1}, 0},
	{"3 > 2", 1, 1, {1}, 0},
	{"[1, 5] >= [2, 5]", 1, 2, {0, 1}, 0},
	{"sin(0.5)", 1, 1, {0.479425538604203}, 1},
	{"cos([0, 1])", 1, 2, {1, 0.5403023058681398}, 1},
	{"tan(0.5)", 1, 1, {0.5463024898437905}, 1},
	{"asin(0.5)", 1, 1, {M_PI / 6}, 1},
	{"acos(0.5)", 1, 1, {M_PI / 3}, 1},
	{"atan(1)", 1, 1, {M_PI / 4}, 1},
	{"sinh(1)", 1, 1, {1.1752011936438014}, 1},
	{"cosh(1)", 1, 1, {1.5430806348152437}, 1},
	{"tanh(1)", 1, 1, {0.7615941559557649}, 1},
	{"exp(1)", 1, 1, {M_E}, 1},
	{"log(2)", 1, 1, {M_LN2}, 1},
	{"log10(1000)", 1, 1, {3}, 1},
	{"sqrt(2)", 1, 1, {M_SQRT2}, 1},
	{"abs([-2, 3])", 1, 2, {2, 3}, 1},
	{"abs(3 + 4*%i)", 1, 1, {5}, 1},
	{"real(3 + 4*%i)", 1, 1, {3}, 1},
	{"floor([-1.5, 1.5])", 1, 2, {-2, 1}, 1},
	{"ceil([-1.5, 1.5])", 1, 2, {-1, 2}, 1},
	{"round([-2.5, -1.4, 2.5, 1.4])", 1, 4, {-3, -1, 3, 1}, 1},
	{"int([-1.7, 1.7])", 1, 2, {-1, 1}, 1},
	{"fix([-1.7, 1.7])", 1, 2, {-1, 1}, 1},
	{"sign([-3, 0, 4])", 1, 3, {-1, 0, 1}, 1},
	{"zeros(2, 3)", 2, 3, {0}, 1},
	{"ones(3, 1)", 3, 1, {1, 1, 1}, 1},
	{"eye(2, 3)", 2, 3, {1, 0, 0, 1, 0, 0}, 1},
	{"eye([1, 2; 3, 4])", 2, 2, {1, 0, 0, 1}, 1},
	{"size([1, 2, 3; 4, 5, 6])", 1, 2, {2, 3}, 1},
	{"size([1, 2, 3; 4, 5, 6], 1)", 1, 1, {2}, 1},
	{"size([1, 2, 3; 4, 5, 6], 'c')", 1, 1, {3}, 1},
	{"size([1, 2, 3; 4, 5, 6], '*')", 1, 1, {6}, 1},
	{"length([1, 2, 3; 4, 5, 6])", 1, 1, {6}, 1},
	{"sum([1, 2; 3, 4])", 1, 1, {10}, 1},
	{"prod([1, 2; 3, 4])", 1, 1, {24}, 1},
	{"max([3, 7, 5])", 1, 1, {7}, 1},
	{"min([3, 7, 5])", 1, 1, {3}, 1},
	{"max([1, 5], [4, 2])", 1, 2, {4, 5}, 1},
	{"min([1, 5], 3)", 1, 2, {1, 3}, 1},
	{"cumsum([1, 2, 3])", 1, 3, {1, 3, 6}, 1},
	{"linspace(0, 1, 5)", 1, 5, {0, 0.25, 0.5, 0.75, 1}, 1},
	{"logspace(0, 2, 3)", 1, 3, {1, 10, 100}, 1},
	{"size(linspace(0, 1), 2)", 1, 1, {100}, 1},
	{"size(logspace(0, 1), 2)", 1, 1, {50}, 1},
	{"inv([1, 2; 3, 4])", 2, 2, {-2, 1.5, 1, -0.5}, 1},
	{"expm([0, 1; 0, 0])", 2, 2, {1, 0, 1, 1}, 1},
	{"expm([0, -%pi; %pi, 0])", 2, 2, {-1, 0, 0, -1}, 1},
	{"matrix([1, 2, 3, 4, 5, 6], 2, 3)", 2, 3, {1, 2, 3, 4, 5, 6}, 1},
	{"matrix([1, 2, 3, 4], -1, 2)", 2, 2, {1, 2, 3, 4}, 1},
	{"diag([1, 2])", 2, 2, {1, 0, 0, 2}, 1},
	{"diag([1, 2; 3, 4])", 2, 1, {1, 4}, 1},
	{"int32(7.9)", 1, 1, {7}, 3},
	{"int16(40000)", 1, 1, {40000 - 65536}, 4},
	{"int8([200, -3.5])", 1, 2, {200 - 256, -3}, 5},
	{"uint32(-1)", 1, 1, {4294967295.0}, 6},
	{"uint16([300, 70000])", 1, 2, {300, 70000 - 65536}, 7},
	{"uint8(258)", 1, 1, {2}, 8},
	{"modulo([7, -7], 3)", 1, 2, {1, -1}, 1},
	{"pmodulo([7, -7], 3)", 1, 2, {1, 2}, 1},
	{"ppol([0, 1; 0, 0], [0; 1], [-1, -2])", 1, 2, {2, 3}, 1},
	{"cat(1, [1, 2], [3, 4])", 2, 2, {1, 3, 2, 4}, 1},
	{"cat(2, [1, 2], [3, 4])", 1, 4, {1, 2, 3, 4}, 1},
};

static void same(const xc_value *v, const known *k, const char *why)
{
	if (!v)
		print_error("%s has no value: %s\n", k->text, why);
	assert_non_null(v);
	if (v->rows != k->rows || v->columns != k->columns || v->type != k->type || v->im)
		print_error("%s is %u by %u of type %d\n", k->text, v->rows, v->columns, v->type);
	assert_int_equal(v->rows, k->rows);
	assert_int_equal(v->columns, k->columns);
	assert_int_equal(v->type, k->type);
	assert_null(v->im);
	for (uint32_t i = 0; i < k->rows * k->columns; i++) {
		if (!(fabs(v->re[i] - k->at[i]) <= 4e-15 * fmax(1, fabs(k->at[i]))))
			print_error("%s has %.17g as number %u\n", k->text, v->re[i], i + 1);
		assert_float_equal(v->re[i], k->at[i], 4e-15 * fmax(1, fabs(k->at[i])));
	}
}

static void expressions_have_their_values(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	const xc_scope *scope = xc_scope_new(arena, sb_names_new(arena), NULL);
	for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
		const char *why = "";
		same(xc_evaluate(scope, values[i].text, &why), &values[i], why);
	}
	sb_arena_free(arena);
}

static void polynomials_have_their_coefficients(void **state)
{
	(void)state;
	static const struct { const char *text; uint32_t n; double at[4]; } cases[] = {
		{"poly([1, 2], 's')", 3, {2, -3, 1}},
		{"poly([1, 2, 3], 's', 'coeff')", 3, {1, 2, 3}},
		{"1 + 2*%s", 2, {1, 2}},
		{"(1 + %s)^2", 3, {1, 2, 1}},
		{"(1 + %s)*(2 - %s)", 3, {2, 1, -1}},
	};
	sb_arena *arena = sb_arena_new();
	const xc_scope *scope = xc_scope_new(arena, sb_names_new(arena), NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *why = "";
		const xc_value *v = xc_evaluate(scope, cases[i].text, &why);
		if (!v)
			print_error("%s: %s\n", cases[i].text, why);
		assert_non_null(v);
		assert_int_equal(v->kind, XC_POLYNOMIAL);
		assert_int_equal(xc_count(v), cases[i].n);
		for (uint32_t k = 0; k < cases[i].n; k++)
			assert_float_equal(v->re[k], cases[i].at[k], 0);
	}
	sb_arena_free(arena);
}

static void contexts_are_carried_out(void **state)
{
	(void)state;
	static const known after[] = {
		{"a", 1, 1, {3}, 1},
		{"b", 1, 3, {1, 9, 3}, 1},
		{"s", 1, 1, {6}, 1},
		{"c", 1, 1, {20}, 1},
		{"b(2)", 1, 1, {9}, 1},
		{"b($)", 1, 1, {3}, 1},
		{"m(2, 1)", 1, 1, {3}, 1},
		{"m(:, 2)", 2, 1, {2, 4}, 1},
	};
	sb_arena *arena = sb_arena_new();
	xc_scope *scope = xc_scope_new(arena, sb_names_new(arena), NULL);
	const char *why = "";
	assert_true(xc_execute(scope, "a = 3; // three\nb = 1:a\nb(2) = 9\ns = 0;\nfor i = 1:3\n s = s + i;\nend\n"
								  "if s > 5 then\n c = 20;\nelse\n c = 30;\nend\nm = [1, 2; 3, 4];", &why));
	for (size_t i = 0; i < sizeof after / sizeof *after; i++)
		same(xc_evaluate(scope, after[i].text, &why), &after[i], why);
	sb_arena_free(arena);
}

static void texts_are_joined(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"'ab' + \"cd\"", "abcd"}, {"string(2.5)", "2.5"}, {"'it''s'", "it's"}, {"string('x')", "x"},
	};
	sb_arena *arena = sb_arena_new();
	const xc_scope *scope = xc_scope_new(arena, sb_names_new(arena), NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *why = "";
		const xc_value *v = xc_evaluate(scope, cases[i][0], &why);
		assert_non_null(v);
		assert_int_equal(v->kind, XC_TEXT);
		assert_string_equal(v->text[0], cases[i][1]);
	}
	sb_arena_free(arena);
}

static void what_has_no_value_says_why(void **state)
{
	(void)state;
	static const char *const cases[][2] = {
		{"nobody", "nobody"}, {"rand(2)", "rand"}, {"1 +", "expected"}, {"[1, 2] + [1; 2; 3]", ""},
		{"[1, 2; 3, 4]*[1, 2, 3]", ""}, {"inv([1, 2; 2, 4])", ""}, {"sqrt(-1)", "no real value"},
		{"sin(%i)", "real number"}, {"sum(%i)", "sum"}, {"max([1, 2], [1, 2, 3])", "differ"},
		{"matrix([1, 2, 3], 2, 2)", "fit"}, {"linspace(1)", "linspace"}, {"zeros(1e9, 1e9)", "size"},
		{"expm([1, 2])", "square"}, {"[1, 2](5)", ""}, {"ppol(eye(2, 2), eye(2, 2), [1, 2])", "several inputs"},
	};
	sb_arena *arena = sb_arena_new();
	const xc_scope *scope = xc_scope_new(arena, sb_names_new(arena), NULL);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *why = NULL;
		const xc_value *v = xc_evaluate(scope, cases[i][0], &why);
		if (v || !why || !strstr(why, cases[i][1]))
			print_error("%s: %s\n", cases[i][0], v ? "has a value" : why ? why : "no reason");
		assert_null(v);
		assert_non_null(why);
		assert_non_null(strstr(why, cases[i][1]));
	}
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(expressions_have_their_values), cmocka_unit_test(polynomials_have_their_coefficients),
		cmocka_unit_test(contexts_are_carried_out), cmocka_unit_test(texts_are_joined),
		cmocka_unit_test(what_has_no_value_says_why),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
