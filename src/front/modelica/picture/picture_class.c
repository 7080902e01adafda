/* Layers of classes: coordinate systems, the graphics of base classes and their own (3.6, 18.6.1 to 18.6.3). */
#include "front/modelica/picture/picture_inside.h"

#include <string.h>

static const char *layer_name(sf_layer layer)
{
	return layer == SF_ICON ? "Icon" : "Diagram";
}

/* The extends clause that made base number k of a scope; NULL: a short class has none. */
static const mo_element *clause_of(const mo_scope *scope, uint32_t k)
{
	uint32_t count = 0, first;
	for (uint32_t i = 0; i < scope->class_def->elements.n; i++)
		count += scope->class_def->elements.at[i]->kind == MO_EL_EXTENDS;
	first = scope->bases.n > count ? scope->bases.n - count : 0;
	for (uint32_t i = 0, at = first; i < scope->class_def->elements.n; i++)
		if (scope->class_def->elements.at[i]->kind == MO_EL_EXTENDS && at++ == k)
			return scope->class_def->elements.at[i];
	return NULL;
}

typedef struct base_map { bool mapped, hidden; sf_box extent; } base_map;

/* Where an extends clause, or the annotation of a short class, puts the graphics of the base class. A region of no size
 * is where they are. */
static base_map map_of(const mo_pencil *p, uint32_t k, sf_layer layer)
{
	const mo_element *clause = clause_of(p->scope, k);
	const mo_modifications *annotation = clause ? &clause->annotation : &p->scope->class_def->annotation;
	const mo_modification *m = mo_annotation(annotation, layer == SF_ICON ? "IconMap" : "DiagramMap");
	base_map map = {0};
	bool visible = true;
	if (!m)
		return map;
	mo_graphic g = mo_graphic_of_modification(m);
	mo_graphic_bool(p, &g, "primitivesVisible", &visible);
	mo_graphic_box(p, &g, "extent", &map.extent);
	map.hidden = !visible;
	map.mapped = map.extent.a.x != map.extent.b.x && map.extent.a.y != map.extent.b.y;
	return map;
}

static bool own_coordinates(const mo_pencil *p, sf_layer layer, sf_box *extent, double *scale)
{
	const mo_modification *m = mo_annotation(&p->scope->class_def->annotation, layer_name(layer));
	mo_graphic layer_of, g;
	if (!m)
		return false;
	layer_of = mo_graphic_of_modification(m);
	if (!mo_graphic_inside(&layer_of, "coordinateSystem", &g))
		return false;
	sf_box read = {{-100, -100}, {100, 100}};
	mo_graphic_box(p, &g, "extent", &read);
	mo_graphic_number(p, &g, "initialScale", scale);
	if (read.a.x == read.b.x || read.a.y == read.b.y) {
		mo_not_drawn(p, g.node, g.span, "the extent of a coordinate system", "it has no area");
		return false;
	}
	*extent = read;
	return true;
}

bool mo_coordinates(const mo_pencil *p, mo_scope *scope, sf_layer layer, sf_box *extent, double *scale)
{
	mo_pencil here = *p;
	here.scope = scope;
	*extent = (sf_box){{-100, -100}, {100, 100}};
	*scale = 0.1;
	if (!scope->class_def)
		return false;
	if (own_coordinates(&here, layer, extent, scale))
		return true;
	for (uint32_t k = 0; k < scope->bases.n; k++)
		if (!map_of(&here, k, layer).mapped)
			return mo_coordinates(p, scope->bases.at[k], layer, extent, scale);
	return false;
}

static void add_graphics(const mo_pencil *p, const mo_expr *list, sf_sketch *to)
{
	list = mo_settled(p, list);
	if (list->kind != MO_E_ARRAY) {
		mo_not_drawn(p, list, list->span, "'graphics'", "a list is needed: graphics = {Line(...), Text(...)}");
		return;
	}
	for (uint32_t i = 0; i < list->a.n; i++) {
		const mo_expr *e = mo_settled(p, list->a.at[i]);
		mo_graphic g;
		sf_shape shape;
		if (!mo_graphic_of_expr(e, &g))
			mo_not_drawn(p, e, e->span, "an element of 'graphics'", "it is none of Line, Polygon, Rectangle, Ellipse, "
																	"Text and Bitmap");
		else if (mo_picture_shape(p, &g, &shape))
			sb_push(p->c->arena, to->shapes, shape);
	}
}

static void add_mapped(const mo_pencil *p, const base_map *map, sf_layer layer, sf_sketch *to)
{
	sf_sketch *inside = sb_new(p->c->arena, sf_sketch);
	sf_part part = {.name = "", .sketch = inside, .placed = true, .place = {.extent = map->extent}};
	double scale;
	mo_coordinates(p, p->scope, layer, &inside->extent, &scale);
	mo_add_layer(p, layer, inside);
	if (inside->shapes.n || inside->parts.n)
		sb_push(p->c->arena, to->parts, part);
}

void mo_add_layer(const mo_pencil *p, sf_layer layer, sf_sketch *to)
{
	const mo_class *def = p->scope->class_def;
	if (!def)
		return;
	for (uint32_t k = 0; k < p->scope->bases.n; k++) {
		base_map map = map_of(p, k, layer);
		mo_pencil base = *p;
		base.scope = p->scope->bases.at[k];
		if (map.hidden)
			continue;
		if (map.mapped)
			add_mapped(&base, &map, layer, to);
		else
			mo_add_layer(&base, layer, to);
	}
	const mo_modification *m = mo_annotation(&def->annotation, layer_name(layer));
	mo_graphic g = m ? mo_graphic_of_modification(m) : (mo_graphic){0};
	const mo_expr *list = m ? mo_graphic_value(&g, "graphics") : NULL;
	if (list)
		add_graphics(p, list, to);
}

sf_sketch *mo_icon_of(mo_context *c, mo_scope *type, const char *name, sf_layer layer, uint32_t depth)
{
	enum { DEEPEST = 6 };
	sf_sketch *s = sb_new(c->arena, sf_sketch);
	mo_pencil p = {c, type, type, name};
	double scale;
	s->title = type->class_def ? type->class_def->name : "";
	mo_coordinates(&p, type, layer, &s->extent, &scale);
	mo_add_layer(&p, layer, s);
	if (layer == SF_DIAGRAM && !s->shapes.n && !s->parts.n)
		return mo_icon_of(c, type, name, SF_ICON, depth);
	if (depth < DEEPEST && !mo_is_connector(type))       /* what a bus holds is not shown */
		mo_add_ports(c, type, depth + 1, s);
	return s;
}
