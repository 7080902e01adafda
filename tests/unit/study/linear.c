/* Linear systems: matrix functions, zeros, responses, margins and root loci against closed forms. */
#include "study/linear/linear.h"
#include "unit/unit.h"
#include <math.h>
#include <stdlib.h>

static void is_near(double found, double expected, double tolerance)
{
	if (!(fabs(found - expected) <= tolerance * (1 + fabs(expected))))
		print_error("%.17g instead of %.17g\n", found, expected);
	assert_true(fabs(found - expected) <= tolerance * (1 + fabs(expected)));
}

static st_system system_of(sb_arena *a, uint32_t n, uint32_t m, uint32_t p, const double *A, const double *B,
						   const double *C, const double *D)
{
	return (st_system){.a = st_dense_of_rows(a, n, n, A), .b = st_dense_of_rows(a, n, m, B),
					   .c = st_dense_of_rows(a, p, n, C), .d = st_dense_of_rows(a, p, m, D)};
}

/* gain/(s^n + c1 s^(n-1) + ... + cn) */
static st_system all_poles(sb_arena *a, uint32_t n, const double *c, double gain)
{
	st_system s = {.a = st_dense_new(a, n, n), .b = st_dense_new(a, n, 1), .c = st_dense_new(a, 1, n),
				   .d = st_dense_new(a, 1, 1)};
	for (uint32_t i = 0; i + 1 < n; i++)
		*st_element(&s.a, i, i + 1) = 1;
	for (uint32_t i = 0; i < n; i++)
		*st_element(&s.a, n - 1, i) = -c[n - 1 - i];
	*st_element(&s.b, n - 1, 0) = 1;
	*st_element(&s.c, 0, 0) = gain;
	return s;
}

static void exponentials(void **state)
{
	sb_arena *a = sb_arena_new();
	const double turns[] = {0, -30, 30, 0}, nilpotent[] = {0, 2, 0, 0, 0, 3, 0, 0, 0}, stiff[] = {-1000, 0, 1, -1};
	st_dense m = st_dense_of_rows(a, 2, 2, turns), e = st_dense_exponential(a, &m);
	is_near(*st_element(&e, 0, 0), cos(30), 1e-12);
	is_near(*st_element(&e, 1, 0), sin(30), 1e-12);
	m = st_dense_of_rows(a, 3, 3, nilpotent);
	e = st_dense_exponential(a, &m);
	is_near(*st_element(&e, 0, 2), 3, 1e-14);        /* N^2/2 */
	m = st_dense_of_rows(a, 2, 2, stiff);
	e = st_dense_exponential(a, &m);
	is_near(*st_element(&e, 1, 0), (exp(-1) - exp(-1000)) / 999, 1e-12);
	is_near(*st_element(&e, 1, 1), exp(-1), 1e-12);
	/* the integral of exp(a s) b, also where a is singular */
	const double zero[] = {0}, two[] = {2};
	st_dense phi, gamma, z = st_dense_of_rows(a, 1, 1, zero), b = st_dense_of_rows(a, 1, 1, two);
	st_dense_hold(a, &z, &b, 0.25, &phi, &gamma);
	is_near(gamma.at[0], 0.5, 1e-15);
	(void)state;
	sb_arena_free(a);
}

/* 1/(s^2 + 2 d s + 1) beside 1/(100 s + 1): the first peak of the oscillation, exp(-pi d) above its end, is seen though
 * the picture shows six times the slow time constant. */
static void steps_show_oscillations(void **state)
{
	sb_arena *a = sb_arena_new();
	const double d = 0.002, A[] = {0, 1, 0, -1, -2 * d, 0, 0, 0, -0.01}, B[] = {0, 1, 0.01}, C[] = {1, 0, 1}, D[] = {0};
	st_system s = system_of(a, 3, 1, 1, A, B, C, D);
	double *time, *y, peak = 0, until = st_settling_guess(a, &s);
	uint32_t n;
	assert_true(until > 190);
	assert_true(st_step(a, &s, until, st_step_points(a, &s, until), &time, &y, &n));
	for (uint32_t k = 0; k < n && time[k] < 5; k++)
		peak = fmax(peak, y[k]);
	is_near(peak, 1 + exp(-M_PI * d) + 1 - exp(-M_PI / 100), 0.01);
	(void)state;
	sb_arena_free(a);
}

/* A root locus is followed until it shows where branches go: to the zero of (s + 3)/(s(s + 1)(s + 2)), and away. */
static void loci_reach_their_zeros(void **state)
{
	sb_arena *a = sb_arena_new();
	const double c[] = {3, 2, 0};
	st_system s = all_poles(a, 3, c, 3);
	*st_element(&s.c, 0, 1) = 1;
	double complex zero = -3;
	double most = st_locus_most(a, &s, &zero, 1, 0.03, 20), best = INFINITY;
	st_locus l;
	assert_true(st_locus_of(a, &s, most, &l));
	for (uint32_t b = 0; b < l.branches; b++)
		best = fmin(best, cabs(l.pole[(size_t)b * l.count + l.count - 1] + 3));
	assert_true(best < 0.03 && most < 1e6);
	/* without zeros all branches go away: 1/(s(s + 1)(s + 2)) */
	s = all_poles(a, 3, c, 1);
	most = st_locus_most(a, &s, NULL, 0, 0.03, 20);
	assert_true(st_locus_of(a, &s, most, &l));
	for (uint32_t b = 0; b < l.branches; b++)
		assert_true(cabs(l.pole[(size_t)b * l.count + l.count - 1]) > 19);
	(void)state;
	sb_arena_free(a);
}

/* w^2/(s^2 + 2 d w s + w^2) */
static void second_order(void **state)
{
	sb_arena *a = sb_arena_new();
	double w = 3, d = 0.2, r = sqrt(1 - d * d), *time, *y;
	uint32_t n;
	st_system s = all_poles(a, 2, (double[]){2 * d * w, w * w}, w * w);
	st_pole poles[2];
	st_response response;
	assert_true(st_poles(a, &s, poles));
	is_near(poles[0].frequency, w, 1e-12);
	is_near(poles[0].damping, d, 1e-12);
	assert_true(poles[0].stable && poles[0].reached && poles[0].seen);
	assert_true(st_response_open(a, &s, &response));
	for (double at = 0.01; at < 1000; at *= 3) {
		double complex g = st_channel_at(&response, at), known = w * w / (w * w - at * at + 2 * I * d * w * at);
		is_near(creal(g), creal(known), 1e-12);
		is_near(cimag(g), cimag(known), 1e-12);
	}
	assert_true(st_step(a, &s, 5, 101, &time, &y, &n));
	for (uint32_t k = 0; k < n; k++)
		is_near(y[k], 1 - exp(-d * w * time[k]) * (cos(w * r * time[k]) + d / r * sin(w * r * time[k])), 1e-11);
	/* sampled by a hold the step response is the same at the ticks */
	st_system sampled;
	double *ticks, *z;
	uint32_t count;
	assert_true(st_system_sampled(a, &s, 0.05, ST_HOLD, &sampled));
	assert_true(st_step(a, &sampled, 5, 0, &ticks, &z, &count));
	for (uint32_t k = 0; k < count && k < n; k++)
		is_near(z[k], y[k], 1e-10);
	st_pole same[2];
	assert_true(st_poles(a, &sampled, same));
	is_near(same[0].frequency, w, 1e-9);
	is_near(same[0].damping, d, 1e-9);
	(void)state;
	sb_arena_free(a);
}

/* Zeros that are known: none, some, with feed-through, of several channels, and of a system that loses rank. */
static void zeros(void **state)
{
	sb_arena *a = sb_arena_new();
	double complex z[8];
	uint32_t n;
	bool degenerate;
	st_system s = all_poles(a, 5, (double[]){5, 10, 10, 5, 1}, 7);
	assert_true(st_zeros(a, &s, z, &n, &degenerate));
	assert_int_equal(n, 0);
	*st_element(&s.c, 0, 1) = 14;                            /* 7 + 14 s */
	assert_true(st_zeros(a, &s, z, &n, &degenerate));
	assert_int_equal(n, 1);
	is_near(creal(z[0]), -0.5, 1e-10);
	/* (s - 1)/(s + 1): all-pass */
	st_system pass = system_of(a, 1, 1, 1, (double[]){-1}, (double[]){1}, (double[]){-2}, (double[]){1});
	assert_true(st_zeros(a, &pass, z, &n, &degenerate));
	assert_int_equal(n, 1);
	is_near(creal(z[0]), 1, 1e-12);
	/* the quadruple tank of Johansson with both valves at 0.5 has a zero at the origin; diag(1/(s+1), 1/(s+2)) with a
	 * crossed feed-through is simpler: det [1/(s+1) 1; 1 1/(s+2)] = 1/((s+1)(s+2)) - 1, zeros where s^2 + 3 s + 1 = 0
	 * */
	st_system two = system_of(a, 2, 2, 2, (double[]){-1, 0, 0, -2}, (double[]){1, 0, 0, 1}, (double[]){1, 0, 0, 1},
							  (double[]){0, 1, 1, 0});
	assert_true(st_zeros(a, &two, z, &n, &degenerate));
	assert_int_equal(n, 2);
	is_near(creal(z[0] + z[1]), -3, 1e-10);
	is_near(creal(z[0] * z[1]), 1, 1e-10);
	assert_false(degenerate);
	/* two inputs that do the same */
	st_system same = system_of(a, 2, 2, 2, (double[]){-1, 0, 0, -2}, (double[]){1, 1, 1, 1}, (double[]){1, 0, 0, 1},
							   (double[]){0, 0, 0, 0});
	assert_true(st_zeros(a, &same, z, &n, &degenerate));
	assert_true(degenerate);
	(void)state;
	sb_arena_free(a);
}

static double next_random(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(*seed >> 40) / (1 << 24) * 2 - 1;
}

/* x = H z with a reflection H, so that no zero of the matrices is left as it was */
static void reflect(sb_arena *a, st_system *s, uint64_t *seed)
{
	uint32_t n = s->a.rows;
	st_dense v = st_dense_new(a, n, 1), h = st_dense_identity(a, n);
	for (uint32_t i = 0; i < n; i++)
		v.at[i] = next_random(seed);
	double size = st_dense_norm(&v);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n; k++)
			*st_element(&h, i, k) -= 2 * v.at[i] * v.at[k] / (size * size);
	st_dense ah = st_dense_times(a, &s->a, &h);
	s->a = st_dense_times(a, &h, &ah);
	s->b = st_dense_times(a, &h, &s->b);
	s->c = st_dense_times(a, &s->c, &h);
}

/* s^k (s + r)/(s^n + ...), in coordinates by chance: k zeros are at the origin, exactly, and the last one is -r. */
static void zeros_at_the_origin(void **state)
{
	uint64_t seed = 14;
	for (uint32_t n = 2; n <= 8; n++)
		for (uint32_t k = 0; k + 1 < n; k++)
			for (int again = 0; again < 20; again++) {
				sb_arena *a = sb_arena_new();
				double c[8], r = 0.1 + 2 * fabs(next_random(&seed));
				double complex z[9];
				uint32_t found, origin = 0;
				bool degenerate;
				for (uint32_t i = 0; i < n; i++)
					c[i] = 1 + fabs(next_random(&seed));
				st_system s = all_poles(a, n, c, 0);
				*st_element(&s.c, 0, k) = r;
				*st_element(&s.c, 0, k + 1) = 1;
				reflect(a, &s, &seed);
				assert_true(st_zeros(a, &s, z, &found, &degenerate));
				assert_int_equal(found, k + 1);
				for (uint32_t i = 0; i < found; i++)
					if (z[i] == 0)
						origin++;
					else
						is_near(cabs(z[i] + r), 0, 1e-9);
				assert_int_equal(origin, k);
				sb_arena_free(a);
			}
	(void)state;
}

/* A zero that is small, but not zero, stays. */
static void small_zeros_stay(void **state)
{
	for (double r = 1; r > 1e-9; r /= 10) {
		sb_arena *a = sb_arena_new();
		double complex z[4];
		uint32_t n;
		bool degenerate;
		st_system s = all_poles(a, 3, (double[]){3, 3, 1}, r);
		*st_element(&s.c, 0, 1) = 1;
		assert_true(st_zeros(a, &s, z, &n, &degenerate));
		assert_int_equal(n, 1);
		assert_true(fabs(creal(z[0]) / -r - 1) < 1e-6);
		sb_arena_free(a);
	}
	(void)state;
}

/* A pole that cancels, at any scale of the states. */
static void minimal(void **state)
{
	for (double unit = 1e-6; unit < 1e7; unit *= 1e3) {
		sb_arena *a = sb_arena_new();
		st_transfer t;
		/* x2 is not reached, x3 is not seen */
		st_system s = system_of(a, 3, 1, 1, (double[]){-1, 2 * unit, 0, 0, -5, 0, 4, 1, -7}, (double[]){3, 0, 1},
								(double[]){2, 0, 0}, (double[]){0});
		assert_true(st_transfer_of(a, &s, 0, 0, &t));
		assert_int_equal(t.pole_count, 1);
		is_near(creal(t.poles[0]), -1, 1e-9);
		is_near(t.gain, 6, 1e-9);
		is_near(t.steady, 6, 1e-9);
		assert_int_equal(st_controllable(a, &s), 2);
		assert_int_equal(st_observable(a, &s), 2);
		st_pole poles[3];
		assert_true(st_poles(a, &s, poles));
		for (int i = 0; i < 3; i++) {
			assert_true(poles[i].reached == (creal(poles[i].value) > -4 || creal(poles[i].value) < -6));
			assert_true(poles[i].seen == (creal(poles[i].value) > -6));
		}
		sb_arena_free(a);
	}
	(void)state;
}

/* k/(s + 1)^3: the gain margin is 8/k at sqrt(3) rad/s; the phase margin is known where |g| = 1. */
static void margins(void **state)
{
	sb_arena *a = sb_arena_new();
	st_margins m;
	for (double k = 2; k < 100; k *= 2) {
		st_system s = all_poles(a, 3, (double[]){3, 3, 1}, k);
		double w = sqrt(cbrt(k * k) - 1), phase = 180 - 3 * atan(w) * 180 / M_PI;
		assert_true(st_margins_of(a, &s, &m));
		assert_int_equal(m.gain_count, 1);
		assert_int_equal(m.phase_count, 1);
		is_near(m.gain[0].value, 8 / k, 1e-9);
		is_near(m.gain[0].frequency, sqrt(3), 1e-9);
		is_near(m.phase[0].frequency, w, 1e-9);
		is_near(m.phase[0].value, phase, 1e-9);
		double lag = phase > 0 ? phase : phase + 360;
		is_near(m.phase[0].delay, lag * M_PI / 180 / w, 1e-9);
		assert_true(m.stable == (k < 8));
	}
	/* an integrator with a lightly damped resonance crosses the unit circle three times, for w (1 - w^2) is 0.385 at
	 * most before the resonance */
	st_system r = all_poles(a, 3, (double[]){0.02, 1, 0}, 0.3);
	assert_true(st_margins_of(a, &r, &m));
	assert_int_equal(m.phase_count, 3);
	/* half a turn of delay by a double integrator: no phase crossing, zero phase margin */
	st_system d = all_poles(a, 2, (double[]){0, 0}, 1);
	assert_true(st_margins_of(a, &d, &m));
	assert_int_equal(m.phase_count, 1);
	is_near(m.phase[0].value, 0, 1e-6);
	assert_false(m.stable);
	(void)state;
	sb_arena_free(a);
}

/* 1/(s (s + 2)): the poles are -1 +- sqrt(1 - k). Branches do not jump. */
static void root_locus(void **state)
{
	sb_arena *a = sb_arena_new();
	st_locus l;
	st_system s = all_poles(a, 2, (double[]){2, 0}, 1);
	assert_true(st_locus_of(a, &s, 10, &l));
	assert_int_equal(l.branches, 2);
	is_near(l.k[l.count - 1], 10, 1e-12);
	for (uint32_t i = 0; i < l.count; i++) {
		double complex known = -1 + csqrt(1 - l.k[i]), p = l.pole[i], q = l.pole[l.count + i];
		double off = fmin(cabs(p - known), cabs(q - known));
		assert_true(off < 1e-7);
		is_near(creal(p + q), -2, 1e-9);
		if (i)
			assert_true(cabs(p - l.pole[i - 1]) < 0.3 && cabs(q - l.pole[l.count + i - 1]) < 0.3);
	}
	/* five poles: the sum stays, and each branch goes on where it was */
	st_system five = all_poles(a, 5, (double[]){15, 85, 225, 274, 120}, 10);
	assert_true(st_locus_of(a, &five, 100, &l));
	for (uint32_t i = 0; i < l.count; i++) {
		double complex sum = 0;
		for (uint32_t b = 0; b < 5; b++) {
			sum += l.pole[b * l.count + i];
			if (i)
				assert_true(cabs(l.pole[b * l.count + i] - l.pole[b * l.count + i - 1]) < 1);
		}
		is_near(creal(sum), -15, 1e-8);
	}
	(void)state;
	sb_arena_free(a);
}

/* No states, no inputs, numbers that are none: nothing crashes. */
static void empty(void **state)
{
	sb_arena *a = sb_arena_new();
	double complex z[4];
	uint32_t n;
	bool degenerate;
	st_pole poles[4];
	st_transfer t;
	st_system gain = system_of(a, 0, 1, 1, NULL, NULL, NULL, (double[]){3});
	assert_true(st_zeros(a, &gain, z, &n, &degenerate) && n == 0);
	assert_true(st_poles(a, &gain, poles));
	assert_true(st_transfer_of(a, &gain, 0, 0, &t));
	is_near(t.gain, 3, 1e-15);
	st_system free = system_of(a, 1, 0, 0, (double[]){-1}, NULL, NULL, NULL);
	assert_true(st_poles(a, &free, poles));
	assert_int_equal(st_controllable(a, &free), 0);
	st_system none = system_of(a, 1, 1, 1, (double[]){NAN}, (double[]){1}, (double[]){1}, (double[]){0});
	assert_false(st_poles(a, &none, poles));
	assert_false(st_zeros(a, &none, z, &n, &degenerate));
	(void)state;
	sb_arena_free(a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exponentials), cmocka_unit_test(steps_show_oscillations),
		cmocka_unit_test(loci_reach_their_zeros),
		cmocka_unit_test(second_order), cmocka_unit_test(zeros),
		cmocka_unit_test(zeros_at_the_origin), cmocka_unit_test(small_zeros_stay),
		cmocka_unit_test(minimal),      cmocka_unit_test(margins),      cmocka_unit_test(root_locus),
		cmocka_unit_test(empty),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
