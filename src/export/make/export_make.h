/* What the parts of the export share: one model on its way out.
 *
 *     refuse.c        what cannot leave
 *     interface.c     parameters, inputs and outputs, and their names in C
 *     rewrite_text.c  the text of the equations, as it stands alone
 *     pinned.c        which values are known when the model leaves, and which parameters are pinned by that
 *     known_values.c  these values, and the points of tables, as C
 *     externals.c     external functions that can leave, and their C
 *     fold.c          parameters that do not stay parameters are numbers
 *     place_step.c    the step of a small model, with its rates in place
 *     model_tables.c     the constants of rt_model
 *     write_model.c   model.h and model.c
 *     write_program.c main.c and the Makefile
 *     write_python.c  the Python module
 *     folder.c        what is not overwritten
 *     access.c        what these share: fields by number
 *     export.c        all of it, in order, into a folder */
#ifndef SALTUS_EXPORT_MAKE_H
#define SALTUS_EXPORT_MAKE_H

#include "export/export.h"
#include "export/runtime/export_runtime.h"

/* A field of a struct of the interface: a scalar, or an array with the shape of the variable. */
typedef struct so_field { const char *name, *field; uint32_t variable; } so_field;
typedef sb_vec(so_field) so_fields;

/* The texts of the runtime; the last one has no name. */
typedef struct so_file { const char *name, *text; } so_file;
extern const so_file so_runtime[], so_interface[];       /* texts; the last one has no name */

/* A table that was made here. kind: 1, 2: of as many variables; 0: of time. number: among those of its kind, from 1. */
typedef struct so_object { uint32_t place; int kind; const void *at; uint32_t number; } so_object;

typedef struct so_job {
	st_model *m;
	const si_image *image;
	const so_options *o;
	sb_arena *arena;
	sb_diag *diag;
	sc_data *d;                      /* with the values of the parameters */
	const char *name;                /* the prefix of everything in C */
	so_fields parameters, inputs, outputs;
	const char **pinned;             /* by variable: a function that stays here computes something from it; or NULL */
	bool *initial;                   /* by variable: the initial system finds it, or elements of it */
	bool *known, *known_steps;       /* by variable, and by step of the parameters: the values are constants */
	sb_vec(so_object) objects;       /* tables, by the variable that stands for them */
	sc_alone text;
	bool *called;                    /* by function of the model */
	const char *body;                /* the text as it stands alone */
	const char *beside;              /* that of derivatives, which belongs to an FMU; NULL: there is none */
	bool steps;                      /* it has a step of its own (place_step.c) */
	const char *includes;            /* C that comes before it, from annotations Include */
	sb_vec(so_file) copies;          /* and the files that this includes */
	sc_objects *kept;                /* external objects, while it is open */
	double step, start, stop, tolerance;
	int solver;
	rt_model counts;                 /* sizes, for rt_sizes_of; its tables are those that it needs */
	sb_text tables;
	sb_text written;                 /* the list of files (folder.c) */
	so_report *report;
} so_job;

bool so_may_leave(so_job *j);            /* refuse.c: false after messages */
void so_find_pinned(so_job *j);          /* pinned.c: before the interface */
void so_find_known(so_job *j);           /* ... and behind it */
const char *so_why_function_stays(const so_job *j, const sm_function *f);   /* externals.c; NULL: it can leave */
const char *so_runtime_name(const so_job *j, const char *symbol);        /* of a function of external/; or NULL */
bool so_take_includes(so_job *j);        /* false after a message */
bool so_find_interface(so_job *j);       /* interface.c */
const char *so_identifier(sb_arena *arena, const char *name);
const char *so_real_type(const so_job *j);
const char *so_field_type(const so_job *j, const si_variable *v);
void so_put_number(const so_job *j, double value, sb_text *out);         /* a Real of the precision that is wanted */
bool so_rewrite(so_job *j);              /* rewrite_text.c: from text to body */
bool so_rewrite_derivatives(so_job *j, const char *text, const char **body);     /* of sc_derivatives_alone */
const char *so_fold(so_job *j, const char *text);                        /* fold.c */
const char *so_put_in_place(so_job *j, const char *text);                /* place_step.c: sets j->steps */
void so_put_step(const so_job *j, sb_text *out);
void so_make_tables(so_job *j);          /* model_tables.c */
void so_put_known(so_job *j);            /* known_values.c: constants, and points of tables */
void so_put_quoted(const char *text, sb_text *out);
void so_write_header(const so_job *j, sb_text *out);                     /* write_model.c */
void so_write_source(const so_job *j, sb_text *out);
void so_write_main(const so_job *j, sb_text *out);                       /* write_program.c */
void so_write_makefile(const so_job *j, sb_text *out);
void so_write_python(const so_job *j, sb_text *out);                     /* write_python.c */
void so_write_python_calls(const so_job *j, sb_text *out);
void so_write_project(const so_job *j, sb_text *out);
const char *so_place_of(const so_job *j, sb_span span);                  /* "file.mo:12" */

bool so_folder_is_free(so_job *j);       /* folder.c: false after a message */
void so_note_file(so_job *j, const char *name, const char *text, size_t length);
const char *so_list_of_files(so_job *j, const char **name);

/* access.c: a text in which NAME stands for the name of the model, unless an equals sign follows. */
void so_put_named(const so_job *j, const char *text, sb_text *out);
uint32_t so_scalars_of(const so_job *j, const so_fields *fields);
/* "m->u.field[1]": element k of a field. */
void so_put_field(const so_job *j, const char *what, const so_field *f, uint32_t k, sb_text *out);
/* A function that sets or reads a value of the struct by its number. `name`: with its type. */
void so_put_setter(const so_job *j, const so_fields *fields, const char *what, const char *name, sb_text *out);
void so_put_getter(const so_job *j, const so_fields *fields, const char *what, const char *name, sb_text *out);
void so_put_names(const so_job *j, const so_fields *fields, const char *name, sb_text *out);

/* export.c: the texts of the equations and the interface, then the tables. False after messages; it is closed in any
 * case. */
bool so_open(so_job *j, st_model *m, const so_options *options, sb_arena *arena, so_report *report);
void so_finish(so_job *j);
void so_close(so_job *j);

#endif
