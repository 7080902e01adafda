/* How fast a function of time and states changes along the motion, and how well that is known. */
#ifndef SALTUS_ENGINE_SPEED_H
#define SALTUS_ENGINE_SPEED_H

#include "engine/ground/engine_ground.h"

typedef struct se_speed { double rate, error; } se_speed;        /* error: INFINITY, nothing is known */
/* The value of the function at a point, and the rates of the states there. False: it cannot be evaluated. */
typedef bool (*se_probe)(se_run *run, const void *of, double t, const double *x, double *f, double *value);

/* Several functions at once, with the values of all of them from one call of the probe: most of the work is to evaluate
 * the model. */
typedef struct se_probing { se_probe probe; const void *of; uint32_t count; const double *size; } se_probing;
void se_speeds_of(se_run *run, const se_probing *p, double t, const double *x, double longest, se_speed *out);

/* At time t and the states x. size: of the terms of the function, which rounding is a part of. longest: the function is
 * smooth over such a span. */
se_speed se_speed_of(se_run *run, se_probe probe, const void *of, double t, const double *x, double size,
					 double longest);
/* Of a condition that one state alone moves (si_watch.state), where the rates f are known. */
se_speed se_speed_alone(se_run *run, uint32_t watch, double t, const double *x, const double *f, double size,
						double longest);
/* The time in which no state changes by more of its size. */
double se_time_for(const se_run *run, const double *x, const double *f, double part);
void se_go(const se_run *run, const double *x, const double *along, double how_far, double *out);

#endif
