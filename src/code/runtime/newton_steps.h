/* The steps of Newton's method for a nonlinear loop. This needs nothing but the C library, allocates nothing, and is
 * also part of the code that leaves Saltus: what converges in a run converges there. RT_SINGLE: in single precision.
 *
 * Steps. Unknowns are measured in units of their nominal value (or start value, or 1, or their present size if that is
 * larger), residuals in units of what such a change of the unknowns makes of them. A step is good if it reduces the
 * largest residual, or the step that the same matrix gives behind it (the natural monotonicity test of Deuflhard, which
 * does not depend on how equations are scaled). Otherwise it is halved; a step into where the residuals are not finite
 * too. A step that goes on well is doubled: down a steep exponential Newton's method takes steps of equal length. Where
 * the matrix is singular, a Levenberg-Marquardt step takes its place.
 *
 * The end. A solution is a point at which
 *   - the next step is below 1e-12 of each unknown (of the larger of its values here and at the last solution); or
 *   - every residual is at the rounding level of its own terms (`bounds`), and Newton's step, which divides it by
 *     some slope, is no help: it does not reduce the residual, gets no shorter, or would change an unknown by a good
 *     part of its size. The unknown stays where it is then.
 * Nothing else is one, and a loop without a solution here is no failure of the run yet: the integrator takes a shorter
 * step. */
#ifndef SALTUS_CODE_NEWTON_STEPS_H
#define SALTUS_CODE_NEWTON_STEPS_H

#include <stdbool.h>

#include "code/runtime/dense_factors.h"

enum { SC_STEPS_SMALL = 120 };           /* larger loops have no Levenberg-Marquardt steps */
typedef struct sc_entry { uint32_t row, col; } sc_entry;
typedef struct sc_iteration sc_iteration;

/* What the owner of the loop does. */
typedef struct sc_iteration_asks {
	bool (*evaluate)(sc_iteration *w, const sc_real *z, sc_real *res);     /* false: not finite, or failed */
	void (*derive)(sc_iteration *w);             /* w->matrix at w->z; sets *failed */
	int (*factor)(sc_iteration *w);              /* w->matrix; 1: it is singular, 2: it is not finite */
	void (*solve)(sc_iteration *w, sc_real *rhs_to_z);
	int (*sign)(sc_iteration *w);                /* of the determinant */
	void (*bounds)(sc_iteration *w);             /* w->bound: what rounding makes of each residual at w->z */
	sc_real *(*squares)(sc_iteration *w);        /* room for two full matrices; NULL: there is none */
} sc_iteration_asks;

/* scale: units of the unknowns, never 0; nominal: where they were given, else 0; level, place: where the matrix was
 * factored, and what the rounding of the unknowns makes of each residual there; from: the last solution; path_sign: of
 * the determinant on the path of the solution, 0: it has none; loose: the solution is one because of rounding; hasty:
 * the iteration went through points where the determinant has another sign; plain: no step is doubled; off: the
 * residuals of the guess, negative: not known. */
#define SC_ITERATION_MEMBERS                                                                                           \
	const sc_iteration_asks *asks;                                                                                     \
	uint32_t n, entries;                                                                                               \
	const sc_entry *entry;                                                                                             \
	int *failed;                                                                                                       \
	const sc_real *scale, *nominal;                                                                                    \
	sc_real *level, *place;                                                                                            \
	sc_real *z, *trial, *res, *trial_res, *step, *next, *row_scale, *bound, *from, *worst, *found, *matrix;            \
	uint32_t rounds;                                                                                                   \
	int path_sign;                                                                                                     \
	bool plain, hasty, loose;                                                                                          \
	sc_real off;
struct sc_iteration { SC_ITERATION_MEMBERS };

bool sc_steps_iterate(sc_iteration *w, bool known);      /* from w->z; known: its residuals are in w->res */
/* Moves the unknowns of which `held` is 0 to where they fit best. */
void sc_steps_fit(sc_iteration *w, const sc_real *held);
bool sc_steps_solve(sc_iteration *w, const sc_real *res, sc_real *step);         /* by the last factors */
sc_real sc_steps_relative(const sc_iteration *w, const sc_real *step);
bool sc_steps_at_level(sc_iteration *w);

#endif
