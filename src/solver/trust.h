/* Newton's iteration for CVODE and IDA that does not take the word of an old matrix; see the file. */
#ifndef SALTUS_SOLVER_TRUST_H
#define SALTUS_SOLVER_TRUST_H

#include "solver/sundials.h"

SUNNonlinearSolver sv_trust_new(sv_sundials *s);
/* After CVODE or IDA has been given the iteration and has set its own test of convergence. */
void sv_trust_set(sv_sundials *s, SUNNonlinearSolver iteration);

#endif
