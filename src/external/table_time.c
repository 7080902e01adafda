/* Tables of functions of time: as those of one variable, but they may jump, begin at a start time, are shifted, and say
 * when something happens in them.
 *
 * The model keeps the time of the next event and gives it with each call. At the event itself, while it still is the
 * next one, the value is that of the piece which ends there; once another is next, that of the piece which begins. So
 * nothing has to be remembered here from call to call, and a table may be asked at any time in any order.
 *
 * Times of events are made by one formula, so that those which come out of nextTimeEvent are met exactly when they come
 * back as time. */
#include "external/table_common.h"
#include "base/times.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

enum { ALWAYS = 1, AT_DISCONTINUITIES, NONE };

typedef struct table {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	double start, shift;
	size_t rows, count, breaks;
	double *t, *y, *slopes;        /* by column: y[column*rows + row] */
	double *at;                    /* where events are, in the time of the table, rising */
	double *over;                  /* by row: how many times of the table are before its own */
} table;

/* ------------------------------------------------------------------------------------- making and ending */

/* Where events are: at the ends always; inside at each point, or at those that are there twice. Curves with slopes have
 * no corners. */
static void list_breaks(table *t, int events)
{
	size_t n = t->rows;
	if (t->extrapolation != SL_PERIODIC || n == 1)
		t->at[t->breaks++] = t->t[0];
	for (size_t i = 1; i + 1 < n; i++) {
		bool jump = t->t[i] == t->t[i + 1] || t->t[i] == t->t[i - 1];
		bool wanted = events == ALWAYS ? !sl_has_slopes(t->smoothness) : events == AT_DISCONTINUITIES && jump;
		if (wanted && t->t[i] > t->t[0] && t->t[i] < t->t[n - 1] && (!t->breaks || t->at[t->breaks - 1] < t->t[i]))
			t->at[t->breaks++] = t->t[i];
	}
	if (n > 1)
		t->at[t->breaks++] = t->t[n - 1];
}

static table *make(const sl_matrix *m, const int *columns, size_t count, int smoothness, int extrapolation, int events)
{
	size_t n = m->rows;
	table *t = sb_resize(NULL, sizeof *t);
	*t = (table){.smoothness = n <= 2 && smoothness != SL_CONSTANT ? SL_LINEAR : (sl_smoothness)smoothness,
				 .extrapolation = (sl_extrapolation)extrapolation, .rows = n, .count = count};
	t->t = sb_resize(NULL, (3 * n + 1 + 2 * n * count + n + 4) * sizeof(double));
	t->at = t->t + n;
	t->over = t->at + n + 1;
	t->y = t->over + n;
	t->slopes = t->y + n * count;
	for (size_t i = 0; i < n; i++) {
		t->t[i] = m->at[i * m->columns];
		t->over[i] = i ? t->over[i - 1] + (t->t[i] > t->t[i - 1]) : 0;
		for (size_t k = 0; k < count; k++)
			t->y[k * n + i] = m->at[i * m->columns + (size_t)columns[k] - 1];
	}
	for (size_t k = 0; k < n * count; k++)
		t->slopes[k] = 0;
	for (size_t k = 0; k < count && n > 1 && sl_has_slopes(t->smoothness); k++)
		sl_slopes(t->smoothness, t->t, t->y + k * n, n, t->slopes + k * n, t->slopes + n * count);
	list_breaks(t, events);
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
	t->start = start;
	t->shift = shift;
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
	free(t->t);
	free(t);
}

/* ------------------------------------------------------------------------------------- events */

static double period_of(const table *t)
{
	return t->t[t->rows - 1] - t->t[0];
}

/* When a place of the table comes round for the cycle-th time. */
static double time_of(const table *t, double place, double cycle)
{
	return cycle != 0 ? t->shift + (place + cycle * period_of(t)) : t->shift + place;
}

/* Is an event still to come? A model that scales time, (n*0.1)/0.1, may come back a little before the event that it was
 * told, and would be told the same one for ever. */
static bool is_later(const table *t, double event, double time)
{
	return !sb_has_come(event, time, sb_size_of(time, t->shift));
}

double ModelicaStandardTables_CombiTimeTable_nextTimeEvent(void *object, double time)
{
	const table *t = object;
	bool periodic = t->extrapolation == SL_PERIODIC;
	if (is_later(t, t->start, time))
		return t->start;
	if (t->rows == 1)
		return DBL_MAX;
	double cycle = periodic ? floor((time - t->shift - t->t[0]) / period_of(t)) - 1 : 0;
	for (int tries = 0; tries < 4; tries++, cycle++) {
		size_t low = 0, high = t->breaks;           /* the first that is later */
		while (low < high) {
			size_t middle = low + (high - low) / 2;
			if (is_later(t, time_of(t, t->at[middle], cycle), time))
				high = middle;
			else
				low = middle + 1;
		}
		if (low < t->breaks)
			return time_of(t, t->at[low], cycle);
		if (!periodic)
			break;
	}
	return DBL_MAX;
}

/* ------------------------------------------------------------------------------------- values */

static bool is_near(double a, double b, double scale)
{
	return fabs(a - b) <= 2 * sb_one_time(scale);
}

/* The interval whose piece holds: that which ends at u, or that which begins there. Times that are an event but for
 * rounding are. */
static size_t interval_of(const table *t, double u, double scale, bool ends)
{
	size_t n = t->rows, i = sl_interval(t->t, n, u, ends);
	if (!ends)
		while (i + 2 < n && is_near(t->t[i + 1], u, scale))
			i++;
	else
		while (i > 0 && is_near(t->t[i], u, scale))
			i--;
	return i;
}

/* Before the start there is nothing, neither while the event of the start is still to come. */
static bool has_begun(const table *t, double time, double next, double before)
{
	return !is_later(t, t->start, time) && !(next < DBL_MAX && next == before && t->start >= next);
}

/* Before the first and behind the last point. */
static void locate_outside(const table *t, double u, double scale, sl_weights *place)
{
	double first = t->t[0], last = t->t[t->rows - 1], end = u < first ? first : last;
	double beyond = u < first || u > last ? u : nextafter(last, INFINITY);
	*place = sl_locate(t->smoothness, t->extrapolation, t->t, t->rows, beyond, false);
	if (t->extrapolation == SL_NO_EXTRAPOLATION && !is_near(u, end, scale))
		sl_refuse_extrapolation("the time of the table", u, place->side, first, last);
}

static double scale_of(const table *t, double time)
{
	return fmax(fabs(time), fmax(fabs(t->shift), fmax(fabs(t->t[0]), fabs(t->t[t->rows - 1]))));
}

/* The end of a period is the beginning of the next one, unless a piece ends there that still holds. */
static double within_period(const table *t, double u, double scale, bool ends, double *cycle)
{
	double first = t->t[0], last = t->t[t->rows - 1], period = period_of(t);
	*cycle = floor((u - first) / period);
	u -= *cycle * period;
	if (ends || !is_near(u, last, scale))
		return ends && is_near(u, first, scale) ? last : u;
	++*cycle;
	return first;
}

/* The weights at a time; false: the value is zero. A single row is the same at all times. */
static bool locate(const table *t, double time, double next, double before, sl_weights *place)
{
	if (!has_begun(t, time, next, before))
		return false;
	*place = (sl_weights){.weights = {{1}}};
	if (t->rows == 1)
		return true;
	double first = t->t[0], last = t->t[t->rows - 1];
	double scale = scale_of(t, time), cycle;
	/* the piece that ends with the next event holds until that has taken place, also a little past it */
	bool ends = next < DBL_MAX && ((next == before && time >= next) || (next > time && is_near(next, time, scale)));
	double u = (ends ? next : time) - t->shift, past = ends ? time - next : 0;
	if (t->extrapolation == SL_PERIODIC) {
		u = within_period(t, u, scale, ends, &cycle);
	} else if (ends && is_near(u, first, scale)) {
		locate_outside(t, nextafter(first, -INFINITY), scale, place);
		return true;
	} else if (u < first || u > last || (!ends && (u == last || is_near(u, last, scale)))) {
		locate_outside(t, u, scale, place);
		return true;
	}
	size_t i = interval_of(t, u, scale, ends);
	u += past;
	if (t->smoothness == SL_CONSTANT)
		u = t->t[i];
	sl_weigh(t->smoothness, t->t, i, u, place);
	return true;
}

static double sum(const table *t, size_t column, const sl_weights *place, int order)
{
	const double *y = t->y + column * t->rows + place->i, *slopes = t->slopes + column * t->rows + place->i,
				 *w = place->weights[order];
	if (t->rows == 1)
		return w[0] * y[0];
	return w[0] * y[0] + w[1] * slopes[0] + w[2] * y[1] + w[3] * slopes[1];
}

static size_t column_of(const table *t, int column)
{
	if (column < 1 || (size_t)column > t->count)
		sl_fail("column %d of %zu columns was asked for", column, t->count);
	return (size_t)column - 1;
}

double ModelicaStandardTables_CombiTimeTable_getValue(void *object, int column, double time, double next, double before)
{
	const table *t = object;
	sl_weights place;
	size_t k = column_of(t, column);
	return locate(t, time, next, before, &place) ? sum(t, k, &place, 0) : 0;
}

double ModelicaStandardTables_CombiTimeTable_getDerValue(void *object, int column, double time, double next,
														 double before, double der_time)
{
	const table *t = object;
	sl_weights place;
	size_t k = column_of(t, column);
	return locate(t, time, next, before, &place) ? sum(t, k, &place, 1) * der_time : 0;
}

double ModelicaStandardTables_CombiTimeTable_getDer2Value(void *object, int column, double time, double next,
														  double before, double der_time, double der2_time)
{
	const table *t = object;
	sl_weights place;
	size_t k = column_of(t, column);
	return locate(t, time, next, before, &place)
			   ? sum(t, k, &place, 2) * der_time * der_time + sum(t, k, &place, 1) * der2_time
			   : 0;
}

/* The number of the piece that holds, and how much of it is over, counted on from period to period. It does not come so
 * near to the next piece that rounding could make it that one: where the whole number changes, another piece holds. */
static double place_at(const table *t, double time)
{
	const double most = 1 - 1e-6;
	double scale = scale_of(t, time), u = time - t->shift, cycle = 0, last = t->t[t->rows - 1];
	if (t->rows == 1)
		return 0.5;
	if (t->extrapolation == SL_PERIODIC)
		u = within_period(t, u, scale, false, &cycle);
	else if (u < t->t[0])
		return -0.5;
	else if (u > last || is_near(u, last, scale))
		return t->over[t->rows - 1] + 0.5;
	size_t i = interval_of(t, u, scale, false);
	double width = t->t[i + 1] - t->t[i], part = width > 0 ? (u - t->t[i]) / width : 0;
	return cycle * t->over[t->rows - 1] + t->over[i] + fmin(fmax(part, 0), most);
}

double ModelicaStandardTables_CombiTimeTable_place(void *object, double time)
{
	const table *t = object;
	return is_later(t, t->start, time) ? place_at(t, t->start) - 1 : place_at(t, time);
}

double ModelicaStandardTables_CombiTimeTable_minimumTime(void *object)
{
	return ((const table *)object)->t[0];
}

double ModelicaStandardTables_CombiTimeTable_maximumTime(void *object)
{
	const table *t = object;
	return t->t[t->rows - 1];
}

double ModelicaStandardTables_CombiTimeTable_read(void *object, int force, int verbose)
{
	(void)object;
	(void)force;
	(void)verbose;
	return 1;
}
