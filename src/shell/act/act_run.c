/* A process goes on: DO, GO, STEP, RESTART, BREAK, WATCH. */
#include "shell/act/shell_act.h"

#include <math.h>
#include <stdio.h>

static void tell_statistics(sh_world *w, const sh_process *p)
{
	const se_statistics *s = se_stats(p->run);
	printf("  processor time      %s s\n", sh_number(w, p->cpu));
	printf("  solver              %s\n", s->solver_name ? s->solver_name : "none");
	printf("  steps               %llu (%llu refused)\n", (unsigned long long)s->solver.steps,
		   (unsigned long long)s->solver.rejected);
	printf("  calls of F          %llu\n", (unsigned long long)s->solver.rates);
	printf("  all evaluations     %llu (with conditions, events and output)\n", (unsigned long long)s->evaluations);
	printf("  Jacobians           %llu\n", (unsigned long long)s->solver.jacobians);
	printf("  state events        %llu\n", (unsigned long long)s->state_events);
	printf("  time events         %llu\n", (unsigned long long)s->time_events);
}

static bool begin(sh_world *w, sh_process *p)
{
	if (!sh_begin(w, p))
		return false;
	sh_save_state(w, p);
	return true;
}

/* Begun if it is new; a run that has ended begins anew only by DO, RESTART and STEP BACK. */
bool sh_can_go_on(sh_world *w, sh_process *p)
{
	if (p->state == SH_NEW || (p->state == SH_STANDS && !p->saved.n && !p->not_saved))
		return p->state == SH_NEW ? begin(w, p) : (sh_save_state(w, p), true);
	if (p->study)
		return sh_begin(w, p);       /* says why not */
	if (p->state == SH_STANDS)
		return true;
	sb_help(sb_report(w->diag, SB_ERROR, "T0143", (sb_span){0}, "%s has ended at time %s", sh_process_name(w, p),
					  sh_number(w, se_time(p->run))),
			"DO executes it again, RESTART puts it to its beginning, STEP BACK to an earlier event");
	return false;
}

static bool go(sh_world *w, sh_process *p, sh_aim *aim)
{
	sh_reason why = sh_lead(w, p, aim);
	sh_tell_stop(w, p, why, aim);
	return why != SH_FAILED;
}

bool sh_act_do(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	if (!p)
		return false;
	if (p->study)
		return sh_do_study(w, p);
	if (p->state == SH_STANDS && p->moved)
		printf("%s begins anew\n", sh_process_name(w, p));
	if (!begin(w, p))
		return false;
	bool good = go(w, p, &(sh_aim){.until = INFINITY});
	if (sh_given_of(c, "STATISTICS"))
		tell_statistics(w, p);
	return good;
}

static bool time_of(sh_world *w, const sh_command *c, const sh_process *p, bool back, double *out)
{
	const sh_given *g = sh_given_of(c, "TO");
	double now = se_time(p->run);
	if (!g)
		return true;
	if (!sh_number_of(w, c, "TO", out))
		return false;
	if (back ? *out < now : *out >= now)
		return true;
	sb_help(sb_report(w->diag, SB_ERROR, "T0144", g->span, "the process stands at time %s, which is %s %s",
					  sh_number(w, now), back ? "not behind" : "behind", sh_number(w, *out)),
			back ? "STEP/TO and GO/TO go on" : "STEP BACK/TO=(time) goes back");
	return false;
}

bool sh_act_go(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	sh_aim aim = {.until = INFINITY};
	if (!p || !sh_can_go_on(w, p) || !time_of(w, c, p, false, &aim.until))
		return false;
	bool good = go(w, p, &aim);
	if (sh_given_of(c, "STATISTICS"))
		tell_statistics(w, p);
	return good;
}

/* The event so many events before the present time. */
static bool step_back(sh_world *w, const sh_command *c, sh_process *p)
{
	double time = NAN, count = 1;
	if (p->state == SH_NEW || !p->run || !p->saved.n) {
		sb_report(w->diag, SB_ERROR, "T0145", c->span, "%s has not gone on yet", sh_process_name(w, p));
		return false;
	}
	if (!time_of(w, c, p, true, &time) || !sh_number_of(w, c, "COUNT", &count))
		return false;
	bool to_event = isnan(time);
	if (to_event) {
		uint32_t i = p->events.n;
		double now = se_time(p->run);
		while (i && p->events.at[i - 1].time >= now)
			i--;
		bool begins = count > i;
		time = begins ? p->saved.at[0].time : p->events.at[i - (uint32_t)count].time;
		if (now <= p->saved.at[0].time) {
			sb_report(w->diag, SB_ERROR, "T0146", c->span, "%s stands at its beginning", sh_process_name(w, p));
			return false;
		}
		to_event = !begins;
	}
	if (!sh_go_back(w, p, time, to_event))
		return false;
	sh_tell_stop(w, p, *w->halt ? SH_INTERRUPTED : to_event ? SH_AT_EVENT : SH_AT_TIME, NULL);
	return true;
}

bool sh_act_step(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	sh_aim aim = {.until = INFINITY};
	double count = 1;
	if (!p)
		return false;
	if (c->option)
		return step_back(w, c, p);
	if (!sh_can_go_on(w, p) || !time_of(w, c, p, false, &aim.until) || !sh_number_of(w, c, "COUNT", &count))
		return false;
	aim.to_event = isinf(aim.until) || sh_given_of(c, "COUNT");
	sh_reason why = SH_AT_EVENT;
	for (double k = 0; k < count && why == SH_AT_EVENT; k++)
		why = sh_lead(w, p, &aim);
	sh_tell_stop(w, p, why, &aim);
	return why != SH_FAILED;
}

bool sh_act_restart(sh_world *w, const sh_command *c)
{
	sh_process *p = sh_one_process(w, c);
	if (!p || !begin(w, p))
		return false;
	sh_tell_stop(w, p, SH_AT_TIME, NULL);
	return true;
}

bool sh_act_break(sh_world *w, const sh_command *c)
{
	const sh_given *g = sh_given_of(c, "REMOVE");
	double number = 0;
	if (sh_given_of(c, "RESET"))
		w->breaks.n = 0;
	if (g && !sh_number_of(w, c, "REMOVE", &number))
		return false;
	if (g && !(number >= 1 && number <= w->breaks.n)) {
		sb_help(sb_report(w->diag, SB_ERROR, "T0147", g->span, "there is no break of this number"),
				"SHOW BREAK lists them");
		return false;
	}
	if (g) {
		for (uint32_t i = (uint32_t)number; i < w->breaks.n; i++)
			w->breaks.at[i - 1] = w->breaks.at[i];
		w->breaks.n--;
	}
	return !c->formulas.n || sh_add_break(w, c->formulas.at[0]);
}

bool sh_act_watch(sh_world *w, const sh_command *c)
{
	if (sh_given_of(c, "RESET"))
		w->watch.items.n = 0;
	return sh_add_items(w, &c->elements, &w->watch);
}
