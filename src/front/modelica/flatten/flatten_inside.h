/* What the files of the flattening share, and nobody else sees. */
#ifndef SALTUS_MODELICA_FLATTEN_INSIDE_H
#define SALTUS_MODELICA_FLATTEN_INSIDE_H

#include "front/modelica/flatten/flatten.h"

struct mo_flattening {
	sb_map record_values;    /* a record component with a binding -> the value of its binding */
	sb_map called_records;   /* a record component whose fields are set by one call */
	sb_map class_names;      /* class -> its full name, interned */
	sb_map has_connections; /* section -> 1 if there is a connect in it, 2 if not */
	uint32_t source;        /* that of the class that is flattened */
	sb_vec(const struct mo_atomic *) atomics;      /* of DEVS, in the order of the walk */
	sb_vec(const mo_item *) passed;                /* variables of ports that messages only pass */
	sb_vec(mo_item *) message_ports;               /* of classes that are no atomic models, and not coupled inside */
	sb_map failed;          /* equations with loops or branches that failed in the first walk: not said twice */
};
struct mo_flattening *mo_flattening_of(mo_context *c);

/* Where equations go, and what is around them. */
typedef struct mo_destination {
	mo_context *c;
	const mo_env *env;
	sm_equations *out;
	sm_domain domain; /* of the families and for equations around that are kept as families; the axes first */
	const char *component;
	const mo_scope *family; /* the scope that the axes are of; NULL if there are none, or they are numbers */
	bool connections_only; /* the first walk: connect and Connections.* alone */
	bool at_run;           /* under a condition that is not known before the run */
	bool from_binding;
} mo_destination;

/* flatten_family.c: what belongs to a family */
/* Equations of this scope go there: with the axes of its families as domain, and its name. */
void mo_set_destination(mo_destination *p, const mo_scope *scope, sm_equations *out);
/* Calls make once for all elements of the families around, or, where something has to be known of each, once for each
 * element, with the axes as numbers. */
bool mo_for_all_elements(const mo_destination *p, bool (*make)(const mo_destination *p, void *context), void *context);
/* A new equation of the place, in its domain (copied) and component; not put anywhere yet. */
sm_equation *mo_new_equation(const mo_destination *p, sm_equation_kind kind, sb_span span);

/* flatten_value.c: equations between values */
/* l = r element by element, or reinit(l, r): families where both sides can be asked with iterators. */
bool mo_equate(const mo_destination *p, sm_equation_kind kind, mo_value *l, mo_value *r, sb_span span);
bool mo_check_sides(mo_context *c, mo_value *l, mo_value *r, sb_span left, sb_span right);
/* flatten_declare.c */
/* Attributes and binding of a declared variable, made once, on demand: mo_evaluate may need a parameter early. */
bool mo_declare_binding(mo_context *c, mo_item *item);
bool mo_check_circles(mo_context *c);                           /* parameters that depend on themselves */
bool mo_flatten_record_binding(mo_context *c, mo_item *record); /* of a record that is the result of a call */
bool mo_flatten_binding(mo_context *c, mo_item *item); /* the equation of a binding; and of inputs of the whole model */

/* flatten_equation.c */
bool mo_flatten_equations(const mo_destination *p, const mo_equations *body);
bool mo_check_connection(const mo_destination *p, const mo_equation *q);
bool mo_stopped(const mo_destination *p); /* a family turned out to be impossible: what is made now is thrown away */
/* flatten_if.c, flatten_for.c */
bool mo_flatten_if(const mo_destination *p, const mo_equation *q);
bool mo_flatten_for(const mo_destination *p, const mo_equation *q);
bool mo_has_connections(const mo_equations *body); /* connect or Connections.*, at any depth */

/* flatten_call.c */
bool mo_flatten_call(const mo_destination *p, const mo_equation *q);

/* flatten_discrete.c */
bool mo_check_discrete(mo_context *c);
bool mo_moves(mo_context *c, sx_ref e); /* flatten_value.c: does it change between events? */

/* flatten_semilinear.c */
void mo_resolve_semilinears(mo_context *c);

/* flatten_multi.c */
bool mo_flatten_multi(const mo_destination *p, const mo_equation *q);
/* Makes one SM_CALL if the results all come from one call and the targets are variables; false (and nothing done) if
 * not. */
bool mo_equate_call(const mo_destination *p, mo_value **targets, mo_value **results, uint32_t count, sb_span span);

/* flatten_algorithm.c */
bool mo_flatten_algorithm(mo_context *c, mo_scope *scope, mo_section *section);

/* flatten_early.c */
void mo_warn_early(mo_context *c, const sm_equation *q); /* what is read before it is set */

/* flatten_experiment.c: shows all components of a class at any depth, but for arrays that are families of one scope,
 * which are shown once. */
void mo_visit_components(mo_context *c, mo_scope *scope, void (*visit)(mo_context *c, mo_scope *scope, void *user),
						 void *user);
/* flatten_figures.c */
/* What is wrong in an annotation about runs and pictures is a warning (M0690). */
void mo_not_used(mo_context *c, sb_span span, const char *what, const char *why);
/* NAN: none. */
double mo_annotation_number(mo_context *c, const mo_env *env, const mo_expr *from, sb_span span, const char *what);
/* `again` of the annotation __Saltus; NULL: there is none. */
void mo_flatten_again(mo_context *c, mo_scope *root, const mo_modification *again);
void mo_flatten_figures(mo_context *c, mo_scope *root, const mo_modification *documentation);

/* flatten_experiment.c */
void mo_flatten_experiment(mo_context *c, mo_scope *root);

/* flatten_block.c: a class with an external section that is no function (docs/cblocks.md). */
bool mo_flatten_block(mo_context *c, mo_scope *scope);
bool mo_flatten_fmu(mo_context *c, mo_scope *scope, const mo_class *class_def);         /* flatten_fmu.c */

/* flatten_devs.c, flatten_network.c: atomic models of DEVS, and the network that is made of them (docs/devs.md). */
bool mo_flatten_atomic(mo_context *c, mo_scope *scope, const mo_class *k);
bool mo_flatten_message(mo_context *c, mo_item *item);   /* a variable of a port that carries messages */
bool mo_finish_network(mo_context *c);                   /* once all couplings are known. False after a message */

/* flatten_machine.c: chapter 17 */
bool mo_flatten_transition(const mo_destination *p, const mo_equation *q);
bool mo_flatten_initial_state(const mo_destination *p, const mo_equation *q);
bool mo_finish_machines(mo_context *c);                  /* once everything is flattened. False after a message */

#endif
