/* What commands show: what an experiment tells at its end, the parts of OUTPUT and the tables of statistics and
 * resources; pictures that the command line asks for; and the progress of a run (progress.h). */
#ifndef SALTUS_TOOL_REPORT_H
#define SALTUS_TOOL_REPORT_H

#include "base/json.h"
#include "study/experiment/experiment.h"
#include "tool/line/line.h"

/* report.c */
void tool_report_text(const st_outcome *o, sb_text *out);                /* nothing, if there are none */
void tool_report_json(const st_outcome *o, sb_json *out);                /* "statistics" and "resources" */

/* output.c: lists, plots and bars as text into `out`; pictures into files, whose names are added to `drawn`. `number`
 * counts the pictures of all experiments. False: one could not be drawn or shown. */
typedef struct tool_pictures {
	const sb_strings *files;         /* of --plot: each picture is drawn into each file; "" is the terminal */
	uint32_t number; sb_strings drawn; sb_arena *arena;
} tool_pictures;
bool tool_show_outputs(const st_model *m, const st_outcome *o, tool_pictures *pictures, sb_text *out);
bool tool_draws(const sm_model *m);                                      /* there is a GRAPH among the parts */
bool tool_needs_rows(const sm_model *m); /* a part shows what was stored of the last run */
void tool_terminal_size(uint32_t *width, uint32_t *height);

/* picture_draw.c: draws a record, with what the picture asks for on top of what the figure has; others are drawn over
 * it. False after a report. */
bool tool_picture_draw(const tool_picture *p, const sr_record *r, const sr_figure *figure, sb_diag *diag);
bool tool_chart_draw(const tool_picture *p, const sr_chart *chart, sb_diag *diag);       /* to where it belongs */
/* What the patterns select of a record, in their order, at most `most`. False after an error for each that selects
 * nothing. */
bool tool_select(const sr_record *r, const sb_strings *patterns, const char *option, sb_arena *arena, sb_diag *diag,
				 sb_u32s *out);

#endif
