/* Tables of functions of time: how they are made; what they answer is in table_values.c. */
#include "external/table_common.h"

#include <stdlib.h>

enum { ALWAYS = 1, AT_DISCONTINUITIES, NONE };

typedef struct table { sl_table_time t; double *memory; } table;

/* ------------------------------------------------------------------------------------- making and ending */

/* Where events are: at the ends always; inside at each point, or at those that are there twice. Curves with slopes have
 * no corners. How many there are. */
static size_t list_breaks(const sl_table_time *t, int events, double *at)
{
	size_t n = t->rows, breaks = 0;
	if (t->extrapolation != SL_PERIODIC || n == 1)
		at[breaks++] = t->t[0];
	for (size_t i = 1; i + 1 < n; i++) {
		bool jump = t->t[i] == t->t[i + 1] || t->t[i] == t->t[i - 1];
		bool wanted = events == ALWAYS ? !sl_has_slopes(t->smoothness) : events == AT_DISCONTINUITIES && jump;
		if (wanted && t->t[i] > t->t[0] && t->t[i] < t->t[n - 1] && (!breaks || at[breaks - 1] < t->t[i]))
			at[breaks++] = t->t[i];
	}
	if (n > 1)
		at[breaks++] = t->t[n - 1];
	return breaks;
}

static table *make(const sl_matrix *m, const int *columns, size_t count, int smoothness, int extrapolation, int events)
{
	size_t n = m->rows;
	table *t = sb_resize(NULL, sizeof *t);
	double *time = sb_resize(NULL, (3 * n + 1 + 2 * n * count + n + 4) * sizeof(double)), *at = time + n,
		   *over = at + n + 1, *y = over + n, *slopes = y + n * count;
	sl_smoothness kind = n <= 2 && smoothness != SL_CONSTANT ? SL_LINEAR : (sl_smoothness)smoothness;
	for (size_t i = 0; i < n; i++) {
		time[i] = m->at[i * m->columns];
		over[i] = i ? over[i - 1] + (time[i] > time[i - 1]) : 0;
		for (size_t k = 0; k < count; k++)
			y[k * n + i] = m->at[i * m->columns + (size_t)columns[k] - 1];
	}
	for (size_t k = 0; k < n * count; k++)
		slopes[k] = 0;
	for (size_t k = 0; k < count && n > 1 && sl_has_slopes(kind); k++)
		sl_slopes(kind, time, y + k * n, n, slopes + k * n, slopes + n * count);
	*t = (table){{.smoothness = kind, .extrapolation = (sl_extrapolation)extrapolation, .rows = n, .count = count,
				  .t = time, .y = y, .slopes = slopes, .at = at, .over = over}, time};
	t->t.breaks = list_breaks(&t->t, events, at);
	return t;
}

static bool is_good(const sl_matrix *m, const int *columns, size_t count, int smoothness, int extrapolation, int events,
					const char *name, sb_text *why)
{
	if (!sl_kinds_are_known(smoothness, extrapolation, why))
		return false;
	for (size_t k = 0; k < count; k++)
		if (columns[k] < 1 || (size_t)columns[k] > m->columns) {
			sb_addf(why, "column %d of the table '%s' was asked for, but the table has %zu columns", columns[k], name,
					m->columns);
			return false;
		}
	if (!sl_rises(m->at, m->rows, m->columns, !sl_has_slopes((sl_smoothness)smoothness), "column", name, 0, why))
		return false;
	if (extrapolation == SL_PERIODIC && m->rows > 1 && !(m->at[(m->rows - 1) * m->columns] > m->at[0])) {
		sb_addf(why, "the table '%s' cannot be periodic: its period would be zero", name);
		return false;
	}
	if (events < ALWAYS || events > NONE) {
		sb_addf(why, "there is no kind %d of time events", events);
		return false;
	}
	return true;
}

void *ModelicaStandardTables_CombiTimeTable_init3(const char *file, const char *name, const double *at, size_t rows,
												  size_t columns, double start, const int *wanted, size_t count,
												  int smoothness, int extrapolation, double shift, int events,
												  int verbose, const char *delimiter, int header_lines)
{
	sl_source source = {file, name, at, rows, columns, delimiter, header_lines};
	sl_matrix m = sl_source_read(&source, SL_IN_TIME);
	sb_text why = {0};
	(void)verbose;
	if (!is_good(&m, wanted, count, smoothness, extrapolation, events, name, &why))
		sl_refuse(m.at, &why);
	table *t = make(&m, wanted, count, smoothness, extrapolation, events);
	t->t.start = start;
	t->t.shift = shift;
	free(m.at);
	return t;
}

void *ModelicaStandardTables_CombiTimeTable_init2(const char *file, const char *name, const double *at, size_t rows,
												  size_t columns, double start, const int *wanted, size_t count,
												  int smoothness, int extrapolation, double shift, int events,
												  int verbose)
{
	return ModelicaStandardTables_CombiTimeTable_init3(file, name, at, rows, columns, start, wanted, count, smoothness,
													   extrapolation, shift, events, verbose, ",", 0);
}

void *ModelicaStandardTables_CombiTimeTable_init(const char *name, const char *file, const double *at, size_t rows,
												 size_t columns, double start, const int *wanted, size_t count,
												 int smoothness, int extrapolation)
{
	return ModelicaStandardTables_CombiTimeTable_init2(file, name, at, rows, columns, start, wanted, count, smoothness,
													   extrapolation, start, ALWAYS, 0);
}

void ModelicaStandardTables_CombiTimeTable_close(void *object)
{
	table *t = object;
	if (!t)
		return;
	free(t->memory);
	free(t);
}

/* ------------------------------------------------------------------------------------- what is asked */

static double ask(const void *object, int column, double time, double next, double before, sl_motion motion)
{
	sl_fault fault = {0};
	double y = sl_table_time_value(object, column, time, next, before, &motion, &fault);
	return sl_answer(y, &fault);
}

double ModelicaStandardTables_CombiTimeTable_getValue(void *object, int column, double time, double next, double before)
{
	return ask(object, column, time, next, before, (sl_motion){0});
}

double ModelicaStandardTables_CombiTimeTable_getDerValue(void *object, int column, double time, double next,
														 double before, double der_time)
{
	return ask(object, column, time, next, before, (sl_motion){.order = 1, .der = {der_time}});
}

double ModelicaStandardTables_CombiTimeTable_getDer2Value(void *object, int column, double time, double next,
														  double before, double der_time, double der2_time)
{
	return ask(object, column, time, next, before, (sl_motion){.order = 2, .der = {der_time}, .der2 = {der2_time}});
}

double ModelicaStandardTables_CombiTimeTable_nextTimeEvent(void *object, double time)
{
	return sl_table_time_next(object, time);
}

double ModelicaStandardTables_CombiTimeTable_place(void *object, double time)
{
	return sl_table_time_place(object, time);
}

double ModelicaStandardTables_CombiTimeTable_minimumTime(void *object)
{
	return ((const sl_table_time *)object)->t[0];
}

double ModelicaStandardTables_CombiTimeTable_maximumTime(void *object)
{
	const sl_table_time *t = object;
	return t->t[t->rows - 1];
}

double ModelicaStandardTables_CombiTimeTable_read(void *object, int force, int verbose)
{
	(void)object;
	(void)force;
	(void)verbose;
	return 1;
}
