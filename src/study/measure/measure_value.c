/* Values of trees: at a place of the run, and over all of it. */
#include "study/measure/measure_inside.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void st_note(st_gauge *g, const char *format, ...)
{
	char *note = g->notes[g->present];
	va_list list;
	if (*note)                       /* the first reason is the cause of others */
		return;
	va_start(list, format);
	vsnprintf(note, sizeof *g->notes, format, list);
	va_end(list);
}

const char *st_source_of(const st_gauge *g, const st_node *n, char out[80])
{
	size_t length;
	const char *text = n->span.source ? sb_source_text(g->ms->diag, n->span.source, &length) : "";
	int size = n->span.source ? (int)(n->span.end - n->span.start) : 0;
	bool cut = size > 70;
	snprintf(out, 80, "%.*s%s", cut ? 67 : size, text + (size ? n->span.start : 0), cut ? "..." : "");
	return out;
}

static double divide(st_gauge *g, const st_node *n, double a, double b)
{
	if (b == 0) {
		char text[80];
		if (n->curve)
			st_note(g, "divides by zero: %s is 0 at time %.9g", st_source_of(g, n->a[1], text), g->time);
		else
			st_note(g, "divides by zero: %s is 0", st_source_of(g, n->a[1], text));
		return NAN;
	}
	return a / b;
}

/* An operator or a function of numbers, but no comparison. */
static double apply(st_gauge *g, const st_node *n, double a, double b)
{
	switch (n->kind) {
	case ST_NEGATE: return -a;
	case ST_NOT: return isnan(a) ? NAN : a == 0;
	case ST_ADD: return a + b;
	case ST_SUBTRACT: return a - b;
	case ST_MULTIPLY: return a * b;
	case ST_DIVIDE: return divide(g, n, a, b);
	case ST_POWER: return pow(a, b);
	case ST_AND: return isnan(a) || isnan(b) ? NAN : a != 0 && b != 0;
	case ST_OR: return isnan(a) || isnan(b) ? NAN : a != 0 || b != 0;
	default: return n->math(a, b);
	}
}

/* How far a function may move from v, if its arguments are rounded. Where it jumps, there is no such measure. */
static double moved(st_gauge *g, const st_node *n, st_rounded a, st_rounded b, double v)
{
	double most = 0;
	if (n->function && n->function->jumps)
		return 0;
	for (int sign = -1; sign <= 1; sign += 2) {
		if (a.error > 0)
			most = fmax(most, fabs(apply(g, n, a.v + sign * a.error, b.v) - v));
		if (b.error > 0)
			most = fmax(most, fabs(apply(g, n, a.v, b.v + sign * b.error) - v));
	}
	return most;
}

static st_rounded rounded(st_gauge *g, const st_node *n)
{
	if (n->kind == ST_COLUMN)
		return (st_rounded){st_column_value(g, n->at), st_column_rounding(g, n->at)};
	if (n->kind == ST_OVER_RUN)
		return g->slot[n->at];
	if (n->kind == ST_IF) {
		double a = st_node_value(g, n->a[0]);
		return isnan(a) ? (st_rounded){NAN, 0} : rounded(g, n->a[a != 0 ? 1 : 2]);
	}
	if (n->condition)
		return (st_rounded){st_node_value(g, n), 0};
	if (n->kind == ST_NUMBER)
		return (st_rounded){n->number, DBL_EPSILON * fabs(n->number)};
	if (n->kind == ST_TIME)
		return (st_rounded){g->time, st_time_rounding(g)};
	st_rounded a = rounded(g, n->a[0]), b = n->count > 1 ? rounded(g, n->a[1]) : (st_rounded){0, 0};
	double v = apply(g, n, a.v, b.v), error = DBL_EPSILON * fabs(v);
	switch (n->kind) {
	case ST_NEGATE: case ST_ADD: case ST_SUBTRACT: return (st_rounded){v, error + a.error + b.error};
	case ST_MULTIPLY: return (st_rounded){v, error + fabs(a.v) * b.error + fabs(b.v) * a.error};
	case ST_DIVIDE: return (st_rounded){v, error + (a.error + fabs(v) * b.error) / fabs(b.v)};
	default: return (st_rounded){v, ST_ROUNDING * fabs(v) + moved(g, n, a, b, v)};
	}
}

/* a - b, and 0 where rounding may be all of it: a limiter that lies on its level is neither above nor below. */
static double difference(st_rounded a, st_rounded b)
{
	double away = a.v - b.v, error = a.error + b.error;
	return a.v == b.v || (isfinite(error) && fabs(away) <= error) ? 0 : away;
}

double st_rounding(st_gauge *g, const st_node *n)
{
	return rounded(g, n).error;
}

bool st_same(double a, double b, double error)
{
	return difference((st_rounded){a, ST_ROUNDING * fabs(a) + error}, (st_rounded){b, ST_ROUNDING * fabs(b)}) == 0;
}

static double compare(st_node_kind kind, st_rounded a, st_rounded b)
{
	if (isnan(a.v) || isnan(b.v))
		return NAN;
	double away = difference(a, b);
	switch (kind) {
	case ST_LESS: return away < 0;
	case ST_LESS_EQUAL: return away <= 0;
	case ST_GREATER: return away > 0;
	case ST_GREATER_EQUAL: return away >= 0;
	case ST_EQUAL: return away == 0;
	default: return away != 0;
	}
}

double st_node_value(st_gauge *g, const st_node *n)
{
	if (n->kind == ST_NUMBER)
		return n->number;
	if (n->kind == ST_COLUMN)
		return st_column_value(g, n->at);
	if (n->kind == ST_TIME)
		return g->time;
	if (n->kind == ST_OVER_RUN)
		return g->slot[n->at].v;
	if (n->kind >= ST_LESS && n->kind <= ST_UNEQUAL)
		return compare(n->kind, rounded(g, n->a[0]), rounded(g, n->a[1]));
	double a = st_node_value(g, n->a[0]);
	if (n->kind == ST_IF)
		return isnan(a) ? NAN : st_node_value(g, n->a[a != 0 ? 1 : 2]);
	return apply(g, n, a, n->count > 1 ? st_node_value(g, n->a[1]) : 0);
}

bool st_window_of(st_gauge *g, const st_node *n, st_window *w)
{
	double first = sr_time(g->record, 0), last = sr_time(g->record, sr_rows(g->record) - 1);
	*w = (st_window){n->from ? st_node_value(g, n->from) : first, n->to ? st_node_value(g, n->to) : last,
		.whole = !n->from && !n->to};
	if (w->whole || (w->from >= first && w->to <= last && w->from <= w->to))
		return true;
	if (!isnan(w->from) && !isnan(w->to))
		st_note(g, "there is nothing from %.9g to %.9g in a run from %.9g to %.9g", w->from, w->to, first, last);
	return false;
}

static st_rounded over_run(st_gauge *g, const st_node *n)
{
	st_window w;
	char text[80];
	if (!sr_rows(g->record)) {
		st_note(g, "the run has no values: it ended before its first instant");
		return (st_rounded){NAN, 0};
	}
	st_go_to_row(g, 0);
	double value = st_window_of(g, n, &w) ? n->function->over(g, n, w) : NAN;
	if (!isfinite(value) && !*g->notes[g->present])
		st_note(g, "%s is %s", st_source_of(g, n->a[0], text), isnan(value) ? "not a number" : "infinite");
	if (!isfinite(value))
		return (st_rounded){NAN, 0};
	return (st_rounded){value, ST_ROUNDING * fabs(value) + (n->function->place ? st_rounding(g, n->a[0]) : 0)};
}

typedef struct distance { double margin, off, size; } distance;

/* How far a constraint is from being violated. */
static distance distance_of(st_gauge *g, const st_node *n)
{
	if (n->kind == ST_AND || n->kind == ST_OR) {
		distance a = distance_of(g, n->a[0]), b = distance_of(g, n->a[1]);
		return (a.margin < b.margin) == (n->kind == ST_AND) ? a : b;
	}
	if (n->kind == ST_NOT) {
		distance a = distance_of(g, n->a[0]);
		return (distance){-a.margin, NAN, a.size};
	}
	if (n->kind < ST_LESS || n->kind > ST_UNEQUAL)
		return (distance){st_node_value(g, n) != 0 ? INFINITY : -INFINITY, NAN, 1};
	st_rounded a = rounded(g, n->a[0]), b = rounded(g, n->a[1]);
	double away = difference(b, a);
	double margin = n->kind == ST_LESS || n->kind == ST_LESS_EQUAL         ? away
					: n->kind == ST_GREATER || n->kind == ST_GREATER_EQUAL ? -away
					: n->kind == ST_EQUAL                                  ? -fabs(away)
																		   : fabs(away);
	return (distance){margin, n->kind == ST_EQUAL ? -away : NAN, fmax(fabs(a.v), fabs(b.v))};
}

bool st_measure_may_jump(const st_measures *ms, uint32_t i)
{
	for (uint32_t k = 0; k < ms->slots.n; k++)
		if (ms->slots.at[k]->number == i && !ms->slots.at[k]->function->slope)
			return true;
	return false;
}

double st_margin(st_gauge *g, const st_node *condition)
{
	return distance_of(g, condition).margin;
}

/* Slots belong to measures in order: those of the first come first. */
void st_measure_all(st_gauge *g, const sr_record *record, st_measured *out)
{
	const st_measures *ms = g->ms;
	st_gauge_open(g, record);
	uint32_t slot = 0;
	for (uint32_t i = 0; i < ms->at.n; i++) {
		const st_node *root = ms->at.at[i].root;
		g->present = i;
		g->notes[i][0] = 0;
		for (; slot < ms->slots.n && ms->slots.at[slot]->number == i; slot++)
			g->slot[slot] = over_run(g, ms->slots.at[slot]);
		g->spot++;
		g->between = false;
		g->row = 0;
		double value = st_node_value(g, root);
		if (!isfinite(value) && !*g->notes[i])
			st_note(g, "it is %s", isnan(value) ? "not a number" : "infinite");
		out[i] = (st_measured){.value = isfinite(value) ? value : NAN, .margin = NAN, .off = NAN, .size = NAN,
			.note = g->notes[i]};
		if (root->condition && !isnan(out[i].value)) {
			distance d = distance_of(g, root);
			out[i].margin = d.margin;
			out[i].off = d.off;
			out[i].size = d.size;
		}
	}
	for (g->present = ms->at.n, *g->notes[g->present] = 0; slot < ms->slots.n; slot++)   /* those of curves */
		g->slot[slot] = over_run(g, ms->slots.at[slot]);
}

void st_curve_values(st_gauge *g, uint32_t curve, const double *times, uint32_t count, float *out)
{
	const st_node *n = g->ms->curves.at[curve].root;
	uint32_t rows = sr_rows(g->record), piece = 0;
	g->present = g->ms->at.n;
	for (uint32_t i = 0; i < count; i++) {
		if (!rows) {
			out[i] = NAN;
			continue;
		}
		while (piece < g->piece_count && st_piece_end(g, piece) <= times[i])
			piece++;
		if (piece == g->piece_count)
			st_go_to_row(g, rows - 1);
		else if (times[i] <= st_piece_begin(g, piece))
			st_go_to_row(g, g->pieces[piece].first);
		else
			st_go_between(g, piece, times[i]);
		out[i] = (float)st_node_value(g, n);
	}
}

st_gauge *st_gauge_new(const st_measures *ms)
{
	st_gauge *g = sb_resize(NULL, sizeof *g);
	memset(g, 0, sizeof *g);
	g->ms = ms;
	g->column = sb_resize(NULL, (ms->columns.n + 1) * sizeof *g->column);
	g->value = sb_resize(NULL, (ms->columns.n + 1) * sizeof *g->value);
	g->moving = sb_resize(NULL, (ms->columns.n + 1) * sizeof *g->moving);
	g->seen = memset(sb_resize(NULL, (ms->columns.n + 1) * sizeof *g->seen), 0, (ms->columns.n + 1) * sizeof *g->seen);
	g->slot = sb_resize(NULL, (ms->slots.n + 1) * sizeof *g->slot);
	g->notes = sb_resize(NULL, (ms->at.n + 1) * sizeof *g->notes);       /* and one that curves may write to */
	return g;
}

void st_gauge_free(st_gauge *g)
{
	if (!g)
		return;
	free(g->pieces);
	free(g->column);
	free(g->value);
	free(g->seen);
	free(g->moving);
	free(g->slot);
	free(g->notes);
	free(g);
}
