/* Private to the files of bond graphs: symbols and their values, pins, and what is known of equations on the way. */
#ifndef SALTUS_BOND_INSIDE_H
#define SALTUS_BOND_INSIDE_H

#include "bond/bond.h"
#include "model/interpret/known.h"

/* ------------------------------------------------------------------ symbols */

sx_ref bg_symbol(bg_graph *g, const char *name);             /* a new Real of the work model, named like this */
bool bg_is_own(const bg_graph *g, sx_ref symbol);            /* not a variable of the user */
sx_ref bg_rate(bg_graph *g, sx_ref symbol);                  /* its derivative, as a symbol */
bool bg_is_symbol(const bg_graph *g, sx_ref e);              /* a VAR that is neither parameter nor constant */
sx_ref bg_total(bg_graph *g, sx_ref e);                      /* the derivative by time; 0: not known */
/* All VARs of the map (VAR -> expression) are replaced, at once. */
sx_ref bg_put_in(bg_graph *g, sx_ref e, const sb_map *by);
sx_ref bg_partial(bg_graph *g, sx_ref e, sx_ref symbol);     /* by one symbol, all others held; 0: not known */
void bg_symbols_in(bg_graph *g, sx_ref e, sm_exprs *out);    /* each once */
const char *bg_name_of(const bg_graph *g, sx_ref symbol);
const char *bg_text_of(const bg_graph *g, sx_ref e);

/* Values of symbols. What has none: at random in `random`, else not known. Parameters are at random too in `random`, so
 * that nothing is found that holds for some values only. */
typedef struct bg_values {
	bg_graph *g;
	sb_map at;                       /* VAR -> the bits of a double */
	bool random;
	uint64_t seed;
	sm_knower knower;
	int depth;
} bg_values;
bg_values *bg_values_new(bg_graph *g, bool random, uint64_t seed);
void bg_set_value(bg_values *v, sx_ref symbol, double value);
bool bg_value(bg_values *v, sx_ref e, double *out);          /* false: not known, or not finite */
double bg_random(uint64_t seed, uint64_t what);              /* between 0.5 and 1.5 */

/* ---------------------------------------------------------------- equations */

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

/* bond_domain.c */
bg_domain bg_domain_of(const sm_variable *potential, const sm_variable *flow);
bool bg_is_flow_domain(bg_domain d);                         /* the potential is the integral of the flow */
bool bg_potential_is_flow(const sm_variable *potential, const sm_variable *flow);      /* a speed */
bool bg_is_pseudo(const sm_variable *flow);                  /* effort times flow is no power */
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
bool bg_may_divide(void *graph, sx_ref divisor);
bool bg_solve_for(bg_graph *g, const sm_exprs *rows, sx_ref symbol, sx_ref *value);      /* a single row */
/* bond_sum.c */
bool bg_is_sum(bg_graph *g, sx_ref value, const bg_port *port);      /* each symbol of the port by itself */
sx_ref bg_without(bg_graph *g, sx_ref e, const bg_port *port);       /* with zeros for the symbols of the port */
const char *bg_base_name(const bg_graph *g, sx_ref effort);
void bg_stand_for(bg_graph *g, const bg_port *whole, const bg_port *part, bool one);
/* bond_several.c: pieces with several sides. */
void bg_recognise_several(bg_network *n, bg_piece *p);

/* ------------------------------------------------------------- small matrices */

typedef struct bg_matrix { uint32_t rows, columns; double *at; } bg_matrix;
/* d rows / d symbols at a random point, with parameters at random or, for the seed 0, as they are; false: a
 * derivative has no value there. */
bool bg_jacobian(bg_graph *g, const sm_exprs *rows, const sm_exprs *symbols, uint64_t seed, bg_matrix *out);
uint32_t bg_rank(sb_arena *arena, const bg_matrix *m);
/* Is the vector a combination of the rows? */
bool bg_spans(sb_arena *arena, const bg_matrix *m, const double *vector);
/* Row echelon form, in place, pivots by column from the left; returns the rank. */
uint32_t bg_echelon(bg_matrix *m);

/* -------------------------------------------------------------------- graph */

uint32_t bg_add_node(bg_graph *g, bg_kind kind, const char *name, const char *component);
uint32_t bg_add_junction(bg_graph *g, bg_kind kind, const char *name);
uint32_t bg_add_port(bg_graph *g, uint32_t node, bg_port port);
uint32_t bg_join(bg_graph *g, uint32_t from, uint32_t from_port, uint32_t to, uint32_t to_port, bg_domain d);
bool bg_is_junction(const bg_node *n);
bool bg_is_storage(const bg_node *n);
bool bg_is_source(const bg_node *n);
uint32_t bg_other(const bg_graph *g, uint32_t node, uint32_t port);      /* the node at the other end */
bool bg_points_in(const bg_graph *g, uint32_t node, uint32_t port);      /* the half arrow */
bool bg_effort_in(const bg_graph *g, uint32_t node, uint32_t port);      /* the other end computes the effort */
const char *bg_causality_text(const bg_graph *g, uint32_t node);
sx_ref bg_tidy(bg_graph *g, sx_ref e);                       /* sums without nested signs, for people */
void bg_place_nodes(bg_graph *g);                             /* bond_place.c */
bool bg_write_dot(const bg_graph *g, const char *path, sb_diag *diag);
bool bg_evaluate(bg_graph *g, bg_values *v);                  /* bond_evaluate.c; false: something has no value */
void bg_order(bg_graph *g);                                   /* bond_order.c */
bool bg_at_from(const bg_bond *b, uint32_t node, uint32_t port);

#endif
