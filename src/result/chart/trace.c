/* Curves and bands as paths in pixels: thinned to what can be seen, cut off at the edges of the panel.
 *
 * Of the points that fall on half a pixel only the first, the lowest, the highest and the last are kept, so a curve of
 * ten million points looks the same and costs one pass. */
#include "result/chart/scene.h"
#include <math.h>
#include <stdlib.h>

double sr_across(const sr_frame *f, double x)
{
	return f->x0 + sr_axis_part(&f->x, x) * (f->x1 - f->x0);
}

double sr_down(const sr_frame *f, double y, bool second)
{
	return f->y1 - sr_axis_part(second ? &f->second : &f->y, y) * (f->y1 - f->y0);
}

typedef struct path {
	const sr_frame *frame;
	sr_path_taker *take; void *context;
	double *x, *y; uint32_t n, cap;
	double last_x, last_y; bool begun;       /* the last point, before it was cut off */
} path;

static void keep(path *p, double x, double y)
{
	if (p->n && p->x[p->n - 1] == x && p->y[p->n - 1] == y)
		return;
	if (p->n == p->cap) {
		p->cap = p->cap ? 2 * p->cap : 256;
		p->x = sb_resize(p->x, p->cap * sizeof *p->x);
		p->y = sb_resize(p->y, p->cap * sizeof *p->y);
	}
	p->x[p->n] = x;
	p->y[p->n++] = y;
}

static void end(path *p)
{
	if (p->n)
		p->take(p->context, p->x, p->y, p->n);
	p->n = 0;
}

/* The part of a segment that is inside, as parts 0..1 of it (Liang and Barsky). */
static bool inside(const sr_frame *f, double x0, double y0, double x1, double y1, double *from, double *to)
{
	const double slack = 0.01;       /* what lies on the edge is inside */
	double way[4] = {x0 - x1, x1 - x0, y0 - y1, y1 - y0};
	double room[4] = {x0 - f->x0 + slack, f->x1 + slack - x0, y0 - f->y0 + slack, f->y1 + slack - y0};
	*from = 0;
	*to = 1;
	for (int i = 0; i < 4; i++) {
		if (way[i] == 0 && room[i] < 0)
			return false;
		if (way[i] == 0)
			continue;
		double at = room[i] / way[i];
		if (way[i] < 0)
			*from = fmax(*from, at);
		else
			*to = fmin(*to, at);
	}
	return *from <= *to;
}

static void add_point(path *p, double x, double y)
{
	double from, to, x0 = p->begun ? p->last_x : x, y0 = p->begun ? p->last_y : y;
	if (inside(p->frame, x0, y0, x, y, &from, &to)) {
		if (from > 0)
			end(p);
		keep(p, x0 + from * (x - x0), y0 + from * (y - y0));
		keep(p, to < 1 ? x0 + to * (x - x0) : x, to < 1 ? y0 + to * (y - y0) : y);
		if (to < 1)
			end(p);
	} else {
		end(p);
	}
	p->last_x = x;
	p->last_y = y;
	p->begun = true;
}

static void gap(path *p)
{
	end(p);
	p->begun = false;
}

/* A run of points in one half of a pixel's column. */
typedef struct heap { bool any; double cell, x, y, low, high, last_x, last_y; } heap;

static void flush(path *p, heap *h, bool steps)
{
	if (!h->any)
		return;
	if (steps && p->begun)
		add_point(p, h->x, p->last_y);
	add_point(p, h->x, h->y);
	if (h->low < h->y)
		add_point(p, h->x, h->low);
	if (h->high > h->y)
		add_point(p, h->x, h->high);
	if (h->last_x != h->x || h->last_y != h->y)
		add_point(p, h->last_x, h->last_y);
	h->any = false;
}

static void gather(path *p, heap *h, double x, double y, bool steps)
{
	double cell = floor(2 * x);
	if (h->any && cell != h->cell)
		flush(p, h, steps);
	if (!h->any) {
		*h = (heap){true, cell, x, y, y, y, x, y};
		return;
	}
	h->low = fmin(h->low, y);
	h->high = fmax(h->high, y);
	h->last_x = x;
	h->last_y = y;
}

void sr_trace(const sr_frame *f, const sr_layer *layer, sr_path_taker *take, void *context)
{
	path p = {.frame = f, .take = take, .context = context};
	heap h = {0};
	bool steps = layer->kind == SR_STEPS;
	for (size_t i = 0; i < layer->data.n; i++) {
		double x, y;
		sr_point(&layer->data, i, &x, &y);
		double across = sr_across(f, x), down = sr_down(f, y, layer->second);
		if (isnan(across) || isnan(down)) {
			flush(&p, &h, steps);
			gap(&p);
		} else {
			gather(&p, &h, across, down, steps);
		}
	}
	flush(&p, &h, steps);
	gap(&p);
	free(p.x);
	free(p.y);
}

/* A band goes along its lower curve and back along its upper one. Each half of a pixel's column has one pair. */
typedef struct band { const sr_frame *f; path low, high; } band;

static void close_band(band *b, sr_path_taker *take, void *context)
{
	for (uint32_t i = b->high.n; i-- > 0 && b->low.n > 1;)
		keep(&b->low, b->high.x[i], b->high.y[i]);
	if (b->low.n > 2)
		take(context, b->low.x, b->low.y, b->low.n);
	b->low.n = b->high.n = 0;
}

static double within(double v, double low, double high)
{
	return fmin(fmax(v, low), high);
}

void sr_trace_band(const sr_frame *f, const sr_layer *layer, sr_path_taker *take, void *context)
{
	band b = {.f = f};
	for (size_t i = 0; i < layer->data.n && layer->upper; i++) {
		double x, y, cell = NAN, low = NAN, high = NAN, across = NAN;
		for (; i < layer->data.n; i++) {
			sr_point(&layer->data, i, &x, &y);
			double at = sr_across(f, x), a = sr_down(f, y, layer->second),
				   c = sr_down(f, layer->upper[i], layer->second);
			if (isnan(at) || isnan(a) || isnan(c) || (!isnan(cell) && floor(2 * at) != cell))
				break;
			across = isnan(cell) ? at : across;
			cell = floor(2 * at);
			low = fmax(a, isnan(low) ? a : low);         /* pixels grow downwards */
			high = fmin(c, isnan(high) ? c : high);
		}
		if (isnan(cell)) {
			close_band(&b, take, context);
			continue;
		}
		if (across >= f->x0 - 0.5 && across <= f->x1 + 0.5) {
			keep(&b.low, within(across, f->x0, f->x1), within(low, f->y0, f->y1));
			keep(&b.high, within(across, f->x0, f->x1), within(high, f->y0, f->y1));
		}
		i--;                         /* the one that ended this column begins the next */
	}
	close_band(&b, take, context);
	free(b.low.x);
	free(b.low.y);
	free(b.high.x);
	free(b.high.y);
}
