/* Stiff problems with published answers, large sparse ones, and what auto chooses. */
#include "unit/unit.h"

#include <stdlib.h>

#include "solver/factors.h"
#include "unit/solver/problems.h"

static const char *const implicit[] = { "auto", "cvode", "ida", "dirk", "rodas" };
enum { IMPLICIT = sizeof implicit / sizeof *implicit };

/* The rates add up to zero, so the amounts add up to 1. The values at 40 are those of the literature (Hairer and
 * Wanner), those at 4e10 of the SUNDIALS example. */
static void robertson_kinetics(void **state)
{
	(void)state;
	for (int i = 0; i < IMPLICIT; i++) {
		outcome o = simulate(implicit[i], &robertson, 1e-6, 0);
		assert_int_equal(o.status, SV_OK);
		assert_float_equal(o.x[0] + o.x[1] + o.x[2], 1, 1e-9);
		assert_float_equal(o.x[0], 0.7158, 6e-5);
		assert_float_equal(o.x[1], 9.185e-6, 2e-9);
		assert_float_equal(o.x[2], 0.2842, 6e-5);
		assert_true(o.count.steps < 1000);

		problem late = robertson;
		late.end = 4e10;
		late.nominal[0] = 1e-6;
		late.nominal[1] = 1e-9;
		o = simulate(implicit[i], &late, 1e-7, 0);
		assert_int_equal(o.status, SV_OK);
		assert_float_equal(o.x[0] + o.x[1] + o.x[2], 1, 1e-7);
		assert_float_equal(o.x[0], 5.2e-8, 0.02e-8);
		assert_float_equal(o.x[1], 2.08e-13, 0.01e-13);
		assert_true(o.count.steps < 10000);
	}
}

/* The answer of the test set for initial value problems (Bari). */
static void van_der_pol_1000(void **state)
{
	(void)state;
	for (int i = 0; i < IMPLICIT; i++)
		for (int with = 0; with < 2; with++) {
			problem p = van_der_pol;
			if (!with)
				p.of.jacobian = NULL;
			outcome o = simulate(implicit[i], &p, 1e-6, 0);
			assert_int_equal(o.status, SV_OK);
			if (fabs(o.x[0] - 1.706167732170483) > 2e-5)
				fail_msg("%s: x(2000) = %.12g", implicit[i], o.x[0]);
			assert_true(o.count.steps < 5000);
		}
}

/* To rodas, or to cvode where evaluations of the rates are expensive. */
static void auto_goes_over_only_when_stiff(void **state)
{
	(void)state;
	static const struct { const problem *of; bool stiff; } cases[] = {
		{ &decay, false }, { &oscillator, false }, { &lorenz, false }, { &tracking, true }, { &pair, true },
		{ &robertson, true }, { &van_der_pol, true },
	};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		for (int digits = 3; digits <= 10; digits++) {
			problem p = *cases[i].of;
			outcome o = simulate("auto", &p, pow(10, -digits), 0);
			assert_int_equal(o.status, SV_OK);
			if (cases[i].stiff)
				assert_true(strstr(o.chosen, "erk, then rodas from t = ") == o.chosen);
			else
				assert_string_equal(o.chosen, "erk");
			p.of.cost = 1e6;
			o = simulate("auto", &p, pow(10, -digits), 0);
			assert_int_equal(o.status, SV_OK);
			if (cases[i].stiff)
				assert_true(strstr(o.chosen, "erk, then cvode from t = ") == o.chosen);
		}
}

/* Orbits with an eccentricity of 0.9: steps differ by a factor of hundred, but nothing is stiff. One period brings
 * the body back. */
static int kepler_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	double cube = pow(x[0] * x[0] + x[1] * x[1], 1.5);
	xd[0] = x[2];
	xd[1] = x[3];
	xd[2] = -x[0] / cube;
	xd[3] = -x[1] / cube;
	return 0;
}

static void auto_stays_explicit_on_orbits(void **state)
{
	(void)state;
	for (int digits = 4; digits <= 10; digits++) {
		const double start[] = { 0.1, 0, 0, sqrt(19) }, end = 5 * 2 * 3.14159265358979323846;
		sv_problem p = { .n = 4, .rates = kepler_rates };
		sv_options options = { .tolerance = pow(10, -digits), .span = end };
		sv_solver *s = sv_find("auto")->create(&p, &options);
		s->operations->reset(s, 0, start, false);
		double t = 0;
		while (t < end)
			assert_int_equal(s->operations->step(s, end, &t), SV_OK);
		assert_string_equal(s->operations->chosen(s), "erk");
		if (digits >= 8)
			assert_float_equal(s->operations->state(s)[0], 0.1, 1e-3);
		s->operations->free(s);
	}
}

/* A stiff problem that an event restarts every 0.05, with expensive evaluations: after a while auto does it with the
 * one-step method, and each restart then costs a step or two. Without restarts it goes back to cvode. */
static void auto_takes_dirk_for_many_restarts(void **state)
{
	(void)state;
	problem p = pair;
	p.of.cost = 1e6;
	sv_solver *s = begin("auto", &p, 1e-6, 0);
	double t = 0, x[2];
	sv_statistics before = { 0 }, after;
	for (int k = 1; k <= 400; k++) {
		while (t < k * 0.05)
			assert_int_equal(s->operations->step(s, k * 0.05, &t), SV_OK);
		assert_true(error_of(&pair, t, s->operations->state(s)) < 1e-5);
		memcpy(x, s->operations->state(s), sizeof x);
		s->operations->reset(s, t, x, true);
		if (k == 390)
			s->operations->statistics(s, &before);
	}
	s->operations->statistics(s, &after);
	assert_non_null(strstr(s->operations->chosen(s), "then dirk from t = "));
	assert_int_equal(after.resets, 400);
	assert_true(after.steps - before.steps < 50);
	const double again[] = { 2, 1 };
	s->operations->reset(s, t, again, false);
	while (t < 30)
		assert_int_equal(s->operations->step(s, 30, &t), SV_OK);
	assert_non_null(strstr(s->operations->chosen(s), "then cvode from t = "));
	assert_float_equal(s->operations->state(s)[0], 1.5 * exp(-10), 1e-5);
	s->operations->free(s);
}

/* Events that leave the state a tenth of the tolerance off an equilibrium a million times faster than it moves:
 * the slope there is huge and the solution hardly differs. Neither the steps nor what is between them may follow
 * it. */
static int very_fast_rates(void *context, double t, const double *x, double *xd)
{
	(void)context;
	xd[0] = -1e6 * (x[0] - cos(t)) - sin(t);
	return 0;
}

static void very_fast_exact(double t, double *x)
{
	x[0] = cos(t);
}

static void restarts_beside_a_stiff_equilibrium(void **state)
{
	(void)state;
	const problem p = { "very fast", { .n = 1, .rates = very_fast_rates }, 5, { 1 }, { 1 }, very_fast_exact, true };
	for (int i = 0; i < IMPLICIT; i++) {
		sv_solver *s = begin(implicit[i], &p, 1e-6, 0);
		double t = 0, x;
		for (int k = 1; k <= 100; k++) {
			while (t < k * 0.05) {
				double from = t;
				assert_int_equal(s->operations->step(s, k * 0.05, &t), SV_OK);
				for (int m = 1; m <= 8; m++) {
					s->operations->interpolate(s, from + (t - from) * m / 8, &x);
					assert_true(error_of(&p, from + (t - from) * m / 8, &x) < 5e-6);
				}
			}
			x = s->operations->state(s)[0] + 1e-7;
			s->operations->reset(s, t, &x, true);
		}
		s->operations->free(s);
	}
}

/* A tank that fills from empty, x' = 1 - sqrt(x): the slope of the rate is infinite at the start. With u = sqrt(x)
 * the time is -2 (u + log(1 - u)). */
static int tank_rates(void *context, double t, const double *x, double *xd)
{
	(void)context, (void)t;
	if (x[0] < 0)
		return 1;
	xd[0] = 1 - sqrt(x[0]);
	return 0;
}

static int tank_jacobian(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context, (void)t, (void)xd;
	values[0] = -0.5 / sqrt(x[0]);
	return 0;
}

static void infinite_slopes_do_not_stop_newton(void **state)
{
	(void)state;
	problem p = { "tank", { .n = 1, .rates = tank_rates, .jacobian = tank_jacobian, .column = column1, .row = row1 },
		-2 * (0.5 + log(0.5)), { 0 }, { 1 }, NULL, false };
	for (int i = 0; i < IMPLICIT; i++)
		for (int with = 0; with < 2; with++) {
			p.of.jacobian = with ? tank_jacobian : NULL;
			outcome o = simulate(implicit[i], &p, 1e-6, 0);
			assert_int_equal(o.status, SV_OK);
			assert_float_equal(o.x[0], 0.25, 1e-5);
			assert_true(o.count.steps < 500);
		}
}

/* The heat equation on a rod of N cells, the ends at 0, from the first mode: it keeps its shape and decays with
 * the known eigenvalue of the discretised problem. */
typedef struct rod { uint32_t n, *column, *row, *color; } rod;

static int rod_rates(void *context, double t, const double *x, double *xd)
{
	const rod *r = context;
	double scale = (double)(r->n + 1) * (r->n + 1);
	(void)t;
	for (uint32_t i = 0; i < r->n; i++)
		xd[i] = scale * ((i ? x[i - 1] : 0) - 2 * x[i] + (i + 1 < r->n ? x[i + 1] : 0));
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

static rod rod_new(uint32_t n)
{
	rod r = { n, malloc((n + 1) * sizeof(uint32_t)),
		malloc(3 * (size_t)n * sizeof(uint32_t)), malloc(n * sizeof(uint32_t)) };
	uint32_t at = 0;
	for (uint32_t j = 0; j < n; j++) {
		r.column[j] = at;
		r.color[j] = j % 3;
		for (uint32_t i = j ? j - 1 : 0; i <= j + 1 && i < n; i++)
			r.row[at++] = i;
	}
	r.column[n] = at;
	return r;
}

static void ten_thousand_cells(void **state)
{
	(void)state;
	enum { N = 10000 };
	const double pi = 3.14159265358979323846, end = 0.1;
	rod r = rod_new(N);
	double *x = malloc(N * sizeof *x), eigenvalue = -4.0 * (N + 1) * (N + 1) * pow(sin(pi / 2 / (N + 1)), 2);
	for (int i = 0; i < 2 * IMPLICIT; i++) {
		const sv_operations *o = sv_find(implicit[i / 2]);
		sv_problem p = { .n = N, .context = &r, .rates = rod_rates, .jacobian = i % 2 ? rod_jacobian : NULL,
			.column = r.column, .row = r.row, .color = r.color, .colors = 3 };
		sv_options options = { .tolerance = 1e-5, .span = end };
		sv_solver *s = o->create(&p, &options);
		for (int k = 0; k < N; k++)
			x[k] = sin(pi * (k + 1) / (N + 1));
		o->reset(s, 0, x, false);
		double t = 0;
		while (t < end)
			assert_int_equal(o->step(s, end, &t), SV_OK);
		for (int k = 0; k < N; k++)
			assert_float_equal(o->state(s)[k], exp(eigenvalue * end) * x[k], 1e-5);
		sv_statistics count;
		o->statistics(s, &count);
		assert_true(count.steps < 400);
		assert_true(count.rates < 5000);     /* colours, not ten thousand columns */
		o->free(s);
	}
	free(x);
	free(r.column);
	free(r.row);
	free(r.color);
}

static int falling(void *context, double t, const double *x, double *xd)
{
	(void)context;
	(void)t;
	xd[0] = -x[0];
	return 0;
}

static int one_sided(void *context, double t, const double *x, const double *xd, double *values)
{
	(void)context;
	(void)t;
	(void)x;
	(void)xd;
	values[0] = 4;
	return 0;
}

/* A Jacobian that is asked for more than 20 times about the same time is of no use there: differences take its place,
 * until time goes on. The one that is given is 4, that of the rates -1. */
static void differences_where_time_stands_still(void **state)
{
	(void)state;
	uint32_t column[] = { 0, 1 }, row[] = { 0 };
	sv_problem one = { .n = 1, .rates = falling, .jacobian = one_sided, .column = column, .row = row };
	sv_options options = { .tolerance = 1e-6, .span = 10 };
	sv_core core = {0};
	sv_core_open(&core, sv_find("dirk"), &one, &options);
	sv_linear *l = sv_linear_new(&core);
	for (int k = 0; k <= 30; k++) {
		double t = k < 30 ? 1 + 1e-9 * k : 2, x = 1, xd = -1, b = 1;
		assert_int_equal(sv_linear_jacobian(l, t, &x, &xd), 0);
		assert_int_equal(sv_linear_factor(l, 0, -1), 0);
		assert_int_equal(sv_linear_solve(l, &b), 0);
		assert_float_equal(b, k < 20 || k == 30 ? 0.25 : -1, 1e-7);
	}
	sv_linear_free(l);
	sv_core_close(&core);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(robertson_kinetics),
		cmocka_unit_test(van_der_pol_1000),
		cmocka_unit_test(auto_goes_over_only_when_stiff),
		cmocka_unit_test(auto_stays_explicit_on_orbits),
		cmocka_unit_test(auto_takes_dirk_for_many_restarts),
		cmocka_unit_test(restarts_beside_a_stiff_equilibrium),
		cmocka_unit_test(infinite_slopes_do_not_stop_newton),
		cmocka_unit_test(ten_thousand_cells),
		cmocka_unit_test(differences_where_time_stands_still),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
