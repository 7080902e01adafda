/* What is on its way between the two ends of a transport (spatialDistribution).
 *
 * The distribution moves, but seen from what moves it stands still: with the coordinate s = place - x a value stays at
 * its s for as long as it is inside. What is inside are the s from -x (end 0) to 1 - x (end 1). So nothing is ever
 * shifted:
 *
 *          -x                                   1 - x
 *     in0 --> |--------- values at s ------------| -->  out1          x grows: entries are added on the left
 *     out0 <-- |--------------------------------| <-- in1             x falls: on the right
 *
 * Between entries the value is interpolated, by up to four of them where they come from one smooth stretch, else in a
 * straight line, as in the initial distribution. Two entries at one s are a jump. A jump that comes to an end is waited
 * for: evaluations beyond it, in trial steps, see the value before it, until se_profile_pass says that it is out.
 * Nothing but the functions that say so changes anything, so solvers may try and refuse as they like. */
#ifndef SALTUS_ENGINE_PROFILE_H
#define SALTUS_ENGINE_PROFILE_H

#include "base/archive.h"
#include <stdbool.h>
#include <stdint.h>

typedef struct se_profile {
	/* entries first .. end-1, from left to right; nothing smooth reaches across a corner */
	double *s, *v; bool *corner;
	uint32_t first, end, room;
	double x, in[2];                 /* when it was last moved */
	double limit[2];                 /* where the next jump to come out at each end is; infinite: there is none */
	double time, against;            /* for who owns it */
} se_profile;

void se_profile_begin(se_profile *p, const double *points, const double *values, uint32_t n, double x);
void se_profile_archive(se_profile *p, sb_archive *a);
void se_profile_free(se_profile *p);
/* The value at an end, with x as it is there. What goes in now is not known yet: it is what went in last. */
double se_profile_at(const se_profile *p, int end, double x, bool positive);
double se_profile_slope(const se_profile *p, int end, double x, bool positive);        /* its derivative by x */
double se_profile_ahead(const se_profile *p, int end, double x); /* the way to the next jump; negative: it is out */
/* The way from the last x to this one, smooth. */
void se_profile_move(se_profile *p, double x, double in0, double in1);
void se_profile_corner(se_profile *p); /* what goes in from here on has nothing smooth to do with what went in before */
/* Something else goes in from here on. True if it is new. */
bool se_profile_feed(se_profile *p, double in0, double in1);
/* jumps that have come to an end go out. True: there was one */
bool se_profile_pass(se_profile *p, double x, bool positive);
void se_profile_settle(se_profile *p);   /* what is out is forgotten: nobody will ask for values before the last x */
void se_profile_carry(se_profile *p, double x);        /* it has stood still while x has moved on */

#endif
