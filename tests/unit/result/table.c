/* Tables, bars, and curves over another column than time. */
#include "unit/unit.h"
#include "result/chart/scene.h"
#include "result/figure/curves.h"
#include "result/result.h"
#include "result/table/table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A circle: x = cos, y = sin, and the row's number. */
static sr_record *circle(int rows)
{
	static const sr_column columns[] = {{.name = "x", .unit = "m", .channel = 0},
										{.name = "y", .unit = "m", .channel = 1},
										{.name = "n", .channel = 2, .kind = SR_INTEGER, .discrete = true}};
	sr_record *r = sr_record_new(columns, 3, 3);
	for (int i = 0; i < rows; i++) {
		double *row = sr_row(r, 0.5 * i, SR_GRID);
		row[0] = cos(2 * M_PI * i / (rows - 1)), row[1] = sin(2 * M_PI * i / (rows - 1)), row[2] = i;
	}
	return r;
}

static void numbers_have_their_points_below_each_other(void **state)
{
	(void)state;
	sb_arena *a = sb_arena_new();
	const char *out[4];
	sr_number_texts(a, (double[]){1, 22.5, -0.125, NAN}, 4, out);
	assert_string_equal(out[0], "1.000");
	assert_string_equal(out[1], "22.500");
	assert_string_equal(out[2], "-0.125");
	assert_string_equal(out[3], "-");
	sr_number_texts(a, (double[]){1, 200, 30}, 3, out);
	assert_string_equal(out[1], "200");
	sr_number_texts(a, (double[]){1e-9, 1234567, 0, INFINITY}, 4, out);
	assert_string_equal(out[0], "1.00000e-09");
	assert_string_equal(out[1], "1.23457e+06");
	assert_string_equal(out[2], "0");
	assert_string_equal(out[3], "+inf");
	sb_arena_free(a);
}

static void a_list_is_aligned(void **state)
{
	(void)state;
	sr_record *r = circle(3);
	sb_text out = {0};
	sr_list(r, (uint32_t[]){2, 0}, 2, "time", false, &out);
	assert_string_equal(out.at, "time  n  x [m]\n"
	                            "----  -  -----\n"
	                            " 0.0  0      1\n"
	                            " 0.5  1     -1\n"
	                            " 1.0  2      1\n");
	out.n = 0;
	sr_list(r, (uint32_t[]){0}, 1, NULL, false, &out);
	assert_string_equal(out.at, "x [m]\n-----\n    1\n   -1\n    1\n");
	sb_text_free(&out);
	sr_record_free(r);
}

static void texts_stand_at_the_left_and_names_may_be_greek(void **state)
{
	(void)state;
	static const char *cells[] = {"name", "n", "\u03b1", "1", "abc", "200"};
	sr_table t = {.columns = 2, .cells = {.at = cells, .n = 6}};
	sb_text out = {0};
	sr_table_text(&t, &out);
	assert_string_equal(out.at, "name    n\n----  ---\n\u03b1       1\nabc   200\n");
	sb_text_free(&out);
}

static void bars_tell_all(void **state)
{
	(void)state;
	static const uint64_t count[] = {1, 4, 0, 2, 1};
	sr_bars b = {.title = "w", .x_label = "wait", .low = 0, .width = 0.5, .count = count, .cells = 3, .characters = 42};
	sb_text out = {0};
	sr_bars_terminal(&b, &out);
	assert_string_equal(out.at, "w: 8 observations\n"
	                            " below 0.0  1  12.5 %  #####\n"
	                            "0.0 to 0.5  4  50.0 %  ###################\n"
	                            "0.5 to 1.0  0   0.0 %\n"
	                            "1.0 to 1.5  2  25.0 %  ##########\n"
	                            "  from 1.5  1  12.5 %  #####\n");
	sb_arena *arena = sb_arena_new();
	sr_scene *s = sr_scene_of_chart(sr_chart_of_bars(arena, &b));
	uint32_t boxes = 0, above = 0;
	for (uint32_t i = 0; i < s->marks.n; i++) {
		boxes += s->marks.at[i].kind == SR_BOX;
		above += s->marks.at[i].kind == SR_WORD && strstr(s->marks.at[i].text, "1 above");
	}
	assert_int_equal(boxes, 3);      /* the background, and the two cells that are not empty */
	assert_int_equal(above, 1);
	sr_scene_free(s);
	sb_arena_free(arena);
	sb_text_free(&out);
}

/* Over x a circle goes there and back: its stroke reaches from one end of the axis to the other, and ends where it
 * began. */
static void a_curve_over_another_column(void **state)
{
	(void)state;
	sr_record *r = circle(101);
	sb_arena *arena = sb_arena_new();
	const sr_figure figure = {.columns = (uint32_t[]){1}, .count = 1, .versus = true, .x_column = 0};
	sr_scene *s = sr_scene_of_chart(sr_chart_of_figure(arena, r, &figure));
	bool found = false, named = false;
	for (uint32_t i = 0; i < s->marks.n; i++) {
		const sr_drawn *m = &s->marks.at[i];
		named = named || (m->kind == SR_WORD && strcmp(m->text, "x [m]") == 0);
		if (m->kind != SR_STROKE || m->n < 50)
			continue;
		double low = INFINITY, high = -INFINITY;
		for (uint32_t k = 0; k < m->n; k++)
			low = fmin(low, m->x[k]), high = fmax(high, m->x[k]);
		assert_float_equal(low, 78, 1);
		assert_float_equal(high, 860 - 22, 1);
		assert_float_equal(m->x[0], m->x[m->n - 1], 1e-6);
		assert_float_equal(m->y[0], m->y[m->n - 1], 1e-6);
		found = true;
	}
	assert_true(found && named);
	sr_scene_free(s);
	sb_arena_free(arena);
	sr_record_free(r);
}

static void few_points_are_marked(void **state)
{
	(void)state;
	sr_record *r = circle(5);
	sb_arena *arena = sb_arena_new();
	const sr_figure figure = {.columns = (uint32_t[]){1}, .count = 1, .versus = true, .x_column = 0, .points = true};
	sr_scene *s = sr_scene_of_chart(sr_chart_of_figure(arena, r, &figure));
	uint32_t boxes = 0;
	for (uint32_t i = 0; i < s->marks.n; i++)
		boxes += s->marks.at[i].kind == SR_BOX;
	assert_int_equal(boxes, 6);
	sr_scene_free(s);
	sb_arena_free(arena);
	sr_record_free(r);
}

/* RFC 4180: commas, quotes and ends of lines stand in quotes, and a quote is written twice; an end of line becomes a
 * blank. What has no value is an empty field. */
static void fields_are_quoted(void **state)
{
	static const char *const cases[][2] = {{"", ""}, {"plain text", "plain text"}, {"a,b", "\"a,b\""},
		{"5\" pipe", "\"5\"\" pipe\""}, {"\"", "\"\"\"\""}, {"two\nlines", "\"two lines\""}, {"back\r", "\"back\r\""}};
	static const struct { double value; const char *text; } numbers[] = {
		{NAN, ""}, {0.1, "0.1"}, {-2, "-2"}, {1e300, "1e300"}};
	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases + sizeof numbers / sizeof *numbers; i++) {
		char *said = NULL;
		size_t n = 0, words = sizeof cases / sizeof *cases;
		FILE *f = open_memstream(&said, &n);
		if (i < words)
			sr_put_field(f, cases[i][0]);
		else
			sr_put_number(f, numbers[i - words].value);
		fclose(f);
		assert_string_equal(said, i < words ? cases[i][1] : numbers[i - words].text);
		free(said);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_have_their_points_below_each_other), cmocka_unit_test(a_list_is_aligned),
		cmocka_unit_test(texts_stand_at_the_left_and_names_may_be_greek), cmocka_unit_test(bars_tell_all),
		cmocka_unit_test(a_curve_over_another_column), cmocka_unit_test(few_points_are_marked),
		cmocka_unit_test(fields_are_quoted),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
