/* Connections: connect(a, b), from the text to equations.
 *
 * In a first walk over all equations connections are collected (mo_flatten_connect), as *links* of variables;
 * expandable connectors get their members in walks before it (mo_expand). When all are known, overdetermined connectors
 * are looked at as a graph, in which some connections are broken (mo_solve_graph), and the links are joined to sets,
 * each of which becomes equalities, sums of flows and mixtures of streams (mo_finish_connections). Connections of
 * arrays of components stay families: links and sets are over index sets.
 *
 *   connect_ends.c      which connectors a connect names
 *   connect_sizes.c     sizes of connectors that follow from what they are connected to
 *   connect_types.c     types that follow from them
 *   connect_links.c     which variables are connected; checks of unlike connectors
 *   connect_couplings.c  connections of ports that carry messages
 *   connect_expand.c    expandable connectors
 *   connect_graph.c     overdetermined connectors: roots, and connections that are broken
 *   connect_groups.c    which way each group of connected variables goes: as families, or
 *   connect_sets.c      element by element: equalities and sums of flows
 *   connect_regions.c    connection sets over index sets
 *   connect_bundles.c   their equations
 */
#ifndef SALTUS_MODELICA_CONNECT_H
#define SALTUS_MODELICA_CONNECT_H

#include "front/modelica/function/function.h"

bool mo_flatten_connect(mo_context *c, const mo_env *env, const mo_equation *q);  /* collects */
bool mo_finish_connections(mo_context *c);                                        /* makes the equations */

/* Connections that were collected on the way to something that turned out to be impossible are forgotten again. */
typedef struct mo_connection_mark { uint32_t links, edges, counts, couplings; } mo_connection_mark;
mo_connection_mark mo_mark_connections(mo_context *c);
void mo_forget_connections(mo_context *c, mo_connection_mark mark);

/* Connections of ports that carry messages make no equations: they are the couplings of a network of DEVS
 * (connect_couplings.c). A message goes from one port to the other; `element`: of an array of ports, row by row. */
typedef struct mo_coupled_port { mo_item *item; uint32_t element; bool outside; } mo_coupled_port;
typedef struct mo_coupling { mo_coupled_port from, to; sb_span span; } mo_coupling;
typedef sb_vec(mo_coupling) mo_couplings;
const mo_couplings *mo_couplings_of(mo_context *c);
/* Do components of its class send to this port of the class, or receive from it? */
bool mo_is_coupled_inside(mo_context *c, const mo_item *port);

/* A message in C: a number, a vector of numbers, or a structure with the fields of a record. */
typedef struct mo_message_field { const mo_item *item; uint32_t at, count, element; bool real; } mo_message_field;
typedef struct mo_message_layout {
	sb_vec(mo_message_field) fields; uint32_t size, ports; bool structure, bad;    /* ports: of an array of them */
} mo_message_layout;
mo_message_layout mo_layout_of(mo_context *c, const mo_item *port, uint32_t element);

/* For mo_instance_asks. */
mo_sizes mo_sizes_by_connections(mo_context *c, mo_item *item, uint32_t *sizes);
void mo_type_by_connections(mo_context *c, mo_item *type);

/* Expandable connectors: fills them; `walk` shows all connections to mo_expand_connect. */
bool mo_expand(mo_context *c, mo_scope *root, bool (*walk)(mo_context *c, mo_scope *root));
bool mo_expand_connect(mo_context *c, const mo_env *env, const mo_equation *q);
bool mo_is_expanding(mo_context *c);

/* Connections.branch, Connections.root, ... */
bool mo_graph_statement(mo_context *c, const mo_env *env, const mo_expr *call, const char *component);
/* Once all connections are collected; `complete`: none of them was wrong. */
bool mo_solve_graph(mo_context *c, bool complete);
/* Connections.isRoot(a.R), Connections.rooted(a.R), cardinality(a) in an expression. NULL after an error. */
mo_value *mo_connection_query(mo_context *c, const mo_env *env, const mo_expr *call);

#endif
