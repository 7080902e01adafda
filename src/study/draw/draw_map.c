/* Maps of places (Modelica 3.6, 18.6.1.1). */
#include "study/draw/draw_inside.h"
#include <math.h>

sf_point st_map_point(const st_map *m, sf_point p)
{
	return (sf_point){m->a * p.x + m->c * p.y + m->e, m->b * p.x + m->d * p.y + m->f};
}

st_map st_map_then(const st_map *o, const st_map *i)
{
	return (st_map){o->a * i->a + o->c * i->b, o->b * i->a + o->d * i->b, o->a * i->c + o->c * i->d,
		o->b * i->c + o->d * i->d, o->a * i->e + o->c * i->f + o->e, o->b * i->e + o->d * i->f + o->f};
}

/* Quarter turns are exact, so that what is upright stays upright to the last bit. */
st_map st_map_turn(sf_point origin, double degrees)
{
	static const double quarters[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
	double turn = fmod(degrees, 360), cosine, sine;
	turn = turn < 0 ? turn + 360 : turn;
	if (fmod(turn, 90) == 0) {
		cosine = quarters[(int)(turn / 90) % 4][0];
		sine = quarters[(int)(turn / 90) % 4][1];
	} else {
		cosine = cos(turn * M_PI / 180);
		sine = sin(turn * M_PI / 180);
	}
	return (st_map){cosine, sine, -sine, cosine, origin.x, origin.y};
}

st_map st_map_place(const sf_place *place, const sf_box *from)
{
	double w = from->b.x - from->a.x, h = from->b.y - from->a.y;
	double sx = w != 0 ? (place->extent.b.x - place->extent.a.x) / w : 0,
		   sy = h != 0 ? (place->extent.b.y - place->extent.a.y) / h : 0;
	st_map scaled = {sx, 0, 0, sy, place->extent.a.x - sx * from->a.x, place->extent.a.y - sy * from->a.y};
	st_map turned = st_map_turn(place->origin, place->rotation);
	return st_map_then(&turned, &scaled);
}

sf_point st_middle(const sf_box *box)
{
	return (sf_point){(box->a.x + box->b.x) / 2, (box->a.y + box->b.y) / 2};
}
