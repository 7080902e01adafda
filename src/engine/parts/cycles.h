/* The cycles of a condition: the times between its turns in one direction, and whether they shrink. */
#ifndef SALTUS_ENGINE_CYCLES_H
#define SALTUS_ENGINE_CYCLES_H

#include <stdbool.h>
#include <stdint.h>

enum { SE_CYCLES = 8 };
#define SE_LEFT 1e-7 /* of a Zeno sequence: what is left up to its limit, of the time since it began */

typedef struct se_cycles {
	double last;                     /* the last turn */
	double first, first_peak;        /* where the cycles began to shrink */
	double length[SE_CYCLES], peak[SE_CYCLES];       /* of the last cycles, the newest at (n - 1) % SE_CYCLES */
	uint32_t count, n, shrinking;    /* turns, cycles, how many of them in a row were shorter than the one before */
	double longest; uint32_t steady;         /* of all cycles; how many in a row were as long as the one before */
	uint32_t tiny; double tiny_since;        /* cycles in which the function did not rise above what can be resolved */
} se_cycles;

void se_add_cycle(se_cycles *q, double time, double peak);       /* it turns at this time */
double se_cycle_back(const se_cycles *q, uint32_t back, const double *of); /* of q->length or q->peak; 0: the newest */
/* The factor by which the last cycles shrink: the one in the middle, because a single one may be off, and the
 * largest. */
double se_cycle_ratio(const se_cycles *q, double *largest);
/* Cycles that were shorter from one to the next and are all alike since, of so few steps of a solver with fixed ones
 * that its error keeps them up. */
bool se_cycles_stay(const se_cycles *q, double step);
double se_cycles_left(const se_cycles *q, double *most); /* how much time is left up to the limit, and at most */

#endif
