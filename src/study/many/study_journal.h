/* Journals: what is finished of a long study, in a file that survives the process.
 *
 *     head     the first line, a fingerprint of model and settings, the shape of the entries
 *     entries  length, hash; number, state, bytes of the study; a message
 *     end      an entry of length 0: the study is complete
 *
 * Each entry is written by one call. Killing the process can at most cut the last entry, which its hash shows. What
 * follows a broken entry is not read, and is overwritten when the study goes on.
 *
 *     st_journal_kind kind = {.study = "sweep", .fingerprint = f, .shape = {points}, .size = bytes, .take = take, ...};
 *     st_journal_found found = st_journal_load(&kind, path);                takes over what is finished
 *     st_journal *j = st_journal_open(&kind, path, found.end, diag);        end = 0: begins anew
 *     st_journal_put(j, number, state, &(st_journal_part){at, bytes}, 1, message);
 *     st_journal_end(j, whole);
 */
#ifndef SALTUS_STUDY_JOURNAL_H
#define SALTUS_STUDY_JOURNAL_H

#include "base/diag.h"
#include <sys/types.h>

typedef struct st_journal st_journal;
enum { ST_JOURNAL_SHAPE = 6 };
/* What a journal is about. Only a journal with the same study, fingerprint, shape and size is read. */
typedef struct st_journal_kind {
	const char *study;               /* at most 10 letters */
	uint64_t fingerprint, shape[ST_JOURNAL_SHAPE];
	size_t size;                     /* of an entry without its message: bytes */
	/* Takes an entry over: `size` bytes, and its message or NULL. False: it cannot be an entry of this study. Then
	 * nothing is read from there on. */
	bool (*take)(void *context, uint64_t number, uint32_t state, const char *bytes, const char *message);
	void *context;
} st_journal_kind;

/* NONE: there is no such file, or nothing in it; OTHER: its head is another one. */
typedef enum st_journal_state { ST_JOURNAL_NONE, ST_JOURNAL_OTHER, ST_JOURNAL_SOME, ST_JOURNAL_WHOLE } st_journal_state;
/* How many entries were taken over, and where they end in the file. */
typedef struct st_journal_found { st_journal_state state; uint64_t entries; off_t end; } st_journal_found;
st_journal_found st_journal_load(const st_journal_kind *kind, const char *path);
/* For appending after the first `end` bytes; 0: anew. NULL after a report, whose help says what to do: it cannot be
 * written, or another process does. */
st_journal *st_journal_open(const st_journal_kind *kind, const char *path, off_t end, sb_diag *diag);

typedef struct st_journal_part { const void *at; size_t size; } st_journal_part;
/* The parts are written one after another; their sizes add up to that of the kind. The state is not 0; the message may
 * be NULL. By one thread at a time. After trouble nothing more is written. */
void st_journal_put(st_journal *j, uint64_t number, uint32_t state, const st_journal_part *parts, uint32_t count,
					const char *message);
void st_journal_touch(st_journal *j);                /* a sign of life, every few seconds; NULL is fine */
int st_journal_errno(const st_journal *j);           /* why it could not be written; 0: it could, or there is none */
void st_journal_end(st_journal *j, bool whole);      /* closes it; NULL is fine */

#endif
