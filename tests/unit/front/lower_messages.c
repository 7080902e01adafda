/* What is said about expressions that mean nothing: code and column of every message, and that each says what to do. */
#include "unit/front/lower.h"

#define D "model M\n  Real x, y[2], z; Boolean b; Integer i; parameter Integer n = 2; String s;\n" \
	"  function f input Real a; input Real b; output Real c; algorithm c := a + b; end f;\n" \
	"  function none input Real a; algorithm end none;\n" \
	"  partial function half input Real a; output Real c; end half;\n" \
	"  function forever input Integer a; output Integer c; algorithm c := 0;" \
	"  while true loop c := c + 1; end while; end forever;\n" \
	"  function picky input Integer a; output Integer c; algorithm assert(a > 0, \"no\"); c := a; end picky;\n" \
	"  model Q Real k; equation k = 1; end Q; Q q; Q qs[2]; Q gone if false;\n" \
	"  type E = enumeration(aa, bb); E e;\nequation\n  "

typedef struct wrong { const char *equation, *messages; } wrong;

static void list_errors(const lowered *r, sb_text *out)
{
	sb_add(out, "");
	for (uint32_t i = 0; i < sb_messages(r->diag); i++) {
		sb_message_view m = sb_message_at(r->diag, i);
		if (m.severity != SB_ERROR)
			continue;
		sb_addf(out, "%s%s %d", out->n ? ", " : "", m.code, m.column);
		if (!m.help || !*m.help)
			sb_add(out, " without help");
	}
}

static void check(const wrong *w)
{
	sb_text text = {0}, got = {0};
	sb_addf(&text, D "%s\nend M;\n", w->equation);
	lowered r = lower_text(text.at);
	list_errors(&r, &got);
	if (strcmp(got.at ? got.at : "", w->messages) != 0)
		print_error("of: %s\n", w->equation);
	assert_string_equal(got.at ? got.at : "", w->messages);
	assert_null(r.model);
	lowered_free(&r);
	sb_text_free(&text);
	sb_text_free(&got);
}

static void check_all(const wrong *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check(&list[i]);
}
#define CHECK_ALL(list) check_all(list, sizeof list / sizeof *list)

static void names(void **state)
{
	(void)state;
	static const wrong list[] = {
		{ "x = tiem;", "M0301 7" }, { "x = Q;", "M0302 7" }, { "x = f;", "M0303 7" }, { "x = q;", "M0323 7" },
			{ "x = q.kk;", "M0320 9" },
		{ "x = x.y;", "M0320 9" }, { "e = E.cc;", "M0320 9" }, { "x = gone.k;", "M0321 7" }, { "x = Q.k;", "M0324 7" },
		{ "x = sum({time.a});", "M0330 12" },
	};
	CHECK_ALL(list);
}

static void types(void **state)
{
	(void)state;
	static const wrong list[] = {
		{ "x = 1 + b;", "M0304 9" }, { "b = not 3;", "M0304 7" }, { "x = -b;", "M0304 7" }, { "b = 1 and true;",
			"M0304 9" },
		{ "s = \"a\" + 1;", "M0304 11" }, { "x = sum(\"a\" for k in 1:3);", "M0304 7" }, { "b = e == 1;", "M0304 9" },
		{ "x = if i then 1 else 2;", "M0309 10" }, { "x = if b then 1 else true;", "M0312 7" }, { "x = {1, true}*y;",
			"M0313 11" },
		{ "b = x == 1;", "M0311 9" }, { "b = y < 1;", "M0310 9" }, { "x = 1:true;", "M0328 9" },
		{ "x = sum(k for k in 3);", "M0328 22" }, { "y = 1:0:3;", "M0329 9" }, { "y = {1 for k};", "M0332 14" },
		{ "x = der(i);", "M0525 11" }, { "x = der(forever(i));", "M0525 11" }, { "x = der(der(x));", "M0333 7" },
		{ "b = edge(x > 1);", "M0334 7" }, { "x = pre(x + 1);", "M0334 7" },
	};
	CHECK_ALL(list);
}

static void sizes(void **state)
{
	(void)state;
	static const wrong list[] = {
		{ "y = {1, 2, 3} + {1, 2};", "M0305 17" }, { "x = y + 1;", "M0305 9" }, { "y = 1/y;", "M0305 8" },
		{ "y = {1, 2, 3}*[1, 2; 3, 4];", "M0305 16" }, { "x = y[1, 2];", "M0306 7" }, { "x = x[1];", "M0306 7" },
		{ "x = y[3];", "M0307 9" }, { "x = y[n + 1];", "M0307 9" }, { "y = y[0:1];", "M0307 9" }, { "x = y[1.5];",
			"M0308 9" },
		{ "x = qs[3].k;", "M0307 10" }, { "x = size(y, 2);", "M0307 15" }, { "x = [1, 2; 3]*y;", "M0325 7" },
		{ "x = cat(1, {1}, [1]);", "M0325 19" }, { "y = [1, 2; 3, 4]^(-1)*y;", "M0326 19" }, { "y = fill(1, -2);",
			"M0335 15" },
		{ "x = sum(fill(1, i));", "M0314 19" }, { "x = sum(k for k in 1:i);", "M0314 24" },
		{ "x = sum(fill(1, picky(-1)));", "M0316 19" }, { "x = sum(fill(1, div(1, n - 2)));", "M0316 19" },
		{ "x = sum(fill(1, forever(1)));", "M0318 19" },
	};
	CHECK_ALL(list);
}

static void calls(void **state)
{
	(void)state;
	static const wrong list[] = {
		{"x = sinn(1);", "M0521 7"},
		{"x = f(1, cc = 2);", "M0522 12"},
		{"x = f(1, 2, 3);", "M0523 7"},
		{"x = sin(1, 2);", "M0523 7"},
		{"x = f(1, a = 2);", "M0524 12"},
		{"x = sin(b);", "M0525 11"},
		{"x = f(1, true);", "M0309 12"},
		{"b = sample(0, 0);", "M0526 7"},
		{"x = delay(x, time);", "M0527 7"},
		{"x = assert(true, \"\");", "M0529 7"},
		{"x = f(k for k in 1:3);", "M0530 7"},
		{"x = q(1);", "M0531 7"},
		{"x = Q(1);", "M0531 7"},
		{"x = f(1);", "M0532 7"},
		{"x = none(1);", "M0533 7"},
		{"x = half(1);", "M0534 7"},
		{"y = f({1, 2}, {1, 2, 3});", "M0535 17"},
		{"i = Integer(3.2);", "M0536 7"},
		{"x = inStream(x);", "M0470 16"},
		{"x = Connections.root(x);", "M0521 19"},
		{"x = previous(2*x);", "M0596 7"},
		{"x = f(function f(a = 1), 2);", "M0584 9"},
		{"x = spatialDistribution(x, x, x);", "M0523 7"},
		{"s = String(1.0, format = \"d\");", "M0540 28"},
	};
	CHECK_ALL(list);
}

/* Modifiers of arrays of components, functions that ask for the time, and circles. */
static void elsewhere(void **state)
{
	(void)state;
	static const struct { const char *text, *code; } list[] = {
		{ "model M model Q parameter Real k = 1; end Q; Q q[2](k = 3); end M;", "M0322" },
		{ "model M model Q parameter Real k = 1; end Q; Q q[2](k = {3}); end M;", "M0322" },
		{ "model M function f output Real y; algorithm y := time; end f; Real x = f(); end M;", "M0330" },
		{ "model M function f input Real u; output Real y; algorithm y := der(u); end f; Real x = f(1); end M;",
			"M0528" },
	};
	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		lowered r = lower_text(list[i].text);
		bool found = false;
		for (uint32_t k = 0; k < sb_messages(r.diag); k++)
			found = found || strcmp(sb_message_at(r.diag, k).code, list[i].code) == 0;
		if (!found)
			print_error("of: %s\n", list[i].text);
		assert_true(found);
		assert_null(r.model);
		lowered_free(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(names), cmocka_unit_test(types), cmocka_unit_test(sizes),
		cmocka_unit_test(calls),
		cmocka_unit_test(elsewhere) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
