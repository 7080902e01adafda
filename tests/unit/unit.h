/* What every unit test includes first: cmocka needs these headers before its own. */
#ifndef SALTUS_TESTS_UNIT_H
#define SALTUS_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>
#include <stdlib.h>
#include <time.h>

/* cmocka's own compares single precision, in which a tolerance of 1e-9 is as good as none. */
static inline void unit_near(double a, double b, double tolerance, const char *file, int line)
{
	if (fabs(a - b) <= tolerance || a == b)
		return;
	print_error("%.17g is not %.17g within %g\n", a, b, tolerance);
	_fail(file, line);
}

/* A number that changes from run to run, and is printed; SALTUS_SEED=N gives the same one again. */
static inline uint32_t changing_seed(void)
{
	const char *given = getenv("SALTUS_SEED");
	uint32_t seed = given ? (uint32_t)strtoul(given, NULL, 10) : (uint32_t)time(NULL) % 1000000;
	print_message("SALTUS_SEED=%u\n", seed);
	return seed;
}

#undef assert_float_equal
#define assert_float_equal(a, b, tolerance) unit_near((a), (b), (tolerance), __FILE__, __LINE__)

#endif
