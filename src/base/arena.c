/* Arenas and the heap. Blocks come zeroed (stock.h), so handing out memory is an addition; a large request gets a
 * block of its own and leaves the current one in use. Under the address sanitizer everything that is not handed out is
 * poisoned, with a gap after each piece, so that running over an end is found as on the heap. For the same reason a
 * short vector has no room to spare then. */
#include "base/arena.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/check.h"
#include "base/door.h"
#include "base/sanitized.h"
#include "base/stock.h"
#include "base/stop.h"

#if SB_SANITIZED
#include <sanitizer/asan_interface.h>
enum { GAP = 16, SNUG = 64 };        /* bytes; entries of a vector */
#else
#define ASAN_POISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
#define ASAN_UNPOISON_MEMORY_REGION(at, size) ((void)(at), (void)(size))
enum { GAP = 0, SNUG = 0 };
#endif

enum { ALIGNMENT = 16, FIRST_BLOCK = 8 << 10, LARGEST_BLOCK = 1 << 20 };

typedef struct block {
	struct block *next;
	size_t size;               /* of the memory after this header */
} block;

struct sb_arena {
	block *blocks;             /* the first is the one in use, unless it was made for a large request */
	char *at, *end;            /* what is left of the block in use */
	size_t next_size, used;
};

_Static_assert(sizeof(block) % ALIGNMENT == 0, "what follows a block's header is aligned");
_Static_assert(_Alignof(max_align_t) <= ALIGNMENT, "aligned for any type");

_Noreturn void sb_out_of_memory(size_t size)
{
	char line[400], more[80] = "";
	if (size)
		snprintf(more, sizeof more, " (%zu bytes more were asked for)", size);
	snprintf(line, sizeof line, "out of memory%s%s%s%s%s", more, *sb_doing_phase() ? " while " : "", sb_doing_phase(),
	         *sb_doing_what() ? ": " : "", sb_doing_what());
	sb_go_to_door(line);
	fprintf(stderr, "saltus: %s\n", line);
	fflush(NULL);
	sb_end(EXIT_FAILURE);
}

bool (*sb_refuse_memory)(size_t size);

static char *new_block(sb_arena *arena, size_t size)
{
	if (size > SIZE_MAX / 2)
		sb_out_of_memory(size);
	block *b = sb_draw_zeros(sizeof(block) + size);
	b->size = size;
	b->next = arena->blocks;
	arena->blocks = b;
	ASAN_POISON_MEMORY_REGION(b + 1, size);
	return (char *)(b + 1);
}

sb_arena *sb_arena_new(void)
{
	sb_arena *arena = sb_draw_zeros(sizeof *arena);
	arena->next_size = FIRST_BLOCK;
	return arena;
}

/* The blocks that came after `last`: the newer ones are in front. */
static void free_blocks(sb_arena *arena, const block *last)
{
	while (arena->blocks != last) {
		block *b = arena->blocks;
		sb_must(b, "an arena is rewound to a mark that is not its own");
		arena->blocks = b->next;
		ASAN_UNPOISON_MEMORY_REGION(b + 1, b->size);
		sb_put_back(b);
	}
}

void sb_arena_free(sb_arena *arena)
{
	if (!arena)
		return;
	free_blocks(arena, NULL);
	sb_put_back(arena);
}

sb_mark sb_arena_mark(const sb_arena *arena)
{
	return (sb_mark){ arena->blocks, arena->at, arena->end, arena->next_size, arena->used };
}

void sb_arena_rewind(sb_arena *arena, sb_mark mark)
{
	/* in the same block; what lies behind is zero still */
	size_t used = (size_t)((arena->end == mark.end ? arena->at : mark.end) - mark.at);
	free_blocks(arena, mark.blocks);
	if (used) {
		ASAN_UNPOISON_MEMORY_REGION(mark.at, used);
		memset(mark.at, 0, used);
		ASAN_POISON_MEMORY_REGION(mark.at, used);
	}
	arena->at = mark.at;
	arena->end = mark.end;
	arena->next_size = mark.next_size;
	arena->used = mark.used;
}

size_t sb_arena_used(const sb_arena *arena)
{
	return arena->used;
}

static size_t rounded(size_t size)
{
	return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT + GAP;
}

void *sb_alloc(sb_arena *arena, size_t size)
{
	if (size > SIZE_MAX / 2)
		sb_out_of_memory(size);
	size_t need = rounded(size ? size : 1);
	char *at;
	if (need <= (size_t)(arena->end - arena->at)) {
		at = arena->at;
		arena->at += need;
	} else if (need > arena->next_size / 4) {
		at = new_block(arena, need);
	} else {
		at = new_block(arena, arena->next_size);
		arena->at = at + need;
		arena->end = at + arena->next_size;
		/* at most a fifth of it lies idle: many are kept for long */
		if (arena->next_size < LARGEST_BLOCK && arena->next_size < arena->used / 4)
			arena->next_size *= 2;
	}
	arena->used += size;
	ASAN_UNPOISON_MEMORY_REGION(at, size);
	return at;
}

char *sb_strndup(sb_arena *arena, const char *text, size_t length)
{
	char *copy = sb_alloc(arena, length + 1);
	if (length)
		memcpy(copy, text, length);
	return copy;
}

char *sb_strdup(sb_arena *arena, const char *text)
{
	return sb_strndup(arena, text, strlen(text));
}

char *sb_vprintf(sb_arena *arena, const char *format, va_list args)
{
	char small[256];
	va_list again;
	va_copy(again, args);
	int length = vsnprintf(small, sizeof small, format, args);
	char *text = length < 0 ? sb_strdup(arena, format)
				 : (size_t)length < sizeof small ? sb_strndup(arena, small, (size_t)length) : NULL;
	if (!text) {
		text = sb_alloc(arena, (size_t)length + 1);
		vsnprintf(text, (size_t)length + 1, format, again);
	}
	va_end(again);
	return text;
}

char *sb_printf(sb_arena *arena, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	char *text = sb_vprintf(arena, format, args);
	va_end(args);
	return text;
}

void *sb_resize(void *block_, size_t size)
{
	void *resized = sb_refuse_memory && sb_refuse_memory(size) ? NULL : realloc(block_, size ? size : 1);
	if (!resized)
		sb_out_of_memory(size);
	return resized;
}

/* The vector that grows is often the last thing that was made: then it is extended where it is. */
static bool extend(sb_arena *arena, const void *old, size_t old_size, size_t new_size)
{
	if (GAP > 0 || !old || (const char *)old + rounded(old_size) != arena->at)
		return false;
	size_t more = rounded(new_size) - rounded(old_size);
	if (more > (size_t)(arena->end - arena->at))
		return false;
	arena->at += more;
	arena->used += new_size - old_size;
	return true;
}

void *sb_grow(sb_arena *arena, void *old, uint32_t *capacity, uint32_t count, size_t item)
{
	if (*capacity > UINT32_MAX / 2 || (size_t)*capacity * 2 > SIZE_MAX / 2 / item)
		sb_out_of_memory(SIZE_MAX);
	uint32_t twice = *capacity ? *capacity * 2 : item > 64 ? 4 : 8;
	uint32_t larger = *capacity + 1 <= SNUG ? *capacity + 1 : twice;
	size_t old_size = *capacity * item;
	if (extend(arena, old, old_size, larger * item)) {
		*capacity = larger;
		return old;
	}
	void *grown = sb_alloc(arena, larger * item);        /* which may not come back: the vector is whole until then */
	*capacity = larger;
	if (count)
		memcpy(grown, old, count * item);
	return grown;
}
