/* From a flat model to nodes and bonds.
 *
 *     bond_cluster.c     pins, places, and which equations belong together
 *     bond_eliminate.c   variables of their own go
 *     bond_pins.c        pins become ports
 *     bond_recognise.c   what a port is; bond_several.c: what several ports are; bond_sum.c: laws that are sums
 *     bond_build.c       places become junctions
 */
#ifndef SALTUS_BOND_READ_H
#define SALTUS_BOND_READ_H

#include "bond/ground/bond_ground.h"

typedef struct bg_pin {
	const char *name;                /* of the connector: R1.p */
	const char *component;           /* that it belongs to */
	sx_ref potential, flow;
	sx_ref all;                      /* its flow, and those of pins that are one with it */
	sx_ref rate;                     /* where the potential is the integral of a flow: that flow; else 0 */
	bg_domain domain;
	bool joined_inside;
	bool crowded;                    /* its connector has several potentials or flows: no bond can be that */
	uint32_t place;
	uint32_t cluster;
} bg_pin;
typedef sb_vec(bg_pin) bg_pins;

/* An equation, as an expression that is zero. */
typedef struct bg_row { sx_ref zero; const char *component; sb_span span; bool used; } bg_row;
typedef sb_vec(bg_row) bg_rows;

/* Equations that belong together: of a component and of those inside it with which it shares variables. */
typedef struct bg_cluster {
	const char *component;           /* the outermost */
	sb_u32s pins;                    /* numbers in all pins */
	bg_rows rows;
	sm_exprs locals;                 /* that are not eliminated */
} bg_cluster;

/* A port of a node that is to be joined to the places of its pins; junction: of a junction inside of a component, whose
 * bond counts out of it where `out`. */
typedef struct bg_tie { uint32_t node, plus, minus; bg_port port; bool out; } bg_tie;

typedef struct bg_network {
	bg_graph *g;
	bg_pins pins;
	sb_vec(bg_place) places;
	sb_vec(bg_cluster) clusters;
	sb_vec(bg_tie) ties;
	sb_map pin_of;                   /* potential, flow, rate or a derivative of them -> pin + 1 */
	sb_map bound;                    /* VARs that a binding gives */
	sb_map foreign;                  /* VARs that rows of other clusters have in them */
	sb_u32s same;                    /* sets of places that elements without resistance make one */
	sb_map given;                    /* VARs that no law of an element gives: algorithms, clauses, ... */
	sb_map owner;                    /* component name (interned) -> cluster + 1 */
} bg_network;

/* bond_cluster.c */
bool bg_collect(bg_network *n);                              /* pins, places, clusters */
const char *bg_owner_of(bg_graph *g, sx_ref var);            /* the component of a variable, with its subscripts */
/* bond_eliminate.c */
void bg_eliminate(bg_network *n, bg_cluster *c);

/* One side of an element that several pins make: from pin `plus` to `minus` (UINT32_MAX: ground). */
typedef struct bg_side { uint32_t plus, minus; bg_port port; } bg_side;
typedef struct bg_piece {
	bg_cluster *cluster;
	sb_vec(bg_side) sides;
	bool amplifier;
	sm_exprs rows, locals;
} bg_piece;
/* bond_pins.c: divides a cluster; `take` gets each piece whose sides are ports. */
void bg_divide(bg_network *n, bg_cluster *c, void (*take)(bg_network *n, bg_piece *p));
/* bond_recognise.c: makes nodes of a piece, and joins them to the places of its pins. */
void bg_recognise(bg_network *n, bg_piece *p);
void bg_tie_side(bg_network *n, uint32_t node, const bg_side *side, bool out);
uint32_t bg_node_of(bg_network *n, bg_kind kind, const bg_piece *p, const char *suffix);
void bg_describe(bg_network *n, uint32_t node);              /* whether its law is linear and modulated, and in words */
/* bond_sum.c */
bool bg_is_sum(bg_graph *g, sx_ref value, const bg_port *port);      /* each symbol of the port by itself */
sx_ref bg_without(bg_graph *g, sx_ref e, const bg_port *port);       /* with zeros for the symbols of the port */
const char *bg_base_name(const bg_graph *g, sx_ref effort);
void bg_stand_for(bg_graph *g, const bg_port *whole, const bg_port *part, bool one);
/* bond_several.c: pieces with several sides. */
void bg_recognise_several(bg_network *n, bg_piece *p);

#endif
