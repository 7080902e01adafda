/* Forcing by time (E2, E71, E72, E96 to E98, E106, E110, E111, E113, E139 to E142): what stands between the stages of a
 * step, and conditions that turn often. Known answers are integrals in closed form and counts. tests/forcing.py does
 * the same at random. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>

static const char *const solvers[] = {"auto", "cvode", "adams", "ida", "erk", "dirk", "rodas"};
enum { SOLVERS = sizeof solvers / sizeof *solvers };

static trial simulate(const char *text, double stop, const char *solver)
{
	trial t = load(text);
	t.settings.stop = stop;
	t.settings.solver = solver;
	t.settings.record_nothing = true;
	t.status = se_simulate(t.run, &t.settings);
	return t;
}

static void integral(const char *text, double stop, double want, double tolerance)
{
	for (int i = 0; i < SOLVERS; i++) {
		trial t = simulate(text, stop, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		if (!(fabs(last(&t, "x") - want) < tolerance))
			print_error("%s: %.12g, not %.12g\n", solvers[i], last(&t, "x"), want);
		assert_true(fabs(last(&t, "x") - want) < tolerance);
		done(&t);
	}
}

static void count(const char *text, double stop, int want)
{
	for (int i = 0; i < SOLVERS; i++) {
		trial t = simulate(text, stop, solvers[i]);
		assert_int_equal(t.status, SE_DONE);
		assert_int_equal((int)last(&t, "n"), want);
		done(&t);
	}
}

static void E71_conditions_of_time_are_known_ahead(void **state)
{
	(void)state;
	/* a thousand cycles, and one a day for ten years beside a slow state; the first rises at the start itself */
	integral("model M Real x(start = 0, fixed = true); equation der(x) = if sin(6283.185307179586*time) > 0 then 1 "
			 "else 0; end M;",
			 1, 0.5, 1e-9);
	count("model M Integer n(start = 0, fixed = true); Real T(start = 20, fixed = true); Real s = sin(w), w = "
		  "7.27220521664304e-05*time; "
		  "equation der(T) = -1e-5*(T - 10); when s > 0 then n = pre(n) + 1; end when; end M;",
		  3650 * 86400.0 + 1000, 3651);
	/* what it is compared with is discrete, and changes: 0.5, then 1.5, which is never met */
	count("model M Integer n(start = 0, fixed = true); equation when sin(6.283185307179586*time) > 0.5 + pre(n) then n "
		  "= pre(n) + 1; end when; end M;",
		  10, 1);
}

static void E113_on_its_turn_the_value_behind_counts(void **state)
{
	(void)state;
	/* the outer step would begin anew where the inner one falls back; the integral is the inner one's: 1/3 -
	 * 0.3*(1*(0.7745 - 0.5477) + ...) */
	double within = 1.0 / 3;
	for (int k = 1; k < 4; k++)
		within -= 0.3 * (1 - sqrt(0.3 * k));
	integral("model M Real x(start = 0, fixed = true); equation der(x) = mod(mod(time^2, 0.3), 0.3); end M;", 1, within,
			 1e-6);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = floor(10*mod(time^3, 0.1)) + rem(mod(time^2, "
			 "0.3), 0.3); end M;",
			 1, within, 1e-6);
	integral(
		"model M Real x(start = 0, fixed = true); equation der(x) = if mod(time^2, 0.3) >= 0.3 then 5 else 1; end M;",
		1, 1, 1e-9);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = floor(mod(sin(9*time), 0.25)/0.25); end M;", 3,
			 0, 1e-9);
}

static void E72_steps_see_corners_and_peaks(void **state)
{
	(void)state;
	integral("model M Real x(start = 0, fixed = true); equation der(x) = max(0, sin(6.283185307179586*time)); end M;",
			 30, 30 / M_PI, 1e-4);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = sin(3.141592653589793*time)^40; end M;", 100,
			 12.53706876, 4e-4);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = exp(-((time - 53.3)/0.01)^2); end M;", 100,
			 0.01 * sqrt(M_PI), 1e-5);
	/* whole numbers without events: 0.004 of each 0.013, and a saw; then a pulse between steep rises */
	integral("model M Real x(start = 0, fixed = true); equation der(x) = noEvent(if mod(time, 0.013) < 0.004 then 1 "
			 "else 0); end M;",
			 1.3, 0.4, 1e-6);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = noEvent(50*time - floor(50*time)); end M;", 1,
			 0.5, 1e-5);
	integral("model M Real x(start = 0, fixed = true); equation der(x) = 5e3*(tanh((time - 0.3333)*1e6) - tanh((time - "
			 "0.3334)*1e6)); end M;",
			 1, 1, 1e-4);
	/* the same over a state that is the time, and in a function of which nothing is known: ten times the tolerance,
	 * 1e-6*(1 + x), at each of sixty corners */
	integral("model M Real t(start = 0, fixed = true), x(start = 0, fixed = true); equation der(t) = 1; der(x) = "
			 "max(0, sin(6.283185307179586*t)); "
			 "end M;",
			 30, 30 / M_PI, 6e-3);
	integral("model M function f input Real t; output Real y; algorithm y := 0; for i in 1:1 loop y := y + "
			 "sin(6.283185307179586*t); end for; "
			 "y := if y > 0 then y else 0; end f; Real x(start = 0, fixed = true); equation der(x) = f(time); end M;",
			 30, 30 / M_PI, 6e-3);
}

/* Elements of a family, directly and through another one, against the same integral; the worst of them counts. */
/* Steep rises that have no corner. A pulse that is narrower than its edges, which no step may jump over; and edges of
 * 1e-8 after long steps, which IDA takes for a small part of an error. The integrals are 1, but for exp(-37). */
static void E72_steep_rises(void **state)
{
	(void)state;
#define SHAPE(form) "model M Real x(start = 0, fixed = true); equation der(x) = " form "; end M;"
	integral(SHAPE("0.5*(tanh(183447.17*(time - 0.14894358)) - tanh(183447.17*(time - 0.14908096)))/0.00013738"), 1, 1,
			 1e-5);
	integral(
		SHAPE(
			"(1/(1 + exp(-77116941.8*(time - 0.21778099))) - 1/(1 + exp(-77116941.8*(time - 0.21792751))))/0.00014652"),
		1, 1, 1e-5);
	integral(SHAPE("0.5*(tanh(15204714.6*(time - 0.33401907)) - tanh(15204714.6*(time - 0.33827704)))/0.00425797"), 1,
			 1, 1e-5);
#undef SHAPE
}

static void E96_elements_of_families_have_corners(void **state)
{
	(void)state;
	integral("model M Real y[20](each start = 0, each fixed = true), x; equation for i in 1:20 loop "
	         "der(y[i]) = max(0, sin(6.283185307179586*i*time)); end for; x = max(y); end M;", 3, 3 / M_PI, 1e-4);
	integral("model M Real y[20](each start = 0, each fixed = true), u[21], x; equation u[1] = "
			 "sin(6.283185307179586*time); for i in 2:21 loop "
			 "u[i] = sin(6.283185307179586*(time + 0.05*i)); end for; for i in 1:20 loop der(y[i]) = 0.5*(u[i] + "
			 "abs(u[i])); end for; x = min(y); end M;",
			 3, 3 / M_PI, 1e-4);
	/* more than are looked for one by one */
	integral("model M Real y[400](each start = 0, each fixed = true), x; equation for i in 1:400 loop "
			 "der(y[i]) = max(0, sin(6.283185307179586*(time + i/400))); end for; x = max(y); end M;",
			 3, 3 / M_PI, 5e-4);
}

/* Pulses where a sine rises above 0.99, which is a state: of each period 2*acos(0.99)/2/pi, with the area (sqrt(1 -
 * l^2) - l*acos(l))/pi. Directly, through a variable, in a function, inside a root, and through a loop of linear
 * equations. */
static void E110_steps_see_what_time_drives_through_states(void **state)
{
	static const char *const forms[] = {"max(0, sin(w*time) - l)", "0.5*(u + abs(u))",
										"noEvent(if u > 0 then u else 0)", "f(u)", "noEvent(if a > 0 then 2*a else 0)"};
	double area = (sqrt(1 - 0.99 * 0.99) - 0.99 * acos(0.99)) / M_PI;
	char text[1000];
	(void)state;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		snprintf(text, sizeof text,
				 "model M function f input Real u; output Real y; algorithm y := if u > 0 then u else 0; end f; "
				 "parameter Real w = 62.83185307179586; Real x(start = 0, fixed = true), l(start = 0.99, fixed = "
				 "true), u = sin(w*time) - l, a, b; "
				 "equation der(l) = 0; a + b = u; a - b = 0*l; der(x) = (%s)/%.17g; end M;",
				 forms[i], area);
		integral(text, 5, 5, 5e-3);
	}
	/* the mean of exp(k*sin), a modified Bessel function, of which ten thousand points give all digits */
	double mean = 0;
	for (int i = 0; i < 10000; i++)
		mean += 1e-4 * exp(400 * (sin(2 * M_PI * i / 10000) - 1));
	snprintf(text, sizeof text,
			 "model M Real x(start = 0, fixed = true), l(start = 1, fixed = true); equation der(l) = 0; "
			 "der(x) = exp(400*(sin(62.83185307179586*time) - l))/%.17g; end M;",
			 mean);
	integral(text, 5, 5, 5e-3);
}

/* A state passes 5.123; around it there is a peak of width 1e-3, with the area 1. */
static void E111_steps_see_peaks_over_states(void **state)
{
	(void)state;
	integral("model M Real t(start = 0, fixed = true), x(start = 0, fixed = true); equation der(t) = 1; "
	         "der(x) = exp(-((t - 5.123)/1e-3)^2)*564.1895835477563; end M;", 10, 1, 1e-4);
	integral("model M Real t(start = 0, fixed = true), x(start = 0, fixed = true), u = (t - 5.123)/1e-3, v = -u*u; "
			 "equation der(t) = 1; "
			 "der(x) = exp(v)*564.1895835477563; end M;",
			 10, 1, 1e-4);
	integral("model M Real t(start = 0, fixed = true), x(start = 0, fixed = true); equation der(t) = 1; der(x) = "
			 "318.3710/(1 + ((t - 5.123)/1e-3)^2); end M;",
			 10, 0.318371 * (atan(4877) + atan(5123)), 1e-4);
	integral("model M Real t(start = 0, fixed = true), x(start = 0, fixed = true); equation der(t) = 1; "
	         "der(x) = 500*(tanh(1e6*(t - 5.123)) - tanh(1e6*(t - 5.124))); end M;", 10, 1, 1e-4);
	integral("model M Real t(start = 0, fixed = true), y[60](each start = 0, each fixed = true), u[60], x; equation "
			 "der(t) = 1; for i in 1:60 loop "
			 "u[i] = (t - 0.1*i)/1e-2; der(y[i]) = exp(-u[i]^2)*56.41895835477563; end for; x = min(y); end M;",
			 10, 1, 1e-3);
}

#define STEP                                                                                                           \
	"function step input Real u; output Real y; algorithm if u < 5.2 then y := 0; elseif u < 5.3 then y := 1; else y " \
	":= 0; end if; end step; "
#define OVER_STATE(rate)                                                                                               \
	"model M " STEP "Real p(start = 0, fixed = true), x(start = 0, fixed = true); equation der(p) = 1; der(x) = " rate \
	"; end M;"
#define COUNTED(condition)                                                                                             \
	"model M " STEP                                                                                                    \
	"Real p(start = 0, fixed = true), u = (p - 5.123)/1e-4; Integer n(start = 0, fixed = true); equation der(p) = 1; " \
	"when " condition " then n = pre(n) + 1; end when; end M;"

/* Hats with corners or edges: their areas in closed form. The power of the sine has the integral pi*C(n, n/2)/2^n over
 * each half turn. */
static void E111_steps_see_hats_over_states(void **state)
{
	(void)state;
	integral(OVER_STATE("max(0, 1 - abs(p - 5.25)/0.1)"), 10, 0.1, 2e-5);
	integral(OVER_STATE("max(0, 1 - ((p - 5.25)/0.1)^2)"), 10, 0.4 / 3, 2e-5);
	integral(OVER_STATE("min(1, max(0, (p - 5.2)*100)) - min(1, max(0, (p - 5.3)*100))"), 10, 0.1, 2e-5);
	integral(OVER_STATE("noEvent(if p > 5.2 and p < 5.3 then 1 else 0)"), 10, 0.1, 2e-5);
	integral(OVER_STATE("max(0, (p - 5.2)*(5.3 - p))"), 10, 1e-3 / 6, 5e-6);
	integral(OVER_STATE("step(p)"), 10, 0.1, 2e-5);
	integral(OVER_STATE("step(time)"), 10, 0.1, 2e-5);
	integral(OVER_STATE("sin(p)^20000"), 10, 3 * M_PI * exp(lgamma(20001) - 2 * lgamma(10001) - 20000 * log(2)), 2e-5);
}

static void E111_conditions_see_peaks_over_states(void **state)
{
	(void)state;
	count(COUNTED("exp(-((p - 5.123)/0.01)^2) > 0.5"), 10, 1);
	count(COUNTED("1/(1 + ((p - 5.123)/1e-4)^2) > 0.5"), 10, 1);
	count(COUNTED("1/(1 + u*u) > 0.5"), 10, 1);
	count(COUNTED("max(0, 1 - abs(p - 5.123)/1e-4) > 0.5"), 10, 1);
	count(COUNTED("noEvent(if p > 5.2 and p < 5.2001 then 1 else 0) > 0.5"), 10, 1);
	count(COUNTED("tanh(1e6*(p - 5.1)) - tanh(1e6*(p - 5.1001)) > 0.5"), 10, 1);
	count(COUNTED("step(p) > 0.5"), 10, 1);
	count(COUNTED("sin(p)^20000 > 0.5"), 10, 3);
}

/* A growth out of 1e-13, an oscillation of 1e-12 whose events are counted, and a state that begins at zero and is
 * driven by time alone. */
static void E143_small_states_are_exact(void **state)
{
	(void)state;
	integral("model M Real y(start = 1e-13, fixed = true), x = y/1e-13*exp(-20); equation der(y) = y; end M;", 20, 1,
			 1e-4);
	integral("model M Real y(start = 0, fixed = true), x = 1e12*y; equation der(y) = 1e-12*sin(time)^2; end M;", 10,
			 5 - sin(20) / 4, 1e-4);
	count("model M Real y(start = 1e-12, fixed = true), v(start = 0, fixed = true); Integer n(start = 0, fixed = "
		  "true); equation der(y) = v; "
		  "der(v) = -y; when y > 0.5e-12 then n = pre(n) + 1; end when; end M;",
		  25, 4);
}

#define OF_TIME(condition)                                                                                             \
	"model M Real u; Integer n(start = 0, fixed = true); equation u = max(0, 1 - abs(time - 3.3337)/1e-3); "           \
	"when " condition " then n = pre(n) + 1; end when; end M;"

/* The last ones are windows that end in jumps: 500/pi and 500/(2*pi) of them, and seventy periods. */
static void E139_narrow_windows_of_time_are_met(void **state)
{
	(void)state;
	count(OF_TIME("u > 0.5"), 10, 1);
	count(OF_TIME("exp(-((time - 3.3337)/1e-4)^2) > 0.5"), 10, 1);
	count(OF_TIME("max(0, 1 - ((time - 3.3337)/1e-4)^2) > 0.5"), 10, 1);
	count(OF_TIME("noEvent(if time > 3.3337 and time < 3.3338 then 1 else 0) > 0.5"), 10, 1);
	count(OF_TIME("sin(time)^200000 > 0.5"), 10, 3);
	count(OF_TIME("exp(-((sin(time) - 0.999)/1e-5)^2) > 0.5"), 6, 2);
	count(OF_TIME("atan(tan(50*time)) > 1.57"), 10, 159);
	count(OF_TIME("atan2(sin(50*time), cos(50*time)) > 3.1415"), 10, 80);
	count(OF_TIME("noEvent(mod(7*time, 1)) > 0.9999"), 10.05, 70);
	count(COUNTED("atan2(sin(50*p), cos(50*p)) > 3.1415"), 10, 80);
	count(COUNTED("noEvent(mod(7*p, 1)) > 0.9999"), 10.05, 70);
	count(COUNTED("max(0, 1 - abs(time - 3.3337)/1e-3) + 1e-3*p > 0.5"), 10, 1);
}

#define TABLE                                                                                                          \
	"function table input Real t; output Real y; protected Real a[4] = {0, 5.2, 5.3, 10}, v[3] = {0, 1, 0}; Integer "  \
	"i; algorithm i := 1; "                                                                                            \
	"while i < 3 and t >= a[i + 1] loop i := i + 1; end while; y := v[i]; end table; "
#define HALVED                                                                                                         \
	"function table input Real t; output Real y; protected Real a[3] = {0, 5.2, 5.3}, v[3] = {0, 1, 0}; Integer i, "   \
	"last, k; algorithm i := 1; "                                                                                      \
	"last := 4; while last - i > 1 loop k := div(i + last, 2); if t >= a[k] then i := k; else last := k; end if; end " \
	"while; y := v[i]; end table; "
#define LOOKED_UP(table, at)                                                                                           \
	"model M " table                                                                                                   \
	"Real p(start = 0, fixed = true), x(start = 0, fixed = true); equation der(p) = 1; der(x) = table(" at "); end M;"

static void E140_functions_are_read(void **state)
{
	(void)state;
	integral(LOOKED_UP(TABLE, "time"), 10, 0.1, 2e-5);
	integral(LOOKED_UP(TABLE, "p"), 10, 0.1, 2e-5);
	integral(LOOKED_UP(HALVED, "time"), 10, 0.1, 2e-5);
	integral(LOOKED_UP(HALVED, "p"), 10, 0.1, 2e-5);
}

/* The third is a state that moves fast: the area under the peak is that of what it follows. */
static void E141_peaks_come_out_of_delays(void **state)
{
	(void)state;
	integral(
		"model M Real x(start = 0, fixed = true); equation der(x) = delay(exp(-((time - 3.03)/0.01)^2), 1.05); end M;",
		10, 0.01 * sqrt(M_PI), 1e-6);
	integral(OVER_STATE("delay(max(0, 1 - 10*abs(p - 3.33)), 1.05)"), 10, 0.1, 2e-5);
	integral("model M Real p(start = 0, fixed = true), q(start = 0, fixed = true), x(start = 0, fixed = true); "
			 "equation der(p) = 1; "
			 "der(q) = -200*(q - exp(-((p - 3.33)/0.01)^2)); der(x) = delay(q, 2.5); end M;",
			 10, 0.01 * sqrt(M_PI), 1e-5);
	integral(OVER_STATE("delay(delay(exp(-((p - 3.33)/0.01)^2), 0.7), 1.05)"), 10, 0.01 * sqrt(M_PI), 1e-5);
	count(COUNTED("delay(exp(-((p - 3.03)/0.01)^2), 1.05) > 0.5"), 10, 1);
}

/* w is 1 up to 2, and before the run: 1.5 later, up to 3.5. */
static void E142_what_went_in_in_one_mode_comes_out_in_another(void **state)
{
	(void)state;
	integral("model M Real x(start = 0, fixed = true), y, w; equation if time < 2 then w = 1; y = w; else y = 3; 2*w = "
			 "0; end if; der(x) = delay(w, 1.5); end M;",
			 10, 3.5, 1e-5);
	integral("model M Real x(start = 0, fixed = true), y, w; equation if time < 1 then w = 1; y = w; else y = 2; 2*w = "
			 "y; end if; "
			 "der(x) = delay(if time < 2 then time else 0, 1.5); end M;",
			 10, 2, 1e-5);
}

#undef STEP
#undef OVER_STATE
#undef COUNTED
#undef OF_TIME
#undef TABLE
#undef HALVED
#undef LOOKED_UP

/* A current that rises and is reset by a thousand time events: what it does is the sum of a thousand equal parts. */
static void E144_errors_of_restarts_do_not_add_up(void **state)
{
	(void)state;
	integral("model M Real i(start = 0, fixed = true), w(start = 0, fixed = true), x = w*1e3*3/2; Boolean on(start = "
			 "true, fixed = true); equation "
			 "on = sample(0, 1e-3) or (pre(on) and not sample(5e-4, 1e-3)); der(i) = if on then 2 else -2; der(w) = "
			 "(1e3*i)^2*(if on then 1 else 2); end M;",
			 1, 750, 750 * 2e-5);
}

static void E97_corners_come_out_of_delays(void **state)
{
	(void)state;
	integral("model M Real u = delay(max(0, sin(6.283185307179586*time)), 0.3), x(start = 0, fixed = true); equation "
			 "der(x) = u; end M;",
			 4.8, 4.5 / M_PI + 0.5 / M_PI, 1e-4);
	/* of a state, after an event: y = t up to 0.4, then 0.8 - t */
	integral("model M Real y(start = 0, fixed = true), x(start = 0, fixed = true); equation der(y) = if time < 0.4 "
			 "then 100 else -100; "
			 "der(x) = delay(y, 0.5); end M;",
			 1.5, 8 + 0.6 * 40 - 18, 1e-4);
	/* the beginning of the run: y' = -y(t - 1) is a polynomial between whole times */
	integral("model M Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end M;", 5, 0.15833333333333333,
			 2e-6);
}

static trial simulate_fixed(double step)
{
	trial t = load("model M Real x(start = 0, fixed = true); equation der(x) = sin(628.3185307179587*time)^2; end M;");
	t.settings.solver = "rk4";
	t.settings.step = step;
	t.settings.record_nothing = true;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	return t;
}

static void E106_delays_that_move(void **state)
{
	(void)state;
#define DELAYED(u, T) "model M Real y = delay(" u ", " T ", 5), x(start = 0, fixed = true); equation der(x) = y; end M;"
#define COUNTED(u, T)                                                                                                  \
	"model M Real y = delay(" u ", " T                                                                                 \
	", 5); Integer n(start = 0, fixed = true); equation when y > 0.5 then n = pre(n) + 1; end when; end M;"
	/* time - T is time/2: what happens at 1 comes out at 2; the corner, too, and the integral from there on is that of
	 * (time/2 - 1) */
	integral(DELAYED("if time > 1 then 1 else 0", "time/2"), 3, 1, 1e-12);
	integral(DELAYED("max(0, time - 1)", "time/2"), 4, 1, 1e-6);
	integral("model M Real z(start = 0, fixed = true), y = delay(if time > 1 then 1 else 0, z, 5), x(start = 0, fixed "
			 "= true); equation der(z) = 0.5; der(x) = y; end M;",
			 3, 1, 1e-6);
	/* back again: from 2 on it is 1.5 - (time - 2) */
	integral(DELAYED("if time > 1 then 1 else 0", "noEvent(if time < 2 then 0.5 else 0.5 + 2*(time - 2))"), 3, 1,
			 1e-12);
	count(COUNTED("if time < 1 then 1 else 0", "noEvent(if time < 2 then 0.5 else 0.5 + 2*(time - 2))"), 3, 1);
	/* a time that changes at an event: a jump that comes out in that event, one that comes out sooner, one that has to
	 * come again */
	integral(DELAYED("if time > 1.2 then 1 else 0", "if time < 2 then 1 else 0.5"), 3, 1, 1e-12);
	integral(DELAYED("if time > 1.7 then 1 else 0", "if time < 2 then 1 else 0.5"), 3, 0.8, 1e-12);
	integral(DELAYED("if time > 1.2 then 1 else 0", "if time < 2 then 0.5 else 1"), 3, 1.1, 1e-12);
	count(COUNTED("if time > 1.2 then 1 else 0", "if time < 2 then 0.5 else 1"), 3, 2);
	count(COUNTED("if time > 1.7 then 1 else 0", "if time < 2 then 1 else 0.5"), 3, 1);
#undef DELAYED
#undef COUNTED
}

static void E98_fixed_steps_follow_periods(void **state)
{
	(void)state;
	trial t = simulate_fixed(0);
	assert_true(se_stats(t.run)->solver.steps >= 4000);
	assert_true(fabs(last(&t, "x") - 0.5) < 1e-4);
	done(&t);
	t = simulate_fixed(0.002);
	assert_true(se_stats(t.run)->solver.steps <= 1000);
	assert_int_equal(sb_messages(t.model->diag), 0);
	done(&t);
	t = simulate_fixed(0.0123);
	assert_true(said(&t, "R0213"));
	done(&t);
	t = simulate("model M Real x(start = 0, fixed = true); equation der(x) = 1e6*exp(-((time - 0.3333)*1e6)^2); end M;",
				 1, "heun");
	assert_true(said(&t, "R0285"));
	done(&t);
}

/* With no bound at all the integral of a sine over whole periods still follows from its angle; a step given by hand is
 * kept. */
static void the_longest_step(void **state)
{
	(void)state;
	trial t = load("model M Real x(start = 1, fixed = true); equation der(x) = 0; end M;");
	t.settings.stop = 100;
	t.settings.solver = "erk";
	t.settings.max_step = 0.5;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_true(se_stats(t.run)->solver.steps >= 200);
	t.settings.max_step = INFINITY;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	assert_true(se_stats(t.run)->solver.steps < 10);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E71_conditions_of_time_are_known_ahead),
		cmocka_unit_test(E113_on_its_turn_the_value_behind_counts),
		cmocka_unit_test(E72_steps_see_corners_and_peaks),
		cmocka_unit_test(E72_steep_rises),
		cmocka_unit_test(E96_elements_of_families_have_corners),
		cmocka_unit_test(E97_corners_come_out_of_delays),
		cmocka_unit_test(E106_delays_that_move),
		cmocka_unit_test(E110_steps_see_what_time_drives_through_states),
		cmocka_unit_test(E143_small_states_are_exact), cmocka_unit_test(E144_errors_of_restarts_do_not_add_up),
		cmocka_unit_test(E111_steps_see_peaks_over_states),
		cmocka_unit_test(E111_steps_see_hats_over_states),
		cmocka_unit_test(E111_conditions_see_peaks_over_states),
		cmocka_unit_test(E139_narrow_windows_of_time_are_met),
		cmocka_unit_test(E140_functions_are_read),
		cmocka_unit_test(E141_peaks_come_out_of_delays),
		cmocka_unit_test(E142_what_went_in_in_one_mode_comes_out_in_another),
		cmocka_unit_test(E98_fixed_steps_follow_periods),
		cmocka_unit_test(the_longest_step),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
