/* CVODE and ARKODE as somebody would drive them who solves one problem: the Jacobian given, a dense, banded or sparse
 * direct solver as suits the problem, everything else as SUNDIALS has it by default. */
#include "ivp.h"
#include <arkode/arkode_arkstep.h>
#include <arkode/arkode_erkstep.h>
#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <stdlib.h>
#include <string.h>
#include <sunlinsol/sunlinsol_band.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_band.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

enum { SMALL = 20, NARROW = 5, MOST_STEPS = 3000000 };

typedef struct job { const ivp *p; long rates, jacobians; double *values; } job;

static int rates(realtype t, N_Vector x, N_Vector xd, void *context)
{
	job *j = context;
	sc_data *d = j->p->data;
	d->time = t;
	d->x = N_VGetArrayPointer(x);
	d->xd = N_VGetArrayPointer(xd);
	j->p->f->rates(d);
	j->rates++;
	return d->failed ? 1 : 0;
}

static int jacobian(realtype t, N_Vector x, N_Vector xd, SUNMatrix m, void *context, N_Vector a, N_Vector b, N_Vector c)
{
	job *j = context;
	const ss_pattern *pattern = &j->p->model->plan->jacobian.pattern;
	int n = j->p->n;
	(void)xd, (void)b, (void)c;
	rates(t, x, a, context);                  /* the entries are made of what the rates are made of */
	j->jacobians++;
	if (SUNMatGetID(m) == SUNMATRIX_DENSE) {
		j->p->f->jacobian(j->p->data, j->values);
		SUNMatZero(m);
		for (int col = 0; col < n; col++)
			for (uint32_t k = pattern->column[col]; k < pattern->column[col + 1]; k++)
				SM_ELEMENT_D(m, pattern->row[k], col) = j->values[k];
		return 0;
	}
	if (SUNMatGetID(m) == SUNMATRIX_BAND) {
		j->p->f->jacobian(j->p->data, j->values);
		SUNMatZero(m);
		for (int col = 0; col < n; col++)
			for (uint32_t k = pattern->column[col]; k < pattern->column[col + 1]; k++)
				SM_ELEMENT_B(m, (sunindextype)pattern->row[k], (sunindextype)col) = j->values[k];
		return 0;
	}
	for (int i = 0; i <= n; i++)
		SUNSparseMatrix_IndexPointers(m)[i] = pattern->column[i];
	for (uint32_t k = 0; k < pattern->column[n]; k++)
		SUNSparseMatrix_IndexValues(m)[k] = pattern->row[k];
	j->p->f->jacobian(j->p->data, SUNSparseMatrix_Data(m));
	return 0;
}

typedef struct tools {
	job j; SUNContext context; N_Vector x, atol; SUNMatrix m; SUNLinearSolver linear; SUNNonlinearSolver iteration;
	long long *latch; double *xd;
} tools;

static int band_width(const ivp *p)
{
	const ss_pattern *pattern = &p->model->plan->jacobian.pattern;
	int width = 0;
	for (int col = 0; col < p->n; col++)
		for (uint32_t k = pattern->column[col]; k < pattern->column[col + 1]; k++)
			width = abs((int)pattern->row[k] - col) > width ? abs((int)pattern->row[k] - col) : width;
	return width;
}

static tools prepare(const ivp *p, double tolerance, bool matrix)
{
	tools o = {.j = {.p = p}};
	uint32_t watches = p->model->plan->watches.n, entries = p->model->plan->jacobian.pattern.column[p->n];
	SUNContext_Create(NULL, &o.context);
	o.x = N_VNew_Serial(p->n, o.context);
	o.atol = N_VNew_Serial(p->n, o.context);
	memcpy(N_VGetArrayPointer(o.x), p->start, sizeof(double) * (size_t)p->n);
	for (int i = 0; i < p->n; i++)
		N_VGetArrayPointer(o.atol)[i] = tolerance * p->nominal[i];
	o.j.values = malloc(sizeof(double) * (entries + 1));
	o.latch = malloc(sizeof(long long) * (watches + 1));
	memcpy(o.latch, p->data->latch, sizeof(long long) * watches);
	o.xd = calloc((size_t)p->n, sizeof(double));
	if (!matrix)
		return o;
	int width = band_width(p);
	if (p->n < SMALL) {
		o.m = SUNDenseMatrix(p->n, p->n, o.context);
		o.linear = SUNLinSol_Dense(o.x, o.m, o.context);
	} else if (width <= NARROW) {
		o.m = SUNBandMatrix(p->n, width, width, o.context);
		o.linear = SUNLinSol_Band(o.x, o.m, o.context);
	} else {
		o.m = SUNSparseMatrix(p->n, p->n, entries + p->n, CSC_MAT, o.context);
		o.linear = SUNLinSol_KLU(o.x, o.m, o.context);
	}
	return o;
}

/* The one event of a problem that has one: its only condition changes, and with it what depends on it alone. */
static void pass_event(tools *o)
{
	sc_data *d = o->j.p->data;
	d->latch[0] = !d->latch[0];
	d->time = o->j.p->jump;
	d->x = N_VGetArrayPointer(o->x);
	d->xd = o->xd;
	o->j.p->f->all(d);
}

static bool finish(tools *o, double *final, ivp_point *out, int flag)
{
	const ivp *p = o->j.p;
	memcpy(final, N_VGetArrayPointer(o->x), sizeof(double) * (size_t)p->n);
	memcpy(p->data->latch, o->latch, sizeof(long long) * p->model->plan->watches.n);
	out->rates = o->j.rates;
	out->jacobians = o->j.jacobians;
	if (o->linear)
		SUNLinSolFree(o->linear);
	if (o->m)
		SUNMatDestroy(o->m);
	if (o->iteration)
		SUNNonlinSolFree(o->iteration);
	N_VDestroy(o->x);
	N_VDestroy(o->atol);
	SUNContext_Free(&o->context);
	free(o->j.values);
	free(o->latch);
	free(o->xd);
	return flag >= 0;
}

static bool solve_cvode(const ivp *p, int method, double tolerance, double *final, ivp_point *out)
{
	tools o = prepare(p, tolerance, method == CV_BDF);
	void *cvode = CVodeCreate(method, o.context);
	double t = 0;
	CVodeInit(cvode, rates, 0, o.x);
	CVodeSetErrFile(cvode, NULL);
	CVodeSVtolerances(cvode, tolerance, o.atol);
	CVodeSetUserData(cvode, &o.j);
	if (method == CV_BDF) {
		CVodeSetLinearSolver(cvode, o.linear, o.m);
		CVodeSetJacFn(cvode, jacobian);
	} else {
		o.iteration = SUNNonlinSol_FixedPoint(o.x, 0, o.context);
		CVodeSetNonlinearSolver(cvode, o.iteration);
	}
	CVodeSetMaxNumSteps(cvode, MOST_STEPS);
	int flag = 0;
	if (p->jump > 0) {
		CVodeSetStopTime(cvode, p->jump);
		flag = CVode(cvode, p->jump, o.x, &t, CV_NORMAL);
		pass_event(&o);
		CVodeReInit(cvode, t, o.x);
	}
	CVodeSetStopTime(cvode, p->stop);
	if (flag >= 0)
		flag = CVode(cvode, p->stop, o.x, &t, CV_NORMAL);
	CVodeGetNumSteps(cvode, &out->steps);
	CVodeFree(&cvode);
	return finish(&o, final, out, flag);
}

static bool solve_erk(const ivp *p, int order, double tolerance, double *final, ivp_point *out)
{
	tools o = prepare(p, tolerance, false);
	void *ark = ERKStepCreate(rates, 0, o.x, o.context);
	double t = 0;
	ERKStepSetErrFile(ark, NULL);
	ERKStepSVtolerances(ark, tolerance, o.atol);
	ERKStepSetUserData(ark, &o.j);
	ERKStepSetOrder(ark, order);
	ERKStepSetMaxNumSteps(ark, MOST_STEPS);
	ERKStepSetStopTime(ark, p->stop);
	int flag = ERKStepEvolve(ark, p->stop, o.x, &t, ARK_NORMAL);
	ERKStepGetNumSteps(ark, &out->steps);
	ERKStepFree(&ark);
	return finish(&o, final, out, flag);
}

static bool solve_dirk(const ivp *p, int order, double tolerance, double *final, ivp_point *out)
{
	tools o = prepare(p, tolerance, true);
	void *ark = ARKStepCreate(NULL, rates, 0, o.x, o.context);
	double t = 0;
	ARKStepSetErrFile(ark, NULL);
	ARKStepSVtolerances(ark, tolerance, o.atol);
	ARKStepSetUserData(ark, &o.j);
	ARKStepSetOrder(ark, order);
	ARKStepSetLinearSolver(ark, o.linear, o.m);
	ARKStepSetJacFn(ark, jacobian);
	ARKStepSetMaxNumSteps(ark, MOST_STEPS);
	int flag = 0;
	if (p->jump > 0) {
		ARKStepSetStopTime(ark, p->jump);
		flag = ARKStepEvolve(ark, p->jump, o.x, &t, ARK_NORMAL);
		pass_event(&o);
		ARKStepReset(ark, t, o.x);
	}
	ARKStepSetStopTime(ark, p->stop);
	if (flag >= 0)
		flag = ARKStepEvolve(ark, p->stop, o.x, &t, ARK_NORMAL);
	ARKStepGetNumSteps(ark, &out->steps);
	ARKStepFree(&ark);
	return finish(&o, final, out, flag);
}

const ivp_driver ivp_drivers[] = {
	{"CVODE BDF", solve_cvode, CV_BDF, true, false},
	{"CVODE Adams", solve_cvode, CV_ADAMS, false, true},
	{"ARKODE ERK 5", solve_erk, 5, false, true},
	{"ARKODE ERK 8", solve_erk, 8, false, true},
	{"ARKODE DIRK 3", solve_dirk, 3, true, false},
	{"ARKODE DIRK 4", solve_dirk, 4, true, false},
	{"ARKODE DIRK 5", solve_dirk, 5, true, false},
};
const int ivp_driver_count = sizeof ivp_drivers / sizeof *ivp_drivers;
