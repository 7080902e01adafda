/* Private to src/result/figure: the curves of a figure, and what panels they share. */
#ifndef SALTUS_RESULT_CURVES_H
#define SALTUS_RESULT_CURVES_H

#include "result/figure/figure.h"

/* One curve: a column over another one, in the order of the rows. */
enum { SR_OVER_TIME = UINT32_MAX };
typedef struct sr_curve {
	const sr_record *record;
	uint32_t y, x;
	const char *legend;
	uint32_t run;                            /* 0: the first one */
	uint32_t variable;                       /* its number in the figure: those of the same name have the same */
	bool second;
	uint32_t first_row, rows;
} sr_curve;
typedef sb_vec(sr_curve) sr_curves;

/* Curves that share a panel; `least` is the smallest range of one that moves. */
typedef struct sr_group {
	const char *unit;
	sr_curves curves;
	double low, high, least;
	bool whole;
	const sr_plot_wish *wish;
} sr_group;
typedef struct sr_groups { sr_group *at; uint32_t n, cap; } sr_groups;
sr_groups sr_groups_of(sb_arena *arena, const sr_record *r, const sr_figure *figure);
void sr_add_curve_layers(sb_arena *arena, const sr_figure *figure, const sr_group *group, uint32_t variables,
						 sr_panel *panel);

const sr_chart *sr_chart_of_bars(sb_arena *arena, const sr_bars *bars);

#endif
