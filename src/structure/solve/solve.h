/* Solve: each component of a sorted system becomes steps of the plan.
 *
 *     solve_system.c         single equations in symbols, linear loops as A z = b
 *     tear.c                 the rest, for Newton's method: few unknowns that all others follow from
 *     integer.c              loops whose equations have whole factors: what they say about what is outside
 *     guess.c                start values of unknowns
 *     phases.c               which steps are needed for rates, conditions, outputs */
#ifndef SALTUS_STRUCTURE_SOLVE_H
#define SALTUS_STRUCTURE_SOLVE_H

#include "structure/system/system.h"

/* guess.c: the start value of an unknown among those of all its names, with the sign of the unknown. rank 0: there is
 * none */
typedef struct ss_guess { sx_ref value; uint32_t giver, rank, depth; } ss_guess;

/* guess.c */
ss_guess ss_guess_of(ss_work *w, uint32_t key);
sx_ref ss_start_of(ss_work *w, uint32_t scalar);                       /* its value; 0: none */
sb_u32s ss_names_of(ss_work *w, uint32_t key); /* all variables that are this unknown, up to the sign; it is no PRE */
/* Of one of these, with the sign of the unknown; 0: none. */
sx_ref ss_start_by_name(ss_work *w, uint32_t key, uint32_t name);
uint32_t ss_worth_of_guess(ss_work *w, uint32_t key, bool initial); /* as an unknown of an iteration; 0: it has none */
bool ss_has_given_start(ss_work *w, uint32_t key);                     /* the user wrote one */
sx_ref ss_nominal_of(ss_work *w, uint32_t key);                        /* 0: none */
/* Of the initial system, where no start is given: from the given starts of others; 0: none. */
sx_ref ss_guess_from_others(ss_work *w, uint32_t key);

/* integer.c */
/* equations of loops that say something about what is outside are replaced by it. True: there were some, and
 * the system must be made anew. */
bool ss_expose(ss_work *w, ss_system *s);

/* solve_system.c */
bool ss_solve_system(ss_work *w, ss_system *s, ss_steps *out);

/* tear.c */
ss_loop *ss_tear(ss_work *w, ss_equation *const *equations, uint32_t n, const uint32_t *keys, bool initial);

/* phases.c */
void ss_phases(ss_work *w);
void ss_step_targets(ss_work *w, const ss_plan *plan, const ss_step *step, sb_u32s *keys);     /* what it computes */
void ss_step_depends(ss_work *w, const ss_plan *plan, const ss_step *step, sb_u32s *keys);     /* what it needs */

#endif
