/* Rates and conditions one by one: what each depends on, and what has to be computed for it.
 *
 * A plan computes all rates at once, which is what most solvers want. Who holds states at quanta, or looks at an event
 * only where something that it depends on has moved, wants one rate or one condition, and the shortest way to it. Both
 * are made on request, from a finished plan and in a copy of its model; nothing is paid for it before.
 *
 *     sources   what moves by itself: the states (source i is state i), values that change at events only and inputs,
 *               latches, left limits, clocks, and time (with it delays and transports). Parameters are none: where one
 *               changes, everything does.
 *     units     the steps that rates and conditions need, in order, each in scalars: families are taken apart. A loop
 *               of equations is one unit, whoever needs it.
 *
 * For each rate and condition there are lists of its sources and of its units, through all that is computed in between,
 * and for each source those of the rates, conditions and units that depend on it. Nothing is in a list that an
 * expression does not name: a chain of n states has 2n - 1 pairs of rate and state. */
#ifndef SALTUS_STRUCTURE_INCIDENCE_H
#define SALTUS_STRUCTURE_INCIDENCE_H

#include "structure/structure.h"

typedef enum ss_source_kind {
	SS_FROM_STATE,  /* number: of the state */
	SS_FROM_VALUE,  /* a scalar */
	SS_FROM_LATCH,  /* a watch */
	SS_FROM_LEFT,   /* pre of a scalar */
	SS_FROM_CLOCK,  /* of ss_plan.clocks */
	SS_FROM_TIME    /* 0 */
} ss_source_kind;
typedef struct ss_source { ss_source_kind kind; uint32_t number; } ss_source;

/* Lists of numbers in rising order: list k is at[first[k]] .. at[first[k+1] - 1]. */
typedef struct ss_lists { uint32_t n, *first, *at; } ss_lists;

typedef struct ss_apart {
	const ss_plan *plan;             /* in scalars, the same places and loops */
	uint32_t rates, watches;         /* as many as the plan has states and watches */
	ss_source *sources; uint32_t source_count;
	const ss_step **units; uint32_t unit_count;
	ss_lists rate_sources, watch_sources, rate_units, watch_units;
	ss_lists source_rates, source_watches, source_units;
} ss_apart;

/* In the arena. NULL: the plan is too large. */
ss_apart *ss_take_apart(sb_arena *arena, const ss_plan *plan, sb_diag *diag);

#endif
