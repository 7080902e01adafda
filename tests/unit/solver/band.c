/* Banded matrices against elimination in a full matrix: all widths, with exchanges of rows and without, in any order
 * of the states; which patterns are taken; and a stiff problem whose states come in a shuffled order. */
#include "unit/unit.h"

#include <stdlib.h>

#include "solver/band.h"
#include "unit/solver/problems.h"

enum { MOST = 60 };

typedef struct pattern { uint32_t n, column[MOST + 1], row[MOST * MOST]; double values[MOST * MOST]; } pattern;

/* A sequence of numbers between -1 and 1 that is the same everywhere. */
static double draw(uint64_t *seed)
{
	*seed = *seed * 6364136223846793005u + 1442695040888963407u;
	return (double)(int64_t)(*seed >> 11) / (double)(1ull << 52) - 1;
}

/* Entries with -above <= row - column <= below of the states in this order. */
static pattern band_of(uint32_t n, int below, int above, double diagonal, const uint32_t *order, uint64_t *seed)
{
	static pattern p;
	uint32_t number[MOST], at = 0;
	p.n = n;
	for (uint32_t i = 0; i < n; i++)
		number[order ? order[i] : i] = i;
	for (uint32_t j = 0; j < n; j++) {
		p.column[j] = at;
		for (uint32_t i = 0; i < n; i++) {
			int off = (int)number[i] - (int)number[j];
			if (off > below || -off > above)
				continue;
			p.row[at] = i;
			p.values[at++] = i == j ? diagonal + 0.1 * draw(seed) : draw(seed);
		}
	}
	p.column[n] = at;
	return p;
}

/* (a I - b J) x = right by elimination with full pivoting of rows. */
static void solve_full(const pattern *p, double a, double b, const double *right, double *x)
{
	static double m[MOST][MOST + 1];
	uint32_t n = p->n;
	for (uint32_t i = 0; i < n; i++) {
		for (uint32_t j = 0; j < n; j++)
			m[i][j] = i == j ? a : 0;
		m[i][n] = right[i];
	}
	for (uint32_t j = 0; j < n; j++)
		for (uint32_t e = p->column[j]; e < p->column[j + 1]; e++)
			m[p->row[e]][j] -= b * p->values[e];
	for (uint32_t k = 0; k < n; k++) {
		uint32_t best = k;
		for (uint32_t i = k; i < n; i++)
			best = fabs(m[i][k]) > fabs(m[best][k]) ? i : best;
		for (uint32_t j = 0; j <= n; j++) {
			double kept = m[k][j];
			m[k][j] = m[best][j];
			m[best][j] = kept;
		}
		for (uint32_t i = 0; i < n; i++)
			for (uint32_t j = n; i != k && j + 1 > k; j--)
				m[i][j] -= m[i][k] / m[k][k] * m[k][j];
	}
	for (uint32_t i = 0; i < n; i++)
		x[i] = m[i][n] / m[i][i];
}

static void compare(const pattern *p, double a, double b, const char *what)
{
	sv_band *band = sv_band_new(p->n, p->column, p->row);
	double right[MOST], x[MOST], exact[MOST];
	if (!band)
		fail_msg("%s: not taken", what);
	for (int again = 0; again < 2; again++) {            /* the second time over the factors of the first */
		for (uint32_t i = 0; i < p->n; i++)
			x[i] = right[i] = sin(i + 1.0 + again);
		assert_int_equal(sv_band_factor(band, a, b * (1 + again), p->values), 0);
		sv_band_solve(band, x);
		solve_full(p, a, b * (1 + again), right, exact);
		double largest = 0;
		for (uint32_t i = 0; i < p->n; i++)
			largest = fmax(largest, fabs(exact[i]));
		if (largest > 1e6)                   /* nearly singular: the two may differ */
			continue;
		for (uint32_t i = 0; i < p->n; i++)
			if (!(fabs(x[i] - exact[i]) <= 1e-9 * largest))
				fail_msg("%s, n = %u: x[%u] = %.15g, not %.15g", what, p->n, i, x[i], exact[i]);
	}
	sv_band_free(band);
}

/* A diagonal of 6 needs no exchange of rows, one of 0.01 hardly ever does without. Triangular ones with that are
 * nearly singular. */
static void all_widths_agree_with_full_elimination(void **state)
{
	(void)state;
	uint64_t seed = 1;
	for (int below = 0; below <= 4; below++)
		for (int above = 0; above <= 4; above++)
			for (uint32_t n = 1; n <= MOST; n = n < 8 ? n + 1 : 2 * n + 3)
				for (int strong = below && above ? 0 : 1; strong < 2; strong++) {
					pattern p = band_of(n, below, above, strong ? -6 : 0.01, NULL, &seed);
					char what[80];
					snprintf(what, sizeof what, "%d below, %d above, %s", below, above, strong ? "strong" : "weak");
					compare(&p, strong ? 1 : 0, 0.7, what);
				}
}

static void shuffle(uint32_t *order, uint32_t n, uint64_t *seed)
{
	for (uint32_t i = 0; i < n; i++)
		order[i] = i;
	for (uint32_t i = n; i-- > 1;) {
		uint32_t k = (uint32_t)(0.5 * (draw(seed) + 1) * (i + 1)), kept = order[i];
		order[i] = order[k];
		order[k] = kept;
	}
}

static void a_narrow_band_is_found_in_any_order(void **state)
{
	(void)state;
	uint64_t seed = 2;
	uint32_t order[MOST], lower, upper;
	for (int round = 0; round < 20; round++) {
		shuffle(order, MOST, &seed);
		pattern p = band_of(MOST, 1, 1, round % 2 ? -6 : 0.01, order, &seed);
		sv_band *band = sv_band_new(p.n, p.column, p.row);
		assert_non_null(band);
		sv_band_width(band, &lower, &upper);
		assert_int_equal(lower, 1);
		assert_int_equal(upper, 1);
		sv_band_free(band);
		compare(&p, 1, 0.5, "shuffled line");
	}
	/* a ring: the first is coupled with the last; two apart in the best order */
	pattern ring = band_of(MOST, 1, 1, -6, NULL, &seed);
	uint32_t at = ring.column[MOST];
	memmove(&ring.row[3], &ring.row[2], (at - 2) * sizeof(uint32_t));
	memmove(&ring.values[3], &ring.values[2], (at - 2) * sizeof(double));
	ring.row[2] = MOST - 1;
	ring.values[2] = 0.5;
	for (uint32_t j = 1; j <= MOST; j++)
		ring.column[j]++;
	sv_band *band = sv_band_new(ring.n, ring.column, ring.row);
	assert_non_null(band);
	sv_band_width(band, &lower, &upper);
	assert_true(lower <= 2 && upper <= 2);
	sv_band_free(band);
	compare(&ring, 1, 0.5, "ring");
}

static void what_is_wide_or_singular_is_refused(void **state)
{
	(void)state;
	uint64_t seed = 3;
	enum { N = 3000 };
	/* every state coupled with one drawn at random: no order makes that narrow */
	uint32_t *column = malloc((N + 1) * sizeof *column), *row = malloc(2 * N * sizeof *row), at = 0;
	for (uint32_t j = 0; j < N; j++) {
		uint32_t other = (uint32_t)(0.5 * (draw(&seed) + 1) * N) % N;
		column[j] = at;
		row[at++] = j < other ? j : other;
		if (j != other)
			row[at++] = j < other ? other : j;
	}
	column[N] = at;
	assert_null(sv_band_new(N, column, row));
	free(column);
	free(row);
	assert_null(sv_band_new(0, (uint32_t[]){ 0 }, NULL));

	pattern p = band_of(30, 1, 1, -6, NULL, &seed);
	for (uint32_t e = p.column[12]; e < p.column[13]; e++)
		p.values[e] = 0;
	sv_band *band = sv_band_new(p.n, p.column, p.row);
	assert_int_equal(sv_band_factor(band, 0, 1, p.values), 1);      /* a column of zeros */
	assert_int_equal(sv_band_factor(band, 1, 1, p.values), 0);
	sv_band_free(band);
}

/* A rod of cells whose numbers are shuffled, from its slowest mode: it keeps its shape and decays with the known
 * eigenvalue of the discretised problem. */
typedef struct rod { uint32_t n, *place, *column, *row; } rod;

static int rod_rates(void *context, double t, const double *x, double *xd)
{
	const rod *r = context;
	double scale = (double)(r->n + 1) * (r->n + 1);
	(void)t;
	for (uint32_t i = 0; i < r->n; i++)
		xd[r->place[i]] = scale * ((i ? x[r->place[i - 1]] : 0) - 2 * x[r->place[i]] +
		                           (i + 1 < r->n ? x[r->place[i + 1]] : 0));
	return 0;
}

static int rod_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	const rod *r = context;
	double scale = (double)(r->n + 1) * (r->n + 1);
	(void)t, (void)x, (void)xd;
	for (uint32_t j = 0; j < r->n; j++)
		for (uint32_t e = r->column[j]; e < r->column[j + 1]; e++)
			values[e] = r->row[e] == j ? -2 * scale : scale;
	return 0;
}

static void sort3(uint32_t *v, uint32_t n)
{
	for (uint32_t i = 1; i < n; i++)
		for (uint32_t k = i; k && v[k - 1] > v[k]; k--) {
			uint32_t kept = v[k];
			v[k] = v[k - 1];
			v[k - 1] = kept;
		}
}

static void a_shuffled_rod_cools_as_it_must(void **state)
{
	(void)state;
	enum { N = 500 };
	static const char *const solvers[] = { "auto", "cvode", "ida", "dirk", "rodas" };
	const double pi = 3.14159265358979323846, end = 0.1;
	const double eigenvalue = -4.0 * (N + 1) * (N + 1) * pow(sin(pi / 2 / (N + 1)), 2);
	uint64_t seed = 4;
	uint32_t place[N], number[N], column[N + 1], row[3 * N], at = 0;
	shuffle(place, N, &seed);
	for (uint32_t i = 0; i < N; i++)
		number[place[i]] = i;
	for (uint32_t j = 0; j < N; j++) {
		uint32_t i = number[j];
		column[j] = at;
		if (i)
			row[at++] = place[i - 1];
		row[at++] = j;
		if (i + 1 < N)
			row[at++] = place[i + 1];
		sort3(row + column[j], at - column[j]);
	}
	column[N] = at;
	rod r = { N, place, column, row };
	sv_problem p = { .n = N, .context = &r, .rates = rod_rates, .jacobian = rod_jacobian, .column = column,
		.row = row };
	for (size_t k = 0; k < sizeof solvers / sizeof *solvers; k++) {
		const sv_operations *o = sv_find(solvers[k]);
		sv_solver *s = o->create(&p, &(sv_options){ .tolerance = 1e-6, .span = end });
		double x[N], t = 0;
		for (uint32_t i = 0; i < N; i++)
			x[place[i]] = sin(pi * (i + 1) / (N + 1));
		o->reset(s, 0, x, false);
		while (t < end)
			assert_int_equal(o->step(s, end, &t), SV_OK);
		for (uint32_t i = 0; i < N; i++)
			assert_float_equal(o->state(s)[i], exp(eigenvalue * end) * x[i], 5e-6);
		o->free(s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(all_widths_agree_with_full_elimination),
		cmocka_unit_test(a_narrow_band_is_found_in_any_order),
		cmocka_unit_test(what_is_wide_or_singular_is_refused),
		cmocka_unit_test(a_shuffled_rod_cools_as_it_must),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
