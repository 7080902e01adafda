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

/* Derivatives that the C gives are exact; differences would be off by 1e-8. */
static void a_jacobian_is_used(void **state)
{
	static const char *const of[] = {"der(aj.x[1])", "der(aj.x[2])", "der(bj.x[1])", "der(bj.x[2])"},
		*const by[] = {"aj.x[1]", "aj.x[2]", "bj.x[1]", "bj.x[2]"};
	static const char *const fed_of[] = {"der(f.x)", "f.y"}, *const fed_by[] = {"f.x", "z"};
	double j[16], d[4];
	saltus_program *p = saltus_load(SALTUS_SOURCE "/tests/models/cblocks/ode.mo", "Ode.Test");
	(void)state;
	assert_non_null(p);
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 1), SALTUS_PAUSED);
	assert_true(saltus_derivatives(r, of, 4, by, 4, j));
	for (int k = 0; k < 2; k++) {
		const double *row = j + 10 * k;
		double x = saltus_get(r, by[2 * k]), y = saltus_get(r, by[2 * k + 1]);
		assert_true(fabs(row[0] - (y - 1)) < 1e-14 && fabs(row[1] - x) < 1e-14);
		assert_true(fabs(row[4] - 2) < 1e-14 && fabs(row[5] + 3) < 1e-14);
		assert_true(j[8 * k + 2 - 2 * k] == 0 && j[8 * k + 3 - 2 * k] == 0);
	}
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
	p = saltus_load(SALTUS_SOURCE "/tests/models/cblocks/ode.mo", "Ode.Fed");
	assert_non_null(p);
	r = saltus_new_run(p);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_true(saltus_derivatives(r, fed_of, 2, fed_by, 2, d));
	assert_true(fabs(d[0] + 2) < 1e-14 && fabs(d[1] - 6) < 1e-14);
	assert_true(fabs(d[2] - 1) < 1e-14 && fabs(d[3] - 3 * 2.25) < 1e-14);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

/* What a block has made of parameters in INITIALISE follows a change; what it keeps stays. */
static void a_change_of_parameters_is_seen(void **state)
{
	static const char text[] =
		"package P\n"
		"  block B\n"
		"    parameter Real k = 2;\n"
		"    input Activation e;\n"
		"    output Integer n;\n"
		"    output Real y;\n"
		"    Integer count(start = 0, fixed = true);\n"
		"  external \"C\" prepared() annotation(Include = \"\n"
		"#include <saltus_block.h>\n"
		"void prepared(saltus_block *b, saltus_call call)\n"
		"{\n"
		"	double *root = b->user;\n"
		"	if (call == SALTUS_INITIALISE) {\n"
		"		root = b->user = saltus_memory(b, 2*sizeof *root);\n"
		"		root[0] = saltus_parameter(b, 1)[0]*saltus_parameter(b, 1)[0];\n"
		"		saltus_kept(b, 8);\n"
		"	}\n"
		"	if (call == SALTUS_UPDATE) saltus_discrete_int(b, 1)[0]++;\n"
		"	if (call == SALTUS_OUTPUTS) {\n"
		"		saltus_output_int(b, 1)[0] = saltus_discrete_int(b, 1)[0];\n"
		"		saltus_output(b, 2)[0] = root[0];\n"
		"	}\n"
		"}\");\n"
		"  end B;\n"
		"  model M\n"
		"    B b(e = Activation(1));\n"
		"    annotation(experiment(StopTime = 10));\n"
		"  end M;\n"
		"end P;\n";
	saltus_program *p = saltus_load_text(text, "P.M");
	(void)state;
	assert_non_null(p);
	saltus_run *r = saltus_new_run(p);
	assert_int_equal(saltus_begin(r), SALTUS_PAUSED);
	assert_int_equal(saltus_advance(r, 3.5), SALTUS_PAUSED);
	assert_true(saltus_get(r, "b.y") == 4 && saltus_get(r, "b.n") == 3);
	assert_true(saltus_change(r, "b.k", 3));
	assert_int_equal(saltus_advance(r, 5.5), SALTUS_PAUSED);
	assert_true(saltus_get(r, "b.y") == 9 && saltus_get(r, "b.n") == 5);
	saltus_end(r);
	saltus_free_run(r);
	saltus_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_run_is_repeated),
		cmocka_unit_test(a_run_is_saved_and_goes_on),
		cmocka_unit_test(both_compilers_give_the_same_bits),
		cmocka_unit_test(a_jacobian_is_used),
		cmocka_unit_test(a_change_of_parameters_is_seen),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
