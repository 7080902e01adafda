/* Charts: what any study draws, told once and drawn as SVG, as PNG, or in a terminal.
 *
 *     chart ── panels in a grid ── layers (curves, points, bands, cells, bars, lines, texts)
 *                  │
 *                  └── axes: x, y, and a second y on the right
 *
 * A chart is a description: structs that the caller fills in, from {0}, and owns. Whatever is zero is chosen here, so
 * the smallest chart is a panel with a curve:
 *
 *     sr_layer curve = {.kind = SR_CURVE, .data = {.x = t, .y = v, .n = n}, .legend = "v"};
 *     sr_panel panel = {.x = {.label = "time [s]"}, .y = {.label = "V"}, .layers = &curve, .count = 1};
 *     sr_chart chart = {.title = "A capacitor", .panels = &panel, .count = 1};
 *     sr_chart_write(&chart, "v.svg", diag);
 *
 * Layers are drawn in their order, bands and cells before curves where the caller wants to see the curves. What a layer
 * kind reads of its members:
 *
 *     SR_CURVE       data          a line through the points, in their order; a value that is not finite is a gap
 *     SR_STEPS       data          a line that keeps each value until the next x
 *     SR_POINTS      data, marker  a mark at each point
 *     SR_BAND        data, upper   the area between y and upper, over the same x
 *     SR_BARS        data, breadth a bar at each x, from zero to y, `breadth` wide in units of x
 *     SR_CELLS       cells         a heat map; the panel gets a colour bar
 *     SR_VERTICAL    data.x        a line across the panel at each x; `text` stands at its upper end
 *     SR_HORIZONTAL  data.y        a line across the panel at each y; `text` stands at its right end
 *     SR_EVENTS      data.x        ticks at the lower edge: something happened there
 *     SR_TEXT        data, text    words beside the first point
 *
 * Points are given by arrays, or by a function, so that a record of 10^7 rows need not be copied. A curve is thinned to
 * what a pixel can show: of the points in half a pixel column the first, the lowest, the highest and the last stay, so
 * no peak is lost and the drawing costs one pass over the points. What lies outside of the range of an axis is cut off
 * at the panel's edge; what no axis can show (zero on a logarithmic one) is a gap.
 *
 * Colours can be told apart by people who see red and green alike, and differ in lightness; curves past the seventh are
 * dashed, past the fourteenth dotted. In the terminal curves are told apart by colour, or, where there is none, by
 * letters.
 */
#ifndef SALTUS_RESULT_CHART_H
#define SALTUS_RESULT_CHART_H

#include "base/diag.h"
#include "result/drawing/drawing.h"

typedef enum sr_scale { SR_LINEAR, SR_LOGARITHMIC } sr_scale;
typedef struct sr_axis_wish {
	const char *label;                        /* NULL, "": none */
	const char *brief;                        /* instead of it in a terminal, where room is short; NULL: the same */
	sr_scale scale;
	double low, high;                         /* low == high, or NAN for one of them: as the layers are */
	bool reversed;                            /* grows to the left, or downwards */
	double every;                             /* ticks at multiples of it, as 45 for degrees; 0: at round numbers */
	bool whole;                               /* only whole numbers mean something: no ticks between them */
	const char *const *names; uint32_t name_count;    /* names[k] stands where 1 + k would: categories */
} sr_axis_wish;

typedef struct sr_range { double low, high; } sr_range;

/* n points: from arrays, or if `at` is given from it. */
typedef struct sr_series {
	size_t n;
	const double *x, *y;
	void (*at)(const void *source, size_t i, double *x, double *y); const void *source;
} sr_series;

/* A grid of values, row by row from low y: value[row*columns + column]. x has columns + 1 edges, y rows + 1. A value
 * that is not finite is shown in grey. */
typedef struct sr_cells {
	uint32_t columns, rows; const double *x, *y, *value;
	sr_axis_wish of;                          /* the colour bar */
} sr_cells;

typedef enum sr_layer_kind {
	SR_CURVE, SR_STEPS, SR_POINTS, SR_BAND, SR_BARS, SR_CELLS, SR_VERTICAL, SR_HORIZONTAL, SR_EVENTS, SR_TEXT
} sr_layer_kind;

/* A colour: 0 the next one of the chart; 1, 2, ... one of the palette; sr_rgb; sr_shade. */
enum { SR_EXACT = 0x1000000, SR_INK = SR_EXACT | 0x333333, SR_GREY = SR_EXACT | 0x888888 };
uint32_t sr_rgb(uint32_t color);              /* 0xRRGGBB of a colour that is not 0 */
uint32_t sr_shade(double part);               /* from dark (0) to light (1), as cells have it: for curves of a sweep */

typedef struct sr_layer {
	sr_layer_kind kind;
	sr_series data;
	const double *upper;                      /* of a band */
	double breadth;                           /* of bars */
	const sr_cells *cells;
	const char *legend, *text;                /* NULL, "": none */
	uint32_t color; sr_dash dash; sr_marker marker;
	double width, opacity;                    /* of a line in pixels, size of a marker; 0: as usual */
	bool second;                              /* by the second y axis */
} sr_layer;

typedef struct sr_panel {
	const char *title;
	sr_axis_wish x, y, second;
	const sr_layer *layers; uint32_t count;
	bool equal;                               /* one unit is as long on x as on y (loci, phase portraits) */
	bool x_below;                             /* the x axis is the one of the panel below: same range, numbers there */
	bool y_left;                              /* the same with the y axis of the panel on the left */
} sr_panel;

typedef struct sr_chart {
	const char *title;
	const sr_panel *panels; uint32_t count;   /* row by row */
	uint32_t columns;                         /* of the grid of panels; 0: one */
	uint32_t width, height;                   /* pixels; 0: as the panels need */
	const char *empty;                        /* what is said where there is no panel */
} sr_chart;

bool sr_chart_write(const sr_chart *chart, const char *path, sb_diag *diag);      /* .svg or .png; false: reported */
void sr_chart_svg(const sr_chart *chart, sb_text *out);

typedef struct sr_screen { uint32_t width, height; bool color, unicode; } sr_screen;     /* characters; 0: 80 x 20 */
void sr_chart_text(const sr_chart *chart, const sr_screen *screen, sb_text *out);

#endif
