/* Interned names: one open table of pointers, with the hashes beside them so that growing never reads the names. */
#include "base/text.h"

#include <string.h>

struct sb_names {
	sb_arena *arena;
	const sb_names *below;     /* asked first; NULL: none */
	const char **at;
	uint64_t *hashes;
	size_t n, cap;             /* cap is a power of two */
};

uint64_t sb_hash(const void *data, size_t length, uint64_t seed)
{
	const uint64_t odd = 0x9e3779b97f4a7c15u;
	const unsigned char *at = data;
	uint64_t h = seed ^ (length * odd);
	for (; length >= 8; length -= 8, at += 8) {
		uint64_t word;
		memcpy(&word, at, 8);
		h = (h ^ word) * odd;
		h ^= h >> 29;
	}
	uint64_t rest = 0;
	if (length)
		memcpy(&rest, at, length);
	h = (h ^ rest) * 0xbf58476d1ce4e5b9u;
	h ^= h >> 32;
	h *= 0x94d049bb133111ebu;
	return h ^ (h >> 29);
}

sb_names *sb_names_new(sb_arena *arena)
{
	sb_names *names = sb_new(arena, sb_names);
	names->arena = arena;
	names->cap = 256;
	names->at = sb_new_array(arena, const char *, names->cap);
	names->hashes = sb_new_array(arena, uint64_t, names->cap);
	return names;
}

sb_names *sb_names_over(sb_arena *arena, const sb_names *below)
{
	sb_names *names = sb_names_new(arena);
	names->below = below;
	return names;
}

static void enlarge(sb_names *names)
{
	size_t cap = names->cap * 2;
	const char **at = sb_new_array(names->arena, const char *, cap);
	uint64_t *hashes = sb_new_array(names->arena, uint64_t, cap);
	for (size_t i = 0; i < names->cap; i++) {
		if (!names->at[i])
			continue;
		size_t slot = names->hashes[i] & (cap - 1);
		while (at[slot])
			slot = (slot + 1) & (cap - 1);
		at[slot] = names->at[i];
		hashes[slot] = names->hashes[i];
	}
	names->at = at;
	names->hashes = hashes;
	names->cap = cap;
}

/* The slot of a name, or the free one where it would go. */
static size_t slot_of(const sb_names *names, const char *text, size_t length, uint64_t hash)
{
	size_t slot = hash & (names->cap - 1);
	for (; names->at[slot]; slot = (slot + 1) & (names->cap - 1)) {
		const char *name = names->at[slot];
		/* strncmp stops at the name's end, so the byte at [length] is only read when the name is that long. */
		if (names->hashes[slot] == hash && strncmp(name, text, length) == 0 && name[length] == 0)
			break;
	}
	return slot;
}

const char *sb_internn(sb_names *names, const char *text, size_t length)
{
	const char *known = names->below ? sb_internedn(names->below, text, length) : NULL;
	if (known)
		return known;
	uint64_t hash = sb_hash(text, length, 0);
	size_t slot = slot_of(names, text, length, hash);
	if (names->at[slot])
		return names->at[slot];
	const char *name = sb_strndup(names->arena, text, length);
	names->at[slot] = name;
	names->hashes[slot] = hash;
	if (++names->n > names->cap / 2)
		enlarge(names);
	return name;
}

const char *sb_internedn(const sb_names *names, const char *text, size_t length)
{
	const char *known = names->below ? sb_internedn(names->below, text, length) : NULL;
	return known ? known : names->at[slot_of(names, text, length, sb_hash(text, length, 0))];
}

const char *sb_intern(sb_names *names, const char *text)
{
	return sb_internn(names, text, strlen(text));
}

const char *sb_intern_text(sb_names *names, sb_text *text)
{
	const char *name = sb_intern(names, text->at ? text->at : "");
	sb_text_free(text);
	return name;
}
