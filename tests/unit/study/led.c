/* The public interface: runs that are led by the hand, changed, held, saved and copied. */
#include "unit/study/public.h"

/* ------------------------------------------------------------------------------------------------ led by the hand */

static void a_run_is_led_by_the_hand(void **state)
{
	(void)state;
	saltus_program *p =
		load("model Led parameter Real u = 0; parameter Real k = 1; Real x(start = 1, fixed = true); Real y; Integer "
			 "n(start = 0, fixed = true); "
			 "equation der(x) = u - k*x; y = 2*x; when x < 0.5 then n = pre(n) + 1; end when; end Led;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 4);
	saltus_set_tolerance(r, 1e-9);
	assert_true(isnan(saltus_now(NULL)));
	assert_false(saltus_change(r, "u", 1));          /* not begun */
	assert_non_null(strstr(saltus_run_messages(r), "R0281"));
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_true(saltus_now(r) == 0 && saltus_get(r, "y") == 2);
	assert_int_equal(saltus_advance(r, 0.3), SALTUS_PAUSED);
	assert_true(saltus_now(r) == 0.3);
	assert_true(fabs(saltus_get(r, "x") - exp(-0.3)) < 1e-7 && saltus_get(r, "y") == 2 * saltus_get(r, "x"));
	assert_int_equal(saltus_advance_to_event(r, 4), SALTUS_PAUSED);
	assert_true(fabs(saltus_now(r) - log(2)) < 1e-7 && saltus_get(r, "n") == 1);
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);
	/* u and k at once: x' = 3 - 2x from exp(-1) on */
	assert_true(saltus_change(r, "u", 3) && saltus_change(r, "k", 2));
	assert_int_equal(saltus_advance(r, 1.5), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "x") - (1.5 + (exp(-1) - 1.5) * exp(-1))) < 1e-7);
	/* a state: the event of x < 0.5 takes place at once */
	assert_true(saltus_change(r, "x", 0.25));
	assert_true(saltus_get(r, "x") == 0.25 && saltus_get(r, "y") == 0.5 && saltus_get(r, "n") == 2);
	assert_int_equal(saltus_advance(r, 2), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "x") - (1.5 - 1.25 * exp(-1))) < 1e-7);
	/* what cannot be */
	assert_false(saltus_change(r, "y", 1) || saltus_change(r, "nothing", 1) || saltus_change(r, "x", NAN) ||
				 saltus_change(r, "k", INFINITY));
	assert_true(isnan(saltus_get(r, "nothing")));
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);    /* backwards: it stays where it is */
	assert_true(saltus_now(r) == 2);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	assert_true(saltus_now(r) == 2 && fabs(saltus_final(r, "x") - (1.5 - 1.25 * exp(-1))) < 1e-7);
	assert_true(saltus_time(r, saltus_rows(r) - 1) == 2);
	assert_int_equal(saltus_advance(r, 3), SALTUS_DONE);     /* it has ended */
	/* changes are of that run alone */
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "x") - exp(-4)) < 1e-7 && saltus_final(r, "k") == 1);
	saltus_free_run(r);
	saltus_free(p);
}

/* der(u) of an input that is changed is an impulse: x jumps with u, and falls from there. Of y = der(2*u*time) the jump
 * is 2*t*u and the rest 2*u. Elements of an array follow one by one. */
static void the_derivative_of_a_changed_input(void **state)
{
	(void)state;
	saltus_program *p =
		load("model M input Real u; input Real w[2]; Real x(start = 0, fixed = true), y(start = 0, fixed = true), "
			 "z(start = 0, fixed = true); equation der(x) = der(u) - x; der(y) = der(2*u*time); "
			 "der(z) = der(w[1]) + 10*der(w[2]); end M;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 3);
	saltus_set_tolerance(r, 1e-9);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);
	assert_true(saltus_change(r, "u", 2) && saltus_change(r, "w[2]", 3));
	assert_true(fabs(saltus_get(r, "x") - 2) < 1e-12 && fabs(saltus_get(r, "y") - 4) < 1e-12);
	assert_true(fabs(saltus_get(r, "z") - 30) < 1e-12);
	assert_int_equal(saltus_advance(r, 2), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "x") - 2 * exp(-1)) < 1e-7 && fabs(saltus_get(r, "y") - 8) < 1e-7);
	assert_true(saltus_change(r, "u", -1) && saltus_change(r, "w[1]", 1));
	assert_int_equal(saltus_advance(r, 3), SALTUS_DONE);
	assert_true(fabs(saltus_get(r, "x") - (2 * exp(-1) - 3) * exp(-1)) < 1e-7);
	assert_true(fabs(saltus_get(r, "y") + 6) < 1e-7 && fabs(saltus_get(r, "z") - 31) < 1e-12);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	saltus_free_run(r);
	saltus_free(p);
}

/* What a run that has come to its end shows before saltus_end: all variables at this time, before the last instant. A
 * look leaves no trace: every row is the same without it. */
typedef struct looked_at { double x, v, a, twice, late, ended, last; } looked_at;

static looked_at look_at_end(saltus_program *p, saltus_run *r)
{
	static const char *const names[] = {"x", "v", "a", "twice", "late", "ended"};
	double got[6];
	size_t handles[6];
	for (size_t i = 0; i < 6; i++)
		handles[i] = saltus_find(p, names[i]);
	saltus_get_at(r, handles, 6, got);
	for (size_t i = 0; i < 6; i++)
		assert_true(saltus_get(r, names[i]) == got[i]);
	return (looked_at){got[0], got[1], got[2], got[3], got[4], got[5], saltus_now(r)};
}

/* Ends at 10, or where x falls below -0.5 after a quarter of its period: at acos(-0.5)/3. */
static void ends_with_solver(saltus_program *p, const char *solver, bool early)
{
	double end = early ? acos(-0.5) / 3 : 10;
	double room = strcmp(solver, "euler") == 0 ? INFINITY : strcmp(solver, "heun") == 0 ? 0.02 : 2e-3;
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 10);
	saltus_set_interval(r, 0.01);
	assert_true(saltus_set_solver(r, solver) && saltus_set(r, "early", early));
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	values without = all_values(p, r);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 10), SALTUS_DONE);
	for (int again = 0; again < 2; again++) {
		looked_at l = look_at_end(p, r);
		assert_true(fabs(l.last - end) < room && fabs(l.x - cos(3 * end)) < room);
		assert_true(fabs(l.v + 3 * sin(3 * end)) < 3 * room);
		assert_true(fabs(l.a + 9 * l.x) < 1e-12 && fabs(l.twice - 2 * l.a - l.last) < 1e-12);
		assert_true(l.late == 0 && l.ended == 0);        /* that is of the last instant */
	}
	assert_int_equal(saltus_advance(r, 10), SALTUS_DONE);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	looked_at l = look_at_end(p, r);
	assert_true(fabs(l.a + 9 * l.x) < 1e-12 && l.late == !early && l.ended == 1);
	values with = all_values(p, r);
	assert_true(same_bits(without, with));
	free(without.at);
	free(with.at);
	saltus_free_run(r);
}

static void a_run_shows_its_end(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "cvode", "adams", "ida", "erk", "dirk", "rodas", "euler", "heun",
		"rk4"};
	saltus_program *p =
		load("model End parameter Boolean early = false; Real x(start = 1, fixed = true), v(start = 0, fixed = true); "
			 "Real a, twice, late; Integer ended(start = 0, fixed = true); "
			 "equation der(x) = v; der(v) = a; a = -9*x; twice = 2*a + time; late = if time >= 10 then 1 else 0; "
			 "when terminal() then ended = 1; end when; "
			 "when early and x < -0.5 then terminate(\"far enough\"); end when; end End;");
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		ends_with_solver(p, solvers[k], false);
		ends_with_solver(p, solvers[k], true);
	}
	saltus_free(p);
}

static bool asks_to_stop(void *context)
{
	(void)context;
	return false;
}

/* A run that was interrupted, from outside or by its time limit, shows where it stands, too. */
static void an_interrupted_run_shows_its_values(void **state)
{
	(void)state;
	saltus_program *p =
		load("model Long Real x(start = 0, fixed = true), y, z; Integer n(start = 0, fixed = true); "
			 "equation der(x) = 1; y = 2*x; z = y + time; "
			 "when sample(0.5, 1) then n = pre(n) + 1; end when; end Long;");
	for (int timed = 0; timed < 2; timed++) {
		saltus_run *r = saltus_new_run(p);
		saltus_set_stop(r, 1e12);
		saltus_set_interval(r, 1e11);
		if (timed)
			saltus_set_timeout(r, 0.2);
		else
			saltus_set_progress(r, asks_to_stop, NULL);
		assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
		assert_int_equal(saltus_advance(r, 1e12), timed ? SALTUS_TIMEOUT : SALTUS_STOPPED);
		double now = saltus_now(r);
		assert_true(now > 0 && fabs(saltus_get(r, "x") - now) < 1e-6 * now);
		assert_true(saltus_get(r, "y") == 2 * saltus_get(r, "x") && saltus_get(r, "z") == saltus_get(r, "y") + now);
		assert_int_equal(saltus_end(r), timed ? SALTUS_TIMEOUT : SALTUS_STOPPED);
		assert_true(saltus_get(r, "y") == 2 * saltus_get(r, "x"));
		saltus_free_run(r);
	}
	saltus_free(p);
}

/* Inputs of the model keep what they are given; conditions, edges and changes of them act in the instant of the change,
 * and a save keeps them. */
static void inputs_are_changed(void **state)
{
	(void)state;
	saltus_program *p = load("model Fed input Real u(start = 2); input Boolean b; input Integer k(start = 3); input "
							 "Real w[2](start = {1, 0}); Real x(start = 0, fixed = true); "
							 "Real y = 2*u; Integer n(start = 0, fixed = true); Integer m(start = 0, fixed = true); "
							 "equation der(x) = u - w[1]*x; "
							 "when u > 2.5 then n = pre(n) + 1; end when; when {edge(b), change(k)} then m = pre(m) + "
							 "1; end when; end Fed;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 3);
	saltus_set_tolerance(r, 1e-9);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);
	double x = 2 - 2 * exp(-1);
	assert_true(fabs(saltus_get(r, "x") - x) < 1e-7 && saltus_get(r, "y") == 4);
	assert_true(saltus_change(r, "u", 5) && saltus_change(r, "b", 1) && saltus_change(r, "w[1]", 2));
	assert_true(saltus_get(r, "y") == 10 && saltus_get(r, "n") == 1 && saltus_get(r, "m") == 1 &&
				saltus_get(r, "u") == 5);
	assert_false(saltus_change(r, "u", NAN) || saltus_change(r, "b", 0.5) || saltus_change(r, "k", 1.5) ||
				 saltus_change(r, "y", 1));
	assert_int_equal(saltus_advance(r, 2), SALTUS_PAUSED);
	x = 2.5 + (x - 2.5) * exp(-2);
	assert_true(fabs(saltus_get(r, "x") - x) < 1e-7);
	assert_true(saltus_change(r, "k", 4) && saltus_change(r, "b", 0));
	assert_true(saltus_get(r, "m") == 2 && saltus_get(r, "k") == 4 && saltus_get(r, "n") == 1);
	saltus_run *other = saltus_copy(r);
	assert_non_null(other);
	assert_int_equal(saltus_advance(r, 3), SALTUS_DONE);
	assert_int_equal(saltus_advance(other, 3), SALTUS_DONE);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	assert_int_equal(saltus_end(other), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "x") - (2.5 + (x - 2.5) * exp(-2))) < 1e-7 &&
				saltus_final(r, "x") == saltus_final(other, "x") && saltus_final(other, "u") == 5);
	assert_true(saltus_value(r, 0, "u") == 2 && saltus_value(r, saltus_rows(r) - 1, "u") == 5);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);       /* the next one begins with the start values */
	assert_true(fabs(saltus_final(r, "x") - (2 - 2 * exp(-3))) < 1e-7 && saltus_final(r, "u") == 2 &&
				saltus_final(r, "n") == 0);
	saltus_free_run(r);
	saltus_free_run(other);
	saltus_free(p);
}

/* ... in modes, too, that are entered and left meanwhile: a switch that is closed between x = 0.5 and 1.5, and by the
 * input b. */
static void inputs_are_changed_in_modes(void **state)
{
	(void)state;
	saltus_program *p =
		load("model Switched input Real u(start = 1); input Boolean b; Real x(start = 0, fixed = true), v, i, q(start "
			 "= 0, fixed = true); equation der(x) = 1; "
			 "v + i = u; if (x > 0.5 and x < 1.5) or b then v = 0; else i = 0; end if; der(q) = v; end Switched;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 3);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 0.25), SALTUS_PAUSED);
	assert_true(saltus_change(r, "u", 3));
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "q") - 1) < 1e-6 && saltus_get(r, "i") == 3 && saltus_change(r, "u", 5));
	assert_int_equal(saltus_advance(r, 2), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "q") - 3.5) < 1e-6 && saltus_get(r, "v") == 5 && saltus_change(r, "b", 1));
	assert_int_equal(saltus_advance(r, 2.5), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "q") - 3.5) < 1e-6 && saltus_get(r, "v") == 0 && saltus_change(r, "b", 0) &&
				saltus_change(r, "u", 1));
	assert_int_equal(saltus_advance(r, 3), SALTUS_DONE);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "q") - 4) < 1e-6 && saltus_final(r, "u") == 1);
	saltus_free_run(r);
	saltus_free(p);
}

/* The interval of a clock is part of what a run was planned with. */
static void a_clock_keeps_its_interval(void **state)
{
	(void)state;
	static const char *const clocks[] = {"Clock(T)", "Clock(Clock(T), solverMethod = \"ExplicitEuler\")",
										 "superSample(Clock(2*T), 2)"};
	for (int k = 0; k < 3; k++) {
		char text[500];
		snprintf(text, sizeof text,
				 "model Ticking parameter Real T = 0.5; parameter Real g = 1; Real x(start = 0, fixed = true); Integer "
				 "n(start = 0); "
				 "equation der(x) = g; when %s then n = previous(n) + 1; end when; end Ticking;",
				 clocks[k]);
		saltus_program *p = load(text);
		saltus_run *r = saltus_new_run(p);
		saltus_set_stop(r, 2.1);
		assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
		assert_int_equal(saltus_advance(r, 0.6), SALTUS_PAUSED);
		assert_false(saltus_change(r, "T", 0.1));
		assert_true(strlen(saltus_run_messages(r)) > 0 && saltus_change(r, "g", 2));
		assert_int_equal(saltus_advance(r, 2.1), SALTUS_DONE);
		assert_int_equal(saltus_end(r), SALTUS_DONE);
		assert_true(saltus_final(r, "n") == 5 && fabs(saltus_final(r, "x") - 3.6) < 1e-9);
		saltus_free_run(r);
		saltus_free(p);
	}
}

/* What a run was planned with cannot be changed in it, and a change that was refused has no effect, then or later. */
static void changes_that_cannot_be(void **state)
{
	(void)state;
	saltus_program *p = load("model Planned parameter Real T = 1; parameter Real half = T/2; parameter Real lag = 0.5; "
							 "parameter Real k = 1; Real x(start = 0, fixed = true); Real z; "
							 "Integer n(start = 0, fixed = true); equation der(x) = k; z = delay(x, lag); when "
							 "sample(0, half) then n = pre(n) + 1; end when; end Planned;");
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 4);
	assert_int_equal(saltus_advance(r, 1), SALTUS_FAILED);          /* not begun */
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 1.1), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, NAN), SALTUS_FAILED);
	assert_false(saltus_change(r, "T", 0.1) || saltus_change(r, "half", 0.1) || saltus_change(r, "lag", 1) ||
				 saltus_set(r, "k", 7));
	assert_true(saltus_get(r, "T") == 1 && saltus_get(r, "half") == 0.5 && saltus_get(r, "lag") == 0.5);
	assert_true(saltus_change(r, "k", 2));
	assert_int_equal(saltus_advance(r, 2.1), SALTUS_PAUSED);
	assert_true(fabs(saltus_get(r, "x") - 3.1) < 1e-9 && fabs(saltus_get(r, "z") - 2.1) < 1e-9 &&
				saltus_get(r, "n") == 5);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	saltus_free_run(r);
	saltus_free(p);
	/* modes: an inertia whose value the mode was analysed with, and a parameter that is computed from one that may
	 * change */
	p = load("model Clutch parameter Real J1 = 2, J2 = 5, load = 1; parameter Real twice = 2*load; Real w1(start = 10, "
			 "fixed = true), w2(start = -1, fixed = true), tau; "
			 "Boolean e = time >= 1; equation J1*der(w1) = -tau; J2*der(w2) = tau - twice; if e then w1 = w2; else tau "
			 "= 0; end if; end Clutch;");
	r = saltus_new_run(p);
	saltus_set_stop(r, 3);
	saltus_set_tolerance(r, 1e-9);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 2), SALTUS_PAUSED);
	double w = (2 * 10 + 5 * -1 - 2 * 2.0) / 7;      /* the momentum, less what the load has taken */
	assert_true(fabs(saltus_get(r, "w1") - w) < 1e-6);
	bool refused = !saltus_change(r, "J1", 20);
	assert_true(saltus_change(r, "load", 7));
	assert_int_equal(saltus_advance(r, 3), SALTUS_DONE);
	assert_int_equal(saltus_end(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "w2") - (w - 14 / (refused ? 7.0 : 25.0))) < 1e-6);
	assert_int_equal(saltus_simulate(r), SALTUS_DONE);
	assert_true(fabs(saltus_final(r, "w2") - (2 * 10 - 5 - 2 * 3.0) / 7) < 1e-6 && saltus_final(r, "J1") == 2);
	saltus_free_run(r);
	saltus_free(p);
}

/* A ball that comes to rest, is lifted off the floor, and rests again. */
static const char resting[] =
	"model Resting Real h(start = 1, fixed = true), v(start = 0, fixed = true), way(start = 0, fixed = true); equation "
	"der(h) = v; der(v) = -9.81 + (if time > 3 and time < 3.2 then 30 else 0); der(way) = h; "
	"when h < 0 then reinit(v, -0.5*pre(v)); end when; end Resting;";

/* Beyond |drift| = 1 the motion leaves s = 0; while it slides, the mean of the relay is -drift. */
static const char sliding[] =
	"model Sliding Real s(start = 1, fixed = true), y(start = 0, fixed = true), drift = 1.4*sin(time); equation "
	"der(s) = drift + der(y); der(y) = if s > 0 then -1 else 1; end Sliding;";

/* Each save goes on as the run does, whether the motion is held, about to be held, or let go. */
static void a_held_run_goes_on(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "erk", "rodas", "cvode", "rk4"}, *const names[] = {"way", "y"};
	for (int slides = 0; slides < 2; slides++) {
		saltus_program *p = load(slides ? sliding : resting);
		for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
			saltus_run *r = saltus_new_run(p), *copies[24];
			saltus_set_stop(r, 6);
			saltus_set_interval(r, 0.05);
			saltus_set_rest(r, true);
			saltus_set_slide(r, true);
			assert_true(saltus_set_solver(r, solvers[k]));
			assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
			for (int i = 0; i < 24; i++) {
				assert_int_equal(saltus_advance(r, 0.25 * i + 0.13), SALTUS_PAUSED);
				copies[i] = saltus_copy(r);
				assert_non_null(copies[i]);
			}
			assert_int_equal(saltus_advance(r, INFINITY), SALTUS_DONE);
			assert_int_equal(saltus_end(r), SALTUS_DONE);
			double final = saltus_final(r, names[slides]);
			if (slides)
				assert_true(fabs(saltus_final(r, "s") - 1 - final - 1.4 * (1 - cos(6))) < 1e-4);
			else
				assert_true(fabs(saltus_final(r, "h")) < 1e-6);
			for (int i = 0; i < 24; i++) {
				assert_int_equal(saltus_advance(copies[i], INFINITY), SALTUS_DONE);
				assert_int_equal(saltus_end(copies[i]), SALTUS_DONE);
				if (strcmp(solvers[k], "cvode"))       /* which begins anew at each save, and there were later ones */
					assert_true(saltus_final(copies[i], names[slides]) == final);
				else
					assert_true(fabs(saltus_final(copies[i], names[slides]) - final) < 1e-4);
				saltus_free_run(copies[i]);
			}
			saltus_free_run(r);
		}
		saltus_free(p);
	}
}

/* A file and a copy go on with the same bits as the run itself, with all kinds of events, and whatever the solver is.
 */
/* What a run has told before it was saved, the one that goes on does not tell again. */
static void a_saved_run_tells_nothing_twice(void **state)
{
	(void)state;
	char path[] = "/tmp/saltus-saved-XXXXXX";
	close(mkstemp(path));
	saltus_program *p = load("model D Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1e-4); "
							 "annotation(experiment(StopTime = 100)); end D;");
	saltus_run *r = saltus_new_run(p), *read = saltus_new_run(p);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 0.001), SALTUS_PAUSED);
	assert_non_null(strstr(saltus_run_messages(r), "R0720"));
	assert_true(saltus_save(r, path));
	assert_int_equal(saltus_restore(read, path), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(read, 0.002), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 0.002), SALTUS_PAUSED);
	assert_null(strstr(saltus_run_messages(read), "R0720"));
	assert_true(saltus_get(read, "x") == saltus_get(r, "x"));
	assert_true(fabs(saltus_get(r, "x") - exp(-0.002)) < 1e-6);
	saltus_free_run(r);
	saltus_free_run(read);
	saltus_free(p);
	unlink(path);
}

static void a_saved_run_goes_on(void **state)
{
	(void)state;
	static const char *const solvers[] = {"auto", "erk", "rodas", "cvode", "rk4"};
	char path[] = "/tmp/saltus-saved-XXXXXX";
	int file = mkstemp(path);
	assert_true(file >= 0);
	close(file);
	saltus_program *p = load(busy);
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		saltus_run *r = saltus_new_run(p), *read = saltus_new_run(p);
		saltus_set_stop(r, 2);
		saltus_set(r, "e", 0.7);
		assert_true(saltus_set_solver(r, solvers[k]));
		assert_false(saltus_save(r, path));              /* not begun */
		assert_non_null(strstr(saltus_run_messages(r), "R0282"));
		assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
		assert_int_equal(saltus_advance(r, 0.777), SALTUS_PAUSED);
		assert_true(saltus_save(r, path));
		saltus_run *copy = saltus_copy(r);
		assert_non_null(copy);
		assert_int_equal(saltus_restore(read, path), SALTUS_PAUSED);
		saltus_run *const all[] = {r, copy, read};
		double h[3], held[3], n[3];
		for (int i = 0; i < 3; i++) {
			assert_true(saltus_now(all[i]) == 0.777);
			assert_int_equal(saltus_advance(all[i], INFINITY), SALTUS_DONE);
			assert_int_equal(saltus_end(all[i]), SALTUS_DONE);
			h[i] = saltus_final(all[i], "h");
			held[i] = saltus_final(all[i], "held");
			n[i] = saltus_final(all[i], "n");
		}
		assert_true(h[0] == h[1] && h[0] == h[2] && held[0] == held[1] && held[0] == held[2] && n[0] == n[1] &&
					n[0] == n[2] && n[0] > 2);
		for (int i = 0; i < 3; i++)
			saltus_free_run(all[i]);
	}
	/* what cannot be */
	saltus_program *other = load(decay);
	saltus_run *r = saltus_new_run(other);
	assert_int_equal(saltus_restore(r, path), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "R0283"));
	FILE *f = fopen(path, "r+b");
	fseek(f, 100, SEEK_SET);
	fputc('x', f);
	fputc('y', f);
	fclose(f);
	assert_int_equal(saltus_restore(r, path), SALTUS_FAILED);
	assert_non_null(strstr(saltus_run_messages(r), "damaged"));
	assert_int_equal(saltus_restore(r, "/nowhere/at/all"), SALTUS_FAILED);
	assert_false(saltus_save(NULL, path));
	assert_null(saltus_copy(NULL));
	saltus_free_run(r);
	saltus_free(other);
	saltus_free(p);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_led_by_the_hand), cmocka_unit_test(the_derivative_of_a_changed_input),
		cmocka_unit_test(a_run_shows_its_end), cmocka_unit_test(an_interrupted_run_shows_its_values),
		cmocka_unit_test(a_held_run_goes_on), cmocka_unit_test(a_saved_run_goes_on),
		cmocka_unit_test(a_saved_run_tells_nothing_twice), cmocka_unit_test(changes_that_cannot_be),
		cmocka_unit_test(inputs_are_changed), cmocka_unit_test(inputs_are_changed_in_modes),
		cmocka_unit_test(a_clock_keeps_its_interval),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
