/* Pictures of a fit: measured values over the fitted curve, and what is left. */
#include "study/fit/fit_inside.h"
#include "result/chart/chart.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PANELS = 8 };                 /* columns that are drawn */

static int rising(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* What the model has at the measured times and between them. False: it could not be computed again. */
static bool add_course(const st_fit *f, const st_fit_column *c, uint32_t column, sb_arena *arena, const double *t,
					   uint32_t n, sr_series *out)
{
	enum { EVEN = 500 };
	double *times = sb_new_array(arena, double, n + EVEN), *y = sb_new_array(arena, double, n + EVEN);
	uint32_t count = 0;
	if (n < 2 || !f->problem)
		return false;
	memcpy(times, t, n * sizeof *t);
	for (uint32_t k = 0; k < EVEN; k++)
		times[n + k] = t[0] + (t[n - 1] - t[0]) * k / (EVEN - 1);
	qsort(times, n + EVEN, sizeof *times, rising);
	for (uint32_t k = 0; k < n + EVEN; k++)
		if (times[k] <= t[n - 1] && (!count || times[k] > times[count - 1]))
			times[count++] = times[k];
	*out = (sr_series){.x = times, .y = y, .n = count};
	return st_fit_course(f->problem, c->experiment, column, f->value, times, count, y);
}

/* The panels of a column: above values, below deviations. */
static void add_column(const st_fit *f, uint32_t number, uint32_t column, sb_arena *arena, sr_panel *panels)
{
	const st_fit_column *c = &f->columns[number];
	double *t = sb_new_array(arena, double, c->count + 1), *measured = sb_new_array(arena, double, c->count + 1);
	double *fitted = sb_new_array(arena, double, c->count + 1), *off = sb_new_array(arena, double, c->count + 1);
	double *zero = sb_new_array(arena, double, 1);
	sr_layer *above = sb_new_array(arena, sr_layer, 2), *below = sb_new_array(arena, sr_layer, 2);
	uint32_t n = 0;
	for (uint32_t i = 0; i < f->count; i++) {
		const st_fit_point *p = &f->points[i];
		if (p->experiment != c->experiment || p->column != column)
			continue;
		t[n] = p->at;
		measured[n] = p->measured;
		fitted[n] = p->fitted;
		off[n++] = p->measured - p->fitted;
	}
	above[0] = (sr_layer){.kind = SR_POINTS, .data = {.x = t, .y = measured, .n = n}, .color = 2, .marker = SR_RING,
						  .legend = "measured"};
	above[1] = (sr_layer){.kind = SR_CURVE, .data = {.x = t, .y = fitted, .n = n}, .color = 1, .legend = "fitted"};
	sr_series course;
	if (add_course(f, c, column, arena, t, n, &course))
		above[1].data = course;
	below[0] = (sr_layer){.kind = SR_HORIZONTAL, .data = {.y = zero, .n = 1}, .color = SR_GREY};
	below[1] = (sr_layer){.kind = SR_POINTS, .data = {.x = t, .y = off, .n = n}, .color = 2};
	const char *label = *c->unit ? sb_printf(arena, "%s [%s]", c->name, c->unit) : c->name;
	panels[0] = (sr_panel){.title = f->experiment_count > 1 ? f->experiments[c->experiment] : NULL,
						   .x = {.label = "time [s]"}, .y = {.label = label}, .layers = above, .count = 2,
						   .x_below = true};
	panels[1] = (sr_panel){.x = {.label = "time [s]"}, .y = {.label = "residual"}, .layers = below, .count = 2};
}

bool st_fit_draw(const st_fit *f, const char *model, const char *path, sb_diag *diag)
{
	sb_arena *arena = sb_arena_new();
	uint32_t count = f->column_count < PANELS ? f->column_count : PANELS, column = 0;
	sr_panel *panels = sb_new_array(arena, sr_panel, 2 * count + 1);
	for (uint32_t i = 0; i < count; i++) {
		column = i && f->columns[i].experiment == f->columns[i - 1].experiment ? column + 1 : 0;
		add_column(f, i, column, arena, panels + 2 * (size_t)i);
	}
	sr_chart chart = {.title = sb_printf(arena, "Fit of %s", model), .panels = panels, .count = 2 * count};
	bool good = sr_chart_write(&chart, path, diag);
	sb_arena_free(arena);
	return good;
}
