/* Drawings as PNG, by their pixels. Each kind of mark is drawn at a known place, after words that are turned, so that
 * what one mark sets cannot be left over for the next. The pixels are read by cairo, which also writes them; without it
 * there is nothing to test. The same scene as SVG has each mark once, with its attributes. */
#include "unit/unit.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "result/drawing/drawing.h"

enum { SIDE = 100, RED = 0xff0000, GREEN = 0x00ff00, BLUE = 0x0000ff, WHITE = 0xffffff };

typedef struct pixels { void *library, *surface; const unsigned char *at; int width, height, stride; } pixels;

static pixels read_png(const char *path)
{
	pixels p = {.library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL)};
	void *(*open_png)(const char *);
	const unsigned char *(*data)(void *);
	int (*width)(void *), (*height)(void *), (*stride)(void *);
	if (!p.library)
		return p;
	*(void **)&open_png = dlsym(p.library, "cairo_image_surface_create_from_png");
	*(void **)&data = dlsym(p.library, "cairo_image_surface_get_data");
	*(void **)&width = dlsym(p.library, "cairo_image_surface_get_width");
	*(void **)&height = dlsym(p.library, "cairo_image_surface_get_height");
	*(void **)&stride = dlsym(p.library, "cairo_image_surface_get_stride");
	p.surface = open_png(path);
	p.at = data(p.surface);
	p.width = width(p.surface);
	p.height = height(p.surface);
	p.stride = stride(p.surface);
	return p;
}

/* The colour at a place of the scene. */
static uint32_t color_at(const pixels *p, double x, double y)
{
	int column = (int)(x / SIDE * p->width), row = (int)(y / SIDE * p->height);
	uint32_t pixel;
	memcpy(&pixel, p->at + row * p->stride + 4 * column, sizeof pixel);
	return pixel & 0xffffff;
}

/* The scene is drawn and read; false: there is no cairo. */
static bool drawn(const sr_scene *s, pixels *p)
{
	char path[] = "/tmp/saltus_drawing_XXXXXX.png";
	sb_diag *diag = sb_diag_new();
	int file = mkstemps(path, 4);
	assert_true(file >= 0);
	close(file);
	bool good = sr_scene_png(s, path, diag);
	if (good)
		*p = read_png(path);
	unlink(path);
	sb_diag_free(diag);
	return good;
}

static sr_scene *white_sheet(void)
{
	sr_scene *s = sr_scene_new(SIDE, SIDE);
	sr_add_box(s, 0, 0, SIDE, SIDE, WHITE);
	return s;
}

static void turned_words(sr_scene *s)
{
	for (int k = 0; k < 3; k++) {
		sr_drawn *w = sr_add_word(s, 5, 95, "turned", (sr_anchor)k);
		w->angle = 30 * (k + 1);
		w->underlined = k == 1;
		w->most = k == 2 ? 10 : 0;
		w->size = 4;
	}
}

static void end(pixels *p, sr_scene *s)
{
	void (*destroy)(void *);
	*(void **)&destroy = dlsym(p->library, "cairo_surface_destroy");
	destroy(p->surface);
	sr_scene_free(s);
}

static void marks_are_where_they_are_put(void **state)
{
	(void)state;
	sr_scene *s = white_sheet();
	pixels p = {0};
	const double ax[] = {10, 40, 10}, ay[] = {40, 40, 70};
	turned_words(s);
	sr_add_box(s, 10, 10, 30, 20, RED);
	turned_words(s);
	sr_add_path(s, SR_AREA, ax, ay, 3, GREEN);
	turned_words(s);
	sr_add_line(s, 50, 10, 90, 10, BLUE, 4);
	turned_words(s);
	sr_drawn *disc = sr_add_path(s, SR_CIRCLE, (double[]){70}, (double[]){60}, 1, RED);
	disc->width = 10;
	if (!drawn(s, &p)) {
		sr_scene_free(s);
		skip();
	}
	assert_int_equal(p.width, p.height);
	assert_int_equal(color_at(&p, 12, 12), RED);
	assert_int_equal(color_at(&p, 28, 18), RED);
	assert_int_equal(color_at(&p, 32, 15), WHITE);
	assert_int_equal(color_at(&p, 20, 23), WHITE);
	assert_int_equal(color_at(&p, 15, 45), GREEN);
	assert_int_equal(color_at(&p, 13, 64), GREEN);
	assert_int_equal(color_at(&p, 33, 62), WHITE);         /* beyond the long side of the triangle */
	assert_int_equal(color_at(&p, 52, 10), BLUE);
	assert_int_equal(color_at(&p, 88, 11), BLUE);
	assert_int_equal(color_at(&p, 70, 14), WHITE);
	assert_int_equal(color_at(&p, 70, 60), RED);
	assert_int_equal(color_at(&p, 77, 60), RED);
	assert_int_equal(color_at(&p, 78.5, 68.5), WHITE);     /* in the corner of the square around the disc */
	end(&p, s);
}

/* How many pixels of a rectangle are not white. */
static int dark(const pixels *p, double x0, double y0, double x1, double y1)
{
	int n = 0;
	for (double x = x0; x < x1; x++)
		for (double y = y0; y < y1; y++)
			n += color_at(p, x, y) != WHITE;
	return n;
}

/* A word stands before, around or behind its place; one that is turned by 90 degrees goes downwards from there. */
static void words_are_anchored_and_turned(void **state)
{
	(void)state;
	for (int kind = 0; kind < 4; kind++) {
		sr_scene *s = white_sheet();
		pixels p = {0};
		sr_drawn *w = sr_add_word(s, 50, 50, "MMMM", kind < 3 ? (sr_anchor)kind : SR_ANCHOR_START);
		w->size = 10;
		w->angle = kind == 3 ? 90 : 0;
		if (!drawn(s, &p)) {
			sr_scene_free(s);
			skip();
		}
		bool left = kind == SR_ANCHOR_MIDDLE || kind == SR_ANCHOR_END;
		bool right = kind == SR_ANCHOR_MIDDLE || kind == SR_ANCHOR_START;
		assert_int_equal(dark(&p, 5, 40, 48, 52) > 0, left);
		assert_int_equal(dark(&p, 64, 40, 95, 52) > 0, right);
		assert_int_equal(dark(&p, 40, 70, 65, 95) > 0, kind == 3);
		end(&p, s);
	}
}

/* A word that may be as wide as `most` is not wider, and stands in the same place. */
static void a_word_is_as_wide_as_it_may_be(void **state)
{
	(void)state;
	sr_scene *s = white_sheet();
	pixels p = {0};
	sr_drawn *w = sr_add_word(s, 10, 50, "MMMMMMMM", SR_ANCHOR_START);
	w->size = 12;
	w->most = 30;
	if (!drawn(s, &p)) {
		sr_scene_free(s);
		skip();
	}
	assert_true(dark(&p, 30, 40, 39, 52) > 0);
	assert_int_equal(dark(&p, 43, 30, 99, 60), 0);
	end(&p, s);
}

static void svg_has_each_mark(void **state)
{
	(void)state;
	sr_scene *s = sr_scene_new(SIDE, SIDE);
	const double ax[] = {10, 40, 10}, ay[] = {40, 40.5, 70};
	sb_text text = {0};
	sr_add_box(s, 10, 10, 30, 20, RED);
	sr_add_path(s, SR_AREA, ax, ay, 3, GREEN);
	sr_add_path(s, SR_STROKE, ax, ay, 3, BLUE);
	sr_add_word(s, 5, 95, "a < b & c", SR_ANCHOR_END)->angle = 30;
	sr_scene_svg(s, &text);
	assert_non_null(strstr(text.at, "points=\"10.00,40.00 40.00,40.50 10.00,70.00\""));
	assert_non_null(strstr(text.at, "#ff0000"));
	assert_non_null(strstr(text.at, "#00ff00"));
	assert_non_null(strstr(text.at, "#0000ff"));
	assert_non_null(strstr(text.at, "a &lt; b &amp; c"));
	assert_non_null(strstr(text.at, "rotate(30"));
	assert_non_null(strstr(text.at, "text-anchor=\"end\""));
	sb_text_free(&text);
	sr_scene_free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(marks_are_where_they_are_put), cmocka_unit_test(words_are_anchored_and_turned),
		cmocka_unit_test(a_word_is_as_wide_as_it_may_be), cmocka_unit_test(svg_has_each_mark),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
