/* The cost of a point of a sweep, against the same runs by themselves: the same program, values and recording, one
 * after another on one thread. Both count the time on a processor; they take turns. */
#include "bench.h"
#include "study/sweep/sweep.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { POINTS = 400, TURNS = 7 };

static const char text[] = "model Loop parameter Real k = 1; Real x(start = 2, fixed = true), v(start = 0, fixed = "
						   "true); equation "
						   "der(x) = v; der(v) = k*(1 - x^2)*v - x; annotation(experiment(StopTime = 20)); end Loop;";

static void fail(const sb_diag *diag)
{
	sb_text all = {0};
	sb_render(diag, 0, false, &all);
	fputs(all.at ? all.at : "the sweep failed\n", stderr);
	exit(1);
}

static double bare(st_model *m, const se_settings *s, uint32_t scalar)
{
	se_run *run = st_run(m, m->diag);
	double begin = bench_cpu();
	for (int i = 0; i < POINTS; i++) {
		se_set(run, scalar, 1 + (double)i / (POINTS - 1));
		if (!se_ended_well(se_simulate(run, s)))
			fail(m->diag);
	}
	double spent = (bench_cpu() - begin) / POINTS;
	se_run_free(run);
	return spent;
}

static double swept(st_sweep *s, sb_diag *diag)
{
	if (!st_sweep_open(s, diag))
		fail(diag);
	double begin = bench_cpu();
	st_sweep_run(s);
	double spent = (bench_cpu() - begin) / POINTS;
	if (st_sweep_count(s, ST_POINT_DONE) != POINTS)
		fail(diag);
	st_sweep_close(s);
	return spent;
}

static void measure(const char *expression, const char *how, double budget)
{
	sb_arena *arena = sb_arena_new();
	const char *k = "k";
	st_options options = {.depth = ST_CODE, .text = text, .code = {.optimise = 1}};
	st_many *many = st_many_new("loop.mo", NULL, &options, &k, 1);
	st_model *m = st_many_model(many);
	st_axis axis = {.name = k};
	st_sweep s = {.many = many, .threads = 1};
	if (sb_errors(m->diag) || !st_axis_read(many, arena, 0, "lin(1, 2, 400)", &axis))
		fail(m->diag);
	s.design = (st_design){.kind = ST_GRID, .axes = &axis, .count = 1};
	s.measures = st_measures_read(m, "--measure", &expression, 1, m->diag);
	s.settings = se_defaults(sc_image(m->program));
	if (!s.measures || !st_design_close(&s.design, arena, m->diag))
		fail(m->diag);
	st_measures_settings(s.measures, &s.settings);
	se_settings ends = s.settings;
	ends.rows = SE_ROWS_ENDS;
	double mine = INFINITY, peer = INFINITY;
	for (int i = 0; i < TURNS; i++) {
		st_sweep turn = s;
		mine = fmin(mine, swept(&turn, m->diag));
		peer = fmin(peer, bare(m, &ends, st_many_varied(many, 0)->scalar));
	}
	bench_row("sweep", how, mine, peer, budget);
	st_measures_free(s.measures);
	st_many_free(many);
	sb_arena_free(arena);
}

void bench_sweeps(void)
{
	measure("final(x)", "a point, final(x); peer the bare run", 1.1);
	measure("max(x)", "a point, max(x); peer the bare run", 0);
}
