/* Diagrams with activations: a million events through ten blocks, from two clocks that are sources of their own,
 * against the same dispatch by hand. In the second diagram no two blocks are alike. Parameters are values of the run on
 * both sides. */
#include "bench.h"
#include <math.h>
#include <stddef.h>
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
	"  Saltus.Diagrams.Activations.Counter up, down, all;\n"
	"  FrequencyDivider third(n = 3);\n"
	"equation\n"
	"  connect(one.o, u.e[1]); connect(other.o, u.e[2]);\n"
	"  connect(u.o, noise.e); connect(u.o, hold.e); connect(u.o, d1.e); connect(u.o, d2.e);\n"
	"  connect(u.o, choice.e); connect(u.o, all.e); connect(u.o, third.e);\n"
	"  connect(noise.y, hold.u); connect(hold.y, d1.u); connect(d1.y, d2.u); connect(noise.y, choice.u);\n"
	"  connect(choice.yes, up.e); connect(choice.no, down.e);\n"
	"  connect(third.o, rare.e); connect(d2.y, rare.u);\n"
	"end Ten;\n";

static const char different[] =
	"model Different\n"
	"  import Saltus.Diagrams.*;\n"
	"  Activations.EventClock one(period = 0.7e-3), other(period = 1.1e-3);\n"
	"  Activations.EventUnion u;\n"
	"  Sources.Uniform noise(low = -1, high = 1);\n"
	"  Math.Gain gain(k = 1.5);\n"
	"  Math.Bias bias(bias = 0.25);\n"
	"  Discrete.DiscrTransFunc filter(num = {0.5}, den = {1, -0.5});\n"
	"  Discrete.Accumulator total;\n"
	"  Discrete.DiscreteDelay before;\n"
	"  Math.Sum change(signs = {1, -1});\n"
	"  Activations.IfThenElse choice;\n"
	"  Sources.ModuloCounter round(n = 5);\n"
	"  Discrete.SampleHold hold;\n"
	"equation\n"
	"  connect(one.o, u.e[1]); connect(other.o, u.e[2]);\n"
	"  connect(u.o, noise.e); connect(u.o, filter.e); connect(u.o, total.e); connect(u.o, before.e);\n"
	"  connect(u.o, choice.e);\n"
	"  connect(noise.y, gain.u); connect(gain.y, bias.u); connect(bias.y, filter.u); connect(filter.y, total.u);\n"
	"  connect(filter.y, before.u); connect(filter.y, change.u[1]); connect(before.y, change.u[2]);\n"
	"  connect(change.y, choice.u);\n"
	"  connect(choice.yes, round.e); connect(choice.no, hold.e); connect(total.y, hold.u);\n"
	"end Different;\n";

/* ------------------------------------------------------------------------------------------------------- by hand */

typedef struct ten {
	double low, high, period[2];     /* parameters */
	long long n, first;
	double noise_y, noise_r, hold_y, d1_y, d1_z, d2_y, d2_z, up_last, down_last, all_last, rare_y;
	long long state, up_n, down_n, all_n, count;
	double k, bias, b[2], a[2], signs[2];    /* parameters of the second */
	double w, filter_y, total_y, hold_y2;
	long long modulo, round_y;
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

static void blocks_of_different(ten *b)
{
	b->state = 16807 * b->state % 2147483647;
	b->noise_r = (double)b->state / 2147483647;
	b->noise_y = b->low + (b->high - b->low) * b->noise_r;
	double u = b->k * b->noise_y + b->bias, v = u - b->a[1] * b->w;
	b->filter_y = b->b[0] * v + b->b[1] * b->w;
	b->w = v;
	b->total_y += b->filter_y;
	b->d1_y = b->d1_z;
	b->d1_z = b->filter_y;
	b->all_n++;
	if (b->signs[0] * b->filter_y + b->signs[1] * b->d1_y > 0)
		b->round_y = (b->round_y + 1) % b->modulo;
	else
		b->hold_y2 = b->total_y;
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

__attribute__((noinline)) static void come_to_different(ten *b, int source, double t)
{
	switch (source) {
	case 0:
		blocks_of_different(b);
		b->pending[0] = t + b->period[0];
		break;
	case 1:
		blocks_of_different(b);
		b->pending[1] = t + b->period[1];
		break;
	}
}

static double by_hand(ten *b, void (*comes)(ten *, int, double))
{
	double begin = bench_cpu();
	for (;;) {
		int source = b->pending[1] < b->pending[0];
		double t = b->pending[source];
		if (!(t < stop))
			break;
		b->pending[source] = INFINITY;
		comes(b, source, t);
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

static ten fresh(void)
{
	ten b = {.low = -1, .high = 1, .period = {0.7e-3, 1.1e-3}, .n = 3, .first = 1, .state = 1, .k = 1.5, .bias = 0.25,
		.b = {0, 0.5}, .a = {1, -0.5}, .signs = {1, -1}, .modulo = 5};
	b.n += getenv("SALTUS_BENCH_DIVIDER") != NULL;   /* nobody knows it while this is compiled */
	b.modulo += getenv("SALTUS_BENCH_DIVIDER") != NULL;
	return b;
}

/* One diagram. The variable `name` of the model and the double at `where` of the peer must agree. */
static void measure(const char *class, const char *model, void (*comes)(ten *, int, double), const char *name,
					size_t where, const char *row)
{
	st_model *m = st_load(class, NULL, &(st_options){.depth = ST_CODE, .text = model, .code = {.optimise = 2}});
	ten b = {0};
	double mine = INFINITY, peer = INFINITY;
	if (!m->program) {
		bench_note("diagram", "the diagram cannot be loaded; is the library Saltus there?");
		st_free(m);
		return;
	}
	se_run *run = st_run(m, m->diag);
	for (int i = 0; i < TURNS; i++) {
		b = fresh();
		peer = fmin(peer, by_hand(&b, comes));
		mine = fmin(mine, by_model(m, run));
	}
	if (value(run, m, name) != *(const double *)((const char *)&b + where) ||
		value(run, m, "noise.state") != (double)b.state)
		bench_note("diagram", "the two do not agree");
	bench_row("diagram", row, mine / (double)b.all_n, peer / (double)b.all_n, 1.3);
	se_run_free(run);
	st_free(m);
}

void bench_diagram(void)
{
	measure("Ten", text, come, "rare.y", offsetof(ten, rare_y), "an event through ten blocks; peer C");
	measure("Different", different, come_to_different, "hold.y", offsetof(ten, hold_y2),
			"ten different blocks; peer C");
}
