/* Times that are one but for rounding.
 *
 * A number shows a time to one part in 4.5e15 of its size: that is a unit here. A time that is written in two ways
 * (0.3, 3*0.1, a sum of delays) gives two numbers that differ by a few units and mean one time. Steps and searches
 * cannot tell apart times that are closer than some units. There are three distances, and no others:
 *
 *     sb_beside     2 units      beside a moment: surely another number, and still the same time
 *     sb_one_time   4 units      two ways to write a time down: they are one time (E5)
 *     sb_shortest   16 units     no step goes over less, and no search tells apart what is closer
 *
 * `size` is the time whose last place is the unit: the largest time that has gone into the numbers. It may be the
 * start of the run: a sum of delays near time zero has the rounding of a run that began before. It may be a part of
 * the run or of the step, where a solver has been at work: near time zero numbers are finer than its results. */
#ifndef SALTUS_BASE_TIMES_H
#define SALTUS_BASE_TIMES_H

#include <float.h>
#include <stdbool.h>

static inline double sb_beside(double size) { return 2 * DBL_EPSILON * size; }
static inline double sb_one_time(double size) { return 4 * DBL_EPSILON * size; }
static inline double sb_shortest(double size) { return 16 * DBL_EPSILON * size; }

/* The larger of two sizes. */
static inline double sb_size_of(double a, double b)
{
	a = a < 0 ? -a : a;
	b = b < 0 ? -b : b;
	return a > b ? a : b;
}
/* Is t over at `now`, or one with it? */
static inline bool sb_has_come(double t, double now, double size) { return t - now <= sb_one_time(size); }

#endif
