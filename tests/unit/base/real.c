/* Numbers as text: they read back exactly, and no shorter decimal does. */
#include "unit/unit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static uint64_t next_random(uint64_t *state)
{
	*state += 0x9e3779b97f4a7c15u;
	uint64_t x = *state;
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

static double from_bits(uint64_t bits)
{
	double value;
	memcpy(&value, &bits, sizeof value);
	return value;
}

static void shows(double value, const char *expected)
{
	char text[32];
	int length = sb_real_text(text, value);
	assert_string_equal(text, expected);
	assert_int_equal(length, strlen(expected));
}

static void known_numbers(void **state)
{
	(void)state;
	shows(0.0, "0");
	shows(-0.0, "-0");
	shows(2, "2");
	shows(-17, "-17");
	shows(0.1, "0.1");
	shows(0.3, "0.3");
	shows(0.1 + 0.2, "0.30000000000000004");
	shows(1.0 / 3, "0.3333333333333333");
	shows(2.0 / 3, "0.6666666666666666");
	shows(100, "100");
	shows(1234.5, "1234.5");
	shows(0.0001, "0.0001");
	shows(1e-5, "1e-5");
	shows(1.5e-5, "1.5e-5");
	shows(123456789012345, "123456789012345");
	shows(999999999999999, "999999999999999");
	shows(1e15, "1e15");
	shows(1e20, "1e20");
	shows(1e22, "1e22");
	shows(1e23, "1e23");
	shows(9007199254740993.0, "9.007199254740992e15");
	shows(1.7976931348623157e308, "1.7976931348623157e308");
	shows(2.2250738585072014e-308, "2.2250738585072014e-308");
	shows(5e-324, "5e-324");
	shows(1e-323, "1e-323");
	shows(9.869604401089358, "9.869604401089358");
	shows(3.141592653589793, "3.141592653589793");
	shows(299792458, "299792458");
	shows(6.62607015e-34, "6.62607015e-34");
	shows(0x1p-44, "5.684341886080802e-14");      /* the wide side above a power of two */
	shows(NAN, "NaN");
	shows(INFINITY, "Infinity");
	shows(-INFINITY, "-Infinity");
}

static int significant_digits(const char *text)
{
	int n = 0, zeros = 0;
	bool leading = true;
	for (; *text && *text != 'e'; text++) {
		if (*text < '0' || *text > '9')
			continue;
		leading = leading && *text == '0';
		if (leading)
			continue;
		zeros = *text == '0' ? zeros + 1 : 0;
		n++;
	}
	return n - zeros;
}

/* An independent check of both properties, by the C library's own rounding. */
static void check(double value)
{
	char text[32], other[64];
	int length = sb_real_text(text, value);
	assert_true(length < 32 && (size_t)length == strlen(text));
	double back = strtod(text, NULL);
	if (memcmp(&back, &value, sizeof value) != 0)
		fail_msg("%.17g became %s", value, text);
	int digits = significant_digits(text);
	assert_in_range(digits, value == 0 ? 0 : 1, 17);
	if (digits > 1) {
		snprintf(other, sizeof other, "%.*e", digits - 2, value);
		if (strtod(other, NULL) == value)
			fail_msg("%s is longer than %s", text, other);
	}
}

static void random_bit_patterns_read_back(void **state)
{
	(void)state;
	uint64_t seed = 1;
	for (int i = 0; i < 200000; i++) {
		double value = from_bits(next_random(&seed));
		if (isfinite(value))
			check(value);
	}
}

static void numbers_of_everyday_size_read_back(void **state)
{
	(void)state;
	uint64_t seed = 2;
	for (int i = 0; i < 300000; i++) {
		double unit = (double)(next_random(&seed) >> 11) * 0x1p-53;
		double value = unit * pow(10, (int)(next_random(&seed) % 40) - 12);
		check(value);
		check(nextafter(value, INFINITY));
		/* Decimals of few digits and their neighbours: what a user types and what rounding makes of it. */
		double typed = (double)(next_random(&seed) % 1000000) / 1000;
		check(typed);
		check(nextafter(typed, INFINITY));
		check(nextafter(typed, 0));
	}
}

static void powers_and_their_neighbours_read_back(void **state)
{
	(void)state;
	for (int e = -1074; e < 1024; e++) {
		double value = ldexp(1, e);
		check(value);
		check(nextafter(value, INFINITY));
		check(nextafter(value, 0));
	}
	for (int e = -323; e <= 308; e++) {
		char text[32];
		snprintf(text, sizeof text, "1e%d", e);
		double value = strtod(text, NULL);
		check(value);
		check(-nextafter(value, INFINITY));
		check(nextafter(value, 0));
	}
	for (uint64_t bits = 1; bits < 3000; bits++)
		check(from_bits(bits));
}

static void what_is_not_zero_is_not_read_as_zero(void **state)
{
	static const char *const zeros[] = {"0", "-0", "0.000e-400", " +.0E9", "0x0p5", "00e1"};
	static const char *const lost[] = {"1e-400", "-0.003e-5000", "2E-324", "0x1p-2000", " .0005e-330"};
	(void)state;
	char *end;
	for (size_t k = 0; k < sizeof zeros / sizeof *zeros; k++)
		assert_true(sb_read_real(zeros[k], &end) == 0 && !*end);
	for (size_t k = 0; k < sizeof lost / sizeof *lost; k++)
		assert_true(isnan(sb_read_real(lost[k], &end)) && !*end);
	assert_true(sb_read_real("5e-324", NULL) == 0x1p-1074);
	assert_true(sb_read_real("0x", &end) == 0 && *end == 'x');
	assert_true(sb_read_real("0 7", &end) == 0 && *end == ' ');
	assert_true(sb_read_real("abc", &end) == 0 && *end == 'a');
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_numbers),
		cmocka_unit_test(random_bit_patterns_read_back),
		cmocka_unit_test(numbers_of_everyday_size_read_back),
		cmocka_unit_test(powers_and_their_neighbours_read_back),
		cmocka_unit_test(what_is_not_zero_is_not_read_as_zero),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
