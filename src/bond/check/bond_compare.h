/* The state equations of a graph beside those that the equations of the model give. */
#ifndef SALTUS_BOND_COMPARE_H
#define SALTUS_BOND_COMPARE_H

#include "bond/bond.h"
#include "study/load/load.h"

typedef struct bg_comparison {
	uint32_t points, failed;         /* where the assignments had values, and where they had none */
	uint32_t values;                 /* that were compared */
	double largest;                  /* relative difference, and where: */
	const char *name; double graph, model;
	const char *unknown;             /* what the graph needs and the run does not tell; NULL: nothing */
} bg_comparison;

/* At random states of a run of the model, which is loaded as code. False: there was no point to compare at. */
bool bg_compare(bg_graph *g, st_model *m, uint32_t points, bg_comparison *out);
/* By node, of storages: the effort (C) or the flow (I) that a run begins with. False: it does not begin. */
bool bg_starts(bg_graph *g, st_model *m, double *starts);

#endif
