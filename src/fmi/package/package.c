/* Archives of FMUs, and the folders that they are unpacked to. */
#include "fmi/package/fmi_package.h"

#include <errno.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/stop.h"

/* ------------------------------------------------------------------------------------------------- archives */

static void refuse(sb_diag *diag, const char *path, const char *why)
{
	sb_message *m = sb_report(diag, SB_ERROR, "I0001", (sb_span){0}, "the archive '%s' is damaged, or is refused",
		path);
	sb_note(m, "%s", why);
	sb_help(m, "take the file from where it came once more, or have it made again");
}

static bool read_archive(sb_arena *arena, sb_diag *diag, fi_archive *a, size_t length, char **xml, size_t *size)
{
	const char *why, *what;
	if (!sb_zip_open(arena, a->bytes, length, &a->zip, &why)) {
		refuse(diag, a->path, why);
		return false;
	}
	const sb_zip_member *m = sb_zip_unsafe(&a->zip, &what);
	if (!m && (m = sb_zip_find(&a->zip, "modelDescription.xml")) &&
		sb_zip_unpack(arena, &a->zip, m, xml, size, &what))
		return true;
	if (m) {
		refuse(diag, a->path, sb_printf(arena, "the member '%.200s': %s", m->name, what));
	} else {
		sb_help(sb_report(diag, SB_ERROR, "I0003", (sb_span){0}, "the archive '%s' has no modelDescription.xml in it",
						  a->path), "an FMU has it at the top of the archive, not in a folder");
	}
	return false;
}

fi_archive *fi_open(sb_arena *arena, sb_diag *diag, const char *path)
{
	fi_archive *a = sb_new(arena, fi_archive);
	size_t length, size;
	char *xml;
	a->path = path;
	a->bytes = sb_file_bytes(diag, path, &length);
	if (!a->bytes)
		return NULL;
	a->hash = sb_hash(a->bytes, length, 0);
	if (!read_archive(arena, diag, a, length, &xml, &size)) {
		fi_close(a);
		return NULL;
	}
	a->d = fi_describe(arena, diag, path, xml, size);
	return a;
}

void fi_close(fi_archive *a)
{
	if (a)
		free(a->bytes);
	if (a)
		a->bytes = NULL;
}

/* ------------------------------------------------------------------------------------------------- platforms */

const char *fi_platform(int version)
{
	static char name[2][80];
	struct utsname u;
	if (version < 3 && sizeof(void *) == 8)
		return "linux64";
	uname(&u);
	snprintf(name[version < 3], sizeof name[0], version < 3 ? "linux32" : "%.60s-linux", u.machine);
	return name[version < 3];
}

void fi_platforms(const fi_archive *a, sb_text *out)
{
	for (uint32_t i = 0; i < a->zip.n; i++) {
		const char *name = a->zip.member[i].name;
		if (strncmp(name, "binaries/", 9) != 0 || !strchr(name + 9, '/'))
			continue;
		int length = (int)strcspn(name + 9, "/");
		char *word = NULL;
		if (asprintf(&word, " %.*s,", length, name + 9) < 0)
			sb_out_of_memory(0);
		if (!out->at || !strstr(out->at, word))
			sb_add(out, word);
		free(word);
	}
	if (out->n)
		out->at[--out->n] = 0;
}

bool fi_has_sources(const fi_archive *a)
{
	for (uint32_t i = 0; i < a->zip.n; i++) {
		const char *name = a->zip.member[i].name;
		if (strncmp(name, "sources/", 8) == 0 && sb_ends_with(name, ".c"))
			return true;
	}
	return false;
}

/* --------------------------------------------------------------------------------------------------- folders */

static int remove_one(const char *path, const struct stat *s, int what, struct FTW *where)
{
	(void)s;
	(void)what;
	(void)where;
	return remove(path);
}

static void remove_all(const char *folder)
{
	nftw(folder, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

enum { MOST_FOLDERS = 30, DAY = 24 * 3600 };

/* The oldest of many go, if nobody has used them for a day. */
static void trim(sb_arena *arena, const char *cache)
{
	sb_strings names = {0};
	uint32_t count = 0;
	time_t now = time(NULL);
	if (!sb_folder_list(arena, cache, &names))
		return;
	for (uint32_t i = 0; i < names.n; i++)
		count += strncmp(names.at[i], "fmu-", 4) == 0;
	for (uint32_t i = 0; i < names.n && count > MOST_FOLDERS; i++) {
		struct stat s;
		const char *path = sb_path_join(arena, cache, names.at[i]);
		if (strncmp(names.at[i], "fmu-", 4) == 0 && stat(path, &s) == 0 && now - s.st_mtime > DAY) {
			remove_all(path);
			count--;
		}
	}
}

static bool fill(sb_arena *arena, sb_diag *diag, fi_archive *a, const char *folder)
{
	sb_text why = {0};
	bool good = sb_zip_extract(arena, &a->zip, folder, NULL, &why);
	if (!good)
		refuse(diag, a->path, why.at);
	sb_text_free(&why);
	return good;
}

/* The folder of the archive: made under another name first, so that it is whole, or not there. */
static const char *folder_of(sb_arena *arena, sb_diag *diag, fi_archive *a, bool *fresh)
{
	const char *cache = sb_cache_folder(arena);
	char *made = cache ? sb_printf(arena, "%s/making-fmu-XXXXXX", cache)
					   : sb_printf(arena, "%s/saltus-fmu-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	const char *final = cache ? sb_printf(arena, "%s/fmu-%016llx", cache, (unsigned long long)a->hash) : NULL;
	*fresh = false;
	if (final && sb_is_folder(final)) {
		utimensat(-1, final, NULL, 0);
		return final;
	}
	*fresh = true;
	if (!sb_temporary_folder(made)) {
		sb_help(sb_report(diag, SB_ERROR, "I0040", (sb_span){0}, "there is no folder for the files of '%s': %s",
						  a->path, strerror(errno)),
				"set TMPDIR to a folder in which files can be made");
		return NULL;
	}
	if (!fill(arena, diag, a, made)) {
		remove_all(made);
		sb_temporary_done(made);
		return NULL;
	}
	return made;
}

/* A folder that is complete gets its name; another process may have been faster. */
static const char *keep(sb_arena *arena, fi_archive *a, const char *made)
{
	const char *cache = sb_cache_folder(arena);
	if (!cache)
		return made;                 /* it goes with the process */
	const char *final = sb_printf(arena, "%s/fmu-%016llx", cache, (unsigned long long)a->hash);
	if (rename(made, final) != 0)
		remove_all(made);
	sb_temporary_done(made);
	trim(arena, cache);
	return final;
}

/* ------------------------------------------------------------------------------------------------ libraries */

static void report_no_library(sb_diag *diag, const fi_archive *a, const fi_interface *of)
{
	sb_text there = {0}, others = {0};
	char start[120];
	fi_platforms(a, &there);
	int n = snprintf(start, sizeof start, "binaries/%s/", fi_platform(a->d->version));
	for (uint32_t i = 0; i < a->zip.n; i++)
		if (strncmp(a->zip.member[i].name, start, (size_t)n) == 0 && a->zip.member[i].name[n])
			sb_addf(&others, "%s%s", others.n ? ", " : "", a->zip.member[i].name + n);
	if (others.n)
		sb_note(sb_report(diag, SB_ERROR, "I0044", of->span, "the FMU has no library '%s.so', as its model identifier "
						  "says", of->identifier), "in %s there is %s", start, others.at);
	else
		sb_help(sb_report(diag, SB_ERROR, "I0041", (sb_span){0}, "the FMU '%s' has no library for this machine (%s)",
						  a->path, fi_platform(a->d->version)),
				"it has libraries for:%s; ask for one with %s or with its sources", there.n ? there.at : " nothing",
				fi_platform(a->d->version));
	sb_text_free(&there);
	sb_text_free(&others);
}

static bool has_library(const fi_archive *a, const fi_interface *of)
{
	char name[400];
	snprintf(name, sizeof name, "binaries/%s/%.200s.so", fi_platform(a->d->version), of->identifier);
	return sb_zip_find(&a->zip, name) != NULL;
}

bool fi_unpack(sb_arena *arena, sb_diag *diag, fi_archive *a, const fi_interface *of, fi_files *out)
{
	bool fresh, there = of->identifier && has_library(a, of);
	*out = (fi_files){0};
	if (!of->identifier)
		return false;
	if (!there && !fi_has_sources(a)) {
		report_no_library(diag, a, of);
		return false;
	}
	const char *folder = folder_of(arena, diag, a, &fresh);
	if (!folder)
		return false;
	const char *inside = there ? sb_printf(arena, "binaries/%s/%s.so", fi_platform(a->d->version), of->identifier)
							   : sb_printf(arena, "saltus-%s.so", of->identifier);
	const char *library = sb_printf(arena, "%s/%s", folder, inside);
	if (!there && !sb_file_exists(library) && !fi_compile(arena, diag, a, of, folder, library)) {
		if (fresh) {
			remove_all(folder);
			sb_temporary_done(folder);
		}
		return false;
	}
	out->folder = fresh ? keep(arena, a, folder) : folder;
	out->library = sb_printf(arena, "%s/%s", out->folder, inside);
	return true;
}
