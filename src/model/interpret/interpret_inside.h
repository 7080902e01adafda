/* What the two files of the interpreter share. */
#ifndef SALTUS_MODEL_INTERPRET_INSIDE_H
#define SALTUS_MODEL_INTERPRET_INSIDE_H

#include "model/interpret/interpret.h"

typedef struct sm_frame { const sm_function *function; sm_array *locals; } sm_frame;

bool sm_no_value(sm_machine *m, const sm_trouble *why);           /* false; why NULL: there is nothing to tell */
bool sm_step(sm_machine *m);
sm_array sm_eval_array(sm_machine *m, sx_ref e);                  /* of any rank, scalars too */
sm_array sm_sized_array(sm_machine *m, uint32_t rank, const uint32_t *dims);
sm_array sm_open_array(sm_machine *m);
void sm_of_type(sm_value *v, sx_type type);
bool sm_same_value(const sm_value *a, const sm_value *b);

#endif
