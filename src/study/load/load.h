/* Load: a model from its file to a program that can run, and parameters by name.
 *
 *     st_model *m = st_load(path, class_name, options);     text to machine code, with the values given in the options
 *     se_run *run = st_run(m, diag);                        a run of it, with the values that needed no new translation
 *
 *     load.c    the layers one after another, and the values given by name
 *     array.c   whole arrays by name (array.h)
 *     starts.c  start values as parameters (starts.h)
 *     named_derivatives.c   derivatives of a paused run by name
 *     written_name.c        names of variables in expressions beside a model (written_name.h)
 */
#ifndef SALTUS_STUDY_LOAD_H
#define SALTUS_STUDY_LOAD_H

#include "engine/engine.h"
#include "front/request.h"
#include "model/rewrite/rewrite.h"
#include "study/input/input.h"
#include "structure/structure.h"

typedef struct st_wall { double front, structure, code; } st_wall;      /* seconds */
typedef sf_given st_given;                                              /* as written: -p NAME=VALUE */

typedef enum st_depth { ST_FLAT, ST_PLAN, ST_CODE } st_depth;           /* how far to go */
/* What is executed of external C: also what the model brings, or only those functions of Saltus' own that read
 * (external/external.h). A model that is to be run must not bring any then. */
typedef enum st_external { ST_ANY_C, ST_OWN_C } st_external;
typedef struct st_options {
	const st_given *given; uint32_t given_count;
	st_depth depth;
	st_external external;
	sc_options code;
	const st_input *inputs; uint32_t input_count;
	const char *const *starts; uint32_t start_count;     /* x.start: these become parameters, if x is no array */
	bool curves;                     /* inputs that nothing gives follow curves (study/input/input.h) */
	const char *const *written; uint32_t written_count;                 /* further inputs, as --input has them */
	/* not NULL: the text of the model. The path is for messages, and its ending tells the notation, if it has one that
	 * does. */
	const char *text;
	fi_options fmu;                  /* of FMUs; classes that are given by file */
	const sf_given *fmus; uint32_t fmu_count;
	const char *opened;              /* not NULL: a component that is opened (model/rewrite/rewrite.h) */
	const char *taken;               /* not NULL: a component that is taken out, and is the model then */
} st_options;

typedef struct st_model {
	sb_arena *arena; sb_names *names; sb_diag *diag;
	sm_model *flat; ss_plan *plan; sc_program *program;                 /* NULL where it was not reached */
	st_input_list inputs;                                               /* that were given */
	st_feeds *feeds;                                                    /* samples of inputs; NULL: there are none */
	st_wall wall;
	sm_openings opened;              /* the inputs of the component that was */
	/* values that need no new translation, for each run */
	sb_vec(struct st_value { uint32_t scalar; double number; const char *string; }) values;
} st_model;

/* Never NULL. Failed if sb_errors(m->diag): all that went wrong is there. Values that are part of the model's structure
 * are applied by translating again; this is said as an info message. */
st_model *st_load(const char *path, const char *class_name, const st_options *options);
void st_free(st_model *m);
/* A run with the values given at loading; messages go to `diag` (that of the model, or one of the run's own in another
 * thread). */
se_run *st_run(st_model *m, sb_diag *diag);

/* The parameter of this name, for runs that set it (se_set). False after a message, as -p gives it. */
bool st_settable(st_model *m, const char *name, uint32_t *scalar);
/* A value as it is written: a number, true, a literal. False after a message; `name` is for that. */
bool st_read_number(st_model *m, uint32_t scalar, const char *name, const char *text, double *out);
/* Can it be varied only by translating again? Part of the structure, a whole array, an attribute such as x.nominal. */
bool st_needs_translation(const st_model *m, const char *name, const char *value);

/* Does the file or the text (not NULL) hold a library, rather than one model? */
bool st_names_library(const char *path, const char *text, const char *class_name);

/* Who runs external functions while a model is translated. */
sm_runner st_runner_of(st_external external);

/* FILE:CLASS, where FILE may itself hold colons, or the full name of a class of a library that is installed. The class
 * is NULL if there is none. */
void st_split(sb_arena *arena, const char *argument, const char **path, const char **class_name);

/* named_derivatives.c: se_derivatives with names; a row is "der(x)" or a variable. False after a message. */
typedef struct st_matrix {
	const char *const *of; size_t rows;
	const char *const *by; size_t columns;
	double *matrix;
} st_matrix;
/* One of them. False after a message. */
bool st_find_asked(const sm_model *m, sb_arena *arena, sb_diag *diag, const char *name, se_asked *out);
bool st_derivatives(se_run *run, const sm_model *m, sb_diag *diag, const st_matrix *q);

#endif
