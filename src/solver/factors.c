/* Jacobians and factors; see the header. */
#include "solver/factors.h"

#include <float.h>
#include <klu.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stock.h"

#include "solver/band.h"

enum { SMALL = 20, ASKED_MOST = 20 };
#define NEAR 1e-6

struct sv_linear {
	sv_core *core;
	uint32_t n;
	const uint32_t *column, *row;    /* of J: the problem's, or of a full matrix */
	uint32_t *own_column, *own_row;
	double *values;                  /* of J */
	double *moved_x, *moved_xd, *increment;      /* for differences */
	uint32_t *members, *first;       /* columns by colour: members[first[c]] .. members[first[c+1]-1] */
	uint32_t colors;
	double since; uint32_t asked;    /* how often the Jacobian was asked for about the same time, and which */
	bool each_step;
	bool dense;
	double *full;                    /* dense: by columns, the factors in place */
	uint32_t *pivot;
	sv_band *band;                   /* NULL: dense or sparse */
	int *sparse_column, *sparse_row; /* of the matrix: the pattern of J and the diagonal */
	uint32_t *place, *diagonal;      /* where the entries of J and the diagonal are in it */
	double *sparse;
	klu_common common;
	klu_symbolic *symbolic;
	klu_numeric *numeric;
};

static uint32_t *numbers(size_t n)
{
	return sb_draw(NULL, (n ? n : 1) * sizeof(uint32_t));
}

static void fill_pattern(sv_linear *l)
{
	uint32_t n = l->n;
	l->own_column = numbers((size_t)n + 1);
	l->own_row = numbers((size_t)n * n);
	for (uint32_t j = 0; j <= n; j++)
		l->own_column[j] = j * n;
	for (size_t e = 0; e < (size_t)n * n; e++)
		l->own_row[e] = (uint32_t)(e % n);
	l->column = l->own_column;
	l->row = l->own_row;
}

static void sort_colors(sv_linear *l)
{
	const uint32_t *color = l->core->problem.color;
	bool given = color && l->core->problem.column;
	l->colors = given ? l->core->problem.colors : l->n;
	l->members = numbers(l->n);
	l->first = memset(numbers(l->colors + 2), 0, (l->colors + 2) * sizeof(uint32_t));
	for (uint32_t j = 0; j < l->n; j++)
		l->first[(given ? color[j] : j) + 2]++;
	for (uint32_t k = 2; k < l->colors + 2; k++)
		l->first[k] += l->first[k - 1];
	for (uint32_t j = 0; j < l->n; j++)
		l->members[l->first[(given ? color[j] : j) + 1]++] = j;
	l->moved_x = sv_doubles(l->n);
	l->moved_xd = sv_doubles(l->n);
	l->increment = sv_doubles(l->n);
}

/* The pattern of J with the diagonal, for KLU. */
static void merge_diagonal(sv_linear *l)
{
	uint32_t n = l->n, at = 0, entries = l->column[n];
	l->sparse_column = sb_draw(NULL, ((size_t)n + 1) * sizeof(int));
	l->sparse_row = sb_draw(NULL, ((size_t)n + entries) * sizeof(int));
	l->place = numbers(entries);
	l->diagonal = numbers(n);
	for (uint32_t j = 0; j < n; j++) {
		bool done = false;
		l->sparse_column[j] = (int)at;
		for (uint32_t e = l->column[j]; e < l->column[j + 1]; e++) {
			if (!done && l->row[e] >= j) {
				l->diagonal[j] = at;
				done = true;
				if (l->row[e] > j)
					l->sparse_row[at++] = (int)j;
			}
			l->place[e] = at;
			l->sparse_row[at++] = (int)l->row[e];
		}
		if (!done) {
			l->diagonal[j] = at;
			l->sparse_row[at++] = (int)j;
		}
	}
	l->sparse_column[n] = (int)at;
	l->sparse = sv_doubles(at);
}

/* KLU has no other way to say so. */
static void need_memory(const sv_linear *l)
{
	if (l->common.status == KLU_OUT_OF_MEMORY)
		sb_out_of_memory(0);
}

sv_linear *sv_linear_new(sv_core *core)
{
	sv_linear *l = sb_draw_zeros(sizeof *l);
	uint32_t n = core->problem.n;
	l->core = core;
	l->n = n;
	l->column = core->problem.column;
	l->row = core->problem.row;
	if (!l->column)
		fill_pattern(l);
	l->values = sv_doubles(l->column[n]);
	l->dense = n < SMALL || (uint64_t)l->column[n] * 4 > (uint64_t)n * n;
	if (l->dense) {
		l->full = sv_doubles((size_t)n * n);
		l->pivot = numbers(n);
		return l;
	}
	l->band = sv_band_new(n, l->column, l->row);
	if (l->band)
		return l;
	merge_diagonal(l);
	klu_defaults(&l->common);
	l->symbolic = klu_analyze((int)n, l->sparse_column, l->sparse_row, &l->common);
	need_memory(l);
	return l;
}

void sv_linear_free(sv_linear *l)
{
	if (!l)
		return;
	sv_band_free(l->band);
	if (l->numeric)
		klu_free_numeric(&l->numeric, &l->common);
	if (l->symbolic)
		klu_free_symbolic(&l->symbolic, &l->common);
	void *blocks[] = { l->own_column, l->own_row, l->values, l->moved_x, l->moved_xd, l->increment, l->members,
		l->first, l->full, l->pivot, l->sparse_column, l->sparse_row, l->place, l->diagonal, l->sparse };
	for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
		sb_put_back(blocks[i]);
	sb_put_back(l);
}

/* One colour: all its columns are moved at once, in the direction of the rates or, where that cannot be evaluated,
 * against it. */
static int move_color(sv_linear *l, double t, const double *x, const double *xd, uint32_t color, double sign)
{
	double root = sqrt(DBL_EPSILON);
	for (uint32_t m = l->first[color]; m < l->first[color + 1]; m++) {
		uint32_t j = l->members[m];
		double size = fabs(x[j]), nominal = l->core->size[j];
		double move = root * (size > nominal ? size : nominal) * (xd[j] < 0 ? -sign : sign);
		l->moved_x[j] = x[j] + move;
		l->increment[j] = l->moved_x[j] - x[j];
	}
	int status = sv_evaluate(l->core, t, l->moved_x, l->moved_xd);
	for (uint32_t m = l->first[color]; m < l->first[color + 1]; m++)
		l->moved_x[l->members[m]] = x[l->members[m]];
	return status;
}

static int differences(sv_linear *l, double t, const double *x, const double *xd)
{
	if (!l->first)
		sort_colors(l);
	memcpy(l->moved_x, x, l->n * sizeof(double));
	for (uint32_t color = 0; color < l->colors; color++) {
		int status = move_color(l, t, x, xd, color, 1);
		if (status == 1)
			status = move_color(l, t, x, xd, color, -1);
		if (status)
			return status;
		for (uint32_t m = l->first[color]; m < l->first[color + 1]; m++) {
			uint32_t j = l->members[m];
			for (uint32_t e = l->column[j]; e < l->column[j + 1]; e++)
				l->values[e] = (l->moved_xd[l->row[e]] - xd[l->row[e]]) / l->increment[j];
		}
	}
	return 0;
}

void sv_linear_each_step(sv_linear *l)
{
	l->each_step = true;
}

/* Where rates jump inside of a function there is no event, and a solution may be held at the jump, driven back from
 * both sides. A Jacobian that is right on either side knows nothing of that: Newton's method finds no solution however
 * short the step is, and time stands still. Differences across the jump are the steep slope that holds it. */
static bool stands_still(sv_linear *l, double t)
{
	if (l->each_step)
		return false;
	if (!(fabs(t - l->since) <= NEAR * fabs(t))) {
		l->since = t;
		l->asked = 0;
	}
	return ++l->asked > ASKED_MOST;
}

bool sv_linear_is_free(const sv_linear *l)
{
	return l->dense || l->band;
}

void sv_linear_archive(sv_linear *l, sb_archive *a)
{
	sb_archive_bytes(a, l->values, l->column[l->n] * sizeof *l->values);
	sb_archive_one(a, l->since);
	sb_archive_one(a, l->asked);
}

int sv_linear_jacobian(sv_linear *l, double t, const double *x, const double *xd)
{
	const sv_problem *p = &l->core->problem;
	bool given = p->jacobian && !stands_still(l, t);
	l->core->count.jacobians++;
	int status = given ? p->jacobian(p->context, t, x, xd, l->values) : 1;
	/* The derivatives of a loop have no value where its matrix is singular. The loop itself may have a solution there:
	 * where all diodes of a bridge block by hundreds of volts, nothing of their exponentials is left, and no equation
	 * holds the potentials of its source. The rates do not depend on these. */
	if (status > 0)
		status = differences(l, t, x, xd);
	if (status)
		return status < 0 ? -1 : 1;
	/* An infinite slope (sqrt at 0) must not stop a solver where the rates themselves are fine: Newton does without the
	 * entry, if need be with shorter steps. */
	for (uint32_t e = 0; e < l->column[l->n]; e++)
		if (!(fabs(l->values[e]) <= DBL_MAX))
			l->values[e] = 0;
	return 0;
}

static int factor_dense(sv_linear *l)
{
	uint32_t n = l->n;
	double *m = l->full;
	for (uint32_t k = 0; k < n; k++) {
		double *from = m + (size_t)k * n;
		uint32_t best = k;
		for (uint32_t i = k + 1; i < n; i++)
			if (fabs(from[i]) > fabs(from[best]))
				best = i;
		l->pivot[k] = best;
		if (from[best] == 0)
			return 1;
		double upper = from[best], inverse = 1 / upper;
		from[best] = from[k];
		from[k] = upper;
		for (uint32_t i = k + 1; i < n; i++)
			from[i] *= inverse;
		for (uint32_t j = k + 1; j < n; j++) {
			double *to = m + (size_t)j * n, factor = to[best];
			to[best] = to[k];
			to[k] = factor;
			if (factor != 0)
				for (uint32_t i = k + 1; i < n; i++)
					to[i] -= factor * from[i];
		}
	}
	return 0;
}

static void solve_dense(const sv_linear *l, double *b)
{
	uint32_t n = l->n;
	for (uint32_t k = 0; k < n; k++) {
		const double *from = l->full + (size_t)k * n;
		double v = b[l->pivot[k]];
		b[l->pivot[k]] = b[k];
		b[k] = v;
		for (uint32_t i = k + 1; i < n; i++)
			b[i] -= v * from[i];
	}
	for (uint32_t k = n; k-- > 0;) {
		const double *from = l->full + (size_t)k * n;
		double v = b[k] /= from[k];
		for (uint32_t i = 0; i < k; i++)
			b[i] -= v * from[i];
	}
}

/* With the pivots of the last full factorisation while they are good, which takes a fraction of the time. */
static int factor_sparse(sv_linear *l)
{
	if (!l->symbolic)
		return 1;
	if (l->numeric) {
		if (klu_refactor(l->sparse_column, l->sparse_row, l->sparse, l->symbolic, l->numeric, &l->common) &&
		    l->common.status == KLU_OK &&
		    klu_rgrowth(l->sparse_column, l->sparse_row, l->sparse, l->symbolic, l->numeric, &l->common) &&
		    l->common.rgrowth > 1e-6)
			return 0;
		need_memory(l);
		klu_free_numeric(&l->numeric, &l->common);
	}
	l->numeric = klu_factor(l->sparse_column, l->sparse_row, l->sparse, l->symbolic, &l->common);
	need_memory(l);
	return l->numeric && l->common.status == KLU_OK ? 0 : 1;
}

int sv_linear_factor(sv_linear *l, double a, double b)
{
	uint32_t n = l->n;
	if (l->dense) {
		memset(l->full, 0, (size_t)n * n * sizeof(double));
		for (uint32_t j = 0; j < n; j++) {
			double *to = l->full + (size_t)j * n;
			for (uint32_t e = l->column[j]; e < l->column[j + 1]; e++)
				to[l->row[e]] = -b * l->values[e];
			to[j] += a;
		}
		return factor_dense(l);
	}
	if (l->band)
		return sv_band_factor(l->band, a, b, l->values);
	for (uint32_t j = 0; j < n; j++)
		l->sparse[l->diagonal[j]] = 0;
	for (uint32_t e = 0; e < l->column[n]; e++)
		l->sparse[l->place[e]] = -b * l->values[e];
	for (uint32_t j = 0; j < n; j++)
		l->sparse[l->diagonal[j]] += a;
	return factor_sparse(l);
}

int sv_linear_solve(sv_linear *l, double *b)
{
	if (l->dense) {
		solve_dense(l, b);
		return 0;
	}
	if (l->band) {
		sv_band_solve(l->band, b);
		return 0;
	}
	if (!l->numeric || l->numeric->n != l->symbolic->n)
		return 1;
	return klu_solve(l->symbolic, l->numeric, (int)l->n, 1, b, &l->common) ? 0 : 1;
}

double sv_linear_work(const sv_linear *l)
{
	double n = l->n;
	uint32_t lower, upper;
	if (l->dense)
		return n * n * n / 3;
	if (l->band) {
		sv_band_width(l->band, &lower, &upper);
		return n * (lower + 1.0) * (lower + upper + 1.0);
	}
	if (!l->symbolic)
		return INFINITY;
	/* the entries that fill in are what each row meets; each takes KLU ten times what it takes in a dense matrix */
	double entries = l->symbolic->lnz + l->symbolic->unz;
	return entries > 0 ? 10 * entries + entries * entries / n : INFINITY;
}

double sv_linear_evaluations(const sv_linear *l)
{
	return l->core->problem.jacobian ? 1 : l->colors;
}
