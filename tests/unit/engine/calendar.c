/* The calendar against a sorted list, and the history of delayed values against polynomials. */
#include "unit/unit.h"
#include "engine/parts/calendar.h"
#include "engine/parts/history.h"
#include <math.h>

static uint32_t seed = 12345;
static uint32_t next(void)
{
	return seed = seed * 1664525u + 1013904223u;
}

static void entries_come_in_order(void **state)
{
	(void)state;
	se_calendar *c = se_calendar_new();
	for (uint32_t i = 0; i < 2000; i++)
		se_calendar_put(c, (double)(next() >> 24), (int)(next() >> 28), SE_EVENT, i);
	for (uint32_t i = 0; i < 2000; i += 7)
		se_calendar_remove(c, SE_EVENT, i);
	se_entry before = {.time = -1};
	uint32_t count = 0;
	while (se_calendar_first(c)) {
		se_entry e = se_calendar_take(c);
		assert_true(e.number % 7 != 0);
		bool ordered = e.time > before.time ||
					   (e.time == before.time &&
						(e.priority > before.priority || (e.priority == before.priority && e.order > before.order)));
		assert_true(ordered);
		before = e;
		count++;
	}
	assert_int_equal(count, 2000 - 286);
	se_calendar_free(c);
}

/* An entry in the place of the first: the same order as if the first had been taken out and the other put in. */
static void the_first_is_replaced(void **state)
{
	(void)state;
	se_calendar *one = se_calendar_new(), *other = se_calendar_new();
	for (uint32_t i = 0; i < 40; i++) {
		double time = (double)(next() >> 28);
		se_calendar_put(one, time, 0, SE_EVENT, i);
		se_calendar_put(other, time, 0, SE_EVENT, i);
	}
	for (uint32_t i = 0; i < 3000; i++) {
		const se_entry *a = se_calendar_first(one), *b = se_calendar_first(other);
		assert_true(a->time == b->time && a->order == b->order && a->number == b->number);
		double time = a->time + (double)(next() >> 29);
		int priority = (int)(next() >> 30);
		se_calendar_replace_first(one, (se_entry){.time = time, .order = se_calendar_order(one, SE_EVENT),
			.priority = priority, .number = 100 + i});
		se_calendar_drop_first(other);
		se_calendar_put(other, time, priority, SE_EVENT, 100 + i);
		if (i % 80 == 79) {
			se_calendar_drop_first(one);
			se_calendar_drop_first(other);
		}
	}
	se_calendar_free(one);
	se_calendar_free(other);
}

/* E5, E42: entries whose times differ by rounding are of one instant, whose order is that of priority and entry,
 * whatever rounding says; and they can still be taken out by number. */
static void rounding_is_no_order(void **state)
{
	(void)state;
	enum { N = 3000, TIMES = 40 };
	for (int round = 0; round < 5; round++) {
		se_calendar *c = se_calendar_new();
		static int time_of[N], priority_of[N];
		bool gone[N] = {false};
		for (uint32_t i = 0; i < N; i++) {
			time_of[i] = 1 + (int)(next() >> 16) % TIMES;
			priority_of[i] = (int)(next() >> 29);
			double exact = 0.1 * time_of[i], near = exact * (1 + ((int)(next() >> 28) % 3 - 1) * 0x1p-52);
			se_calendar_put(c, near, priority_of[i], SE_PROCESS, i);
		}
		int time = 0, priority = -1;
		uint32_t number = 0, left = N;
		while (se_calendar_first(c)) {
			double now = se_calendar_first(c)->time;
			if (lround(now * 10) != time) {
				time = (int)lround(now * 10);
				priority = -1;
				se_calendar_gather(c, now, now * (1 + 4 * 0x1p-52));
				for (uint32_t k = 0; k < 20; k++) {
					uint32_t out = (next() >> 8) % N;
					if (time_of[out] >= time && !gone[out]) {
						se_calendar_remove(c, SE_PROCESS, out);
						gone[out] = true;
						left--;
					}
				}
				continue;
			}
			se_entry e = se_calendar_take(c);
			assert_int_equal(time_of[e.number], time);
			assert_true(!gone[e.number] && e.time == now);
			assert_true(e.priority == priority_of[e.number] &&
						(e.priority > priority || (e.priority == priority && e.number > number)));
			gone[e.number] = true;
			priority = e.priority;
			number = e.number;
			left--;
		}
		assert_int_equal(left, 0);
		se_calendar_free(c);
	}
}

static double cubic(double t)
{
	return 1 + t * (2 + t * (-3 + 0.5 * t));
}

static void history_reproduces_cubics(void **state)
{
	(void)state;
	se_history *h = se_history_new(1);
	double t = 0;
	for (int i = 0; i < 300; i++, t += 0.01 + 1e-7 * (next() >> 16))
		se_history_add(h, 0, t, cubic(t));
	for (double at = 0.003; at < t - 0.02; at += 0.0137)
		assert_true(fabs(se_history_at(h, 0, at, false, t, 0) - cubic(at)) < 1e-9 * (1 + fabs(cubic(at))));
	assert_true(se_history_at(h, 0, -1, false, t, 0) == 1);
	se_history_free(h);
}

static void history_keeps_jumps_apart(void **state)
{
	(void)state;
	se_history *h = se_history_new(1);
	for (int i = 0; i <= 10; i++)
		se_history_add(h, 0, i * 0.1, i * 0.1);
	se_history_add(h, 0, 1, 5);
	for (int i = 1; i <= 10; i++)
		se_history_add(h, 0, 1 + i * 0.1, 5 - i * 0.1);
	assert_true(fabs(se_history_at(h, 0, 0.97, false, 2, 0) - 0.97) < 1e-12);
	assert_true(fabs(se_history_at(h, 0, 1.03, false, 2, 0) - 4.97) < 1e-12);
	assert_true(fabs(se_history_at(h, 0, 1.0, false, 2, 0) - 1) < 1e-12);
	assert_true(fabs(se_history_at(h, 0, 1.0, true, 2, 0) - 5) < 1e-12);
	se_history_forget(h, 0, 1.5);
	assert_true(fabs(se_history_at(h, 0, 1.55, false, 2, 0) - 4.45) < 1e-12);
	se_history_free(h);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(entries_come_in_order), cmocka_unit_test(rounding_is_no_order),
									   cmocka_unit_test(the_first_is_replaced),
									   cmocka_unit_test(history_reproduces_cubics),
									   cmocka_unit_test(history_keeps_jumps_apart)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
