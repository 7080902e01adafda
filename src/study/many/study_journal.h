/* Journals: what is finished of a long study, in a file that survives the process.
 *
 *     head     bytes of the study: a line, a fingerprint, counts
 *     entries  length, hash; number, state, bytes of the study
 *     end      an entry of length 0: the study is complete
 *
 * Each entry is written by one call, so that whoever kills the process can at most cut the last one, which its hash
 * shows. What follows a broken entry is not read, and overwritten when the study goes on. */
#ifndef SALTUS_STUDY_JOURNAL_H
#define SALTUS_STUDY_JOURNAL_H

#include "base/diag.h"
#include <sys/types.h>

typedef struct st_journal st_journal;
/* NONE: there is no such file, or nothing in it; OTHER: its head is another one. */
typedef enum st_journal_state { ST_JOURNAL_NONE, ST_JOURNAL_OTHER, ST_JOURNAL_SOME, ST_JOURNAL_WHOLE } st_journal_state;
typedef struct st_journal_kind {
	const void *head; size_t head_size;
	/* Takes an entry over. False: it cannot be one, and nothing is read from there on. */
	bool (*take)(void *context, uint64_t number, uint32_t state, const char *bytes, uint32_t length);
	void *context;
} st_journal_kind;

/* `entries`: how many were taken over; `good`: where they end in the file. */
st_journal_state st_journal_load(const st_journal_kind *kind, const char *path, uint64_t *entries, off_t *good);
/* For appending after the first `good` bytes; 0: anew. NULL after a report, whose help says what to do. */
st_journal *st_journal_new(const st_journal_kind *kind, const char *path, off_t good, sb_diag *diag);
/* By one thread at a time; nothing any more once there was trouble. The state is not 0. */
void st_journal_put(st_journal *j, uint64_t number, uint32_t state, const char *bytes, uint32_t length);
void st_journal_touch(st_journal *j);                /* a sign of life, every few seconds */
int st_journal_errno(const st_journal *j);           /* why it could not be written; 0: it could, or there is none */
void st_journal_end(st_journal *j, bool whole);      /* closes it; NULL is fine */

#endif
