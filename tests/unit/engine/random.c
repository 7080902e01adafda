/* Random numbers (E57): the generator against Random123, streams against each other, and each distribution by its first
 * moments and by a test of its fit: chi-square over cells of equal probability (continuous ones through their
 * distribution function; discrete ones over their values). Seeds are fixed, so nothing here fails by chance; the bounds
 * are quantiles of 1e-4. */
#include "unit/unit.h"
#include "engine/parts/random.h"
#include <Random123/threefry.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

enum { DRAWS = 200000, CELLS = 50 };
static se_tables tables;

static se_stream stream(const char *name)
{
	se_stream s;
	se_stream_open(&s, 2024, 1, se_name_key(name), 0);
	return s;
}

static void E57_words_are_those_of_threefry(void **state)
{
	(void)state;
	se_stream s;
	se_stream_open(&s, 11, 22, 33, 44);
	threefry4x64_key_t key = {{11, 22, 33, 44}};
	uint64_t expected[SE_BLOCK];
	for (uint64_t block = 0; block < SE_BLOCK / 4; block++) {
		threefry4x64_ctr_t counter = {{block, 0, 0, 0}};
		threefry4x64_ctr_t words = threefry4x64(counter, key);
		memcpy(&expected[4 * block], words.v, sizeof words.v);
	}
	/* each block is taken from its end, the blocks in their order */
	for (uint32_t i = 0; i < SE_BLOCK; i++)
		assert_true(se_word(&s) == expected[i / 4 * 4 + 3 - i % 4]);
}

/* The correlation of two streams of uniform numbers has deviation 1/sqrt(n). */
static double correlation(se_stream a, se_stream b)
{
	double sum = 0;
	for (int i = 0; i < DRAWS; i++)
		sum += (se_unit(&a) - 0.5) * (se_unit(&b) - 0.5);
	return 12 * sum / DRAWS;
}

static void E57_streams_have_nothing_in_common(void **state)
{
	(void)state;
	se_stream a = stream("arrivals"), b = stream("service"), c, d, e;
	se_stream_open(&c, 2024, 2, se_name_key("arrivals"), 0);
	se_stream_open(&d, 2024, 1, se_name_key("arrivals"), 1);
	se_stream_open(&e, 2025, 1, se_name_key("arrivals"), 0);
	double bound = 4 / sqrt(DRAWS);
	assert_true(fabs(correlation(a, b)) < bound);
	assert_true(fabs(correlation(a, c)) < bound);
	assert_true(fabs(correlation(a, d)) < bound);
	assert_true(fabs(correlation(a, e)) < bound);
	assert_true(correlation(a, a) > 0.9);
}

static void *sum_of_stream(void *argument)
{
	double *out = argument, sum = 0;
	se_stream s;
	se_stream_open(&s, 7, (uint64_t)out[0], se_name_key("r"), 0);
	for (int i = 0; i < 10000; i++)
		sum += se_exponential(&s, &tables);
	out[1] = sum;
	return NULL;
}

static void E57_numbers_do_not_depend_on_threads(void **state)
{
	(void)state;
	double alone[4][2], beside[4][2];
	pthread_t threads[4];
	for (int i = 0; i < 4; i++) {
		alone[i][0] = beside[i][0] = i + 1;
		sum_of_stream(alone[i]);
	}
	for (int i = 3; i >= 0; i--)
		assert_int_equal(pthread_create(&threads[i], NULL, sum_of_stream, beside[i]), 0);
	for (int i = 0; i < 4; i++) {
		pthread_join(threads[i], NULL);
		assert_true(alone[i][1] == beside[i][1]);
	}
	assert_true(alone[0][1] != alone[1][1]);
}

/* -------------------------------------------------------------------------------------------------------- fits */

/* Of chi-square with n degrees of freedom, exceeded with probability 1e-4 (Wilson and Hilferty). */
static double bound_of(int n)
{
	double a = 2.0 / (9 * n), z = 3.719;
	return n * pow(1 - a + z * sqrt(a), 3);
}

static void fits(const char *name, double (*draw)(se_stream *), double (*below)(double), double mean, double variance)
{
	se_stream s = stream(name);
	static uint32_t cells[CELLS];
	double sum = 0, squares = 0, chi = 0;
	memset(cells, 0, sizeof cells);
	for (int i = 0; i < DRAWS; i++) {
		double x = draw(&s), p = below(x);
		assert_true(p >= 0 && p <= 1);
		cells[p >= 1 ? CELLS - 1 : (int)(p * CELLS)]++;
		sum += x;
		squares += (x - mean) * (x - mean);
	}
	for (int i = 0; i < CELLS; i++)
		chi += pow(cells[i] - (double)DRAWS / CELLS, 2) / ((double)DRAWS / CELLS);
	if (!(chi < bound_of(CELLS - 1)) || fabs(sum / DRAWS - mean) > 4 * sqrt(variance / DRAWS) ||
		fabs(squares / DRAWS - variance) > 0.05 * variance) {
		print_error("%s: chi-square %g, mean %g (%g), variance %g (%g)\n", name, chi, sum / DRAWS, mean,
					squares / DRAWS, variance);
		fail();
	}
}

/* Regularised incomplete gamma function, by its series and continued fraction. */
static double gamma_below(double a, double x)
{
	if (x <= 0)
		return 0;
	double scale = exp(a * log(x) - x - lgamma(a));
	if (x < a + 1) {
		double term = 1 / a, sum = term;
		for (double n = a + 1; term > 1e-16 * sum; n++)
			sum += term *= x / n;
		return sum * scale;
	}
	double b = x + 1 - a, c = 1e300, d = 1 / b, h = d;
	for (int i = 1; i < 1000; i++) {
		double an = -i * (i - a);
		b += 2;
		d = 1 / (an * d + b);
		c = b + an / c;
		h *= d * c;
		if (fabs(d * c - 1) < 1e-15)
			break;
	}
	return 1 - scale * h;
}

static double d_uniform(se_stream *s) { return se_unit(s); }
static double p_uniform(double x) { return x; }
static double d_exponential(se_stream *s) { return se_exponential(s, &tables); }
static double p_exponential(double x) { return -expm1(-x); }
static double d_normal(se_stream *s) { return se_normal(s, &tables); }
static double p_normal(double x) { return 0.5 * erfc(-x * M_SQRT1_2); }
static double d_gamma_small(se_stream *s) { return se_gamma(s, &tables, 0.3); }
static double p_gamma_small(double x) { return gamma_below(0.3, x); }
static double d_gamma(se_stream *s) { return se_gamma(s, &tables, 4.5); }
static double p_gamma(double x) { return gamma_below(4.5, x); }
static double d_beta(se_stream *s) { return se_beta(s, &tables, 2, 3); }
static double p_beta(double x) { return x * x * (6 - 8 * x + 3 * x * x); }
static double d_arcsine(se_stream *s) { return se_beta(s, &tables, 0.5, 0.5); }
static double p_arcsine(double x) { return 2 / M_PI * asin(sqrt(x)); }

static void E57_continuous_distributions_fit(void **state)
{
	(void)state;
	fits("uniform", d_uniform, p_uniform, 0.5, 1 / 12.0);
	fits("exponential", d_exponential, p_exponential, 1, 1);
	fits("normal", d_normal, p_normal, 0, 1);
	fits("gamma 0.3", d_gamma_small, p_gamma_small, 0.3, 0.3);
	fits("gamma 4.5", d_gamma, p_gamma, 4.5, 4.5);
	fits("beta 2 3", d_beta, p_beta, 0.4, 0.04);
	fits("beta 1/2 1/2", d_arcsine, p_arcsine, 0.5, 0.125);
}

/* Beyond the last layer of the ziggurats: exp(-7.697) and erfc(3.654/sqrt 2) of the draws. */
static void E57_tails_are_as_heavy_as_they_should_be(void **state)
{
	(void)state;
	se_stream s = stream("tails");
	double beyond = 0, far = 0, n = 4000000;
	for (int i = 0; i < n; i++) {
		beyond += se_exponential(&s, &tables) > 9;
		far += fabs(se_normal(&s, &tables)) > 3.8;
	}
	double p = exp(-9), q = erfc(3.8 * M_SQRT1_2);
	assert_true(fabs(beyond - n * p) < 4 * sqrt(n * p));
	assert_true(fabs(far - n * q) < 4 * sqrt(n * q));
}

/* Of a discrete distribution, over its values 0, 1, ...; those with few are counted together. */
static void fits_counts(const char *name, double (*draw)(se_stream *, double, double), double a, double b,
						double (*chance)(double k, double a, double b))
{
	enum { MOST = 4000 };
	static uint32_t counts[MOST];
	se_stream s = stream(name);
	memset(counts, 0, sizeof counts);
	for (int i = 0; i < DRAWS; i++) {
		double k = draw(&s, a, b);
		assert_true(k >= 0 && k < MOST && k == floor(k));
		counts[(int)k]++;
	}
	double chi = 0, expected = 0, found = 0, all = 0;
	int cells = 0;
	for (int k = 0; k < MOST; k++) {
		double e = DRAWS * chance(k, a, b);
		expected += e;
		found += counts[k];
		all += e;
		if (expected < 20 && k < MOST - 1)
			continue;
		if (expected >= 5) {
			chi += (found - expected) * (found - expected) / expected;
			cells++;
			expected = found = 0;
		}
	}
	assert_true(fabs(all - DRAWS) < 1e-3 * DRAWS);
	if (!(chi < bound_of(cells - 1))) {
		print_error("%s (%g, %g): chi-square %g of %d cells\n", name, a, b, chi, cells);
		fail();
	}
}

static double d_poisson(se_stream *s, double a, double b) { (void)b; return se_poisson(s, a); }
static double p_poisson(double k, double a, double b) { (void)b; return exp(k * log(a) - a - lgamma(k + 1)); }
static double d_binomial(se_stream *s, double a, double b) { return se_binomial(s, a, b); }
static double p_binomial(double k, double n, double p)
{
	return k > n ? 0 : exp(lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1) + k * log(p) + (n - k) * log1p(-p));
}
static double d_below(se_stream *s, double a, double b) { (void)b; return (double)se_below(s, (uint64_t)a); }
static double p_below(double k, double a, double b) { (void)b; return k < a ? 1 / a : 0; }

static void E57_discrete_distributions_fit(void **state)
{
	(void)state;
	const double means[] = {0.1, 3, 9.9, 10.1, 50, 1000};
	const struct { double n, p; } trials[] = {{1, 0.3}, {10, 0.5}, {40, 0.1}, {100, 0.2}, {100, 0.97}, {3000, 0.4}};
	for (int i = 0; i < 6; i++) {
		fits_counts("poisson", d_poisson, means[i], 0, p_poisson);
		fits_counts("binomial", d_binomial, trials[i].n, trials[i].p, p_binomial);
	}
	fits_counts("below", d_below, 7, 0, p_below);
	fits_counts("below", d_below, 1000, 0, p_below);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E57_words_are_those_of_threefry), cmocka_unit_test(E57_streams_have_nothing_in_common),
		cmocka_unit_test(E57_numbers_do_not_depend_on_threads), cmocka_unit_test(E57_continuous_distributions_fit),
		cmocka_unit_test(E57_tails_are_as_heavy_as_they_should_be), cmocka_unit_test(E57_discrete_distributions_fit),
	};
	se_tables_fill(&tables);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
