/* When-clauses, latches, clocks: what becomes of conditions, and when what is computed. */
#include "interpret.h"

static sm_equation *when(fixture *f, sx_ref condition)
{
	sm_equation *q = sm_equation_new(f->m, SM_WHEN, (sb_span){0}, "");
	sm_branch branch = { .condition = condition };
	sb_push(f->arena, q->branches, branch);
	sb_push(f->arena, f->m->equations, q);
	return q;
}

static void inside(fixture *f, sm_equation *q, uint32_t branch, sm_equation_kind kind, sx_ref l, sx_ref r)
{
	sm_equation *e = sm_equation_new(f->m, kind, (sb_span){0}, "");
	e->lhs = l;
	e->rhs = r;
	sb_push(f->arena, q->branches.at[branch].body, e);
}

/* The fixed point of an instant, as an engine does it. */
static void instant(run *d)
{
	for (int k = 0; k < 20; k++) {
		bool again = false;
		run_steps(d, &d->plan->steps, 0);
		again = run_latches(d);
		for (uint32_t i = 0; i < d->plan->pres.n && !again; i++)
			again = d->pre[i] != value_at(d, d->plan->pres.at[i].place);
		if (!again)
			return;
		if (!run_latches(d))
			save_pre(d);
		for (uint32_t i = 0; i < d->plan->clocks.n; i++)
			d->clock[i] = 0;
	}
	fail_msg("no fixed point");
}

/* The bouncing ball: a hidden condition, a reinit with its guard, a count. */
static void test_ball(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref h = real(&f, "h"), v = real(&f, "v"), n = variable(&f, "n", SX_INTEGER, SM_DISCRETE);
	set_start(&f, h, 1, true);
	eq(&f, der(&f, h), v);
	eq(&f, der(&f, v), num(&f, -9.81));
	sm_equation *q = when(&f, sx_binary(f.p, SX_LT, h, num(&f, 0)));
	inside(&f, q, 0, SM_REINIT, v, neg(&f, mul(&f, num(&f, 0.8), pre(&f, v))));
	inside(&f, q, 0, SM_EQUAL, n, sx_binary(f.p, SX_ADD, pre(&f, n), sx_int(f.p, 1)));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->states, 2);
	assert_int_equal(plan->watches.n, 1);
	assert_int_equal(plan->watches.at[0].op, SX_LT);
	assert_false(plan->watches.at[0].time_only);
	assert_int_equal(plan->actions.n, 1);
	assert_int_equal(plan->actions.at[0].kind, SS_REINIT);
	assert_int_equal(plan->state_scalar[plan->actions.at[0].state], sm_find_scalar(f.m, sb_intern(f.names, "v")));
	run d = run_initial(&f, plan);
	assert_near(d.x[0], 1, 0);
	assert_near(value(&d, "n"), 0, 0);
	save_pre(&d);
	d.x[0] = -1e-9;
	d.x[1] = -4;
	run_latches(&d);
	save_pre(&d);
	d.i[plan->place[sm_find_scalar(f.m, sb_intern(f.names, "n"))].index] = 0;
	run_steps(&d, &plan->steps, 0);
	assert_near(evaluate(&d, plan->actions.at[0].guard), 1, 0);
	assert_near(evaluate(&d, plan->actions.at[0].value), 3.2, 1e-14);
	assert_near(value(&d, "n"), 1, 0);
	save_pre(&d);
	run_steps(&d, &plan->steps, 0);
	assert_near(evaluate(&d, plan->actions.at[0].guard), 0, 0);
	assert_near(value(&d, "n"), 1, 0);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		assert_int_equal(plan->steps.at[i].phases,
						 sx_op_of(f.p, plan->steps.at[i].target) == SX_DER ? SS_RATES : SS_DISCRETE);
	end(&f);
}

/* Conditions of time alone: time >= p + 1 and 2*time > 3 have their times; x > 1 has none; equal ones are one watch. */
static void test_time_only(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref p = parameter(&f, "p", 2), x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z"), t = sx_time(f.p);
	sx_ref late = sx_binary(f.p, SX_GE, t, add(&f, p, num(&f, 1)));
	eq(&f, der(&f, x), sx_if(f.p, late, num(&f, 1), num(&f, 2)));
	eq(&f, y,
	   sx_if(f.p, late, x,
			 sx_if(f.p, sx_binary(f.p, SX_GT, mul(&f, num(&f, 2), t), num(&f, 3)), num(&f, 1), num(&f, 0))));
	eq(&f, z, sx_if(f.p, sx_binary(f.p, SX_GT, x, num(&f, 1)), num(&f, 1), num(&f, 0)));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->watches.n, 3);
	run d = run_initial(&f, plan);
	assert_true(plan->watches.at[0].time_only);
	assert_near(evaluate(&d, plan->watches.at[0].when), 3, 0);
	assert_true(plan->watches.at[1].time_only);
	assert_near(evaluate(&d, plan->watches.at[1].when), 1.5, 0);
	assert_false(plan->watches.at[2].time_only);
	/* z changes at events only, y moves with x */
	for (uint32_t i = 0; i < plan->steps.n; i++) {
		sx_ref target = plan->steps.at[i].target;
		assert_int_equal(plan->steps.at[i].phases, target == z ? SS_DISCRETE : target == y ? SS_OUTPUT : SS_RATES);
	}
	end(&f);
}

/* noEvent and smooth(1, ...) are not watched and the wrappers are gone; smooth(0, ...) is. */
static void test_no_event(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), a = real(&f, "a"), b = real(&f, "b"), c;
	sx_ref relation = sx_binary(f.p, SX_GT, x, num(&f, 0)), choice = sx_if(f.p, relation, x, neg(&f, x));
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, a, sx_unary(f.p, SX_NOEVENT, choice));
	eq(&f, b, sx_make(f.p, SX_SMOOTH, SX_REAL, 1, &choice, 1));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->watches.n, 0);
	run d = run_initial(&f, plan);
	d.x[0] = -3;
	run_steps(&d, &plan->steps, 0);
	assert_near(value(&d, "a"), 3, 0);
	assert_near(value(&d, "b"), 3, 0);
	end(&f);

	f = begin();
	x = real(&f, "x"), c = real(&f, "c");
	choice = sx_if(f.p, sx_binary(f.p, SX_GT, x, num(&f, 0)), x, neg(&f, x));
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, c, sx_make(f.p, SX_SMOOTH, SX_REAL, 0, &choice, 1));
	assert_int_equal(analyse(&f)->watches.n, 1);
	end(&f);
}

/* floor, mod, rem and div of a state through latches, against fmod and trunc. */
static void test_steps(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), a = real(&f, "a"), b = real(&f, "b"), c = real(&f, "c"), e = real(&f, "e"),
		   three = num(&f, 3);
	set_start(&f, x, -7.5, true);
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, a, sx_unary(f.p, SX_FLOOR, x));
	eq(&f, b, sx_binary(f.p, SX_MOD, x, three));
	eq(&f, c, sx_binary(f.p, SX_REM, x, three));
	eq(&f, e, sx_binary(f.p, SX_QUOT, x, three));
	ss_plan *plan = analyse(&f);
	run d = run_initial(&f, plan);
	double at[] = { -7.5, -3, -0.5, 0, 2.9, 3, 8.25 };
	for (size_t k = 0; k < sizeof at / sizeof *at; k++) {
		d.x[0] = at[k];
		run_latches(&d);
		run_steps(&d, &plan->steps, 0);
		assert_near(value(&d, "a"), floor(at[k]), 0);
		assert_near(value(&d, "b"), at[k] - floor(at[k] / 3) * 3, 0);
		assert_near(value(&d, "c"), fmod(at[k], 3), 0);
		assert_near(value(&d, "e"), trunc(at[k] / 3), 0);
	}
	end(&f);
}

/* A sampled counter with elsewhen: the two branches share one equation for n, and k is set in one of them only. */
static void test_sample(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref n = variable(&f, "n", SX_INTEGER, SM_DISCRETE), k = variable(&f, "k", SX_REAL, SM_DISCRETE),
		   x = real(&f, "x");
	sx_ref args[] = { num(&f, 0), num(&f, 1) };
	set_start(&f, n, 10, false);
	set_start(&f, k, 0.25, false);
	eq(&f, der(&f, x), k);
	sm_equation *q = when(&f, sx_make(f.p, SX_SAMPLE, SX_BOOLEAN, 77, args, 2));
	inside(&f, q, 0, SM_EQUAL, n, sx_binary(f.p, SX_ADD, pre(&f, n), sx_int(f.p, 1)));
	sm_branch other = { .condition = sx_binary(f.p, SX_GT, x, num(&f, 5)) };
	sb_push(f.arena, q->branches, other);
	inside(&f, q, 1, SM_EQUAL, n, sx_int(f.p, 100));
	inside(&f, q, 1, SM_EQUAL, k, mul(&f, num(&f, 2), x));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->clocks.n, 1);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "n"), 10, 0);
	assert_near(value(&d, "k"), 0.25, 0);
	save_pre(&d);
	for (int tick = 1; tick <= 3; tick++) {
		d.clock[0] = 1;
		instant(&d);
		assert_near(value(&d, "n"), 10 + tick, 0);
	}
	d.x[0] = 6;
	instant(&d);
	assert_near(value(&d, "n"), 100, 0);
	assert_near(value(&d, "k"), 12, 0);
	d.x[0] = 7;
	instant(&d);
	assert_near(value(&d, "k"), 12, 0);
	end(&f);
}

/* when {initial(), x > 1}: acts in the initial system. */
static void test_when_initial(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	set_start(&f, x, 0.5, true);
	eq(&f, der(&f, x), num(&f, 1));
	sm_equation *q = when(&f, 0);
	sb_push(f.arena, q->branches.at[0].any, sx_make(f.p, SX_INITIAL, SX_BOOLEAN, 0, NULL, 0));
	sb_push(f.arena, q->branches.at[0].any, sx_binary(f.p, SX_GT, x, num(&f, 1)));
	inside(&f, q, 0, SM_EQUAL, y, mul(&f, num(&f, 3), x));
	ss_plan *plan = analyse(&f);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "y"), 1.5, 0);
	save_pre(&d);
	d.x[0] = 0.75;
	instant(&d);
	assert_near(value(&d, "y"), 1.5, 0);
	d.x[0] = 2;
	instant(&d);
	assert_near(value(&d, "y"), 6, 0);
	end(&f);
}

/* A diode with a resistance, as an if over a latch in a linear loop: the causality changes, the loop is solved with
 * pivots in both positions. Without the resistance it would be a switch (E161). */
static void test_diode(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref off = variable(&f, "off", SX_BOOLEAN, SM_DISCRETE), s = real(&f, "s"), v = real(&f, "v"), i = real(&f, "i"),
		   x = real(&f, "x");
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, off, sx_binary(f.p, SX_LT, s, num(&f, 0)));
	eq(&f, v, sx_if(f.p, off, s, mul(&f, num(&f, 0.5), s)));
	eq(&f, i, sx_if(f.p, off, num(&f, 0), s));
	eq(&f, add(&f, v, mul(&f, num(&f, 1.5), i)), x);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->watches.n, 1);
	run d = run_initial(&f, plan);
	save_pre(&d);
	d.x[0] = 4;
	instant(&d);
	assert_near(value(&d, "v"), 1, 0);
	assert_near(value(&d, "i"), 2, 0);
	d.x[0] = -4;
	instant(&d);
	assert_near(value(&d, "v"), -4, 0);
	assert_near(value(&d, "i"), 0, 0);
	end(&f);
}

/* A sampled value in a loop with what it is sampled from: k = y at the tick, y = x + k/2. In the instant the loop gives
 * k = 2*x; between events k is given, and the rates need no loop. */
static void test_sampled_loop(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref k = variable(&f, "k", SX_REAL, SM_DISCRETE), y = real(&f, "y"), x = real(&f, "x"),
		   args[] = {num(&f, 0), num(&f, 1)};
	set_start(&f, x, 3, true);
	eq(&f, der(&f, x), neg(&f, y));
	eq(&f, y, add(&f, x, mul(&f, num(&f, 0.5), k)));
	inside(&f, when(&f, sx_make(f.p, SX_SAMPLE, SX_BOOLEAN, 0, args, 2)), 0, SM_EQUAL, k, y);
	ss_plan *plan = analyse(&f);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		assert_int_equal(plan->steps.at[i].phases & SS_RATES,
						 plan->steps.at[i].kind == SS_ASSIGN &&
								 (plan->steps.at[i].target == y || plan->steps.at[i].target == der(&f, x))
							 ? SS_RATES
							 : 0);
	run d = run_initial(&f, plan);
	save_pre(&d);
	d.clock[0] = 1;
	instant(&d);
	assert_near(value(&d, "k"), 6, 1e-14);
	assert_near(d.xd[0], -6, 1e-14);
	d.x[0] = 1;
	assert_jacobian(&d, 1e-8);
	assert_near(d.xd[0], -4, 1e-14);
	end(&f);
}

/* A loop over Booleans alone has no value: a = not b, b = a or c. With pre it has one. */
static void test_boolean_loop(void **state)
{
	(void)state;
	for (int with_pre = 0; with_pre < 2; with_pre++) {
		fixture f = begin();
		sx_ref a = variable(&f, "a", SX_BOOLEAN, SM_DISCRETE), b = variable(&f, "b", SX_BOOLEAN, SM_DISCRETE),
			   c = parameter(&f, "c", 1);
		eq(&f, a, sx_unary(f.p, SX_NOT, with_pre ? pre(&f, b) : b));
		eq(&f, b, sx_binary(f.p, SX_AND, a, sx_binary(f.p, SX_LT, c, num(&f, 2))));
		if (with_pre)
			analyse(&f);
		else
			assert_fails(&f, "S0104", "'a'");
		end(&f);
	}
}

static void test_reinit_of_no_state(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y");
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, y, mul(&f, num(&f, 2), x));
	inside(&f, when(&f, sx_binary(f.p, SX_GT, x, num(&f, 1))), 0, SM_REINIT, y, num(&f, 0));
	assert_fails(&f, "S0110", "'y'");
	end(&f);
}

/* An algorithm with a when-statement: n counts, m is set outside; the relation over m, which the algorithm sets again
 * behind it, is latched over the value that m has there. */
static void test_algorithm(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), m = real(&f, "m"), n = variable(&f, "n", SX_INTEGER, SM_DISCRETE);
	eq(&f, der(&f, x), m);
	sm_equation *q = sm_equation_new(f.m, SM_ALGORITHM, (sb_span){0}, "");
	sm_statement *set = sm_statement_new(f.m, SM_ASSIGN, (sb_span){0}),
				 *when_do = sm_statement_new(f.m, SM_WHEN_DO, (sb_span){0});
	sm_statement *limit = sm_statement_new(f.m, SM_IF_DO, (sb_span){0}),
				 *count = sm_statement_new(f.m, SM_ASSIGN, (sb_span){0});
	sm_statement *cap = sm_statement_new(f.m, SM_ASSIGN, (sb_span){0});
	set->target = m, set->value = mul(&f, num(&f, 2), x);
	cap->target = m, cap->value = num(&f, 1);
	sm_statement_branch above = {.condition = sx_binary(f.p, SX_GT, m, num(&f, 1))},
						fires = {.condition = sx_binary(f.p, SX_GT, x, num(&f, 3))};
	count->target = n, count->value = sx_binary(f.p, SX_ADD, pre(&f, n), sx_int(f.p, 1));
	sb_push(f.arena, above.body, cap);
	sb_push(f.arena, fires.body, count);
	sb_push(f.arena, limit->branches, above);
	sb_push(f.arena, when_do->branches, fires);
	sb_push(f.arena, q->statements, set);
	sb_push(f.arena, q->statements, limit);
	sb_push(f.arena, q->statements, when_do);
	sb_push(f.arena, q->targets, m);
	sb_push(f.arena, q->targets, n);
	sb_push(f.arena, f.m->equations, q);
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->watches.n, 2);
	assert_false(plan->jacobian.symbolic);
	assert_int_equal(plan->jacobian.pattern.column[1], 1);
	assert_int_equal(plan->steps.at[0].kind, SS_ALGORITHM);
	assert_int_equal(plan->steps.at[0].targets.n, 4);
	const sm_statements *list = &plan->steps.at[0].statements;
	assert_int_equal(list->n,
					 7); /* two starts, set, m where it is compared, limit, the condition, the if that was a when */
	assert_int_equal(list->at[3]->value, m);
	assert_int_equal(sx_op_of(f.p, list->at[4]->branches.at[0].condition), SX_LATCH);
	assert_int_equal(list->at[6]->kind, SM_IF_DO);
	assert_int_equal(sx_op_of(f.p, list->at[5]->value), SX_LATCH);
	end(&f);
}

/* delay(x, 1) in a feedback is no loop; in the initial system it is x itself. */
static void test_delay(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x"), y = real(&f, "y"), z = real(&f, "z");
	sx_ref args[] = { z, num(&f, 1), num(&f, 1) };
	set_start(&f, x, 3, true);
	eq(&f, der(&f, x), num(&f, 1));
	eq(&f, y, sx_make(f.p, SX_DELAY, SX_REAL, 9, args, 3));
	eq(&f, z, add(&f, x, mul(&f, num(&f, 0.5), y)));
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->delays.n, 1);
	assert_int_equal(plan->delays.at[0].value, z);
	for (uint32_t i = 0; i < plan->steps.n; i++)
		assert_int_not_equal(plan->steps.at[i].kind, SS_LOOP);
	run d = run_initial(&f, plan);
	assert_near(value(&d, "z"), 6, 1e-14);
	end(&f);
}

/* The condition of an assert stays as it is; that of an error is watched too, to be found where it becomes false. */
static void test_asserts(void **state)
{
	(void)state;
	fixture f = begin();
	sx_ref x = real(&f, "x");
	eq(&f, der(&f, x), num(&f, 1));
	for (int level = 0; level < 2; level++) {
		sm_equation *q = sm_equation_new(f.m, SM_ASSERT, (sb_span){0}, "");
		q->lhs = sx_binary(f.p, SX_LT, x, num(&f, 1 + level));
		q->rhs = sx_string(f.p, "too large");
		q->level = level;
		sb_push(f.arena, f.m->equations, q);
	}
	ss_plan *plan = analyse(&f);
	assert_int_equal(plan->asserts.n, 2);
	for (uint32_t i = 0; i < 2; i++)
		assert_int_equal(sx_op_of(f.p, plan->asserts.at[i].condition), SX_LT);
	assert_int_equal(plan->watches.n, 2);
	end(&f);
}

/* What front ends refuse with a message of their own is refused here too, whoever makes the model. */
static void test_misplaced(void **state)
{
	(void)state;
	for (int kind = 0; kind < 3; kind++) {
		fixture f = begin();
		sx_ref x = real(&f, "x"), n = variable(&f, "n", SX_REAL, SM_DISCRETE);
		eq(&f, der(&f, x), num(&f, 1));
		sm_equation *q = when(&f, sx_binary(f.p, SX_GT, x, num(&f, 1)));
		inside(&f, q, 0, SM_EQUAL, kind == 1 ? add(&f, n, num(&f, 1)) : n, num(&f, 2));
		if (kind == 0) {
			sm_equation *out = sm_equation_new(f.m, SM_REINIT, (sb_span){0}, "");
			out->lhs = x;
			out->rhs = num(&f, 0);
			sb_push(f.arena, f.m->equations, out);
		}
		if (kind == 2) {
			sm_equation *inner = when(&f, sx_binary(f.p, SX_GT, x, num(&f, 2)));
			inside(&f, inner, 0, SM_EQUAL, n, num(&f, 3));
			f.m->equations.n--;
			sb_push(f.arena, q->branches.at[0].body, inner);
		}
		static const char *const codes[] = {"S0106", "S0108", "S0305"};
		static const char *const says[] = {"outside a when", "a variable on its left", "inside a when"};
		assert_fails(&f, codes[kind], says[kind]);
		end(&f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ball),         cmocka_unit_test(test_time_only),
		cmocka_unit_test(test_no_event),     cmocka_unit_test(test_steps),
		cmocka_unit_test(test_sample),       cmocka_unit_test(test_when_initial),
		cmocka_unit_test(test_diode),        cmocka_unit_test(test_sampled_loop),
		cmocka_unit_test(test_boolean_loop), cmocka_unit_test(test_reinit_of_no_state),
		cmocka_unit_test(test_algorithm),    cmocka_unit_test(test_delay), cmocka_unit_test(test_asserts),
		cmocka_unit_test(test_misplaced),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
