/* What somebody would write who simulates one problem with CVODE: right-hand side and sparse Jacobian by hand, 500
 * output points by dense output, nothing else. The same settings as Saltus uses. */
#include "bench.h"
#include "solver/solver.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef struct job { const bench_problem *p; int *column, *row; double *values; } job;

static int rates(realtype t, N_Vector x, N_Vector xd, void *context)
{
	(void)t;
	((job *)context)->p->rates(N_VGetArrayPointer(x), N_VGetArrayPointer(xd));
	return 0;
}

static int jacobian(realtype t, N_Vector x, N_Vector xd, SUNMatrix m, void *context, N_Vector a, N_Vector b, N_Vector c)
{
	job *j = context;
	int n = j->p->n;
	(void)t, (void)xd, (void)a, (void)b, (void)c;
	if (SUNMatGetID(m) == SUNMATRIX_DENSE) {
		j->p->jacobian(N_VGetArrayPointer(x), j->values);
		SUNMatZero(m);
		for (int col = 0; col < n; col++)
			for (int k = j->column[col]; k < j->column[col + 1]; k++)
				SM_ELEMENT_D(m, j->row[k], col) = j->values[k];
		return 0;
	}
	for (int i = 0; i <= n; i++)
		SUNSparseMatrix_IndexPointers(m)[i] = j->column[i];
	for (int k = 0; k < j->p->entries; k++)
		SUNSparseMatrix_IndexValues(m)[k] = j->row[k];
	j->p->jacobian(N_VGetArrayPointer(x), SUNSparseMatrix_Data(m));
	return 0;
}

static double simulate(const bench_problem *p, double *final)
{
	enum { POINTS = 500 };
	double begin = sb_clock();
	int n = p->n;
	job j = {p, malloc(sizeof(int) * (size_t)(n + 1)), malloc(sizeof(int) * (size_t)p->entries),
		malloc(sizeof(double) * (size_t)p->entries)};
	double *rows = malloc(sizeof(double) * (size_t)n * (POINTS + 1));
	p->pattern(j.column, j.row);
	SUNContext context;
	SUNContext_Create(NULL, &context);
	N_Vector x = N_VNew_Serial(n, context), atol = N_VNew_Serial(n, context), out = N_VNew_Serial(n, context);
	const sv_operations *o = sv_find("cvode");
	/* the same error per step as Saltus asks for */
	double fraction = o->fraction * pow(p->tolerance / 0.001, o->power);
	for (int i = 0; i < n; i++)
		N_VGetArrayPointer(atol)[i] = fraction * (p->atol ? p->atol[i] : p->tolerance);
	p->start(N_VGetArrayPointer(x));
	void *cvode = CVodeCreate(CV_BDF, context);
	CVodeInit(cvode, rates, 0, x);
	CVodeSVtolerances(cvode, fraction * p->tolerance, atol);
	CVodeSetUserData(cvode, &j);
	bool dense = n < 20;
	SUNMatrix m = dense ? SUNDenseMatrix(n, n, context) : SUNSparseMatrix(n, n, p->entries + n, CSC_MAT, context);
	SUNLinearSolver solver = dense ? SUNLinSol_Dense(x, m, context) : SUNLinSol_KLU(x, m, context);
	CVodeSetLinearSolver(cvode, solver, m);
	CVodeSetJacFn(cvode, jacobian);
	CVodeSetStopTime(cvode, p->stop);
	CVodeSetMaxNumSteps(cvode, -1);
	double t = 0;
	for (int k = 0; t < p->stop;) {
		if (CVode(cvode, p->stop, x, &t, CV_ONE_STEP) < 0)
			break;
		for (; k <= POINTS && p->stop * k / POINTS <= t; k++) {
			CVodeGetDky(cvode, p->stop * k / POINTS, 0, out);
			memcpy(rows + (size_t)k * (size_t)n, N_VGetArrayPointer(out), sizeof(double) * (size_t)n);
		}
	}
	memcpy(final, N_VGetArrayPointer(x), sizeof(double) * (size_t)n);
	CVodeFree(&cvode);
	SUNLinSolFree(solver);
	SUNMatDestroy(m);
	N_VDestroy(x);
	N_VDestroy(atol);
	N_VDestroy(out);
	SUNContext_Free(&context);
	free(rows);
	free(j.column);
	free(j.row);
	free(j.values);
	return sb_clock() - begin;
}

double bench_by_hand(const bench_problem *p, double *final)
{
	double best = INFINITY;
	for (int i = 0; i < 7; i++)
		best = fmin(best, simulate(p, final));
	return best;
}
