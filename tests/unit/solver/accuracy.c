/* The tolerance is the error of the result: global errors of every adaptive solver against closed forms, at
 * tolerances from 1e-3 to 1e-10, at the ends of steps and inside them; and the orders of the fixed-step ones. */
#include "unit/unit.h"

#include "unit/solver/problems.h"

static const char *const adaptive[] = { "auto", "cvode", "adams", "ida", "erk", "dirk", "rodas" };
enum { ADAPTIVE = sizeof adaptive / sizeof *adaptive };

/* Errors stay below 20 tolerances and fall with the tolerance: over seven decades by at least six. */
static void check_problem(const char *solver, const problem *p)
{
	double loose = 0, tight = 0;
	for (int digits = 3; digits <= 10; digits++) {
		double tolerance = pow(10, -digits);
		outcome o = simulate(solver, p, tolerance, 0);
		assert_int_equal(o.status, SV_OK);
		if (o.at_steps > 20 * tolerance || o.between > 20 * tolerance)
			fail_msg("%s on %s at %g: errors %g and %g", solver, p->name, tolerance, o.at_steps, o.between);
		if (digits == 3)
			loose = fmax(o.at_steps, o.between);
		tight = fmax(o.at_steps, o.between);
	}
	double decades = log10(loose / tight);
	if (decades < 6)
		fail_msg("%s on %s: the error falls only by %.1f decades", solver, p->name, decades);
}

static void errors_follow_the_tolerance(void **state)
{
	(void)state;
	for (int i = 0; i < ADAPTIVE; i++) {
		check_problem(adaptive[i], &decay);
		check_problem(adaptive[i], &oscillator);
		if (strcmp(adaptive[i], "adams")) {
			check_problem(adaptive[i], &tracking);
			check_problem(adaptive[i], &pair);
		}
	}
}

/* Over a short time Lorenz is an ordinary problem. The answer at t = 2 comes from rk4 with a step of 1e-5, whose
 * error is that of rounding. */
static void lorenz_short(void **state)
{
	(void)state;
	problem p = lorenz;
	p.end = 2;
	outcome reference = simulate("rk4", &p, 0, 1e-5);
	assert_int_equal(reference.status, SV_OK);
	for (int i = 0; i < ADAPTIVE; i++)
		for (int digits = 3; digits <= 10; digits++) {
			double tolerance = pow(10, -digits);
			outcome o = simulate(adaptive[i], &p, tolerance, 0);
			for (int k = 0; k < 3; k++)
				if (fabs(o.x[k] - reference.x[k]) > 10 * tolerance * (fabs(reference.x[k]) + 10))
					fail_msg("%s at %g: x[%d] = %.12g, not %.12g", adaptive[i], tolerance, k, o.x[k], reference.x[k]);
		}
}

/* The steps of a smooth problem: not more than what each method needs, with some room. */
static void steps_stay_few(void **state)
{
	(void)state;
	static const struct { const char *solver; uint64_t steps; } most[] = {
		{ "auto", 250 }, { "cvode", 800 }, { "adams", 500 }, { "ida", 1000 }, { "erk", 250 }, { "dirk", 500 },
		{ "rodas", 250 },
	};
	for (int i = 0; i < ADAPTIVE; i++) {
		outcome o = simulate(most[i].solver, &oscillator, 1e-6, 0);
		if (o.count.steps > most[i].steps || o.count.steps < 20)
			fail_msg("%s: %llu steps", most[i].solver, (unsigned long long)o.count.steps);
	}
}

static void fixed_steps_have_their_order(void **state)
{
	(void)state;
	static const struct { const char *solver; double order; } fixed[] = { { "euler", 1 }, { "heun", 2 }, { "rk4", 4 } };
	problem p = oscillator;
	p.end = 2;
	for (int i = 0; i < 3; i++) {
		outcome coarse = simulate(fixed[i].solver, &p, 0, 0.02), fine = simulate(fixed[i].solver, &p, 0, 0.01);
		assert_int_equal(coarse.count.steps, 100);
		assert_int_equal(fine.count.steps, 200);
		assert_float_equal(log2(coarse.at_steps / fine.at_steps), fixed[i].order, 0.1);
		assert_float_equal(log2(coarse.between / fine.between), fixed[i].order, 0.15);
	}
}

/* Interpolation does not disturb: with and without it the steps are the same to the last bit. */
static void interpolation_leaves_the_steps_alone(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		sv_solver *a = begin(names[i], &oscillator, 1e-6, 0.05), *b = begin(names[i], &oscillator, 1e-6, 0.05);
		double s = 0, t = 0, x[2];
		for (int k = 0; k < 100; k++) {
			double from = t;
			assert_int_equal(a->operations->step(a, 100, &s), SV_OK);
			assert_int_equal(b->operations->step(b, 100, &t), SV_OK);
			for (int m = 10; m >= 0; m--)
				b->operations->interpolate(b, from + (t - from) * m / 10, x);
			assert_true(s == t);
			assert_memory_equal(a->operations->state(a), b->operations->state(b), sizeof x);
			b->operations->interpolate(b, t, x);
			assert_memory_equal(b->operations->state(b), x, sizeof x);
		}
		a->operations->free(a);
		b->operations->free(b);
	}
}

/* What Euler's and Heun's method say that they are off by is what they are off by, to a half: solutions that decay, go
 * round, and grow; exp(t) is off most at its end, and its size is largest there. */
static int growth_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = x[0];
	return 0;
}

static void growth_exact(double t, double *x)
{
	x[0] = exp(t);
}

static void fixed_steps_know_their_error(void **state)
{
	(void)state;
	static const char *const names[] = { "euler", "heun" };
	const problem growth = { "growth", { .n = 1, .rates = growth_rates }, 5, { 1 }, { 1 }, growth_exact, false };
	const problem *const problems[] = { &decay, &oscillator, &growth };
	for (int k = 0; k < 2; k++)
		for (int p = 0; p < 3; p++)
			for (double step = 0.1; step > 0.001; step /= 3) {
				const problem *of = problems[p];
				sv_solver *s = begin(names[k], of, 1e-6, step);
				sv_statistics count;
				double t = 0, worst[3] = { 0 }, size[3] = { 0 }, exact[3], true_part = 0;
				while (t < 5) {
					assert_int_equal(s->operations->step(s, 5, &t), SV_OK);
					of->exact(t, exact);
					for (uint32_t i = 0; i < of->of.n; i++) {
						worst[i] = fmax(worst[i], fabs(exact[i] - s->operations->state(s)[i]));
						size[i] = fmax(fmax(size[i], of->start[i]), fabs(s->operations->state(s)[i]));
					}
				}
				for (uint32_t i = 0; i < of->of.n; i++)
					true_part = fmax(true_part, worst[i] / size[i]);
				s->operations->statistics(s, &count);
				if (!(count.off > 0.5 * true_part && count.off < 1.5 * true_part))
					fail_msg("%s, %s, step %g: says %g, is %g", names[k], of->name, step, count.off, true_part);
				s->operations->free(s);
			}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(errors_follow_the_tolerance),
		cmocka_unit_test(lorenz_short),
		cmocka_unit_test(steps_stay_few),
		cmocka_unit_test(fixed_steps_have_their_order),
		cmocka_unit_test(interpolation_leaves_the_steps_alone),
		cmocka_unit_test(fixed_steps_know_their_error),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
