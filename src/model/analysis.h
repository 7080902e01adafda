/* Analyses: what is asked of a model beside its simulation. It is at rest: its initial equations say so, and what
 * drives it are parameters and inputs.
 *
 *     SM_REST      the values of all curves
 *     SM_SWEEP     the same, for each value of one or two parameters: each point begins from the one before it
 *     SM_RESPONSE  how the curves follow small oscillations of the inputs, at each frequency
 *     SM_NOISE     the density of what sources of noise make of a curve, seen there and at an input, and its integral
 *     SM_POLES     natural frequencies, and the zeros of the way from an input to a curve
 *     SM_TRANSFER  from an input to a curve at the frequency 0, and the resistances at both
 *
 * Names are those of variables of the model. Measures are of the simulation: expressions, as `saltus sweep --measure`
 * has them.
 */
#ifndef SALTUS_MODEL_ANALYSIS_H
#define SALTUS_MODEL_ANALYSIS_H

#include "model/model.h"

typedef enum sm_analysis_kind { SM_REST, SM_SWEEP, SM_RESPONSE, SM_TRANSFER, SM_NOISE, SM_POLES } sm_analysis_kind;

/* The parameter `name` has these values, one after the other; `shown` is its name in results. */
typedef struct sm_axis { const char *name, *shown; sb_vec(double) values; } sm_axis;

/* An input with its amplitude and its phase in degrees. It reaches the model through a lag of `lag` seconds, so that
 * its derivative exists; results are those without the lag. */
typedef struct sm_drive { const char *input; double amplitude, phase, lag; } sm_drive;

/* A source of noise: what goes into the input, with the density white + flicker/f at the frequency f, squared units per
 * Hz. Both are expressions over the variables of the model at rest, as `saltus trim` has them. */
typedef struct sm_noise { const char *name, *white, *flicker; sm_drive drive; } sm_noise;

typedef struct sm_analysis {
	sm_analysis_kind kind;
	/* Of SM_SWEEP, the first one goes fastest; of SM_RESPONSE and SM_NOISE one, in Hz. */
	sm_axis axes[2]; uint32_t axis_count;
	sb_vec(sm_noise) noises;           /* of SM_NOISE; its first drive is the input at which they are seen */
	bool poles, zeros;                 /* of SM_POLES: which of them; its drive is the input */
	bool each;                         /* the density of each source is shown, too */
	sb_vec(sm_drive) drives;           /* of SM_TRANSFER: the input, and a current out of the output */
	/* The output of SM_TRANSFER, SM_NOISE and SM_POLES. Of SM_TRANSFER, of a drive that is a voltage its current. dual:
	 * of one that is a current its voltage. */
	const char *output, *across; bool dual;
	sb_strings printed;                /* curves; none: nothing but that it was done */
	sb_span span;
} sm_analysis;

typedef struct sm_measure { const char *name, *text; sb_span span; } sm_measure;

typedef struct sm_analyses {
	const char *title;
	const char *part;                  /* of the file: the model that they are of; NULL: this one */
	bool only;                         /* there is no simulation */
	/* All of it, simulation and measures too, is done for each combination of these values; the first goes fastest. */
	sb_vec(sm_axis) steps;
	sb_vec(sm_analysis) of;
	sb_vec(sm_measure) measures;       /* of the simulation */
} sm_analyses;

#endif
