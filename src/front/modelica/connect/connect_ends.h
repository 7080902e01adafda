/* Private to this room: the ends of connections (connect_ends.c). */
#ifndef SALTUS_MODELICA_CONNECT_ENDS_H
#define SALTUS_MODELICA_CONNECT_ENDS_H

#include "front/modelica/connect/connect_inside.h"

/* Which elements along one dimension: one, by a number or by an iterator plus a number; or several, from a number on,
 * or listed. Several stay a dimension of what is connected. */
typedef enum mo_pick_kind { MO_P_NUMBER, MO_P_MOVING, MO_P_RANGE, MO_P_LISTED } mo_pick_kind;
typedef struct mo_pick {
	mo_pick_kind kind;
	uint32_t iterator; /* of MO_P_MOVING */
	int64_t at;        /* the number, what is added to the iterator, or the first */
	uint32_t count;
	int64_t *list;
} mo_pick;

/* One thing that a connect may name: a variable, or a connector with members in `scope`. Picks are of the axes of the
 * families on the way and of the dimensions of the variable. */
typedef struct mo_end {
	mo_item *item;
	mo_scope *scope;
	mo_pick *picks;
	uint32_t count;
} mo_end;
typedef struct mo_ends {
	sb_vec(mo_end) list;
	sb_u32s dims;
	bool outside, absent;
	/* expanding: while expandable connectors are being filled; missing: a name that is not in one (yet) */
	bool expanding, missing_is_last;
	mo_scope *missing_in;
	const mo_part *missing;
	const mo_expr *written;
} mo_ends;

/* M0426, where a connection of the class around a component names a port that it has not; false: none does. */
bool mo_report_misnamed(mo_context *c, const mo_item *component);
bool mo_is_primitive(const mo_item *item);
bool mo_pick_keeps(const mo_pick *p);                                      /* does it stay a dimension? */
uint32_t mo_kept_count(const mo_end *e);                                   /* how many dimensions stay */
/* The numbers that an iterator runs over; false if they are not known. */
bool mo_range_of(mo_context *c, const mo_env *env, uint32_t iterator, mo_link_range *out);
/* The end that goes on from `before` (NULL: from the scope) with n picks more. */
void mo_push_end(mo_context *c, mo_ends *to, const mo_end *before, mo_item *item, mo_scope *scope, const mo_pick *more,
				 uint32_t n);
/* The connectors that a reference names. `absent` is set where a part of it is a component whose condition is false. */
bool mo_resolve_ends(mo_context *c, const mo_env *env, const mo_expr *e, mo_ends *out);
bool mo_is_known(mo_context *c, const mo_ends *e); /* false, and reported: it is missing in an expandable connector */
bool mo_is_listed(const mo_ends *e);                                       /* are there picks that are listed? */
void mo_spread_ends(mo_context *c, mo_ends *e); /* several at once as one after another, row by row */


/* connect_couplings.c: two ports that carry messages, or one, which is a mistake */
bool mo_couple(mo_context *c, const mo_env *env, const mo_equation *q, const mo_ends *a, const mo_ends *b);

#endif
