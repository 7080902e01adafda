/* The parts of a program: CONTINUOUS, events and processes, experiments and output, and the order in which all is done.
 *
 *     cosy_translate.c  the order of it all; co_translate
 *     cosy_equation.c   CONTINUOUS
 *     cosy_event.c      events, WHEN, CONDIT, processes as routines
 *     cosy_monitor.c    experiments and OUTPUT
 *     cosy_number.c     NNEQD, the number of differential equations
 */
#ifndef SALTUS_FRONT_COSY_PROGRAM_H
#define SALTUS_FRONT_COSY_PROGRAM_H

#include "front/cosy/routine/cosy_routine.h"

void co_lower_continuous(co_context *c);
void co_lower_bodies(co_context *c);                               /* of instances */

void co_prepare_routines(co_context *c);                           /* numbers and arguments, before bodies */
void co_lower_routines(co_context *c);
void co_hidden_event(co_scope *s, const co_node *at, sm_trigger trigger, sx_ref when, int direction,
					 const co_node *statements);
void co_condition(co_scope *s, const co_node *condit);
uint32_t co_add_routine(co_context *c, const char *name, sm_routine_kind kind, sb_span span);

void co_lower_monitor(co_context *c);
void co_lower_output(co_context *c);
void co_lower_store(co_context *c);

void co_check_number_of_equations(co_context *c);

#endif
