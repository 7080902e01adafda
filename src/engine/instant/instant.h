/* The instant: what happens when time stands still (docs/events.md, E9 to E16).
 *
 *     instant.c         sources, pre, restart
 *     fixed_point.c     equations, conditions and modes agree
 *     combine.c         conditions that chase each other
 *     local.c           one that costs what depends on it, for solvers that move each state for itself
 *     freshen.c         equations follow in the middle of an action
 *     initial.c         the first one: initial values; initial_checks.c: what must hold of them
 *     ramps.c           parameters that are led to their values while initial values are looked for
 *     beginning.c       the first mode, where it has to be looked for
 *     apply.c           changes from outside take effect */
#ifndef SALTUS_ENGINE_INSTANT_H
#define SALTUS_ENGINE_INSTANT_H

#include "engine/ground/engine_ground.h"

typedef struct se_instants {
	/* state */
	double last_instant;             /* its time */
	bool acted;                      /* an event or a process had its turn in it */
	uint32_t began_in;               /* the frame whose program computes parameters */
	double behind_at;                /* the last instant behind which a left limit has moved */
	uint32_t behind;                 /* so many others before it were at the same time */
	/* scratch */
	bool left_known;                 /* left_row has the left limit already: the instant goes on, see run/sources.c */
	uint32_t rounds;                 /* so many the instant had before, see run/sources.c */
	bool within;                     /* the equations settle in the middle of an action: the mode stays */
	sb_map told_late;                /* sites of what was read too early, see se_freshen */
	sx_givens changes;               /* from outside, which wait for an instant: they are made before a run is saved */
	/* called behind each pass of the equations, which may have set states; NULL: nobody */
	void (*pass)(void *context, bool set); void *pass_context;
	struct se_local *local;          /* local.c; NULL: not opened */
	double *near; uint32_t near_count, near_room;        /* from which iterations begin, see se_keep_near */
	double *guesses; /* what the iterations of the initial system began with; only where the log tells of it */
} se_instants;
void se_instants_archive(se_run *run, sb_archive *a);

/* instant.c, fixed_point.c */
/* At run->time with the left limit in run->x. `crossing`: conditions have changed there. *restart: the solver must
 * begin anew. False: the run must end. */
bool se_instant(se_run *run, bool crossing, bool *restart);
void se_note_events(se_run *run);
bool se_fixed_point(se_run *run);                        /* of the equations (E10). False: the run must end */
void se_plan_event_again(se_run *run, uint32_t event);   /* the next turn of a periodic one that had its turn */
bool se_is_of_group(const se_run *run, uint32_t event, uint32_t group);
/* The rows of an instant, from left_row and right_row. `seen`: something has happened in it. */
void se_record_instant(se_run *run, bool seen);

/* What the calendar has for this time is taken. *equations: they are concerned. True: there was something else than
 * processes. */
bool se_take_entries(se_run *run, bool *equations, bool *jump);
bool se_clear_clocks(se_run *run);                       /* those that tick now; true: there were some */
void se_plan_ahead(se_run *run);                         /* times of conditions that were looked at */

/* local.c: an instant that touches what depends on it, and nothing else (E470) */
bool se_has_local_instants(se_run *run);                 /* the model is of the kind */
bool se_may_be_local(se_run *run);                       /* of this run, as far as it is known before */
/* Here and now: these conditions have turned, or the calendar has something. False: the run must end. */
bool se_local_instant(se_run *run, const uint32_t *turned, uint32_t count, bool due, sv_concern *out);
bool se_local_allows(se_run *run, const uint32_t *turned, uint32_t count, bool due);       /* now */
void se_local_clear(se_run *run);
void se_local_archive(se_run *run, sb_archive *a);

/* freshen.c: a statement, of this site, reads what follows from what was set */
void se_freshen(se_run *run, int site);

/* combine.c */
/* Conditions that chase each other. True: they are not to be looked at in this pass */
bool se_combine(se_run *run);

/* initial.c */
bool se_initial_values(se_run *run);
bool se_parameters(se_run *run);                         /* and what is made of them. False after a message */
/* Parameters, start values and the initial system of the present mode. False after a message. on_trial: fixed start
 * values that contradict the mode are taken as the values before it. */
bool se_solve_in_mode(se_run *run, bool on_trial);

/* ramps.c */
/* Where the initial system was not solved, parameters with ramps lead to its solution (E720). `solve` tries once,
 * from the present values. False: no ramp has led to a solution. */
bool se_lead_ramps(se_run *run, bool (*solve)(se_run *run));

/* Keeps the results of the iterations of the initial system, and their guesses, before a run is begun anew (E721). */
void se_keep_near(se_run *run);
void se_begin_near(se_run *run);
/* beginning.c */
/* Finds a first mode where the conditions have led to none. first: the branches in which the search began; holds:
 * the start values fit the present mode; said: the messages before the search. False: there is none. */
bool se_begin_elsewhere(se_run *run, const uint16_t *first, bool holds, uint32_t said);

/* initial_checks.c */
bool se_checks_hold(se_run *run, bool on_trial);          /* false after a report */
uint32_t se_broken_checks(const se_run *run);              /* constraints that fixed start values contradict */

/* apply.c */
bool se_apply_changes(se_run *run);                      /* in an instant; false: the values cannot be computed */
/* Gives a value, now and before, to something that only events set. False: events do not set it. */
bool se_set_memory(se_run *run, uint32_t scalar, double value);
bool se_is_state(const se_run *run, uint32_t scalar);
bool se_is_input(const se_run *run, uint32_t scalar);     /* of the model, that no equation gives */
void se_renew_parameters(se_run *run);          /* the other modes take them over when they are entered */
/* With this value of a scalar; UINT32_MAX: of none. */
void se_compute_parameters(se_run *run, uint32_t scalar, double value);

#endif
