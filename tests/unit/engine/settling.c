/* Processes and equations: what a process sets settles before what it waits for is looked at, whatever reads it. */
#include "unit/code/statements.h"
#include "engine/engine.h"

static se_run *simulated(bench *b, double stop)
{
	analyse(b);
	b->program = sc_compile(b->plan, &(sc_options){0});
	if (!b->program)
		show_messages(b);
	assert_non_null(b->program);
	se_run *run = se_run_new(b->program, b->diag);
	se_settings settings = se_defaults(sc_image(b->program));
	settings.stop = stop;
	settings.interval = 0.5;
	se_status status = se_simulate(run, &settings);
	if (status != SE_DONE)
		show_messages(b);
	assert_int_equal(status, SE_DONE);
	return run;
}

static void starts(bench *b, uint32_t r)
{
	uint32_t first = routine(b, "begin", SM_ONCE);
	stmt(b, body(b, first), SM_START)->object = r;
	sb_push(b->arena, b->m->begin, first);
}

static double final(bench *b, se_run *run, const char *name)
{
	return se_value(run, sm_find_scalar(b->m, name));
}

/* hold 1.5; x := 3; wait until y > 5; seen := time, with y = 2 x and no state: it goes on in the same instant, and the
 * left limit of x is what x was. */
static void E43_an_equation_settles_before_the_condition_is_looked_at(void **unused)
{
	(void)unused;
	bench b = empty();
	sx_ref x = discrete(&b, "x", SX_REAL), seen = discrete(&b, "seen", SX_REAL), y = variable(&b, "y%d", 1);
	equation(&b, y, op2(&b, SX_MUL, num(&b, 2), x));
	uint32_t r = routine(&b, "P", SM_PROCESS);
	hold(&b, body(&b, r), num(&b, 1.5));
	put(&b, body(&b, r), x, num(&b, 3));
	stmt(&b, body(&b, r), SM_WAIT_UNTIL)->condition = op2(&b, SX_GT, y, num(&b, 5));
	put(&b, body(&b, r), seen, sx_time(b.p));
	starts(&b, r);
	se_run *run = simulated(&b, 4);
	assert_true(final(&b, run, "seen") == 1.5 && final(&b, run, "y1") == 6);
	const sr_record *record = se_record(run);
	uint32_t column = sr_find(record, "x"), left = 0, right = 0;
	for (uint32_t row = 0; row < sr_rows(record); row++)
		if (sr_time(record, row) == 1.5) {
			double now = sr_value(record, row, column);
			left += now == 0;
			right += now == 3;
		}
	assert_true(left == 1 && right == 1);
	se_run_free(run);
	bench_free(&b);
}

/* A process creates a ball (h = 10, v = 0, falling), waits until it has fallen to 5, and deletes it: both turn the mode
 * in the instant of the process. The time of falling is sqrt(2*5/10) = 1. */
static void E24_a_process_creates_waits_for_and_deletes(void **unused)
{
	(void)unused;
	bench b = empty();
	sx_ref h = variable(&b, "h%d", 1), v = variable(&b, "v%d", 1), fell = discrete(&b, "fell", SX_REAL);
	uint32_t ball = sm_add_instance(b.m, "ball", SM_ABSENT, (sb_span){0});
	sm_edit(b.m, sx_at(b.p, h)->payload)->start = num(&b, 10);
	sx_ref rates[2] = { v, num(&b, -10) }, states[2] = { h, v };
	for (int k = 0; k < 2; k++) {
		sm_equation *q = sm_equation_new(b.m, SM_EQUAL, (sb_span){0}, "");
		q->lhs = sx_unary(b.p, SX_DER, states[k]);
		q->rhs = rates[k];
		sm_instance_owns(b.m, ball, sx_at(b.p, states[k])->payload);
		sm_instance_equation(b.m, ball, q);
	}
	uint32_t r = routine(&b, "P", SM_PROCESS);
	hold(&b, body(&b, r), num(&b, 2));
	sm_instance_act(b.m, body(&b, r), SM_CREATE, ball, (sb_span){0});
	stmt(&b, body(&b, r), SM_WAIT_UNTIL)->condition = op2(&b, SX_LT, h, num(&b, 5));
	put(&b, body(&b, r), fell, sx_time(b.p));
	sm_instance_act(b.m, body(&b, r), SM_DELETE, ball, (sb_span){0});
	starts(&b, r);
	se_run *run = simulated(&b, 10);
	assert_true(fabs(final(&b, run, "fell") - 3) < 1e-9);
	assert_true(fabs(final(&b, run, "h1") - 5) < 1e-6 && fabs(final(&b, run, "v1") + 10) < 1e-6);
	se_run_free(run);
	bench_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E43_an_equation_settles_before_the_condition_is_looked_at),
		cmocka_unit_test(E24_a_process_creates_waits_for_and_deletes),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
