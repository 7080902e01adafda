/* The icon of a class and results, as files of an FMU. */
#include "tool/fmu/fmu_extras.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/stop.h"
#include "result/file/result_file.h"
#include "study/draw/draw.h"

static void add(sb_arena *arena, so_fmu_options *out, const char *name, const char *bytes, size_t length)
{
	char *copy = sb_alloc(arena, length + 1);
	memcpy(copy, bytes, length);
	sb_push(arena, out->more, ((struct so_member){name, copy, length}));
}

void tool_add_icon(sb_arena *arena, const tool_options *o, so_fmu_options *out)
{
	static const char *const names[] = {"terminalsAndIcons/icon.png", "terminalsAndIcons/icon.svg"};
	char *folder = sb_printf(arena, "%s/saltus-icon-XXXXXX", getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	sf_layer layer = SF_ICON;
	st_drawing d = {.path = o->file, .class_name = o->class_name, .text = o->text, .external = ST_OWN_C,
			.layer = &layer,
		.width = 200, .given = o->given.at, .given_count = o->given.n};
	if (!sb_temporary_folder(folder))
		return;
	sb_diag *diag = sb_diag_new();               /* a class without an icon is nothing to complain about */
	for (int i = 0; i < 2; i++) {
		const char *path = sb_path_join(arena, folder, strrchr(names[i], '/') + 1);
		size_t length = 0;
		char *bytes = st_draw(&d, path, diag) ? sb_file_bytes(diag, path, &length) : NULL;
		if (bytes)
			add(arena, out, names[i], bytes, length);
		free(bytes);
	}
	sb_diag_free(diag);
	sb_remove_folder(folder);
	sb_temporary_done(folder);
}

void tool_add_reference(sb_arena *arena, const sr_record *record, const char *name, so_fmu_options *out)
{
	static const char *const folder = "extra/org.fmi-standard.fmi-ls-ref";
	const char *dot = strrchr(name, '.');
	char *base = sb_strdup(arena, dot ? dot + 1 : name);
	char *text = NULL;
	size_t length = 0;
	for (char *at = base; *at; at++)
		*at = isalnum((unsigned char)*at) ? *at : '_';
	FILE *stream = open_memstream(&text, &length);
	if (stream) {
		bool good = sr_write_csv(record, stream);
		good = fclose(stream) == 0 && good;
		const char *manifest = sb_printf(arena, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiReferences\n"
			"    xmlns:fmi-ls=\"http://fmi-standard.org/fmi-ls-manifest\"\n"
			"    fmi-ls:fmi-ls-name=\"org.fmi-standard.fmi-ls-ref\"\n    fmi-ls:fmi-ls-version=\"1.0.0-alpha.1\"\n"
			"    fmi-ls:fmi-ls-description=\"Reference results\">\n"
			"  <Related type=\"text/csv\" source=\"%s_out.csv\" role=\"result\" "
			"description=\"Results of the default experiment\"/>\n</fmiReferences>\n", base);
		if (good) {
			add(arena, out, sb_printf(arena, "%s/fmi-ls-manifest.xml", folder), manifest, strlen(manifest));
			add(arena, out, sb_printf(arena, "%s/%s_out.csv", folder, base), text, length);
		}
	}
	free(text);
}
