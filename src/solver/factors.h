/* The linear algebra of the implicit solvers: the Jacobian J of the rates, given or by coloured differences (also where
 * a given one does not help: time stands still), and the factors of a matrix a*I - b*J. Dense below a small size or
 * where most entries are there, banded where the states can be numbered so that the band is narrow (band.h), else KLU.
 *
 * KLU is called directly: the linear solver that SUNDIALS has around it analyses the pattern again at each restart, and
 * a model with many events restarts all the time. */
#ifndef SALTUS_SOLVER_LINEAR_H
#define SALTUS_SOLVER_LINEAR_H

#include "solver/core.h"

typedef struct sv_linear sv_linear;

sv_linear *sv_linear_new(sv_core *core);          /* the core must outlive it; counts go there */
void sv_linear_free(sv_linear *linear);

void sv_linear_each_step(sv_linear *linear); /* the Jacobian is asked for in each step: that says nothing about it */
int sv_linear_jacobian(sv_linear *linear, double t, const double *x, const double *xd);   /* as rates: 0, 1, -1 */
int sv_linear_factor(sv_linear *linear, double a, double b);      /* of a*I - b*J; 0, or 1: singular */
int sv_linear_solve(sv_linear *linear, double *b);                /* in place */

/* Do the factors depend on the matrix alone, and not on the pivots of earlier ones? */
bool sv_linear_is_free(const sv_linear *linear);
void sv_linear_archive(sv_linear *linear, sb_archive *a);        /* the Jacobian */

/* About how many multiplications the factors take, and the evaluations of the rates that a Jacobian takes (one where it
 * is given). */
double sv_linear_work(const sv_linear *linear);
double sv_linear_evaluations(const sv_linear *linear);

#endif
