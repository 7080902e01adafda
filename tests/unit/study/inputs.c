/* Inputs of a model that samples give (study/input/input.h): integrals and jumps against closed forms, with every
 * solver. */
#include "unit/unit.h"
#include "study/study.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void show(const sb_diag *diag)
{
	sb_text text = {0};
	sb_render(diag, 0, false, &text);
	if (text.n)
		print_error("%s\n", text.at);
	sb_text_free(&text);
}

static st_model *loaded(const char *text, const st_input *inputs, uint32_t n)
{
	setenv("SALTUS_CACHE", "", 0);
	st_options o = {.depth = ST_CODE, .text = text, .inputs = inputs, .input_count = n};
	return st_load("inputs.mo", NULL, &o);
}

static double final(const se_run *run, const st_model *m, const char *name)
{
	uint32_t s = sm_find_scalar(m->flat, name);
	assert_true(s != UINT32_MAX);
	return se_value(run, s);
}

static void near(double is, double wanted, double by)
{
	if (!(fabs(is - wanted) <= by))
		fail_msg("%.17g instead of %.17g", is, wanted);
}

static se_run *simulated(st_model *m, double stop, const char *solver)
{
	se_run *run = st_run(m, m->diag);
	se_settings s = se_defaults(sc_image(m->program));
	s.stop = stop;
	s.solver = solver;
	s.tolerance = 1e-8;
	if (se_simulate(run, &s) != SE_DONE)
		show(m->diag);
	assert_true(sb_errors(m->diag) == 0);
	return run;
}

#define SAMPLES(t, y) .time = t, .value = y, .n = sizeof t / sizeof *t

static const double t4[] = {0, 1, 2, 4}, y4[] = {4, 7, 6, 5};
static const char integral[] = "model M input Real u; Real x(start = 0, fixed = true); equation der(x) = u; end M;";

/* The integral over 0 .. 4 of the piecewise curves, by hand, and by Simpson's rule on each cubic, which is exact. */
static void integrals_of_all_methods(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "cvode", "adams", "ida", "erk", "dirk", "rodas"};
	for (int m = 0; m < SL_METHODS; m++) {
		sl_shape shape = {(sl_method)m, SL_BEYOND_HOLD, SL_BEYOND_HOLD};
		sb_text why = {0};
		size_t row;
		sl_signal *s = sl_signal_new(t4, y4, 4, shape, &why, &row);
		static const double plain[] = {4 + 7 + 2*6, 7 + 6 + 2*5, 4*0.5 + 7 + 6*1.5 + 5};
		double exact = m < 3 ? plain[m] : 0;
		for (int k = 0; k < 3 && m >= 3; k++) {
			double a = t4[k], b = t4[k + 1], p = sl_signal_piece(s, a), mid = sl_signal_at(s, p, (a + b)/2, 0);
			exact += (b - a)/6*(y4[k] + 4*mid + y4[k + 1]);
		}
		sl_signal_free(s);
		st_input in = {.name = "u", SAMPLES(t4, y4), .shaped = true, .shape = shape};
		st_model *model = loaded(integral, &in, 1);
		for (size_t k = 0; k < sizeof solvers/sizeof *solvers; k++) {
			se_run *run = simulated(model, 4, solvers[k]);
			near(final(run, model, "x"), exact, 1e-6);
			se_run_free(run);
		}
		st_free(model);
	}
}

/* A spline without knots at its second samples is the cubic that the samples are taken from, with its derivatives.
 * Lines that jump: the integral of the derivative follows the jump. */
static void derivatives_of_samples(void **state)
{
	(void)state;
	static const double t[] = {0, 1, 2, 3, 5}, cubic[] = {0, -1, 4, 21, 115};            /* t^3 - 2 t */
	static const double jump_t[] = {0, 1, 2, 2, 3}, jump_y[] = {0, 2, 1, 4, 4};
	st_input in = {.name = "u", SAMPLES(t, cubic), .shaped = true, .shape = {.method = SL_BY_NOT_A_KNOT}};
	st_model *m = loaded("model M input Real u; Real x = u, v = der(x), f = 2*der(v), s(start = 0, fixed = true); "
						 "equation der(s) = der(u); end M;", &in, 1);
	se_run *run = simulated(m, 4, "auto");
	near(final(run, m, "v"), 46, 1e-12);
	near(final(run, m, "f"), 48, 1e-12);
	near(final(run, m, "s"), 56, 1e-6);
	se_run_free(run);
	st_free(m);
	in = (st_input){.name = "u", SAMPLES(jump_t, jump_y)};
	m = loaded("model M input Real u; Real v = der(u), x(start = 0, fixed = true); equation der(x) = v; end M;", &in,
			   1);
	run = simulated(m, 1.5, "auto");
	near(final(run, m, "v"), -1, 1e-12);
	near(final(run, m, "x"), 1.5, 1e-7);
	se_run_free(run);
	run = simulated(m, 3, "auto");
	near(final(run, m, "x"), 4, 1e-7);
	se_run_free(run);
	st_free(m);
}

/* A sawtooth that repeats 1000 times: nothing is lost at its jumps, and each is an event. */
static void repeated_samples(void **state)
{
	(void)state;
	static const double t[] = {0, 0.3}, y[] = {0, 1};
	st_input in = {.name = "u", SAMPLES(t, y), .shaped = true, .shape = {SL_BY_LINES, SL_BEYOND_HOLD,
		SL_BEYOND_REPEAT}};
	st_model *m = loaded(integral, &in, 1);
	se_run *run = simulated(m, 300, "auto");
	near(final(run, m, "x"), 150, 1e-6);
	assert_in_range(se_stats(run)->time_events, 999, 1001);
	se_run_free(run);
	st_free(m);
}

/* Discrete inputs take the values of their samples at once, and start events. */
static void discrete_inputs(void **state)
{
	(void)state;
	static const double t[] = {0, 0.5, 1.25, 1.25, 2}, on[] = {0, 1, 0, 1, 0}, k[] = {3, -1, 2, 7, 5};
	st_input in[] = {{.name = "on", SAMPLES(t, on)}, {.name = "k", SAMPLES(t, k)}};
	st_model *m = loaded("model M input Boolean on; input Integer k; Integer turns(start = 0, fixed = true), "
						 "sum(start = 0, "
						 "fixed = true); Real x(start = 0, fixed = true); equation when on then turns = pre(turns) + "
						 "1; end "
						 "when; when change(k) then sum = pre(sum) + k; end when; der(x) = if on then k else 0; end M;",
						 in, 2);
	se_run *run = simulated(m, 3, "auto");
	near(final(run, m, "turns"), 1, 0);                  /* at 0.5 it becomes true; at 1.25 it is still */
	near(final(run, m, "sum"), -1 + 7 + 5, 0);
	near(final(run, m, "x"), -0.75 + 7*0.75, 1e-9);
	se_run_free(run);
	st_free(m);
}

/* One element of an array is given, the other keeps its start value. */
static void elements_of_arrays(void **state)
{
	(void)state;
	st_input in = {.name = "u[2]", SAMPLES(t4, y4)};
	st_model *m = loaded("model M input Real u[3](start = {1, 2, 3}); Real x[3](each start = 0, each fixed = true); "
						 "equation der(x) = u; end M;", &in, 1);
	se_run *run = simulated(m, 1, "auto");
	near(final(run, m, "x[1]"), 1, 1e-9);
	near(final(run, m, "x[2]"), 5.5, 1e-8);
	near(final(run, m, "x[3]"), 3, 1e-9);
	se_run_free(run);
	st_free(m);
}

/* Other samples for a second run of the same program. */
static void other_samples(void **state)
{
	(void)state;
	static const double twice[] = {8, 14, 12, 10};
	st_input in = {.name = "u", SAMPLES(t4, y4)}, other = {.name = "u", SAMPLES(t4, twice)}, none = {.name = "v"};
	st_model *m = loaded(integral, &in, 1);
	uint32_t set = st_input_set(m->feeds, m->diag, &other, UINT32_MAX),
		data = sm_find_scalar(m->flat, "u.samples.data");
	assert_int_equal(set, 1);
	se_run *run = simulated(m, 1, "auto");
	near(final(run, m, "x"), 5.5, 1e-8);
	assert_true(se_set(run, data, set));
	se_settings s = se_defaults(sc_image(m->program));
	assert_int_equal(se_simulate(run, &s), SE_DONE);
	near(final(run, m, "x"), 11, 1e-6);
	assert_int_equal(st_input_set(m->feeds, m->diag, &none, UINT32_MAX), UINT32_MAX);
	se_run_free(run);
	st_free(m);
}

static void refused(const char *model, st_input in, const char *code)
{
	st_model *m = loaded(model, &in, 1);
	assert_int_equal(sb_errors(m->diag), 1);
	sb_text text = {0};
	sb_render(m->diag, 0, false, &text);
	if (!strstr(text.at, code))
		fail_msg("%s instead of %s", text.at, code);
	sb_text_free(&text);
	st_free(m);
}

static void wrong_inputs(void **state)
{
	(void)state;
	static const double back[] = {0, 2, 1}, half[] = {0, 0.5, 1};
	refused(integral, (st_input){.name = "w", SAMPLES(t4, y4)}, "U0401");
	refused(integral, (st_input){.name = "x", SAMPLES(t4, y4)}, "U0401");
	refused(integral, (st_input){.name = "u", SAMPLES(back, half)}, "U0407");
	refused("model M input Boolean u; Boolean b = not u; end M;", (st_input){.name = "u", SAMPLES(half, half)},
			"U0406");
	refused("model M input Integer u; Integer b = 2*u; end M;",
			(st_input){.name = "u", SAMPLES(t4, y4), .shaped = true, .shape = {SL_BY_AKIMA, 0, 0}}, "U0402");
	refused("model M input Real u[2]; Real b = u[1]; end M;", (st_input){.name = "u", SAMPLES(t4, y4)}, "U0405");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integrals_of_all_methods), cmocka_unit_test(derivatives_of_samples),
		cmocka_unit_test(repeated_samples), cmocka_unit_test(discrete_inputs),
		cmocka_unit_test(elements_of_arrays), cmocka_unit_test(other_samples), cmocka_unit_test(wrong_inputs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
