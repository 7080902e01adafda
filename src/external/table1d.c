/* Tables of functions of one variable: rows of u and the values of several columns. */
#include "external/table_common.h"

#include <stdlib.h>

typedef struct table { sl_table1 t; double *memory; } table;

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

/* All numbers are in one piece of memory. */
static table *make(const sl_matrix *m, const int *columns, size_t count, int smoothness, int extrapolation)
{
	size_t n = m->rows;
	table *t = sb_resize(NULL, sizeof *t);
	double *u = sb_resize(NULL, (n + 2 * n * count + n + 4) * sizeof(double)), *y = u + n, *slopes = y + n * count,
		   *work = slopes + n * count;
	sl_smoothness kind = n <= 2 && smoothness != SL_CONSTANT ? SL_LINEAR : (sl_smoothness)smoothness;
	for (size_t i = 0; i < n; i++) {
		u[i] = m->at[i * m->columns];
		for (size_t k = 0; k < count; k++)
			y[k * n + i] = m->at[i * m->columns + (size_t)columns[k] - 1];
	}
	for (size_t k = 0; k < count * n; k++)
		slopes[k] = 0;
	for (size_t k = 0; k < count && n > 1 && sl_has_slopes(kind); k++)
		sl_slopes(kind, u, y + k * n, n, slopes + k * n, work);
	*t = (table){{kind, (sl_extrapolation)extrapolation, n, count, u, y, slopes}, u};
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
	table *t = object;
	if (!t)
		return;
	free(t->memory);
	free(t);
}

static double ask(const void *object, int column, double u, sl_motion motion)
{
	sl_fault fault = {0};
	double y = sl_table1_value(object, column, u, &motion, &fault);
	return sl_answer(y, &fault);
}

double ModelicaStandardTables_CombiTable1D_getValue(void *object, int column, double u)
{
	return ask(object, column, u, (sl_motion){0});
}

double ModelicaStandardTables_CombiTable1D_getDerValue(void *object, int column, double u, double der_u)
{
	return ask(object, column, u, (sl_motion){.order = 1, .der = {der_u}});
}

double ModelicaStandardTables_CombiTable1D_getDer2Value(void *object, int column, double u, double der_u, double der2_u)
{
	return ask(object, column, u, (sl_motion){.order = 2, .der = {der_u}, .der2 = {der2_u}});
}

double ModelicaStandardTables_CombiTable1D_minimumAbscissa(void *object)
{
	return ((const sl_table1 *)object)->u[0];
}

double ModelicaStandardTables_CombiTable1D_maximumAbscissa(void *object)
{
	const sl_table1 *t = object;
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
