/* The master of a coupled system: it leads the peers from communication point to communication point.
 *
 *     t n                                        t n+1
 *     │  inputs as curves: extrapolated from      │  outputs; loops of direct dependence are solved (settle.c);
 *     │  what is known of the source (output_history.c), │  what was extrapolated is compared with what came of it;
 *     │  or interpolated where it is ahead        │  a row of the record
 *     └──── each peer takes a step (steps.c) ─────┘
 *
 *     jacobi         all peers go with extrapolated inputs: in any order, or at the same time
 *     gauss-seidel   one after another; who comes later interpolates what those before it have given. The first one
 *                    leads, and is never more than one step ahead of the last
 *     newton         the inputs at the end of the step are found by Newton's method (iterate.c)
 *
 * The loop over communication points is in master.c, the tables of a run in lead.c.
 *
 * With `iterations` a step is repeated until it does not change any more (iterate.c), with step control its length
 * follows an estimate of the error (control.c), and with `events` it ends where an output jumps (locate_events.c). All
 * three need peers that can go back. Components may compute seldom (gate.c).
 *
 * After a run with constant steps the same is done with steps twice and four times as long, and what differs tells the
 * error of the coupling, and its order (estimate.c). docs/events.md has the rules (E450 on). */
#ifndef SALTUS_COUPLE_MASTER_H
#define SALTUS_COUPLE_MASTER_H

#include "couple/system/couple_system.h"
#include "result/result.h"

typedef struct cp_estimate {
	bool known; const char *why;     /* why it is not known */
	const char *column;              /* where the error is largest, measured by the size of what is there */
	double error, size, order;       /* order: NAN: not known */
} cp_estimate;

typedef struct cp_work { uint64_t steps, rejected, iterations, unsettled, events; } cp_work;

typedef enum cp_status { CP_DONE, CP_ENDED, CP_FAILED, CP_STOPPED } cp_status;   /* ENDED: by a component */

typedef struct cp_outcome {
	cp_status status;
	sr_record *record;
	double time;                     /* where it has ended */
	cp_work work;
	double *energy;                  /* by bond: what has come in at one end and was not given at the other */
	double defect; const char *defect_of;    /* the largest difference of an extrapolated input, by its size */
	double local;                    /* of steps by Richardson: all their errors, each by the size of what it is in */
	cp_estimate estimate;
	const char *ended;               /* the component that has ended the run; NULL: none */
	double wall;
} cp_outcome;

/* Settings that are not given become what they are by default. False after messages: they do not fit. */
bool cp_complete(cp_system *s, cp_settings *settings);
/* Simulates; messages go to the diag of the system. The record is the caller's (sr_record_free). */
void cp_simulate(cp_system *s, const cp_settings *settings, bool (*progress)(void *context, double part), void *context,
				 cp_outcome *out);

#endif
