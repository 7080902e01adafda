/* The last room of the engine: a run from its beginning to its end. Its interface is engine.h.
 *
 *     make.c         a run as an object: making it, values from outside, what it tells
 *     settings.c     what it is asked to do
 *     run.c          begin, advance, end
 *     step.c         a step, the points in it that matter, and what happens there
 *     light.c        runs of processes alone
 *     pause.c        what a paused run shows
 *     change.c       changes from outside
 *     derive_run.c   derivatives at the values that a paused run shows
 *     run_archive.c  a run as bytes, to be saved and gone on from
 *     experiment.c   routines outside of time, which ask for simulations */
#ifndef SALTUS_ENGINE_RUN_H
#define SALTUS_ENGINE_RUN_H

#include "engine/ground/engine_ground.h"

/* make.c */
void se_close_solvers(se_run *run);
bool se_suits(se_run *run, uint32_t scalar, double value);       /* false after a message: its type has no such value */

/* settings.c */
bool se_settings_are_good(se_run *run);                  /* false after a message */

/* run.c */
void se_begin_outside(se_run *run);                      /* for an experiment, which is outside of time */
se_status se_look_at_clock(se_run *run);                 /* on the wall: if not SE_DONE the run must end */
bool se_prepare(se_run *run); /* everything that it needs before it has values. False after a message */

/* step.c */
double se_next_entry(const se_run *run); /* when the calendar, or the queue of this instant, has something */
/* False: it failed; past_branch: because of a condition that turns there. */
bool se_make_step(se_run *run, double limit);
bool se_pass_branch(se_run *run);                        /* then: goes on behind it. False: the run must end */
/* Of the step at hand, into run->point. False: the run must end; not known: the rest is void. */
bool se_find_point(se_run *run);
/* It becomes the present. *instant: something has happened there. False: the run must end; and *status, by the clock on
 * the wall */
bool se_take_point(se_run *run, se_status *status, bool *instant);
bool se_stand_still(se_run *run, bool crossing, bool *restarted);        /* an instant at the present time */
/* The run stands where it has paused, and the rest of the step is void. False: it has failed. */
bool se_leave_step(se_run *run);

/* pause.c */
void se_stop_showing(se_run *run);                       /* the values are those of the run again */

/* change.c */
void se_forget_changes(se_run *run);                     /* before another simulation */
bool se_settle_changes(se_run *run);                     /* an instant for those that wait. False: the run must end */

/* derive_run.c */
void se_derivations_free(struct se_derivations *q);

/* light.c */
/* Instants of processes alone, up to the next other thing, to `until`, or to_event: to the end of the next one. If not
 * SE_DONE the run must end. */
se_status se_run_light(se_run *run, double until, bool to_event);

#endif
