/* The graphical primitives (3.6, 18.6.5). */
#include "front/modelica/picture/picture_inside.h"

#include <math.h>
#include <string.h>

sf_shape mo_shape_new(sf_shape_kind kind)
{
	return (sf_shape){.kind = kind, .pattern = SF_SOLID, .thickness = 0.25, .arrow_size = 3, .end_angle = 360,
		.align = SF_CENTER, .text = ""};
}

/* What is the same for all: false if it is not visible. */
static bool read_item(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	bool visible = true;
	mo_graphic_bool(p, g, "visible", &visible);
	mo_graphic_point(p, g, "origin", &s->origin);
	mo_graphic_number(p, g, "rotation", &s->rotation);
	return visible;
}

static void read_filled(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	int pattern = SF_SOLID, fill = SF_NO_FILL;
	mo_graphic_color(p, g, "lineColor", &s->line_color);
	mo_graphic_color(p, g, "fillColor", &s->fill_color);
	mo_graphic_word(p, g, "pattern", "None Solid Dash Dot DashDot DashDotDot", &pattern);
	mo_graphic_word(p, g, "fillPattern",
					"None Solid Horizontal Vertical Cross Forward Backward CrossDiag HorizontalCylinder "
					"VerticalCylinder Sphere",
					&fill);
	mo_graphic_number(p, g, "lineThickness", &s->thickness);
	s->pattern = (sf_pattern)pattern;
	s->fill = (sf_fill)fill;
}

static void read_arrows(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	const mo_expr *e = mo_settled(p, mo_graphic_value(g, "arrow"));
	if (!e)
		return;
	if (e->kind != MO_E_ARRAY || e->a.n != 2) {
		mo_not_drawn(p, e, e->span, "'arrow' of Line", "two are needed: {Arrow.None, Arrow.Filled}");
		return;
	}
	for (int i = 0; i < 2; i++) {
		int arrow = SF_NO_ARROW;
		mo_expr_word(p, e->a.at[i], "arrow", "None Open Filled Half", &arrow);
		s->arrow[i] = (sf_arrow)arrow;
	}
}

static void read_smooth(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	int smooth = 0;
	mo_graphic_word(p, g, "smooth", "None Bezier", &smooth);
	s->smooth = smooth == 1;
}

static bool read_line(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	int pattern = SF_SOLID;
	mo_graphic_color(p, g, "color", &s->line_color);
	mo_graphic_word(p, g, "pattern", "None Solid Dash Dot DashDot DashDotDot", &pattern);
	mo_graphic_number(p, g, "thickness", &s->thickness);
	mo_graphic_number(p, g, "arrowSize", &s->arrow_size);
	s->pattern = (sf_pattern)pattern;
	read_arrows(p, g, s);
	read_smooth(p, g, s);
	mo_graphic_points(p, g, "points", &s->points, &s->point_count);
	return s->point_count >= 2;
}

static bool read_polygon(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	read_filled(p, g, s);
	read_smooth(p, g, s);
	mo_graphic_points(p, g, "points", &s->points, &s->point_count);
	return s->point_count >= 2;
}

/* A shape without an extent has no place; this is told where it is not said already. */
static bool read_extent(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	if (!mo_graphic_value(g, "extent")) {
		mo_not_drawn(p, g->node, g->span, g->name, "it has no extent");
		return false;
	}
	return mo_graphic_box(p, g, "extent", &s->extent);
}

static bool read_rectangle(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	int border = SF_NO_BORDER;
	read_filled(p, g, s);
	mo_graphic_word(p, g, "borderPattern", "None Raised Sunken Engraved", &border);
	mo_graphic_number(p, g, "radius", &s->radius);
	s->border = (sf_border)border;
	return read_extent(p, g, s);
}

static bool read_ellipse(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	read_filled(p, g, s);
	mo_graphic_number(p, g, "startAngle", &s->start_angle);
	mo_graphic_number(p, g, "endAngle", &s->end_angle);
	int closure = s->start_angle == 0 && s->end_angle == 360 ? SF_CHORD : SF_RADIAL;
	mo_graphic_word(p, g, "closure", "None Chord Radial", &closure);
	s->closure = (sf_closure)closure;
	return read_extent(p, g, s);
}

static void read_style(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	const mo_expr *e = mo_settled(p, mo_graphic_value(g, "textStyle"));
	int align = SF_CENTER;
	for (uint32_t i = 0; e && e->kind == MO_E_ARRAY && i < e->a.n; i++) {
		int style = 0;
		if (mo_expr_word(p, e->a.at[i], "textStyle", "Bold Italic UnderLine", &style))
			s->style |= 1u << style;
	}
	mo_graphic_word(p, g, "horizontalAlignment", "Left Center Right", &align);
	s->align = (sf_align)align;
}

static bool read_text(const mo_pencil *p, const mo_graphic *g, sf_shape *s)
{
	const char *text = "";
	read_filled(p, g, s);
	mo_graphic_color(p, g, "textColor", &s->line_color);
	mo_graphic_number(p, g, "fontSize", &s->font_size);
	read_style(p, g, s);
	mo_graphic_string(p, g, mo_graphic_value(g, "textString") ? "textString" : "string", &text);
	s->text = mo_picture_text(p, text);
	return read_extent(p, g, s) && *s->text;
}

bool mo_picture_shape(const mo_pencil *p, const mo_graphic *g, sf_shape *out)
{
	static const char *const names[] = {"Line", "Polygon", "Rectangle", "Ellipse", "Text", "Bitmap"};
	int kind = 0;
	while (kind < 6 && strcmp(g->name, names[kind]) != 0)
		kind++;
	if (kind == 6) {
		const char *near = sb_nearest(g->name, names, 6);
		mo_not_drawn(p, g->node, g->span, sb_printf(p->c->arena, "'%s'", g->name),
					 near ? sb_printf(p->c->arena, "did you mean %s?", near)
						  : "there are Line, Polygon, Rectangle, Ellipse, Text and Bitmap");
		return false;
	}
	*out = mo_shape_new((sf_shape_kind)kind);
	bool visible = read_item(p, g, out);
	if (!visible)
		return false;
	switch (out->kind) {
	case SF_LINE: return read_line(p, g, out);
	case SF_POLYGON: return read_polygon(p, g, out);
	case SF_RECTANGLE: return read_rectangle(p, g, out);
	case SF_ELLIPSE: return read_ellipse(p, g, out);
	case SF_TEXT: return read_text(p, g, out);
	case SF_BITMAP:
		mo_picture_bitmap(p, g, out);
		return read_extent(p, g, out);
	}
	return false;
}
