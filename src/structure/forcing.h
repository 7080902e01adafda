/* What forcing.c and driven.c share: what time forces, and what it drives through states. */
#ifndef SALTUS_STRUCTURE_FORCING_H
#define SALTUS_STRUCTURE_FORCING_H

#include "structure/work.h"

typedef struct forcing {
	ss_work *w;
	sx_ref *definition;              /* by key: the expression over time, parameters and what changes at events only; 0: none */
	sx_rewriter rewriter;
	sb_map angle_of, moment_of, input_of;
	uint32_t marks;                  /* moments that are corners or extrema */
	sx_ref beside;                   /* one more angle of the moment that is added, or 0 */
	sm_exprs turning, cornered, stepped, curved, steep, called;      /* SIN ..., ABS ..., FLOOR ..., what stands inside POW, EXP, ..., TANH, ..., CALL */
} forcing;

sx_ref ss_of_time(forcing *f, sx_ref e);         /* forcing.c: over time alone; 0: it is not, or does not depend on time */
void ss_mark_extrema(forcing *f, sx_ref slope);  /* forcing.c: steps end where the slope, which may have iterators, is zero */
void ss_look_at_driven(forcing *f, const bool *needed);          /* driven.c; needed: by step, within steps of the solver */

#endif
