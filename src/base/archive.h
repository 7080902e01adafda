/* The state of something as a sequence of bytes without pointers. One function both writes and reads it, so that the
 * two cannot differ:
 *
 *     static void clock_state(clock *c, sb_archive *a)
 *     {
 *         sb_archive_tag(a, "clock");
 *         sb_archive_one(a, c->time);
 *         sb_archive_bytes(a, c->ticks, c->n * sizeof *c->ticks);
 *     }
 *
 * When an archive is read, each value is put where writing would have taken it from. If the bytes end too early, or the
 * tags differ, `bad` is set, and everything that is read afterwards is zero: the caller asks once, at the end. */
#ifndef SALTUS_BASE_ARCHIVE_H
#define SALTUS_BASE_ARCHIVE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/map.h"
#include <stdbool.h>

typedef struct sb_archive { bool reads, bad; char *at; size_t n, room, next; } sb_archive;

sb_archive sb_archive_read(const void *bytes, size_t n);         /* which must outlive it */
void sb_archive_free(sb_archive *a);                             /* of one that was written */
void sb_archive_bytes(sb_archive *a, void *p, size_t size);
#define sb_archive_one(a, value) sb_archive_bytes(a, &(value), sizeof(value))
void sb_archive_tag(sb_archive *a, const char *tag);             /* up to eight characters */
/* How many of `size` bytes each follow: as it is, or as it was written. 0 where so many cannot follow. */
uint32_t sb_archive_count(sb_archive *a, uint32_t n, size_t size);
/* what is read is in the arena; NULL is one, too */
const char *sb_archive_text(sb_archive *a, sb_arena *arena, const char *text);
void sb_archive_map(sb_archive *a, sb_map *map);                 /* of numbers; it must have been made */

void sb_archive_messages(sb_archive *a, sb_diag *diag);          /* reading adds them; the sources must be there */

/* What was written, sealed: a tag, what its layout is, its length and a hash stand before it. Reading gives what is
 * inside, which must not outlive the bytes. */
typedef enum sb_seal { SB_SEALED, SB_OTHER, SB_DAMAGED } sb_seal;        /* whole; of another kind or layout; damaged */
void sb_archive_seal(sb_archive *out, const char *tag, uint64_t layout, const sb_archive *body);
sb_seal sb_archive_open(const void *bytes, size_t n, const char *tag, uint64_t layout, sb_archive *body);

/* A vector of things without pointers. */
#define sb_archive_vec(a, arena, v)                                                                                    \
	do {                                                                                                               \
		uint32_t sb_count = sb_archive_count(a, (v).n, sizeof *(v).at);                                                \
		if ((a)->reads) {                                                                                              \
			(v).at = sb_count ? sb_alloc(arena, sb_count * sizeof *(v).at) : NULL;                                     \
			(v).n = (v).cap = sb_count;                                                                                \
		}                                                                                                              \
		sb_archive_bytes(a, (v).at, (v).n * sizeof *(v).at);                                                           \
	} while (0)

#endif
