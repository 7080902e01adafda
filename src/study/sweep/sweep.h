/* Sweeps: a design of points, what was measured at each, and what follows from all of them.
 *
 *     sweep_axis.c    what a parameter is to be: -p 'k=1:0.5:10', 'm={1, 2, 5}', 'c=normal(3, 0.1)'
 *     quantile.c      quantiles of distributions
 *     sobol.c         a sequence of low discrepancy, up to ST_SOBOL_MOST dimensions, scrambled or not
 *     design.c        the values of point number k: grid, zip, random, sobol; and the points that indices need
 *     sweep.c         the runs of all points, with many (study/many)
 *     sweep_journal.c what is finished, in a file that survives the process; shards of a sweep, and their merging
 *     sweep_table.c   the results as CSV
 *     indices.c       first-order and total indices of Sobol', with confidence intervals
 *
 * All points and their results are in memory. The table is written when all points are done, or when the sweep is
 * interrupted; it appears whole under its name (base/file.h). Until then each finished point is appended to a journal,
 * FILE.journal, with a fingerprint of model and settings: kill -9 loses only the points that were running. Shard i of n
 * has the points whose number is i-1 modulo n. Its journal, FILE.shard-i-of-n, is its result. A merge reads all shards
 * and does what one machine would do at its end, so the table has the same bytes.
 */
#ifndef SALTUS_STUDY_SWEEP_H
#define SALTUS_STUDY_SWEEP_H

#include <stdatomic.h>

#include "study/many/many.h"
#include "study/many/study_journal.h"
#include "study/measure/measure.h"

/* ------------------------------------------------------------------------------------------------- axes */

typedef enum st_law { ST_LIST, ST_UNIFORM, ST_LOGUNIFORM, ST_NORMAL, ST_LOGNORMAL, ST_TRIANGULAR, ST_EXPONENTIAL,
	ST_WEIBULL, ST_GAMMA, ST_BETA } st_law;
typedef struct st_axis {
	const char *name, *text;         /* the text as it was written */
	st_law law;
	double *value; uint64_t count;   /* of ST_LIST */
	double a[4];                     /* arguments of a distribution; a[2], a[3] of ST_NORMAL: its bounds */
	bool logarithmic;                /* its values are spaced so: for pictures */
	bool whole;                      /* values are rounded to whole numbers */
} st_axis;
typedef sb_vec(st_axis) st_axes;

/* Does the text have more than one value? A text with one value is for st_options.given. */
bool st_is_axis(const char *text);
/* `i` is the number of the quantity in x, which knows how values are written. False after a report with carets. */
bool st_axis_read(st_many *x, sb_arena *arena, uint32_t i, const char *text, st_axis *out);
double st_quantile(const st_axis *axis, double u);       /* 0 < u < 1 */

/* ------------------------------------------------------------------------------------------------- sobol.c */

enum { ST_SOBOL_MOST = 337, ST_SOBOL_BITS = 32 };
typedef struct st_sobol { uint32_t (*direction)[ST_SOBOL_BITS]; } st_sobol;
st_sobol *st_sobol_new(sb_arena *arena, uint32_t dimensions);
/* Coordinate of point number k, in (0, 1). seed: a scrambling after Owen, which keeps all that is even about the
 * points; `plain`: none, and the sequence begins with its second point, 1/2. */
double st_sobol_at(const st_sobol *s, uint32_t dimension, uint64_t k, uint64_t seed, bool plain);
/* The quality t of the first 2^m points in two of its dimensions: 0 is the best. */
uint32_t st_sobol_quality(const st_sobol *s, uint32_t a, uint32_t b, uint32_t m);

/* ------------------------------------------------------------------------------------------------- design.c */

typedef enum st_design_kind { ST_GRID, ST_ZIP, ST_RANDOM, ST_SOBOL, ST_LATIN } st_design_kind;
typedef struct st_design {
	st_design_kind kind;
	const st_axis *axes; uint32_t count;
	uint64_t samples;                /* of ST_RANDOM, ST_SOBOL, ST_LATIN */
	uint64_t seed; bool plain;
	bool indices;                    /* each sample is count + 2 points: A, A with one value of B for each, B */
	uint64_t points;                 /* made by st_design_close */
	st_sobol *sobol;
} st_design;
enum { ST_POINTS_MOST = 100000000 };
/* Checks it, and counts the points. False after a report. */
bool st_design_close(st_design *d, sb_arena *arena, sb_diag *diag);
void st_design_point(const st_design *d, uint64_t number, double *values);

/* ------------------------------------------------------------------------------------------------- indices.c */

typedef struct st_index { double first, first_low, first_high, total, total_low, total_high; } st_index;
/* Of one measure: value[point] of a design with indices. Samples with a point that has no value are left out; `used` is
 * how many are left. The intervals are those of 95 %, by bootstrap over the samples. */
void st_sobol_indices(const st_design *d, const double *value, st_index *out, uint64_t *used);

/* ------------------------------------------------------------------------------------------------- sweep.c */

typedef struct st_sweep {
	st_many *many;
	st_design design;
	st_measures *measures;
	se_settings settings;
	uint32_t threads;
	/* curves of the measures are kept at these times */
	uint32_t curves; const double *times; uint32_t time_count;
	/* results, by point: */
	uint8_t *state;                  /* st_point_state */
	double *values;                  /* [point][column]: value of each measure, and margin after that of a constraint */
	float *curve;                    /* [point][curve][time] */
	const char **message;            /* NULL: none */
	uint32_t columns;
	/* shards: this one has the points with number % shards == shard */
	uint32_t shard, shards;
	uint64_t fingerprint;
	st_journal *journal;             /* NULL: none */
	sb_arena *arena;                 /* of messages, under the lock of the sweep */
	bool (*progress)(void *context, uint64_t done, uint64_t of); void *context;
	atomic_bool broken;              /* the journal could not be written: the sweep has ended there */
} st_sweep;
typedef enum st_point_state { ST_POINT_OPEN, ST_POINT_DONE, ST_POINT_FAILED } st_point_state;

bool st_sweep_open(st_sweep *s, sb_diag *diag);      /* allocates the results. False after a report: too many */
void st_sweep_close(st_sweep *s);
void st_sweep_run(st_sweep *s);                      /* all points of the shard that are open */
uint64_t st_sweep_count(const st_sweep *s, st_point_state state);
bool st_sweep_is_complete(const st_sweep *s);        /* nothing is open, in no shard */
void st_sweep_column_name(const st_sweep *s, uint32_t column, sb_text *out);

/* ------------------------------------------------------------------------------------------------- journals */

/* Where the journal of this shard lies; of one machine alone FILE.journal. */
char *st_journal_path(sb_arena *arena, const char *file, uint32_t shard, uint32_t shards);
/* Reads finished points into the sweep. OTHER: the journal is of another model or of other settings. */
st_journal_found st_sweep_journal_read(st_sweep *s, const char *path);
/* Opened for appending after what was found, or anew. False after a report. */
bool st_sweep_journal_open(st_sweep *s, const char *path, off_t end, sb_diag *diag);
void st_sweep_journal_put(st_sweep *s, uint64_t number);     /* by one thread at a time */
void st_sweep_journal_close(st_sweep *s, bool whole);        /* whole: all points of this shard are in it */

/* ------------------------------------------------------------------------------------------------- tables */

bool st_sweep_write(const st_sweep *s, const char *path, sb_diag *diag);             /* .csv */
/* One long table: a row for each point and time, values with eight digits. */
bool st_sweep_write_curves(const st_sweep *s, const char *path, sb_diag *diag);

#endif
