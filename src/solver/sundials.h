/* What the solvers on SUNDIALS share: a context of their own, vectors around our arrays, our linear algebra in the
 * form that CVODE and IDA call, and an error handler that keeps the last message instead of printing it. */
#ifndef SALTUS_SOLVER_SUNDIALS_H
#define SALTUS_SOLVER_SUNDIALS_H

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include "solver/core.h"
#include "solver/linear.h"

typedef struct sv_sundials {
	sv_core core;                    /* first: the solvers begin with this */
	SUNContext context;
	uint32_t length;                 /* of the vectors: at least 1, a model without states has a constant one */
	sv_linear *linear;
	SUNMatrix matrix;                /* empty: says to SUNDIALS that there is one */
	SUNLinearSolver linear_solver;
	double shift, scale;             /* of the matrix shift*I - scale*J that the next setup factors */
	char message[256];
	int failed;                      /* what rates said last, when it was not 0 */
	/* Where SUNDIALS does not project: the end of the last step on the invariants, and whether it is so far from
	 * where SUNDIALS is that this must begin anew there. */
	double *settled, *before; bool astray;
} sv_sundials;

void sv_sundials_open(sv_sundials *s, const sv_operations *operations, const sv_problem *problem,
                      const sv_options *options);
void sv_sundials_close(sv_sundials *s);
N_Vector sv_sundials_vector(sv_sundials *s, double *at);          /* around an array; NULL: with its own */
void sv_sundials_linear(sv_sundials *s);                          /* makes matrix and linear_solver */
void sv_sundials_error(int code, const char *module, const char *function, char *message, void *data);
int sv_sundials_rates(sv_sundials *s, double t, N_Vector x, N_Vector xd);
/* After a step to x: settled, astray. */
int sv_sundials_settle(sv_sundials *s, double t, const double *x);
int sv_sundials_weights(N_Vector x, N_Vector weights, void *data);          /* of the errors, in the form that they call */
/* A limit that is finite: SUNDIALS computes with it. */
double sv_sundials_limit(const sv_sundials *s, double t, double limit);

#endif
