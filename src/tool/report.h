/* What an experiment tells at its end: the parts of OUTPUT, and the tables of statistics and resources. */
#ifndef SALTUS_TOOL_REPORT_H
#define SALTUS_TOOL_REPORT_H

#include "base/json.h"
#include "study/experiment/experiment.h"
#include "tool/tool.h"

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

#endif
