/* --isolate: the whole command in a process of its own. The first process keeps the rows (sr_record_journal) and waits.
 * However the second process ends, its results are there. If it ends without notice, the first process says so and
 * writes the results. */
#ifndef SALTUS_TOOL_ISOLATE_H
#define SALTUS_TOOL_ISOLATE_H

#include "tool/line/line.h"

/* True in the first process, with the status of the command. False in the second one, which goes on with the journal in
 * o->journal. */
bool tool_isolate(tool_options *o, int *status);
/* Of the second process: what follows is its own end. May be called by a signal handler. */
void tool_isolated_done(void);

#endif
