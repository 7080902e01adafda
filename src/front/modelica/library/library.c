/* The library: top-level classes, packages, and the files they are in.
 *
 * A class is known by its place, not by the file it came from: a package that is a folder looks like one that is
 * written in one file, because mo_library_inside reads the file of a class the first time somebody asks for it. Where
 * files are is library_folder.c.
 */
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "front/modelica/library/library_folder.h"

sb_strings mo_search_path(sb_arena *arena)
{
	sb_strings folders = {0};
	const char *path = getenv("MODELICAPATH");

	while (path && *path) {
		const char *end = strchr(path, ':');
		size_t length = end ? (size_t)(end - path) : strlen(path);
		if (length)
			sb_push(arena, folders, sb_strndup(arena, path, length));
		path = end ? end + 1 : NULL;
	}
	return folders;
}

mo_library *mo_library_new(sb_arena *arena, sb_names *names, sb_diag *diag)
{
	mo_library *lib = sb_new(arena, mo_library);
	lib->arena = arena;
	lib->names = names;
	lib->diag = diag;
	lib->top = sb_map_new(arena);
	lib->folders = sb_map_new(arena);
	lib->missing = sb_map_new(arena);
	lib->uses = sb_map_new(arena);
	lib->packages = sb_map_new(arena);
	lib->files = sb_map_new(arena);
	lib->path = mo_search_path(arena);
	return lib;
}

static const char *dotted(mo_library *lib, const char *within, const char *name)
{
	return sb_intern(lib->names, *within ? sb_printf(lib->arena, "%s.%s", within, name) : name);
}

static void library_position(mo_library *lib, mo_class *class_def, mo_class *enclosing, const char *within)
{
	mo_library_fill_fmu(lib, class_def);
	class_def->enclosing = enclosing;
	class_def->within = within;
	const char *inside = NULL;
	for (uint32_t i = 0; i < class_def->elements.n; i++) {
		mo_element *e = class_def->elements.at[i];
		for (uint32_t k = 0; k < e->args.n; k++)
			if (e->args.at[k]->element && e->args.at[k]->element->class_def)
				library_position(lib, e->args.at[k]->element->class_def, class_def, within);
		if (e->kind != MO_EL_CLASS || !e->class_def)
			continue;
		if (!inside)
			inside = dotted(lib, within, class_def->name);
		library_position(lib, e->class_def, class_def, inside);
	}
}

const char *mo_library_full_name(mo_library *lib, const mo_class *class_def)
{
	return dotted(lib, class_def->within ? class_def->within : "", class_def->name);
}

/* The classes of a package by name: those written in it, and those of its folder that were read so far. */
static sb_map *classes_of(mo_library *lib, mo_class *package)
{
	sb_map *classes = sb_map_find(&lib->packages, package);
	if (classes)
		return classes;
	classes = sb_new(lib->arena, sb_map);
	*classes = sb_map_new(lib->arena);
	for (uint32_t i = 0; i < package->elements.n; i++) {
		mo_element *e = package->elements.at[i];
		if (e->kind == MO_EL_CLASS && !sb_map_find(classes, e->name))
			sb_map_set(classes, e->name, e);
	}
	sb_map_set(&lib->packages, package, classes);
	return classes;
}

static void put_top(mo_library *lib, mo_element *e)
{
	mo_element *before = sb_map_find(&lib->top, e->name);
	if (before && before != e) {
		sb_message *m = sb_report(lib->diag, SB_ERROR, "M0232", e->name_span, "the class '%s' exists twice", e->name);
		sb_also(m, before->name_span, "'%s' is declared here already", e->name);
		sb_help(m, "rename one of them, or put one into a package");
		return;
	}
	sb_map_set(&lib->top, e->name, e);
	library_position(lib, e->class_def, NULL, "");
}

void mo_library_put(mo_library *lib, mo_class *package, mo_element *e)
{
	if (!package) {
		put_top(lib, e);
		return;
	}
	sb_map_set(classes_of(lib, package), e->name, e);
	library_position(lib, e->class_def, package, mo_library_full_name(lib, package));
}

/* The package of a within clause among the classes that are known or can be found, or NULL. */
static mo_class *package_of_within(mo_library *lib, const mo_file *file)
{
	mo_class *package = NULL;
	for (uint32_t i = 0; i < file->within.n; i++) {
		mo_element *e =
			package ? mo_library_inside(lib, package, file->within.name[i]) : mo_library_top(lib, file->within.name[i]);
		if (!e)
			return NULL;
		package = e->class_def;
	}
	return package;
}

/* Puts the classes of a file that was named by the user (not reached through its package) where its within clause says.
 */
static void put_file(mo_library *lib, const char *path, mo_file *file)
{
	mo_class *package = NULL;
	if (file->within.n) {
		package = package_of_within(lib, file);
		if (!package) {
			sb_message *m = sb_report(
				lib->diag, SB_WARNING, "M0221", file->within.span,
				"the package of this within clause was not found; the classes of '%s' are treated as top-level classes",
				path);
			sb_help(m,
					"put the file into the package's folder (with its package.mo), or name the folder in MODELICAPATH");
		}
	}
	for (uint32_t i = 0; i < file->classes.n; i++) {
		mo_element *e = file->classes.at[i];
		if (!e->class_def || !e->name)
			continue;
		if (package && mo_library_inside(lib, package, e->name) == e)
			continue;
		mo_library_put(lib, package, e);
		if (!package && mo_is_package_file(path) && file->classes.n == 1)
			mo_library_set_folder(lib, e->class_def, mo_folder_of(lib->arena, path));
	}
}

static mo_file *parse_text(mo_library *lib, const char *path, const char *text, size_t length)
{
	if (mo_is_muss(lib, path))
		return mo_parse_muss(lib, path, text, length);
	if (mo_is_netlist(path))
		return mo_parse_netlist(lib, path, text, length);
	return mo_parse(lib->arena, lib->names, lib->diag, sb_source_add(lib->diag, path, text, length));
}

mo_file *mo_library_parse_made(mo_library *lib, const char *path, const sf_made *made)
{
	uint32_t source = sb_source_add(lib->diag, sb_printf(lib->arena, "%s (as Modelica)", path), made->text,
									strlen(made->text));
	return mo_parse_made(lib->arena, lib->names, lib->diag, source, &made->origins);
}

mo_file *mo_library_parse(mo_library *lib, const char *path, sb_span where)
{
	const char *key = sb_intern(lib->names, mo_real_path(lib->arena, path));
	mo_file *file = sb_map_find(&lib->files, key);
	if (file)
		return file;
	size_t length = 0;
	bool compiled = mo_is_sbm(path);
	char *text = compiled ? NULL : sb_file_read(lib->arena, lib->diag, where, path, &length);
	if (!text && !compiled)
		return NULL;
	file = compiled ? mo_parse_sbm(lib, path) : parse_text(lib, path, text, length);
	if (file)
		sb_map_set(&lib->files, key, file);
	return file;
}

mo_file *mo_library_read(mo_library *lib, const char *path)
{
	const char *package = sb_is_folder(path) ? sb_path_join(lib->arena, path, "package.mo") : NULL;
	if (package && sb_file_exists(package))
		path = package;
	mo_file *file = mo_library_parse(lib, path, (sb_span){0});
	if (!file)
		return NULL;
	mo_library_find_root(lib, path, file);
	put_file(lib, path, file);
	return file;
}

/* The classes of a text belong to the folder in which Saltus runs. */
static mo_file *add_file(mo_library *lib, mo_file *file)
{
	if (!file)
		return NULL;
	mo_library_find_root(lib, sb_path_join(lib->arena, mo_real_path(lib->arena, "."), "text.mo"), file);
	put_file(lib, "", file);
	return file;
}

mo_file *mo_library_add(mo_library *lib, const char *path, const char *text, size_t length)
{
	return add_file(lib, parse_text(lib, path, text, length));
}

mo_file *mo_library_add_made(mo_library *lib, const char *path, const sf_made *made)
{
	return add_file(lib, mo_library_parse_made(lib, path, made));
}

mo_file *mo_library_asked(mo_library *lib, const sf_request *r)
{
	lib->request = r;
	if (!mo_library_add_fmus(lib, r))
		return NULL;
	mo_file *file = r->made ? mo_library_add_made(lib, r->path, r->made) :
		r->text ? mo_library_add(lib, r->path, r->text, strlen(r->text)) : mo_library_read(lib, r->path);
	mo_note_uses(lib, file);
	return file;
}

/* Saltus has one library of its own that stands for another: the name of this one says which. */
static const char stood_for[] = "Modelica";

bool mo_stands_in(const mo_library *lib, const mo_class *class_def)
{
	size_t length = sizeof stood_for - 1;
	const char *within = class_def->within && *class_def->within ? class_def->within : class_def->name;
	return lib->stand_in && !strncmp(within, stood_for, length) && (!within[length] || within[length] == '.');
}

/* Tells which library was taken where a user may expect another one. */
static void take_own(mo_library *lib, const mo_element *package, const char *folder)
{
	if (strcmp(package->name, stood_for))
		return;
	lib->stand_in = folder;
	if (lib->request && lib->request->made)        /* nobody has asked for Modelica */
		return;
	sb_report(lib->diag, SB_INFO, "M0253", (sb_span){0},
			  "'%s' is the library that comes with Saltus, a part of the Modelica Standard Library; MODELICAPATH "
			  "can name another", package->name);
}

mo_element *mo_library_top(mo_library *lib, const char *name)
{
	mo_element *e = sb_map_find(&lib->top, name);
	if (e || sb_map_find(&lib->missing, name))
		return e;
	sb_map_set(&lib->missing, name, (void *)name);
	for (uint32_t i = 0; !e && i < lib->path.n; i++)
		e = mo_folder_load_version(lib, lib->path.at[i], name);
	for (uint32_t i = 0; !e && i < lib->path.n; i++)
		e = mo_folder_load_top(lib, lib->path.at[i], name);
	const char *own = e ? NULL : mo_own_libraries(lib->arena);
	if (own && (e = mo_folder_load_top(lib, own, name)))
		take_own(lib, e, own);
	if (!e && lib->request && !lib->request->text)         /* a text in another notation beside the model */
		e = mo_folder_load_submodels(lib, mo_folder_of(lib->arena, lib->request->path), name);
	if (e)
		mo_check_version(lib, e);
	return e ? e : sb_map_find(&lib->top, name);
}

mo_element *mo_library_inside(mo_library *lib, mo_class *package, const char *name)
{
	sb_map *classes = classes_of(lib, package);
	mo_element *e = sb_map_find(classes, name);
	const char *folder = e ? NULL : sb_map_find(&lib->folders, package);
	return folder ? mo_folder_load_inside(lib, package, folder, name) : e;
}

void mo_library_names(mo_library *lib, mo_class *package, sb_strings *out)
{
	for (uint32_t i = 0; i < package->elements.n; i++)
		if (package->elements.at[i]->kind == MO_EL_CLASS && package->elements.at[i]->name)
			sb_push(lib->arena, *out, package->elements.at[i]->name);
	const char *folder = sb_map_find(&lib->folders, package);
	if (folder)
		mo_folder_names(lib, folder, out);
}
