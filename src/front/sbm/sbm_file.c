/* The file of a compiled submodel: written, read, and looked at before it is used. */
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "base/file.h"
#include "external/segments.h"
#include "front/sbm/front_sbm.h"

static const char TAG[] = "sbm";
enum { FORMAT = 1 };

static const char *this_machine(void)
{
	static char name[80];
	struct utsname u;
	if (uname(&u) != 0)
		return "unknown";
	strncpy(name, u.machine, sizeof name - 1);
	return name;
}

sg_file sg_file_of_this(void)
{
	return (sg_file){.version = SALTUS_VERSION, .machine = this_machine(), .layout = SL_SEGMENTS_LAYOUT};
}

static void archive(sg_file *f, sb_archive *a, sb_arena *arena)
{
	f->version = sb_archive_text(a, arena, f->version);
	f->machine = sb_archive_text(a, arena, f->machine);
	sb_archive_one(a, f->layout);
	f->name = sb_archive_text(a, arena, f->name);
	f->text = sb_archive_text(a, arena, f->text);
	f->tables = sb_archive_text(a, arena, f->tables);
	f->id = sb_archive_text(a, arena, f->id);
	uint32_t n = sb_archive_count(a, (uint32_t)f->length, 1);
	char *bytes = a->reads ? sb_alloc(arena, n + 1) : (char *)f->library;
	sb_archive_bytes(a, bytes, n);
	f->library = bytes;
	f->length = n;
}

void sg_write(const sg_file *f, sb_archive *out)
{
	sb_archive body = {0};
	sg_file copy = *f;
	archive(&copy, &body, NULL);
	sb_archive_seal(out, TAG, FORMAT, &body);
	sb_archive_free(&body);
}

/* ---------------------------------------------------------------------------------------------------- messages */

static void again(sb_message *m)
{
	sb_help(m, "compile it again from its source: saltus compile FILE:SUBMODEL -o NAME.sbm");
}

static bool refuse_seal(sb_diag *diag, const char *path, sb_seal seal, const void *bytes, size_t n)
{
	bool ours = n >= sizeof TAG - 1 && memcmp(bytes, TAG, sizeof TAG - 1) == 0;
	if (seal == SB_SEALED)
		return true;
	if (seal == SB_DAMAGED || (ours && n < 32))
		again(sb_report(diag, SB_ERROR, "N0502", (sb_span){0},
						"the compiled submodel '%s' is damaged: its length or its "
						"checksum is not that with which it was written",
						path));
	else if (ours)
		again(sb_report(diag, SB_ERROR, "N0501", (sb_span){0},
						"the compiled submodel '%s' has another format than this "
						"Saltus " SALTUS_VERSION " reads",
						path));
	else
		sb_help(sb_report(diag, SB_ERROR, "N0500", (sb_span){0}, "'%s' is no compiled submodel", path),
				"files .sbm are written by saltus compile");
	return false;
}

static bool refuse_maker(sb_diag *diag, const char *path, const sg_file *f)
{
	if (strcmp(f->version, SALTUS_VERSION) != 0 || f->layout != SL_SEGMENTS_LAYOUT) {
		again(sb_report(diag, SB_ERROR, "N0503", (sb_span){0}, "the compiled submodel '%s' was made by Saltus %s, and "
						"this is " SALTUS_VERSION "%s", path, f->version,
						strcmp(f->version, SALTUS_VERSION) ? "" : " with another layout of values"));
		return false;
	}
	if (strcmp(f->machine, this_machine()) != 0) {
		again(sb_report(diag, SB_ERROR, "N0504", (sb_span){0},
						"the compiled submodel '%s' was made for the machine %s, "
						"and this is %s",
						path, f->machine, this_machine()));
		return false;
	}
	return true;
}

bool sg_read(sb_arena *arena, sb_diag *diag, const char *path, sg_file *out)
{
	size_t n = 0;
	char *bytes = sb_file_bytes(diag, path, &n);
	sb_archive body = {0};
	*out = (sg_file){0};
	bool good = bytes && refuse_seal(diag, path, sb_archive_open(bytes, n, TAG, FORMAT, &body), bytes, n);
	if (good) {
		archive(out, &body, arena);
		bool whole = !body.bad && out->version && out->machine && out->text && out->tables && out->id && out->name;
		good = whole ? refuse_maker(diag, path, out) : refuse_seal(diag, path, SB_DAMAGED, bytes, n);
	}
	free(bytes);
	return good;
}
