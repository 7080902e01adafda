/* Axes with round numbers, and the grouping of curves into panels. */
#include "result/figure.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double sr_drawable(double v)
{
	return isnan(v) ? 0 : fmin(fmax(v, -1e307), 1e307);
}

static sr_axis ticked(double low, double high, double step)
{
	sr_axis a = {.low = low, .high = high, .step = step, .first = ceil(low / step - 1e-9) * step};
	a.ticks = (int)floor((high - a.first) / step + 1e-9) + 1;
	return a;
}

sr_axis sr_axis_over(double low, double high, int most_ticks, bool whole)
{
	low = sr_drawable(low);
	high = sr_drawable(high);
	/* a curve that does not move, or only by rounding, gets room above and below */
	if (!(high - low > fmax(1e-300, 1e-13 * fmax(fabs(low), fabs(high))))) {
		double size = fabs(low) > 1e-290 ? 0.5 * fabs(low) : 1;
		high = low + size;
		low -= size;
	}
	double raw = (high - low) / most_ticks, power = pow(10, floor(log10(raw))), unit = raw / power;
	double step = power * (unit <= 1   ? 1
						   : unit <= 2 ? 2
						   : unit <= 5 ? 5
									   : 10),
		   finer = power * (unit <= 1   ? 0.5
							: unit <= 2 ? 1
							: unit <= 5 ? 2
										: 5);
	if (whole && step < 1)
		step = 1;
	sr_axis a = ticked(low, high, step);
	return a.ticks < 2 && !whole ? ticked(low, high, finer) : a;          /* one number tells no distance */
}

typedef struct range { double low, high; } range;

static range range_of(const sr_record *r, uint32_t column)
{
	range x = {INFINITY, -INFINITY};
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double v = sr_shown(r, row, column);
		if (!isfinite(v))
			continue;
		x.low = fmin(x.low, v);
		x.high = fmax(x.high, v);
	}
	return x;
}

sr_figure sr_figure_of_panel(const sr_figure *figure, const sr_panel *panel)
{
	sr_figure own = *figure;
	if (panel->wish && panel->wish->versus) {
		own.versus = true;
		own.x_column = panel->wish->x_column;
		own.x_label = NULL;
	}
	if (panel->wish && panel->wish->x_label && *panel->wish->x_label)
		own.x_label = panel->wish->x_label;
	return own;
}

bool sr_ends_axis(const sr_figure *figure, const sr_panels *panels, uint32_t i)
{
	if (i + 1 >= panels->n)
		return true;
	sr_figure a = sr_figure_of_panel(figure, &panels->at[i]), b = sr_figure_of_panel(figure, &panels->at[i + 1]);
	return a.versus != b.versus || (a.versus && a.x_column != b.x_column);
}

double sr_abscissa(const sr_record *r, const sr_figure *figure, uint32_t row)
{
	return figure->versus ? sr_shown(r, row, figure->x_column) : sr_time(r, row);
}

sr_axis sr_abscissa_axis(const sr_record *r, const sr_figure *figure, int most_ticks)
{
	uint32_t rows = sr_rows(r);
	if (!figure->versus)
		return sr_axis_over(rows ? sr_time(r, 0) : 0, rows ? sr_time(r, rows - 1) : 1, most_ticks, false);
	range x = range_of(r, figure->x_column);
	double margin = figure->points && x.high > x.low ? 0.02 * (x.high - x.low) : 0;
	return x.low <= x.high ? sr_axis_over(x.low - margin, x.high + margin, most_ticks,
										  sr_column_at(r, figure->x_column)->kind != SR_REAL)
	                       : sr_axis_over(0, 1, most_ticks, false);
}

/* How the numbers of an axis are written: all with the same digits behind the point, and the same exponent if there is
 * one. */
typedef struct manner { bool exponent; int power, places; } manner;

static int power_of(double v)
{
	return (int)floor(log10(v) + 1e-9);
}

static manner manner_of(const sr_axis *axis)
{
	enum { FIXED_MOST = 17, DIGITS_MOST = 5 };
	double last = axis->first + (axis->ticks - 1) * axis->step, largest = fmax(fabs(axis->first), fabs(last));
	int places = (int)ceil(-log10(axis->step) - 1e-9);
	if (!(largest > 0))
		largest = axis->step;
	manner m = {.power = power_of(largest), .places = places > 0 ? places : 0};
	/* a small range far from zero needs all its digits: 1000000.2 rather than 1.0000002e6 */
	bool far = m.power + places > DIGITS_MOST && m.power >= 0 && m.power + 2 + m.places <= FIXED_MOST;
	if ((largest < 1e6 && largest >= 1e-3) || far)
		return m;
	m.exponent = true;
	m.places = places + m.power > 0 ? places + m.power : 0;
	return m;
}

int sr_tick_text(char out[32], const sr_axis *axis, int tick)
{
	manner m = manner_of(axis);
	double v = axis->first + tick * axis->step;
	if (fabs(v) < 1e-9 * axis->step)
		v = 0;
	if (!m.exponent)
		return snprintf(out, 32, "%.*f", m.places, v);
	if (v == 0)
		return snprintf(out, 32, "0");
	return snprintf(out, 32, "%.*fe%d", m.places > 12 ? 12 : m.places, v / pow(10, m.power), m.power);
}

int sr_tick_width(const sr_axis *axis)
{
	char text[32];
	int most = 0;
	for (int i = 0; i < axis->ticks; i++) {
		int n = sr_tick_text(text, axis, i);
		most = n > most ? n : most;
	}
	return most;
}

/* Would both be seen on one axis? Not if one moves in a twentieth of the room that the two need together. */
static bool go_together(const sr_panel *panel, range x)
{
	double least = fmin(panel->least, x.high - x.low), all = fmax(panel->high, x.high) - fmin(panel->low, x.low);
	return !(least > 0) || all <= 20 * least;
}

static sr_panel *panel_for(sb_arena *arena, sr_panels *panels, const char *unit, range x)
{
	for (uint32_t k = 0; k < panels->n; k++)
		if (strcmp(panels->at[k].unit, unit) == 0 && go_together(&panels->at[k], x))
			return &panels->at[k];
	sb_push(arena, *panels, ((sr_panel){.unit = unit, .low = INFINITY, .high = -INFINITY, .least = INFINITY}));
	return &panels->at[panels->n - 1];
}

const char *sr_legend(const sr_record *r, const sr_panel *panel, uint32_t curve)
{
	const char *given = panel->wish ? panel->wish->legends[curve] : "";
	return *given ? given : sr_column_at(r, panel->columns.at[curve])->name;
}

/* Bounds of an axis are given in the unit of its curves. */
static double shown_bound(const sr_record *r, const sr_plot_wish *w, double bound)
{
	const sr_column *c = w->count ? sr_column_at(r, w->columns[0]) : NULL;
	return c && *c->shown_unit ? bound * c->shown_factor + c->shown_offset : bound;
}

static sr_panel wished(sb_arena *arena, const sr_record *r, const sr_plot_wish *w)
{
	sr_panel panel = {
		.unit = w->label, .low = INFINITY, .high = -INFINITY, .least = INFINITY, .whole = w->count > 0, .wish = w};
	for (uint32_t i = 0; i < w->count; i++) {
		const sr_column *c = sr_column_at(r, w->columns[i]);
		range x = range_of(r, w->columns[i]);
		sb_push(arena, panel.columns, w->columns[i]);
		panel.whole = panel.whole && c->kind != SR_REAL;
		panel.low = fmin(panel.low, x.low);
		panel.high = fmax(panel.high, x.high);
		if (!*w->label)
			panel.unit = i == 0 || strcmp(panel.unit, sr_shown_unit(r, w->columns[i])) == 0
							 ? sr_shown_unit(r, w->columns[i])
							 : "";
	}
	panel.low = isnan(w->low) ? panel.low : shown_bound(r, w, w->low);
	panel.high = isnan(w->high) ? panel.high : shown_bound(r, w, w->high);
	if (!(panel.low <= panel.high))
		panel.low = panel.high = 0;
	return panel;
}

sr_panels sr_panels_of(sb_arena *arena, const sr_record *r, const sr_figure *figure)
{
	sr_panels given = {0};
	for (uint32_t i = 0; i < figure->plot_count; i++)
		sb_push(arena, given, wished(arena, r, &figure->plots[i]));
	if (given.n)
		return given;
	enum { MOST = 24 };
	uint32_t chosen[MOST], count = figure->count;
	const uint32_t *columns = figure->columns;
	if (!count) {
		count = sr_choose(r, chosen, 6);
		columns = chosen;
	}
	sr_panels panels = {0};
	for (uint32_t i = 0; i < count; i++) {
		const sr_column *c = sr_column_at(r, columns[i]);
		range x = range_of(r, columns[i]);
		sr_panel *panel =
			panel_for(arena, &panels, c->kind == SR_BOOLEAN ? "Boolean" : sr_shown_unit(r, columns[i]), x);
		sb_push(arena, panel->columns, columns[i]);
		panel->whole = (panel->whole || panel->columns.n == 1) && c->kind != SR_REAL;
		panel->low = fmin(panel->low, x.low);
		panel->high = fmax(panel->high, x.high);
		if (x.high > x.low)
			panel->least = fmin(panel->least, x.high - x.low);
	}
	for (uint32_t k = 0; k < panels.n; k++)
		if (!(panels.at[k].low <= panels.at[k].high))
			panels.at[k].low = panels.at[k].high = 0;
	return panels;
}

static bool moves(const sr_record *r, uint32_t column)
{
	if (sr_column_at(r, column)->constant || sr_rows(r) == 0)
		return false;
	double first = sr_value(r, 0, column);
	for (uint32_t row = 1; row < sr_rows(r); row++)
		if (sr_value(r, row, column) != first)
			return true;
	return false;
}

static uint32_t depth_of(const char *name)
{
	uint32_t depth = 0;
	for (; *name; name++)
		depth += *name == '.';
	return depth;
}

static bool taken(const sr_record *r, const uint32_t *columns, uint32_t n, uint32_t column)
{
	for (uint32_t i = 0; i < n; i++)             /* an alias of a drawn curve adds nothing */
		if (sr_column_at(r, columns[i])->channel == sr_column_at(r, column)->channel)
			return true;
	return false;
}

uint32_t sr_choose(const sr_record *r, uint32_t *columns, uint32_t most)
{
	uint32_t n = 0, states = 0;
	for (int round = 0; round < 2; round++) { /* states, then other variables: those at the top, if there are states */
		for (uint32_t depth = 0; depth < 6 && n < most; depth++)
			for (uint32_t c = 0; c < sr_columns(r) && n < most; c++) {
				const sr_column *column = sr_column_at(r, c);
				if (depth_of(column->name) != depth || column->state != (round == 0) ||
					strncmp(column->name, "der(", 4) == 0)
					continue;
				if (states && round == 1 && (depth || n >= 4))
					continue;
				if (moves(r, c) && !taken(r, columns, n, c))
					columns[n++] = c;
			}
		states = n;
	}
	return n;
}
