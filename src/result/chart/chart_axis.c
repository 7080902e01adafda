/* Axes with round numbers. */
#include "base/utf8.h"
#include "result/chart/scene.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

double sr_drawable(double v)
{
	return isnan(v) ? 0 : fmin(fmax(v, -1e307), 1e307);
}

static sr_axis ticked(double low, double high, double step)
{
	sr_axis a = {.low = low, .high = high, .step = step, .first = ceil(low / step - 1e-9) * step, .pattern = SR_EVEN};
	a.ticks = (int)floor((high - a.first) / step + 1e-9) + 1;
	return a;
}

sr_axis sr_axis_over(double low, double high, int most_ticks, bool whole)
{
	low = sr_drawable(low);
	high = sr_drawable(high);
	/* a curve that does not move, or only by rounding, gets room above and below */
	if (!(high - low > fmax(1e-300, 1e-13 * fmax(fabs(low), fabs(high))))) {
		double size = fabs(low) > 1e-290 ? 0.5 * fabs(low) : 1;
		high = low + size;
		low -= size;
	}
	double raw = (high - low) / most_ticks, power = pow(10, floor(log10(raw))), unit = raw / power;
	double step = power * (unit <= 1   ? 1
						   : unit <= 2 ? 2
						   : unit <= 5 ? 5
									   : 10),
		   finer = power * (unit <= 1   ? 0.5
							: unit <= 2 ? 1
							: unit <= 5 ? 2
										: 5);
	if (whole && step < 1)
		step = 1;
	sr_axis a = ticked(low, high, step);
	return a.ticks < 2 && !whole ? ticked(low, high, finer) : a;          /* one number tells no distance */
}

/* Ticks at powers of ten, or at 1, 2 and 5 times them where there is room for that; over less than a decade at round
 * numbers in equal distances. */
static sr_axis logarithmic(double low, double high, int most)
{
	low = fmin(fmax(low, 1e-300), 1e300);
	high = fmin(fmax(high, 1e-300), 1e300);
	if (!(high > low * (1 + 1e-9))) {
		low /= 2;
		high *= 2;
	}
	int first = (int)ceil(log10(low) - 1e-9), last = (int)floor(log10(high) + 1e-9), count = last - first + 1;
	sr_axis a = {.low = low, .high = high, .scale = SR_LOGARITHMIC, .first = first, .step = 1, .ticks = count,
		.pattern = SR_POWERS};
	if (count < 2 && high < 12 * low) {
		sr_axis even = sr_axis_over(low, high, most > 2 ? most - 1 : most, false);
		even.scale = SR_LOGARITHMIC;
		return even;
	}
	if ((count <= 2 && most > 3) || 3 * count <= most) {
		a.pattern = SR_ONE_TWO_FIVE;
		a.first = 3 * (first - 1);
		while (sr_tick_at(&a, 0) < low * (1 - 1e-9))
			a.first++;
		for (a.ticks = 0; sr_tick_at(&a, a.ticks) <= high * (1 + 1e-9);)
			a.ticks++;
		return a;
	}
	while ((count - 1) / (int)a.step + 1 > (most > 1 ? most : 2))
		a.step++;
	a.first = ceil(first / a.step) * a.step;
	a.ticks = (int)floor((last - a.first) / a.step) + 1;
	return a;
}

/* Ticks at multiples of a given number, where there are at least two of them. */
static sr_axis in_multiples(sr_axis a, double every, int most)
{
	double step = every;
	while ((a.high - a.low) / step > most)
		step *= 2;
	sr_axis multiples = ticked(a.low, a.high, step);
	return multiples.ticks >= 2 ? multiples : a;
}

sr_axis sr_axis_as(const sr_axis_wish *wish, double low, double high, int most_ticks)
{
	sr_axis a = wish->scale == SR_LOGARITHMIC ? logarithmic(low, high, most_ticks)
											  : sr_axis_over(low, high, most_ticks, wish->whole || wish->name_count);
	if (wish->every > 0 && wish->scale == SR_LINEAR)
		a = in_multiples(a, wish->every, most_ticks);
	a.reversed = wish->reversed;
	a.names = wish->names;
	a.name_count = wish->name_count;
	return a;
}

double sr_tick_at(const sr_axis *axis, int tick)
{
	static const double mantissa[] = {1, 2, 5};
	double k = axis->first + tick * axis->step;
	switch (axis->pattern) {
	case SR_POWERS: return pow(10, k);
	case SR_ONE_TWO_FIVE: return mantissa[(int)(k - 3 * floor(k / 3))] * pow(10, floor(k / 3));
	case SR_EVEN: break;
	}
	return fabs(k) < 1e-9 * axis->step ? 0 : k;
}

double sr_axis_part(const sr_axis *axis, double value)
{
	enum { FAR = 1000000 };          /* cut off by everybody, and far from what arithmetic cannot hold */
	double part = axis->scale == SR_LOGARITHMIC
					  ? (value > 0 ? log10(value / axis->low) / log10(axis->high / axis->low) : NAN)
					  : (value - axis->low) / (axis->high - axis->low);
	part = isfinite(value) ? fmin(fmax(part, -FAR), FAR) : NAN;
	return axis->scale == SR_LOGARITHMIC && !(value > 0) ? NAN : axis->reversed ? 1 - part : part;
}

/* How the numbers of an axis are written: all with the same digits behind the point, and the same exponent if there is
 * one. */
typedef struct manner { bool exponent; int power, places; } manner;

static int power_of(double v)
{
	return (int)floor(log10(v) + 1e-9);
}

static manner manner_of(const sr_axis *axis)
{
	enum { FIXED_MOST = 17, DIGITS_MOST = 5 };
	double last = axis->first + (axis->ticks - 1) * axis->step, largest = fmax(fabs(axis->first), fabs(last));
	int places = (int)ceil(-log10(axis->step) - 1e-9);
	if (!(largest > 0))
		largest = axis->step;
	manner m = {.power = power_of(largest), .places = places > 0 ? places : 0};
	/* a small range far from zero needs all its digits: 1000000.2 rather than 1.0000002e6 */
	bool far = m.power + places > DIGITS_MOST && m.power >= 0 && m.power + 2 + m.places <= FIXED_MOST;
	if ((largest < 1e6 && largest >= 1e-3) || far)
		return m;
	m.exponent = true;
	m.places = places + m.power > 0 ? places + m.power : 0;
	return m;
}

static int named_tick(char out[64], const sr_axis *axis, double v)
{
	uint32_t k = v >= 1 && v <= axis->name_count && v == floor(v) ? (uint32_t)v - 1 : UINT32_MAX;
	const char *name = k < axis->name_count ? axis->names[k] : "";
	size_t n = strlen(name);
	while (n > 60 || sb_utf8_invalid(name, n) < n)
		n--;
	return snprintf(out, 64, "%.*s", (int)n, name);
}

/* 0.01, 10, 1000; outside of that 1e6, or 10 with a small 6. */
static int power_tick(char out[64], double v, bool plain)
{
	static const char *const small[] = {"\u2070", "\u00b9", "\u00b2", "\u00b3", "\u2074",
	                                    "\u2075", "\u2076", "\u2077", "\u2078", "\u2079"};
	int power = power_of(v), n;
	double mantissa = round(v / pow(10, power));
	if (power >= -3 && power <= 4)
		return snprintf(out, 64, "%.*f", power < 0 ? -power : 0, v);
	if (plain)
		return snprintf(out, 64, "%.0fe%d", mantissa, power);
	char digits[16];
	n = mantissa > 1 ? snprintf(out, 64, "%.0f\u00b710", mantissa) : snprintf(out, 64, "10");
	snprintf(digits, sizeof digits, "%d", power);
	for (const char *d = digits; *d; d++)
		n += snprintf(out + n, 64 - (size_t)n, "%s", *d == '-' ? "\u207b" : small[*d - '0']);
	return n;
}

int sr_tick_text(char out[64], const sr_axis *axis, int tick, bool plain)
{
	manner m;
	double v = sr_tick_at(axis, tick);
	if (axis->name_count)
		return named_tick(out, axis, v);
	if (axis->pattern != SR_EVEN)
		return power_tick(out, v, plain);
	m = manner_of(axis);
	if (!m.exponent)
		return snprintf(out, 64, "%.*f", m.places, v);
	if (v == 0)
		return snprintf(out, 64, "0");
	return snprintf(out, 64, "%.*fe%d", m.places > 12 ? 12 : m.places, v / pow(10, m.power), m.power);
}

int sr_tick_width(const sr_axis *axis)
{
	char text[64];
	int most = 0;
	for (int i = 0; i < axis->ticks; i++) {
		int n = (int)sb_utf8_count(text, (size_t)sr_tick_text(text, axis, i, false));
		most = n > most ? n : most;
	}
	return most;
}
