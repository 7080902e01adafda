/* Private to this room: conditions over what is free, as residuals with derivatives at the point of a run. */
#ifndef SALTUS_STUDY_PROBLEM_H
#define SALTUS_STUDY_PROBLEM_H

#include "study/point/point_formula.h"
#include "study/point/squares.h"
#include "study/point/point_standing.h"

typedef struct st_condition { bool rate; uint32_t scalar; const st_formula *formula; double weight; } st_condition;

typedef struct st_problem {
	st_standing standing;
	sb_arena *arena;
	uint32_t n, m;                   /* free quantities, conditions */
	uint32_t *scalars; bool *is_state;
	const char **names, **texts;     /* of them; of the conditions */
	double *start, *low, *high;
	double *size, *usual;            /* units of steps; of the variables where nothing is known of the equilibrium */
	double scale;                    /* what the usual sizes were multiplied with, as all of the model is smaller */
	st_condition *conditions;
	se_asked *rows; uint32_t row_count;      /* what conditions are made of */
	uint32_t *first_row;             /* by condition */
	double *leaves;                  /* derivatives of the rows by what is free */
} st_problem;

/* False after a message. To be closed in any case. */
bool st_problem_open(st_problem *p, st_model *m, se_run *run, const se_settings *settings, const st_trim_request *q,
					 sb_arena *arena, sb_diag *diag);
void st_problem_close(st_problem *p);
/* As st_squares.at: residuals are divided by the sizes of states where they are rates. */
bool st_problem_at(void *problem, double *z, double *residual, double *matrix);
/* As st_squares.ways: along the constraints between states. */
bool st_problem_ways(void *problem, const bool *held, sb_arena *arena, st_dense *basis);
/* Sizes as the values from which a search begins and the equations have them, whatever units they are in. */
void st_problem_size(st_problem *p, const double *z);
st_squares st_problem_squares(st_problem *p);

#endif
