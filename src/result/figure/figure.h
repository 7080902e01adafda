/* Figures: curves of records as charts.
 *
 *     record ──choose──▶ curves ──panels.c──▶ panels: curves of one unit and a like size share one ──▶ chart
 *
 * Where a figure says what each panel shows (sr_plot_wish), nothing is grouped. The same curves may be looked at as
 * spectra, or as histograms over the time (result/signal/result_signal.h). The first of several runs says what is
 * drawn.
 */
#ifndef SALTUS_RESULT_FIGURE_H
#define SALTUS_RESULT_FIGURE_H

#include "result/chart/chart.h"
#include "result/record/result_record.h"
#include "result/signal/result_signal.h"
#include "result/table/table.h"

/* Pictures. A figure has panels stacked over one time axis, or over one for each that is over something else; curves of
 * one unit share a panel, unless `plots` says what each panel is to show. */
typedef struct sr_plot_wish {
	const char *title, *label;                                /* "" : none; the unit of the curves */
	const uint32_t *columns; const char *const *legends; uint32_t count;      /* a legend "": the name of the column */
	double low, high;                                         /* NAN: as the curves are */
	bool versus; uint32_t x_column;                           /* over this column instead of what the figure says */
	const char *x_label;                                      /* NULL, "": that of the figure */
} sr_plot_wish;
/* How curves share panels: those of one unit and a like size, all, none. */
typedef enum sr_sharing { SR_BY_UNIT, SR_TOGETHER, SR_APART } sr_sharing;
typedef enum sr_view { SR_VIEW_CURVES, SR_VIEW_SPECTRUM, SR_VIEW_HISTOGRAM } sr_view;
/* A further run, drawn over the first: the columns of the same names. */
typedef struct sr_run { const sr_record *record; const char *label; } sr_run;
typedef struct sr_figure {
	const char *title;
	const uint32_t *columns; uint32_t count;                  /* what is drawn; 0: chosen by sr_choose */
	const uint32_t *right; uint32_t right_count;              /* drawn by a second axis, in the first panel */
	const sr_plot_wish *plots; uint32_t plot_count;
	const char *label; const sr_run *others; uint32_t other_count;   /* what this run is called, if there are others */
	bool versus; uint32_t x_column; /* over this column, in the order of the rows, instead of over time */
	double time_low, time_high;                               /* rows outside are left out; equal, or NAN: all are in */
	sr_axis_wish x, y, second;                                /* scales and ranges, of all panels; labels, if given */
	sr_sharing sharing; uint32_t panel_columns;               /* of the grid of panels; 0: one */
	sr_view view; sr_window window; uint32_t bins;
	bool points;                                              /* each row is marked, where there are few */
	bool events;                                              /* times with two limits are marked */
	bool equal;                                               /* one unit is as long on x as on y */
	const char *x_label;                                      /* NULL: the column's name, or time [s] */
	uint32_t width, height; /* pixels, or characters in the terminal; 0: the default */
	bool color;                                               /* terminal: with colours */
	bool unicode;                                             /* terminal: braille and box characters, else ASCII */
} sr_figure;
/* The chart is in the arena, and refers to the record. */
const sr_chart *sr_chart_of_figure(sb_arena *arena, const sr_record *r, const sr_figure *figure);
bool sr_plot(const sr_record *r, const sr_figure *figure, const char *path, sb_diag *diag);   /* .svg or .png */
void sr_plot_terminal(const sr_record *r, const sr_figure *figure, sb_text *out);
void sr_plot_svg(const sr_record *r, const sr_figure *figure, sb_text *out);
bool sr_bars_plot(const sr_bars *bars, const char *path, sb_diag *diag);                      /* .svg or .png */

/* What a person most likely wants to see, at most `most` columns: states at the top of the hierarchy, then outputs,
 * then other variables that move; never constants. Returns how many. */
uint32_t sr_choose(const sr_record *r, uint32_t *columns, uint32_t most);

#endif
