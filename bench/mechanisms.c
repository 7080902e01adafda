/* Mechanisms in space: chains of joints, rods and bodies, each of them a component of its own in the text, and the
 * engines of the Modelica Standard Library where MODELICAPATH has it. The question is whether translation grows with
 * the model and not faster. */
#include "bench.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_head(void)
{
	printf("%-30s %8s %9s %9s %9s %9s %12s %12s\n", "mechanisms: milliseconds", "scalars", "front", "structure", "code",
		   "simulate", "front/scalar",
	       "all/scalar");
	printf("%-30s %8s %9s %9s %9s %9s %12s %12s\n", "", "", "", "", "", "", "us", "us");
}

static void print_row(const char *name, const char *path, const char *class, double stop)
{
	double begin = bench_cpu();
	st_model *loaded = st_load(path, class, &(st_options){.depth = ST_CODE});
	double translated = bench_cpu() - begin, simulated = 0;
	if (!loaded->program) {
		bench_note("mechanisms", "a model could not be translated");
		st_free(loaded);
		return;
	}
	se_run *run = st_run(loaded, loaded->diag);
	se_settings s = se_defaults(sc_image(loaded->program));
	s.stop = stop;
	begin = bench_cpu();
	bool good = se_simulate(run, &s) == SE_DONE;
	simulated = bench_cpu() - begin;
	/* the passes are timed by the wall: their shares are what counts */
	const st_wall *w = &loaded->wall;
	double share = translated / (w->front + w->structure + w->code) * 1e3, scalars = loaded->flat->scalars;
	printf("%-30s %8.0f %9.1f %9.1f %9.1f %9.1f %12.2f %12.2f%s\n", name, scalars, w->front * share,
		   w->structure * share, w->code * share,
	       simulated * 1e3, w->front * share / scalars * 1e3, translated / scalars * 1e6,
	       good ? "" : "  (the run failed)");
	fflush(stdout);
	se_run_free(run);
	st_free(loaded);
}

static void copy_text(const char *path, FILE *to)
{
	FILE *from = fopen(path, "r");
	char part[4096];
	size_t n;
	while (from && (n = fread(part, 1, sizeof part, from)) > 0)
		fwrite(part, 1, n, to);
	if (from)
		fclose(from);
}

/* n joints with axes that alternate, an arm and a body at each. */
static void write_chain(const char *library, const char *path, int n)
{
	FILE *f = fopen(path, "w");
	if (!f)
		exit(1);
	copy_text(library, f);
	fprintf(f, "model Chain\n  Mechanisms.World world;\n");
	for (int i = 1; i <= n; i++)
		fprintf(f, "  Mechanisms.Revolute rev%d(n = {0, %d, %d}, phi(fixed = true), w(fixed = true));\n"
			"  Mechanisms.Translation arm%d(r = {0.3, 0, 0});\n  Mechanisms.Body body%d(m = 0.1, r_CM = {0.15, 0, 0}, "
			"I = 0.001*identity(3));\n",
			i, i % 2, 1 - i % 2, i, i);
	fprintf(f, "equation\n  connect(world.frame_b, rev1.frame_a);\n");
	for (int i = 1; i <= n; i++) {
		fprintf(f, "  connect(rev%d.frame_b, arm%d.frame_a);\n  connect(rev%d.frame_b, body%d.frame_a);\n", i, i, i, i);
		if (i < n)
			fprintf(f, "  connect(arm%d.frame_b, rev%d.frame_a);\n", i, i + 1);
	}
	/* the last arm ends in the air: nothing is connected to it */
	fprintf(f, "end Chain;\n");
	fclose(f);
}

/* The first folder of MODELICAPATH that has the library; false: none has. */
static bool find_library(char *path, size_t size)
{
	const char *folders = getenv("MODELICAPATH");
	while (folders && *folders) {
		size_t n = strcspn(folders, ":");
		snprintf(path, size, "%.*s/Modelica/package.mo", (int)n, folders);
		if (access(path, R_OK) == 0)
			return true;
		folders += n + (folders[n] == ':');
	}
	return false;
}

void bench_mechanisms(const char *library)
{
	static const int sizes[] = {5, 10, 20, 40};
	static const char *const engines[] = {"Engine1b", "Engine1b_analytic", "EngineV6_analytic", "EngineV6"};
	char path[600] = "/tmp/saltus_chain_XXXXXX.mo";
	int file = mkstemps(path, 3);
	if (file < 0)
		exit(1);
	close(file);
	print_head();
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		char name[40];
		snprintf(name, sizeof name, "chain of %d joints", sizes[i]);
		write_chain(library, path, sizes[i]);
		print_row(name, path, "Chain", 0.2);
	}
	remove(path);
	if (!find_library(path, sizeof path)) {
		bench_note("mechanisms", "the engines need the Modelica Standard Library in MODELICAPATH");
		return;
	}
	for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
		char class[120];
		snprintf(class, sizeof class, "Modelica.Mechanics.MultiBody.Examples.Loops.%s", engines[i]);
		print_row(engines[i], path, class, 0.1);
	}
}
