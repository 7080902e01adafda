/* Both tiers give the same bits: the examples and the models of tests/models, simulated with the code of libtcc and
 * with that of the system compiler, and a run in the middle of which the one takes the place of the other, have the
 * same rows to the last bit. What a model's numbers should be is tested elsewhere. */
#include "unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/sanitized.h"
#include "study/study.h"
#include "tiers.h"
#include "unit/cache.h"

/* Models, roughly: the system compiler takes its time. With the sanitizers a dozen show what threads share, and a
 * shorter run is long enough: they do not see the bits. */
enum { FEW = SB_SANITIZED_THREADS || SB_SANITIZED, MOST = FEW ? 22 : 45, FEWEST = FEW ? 8 : 40, EACH = FEW ? 8 : 2 };

static void find_models(sb_arena *arena, const char *path, sb_strings *files)
{
	sb_strings names = {0};
	sb_folder_list(arena, path, &names);
	for (uint32_t k = 0; k < names.n; k++) {
		const char *name = sb_path_join(arena, path, names.at[k]), *dot = strrchr(name, '.');
		if (sb_is_folder(name))
			find_models(arena, name, files);
		else if (dot && strcmp(dot, ".mo") == 0)
			sb_push(arena, *files, name);
	}
}

typedef struct tally { uint32_t compared, different; size_t rows; } tally;

static void compare_tiers(const char *path, tally *t)
{
	tier_outcome fast = simulate_tier(path, NULL, 0), best = {0};
	if (fast.ran)
		best = simulate_tier(path, NULL, 2);
	if (fast.ran && best.ran && best.tier == 2) {
		t->compared++;
		t->rows += sr_rows(fast.record);
		t->different += fast.status != best.status || !equal_rows(path, fast.record, best.record);
	}
	sr_record_free(fast.record);
	sr_record_free(best.record);
}

/* Of the examples one of EACH, and of the many models every few, from a beginning that changes. */
static void every_model(void **unused)
{
	(void)unused;
	sb_arena *arena = sb_arena_new();
	uint32_t seed = changing_seed();
	sb_strings examples = {0}, models = {0};
	tally t = {0};
	find_models(arena, SALTUS_SOURCE "/examples", &examples);
	find_models(arena, SALTUS_SOURCE "/tests/models", &models);
	for (uint32_t k = seed % EACH; k < examples.n; k += EACH)
		compare_tiers(examples.at[k], &t);
	for (uint32_t step = models.n / (MOST - 15) + 1, k = seed % step; k < models.n; k += step)
		compare_tiers(models.at[k], &t);
	print_message("%u models with %zu rows compared\n", t.compared, t.rows);
	assert_int_equal(t.different, 0);
	assert_true(t.compared >= FEWEST);
	assert_true(t.rows > (FEW ? 1000 : 10000));
	sb_arena_free(arena);
}

/* Runs of a while: chaos, a stiff system, events, a loop of equations, a family. */
static const char *const long_runs[] = {
	"model Lorenz Real x(start = 1, fixed = true); Real y(start = 1, fixed = true); Real z(start = 1, fixed = true); "
	"equation "
	"der(x) = 10*(y - x); der(y) = x*(28 - z) - y; der(z) = x*y - 8/3*z; annotation(experiment(StopTime = 16000)); end "
	"Lorenz;",
	"model Bounce Real h[4](start = {1, 2, 3, 4}, each fixed = true); Real v[4](each start = 0, each fixed = true); "
	"Real f; equation "
	"f + exp(f)/10 = sin(h[1]*v[2]) + sin(time); for i in 1:4 loop der(h[i]) = v[i]; der(v[i]) = -9.81 + f/10; "
	"when h[i] < 0 then reinit(v[i], -0.98*pre(v[i]) + i/2); end when; end for; annotation(experiment(StopTime = "
	"1600)); end Bounce;"};

/* Holds the run up until the second tier is there. */
typedef struct hold { sc_program *program; double at; int tier_after; } hold;

static bool wait_for_the_second_tier(void *context, const se_progress *p)
{
	hold *h = context;
	double begin = sb_clock();
	if (h->tier_after == 2)
		return true;
	h->at = (p->time - p->start) / (p->stop - p->start);
	sc_optimise(h->program);
	while (sc_optimising(h->program) && sb_clock() - begin < 600)
		usleep(1000);
	h->tier_after = sc_tier(h->program);
	return true;
}

static void swap_in_the_middle(void **unused)
{
	(void)unused;
	for (size_t k = FEW; k < sizeof long_runs / sizeof *long_runs; k++) {
		sr_record *records[2];
		hold h = {0};
		for (int swap = 0; swap < 2; swap++) {
			st_model *m = st_load("long run", NULL,
								  &(st_options){.depth = ST_CODE, .text = long_runs[k], .code = {.optimise = swap}});
			assert_non_null(m->program);
			assert_int_equal(sc_tier(m->program), 1);
			se_run *run = st_run(m, m->diag);
			se_settings settings = se_defaults(sc_image(m->program));
			settings.tolerance = 1e-9;
			settings.stop /= FEW ? 20 : 4;
			h = (hold){ .program = m->program };
			if (swap) {
				settings.progress = wait_for_the_second_tier;
				settings.progress_context = &h;
			}
			assert_int_equal(se_simulate(run, &settings), SE_DONE);
			records[swap] = se_take_record(run);
			se_run_free(run);
			st_free(m);
		}
		print_message("from the first to the second tier at %.0f%% of the run\n", 100 * h.at);
		assert_int_equal(h.tier_after, 2);
		assert_true(h.at > 0 && h.at < 0.95);
		assert_true(equal_rows("the run with both tiers", records[0], records[1]));
		sr_record_free(records[0]);
		sr_record_free(records[1]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_model),
		cmocka_unit_test(swap_in_the_middle),
	};
	return cmocka_run_group_tests(tests, make_cache, remove_cache);
}
