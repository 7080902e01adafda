/* The program `saltus`: one file per subcommand.
 *
 * A subcommand takes its own arguments and returns the exit status: 0 done, 1 the model or the run failed, 2 wrong
 * usage, 3 time-out, 128 + N ended by signal N (guard/tool_guard.h). Messages go to stderr, data to stdout.
 *
 * The rooms, in order: line (the command line and what it says), guard (the process), report (the terminal), couple
 * (systems), then the commands by kind (run, results, fmu, point, study, text, session), and commands (the table of
 * them, and the help made from it). main.c finds the command. This header has what all of them share: what the options
 * say. */
#ifndef SALTUS_TOOL_TOOL_H
#define SALTUS_TOOL_TOOL_H

#include "base/stop.h"
#include "study/study.h"
#include "tool/line/option_value.h"
#include "tool/line/picture.h"

enum { TOOL_DONE = 0, TOOL_FAILED = 1, TOOL_USAGE = 2, TOOL_TIMEOUT = 3 };

/* as the model says; stop; what there is beside that */
typedef enum tool_choice { TOOL_MODEL, TOOL_STOP, TOOL_OTHER } tool_choice;

/* What is said about a run, by commands that simulate. NAN, 0 and NULL: not given. */
typedef struct tool_run_options {
	sb_strings inputs;                                       /* as written */
	double start, stop, step, max_step, tolerance, quantum, hysteresis;
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

/* Of FMUs. */
typedef struct tool_fmu_options {
	bool exchange, cosimulation, in_process, interpolate;
	double limit, step;                                      /* NAN: not given */
} tool_fmu_options;

/* Of systems that a master leads; 0: not given, else one more than the number of the word. */
typedef struct tool_couple_options {
	int algorithm, control, hold;
	uint32_t iterations;
	bool no_estimate, parallel, locate;
} tool_couple_options;

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

typedef struct tool_drawing_options {
	bool icon, diagram, activation;
	uint32_t width; double values;                           /* 0, NAN: not given */
} tool_drawing_options;
typedef struct tool_bond_options {
	bool strict, equations, compare;
	sb_strings devs;
} tool_bond_options;
typedef struct tool_format_options { bool only_check, print; } tool_format_options;
typedef enum tool_shell { TOOL_NO_SHELL, TOOL_BASH, TOOL_ZSH, TOOL_FISH } tool_shell;
typedef struct tool_help_options { bool manual; tool_shell shell; } tool_help_options;
typedef struct tool_export_options {                         /* of code --target; 0 and NULL: not given */
	int target;                                              /* so_target + 1 */
	const char *folder, *name;
	sb_strings expose, outputs;
	bool single, overwrite;
	uint32_t scratch, delays;
	const char *component;           /* that is taken out of the model; NULL: all of it leaves */
	uint32_t fmi;                                            /* the rest is of fmu export */
	sb_strings tunable;
	bool no_binary, no_check, exchange, cosimulation, reference;
} tool_export_options;
typedef struct tool_explain_options { bool example; } tool_explain_options;

/* What stands here is of several commands; the rest is of one of them or of those that are alike. */
enum { TOOL_OPTIONS = 192 };
typedef struct tool_options {
	const char *file, *class_name;
	const char *text;                                        /* of the standard input, for `-`; NULL: from the file */
	sb_strings files;                                        /* of commands that take several */
	sb_vec(st_given) given;
	sb_vec(sf_given) fmus;                                   /* classes that are FMUs */
	sb_strings outputs, vars, draw, animations;              /* as written */
	tool_picture_list pictures;                              /* what is to be drawn */
	tool_picture all_pictures;                               /* what is said of pictures before the first of them */
	double timeout, memory;                                  /* seconds, NAN: not given; bytes, 0: not given */
	uint32_t threads;                                        /* 0: not given */
	bool json, segments, quiet, no_external, allow_external;
	tool_run_options run;
	tool_fmu_options fmu;
	tool_couple_options couple;
	tool_point_options point;
	tool_sweep_options sweep;
	tool_optimise_options optimise;
	tool_fit_options fit;
	tool_compare_options compare;
	tool_drawing_options drawing;
	tool_bond_options bond;
	tool_format_options format;
	tool_help_options help;
	tool_explain_options explain;
	tool_export_options leaving;
	bool taken[TOOL_OPTIONS];                                /* which options were given */
} tool_options;

/* Groups of options. TOOL_PICTURE: also the options of pictures; TOOL_RESULTS: of commands that take files. */
enum tool_group {
	TOOL_COMMON = 1, TOOL_RUN = 2, TOOL_CHECK = 4, TOOL_FORMAT = 8, TOOL_SHOW = 16, TOOL_POINT = 32, TOOL_LINEAR = 64,
	TOOL_TRIM = 128, TOOL_PICTURE = 256, TOOL_RESULTS = 512, TOOL_COMPARE = 1024,
	TOOL_SWEEP = 2048, TOOL_HELP = 4096, TOOL_OPTIMISE = 8192, TOOL_FIT = 16384, TOOL_EXPLAIN = 32768,
	TOOL_DRAW = 65536, TOOL_CONVERT = 131072, TOOL_EXPORT = 262144, TOOL_FMU = 524288,
	TOOL_TO_FMU = 1048576, TOOL_BOND = 2097152, TOOL_COMPILE = 4194304, TOOL_SHELL = 8388608
};

#endif
