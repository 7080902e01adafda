/* Scenes as pixels, by cairo. The library is opened when the first picture is drawn: loading it takes longer than
 * simulating a small model, and most runs draw none. */
#include "result/drawing/raster.h"
#include "base/file.h"
#include "base/stock.h"
#include <dlfcn.h>
#include <math.h>
#include <string.h>

typedef struct cairo_extents { double x_bearing, y_bearing, width, height, x_advance, y_advance; } cairo_extents;
typedef struct cairo {
	void *(*surface_create)(int format, int width, int height);
	void (*surface_destroy)(void *surface);
	int (*write_png)(void *surface, int (*write)(void *closure, const unsigned char *data, unsigned length),
					 void *closure);
	void *(*create)(void *surface);
	void (*destroy)(void *c);
	void (*set_source_rgba)(void *c, double r, double g, double b, double a);
	void (*set_line_width)(void *c, double width);
	void (*set_line_join)(void *c, int join);
	void (*set_dash)(void *c, const double *lengths, int count, double offset);
	void (*move_to)(void *c, double x, double y);
	void (*line_to)(void *c, double x, double y);
	void (*close_path)(void *c);
	void (*rectangle)(void *c, double x, double y, double w, double h);
	void (*arc)(void *c, double x, double y, double r, double from, double to);
	void (*fill)(void *c);
	void (*stroke)(void *c);
	void (*select_font_face)(void *c, const char *family, int slant, int weight);
	void (*set_font_size)(void *c, double size);
	void (*text_extents)(void *c, const char *text, cairo_extents *extents);
	void (*show_text)(void *c, const char *text);
	void (*save)(void *c);
	void (*restore)(void *c);
	void (*translate)(void *c, double x, double y);
	void (*rotate)(void *c, double angle);
	void (*scale)(void *c, double x, double y);
	void (*curve_to)(void *c, double x1, double y1, double x2, double y2, double x, double y);
	void (*fill_preserve)(void *c);
	void (*new_path)(void *c);
	void (*set_source)(void *c, void *pattern);
	void *(*pattern_create_linear)(double x0, double y0, double x1, double y1);
	void *(*pattern_create_radial)(double x0, double y0, double r0, double x1, double y1, double r1);
	void (*pattern_add_color_stop_rgb)(void *pattern, double offset, double r, double g, double b);
	void (*pattern_set_matrix)(void *pattern, const double *matrix);
	void (*pattern_destroy)(void *pattern);
	void (*transform)(void *c, const double *matrix);
	int (*matrix_invert)(double *matrix);
	void *(*image_from_png)(int (*read)(void *closure, unsigned char *data, unsigned length), void *closure);
	int (*surface_status)(void *surface);
	int (*image_width)(void *surface);
	int (*image_height)(void *surface);
	void (*set_source_surface)(void *c, void *surface, double x, double y);
	void (*paint)(void *c);
	void (*surface_flush)(void *surface);
	unsigned char *(*image_data)(void *surface);
	int (*image_stride)(void *surface);
} cairo;

static void *open_cairo(cairo *c)
{
	static const char *const names[] = {
		"image_surface_create", "surface_destroy", "surface_write_to_png_stream", "create", "destroy",
		"set_source_rgba", "set_line_width", "set_line_join", "set_dash", "move_to", "line_to", "close_path",
		"rectangle", "arc", "fill", "stroke", "select_font_face", "set_font_size", "text_extents", "show_text",
		"save", "restore", "translate", "rotate", "scale", "curve_to", "fill_preserve", "new_path", "set_source",
		"pattern_create_linear", "pattern_create_radial", "pattern_add_color_stop_rgb", "pattern_set_matrix",
		"pattern_destroy", "transform", "matrix_invert", "image_surface_create_from_png_stream", "surface_status",
		"image_surface_get_width", "image_surface_get_height", "set_source_surface", "paint", "surface_flush",
		"image_surface_get_data", "image_surface_get_stride"};
	void *library = dlopen("libcairo.so.2", RTLD_NOW | RTLD_LOCAL), **functions = (void **)c;
	for (size_t i = 0; library && i < sizeof names / sizeof *names; i++) {
		char name[64];
		snprintf(name, sizeof name, "cairo_%s", names[i]);
		functions[i] = dlsym(library, name);
		if (!functions[i])
			return NULL;
	}
	return library;
}

static void set_color(const cairo *c, void *to, const sr_drawn *m)
{
	c->set_source_rgba(to, (m->color >> 16 & 255) / 255.0, (m->color >> 8 & 255) / 255.0, (m->color & 255) / 255.0,
					   m->opacity);
}

static void draw_word(const cairo *c, void *to, const sr_drawn *m)
{
	cairo_extents size;
	c->select_font_face(to, "sans-serif", m->italic, m->bold);
	c->set_font_size(to, m->size);
	c->text_extents(to, m->text, &size);
	if (m->most > 0 && size.x_advance > m->most) {
		c->set_font_size(to, m->size * m->most / size.x_advance);
		c->text_extents(to, m->text, &size);
	}
	double shift = m->anchor == SR_ANCHOR_START    ? 0
				   : m->anchor == SR_ANCHOR_MIDDLE ? size.x_advance / 2
												   : size.x_advance;
	c->save(to);
	c->translate(to, m->x[0], m->y[0]);
	if (m->angle != 0)
		c->rotate(to, m->angle * M_PI / 180);
	c->move_to(to, -shift, 0);
	c->show_text(to, m->text);
	if (m->underlined) {
		c->rectangle(to, -shift, 0.1 * m->size, size.x_advance, 0.05 * m->size);
		c->fill(to);
	}
	c->restore(to);
}

static void draw_path(const cairo *c, void *to, const sr_drawn *m)
{
	c->move_to(to, m->x[0], m->y[0]);
	for (uint32_t i = 1; i < m->n; i++)
		c->line_to(to, m->x[i], m->y[i]);
	if (m->kind == SR_AREA) {
		c->close_path(to);
		c->fill(to);
		return;
	}
	c->set_line_width(to, m->width);
	c->set_line_join(to, 1);
	c->set_dash(to, m->dash == SR_DOTTED ? (double[]){2, 3} : (double[]){6, 4}, m->dash == SR_SOLID ? 0 : 2, 0);
	c->stroke(to);
}

static void add_stop(const cairo *c, void *pattern, double offset, uint32_t color)
{
	c->pattern_add_color_stop_rgb(pattern, offset, (color >> 16 & 255) / 255.0, (color >> 8 & 255) / 255.0,
								  (color & 255) / 255.0);
}

/* Fills the path that is there, and leaves it. A gradient that is squeezed to nothing is one colour. */
static void paint_inside(const cairo *c, void *to, const sr_paint *p)
{
	bool band = p->kind == SR_BAND_PAINT;
	double back[6];                  /* cairo wants to know where a point of the sheet lies in the gradient */
	memcpy(back, p->place, sizeof back);
	if (p->kind == SR_PLAIN || c->matrix_invert(back) != 0) {
		c->set_source_rgba(to, (p->color >> 16 & 255) / 255.0, (p->color >> 8 & 255) / 255.0, (p->color & 255) / 255.0,
						   1);
		c->fill_preserve(to);
		return;
	}
	void *pattern = band ? c->pattern_create_linear(0, 0, 1, 0) : c->pattern_create_radial(0, 0, 0, 0, 0, 1);
	add_stop(c, pattern, 0, band ? p->edge : p->color);
	if (band)
		add_stop(c, pattern, 0.5, p->color);
	add_stop(c, pattern, 1, p->edge);
	c->pattern_set_matrix(pattern, back);
	c->set_source(to, pattern);
	c->fill_preserve(to);
	c->pattern_destroy(pattern);
}

static void draw_shape(const cairo *c, void *to, const sr_drawn *m)
{
	const double *x = m->x, *y = m->y;
	c->new_path(to);
	for (const char *v = m->shape->verbs; *v; v++) {
		int taken = *v == 'Z' ? 0 : *v == 'C' ? 3 : 1;
		switch (*v) {
		case 'M': c->move_to(to, x[0], y[0]); break;
		case 'L': c->line_to(to, x[0], y[0]); break;
		case 'C': c->curve_to(to, x[0], y[0], x[1], y[1], x[2], y[2]); break;
		default: c->close_path(to); break;
		}
		x += taken;
		y += taken;
	}
	if (m->shape->paint.kind)
		paint_inside(c, to, &m->shape->paint);
	if (m->shape->drawn) {
		set_color(c, to, m);
		c->set_line_width(to, m->width);
		c->set_line_join(to, 1);
		c->set_dash(to, m->shape->dashes, m->shape->dash_count, 0);
		c->stroke(to);
	}
	c->new_path(to);
}

typedef struct bytes { const unsigned char *at; size_t left; } bytes;

static int from_memory(void *closure, unsigned char *data, unsigned length)
{
	enum { CAIRO_READ_ERROR = 10 };
	bytes *b = closure;
	if (length > b->left)
		return CAIRO_READ_ERROR;
	memcpy(data, b->at, length);
	b->at += length;
	b->left -= length;
	return 0;
}

static void draw_image(const cairo *c, void *to, const sr_drawn *m)
{
	bytes from = {m->image->png, m->image->length};
	void *image = c->image_from_png(from_memory, &from);
	int width = c->surface_status(image) == 0 ? c->image_width(image) : 0, height = width ? c->image_height(image) : 0;
	double back[6];
	memcpy(back, m->image->place, sizeof back);
	if (width > 0 && height > 0 && c->matrix_invert(back) == 0) {
		c->save(to);
		c->transform(to, m->image->place);
		c->scale(to, 1.0 / width, 1.0 / height);
		c->set_source_surface(to, image, 0, 0);
		c->paint(to);
		c->restore(to);
	}
	c->surface_destroy(image);
}

static void draw_mark(const cairo *c, void *to, const sr_drawn *m)
{
	set_color(c, to, m);
	switch (m->kind) {
	case SR_BOX:
		c->rectangle(to, m->x[0], m->y[0], m->x[1] - m->x[0], m->y[1] - m->y[0]);
		c->fill(to);
		break;
	case SR_CIRCLE:
		c->arc(to, m->x[0], m->y[0], m->width, 0, 2 * M_PI);
		c->fill(to);
		break;
	case SR_WORD: draw_word(c, to, m); break;
	case SR_SHAPE: draw_shape(c, to, m); break;
	case SR_IMAGE: draw_image(c, to, m); break;
	case SR_AREA:
	case SR_STROKE: draw_path(c, to, m); break;
	}
}

struct sr_raster { cairo c; void *surface, *to; double width, height; };

static void too_many(const sr_raster *r, const char *path, sb_diag *diag)
{
	sb_help(sb_report(diag, SB_ERROR, "F0025", (sb_span){0}, "'%s' cannot be drawn: %.0f x %.0f pixels are too many",
					  path, r->width, r->height),
			"draw a smaller picture, or an .svg file");
}

sr_raster *sr_raster_new(double width, double height, double fine, const char *path, sb_diag *diag)
{
	sr_raster *r = sb_draw(NULL, sizeof *r);
	if (!open_cairo(&r->c)) {
		sb_message *m = sb_report(diag, SB_ERROR, "F0022", (sb_span){0},
								  "'%s' cannot be drawn: the library cairo is not installed", path);
		sb_help(m, "install the package libcairo2, or draw an .svg file, which needs no library");
		sb_put_back(r);
		return NULL;
	}
	r->width = width * fine;
	r->height = height * fine;
	r->surface = r->c.surface_create(0, (int)r->width, (int)r->height);
	r->to = r->c.create(r->surface);
	r->c.scale(r->to, fine, fine);
	if (r->c.surface_status(r->surface) == 0)
		return r;
	too_many(r, path, diag);
	sr_raster_free(r);
	return NULL;
}

void sr_raster_free(sr_raster *r)
{
	r->c.destroy(r->to);
	r->c.surface_destroy(r->surface);
	sb_put_back(r);
}

void sr_raster_draw(sr_raster *r, const sr_scene *scene)
{
	for (uint32_t i = 0; i < scene->marks.n; i++)
		draw_mark(&r->c, r->to, &scene->marks.at[i]);
	r->c.surface_flush(r->surface);
}

sr_pixels sr_raster_pixels(const sr_raster *r)
{
	return (sr_pixels){.width = (uint32_t)r->c.image_width(r->surface),
		.height = (uint32_t)r->c.image_height(r->surface), .stride = (uint32_t)r->c.image_stride(r->surface),
		.at = r->c.image_data(r->surface)};
}

static int to_file(void *closure, const unsigned char *data, unsigned length)
{
	enum { CAIRO_WRITE_ERROR = 11 };
	return fwrite(data, 1, length, closure) == length ? 0 : CAIRO_WRITE_ERROR;
}

bool sr_raster_png(const sr_raster *r, const char *path, sb_diag *diag)
{
	sb_output out;
	if (!sb_output_open(&out, diag, path))
		return false;
	bool made = r->c.surface_status(r->surface) == 0 && r->c.write_png(r->surface, to_file, out.stream) == 0;
	if (made || ferror(out.stream))
		return sb_output_commit(&out, diag);     /* which tells why the file could not be written */
	sb_output_abandon(&out);
	too_many(r, path, diag);
	return false;
}
