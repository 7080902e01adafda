/* Values of tables that were made: what a run asks of them again and again.
 *
 * Between two points a curve is a cubic by values and slopes at both ends (Hermite), a line, or constant. So the value
 * at any place is a sum of four numbers (value and slope at the left and the right end) with weights that depend on the
 * place alone; the same is true of its derivatives. Weights of two directions multiply, which gives interpolation over
 * a grid. Beyond the ends the weights are those of the end (hold), or go on in a straight line.
 *
 * This needs nothing but the C library, allocates nothing, and is also part of the code that leaves Saltus (as
 * code/runtime/dense_factors.h), so tables have the same bits there. A question that a table has no answer to leaves a
 * fault behind: whoever asks decides how to fail. RT_SINGLE: in single precision. */
#ifndef SALTUS_EXTERNAL_TABLE_VALUES_H
#define SALTUS_EXTERNAL_TABLE_VALUES_H

#include <stdbool.h>
#include <stddef.h>

#ifdef RT_SINGLE
typedef float sl_real;
#else
typedef double sl_real;
#endif

/* In the order of the enumerations of Modelica's Blocks.Types. */
typedef enum sl_smoothness { SL_LINEAR = 1, SL_AKIMA, SL_CONSTANT, SL_FRITSCH_BUTLAND, SL_STEFFEN,
	SL_MODIFIED_AKIMA } sl_smoothness;
typedef enum sl_extrapolation { SL_HOLD = 1, SL_LAST_TWO, SL_PERIODIC, SL_NO_EXTRAPOLATION } sl_extrapolation;
typedef enum sl_side { SL_INSIDE, SL_BELOW, SL_ABOVE } sl_side;

/* weights[order]: of the value, the first and the second derivative by x; by {value, slope} at point i and {value,
 * slope} at i + 1. */
typedef struct sl_weights { size_t i; sl_side side; sl_real weights[3][4]; } sl_weights;

/* The interval of n >= 2 points that x is in, 0 .. n - 2; at a point that to the right of it, or to the left where x
 * goes down. */
size_t sl_interval(const sl_real *at, size_t n, sl_real x, bool goes_down);
/* Weights inside of the interval i, also past its ends. */
void sl_weigh(sl_smoothness smoothness, const sl_real *at, size_t i, sl_real x, sl_weights *place);

/* Why there is no value: a column that is not there, or a place outside where that is not allowed. */
typedef enum sl_fault_kind { SL_GOOD, SL_NO_COLUMN, SL_OUTSIDE } sl_fault_kind;
typedef struct sl_fault { sl_fault_kind kind; const char *what; sl_side side; sl_real value, from, to;
	int column; size_t count; } sl_fault;

/* A function of one variable: rows of u and the values of several columns, y[column*rows + row]. */
typedef struct sl_table1 {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	size_t rows, count;              /* count: of columns that are asked for */
	const sl_real *u, *y, *slopes;
} sl_table1;

/* Of two variables, over a grid; z: value, derivatives by u1, by u2, by both; u2 goes fastest. */
typedef struct sl_table2 {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	size_t n1, n2;
	const sl_real *u1, *u2, *z[4];
} sl_table2;

/* Of time: as those of one variable, but they may jump, begin at a start time, are shifted, and say when something
 * happens in them. */
typedef struct sl_table_time {
	sl_smoothness smoothness;
	sl_extrapolation extrapolation;
	sl_real start, shift;
	size_t rows, count, breaks;
	const sl_real *t, *y, *slopes;   /* by column: y[column*rows + row] */
	const sl_real *at;               /* where events are, in the time of the table, rising */
	const sl_real *over;             /* by row: how many times of the table are before its own */
} sl_table_time;

/* The value, or its first or second derivative along a motion with these rates (order 0, 1, 2). */
typedef struct sl_motion { int order; sl_real der[2], der2[2]; } sl_motion;
sl_real sl_table1_value(const sl_table1 *t, int column, sl_real u, const sl_motion *motion, sl_fault *fault);
sl_real sl_table2_value(const sl_table2 *t, sl_real u1, sl_real u2, const sl_motion *motion, sl_fault *fault);
/* The caller keeps the time of the next event, and that of the one before. */
sl_real sl_table_time_value(const sl_table_time *t, int column, sl_real time, sl_real next, sl_real before,
							const sl_motion *motion, sl_fault *fault);
sl_real sl_table_time_next(const sl_table_time *t, sl_real time);            /* the largest number: nothing comes */
/* The number of the piece that holds, and how much of it is over, counted on from period to period. */
sl_real sl_table_time_place(const sl_table_time *t, sl_real time);

#endif
