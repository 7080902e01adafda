/* Array algebra: the elements of array expressions against numbers worked out by hand. */
#include "unit/front/lower.h"
#include "model/print/print.h"

/* A = 1 2   B = 5 6   C = 1 2 3   x = 1 2 3   n = 2
 *     3 4       7 8       4 5 6   y = 4 5 6                     */
#define D "@Real A[2, 2] = [1, 2; 3, 4]; @Real B[2, 2] = [5, 6; 7, 8]; @Real C[2, 3] = {{1, 2, 3}, {4, 5, 6}};" \
	"@Real x[3] = {1, 2, 3}; @Real y[3] = {4, 5, 6}; #Integer n = 2; @Real s = 2; @Boolean b = true;" \
	"@Integer k[3] = {7, 8, 9};"

static void products(void **state)
{
	(void)state;
	CHECK(D, "Real[2, 2]", "A*B", 19, 22, 43, 50);
	CHECK(D, "Real[2]", "C*x", 14, 32);
	CHECK(D, "Real[3]", "{1, 2}*C", 9, 12, 15);
	CHECK(D, "Real", "x*y", 32);
	CHECK(D, "Real[2, 2]", "C*transpose(C)", 14, 32, 32, 77);
	CHECK(D, "Real[2, 2]", "A*(B*A)", 85, 126, 193, 286);
	CHECK(D, "Real[2, 2]", "A^3", 37, 54, 81, 118);
	CHECK(D, "Real[2, 2]", "A^0", 1, 0, 0, 1);
	CHECK(D, "Real[3]", "s*x", 2, 4, 6);
	CHECK(D, "Real[3]", "x/s", 0.5, 1, 1.5);
	CHECK(D, "Real[2, 2]", "outerProduct({1, 2}, {3, 4})", 3, 4, 6, 8);
	CHECK(D, "Real[3]", "cross(x, y)", -3, 6, -3);
	CHECK(D, "Real[3]", "skew(x)*y", -3, 6, -3);
}

/* Sums longer than those that are written out. */
static void long_products(void **state)
{
	(void)state;
	const char *declarations =
		"@Real P[20, 20] = {{i + 2*j for j in 1:20} for i in 1:20}; @Real v[20] = {i for i in 1:20};";
	CHECK(declarations, "Real", "v*v", 2870);
	CHECK(declarations, "Real", "P[3, :]*v", 3*210 + 2*2870);
	CHECK(declarations, "Real[2]", "(P*v)[19:20]", 19*210 + 2*2870, 20*210 + 2*2870);
	CHECK(declarations, "Real", "v*(P*v)", 210.0*2870 + 2*210.0*2870);
	CHECK(declarations, "Real", "sum(P)", 20*210 + 2*20*210);
	CHECK(declarations, "Real", "max(P)", 60);
	CHECK(declarations, "Real", "min(P .* P)", 9);
}

static void elementwise(void **state)
{
	(void)state;
	CHECK(D, "Real[3]", "x + y", 5, 7, 9);
	CHECK(D, "Real[3]", "x - y", -3, -3, -3);
	CHECK(D, "Real[3]", "-x", -1, -2, -3);
	CHECK(D, "Real[3]", "x .* y", 4, 10, 18);
	CHECK(D, "Real[3]", "x ./ y", 0.25, 0.4, 0.5);
	CHECK(D, "Real[3]", "x .^ 2", 1, 4, 9);
	CHECK(D, "Real[3]", "2 .^ x", 2, 4, 8);
	CHECK(D, "Real[3]", "x .+ 10", 11, 12, 13);
	CHECK(D, "Real[3]", "10 .- x", 9, 8, 7);
	CHECK(D, "Real[3]", "if b then x else y", 1, 2, 3);
	CHECK(D, "Real[3]", "abs(-x)", 1, 2, 3);
	CHECK(D, "Boolean[2]", "{true, false} and {b, b}", 1, 0);
	CHECK(D, "Boolean[2]", "not {true, false}", 0, 1);
	CHECK(D, "Integer[3]", "mod(k, 4)", 3, 0, 1);
}

static void slices(void **state)
{
	(void)state;
	CHECK(D, "Real[3]", "C[2, :]", 4, 5, 6);
	CHECK(D, "Real[2]", "C[:, end]", 3, 6);
	CHECK(D, "Real[2, 2]", "C[:, {3, 1}]", 3, 1, 6, 4);
	CHECK(D, "Real[2]", "x[2:3]", 2, 3);
	CHECK(D, "Real[3]", "x[3:-1:1]", 3, 2, 1);
	CHECK(D, "Real[2]", "x[end - 1:end]", 2, 3);
	CHECK(D, "Real", "x[n]", 2);
	CHECK(D, "Real", "C[n, n + 1]", 6);
	CHECK(D, "Real", "(x + y)[2]", 7);
	CHECK(D, "Real[1]", "x[n:n]", 2);
	CHECK(D, "Real", "sum(x[1:0])", 0);
	CHECK(D, "Real[3]", "C[1]", 1, 2, 3);
}

static void constructors(void **state)
{
	(void)state;
	CHECK(D, "Real[2, 3]", "[A, {9, 8}]", 1, 2, 9, 3, 4, 8);
	CHECK(D, "Real[3, 2]", "[A; [9, 8]]", 1, 2, 3, 4, 9, 8);
	CHECK(D, "Real[2, 2]", "[s, 1; 0, s]", 2, 1, 0, 2);
	CHECK(D, "Real[5]", "cat(1, x, {8, 9})", 1, 2, 3, 8, 9);
	CHECK(D, "Real[2, 4]", "cat(2, A, B)", 1, 2, 5, 6, 3, 4, 7, 8);
	CHECK(D, "Integer[2, 2]", "identity(2)", 1, 0, 0, 1);
	CHECK(D, "Real[3, 3]", "diagonal(x)", 1, 0, 0, 0, 2, 0, 0, 0, 3);
	CHECK(D, "Real[2, 3]", "fill(s, 2, 3)", 2, 2, 2, 2, 2, 2);
	CHECK(D, "Real[2]", "zeros(n) .+ ones(n)", 1, 1);
	CHECK(D, "Real[5]", "linspace(0, 2, 5)", 0, 0.5, 1, 1.5, 2);
	CHECK(D, "Real[4]", "0:0.1:0.3", 0, 0.1, 0.2, 0.30000000000000004);
	CHECK(D, "Integer[4]", "10:-3:1", 10, 7, 4, 1);
	CHECK(D, "Real[3, 2]", "transpose(C)", 1, 4, 2, 5, 3, 6);
	CHECK(D, "Real[2, 2]", "symmetric(A)", 1, 2, 2, 4);
	CHECK(D, "Real[3]", "vector([x])", 1, 2, 3);
	CHECK(D, "Real[3, 1]", "matrix(x)", 1, 2, 3);
	CHECK(D, "Real", "scalar([s])", 2);
	CHECK(D, "Real[2]", "array(s, 3*s)", 2, 6);
	CHECK(D, "Real[2, 1, 1]", "promote({s, 1}, 3)", 2, 1);
}

static void sizes(void **state)
{
	(void)state;
	CHECK(D, "Integer[2]", "size(C)", 2, 3);
	CHECK(D, "Integer", "size(C, 2)", 3);
	CHECK(D, "Integer", "ndims(C)", 2);
	CHECK(D, "Integer", "size(fill(1, 0, 4), 1)", 0);
	CHECK(D, "Real", "sum(fill(1, 0))", 0);
	CHECK(D, "Real", "product(fill(1, 0))", 1);
	CHECK(D, "Integer[2]", "size(transpose(C) * A)", 3, 2);
}

/* {e for i, j}: the last iterator is the first dimension. */
static void comprehensions(void **state)
{
	(void)state;
	CHECK(D, "Real[3]", "{x[i]*i for i in 1:3}", 1, 4, 9);
	CHECK(D, "Real[2, 3]", "{i + 10*j for i in 1:3, j in 1:2}", 11, 12, 13, 21, 22, 23);
	CHECK(D, "Real[2, 2]", "{{A[j, i] for j in 1:2} for i in 1:2}", 1, 3, 2, 4);
	CHECK(D, "Real[2]", "{x[i] for i in {3, 1}}", 3, 1);
	CHECK(D, "Real[3]", "{x[i] for i}", 1, 2, 3);
	CHECK(D, "Real[3]", "{v for v in x}", 1, 2, 3);
	CHECK(D, "Real", "sum(x[i]*y[i] for i in 1:3)", 32);
	CHECK(D, "Real", "sum(i*j for i in 1:j, j in 1:4)", 1*1 + 2*3 + 3*6 + 4*10);
	CHECK(D, "Real", "product(x[i] for i in 2:3)", 6);
	CHECK(D, "Real", "max(x[i] - y[4 - i] for i in 1:3)", -1);
	CHECK(D, "Real", "min(i^2 - 4*i for i in 1:9)", -4);
	CHECK(D, "Real", "sum(1/i for i in 1:0)", 0);
	CHECK(D, "Real", "sum(i for i in 1:1000)", 500500);
	CHECK(D, "Integer[2]", "{if w then 1 else 0 for w in Boolean}", 0, 1);
	CHECK(D, "Real", "sum({x[i] for i in 1:3})", 6);
}

/* A chain of products must not cost a power of its length. */
static void chains(void **state)
{
	(void)state;
	sb_text text = {0};
	sb_add(&text, "model M Real A[3, 3] = {{if i == j then time else 0 for j in 1:3} for i in 1:3}; Real r[3, 3] = A");
	for (int i = 0; i < 40; i++)
		sb_add(&text, "*A");
	sb_add(&text, "; end M;");
	lowered r = lower_text(text.at);
	require_model(&r, "a chain of 41 matrices");
	lowered_free(&r);
	sb_text_free(&text);
}

static void check_equations(const char *model, const char *want)
{
	sb_text got = {0};
	lowered r = lower_text(model);
	require_model(&r, model);
	for (uint32_t i = 0; i < r.model->equations.n; i++)
		sm_print_equation(r.model, r.model->equations.at[i], &got);
	assert_string_equal(got.at, want);
	lowered_free(&r);
	sb_text_free(&got);
}

/* An array equation is one family however long it is; parameters in its subscripts are numbers; what is looked up in a
 * table of subscripts is taken apart. */
static void families(void **state)
{
	(void)state;
	check_equations("model M parameter Integer n = 1000000; Real u[n], v[n];"
		" equation der(u[2:n]) = u[1:n - 1] - v[2:n]; end M;",
		"for i in 1:999999 loop\n  der(u[i + 1]) = u[i] - v[i + 1];\nend for;\n");
	check_equations("model M parameter Integer n = 1000000; Real u[n], v[n];"
		" equation v = {u[n + 1 - i] for i in 1:n}; end M;",
		"for i in 1:1000000 loop\n  v[i] = u[1000001 - i];\nend for;\n");
	check_equations("model M parameter Integer at[2] = {3, 1}; Real u[3], v[2]; equation v = u[at]; end M;",
		"v[1] = u[3];\nv[2] = u[1];\n");
	check_equations("model M parameter Integer at[2] = {3, 1}; Real u[3], v[2];"
		" equation for i in 1:2 loop v[i] = u[at[i]]; end for; end M;",
		"v[1] = u[3];\nv[2] = u[1];\n");
	check_equations("model M Real u[5], v[3]; equation for i in 1:3 loop v[i] = sum(u[i:i + 2]); end for; end M;",
		"for i in 1:3 loop\n  v[i] = u[i] + u[i + 1] + u[i + 2];\nend for;\n");
	check_equations("model M Real u[90], s; equation s = u*u; end M;", "s = sum(u[k]*u[k] for k in 1:90);\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(products), cmocka_unit_test(long_products),
		cmocka_unit_test(elementwise),
		cmocka_unit_test(slices), cmocka_unit_test(constructors), cmocka_unit_test(sizes),
			cmocka_unit_test(comprehensions), cmocka_unit_test(chains),
		cmocka_unit_test(families) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
