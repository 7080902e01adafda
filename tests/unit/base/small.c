/* Small dense matrices, against products that are known. */
#include "base/small.h"
#include "unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static double chance(uint32_t *seed)
{
	*seed = *seed * 1664525u + 1013904223u;
	return (double)(*seed >> 8) / (1 << 24) - 0.5;
}

static void solves(uint32_t n, uint32_t seed)
{
	double a[100], b[10] = {0}, x[10], used[100];
	for (uint32_t i = 0; i < n * n; i++)
		a[i] = chance(&seed);
	for (uint32_t i = 0; i < n; i++)
		x[i] = chance(&seed);
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t j = 0; j < n; j++)
			b[i] += a[i * n + j] * x[j];
	memcpy(used, a, sizeof used);
	assert_true(sb_solve_small(used, b, n, 1e-9));
	for (uint32_t i = 0; i < n; i++)
		assert_true(fabs(b[i] - x[i]) < 1e-9);
	memcpy(used, a, sizeof used);
	assert_true(!sb_null_vector(used, n, x));
}

/* The last row is a sum of the others. */
static void is_singular(uint32_t n, uint32_t seed)
{
	double a[100] = {0}, used[100], out[10], b[10] = {0};
	for (uint32_t j = 0; j < n; j++) {
		a[(n - 1) * n + j] = 0;
		for (uint32_t i = 0; i + 1 < n; i++) {
			a[i * n + j] = chance(&seed);
			a[(n - 1) * n + j] += a[i * n + j] * (i + 1);
		}
	}
	memcpy(used, a, sizeof used);
	assert_true(sb_null_vector(used, n, out));
	double size = 0;
	for (uint32_t i = 0; i < n; i++) {
		double sum = 0;
		for (uint32_t j = 0; j < n; j++)
			sum += a[i * n + j] * out[j];
		assert_true(fabs(sum) < 1e-9);
		size += fabs(out[i]);
	}
	assert_true(size >= 1);
	memcpy(used, a, sizeof used);
	assert_true(!sb_solve_small(used, b, n, 1e-9));
}

static void products_are_taken_back(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 100; seed++)
		for (uint32_t n = 1; n <= 10; n++)
			solves(n, seed * 17 + n);
}

static void singular_ones_are_told(void **state)
{
	(void)state;
	for (uint32_t seed = 1; seed <= 100; seed++)
		for (uint32_t n = 2; n <= 10; n++)
			is_singular(n, seed * 31 + n);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(products_are_taken_back),
		cmocka_unit_test(singular_ones_are_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
