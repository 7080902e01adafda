/* Quantiles of distributions: the value below which a part u of all lies. */
#include "study/sweep/sweep.h"
#include <float.h>
#include <math.h>

/* Of the standard normal distribution, by Halley's method on erfc, from the tail that has no cancellation. */
static double normal(double u)
{
	double tail = u < 0.5 ? u : 1 - u, x = 0;
	if (!(tail > 0))
		return u < 0.5 ? -INFINITY : INFINITY;
	if (tail < 0.45) {               /* from the leading term of the tail, exp(-x^2/2)/(x sqrt(2 pi)) */
		double s = -2 * log(tail);
		x = sqrt(fmax(0, s - log(2 * M_PI * fmax(1, s))));
	}
	for (int i = 0; i < 60; i++) {
		double error = 0.5 * erfc(x / M_SQRT2) - tail, density = exp(-0.5 * x * x) / sqrt(2 * M_PI);
		double step = error / density, change = step / (1 - 0.5 * x * step);
		x += fmax(-1, fmin(1, change));
		if (fabs(change) <= 4 * DBL_EPSILON * (1 + fabs(x)))
			break;
	}
	return u < 0.5 ? -x : x;
}

static double normal_part(double x)
{
	return 0.5 * erfc(-x / M_SQRT2);
}

/* The regularised incomplete gamma function, by its series or by its continued fraction. */
static double gamma_part(double shape, double x)
{
	double front = exp(shape * log(x) - x - lgamma(shape));
	if (!(x > 0))
		return 0;
	if (x < shape + 1) {
		double term = 1 / shape, sum = term;
		for (int n = 1; n < 10000 && term > sum * DBL_EPSILON; n++)
			sum += term *= x / (shape + n);
		return front * sum;
	}
	double b = x + 1 - shape, c = 1 / DBL_MIN, d = 1 / b, h = d;
	for (int n = 1; n < 10000; n++) {
		double a = -n * (n - shape);
		b += 2;
		d = 1 / (a * d + b);
		c = b + a / c;
		h *= c * d;
		if (fabs(c * d - 1) < DBL_EPSILON)
			break;
	}
	return 1 - front * h;
}

/* The regularised incomplete beta function: the same fraction that Student's quantiles need. */
static double beta_part(double a, double b, double x)
{
	if (x <= 0 || x >= 1)
		return x <= 0 ? 0 : 1;
	if (x > (a + 1) / (a + b + 2))
		return 1 - beta_part(b, a, 1 - x);
	double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
	double c = 1, d = 1 / (1 - (a + b) * x / (a + 1)), h = d;
	for (int m = 1; m < 10000; m++) {
		double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
		d = 1 / (1 + even * d);
		c = 1 + even / c;
		h *= c * d;
		double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
		d = 1 / (1 + odd * d);
		c = 1 + odd / c;
		h *= c * d;
		if (fabs(c * d - 1) < DBL_EPSILON)
			break;
	}
	return front * h / a;
}

/* By halving: it needs nothing of the function but that it rises. */
static double solve(double (*part)(double, double, double), double a, double b, double u, double low, double high)
{
	for (int i = 0; i < 1100 && high - low > 4 * DBL_EPSILON * fabs(high); i++) {
		double x = 0.5 * (low + high);
		*(part(a, b, x) < u ? &low : &high) = x;
	}
	return 0.5 * (low + high);
}

static double gamma_of(double shape, double unused, double x)
{
	(void)unused;
	return gamma_part(shape, x);
}

static double gamma_quantile(double shape, double u)
{
	double high = 1;
	while (gamma_part(shape, high) < u && high < 1e300)
		high *= 2;
	return solve(gamma_of, shape, 0, u, 0, high);
}

static double triangular(const double *a, double u)
{
	double low = a[0], mode = a[1], high = a[2], part = (mode - low) / (high - low);
	return u < part ? low + sqrt(u * (high - low) * (mode - low)) : high - sqrt((1 - u) * (high - low) * (high - mode));
}

static double value_of(const st_axis *x, double u)
{
	const double *a = x->a;
	switch (x->law) {
	case ST_LIST: return x->value[(uint64_t)fmin(u * (double)x->count, (double)x->count - 1)];
	case ST_UNIFORM: return a[0] + u * (a[1] - a[0]);
	case ST_LOGUNIFORM: return a[0] * exp(u * log(a[1] / a[0]));
	case ST_NORMAL: {
		double from = normal_part((a[2] - a[0]) / a[1]), to = normal_part((a[3] - a[0]) / a[1]);
		return fmin(fmax(a[0] + a[1] * normal(from + u * (to - from)), a[2]), a[3]);
	}
	case ST_LOGNORMAL: return exp(a[0] + a[1] * normal(u));
	case ST_TRIANGULAR: return triangular(a, u);
	case ST_EXPONENTIAL: return -a[0] * log1p(-u);
	case ST_WEIBULL: return a[1] * pow(-log1p(-u), 1 / a[0]);
	case ST_GAMMA: return a[1] * gamma_quantile(a[0], u);
	default: return solve(beta_part, a[0], a[1], u, 0, 1);
	}
}

double st_quantile(const st_axis *x, double u)
{
	double value = value_of(x, u);
	return x->whole ? round(value) : value;
}
