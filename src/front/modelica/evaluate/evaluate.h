/* Evaluation while a model is translated: sizes, conditions of components, ranges of loops that are written out,
 * structural parameters.
 *
 * The expressions of the model are evaluated. Constants and parameters have the value of their binding, which is made
 * on demand (mo_instance_asks.bind), so that declarations may stand in any order. If a parameter is needed for its own
 * value, this is reported. Calls are run, statement by statement; external functions are run too, if somebody can run
 * them (sm_runner). A parameter whose value was used is structural from then on: another value means another
 * translation.
 *
 *     mo_try_evaluate    quietly: nothing is reported, nothing becomes structural
 *     mo_evaluate        the value must be known, and it is used
 *
 * In a family of components an expression may have different values for different elements. If one value is needed, the
 * family is given up (instance/instance.h).
 *
 * Expressions and functions are run by the interpreter of the model layer (model/interpret/interpret.h).
 *
 *   evaluate_ask.c       the questions, and the messages if there is no answer
 *   evaluate_variable.c  the values of variables
 *   evaluate_external.c  external functions
 */
#ifndef SALTUS_MODELICA_EVALUATE_H
#define SALTUS_MODELICA_EVALUATE_H

#include "front/modelica/instance/instance.h"

/* Marks the parameters used as structural. Reports M03xx with the name that is not known, and returns false. `what`
 * begins the message. */
bool mo_evaluate(mo_context *c, sx_ref e, sb_span span, const char *what, sx_value *out);
/* An expression over which everything is known now, quietly; false if it is not. Nothing is reported or marked. */
bool mo_try_evaluate(mo_context *c, sx_ref e, sx_value *out);
/* Does e change with an iterator? With the axis of a family it may not, though it is written with it. */
bool mo_varies(mo_context *c, sx_ref e);
/* Is every variable in e a parameter or a constant, with no time, der, pre in it? */
bool mo_is_parametric(mo_context *c, sx_ref e);
/* e with the values of the parameters in it, which become structural. What is not known stays. */
sx_ref mo_with_parameters(mo_context *c, sx_ref e, sb_span span, const char *what);
sx_ref mo_constant(mo_context *c, const sx_value *value);
sx_ref mo_reduce_none(mo_context *c, sx_op op, mo_base base);    /* of nothing: 0, 1, the largest, the smallest */

/* Is the body of the function all made? One that calls itself is met before, and cannot be run then. */
void mo_set_complete(mo_context *c, const sm_function *f);
bool mo_is_complete(mo_context *c, const sm_function *f);

#endif
