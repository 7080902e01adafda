/* Private to the flattening: functions of the model in the making (flatten_function.c, flatten_external.c). */
#ifndef SALTUS_MODELICA_FLATTEN_FUNCTION_H
#define SALTUS_MODELICA_FLATTEN_FUNCTION_H

#include "front/modelica/flatten_inside.h"
#include "front/modelica/lower_inside.h"

/* A derivative annotation of a function class: derivative(order = 1, noDerivative = k) = f_der. By input: it has no derivative among the
 * inputs of f_der; and that only where it does not move (zeroDerivative). */
typedef struct mo_derivative {
	mo_scope *function;
	int64_t order;
	bool *excluded, *still;
	bool inherited;     /* written for a base class: left alone where it does not fit */
	bool checked, fits; /* the inputs and outputs of f_der are what they must be */
	sb_span span;
} mo_derivative;
typedef sb_vec(mo_derivative) mo_derivatives;

/* What is the same for all specialisations of a function class. */
typedef struct mo_function_class {
	mo_scope *scope;
	mo_items inputs, outputs, locals;
	bool *sizes; /* by input: a scalar whose value may be needed for the size of a result or local */
	const char *name;
	mo_class *external; /* the class with the external clause, or NULL */
	uint32_t made;      /* specialisations so far */
	bool failed;
	mo_derivatives derivatives;
	bool derivatives_read;
} mo_function_class;

struct mo_procedure {
	mo_context *c;
	mo_function_class *of;
	sm_function *function;
	sb_map values; /* interned name of a component -> its mo_value */
};

struct mo_functions {
	sb_map classes; /* scope -> mo_function_class */
	sb_map made;    /* interned key -> specialisation */
	uint32_t depth;
};

mo_function_class *mo_function_class_of(mo_context *c, mo_scope *scope, sb_span span); /* NULL after an error */
/* flatten_derivative.c: the derivatives that the annotations of a function give to its specialisation `number`. */
void mo_give_derivatives(mo_context *c, struct mo_procedure *f, uint32_t number);

/* An Integer, Boolean or enumeration that an input is bound to, if it is a number already; else 0. */
sx_ref mo_bound_number(mo_context *c, mo_value *v);

bool mo_names_it(const mo_expr *e, const char *name); /* does the expression refer to this name? */

/* flatten_procedure.c */
bool mo_make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span);
bool mo_make_results(struct mo_procedure *f, mo_signature *out); /* and the other locals */
bool mo_make_body(struct mo_procedure *f, sb_span span);

#endif
