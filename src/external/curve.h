/* Interpolation between given points, in one direction.
 *
 * Between two points a curve is a cubic by values and slopes at both ends (Hermite), a line, or constant. So the value
 * at any place is a sum of four numbers (value and slope at the left and the right end) with weights that depend on the
 * place alone; the same is true of its derivatives. Weights of two directions multiply, which gives interpolation over
 * a grid (table2d.c). Beyond the ends the weights are those of the end (hold), or go on in a straight line.
 *
 * Slopes that are not in the data are made from the differences d between neighbours: by Akima (1970), by its
 * modification that lies flat beside a plateau, and by two methods that keep monotone data monotone, of Fritsch and
 * Butland (1984) and of Steffen (1990). */
#ifndef SALTUS_EXTERNAL_CURVE_H
#define SALTUS_EXTERNAL_CURVE_H

#include <stdbool.h>
#include <stddef.h>

/* In the order of the enumerations of Modelica's Blocks.Types. */
typedef enum sl_smoothness { SL_LINEAR = 1, SL_AKIMA, SL_CONSTANT, SL_FRITSCH_BUTLAND, SL_STEFFEN,
	SL_MODIFIED_AKIMA } sl_smoothness;
typedef enum sl_extrapolation { SL_HOLD = 1, SL_LAST_TWO, SL_PERIODIC, SL_NO_EXTRAPOLATION } sl_extrapolation;
typedef enum sl_side { SL_INSIDE, SL_BELOW, SL_ABOVE } sl_side;

bool sl_has_slopes(sl_smoothness smoothness);

/* The slopes at n >= 2 points whose abscissae rise; `work` has room for n + 3 numbers. */
void sl_slopes(sl_smoothness smoothness, const double *x, const double *y, size_t n, double *slopes, double *work);
/* The differences y' between neighbours: n - 1 of them from d[2] on, and two more at each end as Akima extends them. */
void sl_differences(const double *x, const double *y, size_t n, double *d);
/* Akima's weights of the differences before and behind a point, given the four around it; false: both would be zero. */
bool sl_akima_weights(const double *d, double *before, double *behind);

/* weights[order]: of the value, the first and the second derivative by x; by {value, slope} at point i and {value,
 * slope} at i + 1. */
typedef struct sl_weights { size_t i; sl_side side; double weights[3][4]; } sl_weights;

/* The interval of n >= 2 points that x is in, 0 .. n - 2; at a point that to the right of it, or to the left where x
 * goes down. */
size_t sl_interval(const double *at, size_t n, double x, bool goes_down);
/* Weights inside of the interval i, also past its ends. */
void sl_weigh(sl_smoothness smoothness, const double *at, size_t i, double x, sl_weights *place);
/* The weights at x, in the table or beyond; `side` tells which. Without extrapolation the place is that of the end. */
sl_weights sl_locate(sl_smoothness smoothness, sl_extrapolation extrapolation, const double *at, size_t n, double x,
				   bool goes_down);

#endif
