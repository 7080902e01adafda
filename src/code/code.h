/* Code: from a plan to machine code, in milliseconds.
 *
 *     plan ──generate──▶ C text in pieces ──libtcc, in process──▶ functions, at once
 *                             │
 *                             └──cc -O2 -ffp-contract=off, in the background──▶ the same functions, faster; they are
 *                                                                               swapped in between two steps
 *
 * The C text is written once and given to both compilers. Both tiers give the same bits, because no operation is left
 * to a compiler's choice: no contraction, no reassociation, every function call to the same libm through the same
 * pointers. Functions have about a hundred statements each. Compiled objects of the second tier are kept in a cache
 * (XDG_CACHE_HOME/saltus or ~/.cache/saltus, SALTUS_CACHE to choose, SALTUS_CACHE= for none) under the hash of the
 * text, the compiler and the version of this program.
 *
 * Generated code sees one structure, sc_data, which holds all values of one run. It calls back through sc_services for
 * everything that is not a formula: linear and nonlinear loops, delays, messages, strings. Both structures are declared
 * in the generated text by the text of SC_SHARED below, so the two declarations cannot differ.
 *
 * There are five rooms, and each knows those before it. image/ is a program as tables of numbers and names; runs read
 * nothing else of it. runtime/ is what generated code calls, with the values of a run. make/ makes the image of a plan.
 * generate/ writes the text. compile/ makes programs of both, and has the table of modes. Other folders see this header
 * only.
 *
 * A program (sc_program) never changes, except for the swap of its table of functions, which is atomic. Any number of
 * runs in any threads may use it.
 */
#ifndef SALTUS_CODE_CODE_H
#define SALTUS_CODE_CODE_H

#include "expr/value.h"
#include "base/archive.h"
#include "code/image/image.h"
#include "external/component.h"

/* Shared with generated code: only C that libtcc reads without headers. */
#define SC_SHARED                                                                                                      \
	typedef struct sc_data sc_data;                                                                                    \
	typedef struct sc_services sc_services;                                                                            \
	typedef struct sc_activation sc_activation;                                                                        \
	typedef union sc_slot sc_slot;                                                                                     \
	/* A scalar of an activation, or of an entry of a set. */                                                          \
	union sc_slot { double r; long long i; const char *s; };                                                           \
	/* The activation of a routine. The engine keeps what it needs in front of it. */                                  \
	struct sc_activation {                                                                                             \
		int at;                     /* where it goes on; 0: at the beginning, which gives the locals their bindings */ \
		int routine;                                                                                                   \
		sc_slot slot[];             /* by scalar of its locals, the arguments first; the others need not be zero */    \
	};                                                                                                                 \
	struct sc_data {                                                                                                   \
		double time;                                                                                                   \
		double *x, *xd;             /* states and rates: the solver's own vectors during its calls */                  \
		double *r;                  /* Real values: parameters and variables */                                        \
		long long *i;               /* Integer, Boolean, enumeration */                                                \
		const char **s;             /* String */                                                                       \
		double *pre_r;              /* by number of the pre entry */                                                   \
		long long *pre_i;                                                                                              \
		const char **pre_s;                                                                                            \
		long long *latch;           /* by watch */                                                                     \
		long long *clock;           /* by sample clock: 1 in the instant of its tick */                                \
		const char *given;          /* by parameter: 1 if set from outside */                                          \
		int initial, terminal;      /* what initial() and terminal() answer */                                         \
		int event;                  /* inside an instant: relations in functions and the like are as they are */       \
		int failed;                 /* set by services->fail; generated code returns soon after */                     \
		double lambda;              /* of homotopy: 1 is the actual expression */                                      \
		const double *lean;         /* or NULL: moves of what a loop computes inside (newton_nearest.c) */         \
		const sc_services *services;                                                                                   \
		void *program, *run;        /* for the services */                                                             \
		long long depth;            /* of calls of functions */                                                        \
		const char *outermost;      /* where the stack of the first of them is */                                      \
		int caller;                 /* site of the equation that has called a function last */                         \
		unsigned rounds;            /* of loops in functions, and calls: see services->tick */                         \
		double deadline;            /* by sb_clock: after it functions fail without a message; 0: none */              \
		double *due;                /* by event: when it comes, if it is programmed and pending; else not a number */  \
		int *programmed, programs;  /* events that straight code has programmed; how many wait for the engine */       \
	};                                                                                                                 \
	struct sc_services {                                                                                               \
		/* Solves a linear loop; the entries of its matrix are in the order of the plan. 0: it is solved. */           \
		int (*linear)(sc_data *d, int loop, const double *entries, const double *rhs, double *z);                      \
		/* Newton on a loop: z are the torn unknowns, guesses on entry; residual and jacobian read the argument z */   \
		int (*newton)(sc_data *d, int loop, double *z, void (*residual)(sc_data *, const double *z, double *res),      \
					  void (*jacobian)(sc_data *, const double *z, double *entries));                                  \
		/* Again with the last factors, for Jacobians. */                                                              \
		int (*solve)(sc_data *d, int loop, const double *rhs, double *z);                                              \
		/* Of a large linear loop: rhs, z, entries. known: the entries are there already. */                           \
		double *(*room)(sc_data *d, int loop, int *known);                                                             \
		double (*delay)(sc_data *d, int delay, double value, double time);   /* value: the expression now */           \
		/* what: enum si_transported */                                                                                \
		double (*transport)(sc_data *d, int transport, int what, double x, long long positive);                        \
		/* state: -1 if there is none in this mode; scalar: what was named */                                          \
		void (*reinit)(sc_data *d, int state, int scalar, double value);                                               \
		void (*assertion)(sc_data *d, int number, int inside_when, const char *message);   /* it failed */             \
		void (*terminate)(sc_data *d, const char *message);                                                            \
		void (*schedule)(sc_data *d, int event, double delay);                                                         \
		/* one pending event: another one takes its place, a negative delay takes it away */                           \
		void (*program)(sc_data *d, int event, int action, double delay);                                              \
		void (*cancel)(sc_data *d, int event);                                                                         \
		/* A function failed: subscript out of bounds, assert in a function, ... */                                    \
		void (*fail)(sc_data *d, int site, const char *why);                                                           \
		void *(*scratch)(sc_data *d, unsigned long long bytes);              /* until the outermost evaluation ends */ \
		void *(*resize)(sc_data *d, void *old, unsigned long long bytes);    /* zeros; 0 bytes: gives it back */       \
		const char *(*concat)(sc_data *d, const char *a, const char *b);                                               \
		const char *(*real_text)(sc_data *d, double v, long long digits, long long length, int left);                  \
		const char *(*int_text)(sc_data *d, long long v, long long length, int left);                                  \
		const char *(*bool_text)(sc_data *d, long long v, long long length, int left);                                 \
		const char *(*real_format)(sc_data *d, double v, const char *format);                                          \
		const char *(*int_format)(sc_data *d, long long v, const char *format);                                        \
		int (*compare)(const char *a, const char *b);                                                                  \
		void (*subscript)(sc_data *d, int site, long long subscript, long long size);    /* fails: out of bounds */    \
		/* Fails: a statement of a routine has no value. what: 0 a quotient, 1 a function, 2 anything, 3 a function    \
		 * that is infinite; text: the expression; a, b: its operands */                                               \
		void (*undefined)(sc_data *d, int site, int what, const char *text, double a, double b);                       \
		void (*warn)(sc_data *d, int site, const char *message);   /* an assertion of level warning in a function */   \
		unsigned long long (*mark)(sc_data *d);                    /* how much scratch is in use, to go back to */     \
		void (*release)(sc_data *d, unsigned long long mark);                                                          \
		void (*sweep)(sc_data *d);                         /* strings that nothing refers to any more may go */        \
		void (*tick)(sc_data *d);                          /* now and then in loops: fails if the deadline is over */  \
		/* Calls it. An error of it fails. */                                                                          \
		void (*external)(sc_data *d, int site, void (*call)(void *), void *arguments);                                 \
		long long (*object)(sc_data *d, long long number); /* the external object of this number; 0: not made yet */   \
		/* It was made: 0 fails. Those with a number are kept until the run ends, and ended by `destroy`. */           \
		void (*made)(sc_data *d, int site, long long number, long long object, void (*destroy)(sc_data *, long long)); \
		/* also after a failure */                                                                                     \
		void (*destroy)(sc_data *d, int site, void (*destroy)(sc_data *, long long), long long object);                \
		/* Routines (model/process.h), for the engine to do. An answer that is not 0: the activation must wait, or has \
		 * failed; the routine sets `at`, returns the answer, and is called again when it may go on. Subscripts `index`\
		 * begin with 1; 0: not an array. `self` is NULL in actions of events. References are Integers.                \
		 * act: `statement` is an si_statement,                                                                        \
		 *     SEIZE PREEMPT              object, index; value: the priority                                           \
		 *     ENTER                      object, index; more: units; value: the priority                              \
		 *     LEAVE                      object, index; more: units                                                   \
		 *     PASS OPEN CLOSE RELEASE    object, index                                                                \
		 *     OBSERVE                    object, index; value                                                         \
		 *     ACTIVATE                   more: the reference; value: the delay or, if object is 1, the time           \
		 *     INTERRUPT                  more: the reference; index: the code                                         \
		 *     DESTROY                    more: the reference; object 1: itself. It answers 1 where it was itself, and \
		 *                                the routine ends                                                             \
		 *     STOP                       object: a routine                                                            \
		 *     RECORDING                  more: 0 or 1                                                                 \
		 *     PASSIVATE CROSSPLOT RERUN  nothing else */                                                              \
		int (*act)(sc_data *d, sc_activation *self, int site, int statement, int object, long long index, double value,\
				   long long more);                                                                                    \
		int (*hold)(sc_data *d, sc_activation *self, int site, double delay);                                          \
		/* condition: number in si_image.waits */                                                                      \
		int (*until)(sc_data *d, sc_activation *self, int site, int condition);                                        \
		/* Answers its reference. priority LLONG_MIN: that of the routine. */                                          \
		long long (*start)(sc_data *d, sc_activation *self, int site, int routine, int absolute, double when,          \
						   long long priority, const sc_slot *arguments);                                              \
		void (*insert)(sc_data *d, int site, int set, long long index, const sc_slot *fields);                         \
		/* Position from 1, or -1: the last. Answers 0 if there is none, and fields are as they were. */               \
		int (*take)(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields);   \
		/* A random number. */                                                                                         \
		double (*draw)(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c); \
		/* All else of si_question. */                                                                                 \
		double (*ask)(sc_data *d, sc_activation *self, int site, int question, int object, long long index, double a); \
		/* A place (si_place_key) that something depends on has another value. */                                      \
		void (*touch)(sc_data *d, int place);                                                                          \
		/* Something is about to be read that follows from what was set. */                                            \
		void (*fresh)(sc_data *d, int site);                                                                           \
		void (*write)(sc_data *d, const char *text);                                                                   \
		/* NAN, LLONG_MIN, NULL: not said. The routine waits then: it returns 1. */                                    \
		void (*simulate)(sc_data *d, sc_activation *self, int site, double from, double to, double interval,           \
						 double tolerance, double warmup, long long replications, const char *solver);                 \
		const char *(*keep)(sc_data *d, const char *text);         /* as long as the run lasts: for slots */           \
		/* an operation of an opaque component: sl_block_part; what it passes and gives is as model/block.h says */    \
		void (*block)(sc_data *d, int site, int block, int part, int item, void (*code)(void),                         \
					  const double *arguments, const char *const *texts, double *results);                             \
	};

SC_SHARED

/* Pieces: the parts that an instant or an output point evaluates one by one, instead of everything.
 *
 *     signals   what can change in an instant, as numbers: every place, then every pre, latch and clock, then one for
 *               all delays and transports. A cell of many elements has one more signal, for those that read many of
 *               them: it has changed if any of the elements has.
 *     pieces    four kinds, each in the order of execution, the steps first: about a hundred statements of steps of one
 *               phase (a few in SS_DISCRETE) or some rounds of a loop; the functions of some watches; the times of some
 *               watches; some actions
 *     readers   by signal: the pieces that read it
 *     writes    by piece of steps: the signals of the places it sets
 *     sources   by piece: the continuous pieces of steps that set what it reads; they must be up to date before it is
 *               called
 *
 * An SS_DISCRETE piece reads continuous values only under the edge of a when-clause. The passing of time alone does not
 * concern it, unless it is `moody`: algorithms and impure calls are evaluated in every instant. All of this is linear
 * in the size of the plan, and is made only for plans in which something can happen in an instant (sc_has_pieces). */
typedef enum sc_piece_kind { SC_STEPS, SC_WATCHES, SC_TIMES, SC_ACTIONS, SC_PIECE_KINDS } sc_piece_kind;
typedef struct sc_piece {
	uint8_t kind, phase; bool moody;
	uint32_t function; int from, to;         /* number in the table of its kind, and the rounds if that is a loop */
	uint32_t first, end;                     /* of watches: those it may concern */
} sc_piece;
typedef struct sc_graph {
	uint32_t pre, latch, clock, delay, cells, signals; /* signal numbers: the first of each sort; places begin with 0 */
	uint32_t first[SC_PIECE_KINDS + 1];               /* pieces of each kind: first[kind] .. first[kind+1]-1 */
	sc_piece *pieces;
	uint32_t *readers_at, *readers, *writes_at, *writes, *sources_at, *sources; /* of k: x[x_at[k]] .. x[x_at[k+1]-1] */
	uint32_t *producer; /* by place, of a cell by its first: the piece that sets it, or UINT32_MAX */
	/* With cells, by place: the first of its cell; and by such a first how many places there are up to the last. The
	 * signal of the cell as a whole is `cells` + its first place. NULL: there are none */
	uint32_t *first_of, *span;
	uint32_t *watch_piece, *time_piece;                /* by watch */
} sc_graph;

/* The functions of a program. All but jacobian are complete by themselves given time, x, and the values that hold. */
typedef struct sc_functions {
	void (*parameters)(sc_data *d);
	void (*starts)(sc_data *d);
	void (*initial)(sc_data *d);             /* the initial system */
	void (*rates)(sc_data *d);               /* SS_RATES steps: sets xd and what it needs */
	void (*watch)(sc_data *d, double *functions);   /* after rates: SS_WATCH steps, then the function of every watch */
	/* from time and x the same functions, without the rates; NULL: not worth it */
	void (*search)(sc_data *d, double *functions);
	void (*outputs)(sc_data *d);             /* after rates and watch: SS_OUTPUT steps */
	void (*all)(sc_data *d);                 /* every step in order: an evaluation in an instant */
	void (*functions)(sc_data *d, double *functions); /* the function of every watch, of the values as they are */
	void (*times)(sc_data *d, double *when, double *slope);  /* of time_only watches (others untouched) */
	void (*actions)(sc_data *d);             /* guarded actions of when-clauses */
	void (*asserts)(sc_data *d);             /* the others */
	/* of every guard its function and what that divides (else 1), of the values as they are */
	void (*guards)(sc_data *d, double *functions);
	void (*event)(sc_data *d, int which);    /* action of event_code[which] */
	void (*event_when)(sc_data *d, double *values);  /* `when` of every si_event as a number */
	/* The steady ones, or the others, of the values as they are; those of_time need no more than d->time. NULL: there
	 * are none */
	void (*angles)(sc_data *d, int steady, double *angles);
	/* the value of that si_break, if it `calls`, of the values as they are; NULL: none does */
	void (*break_)(sc_data *d, int which, double *value);
	/* of states, time and discrete variables alone; NULL: there are none */
	void (*centres)(sc_data *d, double *functions);
	/* its function at d->time, then its features and angles; NULL: there are none */
	void (*moment)(sc_data *d, int which, double *out);
	void (*moment_inputs)(sc_data *d, double *inputs);       /* NULL: there is neither */
	void (*clocks)(sc_data *d, double *start, double *interval);
	void (*delays)(sc_data *d, double *value, double *time, double *longest);
	void (*transports)(sc_data *d, double *now);     /* of each four numbers: in0, in1, x, positive */
	void (*profiles)(sc_data *d, double *initial);   /* the initial distribution of each: its points, then its values */
	void (*modes)(sc_data *d, double *branch);       /* after all: the branch that every switch asks for */
	/* after rates at the same point; NULL if not symbolic. By families: their entries, in order */
	void (*jacobian)(sc_data *d, double *values);
	/* from time and x: SS_PROJECT steps and the residuals; NULL: there are none */
	void (*invariants)(sc_data *d, double *residuals);
	/* after invariants at the same point; NULL if not symbolic */
	void (*invariant_jacobian)(sc_data *d, double *values);
	/* tables by sc_piece.function; NULL if the program has no list of pieces. sc_call_piece calls them */
	void (*const *step_pieces)(sc_data *d, int from, int to);
	void (*const *watch_pieces)(sc_data *d, double *functions, int from, int to);
	void (*const *time_pieces)(sc_data *d, double *when, double *slope, int from, int to);
	void (*const *action_pieces)(sc_data *d, int from, int to);
	/* what a source of activations runs, by event; NULL: it goes the general way. NULL: all do. An answer that is not
	 * 0: nothing has happened, and the general way must say why (generate/source_text.c) */
	int (*const *sources)(sc_data *d);
	void (*const *source_limits)(sc_data *d);        /* after any number of calls: left limits take the values */
	/* routines; NULL if the model has none */
	int (*const *routines)(sc_data *d, sc_activation *a); /* by routine of the model: 1 it waits, 0 it has ended */
	/* of what the condition is made: si_wait.turns */
	void (*wait_turns)(sc_data *d, const sc_activation *a, int which, double *functions);
	/* the condition of that WAIT UNTIL, of the values as they are; nothing is latched */
	int (*wait)(sc_data *d, const sc_activation *a, int which);
} sc_functions;

typedef struct sc_program sc_program;
typedef struct sc_options {
	/* 0 libtcc only; 1 what the cache has, else libtcc at once, and cc in the background once sc_optimise is called; 2
	 * wait for cc (benchmarks, tests) */
	int optimise;
} sc_options;

struct ss_plan;
struct sm_external_call;
/* NULL after a reported failure. The plan must outlive the program. */
sc_program *sc_compile(const struct ss_plan *plan, const sc_options *options);
/* One call of an external function, with literals, while a model is translated (call_external.c): each is an
 * sm_runner. The second one calls only those functions of Saltus' own that read. */
bool sc_call_external(sb_arena *arena, const struct sm_external_call *call, const char **why);
bool sc_call_own_external(sb_arena *arena, const struct sm_external_call *call, const char **why);
void sc_program_free(sc_program *program);       /* waits for or abandons the background compiler */
const sc_functions *sc_functions_of(sc_program *program);    /* the best tier now; ask again between steps */
int sc_tier(const sc_program *program);          /* 1 libtcc, 2 cc */
void sc_optimise(sc_program *program); /* start the background compiler if it was not (the run lasts long enough) */
bool sc_optimising(sc_program *program);          /* the background compiler is at work */
/* For the log: why the second tier did not come; NULL: nothing to say. */
const char *sc_optimise_problem(sc_program *program);
const struct ss_plan *sc_plan(const sc_program *program);   /* NULL: it was read from a file */
/* Was it made in this process? Then there are further modes, and derivatives on request. */
bool sc_translates(const sc_program *program);
const si_image *sc_image(const sc_program *program);

typedef struct sc_times { double generate, compile; } sc_times;         /* seconds */
const sc_times *sc_times_of(const sc_program *program);
const sc_graph *sc_graph_of(const sc_program *program);     /* NULL: it has none */
/* The external objects of a run: made with its parameters, and shared by the data of all its modes. Clearing ends them,
 * the last first; the data that were there when they were made must still be. */
typedef struct sc_objects sc_objects;
sc_objects *sc_objects_new(void);
void sc_objects_clear(sc_objects *objects);
void sc_objects_free(sc_objects *objects);                  /* cleared before */
void sc_set_objects(sc_data *d, sc_objects *objects);       /* without this external objects cannot be made */
/* The opaque components of a run (model/block.h) live there, too. They are made at their first call, stay when
 * parameters change, and are ended by this. */
void sc_blocks_clear(sc_objects *objects);
void sc_blocks_renew(sc_objects *objects);                  /* parameters have changed: those in C begin again */
/* What any of them is to be told of steps: SL_FOLLOWS_ENDS and so on. Those that follow it are told, with the values
 * of d. */
uint8_t sc_blocks_follow(const sc_data *d);
void sc_blocks_stepped(sc_data *d, sl_block_phase phase);
void sc_blocks_archive(sc_data *d, sb_archive *a);          /* what they keep; reading makes them, or is bad */
/* The piece that sets it, or UINT32_MAX. */
uint32_t sc_producer(const sc_graph *graph, const si_image *image, si_place place);
/* Steps and actions use neither array; watches fill the first (functions), times both (when, slope). */
void sc_call_piece(const sc_functions *f, sc_data *d, const sc_piece *piece, double *a, double *b);
/* The value that a watch has when its function is f: the far side for time_only ones, which change at `when`, unless
 * d->initial. */
long long sc_truth(const sc_data *d, const si_watch *watch, double f, double when, double slope);
/* A condition on time that guards an operation and is, as it is written, not at its moment yet what it is afterwards:
 * `time > 0`. */
bool sc_turns_late(const si_watch *watch, double slope);
/* Impulse systems: `of` is the highest order that there is, so that there is one for each from it down to 0. */
typedef struct sc_order { uint32_t order, of; } sc_order;
/* The modes of a model whose structure changes. The program that was compiled first owns the table; it is shared by all
 * runs of the model, and any of them may ask for a mode at any time. A mode is analysed and compiled when it is first
 * asked for, and kept. */
typedef struct sc_mode {
	uint32_t number;                 /* in the order in which they were asked for, from 0 */
	const uint16_t *branch;          /* by switch */
	sc_program *program;             /* NULL: it cannot be analysed or compiled */
	double analysis, compilation;    /* seconds */
} sc_mode;
const sc_mode *sc_mode_of(const sc_program *program);
/* By any program of the model. `given`: the values of parameters that the run was given: a mode whose structure depends
 * on other values of them is another mode. `initial`: the run is to begin in it. A failure is reported to `diag` (NULL:
 * not at all) and gives NULL. */
const sc_mode *sc_enter(sc_program *program, const uint16_t *branch, const sx_givens *given, bool initial,
						sb_diag *diag);
/* Was it asked for before? A program that was read from a file has no others. */
bool sc_knows_mode(sc_program *program, const uint16_t *branch, const sx_givens *given, bool initial);
bool sc_knows_impulses(sc_program *program, sc_order order);
/* The impulse system of the program's mode (structure/modes/impulse_system.c), made when it is first asked for; NULL:
 * it cannot be made. */
sc_program *sc_impulses(sc_program *program, const sx_givens *given, sc_order order);
/* Is the structure of the program's mode the same where a parameter has another value? */
bool sc_mode_allows(sc_program *program, uint32_t scalar, double before, double after);
uint32_t sc_mode_count(sc_program *program);
uint32_t sc_mode_analyses(sc_program *program);            /* how many analyses all requests together have cost */
const sc_mode *sc_mode_at(sc_program *program, uint32_t number);

/* A program as bytes: the image, the generated text, the places that it complains about, the sources that messages
 * show, its pieces, and all of this for every mode and impulse system that was asked for so far; of modes that cannot
 * be, why. Another process of the same version of Saltus reads it and runs it, to the same bits. It needs the model no
 * more: no text is read, nothing is analysed. What would need that is not there (sc_translates): modes that nobody had
 * asked for, and derivatives on request. C that is not part of the text (libraries, headers of annotations Include) is
 * found where it was. False: opaque components are C of the process that made the program, and such a program is not
 * written.
 *
 * Reading gives NULL after a message, for bytes that are no program, of another version, or damaged. The sources become
 * those of `diag`, which must be empty and live as long as the program. The text is compiled, or comes from the
 * cache. */
bool sc_write_program(sc_program *program, sb_archive *out);
sc_program *sc_read_program(const void *bytes, size_t n, const sc_options *options, sb_diag *diag);

/* The generated text. */
void sc_generate(const struct ss_plan *plan, sb_text *out);
/* The same equations for code that stands alone (export/export.h): those functions of sc_functions that rt_functions of
 * export/runtime/export_runtime.h names, and what they call, without the declarations before them. Sites: the places
 * that it complains about, by number. known: by step of the parameters, somebody else gives its values; NULL: none.
 * False after a message. */
typedef struct sc_alone_site { sb_span span; const char *what, *array; int64_t lower; } sc_alone_site;
typedef struct sc_alone { const char *text; sb_vec(sc_alone_site) sites; } sc_alone;
bool sc_generate_alone(const struct ss_plan *plan, const bool *known, sb_arena *kept, sc_alone *out);
/* The same of derivatives (structure/derivatives.h): one function, sc_derivatives, and what it calls. */
struct ss_derivatives;
bool sc_derivatives_alone(const struct ss_derivatives *q, sb_arena *kept, sc_alone *out);

/* The segments of a sealed model (model/seal/seal.h) as a shared library, whose functions are called as those of a
 * generated text are, with the same sc_data. So its layout is part of what a file of segments is made for
 * (sc_segments_layout). The symbol of a segment is ID_NUMBER, with the number of the function in the model. False after
 * a message. */
struct sm_sealed;
typedef struct sc_library { const char *id; const void *bytes; size_t n; } sc_library;
bool sc_compile_segments(const struct sm_sealed *sealed, sb_arena *arena, sc_library *out);

/* The values of one run, laid out for a program: everything allocated, parameters and starts not yet evaluated.
 * Includes the workspaces of the loops (factors, scales). `diag` takes the messages of the services. */
sc_data *sc_data_new(sc_program *program, sb_diag *diag);
void sc_data_free(sc_data *d);
/* The engine's part of the services, set once after sc_data_new; the others are this layer's own. */
typedef struct sc_hooks {
	double (*delay)(void *run, int delay, double value, double time);
	double (*transport)(void *run, int transport, int what, double x, bool positive);
	/* the value is that of the state, if there is one */
	void (*reinit)(void *run, int state, int scalar, double value);
	void (*assertion)(void *run, int number, bool inside_when, const char *message);
	void (*terminate)(void *run, const char *message);
	/* what components tell of their events, and whether anybody hears it; NULL: nobody does */
	bool (*heard)(void *run);
	void (*happens)(void *run, const char *name, const char *text);
	void (*schedule)(void *run, int event, double delay);
	void (*program)(void *run, int event, int action, double delay);
	void (*cancel)(void *run, int event);
	/* Of routines: they take the place of the services of the same names, so each call goes there at once. d->run is
	 * the run. NULL: the service fails (touch: nothing). */
	int (*act)(sc_data *d, sc_activation *self, int site, int statement, int object, long long index, double value,
			   long long more);
	int (*hold)(sc_data *d, sc_activation *self, int site, double delay);
	int (*until)(sc_data *d, sc_activation *self, int site, int condition);
	long long (*start)(sc_data *d, sc_activation *self, int site, int routine, int absolute, double when,
					   long long priority, const sc_slot *arguments);
	void (*insert)(sc_data *d, int site, int set, long long index, const sc_slot *fields);
	int (*take)(sc_data *d, int site, int set, long long index, long long position, int stays, sc_slot *fields);
	double (*draw)(sc_data *d, int site, int question, int stream, long long index, double a, double b, double c);
	double (*ask)(sc_data *d, sc_activation *self, int site, int question, int object, long long index, double a);
	void (*touch)(sc_data *d, int place);
	void (*fresh)(sc_data *d, int site);
	void (*write)(sc_data *d, const char *text);
	void (*simulate)(sc_data *d, sc_activation *self, int site, double from, double to, double interval,
					 double tolerance, double warmup, long long replications, const char *solver);
} sc_hooks;
/* A failure of what a hook was asked to do, at the site that it was given: the message of the run is about that place
 * of the text. */
sb_span sc_site_span(const sc_data *d, int site);          /* of a statement of a routine: the same in all modes */
void sc_set_hooks(sc_data *d, const sc_hooks *hooks, void *run);

/* All digits of an Integer; false: it is none, or stands nowhere. */
bool sc_scalar_integer(const sc_data *d, uint32_t scalar, int64_t *value);
/* Of a scalar as a number, through aliases; NAN for strings. */
double sc_scalar_value(const sc_data *d, uint32_t scalar);
const char *sc_scalar_string(const sc_data *d, uint32_t scalar);
/* A formula of the image at the present values, as a number; false: it is not known. What it may read: variables, time,
 * left limits and the sides of conditions; of variables those alone whose value was given, parameters and starts;
 * everything. `element`: of an attribute of an array, the element that it is asked for; NULL: none. */
typedef enum sc_reach { SC_VARIABLES, SC_STARTED, SC_EVERYTHING } sc_reach;
typedef struct sc_element { const si_variable *of; uint32_t number; } sc_element;
bool sc_formula(const sc_data *d, si_formula formula, sc_reach reach, const sc_element *element, double *value);
/* The value of an si_break now; false: it is not known. */
bool sc_break_value(sc_data *d, uint32_t number, double *value);
bool sc_set_scalar(sc_data *d, uint32_t scalar, double value);      /* a parameter, or a start: through its place */
bool sc_set_string(sc_data *d, uint32_t scalar, const char *value); /* the text is copied */
bool sc_is_given(const sc_data *d, uint32_t scalar);         /* a parameter: it was set from outside */
void sc_set_given(sc_data *d, uint32_t scalar, bool given);

void sc_archive(sc_data *d, sb_archive *a);                 /* all values, and what evaluations go on with */
const char *sc_keep_text(sc_data *d, const char *text);     /* as long as the run lasts: for slots */

/* From the data of one mode to those of another: a scalar that both have, the rates of states that both have, from
 * which loops of rates begin, and all parameters with whether they were given. */
void sc_copy_scalar(sc_data *to, const sc_data *from, uint32_t scalar);
void sc_copy_rates(sc_data *to, const sc_data *from);
void sc_copy_parameters(sc_data *to, const sc_data *from);

/* After a failure: why. A loop that did not converge (which, its members, residuals, time), a function's message
 * (R03xx). Reports to the diag of the data and returns true if there was something to say; clears d->failed. */
bool sc_report_failure(sc_data *d);
/* A call of external C has crashed, or wanted to end the program: the run must end, and no other call is made in it. */
bool sc_broken(const sc_data *d);
/* For values that are not finite. Interprets the plan at the present time and states, and reports the first step whose
 * value is not finite although its arguments are. The message has the expression, the component, the division or
 * function with its operands, and the time (R0301...). False if there is no such step. */
bool sc_report_not_finite(sc_data *d, const char *doing);
/* The same for a formula of its own: the first operation in it that has no value, whatever is made of it. False:
 * there is none. */
bool sc_report_undefined(sc_data *d, si_formula formula, sb_span span, const char *doing);
/* Of a formula over parameters: what in it has no value; NULL: nothing. */
const char *sc_undefined_in(sc_data *d, sb_arena *arena, si_formula formula);
/* An operation of the initial system that has no value at its solution. */
bool sc_report_initial_guards(sc_data *d, const char *doing);
/* Quiet: during trial evaluations of a solver failures are not fatal; the engine asks with this before it reports. */
void sc_forgive(sc_data *d);
void sc_report_unshown(sc_data *d);    /* R0890: what has failed leaves a row without values; it is forgiven */
bool sc_failed_at_values(const sc_data *d);      /* it may succeed at others: a loop, or what is not defined */

/* An operation that has no value and did not fail: whoever evaluates asks for it where the values count
 * (generate/definite.c). */
typedef struct sc_notice { int site, what; const char *text; double a, b; } sc_notice;       /* text: NULL, none */
bool sc_noticed(const sc_data *d);               /* since it was forgotten */
void sc_forget_noticed(sc_data *d);
sc_notice sc_take_notice(sc_data *d);            /* and forget it */
void sc_fail_noticed(sc_data *d, sc_notice notice); /* sets d->failed, with the operation, its operands and its place */
/* Assertions of level warning in functions: held back while points are evaluated that are none of the solution (trial
 * steps, interpolated points). */
void sc_hold_warnings(sc_data *d, bool hold);
bool sc_held_warning(sc_data *d);                /* one was held back since the last question */
/* The time up to which the solution is accepted. What is evaluated before it is a look back, and what follows it may be
 * tried and refused: nonlinear loops take their guesses from the solutions of earlier times. */
void sc_accepted(sc_data *d, double time);
/* Nonlinear loops that are followed through a step (runtime/newton_path.c). */
void sc_path_open(sc_data *d, uint32_t number);   /* that loop is followed from now on */
bool sc_path_covers(const sc_data *d, double from, double to);
bool sc_path_holds(const sc_data *d);            /* what was just evaluated is where they end */
bool sc_path_leads_on(const sc_data *d);         /* it is known how they move */
bool sc_path_ends(const sc_data *d, double time);        /* all paths end there */
void sc_path_begin(sc_data *d, double time);     /* with what was just evaluated */
void sc_path_restart(sc_data *d);                /* where they end */
void sc_path_first(sc_data *d);                  /* where they begin */
void sc_path_drop(sc_data *d);
bool sc_path_doubtful(const sc_data *d);         /* has a loop perhaps jumped since? */
/* What the solver has found at the end of its step, if nothing is doubtful. */
bool sc_path_take(sc_data *d, double time);
void sc_path_walks(sc_data *d, bool walks);      /* no other solution is looked for meanwhile */
void sc_path_back(sc_data *d);                   /* forgets what was tried behind the paths */
/* Of solutions that end, where time can show no shorter way (R0263, R0761). */
void sc_path_tell(sc_data *d, double time);
/* A loop whose determinant has another sign than at the end of its path, by the last evaluation; UINT32_MAX: none
 * from this number on. */
uint32_t sc_path_turned(const sc_data *d, uint32_t first);
void sc_path_meets(sc_data *d, uint32_t loop, double time);   /* there its solutions have met, */
/* And the solver has not begun its iterations where the paths lead to. */
bool sc_path_met_unawares(const sc_data *d);
void sc_path_tell_meetings(sc_data *d);                       /* which is told, once in a run (R0760) */
/* Do the solutions meet between the end of the path and this time, where the loop has just been evaluated? It is to be
 * evaluated at one time after another. */
void sc_meeting_begin(sc_data *d, uint32_t loop, double to);
bool sc_meeting_next(sc_data *d, uint32_t loop, double *time);        /* false: it is decided */
void sc_meeting_fails(sc_data *d, uint32_t loop);                     /* there is no value at the last time */
bool sc_meeting_found(sc_data *d, uint32_t loop, double *time);
void sc_path_tell_fast(sc_data *d, double time); /* of loops that move too fast to be followed any more (R0762) */
void sc_path_goes_on(sc_data *d, double time);   /* to what was just evaluated */
void sc_path_note(sc_data *d, double time);      /* what the solver has found at the end of its step, */
bool sc_path_agrees(const sc_data *d);           /* and is it where the paths end? */
/* Looking aside: what is evaluated meanwhile, rows of the output between two steps, leaves no trace. Loops have
 * workspaces of their own for it and begin with the solutions of the run; afterwards all Reals have the values that
 * they had before. */
/* each with its own workspaces */
typedef enum sc_looks { SC_HERE, SC_FOR_ROWS, SC_FOR_CALLER, SC_FOR_SIZES, SC_LOOKS } sc_looks;
void sc_look_aside(sc_data *d, sc_looks looks);
/* What is evaluated from now on is only tried: that a loop leaves unknowns open (R0313) is told if it is taken. */
void sc_try(sc_data *d);
void sc_end_try(sc_data *d, bool taken);
/* The values were brought from elsewhere: nonlinear loops begin with them, and not with what they have found before. */
void sc_begin_with_values(sc_data *d);
/* Of a linear loop, as it was solved last: the sign of its determinant (0: not known), its largest unknown, and the
 * part of that which rounding of the coefficients may change. */
int sc_loop_sign(const sc_data *d, uint32_t number);
double sc_loop_size(const sc_data *d, uint32_t number);
double sc_loop_lost(const sc_data *d, uint32_t number);
void sc_report_weak(sc_data *d, uint32_t number, double lost, double time);        /* almost singular (R0266) */
/* Singular between two points: at a pole (R0311), or where its right side vanishes too (R0294). */
void sc_report_turned(sc_data *d, uint32_t number, double time, bool pole);
/* An unknown of a nonlinear loop that is larger than `bound` and than so many `times` its nominal value in what was
 * accepted last, a scalar; UINT32_MAX: there is none. */
uint32_t sc_unknown_beyond(const sc_data *d, double bound, double times, double *value);

#endif
