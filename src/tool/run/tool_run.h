/* saltus run: one call of it. command_run.c leads it; run_pictures.c has the files and pictures of its results,
 * run_animation.c films of what moves; run_reports.c tells how it went. */
#ifndef SALTUS_TOOL_RUN_H
#define SALTUS_TOOL_RUN_H

#include "tool/guard/tool_guard.h"
#include "tool/report/report.h"

int tool_run(int argc, char **argv);

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
} tool_job;

/* run_pictures.c */
bool tool_check_pictures(tool_job *j);           /* their names are those of the model; false after a report */
void tool_write_results(tool_job *j);            /* files and pictures of the last run */
/* run_animation.c */
bool tool_check_animations(tool_job *j);         /* there is something to animate; false after a report */
void tool_record_animated(tool_job *j, sb_strings *names);       /* patterns of what the animations need */
void tool_write_animations(tool_job *j);
/* run_reports.c */
const char *tool_status_name(se_status status, bool good);
void tool_print_json(const tool_job *j);
void tool_print_line(const tool_job *j, const st_outcome *o, double seconds);
void tool_print_summary(const tool_job *j);
void tool_print_profile(const tool_job *j);
void tool_print_modes(const tool_job *j);

#endif
