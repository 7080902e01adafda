/* Rates and conditions one by one: what each depends on, and what has to be computed for it.
 *
 * A plan computes all rates at once, as most solvers want. A solver that holds states at quanta, or looks at an event
 * only if something that it depends on has moved, wants one rate or one condition, and the shortest way to it. Both are
 * made on request, from a finished plan and in a copy of its model; they cost nothing before.
 *
 *     causes     what moves by itself: the states (cause i is state i), values that change at events only and inputs,
 *                latches, left limits, clocks, and time (with it delays and transports). Parameters are not causes: if
 *                one changes, everything changes.
 *     portions   the steps that rates and conditions need, in order, each in scalars: families are taken apart. A loop
 *                of equations is one portion, whoever needs it.
 *
 * Each rate and condition has lists of its causes and of its portions, through everything that is computed in between.
 * Each cause has lists of the rates, conditions and portions that depend on it. A list has only what an expression
 * names: a chain of n states has 2n - 1 pairs of rate and state. */
#ifndef SALTUS_STRUCTURE_INCIDENCE_H
#define SALTUS_STRUCTURE_INCIDENCE_H

#include "structure/structure.h"

typedef enum ss_cause_kind {
	SS_FROM_STATE,  /* number: of the state */
	SS_FROM_VALUE,  /* a scalar */
	SS_FROM_LATCH,  /* a watch */
	SS_FROM_LEFT,   /* pre of a scalar */
	SS_FROM_CLOCK,  /* of ss_plan.clocks */
	SS_FROM_TIME    /* 0 */
} ss_cause_kind;
typedef struct ss_cause { ss_cause_kind kind; uint32_t number; } ss_cause;

/* Lists of numbers in rising order: list k is at[first[k]] .. at[first[k+1] - 1]. */
typedef struct ss_lists { uint32_t n, *first, *at; } ss_lists;

typedef struct ss_apart {
	const ss_plan *plan;             /* in scalars, the same places and loops */
	uint32_t rates, watches;         /* as many as the plan has states and watches */
	ss_cause *causes; uint32_t cause_count;
	const ss_step **portions; uint32_t portion_count;
	ss_lists rate_causes, watch_causes, rate_portions, watch_portions;
	ss_lists cause_rates, cause_watches, cause_portions;
	/* It is no linear function of states and time, through everything in between; or it is not known to be one. */
	bool *rate_bends, *watch_bends;
} ss_apart;

/* In the arena. NULL: the plan is too large. */
ss_apart *ss_take_apart(sb_arena *arena, const ss_plan *plan, sb_diag *diag);

/* The causes of all rates, all conditions and the scalars that are asked for, through every step, those of outputs and
 * of events too. In the arena. NULL: the plan is too large. */
typedef struct ss_dependence {
	ss_cause *causes; uint32_t cause_count;
	ss_lists of_rate, of_watch, of_scalar;
} ss_dependence;
ss_dependence *ss_find_dependence(sb_arena *arena, const ss_plan *plan, const uint32_t *scalars, uint32_t n,
								  sb_diag *diag);

#endif
