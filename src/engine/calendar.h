/* The calendar: what will happen at which time.
 *
 * A heap ordered by time, then priority (smaller first), then order of entry. An entry is identified by its kind and number. Of the
 * kinds SE_WATCH and SE_PROCESS there is at most one entry of a number, and where it is in the heap is known: putting in, taking the first out,
 * and taking one of those out by its number cost log n. Taking out others by number costs n and is rare.
 *
 * Each node of the heap has four children, which lie side by side: with a million entries that is half as many levels, and so half as
 * many places of memory to visit, as with two (bench/run calendar).
 */
#ifndef SALTUS_ENGINE_CALENDAR_H
#define SALTUS_ENGINE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

/* JUMP: a delayed jump arrives; BASE: a base clock ticks; PROCESS: an activation goes on */
typedef enum se_entry_kind { SE_CLOCK, SE_WATCH, SE_EVENT, SE_JUMP, SE_BASE, SE_PROCESS } se_entry_kind;
typedef struct se_entry { double time; uint64_t order; int priority; uint32_t number; } se_entry;        /* order: the lowest three bits are the kind */
static inline se_entry_kind se_kind_of(const se_entry *e) { return (se_entry_kind)(e->order & 7); }

typedef struct se_places { uint32_t *at, known; } se_places;  /* by number: place + 1 */
typedef struct se_calendar { se_entry *at; uint32_t n, cap; uint64_t order; se_places watch, process; } se_calendar;

se_calendar *se_calendar_new(void);
void se_calendar_free(se_calendar *c);
void se_calendar_clear(se_calendar *c);
void se_calendar_put(se_calendar *c, double time, int priority, se_entry_kind kind, uint32_t number);
void se_calendar_remove(se_calendar *c, se_entry_kind kind, uint32_t number);     /* all of them; none is fine */
void se_calendar_remove_all(se_calendar *c, se_entry_kind kind);                  /* of this kind */
static inline const se_entry *se_calendar_first(const se_calendar *c) { return c->n ? c->at : 0; }       /* NULL: empty */
se_entry se_calendar_take(se_calendar *c);
void se_calendar_drop_first(se_calendar *c);
uint64_t se_calendar_bytes(const se_calendar *c);
uint32_t se_calendar_count(const se_calendar *c);

#endif
