/* The two tiers: the swap while another thread computes, the cache, and life without a compiler. */
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "unit/code/plan.h"
#include "unit/cache.h"

static uint32_t objects(void)
{
	sb_arena *arena = sb_arena_new();
	sb_strings names = {0};
	uint32_t n = 0;
	sb_folder_list(arena, cache_folder, &names);
	for (uint32_t k = 0; k < names.n; k++) {
		assert_int_not_equal(strncmp(names.at[k], "making-", 7), 0);
		n += strstr(names.at[k], ".so") != NULL;
	}
	sb_arena_free(arena);
	return n;
}

/* x' = -(k x), N of them; `salt` makes the text another. */
static bench decay(uint32_t n, double salt)
{
	bench b = bench_new();
	sx_ref x = add(&b, "x", SX_REAL, SS_STATE, n);
	for (uint32_t k = 0; k < n; k++) {
		sx_ref one = sm_ref_at(b.m, sx_at(b.p, x)->payload, k);
		step(&b, op1(&b, SX_DER, one), op2(&b, SX_MUL, num(&b, -(salt + k)), op1(&b, SX_SIN, one)));
	}
	return b;
}

static void wait_until_done(bench *b)
{
	double begin = sb_clock();
	while (sc_optimising(b->program) && sb_clock() - begin < 600)
		usleep(1000);
}

typedef struct worker { sc_program *program; atomic_bool stop; long long rounds; bool wrong; } worker;

static void *compute(void *context)
{
	worker *w = context;
	sb_diag *diag = sb_diag_new();
	sc_data *d = sc_data_new(w->program, diag);
	double first[50];
	for (int k = 0; k < 50; k++)
		d->x[k] = 0.01 * k;
	sc_functions_of(w->program)->rates(d);
	memcpy(first, d->xd, sizeof first);
	while (!atomic_load(&w->stop)) {
		sc_functions_of(w->program)->rates(d);
		w->wrong |= memcmp(first, d->xd, sizeof first) != 0;
		w->rounds++;
	}
	sc_data_free(d);
	sb_diag_free(diag);
	return NULL;
}

static void swap_while_running(void **unused)
{
	(void)unused;
	bench b = decay(50, 1.5);
	build(&b, 1);
	assert_int_equal(sc_tier(b.program), 1);
	worker w[2] = { { .program = b.program }, { .program = b.program } };
	pthread_t threads[2];
	for (int k = 0; k < 2; k++)
		assert_int_equal(pthread_create(&threads[k], NULL, compute, &w[k]), 0);
	sc_optimise(b.program);
	sc_optimise(b.program);
	wait_until_done(&b);
	assert_null(sc_optimise_problem(b.program));
	assert_int_equal(sc_tier(b.program), 2);
	usleep(10000);
	for (int k = 0; k < 2; k++) {
		atomic_store(&w[k].stop, true);
		pthread_join(threads[k], NULL);
		assert_true(w[k].rounds > 0);
		assert_false(w[k].wrong);
	}
	bench_free(&b);
}

static void objects_are_kept(void **unused)
{
	(void)unused;
	uint32_t before = objects();
	for (int round = 0; round < 2; round++) {
		bench b = decay(3, 2.5);
		build(&b, 2);
		assert_int_equal(sc_tier(b.program), 2);
		bench_free(&b);
		assert_int_equal(objects(), before + 1);
	}
	bench b = decay(3, 2.5);
	build(&b, 1);              /* at once, without a compiler */
	assert_int_equal(sc_tier(b.program), 2);
	assert_false(sc_optimising(b.program));
	b.d->x[1] = 1;
	rates(&b);
	assert_true(b.d->xd[1] == -3.5 * sin(1));
	bench_free(&b);
}

/* A damaged object is thrown away and made anew. */
static void damage_is_noticed(void **unused)
{
	(void)unused;
	sb_arena *arena = sb_arena_new();
	sb_strings names = {0};
	bench b = decay(4, 3.5);
	build(&b, 2);
	bench_free(&b);
	sb_folder_list(arena, cache_folder, &names);
	for (uint32_t k = 0; k < names.n; k++) {
		FILE *f = fopen(sb_path_join(arena, cache_folder, names.at[k]), "w");
		fputs("this is no object", f);
		fclose(f);
	}
	b = decay(4, 3.5);
	build(&b, 2);
	assert_int_equal(sc_tier(b.program), 2);
	bench_free(&b);
	sb_arena_free(arena);
}

static void the_cache_is_bounded(void **unused)
{
	(void)unused;
	sb_arena *arena = sb_arena_new();
	char *big = sb_path_join(arena, cache_folder, "0000.so");
	FILE *f = fopen(big, "w");
	assert_int_equal(ftruncate(fileno(f), 3 << 20), 0);
	fclose(f);
	struct timespec long_ago[2] = { { .tv_sec = 1000 }, { .tv_sec = 1000 } };
	utimensat(AT_FDCWD, big, long_ago, 0);
	setenv("SALTUS_CACHE_MB", "2", 1);
	bench b = decay(2, 4.5);
	build(&b, 2);
	bench_free(&b);
	unsetenv("SALTUS_CACHE_MB");
	assert_false(sb_file_exists(big));
	assert_true(objects() >= 1);
	sb_arena_free(arena);
}

/* Without a compiler, with one that fails, without a cache, with a folder that others may write to: the run goes on. */
static void without(void **unused)
{
	(void)unused;
	static const char *const compilers[] = { "", "no-such-compiler", "/bin/false" };
	for (int k = 0; k < 3; k++) {
		setenv("SALTUS_CC", compilers[k], 1);
		bench b = decay(2, 5.5 + k);
		build(&b, 1);
		sc_optimise(b.program);
		wait_until_done(&b);
		assert_int_equal(sc_tier(b.program), 1);
		assert_non_null(sc_optimise_problem(b.program));
		assert_int_equal(sb_messages(b.diag), 0);
		bench_free(&b);
		b = decay(2, 5.5 + k);
		build(&b, 2);
		assert_int_equal(sc_tier(b.program), 1);
		assert_true(said(&b, "C0106", "fast compiler"));
		bench_free(&b);
	}
	unsetenv("SALTUS_CC");
	char *open = NULL;
	for (int k = 0; k < 3; k++) {
		sb_arena *arena = sb_arena_new();
		open = sb_path_join(arena, cache_folder, "open");
		mkdir(open, 0777);
		chmod(open, 0777);
		setenv("SALTUS_CACHE", k == 0 ? "" : k == 1 ? "/proc/nowhere" : open, 1);
		bench b = decay(2, 9.5 + k);
		build(&b, 2);
		assert_int_equal(sc_tier(b.program), 2);
		bench_free(&b);
		rmdir(open);           /* fails if something was put there */
		assert_false(sb_is_folder(open));
		sb_arena_free(arena);
	}
	setenv("SALTUS_CACHE", cache_folder, 1);
}

/* Compilers are not made for threads: programs made and used at the same time in several do not disturb each other. */
static void *make_and_use(void *context)
{
	bool *good = context;
	*good = true;
	for (int round = 0; round < 20; round++) {
		bench b = decay(10, round);
		b.program = sc_compile(b.plan, NULL);
		if (b.program) {
			b.d = sc_data_new(b.program, b.diag);
			b.d->x[3] = 1;
			rates(&b);
		}
		*good &= b.program && b.d->xd[3] == -(round + 3.0) * sin(1);
		bench_free(&b);
	}
	return NULL;
}

static void many_at_once(void **unused)
{
	(void)unused;
	pthread_t threads[4];
	bool good[4];
	for (int k = 0; k < 4; k++)
		assert_int_equal(pthread_create(&threads[k], NULL, make_and_use, &good[k]), 0);
	for (int k = 0; k < 4; k++) {
		pthread_join(threads[k], NULL);
		assert_true(good[k]);
	}
}

/* A program that is freed while its compiler works ends it. On a busy machine the compiler may be ready before: then
 * another one is tried. */
static void freed_early(void **unused)
{
	(void)unused;
	bool ended = false;
	for (int k = 0; k < 20 && !ended; k++) {
		bench b = decay(20000, 0.5 + 0.01 * k);
		uint32_t before = objects();
		build(&b, 1);
		sc_optimise(b.program);
		usleep(30000 >> k);
		bench_free(&b);
		ended = objects() == before;         /* nobody waited for it */
	}
	assert_true(ended);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(swap_while_running),   cmocka_unit_test(objects_are_kept), cmocka_unit_test(damage_is_noticed),
		cmocka_unit_test(the_cache_is_bounded), cmocka_unit_test(without),          cmocka_unit_test(many_at_once),
		cmocka_unit_test(freed_early),
	};
	return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
