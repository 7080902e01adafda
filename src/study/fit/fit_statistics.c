/* What the least sum tells: how exact the parameters are, and which of them the data do not determine.
 *
 * With J the derivatives of the residuals, (J'J)^-1 is the covariance if the sigmas are known; else it is multiplied by
 * chi2/freedom. A robust loss changes this by Huber's factor, mean(psi^2)/mean(psi')^2. J is taken in units of the
 * parameters' own sizes; a direction whose singular value is far below the largest one has no effect on the data. */
#include "study/fit/fit_inside.h"
#include "study/experiment/experiment.h"
#include <math.h>
#include <string.h>

/* Of the largest singular value, and of the largest part of a direction: below, it is error of derivatives. */
static const double NO_EFFECT = 1e-6, NO_PART = 1e-4;

/* -------------------------------------------------------------------------------------------------------- residuals */

/* Wald and Wolfowitz: runs of equal sign among n1 positive and n2 negative residuals. */
static double runs_of(const st_fit *f, uint32_t experiment, uint32_t column)
{
	double plus = 0, minus = 0, runs = 0;
	int last = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		const st_fit_point *p = &f->points[i];
		int sign = p->residual > 0 ? 1 : -1;
		if (p->experiment != experiment || p->column != column)
			continue;
		plus += sign > 0;
		minus += sign < 0;
		runs += sign != last;
		last = sign;
	}
	double n = plus + minus, mean = 2 * plus * minus / n + 1, variance = (mean - 1) * (mean - 2) / (n - 1);
	return n >= 20 && plus > 3 && minus > 3 ? (runs - mean) / sqrt(variance) : NAN;
}

static void judge_column(st_fit *f, st_fit_column *c, uint32_t column)
{
	double sum = 0, squares = 0, about = 0;
	for (uint32_t i = 0; i < f->count; i++)
		if (f->points[i].experiment == c->experiment && f->points[i].column == column)
			sum += f->points[i].measured;
	for (uint32_t i = 0; i < f->count; i++) {
		const st_fit_point *p = &f->points[i];
		if (p->experiment != c->experiment || p->column != column)
			continue;
		double mean = sum / c->count;
		squares += (p->fitted - p->measured) * (p->fitted - p->measured);
		about += (p->measured - mean) * (p->measured - mean);
	}
	c->rms = sqrt(squares / c->count);
	c->r2 = about > 0 ? 1 - squares / about : NAN;
	c->runs = runs_of(f, c->experiment, column);
}

static void judge_columns(st_fit_problem *p, st_fit *f)
{
	uint32_t n = 0;
	for (uint32_t e = 0; e < p->experiment_count; e++)
		n += p->experiments[e].curves.n;
	f->columns = sb_new_array(p->arena, st_fit_column, n + 1);
	for (uint32_t e = 0; e < p->experiment_count; e++)
		for (uint32_t i = 0; i < p->experiments[e].curves.n; i++) {
			const st_fit_curve *c = &p->experiments[e].curves.at[i];
			st_fit_column *out = &f->columns[f->column_count++];
			*out = (st_fit_column){.name = c->name, .written = c->written, .unit = c->unit ? c->unit : "",
								   .experiment = e, .count = c->count, .missing = c->missing};
			judge_column(f, out, i);
		}
}

/* ------------------------------------------------------------------------------------------------------- parameters */

/* Huber's factor of a robust loss; 1 of the linear one. */
static double loosening(const st_fit_problem *p, const double *plain, uint32_t count)
{
	double scale = p->q->loss_scale > 0 ? p->q->loss_scale : 1, squares = 0, slopes = 0;
	if (p->q->loss == ST_LOSS_LINEAR)
		return 1;
	for (uint32_t i = 0; i < count; i++) {
		double d, e, h = 1e-4, r = plain[i] / scale;
		double value = st_loss_of(p->q->loss, 1, r, &d);
		double high = st_loss_of(p->q->loss, 1, r + h, &e) * e, low = st_loss_of(p->q->loss, 1, r - h, &e) * e;
		squares += value * d * value * d;        /* psi = rho'(r)/2 */
		slopes += (high - low) / (2 * h);
	}
	return slopes > 0 ? squares / count / ((slopes / count) * (slopes / count)) * scale * scale : NAN;
}

typedef struct view { sb_arena *arena; const st_fit *f; uint32_t *free; double *size; st_svd svd; uint32_t rank; } view;

/* The derivatives by the free parameters in units of their sizes, squared: V diag(s^2) V'. */
static bool decompose(view *v, const double *matrix)
{
	const st_fit *f = v->f;
	st_dense j = st_dense_new(v->arena, f->count, f->free);
	for (uint32_t k = 0; k < f->free; k++)
		for (uint32_t i = 0; i < f->count; i++)
			*st_element(&j, i, k) = matrix[(size_t)i * f->n + v->free[k]] * v->size[v->free[k]];
	st_dense square = st_dense_transposed_times(v->arena, &j, &j);       /* small; its values are the squares */
	if (!st_dense_svd(v->arena, &square, &v->svd))
		return false;
	for (uint32_t i = 0; i < v->svd.count; i++)
		v->svd.s[i] = sqrt(fmax(v->svd.s[i], 0));
	double most = v->svd.count ? v->svd.s[0] : 0;
	v->rank = st_svd_rank(&v->svd, NO_EFFECT * most);
	return true;
}

/* Of directions that span what is loose, those with as many zeros as can be: by elimination with pivots. */
static void make_sparse(st_dense *ways)
{
	for (uint32_t r = 0; r < ways->columns; r++) {
		uint32_t pivot = 0;
		for (uint32_t k = 0; k < ways->rows; k++)
			if (fabs(*st_element(ways, k, r)) > fabs(*st_element(ways, pivot, r)))
				pivot = k;
		double most = *st_element(ways, pivot, r);
		for (uint32_t k = 0; k < ways->rows; k++)
			*st_element(ways, k, r) /= most;
		for (uint32_t c = 0; c < ways->columns; c++) {
			double factor = *st_element(ways, pivot, c);
			for (uint32_t k = 0; c != r && k < ways->rows; k++)
				*st_element(ways, k, c) -= factor * *st_element(ways, k, r);
		}
	}
}

static void find_loose(view *v, st_fit *f)
{
	uint32_t count = f->free - v->rank;
	st_dense ways = st_dense_part(v->arena, &v->svd.v, 0, v->rank, f->free, count);
	make_sparse(&ways);
	for (uint32_t r = 0; r < count; r++) {
		double *way = sb_new_array(v->arena, double, f->n + 1), most = 0;
		for (uint32_t k = 0; k < f->free; k++)
			most = fmax(most, fabs(*st_element(&ways, k, r)));
		for (uint32_t k = f->free; k-- > 0;)             /* the first large one grows */
			if (fabs(*st_element(&ways, k, r)) > 0.1 * fabs(most))
				most = copysign(most, *st_element(&ways, k, r));
		for (uint32_t k = 0; k < f->free; k++) {
			double part = *st_element(&ways, k, r) / most;
			if (fabs(part) < NO_PART)
				continue;
			way[v->free[k]] = part;
			f->determined[v->free[k]] = false;
		}
		sb_push(v->arena, f->loose, way);
	}
}

static void fill_covariance(view *v, st_fit *f, double factor)
{
	for (uint32_t a = 0; a < f->free; a++)
		for (uint32_t b = 0; b < f->free; b++) {
			double sum = 0;
			for (uint32_t r = 0; r < v->rank; r++)
				sum += *st_element(&v->svd.v, a, r) * *st_element(&v->svd.v, b, r) / (v->svd.s[r] * v->svd.s[r]);
			uint32_t i = v->free[a], k = v->free[b];
			f->covariance[(size_t)i * f->n + k] = f->determined[i] && f->determined[k]
													  ? sum * v->size[i] * v->size[k] * factor
													  : NAN;
		}
}

static void fill_intervals(st_fit *f)
{
	double quantile = f->freedom > 0 ? st_student(1 - (1 - f->confidence) / 2, f->known_sigma ? 1e9 : f->freedom) : NAN;
	for (uint32_t i = 0; i < f->n; i++) {
		double variance = f->covariance[(size_t)i * f->n + i];
		f->error[i] = sqrt(variance);
		f->from[i] = f->value[i] - quantile * f->error[i];
		f->to[i] = f->value[i] + quantile * f->error[i];
		for (uint32_t k = 0; k < f->n; k++)
			f->correlation[(size_t)i * f->n + k] =
				f->covariance[(size_t)i * f->n + k] / sqrt(variance * f->covariance[(size_t)k * f->n + k]);
	}
}

void st_fit_judge(st_fit_problem *p, const double *plain, const double *matrix, st_fit *f)
{
	view v = {.arena = p->arena, .f = f, .free = sb_new_array(p->arena, uint32_t, f->n + 1),
			  .size = sb_new_array(p->arena, double, f->n + 1)};
	size_t n = f->n;
	f->error = sb_new_array(p->arena, double, n + 1);
	f->from = sb_new_array(p->arena, double, n + 1);
	f->to = sb_new_array(p->arena, double, n + 1);
	f->determined = sb_new_array(p->arena, bool, n + 1);
	f->covariance = sb_new_array(p->arena, double, n * n + 1);
	f->correlation = sb_new_array(p->arena, double, n * n + 1);
	for (size_t i = 0; i < n * n; i++)
		f->covariance[i] = NAN;
	for (uint32_t i = 0; i < f->n; i++) {
		v.size[i] = f->value[i] != 0 ? fabs(f->value[i]) : p->size[i];
		f->determined[i] = true;
		if (!f->bound[i])
			v.free[f->free++] = i;
	}
	judge_columns(p, f);
	for (uint32_t i = 0; i < f->count; i++)
		f->chi2 += plain[i] * plain[i];
	f->freedom = (double)f->count - f->free;
	f->deviation = f->freedom > 0 ? sqrt(f->chi2 / f->freedom) : NAN;
	if (f->free && decompose(&v, matrix)) {
		double factor = f->known_sigma ? loosening(p, plain, f->count) : f->deviation * f->deviation;
		find_loose(&v, f);
		fill_covariance(&v, f, factor);
	}
	fill_intervals(f);
}
