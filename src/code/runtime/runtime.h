/* Runtime: what generated code calls while it runs, and the values of one run.
 *
 *     program.c                          a program that is loaded: its functions, by name or through its list of pieces
 *     data.c data_archive.c              the values of a run, laid out for a program; to and from a save
 *     services.c kept_strings.c          the table of services; strings that live as long as something refers to them
 *     newton_steps.c newton.c newton_attempts.c newton_guess.c newton_path.c newton_course.c newton_beside.c
 *     newton_meeting.c newton_nearest.c
 *                                        nonlinear loops: the method, from where it begins, which of several
 *                                          solutions is meant, and where that will be
 *     loop_factors.c open.c rounding.c   matrices of loops, singular ones, and what rounding makes of residuals
 *     dense_factors.c                    the small ones, also for code that leaves Saltus
 *     object.c                           external functions that crash, and external objects
 *     opaque.c                           opaque components (model/block.h)
 *     request_call.c                     calls of texts that were made on request, beside the program
 *     undefined.c failure.c diagnose.c loop_singular.c
 *                                        what went wrong: operations without a value, loops, and the words for it
 *
 * This room knows nothing of how text is written or compiled, nor of plan, model and expressions. A program is its
 * image, its functions and the places that it may complain about; whoever has these three can run it: compile/ makes
 * them in this process, or reads them from a file. Of expr/ it knows the arithmetic of values (expr/value.h), and no
 * expressions. */
#ifndef SALTUS_CODE_RUNTIME_H
#define SALTUS_CODE_RUNTIME_H

#include <stdatomic.h>

#include "base/stock.h"
#include "code/code.h"
#include "expr/value.h"
#include "external/component.h"

/* A place in the text that the services can point at when something goes wrong there. */
typedef struct sc_site {
	sb_span span; const char *what; bool in_function;
	/* of a subscript: what it belongs to (NULL: not known), and the first one as the user knows it */
	const char *array; int64_t lower;
} sc_site;
typedef sb_vec(sc_site) sc_sites;

/* The functions of numbers that generated code calls; the layout is that of the prelude. */
typedef struct sc_math {
	double (*sin)(double), (*cos)(double), (*tan)(double), (*asin)(double), (*acos)(double), (*atan)(double);
	double (*atan2)(double, double), (*sinh)(double), (*cosh)(double), (*tanh)(double), (*exp)(double), (*log)(double);
	double (*log10)(double), (*sqrt)(double), (*fabs)(double), (*floor)(double), (*ceil)(double), (*trunc)(double);
	double (*pow)(double, double), inf, nan;
} sc_math;

/* What stands behind an opaque component. */
typedef struct sc_component { const sl_block_operations *operations; void *context; } sc_component;

/* A program as runs see it. It never changes, but for the swap of its functions for the same ones, better compiled. */
struct sc_program {
	const si_image *image;
	_Atomic(struct sc_wholeness *) whole;  /* of an image that is not whole: see sc_whole */
	const sc_component *components;        /* by opaque component; NULL: there are none, or nobody has them here */
	sc_sites sites;
	sc_graph *graph;               /* its pieces; NULL: there are none */
	_Atomic(const sc_functions *) current;
	/* a function in C text that it includes; NULL: there is none */
	void *(*find)(const sc_program *program, const char *name);
};

/* Looks up every function of sc_functions by name and binds the functions of numbers, and its own ones of external/.
 * False: one is missing. */
typedef void *(*sc_lookup)(void *context, const char *name);
const sc_math *sc_libm(void);
bool sc_bind_text(void *const *own, sc_lookup lookup, void *context);        /* the latter only, of any text */
bool sc_functions_find(sc_functions *out, const sc_program *program, void *const *own, sc_lookup lookup, void *context);

typedef struct sc_failure {
	enum { SC_NO_FAILURE, SC_SINGULAR, SC_NOT_FINITE, SC_NO_CONVERGENCE, SC_FUNCTION, SC_CRASHED, SC_TIME_OVER,
		SC_UNDEFINED } kind;
	int loop, site, caller;
	double time;
	uint32_t row, column, iterations;
	double *z, *residual;          /* of the loop */
	char *why;
	const char *code;              /* of SC_UNDEFINED */
} sc_failure;

/* undefined.c. The text of an operation, for messages: itself and its operands, with this between them; the latter
 * begins one that is only noticed. */
enum { SC_SEPARATOR = '\1', SC_NOTICED_MARK = '\2' };
void sc_undefined(sc_data *d, int site, int what, const char *text, double a, double b); /* the service of this name */

/* The factors of one loop's matrix: dense up to a size, KLU beyond. */
typedef struct sc_factors sc_factors;
typedef struct sc_loop sc_loop;
sc_factors *sc_factors_new(const sc_loop *loop);
void sc_factors_free(sc_factors *f);
/* 0, or 1: singular, with the equation (row) and unknown (column) whose pivot vanished; 2: an entry is not finite */
int sc_factor(sc_factors *f, const double *entries, uint32_t *row, uint32_t *column);
bool sc_factors_ready(const sc_factors *f);
int sc_factors_sign(const sc_factors *f);        /* of the determinant; 0: not known */
void sc_factors_solve(sc_factors *f, double *rhs_to_z);
/* Those that depend on earlier pivots are given up. */
void sc_factors_archive(const sc_loop *loop, sc_factors **f, sb_archive *a);

/* open.c: the same of a singular matrix, what is open stays as it is. False: the loop is too large for that. */
typedef struct sc_open sc_open;
bool sc_open_factor(sc_open **o, const sc_loop *loop, const double *entries);
void sc_open_free(sc_open *o);
bool sc_is_open(const sc_open *o, uint32_t unknown);        /* it has not one value */
void sc_open_solve(sc_open *o, double *rhs_to_change);
/* Z: the present values; false: the equations contradict each other. */
bool sc_open_solve_near(sc_open *o, const double *rhs, double *z);

/* The last solutions of a nonlinear loop, one for each time, in order; behind them the last ones that were left out
 * again (`aside` counts them). */
enum { SC_PAST = 16, SC_ASIDE = 4 };
typedef struct sc_past { double time[SC_PAST + SC_ASIDE], *z; uint32_t n, aside; } sc_past;

/* newton_path.c: the solutions that the loop has gone through in the last step. */
typedef struct sc_path {
	double *time, *z;
	uint32_t n, room;
	int sign, first_sign;
	double off;
	bool doubtful, noted, told;
	bool leaps;                    /* the last solution is another one than the one before, which has ended */
	bool strays;                   /* it is not where the course leads to (newton_course.c) */
	double met;                    /* when solutions have met on the path; NAN: they have not */
	bool told_met;
} sc_path;

/* newton_course.c: how the solution moves at the end of its path, by unknown. */
typedef struct sc_course {
	double *slope, *secant, *bend; /* of the path at its last point; from the point before it to that */
	double *weight, *place;        /* units of the unknowns; where the gap was measured */
	double *guess, *probe, *beside;        /* work */
	double *begun;                 /* slope, secant and bend where the present step began, with: */
	double begun_span, begun_miss;
	uint8_t begun_known;
	double span;                   /* from the point before to the last one */
	double gap;                    /* to the next solution, in weights; infinite: none, or not known */
	double miss;                   /* by which the last point has missed the course before it */
	double reach;                  /* of the differences that measure it */
	uint8_t known;                 /* 1: the slope, 2: the bend, too */
	bool measured;                 /* the gap, in this step */
	bool placed;                   /* it was measured since an event */
	bool forward;                  /* the slope is that of the way ahead, which was gone once and is gone again */
	bool wary;
	bool paired;                   /* there was another solution with a determinant of the same sign */
	int32_t rest, pause;           /* measurements until one is looked for again; how many these were */
} sc_course;

typedef struct sc_meeting sc_meeting;

/* rounding.c: bounds for what rounding makes of each residual, at the values that the last evaluation of the residuals
 * has left. */
typedef struct sc_rounding sc_rounding;
typedef struct sc_run sc_run;
sc_rounding *sc_rounding_new(const sc_run *run, const sc_loop *loop);
void sc_rounding_free(sc_rounding *r);
void sc_rounding_bounds(sc_rounding *r, const sc_run *run, const double *residual, double *bound);

enum { SC_NEWTON_VECTORS = 11 };          /* in the work of a nonlinear loop, before the entries of the matrix */

struct sc_loop {
	const si_loop *of;
	uint32_t number;
	const si_unknown *unknowns, *leanings; const si_entry *entries;       /* of the image */
	sc_factors *factors;
	double *good;                  /* the last solution, in one allocation with: */
	double *last;                  /* the residuals that it has left */
	/* where the factors were made, and what rounding of the unknowns makes of each residual there */
	double *place, *level;
	double *scale;                 /* of the unknowns: nominal value, start value, or 1 */
	double *reached;               /* the largest values of the unknowns on the paths so far */
	double *nominal;               /* the nominal value where it was given; 0 */
	bool has_good;
	bool loose; /* the last solution is one because of rounding: its residuals do not determine all unknowns */
	sc_rounding *rounding;         /* NULL: not needed yet */
	double *squares;               /* two full matrices, for Levenberg-Marquardt steps; NULL: not needed yet */
	double *work;                  /* for Newton; for a large linear loop: rhs, z and the entries of the matrix */
	bool stale;                    /* the factors are of an earlier solution */
	sc_past past;
	sc_path path;
	sc_course course;
	bool followed;
	struct sc_meeting *meeting; bool probed;       /* see newton_meeting.c; NULL: not needed yet */
	double *between, *noted;       /* see newton_path.c; NULL: not needed yet */
	bool told_open;                /* that it is singular was said */
	/* of a linear loop: its largest unknown; the part of it that rounding of the coefficients may change */
	double size, lost;
	void (*jacobian)(sc_data *, const double *, double *);     /* of the last Newton, to renew them */
};

enum { SC_LOOP_VECTORS = 7 };             /* that begin with `good` */
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
	bool tries; sc_loop *tried_open;       /* see sc_try; NULL: none */
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
sc_loop *sc_loops_new(const si_image *image);    /* workspaces of all loops */
static inline sc_loop *sc_loop_of(sc_run *run, int number)
{
	return &run->loops[run->looks][number];
}

extern const sc_services sc_all_services;
void sc_services_of(sc_services *out, const sc_hooks *hooks);
/* object.c: external functions and objects */
void sc_report_broken(sc_run *run);
void sc_service_external(sc_data *d, int site, void (*call)(void *), void *arguments);
long long sc_service_object(sc_data *d, long long number);
void sc_service_made(sc_data *d, int site, long long number, long long object, void (*destroy)(sc_data *, long long));
/* opaque.c: the components of a run, in its objects */
typedef struct sc_block sc_block;
typedef struct sc_blocks { sc_block *at; uint32_t n; } sc_blocks;
sc_blocks *sc_blocks_of(sc_objects *objects);
/* The component that is called now, for messages of crashes; no name: none is. What it is at is asked afterwards. */
typedef struct sc_block_at { const char *name; const char *(*doing)(const void *self); void *const *self; } sc_block_at;
void sc_calling_block(sc_data *d, sc_block_at at);
void sc_service_block(sc_data *d, int site, int block, int part, int item, void (*code)(void), const double *arguments,
					  const char *const *texts, double *results);
void sc_service_destroy(sc_data *d, int site, void (*destroy)(sc_data *, long long), long long object);
int sc_service_linear(sc_data *d, int number, const double *entries, const double *rhs, double *z);
double *sc_service_room(sc_data *d, int number, int *known);
int sc_service_solve(sc_data *d, int number, const double *rhs, double *z);
int sc_service_newton(sc_data *d, int number, double *z, void (*residual)(sc_data *, const double *, double *),
                      void (*jacobian)(sc_data *, const double *, double *));
/* newton_guess.c */
void sc_loop_scales(sc_run *run, sc_loop *loop);
double sc_loop_value(const sc_run *run, si_formula formula);       /* 0 if it has none */
const double *sc_guess(const sc_run *run, sc_loop *loop, const double *guess);
void sc_keep_solution(const sc_run *run, sc_loop *loop, const double *z);
/* Guesses for what has no start value, from those of others. */
void sc_follow_starts(const sc_run *run, const sc_loop *loop, double *z);
double sc_towards_starts(const sc_run *run, const sc_loop *loop, const double *last, const double *from,
						 const double *to);
bool sc_may_retreat(const sc_run *run, const sc_loop *loop);
enum { SC_FAR_ATTEMPT = 12 };          /* from here on only if no other has led to a solution */
bool sc_begin_at(sc_run *run, const sc_loop *loop, const double *guess, const double *present, uint32_t attempt,
				 double *z);
/* newton_path.c */
const double *sc_path_leapt(const sc_run *run, const sc_loop *loop, const double *z, bool hasty, double off);
/* off: the residuals of its guess */
void sc_judge_solution(const sc_run *run, sc_loop *loop, bool hasty, bool smooth, bool strays, double off);
bool sc_path_other_side(const sc_loop *loop);    /* the determinant has another sign than at the end of the path */
/* The point of the path before (0) or behind (1). */
const double *sc_path_beside(const sc_run *run, const sc_loop *loop, int end);
const double *sc_path_guess(const sc_run *run, sc_loop *loop);        /* inside the path; NULL: time is not */
/* newton_meeting.c */
void sc_meeting_free(sc_meeting *m);
const double *sc_meeting_guess(const sc_run *run, const sc_loop *loop);      /* NULL: none is looked for */
/* newton_course.c */
enum { SC_COURSE_VECTORS = 11 };
double *sc_course_room(sc_loop *loop);           /* for these, if there is none yet */
void sc_course_begin(sc_loop *loop);             /* nothing is known of it */
void sc_course_push(sc_loop *loop, double span, const double *before, const double *z);
void sc_course_keep(sc_loop *loop);              /* a step begins */
void sc_course_first(sc_loop *loop);             /* back to where it began */
const double *sc_course_guess(const sc_run *run, sc_loop *loop);      /* NULL: begin with the last solution */
void sc_report_fold(sc_run *run, uint32_t loop, double time);      /* R0263 */
void sc_report_meeting(sc_run *run, uint32_t loop, double time, bool smooth);      /* R0760, R0761 */
void sc_report_fast(sc_run *run, uint32_t loop, double time);      /* R0762 */
/* failure.c, loop_singular.c: messages about loops */
enum { SC_NAMES_MOST = 6 };
/* It is a choice of states that broke down. */
bool sc_note_choice(const sc_run *run, sb_message *message, uint32_t loop);
void sc_note_way(const sc_run *run, sb_message *message, uint32_t loop);          /* how signals go round in a loop */
char *sc_unknown_name(const sc_run *run, sb_arena *arena, uint32_t loop, uint32_t unknown);
const char *sc_member_names(const sc_run *run, sb_arena *arena, uint32_t loop);
sb_span sc_loop_place(const sc_run *run, uint32_t loop, uint32_t row);
void sc_report_singular(sc_run *run, sb_arena *arena, uint32_t loop);
void sc_report_open(sc_run *run, uint32_t loop);       /* singular, but the equations agree */
void sc_fail_loop(sc_run *run, int kind, int number, const double *z, const double *residual);

/* request_call.c: around calls of a text beside the program, with the values of a run. Meanwhile places in messages are
 * those of that text, and `warned` has room for one of each. False: a call has failed, and that is forgotten. */
typedef struct sc_beside { sc_program *program; bool *warned, holds, held; unsigned long long mark; } sc_beside;
sc_beside sc_beside_enter(sc_data *d, sc_program *text, bool *warned);
bool sc_beside_leave(sc_data *d, const sc_beside *before);

/* The whole image of its program, made when it is first asked for. */
const si_image *sc_whole(const sc_run *run);
void sc_whole_free(sc_program *program);
/* A reader of formulas: all that a run knows. */
bool sc_read_anything(const si_reading *reading, const si_operation *leaf, uint32_t scalar, si_value *out);
bool sc_unknown_value(const sc_run *run, const si_unknown *unknown, double *value);     /* false: there is none */

#endif
