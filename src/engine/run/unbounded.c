/* Rates without bounds where a condition turns that guards an operation, as in if time < 1 then 1/(1 - time) else 0
 * (E230).
 *
 * A rate that grows like d^(-p) with the distance d in time from such a moment has an integral for p < 1 alone, and
 * near p = 1 most of it lies nearer to the moment than times can be told apart. No solver sees that: it stops just
 * before the moment, or begins just behind it. So the rates are looked at on both sides, at distances that differ by
 * orders of magnitude, which give p. What the rest of the way adds follows from p, and so does the first step of the
 * solver. An integral that diverges ends the run; one that the solver has missed is told.
 *
 * A solution may grow beyond all bounds by itself, too, as that of der(x) = x^2. Before the stop no step is short
 * enough for it; at the stop, or just behind it, the solver arrives, and what it has is mostly error (E300). */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/forcing/engine_forcing.h"
#include "engine/instant/instant.h"
#include "engine/run/run.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double STEEP = 0.5;          /* of slower growth the solvers miss nothing that counts */
static const double DIVERGES = 0.98;
static const double FURTHEST = 1e9;       /* where it is looked at last, in units of what time can show */
static const double APART = 1e3;          /* ratio of two distances that tell p */
static const double NEARER = 30;          /* and of one between them */
static const double COUNTS = 10;          /* tolerances, of the size of a state */
static const double NEAREST = 0.4;        /* of the distance of the first point from a moment, whose rounding it has */
static const double ABOVE = 1.2;          /* of the power of the law: the rounding of a moment is a tenth of it */
static const double UNSURE = 0.01;        /* part of a state that may be off at the stop without a word */
static const double SLOWEST = 0.95, FASTEST = 6;  /* powers of a rate at a pole */

struct se_unbounded {
	const si_image *image;
	double passed;                   /* the last moment to which time went on by itself */
	double begin;                    /* where the solver has begun anew */
	double at_least;                 /* how far from there it is looked at next, in units of what time can show */
	bool told;                       /* something of what follows there */
	bool open;                       /* there a condition has turned, or time went on, and nothing was looked at yet */
	long long *latch;                /* by watch, there or before */
	double *x, *near, *far, *middle, *between; /* states there; rates at distances from there */
	double *slope;                   /* the mean rates of a step behind the stop */
};

static void make(se_run *run)
{
	struct se_unbounded *s = run->control->unbounded;
	size_t bytes = run->image->states * sizeof(double);
	s->image = run->image;
	s->passed = s->begin = NAN;
	s->open = false;
	s->latch = sb_draw(s->latch, (run->image->watches.n + 1) * sizeof *s->latch);
	for (uint32_t i = 0; i < run->image->watches.n; i++)
		s->latch[i] = -1;
	double **lists[] = {&s->x, &s->near, &s->far, &s->middle, &s->between, &s->slope};
	for (uint32_t k = 0; k < sizeof lists / sizeof *lists; k++)
		*lists[k] = sb_draw(*lists[k], bytes + sizeof(double));
}

void se_unbounded_begin(se_run *run)
{
	if (run->control->unbounded)
		run->control->unbounded->image = NULL;
}

void se_unbounded_free(se_run *run)
{
	struct se_unbounded *s = run->control->unbounded;
	if (!s)
		return;
	sb_put_back(s->latch);
	sb_put_back(s->x);
	sb_put_back(s->near);
	sb_put_back(s->far);
	sb_put_back(s->middle);
	sb_put_back(s->between);
	sb_put_back(s->slope);
	run->control->unbounded = NULL;
}

/* Is there an operation at all that may have no value? At the start that is looked at in any case. */
static bool may_be_unbounded(const se_run *run)
{
	bool any = run->image->guards.n > 0 || run->segment == run->settings.start;
	for (uint32_t i = 0; i < run->image->watches.n && !any; i++)
		any = run->image->watches.at[i].guards;
	return any && run->image->states > 0 && run->solver;
}

static struct se_unbounded *of(se_run *run)
{
	if (!run->control->unbounded)
		run->control->unbounded = sb_new(run->arena, struct se_unbounded);
	if (run->control->unbounded->image != run->image)
		make(run);
	return run->control->unbounded;
}

/* Has a condition that guards turned since the last question? */
static bool guard_has_turned(se_run *run, struct se_unbounded *s)
{
	bool turned = false;
	for (uint32_t i = 0; i < run->image->watches.n; i++) {
		turned |= run->image->watches.at[i].guards && s->latch[i] != run->d->latch[i];
		s->latch[i] = run->d->latch[i];
	}
	return turned;
}

static bool rates_at(se_run *run, double t, const double *x, double *rates)
{
	se_at(run, t, x);
	run->f->rates(run->d);
	run->stats.evaluations++;
	bool good = !run->d->failed;
	if (!good)
		sc_forgive(run->d);
	sc_forget_noticed(run->d);
	memcpy(rates, run->d->xd, run->image->states * sizeof *rates);
	run->fresh_x = NULL;
	run->fresh_time = NAN;
	return good;
}

static double counts_of(const se_run *run, uint32_t state, double x)
{
	return COUNTS * run->settings.tolerance * fmax(fabs(x), run->nominal[state]);
}

static double counts(const se_run *run, uint32_t state)
{
	return counts_of(run, state, run->x[state]);
}

static double power(double near, double far, double ratio)
{
	return isfinite(near) && near != 0 && far != 0 ? log(fabs(near / far)) / log(ratio) : 0;
}

static sb_message *tell(se_run *run, sb_severity severity, const char *code, uint32_t state, const char *how, double at)
{
	uint32_t scalar = si_state_scalar(run->image, state);
	sb_text name = {0};
	si_scalar_name(run->image, scalar, &name);
	sb_message *m = sb_report(run->diag, severity, code, si_owner(run->image, scalar)->span,
							  "the derivative of '%s' grows beyond all bounds at time %.9g, %s", name.at, at, how);
	sb_text_free(&name);
	return m;
}

static void report_divergent(se_run *run, uint32_t state, double p, double at)
{
	sb_message *m = tell(run, SB_ERROR, "R0750", state, "and its integral diverges", at);
	sb_note(m, "it grows like 1/d^%.3g with the distance d in time from there, where a condition turns that guards it",
			p);
	sb_help(m, "the condition keeps the operation from being evaluated at that moment, but not the integral from "
			   "having no value: end the branch earlier, or limit what it computes");
	run->failed = true;
}

static void warn_of_missed(se_run *run, uint32_t state, double p, double at, double missed)
{
	sb_message *m = tell(run, SB_WARNING, "R0751", state, "too fast for its integral to be computed", at);
	sb_note(m, "it grows like 1/d^%.3g with the distance d in time from there; the integral has a value, but that of "
			   "the solver is off by about %.3g",
			p, missed);
	sb_help(m, "solve for another variable, in which the derivative stays finite, or use the integral in closed form");
}

static bool any_counts(const se_run *run, const double *rates, double way)
{
	for (uint32_t i = 0; i < run->image->states; i++)
		if (fabs(rates[i] * way) > counts(run, i))
			return true;
	return false;
}

/* What lies between the moment and the last point before it, where the growth like 1/d^p goes on up to a largest rate:
 * 1/max(1e-20, abs(time - c)). */
static double up_to(double rate, double largest, double p, double rest)
{
	double ratio = fabs(largest / rate), inner = pow(ratio, -1 / p);         /* parts of the rest of the way */
	double outer = fabs(p - 1) < 1e-3 ? -log(inner) : (pow(inner, 1 - p) - 1) / (p - 1);
	return rate * rest * (ratio * inner + outer);
}

/* The largest rate of a state at the times between two sides of a moment, with the branch that ends there: NAN where it
 * has no value. */
static double largest_between(se_run *run, uint32_t state, double near, double at)
{
	enum { MOST = 64 };
	struct se_unbounded *s = run->control->unbounded;
	double largest = 0, t = near;
	for (int k = 0; k < MOST && t <= at; k++, t = nextafter(t, INFINITY)) {
		bool good = rates_at(run, t, run->x, s->between);
		if (!good || !isfinite(s->between[state]))
			return NAN;
		if (fabs(s->between[state]) > fabs(largest))
			largest = s->between[state];
	}
	return largest;
}

/* A rate that has a value at the moment itself does not go on growing. Where no number is the moment, the largest rate
 * is that of its neighbours, and says nothing. */
static void look_at_moment(se_run *run, uint32_t state, double p, double rate, double near, double at)
{
	double rest = at - near, unit = nextafter(at, INFINITY) - at;
	double largest = largest_between(run, state, near, at);
	double beside = fabs(rate) * pow(rest / unit, p);
	if (fabs(largest) > 100 * beside || fabs(largest) < beside * pow(0.5 * NEAREST, p))
		warn_of_missed(run, state, p, at, up_to(rate, largest, p, rest));
	else
		report_divergent(run, state, p, at);
}

/* The last rates that were evaluated tell whether it is worth while. */
void se_look_before(se_run *run, double near, double at)
{
	double rest = at - near, longer = APART * rest;
	if (!run->image->states || !run->solver || run->failed || !any_counts(run, run->xd, longer))
		return;
	struct se_unbounded *s = of(run);
	s->passed = at;
	if (longer > 0.1 * (near - run->segment) || !rates_at(run, near, run->x, s->near) ||
		!any_counts(run, s->near, rest) || !rates_at(run, at - longer, run->x, s->far) ||
		!rates_at(run, at - longer / NEARER, run->x, s->middle)) {
		se_here(run);
		return;
	}
	for (uint32_t i = 0; i < run->image->states && !run->failed; i++) {
		double p = power(s->near[i], s->far[i], APART), law = power(s->middle[i], s->far[i], NEARER), rate = s->near[i];
		if (law > STEEP && p > law + 0.1) {      /* the last point is the moment itself */
			p = law;
			rate = s->far[i] * pow(APART, p);
		}
		double added = rate * rest;
		if (!(p > STEEP) || fabs(added) <= counts(run, i))
			continue;
		if (p >= DIVERGES)
			look_at_moment(run, i, p, rate, near, at);
		else
			warn_of_missed(run, i, p, at, added / (1 - p));
	}
	se_here(run);
}

/* What one state has gained since then, at the end of a step. The power law has to hold in this step, and from there
 * down to the moment. How far that is, nobody knows where a state is the guard: there orders of magnitude will do. The
 * nearest rate is not above the law by more than the rounding of the moment: a rate that levels off nearer, and falls
 * faster than the law in between, has a bound (the rate of log(1 + d)). */
static void look_at_state(se_run *run, const double *x, uint32_t i, double way, double half, double first)
{
	struct se_unbounded *s = run->control->unbounded;
	double p = power(s->middle[i], s->far[i], way / half), over_all = power(s->near[i], s->far[i], APART);
	double rate = s->far[i], allowed = counts(run, i);
	bool ends = s->begin == s->passed && fabs(s->near[i]) < fabs(rate) * pow(NEAREST * way / first, p);
	if (!(p > STEEP) || !(over_all > 0.9 * p) || ends || s->told)
		return;
	if (p >= DIVERGES) {
		/* what it has gained since may be of no size */
		if (over_all <= ABOVE * p && fabs(rate * way) > counts_of(run, i, s->x[i]))
			report_divergent(run, i, p, s->begin);
		return;
	}
	double wanted = rate * way / (1 - p), missed = wanted - (x[i] - s->x[i]);
	double span = run->settings.stop - run->settings.start;
	if (fabs(missed) <= allowed + fabs(wanted) * fmin(1, 2 * way / span))
		return;
	warn_of_missed(run, i, p, s->begin, missed);
	s->told = true;
}

/* A step of the solver is there. */
void se_look_behind(se_run *run)
{
	if (se_may_be_local(run) || !may_be_unbounded(run))
		return;
	struct se_unbounded *s = of(run);
	bool anew = run->step_begin == run->segment || run->step_begin == s->passed;
	if (anew && (run->step_begin != s->begin || !s->open)) {
		s->begin = run->step_begin;
		s->open = guard_has_turned(run, s) || s->begin == s->passed;
		s->told = false;
		s->at_least = APART;
		memcpy(s->x, run->x, run->image->states * sizeof *s->x);
	}
	double first = se_just_behind(run, s->begin) - s->begin, way = run->step_end - s->begin;
	if (!s->open || way < s->at_least * first)
		return;
	s->at_least *= APART;
	s->open = s->at_least <= FURTHEST;
	double middle = 0.5 * (run->step_begin + run->step_end), half = middle - s->begin;
	const double *x = run->solver->operations->state(run->solver);
	bool good = rates_at(run, run->step_end, x, s->far);
	se_interpolate(run, middle, run->x_try);
	good = good && rates_at(run, middle, run->x_try, s->middle);
	for (uint32_t i = 0; i < run->image->states; i++)    /* what is guarded by a state moves away with it */
		run->x_try[i] = s->x[i] + first * s->far[i];
	good = good && rates_at(run, s->begin + first, run->x_try, s->near);
	for (uint32_t i = 0; good && i < run->image->states && !run->failed; i++)
		look_at_state(run, run->solver->operations->state(run->solver), i, way, half, first);
	se_here(run);
}

/* ---- the end of the run */

static void warn_of_pole(se_run *run, uint32_t state, double p, double at, double moves)
{
	uint32_t scalar = si_state_scalar(run->image, state);
	sb_text name = {0};
	si_scalar_name(run->image, scalar, &name);
	sb_message *m = sb_report(run->diag, SB_WARNING, "R0770", si_owner(run->image, scalar)->span,
							  "'%s' grows beyond all bounds near the stop time %.9g", name.at, run->time);
	sb_note(m, "its derivative grows like 1/d^%.2g with the distance d in time from about %.9g; errors within the "
			   "tolerance move that time by %.2g, so the value at the stop, %.6g, is not known",
			p, at, moves, run->x[state]);
	sb_help(m, "stop earlier, or solve for another variable that stays finite there, such as 1/%s", name.at);
	sb_text_free(&name);
}

/* Rates at the end, the middle and the beginning of a step, of which each is larger than the one before: the power p
 * with which they grow like (T - t)^(-p), so that r^(-1/p) is a straight line; 0: they do not. */
static double power_of_pole(double end, double middle, double begin)
{
	double half = log(end / middle), whole = log(end / begin), low = SLOWEST, high = FASTEST;
	if (!(half > 0) || !(half > 0.5 * whole * (1 + 1e-4)))
		return 0;
	while (high - low > 1e-3) {
		double p = 0.5 * (low + high);
		if (2 * exp(half / p) < exp(whole / p) + 1)
			low = p;
		else
			high = p;
	}
	return low > SLOWEST && high < FASTEST ? 0.5 * (low + high) : 0;
}

/* A step of the classical method of Runge and Kutta from (t, s->x), with the conditions as they are at the stop. */
static bool step_on(se_run *run, double t, double h)
{
	struct se_unbounded *s = run->control->unbounded;
	static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
	uint32_t n = run->image->states;
	memset(s->slope, 0, n * sizeof *s->slope);
	memset(s->between, 0, n * sizeof *s->between);
	for (int stage = 0; stage < 4; stage++) {
		for (uint32_t i = 0; i < n; i++)
			run->x_try[i] = s->x[i] + part[stage] * h * s->between[i];
		if (!rates_at(run, t + part[stage] * h, run->x_try, s->between))
			return false;
		for (uint32_t i = 0; i < n; i++)
			s->slope[i] += weight[stage] / 6 * s->between[i];
	}
	for (uint32_t i = 0; i < n; i++)
		s->x[i] += h * s->slope[i];
	return true;
}

/* Rates that grow more and more during one step are those of any wave. Those of a pole go on growing: so the solution
 * is followed behind the stop until a tenth of the distance is left. Where the pole comes earlier it has no values. */
static bool goes_on_growing(se_run *run, uint32_t state, double p, double left)
{
	enum { STEPS = 10 };
	const double nearer = 0.8;
	struct se_unbounded *s = run->control->unbounded;
	double t = run->time;
	memcpy(s->x, run->x, run->image->states * sizeof *s->x);
	for (int k = 0; k < STEPS; k++, left *= nearer) {
		double h = (1 - nearer) * left;
		if (!step_on(run, t, h))
			return true;
		t += h;
	}
	return !rates_at(run, t, s->x, s->between) || !(fabs(s->between[state]) < fabs(s->near[state]) * pow(3, p));
}

static void look_for_pole(se_run *run, uint32_t i, double half, double moves)
{
	struct se_unbounded *s = run->control->unbounded;
	double p = power_of_pole(s->near[i], s->middle[i], s->far[i]);
	if (!(p > 0))
		return;
	double left = half / (pow(s->near[i] / s->middle[i], 1 / p) - 1);
	if (moves > UNSURE * left && goes_on_growing(run, i, p, left))
		warn_of_pole(run, i, p, run->time + left, moves);
}

void se_look_at_end(se_run *run)
{
	double way = run->time - run->segment, half = 0.5 * (run->time - run->step_begin);
	double tolerance = run->settings.tolerance;
	bool grows = false;
	if (!run->solver || run->failed || run->ops->fixed_step || !(half > 0) || run->step_end != run->time)
		return;
	se_interpolate(run, run->step_begin, run->x_try);
	for (uint32_t i = 0; i < run->image->states && !grows; i++) {
		double gained = (run->x[i] - run->x_try[i]) / run->x[i];
		grows = gained / (2 * half) * way * tolerance > 0.02 * UNSURE;
	}
	if (!grows)
		return;
	struct se_unbounded *s = of(run);
	bool good = rates_at(run, run->time, run->x, s->near);
	se_interpolate(run, run->time - half, s->x);
	good = good && rates_at(run, run->time - half, s->x, s->middle);
	good = good && rates_at(run, run->step_begin, run->x_try, s->far);
	for (uint32_t i = 0; good && i < run->image->states; i++)
		look_for_pole(run, i, half, tolerance * way);
	se_here(run);
}
