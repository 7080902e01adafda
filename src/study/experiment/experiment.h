/* Experiments: what a program does with its model, over one run or many (model/process.h, engine/engine.h).
 *
 *     experiments.c  an experiment as a routine: its simulations, RERUN, and options of the command line
 *     replicate.c    runs of the same kind that differ only in their random numbers, by a team (study/many)
 *     summary.c      statistics and resources over these runs
 *     student.c      quantiles for confidence intervals
 *
 * Each experiment has a run object of its own, so its results are the same alone and after others. Within it, runs are
 * numbered from 1. A model without experiments is simulated once, with its settings, and again if its `end` routines
 * ask for it.
 *
 * Replications begin with the values that the experiment had at its SIMULATE, whatever the others do. So their results
 * depend neither on the number of cores nor on which run is first; what they write, store by crossplot and report
 * follows the order of their numbers. The experiment goes on with the values of the last replication. Only the RERUN of
 * this one counts: it makes as many replications again.
 */
#ifndef SALTUS_STUDY_EXPERIMENT_H
#define SALTUS_STUDY_EXPERIMENT_H

#include "study/checkpoint/checkpoint.h"

/* What is wanted of all runs. What the command line gives wins over what an experiment says. */
typedef struct st_wishes {
	double start, stop, interval, tolerance; const char *solver;     /* NAN, NULL: not given */
	se_settings base;                /* all else, and what counts where neither says */
	uint64_t max_runs;               /* of one experiment; 0: 10000 */
	uint32_t threads;                /* for replications; 0: as many as there are cores */
	st_checkpoint *checkpoint;       /* of a model without experiments; NULL: none */
} st_wishes;

/* A mean of n values and half the width of its 95 % confidence interval; NAN: no values, or only one. */
typedef struct st_estimate { double mean, half; uint64_t n; } st_estimate;

/* What a statistic or a resource tells at the end: of one run, or over the replications. */
typedef struct st_statistic_summary {
	const char *name; sm_statistic_kind kind;
	uint64_t count;                  /* of all replications together */
	st_estimate mean;
	double deviation, least, most, total;    /* deviation: the mean over the replications; total: of all */
	/* of a histogram: below, cells, above, of all replications together */
	double low, width; const uint64_t *cells; uint32_t cell_count;
} st_statistic_summary;
typedef struct st_resource_summary {
	const char *name; sm_resource_kind kind;
	double capacity; uint64_t entries;
	st_estimate utilisation, content, queue, wait;
	double most_content, most_queue, most_wait;
	double now, waiting;             /* at the end of the last run */
} st_resource_summary;

/* How one experiment went. It and what it points to live until the next one begins, the last one's until
 * st_experiments_free. */
typedef struct st_outcome {
	const char *name;                /* NULL: the model has no experiments */
	se_status status;
	se_run *run;                     /* the last one: its record, its values */
	se_settings settings;            /* of the last one */
	uint64_t runs, replications;     /* replications: of the last simulation; 1: none were asked for */
	const st_statistic_summary *statistics; uint32_t statistic_count;
	const st_resource_summary *resources; uint32_t resource_count;
} st_outcome;

typedef struct st_experiments st_experiments;
/* All experiments of the model, in order, or the one of this name (no difference of case). `ended` is told of each.
 * Ends with the first that fails. */
st_experiments *st_experiments_run(st_model *m, const char *only, const st_wishes *wishes,
								   void (*ended)(void *context, const st_outcome *one), void *context);
void st_experiments_free(st_experiments *x);
const st_outcome *st_last(const st_experiments *x);      /* NULL: none was begun; the diag says why */
uint64_t st_runs(const st_experiments *x);               /* of all */

double st_student(double probability, double freedom);   /* the quantile of Student's distribution */
st_estimate st_estimate_of(const double *value, uint64_t count);        /* NANs are left out */

/* What one run told, copied from it (summary.c). */
typedef struct st_told {
	se_status status;
	se_statistic_result *statistics; uint32_t statistic_count;
	se_resource_result *resources; uint32_t resource_count;
} st_told;
void st_listen(sb_arena *arena, const sm_model *m, se_run *run, st_told *out);
void st_summarise(sb_arena *arena, const sm_model *m, const st_told *told, uint64_t count, st_outcome *out);

/* n runs with numbers from `first`, the last of them by `run`; what each told is in told[0 .. n-1]. The status is that
 * of the first that did not end well. */
se_status st_replicate(st_model *m, se_run *run, const se_settings *settings, uint64_t first, uint64_t n,
					   uint32_t threads, sb_arena *arena, st_told *told);

#endif
