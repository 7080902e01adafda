/* Inputs of components that may stay open, for the files of this room. */
#ifndef SALTUS_MODEL_REWRITE_OPEN_INPUTS_H
#define SALTUS_MODEL_REWRITE_OPEN_INPUTS_H

#include "model/rewrite/rewrite.h"

/* An activation never comes then, and the class of another port says what it reads. */
bool sm_may_stay_open(const sm_variable *v);

/* Warns of blocks of which nothing that activates them, or no input, is connected (open_blocks.c). `met`: of each
 * scalar whether something gives it. */
void sm_tell_open_blocks(sm_model *m, const bool *met);

#endif
