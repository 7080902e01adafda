/* The engine: one run of a program, from its initial values to the end.
 *
 * docs/events.md is the rule book; read it beside run/run.c, run/step.c and instant/instant.c. The rooms, each with a
 * first header that lists its files, know themselves and those before them (tests/layers.py):
 *
 *     parts       what knows nothing of a run: calendar, history, profile, random streams, search, knots, cycles
 *     ground      the run and its frames; the log, and messages of a run that cannot go on
 *     evaluate    from time and states to all other values: whole, by pieces, on trial, at other points; projection
 *     past        delays and transports
 *     forcing     what time alone does: the longest step, moments ahead, places inside a step, clocks
 *     watch       conditions: their values, their crossings inside a step, their stories
 *     process     activations of routines, waits, resources, sets, statistics, streams
 *     look        what is looked at at every step: assertions, limits, loops, sizes, pace, soundness
 *     modes       frames that are made and exchanged, the search for the next mode, impulses, reinit
 *     solve       the solver of the present frame, and its errors
 *     record      rows, and what an instant has done: for the record and other sinks (result/record/sink.h)
 *     instant     what happens when time stands still; initial values
 *     accumulate  events that accumulate, and motion that is held
 *     run         a run begins, steps, pauses, is changed, saved and ended; experiments
 *
 * A run belongs to one thread. Runs of one program in different threads share nothing that changes.
 */
#ifndef SALTUS_ENGINE_ENGINE_H
#define SALTUS_ENGINE_ENGINE_H

#include "code/code.h"
#include "result/result.h"
#include "solver/solver.h"

typedef struct se_run se_run;

enum se_log { SE_LOG_EVENTS = 1, SE_LOG_STEPS = 2, SE_LOG_INIT = 4, SE_LOG_SOLVER = 8, SE_LOG_MODES = 16 };
typedef enum se_limits { SE_BOTH, SE_AFTER, SE_NONE } se_limits;      /* --events */
/* When rows are made (--record).
 *     GRID           at the output interval, and at events as se_limits says
 *     PEAKS          and those between that show a peak which the grid does not
 *     SHOWN_PEAKS    the same for pictures alone: files leave them out
 *     STEPS          and at the end of each step of the solver
 *     PIECES         along the steps of the solver, for whoever wants to know what happens between two rows: both
 *                    limits at each event, and in between pieces of five points, at the nodes of Lobatto's rule. Steps
 *                    are divided until the polynomial through these points is the curve to the tolerance (pieces.c).
 *                    The rows at the ends of a piece are SR_STEP, those inside SR_INSIDE
 *     EXTREMES       the same where a recorded variable may go beyond what it has been so far: what is left out lies
 *                    between the least and the greatest value of the rows
 *     ENDS           the first and the last */
typedef enum se_rows {
	SE_ROWS_GRID, SE_ROWS_PEAKS, SE_ROWS_SHOWN_PEAKS, SE_ROWS_STEPS, SE_ROWS_PIECES, SE_ROWS_EXTREMES, SE_ROWS_ENDS
} se_rows;
static inline bool se_has_grid(se_rows rows) { return rows <= SE_ROWS_STEPS; }
static inline bool se_has_pieces(se_rows rows) { return rows == SE_ROWS_PIECES || rows == SE_ROWS_EXTREMES; }
static inline bool se_is_beside_grid(se_rows rows) { return rows > SE_ROWS_GRID && rows <= SE_ROWS_STEPS; }
/* TERMINATED: by terminate(), a good end. STOPPED: from outside. PAUSED: it can go on. */
typedef enum se_status { SE_DONE, SE_TERMINATED, SE_FAILED, SE_TIMEOUT, SE_STOPPED, SE_PAUSED } se_status;
static inline bool se_was_stopped(se_status status) { return status == SE_TIMEOUT || status == SE_STOPPED; }
static inline bool se_ended_well(se_status status) { return status == SE_DONE || status == SE_TERMINATED; }

typedef struct se_progress { double time, start, stop, step; uint64_t steps, events; double wall; } se_progress;

typedef enum se_on_zeno { SE_ZENO_STOP, SE_REST } se_on_zeno;             /* --on-zeno */
typedef enum se_on_chatter { SE_CHATTER_STOP, SE_SLIDE } se_on_chatter;   /* --on-chatter */

typedef struct se_settings {
	double start, stop;              /* stop: INFINITY: until the model ends the run */
	double interval;                 /* of the output grid; 0: (stop - start)/500, or no grid where there is no stop */
	double tolerance;                /* 1e-6 */
	double step;                     /* of fixed-step solvers; 0: the interval */
	double max_step; /* the longest step; 0: a part of the run; INFINITY: none. What time forces may make it shorter */
	const char *solver;              /* "auto" */
	double quantum, hysteresis;      /* of quantised states, absolute; 0: the quantum follows from the tolerance */
	se_limits limits;
	se_rows rows;
	int extremes;                    /* of SE_ROWS_EXTREMES: 1 the greatest values alone, -1 the least, 0 both */
	uint64_t seed;
	bool near; /* initial values are looked for from where this run stood before, and not from start values (E721) */
	uint32_t max_microsteps;         /* 100 */
	se_on_zeno on_zeno;
	se_on_chatter on_chatter;        /* what to do about events that accumulate: end the run, or hold the motion */
	double timeout;                  /* seconds of wall time; 0: none */
	double since;                    /* when they began to count, by sb_clock; 0: when the simulation begins */
	unsigned log;
	void (*logged)(void *context, const char *line); void *log_context;
	bool (*progress)(void *context, const se_progress *p);
	void *progress_context;                                  /* about 10 times a second; false ends the run */
	const volatile int *halt;        /* where it becomes true, se_advance pauses behind the step; NULL: it may not */
	const char *const *record; uint32_t record_count;        /* patterns; none: everything that is not hidden */
	int journal; /* file in which the rows are kept beyond the process (sr_record_journal); 0: none */
	bool record_nothing;             /* the values at the end are all that is asked for */
	sr_sink sink;                    /* takes rows and events as they are produced; {0}: nobody does */
	bool pass_on; /* rows go to the sink, and the run keeps none; but for PIECES and EXTREMES, which it reads itself */
	double warmup;                   /* statistics begin anew when this much time has passed */
	uint64_t number; /* of the run, from 1 (0 is 1): random streams depend on it, and SI_ASK_RUN tells it */
	void (*written)(void *context, const char *text);
	void *write_context; /* what SI_DO_WRITE says; NULL: nobody listens */
} se_settings;
se_settings se_defaults(const si_image *image);     /* what the model says, else 0, 1, ...; NULL: there is none yet */
#define SE_TOLERANCE_LEAST 1e-14     /* numbers have 16 digits; as front ends allow them */
#define SE_TOLERANCE_MOST 0.5

typedef struct se_statistics {
	sv_statistics solver; uint64_t state_events, time_events, step_events, microsteps; uint64_t evaluations, pieces;
	double initial_seconds, simulate_seconds, event_seconds, output_seconds; const char *solver_name; char chosen[160];
} se_statistics;

/* How a mode was used, of a model whose structure changes. */
typedef struct se_mode_use {
	const sc_mode *mode; uint32_t states; uint64_t entries;
	double time;                     /* simulated in it */
	double entering;                 /* seconds of wall time that all entries took, without analysis and compilation */
} se_mode_use;

/* How the modes were found: changes of mode, entries with a jump of states, and modes that were tried and not entered,
 * by reason. */
typedef struct se_mode_search {
	uint64_t changes, asked, jumps, no_such, by_impulse, by_values, open, visited;
	uint64_t looked, made_for_second; /* entries at which a second mode that agrees was looked for; modes made for it */
	double seconds;                  /* of wall time that all of it took, with analysis and compilation */
	uint64_t known; double known_seconds;    /* the changes that needed neither; on the processor */
	/* of the last one: when it began, and what the thread had used by then; impulse systems and modes made so far, and
	 * before it */
	double since, worked; uint64_t made, made_before;
} se_mode_search;

se_run *se_run_new(sc_program *program, sb_diag *diag);
void se_run_free(se_run *run);
/* A parameter for the simulations to come: by scalar number. False: it is not one (final, structural, a variable), or
 * it cannot have this value; reported. */
bool se_set(se_run *run, uint32_t scalar, double value);
bool se_set_string(se_run *run, uint32_t scalar, const char *value);
void se_unset(se_run *run, uint32_t scalar);             /* it has the value of the model again */
void se_copy_given(se_run *to, const se_run *from);      /* all that was set; runs of one program */
void se_refuse(se_run *run); /* a value that was asked for could not be given, which was reported: no simulation is made
								of this run */
/* A variable of this type (si_type), or of an enumeration with so many literals (0: it is none). NULL: it can have this
 * value; else what it can have. */
const char *se_wanted(uint32_t type, uint32_t literals, double value);

/* A run that is begun stands at its start, after the first instant. It advances to a time, or to the end of the next
 * instant before that time in which something happens, and is paused there; or to its end. Pausing leaves no trace: the
 * steps are those of a run that goes on, the last one may reach further than the pause, and the values there are
 * interpolated as those of the output are.
 *
 *     se_begin     SE_PAUSED, or how it has failed
 *     se_advance   SE_PAUSED; SE_DONE: it is at its stop, or the model has ended it; or how it has failed
 *     se_end       the last instant, where it stands, and all that is to be told. Must follow se_begin in any case
 *
 * se_time tells where it stands; se_show gets the values there, for se_value and its relatives. Where se_advance has
 * come to the stop, these are the values before the last instant. */
se_status se_begin(se_run *run, const se_settings *settings);
se_status se_advance(se_run *run, double until, bool to_event);
se_status se_end(se_run *run);
void se_show(se_run *run);
bool se_is_paused(const se_run *run);
/* A paused run as bytes, without what it has recorded, and a run of the same program that goes on from there, with the
 * same bits as the one that was saved. A solver of SUNDIALS, and one with a large sparse matrix, begin anew where they
 * are saved, in both. Of the settings of se_restore the callbacks and what is recorded count, the others are as they
 * were. False, or SE_FAILED, after a message. The bytes of *out are the caller's (sb_archive_free). */
bool se_save(se_run *run, sb_archive *out);
se_status se_restore(se_run *run, const se_settings *settings, sb_archive *in);
/* A parameter or a state of a paused run. It holds, with all others that are changed before anybody looks or the run
 * goes on, from an instant at the pause on. False after a message. */
bool se_change(se_run *run, uint32_t scalar, double value);
/* Derivatives of a paused run at the values that it shows: of scalars, or of their rates, by states, parameters and
 * inputs (structure/derivatives.h says what that means), row by row into matrix[n*m]. The first time takes an analysis
 * and a compilation; where the model allows no symbols, differences are taken. False after a message. */
typedef struct se_asked { uint32_t scalar; bool rate; } se_asked;
bool se_derivatives(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m, double *matrix);
/* Why the last ones were found by differences; NULL: they were not. */
const char *se_why_differences(const se_run *run);
/* The point where a paused run stands, in its present mode. It has the states by number, each with its scalar, its
 * size (nominal value) and its rate; the constraints that the run is kept on, with their derivatives by the states,
 * row by row; and the conditions on whose limit it stands, one after another from *from = 0 on. */
uint32_t se_states(const se_run *run);
uint32_t se_state(const se_run *run, uint32_t number);
double se_state_size(const se_run *run, uint32_t number);
double se_rate(se_run *run, uint32_t number);
double se_rate_of(se_run *run, uint32_t scalar);         /* of a state by any name; NAN: it is none in this mode */
uint32_t se_constraints(const se_run *run);
bool se_constraint_matrix(se_run *run, double *matrix);
/* Its memory: Real variables that only events set, by number; and its clocks and periodic events, each with the time of
 * its first tick and its interval (NAN: it varies). */
uint32_t se_memories(se_run *run);
uint32_t se_memory(se_run *run, uint32_t number);          /* the scalar */
bool se_change_memory(se_run *run, uint32_t scalar, double value);       /* as se_change */
uint32_t se_clocks(const se_run *run);
void se_clock(const se_run *run, uint32_t number, double *first, double *interval);
bool se_condition_at_limit(se_run *run, uint32_t *from, sb_text *written, sb_span *span);
/* In the present mode; it may be another name of one. */
bool se_is_state(const se_run *run, uint32_t scalar);

/* All of this in one: simulates from the beginning; may be called again, with other parameters, as often as one likes.
 * Messages (R01xx initial values, R02xx events, R03xx numbers, R04xx solvers) go to the diag. The record holds what was
 * computed also after a failure or time-out. */
se_status se_simulate(se_run *run, const se_settings *settings);
/* After a simulation that was left in the middle (base/stop.h): says so. Of the run only what was recorded may be
 * used. */
se_status se_abandon(se_run *run);
const sr_record *se_record(const se_run *run);
uint64_t se_rows_made(const se_run *run);      /* also of rows that were passed on */
sr_record *se_open_record(se_run *run);        /* of a run that was restored: for what it had recorded before */
const se_settings *se_settings_of(const se_run *run);          /* those that it was begun with, or restored */
sr_record *se_take_record(se_run *run);                        /* the caller frees it */
const se_statistics *se_stats(const se_run *run);
const se_mode_search *se_searched(const se_run *run);
/* In the order of the first entry; 0: there are none. */
const se_mode_use *se_modes(const se_run *run, uint32_t *count);
double se_time(const se_run *run);
/* Has everything a value where the run has ended? Not so if it has failed before, or in the evaluation itself. */
bool se_values_are_whole(const se_run *run);
double se_value(const se_run *run, uint32_t scalar);           /* at the end of the simulation (or where it stopped) */
/* The derivatives that the model has by name, der(x): by scalar. In `arena`. */
bool *se_named_rates(const si_image *image, sb_arena *arena);
void se_rate_name(const si_image *image, uint32_t scalar, sb_text *out);
/* At the end, by scalar; NAN where the last mode has none. */
double *se_rate_values(const se_run *run, sb_arena *arena);
sc_data *se_data(se_run *run);

/* ------------------------------------------------------------------------------------ what a small change would do
 *
 * For whoever follows the derivatives of a run along its way (study/sensitivity/sensitivity.h). A paused run is led
 * from stretch to stretch. A stretch is a part of a step of the solver, up to the next point at which something may
 * happen:
 *
 *     se_next_stretch   makes the next step if there is none at hand, and tells the stretch. from = to: there is only
 *                       an instant, at the present time, or nothing. lost: an instant has happened without notice
 *     se_look_at        the run shows this point of the stretch; before its end, and in any order
 *     se_advance        to the end of the stretch, with its instant
 *
 * A run that is displaced has other values of time, states, what it keeps and one parameter, each by a small
 * difference. It keeps Real variables that only events set, and then parameters that the initial system finds. */
typedef struct se_stretch { double from, to; bool instant, crossing, lost; } se_stretch;
se_status se_next_stretch(se_run *run, se_stretch *out);
void se_look_at(se_run *run, double time);
const char *se_not_followed(const se_run *run);          /* why its way cannot be followed; NULL: it can */
uint32_t se_jumps_without_event(const se_run *run);      /* how many functions may jump, as sign(x) does */
const void *se_mode_of(const se_run *run);               /* the same pointer: the same mode of the same program */
uint32_t se_keeps(se_run *run);
void se_kept_scalars(se_run *run, uint32_t *scalars);
/* Conditions: relations, and functions whose whole part is taken (counts). */
typedef struct se_condition_state { long long value; bool counts, initial_only; sb_span span; } se_condition_state;
uint32_t se_conditions(const se_run *run);
se_condition_state se_condition_at(const se_run *run, uint32_t condition);
/* Two runs of a program: the same mode, the same sides of all conditions, the same whole numbers? */
bool se_decides_alike(const se_run *a, const se_run *b);
typedef struct se_displaced {
	double ahead;                    /* time */
	const double *by_states;         /* NULL: not displaced */
	const uint32_t *kept; const double *by_kept; uint32_t kept_count;
	uint32_t parameter; double by_parameter;             /* UINT32_MAX: none */
	const uint32_t *turning; uint32_t turning_count;     /* conditions that turn in the instant */
} se_displaced;
/* Rates, functions of the conditions and values that are asked for, beside the point that a paused run shows; it leaves
 * no trace. False: something has no value there. */
bool se_values_displaced(se_run *run, const se_displaced *d, double *rates, double *conditions, const se_asked *asked,
						 uint32_t count, double *values);
/* As se_clock, of all clocks. */
bool se_clocks_displaced(se_run *run, const se_displaced *d, double *first, double *interval);
/* A paused run without its solver, for another run of the program (se_restore). That one can be put to a time with
 * these states, looked at and ended, and cannot go on. se_stand_displaced lets it stand still there, with what is kept
 * and the parameter displaced; what the calendar has up to `due` happens. False: the instant has failed. */
bool se_save_still(se_run *run, sb_archive *out);
void se_put(se_run *run, double time, const double *states);
bool se_stand_displaced(se_run *run, double time, const double *states, const se_displaced *d, double due);
/* Exact derivatives by what a run keeps, with those by states and inputs. Columns are states and inputs, then `kept`
 * Real variables that only events set (se_memory), then `left` left limits. There is no way by differences: false, and
 * *why, or a message.
 *
 *     se_derivatives_by_kept   of a paused run, or where it looks (se_look_at)
 *     se_derivatives_of_pass   in an instant, behind a pass of its equations (docs/events.md, E10): se_hear_passes has
 *                              a function called there, and told whether states were set. Each pass begins with what
 *                              the pass before it has given as left limits of what is kept; all others stay
 *     se_left_limits           those others; scalars may be NULL */
bool se_derivatives_by_kept(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m,
							uint32_t kept, double *matrix, const char **why);
bool se_derivatives_of_pass(se_run *run, const se_asked *rows, uint32_t n, const uint32_t *columns, uint32_t m,
							uint32_t kept, uint32_t left, double *matrix, const char **why);
void se_hear_passes(se_run *run, void (*pass)(void *context, bool set), void *context);
uint32_t se_left_limits(const se_run *run, uint32_t *scalars);

/* ------------------------------------------------------------------------------------------------------ experiments
 *
 * An SI_EXPERIMENT routine is executed outside of time, up to the next SI_DO_SIMULATE or to its end. Its caller
 * (study/experiment/experiments.c) decides which simulations are made there, and then lets it go on. se_simulate runs
 * the routines in image->begin after the parameters and the kept values, before the initial system. It runs those in
 * image->end after the last instant. */
typedef struct se_request {
	double start, stop, interval, tolerance, warmup;         /* NAN: not said; stop: until the run is finished */
	uint64_t replications; const char *solver; sb_span span; /* 0, NULL: not said */
} se_request;
typedef enum se_turn {
	SE_ENDED,
	SE_ASKS,
	SE_BROKE
} se_turn; /* its end; it waits for simulations; it failed, and the diag says why */
/* `settings`: for what it says (written), the seed and the log. */
se_turn se_experiment(se_run *run, uint32_t routine, const se_settings *settings, se_request *request);
se_turn se_experiment_goes_on(se_run *run, const se_settings *settings, se_request *request);
bool se_rerun(const se_run *run);                              /* SI_DO_RERUN was said in the last simulation */
void se_copy_kept(se_run *to,
				  const se_run *from);        /* the values that go on from run to run, and whether rows are stored */
const sr_record *se_cross(const se_run *run); /* the rows of SI_DO_CROSSPLOT of all simulations; `time` is the number of
												 the row. NULL: none yet */
sr_record *se_take_cross(se_run *run); /* the same; the run begins anew, and the caller frees it */
void se_append_cross(se_run *run, const sr_record *rows);      /* rows of another run of the model; NULL: none */

/* What the statistics and resources of the last simulation tell, from the end of its warm-up on, one for each element
 * of an array. They belong to the run and live until the next simulation. */
typedef struct se_statistic_result {
	uint32_t statistic, index;       /* index from 1; 0: not an array */
	uint64_t count;                  /* observations; of SI_TIMED: how often the value was set */
	double mean, deviation, least, most, total;              /* NAN: there are none. total of SI_TIMED: the integral */
	double value;                    /* the last one */
	double low, width; const uint64_t *cells;                /* of SI_HISTOGRAM: below, the cells, above */
} se_statistic_result;
typedef struct se_resource_result {
	uint32_t resource, index;
	double capacity;                 /* INFINITY: there is no limit */
	uint64_t entries;                /* how many got in: seized, entered, passed, inserted */
	/* of the capacity, over time; of a gate the part of the time in which it was open; NAN: no limit */
	double utilisation;
	double content, most_content;    /* servers or units in use, entries of a set: mean over time, and the most */
	double queue, most_queue;        /* who waits: likewise; of a set 0 */
	/* of all that got in, also those that did not have to wait; of a set: how long what was taken had been in it */
	double wait, most_wait;
	double now, waiting;             /* content and queue at the end */
} se_resource_result;
const se_statistic_result *se_statistic_results(se_run *run, uint32_t *count);
const se_resource_result *se_resource_results(se_run *run, uint32_t *count);

/* Activations of the last simulation. */
typedef struct se_process_result {
	uint64_t started, ended, entered;        /* how many; how often a routine was entered */
	uint32_t alive, most_alive;
	uint64_t bytes;                  /* that the records of all take, with their places in tables and in the calendar */
} se_process_result;
se_process_result se_processes(const se_run *run);

/* Initial conditions that do not fit together, of a run or of whoever knows them without one (R0110, R0114, R0763). */
typedef struct se_contradiction {
	const char *text;                /* the condition; `known`: the variable */
	const char *names;               /* of the fixed start values, with quotes; NULL: there are none */
	double left, right;              /* what its sides are */
	bool surplus, known, differentiated;     /* as of ss_check */
	sb_span span;
} se_contradiction;
void se_tell_contradiction(sb_diag *diag, const se_contradiction *c);
bool se_are_equal(double left, double right);                  /* but for what an iteration may leave */

#endif
