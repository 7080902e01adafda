/* Values between rows, and spectra. */
#include "external/fourier.h"
#include "result/signal/result_signal.h"
#include <math.h>
#include <stdlib.h>

uint32_t sr_row_at(const sr_record *r, double time)
{
	uint32_t low = 0, high = sr_rows(r);         /* the first row after the time is in low .. high */
	while (low < high) {
		uint32_t middle = low + (high - low) / 2;
		if (sr_time(r, middle) <= time)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? low - 1 : UINT32_MAX;
}

double sr_value_at(const sr_record *r, uint32_t column, double time)
{
	uint32_t row = sr_row_at(r, time);
	if (row == UINT32_MAX || time > sr_time(r, sr_rows(r) - 1))
		return NAN;
	double v = sr_shown(r, row, column), t = sr_time(r, row);
	if (t == time || row + 1 == sr_rows(r) || sr_column_at(r, column)->discrete)
		return v;
	double part = (time - t) / (sr_time(r, row + 1) - t);
	return (1 - part) * v + part * sr_shown(r, row + 1, column);
}

/* Coefficients of cosines; see any book on windows. Those of the flat top are chosen for the height of peaks. */
static double weight(sr_window window, size_t k, size_t n)
{
	static const double a[][5] = {[SR_RECTANGULAR] = {1},
								  [SR_HANN] = {0.5, 0.5},
								  [SR_HAMMING] = {0.54, 0.46},
								  [SR_BLACKMAN] = {0.42, 0.5, 0.08},
								  [SR_FLATTOP] = {0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}};
	double w = 0, angle = 2 * M_PI * (double)k / (double)n;
	for (int i = 0; i < 5; i++)
		w += (i % 2 ? -1 : 1) * a[window][i] * cos(i * angle);
	return w;
}

static size_t largest_factor(size_t n)
{
	size_t most = 1;
	for (size_t p = 2; n > 1; p = p * p > n ? n : p + 1)
		for (; n % p == 0; n /= p)
			most = p;
	return most;
}

/* How many rows of different times there are from `first` to `last`; 0: they are not equally far apart. */
static size_t even_rows(const sr_record *r, uint32_t first, uint32_t last, size_t *different)
{
	double from = sr_time(r, first), to = sr_time(r, last);
	size_t n = 1;
	for (uint32_t row = first + 1; row <= last; row++)
		n += sr_time(r, row) > sr_time(r, row - 1);
	*different = n;
	double step = (to - from) / (double)(n - 1);
	size_t k = 0;
	for (uint32_t row = first; row <= last; row++) {
		k += row > first && sr_time(r, row) > sr_time(r, row - 1);
		if (fabs(sr_time(r, row) - (from + (double)k * step)) > 1e-6 * step)
			return 0;
	}
	return n;
}

/* The samples; their number is put to `n`. */
static double *samples(sb_arena *arena, const sr_record *r, uint32_t column, double low, double high, size_t *n,
					   bool *resampled)
{
	enum { MOST = 1 << 20, LARGEST_PRIME = 500 };
	uint32_t first = sr_row_at(r, low), last = sr_row_at(r, high);
	size_t different = 0, even = 0;
	if (first == UINT32_MAX || last == UINT32_MAX || last < first + 3)
		return NULL;
	while (first + 1 < last && sr_time(r, first) < low)
		first++;
	while (first > 0 && sr_time(r, first - 1) == sr_time(r, first))
		first--;
	even = even_rows(r, first, last, &different);
	if (different < 4)
		return NULL;
	*n = different - 1;
	*resampled = !even || *n > MOST || largest_factor(*n) > LARGEST_PRIME;
	if (*resampled)
		for (*n = 4; *n < different - 1 && *n < MOST;)
			*n *= 2;
	double *u = sb_new_array(arena, double, *n);
	double from = *resampled ? low : sr_time(r, first), to = *resampled ? high : sr_time(r, last);
	for (size_t k = 0; k < *n; k++)
		u[k] = sr_value_at(r, column, from + (to - from) * (double)k / (double)*n);
	return u;
}

bool sr_spectrum_of(sb_arena *arena, const sr_record *r, uint32_t column, double low, double high, sr_window window,
					sr_spectrum *out)
{
	size_t n = 0;
	if (sr_rows(r) < 4)
		return false;
	low = isnan(low) ? sr_time(r, 0) : fmax(low, sr_time(r, 0));
	high = isnan(high) ? sr_time(r, sr_rows(r) - 1) : fmin(high, sr_time(r, sr_rows(r) - 1));
	*out = (sr_spectrum){0};
	double *u = high > low ? samples(arena, r, column, low, high, &n, &out->resampled) : NULL, sum = 0;
	if (!u)
		return false;
	for (size_t k = 0; k < n; k++) {
		double w = weight(window, k, n);
		if (!isfinite(u[k]))
			return false;
		u[k] *= w;
		sum += w;
	}
	double complex *f = sb_resize(NULL, n * sizeof *f);
	sl_fourier(u, n, f);
	out->count = (uint32_t)(n / 2 + 1);
	out->frequency = sb_new_array(arena, double, out->count);
	out->amplitude = sb_new_array(arena, double, out->count);
	for (uint32_t k = 0; k < out->count; k++) {
		bool single = k == 0 || 2 * (size_t)k == n;       /* has no partner at -k */
		out->frequency[k] = (double)k / (high - low);
		out->amplitude[k] = (single ? 1 : 2) * cabs(f[k]) / sum;
	}
	free(f);
	return true;
}
