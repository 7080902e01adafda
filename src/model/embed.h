/* One flat model put into another, so that a model in one notation can use a class of another: its variables under a
 * prefix, its functions, and its equations. What numbers it has there (variables, functions, external objects, places
 * of delays and clocks) are its own, however often it is put in. An input of it that nothing gave is open again:
 * whoever puts it in says what it is. Models with state machines, instances, processes or resources cannot be put in.
 */
#ifndef SALTUS_MODEL_EMBED_H
#define SALTUS_MODEL_EMBED_H

#include "model/model.h"

/* The number of its first variable. `last_site` is the last place (expr/expr.h: SAMPLE, DELAY, ...) that is used in
 * `to`. */
uint32_t sm_embed(sm_model *to, const sm_model *from, const char *prefix, uint32_t *last_site);

#endif
