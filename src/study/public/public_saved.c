/* The public interface: runs that are saved, restored and copied. */
#include "study/public/public.h"
#include <stdlib.h>

static const char saved_tag[] = "savedrun";
enum { SAVED_LAYOUT = 2 };

static bool do_save(saltus_run *r, const char *path)
{
	sb_archive saved = {0}, sealed = {0};
	sb_output out;
	if (!r)
		return false;
	bool good = se_save(r->run, &saved) && sb_output_open(&out, r->diag, path ? path : "");
	if (good) {
		sb_archive_seal(&sealed, saved_tag, SAVED_LAYOUT, &saved);
		fwrite(sealed.at, sealed.n, 1, out.stream);
		good = sb_output_commit(&out, r->diag);
	}
	sb_archive_free(&saved);
	sb_archive_free(&sealed);
	st_public_render(r);
	return good;
}

static saltus_status do_restore(saltus_run *r, const char *path)
{
	size_t n;
	sb_archive in = {0};
	se_status status = SE_FAILED;
	if (!r)
		return SALTUS_FAILED;
	sb_take_back(r->diag, 0, NULL);
	char *bytes = sb_file_bytes(r->diag, path ? path : "", &n);
	sb_seal seal = bytes ? sb_archive_open(bytes, n, saved_tag, SAVED_LAYOUT, &in) : SB_OTHER;
	se_settings s = r->settings;
	st_public_sink_settings(r, &s);
	if (seal == SB_SEALED)
		status = se_restore(r->run, &s, &in);
	else if (bytes)
		sb_help(sb_report(r->diag, SB_ERROR, "F0028", (sb_span){0},
						  seal == SB_DAMAGED ? "'%s' is damaged" : "'%s' is not a saved run", path),
				"saltus_save writes such files");
	free(bytes);
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
