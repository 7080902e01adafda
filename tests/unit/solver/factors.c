/* Factors of a*I - b*J, whatever the pattern of J: few states, most entries there, a narrow band, and patterns that
 * have no band, which KLU factors. What is solved is put back into the matrix, which knows nothing of factors. J is
 * given, or found by differences of the rates J*x. */
#include "unit/unit.h"
#include "solver/factors.h"
#include "solver/solvers.h"
#include <math.h>
#include <string.h>

enum { MOST = 300, EACH = 12 };

typedef struct net { uint32_t n, column[MOST + 1], row[MOST * EACH]; double value[MOST * EACH]; } net;

static int net_rates(void *context, double t, const double *x, double *xd)
{
	const net *m = context;
	(void)t;
	memset(xd, 0, m->n * sizeof *xd);
	for (uint32_t j = 0; j < m->n; j++)
		for (uint32_t e = m->column[j]; e < m->column[j + 1]; e++)
			xd[m->row[e]] += m->value[e] * x[j];
	return 0;
}

static int net_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	const net *m = context;
	(void)t, (void)x, (void)xd;
	memcpy(values, m->value, m->column[m->n] * sizeof *values);
	return 0;
}

static double chance(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(*seed >> 33) / 2147483648.0;
}

/* Everybody is tied to the first state, and to himself. */
static void star(net *m, uint32_t n, uint64_t *seed)
{
	*m = (net){ 0 };
	for (; m->n < n; m->n++) {
		uint32_t at = m->column[m->n];
		for (uint32_t i = 0; i < n; i++)
			if (i == m->n || i == 0 || m->n == 0) {
				m->row[at] = i;
				m->value[at++] = 2 * chance(seed) - 1;
			}
		m->column[m->n + 1] = at;
	}
}

/* A few rows in each column, by chance, in order; the diagonal is mostly not among them. */
static void scattered(net *m, uint32_t n, uint64_t *seed)
{
	*m = (net){ 0 };
	for (; m->n < n; m->n++) {
		uint32_t at = m->column[m->n];
		for (uint32_t i = 0; i < n; i++)
			if (chance(seed) < 4.0 / n && at < m->column[m->n] + EACH) {
				m->row[at] = i;
				m->value[at++] = 2 * chance(seed) - 1;
			}
		m->column[m->n + 1] = at;
	}
}

/* The largest part of r - (a*I - b*J) x, where the entries of J are right to `exact`. */
static void solve_and_put_back(sv_linear *l, const net *m, double a, double b, double exact)
{
	double right[MOST], x[MOST], jx[MOST], size = 0;
	for (uint32_t i = 0; i < m->n; i++)
		x[i] = right[i] = sin(3 * i + 1.0);
	assert_int_equal(sv_linear_factor(l, a, b), 0);
	assert_int_equal(sv_linear_solve(l, x), 0);
	net_rates((void *)m, 0, x, jx);
	for (uint32_t i = 0; i < m->n; i++)
		size = fmax(size, fabs(x[i]));
	for (uint32_t i = 0; i < m->n; i++)
		assert_true(fabs(right[i] - a * x[i] + b * jx[i]) <= exact * fmax(1, size));
}

static void all_patterns_are_solved(void **state)
{
	(void)state;
	static const uint32_t sizes[] = { 1, 2, 7, 19, 20, 33, 80, 300 };
	uint64_t seed = 7;
	for (size_t k = 0; k < 4 * sizeof sizes / sizeof *sizes; k++) {
		net m;
		bool given = k & 1;
		(k & 2 ? star : scattered)(&m, sizes[k / 4], &seed);
		double x[MOST], xd[MOST];
		sv_core core;
		const sv_problem p = { .n = m.n, .context = &m, .rates = net_rates, .jacobian = given ? net_jacobian : NULL,
			.column = m.column, .row = m.row };
		sv_core_open(&core, &sv_dirk, &p, &(sv_options){ .tolerance = 1e-6 });
		sv_linear *l = sv_linear_new(&core);
		/* the second time over the factors of the first, then another J */
		for (int again = 0; again < 3; again++) {
			for (uint32_t i = 0; i < m.n; i++)
				x[i] = cos(i);
			for (uint32_t e = 0; e < m.column[m.n] && again == 2; e++)
				m.value[e] *= 1 + 0.3 * sin(e);
			net_rates(&m, 0, x, xd);
			assert_int_equal(sv_linear_jacobian(l, again, x, xd), 0);
			solve_and_put_back(l, &m, 9 + again, 0.7, given ? 1e-11 : 1e-5);
		}
		assert_int_equal(sv_linear_factor(l, 1, 0), 0);      /* the identity */
		memcpy(xd, x, sizeof x);
		sv_linear_solve(l, xd);
		for (uint32_t i = 0; i < m.n; i++)
			assert_true(fabs(xd[i] - x[i]) <= 1e-14);
		assert_int_equal(sv_linear_factor(l, 0, 0), 1);      /* nothing at all */
		sv_linear_free(l);
		sv_core_close(&core);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(all_patterns_are_solved) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
