/* Sigmas that nobody gave, beside others that are given and believed: they are estimated, each column by its own
 * deviations, and the fit is made again with them until they stay (feasible generalised least squares).
 *
 * With the weights of the last fit, H = J (J'J)^-1 J' tells how much of a measured value its fitted value follows. The
 * values of a column leave n - sum(h_ii) degrees of freedom to its own deviations. */
#include "study/fit/fit_inside.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double LEAST_FREEDOM = 0.5;         /* below, the deviations of a column tell nothing of its sigma */
static const double SETTLED = 1e-6;

bool st_fit_is_given(const st_fit_curve *c)
{
	return c->sigma_column != UINT32_MAX || !isnan(c->sigma);
}

static const st_fit_curve *curve_of(const st_fit_problem *p, const st_fit_point *point)
{
	return &p->experiments[point->experiment].curves.at[point->column];
}

/* The diagonal of H; parameters at bounds are given. */
static bool find_leverage(const st_fit_problem *p, const st_least *best, double *leverage, sb_arena *arena)
{
	uint32_t count = p->points.n, n = 0;
	st_dense j = st_dense_new(arena, count, p->n);
	st_svd d;
	for (uint32_t k = 0; k < p->n; k++) {
		double sum = 0;
		for (uint32_t i = 0; i < count; i++)
			sum += pow(best->matrix[(size_t)i * p->n + k], 2);
		for (uint32_t i = 0; i < count && sum > 0 && !best->bound[k]; i++)
			*st_element(&j, i, n) = best->matrix[(size_t)i * p->n + k] / sqrt(sum);
		n += sum > 0 && !best->bound[k];
	}
	st_dense part = st_dense_part(arena, &j, 0, 0, count, n), square = st_dense_transposed_times(arena, &part, &part);
	if (!n || !st_dense_svd(arena, &square, &d))
		return !n;
	for (uint32_t r = 0; r < d.count && d.s[r] > 1e-12 * d.s[0]; r++)
		for (uint32_t i = 0; i < count; i++) {
			double along = 0;
			for (uint32_t k = 0; k < n; k++)
				along += *st_element(&part, i, k) * *st_element(&d.v, k, r);
			leverage[i] += along * along / d.s[r];
		}
	return true;
}

/* One sigma for all experiments: columns of one name are of one instrument. Their deviations may be no more than what
 * the tolerance of the run does to the fitted values. */
static double estimate(const st_fit_problem *p, const st_least *best, const double *leverage, const char *name,
					   double *freedom)
{
	double squares = 0, least = DBL_MIN;
	*freedom = 0;
	for (uint32_t i = 0; i < p->points.n; i++) {
		const st_fit_point *point = &p->points.at[i];
		if (strcmp(curve_of(p, point)->name, name) != 0)
			continue;
		double off = best->residual[i] * point->sigma;
		squares += off * off;
		*freedom += 1 - leverage[i];
		least = fmax(least, p->experiments[point->experiment].settings.tolerance * fabs(point->measured + off));
	}
	return *freedom >= LEAST_FREEDOM ? fmax(sqrt(squares / *freedom), least) : NAN;
}

/* Residuals and derivatives of the best point take the new sigma. */
static void take_sigma(st_fit_problem *p, st_least *best, const char *name, double sigma)
{
	for (uint32_t i = 0; i < p->points.n; i++) {
		st_fit_point *point = &p->points.at[i];
		if (strcmp(curve_of(p, point)->name, name) != 0)
			continue;
		double factor = point->sigma / sigma;
		point->sigma = sigma;
		best->residual[i] *= factor;
		for (uint32_t k = 0; k < p->n; k++)
			best->matrix[(size_t)i * p->n + k] *= factor;
	}
}

static void note_estimate(st_fit_problem *p, const char *name, double sigma, double freedom)
{
	for (uint32_t e = 0; e < p->experiment_count; e++)
		for (uint32_t i = 0; i < p->experiments[e].curves.n; i++) {
			st_fit_curve *c = &p->experiments[e].curves.at[i];
			if (strcmp(c->name, name) == 0) {
				c->estimate = sigma;
				c->freedom = freedom;
			}
		}
}

static bool is_first(const st_fit_problem *p, uint32_t experiment, uint32_t column)
{
	const char *name = p->experiments[experiment].curves.at[column].name;
	for (uint32_t e = 0; e < experiment; e++)
		for (uint32_t i = 0; i < p->experiments[e].curves.n; i++)
			if (strcmp(p->experiments[e].curves.at[i].name, name) == 0)
				return false;
	return true;
}

bool st_fit_weigh(st_fit_problem *p, st_least *best)
{
	sb_arena *arena = sb_arena_new();
	double *leverage = sb_new_array(arena, double, p->points.n + 1), off = 0;
	bool good = find_leverage(p, best, leverage, arena);
	for (uint32_t e = 0; e < p->experiment_count && good; e++)
		for (uint32_t i = 0; i < p->experiments[e].curves.n; i++) {
			const st_fit_curve *c = &p->experiments[e].curves.at[i];
			double freedom, before = c->estimate;
			if (st_fit_is_given(c) || !is_first(p, e, i))
				continue;
			double sigma = estimate(p, best, leverage, c->name, &freedom);
			if (isnan(sigma))
				continue;
			off = isnan(before) ? 1 : fmax(off, fabs(sigma / before - 1));
			take_sigma(p, best, c->name, sigma);
			note_estimate(p, c->name, sigma, freedom);
		}
	sb_arena_free(arena);
	return good && off > SETTLED;
}
