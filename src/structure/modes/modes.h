/* Modes: what happens in the instant in which one is entered.
 *
 *     impulse_system.c       the equations read over the instant
 *     impulse_strength.c     what an expression makes of impulses
 *     impulse_plan.c         its plan, without what only a run needs
 *     steady.c               which states cannot jump
 *     parts.c                which unknowns belong together
 *     kept.c                 what is conserved */
#ifndef SALTUS_STRUCTURE_MODES_H
#define SALTUS_STRUCTURE_MODES_H

#include "structure/system/system.h"

/* impulse_system.c: the equations of the run read over the instant in which the mode is entered; then those that
 * nothing moves left out. */
typedef struct ss_impulses {
	ss_work *w;
	uint32_t order;
	bool below;                      /* there are impulses of higher orders, from which some are given */
	bool *moves;                     /* by key: an unknown of the impulse system */
	bool *given;                     /* by key */
	bool *reached;                   /* by key: a constraint may make it other than zero */
	sx_rewriter values, after, zeros;
	bool *steady; /* by cell: it follows from what changes at events only, and nothing needs its derivative */
	uint32_t *steady_row;            /* by constraint: the cell that is given by it so, + 1; 0: none */
	bool reads_whole; /* an element of a family is read: its value before would need a place of its own */
} ss_impulses;

/* impulse_system.c */
ss_impulses *ss_read_over_instant(ss_work *w, const ss_system *run);
void ss_leave_out_unmoved(ss_impulses *m, const ss_system *sorted);
bool ss_is_continuous(ss_work *w, uint32_t cell);
ss_link ss_link_of(const ss_work *w, uint32_t cell);

/* impulse_strength.c */
sx_ref ss_strength_of(ss_impulses *m, sx_ref e);
/* impulse_plan.c */
sx_ref ss_beyond_rounding(ss_work *w, sx_ref off);
void ss_drop_all_else(ss_plan *plan);
void ss_keep_jumping(ss_work *w);

/* steady.c */
/* By cell; by constraint: the cell that it gives so, + 1. */
void ss_find_steady(ss_work *w, bool *steady, uint32_t *row);

/* parts.c: into the plan */
void ss_find_regions(ss_work *w);        /* before the equations are read over the instant */
void ss_find_parts(const ss_impulses *m);

/* kept.c */
void ss_list_kept(ss_work *w, const bool *reached);

#endif
