/* Modes: what happens in the instant in which one is entered.
 *
 *     impulse_system.c       the equations read over the instant
 *     impulse_strength.c     what an expression makes of impulses
 *     impulse_products.c     impulses times what does not jump, and times what does
 *     impulse_plan.c         its plan, without what only a run needs
 *     finite.c               factors with names of their own
 *     steady.c               which states cannot jump
 *     parts.c                which unknowns belong together
 *     kept.c                 what is conserved */
#ifndef SALTUS_STRUCTURE_MODES_H
#define SALTUS_STRUCTURE_MODES_H

#include "structure/system/system.h"

typedef struct ss_values ss_values;  /* finite.c */

/* impulse_system.c: the equations of the run read over the instant in which the mode is entered; then those that
 * nothing moves left out. */
typedef struct ss_impulses {
	ss_work *w;
	uint32_t order;
	bool below;                      /* there are impulses of higher orders, from which some are given */
	bool *moves;                     /* by key: an unknown of the impulse system */
	bool *given;                     /* by key */
	bool *reached;                   /* by key: a constraint may make it other than zero */
	bool *settled;                   /* by key: reached, but it follows from constraints alone, and so does its value */
	bool *still;                     /* by key: the same, and it is zero but for errors of steps */
	sx_rewriter values, after, zeros, settling;
	bool *steady; /* by cell: it follows from what changes at events only, and nothing needs its derivative */
	uint32_t *steady_row;            /* by constraint: the cell that is given by it so, + 1; 0: none */
	bool *rate_needed;               /* by cell: the model has its derivative, or an equation that is no constraint */
	ss_values *named;
	bool reads_whole; /* an element of a family is read: its value before would need a place of its own */
} ss_impulses;

/* impulse_system.c */
ss_impulses *ss_read_over_instant(ss_work *w, ss_system *run);
void ss_leave_out_unmoved(ss_impulses *m, const ss_system *sorted);
bool ss_is_continuous(ss_work *w, uint32_t cell);
ss_link ss_link_of(const ss_work *w, uint32_t cell);
/* What an unknown of the system, or its negative, says of a variable: how much it jumps. 0: it does not. */
sx_ref ss_jump_of(const ss_impulses *m, uint32_t cell);
uint32_t ss_given_by(const ss_system *s, uint32_t equation);     /* the key; UINT32_MAX: nothing */
bool ss_split_moving(ss_impulses *m, sx_ref e, bool with_given, ss_parts *parts);
sx_ref ss_beyond_if_any(ss_work *w, sx_ref sum); /* SS_BEYOND, if the sum is not zero */
sx_ref ss_add_size(ss_work *w, sx_ref sum, sx_ref leaf);
sx_ref ss_undetermined_by(ss_impulses *m, const sb_u32s *keys, uint32_t but);
void ss_note_undetermined(ss_impulses *m, const ss_equation *q, uint32_t key);
void ss_say_equal(ss_equation *q, sx_ref lhs, sx_ref rhs);

/* impulse_products.c */
bool ss_is_smooth(ss_impulses *m, const ss_equation *q);    /* it holds in all modes, and has nothing discrete */
bool ss_has_value_at_once(ss_impulses *m, const ss_equation *q);     /* of states as they are, with new conditions */
/* Before the component is marked as reached: does it give jumps that no impulse moves? Then a product of an impulse
 * with what jumps so has a value. */
void ss_settle(ss_impulses *m, const ss_system *s, uint32_t component);
sx_ref ss_value_of_settled(sx_rewriter *self, sx_pool *pool, sx_ref e);
void ss_open_products(ss_impulses *m, const ss_system *s);

/* finite.c: which unknowns are values of factors; they do not move then */
void ss_find_values(ss_impulses *m, ss_system *run);
sx_ref ss_definition_of(const ss_impulses *m, uint32_t cell);            /* 0: none, or its value before is read */
const sb_u32s *ss_sources_of(const ss_impulses *m, uint32_t cell);       /* what it follows from; NULL: nothing */

/* impulse_strength.c */
sx_ref ss_strength_of(ss_impulses *m, sx_ref e);
/* impulse_plan.c */
sx_ref ss_beyond_rounding(ss_work *w, sx_ref off);
void ss_drop_all_else(ss_plan *plan);
void ss_keep_jumping(ss_work *w);

/* steady.c */
void ss_find_rates_needed(ss_work *w, bool *needed);     /* by cell */
/* By cell; by constraint: the cell that it gives so, + 1. */
void ss_find_steady(ss_work *w, const bool *rate_needed, bool *steady, uint32_t *row);

/* parts.c: into the plan */
void ss_find_regions(ss_work *w);        /* before the equations are read over the instant */
void ss_find_parts(const ss_impulses *m);

/* kept.c */
void ss_list_kept(const ss_impulses *m);

#endif
