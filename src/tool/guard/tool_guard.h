/* The guard of the process: signals, --timeout and --memory, external C that crashes or does not return, and what it
 * may have changed.
 *
 * A thread of its own, the watcher, looks at the clock and at the memory twenty times a second. The user with Ctrl-C,
 * or the watcher, asks for the end (base/stop.h). What follows depends on the phase:
 *
 *     translating   there is nothing to keep: the main thread says what it was doing, cleans up, and ends
 *     simulating    the run notices it and ends with the results that it has. After half a second the watcher sends a
 *                   signal to each thread that does not notice it; the thread leaves external C, or the simulation
 *     finishing     files are written; this is not disturbed
 *
 * A second signal ends the program at once, in every phase; files that are not complete are removed. */
#ifndef SALTUS_TOOL_GUARD_H
#define SALTUS_TOOL_GUARD_H

#include "tool/line/line.h"

typedef enum tool_phase { TOOL_TRANSLATING, TOOL_SIMULATING, TOOL_FINISHING } tool_phase;

void tool_guard(const tool_options *o);                      /* begins */
void tool_guard_phase(tool_phase phase);
void tool_guard_put_back(sb_diag *diag); /* what external C has changed: the folder, stdout; says so */
/* What the process ends with: of a signal 128 + its number; finishing from here on. */
int tool_guard_status(int status);
/* At the end of a command: where a computation was left in the middle nothing can be freed, and the process ends
 * here. */
void tool_guard_end(int status);
const char *tool_stop_name(sb_stop why);                     /* as a status in JSON */

#endif
