/* Paths: points of a shape as they come to lie on the sheet. */
#include "study/draw/draw_inside.h"
#include <math.h>
#include <string.h>

static void add_point(st_path *p, double x, double y)
{
	sf_point at = st_map_point(p->map, (sf_point){x, y});
	sb_push(p->arena, p->x, at.x + 0.0);         /* no zeros with a sign */
	sb_push(p->arena, p->y, at.y + 0.0);
}

void st_move(st_path *p, double x, double y)
{
	sb_push(p->arena, p->verbs, 'M');
	add_point(p, x, y);
}

void st_line(st_path *p, double x, double y)
{
	sb_push(p->arena, p->verbs, 'L');
	add_point(p, x, y);
}

static void add_curve(st_path *p, sf_point one, sf_point two, sf_point end)
{
	sb_push(p->arena, p->verbs, 'C');
	add_point(p, one.x, one.y);
	add_point(p, two.x, two.y);
	add_point(p, end.x, end.y);
}

void st_close(st_path *p)
{
	sb_push(p->arena, p->verbs, 'Z');
}

/* Cubic curves over at most a quarter each are within 3e-4 of the radius. */
void st_arc(st_path *p, sf_point middle, double rx, double ry, double from, double to)
{
	int pieces = (int)fmax(1, ceil(fabs(to - from) / 90 - 1e-9));
	double step = (to - from) / pieces * M_PI / 180, k = 4.0 / 3 * tan(step / 4), t = from * M_PI / 180;
	for (int i = 0; i < pieces; i++, t += step) {
		double c0 = cos(t), s0 = sin(t), c1 = cos(t + step), s1 = sin(t + step);
		add_curve(p, (sf_point){middle.x + rx * (c0 - k * s0), middle.y + ry * (s0 + k * c0)},
				 (sf_point){middle.x + rx * (c1 + k * s1), middle.y + ry * (s1 - k * c1)},
				 (sf_point){middle.x + rx * c1, middle.y + ry * s1});
	}
}

static sf_point between(sf_point a, sf_point b, double part)
{
	return (sf_point){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

/* A parabola from where the path is, `from`, with its corner at `corner`. */
static void add_parabola(st_path *p, sf_point from, sf_point corner, sf_point to)
{
	add_curve(p, between(from, corner, 2.0 / 3), between(to, corner, 2.0 / 3), to);
}

/* Corners become parabolas from the middle of one edge to the middle of the next. An open line begins and ends with
 * half of an edge. */
void st_smooth(st_path *p, const sf_point *points, uint32_t n, bool closed)
{
	sf_point at = closed ? between(points[n - 1], points[0], 0.5) : points[0];
	st_move(p, at.x, at.y);
	for (uint32_t i = closed ? 0 : 1; i < (closed ? n : n - 1); i++) {
		sf_point before = between(points[(i + n - 1) % n], points[i], 0.5),
				 after = between(points[i], points[(i + 1) % n], 0.5);
		if (!closed)
			st_line(p, before.x, before.y);
		add_parabola(p, before, points[i], after);
	}
	if (closed)
		st_close(p);
	else
		st_line(p, points[n - 1].x, points[n - 1].y);
}

sr_outline *st_outline(st_path *p)
{
	sr_outline *o = sb_new(p->arena, sr_outline);
	o->verbs = sb_strndup(p->arena, p->verbs.at, p->verbs.n);
	return o;
}

sr_drawn *st_add(const st_pen *pen, st_path *p, sr_outline *o, uint32_t color)
{
	sr_drawn *m = sr_add_path(pen->scene, SR_SHAPE, p->x.at, p->y.at, p->x.n, color);
	m->shape = o;
	return m;
}
