/* The layers of a panel as marks. */
#include "result/chart/scene.h"
#include <math.h>

typedef struct drawing {
	sr_scene *s; const sr_frame *f; const sr_layer *l;
	uint32_t rgb; sr_dash dash; double width, opacity;
} drawing;

static void take_stroke(void *context, const double *x, const double *y, uint32_t n)
{
	drawing *d = context;
	if (n == 1) {                    /* a value between gaps is a dot */
		sr_add_box(d->s, x[0] - 2, y[0] - 2, x[0] + 2, y[0] + 2, d->rgb);
		return;
	}
	sr_drawn *m = sr_add_path(d->s, SR_STROKE, x, y, n, d->rgb);
	m->width = d->width;
	m->dash = d->dash;
	m->opacity = d->opacity;
}

static void take_area(void *context, const double *x, const double *y, uint32_t n)
{
	drawing *d = context;
	sr_add_path(d->s, SR_AREA, x, y, n, d->rgb)->opacity = d->l->opacity ? d->l->opacity : 0.25;
}

static bool is_inside(const sr_frame *f, double x, double y)
{
	const double slack = 0.5;
	return x >= f->x0 - slack && x <= f->x1 + slack && y >= f->y0 - slack && y <= f->y1 + slack;
}

/* Of points that fall on one pixel one is drawn. */
static void add_points(drawing *d)
{
	double last_x = NAN, last_y = NAN;
	for (size_t i = 0; i < d->l->data.n; i++) {
		double x, y;
		sr_point(&d->l->data, i, &x, &y);
		x = sr_across(d->f, x);
		y = sr_down(d->f, y, d->l->second);
		if (!is_inside(d->f, x, y) || (fabs(x - last_x) < 0.25 && fabs(y - last_y) < 0.25))
			continue;
		sr_add_marker(d->s, x, y, d->l->marker, d->l->width ? d->l->width : 7, d->rgb);
		last_x = x;
		last_y = y;
	}
}

static double within(double v, double low, double high)
{
	return fmin(fmax(v, low), high);
}

static void add_bars(drawing *d)
{
	const sr_frame *f = d->f;
	for (size_t i = 0; i < d->l->data.n; i++) {
		double x, y;
		sr_point(&d->l->data, i, &x, &y);
		double left = sr_across(f, x - d->l->breadth / 2), right = sr_across(f, x + d->l->breadth / 2);
		double top = sr_down(f, y, d->l->second), zero = sr_down(f, 0, d->l->second);
		double space = fabs(right - left) > 3 ? 0.5 : 0;
		if (isnan(left) || isnan(right) || isnan(top) || y == 0)
			continue;
		zero = isnan(zero) ? f->y1 : zero;
		left = within(fmin(left, right) + space, f->x0, f->x1);
		right = within(fmax(sr_across(f, x - d->l->breadth / 2), right) - space, f->x0, f->x1);
		top = within(top, f->y0, f->y1);
		zero = within(zero, f->y0, f->y1);
		if (right > left)
			sr_add_box(d->s, left, top, right, zero, d->rgb)->opacity = d->opacity;
	}
}

static void add_cells(drawing *d, const sr_range *range)
{
	enum { NOTHING = 0xd8d8d8 };
	const sr_cells *c = d->l->cells;
	const sr_frame *f = d->f;
	if (!c)
		return;
	sr_axis of = sr_axis_as(&c->of, range->low, range->high, 5);
	for (uint32_t row = 0; row < c->rows; row++)
		for (uint32_t column = 0; column < c->columns; column++) {
			double part = sr_axis_part(&of, c->value[(size_t)row * c->columns + column]);
			double x0 = sr_across(f, c->x[column]), x1 = sr_across(f, c->x[column + 1]);
			double y0 = sr_down(f, c->y[row], false), y1 = sr_down(f, c->y[row + 1], false);
			if (isnan(x0) || isnan(x1) || isnan(y0) || isnan(y1))
				continue;
			x0 = within(x0, f->x0, f->x1), x1 = within(x1, f->x0, f->x1);
			y0 = within(y0, f->y0, f->y1), y1 = within(y1, f->y0, f->y1);
			/* a little over their neighbours, which are drawn later: no white lines between them */
			if (x0 != x1 && y0 != y1)
				sr_add_box(d->s, x0, y0, fmin(x1 + 0.4, f->x1), fmax(y1 - 0.4, f->y0),
						   isnan(part) ? NOTHING : sr_rgb(sr_shade(part)));
		}
}

static void add_crossing_lines(drawing *d)
{
	const sr_frame *f = d->f;
	bool vertical = d->l->kind == SR_VERTICAL;
	for (size_t i = 0; i < d->l->data.n; i++) {
		double x, y;
		sr_point(&d->l->data, i, &x, &y);
		x = vertical ? sr_across(f, x) : f->x0;
		y = vertical ? f->y0 : sr_down(f, y, d->l->second);
		if (!is_inside(f, x, y))
			continue;
		sr_drawn *m = sr_add_line(d->s, x, y, vertical ? x : f->x1, vertical ? f->y1 : y, d->rgb,
								  d->l->width ? d->l->width : 1.2);
		m->dash = d->dash;
		if (!d->l->text || !*d->l->text || i)
			continue;
		bool right = vertical && x + 6 + sr_text_width(d->l->text) < f->x1;
		sr_drawn *w = sr_add_word(d->s, vertical ? x + (right ? 5 : -5) : f->x1 - 4,
								  vertical ? f->y0 + 14 : y - (y - 18 > f->y0 ? 5 : -15), d->l->text,
								  right ? SR_ANCHOR_START : SR_ANCHOR_END);
		w->size = SR_TEXT_SIZE - 1;
		w->color = d->l->color ? d->rgb : 0x666666;
	}
}

/* One tick for each pixel in which something happened. */
static void add_events(drawing *d)
{
	enum { LENGTH = 7 };
	double last = -INFINITY;
	for (size_t i = 0; i < d->l->data.n; i++) {
		double x, y;
		sr_point(&d->l->data, i, &x, &y);
		x = sr_across(d->f, x);
		if (!is_inside(d->f, x, d->f->y0) || fabs(x - last) < 1)
			continue;
		sr_add_line(d->s, x, d->f->y1, x, d->f->y1 - LENGTH, d->rgb, 1.2);
		last = x;
	}
}

static void add_text(drawing *d)
{
	double x, y, wide;
	if (!d->l->data.n || !d->l->text)
		return;
	sr_point(&d->l->data, 0, &x, &y);
	x = sr_across(d->f, x);
	y = sr_down(d->f, y, d->l->second);
	if (!is_inside(d->f, x, y))
		return;
	wide = sr_text_width(d->l->text);
	bool right = x + 8 + wide < d->f->x1;
	sr_drawn *w = sr_add_word(d->s, x + (right ? 7 : -7), y - (y - 20 > d->f->y0 ? 7 : -17), d->l->text,
							  right ? SR_ANCHOR_START : SR_ANCHOR_END);
	w->color = d->l->color ? d->rgb : w->color;
	w->size = SR_TEXT_SIZE - 1;
}

void sr_add_layer(sr_scene *s, const sr_frame *f, const sr_layer *layer, const sr_range *cells, uint32_t color)
{
	drawing d = {.s = s, .f = f, .l = layer, .rgb = sr_rgb(color), .dash = sr_layer_dash(layer, color),
		.width = layer->width ? layer->width : 1.8, .opacity = layer->opacity ? layer->opacity : 1};
	switch (layer->kind) {
	case SR_CURVE:
	case SR_STEPS: sr_trace(f, layer, take_stroke, &d); break;
	case SR_BAND: sr_trace_band(f, layer, take_area, &d); break;
	case SR_POINTS: add_points(&d); break;
	case SR_BARS: add_bars(&d); break;
	case SR_CELLS: add_cells(&d, cells); break;
	case SR_VERTICAL:
	case SR_HORIZONTAL: add_crossing_lines(&d); break;
	case SR_EVENTS: add_events(&d); break;
	case SR_TEXT: add_text(&d); break;
	}
}
