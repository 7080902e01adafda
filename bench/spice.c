/* An RC ladder against ngspice, from the text to the result, whole processes that take turns, each by its own time on
 * the processor.
 *
 * The ladder has a closed solution (sine modes), so the accuracy of both is known: the largest error of the voltages in
 * the middle and at the end, at all times of the output from 0.01 s on, must be below 1e-4 of the step. Each program
 * gets the fastest of its settings that keeps this: tolerances for Saltus; reltol and the longest step for ngspice,
 * whose defaults are among them. */
#include "bench.h"
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define TARGET 1e-4

static double exact(int n, int node, double t)
{
	double sum = 0;
	for (int m = 1; m <= n; m++) {
		double w = (2 * m - 1) * M_PI / (2 * n + 1), rate = 4.0 * n * n * sin(w / 2) * sin(w / 2);
		if (rate * t > 60)
			break;
		sum += 2.0 / (2 * n + 1) / tan(w / 2) * sin(w * node) * exp(-rate * t);
	}
	return 1 - sum;
}

/* Rows of "time, end, middle" (CSV) or "index time end middle" (ngspice). The largest error; infinite if there is no
 * row. */
static double error_of(const char *path, int n, bool csv)
{
	FILE *f = fopen(path, "r");
	char line[400];
	double worst = INFINITY, t, end, middle;
	while (f && fgets(line, sizeof line, f)) {
		int index, got = csv ? sscanf(line, "%lf,%lf,%lf", &t, &middle, &end) : sscanf(line, "%d %lf %lf %lf", &index,
			&t, &end, &middle) - 1;
		if (got != 3 || t < 0.01)
			continue;
		double e = fmax(fabs(end - exact(n, n, t)), fabs(middle - exact(n, n / 2, t)));
		worst = isinf(worst) ? e : fmax(worst, e);
	}
	if (f)
		fclose(f);
	return worst;
}

typedef struct side { char *argv[16]; char output[80], rows[80], setting[64]; int n; double error, seconds; } side;

static void write_netlist(const char *path, int n, double reltol, double longest)
{
	FILE *f = fopen(path, "w");
	if (!f)
		exit(1);
	fprintf(f, "* RC ladder\nV1 n0 0 1\n");
	for (int i = 1; i <= n; i++)
		fprintf(f, "R%d n%d n%d %.17g\nC%d n%d 0 %.17g\n", i, i - 1, i, 1.0 / n, i, i, 1.0 / n);
	fprintf(f, ".options reltol=%g vntol=%g\n.save v(n%d) v(n%d)\n.tran 0.002 1 0 %g uic\n.print tran v(n%d) "
			   "v(n%d)\n.end\n", reltol,
	        reltol * 1e-3, n, n / 2, longest, n, n / 2);
	fclose(f);
}

static void write_model(const char *path, const char *circuit, int n)
{
	char *text = NULL;
	size_t size = 0, length = 0;
	FILE *in = fopen(circuit, "r"), *out = fopen(path, "w");
	while (in && out && getline(&text, &size, in) > 0)
		length += (size_t)fprintf(out, "%s", text);
	if (!in || !out || !length) {
		perror(circuit);
		exit(1);
	}
	fprintf(out, "model Ladder = Circuit.RCLadder(N = %d);\n", n);
	free(text);
	fclose(in);
	fclose(out);
}

/* Tries one setting: keeps it if it is good enough and faster than what is kept. */
static void consider(side *best, side s, bool csv)
{
	s.seconds = fmin(bench_spend(s.argv, s.output), bench_spend(s.argv, s.output));
	s.error = error_of(csv ? s.rows : s.output, s.n, csv);
	if (s.seconds >= 0 && s.error <= TARGET && !(best->seconds <= s.seconds))
		*best = s;
}

static side best_spice(const char *folder, int n, char paths[][80])
{
	static const double reltol[] = {1e-2, 1e-3, 1e-4}, longest[] = {0.02, 0.002};
	side best = {.seconds = INFINITY};
	for (int k = 0; k < 6; k++) {
		side s = {.n = n};
		snprintf(paths[k], 80, "%s/%d.cir", folder, k);
		write_netlist(paths[k], n, reltol[k / 2], longest[k % 2]);
		snprintf(s.output, sizeof s.output, "%s/ngspice.out", folder);
		snprintf(s.setting, sizeof s.setting, "reltol %g, steps to %g", reltol[k / 2], longest[k % 2]);
		s.argv[0] = "ngspice";
		s.argv[1] = "-b";
		s.argv[2] = paths[k];
		consider(&best, s, false);
	}
	return best;
}

static side best_saltus(const char *program, const char *folder, int n, char *model, char *vars, char *rows)
{
	static char *const tolerances[] = {"1e-3", "3e-4", "1e-4", "3e-5"};
	side best = {.seconds = INFINITY};
	for (int k = 0; k < 4; k++) {
		side s = {.n = n};
		char *argv[] = {(char *)program, "run", model, "--quiet", "--vars", vars, "-o", rows, "--tol", tolerances[k],
			NULL};
		memcpy(s.argv, argv, sizeof argv);
		snprintf(s.output, sizeof s.output, "%s/saltus.out", folder);
		snprintf(s.rows, sizeof s.rows, "%s", rows);
		snprintf(s.setting, sizeof s.setting, "tolerance %s", tolerances[k]);
		consider(&best, s, true);
	}
	return best;
}

static void one_size(const char *program, const char *circuit, const char *folder, int n)
{
	char paths[6][80], model[120], vars[80], rows[80], how[300];
	snprintf(model, sizeof model, "%s/ladder.mo", folder);
	write_model(model, circuit, n);
	strcat(model, ":Ladder");
	snprintf(vars, sizeof vars, "c[%d].v,c[%d].v", n / 2, n);
	snprintf(rows, sizeof rows, "%s/ladder.csv", folder);
	side peer = best_spice(folder, n, paths), mine = best_saltus(program, folder, n, model, vars, rows);
	for (int i = 0; i < (n > 2000 ? 4 : 10); i++) {
		mine.seconds = fmin(mine.seconds, bench_spend(mine.argv, mine.output));
		peer.seconds = fmin(peer.seconds, bench_spend(peer.argv, peer.output));
	}
	snprintf(how, sizeof how, "RC ladder n = %d; peer ngspice", n);
	bench_row("spice", how, mine.seconds, peer.seconds, 1);
	snprintf(how, sizeof how, "errors %.1e (%s), peer %.1e (%s)", mine.error, mine.setting, peer.error, peer.setting);
	bench_note("", how);
	model[strlen(model) - strlen(":Ladder")] = 0;
	unlink(model);
	unlink(rows);
	unlink(mine.output);
	unlink(peer.output);
	for (int k = 0; k < 6; k++)
		unlink(paths[k]);
}

void bench_spice(const char *program, const char *models)
{
	char folder[] = "/tmp/bench.XXXXXX", circuit[400];
	if (system("command -v ngspice >/dev/null 2>&1") != 0) {
		bench_note("spice", "ngspice is not installed (Debian: ngspice), so there is nothing to compare with");
		return;
	}
	if (!mkdtemp(folder))
		return;
	snprintf(circuit, sizeof circuit, "%s/Circuit.mo", models);
	for (int n = 100; n <= 10000; n *= 10)
		one_size(program, circuit, folder, n);
	rmdir(folder);
}
