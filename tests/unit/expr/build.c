/* Building: one handle for one expression, types, flags, and simplification that keeps the value to the bit. */
#include "unit/expr/trees.h"

static void same_expression_is_same_handle(void **state)
{
	(void)state;
	world w = world_new();
	sx_ref a = sx_binary(w.p, SX_MUL, sx_real(w.p, 2), w.x[0]);
	assert_int_equal(a, sx_binary(w.p, SX_MUL, sx_real(w.p, 2), w.x[0]));
	assert_int_equal(a, sx_binary(w.p, SX_MUL, w.x[0], sx_real(w.p, 2)));
	assert_int_not_equal(a, sx_binary(w.p, SX_MUL, sx_real(w.p, 2), w.x[1]));
	assert_int_not_equal(sx_real(w.p, 1), sx_int(w.p, 1));
	assert_int_equal(sx_string(w.p, "ab"), sx_binary(w.p, SX_ADD, sx_string(w.p, "a"), sx_string(w.p, "b")));
	sx_ref i = sx_int(w.p, 3);
	assert_int_equal(sx_var(w.p, 9, SX_REAL, &i, 1), sx_elem(w.p, sx_var(w.p, 9, SX_REAL, NULL, 0), &i, 1));
	const sx_node *n = sx_at(w.p, a);
	assert_int_equal(a, sx_make(w.p, SX_MUL, SX_REAL, n->payload, (sx_ref[]){sx_arg(w.p, a, 0), sx_arg(w.p, a, 1)}, 2));
	sx_ref c = sx_real(w.p, 0.1);
	assert_int_equal(c, sx_make(w.p, SX_CONST, SX_REAL, sx_at(w.p, c)->payload, NULL, 0));
	sb_arena_free(w.arena);
}

static void many_nodes_stay_apart(void **state)
{
	(void)state;
	world w = world_new();
	sx_ref first[2000];
	for (int round = 0; round < 2; round++)
		for (int i = 0; i < 200000; i++) {
			sx_ref e = sx_binary(w.p, SX_ADD, w.x[i % VARIABLES], sx_real(w.p, i + 0.5));
			assert_true(sx_is_number(w.p, sx_arg(w.p, e, 1), i + 0.5));
			if (i % 100 == 0 && round == 0)
				first[i / 100] = e;
			else if (i % 100 == 0)
				assert_int_equal(e, first[i / 100]);
		}
	sb_arena_free(w.arena);
}

static void types_are_promoted(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref n = sx_var(p, 5, SX_INTEGER, NULL, 0), b = sx_var(p, 6, SX_BOOLEAN, NULL, 0),
		   s = sx_var(p, 7, SX_STRING, NULL, 0);
	assert_int_equal(sx_type_of(p, sx_binary(p, SX_ADD, n, sx_int(p, 1))), SX_INTEGER);
	assert_int_equal(sx_type_of(p, sx_binary(p, SX_DIV, n, sx_int(p, 2))), SX_REAL);
	assert_int_equal(sx_type_of(p, sx_binary(p, SX_POW, n, sx_int(p, 2))), SX_REAL);
	sx_ref mixed = sx_binary(p, SX_ADD, w.x[0], n);
	assert_int_equal(sx_type_of(p, mixed), SX_REAL);
	assert_int_equal(sx_op_of(p, sx_arg(p, mixed, 1)), SX_TO_REAL);
	assert_int_equal(sx_type_of(p, sx_unary(p, SX_INTEGER_OF, w.x[0])), SX_INTEGER);
	assert_int_equal(sx_type_of(p, sx_unary(p, SX_FLOOR, w.x[0])), SX_REAL);
	assert_int_equal(sx_type_of(p, sx_binary(p, SX_MOD, n, sx_int(p, 3))), SX_INTEGER);
	assert_int_equal(sx_type_of(p, sx_binary(p, SX_MOD, n, w.x[0])), SX_REAL);
	assert_int_equal(sx_type_of(p, sx_if(p, b, n, w.x[0])), SX_REAL);
	assert_int_equal(sx_binary(p, SX_SUB, s, n), 0);
	assert_int_equal(sx_binary(p, SX_ADD, 0, n), 0);
	assert_int_equal(sx_make(p, SX_SIN, SX_REAL, 0, (sx_ref[]){ n, n }, 2), 0);
	assert_int_equal(sx_if(p, b, s, n), 0);
	sb_arena_free(w.arena);
}

static void known_simplifications(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref x = w.x[0], y = w.x[1], zero = sx_real(p, 0), one = sx_real(p, 1), b = sx_var(p, 6, SX_BOOLEAN, NULL, 0);
	sx_ref minus_x = sx_unary(p, SX_NEG, x);
	assert_int_equal(sx_unary(p, SX_NEG, minus_x), x);
	assert_int_equal(sx_binary(p, SX_SUB, x, zero), x);
	assert_int_equal(sx_binary(p, SX_SUB, zero, x), minus_x);
	assert_int_equal(sx_binary(p, SX_ADD, y, minus_x), sx_binary(p, SX_SUB, y, x));
	assert_int_equal(sx_binary(p, SX_MUL, x, sx_real(p, -1)), minus_x);
	assert_int_equal(sx_binary(p, SX_MUL, x, sx_int(p, 0)), zero);
	assert_int_equal(sx_binary(p, SX_DIV, zero, x), zero);
	assert_int_equal(sx_binary(p, SX_DIV, x, one), x);
	assert_int_equal(sx_binary(p, SX_POW, x, one), x);
	assert_int_equal(sx_op_of(p, sx_binary(p, SX_SUB, x, x)), SX_SUB);
	assert_int_equal(sx_op_of(p, sx_binary(p, SX_DIV, one, zero)), SX_DIV);
	assert_int_equal(sx_op_of(p, sx_unary(p, SX_LOG, zero)), SX_LOG);
	assert_int_equal(sx_op_of(p, sx_binary(p, SX_QUOT, sx_int(p, 7), sx_int(p, 0))), SX_QUOT);
	assert_int_equal(sx_op_of(p, sx_binary(p, SX_MUL, sx_int(p, INT64_MAX), sx_int(p, 2))), SX_MUL);
	assert_int_equal(sx_binary(p, SX_AND, b, sx_bool(p, true)), b);
	assert_int_equal(sx_binary(p, SX_OR, sx_bool(p, true), b), sx_bool(p, true));
	assert_int_equal(sx_unary(p, SX_NOT, sx_unary(p, SX_NOT, b)), b);
	assert_int_equal(sx_if(p, sx_bool(p, false), x, y), y);
	assert_int_equal(sx_if(p, b, x, x), x);
	sx_ref clock[2] = { zero, one };
	sx_ref sample = sx_make(p, SX_SAMPLE, SX_BOOLEAN, 3, clock, 2);
	assert_int_equal(sx_op_of(p, sx_if(p, sample, x, x)), SX_IF);
	assert_int_equal(sx_unary(p, SX_NOEVENT, x), x);
	sb_arena_free(w.arena);
}

static int64_t int_of(sx_pool *p, sx_op op, int64_t a, int64_t b)
{
	sx_ref e = sx_binary(p, op, sx_int(p, a), sx_int(p, b));
	assert_true(sx_is_const(p, e));
	return sx_int_value(p, e);
}

/* mod(x, y) = x - floor(x/y)*y and rem(x, y) = x - div(x, y)*y, with div toward zero: the table of the language's
 * manual. */
static void whole_division(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	assert_int_equal(int_of(p, SX_QUOT, -7, 2), -3);
	assert_int_equal(int_of(p, SX_REM, -7, 2), -1);
	assert_int_equal(int_of(p, SX_MOD, -7, 2), 1);
	assert_int_equal(int_of(p, SX_MOD, 7, -2), -1);
	assert_int_equal(int_of(p, SX_MOD, -6, 2), 0);
	assert_true(sx_is_number(p, sx_binary(p, SX_MOD, sx_real(p, 3), sx_real(p, -1.4)), 3 - floor(3 / -1.4) * -1.4));
	assert_true(sx_is_number(p, sx_binary(p, SX_REM, sx_real(p, 3), sx_real(p, -1.4)), 3 - -2.0 * -1.4));
	assert_int_equal(sx_unary(p, SX_INTEGER_OF, sx_real(p, -1.5)), sx_int(p, -2));
	sb_arena_free(w.arena);
}

static void strings(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	assert_string_equal(sx_string_value(p, sx_to_string(p, sx_real(p, 3.14159265), 0, 0, 0)), "3.14159");
	assert_string_equal(sx_string_value(p, sx_to_string(p, sx_real(p, 3.14159265), sx_int(p, 3), sx_int(p, 6), 0)),
						"3.14  ");
	assert_string_equal(sx_string_value(p, sx_to_string(p, sx_int(p, -12), 0, sx_int(p, 5), sx_bool(p, false))),
						"  -12");
	assert_string_equal(sx_string_value(p, sx_to_string(p, sx_bool(p, true), 0, 0, 0)), "true");
	assert_int_equal(sx_binary(p, SX_LT, sx_string(p, "abc"), sx_string(p, "abd")), sx_bool(p, true));
	assert_int_equal(sx_binary(p, SX_EQ, sx_string(p, "abc"), sx_string(p, "abd")), sx_bool(p, false));
	sb_arena_free(w.arena);
}

static bool has_relation(sx_pool *p, sx_ref e)
{
	return sx_flags(p, e) & SX_HAS_RELATION;
}

static void flags_follow_the_relations(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_ref n = sx_var(p, 5, SX_INTEGER, NULL, 0), zero = sx_real(p, 0);
	sx_ref crossing = sx_binary(p, SX_GT, w.x[0], zero);
	assert_true(has_relation(p, crossing) && sx_makes_event(p, crossing));
	assert_true(has_relation(p, sx_if(p, crossing, w.x[1], zero)));
	assert_false(has_relation(p, sx_unary(p, SX_NOEVENT, sx_if(p, crossing, w.x[1], zero))));
	assert_false(has_relation(p, sx_binary(p, SX_GT, n, sx_int(p, 0))));
	assert_true(has_relation(p, sx_unary(p, SX_FLOOR, w.x[0])));
	assert_true(has_relation(p, sx_binary(p, SX_MOD, w.x[0], sx_real(p, 2))));
	assert_false(has_relation(p, sx_binary(p, SX_MOD, n, sx_int(p, 2))));
	assert_false(has_relation(p, sx_unary(p, SX_ABS, w.x[0])));
	assert_true(has_relation(p, sx_binary(p, SX_GE, sx_time(p), sx_real(p, 1))));
	assert_true(sx_flags(p, sx_unary(p, SX_DER, w.x[0])) & SX_HAS_DER);
	assert_int_equal(sx_flags(p, sx_real(p, 1)), 0);
	sb_arena_free(w.arena);
}

static void arrays_and_reductions(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	uint32_t dims[2] = { 2, 2 }, rank, k = sx_new_iter(p, "k");
	sx_ref a = sx_array(p, SX_REAL, dims, 2, (sx_ref[]){ w.x[0], w.x[1], w.x[2], sx_int(p, 4) }, 4);
	assert_int_equal(sx_elem(p, a, (sx_ref[]){ sx_int(p, 2), sx_int(p, 1) }, 2), w.x[2]);
	assert_int_equal(sx_elem(p, a, (sx_ref[]){ sx_int(p, 2), sx_int(p, 2) }, 2), sx_real(p, 4));
	assert_int_equal(sx_op_of(p, sx_elem(p, a, (sx_ref[]){ sx_int(p, 3), sx_int(p, 1) }, 2)), SX_AT);
	assert_int_equal(sx_shape(p, a, &rank)[1], 2);
	assert_int_equal(rank, 2);
	sx_ref i = sx_iter(p, k), x_i = sx_var(p, 9, SX_REAL, &i, 1), two = sx_int(p, 2);
	assert_int_equal(sx_reduce(p, SX_SUM, k, two, two, x_i), sx_var(p, 9, SX_REAL, &two, 1));
	assert_int_equal(sx_reduce(p, SX_SUM, k, two, sx_int(p, 1), x_i), sx_real(p, 0));
	assert_int_equal(sx_reduce(p, SX_SUM, k, sx_int(p, 1), sx_int(p, 100), i), sx_int(p, 5050));
	assert_int_equal(sx_reduce(p, SX_PRODUCT, k, sx_int(p, 1), sx_int(p, 5), i), sx_int(p, 120));
	assert_int_equal(sx_reduce(p, SX_MAXIMUM, k, sx_int(p, -3), sx_int(p, 2), sx_binary(p, SX_MUL, i, i)),
					 sx_int(p, 9));
	sb_arena_free(w.arena);
}

static void simplification_keeps_values(void **state)
{
	(void)state;
	uint64_t seed = 1;
	int compared = 0;
	for (int round = 0; round < 4000; round++) {
		world w = world_new();
		double x[VARIABLES];
		bool finite = true;
		for (int i = 0; i < VARIABLES; i++)
			x[i] = uniform(&seed, -2, 2);
		tree *t = random_tree(w.arena, &seed, 2 + round % 5);
		double wanted = tree_value(t, x, &finite);
		sx_ref e = tree_build(w.p, t);
		assert_true(e);
		if (finite) {
			double got = value_at(w.p, e, x);
			if (got != wanted)
				fail_msg("%s: %.17g, not %.17g", printed(w.arena, w.p, e), got, wanted);
			compared++;
		}
		sb_arena_free(w.arena);
	}
	assert_true(compared > 1500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_expression_is_same_handle),
		cmocka_unit_test(many_nodes_stay_apart),
		cmocka_unit_test(types_are_promoted),
		cmocka_unit_test(known_simplifications),
		cmocka_unit_test(whole_division),
		cmocka_unit_test(strings),
		cmocka_unit_test(flags_follow_the_relations),
		cmocka_unit_test(arrays_and_reductions),
		cmocka_unit_test(simplification_keeps_values),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
