/* What the engine relies on: limits are hit exactly, resets, walls, statistics, threads. */
#include "unit/unit.h"

#include <pthread.h>

#include "unit/solver/problems.h"

static void every_name_is_found(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	assert_int_equal(count, 16);
	for (uint32_t i = 0; i < count; i++) {
		assert_non_null(sv_find(names[i]));
		assert_string_equal(sv_find(names[i])->name, names[i]);
	}
	assert_null(sv_find("no such"));
	assert_null(sv_find(NULL));
	for (int status = SV_OK; status <= SV_NO_CONVERGENCE; status++)
		assert_true(strlen(sv_status_text((sv_status)status)) > 10);
}

/* Limits of all sizes, also shrinking ones and ones a few roundings away: never passed, hit exactly, the result
 * stays right. */
static void limits_are_hit_exactly(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		sv_solver *s = begin(names[i], &oscillator, 1e-6, 0.01);
		double t = 0;
		for (int k = 1; k <= 200; k++) {
			double limit = k * 0.1 + (k % 3) * 1e-9;
			int steps = 0;
			if (k % 2) {
				/* One step with a far limit, then a limit just after where it ended. */
				assert_int_equal(s->operations->step(s, limit, &t), SV_OK);
				double near = t + (k % 4 == 1 ? 1e-7 : 1e-15);
				if (near < limit) {
					while (t < near)
						assert_int_equal(s->operations->step(s, near, &t), SV_OK);
					assert_true(t == near);
				}
			}
			while (t < limit) {
				assert_int_equal(s->operations->step(s, limit, &t), SV_OK);
				assert_true(t <= limit);
				assert_true(++steps < 1000);
			}
			assert_true(t == limit);
			assert_int_equal(s->operations->step(s, limit, &t), SV_OK);
			assert_true(t == limit);
		}
		double bound = !strcmp(names[i], "euler") ? 0.3 : !strcmp(names[i], "heun") ? 1e-3 : 3e-5;
		if (error_of(&oscillator, t, s->operations->state(s)) > bound)
			fail_msg("%s: error %g", names[i], error_of(&oscillator, t, s->operations->state(s)));
		s->operations->free(s);
	}
}

/* Steps cut to sizes from 1e-16 to 10 at random, with and without resets: what is between the ends of steps stays
 * right. */
static void cuts_of_any_size(void **state)
{
	(void)state;
	static const char *const names[] = { "auto", "cvode", "adams", "ida", "erk", "dirk" };
	uint64_t random = 7;
	for (int i = 0; i < 6; i++)
		for (int repeat = 0; repeat < 20; repeat++) {
			const problem *p = repeat % 2 || !strcmp(names[i], "adams") ? &oscillator : &tracking;
			sv_solver *s = begin(names[i], p, 1e-6, 0);
			double t = 0, x[3];
			for (int k = 0; k < 200; k++) {
				random = random * 6364136223846793005u + 1442695040888963407u;
				double from = t, limit = t + pow(10, -16 + (double)(random >> 40) / (1 << 24) * 17);
				assert_int_equal(s->operations->step(s, limit, &t), SV_OK);
				assert_true(t <= limit);
				for (int m = 0; m <= 4; m++) {
					s->operations->interpolate(s, from + (t - from) * m / 4, x);
					assert_true(error_of(p, from + (t - from) * m / 4, x) < 3e-5);
				}
				if ((random >> 33) % 7 == 0) {
					memcpy(x, s->operations->state(s), p->of.n * sizeof(double));
					s->operations->reset(s, t, x, (random >> 37) % 2);
				}
			}
			s->operations->free(s);
		}
}

/* What is interpolated in a step is the polynomial that the solver says it is; solvers of several steps say nothing. */
static void steps_are_polynomials(void **state)
{
	(void)state;
	static const char *const names[] = { "auto", "erk", "dirk", "rodas", "euler", "heun", "rk4" };
	for (int i = 0; i < 7; i++) {
		sv_solver *s = begin(names[i], &oscillator, 1e-6, 0.05);
		double x[3], b[SV_BERNSTEIN], steepest[3];
		for (double t = 0; t < 3;) {
			double from = t;
			assert_int_equal(s->operations->step(s, 3, &t), SV_OK);
			for (int m = 1; m <= 8; m++) {
				double at = from + (t - from) * m / 8, part = (at - from) / (t - from);
				s->operations->interpolate(s, at, x);
				for (uint32_t k = 0; k < oscillator.of.n; k++) {
					assert_true(s->operations->polynomial(s, k, b));
					double alone, first = b[0];
					if (s->operations->one) {
						assert_true(s->operations->one(s, at, k, &alone) && alone == x[k]);
						assert_true(s->operations->steepest(s, steepest));
						assert_true(fabs(x[k] - first) <= part * steepest[k] * (1 + 1e-12));
					}
					for (int n = SV_BERNSTEIN - 1; n > 0; n--)       /* de Casteljau */
						for (int j = 0; j < n; j++)
							b[j] += part * (b[j + 1] - b[j]);
					assert_true(fabs(b[0] - x[k]) < 1e-14 * (1 + fabs(x[k])));
				}
			}
		}
		s->operations->free(s);
	}
	assert_null(sv_find("cvode")->polynomial);
}

/* dirk takes the slope at the end of a step from differences over it: over a step of 1e-13 they are mostly rounding and
 * must not reach the next one. */
static void very_short_steps_between(void **state)
{
	(void)state;
	sv_solver *s = begin("dirk", &tracking, 1e-6, 0);
	double x[1];
	int steps = 0;
	for (double t = 0; t < 8;) {
		double from = t;
		if (++steps > 1000)
			fail_msg("only at %g after %d steps", t, steps);
		assert_int_equal(s->operations->step(s, t + 0.05, &t), SV_OK);
		for (int m = 0; m <= 8; m++) {
			s->operations->interpolate(s, from + (t - from) * m / 8, x);
			assert_true(error_of(&tracking, from + (t - from) * m / 8, x) < 5e-6);
		}
		assert_int_equal(s->operations->step(s, t + 1e-13, &t), SV_OK);
	}
	s->operations->free(s);
}

/* A saw tooth of decays: each reset sets the state to 1 again. The counts go on over resets, and a restart that
 * keeps its step is cheap. */
static void resets(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		sv_solver *s = begin(names[i], &decay, 1e-6, 0.005);
		const double one = 1;
		double t = 0;
		sv_statistics before = { 0 }, after;
		for (int k = 1; k <= 100; k++) {
			while (t < k * 0.1)
				assert_int_equal(s->operations->step(s, k * 0.1, &t), SV_OK);
			double bound = !strcmp(names[i], "euler") ? 3e-3 : 1e-5;
			assert_float_equal(s->operations->state(s)[0], exp(-0.1), bound);
			s->operations->reset(s, t, &one, true);
			assert_true(s->operations->state(s)[0] == 1);
			s->operations->statistics(s, &after);
			assert_int_equal(after.resets, k);
			assert_true(after.steps > before.steps && after.rates > before.rates);
			assert_true(after.rejected >= before.rejected);
			if (s->operations->implicit && strcmp(names[i], "auto"))
				assert_true(after.newton_iterations > before.newton_iterations);
			/* quantised states move by a quantum at a time, however long that takes */
			if (k > 1 && !s->operations->quantised && after.rates - before.rates > 100)
				fail_msg("%s: %llu evaluations for a tenth", names[i],
				         (unsigned long long)(after.rates - before.rates));
			before = after;
		}
		s->operations->free(s);
	}
}

/* x' = -sqrt(x) - 0.1, x(0) = 1, falls through 0 at t = 2 - 0.2 log 11, beyond which there is no rate: all get
 * there and stop. */
static int wall_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	if (x[0] < 0)
		return 1;
	xd[0] = -sqrt(x[0]) - 0.1;
	return 0;
}

/* x' = -1 for x > 0, and not a number beyond. */
static int nan_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = x[0] < 0 ? NAN : -1;
	return 0;
}

static int give_up_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)x;
	xd[0] = -1;
	return t > 0.5 ? -1 : 0;
}

static sv_status run_to_failure(const char *name, int (*rates)(void *, double, const double *, double *), double *t,
                                double *x)
{
	problem p = { "wall", { .n = 1, .rates = rates }, 10, { 1 }, { 1 }, NULL, false };
	sv_solver *s = begin(name, &p, 1e-6, 0.01);
	sv_status status = SV_OK;
	*t = 0;
	for (int k = 0; k < 100000 && status == SV_OK && *t < p.end; k++)
		status = s->operations->step(s, p.end, t);
	*x = s->operations->state(s)[0];
	s->operations->free(s);
	return status;
}

static void walls_are_approached_and_reported(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		double t, x;
		sv_status status = run_to_failure(names[i], wall_rates, &t, &x);
		assert_true(status == SV_NOT_EVALUABLE || status == SV_TOO_SMALL || status == SV_NO_CONVERGENCE);
		assert_true(x >= -1e-3 && x < 1e-3);
		assert_float_equal(t, 2 - 0.2 * log(11), 0.02);
		if (sv_find(names[i])->quantised)        /* a rate that does not move is not evaluated again */
			continue;
		status = run_to_failure(names[i], nan_rates, &t, &x);
		assert_true(status == SV_NOT_EVALUABLE || status == SV_TOO_SMALL || status == SV_NO_CONVERGENCE);
		assert_float_equal(t, 1, 1e-3);
		assert_int_equal(run_to_failure(names[i], give_up_rates, &t, &x), SV_GAVE_UP);
		assert_true(t < 0.52);
	}
}

/* x' = -1e200 (x - 1): the norm of the rates is not a number any more, so a first step that is derived from it has no
 * length. Who makes such a step all the same, with matrices that were never factored, must not crash; whoever goes on
 * is at 1. */
static int steep_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	xd[0] = -1e200 * (x[0] - 1);
	return 0;
}

static int steep_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)x, (void)xd;
	values[0] = -1e200;
	return 0;
}

static void rates_beyond_all_norms(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++)
		for (int exact = 0; exact < 2; exact++) {
			problem p = {
				"steep",
				{.n = 1, .rates = steep_rates, .jacobian = exact ? steep_jacobian : NULL, .column = column1,
				 .row = row1},
				1,
				{2},
				{1},
				NULL,
				true};
			sv_solver *s = begin(names[i], &p, 1e-6, 0.01);
			sv_status status = SV_OK;
			double t = 0, from = -1;
			for (int k = 0; k < 1000 && status == SV_OK && t < p.end; k++) {
				status = s->operations->step(s, p.end, &t);
				if (status == SV_OK && !(t > from))
					fail_msg("%s: a step from %g to %g", names[i], from, t);
				from = t;
			}
			if (status == SV_OK && t == p.end && !s->operations->fixed_step)
				assert_float_equal(s->operations->state(s)[0], 1, 1e-5);
			s->operations->free(s);
		}
}

/* A model without states still has time. */
static int no_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t, (void)x, (void)xd;
	return 0;
}

static void no_states(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	static const uint32_t none[] = { 0 };
	for (uint32_t i = 0; i < count; i++) {
		sv_problem p = { .n = 0, .rates = no_rates, .column = none, .row = none };
		sv_options options = { .tolerance = 1e-6, .step = 0.1, .span = 10 };
		sv_solver *s = sv_find(names[i])->create(&p, &options);
		double t = 1, x;
		s->operations->reset(s, 1, &x, false);
		for (int k = 0; k < 1000 && t < 11; k++)
			assert_int_equal(s->operations->step(s, 11, &t), SV_OK);
		assert_true(t == 11);
		s->operations->interpolate(s, 10.99, &x);
		s->operations->free(s);
	}
}

static void longest_step_is_kept(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		sv_options options = { .tolerance = 1e-3, .nominal = decay.nominal, .step = 0.1, .longest = 0.01, .span = 1 };
		sv_solver *s = sv_find(names[i])->create(&decay.of, &options);
		s->operations->reset(s, 0, decay.start, false);
		for (double t = 0; t < 1;) {
			double from = t;
			assert_int_equal(s->operations->step(s, 1, &t), SV_OK);
			assert_true(t - from < 0.0101);
		}
		s->operations->free(s);
	}
}

/* The same run in two threads at once gives the same bits as alone. */
/* The statistics tell the step that was made last, and an order of the method that made it: also where auto has gone
 * over to another method. */
static void the_last_step_is_told(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++)
		for (int stiff = 0; stiff < 2; stiff++) {
			const problem *p = stiff ? &pair : &oscillator;
			sv_solver *s = begin(names[i], p, 1e-6, 1e-4);
			sv_statistics told;
			double t = 0;
			for (int k = 0; k < 300 && t < 2; k++) {
				double from = t;
				assert_int_equal(s->operations->step(s, 2, &t), SV_OK);
				s->operations->statistics(s, &told);
				if (!(fabs(told.last_step - (t - from)) <= 1e-9 * (t - from) + 1e-14 * t))
					fail_msg("%s: a step of %.17g is told as %.17g", names[i], t - from, told.last_step);
				assert_true(told.last_order >= 1 && told.last_order <= 12);
			}
			s->operations->free(s);
		}
}

/* x' = -x, and from 1/2 on 500 (cos 40 t - x): whoever controls its steps meets one that is too long there. */
static unsigned long called;

static int sudden_rates(void *context, double t, const double *x, double *xd)
{
	(void)context;
	called++;
	xd[0] = t < 0.5 ? -x[0] : 500 * (cos(40 * t) - x[0]);
	return 0;
}

static int sudden_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)x, (void)xd;
	values[0] = t < 0.5 ? -1 : -500;
	return 0;
}

/* Evaluations are counted, each of them, and so are steps and what was rejected: a run reports them. */
static void what_is_done_is_counted(void **state)
{
	(void)state;
	static const problem sudden = {.name = "sudden", .end = 1, .start = {1}, .nominal = {1},
								   .of = {.n = 1, .rates = sudden_rates, .jacobian = sudden_jacobian,
										  .column = column1, .row = row1}};
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		sv_solver *s = begin(names[i], &sudden, 1e-6, 1e-3);
		bool fixed = !strcmp(names[i], "euler") || !strcmp(names[i], "heun") || !strcmp(names[i], "rk4");
		sv_statistics told;
		uint64_t steps = 0;
		double t = 0;
		if (s->operations->quantised) {
			s->operations->free(s);
			continue;
		}
		called = 0;
		for (; t < 1; steps++)
			assert_int_equal(s->operations->step(s, 1, &t), SV_OK);
		s->operations->statistics(s, &told);
		if (told.steps != steps || told.rates != called || (told.rejected > 0) == fixed)
			fail_msg("%s tells %llu steps, %llu evaluations, %llu rejected; %llu and %lu were made", names[i],
					 (unsigned long long)told.steps, (unsigned long long)told.rates, (unsigned long long)told.rejected,
					 (unsigned long long)steps, called);
		s->operations->free(s);
	}
}

static void *in_thread(void *name)
{
	static _Thread_local outcome mine;
	mine = simulate(name, &tracking, 1e-7, 0.001);
	for (int k = 0; k < 5; k++) {
		outcome again = simulate(name, &tracking, 1e-7, 0.001);
		if (again.x[0] != mine.x[0] || again.count.steps != mine.count.steps)
			return (void *)"differs";
	}
	return NULL;
}

static void two_threads(void **state)
{
	(void)state;
	uint32_t count;
	const char *const *names = sv_names(&count);
	for (uint32_t i = 0; i < count; i++) {
		pthread_t a, b;
		void *x, *y;
		assert_int_equal(pthread_create(&a, NULL, in_thread, (void *)names[i]), 0);
		assert_int_equal(pthread_create(&b, NULL, in_thread, (void *)names[i]), 0);
		pthread_join(a, &x);
		pthread_join(b, &y);
		assert_null(x);
		assert_null(y);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_name_is_found),
		cmocka_unit_test(limits_are_hit_exactly),
		cmocka_unit_test(cuts_of_any_size),
		cmocka_unit_test(steps_are_polynomials), cmocka_unit_test(very_short_steps_between),
		cmocka_unit_test(resets),
		cmocka_unit_test(walls_are_approached_and_reported),
		cmocka_unit_test(rates_beyond_all_norms),
		cmocka_unit_test(no_states),
		cmocka_unit_test(longest_step_is_kept),
		cmocka_unit_test(the_last_step_is_told),
		cmocka_unit_test(what_is_done_is_counted),
		cmocka_unit_test(two_threads),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
