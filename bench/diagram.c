/* A diagram with activations: a million events through ten blocks, from two clocks that are sources of their own,
 * against the same dispatch by hand. Parameters are values of the run on both sides. */
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TURNS = 9 };
static const double stop = 428;      /* so long that about a million events come */

static const char text[] =
	"model Ten\n"
	"  import Saltus.Diagrams.Activations.*;\n"
	"  import Saltus.Diagrams.Discrete.*;\n"
	"  import Saltus.Diagrams.Sources.*;\n"
	"  EventClock one(period = 0.7e-3), other(period = 1.1e-3);\n"
	"  EventUnion u;\n"
	"  Uniform noise(low = -1, high = 1);\n"
	"  SampleHold hold, rare;\n"
	"  DiscreteDelay d1, d2;\n"
	"  IfThenElse choice;\n"
	"  Counter up, down, all;\n"
	"  FrequencyDivider third(n = 3);\n"
	"equation\n"
	"  connect(one.o, u.e[1]); connect(other.o, u.e[2]);\n"
	"  connect(u.o, noise.e); connect(u.o, hold.e); connect(u.o, d1.e); connect(u.o, d2.e);\n"
	"  connect(u.o, choice.e); connect(u.o, all.e); connect(u.o, third.e);\n"
	"  connect(noise.y, hold.u); connect(hold.y, d1.u); connect(d1.y, d2.u); connect(noise.y, choice.u);\n"
	"  connect(choice.yes, up.e); connect(choice.no, down.e);\n"
	"  connect(third.o, rare.e); connect(d2.y, rare.u);\n"
	"end Ten;\n";

/* ------------------------------------------------------------------------------------------------------- by hand */

typedef struct ten {
	double low, high, period[2];     /* parameters */
	long long n, first;
	double noise_y, noise_r, hold_y, d1_y, d1_z, d2_y, d2_z, up_last, down_last, all_last, rare_y;
	long long state, up_n, down_n, all_n, count;
	double pending[2];
} ten;

static void blocks(ten *b, double t)
{
	b->state = 16807 * b->state % 2147483647;
	b->noise_r = (double)b->state / 2147483647;
	b->noise_y = b->low + (b->high - b->low) * b->noise_r;
	b->hold_y = b->noise_y;
	b->d1_y = b->d1_z;
	b->d1_z = b->hold_y;
	b->d2_y = b->d2_z;
	b->d2_z = b->d1_y;
	b->all_n++;
	b->all_last = t;
	if (b->noise_y > 0) {
		b->up_n++;
		b->up_last = t;
	} else {
		b->down_n++;
		b->down_last = t;
	}
	b->count++;
	if ((b->count - b->first) % b->n == 0)
		b->rare_y = b->d2_y;
}

__attribute__((noinline)) static void come(ten *b, int source, double t)
{
	switch (source) {
	case 0:
		blocks(b, t);
		b->pending[0] = t + b->period[0];
		break;
	case 1:
		blocks(b, t);
		b->pending[1] = t + b->period[1];
		break;
	}
}

static double by_hand(ten *b)
{
	double begin = bench_cpu();
	for (;;) {
		int source = b->pending[1] < b->pending[0];
		double t = b->pending[source];
		if (!(t < stop))
			break;
		b->pending[source] = INFINITY;
		come(b, source, t);
	}
	return bench_cpu() - begin;
}

/* ------------------------------------------------------------------------------------------------------ by Saltus */

static double by_model(st_model *m, se_run *run)
{
	se_settings settings = se_defaults(sc_image(m->program));
	settings.stop = settings.interval = stop;
	settings.limits = SE_NONE;
	settings.rows = SE_ROWS_GRID;
	double begin = bench_cpu();
	if (se_simulate(run, &settings) == SE_FAILED)
		exit(1);
	return bench_cpu() - begin;
}

static double value(const se_run *run, const st_model *m, const char *name)
{
	for (uint32_t k = 0; k < m->flat->variables.n; k++)
		if (strcmp(sm_var(m->flat, k)->name, name) == 0)
			return se_value(run, sm_var(m->flat, k)->first);
	return NAN;
}

void bench_diagram(void)
{
	st_model *m = st_load("Ten", NULL, &(st_options){.depth = ST_CODE, .text = text, .code = {.optimise = 2}});
	ten b = {0};
	double mine = INFINITY, peer = INFINITY;
	if (!m->program) {
		bench_note("diagram", "the library Saltus was not found");
		st_free(m);
		return;
	}
	se_run *run = st_run(m, m->diag);
	for (int i = 0; i < TURNS; i++) {
		b = (ten){.low = -1, .high = 1, .period = {0.7e-3, 1.1e-3}, .n = 3, .first = 1, .state = 1};
		b.n += getenv("SALTUS_BENCH_DIVIDER") != NULL;   /* nobody knows it while this is compiled */
		peer = fmin(peer, by_hand(&b));
		mine = fmin(mine, by_model(m, run));
	}
	if (value(run, m, "rare.y") != b.rare_y || value(run, m, "up.n") != (double)b.up_n)
		bench_note("diagram", "the two do not agree");
	bench_row("diagram", "an event through ten blocks; peer C", mine / (double)b.all_n, peer / (double)b.all_n, 1.3);
	se_run_free(run);
	st_free(m);
}
