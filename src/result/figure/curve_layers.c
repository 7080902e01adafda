/* Curves as layers of a panel: over time or another column, as spectra, as histograms. */
#include "result/figure/curves.h"
#include <math.h>

static void point_of(const void *source, size_t i, double *x, double *y)
{
	const sr_curve *c = source;
	uint32_t row = c->first_row + (uint32_t)i;
	*x = c->x == SR_OVER_TIME ? sr_time(c->record, row) : sr_shown(c->record, row, c->x);
	*y = sr_shown(c->record, row, c->y);
}

/* Of a few runs each variable has a colour, and each run its own kind of line; otherwise each curve has a colour. */
static void set_look(const sr_figure *figure, const sr_curve *c, uint32_t variables, uint32_t number, sr_layer *layer)
{
	static const sr_dash dashes[] = {SR_SOLID, SR_DASHED, SR_DOTTED};
	layer->legend = c->legend;
	layer->second = c->second;
	if (figure->other_count && figure->other_count < 3 && variables > 1) {
		layer->color = c->variable;
		layer->dash = dashes[c->run];
	} else if (figure->other_count) {
		layer->color = (c->variable - 1) * (figure->other_count + 1) + c->run + 1;
	} else {
		layer->color = number;
	}
}

static void add_spectrum(sb_arena *arena, const sr_figure *figure, const sr_curve *c, sr_layer *layer)
{
	sr_spectrum s;
	bool all = figure->time_low == figure->time_high;
	if (!sr_spectrum_of(arena, c->record, c->y, all ? NAN : figure->time_low, all ? NAN : figure->time_high,
						figure->window, &s))
		return;
	layer->data = (sr_series){.n = s.count, .x = s.frequency, .y = s.amplitude};
	layer->width = 1.4;
}

static void add_histogram(sb_arena *arena, const sr_figure *figure, const sr_curve *c, bool alone, sr_layer *layer)
{
	sr_histogram h;
	if (!sr_histogram_of(arena, c->record, c->y, figure->bins, &h))
		return;
	double *x = sb_new_array(arena, double, h.bins);
	layer->breadth = (h.high - h.low) / h.bins;
	for (uint32_t k = 0; k < h.bins; k++)
		x[k] = h.low + (k + 0.5) * layer->breadth;
	layer->kind = SR_BARS;
	layer->data = (sr_series){.n = h.bins, .x = x, .y = h.part};
	layer->opacity = alone ? 1 : 0.5;
}

static sr_layer curve_of(const sr_figure *figure, const sr_curve *c)
{
	bool steps = sr_column_at(c->record, c->y)->discrete && c->x == SR_OVER_TIME && !figure->points;
	return (sr_layer){.kind = steps ? SR_STEPS : SR_CURVE, .data = {.n = c->rows, .at = point_of, .source = c}};
}

/* The times with two limits. */
static sr_layer events_of(sb_arena *arena, const sr_curve *c)
{
	sb_vec(double) times = {0};
	for (uint32_t row = c->first_row; row < c->first_row + c->rows; row++)
		if (sr_mark_at(c->record, row) == SR_RIGHT && (!times.n || times.at[times.n - 1] != sr_time(c->record, row)))
			sb_push(arena, times, sr_time(c->record, row));
	return (sr_layer){.kind = SR_EVENTS, .data = {.n = times.n, .x = times.at},
		.legend = times.n && c->variable == 1 ? "events" : NULL};
}

void sr_add_curve_layers(sb_arena *arena, const sr_figure *figure, const sr_group *group, uint32_t variables,
						 sr_panel *panel)
{
	enum { MOST_MARKED = 200 };
	sr_layer *layers = sb_new_array(arena, sr_layer, 2 * group->curves.n + 2);
	for (uint32_t i = 0; i < group->curves.n; i++) {
		const sr_curve *c = &group->curves.at[i];
		sr_layer layer = {.kind = SR_CURVE};
		if (figure->view == SR_VIEW_CURVES)
			layer = curve_of(figure, c);
		else if (figure->view == SR_VIEW_SPECTRUM)
			add_spectrum(arena, figure, c, &layer);
		else
			add_histogram(arena, figure, c, group->curves.n == 1, &layer);
		set_look(figure, c, variables, c->variable, &layer);
		layers[panel->count++] = layer;
		if (!figure->points || layer.data.n > MOST_MARKED || layer.kind == SR_BARS)
			continue;
		layer.kind = SR_POINTS;
		layer.marker = SR_SQUARE;
		layer.width = 5;
		layer.legend = NULL;
		layers[panel->count++] = layer;
	}
	if (figure->events && figure->view == SR_VIEW_CURVES && group->curves.n && group->curves.at[0].x == SR_OVER_TIME)
		layers[panel->count++] = events_of(arena, &group->curves.at[0]);
	panel->layers = layers;
}
