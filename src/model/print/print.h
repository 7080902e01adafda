/* The model as text: flat Modelica, for `saltus flat` and for messages.
 *
 *     print_equations.c  expressions, equations and statements
 *     print_variables.c  declarations
 *     print_states.c     state machines; print_process.c: routines, for which flat Modelica has no words
 *     print_model.c      the whole; print_inside.h: what the files share
 */
#ifndef SALTUS_MODEL_PRINT_H
#define SALTUS_MODEL_PRINT_H

#include "model/model.h"

/* The model as flat Modelica. `valid`: a text that can be read again and means the same, as `saltus flat` prints it;
 * otherwise names are written with their dots, as people call them. And one equation or expression, for messages. */
void sm_print(const sm_model *m, bool valid, sb_text *out);
void sm_print_equation(const sm_model *m, const sm_equation *q, sb_text *out);
void sm_print_expr(const sm_model *m, sx_ref e, sb_text *out);
/* Parts of a model, so that they can be read again: one declaration, a list of equations under its headings, which
 * begin with `before` (such as "initial "). */
void sm_print_variable(const sm_model *m, uint32_t variable, sb_text *out);
void sm_print_equations(const sm_model *m, const sm_equations *list, const char *before, sb_text *out);
void sm_print_read(const sm_model *m, sx_ref e, sb_text *out);           /* an expression */
/* With the names of its locals; NULL: none. */
void sm_print_expr_in(const sm_model *m, const sm_function *f, sx_ref e, sb_text *out);

#endif
