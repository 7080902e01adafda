#include "base/archive.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

sb_archive sb_archive_read(const void *bytes, size_t n)
{
	return (sb_archive){.reads = true, .at = (char *)bytes, .n = n};
}

void sb_archive_free(sb_archive *a)
{
	if (!a->reads)
		free(a->at);
	*a = (sb_archive){0};
}

void sb_archive_bytes(sb_archive *a, void *p, size_t size)
{
	if (!size)
		return;
	if (a->reads) {
		a->bad = a->bad || size > a->n - a->next;
		if (a->bad) {
			memset(p, 0, size);
			return;
		}
		memcpy(p, a->at + a->next, size);
		a->next += size;
		return;
	}
	if (a->room - a->n < size) {
		a->room = 2 * (a->room + size);
		a->at = sb_resize(a->at, a->room);
	}
	memcpy(a->at + a->n, p, size);
	a->n += size;
}

void sb_archive_tag(sb_archive *a, const char *tag)
{
	char text[8] = {0}, found[8];
	size_t n = strlen(tag);
	memcpy(text, tag, n < sizeof text ? n : sizeof text);
	memcpy(found, text, sizeof found);
	sb_archive_one(a, found);
	a->bad = a->bad || memcmp(text, found, sizeof text) != 0;
}

uint32_t sb_archive_count(sb_archive *a, uint32_t n, size_t size)
{
	sb_archive_one(a, n);
	if (a->reads && n > (a->n - a->next) / (size ? size : 1)) {
		a->bad = true;
		return 0;
	}
	return n;
}

const char *sb_archive_text(sb_archive *a, sb_arena *arena, const char *text)
{
	uint32_t n = sb_archive_count(a, text ? (uint32_t)strlen(text) + 1 : 0, 1);
	if (!a->reads) {
		sb_archive_bytes(a, (char *)text, n);
		return text;
	}
	if (!n)
		return NULL;
	char *copy = sb_alloc(arena, n);
	sb_archive_bytes(a, copy, n);
	copy[n - 1] = '\0';
	return copy;
}

void sb_archive_map(sb_archive *a, sb_map *map)
{
	uint32_t n = sb_archive_count(a, map->n, 2 * sizeof(uint64_t));
	uint64_t pair[2];
	if (a->reads)
		*map = sb_map_new(map->arena);
	for (uint32_t i = 0; a->reads ? i < n : i < map->cap; i++) {
		if (!a->reads && !map->used[i])
			continue;
		if (!a->reads) {
			pair[0] = map->keys[i];
			pair[1] = map->values[i];
		}
		sb_archive_one(a, pair);
		if (a->reads && !a->bad)
			sb_map_put(map, pair[0], pair[1]);
	}
}

void sb_archive_seal(sb_archive *out, const char *tag, uint64_t layout, const sb_archive *body)
{
	uint64_t length = body->n, sum = sb_hash(body->at, body->n, layout);
	sb_archive_tag(out, tag);
	sb_archive_one(out, layout);
	sb_archive_one(out, length);
	sb_archive_one(out, sum);
	sb_archive_bytes(out, body->at, body->n);
}

sb_seal sb_archive_open(const void *bytes, size_t n, const char *tag, uint64_t layout, sb_archive *body)
{
	sb_archive head = sb_archive_read(bytes, n);
	uint64_t written = 0, length = 0, sum = 0;
	sb_archive_tag(&head, tag);
	sb_archive_one(&head, written);
	sb_archive_one(&head, length);
	sb_archive_one(&head, sum);
	if (head.bad || written != layout)
		return SB_OTHER;
	if (length != n - head.next || sum != sb_hash((const char *)bytes + head.next, length, layout))
		return SB_DAMAGED;
	*body = sb_archive_read((const char *)bytes + head.next, length);
	return SB_SEALED;
}
