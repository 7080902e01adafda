/* Many small models, and many runs of one, in one process through the public interface. */
#include "bench.h"
#include "saltus.h"
#include <stdio.h>
#include <stdlib.h>

enum { MODELS = 1000, RUNS = 2000 };

static void fail(const char *text)
{
	fputs(text, stderr);
	exit(1);
}

void bench_models(void)
{
	double begin = sb_clock();
	for (int i = 0; i < MODELS; i++) {
		char text[400];
		snprintf(text, sizeof text,
		         "model M%d parameter Real a = %d; Real x(start = %d, fixed = true); Real v(start = 0, fixed = true); "
				 "Boolean high; equation "
		         "der(x) = v; der(v) = -x - v/a; high = x > %d.5; end M%d;", i, i % 7 + 1, i % 5 + 1, i % 3, i);
		saltus_program *p = saltus_load_text(text, NULL);
		if (saltus_failed(p))
			fail(saltus_messages(p));
		saltus_run *r = saltus_new_run(p);
		if (saltus_simulate(r) != SALTUS_DONE)
			fail(saltus_run_messages(r));
		saltus_free_run(r);
		saltus_free(p);
	}
	bench_row("models", "text to result, per model", (sb_clock() - begin) / MODELS, 0, 0);

	saltus_program *p = saltus_load_text("model M parameter Real k = 1; Real x(start = 1, fixed = true); equation "
										 "der(x) = -k*x; end M;", NULL);
	if (saltus_failed(p))
		fail(saltus_messages(p));
	saltus_run *r = saltus_new_run(p);
	begin = sb_clock();
	for (int i = 0; i < RUNS; i++) {
		saltus_set(r, "k", 1 + i * 1e-3);
		if (saltus_simulate(r) != SALTUS_DONE)
			fail(saltus_run_messages(r));
	}
	bench_row("parameter", "a changed parameter and a run", (sb_clock() - begin) / RUNS, 5e-3, 1);
	saltus_free_run(r);
	saltus_free(p);
}
