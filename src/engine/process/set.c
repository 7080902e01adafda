/* Sets (E53): entries in the order of arrival, its reverse, or by a field. The first entry is at position 1 whatever
 * the order.
 *
 * The entries lie side by side in one block, with room at both of its ends: there taking and inserting cost nothing,
 * and in between the shorter side moves. An entry is its fields and the time of its insertion.
 */
#include "engine/process/engine_process.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline sc_slot *entry(const se_item *i, uint32_t position)
{
	return i->entry + (size_t)(i->first + position) * i->stride;
}

/* `count` entries from `from` on move by one place. */
static void shift(const se_item *i, uint32_t from, uint32_t count, int by)
{
	sc_slot *e = entry(i, from);
	memmove(by > 0 ? e + i->stride : e - i->stride, e, (size_t)count * i->stride * sizeof *e);
}

/* An end is reached: the entries go to the middle, of a block twice as large where they fill more than half of it. */
static void make_room(se_item *i)
{
	uint32_t n = (uint32_t)i->content, room = 2 * n >= i->room ? 2 * i->room + 16 : i->room, first = (room - n) / 2;
	sc_slot *block = room > i->room ? sb_draw(NULL, (size_t)room * i->stride * sizeof *block) : i->entry;
	if (n)
		memmove(block + (size_t)first * i->stride, entry(i, 0), (size_t)n * i->stride * sizeof *block);
	if (block != i->entry)
		sb_put_back(i->entry);
	i->entry = block;
	i->first = first;
	i->room = room;
}

static bool goes_before(const se_item *i, const sc_slot *a, const sc_slot *b)
{
	bool down = i->order == SI_LARGEST;
	if (i->key_type == SI_TYPE_REAL)
		return down ? a->r > b->r : a->r < b->r;
	if (i->key_type == SI_TYPE_STRING)
		return (down ? -1 : 1) * strcmp(a->s ? a->s : "", b->s ? b->s : "") < 0;
	return down ? a->i > b->i : a->i < b->i;
}

/* Behind all that are not greater. */
static uint32_t place_for(const se_item *i, const sc_slot *fields)
{
	uint32_t low = 0, high = (uint32_t)i->content;
	if (i->order == SI_FIFO)
		return high;
	if (i->order == SI_LIFO)
		return 0;
	while (low < high) {
		uint32_t middle = (low + high) / 2;
		if (goes_before(i, &fields[i->key], &entry(i, middle)[i->key]))
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

void se_on_insert(sc_data *d, int site, int set, long long index, const sc_slot *fields)
{
	se_run *run = d->run;
	se_item *i = se_item_at(run, site, set, index);
	if (!i)
		return;
	if (i->content >= i->capacity) {
		se_fail_at(run, site, "R0530", "test its length first, or declare it larger",
				   "'%s' is full: it may have %lld entries", se_item_name(run, i), i->capacity);
		return;
	}
	se_note_item(run, i);
	run->process->asked = true;
	uint32_t n = (uint32_t)i->content, at = place_for(i, fields);
	bool at_front = at < n - at;
	if (at_front ? i->first == 0 : i->first + n == i->room)
		make_room(i);
	if (!at_front) {
		shift(i, at, n - at, 1);
	} else {
		shift(i, 0, at, -1);
		i->first--;
	}
	sc_slot *e = entry(i, at);
	for (uint32_t k = 0; k + 1 < i->stride; k++)
		e[k] = fields[k];
	e[i->stride - 1].r = run->time;
	i->entries++;
	if (++i->content > i->most_content)
		i->most_content = i->content;
}

static void take_out(se_run *run, se_item *i, uint32_t at)
{
	uint32_t n = (uint32_t)i->content;
	double stayed = run->time - entry(i, at)[i->stride - 1].r;
	i->wait_time += stayed;
	i->most_wait = stayed > i->most_wait ? stayed : i->most_wait;
	i->taken++;
	if (at < n - 1 - at) {
		shift(i, 0, at, 1);
		i->first++;
	} else {
		shift(i, at + 1, n - 1 - at, -1);
	}
	i->content--;
}

int se_on_take(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields)
{
	se_run *run = d->run;
	se_item *i = se_item_at(run, site, set, index);
	long long at = i && position == -1 ? i->content - 1 : position ? position - 1 : 0;
	if (!i || at < 0 || at >= i->content)
		return 0;
	const sc_slot *e = entry(i, (uint32_t)at);
	for (uint32_t k = 0; k + 1 < i->stride; k++)
		fields[k] = e[k];
	if (!stays) {
		se_note_item(run, i);
		run->process->asked = true;
		take_out(run, i, (uint32_t)at);
	}
	return 1;
}

void se_sets_free(se_process_state *p)
{
	for (uint32_t k = 0; k < p->item_count; k++)
		sb_put_back(p->items[k].entry);
	p->item_count = 0;
}
