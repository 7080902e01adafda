/* Routines as C functions that are left where they wait and entered there again: the services are played by the test,
 * which writes down what it is asked to do. */
#include "unit/code/carried.h"

/* --------------------------------------------------------------------------------------------------- tests */

/* for i in 1:n: for j in 2:-1:1: hold i + 10 j; if i = 2 and j = 1: hold 0.5; k := k + 1.  Two activations with n = 1
 * and n = 2 are at different places of the same text, and each has its own counters. */
static void nested_loops_wait(int optimise)
{
	bench b = empty();
	played p = {0};
	sx_ref i, j, k = discrete(&b, "k", SX_INTEGER);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref n = local_of(&b, r, "n", SX_INTEGER, 0, true, 0);
	sm_statements *outer = loop(&b, body(&b, r), whole(&b, 1), n, 0, &i);
	sm_statements *inner = loop(&b, outer, whole(&b, 2), whole(&b, 1), whole(&b, -1), &j);
	hold(&b, inner, op2(&b, SX_ADD, i, op2(&b, SX_MUL, whole(&b, 10), j)));
	sx_ref special = op2(&b, SX_AND, op2(&b, SX_EQ, i, whole(&b, 2)), op2(&b, SX_EQ, j, whole(&b, 1)));
	hold(&b, branch(&b, stmt(&b, inner, SM_IF_DO), special), num(&b, 0.5));
	put(&b, inner, k, op2(&b, SX_ADD, k, whole(&b, 1)));
	compiled(&b, &p, optimise);
	sc_activation *one = activation(&b, r), *two = activation(&b, r);
	one->slot[0].i = 1;
	two->slot[0].i = 2;
	assert_int_equal(go_on(&b, one), 1);
	assert_int_equal(go_on(&b, two), 1);
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 21; 0:hold 21; 0:hold 11; ");
	assert_int_equal(go_on(&b, one), 1);
	assert_int_equal(go_on(&b, one), 0);
	assert_int_equal(go_on(&b, two), 1);
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 11; 0:hold 22; 0:hold 12; ");
	assert_int_equal(go_on(&b, two), 1);
	expect(&p, "0:hold 0.5; ");
	assert_true(value(&b, k) == 5);
	assert_int_equal(go_on(&b, two), 0);
	assert_true(value(&b, k) == 6);
	ended(&b, &p);
}

static void loops_in_the_first_tier(void **unused) { (void)unused; nested_loops_wait(0); }

static void loops_in_the_second_tier(void **unused) { (void)unused; nested_loops_wait(2); }

/* for i in 1:n:3 with a hold; the step n is known only in the run. By 2 it holds 1 and 3, by -1 not at all, and a step
 * of zero fails before anything is held. */
static void steps_of_loops_that_wait(void **unused)
{
	(void)unused;
	static const struct { int step; const char *held; bool fails; } cases[] = {
		{ 2, "0:hold 1; 0:hold 3; ", false }, { -1, "", false }, { 0, "", true } };
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		bench b = empty();
		played p = {0};
		sx_ref i;
		uint32_t r = routine(&b, "P", SM_PROCESS);
		sx_ref n = local_of(&b, r, "n", SX_INTEGER, 0, true, 0);
		sm_statements *inner = loop(&b, body(&b, r), whole(&b, 1), whole(&b, 3), n, &i);
		hold(&b, inner, i);
		compiled(&b, &p, 0);
		sc_activation *a = activation(&b, r);
		a->slot[0].i = cases[c].step;
		while (go_on(&b, a) && !b.d->failed)
			continue;
		expect(&p, cases[c].held);
		assert_int_equal(b.d->failed, cases[c].fails);
		ended(&b, &p);
	}
}

/* The draws are 1, 2, 3, ...: u - 2 u, then u^2 + u^2, then a condition that asks, and only the branch that is taken.
 * Equal expressions are one handle, and still are asked for anew. */
static void questions_from_left_to_right(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref x = discrete(&b, "x", SX_REAL), y = discrete(&b, "y", SX_REAL), z = discrete(&b, "z", SX_REAL),
		   w = discrete(&b, "w", SX_REAL), v = discrete(&b, "v", SX_REAL);
	sm_stream stream = { .name = "s", .count = 1 };
	sb_push(b.arena, b.m->streams, stream);
	uint32_t r = routine(&b, "P", SM_PROCESS);
	sx_ref one = num(&b, 1), ends[2] = { num(&b, 0), num(&b, 1) };
	sx_ref u = sm_ask(b.m, SM_ASK_UNIFORM, 0, 0, ends, 2), e = sm_ask(b.m, SM_ASK_EXPONENTIAL, 0, 0, &one, 1);
	sx_ref length = sm_ask(b.m, SM_ASK_LENGTH, 0, 0, NULL, 0);
	assert_true(u && e && length);
	assert_int_equal(sm_ask(b.m, SM_ASK_UNIFORM, 0, 0, ends, 1), 0);
	put(&b, body(&b, r), x, op2(&b, SX_SUB, u, op2(&b, SX_MUL, num(&b, 2), u)));
	put(&b, body(&b, r), y, op2(&b, SX_ADD, op2(&b, SX_POW, u, num(&b, 2)), op2(&b, SX_POW, u, num(&b, 2))));
	put(&b, body(&b, r), z, sx_if(b.p, op2(&b, SX_GT, u, num(&b, 100)), u, op2(&b, SX_ADD, e, u)));
	put(&b, body(&b, r), w, op2(&b, SX_MUL, num(&b, 0), u));
	put(&b, body(&b, r), v,
		sx_if(b.p, op2(&b, SX_AND, op2(&b, SX_GT, length, whole(&b, 100)), op2(&b, SX_GT, u, num(&b, 0))), e, u));
	compiled(&b, &p, 0);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	assert_true(value(&b, x) == 1 - 2 * 2);
	assert_true(value(&b, y) == 3 * 3 + 4 * 4);
	assert_true(value(&b, z) == 6 + 7);
	assert_true(value(&b, w) == 0);
	assert_true(value(&b, v) == 10);
	expect(&p, "uniform; uniform; uniform; uniform; uniform; exponential; uniform; uniform; length?; uniform; ");
	ended(&b, &p);
}

/* Arguments, an array among them, go into the record of the new activation; bindings are evaluated when it begins; a
 * text that was put together while running stays what it is. */
static void arguments_bindings_texts(void **unused)
{
	(void)unused;
	bench b = empty();
	played p = {0};
	sx_ref i, ref = discrete(&b, "ref", SX_INTEGER), sum = discrete(&b, "sum", SX_REAL);
	uint32_t q = routine(&b, "Q", SM_PROCESS), r = routine(&b, "R", SM_PROCESS);
	sx_ref a = local_of(&b, q, "a", SX_REAL, 3, true, 0), s = local_of(&b, q, "s", SX_STRING, 0, true, 0);
	sx_ref twice =
		local_of(&b, q, "twice", SX_REAL, 0, false, op2(&b, SX_MUL, num(&b, 2), element(&b, a, whole(&b, 3))));
	sx_ref spoken = local_of(&b, q, "said", SX_STRING, 0, false, 0);
	hold(&b, body(&b, q), twice);
	put(&b, body(&b, q), spoken, op2(&b, SX_ADD, op2(&b, SX_ADD, s, sx_string(b.p, "!")), spoken));
	hold(&b, body(&b, q), num(&b, 1));
	sm_statements *inner = loop(&b, body(&b, q), whole(&b, 1), whole(&b, 3), 0, &i);
	put(&b, inner, element(&b, a, i), op2(&b, SX_MUL, element(&b, a, i), num(&b, 10)));
	put(&b, inner, sum, op2(&b, SX_ADD, sum, element(&b, a, i)));
	stmt(&b, body(&b, q), SM_WRITE)->value = spoken;
	sm_statement *start = stmt(&b, body(&b, r), SM_START);
	sx_ref three[3] = { num(&b, 1), num(&b, 2), num(&b, 3) };
	start->object = q;
	start->target = ref;
	start->value = num(&b, 7);
	start->absolute = true;
	sb_push(b.arena, start->targets, sx_array(b.p, SX_REAL, (uint32_t[]){ 3 }, 1, three, 3));
	sb_push(b.arena, start->targets, op2(&b, SX_ADD, sx_string(b.p, "n"), sx_to_string(b.p, whole(&b, 5), 0, 0, 0)));
	compiled(&b, &p, 0);
	assert_int_equal(b.plan->routine_code.at[q].args, 4);
	assert_int_equal(b.plan->routine_code.at[q].slots, 6);
	assert_int_equal(go_on(&b, activation(&b, r)), 0);
	expect(&p, "start 0 at 7; ");
	assert_true(value(&b, ref) == 101);
	sc_activation *made = activation(&b, q);
	memcpy(made->slot, p.arguments, 4 * sizeof *made->slot);
	assert_int_equal(go_on(&b, made), 1);
	assert_int_equal(go_on(&b, made), 1);
	for (int k = 0; k < 1000; k++)
		b.d->services->concat(b.d, "other", "texts");
	b.d->services->sweep(b.d);
	assert_int_equal(go_on(&b, made), 0);
	expect(&p, "0:hold 6; 0:hold 1; 'n5!'; ");
	assert_true(value(&b, sum) == 60);
	ended(&b, &p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(loops_in_the_first_tier), cmocka_unit_test(loops_in_the_second_tier),
		cmocka_unit_test(steps_of_loops_that_wait), cmocka_unit_test(questions_from_left_to_right),
		cmocka_unit_test(arguments_bindings_texts),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
