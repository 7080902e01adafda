/* Flat equations by the hundred thousand: read, flattened, sorted. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>

static char *write_model(int lines)
{
	sb_text text = {0};
	sb_add(&text, "model Flat\n");
	for (int i = 0; i < lines / 2; i++)
		sb_addf(&text, "  Real x%d%s;\n", i, i % 10 == 0 ? "(start = 1, fixed = true)" : "");
	sb_add(&text, "equation\n");
	for (int i = 0; i < lines / 2; i++) {
		if (i % 10 == 0)
			sb_addf(&text, "  der(x%d) = -x%d + 0.5*x%d;\n", i, i, i ? i - 1 : 0);
		else
			sb_addf(&text, "  x%d = 2*x%d - sin(x%d)/%d;\n", i, i - 1, i - i % 10, i + 1);
	}
	sb_add(&text, "end Flat;\n");
	return text.at;
}

void bench_front(void)
{
	double before = 0;
	for (int lines = 12500; lines <= 100000; lines *= 2) {
		char *text = write_model(lines), how[64];
		double begin = sb_clock();
		st_model *m = st_load("flat.mo", NULL, &(st_options){.depth = ST_PLAN, .text = text});
		double seconds = sb_clock() - begin;
		if (!m->plan)
			exit(1);
		snprintf(how, sizeof how, "%d lines, per line", lines);
		bench_row("front", how, seconds / lines, before, before > 0 ? 1.3 : 0);
		before = seconds / lines;
		st_free(m);
		free(text);
	}
	bench_note("front", "(peer: the time per line of half as many lines; 1 is linear)");
}
