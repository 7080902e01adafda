/* What the least sum tells: how exact the parameters are, and which of them the data do not determine.
 *
 * With J the derivatives of the residuals, (J'J)^-1 is the covariance if the sigmas are known, or estimated beside
 * known ones (fit_weights.c); if none is known, it is multiplied by chi2/freedom. A robust loss changes this by Huber's
 * factor, mean(psi^2)/mean(psi')^2.
 *
 * What the data do not determine must depend neither on units nor on whether an estimate is close to zero. So the
 * columns of J are divided by their lengths; a direction whose singular value is as small as the errors of the
 * derivatives has no effect on the data. Each takes one parameter, its pivot, out of the statistics. */
#include "study/fit/fit_inside.h"
#include "study/experiment/experiment.h"
#include <float.h>
#include <math.h>
#include <string.h>

/* Of the length of what is fitted: below, the effect of a parameter is error of its derivatives. */
static const double NO_EFFECT = DBL_EPSILON, NO_EFFECT_BY_DIFFERENCES = 1e-7;
/* Singular values of columns of length 1, about the sine between a column and the others: what counts as zero is the
 * tolerance of the run, between these two. */
static const double LEAST_SINE = 1e-6, MOST_SINE = 1e-4;
static const double NO_PART = 1e-6;              /* of the largest part of a direction: below, it is rounding */
static const double CLOSE_TO_ZERO = 1e-6;        /* of the size: changes are relative to the size then */
static const double ERRORS_OF_RUN = 10;          /* times its tolerance: they grow along a run */

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

static void judge_column(st_fit *f, st_fit_column *c, uint32_t column, double tolerance)
{
	double sum = 0, squares = 0, about = 0, largest = 0;
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
		largest = fmax(largest, fabs(p->fitted));
	}
	c->rms = sqrt(squares / c->count);
	c->r2 = about > 0 ? 1 - squares / about : NAN;
	c->noise = tolerance * largest;
	c->runs = c->rms > ERRORS_OF_RUN * c->noise ? runs_of(f, c->experiment, column) : NAN;
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
								   .experiment = e, .number = i, .count = c->count, .missing = c->missing,
								   .given = st_fit_is_given(c), .sigma = st_fit_is_given(c) ? c->sigma : c->estimate};
			judge_column(f, out, i, p->experiments[e].settings.tolerance);
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

/* What the statistics look at: some of the parameters, by columns of length 1. */
typedef struct view {
	sb_arena *arena; const st_fit *f; const double *matrix;
	const double *length;            /* of the columns of the matrix, by parameter */
	uint32_t *of, n;
	st_svd svd;                      /* of the square: V diag(s^2) V', with s */
} view;

static double length_of(const st_fit *f, const double *matrix, uint32_t k)
{
	double sum = 0;
	for (uint32_t i = 0; i < f->count; i++)
		sum += matrix[(size_t)i * f->n + k] * matrix[(size_t)i * f->n + k];
	return sqrt(sum);
}

static bool decompose(view *v)
{
	st_dense j = st_dense_new(v->arena, v->f->count, v->n);
	for (uint32_t k = 0; k < v->n; k++)
		for (uint32_t i = 0; i < v->f->count; i++)
			*st_element(&j, i, k) = v->matrix[(size_t)i * v->f->n + v->of[k]] / v->length[v->of[k]];
	st_dense square = st_dense_transposed_times(v->arena, &j, &j);       /* small; its values are the squares */
	if (!st_dense_svd(v->arena, &square, &v->svd))
		return false;
	for (uint32_t i = 0; i < v->svd.count; i++)
		v->svd.s[i] = sqrt(fmax(v->svd.s[i], 0));
	return true;
}

/* Below it, a singular value is error of the derivatives. */
static double least_of(const st_fit_problem *p)
{
	double tolerance = 0;
	for (uint32_t e = 0; e < p->experiment_count; e++)
		tolerance = fmax(tolerance, p->experiments[e].settings.tolerance);
	double error = fmax(tolerance, p->why_differences ? p->uncertain : 0);
	return fmin(fmax(error, LEAST_SINE), MOST_SINE);
}

static void add_way(view *v, st_fit *f, const double *parts)
{
	double *way = sb_new_array(v->arena, double, f->n + 1), most = 0;
	for (uint32_t k = 0; k < v->n; k++)
		most = fmax(most, fabs(parts[k]));
	for (uint32_t k = v->n; k-- > 0;)                /* the first large one grows */
		if (fabs(parts[k]) > 0.1 * fabs(most))
			most = copysign(most, parts[k]);
	for (uint32_t k = 0; k < v->n; k++)
		if (fabs(parts[k]) >= NO_PART * fabs(most))
			way[v->of[k]] = parts[k] / most;
	sb_push(v->arena, f->loose, way);
}

/* Free parameters without any effect leave the view: a change by their size is below the error of derivatives. */
static void part_ineffective(view *v, const st_fit_problem *p, st_fit *f)
{
	double values = 0, least = p->why_differences ? NO_EFFECT_BY_DIFFERENCES : NO_EFFECT;
	uint32_t kept = 0;
	for (uint32_t i = 0; i < f->count; i++)
		values += pow(f->points[i].fitted / f->points[i].sigma, 2);
	for (uint32_t k = 0; k < v->n; k++) {
		uint32_t i = v->of[k];
		double span = f->high[i] - f->low[i];
		double size = fmax(fmax(f->size[i], fabs(f->start[i])), isfinite(span) ? span : 0);
		if (v->length[i] > 0 && v->length[i] * size > least * sqrt(values)) {
			v->of[kept++] = i;
			continue;
		}
		double *way = sb_new_array(v->arena, double, f->n + 1);
		way[i] = 1;
		sb_push(v->arena, f->loose, way);
		f->determined[i] = false;
	}
	v->n = kept;
}

/* Of directions that span what is loose, those with as many zeros as can be: by elimination with pivots. Each pivot
 * has a part in one direction alone. */
static void make_sparse(st_dense *ways, uint32_t *pivots)
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
		pivots[r] = pivot;
	}
}

/* Has a parameter a share in what is loose? Errors of the derivatives turn a loose direction towards the others by at
 * most its own singular value, which should be zero, over theirs; rounding of the square turns it too. Shares that are
 * left out are so small together that each direction keeps one. */
static bool has_share(const view *v, uint32_t rank, uint32_t k)
{
	double share = 0, error = 0, zero = fmax(v->svd.s[rank], sqrt(DBL_EPSILON));
	for (uint32_t r = rank; r < v->n; r++)
		share += pow(*st_element(&v->svd.v, k, r), 2);
	for (uint32_t r = 0; r < rank; r++)
		error += fabs(*st_element(&v->svd.v, k, r)) *
				 (zero / v->svd.s[r] + 4 * DBL_EPSILON / (v->svd.s[r] * v->svd.s[r]));
	return sqrt(share) > fmin(2 * error, 0.5 / sqrt(v->n));
}

/* Combinations without effect, as relative changes. Their pivots leave the view: the others are determined only if the
 * pivots are given. */
static void part_loose(view *v, const st_fit_problem *p, st_fit *f)
{
	uint32_t rank = st_svd_rank(&v->svd, least_of(p)), count = v->n - rank, kept = 0;
	uint32_t *pivots = sb_new_array(v->arena, uint32_t, count + 1);
	bool *leaves = sb_new_array(v->arena, bool, v->n + 1);
	st_dense ways = st_dense_part(v->arena, &v->svd.v, 0, rank, v->n, count);
	for (uint32_t k = 0; k < v->n && count; k++) {
		f->determined[v->of[k]] = !has_share(v, rank, k);
		double unit = f->determined[v->of[k]] ? INFINITY : v->length[v->of[k]] * f->size[v->of[k]];
		for (uint32_t r = 0; r < count; r++)
			*st_element(&ways, k, r) /= unit;
	}
	make_sparse(&ways, pivots);
	for (uint32_t r = 0; r < count; r++) {
		add_way(v, f, st_element(&ways, 0, r));
		leaves[pivots[r]] = true;
	}
	for (uint32_t k = 0; k < v->n; k++)
		if (!leaves[k])
			v->of[kept++] = v->of[k];
	v->n = kept;
}

static double product(const view *v, uint32_t a, uint32_t b)
{
	double sum = 0;
	for (uint32_t r = 0; r < v->n; r++)
		sum += *st_element(&v->svd.v, a, r) * *st_element(&v->svd.v, b, r) / (v->svd.s[r] * v->svd.s[r]);
	return sum / (v->length[v->of[a]] * v->length[v->of[b]]);
}

static void fill_covariance(const view *v, st_fit *f, double factor)
{
	for (uint32_t a = 0; a < v->n; a++)
		for (uint32_t b = 0; b < v->n; b++) {
			uint32_t i = v->of[a], k = v->of[b];
			if (f->determined[i] && f->determined[k])
				f->covariance[(size_t)i * f->n + k] = product(v, a, b) * factor;
		}
}

/* Satterthwaite: of a variance that is a sum of parts by columns, of which those with given sigmas are exact. */
static double freedom_of(const view *v, const st_fit_problem *p, uint32_t a)
{
	double whole = product(v, a, a), sum = 0;
	double *row = sb_new_array(v->arena, double, v->n + 1);
	for (uint32_t b = 0; b < v->n; b++)
		row[b] = product(v, a, b);
	for (uint32_t c = 0; c < v->f->column_count; c++) {
		const st_fit_column *column = &v->f->columns[c];
		double part = 0, freedom = p->experiments[column->experiment].curves.at[column->number].freedom;
		for (uint32_t i = 0; i < v->f->count && !column->given && freedom > 0; i++) {
			double effect = 0;
			if (st_fit_column_of(v->f, &v->f->points[i]) != column)
				continue;
			for (uint32_t b = 0; b < v->n; b++)
				effect += row[b] * v->matrix[(size_t)i * v->f->n + v->of[b]];
			part += effect * effect;
		}
		sum += part > 0 ? part * part / freedom : 0;
	}
	return fmin(whole * whole / sum, 1e9);
}

static void fill_intervals(st_fit *f, const double *freedom)
{
	double part = 1 - (1 - f->confidence) / 2;
	for (uint32_t i = 0; i < f->n; i++) {
		double quantile = freedom[i] > 0 ? st_student(part, freedom[i]) : NAN;
		double variance = f->covariance[(size_t)i * f->n + i];
		f->error[i] = sqrt(variance);
		f->from[i] = f->value[i] - quantile * f->error[i];
		f->to[i] = f->value[i] + quantile * f->error[i];
		for (uint32_t k = 0; k < f->n; k++)
			f->correlation[(size_t)i * f->n + k] =
				f->covariance[(size_t)i * f->n + k] / sqrt(variance * f->covariance[(size_t)k * f->n + k]);
	}
}

/* How much smaller the sum would be at the least point of its quadratic model. */
static double gain_of(const view *v, const double *residual)
{
	double gain = 0;
	for (uint32_t r = 0; r < v->n; r++) {
		double part = 0;
		for (uint32_t k = 0; k < v->n; k++) {
			double slope = 0;
			for (uint32_t i = 0; i < v->f->count; i++)
				slope += v->matrix[(size_t)i * v->f->n + v->of[k]] * residual[i];
			part += *st_element(&v->svd.v, k, r) * slope / v->length[v->of[k]];
		}
		gain += v->svd.s[r] > 0 ? part * part / (v->svd.s[r] * v->svd.s[r]) : 0;
	}
	return gain;
}

static view look(const st_fit_problem *p, const st_fit *f, const double *matrix)
{
	double *length = sb_new_array(p->arena, double, f->n + 1);
	view v = {.arena = p->arena, .f = f, .matrix = matrix, .length = length,
			  .of = sb_new_array(p->arena, uint32_t, f->n + 1)};
	for (uint32_t i = 0; i < f->n; i++) {
		length[i] = length_of(f, matrix, i);
		if (!f->bound[i])
			v.of[v.n++] = i;
	}
	return v;
}

bool st_fit_is_blurred(const st_fit_problem *p, const st_fit *f, const double *residual, const double *matrix)
{
	view v = look(p, f, matrix);
	double noise = 0, sum = 0;
	uint32_t kept = 0;
	for (uint32_t k = 0; k < v.n; k++)
		if (f->determined[v.of[k]] && v.length[v.of[k]] > 0)
			v.of[kept++] = v.of[k];
	v.n = kept;
	for (uint32_t i = 0; i < f->count; i++) {
		noise += pow(st_fit_column_of(f, &f->points[i])->noise / f->points[i].sigma, 2);
		sum += residual[i] * residual[i];
	}
	return !v.n || (decompose(&v) && gain_of(&v, residual) <= noise + 2 * sqrt(noise * sum));
}

static void judge_parameters(st_fit_problem *p, const double *plain, const double *matrix, st_fit *f, double *freedom)
{
	view v = look(p, f, matrix);
	f->free = v.n;
	part_ineffective(&v, p, f);
	bool good = !v.n || decompose(&v);
	if (good)
		part_loose(&v, p, f);
	f->freedom = (double)f->count - v.n;
	f->deviation = f->freedom > 0 ? sqrt(f->chi2 / f->freedom) : NAN;
	if (!good || !v.n || !decompose(&v))
		return;
	bool as_it_is = f->known_sigma || f->mixed;
	fill_covariance(&v, f, as_it_is ? loosening(p, plain, f->count) : f->deviation * f->deviation);
	for (uint32_t a = 0; a < v.n && f->mixed; a++)
		freedom[v.of[a]] = freedom_of(&v, p, a);
}

void st_fit_judge(st_fit_problem *p, const double *plain, const double *matrix, st_fit *f)
{
	size_t n = f->n;
	f->error = sb_new_array(p->arena, double, n + 1);
	f->from = sb_new_array(p->arena, double, n + 1);
	f->to = sb_new_array(p->arena, double, n + 1);
	f->size = sb_new_array(p->arena, double, n + 1);
	f->determined = sb_new_array(p->arena, bool, n + 1);
	f->covariance = sb_new_array(p->arena, double, n * n + 1);
	f->correlation = sb_new_array(p->arena, double, n * n + 1);
	for (size_t i = 0; i < n * n; i++)
		f->covariance[i] = NAN;
	for (uint32_t i = 0; i < f->n; i++) {
		f->size[i] = fabs(f->value[i]) > CLOSE_TO_ZERO * p->size[i] ? fabs(f->value[i]) : p->size[i];
		f->determined[i] = true;
	}
	judge_columns(p, f);
	for (uint32_t i = 0; i < f->count; i++)
		f->chi2 += plain[i] * plain[i];
	double *freedom = sb_new_array(p->arena, double, n + 1);
	judge_parameters(p, plain, matrix, f, freedom);
	for (uint32_t i = 0; i < f->n && !f->mixed; i++)
		freedom[i] = f->known_sigma ? 1e9 : f->freedom;
	fill_intervals(f, freedom);
}
