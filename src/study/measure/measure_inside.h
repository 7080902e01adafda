/* Private to study/measure: trees of expressions, and what evaluates them. */
#ifndef SALTUS_STUDY_MEASURE_INSIDE_H
#define SALTUS_STUDY_MEASURE_INSIDE_H

#include "study/measure/measure.h"
#include <float.h>

typedef enum st_node_kind {
	ST_NUMBER, ST_COLUMN, ST_TIME,   /* a column of the record: a curve, or a constant as a parameter is */
	ST_NEGATE, ST_NOT, ST_ADD, ST_SUBTRACT, ST_MULTIPLY, ST_DIVIDE, ST_POWER,
	ST_LESS, ST_LESS_EQUAL, ST_GREATER, ST_GREATER_EQUAL, ST_EQUAL, ST_UNEQUAL, ST_AND, ST_OR,
	ST_IF,                           /* condition, then, else */
	ST_MATH,                         /* a function of numbers */
	ST_OVER_RUN                      /* a function of a curve: what it gives is a slot of the gauge */
} st_node_kind;

typedef struct st_node st_node;
typedef struct st_function st_function;
enum { ST_ARGUMENTS = 4 };
struct st_node {
	st_node_kind kind;
	sb_span span;
	bool curve;                      /* has a value at each time; else one for the run */
	bool condition;                  /* true or false, as 1 or 0 */
	bool kinks;                      /* it may bend or jump where its variables do not */
	bool poles;                      /* it may become infinite where its variables do not (measure_poles.c) */
	uint32_t degree;                 /* as a polynomial of variables and time; ST_NO_DEGREE: it is none */
	double number;
	uint32_t at;                     /* of the column, or of the slot */
	double (*math)(double a, double b);
	const st_function *function;
	st_node *a[ST_ARGUMENTS]; uint32_t count;
	st_node *from, *to;              /* of ST_OVER_RUN: the window; NULL: the ends of the run */
};
enum { ST_NO_DEGREE = 100 };

typedef struct st_measure { const char *name; st_node *root; } st_measure;

struct st_measures {
	sb_arena *arena;
	sb_diag *diag;                   /* for texts in notes: the sources are in it */
	sb_vec(st_measure) at, curves;
	sb_strings columns;              /* what is read of a record */
	sb_vec(se_asked) asked; sb_vec(uint32_t) row;        /* by column: what it is; its row, UINT32_MAX: none */
	uint32_t rows;                   /* columns that are Real, for slopes */
	sb_strings recorded;             /* what must be recorded: these, and arrays whose elements may be more elsewhere */
	sb_strings texts, curve_texts; const char *option, *curve_option;        /* as they were given */
	sb_vec(st_node *) slots;         /* functions over the run, inner ones first */
	bool steps;                      /* the ends of the run are not enough */
	bool between;                    /* nor are the extremes of its variables */
	bool greatest, least;            /* which extremes are needed */
};

/* Between two rows: rows first .. first+count-1, and no jump in between. */
typedef struct st_piece { uint32_t first, count; } st_piece;
/* A part of the run, from the right limit at the one time to the left limit at the other. `whole`: all of it, with
 * what happens at its ends. */
typedef struct st_window { double from, to; bool whole; } st_window;

/* A value, and how far rounding may have moved it. */
typedef struct st_rounded { double v, error; } st_rounded;
/* What a model computes is known to a few units in its last place: 0.1*3 is the level 0.3. */
#define ST_ROUNDING (16 * DBL_EPSILON)

enum { ST_NODES = 9 };
struct st_gauge {
	const st_measures *ms;
	const sr_record *record;
	st_piece *pieces; uint32_t piece_count, piece_cap;
	uint32_t *column;                /* of the record, by column of the measures */
	st_rounded *slot;
	/* where curves are evaluated: at a row, or between those of a piece by these weights */
	double time;
	uint32_t row, piece;
	double weight[ST_NODES];
	uint32_t opened; double node[ST_NODES], product[ST_NODES];       /* of the piece that was last gone into */
	uint64_t spot, *seen; double *value;     /* by column: the spot at which the value was taken */
	uint32_t *moving;                /* by column: a piece, from 1, in which no two rows have the same value */
	bool between;
	uint32_t present;                /* the measure that is evaluated */
	char (*notes)[240];              /* by measure */
};

/* measure_curve.c */
void st_gauge_open(st_gauge *g, const sr_record *record);        /* finds the pieces */
void st_go_to_row(st_gauge *g, uint32_t row);
void st_go_between(st_gauge *g, uint32_t piece, double t);
double st_piece_begin(const st_gauge *g, uint32_t piece), st_piece_end(const st_gauge *g, uint32_t piece);
bool st_piece_is_narrow(const st_gauge *g, uint32_t piece);      /* a few units of time's last place */
/* the first piece that reaches beyond a time; piece_count: none */
uint32_t st_piece_after(const st_gauge *g, double t);
double st_column_value(st_gauge *g, uint32_t column);
double st_column_rate(const st_gauge *g, uint32_t column, uint32_t piece, double t);     /* of the polynomial */
/* How far rounding may have moved them. An event is located to the rounding of time, in which a curve moves on. */
double st_column_rounding(st_gauge *g, uint32_t column);
double st_time_rounding(const st_gauge *g);
/* A curve at a time: its right limit, or its left one. NAN outside of the run. */
double st_value_at(st_gauge *g, const st_node *n, double t, bool left);

/* measure_value.c */
double st_node_value(st_gauge *g, const st_node *n);             /* where the gauge is */
double st_rounding(st_gauge *g, const st_node *n);               /* how far rounding may have moved this value */
bool st_same(double a, double b, double error);                  /* but for their rounding, and an error of a */
double st_margin(st_gauge *g, const st_node *condition);         /* of a constraint */
void st_note(st_gauge *g, const char *format, ...) __attribute__((format(printf, 2, 3)));
const char *st_source_of(const st_gauge *g, const st_node *n, char out[80]);     /* its text, shortened */

/* measure_scan.c */
typedef struct st_extremum { double value, time; } st_extremum;
/* The largest value of sign*n; the gauge goes there. */
st_extremum st_extreme(st_gauge *g, const st_node *n, st_window w, double sign);
/* When it has this value for the first time, but for rounding. */
double st_first_extreme(st_gauge *g, const st_node *n, st_window w, double sign);
double st_integral(st_gauge *g, const st_node *n, st_window w);
/* The times in the window at which a condition becomes true, in order; `turned` is called with each, until it gives
 * false. down: where it becomes false, too. */
typedef struct st_turns { bool (*turned)(void *context, double t, bool up); void *context; } st_turns;
void st_turns_of(st_gauge *g, const st_node *condition, st_window w, st_turns turns);

/* measure_poles.c */
bool st_may_have_pole(const st_node *n);         /* by its own operation */
/* A time in the window at which sign*n becomes infinite; of the sign 0, at which n cannot be integrated over its pole.
 * NAN: there is none. */
double st_pole(st_gauge *g, const st_node *n, st_window w, double sign);

/* measure_step.c */
double st_settling(st_gauge *g, const st_node *n, st_window w);
double st_overshoot(st_gauge *g, const st_node *n, st_window w);
double st_rise(st_gauge *g, const st_node *n, st_window w);
double st_peak_time(st_gauge *g, const st_node *n, st_window w);

/* The part of the run that a function is about. False after a note. */
bool st_window_of(st_gauge *g, const st_node *n, st_window *w);

/* measure_offer.c */
/* Measures that may have been meant by the curve n, whose text is `body`; as the option takes them. */
const char *st_offer(const st_measures *ms, const char *option, const st_node *n, const char *body);

/* measure_function.c */
typedef enum st_slope_kind {
	ST_NO_SLOPE, ST_SLOPE_FINAL, ST_SLOPE_INITIAL, ST_SLOPE_AT, ST_SLOPE_BEFORE, ST_SLOPE_MAX, ST_SLOPE_MIN,
	ST_SLOPE_AMPLITUDE, ST_SLOPE_INTEGRAL, ST_SLOPE_MEAN, ST_SLOPE_RMS, ST_SLOPE_DEVIATION, ST_SLOPE_TIME_WHEN,
	ST_SLOPE_DURATION, ST_SLOPE_OVERSHOOT
} st_slope_kind;
struct st_function {
	const char *name;
	uint32_t least, most;            /* arguments */
	double (*over)(st_gauge *g, const st_node *n, st_window w);      /* NULL: of numbers */
	double (*math)(double a, double b);
	bool condition;                  /* its first argument is one */
	bool place;                      /* it leaves the gauge where the curve has the value that it gives */
	bool ends;                       /* it needs the ends of the run alone, if no window is given */
	int extremes;                    /* ... the largest value alone: 1, the least: -1, both of them: 2; else 0 */
	bool kinks;
	bool jumps;                      /* a little change of an argument may be a large one of the value */
	bool steps;                      /* it does so where its argument, or the quotient of both, is a whole number */
	st_slope_kind slope;             /* how its derivatives by parameters are found */
	const char *arguments;           /* as the help shows them */
};
const st_function *st_function_called(const char *name, uint32_t arguments);     /* NULL: none */
/* Derivatives of a function of numbers by its arguments; NAN: it has none there. */
void st_math_slopes(double (*math)(double, double), double a, double b, double *by_a, double *by_b);
/* Does it choose between smooth functions: -1 the smaller argument, 1 the larger, 2 the size of the one; 0: no. */
int st_math_chooses(double (*math)(double, double));
/* Whether what a function over the run asks for is where a variable has its extremes. */
bool st_has_extremes_of_variable(const st_node *n);
int st_side_of_extremes(const st_node *n);       /* 1: the greatest values alone, -1: the least, 0: both */
uint32_t st_function_names(const char **out);    /* for suggestions; at most ST_FUNCTIONS */
enum { ST_FUNCTIONS = 80 };

#endif
