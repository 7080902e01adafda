/* The rules of docs/events.md about processes: order, holds, references, interrupts, and what ends a run that cannot go
 * on. Times and orders are those that the rules give by hand. */
#include "unit/engine/routines.h"

/* -------------------------------------------------------------------------------------------------- order and holds */

static int e42_child(sc_data *d, sc_activation *a)
{
	char name[2] = {(char)a->slot[0].i, 0};
	say(d, name);
	return 0;
}

static int e42_first(sc_data *d, sc_activation *a)
{
	START(0, 2, (&(sc_slot){.i = 'a'}));
	START_AS(0, 2, -1, (&(sc_slot){.i = 'b'}));
	START(0, 1, (&(sc_slot){.i = 'c'}));
	START(0, 0, (&(sc_slot){.i = 'd'}));
	START_AS(0, 0, -9, (&(sc_slot){.i = 'e'}));
	START(0, 2, (&(sc_slot){.i = 'f'}));
	say(d, "x");
	return 0;
}

static void E42_order_is_time_priority_first_in_and_the_tail(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "child", SM_PROCESS, e42_child, 1, 1);
	routine(&r, "first", SM_ONCE, e42_first, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "x@0 d@0 e@0 c@1 b@2 a@2 f@2");
	end(&r);
}

/* Two processes meet at every third of a tenth. Who holds 0.1 has come by a sum of thousands of them, who holds 0.3 by
 * another; the one with the smaller number is always first there. */
static int first_at, met, missed;
static int e42_tenths(sc_data *d, sc_activation *a)
{
	BEGIN
	a->slot[0].i = 0;
	for (; a->slot[0].i < 9000; a->slot[0].i++) {
		HOLD(1, 0.1);
		if (a->slot[0].i % 3 == 2)
			first_at = (int)(a->slot[0].i / 3) + 1;
	}
	END;
}

static int e42_thirds(sc_data *d, sc_activation *a)
{
	BEGIN
	a->slot[0].i = 0;
	for (; a->slot[0].i < 3000; a->slot[0].i++) {
		HOLD(1, 0.3);
		met++;
		missed += first_at != a->slot[0].i + 1;
	}
	END;
}

static int e42_meet(sc_data *d, sc_activation *a)
{
	START_AS(1, 0, 2, NULL);
	START_AS(0, 0, 1, NULL);
	return 0;
}

static void E42_times_that_differ_by_rounding_are_one(void **state)
{
	(void)state;
	rig r = begin();
	first_at = met = missed = 0;
	r.settings.stop = 1000;
	routine(&r, "tenths", SM_PROCESS, e42_tenths, 0, 1);
	routine(&r, "thirds", SM_PROCESS, e42_thirds, 0, 1);
	routine(&r, "first", SM_ONCE, e42_meet, 0, 0);
	simulate(&r, SE_DONE);
	assert_int_equal(met, 3000);
	assert_int_equal(missed, 0);
	end(&r);
}

static int e41_passive(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_PASSIVATE, 0, 0, 0));
	say(d, "p");
	END;
}

static int e41_runner(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	say(d, "a");
	ACT(SM_ACTIVATE, 0, 0, references[0]);
	START_AS(2, 0, -9, (&(sc_slot){.i = 'c'}));
	say(d, "b");
	END;
}

static int start_two(sc_data *d, sc_activation *a)
{
	references[0] = START(0, 0, NULL);
	references[1] = START(1, 0, NULL);
	return 0;
}

/* Neither who is woken nor who is begun with another priority comes between two statements of who runs. */
static void E41_who_runs_runs_until_it_waits_or_ends(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "passive", SM_PROCESS, e41_passive, 0, 0);
	routine(&r, "runner", SM_PROCESS, e41_runner, 0, 0);
	routine(&r, "child", SM_PROCESS, e42_child, 1, 1);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "a@1 b@1 p@1 c@1");
	end(&r);
}

static int e44_holder(sc_data *d, sc_activation *a)
{
	BEGIN
	say(d, "a");
	HOLD(1, 1.5);
	say(d, "b");
	HOLD(2, 0);
	say(d, "c");
	HOLD(3, 2);
	say(d, "d");
	END;
}

static int e44_other(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1.5);
	say(d, "o");
	END;
}

static void E44_a_hold_goes_on_later_and_one_of_zero_at_the_tail(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "holder", SM_PROCESS, e44_holder, 0, 0);
	routine(&r, "other", SM_PROCESS, e44_other, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "a@0 b@1.5 o@1.5 c@1.5 d@3.5");
	assert_int_equal(se_processes(r.run).alive, 0);
	assert_int_equal(se_processes(r.run).most_alive, 3);
	end(&r);
}

static double wrong_delay;
static int e44_wrong(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	HOLD(2, wrong_delay);
	END;
}
static int start_one(sc_data *d, sc_activation *a)
{
	references[0] = START(0, 0, NULL);
	return 0;
}

static void E44_negative_or_undefined_delays_end_the_run(void **state)
{
	(void)state;
	const double delays[] = {-1, NAN, INFINITY};
	for (int i = 0; i < 3; i++) {
		rig r = begin();
		wrong_delay = delays[i];
		routine(&r, "wrong", SM_PROCESS, e44_wrong, 0, 0);
		routine(&r, "first", SM_ONCE, start_one, 0, 0);
		simulate(&r, SE_FAILED);
		assert_true(said(&r, i == 0 ? "R0501" : "R0500"));
		assert_true(se_time(r.run) == 1);
		end(&r);
	}
}

/* 0.3 is not quite three times 0.1: what is over by rounding alone is now. */
static int e44_just(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 0.1);
	HOLD(2, 0.1);
	HOLD(3, 0.1);
	say(d, "a");
	HOLD(4, 0.3 - (0.1 + 0.1 + 0.1));
	say(d, "b");
	d->services->start(d, a, -1, 1, 1, 0.3, LLONG_MIN, NULL);
	END;
}

static int e44_planned(sc_data *d, sc_activation *a)
{
	(void)a;
	say(d, "c");
	return 0;
}

static void E44_what_is_over_by_rounding_is_now(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "just", SM_PROCESS, e44_just, 0, 0);
	routine(&r, "planned", SM_PROCESS, e44_planned, 0, 0);
	routine(&r, "first", SM_ONCE, start_one, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "a@0.3 b@0.3 c@0.3");
	end(&r);
}

static int e44_past(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 3);
	d->services->start(d, a, -1, 0, 1, 2.0, LLONG_MIN, NULL);
	END;
}

static void E44_what_is_planned_for_the_past_ends_the_run(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "past", SM_PROCESS, e44_past, 0, 0);
	routine(&r, "first", SM_ONCE, start_one, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0501"));
	end(&r);
}

/* --------------------------------------------------------------------------------- references, and acting on others */

static int e45_short(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	END;
}

static int e45_watcher(sc_data *d, sc_activation *a)
{
	BEGIN
	say(d, ASK(SM_ASK_IS_ALIVE, 0, (double)references[0]) != 0 ? "alive" : "gone");
	HOLD(1, 2);
	say(d, ASK(SM_ASK_IS_ALIVE, 0, (double)references[0]) != 0 ? "alive" : "gone");
	references[2] = START(0, 0, NULL);           /* takes the same record */
	say(d, ASK(SM_ASK_IS_ALIVE, 0, (double)references[0]) != 0 ? "alive" : "gone");
	say(d, ASK(SM_ASK_IS_ALIVE, 0, (double)references[2]) != 0 ? "alive" : "gone");
	d->services->act(d, a, -1, SM_INTERRUPT, 0, 1, 0, references[0]);
	ACT(SM_ACTIVATE, 0, 0, references[0]);
	ACT(SM_DESTROY, 0, 0, references[0]);
	say(d, ASK(SM_ASK_IS_ALIVE, 0, (double)references[2]) != 0 ? "alive" : "gone");
	say(d, ASK(SM_ASK_IS_ALIVE, 0, 0) != 0 || ASK(SM_ASK_IS_ALIVE, 0, 123456789) != 0 ? "alive" : "gone");
	END;
}

static void E45_a_reference_to_what_has_ended_is_nobody(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "short", SM_PROCESS, e45_short, 0, 0);
	routine(&r, "watcher", SM_PROCESS, e45_watcher, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "alive@0 gone@2 gone@2 alive@2 alive@2 gone@2");
	end(&r);
}

static int e46_sleeper(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_PASSIVATE, 0, 0, 0));
	say(d, "woken");
	HOLD(2, 8);
	say(d, "early");
	WAITS(3, ACT(SM_PASSIVATE, 0, 0, 0));
	say(d, "again");
	END;
}

static int e46_waker(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	say(d, ASK(SM_ASK_IS_IDLE, 0, (double)references[0]) != 0 ? "idle" : "busy");
	ACT(SM_ACTIVATE, 0, 0.5, references[0]);
	say(d, ASK(SM_ASK_IS_IDLE, 0, (double)references[0]) != 0 ? "idle" : "busy");
	HOLD(2, 1);
	ACT(SM_ACTIVATE, 1, 3, references[0]);       /* at time 3, not 9.5 */
	HOLD(3, 4);
	ACT(SM_ACTIVATE, 0, 0, references[0]);
	ACT(SM_ACTIVATE, 0, 0, references[0]);       /* it goes on already */
	say(d, "w");
	END;
}

static void E46_activation_moves_the_turn_of_who_is_passive_or_holds(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "sleeper", SM_PROCESS, e46_sleeper, 0, 0);
	routine(&r, "waker", SM_PROCESS, e46_waker, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "idle@1 busy@1 woken@1.5 early@3 w@6 again@6");
	end(&r);
}

static int e47_patient(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 5);
	say(d, ASK(SM_ASK_INTERRUPTED, 0, 0) == 7 && ASK(SM_ASK_REMAINING, 0, 0) == 3 ? "seven" : "no");
	HOLD(2, ASK(SM_ASK_REMAINING, 0, 0));
	say(d, ASK(SM_ASK_INTERRUPTED, 0, 0) == 0 ? "whole" : "cut");
	WAITS(3, ACT(SM_SEIZE, 0, 0, 0));
	say(d, ASK(SM_ASK_INTERRUPTED, 0, 0) == 1 ? "left" : "has");
	END;
}

static int e47_nuisance(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	HOLD(2, 2);
	d->services->act(d, a, -1, SM_INTERRUPT, 0, 7, 0, references[0]);
	say(d, "i");
	HOLD(3, 4);
	d->services->act(d, a, -1, SM_INTERRUPT, 0, 1, 0, references[0]);    /* it waits for the facility */
	HOLD(4, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}

static void E47_an_interrupt_ends_any_wait_and_tells_its_code_and_the_rest(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "patient", SM_PROCESS, e47_patient, 0, 0);
	routine(&r, "nuisance", SM_PROCESS, e47_nuisance, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "i@2 seven@2 whole@5 left@6");
	end(&r);
}

static int e48_holder(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	HOLD(2, 100);
	say(d, "never");
	END;
}

static int e48_killer(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	ACT(SM_DESTROY, 0, 0, references[0]);
	WAITS(2, ACT(SM_SEIZE, 0, 0, 0));
	say(d, "got");
	ACT(SM_RELEASE, 0, 0, 0);
	a->at = 3;
	if (ACT(SM_DESTROY, 1, 0, 0))
		return 1;
	say(d, "after");
	END;
}

static void E48_what_a_destroyed_process_had_is_released(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "holder", SM_PROCESS, e48_holder, 0, 0);
	routine(&r, "killer", SM_PROCESS, e48_killer, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "got@1");
	assert_int_equal(se_processes(r.run).alive, 0);
	assert_false(said(&r, "R0506"));
	end(&r);
}

/* ------------------------------------------------------------------------------------------------- without an end */

static int e58_spinner(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	for (;;)
		HOLD(2, 0);
	END;
}

static void E58_a_process_that_goes_on_without_time_passing_is_told(void **state)
{
	(void)state;
	rig r = begin();
	routine(&r, "spinner", SM_PROCESS, e58_spinner, 0, 0);
	routine(&r, "first", SM_ONCE, start_one, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0510"));
	assert_true(se_time(r.run) == 1);
	end(&r);
}

static int e59_a(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	HOLD(2, 1);
	WAITS(3, ACT(SM_SEIZE, 1, 0, 0));
	say(d, "never");
	END;
}

static int e59_b(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 1, 0, 0));
	HOLD(2, 1);
	WAITS(3, ACT(SM_SEIZE, 0, 0, 0));
	say(d, "never");
	END;
}

static void E59_processes_that_wait_for_each_other_are_told(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "left", 0);
	resource(&r, SM_FACILITY, "right", 0);
	routine(&r, "a", SM_PROCESS, e59_a, 0, 0);
	routine(&r, "b", SM_PROCESS, e59_b, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0512"));
	assert_string_equal(happened, "");
	end(&r);
}

static int e59_alone(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_PASS, 0, 0, 0));
	END;
}

static void E59_who_waits_for_ever_is_told(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_GATE, "g", 0);
	routine(&r, "alone", SM_PROCESS, e59_alone, 0, 0);
	routine(&r, "first", SM_ONCE, start_one, 0, 0);
	simulate(&r, SE_DONE);
	assert_true(said(&r, "R0511"));
	end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E41_who_runs_runs_until_it_waits_or_ends),
		cmocka_unit_test(E42_order_is_time_priority_first_in_and_the_tail),
		cmocka_unit_test(E42_times_that_differ_by_rounding_are_one),
		cmocka_unit_test(E44_a_hold_goes_on_later_and_one_of_zero_at_the_tail),
		cmocka_unit_test(E44_negative_or_undefined_delays_end_the_run),
		cmocka_unit_test(E44_what_is_over_by_rounding_is_now),
		cmocka_unit_test(E44_what_is_planned_for_the_past_ends_the_run),
		cmocka_unit_test(E45_a_reference_to_what_has_ended_is_nobody),
		cmocka_unit_test(E46_activation_moves_the_turn_of_who_is_passive_or_holds),
		cmocka_unit_test(E47_an_interrupt_ends_any_wait_and_tells_its_code_and_the_rest),
		cmocka_unit_test(E48_what_a_destroyed_process_had_is_released),
		cmocka_unit_test(E58_a_process_that_goes_on_without_time_passing_is_told),
		cmocka_unit_test(E59_processes_that_wait_for_each_other_are_told),
		cmocka_unit_test(E59_who_waits_for_ever_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
