/* Slopes of curves through given points, in one direction; values between the points are in table_values.h.
 *
 * Slopes that are not in the data are made from the differences d between neighbours: by Akima (1970), by its
 * modification that lies flat beside a plateau, and by two methods that keep monotone data monotone, of Fritsch and
 * Butland (1984) and of Steffen (1990). */
#ifndef SALTUS_EXTERNAL_CURVE_H
#define SALTUS_EXTERNAL_CURVE_H

#include "external/table_values.h"

bool sl_has_slopes(sl_smoothness smoothness);

/* The slopes at n >= 2 points whose abscissae rise; `work` has room for n + 3 numbers. */
void sl_slopes(sl_smoothness smoothness, const double *x, const double *y, size_t n, double *slopes, double *work);
/* The differences y' between neighbours: n - 1 of them from d[2] on, and two more at each end as Akima extends them. */
void sl_differences(const double *x, const double *y, size_t n, double *d);
/* Akima's weights of the differences before and behind a point, given the four around it; false: both would be zero. */
bool sl_akima_weights(const double *d, double *before, double *behind);

#endif
