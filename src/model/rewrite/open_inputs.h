/* Inputs of components that may stay open, for the files of this room. */
#ifndef SALTUS_MODEL_REWRITE_OPEN_INPUTS_H
#define SALTUS_MODEL_REWRITE_OPEN_INPUTS_H

#include "model/rewrite/links.h"
#include "model/rewrite/rewrite.h"

/* An activation never comes then, and the class of another port says what it reads. */
bool sm_may_stay_open(const sm_variable *v);

/* Of each set of connections all scalars are met if something gives one of them; else all but the input that is
 * furthest outside, which is open (open_nets.c). */
void sm_close_nets(const sm_links *links, sm_owners *owners, bool *met);

/* Warns of blocks of which nothing that activates them, or no input, is connected (open_blocks.c). `met`: of each
 * scalar whether something gives it. */
void sm_tell_open_blocks(sm_model *m, const bool *met);

#endif
