/* The public interface: runs that are saved, restored and copied. */
#include "study/public/public.h"
#include <string.h>

/* The file: a line that tells what it is, the bytes, and their hash. */
static const char saved_head[] = "saltus saved run 1\n";

static bool do_save(saltus_run *r, const char *path)
{
	sb_archive saved = {0};
	sb_output out;
	if (!r)
		return false;
	bool good = se_save(r->run, &saved) && sb_output_open(&out, r->diag, path ? path : "");
	if (good) {
		uint64_t hash = sb_hash(saved.at, saved.n, 0);
		fwrite(saved_head, sizeof saved_head - 1, 1, out.stream);
		fwrite(saved.at, saved.n, 1, out.stream);
		fwrite(&hash, sizeof hash, 1, out.stream);
		good = sb_output_commit(&out, r->diag);
	}
	sb_archive_free(&saved);
	st_public_render(r);
	return good;
}

static const char *bytes_of_file(sb_arena *arena, const char *path, size_t *length)
{
	FILE *f = path && !sb_not_a_file(path) ? fopen(path, "rb") : NULL;
	if (!f)
		return NULL;
	long end = fseek(f, 0, SEEK_END) == 0 ? ftell(f) : -1;
	rewind(f);
	char *bytes = end >= 0 ? sb_alloc(arena, (size_t)end + 1) : NULL;
	*length = bytes ? fread(bytes, 1, (size_t)end, f) : 0;
	fclose(f);
	return bytes;
}

/* The bytes of a file that was saved; NULL after a message. */
static const char *saved_bytes(saltus_run *r, sb_arena *arena, const char *path, size_t *n)
{
	size_t length, head = sizeof saved_head - 1;
	uint64_t hash;
	const char *text = bytes_of_file(arena, path, &length);
	if (!text) {
		sb_report(r->diag, SB_ERROR, "F0029", (sb_span){0}, "cannot read '%s'", path ? path : "");
		return NULL;
	}
	bool whole = length >= head + sizeof hash && memcmp(text, saved_head, head) == 0;
	*n = whole ? length - head - sizeof hash : 0;
	if (whole)
		memcpy(&hash, text + length - sizeof hash, sizeof hash);
	if (whole && hash == sb_hash(text + head, *n, 0))
		return text + head;
	sb_help(sb_report(r->diag, SB_ERROR, "F0028", (sb_span){0},
					  whole ? "'%s' is damaged" : "'%s' is not a saved run", path),
			"saltus_save writes such files");
	return NULL;
}

static saltus_status do_restore(saltus_run *r, const char *path)
{
	size_t n;
	se_status status = SE_FAILED;
	if (!r)
		return SALTUS_FAILED;
	sb_arena *arena = sb_arena_new();
	sb_take_back(r->diag, 0, NULL);
	const char *bytes = saved_bytes(r, arena, path, &n);
	if (bytes) {
		sb_archive in = sb_archive_read(bytes, n);
		status = se_restore(r->run, &r->settings, &in);
	}
	sb_arena_free(arena);
	return st_public_status(r, status);
}

static saltus_run *do_copy(saltus_run *r)
{
	sb_archive saved = {0};
	bool good = r && se_save(r->run, &saved);
	saltus_run *copy = good ? st_public_new_run(r->program) : NULL;
	if (copy) {
		sb_archive in = sb_archive_read(saved.at, saved.n);
		copy->settings = r->settings;
		copy->copied = r->copied = true;
		for (uint32_t i = 0; i < r->samples.n; i++)
			sb_push(copy->arena, copy->samples, r->samples.at[i]);
		st_public_status(copy, se_restore(copy->run, &copy->settings, &in));
	}
	sb_archive_free(&saved);
	if (r)
		st_public_render(r);
	return copy;
}

THROUGH_DOOR(bool, false, save, (saltus_run *r, const char *path), (r, path))
THROUGH_DOOR(saltus_status, SALTUS_FAILED, restore, (saltus_run *r, const char *path), (r, path))

saltus_run *saltus_copy(saltus_run *r)
{
	saltus_run *volatile copy = NULL;
	sb_door door;
	if (!r || r->broken[0])
		return NULL;
	if (SB_ENTER(&door))
		copy = do_copy(r);
	else
		st_public_break(r, &door);
	sb_leave(&door);
	return copy;
}
