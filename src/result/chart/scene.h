/* Private to src/result/chart: from a chart to strokes and words, on the way to each kind of output.
 *
 *     chart ──extent.c──▶ ranges ──chart_axis.c──▶ axes ──trace.c──▶ paths in pixels ──▶ marks of a scene ──▶ SVG | PNG
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

typedef enum sr_mark_kind { SR_STROKE, SR_WORD, SR_BOX, SR_AREA, SR_CIRCLE } sr_mark_kind;
typedef enum sr_anchor { SR_ANCHOR_START, SR_ANCHOR_MIDDLE, SR_ANCHOR_END } sr_anchor;
typedef struct sr_drawn {
	sr_mark_kind kind;
	uint32_t color;                  /* 0xRRGGBB */
	double width;                    /* of a stroke; the radius of a circle */
	double opacity;
	sr_dash dash;
	double *x, *y; uint32_t n;       /* points of a stroke or area; one point of a word or circle; corners of a box */
	const char *text; double size; sr_anchor anchor; bool turned, bold;
} sr_drawn;
typedef struct sr_scene { sb_arena *arena; double width, height; sb_vec(sr_drawn) marks; } sr_scene;

/* marks.c */
enum { SR_TEXT_SIZE = 13 };
sr_drawn *sr_add_path(sr_scene *s, sr_mark_kind kind, const double *x, const double *y, uint32_t n, uint32_t color);
sr_drawn *sr_add_line(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color, double width);
sr_drawn *sr_add_word(sr_scene *s, double x, double y, const char *text, sr_anchor anchor);
sr_drawn *sr_add_box(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color);
void sr_add_marker(sr_scene *s, double x, double y, sr_marker marker, double size, uint32_t color);
double sr_text_width(const char *text);      /* about, in pixels */

void sr_add_layer(sr_scene *s, const sr_frame *f, const sr_layer *layer, const sr_range *cells, uint32_t color);

sr_scene *sr_scene_of_chart(const sr_chart *chart);
void sr_scene_free(sr_scene *scene);
void sr_scene_svg(const sr_scene *scene, sb_text *out);
bool sr_scene_png(const sr_scene *scene, const char *path, sb_diag *diag);

#endif
