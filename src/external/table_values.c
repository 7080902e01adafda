/* Values of tables: see table_values.h. */
#include "external/table_values.h"

#include <float.h>
#include <math.h>
#include <string.h>

#ifdef RT_SINGLE
#define SL_(name) name##f
#define SL_EPSILON FLT_EPSILON
#define SL_NEVER FLT_MAX
#else
#define SL_(name) name
#define SL_EPSILON DBL_EPSILON
#define SL_NEVER DBL_MAX
#endif

/* ------------------------------------------------------------------------------------- weights */

size_t sl_interval(const sl_real *at, size_t n, sl_real x, bool goes_down)
{
	size_t low = 0, high = n - 1;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (x > at[middle] || (x == at[middle] && !goes_down))
			low = middle;
		else
			high = middle;
	}
	return low;
}

static void weigh_cubic(sl_real h, sl_real s, sl_real w[3][4])
{
	sl_real s2 = s * s, s3 = s2 * s;
	const sl_real value[4] = {2 * s3 - 3 * s2 + 1, h * (s3 - 2 * s2 + s), 3 * s2 - 2 * s3, h * (s3 - s2)};
	const sl_real first[4] = {(6 * s2 - 6 * s) / h, 3 * s2 - 4 * s + 1, (6 * s - 6 * s2) / h, 3 * s2 - 2 * s};
	const sl_real second[4] = {(12 * s - 6) / (h * h), (6 * s - 4) / h, (6 - 12 * s) / (h * h), (6 * s - 2) / h};
	memcpy(w[0], value, sizeof value);
	memcpy(w[1], first, sizeof first);
	memcpy(w[2], second, sizeof second);
}

void sl_weigh(sl_smoothness smoothness, const sl_real *at, size_t i, sl_real x, sl_weights *place)
{
	sl_real h = at[i + 1] - at[i], s = h > 0 ? (x - at[i]) / h : 1;
	memset(place->weights, 0, sizeof place->weights);
	place->i = i;
	if (smoothness == SL_CONSTANT) {
		place->weights[0][x >= at[i + 1] ? 2 : 0] = 1;
	} else if (smoothness == SL_LINEAR || !(h > 0)) {
		place->weights[0][0] = 1 - s;
		place->weights[0][2] = s;
		place->weights[1][0] = h > 0 ? -1 / h : 0;
		place->weights[1][2] = h > 0 ? 1 / h : 0;
	} else {
		weigh_cubic(h, s, place->weights);
	}
}

/* From the end on a straight line with the slope of the end, or the value of the end. */
static void go_beyond(sl_smoothness smoothness, bool line, const sl_real *at, size_t n, sl_real x, sl_weights *place)
{
	sl_real end = place->side == SL_BELOW ? at[0] : at[n - 1];
	size_t i = place->side == SL_BELOW ? 0 : n - 2;
	if (!line || !(at[i + 1] > at[i])) {        /* a jump at the end has no slope to go on with */
		place->i = i;
		memset(place->weights, 0, sizeof place->weights);
		place->weights[0][place->side == SL_BELOW ? 0 : 2] = 1;
		return;
	}
	/* constant segments have no slope of their own: that of the last two points is meant */
	sl_weigh(smoothness == SL_CONSTANT ? SL_LINEAR : smoothness, at, i, end, place);
	for (int k = 0; k < 4; k++) {
		place->weights[2][k] = 0;
		place->weights[0][k] += place->weights[1][k] * (x - end);
	}
}

static sl_real into_period(sl_real x, sl_real from, sl_real to)
{
	sl_real period = to - from, y = x;
	if (x < from || x > to)
		y = x - SL_(floor)((x - from) / period) * period;
	return y < from ? from : y > to ? to : y;
}

/* The weights at x, in the table or beyond; `side` tells which. Without extrapolation the place is that of the end. */
static sl_weights weights_at(sl_smoothness smoothness, sl_extrapolation extrapolation, const sl_real *at, size_t n,
							 sl_real x, bool goes_down)
{
	sl_weights place = {.side = SL_INSIDE};
	if (extrapolation == SL_PERIODIC)
		x = into_period(x, at[0], at[n - 1]);
	else if (x < at[0] || x > at[n - 1])
		place.side = x < at[0] ? SL_BELOW : SL_ABOVE;
	if (place.side == SL_INSIDE)
		sl_weigh(smoothness, at, sl_interval(at, n, x, goes_down), x, &place);
	else
		go_beyond(smoothness, extrapolation == SL_LAST_TWO, at, n, x, &place);
	return place;
}

static bool has_column(int column, size_t count, sl_fault *fault)
{
	if (column >= 1 && (size_t)column <= count)
		return true;
	*fault = (sl_fault){.kind = SL_NO_COLUMN, .column = column, .count = count};
	return false;
}

/* The values and slopes of a column with the weights of one order. */
static sl_real sum(const sl_real *y, const sl_real *slopes, const sl_weights *place, int order)
{
	const sl_real *w = place->weights[order];
	y += place->i;
	slopes += place->i;
	return w[0] * y[0] + w[1] * slopes[0] + w[2] * y[1] + w[3] * slopes[1];
}

/* ------------------------------------------------------------------------------------- one variable */

static sl_real along(const sl_real *y, const sl_real *slopes, const sl_weights *place, const sl_motion *m)
{
	if (m->order == 0)
		return sum(y, slopes, place, 0);
	if (m->order == 1)
		return sum(y, slopes, place, 1) * m->der[0];
	return sum(y, slopes, place, 2) * m->der[0] * m->der[0] + sum(y, slopes, place, 1) * m->der2[0];
}

static bool may_be_outside(sl_extrapolation extrapolation, const sl_weights *place, const char *what, sl_real u,
						   const sl_real *at, size_t n, sl_fault *fault)
{
	if (place->side == SL_INSIDE || extrapolation != SL_NO_EXTRAPOLATION)
		return true;
	*fault = (sl_fault){.kind = SL_OUTSIDE, .what = what, .side = place->side, .value = u, .from = at[0],
						.to = at[n - 1]};
	return false;
}

sl_real sl_table1_value(const sl_table1 *t, int column, sl_real u, const sl_motion *m, sl_fault *fault)
{
	if (!has_column(column, t->count, fault))
		return 0;
	const sl_real *y = t->y + (size_t)(column - 1) * t->rows, *slopes = t->slopes + (size_t)(column - 1) * t->rows;
	if (t->rows == 1)
		return m->order == 0 ? y[0] : 0;
	sl_weights place =
		weights_at(t->smoothness, t->extrapolation, t->u, t->rows, u, m->order > 0 && m->der[0] < 0);
	return may_be_outside(t->extrapolation, &place, "u", u, t->u, t->rows, fault) ? along(y, slopes, &place, m) : 0;
}

/* ------------------------------------------------------------------------------------- two variables */

typedef struct places { sl_weights at1, at2; } places;

static sl_weights locate_one(const sl_table2 *t, const char *what, const sl_real *u, size_t n, sl_real x, bool down,
							 sl_fault *fault)
{
	sl_weights place = {.weights = {{1}}};                   /* a single point: the same everywhere */
	if (n < 2)
		return place;
	place = weights_at(t->smoothness, t->extrapolation, u, n, x, down);
	if (fault->kind == SL_GOOD)
		may_be_outside(t->extrapolation, &place, what, x, u, n, fault);
	return place;
}

/* Constant segments that go on by the last two points do so linearly in both directions. */
static void straighten(const sl_table2 *t, sl_real u1, sl_real u2, places *p)
{
	if (t->smoothness != SL_CONSTANT || t->extrapolation != SL_LAST_TWO ||
		(p->at1.side == SL_INSIDE && p->at2.side == SL_INSIDE))
		return;
	if (t->n1 > 1)
		p->at1 = weights_at(SL_LINEAR, SL_LAST_TWO, t->u1, t->n1, u1, false);
	if (t->n2 > 1)
		p->at2 = weights_at(SL_LINEAR, SL_LAST_TWO, t->u2, t->n2, u2, false);
}

/* The derivative of the given orders by u1 and u2. */
static sl_real over_grid(const sl_table2 *t, const places *p, int order1, int order2)
{
	const sl_real *w1 = p->at1.weights[order1], *w2 = p->at2.weights[order2];
	sl_real y = 0;
	for (size_t a = 0; a < 2 && p->at1.i + a < t->n1; a++)
		for (size_t b = 0; b < 2 && p->at2.i + b < t->n2; b++) {
			size_t k = (p->at1.i + a) * t->n2 + p->at2.i + b;
			y += w1[2 * a] * (w2[2 * b] * t->z[0][k] + w2[2 * b + 1] * t->z[2][k]) +
				 w1[2 * a + 1] * (w2[2 * b] * t->z[1][k] + w2[2 * b + 1] * t->z[3][k]);
		}
	return y;
}

sl_real sl_table2_value(const sl_table2 *t, sl_real u1, sl_real u2, const sl_motion *m, sl_fault *fault)
{
	bool moves = m->order > 0;
	const sl_real *d = m->der, *dd = m->der2;
	places p = {locate_one(t, "u1", t->u1, t->n1, u1, moves && d[0] < 0, fault),
				locate_one(t, "u2", t->u2, t->n2, u2, moves && d[1] < 0, fault)};
	if (fault->kind != SL_GOOD)
		return 0;
	straighten(t, u1, u2, &p);
	if (m->order == 0)
		return over_grid(t, &p, 0, 0);
	if (m->order == 1)
		return over_grid(t, &p, 1, 0) * d[0] + over_grid(t, &p, 0, 1) * d[1];
	return over_grid(t, &p, 2, 0) * d[0] * d[0] + 2 * over_grid(t, &p, 1, 1) * d[0] * d[1] +
		   over_grid(t, &p, 0, 2) * d[1] * d[1] + over_grid(t, &p, 1, 0) * dd[0] + over_grid(t, &p, 0, 1) * dd[1];
}

/* ------------------------------------------------------------------------------------- time: events
 *
 * At the event itself, while it still is the next one, the value is that of the piece which ends there; once another is
 * next, that of the piece which begins. So nothing has to be remembered here from call to call, and a table may be
 * asked at any time in any order.
 *
 * Times of events are made by one formula, so that those which come out of sl_table_time_next are met exactly when they
 * come back as time. */

/* Two ways to write a time down: they are one time (base/times.h). */
static sl_real one_time(sl_real size)
{
	return 4 * SL_EPSILON * size;
}

static sl_real period_of(const sl_table_time *t)
{
	return t->t[t->rows - 1] - t->t[0];
}

/* When a place of the table comes round for the cycle-th time. */
static sl_real time_of(const sl_table_time *t, sl_real place, sl_real cycle)
{
	return cycle != 0 ? t->shift + (place + cycle * period_of(t)) : t->shift + place;
}

/* Is an event still to come? A model that scales time, (n*0.1)/0.1, may come back a little before the event that it was
 * told, and would be told the same one for ever. */
static bool is_later(const sl_table_time *t, sl_real event, sl_real time)
{
	sl_real a = SL_(fabs)(time), b = SL_(fabs)(t->shift);
	return !(event - time <= one_time(a > b ? a : b));
}

sl_real sl_table_time_next(const sl_table_time *t, sl_real time)
{
	bool periodic = t->extrapolation == SL_PERIODIC;
	if (is_later(t, t->start, time))
		return t->start;
	if (t->rows == 1)
		return SL_NEVER;
	sl_real cycle = periodic ? SL_(floor)((time - t->shift - t->t[0]) / period_of(t)) - 1 : 0;
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
	return SL_NEVER;
}

/* ------------------------------------------------------------------------------------- time: values */

static bool is_near(sl_real a, sl_real b, sl_real scale)
{
	return SL_(fabs)(a - b) <= 2 * one_time(scale);
}

/* The interval whose piece holds: that which ends at u, or that which begins there. Times that are an event but for
 * rounding are. */
static size_t interval_of(const sl_table_time *t, sl_real u, sl_real scale, bool ends)
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
static bool has_begun(const sl_table_time *t, sl_real time, sl_real next, sl_real before)
{
	return !is_later(t, t->start, time) && !(next < SL_NEVER && next == before && t->start >= next);
}

/* Before the first and behind the last point. */
static void locate_outside(const sl_table_time *t, sl_real u, sl_real scale, sl_weights *place, sl_fault *fault)
{
	sl_real first = t->t[0], last = t->t[t->rows - 1], end = u < first ? first : last;
	sl_real beyond = u < first || u > last ? u : SL_(nextafter)(last, (sl_real)INFINITY);
	*place = weights_at(t->smoothness, t->extrapolation, t->t, t->rows, beyond, false);
	if (!is_near(u, end, scale))
		may_be_outside(t->extrapolation, place, "the time of the table", u, t->t, t->rows, fault);
}

static sl_real scale_of(const sl_table_time *t, sl_real time)
{
	sl_real ends = SL_(fmax)(SL_(fabs)(t->t[0]), SL_(fabs)(t->t[t->rows - 1]));
	return SL_(fmax)(SL_(fabs)(time), SL_(fmax)(SL_(fabs)(t->shift), ends));
}

/* The end of a period is the beginning of the next one, unless a piece ends there that still holds. */
static sl_real within_period(const sl_table_time *t, sl_real u, sl_real scale, bool ends, sl_real *cycle)
{
	sl_real first = t->t[0], last = t->t[t->rows - 1], period = period_of(t);
	*cycle = SL_(floor)((u - first) / period);
	u -= *cycle * period;
	if (ends || !is_near(u, last, scale))
		return ends && is_near(u, first, scale) ? last : u;
	++*cycle;
	return first;
}

/* The weights at a time; false: the value is zero. A single row is the same at all times. */
static bool locate(const sl_table_time *t, sl_real time, sl_real next, sl_real before, sl_weights *place,
				   sl_fault *fault)
{
	if (!has_begun(t, time, next, before))
		return false;
	*place = (sl_weights){.weights = {{1}}};
	if (t->rows == 1)
		return true;
	sl_real first = t->t[0], last = t->t[t->rows - 1];
	sl_real scale = scale_of(t, time), cycle;
	/* the piece that ends with the next event holds until that has taken place, also a little past it */
	bool ends = next < SL_NEVER && ((next == before && time >= next) || (next > time && is_near(next, time, scale)));
	sl_real u = (ends ? next : time) - t->shift, past = ends ? time - next : 0;
	if (t->extrapolation == SL_PERIODIC) {
		u = within_period(t, u, scale, ends, &cycle);
	} else if (ends && is_near(u, first, scale)) {
		locate_outside(t, SL_(nextafter)(first, -(sl_real)INFINITY), scale, place, fault);
		return true;
	} else if (u < first || u > last || (!ends && (u == last || is_near(u, last, scale)))) {
		locate_outside(t, u, scale, place, fault);
		return true;
	}
	size_t i = interval_of(t, u, scale, ends);
	u += past;
	if (t->smoothness == SL_CONSTANT)
		u = t->t[i];
	sl_weigh(t->smoothness, t->t, i, u, place);
	return true;
}

sl_real sl_table_time_value(const sl_table_time *t, int column, sl_real time, sl_real next, sl_real before,
							const sl_motion *m, sl_fault *fault)
{
	sl_weights place;
	if (!has_column(column, t->count, fault))
		return 0;
	const sl_real *y = t->y + (size_t)(column - 1) * t->rows, *slopes = t->slopes + (size_t)(column - 1) * t->rows;
	if (!locate(t, time, next, before, &place, fault) || fault->kind != SL_GOOD)
		return 0;
	return t->rows == 1 ? place.weights[m->order][0] * y[0] : along(y, slopes, &place, m);
}

/* The number of the piece that holds, and how much of it is over, counted on from period to period. It does not come so
 * near to the next piece that rounding could make it that one: where the whole number changes, another piece holds. */
static sl_real place_at(const sl_table_time *t, sl_real time)
{
	const sl_real most = (sl_real)(1 - 1e-6), half = (sl_real)0.5;
	sl_real scale = scale_of(t, time), u = time - t->shift, cycle = 0, last = t->t[t->rows - 1];
	if (t->rows == 1)
		return half;
	if (t->extrapolation == SL_PERIODIC)
		u = within_period(t, u, scale, false, &cycle);
	else if (u < t->t[0])
		return -half;
	else if (u > last || is_near(u, last, scale))
		return t->over[t->rows - 1] + half;
	size_t i = interval_of(t, u, scale, false);
	sl_real width = t->t[i + 1] - t->t[i], part = width > 0 ? (u - t->t[i]) / width : 0;
	return cycle * t->over[t->rows - 1] + t->over[i] + SL_(fmin)(SL_(fmax)(part, 0), most);
}

sl_real sl_table_time_place(const sl_table_time *t, sl_real time)
{
	return is_later(t, t->start, time) ? place_at(t, t->start) - 1 : place_at(t, time);
}
