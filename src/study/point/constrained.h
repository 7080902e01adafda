/* Private to this room: linear systems of states that constraints tie to each other. */
#ifndef SALTUS_STUDY_CONSTRAINED_H
#define SALTUS_STUDY_CONSTRAINED_H

#include "study/point/point.h"

/* Rates by states (f) and by inputs (g), outputs by states (h): all states of the run, by number. */
typedef struct st_constrained {
	se_run *run; sb_arena *arena; sb_diag *diag;
	st_dense f, g, h;
	sb_u32s dependent;               /* states that are computed from the others */
} st_constrained;

/* Takes states that follow from others out of *states; the columns of those that stay have their part in them. The
 * states that stay are those that the constraints determine least, by QR with pivoting. False after a message. */
bool st_constrain(st_constrained *c, sb_u32s *states);

/* The derivatives of the constraints by the states, each state in units of its size; without rows that follow from
 * others. */
bool st_constraint_rows(se_run *run, sb_arena *arena, st_dense *out);

#endif
