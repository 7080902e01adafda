/* What the files of this room share, and nobody else sees. */
#ifndef SALTUS_MODELICA_FUNCTION_INSIDE_H
#define SALTUS_MODELICA_FUNCTION_INSIDE_H

#include "front/modelica/function/function.h"

/* A derivative annotation of a function class: derivative(order = 1, noDerivative = k) = f_der. By input: it has no
 * derivative among the inputs of f_der; and that only where it does not move (zeroDerivative). */
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

/* What is made of a function whose results have sizes that only a call tells: a function that gives these sizes, and
 * one that is given them. In the first walk over the results they are only counted. */
typedef enum mo_results { MO_R_COUNT, MO_R_SIZES, MO_R_SIZED } mo_results;

/* A dimension of an argument that is not known: it gets an argument of its own. */
typedef struct mo_unknown { uint32_t local, dim; sx_ref *dims; } mo_unknown;
/* A result whose size changes: the work is done in a temporary, and copied at the end. */
typedef struct mo_open_result {
	mo_value *value;
	uint32_t result;
	const char *name;
	mo_item *item;
	mo_value_type type;
} mo_open_result;

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
	/* sizes that are computed in the body */
	sb_vec(struct mo_sized { mo_item *item; uint32_t local; sx_ref *dims; }) sized;
};

struct mo_functions {
	sb_map classes; /* scope -> mo_function_class */
	sb_map made;    /* interned key -> specialisation */
	uint32_t depth;
	sb_map scopes;             /* class item -> its scope for calls */
	struct mo_procedure *procedure;    /* the function in the making; NULL: none */
	mo_scope *scope;           /* of the statement being read */
	sm_statements *before;     /* where statements go that are to come before the one being read; NULL: nowhere */
	sb_u32s loops;             /* iterators of the for statements around */
	uint32_t temporaries;
};
typedef struct mo_functions mo_functions;
mo_functions *mo_functions_of(mo_context *c);

/* function_call.c, function_arguments.c */
const char *mo_call_text(mo_context *c, const mo_expr *e);       /* the name that is called, as written; in the arena */
bool mo_is_impure(const mo_scope *function);                     /* is it, or what it extends, declared so? */

/* function_cast.c: R(m) of a record R and a component m of a model, block or connector. False: it is none of these, and
 * nothing was done. *out is NULL after an error. */
bool mo_lower_cast(mo_context *c, const mo_env *env, const mo_expr *call, mo_scope *record, mo_value **out);

/* function_value.c: functions as values. The function: a class, or a predefined one (then scope is NULL); the function
 * type of the input that it was given to, NULL if it was not yet. */
typedef struct mo_closure {
	mo_item *item;
	mo_scope *scope, *interface;
	const char *builtin, *name;
	uint32_t arity;
} mo_closure;
mo_closure *mo_closure_of(const mo_value *v);                    /* NULL: it is no function */
mo_value *mo_function_value(mo_context *c, const mo_closure *of, const char **names, mo_value **bound, uint32_t n);
/* The argument for an input of a function type. NULL after an error. */
mo_value *mo_lower_function(mo_context *c, const mo_env *env, const mo_expr *e, mo_item *formal);
/* The function value that the name of a call stands for, NULL: it stands for something else. */
mo_value *mo_called_value(const mo_env *env, const mo_expr *call);
bool mo_function_interface(mo_context *c, mo_scope *scope, sb_span span, mo_items *inputs);

/* function_specialise.c */
/* sizes: one for each hidden dimension, -1 where it is a further argument of the function. */
uint32_t mo_specialise_sized(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count,
	const int64_t *sizes, uint32_t hidden, sb_span span, mo_signature *out);
/* The value that is bound to an input of a function, as a number where sizes in the function depend on it and it is
 * known. */
mo_value *mo_known_for_sizes(mo_context *c, mo_scope *function, uint32_t input, mo_value *v, sb_span span);
/* The sizes that an array of unknown size has, or the fields of a record: further arguments of a call. */
void mo_unknown_sizes(mo_context *c, const mo_value *v, sm_exprs *out);

/* function_inline.c: the formulas that the results of a call stand for, with its arguments put in, one for each result
 * and row by row, if the function is nothing but formulas; else NULL. */
typedef struct mo_formula { uint32_t rank, *dims, n; sx_ref *at; } mo_formula;
const mo_formula *mo_inline(mo_context *c, sx_ref call);

/* function_external.c */
bool mo_flatten_external(mo_context *c, struct mo_procedure *f, mo_scope *scope, sm_function *to);

/* function_object.c */
bool mo_is_constructor(const mo_scope *function);
uint32_t mo_destructor_of(mo_context *c, mo_scope *object, sb_span span); /* the function of the model, or UINT32_MAX */
bool mo_is_construction(mo_context *c, mo_value *v);                           /* the call of a constructor */

/* statement_assign.c */
typedef struct mo_pair {
	mo_value *target, *value;
} mo_pair;
typedef sb_vec(mo_pair) mo_pairs;
/* Records too. */
bool mo_assign_value(mo_context *c, const mo_env *env, mo_value *target, mo_value *value, sb_span span,
					 sm_statements *out);
bool mo_assign_multi(mo_context *c, const mo_env *env, const mo_equation *q, sm_statements *out);
bool mo_may_put_before(mo_context *c, mo_value *v);

mo_function_class *mo_function_class_of(mo_context *c, mo_scope *scope, sb_span span); /* NULL after an error */
/* function_annotated.c: the derivatives that the annotations of a function give to its specialisation `number`. */
void mo_give_derivatives(mo_context *c, struct mo_procedure *f, uint32_t number);

/* function_inverse.c: the inverses that the annotation of a function gives to its specialisation `number`. */
void mo_give_inverses(mo_context *c, struct mo_procedure *f, uint32_t number);

/* function_partial.c: function g_x = der(g, x). What a function has its inputs and outputs from: of der(g, x) it is g.
 * NULL after an error. */
mo_scope *mo_partial_of(mo_context *c, mo_scope *function, sb_span span);
bool mo_read_partial(mo_context *c, mo_function_class *k, sb_span span);
uint32_t mo_specialise_partial(mo_context *c, mo_function_class *k, mo_value **args, sb_span span, mo_signature *out);

/* An Integer, Boolean or enumeration that an input is bound to, if it is a number already; else 0. */
sx_ref mo_bound_number(mo_context *c, mo_value *v);

bool mo_names_it(const mo_expr *e, const char *name); /* does the expression refer to this name? */

/* function_locals.c. The last one: is a component set by a statement? whole: not only elements of it. */
uint32_t mo_add_local(struct mo_procedure *f, const char *name, const mo_value_type *type, sm_role role,
						  sb_span span);
uint32_t mo_add_flexible(struct mo_procedure *f, const char *name, const mo_value_type *type, mo_item *item,
						 sb_span span);
mo_env mo_procedure_env(const struct mo_procedure *f, mo_scope *scope);
mo_value *mo_lower_start(struct mo_procedure *f, const mo_modifier *m);
mo_value *mo_make_locals(struct mo_procedure *f, mo_item *item, const char *name, sm_role role, mo_value *like,
							 const sx_ref *before, uint32_t before_rank, bool open, uint32_t depth);
bool mo_is_ever_set(const struct mo_procedure *f, const char *name, bool whole);

/* function_body.c */
bool mo_make_inputs(struct mo_procedure *f, mo_value **args, const sx_ref *known, sb_span span);
bool mo_make_results(struct mo_procedure *f, mo_signature *out, sb_span span); /* and the other locals */
void mo_finish_results(struct mo_procedure *f); /* what is done at the end of the function */
bool mo_make_start_values(struct mo_procedure *f);
bool mo_make_body(struct mo_procedure *f, sb_span span);
void mo_tell_unset(struct mo_procedure *f);       /* function_unset.c: locals that are read and never set */
uint32_t mo_procedure_temporary(mo_context *c, struct mo_procedure *f, const mo_value_type *type, const char *name,
								sb_span span);
mo_value *mo_procedure_value(mo_context *c, struct mo_procedure *f, uint32_t local, const mo_value_type *type);
/* NULL: it has no component of this name. */
mo_value *mo_procedure_local(const struct mo_procedure *f, const char *name);
sm_function *mo_procedure_function(struct mo_procedure *f);
bool mo_procedure_calls_impure(struct mo_procedure *procedure);    /* it is impure then; false: it is declared pure */

#endif
