/* Modifications on their way in.
 *
 * A modifier is handed from a component to the class of the component, where it is matched by name to an element, or
 * passed on to the base classes. What was written `a.b(c = 1)` is taken apart one name at a time: the modifier's depth
 * says how far. Lists are ordered from the outermost to the declaration itself, so the first that gives a value wins:
 *
 *     Plant p(r.R = 5)          model Plant  Resistor r(R = 3); end Plant;        model Resistor  parameter Real R = 1;
 * ... ^ first                                 ^ second                                                 ^ last
 *
 * Lists are copied when they branch (to several base classes, to the elements of an array); a copy knows its origin, so
 * that using one copy uses all and an unread modifier is one that no copy of it was read.
 */
#include <string.h>

#include "base/dotted.h"
#include "front/modelica/instance/scope.h"

mo_modifier *mo_list_add(mo_context *c, mo_modifier_list *list, const mo_modifier *m)
{
	mo_modifier *copy = sb_new(c->arena, mo_modifier);
	*copy = *m;
	copy->next = NULL;
	copy->origin = (mo_modifier *)m;
	copy->order = list->n++;
	if (list->last)
		list->last->next = copy;
	else
		list->first = copy;
	list->last = copy;
	return copy;
}

void mo_list_join(mo_context *c, mo_modifier_list *list, const mo_modifier *more)
{
	for (; more; more = more->next)
		mo_list_add(c, list, more);
}

bool mo_modifier_is_last(const mo_modifier *m)
{
	return m->depth + 1 >= m->ast->name_n;
}

/* Fills in what depends on how much of the dotted name is behind. */
static void set_depth(mo_modifier *m, uint32_t depth)
{
	m->depth = depth;
	m->name = m->ast->name[depth];
	bool last = mo_modifier_is_last(m);
	m->value = last ? m->ast->value : NULL;
	m->is_break = last && m->ast->break_value;
}

static bool first_modifier(const mo_modification *ast, mo_scope *scope, mo_modifier *out)
{
	if (!ast || !ast->name_n)
		return false;
	*out = (mo_modifier){
		.ast = (mo_modification *)ast, .scope = scope, .each = ast->each, .final = ast->final, .span = ast->span};
	set_depth(out, 0);
	return true;
}

static void report_twice(mo_context *c, const mo_modification *one, const mo_modification *before, const char *path)
{
	if (!mo_first_report(c, one))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0213", one->span, "'%s' is modified twice", path);
	sb_also(m, before->span, "it is modified here already");
	sb_help(m, "remove one of the two");
}

static void check_duplicates(mo_context *c, const mo_modifications *args);

void mo_list_args(mo_context *c, mo_modifier_list *list, const mo_modifications *args, mo_scope *scope, bool inherits)
{
	check_duplicates(c, args);
	for (uint32_t i = 0; i < args->n; i++) {
		mo_modifier m;
		if (!first_modifier(args->at[i], scope, &m))
			continue;
		m.inherits = inherits;
		mo_list_add(c, list, &m)->origin = NULL;
	}
}

/* What is given to an array without `each` has the dimensions of the array in front: each element takes its share. With
 * `each` it is the same for all, also for those of the arrays further out: r[3](p(each v = 1)). */
static void add_subscripts(mo_context *c, mo_modifier *m, const mo_modifier *from, const mo_share *subscripts,
						   uint32_t count)
{
	m->subscripts = m->each ? NULL : from->subscripts;
	m->subscript_count = m->each ? 0 : from->subscript_count;
	if (!count || m->each)
		return;
	m->subscripts = sb_new_array(c->arena, mo_share, from->subscript_count + count);
	if (from->subscript_count)
		memcpy(m->subscripts, from->subscripts, from->subscript_count * sizeof *m->subscripts);
	memcpy(m->subscripts + from->subscript_count, subscripts, count * sizeof *m->subscripts);
	m->subscript_count += count;
}

mo_modifier *mo_nested_modifiers(mo_context *c, const mo_modifier *modifiers, const mo_share *subscripts,
								 uint32_t count)
{
	mo_modifier_list list = {0};
	for (const mo_modifier *m = modifiers; m; m = m->next) {
		bool deeper = !mo_modifier_is_last(m);
		uint32_t n = deeper ? 1 : m->ast->args.n;
		if (!deeper && n)
			check_duplicates(c, &m->ast->args);
		for (uint32_t i = 0; i < n; i++) {
			mo_modifier inner;
			if (deeper) {
				inner = *m;
				inner.used = false;
				set_depth(&inner, m->depth + 1);
			} else if (!first_modifier(m->ast->args.at[i], m->scope, &inner)) {
				continue;
			}
			inner.final |= m->final;
			inner.soft = m->soft;
			inner.weak = false;
			inner.inherits = false;
			inner.parent = m;
			add_subscripts(c, &inner, m, subscripts, count);
			mo_list_add(c, &list, &inner)->origin = NULL;
		}
	}
	return list.first;
}

void mo_use_modifier(mo_modifier *m)
{
	for (; m && !m->used; m = m->origin)
		m->used = true;
}

/* ------------------------------------------------------------- what is wrong with them */

static void collect_leaves(mo_context *c, const mo_modifications *args, const char *prefix, mo_modifications *leaves,
						   sb_strings *paths)
{
	for (uint32_t i = 0; i < args->n && leaves->n < 100000; i++) {
		mo_modification *a = args->at[i];
		if (!a->name_n)
			continue;
		const char *path = prefix;
		for (uint32_t k = 0; k < a->name_n; k++)
			path = *path ? sb_printf(c->arena, "%s.%s", path, a->name[k]) : a->name[k];
		if (a->value || a->break_value || a->element) {
			sb_push(c->arena, *leaves, a);
			sb_push(c->arena, *paths, sb_intern(c->names, path));
		}
		collect_leaves(c, &a->args, path, leaves, paths);
	}
}

static void check_duplicates(mo_context *c, const mo_modifications *args)
{
	if (args->n < 2 || sb_map_find(&c->instances->checked, args->at))
		return;
	sb_map_set(&c->instances->checked, args->at, c);
	mo_modifications leaves = {0};
	sb_strings paths = {0};
	collect_leaves(c, args, "", &leaves, &paths);
	sb_map seen = sb_map_new(c->arena);
	for (uint32_t i = 0; i < leaves.n; i++) {
		mo_modification *before = sb_map_find(&seen, paths.at[i]);
		if (before)
			report_twice(c, leaves.at[i], before, paths.at[i]);
		else
			sb_map_set(&seen, paths.at[i], leaves.at[i]);
		for (uint32_t k = 0; leaves.at[i]->element && k < leaves.n; k++)
			if (sb_name_is_inside(paths.at[k], paths.at[i]))
				report_twice(c, leaves.at[k > i ? k : i], leaves.at[k > i ? i : k], paths.at[i]);
	}
}

static void report_final(mo_context *c, const mo_modifier *outer, const char *name, sb_span final)
{
	if (outer->soft || !mo_first_report(c, outer->ast))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0214", outer->span, "'%s' is final and cannot be modified", name);
	sb_also(m, final, "it is made final here");
	sb_help(m, "remove this modification, or the `final`");
}

/* Asked before the declaration's own modification is added to the list, which alone may modify a final element. */
void mo_check_finals(mo_context *c, mo_item *item)
{
	const mo_modifier *outer = NULL;
	for (const mo_modifier *m = item->modifiers; m; m = m->next) {
		bool gives = mo_modifier_is_last(m) && (m->value || m->is_break);
		if (outer && m->final && gives)
			report_final(c, outer, item->name, m->span);
		if (gives && !outer)
			outer = m;
	}
	if (item->is_final && item->modifiers)
		report_final(c, item->modifiers, item->name, item->ast->name_span);
}

/* A name that is like none is often that of another tool: all that can be meant are listed. */
static void suggest_name(mo_scope *scope, sb_message *m, const char *name)
{
	enum { LISTED_MOST = 12 };
	const char *near = mo_near_name(scope->context, scope, name, false);
	mo_items items = {0};
	sb_text list = {0};
	uint32_t n = 0;
	mo_components(scope, &items);
	for (uint32_t i = 0; i < items.n && n <= LISTED_MOST; i++) {
		const mo_element *e = items.at[i]->ast;
		if (e->variability == MO_PARAMETER && !e->is_protected && !e->final && n++ < LISTED_MOST)
			sb_addf(&list, "%s%s", list.n ? ", " : "", items.at[i]->name);
	}
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	else if (n && n <= LISTED_MOST)
		sb_help(m, n == 1 ? "its parameter is %s" : "its parameters are %s", list.at);
	else
		sb_help(m, "check the name against the declaration of '%s'", mo_class_text(scope));
	sb_text_free(&list);
}

/* The connection that made a record of what the block takes for a number; false: there is none. */
static bool tell_connection(mo_context *c, const mo_scope *scope, sb_message *m)
{
	const mo_class *def = scope->class_def;
	const mo_item *type = def && def->form == MO_FORM_SHORT ? mo_find_class_item(c, scope->parent, &def->base) : NULL;
	if (!type || !mo_is_inferred(type) || !type->sized_by.source)
		return false;
	sb_also(m, type->sized_by, "its type follows from this connection");
	sb_help(m, "the block needs a value at the start, which a record does not have: connect its elements one by one");
	return true;
}

void mo_report_unused(mo_scope *scope, mo_modifier *modifiers)
{
	mo_context *c = scope->context;
	for (mo_modifier *u = modifiers; u; u = u->next) {
		if (u->used || u->soft || scope->incomplete || !mo_first_report(c, u->ast))
			continue;
		bool redeclared = u->ast->element != NULL;
		sb_message *m =
			sb_report(c->diag, SB_ERROR, redeclared ? "M0229" : "M0211", u->ast->name_span,
					  redeclared ? "there is no '%s' in '%s' to redeclare" : "there is no '%s' in '%s' to modify",
					  u->name, mo_class_text(scope));
		uint64_t number;
		if (tell_connection(c, scope, m))
			continue;
		if (scope->index && sb_map_get(&scope->index->import_by_name, (uint64_t)(uintptr_t)u->name, &number)) {
			sb_note(m, "'%s' is imported there; an import is a name for something that is declared elsewhere", u->name);
			sb_help(m, "declare a replaceable class of that name in '%s'", mo_class_text(scope));
			continue;
		}
		suggest_name(scope, m, u->name);
	}
}

/* ---------------------------------------------------------------------- attributes */

static const char *const real_attributes[] = {"start", "fixed",       "min",      "max",         "nominal",
											  "unit",  "displayUnit", "quantity", "stateSelect", "unbounded"};
static const char *const integer_attributes[] = {"start", "fixed", "min", "max", "quantity"};
static const char *const boolean_attributes[] = {"start", "fixed", "quantity"};

static const char *const *attributes_of(mo_base base, size_t *count)
{
	switch (base) {
	case MO_B_REAL:
		*count = sizeof real_attributes / sizeof *real_attributes;
		return real_attributes;
	case MO_B_INTEGER:
	case MO_B_ENUM:
		*count = sizeof integer_attributes / sizeof *integer_attributes;
		return integer_attributes;
	case MO_B_BOOLEAN:
	case MO_B_STRING:
		*count = sizeof boolean_attributes / sizeof *boolean_attributes;
		return boolean_attributes;
	default:
		*count = 0;
		return NULL;
	}
}

bool mo_is_attribute(mo_base base, const char *name)
{
	size_t count;
	const char *const *all = attributes_of(base, &count);
	for (size_t i = 0; i < count; i++)
		if (strcmp(all[i], name) == 0)
			return true;
	return false;
}

static const char *base_text(mo_base base)
{
	static const char *const texts[] = {"a class", "Real",           "Integer",           "Boolean",
										"String",  "an enumeration", "an external object", "a clock",
										"an activation"};
	return texts[base];
}

void mo_check_attribute(mo_context *c, const mo_modifier *a, mo_base base)
{
	if (a->soft || mo_is_attribute(base, a->name) || !mo_first_report(c, a->ast))
		return;
	size_t count;
	const char *const *all = attributes_of(base, &count);
	sb_message *m =
		sb_report(c->diag, SB_ERROR, "M0212", a->ast->name_span, "%s has no attribute '%s'", base_text(base), a->name);
	const char *near = sb_nearest(a->name, all, count);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	sb_text list = {0};
	for (size_t i = 0; i < count; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", all[i]);
	if (count)
		sb_note(m, "its attributes are %s", list.at);
	sb_text_free(&list);
}

/* The part of a type that is predefined (or the enumeration itself): every modification of the type has come down to
 * it. */
static const mo_scope *primitive_part(const mo_scope *type)
{
	while (type && type->bases.n) {
		const mo_scope *inner = NULL;
		for (uint32_t i = 0; i < type->bases.n; i++)
			if (type->bases.at[i]->base == type->base)
				inner = type->bases.at[i];
		if (!inner)
			break;
		type = inner;
	}
	return type;
}

/* 3.6, 7.2.5: each belongs into the modification of an array; also of one further out. */
void mo_check_each(mo_context *c, const mo_item *item, const mo_modifier *nested)
{
	const mo_scope *around = item->scope;

	while (around && around->derived)
		around = around->derived;
	if (item->rank || !around || around->axis_count || strchr(item->full_name, '['))
		return;
	for (const mo_modifier *m = nested; m; m = m->next)
		if (m->each && mo_modifier_is_last(m) && mo_first_report(c, m->ast)) {
			sb_message *note = sb_report(c->diag, SB_WARNING, "M0640", m->span,
										 "'each' has no effect here: '%s' is not an array", item->name);
			sb_help(note, "remove 'each', or declare '%s' with its sizes: %s[n]", item->name, item->name);
		}
}

void mo_check_attributes(mo_context *c, mo_item *item)
{
	const mo_modifier *nested = mo_nested_modifiers(c, item->modifiers, NULL, 0);
	const mo_scope *part = item->type ? primitive_part(item->type) : NULL;
	mo_check_each(c, item, nested);
	for (const mo_modifier *a = nested; a; a = a->next) {
		mo_check_attribute(c, a, item->base);
		for (const mo_modifier *b = a->next; b; b = b->next)
			if (b->name == a->name && b->final && b->value && a->value)
				report_final(c, a, a->name, b->span);
		for (const mo_modifier *b = part ? part->modifiers : NULL; b; b = b->next)
			if (b->name == a->name && b->final && b->value && a->value && b->ast != a->ast)
				report_final(c, a, a->name, b->span);
	}
}

mo_modifier *mo_attribute(mo_context *c, mo_item *item, const char *name)
{
	name = sb_intern(c->names, name);
	for (mo_modifier *m = item->modifiers; m; m = m->next) {
		bool relevant = !mo_modifier_is_last(m) ? m->ast->name[m->depth + 1] == name : m->ast->args.n > 0;
		if (!relevant)
			continue;
		mo_modifier one = *m;
		one.next = NULL;
		for (mo_modifier *a = mo_nested_modifiers(c, &one, NULL, 0); a; a = a->next)
			if (a->name == name && (a->value || a->is_break))
				return a->is_break ? NULL : a;
	}
	const mo_scope *part = item->type && item->base != MO_B_CLASS ? primitive_part(item->type) : NULL;
	for (mo_modifier *a = part ? part->modifiers : NULL; a; a = a->next) {
		if (a->name != name || !(a->value || a->is_break))
			continue;
		mo_modifier *copy = sb_new(c->arena, mo_modifier);
		*copy = *a;
		copy->each |= item->rank > 0;
		copy->of_type = true;
		return a->is_break ? NULL : copy;
	}
	return NULL;
}
