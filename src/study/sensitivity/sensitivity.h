/* Sensitivities: the derivatives of a run by parameters and start values, along its way.
 *
 *     st_tangent *t = st_tangent_new(model, by, count, of, rows, diag);      scalars of parameters that can be set
 *     st_tangent_run(t, values, &(st_way){.settings = s, .times = times, .count = n}, &out);
 *     out.value[time*rows + row]        out.matrix[(time*rows + row)*count + column]
 *     st_tangent_free(t);
 *
 * Between two instants the derivatives S of the states solve the variational equations S' = f_x S + f_p. Their
 * coefficients are exact (structure/derivatives.h), at any point of the solver's own interpolation. They are integrated
 * by Radau's method of order 5, which is good for stiff models, with steps of their own inside each step of the solver;
 * errors are kept below the tolerance of the run.
 *
 * At an instant, the time t* at which the condition h turns depends on the parameters:
 *
 *     dt* = -(h_x S + h_p)/(h_x f + h_t)        S+ = G_x S- + G_p + (G_x f- + G_t) dt* - f+ dt*
 *
 * G is what the instant does to the states and to what is kept: reinit, when-clauses, another mode, impulses. There
 * are no symbols for G. So the instant itself is made on a copy of the run, at points beside its own, along the
 * direction in which a parameter moves the point of the event. Central differences with two steps are extrapolated.
 * Initial values are differentiated in the same way.
 *
 * Delays, processes, motion that is held and events that are not smooth cannot be followed. Differences of whole runs
 * take their place, with fewer digits: by_differences and `why` say so. An event that is grazed, and events of
 * different causes at one time, have no derivative: a warning names them.
 *
 *     tangent.c              the way: stretches, instants, outputs
 *     tangent_step.c         variational equations over a stretch
 *     tangent_instant.c      the jump at an instant
 *     tangent_start.c        initial values
 *     tangent_names.c        parameters by name
 *     tangent_differences.c  values along a run, and differences of whole runs */
#ifndef SALTUS_STUDY_SENSITIVITY_H
#define SALTUS_STUDY_SENSITIVITY_H

#include "study/load/load.h"

typedef struct st_tangent st_tangent;

/* FOLLOWED_ALONE: no differences where the run cannot be followed; `why` tells it, without a message. */
typedef enum st_tangent_method { ST_FOLLOWED, ST_DIFFERENCES, ST_VALUES_ALONE, ST_FOLLOWED_ALONE } st_tangent_method;
/* A node of a quadrature over the way: the integral of anything is the sum of weight*(its value there). All nodes of a
 * stretch lie before its end; `middle` is inside the step that the node belongs to. The rows are as at a time. */
typedef struct st_way_node { double time, middle, weight; const double *value, *matrix; } st_way_node;
/* The times rise, and lie between start and stop of the settings. */
typedef struct st_way {
	se_settings settings; const double *times; uint32_t count; st_tangent_method method;
	const double *sizes;             /* of the parameters, for values that are close to zero; NULL: not known */
	/* Derivatives that are smaller than this part of what a change of the parameter by its size does to a state of its
	 * size need not be exact in themselves; 0: 1e-6. */
	double least;
	/* By time: just before the instant there, if there is one, also where the time is a little off; else behind it.
	 * NULL: all are exact times, and behind it. */
	const bool *left;
	/* Called with all nodes up to the last time, if it is followed. NULL: nobody asks. */
	void (*node)(void *context, const st_way_node *n); void *context;
} st_way;

/* How the time of an instant moves with the parameters. */
typedef struct st_shift { double time; const double *by; } st_shift;

typedef struct st_sensitivities {
	double *value, *matrix;          /* they live until the next call; NAN from `reached` on */
	uint32_t reached;                /* of the times: the model may end the run, */
	se_status status;                /* or the run may fail */
	bool by_differences; const char *why;                /* why they were taken; "": they were asked for */
	/* Of differences: how far an element may be off, as a part of the largest of its row and column over all times; and
	 * each for itself, as the elements of matrix. */
	double uncertain, *doubt;
	uint64_t steps, instants;        /* of the variational equations */
	const st_shift *shifts; uint32_t shift_count;        /* all instants that were passed, with the one that ended it */
} st_sensitivities;

/* Is what is simulated one run? Sensitivities are of one. False after a message. */
bool st_is_one_run(const st_model *m, sb_diag *diag);
/* The parameter or start value of this name. False after a message: it does not exist, or has no sensitivities. */
bool st_find_parameter(const st_model *m, sb_diag *diag, const char *name, uint32_t *scalar);

/* The parameters are scalars that can be set (st_settable), of type Real; x.start as study/many/many.h makes them. The
 * rows are Real variables and rates. Messages of its runs go to `diag`. NULL after a message. */
st_tangent *st_tangent_new(st_model *m, const uint32_t *by, uint32_t by_count, const se_asked *of, uint32_t of_count,
						   sb_diag *diag);
void st_tangent_free(st_tangent *t);
/* One run with these values of the parameters. False after a message: the run has failed, or what is asked for has no
 * derivative; `status` is SE_FAILED, SE_STOPPED or SE_TIMEOUT then. A run that was not followed and should be
 * (ST_FOLLOWED_ALONE) is false, too. */
bool st_tangent_run(st_tangent *t, const double *values, const st_way *way, st_sensitivities *out);
/* Other values, which stay the same: as they were set in this run. */
void st_tangent_give(st_tangent *t, const se_run *from);
/* What the parameters are if nobody sets them. False after a message. */
bool st_tangent_own(st_tangent *t, const se_settings *settings, double *values);
/* Tells that differences were taken, as an info message. */
void st_tangent_tell(const st_sensitivities *s, sb_diag *diag);
/* The largest difference between followed sensitivities and differences of whole runs, as a part of the largest element
 * of its row and column over all times, beyond what the differences may be off: beside an event they are off by much.
 * NAN after a failure. */
double st_tangent_check(st_tangent *t, const double *values, const st_way *way);

#endif
