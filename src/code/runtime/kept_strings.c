/* Strings made during a run. Equal strings are one, so a run that makes the same ones again and again does not grow;
 * and now and then those that no variable holds are given back. Strings in the code itself (literals) are never in
 * this table and stay. */
#include "code/runtime/runtime.h"

#include <stdlib.h>
#include <string.h>

typedef struct entry { struct entry *next; uint64_t hash; bool live; char text[]; } entry;

struct sc_strings { entry **slots; size_t cap, n, bytes, limit; };

enum { FIRST_LIMIT = 1 << 20 };

static void grow(sc_strings *s)
{
	size_t cap = s->cap ? s->cap * 2 : 64;
	entry **slots = sb_draw(NULL, cap * sizeof *slots);
	memset(slots, 0, cap * sizeof *slots);
	for (size_t k = 0; k < s->cap; k++)
		for (entry *e = s->slots[k], *next; e; e = next) {
			next = e->next;
			e->next = slots[e->hash & (cap - 1)];
			slots[e->hash & (cap - 1)] = e;
		}
	sb_put_back(s->slots);
	s->slots = slots;
	s->cap = cap;
}

static sc_strings *strings_of(sc_strings **strings)
{
	if (!*strings) {
		*strings = sb_draw(NULL, sizeof **strings);
		**strings = (sc_strings){ .limit = FIRST_LIMIT };
	}
	return *strings;
}

const char *sc_strings_keep(sc_strings **strings, const char *a, const char *b)
{
	sc_strings *s = strings_of(strings);
	size_t n = a ? strlen(a) : 0, m = b ? strlen(b) : 0;
	entry *fresh = sb_draw(NULL, sizeof *fresh + n + m + 1);
	memcpy(fresh->text, a ? a : "", n);
	memcpy(fresh->text + n, b ? b : "", m);
	fresh->text[n + m] = 0;
	fresh->hash = sb_hash(fresh->text, n + m, 0);
	fresh->live = false;
	if (s->n >= s->cap)
		grow(s);
	for (entry *e = s->slots[fresh->hash & (s->cap - 1)]; e; e = e->next)
		if (e->hash == fresh->hash && strcmp(e->text, fresh->text) == 0) {
			sb_put_back(fresh);
			return e->text;
		}
	fresh->next = s->slots[fresh->hash & (s->cap - 1)];
	s->slots[fresh->hash & (s->cap - 1)] = fresh;
	s->n++;
	s->bytes += sizeof *fresh + n + m + 1;
	return fresh->text;
}

static void mark_live(sc_strings *s, const char *text)
{
	if (!text || !s->cap)
		return;
	uint64_t hash = sb_hash(text, strlen(text), 0);
	for (entry *e = s->slots[hash & (s->cap - 1)]; e; e = e->next)
		if (e->text == text)
			e->live = true;
}

void sc_strings_sweep(sc_strings **strings, const char *const *const *live, const uint32_t *counts, uint32_t lists)
{
	sc_strings *s = *strings;
	if (!s || s->bytes < s->limit)
		return;
	for (uint32_t k = 0; k < lists; k++)
		for (uint32_t j = 0; j < counts[k]; j++)
			mark_live(s, live[k][j]);
	for (size_t k = 0; k < s->cap; k++)
		for (entry **at = &s->slots[k]; *at;) {
			entry *e = *at;
			if (e->live) {
				e->live = false;
				at = &e->next;
				continue;
			}
			*at = e->next;
			s->n--;
			s->bytes -= sizeof *e + strlen(e->text) + 1;
			sb_put_back(e);
		}
	s->limit = s->bytes * 2 > FIRST_LIMIT ? s->bytes * 2 : FIRST_LIMIT;
}

void sc_strings_free(sc_strings *s)
{
	if (!s)
		return;
	for (size_t k = 0; k < s->cap; k++)
		for (entry *e = s->slots[k], *next; e; e = next) {
			next = e->next;
			sb_put_back(e);
		}
	sb_put_back(s->slots);
	sb_put_back(s);
}
