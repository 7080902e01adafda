/* Hash maps in an arena: 64-bit keys (numbers, or pointers of interned names) to 64-bit values. */
#ifndef SALTUS_BASE_MAP_H
#define SALTUS_BASE_MAP_H

#include "base/arena.h"

typedef struct sb_map { sb_arena *arena; uint64_t *keys, *values; uint8_t *used; uint32_t n, cap; } sb_map;

/* Two numbers as one key. */
static inline uint64_t sb_pair(uint32_t a, uint32_t b)
{
	return (uint64_t)a << 32 | b;
}

sb_map sb_map_new(sb_arena *arena);
sb_map sb_map_copy(sb_arena *arena, const sb_map *map);
bool sb_map_get(const sb_map *map, uint64_t key, uint64_t *value);   /* false and *value untouched if absent */
void sb_map_put(sb_map *map, uint64_t key, uint64_t value);          /* adds or replaces */
bool sb_map_remove(sb_map *map, uint64_t key);

void *sb_map_find(const sb_map *map, const void *key);               /* pointers to pointers; NULL if absent */
void sb_map_set(sb_map *map, const void *key, void *value);

#endif
