/* Functions, and the statements of functions and algorithms.
 *
 * A function of the model has scalars and arrays of known rank, so a function class is *specialised*: made anew for the
 * shapes that it is called with, and for the values of Integers that sizes depend on. Records go in and come out field
 * by field. A call finds its function, brings its arguments into order, asks for the specialisation, and is a value
 * like any other; a function that is nothing but formulas is written out instead (function_inline.c).
 *
 *   function_call.c         calls: what is called, and its results
 *   function_result.c       the call made for the shapes of its arguments, and its results
 *   function_arguments.c    their arguments: by place, by name, by default
 *   function_cast.c         R(m): records from components
 *   function_value.c        functions as arguments
 *   function_specialise.c   functions made for the shapes they are called with
 *   function_locals.c       the inside of one: inputs, results, locals and their sizes
 *   function_body.c         start values and statements
 *   function_unset.c        locals that are read before they have a value
 *   function_external.c     external C
 *   function_object.c       external objects
 *   function_annotated.c    derivative annotations
 *   function_inverse.c      inverse annotations
 *   function_partial.c      partial derivatives: function f_x = der(f, x)
 *   function_inline.c       functions that are formulas only
 *   statement_flatten.c     statements, shared by algorithms of models and functions
 *   statement_assign.c      what an assignment of arrays and records means
 *   statement_common.c      what statements and equations have in common
 */
#ifndef SALTUS_MODELICA_FUNCTION_H
#define SALTUS_MODELICA_FUNCTION_H

#include "front/modelica/lower/lower.h"

/* Calls. The value of the first result (a record or array as the case is); for (a, b) = f(x) the values of all results.
 * Vectorised calls (an array where a scalar is expected) are elementwise. */
mo_value *mo_lower_call(mo_context *c, const mo_env *env, const mo_expr *call);
bool mo_lower_multi(mo_context *c, const mo_env *env, const mo_expr *call, mo_value ***results, uint32_t *count);
mo_value *mo_call_values(mo_context *c, const mo_env *env, mo_item *function, mo_value **args, uint32_t n,
						 sb_span span);
bool mo_function_inputs(mo_context *c, mo_item *function, sb_span span, mo_value_type **types, uint32_t *n,
						uint32_t *needed);
sx_ref mo_put_before(mo_context *c, mo_value *v, sb_span span);

/* The function of the model for a class and argument shapes (values of Integer arguments that sizes of results depend
 * on are part of the key). A record argument is passed field by field, in order; results likewise. `results` gets the
 * types of the results as Modelica sees them. UINT32_MAX after an error. */
typedef struct mo_signature {
	mo_value_type *results; uint32_t result_count;
	/* of how many dimensions of the results the sizes are not known: then the function gives these sizes, as Integers,
	 * and mo_specialise_sized makes the one that is wanted */
	uint32_t hidden;
} mo_signature;
uint32_t mo_specialise(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count, sb_span span,
	mo_signature *out);
/* The scope of a function that is called: one for each function, so that all calls share its specialisations. */
mo_scope *mo_function_scope(mo_context *c, mo_item *function);
/* Its inputs, in order; false after an error. */
bool mo_inputs_of_function(mo_context *c, mo_scope *function, sb_span span, mo_items *inputs);
bool mo_is_functional(const mo_item *item);            /* is its type a function type? */

/* Statements. */
bool mo_flatten_statements(mo_context *c, const mo_env *env, const mo_equations *body, sm_statements *out);
bool mo_lower_assert(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *condition, sx_ref *text,
					 int *level);
/* Reports an assertion that is violated whatever happens. */
bool mo_assert_may_hold(mo_context *c, const mo_env *env, sx_ref condition, sx_ref text, int level, sb_span span);
bool mo_lower_terminate(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *text);
/* The call behind an equation or statement that is nothing but a call: f(x); */
sx_ref mo_lower_effect(mo_context *c, const mo_env *env, const mo_expr *call);
/* The conditions of a when: one, or those of a vector. */
bool mo_lower_when_condition(mo_context *c, const mo_env *env, const mo_expr *e, sx_ref *condition, sm_exprs *any);

/* External objects of a model. */
bool mo_unbound_object(mo_context *c, const mo_item *item);                    /* reports it */
/* The value of an object of the model: each construction in it gets the number of its own, by element. 0 after an
 * error. */
sx_ref mo_number_objects(mo_context *c, const mo_item *item, sx_ref value, sb_span span);

/* The class that has the external section: this one, or one of its base classes; NULL: none. And which C it names,
 * without what is passed to it; NULL after a message. */
mo_class *mo_external_class(const mo_scope *scope);
sm_external *mo_external_of(mo_context *c, mo_scope *scope, const mo_class *k);
/* The texts that its annotation Include has. */
void mo_external_texts(mo_context *c, mo_scope *scope, const mo_class *k, sb_strings *out);

#endif
