/* Banded matrices a*I - b*J: a line of cells, or anything that can be numbered so that only neighbours in the numbers
 * are coupled, has its factors in a narrow band around the diagonal. No index is followed there, so a row costs
 * nanoseconds, a fraction of what a general sparse solver needs.
 *
 * The band is that of the states as they come or, where that is narrower, as the reverse Cuthill-McKee method numbers
 * them. Time and memory of everything here are linear in the number of states and of entries. */
#ifndef SALTUS_SOLVER_BAND_H
#define SALTUS_SOLVER_BAND_H

#include <stdint.h>

typedef struct sv_band sv_band;

/* For a pattern in sparse columns, which must outlive it. NULL: the band would be so wide that the general sparse
 * solver is faster. */
sv_band *sv_band_new(uint32_t n, const uint32_t *column, const uint32_t *row);
void sv_band_free(sv_band *band);

int sv_band_factor(sv_band *band, double a, double b, const double *values);      /* 0, or 1: singular */
void sv_band_solve(const sv_band *band, double *b);                               /* in place */
void sv_band_width(const sv_band *band, uint32_t *lower, uint32_t *upper);        /* diagonals below and above */

#endif
