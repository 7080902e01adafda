/* Indices of Sobol': how much of the variance of a measure is due to one parameter alone (first order), and with all
 * that it does together with others (total).
 *
 * Sample k has the points A, A_1 .. A_n and B, where A_i is A with the value of parameter i from B. The estimators:
 *
 *     first order   mean(f(B) (f(A_i) - f(A)))/V              Saltelli
 *     total         mean((f(A) - f(A_i))^2)/(2 V)             Jansen
 *
 * with the variance V of all f(A) and f(B). The mean of f is taken away before, which changes nothing but rounding and
 * the noise of the first. The intervals hold the middle 95 % of what samples drawn from the samples would give. */
#include "study/sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct sums { double first, total, mean, squares, n; } sums;

/* `times`: how often each sample counts; NULL: once. */
static st_index estimate(const double *f, const uint64_t *samples, uint64_t n, uint32_t width, uint32_t i,
						 const uint32_t *times, double middle)
{
	sums s = {0};
	for (uint64_t k = 0; k < n; k++) {
		const double *row = f + samples[k] * width;
		double w = times ? times[k] : 1, a = row[0] - middle, b = row[width - 1] - middle, c = row[i + 1] - middle;
		s.first += w * b * (c - a);
		s.total += w * (a - c) * (a - c);
		s.mean += w * (a + b);
		s.squares += w * (a * a + b * b);
		s.n += w;
	}
	double mean = s.mean / (2 * s.n), variance = s.squares / (2 * s.n) - mean * mean;
	return (st_index){.first = s.first / s.n / variance, .total = s.total / (2 * s.n) / variance};
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

static uint64_t usable(const st_design *d, const double *value, uint64_t *samples)
{
	uint32_t width = d->count + 2;
	uint64_t n = 0;
	for (uint64_t k = 0; k < d->samples; k++) {
		bool good = true;
		for (uint32_t j = 0; j < width; j++)
			good = good && isfinite(value[k * width + j]);
		if (good)
			samples[n++] = k;
	}
	return n;
}

void st_sobol_indices(const st_design *d, const double *value, st_index *out, uint64_t *used)
{
	enum { RESAMPLES = 400 };
	uint32_t width = d->count + 2;
	uint64_t *samples = sb_resize(NULL, (d->samples + 1) * sizeof *samples), n = usable(d, value, samples);
	uint32_t *times = sb_resize(NULL, (n + 1) * sizeof *times);
	double *first = sb_resize(NULL, RESAMPLES * sizeof *first), *total = sb_resize(NULL, RESAMPLES * sizeof *total);
	double middle = 0;
	for (uint64_t k = 0; k < n; k++)
		middle += (value[samples[k] * width] + value[samples[k] * width + width - 1]) / (2 * (double)n);
	for (uint32_t i = 0; i < d->count; i++) {
		out[i] = (st_index){NAN, NAN, NAN, NAN, NAN, NAN};
		if (n < 2)
			continue;
		for (uint32_t r = 0; r < RESAMPLES; r++) {
			memset(times, 0, n * sizeof *times);
			for (uint64_t k = 0; k < n; k++) {
				uint64_t word[3] = {d->seed, r, k};
				times[(uint64_t)((double)(sb_hash(word, sizeof word, 11) >> 11) * 0x1p-53 * (double)n)]++;
			}
			st_index one = estimate(value, samples, n, width, i, times, middle);
			first[r] = one.first;
			total[r] = one.total;
		}
		qsort(first, RESAMPLES, sizeof *first, by_size);
		qsort(total, RESAMPLES, sizeof *total, by_size);
		out[i] = estimate(value, samples, n, width, i, NULL, middle);
		out[i].first_low = first[RESAMPLES / 40];
		out[i].first_high = first[RESAMPLES - 1 - RESAMPLES / 40];
		out[i].total_low = total[RESAMPLES / 40];
		out[i].total_high = total[RESAMPLES - 1 - RESAMPLES / 40];
	}
	*used = n;
	free(samples);
	free(times);
	free(first);
	free(total);
}
