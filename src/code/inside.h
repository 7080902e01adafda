/* Private to src/code: a program with its two tiers, and the values of one run with the workspaces of its loops. */
#ifndef SALTUS_CODE_INSIDE_H
#define SALTUS_CODE_INSIDE_H

#include <pthread.h>
#include <stdatomic.h>
#include <sys/types.h>

#include "code/emit.h"

/* The functions of numbers that generated code calls; the layout is that of the prelude. */
typedef struct sc_math {
	double (*sin)(double), (*cos)(double), (*tan)(double), (*asin)(double), (*acos)(double), (*atan)(double);
	double (*atan2)(double, double), (*sinh)(double), (*cosh)(double), (*tanh)(double), (*exp)(double), (*log)(double);
	double (*log10)(double), (*sqrt)(double), (*fabs)(double), (*floor)(double), (*ceil)(double), (*trunc)(double);
	double (*pow)(double, double), inf, nan;
} sc_math;
extern const sc_math sc_libm;

typedef struct sc_tcc sc_tcc;

/* The second tier: a thread that runs the system compiler, or what came of it. */
typedef struct sc_background {
	pthread_t thread;
	atomic_bool asked, started;    /* any run may ask, once; there is a thread to wait for */
	pthread_mutex_t lock;          /* of child and abandoned */
	pid_t child;                   /* 0: none */
	bool abandoned;
	atomic_bool done;
	const char *problem;           /* why there is no second tier; NULL: none. Set before `done` */
	char *problem_text;
} sc_background;

typedef struct sc_modes sc_modes;

struct sc_program {
	const ss_plan *plan;
	sc_modes *modes;               /* NULL: the structure does not change */
	const sc_mode *mode;
	sb_arena *arena;
	sc_text text;
	sc_times times;
	sc_functions tier1, tier2;
	_Atomic(const sc_functions *) current;
	sc_tcc *tcc;
	void *object;                  /* dlopen of the second tier */
	sb_vec(void *) libraries;      /* dlopen of what external functions need */
	void **own;                    /* by number in text.own: the functions of external/ */
	sb_text preprocessed;          /* the text with all that it includes, by the system compiler; empty: not needed, or not done yet */
	const char *headers;           /* folder with ModelicaUtilities.h, made for C that users write; NULL: none */
	sc_background background;
	bool first_tier_only;
};

sc_program *sc_compile_alone(const ss_plan *plan, const sc_options *options);      /* without a table of modes */

/* modes.c */
void sc_modes_open(sc_program *first, const sc_options *options);
void sc_modes_close(sc_program *program);        /* of the first program: ends all others */

/* Looks up every function of sc_functions by name and binds the functions of numbers. False: one is missing. */
typedef void *(*sc_lookup)(void *context, const char *name);
bool sc_functions_find(sc_functions *out, const sc_program *program, sc_lookup lookup, void *context);

/* A function in the text itself, in C that it includes; NULL: there is none. */
void *sc_function_of_text(const sc_program *program, const char *name);
/* The address of a C function: from the libraries that were opened, then from the process. */
void *sc_symbol(const sc_program *program, const char *name);

/* tcc.c: NULL on failure, with the compiler's words in `errors` and the functions that are nowhere in `missing`. */
sc_tcc *sc_tcc_compile(sc_program *program, sb_text *errors, sb_strings *missing);
void sc_tcc_free(sc_tcc *tcc);
void *sc_tcc_find(const sc_tcc *tcc, const char *name);

/* cc.c */
bool sc_cc_from_cache(sc_program *program);                      /* true if the second tier was there already */
bool sc_cc_build(sc_program *program, sb_text *why);             /* in this thread; true if the second tier is there now */
void sc_cc_start(sc_program *program);
void sc_cc_end(sc_program *program);
char *sc_cc_compiler(sb_arena *arena);                           /* its path; NULL: there is none */

/* cache.c: paths live in the arena; NULL: no cache */
char *sc_cache_folder(sb_arena *arena);
void sc_cache_trim(const char *folder);
bool sc_cache_put(const char *object, const char *temporary, const char *kept);    /* seals a copy of it, and keeps that */
bool sc_cache_get(const char *kept, const char *object);         /* makes the object from what is kept; false: it is not there, or damaged and removed */

/* -------------------------------------------------------------------------------------------- runs */

typedef struct sc_failure {
	enum { SC_NO_FAILURE, SC_SINGULAR, SC_NOT_FINITE, SC_NO_CONVERGENCE, SC_FUNCTION, SC_CRASHED, SC_TIME_OVER, SC_UNDEFINED } kind;
	int block, site, caller;
	double time;
	uint32_t row, column, iterations;
	double *z, *residual;          /* of the block */
	char *why;
	const char *code;              /* of SC_UNDEFINED */
} sc_failure;
void sc_undefined(sc_data *d, int site, int what, const char *text, double a, double b);       /* definite.c: the service of this name */

/* The factors of one loop's matrix: dense up to a size, KLU beyond. */
typedef struct sc_factors sc_factors;
sc_factors *sc_factors_new(const ss_block *block);
void sc_factors_free(sc_factors *f);
/* 0, or 1: singular, with the equation (row) and unknown (column) whose pivot vanished; 2: an entry is not finite */
int sc_factor(sc_factors *f, const double *entries, uint32_t *row, uint32_t *column);
bool sc_factors_ready(const sc_factors *f);
int sc_factors_sign(const sc_factors *f);        /* of the determinant; 0: not known */
void sc_factors_solve(sc_factors *f, double *rhs_to_z);
void sc_factors_archive(sc_factors **f, const ss_block *block, sb_archive *a);  /* those that depend on earlier pivots are given up */

/* open.c: the same of a singular matrix, what is open stays as it is. False: the loop is too large for that. */
typedef struct sc_open sc_open;
bool sc_open_factor(sc_open **o, const ss_block *block, const double *entries);
void sc_open_free(sc_open *o);
bool sc_is_open(const sc_open *o, uint32_t unknown);        /* it has not one value */
void sc_open_solve(sc_open *o, double *rhs_to_change);
bool sc_open_solve_near(sc_open *o, const double *rhs, double *z);       /* z: the present values; false: the equations contradict each other */

/* The last solutions of a nonlinear loop, one for each time, in order; behind them the last ones that were left out again (`aside` counts them). */
enum { SC_PAST = 16, SC_ASIDE = 4 };
typedef struct sc_past { double time[SC_PAST + SC_ASIDE], *z; uint32_t n, aside; } sc_past;

/* follow.c: the solutions that the loop has gone through in the last step. */
typedef struct sc_path { double *time, *z; uint32_t n, room; int sign, first_sign; double off; bool doubtful, noted, told; } sc_path;

/* rounding.c: bounds for what rounding makes of each residual, at the values that the last evaluation of the residuals has left. */
typedef struct sc_rounding sc_rounding;
typedef struct sc_run sc_run;
sc_rounding *sc_rounding_new(const sc_run *run, const ss_block *block);
void sc_rounding_free(sc_rounding *r);
void sc_rounding_bounds(sc_rounding *r, const sc_run *run, const double *residual, double *bound);

enum { SC_NEWTON_VECTORS = 11 };          /* in the work of a nonlinear loop, before the entries of the matrix */

typedef struct sc_loop {
	const ss_block *block;
	sc_factors *factors;
	double *good;                  /* the last solution, in one allocation with: */
	double *last;                  /* the residuals that it has left */
	double *place, *level;         /* where the factors were made, and what rounding of the unknowns makes of each residual there */
	double *scale;                 /* of the unknowns: nominal value, start value, or 1 */
	double *nominal;               /* the nominal value where it was given; 0 */
	bool has_good;
	bool loose;                    /* the last solution is one because of rounding: its residuals do not determine all unknowns */
	sc_rounding *rounding;         /* NULL: not needed yet */
	double *work;                  /* for Newton; for a large linear loop: rhs, z and the entries of the matrix */
	bool stale;                    /* the factors are of an earlier solution */
	sc_past past;
	sc_path path;
	bool followed;
	double *between, *noted;       /* see follow.c; NULL: not needed yet */
	bool told_open;                /* that it is singular was said */
	double size, lost;             /* of a linear loop: its largest unknown; the part of it that rounding of the coefficients may change */
	void (*jacobian)(sc_data *, const double *, double *);     /* of the last Newton, to renew them */
} sc_loop;

enum { SC_LOOP_VECTORS = 6 };             /* that begin with `good` */
void sc_loop_room(sc_loop *loop);         /* for them, if there is none yet */

typedef struct sc_strings sc_strings;
const char *sc_strings_keep(sc_strings **strings, const char *a, const char *b);
void sc_strings_sweep(sc_strings **strings, const char *const *const *live, const uint32_t *counts, uint32_t lists);
void sc_strings_free(sc_strings *strings);

typedef struct sc_chunk { struct sc_chunk *next; size_t size; _Alignas(16) char bytes[]; } sc_chunk;

struct sc_run {
	sc_data d;                     /* first: the generated code sees this only */
	sc_program *program;
	sb_diag *diag;
	sc_hooks hooks;
	sc_services services;          /* with the engine's own for routines */
	double *x, *xd;
	char *given;
	sc_loop *loops[SC_LOOKS]; double *reals_before; sc_looks looks;       /* see sc_look_aside; NULL: not needed yet */
	sc_failure failure;
	sc_notice noticed;             /* see sc_noticed */
	sc_strings *strings;
	sc_chunk *chunks;              /* scratch: the newest first */
	size_t scratch_used;           /* of all before the newest, plus of it */
	size_t newest_used;
	double accepted;               /* see sc_accepted */
	bool walks;                    /* see sc_path_walks */
	bool *warned;                  /* by site */
	bool holds_warnings, held_warning;     /* see sc_hold_warnings */
	sc_objects *objects;
	sb_arena *kept_arena; sb_names *kept;      /* Strings that slots refer to; NULL: none yet */
	int external;                  /* site of the external function that is being called */
};

static inline sc_run *sc_run_of(const sc_data *d)
{
	return (sc_run *)d;
}

void sc_forget_looks(sc_run *run);               /* the workspaces for looks aside */
sc_loop *sc_loops_new(const ss_plan *plan);      /* workspaces of all loops */
static inline sc_loop *sc_loop_of(sc_run *run, int block)
{
	return &run->loops[run->looks][block];
}

extern const sc_services sc_all_services;
void sc_services_of(sc_services *out, const sc_hooks *hooks);
/* object.c: external functions and objects */
void sc_report_broken(sc_run *run);
void sc_service_external(sc_data *d, int site, void (*call)(void *), void *arguments);
long long sc_service_object(sc_data *d, long long number);
void sc_service_made(sc_data *d, int site, long long number, long long object, void (*destroy)(sc_data *, long long));
void sc_service_destroy(sc_data *d, int site, void (*destroy)(sc_data *, long long), long long object);
int sc_service_linear(sc_data *d, int block, const double *entries, const double *rhs, double *z);
double *sc_service_room(sc_data *d, int block, int *known);
int sc_service_solve(sc_data *d, int block, const double *rhs, double *z);
int sc_service_newton(sc_data *d, int block, double *z, void (*residual)(sc_data *, const double *, double *),
                      void (*jacobian)(sc_data *, const double *, double *));
/* guess.c */
void sc_loop_scales(sc_run *run, sc_loop *loop);
const double *sc_guess(const sc_run *run, sc_loop *loop, const double *guess);
void sc_keep_solution(const sc_run *run, sc_loop *loop, const double *z);
void sc_follow_starts(const sc_run *run, const sc_loop *loop, double *z);      /* guesses for what has no start value, from those of others */
bool sc_may_retreat(const sc_run *run, const sc_loop *loop);
enum { SC_FAR_ATTEMPT = 12 };          /* from here on only if no other has led to a solution */
bool sc_begin_at(sc_run *run, const sc_loop *loop, const double *guess, const double *present, uint32_t attempt, double *z);
/* follow.c */
void sc_judge_solution(const sc_run *run, sc_loop *loop, bool hasty, double off);      /* off: the residuals of its guess */
const double *sc_path_beside(const sc_run *run, const sc_loop *loop, int end);        /* the point of the path before (0) or behind (1) */
const double *sc_path_guess(const sc_run *run, sc_loop *loop);        /* inside the path; NULL: time is not */
void sc_report_fold(sc_run *run, const ss_block *b, double time);      /* R0263 */
/* failure.c, singular.c: messages about loops */
enum { SC_NAMES_MOST = 6 };
bool sc_note_choice(const sc_run *run, sb_message *message, const ss_block *b);    /* it is a choice of states that broke down */
char *sc_leaf_name(const sm_model *m, sb_arena *arena, sx_ref e);
const char *sc_member_names(const sm_model *m, sb_arena *arena, const ss_block *b);
sb_span sc_loop_place(const ss_block *b, uint32_t row);
void sc_report_singular(sc_run *run, sb_arena *arena, const ss_block *b);
void sc_report_open(sc_run *run, const ss_block *b);       /* singular, but the equations agree */
void sc_fail_loop(sc_run *run, int kind, int block, const double *z, const double *residual);

/* Value of a parameter expression (nominal, start) or any other by interpretation at the present values. */
bool sc_evaluate(const sc_run *run, sx_ref e, const uint32_t *iterators, const int64_t *at, uint32_t count, sx_value *out);
bool sc_read_leaf(const sc_run *run, sx_ref e, const sx_env *at, sx_value *out);     /* VAR, DER, PRE, LATCH, TIME, ... */

#endif
