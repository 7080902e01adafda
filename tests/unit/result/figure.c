/* Axes, the choice of curves, and pictures. */
#include "unit/unit.h"
#include "result/chart/scene.h"
#include "result/figure/curves.h"
#include "result/result.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ticks_are(double low, double high, int most, bool whole, const char *wanted)
{
	sr_axis a = sr_axis_over(low, high, most, whole);
	char text[64], all[512] = "";
	for (int i = 0; i < a.ticks && strlen(all) < 400; i++) {
		sr_tick_text(text, &a, i, true);
		strcat(strcat(all, i ? " " : ""), text);
	}
	assert_string_equal(all, wanted);
}

static void ticks_are_round(void **state)
{
	(void)state;
	ticks_are(0, 10, 5, false, "0 2 4 6 8 10");
	ticks_are(0, 1, 10, false, "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0");
	ticks_are(-0.31, 0.29, 5, false, "-0.2 0.0 0.2");
	ticks_are(97, 103, 5, false, "98 100 102");
	ticks_are(0, 4e10, 5, false, "0 1e10 2e10 3e10 4e10");
	ticks_are(0, 3e-6, 4, false, "0 1e-6 2e-6 3e-6");
	ticks_are(2e6, 2.2e6, 4, false, "2.00e6 2.05e6 2.10e6 2.15e6 2.20e6");
	ticks_are(-5, -1, 4, false, "-5 -4 -3 -2 -1");
	ticks_are(0, 1, 8, true, "0 1");
	ticks_are(0.2, 0.8, 8, true, "");
	ticks_are(0, 3, 8, true, "0 1 2 3");
	ticks_are(0, 1000, 5, true, "0 200 400 600 800 1000");
	ticks_are(0, 1e-9, 5, false, "0 0.2e-9 0.4e-9 0.6e-9 0.8e-9 1.0e-9");
	ticks_are(1e6, 1e6 + 1, 5, false, "1000000.0 1000000.2 1000000.4 1000000.6 1000000.8 1000001.0");
	ticks_are(-1e-7, 1e-7, 5, false, "-1.0e-7 -0.5e-7 0 0.5e-7 1.0e-7");
}

static void axis_is_good(double low, double high, int most, bool whole)
{
	sr_axis a = sr_axis_over(low, high, most, whole);
	char text[64];
	assert_true(isfinite(a.low) && isfinite(a.high) && a.high > a.low && isfinite(a.high - a.low));
	assert_true(isfinite(a.step) && a.step > 0 && isfinite(a.first));
	assert_in_range(a.ticks, 0, most + 2);
	for (int i = 0; i < a.ticks; i++) {
		int n = sr_tick_text(text, &a, i, true);
		assert_in_range(n, 1, 31);
		assert_int_equal(strlen(text), n);
		assert_true(a.first + i * a.step >= a.low - 1e-6 * a.step && a.first + i * a.step <= a.high + 1e-6 * a.step);
	}
}

static void no_range_is_too_odd(void **state)
{
	(void)state;
	static const double odd[] = {0,      -0.0,    1,         -1,        5e-324,     -5e-324, 1e-310,   2.2e-308,
								 1e-300, 1e-20,   1 + 1e-15, 1 + 1e-12, 1e6 + 1e-9, 1e15,    1e15 + 1, 1e300,
								 -1e300, DBL_MAX, -DBL_MAX,  INFINITY,  -INFINITY,  NAN};
	for (size_t i = 0; i < sizeof odd / sizeof *odd; i++)
		for (size_t k = 0; k < sizeof odd / sizeof *odd; k++)
			for (int most = 2; most <= 10; most += 4) {
				axis_is_good(odd[i], odd[k], most, false);
				axis_is_good(odd[i], odd[k], most, true);
			}
}

static const sr_column columns[] = {
	{.name = "p", .constant = true, .value = 3},
	{.name = "still", .channel = 0},
	{.name = "part.x", .unit = "m", .channel = 1, .state = true},
	{.name = "x", .unit = "m", .channel = 2, .state = true},
	{.name = "same", .unit = "m", .channel = 2},
	{.name = "der(x)", .unit = "m/s", .channel = 3},
	{.name = "on", .kind = SR_BOOLEAN, .channel = 4, .discrete = true},
	{.name = "part.y", .unit = "A & B <C>", .channel = 5},
};

static sr_record *moving(double (*value)(int channel, int row), int rows)
{
	sr_record *r = sr_record_new(columns, 8, 6);
	for (int row = 0; row < rows; row++) {
		double *v = sr_row(r, row, SR_GRID);
		for (int k = 0; k < 6; k++)
			v[k] = value(k, row);
	}
	return r;
}

static double ordinary(int channel, int row)
{
	static const double rows[5][6] = {
		{7, 0, 0, 1, 0, 0}, {7, 1, 1, 1, 0, 1}, {7, 2, 4, 1, 1, NAN}, {7, 1, 9, 1, 1, 2}, {7, 0, 16, 1, 0, 3}};
	return rows[row % 5][channel];
}

static double extreme(int channel, int row)
{
	static const double odd[] = {DBL_MAX, -DBL_MAX, NAN, INFINITY, 0, 5e-324, -INFINITY};
	return channel == 4 ? row % 2 : odd[(row * (channel + 1)) % 7];
}

static double silent(int channel, int row)
{
	(void)row;
	return channel == 3 ? NAN : 1;
}

static void what_a_person_wants_to_see(void **state)
{
	(void)state;
	sr_record *r = moving(ordinary, 5);
	uint32_t chosen[6];
	assert_int_equal(sr_choose(r, chosen, 6),
					 3); /* the states, the top first; then what moves at the top; no alias, no der */
	assert_int_equal(chosen[0], 3);
	assert_int_equal(chosen[1], 2);
	assert_int_equal(chosen[2], 6);
	assert_int_equal(sr_choose(r, chosen, 1), 1);
	assert_int_equal(chosen[0], 3);
	assert_int_equal(sr_choose(r, chosen, 0), 0);
	sr_record_free(r);
	r = moving(ordinary, 0);
	assert_int_equal(sr_choose(r, chosen, 6), 0);
	sr_record_free(r);
	r = moving(silent, 4);
	assert_int_equal(sr_choose(r, chosen, 6), 0);
	sr_record_free(r);
}

/* Elements are opened and closed, in order; attributes are quoted; nothing but text and elements. */
static void assert_well_formed(const char *svg)
{
	char open[64];
	int depth = 0;
	assert_memory_equal(svg, "<svg xmlns=\"http://www.w3.org/2000/svg\"", 39);
	for (const char *c = svg; *c; c++) {
		assert_true((unsigned char)*c >= ' ' || *c == '\n');
		if (*c == '&') {
			assert_true(!strncmp(c, "&amp;", 5) || !strncmp(c, "&lt;", 4) || !strncmp(c, "&gt;", 4));
			continue;
		}
		if (*c != '<')
			continue;
		const char *end = strchr(c, '>');
		assert_non_null(end);
		int quotes = 0;
		for (const char *q = c; q < end; q++)
			quotes += *q == '"';
		assert_int_equal(quotes % 2, 0);
		assert_null(memchr(c + 1, '<', (size_t)(end - c - 1)));
		if (c[1] == '/') {
			depth--;
			assert_true(depth == 0 ? !strncmp(c, "</svg>", 6) : !strncmp(c + 2, open, strlen(open)));
		} else if (end[-1] != '/') {
			snprintf(open, sizeof open, "%.*s", (int)strcspn(c + 1, " >"), c + 1);
			depth++;
		}
		assert_in_range(depth, 0, 2);
		c = end;
	}
	assert_int_equal(depth, 0);
	assert_null(strstr(svg, "nan"));
	assert_null(strstr(svg, "inf"));
}

static void svg_is_well_formed(void **state)
{
	(void)state;
	static double (*const kinds[])(int, int) = {ordinary, extreme, silent};
	static const uint32_t every[] = {0, 1, 2, 3, 4, 5, 6, 7};
	for (int kind = 0; kind < 3; kind++)
		for (int rows = 0; rows < 1500; rows = rows < 3 ? rows + 1 : rows * 20) {
			sr_record *r = moving(kinds[kind], rows);
			for (uint32_t count = 0; count <= 8; count += 8) {
				sb_text svg = {0};
				sr_plot_svg(r, &(sr_figure){.title = "a < b & \"c\"\x01", .columns = every, .count = count}, &svg);
				assert_well_formed(svg.at);
				assert_non_null(strstr(svg.at, "a &lt; b &amp; \"c\" </text>"));
				if (count)
					assert_non_null(strstr(svg.at, ">part.y</text>"));
				sb_text_free(&svg);
			}
			sr_record_free(r);
		}
}

static void a_gap_is_a_gap(void **state)
{
	(void)state;
	sr_record *r = moving(ordinary, 5);
	const uint32_t gap = 7, whole = 3;
	sb_text one = {0}, two = {0};
	sr_plot_svg(r, &(sr_figure){.columns = &gap, .count = 1}, &one);
	sr_plot_svg(r, &(sr_figure){.columns = &whole, .count = 1}, &two);
	int strokes[2] = {0, 0};                         /* curves have the width 1.8 */
	for (const char *c = one.at; (c = strstr(c, "stroke-width=\"1.8\"")); c++)
		strokes[0]++;
	for (const char *c = two.at; (c = strstr(c, "stroke-width=\"1.8\"")); c++)
		strokes[1]++;
	assert_int_equal(strokes[0], 2);
	assert_int_equal(strokes[1], 1);
	sb_text_free(&one);
	sb_text_free(&two);
	sr_record_free(r);
}

/* This pins the drawing as it was when it looked right; if the look is changed on purpose, change it here. */
static void terminal_looks_as_it_did(void **state)
{
	(void)state;
	sr_record *r = moving(ordinary, 5);
	const uint32_t drawn[] = {3, 6};
	sb_text out = {0};
	sr_plot_terminal(r, &(sr_figure){.columns = drawn, .count = 2, .width = 40, .height = 12}, &out);
	assert_string_equal(out.at, "           x   [m]\n"
	                            "         |                         aaa\n"
	                            "         |                      aaa\n"
	                            "      10 |                   aaa\n"
	                            "         |               aaaa\n"
	                            "         |         aaaaaa\n"
	                            "       0 |aaaaaaaaaa\n"
	                            "           on  \n"
	                            "       1 |             bbbbbbbbbbbbbbb\n"
	                            "         |             b             b\n"
	                            "         |             b             b\n"
	                            "         |             b             b\n"
	                            "         |             b             b\n"
	                            "       0 |bbbbbbbbbbbbbb             b\n"
	                            "         +----------------------------\n"
	                            "          0      1      2     3      4  s\n");
	sb_text_free(&out);
	sr_record_free(r);
}

static void the_terminal_takes_anything(void **state)
{
	(void)state;
	static double (*const kinds[])(int, int) = {ordinary, extreme, silent};
	static const uint32_t every[] = {0, 1, 2, 3, 4, 5, 6, 7};
	for (int kind = 0; kind < 3; kind++)
		for (int rows = 0; rows < 1500; rows = rows < 3 ? rows + 1 : rows * 20)
			for (uint32_t width = 0; width < 1000; width = width * 3 + 1) {
				sr_record *r = moving(kinds[kind], rows);
				for (int look = 0; look < 4; look++) {
					sb_text out = {0};
					sr_plot_terminal(r,
									 &(sr_figure){.columns = every,
												  .count = look < 2 ? 8 : 0,
												  .width = width,
												  .height = width / 4,
												  .color = look % 2,
												  .unicode = look % 2,
												  .versus = look == 3,
												  .x_column = 2,
												  .points = look == 3},
									 &out);
					assert_non_null(out.at);
					assert_true(out.n > 0 && out.at[out.n - 1] == '\n');
					sb_text_free(&out);
				}
				sr_record_free(r);
			}
}

/* Where the axis on the left stands in a line of the picture; 0: nowhere. */
static size_t axis_column(const char *line, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (line[i] == '|' || line[i] == '+')
			return i;
	return 0;
}

/* Whatever the range: the numbers on the left end at the axis, which is straight; the numbers differ; those below do
 * not touch each other, and read back they are equally far apart. */
static void the_axes_of_the_terminal_are_straight(void **state)
{
	(void)state;
	uint64_t seed = 2718281828u;
	static const sr_column one[] = {{.name = "y", .unit = "m"}};
	for (int round = 0; round < 400; round++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		double size = pow(10, (double)(seed >> 40) / (1 << 24) * 24 - 12),
			   middle = size * pow(10, (double)(seed >> 20 & 255) / 256 * 7 - 2);
		double begin = seed >> 10 & 1 ? middle : 0;
		sr_record *r = sr_record_new(one, 1, 1);
		for (int i = 0; i <= 20; i++)
			*sr_row(r, begin + size * i / 20, SR_GRID) = (seed >> 12 & 1 ? -middle : middle) + size * i / 20;
		sb_text out = {0};
		sr_plot_terminal(
			r, &(sr_figure){.columns = (const uint32_t[]){0}, .count = 1, .width = 60 + (uint32_t)(seed >> 14 & 31)},
			&out);
		size_t axis = 0;
		const char *line = strchr(out.at, '\n') + 1, *end;
		double above = NAN;
		for (; (end = strchr(line, '\n')) && (axis == 0 || line[axis] == '|'); line = end + 1) {
			size_t at = axis_column(line, (size_t)(end - line));
			axis = axis ? axis : at;
			assert_int_equal(at, axis);
			if (strspn(line, " ") < axis) {
				double v = strtod(line, NULL);
				assert_false(v >= above);
				above = v;
			}
		}
		assert_int_equal(line[axis], '+');
		line = strchr(line, '\n') + 1;
		double last = NAN, distance = NAN;
		for (char *rest; strtod(line, &rest), rest != line; line = rest) {
			double v = strtod(line, NULL);
			assert_true(*rest == ' ');
			if (!isnan(distance) && fabs(v - last - distance) > 1e-3 * distance)
				fail_msg("seed %llu: ticks that are not equally far apart:\n%s", (unsigned long long)seed, out.at);
			distance = isnan(last) ? NAN : v - last;
			last = v;
		}
		assert_true(strncmp(line, "  s", 3) == 0);
		sb_text_free(&out);
		sr_record_free(r);
	}
}

/* A bar stands over the middle of its cell, as high as there are observations. */
static void bars_stand_over_their_cells(void **state)
{
	(void)state;
	const uint64_t count[] = {4, 3, 2, 1, 0};        /* below, three cells, above */
	sb_arena *arena = sb_arena_new();
	const sr_bars b = {.title = "w", .x_label = "wait", .low = 10, .width = 0.5, .count = count, .cells = 3};
	const sr_layer *bars = sr_chart_of_bars(arena, &b)->panels->layers;
	assert_int_equal(bars->data.n, 3);
	for (int k = 0; k < 3; k++) {
		assert_true(bars->data.x[k] == 10.25 + 0.5 * k);
		assert_true(bars->data.y[k] == 3 - k);
	}
	sb_arena_free(arena);
}

/* A plot of an annotation shows angles in degrees: a label in words gets the unit, and curves of different units tell
 * theirs. */
static void wished_plots_tell_units(void **state)
{
	(void)state;
	static const sr_column angles[] = {
		{.name = "phi", .unit = "rad", .shown_unit = "deg", .shown_factor = 180 / 3.14},
		{.name = "w", .unit = "rad/s"}};
	sr_record *r = sr_record_new(angles, 2, 1);
	for (int row = 0; row < 5; row++)
		memcpy(sr_row(r, row, SR_GRID), (double[]){row, row}, 2 * sizeof(double));
	sb_arena *arena = sb_arena_new();
	const uint32_t both[] = {0, 1};
	const char *const none[] = {"", ""};
	const sr_plot_wish plots[] = {
		{.title = "", .label = "angle", .columns = both, .legends = none, .count = 1, .low = NAN,
		 .high = NAN},
		{.title = "", .label = "angle [in turns]", .columns = both, .legends = none, .count = 1, .low = NAN,
		 .high = NAN},
		{.title = "", .label = "", .columns = both, .legends = none, .count = 2, .low = NAN, .high = NAN}};
	sr_groups groups = sr_groups_of(arena, r, &(sr_figure){.plots = plots, .plot_count = 3});
	assert_string_equal(groups.at[0].unit, "angle [deg]");
	assert_string_equal(groups.at[0].curves.at[0].legend, "phi");
	assert_string_equal(groups.at[1].unit, "angle [in turns]");
	assert_string_equal(groups.at[2].unit, "");
	assert_string_equal(groups.at[2].curves.at[0].legend, "phi [deg]");
	assert_string_equal(groups.at[2].curves.at[1].legend, "w [rad/s]");
	sb_arena_free(arena);
	sr_record_free(r);
}

/* Of several runs each has a curve of each variable that it has, with its name. */
static void runs_share_a_panel(void **state)
{
	(void)state;
	static const sr_column one[] = {{.name = "x"}}, two[] = {{.name = "y"}};
	sr_record *a = sr_record_new(one, 1, 1), *b = sr_record_new(one, 1, 1), *c = sr_record_new(two, 1, 1);
	for (int row = 0; row < 5; row++)
		*sr_row(a, row, SR_GRID) = *sr_row(b, row, SR_GRID) = *sr_row(c, row, SR_GRID) = row;
	sb_arena *arena = sb_arena_new();
	const sr_run others[] = {{.record = b, .label = "b"}, {.record = c, .label = "c"}};
	const sr_figure figure = {.label = "a", .others = others, .other_count = 2};
	sr_groups groups = sr_groups_of(arena, a, &figure);
	assert_int_equal(groups.n, 1);
	assert_int_equal(groups.at[0].curves.n, 2);
	assert_string_equal(groups.at[0].curves.at[0].legend, "x (a)");
	assert_string_equal(groups.at[0].curves.at[1].legend, "x (b)");
	assert_ptr_equal(groups.at[0].curves.at[1].record, b);
	sb_arena_free(arena);
	sr_record_free(a);
	sr_record_free(b);
	sr_record_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(bars_stand_over_their_cells), cmocka_unit_test(wished_plots_tell_units),
		cmocka_unit_test(runs_share_a_panel),
		cmocka_unit_test(ticks_are_round),          cmocka_unit_test(the_axes_of_the_terminal_are_straight),
		cmocka_unit_test(no_range_is_too_odd),      cmocka_unit_test(what_a_person_wants_to_see),
		cmocka_unit_test(svg_is_well_formed),       cmocka_unit_test(a_gap_is_a_gap),
		cmocka_unit_test(terminal_looks_as_it_did), cmocka_unit_test(the_terminal_takes_anything),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
