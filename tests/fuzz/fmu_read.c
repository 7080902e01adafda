/* Any bytes at all as an archive, and as the description of an FMU: each ends, with a description or a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/zip.h"
#include "fmi/describe/fmi_describe.h"

static void as_archive(sb_arena *arena, const uint8_t *data, size_t size)
{
	sb_zip zip;
	const char *why = NULL;
	char *bytes;
	size_t length;
	if (!sb_zip_open(arena, (const char *)data, size, &zip, &why)) {
		if (!why)
			abort();
		return;
	}
	sb_zip_unsafe(&zip, &why);
	for (uint32_t i = 0; i < zip.n && i < 20; i++)
		if (zip.member[i].size < 1 << 20 && !sb_zip_unpack(arena, &zip, &zip.member[i], &bytes, &length, &why) && !why)
			abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_diag *diag = sb_diag_new();
	char *text = sb_strndup(arena, (const char *)data, size);
	as_archive(arena, data, size);
	const fi_description *d = fi_describe(arena, diag, "fuzz.fmu", text, strlen(text));
	if ((!d || !d->sound) && sb_errors(diag) == 0)
		abort();
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
