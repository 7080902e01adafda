/* The calendar as a heap in one block of memory. Where the entry of each condition and of each activation is in it is
 * known, because their times move. Entries move into a hole, so each is written once on its way. */
#include <math.h>
#include "engine/parts/calendar.h"
#include "base/stock.h"
#include "base/check.h"
#include <stdlib.h>

se_calendar *se_calendar_new(void)
{
	se_calendar *c = sb_draw(NULL, sizeof *c);
	*c = (se_calendar){0};
	return c;
}

void se_calendar_free(se_calendar *c)
{
	if (c) {
		sb_put_back(c->at);
		sb_put_back(c->gathered);
		sb_put_back(c->watch.at);
		sb_put_back(c->process.at);
	}
	sb_put_back(c);
}

static void forget(se_places *p)
{
	for (uint32_t i = 0; i < p->known; i++)
		p->at[i] = 0;
}

void se_calendar_clear(se_calendar *c)
{
	c->n = 0;
	c->order = 0;
	forget(&c->watch);
	forget(&c->process);
}

/* The places of the kinds that have them; NULL: the others. */
static inline se_places *places_of(se_calendar *c, se_entry_kind kind)
{
	return kind == SE_PROCESS ? &c->process : kind == SE_WATCH ? &c->watch : NULL;
}

static inline void set(se_calendar *c, uint32_t i, const se_entry *e)
{
	c->at[i] = *e;
	se_places *p = places_of(c, se_kind_of(e));
	if (p)
		p->at[e->number] = i + 1;
}

static void make_known(se_places *p, uint32_t number)
{
	uint32_t known = number < 8 ? 16 : 2 * number;
	p->at = sb_draw(p->at, known * sizeof *p->at);
	for (uint32_t i = p->known; i < known; i++)
		p->at[i] = 0;
	p->known = known;
}

/* The entry goes where it belongs from the hole at i upwards. */
static inline void rise(se_calendar *c, uint32_t i, const se_entry *e)
{
	while (i) {
		uint32_t parent = (i - 1) / SE_CHILDREN;
		if (!se_entry_before(e, &c->at[parent]))
			break;
		set(c, i, &c->at[parent]);
		i = parent;
	}
	set(c, i, e);
}

/* ... and downwards. */
static inline void sink(se_calendar *c, uint32_t i, const se_entry *e)
{
	for (;;) {
		uint32_t child = SE_CHILDREN * i + 1, end = child + SE_CHILDREN < c->n ? child + SE_CHILDREN : c->n;
		if (child >= end)
			break;
		uint32_t first = child;
		for (uint32_t k = child + 1; k < end; k++)
			if (se_entry_before(&c->at[k], &c->at[first]))
				first = k;
		if (!se_entry_before(&c->at[first], e))
			break;
		set(c, i, &c->at[first]);
		i = first;
	}
	set(c, i, e);
}

void se_calendar_put(se_calendar *c, double time, int priority, se_entry_kind kind, uint32_t number)
{
	sb_must(time == time, "an entry of the calendar has no time");
	if (c->n == c->cap) {
		c->cap = c->cap ? 2 * c->cap : 16;
		c->at = sb_draw(c->at, c->cap * sizeof *c->at);
	}
	se_places *p = places_of(c, kind);
	if (p && number >= p->known)
		make_known(p, number);
	sb_must(!p || !p->at[number], "number %u of kind %d is in the calendar already", number, (int)kind);
	se_entry e = {.time = time, .order = (c->order += 8) | kind, .priority = priority, .number = number};
	rise(c, c->n++, &e);
}

static void remove_at(se_calendar *c, uint32_t i)
{
	se_places *p = places_of(c, se_kind_of(&c->at[i]));
	if (p)
		p->at[c->at[i].number] = 0;
	if (i == --c->n)
		return;
	se_entry e = c->at[c->n];
	if (i && se_entry_before(&e, &c->at[(i - 1) / SE_CHILDREN]))
		rise(c, i, &e);
	else
		sink(c, i, &e);
}

void se_calendar_remove(se_calendar *c, se_entry_kind kind, uint32_t number)
{
	se_places *p = places_of(c, kind);
	if (p) {
		if (number < p->known && p->at[number])
			remove_at(c, p->at[number] - 1);
		return;
	}
	for (uint32_t i = 0; i < c->n;) {
		if (se_kind_of(&c->at[i]) == kind && c->at[i].number == number) {
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
	se_places *p = places_of(c, kind);
	if (p)
		forget(p);
	for (uint32_t i = 0; i < c->n; i++)
		if (se_kind_of(&c->at[i]) != kind)
			c->at[kept++] = c->at[i];
	c->n = kept;
	for (uint32_t i = c->n; i-- > 0;) {
		se_entry e = c->at[i];
		sink(c, i, &e);
	}
}

/* Is there one at i or below that is due up to `until`, but not exactly now? */
static bool strays(const se_calendar *c, uint32_t i, double now, double until)
{
	if (c->at[i].time != now)
		return true;
	uint32_t child = SE_CHILDREN * i + 1, end = child + SE_CHILDREN < c->n ? child + SE_CHILDREN : c->n;
	for (; child < end; child++)
		if (c->at[child].time <= until && strays(c, child, now, until))
			return true;
	return false;
}

/* The latest time that is due up to `until`, at i or below. */
static double latest_below(const se_calendar *c, uint32_t i, double until)
{
	double latest = c->at[i].time;
	uint32_t child = SE_CHILDREN * i + 1, end = child + SE_CHILDREN < c->n ? child + SE_CHILDREN : c->n;
	for (; child < end; child++)
		if (c->at[child].time <= until)
			latest = fmax(latest, latest_below(c, child, until));
	return latest;
}

double se_calendar_latest(const se_calendar *c, double until)
{
	return c->n && c->at[0].time <= until ? latest_below(c, 0, until) : -INFINITY;
}

typedef struct passing { bool (*passed)(const void *context, const se_entry *e); const void *context; } passing;

static double first_not_below(const se_calendar *c, uint32_t i, const passing *p)
{
	if (!p->passed(p->context, &c->at[i]))
		return c->at[i].time;
	double first = INFINITY;
	uint32_t child = SE_CHILDREN * i + 1, end = child + SE_CHILDREN < c->n ? child + SE_CHILDREN : c->n;
	for (; child < end; child++)
		if (c->at[child].time < first)
			first = fmin(first, first_not_below(c, child, p));
	return first;
}

double se_calendar_first_not(const se_calendar *c, bool (*passed)(const void *context, const se_entry *e),
	const void *context)
{
	passing p = {passed, context};
	return c->n ? first_not_below(c, 0, &p) : INFINITY;
}

void se_calendar_gather_all(se_calendar *c, double now, double until)
{
	uint32_t count = 0;
	if (!strays(c, 0, now, until))
		return;
	while (c->n && c->at[0].time <= until) {
		if (count == c->gathered_cap) {
			c->gathered_cap = c->gathered_cap ? 2 * c->gathered_cap : 16;
			c->gathered = sb_draw(c->gathered, c->gathered_cap * sizeof *c->gathered);
		}
		c->gathered[count] = c->at[0];
		c->gathered[count++].time = now;
		remove_at(c, 0);
	}
	for (uint32_t i = 0; i < count; i++)
		rise(c, c->n++, &c->gathered[i]);
}

se_entry se_calendar_take(se_calendar *c)
{
	sb_must(c->n, "something is taken from an empty calendar");
	se_entry first = c->at[0];
	remove_at(c, 0);
	return first;
}

void se_calendar_drop_first(se_calendar *c)
{
	sb_must(c->n, "something is taken from an empty calendar");
	remove_at(c, 0);
}

uint64_t se_calendar_bytes(const se_calendar *c)
{
	return c->cap * sizeof *c->at + (c->watch.known + (uint64_t)c->process.known) * sizeof(uint32_t);
}

uint32_t se_calendar_count(const se_calendar *c)
{
	return c->n;
}

static void archive_places(se_places *p, sb_archive *a)
{
	uint32_t n = sb_archive_count(a, p->known, sizeof *p->at);
	if (a->reads) {
		p->at = sb_draw(p->at, (n + 1) * sizeof *p->at);
		p->known = n;
	}
	sb_archive_bytes(a, p->at, n * sizeof *p->at);
}

void se_calendar_archive(se_calendar *c, sb_archive *a)
{
	sb_archive_tag(a, "calendar");
	uint32_t n = sb_archive_count(a, c->n, sizeof *c->at);
	if (a->reads && n > c->cap)
		c->at = sb_draw(c->at, (c->cap = n) * sizeof *c->at);
	c->n = n;
	sb_archive_bytes(a, c->at, n * sizeof *c->at);
	sb_archive_one(a, c->order);
	archive_places(&c->watch, a);
	archive_places(&c->process, a);
}
