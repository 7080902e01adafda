/* Measures against closed forms: step responses of first and second order, oscillations, jumps, and what has no value.
 * The tolerance of the runs is 1e-8; what is measured must be right to 1e-6 of its size, whatever the output interval
 * is. */
#include "unit/study/measured.h"

static const double pi = 3.14159265358979323846;

static void peaks_between_steps_are_found(void **state)
{
	(void)state;
	bench b = load("model M parameter Real w = 3; Real x(start = 0, fixed = true), v(start = 3, fixed = true); Real z; "
				   "equation der(x) = v; der(v) = -w*w*x; z = cos(w*time)^2; end M;");
	for (int i = 0; i < SOLVERS; i++) {
		assert_true(fabs(measured_with(&b, "max(x)", 10, all_solvers[i], NULL).value - 1) < 3e-6);
		assert_true(fabs(measured_with(&b, "min(x)", 10, all_solvers[i], NULL).value + 1) < 3e-6);
	}
	is_near(&b, "max(x, to = 0.4)", 10, sin(1.2), 1e-6);
	is_near(&b, "min(x, from = 0.1, to = 0.9)", 10, sin(0.3), 1e-6);
	is_near(&b, "time_of_max(x, to = 1)", 10, pi / 6, 1e-4);
	is_near(&b, "max(z)", 10, 1, 1e-6);
	is_near(&b, "min(z)", 10, 0, 1e-6);
	is_near(&b, "min(abs(x - 0.5))", 10, 0, 1e-9);
	is_near(&b, "rms(x, to = 2*acos(-1)/3)", 10, sqrt(0.5), 1e-6);
	is_near(&b, "mean(x^2, to = 2*acos(-1)/w)", 10, 0.5, 1e-6);
	is_near(&b, "integral(abs(x), to = 2*acos(-1)/w)", 10, 4.0 / 3, 1e-6);
	is_near(&b, "integral(exp(x)*v, to = acos(-1)/6)", 10, exp(1) - 1, 1e-6);
	is_near(&b, "deviation(x + 7, to = 2*acos(-1)/w)", 10, sqrt(0.5), 1e-6);
	is_near(&b, "amplitude(x)", 10, 1, 1e-6);
	is_near(&b, "frequency(x)", 10, 3 / (2 * pi), 1e-3);     /* the mean is not 0 after 4.77 periods */
	is_near(&b, "at(x, 2.5)", 10, sin(7.5), 1e-6);
	is_near(&b, "count(x > 0.9999)", 10, 5, 0);              /* above it for 9 ms each */
	is_near(&b, "duration(x > 0.5)", 10, 5 * (2 * pi / 3) / 3 - fmax(0, 4 * 2 * pi / 3 + 5 * pi / 18 - 10), 1e-6);
	is_near(&b, "time_when(x < -0.5)", 10, 7 * pi / 18, 1e-6);
	is_near(&b, "time_when(x > 0.5, 2)", 10, pi / 18 + 2 * pi / 3, 1e-6);
	is_near(&b, "max(x) - w", 10, -2, 1e-6);
	is_near(&b, "max(max(x, 2*v))", 10, 6, 1e-6);
	is_near(&b, "max(abs(x - final(x)))", 10, 1 + fabs(sin(30)), 1e-6);
	is_near(&b, "max(time)", 10, 10, 0);
	is_near(&b, "max(der(x))", 10, 3, 1e-6);
	unload(&b);
}

/* y = 1 - exp(-t/T) with T = 2, from 10 to 12: rise 2 ln 9, settling to 2 % after 2 ln 50 of the step to 12. */
static void first_order(void **state)
{
	(void)state;
	bench b = load("model M Real y(start = 10, fixed = true); equation 2*der(y) = 12 - y; end M;");
	is_near(&b, "settling(y, 0.02, 12)", 40, 2 * log(50), 1e-6);
	is_near(&b, "settling(y, 0.02)", 60, 2 * log(50), 1e-6);
	is_near(&b, "rise(y)", 60, 2 * log(9), 1e-6);
	is_near(&b, "rise(y, 0, 0.5, 12)", 20, 2 * log(2), 1e-6);
	is_near(&b, "overshoot(y, 12)", 20, 0, 1e-6);
	is_near(&b, "initial(y)", 20, 10, 0);
	is_near(&b, "final(y)", 20, 12 - 2 * exp(-10), 1e-6);
	is_near(&b, "integral(12 - y)", 20, 4 * (1 - exp(-10)), 1e-6);
	is_near(&b, "settling(y, 0.02, 12, from = 3)", 40, 2 * log(50), 1e-6);
	unload(&b);
}

/* Damping 0.2, natural frequency 5: overshoot exp(-pi z/sqrt(1-z^2)), peak at pi/wd. The band of 2 % is left for the
 * last time where the envelope's extrema have fallen below it. */
static void second_order(void **state)
{
	(void)state;
	bench b = load("model M parameter Real z = 0.2, w = 5; Real y(start = 0, fixed = true), v(start = 0, fixed = "
				   "true); "
				   "equation der(y) = v; der(v) = w*w*(1 - y) - 2*z*w*v; end M;");
	double z = 0.2, w = 5, wd = w * sqrt(1 - z * z);
	is_near(&b, "overshoot(y, 1)", 20, exp(-pi * z / sqrt(1 - z * z)), 1e-6);
	is_near(&b, "peak_time(y, 1)", 20, pi / wd, 1e-4);
	/* the deviation is exp(-z w t)*(cos(wd t) + z w/wd sin(wd t)); its last crossing of 0.02 by halving from the
	 * outside */
	double last = 0;
	for (double t = 20; t > 0; t -= 1e-6)
		if (fabs(exp(-z * w * t) * (cos(wd * t) + z * w / wd * sin(wd * t))) > 0.02) {
			last = t;
			break;
		}
	is_near(&b, "settling(y, 0.02, 1)", 20, last, 2e-6);
	is_near(&b, "max(y) <= 1.5", 20, 0, 0);
	assert_true(fabs(measured_with(&b, "max(y) <= 1.6", 20, "auto", NULL).margin - 0.6 +
					 exp(-pi * z / sqrt(1 - z * z))) < 1e-6);
	assert_true(measured_with(&b, "max(y) <= 1.5 and final(y) > 0.9", 20, "auto", NULL).margin < 0);
	unload(&b);
}

/* A sawtooth that rises from 0 to 1 in each second: its integral is a half for each, its extrema are at the jumps. */
static void jumps(void **state)
{
	(void)state;
	bench b = load("model M Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); Boolean odd; "
				   "equation der(x) = 1; odd = mod(n, 2) > 0.5; "
				   "when sample(1, 1) then reinit(x, 0); n = pre(n) + 1; end when; end M;");
	is_near(&b, "max(x)", 3.5, 1, 1e-9);
	is_near(&b, "min(x, from = 0.5)", 3.5, 0, 1e-9);
	is_near(&b, "integral(x)", 3.5, 1.625, 1e-9);
	is_near(&b, "count(x < 0.5)", 3.5, 3, 0);
	is_near(&b, "at(x, 2)", 3.5, 0, 1e-9);
	is_near(&b, "before(x, 2)", 3.5, 1, 1e-9);
	is_near(&b, "duration(odd)", 3.5, 1.5, 1e-9);
	is_near(&b, "integral(n)", 3.5, 1 + 2 + 1.5, 1e-9);
	is_near(&b, "time_when(n >= 2)", 3.5, 2, 1e-9);
	is_near(&b, "max(x, to = 0.25)", 3.5, 0.25, 1e-9);
	unload(&b);
}

static void arrays(void **state)
{
	(void)state;
	bench b = load("model M parameter Real k[3] = {1, 2, 3}; Real x[3](each start = 0, each fixed = true); "
				   "equation der(x) = k; end M;");
	is_near(&b, "max(x)", 2, 6, 1e-9);
	is_near(&b, "final(sum(x))", 2, 12, 1e-9);
	is_near(&b, "final(x[2])/k[2]", 2, 2, 1e-9);
	unload(&b);
}

/* ------------------------------------------------------------------------------------------------ on a level */

typedef struct known { const char *text; double wanted; } known;      /* NAN: it has no value */

/* All of them of one run; $ stands for the level. */
static void are_near(bench *b, const known *k, uint32_t count, const char *level, double stop, const char *solver)
{
	enum { MOST = 40 };
	sb_text texts[MOST] = {{0}};
	const char *at[MOST];
	st_measured out[MOST];
	assert_true(count <= MOST);
	for (uint32_t i = 0; i < count; i++) {
		for (const char *c = k[i].text; *c; c++)
			sb_addn(&texts[i], *c == '$' ? level : c, *c == '$' ? strlen(level) : 1);
		at[i] = texts[i].at;
	}
	st_measures *ms = st_measures_read(b->m, "--measure", at, count, b->diag);
	assert_non_null(ms);
	se_settings s = se_defaults(sc_image(b->m->program));
	s.stop = stop;
	s.tolerance = 1e-8;
	s.solver = solver;
	st_measures_settings(ms, &s);
	assert_true(se_ended_well(se_simulate(b->run, &s)));
	st_gauge *g = st_gauge_new(ms);
	st_measure_all(g, se_record(b->run), out);
	for (uint32_t i = 0; i < count; i++) {
		if (isnan(k[i].wanted) ? !isnan(out[i].value) : !(fabs(out[i].value - k[i].wanted) <= 2e-6 * fmax(1, stop)))
			fail_msg("%s: %s is %.17g, not %.17g", solver, at[i], out[i].value, k[i].wanted);
		sb_text_free(&texts[i]);
	}
	st_gauge_free(g);
	st_measures_free(ms);
}

/* The next of a series of whole numbers from low to high. */
static int drawn(uint32_t *state, int low, int high)
{
	*state = *state * 1664525u + 1013904223u;
	return low + (int)((*state >> 8) % (uint32_t)(high - low + 1));
}

/* sin(t) between -L and L in three periods: at each limit for pi - 2 asin L of each. The model computes L as a product
 * that may differ in its last bit from the number that measures write. */
static const char at_events[] = "if x > L then L elseif x < -L then -L else x", by_kinks[] = "max(-L, min(L, x))";

static void sine_in_limits(int k, int m, const char *limited)
{
	char level[16], text[400];
	double l = k * m / 100.0, held = pi - 2 * asin(l), all = 6 * pi;
	snprintf(level, sizeof level, "%.2f", l);
	snprintf(text, sizeof text, "model M parameter Real k = 0.01*%d, m = %d, L = k*m; "
			 "Real x(start = 0, fixed = true), v(start = 1, fixed = true); "
			 "Real u = %s, w = 3*u; equation der(x) = v; der(v) = -x; end M;", k, m, limited);
	bench b = load(text);
	const known cases[] = {
		{"duration(u >= $)", 3 * held}, {"duration(u > $)", 0}, {"count(u >= $)", 3}, {"count(u > $)", 0},
		{"time_when(u >= $)", asin(l)}, {"time_when(u > $)", NAN}, {"duration(u <= -$)", 3 * held},
		{"duration(u < -$)", 0}, {"count(u <= -$)", 3}, {"count(u < -$)", 0}, {"time_when(u <= -$)", pi + asin(l)},
		{"duration(u < $)", all - 3 * held}, {"duration(u <= $)", all}, {"count(u < $)", 3}, {"count(u <= $)", 0},
		{"time_when(u < $, from = 1.5)", pi - asin(l)}, {"duration(u == L)", 3 * held},
		{"duration(u <> $)", all - 3 * held},
		{"duration(abs(u) >= $)", 6 * held}, {"count(abs(u) > $)", 0}, {"duration(2*u >= 2*$)", 3 * held},
		{"count(u - $ > 0)", 0}, {"duration(u - $ >= 0)", 3 * held}, {"count(w - 2*u > $)", 0},
		{"duration(w/3 - u <> 0)", 0}, {"count(u^2 > $^2)", 0}, {"duration(sqrt(abs(u)) >= sqrt($))", 6 * held},
		{"count(not u <= $)", 0}, {"duration(if u >= $ then true else u <= -$)", 6 * held}, {"max(u) <= $", 1},
		{"max(u) > $", 0}, {"min(u) >= -$", 1}, {"overshoot(u, $)", 0}, {"rise(u, 0, 1, $)", asin(l)},
		{"settling(u, 2, $)", 0}, {"rise(u, 0, 2, $)", NAN}, {"time_of_max(u)", asin(l)},
		{"time_of_min(w)", pi + asin(l)},
		{"peak_time(u, $)", asin(l)},
	};
	for (int i = 0; i < SOLVERS; i++)
		are_near(&b, cases, sizeof cases / sizeof *cases, level, all, all_solvers[i]);
	unload(&b);
}

static void curves_that_lie_on_a_level(void **state)
{
	(void)state;
	uint32_t seed = 1;
	sine_in_limits(10, 3, at_events);
	sine_in_limits(10, 3, by_kinks);
	for (int i = 0; i < 6; i++) {
		int m = drawn(&seed, 2, 9), k = drawn(&seed, 20 / m + 1, 90 / m);
		sine_in_limits(k, m, i % 3 ? at_events : by_kinks);
	}
}

/* A limited motor from 3 to 0: at the limit for 2/p. And steps through a level, which is then held. */
static void limits_at_the_start_and_after_steps(void **state)
{
	(void)state;
	bench b = load("model M parameter Real p = 0.5; Real e(start = 3, fixed = true), f(start = -3, fixed = true); "
				   "Real u = if e > 1 then 1 elseif e < -1 then -1 else e, d = if f > 1 then 1 elseif f < -1 then -1 "
				   "else f; "
				   "Real s = if time < 1 then 0 elseif time < 2 then 2 else 1; Boolean ended(start = false, fixed = "
				   "true); "
				   "equation der(e) = -p*u; der(f) = -p*d; when time >= 6 then ended = true; end when; end M;");
	const known motor[] = {
		{"duration(u >= 1)", 4}, {"count(u >= 1)", 0}, {"count(u > 1)", 0}, {"time_when(u < 1)", 4},
		{"count(u < 1)", 1},
		{"duration(d <= -1)", 4}, {"count(d <= -1)", 0}, {"count(d < -1)", 0}, {"time_when(d > -1)", 4},
		{"settling(u, 1, 0)", 0}, {"rise(u, 0, 0, 0)", 0}, {"duration(u + d <> 0)", 0}, {"duration(not ended)", 6},
	};
	const known steps[] = {
		{"count(s > 1)", 1}, {"duration(s > 1)", 1}, {"duration(s >= 1)", 29}, {"time_when(s > 1, from = 3)", NAN},
		{"duration(s < 1)", 1}, {"duration(s <= 1)", 29}, {"count(s <= 1)", 1}, {"settling(s, 0.01)", 2},
		{"frequency(s, from = 3)", NAN}, {"overshoot(s)", 1}, {"duration(s == 1)", 28},
	};
	for (int i = 0; i < SOLVERS; i++) {
		are_near(&b, motor, sizeof motor / sizeof *motor, "", 6, all_solvers[i]);
		are_near(&b, steps, sizeof steps / sizeof *steps, "", 30, all_solvers[i]);
	}
	unload(&b);
}

/* sin(t) > sin(a) and cos(t) > cos(a + d): once in each period for d, from a on. Between them, max(0, min(...)) of the
 * distances to these levels is a roof whose top is where sin(t) - cos(t) is the difference of the levels. */
static void window_of_sine(bench *b, double a, double d)
{
	double p = sin(a), q = cos(a + d), top = pi / 4 + asin((p - q) / sqrt(2)), stop = 6 * pi;
	double roof = cos(a) - cos(top) - p * (top - a) + sin(a + d) - sin(top) - q * (a + d - top);
	const known forms[] = {
		{"count(x > %.17g and v > %.17g)", 3}, {"duration(x > %.17g and v > %.17g)", 3 * d},
		{"time_when(x > %.17g and v > %.17g, 2)", 2 * pi + a}, {"count(not (x <= %.17g or v <= %.17g))", 3},
		{"duration(not (not x > %.17g or not v > %.17g))", 3 * d}, {"count(if x > %.17g then v > %.17g else false)", 3},
		{"count((if x > %.17g then v else -1) > %.17g)", 3}, {"count(x < %.17g or v < %.17g)", 3},
		{"duration(x <= %.17g or v <= %.17g)", stop - 3 * d}, {"integral(max(0, min(x - %.17g, v - %.17g)))", 3 * roof},
		{"max(min(x - %.17g, v - %.17g))", sin(top) - p}, {"count(min(x - %.17g, v - %.17g) > 0)", 3},
		{"integral(if x > %.17g and v > %.17g then 1 else 0)", 3 * d},
		{"time_of_max(min(x - %.17g, v - %.17g), to = 6)", top},
	};
	enum { FORMS = sizeof forms / sizeof *forms };
	known cases[FORMS];
	char text[FORMS][120];
	for (int i = 0; i < FORMS; i++) {
		snprintf(text[i], sizeof *text, forms[i].text, p, q);
		cases[i] = (known){text[i], forms[i].wanted};
	}
	for (int i = 0; i < SOLVERS; i++)
		are_near(b, cases, FORMS, "", stop, all_solvers[i]);
}

static void narrow_windows_are_found(void **state)
{
	(void)state;
	uint32_t seed = 7;
	bench b = load("model M Real x(start = 0, fixed = true), v(start = 1, fixed = true); "
				   "equation der(x) = v; der(v) = -x; end M;");
	for (int i = 0; i < 8; i++) {
		double a = 0.01 * drawn(&seed, 20, 130);
		window_of_sine(&b, a, pow(10, -0.1 * drawn(&seed, 10, 30)));
	}
	sb_text many = {0}, deep = {0}, note = {0};
	sb_add(&many, "count(x > 0.9999 and v > 0");
	for (int i = 0; i < 60; i++) {
		sb_addf(&many, " and x > -%d", i + 2);
		sb_add(&deep, i ? "max(" : "count(max(");
	}
	for (int i = 0; i < 60; i++)
		sb_addf(&deep, "%s, -%d)", i ? "" : "x", i + 2);
	sb_add(&many, ")");
	sb_add(&deep, " > 0.5)");
	is_near(&b, many.at, 6 * pi, 3, 0);
	assert_true(measured_with(&b, deep.at, 6 * pi, "auto", &note).value == 3 && strstr(note.at, "may be missed"));
	sb_text_free(&many), sb_text_free(&deep), sb_text_free(&note);
	is_near(&b, "count(x == 0.5)", 6 * pi, 6, 0);
	is_near(&b, "integral(floor(3*x + 7))", 6 * pi, 6.5 * 6 * pi, 1e-6);    /* -1/2 is the mean of floor(3 sin) */
	is_near(&b, "integral(mod(time, 0.37))", 1, 0.37 * 0.37 + 0.26 * 0.26 / 2, 1e-9);
	is_near(&b, "integral(sign(x))", 7 * pi, pi, 1e-6);
	unload(&b);
}

/* Peaks of one height: which of them is larger in its last bit does not matter. */
static void the_first_of_equal_peaks(void **state)
{
	(void)state;
	uint32_t seed = 3;
	for (int i = 0; i < 12; i++) {
		char text[240];
		double w = 0.1 * drawn(&seed, 8, 40), c = drawn(&seed, -5, 5);
		snprintf(text, sizeof text, "model M Real x(start = 0, fixed = true), s = %.17g + sin(%.17g*time), "
				 "j = if sin(%.17g*time) > 0.5 then 0.1*3 else 0.3; equation der(x) = %.17g; end M;", c, w, w, w);
		bench b = load(text);
		const known cases[] = {
			{"time_of_max(s)", pi / (2 * w)}, {"time_of_min(s)", 3 * pi / (2 * w)},
			{"time_of_max(sin(x))", pi / (2 * w)},
			{"time_of_max(s, from = 2)", (2 * ceil((2 * w - pi / 2) / (2 * pi)) + 0.5) * pi / w}, {"time_of_max(j)", 0},
			{"time_of_max(min(sin(x), 0.5))", pi / (6 * w)}, {"time_of_min(abs(sin(x) - 0.5), from = 0.01)",
				pi / (6 * w)},
			{"time_of_max(if sin(x) > 0.5 then 1 else 0)", pi / (6 * w)}, {"peak_time(s, 10)", pi / (2 * w)},
		};
		for (int k = 0; k < SOLVERS; k++)
			are_near(&b, cases, sizeof cases / sizeof *cases, "", 30, all_solvers[k]);
		unload(&b);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(peaks_between_steps_are_found), cmocka_unit_test(first_order),
		cmocka_unit_test(second_order), cmocka_unit_test(jumps), cmocka_unit_test(arrays),
		cmocka_unit_test(curves_that_lie_on_a_level), cmocka_unit_test(limits_at_the_start_and_after_steps),
		cmocka_unit_test(narrow_windows_are_found), cmocka_unit_test(the_first_of_equal_peaks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
