/* When nothing can happen any more (E59): who waits for ever, for what, and who has it. */
#include "engine/process/engine_process.h"
#include <stdlib.h>
#include <string.h>

enum { TOLD_MOST = 8 };

/* The next one in the chain: who has what this one waits for; NULL: nobody, or it does not wait for a facility. */
static se_activity *who_has(const se_process_state *p, const se_activity *a)
{
	if (a->doing != SE_QUEUES)
		return NULL;
	const se_item *i = &p->items[p->claim[a->object].item];
	return i->kind == SI_FACILITY && i->have.first ? p->at[p->claim[i->have.first].process] : NULL;
}

/* Processes that wait for each other in a circle: one of them, or NULL. Each is marked with the chain in which it was
 * met first; a chain that comes back to its own mark is a circle. */
static se_activity *find_circle(const se_process_state *p)
{
	uint32_t *chain = sb_draw(NULL, ((size_t)p->n + 1) * sizeof *chain);
	se_activity *a = NULL;
	memset(chain, 0, ((size_t)p->n + 1) * sizeof *chain);
	for (uint32_t k = 0; k < p->n; k++) {
		a = p->at[k]->doing == SE_QUEUES ? p->at[k] : NULL;
		for (; a && !chain[a->number]; a = who_has(p, a))
			chain[a->number] = k + 1;
		if (a && chain[a->number] == k + 1)
			break;
		a = NULL;
	}
	sb_put_back(chain);
	return a;
}

static sb_span place_of(const se_run *run, const se_activity *a)
{
	return a->site >= 0 ? sc_site_span(run->d, a->site) : (sb_span){0};
}

/* The first one is what the message points at; the others are further places. */
static void tell(se_run *run, sb_message *m, const se_activity *a, bool first)
{
	const se_process_state *p = run->process;
	const char *name = se_process_name(run, a), *text;
	const se_activity *other = who_has(p, a);
	if (a->doing == SE_WATCHES) {
		text = sb_printf(run->once, "a '%s' waits here for a condition", name);
	} else {
		const se_item *i = &p->items[p->claim[a->object].item];
		const char *item = se_item_name(run, i);
		text = other == a
				   ? sb_printf(run->once, "a '%s' waits here for the facility '%s', which it has itself", name, item)
			   : other ? sb_printf(run->once, "a '%s' waits here for the facility '%s', which a '%s' has", name, item,
								   se_process_name(run, other))
					   : sb_printf(run->once, "a '%s' waits here for the %s '%s'", name, si_resource_kind_name(i->kind),
								   item);
	}
	if (first)
		sb_note(m, "%s", text);
	else
		sb_also(m, place_of(run, a), "%s", text);
}

static void report_circle(se_run *run, se_activity *first)
{
	const se_process_state *p = run->process;
	bool alone = who_has(p, first) == first;
	sb_message *m = sb_report(run->diag, SB_ERROR, "R0512", place_of(run, first),
	                          alone ? "a process has waited for itself since time %.9g and can never go on"
	                                : "processes have waited for each other since time %.9g: none of them can go on",
	                          run->around->idle_since);
	uint32_t told = 0;
	for (se_activity *a = first; told == 0 || (a != first && told < TOLD_MOST); a = who_has(p, a), told++)
		tell(run, m, a, told == 0);
	sb_help(m, alone
				   ? "seize it only once; a facility with more servers has their number after its name: FACILITY F (2)"
				   : "let all processes seize what they need in the same order");
	run->failed = true;
}

static bool waits(const se_activity *a)
{
	return a->doing == SE_QUEUES || a->doing == SE_WATCHES;
}

static void report_waiting(se_run *run, const se_activity *first, uint32_t waiting, bool queueing)
{
	const se_process_state *p = run->process;
	uint32_t told = 0;
	sb_message *m = sb_report(run->diag, queueing ? SB_WARNING : SB_INFO, "R0511", place_of(run, first),
	                          "nothing can happen any more from time %.9g on, but %s", run->around->idle_since,
	                          waiting == 1 ? "a process waits" : sb_printf(run->once, "%u processes wait", waiting));
	for (uint32_t k = 0; k < p->n && told < TOLD_MOST; k++)
		if (waits(p->at[k]))
			tell(run, m, p->at[k], told++ == 0);
	if (waiting > told)
		sb_note(m, "and %u more", waiting - told);
	sb_help(m, "another process or event must release, leave, open or set what they wait for; a process that only "
			   "serves others may PASSIVATE instead");
}

/* Conditions on time that are found ahead of the run are not looked for behind its stop: there one may turn. */
static bool may_turn_later(const se_run *run)
{
	for (uint32_t k = 0; k < run->image->moments.n; k++)
		if (run->image->moments.at[k].kind == SI_MOMENT_WATCH)
			return true;
	return false;
}

/* In the order in which they were made. */
void se_look_for_idle(se_run *run)
{
	const se_process_state *p = run->process;
	uint32_t waiting = 0;
	bool queueing = false;
	const se_activity *first = NULL;
	if (!p->any || run->terminate || p->moving || se_calendar_count(run->calendar) || p->head != p->tail)
		return;
	for (uint32_t k = 0; k < p->n; k++) {
		const se_activity *a = p->at[k];
		waiting += waits(a);
		queueing = queueing || a->doing == SE_QUEUES;
		first = first || !waits(a) ? first : a;
	}
	if (!first)
		return;
	se_activity *circle = find_circle(p);
	if (circle)
		report_circle(run, circle);
	else if (queueing || !may_turn_later(run))
		report_waiting(run, first, waiting, queueing);
}
