/* A scene as SVG. */
#include "result/figure.h"

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

static void add_mark(sb_text *out, const sr_drawn *m)
{
	static const char *const anchors[] = {"start", "middle", "end"};
	switch (m->kind) {
	case SR_BOX:
		sb_addf(out, "<rect x=\"%.2f\" y=\"%.2f\" width=\"%.2f\" height=\"%.2f\" fill=\"#%06x\"/>\n", m->x[0], m->y[0],
				m->x[1] - m->x[0], m->y[1] - m->y[0], m->color);
		break;
	case SR_WORD:
		sb_addf(out, "<text x=\"%.1f\" y=\"%.1f\" font-size=\"%g\" fill=\"#%06x\" text-anchor=\"%s\"", m->x[0], m->y[0],
				m->size, m->color, anchors[m->anchor]);
		if (m->bold)
			sb_add(out, " font-weight=\"bold\"");
		if (m->turned)
			sb_addf(out, " transform=\"rotate(-90 %.1f %.1f)\"", m->x[0], m->y[0]);
		sb_add(out, ">");
		add_escaped(out, m->text);
		sb_add(out, "</text>\n");
		break;
	case SR_STROKE:
		sb_addf(out, "<polyline fill=\"none\" stroke=\"#%06x\" stroke-width=\"%g\" stroke-linejoin=\"round\" points=\"",
				m->color, m->width);
		for (uint32_t i = 0; i < m->n; i++)
			sb_addf(out, "%s%.2f,%.2f", i ? " " : "", m->x[i], m->y[i]);
		sb_add(out, "\"/>\n");
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
