/* Two records in one picture: the reference with its tube, the other one over it, the place of the largest
 * difference. */
#include "result/compare/compare.h"
#include <math.h>

typedef struct column_of { const sr_record *record; uint32_t column; } column_of;

static void point_of(const void *source, size_t i, double *x, double *y)
{
	const column_of *c = source;
	*x = sr_time(c->record, (uint32_t)i);
	*y = sr_value(c->record, (uint32_t)i, c->column);
}

static sr_layer curve(sb_arena *arena, const sr_record *r, uint32_t column, const char *legend)
{
	column_of *c = sb_new(arena, column_of);
	*c = (column_of){r, column};
	return (sr_layer){.kind = sr_column_at(r, column)->discrete ? SR_STEPS : SR_CURVE,
		.data = {.n = sr_rows(r), .at = point_of, .source = c}, .legend = legend};
}

static sr_layer tube(sb_arena *arena, const sr_record *r, const sr_difference *d)
{
	uint32_t n = sr_rows(r);
	double *x = sb_new_array(arena, double, 3 * (size_t)n + 1), *low = x + n, *high = low + n;
	for (uint32_t i = 0; i < n; i++) {
		double v = sr_value(r, i, d->reference);
		x[i] = sr_time(r, i);
		low[i] = v - d->height;
		high[i] = v + d->height;
	}
	return (sr_layer){.kind = SR_BAND, .data = {.n = n, .x = x, .y = low}, .upper = high, .color = 1, .opacity = 0.18,
		.legend = "tube"};
}

const sr_chart *sr_chart_of_comparison(sb_arena *arena, const sr_record *reference, const sr_record *other,
									   const sr_comparison *c, const char *const labels[2], uint32_t most)
{
	uint32_t n = c->n < most ? c->n : most;
	sr_panel *panels = sb_new_array(arena, sr_panel, n + 1);
	sr_chart *chart = sb_new(arena, sr_chart);
	for (uint32_t i = 0; i < n; i++) {
		const sr_difference *d = &c->at[i];
		sr_layer *l = sb_new_array(arena, sr_layer, 4);
		const char *unit = sr_column_at(reference, d->reference)->unit;
		double *when = sb_new(arena, double);
		*when = d->excess > 0 ? d->worst : d->when;
		l[0] = tube(arena, reference, d);
		l[1] = curve(arena, reference, d->reference, labels[0]);
		l[1].color = 1;
		l[2] = curve(arena, other, d->other, labels[1]);
		l[2].color = 2;
		l[2].dash = SR_DASHED;
		l[3] = (sr_layer){.kind = SR_VERTICAL, .data = {.n = 1, .x = when}, .dash = SR_DOTTED};
		panels[i] = (sr_panel){.title = d->name, .x = {.label = "time [s]", .brief = "s"}, .y = {.label = unit},
			.layers = l, .count = d->largest != 0 ? 4 : 3, .x_below = i + 1 < n};
	}
	*chart = (sr_chart){.title = sb_printf(arena, "%s and %s", labels[0], labels[1]), .panels = panels, .count = n,
		.empty = "no variable is in both"};
	return chart;
}
