/* Units as text: what is read, what is not, and how derived ones are written. The factors are those of the SI. */
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>

#include "model/unit/unit.h"

static sm_unit good(const char *text)
{
	sm_unit u;
	size_t at;
	if (sm_unit_read(text, &u, &at) != SM_UNIT_GOOD)
		fail_msg("'%s' is not read, from %zu on", text, at);
	return u;
}

static void same(const char *a, const char *b)
{
	sm_unit x = good(a), y = good(b);
	if (!sm_unit_equal(&x, &y))
		fail_msg("'%s' and '%s' are not the same unit", a, b);
}

static void different(const char *a, const char *b)
{
	sm_unit x = good(a), y = good(b);
	if (sm_unit_equal(&x, &y))
		fail_msg("'%s' and '%s' are the same unit", a, b);
}

static void units_that_are_the_same(void **state)
{
	(void)state;
	same("N", "kg.m/s2");
	same("N.m", "J");
	same("J/(kg.K)", "J.kg-1.K-1");
	same("kg.m.s-2", "(kg.m)/s2");
	same("V", "W/A");
	same("Ohm", "V/A");
	same("F", "C/V");
	same("Wb", "V.s");
	same("T", "Wb/m2");
	same("Pa", "N/m2");
	same("bar", "daN/cm2");
	same("1/s", "Hz");
	same("rad/s", "1/s");
	same("l", "dm3");
	same("km/h", "km/h");
	same("1", "rad");
	same("m(1/2)", "m(2/4)");
	same("us", "us");
	assert_true(fabs(good("km/h").factor - 1 / 3.6) < 1e-12);
	assert_true(fabs(good("mm2").factor - 1e-6) < 1e-18);
	assert_true(fabs(good("rev/min").factor - good("rpm").factor) < 1e-12);
	assert_true(fabs(good("min").factor - 60) < 1e-12);
}

static void units_that_differ(void **state)
{
	(void)state;
	different("m", "s");
	different("mm", "m");
	different("deg", "rad");
	different("degC", "K");
	different("g", "kg");
	different("kat", "K.A.t");
}

static void what_is_not_a_unit(void **state)
{
	static const struct { const char *text; sm_unit_fault fault; size_t at;
	} wrong[] = {
		{"m/s^2", SM_UNIT_SYNTAX, 3}, {"N*m", SM_UNIT_SYNTAX, 1},      {"J/kg/K", SM_UNIT_SYNTAX, 4},
		{"", SM_UNIT_SYNTAX, 0},      {"m/", SM_UNIT_SYNTAX, 2},       {"(m", SM_UNIT_SYNTAX, 2},
		{"m-", SM_UNIT_SYNTAX, 2},    {"furlong", SM_UNIT_UNKNOWN, 0}, {"kmin", SM_UNIT_UNKNOWN, 0},
		{"m.x", SM_UNIT_UNKNOWN, 2},  {"Nm ", SM_UNIT_UNKNOWN, 0},     {"m(1/0)", SM_UNIT_SYNTAX, 3},
	};
	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
		sm_unit u;
		size_t at = 99;
		sm_unit_fault fault = sm_unit_read(wrong[i].text, &u, &at);
		if (fault != wrong[i].fault || at != wrong[i].at)
			fail_msg("'%s' gives %d at %zu", wrong[i].text, (int)fault, at);
	}
	sb_text deep = {0};
	sm_unit u;
	for (int i = 0; i < 100000; i++)
		sb_add(&deep, "(");
	assert_int_equal(sm_unit_read(deep.at, &u, NULL), SM_UNIT_SYNTAX);
	sb_text_free(&deep);
}

static void written(const char *unit, const char *wanted)
{
	sb_text out = {0};
	sm_unit u = good(unit);
	sm_unit_write(&u, &out);
	assert_string_equal(out.at, wanted);
	sb_text_free(&out);
}

static void units_are_written_as_people_do(void **state)
{
	(void)state;
	written("kg.m/s2", "N");
	written("V.A", "W");
	written("m/s", "m/s");
	written("kg.m/s", "kg.m/s");
	written("1/s", "1/s");
	written("W/(m2.K)", "W/(m2.K)");
	written("V/(m.s)", "V/(m.s)");
	written("K/W", "K/W");
	written("V2", "V2");
	written("N/m", "N/m");
	written("Pa.s", "Pa.s");
	written("kg.m2", "kg.m2");
	written("kg.m2/s", "kg.m2/s");
	written("kg/m3", "kg/m3");
	written("m/s2", "m/s2");
	written("J/(mol.K)", "J/(K.mol)");
	written("1", "1");
	written("m(1/2)", "m(1/2)");
	written("min.m", "60 m.s");          /* a factor that no symbol has stands before */
	written("km.kg", "1000 kg.m");
	written("h.A.m", "3600 C.m");
	written("m.deg", "deg m");
}

/* Of products of two units and powers: what is written means the same, but for a factor that stands before it. */
static void what_is_written_is_read_again(void **state)
{
	(void)state;
	static const char *const units[] = {"m", "s", "kg", "A", "K", "mol", "cd", "N", "J", "W", "V", "Ohm", "Pa", "H",
		"F", "C", "Hz", "T", "Wb", "km", "ms", "min", "h", "bar", "mm", "kW"};
	enum { COUNT = sizeof units / sizeof *units };
	for (int i = 0; i < COUNT; i++)
		for (int j = 0; j < COUNT; j++)
			for (int power = -2; power <= 2; power++) {
				sm_unit u = sm_unit_product(good(units[i]), good(units[j]), power);
				sb_text out = {0};
				char *rest;
				sm_unit_write(&u, &out);
				double factor = strtod(out.at, &rest);
				bool before = rest != out.at && *rest == ' ';
				sm_unit back = good(before ? rest + 1 : out.at);
				back.factor *= before ? factor : 1;
				if (!sm_unit_same_dimension(&back, &u) || fabs(back.factor / u.factor - 1) > 1e-5)
					print_error("%s and %s^%d: %s\n", units[i], units[j], power, out.at);
				assert_true(sm_unit_same_dimension(&back, &u));
				assert_true(fabs(back.factor / u.factor - 1) <= 1e-5);
				sb_text_free(&out);
			}
}

static void rate_of(const char *unit, const char *wanted)
{
	sb_arena *arena = sb_arena_new();
	assert_string_equal(sm_unit_of_rate(arena, unit), wanted);
	sb_arena_free(arena);
}

static void rates_are_written_as_people_do(void **state)
{
	(void)state;
	static const char *const pairs[][2] = {
		{"m", "m/s"},
		{"m/s", "m/s2"},
		{"m/s2", "m/s3"},
		{"rad/s", "rad/s2"},
		{"kg.m/s", "kg.m/s2"},
		{"1/s", "1/s2"},
		{"1", "1/s"},
		{"J", "W"},
		{"kJ", "kW"},
		{"C", "A"},
		{"Wb", "V"},
		{"degC", "K/s"},
		{"K", "K/s"},
		{"J/(kg.K)", "J/(kg.K.s)"},
		{"m2", "m2/s"},
		{"N.s", "N"},
		{"s", "1"},
		{"m.s-1", "m/s2"},
		{"mol/m3", "mol/(m3.s)"},
		{"", ""},
		{"apples and pears", "(apples and pears)/s"},
		{"kg/(m.s)", "kg/(m.s2)"},
		{"km/h", "km/(h.s)"},
		{"%", "%/s"},
		{"m(1/2)", "(m(1/2))/s"},
	};
	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		rate_of(pairs[i][0], pairs[i][1]);
}

/* Whatever is written: a rate times a second is the unit again. */
static void rates_are_right(void **state)
{
	(void)state;
	static const char *const symbols[] = {"m", "s", "kg", "A", "mol", "J", "kW", "h", "rad", "Pa"};
	uint64_t seed = 12345;
	for (int round = 0; round < 3000; round++) {
		sb_arena *arena = sb_arena_new();
		sb_text text = {0};
		int above = 1 + (int)(seed >> 33) % 3, below = (int)(seed >> 40) % 3;
		for (int i = 0; i < above + below; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			sb_add(&text, i == 0 ? "" : i == above ? (below > 1 ? "/(" : "/") : ".");
			sb_add(&text, symbols[(seed >> 33) % 10]);
			if (seed >> 50 & 1)
				sb_addf(&text, "%d", 1 + (int)(seed >> 55) % 3);
		}
		sb_add(&text, below > 1 ? ")" : "");
		sm_unit unit = good(text.at), rate = good(sm_unit_of_rate(arena, text.at)), second = good("s");
		rate = sm_unit_product(rate, second, 1);
		if (!sm_unit_equal(&unit, &rate))
			fail_msg("the rate of '%s' is not '%s'", text.at, sm_unit_of_rate(arena, text.at));
		sb_text_free(&text);
		sb_arena_free(arena);
		seed = seed * 6364136223846793005u + 1442695040888963407u;
	}
}

static void shown(const char *unit, const char *display, double value, double wanted)
{
	double factor, offset;
	assert_true(sm_unit_shown(unit, display, &factor, &offset));
	assert_true(fabs(value * factor + offset - wanted) <= 1e-9 * fmax(1, fabs(wanted)));
}

static void what_is_shown(void **state)
{
	(void)state;
	double factor, offset;
	shown("K", "degC", 300, 26.85);
	shown("K", "degF", 273.15, 32);
	shown("degC", "K", 0, 273.15);
	shown("degC", "degF", 100, 212);
	shown("rad", "deg", 3.14159265358979323846, 180);
	shown("rad/s", "rev/min", 2 * 3.14159265358979323846, 60);
	shown("Pa", "bar", 2.5e5, 2.5);
	shown("m/s", "km/h", 10, 36);
	assert_false(sm_unit_shown("K", "K", &factor, &offset));
	assert_false(sm_unit_shown("K", "m", &factor, &offset));
	assert_false(sm_unit_shown("", "deg", &factor, &offset));
	assert_false(sm_unit_shown("K", "what?", &factor, &offset));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_that_are_the_same),
		cmocka_unit_test(units_that_differ),
		cmocka_unit_test(what_is_not_a_unit),
		cmocka_unit_test(units_are_written_as_people_do),
		cmocka_unit_test(what_is_written_is_read_again),
		cmocka_unit_test(rates_are_written_as_people_do),
		cmocka_unit_test(rates_are_right),
		cmocka_unit_test(what_is_shown),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
