/* Lowering: expressions of Modelica to expressions of the model.
 *
 * A Modelica expression is an array of anything, or a record; an expression of the model is a scalar. A mo_value stands
 * between: it knows its type and its sizes, and gives its element at any subscripts, constant or symbolic, as a scalar:
 *
 *     A*x + b     value of rank 1, size n      mo_elem(v, {i})  =  sum(A[i, k]*x[k] for k) + b[i]
 *
 * so an array equation becomes one family, with fresh iterators as subscripts, and never n copies. Only where an
 * element is needed at a constant place is it made there. A few values can only be taken apart at constant places
 * (lists of unknowns, and components that are apart and so have variables of their own): mo_symbolic tells.
 *
 * Records are structures of arrays: the value of a record has one value for each field, with the record's own
 * dimensions in front of the field's. Arrays in functions may have sizes that are expressions.
 */
#ifndef SALTUS_MODELICA_LOWER_H
#define SALTUS_MODELICA_LOWER_H

#include "front/modelica/instance/instance.h"

typedef struct mo_value mo_value;

typedef struct mo_value_type {
	mo_base base;                  /* MO_B_CLASS: a record */
	uint32_t enumeration;          /* of MO_B_ENUM */
	mo_scope *record;              /* of MO_B_CLASS */
	uint32_t rank; sx_ref *dims;   /* Integer expressions, constants in models */
} mo_value_type;

/* Kinds of values are private to lower_value.c; the type is for all. */
struct mo_value {
	mo_value_type type;
	int kind;
	void *data;
	mo_value **fields; const char **field_names; uint32_t field_count;     /* of records */
};

/* Where an expression stands. Iterators of for, reductions and comprehension are names that hide all others. */
typedef struct mo_bound {
	const char *name; sx_ref value; struct mo_bound *next;
	uint32_t enumeration;          /* of an iterator over an enumeration, else 0 */
	/* instead of `value`: any value (an argument that defaults of later arguments refer to) */
	mo_value *whole;
	/* of an iterator that is kept as a symbol, over numbers that are known: its ITER and they */
	uint32_t iterator; int64_t from, to; bool ranged;
} mo_bound;
typedef struct mo_env {
	mo_scope *scope;
	mo_bound *bound;               /* innermost first; value is an ITER or a constant Integer (or other scalar) */
	struct mo_procedure *procedure;/* the function whose body this is, or NULL: names of its components are LOCALs */
	bool in_when, in_algorithm, in_initial, in_function;
	bool lasting;                  /* in an equation, statement or value that holds all the time: see mo_may_be_impure */
	const mo_expr *purified;       /* the call that pure(...) is written around */
	const mo_expr *effect;         /* the call that is an equation or statement by itself */
	const char *from_state; bool immediate;      /* in the condition of a transition: its state, and whether it is immediate */
	bool in_clocked;               /* in a when with a clock, whose equations are equations like any other (16.6) */
	bool parameter_only;           /* sizes, conditions: everything must be evaluable now; messages say so */
	mo_value *end_of; uint32_t end_dim;    /* what `end` means inside subscripts */
	bool *needs_constants;         /* set (and a dummy returned, nothing reported) when a symbolic iterator subscripts
	                                  components that are apart or a list of unknowns, so that the caller unrolls;
	                                  NULL: it becomes a lookup in a table of them */
	const mo_item *subscripted;    /* the component that the subscripts being read are of, where it is known */
	bool guarded;                  /* in a branch that may not be taken: subscripts may be outside of their range */
	bool shape_only;               /* only the sizes of a reference are asked for: arrays of models have some too */
} mo_env;

/* NULL after an error that was reported. */
mo_value *mo_lower(mo_context *c, const mo_env *env, const mo_expr *e);
/* its value, share picked by its subscripts */
mo_value *mo_lower_modifier(mo_context *c, const mo_modifier *m);
/* the component as a value (record, array, variable) */
mo_value *mo_lower_item(mo_context *c, mo_item *item);
/* the same, but of an `inner outer` one the inner one, which its declaration is about */
mo_value *mo_lower_inner(mo_context *c, mo_item *item);
/* 0 after an error; Integer goes to Real */
sx_ref mo_lower_scalar(mo_context *c, const mo_env *env, const mo_expr *e, mo_base wanted);

sx_ref mo_elem(mo_context *c, mo_value *v, const sx_ref *subscripts);          /* all subscripts; for rank 0: NULL */
mo_value *mo_field(mo_context *c, mo_value *v, const char *name);
/* leading dimensions taken away */
mo_value *mo_index(mo_context *c, mo_value *v, const sx_ref *subscripts, uint32_t count);
bool mo_symbolic(mo_context *c, mo_value *v);                                  /* mo_elem may be asked with iterators */
mo_value *mo_value_scalar(mo_context *c, sx_ref e, mo_base base, uint32_t enumeration);
/* VAR, LOCAL, CALL, OUT, ARRAY node of rank > 0 */
mo_value *mo_value_whole(mo_context *c, sx_ref array, const mo_value_type *type);
/* The value as one argument of a call: the whole array as an array expression (a VAR or LOCAL where it is one, else an
 * ARRAY). */
sx_ref mo_whole(mo_context *c, mo_value *v);
/* Checks that v can be used where `wanted` is expected (Integer for Real is fine), reports at span with both types
 * named. */
bool mo_fits(mo_context *c, const mo_value *v, const mo_value_type *wanted, sb_span span, const char *what);
void mo_type_text(const mo_value_type *type, sb_text *out);                    /* Real[3, 2] */
/* sizes as numbers; false if not constant */
bool mo_const_dims(mo_context *c, const mo_value *v, uint32_t *dims);

/* One iterator of a for equation, for statement, comprehension or reduction. The loop runs `iterator` over the Integers
 * from..to (by 1) and the written name stands for `bound.value`, which is the ITER itself for m:n, m + (k-1)*step for
 * m:step:n, and the k-th element for a vector. A range that is left out (`for i loop`) is found from the subscripts
 * that i is used in, in the expressions given. `bound.next` is env->bound: put &loop->bound into the env of the body.
 * To unroll, set bound.value to mo_loop_value(loop, k) for k = from..to. */
typedef struct mo_loop { mo_bound bound; uint32_t iterator; sx_ref from, to; mo_value *range; mo_base base; } mo_loop;
bool mo_lower_loop(mo_context *c, const mo_env *env, const mo_iterator *iterator, const mo_expr *const *bodies,
	uint32_t body_count, mo_loop *out);
sx_ref mo_loop_value(mo_context *c, const mo_loop *loop, int64_t k);
/* as numbers; false if not constant */
bool mo_loop_bounds(mo_context *c, const mo_loop *loop, int64_t *from, int64_t *to);

/* The variable or element that is set, of an assignment or of a when equation: like mo_lower of a reference. Subscripts
 * that are no constants stay. */
mo_value *mo_lower_reference(mo_context *c, const mo_env *env, const mo_expr *e);
/* Integer to Real, elementwise; others unchanged */
mo_value *mo_cast(mo_context *c, mo_value *v, mo_base base);
/* An Integer, Boolean or Real expression over which everything is known now, quietly; false if it is not. Nothing is
 * reported or marked. */
bool mo_try_evaluate(mo_context *c, sx_ref e, sx_value *out);
/* Does e change with an iterator? With the axis of a family it may not, though it is written with it. */
bool mo_varies(mo_context *c, sx_ref e);
/* Is every variable in e a parameter or a constant, with no time, der, pre in it? */
bool mo_is_parametric(mo_context *c, sx_ref e);

/* Evaluation at translation time of expressions of constants and parameters (functions are interpreted). Marks the
 * parameters used as structural. Reports M03xx "cannot be evaluated now" with the name that is not known, and returns
 * false. */
bool mo_evaluate(mo_context *c, sx_ref e, sb_span span, const char *what, sx_value *out);
bool mo_evaluate_integer(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, int64_t *out);
bool mo_evaluate_boolean(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, bool *out);
bool mo_evaluate_string(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, const char **out);
/* Runs a function of the model on constant arguments (flattened arrays row by row), for mo_evaluate. */
bool mo_interpret(mo_context *c, uint32_t function, const sx_value *args, sx_value *results);

/* A call of a user's function: finds it, checks and orders the arguments (named, defaults), makes the specialisation
 * for these shapes (function_specialise.c) and returns the value of its first result (a record or array as the case is).
 * For (a, b) = f(x) the values of all results. Vectorised calls (an array where a scalar is expected) are elementwise.
 */
mo_value *mo_lower_call(mo_context *c, const mo_env *env, const mo_expr *call);
bool mo_is_impure(const mo_scope *function);     /* is it, or what it extends, declared so? */
/* A call with values in place of arguments: the first result. */
mo_value *mo_call_values(mo_context *c, const mo_env *env, mo_item *function, mo_value **args, uint32_t n,
	sb_span span);
bool mo_lower_multi(mo_context *c, const mo_env *env, const mo_expr *call, mo_value ***results, uint32_t *count);

/* Made by flatten_machine.c: activeState(s), ticksInState(), timeInState(). */
mo_value *mo_lower_active_state(mo_context *c, const mo_env *env, const mo_expr *call);
mo_value *mo_lower_in_state(mo_context *c, const mo_env *env, const mo_expr *call, bool time);

/* Made by function_specialise.c: the function of the model for a class and argument shapes (values of Integer arguments
 * that sizes of results depend on are part of the key). A record argument is passed field by field, in order; results
 * likewise. `results` gets the types of the results as Modelica sees them. UINT32_MAX after an error. */
typedef struct mo_signature {
	mo_value_type *results; const char **result_names; uint32_t result_count;
	/* of how many dimensions of the results the sizes are not known: then the function gives these sizes, as Integers, and
	 * mo_specialise_sized makes the one that is wanted */
	uint32_t hidden;
} mo_signature;
uint32_t mo_specialise(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count, sb_span span,
	mo_signature *out);
/* sizes: one for each hidden dimension, -1 where it is a further argument of the function. */
uint32_t mo_specialise_sized(mo_context *c, mo_scope *function_class, mo_value **args, uint32_t arg_count,
	const int64_t *sizes, uint32_t hidden, sb_span span, mo_signature *out);
/* The scope of a function that is called: one for each function, so that all calls share its specialisations. */
mo_scope *mo_function_scope(mo_context *c, mo_item *function);
bool mo_procedure_calls_impure(struct mo_procedure *procedure);    /* it is impure then; false: it is declared pure */
/* The LOCAL (or bundle of locals of a record) of a name in the function being made; NULL if the name is not one of its
 * components. */
mo_value *mo_procedure_local(mo_context *c, struct mo_procedure *procedure, const char *name);

#endif
