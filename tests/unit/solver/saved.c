/* A solver that is saved (sv_operations.archive) and one that goes on from what was saved make the same steps, to the
 * last bit: ends, what is interpolated, what is counted. At every step of a run, with every solver that can be
 * saved. */
#include "unit/unit.h"

#include <stdlib.h>

#include "unit/solver/problems.h"

static bool same_bits(const double *a, const double *b, uint32_t n)
{
	return memcmp(a, b, n * sizeof *a) == 0;
}

/* What the two show between the ends of the last step and of it. */
static void look_alike(sv_solver *a, sv_solver *b, const problem *p, double from, double to)
{
	double xa[3], xb[3], ca[SV_BERNSTEIN], cb[SV_BERNSTEIN];
	assert_true(same_bits(a->operations->state(a), b->operations->state(b), p->of.n));
	for (int k = 0; k <= 4; k++) {
		a->operations->interpolate(a, from + (to - from) * k / 4, xa);
		b->operations->interpolate(b, from + (to - from) * k / 4, xb);
		assert_true(same_bits(xa, xb, p->of.n));
	}
	bool known = a->operations->polynomial && a->operations->polynomial(a, 0, ca);
	assert_true(known == (b->operations->polynomial && b->operations->polynomial(b, 0, cb)));
	assert_true(!known || same_bits(ca, cb, SV_BERNSTEIN));
}

static void count_alike(sv_solver *a, sv_solver *b)
{
	sv_statistics one, other;
	a->operations->statistics(a, &one);
	b->operations->statistics(b, &other);
	assert_true(one.steps == other.steps && one.rejected == other.rejected && one.last_step == other.last_step);
	assert_true(one.rates == other.rates && one.jacobians == other.jacobians && one.resets == other.resets);
	assert_true(one.rough == other.rough && one.rough_at == other.rough_at && one.rough_state == other.rough_state);
	assert_true(one.off == other.off && one.off_at == other.off_at && one.off_state == other.off_state);
}

/* Both make some steps, of which one ends at a limit; one more is after a reset that keeps the step. */
static void go_on(sv_solver *a, sv_solver *b, const problem *p, double t)
{
	enum { STEPS = 6 };
	for (int k = 0; k < STEPS && t < p->end; k++) {
		double ta, tb, from = t, limit = k == 3 ? fmin(p->end, t + p->end * 1e-5) : p->end;
		if (k == 4) {
			double x[3];
			memcpy(x, a->operations->state(a), p->of.n * sizeof *x);
			a->operations->reset(a, t, x, true);
			b->operations->reset(b, t, x, true);
		}
		assert_int_equal(a->operations->step(a, limit, &ta), SV_OK);
		assert_int_equal(b->operations->step(b, limit, &tb), SV_OK);
		assert_true(ta == tb);
		look_alike(a, b, p, from, t = ta);
	}
	count_alike(a, b);
}

/* A run to step `number` that is saved there; false: it was over before. */
static bool saved_at(const char *name, const problem *p, double step, int number, int *saved)
{
	sv_solver *a = begin(name, p, 1e-5, step), *b = begin(name, p, 1e-5, step);
	sb_archive bytes = {0};
	double t = 0, from = 0;
	for (int k = 0; k < number && t < p->end; k++) {
		from = t;
		double limit = a->operations->quantised ? fmin(p->end, t + p->end / 10) : p->end;    /* else they make few */
		assert_int_equal(a->operations->step(a, limit, &t), SV_OK);
	}
	if (t < p->end && a->operations->archive(a, &bytes)) {
		sb_archive in = sb_archive_read(bytes.at, bytes.n);
		assert_true(b->operations->archive(b, &in) && !in.bad && in.next == in.n);
		if (number)
			look_alike(a, b, p, from, t);
		count_alike(a, b);
		go_on(a, b, p, t);
		++*saved;
	}
	sb_archive_free(&bytes);
	a->operations->free(a);
	b->operations->free(b);
	return t < p->end;
}

static void what_is_saved_goes_on_alike(void **state)
{
	(void)state;
	static const problem *const all[] = { &decay, &oscillator, &tracking, &lorenz, &robertson };
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		int saved = 0;
		for (size_t k = 0; k < sizeof all / sizeof *all && sv_find(names[i])->archive; k++) {
			bool fixed = sv_find(names[i])->fixed_step;
			if (fixed && all[k]->stiff)
				continue;
			for (int number = 0; number < 60 && saved_at(names[i], all[k], fixed ? 0.01 : 0, number, &saved); number++)
				;
		}
		print_message("%s: saved at %d steps\n", names[i], saved);
		/* a step of quantised states goes on to the next event, or for some thousand transitions */
		assert_true(saved > (sv_find(names[i])->quantised ? 20 : 40) || !sv_find(names[i])->archive);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(what_is_saved_goes_on_alike) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
