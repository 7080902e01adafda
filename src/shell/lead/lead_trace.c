/* Traces: what SET TRACE writes while a process goes on. */
#include "shell/lead/shell_lead.h"

#include <stdio.h>

bool sh_traces_steps(const sh_world *w)
{
	return w->trace & (SH_TRACE_CALLS | SH_TRACE_FUNCTIONS | SH_TRACE_STATES | SH_TRACE_RATES);
}

void sh_functions_of(sh_world *w, sh_process *p, double *values)
{
	uint32_t n = se_states(p->run);
	double *rates = sb_new_array(w->now, double, n + 1);
	const se_displaced none = {.parameter = UINT32_MAX};
	if (!se_values_displaced(p->run, &none, rates, values, NULL, 0, NULL))
		for (uint32_t i = 0; i < se_conditions(p->run); i++)
			values[i] = 0.0 / 0.0;
}

static void trace_functions(sh_world *w, sh_process *p)
{
	uint32_t n = se_conditions(p->run);
	double *values = sb_new_array(w->now, double, n + 1);
	sh_functions_of(w, p, values);
	printf("  functions");
	for (uint32_t i = 0; i < n; i++)
		printf(" %s", sh_number(w, values[i]));
	printf("\n");
}

void sh_trace_step(sh_world *w, sh_process *p)
{
	const se_statistics *s = se_stats(p->run);
	sb_mark mark = sb_arena_mark(w->now);
	se_show(p->run);
	printf("time %s", sh_number(w, se_time(p->run)));
	if (w->trace & SH_TRACE_CALLS)
		printf("  F and G calls %llu", (unsigned long long)s->evaluations);
	printf("\n");
	if (w->trace & SH_TRACE_STATES) {
		printf("  states   ");
		for (uint32_t i = 0; i < se_states(p->run); i++)
			printf(" %s", sh_number(w, se_value(p->run, se_state(p->run, i))));
		printf("\n");
	}
	if (w->trace & SH_TRACE_RATES) {
		printf("  rates    ");
		for (uint32_t i = 0; i < se_states(p->run); i++)
			printf(" %s", sh_number(w, se_rate(p->run, i)));
		printf("\n");
	}
	if (w->trace & SH_TRACE_FUNCTIONS)
		trace_functions(w, p);
	sb_arena_rewind(w->now, mark);
}

static void tell_jumps(sh_world *w, sh_process *p)
{
	bool any = false;
	for (uint32_t i = 0; i < w->watch.items.n; i++)
		any |= w->watch.items.at[i].process == p;
	if (!any)
		return;
	se_show(p->run);
	printf("at time %s:\n", sh_number(w, se_time(p->run)));
	for (uint32_t i = 0; i < w->watch.items.n; i++)
		if (w->watch.items.at[i].process == p)
			sh_tell_value(w, &w->watch.items.at[i], 0);
}

void sh_trace_event(sh_world *w, sh_process *p, const se_statistics *before)
{
	const se_statistics *s = se_stats(p->run);
	const sh_happened *last = p->events.n ? &p->events.at[p->events.n - 1] : NULL;
	const char *text = last && last->time == se_time(p->run) ? last->text : "";
	sb_mark mark = sb_arena_mark(w->now);
	if ((w->trace & SH_TRACE_STATE_EVENTS) && s->state_events != before->state_events)
		printf("state event at time %s: %s\n", sh_number(w, se_time(p->run)), text);
	if ((w->trace & SH_TRACE_TIME_EVENTS) && s->time_events != before->time_events)
		printf("time event at time %s: %s\n", sh_number(w, se_time(p->run)), text);
	tell_jumps(w, p);
	sb_arena_rewind(w->now, mark);
}
