/* Matrix expressions: matrixExpression(text, u1, u2, ...) to values (docs/diagrams.md).
 *
 * The text is parsed by front/matrix and becomes the same kind of value as an expression of Modelica
 * (value/modelica_value.h), so equations, events, derivatives and code are those of any other expression. Every value
 * on the way is a matrix: of rank 2, of Reals, with sizes that are numbers. Beside its value a matrix has one mark,
 * whether it is *known*: made of constants and parameters, not of values of inputs. Sizes and arguments of functions of
 * Modelica must be known. Complex numbers, which are records of re and im outside, have their imaginary parts in a
 * second value; who does not ask for them is never given one.
 *
 *   matrix_lower.c      the call: its text and inputs; expressions of all kinds
 *   matrix_name.c       names: parameters, and functions of Modelica
 *   matrix_make.c       making matrices, and what is asked of them
 *   matrix_operator.c   operators, .if and .switch
 *   matrix_element.c    functions of elements
 *   matrix_function.c   functions of matrices, reductions, sizes
 *   matrix_index.c      elements, assignment, deletion
 *   matrix_part.c       complex numbers as their parts
 *   matrix_complex.c    operators and functions of complex numbers
 */
#ifndef SALTUS_MODELICA_MATRIX_LOWER_H
#define SALTUS_MODELICA_MATRIX_LOWER_H

#include "front/modelica/lower/lower.h"

bool mo_is_matrix_expression(const char *function);
mo_value *mo_lower_matrix_expression(mo_context *c, const mo_env *env, const mo_expr *call);

#endif
