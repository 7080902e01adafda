/* Private to this room: experiments with their data, and the sum over all of them. */
#ifndef SALTUS_STUDY_FIT_INSIDE_H
#define SALTUS_STUDY_FIT_INSIDE_H

#include "study/fit/fit.h"
#include "study/point/point_formula.h"
#include "study/point/squares.h"
#include "study/sensitivity/sensitivity.h"

typedef struct st_fit_curve {
	const char *name, *written, *unit;       /* of the column; what of the model it is */
	const st_formula *formula;
	uint32_t *rows;                  /* by leaf: the row of the sensitivities */
	uint32_t column, sigma_column;   /* of the data; UINT32_MAX: none */
	double sigma, spread; uint32_t count, missing, infinite;
	double estimate, freedom;        /* of a sigma that is not given; NAN: there is none */
} st_fit_curve;

typedef struct st_fit_experiment {
	const char *data;
	st_model *model; st_tangent *tangent; sb_diag *own;
	sb_vec(st_fit_curve) curves;
	sb_vec(se_asked) rows;
	double *times; uint32_t count;
	se_settings settings;
} st_fit_experiment;

typedef struct st_fit_problem {
	const st_fit_request *q;
	sb_arena *arena; sb_diag *diag;
	st_fit_experiment *experiments; uint32_t experiment_count;
	uint32_t n; double *start, *size, *low, *high;
	sb_vec(st_fit_point) points;
	sb_strings columns, fitted;      /* of all data: their names, and those that are compared with the model */
	bool known_sigma, mixed;         /* all sigmas are given; some are, and the others are estimated */
	uint32_t round;                  /* of estimates, from 0 */
	const char *why_differences; double uncertain;
	uint64_t runs;
	uint32_t start_number, step;
	double *best, best_sum;          /* of all starts */
	double *plain;                   /* residuals before the loss, of the last point */
	bool stopped;
	struct st_fit_kept *kept;        /* fit_journal.c; NULL: there is no journal */
	bool concluding; int trouble;    /* the last point is computed anew; errno of the journal */
} st_fit_problem;

/* fit_data.c: of an experiment whose model is loaded. False after a message. */
bool st_fit_read(st_fit_problem *p, uint32_t experiment);
/* After all of them: do --map and --sigma name columns that there are? False after a message. */
bool st_fit_names_are_known(st_fit_problem *p);
/* fit_problem.c */
bool st_fit_open(st_fit_problem *p, const st_fit_request *q, sb_arena *arena, sb_diag *diag);
void st_fit_close(st_fit_problem *p);
bool st_fit_stopped(const st_fit_problem *p);
/* What a column is compared with, at other times, with these values of the parameters. False: the run has failed. */
bool st_fit_course(st_fit_problem *p, uint32_t experiment, uint32_t column, const double *z, const double *times,
				   uint32_t count, double *out);
bool st_fit_at(void *problem, double *z, double *residual, double *matrix);      /* as st_squares.at */
/* What a loss makes of a residual, and its slope. */
double st_loss_of(st_loss loss, double scale, double r, double *slope);
/* fit_weights.c: new sigmas where they are not given, from the deviations at the best point, which takes them over.
 * False: they stay what they were. */
bool st_fit_is_given(const st_fit_curve *c);
bool st_fit_weigh(st_fit_problem *p, st_least *best);
/* fit_journal.c: a point that was computed before, without the loss, as experiments give it; false: it was not. */
bool st_fit_recall(st_fit_problem *p, const double *z, double *matrix);
void st_fit_keep(st_fit_problem *p, const double *z, const double *matrix);
/* fit_statistics.c: `matrix` is of plain residuals. */
void st_fit_judge(st_fit_problem *p, const double *plain, const double *matrix, st_fit *out);
/* After it: is what the slopes of the sum still promise below what errors of the runs do to it? */
bool st_fit_is_blurred(const st_fit_problem *p, const st_fit *f, const double *residual, const double *matrix);

#endif
