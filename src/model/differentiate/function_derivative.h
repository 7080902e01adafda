/* Private to this room: what function_derivative.c and call_derivative.c share. */
#ifndef SALTUS_MODEL_FUNCTION_DERIVATIVE_H
#define SALTUS_MODEL_FUNCTION_DERIVATIVE_H

#include "model/differentiate/differentiate.h"

/* The call of the derivative, whose results are all differentials at once, and which derivative that is; sx_real(0)
 * where nothing moves; 0: not known. */
sx_ref sm_call_of_derivative(sm_model *m, sx_ref call, sx_ref (*ask)(void *context, sx_ref argument), void *context,
							 const sm_derivative **which);
/* The result of the derivative that is the differential of this Real result of f. */
uint32_t sm_differential_result(const sm_function *f, const sm_derivative *d, uint32_t result);

#endif
