/* An agenda as an indexed binary heap. */
#include "solver/agenda.h"

#include "base/stock.h"

#include <math.h>
#include <string.h>

void sv_agenda_open(sv_agenda *a, uint32_t room)
{
	*a = (sv_agenda){.room = room, .due = sb_draw_zeros((room + 1) * sizeof *a->due),
		.heap = sb_draw_zeros((room + 1) * sizeof *a->heap), .place = sb_draw_zeros((room + 1) * sizeof *a->place)};
	sv_agenda_clear(a);
}

void sv_agenda_close(sv_agenda *a)
{
	sb_put_back(a->due);
	sb_put_back(a->heap);
	sb_put_back(a->place);
}

void sv_agenda_clear(sv_agenda *a)
{
	a->n = 0;
	memset(a->place, 0, a->room * sizeof *a->place);
	for (uint32_t i = 0; i < a->room; i++)
		a->due[i] = INFINITY;
}

static bool before(const sv_agenda *a, uint32_t p, uint32_t q)
{
	return a->due[p] < a->due[q] || (a->due[p] == a->due[q] && p < q);
}

static void set(sv_agenda *a, uint32_t at, uint32_t thing)
{
	a->heap[at] = thing;
	a->place[thing] = at + 1;
}

static void rise(sv_agenda *a, uint32_t at, uint32_t thing)
{
	for (uint32_t up; at && before(a, thing, a->heap[up = (at - 1) / 2]); at = up)
		set(a, at, a->heap[up]);
	set(a, at, thing);
}

static void sink(sv_agenda *a, uint32_t at, uint32_t thing)
{
	for (uint32_t down; (down = 2 * at + 1) < a->n; at = down) {
		if (down + 1 < a->n && before(a, a->heap[down + 1], a->heap[down]))
			down++;
		if (!before(a, a->heap[down], thing))
			break;
		set(a, at, a->heap[down]);
	}
	set(a, at, thing);
}

static void take_out(sv_agenda *a, uint32_t thing)
{
	uint32_t at = a->place[thing] - 1, last = a->heap[--a->n];
	a->place[thing] = 0;
	if (last == thing)
		return;
	if (at && before(a, last, a->heap[(at - 1) / 2]))
		rise(a, at, last);
	else
		sink(a, at, last);
}

void sv_agenda_put(sv_agenda *a, uint32_t thing, double due)
{
	double was = a->due[thing];
	bool never = !(due < INFINITY);
	if (never)
		due = INFINITY;
	if (was == due)
		return;
	if (never && a->place[thing]) {
		take_out(a, thing);          /* with its old time */
		a->due[thing] = due;
		return;
	}
	a->due[thing] = due;
	if (!a->place[thing])
		rise(a, a->n++, thing);
	else if (due < was)
		rise(a, a->place[thing] - 1, thing);
	else
		sink(a, a->place[thing] - 1, thing);
}

void sv_agenda_archive(sv_agenda *a, sb_archive *archive)
{
	sb_archive_one(archive, a->n);
	sb_archive_bytes(archive, a->due, a->room * sizeof *a->due);
	sb_archive_bytes(archive, a->heap, a->room * sizeof *a->heap);
	sb_archive_bytes(archive, a->place, a->room * sizeof *a->place);
}
