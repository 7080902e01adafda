/* Derivatives against central differences, linear parts and solutions against the equation they came from. */
#include "unit/expr/trees.h"

static sx_ref power(sx_pool *p, sx_ref a, double b)
{
	return sx_binary(p, SX_POW, a, sx_real(p, b));
}

static void known_derivatives(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref x = w.x[0], y = w.x[1];
	assert_int_equal(sx_diff(p, sx_binary(p, SX_MUL, sx_real(p, 2), x), x, NULL), sx_real(p, 2));
	assert_int_equal(sx_diff(p, y, x, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, power(p, x, 2), x, NULL), sx_binary(p, SX_MUL, sx_real(p, 2), x));
	assert_int_equal(sx_diff(p, sx_unary(p, SX_FLOOR, x), x, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, sx_unary(p, SX_DER, x), x, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, sx_unary(p, SX_DER, x), sx_unary(p, SX_DER, x), NULL), sx_real(p, 1));
	assert_int_equal(sx_diff(p, sx_call(p, 1, SX_REAL, &y, 1), x, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, sx_call(p, 1, SX_REAL, &x, 1), x, NULL), 0);
	sx_ref lag[3] = { x, sx_real(p, 1), sx_real(p, 1) };
	assert_int_equal(sx_diff(p, sx_make(p, SX_DELAY, SX_REAL, 0, lag, 3), x, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, sx_make(p, SX_DELAY, SX_REAL, 0, lag, 3), sx_time(p), NULL), 0);
	uint32_t i = sx_new_iter(p, "i");
	sx_ref ramp = sx_binary(p, SX_MUL, sx_real(p, 3), sx_iter(p, i));
	assert_int_equal(sx_diff(p, ramp, sx_iter(p, i), NULL), sx_real(p, 3));
	sb_arena_free(w.arena);
}

static void elements_of_arrays(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref i = sx_iter(p, sx_new_iter(p, "i")), j = sx_iter(p, sx_new_iter(p, "j"));
	sx_ref before = sx_binary(p, SX_SUB, i, sx_int(p, 1));
	sx_ref x_i = sx_var(p, 9, SX_REAL, &i, 1), x_j = sx_var(p, 9, SX_REAL, &j, 1),
		   x_before = sx_var(p, 9, SX_REAL, &before, 1);
	assert_int_equal(sx_diff(p, x_before, x_i, NULL), sx_real(p, 0));
	assert_int_equal(sx_diff(p, x_j, x_i, NULL), sx_if(p, sx_binary(p, SX_EQ, j, i), sx_real(p, 1), sx_real(p, 0)));
	sx_ref step = sx_binary(p, SX_ADD, x_i, w.x[0]);
	assert_int_equal(sx_solve(p, step, x_before, x_i, may_divide, NULL), sx_binary(p, SX_SUB, x_before, w.x[0]));
	assert_int_equal(sx_solve(p, step, x_j, x_i, may_divide, NULL), 0);
	sx_ref whole = sx_var(p, 9, SX_REAL, NULL, 0);
	assert_int_equal(sx_diff(p, sx_call(p, 2, SX_REAL, &whole, 1), x_i, NULL), 0);
	sx_ref rate = sx_unary(p, SX_DER, x_i), rate_before = sx_unary(p, SX_DER, x_before);
	assert_int_equal(sx_solve(p, sx_binary(p, SX_SUB, rate, rate_before), x_i, rate, may_divide, NULL),
		sx_binary(p, SX_ADD, x_i, rate_before));
	sb_arena_free(w.arena);
}

/* Differences at two distances: where they disagree (kinks, poles, cancellation) they say nothing about the
 * derivative. */
static bool difference(const tree *t, double *x, int k, double *slope)
{
	double at = x[k], h[2] = { 1e-4, 5e-5 }, d[2];
	bool finite = true;
	for (int i = 0; i < 2; i++) {
		x[k] = at + h[i];
		double up = tree_value(t, x, &finite);
		x[k] = at - h[i];
		double down = tree_value(t, x, &finite);
		d[i] = (up - down) / (2 * h[i]);
	}
	x[k] = at;
	*slope = (4 * d[1] - d[0]) / 3;
	return finite && fabs(d[0] - d[1]) <= 1e-5 * (1 + fabs(*slope)) && fabs(*slope) < 1e6
		&& fabs(tree_value(t, x, &finite)) < 1e3;
}

static void derivatives_match_differences(void **state)
{
	(void)state;
	uint64_t seed = 2;
	int compared = 0;
	for (int round = 0; round < 4000; round++) {
		world w = world_new();
		double x[VARIABLES], wanted;
		for (int i = 0; i < VARIABLES; i++)
			x[i] = uniform(&seed, -2, 2);
		tree *t = random_tree(w.arena, &seed, 2 + round % 4);
		int k = pick(&seed, VARIABLES);
		sx_ref e = tree_build(w.p, t), d = sx_diff(w.p, e, w.x[k], NULL);
		assert_true(d);
		if (difference(t, x, k, &wanted) && d != sx_real(w.p, 0)) {
			double got = value_at(w.p, d, x);
			if (isfinite(got) && !(fabs(got - wanted) <= 1e-5 * (1 + fabs(wanted))))
				fail_msg("d %s: %s = %.12g, not %.12g", printed(w.arena, w.p, e), printed(w.arena, w.p, d), got,
						 wanted);
			compared += isfinite(got);
		} else if (difference(t, x, k, &wanted)) {
			assert_true(fabs(wanted) < 1e-5);
		}
		sb_arena_free(w.arena);
	}
	assert_true(compared > 600);
}

static void general_power_and_remainders(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	double x[VARIABLES] = { 1.7, 0.6, 2.9, -0.3 };
	sx_ref d = sx_diff(p, sx_binary(p, SX_POW, w.x[0], w.x[1]), w.x[1], NULL);
	assert_float_equal(value_at(p, d, x), pow(1.7, 0.6) * log(1.7), 1e-12);
	d = sx_diff(p, sx_binary(p, SX_POW, w.x[0], w.x[1]), w.x[0], NULL);
	assert_float_equal(value_at(p, d, x), 0.6 * pow(1.7, -0.4), 1e-12);
	d = sx_diff(p, sx_binary(p, SX_MOD, w.x[2], w.x[1]), w.x[1], NULL);
	assert_float_equal(value_at(p, d, x), -4, 0);
	assert_false(sx_flags(p, d) & SX_HAS_RELATION);
	d = sx_diff(p, sx_binary(p, SX_MAX, w.x[0], w.x[1]), w.x[1], NULL);
	assert_float_equal(value_at(p, d, x), 0, 0);
	assert_false(sx_flags(p, d) & SX_HAS_RELATION);
	sb_arena_free(w.arena);
}

/* The total derivative of x^2 with der(x) given by the hook. */
static sx_ref rate_of(sx_chain *self, sx_pool *p, sx_ref leaf)
{
	(void)self;
	return sx_op_of(p, leaf) == SX_VAR ? sx_unary(p, SX_DER, leaf) : 0;
}

static void chain_through_the_hook(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_chain chain = { .leaf = rate_of };
	sx_ref e = sx_binary(p, SX_ADD, power(p, w.x[0], 2), sx_time(p));
	sx_ref d = sx_diff(p, e, sx_time(p), &chain);
	assert_string_equal(printed(w.arena, p, d), "2*v0*der(v0) + 1");
	chain.done = sb_map_new(w.arena);
	assert_int_equal(sx_diff(p, e, sx_time(p), &chain), d);
	assert_int_equal(sx_diff(p, e, sx_time(p), &chain), d);
	sb_arena_free(w.arena);
}

static void linear_parts(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref x = w.x[0], y = w.x[1], z = w.x[2], a, b;
	sx_ref e = sx_binary(p, SX_SUB, sx_binary(p, SX_MUL, y, sx_binary(p, SX_ADD, x, z)), sx_binary(p, SX_DIV, x, z));
	assert_true(sx_linear(p, e, x, &a, &b));
	double v[VARIABLES] = { 0.7, 1.3, -2.1, 0 };
	assert_float_equal(value_at(p, a, v), 1.3 - 1 / -2.1, 1e-14);
	assert_float_equal(value_at(p, b, v), 1.3 * -2.1, 1e-14);
	assert_true(sx_linear(p, z, x, &a, &b));
	assert_true(sx_is_number(p, a, 0) && b == z);
	assert_false(sx_linear(p, sx_binary(p, SX_MUL, x, x), x, &a, &b));
	assert_false(sx_linear(p, sx_binary(p, SX_DIV, y, x), x, &a, &b));
	assert_false(sx_linear(p, sx_if(p, sx_binary(p, SX_GT, x, y), x, y), x, &a, &b));
	assert_true(sx_linear(p, sx_unary(p, SX_DER, x), x, &a, &b));
	sx_ref switched =
		sx_if(p, sx_binary(p, SX_GT, z, y), sx_binary(p, SX_MUL, sx_real(p, 3), x), sx_binary(p, SX_ADD, x, y));
	assert_true(sx_linear(p, switched, x, &a, &b));
	assert_float_equal(value_at(p, a, v), 1, 0);
	assert_float_equal(value_at(p, b, v), 1.3, 0);
	sb_arena_free(w.arena);
}

static const char *solved(world *w, sx_ref left, sx_ref right, sx_ref x)
{
	sx_ref e = sx_solve(w->p, left, right, x, may_divide, NULL);
	return e ? printed(w->arena, w->p, e) : "none";
}

static void known_solutions(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref v0 = w.x[0], v1 = w.x[1], v2 = w.x[2], v3 = w.x[3];
	sx_ref drop = sx_binary(p, SX_SUB, v2, v3), law = sx_binary(p, SX_MUL, v0, v1);
	assert_string_equal(solved(&w, law, drop, v2), "v0*v1 + v3");
	assert_string_equal(solved(&w, law, drop, v3), "v2 - v0*v1");
	assert_string_equal(solved(&w, law, drop, v1), "(v2 - v3)/v0");
	assert_int_equal(sx_solve(p, law, drop, v1, NULL, NULL), 0);
	assert_string_equal(solved(&w, sx_binary(p, SX_DIV, v0, v1), v2, v0), "v2*v1");
	sx_ref diode = sx_binary(p, SX_MUL, sx_binary(p, SX_SUB, sx_unary(p, SX_EXP, v0), sx_real(p, 1)), v1);
	assert_string_equal(solved(&w, diode, v2, v0), "log(v2/v1 + 1)");
	assert_string_equal(solved(&w, sx_unary(p, SX_TAN, v0), v1, v0), "none");
	assert_string_equal(solved(&w, power(p, v0, 2), v1, v0), "none");
	assert_string_equal(solved(&w, sx_unary(p, SX_DER, v0), v1, v0), "none");
	sx_ref sum = sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, v1, v0), v2);
	assert_string_equal(solved(&w, sum, sx_binary(p, SX_ADD, v3, sx_time(p)), v0), "(v3 + time - v2)/v1");
	assert_string_equal(solved(&w, sx_binary(p, SX_ADD, v0, v1), v0, v0), "none");
	sx_ref n = sx_var(p, 7, SX_INTEGER, NULL, 0), m = sx_var(p, 8, SX_INTEGER, NULL, 0);
	assert_string_equal(solved(&w, sx_binary(p, SX_ADD, n, sx_int(p, 1)), m, n), "v8 - 1");
	assert_string_equal(solved(&w, sx_binary(p, SX_MUL, n, sx_int(p, 2)), m, n), "none");
	assert_string_equal(solved(&w, n, v0, n), "none");
	sb_arena_free(w.arena);
}

/* A random equation, shifted so that it holds at a known v0: where it can be solved the answer is that v0. */
static void solutions_solve(void **state)
{
	(void)state;
	uint64_t seed = 3;
	int compared = 0;
	for (int round = 0; round < 6000; round++) {
		world w = world_new();
		sx_pool *p = w.p;
		double x[VARIABLES];
		for (int i = 0; i < VARIABLES; i++)
			x[i] = uniform(&seed, -2, 2);
		sx_ref left = tree_build(p, random_tree(w.arena, &seed, 2 + round % 3));
		sx_ref right = tree_build(p, random_tree(w.arena, &seed, 1 + round % 2));
		double a = value_at(p, left, x), b = value_at(p, right, x);
		right = sx_binary(p, SX_ADD, right, sx_real(p, a - b));
		sx_ref e = sx_solve(p, left, right, w.x[0], may_divide, NULL);
		assert_false(e && sx_contains(p, e, w.x[0]));
		double slope = isfinite(a) && isfinite(b) && fabs(a) < 1e3 && fabs(b) < 1e3
			? value_at(p, sx_diff(p, sx_binary(p, SX_SUB, left, right), w.x[0], NULL), x) : 0;
		if (e && isfinite(slope) && fabs(slope) > 1e-2) {
			double got = value_at(p, e, x);
			if (!(fabs(got - x[0]) < 1e-8))
				fail_msg("%s = %s: v0 = %s = %.12g, not %.12g", printed(w.arena, p, left), printed(w.arena, p, right),
					printed(w.arena, p, e), got, x[0]);
			compared++;
		}
		sb_arena_free(w.arena);
	}
	assert_true(compared > 500);
}

static void deep_sums(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref e = w.x[0], right = w.x[0], a, b;
	for (int i = 1; i <= 100000; i++) {
		sx_ref term = sx_binary(p, SX_MUL, sx_real(p, i), w.x[i % VARIABLES]);
		e = sx_binary(p, SX_ADD, e, term);
		right = sx_unary(p, SX_NEG, sx_binary(p, SX_ADD, term, right));
	}
	/* the coefficient of v1 is 1 + 5 + ... + 99997 */
	double of_v1 = 25000.0 * (1 + 99997) / 2, x[VARIABLES] = { 0, 1, 0, 0 };
	assert_true(sx_is_number(p, sx_diff(p, e, w.x[1], NULL), of_v1));
	assert_true(sx_linear(p, e, w.x[1], &a, &b));
	assert_true(sx_is_number(p, a, of_v1));
	assert_float_equal(value_at(p, e, x), of_v1, 0);
	assert_true(sx_diff(p, right, w.x[1], NULL));
	assert_true(isfinite(value_at(p, right, x)));
	sx_ref answer = sx_solve(p, e, w.x[2], w.x[1], may_divide, NULL);
	assert_true(answer);
	assert_true(sx_contains(p, e, w.x[3]));
	sx_ref replaced = sx_replace(p, e, w.x[1], sx_real(p, 1));
	assert_float_equal(value_at(p, replaced, (double[VARIABLES]){ 0, 55, 0, 0 }), of_v1, 0);
	assert_true(strlen(printed(w.arena, p, e)) > 800000);
	assert_true(strlen(printed(w.arena, p, right)) > 800000);
	sb_arena_free(w.arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(known_derivatives), cmocka_unit_test(elements_of_arrays),
		cmocka_unit_test(derivatives_match_differences), cmocka_unit_test(general_power_and_remainders),
		cmocka_unit_test(chain_through_the_hook), cmocka_unit_test(linear_parts), cmocka_unit_test(known_solutions),
		cmocka_unit_test(solutions_solve), cmocka_unit_test(deep_sums),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
