/* Fixed-step solvers: Euler, Heun and the classical Runge-Kutta method, one table of coefficients each.
 *
 * The grid of steps starts at the last reset (or where a limit cut a step short) and is start + k*step, not a
 * running sum. A step is cut by the limit, and stretched to it by at most a millionth. Where a stage cannot be
 * evaluated, that one step is halved, so that an event before the wall can still be found. The rates at the end of
 * a step are the first stage of the next one; until then they serve the cubic interpolation. */
#include "solver/core.h"
#include "solver/solvers.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct fixed_method { int stages, order; double c[4], a[4][4], b[4]; } fixed_method;

static const fixed_method euler = { 1, 1, { 0 }, { { 0 } }, { 1 } };
static const fixed_method heun = { 2, 2, { 0, 1 }, { { 0 }, { 1 } }, { 0.5, 0.5 } };
static const fixed_method rk4 = { 4, 4, { 0, 0.5, 0.5, 1 }, { { 0 }, { 0.5 }, { 0, 0.5 }, { 0, 0, 1 } },
	{ 1. / 6, 1. / 3, 1. / 3, 1. / 6 } };

typedef struct fixed_solver {
	sv_core core;
	const fixed_method *method;
	double given, step, start, t, t0; /* the step asked for; the grid, the end and the beginning of the last step */
	uint64_t made;                   /* steps of the grid since start */
	double *x, *x0, *k[4], *end, *stage;
	int end_status;                  /* of the rates at the end of the last step */
	bool end_known;
	/* What the states are off by, estimated; `off_begin`: where the last step began; `local`: the part of that step.
	 * `before`: the rates at the beginning of the step before, which had the length h_before; 0: none. */
	double *off, *off_begin, *local, *shifted, *first, *before, h_before;
	double *size, *worst, *worst_at;         /* the largest size of each state so far, the largest |off|, and when */
} fixed_solver;

static sv_solver *open_fixed(const sv_operations *operations, const fixed_method *method, const sv_problem *problem,
                             const sv_options *options)
{
	fixed_solver *s = sb_draw_zeros(sizeof *s);
	sv_core_open(&s->core, operations, problem, options);
	s->method = method;
	s->step = options->step > 0 ? options->step : options->span > 0 ? options->span / 500 : 1e-3;
	s->given = s->step;
	if (options->longest > 0 && options->longest < s->step)
		s->step = options->longest;
	s->x = sv_doubles(problem->n);
	s->x0 = sv_doubles(problem->n);
	s->end = sv_doubles(problem->n);
	s->stage = sv_doubles(problem->n);
	for (int i = 0; i < method->stages; i++)
		s->k[i] = sv_doubles(problem->n);
	s->off = sv_doubles(problem->n);
	s->off_begin = sv_doubles(problem->n);
	s->local = sv_doubles(problem->n);
	s->first = sv_doubles(problem->n);
	s->shifted = sv_doubles(problem->n);
	s->size = sv_doubles(problem->n);
	s->worst = sv_doubles(problem->n);
	s->worst_at = sv_doubles(problem->n);
	s->before = sv_doubles(problem->n);
	return &s->core.head;
}

static sv_solver *create_euler(const sv_problem *problem, const sv_options *options)
{
	return open_fixed(&sv_euler, &euler, problem, options);
}

static sv_solver *create_heun(const sv_problem *problem, const sv_options *options)
{
	return open_fixed(&sv_heun, &heun, problem, options);
}

static sv_solver *create_rk4(const sv_problem *problem, const sv_options *options)
{
	return open_fixed(&sv_rk4, &rk4, problem, options);
}

static void interpolate(sv_solver *solver, double t, double *x);

/* What the last step has left, once nobody can tell otherwise any more. */
static void note_worst(fixed_solver *s)
{
	for (uint32_t i = 0; i < s->core.problem.n; i++) {
		s->size[i] = fmax(s->size[i], fmax(fabs(s->x0[i]), fabs(s->x[i])));
		if (fabs(s->off[i]) > s->worst[i]) {
			s->worst[i] = fabs(s->off[i]);
			s->worst_at[i] = s->t;
		}
	}
}

/* What an event has set is off by nothing that is known; what it has left alone is off as before. A step that is made
 * again has not been. */
static void forget_off(fixed_solver *s, double t, const double *x)
{
	if (t == s->t0 && s->t > s->t0)
		memcpy(s->off, s->off_begin, s->core.problem.n * sizeof(double));
	else
		note_worst(s);
	interpolate(&s->core.head, t, s->stage);
	for (uint32_t i = 0; i < s->core.problem.n; i++)
		if (fabs(x[i] - s->stage[i]) > 1e-9 * (fabs(x[i]) + s->size[i]))
			s->off[i] = 0;
	s->h_before = 0;
}

static void reset(sv_solver *solver, double t, const double *x, bool keep_step)
{
	fixed_solver *s = (fixed_solver *)solver;
	(void)keep_step;
	forget_off(s, t, x);
	sv_core_reset(&s->core);
	if (x != s->x)
		memcpy(s->x, x, s->core.problem.n * sizeof(double));
	memcpy(s->x0, s->x, s->core.problem.n * sizeof(double));
	s->t = s->t0 = s->start = t;
	s->made = 0;
	s->end_known = false;
}

static void bound(sv_solver *solver, double longest)
{
	fixed_solver *s = (fixed_solver *)solver;
	double step = longest > 0 && longest < s->given ? longest : s->given;
	if (step == s->step)
		return;
	s->step = step;
	s->start = s->t;
	s->made = 0;
}

/* The stages from a state with k[0] known; the new one goes to `to`, which may be the stage. */
static int combine(fixed_solver *s, double h, const double *from, double *to)
{
	const fixed_method *m = s->method;
	uint32_t n = s->core.problem.n;
	for (int i = 1; i < m->stages; i++) {
		sv_combine(n, s->stage, from, h, i, m->a[i], s->k);
		int status = sv_evaluate(&s->core, s->t0 + m->c[i] * h, s->stage, s->k[i]);
		if (status)
			return status;
	}
	sv_combine(n, to, from, h, m->stages, m->b, s->k);
	return 0;
}

static int stages(fixed_solver *s, double h)
{
	double moved;
	int status = combine(s, h, s->x0, s->x);
	return status ? status : sv_project(&s->core, s->t0 + h, s->x, s->stage, &moved);
}

static double next_time(const fixed_solver *s, double limit)
{
	double next = s->start + (double)(s->made + 1) * s->step;
	return next + 1e-6 * s->step >= limit || sv_at(next, limit) ? limit : next;
}

/* Nothing controls the error of a fixed step, but a step that goes wrong altogether is seen: the rates at its ends tell
 * another result. Heun's method, which is the trapezoidal rule, is compared with Euler's, from which it may differ by
 * ten times as much. */
static void look_at_step(fixed_solver *s, double h)
{
	const double *nominal = s->core.options.nominal;
	bool trapezoidal = s->method->order == 2;
	for (uint32_t i = 0; i < s->core.problem.n && !s->end_status; i++) {
		double other = trapezoidal ? h * s->k[0][i] : 0.5 * h * (s->k[0][i] + s->end[i]);
		double off = (trapezoidal ? 0.1 : 1) * fabs(s->x[i] - s->x0[i] - other);
		double part = off / (fmin(fabs(s->x0[i]), fabs(s->x[i])) + (nominal ? nominal[i] : 1));
		if (part > s->core.count.rough) {
			s->core.count.rough = part;
			s->core.count.rough_at = s->t;
			s->core.count.rough_state = i;
		}
	}
}

/* What has come together goes on as the difference of two solutions does. Of orders 1 and 2 f(x + off) - f(x) is
 * enough, one more evaluation a step; of order 4, which may be near the end of its stability, the step is made from
 * both. */
static void move_off(fixed_solver *s, double h)
{
	uint32_t n = s->core.problem.n;
	bool any = false, low = s->method->order <= 2;
	for (uint32_t i = 0; i < n; i++) {
		s->shifted[i] = s->x0[i] + s->off[i];
		any = any || s->off[i] != 0;
	}
	if (!any || sv_evaluate(&s->core, s->t0, s->shifted, s->first))
		return;
	for (uint32_t i = 0; i < n && low; i++)
		s->off[i] += h * (s->first[i] - s->k[0][i]);
	if (low)
		return;
	double *begin = s->k[0];
	s->k[0] = s->first;
	int status = combine(s, h, s->shifted, s->stage);
	s->k[0] = begin;
	for (uint32_t i = 0; i < n && !status; i++)
		s->off[i] = s->stage[i] - s->x[i];
}

/* The error of Euler's and Heun's method. That of one step is the difference to a rule of the next order, which has all
 * its rates already: the trapezoidal one, or the one of Adams through the rates of two steps. */
static void estimate(fixed_solver *s, double h)
{
	uint32_t n = s->core.problem.n;
	double r = s->h_before > 0 ? h / s->h_before : 0, last = (2 * r + 3) / (6 * (1 + r)),
		   first = -r * r / (6 * (1 + r));
	memcpy(s->off_begin, s->off, n * sizeof(double));
	memset(s->local, 0, n * sizeof(double));
	if (s->end_status)
		return;
	move_off(s, h);
	for (uint32_t i = 0; i < n && s->method->order <= 2; i++) {
		double better = 0.5 * (s->k[0][i] + s->end[i]);
		if (s->method->order == 2)
			better = r > 0 ? last * s->end[i] + (1 - last - first) * s->k[0][i] + first * s->before[i]
						   : (s->x[i] - s->x0[i]) / h;
		s->local[i] = h * better - (s->x[i] - s->x0[i]);
		if (fabs(s->local[i]) <= 8 * DBL_EPSILON * (fabs(s->x[i]) + fabs(s->x0[i])))
			s->local[i] = 0;         /* rounding, which at a jump of the rates would decide on its side */
		s->off[i] += s->local[i];
	}
	memcpy(s->before, s->k[0], n * sizeof(double));
	s->h_before = h;
}

static void amiss(sv_solver *solver, const double *error)
{
	fixed_solver *s = (fixed_solver *)solver;
	for (uint32_t i = 0; i < s->core.problem.n; i++) {
		s->off[i] += error[i] - s->local[i];
		s->local[i] = error[i];
	}
}

static sv_status step(sv_solver *solver, double limit, double *t)
{
	fixed_solver *s = (fixed_solver *)solver;
	size_t bytes = s->core.problem.n * sizeof(double);
	if (sv_at(s->t, limit)) {
		*t = limit;
		return SV_OK;
	}
	if (!s->end_known)
		s->end_status = sv_evaluate(&s->core, s->t, s->x, s->end);
	s->end_known = true;
	*t = s->t;
	if (s->end_status)
		return s->end_status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	note_worst(s);
	double *begin = s->k[0];
	s->k[0] = s->end;
	s->end = begin;
	memcpy(s->x0, s->x, bytes);
	s->t0 = s->t;
	double planned = next_time(s, limit), end = planned;
	int status, halved = 0;
	while ((status = stages(s, end - s->t0)) == 1 && halved++ < 30 && end - s->t0 > 2 * sv_smallest(s->t0)) {
		end = s->t0 + 0.5 * (end - s->t0);
		s->core.count.rejected++;
	}
	if (status) {
		memcpy(s->x, s->x0, bytes);
		s->end_known = false;
		return status < 0 ? SV_GAVE_UP : SV_NOT_EVALUABLE;
	}
	s->made++;
	if (halved || end == limit) {
		s->start = end;
		s->made = 0;
	}
	*t = s->t = end;
	s->core.count.steps++;
	s->core.count.last_step = end - s->t0;
	s->end_status = sv_evaluate(&s->core, s->t, s->x, s->end);
	look_at_step(s, end - s->t0);
	estimate(s, end - s->t0);
	return SV_OK;
}

static void interpolate(sv_solver *solver, double t, double *x)
{
	fixed_solver *s = (fixed_solver *)solver;
	if (t >= s->t || s->t == s->t0) {
		memcpy(x, s->x, s->core.problem.n * sizeof(double));
		return;
	}
	double h = s->t - s->t0, theta = t <= s->t0 ? 0 : (t - s->t0) / h;
	sv_hermite(s->core.problem.n, theta, h, s->x0, s->k[0], s->x, s->end_known && !s->end_status ? s->end : NULL, x);
}

static bool polynomial(const sv_solver *solver, uint32_t i, double out[SV_BERNSTEIN])
{
	const fixed_solver *s = (const fixed_solver *)solver;
	double h = s->t - s->t0, last = s->end_known && !s->end_status ? h * s->end[i] : NAN;
	sv_hermite_polynomial(s->x0[i], h * s->k[0][i], s->x[i], last, out);
	return h > 0;
}

static const double *state(sv_solver *solver)
{
	return ((fixed_solver *)solver)->x;
}

static void statistics(const sv_solver *solver, sv_statistics *out)
{
	const fixed_solver *s = (const fixed_solver *)solver;
	*out = s->core.count;
	out->last_order = s->method->order;
	for (uint32_t i = 0; i < s->core.problem.n; i++) {
		bool now = fabs(s->off[i]) > s->worst[i];
		double nominal = s->core.options.nominal ? s->core.options.nominal[i] : 1;
		double worst = now ? fabs(s->off[i]) : s->worst[i], size = fmax(s->size[i], fabs(s->x[i]));
		if (size == 0)       /* it never moved: what it should have become is its size */
			size = worst > s->core.options.tolerance * nominal ? worst : nominal;
		if (worst > out->off * size) {
			out->off = worst / size;
			out->off_size = size;
			out->off_at = now ? s->t : s->worst_at[i];
			out->off_state = i;
		}
	}
}

static void close_fixed(sv_solver *solver)
{
	fixed_solver *s = (fixed_solver *)solver;
	if (!s)
		return;
	for (int i = 0; i < s->method->stages; i++)
		sb_put_back(s->k[i]);
	sb_put_back(s->x);
	sb_put_back(s->x0);
	sb_put_back(s->end);
	sb_put_back(s->stage);
	sb_put_back(s->off);
	sb_put_back(s->off_begin);
	sb_put_back(s->local);
	sb_put_back(s->first);
	sb_put_back(s->shifted);
	sb_put_back(s->size);
	sb_put_back(s->worst);
	sb_put_back(s->worst_at);
	sb_put_back(s->before);
	sv_core_close(&s->core);
	sb_put_back(s);
}

static bool archive(sv_solver *solver, sb_archive *a)
{
	fixed_solver *s = (fixed_solver *)solver;
	size_t bytes = s->core.problem.n * sizeof(double);
	double *const vectors[] = { s->x, s->x0, s->end, s->off, s->off_begin, s->local, s->shifted, s->before, s->size,
		s->worst, s->worst_at };
	double *const numbers[] = { &s->step, &s->start, &s->t, &s->t0, &s->h_before };
	sv_core_archive(&s->core, a);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sb_archive_one(a, *numbers[i]);
	for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
		sb_archive_bytes(a, vectors[i], bytes);
	for (int i = 0; i < s->method->stages; i++)
		sb_archive_bytes(a, s->k[i], bytes);
	sb_archive_one(a, s->made);
	sb_archive_one(a, s->end_status);
	sb_archive_one(a, s->end_known);
	return true;
}

#define FIXED(NAME, ORDER, WHAT)                                                                                       \
	const sv_operations sv_##NAME = {                                                                                  \
		.name = #NAME,                                                                                                 \
		.what = WHAT,                                                                                                  \
		.fixed_step = true,                                                                                            \
		.order = ORDER,                                                                                                \
		.create = create_##NAME,                                                                                       \
		.reset = reset,                                                                                                \
		.bound = bound,                                                                                                \
		.step = step,                                                                                                  \
		.interpolate = interpolate, .polynomial = polynomial,                                                          \
		.state = state,                                                                                                \
		.statistics = statistics,                                                                                      \
		.amiss = amiss,                                                                                                \
		.chosen = sv_core_name,                                                                                        \
		.detail = sv_core_detail,                                                                                      \
		.archive = archive,                                                                                            \
		.free = close_fixed,                                                                                           \
	};
FIXED(euler, 1, "explicit Euler, fixed step, order 1")
FIXED(heun, 2, "Heun, fixed step, order 2")
FIXED(rk4, 4, "classical Runge-Kutta, fixed step, order 4")
