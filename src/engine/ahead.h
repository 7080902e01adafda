/* What time alone does, known ahead of the run (structure/forcing/forcing.c says what there is to know).
 *
 *     bound     no step turns an angle by more than a quarter of a turn. Angles of time are known before the step;
 * those that depend on states are looked at after it, and a step that has turned one too far is made again moments the
 * next time at which each function of time changes its sign. It is looked for with samples of its own, as dense as the
 *               angles inside it ask for, a little ahead of the solver and whatever steps that makes. Moments of
 * conditions go to the calendar; at kinks and peaks a step ends
 *
 * What changes at events only is an input: when one has changed, bound and moments are looked for anew. */
#ifndef SALTUS_ENGINE_AHEAD_H
#define SALTUS_ENGINE_AHEAD_H

#include "engine/knots.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct se_ahead se_ahead;

enum { SE_PLACES_MOST = 160 };
/* What a step passes over (centre.c): its centres where it begins and ends, and its places in order. */
typedef struct se_passage {
	double *from, *to;
	se_knots knots;
	double place[SE_PLACES_MOST];
	uint32_t places;
} se_passage;
struct se_run;

void se_ahead_open(struct se_run *run);              /* of a new frame */
void se_ahead_forget(struct se_run *run); /* a simulation begins, or the mode has changed: nothing is known */
/* The value behind the present time of a step of time whose function is g, if rounding alone would decide it; false: it
 * does not. */
bool se_ahead_behind(const struct se_run *run, uint32_t watch, double g, long long *value);
void se_ahead_renew(struct se_run *run);             /* at the end of an instant */
/* How far the next step may go; it may move run->time over a kink. */
double se_ahead_limit(struct se_run *run, double limit);
/* Time moves on without a step, if the end is so near that none can be made. */
void se_go_to(struct se_run *run, double end);
void se_ahead_anew(struct se_run *run);              /* another solver is at work, which has been told nothing */
double se_ahead_bound(struct se_run *run);           /* the longest step, which the solver is told; INFINITY: none */
/* Of the solution inside the step just made, as a multiple of the tolerance. */
double se_defect_at(struct se_run *run, double t);
void se_passage_open(struct se_run *run);            /* centre.c: of a new frame */
void se_passage_begin(struct se_run *run);           /* centre.c: where the next step begins */
void se_find_places(struct se_run *run);             /* centre.c: in the step just made */
double se_next_place(const void *run, double t);     /* centre.c: the first one after t; INFINITY: none */
double se_missed_place(struct se_run *run); /* centre.c: where the rates show that the step just made has passed over
											   something; NAN: nowhere */
/* In the step just made: the solver is back where the step began, with a shorter bound. */
bool se_turned_too_far(struct se_run *run);

#endif
