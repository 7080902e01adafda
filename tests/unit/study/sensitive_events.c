/* Sensitivities across events: relations, hysteresis, ticks, resets, what grazes or sticks, against closed forms. */
#include "unit/study/sensitive.h"

/* A ball from height h0 bounces at t1 = sqrt(2 h0/g), then each flight lasts e times as long as the one before: after n
 * bounces v = e^n sqrt(2 g h0) at the time T = t1 (1 + 2 (e + ... + e^(n-1))), and h = v (t - T) - g/2 (t - T)^2. */
static double ball(double e, double g, double h0, double t)
{
	double t1 = sqrt(2 * h0 / g), v = sqrt(2 * g * h0), at = t1;
	if (t < t1)
		return h0 - g / 2 * t * t;
	for (double factor = e;; factor *= e) {
		double flight = 2 * factor * v / g;
		if (t < at + flight)
			return factor * v * (t - at) - g / 2 * (t - at) * (t - at);
		at += flight;
	}
}

static double by_e(double e) { return ball(e, 9.81, 1, moment); }

static double by_g(double g) { return ball(0.8, g, 1, moment); }

static double by_h(double h) { return ball(0.8, 9.81, h, moment); }

static void bouncing_ball(void **state)
{
	(void)state;
	static const double t[] = {0.3, 0.6, 1.0, 1.5, 2.0, 2.5};
	found f;
	ask("model Ball parameter Real e = 0.8, g = 9.81, h0 = 1; Real h(start = h0, fixed = true), v(start = 0, fixed = "
		"true); equation der(h) = v; der(v) = -g; when h < 0 then reinit(v, -e*pre(v)); end when; end Ball;",
		NAMES("h"), 1, NAMES("e", "g", "h0"), 3, t, 6, 1e-9, true, &f);
	for (int i = 0; i < 6; i++) {
		moment = t[i];
		is_near("h", f.v[i], ball(0.8, 9.81, 1, moment), 1e-7, 1);
		is_near("dh/de", f.d[3 * i], SLOPE(by_e, 0.8, 1e-4), 1e-6, 1);
		is_near("dh/dg", f.d[3 * i + 1], SLOPE(by_g, 9.81, 1e-3), 1e-6, 1);
		is_near("dh/dh0", f.d[3 * i + 2], SLOPE(by_h, 1.0, 1e-4), 1e-6, 1);
	}
}

/* The rate jumps from a to -b at x = c, which happens at c/a: x = c - b (t - c/a). And a rate that begins at a time
 * that is a parameter: y = (t - s) u. */
static void relations(void **state)
{
	(void)state;
	static const double t[] = {0.5, 2};
	found f;
	ask("model M parameter Real a = 2, b = 3, c = 1.5, s = 0.7, u = 4; Real x(start = 0, fixed = true), y(start = 0, "
		"fixed = true); Boolean on(start = false, fixed = true); equation der(x) = if on then -b else a; "
		"when x > c then on = true; end when; der(y) = if time > s then u else 0; end M;",
		NAMES("x", "y"), 2, NAMES("a", "c", "s", "u"), 4, t, 2, 1e-8, true, &f);
	is_near("x before by a", f.d[0], 0.5, 1e-8, 1);
	is_near("x before by c", f.d[1], 0, 1e-8, 1);
	const double *x = f.d + 8, *y = f.d + 12;
	is_near("x by a", x[0], -3 * 1.5 / 4, 1e-7, 1);          /* d/da (b c/a) */
	is_near("x by c", x[1], 1 + 3.0 / 2, 1e-7, 1);
	is_near("y by s", y[2], -4, 1e-7, 1);
	is_near("y by u", y[3], 1.3, 1e-7, 1);
}

/* Ticks whose interval is a parameter: n = 3 ticks at T, 2T, 3T; q sums x = a t at them. */
static void ticks(void **state)
{
	(void)state;
	static const double t[] = {3.5};
	found f;
	ask("model M parameter Real a = 2, T = 1; Real x(start = 0, fixed = true); discrete Real q(start = 0, fixed = "
		"true); equation der(x) = a; when sample(T, T) then q = pre(q) + x; end when; end M;",
		NAMES("q", "x"), 2, NAMES("a", "T"), 2, t, 1, 1e-8, true, &f);
	is_near("q by a", f.d[0], 6, 1e-7, 1);
	is_near("q by T", f.d[1], 12, 1e-7, 1);
}

/* What a clock holds counts, whether or not its value before is read: y' = -y - k y(n/10), so a tenth later y is
 * P - k (1 - P) of what it was, with P = exp(-1/10). */
static void held(void **state)
{
	(void)state;
	static const double t[] = {0.05, 0.95};
	found f;
	ask("model M parameter Real k = 2; Real y(start = 1, fixed = true), u; equation der(y) = -y + hold(u); "
		"u = -k*sample(y, Clock(1, 10)); end M;",
		NAMES("y"), 1, NAMES("k"), 1, t, 2, 1e-9, true, &f);
	double P = exp(-0.1), h = exp(-0.05), q = P - 2 * (1 - P), rest = h - 2 * (1 - h);
	is_near("y by k, at first", f.d[0], h - 1, 1e-8, 1);
	is_near("y by k", f.d[1], 9 * pow(q, 8) * (P - 1) * rest + pow(q, 9) * (h - 1), 1e-7, 1);
}

/* A relay with hysteresis: x rises to b/k until it is at `high`, falls to 0 until it is at `low`, and so on. */
static double relay(double b, double k, double high, double time)
{
	double x = 0, now = 0;
	for (bool on = true;; on = !on) {
		double goal = on ? b / k : 0, next = on ? high : 0.2, last = log((x - goal) / (next - goal)) / k;
		if (now + last > time)
			return goal + (x - goal) * exp(-k * (time - now));
		now += last;
		x = next;
	}
}

static double relay_b(double b) { return relay(b, 0.5, 0.7, moment); }

static double relay_k(double k) { return relay(1, k, 0.7, moment); }

static double relay_high(double high) { return relay(1, 0.5, high, moment); }

static void hysteresis(void **state)
{
	(void)state;
	static const double t[] = {0.5, 2, 5, 9.5};
	found f;
	ask("model H parameter Real b = 1, k = 0.5, high = 0.7; Real x(start = 0, fixed = true); Boolean on(start = true, "
		"fixed = true); equation on = not pre(on) and x < 0.2 or pre(on) and x <= high; der(x) = (if on then b else 0) "
		"- k*x; end H;",
		NAMES("x"), 1, NAMES("b", "k", "high"), 3, t, 4, 1e-9, true, &f);
	for (int i = 0; i < 4; i++) {
		moment = t[i];
		is_near("relay", f.v[i], relay(1, 0.5, 0.7, moment), 1e-7, 1);
		is_near("relay by b", f.d[3 * i], SLOPE(relay_b, 1.0, 1e-4), 1e-6, 1);
		is_near("relay by k", f.d[3 * i + 1], SLOPE(relay_k, 0.5, 1e-4), 1e-6, 1);
		is_near("relay by high", f.d[3 * i + 2], SLOPE(relay_high, 0.7, 1e-4), 1e-6, 1);
	}
}

/* Another mode: two wheels that turn alone, until they are coupled at the time s; their speed is then the mean,
 * weighted by their inertias, which takes an impulse. w = (J1 w1 + J2 w2)/(J1 + J2) there, and falls or rises by M/(J1
 * + J2). */
static void coupling(void **state)
{
	(void)state;
	static const double t[] = {3};
	found f;
	ask("model C parameter Real J1 = 1, J2 = 2, M = 3, s = 1; Real w1(start = 10, fixed = true), w2(start = 0, fixed = "
		"true), T; equation J1*der(w1) = M - T; J2*der(w2) = T; if time < s then T = 0; else w1 = w2; end if; end C;",
		NAMES("w1"), 1, NAMES("J1", "J2", "M", "s"), 4, t, 1, 1e-9, true, &f);
	/* w(3) = (10 J1 + M s)/(J1 + J2) + M (3 - s)/(J1 + J2) = (10 J1 + 3 M)/(J1 + J2) */
	is_near("coupled", f.v[0], 19.0 / 3, 1e-7, 1);
	is_near("coupled by J1", f.d[0], 10.0 / 3 - 19.0 / 9, 1e-6, 1);
	is_near("coupled by J2", f.d[1], -19.0 / 9, 1e-6, 1);
	is_near("coupled by M", f.d[2], 1, 1e-6, 1);
	is_near("coupled by s", f.d[3], 0, 1e-6, 1);
}

/* x = a (t - t^2/2) hardly passes its limit c at T = 1 - sqrt(1 - 2 c/a): whether the event happens hangs on the
 * parameter. n = t - T, and dn/da = c/a^2/sqrt(1 - 2 c/a). */
static void grazing(void **state)
{
	(void)state;
	static const double t[] = {2.5};
	found f;
	ask("model G parameter Real a = 1; Real x(start = 0, fixed = true), n(start = 0, fixed = true); Boolean hit(start "
		"= "
		"false, fixed = true); equation der(x) = a*(1 - time); der(n) = if hit then 1 else 0; "
		"when x > 0.5 - 1e-8 then hit = true; end when; end G;",
		NAMES("n"), 1, NAMES("a"), 1, t, 1, 1e-9, false, &f);
	assert_true(f.grazed);
	is_near("n", f.v[0], 2.5 - (1 - sqrt(2e-8)), 1e-6, 1);
	is_near("dn/da", f.d[0], (0.5 - 1e-8)/sqrt(2e-8), 1e-2, 1);
}

/* Stick and slip: forces are functions of time and events are where the speed is zero, so the mass changes the scale of
 * the motion alone: x = X(t)/m, and its derivative is -x/m. A condition stays held at v = 0 while it sticks. */
static void stick_and_slip(void **state)
{
	(void)state;
	static const double t[] = {0.3, 1, 2, 3, 5, 8};
	found f;
	ask("model F parameter Real m = 1.5; Real force = 8*sin(2*time), v(start = 0, fixed = true), x(start = 0, fixed = "
		"true), friction; Integer mode(start = 0, fixed = true); equation der(x) = v; m*der(v) = if mode == 0 then 0 "
		"else "
		"force - friction; friction = if mode == 0 then force else mode*4; when force > 5 and pre(mode) == 0 then "
		"mode = "
		"1; elsewhen force < -5 and pre(mode) == 0 then mode = -1; elsewhen {v < 0 and pre(mode) == 1, v > 0 and "
		"pre(mode) == -1} then mode = 0; reinit(v, 0); end when; end F;",
		NAMES("x"), 1, NAMES("m"), 1, t, 6, 1e-9, true, &f);
	for (int i = 0; i < 6; i++)
		is_near("x by m", f.d[i], -f.v[i] / 1.5, 1e-6, 1);
}

/* A condition that changes nothing: x = A exp(-k t) falls below 0.1 at log(10). */
static void idle_event(void **state)
{
	(void)state;
	const double t[] = {0, 0, 1, log(10), log(10), 3};
	found f;
	ask("model M parameter Real A = 1, k = 1; Real x(start = A, fixed = true); Boolean b = x < 0.1; equation der(x) = "
		"-k*x; end M;", NAMES("x"), 1, NAMES("A", "k"), 2, t, 6, 1e-9, true, &f);
	for (int i = 0; i < 6; i++) {
		is_near("x", f.v[i], exp(-t[i]), t[i] > 0 ? 1e-7 : 1e-15, 1);
		is_near("dx/dA", f.d[2 * i], exp(-t[i]), 1e-7, 1);
		is_near("dx/dk", f.d[2 * i + 1], -t[i] * exp(-t[i]), 1e-7, 1);
	}
}

/* The interval of a sample is the parameter, also by way of one that the initial equations determine. The ticks change
 * nothing of x = -a t; q sums t^2/2 at 3 ticks of interval b^2: 14 b^4/2. */
static void moving_ticks(void **state)
{
	(void)state;
	static const double t[] = {0.005, 10.005}, late[] = {0.9};
	found f;
	ask("model M parameter Real a = 0.01; Real x(start = 0, fixed = true); discrete Real n(start = 0, fixed = true); "
		"equation der(x) = -a; when sample(a, a) then n = pre(n) + 1; end when; end M;",
		NAMES("x"), 1, NAMES("a"), 1, t, 2, 1e-8, true, &f);
	is_near("x by a", f.d[1], -10.005, 1e-9, 0);
	ask("model M parameter Real b = 0.5; parameter Real T(fixed = false, start = 0.25); Real x(start = 0, fixed = "
		"true); discrete Real q(start = 0, fixed = true); initial equation T = b^2; equation der(x) = time; "
		"when sample(T, T) then q = pre(q) + x; end when; end M;",
		NAMES("q", "x"), 2, NAMES("b"), 1, late, 1, 1e-9, true, &f);
	is_near("q", f.v[0], 7 * 0.0625, 1e-7, 1);
	is_near("q by b", f.d[0], 28 * 0.125, 1e-7, 1);
	is_near("x by b", f.d[1], 0, 1e-7, 1);
}

/* An event that turns its own condition back: x = a t - n c, and the n-th event is at n c/a. */
static void resets(void **state)
{
	(void)state;
	static const double t[] = {2.3};
	found f;
	ask("model M parameter Real a = 2, c = 1; Real x(start = 0, fixed = true); discrete Real last(start = 0, fixed = "
		"true); equation der(x) = a; when x > c then reinit(x, x - c); last = time; end when; end M;",
		NAMES("x", "last"), 2, NAMES("a", "c"), 2, t, 1, 1e-9, true, &f);
	is_near("x by a", f.d[0], 2.3, 1e-7, 0);
	is_near("x by c", f.d[1], -4, 1e-7, 0);
	is_near("last by a", f.d[2], -1, 1e-7, 0);
	is_near("last by c", f.d[3], 2, 1e-7, 0);
}

static bool warns(const char *text, const char *by)
{
	static const double t[] = {2};
	double d[1];
	saltus_program *p = saltus_load_text(text, NULL);
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 2);
	assert_true(saltus_sensitivities(r, NAMES("x"), 1, &by, 1, t, 1, d, NULL));
	bool said = strstr(saltus_run_messages(r), "[R0704]") != NULL;
	saltus_free_run(r);
	saltus_free(p);
	return said;
}

/* Ticks that meet something else in one instant, which a parameter separates. */
static void together(void **state)
{
	(void)state;
#define MEETS(samples) "model M parameter Real T = 0.5, h = 0.25; Real x(start = 0, fixed = true); discrete Real n(" \
	"start = 0, fixed = true), m(start = 0, fixed = true); equation der(x) = n - m; " samples " end M;"
	const char *time = MEETS("when time >= T then n = 1; end when; when sample(0.25, 0.25) then m = pre(m) + pre(n); "
							 "end when;");
	const char *other = MEETS("when sample(h, h) then n = pre(n) + 1; end when; when sample(0.5, 0.5) then m = pre(m) "
							  "+ pre(n); end when;");
	const char *same = MEETS("when sample(h, h) then n = pre(n) + 1; end when; when sample(2*h, 2*h) then m = pre(m) + "
							 "1; end when;");
	const char *later = MEETS("when time >= T then n = 1; end when; when sample(0.75, 0.25) then m = pre(m) + 1; "
							  "end when;");
	const char *crossing = "model M parameter Real a = 1; Real x(start = 0, fixed = true), y(start = 0, fixed = true); "
		"equation der(x) = a; der(y) = 0; when x >= 1 then reinit(x, 0); end when; when sample(1, 1) then reinit(y, y "
		"+ "
		"x); end when; end M;";
	assert_true(warns(crossing, "a"));
	assert_true(warns(time, "T"));
	assert_false(warns(time, "h"));
	assert_true(warns(other, "h"));
	assert_false(warns(other, "T"));
	assert_false(warns(same, "h"));
	assert_false(warns(later, "T"));         /* the first tick comes after it */
#undef MEETS
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bouncing_ball), cmocka_unit_test(relations), cmocka_unit_test(ticks),
		cmocka_unit_test(held), cmocka_unit_test(hysteresis), cmocka_unit_test(coupling),
		cmocka_unit_test(grazing), cmocka_unit_test(stick_and_slip), cmocka_unit_test(idle_event),
		cmocka_unit_test(moving_ticks), cmocka_unit_test(resets), cmocka_unit_test(together),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
