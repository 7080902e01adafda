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
 * A run can also be led by the hand:
 *
 *     saltus_begin(r);                                                 // it stands at its start
 *     while (saltus_advance(r, saltus_now(r) + 0.01) == SALTUS_PAUSED)
 *         saltus_change(r, "valve", controller(saltus_get(r, "level")));
 *     saltus_end(r);
 *
 * A program never changes once it is loaded: any number of runs of it may go on in any threads. A run belongs to one
 * thread at a time. Nothing is global. Strings that are returned live as long as the object they were asked of; the
 * messages of a run until the next call that is given this run. Where a model could not be loaded saltus_new_run gives
 * NULL, which every function of runs takes: it fails, or gives NAN, 0 and "".
 *
 * Where there is no memory left the call fails, and so do all further ones with this program or run, which can only be
 * freed; its messages say so. The process goes on. Numbers are read and written with a point, whatever locale the
 * program
 * has chosen; C functions of a model are called with the locale "C".
 */
#ifndef SALTUS_H
#define SALTUS_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct saltus_program saltus_program;
typedef struct saltus_run saltus_run;

typedef enum saltus_status { SALTUS_DONE = 0, SALTUS_FAILED = 1, SALTUS_TIMEOUT = 3, SALTUS_STOPPED = 4,
	SALTUS_PAUSED = 5 } saltus_status;

const char *saltus_version(void);

/* Translates a model. Never NULL: after a failure saltus_failed is true and saltus_messages says why. */
saltus_program *saltus_load(const char *path, const char *class_name);
saltus_program *saltus_load_text(const char *text, const char *class_name);
bool saltus_failed(const saltus_program *p);
const char *saltus_messages(const saltus_program *p);
void saltus_free(saltus_program *p);             /* after all of its runs */

/* The variables of the model, one for each scalar. */
size_t saltus_count(const saltus_program *p);
const char *saltus_name(const saltus_program *p, size_t variable);
const char *saltus_unit(const saltus_program *p, size_t variable);
bool saltus_is_parameter(const saltus_program *p, size_t variable);
bool saltus_is_input(const saltus_program *p, size_t variable);      /* of the model, and nothing is connected to it */
bool saltus_is_output(const saltus_program *p, size_t variable);     /* of the model */

saltus_run *saltus_new_run(saltus_program *p);
void saltus_free_run(saltus_run *r);
/* A parameter, for the simulations to come; these and all settings are read when a run begins. False: see
 * saltus_run_messages. */
bool saltus_set(saltus_run *r, const char *name, double value);
void saltus_set_start(saltus_run *r, double time);
void saltus_set_stop(saltus_run *r, double time);
void saltus_set_interval(saltus_run *r, double interval);
void saltus_set_tolerance(saltus_run *r, double tolerance);
bool saltus_set_solver(saltus_run *r, const char *name);
void saltus_set_timeout(saltus_run *r, double seconds);
/* where events accumulate: the motion is held at rest, instead of ending the run */
void saltus_set_rest(saltus_run *r, bool rest);
/* where the model chatters: it slides along the condition, likewise */
void saltus_set_slide(saltus_run *r, bool slide);

saltus_status saltus_simulate(saltus_run *r);
const char *saltus_run_messages(const saltus_run *r);

/* The same step by step. A run that was begun is paused at its start, and advances to a time or, if that is earlier, to
 * the next event; SALTUS_DONE says that it is at its stop, or that the model has ended it. saltus_end makes the last
 * instant and all that is to be said at the end; it must follow saltus_begin in any case, and ends a run early that is
 * paused. Pausing and looking leave no trace in the results. */
saltus_status saltus_begin(saltus_run *r);
saltus_status saltus_advance(saltus_run *r, double time);
saltus_status saltus_advance_to_event(saltus_run *r, double time);
saltus_status saltus_end(saltus_run *r);
double saltus_now(const saltus_run *r);
/* of a run that is paused or has ended; NAN if there is no such variable */
double saltus_get(saltus_run *r, const char *name);
/* Of a paused run a parameter, a state or an input of the model that nothing is connected to, from now on to its end
 * (the next one begins with the parameters of saltus_set): all that is changed before the next look or advance holds at
 * once, in an event at this time. False: see saltus_run_messages. */
bool saltus_change(saltus_run *r, const char *name, double value);
bool saltus_is_state(const saltus_run *r, size_t variable);          /* in the present mode; or another name of one */
/* Derivatives of a paused run where it stands: of rates, "der(x)", and of Real variables, by states, parameters that
 * can be set, and inputs. matrix[i*columns + k] is that of of[i] by by[k]: what a change of by[k] alone, at this
 * time, does to of[i]. With the states, inputs and outputs of a model these are the matrices A, B, C and D of its
 * linearisation. A parameter moves those that are computed from it, and no start value. They are symbolic, also
 * through loops of equations, and made when they are first asked for; the same question is then answered without
 * analysis. An algorithm in between is differentiated by differences, to about six digits. False: see
 * saltus_run_messages. */
bool saltus_derivatives(saltus_run *r, const char *const *of, size_t rows, const char *const *by, size_t columns,
						double *matrix);

/* Linear systems and equilibrium; docs/linear.md tells of them.
 *
 * saltus_linearise makes the linear system of a paused run where it stands, in its present mode: states as they are
 * (without those that constraints give), inputs and outputs by names or patterns. NULL, 0: all inputs of the model that
 * nothing is connected to, all its outputs. Of a program that was loaded by saltus_load_opened it is the system of that
 * component: its inputs are cut off from what gives them. The object belongs to the caller, who frees it; it needs
 * neither the run nor the program any more. NULL: see saltus_run_messages.
 *
 * Matrices ('A', 'B', 'C', 'D') are row by row; vectors are 'x' (the states at the point), 'r' (their rates), 'u' and
 * 'y'. They and the names live as long as the object. Counts and names are of 'x', 'u' and 'y'. saltus_linear_poles
 * and saltus_linear_zeros fill arrays of the caller's, of as many as there are states, and tell how many there are.
 * saltus_linear_write writes .mat, .json or .mo; saltus_linear_draw takes KIND=FILE as saltus linearise --plot does. */
typedef struct saltus_linear saltus_linear;
saltus_program *saltus_load_opened(const char *path, const char *class_name, const char *component);
saltus_linear *saltus_linearise(saltus_run *r, const char *const *inputs, size_t input_count,
								const char *const *outputs, size_t output_count);
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

/* A paused run into a file, or what was saved into a run of the same model, which is paused then and goes on with the
 * same bits as the one that was saved. A solver of SUNDIALS (cvode, adams, ida), dirk, and one with a large sparse
 * matrix begin anew where a run is saved. What was recorded stays with the run that was saved. False, or SALTUS_FAILED:
 * see saltus_run_messages. */
bool saltus_save(saltus_run *r, const char *path);
saltus_status saltus_restore(saltus_run *r, const char *path);
saltus_run *saltus_copy(saltus_run *r); /* another run, paused at the same time; NULL: see saltus_run_messages(r) */

/* Results of the last simulation. */
double saltus_final(const saltus_run *r, const char *name);          /* NAN if there is no such variable */
size_t saltus_rows(const saltus_run *r);
double saltus_time(const saltus_run *r, size_t row);
double saltus_value(const saltus_run *r, size_t row, const char *name);
bool saltus_write(saltus_run *r, const char *path); /* .csv .mat .svg .png; false: see saltus_run_messages */

#ifdef __cplusplus
}
#endif

#endif
