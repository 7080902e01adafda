/* A digraph to be drawn, as a front end has made it: boxes are things that are done, rounds are names that they read
 * and write. Groups tell which belong together; a node may be in none. */
#ifndef SALTUS_FRONT_DIGRAPH_H
#define SALTUS_FRONT_DIGRAPH_H

#include "base/arena.h"

typedef struct sf_node { const char *text; bool box; int32_t group; } sf_node;         /* group -1: none */
typedef struct sf_edge { uint32_t from, to; bool faint; } sf_edge;        /* faint: an order, without a value */
typedef struct sf_digraph {
	const char *title;
	sb_vec(sf_node) nodes;
	sb_vec(sf_edge) edges;
	sb_strings groups;
} sf_digraph;

#endif
