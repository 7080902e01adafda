/* What the files of the flattening share, and nobody else sees. */
#ifndef SALTUS_MODELICA_FLATTEN_INSIDE_H
#define SALTUS_MODELICA_FLATTEN_INSIDE_H

#include "front/modelica/flatten/flatten.h"

typedef struct mo_connections mo_connections;
typedef struct mo_functions mo_functions;

enum { MO_PROBES = 8 };

/* The arguments of a call of semiLinear. */
typedef struct mo_semilinear {
	sx_ref x, positive, negative;
} mo_semilinear;

struct mo_flattening {
	sb_vec(mo_item *) items; /* by variable; NULL for those that the flattening made */
	sb_vec(uint8_t) bound;   /* by variable: 0 not yet, 1 being made, 2 made, 3 failed */
	sb_map record_values;    /* a record component with a binding -> the value of its binding */
	sb_map called_records;   /* a record component whose fields are set by one call */
	sb_map class_names;      /* class -> its full name, interned */
	struct mo_buses *buses;  /* while expandable connectors are being filled; else NULL */
	sb_map inflows;          /* stream variable -> the variable that is its inStream */
	sb_map members;          /* scope -> mo_items of its components, as connections need them again and again */
	mo_connections *connections;
	sb_map has_connections; /* section -> 1 if there is a connect in it, 2 if not */
	sb_map failed;          /* equations with loops or branches that failed in the first walk: not said twice */
	mo_functions *functions;
	sb_map complete; /* functions whose bodies are all made */
	const sm_function *making; /* the function whose locals expressions mean now; NULL outside of functions */
	struct mo_procedure *procedure; /* the same in the making */
	mo_scope *scope;           /* of the statement being read */
	sm_statements *before;     /* where statements go that are to come before the one being read; NULL: nowhere */
	sb_u32s loops;             /* iterators of the for statements around */
	uint32_t temporaries;
	struct mo_machines *machines; /* NULL: there are none */
	sb_vec(mo_semilinear) semilinears;
	sb_map semilinear_of; /* what a call of semiLinear was lowered to -> its number */
	sx_ref probes[MO_PROBES]; /* iterators to ask values with */
};
struct mo_flattening *mo_flattening_of(mo_context *c);

/* Where equations go, and what is around them. */
typedef struct mo_place {
	mo_context *c;
	const mo_env *env;
	sm_equations *out;
	sm_domain domain; /* of the families and for equations around that are kept as families; the axes first */
	const char *component;
	const mo_scope *family; /* the scope that the axes are of; NULL if there are none, or they are numbers */
	bool connections_only; /* the first walk: connect and Connections.* alone */
	bool at_run;           /* under a condition that is not known before the run */
	bool from_binding;
} mo_place;

/* flatten_family.c: what belongs to a family */
/* Equations of this scope go there: with the axes of its families as domain, and its name. */
void mo_set_place(mo_place *p, const mo_scope *scope, sm_equations *out);
/* Calls make once for all elements of the families around, or, where something has to be known of each, once for each
 * element, with the axes as numbers. */
bool mo_for_all_elements(const mo_place *p, bool (*make)(const mo_place *p, void *context), void *context);
/* A new equation of the place, in its domain (copied) and component; not put anywhere yet. */
sm_equation *mo_new_equation(const mo_place *p, sm_equation_kind kind, sb_span span);
void mo_name_component(mo_context *c, sm_equation *q, const mo_scope *scope);
uint32_t *mo_axis_parts(mo_context *c, const mo_scope *scope, uint32_t more);     /* flatten_declare.c: behind which parts of names */

/* flatten_value.c: questions about values, and equations between them */
sx_type mo_scalar_type(mo_base base);
const mo_items *mo_members(mo_context *c, mo_scope *scope);
/* The variable, local, call or result (an array as a whole) that a value is, or 0 if it is something else. */
sx_ref mo_stored(mo_context *c, mo_value *v);
bool mo_each_leaf(mo_context *c, mo_value *a, mo_value *b, bool (*see)(void *context, mo_value *a, mo_value *b),
				  void *context);
/* The value is an array of one element of a family, which no call can give its results to: the family is given up. */
bool mo_give_up_row(mo_context *c, mo_value *v);
/* Subscripts one after another, row by row; start with place NULLed (all 1). False past the last. */
bool mo_next_place(const uint32_t *dims, uint32_t rank, uint32_t *place);
void mo_place_subscripts(mo_context *c, const uint32_t *place, uint32_t rank, sx_ref *out);
const char *mo_fresh_name(const mo_env *env, uint32_t which); /* of an iterator that the text does not name */
/* l = r element by element, or reinit(l, r): families where both sides can be asked with iterators. */
bool mo_equate(const mo_place *p, sm_equation_kind kind, mo_value *l, mo_value *r, sb_span span);
/* mo_lower_reference of what is to be set; anything else than a reference is reported. */
mo_value *mo_lower_target(mo_context *c, const mo_env *env, const mo_expr *e);
sx_ref mo_constant(mo_context *c, const sx_value *value);
bool mo_check_sides(mo_context *c, mo_value *l, mo_value *r, sb_span left, sb_span right);
/* An equation or an assignment sets this variable in a when: a Real becomes discrete by it. */
void mo_set_in_when(mo_context *c, sx_ref target);

/* flatten_declare.c */
bool mo_check_circles(mo_context *c);                           /* parameters that depend on themselves */
bool mo_flatten_record_binding(mo_context *c, mo_item *record); /* of a record that is the result of a call */
bool mo_flatten_binding(mo_context *c, mo_item *item); /* the equation of a binding; and of inputs of the whole model */

/* flatten_equation.c */
bool mo_flatten_equations(const mo_place *p, const mo_equations *body);
bool mo_check_connection(const mo_place *p, const mo_equation *q);
bool mo_stopped(const mo_place *p); /* a family turned out to be impossible: what is made now is thrown away */
/* The conditions of a when: one, or those of a vector. */
bool mo_lower_when_condition(mo_context *c, const mo_env *env, const mo_expr *e, sx_ref *condition, sm_exprs *any);

/* flatten_if.c, flatten_for.c */
bool mo_flatten_if(const mo_place *p, const mo_equation *q);
bool mo_flatten_for(const mo_place *p, const mo_equation *q);
bool mo_has_connections(const mo_equations *body); /* connect or Connections.*, at any depth */
void mo_body_expressions(sb_arena *arena, const mo_equations *body, mo_exprs *out);

/* flatten_call.c */
bool mo_flatten_call(const mo_place *p, const mo_equation *q);
/* One argument of assert, terminate, reinit: by place or by name; NULL if it is not given. */
const mo_expr *mo_call_argument(const mo_expr *call, uint32_t index, const char *name);
bool mo_check_arguments(mo_context *c, const mo_expr *call, uint32_t least, const char *const *names, uint32_t most);
bool mo_lower_assert(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *condition, sx_ref *text,
					 int *level);
/* Reports an assertion that is violated whatever happens. */
bool mo_assert_may_hold(mo_context *c, sx_ref condition, sx_ref text, int level, sb_span span);
bool mo_lower_terminate(mo_context *c, const mo_env *env, const mo_expr *call, sx_ref *text);
/* The call behind an equation or statement that is nothing but a call: f(x); */
sx_ref mo_lower_effect(mo_context *c, const mo_env *env, const mo_expr *call);

/* connect_expand.c: fills the expandable connectors; `walk` shows it all connections */
bool mo_expand(mo_context *c, mo_scope *root, bool (*walk)(mo_context *c, mo_scope *root));
bool mo_expand_connect(mo_context *c, const mo_env *env, const mo_equation *q);

/* connect_graph.c */
bool mo_graph_statement(mo_context *c, const mo_env *env, const mo_expr *call,
						const char *component); /* Connections.branch, ... */
/* Once all connections are collected; `complete`: none of them was wrong. */
bool mo_solve_graph(mo_context *c, bool complete);
bool mo_constrain_broken(mo_context *c);

/* flatten_discrete.c */
bool mo_check_discrete(mo_context *c);
bool mo_moves(mo_context *c, sx_ref e); /* flatten_value.c: does it change between events? */

/* flatten_semilinear.c */
void mo_resolve_semilinears(mo_context *c);

/* flatten_multi.c */
bool mo_flatten_multi(const mo_place *p, const mo_equation *q);
/* Makes one SM_CALL if the results all come from one call and the targets are variables; false (and nothing done) if
 * not. */
bool mo_equate_call(const mo_place *p, mo_value **targets, mo_value **results, uint32_t count, sb_span span);

/* statement_flatten.c */
bool mo_flatten_algorithm(mo_context *c, mo_scope *scope, mo_section *section);

/* flatten_early.c */
void mo_warn_early(mo_context *c, const sm_equation *q); /* what is read before it is set */

/* statement_assign.c */
typedef struct mo_pair {
	mo_value *target, *value;
} mo_pair;
typedef sb_vec(mo_pair) mo_pairs;
bool mo_assign(mo_context *c, const mo_env *env, mo_pairs *pairs, sb_span span, sm_statements *out);
bool mo_assign_value(mo_context *c, const mo_env *env, mo_value *target, mo_value *value, sb_span span,
					 sm_statements *out); /* records too */
bool mo_assign_multi(mo_context *c, const mo_env *env, const mo_equation *q, sm_statements *out);
/* A place to keep a value for a moment: a temporary of the function, or a hidden variable of the model. */
mo_value *mo_temporary(mo_context *c, const mo_env *env, const mo_value_type *type, const char *name, sb_span span);

/* flatten_figures.c */
/* What is wrong in an annotation about runs and pictures is a warning (M0690). */
void mo_not_used(mo_context *c, sb_span span, const char *what, const char *why);
double mo_annotation_number(mo_context *c, const mo_env *env, const mo_expr *from, sb_span span, const char *what);      /* NAN: none */
void mo_flatten_figures(mo_context *c, mo_scope *root, const mo_modification *documentation);

/* flatten_experiment.c */
void mo_flatten_experiment(mo_context *c, mo_scope *root);

/* function_body.c */
uint32_t mo_procedure_temporary(mo_context *c, struct mo_procedure *f, const mo_value_type *type, const char *name,
								sb_span span);
mo_value *mo_procedure_value(mo_context *c, struct mo_procedure *f, uint32_t local, const mo_value_type *type);
sm_function *mo_procedure_function(struct mo_procedure *f);

/* function_object.c: external objects */
bool mo_is_constructor(const mo_scope *function);
const char *mo_object_name(mo_context *c, const mo_scope *object);             /* of the class */
uint32_t mo_destructor_of(mo_context *c, mo_scope *object, sb_span span);      /* the function of the model, or UINT32_MAX */
bool mo_unbound_object(mo_context *c, const mo_item *item);                    /* reports it */
bool mo_is_construction(mo_context *c, mo_value *v);                           /* the call of a constructor */
/* The value of an object of the model: each construction in it gets the number of its own, by element. 0 after an error. */
sx_ref mo_number_objects(mo_context *c, const mo_item *item, sx_ref value, sb_span span);

/* function_external.c */
bool mo_flatten_external(mo_context *c, struct mo_procedure *f, mo_scope *scope, sm_function *to);

/* flatten_machine.c: chapter 17 */
bool mo_flatten_transition(const mo_place *p, const mo_equation *q);
bool mo_flatten_initial_state(const mo_place *p, const mo_equation *q);
bool mo_is_state(mo_context *c, const char *component);  /* does a transition name it? */
bool mo_finish_machines(mo_context *c);                  /* once everything is flattened. False after a message */

#endif
