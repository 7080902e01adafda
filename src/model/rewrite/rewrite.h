/* Changes of a whole model, which front ends make; the last three are for whoever studies a model.
 *
 *     derivative.c  der() of a sum or difference gets a variable of its own, and that of a product, if a factor jumps
 *                   (jumping.c)
 *     split.c       families are divided where conditions on their iterators turn
 *     open_inputs.c inputs that nothing is connected to, where that has a meaning, open_nets.c, which connections
 *                   give something, and open_blocks.c, which warns of blocks with nothing but open inputs
 *     embed.c       one flat model put into another
 *     add_block.c   an opaque component becomes variables, equations and clauses (model/block.h), with
 *     block_events.c, the clauses, and block_check.c, what its calls read and give
 *     held_input.c  der() of an input that nothing gives: it jumps where the input is changed
 *     open_component.c  the inputs of a component get offsets, by which the model can be differentiated
 *     take_component.c  one component alone, as a model; links.c: the sets of connections that both divide
 */
#ifndef SALTUS_MODEL_REWRITE_H
#define SALTUS_MODEL_REWRITE_H

#include "model/model.h"

/* Gives der() of an expression a variable of its own where that is what has the memory, and carries others out (see
 * derivative.c). Front ends call this once, when all equations are there. */
void sm_name_derivatives(sm_model *m);
/* Divides families where conditions on their iterators turn (see split.c). Front ends call this after it. */
void sm_split_families(sm_model *m);

/* Gives inputs of components that nothing is connected to what they read then (see open_inputs.c). Front ends call this
 * when all connections are equations. `sites`: the next place that is not used. */
void sm_give_open_inputs(sm_model *m, uint32_t *sites);

/* One flat model put into another, so that a model in one notation can use a class of another: its variables under a
 * prefix, its functions, and its equations. What numbers it has there (variables, functions, external objects, places
 * of delays and clocks) are its own, however often it is put in. An input of it that nothing gave is open again:
 * whoever puts it in says what it is. Models with state machines, instances, processes or resources cannot be put in.
 *
 * The result is the number of its first variable. `last_site` is the last place (expr/expr.h: SAMPLE, DELAY, ...) that
 * is used in `to`. */
uint32_t sm_embed(sm_model *to, const sm_model *from, const char *prefix, uint32_t *last_site);

/* Opens a component: each Real input of it, however it is given, gets an offset, an input of the model that is zero.
 * What the model does is the same. Appended to *out: for each input its scalar, that of its offset, and the input that
 * it is one with (itself, or one that the same signal from outside is connected to; then its own offset does nothing).
 * Before the structure is analysed. */
typedef struct sm_opened { uint32_t input, offset, with; } sm_opened;
typedef sb_vec(sm_opened) sm_openings;
void sm_open_component(sm_model *m, const char *component, sm_openings *out);

/* Leaves of the model one component alone, with its inputs and outputs as those of the model (take_component.c). Names
 * begin with its own no more. Before the structure is analysed. False after a message: a connector is not a signal, the
 * component reads what is outside, or there is none. */
bool sm_take_component(sm_model *m, const char *component);

/* der(u) of inputs that nothing gives becomes that of variables that follow them (held_input.c). Once, when it is known
 * which inputs are given, and before the structure is analysed. */
void sm_follow_inputs(sm_model *m);
bool sm_is_followed(const sm_model *m, uint32_t variable);       /* an input whose derivative is read */

#endif
