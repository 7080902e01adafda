/* Forcing: what the text tells about the course of rates and conditions that values at a few points would not show.
 *
 *     forcing.c      what time forces: angles, kinks and peaks of functions of time
 *     angles.c       of them, what goes round
 *     driven.c       what time drives through states
 *     living.c       which features matter only while a branch holds
 *     features.c     what is narrow or bends in an expression
 *     centres.c      where rates and conditions have a narrow peak over the states
 *     inlined.c      what functions compute, written over their arguments
 *     unreadable.c   which rates and conditions read functions that cannot be read
 *     tables.c       points of the tables of external objects
 *     points.c       expressions over iterators, at their points
 *     guarding.c     conditions that guard operations
 *     breaks.c       discontinuous functions in the rates that make no events
 *     risk.c         operations that may have no value between two steps
 *     sign_proof.c   signs that an expression always has */
#ifndef SALTUS_STRUCTURE_FORCING_H
#define SALTUS_STRUCTURE_FORCING_H

#include "structure/ground/ground.h"

/* What is narrow or bends in expressions (features.c): the same for rates, conditions, waits and what is delayed. */
typedef struct features {
	/* SIN ..., ABS ..., FLOOR ..., what stands inside POW, EXP, ..., inside EXP, TANH, ..., of these inside TANH and
	 * ATAN, below a fraction line, inside high powers; TAN, ATAN2; CALL */
	sm_exprs turning, cornered, stepped, curved, steep, edged, below, powers, broken, called;
	uint32_t bodies;                 /* of functions that were looked into */
	sx_ref unread;                   /* a call of a function that could not be read, or not to its end; 0: none */
	sm_exprs within;                 /* what they compute, still to be looked at */
} features;

typedef struct forcing {
	ss_work *w;
	sx_ref *definition; /* by key: the expression over time, parameters and what changes at events only; 0: none */
	sx_rewriter rewriter;
	sb_map angle_of, moment_of, input_of;
	sb_map elements;                 /* relation in a function -> its one element of a vector that is not known, or 0 */
	sb_map loops; sb_vec(ss_range) turns;            /* iterators of loops in algorithms -> number of the range + 1 */
	bool *in_rates;                  /* by key: a step of the rates computes it */
	uint32_t marks;                  /* moments that are corners or extrema */
	bool crowded;                    /* some are left out, because they are too many */
	uint64_t written;                /* nodes of expressions that were written at points so far (points.c) */
	struct centring *centring;       /* centres.c */
	sb_map guard_of;                 /* living.c: expression -> the condition of the branches around it */
	sx_ref guard;                    /* of what is being looked at; 0: it counts always */
	uint64_t reads;                  /* a bit for each input that add_inputs has met, its number modulo 64 */
	sx_ref beside;                   /* one more angle of the moment that is added, or 0 */
	features found;                  /* that are being looked at */
} forcing;

sx_ref ss_of_time(forcing *f, sx_ref e); /* forcing.c: over time alone; 0: it is not, or does not depend on time */
/* forcing.c: the cell that a reference meets, or UINT32_MAX: there are several. */
uint32_t ss_only_cell(ss_work *w, sx_ref var, ss_box *box);
/* forcing.c: what `values` has, by key, for the family that a reference meets, if it meets one only: the iterators of
 * its leaf are those of the reference. 0: none */
sx_ref ss_family_value(ss_work *w, const sx_ref *values, sx_ref e);
bool ss_at_points(forcing *f, sx_ref e, uint64_t most, bool some,
				  void (*add)(forcing *f, sx_ref e));              /* points.c: at each point of a family */
uint64_t ss_points(forcing *f, sx_ref e);                          /* points.c: their number; UINT64_MAX: not known */
/* points.c: a number that changes where one of a family changes its sign; 0: none. */
sx_ref ss_count_positive(forcing *f, sx_ref e);
void ss_note_loops(forcing *f, const sm_statements *body);         /* points.c: the ranges of its loops */
/* features.c: adds those of an expression that were not met in this visit. */
void ss_collect_features(forcing *f, features *list, sx_ref e);
/* features.c: those of an expression of time become those of the moment. */
void ss_features_within(forcing *f, ss_moment *moment, sx_ref e);
/* features.c: functions at whose zeros ABS, MAX, a relation has its corner, FLOOR, MOD, ... its steps (written over
 * `inside`), TAN, ATAN2 jumps; 0: none that is Real */
sx_ref ss_corner_of(ss_work *w, sx_ref e);
sx_ref ss_step_inside(ss_work *w, sx_ref e);
sx_ref ss_step_function(ss_work *w, sx_ref e, sx_ref inside);
sx_ref ss_break_of(ss_work *w, sx_ref e);
/* centres.c: in what was found; of conditions those of time alone, and jumps, too. */
void ss_find_centres(forcing *f, bool conditions);
void ss_close_centres(forcing *f);       /* centres.c: after all of them */
/* inlined.c: what the function computes, over the arguments, goes to `within`. */
void ss_look_into_call(forcing *f, features *list, sx_ref call);
/* tables.c: the same for a call of external C. False: nothing is known of what it computes. */
bool ss_look_into_table(forcing *f, features *list, sx_ref call);
bool ss_is_of_time_table(const ss_work *w, sx_ref call); /* tables.c: values and points, functions of time as others */
/* forcing.c: steps end where the slope, which may have iterators, is zero. */
void ss_mark_extrema(forcing *f, sx_ref slope);
void ss_look_at_driven(forcing *f, const bool *needed); /* driven.c; needed: by step, within steps of the solver */

/* forcing.c: what an expression reads that changes at events only: each must be known to be an input. False: there are
 * too many */
bool ss_add_inputs(forcing *f, sx_ref e);
bool ss_is_affine_in_time(ss_work *w, sx_ref e);
void ss_note_in_rates(forcing *f);               /* angles.c: what the steps of the rates compute */
void ss_add_angle(forcing *f, sx_ref e);         /* angles.c: of a large family whose angles are not affine, some */

/* living.c; needed: by step, within steps of the solver. The guard of an expression, 0: none; and what it is while
 * f->guard holds, a number otherwise */
void ss_find_living(forcing *f, const bool *needed);
sx_ref ss_guard_of(forcing *f, sx_ref e);
sx_ref ss_guarded(forcing *f, sx_ref e, double otherwise);

bool ss_is_of_component(const ss_work *w, sx_ref e);     /* what an opaque component gives */
void ss_mark_guarding(forcing *f);   /* guarding.c: after it is known which conditions are on time */

/* unreadable.c: after the features of rates and conditions were collected, `unread` among them */
void ss_note_unread(forcing *f);

/* risk.c */
void ss_find_risks(ss_work *w);                  /* after the phases */

/* forcing.c */
void ss_forcing(ss_work *w);                     /* after ss_phases */

/* breaks.c */
void ss_find_breaks(ss_work *w);                 /* after ss_phases */

#endif
