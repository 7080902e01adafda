/* Signals: see signal.h. */
#include "external/signal.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/check.h"
#include "external/curve.h"

const char *const sl_method_names[SL_METHODS] = {
	"floor", "ceil", "nearest", "linear", "not_a_knot", "natural", "clamped", "akima", "fritsch_butland", "steffen"};
const char *const sl_beyond_names[SL_BEYONDS] = {"zero", "hold", "line", "repeat"};

/* The samples first .. last belong to the piece, which begins at `begin`. */
typedef struct piece { double begin; size_t first, last; } piece;

struct sl_signal {
	sl_shape shape;
	size_t n, count;
	double *time, *value, *slope;        /* slopes of cubics */
	piece *pieces;
	double period;
};

static bool is_cubic(sl_method method)
{
	return method >= SL_BY_NOT_A_KNOT;
}

/* ------------------------------------------------------------------------------------------------------ slopes */

/* Shape preserving slope at an end, from the lengths and differences of the two intervals next to it. */
static double end_by_three_points(double h, double k, double a, double b)
{
	double slope = ((2 * h + k) * a - h * b) / (h + k);
	if (slope * a <= 0)
		return 0;
	return a * b <= 0 && fabs(slope) > 3 * fabs(a) ? 3 * a : slope;
}

static double end_by_steffen(double h, double k, double a, double b)
{
	double slope = a * (1 + h / (h + k)) - b * h / (h + k);
	if (slope * a <= 0)
		return 0;
	return fabs(slope) > 2 * fabs(a) ? 2 * a : slope;
}

static void set_monotone_ends(sl_method method, const double *x, const double *y, size_t n, double *slope)
{
	double (*end)(double, double, double, double) = method == SL_BY_STEFFEN ? end_by_steffen : end_by_three_points;
	double h = x[1] - x[0], k = x[2] - x[1], p = x[n - 1] - x[n - 2], q = x[n - 2] - x[n - 3];
	slope[0] = end(h, k, (y[1] - y[0]) / h, (y[2] - y[1]) / k);
	slope[n - 1] = end(p, q, (y[n - 1] - y[n - 2]) / p, (y[n - 2] - y[n - 3]) / q);
}

/* One row of the equations of a spline's slopes: a*slope[i-1] + b*slope[i] + c*slope[i+1] = d. */
typedef struct spline_row { double a, b, c, d; } spline_row;

static spline_row inner_row(const double *x, const double *y, size_t i)
{
	double h = x[i] - x[i - 1], k = x[i + 1] - x[i];
	return (spline_row){k, 2 * (h + k), h, 3 * (k * (y[i] - y[i - 1]) / h + h * (y[i + 1] - y[i]) / k)};
}

/* The first row, or by distances that go the other way the last one: h and k are the lengths of the two intervals next
 * to the end, a and b their differences. */
static spline_row end_row(sl_method method, double h, double k, double a, double b)
{
	switch (method) {
	case SL_BY_NATURAL: return (spline_row){0, 2, 1, 3 * a};
	case SL_BY_CLAMPED: return (spline_row){0, 1, 0, 0};
	default: return (spline_row){0, k, h + k, ((h + 2 * (h + k)) * k * a + h * h * b) / (h + k)};
	}
}

/* Three points that are not knots: one parabola. */
static void slopes_of_parabola(const double *x, const double *y, double *slope)
{
	double h = x[1] - x[0], k = x[2] - x[1], a = (y[1] - y[0]) / h, b = (y[2] - y[1]) / k, bend = (b - a) / (h + k);
	slope[0] = a - h * bend;
	slope[1] = a + h * bend;
	slope[2] = b + k * bend;
}

static void slopes_of_spline(sl_method method, const double *x, const double *y, size_t n, double *slope)
{
	if (n == 3 && method == SL_BY_NOT_A_KNOT) {
		slopes_of_parabola(x, y, slope);
		return;
	}
	size_t e = n - 1;
	spline_row *rows = sb_resize(NULL, n * sizeof *rows);
	rows[0] = end_row(method, x[1] - x[0], x[2] - x[1], (y[1] - y[0]) / (x[1] - x[0]), (y[2] - y[1]) / (x[2] - x[1]));
	for (size_t i = 1; i < e; i++)
		rows[i] = inner_row(x, y, i);
	spline_row last = end_row(method, x[e] - x[e - 1], x[e - 1] - x[e - 2], (y[e] - y[e - 1]) / (x[e] - x[e - 1]),
					   (y[e - 1] - y[e - 2]) / (x[e - 1] - x[e - 2]));
	rows[e] = (spline_row){last.c, last.b, 0, last.d};
	for (size_t i = 1; i < n; i++) {
		double f = rows[i].a / rows[i - 1].b;
		rows[i].b -= f * rows[i - 1].c;
		rows[i].d -= f * rows[i - 1].d;
	}
	slope[e] = rows[e].d / rows[e].b;
	for (size_t i = e; i-- > 0;)
		slope[i] = (rows[i].d - rows[i].c * slope[i + 1]) / rows[i].b;
	free(rows);
}

static void slopes_of_piece(sl_signal *s, const piece *p)
{
	static const sl_smoothness local[] = {[SL_BY_AKIMA] = SL_AKIMA, [SL_BY_FRITSCH_BUTLAND] = SL_FRITSCH_BUTLAND,
										  [SL_BY_STEFFEN] = SL_STEFFEN};
	size_t n = p->last - p->first + 1;
	const double *x = s->time + p->first, *y = s->value + p->first;
	double *slope = s->slope + p->first;
	if (n == 1) {
		slope[0] = 0;
	} else if (n == 2) {
		slope[0] = slope[1] = (y[1] - y[0]) / (x[1] - x[0]);
	} else if (s->shape.method < SL_BY_AKIMA) {
		slopes_of_spline(s->shape.method, x, y, n, slope);
	} else {
		double *work = sb_resize(NULL, (n + 3) * sizeof *work);
		sl_slopes(local[s->shape.method], x, y, n, slope, work);
		if (s->shape.method != SL_BY_AKIMA)
			set_monotone_ends(s->shape.method, x, y, n, slope);
		free(work);
	}
}

/* ------------------------------------------------------------------------------------------------------ pieces */

static void add_piece(sl_signal *s, double begin, size_t first, size_t last)
{
	s->pieces[s->count++] = (piece){begin, first, last};
}

static void divide_by_samples(sl_signal *s)
{
	for (size_t i = 0; i + 1 < s->n; i++)
		if (s->time[i + 1] > s->time[i])
			add_piece(s, s->time[i], i, i + 1);
}

static void divide_half_way(sl_signal *s)
{
	add_piece(s, s->time[0], 0, 0);
	for (size_t i = 1; i < s->n; i++)
		add_piece(s, s->time[i - 1] + (s->time[i] - s->time[i - 1]) / 2, i, i);
	if (s->pieces[1].begin <= s->pieces[0].begin) {      /* the signal begins with a jump: what is behind it counts */
		memmove(s->pieces, s->pieces + 1, (s->count - 1) * sizeof *s->pieces);
		s->count--;
	}
}

static void divide_at_jumps(sl_signal *s)
{
	for (size_t first = 0, i = 1; i <= s->n; i++)
		if (i == s->n || s->time[i] == s->time[i - 1]) {
			if (i - first > 1)
				add_piece(s, s->time[first], first, i - 1);
			first = i;
		}
}

static void divide(sl_signal *s)
{
	s->pieces = sb_resize(NULL, (s->n + 1) * sizeof *s->pieces);
	if (s->period <= 0) {
		add_piece(s, s->time[0], s->n - 1, s->n - 1);
	} else if (s->shape.method == SL_BY_NEAREST) {
		divide_half_way(s);
	} else if (is_cubic(s->shape.method)) {
		divide_at_jumps(s);
		for (size_t k = 0; k < s->count; k++)
			slopes_of_piece(s, &s->pieces[k]);
	} else {
		divide_by_samples(s);
	}
}

/* --------------------------------------------------------------------------------------------- made and freed */

static bool are_good(const double *time, const double *value, size_t n, sb_text *why, size_t *row)
{
	if (n == 0) {
		sb_add(why, "there are no samples");
		*row = 0;
		return false;
	}
	for (size_t i = 0; i < n; i++) {
		*row = i;
		if (!isfinite(time[i]) || !isfinite(value[i])) {
			sb_addf(why, "the %s is not a number", isfinite(time[i]) ? "value" : "time");
			return false;
		}
		if (i > 0 && time[i] < time[i - 1]) {
			sb_addf(why, "the times go back from %.10g to %.10g", time[i - 1], time[i]);
			return false;
		}
	}
	return true;
}

/* Of more than two samples of one time the first and the last are the limits. */
static size_t copy_samples(sl_signal *s, const double *time, const double *value, size_t n)
{
	size_t k = 0;
	for (size_t i = 0; i < n; i++) {
		if (k >= 2 && s->time[k - 1] == time[i] && s->time[k - 2] == time[i])
			k--;
		s->time[k] = time[i];
		s->value[k++] = value[i];
	}
	return k;
}

sl_signal *sl_signal_new(const double *time, const double *value, size_t n, sl_shape shape, sb_text *why, size_t *row)
{
	if (!are_good(time, value, n, why, row))
		return NULL;
	sl_signal *s = sb_resize(NULL, sizeof *s);
	*s = (sl_signal){.shape = shape};
	s->time = sb_resize(NULL, n * sizeof *s->time);
	s->value = sb_resize(NULL, n * sizeof *s->value);
	s->slope = sb_resize(NULL, n * sizeof *s->slope);
	s->n = copy_samples(s, time, value, n);
	s->period = s->time[s->n - 1] - s->time[0];
	divide(s);
	return s;
}

void sl_signal_free(sl_signal *s)
{
	if (!s)
		return;
	free(s->time);
	free(s->value);
	free(s->slope);
	free(s->pieces);
	free(s);
}

/* ------------------------------------------------------------------------------------------------------ values */

/* Pieces are numbered through all periods: that in which the samples are begins with 0. Without `repeat` there is one
 * piece beyond each end: -1 and `count`. */
static double begin_of(const sl_signal *s, double number)
{
	double count = (double)s->count, period = floor(number / count), k = number - period * count;
	bool repeats = period < 0 ? s->shape.before == SL_BEYOND_REPEAT : s->shape.behind == SL_BEYOND_REPEAT;
	if (period == 0)
		return s->pieces[(size_t)k].begin;
	if (period < 0 && !repeats)
		return -INFINITY;
	if (!repeats)
		return number == count ? s->time[s->n - 1] : INFINITY;
	return s->pieces[(size_t)k].begin + period * s->period;
}

/* Inside of the samples. */
static size_t piece_within(const sl_signal *s, double time)
{
	size_t low = 0, high = s->count;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;
		if (time >= s->pieces[middle].begin)
			low = middle;
		else
			high = middle;
	}
	return low;
}

double sl_signal_piece(const sl_signal *s, double time)
{
	double first = s->time[0], last = s->time[s->n - 1], count = (double)s->count, number;
	bool repeats = time < first ? s->shape.before == SL_BEYOND_REPEAT : s->shape.behind == SL_BEYOND_REPEAT;
	if (s->period <= 0)
		return 0;
	if (time >= first && time < last)
		return (double)piece_within(s, time);
	if (!repeats)
		return time < first ? -1 : count;
	double period = floor((time - first) / s->period);
	number = period * count + (double)piece_within(s, time - period * s->period);
	while (time >= begin_of(s, number + 1))              /* rounding of the period */
		number++;
	while (time < begin_of(s, number))
		number--;
	return number;
}

static double cubic_at(const sl_signal *s, const piece *p, double time, int order)
{
	size_t n = p->last - p->first + 1, i = p->first + sl_interval(s->time + p->first, n, time, false);
	sl_weights w;
	sl_weigh(SL_AKIMA, s->time, i, time, &w);
	const double *by = w.weights[order];
	return by[0] * s->value[i] + by[1] * s->slope[i] + by[2] * s->value[i + 1] + by[3] * s->slope[i + 1];
}

static double line_through(const sl_signal *s, size_t i, size_t k, double time, int order)
{
	double slope = s->time[k] > s->time[i] ? (s->value[k] - s->value[i]) / (s->time[k] - s->time[i]) : 0;
	return order == 0 ? s->value[i] + (time - s->time[i]) * slope : order == 1 ? slope : 0;
}

static double within(const sl_signal *s, const piece *p, double time, int order)
{
	switch (s->shape.method) {
	case SL_BY_FLOOR: return order ? 0 : s->value[p->first];
	case SL_BY_CEIL:
	case SL_BY_NEAREST: return order ? 0 : s->value[p->last];
	case SL_BY_LINES: return line_through(s, p->first, p->last, time, order);
	default: return cubic_at(s, p, time, order);
	}
}

static double beyond(const sl_signal *s, bool before, double time, int order)
{
	size_t end = before ? 0 : s->n - 1;
	switch (before ? s->shape.before : s->shape.behind) {
	case SL_BEYOND_ZERO:
		return order == 0 && !before && s->shape.method < SL_BY_LINES ? s->value[end] : 0;
	case SL_BEYOND_LINE:
		if (s->n > 1)
			return line_through(s, before ? 0 : end - 1, before ? 1 : end, time, order);
		/* fallthrough */
	default: return order ? 0 : s->value[end];
	}
}

double sl_signal_at(const sl_signal *s, double number, double time, int order)
{
	double count = (double)s->count, period = floor(number / count);
	bool repeats = period < 0 ? s->shape.before == SL_BEYOND_REPEAT : s->shape.behind == SL_BEYOND_REPEAT;
	sb_must(number == floor(number), "piece %g of a signal was asked for", number);
	if (s->period <= 0)
		return order ? 0 : s->value[s->n - 1];
	if (period != 0 && !repeats)
		return beyond(s, period < 0, time, order);
	return within(s, &s->pieces[(size_t)(number - period * count)], time - period * s->period, order);
}

/* The first sample behind a time in a piece of cubics; INFINITY: there is none. */
static double next_sample(const sl_signal *s, double number, double time)
{
	double count = (double)s->count, period = floor(number / count), shift = period * s->period;
	bool repeats = period < 0 ? s->shape.before == SL_BEYOND_REPEAT : s->shape.behind == SL_BEYOND_REPEAT;
	if (!is_cubic(s->shape.method) || (period != 0 && !repeats))
		return INFINITY;
	const piece *p = &s->pieces[(size_t)(number - period * count)];
	size_t i = p->first + sl_interval(s->time + p->first, p->last - p->first + 1, time - shift, false) + 1;
	while (i < p->last && s->time[i] + shift <= time)
		i++;
	return i < p->last ? s->time[i] + shift : INFINITY;
}

double sl_signal_next(const sl_signal *s, double time)
{
	if (s->period <= 0)
		return INFINITY;
	double number = sl_signal_piece(s, time), sample = next_sample(s, number, time), begin = begin_of(s, number + 1);
	return fmin(sample, begin > time ? begin : INFINITY);
}
