/* Sensitivities along runs, through include/saltus.h, against closed forms. */
#include "unit/study/sensitive.h"

/* u is 0, jumps to 1 at t = 1, and rises to 2 at t = 3; e = exp(-(t - 1)/T):
 *     x = k (u - T/2 - (1 - T/2) e)        dx/dT = k ((e - 1)/2 - (1 - T/2) e (t - 1)/T^2)
 * u passes c at 1 + 2 (c - 1), where n begins anew: n = t - 1 - 2 (c - 1) + k, and the rate of w turns from 1 to -b. */
static void samples(void **state)
{
	(void)state;
	static const double time[] = {0, 1, 1, 3}, u[] = {0, 0, 1, 2}, t[] = {0.5, 1.25, 1.9, 2.5, 3};
	saltus_samples s = {.name = "u", .time = time, .value = u, .count = 4};
	saltus_source source = {.text = "model M input Real u; parameter Real k = 2, T = 0.5, c = 1.4, b = 3; "
		"Real x(start = 0, fixed = true), n(start = 0, fixed = true), w(start = 0, fixed = true); equation "
		"T*der(x) = k*u - x; der(n) = 1; der(w) = if u > c then -b else 1; when u > c then reinit(n, k); end when; "
		"end M;", .samples = &s, .sample_count = 1};
	found f;
	ask_of(saltus_load_from(&source), NAMES("x", "n", "w"), 3, NAMES("k", "T", "c", "b"), 4, t, 5, 1e-9, true, &f);
	for (int i = 0; i < 5; i++) {
		double T = 0.5, k = 2, since = t[i] - 1, e = exp(-since / T), now = 1 + since / 2, on = t[i] > 1;
		bool late = t[i] > 1.8;
		is_near("x", f.v[3 * i], on * k * (now - T / 2 - (1 - T / 2) * e), 1e-7, 1);
		is_near("dx/dk", f.d[12 * i], on * (now - T / 2 - (1 - T / 2) * e), 1e-6, 1);
		is_near("dx/dT", f.d[12 * i + 1], on * k * ((e - 1) / 2 - (1 - T / 2) * e * since / (T * T)), 1e-6, 1);
		is_near("dx/dc", f.d[12 * i + 2], 0, 1e-9, 1);
		is_near("dn/dk", f.d[12 * i + 4], late, 1e-6, 1);
		is_near("dn/dc", f.d[12 * i + 6], late ? -2 : 0, 1e-6, 1);
		is_near("dw/dc", f.d[12 * i + 10], late ? 2 * (1 + 3) : 0, 1e-6, 1);
		is_near("dw/db", f.d[12 * i + 11], late ? 1.8 - t[i] : 0, 1e-6, 1);
	}
}

/* x = x0 exp(-k t) + b/k (1 - exp(-k t)) */
static void linear(void **state)
{
	(void)state;
	static const double t[] = {0, 0.5, 1, 3};
	found f;
	ask("model M parameter Real k = 2, b = 3, x0 = 5; Real x(start = x0, fixed = true); Real y = k*x; "
		"equation der(x) = -k*x + b; end M;",
		NAMES("x", "y", "der(x)"), 3, NAMES("k", "b", "x0"), 3, t, 4, 1e-8, true, &f);
	for (int i = 0; i < 4; i++) {
		double k = 2, b = 3, x0 = 5, e = exp(-k * t[i]), x = x0 * e + b / k * (1 - e);
		double dk = -t[i] * x0 * e - b / (k * k) * (1 - e) + b / k * t[i] * e;
		is_near("x", f.v[3 * i], x, 1e-7, 1);
		is_near("dx/dk", f.d[9 * i], dk, 1e-7, 1);
		is_near("dx/db", f.d[9 * i + 1], (1 - e) / k, 1e-7, 1);
		is_near("dx/dx0", f.d[9 * i + 2], e, 1e-7, 1);
		is_near("dy/dk", f.d[9 * i + 3], x + k * dk, 1e-7, 1);
		is_near("der(x) by k", f.d[9 * i + 6], -x - k * dk, 1e-7, 1);
	}
}

/* What when-clauses keep: t_hit = c/a, m = k x^2 at time s, and the rate of z is m from then on. */
static void kept(void **state)
{
	(void)state;
	static const double t[] = {2};
	found f;
	ask("model M parameter Real a = 2, c = 1, k = 3, s = 1; Real x(start = 0, fixed = true), z(start = 0, fixed = "
		"true); discrete Real hit(start = 0, fixed = true), m(start = 0, fixed = true); equation der(x) = a; "
		"when x > c then hit = time; end when; when time > s then m = k*x^2; end when; der(z) = m + hit; end M;",
		NAMES("hit", "m", "z"), 3, NAMES("a", "c", "k", "s"), 4, t, 1, 1e-8, true, &f);
	is_near("hit by a", f.d[0], -0.25, 1e-8, 1);
	is_near("hit by c", f.d[1], 0.5, 1e-8, 1);
	is_near("m by a", f.d[4], 2 * 3 * 2, 1e-7, 1);
	is_near("m by k", f.d[6], 4, 1e-7, 1);
	is_near("m by s", f.d[7], 2 * 3 * 4, 1e-7, 1);
	/* z = (2 - s) k (a s)^2 + (2 - c/a) c/a */
	is_near("z by a", f.d[8], 12 - 0.25 * (2 - 2 * 0.5), 1e-7, 1);
	is_near("z by c", f.d[9], 0.5 * (2 - 2 * 0.5), 1e-7, 1);
	is_near("z by s", f.d[11], 24 - 12, 1e-7, 1);
}

/* The start follows from an equation, x0^3 = p, and a parameter is found so that der(x) = 0 at the start: q = x0 k. */
static void initial(void **state)
{
	(void)state;
	static const double t[] = {0, 1};
	found f;
	ask("model M parameter Real p = 8, k = 0.5; parameter Real q(fixed = false, start = 1); Real x(start = 1.5), "
		"y(start = 0, fixed = true); initial equation x^3 = p; der(x) = 0; equation der(x) = q - k*x; der(y) = q*x; "
		"end M;",
		NAMES("x", "q", "y"), 3, NAMES("p", "k"), 2, t, 2, 1e-8, true, &f);
	is_near("x by p", f.d[0], 1.0 / 12, 1e-7, 1);
	is_near("q by p", f.d[2], 0.5 / 12, 1e-7, 1);
	is_near("q by k", f.d[3], 2, 1e-7, 1);
	is_near("x by p later", f.d[6], 1.0 / 12, 1e-7, 1);
	is_near("x by k later", f.d[7], 0, 1e-7, 1);
	is_near("y by p", f.d[10], 2 * 0.5 * 2 / 12, 1e-7, 1);
	is_near("y by k", f.d[11], 4, 1e-7, 1);
}

/* Robertson's problem and van der Pol's oscillator. The references are complex steps, p + 1e-20 i p, through Radau's
 * method in complex arithmetic, with steps that were halved until nine digits stayed. */
static void stiff(void **state)
{
	(void)state;
	static const double t[] = {0.4, 40, 4000}, expected[] = {
		-0.355952566, -1.583176636e-11, 9.542381428e-08, 0.0003902544054, -5.290041093e-13, -2.13096103e-10,
		0.3555623116, 1.636077046e-11, -9.521071818e-08, -4.247558772, -2.288355089e-09, 1.373080797e-05,
		4.591196249e-05, -1.138059509e-13, -2.357192114e-10, 4.24751286, 2.288468895e-09, -1.373057225e-05,
		-4.750071181, -3.134813391e-09, 1.880886159e-05, -5.993651714e-06, -1.875846611e-14, 2.312687344e-11,
		4.750077175, 3.134832149e-09, -1.880888471e-05};
	static const double v[] = {1, 5, 10}, oscillates[] = {0.0252643231, 0.03249911353, 1.901952362, 8.031288872,
														   -0.6315017033, -0.6726572819};
	found f;
	ask("model R parameter Real k1 = 0.04, k2 = 3e7, k3 = 1e4; Real x(start = 1, fixed = true), y(start = 0, fixed = "
		"true, nominal = 1e-5), z(start = 0, fixed = true); equation der(x) = -k1*x + k3*y*z; der(y) = k1*x - k3*y*z - "
		"k2*y^2; der(z) = k2*y^2; end R;",
		NAMES("x", "y", "z"), 3, NAMES("k1", "k2", "k3"), 3, t, 3, 1e-8, true, &f);
	for (int i = 0; i < 27; i++)
		is_near("Robertson", f.d[i], expected[i], 1e-6, 0);
	ask("model V parameter Real mu = 5; Real x(start = 2, fixed = true), y(start = 0, fixed = true); equation der(x) = "
		"y; der(y) = mu*(1 - x^2)*y - x; end V;",
		NAMES("x", "y"), 2, NAMES("mu"), 1, v, 3, 1e-9, true, &f);
	for (int i = 0; i < 6; i++)
		is_near("van der Pol", f.d[i], oscillates[i], 1e-6, 0);
}

/* A loop: y + y^3 = p x, der(x) = -y. With u = y: dx = (1 + 3 u^2)/p du, so t = ((1/2) 3 (u0^2 - u^2) + log(u0/u))/p.
 * The derivative by p of u at a time follows by the implicit function theorem. */
static void loop(void **state)
{
	(void)state;
	static const double t[] = {1};
	found f;
	ask("model L parameter Real p = 2; Real x(start = 1, fixed = true), y(start = 1); equation y + y^3 = p*x; der(x) = "
		"-y; end L;",
		NAMES("x", "y"), 2, NAMES("p"), 1, t, 1, 1e-9, true, &f);
	double u0 = 1, p = 2, u = 0.3;
	for (int i = 0; i < 60; i++) {           /* 1 + 1^3 = 2: u0 is 1 at p = 2 */
		double off = (1.5 * (u0 * u0 - u * u) + log(u0 / u)) / p - 1;
		u -= off / ((-3 * u - 1 / u) / p);
	}
	double du0 = 1 / (1 + 3 * u0 * u0), by_p = -1 / p, by_u0 = (3 * u0 + 1 / u0) / p, by_u = (-3 * u - 1 / u) / p;
	double du = -(by_p + by_u0 * du0) / by_u;
	is_near("y of a loop", f.v[1], u, 1e-7, 1);
	is_near("y of a loop by p", f.d[1], du, 1e-7, 1);
	is_near("x of a loop by p", f.d[0], ((1 + 3 * u * u) * du) / p - (u + u * u * u) / (p * p), 1e-7, 1);
}

/* With a delay differences of whole runs are taken (R0702), of all variables at all times:
 *     x = a e^(-b t)      y = d x(t - 1/4) = a d e^(-b (t - 1/4)) */
static void delayed(void **state)
{
	(void)state;
	const double t[] = {0.5, 1, 1.5, 2}, a = 2, b = 0.7, d = 3;
	found f;
	ask("model M parameter Real a = 2, b = 0.7, d = 3; Real x(start = a, fixed = true), y, z = x + time; equation "
		"der(x) = -b*x; y = d*delay(x, 0.25); end M;", NAMES("x", "y", "z"), 3, NAMES("a", "b", "d"), 3, t, 4, 1e-9,
		false, &f);
	for (size_t k = 0; k < 4; k++) {
		double e = exp(-b * t[k]), late = exp(-b * (t[k] - 0.25)), *of = f.d + 9 * k;
		const double known[] = {e, -a * t[k] * e, 0, d * late, -a * d * (t[k] - 0.25) * late, a * late,
								e, -a * t[k] * e, 0};
		for (size_t i = 0; i < 9; i++)
			is_near("by differences", of[i], known[i], 1e-5, 1);
		is_near("value", f.v[3 * k + 1], a * d * late, 1e-7, 1);
	}
}

/* A pendulum in Cartesian coordinates, of index 3, against angles. */
static void pendulum(void **state)
{
	(void)state;
	static const double t[] = {0.5, 1.5};
	found f, g;
	ask("model P parameter Real L = 1, g = 9.81, a0 = 0.5; Real x(start = 0.479425538604203), y(start = "
		"-0.8775825618903728), vx, vy, F; initial equation x = L*sin(a0); vx = 0; equation der(x) = vx; der(y) = vy; "
		"der(vx) = -F*x; der(vy) = -F*y - g; x^2 + y^2 = L^2; end P;",
		NAMES("x", "y"), 2, NAMES("L", "g", "a0"), 3, t, 2, 1e-9, true, &f);
	ask("model A parameter Real L = 1, g = 9.81, a0 = 0.5; Real a(start = a0, fixed = true), w(start = 0, fixed = "
		"true); Real x = L*sin(a), y = -L*cos(a); equation der(a) = w; der(w) = -g/L*sin(a); end A;",
		NAMES("x", "y"), 2, NAMES("L", "g", "a0"), 3, t, 2, 1e-9, true, &g);
	for (int i = 0; i < 12; i++)
		is_near("pendulum", f.d[i], g.d[i], 1e-6, 1);
}

/* Delays cannot be followed: differences, which is told. x = t - c for t > c. */
static void told(void **state)
{
	(void)state;
	static const double t[] = {2};
	found f;
	ask("model D parameter Real c = 0.5, k = 3; Real x(start = 0, fixed = true), y; equation der(x) = k; y = "
		"delay(x, c); end D;",
		NAMES("y"), 1, NAMES("k"), 1, t, 1, 1e-8, false, &f);
	is_near("y by k", f.d[0], 1.5, 1e-6, 1);
}

static void wrong(void **state)
{
	(void)state;
	static const double t[] = {2, 1};
	double out[4];
	saltus_program *p = saltus_load_text("model M parameter Real k = 1; parameter Integer n = 2; Real x(start = 1, "
										 "fixed "
										 "= true), v[n]; equation der(x) = -k*x; v = fill(x, n); end M;", NULL);
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 3);
	assert_false(saltus_sensitivities(r, NAMES("x"), 1, NAMES("k"), 1, t, 2, out, NULL));
	assert_non_null(strstr(saltus_run_messages(r), "R0701"));
	assert_false(saltus_sensitivities(r, NAMES("x"), 1, NAMES("kk"), 1, t, 1, out, NULL));
	assert_non_null(strstr(saltus_run_messages(r), "R0705"));
	assert_false(saltus_sensitivities(r, NAMES("x"), 1, NAMES("n"), 1, t, 1, out, NULL));
	assert_non_null(strstr(saltus_run_messages(r), "R0706"));
	assert_false(saltus_sensitivities(r, NAMES("x"), 1, NAMES("x.start"), 1, t, 1, out, NULL));
	assert_false(saltus_sensitivities(r, NAMES("q"), 1, NAMES("k"), 1, t, 1, out, NULL));
	assert_false(saltus_sensitivities(NULL, NAMES("q"), 1, NAMES("k"), 1, t, 1, out, NULL));
	assert_true(saltus_sensitivities(r, NAMES("x"), 1, NAMES("k"), 1, t, 1, out, NULL));
	is_near("x by k", out[0], -2 * exp(-2), 1e-5, 1);
	saltus_free_run(r);
	saltus_free(p);
}

/* The example of docs/fit.md: the values that the data were made with are inside of the intervals of 99 %. */
static void motor(void **state)
{
	(void)state;
	static const struct { const char *name; double value; } truth[] = {{"R", 1.2}, {"k", 0.05}, {"J", 3e-4},
		{"d", 1e-5}};
	double low, high, freedom;
	saltus_fit *f = saltus_find_fit(&(saltus_fit_request){
		.model.path = SALTUS_SOURCE "/examples/motor_fit.mo", .data = NAMES(SALTUS_SOURCE "/examples/motor_fit.csv"),
		.data_count = 1, .vary = NAMES("R", "k", "J", "d"), .vary_count = 4, .sigmas = NAMES("w=1", "i=0.1"),
		.sigma_count = 2, .confidence = 0.99, .bounds = &(saltus_bound){"R", 0, 10}, .bound_count = 1});
	if (!saltus_fit_found(f))
		print_error("%s", saltus_fit_messages(f));
	assert_true(saltus_fit_found(f));
	for (int i = 0; i < 4; i++) {
		assert_true(saltus_fit_interval(f, truth[i].name, &low, &high));
		assert_true(low < truth[i].value && truth[i].value < high);
		is_near("interval", (high - low) / 2 / sqrt(saltus_fit_covariance(f, truth[i].name, truth[i].name)), 2.5758293,
				1e-5, 0);
	}
	assert_true(saltus_fit_chi2(f, &freedom) < freedom + 5 * sqrt(2 * freedom));
	is_near("freedom", freedom, 187, 0, 0);
	assert_true(isnan(saltus_fit_value(f, "U")));
	assert_non_null(strstr(saltus_fit_text(f), "-p R="));
	assert_false(saltus_fit_write(f, "/no/such/folder/residuals.csv"));
	saltus_free_fit(f);
	f = saltus_find_fit(&(saltus_fit_request){.model.path = "nothing.mo", .data = NAMES("no.csv"), .data_count = 1,
											  .vary = NAMES("k"), .vary_count = 1});
	assert_false(saltus_fit_found(f));
	assert_true(*saltus_fit_messages(f) != 0);
	saltus_free_fit(f);
	assert_null(saltus_find_fit(NULL));
	saltus_free_fit(NULL);
}

static bool never(void *context)
{
	++*(unsigned *)context;
	return false;
}

/* x = x0*exp(-k t) at three times, exactly, of a text with a value; the request is gone when the answer is read. */
static void decay(void **state)
{
	(void)state;
	char file[] = "/tmp/saltus_fit_XXXXXX.csv", vary[] = "k", given[] = "x0=2";
	FILE *out = fdopen(mkstemps(file, 4), "w");
	fprintf(out, "time,x\n0,2\n1,%.17g\n2,%.17g\n", 2 * exp(-3), 2 * exp(-6));
	fclose(out);
	unsigned asked = 0;
	saltus_so_far so_far;
	saltus_fit_request q = {
		.model = {.text = "model M parameter Real k = 1, x0 = 1; Real x(start = x0, fixed = true); equation "
						  "der(x) = -k*x; end M;", .given = NAMES(given), .given_count = 1},
		.data = NAMES(file), .data_count = 1, .vary = NAMES(vary), .vary_count = 1, .tolerance = 1e-9,
		.solver = "cvode"};
	saltus_fit *f = saltus_find_fit(&q);
	if (!saltus_fit_found(f))
		print_error("%s", saltus_fit_messages(f));
	vary[0] = given[0] = '?';
	is_near("k", saltus_fit_value(f, "k"), 3, 1e-6, 1);
	saltus_free_fit(f);
	vary[0] = 'k';
	given[0] = 'x';
	q.progress = never;
	q.context = &asked;
	q.so_far = &so_far;
	f = saltus_find_fit(&q);
	assert_false(saltus_fit_found(f));
	assert_int_equal(asked, 1);
	assert_true(so_far.runs == 0 && isnan(so_far.best));
	assert_non_null(strstr(saltus_fit_messages_json(f), "U0950"));
	saltus_free_fit(f);
	unlink(file);
}

/* A time that is asked for shows the right limit of the run: x of der(x) = -a sin(x) + d is 2 atan(tan(x0/2) exp(-a
 * t)), before d jumps; then it is what a run shows that has paused there. */
static double sliding(double a, double t) { return 2 * atan(tan(0.5) * exp(-a * t)); }

static double sliding_a(double a) { return sliding(a, moment); }

static void asked_times(void **state)
{
	(void)state;
	static const double t[] = {0, 0, 0.25, 0.5, 0.5, 0.75, 1, 1};
	found f;
	ask("model M parameter Real a = 1; Real x(start = 1, fixed = true), y; equation der(x) = -y; y = a*sin(x); end M;",
		NAMES("x", "y", "der(x)"), 3, NAMES("a"), 1, t, 8, 1e-9, true, &f);
	for (int i = 0; i < 8; i++) {
		moment = t[i];
		double x = sliding(1, moment), dx = SLOPE(sliding_a, 1.0, 1e-3), dy = sin(x) + cos(x) * dx;
		is_near("x", f.v[3 * i], x, moment > 0 ? 1e-7 : 1e-15, 1);
		is_near("y", f.v[3 * i + 1], sin(x), moment > 0 ? 1e-7 : 1e-15, 1);
		is_near("dx/da", f.d[3 * i], dx, 1e-7, 1);
		is_near("dy/da", f.d[3 * i + 1], dy, 1e-7, 1);
		is_near("der(x) by a", f.d[3 * i + 2], -dy, 1e-7, 1);
	}
	ask("model M parameter Real a = 1; Real x(start = 1, fixed = true), y; discrete Real d(start = 0, fixed = true); "
		"equation der(x) = -a*sin(x); y = a*sin(x) + d; when time >= 0.5 then d = 1; end when; end M;",
		NAMES("x", "y"), 2, NAMES("a"), 1, t, 8, 1e-9, true, &f);
	for (int i = 0; i < 8; i++) {
		moment = t[i];
		double x = sliding(1, moment), dx = SLOPE(sliding_a, 1.0, 1e-3);
		is_near("x past an event", f.v[2 * i], x, 1e-7, 1);
		is_near("y past an event", f.v[2 * i + 1], sin(x) + (moment >= 0.5), 1e-7, 1);
		is_near("dy/da past an event", f.d[2 * i + 1], sin(x) + cos(x) * dx, 1e-7, 1);
	}
}

/* A run that is paused at an event, which changes nothing of its step, shows the values of its time, and goes on from
 * them after a change. */
static void pauses(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "cvode", "rodas", "ida"};
	saltus_program *p = saltus_load_text("model M parameter Real u = 0; Real x(start = 1, fixed = true), z(start = 0, "
		"fixed = true); Integer n = integer(5*x); equation der(x) = -sin(x); der(z) = u; end M;", NULL);
	for (int i = 0; i < 8; i++) {
		saltus_run *r = saltus_new_run(p);
		int events = 0;
		saltus_set_stop(r, 3);
		saltus_set_tolerance(r, 1e-9);
		assert_true(saltus_set_solver(r, solvers[i / 2]));
		saltus_begin(r);
		for (; saltus_advance_to_event(r, 2.9) == SALTUS_PAUSED && saltus_now(r) < 2.9; events++) {
			saltus_advance(r, saltus_now(r));
			assert_true(i % 2 == 0 || saltus_change(r, "u", events + 1));
			is_near(solvers[i / 2], saltus_get(r, "x"), sliding(1, saltus_now(r)), 1e-7, 0);
		}
		assert_int_equal(events, 5);         /* 5, 4, 3, 2 and 1 are passed */
		saltus_free_run(r);
	}
	saltus_free(p);
}

/* States that are explicitly free: given by an equation, by one that has to be solved, and by rest. */
static void free_starts(void **state)
{
	(void)state;
	static const double t[] = {0, 1};
	found f;
	ask("model M parameter Real a = 1; Real x(fixed = false), y(fixed = false, start = 0.9), z(fixed = false, start = "
		"1); initial equation x = a; y^3 + y = a + 1; der(z) = 0; equation der(x) = 0; der(y) = 0; der(z) = 2*a - z^2 "
		"- z; end M;", NAMES("x", "y", "z"), 3, NAMES("a"), 1, t, 2, 1e-9, true, &f);
	for (int i = 0; i < 2; i++) {
		is_near("x by a", f.d[3 * i], 1, 1e-7, 1);
		is_near("y by a", f.d[3 * i + 1], 0.25, 1e-7, 1);        /* 1/(3 y^2 + 1) at y = 1 */
		is_near("z by a", f.d[3 * i + 2], 2.0 / 3, 1e-7, 1);     /* 2/(2 z + 1) at z = 1 */
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decay), cmocka_unit_test(samples), cmocka_unit_test(linear), cmocka_unit_test(kept),
		cmocka_unit_test(initial), cmocka_unit_test(delayed), cmocka_unit_test(stiff), cmocka_unit_test(pendulum),
		cmocka_unit_test(told), cmocka_unit_test(wrong), cmocka_unit_test(loop), cmocka_unit_test(motor),
		cmocka_unit_test(asked_times), cmocka_unit_test(pauses), cmocka_unit_test(free_starts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
