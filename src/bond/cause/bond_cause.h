/* From nodes and bonds to assignments in causal order.
 *
 *     bond_simplify.c    the two rules                 bond_order.c      the order of assignments, and loops
 *     bond_causality.c   SCAP                          bond_evaluate.c   their values
 *     bond_assign.c      what each node computes      bond_yield.c      storages that junctions tie to each other
 */
#ifndef SALTUS_BOND_CAUSE_H
#define SALTUS_BOND_CAUSE_H

#include "bond/ground/bond_ground.h"

bool bg_evaluate(bg_graph *g, bg_values *v);                 /* false: something has no value */
void bg_order(bg_graph *g);
/* Junctions that cannot be solved among themselves: one of the storages around has to yield. False: all is well, or no
 * storage is left that could. */
bool bg_make_yield(bg_graph *g);

#endif
