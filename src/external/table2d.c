/* Tables of functions of two variables, over a grid: the first column has u1, the first row u2.
 *
 * Weights of both directions multiply. Beside the value z at a point of the grid they go with its derivatives by u1, by
 * u2 and by both: the first two are Akima's slopes along the rows and columns; the last is the mean of the four mixed
 * differences around the point, with the weights of both directions (Akima, 1974). The differences are extended past
 * the borders as those in one direction. */
#include "external/table_common.h"

#include <stdlib.h>
#include <string.h>

typedef struct table {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	size_t n1, n2;
	double *u1, *u2;               /* one piece of memory, from u1 on */
	double *z[4];                  /* value, by u1, by u2, by both; u2 goes fastest */
} table;

/* ------------------------------------------------------------------------------------- derivatives at the grid */

/* Mixed differences of the cells, with one more cell at each side: mixed[(i + 1)*(n2 + 1) + j + 1] is that of cell (i,
 * j). */
static void extend(double *at, size_t n, size_t stride)
{
	double *first = at + stride, *last = at + n * stride;
	at[0] = n > 1 ? 2 * first[0] - first[stride] : first[0];
	last[stride] = n > 1 ? 2 * last[0] - *(last - stride) : last[0];
}

static void mix(const table *t, double *mixed)
{
	size_t row = t->n2 + 1;
	for (size_t i = 0; i + 1 < t->n1; i++) {
		for (size_t j = 0; j + 1 < t->n2; j++) {
			const double *z = t->z[0] + i * t->n2 + j;
			mixed[(i + 1) * row + j + 1] =
				(z[t->n2 + 1] - z[t->n2] - z[1] + z[0]) / ((t->u1[i + 1] - t->u1[i]) * (t->u2[j + 1] - t->u2[j]));
		}
		extend(mixed + (i + 1) * row, t->n2 - 1, 1);
	}
	for (size_t j = 0; j < row; j++)
		extend(mixed + j, t->n1 - 1, row);
}

typedef struct weights { double before, behind; } weights;

/* Along one line of the grid: slopes, and the weights of the differences before and behind each point. */
static void along(const double *u, const double *z, size_t n, size_t stride, double *slopes, weights *w, double *work)
{
	double *values = work, *d = work + n, before, behind;
	for (size_t i = 0; i < n; i++)
		values[i] = z[i * stride];
	sl_differences(u, values, n, d);
	for (size_t i = 0; i < n; i++) {
		if (!sl_akima_weights(d + i, &before, &behind))
			before = behind = 1;
		w[i * stride] = (weights){before / (before + behind), behind / (before + behind)};
		slopes[i * stride] = w[i * stride].before * d[i + 1] + w[i * stride].behind * d[i + 2];
	}
}

static void differentiate(table *t)
{
	size_t n = t->n1 * t->n2, longest = t->n1 > t->n2 ? t->n1 : t->n2, row = t->n2 + 1;
	weights *w1 = sb_resize(NULL, 2 * n * sizeof *w1), *w2 = w1 + n;
	double *mixed = sb_resize(NULL, ((t->n1 + 1) * row + 2 * longest + 4) * sizeof *mixed),
		   *work = mixed + (t->n1 + 1) * row;
	for (size_t j = 0; j < t->n2; j++)
		along(t->u1, t->z[0] + j, t->n1, t->n2, t->z[1] + j, w1 + j, work);
	for (size_t i = 0; i < t->n1; i++)
		along(t->u2, t->z[0] + i * t->n2, t->n2, 1, t->z[2] + i * t->n2, w2 + i * t->n2, work);
	mix(t, mixed);
	for (size_t k = 0; k < n; k++) {
		const double *m = mixed + k / t->n2 * row + k % t->n2;
		t->z[3][k] = w1[k].before * (w2[k].before * m[0] + w2[k].behind * m[1]) +
					 w1[k].behind * (w2[k].before * m[row] + w2[k].behind * m[row + 1]);
	}
	free(mixed);
	free(w1);
}

/* A single row or column has slopes along it only. */
static void differentiate_line(table *t)
{
	size_t n = t->n1 * t->n2;
	double *work = sb_resize(NULL, (n + 4) * sizeof *work);
	if (t->n1 > 1)
		sl_slopes(SL_AKIMA, t->u1, t->z[0], n, t->z[1], work);
	else if (t->n2 > 1)
		sl_slopes(SL_AKIMA, t->u2, t->z[0], n, t->z[2], work);
	free(work);
}

/* ------------------------------------------------------------------------------------- making and ending */

static table *make(const sl_matrix *m, int smoothness, int extrapolation)
{
	size_t n1 = m->rows - 1, n2 = m->columns - 1, n = n1 * n2;
	table *t = sb_resize(NULL, sizeof *t);
	*t = (table){.smoothness = n1 <= 2 && n2 <= 2 && smoothness == SL_AKIMA ? SL_LINEAR : (sl_smoothness)smoothness,
				 .extrapolation = (sl_extrapolation)extrapolation, .n1 = n1, .n2 = n2};
	t->u1 = sb_resize(NULL, (n1 + n2 + 4 * n) * sizeof(double));
	t->u2 = t->u1 + n1;
	for (int k = 0; k < 4; k++)
		t->z[k] = t->u2 + n2 + (size_t)k * n;
	for (size_t i = 0; i < n1; i++)
		t->u1[i] = m->at[(i + 1) * m->columns];
	memcpy(t->u2, m->at + 1, n2 * sizeof(double));
	for (size_t i = 0; i < n1; i++)
		memcpy(t->z[0] + i * n2, m->at + (i + 1) * m->columns + 1, n2 * sizeof(double));
	memset(t->z[1], 0, 3 * n * sizeof(double));
	if (t->smoothness == SL_AKIMA)
		(n1 > 1 && n2 > 1 ? differentiate : differentiate_line)(t);
	return t;
}

void *ModelicaStandardTables_CombiTable2D_init3(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, int smoothness, int extrapolation, int verbose,
												const char *delimiter, int header_lines)
{
	sl_source source = {file, name, at, rows, columns, delimiter, header_lines};
	sl_matrix m = sl_source_read(&source, SL_IN_TWO);
	sb_text why = {0};
	(void)verbose;
	bool good = sl_kinds_are_known(smoothness, extrapolation, &why) &&
				sl_rises(m.at + m.columns, m.rows - 1, m.columns, false, "column", name, 1, &why) &&
				sl_rises(m.at + 1, m.columns - 1, 1, false, "row", name, 1, &why);
	if (good && smoothness > SL_CONSTANT) {
		sb_addf(&why,
				"a table of two variables has linear, constant or Akima interpolation, but no smoothness %d",
				smoothness);
		good = false;
	}
	if (!good)
		sl_refuse(m.at, &why);
	table *t = make(&m, smoothness, extrapolation);
	free(m.at);
	return t;
}

void *ModelicaStandardTables_CombiTable2D_init2(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, int smoothness, int extrapolation, int verbose)
{
	return ModelicaStandardTables_CombiTable2D_init3(file, name, at, rows, columns, smoothness, extrapolation, verbose,
													 ",", 0);
}

void *ModelicaStandardTables_CombiTable2D_init(const char *name, const char *file, const double *at, size_t rows,
											   size_t columns, int smoothness)
{
	return ModelicaStandardTables_CombiTable2D_init2(file, name, at, rows, columns, smoothness, SL_LAST_TWO, 0);
}

void ModelicaStandardTables_CombiTable2D_close(void *object)
{
	table *t = object;
	if (!t)
		return;
	free(t->u1);
	free(t);
}

/* ------------------------------------------------------------------------------------- values */

typedef struct places { sl_weights at1, at2; } places;

static sl_weights locate(const table *t, const char *what, const double *u, size_t n, double x, bool goes_down)
{
	sl_weights place = {.weights = {{1}}};                   /* a single point: the same everywhere */
	if (n < 2)
		return place;
	place = sl_locate(t->smoothness, t->extrapolation, u, n, x, goes_down);
	if (place.side != SL_INSIDE && t->extrapolation == SL_NO_EXTRAPOLATION)
		sl_refuse_extrapolation(what, x, place.side, u[0], u[n - 1]);
	return place;
}

/* Constant segments that go on by the last two points do so linearly in both directions. */
static void straighten(const table *t, double u1, double u2, places *p)
{
	if (t->smoothness != SL_CONSTANT || t->extrapolation != SL_LAST_TWO ||
		(p->at1.side == SL_INSIDE && p->at2.side == SL_INSIDE))
		return;
	if (t->n1 > 1)
		p->at1 = sl_locate(SL_LINEAR, SL_LAST_TWO, t->u1, t->n1, u1, false);
	if (t->n2 > 1)
		p->at2 = sl_locate(SL_LINEAR, SL_LAST_TWO, t->u2, t->n2, u2, false);
}

static places locate_both(const table *t, double u1, double u2, double der_u1, double der_u2)
{
	places p = {locate(t, "u1", t->u1, t->n1, u1, der_u1 < 0), locate(t, "u2", t->u2, t->n2, u2, der_u2 < 0)};
	straighten(t, u1, u2, &p);
	return p;
}

/* The derivative of the given orders by u1 and u2. */
static double sum(const table *t, const places *p, int order1, int order2)
{
	const double *w1 = p->at1.weights[order1], *w2 = p->at2.weights[order2];
	double y = 0;
	for (size_t a = 0; a < 2 && p->at1.i + a < t->n1; a++)
		for (size_t b = 0; b < 2 && p->at2.i + b < t->n2; b++) {
			size_t k = (p->at1.i + a) * t->n2 + p->at2.i + b;
			y += w1[2 * a] * (w2[2 * b] * t->z[0][k] + w2[2 * b + 1] * t->z[2][k]) +
				 w1[2 * a + 1] * (w2[2 * b] * t->z[1][k] + w2[2 * b + 1] * t->z[3][k]);
		}
	return y;
}

double ModelicaStandardTables_CombiTable2D_getValue(void *object, double u1, double u2)
{
	places p = locate_both(object, u1, u2, 0, 0);
	return sum(object, &p, 0, 0);
}

double ModelicaStandardTables_CombiTable2D_getDerValue(void *object, double u1, double u2, double der_u1, double der_u2)
{
	places p = locate_both(object, u1, u2, der_u1, der_u2);
	return sum(object, &p, 1, 0) * der_u1 + sum(object, &p, 0, 1) * der_u2;
}

double ModelicaStandardTables_CombiTable2D_getDer2Value(void *object, double u1, double u2, double der_u1,
														double der_u2, double der2_u1, double der2_u2)
{
	places p = locate_both(object, u1, u2, der_u1, der_u2);
	return sum(object, &p, 2, 0) * der_u1 * der_u1 + 2 * sum(object, &p, 1, 1) * der_u1 * der_u2 +
		   sum(object, &p, 0, 2) * der_u2 * der_u2 + sum(object, &p, 1, 0) * der2_u1 + sum(object, &p, 0, 1) * der2_u2;
}

void ModelicaStandardTables_CombiTable2D_minimumAbscissa(void *object, double *least)
{
	const table *t = object;
	least[0] = t->u1[0];
	least[1] = t->u2[0];
}

void ModelicaStandardTables_CombiTable2D_maximumAbscissa(void *object, double *most)
{
	const table *t = object;
	most[0] = t->u1[t->n1 - 1];
	most[1] = t->u2[t->n2 - 1];
}

double ModelicaStandardTables_CombiTable2D_read(void *object, int force, int verbose)
{
	(void)object;
	(void)force;
	(void)verbose;
	return 1;
}
