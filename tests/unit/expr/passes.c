/* Rewriting, visiting and evaluating. */
#include "unit/expr/trees.h"

static sx_ref swap(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	const sx_ref *x = self->context;
	(void)p;
	return e == x[0] ? x[1] : e == x[1] ? x[0] : e;
}

static sx_ref by_table(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	const sx_ref *by = self->context;
	return sx_op_of(p, e) == SX_VAR ? by[sx_at(p, e)->payload] : e;
}

static void rewriting_is_done_once(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_rewriter rw = sx_rewriter_new(w.arena, swap, w.x);
	sx_ref e = sx_binary(p, SX_SUB, w.x[0], sx_binary(p, SX_MUL, w.x[1], w.x[0]));
	assert_string_equal(printed(w.arena, p, sx_rewrite(&rw, p, e)), "v1 - v0*v1");
	assert_int_equal(sx_rewrite(&rw, p, sx_rewrite(&rw, p, e)), e);
	/* v2*v0 + v3 with v3 = 0 and v2 = 1 leaves v0, which must be swapped once, not back again */
	sx_ref f = sx_binary(p, SX_ADD, sx_binary(p, SX_MUL, w.x[2], w.x[0]), w.x[3]);
	sx_ref by[VARIABLES] = { w.x[1], w.x[0], sx_real(p, 1), sx_real(p, 0) };
	sx_rewriter table = sx_rewriter_new(w.arena, by_table, by);
	assert_int_equal(sx_rewrite(&table, p, f), w.x[1]);
	sb_arena_free(w.arena);
}

static sx_ref to_zero(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	(void)self;
	return sx_op_of(p, e) == SX_VAR && sx_at(p, e)->payload == 2 ? sx_real(p, 0) : e;
}

static sx_ref swap_entered(sx_rewriter *self, sx_pool *p, sx_ref e)
{
	return sx_op_of(p, e) == SX_DER ? e : to_zero(self, p, e) == e ? 0 : sx_real(p, 5);
}

static void entering_can_stop(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	sx_rewriter rw = sx_rewriter_new(w.arena, to_zero, NULL);
	sx_ref e = sx_binary(p, SX_ADD, w.x[2], sx_unary(p, SX_DER, w.x[2]));
	assert_int_equal(sx_rewrite(&rw, p, sx_binary(p, SX_ADD, w.x[2], w.x[1])), w.x[1]);
	sx_rewriter stopping = sx_rewriter_new(w.arena, NULL, NULL);
	stopping.enter = swap_entered;
	assert_string_equal(printed(w.arena, p, sx_rewrite(&stopping, p, e)), "5 + der(v2)");
	sb_arena_free(w.arena);
}

static void replacing_and_binding(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	uint32_t names[2] = { sx_new_iter(p, "i"), sx_new_iter(p, "j") };
	int64_t values[2] = { 3, 4 };
	sx_ref i = sx_iter(p, names[0]), j = sx_iter(p, names[1]);
	sx_ref subscripts[2] = { sx_binary(p, SX_ADD, i, sx_int(p, 1)), j };
	sx_ref e = sx_binary(p, SX_MUL, i, sx_var(p, 9, SX_REAL, subscripts, 2));
	assert_string_equal(printed(w.arena, p, sx_bind_iters(p, e, names, values, 2)), "3*v9[4, 4]");
	assert_string_equal(printed(w.arena, p, sx_bind_iters(p, e, names, values, 1)), "3*v9[4, j]");
	sx_ref inner = sx_reduce(p, SX_SUM, names[0], sx_int(p, 1), i, sx_var(p, 8, SX_REAL, &i, 1));
	assert_string_equal(printed(w.arena, p, sx_bind_iters(p, inner, names, values, 1)), "sum(v8[i] for i in 1:3)");
	sx_ref f = sx_unary(p, SX_SIN, sx_binary(p, SX_ADD, w.x[0], w.x[1]));
	assert_int_equal(sx_replace(p, f, w.x[1], sx_real(p, 0)), sx_unary(p, SX_SIN, w.x[0]));
	assert_int_equal(sx_replace(p, f, sx_binary(p, SX_ADD, w.x[0], w.x[1]), w.x[2]), sx_unary(p, SX_SIN, w.x[2]));
	assert_int_equal(sx_replace(p, f, w.x[3], w.x[2]), f);
	assert_true(sx_contains(p, f, f) && sx_contains(p, f, w.x[1]) && !sx_contains(p, f, w.x[3]));
	sb_arena_free(w.arena);
}

typedef struct order { sx_ref seen[16]; int n; } order;

static bool note(void *context, const sx_pool *p, sx_ref e)
{
	order *o = context;
	(void)p;
	o->seen[o->n++] = e;
	return true;
}

static void visits_each_once_arguments_first(void **state)
{
	(void)state;
	world w = world_new();
	sx_ref sum = sx_binary(w.p, SX_ADD, w.x[0], w.x[1]);
	sx_ref e = sx_binary(w.p, SX_MUL, sx_unary(w.p, SX_SIN, sum), sum);
	order o = {0};
	sx_visit(w.p, e, note, &o);
	sx_ref wanted[] = { w.x[0], w.x[1], sum, sx_unary(w.p, SX_SIN, sum), e };
	assert_int_equal(o.n, 5);
	assert_memory_equal(o.seen, wanted, sizeof wanted);
	sb_arena_free(w.arena);
}

static void evaluation_is_lazy(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	double x[VARIABLES] = { 1, 2, 3, 4 };
	sx_ref unknown = sx_unary(p, SX_DER, w.x[0]), known = sx_binary(p, SX_LT, w.x[0], w.x[1]);
	assert_float_equal(value_at(p, sx_if(p, known, w.x[2], unknown), x), 3, 0);
	sx_env env = { .leaf = leaf_value, .context = x };
	sx_value v;
	assert_true(sx_eval(p, sx_binary(p, SX_OR, known, sx_binary(p, SX_GT, unknown, w.x[0])), &env, &v));
	assert_int_equal(v.type, SX_BOOLEAN);
	assert_int_equal(v.integer, 1);
	assert_false(sx_eval(p, sx_binary(p, SX_ADD, w.x[0], unknown), &env, &v));
	assert_false(sx_eval(p, w.x[0], NULL, &v));
	assert_false(sx_eval(p, 0, &env, &v));
	assert_true(sx_eval(p, sx_binary(p, SX_DIV, sx_real(p, 1), sx_real(p, 0)), NULL, &v));
	assert_true(isinf(v.real));
	sb_arena_free(w.arena);
}

/* v[k] is k + 10; sums over i of sums over j are checked by their closed forms. */
static bool subscripted(sx_env *self, const sx_pool *p, sx_ref leaf, sx_value *out)
{
	sx_value at;
	if (sx_op_of(p, leaf) != SX_VAR || !sx_eval(p, sx_arg(p, leaf, 0), self, &at))
		return false;
	*out = (sx_value){ .type = SX_REAL, .real = (double)at.integer + 10 };
	return true;
}

static void reductions_evaluate(void **state)
{
	(void)state;
	world w = world_new();
	sx_pool *p = w.p;
	uint32_t ki = sx_new_iter(p, "i"), kj = sx_new_iter(p, "j");
	sx_ref i = sx_iter(p, ki), j = sx_iter(p, kj), one = sx_int(p, 1);
	sx_ref sum = sx_reduce(p, SX_SUM, ki, one, sx_int(p, 10), sx_var(p, 9, SX_REAL, &i, 1));
	sx_env env = { .leaf = subscripted };
	sx_value v;
	assert_true(sx_eval(p, sum, &env, &v));
	assert_float_equal(v.real, 155, 0);
	sx_ref row = sx_reduce(p, SX_SUM, kj, one, i, sx_binary(p, SX_MUL, sx_var(p, 9, SX_REAL, &j, 1), i));
	assert_true(sx_eval(p, sx_reduce(p, SX_SUM, ki, one, sx_int(p, 20), row), &env, &v));
	double wanted = 0;
	for (int a = 1; a <= 20; a++)
		wanted += a * (a * (a + 1) / 2.0 + 10.0 * a);
	assert_float_equal(v.real, wanted, 0);
	assert_int_equal(env.iterator_count, 0);
	uint32_t dims[1] = { 3 };
	sx_ref table = sx_array(p, SX_REAL, dims, 1, (sx_ref[]){ sx_real(p, 5), sum, sx_real(p, 7) }, 3);
	env.iterators = &ki;
	env.iterator_values = (int64_t[]){ 2 };
	env.iterator_count = 1;
	assert_true(sx_eval(p, sx_elem(p, table, &i, 1), &env, &v));
	assert_float_equal(v.real, 155, 0);
	env.iterator_values = (int64_t[]){ 4 };
	assert_false(sx_eval(p, sx_elem(p, table, &i, 1), &env, &v));
	sb_arena_free(w.arena);
}

/* Every kind of nesting, a hundred thousand deep, through every pass. */
static void deep_expressions(void **state)
{
	(void)state;
	for (int kind = 0; kind < 4; kind++) {
		world w = world_new();
		sx_pool *p = w.p;
		sx_ref e = w.x[0], above = sx_binary(p, SX_GT, w.x[1], w.x[2]), a, b;
		for (int i = 0; i < 100000; i++)
			switch (kind) {
			case 0: e = sx_unary(p, SX_SIN, e); break;
			case 1: e = sx_if(p, above, sx_real(p, i), e); break;
			case 2: e = sx_if(p, above, e, sx_binary(p, SX_ADD, e, w.x[3])); break;
			default: e = sx_binary(p, SX_DIV, w.x[1], sx_binary(p, SX_ADD, w.x[2], e)); break;
			}
		double x[VARIABLES] = { 0.5, 1, 2, 3 };
		assert_true(isfinite(value_at(p, e, x)));
		assert_true(sx_diff(p, e, w.x[0], NULL));
		sx_linear(p, e, w.x[0], &a, &b);
		sx_solve(p, e, w.x[3], w.x[0], may_divide, NULL);
		assert_true(sx_replace(p, e, w.x[0], w.x[2]));
		assert_true(sx_contains(p, e, w.x[0]));
		if (kind != 2)
			assert_true(strlen(printed(w.arena, p, e)) > 100000);
		sb_arena_free(w.arena);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rewriting_is_done_once), cmocka_unit_test(entering_can_stop),
		cmocka_unit_test(replacing_and_binding), cmocka_unit_test(visits_each_once_arguments_first),
		cmocka_unit_test(evaluation_is_lazy), cmocka_unit_test(reductions_evaluate), cmocka_unit_test(deep_expressions),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
