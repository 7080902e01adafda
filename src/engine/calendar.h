/* The calendar: what will happen at which time.
 *
 * A binary heap ordered by time, then priority (smaller first), then order of entry. An entry is identified by its kind and
 * number; a kind that has at most one entry at a time (a clock's next tick, a condition's time) is moved by taking the old
 * one out. Putting in and taking the first out cost log n, and so does taking out the time of a condition by its number, of which there
 * is at most one; taking out events by number costs n and is rare.
 */
#ifndef SALTUS_ENGINE_CALENDAR_H
#define SALTUS_ENGINE_CALENDAR_H

#include <stdbool.h>
#include <stdint.h>

typedef enum se_entry_kind { SE_CLOCK, SE_WATCH, SE_EVENT, SE_JUMP, SE_BASE } se_entry_kind;  /* JUMP: a delayed jump arrives; BASE: a base clock ticks */
typedef struct se_entry { double time; int priority; uint64_t order; se_entry_kind kind; uint32_t number; } se_entry;
typedef struct se_calendar se_calendar;

se_calendar *se_calendar_new(void);
void se_calendar_free(se_calendar *c);
void se_calendar_clear(se_calendar *c);
void se_calendar_put(se_calendar *c, double time, int priority, se_entry_kind kind, uint32_t number);
void se_calendar_remove(se_calendar *c, se_entry_kind kind, uint32_t number);     /* all of them; none is fine */
void se_calendar_remove_all(se_calendar *c, se_entry_kind kind);                  /* of this kind */
const se_entry *se_calendar_first(const se_calendar *c);                          /* NULL: empty */
se_entry se_calendar_take(se_calendar *c);

#endif
