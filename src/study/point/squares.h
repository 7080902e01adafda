/* Least squares with bounds: the point at which a sum of squares is least, by the method of Levenberg and Marquardt.
 *
 * Steps are taken in units of the variables' sizes, as far as a quadratic model can be trusted: the damping grows where
 * a step was not as good as it was to be, and where the residuals have no value at all. Variables at a bound that the
 * sum pushes against are held there; all others are free, and steps end at bounds. Directions in which the residuals do
 * not change are left alone: of many solutions the one near the start is found.
 *
 * Where all residuals are to be zero, their units mean nothing. Each residual is divided by its change when the
 * variables change by their sizes. A point is judged by how much a Newton step would still change the variables.
 * Newton steps are made from there as long as they get smaller, down to rounding.
 *
 * The end is one of
 *
 *     ST_SOLVED    all residuals are zero, to `tolerance` of what changes of the variables by their sizes do to them;
 *                  with `usual`: the Newton step is zero, to `tolerance` of the variables or their sizes, and the
 *                  residuals are small beside what they do over a short distance
 *     ST_NEAREST   a least sum that is not zero: its slopes are zero, but for those into active bounds
 *     ST_STUCK     no step makes the sum smaller, though the slopes say so: a jump or a kink is in the way; or too many
 *                  steps were made
 *     ST_NOWHERE   the residuals have no value at the start */
#ifndef SALTUS_STUDY_SQUARES_H
#define SALTUS_STUDY_SQUARES_H

#include "study/linear/dense.h"

typedef enum st_end { ST_SOLVED, ST_NEAREST, ST_STUCK, ST_NOWHERE } st_end;

typedef struct st_squares {
	uint32_t n, m;                   /* variables, residuals */
	const double *low, *high, *size;
	/* Not NULL: all residuals are to be zero. What the variables are like where nothing is known of them: changes that
	 * are nothing beside it are rounding if no step makes the residuals smaller. */
	const double *usual;
	double tolerance;                /* 0: 1e-9 */
	uint32_t most_steps;             /* 0: 200 */
	/* Residuals at z, and their derivatives by rows if `matrix` is not NULL. z may be moved onto what it is tied to.
	 * False: no values. */
	bool (*at)(void *context, double *z, double *residual, double *matrix);
	/* The directions that z may move in at the last point, as columns in units of size, for those that are not held;
	 * NULL: all. */
	bool (*ways)(void *context, const bool *held, sb_arena *arena, st_dense *basis);
	bool (*stopped)(void *context);  /* NULL: never */
	void *context;
} st_squares;

typedef struct st_least {
	st_end end;
	double *z, *residual, *matrix;   /* the best point, with derivatives by rows, n*m */
	int8_t *bound;                   /* by variable: -1 and 1: held at that bound; 0: free */
	double sum;                      /* of squares */
	uint32_t steps;
	bool limited;                    /* the last steps were no better: a trial had no values beyond it */
} st_least;

/* From `start`. In the arena. */
st_least st_least_squares(const st_squares *q, const double *start, sb_arena *arena);

#endif
