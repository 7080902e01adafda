/* Open addressing with linear probing. Removing closes the gap by moving back what had been pushed past it, so there
 * are no tombstones and a map that is filled and emptied for long stays fast. */
#include "base/map.h"

#include <string.h>

static uint32_t home(const sb_map *map, uint64_t key)
{
	key = (key ^ (key >> 32)) * 0x9e3779b97f4a7c15u;
	return (uint32_t)(key >> 32) & (map->cap - 1);
}

sb_map sb_map_new(sb_arena *arena)
{
	return (sb_map){.arena = arena};
}

sb_map sb_map_copy(sb_arena *arena, const sb_map *map)
{
	sb_map copy = *map;
	copy.arena = arena;
	if (!map->cap)
		return copy;
	copy.keys = memcpy(sb_new_array(arena, uint64_t, map->cap), map->keys, map->cap * sizeof *map->keys);
	copy.values = memcpy(sb_new_array(arena, uint64_t, map->cap), map->values, map->cap * sizeof *map->values);
	copy.used = memcpy(sb_new_array(arena, uint8_t, map->cap), map->used, map->cap * sizeof *map->used);
	return copy;
}

/* The slot of the key, or the free slot where it would go. */
static uint32_t locate(const sb_map *map, uint64_t key)
{
	uint32_t slot = home(map, key);
	while (map->used[slot] && map->keys[slot] != key)
		slot = (slot + 1) & (map->cap - 1);
	return slot;
}

bool sb_map_get(const sb_map *map, uint64_t key, uint64_t *value)
{
	if (!map->n)
		return false;
	uint32_t slot = locate(map, key);
	if (!map->used[slot])
		return false;
	*value = map->values[slot];
	return true;
}

static void resize(sb_map *map)
{
	sb_map old = *map;
	map->cap = old.cap ? old.cap * 2 : 16;
	map->keys = sb_new_array(map->arena, uint64_t, map->cap);
	map->values = sb_new_array(map->arena, uint64_t, map->cap);
	map->used = sb_new_array(map->arena, uint8_t, map->cap);
	for (uint32_t i = 0; i < old.cap; i++) {
		if (!old.used[i])
			continue;
		uint32_t slot = locate(map, old.keys[i]);
		map->used[slot] = 1;
		map->keys[slot] = old.keys[i];
		map->values[slot] = old.values[i];
	}
}

void sb_map_put(sb_map *map, uint64_t key, uint64_t value)
{
	if (map->n + 1 > map->cap - map->cap / 4)
		resize(map);
	uint32_t slot = locate(map, key);
	if (!map->used[slot]) {
		map->used[slot] = 1;
		map->keys[slot] = key;
		map->n++;
	}
	map->values[slot] = value;
}

bool sb_map_remove(sb_map *map, uint64_t key)
{
	if (!map->n)
		return false;
	uint32_t mask = map->cap - 1, gap = locate(map, key);
	if (!map->used[gap])
		return false;
	for (uint32_t slot = (gap + 1) & mask; map->used[slot]; slot = (slot + 1) & mask) {
		/* It may move back to the gap only if its home is not between the gap and where it is. */
		uint32_t pushed = (slot - home(map, map->keys[slot])) & mask;
		if (pushed < ((slot - gap) & mask))
			continue;
		map->keys[gap] = map->keys[slot];
		map->values[gap] = map->values[slot];
		gap = slot;
	}
	map->used[gap] = 0;
	map->n--;
	return true;
}

void *sb_map_find(const sb_map *map, const void *key)
{
	uint64_t value;
	return sb_map_get(map, (uint64_t)(uintptr_t)key, &value) ? (void *)(uintptr_t)value : NULL;
}

void sb_map_set(sb_map *map, const void *key, void *value)
{
	sb_map_put(map, (uint64_t)(uintptr_t)key, (uint64_t)(uintptr_t)value);
}
