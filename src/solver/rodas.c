/* A Rosenbrock method of order 5 with an embedded one of order 4: eight stages, each one linear system with the same
 * matrix I - h gamma J, no iteration; stiffly accurate, L-stable, with a continuous extension of order 4 (Rodas5P:
 * Steinebach, Construction of Rosenbrock-Wanner method Rodas5P and numerical benchmarks within the Julia Differential
 * Equations package, BIT 63, 2023).
 *
 * It needs a new and exact Jacobian in each step. Where that is cheap (few states, symbolic) a step costs about as
 * much as one or two of CVODE and is many times as long; being one-step, it loses nothing at a restart.
 *
 * On a stiff problem the end of a step may be exact while the extension inside it is not: the state falls back to
 * where the fast modes hold it, wherever it was on the way. So the slope of the extension in the middle is compared
 * with the rates there. The matrix turns the difference into what the state is off, in the fast modes and in the slow
 * ones.
 *
 *     (I - h gamma J) k_i = h gamma f(t + c_i h, x + sum a_ij k_j) + gamma sum C_ij k_j + h^2 gamma d_i df/dt */
#include "solver/rodas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "code/runtime/rodas_table.h"
#include "solver/factors.h"
#include "solver/onestep.h"
#include "solver/solvers.h"

enum { STAGES = SC_RODAS_STAGES, DENSE = 3 };
/* The points of a difference over time, beside the step. What their rounding adds to a step, in units of the tolerance,
 * from which on they are wide, and for how many steps. */
static const double NEAR = 1e-4, WIDE = 0.05, ROUGH = 0.1;
enum { ROUGH_STEPS = 100 };

static const double H[DENSE][STAGES] = {
	{ 25.948786856663858, -2.5579724845846235, 10.433815404888879, -2.3679251022685204, 0.524948541321073,
		1.1241088310450404, 0.4272876194431874, -0.17202221070155493 },
	{ -9.91568850695171, -0.9689944594115154, 3.0438037242978453, -24.495224566215796, 20.176138334709044,
		15.98066361424651, -6.789040303419874, -6.710236069923372 },
	{ 11.419903575922262, 2.8879645146136994, 72.92137995996029, 80.12511834622643, -52.072871366152654,
		-59.78993625266729, -0.15582684282751913, 4.883087185713722 },
};

/* The weight of the error inside a step: it does not add up over the steps. */
static const double INSIDE = 0.05;
/* ... and by Simpson's rule: where the Jacobian is that of another place, the end of the step is not known better than
 * its middle. */
static const double DOUBTED = 0.5;

/* For the same result CVODE makes about five steps, with seven evaluations and hardly ever a new matrix, and spends
 * these many operations on its bookkeeping: measured on the problems of bench/ivp. What rodas needs beyond the
 * evaluations must be less. A symbolic Jacobian costs a few evaluations. */
static const double SAVED_RATES = 6, PER_STEP = 8000, PER_STATE = 120, MOST_EVALUATIONS = 6;
/* Restarted often, CVODE makes about nine, each with the look for events that follows a step, so the evaluations are
 * even; and its bookkeeping with them is many times as much. */
static const double OFTEN_PER_STEP = 20;

typedef struct rodas_solver {
	sv_onestep one;
	sv_linear *linear;
	double *stage, *first, *slope, *k[STAGES];      /* first: rates at x0; slope: df/dt there */
	double *off, *last;              /* what the middle of the step is off; the rates at its end */
	double *bend[DENSE];             /* of the continuous extension */
	bool ended;                      /* `last` are the rates at x0 of the next step */
	bool ready;                      /* ... and the Jacobian is the one there */
	bool elsewhere;                  /* the Jacobian is that of another point than the beginning of the step */
	bool moving;                     /* df/dt is not zero */
	int rough;                       /* for so many steps df/dt is found from wide points */
} rodas_solver;

static sv_solver *create(const sv_problem *problem, const sv_options *options)
{
	rodas_solver *s = sb_draw_zeros(sizeof *s);
	sv_onestep_open(&s->one, &sv_rodas, problem, options);
	s->linear = sv_linear_new(&s->one.core);
	sv_linear_each_step(s->linear);
	double **vectors[] = { &s->stage, &s->first, &s->slope, &s->off, &s->last };
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
		*vectors[i] = sv_doubles(problem->n);
	for (int i = 0; i < STAGES; i++)
		s->k[i] = sv_doubles(problem->n);
	for (int i = 0; i < DENSE; i++)
		s->bend[i] = sv_doubles(problem->n);
	return &s->one.core.head;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	rodas_solver *s = (rodas_solver *)solver;
	sv_onestep_reset(&s->one, t, x, keep_step);
	s->one.last_error = 1e-2;
	s->ended = false;
}

/* df/dt at the beginning of the step, by differences that look forward only: before the beginning other equations may
 * hold. Two near points are enough for most models. */
static int near_slope(rodas_solver *s, double by)
{
	uint32_t n = s->one.core.problem.n;
	int status = sv_evaluate(&s->one.core, s->one.t0 + by, s->one.x0, s->slope);
	s->moving = status || memcmp(s->slope, s->first, n * sizeof(double)) != 0;
	if (status || !s->moving)
		return status;
	status = sv_evaluate(&s->one.core, s->one.t0 + 2 * by, s->one.x0, s->stage);
	for (uint32_t i = 0; i < n && !status; i++) {
		double one = s->slope[i] - s->first[i], two = s->stage[i] - s->first[i];
		s->off[i] = 3 * one - 3 * two;
		s->slope[i] = (4 * one - two) / (2 * by);
	}
	return status;
}

/* What is off, as it is and in the eyes of the matrix, which damps what is stiff. */
static bool is_off(rodas_solver *s)
{
	return sv_norm(&s->one.core, s->off, s->one.x0, s->one.x0) > ROUGH;
}

/* Rounding of the rates is divided by the distance of the points. A third one tells how much it is: their third
 * difference is nothing else. */
static int look_at_rounding(rodas_solver *s, double h, double by)
{
	uint32_t n = s->one.core.problem.n;
	int status = s->moving ? sv_evaluate(&s->one.core, s->one.t0 + 3 * by, s->one.x0, s->stage) : 0;
	for (uint32_t i = 0; i < n && !status; i++)
		s->off[i] = s->moving ? h * h / by * (s->off[i] + s->stage[i] - s->first[i]) : 0;
	if (!status && is_off(s) && !sv_linear_solve(s->linear, s->off) && is_off(s))
		s->rough = ROUGH_STEPS;
	return status;
}

/* Where rounding counts, the points are as far apart as a formula of order 4 allows. */
static int wide_slope(rodas_solver *s, double by)
{
	static const double weights[] = { 4, -3, 4.0 / 3, -0.25 };       /* of the rates at 1, 2, 3, 4; beside those at 0 */
	uint32_t n = s->one.core.problem.n;
	for (int k = 0; k < 4; k++) {
		double part = weights[k] / by;
		int status = sv_evaluate(&s->one.core, s->one.t0 + (k + 1) * by, s->one.x0, s->stage);
		for (uint32_t i = 0; i < n && !status; i++)
			s->slope[i] = (k ? s->slope[i] : 0) + part * (s->stage[i] - s->first[i]);
		if (status)
			return status;
	}
	s->moving = true;
	return 0;
}

/* doubtful: a step was too long, perhaps because of rounding. Behind the end of the step the rates may have no value,
 * so in the shortest steps, where the slope hardly counts, the points are closer than rounding would have them. */
static int time_slope(rodas_solver *s, double h, bool doubtful)
{
	double least = 64 * sv_smallest(s->one.t0), by = fmin(fmax(NEAR * h, least), h / 3);
	int status = s->rough ? 0 : near_slope(s, by);
	if (!status && doubtful && !s->rough)
		status = look_at_rounding(s, h, by);
	if (status || !s->rough)
		return status;
	s->rough--;
	return wide_slope(s, fmin(fmax(WIDE * h, least), h / 4));
}

/* The rates and the Jacobian at x0, and the first step if there is none. */
static int begin(rodas_solver *s, double limit)
{
	int status = 0;
	if (s->ended)
		memcpy(s->first, s->last, s->one.core.problem.n * sizeof(double));
	else
		status = sv_evaluate(&s->one.core, s->one.t0, s->one.x0, s->first);
	bool ready = s->ended && s->ready;
	s->ended = s->ready = false;
	if (!status)
		sv_onestep_first(&s->one, 5, s->one.x0, s->first, limit, s->stage, s->k[0]);
	return status || ready ? status : sv_linear_jacobian(s->linear, s->one.t0, s->one.x0, s->first);
}

/* The right-hand side of a stage goes into its k, which the solution replaces. */
static int solve_stage(rodas_solver *s, int i, double h, const double *rates)
{
	uint32_t n = s->one.core.problem.n;
	double *k = s->k[i], scale = h * sc_rodas_gamma, tilt = h * h * sc_rodas_gamma * sc_rodas_d[i];
	for (uint32_t m = 0; m < n; m++)
		k[m] = scale * rates[m];
	if (i)
		sv_combine(n, k, k, sc_rodas_gamma, i, sc_rodas_C[i], s->k);
	if (s->moving && tilt != 0)
		sv_combine(n, k, k, tilt, 1, (double[]){ 1 }, (double *[]){ s->slope });
	s->one.core.count.newton_iterations++;       /* each stage is one iteration that needs no second */
	return n && sv_linear_solve(s->linear, k) ? 1 : 0;
}

static int stages(rodas_solver *s, double h, bool rejected)
{
	uint32_t n = s->one.core.problem.n;
	if (n && sv_linear_factor(s->linear, 1, h * sc_rodas_gamma))
		return 1;
	int status = time_slope(s, h, rejected);
	if (!status)
		status = solve_stage(s, 0, h, s->first);
	for (int i = 1; i < STAGES && !status; i++) {
		if (i < 6)
			sv_combine(n, s->one.x, s->one.x0, 1, i, sc_rodas_a[i], s->k);
		else
			sv_combine(n, s->one.x, s->one.x, 1, 1, (double[]){ 1 }, &s->k[i - 1]);
		status = sv_evaluate(&s->one.core, s->one.t0 + sc_rodas_c[i] * h, s->one.x, s->stage);
		if (!status)
			status = solve_stage(s, i, h, s->stage);
	}
	if (!status)
		sv_combine(n, s->one.x, s->one.x, 1, 1, (double[]){ 1 }, &s->k[STAGES - 1]);
	return status;
}

static void bend(rodas_solver *s)
{
	uint32_t n = s->one.core.problem.n;
	for (int i = 0; i < DENSE; i++) {
		memset(s->bend[i], 0, n * sizeof(double));
		sv_combine(n, s->bend[i], s->bend[i], 1, STAGES, H[i], s->k);
	}
}

/* The Jacobian may be that of a single point: of sqrt(x) at x = 1e-15, or of a diode that blocks beside an inductor, it
 * makes any error look small, lets the state go somewhere in no time, or holds it where it should go. So what the step
 * should have come to by Simpson's rule, with the rates at its ends and in its middle, counts too, in the eyes of the
 * Jacobian at its end. */
static int doubt(rodas_solver *s, double h, const double *rates, double inside, double *error)
{
	uint32_t n = s->one.core.problem.n;
	int status = sv_evaluate(&s->one.core, s->one.t0 + h, s->one.x, s->last);
	if (status)
		return status;
	for (uint32_t i = 0; i < n; i++)
		s->off[i] = s->one.x[i] - s->one.x0[i] - h / 6 * (s->first[i] + 4 * rates[i] + s->last[i]);
	double plain = DOUBTED * sv_norm(&s->one.core, s->off, s->one.x0, s->one.x);
	if (plain <= 1 || plain < 100 * inside)
		return 0;
	s->elsewhere = true;
	status = sv_linear_jacobian(s->linear, s->one.t0 + h, s->one.x, s->last);
	if (status)
		return status;
	if (sv_linear_factor(s->linear, 1, h * sc_rodas_gamma) || sv_linear_solve(s->linear, s->off))
		return 1;
	double there = DOUBTED * sv_norm(&s->one.core, s->off, s->one.x0, s->one.x);
	*error = there > *error ? there : *error;
	return 0;
}

/* The error of the step, at its end and in its middle. */
static int measure(rodas_solver *s, double h, double *error)
{
	uint32_t n = s->one.core.problem.n;
	*error = sv_norm(&s->one.core, s->k[STAGES - 1], s->one.x0, s->one.x);
	if (!(*error <= 1))
		return 0;
	bend(s);
	const double *p = s->bend[0], *q = s->bend[1], *r = s->bend[2];
	double *middle = s->stage, *off = s->off;
	for (uint32_t i = 0; i < n; i++)
		middle[i] = 0.5 * (s->one.x0[i] + s->one.x[i]) + 0.25 * (p[i] + 0.5 * q[i] + 0.25 * r[i]);
	int status = sv_evaluate(&s->one.core, s->one.t0 + 0.5 * h, middle, off);
	if (status)
		return status;
	memcpy(middle, off, n * sizeof(double));
	for (uint32_t i = 0; i < n; i++)
		off[i] = s->one.x[i] - s->one.x0[i] + 0.25 * (q[i] + r[i]) - h * off[i];
	if (n && sv_linear_solve(s->linear, off))
		return 1;
	double inside = INSIDE * sv_norm(&s->one.core, off, s->one.x0, s->one.x);
	*error = inside > *error ? inside : *error;
	return *error <= 1 ? doubt(s, h, middle, inside, error) : 0;
}

/* After an accepted step of h, which was cut from the wish or not. */
static void next_wish(rodas_solver *s, double h, double error, bool rejected)
{
	double size = error > 1e-8 ? error : 1e-8;
	double factor = 0.9 * pow(size, -0.2) * pow(s->one.last_error / size, 0.06);
	factor = factor > 6 ? 6 : factor < 0.2 ? 0.2 : factor;
	if (rejected && factor > 1)
		factor = 1;
	sv_onestep_accept(&s->one, h, error, factor);
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	rodas_solver *s = (rodas_solver *)solver;
	if (sv_onestep_there(&s->one, limit, t))
		return SV_OK;
	double h;
	sv_onestep_begin(&s->one);
	int status = begin(s, limit);
	if (status)
		return sv_onestep_back(&s->one, status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE, t);
	for (bool rejected = false;; rejected = true) {
		h = sv_onestep_size(&s->one, limit);
		status = stages(s, h, rejected);
		double error = 2, moved = 0;
		if (!status)
			status = measure(s, h, &error);
		if (!status && error <= 1)
			status = sv_project(&s->one.core, s->one.t0 + h, s->one.x, s->stage, &moved);
		if (status < 0)
			return sv_onestep_back(&s->one, SV_GAVE_UP, t);
		if (error <= 1 && (status || moved > SV_FARTHEST))
			error = 16;
		if (error <= 1) {
			next_wish(s, h, error, rejected);
			s->ended = moved == 0;
			s->ready = s->elsewhere;
			s->elsewhere = false;
			break;
		}
		s->one.core.count.rejected++;
		if (s->elsewhere && sv_linear_jacobian(s->linear, s->one.t0, s->one.x0, s->first) < 0)
			return sv_onestep_back(&s->one, SV_GAVE_UP, t);
		s->elsewhere = false;
		double shrink = status || !(error < 1e300) ? 0.25 : 0.9 * pow(error, -0.2);
		s->one.wish = h * (shrink < 0.2 ? 0.2 : shrink > 0.9 ? 0.9 : shrink);
		if (s->one.wish < sv_smallest(s->one.t0))
			return sv_onestep_back(&s->one, status ? SV_NOT_EVALUABLE : SV_TOO_SMALL, t);
	}
	return sv_onestep_done(&s->one, h, limit, t);
}

static inline double extended(const rodas_solver *s, double theta, uint32_t i)
{
	double x0 = s->one.x0[i];
	return x0 + theta * (s->one.x[i] - x0 +
						 (1 - theta) * (s->bend[0][i] + theta * (s->bend[1][i] + theta * s->bend[2][i])));
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	rodas_solver *s = (rodas_solver *)solver;
	double theta = sv_onestep_part(&s->one, t, x);
	for (uint32_t i = 0; i < s->one.core.problem.n && theta < 1; i++)
		x[i] = extended(s, theta, i);
}

static bool one_state(const sv_solver *solver, double t, uint32_t i, double *x)
{
	const rodas_solver *s = (const rodas_solver *)solver;
	double theta = sv_onestep_theta(&s->one, t);
	*x = theta < 1 ? extended(s, theta, i) : s->one.x[i];
	return true;
}

static bool polynomial(const sv_solver *solver, uint32_t i, double out[SV_BERNSTEIN])
{
	const rodas_solver *s = (const rodas_solver *)solver;
	double x0 = s->one.x0[i], x1 = s->one.x[i], p = s->bend[0][i], q = s->bend[1][i], r = s->bend[2][i];
	out[0] = x0;
	out[1] = x0 + (x1 - x0 + p) / 4;
	out[2] = (x0 + x1) / 2 + p / 3 + q / 6;
	out[3] = x1 - (x1 - x0 - p - q - r) / 4;
	out[4] = x1;
	return s->one.t > s->one.t0;
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	*out = ((const rodas_solver *)solver)->one.core.count;
	out->last_order = 5;
}

static void close_rodas(sv_solver *solver)
{
	rodas_solver *s = (rodas_solver *)solver;
	if (!s)
		return;
	for (int i = 0; i < STAGES; i++)
		sb_put_back(s->k[i]);
	for (int i = 0; i < DENSE; i++)
		sb_put_back(s->bend[i]);
	double *vectors[] = { s->stage, s->first, s->slope, s->off, s->last };
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
		sb_put_back(vectors[i]);
	sv_linear_free(s->linear);
	sv_onestep_close(&s->one);
	sb_put_back(s);
}

bool sv_rodas_pays(const sv_solver *rodas, bool restarts)
{
	const rodas_solver *s = (const rodas_solver *)rodas;
	const sv_problem *p = &s->one.core.problem;
	double jacobians = sv_linear_evaluations(s->linear);
	double extra = ((restarts ? 0 : SAVED_RATES) + jacobians) * p->cost + sv_linear_work(s->linear);
	double saved = PER_STEP + PER_STATE * p->n;
	return jacobians <= MOST_EVALUATIONS && extra <= (restarts ? OFTEN_PER_STEP : 1) * saved;
}

bool sv_rodas_is_free(const sv_solver *rodas)
{
	return sv_linear_is_free(((const rodas_solver *)rodas)->linear);
}

static bool archive(sv_solver *solver, sb_archive *to)
{
	rodas_solver *s = (rodas_solver *)solver;
	size_t bytes = s->one.core.problem.n * sizeof(double);
	if (!sv_rodas_is_free(solver))
		return false;
	sv_onestep_archive(&s->one, to);
	sv_linear_archive(s->linear, to);
	sb_archive_bytes(to, s->first, bytes);
	sb_archive_bytes(to, s->slope, bytes);
	sb_archive_bytes(to, s->off, bytes);
	for (int i = 0; i < DENSE; i++)
		sb_archive_bytes(to, s->bend[i], bytes);
	sb_archive_one(to, s->ended);
	sb_archive_one(to, s->ready);
	sb_archive_bytes(to, s->last, bytes);
	sb_archive_one(to, s->elsewhere);
	sb_archive_one(to, s->moving);
	sb_archive_one(to, s->rough);
	return true;
}

const sv_operations sv_rodas = {
	.name = "rodas",
	.what = "Rosenbrock method of order 5 for stiff problems of few states",
	.implicit = true,
	.fraction = 0.5,
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
	.archive = archive,
	.free = close_rodas,
};
