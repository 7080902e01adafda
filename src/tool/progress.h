/* The progress bar of a run: simulated time, what is left, events and step size, on a terminal only. */
#ifndef SALTUS_TOOL_PROGRESS_H
#define SALTUS_TOOL_PROGRESS_H

#include "engine/engine.h"

typedef struct tool_progress { bool on, shown; } tool_progress;

tool_progress tool_progress_new(bool off);
bool tool_progress_show(void *context, const se_progress *p);
void tool_progress_clear(tool_progress *progress);

#endif
