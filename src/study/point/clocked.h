/* Private to this room: one period of a loop with clocks as a map.
 *
 * z = (x, k): the states of the model, and what its events remember, just before a tick of the slowest clock. A period
 * later they are F(z, u), with the inputs u held; the outputs are those behind the first tick. */
#ifndef SALTUS_STUDY_CLOCKED_H
#define SALTUS_STUDY_CLOCKED_H

#include "study/point/channels.h"
#include "study/point/point_standing.h"

typedef struct st_clocked {
	st_standing standing;            /* a little before the tick */
	sb_arena *arena;
	st_selection inputs, outputs;
	uint32_t n, states, m, p;        /* states and memory together, states alone, inputs, outputs */
	uint32_t *scalars;               /* states, inputs, memory: as a trial takes them */
	uint32_t *order;                 /* by state of the system: its place in `scalars` */
	double *value, *size;            /* by place in `scalars` */
	double tick, period;
	double until, ahead;             /* until: of a trial; ahead: of the tick, in periods */
	double *y, *next;                /* outputs; states a period later */
} st_clocked;

/* clocked_exact.c: derivatives through ticks and, between them, the variational equations. False: it cannot be done so,
 * and *why; the run of `standing` is somewhere then. */
bool st_clocked_exact(st_clocked *q, st_system *s, const char **why);
/* clocked_differences.c: of whole runs. False: a run has failed. */
bool st_clocked_differences(st_clocked *q, st_system *s, double *uncertain);
/* Do differences of runs along one direction, in which all moves, say the same to two digits? */
bool st_clocked_agrees(st_clocked *q, const st_system *s);

#endif
