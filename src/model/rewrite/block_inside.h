/* What the files about opaque components share. */
#ifndef SALTUS_MODEL_BLOCK_INSIDE_H
#define SALTUS_MODEL_BLOCK_INSIDE_H

#include "model/block.h"

typedef struct sm_adding { sm_model *m; sm_block *b; uint32_t number; const char *name, *component; } sm_adding;

/* Conditions as calls pass them. */
typedef struct sm_event_flags { sx_ref initial, due; sm_exprs up, down, active; } sm_event_flags;

/* block_check.c */
bool sm_check_description(const sm_block *b, sb_text *why);

/* add_block.c */
sx_ref sm_block_hidden(sm_adding *a, const char *stem, uint32_t number, sx_type type, sm_variability variability);
void sm_push_item(sm_adding *a, sm_exprs *args, const sm_block_item *item, bool left);
/* The call of an operation that gives these targets, in a new function. */
sx_ref sm_block_call_of(sm_adding *a, struct sm_block_call call, const char *name, const sm_event_flags *e,
						const sm_exprs *targets);
sm_equation *sm_block_equation(sm_adding *a, const sm_exprs *targets, sx_ref call);

/* block_events.c: the clauses in which the component acts */
void sm_add_block_events(sm_adding *a);

#endif
