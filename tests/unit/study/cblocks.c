/* Blocks in C (docs/cblocks.md) in runs that are repeated, copied, saved and restored, and with the code of either
 * compiler. The sum that the block keeps in its memory has a closed form: 0.05 + 0.15 + ... + (n - 0.5)/10 = n^2/20. */
#include "unit/unit.h"
#include "tiers.h"
#include <saltus.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

static const char sums[] =
	"package Sums\n"
	"  block Sum\n"
	"    input Activation e;\n"
	"    input Real u;\n"
	"    output Real y;\n"
	"    Real x(start = 1, fixed = true);\n"
	"    discrete Real sum(start = 0, fixed = true);\n"
	"  external \"C\" summed() annotation(Include = \"\n"
	"#include <saltus_block.h>\n"
	"struct kept { double sum; };\n"
	"void summed(saltus_block *b, saltus_call call)\n"
	"{\n"
	"	struct kept *kept = b->user;\n"
	"	switch (call) {\n"
	"	case SALTUS_INITIALISE: b->user = saltus_kept(b, sizeof *kept); break;\n"
	"	case SALTUS_OUTPUTS: saltus_output(b, 1)[0] = saltus_state(b, 1)[0]; break;\n"
	"	case SALTUS_RATES: saltus_rate(b, 1)[0] = saltus_input(b, 1)[0] - saltus_state(b, 1)[0]; break;\n"
	"	case SALTUS_UPDATE: saltus_discrete(b, 1)[0] = kept->sum + saltus_input(b, 1)[0]; break;\n"
	"	case SALTUS_COMMIT: if (saltus_active(b, 1)) kept->sum += saltus_input(b, 1)[0]; break;\n"
	"	default: break;\n"
	"	}\n"
	"}\");\n"
	"  end Sum;\n"
	"  model Test\n"
	"    Sum s(u = time, e = Activation(0.1, 0.05));\n"
	"    annotation(experiment(StopTime = 4));\n"
	"  end Test;\n"
	"end Sums;\n";

static void expect(saltus_run *r, double n)
{
	double t = saltus_now(r);
	assert_true(fabs(saltus_get(r, "s.sum") - n * n / 20) < 1e-12 * n * n);
	assert_true(fabs(saltus_get(r, "s.y") - (t - 1 + 2 * exp(-t))) < 1e-5);
}

static saltus_program *load(void)
{
	setenv("SALTUS_CACHE", "", 0);
	saltus_program *p = saltus_load_text(sums, "Sums.Test");
	if (!p)
		print_error("no program\n");
	assert_non_null(p);
	return p;
}

static void a_run_is_repeated(void **state)
{
	saltus_program *p = load();
	saltus_run *r = saltus_new_run(p);
	(void)state;
	for (int k = 0; k < 3; k++) {
		assert_int_equal(saltus_simulate(r), SALTUS_DONE);
		expect(r, 40);
	}
	saltus_free_run(r);
	saltus_free(p);
}

static void a_run_is_saved_and_goes_on(void **state)
{
	char path[] = "/tmp/saltus-cblocks-XXXXXX";
	saltus_program *p = load();
	saltus_run *one = saltus_new_run(p), *other = saltus_new_run(p);
	(void)state;
	close(mkstemp(path));
	assert_int_equal(saltus_begin(one), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(one, 2), SALTUS_PAUSED);
	expect(one, 20);
	assert_true(saltus_save(one, path));
	saltus_run *copy = saltus_copy(one);
	assert_non_null(copy);
	assert_int_equal(saltus_restore(other, path), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(one, 4), SALTUS_DONE);
	assert_int_equal(saltus_advance(other, 3), SALTUS_PAUSED);
	expect(other, 30);
	assert_true(saltus_save(other, path));                   /* what goes on can be saved again */
	assert_int_equal(saltus_restore(other, path), SALTUS_PAUSED);
	assert_true(saltus_save(other, path));                   /* before any of its calls */
	assert_int_equal(saltus_restore(other, path), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(other, 4), SALTUS_DONE);
	assert_int_equal(saltus_advance(copy, 4), SALTUS_DONE);
	expect(one, 40);
	assert_true(saltus_get(one, "s.sum") == saltus_get(other, "s.sum"));
	assert_true(saltus_get(one, "s.y") == saltus_get(other, "s.y"));
	assert_true(saltus_get(one, "s.sum") == saltus_get(copy, "s.sum"));
	assert_true(saltus_get(one, "s.y") == saltus_get(copy, "s.y"));
	saltus_end(one);
	saltus_end(other);
	saltus_end(copy);
	saltus_free_run(one);
	saltus_free_run(other);
	saltus_free_run(copy);
	saltus_free(p);
	unlink(path);
}

static void both_compilers_give_the_same_bits(void **state)
{
	static const char *const models[][2] = {{"ode", "Ode.Test"}, {"crossings", "Crossings.Bounces"},
		{"crossings", "Crossings.StickyMasses"}, {"tanks", "Tanks.Off"}, {"schedule", "Schedule.Overflow"}};
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		char path[200];
		snprintf(path, sizeof path, SALTUS_SOURCE "/tests/models/cblocks/%s.mo", models[k][0]);
		tier_outcome first = simulate_tier(path, models[k][1], 0), second = simulate_tier(path, models[k][1], 2);
		assert_true(first.ran && first.status == SE_DONE);
		if (second.tier == 2)                                  /* there may be no other compiler */
			assert_true(second.ran && equal_rows(models[k][1], first.record, second.record));
		sr_record_free(first.record);
		sr_record_free(second.record);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_repeated),
		cmocka_unit_test(a_run_is_saved_and_goes_on),
		cmocka_unit_test(both_compilers_give_the_same_bits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
