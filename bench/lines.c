/* Advection and heat conduction on lines of 10^3 and more cells: Saltus from the text of bench/scale against what
 * somebody would write who has only this one problem: the right-hand side and the Jacobian as loops in C, CVODE with
 * KLU or with a band, the faster of the two. The same tolerance in the same sense (the error allowed in a step), 500
 * points of output, of which both keep one variable. */
#include "bench.h"
#include "solver/solver.h"
#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <stdlib.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_sparse.h>

enum { POINTS = 500 };
typedef struct line { bool heat; int n; double stop; } line;

static int rates(realtype t, N_Vector x, N_Vector xd, void *context)
{
	const line *l = context;
	int n = l->n;
	const double *u = N_VGetArrayPointer(x);
	double *d = N_VGetArrayPointer(xd), a = l->heat ? ((double)n + 1) * ((double)n + 1) : n, k = 0.5;
	(void)t;
	if (l->heat) {
		d[0] = a * (1 - 2 * u[0] + u[1]);
		for (int i = 1; i < n - 1; i++)
			d[i] = a * (u[i - 1] - 2 * u[i] + u[i + 1]);
		d[n - 1] = a * (u[n - 2] - 2 * u[n - 1]);
	} else {
		d[0] = a * (1 - u[0]) - k * u[0];
		for (int i = 1; i < n; i++)
			d[i] = a * (u[i - 1] - u[i]) - k * u[i];
	}
	return 0;
}

static double entry(const line *l, int row, int col)
{
	double a = l->heat ? ((double)l->n + 1) * ((double)l->n + 1) : l->n;
	return row == col ? (l->heat ? -2 * a : -a - 0.5) : a;
}

static int jacobian(realtype t, N_Vector x, N_Vector xd, SUNMatrix m, void *context, N_Vector a, N_Vector b, N_Vector c)
{
	const line *l = context;
	int n = l->n;
	(void)t, (void)x, (void)xd, (void)a, (void)b, (void)c;
	bool band = SUNMatGetID(m) == SUNMATRIX_BAND;
	sunindextype *column = band ? NULL : SUNSparseMatrix_IndexPointers(m),
		*row = band ? NULL : SUNSparseMatrix_IndexValues(m), at = 0;
	for (int j = 0; j < n; j++) {
		if (!band)
			column[j] = at;
		for (int i = l->heat && j > 0 ? j - 1 : j; i <= j + 1 && i < n; i++) {
			if (band) {
				SM_ELEMENT_B(m, i, j) = entry(l, i, j);
			} else {
				row[at] = i;
				SUNSparseMatrix_Data(m)[at++] = entry(l, i, j);
			}
		}
	}
	if (!band)
		column[n] = at;
	return 0;
}

static double by_hand(const line *l, bool band, double *final)
{
	double begin = bench_cpu(), tolerance = 1e-6, kept[POINTS + 1];
	int n = l->n;
	SUNContext context;
	SUNContext_Create(NULL, &context);
	N_Vector x = N_VNew_Serial(n, context), out = N_VNew_Serial(n, context);
	const sv_operations *o = sv_find("cvode");
	double fraction = o->fraction * pow(tolerance / 0.001, o->power);
	N_VConst(0, x);
	void *cvode = CVodeCreate(CV_BDF, context);
	CVodeInit(cvode, rates, 0, x);
	CVodeSStolerances(cvode, fraction * tolerance, fraction * tolerance);
	CVodeSetUserData(cvode, (void *)l);
	SUNMatrix m = band ? SUNBandMatrix(n, 1, 1, context) : SUNSparseMatrix(n, n, 3 * (sunindextype)n, CSC_MAT, context);
	SUNLinearSolver solver = band ? SUNLinSol_Band(x, m, context) : SUNLinSol_KLU(x, m, context);
	CVodeSetLinearSolver(cvode, solver, m);
	CVodeSetJacFn(cvode, jacobian);
	CVodeSetStopTime(cvode, l->stop);
	CVodeSetMaxNumSteps(cvode, -1);
	double t = 0;
	for (int k = 0; t < l->stop;) {
		if (CVode(cvode, l->stop, x, &t, CV_ONE_STEP) < 0)
			break;
		for (; k <= POINTS && l->stop * k / POINTS <= t; k++) {
			CVodeGetDky(cvode, l->stop * k / POINTS, 0, out);
			kept[k] = N_VGetArrayPointer(out)[n / 2 - 1];
		}
	}
	*final = kept[POINTS];
	CVodeFree(&cvode);
	SUNLinSolFree(solver);
	SUNMatDestroy(m);
	N_VDestroy(x);
	N_VDestroy(out);
	SUNContext_Free(&context);
	return bench_cpu() - begin;
}

static void one_size(const char *models, line l)
{
	char path[400], n[20], vars[40], how[80];
	snprintf(path, sizeof path, "%s/%s.mo", models, l.heat ? "HeatConduction1D" : "Advection");
	snprintf(n, sizeof n, "%d", l.n);
	snprintf(vars, sizeof vars, "%s[%d]", l.heat ? "T" : "u", l.n / 2);
	st_given given = {"N", n};
	double begin = bench_cpu();
	st_model *m = st_load(path, NULL, &(st_options){.given = &given, .given_count = 1, .depth = ST_CODE,
		.code = {.optimise = 2}});
	double loaded = bench_cpu() - begin;
	if (!m->program)
		exit(1);
	se_run *run = st_run(m, m->diag);
	se_settings s = se_defaults(sc_image(m->program));
	const char *record[] = {vars};
	s.record = record;
	s.record_count = 1;
	s.stop = l.stop;
	double mine = INFINITY, peer = INFINITY, final = 0;
	for (int i = 0; i < (l.n > 20000 ? 1 : 3); i++) {
		begin = bench_cpu();
		if (se_simulate(run, &s) != SE_DONE)
			exit(1);
		mine = fmin(mine, bench_cpu() - begin);
		peer = fmin(peer, fmin(by_hand(&l, false, &final), by_hand(&l, true, &final)));
	}
	double value = se_value(run, sm_find_scalar(m->flat, vars));
	snprintf(how, sizeof how, "%s N = %d; peer by hand", l.heat ? "heat" : "advection", l.n);
	bench_row("lines", how, mine, peer, 1.2);
	printf("%-12s translation %.1f ms, %s; both end with %.6f and %.6f\n", "", loaded * 1e3, se_stats(run)->chosen,
		   value, final);
	se_run_free(run);
	st_free(m);
}

void bench_lines(const char *models, int largest)
{
	for (int n = 1000; n <= largest; n *= 10) {
		one_size(models, (line){.heat = true, .n = n, .stop = 0.1});
		/* steps are as many as cells are passed */
		one_size(models, (line){.heat = false, .n = n, .stop = n > 10000 ? 10000.0 / n : 1});
	}
}
