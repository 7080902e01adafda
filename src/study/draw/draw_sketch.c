/* Parts in parts. */
#include "study/draw/draw_inside.h"
#include <math.h>

void st_draw_sketch(const st_pen *pen, const st_map *map, const sf_sketch *s)
{
	for (uint32_t i = 0; i < s->shapes.n; i++)
		st_draw_shape(pen, map, &s->shapes.at[i]);
	for (uint32_t i = 0; i < s->parts.n; i++) {
		st_map placed = st_map_place(&s->parts.at[i].place, &s->parts.at[i].sketch->extent);
		st_map inner = st_map_then(map, &placed);
		if (s->parts.at[i].placed)
			st_draw_sketch(pen, &inner, s->parts.at[i].sketch);
	}
	for (uint32_t i = 0; i < s->links.n; i++)
		if (s->links.at[i].lined)
			st_draw_shape(pen, map, &s->links.at[i].line);
	for (uint32_t i = 0; i < s->over.n; i++)
		st_draw_shape(pen, map, &s->over.at[i]);
}

static void cover(sf_box *box, double x, double y)
{
	box->a = (sf_point){fmin(box->a.x, x), fmin(box->a.y, y)};
	box->b = (sf_point){fmax(box->b.x, x), fmax(box->b.y, y)};
}

static void cover_word(sf_box *box, const sr_drawn *m)
{
	double width = sr_text_width(m->text) / SR_TEXT_SIZE * m->size, turn = m->angle * M_PI / 180;
	double from = m->anchor == SR_ANCHOR_START ? 0 : m->anchor == SR_ANCHOR_MIDDLE ? -width / 2 : -width;
	for (int i = 0; i < 4; i++) {
		double along = from + (i & 1 ? width : 0), down = i & 2 ? 0.25 * m->size : -0.8 * m->size;
		cover(box, m->x[0] + along * cos(turn) - down * sin(turn), m->y[0] + along * sin(turn) + down * cos(turn));
	}
}

bool st_covered(const sr_scene *scene, sf_box *out)
{
	*out = (sf_box){{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
	for (uint32_t i = 0; i < scene->marks.n; i++) {
		const sr_drawn *m = &scene->marks.at[i];
		for (uint32_t k = 0; k < m->n && m->kind != SR_WORD; k++)
			cover(out, m->x[k], m->y[k]);
		if (m->kind == SR_WORD)
			cover_word(out, m);
	}
	return out->a.x <= out->b.x && out->a.y <= out->b.y;
}
