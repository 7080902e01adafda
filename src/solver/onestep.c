/* See the header. */
#include "solver/onestep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void sv_onestep_open(sv_onestep *s, const sv_operations *operations, const sv_problem *problem,
					 const sv_options *options)
{
	sv_core_open(&s->core, operations, problem, options);
	s->x = sv_doubles(problem->n);
	s->x0 = sv_doubles(problem->n);
}

void sv_onestep_close(sv_onestep *s)
{
	sb_put_back(s->x);
	sb_put_back(s->x0);
	sv_core_close(&s->core);
}

void sv_onestep_reset(sv_onestep *s, double t, const double *x, bool keep_step)
{
	sv_core_reset(&s->core);
	if (x != s->x)
		memcpy(s->x, x, s->core.problem.n * sizeof(double));
	s->t = s->t0 = t;
	if (!keep_step || s->wish < 100 * sv_smallest(t)) /* a wish from another time may be too short for this one */
		s->wish = 0;
}

bool sv_onestep_there(const sv_onestep *s, double limit, double *t)
{
	bool there = sv_at(s->t, limit);
	*t = there ? limit : s->t;
	return there;
}

void sv_onestep_first(sv_onestep *s, int order, const double *x, const double *rates, double limit, double *work1,
					  double *work2)
{
	double given = s->core.options.step;
	if (!(s->wish > 0))
		s->wish = given > 0 ? given : sv_first_step(&s->core, order, s->t, x, rates, limit, work1, work2);
}

void sv_onestep_begin(sv_onestep *s)
{
	sv_swap(&s->x, &s->x0);
	s->t0 = s->t;
}

double sv_onestep_size(const sv_onestep *s, double limit)
{
	double h = s->wish, longest = s->core.options.longest;
	if (longest > 0 && h > longest)
		h = longest;
	return s->t0 + 1.001 * h >= limit || sv_at(s->t0 + h, limit) ? limit - s->t0 : h;
}

bool sv_onestep_surprises(const sv_onestep *s, double h, double error, int order, double times)
{
	double last = s->core.count.last_step, expected = s->last_error * (last > 0 ? pow(h / last, order) : 1);
	bool cut = h < 0.99 * s->wish;
	return !(error < times * fmax(expected, 1e-5)) || (error < 0.1 / times * expected && !cut);
}

void sv_onestep_accept(sv_onestep *s, double h, double error, double factor)
{
	bool cut = h < 0.99 * s->wish;
	s->longest = fmax(s->longest, h);
	if (!cut || h * factor > s->wish)
		s->wish = h * factor;
	if (!cut)
		s->last_error = error > 1e-4 ? error : 1e-4;
}

sv_status sv_onestep_done(sv_onestep *s, double h, double limit, double *t)
{
	s->core.count.steps++;
	s->core.count.last_step = h;
	*t = s->t = h == limit - s->t0 ? limit : s->t0 + h;
	return SV_OK;
}

sv_status sv_onestep_back(sv_onestep *s, sv_status status, double *t)
{
	memcpy(s->x, s->x0, s->core.problem.n * sizeof(double));
	*t = s->t = s->t0;
	return status;
}

double sv_onestep_theta(const sv_onestep *s, double t)
{
	return t >= s->t || s->t == s->t0 ? 1 : t <= s->t0 ? 0 : (t - s->t0) / (s->t - s->t0);
}

double sv_onestep_part(const sv_onestep *s, double t, double *x)
{
	double part = sv_onestep_theta(s, t);
	if (part == 1)
		memcpy(x, s->x, s->core.problem.n * sizeof(double));
	return part;
}

const double *sv_onestep_state(sv_solver *solver)
{
	return ((sv_onestep *)solver)->x;
}

bool sv_onestep_steepest(const sv_solver *solver, double *out)
{
	double b[SV_BERNSTEIN];
	bool known = true;
	for (uint32_t i = 0; i < ((const sv_onestep *)solver)->core.problem.n && known; i++) {
		known = solver->operations->polynomial(solver, i, b);
		out[i] = sv_steepness(b);
	}
	return known;
}

void sv_swap(double **p, double **q)
{
	double *kept = *p;
	*p = *q;
	*q = kept;
}

void sv_onestep_archive(sv_onestep *s, sb_archive *a)
{
	size_t bytes = s->core.problem.n * sizeof(double);
	sv_core_archive(&s->core, a);
	sb_archive_one(a, s->t);
	sb_archive_one(a, s->t0);
	sb_archive_one(a, s->wish);
	sb_archive_one(a, s->last_error);
	sb_archive_one(a, s->longest);
	sb_archive_bytes(a, s->x, bytes);
	sb_archive_bytes(a, s->x0, bytes);
}
