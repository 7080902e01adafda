/* A diagonally implicit Runge-Kutta method of order 4 with an embedded one of order 3: six stages, the first explicit,
 * all others with the same diagonal 1/4 (one matrix), L-stable, stiffly accurate, of stage order 2 (Kennedy and
 * Carpenter, the implicit half of ARK4(3)6L[2]SA). One-step: a restart costs nothing, which suits stiff models with
 * many events.
 *
 * The stepping is ours, for the reasons given in erk.c. A stage Y = base + h/4 k is
 * solved by simplified Newton, and k comes from the stage value, not from evaluating the rates there: in stiff
 * directions the rates would amplify what Newton left over. So the last k is the first of the next step and serves the
 * interpolation.
 *
 * A small correction alone is no convergence: the matrix is that of the beginning of some step, where a diode may have
 * conducted that blocks now (see trust.c). And a step whose error is not what was expected is looked at between its
 * stages, where a peak may be. */
#include "solver/factors.h"
#include "solver/onestep.h"
#include "solver/solvers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 6, MOST_ITERATIONS = 8, OLD_JACOBIAN = 50 };

static const double DIAGONAL = 0.25;
static const double NEWTON = 0.02;       /* what Newton may leave over, as a part of the error of the step */
static const double SAFE = 3; /* residuals below so many errors of a step are small, whatever the matrix says */
static const double SURPRISE = 10;       /* an error that is as many times what was expected */
/* of the longest step: in shorter ones, behind events, nothing hides, and what dies away fast is passed over */
static const double LONG = 0.1;
static const double INSIDE = 0.05;       /* the weight of the error inside a step: it does not add up over the steps */

static const double c[STAGES] = { 0, 1. / 2, 83. / 250, 31. / 50, 17. / 20, 1 };
static const double a[STAGES][STAGES - 1] = {
	{ 0 },
	{ 1. / 4 },
	{ 8611. / 62500, -1743. / 31250 },
	{ 5012029. / 34652500, -654441. / 2922500, 174375. / 388108 },
	{ 15267082809. / 155376265600., -71443401. / 120774400, 730878875. / 902184768, 2285395. / 8070912 },
	{ 82889. / 524892, 0, 15625. / 83664, 69875. / 102672, -2260. / 8211 },
};
static const double error_of[STAGES] = {
	82889. / 524892 - 4586570599. / 29645900160., 0, 15625. / 83664 - 178811875. / 945068544,
	69875. / 102672 - 814220225. / 1159782912., -2260. / 8211 + 3700637. / 11593932, 1. / 4 - 61727. / 225920,
};
/* The k of a stage is guessed from these earlier ones, by the polynomial through them. */
static const struct { int count, from[3]; } guess[STAGES] = {
	{ 0, { 0 } }, { 1, { 0 } }, { 2, { 0, 1 } }, { 3, { 0, 2, 1 } }, { 3, { 2, 1, 3 } }, { 3, { 1, 3, 4 } },
};

typedef struct dirk_solver {
	sv_onestep one;
	sv_linear *linear;
	double factored;                 /* the step for which the matrix was factored; 0: none */
	double jacobian_at;              /* where the Jacobian was evaluated */
	int age;                         /* steps since then; < 0: no Jacobian */
	bool slow;                       /* Newton converged slowly in this step */
	double rate;                     /* left over after one correction, as a part of it: from the last solution */
	double *base, *correction, *k[STAGES];
	double *residual, *first;        /* of the last iteration of a stage and of its first */
	bool first_known;                /* k[5] holds the rates at the end of the last step */
} dirk_solver;

static sv_solver *create(const sv_problem *problem, const sv_options *options)
{
	dirk_solver *s = sb_draw_zeros(sizeof *s);
	sv_onestep_open(&s->one, &sv_dirk, problem, options);
	s->linear = sv_linear_new(&s->one.core);
	s->base = sv_doubles(problem->n);
	s->correction = sv_doubles(problem->n);
	s->residual = sv_doubles(problem->n);
	s->first = sv_doubles(problem->n);
	for (int i = 0; i < STAGES; i++)
		s->k[i] = sv_doubles(problem->n);
	return &s->one.core.head;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	dirk_solver *s = (dirk_solver *)solver;
	sv_onestep_reset(&s->one, t, x, keep_step);
	s->first_known = false;
	s->one.last_error = 1e-2;
	s->age = -1;
}

static int begin(dirk_solver *s, double limit)
{
	if (!s->first_known) {
		int status = sv_evaluate(&s->one.core, s->one.t, s->one.x, s->k[5]);
		if (status)
			return status;
		s->first_known = true;
	}
	sv_onestep_first(&s->one, 3, s->one.x, s->k[5], limit, s->base, s->correction);
	return 0;
}

/* The Jacobian at x0 if there is none or it is old, and the factors for this step. 0, 1 or -1. */
static int prepare(dirk_solver *s, double h)
{
	if (s->age < 0 || s->age > OLD_JACOBIAN) {
		int status = sv_evaluate(&s->one.core, s->one.t0, s->one.x0, s->correction);
		if (!status)
			status = sv_linear_jacobian(s->linear, s->one.t0, s->one.x0, s->correction);
		if (status)
			return status;
		s->age = 0;
		s->jacobian_at = s->one.t0;
		s->factored = 0;
	}
	if (s->factored == h && h != 0)
		return 0;
	s->factored = 0;
	if (sv_linear_factor(s->linear, 1, h * DIAGONAL))
		return 1;
	s->factored = h;
	s->rate = 1;
	return 0;
}

/* base and a first guess of x for the stage. */
static void predict(dirk_solver *s, int stage, double h)
{
	uint32_t n = s->one.core.problem.n;
	double weight[3], *from[3];
	int count = guess[stage].count;
	for (int p = 0; p < count; p++) {
		from[p] = s->k[guess[stage].from[p]];
		weight[p] = 1;
		for (int q = 0; q < count; q++)
			if (q != p)
				weight[p] *= (c[stage] - c[guess[stage].from[q]]) / (c[guess[stage].from[p]] - c[guess[stage].from[q]]);
	}
	sv_combine(n, s->base, s->one.x0, h, stage, a[stage], s->k);
	sv_combine(n, s->one.x, s->base, h * DIAGONAL, count, weight, from);
}

/* Every residual is small, or the correction has at least half its size, or in a later iteration it is half of what it
 * was in the first. */
static bool is_trusted(const dirk_solver *s, bool later)
{
	const sv_core *core = &s->one.core;
	for (uint32_t i = 0; i < core->problem.n; i++) {
		double unit = core->relative * (fmax(fabs(s->one.x0[i]), fabs(s->one.x[i])) + core->size[i]);
		if (!(fabs(s->residual[i]) <=
			  fmax(fmax(SAFE * unit, 2 * fabs(s->correction[i])), later ? 0.5 * fabs(s->first[i]) : 0)))
			return false;
	}
	return true;
}

/* x of the stage by simplified Newton. 0, 1: shorter or with a new Jacobian, -1. */
static int newton(dirk_solver *s, double t, double h, double *k)
{
	uint32_t n = s->one.core.problem.n;
	double before = 0, rate = s->rate;
	for (int iteration = 0; iteration < MOST_ITERATIONS; iteration++) {
		int status = sv_evaluate(&s->one.core, t, s->one.x, k);
		if (status)
			return status;
		for (uint32_t i = 0; i < n; i++)
			s->residual[i] = s->base[i] - s->one.x[i] + h * DIAGONAL * k[i];
		memcpy(s->correction, s->residual, n * sizeof(double));
		if (iteration == 0)
			memcpy(s->first, s->residual, n * sizeof(double));
		if (n && sv_linear_solve(s->linear, s->correction))
			return 1;
		s->one.core.count.newton_iterations++;
		double size = sv_norm(&s->one.core, s->correction, s->one.x0, s->one.x);
		if (!(size < 1e300))
			return 1;
		for (uint32_t i = 0; i < n; i++)
			s->one.x[i] += s->correction[i];
		if (iteration > 0) {
			double theta = size / before;
			if (theta >= 0.9)
				return 1;
			rate = theta / (1 - theta);
			s->slow |= theta > 0.3;
		}
		bool small = rate * size <= NEWTON || size == 0, trusted = small && is_trusted(s, iteration > 0);
		if (small && !trusted && iteration > 0)
			return 1;
		if (trusted) {
			s->rate = rate > 1e-3 ? rate : 1e-3;
			for (uint32_t i = 0; i < n; i++)
				k[i] = (s->one.x[i] - s->base[i]) / (h * DIAGONAL);
			return 0;
		}
		before = size;
	}
	return 1;
}

static int stages(dirk_solver *s, double h)
{
	int status = prepare(s, h);
	s->slow = false;
	for (int i = 1; i < STAGES && !status; i++) {
		predict(s, i, h);
		status = newton(s, s->one.t0 + c[i] * h, h, s->k[i]);
	}
	return status;
}

static double error_norm(dirk_solver *s, double h)
{
	memset(s->correction, 0, s->one.core.problem.n * sizeof(double));
	sv_combine(s->one.core.problem.n, s->correction, s->correction, h, STAGES, error_of, s->k);
	return sv_norm(&s->one.core, s->correction, s->one.x0, s->one.x);
}

/* What the rates between the stages say of the error of the step: the slope of the interpolation is compared with them,
 * and the matrix turns the difference into what the state is off. */
static double error_inside(dirk_solver *s, double h)
{
	const double at = 0.73, rest = 1 - at;
	uint32_t n = s->one.core.problem.n;
	double *off = s->residual, *x = s->correction;
	sv_hermite(n, at, h, s->one.x0, s->k[0], s->one.x, s->k[5], x);
	if (sv_evaluate(&s->one.core, s->one.t0 + at * h, x, off))
		return INFINITY;
	for (uint32_t i = 0; i < n; i++)
		off[i] = h * (rest * (1 - 3 * at) * s->k[0][i] + at * (3 * at - 2) * s->k[5][i] - off[i]) +
				 6 * at * rest * (s->one.x[i] - s->one.x0[i]);
	return n && sv_linear_solve(s->linear, off) ? INFINITY : INSIDE * sv_norm(&s->one.core, off, s->one.x0, s->one.x);
}

/* After an accepted step of h. A small growth is not worth the new factors. */
static void next_wish(dirk_solver *s, double h, double error, bool rejected)
{
	double size = error > 1e-8 ? error : 1e-8;
	double factor = 0.9 * pow(size, -0.25) * pow(s->one.last_error / size, 0.08);
	factor = factor > 8 ? 8 : factor < 0.2 ? 0.2 : factor;
	if ((rejected && factor > 1) || (factor > 0.99 && factor < 1.2))
		factor = 1;
	sv_onestep_accept(&s->one, h, error, factor);
}

static sv_status fail(dirk_solver *s, sv_status status, double *t)
{
	s->first_known = false;
	s->age = -1;
	return sv_onestep_back(&s->one, status, t);
}

/* Steps from x0 until one is accepted; *h is its size. */
static sv_status attempt(dirk_solver *s, double limit, double *h)
{
	for (bool rejected = false;; rejected = true) {
		*h = sv_onestep_size(&s->one, limit);
		int status = stages(s, *h);
		if (status < 0)
			return SV_GAVE_UP;
		double error = status ? 2 : error_norm(s, *h), moved = 0;
		if (error <= 1 && *h > LONG * s->one.longest && sv_onestep_surprises(&s->one, *h, error, 4, SURPRISE))
			error = fmax(error, error_inside(s, *h));
		if (error <= 1)
			status = sv_project(&s->one.core, s->one.t0 + *h, s->one.x, s->correction, &moved);
		if (status < 0)
			return SV_GAVE_UP;
		if (error <= 1 && (status || moved > SV_FARTHEST))
			error = 16;
		if (error <= 1) {
			next_wish(s, *h, error, rejected);
			return SV_OK;
		}
		s->one.core.count.rejected++;
		if (status && s->age > 0 && s->jacobian_at != s->one.t0) {
			s->age = -1;
			continue;
		}
		double shrink = status || !(error < 1e300) ? 0.25 : 0.9 * pow(error, -0.25);
		s->one.wish = *h * (shrink < 0.2 ? 0.2 : shrink > 0.9 ? 0.9 : shrink);
		if (s->one.wish < sv_smallest(s->one.t0)) {
			int at = sv_evaluate(&s->one.core, s->one.t0 + *h, s->one.x, s->correction);
			return !status ? SV_TOO_SMALL : at ? SV_NOT_EVALUABLE : SV_NO_CONVERGENCE;
		}
	}
}

/* The slope at the beginning of the first step after a reset, for the interpolation. There it was evaluated, and
 * where the state is off a stiff equilibrium by no more than the tolerance the slope is that times a large
 * eigenvalue; the cubic would follow it far out. The slope of the parabola through the other three values has no
 * such part; the difference to it is passed through a filter, 2 W - W^2 with W the inverse of I - h/4 J, that
 * takes away what is stiff and changes the rest by a term of second order. */
static void soften_slope(dirk_solver *s, double h)
{
	uint32_t n = s->one.core.problem.n;
	double *once = s->correction, *twice = s->base;
	for (uint32_t i = 0; i < n; i++)
		once[i] = s->k[0][i] - (2 * (s->one.x[i] - s->one.x0[i]) / h - s->k[5][i]);
	if (!n || sv_linear_solve(s->linear, once))
		return;
	memcpy(twice, once, n * sizeof(double));
	if (sv_linear_solve(s->linear, twice))
		return;
	for (uint32_t i = 0; i < n; i++)
		s->k[0][i] = 2 * (s->one.x[i] - s->one.x0[i]) / h - s->k[5][i] + 2 * once[i] - twice[i];
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	dirk_solver *s = (dirk_solver *)solver;
	if (sv_onestep_there(&s->one, limit, t))
		return SV_OK;
	bool first = !s->first_known;
	int started = begin(s, limit);
	if (started)
		return started < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	sv_swap(&s->k[0], &s->k[5]);
	sv_onestep_begin(&s->one);
	double h;
	sv_status status = attempt(s, limit, &h);
	if (status)
		return fail(s, status, t);
	if (first)
		soften_slope(s, h);
	/* k is a difference over h: from a step that was cut very short it is mostly rounding to a step of the usual
	 * size. */
	if (h < 0.01 * s->one.wish)
		s->first_known = false;
	s->age = s->slow ? -1 : s->age + 1;
	return sv_onestep_done(&s->one, h, limit, t);
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	dirk_solver *s = (dirk_solver *)solver;
	double theta = sv_onestep_part(&s->one, t, x), h = s->one.t - s->one.t0;
	if (theta < 1)
		sv_hermite(s->one.core.problem.n, theta, h, s->one.x0, s->k[0], s->one.x, s->k[5], x);
}

static bool one_state(const sv_solver *solver, double t, uint32_t i, double *x)
{
	const dirk_solver *s = (const dirk_solver *)solver;
	double theta = sv_onestep_theta(&s->one, t), h = s->one.t - s->one.t0;
	*x = s->one.x[i];
	if (theta < 1)
		sv_hermite(1, theta, h, s->one.x0 + i, s->k[0] + i, s->one.x + i, s->k[5] + i, x);
	return true;
}

static bool polynomial(const sv_solver *solver, uint32_t i, double out[SV_BERNSTEIN])
{
	const dirk_solver *s = (const dirk_solver *)solver;
	double h = s->one.t - s->one.t0;
	sv_hermite_polynomial(s->one.x0[i], h * s->k[0][i], s->one.x[i], h * s->k[5][i], out);
	return h > 0;
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	*out = ((const dirk_solver *)solver)->one.core.count;
	out->last_order = 4;
}

static void close_dirk(sv_solver *solver)
{
	dirk_solver *s = (dirk_solver *)solver;
	if (!s)
		return;
	for (int i = 0; i < STAGES; i++)
		sb_put_back(s->k[i]);
	sb_put_back(s->base);
	sb_put_back(s->correction);
	sb_put_back(s->residual);
	sb_put_back(s->first);
	sv_linear_free(s->linear);
	sv_onestep_close(&s->one);
	sb_put_back(s);
}

const sv_operations sv_dirk = {
	.name = "dirk",
	.what = "diagonally implicit Runge-Kutta of order 4 for stiff problems",
	.implicit = true,
	.fraction = 0.03,
	.create = create,
	.reset = reset,
	.bound = sv_core_bound,
	.step = step,
	.interpolate = interpolate,
	.one = one_state,
	.polynomial = polynomial,
	.steepest = sv_onestep_steepest,
	.state = sv_onestep_state,
	.statistics = statistics,
	.chosen = sv_core_name,
	.detail = sv_core_detail,
	.free = close_dirk,
};
