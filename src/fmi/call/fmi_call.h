/* One instance of an FMU, and the process that it is in.
 *
 * A *board* holds all numbers that go to and fro: the row of parameters, inputs and states, and the results. A *worker*
 * serves requests that are written on the board by calling functions of the FMU. With a process of its own the board is
 * shared memory, and two turns of a futex are a request; without, serving is a plain call.
 *
 *     component ── writes rows, an order ──▶ board ──▶ worker ── fmi2SetTime, fmi2GetReal, ... ──▶ library
 *               ◀─ rows, or what has gone wrong ──────
 *
 * The worker knows the mode of the FMU and the values that were set last. It makes only calls that the standard allows
 * in this mode, and no call that changes nothing. The name of each call is on the board before it begins: when a worker
 * dies, or does not come back within the limit, the message names the call. The process of a worker has only the board
 * and stderr of ours open, and the FMU prints to stderr. It ends when this process ends, for whatever reason.
 *
 *     fmi_process.c   the board, the process, turns and limits
 *     worker.c        requests as calls, in the modes of the standard
 *     worker_values.c outputs, rates, event indicators, and how they move
 *     worker_clocks.c clocks of 3.0, and what is clocked
 *     fmi_told.c      what is said of calls: the log, failures
 *     binding1.c      FMI 1.0 behind a table that the versions share; so are binding2.c and binding3.c */
#ifndef SALTUS_FMI_CALL_H
#define SALTUS_FMI_CALL_H

#include "fmi/describe/fmi_describe.h"
#include "fmi/package/fmi_package.h"

/* What of an FMU a component uses: numbers of variables, in the order of its rows. */
typedef struct fi_row { uint32_t *variable, *first, n, scalars; } fi_row;
typedef struct fi_plan {
	const fi_description *d;
	fi_kind kind;
	fi_files files;
	fi_options options;
	fi_row parameters, texts, inputs, outputs, states;       /* texts: parameters that are Strings */
	const char *const *structural;                           /* private */
	double step;                                             /* of communication */
} fi_plan;
const fi_interface *fi_interface_of(const fi_plan *plan);

typedef enum fi_order {
	FI_DO_LOAD, FI_DO_MAKE, FI_DO_BEGIN, FI_DO_RATES, FI_DO_OUTPUTS, FI_DO_INDICATORS, FI_DO_EVENT, FI_DO_COMPLETED,
		FI_DO_STEP,
	FI_DO_SLOPE, FI_DO_SAVE, FI_DO_RESTORE, FI_DO_INPUTS, FI_DO_KEEP, FI_DO_GO_BACK, FI_DO_END
} fi_order;

/* INPUTS: they are set where the FMU stands. KEEP and GO_BACK: its state in the slot `item`, inside of its process. */
enum { FI_SAID = 600, FI_TEXTS = 1 << 16, FI_SLOTS = 3 };

/* What is asked, and what is answered. Rows follow behind it, as fi_rows says. */
typedef struct fi_board {
	_Atomic uint32_t turn;                   /* 0: the caller's, 1: the worker's */
	fi_order order;
	bool failed, terminate, wants, states_changed, again;
	bool warned;                             /* a call has returned a warning: `said` has it */
	double time, step, next, reached;
	/* Of a slope: of the output `item` if `part`, or else of all rates. Of what is kept: the slot. */
	uint32_t item, part;
	size_t size;                             /* of what is saved */
	bool spell; double when, by;             /* the arguments of `doing`, which are not printed yet; by: a step,
			or NaN */
	char doing[200], said[FI_SAID], texts[FI_TEXTS];
	double rows[];
} fi_board;

typedef struct fi_rows { double *parameters, *inputs, *slopes, *states, *rates, *outputs, *indicators, *motion;
	} fi_rows;

typedef struct fi_instance fi_instance;
/* the process is made at the first request */
fi_instance *fi_instance_new(const fi_plan *plan, const char *name);
void fi_instance_free(fi_instance *i);
fi_board *fi_board_of(fi_instance *i);
const fi_rows *fi_rows_of(fi_instance *i);
/* Serves the order on the board. False: board->said says why; the instance is broken from then on if it has died. */
bool fi_ask(fi_instance *i, fi_order order);
void fi_instance_break(fi_instance *i);      /* it is not asked any more; the last thing said stays */
const char *fi_doing(const fi_instance *i);
const char *fi_spell(fi_board *b);           /* the call that was made last, with its arguments */
int fi_bulk(const fi_instance *i);           /* a file in memory, for what is saved */

/* --------------------------------------------------------------------------------------- inside of the room */

typedef enum fi_mode { FI_NOWHERE, FI_LOADED, FI_INITIAL, FI_IN_EVENT, FI_CONTINUOUS_TIME, FI_IN_STEPS,
	FI_OVER } fi_mode;
typedef struct fi_binding fi_binding;
typedef struct fi_ticking fi_ticking;

typedef struct fi_worker {
	const fi_plan *plan;
	const char *name;
	fi_board *board;
	fi_rows rows;
	int bulk;
	const fi_binding *binding;
	void *library, *instance, *functions;
	uint32_t *references; double *gathered;  /* of the outputs, and room for them; NULL: not asked for yet */
	bool discrete_known;                     /* those that change at events alone were asked for since the last one */
	uint32_t *rate_references; double *seed; /* for slopes: of the rates, and room for what moves; NULL as before */
	fi_mode mode;
	double time, *states, *inputs;           /* what was set last; NaN: nothing */
	void *before;                            /* the state of the FMU before the last event; NULL: none */
	/* by clock; what was read at ticks follows behind them. The second one: as it was before the last event */
	fi_ticking *clock, *clock_before; uint32_t clock_count; size_t clock_bytes;
	struct fi_kept { void *state, *clock; double time, *inputs; fi_mode mode; } kept[FI_SLOTS];
	bool has_before, failed;
	char fatal[FI_SAID];                     /* what has ended it */
} fi_worker;

typedef struct fi_found { bool again, terminate, states_changed; double next; } fi_found;

/* Each is false if the FMU says that it has failed; fi_failed has told it by then. NULL: the version has none. */
struct fi_binding {
	bool (*load)(fi_worker *w);
	bool (*instantiate)(fi_worker *w);
	bool (*enter_initial)(fi_worker *w), (*leave_initial)(fi_worker *w);
	bool (*set)(fi_worker *w, const fi_variable *v, const double *values, uint32_t n);
	bool (*get)(fi_worker *w, const fi_variable *v, double *values, uint32_t n);
	bool (*set_text)(fi_worker *w, const fi_variable *v, const char *const *texts, uint32_t n);
	bool (*set_reals)(fi_worker *w, const uint32_t *references, size_t n, const double *values, size_t count);
	bool (*get_reals)(fi_worker *w, const uint32_t *references, size_t n, double *values, size_t count);
	bool (*set_time)(fi_worker *w, double time);
	bool (*set_states)(fi_worker *w, const double *x);
	bool (*get_states)(fi_worker *w, double *x), (*get_rates)(fi_worker *w, double *rates);
	bool (*get_indicators)(fi_worker *w, double *z);
	bool (*completed)(fi_worker *w, bool *wants, bool *terminate);
	bool (*enter_event)(fi_worker *w), (*update)(fi_worker *w, fi_found *found), (*leave_event)(fi_worker *w);
	bool (*input_slopes)(fi_worker *w, const double *slopes);
	bool (*step)(fi_worker *w, double time, double size, double *reached, bool *event, bool *terminate);
	bool (*directional)(fi_worker *w, const uint32_t *unknowns, size_t n, const uint32_t *knowns, size_t known,
						const double *seed, double *out);
	bool (*get_state)(fi_worker *w, void **state), (*set_state)(fi_worker *w, void *state);
	void (*free_state)(fi_worker *w, void **state);
	bool (*size_state)(fi_worker *w, void *state, size_t *size);
	bool (*pack_state)(fi_worker *w, void *state, void *to, size_t size);
	bool (*unpack_state)(fi_worker *w, const void *from, size_t size, void **state);
	void (*terminate)(fi_worker *w), (*free)(fi_worker *w);
	/* Of a clock: it is active now; whether it is; its interval and what that is (fmi3IntervalQualifier); its shift. */
	bool (*set_clock)(fi_worker *w, const fi_variable *v);
	bool (*get_clock)(fi_worker *w, const fi_variable *v, bool *active);
	bool (*interval)(fi_worker *w, const fi_variable *v, double *interval, int *qualifier);
	bool (*shift)(fi_worker *w, const fi_variable *v, double *shift);
};
extern const fi_binding fi_binding1, fi_binding2, fi_binding3;

bool fi_serve(fi_worker *w);                 /* what is on the board; false: it has failed */
/* worker_clocks.c */
uint32_t fi_clocks_of(const fi_description *d);
void fi_clocks_make(fi_worker *w);
bool fi_clocks_begin(fi_worker *w);
bool fi_clocks_activate(fi_worker *w);
bool fi_clocks_read(fi_worker *w);
bool fi_clocks_advance(fi_worker *w, bool *again);
double fi_next_tick(const fi_worker *w);
bool fi_may_be_set(const fi_worker *w, const fi_variable *v);
bool fi_held_output(const fi_worker *w, uint32_t output, const double **values);
bool fi_is_quick(const fi_variable *v);      /* many of its kind are one call */
bool fi_go_to(fi_worker *w);                 /* the point that the board has: time, states, continuous inputs */
/* worker_values.c: at that point, to the rows of the board */
bool fi_outputs(fi_worker *w);
bool fi_rates(fi_worker *w);
bool fi_indicators(fi_worker *w);
bool fi_slope(fi_worker *w);
/* The call that comes next, on the board and in the log. */
void fi_calling(fi_worker *w, const char *name, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* The same for calls that are made at every point; time: NAN: it is no argument. */
void fi_calling_often(fi_worker *w, const char *name, double time);
bool fi_failed(fi_worker *w, const char *format, ...) __attribute__((format(printf, 2, 3)));       /* false */
/* What a call has given as its status, by the order of FMI: ok, warning, discard, error, fatal. Every status comes
 * here. Behind a fatal one nothing is called any more. */
bool fi_status(fi_worker *w, int status);
void fi_log_values(fi_worker *w, const char *name, const uint32_t *references, size_t n, const double *values,
				   size_t count);
/* The functions of these names into a row of pointers; one that is needed (no '?' before its name) and not there is
 * told. `prefix`: before each name. */
bool fi_find_functions(fi_worker *w, const char *prefix, const char *const *names, size_t n, void (**functions)(void));
/* A message of the FMU's logger. */
void fi_logged(fi_worker *w, int status, const char *category, const char *text);

#endif
