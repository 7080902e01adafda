/* Derivatives on request (saltus_derivatives): against closed forms, and against central differences that are made from
 * outside, by other runs with other values, on models of every kind. */
#include "unit/unit.h"
#include <saltus.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static saltus_program *load(const char *text)
{
	saltus_program *p = saltus_load_text(text, NULL);
	if (saltus_failed(p))
		print_error("%s\n%s\n", text, saltus_messages(p));
	assert_false(saltus_failed(p));
	return p;
}

static saltus_run *begun(saltus_program *p, double stop)
{
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, stop);
	if (saltus_begin(r) != SALTUS_PAUSED)
		print_error("%s\n", saltus_run_messages(r));
	return r;
}

static void derive(saltus_run *r, const char *const *of, size_t n, const char *const *by, size_t m, double *out)
{
	bool good = saltus_derivatives(r, of, n, by, m, out);
	if (!good)
		print_error("%s\n", saltus_run_messages(r));
	assert_true(good);
}

static void is_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= tolerance * (1 + fabs(expected)));
}

#define NAMES(...) (const char *const[]){ __VA_ARGS__ }

/* der(x) = -a x + b u, y = c x + d u + a */
static void a_linear_model(void **state)
{
	(void)state;
	saltus_program *p = load(
		"model L parameter Real a = 2; parameter Real b = 3; parameter Real two_b = 2*b; input Real u(start = 0.5); "
		"output Real y; Real x(start = 1, fixed = true); equation der(x) = -a*x + b*u; y = 7*x + two_b*u + a; end L;");
	saltus_run *r = begun(p, 1);
	double m[10];
	derive(r, NAMES("der(x)", "y"), 2, NAMES("x", "u", "a", "b", "two_b"), 5, m);
	const double expected[10] = { -2, 3, -1, 0.5, 0, 7, 6, 1, 1, 0.5 };
	for (int k = 0; k < 10; k++)
		is_near(m[k], expected[k], 1e-15);
	assert_int_equal(saltus_advance(r, 0.25), SALTUS_PAUSED);
	derive(r, NAMES("der(x)", "y"), 2, NAMES("x", "u", "a", "b", "two_b"), 5, m);
	is_near(m[2], -saltus_get(r, "x"), 1e-15);
	saltus_change(r, "two_b", 1);        /* from now on b does not move it */
	derive(r, NAMES("der(x)", "y"), 2, NAMES("x", "u", "a", "b", "two_b"), 5, m);
	is_near(m[6], 1, 1e-15);
	is_near(m[8], 0, 1e-15);
	is_near(m[9], 0.5, 1e-15);
	assert_false(saltus_derivatives(r, NAMES("der(y)"), 1, NAMES("x"), 1, m));
	assert_non_null(strstr(saltus_run_messages(r), "R0286"));
	assert_false(saltus_derivatives(r, NAMES("y"), 1, NAMES("y"), 1, m));
	assert_false(saltus_derivatives(r, NAMES("nothing"), 1, NAMES("x"), 1, m));
	assert_true(saltus_derivatives(r, NAMES("y"), 0, NAMES("x"), 0, m));
	saltus_end(r);
	assert_false(saltus_derivatives(r, NAMES("y"), 1, NAMES("x"), 1, m));
	assert_non_null(strstr(saltus_run_messages(r), "R0288"));
	saltus_free_run(r);
	saltus_free(p);
}

static void what_is_asked_is_known(void **state)
{
	(void)state;
	saltus_program *p = load("model K input Real u; output Real y; Real x(start = 1); Real z = -x; equation der(x) = "
							 "u; y = z; end K;");
	saltus_run *r = begun(p, 1);
	size_t inputs = 0, outputs = 0, states = 0;
	double m[4];
	for (size_t i = 0; i < saltus_count(p); i++) {
		inputs += saltus_is_input(p, i);
		outputs += saltus_is_output(p, i);
		states += saltus_is_state(r, i);
	}
	assert_int_equal(inputs, 1);
	assert_int_equal(outputs, 1);
	assert_int_equal(states, 3);
	derive(r, NAMES("der(z)", "y"), 2, NAMES("u", "z"), 2, m);
	is_near(m[0], -1, 0);
	is_near(m[1], 0, 0);
	is_near(m[2], 0, 0);
	is_near(m[3], 1, 0);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

/* ------------------------------------------------------------------------------------------- against differences */

/* The derivative of of[] by by[k], by changing runs that stand at the same time. */
static void compare(saltus_program *p, saltus_run *r, const char *const *of, size_t n, const char *const *by, size_t m,
					double tolerance)
{
	double *found = calloc(n * m + 1, sizeof *found), *high = calloc(n + 1, sizeof *high);
	(void)p;
	derive(r, of, n, by, m, found);
	for (size_t k = 0; k < m; k++) {
		double value = saltus_get(r, by[k]), h = 1e-5 * (fabs(value) > 0 ? fabs(value) : 1);
		for (int side = 1; side >= -1; side -= 2) {
			saltus_run *other = saltus_copy(r);
			assert_non_null(other);
			assert_true(saltus_change(other, by[k], value + side * h));
			for (size_t i = 0; i < n; i++) {
				double now = saltus_get(other, of[i]);
				if (side > 0)
					high[i] = now;
				else if (fabs(found[i * m + k] - (high[i] - now) / (2 * h)) > tolerance *
						 (1 + fabs(found[i * m + k]))) {
					print_error("d %s / d %s: %.12g, differences %.12g\n", of[i], by[k], found[i * m + k],
								(high[i] - now) / (2 * h));
					fail();
				}
			}
			saltus_end(other);
			saltus_free_run(other);
		}
	}
	free(found);
	free(high);
}

/* Rates are looked at through outputs v = der(x), which saltus_get knows. */
static void check(const char *text, const char *const *of, size_t n, const char *const *by, size_t m)
{
	saltus_program *p = load(text);
	saltus_run *r = begun(p, 2);
	compare(p, r, of, n, by, m, 2e-6);
	for (double t = 0.3; t < 1.5; t += 0.45) {
		assert_int_equal(saltus_advance(r, t), SALTUS_PAUSED);
		compare(p, r, of, n, by, m, 2e-6);
	}
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

#define CHECK(text, of, by) check(text, of, sizeof(of) / sizeof *(of), by, sizeof(by) / sizeof *(by))

static void loops_of_equations(void **state)
{
	(void)state;
	CHECK("model Lin parameter Real r1 = 2; parameter Real r2 = 3; parameter Real r3 = 5; input Real u(start = 1); "
		  "Real x(start = 1, fixed = true); "
		  "Real i1, i2, i3, v; output Real y; Real xd; equation u - x = r1*i1 + r2*i2; r2*i2 = r3*i3*(1 + x^2) + v; "
		  "i1 = i2 + i3; v = r1*i3 + i1*x; "
		  "der(x) = i3 - 0.3*x; xd = der(x); y = i1*i2 + v; end Lin;",
		  NAMES("xd", "y", "v", "i2"), NAMES("x", "u", "r1", "r2", "r3"));
	CHECK("model Non parameter Real a = 2; parameter Real b = 0.3; input Real u(start = 0.4); Real x(start = 1, fixed "
		  "= true); Real p, q; output Real y; "
		  "Real xd; equation p + b*exp(p) + q = a + x; q^3 + q = p + u; der(x) = q - p*x; xd = der(x); y = p*q + "
		  "sin(a*q); end Non;",
		  NAMES("xd", "y", "p", "q"), NAMES("x", "u", "a", "b"));
}

static void families_and_arrays(void **state)
{
	(void)state;
	CHECK("model Fam parameter Integer n = 30; parameter Real k[n] = {1 + 0.1*i for i in 1:n}; parameter Real c = 2; "
		  "parameter Real kc[n] = c*k; input Real u(start = 1); "
		  "Real x[n](each start = 0.5, each fixed = true); Real q[n + 1]; output Real y; output Real s; Real xd[n]; "
		  "equation q[1] = kc[1]*(u - x[1]); "
		  "for i in 2:n loop q[i] = kc[i]*(x[i - 1]^2 - x[i]); end for; q[n + 1] = c*x[n]; for i in 1:n loop "
		  "der(x[i]) = q[i] - q[i + 1]; xd[i] = der(x[i]); end for; "
		  "y = sum(q[i]*i for i in 1:n + 1); s = sum(x); end Fam;",
		  NAMES("xd[1]", "xd[2]", "xd[30]", "y", "s", "q[5]"), NAMES("x[1]", "x[2]", "x[29]", "x[30]", "u", "c", "k[1]",
																	 "k[5]"));
	CHECK("model Long parameter Real c = 2; Real x[100](each start = 0.5, each fixed = true); output Real s; equation "
		  "for i in 1:100 loop der(x[i]) = -c*x[i]; end for; "
		  "s = sum(c*x[i]^2 for i in 1:100); end Long;", NAMES("s"), NAMES("x[1]", "x[100]", "c"));
}

static void functions(void **state)
{
	(void)state;
	CHECK("model Fun function f input Real a[3]; input Real t; output Real y; output Real z[2]; algorithm y := "
		  "a[1]*t^2 + a[2]*t + a[3]; z[1] := y*t; z[2] := a[1]*a[3]; end f; "
		  "parameter Real a[3] = {0.5, -1, 2}; parameter Real b = 1.5; input Real u(start = 1); Real x(start = 1, "
		  "fixed = true); Real w; Real z[2]; Real xd; output Real y; "
		  "equation (w, z) = f({a[1], b*x, a[3]}, u + x); der(x) = -w + z[1]*0.1; xd = der(x); y = f(a, x)*z[2]; end "
		  "Fun;",
		  NAMES("xd", "y", "w", "z[1]", "z[2]"), NAMES("x", "u", "a[1]", "a[2]", "a[3]", "b"));
	/* calls without derivatives */
	CHECK("model Ext function f input Real t; input Real s; output Real y; external \"C\" y = atan2(t, s); end f; "
		  "function g input Real t; output Real y; output Real z; algorithm y := f(t, 1); z := f(1, t)*t; end g; "
		  "parameter Real a = 0.7; input Real u(start = 1); "
		  "Real x(start = 1, fixed = true); Real v, w; Real xd; output Real y; equation der(x) = -f(a*x, 2 + u); xd = "
		  "der(x); (v, w) = g(x + a); y = v*w + u; end Ext;",
		  NAMES("xd", "y", "v", "w"), NAMES("x", "u", "a"));
}

static void algorithms(void **state)
{
	(void)state;
	CHECK("model Alg parameter Real a = 2; input Real u(start = 0.5); Real x(start = 1, fixed = true); Real w; Real "
		  "xd; output Real y; "
		  "algorithm w := 0; for i in 1:4 loop w := w*x + a*i; end for; w := w + u^2; equation der(x) = -w*0.05; xd = "
		  "der(x); y = w*x; end Alg;",
		  NAMES("xd", "y", "w"), NAMES("x", "u", "a"));
}

static void constraints(void **state)
{
	(void)state;
	/* two capacitors in parallel, of which one is a state */
	CHECK("model Par parameter Real c1 = 1; parameter Real c2 = 2; parameter Real r = 3; input Real u(start = 1); "
		  "Real v1(start = 0, fixed = true); Real v2; Real i1, i2, i; "
		  "Real xd; output Real y; equation c1*der(v1) = i1; c2*der(v2) = i2; v1 = v2; i = i1 + i2; u - v1 = r*i; xd "
		  "= der(v1); y = i1*i2; end Par;",
		  NAMES("xd", "y", "i1"), NAMES("v1", "u", "c1", "c2", "r"));
}

/* The states of a pendulum in Cartesian coordinates lie on a constraint, which a change of one would leave: here the
 * closed form. */
static void a_pendulum(void **state)
{
	(void)state;
	saltus_program *p = load("model Pen parameter Real g = 9.81; parameter Real m = 1; Real x(start = 0.6, fixed = "
							 "true); Real y(start = -0.8); Real vx(start = 0.3, fixed = true); Real vy; Real f; "
		"equation der(x) = vx; der(y) = vy; m*der(vx) = -f*x; m*der(vy) = -f*y - m*g; x^2 + y^2 = 1; end Pen;");
	saltus_run *r = begun(p, 2);
	double m[4];
	assert_int_equal(saltus_advance(r, 0.4), SALTUS_PAUSED);
	derive(r, NAMES("f", "der(vx)"), 2, NAMES("g", "m"), 2, m);
	/* f = m (v^2 - g y)/(x^2 + y^2) */
	double x = saltus_get(r, "x"), y = saltus_get(r, "y"), vx = saltus_get(r, "vx"), vy = saltus_get(r, "vy");
	double rr = x * x + y * y;
	is_near(m[0], -y / rr, 1e-9);
	is_near(m[1], (vx * vx + vy * vy - 9.81 * y) / rr, 1e-9);
	is_near(m[2], y * x / rr, 1e-9);
	is_near(m[3], 0, 1e-9);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

static void modes_and_events(void **state)
{
	(void)state;
	/* a diode, which is a mode */
	CHECK("model Dio parameter Real r = 2; parameter Real c = 0.5; Real v(start = 0, fixed = true); Real i, ud, s; "
		  "Boolean off; Real xd; output Real y; "
		  "equation off = s < 0; ud = if off then s else 0; i = if off then 0 else s; sin(3*time + 0.5) = r*i + ud + "
		  "v; c*der(v) = i - 0.1*v; xd = der(v); y = i*ud + r*i; end Dio;",
		  NAMES("xd", "y", "i"), NAMES("v", "r", "c"));
	CHECK("model Sw parameter Real a = 2; parameter Real C = 1; Real x(start = 0, fixed = true); Real v(start = 0.2, "
		  "fixed = true), i; Real y; "
		  "equation der(x) = 1; if x > 0.5 then v = 3*a; i = 2; else C*der(v) = i; i = a - v; end if; y = v*i + C; "
		  "end Sw;",
		  NAMES("y", "i"), NAMES("a", "x"));
	/* what changes at events only: an equation follows its parameter, what a when-clause has set does not */
	CHECK("model Whn parameter Real a = 2; input Real u(start = 1); Real x(start = 0, fixed = true); discrete Real "
		  "h(start = 0.1, fixed = true); Boolean b; Real k; Real xd; output Real y; "
		  "equation der(x) = 1 + k - h; b = x > 0.7; k = if b then a*u else a^2; when b then h = a*x; end when; xd = "
		  "der(x); y = k*h*x; end Whn;",
		  NAMES("xd", "y", "k"), NAMES("x", "u"));
	/* a loop that is solved at events only */
	CHECK("model Dis parameter Real a = 2; input Real u(start = 1); Real x(start = 0, fixed = true); Boolean b; Real "
		  "k, l; output Real y; "
		  "equation der(x) = 1; b = x > 0.7; k = (if b then a else 2*a)*u - l; l = k*a + 1; y = k*x + l; end Dis;",
		  NAMES("y", "k", "l"), NAMES("x", "u", "a"));
}

/* ------------------------------------------------------------------------------------------------- generated models */

static unsigned dice;

static unsigned roll(unsigned n)
{
	dice = dice * 1664525u + 1013904223u;
	return (dice >> 8) % n;
}

/* A smooth expression over the first `known` of z, all x, u and the parameters. */
static void expression(char *out, size_t size, int depth, int states, int known)
{
	char a[700], b[700];
	if (depth == 0 || roll(5) == 0) {
		switch (roll(4)) {
		case 0: snprintf(out, size, "x%u", roll((unsigned)states)); break;
		case 1: snprintf(out, size, "p%u", roll(3)); break;
		case 2: snprintf(out, size, "u%u", roll(2)); break;
		default:
			if (known) snprintf(out, size, "z%u", roll((unsigned)known));
			else snprintf(out, size, "%.2f", 0.5 + roll(200) / 100.0);
		}
		return;
	}
	expression(a, sizeof a, depth - 1, states, known);
	expression(b, sizeof b, depth - 1, states, known);
	switch (roll(7)) {
	case 0: case 1: snprintf(out, size, "(%.300s + %.300s)", a, b); break;
	case 2: snprintf(out, size, "(%.300s - %.300s)", a, b); break;
	case 3: snprintf(out, size, "(%.300s*%.300s)", a, b); break;
	case 4: snprintf(out, size, "sin(%.500s)", a); break;
	case 5: snprintf(out, size, "tanh(%.500s)", a); break;
	default: snprintf(out, size, "(%.300s/(2 + (%.300s)^2))", a, b);
	}
}

/* States, some algebraic variables in order, and a loop of some more that is contracting, linear or not. */
static void generate(char *text, size_t size, unsigned seed)
{
	char e[800];
	size_t n = 0;
	int states, plain, looped;
	dice = seed;
	states = 1 + (int)roll(4);
	plain = (int)roll(4);
	looped = roll(2) ? 2 + (int)roll(3) : 0;
	bool linear = roll(2);
#define ADD(...) n += (size_t)snprintf(text + n, size - n, __VA_ARGS__)
	ADD("model G parameter Real p0 = 0.7; parameter Real p1 = p0 + 0.4; parameter Real p2 = p0*p1; input Real "
		"u0(start = 0.3); input Real u1(start = -0.6);\n");
	for (int i = 0; i < states; i++)
		ADD("Real x%d(start = %.2f, fixed = true); output Real d%d;\n", i, 0.2 + 0.3 * i, i);
	for (int i = 0; i < plain + looped; i++)
		ADD("Real z%d;\n", i);
	ADD("output Real y;\nequation\n");
	for (int i = 0; i < plain; i++) {
		expression(e, sizeof e, 3, states, i);
		ADD("z%d = %s;\n", i, e);
	}
	for (int i = 0; i < looped; i++) {
		expression(e, sizeof e, 2, states, plain);
		int next = plain + (i + 1) % looped, after = plain + (i + 2) % looped;
		if (linear)
			ADD("3*z%d = %s + 0.5*z%d*(1 + 0.2*sin(x0)) - p0*z%d;\n", plain + i, e, next, after);
		else
			ADD("3*z%d + z%d^3 = %s + tanh(z%d*p1) - 0.4*sin(z%d);\n", plain + i, plain + i, e, next, after);
	}
	for (int i = 0; i < states; i++) {
		expression(e, sizeof e, 3, states, plain + looped);
		ADD("der(x%d) = %s - 0.5*x%d; d%d = der(x%d);\n", i, e, i, i, i);
	}
	expression(e, sizeof e, 3, states, plain + looped);
	ADD("y = %s;\nend G;\n", e);
#undef ADD
}

static void models_by_chance(void **state)
{
	(void)state;
	const char *seeds = getenv("SALTUS_SEEDS");
	unsigned count = seeds ? (unsigned)atoi(seeds) : 25, first = seeds && strchr(seeds, ',')
		? (unsigned)atoi(strchr(seeds, ',') + 1) : 1;
	for (unsigned seed = first; seed < first + count; seed++) {
		char text[20000];
		generate(text, sizeof text, seed * 7919);
		saltus_program *p = load(text);
		saltus_run *r = begun(p, 1);
		const char *of[40], *by[40];
		size_t n = 0, m = 0;
		for (size_t i = 0; i < saltus_count(p); i++) {
			const char *name = saltus_name(p, i);
			if (name[0] == 'd' || name[0] == 'y' || name[0] == 'z')
				of[n++] = name;
			else if (name[0] == 'x' || name[0] == 'p' || name[0] == 'u')
				by[m++] = name;
		}
		compare(p, r, of, n, by, m, 2e-6);
		assert_int_equal(saltus_advance(r, 0.5), SALTUS_PAUSED);
		compare(p, r, of, n, by, m, 2e-6);
		saltus_end(r);
		saltus_free_run(r);
		saltus_free(p);
	}
}

/* A model in which nothing can happen has instants where it is changed. */
static void a_state_is_changed_without_events(void **state)
{
	(void)state;
	saltus_program *p = load("model W Real x(start = 1, fixed = true); equation der(x) = -x; end W;");
	saltus_run *r = begun(p, 1);
	assert_int_equal(saltus_advance(r, 0.5), SALTUS_PAUSED);
	assert_true(saltus_change(r, "x", 2));
	assert_true(saltus_get(r, "x") == 2);
	assert_int_equal(saltus_advance(r, 1), SALTUS_DONE);
	saltus_end(r);
	is_near(saltus_final(r, "x"), 2 * exp(-0.5), 1e-5);
	saltus_free_run(r);
	saltus_free(p);
}

static void a_derivative_without_value(void **state)
{
	(void)state;
	saltus_program *p = load("model S input Real u(start = 0); output Real y; Real x(start = 1, fixed = true); "
							 "equation y = sqrt(u)*x; der(x) = -x; end S;");
	saltus_run *r = begun(p, 1);
	double m[1];
	assert_false(saltus_derivatives(r, NAMES("y"), 1, NAMES("u"), 1, m));
	assert_non_null(strstr(saltus_run_messages(r), "R0287"));
	assert_true(saltus_derivatives(r, NAMES("y"), 1, NAMES("x"), 1, m));
	assert_true(m[0] == 0);
	assert_true(saltus_change(r, "u", 4));
	derive(r, NAMES("y"), 1, NAMES("u"), 1, m);
	is_near(m[0], 0.25, 1e-15);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

/* Asking leaves no trace. */
static void looking_changes_nothing(void **state)
{
	(void)state;
	static const char text[] = "model T parameter Real a = 2; Real x(start = 1, fixed = true); Real p; discrete Real "
							   "h(start = 0, fixed = true); "
		"equation der(x) = -a*p + h; p + exp(0.1*p) = 1 + x; when sample(0.1, 0.2) then h = 0.5*x; end when; end T;";
	saltus_program *p = load(text);
	double last[2], m[2];
	for (int look = 0; look < 2; look++) {
		saltus_run *r = begun(p, 2);
		for (double t = 0.05; t < 2; t += 0.05) {
			assert_int_equal(saltus_advance(r, t), SALTUS_PAUSED);
			if (look)
				derive(r, NAMES("der(x)"), 1, NAMES("x", "a"), 2, m);
		}
		saltus_advance(r, 2);
		saltus_end(r);
		last[look] = saltus_final(r, "x");
		saltus_free_run(r);
	}
	assert_true(last[0] == last[1]);
	saltus_free(p);
}

int main(void)
{
	setenv("SALTUS_CACHE", "", 0);
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_linear_model), cmocka_unit_test(what_is_asked_is_known),
		cmocka_unit_test(loops_of_equations),
		cmocka_unit_test(families_and_arrays), cmocka_unit_test(functions), cmocka_unit_test(algorithms),
		cmocka_unit_test(constraints), cmocka_unit_test(a_pendulum), cmocka_unit_test(modes_and_events),
		cmocka_unit_test(models_by_chance), cmocka_unit_test(looking_changes_nothing),
		cmocka_unit_test(a_derivative_without_value), cmocka_unit_test(a_state_is_changed_without_events)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
