/* Tables of functions of two variables, over a grid: the first column has u1, the first row u2.
 *
 * Weights of both directions multiply. Beside the value z at a point of the grid they go with its derivatives by u1, by
 * u2 and by both: the first two are Akima's slopes along the rows and columns; the last is the mean of the four mixed
 * differences around the point, with the weights of both directions (Akima, 1974). The differences are extended past
 * the borders as those in one direction. */
#include "external/table_common.h"

#include <stdlib.h>
#include <string.h>

/* While it is made. */
typedef struct grid { size_t n1, n2; double *u1, *u2, *z[4]; } grid;
typedef struct table { sl_table2 t; double *memory; } table;

/* ------------------------------------------------------------------------------------- derivatives at the grid */

/* Mixed differences of the cells, with one more cell at each side: mixed[(i + 1)*(n2 + 1) + j + 1] is that of cell (i,
 * j). */
static void extend(double *at, size_t n, size_t stride)
{
	double *first = at + stride, *last = at + n * stride;
	at[0] = n > 1 ? 2 * first[0] - first[stride] : first[0];
	last[stride] = n > 1 ? 2 * last[0] - *(last - stride) : last[0];
}

static void mix(const grid *t, double *mixed)
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

static void differentiate(grid *t)
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
static void differentiate_line(grid *t)
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
	sl_smoothness kind = n1 <= 2 && n2 <= 2 && smoothness == SL_AKIMA ? SL_LINEAR : (sl_smoothness)smoothness;
	table *t = sb_resize(NULL, sizeof *t);
	grid g = {.n1 = n1, .n2 = n2, .u1 = sb_resize(NULL, (n1 + n2 + 4 * n) * sizeof(double))};
	g.u2 = g.u1 + n1;
	for (int k = 0; k < 4; k++)
		g.z[k] = g.u2 + n2 + (size_t)k * n;
	for (size_t i = 0; i < n1; i++)
		g.u1[i] = m->at[(i + 1) * m->columns];
	memcpy(g.u2, m->at + 1, n2 * sizeof(double));
	for (size_t i = 0; i < n1; i++)
		memcpy(g.z[0] + i * n2, m->at + (i + 1) * m->columns + 1, n2 * sizeof(double));
	memset(g.z[1], 0, 3 * n * sizeof(double));
	if (kind == SL_AKIMA)
		(n1 > 1 && n2 > 1 ? differentiate : differentiate_line)(&g);
	*t = (table){{kind, (sl_extrapolation)extrapolation, n1, n2, g.u1, g.u2, {g.z[0], g.z[1], g.z[2], g.z[3]}}, g.u1};
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
	free(t->memory);
	free(t);
}

/* ------------------------------------------------------------------------------------- values */

static double ask(const void *object, double u1, double u2, sl_motion motion)
{
	sl_fault fault = {0};
	double y = sl_table2_value(object, u1, u2, &motion, &fault);
	return sl_answer(y, &fault);
}

double ModelicaStandardTables_CombiTable2D_getValue(void *object, double u1, double u2)
{
	return ask(object, u1, u2, (sl_motion){0});
}

double ModelicaStandardTables_CombiTable2D_getDerValue(void *object, double u1, double u2, double der_u1, double der_u2)
{
	return ask(object, u1, u2, (sl_motion){.order = 1, .der = {der_u1, der_u2}});
}

double ModelicaStandardTables_CombiTable2D_getDer2Value(void *object, double u1, double u2, double der_u1,
														double der_u2, double der2_u1, double der2_u2)
{
	return ask(object, u1, u2, (sl_motion){2, {der_u1, der_u2}, {der2_u1, der2_u2}});
}

void ModelicaStandardTables_CombiTable2D_minimumAbscissa(void *object, double *least)
{
	const sl_table2 *t = object;
	least[0] = t->u1[0];
	least[1] = t->u2[0];
}

void ModelicaStandardTables_CombiTable2D_maximumAbscissa(void *object, double *most)
{
	const sl_table2 *t = object;
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
