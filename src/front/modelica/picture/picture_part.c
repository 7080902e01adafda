/* Components and connectors: which are shown, where they are, what they look like. */
#include "front/modelica/picture/picture_inside.h"

#include <string.h>

/* What a declaration's type is, as far as it can be found. Nothing is said here if it cannot. */
static mo_item *class_of(mo_context *c, const mo_item *item)
{
	uint32_t first = sb_messages(c->diag);
	mo_item *found = mo_find_class_item(c, item->home, &item->ast->type);
	sb_take_back(c->diag, first, NULL);
	return found;
}

static const mo_modification *placement_of(const mo_item *item)
{
	const mo_modification *m = mo_annotation(&item->ast->annotation, "Placement");
	return m ? m : mo_annotation(&item->declared->annotation, "Placement");
}

static bool is_kind(const mo_item *class_item, unsigned kinds)
{
	const mo_class *def = class_item ? class_item->ast->class_def : NULL;
	return def && kinds >> def->restriction & 1;
}

/* What went wrong: its first error, unless the class is only partial, which a picture need not mind. */
static const char *why_not(mo_context *c, uint32_t first)
{
	const char *why = NULL;
	for (uint32_t i = first; i < sb_messages(c->diag) && !why; i++) {
		sb_message_view m = sb_message_at(c->diag, i);
		if (m.severity == SB_ERROR && strcmp(m.code, "M0206") != 0)
			why = sb_strdup(c->arena, m.text);
	}
	sb_take_back(c->diag, first, NULL);
	return why;
}

/* The scope of a component's class; NULL: the component is not there. Where it cannot be instantiated, the class as it
 * is by itself. */
static mo_scope *type_of(mo_context *c, mo_item *item, mo_item *class_item)
{
	uint32_t first = sb_messages(c->diag);
	bool open = mo_open(c, item, item->ast->name_span);
	const char *why = why_not(c, first);
	if (open && !item->present)
		return NULL;
	mo_item *found = open && item->outer_of ? item->outer_of : item;
	if (open && found->type)
		return found->type;
	if (why && mo_first_report(c, item->ast))
		sb_note(sb_report(c->diag, SB_INFO, "U0826", item->ast->name_span,
						  "'%s' is drawn as its class is by itself, without the values given here", item->name),
				"%s", why);
	first = sb_messages(c->diag);
	mo_scope *scope = mo_class_scope(c, class_item);
	sb_take_back(c->diag, first, NULL);
	return scope;
}

/* True where it is visible in this layer. */
static bool read_place(const mo_pencil *p, const mo_modification *m, sf_layer layer, const sf_sketch *sketch,
					   double scale, sf_part *part)
{
	mo_graphic g = mo_graphic_of_modification(m), t, icon;
	bool visible = true;
	mo_graphic_bool(p, &g, "visible", &visible);
	if (layer == SF_ICON)
		mo_graphic_bool(p, &g, "iconVisible", &visible);
	if (!mo_graphic_inside(&g, "transformation", &t))
		t = (mo_graphic){0};
	if (layer == SF_ICON && mo_graphic_inside(&g, "iconTransformation", &icon) && mo_graphic_value(&icon, "extent"))
		t = icon;
	const sf_box *e = &sketch->extent;
	part->place.extent = (sf_box){{e->a.x * scale, e->a.y * scale}, {e->b.x * scale, e->b.y * scale}};
	mo_graphic_box(p, &t, "extent", &part->place.extent);
	mo_graphic_point(p, &t, "origin", &part->place.origin);
	mo_graphic_number(p, &t, "rotation", &part->place.rotation);
	part->placed = t.name != NULL;
	return visible;
}

/* A triangle for a signal, in the colour of its type; a grey square for what is connected without a direction. */
static void draw_port(mo_context *c, const mo_item *item, bool named, sf_sketch *to)
{
	static const sf_point corners[] = {{-100, 100}, {100, 0}, {-100, -100}};
	uint32_t color = item->base == MO_B_BOOLEAN ? 0xff00ff : item->base == MO_B_INTEGER ? 0xff7f00 : 0x00007f;
	bool signal = item->input || item->output;
	sf_shape s = mo_shape_new(signal ? SF_POLYGON : SF_RECTANGLE);
	s.extent = (sf_box){{-100, -100}, {100, 100}};
	s.line_color = signal ? color : 0x555555;
	s.fill_color = item->input ? color : signal ? 0xffffff : 0xaaaaaa;
	s.fill = SF_FULL;
	if (signal) {
		s.points = sb_new_array(c->arena, sf_point, 3);
		memcpy(s.points, corners, sizeof corners);
		s.point_count = 3;
	}
	sb_push(c->arena, to->shapes, s);
	if (!named)
		return;
	sf_shape text = mo_shape_new(SF_TEXT);
	text.extent = (sf_box){{-300, 120}, {300, 190}};
	text.line_color = s.line_color;
	text.text = item->name;
	sb_push(c->arena, to->shapes, text);
}

void mo_draw_box(mo_context *c, const char *title, const char *name, sf_sketch *to)
{
	sf_shape box = mo_shape_new(SF_RECTANGLE), text = mo_shape_new(SF_TEXT);
	box.extent = (sf_box){{-100, -100}, {100, 100}};
	box.line_color = 0x1f3f6f;
	box.fill_color = 0xf4f7fb;
	box.fill = SF_FULL;
	text.extent = (sf_box){{-84, -30}, {84, 30}};
	text.line_color = 0x1f3f6f;
	text.text = title;
	sb_push(c->arena, to->shapes, box);
	sb_push(c->arena, to->shapes, text);
	if (!*name)
		return;
	text.extent = (sf_box){{-150, 145}, {150, 105}};
	text.line_color = 0x0000ff;
	text.text = name;
	sb_push(c->arena, to->shapes, text);
}

/* An array of components is drawn once: its name tells how many they are. */
static const char *name_with_sizes(mo_context *c, const mo_item *item)
{
	sb_text text = {0};
	uint32_t n = item->state == MO_DONE ? item->rank : item->ast->dims.n;
	if (!n)
		return item->name;
	sb_addf(&text, "%s[", item->name);
	for (uint32_t d = 0; d < n; d++) {
		sb_add(&text, d ? ", " : "");
		if (item->state == MO_DONE)
			sb_addf(&text, "%u", item->shape[d]);
		else
			mo_expr_text(item->ast->dims.at[d], &text);
	}
	sb_addc(&text, ']');
	return sb_intern_text(c->names, &text);
}

static bool make_part(mo_context *c, mo_item *item, mo_item *class_item, sf_layer layer, uint32_t depth, sf_part *out)
{
	const mo_modification *m = placement_of(item);
	bool port = is_kind(class_item, 1u << MO_CONNECTOR);
	mo_pencil around = {c, item->scope, mo_whole_scope(item->scope), item->name};
	mo_scope *type = type_of(c, item, class_item);
	sf_box extent;
	double scale;
	if (!type)
		return false;
	sf_layer shown = port && layer == SF_DIAGRAM ? SF_DIAGRAM : SF_ICON;
	*out = (sf_part){.name = item->name, .port = port, .input = item->input, .output = item->output};
	const char *name = port ? item->name : name_with_sizes(c, item);
	out->sketch = mo_icon_of(c, type, name, shown, depth);
	mo_coordinates(&around, type, shown, &extent, &scale);
	if (!out->sketch->shapes.n && !out->sketch->parts.n && port)
		draw_port(c, item, layer == SF_DIAGRAM, out->sketch);
	bool drawn = out->sketch->shapes.n;
	for (uint32_t i = 0; i < out->sketch->parts.n; i++)
		drawn = drawn || !*out->sketch->parts.at[i].name;
	if (!drawn && !port)
		mo_draw_box(c, out->sketch->title, name, out->sketch);
	return !m || read_place(&around, m, layer, out->sketch, scale, out);
}

void mo_add_ports(mo_context *c, mo_scope *type, uint32_t depth, sf_sketch *to)
{
	mo_items items = {0};
	mo_components(type, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		mo_item *item = items.at[i];
		mo_item *class_item = item->is_protected || item->scope->hides ? NULL : class_of(c, item);
		sf_part part;
		if (is_kind(class_item, 1u << MO_CONNECTOR) && make_part(c, item, class_item, SF_ICON, depth, &part))
			sb_push(c->arena, to->parts, part);
	}
}

/* Something whose class is not known is shown too: it may be what is looked for. */
static void add_unknown(mo_context *c, mo_item *item, sf_sketch *to)
{
	const mo_modification *m = placement_of(item);
	sf_sketch *box = sb_new(c->arena, sf_sketch);
	sf_part part = {.name = item->name, .sketch = box};
	mo_pencil around = {c, item->scope, mo_whole_scope(item->scope), item->name};
	uint32_t first = sb_messages(c->diag);
	mo_find_class_item(c, item->home, &item->ast->type);
	const char *why = why_not(c, first);
	sb_help(sb_report(c->diag, SB_WARNING, "U0825", item->ast->type.span, "'%s' is drawn as a box: %s", item->name,
					  why ? why : "its class is not known"),
			"libraries are found by MODELICAPATH");
	box->title = "?";
	box->extent = (sf_box){{-100, -100}, {100, 100}};
	mo_draw_box(c, box->title, item->name, box);
	if (!m || read_place(&around, m, SF_DIAGRAM, box, 0.1, &part))
		sb_push(c->arena, to->parts, part);
}

void mo_add_parts(mo_context *c, mo_scope *whole, sf_sketch *to)
{
	const unsigned always = 1u << MO_MODEL | 1u << MO_BLOCK | 1u << MO_CLASS | 1u << MO_CONNECTOR,
				   placed = always | 1u << MO_RECORD | 1u << MO_OPERATOR_RECORD;
	mo_items items = {0};
	mo_components(whole, &items);
	for (uint32_t i = 0; i < items.n; i++) {
		mo_item *item = items.at[i], *class_item = class_of(c, item);
		bool has_place = placement_of(item) != NULL, outer = item->ast->outer && !item->ast->inner;
		sf_part part;
		if (!class_item)
			add_unknown(c, item, to);
		else if (is_kind(class_item, has_place ? placed : outer ? 0 : always) &&
				 make_part(c, item, class_item, SF_DIAGRAM, 0, &part))
			sb_push(c->arena, to->parts, part);
	}
}
