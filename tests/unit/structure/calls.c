/* Functions, whole arrays, algorithms of several results, actions of events: what has more than one target or no
 * formula. */
#include "interpret.h"

static uint32_t function(fixture *f, const char *name)
{
	sm_function *g = sb_new(f->arena, sm_function);
	g->name = name;
	g->args = 1;
	g->results = 2;
	sb_push(f->arena, f->m->functions, g);
	return f->m->functions.n - 1;
}

static uint32_t array(fixture *f, const char *name, uint32_t n)
{
	uint32_t v = sm_add_variable(f->m, name, SX_REAL, &n, 1);
	sm_edit(f->m, v)->component = "";
	return v;
}

static sm_equation *call(fixture *f, sx_ref value, sx_ref first, sx_ref second)
{
	sm_equation *q = sm_equation_new(f->m, SM_CALL, (sb_span){0}, "");
	q->rhs = value;
	sb_push(f->arena, q->targets, first);
	sb_push(f->arena, q->targets, second);
	sb_push(f->arena, f->m->equations, q);
	return q;
}

static uint32_t step_for(const ss_plan *plan, ss_step_kind kind)
{
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].kind == kind)
			return i;
	return UINT32_MAX;
}

/* (y, s) = g(x) with whole arrays, sorted between what it needs and what needs it; the Jacobian has the right pattern,
 * by differences. */
static void test_call(void **state)
{
	(void)state;
	fixture f = begin();
	uint32_t g = function(&f, "g"), x = array(&f, "x", 3), y = array(&f, "y", 3);
	sx_ref s = real(&f, "s"), all = sm_ref(f.m, x), z = real(&f, "z");
	for (uint32_t i = 0; i < 3; i++)
		eq(&f, der(&f, sm_ref_at(f.m, x, i)),
		   i == 2 ? neg(&f, sm_ref_at(f.m, x, 2)) : sub(&f, sm_ref_at(f.m, y, i), s));
	eq(&f, z, sm_ref_at(f.m, y, 1));
	call(&f, sx_call(f.p, g, SX_REAL, &all, 1), sm_ref(f.m, y), s);
	ss_plan *plan = analyse(&f);
	uint32_t at = step_for(plan, SS_CALL);
	assert_int_not_equal(at, UINT32_MAX);
	assert_int_equal(plan->steps.at[at].targets.n, 2);
	assert_int_equal(plan->steps.at[at].targets.at[0], sm_ref(f.m, y));
	assert_int_equal(plan->steps.at[at].phases, SS_RATES);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].target == der(&f, sm_ref_at(f.m, x, 0)))
			assert_true(i > at);
	/* the whole arrays lie together, and z lies where y[2] lies */
	for (uint32_t v = 0; v < 2; v++)
		for (uint32_t i = 1; i < 3; i++)
			assert_int_equal(plan->place[sm_var(f.m, v ? y : x)->first + i].index,
							 plan->place[sm_var(f.m, v ? y : x)->first].index + i);
	assert_int_equal(plan->place[sm_scalar_of(f.m, z)].index, plan->place[sm_var(f.m, y)->first + 1].index);
	assert_false(plan->jacobian.symbolic);
	assert_int_equal(plan->jacobian.pattern.column[3], 7);
	assert_int_equal(plan->jacobian.colors, 3);
	end(&f);
}

/* A call of parameters alone is computed with them; one that is needed at events only is not needed for the rates. */
static void test_call_levels(void **state)
{
	(void)state;
	fixture f = begin();
	uint32_t g = function(&f, "g");
	sx_ref p = parameter(&f, "p", 3), a = real(&f, "a"), b = real(&f, "b"), x = real(&f, "x"), c = real(&f, "c");
	eq(&f, a, sx_call(f.p, g, SX_REAL, &p, 1));
	eq(&f, der(&f, x), a);
	eq(&f, b, mul(&f, a, a));
	eq(&f, c, sx_call(f.p, g, SX_REAL, &x, 1));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->parameter_steps.n, 3);
	assert_int_equal(plan->steps.n, 2);
	assert_true(plan->jacobian.symbolic);
	end(&f);
}

/* A function without derivative in a loop: the loop has a Jacobian made of differences; the rates need only its
 * factors. */
static void test_call_in_loop(void **state)
{
	(void)state;
	fixture f = begin();
	uint32_t g = function(&f, "g");
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	eq(&f, der(&f, x), neg(&f, y));
	eq(&f, add(&f, sx_call(f.p, g, SX_REAL, &y, 1), y), x);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->loops.at[0]->n, 1);
	assert_int_equal(plan->loops.at[0]->matrix.n, 1);
	assert_true(sx_flags(f.p, plan->loops.at[0]->matrix.at[0].value) & SX_HAS_CALL);
	assert_true(plan->jacobian.symbolic);
	assert_int_equal(plan->jacobian.pattern.column[1], 1);
	end(&f);
}

/* An array whose elements cannot lie together (one is a state) is passed as a literal of its elements. */
static void test_scattered(void **state)
{
	(void)state;
	fixture f = begin();
	uint32_t g = function(&f, "g"), u = array(&f, "u", 2);
	sx_ref all = sm_ref(f.m, u), y = real(&f, "y");
	eq(&f, der(&f, sm_ref_at(f.m, u, 0)), num(&f, 1));
	eq(&f, sm_ref_at(f.m, u, 1), sx_time(f.p));
	eq(&f, y, sx_call(f.p, g, SX_REAL, &all, 1));
	ss_plan *plan = analyse(&f);
	bool seen = false;
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].target == y) {
			sx_ref arg = sx_arg(f.p, plan->steps.at[i].value, 0);
			seen = true;
			assert_int_equal(sx_op_of(f.p, arg), SX_ARRAY);
			assert_int_equal(sx_arg(f.p, arg, 1), sm_ref_at(f.m, u, 1));
			assert_int_equal(i, plan->steps.n - 1);
		}
	assert_true(seen);
	end(&f);
}

/* A value at a computed place: y = u[k] needs all of u and k. */
static void test_computed_place(void **state)
{
	(void)state;
	fixture f = begin();
	uint32_t u = array(&f, "u", 2);
	sx_ref k = variable(&f, "k", SX_INTEGER, SM_DISCRETE), y = real(&f, "y"), x = real(&f, "x");
	eq(&f, y, sx_var(f.p, u, SX_REAL, &k, 1));
	eq(&f, k, sx_if(f.p, sx_binary(f.p, SX_GT, x, num(&f, 1)), sx_int(f.p, 1), sx_int(f.p, 2)));
	eq(&f, sm_ref_at(f.m, u, 0), mul(&f, x, x));
	eq(&f, sm_ref_at(f.m, u, 1), neg(&f, x));
	eq(&f, der(&f, x), y);
	ss_plan *plan = analyse(&f);
	uint32_t last = UINT32_MAX;
	for (uint32_t i = 0; i < plan->steps.n; i++)
		if (plan->steps.at[i].value == sx_var(f.p, u, SX_REAL, &k, 1))
			last = i;
	assert_int_equal(last, plan->steps.n - 1);
	/* u[2] = -x must have a place of its own beside u[1], not that of x with the sign turned */
	assert_int_equal(plan->place[sm_var(f.m, u)->first + 1].store, SS_REAL);
	assert_int_equal(plan->place[sm_var(f.m, u)->first + 1].index, plan->place[sm_var(f.m, u)->first].index + 1);
	end(&f);
}

/* An event that sets a variable: nothing else gives it, so it holds its value; it starts at its start value. */
static void test_event(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref n = variable(&f, "n", SX_INTEGER, SM_DISCRETE), x = real(&f, "x");
	set_start(&f, n, 4, false);
	eq(&f, der(&f, x), sx_cast(f.p, n, SX_REAL));
	sm_event e = { .name = "up", .trigger = SM_ON_CROSSING, .when = sub(&f, x, num(&f, 1)), .direction = 1 };
	sm_statement *s = sm_statement_new(f.m, SM_ASSIGN, (sb_span){0});
	s->target = n;
	s->value = sx_binary(f.p, SX_ADD, n, sx_int(f.p, 1));
	sb_push(f.arena, e.action, s);
	sb_push(f.arena, f.m->events, e);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->event_code.n, 1);
	assert_int_equal(sx_op_of(f.p, plan->event_code.at[0].when), SX_LATCH);
	assert_int_equal(plan->steps.n, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "n"), 4, 0);
	assert_near(d.xd[0], 4, 0);
	end(&f);
}

/* homotopy(actual, simple) is the actual expression in the run and stays whole in the initial system. */
static void test_homotopy(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	set_start(&f, x, 2, true);
	eq(&f, der(&f, x), y);
	eq(&f, y, sx_binary(f.p, SX_HOMOTOPY, mul(&f, x, x), x));
	ss_plan *plan = analyse(&f);
	assert_true(plan->uses_homotopy);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		assert_int_not_equal(sx_op_of(f.p, plan->steps.at[i].value), SX_HOMOTOPY);
	bool kept = false;
	for (uint32_t i = 0; i < plan->initial_steps.n; i++)
		kept = kept || sx_op_of(f.p, plan->initial_steps.at[i].value) == SX_HOMOTOPY;
	assert_true(kept);
	end(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_call), cmocka_unit_test(test_call_levels), cmocka_unit_test(test_call_in_loop),
		cmocka_unit_test(test_scattered), cmocka_unit_test(test_computed_place), cmocka_unit_test(test_event),
		cmocka_unit_test(test_homotopy),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
