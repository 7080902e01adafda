/* Arenas: memory that is given back all at once.
 *
 * Everything that the translator makes for a model (text, trees, expressions, equations, plans) lives in an arena and
 * is freed with it. Nothing in an arena is freed one by one, so no error path can leak. Growing vectors live in arenas
 * too. A vector that grows leaves its old memory behind; this costs at most as much again as the vector.
 *
 * Memory that must grow and shrink while a run goes on (recorded results, calendars) uses sb_resize and free.
 *
 * Nothing here returns NULL. When the machine has no memory left, the work ends: in a program that has Saltus inside
 * the call fails (door.h); the program `saltus` prints a message and ends with status 1.
 */
#ifndef SALTUS_BASE_ARENA_H
#define SALTUS_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct sb_arena sb_arena;

sb_arena *sb_arena_new(void);
void sb_arena_free(sb_arena *arena);              /* NULL is fine */
size_t sb_arena_used(const sb_arena *arena);      /* bytes handed out so far */

/* Work that may be in vain: what was allocated after the mark is given back. Nothing from before may point to it, nor a
 * vector from before have grown. */
typedef struct sb_mark { void *blocks; char *at, *end; size_t next_size, used; } sb_mark;
sb_mark sb_arena_mark(const sb_arena *arena);
void sb_arena_rewind(sb_arena *arena, sb_mark mark);

void *sb_alloc(sb_arena *arena, size_t size);     /* zeroed, aligned for any type */
char *sb_strdup(sb_arena *arena, const char *text);
char *sb_strndup(sb_arena *arena, const char *text, size_t length);
char *sb_printf(sb_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *sb_vprintf(sb_arena *arena, const char *format, va_list args) __attribute__((format(printf, 2, 0)));

#define sb_new(arena, T) ((T *)sb_alloc((arena), sizeof(T)))
#define sb_new_array(arena, T, n) ((T *)sb_alloc((arena), sizeof(T) * (size_t)(n)))

/* The way out when there is no memory left, to the door or with a message and status 1; also for what libraries
 * allocate and report as a failure. 0: how much was
 * asked for is not known. */
_Noreturn void sb_out_of_memory(size_t size);

/* The heap, for what grows and shrinks during a run: like realloc, but never NULL (size 0 gives a valid block too). */
void *sb_resize(void *block, size_t size);

/* A growing vector in an arena:  sb_vec(int) v = {0};  sb_push(arena, v, 7);  v.at[0], v.n  */
#define sb_vec(T) struct { T *at; uint32_t n, cap; }
#define sb_push(arena, v, value)                                                                                       \
	do {                                                                                                               \
		if ((v).n == (v).cap)                                                                                          \
			(v).at = sb_grow((arena), (v).at, &(v).cap, (v).n, sizeof *(v).at);                                        \
		(v).at[(v).n++] = (value);                                                                                     \
	} while (0)
void *sb_grow(sb_arena *arena, void *old, uint32_t *capacity, uint32_t count, size_t item);

typedef sb_vec(uint32_t) sb_u32s;
typedef sb_vec(const char *) sb_strings;

#endif
