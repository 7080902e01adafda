/* Versions of libraries (Modelica 3.6, 18.8.2): annotation(uses(Plant(version = "1.0"))) of the text that was named
 * says for which version of Plant it was written. That version is taken where several are there, and another one is
 * told, unless it says that it does not differ for such texts: conversion(noneFromVersion = "1.0"). */
#include "front/modelica/library/library_folder.h"

#include <string.h>

static const mo_modification *named(const mo_modifications *list, const char *name)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (list->at[i]->name_n == 1 && strcmp(list->at[i]->name[0], name) == 0)
			return list->at[i];
	return NULL;
}

static const char *text_of(const mo_modification *m)
{
	return m && m->value && m->value->kind == MO_E_STRING ? m->value->text : NULL;
}

void mo_note_uses(mo_library *lib, const mo_file *file)
{
	for (uint32_t i = 0; file && i < file->classes.n; i++) {
		const mo_class *k = file->classes.at[i]->class_def;
		const mo_modification *uses = k ? named(&k->annotation, "uses") : NULL;
		for (uint32_t n = 0; uses && n < uses->args.n; n++) {
			mo_modification *use = uses->args.at[n];
			if (use->name_n == 1 && text_of(named(&use->args, "version")))
				sb_map_set(&lib->uses, sb_intern(lib->names, use->name[0]), use);
		}
	}
}

const char *mo_used_version(mo_library *lib, const char *name)
{
	const mo_modification *use = sb_map_find(&lib->uses, sb_intern(lib->names, name));
	return use ? text_of(named(&use->args, "version")) : NULL;
}

static bool is_listed(const mo_expr *e, const char *version)
{
	bool found = e && e->kind == MO_E_STRING && strcmp(e->text, version) == 0;
	for (uint32_t i = 0; e && i < e->a.n && !found; i++)
		found = is_listed(e->a.at[i], version);
	return found;
}

/* Does the library say what becomes of texts for this version? `none`: nothing has to be changed in them. */
static bool has_conversion(const mo_class *library, const char *version, bool *none)
{
	const mo_modification *conversion = named(&library->annotation, "conversion");
	bool known = false;
	*none = false;
	for (uint32_t i = 0; conversion && i < conversion->args.n; i++) {
		const mo_modification *one = conversion->args.at[i];
		const mo_modification *from = one->name_n == 1 && strcmp(one->name[0], "from") == 0
			? named(&one->args, "version") : NULL;
		if (one->name_n == 1 && strcmp(one->name[0], "noneFromVersion") == 0 && is_listed(one->value, version))
			*none = known = true;
		known = known || (from && is_listed(from->value, version));
	}
	return known;
}

void mo_check_version(mo_library *lib, const mo_element *e)
{
	const char *wanted = mo_used_version(lib, e->name);
	const char *there = e->class_def ? text_of(named(&e->class_def->annotation, "version")) : NULL;
	bool none = false;
	if (!wanted || !there || strcmp(wanted, there) == 0)
		return;
	bool known = has_conversion(e->class_def, wanted, &none);
	if (none)
		return;
	const mo_modification *use = sb_map_find(&lib->uses, e->name);
	sb_message *m = sb_report(lib->diag, SB_WARNING, "M1020", use->span,
		"this was written for version %s of '%s', and version %s is used", wanted, e->name, there);
	sb_also(m, e->name_span, "'%s' is here", e->name);
	if (known)
		sb_note(m, "the library has a conversion from this version, which is not applied: names may have changed");
	sb_help(m, "put '%s %s' into MODELICAPATH beside it, or bring the text up to date and write version = \"%s\"",
			e->name, wanted, there);
}
