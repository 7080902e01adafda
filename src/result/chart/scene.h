/* Private to src/result/chart: from a chart to strokes and words, on the way to each kind of output.
 *
 *     chart ──extent.c──▶ ranges ──chart_axis.c──▶ axes ──trace.c──▶ paths in pixels ──▶ marks of a scene
 *                                                                              └─▶ dots of a terminal
 */
#ifndef SALTUS_RESULT_SCENE_H
#define SALTUS_RESULT_SCENE_H

#include "result/chart/chart.h"

/* An axis from low to high with round ticks: the numbers first + k*step themselves, ten to the power of them, or the
 * members of the row ... 1, 2, 5, 10, 20 ... with these numbers, 1 being the member 0. */
typedef enum sr_pattern { SR_EVEN, SR_POWERS, SR_ONE_TWO_FIVE } sr_pattern;
typedef struct sr_axis {
	double low, high, first, step; int ticks;
	sr_pattern pattern;
	sr_scale scale;
	bool reversed;
	const char *const *names; uint32_t name_count;
} sr_axis;
sr_axis sr_axis_over(double low, double high, int most_ticks, bool whole);
sr_axis sr_axis_as(const sr_axis_wish *wish, double low, double high, int most_ticks);
double sr_tick_at(const sr_axis *axis, int tick);
int sr_tick_text(char out[64], const sr_axis *axis, int tick, bool plain);       /* plain: ASCII; bytes */
int sr_tick_width(const sr_axis *axis);                       /* characters of the longest */
double sr_axis_part(const sr_axis *axis, double value);       /* 0 where the axis begins, 1 at its end; NAN: nowhere */
double sr_drawable(double v);        /* within the range in which differences are still numbers */

/* What the layers of a panel cover; where nothing does, 0 to 1. */
typedef struct sr_extent { sr_range x, y, second, cells; } sr_extent;
sr_extent *sr_extents(sb_arena *arena, const sr_chart *chart);            /* one for each panel, shared axes united */
bool sr_has_second(const sr_panel *panel);
const sr_cells *sr_cells_of(const sr_panel *panel);           /* NULL: there are none */
void sr_point(const sr_series *s, size_t i, double *x, double *y);
uint32_t sr_grid_columns(const sr_chart *chart);

/* Where a panel is: pixels, y downwards. */
typedef struct sr_frame { double x0, x1, y0, y1; sr_axis x, y, second; } sr_frame;
double sr_across(const sr_frame *f, double x);
double sr_down(const sr_frame *f, double y, bool second);

/* The paths of a curve, or of steps, cut off at the edges of the frame; a single point too. The arrays are lent. */
typedef void sr_path_taker(void *context, const double *x, const double *y, uint32_t n);
void sr_trace(const sr_frame *f, const sr_layer *layer, sr_path_taker *take, void *context);
/* The area of a band, cut likewise: closed paths. */
void sr_trace_band(const sr_frame *f, const sr_layer *layer, sr_path_taker *take, void *context);

/* The colours of layers, by number over the whole chart: those that ask for the next one get it. */
uint32_t sr_layer_color(const sr_layer *layer, uint32_t *next);
sr_dash sr_layer_dash(const sr_layer *layer, uint32_t color);
bool sr_takes_color(const sr_layer *layer);

void sr_add_layer(sr_scene *s, const sr_frame *f, const sr_layer *layer, const sr_range *cells, uint32_t color);

sr_scene *sr_scene_of_chart(const sr_chart *chart);

#endif
