/* The rules of docs/events.md about what processes share: facilities, pre-emption, storages, gates, sets, statistics
 * and their warm-up. The figures are computed by hand from the times of the example. */
#include "unit/engine/routines.h"

static const double arrive[4] = {0, 1, 1, 2}, serve_time[4] = {3, 1, 2, 1};
static const double priority[4] = {5, 5, 1, 5};

/* Job k: arrives, seizes with its priority, holds, releases. */
static int job(sc_data *d, sc_activation *a)
{
	char name[8];
	long long k = a->slot[0].i;
	snprintf(name, sizeof name, "%lld", k);
	BEGIN
	HOLD(1, arrive[k]);
	WAITS(2, ACT(SM_SEIZE, 0, priority[k], 0));
	say(d, name);
	HOLD(3, serve_time[k]);
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}

static int four_jobs(sc_data *d, sc_activation *a)
{
	for (int k = 0; k < 4; k++)
		START(0, 0, (&(sc_slot){.i = k}));
	return 0;
}

static void E49_who_waits_is_served_by_priority_then_arrival(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t count;
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "job", SM_PROCESS, job, 1, 1);
	routine(&r, "first", SM_ONCE, four_jobs, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "0@0 2@3 1@5 3@6");
	const se_resource_result *f = se_resource_results(r.run, &count);
	assert_int_equal(count, 1);
	assert_int_equal(f->entries, 4);
	assert_float_equal(f->utilisation, 0.7, 1e-12);              /* 7 of 10 seconds */
	assert_float_equal(f->wait, (0 + 4 + 2 + 4) / 4.0, 1e-12);
	assert_float_equal(f->most_wait, 4, 1e-12);
	assert_float_equal(f->queue, (1 * 2 + 3 * 1 + 2 * 2 + 1 * 1) / 10.0,
					   1e-12); /* two wait from 1, three from 2, two from 3, one from 5 to 6 */
	assert_float_equal(f->most_queue, 3, 0);
	end(&r);
}

static void E49_a_facility_may_have_several_servers(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t count;
	resource(&r, SM_FACILITY, "f", 2);
	routine(&r, "job", SM_PROCESS, job, 1, 1);
	routine(&r, "first", SM_ONCE, four_jobs, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "0@0 1@1 2@2 3@3");
	assert_float_equal(se_resource_results(r.run, &count)->utilisation, 7 / 20.0, 1e-12);
	end(&r);
}

/* At the moment of release somebody else asks too: the server belongs to who waited. */
static int quick(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	HOLD(2, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	WAITS(3, ACT(SM_SEIZE, 0, 0, 0));
	say(d, "again");
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}
static int slow(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	say(d, "slow");
	HOLD(2, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}
static int start_two(sc_data *d, sc_activation *a)
{
	references[0] = START(0, 0, NULL);
	references[1] = START(1, 0, NULL);
	return 0;
}

static void E49_what_is_released_belongs_to_who_waits(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "quick", SM_PROCESS, quick, 0, 0);
	routine(&r, "slow", SM_PROCESS, slow, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "slow@1 again@2");
	end(&r);
}

static int thief(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}

static void E49_only_who_has_seized_can_release(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "thief", SM_PROCESS, thief, 0, 0);
	routine(&r, "slow", SM_PROCESS, slow, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0503"));
	end(&r);
}

static int forgetful(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 0, 0));
	HOLD(2, 1);
	END;
}

static void E49_what_is_not_released_at_the_end_is_told(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "forgetful", SM_PROCESS, forgetful, 0, 0);
	routine(&r, "slow", SM_PROCESS, slow, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_true(said(&r, "R0506"));
	assert_string_equal(happened, "slow@1");
	end(&r);
}

/* ------------------------------------------------------------------------------------------------------ pre-emption */

/* Works 4 from time 0; is pre-empted at 1 and at 3, for 1 each: it ends at 6. */
static int worker(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_SEIZE, 0, 5, 0));
	HOLD(2, 4);
	say(d, "done");
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}
static int breakdown(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	WAITS(2, ACT(SM_PREEMPT, 0, 0, 0));
	say(d, "broken");
	HOLD(3, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	HOLD(4, 1);
	WAITS(5, ACT(SM_PREEMPT, 0, 0, 0));
	say(d, "broken");
	HOLD(6, 1);
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}

static void E50_a_hold_goes_on_where_it_was_when_the_server_comes_back(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t count;
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "worker", SM_PROCESS, worker, 0, 0);
	routine(&r, "breakdown", SM_PROCESS, breakdown, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "broken@1 broken@3 done@6");
	assert_float_equal(se_resource_results(r.run, &count)->utilisation, 0.6, 1e-12);
	end(&r);
}

/* Equal priority does not pre-empt; it waits. */
static int equal(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 1);
	WAITS(2, ACT(SM_PREEMPT, 0, 5, 0));
	say(d, "equal");
	ACT(SM_RELEASE, 0, 0, 0);
	END;
}

static void E50_only_larger_priorities_are_pre_empted(void **state)
{
	(void)state;
	rig r = begin();
	resource(&r, SM_FACILITY, "f", 0);
	routine(&r, "worker", SM_PROCESS, worker, 0, 0);
	routine(&r, "equal", SM_PROCESS, equal, 0, 0);
	routine(&r, "first", SM_ONCE, start_two, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "done@4 equal@4");
	end(&r);
}

/* ----------------------------------------------------------------------------------------------- storages and gates */

static const long long units[3] = {6, 7, 2};
static int ship(sc_data *d, sc_activation *a)
{
	char name[8];
	long long k = a->slot[0].i;
	snprintf(name, sizeof name, "%lld", k);
	BEGIN
	WAITS(1, ACT(SM_ENTER, 0, 0, units[k]));
	say(d, name);
	HOLD(2, 2);
	ACT(SM_LEAVE, 0, 0, units[k]);
	END;
}
static int three_ships(sc_data *d, sc_activation *a)
{
	for (int k = 0; k < 3; k++)
		START(0, 0, (&(sc_slot){.i = k}));
	return 0;
}

static void E51_who_waits_first_enters_first_also_if_others_would_fit(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t count;
	resource(&r, SM_STORAGE, "s", 10);
	routine(&r, "ship", SM_PROCESS, ship, 1, 1);
	routine(&r, "first", SM_ONCE, three_ships, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "0@0 1@2 2@2");
	const se_resource_result *s = se_resource_results(r.run, &count);
	assert_float_equal(s->content, (6 * 2 + 9 * 2) / 10.0, 1e-12);
	assert_float_equal(s->most_content, 9, 0);
	end(&r);
}

static int glutton(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_ENTER, 0, 0, 11));
	END;
}
static int leaver(sc_data *d, sc_activation *a)
{
	BEGIN
	WAITS(1, ACT(SM_ENTER, 0, 0, 3));
	ACT(SM_LEAVE, 0, 0, 4);
	END;
}
static int start_one(sc_data *d, sc_activation *a)
{
	START(0, 0, NULL);
	return 0;
}

static void E51_more_than_fits_or_is_there_ends_the_run(void **state)
{
	(void)state;
	const struct { routine_code code; const char *message; } cases[] = {{glutton, "R0505"}, {leaver, "R0504"}};
	for (int k = 0; k < 2; k++) {
		rig r = begin();
		resource(&r, SM_STORAGE, "s", 10);
		routine(&r, "wrong", SM_PROCESS, cases[k].code, 0, 0);
		routine(&r, "first", SM_ONCE, start_one, 0, 0);
		simulate(&r, SE_FAILED);
		assert_true(said(&r, cases[k].message));
		end(&r);
	}
}

static int walker(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, a->slot[0].r);
	WAITS(2, ACT(SM_PASS, 0, 0, 0));
	say(d, "p");
	END;
}
static int keeper(sc_data *d, sc_activation *a)
{
	BEGIN
	HOLD(1, 4);
	ACT(SM_OPEN, 0, 0, 0);
	ACT(SM_CLOSE, 0, 0, 0);
	HOLD(2, 3);
	ACT(SM_OPEN, 0, 0, 0);
	END;
}
static int start_walkers(sc_data *d, sc_activation *a)
{
	for (int k = 0; k < 4; k++)
		START(0, 0, (&(sc_slot){.r = 2.0 * k}));
	START(1, 0, NULL);
	return 0;
}

static void E52_an_open_gate_lets_all_through_that_wait(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t count;
	resource(&r, SM_GATE, "g", 0);
	routine(&r, "walker", SM_PROCESS, walker, 1, 1);
	routine(&r, "keeper", SM_PROCESS, keeper, 0, 0);
	routine(&r, "first", SM_ONCE, start_walkers, 0, 0);
	simulate(&r, SE_DONE);
	assert_string_equal(happened, "p@4 p@4 p@4 p@7"); /* those of time 0, 2 and 4 (before the keeper), then that of 6 */
	const se_resource_result *g = se_resource_results(r.run, &count);
	assert_float_equal(g->utilisation, 0.3, 1e-12);
	assert_int_equal(g->entries, 4);
	end(&r);
}

/* ------------------------------------------------------------------------------------------------------------- sets */

static char order_found[64];
static int fill_and_empty(sc_data *d, sc_activation *a)
{
	static const long long values[] = {5, 3, 9, 3, 7, 1};
	sc_slot fields[2];
	(void)a;
	order_found[0] = 0;
	for (int k = 0; k < 6; k++) {
		fields[0].i = values[k];
		fields[1].r = k;
		d->services->insert(d, -1, 0, 0, fields);
	}
	if (d->services->take(d, -1, 0, 0, 2, 1, fields))
		sprintf(order_found, "%lld|", fields[0].i);
	if (d->services->take(d, -1, 0, 0, -1, 0, fields))
		sprintf(order_found + strlen(order_found), "%lld|", fields[0].i);
	while (d->services->take(d, -1, 0, 0, 1, 0, fields))
		sprintf(order_found + strlen(order_found), "%lld.%g ", fields[0].i, fields[1].r);
	return 0;
}

static void E53_sets_have_the_order_that_they_are_declared_with(void **state)
{
	(void)state;
	static sx_type types[] = {SX_INTEGER, SX_REAL};
	const struct { sm_order order; const char *found; } cases[] = {
		{SM_FIFO, "3|1|5.0 3.1 9.2 3.3 7.4 "},
		{SM_LIFO, "7|5|1.5 7.4 3.3 9.2 3.1 "},
		{SM_SMALLEST, "3|9|1.5 3.1 3.3 5.0 7.4 "},
		{SM_LARGEST, "7|1|9.2 7.4 5.0 3.1 3.3 "},
	};
	for (int k = 0; k < 4; k++) {
		rig r = begin();
		uint32_t s = resource(&r, SM_SET, "s", 0);
		r.m->resources.at[s].fields = 2;
		r.m->resources.at[s].field_types = types;
		r.m->resources.at[s].order = cases[k].order;
		routine(&r, "first", SM_ONCE, fill_and_empty, 0, 0);
		simulate(&r, SE_DONE);
		assert_string_equal(order_found, cases[k].found);
		end(&r);
	}
}

/* Against a sorted array, with entries taken from anywhere. */
static int churn(sc_data *d, sc_activation *a)
{
	static long long kept[600];
	uint32_t n = 0, seed = 99;
	sc_slot field;
	(void)a;
	for (int k = 0; k < 5000; k++) {
		seed = seed * 1664525u + 1013904223u;
		if (n < 500 && (seed >> 24) % 5 < 3) {
			field.i = seed >> 20;
			uint32_t at = n;
			while (at && kept[at - 1] > field.i)
				at--;
			memmove(&kept[at + 1], &kept[at], (n - at) * sizeof *kept);
			kept[at] = field.i;
			n++;
			d->services->insert(d, -1, 0, 0, &field);
		} else if (n) {
			uint32_t at = (seed >> 8) % n;
			assert_int_equal(d->services->take(d, -1, 0, 0, at + 1, 0, &field), 1);
			assert_int_equal(field.i, kept[at]);
			memmove(&kept[at], &kept[at + 1], (n - at - 1) * sizeof *kept);
			n--;
		}
	}
	assert_int_equal((uint32_t)ASK(SM_ASK_LENGTH, 0, 0), n);
	return 0;
}

static void E53_entries_may_be_taken_from_anywhere(void **state)
{
	(void)state;
	static sx_type types[] = {SX_INTEGER};
	rig r = begin();
	uint32_t s = resource(&r, SM_SET, "s", 0);
	r.m->resources.at[s].fields = 1;
	r.m->resources.at[s].field_types = types;
	r.m->resources.at[s].order = SM_SMALLEST;
	routine(&r, "first", SM_ONCE, churn, 0, 0);
	simulate(&r, SE_DONE);
	end(&r);
}

static void E53_a_set_that_is_full_takes_no_more(void **state)
{
	(void)state;
	rig r = begin();
	uint32_t s = resource(&r, SM_SET, "s", 5);
	r.m->resources.at[s].fields = 2;
	routine(&r, "first", SM_ONCE, fill_and_empty, 0, 0);
	simulate(&r, SE_FAILED);
	assert_true(said(&r, "R0530"));
	end(&r);
}

/* ------------------------------------------------------------------------------------------------------- statistics */

/* The value is 2 from 0, 4 from 1, 0 from 3; observed 1, 2, 6 at times 1, 3, 5. */
static int observer(sc_data *d, sc_activation *a)
{
	BEGIN
	ACT(SM_OBSERVE, 1, 2, 0);
	HOLD(1, 1);
	ACT(SM_OBSERVE, 1, 4, 0);
	ACT(SM_OBSERVE, 0, 1, 0);
	ACT(SM_OBSERVE, 2, 1, 0);
	HOLD(2, 2);
	ACT(SM_OBSERVE, 1, 0, 0);
	ACT(SM_OBSERVE, 0, 2, 0);
	ACT(SM_OBSERVE, 2, 2, 0);
	HOLD(3, 2);
	ACT(SM_OBSERVE, 0, 6, 0);
	ACT(SM_OBSERVE, 2, 6, 0);
	END;
}

static rig statistics(void)
{
	rig r = begin();
	sb_push(r.arena, r.m->statistics, ((sm_statistic){.name = "t", .kind = SM_TALLY, .count = 1}));
	sb_push(r.arena, r.m->statistics, ((sm_statistic){.name = "v", .kind = SM_TIMED, .count = 1}));
	sb_push(r.arena, r.m->statistics, ((sm_statistic){.name = "h", .kind = SM_HISTOGRAM, .count = 1, .cells = 2,
	                                                  .low = sx_real(r.m->pool, 1.5), .width = sx_real(r.m->pool, 1)}));
	routine(&r, "observer", SM_PROCESS, observer, 0, 0);
	routine(&r, "first", SM_ONCE, start_one, 0, 0);
	return r;
}

static void E56_statistics_of_observations_and_over_time(void **state)
{
	(void)state;
	rig r = statistics();
	uint32_t count;
	simulate(&r, SE_DONE);
	const se_statistic_result *s = se_statistic_results(r.run, &count);
	assert_int_equal(count, 3);
	assert_int_equal(s[0].count, 3);
	assert_float_equal(s[0].mean, 3, 1e-12);
	assert_float_equal(s[0].deviation, sqrt(7), 1e-12);          /* squares 4 + 1 + 9 over 2 */
	assert_float_equal(s[0].least, 1, 0);
	assert_float_equal(s[0].most, 6, 0);
	assert_float_equal(s[0].total, 9, 1e-12);
	assert_float_equal(s[1].mean, (2 * 1 + 4 * 2) / 10.0, 1e-12);
	assert_float_equal(s[1].deviation, sqrt((4 * 1 + 16 * 2) / 10.0 - 1), 1e-12);
	assert_float_equal(s[1].total, 10, 1e-12);
	assert_float_equal(s[1].value, 0, 0);
	assert_int_equal(s[2].cells[0], 1);
	assert_int_equal(s[2].cells[1], 1);
	assert_int_equal(s[2].cells[2], 0);
	assert_int_equal(s[2].cells[3], 1);
	end(&r);
}

static void E56_statistics_begin_anew_after_the_warm_up(void **state)
{
	(void)state;
	rig r = statistics();
	uint32_t count;
	r.settings.warmup = 2;
	simulate(&r, SE_DONE);
	const se_statistic_result *s = se_statistic_results(r.run, &count);
	assert_int_equal(s[0].count, 2);
	assert_float_equal(s[0].mean, 4, 1e-12);
	assert_float_equal(s[1].mean, 4 * 1 / 8.0, 1e-12);           /* the value of before goes on */
	assert_float_equal(s[1].most, 4, 0);
	end(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(E49_who_waits_is_served_by_priority_then_arrival),
		cmocka_unit_test(E49_a_facility_may_have_several_servers),
		cmocka_unit_test(E49_what_is_released_belongs_to_who_waits),
		cmocka_unit_test(E49_only_who_has_seized_can_release),
		cmocka_unit_test(E49_what_is_not_released_at_the_end_is_told),
		cmocka_unit_test(E50_a_hold_goes_on_where_it_was_when_the_server_comes_back),
		cmocka_unit_test(E50_only_larger_priorities_are_pre_empted),
		cmocka_unit_test(E51_who_waits_first_enters_first_also_if_others_would_fit),
		cmocka_unit_test(E51_more_than_fits_or_is_there_ends_the_run),
		cmocka_unit_test(E52_an_open_gate_lets_all_through_that_wait),
		cmocka_unit_test(E53_sets_have_the_order_that_they_are_declared_with),
		cmocka_unit_test(E53_entries_may_be_taken_from_anywhere),
		cmocka_unit_test(E53_a_set_that_is_full_takes_no_more),
		cmocka_unit_test(E56_statistics_of_observations_and_over_time),
		cmocka_unit_test(E56_statistics_begin_anew_after_the_warm_up),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
