/* Comparisons of records: differences with known sizes and places, events that come later, gaps. */
#include "unit/unit.h"
#include "result/compare/compare.h"
#include <math.h>
#include <string.h>

static const sr_column columns[] = {{.name = "u", .channel = 0}, {.name = "n", .channel = 1, .discrete = true}};

/* u = sin(t) + extra*t, and n counts up at times k*period + late. */
static sr_record *record(uint32_t rows, double end, double extra, double period, double late)
{
	sr_record *r = sr_record_new(columns, 2, 2);
	double level = 0, next = period + late;
	for (uint32_t i = 0; i <= rows; i++) {
		double t = end * i / rows;
		for (; next <= t; next += period) {
			for (int side = 0; side < 2; side++) {
				double *v = sr_row(r, next, side ? SR_RIGHT : SR_LEFT);
				v[0] = sin(next) + extra * next;
				v[1] = level += side;
			}
		}
		double *v = sr_row(r, t, SR_GRID);
		v[0] = sin(t) + extra * t;
		v[1] = level;
	}
	return r;
}

static const sr_difference *called(const sr_comparison *c, const char *name)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (strcmp(c->at[i].name, name) == 0)
			return &c->at[i];
	fail_msg("there is no %s", name);
	return NULL;
}

/* The largest difference of a ramp is at its end, whatever the grids are. */
static void a_drift_is_found(void **state)
{
	(void)state;
	static const uint32_t rows[][2] = {{1000, 1000}, {1000, 4000}, {4000, 1000}, {777, 1000}};
	for (int i = 0; i < 4; i++) {
		sr_record *a = record(rows[i][0], 10, 0, 100, 0), *b = record(rows[i][1], 10, 0.001, 100, 0);
		sb_arena *arena = sb_arena_new();
		sr_comparison *c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = NAN});
		const sr_difference *u = called(c, "u"), *n = called(c, "n");
		assert_float_equal(u->largest, 0.01, 5e-5);
		assert_float_equal(u->when, 10, 0.1);
		assert_float_equal(u->height, 2e-3, 1e-5);
		assert_true(u->excess > 0 && n->excess == 0 && c->disagreeing == 1);
		assert_string_equal(c->at[0].name, "u");          /* the worst first */
		sb_arena_free(arena);
		sr_record_free(a);
		sr_record_free(b);
	}
}

/* Jumps that come later are compared with the jumps they are, as far as they may come later. */
static void jumps_may_come_later(void **state)
{
	(void)state;
	static const struct { double late, time; uint32_t matched; bool agrees; } cases[] = {
		{0, NAN, 9, true}, {0.003, NAN, 9, true}, {-0.003, NAN, 9, true}, {0.3, NAN, 0, false}, {0.3, 0.31, 9, true}};
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sr_record *a = record(500, 9.5, 0, 1, 0), *b = record(500, 9.5, 0, 1, cases[i].late);
		sb_arena *arena = sb_arena_new();
		sr_comparison *c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = cases[i].time});
		assert_int_equal(c->events_reference, 9);
		assert_int_equal(c->matched, cases[i].matched);
		assert_int_equal(called(c, "n")->excess == 0, cases[i].agrees);
		if (c->matched)
			assert_float_equal(c->shift, cases[i].late, 1e-9);
		sb_arena_free(arena);
		sr_record_free(a);
		sr_record_free(b);
	}
}

/* A tube with a width takes a shifted curve where the shift is inside; a record agrees with itself for any tolerance.
 * */
static void tubes_have_a_width(void **state)
{
	(void)state;
	sr_record *a = record(2000, 10, 0, 100, 0), *b = sr_record_new(columns, 2, 2);
	for (int i = 0; i <= 2000; i++) {
		double *v = sr_row(b, i * 0.005, SR_GRID);
		v[0] = sin(i * 0.005 - 0.1), v[1] = 0;
	}
	sb_arena *arena = sb_arena_new();
	sr_comparison *c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = NAN});
	assert_float_equal(called(c, "u")->largest, 2 * sin(0.05), 1e-4);
	assert_true(called(c, "u")->excess > 0);
	c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = NAN, .width = 0.09});
	assert_true(called(c, "u")->excess > 0);
	c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 0.051, .time = NAN});
	assert_true(called(c, "u")->excess == 0);
	c = sr_compare(arena, a, a, &(sr_compare_wish){.time = NAN});
	assert_true(c->disagreeing == 0 && called(c, "u")->largest == 0);
	sb_arena_free(arena);
	sr_record_free(a);
	sr_record_free(b);
}

static void nothing_in_common(void **state)
{
	(void)state;
	static const sr_column other[] = {{.name = "q", .channel = 0}};
	sr_record *a = record(10, 1, 0, 100, 0), *b = sr_record_new(other, 1, 1);
	sb_arena *arena = sb_arena_new();
	sr_comparison *c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = NAN});
	assert_int_equal(c->n, 0);
	assert_int_equal(c->only_reference.n, 2);
	assert_int_equal(c->only_other.n, 1);
	assert_true(c->low > c->high);
	const sr_renamed renamed = {"u", "q"};
	*sr_row(b, 0.5, SR_GRID) = sin(0.5);
	c = sr_compare(arena, a, b, &(sr_compare_wish){.relative = 1e-3, .time = NAN, .renamed = &renamed,
		.renamed_count = 1});
	assert_int_equal(c->n, 1);
	assert_int_equal(c->disagreeing, 0);
	const char *const labels[2] = {"a", "b"};
	assert_int_equal(sr_chart_of_comparison(arena, a, b, c, labels, 4)->count, 1);
	sb_arena_free(arena);
	sr_record_free(a);
	sr_record_free(b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_drift_is_found), cmocka_unit_test(jumps_may_come_later),
		cmocka_unit_test(tubes_have_a_width), cmocka_unit_test(nothing_in_common),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
