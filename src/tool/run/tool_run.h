/* saltus run: one call of it. command_run.c leads it; run_pictures.c has the files and pictures of its results,
 * run_animation.c films of what moves; run_analyses.c what the model asks for beside it; run_reports.c tells how it
 * went; run_study.c executes studies, run_steps.c the same for several values of parameters. */
#ifndef SALTUS_TOOL_RUN_H
#define SALTUS_TOOL_RUN_H

#include "base/json.h"
#include "front/study_steps.h"
#include "tool/guard/tool_guard.h"
#include "tool/report/report.h"

int tool_run(int argc, char **argv);

typedef struct tool_measured { const char *name; double value; } tool_measured;

typedef struct tool_job {
	tool_options o;
	sb_arena *arena;
	st_model *model;
	st_experiments *all;
	se_run *run;                     /* the last one; NULL: there was none */
	se_settings settings;            /* of it */
	se_status status;
	sb_text written;                 /* what the program says, where it does not go to stdout at once */
	sb_text each;                    /* the experiments as JSON */
	tool_pictures pictures;
	sb_strings picture_files;        /* of --plot; "": the terminal */
	double began, begun;             /* the present experiment; the command */
	double simulated, total, files;  /* seconds of all runs; of everything; of writing and drawing */
	sb_strings objects; const char *sheet;           /* of --animate: names without subscripts; NULL: none */
	const bool *rates;               /* by scalar: the model has its derivative by name */
	bool good;                       /* everything that was asked for could be written */
	/* What the model asks for beside its run: the model at rest, its tables, measures of the run. */
	st_model *rest;
	st_tables tables;
	sb_vec(tool_measured) measured;
	sb_vec(tool_measured) step;      /* one of several: the values that it has */
} tool_job;

/* command_run.c, for whoever makes several jobs of one */
void tool_carry_out(tool_job *j);
int tool_finish(tool_job *j);
void tool_job_free(tool_job *j);
/* run_steps.c: the model asks for several values of parameters. */
bool tool_has_steps(const tool_job *j);
int tool_run_steps(tool_job *j);                 /* the exit status */
/* run_study.c: a study is named, and not a model. */
bool tool_is_study(const tool_options *o);
int tool_run_study(const tool_options *o);
const sf_study *tool_read_study(const tool_options *o, sb_arena *arena, sb_diag *diag);  /* NULL after messages */
/* run_pictures.c */
bool tool_check_pictures(tool_job *j);           /* their names are those of the model; false after a report */
void tool_write_results(tool_job *j);            /* files and pictures of the last run */
/* run_animation.c */
bool tool_check_animations(tool_job *j);         /* there is something to animate; false after a report */
void tool_record_animated(tool_job *j, sb_strings *names);       /* patterns of what the animations need */
void tool_write_animations(tool_job *j);
/* run_analyses.c */
bool tool_measure(tool_job *j);                  /* measures of the model; false: the run for them failed */
void tool_analyse(tool_job *j);
void tool_write_tables(tool_job *j);
/* The plots of a job, for a raw file; behind each name: `tail`. */
uint32_t tool_plots(tool_job *j, const char *tail, sr_raw_plot *out);
void tool_analyses_json(const tool_job *j, sb_json *out);
/* run_reports.c */
const char *tool_status_name(se_status status, bool good);
void tool_print_json(const tool_job *j);
void tool_print_line(const tool_job *j, const st_outcome *o, double seconds);
void tool_print_summary(const tool_job *j);
void tool_print_profile(const tool_job *j);
void tool_print_modes(const tool_job *j);

#endif
