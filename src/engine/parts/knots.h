/* Where the features of an expression are (structure/forcing/features.c), between two points at which it is evaluated.
 *
 * A feature is a zero of a function: the centre of a peak, the corner of a hat, a jump. If one of the functions has
 * different signs at two points, both sides of its zero become points too, and all functions are evaluated there.
 * This is repeated until no sign changes between neighbours. Nested features are thus found from the inside: in 1 -
 * abs(t - c)/w, which is positive only near c, t - c leads to c, and from there the rest is found. There is also a
 * point between two places: they may be the edges of a pulse. */
#ifndef SALTUS_ENGINE_KNOTS_H
#define SALTUS_ENGINE_KNOTS_H

#include "base/arena.h"
#include <stdbool.h>
#include <stdint.h>

enum { SE_POINTS_MOST = 128 };

typedef struct se_knots {
	uint32_t n;                                              /* functions */
	uint32_t counted;        /* the last so many tell by any change that one of many functions is zero in between */
	void (*at)(void *context, uint32_t which, double t, double *f);        /* all of them, at a time */
	void *context; uint32_t which;
	uint32_t counts;                                         /* changes of counts that were looked for */
	double *values;                                          /* of each point, and of two more */
	double t[SE_POINTS_MOST]; uint32_t points;               /* in order, with both ends */
	uint32_t row[SE_POINTS_MOST];                            /* in values */
	/* nothing more is looked for up to the next point; it is one side of a zero */
	bool done[SE_POINTS_MOST], edge[SE_POINTS_MOST];
} se_knots;

void se_knots_open(se_knots *p, sb_arena *arena, uint32_t most);             /* room for so many functions */
/* The points between two times whose functions are known, the first and the last being these. False: there are no
 * others. */
bool se_find_knots(se_knots *p, double from, const double *f_from, double to, const double *f_to, double finest);

#endif
