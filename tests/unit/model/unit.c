/* Units as text: what is read, what is not, and how derived ones are written. The factors are those of the SI. */
#include "unit/unit.h"

#include <math.h>

#include "model/unit.h"

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
	static const struct { const char *text; sm_unit_fault fault; size_t at; } wrong[] = {
		{"m/s^2", SM_UNIT_SYNTAX, 3}, {"N*m", SM_UNIT_SYNTAX, 1}, {"J/kg/K", SM_UNIT_SYNTAX, 4}, {"", SM_UNIT_SYNTAX, 0},
		{"m/", SM_UNIT_SYNTAX, 2}, {"(m", SM_UNIT_SYNTAX, 2}, {"m-", SM_UNIT_SYNTAX, 2}, {"furlong", SM_UNIT_UNKNOWN, 0},
		{"kmin", SM_UNIT_UNKNOWN, 0}, {"m.x", SM_UNIT_UNKNOWN, 2}, {"Nm ", SM_UNIT_UNKNOWN, 0}, {"m(1/0)", SM_UNIT_SYNTAX, 3},
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
	written("W/(m2.K)", "kg/(s3.K)");
	written("1", "1");
	written("m(1/2)", "m(1/2)");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(units_that_are_the_same),
		cmocka_unit_test(units_that_differ),
		cmocka_unit_test(what_is_not_a_unit),
		cmocka_unit_test(units_are_written_as_people_do),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
