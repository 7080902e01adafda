/* Any bytes at all as a diagram of Xcos, as a dictionary, and as a context: each ends, with values or a message. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "front/xcos/write/xcos_write.h"

static void as_diagram(sb_arena *arena, sb_names *names, const char *text)
{
	sb_diag *diag = sb_diag_new();
	sf_writing out = {.arena = arena};
	xc_file file;
	if (xc_read(arena, diag, "fuzz.xcos", text, &file)) {
		const xc_diagram *d = xc_diagram_of(arena, diag, &file);
		if (d ? !xc_write(arena, names, diag, d, "Fuzz", &out) && sb_errors(diag) == 0 : sb_errors(diag) == 0)
			abort();
	} else if (sb_errors(diag) == 0)
		abort();
	sb_text_free(&out.text);
	sb_diag_free(diag);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	sb_arena *arena = sb_arena_new();
	sb_names *names = sb_names_new(arena);
	sb_diag *diag = sb_diag_new();
	char *text = sb_strndup(arena, (const char *)data, size);
	const char *why;
	as_diagram(arena, names, text);
	xc_read_java(arena, diag, "fuzz.zcos", data, size);
	xc_execute(xc_scope_new(arena, names, NULL), text, &why);
	sb_diag_free(diag);
	sb_arena_free(arena);
	return 0;
}
