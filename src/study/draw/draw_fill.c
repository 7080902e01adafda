/* Gradients and hatches (18.6.1.2): lines are drawn with the colour of the line over that of the fill, and gradients go
 * from the colour of the line at the rim to that of the fill. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <stdlib.h>

sr_paint st_paint(const sf_shape *s, const sf_box *box, const st_map *map)
{
	sr_paint p = {.kind = s->fill == SF_NO_FILL ? SR_NO_PAINT : SR_PLAIN, .color = s->fill_color,
		.edge = s->line_color};
	double w = box->b.x - box->a.x, h = box->b.y - box->a.y;
	sf_point middle = st_middle(box);
	st_map unit;
	if (s->fill < SF_HORIZONTAL_CYLINDER)
		return p;
	if (s->fill == SF_SPHERE)
		unit = (st_map){w / 2, 0, 0, h / 2, middle.x, middle.y};
	else if (s->fill == SF_HORIZONTAL_CYLINDER)          /* its axis is horizontal: colours change upwards */
		unit = (st_map){0, h, w, 0, box->a.x, box->a.y};
	else
		unit = (st_map){w, 0, 0, h, box->a.x, box->a.y};
	st_map placed = st_map_then(map, &unit);
	p.kind = s->fill == SF_SPHERE ? SR_BALL_PAINT : SR_BAND_PAINT;
	double numbers[6] = {placed.a, placed.b, placed.c, placed.d, placed.e, placed.f};
	for (int i = 0; i < 6; i++)
		p.place[i] = numbers[i];
	return p;
}

typedef sb_vec(sf_point) corners;

/* Curves in ten pieces: the lines of a hatch end at the rim within half a pixel. */
static corners flattened(const st_path *p)
{
	enum { PIECES = 10 };
	corners out = {0};
	uint32_t at = 0;
	for (uint32_t i = 0; i < p->verbs.n; i++) {
		char v = p->verbs.at[i];
		if (v == 'C')
			for (int k = 1; k <= PIECES; k++) {
				double t = (double)k / PIECES, u = 1 - t, w[4] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
				sf_point q = {0, 0};
				for (int j = 0; j < 4; j++) {
					q.x += w[j] * p->x.at[at - 1 + j];
					q.y += w[j] * p->y.at[at - 1 + j];
				}
				sb_push(p->arena, out, q);
			}
		else if (v != 'Z')
			sb_push(p->arena, out, ((sf_point){p->x.at[at], p->y.at[at]}));
		at += v == 'Z' ? 0 : v == 'C' ? 3 : 1;
	}
	return out;
}

static int by_size(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

/* Lines along the direction (cx, cy), a distance apart, where they are inside of the polygon. */
static void add_lines(st_path *out, const corners *c, double cx, double cy, double apart)
{
	enum { MOST_LINES = 2000 };
	double low = INFINITY, high = -INFINITY;
	double *cuts = sb_new_array(out->arena, double, c->n + 1);
	for (uint32_t i = 0; i < c->n; i++) {
		double across = -cy * c->at[i].x + cx * c->at[i].y;
		low = fmin(low, across);
		high = fmax(high, across);
	}
	if (!((high - low) / apart < MOST_LINES))
		return;
	for (double level = (floor(low / apart) + 0.5) * apart; level < high; level += apart) {
		uint32_t n = 0;
		for (uint32_t i = 0; i < c->n; i++) {
			const sf_point *a = &c->at[i], *b = &c->at[(i + 1) % c->n];
			double u = -cy * a->x + cx * a->y - level, v = -cy * b->x + cx * b->y - level;
			if ((u < 0) != (v < 0))
				cuts[n++] = cx * a->x + cy * a->y + u / (u - v) * (cx * (b->x - a->x) + cy * (b->y - a->y));
		}
		qsort(cuts, n, sizeof *cuts, by_size);
		for (uint32_t i = 0; i + 1 < n; i += 2) {
			st_move(out, cx * cuts[i] - cy * level, cy * cuts[i] + cx * level);
			st_line(out, cx * cuts[i + 1] - cy * level, cy * cuts[i + 1] + cx * level);
		}
	}
}

void st_hatch(const st_pen *pen, const sf_shape *s, const st_path *p)
{
	static const st_map same = {1, 0, 0, 1, 0, 0};
	const double slant = sqrt(0.5), apart = fmax(3, 1.6 * pen->unit);
	st_path out = {.map = &same, .arena = p->arena};
	corners c = flattened(p);
	sf_fill f = s->fill;
	if (f < SF_HORIZONTAL || f > SF_CROSS_DIAGONAL)
		return;
	if (f == SF_HORIZONTAL || f == SF_CROSS)
		add_lines(&out, &c, 1, 0, apart);
	if (f == SF_VERTICAL || f == SF_CROSS)
		add_lines(&out, &c, 0, 1, apart);
	if (f == SF_FORWARD || f == SF_CROSS_DIAGONAL)
		add_lines(&out, &c, slant, -slant, apart);
	if (f == SF_BACKWARD || f == SF_CROSS_DIAGONAL)
		add_lines(&out, &c, slant, slant, apart);
	if (!out.x.n)
		return;
	sr_outline *o = st_outline(&out);
	o->drawn = true;
	st_add(pen, &out, o, s->line_color)->width = fmax(0.5, 0.18 * pen->unit);
}
