/* Measures: numbers that are read off the trajectory of a run, as expressions in Modelica.
 *
 *     max(x)   final(y) - initial(y)   rms(u*i)   settling(y, 0.02)   max(abs(x - r), from = 2)   max(rpm) <= 5500
 *
 * docs/studies.md has the table of all functions, with their formulas. The words:
 *
 *     curve      what has a value at every time of the run: a variable, `time`, and what is computed from them
 *     measure    what has one value for a run: a function of a curve over the run (max, final, ...), a parameter, a
 *                number, and what is computed from those. A measure may stand inside of a curve: max(abs(x - final(x)))
 *     constraint a measure that is a comparison; its margin is how far it is from being violated, negative if it is
 *
 * A curve alone is no measure: whoever writes x is asked whether final(x) was meant.
 *
 * What must be recorded follows from the text (st_measures_settings): nothing but the variables that are named, and of
 * a run of which only final(...), initial(...) and parameters are asked for, its ends alone. All others use the steps
 * of the solver (SE_ROWS_PIECES, engine/engine.h): between two events the record has pieces of five points at the nodes
 * of Lobatto's rule, close enough to each other that the polynomial through them is the solver's interpolation to its
 * tolerance. So extrema are found between points, conditions are located, and integrals are those of the polynomials:
 * none of them depends on the output interval. Rows of equal time are the two limits at an event: a jump adds nothing
 * to an integral, and both of its ends count for extrema. A record of another kind, as from a file, has straight lines
 * between its rows.
 *
 * Comparisons know of rounding: sides that differ by no more than the rounding of what they are computed from, and of
 * the time of an event, are equal. A limiter that lies on its level, or 0.1*3 beside 0.3, is >= and <= it, and neither
 * > nor <.
 *
 * A measure that has no value in a run (a time at which something happens that does not happen, a quotient by zero) is
 * NAN, with a note that says why. Mistakes in the text are reported when it is read, with carets into it.
 *
 *     measure_read.c       text to trees: names, functions, arguments, what must be recorded
 *     measure_offer.c      what may have been meant by a curve where a measure is needed
 *     measure_function.c   the table of functions
 *     measure_curve.c      a curve of a record: its pieces, its value at a time
 *     measure_samples.c    a curve in samples, and the peaks between them
 *     measure_cuts.c       where a curve bends or jumps by itself
 *     measure_poles.c      where a curve becomes infinite by itself
 *     measure_scan.c       extrema, crossings and integrals of a curve
 *     measure_step.c       responses to steps: settling, overshoot, rise
 *     measure_value.c      values of a tree
 *     measure_dual.c       a tree with its derivatives at a place
 *     measure_spots.c      where derivatives are known
 *     measure_slopes.c     derivatives of measures by parameters
 *
 * Measures are read once and never change: any number of threads may evaluate them, each with an st_gauge of its own,
 * which allocates nothing any more after its first use.
 */
#ifndef SALTUS_STUDY_MEASURE_H
#define SALTUS_STUDY_MEASURE_H

#include "study/load/load.h"

typedef struct st_measures st_measures;
typedef struct st_gauge st_gauge;

/* The texts, each `EXPRESSION` or `NAME = EXPRESSION`. `option` is what messages call them: "--measure". NULL after a
 * report. The model must live as long. */
st_measures *st_measures_read(const st_model *m, const char *option, const char *const *texts, uint32_t count,
							  sb_diag *diag);
/* Further ones, behind them, of another option. Before the first gauge is made. False after a report. */
bool st_measures_add(st_measures *ms, const st_model *m, const char *option, const char *const *texts, uint32_t count);
void st_measures_free(st_measures *ms);
uint32_t st_measures_count(const st_measures *ms);
const char *st_measure_name(const st_measures *ms, uint32_t i);          /* the NAME, else the text */
bool st_measure_is_constraint(const st_measures *ms, uint32_t i);
bool st_measure_is_equation(const st_measures *ms, uint32_t i);          /* the constraint a == b */
/* May it jump where the run changes smoothly, as the time at which something settles does? */
bool st_measure_may_jump(const st_measures *ms, uint32_t i);
/* What must be recorded for them: names, and patterns of arrays. */
const sb_strings *st_measures_recorded(const st_measures *ms);

/* Curves beside them, whose values at given times are asked for: the same expressions, of which none need be a measure.
 * Before the first gauge is made. False after a report. */
bool st_measures_add_curves(st_measures *ms, const st_model *m, const char *option, const char *const *texts,
							uint32_t count);
/* The same measures and curves of another translation of the model, in which arrays may have other sizes. NULL after a
 * report. */
st_measures *st_measures_again(const st_measures *ms, const st_model *m, sb_diag *diag);
const char *st_curve_name(const st_measures *ms, uint32_t i);

/* Makes a run record what all of them need, and nothing else. What was selected before stays selected. */
void st_measures_settings(const st_measures *ms, se_settings *s);

typedef struct st_measured {
	double value;                    /* NAN: there is none; of a constraint 1 or 0: it holds, or not */
	double margin;                   /* of a constraint: positive, it holds by so much; NAN of others */
	double off;                      /* of an equation a == b: a - b */
	double size;                     /* of a constraint: of the larger of the sides that give its margin */
	/* Why there is no value, or why the value is in doubt; "" : neither. Lives until the next evaluation */
	const char *note;
} st_measured;

st_gauge *st_gauge_new(const st_measures *ms);
void st_gauge_free(st_gauge *g);
/* All of them, of what a run has recorded with these settings. */
void st_measure_all(st_gauge *g, const sr_record *record, st_measured *out);
/* A curve of the record of the last st_measure_all, at rising times: right limits, and what it had last from the end of
 * the run on. */
void st_curve_values(st_gauge *g, uint32_t curve, const double *times, uint32_t count, float *out);

/* ------------------------------------------------------------------------------------------------- slopes
 *
 * Derivatives of measures by parameters of the model, from those of its variables, which somebody else follows along
 * the run (study/sensitivity/sensitivity.h). What must be known of them are derivatives of the rows at spots of the
 * run and at nodes of a quadrature over it, and how times of events move:
 *
 *     final, at, ...    x_p at the spot, with x' dt where the time itself moves
 *     max, min          x_p at the extremum; at an event with x' dt of the event
 *     integral, ...     the integral of g_x x_p, with (g- - g+) dt where the integrand jumps
 *     time_when         -h_p/h' of what the condition compares, or dt of the event at which it turns
 *
 *     x = st_measure_slopes_new(g, m, ended, arena)     after st_measure_all: the spots, in the order of time
 *     st_measure_slopes_node(x, ...)                    each node
 *     st_measure_slopes_finish(x, ...)                  then x->slope[measure*m + parameter]
 *
 * What has no slope that can be followed so has a reason in why[measure]: a measure that jumps, a kink. */
typedef struct st_spot { double time; bool left; } st_spot;      /* left: before what happens there */
typedef struct st_measure_slopes {
	const st_spot *spots; uint32_t spot_count;
	bool nodes;                      /* they are needed */
	/* Of a value: itself; of a constraint: its margin, of an equation a - b. */
	double *slope; const char **why; /* NULL: followed */
	struct st_sloping *inside;
} st_measure_slopes;
/* How an event that is at this time of the record moves, by parameter. NULL: it is not known. */
typedef struct st_moves { const double *(*at)(void *context, double time); void *context; } st_moves;

/* The rows: Real variables and rates that measures read. In the arena. */
uint32_t st_measures_rows(const st_measures *ms, const se_asked **out, sb_arena *arena);
/* ended: the model has ended the run, before its stop. */
st_measure_slopes *st_measure_slopes_new(st_gauge *g, uint32_t parameters, bool ended, sb_arena *arena);
/* Values and derivatives of the rows at a node; `middle`: a time of its step. */
void st_measure_slopes_node(st_measure_slopes *x, double time, double middle, double weight, const double *value,
							const double *matrix);
/* The same at the spots. False: they are not those of this run. */
bool st_measure_slopes_finish(st_measure_slopes *x, const double *value, const double *matrix, st_moves moves);

#endif
