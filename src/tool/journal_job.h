/* Journals of studies as the commands take them: results of an earlier call are not thrown away by mistake. */
#ifndef SALTUS_TOOL_JOURNAL_JOB_H
#define SALTUS_TOOL_JOURNAL_JOB_H

#include "study/many/study_journal.h"

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
