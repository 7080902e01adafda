/* The progress bar of a run: simulated time, what is left, events and step size, on a terminal only. Messages of a long
 * run are shown at once in a line, and in full at the end. */
#ifndef SALTUS_TOOL_PROGRESS_H
#define SALTUS_TOOL_PROGRESS_H

#include "engine/engine.h"

/* told: messages of diag */
typedef struct tool_progress { bool off, on, shown; const sb_diag *diag; uint32_t told; } tool_progress;

tool_progress tool_progress_new(bool off, const sb_diag *diag);
bool tool_progress_show(void *context, const se_progress *p);
void tool_progress_clear(tool_progress *progress);

#endif
