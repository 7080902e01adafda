/* A scene as SVG. */
#include "result/chart/scene.h"

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
	if (m->turned)
		sb_addf(out, " transform=\"rotate(-90 %.1f %.1f)\"", m->x[0], m->y[0]);
	sb_add(out, ">");
	add_escaped(out, m->text);
	sb_add(out, "</text>\n");
}

static void add_mark(sb_text *out, const sr_drawn *m)
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
		add_mark(out, &scene->marks.at[i]);
	sb_add(out, "</svg>\n");
}
