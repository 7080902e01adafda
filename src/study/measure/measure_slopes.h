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

/* measure_spots.c */
double *st_sloping_room(st_sloping *x, size_t n);
bool st_has_pieces(const st_sloping *x);
uint32_t st_spot_piece(const st_gauge *g, double t, bool left);          /* of its limit there */
bool st_is_event(const st_gauge *g, double t);           /* its rows at this time are two */
bool st_nearer_left(const st_gauge *g, double t);        /* of a time between events: the side by its nearer one */
void st_put_gauge(st_sloping *x, double t, bool left);
void st_go_to_spot(st_sloping *x, double t, bool left);  /* what is known at the next spot becomes the place */
/* A curve at a spot whose time moves (NULL: it stays). */
bool st_at_spot(st_sloping *x, const st_node *n, double t, bool left, const double *moves, double *out);
/* How an event moves that is passed on the way to a spot, and the same with a spot behind it. NULL: it has no slope. */
const double *st_moves_of(st_sloping *x, const st_node *n, double t);
const double *st_event_moves(st_sloping *x, const st_node *n, double t);

#endif
