/* What time alone does, known ahead of the run (structure/forcing/forcing.c says what there is to know).
 *
 *     bound     no step turns an angle by more than a quarter of a turn. Angles of time are known before the step;
 *               those of states are looked at after it, and a step that has turned one too far is made again
 *     moments   the next time at which each function of time changes its sign. It is searched with samples of its own,
 *               as dense as the angles inside it need, a little ahead of the solver and independent of its steps.
 *               Moments of conditions go to the calendar; a step ends at kinks and peaks
 *     places    narrow peaks of the rates and of conditions over the states, which a step may have passed over
 *     ticks     of clocks, which are entries of the calendar
 *
 * Values that change only at events are inputs: when one has changed, bound and moments are computed again.
 *
 *     ahead.c    moments; ahead_archive.c: what is saved of them; longest.c: the longest step; centre.c: places;
 *                sampled.c: functions that cannot be read; passed.c: what fixed steps pass over; base.c: clocks and
 *                base clocks */
#ifndef SALTUS_ENGINE_FORCING_H
#define SALTUS_ENGINE_FORCING_H

#include "engine/ground/engine_ground.h"

/* Of a frame, by clock and then by periodic event; state. */
typedef struct se_ticks { double *start, *interval; uint64_t *tick; } se_ticks;

/* A base clock: the number of its next tick; of a variable one also its time, in units of 1/(den*resolution) seconds
 * since the start or as it is; and the interval that holds now. */
typedef struct se_base { uint64_t tick; __int128 units; double at, interval; } se_base;

typedef struct se_forcing {
	sb_vec(se_base) bases;           /* state: by base clock, the same in all modes */
	sb_u32s bases_due;               /* scratch: those that have ticked in this instant */
	bool step_given;                 /* the step of a fixed-step solver is what the user asked for */
} se_forcing;

void se_ahead_open(se_run *run);              /* of a new frame */
void se_ahead_forget(se_run *run); /* a simulation begins, or the mode has changed: nothing is known */
void se_ahead_cancel(se_run *run);            /* parameters have changed: what was planned is void, too */
/* The value behind the present time of a step of time whose function is g, if rounding alone would decide it; false: it
 * does not. */
bool se_ahead_behind(const se_run *run, uint32_t watch, double g, long long *value);
void se_ahead_renew(se_run *run);             /* at the end of an instant */
double se_moment_at(const se_run *run, uint32_t moment, double t);      /* its function there */
/* How far the next step may go; it may move run->time over a kink. */
double se_ahead_limit(se_run *run, double limit);
/* A time behind t, as near as a moment is found: where a strict condition holds that guards an operation. And one that
 * is as near before t, and before the time whose just_behind is t. */
double se_just_behind(const se_run *run, double t);
double se_just_before(const se_run *run, double t);
/* Time moves on without a step, if the end is so near that none can be made. */
void se_go_to(se_run *run, double end);
void se_ahead_anew(se_run *run);              /* another solver is at work, which has been told nothing */
double se_ahead_bound(se_run *run);           /* the longest step, which the solver is told; INFINITY: none */
/* Of the solution inside the step just made, as a multiple of the tolerance. */
double se_defect_at(se_run *run, double t);
void se_passage_open(se_run *run);            /* centre.c: of a new frame */
void se_passage_begin(se_run *run);           /* centre.c: where the next step begins */
void se_find_places(se_run *run);             /* centre.c: in the step just made */
double se_missed_place(se_run *run); /* centre.c: where the rates show that the step just made has passed over
											   something; NAN: nowhere */
/* sampled.c */
void se_sampled_open(se_run *run);            /* of a new frame whose image has something that cannot be read */
void se_sampled_forget(se_run *run);          /* a simulation begins */
double se_samples_apart(const se_run *run);   /* as far as they may be; INFINITY: none are needed */
double se_sampled_bound(const se_run *run);   /* the longest step, for them */
void se_find_samples(se_run *run);            /* in the step just made */
void se_measure_missed(se_run *run, double t); /* the rates at t are not what the step just made has taken them for */
void se_sampled_step(se_run *run);            /* the step just made is accepted */
void se_sampled_turns(se_run *run);           /* conditions have turned in this instant, or not */
void se_sampled_archive(se_run *run, sb_archive *a);
/* In the step just made: the solver is back where the step began, with a shorter bound. */
bool se_turned_too_far(se_run *run);
void se_passed_forget(se_run *run);           /* passed.c: a simulation begins */
/* passed.c: what fixed steps have passed over is told, if that is most of what the state is off by, `part` of its size
 * in its own unit. */
bool se_tell_passed(se_run *run, uint32_t state, double part);
void se_ahead_archive(se_run *run, sb_archive *a);
void se_passage_archive(se_run *run, sb_archive *a);
/* base.c */
/* The next tick of a clock to the calendar. False after a report: time cannot tell it from the present one. */
bool se_plan_tick(se_run *run, uint32_t clock, int priority, se_entry_kind kind, uint32_t number, sb_span span);
/* Its first one from now on. */
bool se_plan_clock(se_run *run, uint32_t k, int priority, se_entry_kind kind, uint32_t number, sb_span span);
bool se_plan_bases(se_run *run);                         /* first ticks of base clocks. False after a message */
void se_tick_base(se_run *run, uint32_t base);
bool se_plan_due_bases(se_run *run);

#endif
