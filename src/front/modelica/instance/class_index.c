/* The elements of a class by name, and its imports. Made once for a class: scopes of it only point here, so that a
 * thousand resistors share one table of names.
 */
#include <string.h>

#include "front/modelica/instance/scope.h"

bool mo_first_report(mo_context *c, const void *node)
{
	if (sb_map_find(&c->instances->reported, node))
		return false;
	sb_map_set(&c->instances->reported, node, c);
	return true;
}

static void report_duplicate(mo_context *c, const mo_element *before, const mo_element *e)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0205", e->name_span, "'%s' is declared twice", e->name);
	sb_also(m, before->name_span, "'%s' is declared here already", e->name);
	sb_help(m, "rename one of the two");
}

/* A redeclared element of the body acts like a redeclaration in the extends clauses of the class. */
static mo_modification *as_modification(mo_context *c, mo_element *e)
{
	mo_modification *m = sb_new(c->arena, mo_modification);
	m->span = e->span;
	m->name_span = e->name_span;
	m->name = sb_new_array(c->arena, const char *, 1);
	m->name[0] = e->name;
	m->name_n = 1;
	m->redeclare = true;
	m->final = e->final;
	m->replaceable = e->replaceable;
	m->element = e;
	return m;
}

static void index_import(mo_context *c, mo_class_index *index, mo_element *e)
{
	if (!e->type.n)
		return;
	mo_import import = {.ast = e};
	if (e->import_all) {
		sb_push(c->arena, index->import_alls, import);
		return;
	}
	uint32_t names = e->import_names.n ? e->import_names.n : 1;
	for (uint32_t i = 0; i < names; i++) {
		import.last = e->import_names.n ? e->import_names.at[i] : NULL;
		const char *name = import.last ? import.last : e->name ? e->name : e->type.name[e->type.n - 1];
		uint64_t before;
		if (sb_map_get(&index->import_by_name, (uint64_t)(uintptr_t)name, &before)) {
			sb_message *m = sb_report(c->diag, SB_ERROR, "M0205", e->span, "'%s' is imported twice", name);
			sb_also(m, index->imports.at[before - 1].ast->span, "'%s' is imported here already", name);
			sb_help(m, "give one of them another name: `import Other = ...;`");
			continue;
		}
		sb_push(c->arena, index->imports, import);
		sb_map_put(&index->import_by_name, (uint64_t)(uintptr_t)name, index->imports.n);
	}
}

static void index_element(mo_context *c, mo_class_index *index, mo_element *e)
{
	if (!e->name)
		return;
	if (e->redeclare) {
		sb_push(c->arena, index->redeclares, as_modification(c, e));
		return;
	}
	uint64_t before;
	if (sb_map_get(&index->by_name, (uint64_t)(uintptr_t)e->name, &before)) {
		report_duplicate(c, index->items.at[before - 1], e);
		return;
	}
	index->constrained |= e->has_constraint && e->constraint_args.n > 0;
	sb_push(c->arena, index->items, e);
	sb_map_put(&index->by_name, (uint64_t)(uintptr_t)e->name, index->items.n);
}

mo_class_index *mo_index_of(mo_context *c, mo_class *class_def)
{
	mo_class_index *index = sb_map_find(&c->instances->indexes, class_def);
	if (index)
		return index;
	index = sb_new(c->arena, mo_class_index);
	index->class_def = class_def;
	index->by_name = sb_map_new(c->arena);
	index->import_by_name = sb_map_new(c->arena);
	sb_map_set(&c->instances->indexes, class_def, index);
	mo_check_content(c, class_def);
	for (uint32_t i = 0; i < class_def->elements.n; i++) {
		mo_element *e = class_def->elements.at[i];
		switch (e->kind) {
		case MO_EL_COMPONENT:
			index_element(c, index, e);
			break;
		case MO_EL_CLASS:
			if (e->class_def)
				index_element(c, index, e);
			break;
		case MO_EL_EXTENDS:
			sb_push(c->arena, index->extends, e);
			sb_push(c->arena, index->extends_after, index->items.n);
			break;
		case MO_EL_IMPORT:
			index_import(c, index, e);
			break;
		}
	}
	return index;
}

/* One step of the absolute name of an import: a class inside what was found so far. */
static mo_item *import_step(mo_context *c, mo_item *item, const char *name, sb_span at)
{
	if (!item)
		return mo_lookup_first(c->top, name, true);
	if (item->kind != MO_I_CLASS || !mo_open(c, item, at))
		return NULL;
	mo_item *inner = mo_member(item->class_scope, name);
	if (!inner || inner->is_protected)
		return NULL;
	const mo_class *def = inner->ast->class_def;
	bool package = def && def->encapsulated && def->restriction == MO_PACKAGE;
	return package || mo_is_package_like(item->class_scope) ? inner : NULL;
}

/* 3.6, 13.2.1: what is there, but not to be imported. */
static void cannot_import(mo_context *c, const mo_element *import, mo_scope *inside, const mo_item *item)
{
	sb_message *m = sb_report(c->diag, SB_ERROR, "M0224", import->span,
							  item->is_protected ? "'%s' is protected in '%s' and cannot be imported"
												 : "'%s' cannot be imported from '%s', which is not a package",
							  item->name, mo_class_text(inside));
	sb_also(m, item->ast->name_span, "'%s' is declared here", item->name);
	sb_help(m, item->is_protected ? "declare it in a public section" : "move it to a package");
}

mo_item *mo_import_item(mo_context *c, mo_import *import)
{
	if (import->state == MO_BUSY)
		return NULL;
	if (import->state != MO_NEW)
		return import->item;
	import->state = MO_BUSY;
	const mo_type_name *name = &import->ast->type;
	mo_item *item = NULL;
	const char *failed = NULL;
	for (uint32_t i = 0; i < name->n + (import->last ? 1 : 0) && !failed; i++) {
		const char *step = i < name->n ? name->name[i] : import->last;
		mo_item *inner = import_step(c, item, step, import->ast->span);
		if (inner)
			item = inner;
		else
			failed = step;
	}
	import->state = MO_DONE;
	import->item = failed ? NULL : item;
	if (failed && !(item && item->state == MO_FAILED) && mo_first_report(c, import->ast)) {
		mo_scope *inside = item ? mo_item_scope(item) : c->top;
		const mo_item *there = item && inside ? mo_member(inside, failed) : NULL;
		if (there) {
			cannot_import(c, import->ast, inside, there);
			return NULL;
		}
		sb_message *m = sb_report(c->diag, SB_ERROR, "M0224", import->ast->span, "there is no '%s' to import%s%s%s",
								  failed, item ? " in '" : "",
								  item && inside ? mo_class_text(inside)
								  : item         ? item->name
												 : "",
								  item ? "'" : "");
		sb_note(m, inside && !mo_is_package_like(inside)
					   ? "only packages have something to import"
					   : "the name of an import is looked up from the top, not from here");
		const char *near = inside ? mo_near_name(c, inside, failed, false) : NULL;
		if (near)
			sb_help(m, "did you mean '%s'?", near);
		else if (!item)
			mo_help_library(m);
	}
	return import->item;
}

bool mo_import_failed(const mo_scope *scope, const char *name)
{
	for (; scope; scope = scope->parent) {
		uint64_t number;
		mo_class_index *index = scope->class_def ? mo_index_of(scope->context, scope->class_def) : NULL;
		if (index && sb_map_get(&index->import_by_name, (uint64_t)(uintptr_t)name, &number)) {
			const mo_import *import = &index->imports.at[number - 1];
			return import->state == MO_DONE && !import->item;
		}
		for (uint32_t i = 0; index && i < index->import_alls.n; i++)
			if (index->import_alls.at[i].state == MO_DONE && !index->import_alls.at[i].item)
				return true;
	}
	return false;
}

void mo_help_library(sb_message *m)
{
	sb_help(m, "if it belongs to a library, name the folder that the library is in with MODELICAPATH");
}
