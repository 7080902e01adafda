/* Units as people write them: of a derivative, and of the values that a picture shows. */
#include "model/unit/unit.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A unit that is changed by a division by a second: J and W, C and A. */
static const struct { const char *of, *rate; } named[] = {
	{"J", "W"}, {"kJ", "kW"}, {"MJ", "MW"}, {"C", "A"}, {"Wb", "V"}, {"degC", "K/s"}, {"1", "1/s"}, {"s", "1"},
};

typedef struct part { const char *name; size_t length; int power; } part;
typedef struct fraction { part at[16]; uint32_t n; bool plain; } fraction;      /* powers below the line are negative */

/* Factors with whole powers up to `end`; anything else makes the fraction not plain. */
static const char *read_factors(fraction *f, const char *at, int sign)
{
	while (f->plain) {
		part one = {.name = at, .power = 1};
		while (isalpha((unsigned char)*at) || *at == '%' || *at == '_')
			at++;
		one.length = (size_t)(at - one.name);
		if (isdigit((unsigned char)*at) || ((*at == '-' || *at == '+') && isdigit((unsigned char)at[1]))) {
			char *end;
			long power = strtol(at, &end, 10);
			f->plain = labs(power) < 100;
			one.power = (int)power;
			at = end;
		}
		f->plain = f->plain && one.length && f->n < 15;
		one.power *= sign;
		if (f->plain)
			f->at[f->n++] = one;
		if (*at != '.')
			return at;
		at++;
	}
	return at;
}

static fraction read_fraction(const char *at)
{
	fraction f = {.plain = true};
	if (at[0] == '1' && at[1] == '/')
		at++;
	else
		at = read_factors(&f, at, 1);
	if (f.plain && *at == '/') {
		bool bracket = at[1] == '(';
		at = read_factors(&f, at + 1 + bracket, -1);
		if (bracket && *at++ != ')')
			f.plain = false;
	}
	f.plain = f.plain && !*at;
	return f;
}

static void divide_by_second(fraction *f)
{
	for (uint32_t i = 0; i < f->n; i++)
		if (f->at[i].length == 1 && *f->at[i].name == 's') {
			f->at[i].power--;
			return;
		}
	f->at[f->n++] = (part){"s", 1, -1};
}

static uint32_t write_factors(const fraction *f, int sign, sb_text *out)
{
	uint32_t count = 0;
	for (uint32_t i = 0; i < f->n; i++) {
		int power = sign * f->at[i].power;
		if (power <= 0)
			continue;
		sb_addf(out, "%s%.*s", count++ ? "." : "", (int)f->at[i].length, f->at[i].name);
		if (power > 1)
			sb_addf(out, "%d", power);
	}
	return count;
}

const char *sm_unit_of_rate(sb_arena *arena, const char *unit)
{
	if (!unit || !*unit)
		return "";
	for (size_t i = 0; i < sizeof named / sizeof *named; i++)
		if (strcmp(unit, named[i].of) == 0)
			return named[i].rate;
	fraction f = read_fraction(unit);
	if (!f.plain)
		return sb_printf(arena, "(%s)/s", unit);
	sb_text text = {0}, below = {0};
	divide_by_second(&f);
	uint32_t above = write_factors(&f, 1, &text), under = write_factors(&f, -1, &below);
	if (!above)
		sb_add(&text, "1");
	if (under)
		sb_addf(&text, under > 1 ? "/(%s)" : "/%s", below.at);
	const char *rate = sb_strdup(arena, text.at);
	sb_text_free(&text);
	sb_text_free(&below);
	return rate;
}

/* Kelvin at the zero of a scale with an offset. */
static double zero_of(const char *unit)
{
	return strcmp(unit, "degC") == 0 ? 273.15 : strcmp(unit, "degF") == 0 ? 459.67 * 5 / 9 : 0;
}

bool sm_unit_shown(const char *unit, const char *display, double *factor, double *offset)
{
	sm_unit from, to;
	*factor = 1;
	*offset = 0;
	if (!unit || !display || !*unit || !*display || strcmp(unit, display) == 0)
		return false;
	if (sm_unit_read(unit, &from, NULL) || sm_unit_read(display, &to, NULL) || !sm_unit_same_dimension(&from, &to) ||
	    strcmp(unit, "dB") == 0 || strcmp(display, "dB") == 0)
		return false;
	*factor = from.factor / to.factor;
	*offset = (zero_of(unit) - zero_of(display)) / to.factor;
	return true;
}
