/* Index reduction: what its files share.
 *
 * A *chain* is a variable with its derivatives: x, der(x), der(der(x)), ... Element k of a chain is its k-th
 * derivative. Elements that the model has names for are scalars: der(x) = v with a state v makes v the element after x.
 * The *order* of a chain is that of its highest derivative, which is what the equations of the run determine; elements
 * below it are candidates for states.
 *
 * A family is a row like others, and a cell of many elements is a chain like others, as long as nothing about them
 * changes. An equation that is differentiated, and all that stands in it, must be single. So such families are written
 * out, and the analysis begins again. "Scalar" below means a cell of one element.
 *
 *     pantelides.c        how often each equation must be differentiated, from the pattern alone
 *     time_derivative.c   variables for derivatives, and the derivative of an equation by time
 *     select_states.c     which candidates stay states
 *     choice_matrix.c     the factors that this choice depends on
 *     reduce.c            carries it out: new equations, traits, and what the plan says about it
 *     unseen_jump.c       jumps in what is differentiated that make no events
 *     floating.c          what no equation of a mode determines
 *     repeated.c          equations that repeat others */
#ifndef SALTUS_STRUCTURE_REDUCE_H
#define SALTUS_STRUCTURE_REDUCE_H

#include "structure/system/system.h"

typedef struct ss_chain {
	uint32_t first;                  /* the scalar of element 0 */
	uint32_t named;                  /* elements that are scalars */
	uint32_t order;                  /* of the highest derivative */
	uint32_t before;                 /* the order that the model as written has */
	uint32_t row;                    /* the row that determines the highest derivative, or UINT32_MAX */
	uint32_t lost;                   /* how many elements below the highest are no states, counted from above */
} ss_chain;

/* An equation. Its chains are chain[first[r]] .. chain[first[r+1]-1], each with the highest derivative of it
 * that it holds. */
typedef struct ss_reduction {
	ss_work *w;
	sb_vec(ss_chain) chains;
	uint32_t *chain_of, *place;      /* by scalar: its chain, or UINT32_MAX, and which element of it it is */
	/* by scalar: the scalar that is its derivative, or the negative of it, or UINT32_MAX */
	uint32_t *up; bool *up_flipped;
	uint32_t *definition;            /* by scalar: the number in w->equations of der(s) = up, + 1; 0: none */
	uint32_t room;                   /* of the tables by scalar */
	uint32_t *first_rate, *next_rate, listed;    /* by scalar below `listed`: the aliases of its derivative */
	uint32_t rows;
	uint32_t *equation;              /* by row: number in w->equations */
	uint32_t *only;                  /* by row: the one chain it may give, or UINT32_MAX */
	uint32_t *first, *chain, *order;
	uint32_t *able;                  /* beside `chain`: it may give it */
	uint32_t *match;                 /* by row: the chain whose highest derivative it determines, or UINT32_MAX */
	uint32_t *times;                 /* by row: how often it is differentiated */
	/* of select_states.c, by row that is differentiated */
	uint32_t *pivot;                 /* the chain that is computed from it, or UINT32_MAX: an invariant */
	/* of how many of its levels, from the one below the highest down; those under them are invariants */
	uint32_t *served;
	bool *moving;                    /* its factor is not constant: stateSelect made the choice */
	bool *by_parameter;              /* its factor is made of parameters */
} ss_reduction;

/* pantelides.c. False: it would not come to an end, because the model is singular. */
bool ss_pantelides(ss_reduction *r, const ss_system *s);

/* time_derivative.c */
uint32_t ss_name_derivative(ss_reduction *r, uint32_t scalar); /* the scalar that is its derivative, made if need be */
void ss_join_rates(ss_reduction *r, uint32_t scalar);            /* other names of its derivative become equal to up */
void ss_put_in_derivatives(ss_reduction *r);                     /* der(s) becomes up[s], but in its definition */
/* d(lhs - rhs)/dt = 0 as an equation. False after a message. */
bool ss_differentiate(ss_reduction *r, const ss_equation *q, ss_equation *out);
/* unseen_jump.c. A warning, if the equation jumps without an event, or its derivative does if that is formed too. */
void ss_tell_unseen_jumps(ss_work *w, const ss_equation *q, uint32_t times);

/* select_states.c. False after a message. */
bool ss_select_states(ss_reduction *r);

/* reduce.c: what the matching of the run's system left over, as constraints between states */
typedef enum ss_outcome { SS_NOT_REDUCED, SS_AGAIN, SS_REDUCED, SS_REDUCTION_FAILED } ss_outcome;

/* repeated.c */
/* Equations times factors, which add up to 0 = 0. `at`: number in w->equations. `symbol`: the factor as a formula. */
typedef struct ss_repeated_term { uint32_t at; double value; sx_ref symbol; } ss_repeated_term;
typedef sb_vec(ss_repeated_term) ss_repeated;
typedef sb_vec(ss_repeated) ss_repetitions;
void ss_find_repeated(ss_work *w, bool symbols, ss_repetitions *sums);
bool ss_adds_up_to_nothing(ss_work *w, const ss_repeated *sum);  /* also what stands in it beside the unknowns */
/* The sum less a multiple of the other one, so that it does not hold the equation. */
void ss_free_from(ss_work *w, ss_repeated *sum, const ss_repeated *by, uint32_t equation);
bool ss_repeats(ss_work *w);             /* do equations repeat others, though their pattern may not show it? */

/* floating.c */
bool ss_may_float(ss_work *w, const ss_system *s);
bool ss_all_floating(ss_work *w, const ss_system *s);
bool ss_share_floating(ss_work *w);
void ss_hold_floating(ss_work *w, const ss_system *s);

/* reduce.c */
ss_outcome ss_reduce(ss_work *w, ss_system *s); /* ends the system, unless it was not reduced */
void ss_always_states(ss_work *w);               /* variables with StateSelect.always are candidates for states */
void ss_invariants(ss_work *w);                  /* into the plan */

/* select_states.c */
bool ss_check_never(ss_work *w);                 /* states that StateSelect.never could not keep from being ones */

#endif
