/* Activations become events and Booleans, so that no pass behind this one knows of them (docs/diagrams.md).
 *
 *     activate.c          the order of the work; sources become events, activations the Booleans that these turn
 *     activation_extract.c  the activation of a number: of all clauses that set it
 *     activation_paths.c  which activation leads to which: loops, sources, periods
 *     activation_limits.c what a clause reads of others that never act with it is its left limit
 *
 * Each source is an event whose action turns a Boolean s. The activation is true where s <> pre(s), which is the first
 * pass after the event: by the next one pre(s) has taken the value of s. Sources run one after another, so in this pass
 * no activation is true that does not come from the same source.
 *
 *     e = Activation(0.1);      event s: every 0.1, s := not s;      e = s <> pre(s)
 *     o programmed by schedule  event s: scheduled, s := not s;      o = s <> pre(s)
 *
 * All periodic sources of a domain are one group: those that are due at the same time are one source. */
#ifndef SALTUS_MODEL_ACTIVATE_H
#define SALTUS_MODEL_ACTIVATE_H

#include "model/model.h"

/* Before the structure is analysed; false after a message. What has no activations stays as it is. */
bool sm_lower_activations(sm_model *m);

#endif
