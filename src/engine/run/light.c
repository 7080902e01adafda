/* Runs in which nothing but routines happens: the calendar gives an activation, its routine is executed, and so on,
 * without the machinery of instants. */
#include "engine/evaluate/engine_evaluate.h"
#include "engine/process/engine_process.h"
#include "engine/record/record.h"
#include "engine/run/run.h"

/* The next activation of this instant, from the calendar first (E42). All that is due now has stopped waiting before
 * the first of it goes on, as in any other instant. NULL: there is none. */
static se_activity *next_due(se_run *run, const se_entry *first)
{
	se_process_state *p = run->process;
	se_turn_entry e;
	if (!first || first->time > run->time)
		return se_next_turn(run, &e) ? p->at[e.number] : NULL;
	se_activity *a = p->at[first->number];
	se_calendar_drop_first(run->calendar);
	while ((first = se_calendar_first(run->calendar)) && first->time <= run->time && se_kind_of(first) == SE_PROCESS) {
		se_activity *other = p->at[first->number];
		se_calendar_drop_first(run->calendar);
		se_join(run, other);
	}
	return a;
}

/* Time goes on to the next entry; what the grid asks for in between is recorded. */
static void go_on_to(se_run *run, const se_entry *first)
{
	/* what is due at the same time but for rounding is one instant, and none of it may come too early (E5) */
	double at = first->time, time = se_calendar_latest(run->calendar, at + se_rounding_at(run, at)),
		   rest = run->process->at[first->number]->rest + (at - time);
	if (time > run->control->light_grid) {
		se_record_grid(run, time, false);
		run->control->light_grid = se_next_grid(run);
	}
	run->time = run->d->time = run->process->rest_at = time;
	run->process->rest = rest;
	run->stats.time_events++;
	se_calendar_gather(run->calendar, time, time + se_time_rounding(run));
	se_first_round(run);
	if (!run->process->warm)
		se_warm_up(run);
}

/* No machinery of instants: the calendar gives an activation, its routine is executed, and that is all as long as
 * nothing but routines reads what it sets. */
se_status se_run_light(se_run *run, double until, bool to_event)
{
	enum { LOOK = 1024 };            /* at the clock on the wall */
	se_process_state *p = run->process;
	uint32_t count = 0;
	bool good = true, entered = false;
	se_status status = SE_DONE;
	run->control->light_grid = se_next_grid(run);
	run->d->event = 1;
	while (good && status == SE_DONE && p->light && !run->terminate && !run->unwanted) {
		const se_entry *first = se_calendar_first(run->calendar);
		if (first && se_kind_of(first) != SE_PROCESS)
			break;
		if (p->head == p->tail && !(first && first->time <= run->time)) {
			if (!first || !(se_stop_or(run, first->time) < run->settings.stop) || first->time > until ||
				(to_event && entered))
				break;
			go_on_to(run, first);
		}
		se_activity *a = next_due(run, first);
		if (!a) {
			good = !run->failed;
			continue;
		}
		if (a->object && se_still_waits(run, a)) {
			good = !run->failed;
			continue;
		}
		entered = true;
		good = se_enter(run, a);
		if (p->watching && p->asked)
			se_look_at_waits(run, false);
		good = good && !run->failed;
		if (++count % LOOK == 0)
			status = se_look_at_clock(run);
	}
	run->d->event = 0;
	se_here(run);
	sc_accepted(run->d, run->time);
	return good ? status : SE_FAILED;
}
