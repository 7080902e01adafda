/* Values that are known while a model is analysed, whatever the rest is.
 *
 * An expression over parameters and calls of functions is evaluated as far as it goes: `0*u` is zero for any u, and a function that is given the
 * parameters of a device and unknown voltages may still say that a capacitance is zero. A function is run on values of which some are not
 * known; where a condition is not known all branches are run, and what they agree upon is kept.
 *
 * Who asks says what variables are (`variable`): a parameter that may change later is known only if he takes care of that. */
#ifndef SALTUS_MODEL_KNOWN_H
#define SALTUS_MODEL_KNOWN_H

#include "model/model.h"

typedef struct sm_knower {
	const sm_model *model;
	sb_arena *arena;               /* lasts as long as the knower */
	bool (*variable)(void *context, sx_ref var, sx_value *out);      /* of a scalar VAR; false: not known */
	void *context;
	uint64_t steps;                /* that are left for all questions together */
	sb_map calls;                  /* made before */
} sm_knower;

sm_knower sm_knower_new(const sm_model *model, sb_arena *arena, bool (*variable)(void *, sx_ref, sx_value *), void *context);
bool sm_known(sm_knower *k, sx_ref e, sx_value *out);            /* a scalar expression */
/* Element `element` (from 0) of result `which` of a call. */
bool sm_known_result(sm_knower *k, sx_ref call, uint32_t which, uint32_t element, sx_value *out);

#endif
