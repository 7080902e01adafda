/* Statements: of events, processes, INITIAL, TERMINAL, MONITOR and FUNCTIONs.
 *
 *     cosy_statement.c   assignments, branches, loops
 *     cosy_procedure.c   calls of PROCEDUREs
 *     cosy_subroutine.c  bodies of FUNCTIONs
 *     cosy_process.c     statements of events and processes
 *     cosy_found.c       REMOVE and COPY that find nothing
 *     cosy_instance.c    instances of FULL MODELs
 *     cosy_simulate.c    SIMULATE
 *     cosy_write.c       WRITE and FORMAT
 *     cosy_ccode.c       CCODE
 */
#ifndef SALTUS_FRONT_COSY_ROUTINE_H
#define SALTUS_FRONT_COSY_ROUTINE_H

#include "front/cosy/module/cosy_module.h"

void co_do_statements(co_scope *s, const co_node *list, sm_statements *out);
sm_statement *co_do(co_scope *s, sm_statement_kind kind, const co_node *at, sm_statements *out);
/* cosy_procedure.c */
const co_node *co_with_subscripts_drawn(co_scope *s, const co_node *target, sm_statements *out);
/* Value 0: only its type is asked. */
bool co_assign_to(co_scope *s, const co_node *target, sx_ref value, sb_span span, sm_statements *out);
void co_finish_later(co_scope *s, sm_statements *out);
void co_copy_states(co_scope *s, const co_node *whole, const co_node *n, int depth);

void co_do_call(co_scope *s, const co_node *n, sm_statements *out);
void co_lower_functions(co_context *c);
/* A local gets the value of its declaration, if there is one; an array has it in all elements. */
void co_give_value(co_scope *s, const co_node *var, sm_statements *out);
/* Loops over all elements of a local; where their statements go, and the subscripts there. */
sm_statements *co_each_element(co_context *c, const co_symbol *array, sb_span span, sx_ref *at, sm_statements *out);
bool co_do_process(co_scope *s, const co_node *n, sm_statements *out);        /* false: it is none of them */
co_symbol *co_event_named(co_scope *s, const co_node *n); /* that is described; NULL after a message */
void co_do_start(co_scope *s, const co_node *n, const co_symbol *symbol, const co_node *args, const co_node *at,
				 const co_node *in, const co_node *priority, sx_ref target, sm_statements *out);
void co_check_found(co_context *c);                                           /* when routines are there */
bool co_instance_statement(co_scope *s, const co_node *n, co_symbol *symbol, sm_statements *out);
sm_statement *co_do_fail(co_scope *s, sb_span span, sx_ref text, sm_statements *out); /* ends the run, and says this */
/* A choice among all elements: there is none of this number. */
void co_outside(co_scope *s, const co_symbol *symbol, sx_ref at, sb_span span, sm_statement *choice);
/* What an experiment sees of a state is what this variable has. */
void co_show_state(co_scope *s, const co_shown_state *shown, uint32_t variable, const co_node *n, sm_statements *out);
void co_end_condition(co_scope *s, const co_node *target, sm_statements *out); /* MONITOR gives it another value */
bool co_do_experiment(co_scope *s, const co_node *n, sm_statements *out);     /* SIMULATE, INITCOND */
/* What is given for COMINT, TOL, ...; NULL: nothing. */
const co_node *co_setting(const co_node *simulate, const char *name);
const char *co_method_of(co_context *c, const co_node *simulate);             /* in small letters; NULL: none */
void co_do_write(co_scope *s, const co_node *n, sm_statements *out);
void co_do_ccode(co_scope *s, const co_node *n, sm_statements *out);

#endif
