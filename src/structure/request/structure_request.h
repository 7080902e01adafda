/* Request: what is made from a finished plan when somebody asks for it.
 *
 *     reopen.c          a plan in scalars, and the tables of the analysis for it, once more
 *     differentiate.c   derivatives by states, parameters and inputs (structure/derivatives.h)
 *     incidence.c       rates and conditions one by one, and what each depends on (structure/incidence.h)
 *
 * The analysis frees its tables at its end. A request derives from the plan what it needs of them: the places of
 * scalars tell which scalars are equal. */
#ifndef SALTUS_STRUCTURE_REQUEST_H
#define SALTUS_STRUCTURE_REQUEST_H

#include "structure/derivatives.h"
#include "structure/ground/ground.h"

/* A plan in scalars: steps over a domain are taken apart, sums are written out, and every expression is over
 * representatives. Its model is a copy, and so is all that is not as it was. w is set up for it: w->plan. False: it
 * would have too many steps. */
bool ss_reopen(ss_work *w, sb_arena *arena, sb_arena *scratch, const ss_plan *plan, sb_diag *diag);
/* Steps that expressions need, found from the last to the first: needed[] is set, and keys are marked by w->mark. */
void ss_need_nothing(ss_work *w);
void ss_need_expr(ss_work *w, sx_ref e);
void ss_find_needed(ss_work *w, const ss_steps *steps, bool *needed);

#endif
