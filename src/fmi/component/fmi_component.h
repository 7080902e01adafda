/* An instance of an FMU as the operations of a latent component (model/block.h); fmi/fmi.h says how an FMU is a
 * function. What the component has, in the order of its items:
 *
 *     parameters   those of the plan; Strings beside them
 *     inputs       those of the plan
 *     outputs      those of the plan
 *     states       of model exchange: those of the plan
 *     discrete     the epoch
 *     crossings    of model exchange: the event indicators, one array; then, if the FMU wants to be told of steps, one
 *                  that passes zero when it wants an event behind a step
 *
 * By co-simulation the epoch counts steps. The inputs of a step are those that `commit` has seen at its beginning. */
#ifndef SALTUS_FMI_COMPONENT_H
#define SALTUS_FMI_COMPONENT_H

#include "external/component.h"
#include "fmi/call/fmi_call.h"

extern const sl_block_operations fi_exchange_operations, fi_cosimulation_operations;     /* context: an fi_plan */

#endif
