/* The solver of the present frame.
 *
 *     solving.c         the solver is opened, given the problem, restarted, closed; excursions with a separate solver
 *     singly.c          rates and conditions one by one, for quantised states
 *     solver_trouble.c  messages about it
 *     audit.c           its errors, as they add up
 *     held_back.c       motions that are smaller than its errors, and their events */
#ifndef SALTUS_ENGINE_SOLVE_H
#define SALTUS_ENGINE_SOLVE_H

#include "engine/evaluate/speed.h"
#include "engine/ground/engine_ground.h"

/* What auto measures to find out whether quantised states pay (run/weigh.c). */
typedef struct se_weighing {
	bool begun, settled;             /* settled: nothing changes any more */
	bool quantised;                  /* they are tried */
	double since, work; uint64_t rates, steps, restarts;     /* where the present measurement began */
	double classic, window;          /* work for a unit of time with steps of all states, and over how long it was
									  * measured */
	bool changed; double changed_at;
} se_weighing;

typedef struct se_solving {
	/* state */
	sv_statistics spent;             /* by solvers that are gone */
	uint64_t restarts; double restart_share;         /* of solvers; the part of the tolerance for the first steps */
	bool delay_told;                 /* that a delay makes very many steps */
	se_weighing weighing;
	struct se_audit *audit;          /* of the solver's errors, see audit.c; NULL: not begun */
} se_solving;
void se_solving_archive(se_run *run, sb_archive *a);

/* solving.c */
sv_solver *se_new_solver(se_run *run);
void se_close_solver(se_run *run);
void se_open_solver(se_run *run);                        /* of the present frame */
void se_reopen_solver(se_run *run);                      /* for other equations */
void se_note_restart(se_run *run);                       /* in an instant, before the solver begins anew */
/* From the present time to t, with a solver of its own. False: it did not get there. */
bool se_side_trip(se_run *run, double t, double *x);
void se_gather_statistics(se_run *run);
bool se_step_again(se_run *run, double t);               /* the last one, to end at t; true */
/* From the present time and the states x on, with a solver of its own, in at most so many steps. False: it did not get
 * there. */
bool se_trip(se_run *run, double tolerance, double t, double *x, uint32_t most);

/* singly.c */
bool se_can_quantise(se_run *run);                       /* false after a message */
void se_tell_narrow(se_run *run);                        /* peaks of rates that quantised states may pass over */
bool se_quantises_well(se_run *run);                     /* nothing could be passed over, and no message is due */
void se_tell_mispredicted(se_run *run, const sv_statistics *count);
void se_log_transitions(se_run *run);                    /* of the ten states that moved most often */
const sv_singly *se_singly_table(se_run *run);           /* NULL: the rates are others now, while motion is held */

/* held_back.c: the watch that is in doubt (se_watched). */
void se_look_at_held_back(se_run *run);
/* The state whose error within the tolerance makes most of a function, and how much; *sum: what all of them make.
 * UINT32_MAX: nothing is known. */
uint32_t se_find_worst(se_run *run, se_probe probe, const void *of, const double *from, double *most, double *sum);
/* As a note: a function that goes `deep` beyond zero and back, and the state that was found. */
void se_explain_errors(se_run *run, sb_message *m, double deep, const double *from, uint32_t worst, double most);

/* solver_trouble.c */
void se_report_solver(se_run *run, sv_status status);
void se_tell_rough(se_run *run, const sv_statistics *of);        /* a fixed step that has gone wrong altogether */

/* audit.c */
void se_audit_archive(se_run *run, sb_archive *a);
/* After a step: errors that have added up are told; nothing is known beyond the limit. */
void se_look_at_errors(se_run *run, double limit);

#endif
