/* Packages as folders: A/package.mo, A/B.mo, A/B/package.mo, A/package.order, and "A 4.0.0" for a version of A.
 *
 * A file of a package holds one class, which has the name of the file and says in its within clause which package it
 * belongs to. What is otherwise is reported, and read as far as there is only one way to read it.
 */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "front/modelica/library/library_folder.h"
#include "front/written/written.h"
#include "front/modelica/modelica.h"

enum { DEEPEST_FOLDER = 100 };

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');
	return slash ? slash + 1 : path;
}

bool mo_is_package_file(const char *path)
{
	return strcmp(base_name(path), "package.mo") == 0;
}

char *mo_folder_of(sb_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');
	if (!slash)
		return sb_strdup(arena, ".");
	return slash == path ? sb_strdup(arena, "/") : sb_strndup(arena, path, (size_t)(slash - path));
}

char *mo_real_path(sb_arena *arena, const char *path)
{
	char *real = realpath(path, NULL);
	char *kept = sb_strdup(arena, real ? real : path);
	free(real);
	return kept;
}

/* Compares versions number by number: "4.0.0" > "3.2.3"; a longer one is newer when all before is equal. */
static int compare_versions(const char *a, const char *b)
{
	while (*a && *b) {
		if (isdigit((unsigned char)*a) && isdigit((unsigned char)*b)) {
			char *a_end, *b_end;
			unsigned long x = strtoul(a, &a_end, 10), y = strtoul(b, &b_end, 10);
			if (x != y)
				return x < y ? -1 : 1;
			a = a_end;
			b = b_end;
		} else if (*a != *b) {
			return *a < *b ? -1 : 1;
		} else {
			a++;
			b++;
		}
	}
	return *a ? 1 : *b ? -1 : 0;
}

/* The version in "Name 4.0.0" or "Name 4.0.0.mo", NULL if the entry is not one of this name. */
static const char *version_in(sb_arena *arena, const char *entry, const char *name)
{
	size_t n = strlen(name);
	if (strncmp(entry, name, n) || entry[n] != ' ' || !isdigit((unsigned char)entry[n + 1]))
		return NULL;
	size_t length = strlen(entry + n + 1);
	if (length > 3 && strcmp(entry + strlen(entry) - 3, ".mo") == 0)
		length -= 3;
	return sb_strndup(arena, entry + n + 1, length);
}

/* The file of a class that is written in another notation, or compiled. NULL: none. No name of Modelica means a file
 * time.cir. */
static char *other_file(sb_arena *arena, const char *folder, const char *name)
{
	if (sf_is_reserved(name))
		return NULL;
	static const char *const endings[] = {"muss", "sbm", "cir", "sp", "spice", "net", "ckt"};
	for (size_t k = 0; k < sizeof endings / sizeof *endings; k++) {
		char *file = sb_path_join(arena, folder, sb_printf(arena, "%s.%s", name, endings[k]));
		if (sb_file_exists(file))
			return file;
	}
	return NULL;
}

/* name.mo, name/package.mo, or another notation, in a folder. NULL: none. */
static char *plain_file(sb_arena *arena, const char *folder, const char *name)
{
	char *file = sb_path_join(arena, folder, sb_printf(arena, "%s.mo", name));
	if (sb_file_exists(file) && !sb_is_folder(file))
		return file;
	file = sb_path_join(arena, sb_path_join(arena, folder, name), "package.mo");
	if (sb_file_exists(file))
		return file;
	return other_file(arena, folder, name);
}

/* The file of class `name` in a folder: name.mo, name/package.mo; with `versions` also the newest "name 1.2.3". NULL:
 * none. */
static char *class_file(sb_arena *arena, const char *folder, const char *name, bool versions)
{
	char *file = plain_file(arena, folder, name);
	if (file)
		return file;
	sb_strings entries = {0};
	if (!versions || !sb_folder_list(arena, folder, &entries))
		return NULL;
	const char *newest = NULL;
	char *found = NULL;
	for (uint32_t i = 0; i < entries.n; i++) {
		const char *version = version_in(arena, entries.at[i], name);
		if (!version || (newest && compare_versions(version, newest) <= 0))
			continue;
		file = sb_path_join(arena, folder, entries.at[i]);
		if (sb_is_folder(file))
			file = sb_path_join(arena, file, "package.mo");
		if (sb_file_exists(file)) {
			newest = version;
			found = file;
		}
	}
	return found;
}

const char *mo_library_file(sb_arena *arena, const char *name)
{
	sb_strings path = mo_search_path(arena);
	const char *own = mo_own_libraries(arena), *file = NULL;

	for (uint32_t i = 0; !file && i < path.n; i++)
		file = class_file(arena, path.at[i], name, true);
	return file || !own ? file : class_file(arena, own, name, true);
}

static bool within_is(const mo_file *file, const char *wanted)
{
	const char *at = wanted;
	for (uint32_t i = 0; i < file->within.n; i++) {
		size_t n = strlen(file->within.name[i]);
		if ((i && *at++ != '.') || strncmp(at, file->within.name[i], n))
			return false;
		at += n;
	}
	return *at == 0;
}

/* Takes the class `name` from the file that should hold it, and reports what else the file holds. */
static mo_element *class_of_file(mo_library *lib, mo_class *package, const char *path, const mo_file *file,
								 const char *name)
{
	mo_element *found = NULL;
	for (uint32_t i = 0; i < file->classes.n; i++) {
		mo_element *e = file->classes.at[i];
		if (e->name == name && e->class_def)
			found = e;
	}
	if (!found || (file->classes.n > 1 && package)) {
		mo_element *other =
			file->classes.n ? file->classes.at[found == file->classes.at[0] && file->classes.n > 1] : NULL;
		sb_span span = other ? other->name_span : (sb_span){file->source, 0, 0};
		sb_message *m =
			sb_report(lib->diag, SB_ERROR, "M0222", span, "the file '%s' should hold the class '%s'%s", path, name,
					  found   ? " and nothing else"
					  : other ? " but holds another"
							  : " but holds no class");
		sb_note(m,
				"a class that is kept in a file of its own has the name of the file (of the folder, for package.mo)");
		return found;
	}
	const char *wanted = package ? mo_library_full_name(lib, package) : "";
	if (!within_is(file, wanted)) {
		sb_span span = file->within.n ? file->within.span : found->name_span;
		sb_message *m = sb_report(lib->diag, SB_WARNING, "M0235", span,
								  "the within clause of '%s' does not say where the file is", path);
		sb_help(m, "write `within %s;` at the top of the file", wanted);
	}
	return found;
}

static mo_element *load(mo_library *lib, mo_class *package, const char *path, const char *name)
{
	if (lib->loading >= DEEPEST_FOLDER)
		return NULL;
	lib->loading++;
	uint32_t before = sb_errors(lib->diag);
	mo_file *file = mo_library_parse(lib, path, (sb_span){0});
	bool unread = sb_errors(lib->diag) > before;           /* a text with errors is never instantiated */
	mo_element *e = file && !unread ? class_of_file(lib, package, path, file, name) : NULL;
	if (e) {
		mo_library_put(lib, package, e);
		if (mo_is_package_file(path))
			mo_library_set_folder(lib, e->class_def, mo_folder_of(lib->arena, path));
	}
	lib->loading--;
	return e;
}

mo_element *mo_folder_load_version(mo_library *lib, const char *folder, const char *name)
{
	const char *wanted = mo_used_version(lib, name);
	char *path = wanted ? plain_file(lib->arena, folder, sb_printf(lib->arena, "%s %s", name, wanted)) : NULL;
	return path ? load(lib, NULL, path, name) : NULL;
}

mo_element *mo_folder_load_submodels(mo_library *lib, const char *folder, const char *name)
{
	char *path = other_file(lib->arena, folder, name);
	return path ? load(lib, NULL, path, name) : NULL;
}

mo_element *mo_folder_load_top(mo_library *lib, const char *folder, const char *name)
{
	char *path = class_file(lib->arena, folder, name, true);
	return path ? load(lib, NULL, path, name) : NULL;
}

/* What is not there is remembered under the package's own map, so that a name is looked for in a folder once. */
mo_element *mo_folder_load_inside(mo_library *lib, mo_class *package, const char *folder, const char *name)
{
	const char *key = sb_intern(lib->names, sb_path_join(lib->arena, folder, name));
	if (sb_map_find(&lib->missing, key))
		return NULL;
	char *path = class_file(lib->arena, folder, name, false);
	mo_element *e = path ? load(lib, package, path, name) : NULL;
	if (!e)
		sb_map_set(&lib->missing, key, (void *)key);
	return e;
}

void mo_folder_names(mo_library *lib, const char *folder, sb_strings *out)
{
	sb_strings entries = {0};
	sb_folder_list(lib->arena, folder, &entries);
	for (uint32_t i = 0; i < entries.n; i++) {
		const char *entry = entries.at[i];
		size_t n = strlen(entry);
		char *inner = sb_path_join(lib->arena, sb_path_join(lib->arena, folder, entry), "package.mo");
		if (n > 3 && strcmp(entry + n - 3, ".mo") == 0 && strcmp(entry, "package.mo"))
			sb_push(lib->arena, *out, sb_internn(lib->names, entry, n - 3));
		else if (sb_file_exists(inner))
			sb_push(lib->arena, *out, sb_intern(lib->names, entry));
	}
}

static bool declares(const mo_class *package, const char *name)
{
	for (uint32_t i = 0; i < package->elements.n; i++)
		if (package->elements.at[i]->name == name)
			return true;
	return false;
}

/* Every name in package.order is an element of package.mo or a class with a file. */
static void check_order(mo_library *lib, mo_class *package, const char *folder)
{
	char *path = sb_path_join(lib->arena, folder, "package.order");
	if (!sb_file_exists(path) || sb_is_folder(path))
		return;
	size_t length = 0;
	char *text = sb_file_read(lib->arena, lib->diag, package->name_span, path, &length);
	uint32_t source = 0;
	for (size_t at = 0; text && at < length;) {
		size_t end = at + strcspn(text + at, "\r\n");
		const char *name = sb_internn(lib->names, text + at, end - at);
		if (end > at && !declares(package, name) && !class_file(lib->arena, folder, name, false)) {
			source = source ? source : sb_source_add(lib->diag, path, text, length);
			sb_message *m =
				sb_report(lib->diag, SB_WARNING, "M0223", (sb_span){source, (uint32_t)at, (uint32_t)end},
						  "package.order names '%s', which is not in the package '%s'", name, package->name);
			sb_help(m, "remove the line, or add %s.mo to the folder", name);
		}
		at = end + 1;
	}
}

void mo_library_set_folder(mo_library *lib, mo_class *package, const char *folder)
{
	if (sb_map_find(&lib->folders, package))
		return;
	sb_map_set(&lib->folders, package, (void *)folder);
	check_order(lib, package, folder);
}

void mo_library_find_root(mo_library *lib, const char *path, const mo_file *file)
{
	uint32_t up = file->within.n + (mo_is_package_file(path) ? 1 : 0);
	if (!up || !file->classes.n)
		return;
	char *folder = mo_folder_of(lib->arena, mo_real_path(lib->arena, path));
	if (file->within.n && !mo_is_package_file(path) && !sb_file_exists(sb_path_join(lib->arena, folder, "package.mo")))
		return;
	for (uint32_t i = 0; i < up; i++)
		folder = mo_folder_of(lib->arena, folder);
	sb_strings path_now = lib->path;
	lib->path = (sb_strings){0};
	sb_push(lib->arena, lib->path, folder);
	for (uint32_t i = 0; i < path_now.n; i++)
		sb_push(lib->arena, lib->path, path_now.at[i]);
}
