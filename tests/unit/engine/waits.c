/* The rules of docs/events.md about WAIT UNTIL, and about processes beside equations: what settles when, and what is
 * recorded. The continuous part is x' = 1, so that every time is known. */
#include "unit/engine/routines.h"

/* A state that is time itself, beside a number that processes set (and an event that never comes, so that it counts as
 * set). */
static uint32_t ramp(rig *r, uint32_t *number)
{
	sx_pool *p = r->m->pool;
	uint32_t x = sm_add_variable(r->m, "x", SX_REAL, NULL, 0), n = sm_add_variable(r->m, "n", SX_INTEGER, NULL, 0);
	uint32_t twice = sm_add_variable(r->m, "twice", SX_REAL, NULL, 0);
	sm_edit(r->m, x)->start = sx_real(p, 0);
	sm_edit(r->m, x)->fixed = sx_bool(p, true);
	sm_add_equation(r->m, sx_unary(p, SX_DER, sm_ref(r->m, x)), sx_real(p, 1), (sb_span){0}, "");
	sm_edit(r->m, n)->variability = SM_DISCRETE;
	sm_edit(r->m, n)->start = sx_int(p, 0);
	sm_edit(r->m, n)->fixed = sx_bool(p, true);
	sm_add_equation(r->m, sm_ref(r->m, twice), sx_binary(p, SX_MUL, sx_real(p, 2), sm_ref(r->m, n)), (sb_span){0}, "");
	sm_event never = {.name = "never", .trigger = SM_ON_TIME, .when = sx_real(p, 1e9)};
	sm_statement *s = sm_statement_new(r->m, SM_ASSIGN, (sb_span){0});
	s->target = sm_ref(r->m, n);
	s->value = sx_int(p, -1);
	sb_push(r->arena, never.action, s);
	sb_push(r->arena, r->m->events, never);
	*number = n;
	return x;
}

/* ------------------------------------------------------------------------------------ conditions on discrete things */

static int tokens;
static int tokens_wanted(sc_data *d, const sc_activation *a, int which)
{
	(void)d, (void)which;
	return tokens >= a->slot[0].i;
}

/* Waits for so many tokens, and takes them. */
static int taker(sc_data *d, sc_activation *a)
{
	char name[8];
	snprintf(name, sizeof name, "%lld", a->slot[0].i);
	BEGIN
	UNTIL(1, 0);
	tokens -= (int)a->slot[0].i;
	say(d, name);
	END;
}
static int giver(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	tokens = 3;
	ACT(SM_OPEN, 0, 0, 0);           /* something that can be asked for has changed */
	HOLD(2, 1);
	tokens += 2;
	ACT(SM_OPEN, 0, 0, 0);
	END;
}
static int start_takers(sc_data *d, sc_activation *a)
{
	START(0, 0, (&(sc_slot){.i = 0}));
	START(0, 0, (&(sc_slot){.i = 2}));
	START(0, 0, (&(sc_slot){.i = 3}));
	START(0, 0, (&(sc_slot){.i = 1}));
	START(1, 0, NULL);
	return 0;
}

static void E54_who_is_woken_goes_on_if_the_condition_still_holds(void **state)
{
	(void)state;
	rig r = begin();
	tokens = 0;
	resource(&r, SM_GATE, "g", 0);
	r.wait = tokens_wanted;
	r.waits[r.wait_count++] = (si_wait){.asks = true};
	routine(&r, "taker", SM_PROCESS, taker, 1, 1);
	routine(&r, "giver", SM_PROCESS, giver, 0, 0);
	routine(&r, "first", SM_ONCE, start_takers, 0, 0);
	simulate(&r, SE_DONE);
	/* 0 at once; at 1 all three are woken, 2 takes two, 3 waits on, 1 takes the last; at 2 there are two: 3 waits for
	 * ever */
	assert_string_equal(happened, "0@0 2@1 1@1");
	assert_int_equal(tokens, 2);
	assert_true(said(&r, "R0511"));
	end(&r);
}

static uint32_t number_place, number_index;
static void set_number(sc_data *d, long long value)
{
	d->i[number_index] = value;
	d->services->touch(d, (int)number_place);
}
static int number_is_two(sc_data *d, const sc_activation *a, int which)
{
	(void)a, (void)which;
	return d->i[number_index] == 2;
}
static int setter(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1.25);
	set_number(d, 1);
	say(d, "one");
	HOLD(2, 1.25);
	set_number(d, 2);
	say(d, "two");
	END;
}
static int waiter(sc_data *d, sc_activation *a)
{
	BEGIN
	UNTIL(1, 0);
	say(d, "woken");
	END;
}
static int start_two(sc_data *d, sc_activation *a)
{
	START(0, 0, NULL);
	START(1, 0, NULL);
	return 0;
}

static void find_number(rig *r, uint32_t n)
{
	ss_place place = ss_place_of(r->plan, sm_var(r->m, n)->first);
	number_place = ss_place_key(r->plan, place);
	number_index = place.index;
}

static void E43_E54_equations_settle_and_conditions_are_looked_at_after_what_was_set(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t n;
	ramp(&r, &n);
	r.wait = number_is_two;
	r.waits[r.wait_count++] = (si_wait){.asks = false};
	routine(&r, "waiter", SM_PROCESS, waiter, 0, 0);
	routine(&r, "setter", SM_PROCESS, setter, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	prepare(&r);
	find_number(&r, n);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "one@1.25 two@2.5 woken@2.5");
	assert_float_equal(se_value(r.run, sm_find_scalar(r.m, "twice")), 4, 0);
	/* rows: eleven of the grid, and two at each of the two instants in which something that equations read was set */
	assert_int_equal(sr_rows(se_record(r.run)), 11 + 2 * 2);
	end(&r);
}

/* ----------------------------------------------------------------------------------- conditions that move with time */

static double level;
static int past_level(sc_data *d, const sc_activation *a, int which)
{
	(void)a;
	return which == 0 ? d->x[0] > level : which == 1 ? d->time >= 3.3 : sin(d->x[0]) > 0.99;
}
static int climber(sc_data *d, sc_activation *a)
{
	BEGIN
	UNTIL(1, 0);
	say(d, "up");
	HOLD(2, 0.5);
	say(d, "later");
	END;
}
static int clock_watcher(sc_data *d, sc_activation *a)
{
	BEGIN
	UNTIL(1, 1);
	assert_true(d->time == 3.3);
	say(d, "time");
	UNTIL(2, 2);                     /* true within 0.2829 of time only: from pi/2 + 2*pi - acos(0.99) on */
	say(d, "peak");
	END;
}

static void E55_conditions_that_move_are_found_on_their_far_side(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t n;
	level = 2.75;
	ramp(&r, &n);
	r.wait = past_level;
	for (int k = 0; k < 3; k++)
		r.waits[r.wait_count++] = (si_wait){.moving = true};
	routine(&r, "climber", SM_PROCESS, climber, 0, 0);
	routine(&r, "clock_watcher", SM_PROCESS, clock_watcher, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	r.continuous[0] = r.continuous[1] = true;
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "up@2.75 later@3.25 time@3.3 peak@7.71244");
	end(&r);
}

/* ---------------------------------------------------------------------------------------------- what is recorded */

static int ticker(sc_data *d, sc_activation *a)
{
	BEGIN
	for (a->slot[0].i = 0; a->slot[0].i < 5000; a->slot[0].i++)
		HOLD(1, 0.001);
	END;
}
static int start_one(sc_data *d, sc_activation *a)
{
	START(0, 0, NULL);
	return 0;
}

static void E60_instants_of_processes_alone_make_no_rows(void **state)
{
	(void)state;
	for (int continuous = 0; continuous < 2; continuous++) {
		rig r = begin();
		uint32_t n;
		if (continuous)
			ramp(&r, &n);
		routine(&r, "ticker", SM_PROCESS, ticker, 0, 1);
		routine(&r, "first", SM_ONCE, start_one, 0, 0);
		simulate(&r, SE_DONE);
		assert_int_equal(se_processes(r.run).entered, 5001 + 1);
		assert_int_equal(sr_rows(se_record(r.run)), 11);
		end(&r);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E54_who_is_woken_goes_on_if_the_condition_still_holds),
		cmocka_unit_test(E43_E54_equations_settle_and_conditions_are_looked_at_after_what_was_set),
		cmocka_unit_test(E55_conditions_that_move_are_found_on_their_far_side),
		cmocka_unit_test(E60_instants_of_processes_alone_make_no_rows),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
