/* The calendar: what will happen at which time.
 *
 * A heap ordered by time, then priority (smaller first), then order of entry. An entry is identified by its kind and
 * number. The kinds SE_WATCH and SE_PROCESS have at most one entry of a number, whose place in the heap is known.
 * Putting in, taking the first out, and taking one of these out by its number cost log n. Taking out others by number
 * costs n and is rare.
 *
 * Times that differ by rounding alone are one time (E5), and "nearly equal" is no order: a heap cannot sort by it.
 * Therefore entries are sorted by their exact times, and when an instant begins, those that belong to it are given its
 * time (se_calendar_gather). From then on priority and order decide among them. An instant without such entries costs a
 * look at the root and its children.
 *
 * Each node of the heap has four children, which lie side by side: with a million entries that is half as many levels,
 * and so half as many places of memory to visit, as with two (bench/run calendar).
 */
#ifndef SALTUS_ENGINE_CALENDAR_H
#define SALTUS_ENGINE_CALENDAR_H

#include "base/archive.h"
#include "base/text.h"
#include <stdbool.h>
#include <stdint.h>

#ifndef SE_CHILDREN
#define SE_CHILDREN 4
#endif

/* JUMP: a delayed jump arrives; BASE: a base clock ticks; PROCESS: an activation goes on */
typedef enum se_entry_kind { SE_CLOCK, SE_WATCH, SE_EVENT, SE_JUMP, SE_BASE, SE_PROCESS } se_entry_kind;
/* order: the lowest three bits are the kind */
typedef struct se_entry { double time; uint64_t order; int priority; uint32_t number; } se_entry;
static inline se_entry_kind se_kind_of(const se_entry *e) { return (se_entry_kind)(e->order & 7); }

typedef struct se_places { uint32_t *at, known; } se_places;  /* by number: place + 1 */
typedef struct se_calendar {
	se_entry *at, *gathered;
	uint32_t n, cap, gathered_cap;
	uint64_t order;
	se_places watch, process;
} se_calendar;

se_calendar *se_calendar_new(void);
void se_calendar_free(se_calendar *c);
void se_calendar_clear(se_calendar *c);
void se_calendar_put(se_calendar *c, double time, int priority, se_entry_kind kind, uint32_t number);
void se_calendar_remove(se_calendar *c, se_entry_kind kind, uint32_t number);     /* all of them; none is fine */
void se_calendar_remove_all(se_calendar *c, se_entry_kind kind);                  /* of this kind */
static inline const se_entry *se_calendar_first(const se_calendar *c) { return c->n ? c->at : 0; } /* NULL: empty */
void se_calendar_gather_all(se_calendar *c, double now, double until);
/* What is due up to `until` is due now. The first entry alone needs nothing, if it has this time. */
static inline void se_calendar_gather(se_calendar *c, double now, double until)
{
	bool more = c->n && c->at[0].time <= until && c->at[0].time != now;
	for (uint32_t i = 1; i <= SE_CHILDREN && i < c->n; i++)
		more |= c->at[i].time <= until;
	if (more)
		se_calendar_gather_all(c, now, until);
}
/* The latest time that is due up to `until`; minus infinity: nothing is. */
double se_calendar_latest(const se_calendar *c, double until);
/* The time of the first entry that is not `passed`; INFINITY: there is none. It goes no deeper than to such entries. */
double se_calendar_first_not(const se_calendar *c, bool (*passed)(const void *context, const se_entry *e),
	const void *context);
se_entry se_calendar_take(se_calendar *c);
void se_calendar_drop_first(se_calendar *c);
static inline bool se_entry_before(const se_entry *a, const se_entry *b)
{
	if (a->time != b->time)
		return a->time < b->time;
	if (a->priority != b->priority)
		return a->priority < b->priority;
	return a->order < b->order;
}
static inline uint64_t se_calendar_order(se_calendar *c, se_entry_kind kind) { return (c->order += 8) | kind; }
/* Another entry takes the place of the first, neither of them of a watch or a process: the same as dropping the first
 * and putting the other in, if its order is the last one. Entries are compared and written by their members, which a
 * processor has at hand when it reads them again at once. */
static inline void se_calendar_replace_first(se_calendar *c, se_entry e)
{
	uint32_t i = 0;
	for (uint32_t child; (child = SE_CHILDREN * i + 1) < c->n;) {
		uint32_t end = child + SE_CHILDREN < c->n ? child + SE_CHILDREN : c->n;
		for (uint32_t k = child + 1; k < end; k++)
			child = se_entry_before(&c->at[k], &c->at[child]) ? k : child;
		if (!se_entry_before(&c->at[child], &e))
			break;
		c->at[i] = c->at[child];
		i = child;
	}
	c->at[i].time = e.time;
	c->at[i].order = e.order;
	c->at[i].priority = e.priority;
	c->at[i].number = e.number;
}
void se_calendar_archive(se_calendar *c, sb_archive *a);
uint64_t se_calendar_bytes(const se_calendar *c);
uint32_t se_calendar_count(const se_calendar *c);
bool se_calendar_is_sound(const se_calendar *c,
	sb_text *why);       /* a heap, and what is looked for is found; sound.c */

#endif
