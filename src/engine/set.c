/* Sets (E53): entries in the order of arrival, its reverse, or by a field. The first entry is at position 1 whatever the order.
 *
 * A ring of entries in one block: both ends cost nothing, and in between the shorter side makes room. An entry is its fields and the time of
 * its insertion.
 */
#include "engine/inside.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static inline sc_slot *entry(const se_item *i, uint32_t position)
{
	return i->ring + (size_t)((i->first + position) & (i->room - 1)) * i->stride;
}

static void copy(const se_item *i, uint32_t to, uint32_t from)
{
	memcpy(entry(i, to), entry(i, from), i->stride * sizeof(sc_slot));
}

static void make_room(se_item *i)
{
	uint32_t room = i->room ? 2 * i->room : 16, n = (uint32_t)i->content;
	sc_slot *ring = sb_resize(NULL, (size_t)room * i->stride * sizeof *ring);
	for (uint32_t k = 0; k < n; k++)
		memcpy(ring + (size_t)k * i->stride, entry(i, k), i->stride * sizeof *ring);
	free(i->ring);
	i->ring = ring;
	i->first = 0;
	i->room = room;
}

static bool goes_before(const se_item *i, const sc_slot *a, const sc_slot *b)
{
	bool down = i->order == SM_LARGEST;
	if (i->key_type == SX_REAL)
		return down ? a->r > b->r : a->r < b->r;
	if (i->key_type == SX_STRING)
		return (down ? -1 : 1) * strcmp(a->s ? a->s : "", b->s ? b->s : "") < 0;
	return down ? a->i > b->i : a->i < b->i;
}

/* Behind all that are not greater. */
static uint32_t place_for(const se_item *i, const sc_slot *fields)
{
	uint32_t low = 0, high = (uint32_t)i->content;
	if (i->order == SM_FIFO)
		return high;
	if (i->order == SM_LIFO)
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
		se_fail_at(run, site, "R0530", "ask for its length first, or declare it larger", "'%s' is full: it may have %lld entries", se_item_name(run, i), i->capacity);
		return;
	}
	se_note_item(run, i);
	run->process->asked = true;
	if (i->content == (long long)i->room)
		make_room(i);
	uint32_t n = (uint32_t)i->content, at = place_for(i, fields);
	if (at < n - at) {
		i->first = (i->first - 1) & (i->room - 1);
		for (uint32_t k = 0; k < at; k++)
			copy(i, k, k + 1);
	} else {
		for (uint32_t k = n; k > at; k--)
			copy(i, k, k - 1);
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
		for (uint32_t k = at; k > 0; k--)
			copy(i, k, k - 1);
		i->first = (i->first + 1) & (i->room - 1);
	} else {
		for (uint32_t k = at; k + 1 < n; k++)
			copy(i, k, k + 1);
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
		free(p->items[k].ring);
	p->item_count = 0;
}
