/* Quantised components: a graph as a coupled DEVS model (docs/bond.md). */
#ifndef SALTUS_BOND_DEVS_H
#define SALTUS_BOND_DEVS_H

#include "bond/bond.h"

typedef struct bg_quanta { double quantum, hysteresis; } bg_quanta;
/* Into a .ma file. starts: by node, of storages: the effort (C) or the flow (I) at the start. False after messages. */
bool bg_write_devs(bg_graph *g, const char *path, const bg_quanta *q, const double *starts, sb_diag *diag);

#endif
