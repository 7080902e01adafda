/* What every unit test includes first: cmocka needs these headers before its own. */
#ifndef SALTUS_TESTS_UNIT_H
#define SALTUS_TESTS_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include <math.h>

/* cmocka's own compares single precision, in which a tolerance of 1e-9 is as good as none. */
static inline void unit_near(double a, double b, double tolerance, const char *file, int line)
{
	if (fabs(a - b) <= tolerance || a == b)
		return;
	print_error("%.17g is not %.17g within %g\n", a, b, tolerance);
	_fail(file, line);
}

#undef assert_float_equal
#define assert_float_equal(a, b, tolerance) unit_near((a), (b), (tolerance), __FILE__, __LINE__)

#endif
