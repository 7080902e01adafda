/* The models of bench/scale at growing sizes, from the text to the result, and where the time goes. */
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct model { const char *file, *class, *record; int sizes[3]; bool square; double stop; } model;

static const model all[] = {
	{"SimpleODE", NULL, "x[1]", {100, 1000, 10000}, false, 0.5},
	{"Advection", NULL, "u[1]", {100, 1000, 10000}, false, 0.2},
	{"HeatConduction1D", NULL, "T[1]", {100, 1000, 10000}, false, 0.1},
	{"HeatConduction2D", NULL, "T[1,1]", {10, 30, 100}, true, 0.05},
	{"CounterCurrentHeatExchanger", NULL, "A[1]", {100, 1000, 10000}, false, 0.2},
	{"HarmonicOscillatorChain", NULL, "y[1]", {100, 1000, 10000}, false, 20},
	{"Circuit", "Circuit.TransmissionLine", "E", {100, 1000, 10000}, false, 0.02},
	{"Circuit", "Circuit.RCLadder", "c[1].v", {100, 1000, 10000}, false, 1},
	{"Circuit", "Circuit.DCDistributionNetwork", "load[1,1].v", {10, 30, 100}, true, 5},
	{"EventTest", "EventTest.TimeEvents", "c[1].n", {100, 1000, 10000}, false, 1},
	{"EventTest", "EventTest.StateEvents", "s[1].n", {100, 1000, 10000}, false, 0.55},
};

static void print_row(const char *models, const model *m, int n)
{
	char path[400], value[20];
	const char *record[] = {m->record};
	snprintf(value, sizeof value, "%d", n);
	snprintf(path, sizeof path, "%s/%s.mo", models, m->file);
	st_given given = {"N", value};
	double begin = bench_cpu();
	st_model *loaded = st_load(path, m->class, &(st_options){.given = &given, .given_count = 1, .depth = ST_CODE});
	double translated = bench_cpu() - begin;
	if (!loaded->program)
		exit(1);
	se_run *run = st_run(loaded, loaded->diag);
	se_settings s = se_defaults(sc_image(loaded->program));
	s.record = record;
	s.record_count = 1;
	s.stop = m->stop;
	begin = bench_cpu();
	if (se_simulate(run, &s) != SE_DONE)
		exit(1);
	double simulated = bench_cpu() - begin;
	const se_statistics *stats = se_stats(run);
	/* the passes are timed by the wall: their shares are what counts */
	const st_wall *w = &loaded->wall;
	double size = m->square ? (double)n * n : n, share = translated / (w->front + w->structure + w->code) * 1e3;
	double events = (double)(stats->state_events + stats->time_events);
	printf("%-30s %6d %9.1f %9.1f %9.1f %9.1f %9.2f %9.2f %7.0f %7.0f\n", m->class ? m->class : m->file, n,
		   w->front * share,
	       w->structure * share, w->code * share, simulated * 1e3, translated / size * 1e6,
	       simulated / (double)(stats->solver.steps + 1) / size * 1e6,
	       (double)stats->solver.steps, events);
	fflush(stdout);
	se_run_free(run);
	st_free(loaded);
}

void bench_scale(const char *models, int largest)
{
	printf("%-30s %6s %9s %9s %9s %9s %9s %9s %7s %7s\n", "scale: milliseconds", "N", "front", "structure", "code",
		   "simulate", "transl./N", "step/N",
	       "steps", "events");
	printf("%-30s %6s %9s %9s %9s %9s %9s %9s\n", "", "", "", "", "", "", "us", "us");
	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		for (int k = 0; k < 3; k++)
			if (all[i].sizes[k] <= largest)
				print_row(models, &all[i], all[i].sizes[k]);
}
