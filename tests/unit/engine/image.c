/* Images of programs as bytes: what is read is what was written, runs alike, and needs nobody; damaged bytes are
 * refused. */
#include "trial.h"
#include "code/runtime/runtime.h"
#include "study/study.h"
#include <stdlib.h>

static const char *const models[] = {
	"model M Real h(start = 1, fixed = true); Real v(start = 0, fixed = true, max = 2*c); parameter Real c = 3;\n"
	"equation der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -0.7*pre(v)); end when; end M;",
	"model M parameter Integer n = 8; Real u[n](each start = 1, each nominal = 2); Real y; equation\n"
	"for i in 2:n loop der(u[i]) = u[i - 1] - u[i]; end for; der(u[1]) = -u[1]; y = delay(u[3], 0.1); end M;",
	"model M Real x(start = 0, fixed = true); Real y; Boolean on(start = false, fixed = true); equation\n"
	"on = if pre(on) then x > 0.2 else x > 0.5; der(x) = if on then -1 else 1;\n"
	"if on then y = x; else y = 2*x; end if; end M;",
	"model M type E = enumeration(a, b); E e(start = E.a, fixed = true); discrete Integer k(start = 0, fixed = true);\n"
	"Real x(unit = \"m\", start = 1, fixed = true); equation der(x) = -abs(x - 0.3)*sqrt(1 + x*x);\n"
	"when sample(0, 0.25) then k = pre(k) + 1; e = if k > 2 then E.b else E.a; end when; end M;"};

static sb_archive bytes_of(const si_image *image)
{
	sb_archive a = {0};
	si_write(image, &a);
	return a;
}

static void comes_back(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		sb_archive first = bytes_of(sc_image(t.model->program));
		si_image *read = si_read(first.at, first.n, arena, &why);
		assert_non_null(read);
		assert_null(read->asks);
		sb_archive second = bytes_of(read);
		assert_int_equal(first.n, second.n);
		assert_memory_equal(first.at, second.at, first.n);
		sb_archive_free(&first);
		sb_archive_free(&second);
		sb_arena_free(arena);
		done(&t);
	}
}

/* All values at the end. */
static double *values_of(trial *t, uint32_t *n)
{
	se_simulate(t->run, &t->settings);
	*n = t->model->flat->scalars;
	double *values = malloc((*n + 1) * sizeof *values);
	for (uint32_t s = 0; s < *n; s++)
		values[s] = se_value(t->run, s);
	return values;
}

static void runs_alike(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof models / sizeof *models; k++) {
		trial t = load(models[k]);
		uint32_t n;
		double *one = values_of(&t, &n);
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		sb_archive bytes = bytes_of(sc_image(t.model->program));
		const si_image *made = sc_image(t.model->program);
		se_run_free(t.run);
		((sc_program *)t.model->program)->image = si_read(bytes.at, bytes.n, arena, &why);
		t.run = st_run(t.model, t.model->diag);
		double *other = values_of(&t, &n);
		assert_memory_equal(one, other, n * sizeof *one);
		se_run_free(t.run);
		((sc_program *)t.model->program)->image = made;
		t.run = NULL;
		free(one);
		free(other);
		sb_archive_free(&bytes);
		sb_arena_free(arena);
		st_free(t.model);
	}
}

static void damage_is_refused(void **state)
{
	(void)state;
	trial t = load(models[0]);
	sb_archive bytes = bytes_of(sc_image(t.model->program));
	for (size_t i = 0; i < bytes.n; i++) {
		sb_arena *arena = sb_arena_new();
		sb_text why = {0};
		bytes.at[i] ^= 0x40;
		assert_null(si_read(bytes.at, bytes.n, arena, &why));
		assert_true(why.n > 0);
		bytes.at[i] ^= 0x40;
		assert_null(si_read(bytes.at, i, arena, &why));
		sb_text_free(&why);
		sb_arena_free(arena);
	}
	sb_archive_free(&bytes);
	done(&t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(comes_back), cmocka_unit_test(runs_alike),
									   cmocka_unit_test(damage_is_refused)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
