/* The shortest decimal of a double.
 *
 * A decimal of 15 digits always survives the way through a double, so when 15 digits read back the shortest is those
 * without their trailing zeros; else 16 or 17 are needed. Results are millions of numbers, so for the sizes that
 * simulations are made of the digits come from one exact power of ten in extended precision (64 bits hold 17 digits and
 * seven bits to spare), and a candidate is taken only when it is clearly inside or outside of the interval that reads
 * back as the value. What is too near to tell, powers of two (whose interval is lopsided), very large and very small
 * numbers go the slow way, through the C library. */
#include "base/text.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct decimal {
	uint64_t digits;           /* without trailing zeros, at most 17 */
	int exponent;              /* of ten, of the first digit */
} decimal;

static int digit_count(uint64_t digits)
{
	int n = 1;
	while (digits >= 10) {
		digits /= 10;
		n++;
	}
	return n;
}

static int put_digits(char *out, uint64_t digits)
{
	int n = digit_count(digits);
	for (int i = n; i-- > 0; digits /= 10)
		out[i] = (char)('0' + digits % 10);
	return n;
}

/* Plain from 0.0001 to below 1e15, else with an exponent. */
static int layout(char *out, decimal d)
{
	char digits[24];
	int n = put_digits(digits, d.digits), length = 0;
	if (d.exponent < -4 || d.exponent >= 15) {
		out[length++] = digits[0];
		if (n > 1) {
			out[length++] = '.';
			memcpy(out + length, digits + 1, (size_t)n - 1);
			length += n - 1;
		}
		out[length++] = 'e';
		if (d.exponent < 0)
			out[length++] = '-';
		return length + put_digits(out + length, (uint64_t)abs(d.exponent));
	}
	for (int place = d.exponent < 0 ? 0 : d.exponent; place > d.exponent - n || place >= 0; place--) {
		if (place == -1)
			out[length++] = '.';
		int i = d.exponent - place;
		out[length++] = i >= 0 && i < n ? digits[i] : '0';
	}
	return length;
}

static decimal stripped(uint64_t digits, int exponent)
{
	while (digits && digits % 10 == 0)
		digits /= 10;
	return (decimal){digits, exponent};
}

static uint64_t bits_of(double value)
{
	uint64_t bits;
	memcpy(&bits, &value, sizeof bits);
	return bits;
}

static bool is_power_of_two(double value)
{
	return (bits_of(value) & ((UINT64_C(1) << 52) - 1)) == 0;
}

static decimal scanned(const char *text)
{
	uint64_t digits = 0;
	const char *e = strchr(text, 'e');
	for (const char *at = text; at < e; at++)          /* the point depends on the locale and is passed over */
		if (*at >= '0' && *at <= '9')
			digits = digits * 10 + (uint64_t)(*at - '0');
	int exponent = atoi(e + 1);
	return stripped(digits, exponent);
}

static decimal slow(double value)
{
	char text[64];
	/* Subnormal numbers have fewer bits, and so may need fewer digits than 15. */
	for (int precision = value < DBL_MIN ? 1 : 15; precision < 17; precision++) {
		snprintf(text, sizeof text, "%.*e", precision - 1, value);
		if (strtod(text, NULL) == value)
			return scanned(text);
		/* Above a power of two twice as much room is left as below it: the next decimal up may do. */
		char *last = strchr(text, 'e') - 1;
		if (precision == 16 && is_power_of_two(value) && *last < '9') {
			++*last;
			if (strtod(text, NULL) == value)
				return scanned(text);
		}
	}
	snprintf(text, sizeof text, "%.16e", value);
	return scanned(text);
}

#if LDBL_MANT_DIG >= 64

enum { EXACT_POWERS = 28 };    /* 5^27 is the last that 64 bits hold */
static const long double power_of_ten[EXACT_POWERS] = {
	1e0L, 1e1L, 1e2L, 1e3L, 1e4L, 1e5L, 1e6L, 1e7L, 1e8L, 1e9L, 1e10L, 1e11L, 1e12L, 1e13L, 1e14L, 1e15L, 1e16L, 1e17L,
	1e18L, 1e19L, 1e20L, 1e21L, 1e22L, 1e23L, 1e24L, 1e25L, 1e26L, 1e27L};

static long double scaled_by(long double value, int power)
{
	return power >= 0 ? value * power_of_ten[power] : value / power_of_ten[-power];
}

typedef enum answer { NO, YES, TOO_NEAR } answer;

static answer reads_back(uint64_t digits, int power, double value, long double half_ulp)
{
	long double off = fabsl(scaled_by((long double)digits, power) - value);
	if (off < half_ulp * (1 - 0x1p-8L))
		return YES;
	return off > half_ulp * (1 + 0x1p-8L) ? NO : TOO_NEAR;
}

/* For 1e-10 <= value < 1e27; false if the slow way must decide. */
static bool fast(double value, decimal *out)
{
	if (is_power_of_two(value))
		return false;
	int exponent = (int)floor(log10(value));
	long double scaled = scaled_by(value, 16 - exponent);
	if (scaled < 1e16L)
		scaled = scaled_by(value, 16 - --exponent);
	else if (scaled >= 1e17L)
		scaled = scaled_by(value, 16 - ++exponent);
	uint64_t seventeen = (uint64_t)(scaled + 0.5L);
	long double half_ulp = ldexpl(1, (int)(bits_of(value) >> 52 & 0x7ff) - 1023 - 53);
	long double fraction = scaled - (long double)seventeen;

	for (uint64_t step = 100; step >= 10; step /= 10) {
		uint64_t below = seventeen / step, over = seventeen % step;
		bool tie = over * 2 == step;
		if (tie && fabsl(fraction) < 0.02L)
			return false;
		uint64_t digits = below + (over * 2 > step || (tie && fraction > 0));
		answer a = reads_back(digits, exponent - 16 + (step == 100 ? 2 : 1), value, half_ulp);
		if (a == TOO_NEAR)
			return false;
		if (a == YES) {
			/* Rounding up may have made one digit more (9.99.. to 10). */
			int grown = digits >= UINT64_C(100000000000000000) / step;
			*out = stripped(digits, exponent + grown);
			return true;
		}
	}
	*out = stripped(seventeen, exponent + (seventeen >= UINT64_C(100000000000000000)));
	return reads_back(seventeen, exponent - 16, value, half_ulp) == YES && fabsl(fabsl(fraction) - 0.5L) > 0.02L;
}

#else

static bool fast(double value, decimal *out)
{
	(void)value;
	(void)out;
	return false;
}

#endif

int sb_real_text(char out[32], double value)
{
	int length = 0;
	if (isnan(value)) {
		strcpy(out, "NaN");
		return 3;
	}
	if (signbit(value)) {
		out[length++] = '-';
		value = -value;
	}
	if (isinf(value)) {
		strcpy(out + length, "Infinity");
		return length + 8;
	}
	if (value < 1e15 && value == (double)(uint64_t)value) {
		length += put_digits(out + length, (uint64_t)value);
	} else {
		decimal d;
		if (!(value >= 1e-10 && value < 1e27 && fast(value, &d)))
			d = slow(value);
		length += layout(out + length, d);
	}
	out[length] = 0;
	return length;
}

double sb_read_real(const char *text, char **end)
{
	char *behind;
	double value = strtod(text, &behind);
	if (end)
		*end = behind;
	if (value != 0)
		return value;
	bool hexadecimal = strchr("xX", text[strspn(text, " \t+-0")]) != NULL;
	for (const char *at = text; at < behind && !strchr(hexadecimal ? "pP" : "eE", *at); at++)
		if (*at >= '1' && *at <= '9')
			return NAN;
	return value;
}
