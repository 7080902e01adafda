/* Parts in parts. */
#include "study/draw/draw_inside.h"
#include <math.h>

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

/* Does the line from p to q meet the box? Both ends are cut where they are beside it. */
static bool meets(const sf_box *box, sf_point p, sf_point q)
{
	double from = 0, to = 1, step[2] = {q.x - p.x, q.y - p.y}, at[2] = {p.x, p.y};
	double low[2] = {box->a.x, box->a.y}, high[2] = {box->b.x, box->b.y};
	for (int k = 0; k < 2; k++) {
		if (step[k] == 0 && (at[k] < low[k] || at[k] > high[k]))
			return false;
		if (step[k] == 0)
			continue;
		double one = (low[k] - at[k]) / step[k], other = (high[k] - at[k]) / step[k];
		from = fmax(from, fmin(one, other));
		to = fmin(to, fmax(one, other));
	}
	return from <= to;
}

/* Is it written on a part, and not beside it? */
static bool is_on_part(const sf_sketch *s, const st_map *map, const sf_box *word)
{
	sf_point middle = st_middle(word);
	for (uint32_t i = 0; i < s->parts.n; i++) {
		st_map placed = st_map_place(&s->parts.at[i].place, &s->parts.at[i].sketch->extent);
		st_map inner = st_map_then(map, &placed);
		sf_point a = st_map_point(&inner, s->parts.at[i].sketch->extent.a),
				 b = st_map_point(&inner, s->parts.at[i].sketch->extent.b);
		if (s->parts.at[i].placed && middle.x > fmin(a.x, b.x) && middle.x < fmax(a.x, b.x) &&
			middle.y > fmin(a.y, b.y) && middle.y < fmax(a.y, b.y))
			return true;
	}
	return false;
}

static bool is_crossed(const sr_scene *scene, uint32_t lines, uint32_t end, const sf_box *word)
{
	for (uint32_t i = lines; i < end; i++) {
		const sr_drawn *m = &scene->marks.at[i];
		for (uint32_t k = 0; k + 1 < m->n && (m->kind == SR_STROKE || m->kind == SR_SHAPE); k++)
			if (meets(word, (sf_point){m->x[k], m->y[k]}, (sf_point){m->x[k + 1], m->y[k + 1]}))
				return true;
	}
	return false;
}

/* A line that leaves a part where its name stands would cross it: such a name is written over the line. */
void st_write_over(const st_pen *pen, const st_map *map, const sf_sketch *s, uint32_t lines)
{
	sr_scene *scene = pen->scene;
	uint32_t end = scene->marks.n;
	for (uint32_t i = 0; i < lines; i++) {
		sr_drawn word = scene->marks.at[i];
		sf_box box = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
		if (word.kind != SR_WORD)
			continue;
		cover_word(&box, &word);
		if (is_on_part(s, map, &box) || !is_crossed(scene, lines, end, &box))
			continue;
		sr_add_box(scene, box.a.x, box.a.y, box.b.x, box.b.y, 0xffffff);
		sb_push(scene->arena, scene->marks, word);
	}
}

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
	uint32_t lines = pen->scene->marks.n;
	for (uint32_t i = 0; i < s->links.n; i++)
		if (s->links.at[i].lined)
			st_draw_shape(pen, map, &s->links.at[i].line);
	st_write_over(pen, map, s, lines);
	for (uint32_t i = 0; i < s->over.n; i++)
		st_draw_shape(pen, map, &s->over.at[i]);
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
