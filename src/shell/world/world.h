/* World: what there is in a session.
 *
 *     world_models.c    models of files, by name
 *     world_process.c   processes: made, begun, ended, removed
 *     world_block.c     what a block specification means
 *     world_names.c     what names with wild cards mean in a block; values
 *     world_tell.c      messages, numbers and tables for the user
 *
 * A process is an instance of an experiment or model: a program, a run of it, the values that were given, and what a
 * run has left behind. It is `new` until it is begun, `stands` while it can go on, and has `ended` then.
 */
#ifndef SALTUS_SHELL_WORLD_H
#define SALTUS_SHELL_WORLD_H

#include "shell/command/shell_command.h"
#include "shell/shell.h"
#include "study/study.h"

#include <stdio.h>

/* Something that can be instantiated; `part` is what the front end calls it, NULL: the file is one model. */
typedef struct sh_model {
	const char *path, *part, *name, *kind;
	bool runs;                       /* it says how it is run: an experiment */
	bool study;                      /* it decides by itself what is run */
} sh_model;

typedef enum sh_state { SH_NEW, SH_STANDS, SH_ENDED } sh_state;

/* A state of a run that can be gone back to. */
typedef struct sh_saved { double time; uint32_t rows, events; sb_archive bytes; } sh_saved;
typedef struct sh_happened { double time; const char *text; } sh_happened;
typedef struct sh_value { const char *name, *text; double number; } sh_value;

typedef struct sh_process {
	const sh_model *of; const char *copy;        /* "" : the one without a name */
	bool study;                      /* `model` is not there, or cannot be held */
	sb_arena *arena;                 /* of the process */
	st_model *model; se_run *run;
	se_settings settings;
	sh_state state;
	se_status status;                /* how it has ended */
	bool moved;                      /* since it was begun */
	uint32_t told;                   /* messages that the user has seen */
	sb_vec(sh_value) given;
	sb_strings recorded;             /* patterns of the run, which refers to them */
	sb_arena *of_run;                /* what is kept of the present run: */
	sb_vec(sh_happened) events;
	sb_vec(sh_saved) saved;
	bool not_saved;                  /* a state could not be saved: no way back */
	sb_vec(sr_record *) earlier;     /* what runs before have recorded */
	double printed, scoped;          /* when PRINT and SCOPE are due */
	uint32_t number;                 /* of the present run, from 1 */
	uint64_t heard;                  /* events that were told by the engine */
	double cpu;                      /* seconds of the processor, of the present run */
} sh_process;

/* A variable of a process; `rate`: its derivative. */
typedef struct sh_item { sh_process *process; const char *name; uint32_t scalar; bool rate; } sh_item;
typedef sb_vec(sh_item) sh_items;

typedef struct sh_list {
	sh_items items;
	double delta;                    /* NAN: at each row of the output */
	const char *output;              /* NULL: none */
	FILE *file;                      /* of a table that is being written */
} sh_list;

/* The curve of a variable in one run. */
typedef struct sh_trace_points { double *x, *y; uint32_t n, cap; } sh_trace_points;
typedef struct sh_curve { const char *name; const sh_process *process; uint32_t run; sh_trace_points points; } sh_curve;
typedef struct sh_scope {
	sh_list list;
	double origin[2], scale[2];      /* NAN: as the curves are */
	sh_item independent;             /* process NULL: the time */
	sb_vec(sh_curve) curves;
	double drawn;                    /* when, by the clock on the wall */
	uint32_t lines;                  /* of the drawing that stands on the screen */
} sh_scope;

typedef struct sh_place { sh_process *process; const char *path; } sh_place;        /* path: "" at the top */
typedef struct sh_break {
	sh_place place; const sh_formula *condition; const char *text;
	sb_vec(struct sh_bound { const sh_formula *variable; sh_item item; bool time; }) bound;      /* what it reads */
	bool was;                        /* its value where the process stands */
} sh_break;
typedef struct sh_symbol { const char *name; double value; } sh_symbol;

enum sh_traced {
	SH_TRACE_CALLS = 1, SH_TRACE_STATE_EVENTS = 2, SH_TRACE_TIME_EVENTS = 4, SH_TRACE_FUNCTIONS = 8,
	SH_TRACE_STATES = 16, SH_TRACE_RATES = 32, SH_TRACE_ALL = 63
};
typedef enum sh_on_error { SH_STOP, SH_CONTINUE, SH_IGNORE } sh_on_error;

typedef struct sh_control {          /* NAN, NULL: as the model says */
	double start, finish, interval, tolerance, max_step, seed, rest, slide, width, height, commands;
	const char *solver;
} sh_control;

typedef struct sh_world {
	const sh_host *host;
	sb_arena *arena, *now;           /* of the session; of the present command */
	sb_diag *diag;                   /* of the present command */
	sb_diag *kept;                   /* sources that live as long as the session */
	sb_vec(sh_model *) models;
	sb_vec(sh_process *) processes;
	sh_place present;                /* process NULL: none is set */
	sb_vec(sh_symbol) symbols;
	sh_control control;
	sh_list prepare, print, watch;
	sh_scope scope;
	sb_vec(sh_break *) breaks;
	unsigned trace;
	sh_on_error on_error;
	bool terminal, live;             /* live: SCOPE draws while a process goes on */
	bool color;
	const volatile int *halt;        /* Ctrl-C was pressed */
} sh_world;

/* world_models.c. False after a message. */
bool sh_load(sh_world *w, const char *file);
const char *sh_process_name(sh_world *w, const sh_process *p);           /* :name(copy) */
const char *sh_model_sort(const sh_model *m);                            /* experiment, model, ... */

/* world_process.c. NULL or false after messages, which have been told. */
sh_process *sh_create(sh_world *w, const sh_model *m, const char *copy);
void sh_remove(sh_world *w, sh_process *p);
bool sh_begin(sh_world *w, sh_process *p);                               /* anew, whatever was before */
bool sh_look(sh_world *w, sh_process *p); /* it has values: it is begun if it is new */
void sh_finish(sh_world *w, sh_process *p);                              /* the last instant of a run */
/* Translated again, with the values that were given: false after messages, and it is as it was. */
bool sh_translate(sh_world *w, sh_process *p);
void sh_give(sh_process *p, const char *name, double number, const char *text);
void sh_drop_run(sh_process *p);                                         /* what belongs to the present run */

/* world_block.c. Processes that a specification names; false after a message. */
typedef sb_vec(sh_process *) sh_processes;
typedef sb_vec(const sh_model *) sh_models;
bool sh_find_models(sh_world *w, const sh_block *b, sh_models *out);
bool sh_find_processes(sh_world *w, const sh_block *b, sh_processes *out);
sh_process *sh_one_process(sh_world *w, const sh_command *c); /* of the command, or the present one */
/* All blocks that it means; without anything written the present one. */
typedef sb_vec(sh_place) sh_places;
bool sh_find_blocks(sh_world *w, const sh_block *b, sh_places *out);
bool sh_one_block(sh_world *w, const sh_block *b, sh_place *out);
const char *sh_place_name(sh_world *w, sh_place p);                      /* :name(copy)[path] */
bool sh_is_like(const char *pattern, const char *name);                  /* with *, in any case of letters */

/* world_names.c */
enum sh_kind {
	SH_KIND_STATE = 1, SH_KIND_AUXILIARY = 2, SH_KIND_INTEGER = 4, SH_KIND_LOGICAL = 8, SH_KIND_CONSTANT = 16,
	SH_KIND_PARAMETER = 32, SH_KIND_ANY = 63
};
/* Variables of these kinds. `deep`: of submodels too. False after a message if there is none, unless the name is *. */
bool sh_find_items(sh_world *w, const sh_element *e, unsigned kinds, bool deep, sh_items *out);
bool sh_one_item(sh_world *w, const sh_element *e, sh_item *out);
bool sh_resolve(sh_item *item); /* after a translation; false: the name is gone */
unsigned sh_kind_of(const sh_process *p, uint32_t scalar);
double sh_value_of(const sh_item *item);                                 /* where the process stands */
const sm_variable *sh_variable_of(const sh_item *item);
/* Blocks directly inside of a block. */
void sh_blocks_inside(sh_world *w, sh_place p, sb_strings *out);
const ss_plan *sh_present_plan(const sh_process *p);                     /* of the mode in which it stands */
/* The value of a formula of a command. False after a message. */
bool sh_compute(sh_world *w, const sh_formula *f, double *out);
sh_symbol *sh_symbol_called(sh_world *w, const char *name);              /* NULL: there is none */

/* world_tell.c */
void sh_tell(sh_world *w);                                               /* the messages of the command so far */
void sh_tell_process(sh_world *w, sh_process *p);                        /* those of the process that are new */
const char *sh_number(sh_world *w, double value);                        /* as people read it */
const char *sh_item_name(sh_world *w, const sh_item *item);              /* der(x) of a rate */
void sh_tell_value(sh_world *w, const sh_item *item, int width);
bool sh_screen(const sh_world *w, uint32_t *width, uint32_t *height);

#endif
