/* A process goes on, from stop to stop. */
#include "shell/lead/shell_lead.h"

#include <math.h>
#include <stdio.h>

static uint64_t events_of(const sh_process *p)
{
	const se_statistics *s = se_stats(p->run);
	return s->state_events + s->time_events + s->step_events;
}

static bool lists(const sh_list *l, const sh_process *p)
{
	for (uint32_t i = 0; i < l->items.n; i++)
		if (l->items.at[i].process == p)
			return true;
	return false;
}

/* The time between two values of PRINT or SCOPE. */
static double pace(const sh_list *l, const sh_process *p)
{
	double usual = p->settings.interval > 0 ? p->settings.interval
				   : isfinite(p->settings.stop) ? (p->settings.stop - p->settings.start) / 500 : 1;
	return isfinite(l->delta) && l->delta > 0 ? l->delta : usual;
}

/* The first of the times start + n*pace that is not before `now`. */
static double next_of(const sh_list *l, const sh_process *p, double now, bool after)
{
	double h = pace(l, p), n = ceil((now - p->settings.start) / h - 1e-9);
	double at = p->settings.start + n * h;
	return after && at <= now + 1e-12 * fmax(fabs(now), h) ? p->settings.start + (n + 1) * h : at;
}

/* Values that are due where the process stands. */
static void take_values(sh_world *w, sh_process *p)
{
	double now = se_time(p->run);
	bool prints = lists(&w->print, p) && now >= p->printed, scopes = lists(&w->scope.list, p) && now >= p->scoped;
	if (!prints && !scopes)
		return;
	se_show(p->run);
	if (prints) {
		sh_print_row(w, p);
		p->printed = next_of(&w->print, p, now, true);
	}
	if (scopes) {
		sh_scope_point(w, p);
		p->scoped = next_of(&w->scope.list, p, now, true);
		sh_scope_draw(w, p, false);
	}
}

static double next_stop(const sh_world *w, const sh_process *p, double until)
{
	double stop = fmin(until, p->settings.stop);
	if (lists(&w->print, p))
		stop = fmin(stop, p->printed);
	if (lists(&w->scope.list, p))
		stop = fmin(stop, p->scoped);
	return stop;
}

/* One stretch, or a part of it up to `stop`. */
static se_status go_stretch(sh_world *w, sh_process *p, double stop, sh_aim *aim)
{
	se_stretch s;
	se_status status = se_next_stretch(p->run, &s);
	double at, to;
	if (status != SE_PAUSED || s.lost)
		return status;
	to = fmin(s.to, stop);
	aim->at = to > s.from ? sh_find_break(w, p, fmax(s.from, se_time(p->run)), to, to == s.to, &at) : NULL;
	if (aim->at)
		return se_advance(p->run, at, false);
	status = se_advance(p->run, to, s.instant && to == s.to);
	if (status == SE_PAUSED && to == s.to && sh_traces_steps(w))
		sh_trace_step(w, p);
	return status;
}

static bool goes_by_steps(const sh_world *w, const sh_process *p)
{
	return sh_has_breaks(w, p) || sh_traces_steps(w);
}

/* Up to the next stop. *event: something has happened. */
static se_status go_to_stop(sh_world *w, sh_process *p, sh_aim *aim, bool *event)
{
	bool hears = aim->to_event || (w->trace & (SH_TRACE_STATE_EVENTS | SH_TRACE_TIME_EVENTS)) || w->watch.items.n;
	double stop = next_stop(w, p, aim->until);
	se_statistics before = *se_stats(p->run);
	uint64_t heard = p->heard, events = events_of(p);
	se_status status = goes_by_steps(w, p) ? go_stretch(w, p, stop, aim) : se_advance(p->run, stop, hears);
	*event = events_of(p) != events || p->heard != heard;
	if (*event && status == SE_PAUSED)
		sh_trace_event(w, p, &before);
	if (!aim->at && *event && status == SE_PAUSED && sh_has_breaks(w, p))
		aim->at = sh_turned_break(w, p);
	return status;
}

static sh_reason finish(sh_world *w, sh_process *p, se_status status)
{
	if (status != SE_FAILED) {
		p->printed = fmin(p->printed, se_time(p->run));
		p->scoped = fmin(p->scoped, se_time(p->run));
		take_values(w, p);
	}
	sh_finish(w, p);
	return se_ended_well(p->status) ? SH_AT_END : SH_FAILED;
}

/* Are all values of the model known only by the time of the whole run? Then a long one is led in pieces, which Ctrl-C
 * can come between. */
static double piece(const sh_process *p, double until)
{
	return fmin(until, isfinite(p->settings.stop) ? se_time(p->run) + (p->settings.stop - p->settings.start) / 50
												  : se_time(p->run) + 1000 * pace(&(sh_list){.delta = NAN}, p));
}

sh_reason sh_lead(sh_world *w, sh_process *p, sh_aim *aim)
{
	double until = aim->until, began = sb_processor_clock();
	sh_reason why = SH_AT_TIME;
	bool event = false;
	aim->at = NULL;
	p->printed = fmax(p->printed, next_of(&w->print, p, se_time(p->run), p->moved));
	p->scoped = fmax(p->scoped, next_of(&w->scope.list, p, se_time(p->run), p->moved));
	sh_settle_breaks(w, p);
	take_values(w, p);
	for (;;) {
		p->moved = true;
		aim->until = piece(p, until);
		se_status status = go_to_stop(w, p, aim, &event);
		sh_tell_process(w, p);
		if (status != SE_PAUSED) {
			why = finish(w, p, status);
			break;
		}
		take_values(w, p);
		bool there = se_time(p->run) >= until;
		why = aim->at ? SH_AT_BREAK : *w->halt ? SH_INTERRUPTED : aim->to_event && event ? SH_AT_EVENT : SH_AT_TIME;
		if (why != SH_AT_TIME || there)
			break;
	}
	aim->until = until;
	p->cpu += sb_processor_clock() - began;
	return why;
}

static void tell_watched(sh_world *w, sh_process *p)
{
	for (uint32_t i = 0; i < w->watch.items.n; i++)
		if (w->watch.items.at[i].process == p)
			sh_tell_value(w, &w->watch.items.at[i], 0);
}

void sh_tell_stop(sh_world *w, sh_process *p, sh_reason why, const sh_aim *aim)
{
	const char *name = sh_process_name(w, p), *time = sh_number(w, se_time(p->run));
	const sh_happened *last = p->events.n ? &p->events.at[p->events.n - 1] : NULL;
	bool told = last && last->time == se_time(p->run) && *last->text;
	if (why == SH_AT_END)
		printf("%s has ended at time %s\n", name, time);
	else if (why == SH_AT_BREAK)
		printf("%s stands at time %s: %s\n", name, time, aim->at->text);
	else if (why == SH_INTERRUPTED)
		printf("%s was interrupted at time %s; GO goes on\n", name, time);
	else if (why == SH_AT_EVENT)
		printf("%s stands at an event at time %s%s%s\n", name, time, told ? ": " : "", told ? last->text : "");
	else if (why == SH_AT_TIME)
		printf("%s stands at time %s\n", name, time);
	if (why == SH_FAILED)
		sb_report(w->diag, SB_ERROR, "T0130", (sb_span){0}, "%s has failed at time %s", name, time);
	if (p->state == SH_STANDS)
		se_show(p->run);
	tell_watched(w, p);
	if (lists(&w->scope.list, p))
		sh_scope_draw(w, p, true);
	if (p->state == SH_ENDED)
		sh_write_prepared(w, p);
	fflush(stdout);
}
