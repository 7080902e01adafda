/* Shapes as marks of a scene. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <string.h>

static double line_width(const st_pen *pen, double thickness)
{
	return fmax(0.6, thickness * pen->unit);
}

/* Lengths of dashes and gaps, in widths of the line. */
static void set_dashes(sr_outline *o, sf_pattern pattern, double width)
{
	static const struct { int n; double at[SR_MOST_DASHES]; } patterns[] = {
		[SF_DASH] = {2, {6, 4}}, [SF_DOT] = {2, {1.5, 3}}, [SF_DASH_DOT] = {4, {6, 3, 1.5, 3}},
		[SF_DASH_DOT_DOT] = {6, {6, 3, 1.5, 3, 1.5, 3}}};
	if (pattern < SF_DASH)
		return;
	o->dash_count = patterns[pattern].n;
	for (int i = 0; i < o->dash_count; i++)
		o->dashes[i] = patterns[pattern].at[i] * width;
}

/* Inside, then a hatch over it, then the line around. */
static void add_filled(const st_pen *pen, const sf_shape *s, st_path *p, const sf_box *box)
{
	sr_outline *o = st_outline(p);
	bool hatched = s->fill >= SF_HORIZONTAL && s->fill <= SF_CROSS_DIAGONAL;
	double width = line_width(pen, s->thickness);
	o->paint = st_paint(s, box, p->map);
	if (hatched) {
		sr_outline *inside = sb_new(p->arena, sr_outline);
		*inside = *o;
		st_add(pen, p, inside, s->line_color);
		st_hatch(pen, s, p);
		o->paint.kind = SR_NO_PAINT;
	}
	o->drawn = s->pattern != SF_NO_LINE;
	set_dashes(o, s->pattern, width);
	if (o->drawn || o->paint.kind)
		st_add(pen, p, o, s->line_color)->width = width;
}

static void add_stroke(const st_pen *pen, const sf_shape *s, st_path *p, uint32_t color, sf_pattern pattern)
{
	sr_outline *o = st_outline(p);
	double width = line_width(pen, s->thickness);
	o->drawn = true;
	set_dashes(o, pattern, width);
	st_add(pen, p, o, color)->width = width;
}

/* ------------------------------------------------------------------------------------------------ lines and arrows */

/* The head of an arrow at `tip`, coming from `from`. */
static void add_arrow(const st_pen *pen, const st_map *map, const sf_shape *s, sf_arrow kind, sf_point tip,
					  sf_point from)
{
	double length = hypot(tip.x - from.x, tip.y - from.y), half = 0.35 * s->arrow_size;
	if (kind == SF_NO_ARROW || length == 0)
		return;
	sf_point along = {(tip.x - from.x) / length, (tip.y - from.y) / length};
	sf_point back = {tip.x - along.x * s->arrow_size, tip.y - along.y * s->arrow_size};
	st_path p = {.map = map, .arena = pen->scene->arena};
	st_move(&p, back.x - along.y * half, back.y + along.x * half);
	st_line(&p, tip.x, tip.y);
	if (kind != SF_HALF)
		st_line(&p, back.x + along.y * half, back.y - along.x * half);
	if (kind == SF_FILLED)
		st_close(&p);
	sr_outline *o = st_outline(&p);
	o->drawn = true;
	if (kind == SF_FILLED)
		o->paint = (sr_paint){.kind = SR_PLAIN, .color = s->line_color};
	st_add(pen, &p, o, s->line_color)->width = line_width(pen, s->thickness);
}

static void draw_line(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	st_path p = {.map = map, .arena = pen->scene->arena};
	uint32_t n = s->point_count;
	if (s->smooth && n > 2) {
		st_smooth(&p, s->points, n, false);
	} else {
		st_move(&p, s->points[0].x, s->points[0].y);
		for (uint32_t i = 1; i < n; i++)
			st_line(&p, s->points[i].x, s->points[i].y);
	}
	if (s->pattern != SF_NO_LINE)
		add_stroke(pen, s, &p, s->line_color, s->pattern);
	add_arrow(pen, map, s, s->arrow[0], s->points[0], s->points[1]);
	add_arrow(pen, map, s, s->arrow[1], s->points[n - 1], s->points[n - 2]);
}

static void draw_polygon(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	st_path p = {.map = map, .arena = pen->scene->arena};
	sf_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
	for (uint32_t i = 0; i < s->point_count; i++) {
		box.a = (sf_point){fmin(box.a.x, s->points[i].x), fmin(box.a.y, s->points[i].y)};
		box.b = (sf_point){fmax(box.b.x, s->points[i].x), fmax(box.b.y, s->points[i].y)};
	}
	/* a polygon whose last point is its first has one corner less */
	const sf_point *last = &s->points[s->point_count - 1];
	uint32_t n = s->point_count - (s->point_count > 3 && last->x == s->points[0].x && last->y == s->points[0].y);
	if (s->smooth && n > 2) {
		st_smooth(&p, s->points, n, true);
	} else {
		st_move(&p, s->points[0].x, s->points[0].y);
		for (uint32_t i = 1; i < n; i++)
			st_line(&p, s->points[i].x, s->points[i].y);
		st_close(&p);
	}
	add_filled(pen, s, &p, &box);
}

/* ---------------------------------------------------------------------------------------- rectangles and ellipses */

static sf_box sorted(const sf_box *e)
{
	return (sf_box){{fmin(e->a.x, e->b.x), fmin(e->a.y, e->b.y)}, {fmax(e->a.x, e->b.x), fmax(e->a.y, e->b.y)}};
}

/* Light from above on the left: the light edges of what is raised are there. */
static void add_border(const st_pen *pen, const st_map *map, const sf_shape *s, const sf_box *e)
{
	for (int dark = 0; dark < 2; dark++) {
		double in = s->border == SF_ENGRAVED && dark ? 1 : 0;
		bool lower = dark != (s->border == SF_SUNKEN);
		st_path p = {.map = map, .arena = pen->scene->arena};
		st_move(&p, e->a.x + in, e->a.y + in);
		if (lower)
			st_line(&p, e->b.x - in, e->a.y + in);
		else
			st_line(&p, e->a.x + in, e->b.y - in);
		st_line(&p, e->b.x - in, e->b.y - in);
		add_stroke(pen, s, &p, dark ? 0x707070 : 0xf0f0f0, SF_SOLID);
	}
}

static void draw_rectangle(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	st_path p = {.map = map, .arena = pen->scene->arena};
	sf_box e = sorted(&s->extent);
	double r = fmin(fmax(s->radius, 0), fmin(e.b.x - e.a.x, e.b.y - e.a.y) / 2);
	if (r > 0) {
		st_move(&p, e.b.x, e.a.y + r);
		st_line(&p, e.b.x, e.b.y - r);
		st_arc(&p, (sf_point){e.b.x - r, e.b.y - r}, r, r, 0, 90);
		st_line(&p, e.a.x + r, e.b.y);
		st_arc(&p, (sf_point){e.a.x + r, e.b.y - r}, r, r, 90, 180);
		st_line(&p, e.a.x, e.a.y + r);
		st_arc(&p, (sf_point){e.a.x + r, e.a.y + r}, r, r, 180, 270);
		st_line(&p, e.b.x - r, e.a.y);
		st_arc(&p, (sf_point){e.b.x - r, e.a.y + r}, r, r, 270, 360);
	} else {
		st_move(&p, e.a.x, e.a.y);
		st_line(&p, e.b.x, e.a.y);
		st_line(&p, e.b.x, e.b.y);
		st_line(&p, e.a.x, e.b.y);
	}
	st_close(&p);
	add_filled(pen, s, &p, &e);
	if (s->border)
		add_border(pen, map, s, &e);
}

static void draw_ellipse(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	st_path p = {.map = map, .arena = pen->scene->arena};
	sf_box e = sorted(&s->extent);
	sf_point m = st_middle(&e);
	double rx = (e.b.x - e.a.x) / 2, ry = (e.b.y - e.a.y) / 2, from = s->start_angle * M_PI / 180;
	double to = fabs(s->end_angle - s->start_angle) > 360 ? s->start_angle + 360 : s->end_angle;
	st_move(&p, m.x + rx * cos(from), m.y + ry * sin(from));
	st_arc(&p, m, rx, ry, s->start_angle, to);
	if (s->closure == SF_RADIAL && fabs(to - s->start_angle) < 360)
		st_line(&p, m.x, m.y);
	if (s->closure != SF_ARC)
		st_close(&p);
	add_filled(pen, s, &p, &e);
}

/* --------------------------------------------------------------------------------------------------------- bitmaps */

static uint32_t read_number(const unsigned char *at)
{
	return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

/* An image keeps its proportions, in the middle of its box. */
static void draw_image(const st_pen *pen, const st_map *map, const sf_shape *s, const sf_box *e)
{
	enum { HEADER = 24 };                        /* the signature, and the beginning of the first chunk */
	double wide = s->png_length >= HEADER ? read_number(s->png + 16) : 1,
		   high = s->png_length >= HEADER ? read_number(s->png + 20) : 1;
	double w = e->b.x - e->a.x, h = e->b.y - e->a.y, scale = wide > 0 && high > 0 ? fmin(w / wide, h / high) : 0;
	sf_point m = st_middle(e);
	st_map unit = {wide * scale, 0, 0, -high * scale, m.x - wide * scale / 2, m.y + high * scale / 2};
	st_map placed = st_map_then(map, &unit);
	double numbers[6] = {placed.a, placed.b, placed.c, placed.d, placed.e, placed.f};
	sr_image *image = sb_new(pen->scene->arena, sr_image);
	sf_point ends[] = {st_map_point(map, e->a), st_map_point(map, e->b)};
	*image = (sr_image){.png = s->png, .length = s->png_length};
	memcpy(image->place, numbers, sizeof numbers);
	sr_add_path(pen->scene, SR_IMAGE, (double[]){ends[0].x, ends[1].x}, (double[]){ends[0].y, ends[1].y}, 2, 0)->image =
		image;
}

static void draw_bitmap(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	sf_box e = sorted(&s->extent);
	if (s->png) {
		draw_image(pen, map, s, &e);
		return;
	}
	sf_shape frame = *s, word = *s;
	double h = e.b.y - e.a.y;
	frame.pattern = SF_DASH;
	frame.line_color = word.line_color = 0x808080;
	word.extent = (sf_box){{e.a.x, st_middle(&e).y - h / 10}, {e.b.x, st_middle(&e).y + h / 10}};
	draw_rectangle(pen, map, &frame);
	st_draw_text(pen, map, &word);
}

void st_draw_shape(const st_pen *pen, const st_map *map, const sf_shape *s)
{
	st_map turned = st_map_turn(s->origin, s->rotation), all = st_map_then(map, &turned);
	switch (s->kind) {
	case SF_LINE: draw_line(pen, &all, s); break;
	case SF_POLYGON: draw_polygon(pen, &all, s); break;
	case SF_RECTANGLE: draw_rectangle(pen, &all, s); break;
	case SF_ELLIPSE: draw_ellipse(pen, &all, s); break;
	case SF_TEXT: st_draw_text(pen, &all, s); break;
	case SF_BITMAP: draw_bitmap(pen, &all, s); break;
	}
}
