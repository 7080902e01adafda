/* Slopes of measures by parameters, as a search for the best parameters finds them along a run: against closed forms,
 * through events, and against differences of runs at random points. */
#include "unit/unit.h"
#include "study/optimise/optimise_inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *const decay = "model Decay\n"
								 "  parameter Real k = 0.7, twice = 2*k;\n"
								 "  Real x(start = 1, fixed = true);\n"
								 "equation\n"
								 "  der(x) = -k*x;\n"
								 "  annotation(experiment(StopTime = 2));\n"
								 "end Decay;\n";
static const char *const step = "model Step\n"
								"  parameter Real d = 0.5, w = 1;\n"
								"  Real y(start = 0, fixed = true), v(start = 0, fixed = true), e = 1 - y;\n"
								"equation\n"
								"  der(y) = v;\n"
								"  der(v) = w^2*(1 - y) - 2*d*w*v;\n"
								"  annotation(experiment(StopTime = 60));\n"
								"end Step;\n";
static const char *const ball = "model Ball\n"
								"  parameter Real e = 0.8, h0 = 1, g = 9.81;\n"
								"  Real h(start = h0, fixed = true), v(start = 0, fixed = true);\n"
								"  discrete Real bounces(start = 0, fixed = true);\n"
								"equation\n"
								"  der(h) = v;\n"
								"  der(v) = -g;\n"
								"  when h < 0 then\n"
								"    reinit(v, -e*pre(v));\n"
								"    bounces = pre(bounces) + e;\n"
								"  end when;\n"
								"  annotation(experiment(StopTime = 0.9));\n"
								"end Ball;\n";
static const char *const relay = "model Relay\n"
								 "  parameter Real a = 2, b = 1.25;\n"
								 "  Real x(start = 0, fixed = true), z(start = 0.2, fixed = true);\n"
								 "  Boolean up(start = true, fixed = true);\n"
								 "equation\n"
								 "  der(x) = if up then a else -b;\n"
								 "  der(z) = sin(3*time) - x*z;\n"
								 "  when {x > 1, x < -1} then\n"
								 "    up = x < 0;\n"
								 "  end when;\n"
								 "  annotation(experiment(StopTime = 2.9));\n"
								 "end Relay;\n";
static const char *const ending = "model Ending\n"
								  "  parameter Real a = 1.6, b = 0.3;\n"
								  "  Real x(start = 0, fixed = true), y(start = 1, fixed = true);\n"
								  "equation\n"
								  "  der(x) = a;\n"
								  "  der(y) = -b*y;\n"
								  "  when x >= 1 then terminate(\"there\"); end when;\n"
								  "  annotation(experiment(StopTime = 5));\n"
								  "end Ending;\n";

enum { PARAMETERS = 2 };
typedef struct slopes { bool known; double by[PARAMETERS]; char why[200]; } slopes;

/* Of the measure at the values of the parameters, "k in [0, 10] = 2". */
static slopes slopes_of(const char *text, const char *measure, const char *const *vary, uint32_t count)
{
	st_optimise_request q = {.path = "model.mo", .cost = measure, .vary = vary, .vary_count = count,
		.method = "slsqp", .evaluations = 8, .threads = 1, .seed = 1, .options = {.text = text, .depth = ST_CODE}};
	st_optimise *o = st_optimise_new(&q);
	slopes out = {0};
	if (sb_errors(o->diag))
		print_error("%s\n", sb_message_at(o->diag, 0).text);
	assert_int_equal(sb_errors(o->diag), 0);
	o->settings = se_defaults(sc_image(st_many_model(o->many)->program));
	assert_true(st_optimise_prepare(o));
	st_optimise_run(o);
	const st_trial *t = o->start;
	assert_non_null(t);
	if (!t->slope)
		print_error("%s: %s\n", measure, t->message ? t->message : "no slopes");
	assert_non_null(t->slope);
	out.known = !t->why[0];
	snprintf(out.why, sizeof out.why, "%s", t->why[0] ? t->why[0] : "");
	for (uint32_t i = 0; i < count; i++)
		out.by[i] = t->slope[i] / st_vary_slope(&o->vary[i], t->at[i]);
	st_optimise_free(o);
	return out;
}

static void is_near(const char *what, double found, double expected, double part)
{
	double room = part * fmax(fabs(expected), 1e-3);
	if (!(fabs(found - expected) <= room))
		print_error("%s: %.15g instead of %.15g\n", what, found, expected);
	assert_true(fabs(found - expected) <= room);
}

static void slope_is(const char *text, const char *measure, const char *vary, double expected)
{
	slopes s = slopes_of(text, measure, &vary, 1);
	if (!s.known)
		print_error("%s: %s\n", measure, s.why);
	assert_true(s.known);
	is_near(measure, s.by[0], expected, 2e-6);
}

/* ------------------------------------------------------------------------------------------------- closed forms */

/* x = exp(-k t) */
static void of_a_decay(void **state)
{
	(void)state;
	const double k = 0.7, end = 2, e = exp(-k * end);
	const char *vary = "k in [0.1, 3]";
	slope_is(decay, "final(x)", vary, -end * e);
	slope_is(decay, "initial(x)", vary, 0);
	slope_is(decay, "at(x, 0.5)", vary, -0.5 * exp(-0.5 * k));
	slope_is(decay, "max(x, from = 1)", vary, -exp(-k));
	slope_is(decay, "min(x)", vary, -end * e);
	slope_is(decay, "amplitude(x)", vary, 0.5 * end * e);
	double integral = (1 - e) / k, by = (end * e * k - (1 - e)) / (k * k);
	slope_is(decay, "integral(x)", vary, by);
	slope_is(decay, "mean(x)", vary, by / end);
	slope_is(decay, "twice*integral(x) + k^2", vary, 2 * integral + 2 * k * by + 2 * k);
	double square = (1 - e * e) / (2 * k), by_square = (2 * end * e * e * k - (1 - e * e)) / (2 * k * k);
	slope_is(decay, "rms(x)", vary, by_square / end / (2 * sqrt(square / end)));
	double variance = square / end - integral * integral / (end * end);
	slope_is(decay, "deviation(x)", vary,
			 (by_square / end - 2 * integral * by / (end * end)) / (2 * sqrt(variance)));
	slope_is(decay, "time_when(x <= 0.5)", vary, -log(2) / (k * k));
	slope_is(decay, "duration(x >= 0.5)", vary, -log(2) / (k * k));
	slope_is(decay, "integral(x, to = time_when(x <= 0.5))", vary, -0.5 / (k * k));
	slope_is(decay, "log(final(x))*sqrt(initial(x))", vary, -end);
	slope_is(decay, "final(x)", "x.start in [0.1, 3]", e);
	slope_is(decay, "final(x)", "k in [0.1, 3] log", -end * e);
	/* x is above 1/2 until t = ln(2)/k, and below from then on; the sides meet there. */
	double t = log(2) / k, above = (0.5 * t * k - 0.5) / (k * k);
	slope_is(decay, "integral(abs(x - 0.5))", vary, above - (by - above));
}

/* The integral of the squared error is d + 1/(4 d), the overshoot exp(-pi d/sqrt(1 - d^2)). */
static void of_a_step(void **state)
{
	(void)state;
	const double d = 0.5, s = sqrt(1 - d * d), over = exp(-M_PI * d / s);
	slope_is(step, "integral(e^2)", "d in [0.1, 0.9]", 1 - 1 / (4 * d * d));
	slope_is(step, "overshoot(y, 1)", "d in [0.1, 0.9]", -M_PI / (s * s * s) * over);
	slope_is(step, "max(y)", "d in [0.1, 0.9]", -M_PI / (s * s * s) * over);
	slope_is(step, "time_when(y >= 1)", "w in [0.1, 3]", -(M_PI - acos(d)) / s);
}

/* One bounce, at t1 = sqrt(2 h0/g) with the speed c = sqrt(2 g h0). */
static void of_a_ball(void **state)
{
	(void)state;
	const double e = 0.8, h0 = 1, g = 9.81, t1 = sqrt(2 * h0 / g), c = sqrt(2 * g * h0), end = 0.9, rest = end - t1;
	const double dt = 1 / sqrt(2 * h0 * g), dc = g * dt;
	const char *by_e = "e in [0.1, 0.9]", *by_h = "h0 in [0.5, 1.5]";
	slope_is(ball, "final(h)", by_e, c * rest);
	slope_is(ball, "final(h)", by_h, e * dc * rest - (e * c - g * rest) * dt);
	slope_is(ball, "final(v)", by_h, e * dc + g * dt);
	slope_is(ball, "max(h, from = 0.6)", by_e, 2 * e * h0);
	slope_is(ball, "max(h, from = 0.6)", by_h, e * e);
	slope_is(ball, "max(v)", by_h, e * dc);
	slope_is(ball, "min(v)", by_h, -dc);
	slope_is(ball, "time_when(v > 0)", by_h, dt);
	slope_is(ball, "time_when(h < 0.2)", by_h, 1 / sqrt(2 * g * (h0 - 0.2)));
	slope_is(ball, "final(bounces)", by_e, 1);
	slope_is(ball, "integral(bounces)", by_e, rest);
	slope_is(ball, "integral(bounces)", by_h, -e * dt);
	slope_is(ball, "duration(v > 0)", by_h, e * dc / g);
	double last = e * c - g * rest;      /* v^2: (g t1)^3/(3 g) + ((e c)^3 - last^3)/(3 g) */
	slope_is(ball, "integral(v^2)", by_e, (pow(e * c, 2) - last * last) * c / g);
	slope_is(ball, "integral(v^2)", by_h,
			 g * g * t1 * t1 * dt + (e * e * c * c * e * dc - last * last * (e * dc + g * dt)) / g);
}

/* Up with a to 1, down with b to -1, up again. */
static void of_a_relay(void **state)
{
	(void)state;
	const double a = 2, b = 1.25, end = 2.9;
	slope_is(relay, "final(x)", "a in [1, 4]", end - 2 / b);
	slope_is(relay, "final(x)", "b in [1, 4]", 2 * a / (b * b));
	slope_is(relay, "time_when(x < 0, 1)", "b in [1, 4]", -1 / (b * b));
	slope_is(relay, "duration(up)", "a in [1, 4]", 0);
	slope_is(relay, "duration(up)", "b in [1, 4]", 2 / (b * b));
	slope_is(relay, "max(x)", "a in [1, 4]", 0);
}

/* The run lasts 1/a. */
static void of_a_run_that_ends(void **state)
{
	(void)state;
	const double a = 1.6, b = 0.3, y = exp(-b / a);
	slope_is(ending, "final(time)", "a in [1, 3]", -1 / (a * a));
	slope_is(ending, "final(y)", "a in [1, 3]", b / (a * a) * y);
	slope_is(ending, "final(y)", "b in [0.1, 3]", -y / a);
	slope_is(ending, "integral(x)", "a in [1, 3]", -1 / (2 * a * a));
	slope_is(ending, "mean(x)", "a in [1, 3]", 0);
	slope_is(ending, "time_when(x >= 1)", "a in [1, 3]", -1 / (a * a));
}

/* ------------------------------------------------------------------------------------------------- what has none */

static void has_no_slope(const char *text, const char *measure, const char *vary, const char *why)
{
	slopes s = slopes_of(text, measure, &vary, 1);
	if (s.known)
		print_error("%s: %g\n", measure, s.by[0]);
	assert_false(s.known);
	if (!strstr(s.why, why))
		print_error("%s: '%s'\n", measure, s.why);
	assert_non_null(strstr(s.why, why));
}

static void not_followed(void **state)
{
	(void)state;
	has_no_slope(step, "settling(y, 0.02)", "d in [0.1, 0.9]", "no slope");
	has_no_slope(step, "count(y > 1)", "d in [0.1, 0.9]", "no slope");
	has_no_slope(step, "integral(if y > 1 then 1 else 0)", "d in [0.1, 0.9]", "may jump");
	has_no_slope(step, "integral(floor(3*y))", "d in [0.1, 0.9]", "may jump");
	has_no_slope(step, "min(abs(e), to = 10)", "d in [0.1, 0.9]", "kink");
	has_no_slope(step, "max(min(y, 3*e + 0.5))", "d in [0.1, 0.9]", "kink");
	has_no_slope("model Late parameter Real k = 1; Real x(start = 1, fixed = true); equation der(x) = -k*delay(x, 0.3);"
				 " annotation(experiment(StopTime = 2)); end Late;", "final(x)", "k in [0.1, 2]", "delay");
}

/* ------------------------------------------------------------------------------------------------- at random */

typedef struct problem { const char *text, *measure, *vary[PARAMETERS]; double low[PARAMETERS],
	high[PARAMETERS]; } problem;
static const problem problems[] = {
	{decay, "integral(exp(-x)*time) + final(x)^3", {"k", "x.start"}, {0.3, 0.5}, {2, 2}},
	{decay, "at(x, time_when(x <= 0.8))*k + rms(x - twice)", {"k", "x.start"}, {0.3, 1}, {2, 2}},
	{step, "integral(time*abs(e), to = 12)", {"d", "w"}, {0.2, 0.6}, {0.9, 2}},
	{step, "max(abs(v))/mean(y, to = 5) + duration(y > 0.9, to = 10)", {"d", "w"}, {0.2, 0.6}, {0.9, 2}},
	{step, "integral(max(e, v), to = 7) + min(e)", {"d", "w"}, {0.2, 0.6}, {0.7, 2}},
	{step, "time_when(y > 0.5 and v < 0.3)", {"d", "w"}, {0.2, 0.6}, {0.7, 2}},
	{step, "deviation(y, from = 1, to = 8)*overshoot(y)", {"d", "w"}, {0.2, 0.8}, {0.7, 2}},
	{ball, "integral(abs(v)*h) + final(h)", {"e", "h0"}, {0.6, 0.6}, {0.9, 1.2}},
	{ball, "rms(v) - before(h, 0.85) + mean(bounces)", {"e", "h0"}, {0.6, 0.6}, {0.9, 1.2}},
	{relay, "final(z) + integral(x^2)*max(z)", {"a", "b"}, {1, 1}, {3, 3}},
	{relay, "integral(x*z, from = 0.3, to = 2.5)", {"a", "b"}, {1, 1}, {3, 3}},
	{ending, "final(y)*integral(x*y) + max(y - x)", {"a", "b"}, {0.5, 0.2}, {3, 2}},
};

/* The measure of runs: central differences of two steps, extrapolated. */
typedef struct runs { st_many *many; st_measures *ms; st_gauge *gauge; se_settings settings; } runs;

static double measured(runs *r, const double *p)
{
	st_measured out;
	st_worker *w = st_many_worker(r->many);
	if (!se_ended_well(st_many_simulate(r->many, w, p, &r->settings)))
		return NAN;
	st_measure_all(r->gauge, se_record(w->run), &out);
	return out.value;
}

static double central(runs *r, const double *p, uint32_t i, double h)
{
	double q[PARAMETERS], high;
	memcpy(q, p, sizeof q);
	q[i] = p[i] + h;
	high = measured(r, q);
	q[i] = p[i] - h;
	return (high - measured(r, q)) / (2 * h);
}

/* Where a point is near one at which the measure has a kink, differences do not agree, and tell nothing. */
static bool check_point(runs *r, const problem *b, const double *p)
{
	char text[PARAMETERS][80];
	const char *vary[PARAMETERS];
	double fine[PARAMETERS], room[PARAMETERS];
	for (uint32_t i = 0; i < PARAMETERS; i++) {
		snprintf(text[i], sizeof text[i], "%s in [%.3g, %.3g] = %.17g", b->vary[i], b->low[i] / 2, 2 * b->high[i],
				 p[i]);
		vary[i] = text[i];
		double h = 2e-4 * p[i], a = central(r, p, i, h), c = central(r, p, i, h / 2);
		fine[i] = c + (c - a) / 3;
		room[i] = 2e-6 + 2 * fabs(a - c);
		if (!(fabs(a - c) <= 1e-4 * fabs(c) + 1e-5))
			return false;
	}
	slopes s = slopes_of(b->text, b->measure, vary, PARAMETERS);
	if (!s.known)
		print_error("%s at %.17g, %.17g: %s\n", b->measure, p[0], p[1], s.why);
	assert_true(s.known);
	for (uint32_t i = 0; i < PARAMETERS; i++) {
		room[i] += 2e-5 * hypot(fine[0], fine[1]);
		if (!(fabs(s.by[i] - fine[i]) <= room[i]))
			print_error("%s at %.17g, %.17g: by %s %.12g, differences tell %.12g\n", b->measure, p[0], p[1], b->vary[i],
						s.by[i], fine[i]);
		assert_true(fabs(s.by[i] - fine[i]) <= room[i]);
	}
	return true;
}

static void as_differences(void **state)
{
	(void)state;
	enum { POINTS = 6 };
	uint64_t seed = 20 ^ (uint64_t)strtoull(getenv("SEED") ? getenv("SEED") : "0", NULL, 10);
	for (size_t k = 0; k < sizeof problems / sizeof *problems; k++) {
		const problem *b = &problems[k];
		st_options options = {.text = b->text, .depth = ST_CODE};
		runs r = {.many = st_many_new("model.mo", NULL, &options, b->vary, PARAMETERS)};
		st_model *m = st_many_model(r.many);
		assert_int_equal(sb_errors(m->diag), 0);
		r.ms = st_measures_read(m, "--measure", &b->measure, 1, m->diag);
		assert_non_null(r.ms);
		r.gauge = st_gauge_new(r.ms);
		r.settings = se_defaults(sc_image(m->program));
		r.settings.tolerance = 1e-11;
		st_measures_settings(r.ms, &r.settings);
		uint32_t good = 0;
		for (int i = 0; i < POINTS; i++) {
			double p[PARAMETERS];
			for (uint32_t v = 0; v < PARAMETERS; v++) {
				seed = seed * 6364136223846793005u + 1442695040888963407u;
				p[v] = b->low[v] + (double)(seed >> 11) * 0x1p-53 * (b->high[v] - b->low[v]);
			}
			good += check_point(&r, b, p);
		}
		if (good < POINTS / 2)
			print_error("%s: %u of %d points\n", b->measure, good, POINTS);
		assert_true(good >= POINTS / 2);
		st_gauge_free(r.gauge);
		st_measures_free(r.ms);
		st_many_free(r.many);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(of_a_decay), cmocka_unit_test(of_a_step), cmocka_unit_test(of_a_ball),
		cmocka_unit_test(of_a_relay), cmocka_unit_test(of_a_run_that_ends), cmocka_unit_test(not_followed),
		cmocka_unit_test(as_differences),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
