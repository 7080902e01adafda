/* The class of a compiled submodel: its text, with the library where it can be opened. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache_folder.h"
#include "base/file.h"
#include "base/map.h"
#include "base/stop.h"
#include "front/sbm/front_sbm.h"

const char *sg_class_name(sb_arena *arena, const char *path)
{
	return sf_class_name(arena, path, "sbm");
}

/* ------------------------------------------------------------------------------------------------ where it lies */

static bool is_same(const char *path, const sg_file *f)
{
	struct stat s;
	size_t n = 0;
	if (stat(path, &s) != 0 || (size_t)s.st_size != f->length)
		return false;
	sb_diag *own = sb_diag_new();
	char *bytes = sb_file_bytes(own, path, &n);
	bool same = bytes && n == f->length && memcmp(bytes, f->library, n) == 0;
	free(bytes);
	sb_diag_free(own);
	return same;
}

static bool write_all(int file, const void *bytes, size_t n)
{
	for (size_t at = 0; at < n;) {
		ssize_t done = write(file, (const char *)bytes + at, n - at);
		if (done <= 0)
			return false;
		at += (size_t)done;
	}
	return true;
}

/* In the cache, under its id and a hash of its bytes; it is looked at each time, and written again if it differs. */
static const char *in_cache(sb_arena *arena, const sg_file *f)
{
	const char *folder = sb_cache_folder(arena);
	if (!folder)
		return NULL;
	const char *path = sb_printf(arena, "%s/%s_%016llx.segments", folder, f->id,
								 (unsigned long long)sb_hash(f->library, f->length, 2));
	if (is_same(path, f))
		return path;
	char *fresh = sb_printf(arena, "%s/segments-XXXXXX", folder);
	int file = sb_temporary_file(fresh);
	bool good = file >= 0 && write_all(file, f->library, f->length);
	good = file >= 0 && close(file) == 0 && good && rename(fresh, path) == 0;
	if (!good && file >= 0)
		unlink(fresh);
	if (file >= 0)
		sb_temporary_done(fresh);
	return good ? path : NULL;
}

/* Without a cache: in memory, as long as this process lives, each library once. */
static const char *in_memory(sb_arena *arena, const sg_file *f)
{
	static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
	static struct kept { uint64_t hash; size_t length; int file; } *kept;
	static size_t count;
	uint64_t hash = sb_hash(f->library, f->length, 2);
	int file = -1;
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < count; i++)
		if (kept[i].hash == hash && kept[i].length == f->length)
			file = kept[i].file;
	if (file < 0) {
		struct kept *more = realloc(kept, (count + 1) * sizeof *kept);
		file = more ? memfd_create(f->id, MFD_CLOEXEC) : -1;
		kept = more ? more : kept;
		if (file >= 0 && !write_all(file, f->library, f->length)) {
			close(file);
			file = -1;
		}
		if (file >= 0)
			kept[count++] = (struct kept){hash, f->length, file};
	}
	pthread_mutex_unlock(&lock);
	return file < 0 ? NULL : sb_printf(arena, "/proc/self/fd/%d", file);
}

static const char *library_of(sb_arena *arena, sb_diag *diag, const char *path, const sg_file *f)
{
	const char *library = in_cache(arena, f);
	library = library ? library : in_memory(arena, f);
	if (!library)
		sb_help(sb_report(diag, SB_ERROR, "N0505", (sb_span){0}, "there is no place for the segments of '%s'", path),
				"set SALTUS_CACHE to a folder that can be written");
	return library;
}

/* -------------------------------------------------------------------------------------------------------- the text */

bool sg_class_text(sb_arena *arena, sb_diag *diag, const char *path, sb_text *out)
{
	sg_file f;
	const char *library = sg_read(arena, diag, path, &f) ? library_of(arena, diag, path, &f) : NULL;
	const char *name = sg_class_name(arena, path);
	if (!library)
		return false;
	sb_addf(out, "block %s\n", name);
	for (const char *at = f.text; at;) {
		const char *mark = strstr(at, SG_LIBRARY);
		sb_addn(out, at, mark ? (size_t)(mark - at) : strlen(at));
		if (mark)
			sb_add(out, library);
		at = mark ? mark + strlen(SG_LIBRARY) : NULL;
	}
	sb_addf(out, "end %s;\n", name);
	return true;
}

bool sg_segments(const sf_request *r, bool json, sb_text *out)
{
	sg_file f;
	if (!sg_read(r->arena, r->diag, r->path, &f))
		return false;
	if (json) {
		sb_help(sb_report(r->diag, SB_ERROR, "N0507", (sb_span){0}, "of a compiled submodel there are tables only"),
				"leave out --json");
		return false;
	}
	sb_addf(out, "compiled submodel %s, by Saltus %s for %s, %zu bytes of segments\n%s", f.name, f.version, f.machine,
			f.length, f.tables);
	return true;
}
