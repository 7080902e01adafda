/* Private to this room: connections as they are collected (connect_links.c) and made into equations (connect_sets.c,
 * connect_regions.c).
 *
 * A connection of two connectors is taken apart into *links* of their variables. A link joins two scalars, or, over a
 * domain of index ranges, a box of one array with a box of another: for each point of the domain the two elements whose
 * subscripts are numbers or an index of the domain plus a number.
 *
 *     for i in 1:n - 1 loop connect(r[i].n, r[i + 1].p); end for;
 *                                        link of .v over i in 1:n-1:   r.n.v[i] - r.p.v[i + 1]
 *
 * Each end has a face: `outside` where the connector is one of the class that holds the connect, seen from within;
 * `inside` where it belongs to a component of that class. Flow into an inside connector counts positive in a sum, flow
 * into an outside one negative.
 *
 *     model Series                       links of .i           sums
 *       Pin p, n;  R a, b;
 *     equation
 *       connect(p, a.p);                 p.i' - a.p.i          -p.i + a.p.i = 0
 *       connect(a.n, b.p);               a.n.i - b.p.i         a.n.i + b.p.i = 0
 *       connect(b.n, n);                 b.n.i - n.i'          b.n.i - n.i = 0        (' outside)
 */
#ifndef SALTUS_MODELICA_CONNECT_INSIDE_H
#define SALTUS_MODELICA_CONNECT_INSIDE_H

#include "front/modelica/connect/connect.h"

/* A subscript: the index number `index` of the link's domain plus `offset`, or, where index is -1, the number
 * `offset`. */
typedef struct mo_link_at { int32_t index; int64_t offset; } mo_link_at;
typedef struct mo_link_range { int64_t from, to; } mo_link_range;

typedef struct mo_link_end {
	uint32_t variable;
	bool outside;
	mo_link_at *at; /* as many as the variable has dimensions */
} mo_link_end;
typedef struct mo_link {
	mo_link_end a, b;
	mo_link_range *over;
	uint32_t over_count;
	sb_span span;
	const char *component;
	uint32_t edge; /* of an overdetermined record: number of the edge of the graph + 1, else 0 */
} mo_link;
typedef sb_vec(mo_link) mo_links;

/* A component: a record or connector with members in `scope`, or a variable, whose scope is NULL. */
typedef struct mo_component {
	mo_item *item;
	mo_scope *scope;
} mo_component;

typedef sb_vec(mo_component) mo_component_list;

typedef struct mo_graph_node {
	mo_component of;
	bool root, potential, is_root, unique;
	const char *message;         /* of a unique root: what is said where it is not */
	uint32_t whole;              /* union-find over all edges: the graph before connections are broken */
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

/* A connector (its scope, or the item of a variable) is connected this often. */
typedef struct mo_connection_number { uint64_t of, times; } mo_connection_number;

struct mo_connections {
	mo_links links;
	mo_graph graph;
	sb_vec(mo_connection_number) counts;
	sb_map degree; /* sums of counts, made when first asked for */
	mo_couplings couplings;
	sb_map coupled_inside; /* items of ports with couplings to components of their class */
	struct mo_buses *buses;  /* while expandable connectors are being filled; else NULL */
};
typedef struct mo_connections mo_connections;
mo_connections *mo_connections_of(mo_context *c);


/* connect_links.c: the component that a reference names; *absent where a part of it is not present. */
bool mo_connection_count(mo_context *c, const mo_env *env, const mo_expr *e, int64_t *count);
bool mo_resolve_component(mo_context *c, const mo_env *env, const mo_expr *e, mo_component *out, bool *absent);
/* All that a reference, or an array of references, names. */
bool mo_resolve_components(mo_context *c, const mo_env *env, const mo_expr *e, mo_component_list *out, bool *absent);

/* connect_bundles.c: sets of links over domains; *done is false, and nothing is made, if they do not come out as a few
 * families. */
typedef struct mo_regions mo_regions;
mo_regions *mo_regions_new(mo_context *c);
bool mo_join_regions(mo_regions *p, const mo_links *links, bool *done);
/* Elements of a flow variable that no link of the regions touches from inside get no flow; false if the regions do not
 * have it. */
bool mo_pieces_without_flow(const mo_regions *p, uint32_t variable);
/* Are the streams of a variable done? */
bool mo_regions_have(const mo_regions *p, uint32_t variable);
/* connect_groups.c */
uint32_t *mo_singletons(sb_arena *arena, uint32_t n);      /* n sets of one member each (base/sets.h) */
/* connect_sets.c */
enum { MO_WHOLE = UINT32_MAX };

/* A link of two elements, two scalars or two whole arrays. */
typedef struct mo_simple_end {
	uint32_t variable, element;
	bool outside;
} mo_simple_end;
typedef struct mo_simple_link {
	mo_simple_end a, b;
	const mo_link *from;
} mo_simple_link;
typedef sb_vec(mo_simple_link) mo_simple_links;
bool mo_join_elements(mo_context *c, const mo_simple_links *links, const mo_regions *regions);
bool mo_is_signal_source(mo_context *c, uint32_t variable, bool outside);

/* connect_graph.c */
bool mo_constrain_broken(mo_context *c);
/* Has its record or type a function equalityConstraint? */
bool mo_is_overdetermined(mo_component of);
uint32_t mo_graph_edge_add(mo_context *c, mo_component a, mo_component b, bool branch, sb_span span,
						   const char *component);

#endif
