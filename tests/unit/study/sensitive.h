/* What tests of sensitivities share: a question, and how near its answer must be. */
#ifndef SALTUS_TESTS_SENSITIVE_H
#define SALTUS_TESTS_SENSITIVE_H

#include "unit/unit.h"
#include <saltus.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_MOST = 4, TIMES_MOST = 16 };

static void is_near(const char *what, double found, double expected, double tolerance, double size)
{
	if (!(fabs(found - expected) <= tolerance * (size + fabs(expected))))
		print_error("%s: %.15g instead of %.15g, off by %.2g\n", what, found, expected, fabs(found - expected));
	assert_true(fabs(found - expected) <= tolerance * (size + fabs(expected)));
}

typedef struct found {
	double d[TIMES_MOST * ROWS_MOST * ROWS_MOST], v[TIMES_MOST * ROWS_MOST];
	bool grazed;
} found;

/* `exact`: nothing is said of sensitivities, so no differences of runs were taken. */
static void ask_of(saltus_program *p, const char *const *of, size_t rows, const char *const *by, size_t columns,
				   const double *times, size_t count, double tolerance, bool exact, found *out)
{
	if (saltus_failed(p))
		print_error("%s", saltus_messages(p));
	saltus_run *r = saltus_new_run(p);
	assert_non_null(r);
	saltus_set_stop(r, times[count - 1]);
	saltus_set_tolerance(r, tolerance);
	bool good = saltus_sensitivities(r, of, rows, by, columns, times, count, out->d, out->v);
	bool said = strstr(saltus_run_messages(r), "[R07") != NULL;
	out->grazed = strstr(saltus_run_messages(r), "[R0703]") != NULL;
	if (!good || said == exact)
		print_error("%s", saltus_run_messages(r));
	assert_true(good);
	assert_int_equal(said, !exact);
	saltus_free_run(r);
	saltus_free(p);
}

static void ask(const char *text, const char *const *of, size_t rows, const char *const *by, size_t columns,
				const double *times, size_t count, double tolerance, bool exact, found *out)
{
	ask_of(saltus_load_text(text, NULL), of, rows, by, columns, times, count, tolerance, exact, out);
}

#define NAMES(...) (const char *const[]){__VA_ARGS__}

/* The fourth-order difference of a closed form. */
#define SLOPE(f, x, h) ((8 * (f((x) + (h)) - f((x) - (h))) - (f((x) + 2 * (h)) - f((x) - 2 * (h)))) / (12 * (h)))

static double moment;          /* of the function that SLOPE is taken of */

#endif
