/* What tests of the public interface share: models, and how they are loaded. */
#ifndef SALTUS_TESTS_PUBLIC_H
#define SALTUS_TESTS_PUBLIC_H

#include "unit/unit.h"
#include <saltus.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* fontconfig, which cairo uses for a PNG, keeps what it has read; the leak sanitizer asks here for whom that is known.
 */
const char *__lsan_default_suppressions(void);

const char *__lsan_default_suppressions(void)
{
	return "leak:libfontconfig";
}

static const char decay[] =
	"model Decay parameter Real a = 1; final parameter Real two = 2; parameter Integer n = 3; parameter Boolean on = "
	"true; "
	"parameter Real w[2] = {1, 2}; constant Real c = 4; parameter Integer k = 1; "
	"type Mode = enumeration(slow, fast); parameter Mode mode = Mode.slow; parameter Real q(fixed = false); parameter "
	"String s = \"\"; Real u[n]; Real x(start = 1, fixed = true, unit = \"m\"); "
	"initial equation q = 1; equation der(x) = if on then -a*x else 0; for i in 1:n loop u[i] = i*x; end for; end "
	"Decay;";

/* Events of every kind, a loop, a delay and a clock: what must come out the same each time. */
static const char busy[] =
	"model Busy parameter Real e = 0.8; Real h(start = 1, fixed = true); Real v(start = 0, fixed = true); "
	"Integer n(start = 0, fixed = true); discrete Real held(start = 0, fixed = true); Real y; Real p; "
	"equation der(h) = v; der(v) = -9.81 - 0.1*p; p + exp(0.1*p) = 1 + v; y = delay(h, 0.05); "
	"when h < 0 then reinit(v, -e*pre(v)); n = pre(n) + 1; end when; "
	"when sample(0, 0.1) then held = h + pre(held)/2; end when; end Busy;";

static saltus_program *load(const char *text)
{
	saltus_program *p = saltus_load_text(text, NULL);
	if (saltus_failed(p))
		print_error("%s\n", saltus_messages(p));
	assert_false(saltus_failed(p));
	return p;
}

/* All that a run recorded, as one block of doubles. */
typedef struct values { double *at; size_t n; } values;

static values all_values(const saltus_program *p, const saltus_run *r)
{
	size_t count = saltus_count(p), rows = saltus_rows(r);
	values v = {malloc((rows * (count + 1) + 1) * sizeof(double)), 0};
	for (size_t row = 0; row < rows; row++) {
		v.at[v.n++] = saltus_time(r, row);
		for (size_t i = 0; i < count; i++)
			v.at[v.n++] = saltus_value(r, row, saltus_name(p, i));
	}
	return v;
}

static bool same_bits(values a, values b)
{
	return a.n == b.n && memcmp(a.at, b.at, a.n * sizeof(double)) == 0;
}

enum { THREADS = 8, TURNS = 4 };

#endif
