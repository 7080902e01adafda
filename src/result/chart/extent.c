/* What the layers of panels cover. */
#include "result/chart/scene.h"
#include <math.h>

void sr_point(const sr_series *s, size_t i, double *x, double *y)
{
	if (s->at) {
		s->at(s->source, i, x, y);
		return;
	}
	*x = s->x ? s->x[i] : (double)i;
	*y = s->y ? s->y[i] : 0;
}

uint32_t sr_grid_columns(const sr_chart *chart)
{
	uint32_t columns = chart->columns ? chart->columns : 1;
	return columns < chart->count ? columns : chart->count ? chart->count : 1;
}

const sr_cells *sr_cells_of(const sr_panel *panel)
{
	for (uint32_t i = 0; i < panel->count; i++)
		if (panel->layers[i].kind == SR_CELLS && panel->layers[i].cells)
			return panel->layers[i].cells;
	return NULL;
}

bool sr_has_second(const sr_panel *panel)
{
	for (uint32_t i = 0; i < panel->count; i++)
		if (panel->layers[i].second)
			return true;
	return false;
}

static void widen(sr_range *r, double v, sr_scale scale)
{
	if (!isfinite(v) || (scale == SR_LOGARITHMIC && !(v > 0)))
		return;
	r->low = fmin(r->low, v);
	r->high = fmax(r->high, v);
}

static void unite(sr_range *a, sr_range *b)
{
	a->low = b->low = fmin(a->low, b->low);
	a->high = b->high = fmax(a->high, b->high);
}

static void add_cells(sr_extent *e, const sr_panel *p, const sr_cells *c)
{
	for (uint32_t i = 0; i <= c->columns; i++)
		widen(&e->x, c->x[i], p->x.scale);
	for (uint32_t i = 0; i <= c->rows; i++)
		widen(&e->y, c->y[i], p->y.scale);
	for (size_t i = 0; i < (size_t)c->columns * c->rows; i++)
		widen(&e->cells, c->value[i], c->of.scale);
}

/* Is this x in the range that was asked for? What lies outside does not stretch the other axis. */
static bool is_wished(const sr_axis_wish *w, double x)
{
	return w->low == w->high || !(x < w->low || x > w->high);
}

static void add_layer(sr_extent *e, const sr_panel *p, const sr_layer *l)
{
	const sr_axis_wish *wish = l->second ? &p->second : &p->y;
	sr_range *to = l->second ? &e->second : &e->y;
	if (l->kind == SR_CELLS && l->cells)
		add_cells(e, p, l->cells);
	if (l->kind == SR_CELLS || l->kind == SR_EVENTS)
		return;
	double before = NAN;
	for (size_t i = 0; i < l->data.n; i++) {
		double x, y;
		sr_point(&l->data, i, &x, &y);
		if (l->kind == SR_BARS) {
			widen(&e->x, x - l->breadth / 2, p->x.scale);
			widen(&e->x, x + l->breadth / 2, p->x.scale);
			widen(to, wish->scale == SR_LOGARITHMIC ? NAN : 0, wish->scale);
		} else if (l->kind != SR_HORIZONTAL && (isfinite(y) || l->kind == SR_VERTICAL)) {
			widen(&e->x, x, p->x.scale);
		}
		if (l->kind != SR_VERTICAL && (l->kind == SR_HORIZONTAL || is_wished(&p->x, x))) {
			if (l->kind == SR_STEPS)         /* what held until then is seen as far as here */
				widen(to, before, wish->scale);
			widen(to, y, wish->scale);
			if (l->kind == SR_BAND && l->upper)
				widen(to, l->upper[i], wish->scale);
		}
		before = y;
	}
}

static void settle(sr_range *r, const sr_axis_wish *w)
{
	if (!(r->low <= r->high))
		*r = w->scale == SR_LOGARITHMIC ? (sr_range){1, 10} : (sr_range){0, 1};
	if (w->low == w->high)
		return;
	r->low = isnan(w->low) ? fmin(r->low, w->high) : w->low;
	r->high = isnan(w->high) ? fmax(r->high, r->low) : w->high;
	if (r->low > r->high) {
		double low = r->high;
		r->high = r->low;
		r->low = low;
	}
}

sr_extent *sr_extents(sb_arena *arena, const sr_chart *chart)
{
	static const sr_range nothing = {INFINITY, -INFINITY};
	sr_extent *e = sb_new_array(arena, sr_extent, chart->count + 1);
	uint32_t columns = sr_grid_columns(chart);
	for (uint32_t i = 0; i < chart->count; i++) {
		e[i] = (sr_extent){nothing, nothing, nothing, nothing};
		for (uint32_t k = 0; k < chart->panels[i].count; k++)
			add_layer(&e[i], &chart->panels[i], &chart->panels[i].layers[k]);
	}
	/* downwards and back, so that all of a column, and of a row, have the same */
	for (uint32_t i = 0; i + columns < chart->count; i++)
		if (chart->panels[i].x_below)
			unite(&e[i].x, &e[i + columns].x);
	for (uint32_t i = chart->count; i-- > 0;)
		if (chart->panels[i].x_below && i + columns < chart->count)
			unite(&e[i].x, &e[i + columns].x);
	for (uint32_t i = 1; i < chart->count; i++)
		if (chart->panels[i].y_left && i % columns)
			unite(&e[i].y, &e[i - 1].y);
	for (uint32_t i = chart->count; i-- > 1;)
		if (chart->panels[i].y_left && i % columns)
			unite(&e[i].y, &e[i - 1].y);
	for (uint32_t i = 0; i < chart->count; i++) {
		const sr_panel *p = &chart->panels[i];
		settle(&e[i].x, &p->x);
		settle(&e[i].y, &p->y);
		settle(&e[i].second, &p->second);
		settle(&e[i].cells, sr_cells_of(p) ? &sr_cells_of(p)->of : &p->y);
	}
	return e;
}
