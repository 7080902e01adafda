/* Quantiles of Student's distribution, for confidence intervals.
 *
 * The distribution function is an incomplete beta function, computed by its continued fraction (Lentz' method); the
 * quantile is found by halving, which needs nothing of the function but that it rises. */
#include "study/experiment/experiment.h"
#include <float.h>
#include <math.h>

static double fraction(double a, double b, double x)
{
	double c = 1, d = 1 - (a + b) * x / (a + 1);
	d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
	double h = d;
	for (int m = 1; m < 10000; m++) {
		for (int odd = 0; odd < 2; odd++) {
			double n = odd ? -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
						   : m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
			d = 1 + n * d;
			d = 1 / (fabs(d) < DBL_MIN ? DBL_MIN : d);
			c = 1 + n / c;
			c = fabs(c) < DBL_MIN ? DBL_MIN : c;
			h *= c * d;
			if (odd && fabs(c * d - 1) < 1e-15)
				return h;
		}
	}
	return h;
}

/* The regularised incomplete beta function. The fraction converges fast on one side of its middle. */
static double beta(double a, double b, double x)
{
	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	return x < (a + 1) / (a + b + 2) ? front * fraction(a, b, x) / a : 1 - front * fraction(b, a, 1 - x) / b;
}

/* Is the quantile beyond t > 0? P(0 < T < t) = I(t^2/(f + t^2); 1/2, f/2)/2, and the tail by the complement: whichever
 * is not the difference of numbers near to each other. */
static bool beyond(double t, double probability, double freedom)
{
	if (probability < 0.75)
		return 0.5 * beta(0.5, 0.5 * freedom, t * t / (freedom + t * t)) < probability - 0.5;
	return 0.5 * beta(0.5 * freedom, 0.5, freedom / (freedom + t * t)) > 1 - probability;
}

double st_student(double probability, double freedom)
{
	if (!(freedom >= 1) || !(probability > 0 && probability < 1))
		return NAN;
	if (probability < 0.5)
		return -st_student(1 - probability, freedom);
	double low = 0, high = 1;
	while (beyond(high, probability, freedom) && high < 1e300)
		high *= 2;
	for (int i = 0; i < 1100 && high - low > 1e-15 * high; i++) {
		double t = 0.5 * (low + high);
		*(beyond(t, probability, freedom) ? &low : &high) = t;
	}
	return 0.5 * (low + high);
}

st_estimate st_estimate_of(const double *value, uint64_t count)
{
	st_estimate e = {.mean = NAN, .half = NAN};
	double squares = 0;
	for (uint64_t i = 0; i < count; i++) {       /* Welford's way: no large numbers are subtracted */
		if (isnan(value[i]))
			continue;
		double before = e.n ? e.mean : 0, away = value[i] - before;
		e.n++;
		e.mean = before + away / (double)e.n;
		squares += away * (value[i] - e.mean);
	}
	if (e.n > 1)
		e.half = st_student(0.975, (double)e.n - 1) * sqrt(squares / (double)(e.n - 1) / (double)e.n);
	return e;
}
