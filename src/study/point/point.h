/* Points: where a model stands, what it is near there, and where it stands still.
 *
 *     point_formula.c  expressions over the variables of a model (point_formula.h)
 *     point_standing.c a run at a time, and at other values of what is free (point_standing.h)
 *     linearise.c      A, B, C, D at the point of a paused run, of the model or of a component
 *     constrained.c    ... of states that constraints tie to each other
 *     clocked.c        ... of a loop with clocks, over one period of all of them (clocked.h)
 *     clocked_exact.c  ... through ticks and, between them, the variational equations
 *     clocked_differences.c  ... by differences of runs, where something is in the way
 *     linear_report.c  linear systems as people read them
 *     linear_sampled.c     ... sampled
 *     linear_write.c   ... as MAT, JSON and Modelica
 *     linear_chart.c   ... as pictures
 *     squares.c        least squares with bounds: the solver (squares.h)
 *     problem.c        conditions over what is free, with their derivatives (problem.h)
 *     trim.c           equilibrium
 *     trim_report.c    ... as people and programs read it
 *     branch.c         equilibria along a parameter: folds and Hopf points
 *     branch_report.c  ... as text, JSON, CSV and picture
 *
 * Derivatives are exact (structure/derivatives.h). Latches, discrete variables and what is behind a delay are held: a
 * linear system is that of the mode and the branches in which the run stands.
 */
#ifndef SALTUS_STUDY_POINT_H
#define SALTUS_STUDY_POINT_H

#include "study/linear/linear.h"
#include "study/load/load.h"

/* --------------------------------------------------------------------------------------------------- linearisation */

typedef struct st_linear_request {
	const char *component;           /* that was opened when the model was loaded; NULL: the whole model */
	const char *const *inputs; uint32_t input_count;     /* names or patterns; 0: all of the model or component */
	const char *const *outputs; uint32_t output_count;   /* the same */
	bool bare;                       /* no inputs and no outputs: A alone */
} st_linear_request;

typedef struct st_linear {
	st_system s;                     /* with names */
	double time;
	double *x, *rate, *u, *y;        /* at the point; of a sampled system `rate` is what a step from there changes */
	sb_strings dependent;            /* states of the model that constraints give from the others: they are not in s */
	sb_strings around;               /* of a component: states outside of it that it depends on all the same */
	bool at_rest;                    /* all rates are zero, to 1e-6 of what the sizes of the states do to them */
	double uncertain;                /* of a loop with clocks, by differences: how far elements may be off; else 0 */
} st_linear;

/* Runs to a time and stands there. False after a message; the run must be ended in any case. */
bool st_stand_at(se_run *run, const se_settings *settings, double time, sb_diag *diag);
/* Of a paused run. In the arena. False after a message. */
bool st_linearise(const st_model *m, se_run *run, const st_linear_request *q, sb_arena *arena, sb_diag *diag,
				  st_linear *out);
/* The sampled system of a loop with clocks: from just before a tick to just before it comes again, over one period of
 * all clocks. States are those of the model and what its events remember, without what the first ticks overwrite. The
 * run, which is paused, is advanced to that tick; it must last for a period. Exact, or by differences of
 * runs, which is told. */
bool st_linearise_clocked(st_model *m, se_run *run, const se_settings *settings, const st_linear_request *q,
						  sb_arena *arena, sb_diag *diag, st_linear *out);
/* Samples a continuous one. False: its matrices have no finite values with this period. */
bool st_linear_sample(st_linear *l, double period, st_method method, sb_arena *arena);
/* By ending: .mat (A, B, C, D, x0, u0, y0, period and names), .json, .mo (a model that runs). False after a message. */
bool st_linear_write(const st_linear *l, const char *model, const char *path, sb_diag *diag);
void st_linear_json(const st_linear *l, const char *model, sb_text *out);

/* As people read it: matrices with names, poles, zeros, transfer functions, margins. */
void st_linear_text(const st_linear *l, const char *model, bool unicode, sb_text *out);

/* A picture, KIND=FILE.svg: bode, nyquist, nichols, rlocus, pzmap, step. False after a message. */
bool st_linear_draw(const st_linear *l, const char *model, const char *what, sb_diag *diag);

/* ----------------------------------------------------------------------------------------------------- equilibrium */

typedef struct st_bound { const char *name; double low, high; } st_bound;
typedef struct st_trim_request {
	/* Names or patterns of states and inputs, and names of parameters, that may change; none: all states. All others
	 * keep the values that they have in the run. */
	const char *const *free; uint32_t free_count;
	/* What shall be zero: der(PATTERN), or expressions (point_formula.h); none: der(*), all rates. */
	const char *const *zero; uint32_t zero_count;
	const st_bound *bounds; uint32_t bound_count;
	uint32_t starts;                 /* points from which it is tried, the run's own first; 0: 20 */
	uint64_t seed;                   /* of the others */
} st_trim_request;

/* How it ended: as st_end of squares.h. */
typedef enum st_trimmed { ST_TRIMMED, ST_NOT_REACHED, ST_NO_WAY, ST_NO_VALUES } st_trimmed;
/* Combinations of free quantities: factors, the largest of them 1. */
typedef sb_vec(double *) st_directions;

typedef struct st_trim {
	st_trimmed end;
	uint32_t n, m;                   /* free quantities, conditions */
	const char *const *names, *const *conditions;
	uint32_t *scalars;               /* of the free quantities */
	double *start, *value, *low, *high;
	int8_t *bound;                   /* -1 and 1: at its lower or upper bound, which it would like to pass */
	double *residual;                /* of the conditions */
	bool *stays, *moved;             /* ... which of them are not zero; which of them what is free can change there */
	uint32_t rank;                   /* of the conditions by the free quantities */
	st_directions loose;             /* ways to go on which all conditions stay zero: the equilibrium is one of many */
	st_pole *poles; uint32_t pole_count; const char *const *states;      /* of the model there */
	bool stable;
	uint32_t start_number, tried;    /* from which start it was found; how many were tried */
	uint64_t trials;                 /* points that were computed */
	const char *why;                 /* of ST_NO_VALUES and ST_NO_WAY: what was wrong at the last point; may be "" */
} st_trim;

/* From where a paused run stands, which is left as it is. In the arena. False after a message about the request; what
 * cannot be reached is no such mistake. */
bool st_trim_find(st_model *m, se_run *run, const se_settings *settings, const st_trim_request *q, sb_arena *arena,
				  sb_diag *diag, st_trim *out);
/* Puts a paused run there. */
bool st_trim_apply(const st_trim *t, se_run *run);
/* What could not be reached, as a message; true: all conditions are zero. */
bool st_trim_tell(const st_trim *t, sb_diag *diag);
void st_trim_text(const st_trim *t, const char *model, bool unicode, sb_text *out);
void st_trim_json(const st_trim *t, const char *model, sb_text *out);

/* ---------------------------------------------------------------------------- equilibria along a parameter: branch.c
 *
 * The curve of equilibria over a parameter is followed by its arc length, so that it may turn back. Points where
 * something happens are located on it:
 *
 *     fold      the curve turns back, and a real eigenvalue passes zero
 *     Hopf      a pair of complex eigenvalues passes the imaginary axis: oscillations begin
 *     branch    a real eigenvalue passes zero, and the curve goes on: another one crosses it */
typedef enum st_special { ST_PLAIN, ST_FOLD, ST_HOPF, ST_BRANCH } st_special;
typedef struct st_along { const char *name; double from, step, to; } st_along;        /* NAME=FROM:STEP:TO */

typedef struct st_branch_point {
	double parameter, *value;        /* of what is free */
	double complex leading;          /* the eigenvalue farthest to the right; of a special point the one that passes */
	uint32_t growing;                /* eigenvalues to the right of the imaginary axis */
	st_special special;
} st_branch_point;
/* How it ended: at an end of the range, back where it began, or no further. */
typedef enum st_branch_end { ST_AT_END, ST_CLOSED, ST_NO_FURTHER, ST_TOO_LONG } st_branch_end;
typedef struct st_branch {
	const char *parameter, *const *names;
	uint32_t n;                      /* free quantities */
	sb_vec(st_branch_point) points;
	st_branch_end end;
	const char *why;                 /* of ST_NO_FURTHER; may be "" */
} st_branch;

/* From the equilibrium with parameter = from, which is looked for first (*first tells about it; there is no branch if
 * it was not found). False after a message. */
bool st_branch_find(st_model *m, se_run *run, const se_settings *settings, const st_trim_request *q,
					const st_along *along, sb_arena *arena, sb_diag *diag, st_trim *first, st_branch *out);
void st_branch_text(const st_branch *b, const char *model, bool unicode, sb_text *out);
void st_branch_json(const st_branch *b, const char *model, sb_text *out);
bool st_branch_csv(const st_branch *b, const char *path, sb_diag *diag);
bool st_branch_draw(const st_branch *b, const char *model, const char *path, sb_diag *diag);

/* The names of scalars: of a variable, as messages and tables show it. */
const char *st_scalar_name(const sm_model *m, sb_arena *arena, uint32_t scalar);

#endif
