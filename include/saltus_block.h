/* saltus_block.h: blocks whose behaviour is written in C.
 *
 * A block is a class of Modelica with declarations and, in place of equations, a function of C. The declarations say
 * what it has: inputs, outputs, parameters, states, activations. The function says what it does. Saltus calls it with
 * the block and the task; the function reads what it may read, and writes what it is asked for.
 *
 *     block Gain
 *       parameter Integer n = 1;
 *       parameter Real k = 1;
 *       input Real u[n];
 *       output Real y[n];
 *     external "C" gain() annotation(Include = "the text that follows");
 *     end Gain;
 *
 *     #include <saltus_block.h>
 *     void gain(saltus_block *b, saltus_call call)
 *     {
 *         if (call == SALTUS_OUTPUTS)
 *             for (int i = 0; i < saltus_elements(b, SALTUS_INPUT, 1); i++)
 *                 saltus_output(b, 1)[i] = saltus_parameter(b, 2)[0]*saltus_input(b, 1)[i];
 *     }
 *
 * The tasks, and in which of them what is written:
 *
 *     SALTUS_INITIALISE   once in a run, before all others; parameters are known. Memory is asked for and files are
 *                         opened here.
 *     SALTUS_STATES       the states that are not fixed get their values at the start: saltus_state. They hold their
 *                         start values on entry. Inputs and the time are known.
 *     SALTUS_START        the first instant: discrete states and modes are set from the inputs, events are scheduled.
 *     SALTUS_OUTPUTS      saltus_output. saltus_wanted says which output counts; others may be written, too.
 *     SALTUS_RATES        saltus_rate: the derivatives of the states. saltus_wanted says which state counts.
 *     SALTUS_RESIDUALS    of a block in residual form: saltus_residual, as many as states; saltus_rate is read.
 *     SALTUS_CROSSINGS    saltus_crossing: the functions whose zeros are events.
 *     SALTUS_SCHEDULE     at an event: saltus_schedule. Only of blocks with activation outputs.
 *     SALTUS_UPDATE       at an event, behind it: discrete states and states get their new values.
 *     SALTUS_COMMIT       once at the end of an event (and of the first instant) in which the block took part: files
 *                         are written here, and what the block keeps in its memory is changed here.
 *     SALTUS_CONSTRAINTS  saltus_constraint: what the states must keep at zero. The solver projects them onto it.
 *     SALTUS_JACOBIAN     of a block that says it has one: saltus_partial, derivatives of rates, residuals and outputs.
 *     SALTUS_TERMINATE    once, at the end of the run, however it ends: memory and files are given back without it.
 *
 * A function ignores the tasks that it has nothing to do for.
 *
 * An atomic model of DEVS (a class that says so, docs/devs.md) has tasks of its own, beside INITIALISE and TERMINATE:
 *
 *     SALTUS_START        its first state: discrete states hold their start values on entry
 *     SALTUS_ADVANCE      how long it stays in this state, if nothing comes: saltus_advance
 *     SALTUS_SEND         that time is over: saltus_send. The state must not be changed here
 *     SALTUS_INTERNAL     behind it: the next state
 *     SALTUS_EXTERNAL     messages or activations have come before that: the next state. saltus_elapsed tells when
 *     SALTUS_CONFLUENT    both at once, of an atomic that says that it has this task; else INTERNAL, then EXTERNAL
 *
 * These are called once each, in the order of time, so they may have effects. Their state is what they declare as
 * discrete, and saltus_kept.
 *
 * What it may rely on, and what not. Solvers try steps and take them back, and an instant is gone through until its
 * values agree. So SALTUS_STATES to SALTUS_UPDATE may come in any order, at any time, as often as it takes, and must be
 * pure: the same values give the same results. Only INITIALISE, COMMIT and TERMINATE may have effects. In SCHEDULE and
 * UPDATE all values are those before the event (left limits) until the function changes them. What an output does not
 * read, by its declaration, is not there when it is computed: it is NaN, or INT_MIN.
 *
 * Items are numbered from 1, in the order of their declarations, by kind. Their elements begin at 0, and those of a
 * matrix are row by row. Integers, Booleans and enumerations are int. An accessor that is asked for an item that is not
 * there, or for another type, ends the run with a message. docs/cblocks.md says more on
 * each task and accessor, how a class is declared, and where the names of other tools are found.
 *
 * All of this is in the structure, so a shared library that was compiled with this header needs no other symbol. */
#ifndef SALTUS_BLOCK_H
#define SALTUS_BLOCK_H

#include <stddef.h>
#include <stdio.h>

#define SALTUS_BLOCK_VERSION 1

typedef enum saltus_call {
	SALTUS_INITIALISE = 1, SALTUS_STATES, SALTUS_START, SALTUS_OUTPUTS, SALTUS_RATES, SALTUS_RESIDUALS,
	SALTUS_CROSSINGS, SALTUS_SCHEDULE, SALTUS_UPDATE, SALTUS_COMMIT, SALTUS_TERMINATE, SALTUS_JACOBIAN,
	SALTUS_CONSTRAINTS,
	SALTUS_ADVANCE, SALTUS_SEND, SALTUS_INTERNAL, SALTUS_EXTERNAL, SALTUS_CONFLUENT,   /* of an atomic model of DEVS */
	SALTUS_STEP
} saltus_call;

typedef enum saltus_kind {
	SALTUS_PARAMETER, SALTUS_INPUT, SALTUS_OUTPUT, SALTUS_STATE, SALTUS_DISCRETE, SALTUS_CROSSING,
	SALTUS_ACTIVATION_IN, SALTUS_ACTIVATION_OUT, SALTUS_CONSTRAINT, SALTUS_KINDS,
	SALTUS_RATE = SALTUS_KINDS     /* for saltus_partial: the rate of a state */
} saltus_kind;

/* What SALTUS_STEP tells of: the end of a step of the solver; the values before and behind an event, or a crossing, at
 * which a step ends; a point that the solver tries. */
typedef enum saltus_phase {
	SALTUS_BEFORE_EVENT = -1, SALTUS_MESH = 0, SALTUS_EVENT = 1, SALTUS_TRY = 2,
	SALTUS_BEFORE_CROSSING = 4, SALTUS_CROSSED = 5
} saltus_phase;

/* What is behind SALTUS_TEXT is for items whose declaration says so: stored = "uint8". */
typedef enum saltus_item_type {
	SALTUS_REAL, SALTUS_INT, SALTUS_TEXT, SALTUS_INT8, SALTUS_UINT8, SALTUS_INT16, SALTUS_UINT16, SALTUS_UINT32,
	SALTUS_INT64, SALTUS_UINT64
} saltus_item_type;

/* data: its elements, double, int, const char * or what it is stored as. Of an activation input int: 1 if it has come;
 * of an activation output double: the delay. crossed: +1 it has passed zero up, -1 down, 0 it has not. */
typedef struct saltus_item {
	const char *name;
	saltus_item_type type;
	int rank, count;
	const int *sizes;
	void *data;
	double *rate, *residual;
	const int *crossed;
} saltus_item;

typedef struct saltus_block saltus_block;
typedef void saltus_function(saltus_block *b, saltus_call call);

/* What Saltus does for the function. Those that say so do not return. */
typedef struct saltus_services {
	void (*wrong)(saltus_block *b, saltus_kind kind, int number, saltus_item_type type);    /* does not return */
	void (*error)(saltus_block *b, const char *format, ...);                           /* does not return */
	void (*tell)(saltus_block *b, int warning, const char *format, ...);
	void *(*memory)(saltus_block *b, size_t size);
	void *(*kept)(saltus_block *b, size_t size);
	FILE *(*file)(saltus_block *b, const char *name, const char *mode);
	/* of an atomic model of DEVS; the last two do not return */
	void (*send)(saltus_block *b, int port, const void *message);
	void (*activate)(saltus_block *b, int number, int element);
	void (*wrong_port)(saltus_block *b, int out, int number, int element);
	void (*wrong_message)(saltus_block *b, int port, int out, int what, size_t size);
} saltus_services;

/* A port of an atomic model, or one of an array of ports. bag: the messages that have come; element: from 0. */
typedef struct saltus_port {
	const char *name;
	saltus_item_type type;         /* of a message of one type; SALTUS_TEXT: it is a structure */
	int size;                      /* bytes of a message */
	int n;
	const void *const *bag;
} saltus_port;

/* Ports k of `in` are those from in_first[k - 1] on, up to in_first[k]. */
typedef struct saltus_atomic {
	double elapsed, remaining;
	double advance;                /* set by saltus_advance; NaN: it is not */
	saltus_port *in, *out;
	const int *in_first, *out_first;
	int in_items, out_items;
} saltus_atomic;

struct saltus_block {
	int version;
	saltus_call call;
	const char *name;              /* of the component: motor.controller */
	double time;
	int wanted;                    /* the number of the item that counts, from 1 */
	int stop;                      /* set by saltus_stop */
	int refused;                   /* set by saltus_refuse */
	void *user;                    /* the function's own, set in SALTUS_INITIALISE */
	const saltus_services *services;
	struct { saltus_item *at; int n; } items[SALTUS_KINDS];
	double *jacobian;              /* rows: states, then outputs; columns: states, then inputs, then rates */
	int state_elements, input_elements;
	saltus_atomic *atomic;         /* NULL: it is no atomic model of DEVS */
	saltus_phase phase;            /* in SALTUS_STEP */
};

/* ------------------------------------------------------------------------------------------ items */

static inline saltus_item *saltus_item_of(saltus_block *b, saltus_kind kind, int number)
{
	if (number < 1 || number > b->items[kind].n)
		b->services->wrong(b, kind, number, SALTUS_REAL);
	return &b->items[kind].at[number - 1];
}

static inline void *saltus_data(saltus_block *b, saltus_kind kind, int number, saltus_item_type type)
{
	saltus_item *item = saltus_item_of(b, kind, number);
	if (item->type != type)
		b->services->wrong(b, kind, number, type);
	return item->data;
}

/* How many items of a kind there are; how many elements an item has; its size in a dimension, from 1. */
static inline int saltus_items(saltus_block *b, saltus_kind kind) { return b->items[kind].n; }
static inline int saltus_elements(saltus_block *b, saltus_kind kind, int number)
{
	return saltus_item_of(b, kind, number)->count;
}
static inline int saltus_size(saltus_block *b, saltus_kind kind, int number, int dimension)
{
	saltus_item *item = saltus_item_of(b, kind, number);
	return dimension >= 1 && dimension <= item->rank ? item->sizes[dimension - 1] : 1;
}

static inline const double *saltus_parameter(saltus_block *b, int k)
{
	return (const double *)saltus_data(b, SALTUS_PARAMETER, k, SALTUS_REAL);
}
static inline const int *saltus_parameter_int(saltus_block *b, int k)
{
	return (const int *)saltus_data(b, SALTUS_PARAMETER, k, SALTUS_INT);
}
static inline const char *saltus_parameter_text(saltus_block *b, int k)
{
	return *(const char *const *)saltus_data(b, SALTUS_PARAMETER, k, SALTUS_TEXT);
}
static inline const double *saltus_input(saltus_block *b, int k)
{
	return (const double *)saltus_data(b, SALTUS_INPUT, k, SALTUS_REAL);
}
static inline const int *saltus_input_int(saltus_block *b, int k)
{
	return (const int *)saltus_data(b, SALTUS_INPUT, k, SALTUS_INT);
}
static inline double *saltus_output(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_OUTPUT, k, SALTUS_REAL);
}
static inline int *saltus_output_int(saltus_block *b, int k)
{
	return (int *)saltus_data(b, SALTUS_OUTPUT, k, SALTUS_INT);
}
static inline double *saltus_state(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_STATE, k, SALTUS_REAL);
}
static inline double *saltus_rate(saltus_block *b, int k) { return saltus_item_of(b, SALTUS_STATE, k)->rate; }
static inline double *saltus_residual(saltus_block *b, int k) { return saltus_item_of(b, SALTUS_STATE, k)->residual; }
static inline double *saltus_discrete(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_DISCRETE, k, SALTUS_REAL);
}
static inline int *saltus_discrete_int(saltus_block *b, int k)
{
	return (int *)saltus_data(b, SALTUS_DISCRETE, k, SALTUS_INT);
}
static inline double *saltus_crossing(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_CROSSING, k, SALTUS_REAL);
}

static inline double *saltus_constraint(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_CONSTRAINT, k, SALTUS_REAL);
}

/* Items that are stored in a type of their own, by this type: saltus_input_as(b, 1, uint8_t)[0]. */
static inline saltus_item_type saltus_type_as(size_t size, int has_sign)
{
	return size == 1 ? (has_sign ? SALTUS_INT8 : SALTUS_UINT8) : size == 2 ? (has_sign ? SALTUS_INT16 : SALTUS_UINT16)
		 : size == 4 ? (has_sign ? SALTUS_INT : SALTUS_UINT32) : has_sign ? SALTUS_INT64 : SALTUS_UINT64;
}
#define saltus_data_as(b, kind, k, type) \
	saltus_data((b), (kind), (k), saltus_type_as(sizeof(type), (type)-1 < (type)1))
#define saltus_parameter_as(b, k, type) ((const type *)saltus_data_as(b, SALTUS_PARAMETER, k, type))
#define saltus_input_as(b, k, type) ((const type *)saltus_data_as(b, SALTUS_INPUT, k, type))
#define saltus_output_as(b, k, type) ((type *)saltus_data_as(b, SALTUS_OUTPUT, k, type))
#define saltus_discrete_as(b, k, type) ((type *)saltus_data_as(b, SALTUS_DISCRETE, k, type))

/* In SALTUS_JACOBIAN, where all are zero on entry: the derivative of element i of the rate (or residual) of state k, or
 * of output k, by element j of the state, input or rate number by_k. Elements begin at 0.
 *
 *     saltus_partial(b, SALTUS_STATE, 1, i, SALTUS_INPUT, 1, j)[0] = ... */
static inline int saltus_first(saltus_block *b, saltus_kind kind, int k)
{
	int first = 0;
	for (int i = 1; i < k; i++)
		first += saltus_elements(b, kind, i);
	return first;
}
static inline double *saltus_partial(saltus_block *b, saltus_kind of, int k, int i, saltus_kind by, int by_k, int j)
{
	saltus_kind kind = by == SALTUS_RATE ? SALTUS_STATE : by;
	int n = b->state_elements, m = b->input_elements, row = i, column = j;
	if ((of != SALTUS_STATE && of != SALTUS_OUTPUT) || (kind != SALTUS_STATE && kind != SALTUS_INPUT) ||
		i < 0 || i >= saltus_elements(b, of, k) || j < 0 || j >= saltus_elements(b, kind, by_k))
		b->services->error(b, "saltus_partial is asked for what is no element of the Jacobian");
	row += saltus_first(b, of, k) + (of == SALTUS_OUTPUT ? n : 0);
	column += saltus_first(b, kind, by_k) + (by == SALTUS_INPUT ? n : by == SALTUS_RATE ? n + m : 0);
	return &b->jacobian[row*(2*n + m) + column];
}

/* ----------------------------------------------------------------------------------------- events */

/* By element: +1, -1 or 0. */
static inline const int *saltus_crossed(saltus_block *b, int k)
{
	return saltus_item_of(b, SALTUS_CROSSING, k)->crossed;
}
/* Has the activation input come, one of them if it is an array? saltus_active_of: which elements. */
static inline const int *saltus_active_of(saltus_block *b, int k)
{
	return (const int *)saltus_data(b, SALTUS_ACTIVATION_IN, k, SALTUS_INT);
}
static inline int saltus_active(saltus_block *b, int k)
{
	const int *come = saltus_active_of(b, k);
	int any = 0;
	for (int i = 0; i < saltus_elements(b, SALTUS_ACTIVATION_IN, k); i++)
		any |= come[i];
	return any;
}
/* Has any of the block's own crossings taken place? */
static inline int saltus_any_crossed(saltus_block *b)
{
	int any = 0;
	for (int k = 1; k <= b->items[SALTUS_CROSSING].n; k++)
		for (int i = 0; i < saltus_elements(b, SALTUS_CROSSING, k); i++)
			any |= saltus_crossed(b, k)[i] != 0;
	return any;
}
/* The activation output comes after the delay, not negative; a negative one takes back what was scheduled. In
 * SALTUS_SCHEDULE and SALTUS_START. saltus_delays: by element of an array; NaN: nothing happens to it. */
static inline double *saltus_delays(saltus_block *b, int k)
{
	return (double *)saltus_data(b, SALTUS_ACTIVATION_OUT, k, SALTUS_REAL);
}
static inline void saltus_schedule(saltus_block *b, int k, double delay) { saltus_delays(b, k)[0] = delay; }

/* -------------------------------------------------------------------------------------- the run */

static inline double saltus_block_time(saltus_block *b) { return b->time; }
static inline int saltus_wanted(saltus_block *b) { return b->wanted; }
/* In SALTUS_STEP: what it tells of. */
static inline saltus_phase saltus_phase_of(saltus_block *b) { return b->phase; }
/* The run ends well with this instant: in SALTUS_START, SCHEDULE and UPDATE. */
static inline void saltus_stop(saltus_block *b) { b->stop = 1; }
/* What is asked for has no value here: the solver tries a smaller step. At an event it is an error. */
static inline void saltus_refuse(saltus_block *b) { b->refused = 1; }

/* In SALTUS_INITIALISE, COMMIT and STEP: memory, filled with zeros, and a file, both given back by the run. */
static inline void *saltus_memory(saltus_block *b, size_t size) { return b->services->memory(b, size); }
static inline FILE *saltus_file(saltus_block *b, const char *name, const char *mode)
{
	return b->services->file(b, name, mode);
}
/* In SALTUS_INITIALISE: memory that is saved with the run and there again when it goes on. No addresses in it. */
static inline void *saltus_kept(saltus_block *b, size_t size) { return b->services->kept(b, size); }

/* ------------------------------------------------------------------------- atomic models of DEVS */

/* In any task but SALTUS_SEND: it stays in the state that is reached for this time; INFINITY: until something comes.
 * Where a transition says so, SALTUS_ADVANCE is not called for it. */
static inline void saltus_advance(saltus_block *b, double time) { b->atomic->advance = time; }
/* In SALTUS_EXTERNAL: since its last transition, and up to the internal one that was due next. */
static inline double saltus_elapsed(saltus_block *b) { return b->atomic->elapsed; }
static inline double saltus_remaining(saltus_block *b) { return b->atomic->remaining; }

/* Element i (from 0) of the array of ports k (from 1); a port that is no array has the element 0. */
static inline int saltus_port_at(saltus_block *b, int out, int k, int i)
{
	const saltus_atomic *a = b->atomic;
	const int *first = out ? a->out_first : a->in_first;
	if (k < 1 || k > (out ? a->out_items : a->in_items) || i < 0 || i >= first[k] - first[k - 1])
		b->services->wrong_port(b, out, k, i);
	return first[k - 1] + i;
}

/* How many messages have come to port k, and message m (from 0) of them. A bag has no order that means anything; it
 * is the same each time. The types that are asked for must be those of the port. _of: of an array of ports. */
static inline int saltus_received_of(saltus_block *b, int k, int i)
{
	return b->atomic->in[saltus_port_at(b, 0, k, i)].n;
}
static inline const void *saltus_message_of(saltus_block *b, int k, int i, int m, saltus_item_type type, size_t size)
{
	int at = saltus_port_at(b, 0, k, i);
	const saltus_port *p = &b->atomic->in[at];
	if (m < 0 || m >= p->n || (type == SALTUS_TEXT ? size != (size_t)p->size : type != p->type))
		b->services->wrong_message(b, at, 0, m, size);
	return p->bag[m];
}
static inline int saltus_received(saltus_block *b, int k) { return saltus_received_of(b, k, 0); }
static inline const double *saltus_message_real(saltus_block *b, int k, int m)
{
	return (const double *)saltus_message_of(b, k, 0, m, SALTUS_REAL, 0);
}
static inline const int *saltus_message_int(saltus_block *b, int k, int m)
{
	return (const int *)saltus_message_of(b, k, 0, m, SALTUS_INT, 0);
}
/* Of any type, as a structure of C with the fields of the record: saltus_message_as(b, 1, 0, struct job)->work */
#define saltus_message_as(b, k, m, type) \
	((const type *)saltus_message_of((b), (k), 0, (m), SALTUS_TEXT, sizeof(type)))

/* In SALTUS_SEND: puts a message on port k, as often as wanted. It is copied. */
static inline void saltus_send_of(saltus_block *b, int k, int i, const void *message, saltus_item_type type,
								  size_t size)
{
	int at = saltus_port_at(b, 1, k, i);
	const saltus_port *p = &b->atomic->out[at];
	if (b->call != SALTUS_SEND || (type == SALTUS_TEXT ? size != (size_t)p->size : type != p->type))
		b->services->wrong_message(b, at, 1, -1, size);
	b->services->send(b, at, message);
}
static inline void saltus_send_reals(saltus_block *b, int k, const double *x)
{
	saltus_send_of(b, k, 0, x, SALTUS_REAL, 0);
}
static inline void saltus_send_ints(saltus_block *b, int k, const int *x)
{
	saltus_send_of(b, k, 0, x, SALTUS_INT, 0);
}
static inline void saltus_send_real(saltus_block *b, int k, double x) { saltus_send_reals(b, k, &x); }
static inline void saltus_send_int(saltus_block *b, int k, int x) { saltus_send_ints(b, k, &x); }
#define saltus_send(b, k, structure) \
	saltus_send_of((b), (k), 0, (structure), SALTUS_TEXT, sizeof *(structure))

/* In SALTUS_SEND: the activation output comes, in this instant. */
static inline void saltus_activate(saltus_block *b, int k) { b->services->activate(b, k, 0); }

/* printf, and the run ends with it as its error; a warning; a message. The first does not return. */
#define saltus_error(b, ...) ((b)->services->error((b), __VA_ARGS__))
#define saltus_warning(b, ...) ((b)->services->tell((b), 1, __VA_ARGS__))
#define saltus_message(b, ...) ((b)->services->tell((b), 0, __VA_ARGS__))

#endif
