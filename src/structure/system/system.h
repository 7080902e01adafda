/* System: equal variables become one, conditions latches, and equations and unknowns are matched and sorted.
 *
 *     alias.c                a = b, a = -b, v = der(x): sets of equal variables, with signs
 *     looked_back.c          what must stay a variable although a mode makes it constant
 *     watch.c                conditions on continuous quantities
 *     unmoved.c              Reals that stand still between events
 *     written.c              conditions as the user wrote them
 *     proportion.c           conditions that have the same zeros
 *     match.c vanish.c       which equation gives which unknown, and which factors are zero
 *     sort.c                 strong components in order
 *     inlet.c                ends of transports where a signal enters */
#ifndef SALTUS_STRUCTURE_SYSTEM_H
#define SALTUS_STRUCTURE_SYSTEM_H

#include "structure/ground/ground.h"

/* A system: equations and unknowns, who may give whom, and who does. An equation has a row for each scalar it gives. */
typedef struct ss_row {
	uint32_t equation;
	uint32_t only;
} ss_row; /* only: the one unknown it may give, or UINT32_MAX */
typedef struct ss_system {
	bool initial;
	bool merged;                                 /* a state and its derivative are one unknown */
	ss_equation **equations; uint32_t equation_count;
	uint32_t *unknowns, unknown_count;           /* keys, the most wanted first */
	uint32_t *unknown_of;                        /* by key, or UINT32_MAX */
	uint8_t *wanted; /* by unknown: 0 must be given; more: a start value may give it, larger sooner */
	uint32_t *first, *unknown;                   /* by equation: first[e] .. first[e+1]-1 of `unknown` */
	uint32_t *gives; /* by equation: so many of them, the first, it may give; the others it needs */
	ss_row *rows; uint32_t row_count; uint32_t *first_row;     /* by equation */
	uint32_t *row_of_unknown, *unknown_of_row;   /* the matching, or UINT32_MAX */
	uint32_t *component, *component_first, component_count;    /* equations by component, in order of computation */
} ss_system;

/* alias.c */
void ss_alias(ss_work *w);
void ss_represent_anew(ss_work *w);                                    /* after sets have changed */

/* looked_back.c */
void ss_list_looked_back(ss_work *w);
/* There are other modes, and pre of it is read: where it is constant it has become so, and pre is what it was in the
 * mode before */
bool ss_looks_back(const ss_work *w);            /* there is such a cell */
bool ss_is_looked_back_at(ss_work *w, uint32_t root);
/* What a branch makes equal, and somebody looks back at. */
bool ss_differs_in_other_modes(ss_work *w, const ss_equation *q);
bool ss_is_compared(ss_work *w, uint32_t root);  /* a Boolean compares it with zero, where there are modes */

/* watch.c */
void ss_watch_all(ss_work *w);

/* unmoved.c */
void ss_find_still(ss_work *w);
bool ss_is_set_by_clauses(ss_work *w, sx_ref e); /* computed from Reals of clauses alone, where there are activations */

/* written.c */
sx_ref ss_without_latches(ss_work *w, sx_ref e);                    /* conditions as they are written, for messages */
void ss_restore_written(ss_work *w);             /* the same for those of all watches */

/* proportion.c */
/* One that is watched already and has the same zeros, perhaps of the other sign; else itself. */
sx_ref ss_same_zeros(ss_work *w, sx_ref function, bool *turned);

/* watch.c: what the pass keeps */
struct ss_watching {
	sb_map watch_of, number_of_clock, delay_of, transport_of;
	sb_map iterated; bool iterated_known;    /* delays and transports as they are written, of which there are several */
	sb_map same_of;                          /* what plan->same has */
	sb_map block_of;                         /* first number of a block -> the condition over its iterators */
	bool *special; uint32_t special_count;   /* by handle: its reading may differ from it */
	bool *by_clauses;                        /* by key, of what stands still; NULL: there are no activations */
};

/* match.c */
ss_system *ss_system_new(ss_work *w, ss_equations *list, ss_equations *more, const sb_u32s *unknowns,
						 const uint8_t *wanted, bool initial);
ss_system *ss_system_without_orders(ss_work *w, ss_equations *list, const sb_u32s *unknowns, const uint8_t *wanted);
void ss_system_done(ss_work *w, ss_system *s);
bool ss_may_give(ss_work *w, const ss_equation *q, bool initial, uint32_t key);        /* an unknown that it holds */
void ss_match(ss_work *w, ss_system *s);

/* vanish.c */
bool ss_vanishes(ss_work *w, const ss_equation *q, bool initial, uint32_t key); /* the factor of an unknown is zero */
bool ss_zero_by_parameter(ss_work *w, sx_ref factor);
void ss_allow_zeros(ss_work *w);                 /* for the next attempt */
bool ss_drop_all(ss_work *w);                    /* before equations are differentiated */
void ss_drop_terms(ss_work *w);                  /* derivatives, or all, whose factor is zero */

/* inlet.c */
void ss_note_inlets(const ss_work *w, sx_ref site, ss_transport *t);     /* which of them are held */
sx_ref ss_transported(ss_work *w, uint32_t number, uint32_t end, const sx_ref *args);    /* args: of the call */
bool ss_hold_inlets(ss_work *w, const ss_system *s);     /* True: some must be held, in another attempt */

/* sort.c */
void ss_sort(ss_work *w, ss_system *s);

#endif
