/* Saltus: load a model, compile it, run it, read the results.
 *
 *     saltus_program *p = saltus_load("ball.mo", NULL);                // NULL: the obvious class of the file
 *     if (saltus_failed(p)) { fputs(saltus_messages(p), stderr); ... }
 *     saltus_run *r = saltus_new_run(p);
 *     saltus_set(r, "e", 0.9);
 *     saltus_set_stop(r, 3.0);
 *     if (saltus_simulate(r) == SALTUS_DONE) printf("%g\n", saltus_final(r, "h"));
 *     saltus_free_run(r);
 *     saltus_free(p);
 *
 * A run can also be led step by step. While it is paused, the caller can look at every variable, and change a
 * parameter, a state, or an input of the model that nothing is connected to:
 *
 *     saltus_begin(r);                                                 // paused at its start
 *     while (saltus_advance(r, saltus_now(r) + 0.01) == SALTUS_PAUSED)
 *         saltus_change(r, "valve", controller(saltus_get(r, "level")));
 *     saltus_end(r);
 *
 * A paused run can also be saved to a file, restored and copied, and it can be asked for derivatives.
 *
 * A caller that wants rows and events while they are produced, and not afterwards, gives the run a sink: functions that
 * are called for each of them (saltus_set_sink). What the run records itself goes the same way.
 *
 * Where many short runs are made, names are looked up once, and a run is one call:
 *
 *     size_t k = saltus_find(p, "k"), x = saltus_find(p, "x");
 *     for (...)
 *         saltus_simulate_at(r, &k, &value, 1, &x, &result, 1);       // sets k, simulates, reads x at the end
 *
 * Below, in this order: models, runs, messages, steps, handles, inputs, linear systems and equilibrium, measures and
 * sweeps, searches, saved runs, results, recording, sinks, results that outlive runs, charts.
 *
 * A program never changes after it is loaded: any number of its runs may go on in any threads. A run belongs to one
 * thread at a time. Nothing is global. A returned string lives as long as the program or run that returned it; the
 * messages of a run live until the next call with this run. If a model could not be loaded, saltus_new_run returns
 * NULL. Every function of runs accepts NULL: it fails, or returns NAN, 0 or "".
 *
 * If there is no memory left, the call fails, and so do all further calls with this program or run, which can only be
 * freed; its messages say so. The process goes on. Numbers are read and written with a decimal point, whatever locale
 * the caller has chosen; C functions of a model are called with the locale "C".
 */
#ifndef SALTUS_H
#define SALTUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)             /* all other names of the library are hidden */
#endif

typedef struct saltus_program saltus_program;
typedef struct saltus_run saltus_run;

/* DONE: at the stop time, or ended by the model (terminate). FAILED: see the messages. TIMEOUT: the limit of
 * saltus_set_timeout has passed. STOPPED: something else than the model or a limit ended the run. PAUSED: it can
 * go on. */
typedef enum saltus_status { SALTUS_DONE = 0, SALTUS_FAILED = 1, SALTUS_TIMEOUT = 3, SALTUS_STOPPED = 4,
	SALTUS_PAUSED = 5 } saltus_status;

const char *saltus_version(void);

/* Translates a model. The ending of the path tells the notation (.mo, .cosy); a text is Modelica. class_name may be
 * NULL. Never NULL: after a failure saltus_failed is true, and saltus_messages says why. */
saltus_program *saltus_load(const char *path, const char *class_name);
saltus_program *saltus_load_text(const char *text, const char *class_name);
/* The same with all that can be said. Fields that are zero say nothing. `given` are values as -p has them, NAME=VALUE:
 * also those of parameters that decide the structure of the model. `inputs` are texts as --input has them: u=sin(time),
 * u=data.csv:speed; samples give the inputs of the model from arrays (saltus_set_samples exchanges them). */
typedef struct saltus_samples {
	const char *name;
	const double *time, *value; size_t count;    /* copied; two samples of one time are a jump */
	const char *method;              /* NULL, or floor, ceil, nearest, linear, natural, akima, ...: docs/inputs.md */
	const char *beyond;              /* NULL, or hold, zero, line, repeat */
} saltus_samples;
typedef struct saltus_source {
	const char *path, *text;         /* the text, if it is given, is Modelica; the path is for messages then */
	const char *class_name;
	const char *component;           /* that is opened, as of saltus_load_opened */
	const char *const *given; size_t given_count;
	const char *const *inputs; size_t input_count;
	const saltus_samples *samples; size_t sample_count;
	const char *const *varied; size_t varied_count;  /* the start values among them, "x.start", become parameters */
} saltus_source;
saltus_program *saltus_load_from(const saltus_source *source);
bool saltus_failed(const saltus_program *p);
const char *saltus_messages(const saltus_program *p);
void saltus_free(saltus_program *p);             /* after all of its runs */

/* The variables of the model, one for each scalar. */
size_t saltus_count(const saltus_program *p);
const char *saltus_name(const saltus_program *p, size_t variable);
const char *saltus_unit(const saltus_program *p, size_t variable);
bool saltus_is_parameter(const saltus_program *p, size_t variable);
bool saltus_is_input(const saltus_program *p, size_t variable);      /* an input of the model, not connected */
bool saltus_is_output(const saltus_program *p, size_t variable);     /* an output of the model */
const char *saltus_description(const saltus_program *p, size_t variable);
char saltus_type(const saltus_program *p, size_t variable);  /* 'r' Real, 'i' Integer, 'b' Boolean, 'e' enumeration,
															   's' String; 0: there is no such variable */
const char *saltus_model_name(const saltus_program *p);

saltus_run *saltus_new_run(saltus_program *p);
void saltus_free_run(saltus_run *r);
/* Sets a parameter for the following simulations. Parameters and settings are read when a simulation begins; a paused
 * run refuses saltus_set. False: see saltus_run_messages. */
bool saltus_set(saltus_run *r, const char *name, double value);
bool saltus_set_text(saltus_run *r, const char *name, const char *value);     /* as -p has it: fast, true, "a.txt" */
void saltus_set_start(saltus_run *r, double time);
void saltus_set_stop(saltus_run *r, double time);
void saltus_set_interval(saltus_run *r, double interval);
void saltus_set_tolerance(saltus_run *r, double tolerance);
bool saltus_set_solver(saltus_run *r, const char *name);
void saltus_set_timeout(saltus_run *r, double seconds);
void saltus_set_seed(saltus_run *r, size_t seed);                    /* of random numbers */
/* Called about ten times a second while the run goes on, by its thread: saltus_now tells where it is. False stops the
 * run: SALTUS_STOPPED. No other function of the run may be called from there. NULL: nobody asks. */
typedef bool saltus_progress(void *context);
void saltus_set_progress(saltus_run *r, saltus_progress *progress, void *context);
/* If events accumulate, the motion is held at rest, and the run does not end. */
void saltus_set_rest(saltus_run *r, bool rest);
/* If the model chatters, it slides along the condition, and the run does not end. */
void saltus_set_slide(saltus_run *r, bool slide);

/* Of a model that asks for further simulations of itself (`again`), all of them; the result is the last one. */
saltus_status saltus_simulate(saltus_run *r);
const char *saltus_run_messages(const saltus_run *r);

/* Messages for programs: a JSON array of {severity, code, text, file, line, column, end_line, end_column, notes, also,
 * help}. Of a run those from number `from` on; saltus_message_count tells how many there are. Messages are counted
 * since the last simulation began. The text lives until the next call with this program or run. */
const char *saltus_messages_json(saltus_program *p);
size_t saltus_message_count(const saltus_run *r);
const char *saltus_run_messages_json(saltus_run *r, size_t from);

/* The same, step by step. saltus_begin pauses the run at its start. saltus_advance goes to a time,
 * saltus_advance_to_event to the next event or to the time, whichever is earlier. SALTUS_DONE says that the run is at
 * its stop, or that the model has ended it. saltus_end executes the last instant and reports the last messages. It must
 * follow saltus_begin in any case, and it may end a paused run early. Pausing and looking leave no trace in the
 * results. */
saltus_status saltus_begin(saltus_run *r);
saltus_status saltus_advance(saltus_run *r, double time);
saltus_status saltus_advance_to_event(saltus_run *r, double time);
saltus_status saltus_end(saltus_run *r);
double saltus_now(const saltus_run *r);
/* The value of a variable of a run that is paused or has ended; NAN if there is no such variable. A run that was led to
 * its stop shows the values there; what happens at this very time, and at terminal(), happens in saltus_end. */
double saltus_get(saltus_run *r, const char *name);
/* Changes a parameter, a state, or an input of the model that nothing is connected to, in a paused run. The new value
 * holds until the end of this run; the next run begins with the parameters of saltus_set. All changes before the next
 * look or advance happen together, in one event at this time. False: see saltus_run_messages. */
bool saltus_change(saltus_run *r, const char *name, double value);

/* Handles: the number of a variable by its name, as of saltus_name; SALTUS_NONE: there is none. The functions that end
 * in _at take such numbers, and are those with names otherwise. */
#define SALTUS_NONE ((size_t)-1)
size_t saltus_find(const saltus_program *p, const char *name);
bool saltus_set_at(saltus_run *r, size_t variable, double value);
bool saltus_change_at(saltus_run *r, size_t variable, double value);
/* Several values of a paused run, or of one that has ended: NAN where there is no such variable. */
void saltus_get_at(saltus_run *r, const size_t *variables, size_t count, double *values);
/* Changes inputs (or others), advances, and looks: one step of a loop around the model in one call. */
saltus_status saltus_step_at(saltus_run *r, const size_t *changed, const double *values, size_t changed_count,
							 double time, const size_t *read, double *results, size_t read_count);
/* Sets parameters, simulates, and reads values at the end: one run in one call. */
saltus_status saltus_simulate_at(saltus_run *r, const size_t *set, const double *values, size_t set_count,
								 const size_t *read, double *results, size_t read_count);
bool saltus_is_state(const saltus_run *r, size_t variable);          /* of the present mode, or an alias of one */
/* Derivatives of a paused run at the present time: of rates, "der(x)", and of Real variables, by states, parameters
 * that can be set, and inputs. matrix[i*columns + k] is the derivative of of[i] by by[k]: the effect of a small change
 * of by[k] alone on of[i], at this time. With the states, inputs and outputs of a model, these are the matrices A, B, C
 * and D of its linearisation. A change of a parameter also changes the parameters that are computed from it, but no
 * start value. Derivatives are symbolic, also through loops of equations. They are made at the first request; a
 * repeated request needs no analysis. An algorithm is differentiated by differences, to about six digits. False: see
 * saltus_run_messages. */
bool saltus_derivatives(saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns,
						double *matrix);

/* Samples for an input of a program that was loaded with samples for it (saltus_load_from): those of the runs to come.
 * Method and what is beyond the ends may be NULL. Not of a paused run. False: see saltus_run_messages. */
bool saltus_set_samples(saltus_run *r, const saltus_samples *samples);
/* Sensitivities: derivatives of variables by parameters along a whole run, at these times, which rise; docs/fit.md
 * tells of them. out[(k*rows + i)*columns + j] is the derivative of of[i], a Real variable or "der(x)", at times[k] by
 * by[j], a Real parameter, or "x.start" of a program that was loaded by saltus_load_varied. values[k*rows + i] are the
 * values; NULL: not wanted. The run has the parameters, the start and the tolerance of r, which must not be under way
 * and stays as it is. The variational equations are integrated along the run, and jump at events. If the model cannot
 * be followed this way (it has delays or processes), differences of whole runs are taken, and a message says so.
 * Numbers are NAN at times that the run does not reach. False: see saltus_run_messages. */
bool saltus_sensitivities(saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns,
						  const double *times, size_t count, double *out, double *values);
/* As saltus_load, and the start values among the names, "x.start", become parameters. */
saltus_program *saltus_load_varied(const char *path, const char *class_name, const char *const *names, size_t count);

/* Linear systems and equilibrium; docs/linear.md tells of them.
 *
 * saltus_linearise makes the linear system of a paused run where it stands, in its present mode: states as they are
 * (without those that constraints give), inputs and outputs by names or patterns. NULL, 0: all inputs of the model that
 * nothing is connected to, all its outputs. Of a program that was loaded by saltus_load_opened it is the system of that
 * component: its inputs are cut off from what gives them. The object belongs to the caller, who frees it; it needs
 * neither the run nor the program any more. NULL: see saltus_run_messages.
 *
 * saltus_linearise_clocked makes the sampled system of a loop with clocks, over one period of all of them; the run is
 * advanced to the next tick of the slowest one. saltus_linear_period is the period of a sampled system, otherwise 0.
 *
 * Matrices ('A', 'B', 'C', 'D') are row by row; vectors are 'x' (the states at the point), 'r' (their rates), 'u' and
 * 'y'. They and the names live as long as the object. Counts and names are of 'x', 'u' and 'y'. saltus_linear_poles
 * and saltus_linear_zeros fill arrays of the caller's, of as many as there are states, and tell how many there are.
 * saltus_linear_write writes .mat, .json or .mo; saltus_linear_draw takes KIND=FILE as saltus linearise --plot does. */
typedef struct saltus_linear saltus_linear;
saltus_program *saltus_load_opened(const char *path, const char *class_name, const char *component);
saltus_linear *saltus_linearise(saltus_run *r, const char *const *inputs, size_t input_count,
								const char *const *outputs, size_t output_count);
saltus_linear *saltus_linearise_clocked(saltus_run *r, const char *const *inputs, size_t input_count,
										const char *const *outputs, size_t output_count);
double saltus_linear_period(const saltus_linear *l);
size_t saltus_linear_count(const saltus_linear *l, char of);
const char *saltus_linear_name(const saltus_linear *l, char of, size_t i);
const double *saltus_linear_at(const saltus_linear *l, char matrix_or_vector);
size_t saltus_linear_poles(const saltus_linear *l, double *real, double *imaginary);
size_t saltus_linear_zeros(const saltus_linear *l, double *real, double *imaginary);
/* the response at s = i w, z = exp(i w period), of one output from one input */
bool saltus_linear_response(const saltus_linear *l, size_t output, size_t input, double w, double *real,
							double *imaginary);
const char *saltus_linear_text(saltus_linear *l);            /* as saltus linearise prints it */
/* by `hold` (a zero order hold), or Tustin's rule; false: the matrices would not be finite, or it is sampled already */
bool saltus_linear_sample(saltus_linear *l, double period, bool hold);
bool saltus_linear_write(saltus_linear *l, const char *path);            /* false: see saltus_linear_messages */
bool saltus_linear_draw(saltus_linear *l, const char *what);
const char *saltus_linear_messages(const saltus_linear *l);
void saltus_free_linear(saltus_linear *l);

/* Moves a paused run to where all conditions are zero, by changing what is free: names or patterns of states and
 * inputs, and names of parameters (NULL, 0: all states). Conditions are "der(PATTERN)" or expressions as "y - 3" (NULL,
 * 0: "der(*)"). SALTUS_DONE: the run stands there, and saltus_get tells the values. SALTUS_FAILED: it stands where it
 * stood, and saltus_run_messages tells what cannot be reached, or what was wrong in the request. */
typedef struct saltus_bound { const char *name; double low, high; } saltus_bound;
saltus_status saltus_trim(saltus_run *r, const char *const *free, size_t free_count, const char *const *zero,
						  size_t zero_count, const saltus_bound *bounds, size_t bound_count);

/* Equilibria along a parameter: from the one at `from`, which is looked for first, to `to`, in steps of about `step`,
 * around folds. The object belongs to the caller, and needs neither the run nor the program. NULL: see
 * saltus_run_messages. Counts are of 'p' (points) and 'x' (what is free); saltus_branch_at gives the parameter by point
 * ('p'), what is free by point and name, row by row ('x'), and the leading eigenvalue by point ('r', 'i').
 * saltus_branch_kind is ' ' of a plain point, 'F' of a fold, 'H' of a Hopf point, 'B' where another branch crosses. */
typedef struct saltus_branch saltus_branch;
typedef struct saltus_along { const char *name; double from, step, to; } saltus_along;
saltus_branch *saltus_continue(saltus_run *r, const saltus_along *along, const char *const *free, size_t free_count,
							   const char *const *zero, size_t zero_count, const saltus_bound *bounds,
							   size_t bound_count);
size_t saltus_branch_count(const saltus_branch *b, char of);
const char *saltus_branch_name(const saltus_branch *b, size_t i);
const double *saltus_branch_at(const saltus_branch *b, char what);
char saltus_branch_kind(const saltus_branch *b, size_t point);
const char *saltus_branch_text(const saltus_branch *b);
void saltus_free_branch(saltus_branch *b);

/* Measures: numbers that are read off the trajectory, as max(x), settling(y, 0.02), or a comparison (docs/studies.md).
 * saltus_set_measures makes the following simulations of this run record what these need and nothing else, so that they
 * are right to the tolerance; 0 of them: it records as before. After a simulation that ended well saltus_measured is
 * the value, NAN where there is none, and saltus_measure_note says why. False: see saltus_run_messages. */
bool saltus_set_measures(saltus_run *r, const char *const *texts, size_t count);
double saltus_measured(const saltus_run *r, size_t measure);
const char *saltus_measure_note(const saltus_run *r, size_t measure);

/* Sweeps: the model of a run, with its settings and what was set in it, at many points on all cores. A point is a value
 * for each name (parameters, and start values as x.start), row by row. What was measured goes to values[point*measures
 * + measure]; of a point that failed it is NAN, and saltus_point_message says why. SALTUS_STOPPED: `progress`, which
 * the caller's thread calls, was false; points that were not made are NAN, with a message. The model is translated
 * again for other names, and once only for the same ones. */
typedef struct saltus_points {
	const char *const *names; size_t name_count;
	const double *points; size_t point_count;
	const char *const *measures; size_t measure_count;
	size_t threads;                  /* 0: as many as there are cores */
} saltus_points;
saltus_status saltus_sweep(saltus_run *r, const saltus_points *p, double *values);
const char *saltus_point_message(const saltus_run *r, size_t point);         /* "" : none */
size_t saltus_points_done(const saltus_run *r);      /* how many the sweep has finished: for `progress` */

/* Optimisation; docs/optimise.md tells of it, and of how texts are written.
 *
 *     const char *vary[] = {"k in [0, 5]"}, *subject[] = {"max(u) <= 3"};
 *     saltus_optimum *o = saltus_optimise(&(saltus_aim){.model.path = "loop.mo", .cost = "settling(y, 0.02)",
 *         .vary = vary, .vary_count = 1, .subject = subject, .subject_count = 1});
 *     if (saltus_optimum_found(o)) printf("%g at k = %g\n", saltus_optimum_cost(o), saltus_optimum_value(o, "k"));
 *     fputs(saltus_optimum_messages(o), stderr);
 *     saltus_free_optimum(o);
 *
 * The model is that of saltus_load_from; what is varied needs no place in its `varied`. What is not named in the
 * request is 0 or NULL, and as usual: the times and the tolerance of the model; the method is chosen; one start; all
 * cores. `progress` is called by the thread of the caller about ten times a second, after `so_far` (which may be NULL)
 * was filled in. It returns false to end the search; what was found so far is the result then. If the process
 * is killed, or the search ended, the runs that were made are in `journal`, and the same aim goes on with them, to the
 * same result; the file is removed when a search has come to its end. The object is the caller's, and never NULL; every
 * function accepts NULL. Strings live as long as it. */
typedef struct saltus_so_far { unsigned long long runs; double best; } saltus_so_far;    /* the best cost; NAN: none */
typedef struct saltus_optimum saltus_optimum;
typedef struct saltus_aim {
	saltus_source model;
	const char *cost; bool maximise;
	const char *const *vary; size_t vary_count;
	const char *const *subject; size_t subject_count;
	const char *method, *solver;
	unsigned starts, threads, evaluations;
	double xtol, ftol;
	double start, stop, tolerance;   /* start and stop are given if one of them is not 0; NAN: that of the model */
	unsigned long long seed;
	saltus_progress *progress; void *context; saltus_so_far *so_far;
	const char *journal;             /* a file that keeps the runs, and from which the same aim goes on; NULL: none */
} saltus_aim;
saltus_optimum *saltus_optimise(const saltus_aim *aim);
bool saltus_optimum_found(const saltus_optimum *o); /* a point at which all constraints hold; false: see the messages */
double saltus_optimum_cost(const saltus_optimum *o);
size_t saltus_optimum_count(const saltus_optimum *o);         /* of the scalars that were varied; 0: nothing found */
const char *saltus_optimum_name(const saltus_optimum *o, size_t i);
double saltus_optimum_value(const saltus_optimum *o, const char *name);      /* of a parameter that was varied */
double saltus_optimum_margin(const saltus_optimum *o, size_t constraint);    /* how far it is from being violated */
size_t saltus_optimum_runs(const saltus_optimum *o);
const char *saltus_optimum_text(saltus_optimum *o);                          /* as saltus optimise prints it */
const char *saltus_optimum_messages(const saltus_optimum *o);
const char *saltus_optimum_messages_json(saltus_optimum *o);                 /* all of them */
bool saltus_optimum_write(saltus_optimum *o, const char *path);      /* .csv: all runs; .svg, .png: the picture */
void saltus_free_optimum(saltus_optimum *o);
/* Fits: parameters of a model from measured curves, by least squares; docs/fit.md tells of them. A request is filled in
 * from {0}, with what the options of saltus fit say, and read before the call returns. saltus_find_fit gives an object
 * that belongs to the caller, also after a failure; NULL: there was no memory. Values, covariances (NAN where the data
 * do not determine them) and intervals are by the names of `vary`. saltus_fit_text is what saltus fit prints;
 * saltus_fit_write writes residuals to .csv, or a picture to .svg or .png. `model` and `progress` are as of
 * saltus_aim, and what the model is given holds for all data; the best so far is the least sum. */
typedef struct saltus_fit_request {
	saltus_source model;
	const char *const *data; size_t data_count;              /* files, or "FILE; NAME = VALUE; input u = SOURCE" */
	const char *const *vary; size_t vary_count;              /* parameters, and start values, x.start */
	const saltus_bound *bounds; size_t bound_count;
	const char *const *maps; size_t map_count;               /* COLUMN=EXPRESSION */
	const char *const *sigmas; size_t sigma_count;           /* COLUMN=NUMBER, COLUMN=OTHER_COLUMN, NUMBER */
	const char *loss; double loss_scale;                     /* NULL: linear; 0: 1 */
	size_t starts; unsigned long long seed;
	double confidence, tolerance;                            /* 0: 0.95, as the model says */
	const char *solver;                                      /* NULL: as the model says */
	const double *start;                                     /* the time at which runs begin; NULL: that of the model */
	saltus_progress *progress; void *context; saltus_so_far *so_far;
	const char *journal;                                     /* as of saltus_aim */
} saltus_fit_request;
typedef struct saltus_fit saltus_fit;
saltus_fit *saltus_find_fit(const saltus_fit_request *request);
bool saltus_fit_found(const saltus_fit *f);
const char *saltus_fit_messages(const saltus_fit *f);
const char *saltus_fit_messages_json(saltus_fit *f);                     /* all of them */
const char *saltus_fit_text(const saltus_fit *f);
double saltus_fit_value(const saltus_fit *f, const char *name);
double saltus_fit_covariance(const saltus_fit *f, const char *a, const char *b);
bool saltus_fit_interval(const saltus_fit *f, const char *name, double *low, double *high);
double saltus_fit_chi2(const saltus_fit *f, double *freedom);            /* freedom: may be NULL */
bool saltus_fit_write(saltus_fit *f, const char *path);                  /* false: see saltus_fit_messages */
void saltus_free_fit(saltus_fit *f);

/* saltus_save writes a paused run to a file. saltus_restore reads it into a run of the same model, which is then paused
 * and goes on with the same bits as the saved run. The solvers cvode, adams, ida and dirk, and rodas with a large
 * sparse matrix, start again at a save, in both runs. The recorded rows stay with the run that was saved. False, or
 * SALTUS_FAILED: see saltus_run_messages. */
bool saltus_save(saltus_run *r, const char *path);
saltus_status saltus_restore(saltus_run *r, const char *path);
saltus_run *saltus_copy(saltus_run *r); /* another run, paused at the same time; NULL: see saltus_run_messages(r) */

/* Results of the last simulation. Names may also be derivatives, "der(x)". NAN if there is no such variable. */
double saltus_final(const saltus_run *r, const char *name);
size_t saltus_rows(const saltus_run *r);
double saltus_time(const saltus_run *r, size_t row);
double saltus_value(const saltus_run *r, size_t row, const char *name);
bool saltus_write(saltus_run *r, const char *path); /* .csv .mat .svg .png; false: see saltus_run_messages */

/* Recording, of the simulations to come. Rows: at the output interval and at events (the default); also where a peak is
 * between; at each step of the solver; at the ends of the run alone. Names or patterns of what is recorded; 0:
 * everything. */
typedef enum saltus_rows_at { SALTUS_AT_GRID, SALTUS_AT_PEAKS, SALTUS_AT_STEPS, SALTUS_AT_ENDS } saltus_rows_at;
void saltus_set_rows(saltus_run *r, saltus_rows_at rows);
bool saltus_set_recorded(saltus_run *r, const char *const *patterns, size_t count);

/* Sinks: rows and events of the simulations to come, as they are produced, in the order of time. The functions are
 * called by the thread of the run; each may be NULL. Arrays and texts are the run's, and hold while the function is
 * called. A function returns false to end the run (SALTUS_STOPPED), and is not called again. It may call saltus_now,
 * and no other function of this run.
 *
 *     begin    once, before the first row: the names of the columns
 *     row      the values of the columns in this order. At an event there are two rows of equal time, the values before
 *              and after it. saltus_set_rows and saltus_set_recorded say which rows and columns there are
 *     event    something that happens at an event: first its causes, then its effects (saltus_what)
 *
 * With `only` the run keeps no rows, so that a run of any length needs no more memory than a short one. saltus_rows is
 * 0 then; saltus_final and saltus_get have the values at the end. Runs with measures keep what they need. */
typedef enum saltus_what {
	SALTUS_TURNS,    /* the condition `name` becomes `now` (1, 0; or the whole number that it gives) */
	SALTUS_TICKS,    /* the clock or sample() `name` */
	SALTUS_ACTS,     /* the event `name` of the model */
	SALTUS_GOES_ON,  /* the process `name` */
	SALTUS_MODE,     /* the structure changes: mode number `now`; `name` tells its branches */
	SALTUS_ENTERED,  /* the state `name` of a state machine is entered */
	SALTUS_EXITED,   /* it is left */
	SALTUS_BECOMES,  /* the discrete variable `name` was `was` and is `now` */
	SALTUS_JUMPS,    /* the Real variable `name` likewise: all states, and six of those that follow from them */
	SALTUS_TELLS     /* whatever else the log of events says, in `text` */
} saltus_what;
typedef struct saltus_event {
	double time;
	saltus_what what;
	const char *name;                /* "": nothing has one */
	double was, now;                 /* NAN: they say nothing */
	int line;                        /* of the source; 0: none */
	const char *text;                /* as saltus run --log events tells it */
} saltus_event;
typedef struct saltus_sink {
	void *context;
	bool (*begin)(void *context, const char *const *names, size_t count);
	bool (*row)(void *context, double time, const double *values, size_t count);
	bool (*event)(void *context, const saltus_event *event);
	bool only;
} saltus_sink;
void saltus_set_sink(saltus_run *r, const saltus_sink *sink);        /* copied; NULL: none */

/* Results that outlive the run: saltus_take_result takes what the last simulation has recorded out of the run, which
 * then has none. NULL: it has none, or it is still paused. The result belongs to the caller, and needs neither the run
 * nor the program.
 *
 * saltus_column is the column as an array: value k is at[k * stride]. Stride 0: the same value in all rows. The array
 * is that of the record itself as far as this has one block, else it is put together once. It lives, like names, as
 * long as the result, and must not be written to. Calls with one result come from one thread at a time. */
typedef struct saltus_result saltus_result;
saltus_result *saltus_take_result(saltus_run *r);
size_t saltus_result_rows(const saltus_result *x);
size_t saltus_result_columns(const saltus_result *x);
const char *saltus_column_name(const saltus_result *x, size_t column);
const char *saltus_column_unit(const saltus_result *x, size_t column);
size_t saltus_find_column(const saltus_result *x, const char *name);         /* SALTUS_NONE: there is none */
const double *saltus_column(saltus_result *x, size_t column, size_t *stride);
const double *saltus_column_time(saltus_result *x);
/* Values of measures, from straight lines between the rows. False: see saltus_result_messages_json. */
bool saltus_result_measure(saltus_result *x, saltus_program *p, const char *const *texts, size_t count, double *values);
/* A picture of these columns (none: of what a person most likely wants to see) as SVG; lives until the next call. */
const char *saltus_result_svg(saltus_result *x, const char *const *names, size_t count, const char *title);
bool saltus_result_write(saltus_result *x, const char *path);        /* as saltus_write */
const char *saltus_result_messages_json(saltus_result *x);           /* of the last of these calls */
void saltus_free_result(saltus_result *x);

/* Charts of whatever was computed, drawn as Saltus draws. All arrays and texts are copied. A panel is begun, then its
 * layers are added: a curve, points, or cells (a heat map: value[row*columns + column], with edges, one more each). */
typedef struct saltus_chart saltus_chart;
saltus_chart *saltus_new_chart(const char *title, size_t columns);   /* of the grid of panels */
void saltus_chart_panel(saltus_chart *c, const char *title, const char *x, const char *y, bool x_log, bool y_log);
void saltus_chart_curve(saltus_chart *c, const double *x, const double *y, size_t count, const char *legend);
void saltus_chart_points(saltus_chart *c, const double *x, const double *y, size_t count, const char *legend);
void saltus_chart_cells(saltus_chart *c, size_t columns, size_t rows, const double *x_edges, const double *y_edges,
						const double *values, const char *label);
const char *saltus_chart_svg(saltus_chart *c);                       /* lives until the next call */
bool saltus_chart_write(saltus_chart *c, const char *path);  /* .svg .png; false: saltus_chart_messages_json */
const char *saltus_chart_messages_json(saltus_chart *c);
void saltus_free_chart(saltus_chart *c);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif
