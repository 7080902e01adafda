/* bench_saltus PROGRAM [ROW...]: prints the table of README.md. */
#include "bench.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

double bench_best(void (*work)(void *), void *context, int times)
{
	double best = INFINITY;
	for (int i = 0; i < times; i++) {
		double begin = sb_clock();
		work(context);
		best = fmin(best, sb_clock() - begin);
	}
	return best;
}

double bench_cpu(void)
{
	struct timespec t;
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void print_time(double s)
{
	if (s < 1e-6)
		printf("%8.1f ns", s * 1e9);
	else if (s < 1e-3)
		printf("%8.2f us", s * 1e6);
	else
		printf("%8.2f ms", s * 1e3);
}

void bench_row(const char *what, const char *how, double seconds, double peer, double budget)
{
	printf("%-12s %-34s ", what, how);
	print_time(seconds);
	if (peer > 0) {
		printf("   peer ");
		print_time(peer);
		printf("   ratio %6.2f", seconds / peer);
		if (budget > 0)
			printf("  (budget %.1f)%s", budget, seconds / peer > budget ? "  OVER" : "");
	}
	printf("\n");
	fflush(stdout);
}

void bench_note(const char *what, const char *text)
{
	printf("%-12s %s\n", what, text);
}

static bool wanted(int argc, char **argv, const char *row)
{
	for (int i = 2; i < argc; i++)
		if (strcmp(argv[i], row) == 0)
			return true;
	return argc <= 2;
}

int main(int argc, char **argv)
{
	if (argc < 2) {
		fprintf(stderr, "usage: bench_saltus PROGRAM [process] [models] [sweep] [rhs] [run] [front] [large] [spice] "
						"[drive] [lines] [scale] [mechanisms]\n"
		                "                            [queue] [diagram] [calendar] [alive]\n"
		                "                            [ivp [curves] [PROBLEM...]]\n"
		                "SALTUS_BENCH_LARGEST: the largest size of lines and scale (10000); SALTUS_CIMBA: the folder "
						"of Cimba\n");
		return 2;
	}
	if (wanted(argc, argv, "process"))
		bench_process(argv[1]);
	if (wanted(argc, argv, "models"))
		bench_models();
	if (wanted(argc, argv, "sweep"))
		bench_sweeps();
	if (wanted(argc, argv, "rhs"))
		bench_rhs();
	if (wanted(argc, argv, "run"))
		bench_runs();
	if (wanted(argc, argv, "front"))
		bench_front();
	if (wanted(argc, argv, "large"))
		bench_large();
	if (wanted(argc, argv, "ivp"))
		bench_ivp("bench/ivp", argc - 2, argv + 2);
	const char *limit = getenv("SALTUS_BENCH_LARGEST");
	int largest = limit ? atoi(limit) : 10000;
	if (wanted(argc, argv, "spice"))
		bench_spice(argv[1], "bench/scale");
	if (wanted(argc, argv, "drive"))
		bench_drive(argv[1], "bench/drive");
	if (wanted(argc, argv, "lines"))
		bench_lines("bench/scale", largest);
	if (wanted(argc, argv, "scale"))
		bench_scale("bench/scale", largest);
	if (wanted(argc, argv, "mechanisms"))
		bench_mechanisms("tests/models/known/mechanisms.mo");
	if (wanted(argc, argv, "queue"))
		bench_queue(argv[1]);
	if (wanted(argc, argv, "diagram"))
		bench_diagram();
	if (wanted(argc, argv, "calendar"))
		bench_calendar();
	if (wanted(argc, argv, "alive"))
		bench_alive();
	return 0;
}
