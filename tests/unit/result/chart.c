/* Charts: the ticks of axes, where marks stand, what is cut off, what is kept of many points. */
#include "unit/unit.h"
#include "result/chart/scene.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void ticks_are(const sr_axis_wish *wish, double low, double high, int most, bool plain, const char *wanted)
{
	sr_axis a = sr_axis_as(wish, low, high, most);
	char text[64], all[512] = "";
	for (int i = 0; i < a.ticks && strlen(all) < 400; i++) {
		int n = sr_tick_text(text, &a, i, plain);
		assert_int_equal(n, strlen(text));
		strcat(strcat(all, i ? " " : ""), text);
	}
	assert_string_equal(all, wanted);
}

static void logarithmic_ticks_are_powers(void **state)
{
	(void)state;
	static const sr_axis_wish w = {.scale = SR_LOGARITHMIC};
	ticks_are(&w, 0.01, 1000, 8, true, "0.01 0.1 1 10 100 1000");
	ticks_are(&w, 1, 100, 9, true, "1 2 5 10 20 50 100");
	ticks_are(&w, 0.3, 40, 9, true, "0.5 1 2 5 10 20");
	ticks_are(&w, 1e-9, 1e9, 7, true, "1e-9 1e-6 0.001 1 1000 1e6 1e9");
	ticks_are(&w, 1e-9, 1e9, 7, false, "10⁻⁹ 10⁻⁶ 0.001 1 1000 10⁶ 10⁹");
	ticks_are(&w, 2, 3, 6, true, "2.0 2.2 2.4 2.6 2.8 3.0");
	ticks_are(&w, 5, 5, 6, true, "4 6 8 10");
	ticks_are(&w, 1e5, 1e7, 9, true, "1e5 2e5 5e5 1e6 2e6 5e6 1e7");
}

static void every_range_has_ticks_inside(void **state)
{
	(void)state;
	uint64_t seed = 314159265;
	for (int round = 0; round < 20000; round++) {
		seed = seed * 6364136223846793005u + 1442695040888963407u;
		double low = pow(10, (double)(seed >> 40) / (1 << 24) * 40 - 20);
		double high = low * (1 + pow(10, (double)(seed >> 20 & 0xffff) / 65536 * 12 - 3));
		int most = 2 + (int)(seed >> 10 & 7);
		sr_axis a = sr_axis_as(&(sr_axis_wish){.scale = SR_LOGARITHMIC, .reversed = seed >> 9 & 1}, low, high, most);
		assert_in_range(a.ticks, 0, 12);
		for (int i = 0; i < a.ticks; i++) {
			double part = sr_axis_part(&a, sr_tick_at(&a, i));
			assert_true(part > -1e-6 && part < 1 + 1e-6);
			assert_true(i == 0 || sr_tick_at(&a, i) > sr_tick_at(&a, i - 1));
		}
	}
}

static void names_and_multiples(void **state)
{
	(void)state;
	static const char *const names[] = {"closed", "opening", "open"};
	ticks_are(&(sr_axis_wish){.names = names, .name_count = 3}, 1, 3, 8, true, "closed opening open");
	ticks_are(&(sr_axis_wish){.every = 45}, -190, 10, 8, true, "-180 -135 -90 -45 0");
	ticks_are(&(sr_axis_wish){.every = 45}, -700, 10, 8, true, "-630 -540 -450 -360 -270 -180 -90 0");
	ticks_are(&(sr_axis_wish){.every = 45}, 1, 3, 3, true, "1 2 3");
}

static void parts_of_axes(void **state)
{
	(void)state;
	sr_axis a = sr_axis_as(&(sr_axis_wish){.scale = SR_LOGARITHMIC}, 1, 100, 5);
	assert_float_equal(sr_axis_part(&a, 10), 0.5, 1e-12);
	assert_true(isnan(sr_axis_part(&a, 0)) && isnan(sr_axis_part(&a, -1)) && isnan(sr_axis_part(&a, INFINITY)));
	a = sr_axis_as(&(sr_axis_wish){.reversed = true}, 0, 10, 5);
	assert_float_equal(sr_axis_part(&a, 2), 0.8, 1e-12);
	assert_true(isfinite(sr_axis_part(&a, 1e308)) && isnan(sr_axis_part(&a, NAN)));
}

static const sr_drawn *longest_stroke(const sr_scene *s)
{
	const sr_drawn *best = NULL;
	for (uint32_t i = 0; i < s->marks.n; i++)
		if (s->marks.at[i].kind == SR_STROKE && (!best || s->marks.at[i].n > best->n))
			best = &s->marks.at[i];
	return best;
}

/* Ten million points with one peak that a single point has: it is drawn, and the picture stays small. */
static void peak(const void *source, size_t i, double *x, double *y)
{
	*x = (double)i;
	*y = i == *(const size_t *)source ? 7 : sin((double)i * 1e-6);
}

static void a_single_peak_of_many_points_is_seen(void **state)
{
	(void)state;
	const size_t n = 10000000, at = 3333333;
	sr_layer l = {.kind = SR_CURVE, .data = {.n = n, .at = peak, .source = &at}};
	sr_panel p = {.layers = &l, .count = 1, .y = {.low = -2, .high = 10}};
	sr_scene *s = sr_scene_of_chart(&(sr_chart){.panels = &p, .count = 1});
	const sr_drawn *m = longest_stroke(s);
	double top = INFINITY, x = 0;
	for (uint32_t i = 0; i < m->n; i++)
		if (m->y[i] < top)
			top = m->y[i], x = m->x[i];
	assert_in_range(m->n, 760, 5 * 2 * 760);
	/* the frame goes from 78 to 838 and is 340 high: the peak is at three of twelve parts, at a third of the width */
	assert_float_equal(x, 78 + 760.0 * at / (n - 1), 0.6);
	double bottom = s->height - 32;
	assert_float_equal(top, bottom - 340 * 9.0 / 12, 1.5);
	sr_scene_free(s);
}

typedef struct tally { uint32_t paths, points; double x_low, x_high, y_low, y_high; } tally;

static void take(void *context, const double *x, const double *y, uint32_t n)
{
	tally *t = context;
	t->paths++;
	t->points += n;
	for (uint32_t i = 0; i < n; i++) {
		t->x_low = fmin(t->x_low, x[i]), t->x_high = fmax(t->x_high, x[i]);
		t->y_low = fmin(t->y_low, y[i]), t->y_high = fmax(t->y_high, y[i]);
	}
}

/* Whatever the points: paths stay inside of the frame, and what crosses it is not lost. */
static void curves_are_cut_at_the_edges(void **state)
{
	(void)state;
	sr_frame f = {.x0 = 100, .x1 = 200, .y0 = 50, .y1 = 90, .x = sr_axis_over(0, 1, 5, false),
		.y = sr_axis_over(-1, 1, 5, false)};
	/* through (0.5, 0) with slope 2: leaves by the upper and lower edge */
	double x[] = {-1, 2}, y[] = {-3, 3};
	tally t = {0, 0, INFINITY, -INFINITY, INFINITY, -INFINITY};
	sr_trace(&f, &(sr_layer){.kind = SR_CURVE, .data = {.n = 2, .x = x, .y = y}}, take, &t);
	assert_int_equal(t.paths, 1);
	assert_int_equal(t.points, 2);
	assert_float_equal(t.x_low, 100, 0.1);
	assert_float_equal(t.x_high, 200, 0.1);
	assert_float_equal(t.y_low, 50, 0.1);
	assert_float_equal(t.y_high, 90, 0.1);
	uint64_t seed = 271828;
	for (int round = 0; round < 2000; round++) {
		double px[20], py[20], up[20];
		for (int i = 0; i < 20; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			px[i] = (double)(seed >> 40) / (1 << 24) * 3 - 1;
			py[i] = seed >> 33 & 15 ? (double)(seed >> 20 & 0xffff) / 65536 * 6 - 3 : seed >> 37 & 1 ? NAN : 1e300;
			up[i] = py[i] + 1;
		}
		tally in = {0, 0, INFINITY, -INFINITY, INFINITY, -INFINITY};
		sr_layer l = {.kind = round % 2 ? SR_CURVE : SR_STEPS, .data = {.n = 20, .x = px, .y = py}, .upper = up};
		sr_trace(&f, &l, take, &in);
		sr_trace_band(&f, &l, take, &in);
		assert_true(!in.points || (in.x_low >= 99.9 && in.x_high <= 200.1 && in.y_low >= 49.9 && in.y_high <= 90.1));
	}
}

static void zero_is_a_gap_on_a_logarithmic_axis(void **state)
{
	(void)state;
	double x[] = {0, 1, 2, 3, 4}, y[] = {1, 10, 0, 10, 1};
	sr_layer l = {.kind = SR_CURVE, .data = {.n = 5, .x = x, .y = y}};
	sr_panel p = {.layers = &l, .count = 1, .y = {.scale = SR_LOGARITHMIC}};
	sr_scene *s = sr_scene_of_chart(&(sr_chart){.panels = &p, .count = 1});
	int curves = 0;
	for (uint32_t i = 0; i < s->marks.n; i++)
		curves += s->marks.at[i].kind == SR_STROKE && s->marks.at[i].width == 1.8;
	assert_int_equal(curves, 2);
	sr_scene_free(s);
}

/* Panels that share an axis have the same range, and its numbers stand once. */
static void shared_axes_have_one_range(void **state)
{
	(void)state;
	double a[] = {0, 1}, b[] = {5, 10};
	sr_layer l[] = {{.kind = SR_CURVE, .data = {.n = 2, .x = a, .y = a}},
					{.kind = SR_CURVE, .data = {.n = 2, .x = b, .y = b}}};
	sr_panel p[] = {{.layers = &l[0], .count = 1, .x_below = true}, {.layers = &l[1], .count = 1, .y_left = true},
					{.layers = &l[1], .count = 1}};
	sr_chart c = {.panels = p, .count = 3, .columns = 2};
	sb_arena *arena = sb_arena_new();
	sr_extent *e = sr_extents(arena, &c);
	assert_float_equal(e[0].x.low, 0, 0);            /* over the third, which is below it */
	assert_float_equal(e[0].x.high, 10, 0);
	assert_float_equal(e[2].x.low, 0, 0);
	assert_float_equal(e[1].x.low, 5, 0);
	assert_float_equal(e[0].y.high, 10, 0);          /* beside the second */
	assert_float_equal(e[1].y.low, 0, 0);
	sb_arena_free(arena);
}

/* Also where only one of them has marks, and so room beside them: the vertical lines of their grids stand at the same
 * places. */
static void shared_axes_have_one_room(void **state)
{
	(void)state;
	double x[] = {0.1, 100}, y[] = {0, 1};
	sr_layer l[] = {{.kind = SR_CURVE, .data = {.n = 2, .x = x, .y = y}},
					{.kind = SR_POINTS, .data = {.n = 2, .x = x, .y = y}}};
	sr_axis_wish axis = {.label = "frequency", .scale = SR_LOGARITHMIC};
	sr_panel p[] = {{.x = axis, .layers = &l[0], .count = 1, .x_below = true},
		{.x = axis, .layers = &l[1], .count = 1}};
	sr_scene *s = sr_scene_of_chart(&(sr_chart){.panels = p, .count = 2});
	double lines[2][20], top = 0;
	uint32_t n[2] = {0};
	for (uint32_t i = 0; i < s->marks.n; i++) {
		const sr_drawn *m = &s->marks.at[i];
		if (m->kind != SR_STROKE || m->n != 2 || m->x[0] != m->x[1] || m->width != 1)
			continue;
		top = top > 0 ? top : m->y[0];
		int panel = fabs(m->y[0] - top) > 1 && fabs(m->y[1] - top) > 1;
		if (n[panel] < 20)
			lines[panel][n[panel]++] = m->x[0];
	}
	assert_true(n[0] > 2);
	assert_int_equal(n[0], n[1]);
	for (uint32_t i = 0; i < n[0]; i++)
		assert_float_equal(lines[0][i], lines[1][i], 1e-9);
	sr_scene_free(s);
}

static void equal_units_are_equally_long(void **state)
{
	(void)state;
	double x[] = {0, 1, 1, 0, 0}, y[] = {0, 0, 1, 1, 0};
	sr_layer l = {.kind = SR_CURVE, .data = {.n = 5, .x = x, .y = y}};
	sr_panel p = {.layers = &l, .count = 1, .equal = true};
	sr_scene *s = sr_scene_of_chart(&(sr_chart){.panels = &p, .count = 1});
	const sr_drawn *m = longest_stroke(s);
	double wide = 0, high = 0;
	for (uint32_t i = 0; i < m->n; i++)
		for (uint32_t k = 0; k < m->n; k++)
			wide = fmax(wide, m->x[i] - m->x[k]), high = fmax(high, m->y[i] - m->y[k]);
	assert_float_equal(wide, high, 0.5);
	assert_true(wide > 250);
	sr_scene_free(s);
}

/* The words of a picture: on it, and none over another. Widths are estimated as the layout does. */
static void assert_words_apart(const sr_scene *s)
{
	for (uint32_t i = 0; i < s->marks.n; i++) {
		const sr_drawn *a = &s->marks.at[i];
		if (a->kind != SR_WORD || a->angle != 0)
			continue;
		double wide = sr_text_width(a->text) * 0.9,
			   x0 = a->x[0] - (a->anchor == SR_ANCHOR_START ? 0 : a->anchor == SR_ANCHOR_MIDDLE ? wide / 2 : wide);
		assert_true(x0 >= -1 && x0 + wide <= s->width + 1 && a->y[0] <= s->height && a->y[0] >= 9);
		for (uint32_t k = 0; k < i; k++) {
			const sr_drawn *b = &s->marks.at[k];
			double other = b->kind == SR_WORD ? sr_text_width(b->text) * 0.9 : 0;
			if (b->kind != SR_WORD || b->angle != 0 || fabs(a->y[0] - b->y[0]) > 9)
				continue;
			double from = b->x[0] - (b->anchor == SR_ANCHOR_START ? 0 : b->anchor == SR_ANCHOR_MIDDLE ? other / 2
									 : other);
			if (x0 < from + other && from < x0 + wide)
				fail_msg("'%s' stands over '%s'", a->text, b->text);
		}
	}
}

static void words_do_not_overlap(void **state)
{
	(void)state;
	uint64_t seed = 161803;
	static const char *const names[] = {"x", "motor.inertia.flange_a.tau", "a temperature of the wall", "u[12]"};
	for (int round = 0; round < 300; round++) {
		double x[2], y[2];
		sr_layer layers[6] = {0};
		sr_panel panels[4] = {0};
		for (uint32_t i = 0; i < 4; i++) {
			seed = seed * 6364136223846793005u + 1442695040888963407u;
			double size = pow(10, (double)(seed >> 40) / (1 << 24) * 20 - 10);
			x[0] = size, x[1] = size * (1 + (double)(seed >> 20 & 255)), y[0] = -size, y[1] = 3 * size;
			for (uint32_t k = 0; k < 6; k++)
				layers[k] = (sr_layer){.kind = SR_CURVE, .data = {.n = 2, .x = x, .y = y},
					.legend = names[(seed >> (2 * k)) & 3], .second = k == 5 && seed >> 30 & 1};
			panels[i] = (sr_panel){.title = seed >> 31 & 1 ? "a panel" : NULL, .layers = layers,
				.count = 1 + (seed >> 32 & 5), .x = {.label = "time [s]", .scale = (sr_scale)(seed >> 35 & 1)}};
		}
		sr_scene *s = sr_scene_of_chart(&(sr_chart){.title = "all", .panels = panels, .count = 4,
			.columns = 1 + (seed >> 36 & 1)});
		assert_words_apart(s);
		sr_scene_free(s);
	}
}

static void cells_have_a_color_bar(void **state)
{
	(void)state;
	double x[] = {0, 1, 2}, y[] = {0, 1}, v[] = {1, NAN};
	sr_cells cells = {.columns = 2, .rows = 1, .x = x, .y = y, .value = v, .of = {.label = "gain"}};
	sr_layer l = {.kind = SR_CELLS, .cells = &cells};
	sr_panel p = {.layers = &l, .count = 1};
	sr_chart c = {.panels = &p, .count = 1};
	sr_scene *s = sr_scene_of_chart(&c);
	int boxes = 0, named = 0, grey = 0;
	for (uint32_t i = 0; i < s->marks.n; i++) {
		boxes += s->marks.at[i].kind == SR_BOX;
		grey += s->marks.at[i].kind == SR_BOX && s->marks.at[i].color == 0xd8d8d8;
		named += s->marks.at[i].kind == SR_WORD && strcmp(s->marks.at[i].text, "gain") == 0;
	}
	assert_int_equal(boxes, 1 + 2 + 64);
	assert_int_equal(grey, 1);
	assert_int_equal(named, 1);
	sr_scene_free(s);
	sb_text out = {0};
	sr_chart_text(&c, &(sr_screen){.width = 40, .height = 6}, &out);
	assert_non_null(strstr(out.at, "?"));
	sb_text_free(&out);
}

/* Ranges that leave out a half of each cell: what is drawn of them ends at the frame. */
static void cells_end_at_the_frame(void **state)
{
	(void)state;
	double x[] = {0, 10, 20}, y[] = {0, 10, 20}, v[] = {1, NAN, NAN, 2};
	sr_cells cells = {.columns = 2, .rows = 2, .x = x, .y = y, .value = v, .of = {.label = "gain"}};
	sr_layer l = {.kind = SR_CELLS, .cells = &cells};
	sr_panel p = {.layers = &l, .count = 1, .x = {.low = 5, .high = 15}, .y = {.low = 5, .high = 15}};
	sr_scene *s = sr_scene_of_chart(&(sr_chart){.panels = &p, .count = 1});
	const sr_drawn *grey[2] = {0};
	int n = 0;
	for (uint32_t i = 0; i < s->marks.n; i++)
		if (s->marks.at[i].kind == SR_BOX && s->marks.at[i].color == 0xd8d8d8 && n < 2)
			grey[n++] = &s->marks.at[i];
	assert_int_equal(n, 2);
	/* the right one is below, the left one above: they meet in the middle of the frame, which begins at 78 */
	double middle = fmin(grey[0]->x[0], grey[0]->x[1]);
	assert_float_equal(fmin(grey[1]->x[0], grey[1]->x[1]), 78, 0.6);
	assert_float_equal(fmax(grey[1]->x[0], grey[1]->x[1]), middle, 0.6);
	assert_float_equal(fmax(grey[0]->x[0], grey[0]->x[1]), 2 * middle - 78, 0.6);
	double level = fmin(grey[0]->y[0], grey[0]->y[1]), bottom = s->height - 32;
	assert_float_equal(fmax(grey[0]->y[0], grey[0]->y[1]), bottom, 0.6);
	assert_float_equal(fmax(grey[1]->y[0], grey[1]->y[1]), level, 0.6);
	assert_float_equal(fmin(grey[1]->y[0], grey[1]->y[1]), 2 * level - bottom, 1.2);
	sr_scene_free(s);
}

static double lightness(uint32_t color)
{
	uint32_t rgb = sr_rgb(color);
	return 0.2126 * (rgb >> 16 & 255) + 0.7152 * (rgb >> 8 & 255) + 0.0722 * (rgb & 255);
}

static void shades_grow_lighter_and_colors_differ(void **state)
{
	(void)state;
	for (int i = 0; i < 50; i++)
		assert_true(lightness(sr_shade((i + 1) / 50.0)) > lightness(sr_shade(i / 50.0)));
	for (uint32_t i = 1; i <= 7; i++)
		for (uint32_t k = 1; k < i; k++) {       /* by lightness, or by their part of blue */
			double blue = fabs((double)(sr_rgb(i) & 255) - (double)(sr_rgb(k) & 255));
			assert_true(fabs(lightness(i) - lightness(k)) > 12 || blue > 40);
		}
	assert_int_equal(sr_layer_dash(&(sr_layer){0}, 7), SR_SOLID);
	assert_int_equal(sr_layer_dash(&(sr_layer){0}, 8), SR_DASHED);
	assert_int_equal(sr_layer_dash(&(sr_layer){0}, 15), SR_DOTTED);
}

/* Every kind of layer with odd numbers, in every kind of output. */
static void odd_numbers_do_no_harm(void **state)
{
	(void)state;
	static const double odd[] = {0, -1, 1e308, -1e308, NAN, INFINITY, 5e-324, 1, 2, -INFINITY};
	double value[9];
	memcpy(value, odd, sizeof value);
	sr_cells cells = {.columns = 3, .rows = 3, .x = odd, .y = odd, .value = value};
	for (int kind = SR_CURVE; kind <= SR_TEXT; kind++)
		for (int look = 0; look < 8; look++) {
			sr_layer l = {.kind = (sr_layer_kind)kind, .data = {.n = 9, .x = odd, .y = odd + 1}, .upper = odd,
				.cells = &cells, .breadth = 1, .text = "here", .legend = "l", .second = look & 4};
			sr_panel p = {.layers = &l, .count = 1, .equal = look & 2, .x = {.scale = (sr_scale)(look & 1)},
				.y = {.scale = (sr_scale)(look >> 1 & 1), .reversed = look & 1}};
			sr_chart c = {.panels = &p, .count = 1};
			sb_text svg = {0}, text = {0};
			sr_chart_svg(&c, &svg);
			assert_null(strstr(svg.at, "nan"));
			assert_null(strstr(svg.at, "inf"));
			sr_chart_text(&c, &(sr_screen){.color = look & 1, .unicode = look & 2}, &text);
			sb_text_free(&svg);
			sb_text_free(&text);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(logarithmic_ticks_are_powers), cmocka_unit_test(every_range_has_ticks_inside),
		cmocka_unit_test(names_and_multiples), cmocka_unit_test(parts_of_axes),
		cmocka_unit_test(a_single_peak_of_many_points_is_seen), cmocka_unit_test(curves_are_cut_at_the_edges),
		cmocka_unit_test(zero_is_a_gap_on_a_logarithmic_axis), cmocka_unit_test(shared_axes_have_one_range),
		cmocka_unit_test(shared_axes_have_one_room),
		cmocka_unit_test(equal_units_are_equally_long), cmocka_unit_test(words_do_not_overlap),
		cmocka_unit_test(cells_have_a_color_bar), cmocka_unit_test(cells_end_at_the_frame),
		cmocka_unit_test(shades_grow_lighter_and_colors_differ),
		cmocka_unit_test(odd_numbers_do_no_harm),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
