/* What commands compare and draw: a file of results, or a model that is run for it. */
#ifndef SALTUS_TOOL_TAKE_RESULT_H
#define SALTUS_TOOL_TAKE_RESULT_H

#include "tool/tool.h"

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
