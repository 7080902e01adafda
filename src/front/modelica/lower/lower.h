/* Lowering: expressions of Modelica to expressions of the model.
 *
 * Each kind of node of a syntax tree becomes a value (value/modelica_value.h). What a name means depends on where it
 * stands: that is a mo_env.
 *
 *   lower.c                expressions of all kinds, modifiers
 *   lower_reference.c      names with parts and subscripts; lower_unknown.c: what is said where there is no such name
 *   lower_component.c      components as values
 *   lower_subscript.c      subscripts
 *   lower_target.c         what is set
 *   lower_operator.c       operators; lower_overload.c: of operator records
 *   lower_loop.c           ranges, iterators, comprehensions, reductions
 *   lower_builtin.c        predefined functions; lower_builtin_array.c: of vectors and matrices; lower_arguments.c:
 *                          arguments of operators like assert
 *   lower_event.c          functions of time and events; lower_transport.c: spatialDistribution; lower_clock.c: clocks
 *   lower_activation.c     activations
 *   lower_stream.c         inStream, actualStream and the mixing of streams
 *   lower_machine.c        questions about state machines
 *   lower_conversion.c     Integer(e), String(x), E(i)
 *   lower_known.c          what must be known now
 */
#ifndef SALTUS_MODELICA_LOWER_H
#define SALTUS_MODELICA_LOWER_H

#include "front/modelica/value/modelica_value.h"

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
	const sb_map *locals;          /* of that function: interned name of a component -> the mo_value of its LOCALs */
	bool in_when, in_algorithm, in_initial, in_function;
	bool lasting; /* in an equation, statement or value that holds all the time: see mo_may_be_impure */
	const mo_expr *purified;       /* the call that pure(...) is written around */
	const mo_expr *effect;         /* the call that is an equation or statement by itself */
	/* in the condition of a transition: its state, and whether it is immediate */
	const char *from_state; bool immediate;
	bool in_clocked;               /* in a when with a clock, whose equations are equations like any other (16.6) */
	bool parameter_only;           /* sizes, conditions: everything must be evaluable now; messages say so */
	mo_value *end_of; uint32_t end_dim;    /* what `end` means inside subscripts */
	/* set (and a dummy returned, nothing reported) when a symbolic iterator subscripts components that are apart or a
	 * list of unknowns, so that the caller unrolls; NULL: it becomes a lookup in a table of them */
	bool *needs_constants;
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

/* One iterator of a for equation, for statement, comprehension or reduction. The loop runs `iterator` over the Integers
 * from..to (by 1) and the written name stands for `bound.value`, which is the ITER itself for m:n, m + (k-1)*step for
 * m:step:n, and the k-th element for a vector. A range that is left out (`for i loop`) is found from the subscripts
 * that i is used in, in the expressions given. `bound.next` is env->bound: put &loop->bound into the env of the body.
 * To unroll, set bound.value to mo_loop_value(loop, k) for k = from..to. */
typedef struct mo_loop { mo_bound bound; uint32_t iterator; sx_ref from, to; mo_value *range; mo_base base; } mo_loop;
bool mo_lower_loop(mo_context *c, const mo_env *env, const mo_iterator *iterator, const mo_expr *const *bodies,
	uint32_t body_count, mo_loop *out);
sx_ref mo_loop_value(mo_context *c, const mo_loop *loop, int64_t k);

/* The variable or element that is set, of an assignment or of a when equation: like mo_lower of a reference. Subscripts
 * that are no constants stay. */
mo_value *mo_lower_reference(mo_context *c, const mo_env *env, const mo_expr *e);
/* Expressions that must be known now, lowered and evaluated; false after a message. */
bool mo_evaluate_integer(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, int64_t *out);
bool mo_evaluate_boolean(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, bool *out);
bool mo_evaluate_string(mo_context *c, const mo_env *env, const mo_expr *e, const char *what, const char **out);
/* For mo_instance_asks. */
bool mo_integer_in(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, int64_t *out);
bool mo_boolean_in(mo_context *c, mo_scope *scope, const mo_expr *e, const char *what, bool *out);
mo_sizes mo_sizes_of_binding(mo_context *c, mo_item *item, uint32_t *sizes, uint32_t *rank);

/* What is set, by an assignment or an equation in a when: mo_lower_reference, and a report for anything else. */
mo_value *mo_lower_target(mo_context *c, const mo_env *env, const mo_expr *e);
/* An equation or an assignment sets this variable in a when: a Real becomes discrete by it. */
/* The port that carries messages which a value is, or NULL; *element: its variable, or the first field of it. */
mo_item *mo_message_port(mo_context *c, mo_value *v, sx_ref *element);
void mo_set_in_when(mo_context *c, sx_ref target);
/* The LOCALs of a name in the function being made; NULL if the name is not one of its components. */
mo_value *mo_local_value(const mo_env *env, const char *name);
const char *mo_fresh_name(const mo_env *env, uint32_t which);        /* of an iterator that the text does not name */
/* False, and reported, for a component that may not be there. */
bool mo_unconditional(mo_context *c, const mo_item *item, sb_span span);
void mo_unknown_name(mo_context *c, const mo_env *env, const char *name, sb_span span, bool call);

/* Predefined functions. */
bool mo_is_builtin(const char *name);
mo_value *mo_lower_builtin(mo_context *c, const mo_env *env, const mo_expr *call, const char *name);
/* The same; of one with two results the second goes to *second. */
mo_value *mo_lower_builtin_pair(mo_context *c, const mo_env *env, const mo_expr *call, const char *name,
								mo_value **second);
mo_value *mo_call_builtin(mo_context *c, const mo_env *env, const char *name, mo_value **args, uint32_t n,
						  sb_span span);
/* Integer(e), String(x), E(i) */
mo_value *mo_lower_conversion(mo_context *c, const mo_env *env, const mo_expr *call, mo_scope *type);
mo_value *mo_lower_reduction(mo_context *c, const mo_env *env, const mo_expr *e, const char *name);
/* The constructor of an operator record. *result is the value or NULL after an error; false: there is none that
 * fits. */
bool mo_constructed(mo_context *c, const mo_env *env, mo_scope *record, mo_value **args, uint32_t n, sb_span span,
	mo_value **result);
/* One argument of a call that the language knows, as assert: by place or by name; NULL if it is not given. */
const mo_expr *mo_call_argument(const mo_expr *call, uint32_t index, const char *name);
bool mo_check_arguments(mo_context *c, const mo_expr *call, uint32_t least, const char *const *names, uint32_t most);
/* All expressions in equations or statements, at any depth. */
void mo_body_expressions(sb_arena *arena, const mo_equations *body, mo_exprs *out);

/* What calls of semiLinear became: their arguments, by the expression; NULL: it is none. */
typedef struct mo_semilinear { sx_ref x, positive, negative; } mo_semilinear;
bool mo_has_semilinears(mo_context *c);
const mo_semilinear *mo_semilinear_of(mo_context *c, sx_ref e);

/* The next place of a SAMPLE, DELAY, SOURCE, ... that is not used. */
uint32_t *mo_sites(mo_context *c);
bool mo_is_guarded(mo_context *c);               /* in a branch that may not be taken */

#endif
