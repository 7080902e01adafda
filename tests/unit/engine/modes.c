/* The rules of docs/events.md about models whose structure changes. */
#include "unit/engine/trial.h"
#include "study/study.h"
#include <math.h>
#include <pthread.h>

static trial simulated(const char *text, double stop)
{
	trial t = load(text);
	t.settings.stop = stop;
	t.settings.tolerance = 1e-9;
	t.status = se_simulate(t.run, &t.settings);
	if (t.status == SE_FAILED) {
		sb_text messages = {0};
		sb_render(t.model->diag, 0, false, &messages);
		print_message("%s\n", messages.at);
		sb_text_free(&messages);
	}
	return t;
}

static void near(const trial *t, const char *name, double wanted, double tolerance)
{
	double value = last(t, name);
	if (!(fabs(value - wanted) <= tolerance))
		fail_msg("%s is %.12g, not %.12g", name, value, wanted);
}

static uint32_t modes(const trial *t)
{
	uint32_t count;
	se_modes(t->run, &count);
	return count;
}

/* A coil and a resistor feed a capacitor with an ideal diode across it. Where the diode lets go, the voltage leaves
 * zero with no slope: rodas, whose interpolation is right at the ends of a step only, shows it on the wrong side first.
 * And at the start, where nothing has a size yet, dirk shows currents of either sign. Ten periods have a beginning and
 * an end of conduction each, and there is the first beginning. */
static void E16_interpolation_crosses_nothing(void **state)
{
	(void)state;
	static const char *const solver[] = {"rodas", "dirk", "erk"};
	for (int k = 0; k < 3; k++) {
		trial t = load("model M Real i(start = 0, fixed = true), u(start = 0, fixed = true), d; Boolean on(start = "
					   "false, fixed = true);"
					   "equation 0.01*der(i) = 10*sin(314.159265*time) - u - i; 1e-4*der(u) = i - d;"
					   "on = if pre(on) then d >= 0 else u > 0; if on then u = 0; else d = 0; end if; end M;");
		t.settings.stop = 0.2;
		t.settings.solver = solver[k];
		t.status = se_simulate(t.run, &t.settings);
		assert_int_equal(t.status, SE_DONE);
		assert_in_range(se_stats(t.run)->state_events, 20, 21);
		done(&t);
	}
}

/* A branch's equations exist while it holds; the other's do not. noEvent is no way around the event. */
static void E23_only_the_branch_that_holds(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i; equation 10 = v + 2*i;"
	                    "if noEvent(time < 1) then v = 0; else i = 0; end if; end M;", 2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "v", 10, 0);
	near(&t, "i", 0, 0);
	assert_int_equal(modes(&t), 2);
	assert_int_equal(t.run ? se_stats(t.run)->time_events : 0, 1);
	done(&t);
}

/* The new mode is part of the instant: what becomes true in it acts at the same time, and reads its values. What acted
 * before it has read those of the mode before. */
static void E24_the_mode_follows_in_the_instant(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i; Boolean closed = time >= 1; Real before(start = 0, fixed = true), "
						"after(start = 0, fixed = true),"
						"at(start = 0, fixed = true);"
						"equation 10 = v + 2*i; if closed then v = 0; else i = 0; end if;"
						"when closed then before = v; end when;"
						"when i > 2 then after = v; at = time; end when; end M;",
						2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "before", 10, 0);
	near(&t, "after", 0, 0);
	near(&t, "at", 1, 0);
	done(&t);
}

/* A switch that is closed at the edge of a condition only: its mode is entered, because pre(up) still has its value
 * from before the instant, acts, and is left again once pre(up) has followed. */
static void E24_the_mode_follows_before_pre_does(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i; Boolean up = time >= 1; Integer n(start = 0, fixed = true); Real at(start "
						"= 0, fixed = true);"
						"equation 10 = v + 2*i; if up and not pre(up) then v = 0; else i = 0; end if;"
						"when i > 2 then n = pre(n) + 1; at = time; end when; end M;",
						2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "n", 1, 0);
	near(&t, "at", 1, 0);
	near(&t, "i", 0, 0);
	assert_int_equal(modes(&t), 2);
	done(&t);
}

/* A variable that becomes a state begins where it was. */
static void E25_values_go_on_by_name(void **state)
{
	(void)state;
	trial t = simulated("model M Real x, y(start = 7, fixed = true); equation "
	                    "if time < 1 then x = 3*time; der(y) = 1; else der(x) = -x; y = 2*x; end if; end M;", 2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "x", 3 * exp(-1), 1e-7);
	near(&t, "y", 6 * exp(-1), 1e-7);
	done(&t);
}

/* Two wheels that are locked together, with a ratio: the one that is stated decides, whichever is the state. */
static void E26_reinit_comes_first(void **state)
{
	(void)state;
	static const char *const text =
		"model M Real a(start = 6, fixed = true), b(start = 0, fixed = true), t; Boolean locked = time >= 1; equation"
		" der(a) = -t; der(b) = 3*t; if locked then a = 3*b; else t = 0; end if;"
		" when locked then reinit(%s); end when; end M;";
	static const char *const what[] = {"a, 3", "b, 1"};
	for (int k = 0; k < 2; k++) {
		char model[600];
		snprintf(model, sizeof model, text, what[k]);
		trial t = simulated(model, 1.5);
		assert_int_equal(t.status, SE_DONE);
		near(&t, "a", 3, 1e-9);
		near(&t, "b", 1, 1e-9);
		done(&t);
	}
	/* of a variable that is a state only in the mode that follows */
	trial t = simulated("model M Real x(start = 1, fixed = true), u; equation if time < 1 then der(u) = 1; x = u; else "
						"der(x) = -1; end if;"
						"when time >= 1 then reinit(x, 40); end when; end M;",
						2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "x", 39, 1e-9);
	done(&t);
	/* of one that no mode lets go: said */
	t = simulated("model M Real x, y(start = 0, fixed = true); equation x = 2*time; if time < 1 then der(y) = 1; else "
				  "y = 5; end if;"
				  "when time >= 1.5 then reinit(y, 3); end when; end M;",
				  2);
	assert_int_equal(t.status, SE_DONE);
	assert_true(said(&t, "R0210"));
	near(&t, "y", 5, 0);
	done(&t);
}

static void keep_line(void *context, const char *line)
{
	char *kept = context;
	if (strstr(line, "not a state"))
		snprintf(kept, 200, "%s", line);
}

/* A state that leaves keeps its value; one that jumps is logged. */
static void E27_what_leaves_is_held_and_what_is_lost_is_logged(void **state)
{
	(void)state;
	char line[200] = "";
	trial t = load("model M Real x(start = 1, fixed = true), y = 2*x, z(start = 0, fixed = true); equation"
	               " if time < 1 or time > 2 then der(x) = 1; der(z) = 1; else z = 10; end if; end M;");
	t.settings.stop = 3;
	t.settings.log = SE_LOG_EVENTS;
	t.settings.logged = keep_line;
	t.settings.log_context = line;
	assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
	near(&t, "x", 3, 1e-7);
	near(&t, "y", 6, 1e-7);
	near(&t, "z", 11, 1e-7);
	assert_non_null(strstr(line, "z is not a state"));
	assert_non_null(strstr(line, "to 10"));
	done(&t);
}

/* Two open switches share the voltage, two closed ones the current. */
static void E29_what_is_open_is_shared(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Real va, vb, ia, ib; equation 12 = va + vb; ia = ib; if time < 1 then va = 0; else ia = 0; end if;"
		"if time < 1 then ib = 3; else ib = 0; end if; end M;",
		2);
	assert_int_equal(t.status, SE_FAILED); /* the second is merged, so it is no switch: nothing to share with */
	done(&t);
	t = simulated("model M Real va, vb, ia, ib, r; equation 12 = va + vb + r; ia = ib; r = 4*ia;"
				  "if time < 1 then va = 0; else ia = 0; end if; if time < 1 then vb = 0; else ib = 0; end if; end M;",
				  2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "va", 6, 1e-12);
	near(&t, "vb", 6, 1e-12);
	done(&t);
	t = simulated(
		"model M Real va, vb, ia, ib; equation va = vb; ia + ib = 8 - 2*va;"
		"if time >= 1 then va = 0; else ia = 0; end if; if time >= 1 then vb = 0; else ib = 0; end if; end M;",
		2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "ia", 4, 1e-12);
	near(&t, "ib", 4, 1e-12);
	done(&t);
}

static void E30_a_cycle_of_modes_ends_the_run(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i, x(start = -1, fixed = true); equation der(x) = 1; 1 = v + i;"
	                    "if i - v < x then v = 0; else i = 0; end if; end M;", 2);
	assert_int_equal(t.status, SE_FAILED);
	assert_true(said(&t, "R0208"));
	assert_true(se_time(t.run) < 1e-6);
	done(&t);
}

/* Start values suggest that the switch is open; the initial system says otherwise. */
static void E31_the_first_mode_agrees_with_its_conditions(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i, x; initial equation x = 5; equation der(x) = -1; 10 = v + 2*i;"
	                    "if x > 3 then v = 0; else i = 0; end if; end M;", 1);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "i", 5, 0);
	done(&t);
	t = load("model M Real v, i; equation 1 = v + i; if i < 0.5 then v = 0; else i = 0; end if; end M;");
	assert_int_equal(se_simulate(t.run, &t.settings), SE_FAILED);
	assert_true(said(&t, "R0208"));
	done(&t);
}

/* Clocks tick on without a gap, delays look into the mode before, pre and latches are what they were. */
static void E32_clocks_delays_and_left_limits_go_on(void **state)
{
	(void)state;
	trial t = simulated("model M Real v, i, d; Integer n(start = 0, fixed = true), m(start = 0, fixed = true); Boolean "
						"high(start = false, fixed = true);"
						"equation 10 = v + 2*i; if mod(time, 0.2) < 0.1 then v = 0; else i = 0; end if;"
						"when sample(0, 0.03) then n = pre(n) + 1; end when; d = delay(time, 0.25);"
						"high = if pre(high) then time < 1.55 else time > 1.05 and time < 1.2; when high then m = "
						"pre(m) + 1; end when; end M;",
						2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "n", 67, 0);
	near(&t, "d", 1.75, 1e-9);
	near(&t, "m", 1, 0);
	uint32_t count;
	const se_mode_use *use = se_modes(t.run, &count);
	assert_int_equal(count, 2);
	assert_true(use[0].entries + use[1].entries >= 20);
	done(&t);
}

/* Two sources through a diode each onto one resistor: the higher one feeds it, and where they are equal the other takes
 * over, with the whole current at once. Both closed would be a contradiction. */
static void E33_the_current_goes_over(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Real a, b, va, vb, ia, ib, v; Boolean p(start = false, fixed = true), q(start = false, fixed = true);"
		"Integer n(start = 0, fixed = true);"
		"equation a = 5 + sin(6*time); b = 5 + cos(6*time); va = a - v; vb = b - v; v = 2*(ia + ib);"
		"p = if pre(p) then ia >= 0 else va > 0; q = if pre(q) then ib >= 0 else vb > 0;"
		"if p then va = 0; else ia = 0; end if; if q then vb = 0; else ib = 0; end if;"
		"when change(p) then n = pre(n) + 1; end when; end M;",
		1);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "v", 5 + cos(6), 1e-9);         /* the higher of the two at time 1 */
	near(&t, "ib", (5 + cos(6)) / 2, 1e-9);
	near(&t, "ia", 0, 0);
	near(&t, "n", 1, 0);                     /* p turns on at pi/24, and gives way at 5 pi/24 without an edge */
	done(&t);
}

/* Runs in several threads find their modes in one table. */
typedef struct job { st_model *model; double gravity, x, y; se_status status; pthread_t thread; } job;
static const char *const rope =
	"model Rope parameter Real L = 1, g = 9.81; Real phi(start = 0, fixed = true), w(start = 5.8, fixed = true), x, y, "
	"vx, vy, r, F;"
	"Boolean taut(start = true, fixed = true); equation taut = if pre(taut) then F >= 0 else r > L;"
	"if taut then der(phi) = w; L*der(w) = -g*sin(phi); x = L*sin(phi); y = -L*cos(phi); vx = L*w*cos(phi); vy = "
	"L*w*sin(phi);"
	"r = L; F = L*w^2 + g*cos(phi); else der(x) = vx; der(y) = vy; der(vx) = 0; der(vy) = -g; r = sqrt(x^2 + y^2); F = "
	"0; end if;"
	"when taut then reinit(phi, atan2(x, -y)); reinit(w, (vx*(-y) + vy*x)/(x^2 + y^2)); end when; end Rope;";

static void *swing(void *context)
{
	job *j = context;
	sb_diag *diag = sb_diag_new();
	sb_diag_share(diag, j->model->diag);
	se_run *run = st_run(j->model, diag);
	se_settings settings = se_defaults(sc_image(j->model->program));
	settings.stop = 3;
	se_set(run, sm_find_scalar(j->model->flat, "g"), j->gravity);
	j->status = se_simulate(run, &settings);
	j->x = se_value(run, sm_find_scalar(j->model->flat, "x"));
	j->y = se_value(run, sm_find_scalar(j->model->flat, "y"));
	se_run_free(run);
	sb_diag_free(diag);
	return NULL;
}

static void modes_are_shared_by_threads(void **state)
{
	(void)state;
	enum { JOBS = 6 };
	job alone[JOBS], together[JOBS];
	for (int round = 0; round < 2; round++) {
		job *jobs = round ? together : alone;
		st_model *model = st_load("test.mo", NULL, &(st_options){.depth = ST_CODE, .text = rope});
		assert_non_null(model->program);
		for (int k = 0; k < JOBS; k++) {
			jobs[k] = (job){.model = model, .gravity = 9.5 + 0.1 * k};
			if (round)
				assert_int_equal(pthread_create(&jobs[k].thread, NULL, swing, &jobs[k]), 0);
			else
				swing(&jobs[k]);
		}
		for (int k = 0; k < JOBS && round; k++)
			pthread_join(jobs[k].thread, NULL);
		assert_int_equal(sc_mode_count(model->program), 2);
		st_free(model);
	}
	for (int k = 0; k < JOBS; k++) {
		assert_int_equal(together[k].status, SE_DONE);
		assert_true(together[k].x == alone[k].x && together[k].y == alone[k].y);
	}
}

/* The switch opens while the coil feeds it: the diode takes the current, though its voltage was negative to the end.
 * Without the diode's part the state would jump to zero. A when-clause sees the impulse too, and acts once. */
static void E33_a_diode_saves_the_current(void **state)
{
	(void)state;
	const char *text =
		"model M Real v, i, vd, id, il(start = 3, fixed = true); Boolean free(start = false, fixed = true);"
		"Integer n(start = 0, fixed = true); equation 12 = v - vd; i + id = il; der(il) = -vd - il; %s"
		"if time < 1 then v = 0; else i = 0; end if; if free then vd = 0; else id = 0; end if; end M;";
	char model[800];
	snprintf(model, sizeof model, text, "free = if pre(free) then id >= 0 else vd > 0; n = 0;");
	trial t = simulated(model, 2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "il", (12 - 9 * exp(-1)) * exp(-1), 1e-4);
	near(&t, "id", (12 - 9 * exp(-1)) * exp(-1), 1e-4);
	done(&t);
	snprintf(model, sizeof model, text, "when vd > 0 then free = true; n = pre(n) + 1; end when;");
	t = simulated(model, 2);
	assert_int_equal(t.status, SE_DONE);
	near(&t, "il", (12 - 9 * exp(-1)) * exp(-1), 1e-4);
	near(&t, "n", 1, 0);
	done(&t);
}

static uint32_t whole_families(const trial *t)
{
	const ss_plan *plan = t->model->plan;
	uint32_t whole = 0;
	for (uint32_t i = 0; i < plan->families.n; i++)
		whole += !plan->families.at[i].why;
	return whole;
}

/* A rod that a circuit with a switch heats: its families stay whole in every mode, values are carried over, and the
 * energy in it is what the circuit gave, 25 W while the switch is on. In a second model the switch holds the first cell
 * of the rod in one of its modes: there, and only there, the families are written out, and the flow into the cell is
 * that out of it. */
static void families_beside_switches_stay_whole(void **state)
{
	(void)state;
	trial t = simulated(
		"model M parameter Integer N = 300; Real T[N](each start = 0, each fixed = true), Q[N + 1], v, i, E; "
		"equation for k in 1:N loop der(T[k]) = Q[k] - Q[k + 1]; end for; for k in 2:N loop Q[k] = 10*(T[k - 1] - "
		"T[k]); end for; "
		"Q[1] = v*i; Q[N + 1] = 0; 10 = v + i; if sin(6*time) > 0 then v = 5; else i = 0; end if; E = sum(T); end M;",
		2);
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal(modes(&t), 2);
	assert_int_equal(whole_families(&t), 2);
	near(&t, "E", 25 * 3.14159265358979 / 3, 1e-5);
	done(&t);
	t = simulated("model M parameter Integer N = 300; Real T[N](each start = 0, each fixed = true), Q[N + 1]; "
				  "equation for k in 1:N loop der(T[k]) = Q[k] - Q[k + 1]; end for; for k in 2:N loop Q[k] = 10*(T[k - "
				  "1] - T[k]); end for; "
				  "Q[N + 1] = 0; if time < 1 then Q[1] = 1; else der(T[1]) = 0; end if; end M;",
				  2);
	assert_int_equal(t.status, SE_DONE);
	assert_int_equal(modes(&t), 2);
	assert_int_equal(whole_families(&t), 2);
	near(&t, "Q[1]", last(&t, "Q[2]"), 1e-9);
	assert_true(last(&t, "Q[1]") > 0.1);
	done(&t);
}

/* A coil fed through a switch and a diode, in continuous conduction: at each of 40 turns the conditions first ask for a
 * mode in which the source is shorted. That it cannot be is found once. */
static void a_mode_that_cannot_be_is_analysed_once(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Real v, i, vd, id, il(start = 0, fixed = true); Boolean on = mod(time, 1) < 0.6, free(start = true, "
		"fixed = true);"
		"equation 12 = v - vd; i + id = il; der(il) = -vd - 0.1*il; free = if pre(free) then id >= 0 else vd > 0;"
		"if on then v = 0; else i = 0; end if; if free then vd = 0; else id = 0; end if; end M;",
		20.3);
	assert_int_equal(t.status, SE_DONE);
	assert_true(sc_mode_count(t.model->program) > 2);
	assert_in_range(sc_mode_analyses(t.model->program), 2, sc_mode_count(t.model->program));
	done(&t);
}

/* A transistor turns on against a conducting diode: for that moment it would short the capacitor, and the diode of the
 * mains, which blocks, would have a voltage. The impulse makes the first diode let go, and nobody looks at the second:
 * no candidate is refused because of values. */
static void E135_values_after_a_jump_that_does_not_take_place(void **state)
{
	(void)state;
	trial t = simulated(
		"model M Real i(start = 20, fixed = true), u(start = 12, fixed = true), vq, iq, vd, id, vr, ir; Boolean closed "
		"= mod(time, 1e-3) >= 5e-4;"
		"Boolean d(start = true, fixed = true), r(start = false, fixed = true);"
		"equation 1e-3*der(i) = 5 - vq; i = iq + id; 1e-2*der(u) = id + ir - u/100; vd = vq - u; vr = 10 - 0.1*ir - u;"
		"d = if pre(d) then id >= 0 else vd > 0; r = if pre(r) then ir >= 0 else vr > 0;"
		"if closed then vq = 0; else iq = 0; end if; if d then vd = 0; else id = 0; end if; if r then vr = 0; else ir "
		"= 0; end if;"
		"end M;",
		3.2e-3);
	assert_int_equal(t.status, SE_DONE);
	assert_in_range(
		se_searched(t.run)->by_impulse, 2,
		6); /* one candidate at the first turns on and off, and no more than one at each of the others (E148) */
	assert_int_equal(se_searched(t.run)->by_values, 0);
	done(&t);
}

/* Two coils in series: together from 10 V and 3 Ohm until 0.1, each by itself until 0.2, then the flux is shared. */
static double shared_current(double l1, double l1_later)
{
	double i = 10.0 / 3 * (1 - exp(-3 * 0.1 / (l1 + 0.3))), half = 10 + (i - 10) * exp(-0.05 / l1);
	double i1 = 10 + (half - 10) * exp(-0.05 / l1_later), i2 = i * exp(-2 * 0.1 / 0.3);
	return (l1_later * i1 + 0.3 * i2) / (l1_later + 0.3);
}

/* The impulse system of the first mode outlives a simulation; the parameters do not, and neither do those of a paused
 * run. A factor that is zero in one simulation only is no part of the structure of the next. */
static void E173_jumps_have_the_parameters_of_their_time(void **state)
{
	(void)state;
	static const double l1[] = {0.1, 0.2, 0.4};
	trial t = load("model M parameter Real L1 = 0.3, R = 0; Real i1(start = 0, fixed = true), i2(start = 0, fixed = "
				   "true), v, is; Boolean closed = time >= 0.1 and time < 0.2;"
				   "equation L1*der(i1) = 10 - v - i1; 0.3*der(i2) = v - 2*i2; i1 = i2 + is;"
				   "if closed then v = R*is; else is = 0; end if; end M;");
	uint32_t scalar = sm_find_scalar(t.model->flat, "L1"), r = sm_find_scalar(t.model->flat, "R");
	t.settings.stop = 0.2;
	t.settings.tolerance = 1e-9;
	for (int k = 0; k < 9; k++) {
		assert_true(se_set(t.run, scalar, l1[k % 3]));
		assert_true(se_set(t.run, r, k / 3 == 1 ? 1e-9 : 0));
		assert_int_equal(se_simulate(t.run, &t.settings), SE_DONE);
		near(&t, "i1", shared_current(l1[k % 3], l1[k % 3]), 1e-7);
	}
	assert_int_equal(se_begin(t.run, &t.settings), SE_PAUSED);
	assert_int_equal(se_advance(t.run, 0.15, false), SE_PAUSED);
	assert_true(se_change(t.run, scalar, 0.8));
	assert_int_equal(se_advance(t.run, 0.2, false), SE_DONE);
	assert_int_equal(se_end(t.run), SE_DONE);
	near(&t, "i1", shared_current(l1[2], 0.8), 1e-7);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E23_only_the_branch_that_holds),
		cmocka_unit_test(E16_interpolation_crosses_nothing),
		cmocka_unit_test(E24_the_mode_follows_in_the_instant), cmocka_unit_test(E24_the_mode_follows_before_pre_does),
		cmocka_unit_test(E25_values_go_on_by_name),
		cmocka_unit_test(E26_reinit_comes_first),
		cmocka_unit_test(E27_what_leaves_is_held_and_what_is_lost_is_logged),
		cmocka_unit_test(E29_what_is_open_is_shared),
		cmocka_unit_test(E30_a_cycle_of_modes_ends_the_run),
		cmocka_unit_test(E31_the_first_mode_agrees_with_its_conditions),
		cmocka_unit_test(E32_clocks_delays_and_left_limits_go_on),
		cmocka_unit_test(E33_the_current_goes_over),
		cmocka_unit_test(E33_a_diode_saves_the_current),
		cmocka_unit_test(a_mode_that_cannot_be_is_analysed_once),
		cmocka_unit_test(E173_jumps_have_the_parameters_of_their_time),
		cmocka_unit_test(families_beside_switches_stay_whole), cmocka_unit_test(modes_are_shared_by_threads),
		cmocka_unit_test(E135_values_after_a_jump_that_does_not_take_place),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
