/* A figure in the terminal: braille cells of two by four dots where the terminal can show them, else plain characters.
 * One panel for each unit, curves told apart by colour, and by letters where there is none. */
#include "result/figure.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Cells; which curve was drawn last in each; a letter that names a curve. */
typedef struct canvas { uint32_t w, h; uint8_t *dots, *owner; char *label; } canvas;

static void dot(canvas *c, double across, double down, uint32_t curve)
{
	static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	if (!(across >= 0 && across < 2.0 * c->w && down >= 0 && down < 4.0 * c->h))
		return;
	uint32_t x = (uint32_t)across, y = (uint32_t)down;
	size_t cell = (size_t)(y / 4) * c->w + (size_t)(x / 2);
	c->dots[cell] |= bit[y % 4][x % 2];
	c->owner[cell] = (uint8_t)(curve + 1);
}

static void segment(canvas *c, double x0, double y0, double x1, double y1, uint32_t curve)
{
	double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
	int n = (int)fmin(ceil(length), 4096);
	for (int i = 0; i <= n; i++) {
		double s = n ? (double)i / n : 0;
		dot(c, x0 + s * (x1 - x0), y0 + s * (y1 - y0), curve);
	}
}

static void curve(canvas *c, const sr_record *r, const sr_figure *figure, uint32_t column, const sr_axis *time,
				  const sr_axis *value, uint32_t number)
{
	double width = 2.0 * c->w - 1, height = 4.0 * c->h - 1, x0 = NAN, y0 = NAN;
	bool steps = sr_column_at(r, column)->discrete && !figure->versus && !figure->points;
	for (uint32_t row = 0; row < sr_rows(r); row++) {
		double v = sr_shown(r, row, column);
		double x = (sr_abscissa(r, figure, row) - time->low) / (time->high - time->low) * width;
		double y = height - (sr_drawable(v) - value->low) / (value->high - value->low) * height;
		if (isfinite(v) && isfinite(x) && (figure->points || !isfinite(y0)))     /* a value between gaps is a dot */
			dot(c, x, y, number);
		if (isfinite(v) && isfinite(x) && isfinite(y0)) {
			segment(c, x0, y0, x, steps ? y0 : y, number);
			if (steps)
				segment(c, x, y0, x, y, number);
		}
		x0 = x;
		y0 = isfinite(v) && isfinite(x) ? y : NAN;
	}
}

static void color(sb_text *out, const sr_figure *figure, uint32_t curve_number, bool on)
{
	uint32_t rgb = sr_curve_color(curve_number);
	if (!figure->color)
		return;
	if (on)
		sb_addf(out, "\033[38;2;%u;%u;%um", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
	else
		sb_add(out, "\033[0m");
}

static char letter(uint32_t number)
{
	return (char)('a' + number % 26);
}

/* Where there are no colours a curve carries its letter, each at another place. */
static void name_curve(canvas *c, const sr_record *r, const sr_figure *figure, uint32_t column, const sr_axis *time,
					   const sr_axis *value, uint32_t k, uint32_t n, uint32_t number)
{
	double part = (k + 1.0) / (n + 1.0), at = time->low + part * (time->high - time->low);
	uint32_t row = 0;
	while (row + 1 < sr_rows(r) && sr_abscissa(r, figure, row) < at)
		row++;
	double up = sr_rows(r) ? (sr_shown(r, row, column) - value->low) / (value->high - value->low) : NAN;
	if (up >= 0 && up <= 1)
		c->label[(size_t)lround((1 - up) * (c->h - 1)) * c->w + (size_t)(part * (c->w - 1))] = letter(number);
}

static void add_cell(sb_text *out, const sr_figure *figure, const canvas *c, size_t cell)
{
	if (c->label[cell]) {
		sb_addc(out, c->label[cell]);
		return;
	}
	if (!c->dots[cell]) {
		sb_addc(out, ' ');
		return;
	}
	uint32_t number = c->owner[cell] - 1u;
	color(out, figure, number, true);
	if (figure->unicode) {
		const char braille[] = {(char)0xe2, (char)(0xa0 | c->dots[cell] >> 6), (char)(0x80 | (c->dots[cell] & 0x3f)),
								0};
		sb_add(out, braille);
	} else {
		sb_addc(out, letter(number));
	}
	color(out, figure, number, false);
}

/* The tick whose line is this one of h, or -1. */
static int tick_on(const sr_axis *axis, uint32_t line, uint32_t h)
{
	for (int i = 0; i < axis->ticks; i++) {
		double part = (axis->first + i * axis->step - axis->low) / (axis->high - axis->low);
		if ((uint32_t)lround((1 - part) * (h - 1)) == line)
			return i;
	}
	return -1;
}

static void add_legend(sb_text *out, const sr_figure *figure, const sr_record *r, const sr_panel *panel, uint32_t first,
					   uint32_t margin, uint32_t width)
{
	size_t used = margin + 2;
	sb_addf(out, "%*s", (int)used, "");
	for (uint32_t i = 0; i < panel->columns.n; i++) {
		const char *name = sr_legend(r, panel, i);
		if (i && used + strlen(name) + 6 > width) {
			sb_add(out, " ...");
			break;
		}
		used += strlen(name) + 5;
		color(out, figure, first + i, true);
		if (figure->unicode)
			sb_add(out, panel->columns.n > 1 && !figure->color ? "" : "\u2500\u2500");
		if (!figure->color && panel->columns.n > 1)
			sb_addf(out, "%c:", letter(first + i));
		color(out, figure, first + i, false);
		sb_addf(out, " %s  ", name);
	}
	if (*panel->unit && strcmp(panel->unit, "Boolean") != 0)
		sb_addf(out, " [%s]", panel->unit);
	sb_addc(out, '\n');
}

/* What the numbers below are: of time its unit. */
static const char *bottom_label(const sr_record *r, const sr_figure *figure)
{
	return figure->x_label && *figure->x_label ? figure->x_label
		   : figure->versus                    ? sr_column_at(r, figure->x_column)->name
											   : "s";
}

/* Is there room for the numbers side by side, although the last one must end with the line? */
static bool have_room(const sr_axis *axis, uint32_t w)
{
	int wide = sr_tick_width(axis), moved = wide / 2 > 3 ? wide / 2 - 3 : 0;
	return axis->step / (axis->high - axis->low) * (w - 1.0) >= wide + 2 + moved;
}

static sr_axis bottom_axis(const sr_record *r, const sr_figure *figure, uint32_t w)
{
	int most = w < 56 ? (int)w / 7 : 8;
	sr_axis axis = sr_abscissa_axis(r, figure, most);
	while (most > 1 && !have_room(&axis, w))
		axis = sr_abscissa_axis(r, figure, --most);
	return axis;
}

/* `margin`: the width of the numbers on the left. */
static void add_time_axis(sb_text *out, const sr_figure *figure, const sr_axis *time, uint32_t margin, uint32_t w,
						  const char *label)
{
	char line[600], text[32];
	if (w > 480)
		w = 480;
	sb_addf(out, "%*s%s", (int)margin + 1, "", figure->unicode ? "\u2514" : "+");
	for (uint32_t i = 0; i < w; i++)
		sb_add(out, figure->unicode ? "\u2500" : "-");
	memset(line, ' ', sizeof line);
	uint32_t end = 0;
	for (int i = 0; i < time->ticks; i++) {
		int n = sr_tick_text(text, time, i);
		double part = (time->first + i * time->step - time->low) / (time->high - time->low);
		long at = lround(margin + 2 + part * (w - 1)) - n / 2;
		at = at < 0 ? 0 : at + n > (long)(margin + w + 4) ? (long)(margin + w + 4) - n : at;
		if ((uint32_t)at < end + 1 && end)
			continue;
		memcpy(line + at, text, (size_t)n);
		end = (uint32_t)at + (uint32_t)n;
	}
	line[end] = 0;
	sb_addf(out, "\n%s  %s\n", line, label);
}

typedef struct panel_axis { sr_axis value; uint32_t first; } panel_axis;

static void add_panel(sb_text *out, const sr_record *r, const sr_figure *figure, const sr_panel *panel, canvas *c,
					  const sr_axis *time, const panel_axis *axis, uint32_t margin)
{
	for (uint32_t k = 0; k < panel->columns.n; k++)
		curve(c, r, figure, panel->columns.at[k], time, &axis->value, axis->first + k);
	for (uint32_t k = 0; k < panel->columns.n && panel->columns.n > 1 && !figure->color; k++)
		name_curve(c, r, figure, panel->columns.at[k], time, &axis->value, k, panel->columns.n, axis->first + k);
	for (uint32_t y = 0; y < c->h; y++) {
		char text[32] = "";
		int tick = tick_on(&axis->value, y, c->h);
		if (tick >= 0)
			sr_tick_text(text, &axis->value, tick);
		sb_addf(out, "%*s %s", (int)margin, text, figure->unicode ? (tick >= 0 ? "\u2524" : "\u2502") : "|");
		uint32_t last = 0;
		for (uint32_t x = 0; x < c->w; x++)
			if (c->dots[(size_t)y * c->w + x] || c->label[(size_t)y * c->w + x])
				last = x + 1;
		for (uint32_t x = 0; x < last; x++)
			add_cell(out, figure, c, (size_t)y * c->w + x);
		sb_addc(out, '\n');
	}
}

void sr_plot_terminal(const sr_record *r, const sr_figure *figure, sb_text *out)
{
	enum { MARGIN_LEAST = 8 };
	sb_arena *arena = sb_arena_new();
	sr_panels panels = sr_panels_of(arena, r, figure);
	uint32_t width = figure->width ? figure->width : 80, height = figure->height ? figure->height : 20;
	uint32_t n = panels.n ? panels.n : 1, h = height / n > 5 ? height / n : 5, number = 0, margin = MARGIN_LEAST;
	panel_axis *axis = sb_new_array(arena, panel_axis, n);
	if (!panels.n)
		sb_add(out, "nothing moves: no curve to draw\n");
	for (uint32_t i = 0; i < panels.n; i++) {
		const sr_panel *panel = &panels.at[i];
		axis[i] = (panel_axis){
			sr_axis_over(panel->low, panel->high, (int)h * 2 / 5 > 2 ? (int)h * 2 / 5 : 2, panel->whole), number};
		uint32_t wide = (uint32_t)sr_tick_width(&axis[i].value);
		margin = wide > margin ? wide : margin;
		number += panel->columns.n;
	}
	canvas c = {.w = width > margin + 22 ? width - margin - 4 : 18, .h = h};
	for (uint32_t i = 0; i < panels.n; i++) {
		sr_figure own = sr_figure_of_panel(figure, &panels.at[i]);
		sr_axis time = bottom_axis(r, &own, c.w);
		c.dots = sb_new_array(arena, uint8_t, c.w * c.h);
		c.owner = sb_new_array(arena, uint8_t, c.w * c.h);
		c.label = sb_new_array(arena, char, c.w * c.h);
		add_legend(out, figure, r, &panels.at[i], axis[i].first, margin, width);
		add_panel(out, r, &own, &panels.at[i], &c, &time, &axis[i], margin);
		if (sr_ends_axis(figure, &panels, i))
			add_time_axis(out, &own, &time, margin, c.w, bottom_label(r, &own));
	}
	sb_arena_free(arena);
}
