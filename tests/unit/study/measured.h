/* What tests of measures share: a run, and its measures. */
#ifndef SALTUS_TESTS_MEASURED_H
#define SALTUS_TESTS_MEASURED_H

#include "unit/unit.h"
#include "study/study.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const all_solvers[] = {"auto", "cvode", "adams", "ida", "erk", "dirk", "rodas"};

enum { SOLVERS = sizeof all_solvers / sizeof *all_solvers };

typedef struct bench { st_model *m; se_run *run; sb_diag *diag; } bench;

static bench load(const char *text)
{
	bench b = {.m = st_load("text", NULL, &(st_options){.depth = ST_CODE, .text = text})};
	sb_text said = {0};
	sb_render(b.m->diag, 0, false, &said);
	if (!b.m->program)
		print_error("%s\n", said.at);
	sb_text_free(&said);
	assert_non_null(b.m->program);
	b.diag = sb_diag_new();
	b.run = st_run(b.m, b.m->diag);
	return b;
}

static void unload(bench *b)
{
	se_run_free(b->run);
	st_free(b->m);
	sb_diag_free(b->diag);
}

static st_measured measured_with(bench *b, const char *text, double stop, const char *solver, sb_text *note)
{
	st_measures *ms = st_measures_read(b->m, "--measure", &text, 1, b->diag);
	if (!ms) {
		sb_text said = {0};
		sb_render(b->diag, 0, false, &said);
		print_error("%s\n", said.at);
		sb_text_free(&said);
	}
	assert_non_null(ms);
	se_settings s = se_defaults(sc_image(b->m->program));
	s.stop = stop;
	s.tolerance = 1e-8;
	s.solver = solver;
	st_measures_settings(ms, &s);
	assert_true(se_ended_well(se_simulate(b->run, &s)));
	st_gauge *g = st_gauge_new(ms);
	st_measured out, again;
	st_measure_all(g, se_record(b->run), &out);
	st_measure_all(g, se_record(b->run), &again);
	assert_memory_equal(&out.value, &again.value, sizeof out.value);
	if (note) {
		note->n = 0;
		sb_add(note, out.note);
	}
	out.note = NULL;
	st_gauge_free(g);
	st_measures_free(ms);
	return out;
}

static double measured(bench *b, const char *text, double stop)
{
	return measured_with(b, text, stop, "auto", NULL).value;
}

/* To a part of its size, or of 1. */
static void is_near(bench *b, const char *text, double stop, double wanted, double tolerance)
{
	double got = measured(b, text, stop);
	if (!(fabs(got - wanted) <= tolerance * fmax(1, fabs(wanted))))
		fail_msg("%s is %.17g, not %.17g", text, got, wanted);
}

#endif
