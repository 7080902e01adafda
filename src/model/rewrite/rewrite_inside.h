/* What derivative.c and jumping.c share. */
#ifndef SALTUS_REWRITE_INSIDE_H
#define SALTUS_REWRITE_INSIDE_H

#include "model/model.h"

typedef struct sm_jumping {
	const sm_model *m;
	sb_arena *arena;
	bool *derived;                   /* by variable: der(x) is written somewhere */
	uint32_t count;                  /* of these variables */
	sm_exprs *is;                    /* by variable: what equations say that it is, and under which conditions */
	sx_ref *definition;              /* by variable that is a scalar: outside of branches; 0: none */
	bool *conditional;               /* by variable: one of them stands in a branch */
	uint32_t *equal;                 /* by variable: one that it is equal to; in the end, itself */
	sx_ref *leaf;                    /* by variable that is equal to others: as it is written */
	bool *stated;                    /* by variable: the model sets it by reinit */
	uint32_t *met, now;              /* by variable: met in the walk of this number */
	int depth;                       /* of definitions that are put in for variables */
} sm_jumping;

sm_jumping *sm_find_jumping(sb_arena *arena, const sm_model *m, bool *derived);
/* Is the whole expression what goes on where something in it jumps? */
bool sm_has_memory_as_a_whole(sm_jumping *j, sx_ref e);

#endif
