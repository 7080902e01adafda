/* Part of structure.h: what a source of activations runs (schedules/schedules.h), as if all of it were straight.
 *
 * `events`: one of event_code, or all of a group. Steps and actions have the values of this pass: all steps are
 * computed, then what they give takes effect at once, then the actions act. `shown`, by step: others read it as part of
 * an array, so it takes effect where it is computed. `pres`: entries that have new values then. */
#ifndef SALTUS_STRUCTURE_SCHEDULE_H
#define SALTUS_STRUCTURE_SCHEDULE_H

typedef struct ss_schedule {
	sb_u32s events;
	ss_steps steps; sb_vec(bool) shown;
	sb_vec(ss_action) actions; sb_u32s numbers;      /* numbers: of the actions in the plan */
	sb_u32s pres;
	const char *why; sb_span why_span;               /* it goes the general way; NULL: it is straight */
} ss_schedule;

/* describe/describe_events.c: a source of activations: its name, and when it comes. */
typedef struct ss_plan ss_plan;
const sm_event *ss_event_of(const ss_plan *plan, uint32_t code);      /* of an entry of event_code */
void ss_describe_source(const ss_plan *plan, const sm_event *e, sb_text *out);

#endif
