/* Values that are known while a model is analysed, whatever the rest is: questions to the interpreter (interpret.h).
 *
 * The caller says what variables are (`variable`). A parameter that may change later counts as known only if the caller
 * makes sure of this. */
#ifndef SALTUS_MODEL_KNOWN_H
#define SALTUS_MODEL_KNOWN_H

#include "model/interpret/interpret.h"

typedef struct sm_knower {
	const sm_model *model;
	sb_arena *arena;               /* lasts as long as the knower */
	bool (*variable)(void *context, sx_ref var, sx_value *out);      /* of a scalar VAR; false: not known */
	void *context;
	uint64_t steps;                /* that are left for all questions together */
	sb_map calls;                  /* made before */
} sm_knower;

sm_knower sm_knower_new(const sm_model *model, sb_arena *arena, bool (*variable)(void *, sx_ref, sx_value *),
						void *context);
bool sm_known(sm_knower *k, sx_ref e, sx_value *out);            /* a scalar expression */
/* Element `element` (from 0) of result `which` of a call. */

#endif
