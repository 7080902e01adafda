/* A figure as a list of strokes and words, made once and drawn by each kind of output.
 *
 *     record ──choose──▶ panels (curves of one unit and a like size share one) ──axes, curves, legend──▶ marks ──▶ SVG
 *       | PNG
 */
#ifndef SALTUS_RESULT_FIGURE_H
#define SALTUS_RESULT_FIGURE_H

#include "result/result.h"

/* An axis from low to high with round ticks: first, first + step, ... `whole`: what is drawn are whole numbers. */
typedef struct sr_axis { double low, high, first, step; int ticks; } sr_axis;
sr_axis sr_axis_over(double low, double high, int most_ticks, bool whole);
int sr_tick_text(char out[32], const sr_axis *axis, int tick);
int sr_tick_width(const sr_axis *axis);                       /* characters of the longest */
double sr_abscissa(const sr_record *r, const sr_figure *figure, uint32_t row);
sr_axis sr_abscissa_axis(const sr_record *r, const sr_figure *figure, int most_ticks);
double sr_drawable(double v);        /* within the range in which differences are still numbers */

typedef struct sr_panel {
	const char *unit;
	sb_u32s columns;
	double low, high, least;
	bool whole;
	const sr_plot_wish *wish;
} sr_panel; /* least: the smallest range of a curve in it */
typedef struct sr_panels { sr_panel *at; uint32_t n, cap; } sr_panels;
sr_figure sr_figure_of_panel(const sr_figure *figure, const sr_panel *panel);       /* with the abscissa of the panel */
/* The panel below it has another abscissa, or there is none. */
bool sr_ends_axis(const sr_figure *figure, const sr_panels *panels, uint32_t i);
const char *sr_legend(const sr_record *r, const sr_panel *panel, uint32_t curve);
sr_panels sr_panels_of(sb_arena *arena, const sr_record *r, const sr_figure *figure);

typedef enum sr_mark_kind { SR_STROKE, SR_WORD, SR_BOX } sr_mark_kind;
typedef enum sr_anchor { SR_ANCHOR_START, SR_ANCHOR_MIDDLE, SR_ANCHOR_END } sr_anchor;
typedef struct sr_drawn {
	sr_mark_kind kind;
	uint32_t color;                  /* 0xRRGGBB */
	double width;                    /* of a stroke */
	double *x, *y; uint32_t n;       /* points of a stroke; one point of a word; two corners of a box */
	const char *text; double size; sr_anchor anchor; bool turned, bold;
} sr_drawn;
typedef struct sr_scene { sb_arena *arena; double width, height; sb_vec(sr_drawn) marks; } sr_scene;

sr_scene *sr_scene_of(const sr_record *r, const sr_figure *figure);
sr_scene *sr_scene_of_bars(const sr_bars *bars);
void sr_scene_free(sr_scene *scene);
void sr_scene_svg(const sr_scene *scene, sb_text *out);
bool sr_scene_png(const sr_scene *scene, const char *path, sb_diag *diag);

uint32_t sr_curve_color(uint32_t number);

#endif
