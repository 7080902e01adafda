/* The layout of a chart in pixels: a grid of panels, each with room for its numbers, labels, legend and colour bar.
 *
 *     ┌──────────────── title ────────────────┐
 *     │ head   legend of the panel, its title  │
 *     │ left │ frame of the panel      │ right │    left: numbers and label of y; right: second axis, colour bar
 *     │ foot   numbers and label of x          │
 */
#include "result/chart/scene.h"
#include <math.h>
#include <string.h>

enum { TITLE = 30, LINE = 18, FOOT = 52, GAP = 16, LEFT = 78, RIGHT = 22, BAR = 14 };
enum { LEGEND_LINES = 3, MORE = 90 };       /* of a legend; room for what tells how many are left out */
enum { FAINT = 0xe4e4e4, FAINTER = 0xf1f1f1, AXIS = 0x888888 };
static const double DIGIT = 8.3, KEY = 24, AFTER = 18;       /* of a legend: the sample of the line, the space after */

typedef struct place { sr_axis x, y, second, cells; double left, right; uint32_t lines; bool foot, numbers; } place;
typedef struct layout {
	const sr_chart *chart; const sr_extent *extents;
	sr_scene *s;
	place *at;
	uint32_t columns, rows, most;
	double *left, *right, *head, *foot;      /* of columns, of rows */
	double panel_width, panel_height;
} layout;

static bool has(const char *text)
{
	return text && *text;
}

/* ------------------------------------------------------------------------------------------------------- ranges */

/* Some room beyond what is drawn, where the range was not asked for. */
static sr_range with_margin(sr_range r, const sr_axis_wish *w, double part, bool from_zero)
{
	bool low = w->low == w->high || isnan(w->low), high = w->low == w->high || isnan(w->high);
	if (w->name_count)
		return (sr_range){low ? r.low - 0.4 : r.low, high ? r.high + 0.4 : r.high};
	if (w->scale == SR_LOGARITHMIC) {
		double factor = r.low > 0 ? pow(r.high / r.low, part) : 1;
		return (sr_range){low ? r.low / factor : r.low, high ? r.high * factor : r.high};
	}
	double margin = part * (sr_drawable(r.high) - sr_drawable(r.low));
	return (sr_range){low && !(from_zero && r.low == 0) ? r.low - margin : r.low, high ? r.high + margin : r.high};
}

static bool has_kind(const sr_panel *p, sr_layer_kind kind)
{
	for (uint32_t i = 0; i < p->count; i++)
		if (p->layers[i].kind == kind)
			return true;
	return false;
}

static bool is_roomy(const sr_panel *p)
{
	return (has_kind(p, SR_POINTS) || p->equal || p->x.name_count) && !has_kind(p, SR_CELLS);
}

/* Panels that share an axis have the same room beside it. */
static bool has_room(const layout *l, uint32_t i)
{
	const sr_panel *p = l->chart->panels;
	bool roomy = false;
	while (i >= l->columns && p[i - l->columns].x_below)
		i -= l->columns;
	do
		roomy = roomy || is_roomy(&p[i]);
	while (p[i].x_below && (i += l->columns) < l->chart->count);
	return roomy;
}

static sr_range x_range(const layout *l, uint32_t i)
{
	return has_room(l, i) ? with_margin(l->extents[i].x, &l->chart->panels[i].x, 0.02, false) : l->extents[i].x;
}

static sr_range y_range(const layout *l, uint32_t i, bool second)
{
	const sr_panel *p = &l->chart->panels[i];
	sr_range r = second ? l->extents[i].second : l->extents[i].y;
	return has_kind(p, SR_CELLS) ? r : with_margin(r, second ? &p->second : &p->y, 0.04, has_kind(p, SR_BARS));
}

static int ticks_for(double pixels)
{
	int most = (int)(pixels / 38);
	return most < 2 ? 2 : most > 9 ? 9 : most;
}

static double tick_pixels(const sr_axis *a)
{
	char text[64];
	double most = 0;
	for (int i = 0; i < a->ticks && a->name_count; i++) {
		sr_tick_text(text, a, i, false);
		most = fmax(most, sr_text_width(text));
	}
	return a->name_count ? most : DIGIT * sr_tick_width(a);
}

/* As many ticks as have room side by side. */
static sr_axis bottom_axis(const layout *l, uint32_t i, double room)
{
	const sr_axis_wish *w = &l->chart->panels[i].x;
	sr_range r = x_range(l, i);
	int most = 10;
	sr_axis axis = sr_axis_as(w, r.low, r.high, most);
	while (most > 1) {
		double between = axis.ticks > 1 ? fabs(sr_axis_part(&axis, sr_tick_at(&axis, 1)) -
											   sr_axis_part(&axis, sr_tick_at(&axis, 0))) : 1;
		for (int k = 2; k < axis.ticks; k++)
			between = fmin(between, fabs(sr_axis_part(&axis, sr_tick_at(&axis, k)) -
										 sr_axis_part(&axis, sr_tick_at(&axis, k - 1))));
		if (between * room >= tick_pixels(&axis) + 1.5 * DIGIT)
			break;
		axis = sr_axis_as(w, r.low, r.high, --most);
	}
	return axis;
}

/* ------------------------------------------------------------------------------------------------------- legends */

static double entry_width(const sr_layer *layer)
{
	return KEY + sr_text_width(layer->legend) + (layer->second ? 16 : 0) + AFTER;
}

/* Goes through the legend line by line; with a scene it is drawn. */
typedef struct legend { double x0, x1, x, y; uint32_t lines, left_out; } legend;

static bool next_entry(legend *g, const sr_layer *layer)
{
	double wide = entry_width(layer), end = g->lines == LEGEND_LINES ? g->x1 - MORE : g->x1;
	if (g->left_out || (g->x > g->x0 && g->x + wide - AFTER > end)) {
		if (g->lines == LEGEND_LINES) {
			g->left_out++;
			return false;
		}
		g->lines++;
		g->x = g->x0;
		g->y += LINE;
	}
	if (!g->lines)
		g->lines = 1;
	g->x += wide;
	return true;
}

static legend legend_size(const sr_panel *p, double width)
{
	legend g = {.x1 = width};
	for (uint32_t i = 0; i < p->count; i++)
		if (has(p->layers[i].legend))
			next_entry(&g, &p->layers[i]);
	return g;
}

static void add_key(sr_scene *s, const sr_layer *layer, double x, double y, uint32_t color)
{
	double middle = y - 4.5;
	if (layer->kind == SR_POINTS)
		sr_add_marker(s, x + 9, middle, layer->marker, 7, sr_rgb(color));
	else if (layer->kind == SR_BAND || layer->kind == SR_BARS)
		sr_add_box(s, x, middle - 5, x + 18, middle + 5, sr_rgb(color))->opacity =
			layer->opacity ? layer->opacity : layer->kind == SR_BAND ? 0.25 : 1;
	else if (layer->kind == SR_EVENTS)
		sr_add_line(s, x + 9, middle + 4, x + 9, middle - 4, sr_rgb(color), 1.2);
	else
		sr_add_line(s, x, middle, x + 18, middle, sr_rgb(color), 2.5)->dash = sr_layer_dash(layer, color);
}

static void add_legend(sr_scene *s, const sr_panel *p, const sr_frame *f, const place *at, const uint32_t *color)
{
	legend all = legend_size(p, f->x1 - f->x0 - 2);
	double y = f->y0 - 9 - LINE * (all.lines ? all.lines - 1 : 0);
	legend g = {.x0 = f->x0 + 2, .x1 = f->x1, .x = f->x0 + 2, .y = y};
	for (uint32_t i = 0; i < p->count; i++) {
		const sr_layer *layer = &p->layers[i];
		if (!has(layer->legend) || !next_entry(&g, layer))
			continue;
		double x = g.x - entry_width(layer);
		add_key(s, layer, x, g.y, color[i]);
		const char *text = layer->second ? sb_printf(s->arena, "%s \u2192", layer->legend) : layer->legend;
		sr_add_word(s, x + KEY, g.y, text, SR_ANCHOR_START);
	}
	if (g.left_out)
		sr_add_word(s, f->x1, f->y0 - 9, sb_printf(s->arena, "and %u more", g.left_out), SR_ANCHOR_END);
	if (has(p->title)) {
		bool own = at->lines > all.lines;
		sr_add_word(s, own ? (f->x0 + f->x1) / 2 : f->x1, own ? f->y0 - 9 - LINE * all.lines : f->y0 - 9, p->title,
					own ? SR_ANCHOR_MIDDLE : SR_ANCHOR_END)->bold = true;
	}
}

/* ---------------------------------------------------------------------------------------------------------- axes */

static void add_grid(sr_scene *s, const sr_frame *f, const sr_axis *a, bool vertical)
{
	if (a->pattern == SR_POWERS && a->step == 1 && a->ticks <= 7)
		for (int i = -1; i < a->ticks; i++)
			for (int k = 2; k < 10; k++) {
				double v = k * pow(10, a->first + i), part = sr_axis_part(a, v);
				if (part > 0 && part < 1)
					vertical ? sr_add_line(s, sr_across(f, v), f->y0, sr_across(f, v), f->y1, FAINTER, 1)
							 : sr_add_line(s, f->x0, sr_down(f, v, false), f->x1, sr_down(f, v, false), FAINTER, 1);
			}
	for (int i = 0; i < a->ticks; i++) {
		double v = sr_tick_at(a, i);
		vertical ? sr_add_line(s, sr_across(f, v), f->y0, sr_across(f, v), f->y1, FAINT, 1)
				 : sr_add_line(s, f->x0, sr_down(f, v, false), f->x1, sr_down(f, v, false), FAINT, 1);
	}
}

/* A label at the side is as large as it fits. */
static void add_side_label(sr_scene *s, double x, const sr_frame *f, const char *text)
{
	sr_drawn *w = sr_add_word(s, x, (f->y0 + f->y1) / 2, text, SR_ANCHOR_MIDDLE);
	double room = f->y1 - f->y0 + 24, wide = sr_text_width(text);
	w->angle = -90;
	w->size = wide > room ? fmax(8, w->size * room / wide) : w->size;
}

static void add_numbers(sr_scene *s, const sr_frame *f, const sr_panel *p, const place *at)
{
	char text[64];
	for (int i = 0; i < f->y.ticks && at->numbers; i++) {
		sr_tick_text(text, &f->y, i, false);
		sr_add_word(s, f->x0 - 8, sr_down(f, sr_tick_at(&f->y, i), false) + 4.5, text, SR_ANCHOR_END);
	}
	for (int i = 0; i < f->x.ticks && at->foot; i++) {
		sr_tick_text(text, &f->x, i, false);
		sr_add_word(s, sr_across(f, sr_tick_at(&f->x, i)), f->y1 + 19, text, SR_ANCHOR_MIDDLE);
	}
	if (has(p->x.label) && at->foot)
		sr_add_word(s, (f->x0 + f->x1) / 2, f->y1 + 40, p->x.label, SR_ANCHOR_MIDDLE);
	if (has(p->y.label) && at->numbers)
		add_side_label(s, f->x0 - at->left + 16, f, p->y.label);
	if (!sr_has_second(p))
		return;
	for (int i = 0; i < f->second.ticks; i++) {
		double y = sr_down(f, sr_tick_at(&f->second, i), true);
		sr_tick_text(text, &f->second, i, false);
		sr_add_line(s, f->x1, y, f->x1 + 5, y, AXIS, 1);
		sr_add_word(s, f->x1 + 8, y + 4.5, text, SR_ANCHOR_START);
	}
	sr_add_line(s, f->x1, f->y0, f->x1, f->y1, AXIS, 1);
	if (has(p->second.label))
		add_side_label(s, f->x1 + at->right - 8, f, p->second.label);
}

static void add_color_bar(sr_scene *s, const sr_frame *f, const sr_cells *cells, const place *at)
{
	enum { STEPS = 64 };
	char text[64];
	double x0 = f->x1 + 16, high = f->y1 - f->y0;
	for (int i = 0; i < STEPS; i++)
		sr_add_box(s, x0, f->y1 - high * i / STEPS, x0 + BAR, fmax(f->y1 - high * (i + 1) / STEPS - 0.4, f->y0),
				   sr_rgb(sr_shade((i + 0.5) / STEPS)));
	for (int i = 0; i < at->cells.ticks; i++) {
		double y = f->y1 - sr_axis_part(&at->cells, sr_tick_at(&at->cells, i)) * high;
		sr_tick_text(text, &at->cells, i, false);
		sr_add_line(s, x0 + BAR, y, x0 + BAR + 4, y, AXIS, 1);
		sr_add_word(s, x0 + BAR + 8, y + 4.5, text, SR_ANCHOR_START);
	}
	if (has(cells->of.label))
		add_side_label(s, f->x1 + at->right - 8, f, cells->of.label);
}

/* -------------------------------------------------------------------------------------------------------- layout */

static void measure(layout *l, uint32_t i)
{
	const sr_panel *p = &l->chart->panels[i];
	const sr_cells *cells = sr_cells_of(p);
	place *at = &l->at[i];
	uint32_t row = i / l->columns, column = i % l->columns;
	sr_range y = y_range(l, i, false), second = y_range(l, i, true), c = l->extents[i].cells;
	at->numbers = !(p->y_left && column);
	at->foot = !(p->x_below && i + l->columns < l->chart->count);
	at->y = sr_axis_as(&p->y, y.low, y.high, (int)l->most);
	at->second = sr_axis_as(&p->second, second.low, second.high, (int)l->most);
	at->left = at->numbers ? fmax(l->columns > 1 ? 56 : LEFT, 36 + tick_pixels(&at->y)) : RIGHT;
	at->right = sr_has_second(p) ? 36 + tick_pixels(&at->second) : RIGHT;
	if (cells) {
		at->cells = sr_axis_as(&cells->of, c.low, c.high, (int)l->most);
		at->right = 16 + BAR + 30 + tick_pixels(&at->cells);
	}
	l->left[column] = fmax(l->left[column], at->left);
	l->right[column] = fmax(l->right[column], at->right);
	l->foot[row] = fmax(l->foot[row], at->foot ? has(p->x.label) ? FOOT : FOOT - 20 : 0);
}

/* Lines over a panel: those of its legend, and one for its title where the two do not fit side by side, or would not
 * in all panels of a grid. */
static void measure_head(layout *l, uint32_t i)
{
	const sr_panel *p = &l->chart->panels[i];
	legend g = legend_size(p, l->panel_width - 2);
	double used = g.lines == 1 ? g.x : g.lines ? INFINITY : 0;
	l->at[i].lines = g.lines;
	if (has(p->title) && (l->columns > 1 || used + 1.1 * sr_text_width(p->title) > l->panel_width))
		l->at[i].lines++;
	/* a title beside no legend needs a line too; that of the first row stands in the line of the chart's title */
	double lines = l->at[i].lines ? l->at[i].lines : has(p->title) && i >= l->columns;
	l->head[i / l->columns] = fmax(l->head[i / l->columns], LINE * lines);
}

/* One unit is as long on x as on y: the axis that has room to spare shows more. */
static void make_equal(sr_frame *f, const sr_panel *p, const layout *l, uint32_t i)
{
	sr_range x = x_range(l, i), y = y_range(l, i, false);
	double wide = f->x1 - f->x0, high = f->y1 - f->y0;
	double unit = fmax((x.high - x.low) / wide, (y.high - y.low) / high);
	if (!(unit > 0) || p->x.scale == SR_LOGARITHMIC || p->y.scale == SR_LOGARITHMIC)
		return;
	double more_x = (unit * wide - (x.high - x.low)) / 2, more_y = (unit * high - (y.high - y.low)) / 2;
	f->x = sr_axis_as(&p->x, x.low - more_x, x.high + more_x, 8);
	f->y = sr_axis_as(&p->y, y.low - more_y, y.high + more_y, (int)l->most);
}

static void add_panel(layout *l, uint32_t i, double x0, double y0, uint32_t *next)
{
	const sr_panel *p = &l->chart->panels[i];
	const place *at = &l->at[i];
	sr_scene *s = l->s;
	sr_frame f = {x0, x0 + l->panel_width, y0, y0 + l->panel_height, bottom_axis(l, i, l->panel_width), at->y,
		at->second};
	uint32_t *color = sb_new_array(s->arena, uint32_t, p->count + 1);
	if (p->equal)
		make_equal(&f, p, l, i);
	if (!sr_cells_of(p)) {
		add_grid(s, &f, &f.y, false);
		add_grid(s, &f, &f.x, true);
	}
	sr_add_line(s, f.x0, f.y0, f.x0, f.y1, AXIS, 1);
	sr_add_line(s, f.x0, f.y1, f.x1, f.y1, AXIS, 1);
	add_numbers(s, &f, p, at);
	for (uint32_t k = 0; k < p->count; k++) {
		color[k] = sr_layer_color(&p->layers[k], next);
		sr_add_layer(s, &f, &p->layers[k], &l->extents[i].cells, color[k]);
	}
	if (sr_cells_of(p))
		add_color_bar(s, &f, sr_cells_of(p), at);
	add_legend(s, p, &f, at, color);
}

static double sum(const double *v, uint32_t n)
{
	double all = 0;
	for (uint32_t i = 0; i < n; i++)
		all += v[i];
	return all;
}

static sr_scene *canvas(const sr_chart *chart)
{
	uint32_t columns = sr_grid_columns(chart);
	return sr_scene_new(chart->width ? chart->width : columns == 1 ? 860 : fmin(460.0 * columns, 1500), 0);
}

static void prepare(layout *l)
{
	uint32_t n = l->chart->count;
	sb_arena *arena = l->s->arena;
	double around = has(l->chart->title) ? TITLE : 8, usual = l->rows == 1 ? 340 : 190;
	l->at = sb_new_array(arena, place, n + 1);
	l->left = sb_new_array(arena, double, l->columns);
	l->right = sb_new_array(arena, double, l->columns);
	l->head = sb_new_array(arena, double, l->rows);
	l->foot = sb_new_array(arena, double, l->rows);
	if (l->columns > 1 && usual > 260)
		usual = 260;
	l->most = (uint32_t)ticks_for(l->chart->height ? (l->chart->height - around) / l->rows - LINE - FOOT : usual);
	for (uint32_t i = 0; i < n; i++)
		measure(l, i);
	double sides = sum(l->left, l->columns) + sum(l->right, l->columns);
	l->panel_width = fmax((l->s->width - sides) / l->columns, 40);
	for (uint32_t i = 0; i < n; i++)
		measure_head(l, i);
	if (!n)
		l->head[0] = LINE, l->foot[0] = FOOT;
	double used = around + sum(l->head, l->rows) + sum(l->foot, l->rows) + GAP * (l->rows - 1);
	l->s->height = l->chart->height ? l->chart->height : used + usual * l->rows;
	l->panel_height = fmax((l->s->height - used) / l->rows, 20);
}

sr_scene *sr_scene_of_chart(const sr_chart *chart)
{
	sr_scene *s = canvas(chart);
	layout l = {.chart = chart, .s = s, .columns = sr_grid_columns(chart)};
	l.rows = chart->count ? (chart->count + l.columns - 1) / l.columns : 1;
	l.extents = sr_extents(s->arena, chart);
	prepare(&l);
	sr_add_box(s, 0, 0, s->width, s->height, 0xffffff);
	if (has(chart->title))
		sr_add_word(s, s->width / 2, 19, chart->title, SR_ANCHOR_MIDDLE)->bold = true;
	if (!chart->count)
		sr_add_word(s, s->width / 2, s->height / 2, has(chart->empty) ? chart->empty : "nothing to draw",
					SR_ANCHOR_MIDDLE);
	double y = has(chart->title) ? TITLE : 8;
	uint32_t color = 0;
	for (uint32_t row = 0; row < l.rows && chart->count; row++) {
		double x = 0;
		y += l.head[row];
		for (uint32_t column = 0; column < l.columns && row * l.columns + column < chart->count; column++) {
			x += l.left[column];
			add_panel(&l, row * l.columns + column, x, y, &color);
			x += l.panel_width + l.right[column];
		}
		y += l.panel_height + l.foot[row] + GAP;
	}
	return s;
}
