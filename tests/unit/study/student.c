/* Quantiles of Student's distribution against closed forms and printed tables, and confidence intervals by hand. */
#include "unit/unit.h"
#include "study/experiment/experiment.h"
#include <math.h>

static void near(double got, double wanted, double off)
{
	if (!(fabs(got - wanted) <= off))
		fail_msg("got %.17g, wanted %.17g", got, wanted);
}

/* One degree of freedom is Cauchy's distribution, two have the quantile (2p - 1)/sqrt(2p(1 - p)), four one with
 * cosines. */
static void closed_forms(void **state)
{
	(void)state;
	for (double p = 0.01; p < 1; p += 0.01) {
		double c = 4 * p * (1 - p), q = cos(acos(sqrt(c)) / 3) / sqrt(c);
		near(st_student(p, 1), tan(M_PI * (p - 0.5)), 1e-10 * (1 + fabs(tan(M_PI * (p - 0.5)))));
		near(st_student(p, 2), (2 * p - 1) / sqrt(2 * p * (1 - p)), 1e-11);
		near(st_student(p, 4), (p < 0.5 ? -2 : 2) * sqrt(fmax(0, q - 1)), 1e-6);
	}
}

static void printed_tables(void **state)
{
	(void)state;
	static const struct { double p, freedom, t;
	} row[] = {{0.975, 1, 12.7062},  {0.975, 3, 3.18245},   {0.975, 5, 2.57058},   {0.975, 9, 2.26216},
			   {0.975, 10, 2.22814}, {0.975, 19, 2.09302},  {0.975, 29, 2.04523},  {0.975, 30, 2.04227},
			   {0.975, 60, 2.00030}, {0.975, 120, 1.97993}, {0.975, 1e9, 1.95996}, {0.95, 4, 2.13185},
			   {0.995, 9, 3.24984},  {0.9995, 2, 31.5991},  {0.9, 15, 1.34061},    {0.025, 5, -2.57058}};
	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		near(st_student(row[i].p, row[i].freedom), row[i].t, 1e-5 * fabs(row[i].t));
	assert_true(isnan(st_student(0.975, 0)));
	assert_true(isnan(st_student(1, 3)));
}

/* 1, 2, 3, 4: mean 2.5, variance 5/3; half width 3.18245 sqrt(5/12). */
static void intervals(void **state)
{
	(void)state;
	st_estimate e = st_estimate_of((double[]){1, NAN, 2, 3, 4}, 5);
	assert_int_equal(e.n, 4);
	near(e.mean, 2.5, 1e-15);
	near(e.half, 3.18244631 * sqrt(5.0 / 12), 1e-7);
	e = st_estimate_of((double[]){7}, 1);
	near(e.mean, 7, 0);
	assert_true(isnan(e.half));
	e = st_estimate_of((double[]){NAN}, 1);
	assert_true(isnan(e.mean) && e.n == 0);
	e = st_estimate_of((double[]){1e15 + 1, 1e15 + 2, 1e15 + 3}, 3);        /* large numbers that differ little */
	near(e.mean, 1e15 + 2, 0.2);
	near(e.half, 4.30265273 / sqrt(3), 0.3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(closed_forms), cmocka_unit_test(printed_tables),
									   cmocka_unit_test(intervals)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
