/* Private to study/measure: derivatives of trees and of functions over the run. */
#ifndef SALTUS_STUDY_MEASURE_SLOPES_H
#define SALTUS_STUDY_MEASURE_SLOPES_H

#include "study/measure/measure_inside.h"

typedef struct st_integrating { const st_node *n; double from, to, *sum; } st_integrating;

/* Derivatives are vectors: by parameter, by slot of the gauge, by time. Those by slots are resolved when the slots have
 * theirs. The functions are gone through twice: once to collect spots and integrals, then, in the same order, with what
 * is known of them. */
typedef struct st_sloping {
	st_measure_slopes *out;
	st_gauge *g; sb_arena *arena;
	uint32_t m, slots, width;
	bool ended, planning;
	sb_vec(st_spot) spots; uint32_t next_spot, *rank;    /* in the order in which they are asked for; by time */
	sb_vec(st_integrating) integrals; uint32_t next_integral;
	uint32_t *first_spot, *first_integral;               /* by measure */
	double *slot, *zero;             /* [slot][parameter]; rows that do not move */
	st_moves moves;
	const double *value, *matrix;    /* at the spots */
	const char *why;                 /* of the present measure */
	/* the place where trees are differentiated: rows there; at a node, or in a piece of the record */
	const double *row_value, *by;
	bool node; uint32_t piece; double time;
} st_sloping;

/* The value of a tree at the place, and its derivatives into d[width]. False: it has none, and `why` says so. */
bool st_dual(st_sloping *x, const st_node *n, double *value, double *d);
/* By parameter, of what is complete but for the slots. */
void st_resolve(const st_sloping *x, const double *d, double *out);
bool st_no_slope(st_sloping *x, const st_node *n, const char *format);   /* false; %s is the text of n */

#endif
