/* What auto asks of the explicit solver it starts with. */
#ifndef SALTUS_SOLVER_ERK_H
#define SALTUS_SOLVER_ERK_H

#include "solver/solver.h"

/* Have the last steps been held down by stability and not by accuracy? */
bool sv_erk_stiff(const sv_solver *erk);

#endif
