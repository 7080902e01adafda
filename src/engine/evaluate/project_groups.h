/* The invariants of a projection in groups that share no states, and the least change of the states that cancels their
 * residuals (project.c has the formula). */
#ifndef SALTUS_ENGINE_PROJECT_GROUPS_H
#define SALTUS_ENGINE_PROJECT_GROUPS_H

#include "engine/ground/engine_ground.h"
#include <klu.h>

enum { SE_GROUP_DENSE = 60 };            /* a larger group is sparse */

/* Invariants that share states. */
typedef struct se_group {
	uint32_t rows, *row, columns, *column;   /* numbers of invariants and of states */
	double *qr, *beta, *scale;               /* dense: columns x rows, by columns */
	uint32_t *order;
	/* sparse: the lower and upper part of J D J' */
	klu_common common; klu_symbolic *symbolic;
	int *first, *at; double *values;
} se_group;

struct se_projection {
	uint32_t n, m;                   /* states, invariants */
	uint32_t *first, *state, *slot;  /* by invariant: its states, and where their entries are in `entries` */
	double *entries, *residual, *moved, *unit, *multiplier, *kept, *x;
	double *size;                    /* by state: what a change of it is compared with, beside its value */
	se_group *groups; uint32_t group_count;
	uint32_t *place;                 /* by invariant: its number in the group */
	uint32_t *column_place;          /* by state: likewise */
};

/* The change that cancels `residual`, into p->moved. False: there is none that is finite. */
bool se_least_change(struct se_projection *p, const double *residual);

#endif
