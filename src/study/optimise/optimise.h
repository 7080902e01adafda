/* Optimisation: values of parameters at which a number that is read off a run is least, within bounds and constraints.
 *
 *     minimise   cost(p)          a measure: 'time_when(x >= 1000)'
 *     by         p in bounds      'k in [0, 5]', 'T in [0.1, 20] = 4', 'R in [1, 1e6] log'
 *     subject to margin(p) >= 0   measures that are comparisons: 'max(rpm) <= 5500'; or equations: 'final(x) == 3'
 *
 *     st_optimise *o = st_optimise_new(&request);       loads the model, reads what is varied
 *     o->settings = ...;                                of the runs; the caller may change what the model says
 *     st_optimise_prepare(o)                            cost, constraints, start
 *     st_optimise_run(o)                                all searches
 *     o->best, o->look, ...                             what came out; st_optimise_free(o)
 *
 * A *trial* is one run: a point, its cost, what its constraints say. A *search* is one call of a method of NLopt from
 * one start. Methods see scaled quantities: parameters, or their logarithms, from 0 to 1 between their bounds; the cost
 * by its size at the start, constraints by the size of their sides there. A run that fails, or whose cost has no value,
 * is worse than all others of its search.
 *
 * The result depends on the request and the seed, never on the number of threads: each search has its own trials, its
 * own budget and its own random numbers, and searches are put together in the order of their numbers. All runs have the
 * same random streams, so that the cost of a model with random numbers is a function, too.
 *
 *     search 0     the start; steps of differences, by which a method is chosen; points of a Sobol sequence from which
 *                  further searches begin
 *     1 .. N       the searches, at the same time on all cores; one alone has its differences on all cores
 *     N + 1 ...    searches near the best point without derivatives, which verify it; where no point fulfils the
 *                  constraints, one for the point that violates them least
 *     last         what is told about the optimum: differences around it
 *
 * Slopes are exact where a run can be followed with its sensitivities, and the measure has a slope that follows from
 * them (optimise_exact.c); else central differences of runs. Both have a tolerance of ST_SLOPE_TOLERANCE, and are asked
 * for in one place (optimise_slopes.c). At the start the two are compared.
 *
 * Every trial is appended to a journal. To resume, the same searches are made again, and find their earlier trials in
 * the journal: a method of NLopt has no state that could be saved, but it repeats itself.
 *
 *     optimise_vary.c     'k in [0, 5] = 2 log' to names and bounds
 *     optimise_prepare.c  model, measures, start values
 *     optimise_trial.c    a point to a trial: cache, journal, run
 *     optimise_slopes.c   derivatives of cost and constraints; how long the steps of differences must be
 *     optimise_exact.c    derivatives along a run that is followed
 *     optimise_method.c   the methods, and which is chosen
 *     optimise_search.c   one search by NLopt
 *     optimise.c          all searches
 *     optimise_tell.c     messages about what was found
 *     optimise_look.c     what bounds the optimum, and how flat it is
 *     optimise_journal.c, optimise_table.c, optimise_report.c, optimise_chart.c
 */
#ifndef SALTUS_STUDY_OPTIMISE_H
#define SALTUS_STUDY_OPTIMISE_H

#include "base/json.h"
#include "study/many/many.h"
#include "study/many/study_journal.h"
#include "study/measure/measure.h"

typedef struct st_optimise st_optimise;

/* ------------------------------------------------------------------------------------------------- what is asked */

typedef struct st_vary {
	const char *name;
	double low, high;
	double start;                    /* NAN, until st_optimise_prepare: what the model says */
	bool logarithmic;
	const char *unit;
} st_vary;

/* Texts are as they are written at the command line; they, and what `options` refers to, must live as long as what is
 * made of the request. */
typedef struct st_optimise_request {
	const char *path, *class_name;
	st_options options;
	const char *cost; bool maximise;
	const char *const *vary; uint32_t vary_count;
	const char *const *subject; uint32_t subject_count;
	const char *const *curves; uint32_t curve_count;     /* variables of the picture; 0: those of the cost */
	const char *method;                                  /* NULL: auto */
	uint32_t starts, threads;        /* 0: one, or ST_STARTS_JUMPING where the cost may jump; as there are cores */
	uint32_t evaluations;                                /* runs in all; 0: by the number of parameters */
	double xtol, ftol;                                   /* 0: 1e-6, and none */
	uint64_t seed;
	bool keep_tolerance;                                 /* that of the settings, also for differences */
	bool differences;                                    /* all slopes are differences of runs */
} st_optimise_request;

enum { ST_STARTS_JUMPING = 6 };
#define ST_SLOPE_TOLERANCE 1e-9
#define ST_CONSTRAINT_TOLERANCE 1e-6     /* of the size of its sides: a constraint that is violated by less holds */
#define ST_ACTIVE 1e-3                   /* a bound or constraint is active within this part of its range or size */
/* How much worse a cost may be in what is told about flatness, of its size or of the gain. */
#define ST_WORSE 0.01

/* ------------------------------------------------------------------------------------------------- what comes out */

typedef enum st_trial_state { ST_TRIAL_DONE = 1, ST_TRIAL_FAILED } st_trial_state;
typedef struct st_trial {
	st_trial_state state;
	bool tight;                      /* with the tolerance of slopes */
	uint32_t search;
	double *at;                      /* 0 .. 1 */
	double cost;                     /* as the user reads it; NAN: failed */
	double *margin, *off, *size;     /* by constraint; off: of an equation, signed */
	const char *message;             /* why it failed; NULL */
	/* Of cost and constraints by `at`: NAN, and why, where it could not be followed. NULL: nobody has asked. */
	double *slope; const char **why;
} st_trial;

typedef enum st_search_end { ST_SEARCH_OPEN, ST_BY_XTOL, ST_BY_FTOL, ST_BY_EVALUATIONS, ST_BY_ROUNDING, ST_BY_METHOD,
	ST_BY_STOP } st_search_end;
typedef struct st_search_result {
	const char *method;
	uint32_t runs;
	const st_trial *begin, *best;    /* NULL: nothing that is feasible was found */
	st_search_end end;
} st_search_result;

/* What is told of a parameter at the optimum. */
typedef struct st_look {
	bool at_low, at_high;
	/* How far it can be changed alone until the cost is worse by ST_WORSE of its size or of the gain, as the quadratic
	 * through three points says; INFINITY: not within its bounds. NAN: not known. */
	double flat;
} st_look;

typedef struct st_optimise_progress {
	uint64_t runs, most;             /* finished; of at most so many */
	double best;                     /* NAN: none that is feasible */
	const double *curve; uint32_t points;        /* the best cost so far, from run to run, thinned out */
} st_optimise_progress;

struct st_optimise {
	st_optimise_request request;
	sb_arena *arena;
	sb_diag *diag;                   /* that of the model, once there is one */
	st_many *many;
	st_vary *vary; uint32_t count;
	st_measures *measures;           /* the cost, then the constraints */
	uint32_t constraints;
	se_settings settings;
	bool (*progress)(void *context, const st_optimise_progress *p); void *context;      /* false: it ends */
	/* results: */
	const char *method, *why;        /* what was chosen, and why */
	sb_vec(const st_trial *) trials; /* in the order of the searches */
	sb_vec(st_search_result) searches;
	/* By cost and constraints, where the method follows slopes: why they are differences; NULL: they are exact. */
	const char **slopes;
	uint64_t followed, differed;     /* points with slopes: runs that were followed; points that needed differences */
	uint32_t begins;                 /* starts: searches 1 .. begins; fewer than asked for where runs fail */
	const st_trial *start, *best;    /* NULL: no trial fulfils all constraints */
	const st_trial *least;           /* that violates the constraints least, if none fulfils them */
	st_look *look;                   /* by parameter; NULL: it was interrupted */
	double *price;                   /* by constraint: what one more of its margin would gain; NAN: not active */
	double *flattest, flat_part;     /* the direction in which all parameters together can change most, and how far, of
										their ranges; NULL: not known */
	uint64_t failed; const st_trial *first_failed;
	_Atomic bool broken;             /* the journal could not be written: it has ended there */
	bool stopped;
	struct st_optimising *inside;
};

/* NULL never; failed if sb_errors(o->diag). */
st_optimise *st_optimise_new(const st_optimise_request *q);
bool st_optimise_prepare(st_optimise *o);            /* false after a report */
void st_optimise_free(st_optimise *o);
/* False after a report: nothing was found. Messages about what was found go to the diag, too. */
bool st_optimise_run(st_optimise *o);

double st_vary_value(const st_vary *v, double part);         /* of 0 .. 1 between its bounds */
bool st_trial_is_feasible(const st_optimise *o, const st_trial *t);
/* The names of all methods, NULL at the end. */
const char *const *st_optimise_methods(void);

/* ------------------------------------------------------------------------------------------------- journals */

/* Reads trials that were made before, from FILE.journal; OTHER: it is of another request. After st_optimise_prepare. */
st_journal_found st_optimise_journal_read(st_optimise *o, const char *path);
bool st_optimise_journal_open(st_optimise *o, const char *path, off_t end);          /* false after a report */
int st_optimise_trouble(const st_optimise *o);       /* why it could not be written, as errno has it */
void st_optimise_journal_close(st_optimise *o, bool whole);

/* ------------------------------------------------------------------------------------------------- reports */

bool st_optimise_write(const st_optimise *o, const char *path);      /* .csv: every trial. False after a report */
void st_optimise_text(const st_optimise *o, sb_text *out);
void st_optimise_json(const st_optimise *o, const char *status, sb_json *out);       /* the members of an object */
/* The history of the cost, and curves at the start and at the best point. False after a report. An empty path: as text
 * into `screen`. */
bool st_optimise_draw(st_optimise *o, const char *path, sb_text *screen, uint32_t width, uint32_t height, bool color);

#endif
