/* What is to be arranged: ports at the sides of boxes, parts without places, connections without lines. */
#include "study/draw/arrange.h"
#include <math.h>
#include <string.h>

/* ----------------------------------------------------------------------------------------------------------- ports */

/* Inputs are on the left, outputs on the right; all others where `sides` wants them, or without it on both in turn. */
static bool is_right(const sf_sketch *s, uint32_t port, const double *sides, uint32_t *others)
{
	const sf_part *p = &s->parts.at[port];
	if (p->input != p->output)
		return p->output;
	return sides && sides[port] != 0 ? (*others)++, sides[port] > 0 : (*others)++ % 2 == 1;
}

static void place_ports(sf_sketch *s, const bool *placed, const double *sides)
{
	uint32_t others = 0, count[2] = {0, 0}, at[2] = {0, 0};
	double w = s->extent.b.x - s->extent.a.x, h = s->extent.b.y - s->extent.a.y;
	for (uint32_t i = 0; i < s->parts.n; i++)
		if (s->parts.at[i].port && !placed[i])
			count[is_right(s, i, sides, &others)]++;
	others = 0;
	for (uint32_t i = 0; i < s->parts.n; i++) {
		sf_part *p = &s->parts.at[i];
		if (!p->port || placed[i])
			continue;
		int right = is_right(s, i, sides, &others);
		double size = fmin(0.05, 0.35 / (count[right] + 1));
		p->place.extent = (sf_box){{-w * size, -h * size}, {w * size, h * size}};
		p->place.origin = (sf_point){right ? s->extent.b.x : s->extent.a.x,
			s->extent.b.y - h * ++at[right] / (count[right] + 1)};
		p->placed = true;
	}
}

/* Which ports are placed by the class; the others are placed here. */
static bool *place_first(sb_arena *arena, sf_sketch *s)
{
	bool *placed = sb_new_array(arena, bool, s->parts.n + 1);
	for (uint32_t i = 0; i < s->parts.n; i++) {
		placed[i] = s->parts.at[i].placed;
		place_first(arena, s->parts.at[i].sketch);
	}
	place_ports(s, placed, NULL);
	return placed;
}

/* ----------------------------------------------------------------------------------------------------------- parts */

static uint32_t most_ports(const sf_sketch *s)
{
	uint32_t sides[2] = {0, 0};
	double middle = st_middle(&s->extent).x;
	for (uint32_t i = 0; i < s->parts.n; i++)
		if (s->parts.at[i].port)
			sides[st_middle(&s->parts.at[i].place.extent).x + s->parts.at[i].place.origin.x > middle]++;
	return sides[0] > sides[1] ? sides[0] : sides[1];
}

/* A tenth of its coordinate system, as is usual; higher where there are many ports. */
static st_cell cell_of(const sf_sketch *s, uint32_t part)
{
	const sf_part *p = &s->parts.at[part];
	const sf_box *e = &p->sketch->extent;
	double w = fabs(e->b.x - e->a.x), h = fabs(e->b.y - e->a.y), scale = (p->port ? 14 : 24) / fmax(w, h);
	double height = h * scale, least = p->port ? 0 : 8.0 * most_ports(p->sketch);
	return (st_cell){.part = (int32_t)part, .width = w * scale, .height = fmax(height, least)};
}

static sf_box extent_of(const st_cell *c)
{
	return (sf_box){{-c->width / 2, -c->height / 2}, {c->width / 2, c->height / 2}};
}

/* Where a port is, seen from the middle of its part. */
static st_stop stop_at(const st_arrangement *a, int32_t cell, sf_end end)
{
	const st_cell *c = &a->cells.at[cell];
	const sf_part *p = &a->sketch->parts.at[end.part];
	st_stop stop = {.cell = cell};
	if (end.port < 0) {
		/* the connectors of the class itself: an input drives what is inside, on its right */
		stop.side = p->port ? p->output ? -1 : 1 : 1;
		stop.at.x = p->port ? 0 : c->width / 2;
		return stop;
	}
	const sf_part *port = &p->sketch->parts.at[end.port];
	sf_place place = {.extent = extent_of(c)};
	st_map outer = st_map_place(&place, &p->sketch->extent), inner = st_map_place(&port->place, &port->sketch->extent);
	st_map both = st_map_then(&outer, &inner);
	stop.at = st_map_point(&both, st_middle(&port->sketch->extent));
	double x = stop.at.x / c->width, y = stop.at.y / c->height;
	stop.side = fabs(x) >= fabs(y) - 1e-9 ? x > 0 ? 1 : -1 : 0;
	return stop;
}

static bool drives(const sf_sketch *s, sf_end e)
{
	const sf_part *p = &s->parts.at[e.part], *port = e.port >= 0 ? &p->sketch->parts.at[e.port] : NULL;
	return port ? port->output : p->port && p->input;
}

static uint32_t root(sb_u32s *of, uint32_t i)
{
	while (of->at[i] != i)
		i = of->at[i] = of->at[of->at[i]];
	return i;
}

/* Wires with an end in common are one net. Elements of an array have one port, but are different ends. */
static void find_nets(st_arrangement *a)
{
	sb_u32s of = {0};
	sb_map at = sb_map_new(a->arena);
	for (uint32_t i = 0; i < a->wires.n; i++) {
		sb_push(a->arena, of, i);
		for (int k = 0; k < 2; k++) {
			sf_end e = a->sketch->links.at[a->wires.at[i].link].ends[k];
			uint64_t key = sb_hash(&e, sizeof e, 1), other;
			if (sb_map_get(&at, key, &other))
				of.at[root(&of, i)] = root(&of, (uint32_t)other);
			else
				sb_map_put(&at, key, i);
		}
	}
	for (uint32_t i = 0; i < a->wires.n; i++)
		a->wires.at[i].net = root(&of, i);
}

/* Has the class said where its port is? */
static bool is_fixed(const st_arrangement *a, sf_end e)
{
	return e.port < 0 || a->placed[e.part][e.port];
}

static void add_wires(st_arrangement *a, const int32_t *cell)
{
	for (uint32_t i = 0; i < a->sketch->links.n; i++) {
		const sf_link *l = &a->sketch->links.at[i];
		if (l->lined || l->ends[0].part < 0 || l->ends[1].part < 0 || cell[l->ends[0].part] < 0 ||
			cell[l->ends[1].part] < 0)
			continue;
		st_wire w = {.link = i};
		for (int k = 0; k < 2; k++)
			w.ends[k] = stop_at(a, cell[l->ends[k].part], l->ends[k]);
		bool causal = drives(a->sketch, l->ends[0]) != drives(a->sketch, l->ends[1]);
		bool fixed = is_fixed(a, l->ends[0]) && is_fixed(a, l->ends[1]);
		if (causal)
			w.turned = drives(a->sketch, l->ends[1]);
		else if (fixed && w.ends[0].side * w.ends[1].side < 0)
			w.turned = w.ends[0].side < 0;       /* from the right side of one to the left side of another */
		else
			w.turned = l->ends[1].part < l->ends[0].part;        /* who builds a model begins with what comes first */
		sb_push(a->arena, a->wires, w);
	}
	find_nets(a);
}

/* Ports that the class has not placed stand at the side of what they are connected with. */
static void face_ports(st_arrangement *a)
{
	for (uint32_t c = 0; c < a->cells.n; c++) {
		sf_sketch *inside = a->sketch->parts.at[a->cells.at[c].part].sketch;
		double *sides = sb_new_array(a->arena, double, inside->parts.n + 1);
		for (uint32_t i = 0; i < 2 * a->wires.n; i++) {
			const st_wire *w = &a->wires.at[i / 2];
			sf_end end = a->sketch->links.at[w->link].ends[i % 2];
			if (w->ends[i % 2].cell == (int32_t)c && end.port >= 0)
				sides[end.port] += a->cells.at[w->ends[!(i % 2)].cell].layer - a->cells.at[c].layer;
		}
		place_ports(inside, a->placed[a->cells.at[c].part], sides);
		a->cells.at[c].height = cell_of(a->sketch, (uint32_t)a->cells.at[c].part).height;
	}
	for (uint32_t i = 0; i < 2 * a->wires.n; i++) {
		st_wire *w = &a->wires.at[i / 2];
		w->ends[i % 2] = stop_at(a, w->ends[i % 2].cell, a->sketch->links.at[w->link].ends[i % 2]);
	}
}

static bool is_port(sf_end one, sf_end other)
{
	return one.part == other.part && one.port == other.port;
}

/* How many elements of the array of ports have lines, and the how-manieth this one is, in the order of the text. */
static uint32_t elements_at(const st_arrangement *a, sf_end end, uint32_t *before)
{
	sb_u32s seen = {0};
	*before = 0;
	for (uint32_t i = 0; i < 2 * a->wires.n; i++) {
		sf_end e = a->sketch->links.at[a->wires.at[i / 2].link].ends[i % 2];
		bool known = !is_port(e, end);
		for (uint32_t k = 0; k < seen.n && !known; k++)
			known = seen.at[k] == e.element;
		if (known)
			continue;
		if (e.element == end.element)
			*before = seen.n;
		sb_push(a->arena, seen, e.element);
	}
	return seen.n;
}

/* Lines to elements of an array come to one port, beside each other; -1: they come to one point again. */
static void spread_elements(st_arrangement *a, int way)
{
	const double apart = 1.6, most = 0.8;
	for (uint32_t i = 0; i < 2 * a->wires.n; i++) {
		st_stop *s = &a->wires.at[i / 2].ends[i % 2];
		const st_cell *c = &a->cells.at[s->cell];
		sf_end end = a->sketch->links.at[a->wires.at[i / 2].link].ends[i % 2];
		uint32_t k, n = end.port >= 0 && end.element ? elements_at(a, end, &k) : 1;
		if (n < 2)
			continue;
		double side = s->side ? c->height : c->width, away = way * fmin(apart, most * side / n) * (k - (n - 1) / 2.0);
		if (s->side)
			s->at.y -= away;
		else
			s->at.x += away;
	}
}

/* ---------------------------------------------------------------------------------------------- connections alone */

static sf_point port_of(const sf_sketch *s, sf_end e, sf_point *out)
{
	const sf_part *p = &s->parts.at[e.part];
	st_map m = st_map_place(&p->place, &p->sketch->extent);
	sf_point middle = st_map_point(&m, st_middle(&p->sketch->extent)), at = middle;
	if (e.port >= 0) {
		const sf_part *port = &p->sketch->parts.at[e.port];
		st_map inner = st_map_place(&port->place, &port->sketch->extent), both = st_map_then(&m, &inner);
		at = st_map_point(&both, st_middle(&port->sketch->extent));
	}
	double x = at.x - middle.x, y = at.y - middle.y;
	*out = fabs(x) >= fabs(y) ? (sf_point){x < 0 ? -1 : x > 0, 0} : (sf_point){0, y < 0 ? -1 : 1};
	return at;
}

static void set_points(sb_arena *arena, sf_link *l, const sf_point *points, uint32_t n)
{
	l->line.points = sb_new_array(arena, sf_point, n);
	l->line.point_count = 0;
	for (uint32_t i = 0; i < n; i++) {
		const sf_point *last = l->line.point_count ? &l->line.points[l->line.point_count - 1] : NULL;
		if (!last || last->x != points[i].x || last->y != points[i].y || (i == n - 1 && l->line.point_count == 1))
			l->line.points[l->line.point_count++] = points[i];
	}
	l->lined = true;
}

/* Between parts that have their places: out of each port, and across in the middle between. */
static void join(sb_arena *arena, sf_sketch *s, sf_link *l)
{
	const double out = 6;
	sf_point d[2], a = port_of(s, l->ends[0], &d[0]), b = port_of(s, l->ends[1], &d[1]);
	sf_point c = {a.x + out * d[0].x, a.y + out * d[0].y}, e = {b.x + out * d[1].x, b.y + out * d[1].y};
	bool across = d[0].x != 0 || d[0].y == 0;
	sf_point f = across ? (sf_point){(c.x + e.x) / 2, c.y} : (sf_point){c.x, (c.y + e.y) / 2},
			 g = across ? (sf_point){(c.x + e.x) / 2, e.y} : (sf_point){e.x, (c.y + e.y) / 2};
	set_points(arena, l, (sf_point[]){a, c, f, g, e, b}, 6);
}

/* ------------------------------------------------------------------------------------------------------ all of them */

/* Below what is drawn already, if there is something. */
static sf_point corner(const sf_sketch *s)
{
	static const st_map same = {1, 0, 0, 1, 0, 0};
	sr_scene *trial = sr_scene_new(0, 0);
	sf_box box;
	st_draw_sketch(&(st_pen){trial, 1}, &same, s);
	bool any = st_covered(trial, &box);
	sr_scene_free(trial);
	return any ? (sf_point){box.a.x, box.a.y - 30} : (sf_point){0, 0};
}

static void put_parts(st_arrangement *a)
{
	for (uint32_t i = 0; i < a->cells.n; i++) {
		const st_cell *c = &a->cells.at[i];
		if (c->part < 0)
			continue;
		sf_part *p = &a->sketch->parts.at[c->part];
		p->place = (sf_place){.extent = extent_of(c), .origin = {c->x, c->y}};
		p->placed = true;
	}
}

/* Where the author of a class has drawn something, a part without a place is shown if it is connected, or a port. */
static bool is_shown(const sf_sketch *s, uint32_t part)
{
	bool drawn = s->shapes.n > 0;
	for (uint32_t i = 0; i < s->parts.n; i++)
		drawn = drawn || s->parts.at[i].placed;
	for (uint32_t i = 0; i < s->links.n; i++)
		for (int k = 0; k < 2; k++)
			if (s->links.at[i].ends[k].part == (int32_t)part)
				return true;
	return !drawn || s->parts.at[part].port;
}

void st_arrange(sb_arena *arena, sf_sketch *s, const st_notes *notes)
{
	st_arrangement a = {.arena = arena, .sketch = s};
	int32_t *cell = sb_new_array(arena, int32_t, s->parts.n + 1);
	a.placed = sb_new_array(arena, bool *, s->parts.n + 1);
	for (uint32_t i = 0; i < s->parts.n; i++)
		a.placed[i] = place_first(arena, s->parts.at[i].sketch);
	for (uint32_t i = 0; i < s->parts.n; i++) {
		bool arranged = !s->parts.at[i].placed && is_shown(s, i);
		cell[i] = arranged ? (int32_t)a.cells.n : -1;
		if (arranged) {
			sb_push(arena, a.cells, cell_of(s, i));
			a.cells.at[cell[i]].note = st_note_size(&notes->of[i]);
		}
	}
	if (a.cells.n) {
		sf_point at = corner(s);
		add_wires(&a, cell);
		st_make_layers(&a);
		face_ports(&a);
		spread_elements(&a, 1);
		st_make_gaps(&a);
		st_order_layers(&a);
		spread_elements(&a, -1);         /* parts stand in the middle of what they are connected with */
		st_set_heights(&a);
		spread_elements(&a, 1);
		st_lay_tracks(&a, at.x, at.y);
		put_parts(&a);
	}
	for (uint32_t i = 0; i < s->links.n; i++)
		if (!s->links.at[i].lined && s->links.at[i].ends[0].part >= 0 && s->links.at[i].ends[1].part >= 0)
			join(arena, s, &s->links.at[i]);
}
