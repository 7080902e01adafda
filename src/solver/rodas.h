/* What auto asks of the Rosenbrock solver. */
#ifndef SALTUS_SOLVER_RODAS_H
#define SALTUS_SOLVER_RODAS_H

#include "solver/solver.h"

/* Are the Jacobian and the factors of each step cheap enough, compared with the many small steps of CVODE? `restarts`:
 * events restart it often. */
bool sv_rodas_is_free(const sv_solver *rodas);           /* sv_linear_is_free, of its matrices */
bool sv_rodas_pays(const sv_solver *rodas, bool restarts);

#endif
