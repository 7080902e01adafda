/* Explicit Runge-Kutta of order 5 with an embedded method of order 4 (Dormand and Prince), its continuous
 * extension of order 4, and a proportional-integral control of the step (Gustafsson).
 *
 * The stepping is ours and not ARKODE's: the last stage of a step is the first of the next, the extension costs
 * nothing until it is asked for, and a step that a limit cut short does not make the one after it short.
 *
 * Stiffness: the last two stages are at the same time, so the ratio of the differences of their rates and of their
 * states estimates the dominant eigenvalue. Where h times it stays large for many steps, that mode holds the step
 * down although it is not in the solution. */
#include "solver/erk.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "solver/onestep.h"
#include "solver/solvers.h"

enum { STAGES = 7 };

static const double c[STAGES] = { 0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1, 1 };
static const double a[STAGES][6] = {
	{ 0 },
	{ 1. / 5 },
	{ 3. / 40, 9. / 40 },
	{ 44. / 45, -56. / 15, 32. / 9 },
	{ 19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729 },
	{ 9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656 },
	{ 35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84 },
};
static const double error_of[STAGES] = {
	71. / 57600, 0, -71. / 16695, 71. / 1920, -17253. / 339200, 22. / 525, -1. / 40,
};
static const double dense[STAGES] = {
	-12715105075. / 11282082432., 0, 87487479700. / 32700410799., -10690763975. / 1880347072.,
	701980252875. / 199316789632., -1453857185. / 822651844., 69997945. / 29380423.,
};

/* The stability region of the method ends at -3.3 on the real axis. Before it ends, a mode that is in the solution
 * needs an h times its eigenvalue of about tolerance^(1/5) times 3 to 6 (measured, up to 11 in single steps of
 * Lorenz); where h times the dominant one is many times that, the mode is not in the solution and an implicit
 * method could take longer steps. */
static const double STABLE = 3.0, RESOLVED = 25;
enum { STIFF_VOTES = 60, STRONG_VOTE = 4, CALM_VOTES = 6 };
/* Where the rest of the run would take more steps than this, waiting costs more than a needless change. */
static const double LONG_REST = 300;
enum { STRONGER_VOTE = 12 };
/* The error of a step across a corner is about a tenth of its largest defect; in a smooth step the defect is many times
 * the error, because the continuous extension is of a lower order than the step. */
static const double DEFECT = 0.03;
/* By so much the bump of a step grows only if something is in the step that was not in the one before. */
static const double BUMPY = 4;

typedef struct erk_solver {
	sv_onestep one;
	double *stage, *k[STAGES];
	double *between[3];              /* scratch for defect */
	double last_bump;                /* of the last step; 0: none */
	bool first_known;                /* k[6] holds the rates at the end of the last step */
	double resolved;                 /* h times the dominant eigenvalue is below this if its mode is followed */
	int votes, calm;                 /* for stiffness; and steps in a row that did not vote */
	double end;                      /* of the run, if the span is known; else infinite */
} erk_solver;

static sv_solver *create(const sv_problem *problem, const sv_options *options)
{
	erk_solver *s = sb_draw_zeros(sizeof *s);
	sv_onestep_open(&s->one, &sv_erk, problem, options);
	s->resolved = fmin(STABLE, RESOLVED * pow(s->one.core.relative, 0.2));
	s->stage = sv_doubles(problem->n);
	for (int i = 0; i < STAGES; i++)
		s->k[i] = sv_doubles(problem->n);
	for (int i = 0; i < 3; i++)
		s->between[i] = sv_doubles(problem->n);
	return &s->one.core.head;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	erk_solver *s = (erk_solver *)solver;
	double span = s->one.core.options.span;
	if (!s->one.core.started)
		s->end = span > 0 ? t + span : INFINITY;
	sv_onestep_reset(&s->one, t, x, keep_step);
	s->first_known = false;
	s->one.last_error = 1e-4;
	s->last_bump = 0;
}

/* The rates at the beginning, into k[6], and a first step. */
static int begin(erk_solver *s, double limit)
{
	if (!s->first_known) {
		int status = sv_evaluate(&s->one.core, s->one.t, s->one.x, s->k[6]);
		if (status)
			return status;
		s->first_known = true;
	}
	sv_onestep_first(&s->one, 5, s->one.x, s->k[6], limit, s->stage, s->k[1]);
	return 0;
}

/* All stages of a step from x0 (with k[0] known) to x; k[6] are then the rates at x. */
static int stages(erk_solver *s, double h)
{
	for (int i = 1; i < STAGES; i++) {
		double *to = i == 6 ? s->one.x : s->stage;
		sv_combine(s->one.core.problem.n, to, s->one.x0, h, i, a[i], s->k);
		int status = sv_evaluate(&s->one.core, s->one.t0 + c[i] * h, to, s->k[i]);
		if (status)
			return status;
	}
	return 0;
}

/* The end of an accepted step onto the invariants; the rates there begin the next step. */
static int settle(erk_solver *s, double h)
{
	double moved;
	int status = sv_project(&s->one.core, s->one.t0 + h, s->one.x, s->stage, &moved);
	if (!status && moved > SV_FARTHEST)
		status = 1;
	return status                        ? status
		   : s->one.core.problem.project ? sv_evaluate(&s->one.core, s->one.t0 + h, s->one.x, s->k[6])
										 : 0;
}

/* The weighted error of the step, and h times the estimate of the dominant eigenvalue. */
static double error_norm(const erk_solver *s, double h, double *border)
{
	uint32_t n = s->one.core.problem.n;
	const double *k0 = s->k[0], *k2 = s->k[2], *k3 = s->k[3], *k4 = s->k[4], *k5 = s->k[5], *k6 = s->k[6];
	const double *x = s->one.x, *x0 = s->one.x0, *stage = s->stage, *size = s->one.core.size;
	double relative = s->one.core.relative, sum = 0, most = 0, rates = 0, states = 0;
	for (uint32_t i = 0; i < n; i++) {
		double p = fabs(x[i]), q = fabs(x0[i]), w = 1 / (relative * ((p > q ? p : q) + size[i]));
		double e = w * (error_of[0] * k0[i] + error_of[2] * k2[i] + error_of[3] * k3[i] + error_of[4] * k4[i] +
		                error_of[5] * k5[i] + error_of[6] * k6[i]);
		double dk = w * (k6[i] - k5[i]), dx = w * (x[i] - stage[i]);
		sum += e * e;
		most = e * e > most ? e * e : most;
		rates += dk * dk;
		states += dx * dx;
	}
	*border = states > 0 ? h * sqrt(rates / states) : 0;
	return n ? h * sqrt(fmax(sum / n, SV_ONE_OF_MANY * most)) : 0;
}

static void vote(erk_solver *s, double h, double border, double error)
{
	/* A step whose error is far below the tolerance says nothing: it was cut, or is still growing. */
	if (border > s->resolved && error > 1e-3) {
		s->calm = 0;
		bool long_rest = s->end - s->one.t > LONG_REST * h && s->end < INFINITY;
		s->votes += border <= STABLE ? 1 : long_rest ? STRONGER_VOTE : STRONG_VOTE;
	} else if (++s->calm >= CALM_VOTES) {
		s->votes = 0;
	}
}

/* The continuous extension over the step of h from x0 to x, at x0 + theta h: of the states from `first` up to `end`. */
static void extension(const erk_solver *s, double h, double theta, uint32_t first, uint32_t end, double *restrict out)
{
	double rest = 1 - theta;
	const double *k0 = s->k[0], *k2 = s->k[2], *k3 = s->k[3], *k4 = s->k[4], *k5 = s->k[5], *k6 = s->k[6];
	const double *x = s->one.x, *x0 = s->one.x0;
	for (uint32_t i = first; i < end; i++) {
		double rise = x[i] - x0[i], left = h * k0[i] - rise, right = rise - h * k6[i] - left;
		double bend = h * (dense[0] * k0[i] + dense[2] * k2[i] + dense[3] * k3[i] + dense[4] * k4[i] +
		                   dense[5] * k5[i] + dense[6] * k6[i]);
		out[i - first] = x0[i] + theta * (rise + rest * (left + theta * (right + rest * bend)));
	}
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	erk_solver *s = (erk_solver *)solver;
	double theta = sv_onestep_part(&s->one, t, x);
	if (theta < 1)
		extension(s, s->one.t - s->one.t0, theta, 0, s->one.core.problem.n, x);
}

static bool one_state(const sv_solver *solver, double t, uint32_t i, double *x)
{
	const erk_solver *s = (const erk_solver *)solver;
	double theta = sv_onestep_theta(&s->one, t);
	*x = s->one.x[i];
	if (theta < 1)
		extension(s, s->one.t - s->one.t0, theta, i, i + 1, x);
	return true;
}

/* extension as a polynomial: theta^2 (1 - theta)^2 is a sixth of the third Bernstein polynomial, and so on. Who records
 * extremes asks after each step, so the sum is made of short chains. */
static inline void coefficients(const erk_solver *s, double h, uint32_t i, double out[SV_BERNSTEIN])
{
	double x0 = s->one.x0[i], x1 = s->one.x[i], first = s->k[0][i], last = s->k[6][i];
	double bend = (((1 + dense[0]) * first + dense[2] * s->k[2][i]) + (dense[3] * s->k[3][i] + dense[4] * s->k[4][i])) +
				  (dense[5] * s->k[5][i] + (dense[6] - 1) * last);
	out[0] = x0;
	out[1] = x0 + h / 4 * first;
	out[2] = (x0 + x1) / 2 + h * (1.0 / 6) * bend;
	out[3] = x1 - h / 4 * last;
	out[4] = x1;
}

static bool polynomial(const sv_solver *solver, uint32_t i, double out[SV_BERNSTEIN])
{
	const erk_solver *s = (const erk_solver *)solver;
	double h = s->one.t - s->one.t0;
	if (h > 0)
		coefficients(s, h, i, out);
	return h > 0;
}

static bool steepest(const sv_solver *solver, double *restrict out)
{
	const erk_solver *s = (const erk_solver *)solver;
	double h = s->one.t - s->one.t0, b[SV_BERNSTEIN];
	for (uint32_t i = 0, n = s->one.core.problem.n; i < n && h > 0; i++) {
		coefficients(s, h, i, b);
		out[i] = sv_steepness(b);
	}
	return h > 0;
}

/* The largest difference, in the norm of the error of a step, between the rates and the slope of the solution at a
 * point between the stages. */
static double defect(erk_solver *s, double h)
{
	const double at = 0.5527864045, near = 1e-4;
	sv_onestep *one = &s->one;
	uint32_t n = one->core.problem.n;
	double *low = s->between[0], *high = s->between[1], *rates = s->between[2];
	extension(s, h, at, 0, s->one.core.problem.n, s->stage);
	extension(s, h, at - near, 0, s->one.core.problem.n, low);
	extension(s, h, at + near, 0, s->one.core.problem.n, high);
	if (sv_evaluate(&one->core, one->t0 + at * h, s->stage, rates))
		return INFINITY;
	for (uint32_t i = 0; i < n; i++)
		rates[i] = h * rates[i] - (high[i] - low[i]) / (2 * near);
	return sv_norm(&one->core, rates, one->x, one->x0);
}

/* The largest difference between the rates of two stages and the slope of the solution there. It costs no evaluation,
 * and is larger than a defect, because stages are off the solution. But it grows with a power of the step where the
 * step is smooth. A corner is seen in it at once, also where the estimates of the error, by chance, tell nothing. */
static double bump(const erk_solver *s, double h)
{
	uint32_t n = s->one.core.problem.n;
	const double *k0 = s->k[0], *k2 = s->k[2], *k3 = s->k[3], *k4 = s->k[4], *k5 = s->k[5], *k6 = s->k[6];
	const double *x = s->one.x, *x0 = s->one.x0, *size = s->one.core.size;
	double relative = s->one.core.relative, most = 0;
	for (uint32_t i = 0; i < n; i++) {
		double p = fabs(x[i]), q = fabs(x0[i]), w = 1 / (relative * ((p > q ? p : q) + size[i]));
		double mean = (x[i] - x0[i]) / h, left = k0[i] - mean, right = mean - k6[i] - left;
		double bend = dense[0] * k0[i] + dense[2] * k2[i] + dense[3] * k3[i] + dense[4] * k4[i] + dense[5] * k5[i] +
					  dense[6] * k6[i];
		/* the slope of theta (1 - theta) is 1 - 2 theta, and so on, at 0.3 and 0.8 */
		double early = mean + 0.4 * left + 0.33 * right + 0.168 * bend - k2[i];
		double late = mean - 0.6 * left - 0.32 * right - 0.192 * bend - k3[i];
		most = fmax(most, w * fmax(fabs(early), fabs(late)));
	}
	return h * most;
}

static bool is_bumpy(const erk_solver *s, double h, double now)
{
	double last = s->one.core.count.last_step;
	return s->last_bump > 0 && now > BUMPY * s->last_bump * pow(h / last, 4) && now > 1;
}

/* After an accepted step of h, which was cut from the wish or not. */
static void next_wish(erk_solver *s, double h, double error, bool rejected)
{
	const double integral = 0.04, power = 0.2 - 0.75 * integral;
	double factor = 0.9 * pow(error > 1e-10 ? error : 1e-10, -power) * pow(s->one.last_error, integral);
	factor = factor > 10 ? 10 : factor < 0.2 ? 0.2 : factor;
	if (rejected && factor > 1)
		factor = 1;
	sv_onestep_accept(&s->one, h, error, factor);
}

/* After a step that was not good. Far outside the stability region there is no use in trying again before it is
 * reached. */
static double shrinkage(int status, double error, double border)
{
	double shrink = status || !(error < 1e300) ? 0.25 : fmax(0.2, 0.9 * pow(error, -0.17));
	return !status && border > 10 * STABLE && border < INFINITY ? fmin(shrink, fmax(1e-4, STABLE / border)) : shrink;
}

static sv_status fail(erk_solver *s, int status, double *t)
{
	s->first_known = false;
	return sv_onestep_back(&s->one, status < 0 ? SV_GAVE_UP : status > 0 ? SV_NOT_EVALUABLE : SV_TOO_SMALL, t);
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	erk_solver *s = (erk_solver *)solver;
	if (sv_onestep_there(&s->one, limit, t))
		return SV_OK;
	int status = begin(s, limit);
	if (status)
		return status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	sv_swap(&s->k[0], &s->k[6]);
	sv_onestep_begin(&s->one);
	double h, error = 0, border = 0, bumps = 0;
	for (bool rejected = false;; rejected = true) {
		h = sv_onestep_size(&s->one, limit);
		status = stages(s, h);
		error = status ? 0 : error_norm(s, h, &border);
		bumps = status || error > 1 ? 0 : bump(s, h);
		if (!status && error <= 1 && (sv_onestep_surprises(&s->one, h, error, 5, 100) || is_bumpy(s, h, bumps)))
			error = fmax(error, DEFECT * defect(s, h));
		if (!status && error <= 1)
			status = settle(s, h);
		if (status < 0)
			return fail(s, status, t);
		if (!status && error <= 1) {
			next_wish(s, h, error, rejected);
			s->last_bump = bumps;
			break;
		}
		s->one.core.count.rejected++;
		s->one.wish = h * shrinkage(status, error, border);
		if (s->one.wish < sv_smallest(s->one.t0))
			return fail(s, status, t);
	}
	vote(s, h, border, error);
	return sv_onestep_done(&s->one, h, limit, t);
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	*out = ((const erk_solver *)solver)->one.core.count;
	out->last_order = 5;
}

bool sv_erk_stiff(const sv_solver *erk)
{
	return ((const erk_solver *)erk)->votes >= STIFF_VOTES;
}

static void close_erk(sv_solver *solver)
{
	erk_solver *s = (erk_solver *)solver;
	if (!s)
		return;
	for (int i = 0; i < STAGES; i++)
		sb_put_back(s->k[i]);
	for (int i = 0; i < 3; i++)
		sb_put_back(s->between[i]);
	sb_put_back(s->stage);
	sv_onestep_close(&s->one);
	sb_put_back(s);
}

static bool archive(sv_solver *solver, sb_archive *to)
{
	erk_solver *s = (erk_solver *)solver;
	sv_onestep_archive(&s->one, to);
	for (int i = 0; i < STAGES; i++)
		sb_archive_bytes(to, s->k[i], s->one.core.problem.n * sizeof(double));
	sb_archive_one(to, s->first_known);
	sb_archive_one(to, s->votes);
	sb_archive_one(to, s->calm);
	sb_archive_one(to, s->end);
	sb_archive_one(to, s->last_bump);
	return true;
}

const sv_operations sv_erk = {
	.name = "erk",
	.what = "explicit Runge-Kutta of order 5 with error control",
	.fraction = 0.3,
	.create = create,
	.reset = reset,
	.bound = sv_core_bound,
	.step = step,
	.interpolate = interpolate,
	.one = one_state,
	.polynomial = polynomial,
	.steepest = steepest,
	.state = sv_onestep_state,
	.statistics = statistics,
	.chosen = sv_core_name,
	.detail = sv_core_detail,
	.archive = archive,
	.free = close_erk,
};
