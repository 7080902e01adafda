/* Which class of a file is meant: the obvious one, the one that was named, or those that could have been. */
#include "front/modelica/library/library.h"
#include "front/modelica/modelica.h"

#include <string.h>

bool mo_is_model(const mo_class *k)
{
	return k && !k->is_partial &&
		   (k->restriction == MO_MODEL || k->restriction == MO_BLOCK || k->restriction == MO_CLASS);
}

typedef struct candidate {
	const mo_element *element;
	const char *name;
} candidate;
typedef sb_vec(candidate) candidates;

static void collect_candidates(mo_library *lib, const mo_elements *elements, const char *prefix, uint32_t depth,
							   candidates *out)
{
	for (uint32_t i = 0; i < elements->n; i++) {
		const mo_element *e = elements->at[i];
		const char *name;

		if (e->kind != MO_EL_CLASS || !e->class_def)
			continue;
		name = *prefix ? sb_printf(lib->arena, "%s.%s", prefix, e->name) : e->name;
		if (mo_is_model(e->class_def))
			sb_push(lib->arena, *out, ((candidate){e, name}));
		else if (e->class_def->restriction == MO_PACKAGE && depth < 100)
			collect_candidates(lib, &e->class_def->elements, name, depth + 1, out);
	}
}

/* Where the classes of the file are; the package of a within clause may be unknown, then they are at the top. */
static const char *package_of(const mo_file *file)
{
	for (uint32_t i = 0; i < file->classes.n; i++)
		if (file->classes.at[i]->class_def && file->classes.at[i]->class_def->within)
			return file->classes.at[i]->class_def->within;
	return "";
}

bool mo_has_experiment(const mo_class *k)
{
	for (uint32_t i = 0; i < k->annotation.n; i++)
		if (k->annotation.at[i]->name_n == 1 && strcmp(k->annotation.at[i]->name[0], "experiment") == 0)
			return true;
	return false;
}

enum { SHOWN = 12 };

/* What a package holds that is kept in other files: these are not read for a message. */
static void note_packages(mo_library *lib, const mo_file *file, sb_message *m)
{
	for (uint32_t i = 0; i < file->classes.n; i++) {
		mo_class *k = file->classes.at[i]->class_def;
		sb_strings names = {0};
		sb_text list = {0};
		if (k && k->restriction == MO_PACKAGE)
			mo_library_names(lib, k, &names);
		for (uint32_t n = 0; n < names.n && n < SHOWN; n++)
			sb_addf(&list, "%s%s", n ? ", " : "", names.at[n]);
		if (names.n > SHOWN)
			sb_addf(&list, " and %u more", names.n - SHOWN);
		if (names.n)
			sb_note(m, "the package '%s' holds %s", file->classes.at[i]->name, list.at);
		sb_text_free(&list);
	}
}

/* The last non-partial model at the top of the file. In a file with packages only, the one model that is meant to be
 * run (it has an experiment); else the last one. */
const char *mo_choose_class(mo_library *lib, const mo_file *file)
{
	const char *package = package_of(file), *found = NULL;
	candidates all = {0};
	uint32_t experiments = 0;

	for (uint32_t i = file->classes.n; i-- > 0;) {
		const mo_element *e = file->classes.at[i];

		if (mo_is_model(e->class_def))
			return *package ? sb_printf(lib->arena, "%s.%s", package, e->name) : e->name;
	}
	collect_candidates(lib, &file->classes, package, 0, &all);
	for (uint32_t i = 0; i < all.n; i++)
		if (mo_has_experiment(all.at[i].element->class_def)) {
			experiments++;
			found = all.at[i].name;
		}
	if (all.n)
		return experiments == 1 ? found : all.at[all.n - 1].name;
	sb_message *m = sb_report(lib->diag, SB_ERROR, "M0490", (sb_span){file->source, 0, 0},
							  "there is no model in this file that could be translated");
	note_packages(lib, file, m);
	sb_help(m, "write a model or block that is not partial, or name one of another file: FILE:PACKAGE.MODEL");
	return NULL;
}

/* A name may be written from the top or, in a file that belongs to a package, from that package. */
const char *mo_full_name(mo_library *lib, const mo_file *file, const char *name)
{
	const char *package = package_of(file);
	size_t length = strcspn(name, ".");

	for (uint32_t i = 0; *package && i < file->classes.n; i++) {
		const char *own = file->classes.at[i]->name;

		if (own && strlen(own) == length && strncmp(own, name, length) == 0)
			return sb_printf(lib->arena, "%s.%s", package, name);
	}
	return name;
}

/* Of the models in the file: the one whose full name or last name is nearest. */
static const char *nearest(mo_library *lib, const candidates *all, const char *name)
{
	sb_strings names = {0};
	const char *dot = strrchr(name, '.'), *last = dot ? dot + 1 : name, *near;
	for (uint32_t i = 0; i < all->n; i++) {
		const char *own = strrchr(all->at[i].name, '.');
		if (strcmp(own ? own + 1 : all->at[i].name, last) == 0)
			return all->at[i].name;
		sb_push(lib->arena, names, all->at[i].name);
	}
	near = sb_nearest(name, names.at, names.n);
	for (uint32_t i = 0; i < all->n; i++)
		names.at[i] = all->at[i].element->name;
	const char *near_last = near ? NULL : sb_nearest(last, names.at, names.n);
	for (uint32_t i = 0; i < all->n && near_last && !near; i++)
		if (names.at[i] == near_last)
			near = all->at[i].name;
	return near;
}

bool mo_help_candidates(mo_library *lib, sb_message *m, const char *name)
{
	candidates all = {0};
	const mo_file *file = lib->asked;
	if (file)
		collect_candidates(lib, &file->classes, package_of(file), 0, &all);
	if (!all.n && file)
		note_packages(lib, file, m);
	if (!all.n)
		return false;
	sb_text list = {0};
	for (uint32_t i = 0; i < all.n && i < SHOWN; i++)
		sb_addf(&list, "%s%s", i ? ", " : "", all.at[i].name);
	if (all.n > SHOWN)
		sb_addf(&list, " and %u more", all.n - SHOWN);
	sb_note(m, all.n == 1 ? "the model of this file is %s" : "the models of this file are %s", list.at);
	sb_text_free(&list);
	const char *near = nearest(lib, &all, name);
	if (near)
		sb_help(m, "did you mean '%s'?", near);
	return near != NULL;
}

bool mo_offers(const sf_request *r, sf_offers *out)
{
	mo_library *lib = mo_library_new(r->arena, r->names, r->diag);
	sf_request asked = *r;
	candidates all = {0};
	lib->request = r;
	if (!r->text && sb_is_folder(r->path))
		asked.path = sb_path_join(r->arena, r->path, "package.mo");
	const mo_file *file = mo_library_asked(lib, &asked);
	if (!file || sb_errors(r->diag))
		return false;
	collect_candidates(lib, &file->classes, package_of(file), 0, &all);
	for (uint32_t i = 0; i < all.n; i++) {
		const mo_class *k = all.at[i].element->class_def;
		sb_push(r->arena, *out, ((sf_offer){.name = all.at[i].name, .runs = mo_has_experiment(k),
										   .kind = k->restriction == MO_BLOCK ? "block" : "model"}));
	}
	return true;
}
