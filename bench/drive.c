/* A three-phase drive with 24 switches over a second: with ideal ones, with small resistances, and in ngspice with
 * snubbers. Whole processes, each by its own time on the processor. What shows that all three compute the same is the
 * mean voltage of the link while the brake works. Then a converter of switched capacitors, in which each change of mode
 * is an impulse. */
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct outcome { double seconds, mean, changes, judged, known, each, modes; } outcome;

/* The number behind a word of the output; NAN: it is not there. */
static double number_behind(const char *text, const char *word)
{
	const char *at = strstr(text, word);
	return at ? strtod(at + strlen(word) + strspn(at + strlen(word), " ="), NULL) : NAN;
}

static char *read_all(const char *path)
{
	FILE *f = fopen(path, "r");
	char *text = NULL;
	size_t size = 0;
	if (!f || getdelim(&text, &size, 0, f) < 0)
		text = strdup("");
	if (f)
		fclose(f);
	return text;
}

static double count_of(const char *text, const char *word)
{
	double n = 0;
	for (const char *at = strstr(text, word); at; at = strstr(at + 1, word))
		n++;
	return n;
}

/* name: Drive.mo:Drive.Ideal */
static outcome of_saltus(const char *program, const char *folder, const char *name, const char *output)
{
	char model[500];
	snprintf(model, sizeof model, "%s/%s", folder, name);
	char *argv[] = {(char *)program, "run", model, "--json", "--vars", "mean", "--step", "0.1", NULL};
	outcome o = {.seconds = bench_spend(argv, output)};
	char *text = read_all(output);
	o.mean = number_behind(text, "\"mean\":");
	o.changes = number_behind(text, "\"changes\":");
	o.known = number_behind(text, "\"known\":");
	o.each = number_behind(text, "\"known_seconds\":") / o.known;
	o.judged = o.changes + number_behind(text, "\"by_impulses\":") + number_behind(text, "\"by_values\":");
	o.modes = count_of(text, "\"branches\":");
	free(text);
	return o;
}

static outcome of_spice(const char *folder, const char *output)
{
	char netlist[500];
	snprintf(netlist, sizeof netlist, "%s/drive.cir", folder);
	char *argv[] = {"ngspice", "-b", netlist, NULL};
	outcome o = {.seconds = bench_spend(argv, output)};
	char *text = read_all(output);
	o.mean = number_behind(text, "\nmean");
	free(text);
	return o;
}

static void of_capacitors(const char *program, const char *folder, const char *output)
{
	char how[300];
	outcome ideal = of_saltus(program, folder, "Capacitors.mo:Capacitors.Ideal", output),
	        small = of_saltus(program, folder, "Capacitors.mo:Capacitors.Small", output);
	bench_row("drive", "31 switches, jumps; peer 0.1 Ohm", ideal.seconds, small.seconds, 0);
	snprintf(how, sizeof how, "the mean is %.4f V, with 0.1 Ohm %.4f V, by theory 120 V; %.0f changes, each with a "
							  "jump, %.1f us each", ideal.mean, small.mean,
	         ideal.changes, ideal.each * 1e6);
	bench_note("", how);
}

void bench_drive(const char *program, const char *folder)
{
	char output[] = "/tmp/bench.XXXXXX", how[300];
	int file = mkstemp(output);
	if (file < 0)
		return;
	close(file);
	outcome ideal = of_saltus(program, folder, "Drive.mo:Drive.Ideal", output),
	        small = of_saltus(program, folder, "Drive.mo:Drive.Small", output);
	bench_row("drive", "24 ideal switches; peer 1 mOhm", ideal.seconds, small.seconds, 0);
	if (system("command -v ngspice >/dev/null 2>&1") == 0) {
		outcome spice = of_spice(folder, output);
		bench_row("drive", "24 ideal switches; peer ngspice", ideal.seconds, spice.seconds, 0);
		bench_row("drive", "24 of 1 mOhm; peer ngspice", small.seconds, spice.seconds, 1);
		snprintf(how, sizeof how, "the link has %.2f V, with 1 mOhm %.2f V, in ngspice %.2f V", ideal.mean, small.mean,
				 spice.mean);
	} else {
		snprintf(how, sizeof how, "the link has %.2f V, with 1 mOhm %.2f V; ngspice is not installed (Debian: ngspice)",
				 ideal.mean, small.mean);
	}
	bench_note("", how);
	snprintf(how, sizeof how, "%.0f changes between %.0f modes, %.0f judged; to known modes %.0f, %.1f us each",
			 ideal.changes, ideal.modes, ideal.judged,
	         ideal.known, ideal.each * 1e6);
	bench_note("", how);
	of_capacitors(program, folder, output);
	unlink(output);
}
