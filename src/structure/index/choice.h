/* Private to the choice of states (select_states.c, choice_matrix.c): the matrix of the constraints, and what was
 * chosen so far. */
#ifndef SALTUS_STRUCTURE_CHOICE_H
#define SALTUS_STRUCTURE_CHOICE_H

#include "structure/index/index.h"

typedef enum ss_factor_kind { SS_FACTOR_LITERAL, SS_FACTOR_PARAMETER, SS_FACTOR_MOVING } ss_factor_kind;

typedef struct ss_factor {
	uint32_t chain;
	ss_factor_kind kind;
	double value;
} ss_factor;
typedef sb_vec(ss_factor) ss_factors;

typedef struct ss_choice {
	ss_reduction *r;
	sb_u32s rows;              /* those that are differentiated, the most often first */
	ss_factors *of;               /* by place in `rows`: what is left of it after the elimination so far */
	sb_u32s *in;               /* by chain: rows (places) that hold it or held it */
	bool *done;                /* by place in `rows` */
	bool *taken;               /* by chain */
	uint32_t *at, *stamp, now; /* by chain: its place in the row at hand */
	uint32_t *reinit;          /* by scalar: 1: reinit sets it */
} ss_choice;

void ss_choice_rows(ss_choice *c);
void ss_choice_matrix(ss_choice *c);
/* In a row; NULL: it does not hold it. */
const ss_factor *ss_choice_find(const ss_choice *c, uint32_t i, uint32_t chain);
/* The chain is computed from row i, on so many levels; it is eliminated from the others, unless its factor is
 * moving. */
void ss_choice_take(ss_choice *c, uint32_t i, uint32_t chain, bool moving, uint32_t levels);
bool ss_chain_sign(const ss_reduction *r, uint32_t chain, uint32_t order, uint32_t *scalar);

#endif
