/* Spectra and histograms against closed forms; values between rows. */
#include "unit/unit.h"
#include "external/fourier.h"
#include "result/signal/result_signal.h"
#include <math.h>
#include <stdlib.h>

static const sr_column columns[] = {{.name = "u", .channel = 0}, {.name = "d", .channel = 1, .discrete = true}};

static sr_record *sampled(double (*u)(double t), uint32_t intervals, double end, bool even)
{
	sr_record *r = sr_record_new(columns, 2, 2);
	for (uint32_t i = 0; i <= intervals; i++) {
		double t = end * i / intervals;
		if (!even && i && i < intervals)
			t += 0.3 * end / intervals * sin(7.0 * i);
		double *v = sr_row(r, t, SR_GRID);
		v[0] = u(t);
		v[1] = i;
	}
	return r;
}

/* The transform is what its definition says, for lengths with small and large factors. */
static void transforms_are_as_defined(void **state)
{
	(void)state;
	static const size_t lengths[] = {1, 2, 3, 4, 12, 30, 49, 101, 128};
	for (size_t l = 0; l < sizeof lengths / sizeof *lengths; l++) {
		size_t n = lengths[l];
		double u[128];
		double complex out[128];
		for (size_t j = 0; j < n; j++)
			u[j] = sin(1.0 + 3.7 * (double)j) + 0.1 * (double)j;
		sl_fourier(u, n, out);
		for (size_t k = 0; k < n; k++) {
			double complex sum = 0;
			for (size_t j = 0; j < n; j++)
				sum += u[j] * cexp(-2 * M_PI * I * (double)(j * k % n) / (double)n);
			assert_true(cabs(out[k] - sum) < 1e-11 * (double)n);
		}
	}
}

static double tones(double t)
{
	return 0.5 + 2 * sin(2 * M_PI * 5 * t) + 0.25 * cos(2 * M_PI * 12 * t + 1);
}

/* Whole periods, even rows: exactly the amplitudes, and nothing beside them. */
static void amplitudes_of_whole_periods(void **state)
{
	(void)state;
	static const uint32_t lengths[] = {200, 360, 1000, 1024};
	for (int i = 0; i < 4; i++) {
		sr_record *r = sampled(tones, lengths[i], 2, true);
		sb_arena *arena = sb_arena_new();
		sr_spectrum s;
		assert_true(sr_spectrum_of(arena, r, 0, NAN, NAN, SR_RECTANGULAR, &s));
		assert_false(s.resampled);
		for (uint32_t k = 0; k < s.count; k++) {
			double wanted = k == 0 ? 0.5 : k == 10 ? 2 : k == 24 ? 0.25 : 0;
			assert_float_equal(s.frequency[k], k / 2.0, 1e-12);
			assert_float_equal(s.amplitude[k], wanted, 1e-10);
		}
		sb_arena_free(arena);
		sr_record_free(r);
	}
}

static double one_tone(double t)
{
	return 3 * sin(2 * M_PI * 5.13 * t);
}

/* A tone between two frequencies: the flat top shows its height to half a per cent, others leak as their lobes say. */
static void windows_keep_the_height_of_peaks(void **state)
{
	(void)state;
	static const double least[] = {0.63, 0.84, 0.81, 0.88, 0.994};       /* at worst half a bin away */
	for (int even = 0; even < 2; even++) {
		sr_record *r = sampled(one_tone, 4000, 10, even);
		for (int w = SR_RECTANGULAR; w <= SR_FLATTOP; w++) {
			sb_arena *arena = sb_arena_new();
			sr_spectrum s;
			double top = 0, at = 0;
			assert_true(sr_spectrum_of(arena, r, 0, NAN, NAN, (sr_window)w, &s));
			assert_int_equal(s.resampled, !even);
			for (uint32_t k = 0; k < s.count; k++)
				if (s.amplitude[k] > top)
					top = s.amplitude[k], at = s.frequency[k];
			assert_float_equal(at, 5.13, 0.11);
			assert_true(top <= 3.001 && top >= 3 * least[w] * 0.999);
			sb_arena_free(arena);
		}
		sr_record_free(r);
	}
}

static void too_little_has_no_spectrum(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sr_spectrum s;
	sr_record *r = sampled(tones, 2, 1, true);
	assert_false(sr_spectrum_of(arena, r, 0, NAN, NAN, SR_HANN, &s));
	sr_record_free(r);
	r = sampled(tones, 100, 1, true);
	assert_false(sr_spectrum_of(arena, r, 0, 3, 4, SR_HANN, &s));
	assert_false(sr_spectrum_of(arena, r, 0, 0.5, 0.51, SR_HANN, &s));
	assert_true(sr_spectrum_of(arena, r, 0, 0.2, 0.8, SR_HANN, &s));
	*sr_row(r, 1.01, SR_GRID) = NAN;                     /* a gap, which is not at the end */
	*sr_row(r, 1.02, SR_GRID) = 0;
	assert_false(sr_spectrum_of(arena, r, 0, NAN, NAN, SR_HANN, &s));
	sr_record_free(r);
	sb_arena_free(arena);
}

static double ramp(double t)
{
	return 2 * t;
}

static double sine(double t)
{
	return sin(2 * M_PI * t);
}

static void histograms_are_parts_of_the_time(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sr_histogram h;
	sr_record *r = sampled(ramp, 7, 1, false);           /* uniform, however the rows lie */
	assert_true(sr_histogram_of(arena, r, 0, 10, &h));
	for (uint32_t k = 0; k < 10; k++)
		assert_float_equal(h.part[k], 10, 1e-9);
	sr_record_free(r);
	r = sampled(sine, 20000, 3, true);                   /* the arcsine law */
	assert_true(sr_histogram_of(arena, r, 0, 20, &h));
	for (uint32_t k = 0; k < 20; k++) {
		double a = -1 + k * 0.1, b = a + 0.1;
		assert_float_equal(h.part[k], 100 * (asin(fmin(b, 1)) - asin(a)) / M_PI, 0.02);
	}
	assert_true(sr_histogram_of(arena, r, 1, 0, &h));
	sr_record_free(r);
	sb_arena_free(arena);
}

static double nearly[2];

static double nearly_constant(double t)
{
	return t < 0.5 ? nearly[0] : nearly[1];
}

/* What differs by rounding alone is one value, and gets bins around it; how much that is depends on its size. */
static void histograms_of_what_hardly_varies(void **state)
{
	(void)state;
	static const struct { double a, b, low, high; } cases[] = {
		{1e6, 1e6 + 5e-7, 0.99e6, 1.01e6}, {1e6, 1e6 + 5e-6, 1e6, 1e6 + 5e-6}, {1e-3, 1e-3 + 2e-15, 1e-3, 1e-3 + 2e-15},
		{-1e-3, -1e-3 - 5e-16, -1.01e-3, -0.99e-3}, {0, 0, -0.5, 0.5}, {0, 1e-300, 0, 1e-300},
	};
	sb_arena *arena = sb_arena_new();
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sr_histogram h;
		nearly[0] = cases[i].a, nearly[1] = cases[i].b;
		sr_record *r = sampled(nearly_constant, 20, 1, false);
		assert_true(sr_histogram_of(arena, r, 0, 10, &h));
		double size = fabs(cases[i].high - cases[i].low);
		assert_float_equal(h.low, cases[i].low, 1e-3 * size);
		assert_float_equal(h.high, cases[i].high, 1e-3 * size);
		sr_record_free(r);
	}
	sb_arena_free(arena);
}

static void values_between_rows(void **state)
{
	(void)state;
	sr_record *r = sr_record_new(columns, 2, 2);
	static const double rows[][3] = {{0, 0, 1}, {1, 10, 1}, {1, 20, 2}, {3, 40, 2}};
	for (int i = 0; i < 4; i++) {
		double *v = sr_row(r, rows[i][0], SR_GRID);
		v[0] = rows[i][1], v[1] = rows[i][2];
	}
	assert_float_equal(sr_value_at(r, 0, 0.5), 5, 0);
	assert_float_equal(sr_value_at(r, 0, 1), 20, 0);
	assert_float_equal(sr_value_at(r, 0, 2), 30, 0);
	assert_float_equal(sr_value_at(r, 1, 0.999), 1, 0);
	assert_float_equal(sr_value_at(r, 1, 2.5), 2, 0);
	assert_true(isnan(sr_value_at(r, 0, -0.1)) && isnan(sr_value_at(r, 0, 3.1)));
	sr_record_free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(transforms_are_as_defined), cmocka_unit_test(amplitudes_of_whole_periods),
		cmocka_unit_test(windows_keep_the_height_of_peaks), cmocka_unit_test(too_little_has_no_spectrum),
		cmocka_unit_test(histograms_are_parts_of_the_time),
		cmocka_unit_test(histograms_of_what_hardly_varies), cmocka_unit_test(values_between_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
