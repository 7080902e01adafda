/* The runtime of code that has left Saltus. It stands alone: C11, the C library and libm.
 *
 * model.c has the equations of one model, as the functions of rt_functions below, and tables of constants (rt_model).
 * This runtime does with them what a simulation does: initial values, fixed steps, events, loops of equations, delays.
 * Nothing is allocated: all values of a run are in one struct of model.h, which rt_open divides into the arrays that
 * rt_run points to. Nothing is global, and no function calls itself.
 *
 *     rt_run.c      the arrays of a run, failures, changes of inputs, saving
 *     rt_initial.c  parameters and initial values
 *     rt_instant.c  events: what happens while time stands still
 *     rt_due.c      events: clocks, conditions of time alone, and when they are due
 *     rt_travel.c   steps that end at events
 *     rt_solver.c   steps: Euler, Heun, Runge-Kutta, linearly implicit Euler, Dormand-Prince
 *     rt_rodas.c    and the method of Rosenbrock
 *     rt_loops.c    linear and nonlinear loops of equations; rt_newton.c: where Newton's method begins
 *     newton_steps.c   its steps; dense_factors.c: factors
 *     rt_delay.c    delay()
 *     rt_text.c     texts for messages
 *     rt_tables.c   tables of one and two variables and of time; table_values.c: what they answer
 *     rt_random.c   generators of random numbers
 *
 * Events are taken at the points of the grid of steps. A step goes from one point to the next. Relations keep their
 * values during the step; at its end those that have turned, and everything that has become due in the meantime, are
 * handled in one instant at that point. A time event that meets a point but for a millionth of the step is taken at its
 * own time, and the grid goes on from there. So events come late by less than one step, and never early.
 *
 * With RT_SINGLE defined all Reals are in single precision. */
#ifndef SALTUS_RT_H
#define SALTUS_RT_H

#include <stddef.h>
#include <stdint.h>

#include "code/runtime/dense_factors.h"
#include "code/runtime/newton_steps.h"
#include "external/table_values.h"

typedef sc_real rt_real;

typedef struct rt_data rt_data;
typedef struct rt_run rt_run;

/* What the equations see of a run. */
struct rt_data {
	rt_real time;
	rt_real *x, *xd;               /* states and rates */
	rt_real *r;                    /* other Reals */
	long long *i;                  /* Integers, Booleans, enumerations */
	const char **s;                /* Strings */
	rt_real *pre_r;                /* left limits, by number of the pre */
	long long *pre_i;
	const char **pre_s;
	long long *latch;              /* conditions, as they were at the last event */
	long long *clock;              /* 1 in the instant of a tick */
	const char *given;             /* by parameter: 1 if it was set from outside */
	int initial, terminal, event, failed;
	rt_real lambda;                /* of homotopy */
	const rt_real *lean;           /* never set here: see E376 of docs/events.md */
	int caller;                    /* the place of the equation that has called a function last */
	unsigned rounds;               /* of loops in functions */
	long long depth;               /* of calls of functions */
	const char *outermost;
	rt_real *due;                  /* by event: when it comes, if it is programmed; else not a number */
};

typedef void rt_residual(rt_data *d, const rt_real *z, rt_real *res);

/* The equations of a model. */
typedef struct rt_functions {
	void (*parameters)(rt_data *d);
	void (*starts)(rt_data *d);
	void (*initial)(rt_data *d);                            /* the initial system */
	void (*rates)(rt_data *d);
	void (*watch)(rt_data *d, rt_real *functions);          /* after rates: of every condition its function */
	void (*outputs)(rt_data *d);                            /* after both: all else that is continuous */
	void (*all)(rt_data *d);                                /* every equation, in an instant */
	void (*functions)(rt_data *d, rt_real *functions);      /* of the values as they are */
	void (*times)(rt_data *d, rt_real *when, rt_real *slope);
	void (*actions)(rt_data *d);                            /* of when-clauses */
	void (*asserts)(rt_data *d);
	void (*event)(rt_data *d, int which);
	void (*event_when)(rt_data *d, rt_real *values);
	void (*clocks)(rt_data *d, rt_real *start, rt_real *interval);
	void (*delays)(rt_data *d, rt_real *value, rt_real *ago, rt_real *longest);
	void (*jacobian)(rt_data *d, rt_real *values);          /* NULL: by differences */
	int (*step)(rt_run *run, rt_real t, rt_real h);         /* explicit, of a small model; NULL: rt_solver.c has it */
} rt_functions;

enum { RT_NOWHERE, RT_REAL, RT_WHOLE, RT_TEXT, RT_STATE, RT_RATE };                 /* stores */
enum { RT_RELATION, RT_FLOOR, RT_CEIL };                                            /* kinds of conditions */
enum { RT_LT, RT_LE, RT_GT, RT_GE };
enum { RT_ON_TIME, RT_ON_PERIOD, RT_ON_CROSSING, RT_ON_EDGE, RT_ON_INITIAL, RT_ON_TERMINAL, RT_ON_SCHEDULE };
enum { RT_EULER, RT_HEUN, RT_RK4, RT_IMPLICIT, RT_DOPRI, RT_RODAS };                /* solvers */

typedef struct rt_place { unsigned char store, negated, boolean, none; uint32_t index; } rt_place;
/* started: its function reads nothing but what has a start value that somebody wrote */
typedef struct rt_watch { unsigned char kind, op, time_only, initial_only, guards, started; } rt_watch;
typedef struct rt_pre { rt_place place; int discrete; } rt_pre;
/* base: of a clock of the model, its base clock + 1; 0: sample(start, interval) */
typedef struct rt_clock { uint32_t base; long long step, first; } rt_clock;
typedef struct rt_base { long long num, den, resolution; unsigned char rational, variable; } rt_base;
typedef sc_entry rt_entry;
/* fits: in the initial system unknowns without a start value are moved to those with one */
typedef struct rt_loop { uint32_t n, entries, first_entry, first_unknown; int linear, site, fits; } rt_loop;
typedef struct rt_event { int trigger, direction, priority; uint32_t group; rt_real start, interval; } rt_event;
/* room: values that are kept; still: what goes in changes in instants only; steady: the delay does */
typedef struct rt_delay { uint32_t room; int still, steady; } rt_delay;
typedef struct rt_site { const char *where, *what; } rt_site;
/* Values that are constants: n places from `index` on have those from `first` on. */
typedef struct rt_known { unsigned char store; uint32_t index, n, first; } rt_known;

/* A model, as tables that never change. */
typedef struct rt_model {
	const char *name;
	const rt_functions *functions;
	int solver;
	rt_real start, step, tolerance;
	uint32_t states, reals, wholes, texts, pres, watches, clocks, bases, parameters, loops, entries, unknowns, delays,
		events, inputs, actions, asserts, jacobian, scratch, letters, largest,
		squares;                                            /* unknowns of the largest nonlinear loop */
	int homotopy, quiet;                                    /* quiet: it has a step of its own, and no events */
	const rt_watch *watch;
	const rt_pre *pre;
	const rt_clock *clock;
	const rt_base *base;
	const rt_loop *loop;
	const rt_entry *entry;
	/* by unknown of nonlinear loops: nominal value, 0: none; its unit; start value; whether it has one by the user */
	const rt_real *nominal, *unit, *guess; const unsigned char *held;
	const rt_delay *delay;
	const rt_event *event;
	const rt_place *input;
	const rt_real *state_nominal;
	const uint32_t *column, *row;                           /* of the Jacobian */
	const unsigned char *assert_warns, *action_warns;       /* by assertion, outside and inside of when-clauses: it is a
			warning */
	const rt_site *action_site, *assert_site, *site;
	uint32_t sites;
	const rt_known *known;
	const rt_real *known_reals; const long long *known_wholes; const char *const *known_texts;
	uint32_t knowns;
	const sl_table1 *table1; const sl_table2 *table2; const sl_table_time *table_time;
} rt_model;

/* How much room a run needs: Reals, whole numbers, texts, small numbers, bytes. */
typedef struct rt_sizes { size_t reals, wholes, texts, counts, bytes; } rt_sizes;
rt_sizes rt_sizes_of(const rt_model *m);

typedef enum rt_status { RT_OK, RT_TERMINATED, RT_FAILED } rt_status;

/* jumps: how often two points have the same time */
typedef struct rt_history { rt_real *time, *value; uint32_t first, n, room, jumps; } rt_history;

enum { RT_NEWTON_VECTORS = 15, RT_SQUARES_MOST = 40 };      /* of unknowns; larger loops have no full matrices */

struct rt_run {
	rt_data d;                     /* first: the equations see this only */
	const rt_model *model;
	rt_status status;
	int warned;                    /* an assertion of level warning has failed */
	/* the grid: start + made*step */
	rt_real step, grid, begun;     /* begun: the start of the run */
	unsigned long long made;
	rt_real *g, *when, *slope, *planned, *reach;            /* by condition; reach: the largest |g| of an instant */
	rt_real *clock_start, *clock_interval; unsigned long long *tick;
	rt_real *base_at, *base_interval; unsigned long long *base_tick; long long *base_units;
	rt_real *reinit; unsigned char *reinit_set;             /* by state */
	rt_real *event_value, *event_at; unsigned char *event_true;
	uint32_t *queue, queued;       /* events that wait for their turn */
	rt_real *before;               /* inputs as they were seen last */
	unsigned char *ticked, *base_due;                       /* by clock; by base clock */
	unsigned char *told;           /* by assertion, outside, then inside of when-clauses: its warning was told */
	rt_real *k[10], *x0, *stage, *began;                     /* of the solver; k[0] is rates; began: where a step did */
	rt_real tolerance;
	/* inputs that move in a step: called before each evaluation of the rates; NULL: they are held */
	void (*drive)(rt_run *run, rt_real time); void *driven;
	rt_real *matrix, *jacobian;    /* of the implicit method */
	int fresh;                     /* xd are the rates at the point where the last step has ended, which is in x0 */
	rt_real tried;                 /* the last step of a method that chooses it */
	sc_dense *factors;             /* by loop, and one more for the implicit method */
	rt_real *last;                 /* by entry of all loops: what was factored */
	unsigned char *factored;
	rt_real *work, *squares;       /* of Newton's method */
	int retreats;                  /* the solver would take a shorter step */
	rt_history *history;           /* by delay */
	rt_real settled;               /* the time of the last instant: jumps that come out then are out */
	rt_real *delay_value, *delay_ago, *delay_longest;
	char *given;                   /* d.given */
	char *scratch; size_t scratch_used;
	char *letters; size_t letters_used;                     /* texts that are made */
	const rt_site *beside; uint32_t besides;                /* places of code beside the model, while that is called */
	char message[240];
};

/* ---- rt_run.c */
typedef struct rt_room { rt_real *reals; long long *wholes; const char **texts; uint32_t *counts; unsigned char *bytes;
	sc_dense *factors; rt_history *histories; } rt_room;
void rt_open(rt_run *run, const rt_model *model, rt_room room);
/* The struct was copied from another one: pointers lead to its own arrays again. */
void rt_copied(rt_run *run, rt_room room);
rt_real rt_get(const rt_data *d, rt_place place);
void rt_set(rt_data *d, rt_place place, rt_real value);
long long rt_get_whole(const rt_data *d, rt_place place);
void rt_set_whole(rt_data *d, rt_place place, long long value);
int rt_is_finite(rt_real x);
rt_real rt_rounding(rt_real time, rt_real start);           /* times that are closer are one */
void rt_say(rt_run *run, const char *code, const char *format, ...);
rt_status rt_give_up(rt_run *run, const char *doing);        /* the equations have failed */
rt_status rt_see_inputs(rt_run *run);                        /* those that have changed take effect, in an instant */
int rt_values(rt_run *run);                                  /* all that is continuous, now; 0: it failed */
rt_status rt_look_at_asserts(rt_run *run);
rt_status rt_evaluate(rt_run *run);                          /* both */

/* ---- rt_initial.c */
rt_status rt_defaults(rt_run *run);                          /* parameters that are not given get their values */
rt_status rt_initialise(rt_run *run, rt_real start);
rt_status rt_begin(rt_run *run, rt_real start);              /* without the instant at the start */

/* ---- rt_due.c */
void rt_plan_first(rt_run *run);
void rt_plan(rt_run *run);                                   /* at the end of an instant */
rt_real rt_next_due(const rt_run *run);                      /* a time; infinite: nothing is due */
int rt_take_due(rt_run *run);                                /* clocks tick, events queue up; 0: there was nothing */
int rt_clear_clocks(rt_run *run);                            /* 0: none has ticked */
void rt_plan_bases(rt_run *run);                             /* those that have ticked, after the instant */
long long rt_truth(const rt_run *run, uint32_t watch);       /* of its function in run->g */

/* ---- rt_instant.c */
rt_status rt_instant(rt_run *run);
/* The same in parts. While it is open left limits are held; rt_settle gives the values that follow from the inputs as
 * they are, as often as one likes, 0: it failed. `again` opens one behind another that was closed at this time. */
rt_status rt_instant_open(rt_run *run);
void rt_instant_again(rt_run *run);
int rt_settle(rt_run *run);
rt_status rt_instant_close(rt_run *run);
int rt_has_turned(const rt_run *run);                        /* a condition that is looked at has another value */
int rt_fixed_point(rt_run *run);                             /* 0: it failed */
void rt_note_events(rt_run *run, int fire);
void rt_save_pre(rt_run *run, int discrete);
int rt_apply_reinits(rt_run *run);
rt_status rt_finish(rt_run *run);

/* ---- rt_solver.c */
rt_status rt_step(rt_run *run);                              /* to the next point of the grid */
rt_status rt_advance(rt_run *run, rt_real until);            /* as many steps as it takes */
void rt_restart(rt_run *run);                                /* the grid goes on from here */
int rt_rates(rt_run *run, rt_real t, const rt_real *x, rt_real *k);      /* not 0: they have no values */
int rt_partial_derivatives(rt_run *run, rt_real t);         /* run->matrix, behind run->k[0] of this point */
int rt_rodas(rt_run *run, rt_real t, rt_real length);        /* rt_rodas.c */
int rt_integrate(rt_run *run, rt_real t, rt_real h);         /* the states alone; not 0: it failed */

/* ---- rt_travel.c */
/* A step of at most run->step, and at most to `until`. It ends where a condition turns, or something is due: then
 * *event is 1, and the instant has not taken place yet. */
rt_status rt_travel(rt_run *run, rt_real until, int *event);

/* ---- rt_delay.c */
void rt_delays_begin(rt_run *run);
void rt_delays_keep(rt_run *run);
rt_real rt_jump_due(const rt_run *run, uint32_t delay);      /* when the next jump comes out; infinite: none is known */

/* ---- what the equations call */
int rt_linear(rt_data *d, int loop, const rt_real *entries, const rt_real *rhs, rt_real *z);
int rt_newton(rt_data *d, int loop, rt_real *z, rt_residual *residual, rt_residual *jacobian);
int rt_solve(rt_data *d, int loop, const rt_real *rhs, rt_real *z);
rt_real *rt_room_of(rt_data *d, int loop, int *known);
int rt_factor(rt_run *run, int loop, const rt_real *entries);
rt_real rt_delay_of(rt_data *d, int delay, rt_real value, rt_real ago);
void rt_reinit(rt_data *d, int state, int scalar, rt_real value);
void rt_assertion(rt_data *d, int number, int inside_when, const char *message);
void rt_terminate(rt_data *d, const char *message);
void rt_schedule(rt_data *d, int event, rt_real delay);
void rt_program(rt_data *d, int event, int action, rt_real delay);
void rt_cancel(rt_data *d, int event);
void rt_fail(rt_data *d, int site, const char *why);
void rt_subscript(rt_data *d, int site, long long subscript, long long size);
void rt_undefined(rt_data *d, int site, int what, const char *text, rt_real a, rt_real b);
void rt_warn(rt_data *d, int site, const char *message);
void *rt_scratch(rt_data *d, unsigned long long bytes);
void *rt_resize(rt_data *d, void *old, unsigned long long bytes);
unsigned long long rt_mark(rt_data *d);
void rt_release(rt_data *d, unsigned long long mark);
void rt_sweep(rt_data *d);
void rt_tick(rt_data *d);
void rt_touch(rt_data *d, int place);
void rt_fresh(rt_data *d, int site);
const char *rt_concat(rt_data *d, const char *a, const char *b);
const char *rt_real_text(rt_data *d, rt_real v, long long digits, long long length, int left);
const char *rt_int_text(rt_data *d, long long v, long long length, int left);
const char *rt_bool_text(rt_data *d, long long v, long long length, int left);
const char *rt_keep(rt_data *d, const char *text);
int rt_compare(const char *a, const char *b);

/* ---- rt_tables.c: external functions of tables; a table is its number in the model, from 1 */
rt_real rt_CombiTable1D_getValue(rt_data *d, int site, long long table, int column, rt_real u);
rt_real rt_CombiTable1D_getDerValue(rt_data *d, int site, long long table, int column, rt_real u, rt_real der_u);
rt_real rt_CombiTable1D_getDer2Value(rt_data *d, int site, long long table, int column, rt_real u, rt_real der_u,
									 rt_real der2_u);
rt_real rt_CombiTable1D_minimumAbscissa(rt_data *d, int site, long long table);
rt_real rt_CombiTable1D_maximumAbscissa(rt_data *d, int site, long long table);
rt_real rt_CombiTable1D_read(rt_data *d, int site, long long table, int force, int verbose);
rt_real rt_CombiTable2D_getValue(rt_data *d, int site, long long table, rt_real u1, rt_real u2);
rt_real rt_CombiTable2D_getDerValue(rt_data *d, int site, long long table, rt_real u1, rt_real u2, rt_real der_u1,
									rt_real der_u2);
rt_real rt_CombiTable2D_getDer2Value(rt_data *d, int site, long long table, rt_real u1, rt_real u2, rt_real der_u1,
									 rt_real der_u2, rt_real der2_u1, rt_real der2_u2);
void rt_CombiTable2D_minimumAbscissa(rt_data *d, int site, long long table, rt_real *least);
void rt_CombiTable2D_maximumAbscissa(rt_data *d, int site, long long table, rt_real *most);
rt_real rt_CombiTable2D_read(rt_data *d, int site, long long table, int force, int verbose);
rt_real rt_CombiTimeTable_getValue(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
								   rt_real before);
rt_real rt_CombiTimeTable_getDerValue(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
									  rt_real before, rt_real der_time);
rt_real rt_CombiTimeTable_getDer2Value(rt_data *d, int site, long long table, int column, rt_real time, rt_real next,
									   rt_real before, rt_real der_time, rt_real der2_time);
rt_real rt_CombiTimeTable_nextTimeEvent(rt_data *d, int site, long long table, rt_real time);
rt_real rt_CombiTimeTable_place(rt_data *d, int site, long long table, rt_real time);
rt_real rt_CombiTimeTable_minimumTime(rt_data *d, int site, long long table);
rt_real rt_CombiTimeTable_maximumTime(rt_data *d, int site, long long table);
rt_real rt_CombiTimeTable_read(rt_data *d, int site, long long table, int force, int verbose);
/* ---- rt_random.c: generators of random numbers */
void rt_xorshift64star(rt_data *d, int site, const int *from, int *to, rt_real *y);
void rt_xorshift128plus(rt_data *d, int site, const int *from, int *to, rt_real *y);
void rt_xorshift1024star(rt_data *d, int site, const int *from, int *to, rt_real *y);

#endif
