/* The runtime of code that stands alone, called with models that are written here by hand: steps, loops of equations,
 * events, copies. */
#include "export/runtime/export_runtime.h"
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

/* x' = -x; y is the root of y + exp(y) = 2 + x; where x < 0.5 becomes true, x is set to 1. */
static void nothing(rt_data *d) { (void)d; }
static void no_values(rt_data *d, rt_real *v) { (void)d, (void)v; }
static void no_times(rt_data *d, rt_real *a, rt_real *b) { (void)d, (void)a, (void)b; }
static void no_delays(rt_data *d, rt_real *a, rt_real *b, rt_real *c) { (void)d, (void)a, (void)b, (void)c; }
static void no_event(rt_data *d, int which) { (void)d, (void)which; }

static void starts(rt_data *d)
{
	d->x[0] = 1;
	d->pre_i[0] = 0;
}

static void residual(rt_data *d, const rt_real *z, rt_real *res)
{
	d->r[0] = z[0];
	res[0] = z[0] + exp(z[0]) - 2 - d->x[0];
}

static void slope(rt_data *d, const rt_real *z, rt_real *entries)
{
	(void)d;
	entries[0] = 1 + exp(z[0]);
}

static void rates(rt_data *d)
{
	rt_real z[1] = { d->r[0] };
	d->xd[0] = -d->x[0];
	rt_newton(d, 0, z, residual, slope);
}

static void functions_of(rt_data *d, rt_real *g) { g[0] = d->x[0] - 0.5; }

static void all(rt_data *d)
{
	rates(d);
	d->i[0] = d->latch[0];
}

static void actions(rt_data *d)
{
	if (!d->initial && d->i[0] && !d->pre_i[0])
		rt_reinit(d, 0, 0, 1);
}

static const rt_functions functions = { nothing, starts, all, rates, functions_of, nothing, all, functions_of, no_times,
	actions, nothing, no_event, no_values, no_times, no_delays, NULL, NULL };
static const rt_watch watches[] = { { RT_RELATION, RT_LT, 0, 0, 0, 0 } };
static const rt_pre pres[] = { { { RT_WHOLE, 0, 0, 0, 0 }, 1 } };
static const rt_loop loops[] = { { 1, 1, 0, 0, 0, 0, 0 } };
static const rt_entry entries[] = { { 0, 0 } };
static const rt_real ones[] = { 1 };
static const unsigned char held[] = { 1 };
static const rt_site sites[] = { { "here:1", "a loop" } };
static const rt_model model = { .name = "Hand", .functions = &functions, .solver = RT_RK4, .step = 0.01, .states = 1,
	.reals = 1, .wholes = 1, .pres = 1, .watches = 1, .loops = 1, .entries = 1, .unknowns = 1, .largest = 1,
	.squares = 1, .sites = 1,
	.watch = watches, .pre = pres, .loop = loops, .entry = entries, .nominal = ones, .unit = ones, .guess = ones,
	.held = held,
	.state_nominal = ones, .site = sites };

typedef struct hand {
	rt_run run;
	rt_real reals[200]; long long wholes[20]; const char *texts[2]; uint32_t counts[20];
	_Alignas(16) unsigned char bytes[100];
	sc_dense factors[2]; rt_history histories[1];
} hand;

static rt_room room_of(hand *h)
{
	return (rt_room){ h->reals, h->wholes, h->texts, h->counts, h->bytes, h->factors, h->histories };
}

static void begin(hand *h)
{
	rt_sizes s = rt_sizes_of(&model);
	assert_true(s.reals <= 200 && s.wholes <= 20 && s.texts <= 2 && s.counts <= 20 && s.bytes <= 100);
	rt_open(&h->run, &model, room_of(h));
	assert_int_equal(rt_initialise(&h->run, 0), RT_OK);
}

static void steps_follow_the_exact_solution(void **state)
{
	(void)state;
	static hand h;
	begin(&h);
	for (int k = 1; k <= 60; k++) {
		assert_int_equal(rt_step(&h.run), RT_OK);
		assert_float_equal(h.run.d.x[0], exp(-0.01 * k), 1e-10);
		rt_real y = h.run.d.r[0];
		assert_float_equal(y + exp(y), 2 + h.run.d.x[0], 1e-14);
	}
}

/* E371: ln 2 = 0.6931 lies between the points 69 and 70. */
static void an_event_comes_at_the_end_of_its_step(void **state)
{
	(void)state;
	static hand h;
	begin(&h);
	for (int k = 1; k <= 69; k++)
		rt_step(&h.run);
	assert_true(h.run.d.x[0] > 0.5);
	rt_step(&h.run);
	assert_true(h.run.d.x[0] == 1);
	assert_float_equal(h.run.d.time, 0.7, 1e-15);
}

/* E375 */
static void a_copy_goes_on_by_itself(void **state)
{
	(void)state;
	static hand h, copy;
	begin(&h);
	for (int k = 0; k < 50; k++)
		rt_step(&h.run);
	copy = h;
	rt_copied(&copy.run, room_of(&copy));
	for (int k = 0; k < 50; k++)
		rt_step(&h.run);
	rt_real x = h.run.d.x[0];
	memset(&h, 0, sizeof h);
	for (int k = 0; k < 50; k++)
		rt_step(&copy.run);
	assert_true(copy.run.d.x[0] == x);
}

static void factors_solve_and_tell_what_is_singular(void **state)
{
	(void)state;
	rt_real lu[9] = { 0, 2, 1, 4, 1, 0, 1e-9, 0, 3 }, scale[3], most[3], b[3] = { 5, 6, 9 + 1e-9 };
	uint32_t pivot[3], order[3], row, column;
	uint8_t nonzero[9], left[3], right[3];
	sc_dense f = { .n = 3, .lu = lu, .row_scale = scale, .column_max = most, .pivot = pivot, .order = order,
		.nonzero = nonzero, .left = left, .right = right };
	assert_int_equal(sc_dense_factor(&f, &row, &column), 0);
	sc_dense_solve(&f, b);
	assert_float_equal(b[0], 1.25, 1e-9);
	assert_float_equal(b[1], 1, 1e-8);
	assert_float_equal(b[2], 3, 1e-8);
	rt_real twice[9] = { 1, 2, 3, 2, 4, 6, 0, 0, 1 };
	memcpy(lu, twice, sizeof twice);
	assert_int_equal(sc_dense_factor(&f, &row, &column), 1);
	assert_int_equal(column, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(steps_follow_the_exact_solution), cmocka_unit_test(an_event_comes_at_the_end_of_its_step),
		cmocka_unit_test(a_copy_goes_on_by_itself), cmocka_unit_test(factors_solve_and_tell_what_is_singular) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}
