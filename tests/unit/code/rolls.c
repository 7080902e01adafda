/* Regular sequences become loops: every length and direction, tables of constants, and values that one round sets and
 * others read, against the same computed here. */
#include "unit/code/plan.h"

enum { MOST = 13 };

static sx_ref at(bench *b, sx_ref array, uint32_t k)
{
	return sm_ref_at(b->m, sx_at(b->p, array)->payload, k);
}

/* y[k] = 3 x[k]^2 + c x[n-1-k] + 1/(k + 1), der(x[k]) = x[k] y[k], for n from too few to make a loop upwards */
static void lengths(void **unused)
{
	(void)unused;
	for (uint32_t n = 1; n <= MOST; n++)
		for (int optimise = 0; optimise <= 2; optimise += 2) {
			bench b = bench_new();
			sx_ref x = add(&b, "x", SX_REAL, SS_STATE, n), y = add(&b, "y", SX_REAL, SS_REAL, n), c = real(&b, "c");
			for (uint32_t k = 0; k < n; k++) {
				sx_ref square = op2(&b, SX_MUL, num(&b, 3), op2(&b, SX_POW, at(&b, x, k), num(&b, 2)));
				step(&b, at(&b, y, k),
					 op2(&b, SX_ADD, op2(&b, SX_ADD, square, op2(&b, SX_MUL, c, at(&b, x, n - 1 - k))),
						 num(&b, 1.0 / (k + 1))));
			}
			for (uint32_t k = 0; k < n; k++)
				step(&b, op1(&b, SX_DER, at(&b, x, k)), op2(&b, SX_MUL, at(&b, x, k), at(&b, y, k)));
			build(&b, optimise);
			set(&b, c, 0.7);
			for (uint32_t k = 0; k < n; k++)
				b.d->x[k] = 1.1 + 0.3 * k;
			rates(&b);
			for (uint32_t k = 0; k < n; k++) {
				double own = b.d->x[k], expected = 3 * (own * own) + 0.7 * b.d->x[n - 1 - k] + 1.0 / (k + 1);
				assert_true(value(&b, at(&b, y, k)) == expected);
				assert_true(b.d->xd[k] == own * expected);
			}
			bench_free(&b);
		}
}

/* Two by two, every second place: y[2k] = x[k], y[2k+1] = sin(a) y[2k], with a in the place of y[0]. sin(a) looks the
 * same in all rounds, but the first round sets it. */
static void set_in_the_first_round(void **unused)
{
	(void)unused;
	enum { N = 11 };
	bench b = bench_new();
	sx_ref x = add(&b, "x", SX_REAL, SS_STATE, N), y = add(&b, "y", SX_REAL, SS_REAL, 2 * N), a = real(&b, "a");
	b.plan->place[sm_scalar_of(b.m, a)] = b.plan->place[sm_scalar_of(b.m, at(&b, y, 0))];
	for (uint32_t k = 0; k < N; k++) {
		step(&b, at(&b, y, 2 * k), at(&b, x, k));
		step(&b, at(&b, y, 2 * k + 1), op2(&b, SX_MUL, op1(&b, SX_SIN, a), at(&b, y, 2 * k)));
	}
	build(&b, 0);
	for (int round = 0; round < 2; round++) {
		for (uint32_t k = 0; k < N; k++)
			b.d->x[k] = 1 + k + round;
		rates(&b);
		for (uint32_t k = 0; k < N; k++)
			assert_true(value(&b, at(&b, y, 2 * k + 1)) == sin(1 + round) * (1 + k + round));
	}
	bench_free(&b);
}

/* A recurrence: each round reads what the one before has set, and y[0] is read directly too. */
static void recurrence(void **unused)
{
	(void)unused;
	enum { N = 30 };
	bench b = bench_new();
	sx_ref x = state(&b, "x"), y = add(&b, "y", SX_REAL, SS_REAL, N);
	step(&b, at(&b, y, 0), x);
	for (uint32_t k = 1; k < N; k++)
		step(&b, at(&b, y, k), op2(&b, SX_ADD, op2(&b, SX_MUL, num(&b, 0.5), at(&b, y, k - 1)), at(&b, y, 0)));
	build(&b, 0);
	b.d->x[0] = 3;
	rates(&b);
	double expected = 3;
	for (uint32_t k = 1; k < N; k++) {
		expected = 0.5 * expected + 3;
		assert_true(value(&b, at(&b, y, k)) == expected);
	}
	bench_free(&b);
}

/* A value that is read often, set, and read often again in one piece. */
static void read_before_and_after(void **unused)
{
	(void)unused;
	bench b = bench_new();
	sx_ref p = real(&b, "p"), x = state(&b, "x"), y = add(&b, "y", SX_REAL, SS_REAL, 4);
	for (uint32_t k = 0; k < 4; k++) {
		if (k == 2)
			step(&b, p, op2(&b, SX_MUL, x, x));
		step(&b, at(&b, y, k), op2(&b, SX_ADD, op1(&b, SX_COS, p), op2(&b, SX_MUL, p, num(&b, k + 0.5))));
	}
	build(&b, 0);
	set(&b, p, 2);
	b.d->x[0] = 3;
	rates(&b);
	for (uint32_t k = 0; k < 4; k++) {
		double now = k < 2 ? 2 : 9;
		assert_true(value(&b, at(&b, y, k)) == cos(now) + now * (k + 0.5));
	}
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lengths), cmocka_unit_test(set_in_the_first_round), cmocka_unit_test(recurrence),
		cmocka_unit_test(read_before_and_after),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
