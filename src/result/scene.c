/* The marks of a figure: panels with axes and ticks, curves thinned to what a pixel can show, a legend over each
 * panel. */
#include "result/figure.h"
#include <math.h>
#include <string.h>

enum { LEFT = 78, RIGHT = 22, TOP = 44, BOTTOM = 52, GAP = 34, TEXT = 13 };
static const double CHARACTER = 7.1, DIGIT = 8.3;      /* widths, on the average and of figures */
enum { INK = 0x333333, FAINT = 0xe4e4e4, AXIS = 0x888888 };

uint32_t sr_curve_color(uint32_t number)
{
	static const uint32_t colors[] = {0x1f6fb4, 0xd9541e, 0x2a9134, 0x8e44ad, 0xb8860b, 0x16a0a0, 0xc0392b, 0x7f8c8d};
	return colors[number % (sizeof colors / sizeof *colors)];
}

static void line(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color, double width)
{
	double *x = sb_new_array(s->arena, double, 2), *y = sb_new_array(s->arena, double, 2);
	x[0] = x0, x[1] = x1, y[0] = y0, y[1] = y1;
	sb_push(s->arena, s->marks,
			((sr_drawn){.kind = SR_STROKE, .color = color, .width = width, .x = x, .y = y, .n = 2}));
}

static sr_drawn *word(sr_scene *s, double x, double y, const char *text, sr_anchor anchor)
{
	double *at = sb_new_array(s->arena, double, 2);
	at[0] = x, at[1] = y;
	sr_drawn mark = {.kind = SR_WORD, .color = INK, .x = at, .y = at + 1, .n = 1, .text = sb_strdup(s->arena, text),
		.size = TEXT, .anchor = anchor};
	sb_push(s->arena, s->marks, mark);
	return &s->marks.at[s->marks.n - 1];
}

typedef struct frame { double x0, x1, y0, y1; sr_axis time, value; } frame;

static double to_x(const frame *f, double t)
{
	return f->x0 + (t - f->time.low) / (f->time.high - f->time.low) * (f->x1 - f->x0);
}

static double to_y(const frame *f, double v)
{
	return f->y1 - (sr_drawable(v) - f->value.low) / (f->value.high - f->value.low) * (f->y1 - f->y0);
}

typedef struct path { sb_vec(double) x, y; } path;

static void add_point(sr_scene *s, path *p, double x, double y)
{
	sb_push(s->arena, p->x, x);
	sb_push(s->arena, p->y, y);
}

static void box(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color)
{
	double *x = sb_new_array(s->arena, double, 4);
	x[0] = x0, x[1] = x1, x[2] = y0, x[3] = y1;
	sb_push(s->arena, s->marks, ((sr_drawn){.kind = SR_BOX, .color = color, .x = x, .y = x + 2, .n = 2}));
}

/* A value between gaps is a dot. */
static void end_path(sr_scene *s, path *p, uint32_t color)
{
	if (p->x.n == 1)
		box(s, p->x.at[0] - 2, p->y.at[0] - 2, p->x.at[0] + 2, p->y.at[0] + 2, color);
	if (p->x.n > 1)
		sb_push(s->arena, s->marks,
				((sr_drawn){.kind = SR_STROKE, .color = color, .width = 1.8, .x = p->x.at, .y = p->y.at, .n = p->x.n}));
	*p = (path){0};
}

/* A curve. Of the rows that fall on half a pixel only the first, the lowest, the highest and the last are kept, so a
 * curve of a million rows looks the same and costs little. A value that is not finite is a gap. */
static void curve(sr_scene *s, const frame *f, const sr_record *r, const sr_figure *figure, uint32_t column,
				  uint32_t color)
{
	path p = {0};
	bool steps = sr_column_at(r, column)->discrete && !figure->versus && !figure->points;
	uint32_t rows = sr_rows(r);
	for (uint32_t row = 0; row < rows;) {
		double v = sr_shown(r, row, column);
		double x = to_x(f, sr_abscissa(r, figure, row));
		if (!isfinite(v) || !isfinite(x)) {
			end_path(s, &p, color);
			row++;
			continue;
		}
		double cell = floor(2 * x), low = v, high = v, last = v, last_x = x;
		if (steps && p.x.n)
			add_point(s, &p, x, p.y.at[p.y.n - 1]);
		add_point(s, &p, x, to_y(f, v));
		for (row++; row < rows; row++) {
			double next = sr_shown(r, row, column), next_x = to_x(f, sr_abscissa(r, figure, row));
			if (!isfinite(next) || !isfinite(next_x) || floor(2 * next_x) != cell)
				break;
			low = fmin(low, next), high = fmax(high, next), last = next, last_x = next_x;
		}
		if (low < v)
			add_point(s, &p, x, to_y(f, low));
		if (high > v)
			add_point(s, &p, x, to_y(f, high));
		if (last_x > x || last != v)
			add_point(s, &p, last_x, to_y(f, last));
	}
	end_path(s, &p, color);
}

static void axes(sr_scene *s, const frame *f, const char *unit, const char *bottom)
{
	char text[32];
	for (int i = 0; i < f->value.ticks; i++) {
		double y = to_y(f, f->value.first + i * f->value.step);
		sr_tick_text(text, &f->value, i);
		line(s, f->x0, y, f->x1, y, FAINT, 1);
		word(s, f->x0 - 8, y + 4.5, text, SR_ANCHOR_END);
	}
	for (int i = 0; i < f->time.ticks; i++) {
		double x = to_x(f, f->time.first + i * f->time.step);
		line(s, x, f->y0, x, f->y1, FAINT, 1);
		if (bottom) {
			sr_tick_text(text, &f->time, i);
			word(s, x, f->y1 + 19, text, SR_ANCHOR_MIDDLE);
		}
	}
	line(s, f->x0, f->y0, f->x0, f->y1, AXIS, 1);
	line(s, f->x0, f->y1, f->x1, f->y1, AXIS, 1);
	if (bottom)
		word(s, (f->x0 + f->x1) / 2, f->y1 + 40, bottom, SR_ANCHOR_MIDDLE);
	if (*unit && strcmp(unit, "Boolean") != 0)
		word(s, 16, (f->y0 + f->y1) / 2, unit, SR_ANCHOR_MIDDLE)->turned = true;
}

/* About how wide a text is; only the legend depends on it. */
static double text_width(const char *text)
{
	return CHARACTER * (double)strlen(text);
}

static void legend(sr_scene *s, const frame *f, const sr_record *r, const sr_panel *panel, uint32_t first_color)
{
	double x = f->x0 + 2, y = f->y0 - 9;
	for (uint32_t i = 0; i < panel->columns.n; i++) {
		const char *name = sr_legend(r, panel, i);
		if (x + 28 + text_width(name) > f->x1 && i) {
			word(s, x, y, "...", SR_ANCHOR_START);
			return;
		}
		line(s, x, y - 4, x + 18, y - 4, sr_curve_color(first_color + i), 2.5);
		word(s, x + 24, y, name, SR_ANCHOR_START);
		x += 24 + text_width(name) + 18;
	}
}

static void points(sr_scene *s, const frame *f, const sr_record *r, const sr_figure *figure, uint32_t column,
				   uint32_t color)
{
	for (uint32_t row = 0; row < sr_rows(r) && sr_rows(r) <= 200; row++) {
		double x = to_x(f, sr_abscissa(r, figure, row)), v = sr_shown(r, row, column), y = to_y(f, v);
		if (isfinite(x) && isfinite(v))
			box(s, x - 2.5, y - 2.5, x + 2.5, y + 2.5, color);
	}
}

/* An empty picture with its title. */
static sr_scene *canvas(double width, double height, const char *title)
{
	sb_arena *arena = sb_arena_new();
	sr_scene *s = sb_new(arena, sr_scene);
	s->arena = arena;
	s->width = width;
	s->height = height;
	box(s, 0, 0, width, height, 0xffffff);
	if (title && *title)
		word(s, width / 2, 19, title, SR_ANCHOR_MIDDLE)->bold = true;
	return s;
}

static const char *bottom_label(sb_arena *arena, const sr_record *r, const sr_figure *figure)
{
	if (figure->x_label && *figure->x_label)
		return figure->x_label;
	if (!figure->versus)
		return "time [s]";
	const char *name = sr_column_at(r, figure->x_column)->name, *unit = sr_shown_unit(r, figure->x_column);
	return *unit ? sb_printf(arena, "%s [%s]", name, unit) : name;
}

static sr_axis value_axis(const sr_panel *panel, bool alone)
{
	double margin = 0.04 * (sr_drawable(panel->high) - sr_drawable(panel->low));
	return sr_axis_over(panel->low - margin, panel->high + margin, alone ? 8 : 5, panel->whole);
}

/* Room for the longest number beside an axis, and for its unit. */
static double left_edge(const sr_panels *panels)
{
	double left = LEFT;
	for (uint32_t i = 0; i < panels->n; i++) {
		sr_axis value = value_axis(&panels->at[i], panels->n == 1);
		left = fmax(left, 36 + DIGIT * sr_tick_width(&value));
	}
	return left;
}

/* As many ticks as have room side by side. */
static sr_axis bottom_axis(const sr_record *r, const sr_figure *figure, double room)
{
	int most = 10;
	sr_axis axis = sr_abscissa_axis(r, figure, most);
	while (most > 1 && axis.step / (axis.high - axis.low) * room < DIGIT * (sr_tick_width(&axis) + 1.5))
		axis = sr_abscissa_axis(r, figure, --most);
	return axis;
}

sr_scene *sr_scene_of(const sr_record *r, const sr_figure *figure)
{
	sb_arena *scratch = sb_arena_new();
	sr_panels panels = sr_panels_of(scratch, r, figure);
	uint32_t n = panels.n ? panels.n : 1, color = 0, axes_above = 0;
	for (uint32_t i = 0; i + 1 < panels.n; i++)
		axes_above += sr_ends_axis(figure, &panels, i);
	double between = (n - 1) * GAP + axes_above * BOTTOM, height = TOP + BOTTOM + n * (n == 1 ? 340 : 190) + between;
	sr_scene *s = canvas(figure->width ? figure->width : 860, figure->height ? figure->height : height, figure->title);
	double room = (s->height - TOP - BOTTOM - between) / n, left = left_edge(&panels), y0 = TOP;
	for (uint32_t i = 0; i < panels.n; i++) {
		const sr_panel *panel = &panels.at[i];
		sr_figure own = sr_figure_of_panel(figure, panel);
		bool ends = sr_ends_axis(figure, &panels, i);
		frame f = {left, s->width - RIGHT, y0, y0 + room, bottom_axis(r, &own, s->width - RIGHT - left),
			value_axis(panel, n == 1)};
		axes(s, &f, panel->unit, ends ? bottom_label(s->arena, r, &own) : NULL);
		if (panel->wish && *panel->wish->title)
			word(s, f.x1, f.y0 - 9, panel->wish->title, SR_ANCHOR_END)->bold = true;
		for (uint32_t k = 0; k < panel->columns.n; k++) {
			curve(s, &f, r, &own, panel->columns.at[k], sr_curve_color(color + k));
			if (figure->points)
				points(s, &f, r, &own, panel->columns.at[k], sr_curve_color(color + k));
		}
		legend(s, &f, r, panel, color);
		color += panel->columns.n;
		y0 += room + GAP + (ends ? BOTTOM : 0);
	}
	if (!panels.n)
		word(s, s->width / 2, s->height / 2, "nothing moves", SR_ANCHOR_MIDDLE);
	sb_arena_free(scratch);
	return s;
}

sr_scene *sr_scene_of_bars(const sr_bars *b)
{
	sr_scene *s =
		canvas(b->pixels_wide ? b->pixels_wide : 860, b->pixels_high ? b->pixels_high : TOP + BOTTOM + 340, b->title);
	uint64_t most = 1;
	for (uint32_t k = 0; k < b->cells; k++)
		most = b->count[k + 1] > most ? b->count[k + 1] : most;
	frame f = {LEFT,
			   s->width - RIGHT,
			   TOP,
			   s->height - BOTTOM,
			   sr_axis_over(b->low, b->low + b->cells * b->width, 10, false),
			   sr_axis_over(0, 1.05 * (double)most, 8, true)};
	axes(s, &f, "observations", b->x_label ? b->x_label : "");
	for (uint32_t k = 0; k < b->cells; k++)
		if (b->count[k + 1])
			box(s, to_x(&f, b->low + k * b->width) + 0.5, to_y(&f, (double)b->count[k + 1]),
				to_x(&f, b->low + (k + 1) * b->width) - 0.5, f.y1 - 0.5, sr_curve_color(0));
	if (b->count[0])
		word(s, f.x0 + 2, f.y0 - 9, sb_printf(s->arena, "%llu below", (unsigned long long)b->count[0]),
			 SR_ANCHOR_START);
	if (b->count[b->cells + 1])
		word(s, f.x1, f.y0 - 9, sb_printf(s->arena, "%llu above", (unsigned long long)b->count[b->cells + 1]),
			 SR_ANCHOR_END);
	return s;
}

void sr_scene_free(sr_scene *scene)
{
	sb_arena_free(scene->arena);
}
