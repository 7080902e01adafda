/* An FMU: the model and its runtime behind the interface of FMI.
 *
 *     fmi2.c, fmi3.c    the functions of the standard: names, types, modes that it allows
 *     fmu.c             values by reference, initialization, events, model exchange
 *     fmu_step.c        co-simulation: steps with the solver inside, events in them
 *     fmu_state.c       states of the FMU that are kept, and as bytes
 *     fmu_derive.c      directional and adjoint derivatives
 *     fmu_tables.c      what this model has: made with it
 *     model.c, ...      the equations and the runtime
 *
 * A value reference is the number of a row of fmu_model.variable. Reference 0 is time.
 *
 * The points of FMI are those of the runtime. Initialization mode solves the initial system, as often as something that
 * it reads was set. Leaving it opens the first instant. An instant is open while the FMU is in event mode: values are
 * those of the equations with left limits held, with the inputs as they come, and the update lets all of it settle, so
 * one update is always enough. Continuous-time mode evaluates as much as is asked for. */
#ifndef SALTUS_FMU_H
#define SALTUS_FMU_H

#include "export/runtime/export_runtime.h"

/* Stores beside those of the runtime. */
enum { FMU_TIME = 16, FMU_INDICATOR, FMU_CONSTANT };
enum { FMU_FLOAT, FMU_INTEGER, FMU_BOOLEAN, FMU_STRING, FMU_ENUMERATION };
/* What may be done with a variable. */
enum { FMU_PARAMETER = 1, FMU_TUNABLE = 2, FMU_INPUT = 4, FMU_DISCRETE = 8, FMU_STARTS = 16 };

/* parameter: its number + 1, where the runtime counts what was given; 0: none */
typedef struct fmu_place { rt_place at; uint32_t parameter; } fmu_place;
/* Its places are `place` and those that follow. start: the place of its start value, which can be set; 0: none. */
typedef struct fmu_variable { uint32_t place, count, start; unsigned char type, may; } fmu_variable;

/* Derivatives of rates and outputs by states and inputs, column by column. Rows and columns are scalars: a reference
 * and an element. */
typedef struct fmu_scalar { uint32_t variable, element; } fmu_scalar;
typedef struct fmu_derivatives {
	void (*at)(rt_data *d, rt_real *values);     /* NULL: there are none */
	int of_instant;
	uint32_t rows, columns, entries;
	const fmu_scalar *row, *column;
	const uint32_t *first, *entry;               /* of column c: entries first[c] .. first[c + 1] - 1,
			and their rows */
	const rt_site *site; uint32_t sites;
} fmu_derivatives;

typedef struct fmu_model {
	const char *token;
	size_t size;                                 /* of the struct of the model, which begins with its run */
	void (*open)(void *m);
	void (*restore)(void *m, const void *copy);
	const fmu_variable *variable; uint32_t variables;
	const fmu_place *place;
	const double *constant;
	const uint32_t *indicator; uint32_t indicators;          /* conditions of the runtime */
	double step;
	fmu_derivatives derivatives;
} fmu_model;
extern const fmu_model fmu_this_model;

typedef enum fmu_status { FMU_OK, FMU_WARNING, FMU_DISCARD, FMU_ERROR, FMU_FATAL } fmu_status;
typedef enum fmu_mode { FMU_INSTANTIATED, FMU_INITIALISING, FMU_IN_EVENT, FMU_IN_TIME, FMU_IN_STEPS,
		FMU_OVER } fmu_mode;

typedef struct fmu_found { int terminate, states_changed, has_next; double next; } fmu_found;
/* Of a step: where it has ended, and why. update: called at points inside; it may ask for an end there. */
typedef struct fmu fmu;
typedef struct fmu_step_result { double reached; int event, early, terminate; } fmu_step_result;

struct fmu {
	const fmu_model *model;
	rt_run *run;
	char *name;
	void *outside;                               /* what the caller gave, for fmi2.c and fmi3.c */
	void (*log)(fmu *f, fmu_status status, const char *category, const char *text);
	void (*update)(fmu *f, double time, int may_end, int *ends);     /* NULL: nobody asks */
	fmu_mode mode;
	int cosimulation, logging, uses_events, returns_early;
	int known;                                   /* how far the values of this point are computed */
	int open;                                    /* an instant is */
	int tuned;                                   /* parameters were set that others follow from */
	int moved;                                   /* inputs were set since the last instant */
	double start, slopes_from;
	rt_real *before, *rates;                     /* states and their rates before an event; by entry: derivatives */
	long long *latches;                          /* conditions before an event */
	rt_real *entries;
	double *slope, *base;                        /* by variable: inputs that go on straight; NULL: none do */
	void *kept;                                  /* texts of states that came as bytes */
};

/* ---- fmu.c */
fmu *fmu_new(const char *name, const char *token, int cosimulation, fmu *unfinished);
void fmu_free(fmu *f);
fmu_status fmu_say(fmu *f, fmu_status status, const char *format, ...);
fmu_status fmu_failed(fmu *f, const char *doing);            /* of the runtime; its message is told */
fmu_status fmu_reset(fmu *f);
enum { FMU_NOTHING, FMU_RATES, FMU_WATCHED, FMU_ALL };
fmu_status fmu_know(fmu *f, int what);                       /* values of the present point, as far as that */
const fmu_variable *fmu_find(fmu *f, uint32_t reference, unsigned type);     /* NULL after a message */
double fmu_get(const fmu *f, const fmu_variable *v, uint32_t element);
long long fmu_get_whole(const fmu *f, const fmu_variable *v, uint32_t element);
const char *fmu_get_text(const fmu *f, const fmu_variable *v, uint32_t element);
fmu_status fmu_may_set(fmu *f, uint32_t reference, const fmu_variable *v);
void fmu_set(fmu *f, const fmu_variable *v, uint32_t element, double value);
void fmu_set_whole(fmu *f, const fmu_variable *v, uint32_t element, long long value);
fmu_status fmu_enter_initialization(fmu *f, int has_tolerance, double tolerance, double start);
fmu_status fmu_exit_initialization(fmu *f);
fmu_status fmu_enter_event(fmu *f);
fmu_status fmu_update(fmu *f, fmu_found *found);
fmu_status fmu_enter_time(fmu *f);
fmu_status fmu_set_time(fmu *f, double time);
fmu_status fmu_set_states(fmu *f, const double *x, size_t n);
fmu_status fmu_get_states(fmu *f, double *x, size_t n);
fmu_status fmu_get_rates(fmu *f, double *rates, size_t n);
fmu_status fmu_get_nominals(fmu *f, double *x, size_t n);
fmu_status fmu_get_indicators(fmu *f, double *z, size_t n);
fmu_status fmu_completed(fmu *f, int *wants_event, int *terminate);
fmu_status fmu_terminate(fmu *f);
double fmu_indicator(const fmu *f, uint32_t number);
/* Tells warnings of the model, and whether the run has failed. */
fmu_status fmu_told(fmu *f, rt_status status, const char *doing);

/* ---- fmu_step.c */
fmu_status fmu_enter_steps(fmu *f);
fmu_status fmu_step(fmu *f, double from, double size, fmu_step_result *out);

/* ---- fmu_state.c */
fmu_status fmu_get_state(fmu *f, void **state);
fmu_status fmu_set_state(fmu *f, const void *state);
fmu_status fmu_state_size(fmu *f, const void *state, size_t *size);
fmu_status fmu_state_bytes(fmu *f, const void *state, unsigned char *to, size_t size);
fmu_status fmu_state_of_bytes(fmu *f, const unsigned char *from, size_t size, void **state);
void fmu_forget_texts(fmu *f);

/* ---- fmu_derive.c: unknowns and knowns are references; an array stands for its elements */
fmu_status fmu_directional(fmu *f, const uint32_t *unknown, size_t unknowns, const uint32_t *known, size_t knowns,
						   const double *seed, size_t seeds, double *out, size_t outs);
fmu_status fmu_adjoint(fmu *f, const uint32_t *unknown, size_t unknowns, const uint32_t *known, size_t knowns,
					   const double *seed, size_t seeds, double *out, size_t outs);

#endif
