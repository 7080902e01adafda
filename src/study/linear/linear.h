/* Linear systems with names, and what control engineers ask of them.
 *
 *     x' = A x + B u,  y = C x + D u            continuous: period 0
 *     x+ = A x + B u,  y = C x + D u            sampled: one step takes `period` seconds
 *
 * The room knows no model: point/ makes systems of models. Its files:
 *
 *     dense.h          matrices on LAPACK (dense.c, dense_spectrum.c)
 *     linear_system.c  making, taking parts, closing loops, discretisation
 *     linear_modes.c   poles with damping, which of them inputs reach and outputs see; minimal realisation
 *     zeros.c          transmission zeros, transfer functions of single channels
 *     response.c       frequency response, step response
 *     response_direct.c    ... at one frequency, where states differ widely
 *     margins.c        crossings and margins
 *     locus.c          root locus
 *
 * Numbers. What is zero is decided by `ST_SMALL` times the size of what it is compared to, after the states were scaled
 * so that rows and columns of A have like norms (st_system_balanced): units of states and inputs must not decide what
 * is controllable. Everything lives in the arena that is given. A function gives false where LAPACK fails or an element
 * is not finite.
 */
#ifndef SALTUS_STUDY_LINEAR_H
#define SALTUS_STUDY_LINEAR_H

#include "study/linear/dense.h"

typedef struct st_system {
	st_dense a, b, c, d;
	const char *const *states, *const *inputs, *const *outputs;     /* names; NULL: none */
	double period;                   /* 0: continuous */
} st_system;
#define ST_SMALL 1e-11               /* what is left of 16 digits after some hundred operations */

/* -------------------------------------------------------------------------------------------------- linear_system.c */
st_system st_system_balanced(sb_arena *arena, const st_system *s);       /* states in other units: powers of two */
st_system st_system_channel(sb_arena *arena, const st_system *s, uint32_t output, uint32_t input);
st_system st_system_transposed(sb_arena *arena, const st_system *s);
/* u = r - k y of a system with as many inputs as outputs; false: 1 + k D is singular. */
bool st_system_closed(sb_arena *arena, const st_system *s, double k, st_system *out);
typedef enum st_method { ST_HOLD, ST_TUSTIN } st_method;
bool st_system_sampled(sb_arena *arena, const st_system *s, double period, st_method method, st_system *out);
/* y for a constant u = 1 of each input, outputs by inputs. Infinite where a pole at the origin is in the channel. */
st_dense st_system_gain(sb_arena *arena, const st_system *s);

/* ---------------------------------------------------------------------------------------------- linear_modes.c */
/* An eigenvalue of A. Damping and frequency are those of the continuous mode that it belongs to: of s = log(z)/period
 * for a sampled system. */
typedef struct st_pole {
	double complex value;
	double frequency, damping;       /* |s| in rad/s; -Re s/|s|, 1 for s = 0 */
	double time;                     /* constant of its decay, 1/|Re s|; INFINITY: none */
	bool stable;                     /* inside the region, by more than rounding */
	bool border;                     /* on its border: it neither grows nor decays */
	bool reached, seen;              /* by some input; by some output */
	uint32_t leading;                /* the state that takes part in it most */
} st_pole;
bool st_poles(sb_arena *arena, const st_system *s, st_pole *out);    /* one for each state, slowest first */
uint32_t st_controllable(sb_arena *arena, const st_system *s);           /* how many states inputs reach */
uint32_t st_observable(sb_arena *arena, const st_system *s);             /* how many outputs see */
bool st_minimal(sb_arena *arena, const st_system *s, st_system *out);    /* what is both; its states have no names */

/* ----------------------------------------------------------------------------------------------------- zeros.c */
/* Transmission zeros, finite ones; at most as many as there are states. *degenerate: the transfer matrix loses rank
 * everywhere, and the zeros are those of what remains. */
bool st_zeros(sb_arena *arena, const st_system *s, double complex *out, uint32_t *count, bool *degenerate);
/* One channel: gain * prod(s - zero)/prod(s - pole), without what cancels. */
typedef struct st_transfer {
	double gain;                     /* the factor in front */
	double steady;                   /* at s = 0 (z = 1); INFINITY: a pole there */
	double complex *zeros, *poles;
	uint32_t zero_count, pole_count;
} st_transfer;
bool st_transfer_of(sb_arena *arena, const st_system *s, uint32_t output, uint32_t input, st_transfer *out);

/* -------------------------------------------------------------------------------------------------- response.c */
/* A system that can be evaluated at many frequencies: A in Hessenberg form. */
typedef struct st_response { st_system s; double complex *work; } st_response;
bool st_response_open(sb_arena *arena, const st_system *s, st_response *out);
/* The value at s = i w, or z = exp(i w period), of a system with one channel. Infinite at a pole. */
double complex st_channel_at(const st_response *r, double w);
/* The outputs for inputs u at s = i w of a continuous system, without its Hessenberg form, whose rounding is that of
 * the fastest state: circuits have states that are slower by 1e15. False: a pole is there. */
bool st_system_at(const st_system *s, double w, const double complex *u, double complex *y);
/* Frequencies for a picture: from a decade below the slowest to a decade above the fastest mode or zero, dense around
 * each that is little damped; of a sampled system up to pi/period. */
void st_frequencies(sb_arena *arena, const st_system *s, uint32_t about, double **out, uint32_t *count);
/* Steps of each input in turn: y[(input*outputs + output)*points + k] at time[k]. exact at each point. */
bool st_step(sb_arena *arena, const st_system *s, double until, uint32_t points, double **time, double **y,
			 uint32_t *count);
uint32_t st_step_points(sb_arena *arena, const st_system *s, double until);      /* that show all oscillations */
double st_settling_guess(sb_arena *arena, const st_system *s);           /* a time that shows all of a step response */

/* --------------------------------------------------------------------------------------------------- margins.c */
/* Of one channel, closed by u = r - y. */
typedef struct st_crossing {
	double frequency;                /* rad/s */
	double value;    /* gain margin: the factor by which the gain may grow (> 1) or must not fall (< 1); phase margin in
						degrees, between -180 and 180 */
	double delay;                    /* of a phase margin: seconds of delay that it stands for */
} st_crossing;
typedef struct st_margins {
	st_crossing *gain, *phase;       /* all crossings, by frequency */
	uint32_t gain_count, phase_count;
	uint32_t least_gain, least_phase, least_delay;   /* which of them are the nearest; UINT32_MAX: there is none */
	double distance, distance_at;    /* of the curve from -1, and at which frequency; 1/distance is the peak of the
										sensitivity */
	bool stable;                     /* the closed loop is */
	bool hidden;                     /* it would be, but for poles that it does not move */
} st_margins;
bool st_margins_of(sb_arena *arena, const st_system *channel, st_margins *out);

/* ----------------------------------------------------------------------------------------------------- locus.c */
/* Poles of the loop closed by u = -k y, for k from 0 on: branch b at k[i] is pole[b*count + i]. Branches are followed:
 * k is taken so finely that which pole goes on in which is decided by their distances. */
typedef struct st_locus { double *k; double complex *pole; uint32_t count, branches; } st_locus;
bool st_locus_of(sb_arena *arena, const st_system *channel, double most, st_locus *out);
/* A gain that shows where branches go: one pole is nearer than `near` to each zero, the others are farther than `far`
 * from the origin, or it would take a gain out of all proportion. */
double st_locus_most(sb_arena *arena, const st_system *channel, const double complex *zeros, uint32_t count,
					 double near, double far);

#endif
