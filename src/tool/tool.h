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
#include "tool/option_value.h"
#include "tool/picture.h"

enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_TIMEOUT = 3 };

/* as the model says; stop; what there is beside that */
typedef enum tool_choice { TOOL_MODEL, TOOL_STOP, TOOL_OTHER } tool_choice;

/* What is said about a run, by commands that simulate. NAN, 0 and NULL: not given. */
typedef struct tool_run_options {
	sb_strings inputs;                                       /* as written */
	double start, stop, step, max_step, tolerance;
	const char *solver;
	uint64_t seed; uint32_t max_microsteps, max_runs;
	tool_choice on_zeno, on_chatter;
	const char *checkpoint, *resume; double every;
	se_limits limits;
	se_rows rows;
	unsigned log;
	bool profile, isolate;
	int journal;                                             /* of a process that isolates; 0: none */
} tool_run_options;

typedef struct tool_point_options {                          /* of linearise and trim */
	double at, sample;                                       /* NAN: not given */
	bool steady, clocked;
	st_method method;
	const char *component, *along;
	sb_strings inputs, outputs, free, zero, bounds;
	uint32_t starts;
} tool_point_options;

/* Of curves: overlay, multiples, bands; of measures: heat, effects. */
typedef enum tool_sweep_picture {
	TOOL_WHAT_FITS, TOOL_OVERLAY, TOOL_MULTIPLES, TOOL_BANDS, TOOL_HEAT, TOOL_EFFECTS
} tool_sweep_picture;
typedef struct tool_sweep_options {
	sb_strings measures, curves;                             /* as written */
	bool grid, zip, no_scramble, indices, merge, resume, restart;
	uint32_t random, sobol, latin;                           /* 0: not given */
	double run_timeout;                                      /* NAN: not given */
	const char *shard, *curves_file;
	tool_sweep_picture picture;
} tool_sweep_options;

typedef struct tool_optimise_options {                       /* 0 and NULL: not given */
	const char *min, *max, *method;
	sb_strings vary, subject;
	uint32_t evaluations, starts;
	bool differences;
	double xtol, ftol;
} tool_optimise_options;

typedef struct tool_fit_options {
	sb_strings data, vary, maps, sigmas;
	const char *loss; double scale, confidence;              /* NAN: not given */
	uint32_t starts;
	bool differences, check;
} tool_fit_options;

typedef struct tool_compare_options {
	sb_strings renamed;                                      /* NAME=OTHER */
	double tolerance, absolute, time;                        /* NAN: not given */
	bool all;
} tool_compare_options;

typedef struct tool_drawing_options { bool icon, diagram; uint32_t width; } tool_drawing_options;    /* 0: not given */
typedef struct tool_format_options { bool only_check, print; } tool_format_options;
typedef enum tool_shell { TOOL_NO_SHELL, TOOL_BASH, TOOL_ZSH, TOOL_FISH } tool_shell;
typedef struct tool_help_options { bool manual; tool_shell shell; } tool_help_options;
typedef struct tool_explain_options { bool example; } tool_explain_options;

/* What stands here is of several commands; the rest is of one of them or of those that are alike. */
enum { TOOL_OPTIONS = 192 };
typedef struct tool_options {
	const char *file, *class_name;
	const char *text;                                        /* of the standard input, for `-`; NULL: from the file */
	sb_strings files;                                        /* of commands that take several */
	sb_vec(st_given) given;
	sb_strings outputs, vars, draw;                          /* as written */
	tool_picture_list pictures;                              /* what is to be drawn */
	tool_picture all_pictures;                               /* what is said of pictures before the first of them */
	double timeout, memory;                                  /* seconds, NAN: not given; bytes, 0: not given */
	uint32_t threads;                                        /* 0: not given */
	bool json, quiet, no_external, allow_external;
	tool_run_options run;
	tool_point_options point;
	tool_sweep_options sweep;
	tool_optimise_options optimise;
	tool_fit_options fit;
	tool_compare_options compare;
	tool_drawing_options drawing;
	tool_format_options format;
	tool_help_options help;
	tool_explain_options explain;
	bool taken[TOOL_OPTIONS];                                /* which options were given */
} tool_options;

/* Reads the arguments of a command. False after a report to `diag` (U00xx). `allowed` is a set of the groups below. */
/* TOOL_PICTURE: also the options of pictures; TOOL_RESULTS: of commands that take files of results. */
enum tool_group {
	TOOL_COMMON = 1, TOOL_RUN = 2, TOOL_CHECK = 4, TOOL_FORMAT = 8, TOOL_SHOW = 16, TOOL_POINT = 32, TOOL_LINEAR = 64,
	TOOL_TRIM = 128, TOOL_PICTURE = 256, TOOL_RESULTS = 512, TOOL_COMPARE = 1024,
	TOOL_SWEEP = 2048, TOOL_HELP = 4096, TOOL_OPTIMISE = 8192, TOOL_FIT = 16384, TOOL_EXPLAIN = 32768, TOOL_DRAW = 65536
};
bool tool_parse(sb_arena *arena, sb_diag *diag, int argc, char **argv, unsigned allowed, const char *command,
				tool_options *out);

int tool_run(int argc, char **argv);
int tool_sweep(int argc, char **argv);
int tool_optimise(int argc, char **argv);
int tool_check(int argc, char **argv);
int tool_flat(int argc, char **argv);
int tool_code(int argc, char **argv);
int tool_fmt(int argc, char **argv);
int tool_linearise(int argc, char **argv);
int tool_trim(int argc, char **argv);
int tool_fit(int argc, char **argv);
int tool_plot(int argc, char **argv);
int tool_draw(int argc, char **argv);
int tool_compare(int argc, char **argv);
int tool_explain(int argc, char **argv);
int tool_help(int argc, char **argv);
const char *tool_other_option(const char *word); /* what another program's option is called here; NULL: not known */
int tool_unknown_word(int argc, char **argv); /* argv[0] is no command: says what to do instead */

/* The options of a set of groups by their numbers from 0 on. False: past the last. */
bool tool_option_at(unsigned groups, uint32_t number, tool_option *out);
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
/* operands.c: what stands beside the options, argument by argument, and when all are read. False after a report. */
bool tool_take_operand(sb_arena *arena, sb_diag *diag, unsigned allowed, char **argv, int i, tool_options *out);
bool tool_close_operands(sb_arena *arena, sb_diag *diag, unsigned allowed, const char *command, tool_options *out);
/* FILE:CLASS, or - for the standard input; text: NULL, or what was read there. */
void tool_name_model(sb_arena *arena, const tool_options *o, const char *word, const char **file,
					 const char **class_name, const char **text);
/* What the options say about loading a model. */
st_options tool_load_options(const tool_options *o, st_depth depth, st_external external);
/* A model as far as the command needs it; messages printed; NULL after errors. */
st_model *tool_load(const tool_options *o, st_depth depth);

#endif
