/* Connections: between which parts and ports, and their lines. */
#include "front/modelica/picture/picture_inside.h"

#include <math.h>
#include <string.h>

typedef struct links { mo_context *c; mo_scope *scope, *whole; sf_sketch *to; } links;

static int32_t named(const sf_sketch *s, const char *name)
{
	for (uint32_t i = 0; i < s->parts.n; i++)
		if (strcmp(s->parts.at[i].name, name) == 0)
			return (int32_t)i;
	return -1;
}

static bool is_absent(const mo_item *item)
{
	return item && item->kind == MO_I_COMPONENT && item->state == MO_DONE && !item->present;
}

/* A number for the subscripts of a reference; 0: it has none. */
static uint32_t element_of(const mo_expr *e)
{
	sb_text text = {0};
	uint32_t found = 0;
	for (uint32_t i = 0; i < e->parts.n; i++)
		for (uint32_t k = 0; k < e->parts.at[i].subscripts.n; k++) {
			sb_addf(&text, "%u:", i);
			mo_expr_text(e->parts.at[i].subscripts.at[k], &text);
			sb_addc(&text, ',');
		}
	if (text.n)
		found = (uint32_t)sb_hash(text.at, text.n, 1) | 1;
	sb_text_free(&text);
	return found;
}

/* False: it is at a component that is not there, and so is not there itself. */
static bool find_end(const links *l, const mo_expr *e, sf_end *out)
{
	*out = (sf_end){-1, -1, 0};
	if (!e || e->kind != MO_E_REF || !e->parts.n)
		return true;
	out->element = element_of(e);
	mo_item *item = mo_member(l->whole, e->parts.at[0].name);
	if (is_absent(item))
		return false;
	out->part = named(l->to, e->parts.at[0].name);
	if (out->part < 0 || e->parts.n < 2)
		return true;
	out->port = named(l->to->parts.at[out->part].sketch, e->parts.at[1].name);
	return !item || item->state != MO_DONE || !item->type || !is_absent(mo_member(item->type, e->parts.at[1].name));
}

/* A line that is not written has the colour of what it connects. */
static uint32_t color_at(const links *l, sf_end end)
{
	const sf_part *part = end.part >= 0 ? &l->to->parts.at[end.part] : NULL;
	if (part && end.port >= 0)
		part = &part->sketch->parts.at[end.port];
	for (uint32_t i = 0; part && part->port && i < part->sketch->shapes.n; i++) {
		const sf_shape *s = &part->sketch->shapes.at[i];
		if (s->kind != SF_TEXT && s->line_color)
			return s->line_color;
		if (s->kind != SF_TEXT && s->fill && s->fill_color && s->fill_color != 0xffffff)
			return s->fill_color;
	}
	return 0;
}

static const char *last_name(const mo_expr *e)
{
	return e && e->kind == MO_E_REF && e->parts.n ? e->parts.at[e->parts.n - 1].name : "";
}

/* Text(string = "%first", index = -1, extent = ...): beside point 1, 2, ... of the line, or -1, -2, ... from its end. A
 * text without a box ends or begins where it is, on the side that its place is on. */
static void add_text(const links *l, const mo_equation *q, const sf_link *link)
{
	const mo_modification *m = mo_annotation(&q->annotation, "Text");
	mo_pencil p = {l->c, l->scope, l->whole, ""};
	double index = 1;
	sf_shape s;
	if (!m || !link->lined)
		return;
	mo_graphic g = mo_graphic_of_modification(m);
	if (!mo_picture_shape(&p, &g, &s))
		return;
	mo_graphic_number(&p, &g, "index", &index);
	double last = link->line.point_count - 1, number = index < 0 ? last + 1 + index : index - 1;
	sf_point at = link->line.points[(uint32_t)fmin(fmax(number, 0), last)];
	if (s.extent.a.x == s.extent.b.x && !mo_graphic_value(&g, "horizontalAlignment"))
		s.align = s.extent.a.x < 0 ? SF_RIGHT : s.extent.a.x > 0 ? SF_LEFT : SF_CENTER;
	s.text = strcmp(s.text, "%first") == 0 ? last_name(q->left)
			 : strcmp(s.text, "%second") == 0 ? last_name(q->right) : s.text;
	s.extent = (sf_box){{s.extent.a.x + at.x, s.extent.a.y + at.y}, {s.extent.b.x + at.x, s.extent.b.y + at.y}};
	s.font_size = s.font_size > 0 ? s.font_size : 8;
	sb_push(l->c->arena, l->to->over, s);
}

static void add_link(const links *l, const mo_equation *q)
{
	mo_pencil p = {l->c, l->scope, l->whole, ""};
	const mo_modification *m = mo_annotation(&q->annotation, "Line");
	sf_link link = {.line = mo_shape_new(SF_LINE)};
	if (mo_connect_broken(l->scope, q) || !find_end(l, q->left, &link.ends[0]) || !find_end(l, q->right, &link.ends[1]))
		return;
	if (m) {
		mo_graphic g = mo_graphic_of_modification(m);
		link.lined = mo_picture_shape(&p, &g, &link.line);
	}
	if (!m || (!link.lined && !mo_graphic_value(&(mo_graphic){.args = &m->args}, "color")))
		link.line.line_color = color_at(l, link.ends[0]) ? color_at(l, link.ends[0]) : color_at(l, link.ends[1]);
	sb_push(l->c->arena, l->to->links, link);
	add_text(l, q, &link);
}

static void add_body(const links *l, const mo_equations *body)
{
	mo_pencil p = {l->c, l->scope, l->whole, ""};
	for (uint32_t i = 0; i < body->n; i++) {
		const mo_equation *q = body->at[i];
		if (q->kind == MO_Q_CONNECT)
			add_link(l, q);
		if (q->kind != MO_Q_IF && q->kind != MO_Q_FOR)
			continue;
		for (uint32_t b = 0; b < q->branches.n; b++) {
			const mo_expr *condition = q->branches.at[b].condition;
			bool holds = true, known = condition && q->kind == MO_Q_IF && mo_known_boolean(&p, condition, &holds);
			if (!known || holds)
				add_body(l, &q->branches.at[b].body);
			if (known && holds)
				break;
		}
	}
}

void mo_add_links(mo_context *c, mo_scope *whole, sf_sketch *to)
{
	mo_scoped_sections sections = {0};
	mo_sections(whole, &sections);
	for (uint32_t i = 0; i < sections.n; i++) {
		links l = {c, sections.at[i].scope, whole, to};
		if (!sections.at[i].section->algorithm && !sections.at[i].section->initial)
			add_body(&l, &sections.at[i].section->body);
	}
}
