/* The numbers behind sweeps: Sobol sequences, quantiles, designs, and indices of the Ishigami function, whose values
 * are known: f = sin x1 + 7 sin^2 x2 + 0.1 x3^4 sin x1 with x uniform in (-pi, pi). */
#include "unit/unit.h"
#include "study/sweep/sweep.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* The first 2^m points of each dimension fall into the 2^m intervals one by one, scrambled or not. */
static void every_interval_has_a_point(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	st_sobol *s = st_sobol_new(arena, 40);
	for (uint32_t d = 0; d < 40; d++)
		for (int plain = 0; plain < 2; plain++) {
			bool seen[256] = {false};
			for (uint64_t k = 0; k < 256u - (plain ? 1 : 0); k++) {
				double u = st_sobol_at(s, d, k, 7, plain);
				assert_true(u > 0 && u < 1);
				uint32_t cell = (uint32_t)(u * 256);
				assert_false(seen[cell]);
				seen[cell] = true;
			}
		}
	sb_arena_free(arena);
}

/* Pairs of dimensions are even too: 2^m points have quality t if each box of 2^(t-m) has 2^t of them. The quality is
 * counted here on the points themselves, so that the matrices are checked against what they mean. */
static uint32_t counted_quality(const st_sobol *s, uint32_t a, uint32_t b, uint32_t m)
{
	for (uint32_t t = 0; t < m; t++) {
		bool good = true;
		for (uint32_t i = 0; i <= m - t && good; i++) {
			uint32_t j = m - t - i, count[1 << 10] = {0};
			for (uint64_t k = 0; k < 1u << m; k++) {
				uint32_t x = (uint32_t)ldexp(st_sobol_at(s, a, k, 3, false), (int)i);
				uint32_t y = (uint32_t)ldexp(st_sobol_at(s, b, k, 3, false), (int)j);
				count[x << j | y]++;
			}
			for (uint32_t c = 0; c < 1u << (m - t) && good; c++)
				good = count[c] == 1u << t;
		}
		if (good)
			return t;
	}
	return m;
}

static void pairs_are_even(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	st_sobol *s = st_sobol_new(arena, 20);
	double sum = 0;
	assert_int_equal(st_sobol_quality(s, 0, 1, 10), 0);      /* the first two dimensions are a (0, m, 2)-net */
	for (uint32_t a = 0; a < 20; a++)
		for (uint32_t b = 0; b < a; b++) {
			uint32_t t = st_sobol_quality(s, a, b, 10);
			assert_true(t <= 6);
			sum += t;
			if (a < 8)
				assert_int_equal(t, counted_quality(s, a, b, 10));
		}
	assert_true(sum / 190 < 3.5);
	sb_arena_free(arena);
}

static void all_dimensions_exist(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	st_sobol *s = st_sobol_new(arena, 60);
	for (uint32_t a = 0; a < 60; a++)
		for (uint32_t b = 0; b < a; b++)
			assert_true(memcmp(s->direction[a], s->direction[b], sizeof *s->direction) != 0);
	sb_arena_free(arena);
}

/* The integral of prod(2 x_i) over 6 dimensions is 1. */
static void integrals_converge(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	st_sobol *s = st_sobol_new(arena, 6);
	double sum = 0;
	for (uint64_t k = 0; k < 4096; k++) {
		double f = 1;
		for (uint32_t d = 0; d < 6; d++)
			f *= 2 * st_sobol_at(s, d, k, 1, false);
		sum += f;
	}
	assert_true(fabs(sum / 4096 - 1) < 4e-3);        /* independent points: 0.034 in the mean of squares */
	sb_arena_free(arena);
}

/* Quantiles against tables, and against their own distribution functions where those have a formula. */
static void quantiles(void **state)
{
	(void)state;
	static const struct { st_axis axis; double u, wanted; } cases[] = {
		{{.law = ST_NORMAL, .a = {0, 1, -INFINITY, INFINITY}}, 0.975, 1.9599639845400545},
		{{.law = ST_NORMAL, .a = {0, 1, -INFINITY, INFINITY}}, 0.5, 0},
		{{.law = ST_NORMAL, .a = {0, 1, -INFINITY, INFINITY}}, 1e-10, -6.3613409024040557},
		{{.law = ST_NORMAL, .a = {3, 2, -INFINITY, INFINITY}}, 0.158655253931457, 1},
		{{.law = ST_NORMAL, .a = {0, 1, 0, INFINITY}}, 0.5, 0.67448975019608171},
		{{.law = ST_UNIFORM, .a = {2, 6}}, 0.25, 3},
		{{.law = ST_LOGUNIFORM, .a = {0.1, 1000}}, 0.5, 10},
		{{.law = ST_LOGNORMAL, .a = {1, 0.5}}, 0.5, 2.7182818284590451},
		{{.law = ST_TRIANGULAR, .a = {0, 1, 3}}, 1.0 / 3, 1},
		{{.law = ST_TRIANGULAR, .a = {0, 1, 3}}, 1 - 0.375, 1.5},
		{{.law = ST_EXPONENTIAL, .a = {2}}, 1 - 0.1353352832366127, 4},
		{{.law = ST_WEIBULL, .a = {2, 3}}, 0.63212055882855767, 3},
		{{.law = ST_GAMMA, .a = {1, 2}}, 0.5, 1.3862943611198906},      /* exponential */
		{{.law = ST_GAMMA, .a = {2.5, 1}}, 0.95, 5.5352488514424555},   /* chi-square with 5 degrees, 11.0705/2 */
		{{.law = ST_BETA, .a = {2, 1}}, 0.25, 0.5},                     /* u = x^2 */
		{{.law = ST_BETA, .a = {0.5, 0.5}}, 0.25, 0.14644660940672624}, /* sin^2(pi u/2) */
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		double got = st_quantile(&cases[i].axis, cases[i].u);
		if (!(fabs(got - cases[i].wanted) <= 2e-8 * fmax(1, fabs(cases[i].wanted))))
			fail_msg("case %zu: %.17g, not %.17g", i, got, cases[i].wanted);
	}
}

static void designs(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	double three[] = {1, 2, 3}, two[] = {10, 20}, v[2];
	st_axis axes[] = {{.name = "a", .value = three, .count = 3}, {.name = "b", .value = two, .count = 2}};
	st_design d = {.kind = ST_GRID, .axes = axes, .count = 2};
	assert_true(st_design_close(&d, arena, diag));
	assert_int_equal(d.points, 6);
	st_design_point(&d, 3, v);
	assert_true(v[0] == 2 && v[1] == 20);
	d.kind = ST_ZIP;
	assert_false(st_design_close(&d, arena, diag));
	assert_string_equal(sb_message_at(diag, 0).code, "U0736");
	/* one in each tenth */
	st_axis unit[] = {{.name = "a", .law = ST_UNIFORM, .a = {0, 1}}, {.name = "b", .law = ST_UNIFORM, .a = {0, 1}}};
	d = (st_design){.kind = ST_LATIN, .axes = unit, .count = 2, .samples = 10, .seed = 5};
	assert_true(st_design_close(&d, arena, diag));
	bool seen[2][10] = {{false}};
	for (uint64_t k = 0; k < 10; k++) {
		st_design_point(&d, k, v);
		for (int i = 0; i < 2; i++) {
			assert_false(seen[i][(int)(10 * v[i])]);
			seen[i][(int)(10 * v[i])] = true;
		}
	}
	/* a random value depends on seed, point and name, not on the other parameters */
	double w[1];
	st_design both = {.kind = ST_RANDOM, .axes = unit, .count = 2, .samples = 10, .seed = 5}, one = both;
	one.axes = &unit[1];
	one.count = 1;
	assert_true(st_design_close(&both, arena, diag) && st_design_close(&one, arena, diag));
	st_design_point(&both, 7, v);
	st_design_point(&one, 7, w);
	assert_true(v[1] == w[0] && v[0] != v[1]);
	sb_diag_free(diag);
	sb_arena_free(arena);
}

static void ishigami(void **state)
{
	(void)state;
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	st_axis x[3] = {{.name = "x1"}, {.name = "x2"}, {.name = "x3"}};
	for (int i = 0; i < 3; i++) {
		x[i].law = ST_UNIFORM;
		x[i].a[0] = -pi;
		x[i].a[1] = pi;
	}
	/* V = 1/2 + a^2/8 + b pi^4/5 + b^2 pi^8/18; first order of x1: (1 + b pi^4/5)^2/2, of x2: a^2/8; x1 and x3: 8 b^2
	 * pi^8/225 */
	double a = 7, b = 0.1, v1 = 0.5 * pow(1 + b * pow(pi, 4) / 5, 2), v2 = a * a / 8;
	double v13 = 8 * b * b * pow(pi, 8) / 225, v = v1 + v2 + v13;
	double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
	st_design d = {.kind = ST_SOBOL, .axes = x, .count = 3, .samples = 4096, .seed = 1, .indices = true};
	assert_true(st_design_close(&d, arena, diag));
	assert_int_equal(d.points, 5 * 4096);
	double *f = sb_new_array(arena, double, d.points), p[3];
	for (uint64_t k = 0; k < d.points; k++) {
		st_design_point(&d, k, p);
		f[k] = sin(p[0]) + a * sin(p[1]) * sin(p[1]) + b * pow(p[2], 4) * sin(p[0]);
	}
	st_index index[3];
	uint64_t used;
	st_sobol_indices(&d, f, index, &used);
	assert_int_equal(used, 4096);
	for (int i = 0; i < 3; i++) {
		assert_true(fabs(index[i].first - first[i]) < 0.02 && fabs(index[i].total - total[i]) < 0.02);
		assert_true(index[i].first_low < first[i] && first[i] < index[i].first_high);
		assert_true(index[i].total_low < total[i] && total[i] < index[i].total_high);
		assert_true(index[i].first_high - index[i].first_low < 0.1);
	}
	f[17] = NAN;
	st_sobol_indices(&d, f, index, &used);
	assert_int_equal(used, 4095);
	assert_true(fabs(index[0].first - first[0]) < 0.02);
	sb_diag_free(diag);
	sb_arena_free(arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_interval_has_a_point), cmocka_unit_test(pairs_are_even),
		cmocka_unit_test(all_dimensions_exist), cmocka_unit_test(integrals_converge), cmocka_unit_test(quantiles),
		cmocka_unit_test(designs), cmocka_unit_test(ishigami),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
