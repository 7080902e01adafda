/* Signals: interpolation between samples and continuation beyond them (external/signal.h). */
#include "../unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "external/signal.h"

static void near(double is, double wanted, double by)
{
	if (!(fabs(is - wanted) <= by))
		fail_msg("%.17g instead of %.17g", is, wanted);
}

static const double times[] = {0, 1, 2, 4}, values[] = {4, 7, 6, 5};

static sl_signal *made(const double *t, const double *y, size_t n, sl_method method, sl_beyond beyond)
{
	sb_text why = {0};
	size_t row;
	sl_signal *s = sl_signal_new(t, y, n, (sl_shape){method, beyond, beyond}, &why, &row);
	assert_non_null(s);
	assert_int_equal(why.n, 0);
	return s;
}

static double now(const sl_signal *s, double time)
{
	return sl_signal_at(s, sl_signal_piece(s, time), time, 0);
}

/* Values of every method between the samples (0, 4), (1, 7), (2, 6), (4, 5), from the definitions of the methods:
 * splines by solving their equations, the others by their papers. */
static void test_methods_between_samples(void **state)
{
	(void)state;
	static const double at[] = {0.25, 0.5, 0.75, 1.25, 1.5, 1.75, 2.5, 3, 3.5};
	static const double expected[SL_METHODS][9] = {
		[SL_BY_FLOOR] = {4, 4, 4, 7, 7, 7, 6, 6, 6},
		[SL_BY_CEIL] = {7, 7, 7, 6, 6, 6, 5, 5, 5},
		[SL_BY_NEAREST] = {4, 7, 7, 7, 6, 6, 6, 5, 5},
		[SL_BY_LINES] = {4.75, 5.5, 6.25, 6.75, 6.5, 6.25, 5.75, 5.5, 5.25},
		[SL_BY_NOT_A_KNOT] = {5.302734, 6.203125, 6.751953, 6.998047, 6.796875, 6.447266, 5.015625, 4.25, 4.109375},
		[SL_BY_NATURAL] = {4.999660, 5.899457, 6.599524, 7.038383, 6.801630, 6.414062, 5.407609, 5.108696, 5.005435},
		[SL_BY_CLAMPED] = {4.376065, 5.252841, 6.253196, 7.211293, 6.985795, 6.517401, 5.306818, 5.022727, 4.977273},
		[SL_BY_AKIMA] = {5.197917, 6.194444, 6.843750, 6.791667, 6.5, 6.208333, 5.710938, 5.423611, 5.174479},
		[SL_BY_FRITSCH_BUTLAND] = {5.171875, 6.125, 6.765625, 6.876202, 6.586538, 6.253606, 5.664663, 5.368590,
			5.138221},
		[SL_BY_STEFFEN] = {5.171875, 6.125, 6.765625, 6.882812, 6.604167, 6.273438, 5.625, 5.333333, 5.125},
	};
	for (int m = 0; m < SL_METHODS; m++) {
		sl_signal *s = made(times, values, 4, (sl_method)m, SL_BEYOND_HOLD);
		for (int k = 0; k < 9; k++)
			near(now(s, at[k]), expected[m][k], 6e-7);
		for (int k = 0; k < 3 && m >= SL_BY_LINES; k++)
			near(now(s, times[k]), values[k], 1e-14);
		near(now(s, 4), 5, 0);
		sl_signal_free(s);
	}
}

static void test_beyond_the_ends(void **state)
{
	(void)state;
	static const double before[SL_BEYONDS] = {0, 4, 1, 5.5}, behind[SL_BEYONDS] = {0, 5, 4.5, 7};
	for (int b = 0; b < SL_BEYONDS; b++) {
		sl_signal *s = made(times, values, 4, SL_BY_LINES, (sl_beyond)b);
		near(now(s, -1), before[b], 1e-14);
		near(now(s, 5), behind[b], 1e-14);
		sl_signal_free(s);
	}
	sl_signal *s = made(times, values, 4, SL_BY_LINES, SL_BEYOND_REPEAT);
	near(now(s, 8), 4, 1e-14);            /* the jump at the end of a period shows its right limit */
	near(sl_signal_at(s, sl_signal_piece(s, 7.9), 8, 0), 5, 1e-14);       /* and its left one */
	sl_signal_free(s);
	s = made(times, values, 4, SL_BY_FLOOR, SL_BEYOND_ZERO);
	near(now(s, -1), 0, 0);
	near(now(s, 9), 5, 0);                /* the last sample is seen, too */
	sl_signal_free(s);
}

static void test_jumps_divide_cubics(void **state)
{
	(void)state;
	static const double t[] = {0, 1, 2, 2, 3, 4, 4}, y[] = {0, 1, 4, 10, 11, 14, 20};
	for (int m = SL_BY_NOT_A_KNOT; m < SL_METHODS; m++) {
		sl_signal *s = made(t, y, 7, (sl_method)m, SL_BEYOND_HOLD);
		for (double x = 0; x < 2; x += 0.125)            /* the same shape on both sides of the jump */
			near(now(s, x) + 10, now(s, x + 2), 1e-12);
		near(sl_signal_at(s, 0, 2, 0), 4, 1e-14);
		near(sl_signal_at(s, 1, 2, 0), 10, 1e-14);
		near(now(s, 4), 20, 0);
		sl_signal_free(s);
	}
	sl_signal *s = made(t, y, 7, SL_BY_NOT_A_KNOT, SL_BEYOND_HOLD);
	near(now(s, 0.5), 0.25, 1e-14);       /* three points: the parabola t^2 */
	sl_signal_free(s);
}

/* Every time at which something happens is told, in order, and between two of them there is one piece. */
static void test_next_times(void **state)
{
	(void)state;
	srand(5);
	for (int round = 0; round < 500; round++) {
		double t[12], y[12], x = rand() % 7 - 3;
		size_t n = 1 + (size_t)rand() % 12;
		for (size_t i = 0; i < n; i++) {
			t[i] = x;
			y[i] = rand() % 100;
			x += rand() % 4 ? (1 + rand() % 1000)*0.01 : 0;
		}
		sl_signal *s = made(t, y, n, (sl_method)(rand() % SL_METHODS), (sl_beyond)(rand() % SL_BEYONDS));
		double from = t[0] - 17.3, to = t[n - 1] + 17.3;
		for (int k = 0; from < to && k < 10000; k++) {
			double next = sl_signal_next(s, from), piece = sl_signal_piece(s, from);
			assert_true(next > from);
			for (int j = 0; j < 5 && isfinite(next); j++)
				near(sl_signal_piece(s, from + (next - from)*j/5), piece, 0);
			for (size_t i = 0; i < n && t[0] <= from; i++)           /* no sample is left out, but by nearest */
				assert_false(t[i] > from && t[i] < next && isfinite(next) && sl_signal_next(s, t[i] - 1e-9) <= t[i]);
			from = next;
		}
		sl_signal_free(s);
	}
}

/* Derivatives of each piece against differences of its values. */
static void test_derivatives(void **state)
{
	(void)state;
	for (int m = 0; m < SL_METHODS; m++)
		for (int b = 0; b < SL_BEYONDS; b++) {
			sl_signal *s = made(times, values, 4, (sl_method)m, (sl_beyond)b);
			for (double x = -3.05; x < 9; x += 0.1) {
				double p = sl_signal_piece(s, x), h = 1e-4;
				double left = sl_signal_at(s, p, x - h, 0), right = sl_signal_at(s, p, x + h, 0);
				double here = sl_signal_at(s, p, x, 0);
				near(sl_signal_at(s, p, x, 1), (right - left)/(2*h), 1e-6);
				near(sl_signal_at(s, p, x, 2), (right - 2*here + left)/(h*h), 1e-5);
			}
			sl_signal_free(s);
		}
}

static void test_one_sample_is_constant(void **state)
{
	(void)state;
	for (int m = 0; m < SL_METHODS; m++)
		for (int b = 0; b < SL_BEYONDS; b++) {
			sl_signal *s = made(times + 1, values, 1, (sl_method)m, (sl_beyond)b);
			near(now(s, -5), 4, 0);
			near(now(s, 5), 4, 0);
			assert_true(isinf(sl_signal_next(s, 0)));
			sl_signal_free(s);
		}
}

static void test_bad_samples(void **state)
{
	(void)state;
	static const double back[] = {0, 2, 1}, hole[] = {0, NAN, 1};
	sl_shape shape = {SL_BY_LINES, SL_BEYOND_HOLD, SL_BEYOND_HOLD};
	size_t row;
	sb_text why = {0};
	assert_null(sl_signal_new(back, values, 3, shape, &why, &row));
	assert_string_equal(why.at, "the times go back from 2 to 1");
	assert_int_equal(row, 2);
	why.n = 0;
	assert_null(sl_signal_new(times, hole, 3, shape, &why, &row));
	assert_string_equal(why.at, "the value is not a number");
	assert_int_equal(row, 1);
	why.n = 0;
	assert_null(sl_signal_new(hole, values, 3, shape, &why, &row));
	assert_string_equal(why.at, "the time is not a number");
	why.n = 0;
	assert_null(sl_signal_new(times, values, 0, shape, &why, &row));
	assert_string_equal(why.at, "there are no samples");
	sb_text_free(&why);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_methods_between_samples), cmocka_unit_test(test_beyond_the_ends),
		cmocka_unit_test(test_jumps_divide_cubics), cmocka_unit_test(test_next_times),
		cmocka_unit_test(test_derivatives), cmocka_unit_test(test_one_sample_is_constant),
		cmocka_unit_test(test_bad_samples),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
