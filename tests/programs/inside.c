/* A program that has Saltus inside, in odd surroundings.
 *
 *     inside locale NAME             numbers are read and written with a point, whatever the locale of the program
 *     inside memory SEED COUNT       the n-th allocation fails, for COUNT numbers n by chance: the call fails with a
 *                                    message, and the process goes on
 *     inside repeated [FILE...]      a run that is made again allocates nothing: of models in here, or of these
 */
#include "saltus.h"
#include "base/arena.h"
#include "base/door.h"
#include "base/sanitized.h"

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int bad;

#define EXPECT(condition, ...)                                                                                        \
	do {                                                                                                              \
		if (!(condition)) {                                                                                           \
			bad++;                                                                                                    \
			printf("line %d: %s: ", __LINE__, #condition);                                                            \
			printf(__VA_ARGS__);                                                                                      \
			putchar('\n');                                                                                            \
		}                                                                                                             \
	} while (0)

/* x falls from 1.5 with the rate 0.25*x, h counts half seconds, s is a number as text, and the mode changes at 1. */
static const char text[] =
	"model M parameter Real k = 0.25; Real x(start = 1.5, fixed = true), y, z; "
	"Integer h(start = 0, fixed = true); String s; equation der(x) = -k*x; when sample(0.5, 0.5) then h = pre(h) + 1; "
	"end when; "
	"s = String(1.5, significantDigits = 3); "
	"if time < 1 then y = x; z = 1; else y + x = 0; z + 0.5*y = 1e-1; end if; "
	"annotation(experiment(StopTime = 2.25)); end M;";

static bool simulate(saltus_program *p, double *x)
{
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 2.25);
	bool good = saltus_set(r, "k", 0.5) && saltus_simulate(r) == SALTUS_DONE;
	*x = saltus_final(r, "x");
	if (!good && r)
		EXPECT(strstr(saltus_run_messages(r), "out of memory"), "'%s'", saltus_run_messages(r));
	saltus_free_run(r);
	return good;
}

/* ------------------------------------------------------------------ locale */

static void with_locale(const char *name)
{
	char line[200] = "", path[] = "/tmp/saltus_inside_XXXXXX.csv";
	EXPECT(setlocale(LC_ALL, name), "there is no locale %s", name);
	EXPECT(strcmp(localeconv()->decimal_point, ",") == 0, "its point is '%s'", localeconv()->decimal_point);
	saltus_program *p = saltus_load_text(text, NULL);
	EXPECT(!saltus_failed(p), "%s", saltus_messages(p));
	saltus_run *r = saltus_new_run(p);
	saltus_set_stop(r, 2);
	saltus_set_interval(r, 0.25);
	EXPECT(saltus_simulate(r) == SALTUS_DONE, "%s", saltus_run_messages(r));
	EXPECT(fabs(saltus_final(r, "x") - 1.5 * exp(-0.5)) < 1e-5, "x is %g", saltus_final(r, "x"));
	EXPECT(fabs(saltus_final(r, "z") - (0.1 + 0.75 * exp(-0.5))) < 1e-5, "z is %g", saltus_final(r, "z"));
	EXPECT(!saltus_set(r, "k", NAN) && saltus_set_solver(r, "rk4"), "%s", saltus_run_messages(r));
	close(mkstemps(path, 4));
	EXPECT(saltus_write(r, path), "%s", saltus_run_messages(r));
	FILE *f = fopen(path, "r");
	while (f && fgets(line, sizeof line, f))
		if (strncmp(line, "0.25,", 5) == 0)
			break;
	EXPECT(strncmp(line, "0.25,", 5) == 0 && strchr(line, '.') != strrchr(line, '.'), "the row is '%s'", line);
	if (f)
		fclose(f);
	unlink(path);
	EXPECT(strcmp(localeconv()->decimal_point, ",") == 0, "the program's own point is '%s' now",
		localeconv()->decimal_point);
	saltus_free_run(r);
	saltus_free(p);
}

/* ------------------------------------------------------------------ memory */

static unsigned long countdown, asked;
static bool counts;

static bool refuse(size_t size)
{
	(void)size;
	asked += counts;
	return counts && countdown && --countdown == 0;
}

/* All of it with the n-th allocation refused; 0: none. True: it has come to its end. */
static bool attempt(unsigned long n, double *x)
{
	countdown = n;
	asked = 0;
	counts = true;
	saltus_program *p = saltus_load_text(text, NULL);
	bool good = !saltus_failed(p) && simulate(p, x);
	if (saltus_failed(p))
		EXPECT(strstr(saltus_messages(p), "out of memory"), "'%s'", saltus_messages(p));
	counts = false;
	saltus_free(p);
	return good;
}

static void without_memory(unsigned seed, unsigned count)
{
	double wanted = 1.5 * exp(-0.5 * 2.25), x;
	unsigned failed = 0;
	sb_refuse_memory = refuse;
	EXPECT(attempt(0, &x) && fabs(x - wanted) < 1e-5, "x is %g", x);
	unsigned long all = asked;
	for (unsigned k = 0; k < count; k++) {
		seed = seed * 1664525u + 1013904223u;
		unsigned long n = 1 + (unsigned long)((double)seed / 4294967296.0 * (double)all);
		failed += !attempt(n, &x);
		if (k % 10 == 9)
			EXPECT(attempt(0, &x) && fabs(x - wanted) < 1e-5, "after allocation %lu of %lu was refused x is %g", n,
				all, x);
	}
	EXPECT(failed > count / 2, "%u of %u attempts have failed", failed, count);
	printf("%u attempts, of which %u failed as they must, at %lu allocations\n", count, failed, all);
}

/* ---------------------------------------------------------------- repeated */

/* Many variables, a loop that is not linear, a delay, a reinit, and a state that comes and goes. */
static const char rich[] =
	"model R parameter Real k = 1; Real u[500], w[500], x(start = 1, fixed = true), y(start = 1), d, g; "
	"Real v(start = 0, fixed = true); "
	"equation for i in 1:500 loop u[i] = i*x; w[i] = u[i] + time; end for; der(x) = -k*x; y + exp(y) = 2 + x; "
	"d = delay(x, 0.3); der(v) = 1; when v > 0.7 then reinit(v, 0); end when; "
	"if time < 1 then g = 2; else der(g) = -g; end if; "
	"annotation(experiment(StopTime = 2.25)); end R;";

/* States on a grid, whose Jacobian is factorised by KLU, and a large loop of equations, which is too. */
static const char sparse[] =
	"model G parameter Real k = 1; parameter Integer n = 8; Real T[n, n](each start = 0, each fixed = true), p[n*n]; "
	"equation for i in 1:n loop for j in 1:n loop der(T[i, j]) = k*((if i > 1 then T[i - 1, j] else 1) + "
	"(if i < n then T[i + 1, j] else 0) + (if j > 1 then T[i, j - 1] else 0) + (if j < n then T[i, j + 1] else 0) - "
	"4*T[i, j]) + p[n*(i - 1) + j]/100; end for; end for; "
	"p[1] = T[1, 1]; p[n*n] = T[n, n]; for i in 2:n*n - 1 loop 3*p[i] = p[i - 1] + p[i + 1] + T[1, 2]; "
	"end for; annotation(experiment(StopTime = 0.2)); end G;";

/* Two states with conditions, of which one is no polynomial, and a clock. */
static const char turns[] =
	"model T parameter Real k = 1; Real x(start = 1, fixed = true), v(start = 0, fixed = true); "
	"Integer n(start = 0, fixed = true); equation der(x) = v; der(v) = -k*x + (if x*abs(x) > 0.5 then 0.1 else 0); "
	"when v > 0.3 then n = pre(n) + 1; end when; when sample(0.5, 0.5) then reinit(v, 0.9*v); end when; "
	"annotation(experiment(StopTime = 5)); end T;";

/* All that the process allocates, Saltus and the libraries. */
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t n, size_t size);
extern void *__libc_realloc(void *block, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);
static unsigned long allocations;

#if !SB_SANITIZED
void *malloc(size_t size)
{
	allocations++;
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	allocations++;
	return __libc_calloc(n, size);
}

void *realloc(void *block, size_t size)
{
	allocations++;
	return __libc_realloc(block, size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
	allocations++;
	return __libc_memalign(alignment, size);
}
#endif

static bool count_row(void *context, double time, const double *values, size_t count)
{
	(void)time;
	(void)values;
	*(size_t *)context += count > 0;
	return true;
}

static bool count_event(void *context, const saltus_event *event)
{
	*(size_t *)context += *event->text != 0;
	return true;
}

/* The second run may still find out what it needs; the others have it. With a sink rows and events go to the caller. */
static void repeated(saltus_program *p, const char *name, const char *solver, bool sink, bool has_k)
{
	size_t taken = 0;
	enum { RUNS = 8, WARM = 2 };
	unsigned long first = 0, later = 0;
	EXPECT(!saltus_failed(p), "%s", saltus_messages(p));
	saltus_run *r = saltus_new_run(p);
	saltus_set_solver(r, solver);
	if (sink)
		saltus_set_sink(r, &(saltus_sink){.context = &taken, .row = count_row, .event = count_event});
	for (int k = 0; k < RUNS; k++) {
		unsigned long before = allocations;
		if (has_k)
			saltus_set(r, "k", 1 + 0.125 * (k % 2));
		EXPECT(saltus_simulate(r) == SALTUS_DONE, "%s", saltus_run_messages(r));
		*(k ? &later : &first) += k && k < WARM ? 0 : allocations - before;
	}
	EXPECT(first > 0, "nothing was counted");
	EXPECT(!sink || taken > RUNS, "a sink got %zu rows and events", taken);
	/* Messages are kept from run to run, so there may be a block for them now and then. */
	EXPECT(later <= (*saltus_run_messages(r) ? RUNS - WARM : 0),
		   "%s: with %s the first run makes %lu allocations, and %d later ones %lu", name, solver, first, RUNS - WARM,
		   later);
	printf("%s, %s%s: %lu allocations, then %lu in %d runs\n", name, solver, sink ? ", sink" : "", first, later,
		   RUNS - WARM);
	saltus_free_run(r);
	saltus_free(p);
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";
	if (!strcmp(what, "locale") && argc == 3)
		with_locale(argv[2]);
	else if (!strcmp(what, "memory") && argc == 4)
		without_memory((unsigned)atoi(argv[2]), (unsigned)atoi(argv[3]));
	else if (!strcmp(what, "repeated")) {
		static const char *const solvers[] = {"auto",  "erk",  "rodas", "dirk",  "rk4",
											  "euler", "heun", "cvode", "adams", "ida"},
						  *const quantised[] = {"qss1", "qss2", "qss3", "liqss1", "liqss2", "liqss3"},
						  *const stiff[] = {"cvode", "ida", "rodas", "dirk"};
		for (size_t k = 0; k < sizeof solvers / sizeof *solvers && argc == 2; k++) {
			for (int sink = 0; sink < 2; sink++) {
				repeated(saltus_load_text(text, NULL), "small", solvers[k], sink, true);
				repeated(saltus_load_text(rich, NULL), "rich", solvers[k], sink, true);
			}
		}
		for (size_t k = 0; k < sizeof stiff / sizeof *stiff && argc == 2; k++)
			repeated(saltus_load_text(sparse, NULL), "sparse", stiff[k], false, true);
		for (size_t k = 0; k < sizeof quantised / sizeof *quantised && argc == 2; k++)
			repeated(saltus_load_text(turns, NULL), "turns", quantised[k], false, true);
		for (int i = 2; i < argc; i++)
			repeated(saltus_load(argv[i], NULL), argv[i], "auto", false, false);
	}
	else
		return 2;
	return bad != 0;
}
