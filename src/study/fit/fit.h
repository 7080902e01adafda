/* Fits: parameters of a model from measured curves, by least squares.
 *
 * The residuals are (model - measured)/sigma, at the times of the data. Their derivatives by the parameters are
 * sensitivities of the runs (study/sensitivity/sensitivity.h); the sum is made least by Levenberg's and Marquardt's
 * method with bounds (study/point/squares.h). A robust loss rho(r^2) is the square of sqrt(rho(r^2)), with the sign of
 * r: the same method applies.
 *
 *     fit_data.c         measured columns, and what of the model they belong to
 *     fit_problem.c      residuals and their derivatives over all experiments
 *     fit.c              the search, from one start or many
 *     fit_weights.c      sigmas that are estimated beside given ones
 *     fit_journal.c      points that were computed, for fits that are resumed
 *     fit_statistics.c   covariance, intervals, what the data do not determine
 *     fit_report.c       text, JSON, table of residuals
 *     fit_draw.c         pictures
 *     fit_files.c        what must not be written over */
#ifndef SALTUS_STUDY_FIT_H
#define SALTUS_STUDY_FIT_H

#include "study/many/study_journal.h"
#include "study/point/point.h"

/* Data, with values and inputs of their own: `data.csv`, or `data.csv; T0 = 300; input u = data.csv:u`. */
typedef enum st_loss { ST_LOSS_LINEAR, ST_LOSS_HUBER, ST_LOSS_CAUCHY, ST_LOSS_SOFT } st_loss;
struct st_fit_problem;
typedef struct st_fit_request {
	const char *path, *class_name; const char *text;     /* text: as of st_options; NULL: the file */
	st_options options;              /* what all experiments share */
	const char *const *data; uint32_t data_count;
	const char *const *vary; uint32_t vary_count;        /* parameters, and start values x.start */
	const st_bound *bounds; uint32_t bound_count;
	const char *const *maps; uint32_t map_count;         /* COLUMN=EXPRESSION */
	const char *const *sigmas; uint32_t sigma_count;     /* COLUMN=NUMBER, COLUMN=OTHER_COLUMN, NUMBER */
	st_loss loss; double loss_scale;                     /* 0: of one sigma */
	uint32_t starts; uint64_t seed;                      /* 0: one */
	double confidence;                                   /* 0: 0.95 */
	bool differences, check;         /* no variational equations; compare with differences of whole runs */
	double start, tolerance; const char *solver;         /* NAN, NULL: as the model says */
	/* After each better point; false ends the fit with the best so far. NULL: nobody looks. */
	bool (*progress)(void *context, uint32_t start, uint32_t step, double sum, const double *values);
	/* Before each run, and about ten times a second while one goes on, with the number of the start and the least sum
	 * so far (INFINITY: none); false ends the fit likewise. NULL: nobody asks. */
	bool (*ask)(void *context, uint32_t start, uint64_t runs, double best);
	/* When models and data are read: for the journal. False after a message. NULL: there is none. */
	bool (*opened)(void *context, struct st_fit_problem *p);
	void *context;
} st_fit_request;

/* Journals, by whoever `opened` calls: takes over what is in it (NULL: nothing), and goes on behind `end`. */
st_journal_found st_fit_journal_read(struct st_fit_problem *p, const char *path);
bool st_fit_journal_open(struct st_fit_problem *p, const char *path, off_t end);         /* false after a report */
void st_fit_journal_close(struct st_fit_problem *p);         /* if it is open: the fit has come to its end */

/* One measured value. */
typedef struct st_fit_point {
	uint32_t experiment, column, time; double at, measured, sigma, fitted;
	double residual;                 /* (measured - fitted)/sigma */
} st_fit_point;
/* One column of one experiment. */
typedef struct st_fit_column {
	const char *name, *written, *unit; uint32_t experiment, number, count, missing;  /* number: within the experiment */
	/* NAN: by value, or neither given nor estimated: then the values count by how far the column goes. */
	double sigma; bool given;
	double rms, r2;                  /* of the deviations, in the unit of the column */
	double noise;                    /* what the tolerance of the run lets the fitted values be off by */
	/* Of signs, in standard deviations from what chance gives; NAN: too few, or deviations that are noise. */
	double runs;
} st_fit_column;

/* FITTED: the least sum. STUCK: no further step was better, though slopes are left. STOPPED: it was interrupted. */
typedef enum st_fitted { ST_FITTED, ST_FIT_STUCK, ST_FIT_STOPPED } st_fitted;
typedef struct st_fit {
	const char *model;               /* its name */
	st_fitted end;
	uint32_t n, count; uint32_t free;        /* parameters, measured values; parameters that are not at a bound */
	const char *const *names, *const *units;
	double *start, *value, *low, *high;
	int8_t *bound;                   /* -1 and 1: at its bound */
	double *error, *from, *to;       /* standard errors, confidence intervals; NAN: at a bound, or not determined */
	bool *determined;
	double *covariance, *correlation;        /* n*n */
	double confidence, chi2, deviation;      /* sum of squares; sqrt(chi2/freedom) */
	double cost;                     /* what was made least; with the linear loss it is chi2 */
	bool known_sigma;                /* all sigmas are given, and believed */
	bool mixed;                      /* some are, and believed; the others are estimated by column */
	double freedom;                  /* measured values less parameters that they determine */
	double *size;                    /* what changes are relative to: the value, or if it is close to zero, the start */
	st_directions loose;             /* relative changes that the data do not determine */
	st_fit_point *points;
	st_fit_column *columns; uint32_t column_count;
	const char *const *experiments; uint32_t experiment_count;
	const char *why_differences; double uncertain;       /* NULL: the variational equations were integrated */
	double checked;                  /* with `check`: how far they are from differences; else NAN */
	uint32_t tried, start_number, steps; uint64_t runs;
	int trouble;                     /* errno: the journal could not be written, and the fit has ended there; 0 */
	const char *given;               /* the -p options that give a run the values that were found */
	struct st_fit_problem *problem;  /* private */
} st_fit;

/* In the arena, to be freed in any case, after the messages were printed. `diag` is empty: it knows the texts of the
 * model from then on. False after a message: the request or the data are wrong, or no run was possible at the start. */
void st_fit_free(st_fit *f);
bool st_fit_find(const st_fit_request *q, sb_arena *arena, sb_diag *diag, st_fit *out);
const st_fit_column *st_fit_column_of(const st_fit *f, const st_fit_point *p);
void st_fit_tell(const st_fit *f, sb_diag *diag);        /* what a user has to know, as warnings */
void st_fit_text(const st_fit *f, const char *model, sb_text *out);
void st_fit_json(const st_fit *f, const char *model, sb_text *out);
/* Is this no file of data or inputs? False after a message, in which `option` is what names it. */
bool st_fit_is_free(const st_fit_request *q, const char *option, const char *path, sb_arena *arena, sb_diag *diag);
bool st_fit_write(const st_fit *f, const char *path, sb_diag *diag);             /* residuals, .csv */
bool st_fit_draw(const st_fit *f, const char *model, const char *path, sb_diag *diag);

#endif
