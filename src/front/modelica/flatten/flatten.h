/* Flattening: declarations, equations, connections and algorithms to the tables of the model.
 *
 *   flatten.c             the order of the work; mo_translate
 *   flatten_check.c       the classes of a library, one by one
 *   flatten_declare.c     attributes and values of variables
 *   flatten_family.c      equations of arrays of components
 *   flatten_circle.c      parameters that depend on themselves
 *   flatten_equation.c    equations of all kinds, and those with '=' and when
 *   flatten_for.c         loops as families, or unrolled where they must be
 *   flatten_if.c          branches chosen now, or kept
 *   flatten_call.c        assert, terminate, reinit, and calls for their effect
 *   flatten_multi.c       calls with several results
 *   flatten_value.c       equations between values of any type
 *   flatten_algorithm.c   algorithms of models
 *   flatten_early.c       what an algorithm reads before it is set
 *   flatten_discrete.c    discrete variables that nothing sets in a when
 *   flatten_block.c       blocks whose behaviour is C
 *   flatten_devs.c        atomic models of DEVS, and ports that carry messages
 *   flatten_network.c     the network that is made of them
 *   flatten_fmu.c         classes that are FMUs
 *   flatten_machine.c     state machines
 *   flatten_automaton.c   state machines in continuous time
 *   flatten_automaton_check.c   what cannot be part of them
 *   flatten_semilinear.c  semiLinear where nothing flows
 *   flatten_again.c       models that ask for further simulations of themselves
 *   flatten_experiment.c  the experiment annotation
 *   flatten_figures.c     figures
 */
#ifndef SALTUS_MODELICA_FLATTEN_H
#define SALTUS_MODELICA_FLATTEN_H

#include "front/modelica/connect/connect.h"
#include "front/modelica/function/function.h"

/* A context with an empty model, in which everything can be asked of every room. */
mo_context *mo_flattening_new(sb_arena *arena, mo_library *library);
/* The flat model of a class, made in an arena (that of the library, or one that is given back sooner); NULL after
 * errors. The request (NULL: there is none) has the values that are given. */
sm_model *mo_flatten_class(sb_arena *arena, mo_library *library, const char *class_name, const sf_request *request);

#endif
