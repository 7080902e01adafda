/* Evaluation: from time, states and what is discrete to all other values.
 *
 *     evaluate.c         the generated functions with the run's values around them: all at once
 *     select.c           the same by pieces, as far as something depends on a change (select.h)
 *     select_open.c      ... what it needs to know of a frame, when that is made
 *     select_recorded.c  ... as far as something is recorded
 *     values.c           values across an instant: pre, what the rates read, reinitialised states
 *     project.c          states moved onto the constraints between them; states inside the last step
 *     project_groups.c   ... and the least change that does it (project_groups.h)
 *     point.c            the functions of the watches at another point than the present one
 *     speed.c            how fast a function changes along the motion (speed.h)
 *     channels.c         where in a frame the recorded variables are, and which of them never change
 *     trial.c            evaluations on trial (trial.h)
 *     stepped.c          components that are told of steps
 *
 * Nothing here decides anything: what follows from the values is the affair of the rooms after this one. */
#ifndef SALTUS_ENGINE_EVALUATE_H
#define SALTUS_ENGINE_EVALUATE_H

#include "engine/ground/engine_ground.h"
#include "engine/evaluate/select.h"

/* evaluate.c */
/* Time and states of what is evaluated next. A point that is not the present one leaves the states of the run alone: x
 * is copied into a vector for such points. */
void se_at(se_run *run, double t, const double *x);
void se_at_part(se_run *run, double t);  /* to run->x_there: the caller puts those states there that anything reads */
void se_here(se_run *run);                               /* the present time and states of the run */
/* Who writes the states of the run says so before, and seals them afterwards: an accepted step, an instant, motion that
 * is put on what holds it, a change from outside, a restored run. A checked build sees in se_at whether anybody else
 * has written them. */
void se_unseal(se_run *run);
void se_seal(se_run *run);
void se_evaluate_rest(se_run *run);                      /* the same after the rates */
void se_evaluate_all(se_run *run); /* everything continuous at time and states of d: rates, watch, outputs */
/* Before rates are written to xd, which need not be the run's own: loops whose unknowns are rates take what stands
 * there for a guess where they know nothing better. */
void se_offer_rates(const se_run *run, double *xd);
int se_rates(void *context, double t, const double *x, double *xd);
int se_jacobian(void *context, double t, const double *x, const double *xd, double *values);
void se_report_trouble(se_run *run, const char *doing);  /* why values could not be computed */
/* Of a formula over parameters; 0 is none. */
double se_parameter_value(const se_run *run, si_formula formula, double otherwise);
/* Of an attribute of a variable, for one of its elements. */
double se_element_value(const se_run *run, si_formula formula, const si_variable *v, uint32_t element,
						double otherwise);
/* NAN: a variable in it has no start value of its own */
double se_started_value(const se_run *run, si_formula formula);
bool se_is_infinite(se_run *run); /* evaluates everything here: is there a value that is not finite, or a failure? */
bool se_all_finite(const double *v, uint32_t n);

/* select.c */
void se_flip(se_run *run, uint32_t watch, uint32_t flips);      /* it has turned so often in this instant */
void se_forget_flips(se_run *run);

/* select_open.c */
void se_select_archive(se_run *run, sb_archive *a);

/* values.c */
void se_save_pre(se_run *run, uint32_t entry);
void se_save_all_pre(se_run *run);
bool se_pre_differs(const se_run *run, uint32_t entry);
/* Real scalars that only events set, in this mode: those whose left limits are read, and what guarded steps hold. */
const sb_u32s *se_memory_of(se_run *run);
/* States of which reinit_set is true stay; it is cleared. False after a message. */
bool se_settle_set(se_run *run, const char *doing);
bool se_apply_reinits(se_run *run);
void se_take_back_reinits(se_run *run);                  /* where the mode changes: the states from before them */
bool se_reconcile_touching(se_run *run, const bool *set);       /* se_reconcile inside an instant */

/* project.c */
void se_projection_open(se_run *run);
void se_projection_close(se_run *run);
int se_project(void *context, double t, double *x);   /* as sv_problem asks for it */
void se_interpolate(se_run *run, double t, double *x);   /* the last step at t, on the invariants */
/* Before the solver begins anew at the present time, or goes back to it: behind an instant that touched little (E470)
 * other states have the values that they had when somebody needed them last. */
void se_bring_states(se_run *run);
/* The states now; `set`: those to be left alone, or NULL. False: no values found. */
bool se_reconcile(se_run *run, const bool *set);
bool se_reconcile_start(se_run *run);            /* at the start; tells if states of components are moved */
void se_report_astray(se_run *run, const char *doing);
/* Derivatives of the invariants by the states at time and states of d, row by row. False: something has no value. */
bool se_constraint_rows(se_run *run, double *matrix);

/* point.c */
void se_delayed_at(se_run *run, double t); /* what delays and transports take in, at a time of the last step */
bool se_watch_at(se_run *run, double t, double *functions);    /* false: something fails there */
bool se_watch_here(se_run *run);                               /* into g_a, at the present states */
double se_terms(const se_run *run, si_formula terms);  /* the size of the terms whose sum it is, as they are now */
double se_noise(const se_run *run, si_formula terms);  /* up to this size it may be rounding of its terms */
/* The functions of all watches, where the states have these values; f: room for the rates. False: they could not be
 * evaluated. */
bool se_functions_at(se_run *run, double t, const double *x, double *f, double *functions);
/* The same, with something that is looked at there too. */
bool se_evaluate_at(se_run *run, double t, const double *x, double *f, double *functions,
					void (*also)(se_run *, const void *), const void *of);
double se_side(const se_run *run, uint32_t watch);       /* of zero on which its function is, by its latch: 1 or -1 */
/* The first place of the step just made after t, INFINITY: none; of a se_run. */
double se_next_place(const void *run, double t);

/* stepped.c: at the point of d, those components that follow what the phase is of are told (E680) */
void se_tell_step(se_run *run, sl_block_phase phase);
void se_tell_try(se_run *run);           /* where the solver has just evaluated the rates, with x and xd of its own */

/* channels.c */
void se_place_channels(se_run *run);                     /* of the present frame */
void se_mark_constants(const se_run *run, char *constant);   /* by scalar: set before the run and never again */

/* Places that the code of parameters sets; does a scalar lie there, or have no place of its own? */
sb_map se_fixed_places(const se_run *run, sb_arena *scratch);
bool se_is_fixed(const se_run *run, const sb_map *fixed, uint32_t scalar);


#endif
