/* Processes and what they share as bytes: records by their numbers, texts in slots by what they say. */
#include "engine/process/engine_process.h"
#include <stdlib.h>
#include <string.h>

static void archive_slot(se_run *run, sb_archive *a, sc_slot *slot, uint32_t type)
{
	if (type != SI_TYPE_STRING) {
		sb_archive_one(a, *slot);
		return;
	}
	sb_arena *scratch = sb_arena_new();
	const char *text = sb_archive_text(a, scratch, slot->s);
	if (a->reads)
		slot->s = text ? sc_keep_text(run->d, text) : NULL;
	sb_arena_free(scratch);
}

/* Slots of a record that has never been begun need not be anything. */
static void archive_slots(se_run *run, sb_archive *a, sc_activation *c, bool alive)
{
	const si_routine *r = &run->image->routines.at[c->routine];
	const uint32_t *types = run->image->numbers.at + r->types.first;
	uint32_t slots = r->slots, at = 0;
	for (; at < r->types.n && alive; at++)
		archive_slot(run, a, &c->slot[at], at < r->args || c->at ? types[at] : SI_TYPE_INTEGER);
	sb_archive_bytes(a, &c->slot[at], (slots - at) * sizeof *c->slot);
}

static void archive_records(se_run *run, sb_archive *a)
{
	se_process_state *p = run->process;
	uint32_t n = sb_archive_count(a, p->n, sizeof(se_activity));
	for (uint32_t i = 0; i < n && !a->bad; i++) {
		uint32_t routine = a->reads ? 0 : (uint32_t)se_activation_of(p->at[i])->routine;
		sb_archive_one(a, routine);
		if (a->reads && routine >= run->image->routines.n) {
			a->bad = true;
			return;
		}
		se_activity *record = a->reads ? se_fresh_record(run, routine) : p->at[i];
		sb_archive_one(a, *record);
		sb_archive_one(a, se_activation_of(record)->at);
		archive_slots(run, a, se_activation_of(record), record->doing != SE_FREE);
	}
	for (uint32_t i = 0; i < run->image->routines.n; i++) {
		uint32_t first = p->pools[i].free ? p->pools[i].free->number + 1 : 0;
		sb_archive_one(a, first);
		if (a->reads)
			p->pools[i].free = first && first <= p->n ? p->at[first - 1] : NULL;
	}
}

static void archive_set(se_run *run, sb_archive *a, se_item *i, sc_slot *before)
{
	const si_resource *r = &run->image->resources.at[i->resource];
	uint32_t n = (uint32_t)i->content;
	if (a->reads) {
		i->entry = before;
		i->entry = sb_draw(i->entry, (size_t)(n + 1) * i->stride * sizeof *i->entry);
		i->first = 0;
		i->room = n;
	}
	for (uint32_t k = 0; k < n; k++)
		for (uint32_t f = 0; f < i->stride; f++)
			archive_slot(run, a, i->entry + (size_t)(i->first + k) * i->stride + f,
						 f < r->types.n ? run->image->numbers.at[r->types.first + f] : SI_TYPE_REAL);
}

static void archive_shared(se_run *run, sb_archive *a)
{
	se_process_state *p = run->process;
	for (uint32_t k = 0; k < p->item_count; k++) {
		sc_slot *before = p->items[k].entry;
		sb_archive_one(a, p->items[k]);
		if (p->items[k].kind == SI_SET)
			archive_set(run, a, &p->items[k], before);
	}
	for (uint32_t k = 0; k < p->figure_count; k++) {
		uint64_t *cells = p->figures[k].cells;
		sb_archive_one(a, p->figures[k]);
		p->figures[k].cells = cells;
		if (cells)
			sb_archive_bytes(a, cells, p->figures[k].cell_count * sizeof *cells);
	}
	sb_archive_bytes(a, p->streams, p->first_stream[run->image->streams.n] * sizeof *p->streams);
	uint32_t claims = sb_archive_count(a, p->claims, sizeof *p->claim);
	if (a->reads && claims >= p->claim_room)
		p->claim = sb_draw(p->claim, (p->claim_room = claims + 1) * sizeof *p->claim);
	p->claims = claims;
	sb_archive_bytes(a, p->claim, (claims + (claims > 0)) * sizeof *p->claim);
	sb_archive_one(a, p->free_claim);
	sb_archive_map(a, &p->unreleased);
}

static void archive_queue(se_process_state *p, sb_archive *a)
{
	uint32_t n = sb_archive_count(a, p->tail - p->head, sizeof *p->queue), round = p->round_end - p->head;
	sb_archive_one(a, round);
	if (a->reads) {
		while (!p->queue || p->mask + 1 < n)
			p->queue = sb_draw(p->queue, ((p->mask = p->queue ? 2 * p->mask + 1 : 63) + 1) * sizeof *p->queue);
		p->head = 0;
		p->tail = n;
		p->round_end = round;
	}
	for (uint32_t i = 0; i < n; i++)
		sb_archive_one(a, p->queue[(p->head + i) & p->mask]);
}

void se_processes_archive(se_run *run, sb_archive *a)
{
	se_process_state *p = run->process;
	if (!p->any)
		return;
	sb_archive_tag(a, "process");
	archive_records(run, a);
	archive_shared(run, a);
	archive_queue(p, a);
	uint64_t *const counts[] = {&p->started, &p->ended, &p->entered, &p->order};
	for (int k = 0; k < 4; k++)
		sb_archive_one(a, *counts[k]);
	uint32_t *const numbers[] = {&p->alive, &p->most_alive, &p->rounds, &p->watching, &p->moving};
	for (int k = 0; k < 5; k++)
		sb_archive_one(a, *numbers[k]);
	bool *const flags[] = {&p->warm, &p->asked, &p->touched, &p->concerned};
	for (int k = 0; k < 4; k++)
		sb_archive_one(a, *flags[k]);
	sb_archive_one(a, p->rest);
	sb_archive_one(a, p->rest_at);
	sb_archive_one(a, p->warm_at);
	for (uint32_t w = 0; w < run->image->waits.n; w++) {
		sb_archive_vec(a, run->once, p->waiters[w].list);
		sb_archive_one(a, p->waiters[w].due);
	}
}
