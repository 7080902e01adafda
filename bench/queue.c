/* Queues by processes: M/M/1 with a million customers, whole processes of the system that take turns, each by its own
 * time on a processor. The peers are Cimba (built elsewhere; SALTUS_CIMBA is its folder, with the library in build/src)
 * and SimPy of Debian (python3-simpy3), which gets a tenth of the customers. Both variants have the mean stay 9; each
 * program must find it to 5 percent. Then what lies below: the calendar with many entries, and the memory of many
 * processes. */
#include "bench.h"
#include "engine/parts/calendar.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CUSTOMERS = 1000000, SIMPY_PART = 10, TURNS = 5 };

/* What a program has printed as the mean stay. */
static double mean_stay(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[400];
	double v = NAN, one;
	while (f && fgets(line, sizeof line, f)) {
		const char *at = strstr(line, "mean stay");
		if (at && sscanf(at + strlen("mean stay"), "%lf", &one) == 1)
			v = one;
	}
	if (f)
		fclose(f);
	return v;
}

static double least(char *const *argv, const char *output, int turns)
{
	double best = INFINITY;
	for (int i = 0; i < turns; i++) {
		double s = bench_spend(argv, output);
		best = s >= 0 && s < best ? s : best;
	}
	return fabs(mean_stay(output) - 9) < 0.45 ? best : INFINITY;
}

static bool compile_cimba(const char *folder, const char *program)
{
	char command[2000];
	snprintf(command, sizeof command,
	         "cc -O3 -DNDEBUG -D_GNU_SOURCE -std=gnu2x -include stdbool.h -include assert.h -I%s/include -I%s/src "
			 "bench/queue/cimba.c -o %s "
	         "-L%s/build/src -lcimba -Wl,-rpath,%s/build/src -lm 2>/dev/null",
	         folder, folder, program, folder, folder);
	return system(command) == 0;
}

static void row(const char *variant, double own, const char *peer, double seconds, double part, double budget)
{
	char how[80];
	snprintf(how, sizeof how, "%s; peer %s", variant, peer);
	if (isfinite(seconds))
		bench_row("queue", how, own / CUSTOMERS, seconds / part, budget);
	else
		bench_note("queue", peer);
}

void bench_queue(const char *program)
{
	char folder[] = "/tmp/saltus-queue-XXXXXX", output[80], cimba[80], model[80];
	const char *library = getenv("SALTUS_CIMBA");
	if (!mkdtemp(folder))
		return;
	snprintf(output, sizeof output, "%s/out", folder);
	snprintf(cimba, sizeof cimba, "%s/cimba", folder);
	bool there = library && compile_cimba(library, cimba);
	const char *variants[] = {"customers", "server"};
	for (int k = 0; k < 2; k++) {
		char customers[16];
		snprintf(model, sizeof model, "bench/queue/%s.cosy", variants[k]);
		snprintf(customers, sizeof customers, "%d", CUSTOMERS / SIMPY_PART);
		char *own[] = {(char *)program, "run", model, NULL}, *peer[] = {cimba, (char *)variants[k], NULL};
		char *simpy[] = {"/usr/bin/python3", "bench/queue/simpy_mm1.py", (char *)variants[k], customers, NULL};
		double seconds = least(own, output, TURNS);
		row(variants[k], seconds, there ? "Cimba" : "Cimba is not there: SALTUS_CIMBA",
			there ? least(peer, output, TURNS) : INFINITY, CUSTOMERS, 1);
		row(variants[k], seconds, "SimPy", least(simpy, output, 1), (double)CUSTOMERS / SIMPY_PART, 1);
	}
	unlink(output);
	unlink(cimba);
	rmdir(folder);
}

/* --------------------------------------------------------------------------------------------------------- the
 * calendar */

static uint64_t word = 88172645463325252u;
static double exponential(void)
{
	word ^= word << 13;
	word ^= word >> 7;
	word ^= word << 17;
	return -log(((double)(word >> 12) + 0.5) * 0x1p-52);
}

void bench_calendar(void)
{
	enum { OPERATIONS = 1000000 };
	for (uint32_t n = 1000; n <= 1000000; n *= 10) {
		char how[80];
		se_calendar *c = se_calendar_new();
		double begin, draw = bench_cpu();
		for (int k = 0; k < OPERATIONS; k++)
			begin = exponential();
		draw = bench_cpu() - draw;
		for (uint32_t i = 0; i < n; i++)
			se_calendar_put(c, exponential(), 0, SE_PROCESS, i);
		begin = bench_cpu();
		for (int k = 0; k < OPERATIONS; k++) {
			se_entry e = se_calendar_take(c);
			se_calendar_put(c, e.time + exponential(), 0, SE_PROCESS, e.number);
		}
		snprintf(how, sizeof how, "%u entries: take the first, put one", n);
		bench_row("calendar", how, (bench_cpu() - begin - draw) / OPERATIONS, 0, 0);
		begin = bench_cpu();
		for (int k = 0; k < OPERATIONS; k++) {
			double later = exponential();
			uint32_t i = (uint32_t)(word % n);
			se_calendar_remove(c, SE_PROCESS, i);
			se_calendar_put(c, se_calendar_first(c)->time + later, 0, SE_PROCESS, i);
		}
		snprintf(how, sizeof how, "%u entries: move any", n);
		bench_row("calendar", how, (bench_cpu() - begin - draw) / OPERATIONS, 0, 0);
		se_calendar_free(c);
	}
}

/* A million processes that hold, each with one Real of its own. */
void bench_alive(void)
{
	static const char text[] = "PROGRAM ALIVE; VAR PROCESS P; MONITOR SIMULATE FROM 0.0 TO 1.0 END; SYSTEM INITIAL "
							   "FOR I := 1 TO 1000000 DO CREATE P END;\n"
	                           "DISCRETE PROCESSES PROCESS P; VAR REAL X; BEGIN X := TIME; HOLD 2.0 END END END END "
							   "END.\n";
	st_model *m = st_load("alive.cosy", NULL, &(st_options){.depth = ST_CODE, .text = text});
	if (m->program) {
		se_run *run = st_run(m, m->diag);
		se_settings settings = se_defaults(sc_image(m->program));
		char note[160];
		se_simulate(run, &settings);
		se_process_result r = se_processes(run);
		snprintf(note, sizeof note, "%u processes alive: %.0f bytes each, with their places in the calendar",
				 r.most_alive, (double)r.bytes / r.most_alive);
		bench_note("alive", note);
		se_run_free(run);
	} else {
		sb_text messages = {0};
		sb_render(m->diag, 0, false, &messages);
		bench_note("alive", messages.at ? messages.at : "");
		sb_text_free(&messages);
	}
	st_free(m);
}
