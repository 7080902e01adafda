/* Opaque components (model/block.h), written in C: states in a feedback loop with equations, direct feed-through in a
 * loop, crossings and jumps, time events, saving and going on, several of a kind, and patterns that are wrong. */
#include "unit/engine/opaque.h"

static bool integrator_output(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	(void)item;
	*out = v->states[0];
	return true;
}

static const sl_block_operations integrator_operations = {
	.make = make_counted, .free = free_counted, .output = integrator_output, .rate = integrator_rate };

static const sm_block *integrator(bench *b, const char *name, double gain, double start, int *alive)
{
	sm_block_item p = { .name = "k", .type = SX_REAL, .start = gain }, u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } };
	sm_block_item x = { .name = "x", .type = SX_REAL, .start = start, .reads = { .inputs = zero, .input_count = 1 } };
	return add(b, &(sm_block){ .name = name, .operations = &integrator_operations, .context = alive,
		.parameters = { &p, 1, 0 }, .inputs = { &u, 1, 0 }, .outputs = { &y, 1, 0 }, .states = { &x, 1, 0 } });
}

/* u = w - y: x' = k (w - x), no loop of equations; y is computed before u. */
static void a_state_in_a_feedback_loop(void **state)
{
	(void)state;
	int alive = 0;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 0.25, &alive);
	equal(&b, port(&b, i, "u"), OP(SUB, NUMBER(1), port(&b, i, "y")));
	compile(&b);
	assert_int_equal(b.plan->states, 1);
	assert_int_equal(b.plan->loops.n, 0);
	simulate(&b, 1);
	assert_true(fabs(value(&b, "i.y") - (1 - 0.75 * exp(-2))) < 1e-7);
	assert_int_equal(alive, 0);
	simulate(&b, 0.5);
	assert_true(fabs(value(&b, "i.y") - (1 - 0.75 * exp(-1))) < 1e-7);
	done(&b);
}

/* Two of a kind, each with its own parameters: an oscillator x' = 2 y, y' = -3 x. */
static void two_of_a_kind(void **state)
{
	(void)state;
	int alive = 0;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 1, &alive), *j = integrator(&b, "j", -3, 0, &alive);
	equal(&b, port(&b, i, "u"), port(&b, j, "y"));
	equal(&b, port(&b, j, "u"), port(&b, i, "y"));
	compile(&b);
	b.settings.stop = 1;
	assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
	assert_int_equal(alive, 2);
	assert_int_equal(se_advance(b.run, 1, false), SE_DONE);
	assert_int_equal(se_end(b.run), SE_DONE);
	assert_true(fabs(value(&b, "i.y") - cos(sqrt(6))) < 1e-7);
	assert_int_equal(alive, 0);
	done(&b);
}

/* y = exp(-u), u = y + t: a loop that goes through the component. */
static void direct_feed_through(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *e = add(&b, &(sm_block){ .name = "e", .operations = &exponential_operations,
		.inputs = { &u, 1, 0 }, .outputs = { &y, 1, 0 } });
	sx_ref x = real(&b, "x");
	equal(&b, port(&b, e, "u"), OP(ADD, port(&b, e, "y"), sx_time(b.p)));
	equal(&b, sx_unary(b.p, SX_DER, x), port(&b, e, "u"));
	compile(&b);
	uint32_t loops = 0;
	for (uint32_t k = 0; k < b.plan->steps.n; k++)
		loops += b.plan->steps.at[k].kind == SS_LOOP;
	assert_int_equal(loops, 1);
	simulate(&b, 1);
	double u_end = value(&b, "e.u");
	assert_true(fabs(u_end - exp(-u_end) - 1) < 1e-9);
	done(&b);
}

/* y1 reads u1 alone and y2 u2 alone: from y1 to u2 and from y2 nowhere is no loop. */
static bool pass_on(void *self, const sl_block_values *v, uint32_t item, double *out)
{
	(void)self;
	for (int k = 0; k < 2; k++)
		out[k] = 2 * v->inputs[2 * item + (uint32_t)k] + k;
	return true;
}

static const sl_block_operations pass_operations = { .output = pass_on };

static void port_by_port(void **state)
{
	(void)state;
	static const uint32_t two[] = { 2 }, one[] = { 1 };
	bench b = new_bench();
	sm_block_item in[] = { { .name = "u1", .type = SX_REAL, .rank = 1, .shape = two },
		{ .name = "u2", .type = SX_REAL, .rank = 1, .shape = two } };
	sm_block_item out[] = { { .name = "y1", .type = SX_REAL, .rank = 1, .shape = two,
		.reads = { .inputs = zero, .input_count = 1 } },
		{ .name = "y2", .type = SX_REAL, .rank = 1, .shape = two, .reads = { .inputs = one, .input_count = 1 } } };
	const sm_block *q = add(&b, &(sm_block){ .name = "q", .operations = &pass_operations, .inputs = { in, 2, 0 },
		.outputs = { out, 2, 0 } });
	for (uint32_t k = 0; k < 2; k++) {
		equal(&b, sm_ref_at(b.m, sm_block_variable(q, "u1"), k), OP(MUL, NUMBER(k + 1), sx_time(b.p)));
		equal(&b, sm_ref_at(b.m, sm_block_variable(q, "u2"), k), sm_ref_at(b.m, sm_block_variable(q, "y1"), 1 - k));
	}
	compile(&b);
	assert_int_equal(b.plan->loops.n, 0);
	simulate(&b, 1);
	assert_true(value(&b, "q.y2[1]") == 2 * (2 * 2 + 1) && value(&b, "q.y2[2]") == 2 * 2 + 1);
	done(&b);
}

/* ------------------------------------------------------------------------------------------- beside other machinery */

static bool starts_at_twice(void *self, const sl_block_values *v, double *states)
{
	(void)self;
	states[0] = 2 * v->inputs[0];
	return true;
}

static const sl_block_operations started_operations = { .initialise = starts_at_twice, .output = integrator_output,
	.rate = exponential };

/* It begins where it says, which depends on what goes in: x(0) = 2 u(0), x' = exp(-u), u = 3. */
static void it_says_where_it_begins(void **state)
{
	(void)state;
	bench b = new_bench();
	sm_block_item u = { .name = "u", .type = SX_REAL };
	sm_block_item y = { .name = "y", .type = SX_REAL, .reads = { .states = zero, .state_count = 1 } };
	sm_block_item x = { .name = "x", .type = SX_REAL, .reads = { .inputs = zero, .input_count = 1 } };
	const sm_block *s = add(&b, &(sm_block){ .name = "s", .operations = &started_operations, .inputs = { &u, 1, 0 },
		.outputs = { &y, 1, 0 },
		.states = { &x, 1, 0 }, .initialise = { .inputs = zero, .input_count = 1 } });
	equal(&b, port(&b, s, "u"), OP(ADD, NUMBER(3), OP(MUL, NUMBER(0), sx_time(b.p))));
	compile(&b);
	simulate(&b, 1);
	assert_true(fabs(value(&b, "s.y") - 6 - exp(-3)) < 1e-8);
	done(&b);
}

/* Derivatives go through a component by differences: x' = k (w - x) by x, and by the parameter k. */
static void derivatives_through_it(void **state)
{
	(void)state;
	bench b = new_bench();
	const sm_block *i = integrator(&b, "i", 2, 0.25, NULL);
	sx_ref w = real(&b, "w");
	sm_variable *input = sm_edit(b.m, sx_at(b.p, w)->payload);
	input->held = true;
	input->causality = SM_INPUT;
	input->start = NUMBER(1);
	equal(&b, port(&b, i, "u"), OP(SUB, w, port(&b, i, "y")));
	compile(&b);
	b.settings.stop = 1;
	assert_int_equal(se_begin(b.run, &b.settings), SE_PAUSED);
	uint32_t x = sm_find_scalar(b.m, "i.x"), columns[] = { x, sm_find_scalar(b.m, "w") };
	double m[2];
	assert_true(se_derivatives(b.run, &(se_asked){ x, true }, 1, columns, 2, m));
	assert_true(fabs(m[0] + 2) < 1e-8 && fabs(m[1] - 2) < 1e-8);
	se_end(b.run);
	done(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_state_in_a_feedback_loop), cmocka_unit_test(two_of_a_kind),
		cmocka_unit_test(direct_feed_through), cmocka_unit_test(port_by_port),
		cmocka_unit_test(it_says_where_it_begins), cmocka_unit_test(derivatives_through_it),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
