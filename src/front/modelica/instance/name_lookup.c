/* Names. A simple name is looked for in a class (own elements, then inherited ones), in its imports, and then the same
 * in the class around it, out to the top. A dotted name is looked for by its first part; the others are found inside
 * what was found before.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

mo_scope *mo_whole_scope(const mo_scope *scope)
{
	while (scope->derived)
		scope = scope->derived;
	return (mo_scope *)scope;
}

mo_item *mo_own_item(mo_scope *scope, const char *name)
{
	if (scope->state == MO_NEW)
		mo_elaborate(scope);
	uint64_t number;
	if (scope->index && sb_map_get(&scope->index->by_name, (uint64_t)(uintptr_t)name, &number))
		return number <= scope->items.n ? scope->items.at[number - 1] : NULL;
	mo_item *item = scope->by_name.arena ? sb_map_find(&scope->by_name, name) : NULL;
	if (item || !scope->class_def || !sb_map_find(&scope->context->library->folders, scope->class_def))
		return item;
	mo_element *e = mo_library_inside(scope->context->library, scope->class_def, name);
	return e ? mo_new_item(scope, e) : NULL;
}

static mo_item *part_member(mo_scope *scope, const char *name)
{
	mo_item *item = mo_own_item(scope, name);
	for (uint32_t i = 0; !item && i < scope->bases.n; i++)
		item = part_member(scope->bases.at[i], name);
	return item;
}

mo_item *mo_member(mo_scope *scope, const char *name)
{
	mo_item *item = part_member(scope, name);
	while (item && item->merged)
		item = item->merged;
	return item;
}

static void report_ambiguous(mo_context *c, const mo_item *a, const mo_item *b, const mo_element *import)
{
	if (!mo_first_report(c, import))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0245", import->span, "'%s' comes from two imports", a->name);
	sb_also(m, a->ast->name_span, "one is this");
	sb_also(m, b->ast->name_span, "the other is this");
	sb_help(m, "import the one that is meant by its name: `import A.%s;`", a->name);
}

static mo_item *imported(mo_scope *scope, const char *name)
{
	mo_class_index *index = scope->index;
	uint64_t number;
	if (!index)
		return NULL;
	if (sb_map_get(&index->import_by_name, (uint64_t)(uintptr_t)name, &number))
		return mo_import_item(scope->context, &index->imports.at[number - 1]);
	mo_item *found = NULL;
	for (uint32_t i = 0; i < index->import_alls.n; i++) {
		mo_item *package = mo_import_item(scope->context, &index->import_alls.at[i]);
		if (!package || package->kind != MO_I_CLASS ||
			!mo_open(scope->context, package, index->import_alls.at[i].ast->span))
			continue;
		mo_item *item = mo_member(package->class_scope, name);
		if (!item || item->is_protected || item == found)
			continue;
		if (found)
			report_ambiguous(scope->context, found, item, index->import_alls.at[i].ast);
		found = item;
	}
	return found;
}

/* Activation is a word that Modelica does not have: a class of that name comes before it. */
static mo_item *instead_of_activation(mo_context *c, mo_item *item, bool predefined_only)
{
	if (item->base != MO_B_ACTIVATION || item->ast->span.source || predefined_only || c->instances->activation_sought)
		return item;
	c->instances->activation_sought = true;
	mo_element *e = mo_library_top(c->library, item->name);
	return e ? mo_new_item(c->top, e) : item;
}

static mo_item *at_top(mo_context *c, const char *name, bool predefined_only)
{
	mo_item *item = sb_map_find(&c->top->by_name, name);
	if (item)
		item = instead_of_activation(c, item, predefined_only);
	if (item)
		return predefined_only && item->ast->span.source ? NULL : item;
	if (predefined_only)
		return NULL;
	mo_element *e = mo_library_top(c->library, name);
	return e ? mo_new_item(c->top, e) : NULL;
}

/* Components of a class around are seen only when they are constants. One that is not still hides what is further out.
 */
static bool seen_from_inside(const mo_item *item)
{
	return item->kind == MO_I_CLASS || item->declared->variability == MO_CONSTANT ||
		   item->ast->variability == MO_CONSTANT;
}

mo_item *mo_lookup_first(mo_scope *scope, const char *name, bool inherited)
{
	mo_context *c = scope->context;
	for (mo_scope *s = scope; s && s != c->top; s = s->parent) {
		mo_item *item = s == scope && !inherited ? mo_own_item(s, name) : mo_member(s, name);
		if (item)
			return s == scope || seen_from_inside(item) ? item : NULL;
		item = imported(s, name);
		if (item)
			return item;
		if (s->class_def && s->class_def->encapsulated)
			return at_top(c, name, true);
	}
	return at_top(c, name, false);
}

mo_item *mo_lookup(mo_scope *scope, const char *name)
{
	return mo_lookup_first(scope, name, true);
}

mo_item *mo_hidden_component(mo_scope *scope, const char *name)
{
	for (mo_scope *s = scope->parent; s && s != scope->context->top; s = s->parent) {
		mo_item *item = mo_member(s, name);
		if (item)
			return seen_from_inside(item) ? NULL : item;
	}
	return NULL;
}

mo_scope *mo_item_scope(mo_item *item)
{
	if (item->kind == MO_I_CLASS)
		return item->class_scope;
	if (item->outer_of)
		return mo_item_scope(item->outer_of);
	return item->type;
}

/* ------------------------------------------------------------------- for messages */

const char *mo_class_text(mo_scope *scope)
{
	sb_text text = {0};
	mo_full_class_name(scope, &text);
	const char *kept = sb_strdup(scope->context->arena, text.at ? text.at : "");
	sb_text_free(&text);
	return kept;
}

const char *mo_type_name_text(mo_context *c, const mo_type_name *name)
{
	const char *text = name->global ? "." : "";
	for (uint32_t i = 0; i < name->n; i++)
		text = sb_printf(c->arena, "%s%s%s", text, i ? "." : "", name->name[i]);
	return text;
}

static void names_inside(mo_scope *scope, sb_strings *out)
{
	mo_context *c = scope->context;
	for (uint32_t i = 0; i < scope->items.n; i++)
		sb_push(c->arena, *out, scope->items.at[i]->name);
	if (scope->class_def && sb_map_find(&c->library->folders, scope->class_def))
		mo_library_names(c->library, scope->class_def, out);
	if (scope->class_def && scope->class_def->form == MO_FORM_ENUMERATION)
		for (uint32_t i = 0; i < scope->class_def->literals.n; i++)
			sb_push(c->arena, *out, scope->class_def->literals.at[i].name);
	for (uint32_t i = 0; i < scope->bases.n; i++)
		names_inside(scope->bases.at[i], out);
}

void mo_visible_names(mo_scope *scope, sb_strings *out)
{
	mo_context *c = scope->context;
	for (mo_scope *s = scope; s; s = s->parent) {
		names_inside(s, out);
		for (uint32_t i = 0; s->index && i < s->index->imports.n; i++) {
			const mo_import *import = &s->index->imports.at[i];
			sb_push(c->arena, *out,
					import->last        ? import->last
					: import->ast->name ? import->ast->name
										: import->ast->type.name[import->ast->type.n - 1]);
		}
	}
	for (uint32_t i = 0; i < c->library->top.cap; i++)
		if (c->library->top.used[i])
			sb_push(c->arena, *out, (const char *)(uintptr_t)c->library->top.keys[i]);
}

/* Looking for near names takes as long as there are names, and after so many mistakes they are no help any more. */
enum { MOST_SUGGESTIONS = 20 };

bool mo_may_suggest(mo_context *c)
{
	return c->instances->suggestions++ < MOST_SUGGESTIONS;
}

const char *mo_near_name(mo_context *c, mo_scope *scope, const char *name, bool visible)
{
	sb_strings names = {0};
	if (!mo_may_suggest(c))
		return NULL;
	if (visible || scope == c->top)
		mo_visible_names(scope, &names);
	else
		names_inside(scope, &names);
	return sb_nearest(name, names.at, names.n);
}

/* The last word of a name like UnitDelay. */
static const char *last_word(const char *name)
{
	const char *word = name;
	for (const char *p = name; *p; p++)
		if (*p >= 'A' && *p <= 'Z' && p[1] >= 'a' && p[1] <= 'z')
			word = p;
	return word;
}

/* A package beside this one that has a class of this name; NULL: none. */
static const char *package_beside(mo_context *c, const mo_scope *package, const char *word)
{
	mo_class *around = package->parent && package->parent->class_def ? package->parent->class_def : NULL;
	sb_strings names = {0};
	if (around)
		mo_library_names(c->library, around, &names);
	for (uint32_t i = 0; i < names.n; i++) {
		const mo_element *e = mo_library_inside(c->library, around, sb_intern(c->names, names.at[i]));
		if (e && e->class_def && e->class_def != package->class_def && e->class_def->restriction == MO_PACKAGE &&
			mo_library_inside(c->library, e->class_def, word))
			return e->name;
	}
	return NULL;
}

/* No name is near: the class may be in a package beside this one, or have another first word, as in another tool. */
static void help_elsewhere(mo_context *c, mo_scope *inside, const char *word, sb_message *m)
{
	enum { LISTED_MOST = 6 };
	const char *last = last_word(word), *beside = mo_may_suggest(c) ? package_beside(c, inside, word) : NULL;
	sb_strings names = {0};
	sb_text list = {0};
	uint32_t n = 0;
	names_inside(inside, &names);
	for (uint32_t i = 0; i < names.n; i++)
		if (strlen(last) > 2 && strstr(names.at[i], last) && n++ < LISTED_MOST)
			sb_addf(&list, "%s%s", list.n ? ", " : "", names.at[i]);
	if (beside)
		sb_help(m, "there is one in '%s.%s'", mo_class_text(inside->parent), beside);
	else if (n && n <= LISTED_MOST)
		sb_help(m, n == 1 ? "there is %s" : "there are %s", list.at);
	else
		sb_help(m, "check the name against the declaration of '%s'", mo_class_text(inside));
	sb_text_free(&list);
}

/* -------------------------------------------------------------------- dotted names */

static sb_message *report_unknown(mo_context *c, mo_scope *scope, const mo_type_name *name, uint32_t part,
								  mo_scope *inside)
{
	const char *word = name->name[part];
	sb_message *m;
	if (inside)
		m = sb_report(c->diag, SB_ERROR, "M0202", name->span, "there is no class '%s' in '%s'", word,
					  mo_class_text(inside));
	else
		m = sb_report(c->diag, SB_ERROR, "M0201", name->span, "there is no class '%s'", word);
	const char *near = mo_near_name(c, inside ? inside : scope, word, !inside);
	if (near && near != word)
		sb_help(m, "did you mean '%s'?", near);
	for (mo_scope *s = scope; !inside && s; s = s->parent)
		if (s->class_def && s->class_def->encapsulated)
			sb_note(m, "'%s' is encapsulated: it sees nothing outside except what it imports", s->class_def->name);
	if (!inside && scope->state != MO_NEW && mo_member(scope, word)) {
		sb_note(
			m,
			"'%s' is inherited: other base classes are not searched for the name after `extends` (5.6.1)",
			word);
		sb_help(m, "name it by the class that it is declared in: A.%s", word);
		return m;
	}
	if (inside && inside->class_def && mo_stands_in(c->library, inside->class_def)) {
		sb_note(m, "this is the library that comes with Saltus, which has a part of the Modelica Standard Library");
		sb_help(m, "name the folder of the Modelica Standard Library with MODELICAPATH");
	} else if (inside && !near) {
		help_elsewhere(c, inside, word, m);
	}
	if (!inside && !near)
		mo_help_library(m);
	return m;
}

static bool is_inside(const mo_scope *scope, const mo_scope *outer)
{
	for (; scope; scope = scope->parent)
		for (const mo_scope *s = scope; s; s = s->derived)
			if (s->class_def && s->class_def == outer->class_def)
				return true;
	return false;
}

bool mo_accessible(mo_context *c, const mo_scope *from, const mo_item *item, sb_span at)
{
	if (!item->is_protected || is_inside(from, item->scope))
		return true;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0207", at,
							  "'%s' is protected and cannot be used outside its class", item->name);
	sb_also(m, item->ast->name_span, "'%s' is declared in a protected section here", item->name);
	sb_help(m, "declare it in a public section");
	return false;
}

static mo_item *report_component(mo_context *c, const mo_type_name *name, const mo_item *item)
{
	if (!mo_first_report(c, name->name))
		return NULL;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0203", name->span, "'%s' is a component, but a class is needed here",
							  item->name);
	sb_also(m, item->ast->name_span, "'%s' is declared here", item->name);
	if (item->ast->type.span.source && item->ast->type.span.start == name->span.start)
		sb_help(m, "give the component another name than its class");
	else
		sb_help(m, "write the name of a class");
	return NULL;
}

static void report_not_package(mo_context *c, const mo_type_name *name, mo_scope *inside, const mo_item *inner)
{
	if (!mo_first_report(c, name->name))
		return;
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0234", name->span, "'%s' is inside '%s', which is not a package",
							  inner->name, mo_class_text(inside));
	sb_note(m, "a name before a dot must be a package, or a class that has only classes and constants");
	sb_help(m, "move '%s' to a package, or make it encapsulated", inner->name);
}

mo_item *mo_find_class_from(mo_context *c, mo_scope *scope, const mo_type_name *name, bool inherited)
{
	if (!name->n)
		return NULL;
	mo_item *item = name->global ? at_top(c, name->name[0], false) : mo_lookup_first(scope, name->name[0], inherited);
	if (!item) {
		if (!mo_import_failed(scope, name->name[0]))
			report_unknown(c, scope, name, 0, NULL);
		return NULL;
	}
	for (uint32_t i = 1; i < name->n; i++) {
		if (item->kind == MO_I_COMPONENT)
			return report_component(c, name, item);
		if (!mo_open(c, item, name->span))
			return NULL;
		mo_scope *inside = mo_item_scope(item);
		mo_item *inner = inside ? mo_member(inside, name->name[i]) : NULL;
		if (!inner) {
			if (!inside || !inside->incomplete)
				report_unknown(c, scope, name, i, inside);
			return NULL;
		}
		if (!mo_accessible(c, scope, inner, name->span))
			return NULL;
		if (!mo_is_package_like(inside) &&
			!(inner->kind == MO_I_CLASS && inner->ast->class_def && inner->ast->class_def->encapsulated)) {
			report_not_package(c, name, inside, inner);
			return NULL;
		}
		item = inner;
	}
	return item->kind == MO_I_CLASS ? item : report_component(c, name, item);
}

mo_item *mo_find_class_item(mo_context *c, mo_scope *scope, const mo_type_name *name)
{
	return mo_find_class_from(c, scope, name, true);
}

mo_scope *mo_find_class(mo_context *c, mo_scope *scope, const mo_type_name *name)
{
	mo_item *item = mo_find_class_from(c, scope, name, true);
	return item && mo_open(c, item, name->span) ? item->class_scope : NULL;
}

mo_item *mo_find_item(mo_context *c, mo_scope *scope, const mo_part *parts, uint32_t count, bool global)
{
	mo_item *item = NULL;
	bool in_class = false;
	for (uint32_t i = 0; i < count; i++) {
		/* A function may be named through components, but not through an array of them, nor through those of a class.
		 */
		if (item && item->kind == MO_I_COMPONENT && (item->rank || in_class || item->base != MO_B_CLASS))
			return NULL;
		in_class |= item && item->kind == MO_I_CLASS;
		mo_scope *inside = item ? mo_item_scope(item) : NULL;
		if (item)
			item = inside ? mo_member(inside, parts[i].name) : NULL;
		else
			item = global ? at_top(c, parts[i].name, false) : mo_lookup(scope, parts[i].name);
		if (!item || (i + 1 < count && !mo_open(c, item, parts[i].span)))
			return NULL;
	}
	return item && item->kind == MO_I_CLASS ? item : NULL;
}

/* Past the quotes of a quoted name, in which dots and (after a backslash) quotes are part of the name. */
static const char *after_quotes(const char *at)
{
	if (*at != '\'')
		return at;
	const char *end = at + 1;
	while (*end && *end != '\'')
		end += end[0] == '\\' && end[1] ? 2 : 1;
	return end;
}

mo_element *mo_find_element(mo_context *c, const char *dotted, mo_scope **around)
{
	mo_item *item = NULL;
	mo_scope *inside = c->top;
	for (const char *at = *dotted == '.' ? dotted + 1 : dotted; at;) {
		const char *end = strchr(after_quotes(at), '.');
		size_t length = end ? (size_t)(end - at) : strlen(at);
		const char *name =
			*at == '\'' ? mo_quoted_name(c->arena, c->names, at, length) : sb_internn(c->names, at, length);
		mo_item *inner = inside == c->top ? at_top(c, name, false) : mo_member(inside, name);
		if (!inner || inner->kind != MO_I_CLASS || !inner->ast->class_def) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0238", (sb_span){0}, "there is no class '%s'%s%s%s", name,
									  item ? " in '" : "", item ? mo_class_text(inside) : "", item ? "'" : "");
			const char *near = mo_help_candidates(c->library, m, dotted) ? NULL : mo_near_name(c, inside, name, false);
			if (near)
				sb_help(m, "did you mean '%s'?", near);
			return NULL;
		}
		item = inner;
		at = end ? end + 1 : NULL;
		if (at && !mo_open(c, item, item->ast->name_span))
			return NULL;
		if (at)
			inside = item->class_scope;
	}
	*around = item->home;
	return item->ast;
}
