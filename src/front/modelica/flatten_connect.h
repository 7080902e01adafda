/* Private to the flattening: connections as they are collected (flatten_connect.c) and made into equations
 * (flatten_sets.c).
 *
 * A connection of two connectors is taken apart into *links* of their variables. A link joins two whole variables
 * (arrays of equal shape count as one thing), or two elements. Each end has a face: `outside` where the connector is
 * one of the class that holds the connect, seen from within; `inside` where it belongs to a component of that class.
 * Flow into an inside connector counts positive in a sum, flow into an outside one negative.
 *
 *     model Series                       links of .i           sums
 *       Pin p, n;  R a, b;
 *     equation
 *       connect(p, a.p);                 p.i' - a.p.i          -p.i + a.p.i = 0
 *       connect(a.n, b.p);               a.n.i - b.p.i         a.n.i + b.p.i = 0
 *       connect(b.n, n);                 b.n.i - n.i'          b.n.i - n.i = 0        (' outside)
 */
#ifndef SALTUS_MODELICA_FLATTEN_CONNECT_H
#define SALTUS_MODELICA_FLATTEN_CONNECT_H

#include "front/modelica/flatten_inside.h"

enum { MO_WHOLE_VARIABLE = UINT32_MAX };

typedef struct mo_link_end {
	uint32_t variable, element;
	bool outside;
} mo_link_end;
typedef struct mo_link {
	mo_link_end a, b;
	sb_span span;
	const char *component;
	uint32_t edge; /* of an overdetermined record: number of the edge of the graph + 1, else 0 */
} mo_link;

/* A component: a record or connector with members in `scope`, or a variable, whose scope is NULL. */
typedef struct mo_component {
	mo_item *item;
	mo_scope *scope;
} mo_component;

typedef struct mo_graph_node {
	mo_component of;
	bool root, potential, is_root;
	int64_t priority;
	sb_span span;
	uint32_t tree; /* union-find */
	bool has_root, has_choice;
	uint32_t choice, depth;
} mo_graph_node;

typedef struct mo_graph_edge {
	uint32_t a, b;
	bool branch, broken;
	sb_span span;
	const char *component;
} mo_graph_edge;

typedef struct mo_graph {
	sb_map node_of; /* scope of the record, or item of the variable -> node */
	sb_vec(mo_graph_node) nodes;
	sb_vec(mo_graph_edge) edges;
	bool solved;
} mo_graph;

struct mo_connections {
	sb_vec(mo_link) links;
	mo_graph graph;
	sb_map degree; /* scope of a connector, or item of a variable -> how often it is connected */
};

/* flatten_connect.c: the component that a reference names; *absent where a part of it is not present. */
bool mo_connection_count(mo_context *c, const mo_env *env, const mo_expr *e, int64_t *count);
bool mo_resolve_component(mo_context *c, const mo_env *env, const mo_expr *e, mo_component *out, bool *absent);

/* flatten_graph.c */
/* Has its record or type a function equalityConstraint? */
bool mo_is_overdetermined(mo_component of);
uint32_t mo_graph_edge_add(mo_context *c, mo_component a, mo_component b, bool branch, sb_span span,
						   const char *component);

#endif
