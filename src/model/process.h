/* Processes and what they meet: routines that wait, resources, statistics, streams of random numbers, experiments.
 *
 * Beside equations, which hold all the time, a model may have *routines*: procedures with arguments and locals of their
 * own, of which any number of activations is alive at once, each at another place of its text.
 *
 *     SM_PROCESS      lives through time: it holds, waits until a condition is true, seizes a facility, and goes on
 *                     from there
 *     SM_HAPPENING    an event with arguments: it runs through in no time when it is due, and waits for nothing
 *     SM_EXPERIMENT   stands outside of time: it sets values, and waits while a simulation runs (SM_SIMULATE)
 *     SM_ONCE         runs through before a simulation (`begin` of the model or an experiment) or after it (`end`), in
 *                     no time
 *
 * An activation has a *reference*, an Integer. 0 is nobody. The reference of an activation that has ended belongs to
 * nobody for ever, so asking for it is harmless. A routine reads everything in the model. It sets only discrete
 * variables (SM_ASSIGN) and states (SM_REINIT_DO). It is compiled to a C function that can be left at each statement
 * that waits, and entered there again. Its locals are kept in the record of the activation.
 *
 * What routines do in an instant follows docs/events.md: an activation that is due runs until it waits, then the
 * equations settle if something that they depend on has changed, then the next one runs. Order: time, priority (smaller
 * first), first in first out. What becomes possible in an instant (a facility was released, a condition is true) joins
 * the tail.
 *
 * Values from run to run. A discrete variable that routines set and that is `kept` begins a simulation with its value
 * at the end of the simulation before, or with the value that an experiment has given it meanwhile. Its start value
 * counts once, before the first simulation. All other variables begin with their start value each time. Then the
 * SM_ONCE routines in `begin` run, and then the initial system, in which all that routines set is known. These routines
 * may set whatever routines may set, except states. Instead, front ends give a state s a kept variable for its initial
 * value, and the initial equation s = this variable.
 */
#ifndef SALTUS_MODEL_PROCESS_H
#define SALTUS_MODEL_PROCESS_H

/* Part of model/model.h, which includes it where its types are known. */
struct sm_model;

typedef enum sm_routine_kind { SM_PROCESS, SM_HAPPENING, SM_EXPERIMENT, SM_ONCE } sm_routine_kind;

typedef struct sm_routine {
	const char *name; sm_routine_kind kind;
	/* arguments first; role SM_ARG or SM_TEMPORARY. Sizes are constants. LOCAL nodes of the body mean these. A local
	 * starts with its binding (evaluated when the activation is made), else with 0, false, "" */
	sm_locals locals;
	uint32_t args;
	int priority;                  /* unless its activation gives another */
	sm_statements body;
	sb_span span;
} sm_routine;

/* The record of an activation: a slot for each scalar of its locals, in order, then SM_LOOP_SLOTS for each SM_FOR in
 * whose body it may wait. */
enum { SM_LOOP_SLOTS = 3, SM_SLOTS_MOST = 1 << 24 };
/* UINT32_MAX: its size is not constant, or too large. */
uint32_t sm_local_scalars(const struct sm_model *m, const sm_local *local);
/* Args: slots of the arguments; UINT32_MAX as above. */
uint32_t sm_routine_slots(const struct sm_model *m, const sm_routine *r, uint32_t *args);
bool sm_may_wait(sm_statement_kind kind);
bool sm_sets_targets(sm_statement_kind kind);      /* its `targets` are set; else they are values that it gives */
/* The first one that may wait, inside of others too; NULL: none. */
const sm_statement *sm_first_wait(const sm_statements *list);

/* ---------------------------------------------------------------- resources */

/* What processes share. An array of n of them is one resource with count n, subscripts from 1, in one dimension.
 *     SM_FACILITY   `capacity` servers (1); seized and released by a process, one server each; waits in order of
 *                   priority, then of arrival
 *     SM_STORAGE    `capacity` units, entered and left any number at a time; who waits first gets first, also if others
 *                   would fit
 *     SM_GATE       open or closed; processes pass while it is open
 *     SM_SET        entries of `fields` values each, in the order of arrival (FIFO), the reverse (LIFO), or by a field
 *                   (the smaller or the larger first, equal ones in order of arrival). `capacity`, if given, is how
 *                   many may be in it: more is an error.
 * Each keeps its statistics: time-weighted content and queue, how many, how long they waited. */
typedef enum sm_resource_kind { SM_FACILITY, SM_STORAGE, SM_GATE, SM_SET } sm_resource_kind;
const char *sm_resource_kind_name(sm_resource_kind kind);
typedef enum sm_order { SM_FIFO, SM_LIFO, SM_SMALLEST, SM_LARGEST } sm_order;
typedef struct sm_resource {
	const char *name; sm_resource_kind kind;
	/* before: the subscript before the first as the user knows it; here they begin with 1 */
	uint32_t count; bool is_array; int64_t before;
	/* over parameters, evaluated at the start; 0: see above (a storage must have one; a set is unlimited) */
	sx_ref capacity;
	bool open;                     /* a gate at the start */
	uint32_t fields; sx_type *field_types; const char **field_names;
	sm_order order; uint32_t order_field;
	sb_span span;
} sm_resource;

/* --------------------------------------------------------------- statistics */

/* SM_TALLY: of observations. SM_TIMED: of a value over time; the value holds until the next. SM_HISTOGRAM: a tally with
 * cells low + k*width, and what lies below and above. Arrays as those of resources. Reset at the start of each run, and
 * at the end of its warm-up. */
typedef enum sm_statistic_kind { SM_TALLY, SM_TIMED, SM_HISTOGRAM } sm_statistic_kind;
typedef struct sm_statistic {
	const char *name; sm_statistic_kind kind; uint32_t count; bool is_array; int64_t before;
	sx_ref low, width; uint32_t cells;       /* of a histogram: over parameters; cells between below and above */
	sx_ref start;                  /* of SM_TIMED: the value at the start; 0: 0 */
	sb_span span;
} sm_statistic;

/* A stream of random numbers. They depend on the seed of the simulation, the number of the run, and the name of the
 * stream; or on `seed`, over parameters, instead of its name (0: the name): streams with one seed are the same on
 * purpose. */
typedef struct sm_stream {
	const char *name;
	uint32_t count;
	bool is_array;
	int64_t before;
	sx_ref seed;
	sb_span span;
} sm_stream;

/* Data from which empirical distributions and SAMPLEs draw: values with cumulative probabilities (step: one of the
 * values; else linear between). */
typedef struct sm_sample_data {
	const char *name;
	double *value, *cumulative;
	uint32_t n;
	bool steps;
	sb_span span;
} sm_sample_data;

/* --------------------------------------------------- expressions of routines */

/* Functions that only routines call, as SX_ASK nodes: payload enum sm_question, args: object number (an Integer
 * literal: resource, statistic, stream, sample data), its subscript (0: not an array), then the arguments listed here.
 * Their type is said here too. They are neither shared nor moved by any pass: a routine's statements are executed as
 * they stand, from left to right. */
#define SM_QUESTIONS(X)                                                                                               \
	/* random numbers; Real unless said */                                                                            \
	X(UNIFORM, "uniform", 2)        /* low, high */                                                                   \
	X(EXPONENTIAL, "exponential", 1)   /* mean */                                                                     \
	X(NORMAL, "normal", 2)          /* mean, standard deviation */                                                    \
	X(LOGNORMAL, "lognormal", 2)    /* of the logarithm: mean, standard deviation */                                  \
	X(GAMMA, "gamma", 2)            /* shape, scale */                                                                \
	X(ERLANG, "erlang", 2)          /* Integer k, mean (of the sum) */                                                \
	X(BETA, "beta", 2)              /* a, b */                                                                        \
	X(WEIBULL, "weibull", 2)        /* shape, scale */                                                                \
	X(TRIANGULAR, "triangular", 3)  /* low, mode, high */                                                             \
	X(POISSON, "poisson", 1)        /* mean: Integer */                                                               \
	X(BINOMIAL, "binomial", 2)      /* Integer n, p: Integer */                                                       \
	X(GEOMETRIC, "geometric", 1)    /* p: Integer, failures before the first success */                               \
	X(BERNOULLI, "bernoulli", 1)    /* p: Boolean */                                                                  \
	X(DISCRETE_UNIFORM, "integers", 2) /* Integer low, high: Integer */                                               \
	X(EMPIRICAL, "empirical", 1)    /* Integer literal: sample data */                                                \
	/* resources */                                                                                                   \
	X(LENGTH, "length", 0)          /* Integer: entries of a set; waiting at a facility, storage or gate */           \
	X(BUSY, "busy", 0)              /* Integer: servers in use; units in use */                                       \
	X(FREE, "free", 0)              /* Integer: servers or units that are free */                                     \
	X(IS_OPEN, "open", 0)           /* Boolean */                                                                     \
	X(UTILISATION, "utilisation", 0)   /* so far */                                                                   \
	X(MEAN_WAIT, "wait", 0) X(MEAN_QUEUE, "queue", 0)                                                                 \
	/* statistics so far */                                                                                           \
	X(COUNT, "count", 0)            /* Integer */                                                                     \
	X(MEAN, "mean", 0) X(DEVIATION, "deviation", 0) X(LEAST, "least", 0) X(MOST, "most", 0) X(TOTAL, "total", 0)      \
	/* activations; object is 0, args: a reference, but for SELF */                                                   \
	X(SELF, "self", 0)              /* Integer */                                                                     \
	X(IS_ALIVE, "alive", 1) X(IS_IDLE, "idle", 1)      /* Boolean; idle: passive until somebody activates it */       \
	X(INTERRUPTED, "interrupted", 0)   /* Integer: code of the interrupt that ended its last wait; 0: none did */     \
	X(REMAINING, "remaining", 0)    /* Real: of the hold that was interrupted */                                      \
	X(RUN, "run", 0)                /* Integer: number of this run, from 1; replications count on */

typedef enum sm_question {
#define X(name, spelling, args) SM_ASK_##name,
	SM_QUESTIONS(X)
#undef X
	SM_QUESTION_COUNT
} sm_question;
/* 0: the arguments do not fit (number or types). `object`: which resource, statistic, stream; index: 0 or its
 * subscript. */
sx_ref sm_ask(struct sm_model *m, sm_question question, uint32_t object, sx_ref index, const sx_ref *args,
			  uint32_t count);
const char *sm_question_name(sm_question question);
bool sm_is_draw(sm_question question);       /* a random number: the object is a stream */

/* -------------------------------------------------------------- experiments */

/* What is drawn or printed when an experiment has ended: rows that were stored of its last run, or those of crossplot
 * (`cross`). */
typedef enum sm_output_kind { SM_OUT_LIST, SM_OUT_PRINTPLOT, SM_OUT_GRAPH, SM_OUT_HISTOGRAM } sm_output_kind;
typedef struct sm_output {
	sm_output_kind kind; const char *title; bool cross;
	const char *versus;            /* NULL: time, or the number of the row */
	sb_strings names;              /* of variables, or of the histogram */
	double x_factor, y_factor;     /* of the picture's size; 1 */
	sb_span span;
} sm_output;

typedef struct sm_experiment {            /* an experiment of a program */
	const char *name; uint32_t routine; sb_span span;
} sm_experiment;

#endif
