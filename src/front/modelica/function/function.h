/* Private to the flattening: functions of the model in the making (function_specialise.c, function_external.c). */
#ifndef SALTUS_MODELICA_FLATTEN_FUNCTION_H
#define SALTUS_MODELICA_FLATTEN_FUNCTION_H

#include "front/modelica/flatten/flatten_inside.h"
#include "front/modelica/lower/lower_inside.h"

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
	mo_scope *partial_of; /* of der(g, x, ...): g, and which of its inputs x, ... are */
	sb_u32s partial_by;
} mo_function_class;

/* What is made of a function whose results have sizes that only a call tells: a function that gives these sizes, and one that is given
 * them. In the first walk over the results they are only counted. */
typedef enum mo_results { MO_R_COUNT, MO_R_SIZES, MO_R_SIZED } mo_results;

/* A dimension of an argument that is not known: it gets an argument of its own. */
typedef struct mo_unknown { uint32_t local, dim; sx_ref *dims; } mo_unknown;
/* A result whose size changes: the work is done in a temporary, and copied at the end. */
typedef struct mo_open_result { mo_value *value; uint32_t result; const char *name; mo_item *item; mo_value_type type; } mo_open_result;

struct mo_procedure {
	mo_context *c;
	mo_function_class *of;
	sm_function *function;
	sb_map values; /* interned name of a component -> its mo_value */
	sb_vec(mo_unknown) unknown;
	mo_results results;
	const int64_t *sizes;    /* of the unknown dimensions of results, -1: it is an argument; NULL: to be found */
	uint32_t hidden;         /* how many there are */
	uint32_t next, first;    /* of them: the next one; the first of their locals */
	bool open;               /* there is a result whose size changes */
	sb_vec(sx_ref) formulas; /* of the sizes, by hidden dimension; 0: of an open result */
	sb_vec(mo_open_result) open_results;
	sb_vec(mo_item *) flexible; /* by local: the component that it is, of flexible ones; NULL of others */
	sb_map fixed;            /* component -> the dimensions that turned out to be constant when it was made before */
	sb_vec(struct mo_sized { mo_item *item; uint32_t local; sx_ref *dims; }) sized;    /* sizes that are computed in the body */
};

struct mo_functions {
	sb_map classes; /* scope -> mo_function_class */
	sb_map made;    /* interned key -> specialisation */
	uint32_t depth;
};

mo_function_class *mo_function_class_of(mo_context *c, mo_scope *scope, sb_span span); /* NULL after an error */
/* function_annotated.c: the derivatives that the annotations of a function give to its specialisation `number`. */
void mo_give_derivatives(mo_context *c, struct mo_procedure *f, uint32_t number);

/* function_inverse.c: the inverses that the annotation of a function gives to its specialisation `number`. */
void mo_give_inverses(mo_context *c, struct mo_procedure *f, uint32_t number);

/* function_partial.c: function g_x = der(g, x) */
bool mo_read_partial(mo_context *c, mo_function_class *k, sb_span span);
uint32_t mo_specialise_partial(mo_context *c, mo_function_class *k, mo_value **args, sb_span span, mo_signature *out);
void mo_set_complete(mo_context *c, const sm_function *f);

/* An Integer, Boolean or enumeration that an input is bound to, if it is a number already; else 0. */
sx_ref mo_bound_number(mo_context *c, mo_value *v);

bool mo_names_it(const mo_expr *e, const char *name); /* does the expression refer to this name? */

/* function_body.c */
bool mo_make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span);
bool mo_make_results(struct mo_procedure *f, mo_signature *out, sb_span span); /* and the other locals */
void mo_finish_results(struct mo_procedure *f); /* what is done at the end of the function */
bool mo_make_start_values(struct mo_procedure *f);
bool mo_make_body(struct mo_procedure *f, sb_span span);

#endif
