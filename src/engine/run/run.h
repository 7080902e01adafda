/* The last room of the engine: a run from its beginning to its end. Its interface is engine.h.
 *
 *     make.c         a run as an object: making it, values from outside, what it tells
 *     settings.c     start, stop, tolerance, solver and output
 *     run.c          begin, advance, end
 *     step.c         a step, the points in it that matter, and what happens there
 *     unbounded.c    rates without bounds where a condition turns that guards them
 *     weigh.c        whether quantised states pay, for the solver auto
 *     light.c        runs of processes alone
 *     sources.c      sources of activations that have code of their own
 *     pause.c        what a run shows where it stands
 *     change.c       changes from outside
 *     stand.c        the point where it stands
 *     derive_run.c   derivatives at the values that a paused run shows
 *     displace.c     what a small change would do
 *     run_archive.c  a run as bytes, to be saved and continued
 *     experiment.c   routines outside time, which ask for simulations */
#ifndef SALTUS_ENGINE_RUN_H
#define SALTUS_ENGINE_RUN_H

#include "engine/ground/engine_ground.h"

/* The next point of the step at hand that is to be taken; it is searched for once. fault: something is wrong there, or
 * to be warned of; early: before all else that was found; looks: of those that only look (E420); cut: the rest of the
 * step is void, because something narrow was missed in it. */
typedef struct se_point { double at; bool known, crossing, woken, freed, passed, fault, early, looks, cut; } se_point;

typedef struct se_unchanged {
	const struct se_given *given;
	uint32_t given_count;
	const sx_given *numbers;
	uint32_t number_count;
} se_unchanged;

typedef struct se_control {
	/* state */
	bool under_way;                  /* the initial values are found, and the run has not been closed */
	bool idle;                       /* all processes have ended, or wait for ever */
	double shown_at;                 /* where it has paused, which may lie inside the step at hand */
	double limit;                    /* up to which the step at hand might go */
	bool walking;                    /* the rest of it, from run->time on, has not been gone through */
	se_point point;                  /* ... how far that is known */
	bool past_branch; /* the solver failed because the rates have no value beyond a condition, which turns there */
	double reach;                    /* how far the next step may go, as far as transports let expect it */
	bool all_halt;                   /* steps end wherever something happens, for whoever follows them one by one */
	double light_grid;               /* the next time of the grid, for se_run_light */
	/* scratch of se_run_sources: events that come with the one whose turn it is; those that share a function; those
	 * that have one alone; those whose functions were called */
	sb_u32s synchronous; const uint32_t *circle; bool *plain, *ran; sb_u32s run_list;
	/* from begin to end */
	bool refused;                    /* a value from outside could not be given */
	se_status outcome;               /* SE_PAUSED: it can go on */
	bool whole;                      /* where it has ended, everything could be evaluated */
	se_unchanged *unchanged;         /* what was given before changes; NULL: there were none */
	bool told_objects;               /* that external objects are not saved */
	/* scratch */
	bool shows; double kept_time;    /* values are made for a look; the time of those that were there before */
	double last_progress; uint32_t since_look;
	struct se_unbounded *unbounded;  /* unbounded.c; NULL: not needed yet */
	struct se_derivations *derivations;      /* that were asked for last: derive_run.c; NULL: none */
	const char *why_differences;     /* these were taken for them; NULL: symbols were */
	struct se_activity *experiment;
	se_stream
		*streams_outside; /* of an experiment: those of run 0, which have nothing in common with those of its runs */
} se_control;

/* make.c */
void se_close_solvers(se_run *run);
bool se_suits(se_run *run, uint32_t scalar, double value);       /* false after a message: its type has no such value */

/* settings.c */
bool se_settings_are_good(se_run *run);                  /* false after a message */
void se_tell_settings(se_run *run);                      /* what is odd in them, where a run begins */

/* run.c */
void se_begin_outside(se_run *run);                      /* for an experiment, which is outside of time */
se_status se_look_at_clock(se_run *run);                 /* on the wall: if not SE_DONE the run must end */
bool se_prepare(se_run *run); /* everything that it needs before it has values. False after a message */

/* The next entry of the calendar: steps end on its near side, and its instant takes place at `at`. */
typedef struct se_sides { double near, at; } se_sides;
static inline bool se_is_between(const se_run *run, se_sides m) { return m.near <= run->time && run->time < m.at; }
void se_move_on(se_run *run, se_sides next);             /* run.c: time goes on to it, if it is too near for a step */

/* step.c */
/* The point `until` of the last step becomes the present. `fault`: something is wrong there, or to be warned of. */
void se_accept(se_run *run, double until, bool fault);
double se_next_entry(const se_run *run); /* when the calendar, or the queue of this instant, has something */
double se_next_halt(const se_run *run);  /* when it has something at which a step ends */
se_sides se_next_sides(const se_run *run);
/* False: it failed; past_branch: because of a condition that turns there. */
bool se_make_step(se_run *run, double limit);
bool se_pass_branch(se_run *run);                        /* then: goes on behind it. False: the run must end */
/* Of the step at hand, into run->control->point. False: the run must end; not known: the rest is void. */
bool se_find_point(se_run *run);
bool se_is_due(const se_run *run, const se_point *p);    /* the calendar has something there */
/* Does somebody only look before this point, up to `until`, and when? Then the look is the present, and what was known
 * of the point stays known. */
bool se_looks_first(const se_run *run, double until, double *at);
bool se_take_look(se_run *run, double at, se_status *status, bool *instant);
/* It becomes the present. *instant: something has happened there. False: the run must end; and *status, by the clock on
 * the wall */
bool se_take_point(se_run *run, se_status *status, bool *instant);
bool se_stand_still(se_run *run, bool crossing, bool *restarted);        /* an instant at the present time */
/* The run stands where it has paused, and the rest of the step is void. False: it has failed. */
bool se_leave_step(se_run *run);

/* unbounded.c: just before a moment to which time goes on by itself; behind a step of the solver. run->failed: the run
 * must end. */
void se_look_before(se_run *run, double near, double at);
void se_look_behind(se_run *run);
void se_look_at_end(se_run *run);                         /* where the run has come to its stop */
void se_unbounded_begin(se_run *run);                     /* of a simulation */
void se_unbounded_free(se_run *run);

/* weigh.c: at the end of a step. auto may go over to quantised states, or back. */
void se_weigh_quantised(se_run *run);

/* pause.c */
void se_stop_showing(se_run *run);                       /* the values are those of the run again */
/* Functions of the conditions where the run shows its values, by watch. */
static inline double *se_shown_functions(const se_run *run)
{
	return run->kept_values + run->image->states + run->image->reals;
}

/* change.c */
void se_forget_changes(se_run *run);                     /* before another simulation */
bool se_settle_changes(se_run *run);                     /* an instant for those that wait. False: the run must end */

/* stand.c */
/* Of a clock that counts the ticks of a base: from those of its own to the times at which it ticks. */
void se_based_clock(const se_run *run, uint32_t clock, double *first, double *interval);

/* derive_run.c */
void se_derivations_free(struct se_derivations *q);

/* light.c */
/* Instants of processes alone, up to the next other thing, to `until`, or to_event: to the end of the next one. If not
 * SE_DONE the run must end. */
se_status se_run_light(se_run *run, double until, bool to_event);

/* sources.c */
bool se_has_sources(const se_run *run);                  /* some have code of their own, and nothing is in the way */
/* Instants of such sources, up to the next other thing; otherwise as se_run_light. */
se_status se_run_sources(se_run *run, double until, bool to_event);
/* Such sources that only look, before the next point of the step at hand and up to `until`. The present stays where it
 * is, unless something is left to do at the last look: then that is the present. False: the run must end. */
bool se_run_looks(se_run *run, double until, se_status *status);

#endif
