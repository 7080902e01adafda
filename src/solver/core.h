/* What every solver here begins with: the problem, the error weights, the counts, and the few vector loops that the
 * Runge-Kutta solvers share. For the files of this folder only. */
#ifndef SALTUS_SOLVER_CORE_H
#define SALTUS_SOLVER_CORE_H

#include "base/stock.h"
#include "solver/solver.h"

typedef struct sv_core {
	sv_solver head;
	sv_problem problem;
	sv_options options;
	sv_statistics count;
	double relative;                 /* of one step */
	const double *size;              /* by state: of it, for what is small beside zero; it may change between steps */
	double *ones;                    /* if nobody gives sizes */
	bool started;                    /* reset was called */
	const char *detail;
} sv_core;

/* Fills all of it; the fraction is that of the operations. */
void sv_core_open(sv_core *core, const sv_operations *operations, const sv_problem *problem, const sv_options *options);
void sv_core_close(sv_core *core);
void sv_core_reset(sv_core *core);                          /* counts it, unless it is the first */
/* For the table: of solvers that look at options.longest in each step. */
void sv_core_bound(sv_solver *solver, double longest);
void sv_core_archive(sv_core *core, sb_archive *a);
/* For the table: a solver that is what it is called, and the detail of its core. */
const char *sv_core_name(const sv_solver *solver);
const char *sv_core_detail(const sv_solver *solver);

/* n doubles, zeroed, at least one so that a model without states needs no special case. */
double *sv_doubles(size_t n);

/* Rates with the count and the check for numbers: 0, 1 not evaluable here, -1 give up. */
int sv_evaluate(sv_core *core, double t, const double *x, double *xd);

/* Moves x onto the invariants, if there are some: 0, 1 not possible here, -1. *moved: by how much, in the norm of
 * one step; `before` is room for the states. */
int sv_project(sv_core *core, double t, double *x, double *before, double *moved);
/* A projection that moves the states by more than this is not the drift of one step. */
enum { SV_FARTHEST = 20 };

/* The weighted root mean square of e, with weights from the larger of |a| and |b|; but at least a tenth of the largest,
 * so that in a model of thousands of states one that moves is not lost among all that rest. */
#define SV_ONE_OF_MANY 0.01
double sv_norm(const sv_core *core, const double *e, const double *a, const double *b);

/* out = x + h (a[0] k[0] + ... + a[count-1] k[count-1]); out may be x. */
void sv_combine(uint32_t n, double *out, const double *x, double h, int count, const double *a, double *const *k);

/* The cubic through both ends of a step with their rates, at x0 + theta h; without f1 (NULL) the parabola. */
void sv_hermite(uint32_t n, double theta, double h, const double *x0, const double *f0, const double *x1,
                const double *f1, double *out);

/* The same of one state, by Bernstein coefficients; `first`, `last`: h times the rates at both ends, a parabola if the
 * last is NAN. */
/* The greatest slope of a polynomial by its Bernstein coefficients, over a step of length 1. */
static inline double sv_steepness(const double b[SV_BERNSTEIN])
{
	double most = 0;
	for (int k = 1; k < SV_BERNSTEIN; k++) {
		double rise = b[k] - b[k - 1], size = rise < 0 ? -rise : rise;
		most = size > most ? size : most;
	}
	return (SV_BERNSTEIN - 1) * most;
}
void sv_hermite_polynomial(double x0, double first, double x1, double last, double out[SV_BERNSTEIN]);

/* A first step for a method of this order from the sizes of x, x' and an estimate of x''. Costs one evaluation. */
double sv_first_step(sv_core *core, int order, double t, const double *x, const double *xd, double limit, double *work1,
                     double *work2);

/* Is the limit so near that no step can be made to it? */
bool sv_at(double t, double limit);

/* The smallest step that still moves t. */
double sv_smallest(double t);

#endif
