/* Analyse: the passes in their order, from a flat model to a plan.
 *
 *     analyse.c              the order, and attempts that begin again
 *     run_system.c           the system of the run, reduced and solved
 *     parameters.c           what is known before everything else
 *     initial_system.c       the initial system
 *     left_out.c             what it has too much of, and is looked at afterwards
 *     initial_rates.c        names for derivatives that only initial equations ask for
 *     left_limits.c          the variables whose pre is read
 *     shared.c               what all modes of a model have in common, expanded once
 *     check_plan.c           the validator of plans */
#ifndef SALTUS_STRUCTURE_ANALYSE_H
#define SALTUS_STRUCTURE_ANALYSE_H

#include "structure/ground/ground.h"
#include "structure/system/system.h"

/* run_system.c */
bool ss_run_system(ss_work *w);

/* parameters.c */
bool ss_parameters(ss_work *w);

/* left_limits.c */
void ss_list_left_limits(ss_work *w);            /* what plan->pres has */

/* initial_system.c */
bool ss_initial_system(ss_work *w);
void ss_add_check_start(ss_work *w, ss_check *check, uint32_t cell);
/* left_out.c: true if something was left out of the system, which must be made anew then */
bool ss_leave_out(ss_work *w, ss_system *s);
void ss_name_initial_rates(ss_work *w);          /* before there are cells */

#endif
