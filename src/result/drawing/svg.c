/* A scene as SVG. */
#include "result/drawing/drawing.h"

static void add_escaped(sb_text *out, const char *text)
{
	for (; *text; text++) {
		switch (*text) {
		case '&': sb_add(out, "&amp;"); break;
		case '<': sb_add(out, "&lt;"); break;
		case '>': sb_add(out, "&gt;"); break;
		default: sb_addc(out, (unsigned char)*text < ' ' ? ' ' : *text); break;      /* XML has no control characters */
		}
	}
}

static void add_look(sb_text *out, const sr_drawn *m)
{
	if (m->opacity < 1)
		sb_addf(out, " opacity=\"%.3g\"", m->opacity);
	if (m->dash == SR_DASHED)
		sb_add(out, " stroke-dasharray=\"6 4\"");
	if (m->dash == SR_DOTTED)
		sb_add(out, " stroke-dasharray=\"2 3\"");
}

static void add_points(sb_text *out, const sr_drawn *m)
{
	sb_add(out, " points=\"");
	for (uint32_t i = 0; i < m->n; i++)
		sb_addf(out, "%s%.2f,%.2f", i ? " " : "", m->x[i], m->y[i]);
	sb_add(out, "\"/>\n");
}

static void add_word(sb_text *out, const sr_drawn *m)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	sb_addf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" fill=\"#%06x\" text-anchor=\"%s\"", m->x[0], m->y[0],
			m->size, m->color, anchors[m->anchor]);
	if (m->bold)
		sb_add(out, " font-weight=\"bold\"");
	if (m->italic)
		sb_add(out, " font-style=\"italic\"");
	if (m->underlined)
		sb_add(out, " text-decoration=\"underline\"");
	if (m->angle != 0)
		sb_addf(out, " transform=\"rotate(%g %.1f %.1f)\"", m->angle, m->x[0], m->y[0]);
	sb_add(out, ">");
	add_escaped(out, m->text);
	sb_add(out, "</text>\n");
}

static void add_matrix(sb_text *out, const char *attribute, const double *to)
{
	sb_addf(out, " %s=\"matrix(", attribute);
	for (int i = 0; i < 6; i++)
		sb_addf(out, i ? " %.6g" : "%.6g", to[i] + 0.0);
	sb_add(out, ")\"");
}

/* A shape that is painted with more than one colour has a gradient of its own, by the number of its mark. */
static void add_gradient(sb_text *out, const sr_paint *p, uint32_t number)
{
	bool band = p->kind == SR_BAND_PAINT;
	const char *name = band ? "linearGradient" : "radialGradient";
	sb_addf(out, "<%s id=\"paint%u\" gradientUnits=\"userSpaceOnUse\" %s", name, number,
			band ? "x1=\"0\" y1=\"0\" x2=\"1\" y2=\"0\"" : "cx=\"0\" cy=\"0\" r=\"1\"");
	add_matrix(out, "gradientTransform", p->place);
	sb_addf(out, "><stop offset=\"0\" stop-color=\"#%06x\"/>", band ? p->edge : p->color);
	if (band)
		sb_addf(out, "<stop offset=\"0.5\" stop-color=\"#%06x\"/>", p->color);
	sb_addf(out, "<stop offset=\"1\" stop-color=\"#%06x\"/></%s>\n", p->edge, name);
}

static void add_outline(sb_text *out, const sr_drawn *m)
{
	uint32_t at = 0;
	sb_add(out, " d=\"");
	for (const char *v = m->shape->verbs; *v; v++) {
		sb_addc(out, *v);
		for (int k = *v == 'Z' ? 0 : *v == 'C' ? 3 : 1; k > 0; k--, at++)
			sb_addf(out, "%.2f,%.2f%s", m->x[at], m->y[at], k > 1 ? " " : "");
	}
	sb_add(out, "\"/>\n");
}

static void add_shape(sb_text *out, const sr_drawn *m, uint32_t number)
{
	const sr_outline *s = m->shape;
	if (s->paint.kind > SR_PLAIN)
		add_gradient(out, &s->paint, number);
	sb_add(out, "<path");
	if (s->paint.kind > SR_PLAIN)
		sb_addf(out, " fill=\"url(#paint%u)\"", number);
	else if (s->paint.kind == SR_PLAIN)
		sb_addf(out, " fill=\"#%06x\"", s->paint.color);
	else
		sb_add(out, " fill=\"none\"");
	if (s->drawn)
		sb_addf(out, " stroke=\"#%06x\" stroke-width=\"%.4g\" stroke-linejoin=\"round\"", m->color, m->width);
	if (s->drawn && s->dash_count) {
		sb_add(out, " stroke-dasharray=\"");
		for (int i = 0; i < s->dash_count; i++)
			sb_addf(out, i ? " %.4g" : "%.4g", s->dashes[i]);
		sb_add(out, "\"");
	}
	add_outline(out, m);
}

static void add_image(sb_text *out, const sr_drawn *m)
{
	static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *at = m->image->png;
	sb_add(out, "<image width=\"1\" height=\"1\" preserveAspectRatio=\"none\"");
	add_matrix(out, "transform", m->image->place);
	sb_add(out, " href=\"data:image/png;base64,");
	for (size_t left = m->image->length; left > 0; at += 3, left -= left < 3 ? left : 3) {
		uint32_t three = (uint32_t)at[0] << 16 | (left > 1 ? (uint32_t)at[1] << 8 : 0) | (left > 2 ? at[2] : 0);
		sb_addc(out, digits[three >> 18]);
		sb_addc(out, digits[three >> 12 & 63]);
		sb_addc(out, left > 1 ? digits[three >> 6 & 63] : '=');
		sb_addc(out, left > 2 ? digits[three & 63] : '=');
	}
	sb_add(out, "\"/>\n");
}

static void add_mark(sb_text *out, const sr_drawn *m, uint32_t number)
{
	switch (m->kind) {
	case SR_BOX:
		sb_addf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%06x\"", m->x[0], m->y[0],
				m->x[1] - m->x[0], m->y[1] - m->y[0], m->color);
		add_look(out, m);
		sb_add(out, "/>\n");
		break;
	case SR_CIRCLE:
		sb_addf(out, "<circle cx=\"%.2f\" cy=\"%.2f\" r=\"%.2f\" fill=\"#%06x\"", m->x[0], m->y[0], m->width, m->color);
		add_look(out, m);
		sb_add(out, "/>\n");
		break;
	case SR_WORD: add_word(out, m); break;
	case SR_SHAPE: add_shape(out, m, number); break;
	case SR_IMAGE: add_image(out, m); break;
	case SR_AREA:
		sb_addf(out, "<polygon fill=\"#%06x\"", m->color);
		add_look(out, m);
		add_points(out, m);
		break;
	case SR_STROKE:
		sb_addf(out, "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\" stroke-linejoin=\"round\"", m->color,
				m->width);
		add_look(out, m);
		add_points(out, m);
		break;
	}
}

void sr_scene_svg(const sr_scene *scene, sb_text *out)
{
	sb_addf(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\" "
	             "font-family=\"Helvetica, Arial, sans-serif\">\n",
	        scene->width, scene->height, scene->width, scene->height);
	for (uint32_t i = 0; i < scene->marks.n; i++)
		add_mark(out, &scene->marks.at[i], i);
	sb_add(out, "</svg>\n");
}
