/* Linear complementarity problems: w = q + M z, w and z not negative, and of each pair w[i], z[i] one is zero.
 *
 * The switches of a mode that conditions decide, as diodes are, make such a problem in the instant in which the mode is
 * entered (modes/second.c). In the mode itself all z are 0, and q tells by how much each switch agrees with its own
 * branch. z[i] > 0 means that switch i has turned. Where z' M z is not negative for any z, as in networks that only
 * take power, no second solution has a switch in another branch for good. Elsewhere there may be one. */
#ifndef SALTUS_ENGINE_COMPLEMENTARY_H
#define SALTUS_ENGINE_COMPLEMENTARY_H

#include <stdbool.h>
#include <stdint.h>

enum { SE_PAIRS_MOST = 12 };             /* that are tried in all ways */

/* Is z' M z never negative, but for rounding? m: n rows of n; it is overwritten. */
bool se_is_monotone(double *m, uint32_t n);

/* Those `most` or fewer pairs that make M other than monotone, the worst first; their number. bad: room for n. */
uint32_t se_list_bad_pairs(const double *m, uint32_t n, uint32_t most, uint32_t *bad);

/* The next solution with other pairs of the list turned; *way: 0 first. turned: by pair. False: there are no more. */
bool se_next_solution(const double *m, const double *q, uint32_t n, const uint32_t *list, uint32_t count, uint32_t *way,
					  bool *turned);

#endif
