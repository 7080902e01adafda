/* Commands that simulate many times: sweeps, searches for the best values, fits. Each keeps a journal, so that a study
 * that was ended goes on; what they say about the journal of an earlier call is here (journal_job.c): its results are
 * not thrown away by mistake. */
#ifndef SALTUS_TOOL_STUDY_H
#define SALTUS_TOOL_STUDY_H

#include "study/many/study_journal.h"
#include "tool/guard/tool_guard.h"

int tool_sweep(int argc, char **argv);
int tool_optimise(int argc, char **argv);
int tool_fit(int argc, char **argv);

/* The words of a study, and the codes of its messages. */
typedef struct tool_journal_words {
	const char *study, *entries;     /* "sweep", "points" */
	const char *other, *unfinished;  /* codes: entries of another model; entries that --resume would go on with */
} tool_journal_words;

/* May the study go on after what was found? `resume`: it was asked for. False after a report. */
bool tool_journal_goes_on(const tool_journal_words *w, const char *path, const st_journal_found *found, bool resume,
						  sb_diag *diag);
/* --resume where there is nothing to go on with: it is told, with this code, and the study begins. */
void tool_journal_tell_none(const tool_journal_words *w, const char *code, const char *path, sb_diag *diag);

#endif
