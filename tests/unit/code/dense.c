/* Factors of small dense matrices: two rows are written out, and have the bits of the loops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <math.h>

#include "code/runtime/dense_factors.h"

enum { MOST = 3, CASES = 200000 };

typedef struct dense {
	sc_dense of;
	sc_real lu[MOST * MOST], scale[MOST], most[MOST];
	uint32_t pivot[MOST], order[MOST], row, column;
	uint8_t nonzero[MOST * MOST], left[MOST], right[MOST];
	int status;
} dense;

/* The matrix a of two rows; of n = 3 rows with one more equation that is by itself. */
static void factor(dense *d, uint32_t n, const double *a)
{
	memset(d, 0, sizeof *d);
	d->of = (sc_dense){.n = n, .lu = d->lu, .row_scale = d->scale, .column_max = d->most, .pivot = d->pivot,
		.order = d->order, .nonzero = d->nonzero, .left = d->left, .right = d->right};
	for (uint32_t i = 0; i < 2; i++)
		for (uint32_t j = 0; j < 2; j++)
			d->lu[i * n + j] = a[2 * i + j];
	if (n == 3)
		d->lu[8] = 1;
	d->status = sc_dense_factor(&d->of, &d->row, &d->column);
}

static uint64_t next(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	return *s ^= *s << 17;
}

/* Numbers of all sizes, zeros, and the few that make a matrix singular or nearly so. */
static double number(uint64_t *s)
{
	double m = (double)(next(s) >> 11) * 0x1p-53 - 0.5;
	switch (next(s) % 8) {
	case 0: return 0;
	case 1: return (double)(next(s) % 5) - 2;
	case 2: return ldexp(m, (int)(next(s) % 2090) - 1070);
	default: return m;
	}
}

static void two_rows_are_as_the_loops_have_them(void **state)
{
	uint64_t seed = 20261119, good = 0, singular = 0;
	(void)state;
	for (int k = 0; k < CASES; k++) {
		double a[4] = {number(&seed), number(&seed), number(&seed), number(&seed)};
		if (next(&seed) % 16 == 0)
			a[2] = 3 * a[0], a[3] = 3 * a[1];
		double b[3] = {number(&seed), number(&seed), 1}, c[3];
		dense two, three;
		memcpy(c, b, sizeof c);
		factor(&two, 2, a);
		factor(&three, 3, a);
		assert_int_equal(two.status, three.status);
		if (two.status) {
			assert_int_equal(two.row, three.row);
			assert_int_equal(two.column, three.column);
			singular++;
			continue;
		}
		assert_int_equal(two.of.sign, three.of.sign);
		assert_memory_equal(&two.of.weakest, &three.of.weakest, sizeof two.of.weakest);
		sc_dense_solve(&two.of, b);
		sc_dense_solve(&three.of, c);
		if (memcmp(b, c, 2 * sizeof *b) != 0)
			assert_true(isnan(b[0]) || isnan(b[1]));     /* NaN has many bits */
		good++;
	}
	assert_true(good > CASES / 2 && singular > CASES / 50);
}

/* (2 1; 1 3) x = (3; 5) and (0 2; 4 0) x = (2; 8) */
static void known_solutions(void **state)
{
	static const double a[2][4] = {{2, 1, 1, 3}, {0, 2, 4, 0}};
	double b[2][2] = {{3, 5}, {2, 8}};
	static const int sign[2] = {1, -1};
	static const double x[2][2] = {{0.8, 1.4}, {2, 1}};
	(void)state;
	for (int k = 0; k < 2; k++) {
		dense d;
		factor(&d, 2, a[k]);
		assert_int_equal(d.status, 0);
		assert_int_equal(d.of.sign, sign[k]);
		sc_dense_solve(&d.of, b[k]);
		for (int i = 0; i < 2; i++)
			assert_true(fabs(b[k][i] - x[k][i]) < 1e-15);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_rows_are_as_the_loops_have_them),
		cmocka_unit_test(known_solutions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
