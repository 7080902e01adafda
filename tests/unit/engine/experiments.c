/* What stands around simulations (E61): routines before and after each, values that are kept from one to the next,
 * experiments that ask for simulations, rows that are not stored, and the crossplot. */
#include "unit/engine/routines.h"

static uint32_t number_index;

/* A number that routines set; the event that never comes makes it one that is set. */
static void number(rig *r, bool kept)
{
	sx_pool *p = r->m->pool;
	uint32_t n = sm_add_variable(r->m, "n", SX_INTEGER, NULL, 0);
	sm_edit(r->m, n)->variability = SM_DISCRETE;
	sm_edit(r->m, n)->start = sx_int(p, 5);
	sm_edit(r->m, n)->fixed = sx_bool(p, true);
	sm_edit(r->m, n)->kept = kept;
	sm_event never = {.name = "never", .trigger = SM_ON_TIME, .when = sx_real(p, 1e9)};
	sm_statement *s = sm_statement_new(r->m, SM_ASSIGN, (sb_span){0});
	s->target = sm_ref(r->m, n);
	s->value = sx_int(p, -1);
	sb_push(r->arena, never.action, s);
	sb_push(r->arena, r->m->events, never);
}

static void found(rig *r)
{
	prepare(r);
	number_index = ss_place_of(r->plan, 0).index;
}

static int count_up(sc_data *d, sc_activation *a)
{
	(void)a;
	d->i[number_index]++;
	return 0;
}

static void E61_kept_variables_go_on_from_run_to_run(void **state)
{
	(void)state;
	for (int kept = 0; kept < 2; kept++) {
		rig r = begin();
		number(&r, kept);
		routine(&r, "up", SM_ONCE, count_up, 0, 0);
		found(&r);
		for (int run = 0; run < 3; run++)
			simulate(&r, SE_DONE);
		/* of one that is not kept the engine does not know here that routines set it: none of them has a statement that
		 * says so */
		assert_float_equal(se_value(r.run, 0), kept ? 8 : 5, 1);
		se_run *other = se_run_new(r.program, r.diag);
		se_copy_kept(other, r.run);
		assert_int_equal(se_simulate(other, &r.settings), SE_DONE);
		if (kept)
			assert_float_equal(se_value(other, 0), 9, 0);
		se_run_free(other);
		end(&r);
	}
}

static int experiment(sc_data *d, sc_activation *a)
{
	BEGIN
	d->i[number_index] = 100;
	d->services->simulate(d, a, -1, 0, 2, NAN, NAN, NAN, LLONG_MIN, NULL);
	WAITS(1, 1);
	d->i[number_index] += 1000;
	ACT(SM_RECORDING, 0, 0, 0);
	d->services->simulate(d, a, -1, 1, NAN, 0.5, 1e-3, 7, 20, "erk");
	WAITS(2, 1);
	ACT(SM_CROSSPLOT, 0, 0, 0);
	END;
}
static int after(sc_data *d, sc_activation *a)
{
	ACT(SM_CROSSPLOT, 0, 0, 0);
	if (d->i[number_index] < 105)
		ACT(SM_RERUN, 0, 0, 0);
	return 0;
}

static void E61_an_experiment_asks_for_simulations_and_goes_on_after_them(void **state)
{
	(void)state;
	rig r = begin();
	number(&r, true);
	sb_push(r.arena, r.m->stored, 0);
	routine(&r, "up", SM_ONCE, count_up, 0, 0);
	uint32_t e = routine(&r, "experiment", SM_EXPERIMENT, experiment, 0, 0);
	sb_push(r.arena, r.m->end, routine(&r, "after", SM_PROCESS, after, 0, 0));
	found(&r);
	se_request request;
	assert_int_equal(se_experiment(r.run, e, &r.settings, &request), SE_ASKS);
	assert_true(request.start == 0 && request.stop == 2 && isnan(request.interval) && request.replications == 0 &&
				!request.solver);
	int runs = 0;
	do {
		simulate(&r, SE_DONE);
		runs++;
	} while (se_rerun(r.run));
	assert_int_equal(runs, 5);
	assert_float_equal(se_value(r.run, 0), 105, 0);
	assert_int_equal(sr_rows(se_record(r.run)), 11);
	assert_int_equal(se_experiment_goes_on(r.run, &r.settings, &request), SE_ASKS);
	assert_true(request.start == 1 && isnan(request.stop) && request.interval == 0.5 && request.warmup == 7 &&
				request.replications == 20);
	assert_string_equal(request.solver, "erk");
	simulate(&r, SE_DONE);
	assert_float_equal(se_value(r.run, 0), 1106, 0);
	assert_int_equal(sr_rows(se_record(r.run)), 0);
	assert_int_equal(se_experiment_goes_on(r.run, &r.settings, &request), SE_ENDED);
	const sr_record *cross = se_cross(r.run);
	assert_non_null(cross);
	assert_int_equal(sr_columns(cross), 1);
	assert_int_equal(sr_rows(cross), 7);
	assert_float_equal(sr_value(cross, 0, 0), 101, 0);
	assert_float_equal(sr_value(cross, 6, 0), 1106, 0);
	end(&r);
}

static int asks_inside(sc_data *d, sc_activation *a)
{
	d->services->simulate(d, a, -1, 0, 2, NAN, NAN, NAN, LLONG_MIN, NULL);
	return 0;
}

static void E61_a_simulation_cannot_ask_for_another(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "wrong", SM_ONCE, asks_inside, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0550"));
	end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E61_kept_variables_go_on_from_run_to_run),
		cmocka_unit_test(E61_an_experiment_asks_for_simulations_and_goes_on_after_them),
		cmocka_unit_test(E61_a_simulation_cannot_ask_for_another),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
