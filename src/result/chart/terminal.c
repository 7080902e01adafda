/* A chart in the terminal: braille cells of two by four dots where the terminal can show them, else plain characters.
 * Panels stand below each other. Curves are told apart by colour, and by letters where there is none. */
#include "base/utf8.h"
#include "result/chart/scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Cells: their dots, the number of the layer drawn last in each, a letter that stands there, a shade of a heat map. */
typedef struct canvas { uint32_t w, h; uint8_t *dots, *shade; uint32_t *owner; char *letter; } canvas;
typedef struct entry { const sr_layer *layer; uint32_t color; char letter; } entry;
typedef struct sheet {
	const sr_screen *screen; sb_text *out;
	const sr_panel *panel; entry *entries; uint32_t curves;      /* curves: how many have a letter */
	canvas c;
	sr_frame frame;                  /* in dots */
	uint32_t margin, width;
} sheet;

static bool has(const char *text)
{
	return text && *text;
}

static void dot(canvas *c, double across, double down, uint32_t owner)
{
	static const uint8_t bit[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
	if (!(across >= 0 && across < 2.0 * c->w && down >= 0 && down < 4.0 * c->h))
		return;
	uint32_t x = (uint32_t)across, y = (uint32_t)down;
	size_t cell = (size_t)(y / 4) * c->w + (size_t)(x / 2);
	c->dots[cell] |= bit[y % 4][x % 2];
	c->owner[cell] = owner + 1;
}

static void segment(canvas *c, double x0, double y0, double x1, double y1, uint32_t owner, int every)
{
	double length = fmax(fabs(x1 - x0), fabs(y1 - y0));
	int n = (int)fmin(ceil(length), 4096);
	for (int i = 0; i <= n; i += every) {
		double s = n ? (double)i / n : 0;
		dot(c, x0 + s * (x1 - x0), y0 + s * (y1 - y0), owner);
	}
}

typedef struct pen { canvas *c; uint32_t owner; } pen;

static void take_path(void *context, const double *x, const double *y, uint32_t n)
{
	pen *p = context;
	if (n == 1)
		dot(p->c, x[0], y[0], p->owner);
	for (uint32_t i = 1; i < n; i++)
		segment(p->c, x[i - 1], y[i - 1], x[i], y[i], p->owner, 1);
}

static void put_letters(sheet *s, double across, double down, const char *text)
{
	if (!(across >= 0 && across < 2.0 * s->c.w && down >= 0 && down < 4.0 * s->c.h))
		return;
	size_t n = strlen(text), x = (size_t)across / 2, y = (size_t)down / 4;
	if (n > s->c.w)
		return;
	x = x + n > s->c.w ? s->c.w - n : x;
	for (size_t i = 0; i < n; i++)               /* letters only: a cell has one byte */
		s->c.letter[y * s->c.w + x + i] = (unsigned char)text[i] < 128 ? text[i] : '?';
}

/* Crosses and rings, as of poles and zeros, can be told apart without colour. */
static void add_points(sheet *s, const sr_layer *l, uint32_t owner)
{
	const char *letter = l->marker == SR_CROSS ? "x" : l->marker == SR_RING ? "o" : l->marker == SR_PLUS ? "+" : NULL;
	for (size_t i = 0; i < l->data.n; i++) {
		double x, y;
		sr_point(&l->data, i, &x, &y);
		x = sr_across(&s->frame, x);
		y = sr_down(&s->frame, y, l->second);
		if (letter)
			put_letters(s, x, y, letter);
		else
			dot(&s->c, x, y, owner);
	}
}

static void add_bars(sheet *s, const sr_layer *l, uint32_t owner)
{
	for (size_t i = 0; i < l->data.n; i++) {
		double x, y;
		sr_point(&l->data, i, &x, &y);
		double left = sr_across(&s->frame, x - l->breadth / 2), right = sr_across(&s->frame, x + l->breadth / 2);
		double top = sr_down(&s->frame, y, l->second), zero = sr_down(&s->frame, 0, l->second);
		zero = isnan(zero) ? s->frame.y1 : zero;
		if (isnan(left) || isnan(right) || isnan(top) || y == 0)
			continue;
		left = fmax(fmin(left, right), s->frame.x0);
		right = fmin(fmax(left, right), s->frame.x1);
		for (double at = ceil(left); at < right || at == ceil(left); at++)
			segment(&s->c, at, top, at, zero, owner, 1);
	}
}

static void add_lines(sheet *s, const sr_layer *l, uint32_t owner)
{
	const sr_frame *f = &s->frame;
	for (size_t i = 0; i < l->data.n; i++) {
		double x, y;
		sr_point(&l->data, i, &x, &y);
		double across = sr_across(f, x), down = sr_down(f, y, l->second);
		if (l->kind == SR_VERTICAL)
			segment(&s->c, across, f->y0, across, f->y1, owner, 3);
		else if (l->kind == SR_HORIZONTAL)
			segment(&s->c, f->x0, down, f->x1, down, owner, 3);
		else
			segment(&s->c, across, f->y1 - 1, across, f->y1, owner, 1);
	}
}

static void add_cells(sheet *s, const sr_cells *cells, const sr_range *range)
{
	sr_axis of = sr_axis_as(&cells->of, range->low, range->high, 5);
	for (uint32_t row = 0; row < cells->rows; row++)
		for (uint32_t column = 0; column < cells->columns; column++) {
			double part = sr_axis_part(&of, cells->value[(size_t)row * cells->columns + column]);
			const double *x_edge = &cells->x[column], *y_edge = &cells->y[row];
			double x0 = sr_across(&s->frame, x_edge[0]) / 2, x1 = sr_across(&s->frame, x_edge[1]) / 2;
			double y0 = sr_down(&s->frame, y_edge[1], false) / 4, y1 = sr_down(&s->frame, y_edge[0], false) / 4;
			if (isnan(x0) || isnan(x1) || isnan(y0) || isnan(y1))
				continue;
			for (double y = fmax(floor(fmin(y0, y1)), 0); y <= fmax(y0, y1) && y < s->c.h; y++)
				for (double x = fmax(floor(fmin(x0, x1)), 0); x <= fmax(x0, x1) && x < s->c.w; x++)
					s->c.shade[(size_t)y * s->c.w + (size_t)x] = isnan(part) ? 1 : (uint8_t)(2 + lround(part * 200));
		}
}

static void add_layer(sheet *s, uint32_t k, const sr_range *cells)
{
	const sr_layer *l = s->entries[k].layer;
	sr_layer upper = *l;
	pen p = {&s->c, k};
	double x, y;
	switch (l->kind) {
	case SR_CURVE:
	case SR_STEPS: sr_trace(&s->frame, l, take_path, &p); break;
	case SR_BAND:                    /* its edges */
		sr_trace(&s->frame, l, take_path, &p);
		upper.data = (sr_series){.n = l->data.n, .x = l->data.x, .y = l->upper};
		if (l->upper && !l->data.at)
			sr_trace(&s->frame, &upper, take_path, &p);
		break;
	case SR_POINTS: add_points(s, l, k); break;
	case SR_BARS: add_bars(s, l, k); break;
	case SR_VERTICAL:
	case SR_HORIZONTAL:
	case SR_EVENTS: add_lines(s, l, k); break;
	case SR_CELLS:
		if (l->cells)
			add_cells(s, l->cells, cells);
		break;
	case SR_TEXT:
		if (!l->data.n || !has(l->text))
			break;
		sr_point(&l->data, 0, &x, &y);
		put_letters(s, sr_across(&s->frame, x), sr_down(&s->frame, y, l->second), l->text);
		break;
	}
}

static void color(const sheet *s, uint32_t number, bool on)
{
	uint32_t rgb = sr_rgb(number);
	if (!s->screen->color)
		return;
	if (on)
		sb_addf(s->out, "\033[38;2;%u;%u;%um", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
	else
		sb_add(s->out, "\033[0m");
}

/* Where there are no colours a curve carries its letter, each at another place. */
static void name_curve(sheet *s, const entry *e, uint32_t k)
{
	double part = (k + 1.0) / (s->curves + 1.0), at = s->frame.x0 + part * (s->frame.x1 - s->frame.x0), x, y;
	double across = NAN, down = NAN;
	for (size_t i = 0; i < e->layer->data.n; i++) {
		sr_point(&e->layer->data, i, &x, &y);
		across = sr_across(&s->frame, x);
		down = sr_down(&s->frame, y, e->layer->second);
		if (across >= at)
			break;
	}
	if (down >= 0 && down <= s->frame.y1)
		s->c.letter[(size_t)lround(down / s->frame.y1 * (s->c.h - 1)) * s->c.w + (size_t)(part * (s->c.w - 1))] =
			e->letter;
}

static void add_shade(const sheet *s, uint8_t shade)
{
	static const char *const grey[] = {"\u2591", "\u2592", "\u2593", "\u2588"};
	double part = (shade - 2) / 200.0;
	if (s->screen->color) {
		uint32_t rgb = shade == 1 ? 0xd8d8d8 : sr_rgb(sr_shade(part));
		sb_addf(s->out, "\033[48;2;%u;%u;%um \033[0m", rgb >> 16 & 255, rgb >> 8 & 255, rgb & 255);
	} else if (shade == 1) {
		sb_addc(s->out, '?');
	} else if (s->screen->unicode) {
		sb_add(s->out, grey[part >= 1 ? 3 : (int)(part * 4)]);
	} else {
		sb_addc(s->out, ".:-=+*#%@"[part >= 1 ? 8 : (int)(part * 9)]);
	}
}

static void add_cell(const sheet *s, size_t cell)
{
	const canvas *c = &s->c;
	if (c->letter[cell]) {
		sb_addc(s->out, c->letter[cell]);
		return;
	}
	if (!c->dots[cell]) {
		if (c->shade[cell])
			add_shade(s, c->shade[cell]);
		else
			sb_addc(s->out, ' ');
		return;
	}
	const entry *e = &s->entries[c->owner[cell] - 1];
	color(s, e->color, true);
	if (s->screen->unicode) {
		const char braille[] = {(char)0xe2, (char)(0xa0 | c->dots[cell] >> 6), (char)(0x80 | (c->dots[cell] & 0x3f)),
								0};
		sb_add(s->out, braille);
	} else {
		sb_addc(s->out, e->letter);
	}
	color(s, e->color, false);
}

/* The tick whose line is this one of h, or -1. */
static int tick_on(const sr_axis *axis, uint32_t line, uint32_t h)
{
	for (int i = 0; i < axis->ticks; i++)
		if (lround((1 - sr_axis_part(axis, sr_tick_at(axis, i))) * (h - 1)) == (long)line)
			return i;
	return -1;
}

static void add_legend(const sheet *s)
{
	size_t used = s->margin + 2;
	bool first = true;
	sb_addf(s->out, "%*s", (int)used, "");
	if (has(s->panel->title))
		sb_addf(s->out, "%s: ", s->panel->title);
	for (uint32_t i = 0; i < s->panel->count; i++) {
		const entry *e = &s->entries[i];
		if (!has(e->layer->legend))
			continue;
		size_t n = sb_utf8_count(e->layer->legend, strlen(e->layer->legend));
		if (!first && used + n + 6 > s->width) {
			sb_add(s->out, " ...");
			break;
		}
		first = false;
		used += n + 5;
		color(s, e->color, true);
		if (s->screen->unicode)
			sb_add(s->out, s->curves > 1 && !s->screen->color ? "" : "\u2500\u2500");
		if (!s->screen->color && s->curves > 1)
			sb_addf(s->out, "%c:", e->letter);
		color(s, e->color, false);
		sb_addf(s->out, " %s%s  ", e->layer->legend,
				!e->layer->second ? "" : s->screen->unicode ? " \u2192" : " (right)");
	}
	if (has(s->panel->y.label))
		sb_addf(s->out, " [%s]", s->panel->y.label);
	sb_addc(s->out, '\n');
}

/* Is there room for the numbers side by side, although the last one must end with the line? */
static bool have_room(const sr_axis *axis, uint32_t w)
{
	int wide = sr_tick_width(axis), moved = wide / 2 > 3 ? wide / 2 - 3 : 0;
	double least = 1;
	for (int i = 1; i < axis->ticks; i++) {
		double part = sr_axis_part(axis, sr_tick_at(axis, i)), before = sr_axis_part(axis, sr_tick_at(axis, i - 1));
		least = fmin(least, fabs(part - before));
	}
	return least * (w - 1.0) >= wide + 2 + moved;
}

static sr_axis bottom_axis(const sr_axis_wish *wish, sr_range r, uint32_t w)
{
	int most = w < 56 ? (int)w / 7 : 8;
	sr_axis axis = sr_axis_as(wish, r.low, r.high, most);
	while (most > 1 && !have_room(&axis, w))
		axis = sr_axis_as(wish, r.low, r.high, --most);
	return axis;
}

static void add_bottom(const sheet *s)
{
	const sr_axis *x = &s->frame.x;
	sb_text line = {0};
	uint32_t end = 0, w = s->c.w;
	sb_addf(s->out, "%*s%s", (int)s->margin + 1, "", s->screen->unicode ? "\u2514" : "+");
	for (uint32_t i = 0; i < w; i++)
		sb_add(s->out, s->screen->unicode ? "\u2500" : "-");
	for (int k = 0; k < x->ticks; k++) {
		char text[64];
		int i = x->reversed ? x->ticks - 1 - k : k;
		int n = (int)sb_utf8_count(text, (size_t)sr_tick_text(text, x, i, !s->screen->unicode));
		long at = lround(s->margin + 2 + sr_axis_part(x, sr_tick_at(x, i)) * (w - 1)) - n / 2;
		at = at < 0 ? 0 : at + n > (long)(s->margin + w + 4) ? (long)(s->margin + w + 4) - n : at;
		if ((at < (long)end + 1 && end) || at < 0)
			continue;
		sb_addf(&line, "%*s%s", (int)(at - (long)end), "", text);
		end = (uint32_t)(at + n);
	}
	sb_addf(s->out, "\n%s  %s\n", line.n ? line.at : "",
			s->panel->x.brief ? s->panel->x.brief : has(s->panel->x.label) ? s->panel->x.label : "");
	sb_text_free(&line);
}

static void add_rows(const sheet *s)
{
	const canvas *c = &s->c;
	bool second = sr_has_second(s->panel);
	for (uint32_t y = 0; y < c->h; y++) {
		char text[64] = "";
		int tick = tick_on(&s->frame.y, y, c->h), other = second ? tick_on(&s->frame.second, y, c->h) : -1;
		if (tick >= 0)
			sr_tick_text(text, &s->frame.y, tick, !s->screen->unicode);
		int wide = (int)sb_utf8_count(text, strlen(text));
		sb_addf(s->out, "%*s%s %s", (int)s->margin - wide, "", text,
				s->screen->unicode ? (tick >= 0 ? "\u2524" : "\u2502") : "|");
		uint32_t last = other >= 0 ? c->w : 0;
		for (uint32_t x = last; x < c->w; x++)
			if (c->dots[(size_t)y * c->w + x] || c->letter[(size_t)y * c->w + x] || c->shade[(size_t)y * c->w + x])
				last = x + 1;
		for (uint32_t x = 0; x < last; x++)
			add_cell(s, (size_t)y * c->w + x);
		if (other >= 0) {
			sr_tick_text(text, &s->frame.second, other, !s->screen->unicode);
			sb_addf(s->out, "%s %s", s->screen->unicode ? "\u251c" : "|", text);
		}
		sb_addc(s->out, '\n');
	}
}

/* What a shade means: the values of the lightest and the darkest. */
static void add_scale(const sheet *s, const sr_cells *cells, const sr_range *range)
{
	sb_addf(s->out, "%*s", (int)s->margin + 2, "");
	for (int i = 0; i <= 8; i++)
		add_shade(s, (uint8_t)(2 + 25 * i));
	sb_addf(s->out, "  %.4g to %.4g%s%s\n", range->low, range->high, has(cells->of.label) ? " " : "",
			has(cells->of.label) ? cells->of.label : "");
}

/* For a curve whose colour has no number. */
static char free_letter(const entry *entries, uint32_t count, uint32_t number)
{
	for (char c = 'a'; c <= 'z'; c++) {
		uint32_t k = 0;
		while (k < count && entries[k].letter != c)
			k++;
		if (k == count)
			return c;
	}
	return (char)('a' + number % 26);
}

static void begin_panel(sb_arena *arena, sheet *s, const sr_panel *panel, uint32_t *next)
{
	s->panel = panel;
	s->entries = sb_new_array(arena, entry, panel->count + 1);
	s->curves = 0;
	for (uint32_t k = 0; k < panel->count; k++) {
		const sr_layer *l = &panel->layers[k];
		s->entries[k] = (entry){l, sr_layer_color(l, next), l->kind == SR_EVENTS     ? '^'
														   : l->kind == SR_VERTICAL   ? ':'
														   : l->kind == SR_HORIZONTAL ? '.' : 0};
		s->curves += sr_takes_color(l) && has(l->legend);
		if (!s->entries[k].letter && s->entries[k].color < SR_EXACT)
			s->entries[k].letter = (char)('a' + (s->entries[k].color - 1) % 26);
	}
	for (uint32_t k = 0; k < panel->count; k++)
		if (!s->entries[k].letter)
			s->entries[k].letter = free_letter(s->entries, panel->count, k);
}

static void add_panel(sb_arena *arena, sheet *s, const sr_extent *e, bool ends)
{
	const sr_panel *panel = s->panel;
	canvas *c = &s->c;
	size_t cells = (size_t)c->w * c->h;
	uint32_t named = 0;
	s->frame.x = bottom_axis(&panel->x, e->x, c->w);
	s->frame.x0 = s->frame.y0 = 0;
	s->frame.x1 = 2.0 * c->w - 1;
	s->frame.y1 = 4.0 * c->h - 1;
	c->dots = sb_new_array(arena, uint8_t, cells);
	c->shade = sb_new_array(arena, uint8_t, cells);
	c->owner = sb_new_array(arena, uint32_t, cells);
	c->letter = sb_new_array(arena, char, cells);
	for (uint32_t k = 0; k < panel->count; k++)
		add_layer(s, k, &e->cells);
	for (uint32_t k = 0; k < panel->count && s->curves > 1 && !s->screen->color; k++)
		if (sr_takes_color(&panel->layers[k]) && has(panel->layers[k].legend))
			name_curve(s, &s->entries[k], named++);
	add_legend(s);
	add_rows(s);
	if (ends)
		add_bottom(s);
	if (sr_cells_of(panel))
		add_scale(s, sr_cells_of(panel), &e->cells);
}

void sr_chart_text(const sr_chart *chart, const sr_screen *screen, sb_text *out)
{
	enum { MARGIN_LEAST = 8, MARGIN_MOST = 24 };
	sb_arena *arena = sb_arena_new();
	sr_extent *extents = sr_extents(arena, chart);
	uint32_t width = screen->width ? screen->width : 80, height = screen->height ? screen->height : 20;
	uint32_t n = chart->count ? chart->count : 1, h = height / n > 5 ? height / n : 5, next = 0, beside = 0;
	sheet s = {.screen = screen, .out = out, .margin = MARGIN_LEAST, .width = width};
	sr_frame *frames = sb_new_array(arena, sr_frame, n);
	if (!chart->count)
		sb_addf(out, "%s\n", has(chart->empty) ? chart->empty : "nothing to draw");
	for (uint32_t i = 0; i < chart->count; i++) {
		const sr_panel *p = &chart->panels[i];
		const sr_extent *e = &extents[i];
		int most = (int)h * 2 / 5 > 2 ? (int)h * 2 / 5 : 2;
		frames[i].y = sr_axis_as(&p->y, e->y.low, e->y.high, most);
		frames[i].second = sr_axis_as(&p->second, e->second.low, e->second.high, most);
		uint32_t wide = (uint32_t)sr_tick_width(&frames[i].y), other = (uint32_t)sr_tick_width(&frames[i].second);
		s.margin = wide > s.margin ? wide : s.margin;
		beside = sr_has_second(p) && other + 2 > beside ? other + 2 : beside;
	}
	uint32_t sides = s.margin + 4 + beside;
	s.c.h = h;
	s.c.w = width > sides + 18 ? width - sides : 18;
	for (uint32_t i = 0; i < chart->count; i++) {
		s.frame = frames[i];
		begin_panel(arena, &s, &chart->panels[i], &next);
		add_panel(arena, &s, &extents[i],
				  !(chart->panels[i].x_below && sr_grid_columns(chart) == 1 && i + 1 < chart->count));
	}
	sb_arena_free(arena);
}
