/* When nothing can happen any more (E59): who waits for ever, for what, and who has it. */
#include "engine/inside.h"
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 8 };

static const char *of_kind(sm_resource_kind kind)
{
	static const char *const names[] = {"facility", "storage", "gate", "set"};
	return names[kind];
}

/* The next one in the chain: who has what this one waits for; NULL: nobody, or it does not wait for a facility. */
static se_activity *who_has(const se_process_state *p, const se_activity *a)
{
	if (a->doing != SE_QUEUES)
		return NULL;
	const se_item *i = &p->items[p->claim[a->object].item];
	return i->kind == SM_FACILITY && i->have.first ? p->at[p->claim[i->have.first].process] : NULL;
}

/* Processes that wait for each other in a circle: one of them, or NULL. A chain longer than there are processes has come back. */
static se_activity *find_circle(const se_process_state *p)
{
	uint8_t *seen = sb_resize(NULL, p->n + 1);
	se_activity *found = NULL;
	memset(seen, 0, p->n + 1);
	for (uint32_t k = 0; k < p->n && !found; k++) {
		uint32_t steps = 0;
		se_activity *a = p->at[k]->doing == SE_FREE ? NULL : p->at[k];
		for (; a && !seen[a->number] && steps <= p->n; a = who_has(p, a))
			steps++, seen[a->number] = 1;
		if (!a || !steps)
			continue;
		se_activity *b = who_has(p, a);      /* met again: in this chain, or in one that was looked at before and had an end */
		for (uint32_t n = 0; b && b != a && n <= p->n; n++)
			b = who_has(p, b);
		found = b == a ? a : NULL;
	}
	free(seen);
	return found;
}

static void tell(se_run *run, sb_message *m, const se_activity *a)
{
	const se_process_state *p = run->process;
	sb_span span = a->site >= 0 ? sc_site_span(run->d, a->site) : (sb_span){0};
	if (a->doing == SE_WATCHES) {
		sb_also(m, span, "a '%s' waits here for a condition", se_process_name(run, a));
		return;
	}
	const se_item *i = &p->items[p->claim[a->object].item];
	const se_activity *other = who_has(p, a);
	if (other)
		sb_also(m, span, "a '%s' waits here for the facility '%s', which a '%s' has", se_process_name(run, a), se_item_name(run, i), se_process_name(run, other));
	else
		sb_also(m, span, "a '%s' waits here for the %s '%s'", se_process_name(run, a), of_kind(i->kind), se_item_name(run, i));
}

static void report_circle(se_run *run, se_activity *first)
{
	const se_process_state *p = run->process;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0512", first->site >= 0 ? sc_site_span(run->d, first->site) : (sb_span){0},
	                          "processes wait for each other since time %.9g: none of them can go on", run->time);
	uint32_t told = 0;
	for (se_activity *a = first; told == 0 || (a != first && told < TOLD_MOST); a = who_has(p, a), told++)
		tell(run, m, a);
	sb_help(m, "let all processes seize what they need in the same order");
	run->failed = true;
}

/* In the order in which they were made. */
void se_look_for_idle(se_run *run)
{
	const se_process_state *p = run->process;
	uint32_t queueing = 0, watching = 0, told = 0;
	const se_activity *first = NULL;
	if (!p->any || p->moving || se_calendar_count(run->calendar) || p->head != p->tail)
		return;
	for (uint32_t k = 0; k < p->n; k++) {
		const se_activity *a = p->at[k];
		queueing += a->doing == SE_QUEUES;
		watching += a->doing == SE_WATCHES;
		first = first || (a->doing != SE_QUEUES && a->doing != SE_WATCHES) ? first : a;
	}
	if (!first)
		return;
	se_activity *circle = find_circle(p);
	if (circle) {
		report_circle(run, circle);
		return;
	}
	sb_message *m = sb_report(run->diag, queueing ? SB_WARNING : SB_INFO, "R0511", first->site >= 0 ? sc_site_span(run->d, first->site) : (sb_span){0},
	                          "nothing can happen any more from time %.9g on, but %u processes wait", run->idle_since, queueing + watching);
	for (uint32_t k = 0; k < p->n && told < TOLD_MOST; k++)
		if (p->at[k]->doing == SE_QUEUES || p->at[k]->doing == SE_WATCHES) {
			tell(run, m, p->at[k]);
			told++;
		}
	if (queueing + watching > told)
		sb_note(m, "and %u more", queueing + watching - told);
	sb_help(m, "somebody must release, leave, open or set what they wait for; a process that only serves others may PASSIVATE instead");
}
