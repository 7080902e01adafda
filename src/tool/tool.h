/* The program `saltus`: one file per subcommand.
 *
 * A subcommand takes its own arguments and returns the exit status: 0 done, 1 the model or the run failed, 2 wrong
 * usage, 3 time-out, 128 + N ended by signal N (signals.h). Messages go to stderr, data to stdout. options.c has one
 * table of the options that commands share. It reads them by this table, and prints the help from it.
 */
#ifndef SALTUS_TOOL_TOOL_H
#define SALTUS_TOOL_TOOL_H

#include "base/stop.h"
#include "study/study.h"
#include "tool/picture.h"

enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_TIMEOUT = 3 };

/* as the model says; stop; what there is beside that */
typedef enum tool_choice { TOOL_MODEL, TOOL_STOP, TOOL_OTHER } tool_choice;

/* Of `saltus fit` alone. */
typedef struct tool_fit_options {
	sb_strings data, vary, maps, sigmas;
	const char *loss; double scale, confidence;              /* NAN: not given */
	bool differences, check;
} tool_fit_options;

enum { TOOL_OPTIONS = 128 };
typedef struct tool_options {
	const char *file, *class_name;
	sb_strings files;                                        /* of commands that take several */
	sb_vec(st_given) given;
	sb_strings inputs;                                       /* as written */
	double start, stop, step, max_step, tolerance, timeout;  /* NAN: not given */
	double memory;                                           /* bytes; 0: not given */
	const char *solver;
	const char *checkpoint, *resume; double every;
	uint64_t seed; uint32_t max_microsteps, max_runs, threads;       /* 0: the default */
	sb_strings outputs, vars;
	sb_strings renamed;                                      /* NAME=OTHER, of compare */
	double absolute, time_tolerance;                         /* NAN: not given */
	bool all;
	tool_picture_list pictures;                              /* what is to be drawn */
	tool_picture all_pictures;                               /* what is said of pictures before the first of them */
	se_limits limits;
	se_rows rows;
	tool_choice on_zeno, on_chatter;
	unsigned log;
	bool json, quiet, profile;
	bool no_external, allow_external, isolate;
	int journal;                                             /* of a process that isolates; 0: none */
	double at, sample;                                       /* of linearise and trim; NAN: not given */
	bool steady, clocked;
	const char *component, *method, *along;
	sb_strings inputs_of, outputs_of, draw, free, zero, bounds;
	uint32_t starts;
	bool only_check, print;                                  /* of fmt */
	sb_strings measures, curves;                             /* of sweep: as written */
	bool grid, zip, no_scramble, indices, merge, go_on, anew;
	uint32_t random, sobol, latin;                           /* 0: not given */
	double run_timeout;
	const char *shard, *curves_file, *picture;
	tool_fit_options fit;
	bool taken[TOOL_OPTIONS];                                /* which options were given */
	int optimise;                                            /* -1: as the run's length asks for */
} tool_options;

/* Reads the arguments of a command. False after a report to `diag` (U00xx). `allowed` is a set of the groups below. */
/* TOOL_PICTURE: also the options of pictures; TOOL_RESULTS: of commands that take files of results. */
enum tool_group {
	TOOL_COMMON = 1, TOOL_RUN = 2, TOOL_CHECK = 4, TOOL_FORMAT = 8, TOOL_SHOW = 16, TOOL_POINT = 32, TOOL_LINEAR = 64,
	TOOL_TRIM = 128, TOOL_PICTURE = 256, TOOL_RESULTS = 512, TOOL_COMPARE = 1024,
	TOOL_SWEEP = 2048, TOOL_FIT = 4096
};
bool tool_parse(sb_arena *arena, sb_diag *diag, int argc, char **argv, unsigned allowed, const char *command,
				tool_options *out);

int tool_run(int argc, char **argv);
int tool_sweep(int argc, char **argv);
int tool_check(int argc, char **argv);
int tool_flat(int argc, char **argv);
int tool_code(int argc, char **argv);
int tool_fmt(int argc, char **argv);
int tool_linearise(int argc, char **argv);
int tool_trim(int argc, char **argv);
int tool_fit(int argc, char **argv);
int tool_plot(int argc, char **argv);
int tool_compare(int argc, char **argv);
int tool_help(int argc, char **argv);
const char *tool_other_option(const char *word); /* what another program's option is called here; NULL: not known */
int tool_unknown_word(int argc, char **argv); /* argv[0] is no command: says what to do instead (words.c) */

/* The options of a group as help text. */
void tool_print_options(unsigned group, FILE *out);
const char *tool_stop_name(sb_stop why);                     /* as a status in JSON */
bool tool_color(FILE *stream);                               /* a terminal, and NO_COLOR is not set */
void tool_print_messages(const sb_diag *diag, bool quiet);   /* to stderr; quiet: errors only */
int tool_usage(sb_diag *diag, const char *command); /* prints the messages and how to get help; returns TOOL_USAGE */
/* patterns.c: patterns of names. False after an error for each that selects nothing (U0105), or nothing that can be
 * drawn (draws: the option of a picture; NULL: they are those of --vars). `writes`: there are files of results.
 * `rates`: see se_named_rates. */
bool tool_check_patterns(sb_arena *arena, const st_model *m, const bool *rates, sb_strings *patterns, const char *draws,
						 bool writes);
/* run_settings.c: what model and options say about a run; not what is recorded, and no time-out. */
se_settings tool_settings(const tool_options *o, const st_model *m);
/* A model as far as the command needs it; messages printed; NULL after errors. */
st_model *tool_load(const tool_options *o, st_depth depth);

#endif
