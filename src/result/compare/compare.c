/* Two records, column by column. */
#include "result/compare/compare.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct pair { double reference, other; } pair;           /* times of a matched event, or an end */
typedef sb_vec(double) times;
typedef struct work {
	sb_arena *arena;
	const sr_record *a, *b;          /* reference, other */
	const sr_compare_wish *wish;
	sr_comparison *out;
	sb_vec(pair) pairs;
} work;

/* ------------------------------------------------------------------------------------------------------- events */

static times events_of(sb_arena *arena, const sr_record *r)
{
	times t = {0};
	for (uint32_t row = 1; row < sr_rows(r); row++)
		if (sr_time(r, row) == sr_time(r, row - 1) && (!t.n || t.at[t.n - 1] != sr_time(r, row)))
			sb_push(arena, t, sr_time(r, row));
	return t;
}

static void match_events(work *w)
{
	sr_comparison *o = w->out;
	times a = events_of(w->arena, w->a), b = events_of(w->arena, w->b);
	double near = isnan(w->wish->time) ? 1e-3 * (o->high - o->low) : w->wish->time;
	o->events_reference = a.n;
	o->events_other = b.n;
	o->alone_reference = o->alone_other = NAN;
	for (uint32_t i = 0, k = 0; i < a.n || k < b.n;) {
		double gap = i < a.n && k < b.n ? b.at[k] - a.at[i] : i < a.n ? INFINITY : -INFINITY;
		if (fabs(gap) <= near) {
			/* a nearer one may follow: events that only one of them has are left out */
			while (k + 1 < b.n && fabs(b.at[k + 1] - a.at[i]) < fabs(b.at[k] - a.at[i]) && b.n - k > a.n - i)
				k++;
			if (!o->matched || fabs(b.at[k] - a.at[i]) > fabs(o->shift))
				o->shift = b.at[k] - a.at[i], o->shift_at = a.at[i];
			o->matched++;
			sb_push(w->arena, w->pairs, ((pair){a.at[i++], b.at[k++]}));
		} else if (gap > 0) {
			if (isnan(o->alone_reference))
				o->alone_reference = a.at[i];
			i++;
		} else {
			if (isnan(o->alone_other))
				o->alone_other = b.at[k];
			k++;
		}
	}
}

/* The time of the other record that belongs to one of the reference, or the reverse. */
static double partner(const work *w, double t, bool to_other)
{
	uint32_t low = 0, high = w->pairs.n;
	while (low < high) {             /* the first pair after t */
		uint32_t middle = (low + high) / 2;
		if ((to_other ? w->pairs.at[middle].reference : w->pairs.at[middle].other) <= t)
			low = middle + 1;
		else
			high = middle;
	}
	double from_low = w->out->low, to_low = w->out->low, from_high = w->out->high, to_high = w->out->high;
	if (low > 0) {
		pair p = w->pairs.at[low - 1];
		from_low = to_other ? p.reference : p.other, to_low = to_other ? p.other : p.reference;
	}
	if (low < w->pairs.n) {
		pair p = w->pairs.at[low];
		from_high = to_other ? p.reference : p.other, to_high = to_other ? p.other : p.reference;
	}
	if (t == from_low || !(from_high > from_low))
		return to_low + (t - from_low);
	return to_low + (to_high - to_low) * ((t - from_low) / (from_high - from_low));
}

/* ------------------------------------------------------------------------------------------------------- values */

typedef struct limits { double left, right; } limits;

/* Both limits at a time; where it lies between rows, or is an event of neither, they are the same. */
static limits limits_at(const sr_record *r, uint32_t column, double t)
{
	uint32_t row = sr_row_at(r, t);
	double near = 1e-12 * fmax(fabs(t), 1e-300);
	if (row == UINT32_MAX)
		row = 0;
	if (sr_time(r, row) != t && row + 1 < sr_rows(r) && sr_time(r, row + 1) - t <= near) {      /* rounding alone */
		t = sr_time(r, row + 1);
		row = sr_row_at(r, t);
	}
	if (fabs(sr_time(r, row) - t) <= near || row + 1 >= sr_rows(r)) {
		uint32_t first = row;
		while (first > 0 && sr_time(r, first - 1) == sr_time(r, row))
			first--;
		return (limits){sr_value(r, first, column), sr_value(r, row, column)};
	}
	double from = sr_time(r, row), part = (t - from) / (sr_time(r, row + 1) - from), v = sr_value(r, row, column);
	if (!sr_column_at(r, column)->discrete && part > 0)
		v = (1 - part) * v + part * sr_value(r, row + 1, column);
	return (limits){v, v};
}

static bool is_event_row(const sr_record *r, uint32_t row, bool *left)
{
	bool after = row > 0 && sr_time(r, row - 1) == sr_time(r, row);
	*left = row + 1 < sr_rows(r) && sr_time(r, row + 1) == sr_time(r, row) && !after;
	return after || *left;
}

static sr_range range_of(const sr_record *r, uint32_t column)
{
	sr_range x = {INFINITY, -INFINITY};
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double v = sr_value(r, row, column);
		if (isfinite(v))
			x.low = fmin(x.low, v), x.high = fmax(x.high, v);
	}
	return x.low <= x.high ? x : (sr_range){0, 0};
}

static double height_of(const sr_compare_wish *w, sr_range x)
{
	double size = fmax(fabs(x.low), fabs(x.high));
	return w->absolute + w->relative * fmax(x.high - x.low, 1e-3 * size);
}

/* What the reference takes near a time. */
static sr_range near_in_time(const work *w, uint32_t column, double t)
{
	double from = t - w->wish->width, to = t + w->wish->width;
	uint32_t row = sr_row_at(w->a, from);
	limits a = limits_at(w->a, column, fmax(from, sr_time(w->a, 0))),
		   b = limits_at(w->a, column, fmin(to, sr_time(w->a, sr_rows(w->a) - 1)));
	sr_range x = {fmin(fmin(a.left, a.right), fmin(b.left, b.right)),
				  fmax(fmax(a.left, a.right), fmax(b.left, b.right))};
	for (row = row == UINT32_MAX ? 0 : row + 1; row < sr_rows(w->a) && sr_time(w->a, row) <= to; row++) {
		double v = sr_value(w->a, row, column);
		x.low = fmin(x.low, v), x.high = fmax(x.high, v);
	}
	return x;
}

/* Compares one value that is expected with one that was found. */
static void judge(const work *w, sr_difference *d, double t, double expected, double found)
{
	if (isnan(expected) && isnan(found))
		return;
	double gap = expected == found ? 0 : fabs(found - expected), excess = gap - d->height;
	if (isnan(gap) || isinf(gap)) {
		if (!isnan(d->largest))
			d->largest = NAN, d->when = d->worst = t, d->expected = expected, d->found = found;
		d->excess = INFINITY;
		return;
	}
	if (gap > d->largest)            /* false where one is not a number */
		d->largest = gap, d->when = t, d->expected = expected, d->found = found;
	if (excess > 0 && w->wish->width > 0) {
		sr_range x = near_in_time(w, d->reference, t);
		excess = fmax(x.low - found, found - x.high) - d->height;
	}
	if (excess > d->excess)
		d->excess = excess, d->worst = t;
}

static double nearest(limits l, double v)
{
	double low = fmin(l.left, l.right), high = fmax(l.left, l.right);
	return isnan(l.left) || isnan(l.right) ? l.right : fmin(fmax(v, low), high);
}

/* At the rows of the record that has fewer. */
static void compare_columns(const work *w, sr_difference *d)
{
	bool by_reference = sr_rows(w->a) <= sr_rows(w->b);
	const sr_record *few = by_reference ? w->a : w->b, *many = by_reference ? w->b : w->a;
	uint32_t own = by_reference ? d->reference : d->other, theirs = by_reference ? d->other : d->reference;
	for (uint32_t row = 0; row < sr_rows(few); row++) {
		double t = sr_time(few, row), other = partner(w, t, by_reference), v = sr_value(few, row, own), found;
		bool left;
		if (t < w->out->low || t > w->out->high)
			continue;
		bool event = is_event_row(few, row, &left);
		limits l = limits_at(many, theirs, other);
		found = !event ? nearest(l, v) : left ? l.left : l.right;
		judge(w, d, by_reference ? t : other, by_reference ? v : found, by_reference ? found : v);
	}
}

/* -------------------------------------------------------------------------------------------------------- names */

static const char *without_spaces(sb_arena *arena, const char *name)
{
	char *out = sb_strdup(arena, name), *to = out;
	for (const char *c = name; *c; c++)
		if (*c != ' ')
			*to++ = *c;
	*to = 0;
	return out;
}

static uint32_t other_column(const work *w, const char *name)
{
	for (uint32_t i = 0; i < w->wish->renamed_count; i++)
		if (strcmp(w->wish->renamed[i].reference, name) == 0)
			return sr_find(w->b, w->wish->renamed[i].other);
	uint32_t found = sr_find(w->b, name);
	return found == UINT32_MAX && strchr(name, ' ') ? sr_find(w->b, without_spaces(w->arena, name)) : found;
}

static bool is_selected(const work *w, const char *name)
{
	const sb_strings *p = w->wish->patterns;
	for (uint32_t i = 0; p && i < p->n; i++)
		if (sb_matches(p->at[i], name))
			return true;
	return !p || !p->n;
}

static int worse_first(const void *x, const void *y)
{
	const sr_difference *a = x, *b = y;
	double p = a->excess > 0 ? a->excess / a->height : -1, q = b->excess > 0 ? b->excess / b->height : -1;
	if (p != q)
		return p > q ? -1 : 1;
	p = a->largest / a->height, q = b->largest / b->height;
	return p > q ? -1 : p < q ? 1 : strcmp(a->name, b->name);
}

static void compare_all(work *w)
{
	sr_comparison *o = w->out;
	bool *met = sb_new_array(w->arena, bool, sr_columns(w->b) + 1);
	o->at = sb_new_array(w->arena, sr_difference, sr_columns(w->a) + 1);
	for (uint32_t c = 0; c < sr_columns(w->a); c++) {
		const char *name = sr_column_at(w->a, c)->name;
		uint32_t other = is_selected(w, name) ? other_column(w, name) : UINT32_MAX;
		if (!is_selected(w, name))
			continue;
		if (other == UINT32_MAX) {
			sb_push(w->arena, o->only_reference, name);
			continue;
		}
		met[other] = true;
		sr_difference *d = &o->at[o->n++];
		*d = (sr_difference){.name = name, .reference = c, .other = other, .when = o->low, .worst = o->low,
			.height = fmax(height_of(w->wish, range_of(w->a, c)), 1e-300)};
		if (o->low <= o->high)
			compare_columns(w, d);
		o->disagreeing += d->excess > 0;
	}
	for (uint32_t c = 0; c < sr_columns(w->b); c++)
		if (!met[c] && is_selected(w, sr_column_at(w->b, c)->name))
			sb_push(w->arena, o->only_other, sr_column_at(w->b, c)->name);
	qsort(o->at, o->n, sizeof *o->at, worse_first);
}

sr_comparison *sr_compare(sb_arena *arena, const sr_record *reference, const sr_record *other,
						  const sr_compare_wish *wish)
{
	sr_comparison *o = sb_new(arena, sr_comparison);
	work w = {.arena = arena, .a = reference, .b = other, .wish = wish, .out = o};
	uint32_t rows_a = sr_rows(reference), rows_b = sr_rows(other);
	*o = (sr_comparison){.low = 1, .alone_reference = NAN, .alone_other = NAN};
	if (rows_a && rows_b) {
		o->reference_end = sr_time(reference, rows_a - 1);
		o->other_end = sr_time(other, rows_b - 1);
		o->low = fmax(sr_time(reference, 0), sr_time(other, 0));
		o->high = fmin(o->reference_end, o->other_end);
		match_events(&w);
	}
	compare_all(&w);
	return o;
}
