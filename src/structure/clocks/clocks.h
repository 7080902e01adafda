/* Clocks: which equations tick when.
 *
 *     clocks.c           which variables and equations belong together: base partitions, and sub-partitions in them
 *     clock_infer.c      the period and shift of every sub-partition, as exact fractions of its base clock
 *     clock_equations.c  clocked equations become guarded ones; sample, hold, previous, ... become what they mean
 *     clock_fold.c       operands without a part in a value, which clocks are found from, are left out
 *     discretise.c       der in a clocked partition: the solver methods
 *
 * This happens after the equations are written out, before anything else is done with them, so no later pass knows
 * about clocks: it sees equations with a `guard`, a Boolean. The step of such an equation is executed while the guard
 * is true; otherwise its variables keep their values.
 *
 *     a = previous(a) + sample(u, Clock(1, 10));        guard g: a = (if pre(ticked) then pre(a) else a.start) + pre(u)
 *     b = subSample(a, 3);                              guard h:  b = if ticked then a else a.start
 *     y = hold(b);                                                y = if tickedh then b else b.start
 *
 * Nodes. Scalars, then equations, then assertions are the nodes of two partitions: those that must have the same base
 * clock, and those that must have the same clock. Variables of type Clock take part like all others: c = Clock(0.1)
 * determines the clock of c. */
#ifndef SALTUS_STRUCTURE_CLOCKS_H
#define SALTUS_STRUCTURE_CLOCKS_H

#include "structure/ground/ground.h"

typedef struct ss_ratio { int64_t n, d; } ss_ratio;                  /* d > 0, without common factors */

/* The clock of node `to` is that of node `from`, converted: SX_SUB_SAMPLE ... SX_BACK_SAMPLE, SX_NO_CLOCK, or
 * SX_NEW_CLOCK, equal. */
typedef struct ss_relation { sx_op op; uint32_t from, to; int64_t a, b; sb_span span; } ss_relation;
/* A constructor that says when the clock of a node ticks. */
typedef struct ss_maker { int kind; uint32_t node; sx_ref e; sb_span span; } ss_maker;
/* Why a node has a clock, or has none. */
typedef struct ss_reason { uint32_t node; bool clocked; sb_span span; const char *why; } ss_reason;
typedef struct ss_tie { uint32_t equation, scalar; } ss_tie;
typedef struct ss_method { uint32_t node; const char *name; sb_span span; } ss_method;

typedef struct ss_subclock {
	uint32_t root, base;
	bool known;
	ss_ratio period, shift;          /* of the unit of the base clock */
	int64_t step, start;             /* the same, as whole numbers of the grid of the base clock */
	sb_span span;                    /* what its period was found from */
	const char *method; sb_span method_span;
	bool has_der;
	bool used;                       /* there are equations that have it, or assertions */
	sx_ref active, ticked, last;     /* VARs: it ticks now; it has ticked; when it did before */
} ss_subclock;

typedef struct ss_baseclock {
	uint32_t root;
	int kind;                        /* enum sx_clock_kind; INFERRED: the default clock */
	bool variable;                   /* its interval is a clocked variable */
	const ss_maker *maker;           /* NULL: the default */
	ss_ratio grid;                   /* of the unit: one second, the interval, or the interval of the moment */
	sb_span span;
	sx_ref due, count;               /* of an event clock: VARs: it ticks now; its ticks before that */
} ss_baseclock;

typedef struct ss_clocking {
	ss_work *w;
	uint32_t scalars, equations, nodes;
	uint32_t *base, *sub;            /* by node: sets of nodes */
	uint32_t *subclock;              /* by root of `sub`: its number + 1 */
	sb_vec(ss_relation) relations;
	sb_vec(ss_maker) makers;
	sb_vec(ss_reason) reasons;
	sb_vec(ss_method) methods;
	sb_vec(ss_subclock) subclocks;
	ss_equations initial;            /* initial equations of partitions that are integrated; `clock` is theirs */
	sb_vec(ss_baseclock) bases;
	sb_vec(ss_tie) ties;   /* nodes with one base clock; for messages */
	sb_map reason_of;                /* root of `base` << 1 | clocked -> reason + 1 */
} ss_clocking;

uint32_t ss_state_of(ss_clocking *c, const char *component);
/* The subclock of a node, or NULL: it has no clock. */
ss_subclock *ss_subclock_of(ss_clocking *c, uint32_t node);

bool ss_infer_clocks(ss_clocking *c);
void ss_warn_default_clocks(ss_clocking *c);
bool ss_clocked_equations(ss_clocking *c);
/* Before the equations of a subclock are rewritten: der is gone afterwards. */
bool ss_infer_methods(ss_clocking *c);
bool ss_discretise(ss_clocking *c, uint32_t subclock);
/* The interval of a subclock, and whether this is its first tick, as expressions. */
sx_ref ss_clock_interval(ss_clocking *c, ss_subclock *k);

void ss_fold_operands(ss_work *w);

/* clocks.c */
/* see clocks.h. After the equations are written out; false after a message. */
bool ss_clocks(ss_work *w);

#endif
