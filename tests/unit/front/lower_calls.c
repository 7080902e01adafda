/* Functions, records and components: how they are called, gathered and taken apart. */
#include "unit/front/lower.h"

/* In a package, so that functions and records stand beside the model. */
#define LIBRARY "package P\n" \
	"function f input Real x; input Real y = x + 1; output Real z; algorithm z := x*y; end f;\n" \
	"function total input Real v[:]; input Integer n = size(v, 1); output Real s; output Real w[size(v, 1)];\n" \
	"algorithm s := 0; for i in 1:n loop s := s + v[i]; w[i] := s; end for; end total;\n" \
	"function fact input Integer n; output Integer r; algorithm r := if n <= 1 then 1 else n*fact(n - 1); end fact;\n" \
	"function gcd input Integer a; input Integer b; output Integer g; protected Integer h; Integer t;\n" \
	"algorithm g := a; h := b; while h <> 0 loop t := mod(g, h); g := h; h := t; end while; end gcd;\n" \
	"function first input Integer v[:]; input Integer x; output Integer at; algorithm at := 0;\n" \
	"for i in 1:size(v, 1) loop if v[i] == x then at := i; break; end if; end for; end first;\n" \
	"function early input Real x; output Real y; algorithm y := 1; if x > 0 then return; end if; y := 2; end early;\n" \
	"record R Real a; Real b[2] = {1, 2}; Integer n = 3; end R;\n" \
	"record Pair R p; Real q = 2*p.a; end Pair;\n" \
	"function make input Real a; output R r; algorithm r.a := a; r.b := {a, 2*a}; r.n := 5; end make;\n" \
	"function take input R r; output Real s; algorithm s := r.a + r.b[1] + r.b[2] + r.n; end take;\n" \
	"constant Real g = 9.81; constant Integer table[2, 2] = [1, 2; 3, 4]; constant R fixed = R(a = 4, n = 1);\n" \
	"model Part parameter Real q = 1; Real v = q*2; Real u[2] = {v, 2*v}; end Part;\n"

static void check(const char *declarations, const char *name, const double *want, uint32_t n)
{
	sb_text text = {0};
	sb_addf(&text, LIBRARY "model M\n%s\nend M;\nend P;\n", declarations);
	check_values(text.at, name, want, n);
	sb_text_free(&text);
}
#define VALUES(declarations, name, ...)                                                                                \
	check(declarations, name, (const double[]){ __VA_ARGS__ }, sizeof((const double[]){ __VA_ARGS__ }) / sizeof(double))

/* A constant is evaluated by the translator, so these run the interpreter. */
static void interpreted(void **state)
{
	(void)state;
	VALUES("constant Real c = f(3); Real r = c;", "r", 12);
	VALUES("constant Real c = f(2, 5) + f(y = 1, x = 2); Real r = c;", "r", 12);
	VALUES("constant Real c = total({1, 2, 3.5}); Real r = c;", "r", 6.5);
	VALUES("constant Real c = total({1, 2, 3.5}, 2); Real r = c;", "r", 3);
	VALUES("constant Integer c = fact(10); Real r = c;", "r", 3628800);
	VALUES("constant Integer c = gcd(84, 36); Real r = c;", "r", 12);
	VALUES("constant Integer c = first({4, 5, 6, 5}, 5) + 10*first({1}, 2); Real r = c;", "r", 2);
	VALUES("constant Real c = early(1) + 10*early(-1); Real r = c;", "r", 21);
	VALUES("constant Real c = take(R(1, {2, 3}, 4)) + take(make(3)); Real r = c;", "r", 10 + 3 + 9 + 5);
	VALUES("parameter Integer n = fact(3); Real r[n] = {i for i in 1:n};", "r", 1, 2, 3, 4, 5, 6);
	VALUES("constant Real c[3] = f({1, 2, 3}, 2); Real r = sum(c[i] for i in 1:3);"
		" constant Real d = c[2]; Real r2 = d;", "r2", 4);
}

static void records(void **state)
{
	(void)state;
	VALUES("R r = R(a = 5); Real s = r.a + r.b[2] + r.n;", "s", 10);
	VALUES("R r = R(1, {4, 5}, 6); Real s[2] = r.b*r.n;", "s", 24, 30);
	VALUES("R r[2] = {R(1), R(2, {3, 4}, 7)}; Real s[2] = r.a; Real t[2, 2] = r.b;", "t", 1, 2, 3, 4);
	VALUES("R r[2] = {R(1), R(2, {3, 4}, 7)}; Real s = r[2].b[1] + sum(r.a);", "s", 6);
	VALUES("Pair p = Pair(R(3)); Real s = p.q + p.p.b[2];", "s", 8);
	VALUES("R a = R(1); R b = R(2); R r = if true then a else b; Real s = r.a;", "s", 1);
	VALUES("Real s = fixed.a + fixed.b[2] + fixed.n;", "s", 7);
	VALUES("R r(a = 2, b = {7, 8}); Real s = r.a*r.b[2] + r.n;", "s", 19);
}

static void components(void **state)
{
	(void)state;
	VALUES("Part c[3](q = {1, 2, 3}); Real s = sum(c.v);", "s", 12);
	VALUES("Part c[3](q = {1, 2, 3}); Real s = sum(c[i].v*i for i in 1:3);", "s", 28);
	VALUES("Part c[3](q = {1, 2, 3}); Real s[3] = c.v;", "s", 2, 4, 6);
	VALUES("Part c[2](each q = 7); Real s[2, 2] = c.u;", "s", 14, 28, 14, 28);
	VALUES("Part c[3](q = {1, 2, 3}); Real s[2] = c[2:3].u[1];", "s", 4, 6);
	VALUES("Part c[3](q = {1, 2, 3}); parameter Integer k = 2; Real s = c[k].u[end];", "s", 8);
	VALUES("Part c[3](q = {1, 2, 3}); Real s[2] = {c[4 - i].v for i in 1:2};", "s", 6, 4);
	VALUES("Part c[2, 2](q = [1, 2; 3, 4]); Real s = c[2, 1].v; Real t[2] = c[:, 2].v;", "t", 4, 8);
	VALUES("Part c[3](q = {1, 2, 3}); Integer k = 3; Real s = c[k].v;", "s", 6);
	VALUES("Part c[0]; Real s = sum(c.v);", "s", 0);
	VALUES("Part c[3]; Integer s = size(c, 1); Integer t = size(c.u, 2);", "t", 2);
	VALUES("Real s = P.g*2 + table[2, 1] + P.table[1, 2];", "s", 24.62);
}

static void operator_records(void **state)
{
	(void)state;
	const char *text = "package P operator record C Real re; Real im;\n"
		"encapsulated operator 'constructor' function fromReal import P.C; input Real re; input Real im = 0;\n"
		"output C c;\n"
		"algorithm c.re := re; c.im := im; end fromReal; end 'constructor';\n"
		"encapsulated operator '+' function add import P.C; input C a; input C b; output C c;\n"
		"algorithm c := C(a.re + b.re, a.im + b.im); end add; end '+';\n"
		"encapsulated operator function '*' import P.C; input C a; input C b; output C c;\n"
		"algorithm c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re); end '*';\n"
		"encapsulated operator '-' function negate import P.C; input C a; output C c;\n"
		"algorithm c := C(-a.re, -a.im); end negate;\n"
		"function subtract import P.C; input C a; input C b; output C c;\n"
		"algorithm c := C(a.re - b.re, a.im - b.im); end subtract; end '-';\n"
		"end C; function im input C c; output Real y; algorithm y := c.im; end im;\n"
		"function re input C c; output Real y; algorithm y := c.re; end re;\n"
		"model M constant C a = C(1, 2); constant C b = C(3, 4);\n"
		"constant Real p = re(a*b) + 100*im(a*b); constant Real q = re(-a - b) + 100*im(a + b);\n"
		"constant Real s = re(2*a + 1) + 100*im(a*2);\n"
		"constant C v[2] = {a, b}; constant C w[2] = {b, b}; constant C d[2] = v - w;\n"
		"constant Real t = re(d[1]) + 100*im(v*w);\n"
		"Real r[4] = {p, q, s, t}; end M; end P;";
	/* v*w = (1 + 2i)(3 + 4i) + (3 + 4i)^2 = -5 + 10i - 7 + 24i */
	check_values(text, "r", (const double[]){ -5 + 1000, -4 + 600, 3 + 400, -2 + 3400 }, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(interpreted), cmocka_unit_test(records),
		cmocka_unit_test(components),
		cmocka_unit_test(operator_records) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
