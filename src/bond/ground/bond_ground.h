/* What all rooms of bond graphs share: symbols and their values, small matrices, domains, nodes and bonds.
 *
 *     bond_symbol.c   symbols, their rates and values          bond_domain.c   which variable of a pin is the effort
 *     bond_solve.c    a law solved for one symbol              bond_graph.c    nodes and bonds
 *     bond_matrix.c   what equations tie, at random points     bond_tidy.c     sums for people
 */
#ifndef SALTUS_BOND_GROUND_H
#define SALTUS_BOND_GROUND_H

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

/* bond_solve.c: a single row; what it may be divided by. */
bool bg_may_divide(void *graph, sx_ref divisor);
bool bg_solve_for(bg_graph *g, const sm_exprs *rows, sx_ref symbol, sx_ref *value);
sx_ref bg_tidy(bg_graph *g, sx_ref e);                       /* sums without nested signs, for people */

/* bond_domain.c */
bg_domain bg_domain_of(const sm_variable *potential, const sm_variable *flow);
bool bg_is_flow_domain(bg_domain d);                         /* the potential is the integral of the flow */
bool bg_potential_is_flow(const sm_variable *potential, const sm_variable *flow);      /* a speed */
bool bg_is_pseudo(const sm_variable *flow);                  /* effort times flow is no power */

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
bool bg_at_from(const bg_bond *b, uint32_t node, uint32_t port);

#endif
