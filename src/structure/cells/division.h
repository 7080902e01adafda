/* What divide.c and assign.c share while variables are divided into cells.
 *
 * Sets. Arrays that a family makes equal from the first element to the last (a = b, a = -b) are divided alike,
 * whatever divides one of them: tables "by set" are read at the root of a variable. A state counts by its derivative:
 * its value is given. */
#ifndef SALTUS_STRUCTURE_DIVISION_H
#define SALTUS_STRUCTURE_DIVISION_H

#include "structure/cells/cells.h"

typedef struct candidate { uint32_t equation, set; ss_box box; int wish; } candidate;
typedef sb_vec(ss_box) ss_boxes;
typedef struct division {
	ss_work *w;
	uint32_t *parent;                /* by variable: sets of equal arrays */
	bool *equality;                  /* by equation: it says that two arrays are equal, and is cut as they are */
	bool *state;                     /* by set: a derivative occurs */
	sb_vec(candidate) candidates;    /* in the order of the equations: what a family may be there for */
	uint32_t *first;                 /* by equation: its first candidate; one more at the end */
	uint32_t *assigned; /* by equation: the set that it is there for, as far as that is certain; or UINT32_MAX */
	ss_boxes *taken, *rest;          /* by set; rest: what is not taken */
	const char **loose;              /* by set: why its elements stay cells of their own; NULL: they need not */
	bool *moving;                    /* by variable: a family refers to it by iterators */
	ss_boxes *given;                 /* by set: elements that single equations are there for */
} division;

uint32_t ss_set_of(const division *d, uint32_t variable);
ss_box ss_all_elements(const sm_variable *v);
void ss_unite_arrays(division *d);
void ss_assign_families(division *d);

#endif
