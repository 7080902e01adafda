/* Roots of polynomials of degree 3 or less. */
#include "solver/roots.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>

void sv_shift(double c[4], double s)
{
	c[0] = sv_cubic(c, s);
	c[1] += s * (2 * c[2] + 3 * s * c[3]);
	c[2] += 3 * s * c[3];
}

static double least(double a, double b)
{
	return a > 0 && !(b > 0 && b < a) ? a : b > 0 ? b : INFINITY;
}

static double of_line(double c, double b)
{
	double s = -c / b;
	return s > 0 ? s : INFINITY;
}

static double of_parabola(double c, double b, double a)
{
	if (fabs(a) <= DBL_MIN || !isfinite(b / a))
		return of_line(c, b);
	double under = b * b - 4 * a * c;
	if (under < 0)
		return INFINITY;
	double sum = -0.5 * (b + copysign(sqrt(under), b));
	return least(sum / a, sum != 0 ? c / sum : INFINITY);
}

/* Where a cubic is monotone between two points and changes its sign: Newton's method, kept inside. */
static double between(const double c[4], double low, double high, double guess)
{
	enum { ROUNDS = 100 };
	bool falls = sv_cubic(c, low) > 0 || (sv_cubic(c, low) == 0 && sv_cubic(c, high) < 0);
	double s = guess > low && guess < high ? guess : 0.5 * (low + high);
	for (int k = 0; k < ROUNDS; k++) {
		double value = sv_cubic(c, s), slope = c[1] + s * (2 * c[2] + 3 * s * c[3]);
		if (value == 0)
			return s;
		if ((value > 0) == falls)
			low = s;
		else
			high = s;
		double next = s - value / slope;
		if (!(next > low && next < high))
			next = 0.5 * (low + high);
		if (fabs(next - s) <= 4 * DBL_EPSILON * fabs(s) || high - low <= 4 * DBL_EPSILON * high)
			return next;
		s = next;
	}
	return s;
}

/* The formulas of Cardano lose all digits where the leading coefficient is little more than rounding, as that of a
 * motion that is a parabola. Between the points where its slope is zero, which have a closed form, a cubic is
 * monotone. */
static double of_cubic(const double k[4])
{
	if (k[0] == 0)
		return of_parabola(k[1], k[2], k[3]);
	double guess = of_parabola(k[0], k[1], k[2]), low = 0, end = 1;
	double slope[4] = {k[1], 2 * k[2], 3 * k[3], 0}, first = of_parabola(slope[0], slope[1], slope[2]);
	double second = isfinite(first) ? k[1] / (3 * k[3] * first) : INFINITY;
	double turns[2] = {first, second > first ? second : INFINITY};
	for (int i = 0; i < 2 && isfinite(turns[i]); i++) {
		if ((sv_cubic(k, turns[i]) > 0) != (k[0] > 0))
			return between(k, low, turns[i], guess);
		low = turns[i];
	}
	if ((k[3] > 0) == (k[0] > 0))            /* behind the last of them it goes away */
		return INFINITY;
	end = low > 0 ? 2 * low : isfinite(guess) ? 2 * guess : 1;
	while ((sv_cubic(k, end) > 0) == (k[0] > 0) && end < 1e300)
		end *= 4;
	return end < 1e300 ? between(k, low, end, guess) : INFINITY;
}

double sv_first_root(const double c[4], int degree)
{
	if (degree >= 3 && c[3] != 0)
		return of_cubic(c);
	return degree >= 2 && c[2] != 0 ? of_parabola(c[0], c[1], c[2]) : of_line(c[0], c[1]);
}

double sv_first_beyond(const double c[4], int degree, double most)
{
	if (fabs(c[0]) >= most && c[0] * c[1] >= 0)
		return 0;
	double above[4] = {c[0] - most, c[1], c[2], c[3]}, below[4] = {c[0] + most, c[1], c[2], c[3]};
	return fmin(sv_first_root(above, degree), sv_first_root(below, degree));
}
