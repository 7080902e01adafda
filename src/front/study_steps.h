/* A study: statements between runs of experiments, as a front end has read them. Nothing of its notation is left, so
 * whoever executes it (study/course) serves every notation.
 *
 * Variables are numbers; logical ones are 0 or 1. Their scalars are counted from 0, those of an array one after
 * another.
 * Expressions are those of a pool of the study's own: SX_VAR of a variable, with a subscript if it is an array, or
 * of a *quantity*: something that is read off the last run of an experiment.
 */
#ifndef SALTUS_FRONT_STUDY_STEPS_H
#define SALTUS_FRONT_STUDY_STEPS_H

#include "base/diag.h"
#include "expr/expr.h"

/* SX_VAR with this number and above is a quantity. */
enum { SF_QUANTITY = 1 << 24 };

typedef struct sf_study_variable {
	const char *name;
	bool logical, whole, array, parameter; /* whole: its values are whole numbers; parameter: -p sets it */
	uint32_t first, count;                 /* scalars */
	sx_ref value;                          /* what it has in the beginning; 0: nothing */
	sb_span span;
} sf_study_variable;

typedef struct sf_study_experiment {
	const char *name;                      /* what the study calls it */
	const char *path, *part;               /* as sf_request has them */
	sb_span span;
} sf_study_experiment;

/* Something that a study sets in an experiment, for all runs that follow. */
typedef enum sf_control { SF_START, SF_STOP, SF_INTERVAL, SF_TOLERANCE, SF_PARAMETER } sf_control;
typedef struct sf_gift { uint32_t experiment; sf_control control; const char *name; sb_span span; } sf_gift;

/* A measure of an experiment, as study/measure has them. */
typedef struct sf_quantity { uint32_t experiment; const char *text; sb_span span; } sf_quantity;

typedef enum sf_act {
	SF_ASSIGN,       /* variable `number`, or its element `subscript`, := values[0] */
	SF_GIVE,         /* gift `number` := values[0] */
	SF_RUN,          /* experiment `number` */
	SF_COLLECT,      /* a row of the table: values[i] in columns[i] */
	SF_BRANCH,       /* if values[0]: body, else: other */
	SF_WHILE,        /* while values[0]: body */
	SF_EACH,         /* for variable `number` in values: body */
	SF_COUNT         /* for variable `number` from values[0] to values[1]: body */
} sf_act;
typedef struct sf_step sf_step;
typedef sb_vec(const sf_step *) sf_steps;
struct sf_step {
	sf_act act;
	sb_span span;
	uint32_t number;
	sx_ref subscript;
	sb_vec(sx_ref) values;
	sb_u32s columns;
	sf_steps body, other;
};

typedef struct sf_study {
	const char *name;
	const sx_pool *pool;
	sb_vec(sf_study_variable) variables;
	uint32_t scalars;
	sb_vec(sf_study_experiment) experiments;
	sb_vec(sf_gift) gifts;
	sb_vec(sf_quantity) quantities, curves;        /* curves are kept of each run, to be drawn */
	sb_strings columns;                    /* of the table */
	sf_steps steps;
} sf_study;

#endif
