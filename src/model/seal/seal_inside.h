/* Private to this room: how its parts share their state. */
#ifndef SALTUS_MODEL_SEAL_INSIDE_H
#define SALTUS_MODEL_SEAL_INSIDE_H

#include "model/seal/seal.h"

typedef struct sm_sealing {
	sm_model *m;
	sx_pool *pool;
	sb_arena *scratch;
	const char *prefix;              /* of the names of segments */
	sb_map known;                    /* body of a segment with one expression -> its function + 1 */
	sb_u32s made;                    /* functions that are segments */
	sb_span span;                    /* of what is being sealed */
	bool failed;                     /* told */
} sm_sealing;

/* A segment on its way. What it reads becomes an argument when it is first met. */
typedef struct sm_segment_making {
	sm_sealing *s;
	sm_function *f;
	sm_exprs actual;                 /* what is passed */
	sb_map argument_of;              /* expression -> its local + 1 */
	sb_map own;                      /* VAR or DER that the segment itself gives -> the local that stands for it + 1 */
	sm_locals owns;                  /* results and temporaries, until it is closed */
	sb_u32s bound;                   /* iterators of its own loops */
	bool plain;                      /* relations make no events where it stands: in actions */
} sm_segment_making;

/* seal_call.c */
void sm_segment_open(sm_segment_making *k, sm_sealing *s, bool plain);
/* An expression in the words of the segment: of its locals. Arguments that are met first are added. */
sx_ref sm_segment_inside(sm_segment_making *k, sx_ref e);
/* A temporary or result like a variable (or an element of it). Arguments must come first, so locals are numbered from
 * SM_OWN on until the segment is closed. */
enum { SM_OWN = 1 << 20 };
uint32_t sm_segment_local(sm_segment_making *k, const sm_variable *like, bool whole, sm_role role);
/* The number of the function; its locals are in their final order. */
uint32_t sm_segment_close(sm_segment_making *k);
/* An expression as a call of a segment, or as it is if there is nothing to hide. plain: as above. */
sx_ref sm_seal_expr(sm_sealing *s, sx_ref e, bool plain);
sx_ref sm_seal_condition(sm_sealing *s, sx_ref e, bool plain);   /* and, or, not stay */
bool sm_is_open(const sm_sealing *s, sx_ref e);                  /* a variable, a number: nothing to hide */
/* Has to be computed outside of a segment, because it makes events or has a memory. */
bool sm_stays_outside(const sx_pool *pool, sx_ref e, bool plain);
void sm_cannot_seal(sm_sealing *s, const char *what);

/* seal_statements.c: statements that are done in order. plain: as above. */
typedef sx_ref (*sm_map_expr)(void *context, sx_ref e);
sm_statements sm_map_statements(sb_arena *arena, const sm_statements *list, sm_map_expr map, void *context);
sm_statements sm_seal_statements(sm_sealing *s, const sm_statements *list, bool plain);

/* seal_groups.c: definitions among the equations become segments; the others are left in the list as they are, and
 * those that were made are appended to `made`. */
void sm_seal_definitions(sm_sealing *s, sm_equations *all, sm_equations *made);

#endif
