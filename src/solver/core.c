/* The parts that solvers share. The loops are written so that the compiler can vectorise them: with a million
 * states the memory traffic of these few lines is the cost of an explicit step. */
#include "solver/core.h"

#include "base/times.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

double *sv_doubles(size_t n)
{
	size_t bytes = (n ? n : 1) * sizeof(double);
	return sb_draw_zeros(bytes);
}

enum { DIGITS = 14 };                /* below 1e-14 rounding, not the method, makes the error of a step */

double sv_least_tolerance(const sv_operations *operations)
{
	double scaled = pow(10, -DIGITS) * pow(1e-3, operations->power) / operations->fraction;
	return operations->fraction > 0 ? pow(scaled, 1 / (1 + operations->power)) : 0;
}

double sv_share_of_step(const sv_operations *operations, double tolerance)
{
	double share = operations->fraction * tolerance * pow(tolerance / 1e-3, operations->power);
	return fmax(share, pow(10, -DIGITS));
}

void sv_core_open(sv_core *core, const sv_operations *operations, const sv_problem *problem, const sv_options *options)
{
	core->head.operations = operations;
	core->problem = *problem;
	core->options = *options;
	core->detail = "";
	core->relative = sv_share_of_step(operations, options->tolerance > 0 ? options->tolerance : 1e-6);
	core->size = options->nominal;
	if (options->nominal && problem->n)
		return;
	core->size = core->ones = sv_doubles(problem->n);
	core->ones[0] = 1;               /* also where there is no state */
	for (uint32_t i = 0; i < problem->n; i++)
		core->ones[i] = 1;
}

void sv_core_close(sv_core *core)
{
	sb_put_back(core->ones);
}

void sv_core_reset(sv_core *core)
{
	core->count.resets += core->started;
	core->started = true;
}

void sv_core_archive(sv_core *core, sb_archive *a)
{
	sb_archive_tag(a, core->head.operations->name);
	sb_archive_one(a, core->count);
	sb_archive_one(a, core->options.longest);
	sb_archive_one(a, core->started);
}

void sv_core_bound(sv_solver *solver, double longest)
{
	((sv_core *)solver)->options.longest = longest;
}

const char *sv_core_name(const sv_solver *solver)
{
	return solver->operations->name;
}

const char *sv_core_detail(const sv_solver *solver)
{
	return ((const sv_core *)solver)->detail;
}

int sv_evaluate(sv_core *core, double t, const double *x, double *xd)
{
	uint32_t n = core->problem.n;
	core->count.rates++;
	int status = core->problem.rates(core->problem.context, t, x, xd);
	if (status)
		return status < 0 ? -1 : 1;
	if (core->problem.checked)
		return 0;
	double a = 0, b = 0, c = 0, d = 0;      /* v - v is 0, or NaN for what is not a finite number */
	uint32_t i = 0;
	for (; i + 4 <= n; i += 4) {
		a += xd[i] - xd[i];
		b += xd[i + 1] - xd[i + 1];
		c += xd[i + 2] - xd[i + 2];
		d += xd[i + 3] - xd[i + 3];
	}
	for (; i < n; i++)
		a += xd[i] - xd[i];
	return a + b + c + d == 0 ? 0 : 1;
}

int sv_project(sv_core *core, double t, double *x, double *before, double *moved)
{
	uint32_t n = core->problem.n;
	*moved = 0;
	if (!core->problem.project)
		return 0;
	memcpy(before, x, n * sizeof(double));
	int status = core->problem.project(core->problem.context, t, x);
	if (status)
		return status < 0 ? -1 : 1;
	for (uint32_t i = 0; i < n; i++)
		before[i] -= x[i];
	*moved = sv_norm(core, before, x, x);
	return 0;
}

double sv_norm(const sv_core *core, const double *e, const double *a, const double *b)
{
	uint32_t n = core->problem.n;
	const double *size = core->size;
	double relative = core->relative, sum[4] = { 0 }, most[4] = { 0 };
	uint32_t i = 0;
	for (; i + 4 <= n; i += 4)
		for (uint32_t m = 0; m < 4; m++) {
			double p = fabs(a[i + m]), q = fabs(b[i + m]);
			double v = e[i + m] / (relative * ((p > q ? p : q) + size[i + m]));
			sum[m] += v * v;
			most[m] = v * v > most[m] ? v * v : most[m];
		}
	for (; i < n; i++) {
		double p = fabs(a[i]), q = fabs(b[i]);
		double v = e[i] / (relative * ((p > q ? p : q) + size[i]));
		sum[0] += v * v;
		most[0] = v * v > most[0] ? v * v : most[0];
	}
	double mean = (sum[0] + sum[1] + (sum[2] + sum[3])) / n,
		   largest = fmax(fmax(most[0], most[1]), fmax(most[2], most[3]));
	return n ? sqrt(fmax(mean, SV_ONE_OF_MANY * largest)) : 0;
}

void sv_combine(uint32_t n, double *out, const double *x, double h, int count, const double *a, double *const *k)
{
	double c[8];
	const double *v[8];
	int used = 0;
	for (int j = 0; j < count; j++)
		if (a[j] != 0) {
			c[used] = h * a[j];
			v[used++] = k[j];
		}
	/* up to five in the first pass, then three at a time: all vectorised */
	switch (used > 5 ? 5 : used) {
	case 0:
		memmove(out, x, n * sizeof(double));
		break;
	case 1:
		for (uint32_t i = 0; i < n; i++)
			out[i] = x[i] + c[0] * v[0][i];
		break;
	case 2:
		for (uint32_t i = 0; i < n; i++)
			out[i] = x[i] + (c[0] * v[0][i] + c[1] * v[1][i]);
		break;
	case 3:
		for (uint32_t i = 0; i < n; i++)
			out[i] = x[i] + (c[0] * v[0][i] + c[1] * v[1][i] + c[2] * v[2][i]);
		break;
	case 4:
		for (uint32_t i = 0; i < n; i++)
			out[i] = x[i] + (c[0] * v[0][i] + c[1] * v[1][i] + c[2] * v[2][i] + c[3] * v[3][i]);
		break;
	case 5:
		for (uint32_t i = 0; i < n; i++)
			out[i] = x[i] + (c[0] * v[0][i] + c[1] * v[1][i] + c[2] * v[2][i] + c[3] * v[3][i] + c[4] * v[4][i]);
		break;
	}
	for (int j = 5; j < used; j += 3) {
		const double *p = v[j], *q = j + 1 < used ? v[j + 1] : p, *r = j + 2 < used ? v[j + 2] : p;
		double a0 = c[j], a1 = j + 1 < used ? c[j + 1] : 0, a2 = j + 2 < used ? c[j + 2] : 0;
		for (uint32_t i = 0; i < n; i++)
			out[i] += a0 * p[i] + a1 * q[i] + a2 * r[i];
	}
}

void sv_hermite(uint32_t n, double theta, double h, const double *x0, const double *f0, const double *x1,
                const double *f1, double *out)
{
	double rest = 1 - theta;
	if (!f1) {
		for (uint32_t i = 0; i < n; i++)
			out[i] = x0[i] + theta * (theta * (x1[i] - x0[i]) + rest * h * f0[i]);
		return;
	}
	double blend = theta * theta * (3 - 2 * theta), at0 = theta * rest * rest * h, at1 = -theta * theta * rest * h;
	for (uint32_t i = 0; i < n; i++)
		out[i] = x0[i] + (blend * (x1[i] - x0[i]) + (at0 * f0[i] + at1 * f1[i]));
}

void sv_hermite_polynomial(double x0, double first, double x1, double last, double out[SV_BERNSTEIN])
{
	if (isnan(last))
		last = 2 * (x1 - x0) - first;
	out[0] = x0;
	out[1] = x0 + first / 4;
	out[2] = (x0 + x1) / 2 + (first - last) / 6;
	out[3] = x1 - last / 4;
	out[4] = x1;
}

double sv_first_step(sv_core *core, int order, double t, const double *x, const double *xd, double limit, double *work1,
                     double *work2)
{
	double longest = limit - t, size = sv_norm(core, x, x, x), speed = sv_norm(core, xd, x, x);
	if (core->options.longest > 0 && core->options.longest < longest)
		longest = core->options.longest;
	if (core->options.span > 0 && core->options.span < longest)
		longest = core->options.span;
	double h = size < 1e-5 || speed < 1e-5 ? 1e-6 * longest : 0.01 * size / speed, bend = 0;
	if (h > longest)
		h = longest;
	if (h < sv_smallest(t))
		h = sv_smallest(t);
	for (int attempt = 0; attempt < 20; attempt++, h *= 0.1) {
		sv_combine(core->problem.n, work1, x, h, 1, (double[]){ 1 }, (double *[]){ (double *)xd });
		if (sv_evaluate(core, t + h, work1, work2) == 0) {
			for (uint32_t i = 0; i < core->problem.n; i++)
				work2[i] -= xd[i];
			bend = sv_norm(core, work2, x, x) / h;
			break;
		}
	}
	double most = speed > bend ? speed : bend;
	double other = most <= 1e-15 ? (h * 1e3 > 1e-6 ? h * 1e3 : 1e-6) : pow(0.01 / most, 1.0 / (order + 1));
	double first = 100 * h < other ? 100 * h : other;
	/* the norms of steep rates overflow, and nothing would be left of it */
	first = first > sv_smallest(t) ? first : sv_smallest(t);
	return first < longest ? first : longest;
}

double sv_smallest(double t)
{
	double shortest = sb_shortest(fabs(t));
	return shortest > 1e-300 ? shortest : 1e-300;
}

bool sv_at(double t, double limit)
{
	return sb_has_come(limit, t, sb_size_of(t, limit));
}
