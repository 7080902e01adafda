/* Solvers: one file per integrator behind one table of operations.
 *
 * A solver advances x' = f(t, x) by one step of its own choice, never beyond a given time, and gives x at any time
 * inside the last step. It knows nothing of events: the engine looks for crossings in the step that was made, and
 * resets the solver where the right-hand side jumps. A new integrator is one file and one line in sv_table.
 *
 *     cvode   BDF, variable order, for stiff problems (CVODE, Newton with the sparse Jacobian)
 *     adams   Adams-Moulton, variable order, fixed-point iteration (CVODE)
 *     ida     BDF on the residual form (IDA)
 *     erk     explicit Runge-Kutta of order 5 with error control
 *     dirk    diagonally implicit Runge-Kutta of order 4, for stiff problems with many events
 *     rodas   Rosenbrock method of order 5, for stiff problems with cheap Jacobians and matrices
 *     euler heun rk4   fixed step
 *     qss1 qss2 qss3, liqss1 liqss2 liqss3   quantised states: each state moves for itself (qss.h)
 *     auto    starts explicit. If its steps show stiffness, it changes to rodas, or to cvode if matrices or evaluations
 *             would cost too much, and from there to dirk if cvode is restarted often. It says what it did
 *
 * The error of one step is kept below rtol*|x_i| + atol_i in the weighted root mean square norm; for a single state,
 * below ten times that. The user asks for rtol as the error of the *result*, so each solver uses a fraction of it
 * (sv_operations.fraction) for one step. The fractions were found by measuring global errors on problems with known
 * solutions (decay, oscillator over five periods, Lorenz, two stiff linear ones): the relative error of the result
 * stays below about ten times the tolerance. tests/unit/solver/accuracy.c checks this.
 */
#ifndef SALTUS_SOLVER_SOLVER_H
#define SALTUS_SOLVER_SOLVER_H

#include "base/archive.h"
#include "base/diag.h"

/* The problem. rates returns 0, or 1 if it cannot be evaluated there (the solver tries a shorter step), or -1 to
 * give up. jacobian fills the entries of the sparse columns (column[j] .. column[j+1]-1, rows ascending); NULL:
 * differences by colours. column NULL: every rate may depend on every state; color NULL: each column is a colour
 * of its own. What is pointed to must outlive the solver. A rate that is infinite or not a number counts as not
 * evaluable; `checked` says that rates itself looks for them, so that nobody looks twice. `cost` is about how many
 * arithmetic operations an evaluation of the rates takes; auto chooses by it.
 *
 * project, if not NULL: the states have to satisfy invariants that the rates keep only up to the error of the steps. It
 * moves x onto them by the least change in units of |x_i| + nominal_i. 0, 1 not possible there, -1 give up. Every
 * solver calls it for the end of each step: state() satisfies the invariants; what is interpolated need not. reset is
 * given states that satisfy them. */
/* Rates and conditions one by one, for solvers that move each state for itself: what depends on what, and evaluations
 * of some of them. Of x only the states that they depend on need be given. List k is at[first[k]] .. at[first[k + 1]
 * - 1].
 *
 *     enter    evaluations begin, leave: they have ended, and the caller may evaluate by himself
 *     band     while the function of a condition stays between low and high, it does not turn
 *     turned   whether it has, where its function is g: at a time of the solution */
typedef struct sv_lists { const uint32_t *first, *at; } sv_lists;
typedef struct sv_singly {
	uint32_t watches;
	sv_lists rates_of_state, states_of_rate, watches_of_state, states_of_watch;
	/* It reads time itself; it is no linear function of states and time. NULL: of none this is known not to be so */
	const bool *timed_rate, *rate_bends, *watch_bends;
	bool corners;                    /* rates may have corners, jumps or peaks over states and time */
	int (*rates)(void *context, double t, const double *x, const uint32_t *which, uint32_t count, double *out);
	int (*functions)(void *context, double t, const double *x, const uint32_t *which, uint32_t count, double *out);
	void (*enter)(void *context), (*leave)(void *context);   /* NULL: nothing is to be done */
	/* Where a condition stays as it is; *noise: what may be rounding of the terms of its function. */
	void (*band)(void *context, uint32_t watch, double *low, double *high, double *noise);
	bool (*turned)(void *context, uint32_t watch, double g);
} sv_singly;

typedef struct sv_problem {
	uint32_t n;
	void *context;
	int (*rates)(void *context, double t, const double *x, double *xd);
	int (*jacobian)(void *context, double t, const double *x, const double *xd, double *values);
	const uint32_t *column, *row, *color; uint32_t colors;
	int (*project)(void *context, double t, double *x);
	bool checked;
	double cost;
	const sv_singly *singly;         /* NULL: not known; it must outlive the solver */
} sv_problem;

typedef struct sv_options {
	double tolerance;                /* relative, of the result */
	/* The size of each state, positive: atol_i = rtol * nominal_i; NULL: 1. It must outlive the solver, and may change
	 * between two steps. */
	const double *nominal;
	double step;                     /* fixed-step solvers: the step; others: the first step if > 0 */
	double longest;                  /* longest step allowed; 0: none */
	double span;                     /* stop - start, for first guesses */
	/* What part of the error of a step the first ones after a reset may have, in methods that begin anew with short
	 * steps of low order; NULL: all of it. The errors of these steps are alike at each reset, so where resets are many
	 * they add up. It must outlive the solver, and may change between steps. */
	const double *share;
	double quantum, hysteresis;      /* of quantised states, absolute; 0: not said */
} sv_options;

/* What an instant has changed, for a solver that moves each state for itself. */
typedef struct sv_concern {
	const uint32_t *states, *rates, *watches; uint32_t state_count, rate_count, watch_count;
} sv_concern;

typedef struct sv_statistics {
	uint64_t steps, rejected, rates, jacobians, newton_iterations, resets; double last_step; int last_order;
	/* Of fixed steps: the largest part of a state by which one of them differs from the trapezoidal rule, and where;
	 * which state */
	double rough, rough_at; uint32_t rough_state;
	/* What a state is off by at most, estimated, as a part of the largest size it has had: of fixed steps of orders 1
	 * and 2, and of steps whose error the caller has told (`amiss`). */
	double off, off_at, off_size; uint32_t off_state;
	/* Of quantised states: by how many quanta a state was predicted wrongly at most, when, and which. */
	double missed, missed_at; uint32_t missed_state;
} sv_statistics;

typedef enum sv_status {
	SV_OK, SV_TOO_SMALL, SV_TOO_MUCH_WORK, SV_NOT_EVALUABLE, SV_GAVE_UP, SV_NO_CONVERGENCE
} sv_status;

typedef struct sv_solver sv_solver;
enum { SV_BERNSTEIN = 5 };
typedef struct sv_operations {
	const char *name, *what;
	bool fixed_step, implicit;
	int order;                       /* of fixed steps; 0: of others, which have several or choose */
	bool quantised;                  /* it moves each state for itself, and finds the crossings by itself */
	bool remembers; /* steps before the last, so that what a projection moves disturbs it for some time */
	/* The error allowed in one step is tolerance * fraction * (tolerance/0.001)^power; fraction 0: it is not
	 * controlled. The power makes up for methods whose global error falls more slowly than the error of a step:
	 * those of CVODE and IDA. */
	double fraction, power;
	sv_solver *(*create)(const sv_problem *problem, const sv_options *options);
	/* keep_step: the last step size is a good first one */
	void (*reset)(sv_solver *s, double t, const double *x, bool keep_step);
	/* The longest step from now on; 0: none. Of fixed-step solvers: their step, if that is longer. */
	void (*bound)(sv_solver *s, double longest);
	/* one step; *t <= limit afterwards (== limit exactly when it is reached) */
	sv_status (*step)(sv_solver *s, double limit, double *t);
	/* t inside the last step, ends included */
	void (*interpolate)(sv_solver *s, double t, double *x);
	/* The same of one state, to the bit. False: all come together. NULL: they always do. */
	bool (*one)(const sv_solver *s, double t, uint32_t state, double *x);
	/* What is interpolated of one state in the last step, where it is a polynomial of degree 4 or less: its Bernstein
	 * coefficients over all of the step. The first and the last are the values at its ends, and all values lie between
	 * the least and the greatest of them. False: it is none, or it is not known. NULL: it never is. */
	bool (*polynomial)(const sv_solver *s, uint32_t state, double out[SV_BERNSTEIN]);
	/* Of each state: no part of the step changes that polynomial by more than this times the part. False: not known.
	 * NULL: it never is. */
	bool (*steepest)(const sv_solver *s, double *out);
	/* x at the end of the last step; ask again after each call */
	const double *(*state)(sv_solver *s);
	void (*statistics)(const sv_solver *s, sv_statistics *out);
	/* What the last step is off by, as the caller has found: it takes the place of an estimate of its own. NULL: nobody
	 * has to tell, the error is controlled. */
	void (*amiss)(sv_solver *s, const double *error);
	/* what is at work now; auto: the one it picked and why */
	const char *(*chosen)(const sv_solver *s);
	/* what is known of the last failure; "" if nothing */
	const char *(*detail)(const sv_solver *s);
	void (*free)(sv_solver *s);
	/* All that decides how it goes on, written, or read into one that was made for the same problem with the same
	 * options. False: it cannot, as it is now, and nothing was written. NULL: it never can; what goes on from there is
	 * reset. */
	bool (*archive)(sv_solver *s, sb_archive *a);
	/* Of quantised ones. The conditions at whose crossing the last step has ended, on its far side. */
	const uint32_t *(*crossed)(const sv_solver *s, uint32_t *count);
	/* In the place of reset: some states have new values, some rates and conditions are others now. */
	void (*concern)(sv_solver *s, double t, const double *x, const sv_concern *c);
	uint64_t (*transitions)(const sv_solver *s, uint32_t state);     /* how often its quantised value was chosen */
	double (*at)(const sv_solver *s, uint32_t state, double t);      /* one state, at or behind the end of the step */
} sv_operations;

/* The order of calls: create, reset (sets time and state; the first one is not counted), then step, interpolate
 * and reset as one likes. After a step that failed state is the one before it, and a reset or another step may
 * follow. */
struct sv_solver { const sv_operations *operations; };      /* each solver's own struct begins with this */

double sv_least_tolerance(const sv_operations *operations);     /* the finest that it can hold; 0: it holds none */
double sv_share_of_step(const sv_operations *operations, double tolerance);     /* what one step may have of it */
const sv_operations *sv_find(const char *name);             /* NULL: no such solver */
const char *const *sv_names(uint32_t *count);
const sv_operations *sv_default(void);                      /* what is used where nobody says anything */
const char *sv_status_text(sv_status status);

#endif
