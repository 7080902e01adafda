/* Schedules: what one source of activations runs, as straight code (docs/diagrams.md).
 *
 *     schedules.c       which steps and actions a source runs, and with which values
 *     schedule_ways.c   who reads what: which ways lead from a source, and what is looked at in every instant
 *     observers.c       which sources and clocks only look (E420)
 *
 * In the general way (engine/instant) an event turns a Boolean, the pieces that read it are evaluated, and so on to the
 * fixed point. For a source most of this is known before the run. In the pass in which the source comes, its activation
 * is true and those of all others are false, so clauses become plain assignments and activations disappear:
 *
 *     e = s <> pre(s);  y = if e then u else pre(y)         of the source of e:  y = u;  of others: nothing
 *
 * In the pass after it all activations are false, and what clauses have set is its own left limit. So one pass is
 * enough if nothing outside of clauses reads the left limit of what the pass has set. What the general machinery looks
 * at after each instant (conditions, events, assertions) must not read it either. A source for which this holds is
 * *straight*; `why` of a schedule says why another one is not, and such a source goes the general way. Both ways give
 * the same values. */
#ifndef SALTUS_STRUCTURE_SCHEDULES_H
#define SALTUS_STRUCTURE_SCHEDULES_H

#include "structure/ground/ground.h"

/* By key of a place (ss_place_key), cells of many elements by their first. */
typedef struct ss_ways {
	uint32_t places;
	bool *pulse;                     /* an activation: true in one pass only */
	uint32_t *source;                /* the Boolean that this event turns, + 1 */
	bool *looked_at, *looked_back;   /* something outside of clauses reads it at any time; reads its left limit */
	bool *in_array;                  /* read as part of an array */
	sb_u32s *steps, *actions;        /* that read it */
	uint32_t *given_by;              /* the step that sets it, + 1 */
} ss_ways;

/* schedule_ways.c */
typedef void (*ss_seeing)(void *context, uint32_t key, bool before);   /* before: its left limit */
void ss_see_places(const ss_plan *plan, sx_ref e, const sm_domain *domain, ss_seeing see, void *context);
typedef void (*ss_visiting)(void *context, sx_ref e, const sm_domain *domain);             /* e may be 0 */
void ss_each_expression(const ss_plan *plan, const ss_step *s, ss_visiting visit, void *context);
void ss_see_step(const ss_plan *plan, const ss_step *s, ss_seeing see, void *context);     /* what it reads */
void ss_see_set(const ss_plan *plan, const ss_step *s, ss_seeing see, void *context);      /* what it sets */
uint32_t ss_key_of(const ss_plan *plan, sx_ref var);                  /* of a VAR that is one scalar; UINT32_MAX */
sx_ref ss_without_activations(ss_work *w, const ss_ways *ways, sx_ref e);      /* its value when no source comes */
bool ss_keeps_target(const ss_plan *plan, sx_ref target, sx_ref value);        /* the value is pre(target) */
ss_ways *ss_find_ways(ss_work *w);

/* observers.c */
void ss_observers(ss_work *w);       /* those of plan->clocks, bases and event_code that only look; before schedules */

/* schedules.c */
bool ss_only_looks(const ss_plan *plan, const ss_schedule *s);
void ss_schedules(ss_work *w);       /* plan->schedules; after the places are known */

#endif
