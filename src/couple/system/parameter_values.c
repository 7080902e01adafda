/* Parameter sets and mappings. A binding of an outer system wins over one inside, a later one over an earlier one. */
#include "couple/system/ssd.h"

#include <string.h>

/* A value as text; with its unit, if it has one. */
static bool read_value(cp_reader *r, const sb_xml_node *parameter, cp_bound *out)
{
	const char *name = sb_xml_value(parameter, "name");
	for (const sb_xml_node *n = parameter->first; n; n = n->next) {
		const char *value = sb_xml_value(n, "value");
		if (cp_is(n, "Annotations") || cp_is(n, "Dimensions"))
			continue;
		if (!name || !value)
			break;
		*out = (cp_bound){.name = name, .text = value, .span = sb_xml_span(n, "value"),
			.unit = sb_xml_value(n, "unit") ? sb_xml_value(n, "unit") : ""};
		return true;
	}
	sb_report(r->s->diag, SB_ERROR, "P0004", parameter->span, "a parameter needs a name and a value");
	return false;
}

/* The names that a mapping gives a parameter; without a mapping its own. */
static void add_mapped(cp_reader *r, cp_element *e, const sb_xml_node *mapping, const char *prefix, cp_bound b)
{
	sb_arena *arena = r->s->arena;
	const char *plain = b.name, *text = b.text;
	if (!mapping) {
		b.name = sb_printf(arena, "%s%s", prefix, plain);
		sb_push(arena, e->values, b);
		return;
	}
	for (const sb_xml_node *n = mapping->first; n; n = n->next) {
		const char *source = sb_xml_value(n, "source"), *target = sb_xml_value(n, "target");
		const sb_xml_node *linear = cp_child(n, "LinearTransformation");
		if (!cp_is(n, "MappingEntry") || !source || !target || strcmp(source, plain) != 0)
			continue;
		b.name = sb_printf(arena, "%s%s", prefix, target);
		b.text = text;
		if (linear) {
			double factor, offset, value;
			char *end;
			cp_real(r->s, linear, "factor", 1, &factor);
			cp_real(r->s, linear, "offset", 0, &offset);
			value = sb_read_real(text, &end);
			b.text = sb_printf(arena, "%.17g", factor * value + offset);
		}
		sb_push(arena, e->values, b);
	}
}

static void add_set(cp_reader *r, cp_element *e, const sb_xml_node *set, const sb_xml_node *mapping, const char *prefix)
{
	const sb_xml_node *list = cp_child(set, "Parameters");
	if (!cp_is(set, "ParameterSet")) {
		sb_report(r->s->diag, SB_ERROR, "P0003", set->span, "this is no parameter set, but %s", set->name);
		return;
	}
	for (const sb_xml_node *n = list ? list->first : NULL; n; n = n->next) {
		cp_bound b;
		if (cp_is(n, "Parameter") && read_value(r, n, &b))
			add_mapped(r, e, mapping, prefix, b);
	}
}

/* The tree inside of a binding, or in the file that it names. */
static const sb_xml_node *inline_or_file(cp_reader *r, const cp_element *e, const sb_xml_node *node,
										 const sb_xml_node *inside, const char *what)
{
	const char *source = sb_xml_value(node, "source");
	if (!source)
		return inside;
	const char *file = cp_resolve(r->s, e->folder ? e->folder : r->s->folder, source, sb_xml_span(node, "source"));
	return file ? cp_read_xml(r->s, file, sb_xml_span(node, "source"), what) : NULL;
}

bool cp_read_bindings(cp_reader *r, cp_element *e, const sb_xml_node *list)
{
	for (const sb_xml_node *n = list->first; n; n = n->next) {
		if (!cp_is(n, "ParameterBinding"))
			continue;
		const char *prefix = sb_xml_value(n, "prefix");
		const sb_xml_node *values = cp_child(n, "ParameterValues"), *map = cp_child(n, "ParameterMapping");
		const sb_xml_node *set = inline_or_file(r, e, n, values ? cp_child(values, "ParameterSet") : NULL,
												"the parameter set");
		if (map)
			map = inline_or_file(r, e, map, cp_child(map, "ParameterMapping"), "the mapping of parameters");
		if (set)
			add_set(r, e, set, map, prefix ? prefix : "");
		else if (!sb_xml_value(n, "source"))
			sb_report(r->s->diag, SB_ERROR, "P0004", n->span, "a parameter binding needs a source or values");
	}
	return true;
}

/* The name of something in `e`, seen from the element `from` around it. */
static const char *seen_from(sb_arena *arena, const cp_element *e, const cp_element *from, const char *name)
{
	for (; e != from; e = e->around)
		name = sb_printf(arena, "%s.%s", e->name, name);
	return name;
}

cp_bound *cp_value_of(cp_element *e, const char *name)
{
	sb_arena *scratch = sb_arena_new();
	cp_bound *found = NULL;
	for (cp_element *level = e; level; level = level->around) {
		const char *seen = seen_from(scratch, e, level, name);
		for (uint32_t i = 0; i < level->values.n; i++)
			if (strcmp(level->values.at[i].name, seen) == 0) {
				level->values.at[i].used = true;
				found = &level->values.at[i];
			}
	}
	sb_arena_free(scratch);
	return found;
}

static void put(sb_arena *arena, cp_component *c, const char *name, const cp_bound *b)
{
	for (uint32_t i = 0; i < c->values.n; i++)
		if (strcmp(c->values.at[i].name, name) == 0) {
			c->values.at[i].text = b->text;
			c->values.at[i].span = b->span;
			return;
		}
	cp_value v = {.name = name, .text = b->text, .span = b->span};
	sb_push(arena, c->values, v);
}

void cp_give_values(cp_reader *r, cp_element *e, cp_component *c)
{
	sb_arena *arena = r->s->arena;
	for (cp_element *level = e; level; level = level->around) {
		const char *before = level == e ? "" : seen_from(arena, e, level, "");
		size_t n = strlen(before);
		for (uint32_t i = 0; i < level->values.n; i++) {
			cp_bound *b = &level->values.at[i];
			if (strncmp(b->name, before, n) != 0 || !b->name[n])
				continue;
			b->used = true;
			put(arena, c, b->name + n, b);
		}
	}
}

void cp_tell_unused(cp_reader *r, cp_element *e)
{
	for (uint32_t i = 0; i < e->values.n; i++)
		if (!e->values.at[i].used)
			sb_help(sb_report(r->s->diag, SB_WARNING, "P0026", e->values.at[i].span,
							  "no component takes the parameter '%s'", e->values.at[i].name),
					"a parameter of a system is called COMPONENT.PARAMETER");
	for (uint32_t i = 0; i < e->inside.n; i++)
		cp_tell_unused(r, e->inside.at[i]);
}
