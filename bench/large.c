/* Heat conduction and advection on a line of 10^3 to 10^6 cells: what a step costs in the solvers of Saltus against
 * CVODE by hand with the linear solvers of SUNDIALS, banded and KLU, the better of the two. The right-hand side is the
 * same C function for both, so that only the solvers are compared, and so is the error allowed in a step. */
#include "bench.h"
#include "solver/solver.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

typedef struct line { uint32_t n; bool advection; double stop; uint32_t *column, *row; } line;

static int rates(void *context, double t, const double *x, double *xd)
{
	const line *l = context;
	uint32_t n = l->n;
	(void)t;
	if (l->advection) {
		double speed = n;
		xd[0] = -speed * x[0];
		for (uint32_t i = 1; i < n; i++)
			xd[i] = speed * (x[i - 1] - x[i]);
		return 0;
	}
	double scale = 0.01 * n * n;
	xd[0] = scale * (x[1] - x[0]);
	for (uint32_t i = 1; i + 1 < n; i++)
		xd[i] = scale * (x[i - 1] - 2 * x[i] + x[i + 1]);
	xd[n - 1] = scale * (x[n - 2] - x[n - 1]);
	return 0;
}

static double entry(const line *l, uint32_t i, uint32_t j)
{
	if (l->advection)
		return i == j ? -(double)l->n : l->n;
	double scale = 0.01 * l->n * l->n;
	return i != j ? scale : i == 0 || i == l->n - 1 ? -scale : -2 * scale;
}

static int jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	const line *l = context;
	(void)t, (void)x, (void)xd;
	for (uint32_t j = 0; j < l->n; j++)
		for (uint32_t e = l->column[j]; e < l->column[j + 1]; e++)
			values[e] = entry(l, l->row[e], j);
	return 0;
}

static line line_new(uint32_t n, bool advection)
{
	line l = {n, advection, advection ? 1000.0 / n : 1, malloc((n + 1) * sizeof(uint32_t)),
		malloc(3 * (size_t)n * sizeof(uint32_t))};
	uint32_t at = 0;
	for (uint32_t j = 0; j < n; j++) {
		l.column[j] = at;
		for (uint32_t i = j && !advection ? j - 1 : j; i <= j + 1 && i < n; i++)
			l.row[at++] = i;
	}
	l.column[n] = at;
	return l;
}

static double bump(const line *l, uint32_t i)
{
	double z = (i + 0.5) / l->n - 0.3;
	return exp(-z * z / 0.01);
}

static int hand_rates(realtype t, N_Vector x, N_Vector xd, void *context)
{
	return rates(context, t, N_VGetArrayPointer(x), N_VGetArrayPointer(xd));
}

static int hand_jacobian(realtype t, N_Vector x, N_Vector xd, SUNMatrix m, void *context, N_Vector a, N_Vector b,
						 N_Vector c)
{
	const line *l = context;
	(void)t, (void)x, (void)xd, (void)a, (void)b, (void)c;
	if (SUNMatGetID(m) == SUNMATRIX_BAND) {
		for (uint32_t j = 0; j < l->n; j++)
			for (uint32_t e = l->column[j]; e < l->column[j + 1]; e++)
				SM_ELEMENT_B(m, (sunindextype)l->row[e], (sunindextype)j) = entry(l, l->row[e], j);
		return 0;
	}
	for (uint32_t j = 0; j <= l->n; j++)
		SUNSparseMatrix_IndexPointers(m)[j] = l->column[j];
	for (uint32_t e = 0; e < l->column[l->n]; e++)
		SUNSparseMatrix_IndexValues(m)[e] = l->row[e];
	return jacobian(context, t, NULL, NULL, SUNSparseMatrix_Data(m));
}

static const double TOLERANCE = 1e-4;

static double by_hand(line *l, bool band, double *middle)
{
	double begin = bench_cpu(), t = 0;
	sunindextype n = l->n;
	const sv_operations *o = sv_find("cvode");
	double tolerance = o->fraction * TOLERANCE * pow(TOLERANCE / 0.001, o->power);
	SUNContext context;
	SUNContext_Create(NULL, &context);
	N_Vector x = N_VNew_Serial(n, context);
	for (uint32_t i = 0; i < l->n; i++)
		N_VGetArrayPointer(x)[i] = bump(l, i);
	void *cvode = CVodeCreate(CV_BDF, context);
	CVodeInit(cvode, hand_rates, 0, x);
	CVodeSStolerances(cvode, tolerance, tolerance);
	CVodeSetUserData(cvode, l);
	SUNMatrix m = band ? SUNBandMatrix(n, l->advection ? 0 : 1, 1, context) : SUNSparseMatrix(n, n, 3 * n, CSC_MAT,
		context);
	SUNLinearSolver linear = band ? SUNLinSol_Band(x, m, context) : SUNLinSol_KLU(x, m, context);
	CVodeSetLinearSolver(cvode, linear, m);
	CVodeSetJacFn(cvode, hand_jacobian);
	CVodeSetMaxNumSteps(cvode, -1);
	CVodeSetStopTime(cvode, l->stop);
	if (CVode(cvode, l->stop, x, &t, CV_NORMAL) < 0)
		exit(1);
	*middle = N_VGetArrayPointer(x)[n / 2];
	CVodeFree(&cvode);
	SUNLinSolFree(linear);
	SUNMatDestroy(m);
	N_VDestroy(x);
	SUNContext_Free(&context);
	return bench_cpu() - begin;
}

static double by_saltus(line *l, const char *solver, double *middle, char *chosen)
{
	double begin = bench_cpu(), t = 0;
	const sv_operations *o = sv_find(solver);
	sv_problem p = {.n = l->n, .context = l, .rates = rates, .jacobian = jacobian, .column = l->column, .row = l->row};
	sv_options options = {.tolerance = TOLERANCE, .span = l->stop};
	double *x = malloc(l->n * sizeof(double));
	for (uint32_t i = 0; i < l->n; i++)
		x[i] = bump(l, i);
	sv_solver *s = o->create(&p, &options);
	o->reset(s, 0, x, false);
	while (t < l->stop)
		if (o->step(s, l->stop, &t) != SV_OK)
			exit(1);
	*middle = o->state(s)[l->n / 2];
	strcpy(chosen, o->chosen(s));
	o->free(s);
	free(x);
	return bench_cpu() - begin;
}

void bench_large(void)
{
	for (int k = 0; k < 2; k++)
		for (uint32_t n = 1000; n <= 1000000; n *= 10) {
			line l = line_new(n, k == 1);
			double cvode = INFINITY, chosen = INFINITY, hand = INFINITY, a, b, c;
			char how[160], word[160];
			for (int repeat = 0; repeat < (n > 100000 ? 1 : 5); repeat++) {
				cvode = fmin(cvode, by_saltus(&l, "cvode", &a, word));
				hand = fmin(hand, fmin(by_hand(&l, true, &b), by_hand(&l, false, &b)));
				chosen = fmin(chosen, by_saltus(&l, "auto", &c, word));
			}
			snprintf(how, sizeof how, "%s, %u cells, cvode", l.advection ? "advection" : "heat", n);
			bench_row("large", how, cvode, hand, 1.2);
			snprintf(how, sizeof how, "%s, %u cells, auto", l.advection ? "advection" : "heat", n);
			bench_row("large", how, chosen, hand, 1.2);
			if (fabs(a - b) > 100 * TOLERANCE || fabs(c - b) > 100 * TOLERANCE)
				printf("             the three do not agree: %g %g %g\n", a, b, c);
			free(l.column);
			free(l.row);
		}
}
