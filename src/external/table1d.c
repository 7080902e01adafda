/* Tables of functions of one variable: rows of u and the values of several columns. */
#include "external/table_common.h"

#include <stdlib.h>

typedef struct table {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	size_t rows, count;            /* of columns that are asked for */
	double *u, *y, *slopes;        /* by column: y[column*rows + row] */
} table;

static void free_table(table *t)
{
	free(t->u);
	free(t);
}

static bool columns_are_there(const int *columns, size_t count, const sl_matrix *m, const char *name, sb_text *why)
{
	for (size_t k = 0; k < count; k++)
		if (columns[k] < 1 || (size_t)columns[k] > m->columns) {
			sb_addf(why, "column %d of the table '%s' was asked for, but the table has %zu columns", columns[k], name,
					m->columns);
			return false;
		}
	return true;
}

/* All numbers are in one piece of memory, which begins with u. */
static table *make(const sl_matrix *m, const int *columns, size_t count, int smoothness, int extrapolation)
{
	size_t n = m->rows;
	table *t = sb_resize(NULL, sizeof *t);
	*t = (table){.smoothness = n <= 2 && smoothness != SL_CONSTANT ? SL_LINEAR : (sl_smoothness)smoothness,
				 .extrapolation = (sl_extrapolation)extrapolation, .rows = n, .count = count};
	t->u = sb_resize(NULL, (n + 2 * n * count + n + 4) * sizeof(double));
	t->y = t->u + n;
	t->slopes = t->y + n * count;
	double *work = t->slopes + n * count;
	for (size_t i = 0; i < n; i++) {
		t->u[i] = m->at[i * m->columns];
		for (size_t k = 0; k < count; k++)
			t->y[k * n + i] = m->at[i * m->columns + (size_t)columns[k] - 1];
	}
	for (size_t k = 0; k < count * n; k++)
		t->slopes[k] = 0;
	for (size_t k = 0; k < count && n > 1 && sl_has_slopes(t->smoothness); k++)
		sl_slopes(t->smoothness, t->u, t->y + k * n, n, t->slopes + k * n, work);
	return t;
}

void *ModelicaStandardTables_CombiTable1D_init3(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, const int *wanted, size_t count, int smoothness,
												int extrapolation, int verbose, const char *delimiter, int header_lines)
{
	sl_source source = {file, name, at, rows, columns, delimiter, header_lines};
	sl_matrix m = sl_source_read(&source, SL_IN_ONE);
	sb_text why = {0};
	(void)verbose;
	if (!sl_kinds_are_known(smoothness, extrapolation, &why) || !columns_are_there(wanted, count, &m, name, &why) ||
		!sl_rises(m.at, m.rows, m.columns, false, "column", name, 0, &why))
		sl_refuse(m.at, &why);
	table *t = make(&m, wanted, count, smoothness, extrapolation);
	free(m.at);
	return t;
}

void *ModelicaStandardTables_CombiTable1D_init2(const char *file, const char *name, const double *at, size_t rows,
												size_t columns, const int *wanted, size_t count, int smoothness,
												int extrapolation, int verbose)
{
	return ModelicaStandardTables_CombiTable1D_init3(file, name, at, rows, columns, wanted, count, smoothness,
													 extrapolation, verbose, ",", 0);
}

void *ModelicaStandardTables_CombiTable1D_init(const char *name, const char *file, const double *at, size_t rows,
											   size_t columns, const int *wanted, size_t count, int smoothness)
{
	return ModelicaStandardTables_CombiTable1D_init2(file, name, at, rows, columns, wanted, count, smoothness,
													 SL_LAST_TWO, 0);
}

void ModelicaStandardTables_CombiTable1D_close(void *object)
{
	if (object)
		free_table(object);
}

/* The values and slopes of a column with the weights of one order. */
static double sum(const table *t, size_t column, const sl_weights *place, int order)
{
	const double *y = t->y + column * t->rows + place->i, *slopes = t->slopes + column * t->rows + place->i,
				 *w = place->weights[order];
	return w[0] * y[0] + w[1] * slopes[0] + w[2] * y[1] + w[3] * slopes[1];
}

static size_t column_of(const table *t, int column)
{
	if (column < 1 || (size_t)column > t->count)
		sl_fail("column %d of %zu columns was asked for", column, t->count);
	return (size_t)column - 1;
}

static sl_weights locate(const table *t, double u, bool goes_down)
{
	sl_weights place = sl_locate(t->smoothness, t->extrapolation, t->u, t->rows, u, goes_down);
	if (place.side != SL_INSIDE && t->extrapolation == SL_NO_EXTRAPOLATION)
		sl_refuse_extrapolation("u", u, place.side, t->u[0], t->u[t->rows - 1]);
	return place;
}

double ModelicaStandardTables_CombiTable1D_getValue(void *object, int column, double u)
{
	const table *t = object;
	size_t k = column_of(t, column);
	if (t->rows == 1)
		return t->y[k];
	sl_weights place = locate(t, u, false);
	return sum(t, k, &place, 0);
}

double ModelicaStandardTables_CombiTable1D_getDerValue(void *object, int column, double u, double der_u)
{
	const table *t = object;
	size_t k = column_of(t, column);
	if (t->rows == 1)
		return 0;
	sl_weights place = locate(t, u, der_u < 0);
	return sum(t, k, &place, 1) * der_u;
}

double ModelicaStandardTables_CombiTable1D_getDer2Value(void *object, int column, double u, double der_u, double der2_u)
{
	const table *t = object;
	size_t k = column_of(t, column);
	if (t->rows == 1)
		return 0;
	sl_weights place = locate(t, u, der_u < 0);
	return sum(t, k, &place, 2) * der_u * der_u + sum(t, k, &place, 1) * der2_u;
}

double ModelicaStandardTables_CombiTable1D_minimumAbscissa(void *object)
{
	return ((const table *)object)->u[0];
}

double ModelicaStandardTables_CombiTable1D_maximumAbscissa(void *object)
{
	const table *t = object;
	return t->u[t->rows - 1];
}

/* Tables are read when they are made. */
double ModelicaStandardTables_CombiTable1D_read(void *object, int force, int verbose)
{
	(void)object;
	(void)force;
	(void)verbose;
	return 1;
}
