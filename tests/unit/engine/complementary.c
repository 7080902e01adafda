/* Linear complementarity problems: which matrices leave no second solution, and the solutions of those that do, against
 * problems whose solutions are known by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <cmocka.h>
#include "engine/parts/complementary.h"

static uint32_t seed = 7;

static double by_chance(void)
{
	seed = 1664525 * seed + 1013904223;
	return (double)(seed >> 8) / (1 << 24) - 0.5;
}

/* A'A plus what is skew takes power only; less a little more than the smallest of A'A it does not. */
static void sums_of_squares_are_monotone(void **state)
{
	(void)state;
	enum { N = 6 };
	for (int round = 0; round < 200; round++) {
		double a[N][N], m[N * N];
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				a[i][j] = round % 3 == 0 && i == 2 ? a[1][j] : by_chance();      /* some are singular */
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++) {
				m[i * N + j] = i < j ? 0.4 : i > j ? -0.4 : 0;
				for (int k = 0; k < N; k++)
					m[i * N + j] += a[k][i] * a[k][j];
			}
		double turned[N * N];
		memcpy(turned, m, sizeof m);
		assert_true(se_is_monotone(turned, N));
		double trace = 0;
		for (int i = 0; i < N; i++)
			trace += m[i * N + i];
		for (int i = 0; i < N; i++)
			m[i * N + i] -= trace / N;       /* the sum of the eigenvalues is zero then: one of them is negative */
		assert_false(se_is_monotone(m, N));
	}
}

/* w1 = z1 + 2 z2 - 1, w2 = 2 z1 + z2 - 1 has the solutions (1, 0), (0, 1), (1/3, 1/3). Seen from (1/3, 1/3), beside a
 * third pair that nothing touches, the others are one turned each. */
static void a_pair_has_three_solutions(void **state)
{
	(void)state;
	const double m[] = {-1.0 / 3, 2.0 / 3, 0, 2.0 / 3, -1.0 / 3, 0, 0, 0, 5}, q[] = {1.0 / 3, 1.0 / 3, 2};
	double copy[9];
	uint32_t bad[3], way = 0, found = 0;
	bool turned[3];
	memcpy(copy, m, sizeof m);
	assert_false(se_is_monotone(copy, 3));
	assert_int_equal(se_list_bad_pairs(m, 3, 2, bad), 2);
	assert_true(bad[0] < 2 && bad[1] < 2);           /* the third is none of the worst */
	while (se_next_solution(m, q, 3, bad, 2, &way, turned)) {
		assert_true(turned[0] != turned[1] && !turned[2]);
		found++;
	}
	assert_int_equal(found, 2);
}

/* With q >= 0 a monotone one has z = 0 and no other. */
static void a_monotone_one_has_no_second(void **state)
{
	(void)state;
	enum { N = 5 };
	for (int round = 0; round < 200; round++) {
		double a[N][N], m[N * N] = {0}, q[N];
		uint32_t all[N], way = 0;
		bool turned[N];
		for (int i = 0; i < N; i++) {
			all[i] = (uint32_t)i;
			q[i] = 0.6 + by_chance();
			for (int j = 0; j < N; j++)
				a[i][j] = by_chance();
		}
		for (int i = 0; i < N; i++)
			for (int j = 0; j < N; j++)
				for (int k = 0; k < N; k++)
					m[i * N + j] += a[k][i] * a[k][j];
		assert_false(se_next_solution(m, q, N, all, N, &way, turned));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sums_of_squares_are_monotone),
		cmocka_unit_test(a_pair_has_three_solutions),
		cmocka_unit_test(a_monotone_one_has_no_second),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
