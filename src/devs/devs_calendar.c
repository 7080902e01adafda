/* The heap of times: which atomic is due next. Children of place k are 2k and 2k + 1; each atomic knows its place. */
#include "devs/devs_inside.h"

#include <math.h>
#include <stdlib.h>

static double time_at(const sd_run *run, uint32_t place)
{
	return run->actors[run->heap[place]].next;
}

static void place(sd_run *run, uint32_t at, uint32_t actor)
{
	run->heap[at] = actor;
	run->actors[actor].heap = at;
}

static void rise(sd_run *run, uint32_t at)
{
	uint32_t actor = run->heap[at];
	double time = run->actors[actor].next;
	for (; at > 1 && time_at(run, at / 2) > time; at /= 2)
		place(run, at, run->heap[at / 2]);
	place(run, at, actor);
}

static void sink(sd_run *run, uint32_t at)
{
	uint32_t actor = run->heap[at], n = run->heap_count;
	double time = run->actors[actor].next;
	for (uint32_t child = 2 * at; child <= n; at = child, child *= 2) {
		child += child < n && time_at(run, child + 1) < time_at(run, child);
		if (time_at(run, child) >= time)
			break;
		place(run, at, run->heap[child]);
	}
	place(run, at, actor);
}

void sd_take(sd_run *run, sd_actor *a)
{
	uint32_t at = a->heap;
	if (!at)
		return;
	a->heap = 0;
	uint32_t last = run->heap[run->heap_count--];
	if (at > run->heap_count)
		return;
	place(run, at, last);
	rise(run, at);
	sink(run, run->actors[last].heap);
}

void sd_put(sd_run *run, sd_actor *a)
{
	if (a->next == INFINITY) {
		sd_take(run, a);
		return;
	}
	if (!a->heap)
		place(run, ++run->heap_count, a->number);
	rise(run, a->heap);
	sink(run, a->heap);
}

double sd_first(const sd_run *run)
{
	return run->heap_count ? time_at(run, 1) : INFINITY;
}

void sd_calendar_make(sd_run *run)
{
	run->heap_count = 0;
	for (uint32_t k = 0; k < run->of->atomic_count; k++)
		run->actors[k].heap = 0;
	for (uint32_t k = 0; k < run->of->atomic_count; k++)
		sd_put(run, &run->actors[k]);
}

static int compare(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
	return (x > y) - (x < y);
}

/* Mostly they are in order already. */
void sd_sort(uint32_t *list, uint32_t n)
{
	bool sorted = true;
	for (uint32_t i = 1; i < n && sorted; i++)
		sorted = list[i - 1] < list[i];
	if (!sorted)
		qsort(list, n, sizeof *list, compare);
}
