/* Commands about results that are there: pictures of them (command_plot.c), and what differs between two
 * (command_compare.c). What they take is a file of results, or a model that is run for it (take_result.c). */
#ifndef SALTUS_TOOL_RESULTS_H
#define SALTUS_TOOL_RESULTS_H

#include "tool/guard/tool_guard.h"

int tool_plot(int argc, char **argv);
int tool_compare(int argc, char **argv);

typedef struct tool_result {
	const sr_record *record;         /* NULL: there is none, and messages tell why */
	const char *label;               /* what the user calls it, or the name of the file */
	sr_record *read; st_model *model; st_experiments *run;       /* whose it is */
} tool_result;

/* [LABEL=]FILE.csv, [LABEL=]FILE.mat[:MATRIX], [LABEL=]FILE[:CLASS]. Messages are printed. A model is run with the
 * values of -p, as its settings say. */
tool_result tool_take_result(sb_arena *arena, const tool_options *o, const char *word);
void tool_result_free(tool_result *r);

#endif
