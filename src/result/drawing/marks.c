/* The marks that a scene is made of. */
#include "result/drawing/drawing.h"
#include <math.h>
#include <string.h>

enum { INK = 0x333333 };

sr_drawn *sr_add_path(sr_scene *s, sr_mark_kind kind, const double *x, const double *y, uint32_t n, uint32_t color)
{
	double *to = sb_new_array(s->arena, double, 2 * (size_t)n);
	memcpy(to, x, n * sizeof *to);
	memcpy(to + n, y, n * sizeof *to);
	sr_drawn mark = {.kind = kind, .color = color, .width = 1, .opacity = 1, .dash = SR_SOLID, .x = to, .y = to + n,
		.n = n};
	sb_push(s->arena, s->marks, mark);
	return &s->marks.at[s->marks.n - 1];
}

sr_drawn *sr_add_line(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color, double width)
{
	sr_drawn *m = sr_add_path(s, SR_STROKE, (double[]){x0, x1}, (double[]){y0, y1}, 2, color);
	m->width = width;
	return m;
}

sr_drawn *sr_add_word(sr_scene *s, double x, double y, const char *text, sr_anchor anchor)
{
	sr_drawn *m = sr_add_path(s, SR_WORD, &x, &y, 1, INK);
	m->text = sb_strdup(s->arena, text);
	m->size = SR_TEXT_SIZE;
	m->anchor = anchor;
	return m;
}

sr_drawn *sr_add_box(sr_scene *s, double x0, double y0, double x1, double y1, uint32_t color)
{
	return sr_add_path(s, SR_BOX, (double[]){fmin(x0, x1), fmax(x0, x1)}, (double[]){fmin(y0, y1), fmax(y0, y1)}, 2,
					   color);
}

static void add_polygon(sr_scene *s, double x, double y, double r, int corners, double turn, uint32_t color)
{
	double px[4], py[4];
	for (int i = 0; i < corners; i++) {
		px[i] = x + r * cos(turn + 2 * M_PI * i / corners);
		py[i] = y + r * sin(turn + 2 * M_PI * i / corners);
	}
	sr_add_path(s, SR_AREA, px, py, (uint32_t)corners, color);
}

void sr_add_marker(sr_scene *s, double x, double y, sr_marker marker, double size, uint32_t color)
{
	double r = size / 2;
	switch (marker) {
	case SR_DISC: sr_add_path(s, SR_CIRCLE, &x, &y, 1, color)->width = r; break;
	case SR_RING: {
		double px[25], py[25];
		for (int i = 0; i <= 24; i++)
			px[i] = x + r * cos(M_PI * i / 12), py[i] = y + r * sin(M_PI * i / 12);
		sr_add_path(s, SR_STROKE, px, py, 25, color)->width = 1.6;
		break;
	}
	case SR_SQUARE: sr_add_box(s, x - r, y - r, x + r, y + r, color); break;
	case SR_DIAMOND: add_polygon(s, x, y, 1.25 * r, 4, 0, color); break;
	case SR_TRIANGLE: add_polygon(s, x, y + 0.15 * r, 1.25 * r, 3, -M_PI / 2, color); break;
	case SR_CROSS:
		sr_add_line(s, x - r, y - r, x + r, y + r, color, 1.6);
		sr_add_line(s, x - r, y + r, x + r, y - r, color, 1.6);
		break;
	case SR_PLUS:
		sr_add_line(s, x - r, y, x + r, y, color, 1.6);
		sr_add_line(s, x, y - r, x, y + r, color, 1.6);
		break;
	}
}

/* Parts of the size of a font without serifs, by its characters: thin, narrow, capitals and wide ones; else figures. */
double sr_text_width(const char *text)
{
	double width = 0;
	for (; *text; text++) {
		if (((unsigned char)*text & 0xc0) == 0x80)
			continue;
		width += strchr("il.,:;'|!", *text)        ? 0.28
		         : strchr("fjrtI()[]/ -\"", *text) ? 0.36
		         : strchr("mwMW@%", *text)         ? 0.92
		         : *text >= 'A' && *text <= 'Z'    ? 0.69
		                                           : 0.6;
	}
	return SR_TEXT_SIZE * width;
}

sr_scene *sr_scene_new(double width, double height)
{
	sb_arena *arena = sb_arena_new();
	sr_scene *scene = sb_new(arena, sr_scene);
	*scene = (sr_scene){.arena = arena, .width = width, .height = height};
	return scene;
}

void sr_scene_free(sr_scene *scene)
{
	sb_arena_free(scene->arena);
}
