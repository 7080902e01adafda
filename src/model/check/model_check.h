/* Questions to a whole model: whether it is well formed (check_model.c), and how many equations each component has and
 * owes (balance.c). */
#ifndef SALTUS_MODEL_CHECK_H
#define SALTUS_MODEL_CHECK_H

#include "model/model.h"

/* The first thing that is not as it must be, into `why`; false: there is one (base/check.h). It takes as
 * long as reading the model once. */
bool sm_check(const sm_model *m, sb_text *why);

uint32_t sm_written_count(const sm_model *m, const sm_equation *q);      /* without what only gives hidden variables */

/* The balance of each component, counted over what it has to say by itself. It owes an equation for each of its own
 * variables, for each output, for each pair of potential and flow of its ports that is not passed on to a component
 * inside, and for each input of a component inside that nobody feeds. `unsure` where counting does not tell
 * (SM_REDUNDANT). balance.c says why this is enough. */
typedef struct sm_balance { uint32_t unknowns, equations; bool unsure; } sm_balance;     /* of all that it stands for */
sm_balance *sm_balances(const sm_model *m, sb_arena *arena);     /* by component */

#endif
