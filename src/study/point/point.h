/* Points: where a model stands, what it is near there, and where it stands still.
 *
 *     formula.c        expressions of the command line over the variables of a model (formula.h)
 *     standing.c       a run at a time, and at other values of what is free (standing.h)
 *     linearise.c      A, B, C, D at the point of a paused run, of the model or of a component
 *     constrained.c    ... of states that constraints tie to each other
 *     linear_report.c  linear systems as people read them
 *     linear_write.c   ... as MAT, JSON and Modelica
 *     squares.c        least squares with bounds: the solver (squares.h)
 *     trim.c           equilibrium
 *     branch.c         equilibria along a parameter: folds and Hopf points
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
	const char *const *inputs; uint32_t input_count;     /* names or patterns; 0: all inputs of the model or component */
	const char *const *outputs; uint32_t output_count;   /* the same */
} st_linear_request;

typedef struct st_linear {
	st_system s;                     /* with names */
	double time;
	double *x, *rate, *u, *y;        /* at the point */
	sb_strings dependent;            /* states of the model that constraints give from the others: they are not in s */
	sb_strings around;               /* of a component: states outside of it that it depends on all the same */
	bool at_rest;                    /* all rates are zero, to 1e-6 of what a state is in a second */
} st_linear;

/* Runs to a time and stands there. False after a message; the run must be ended in any case. */
bool st_stand_at(se_run *run, const se_settings *settings, double time, sb_diag *diag);
/* Of a paused run. In the arena. False after a message. */
bool st_linearise(const st_model *m, se_run *run, const st_linear_request *q, sb_arena *arena, sb_diag *diag,
				  st_linear *out);
/* By ending: .mat (A, B, C, D, x0, u0, y0, period and names), .json, .mo (a model that runs). False after a message. */
bool st_linear_write(const st_linear *l, const char *model, const char *path, sb_diag *diag);
void st_linear_json(const st_linear *l, const char *model, sb_text *out);
void st_linear_modelica(const st_linear *l, const char *model, const char *name, sb_text *out);

/* As people read it: matrices with names, poles, zeros, transfer functions, margins. */
void st_linear_text(const st_linear *l, const char *model, bool unicode, sb_text *out);

/* A picture, KIND=FILE.svg: bode, nyquist, nichols, rlocus, pzmap, step. False after a message. */
bool st_linear_draw(const st_linear *l, const char *model, const char *what, sb_diag *diag);

/* The names of scalars: of a variable, as messages and tables show it. */
const char *st_scalar_name(const sm_model *m, sb_arena *arena, uint32_t scalar);

#endif
