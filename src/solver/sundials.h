/* What the solvers on SUNDIALS share: a context of their own, vectors around our arrays, our linear algebra in the
 * form that CVODE and IDA call, an error handler that keeps the last message instead of printing it, and what is the
 * same around a step. */
#ifndef SALTUS_SOLVER_SUNDIALS_H
#define SALTUS_SOLVER_SUNDIALS_H

#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>
#include <sundials/sundials_nvector.h>

#include "solver/core.h"
#include "solver/factors.h"

/* The shortest first step that CVODE and IDA are given, in shortest steps: rounded to the digits of time, it is still
 * longer than the shortest one. */
#define SV_FIRST 4

/* The functions that CVODE and IDA both have. */
typedef struct sv_sundials_calls {
	int (*errors)(void *memory, long *failed);
	int (*iterations)(void *memory, long *made, long *failed);
	int (*local_errors)(void *memory, N_Vector to);
	int (*weights)(void *memory, N_Vector to);
	int (*last_step)(void *memory, realtype *to);
	int (*last_order)(void *memory, int *to);
	int (*derivative)(void *memory, realtype t, int order, N_Vector to);
} sv_sundials_calls;

typedef struct sv_sundials {
	sv_core core;                    /* first: the solvers begin with this */
	const sv_sundials_calls *call;
	SUNContext context;
	void *memory;                    /* of CVODE or IDA */
	N_Vector x, weight, scratch;
	uint32_t length;                 /* of the vectors: at least 1, a model without states has a constant one */
	sv_linear *linear;
	SUNMatrix matrix;                /* empty: says to SUNDIALS that there is one */
	SUNLinearSolver linear_solver;
	SUNNonlinearSolver iteration;
	SUNNonlinSolConvTestFn test;     /* of convergence: what CVODE or IDA has set */
	double *residual, *first_residual;       /* of the last iteration and of the first of a step (trust.c), or NULL */
	double shift, scale;             /* of the matrix shift*I - scale*J that the next setup factors */
	char message[256];
	int failed;                      /* what rates said last, when it was not 0 */
	/* Where SUNDIALS does not project: the end of the last step on the invariants (else NULL), and whether it is so far
	 * from where SUNDIALS is that this must begin anew there. */
	double *settled, *before; bool astray;
	double t, t0;                    /* the end and the beginning of the last step */
	double first;                    /* the step that would have been right after the last restart; 0: not known */
	bool restarted;                  /* no step since the restart */
	uint32_t since;                  /* steps since the restart */
	bool shortened;                  /* the longest step has become shorter than the one that SUNDIALS has in mind */
	bool ready;                      /* CVODE or IDA was told of the problem */
	sv_statistics past;              /* what it had counted up to the last restart, which zeroes it */
} sv_sundials;

/* What SUNDIALS gives: NULL, or a flag below zero, from a function that only makes or sets something means that there
 * was no memory. */
void *sv_sundials_made(void *thing);
void sv_sundials_set(int flag);

/* All but the memory, which the solver makes and frees. */
void sv_sundials_open(sv_sundials *s, const sv_operations *operations, const sv_sundials_calls *call,
                      const sv_problem *problem, const sv_options *options);
void sv_sundials_close(sv_sundials *s);
N_Vector sv_sundials_vector(sv_sundials *s, double *at);          /* around an array; NULL: with its own */
void sv_sundials_linear(sv_sundials *s);                          /* makes matrix and linear_solver */
void sv_sundials_error(int code, const char *module, const char *function, char *message, void *data);
int sv_sundials_rates(sv_sundials *s, double t, N_Vector x, N_Vector xd);
void sv_sundials_settles(sv_sundials *s);                         /* it does not project itself */
int sv_sundials_weights(N_Vector x, N_Vector weights, void *data); /* of the errors, in the form that they call */
/* How far the next step may go: finite, because SUNDIALS computes with it. */
double sv_sundials_next(sv_sundials *s, double limit);
/* The last step ended at an event that was very near. The next ones would be as short before they grew: the solver is
 * to begin anew. */
bool sv_sundials_was_cut(const sv_sundials *s);
void sv_sundials_bound(sv_sundials *s, double longest);
/* t and x from now on. */
void sv_sundials_begin(sv_sundials *s, double t, const double *x);
/* Adds what SUNDIALS has counted since its last restart. */
void sv_sundials_count(const sv_sundials *s, sv_statistics *to);
/* After a step that SUNDIALS calls good, with its end in s->x. */
sv_status sv_sundials_arrive(sv_sundials *s, double reached, double limit, double *t);

/* For the table of operations. */
const double *sv_sundials_state(sv_solver *solver);
void sv_sundials_interpolate(sv_solver *solver, double t, double *x);

#endif
