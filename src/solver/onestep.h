/* What the one-step methods that choose their own steps share (erk, dirk, rodas): both ends of the last step and the
 * size of the next. */
#ifndef SALTUS_SOLVER_ONESTEP_H
#define SALTUS_SOLVER_ONESTEP_H

#include "solver/core.h"

typedef struct sv_onestep {
	sv_core core;                    /* first: the solvers begin with this */
	double t, t0;                    /* the end and the beginning of the last step */
	double wish;                     /* the next step if no limit cuts it; 0: to be found */
	double last_error;               /* of the last step that was not cut */
	double longest;                  /* of all steps that were made */
	double *x, *x0;                  /* at the end and at the beginning */
} sv_onestep;

void sv_onestep_open(sv_onestep *s, const sv_operations *operations, const sv_problem *problem,
					 const sv_options *options);
void sv_onestep_close(sv_onestep *s);
void sv_onestep_reset(sv_onestep *s, double t, const double *x, bool keep_step);

void sv_onestep_archive(sv_onestep *s, sb_archive *a);
/* A step, from the call of the solver to its return: is there nothing to do, because the limit is here? */
bool sv_onestep_there(const sv_onestep *s, double limit, double *t);
/* The first wish if there is none, from the state x at s->t and the rates there. */
void sv_onestep_first(sv_onestep *s, int order, const double *x, const double *rates, double limit, double *work1,
					  double *work2);
/* What was the end is the beginning. */
void sv_onestep_begin(sv_onestep *s);
/* The wish, or what the limit or the longest step leaves of it. */
double sv_onestep_size(const sv_onestep *s, double limit);
/* Is the error of a step of h far from what the step before lets expect, by more than `times`? A corner of the rates
 * makes it jump. A step across a corner or a peak may have an estimate that is zero by chance. A flat solution makes
 * the error vanish, and it may not be flat between the stages. */
bool sv_onestep_surprises(const sv_onestep *s, double h, double error, int order, double times);
/* After an accepted step of h with this error: h*factor is right for the next. A step that was cut says little. */
void sv_onestep_accept(sv_onestep *s, double h, double error, double factor);
/* The ends of a step: of h, and back to where it began. */
sv_status sv_onestep_done(sv_onestep *s, double h, double limit, double *t);
sv_status sv_onestep_back(sv_onestep *s, sv_status status, double *t);

/* Where in the last step t is, from 0 to 1. */
double sv_onestep_theta(const sv_onestep *s, double t);
/* The same; at 1 x is given too, and there is nothing to interpolate. */
double sv_onestep_part(const sv_onestep *s, double t, double *x);
const double *sv_onestep_state(sv_solver *solver);
bool sv_onestep_steepest(const sv_solver *s, double *out);         /* by the polynomials of the states */
void sv_swap(double **p, double **q);

#endif
