/* Streams, and the distributions that others are made of. Each method is exact: inversion, or rejection by a bound that
 * is proven.
 *
 *     exponential, normal    ziggurat of 256 layers of equal area (Marsaglia and Tsang 2000): 98 of 100 numbers cost
 *                            one word and one product. Layer and place in it are taken from different bits of the word
 *     gamma                  Marsaglia and Tsang 2000; a shape below 1 through the shape above and a power of a uniform
 *                            number
 *     beta                   Joehnk 1964 where both parameters are at most 1, else from two gammas
 *     Poisson, binomial      small means by counting up from zero (inversion); else transformed rejection (Hoermann
 *                            1993, PTRS and BTRS)
 */
#include "engine/parts/random.h"
#include <Random123/threefry.h>
#include <math.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------------- streams */

uint64_t se_name_key(const char *name)
{
	uint64_t h = 0xcbf29ce484222325u;        /* Fowler, Noll and Vo; the generator mixes its key itself */
	for (; *name; name++)
		h = (h ^ (unsigned char)*name) * 0x100000001b3u;
	return h;
}

void se_stream_open(se_stream *s, uint64_t seed, uint64_t run, uint64_t name, uint64_t index)
{
	*s = (se_stream){.key = {seed, run, name, index}};
}

void se_stream_refill(se_stream *s)
{
	threefry4x64_key_t key;
	memcpy(key.v, s->key, sizeof s->key);
	for (int k = SE_BLOCK - 4; k >= 0; k -= 4) {
		threefry4x64_ctr_t counter = {{s->block++, 0, 0, 0}};
		threefry4x64_ctr_t words = threefry4x64(counter, key);
		memcpy(&s->word[k], words.v, 4 * sizeof *s->word);
	}
	s->left = SE_BLOCK;
}

uint64_t se_below(se_stream *s, uint64_t n)
{
	if (n == 0)
		return se_word(s);
	uint64_t least = -n % n;         /* words below it would make some numbers likelier than others */
	for (;;) {
		unsigned __int128 product = (unsigned __int128)se_word(s) * n;
		if ((uint64_t)product >= least)
			return (uint64_t)(product >> 64);
	}
}

/* ------------------------------------------------------------------------------------------------------- ziggurats */

static double exponential_density(double x) { return exp(-x); }
static double exponential_inverse(double y) { return -log(y); }
static double normal_density(double x) { return exp(-0.5 * x * x); }
static double normal_inverse(double y) { return sqrt(-2 * log(y)); }

/* Layers of one area, the lowest with the tail beyond `edge`. */
static void fill(se_ziggurat *z, double edge, double area, double (*density)(double), double (*inverse)(double))
{
	double x = area / density(edge), y = 0, next = edge;
	z->edge = edge;
	for (int i = 0; i < SE_LAYERS; i++) {
		z->width[i] = x * 0x1p-53;
		z->height[i] = y;
		z->inside[i] = (uint64_t)(next / x * 0x1p53);
		y = density(next);
		x = next;
		next = i + 2 < SE_LAYERS ? inverse(area / x + y) : 0;
	}
	z->height[SE_LAYERS] = 1;
}

void se_tables_fill(se_tables *t)
{
	/* where the lowest of 256 layers must end for all to have one area */
	double r = 7.69711747013104972, q = 3.6541528853610088;
	fill(&t->exponential, r, (r + 1) * exp(-r), exponential_density, exponential_inverse);
	fill(&t->normal, q, q * exp(-0.5 * q * q) + sqrt(M_PI_2) * erfc(q * M_SQRT1_2), normal_density, normal_inverse);
}

double se_exponential(se_stream *s, const se_tables *t)
{
	const se_ziggurat *z = &t->exponential;
	double beyond = 0;
	for (;;) {
		uint64_t w = se_word(s), layer = w & (SE_LAYERS - 1), place = w >> 11;
		double x = (double)place * z->width[layer];
		if (place < z->inside[layer])
			return beyond + x;
		if (layer == 0)
			beyond += z->edge;       /* the tail is the distribution again */
		else if (z->height[layer] + se_unit(s) * (z->height[layer + 1] - z->height[layer]) < exp(-x))
			return beyond + x;
	}
}

/* Beyond the edge (Marsaglia 1964). */
static double normal_tail(se_stream *s, double edge)
{
	double x, y;
	do {
		x = -log(se_open_unit(s)) / edge;
		y = -log(se_open_unit(s));
	} while (2 * y < x * x);
	return edge + x;
}

double se_normal(se_stream *s, const se_tables *t)
{
	const se_ziggurat *z = &t->normal;
	for (;;) {
		uint64_t w = se_word(s), layer = w & (SE_LAYERS - 1), place = w >> 11;
		double x = (double)place * z->width[layer], sign = w & SE_LAYERS ? -1 : 1;
		if (place < z->inside[layer])
			return sign * x;
		if (layer == 0)
			return sign * normal_tail(s, z->edge);
		if (z->height[layer] + se_unit(s) * (z->height[layer + 1] - z->height[layer]) < exp(-0.5 * x * x))
			return sign * x;
	}
}

/* --------------------------------------------------------------------------------------------------- gamma and beta */

double se_gamma(se_stream *s, const se_tables *t, double shape)
{
	if (shape < 1)
		return se_gamma(s, t, shape + 1) * exp(-se_exponential(s, t) / shape);
	double d = shape - 1.0 / 3, c = 1 / sqrt(9 * d);
	for (;;) {
		double x = se_normal(s, t), v = 1 + c * x;
		if (v <= 0)
			continue;
		v = v * v * v;
		double u = se_open_unit(s), x2 = x * x;
		if (u < 1 - 0.0331 * x2 * x2 || log(u) < 0.5 * x2 + d * (1 - v + log(v)))
			return d * v;
	}
}

/* Powers of uniform numbers, as logarithms: both may be smaller than any number. */
static double small_beta(se_stream *s, double a, double b)
{
	for (;;) {
		double x = log(se_open_unit(s)) / a, y = log(se_open_unit(s)) / b, most = fmax(x, y);
		double sum = most + log(exp(x - most) + exp(y - most));
		if (sum <= 0)
			return exp(x - sum);
	}
}

double se_beta(se_stream *s, const se_tables *t, double a, double b)
{
	if (a <= 1 && b <= 1)
		return small_beta(s, a, b);
	double x = se_gamma(s, t, a), y = se_gamma(s, t, b);
	return x / (x + y);
}

/* ------------------------------------------------------------------------------------------------ Poisson, binomial */

/* ln k!, by a table and Stirling's series. */
static double log_factorial(double k)
{
	static const double small[] = {0, 0, 0.69314718055994531, 1.791759469228055, 3.1780538303479458, 4.7874917427820458,
	                               6.5792512120101012, 8.5251613610654147, 10.604602902745251, 12.801827480081469};
	if (k < 10)
		return small[(int)k];
	double n = k + 1, r = 1 / (n * n);
	return (n - 0.5) * log(n) - n + 0.91893853320467274178 +
		   (1.0 / 12 - r * (1.0 / 360 - r * (1.0 / 1260 - r / 1680))) / n;
}

enum { SMALL_MEAN = 10 };

double se_poisson(se_stream *s, double mean)
{
	if (mean < SMALL_MEAN) {
		double u = se_unit(s), p = exp(-mean), k = 0;
		while (u >= p && k < 1000) {     /* beyond that there is nothing left but rounding */
			u -= p;
			p *= mean / ++k;
		}
		return k;
	}
	double b = 0.931 + 2.53 * sqrt(mean), a = -0.059 + 0.02483 * b, inverse_alpha = 1.1239 + 1.1328 / (b - 3.4);
	double inner = 0.9277 - 3.6224 / (b - 2), log_mean = log(mean);
	for (;;) {
		double u = se_open_unit(s) - 0.5, v = se_open_unit(s), us = 0.5 - fabs(u);
		double k = floor((2 * a / us + b) * u + mean + 0.43);
		if (us >= 0.07 && v <= inner)
			return k;
		if (k < 0 || (us < 0.013 && v > us))
			continue;
		if (log(v * inverse_alpha / (a / (us * us) + b)) <= k * log_mean - mean - log_factorial(k))
			return k;
	}
}

/* Where the mean is small: counting up. */
static double few_successes(se_stream *s, double n, double p)
{
	double u = se_unit(s), q = 1 - p, now = exp(n * log1p(-p)), k = 0;
	while (u >= now && k < n) {
		u -= now;
		k++;
		now *= (n - k + 1) / k * (p / q);
	}
	return k;
}

static double many_successes(se_stream *s, double n, double p)
{
	double q = 1 - p, spread = sqrt(n * p * q), b = 1.15 + 2.53 * spread, a = -0.0873 + 0.0248 * b + 0.01 * p;
	double c = n * p + 0.5, inner = 0.92 - 4.2 / b, alpha = (2.83 + 5.1 / b) * spread, odds = log(p / q);
	double mode = floor((n + 1) * p), height = log_factorial(mode) + log_factorial(n - mode);
	for (;;) {
		double u = se_open_unit(s) - 0.5, v = se_open_unit(s), us = 0.5 - fabs(u);
		double k = floor((2 * a / us + b) * u + c);
		if (k < 0 || k > n)
			continue;
		if (us >= 0.07 && v <= inner)
			return k;
		v = log(v * alpha / (a / (us * us) + b));
		if (v <= height - log_factorial(k) - log_factorial(n - k) + (k - mode) * odds)
			return k;
	}
}

double se_binomial(se_stream *s, double n, double p)
{
	if (p <= 0 || n <= 0)
		return 0;
	if (p >= 1)
		return n;
	if (p > 0.5)
		return n - se_binomial(s, n, 1 - p);
	return n * p < SMALL_MEAN ? few_successes(s, n, p) : many_successes(s, n, p);
}
