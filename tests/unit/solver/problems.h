/* Problems with known answers, and how the tests of the solvers run them. */
#ifndef SALTUS_TESTS_SOLVER_PROBLEMS_H
#define SALTUS_TESTS_SOLVER_PROBLEMS_H

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "solver/solver.h"

typedef struct problem {
	const char *name;
	sv_problem of;
	double end;
	double start[3], nominal[3];
	void (*exact)(double t, double *x);      /* NULL: not known */
	bool stiff;
} problem;

static const uint32_t column1[] = { 0, 1 }, row1[] = { 0 };
static const uint32_t column2[] = { 0, 2, 4 }, row2[] = { 0, 1, 0, 1 };
static const uint32_t column3[] = { 0, 2, 5, 7 }, row3[] = { 0, 1, 0, 1, 2, 0, 1 };

static inline int decay_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = -x[0];
	return 0;
}

static inline int decay_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	values[0] = -1;
	return 0;
}

static inline void decay_exact(double t, double *x)
{
	x[0] = exp(-t);
}

static inline int oscillator_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = x[1];
	xd[1] = -x[0];
	return 0;
}

static inline int oscillator_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	memcpy(values, (double[]){ 0, -1, 1, 0 }, 4 * sizeof(double));
	return 0;
}

static inline void oscillator_exact(double t, double *x)
{
	x[0] = cos(t);
	x[1] = -sin(t);
}

/* Relaxation to a moving equilibrium, a thousand times faster than it moves. */
static inline int tracking_rates(void *context, double t, const double *x, double *xd)
{
	(void)context;
	xd[0] = -1000 * (x[0] - cos(t)) - sin(t);
	return 0;
}

static inline int tracking_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	values[0] = -1000;
	return 0;
}

static inline void tracking_exact(double t, double *x)
{
	x[0] = cos(t) + exp(-1000 * t);
}

/* Eigenvalues -1 and -10000. */
static inline int pair_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = -5000.5 * x[0] + 4999.5 * x[1];
	xd[1] = 4999.5 * x[0] - 5000.5 * x[1];
	return 0;
}

static inline int pair_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	memcpy(values, (double[]){ -5000.5, 4999.5, 4999.5, -5000.5 }, 4 * sizeof(double));
	return 0;
}

static inline void pair_exact(double t, double *x)
{
	x[0] = 1.5 * exp(-t) + 0.5 * exp(-1e4 * t);
	x[1] = 1.5 * exp(-t) - 0.5 * exp(-1e4 * t);
}

static inline int lorenz_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = 10 * (x[1] - x[0]);
	xd[1] = x[0] * (28 - x[2]) - x[1];
	xd[2] = x[0] * x[1] - 8. / 3 * x[2];
	return 0;
}

static inline int robertson_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
	xd[2] = 3e7 * x[1] * x[1];
	xd[1] = -xd[0] - xd[2];
	return 0;
}

static inline int robertson_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)xd;
	double a = 1e4 * x[2], b = 6e7 * x[1], c = 1e4 * x[1];
	memcpy(values, (double[]){ -0.04, 0.04, a, -a - b, b, c, -c }, 7 * sizeof(double));
	return 0;
}

/* x'' - 1000 (1 - x^2) x' + x = 0 */
static inline int van_der_pol_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = x[1];
	xd[1] = 1000 * (1 - x[0] * x[0]) * x[1] - x[0];
	return 0;
}

static inline int van_der_pol_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)xd;
	memcpy(values, (double[]){ 0, -2000 * x[0] * x[1] - 1, 1, 1000 * (1 - x[0] * x[0]) }, 4 * sizeof(double));
	return 0;
}

static const problem decay = { "decay", { .n = 1, .rates = decay_rates, .jacobian = decay_jacobian, .column = column1,
	.row = row1 }, 5, { 1 }, { 1 }, decay_exact, false };
static const problem oscillator = { "oscillator", { .n = 2, .rates = oscillator_rates, .jacobian = oscillator_jacobian,
	.column = column2, .row = row2 }, 31.4159265358979, { 1, 0 }, { 1, 1 }, oscillator_exact, false };
static const problem tracking = { "tracking", { .n = 1, .rates = tracking_rates, .jacobian = tracking_jacobian,
	.column = column1, .row = row1 }, 10, { 2 }, { 1 }, tracking_exact, true };
static const problem pair = { "pair", { .n = 2, .rates = pair_rates, .jacobian = pair_jacobian, .column = column2,
	.row = row2 }, 2, { 2, 1 }, { 1, 1 }, pair_exact, true };
static const problem lorenz = { "lorenz", { .n = 3, .rates = lorenz_rates }, 20, { 1, 1, 1 }, { 10, 10, 10 }, NULL,
	false };
static const problem robertson = { "robertson", { .n = 3, .rates = robertson_rates, .jacobian = robertson_jacobian,
	.column = column3, .row = row3 }, 40, { 1, 0, 0 }, { 1, 1e-4, 1 }, NULL, true };
static const problem van_der_pol = { "van der Pol", { .n = 2, .rates = van_der_pol_rates,
	.jacobian = van_der_pol_jacobian, .column = column2, .row = row2 }, 2000, { 2, 0 }, { 1, 1 }, NULL, true };

/* A solver at the start of a problem. */
static inline sv_solver *begin(const char *solver, const problem *p, double tolerance, double step)
{
	sv_options options = { .tolerance = tolerance, .nominal = p->nominal, .step = step, .span = p->end };
	sv_solver *s = sv_find(solver)->create(&p->of, &options);
	s->operations->reset(s, 0, p->start, false);
	return s;
}

/* The largest error against the exact solution, relative to the size of the states where they are large. */
static inline double error_of(const problem *p, double t, const double *x)
{
	double exact[3], worst = 0;
	p->exact(t, exact);
	for (uint32_t i = 0; i < p->of.n; i++)
		worst = fmax(worst, 2 * fabs(x[i] - exact[i]) / (fabs(exact[i]) + p->nominal[i]));
	return worst;
}

typedef struct outcome {
	double at_steps, between, x[3]; sv_status status; sv_statistics count; char chosen[128];
} outcome;

/* From 0 to the end: the largest errors at the ends of steps and inside them. */
static inline outcome simulate(const char *solver, const problem *p, double tolerance, double step)
{
	outcome o = { 0 };
	sv_solver *s = begin(solver, p, tolerance, step);
	double t = 0, x[3];
	while (t < p->end && o.status == SV_OK) {
		double from = t;
		o.status = s->operations->step(s, p->end, &t);
		if (p->exact && o.status == SV_OK) {
			o.at_steps = fmax(o.at_steps, error_of(p, t, s->operations->state(s)));
			for (int k = 1; k < 8; k++) {
				s->operations->interpolate(s, from + (t - from) * k / 8, x);
				o.between = fmax(o.between, error_of(p, from + (t - from) * k / 8, x));
			}
		}
		s->operations->statistics(s, &o.count);
		if (o.count.steps > 1000000)
			o.status = SV_TOO_MUCH_WORK;
	}
	memcpy(o.x, s->operations->state(s), p->of.n * sizeof(double));
	snprintf(o.chosen, sizeof o.chosen, "%s", s->operations->chosen(s));
	s->operations->free(s);
	return o;
}

#endif
