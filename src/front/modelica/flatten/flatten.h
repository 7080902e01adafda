/* Flattening: declarations, equations, connections, algorithms and functions to the tables of the model.
 *
 *   flatten.c             the order of the work; mo_translate
 *   flatten_declare.c     components to variables, attributes, bindings
 *   flatten_family.c      equations of arrays of components
 *   flatten_circle.c      parameters that depend on themselves
 *   flatten_equation.c    equations of all kinds, and those with '=' and when
 *   flatten_for.c         loops as families, or unrolled where they must be
 *   flatten_if.c          branches chosen now, or kept
 *   flatten_call.c        assert, terminate, reinit, and calls for their effect
 *   flatten_multi.c       calls with several results
 *   flatten_value.c       equations between values of any type
 *   connect_ends.c        which connectors a connect names
 *   connect_links.c     which variables are connected; checks of unlike connectors
 *   connect_sets.c        connection sets: equalities and flow sums
 *   connect_pieces.c      connection sets over index sets
 *   connect_bundles.c     their equations
 *   connect_graph.c       overdetermined connectors: roots, and connections that are broken
 *   statement_flatten.c   statements, shared by algorithms of models and functions
 *   statement_assign.c      what an assignment of arrays and records means
 *   function_specialise.c    functions made for the shapes they are called with
 *   function_body.c   the inside of a function: locals, start values, statements
 *   function_external.c    external C
 *   function_annotated.c  derivative annotations of functions
 *   function_inverse.c     inverse annotations of functions
 *   function_partial.c     partial derivatives of functions
 *   function_inline.c      functions that are formulas only
 *   flatten_experiment.c  the experiment annotation
 */
#ifndef SALTUS_MODELICA_FLATTEN_H
#define SALTUS_MODELICA_FLATTEN_H

#include "front/modelica/lower/lower.h"

/* Called by mo_open when a primitive component of the model tree (or a constant of a package) is opened: adds its
 * variable, without attributes and binding, and returns its number. */
uint32_t mo_declare(mo_context *c, mo_item *item);
/* Attributes and binding of a declared variable, made once, on demand: mo_evaluate may need a parameter early. */
bool mo_declare_binding(mo_context *c, mo_item *item);
bool mo_is_declaring(mo_context *c, const mo_item *item);  /* are they being made right now? */
mo_item *mo_item_of_variable(mo_context *c, uint32_t variable);

bool mo_flatten_sections(mo_context *c, mo_scope *scope); /* of a scope and all components below it */
bool mo_is_model(const mo_class *k);             /* a model, block or class that is not partial: what can be simulated */
/* candidate.c: the class of a file that is translated where none is named (NULL after a report), and the full name of one that is. */
const char *mo_choose_class(mo_context *c, const mo_file *file);
const char *mo_full_name(mo_context *c, const mo_file *file, const char *name);
bool mo_has_experiment(const mo_class *k);       /* an annotation that says how */
/* The flat model of a class, made in an arena (that of the library, or one that is given back sooner); NULL after errors. */
sm_model *mo_flatten_class(sb_arena *arena, mo_library *library, const char *class_name, const mo_override *overrides,
						   uint32_t count, const mo_options *options);
bool mo_flatten_connect(mo_context *c, const mo_env *env, const mo_equation *q); /* collects */
bool mo_finish_connections(mo_context *c);                                       /* makes the equations */
/* Is the body of the function all made? One that calls itself is met before. */
bool mo_is_complete(mo_context *c, const sm_function *f);
bool mo_is_making(mo_context *c);            /* is the body of a function being made? */
/* An array of a function whose size is not known, put into a local before the statement being read; 0 where it cannot be (reported). */
bool mo_may_put_before(mo_context *c, mo_value *v);
sx_ref mo_put_before(mo_context *c, mo_value *v, sb_span span);
/* The sizes that an array of unknown size has, or the fields of a record: further arguments of a call. */
void mo_unknown_sizes(mo_context *c, const mo_value *v, sm_exprs *out);
/* What a function has its inputs and outputs from: of der(g, x) it is g. NULL after an error. */
mo_scope *mo_partial_of(mo_context *c, mo_scope *function, sb_span span);
/* The value that is bound to an input of a function, as a number where sizes in the function depend on it and it is known. */
mo_value *mo_known_for_sizes(mo_context *c, mo_scope *function, uint32_t input, mo_value *v, sb_span span);
/* The formulas that the results of a call stand for, with its arguments put in, one for each result and row by row, if the function is nothing
 * but formulas; else NULL. */
typedef struct mo_formula { uint32_t rank, *dims, n; sx_ref *at; } mo_formula;
const mo_formula *mo_inline(mo_context *c, sx_ref call);
/* Connections.isRoot(a.R), Connections.rooted(a.R), cardinality(a) in an expression. NULL after an error. */
void mo_list_folders(mo_context *c);             /* of packages, for addresses of their files, as far as they are known now */
mo_value *mo_connection_query(mo_context *c, const mo_env *env, const mo_expr *call);
bool mo_flatten_statements(mo_context *c, const mo_env *env, const mo_equations *body, sm_statements *out);

/* flatten_semilinear.c: lowering tells what semiLinear(args) became. */
void mo_note_semilinear(mo_context *c, sx_ref e, const sx_ref *args);

#endif
