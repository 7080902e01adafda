/* Faster operations for the vectors that CVODE and IDA work with. For the files of this folder only. */
#ifndef SALTUS_SOLVER_VECTOR_H
#define SALTUS_SOLVER_VECTOR_H

#include <sundials/sundials_nvector.h>

void sv_vector_speed_up(N_Vector v);              /* a serial one; its clones are as fast */

/* The error weights 1/(relative (|x| + size)) in one pass. */
int sv_vector_weights(double relative, const double *size, N_Vector x, N_Vector weights);

#endif
