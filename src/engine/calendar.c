/* The calendar as a binary heap in one block of memory. Where the entry of each condition is in it is known, because conditions whose
 * time moves are many. */
#include "engine/calendar.h"
#include "base/arena.h"
#include <stdlib.h>

struct se_calendar { se_entry *at; uint32_t n, cap; uint64_t order; uint32_t *where, known; };     /* by number of SE_WATCH: place + 1 */

se_calendar *se_calendar_new(void)
{
	se_calendar *c = sb_resize(NULL, sizeof *c);
	*c = (se_calendar){0};
	return c;
}

void se_calendar_free(se_calendar *c)
{
	if (c) {
		free(c->at);
		free(c->where);
	}
	free(c);
}

void se_calendar_clear(se_calendar *c)
{
	c->n = 0;
	c->order = 0;
	for (uint32_t i = 0; i < c->known; i++)
		c->where[i] = 0;
}

static bool before(const se_entry *a, const se_entry *b)
{
	if (a->time != b->time)
		return a->time < b->time;
	if (a->priority != b->priority)
		return a->priority < b->priority;
	return a->order < b->order;
}

static void note_place(se_calendar *c, uint32_t i)
{
	if (c->at[i].kind == SE_WATCH)
		c->where[c->at[i].number] = i + 1;
}

static void swap(se_calendar *c, uint32_t i, uint32_t j)
{
	se_entry kept = c->at[i];
	c->at[i] = c->at[j];
	c->at[j] = kept;
	note_place(c, i);
	note_place(c, j);
}

static void make_known(se_calendar *c, uint32_t watch)
{
	if (watch < c->known)
		return;
	uint32_t known = watch < 8 ? 16 : 2 * watch;
	c->where = sb_resize(c->where, known * sizeof *c->where);
	for (uint32_t i = c->known; i < known; i++)
		c->where[i] = 0;
	c->known = known;
}

static void rise(se_calendar *c, uint32_t i)
{
	for (; i && before(&c->at[i], &c->at[(i - 1) / 2]); i = (i - 1) / 2)
		swap(c, i, (i - 1) / 2);
}

static void sink(se_calendar *c, uint32_t i)
{
	for (;;) {
		uint32_t first = i, left = 2 * i + 1, right = left + 1;
		if (left < c->n && before(&c->at[left], &c->at[first]))
			first = left;
		if (right < c->n && before(&c->at[right], &c->at[first]))
			first = right;
		if (first == i)
			return;
		swap(c, i, first);
		i = first;
	}
}

void se_calendar_put(se_calendar *c, double time, int priority, se_entry_kind kind, uint32_t number)
{
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 16;
		c->at = sb_resize(c->at, c->cap * sizeof *c->at);
	}
	if (kind == SE_WATCH)
		make_known(c, number);
	c->at[c->n] = (se_entry){time, priority, c->order++, kind, number};
	note_place(c, c->n);
	rise(c, c->n++);
}

static void remove_at(se_calendar *c, uint32_t i)
{
	if (c->at[i].kind == SE_WATCH)
		c->where[c->at[i].number] = 0;
	c->at[i] = c->at[--c->n];
	if (i < c->n) {
		note_place(c, i);
		rise(c, i);
		sink(c, i);
	}
}

void se_calendar_remove(se_calendar *c, se_entry_kind kind, uint32_t number)
{
	if (kind == SE_WATCH) {
		if (number < c->known && c->where[number])
			remove_at(c, c->where[number] - 1);
		return;
	}
	for (uint32_t i = 0; i < c->n;) {
		if (c->at[i].kind == kind && c->at[i].number == number) {
			remove_at(c, i);
			i = 0;      /* the heap was rearranged */
		} else {
			i++;
		}
	}
}

void se_calendar_remove_all(se_calendar *c, se_entry_kind kind)
{
	uint32_t kept = 0;
	for (uint32_t i = 0; i < c->n; i++)
		if (c->at[i].kind != kind)
			c->at[kept++] = c->at[i];
	c->n = kept;
	for (uint32_t i = c->n / 2; i-- > 0;)
		sink(c, i);
}

const se_entry *se_calendar_first(const se_calendar *c)
{
	return c->n ? &c->at[0] : NULL;
}

se_entry se_calendar_take(se_calendar *c)
{
	se_entry first = c->at[0];
	remove_at(c, 0);
	return first;
}
