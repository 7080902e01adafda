/* Matrix expressions: what is written and the tree that it gives, with all parentheses; where mistakes are shown. The
 * precedence is that of matrix languages: powers and transposition before signs, signs before products, sums before
 * ranges, ranges before relations, these before & and |. */
#include <string.h>

#include "unit/unit.h"
#include "front/matrix/front_matrix.h"
#include "front/modelica/modelica.h"

typedef struct parsed { sb_arena *arena; sb_diag *diag; mx_node *tree; } parsed;

static parsed parse(const char *text, const uint32_t *place)
{
	parsed p = {.arena = sb_arena_new(), .diag = sb_diag_new()};
	mx_text t = {.at = text, .n = (uint32_t)strlen(text), .place = place};
	t.source = place ? sb_source_add(p.diag, "text", "0123456789", 10) : sb_source_add(p.diag, "text", text, t.n);
	p.tree = mx_parse(p.arena, sb_names_new(p.arena), p.diag, &t);
	return p;
}

static void parsed_free(parsed *p)
{
	sb_diag_free(p->diag);
	sb_arena_free(p->arena);
}

static void check(const char *text, const char *wanted)
{
	parsed p = parse(text, NULL);
	sb_text out = {0};
	assert_non_null(p.tree);
	mx_print(p.tree, &out);
	assert_string_equal(out.at, wanted);
	sb_text_free(&out);
	parsed_free(&p);
}

static void refuse(const char *text, const char *code, int column)
{
	parsed p = parse(text, NULL);
	assert_null(p.tree);
	assert_int_equal(sb_errors(p.diag), 1);
	assert_string_equal(sb_message_at(p.diag, 0).code, code);
	assert_int_equal(sb_message_at(p.diag, 0).column, column);
	parsed_free(&p);
}

static void precedence(void **state)
{
	(void)state;
	check("a+b*c", "(a + (b * c))");
	check("a-b-c", "((a - b) - c)");
	check("-a^2", "(-(a ^ 2))");
	check("2^-1", "(2 ^ (-1))");
	check("2^3^2", "((2 ^ 3) ^ 2)");
	check("a^b'", "((a ^ b)')");
	check("-a'", "(-(a'))");
	check("~a*b", "((~a) * b)");
	check("1:2+3", "(1:(2 + 3))");
	check("1:2:7", "(1:2:7)");
	check("a<1:3", "(a < (1:3))");
	check("a<b&c|d", "(((a < b) & c) | d)");
	check("a<>b~=c", "((a ~= b) ~= c)");
	check("a*b\\c./d", "(((a * b) \\ c) ./ d)");
}

static void forms(void **state)
{
	(void)state;
	check("1./x", "(1 ./ x)");
	check("1.5e3.*x", "(1500 .* x)");
	check(".5+1.", "(0.5 + 1)");
	check("(a*b)(1,:)'(2)", "((a * b)(1, :)')(2)");
	check("[1,2;a,b]'", "([1, 2; a, b]')");
	check("[1 ,\n2\n;3,4]", "[1, 2; 3, 4]");
	check("x(:,1):=[]", "(x(:, 1) := [])");
	check("x(1):=y(2):=3", "(x(1) := (y(2) := 3))");
	check("x($,end-1)", "x(end, (end - 1))");
	check(".if a .then b .else c .end+1", "(.if a .then b .else c .end + 1)");
	check(".switch a.case 1,2.otherwise 3.end", ".switch a .case 1, 2 .otherwise 3 .end");
	check("P.f(1,\"row\")", "P.f(1, \"row\")");
	check("f()", "f()");
}

static void mistakes(void **state)
{
	(void)state;
	refuse("[u1 2]", "M0984", 5);
	refuse("u1 u2", "M0984", 4);
	refuse("u1=2", "M0983", 3);
	refuse("a&&b", "M0983", 2);
	refuse("(a", "M0983", 3);
	refuse("a+", "M0983", 3);
	refuse("", "M0983", 1);
	refuse("end", "M0983", 1);
	refuse("a:=1", "M0983", 2);
	refuse(".foo", "M0983", 1);
	refuse("\"abc", "M0983", 1);
	refuse("1e999", "M0983", 1);
	refuse("a(1:2:3:4)", "M0983", 8);
}

/* [1 -2] is one number here, and two columns elsewhere. */
static void signs(void **state)
{
	(void)state;
	static const struct { const char *text; uint32_t warnings; } cases[] = {
		{"[1 -2]", 1}, {"[1 - 2]", 0}, {"[1-2]", 0}, {"[1, -2]", 0}, {"1 -2", 0}, {"[(1 -2)]", 0}, {"[a(1 -2)]", 0}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		parsed p = parse(cases[i].text, NULL);
		assert_non_null(p.tree);
		assert_int_equal(sb_messages(p.diag), cases[i].warnings);
		parsed_free(&p);
	}
}

/* Deep texts end with a message, not with the stack. */
static void depth(void **state)
{
	(void)state;
	static const char *const parts[] = {"(", "-", "[", "a(", ".if ", "1+", "2^", "~"};
	for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
		sb_text text = {0};
		for (int k = 0; k < 100000; k++)
			sb_add(&text, parts[i]);
		parsed p = parse(text.at, NULL);
		assert_null(p.tree);
		assert_int_equal(sb_errors(p.diag), 1);
		parsed_free(&p);
		sb_text_free(&text);
	}
}

/* Byte k of the text stands somewhere else in the source. */
static void places(void **state)
{
	(void)state;
	uint32_t place[] = {1, 3, 5, 6};
	parsed p = parse("a b", place);
	assert_null(p.tree);
	assert_int_equal(sb_message_at(p.diag, 0).column, 6);
	parsed_free(&p);
}

/* A text that is computed has no place in a file: it is shown by itself, under the place of the call. */
static void computed(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	sm_model *m = mo_translate(&(sf_request){.arena = arena, .names = sb_names_new(arena), .diag = diag,
		.path = "test.mo", .part = "M", .text =
		"model M\n  parameter String name = \"u1\";\n"
		"  Real y[:, :] = matrixExpression(name + \" = 2\", [time]);\nend M;"});
	assert_null(m);
	assert_string_equal(sb_message_at(diag, 0).code, "M0983");
	assert_string_equal(sb_message_at(diag, 0).file, "the matrix expression of test.mo:3");
	assert_int_equal(sb_message_at(diag, 0).column, 4);
	sb_diag_free(diag);
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(precedence), cmocka_unit_test(forms), cmocka_unit_test(mistakes), cmocka_unit_test(signs),
		cmocka_unit_test(depth), cmocka_unit_test(places), cmocka_unit_test(computed),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
